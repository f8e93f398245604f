//! What of a stack marches, goes aboard or into the city: whose counters, with which leaders, and how many of them
//! veterans.

use super::movement::Marching;
use super::roster::{Form, Roster};
use super::situation::names;
use super::targets;
use super::{Game, Impulse, Post, Stage, Troops};
use crate::asks::Asks;
use crate::logistics::conversion_clause;
use crate::title::GameRules;
use grognard_umpire::{Asked, Asking, Offer, Refusal, Ruling, Side, Target, Umpire};

/// Part of a stack, or all of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Part {
    pub(super) goes: Roster,
    /// What stays behind.
    pub(super) stays: Roster,
    /// Whether counters are changed on the occasion.
    pub(super) converted: bool,
    pub(super) leaders: bool,
    /// Whether there are leaders to leave behind.
    pub(super) choice: bool,
    /// Whether the stack is of several nations, so that those who go are named.
    pub(super) mixed: bool,
}

impl Part {
    /// The same with the rules it takes its names from.
    pub(super) fn told(self, rules: &GameRules) -> Told<'_> {
        Told { part: self, rules }
    }
}

/// A part of a stack, for its owner to pick.
#[derive(Clone, Copy)]
pub(super) struct Told<'a> {
    pub(super) part: Part,
    rules: &'a GameRules,
}

impl Offer for Told<'_> {
    fn key(&self) -> String {
        let Part { goes, stays, converted, leaders, choice, mixed } = self.part;
        let mut key = goes.key(mixed, self.rules);
        if converted {
            key += &format!("/leaving/{}", stays.key(mixed, self.rules));
        }
        if choice && !leaders {
            key += "/alone";
        }
        key
    }
    fn words(&self) -> String {
        let Part { goes, stays, converted, leaders, choice, mixed } = self.part;
        let mut words = goes.counters(mixed, self.rules);
        words += match (choice, leaders) {
            (true, true) => " under its leaders",
            (true, false) => " without leaders",
            _ => "",
        };
        if converted {
            words += &format!(", leaving {}", stays.counters(mixed, self.rules));
        }
        words
    }
}

/// Who of several leaders goes with part of a stack or a fleet: all of them, or one stays.
struct Along<'a> {
    going: u32,
    stays: Option<u8>,
    rules: &'a GameRules,
}

impl Offer for Along<'_> {
    fn key(&self) -> String {
        match self.stays {
            None => "all".to_owned(),
            Some(leader) => format!("without {}", self.rules.leaders[usize::from(leader)].id),
        }
    }
    fn words(&self) -> String {
        match self.stays {
            None => format!("{} go", names(self.rules, self.going)),
            Some(leader) => format!("{} stays behind", self.rules.leaders[usize::from(leader)].name),
        }
    }
    fn targets(&self) -> Vec<Target> {
        let stays = self.stays.map(|leader| &self.rules.leaders[usize::from(leader)].id);
        stays.map(|id| targets::leader(id)).into_iter().collect()
    }
}

/// How many of those who go are veterans.
struct Veterans(u8);

impl Offer for Veterans {
    fn key(&self) -> String {
        self.0.to_string()
    }
    fn words(&self) -> String {
        format!("{} LD of veterans", self.0)
    }
}

impl Game {
    /// Whether troops of these nations move at all: a major's do under a campaign of their side, a minor's alone
    /// under its own.
    pub(super) fn may_set_out(&self, rules: &GameRules, side: Side, roster: &Roster) -> Result<(), Refusal> {
        match roster.has_major(rules) && !self.campaign[side].moves_at_home() {
            true => Err(Refusal::new(rule!("CAMPAIGN-b"), "without a campaign nothing moves")),
            false => Ok(()),
        }
    }

    /// Whether a stack may take other counters: in the open, once an impulse.
    pub(super) fn may_regroup(&self, rules: &GameRules, troops: &Troops) -> bool {
        !troops.inside && !troops.regrouped && troops.roster.has_conversions(rules)
    }

    /// What other counters a stack takes.
    pub(super) fn pick_form(
        self,
        impulse: Impulse,
        index: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let found = self.troops[usize::from(index)].roster.conversions(rules);
        let forms: Vec<Form<'_>> = found.into_iter().map(|roster| Form { roster, rules }).collect();
        let asking = Asking::of(impulse.side, rule!("STACK-h"), Asks::RegroupAs);
        let form = ump.choose(asking, &forms)?.roster;
        Ok(self.take_form(impulse, index, form, rules, ump))
    }

    /// The same troops under other counters, whether they march or not.
    pub(super) fn take_form(
        mut self,
        impulse: Impulse,
        index: u8,
        form: Roster,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Game {
        let troops = &mut self.troops[usize::from(index)];
        let clause = conversion_clause(troops.stack(), form.stack());
        ump.explain(|| {
            let mixed = form.is_mixed();
            let (before, after) = (troops.roster.counters(mixed, rules), form.counters(mixed, rules));
            Ruling::new(clause, format!("{before} regroups as {after}"))
        });
        (troops.roster, troops.regrouped) = (form, true);
        self.troops.sort_unstable();
        self.at_stage(Stage::Move(impulse))
    }

    /// The parts of a stack that can go as it stands, with and without their leaders.
    pub(super) fn marching_parts(&self, rules: &GameRules, troops: &Troops) -> Vec<Part> {
        self.parts_under_leaders(rules, troops, troops.roster.parts(rules), false)
    }

    /// The parts that can go if counters are changed on the occasion. Those that could not come together again
    /// must have somewhere to go.
    fn converted_parts(&self, rules: &GameRules, impulse: Impulse, troops: &Troops) -> Vec<Part> {
        let mut partings = troops.roster.partings(rules);
        partings.retain(|(goes, stays)| {
            let reunite = || goes.joined(stays, rules).is_some();
            let leave = || {
                let marching = self.set_out(troops, *goes, 0);
                self.can_leave(rules, impulse, &marching)
            };
            let changed = || goes.stack().with(stays.stack()) != troops.stack();
            changed() && (reunite() || leave())
        });
        self.parts_under_leaders(rules, troops, partings, true)
    }

    pub(super) fn parts_under_leaders(
        &self,
        rules: &GameRules,
        troops: &Troops,
        parts: Vec<(Roster, Roster)>,
        converted: bool,
    ) -> Vec<Part> {
        let side = self.side_of(troops);
        let (leaders, mixed) = (self.leaders_of(rules, troops), troops.roster.is_mixed());
        let mut found = Vec::new();
        for (goes, stays) in parts {
            if side.is_none_or(|side| self.may_set_out(rules, side, &goes).is_err()) {
                continue;
            }
            let choice = leaders != 0 && self.serving(rules, &goes, leaders) != 0;
            let part = Part { goes, stays, converted, leaders: true, choice, mixed };
            found.push(part);
            if choice {
                found.push(Part { leaders: false, ..part });
            }
        }
        found
    }

    /// Takes part of a stack off the board, and these leaders with it.
    pub(super) fn take_part(&mut self, index: usize, part: Part, along: u32) -> Marching {
        let troops = self.remove(index);
        if !part.stays.is_empty() {
            let hungry = troops.hungry.saturating_sub(part.goes.ld_count());
            self.troops.push(Troops { hungry, ..troops }.reduced(part.stays));
            self.troops.sort_unstable();
        }
        self.post_leaders(along, Post::At(troops.at));
        self.set_out(&troops, part.goes, along)
    }

    /// What of the stack marches, and with which leaders.
    pub(super) fn detach(
        mut self,
        impulse: Impulse,
        index: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let troops = self.troops[usize::from(index)];
        let mut parts = self.marching_parts(rules, &troops);
        parts.extend(self.converted_parts(rules, impulse, &troops));
        parts.retain(|part| self.comes_out(rules, impulse, &troops, &part.goes));
        let parts: Vec<Told<'_>> = parts.into_iter().map(|part| part.told(rules)).collect();
        let asking = Asking::of(impulse.side, rule!("STACK-h"), Asks::WhatMarches);
        let mut part = ump.choose(asking, &parts)?.part;
        self.pick_veterans(impulse.side, &troops.roster, (&mut part.goes, &mut part.stays), ump)?;
        if part.goes != troops.roster {
            // Marching in parts spares a large stack its roll, but every part can be intercepted.
            ump.cite(rule!("ATTRITION-j"));
        }
        let along = self.leaders_along(impulse.side, &troops, &part, rules, ump)?;
        let marching = self.take_part(usize::from(index), part, along);
        Ok(self.at_stage(Stage::March(impulse, marching)))
    }

    /// Whether a part of a garrison finds room before the city, or a way past those who stand there.
    fn comes_out(&self, rules: &GameRules, impulse: Impulse, troops: &Troops, goes: &Roster) -> bool {
        let leaves = || self.can_leave(rules, impulse, &self.set_out(troops, *goes, 0));
        !troops.inside || self.has_room(rules, impulse.side, troops.at, goes) || leaves()
    }

    /// Whether any part of a stack can march.
    pub(super) fn can_come_out(&self, rules: &GameRules, impulse: Impulse, troops: &Troops) -> bool {
        if !troops.inside {
            return true;
        }
        let comes_out = |(goes, _): &(Roster, Roster)| {
            self.may_set_out(rules, impulse.side, goes).is_ok()
                && self.comes_out(rules, impulse, troops, goes)
        };
        troops.roster.parts(rules).iter().any(comes_out)
    }

    /// The leaders who go with part of a stack.
    pub(super) fn leaders_along(
        &self,
        side: Side,
        troops: &Troops,
        part: &Part,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<u32> {
        if !part.leaders {
            return Ok(0);
        }
        let leaders = self.serving(rules, &part.goes, self.leaders_of(rules, troops));
        self.pick_leaders(side, (&part.goes, &part.stays), leaders, rules, ump)
    }

    /// Those of some leaders who go with part of a stack, as its owner says. Where nobody stays they all go.
    pub(super) fn pick_leaders(
        &self,
        side: Side,
        (goes, stays): (&Roster, &Roster),
        leaders: u32,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<u32> {
        if stays.is_empty() {
            return Ok(leaders);
        }
        let words = || format!("{} goes, {} stays", goes.words(rules), stays.words(rules));
        choose_leaders(Asking::of(side, rule!("STACK-h"), Asks::WhoGoesAlong), leaders, words, rules, ump)
    }

    /// Who of a nation with veterans and conscripts goes is the owner's choice.
    pub(super) fn pick_veterans(
        &self,
        side: Side,
        whole: &Roster,
        (goes, stays): (&mut Roster, &mut Roster),
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        for band in goes.bands() {
            let (fewest, most) = whole.veterans_among(band.country, goes, stays);
            if fewest < most {
                let counts: Vec<Veterans> = (fewest..=most).rev().map(Veterans).collect();
                let asking = Asking::of(side, rule!("STACK-h"), Asks::VeteransAmongThoseWhoGo);
                ump.about(|| {
                    let own = whole.band(band.country);
                    let (ld, veterans) = (own.stack.ld_count(), own.veterans);
                    format!("{} goes; {veterans} of the {ld} LD of {} are veterans", band.stack, own.stack)
                });
                let going = ump.choose(asking, &counts)?.0;
                let staying = whole.band(band.country).veterans - going;
                *goes = goes.with_veterans(band.country, going);
                *stays = stays.with_veterans(band.country, staying);
            }
        }
        Ok(())
    }
}

/// Who of some leaders goes: all, or one after the other stays behind, to the last, who goes.
pub(super) fn choose_leaders(
    asking: Asking,
    mut going: u32,
    words: impl Fn() -> String,
    rules: &GameRules,
    ump: &mut impl Umpire,
) -> Asked<u32> {
    while going.count_ones() > 1 {
        let all = Along { going, stays: None, rules };
        let one = |leader: &u8| going & (1 << leader) != 0;
        let without = (0..rules.leaders.len() as u8).filter(one);
        let without = without.map(|leader| Along { going, stays: Some(leader), rules });
        let options: Vec<Along<'_>> = std::iter::once(all).chain(without).collect();
        ump.about(&words);
        match ump.choose(asking, &options)?.stays {
            None => break,
            Some(leader) => going &= !(1 << leader),
        }
    }
    Ok(going)
}
