//! Where the beaten go: back where they came from, to a friendly neighbour, or into the city.

use super::battle::Then;
use super::garrison::Parting;
use super::reaction::city;
use super::roster::Roster;
use super::situation::led_by;
use super::targets;
use super::{Game, Impulse, Stage, Troops};
use crate::asks::Asks;
use crate::title::GameRules;
use grognard_umpire::{Asked, Asking, Offer, Ruling, Side, Target, Umpire};

/// Beaten stacks on their way.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Fallback {
    pub(super) impulse: Impulse,
    /// The field of battle.
    pub(super) at: u8,
    /// Stacks that must leave, with the leaders who go along and where they came from.
    pub(super) leaving: Vec<(Side, Troops, u32, u8)>,
    pub(super) then: Then,
    /// Whether the mover is among the beaten, so that its march is over.
    pub(super) over: bool,
    /// Whether both only go back where they came from, if they can.
    pub(super) back: bool,
}

/// How a beaten stack gets away: all of it, or part of it into the city first.
enum Way<'a> {
    To(Refuge<'a>),
    City(Parting<'a>),
}

impl Offer for Way<'_> {
    fn key(&self) -> String {
        match self {
            Way::To(refuge) => refuge.key(),
            Way::City(parting) => format!("city {}", parting.key()),
        }
    }
    fn words(&self) -> String {
        match self {
            Way::To(refuge) => refuge.words(),
            Way::City(parting) => parting.words("goes into the city"),
        }
    }
    fn targets(&self) -> Vec<Target> {
        match self {
            Way::To(refuge) => refuge.targets(),
            Way::City(_) => Vec::new(),
        }
    }
}

impl Fallback {
    /// The stack of a side that must leave.
    pub(super) fn of(&self, side: Side) -> Option<Troops> {
        self.leaving.iter().find(|leaving| leaving.0 == side).map(|leaving| leaving.1)
    }

    /// Leaves a side's stack with these counters. Hands back the leaders who have lost theirs.
    pub(super) fn reduce(&mut self, side: Side, kept: Roster) -> u32 {
        let Some(place) = self.leaving.iter().position(|leaving| leaving.0 == side) else { return 0 };
        if kept.is_empty() {
            return self.leaving.remove(place).2;
        }
        let troops = &mut self.leaving[place].1;
        *troops = troops.reduced(kept);
        0
    }
}

/// Where a beaten stack may go, or those of it who fight there.
#[derive(Clone, Copy)]
pub(super) struct Refuge<'a> {
    pub(super) at: u8,
    pub(super) inside: bool,
    name: &'a str,
    /// Who goes.
    pub(super) goes: Roster,
    /// Whether others of the stack do not fight there.
    partly: bool,
    rules: &'a GameRules,
}

impl Offer for Refuge<'_> {
    fn key(&self) -> String {
        match (self.inside, self.partly) {
            (true, _) => "city".to_owned(),
            (false, false) => self.name.to_owned(),
            (false, true) => format!("{} {}", self.name, self.goes.key(true, self.rules)),
        }
    }
    fn words(&self) -> String {
        match (self.inside, self.partly) {
            (true, _) => format!("into the city of {}", self.name),
            (false, false) => format!("to {}", self.rules.place(self.at)),
            (false, true) => {
                format!("to {}, {} only", self.rules.place(self.at), self.goes.words(self.rules))
            }
        }
    }
    fn targets(&self) -> Vec<Target> {
        match self.inside {
            true => vec![targets::city(self.name)],
            false => vec![self.rules.land(self.at)],
        }
    }
}

impl Game {
    /// Where a beaten stack may go: where it came from, a friendly neighbour, or the city.
    pub(super) fn refuges<'a>(
        &self,
        rules: &'a GameRules,
        side: Side,
        troops: &Troops,
        from: Option<u8>,
    ) -> Vec<Refuge<'a>> {
        let (at, whole) = (troops.at, troops.roster);
        let mut all = Vec::new();
        if self.fits_inside(rules, side, at, &whole) {
            let (inside, name) = (true, city(rules, at));
            all.push(Refuge { at, inside, name, goes: whole, partly: false, rules });
        }
        for &(to, _) in &rules.provinces[usize::from(at)].borders {
            let friendly = self.control(to) == Some(side) || (from == Some(to) && self.control(to).is_some());
            // Minors beyond their range are left behind, and look for a place of their own.
            let goes = whole.only(|country| rules.nations[usize::from(country)].fights_in(to));
            if friendly
                && !goes.is_empty()
                && self.field(side.other(), to).is_none()
                && self.has_room(rules, side, to, &goes)
            {
                let name = rules.provinces[usize::from(to)].id.as_str();
                let partly = goes != whole;
                all.push(Refuge { at: to, inside: false, name, goes, partly, rules });
            }
        }
        // Troops that came over the sea may go back aboard to where they came from.
        if let Some(home) = from.filter(|&home| home != at) {
            let bordering = rules.provinces[usize::from(at)].borders.iter().any(|(to, _)| *to == home);
            let open = self.control(home) == Some(side) && self.field(side.other(), home).is_none();
            if !bordering && open && self.has_room(rules, side, home, &whole) {
                let name = rules.provinces[usize::from(home)].id.as_str();
                all.push(Refuge { at: home, inside: false, name, goes: whole, partly: false, rules });
            }
        }
        all
    }

    /// Whoever must leave goes somewhere, or is lost.
    pub(super) fn fall_back(
        mut self,
        mut fallback: Box<Fallback>,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let Some(&(side, troops, leaders, from)) = fallback.leaving.first() else {
            let Fallback { impulse, at, .. } = *fallback;
            for side in Side::ALL {
                if self.field(side, at).is_some() {
                    self.scatter_leaders(side, at, rules, ump);
                }
            }
            return Ok(match fallback.then {
                Then::Battles => self.at_stage(Stage::Battles(impulse)),
                Then::MarchOn(_) if fallback.over => self.at_stage(Stage::Move(impulse)),
                Then::MarchOn(marching) if marching.helpers > 0 => {
                    self.at_stage(Stage::Disengage(impulse, marching))
                }
                Then::MarchOn(marching) => self.at_stage(Stage::Intercept(impulse, marching, 0)),
            });
        };
        let refuges = self.refuges(rules, side, &troops, Some(from));
        let origin = refuges.iter().position(|refuge| refuge.at == from && !refuge.inside && !refuge.partly);
        let (clause, ways) = match origin.filter(|_| fallback.back) {
            Some(origin) => (rule!("INTERCEPT-k"), vec![Way::To(refuges[origin])]),
            None => {
                let parts = self.partings_inside(rules, side, &troops, leaders).into_iter().map(Way::City);
                let ways = refuges.into_iter().map(Way::To).chain(parts).collect();
                (rule!("RETREAT-a"), ways)
            }
        };
        if ways.is_empty() {
            ump.explain(|| {
                let words = troops.roster.words(rules);
                Ruling::new(clause, format!("{words} has nowhere to go and lays down its arms"))
            });
            self.capture(leaders, rules, ump);
            fallback.leaving.remove(0);
            return Ok(self.at_stage(Stage::Fallback(fallback)));
        }
        let tell = |goes: &Roster, led: u32, inside: bool, to: u8| {
            let (into, place) = if inside { ("into", city(rules, to)) } else { ("to", rules.place(to)) };
            let (goes, led) = (goes.words(rules), led_by(rules, led));
            Ruling::new(clause, format!("{goes}{led} falls back {into} {place}"))
        };
        match *ump.choose(Asking::of(side, clause, Asks::RetreatTo), &ways)? {
            Way::City(parting) => {
                let parting = self.with_veterans(side, &troops, parting, ump)?;
                let (goes, stays) = parting.part(&troops);
                let along = self.go_along(side, &parting, leaders, rules, ump)?;
                fallback.leaving[0] = (side, stays, leaders & !along, from);
                ump.explain(|| tell(&goes.roster, along, true, goes.at));
                self.go_inside(goes, along, rules, ump)?;
            }
            Way::To(refuge) => {
                let left = troops.roster.without(&refuge.goes).unwrap_or_default();
                // Who has no men of his own among those who are left goes now.
                let along = match left.is_empty() {
                    true => leaders,
                    false => {
                        self.serving(rules, &refuge.goes, leaders)
                            | leaders & !self.serving(rules, &left, leaders)
                    }
                };
                match left.is_empty() {
                    true => drop(fallback.leaving.remove(0)),
                    false => fallback.leaving[0] = (side, troops.reduced(left), leaders & !along, from),
                }
                let troops = Troops { at: refuge.at, inside: refuge.inside, ..troops.reduced(refuge.goes) };
                self.post_leaders(along, Game::post_with(&troops));
                ump.explain(|| tell(&troops.roster, along, refuge.inside, refuge.at));
                self.join(rules, troops, ump)?;
            }
        }
        Ok(self.at_stage(Stage::Fallback(fallback)))
    }
}
