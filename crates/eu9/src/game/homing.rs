//! Troops and ships that look for a place on the map: minors' forces gathering, garrisons with war honours,
//! stacks whose host has left the war. Each goes where its owner says: a minor's own to any of its provinces
//! or ports, others to one of the nearest with room.

use super::sea::Squadron;
use super::{Game, Post, Stage, Troops};
use crate::asks::Asks;
use crate::fleet::Fleet;
use crate::stack::Stack;
use crate::title::{Border, Force, GameRules};
use grognard_umpire::{Asked, Asking, Clause, Offer, Ruling, Side, Target, Umpire};

/// Troops without a place, in the order in which they are asked for, and what comes afterwards.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Homing {
    pub(super) due: Vec<Homeless>,
    pub(super) then: Stage,
}

/// A stack on its way to a place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Homeless {
    /// Whose; of a stack of several nations one of them.
    pub(super) country: u8,
    /// The troops, at the place from which the nearest is looked for.
    pub(super) troops: Troops,
    /// Ships instead of troops.
    pub(super) ships: Fleet,
    /// The leaders who go along, a bit each.
    pub(super) leaders: u32,
    pub(super) why: Why,
}

/// Why troops look for a place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Why {
    /// A minor's basic force, its form still to be picked.
    Basic,
    /// A minor's reinforcement, likewise.
    Reinforced,
    /// Troops or new ships of a minor gather.
    Gather,
    /// Ships of its basic force gather, which are veterans.
    Fitted,
    /// A minor has left the side.
    Sent,
    /// War honours.
    Honours,
    /// A siege was lifted.
    Lifted,
}

impl Why {
    fn clause(self) -> Clause {
        match self {
            Why::Basic | Why::Reinforced | Why::Gather | Why::Fitted | Why::Sent => rule!("ITALY-a"),
            Why::Honours => rule!("SIEGE-i"),
            Why::Lifted => rule!("SIEGE-h"),
        }
    }

    fn topic(self) -> Asks {
        match self {
            Why::Basic | Why::Reinforced | Why::Gather | Why::Fitted => Asks::WhereTroopsGather,
            Why::Sent => Asks::WhereTroopsGoHomeTo,
            Why::Honours => Asks::WhereTheGarrisonGoes,
            Why::Lifted => Asks::WhereTheBesiegerGoes,
        }
    }
}

/// A province to go to.
struct Home<'a>(u8, &'a GameRules);

impl Offer for Home<'_> {
    fn key(&self) -> String {
        self.1.provinces[usize::from(self.0)].id.clone()
    }
    fn words(&self) -> String {
        format!("to {}", self.1.place(self.0))
    }
    fn targets(&self) -> Vec<Target> {
        vec![self.1.land(self.0)]
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
        let Homeless { country, troops, ships, leaders, why } = due[0];
        let nation = &rules.nations[usize::from(country)];
        let Some(side) = self.flag(country) else {
            due.remove(0);
            return Ok(self.send(due, then));
        };
        if matches!(why, Why::Basic | Why::Reinforced) {
            let (forms, topic) = match why {
                Why::Basic => (nation.basic.clone(), Asks::BasicForce),
                _ => (self.reinforcements(country, rules), Asks::Reinforcement),
            };
            due.remove(0);
            if forms.is_empty() {
                return Ok(self.send(due, then));
            }
            let form = *ump.choose(Asking::of(side, why.clause(), topic), &forms)?;
            due.splice(0..0, Game::gathering(country, form, why == Why::Basic, rules));
            return Ok(self.send(due, then));
        }
        if !ships.is_empty() {
            due.remove(0);
            self.moor_at_home(side, country, ships, why == Why::Fitted, rules, ump)?;
            return Ok(self.send(due, then));
        }
        let homes: Vec<Home<'_>> =
            self.homes(rules, side, country, &troops, why).into_iter().map(|at| Home(at, rules)).collect();
        due.remove(0);
        if homes.is_empty() {
            ump.explain(|| {
                let text = format!("{} finds no place and is lost", troops.roster.words(rules));
                Ruling::new(why.clause(), text)
            });
            self.get_away(leaders, rules, ump);
            return Ok(self.send(due, then));
        }
        let to = ump.choose(Asking::of(side, why.clause(), why.topic()), &homes)?.0;
        ump.explain(|| {
            let verb = if why == Why::Gather { "gathers at" } else { "goes to" };
            let text = format!("{} {verb} {}", troops.roster.words(rules), rules.place(to));
            Ruling::new(why.clause(), text)
        });
        self.post_leaders(leaders, Post::At(to));
        self.join(rules, Troops { at: to, came: (to, Border::None), ..troops }, ump)?;
        Ok(self.send(due, then))
    }

    /// Where troops may go: a minor's own anywhere in its provinces, others to the nearest; a minor driven
    /// from all its provinces too.
    fn homes(&self, rules: &GameRules, side: Side, country: u8, troops: &Troops, why: Why) -> Vec<u8> {
        if why == Why::Gather {
            let own =
                |&at: &u8| self.lands[usize::from(at)].owner == country && self.fits(rules, side, at, troops);
            let home = std::iter::once(troops.at);
            let others = (0..rules.provinces.len() as u8).filter(|&at| at != troops.at);
            let found: Vec<u8> = home.chain(others).filter(own).collect();
            if !found.is_empty() {
                return found;
            }
        }
        // Nobody goes beyond the range of his country while there is a place within it.
        let near = self.nearest_homes(rules, side, troops, true);
        if near.is_empty() { self.nearest_homes(rules, side, troops, false) } else { near }
    }

    fn fits(&self, rules: &GameRules, side: Side, at: u8, troops: &Troops) -> bool {
        self.control(at) == Some(side)
            && self.field(side.other(), at).is_none()
            && self.has_room(rules, side, at, &troops.roster)
    }

    /// The nearest provinces of a side with room for a stack, in its range or anywhere: those the fewest borders
    /// away, or, from an island, the fewest sea zones.
    fn nearest_homes(&self, rules: &GameRules, side: Side, troops: &Troops, in_range: bool) -> Vec<u8> {
        let fit = |here: u8| {
            self.fits(rules, side, here, troops)
                && (!in_range || Game::fights_in(rules, &troops.roster, here).is_ok())
        };
        let at = troops.at;
        let mut seen = vec![false; rules.provinces.len()];
        seen[usize::from(at)] = true;
        let mut ring = vec![at];
        while !ring.is_empty() {
            let found: Vec<u8> = ring.iter().copied().filter(|&here| fit(here)).collect();
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
        Game::homes_overseas(rules, at, fit)
    }

    fn homes_overseas(rules: &GameRules, at: u8, fit: impl Fn(u8) -> bool) -> Vec<u8> {
        let mut seen = vec![false; rules.seas.len()];
        let mut ring = rules.provinces[usize::from(at)].seas.clone();
        while !ring.is_empty() {
            ring.iter().for_each(|&sea| seen[usize::from(sea)] = true);
            let coasts = ring.iter().flat_map(|&sea| &rules.seas[usize::from(sea)].coast);
            let mut found: Vec<u8> = coasts.copied().filter(|&here| fit(here)).collect();
            found.sort_unstable();
            found.dedup();
            if !found.is_empty() {
                return found;
            }
            let beyond = ring.iter().flat_map(|&sea| &rules.seas[usize::from(sea)].borders);
            let mut next: Vec<u8> =
                beyond.map(|&(sea, _)| sea).filter(|&sea| !seen[usize::from(sea)]).collect();
            next.sort_unstable();
            next.dedup();
            ring = next;
        }
        Vec::new()
    }

    /// New ships of a minor lie in one of its ports.
    fn moor_at_home(
        &mut self,
        side: Side,
        country: u8,
        ships: Fleet,
        veteran: bool,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let nation = &rules.nations[usize::from(country)];
        let fits = |at: &u8| {
            let inner = |&sea: &u8| Game::may_sail(rules, nation, ships, sea).is_ok();
            self.lands[usize::from(*at)].owner == country
                && rules.provinces[usize::from(*at)].seas.iter().any(inner)
                && self.open_port(rules, side, country, ships, *at).is_ok()
                && (veteran
                    || self.counters_left(country, Stack::default(), Some((*at, ships)), rules).is_ok())
        };
        let ports = (0..rules.provinces.len() as u8).filter(fits);
        let homes: Vec<Home<'_>> = ports.map(|at| Home(at, rules)).collect();
        let clause = rule!("ITALY-a");
        if homes.is_empty() {
            ump.explain(|| Ruling::new(clause, format!("{ships} of {} finds no port", nation.name)));
            return Ok(());
        }
        let port = ump.choose(Asking::of(side, clause, Asks::WhereShipsGather), &homes)?.0;
        self.moor(rules, Squadron::in_port(port, country, ships, veteran));
        ump.explain(|| {
            let text = format!("{ships} of {} gathers at {}", nation.name, rules.place(port));
            Ruling::new(clause, text)
        });
        Ok(())
    }

    /// Troops and ships of a minor about to gather at home.
    fn gathering(country: u8, force: Force, veteran: bool, rules: &GameRules) -> Vec<Homeless> {
        let home = rules.nations[usize::from(country)].home;
        let mut due = Vec::new();
        let always = rules.nations[usize::from(country)].always_veteran;
        let veterans = if veteran || always { force.stack.ld_count() } else { 0 };
        if force.stack.counters() > 0 {
            let troops = Troops::new(home, country, force.stack, veterans);
            let ships = Fleet::default();
            due.push(Homeless { country, troops, ships, leaders: 0, why: Why::Gather });
        }
        if !force.fleet.is_empty() {
            let troops = Troops::new(home, country, Stack::default(), 0);
            let why = if veteran { Why::Fitted } else { Why::Gather };
            due.push(Homeless { country, troops, ships: force.fleet, leaders: 0, why });
        }
        due
    }

    /// A minor's force is to be picked and to gather.
    fn mustering(country: u8, why: Why, rules: &GameRules) -> Homeless {
        let home = rules.nations[usize::from(country)].home;
        let troops = Troops::new(home, country, Stack::default(), 0);
        Homeless { country, troops, ships: Fleet::default(), leaders: 0, why }
    }

    /// A minor's basic force is to gather.
    pub(super) fn basic_force(country: u8, rules: &GameRules) -> Option<Homeless> {
        let any = !rules.nations[usize::from(country)].basic.is_empty();
        any.then(|| Game::mustering(country, Why::Basic, rules))
    }

    /// A minor's reinforcement is to gather.
    pub(super) fn reinforcement(country: u8, rules: &GameRules) -> Option<Homeless> {
        let any = !rules.nations[usize::from(country)].reinforcement.is_empty();
        any.then(|| Game::mustering(country, Why::Reinforced, rules))
    }

    /// The reinforcements a minor may have: as many counters as it has.
    fn reinforcements(&self, country: u8, rules: &GameRules) -> Vec<Force> {
        let nation = &rules.nations[usize::from(country)];
        let mut forms: Vec<Force> = Vec::new();
        for force in &nation.reinforcement {
            let stack = match self.counters_left(country, force.stack, None, rules).is_ok() {
                true => force.stack,
                false => Stack::default(),
            };
            let takes_in =
                |at: u8| self.counters_left(country, stack, Some((at, force.fleet)), rules).is_ok();
            let fleet = match force.fleet.is_empty() || !(0..rules.provinces.len() as u8).any(takes_in) {
                true => Fleet::default(),
                false => force.fleet,
            };
            let form = Force { stack, fleet };
            if form != Force::default() && !forms.contains(&form) {
                forms.push(form);
            }
        }
        forms
    }

    /// Troops that stand in the provinces of a country that is theirs no longer leave.
    pub(super) fn strays(&mut self, country: u8, rules: &GameRules) -> Vec<Homeless> {
        let astray = |game: &Game, t: &Troops| {
            game.lands[usize::from(t.at)].owner == country && game.control(t.at) != game.side_of(t)
        };
        let found: Vec<Troops> = self.troops.iter().filter(|t| astray(self, t)).copied().collect();
        self.troops.retain(|t| !found.contains(t));
        let homeless = |troops: &Troops| Homeless {
            country: troops.roster.first(),
            ships: Fleet::default(),
            leaders: self.followers(rules, troops),
            troops: Troops { inside: false, ..*troops },
            why: Why::Sent,
        };
        found.iter().map(homeless).collect()
    }
}
