//! Fleets that must leave: beaten, evading, or driven from a port that has fallen. Each runs for one of the
//! nearest ports that can hold it, and pays the sea for the way.

use super::super::{Game, Post, Stage, Troops};
use super::gale::{Gale, Haven};
use super::{Anchorage, Goal, Sailing, Squadron};
use crate::asks::Asks;
use crate::fleet::Fleet;
use crate::title::GameRules;
use grognard_umpire::{Asked, Asking, Offer, Ruling, Side, Target, Umpire};

/// Fleets on the run, in the order in which they are asked for, and what comes afterwards.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(in crate::game) struct Flight {
    pub(in crate::game) due: Vec<Fleeing>,
    pub(in crate::game) then: Stage,
}

/// A fleet on the run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::game) struct Fleeing {
    pub(in crate::game) sailing: Sailing,
    pub(in crate::game) routed: bool,
    /// Whether it goes home in peace, without attrition.
    pub(in crate::game) in_peace: bool,
}

/// A port to run to.
#[derive(Clone, Copy)]
pub(in crate::game) struct Shelter<'a> {
    pub(super) port: u8,
    zones: u8,
    worst: i8,
    penalty: i8,
    rules: &'a GameRules,
}

/// A way to a zone: the zones entered, the worst difficulty and the special penalties met.
#[derive(Clone, Copy)]
struct Way {
    sea: u8,
    zones: u8,
    worst: i8,
    penalty: i8,
}

impl Shelter<'_> {
    /// Turns a fleet towards it.
    pub(super) fn set_course(&self, sailing: &mut Sailing) {
        sailing.goal = Goal::Port(self.port);
        sailing.zones += self.zones;
        sailing.worst = Some(self.worst);
        sailing.penalty += self.penalty;
    }
}

impl Offer for Shelter<'_> {
    fn key(&self) -> String {
        self.rules.provinces[usize::from(self.port)].id.clone()
    }
    fn words(&self) -> String {
        let zones = match self.zones {
            0 | 1 => String::new(),
            several => format!(", {several} zones"),
        };
        format!("to the port of {}{zones}", self.rules.place(self.port))
    }
    fn targets(&self) -> Vec<Target> {
        vec![self.rules.land(self.port)]
    }
}

impl Squadron {
    /// The same ships under way, under these admirals.
    pub(in crate::game) fn under_way(&self, leaders: u32) -> Sailing {
        Sailing {
            country: self.country,
            fleet: self.fleet,
            damaged: self.damaged,
            veteran: self.veteran,
            leaders,
            at: self.at,
            off: 0,
            forts: 0,
            zones: 0,
            worst: None,
            penalty: 0,
            aggressive: self.aggressive,
            cargo: None,
            intercepted: self.intercepted,
            hit: self.hit,
            feeds: self.feeds,
            goal: self.blockades.map_or(Goal::Open, Goal::Blockade),
            blockaded: self.blockades,
            barred: None,
        }
    }
}

impl Game {
    /// Sends fleets to port before going on.
    pub(in crate::game) fn flee(self, due: Vec<Fleeing>, then: Stage) -> Game {
        match due.is_empty() {
            true => self.at_stage(then),
            false => self.at_stage(Stage::Flight(Box::new(Flight { due, then }))),
        }
    }

    /// The nearest ports that can hold a fleet, with the way there.
    pub(in crate::game) fn shelters<'a>(
        &self,
        rules: &'a GameRules,
        side: Side,
        sailing: &Sailing,
    ) -> Vec<Shelter<'a>> {
        let fleet = sailing.fleet;
        // Nobody runs into a port that the enemy keeps closed, unless there is no other.
        let open = self.shelters_among(rules, side, sailing, fleet, true);
        let mut found = match open.is_empty() {
            true => self.shelters_among(rules, side, sailing, fleet, false),
            false => open,
        };
        if let Some(cargo) = sailing.cargo {
            let takes_in = |shelter: &Shelter<'_>| {
                self.has_room(rules, side, shelter.port, &cargo.march.roster)
                    && self.field(side.other(), shelter.port).is_none()
            };
            if found.iter().any(takes_in) {
                found.retain(takes_in);
            }
        }
        found
    }

    fn shelters_among<'a>(
        &self,
        rules: &'a GameRules,
        side: Side,
        sailing: &Sailing,
        fleet: Fleet,
        unblockaded: bool,
    ) -> Vec<Shelter<'a>> {
        let mut found: Vec<Shelter<'a>> = Vec::new();
        let mut nearest = None;
        for way in self.ways(rules, side, sailing, fleet) {
            if nearest.is_some_and(|nearest| way.zones > nearest) {
                break;
            }
            for &port in &rules.seas[usize::from(way.sea)].coast {
                let here = sailing.at == Anchorage::Port(port);
                let open = self.open_port(rules, side, sailing.country, fleet, port).is_ok()
                    && !(unblockaded && self.blockader(rules, port).is_some());
                if here || !open || found.iter().any(|shelter| shelter.port == port) {
                    continue;
                }
                nearest = Some(way.zones);
                let worst = way.worst.max(sailing.worst.unwrap_or(i8::MIN));
                found.push(Shelter { port, zones: way.zones, worst, penalty: way.penalty, rules });
            }
        }
        found
    }

    /// The zones a fleet can reach, nearest first: each over the easiest of the shortest ways.
    fn ways(&self, rules: &GameRules, side: Side, sailing: &Sailing, fleet: Fleet) -> Vec<Way> {
        let nation = &rules.nations[usize::from(sailing.country)];
        let zone = |sea: u8| &rules.seas[usize::from(sea)];
        let rough = |sea: u8| self.difficulty(rules, side, fleet, sea);
        let mut ways: Vec<Way> = match sailing.at {
            Anchorage::Sea(sea) => vec![Way { sea, zones: 0, worst: rough(sea), penalty: 0 }],
            Anchorage::Port(port) => {
                let seas = rules.provinces[usize::from(port)].seas.iter();
                let out = seas.filter(|&&sea| Game::may_sail(rules, nation, fleet, sea).is_ok());
                out.map(|&sea| Way { sea, zones: 1, worst: rough(sea), penalty: zone(sea).penalty }).collect()
            }
        };
        let mut next = 0;
        while next < ways.len() {
            let from = ways[next];
            next += 1;
            for &(sea, _) in &zone(from.sea).borders {
                if Game::may_sail(rules, nation, fleet, sea).is_err() {
                    continue;
                }
                let (worst, penalty) = (from.worst.max(rough(sea)), from.penalty + zone(sea).penalty);
                match ways.iter_mut().find(|way| way.sea == sea) {
                    None => ways.push(Way { sea, zones: from.zones + 1, worst, penalty }),
                    Some(way)
                        if way.zones == from.zones + 1 && (worst, penalty) < (way.worst, way.penalty) =>
                    {
                        (way.worst, way.penalty) = (worst, penalty);
                    }
                    Some(_) => {}
                }
            }
        }
        ways
    }

    /// The next fleet that must leave picks a port.
    pub(in crate::game) fn flight(
        mut self,
        mut flight: Box<Flight>,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let Some(&Fleeing { mut sailing, routed, in_peace }) = flight.due.first() else {
            return Ok(self.at_stage(flight.then));
        };
        let clause = rule!("NAVAL-m");
        let empty = sailing.is_lost();
        let side = self.flag(sailing.country).filter(|_| !empty);
        let shelters = side.map_or(Vec::new(), |side| self.shelters(rules, side, &sailing));
        let (Some(side), false) = (side, shelters.is_empty()) else {
            flight.due.remove(0);
            if !empty {
                ump.explain(|| {
                    let name = &rules.nations[usize::from(sailing.country)].name;
                    Ruling::new(clause, format!("{name}'s fleet has no port to go to and is lost"))
                });
            }
            // Without a port the enemy has the fleet and all aboard.
            if !empty && !in_peace {
                self.capture(sailing.all_leaders(), rules, ump);
            }
            self.get_away(sailing.all_leaders(), rules, ump);
            return Ok(self.at_stage(Stage::Flight(flight)));
        };
        let shelter = *ump.choose(Asking::of(side, clause, Asks::WhichPortTheFleetRunsTo), &shelters)?;
        flight.due.remove(0);
        shelter.set_course(&mut sailing);
        ump.explain(|| {
            let name = &rules.nations[usize::from(sailing.country)].name;
            Ruling::new(clause, format!("{name}'s fleet makes for {}", rules.place(shelter.port)))
        });
        let then = Haven::Flight(flight);
        let gale = match in_peace {
            true => Gale::calm(sailing, then),
            false => Gale::on_the_way(sailing, routed, then),
        };
        Ok(self.at_stage(Stage::Gale(Box::new(gale))))
    }

    /// A fleet on the run has come in, with whoever is left aboard.
    pub(in crate::game) fn reached_port(
        mut self,
        sailing: Sailing,
        flight: Box<Flight>,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let Goal::Port(port) = sailing.goal else { return Ok(self.at_stage(Stage::Flight(flight))) };
        if sailing.is_lost() {
            self.get_away(sailing.all_leaders(), rules, ump);
            return Ok(self.at_stage(Stage::Flight(flight)));
        }
        self.post_leaders(sailing.leaders, Post::At(port));
        // Whoever has been beaten or has slipped away intercepts nobody in this impulse.
        self.moor(rules, Squadron { at: Anchorage::Port(port), spent: true, ..sailing.squadron() });
        if let (Some(cargo), Some(side)) = (sailing.cargo, self.flag(sailing.country)) {
            // Whoever comes over the sea has not been standing about.
            let march = super::Marching { at: port, from: cargo.march.at, rested: 0, ..cargo.march };
            let room = self.has_room(rules, side, port, &march.roster);
            if room {
                self.post_leaders(march.leaders, Post::At(port));
                self.join(rules, Troops { moved: true, ..march.troops() }, ump)?;
            } else {
                ump.explain(|| {
                    let text = format!(
                        "{} aboard finds no room in {} and is lost",
                        march.stack(),
                        rules.place(port)
                    );
                    Ruling::new(rule!("STACK-b"), text)
                });
                self.get_away(march.leaders, rules, ump);
            }
        }
        Ok(self.at_stage(Stage::Flight(flight)))
    }

    /// Fleets of the enemy in a port that has fallen, and of countries that may lie there no longer.
    pub(in crate::game) fn driven_out(
        &mut self,
        rules: &GameRules,
        port: u8,
        in_peace: bool,
    ) -> Vec<Fleeing> {
        let control = self.control(port);
        let mut due = Vec::new();
        let mut index = 0;
        while index < self.squadrons.len() {
            let squadron = self.squadrons[index];
            if squadron.at != Anchorage::Port(port) || self.flag(squadron.country) == control {
                index += 1;
                continue;
            }
            self.squadrons.remove(index);
            let leaders = self.admirals_at(rules, squadron.country, squadron.at);
            due.push(Fleeing { sailing: squadron.under_way(leaders), routed: false, in_peace });
        }
        // Only a port of the enemy is blockaded.
        let allegiance = &self.allegiance;
        for squadron in self.squadrons.iter_mut().filter(|s| s.blockades == Some(port)) {
            let enemy = allegiance[usize::from(squadron.country)].map(Side::other);
            if control.is_none() || control != enemy {
                squadron.blockades = None;
            }
        }
        due
    }
}
