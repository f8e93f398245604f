//! Into the city and out of it: garrisons, shelter from a battle, sorties.

use super::parting::{Part, Told};
use super::reaction::city;
use super::roster::Roster;
use super::situation::led_by;
use super::{Game, Impulse, Post, Stage, Troops};
use crate::asks::Asks;
use crate::evasion::Evasion;
use crate::siege::garrison_room;
use crate::title::GameRules;
use grognard_umpire::{Asked, Asking, Offer, Refusal, Ruling, Side, Umpire};

/// Who of a stack goes, and who stays.
#[derive(Clone, Copy)]
pub(super) struct Parting<'a> {
    pub(super) goes: Roster,
    pub(super) stays: Roster,
    /// Whether the leaders go.
    pub(super) leaders: bool,
    /// Whether there are leaders to say it of.
    choice: bool,
    rules: &'a GameRules,
}

impl<'a> Parting<'a> {
    fn is_mixed(&self) -> bool {
        self.goes.with(self.stays).is_none_or(|whole| whole.is_mixed())
    }

    /// What goes, what stays, and `alone` if leaders stay as well.
    pub(super) fn key(&self) -> String {
        let mixed = self.is_mixed();
        let stays = match self.stays.is_empty() {
            true => String::new(),
            false => format!(" rest {}", self.stays.key(mixed, self.rules)),
        };
        let alone = if self.choice && !self.leaders { " alone" } else { "" };
        format!("{}{stays}{alone}", self.goes.key(mixed, self.rules))
    }

    pub(super) fn words(&self, does: &str) -> String {
        let mixed = self.is_mixed();
        let leaders = match (self.choice, self.leaders) {
            (true, true) => " under its leaders",
            (true, false) => " without leaders",
            (false, _) => "",
        };
        let goes = self.goes.counters(mixed, self.rules);
        match self.stays.is_empty() {
            true => format!("{goes}{leaders} {does}"),
            false => {
                format!("{goes}{leaders} {does}, {} stays", self.stays.counters(mixed, self.rules))
            }
        }
    }

    /// The two stacks.
    pub(super) fn part(&self, troops: &Troops) -> (Troops, Troops) {
        let goes = troops.reduced(self.goes);
        let hungry = troops.hungry - goes.hungry;
        (goes, Troops { hungry, ..*troops }.reduced(self.stays))
    }
}

impl Game {
    /// Every parting with the numbers named, with and without the leaders of those who go.
    fn partings<'a>(
        &self,
        troops: &Troops,
        sizes: std::ops::RangeInclusive<u8>,
        leaders: u32,
        rules: &'a GameRules,
    ) -> Vec<Parting<'a>> {
        let mut ways = troops.roster.partings(rules);
        ways.push((troops.roster, Roster::default()));
        ways.retain(|(goes, _)| sizes.contains(&goes.ld_count()));
        ways.into_iter()
            .flat_map(|(goes, stays)| {
                let choice = leaders != 0 && self.serving(rules, &goes, leaders) != 0;
                let both: &[bool] = if choice { &[true, false] } else { &[false] };
                both.iter().map(move |&leaders| Parting { goes, stays, leaders, choice, rules })
            })
            .collect()
    }
}

/// Who goes into the city before a battle, or out of it.
#[derive(Clone, Copy)]
enum Gate<'a> {
    Nobody,
    In(Parting<'a>),
    Out(Parting<'a>),
}

impl Offer for Gate<'_> {
    fn key(&self) -> String {
        match self {
            Gate::Nobody => "nobody".to_owned(),
            Gate::In(parting) | Gate::Out(parting) => parting.key(),
        }
    }
    fn words(&self) -> String {
        match self {
            Gate::Nobody => "nobody".to_owned(),
            Gate::In(parting) => parting.words("goes into the city"),
            Gate::Out(parting) => parting.words("sallies out"),
        }
    }
}

impl Game {
    /// How many LD still find room in a city of a side: one a level, whatever their nations.
    pub(super) fn city_room(&self, rules: &GameRules, side: Side, at: u8) -> u8 {
        if self.control(at) != Some(side) {
            return 0;
        }
        let room = garrison_room(&rules.charts, self.lands[usize::from(at)].level);
        room.saturating_sub(self.inside(at).ld_count())
    }

    /// Whether counters may go into a city.
    pub(super) fn fits_inside(&self, rules: &GameRules, side: Side, at: u8, roster: &Roster) -> bool {
        let inside = self.garrison(at).map(|index| self.troops[index].roster);
        let joins = || inside.is_none_or(|inside| inside.joined(roster, rules).is_some());
        roster.ld_count() <= self.city_room(rules, side, at) && joins()
    }

    /// The parts of a stack that could go into the local city while the rest stays out.
    pub(super) fn partings_inside<'a>(
        &self,
        rules: &'a GameRules,
        side: Side,
        troops: &Troops,
        leaders: u32,
    ) -> Vec<Parting<'a>> {
        let room = self.city_room(rules, side, troops.at);
        let most = room.min(troops.roster.ld_count().saturating_sub(1));
        if most == 0 {
            return Vec::new();
        }
        let mut ways = self.partings(troops, 1..=most, leaders, rules);
        ways.retain(|way| self.fits_inside(rules, side, troops.at, &way.goes));
        ways
    }

    /// A battle is due: the stack that did not seek it may first send men into the city.
    pub(super) fn seek_shelter(self, impulse: Impulse, at: u8, rules: &GameRules) -> Game {
        let enemy = impulse.side.other();
        let shelter = self
            .field(enemy, at)
            .map(|index| &self.troops[index])
            // Whoever has intercepted has sought the battle.
            .filter(|troops| !troops.intercepted)
            .is_some_and(|troops| !self.partings_inside(rules, enemy, troops, 0).is_empty());
        self.at_stage(match shelter {
            true => Stage::Shelter(impulse, at),
            false => Stage::Evade(impulse, at, Evasion::Stand),
        })
    }

    /// Who goes into the city before the battle; the rest may still evade.
    pub(super) fn shelter(
        mut self,
        impulse: Impulse,
        at: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let side = impulse.side.other();
        let then = Stage::Evade(impulse, at, Evasion::Stand);
        let Some(index) = self.field(side, at) else { return Ok(self.at_stage(then)) };
        let troops = self.troops[index];
        let leaders = self.leaders_of(rules, &troops);
        let clause = rule!("INTERCEPT-d");
        let ways = self.partings_inside(rules, side, &troops, leaders).into_iter().map(Gate::In);
        let gates: Vec<Gate<'_>> = std::iter::once(Gate::Nobody).chain(ways).collect();
        if let Gate::In(parting) = *ump.choose(Asking::of(side, clause, Asks::WhoGoesIntoTheCity), &gates)? {
            let parting = self.with_veterans(side, &troops, parting, ump)?;
            let along = self.go_along(side, &parting, leaders, rules, ump)?;
            let (goes, stays) = parting.part(&troops);
            self.troops[index] = stays;
            ump.explain(|| {
                let stays = stays.roster.counters(troops.roster.is_mixed(), rules);
                let (goes, led) = (goes.roster.words(rules), led_by(rules, along));
                Ruling::new(clause, format!("{goes}{led} goes into {}, {stays} stays", city(rules, at)))
            });
            self.go_inside(goes, along, rules, ump)?;
        }
        Ok(self.at_stage(then))
    }

    /// A parting with as many veterans among those who go as their owner says.
    pub(super) fn with_veterans<'a>(
        &self,
        side: Side,
        troops: &Troops,
        mut parting: Parting<'a>,
        ump: &mut impl Umpire,
    ) -> Asked<Parting<'a>> {
        self.pick_veterans(side, &troops.roster, (&mut parting.goes, &mut parting.stays), ump)?;
        Ok(parting)
    }

    /// Those of some leaders who go with a part of a stack.
    pub(super) fn go_along(
        &self,
        side: Side,
        parting: &Parting<'_>,
        leaders: u32,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<u32> {
        let leaders = if parting.leaders { self.serving(rules, &parting.goes, leaders) } else { 0 };
        self.pick_leaders(side, (&parting.goes, &parting.stays), leaders, rules, ump)
    }

    /// Troops that are off the board go into the city, and these leaders with them.
    pub(super) fn go_inside(
        &mut self,
        troops: Troops,
        leaders: u32,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        self.post_leaders(leaders, Post::Inside(troops.at));
        self.join(rules, Troops { inside: true, ..troops }, ump)
    }

    /// The ways in which a besieged garrison can join a battle before its city.
    fn sorties<'a>(&self, rules: &'a GameRules, impulse: Impulse, at: u8) -> Vec<Parting<'a>> {
        let (Some(field), Some(inside)) = (self.field(impulse.side, at), self.garrison(at)) else {
            return Vec::new();
        };
        let (field, inside) = (self.troops[field], self.troops[inside]);
        if self.side_of(&inside) != Some(impulse.side) {
            return Vec::new();
        }
        let leaders = self.leaders_of(rules, &inside);
        let mut ways = self.partings(&inside, 1..=inside.roster.ld_count(), leaders, rules);
        ways.retain(|way| field.roster.joined(&way.goes, rules).is_some());
        // The whole garrison first.
        ways.sort_by_key(|way| way.stays.ld_count());
        ways
    }

    /// The enemy stands: a besieged garrison may join the relief, and the battle begins.
    pub(super) fn relieve(
        self,
        impulse: Impulse,
        at: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        match self.sorties(rules, impulse, at).is_empty() {
            true => self.start_battle(impulse, at, rules, ump),
            false => Ok(self.at_stage(Stage::Sortie(impulse, at))),
        }
    }

    /// Who of a besieged garrison sallies out to join the battle.
    pub(super) fn sortie(
        mut self,
        impulse: Impulse,
        at: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let ways = self.sorties(rules, impulse, at).into_iter().map(Gate::Out);
        let gates: Vec<Gate<'_>> = std::iter::once(Gate::Nobody).chain(ways).collect();
        let clause = rule!("BATTLE-af");
        let gate = *ump.choose(Asking::of(impulse.side, clause, Asks::Sortie), &gates)?;
        if let (Gate::Out(parting), Some(index)) = (gate, self.garrison(at)) {
            let parting = self.with_veterans(impulse.side, &self.troops[index], parting, ump)?;
            let leaders = self.leaders_of(rules, &self.troops[index]);
            let leaders = self.go_along(impulse.side, &parting, leaders, rules, ump)?;
            let inside = self.remove(index);
            let (goes, stays) = parting.part(&inside);
            self.post_leaders(leaders, Post::At(at));
            self.place(rules, stays);
            ump.explain(|| {
                let (goes, led) = (goes.roster.words(rules), led_by(rules, leaders));
                Ruling::new(clause, format!("{goes}{led} sallies out of {}", city(rules, at)))
            });
            self.join(rules, Troops { inside: false, ..goes }, ump)?;
        }
        self.start_battle(impulse, at, rules, ump)
    }

    /// Whether a stack may send men into the city of its province, and how many LD.
    pub(super) fn may_garrison(&self, rules: &GameRules, side: Side, troops: &Troops) -> Result<u8, Refusal> {
        let clause = rule!("SIEGE-h");
        if !troops.roster.has_minor(rules) {
            self.may_set_out(rules, side, &troops.roster)?;
        }
        if troops.inside {
            return Err(Refusal::new(clause, "only a stack before the city goes into it"));
        }
        if self.control(troops.at) != Some(side) {
            return Err(Refusal::new(clause, "the city is the enemy's"));
        }
        if self.field(side.other(), troops.at).is_some() {
            return Err(Refusal::new(clause, "the enemy stands before the city"));
        }
        match self.city_room(rules, side, troops.at) {
            0 => Err(Refusal::new(clause, "there is no room in the city: one LD a level")),
            room => Ok(room),
        }
    }

    /// Who of a stack may go into the city of its province, and who then stays.
    pub(super) fn ways_inside(
        &self,
        rules: &GameRules,
        side: Side,
        troops: &Troops,
    ) -> impl Iterator<Item = (Roster, Roster)> {
        let room = self.may_garrison(rules, side, troops).unwrap_or(0);
        let (inside, parts) = match room {
            0 => (None, Vec::new()),
            _ => (self.garrison(troops.at), troops.roster.parts(rules)),
        };
        let inside = inside.map(|index| self.troops[index].roster);
        parts.into_iter().filter(move |(goes, _)| {
            goes.ld_count() <= room
                && inside.is_none_or(|inside| inside.joined(goes, rules).is_some())
                && self.may_set_out(rules, side, goes).is_ok()
        })
    }

    /// The same with and without their leaders.
    pub(super) fn garrison_parts(&self, rules: &GameRules, side: Side, troops: &Troops) -> Vec<Part> {
        self.parts_under_leaders(rules, troops, self.ways_inside(rules, side, troops).collect(), false)
    }

    /// What of a stack goes into the city.
    pub(super) fn pick_garrison(
        self,
        impulse: Impulse,
        index: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let parts = self.garrison_parts(rules, impulse.side, &self.troops[usize::from(index)]);
        let parts: Vec<Told<'_>> = parts.into_iter().map(|part| part.told(rules)).collect();
        let asking = Asking::of(impulse.side, rule!("SIEGE-h"), Asks::WhoGoesIntoTheCity);
        let part = ump.choose(asking, &parts)?.part;
        self.enter_city(impulse, index, part, rules, ump)
    }

    /// Part of a stack goes into the city; it does not come out again in this impulse.
    pub(super) fn enter_city(
        mut self,
        impulse: Impulse,
        index: u8,
        mut part: Part,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let whole = self.troops[usize::from(index)];
        self.pick_veterans(impulse.side, &whole.roster, (&mut part.goes, &mut part.stays), ump)?;
        let along = self.leaders_along(impulse.side, &whole, &part, rules, ump)?;
        let marching = self.take_part(usize::from(index), part, along);
        let troops = Troops { moved: true, ..marching.troops() };
        ump.explain(|| {
            let (goes, led) = (troops.roster.words(rules), led_by(rules, marching.leaders));
            Ruling::new(rule!("SIEGE-h"), format!("{goes}{led} goes into {}", city(rules, troops.at)))
        });
        self.go_inside(troops, marching.leaders, rules, ump)?;
        Ok(self.at_stage(Stage::Move(impulse)))
    }
}
