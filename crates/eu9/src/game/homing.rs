//! Troops that look for a place on the map: minors' forces gathering, garrisons with war honours, stacks
//! whose host has left the war. Each goes where its owner says: a minor's own to any of its provinces, others
//! to one of the nearest with room.

use super::{Game, Post, Stage, Troops};
use crate::stack::Stack;
use crate::title::{Border, GameRules};
use grognard_umpire::{Asked, Asking, Clause, Offer, Ruling, Side, Umpire};

/// Troops without a place, in the order in which they are asked for, and what comes afterwards.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Homing {
    pub(super) due: Vec<Homeless>,
    pub(super) then: Stage,
}

/// A stack on its way to a place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Homeless {
    /// The troops, at the place from which the nearest is looked for.
    pub(super) troops: Troops,
    /// The leaders who go along, a bit each.
    pub(super) leaders: u32,
    pub(super) why: Why,
}

/// Why troops look for a place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Why {
    /// A minor's basic force, its form still to be picked.
    Basic,
    /// Troops of a minor gather.
    Gather,
    /// A minor has left the side.
    Sent,
    /// War honours.
    Honours,
}

impl Why {
    fn clause(self) -> Clause {
        match self {
            Why::Basic | Why::Gather | Why::Sent => rule!("ITALY-a"),
            Why::Honours => rule!("SIEGE-i"),
        }
    }

    fn what(self) -> &'static str {
        match self {
            Why::Basic | Why::Gather => "where troops gather",
            Why::Sent => "where troops go home to",
            Why::Honours => "where the garrison goes",
        }
    }
}

/// A province to go to.
struct Home<'a>(u8, &'a str);

impl Offer for Home<'_> {
    fn key(&self) -> String {
        self.1.to_owned()
    }
    fn words(&self) -> String {
        format!("to {}", self.1)
    }
}

impl Game {
    /// Sends troops to their places before going on.
    pub(super) fn send(self, due: Vec<Homeless>, then: Stage) -> Game {
        match due.is_empty() {
            true => self.at_stage(then),
            false => self.at_stage(Stage::Homing(Box::new(Homing { due, then }))),
        }
    }

    /// The next stack gets its form, or its place.
    pub(super) fn homing(mut self, homing: Homing, rules: &GameRules, ump: &mut impl Umpire) -> Asked<Game> {
        let Homing { mut due, then } = homing;
        let Homeless { mut troops, leaders, why } = due[0];
        let nation = &rules.nations[usize::from(troops.country)];
        let Some(side) = self.side_of(&troops) else {
            due.remove(0);
            return Ok(self.send(due, then));
        };
        if why == Why::Basic {
            let asking = Asking::of(side, why.clause(), "basic force");
            troops.stack = *ump.choose(asking, &nation.basic)?;
            troops.veterans = troops.stack.ld_count();
            due[0] = Homeless { troops, leaders, why: Why::Gather };
            return Ok(self.send(due, then));
        }
        let homes: Vec<Home<'_>> = self
            .homes(rules, side, &troops, why)
            .into_iter()
            .map(|at| Home(at, rules.provinces[usize::from(at)].id.as_str()))
            .collect();
        due.remove(0);
        if homes.is_empty() {
            ump.explain(|| {
                let text = format!("{} of {} finds no place and is lost", troops.stack, nation.name);
                Ruling::new(why.clause(), text)
            });
            self.post_leaders(leaders, Post::Away);
            return Ok(self.send(due, then));
        }
        let to = ump.choose(Asking::of(side, why.clause(), why.what()), &homes)?.0;
        ump.explain(|| {
            let verb = if why == Why::Gather { "gathers at" } else { "goes to" };
            let text = format!("{} of {} {verb} {}", troops.stack, nation.name, rules.place(to));
            Ruling::new(why.clause(), text)
        });
        self.post_leaders(leaders, Post::At(to));
        self.place(rules, Troops { at: to, came: (to, Border::None), ..troops });
        Ok(self.send(due, then))
    }

    /// Where troops may go: a minor's own anywhere in its provinces, others to the nearest; a minor driven
    /// from all its provinces too.
    fn homes(&self, rules: &GameRules, side: Side, troops: &Troops, why: Why) -> Vec<u8> {
        if why == Why::Gather {
            let own = |&at: &u8| {
                self.lands[usize::from(at)].owner == troops.country && self.fits(rules, side, at, troops)
            };
            let home = std::iter::once(troops.at);
            let others = (0..rules.provinces.len() as u8).filter(|&at| at != troops.at);
            let found: Vec<u8> = home.chain(others).filter(own).collect();
            if !found.is_empty() {
                return found;
            }
        }
        self.nearest_homes(rules, side, troops.at, troops)
    }

    fn fits(&self, rules: &GameRules, side: Side, at: u8, troops: &Troops) -> bool {
        self.control(at) == Some(side)
            && self.field(side.other(), at).is_none()
            && self.has_room(rules, side, at, troops.country, troops.stack)
    }

    /// The nearest provinces of a side with room for a stack: those the fewest borders away.
    fn nearest_homes(&self, rules: &GameRules, side: Side, at: u8, troops: &Troops) -> Vec<u8> {
        let mut seen = vec![false; rules.provinces.len()];
        seen[usize::from(at)] = true;
        let mut ring = vec![at];
        while !ring.is_empty() {
            let fit = |&here: &u8| self.fits(rules, side, here, troops);
            let found: Vec<u8> = ring.iter().copied().filter(fit).collect();
            if !found.is_empty() {
                return found;
            }
            let mut next = Vec::new();
            for &here in &ring {
                for &(to, _) in &rules.provinces[usize::from(here)].borders {
                    if !std::mem::replace(&mut seen[usize::from(to)], true) {
                        next.push(to);
                    }
                }
            }
            ring = next;
        }
        Vec::new()
    }

    /// Troops of a minor about to gather at home.
    fn at_home(country: u8, stack: Stack, rules: &GameRules) -> Troops {
        let home = rules.nations[usize::from(country)].home;
        Troops {
            at: home,
            inside: false,
            country,
            stack,
            veterans: 0,
            moved: false,
            spent: false,
            foraging: false,
            hungry: false,
            came: (home, Border::None),
        }
    }

    /// A minor's basic force is to gather.
    pub(super) fn basic_force(country: u8, rules: &GameRules) -> Option<Homeless> {
        let nation = &rules.nations[usize::from(country)];
        let any = nation.basic.iter().any(|stack| stack.counters() > 0);
        let troops = Game::at_home(country, Stack::default(), rules);
        any.then_some(Homeless { troops, leaders: 0, why: Why::Basic })
    }

    /// One LD more for a minor, up to its basic force and within stacking.
    pub(super) fn reinforcement(&self, country: u8, rules: &GameRules) -> Option<Homeless> {
        let nation = &rules.nations[usize::from(country)];
        let have: u8 = self.troops.iter().filter(|t| t.country == country).map(|t| t.stack.ld_count()).sum();
        let most = nation.basic.iter().map(|stack| stack.ld_count()).max().unwrap_or(0);
        if have >= most + nation.reinforcement {
            return None;
        }
        let troops = Game::at_home(country, Stack { ld: 1, ..Stack::default() }, rules);
        Some(Homeless { troops, leaders: 0, why: Why::Gather })
    }

    /// Troops that stand in the provinces of a country that is theirs no longer leave.
    pub(super) fn strays(&mut self, country: u8, rules: &GameRules) -> Vec<Homeless> {
        let astray = |game: &Game, t: &Troops| {
            game.lands[usize::from(t.at)].owner == country && game.control(t.at) != game.side_of(t)
        };
        let found: Vec<Troops> = self.troops.iter().filter(|t| astray(self, t)).copied().collect();
        self.troops.retain(|t| !found.contains(t));
        let homeless = |troops: &Troops| Homeless {
            leaders: self.leaders_at(rules, troops.country, troops.at),
            troops: Troops { inside: false, ..*troops },
            why: Why::Sent,
        };
        found.iter().map(homeless).collect()
    }
}
