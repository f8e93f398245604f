//! Between an interception and its battle: the interceptor is joined by friends where it goes, and stacks of the
//! phasing side next door may come to the help of the march. Nobody intercepts those in turn.

use super::movement::Marching;
use super::parting::Part;
use super::roster::{Form, Roster};
use super::{Game, Impulse, Post, Stage, Troops};
use crate::asks::Asks;
use crate::interception::{Circumstances, InterceptionEnd};
use crate::power::Terrain;
use crate::profile::Edition;
use crate::title::{Border, GameRules, HelpedMarch};
use grognard_umpire::{Asked, Asking, Offer, Ruling, Side, Umpire};

/// A march that has been met, and the interceptor, both off the board; the next stack that could help.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Rescue {
    pub(super) impulse: Impulse,
    pub(super) marching: Marching,
    pub(super) hunter: Troops,
    /// Whether the interceptor stands where it intercepts, or was joined by friends who do.
    joined: bool,
    next: u8,
}

/// A part of a stack that goes somewhere to fight, or goes on.
struct Sent<'a> {
    part: Part,
    rules: &'a GameRules,
}

impl Offer for Sent<'_> {
    fn key(&self) -> String {
        self.part.told(self.rules).key()
    }
    fn words(&self) -> String {
        let Part { goes, stays, mixed, .. } = self.part;
        let counters = |roster: Roster| roster.counters(mixed, self.rules);
        match stays.is_empty() {
            true => format!("all: {}", counters(goes)),
            false => format!("{}, while {} stays", counters(goes), counters(stays)),
        }
    }
}

impl Game {
    /// The interceptor moves in, with those of its side who stand where it goes: they fight together.
    pub(super) fn gather(
        mut self,
        impulse: Impulse,
        marching: Marching,
        index: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let side = impulse.side.other();
        ump.about(|| {
            let hunter = self.stack_words(rules, &self.troops[usize::from(index)]);
            format!("{hunter} falls on {}; whoever stays keeps his place", marching.words(rules))
        });
        let fits = |game: &Game, goes: &Roster| game.has_room(rules, side, marching.at, goes);
        // Whoever intercepts where he stands does so with all he has.
        let own_place = self.troops[usize::from(index)].at == marching.at;
        let mut hunter = match own_place {
            true => self.remove(usize::from(index)),
            false => self.send_out(side, usize::from(index), fits, rules, ump)?,
        };
        let joined = self.field(side, marching.at);
        if let Some(friend) = joined {
            let friend = self.troops[friend];
            hunter.roster = self.together(side, &hunter.roster, &friend.roster, rules, ump)?;
            hunter.hungry += friend.hungry;
            let friend = self.field(side, marching.at).map(|index| self.remove(index)).unwrap_or(friend);
            let leaders = self.leaders_at(rules, &friend.roster, marching.at);
            self.post_leaders(leaders, Post::At(hunter.at));
        }
        Ok(self.at_stage(Stage::Rescue(Box::new(Rescue {
            impulse,
            marching,
            hunter,
            joined: own_place || joined.is_some(),
            next: 0,
        }))))
    }

    /// What of a stack intercepts; the rest stays where it is, and has not intercepted. The dice were thrown under its
    /// commander, so he goes.
    fn send_out(
        &mut self,
        side: Side,
        index: usize,
        fits: impl Fn(&Game, &Roster) -> bool,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Troops> {
        let troops = self.troops[index];
        let commander = self.command(rules, &troops.roster, troops.at).leader;
        let goes_under = |goes: &Roster| self.command(rules, goes, troops.at).leader == commander;
        let changed = |(goes, stays): &(Roster, Roster)| goes.stack().with(stays.stack()) != troops.stack();
        let as_it_stands = troops.roster.parts(rules).into_iter().map(|part| (part, false));
        let converted = troops.roster.partings(rules).into_iter().filter(changed).map(|part| (part, true));
        let mixed = troops.roster.is_mixed();
        let parts =
            as_it_stands.chain(converted).filter(|((goes, _), _)| fits(self, goes) && goes_under(goes));
        let parts: Vec<Sent<'_>> = parts
            .map(|((goes, stays), converted)| {
                let part = Part { goes, stays, converted, leaders: true, choice: false, mixed };
                Sent { part, rules }
            })
            .collect();
        let mut part = ump.choose(Asking::of(side, rule!("INTERCEPT-j"), Asks::WhatIntercepts), &parts)?.part;
        self.pick_veterans(side, &troops.roster, (&mut part.goes, &mut part.stays), ump)?;
        self.remove(index);
        let goes = troops.reduced(part.goes);
        if !part.stays.is_empty() {
            let rest =
                Troops { hungry: troops.hungry - goes.hungry, spent: false, intercepted: false, ..troops };
            self.place(rules, rest.reduced(part.stays));
            ump.explain(|| {
                let (rest, place) = (part.stays.words(rules), rules.place(troops.at));
                Ruling::new(rule!("INTERCEPT-j"), format!("{rest} stays behind in {place}"))
            });
        }
        Ok(goes)
    }

    /// The form that two stacks take together, as their owner says.
    fn together(
        &self,
        side: Side,
        one: &Roster,
        other: &Roster,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Roster> {
        let forms = one.joinings(other, rules).into_iter();
        let forms: Vec<Form<'_>> = forms.map(|roster| Form { roster, rules }).collect();
        ump.about(|| format!("{} joins {}", one.words(rules), other.words(rules)));
        Ok(ump.choose(Asking::of(side, rule!("STACK-h"), Asks::JoinedStacks), &forms)?.roster)
    }

    /// The next stack of the phasing side that could come to the help of a march: on the spot or next door, not over
    /// a strait, not locked with an enemy of its own, with room beside the march.
    pub(super) fn helper(&self, rules: &GameRules, rescue: &Rescue) -> Option<(usize, Border)> {
        let Rescue { impulse, marching, next, .. } = rescue;
        let side = impulse.side;
        let at_home = self.control(marching.at) == Some(side);
        let here = &rules.provinces[usize::from(marching.at)];
        self.troops.iter().enumerate().skip((*next).into()).find_map(|(index, t)| {
            let on_the_spot = t.at == marching.at;
            let border = match on_the_spot {
                true => Border::None,
                false => here.borders.iter().find(|(at, _)| *at == t.at)?.1,
            };
            let campaign = || self.campaign_of(rules, side, t.roster.has_major(rules));
            let free = border != Border::Strait
                && !t.inside
                && !t.spent
                && self.side_of(t) == Some(side)
                && self.field(side.other(), t.at).is_none()
                && Game::fights_in(rules, &t.roster, marching.at).is_ok()
                && (on_the_spot || self.field(side, marching.at).is_none())
                && marching.roster.joined(&t.roster, rules).is_some()
                && campaign().may_intercept(at_home).is_ok();
            free.then_some((index, border))
        })
    }

    fn counter_interception(&self, rules: &GameRules, rescue: &Rescue, index: usize) -> Circumstances {
        let Rescue { impulse, marching, hunter, .. } = rescue;
        let helper = &self.troops[index];
        let swamp = |at: u8| rules.provinces[usize::from(at)].terrain == Terrain::Swamp;
        let borders = &rules.provinces[usize::from(marching.at)].borders;
        let border = borders.iter().find(|(at, _)| *at == helper.at).map(|(_, border)| *border);
        let enemies =
            self.troops.iter().any(|t| t.at == marching.at && self.side_of(t) == Some(impulse.side.other()));
        Circumstances {
            // All interceptors count as one stack under one commander.
            manoeuvre: self.manoeuvre(rules, &helper.roster, helper.at)
                - self.manoeuvre(rules, &hunter.roster, hunter.at),
            // The march itself is a friendly force there.
            friends_there: true,
            own_place: helper.at == marching.at,
            enemies_there: enemies,
            swamp: swamp(marching.at),
            from_swamp: swamp(helper.at),
            bad_weather: self.bad_weather,
            river_or_pass: matches!(border, Some(Border::River | Border::Pass)),
            engaged: self.control(helper.at) != Some(impulse.side),
            weather_and_river: rules.readings.interception == Edition::Of2020,
            ..Circumstances::default()
        }
    }

    /// Stacks of the phasing side may intercept the interceptor; then the battle begins.
    pub(super) fn rescue(
        self,
        mut rescue: Box<Rescue>,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let Some((index, _)) = self.helper(rules, &rescue) else {
            let Rescue { impulse, marching, hunter, joined, .. } = *rescue;
            return self.start_interception(impulse, marching, hunter, joined, rules, ump);
        };
        let helper = self.troops[index];
        let side = rescue.impulse.side;
        let circumstances = self.counter_interception(rules, &rescue, index);
        let at_home = self.control(rescue.marching.at) == Some(side);
        let name = || {
            let country = self.command(rules, &helper.roster, helper.at).country;
            format!("{} from {}", rules.nations[usize::from(country)].name, rules.place(helper.at))
        };
        ump.about(|| {
            let (helper, march) = (self.stack_words(rules, &helper), rescue.marching.words(rules));
            format!(
                "{helper} could come to the help of {march}: {} in 10",
                circumstances.chance(&rules.charts)
            )
        });
        let of = (rescue.impulse, side, helper.roster.has_major(rules), at_home);
        let end = self.try_interception(&circumstances, of, name, None, rules, ump)?;
        if end != InterceptionEnd::LetPass {
            ump.cite(rule!("INTERCEPT-i"));
        }
        match end {
            InterceptionEnd::Met => Ok(self.at_stage(Stage::Relief(rescue, index as u8))),
            _ => {
                rescue.next = index as u8 + 1;
                Ok(self.at_stage(Stage::Rescue(rescue)))
            }
        }
    }

    /// A stack has come in time and fights beside the march.
    pub(super) fn relief(
        mut self,
        mut rescue: Box<Rescue>,
        index: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let side = rescue.impulse.side;
        let march = &mut rescue.marching;
        ump.about(|| {
            let helper = self.stack_words(rules, &self.troops[usize::from(index)]);
            format!("{helper} comes to the help of {}; whoever stays keeps his place", march.words(rules))
        });
        let fits = |_: &Game, goes: &Roster| march.roster.joined(goes, rules).is_some();
        // Whoever stands on the spot helps with all he has: what he held back would be in the way of both.
        let helper = match self.troops[usize::from(index)].at == march.at {
            true => self.remove(usize::from(index)),
            false => self.send_out(side, usize::from(index), fits, rules, ump)?,
        };
        let roster = self.together(side, &march.roster, &helper.roster, rules, ump)?;
        let leaders = self.leaders_of(rules, &helper);
        self.post_leaders(leaders, Post::At(march.at));
        ump.explain(|| {
            let (helper, place) = (helper.roster.words(rules), rules.place(march.at));
            Ruling::new(rule!("INTERCEPT-i"), format!("{helper} comes to the help of the march in {place}"))
        });
        march.helpers += helper.roster.ld_count();
        // Of those who come different ways the worst border counts.
        let borders = &rules.provinces[usize::from(march.at)].borders;
        if let Some((_, border)) = borders.iter().find(|(from, _)| *from == helper.at) {
            march.border = march.border.max(*border);
        }
        march.leaders |= leaders;
        march.hungry += helper.hungry;
        march.roster = roster;
        // Those who have stayed behind are not asked again.
        let passed = |t: &&Troops| t.at == helper.at && self.side_of(t) == Some(side);
        rescue.next = index + self.troops.iter().filter(passed).count() as u8;
        Ok(self.at_stage(Stage::Rescue(rescue)))
    }

    /// A march that was joined has won. It goes on, with its helpers or without, or stays where it has fought,
    /// together with them.
    pub(super) fn disengage(
        mut self,
        impulse: Impulse,
        marching: Marching,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let Marching { helpers, roster, at, .. } = marching;
        let mut marching = Marching { helpers: 0, ..marching };
        if rules.readings.helped_march == HelpedMarch::Stays {
            return Ok(self.halt(impulse, marching, rules, ump));
        }
        let mixed = roster.is_mixed();
        // As many as came to its help may be left behind; those who marched pay for their way.
        let remain = |stays: &Roster| {
            stays.ld_count() <= helpers && (stays.is_empty() || self.has_room(rules, impulse.side, at, stays))
        };
        let parts = roster.parts(rules).into_iter().filter(|(_, stays)| remain(stays));
        let parts: Vec<Sent<'_>> = parts
            .map(|(goes, stays)| {
                let part = Part { goes, stays, converted: false, leaders: true, choice: false, mixed };
                Sent { part, rules }
            })
            .collect();
        let asking = Asking::of(impulse.side, rule!("INTERCEPT-l"), Asks::WhatMarchesOn);
        let mut part = ump.choose(asking, &parts)?.part;
        self.pick_veterans(impulse.side, &roster, (&mut part.goes, &mut part.stays), ump)?;
        if !part.stays.is_empty() {
            let leaders = self.serving(rules, &part.goes, self.with_march(&marching));
            let (goes, stays) = (&part.goes, &part.stays);
            let along = self.pick_leaders(impulse.side, (goes, stays), leaders, rules, ump)?;
            let left = marching.troops();
            marching = Marching { leaders: along, ..marching.reduced(part.goes) };
            self.place(rules, Troops { hungry: left.hungry - marching.hungry, ..left }.reduced(part.stays));
            self.scatter_leaders(impulse.side, at, rules, ump);
            ump.explain(|| {
                let (stays, place) = (part.stays.words(rules), rules.place(at));
                Ruling::new(rule!("INTERCEPT-l"), format!("{stays} stays in {place}"))
            });
        }
        Ok(self.at_stage(Stage::Intercept(impulse, marching, 0)))
    }
}
