//! Fleets on the board: where they lie, which ports are open to them, which ports they close.

mod battle;
mod docks;
mod flight;
pub(super) mod forms;
mod gale;
mod harbour;
mod intercept;
mod orders;
mod sailing;
mod transport;

pub(super) use battle::SeaClash;
pub(super) use flight::Flight;
pub(super) use forms::{fleet_key, joined};
pub(super) use gale::{Gale, Haven};
pub(super) use orders::{SeaOrder, SeaOrders};

use super::movement::Marching;
use super::{Game, Post};
use crate::fleet::Fleet;
use crate::power::NavalTechnology;
use crate::profile::AttritionPorts;
use crate::title::{GameRules, Nation};
use grognard_umpire::{Asked, Refusal, Side, Umpire};

/// Where a fleet lies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Anchorage {
    /// In the port of a province.
    Port(u8),
    /// In a sea zone.
    Sea(u8),
}

/// A sea stack: ships of one nation in a port or a sea zone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Squadron {
    /// Where.
    pub at: Anchorage,
    /// Whose.
    pub country: u8,
    /// The ships that can fight.
    pub fleet: Fleet,
    /// The ships that must be refitted first.
    pub damaged: Fleet,
    /// Whether most of them were kept from an earlier turn.
    pub veteran: bool,
    /// Whether it has moved in this impulse.
    pub moved: bool,
    /// Whether it has taken other counters in this impulse.
    pub formed: bool,
    /// Whether it has intercepted in this impulse without winning.
    pub spent: bool,
    /// Whether it has intercepted in this impulse: it does not evade then.
    pub intercepted: bool,
    /// Whether it has tried to intercept the fleet that is sailing now.
    pub tried: bool,
    /// Whether all its ships have rolled for attrition in this impulse.
    pub paid: bool,
    /// Whether it has acted aggressively in this impulse.
    pub aggressive: bool,
    /// Whether it has been asked about enemies in its zone in this impulse.
    pub asked: bool,
    /// Whether ships of it were damaged in this round.
    pub hit: bool,
    /// The province whose stack it feeds, until its side's next supply.
    pub feeds: Option<u8>,
    /// The port it blockades.
    pub blockades: Option<u8>,
}

impl Squadron {
    /// Ships in a port.
    pub(super) fn in_port(port: u8, country: u8, fleet: Fleet, veteran: bool) -> Squadron {
        Squadron {
            at: Anchorage::Port(port),
            country,
            fleet,
            damaged: Fleet::default(),
            veteran,
            moved: false,
            formed: false,
            spent: false,
            intercepted: false,
            tried: false,
            paid: false,
            aggressive: false,
            asked: false,
            hit: false,
            feeds: None,
            blockades: None,
        }
    }
}

/// Troops aboard.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Cargo {
    pub(super) march: Marching,
    /// Whether they went aboard in a controlled port that can hold the fleet.
    pub(super) from_port: bool,
    /// Whether they went aboard in a port that spares them attrition.
    pub(super) from_haven: bool,
}

/// What a voyage is about to end with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Goal {
    /// Nothing yet.
    Open,
    /// It stays where it is.
    Stay,
    /// The troops aboard go ashore.
    Land(u8),
    /// It enters a port.
    Port(u8),
    /// It blockades a port.
    Blockade(u8),
}

/// A fleet under way, taken off the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Sailing {
    pub(super) country: u8,
    pub(super) fleet: Fleet,
    pub(super) damaged: Fleet,
    pub(super) veteran: bool,
    /// The admirals aboard, a bit each.
    pub(super) leaders: u32,
    pub(super) at: Anchorage,
    /// How many zones it started from being next to a port of its own.
    pub(super) off: u8,
    /// Strait forts of the enemy's on the way there.
    pub(super) forts: u8,
    /// Zones entered.
    pub(super) zones: u8,
    /// The worst difficulty met, ports taken into account; none before the first zone.
    pub(super) worst: Option<i8>,
    pub(super) penalty: i8,
    pub(super) aggressive: bool,
    pub(super) cargo: Option<Cargo>,
    pub(super) goal: Goal,
    /// Whether it has intercepted in this impulse.
    pub(super) intercepted: bool,
    /// Whether ships of it were damaged in this round.
    pub(super) hit: bool,
    /// The province whose stack it feeds.
    pub(super) feeds: Option<u8>,
    /// The port it was blockading when it set out.
    pub(super) blockaded: Option<u8>,
    /// A port into which, or out of which, it did not get on this voyage, or the fort of a strait it did not pass.
    pub(super) barred: Option<u8>,
}

impl Sailing {
    /// Whether nothing is left of it.
    pub(super) fn is_lost(&self) -> bool {
        self.fleet.is_empty() && self.damaged.is_empty()
    }

    /// The admirals and the leaders of the troops aboard, a bit each.
    pub(super) fn all_leaders(&self) -> u32 {
        self.leaders | self.cargo.map_or(0, |cargo| cargo.march.leaders)
    }

    /// The same ships on the board again.
    pub(super) fn squadron(&self) -> Squadron {
        let blockades = match self.goal {
            Goal::Blockade(port) => Some(port),
            _ => None,
        };
        Squadron {
            at: self.at,
            country: self.country,
            fleet: self.fleet,
            damaged: self.damaged,
            veteran: self.veteran,
            moved: true,
            formed: false,
            spent: false,
            intercepted: self.intercepted,
            tried: false,
            paid: false,
            aggressive: self.aggressive,
            asked: false,
            hit: self.hit,
            feeds: self.feeds,
            blockades,
        }
    }
}

impl Game {
    /// The side of a fleet.
    pub(super) fn flag(&self, country: u8) -> Option<Side> {
        self.allegiance[usize::from(country)]
    }

    /// A country's naval technology this turn.
    pub(super) fn naval_technology(&self, rules: &GameRules, country: u8) -> NavalTechnology {
        rules.nations[usize::from(country)].ships[self.turn_index(rules)]
    }

    /// Whether a country's ships may be in a sea zone: galleys in their own seas, minors in their range.
    pub(super) fn may_sail(rules: &GameRules, nation: &Nation, fleet: Fleet, sea: u8) -> Result<(), Refusal> {
        if !nation.sails(sea) {
            return Err(Refusal::new(rule!("ITALY-j"), format!("{} does not sail there", nation.name)));
        }
        if fleet.galleys + fleet.galleasses > 0 && !rules.seas[usize::from(sea)].mediterranean {
            return Err(Refusal::new(rule!("LOGISTICS-b"), "galleys sail the Mediterranean only"));
        }
        Ok(())
    }

    /// Whether a port is open to a fleet of a side: controlled, large enough, and room in the stack there.
    pub(super) fn open_port(
        &self,
        rules: &GameRules,
        side: Side,
        country: u8,
        fleet: Fleet,
        port: u8,
    ) -> Result<(), Refusal> {
        let province = &rules.provinces[usize::from(port)];
        if self.control(port) != Some(side) {
            return Err(Refusal::new(rule!("MOVE-c"), format!("{} is not a port of yours", province.id)));
        }
        let there = self.squadron_at(Anchorage::Port(port), country);
        let all = match there {
            None => fleet,
            Some(index) => {
                let no_room = "there is no room in the sea stack that lies there";
                self.joined_at(rules, Anchorage::Port(port), country, self.squadrons[index].fleet, fleet)
                    .ok_or_else(|| Refusal::new(rule!("STACK-f"), no_room))?
            }
        };
        self.mooring(rules, country, all, port)
    }

    /// Two fleets of a country as one sea stack in a place, under counters that the place can hold.
    fn joined_at(
        &self,
        rules: &GameRules,
        at: Anchorage,
        country: u8,
        one: Fleet,
        other: Fleet,
    ) -> Option<Fleet> {
        let fits = |fleet: &Fleet| match at {
            Anchorage::Port(port) => self.mooring(rules, country, *fleet, port).is_ok(),
            Anchorage::Sea(_) => true,
        };
        let all = forms::sum(one, other);
        let other_forms = || forms::forms(rules, country, all, all.f_counters()).into_iter().find(fits);
        joined(rules, country, one, other).filter(fits).or_else(other_forms)
    }

    /// Whether a port can hold a country's fleet beside those of other countries that lie there.
    pub(super) fn mooring(
        &self,
        rules: &GameRules,
        country: u8,
        fleet: Fleet,
        port: u8,
    ) -> Result<(), Refusal> {
        let others = self.squadrons.iter().filter(|s| s.at == Anchorage::Port(port) && s.country != country);
        let beside: u8 = others.map(|s| s.fleet.f_counters()).sum();
        let counters = Fleet { f_minus: fleet.f_counters() + beside, ..Fleet::default() };
        // Loose ships find room in any port.
        let counters = if fleet.f_counters() == 0 { Fleet::default() } else { counters };
        rules.provinces[usize::from(port)].berths(counters)
    }

    /// The sea stack of a country in a place.
    pub(super) fn squadron_at(&self, at: Anchorage, country: u8) -> Option<usize> {
        self.squadrons.iter().position(|s| s.at == at && s.country == country)
    }

    /// Puts a fleet into a place, joining what its country has there.
    pub(super) fn moor(&mut self, rules: &GameRules, squadron: Squadron) {
        if squadron.fleet.is_empty() && squadron.damaged.is_empty() {
            return;
        }
        match self.squadron_at(squadron.at, squadron.country) {
            Some(index) => {
                let lies = self.squadrons[index].fleet;
                let all = self.joined_at(rules, squadron.at, squadron.country, lies, squadron.fleet);
                let there = &mut self.squadrons[index];
                let sizes = (there.fleet.size(), squadron.fleet.size());
                there.damaged = forms::sum(there.damaged, squadron.damaged);
                match all {
                    Some(fleet) => {
                        let most = there.fleet.f_counters() + squadron.fleet.f_counters();
                        there.fleet = fleet;
                        if fleet.f_counters() != most {
                            // Their counters do not fit side by side: the owner says which do.
                            self.unformed.push((squadron.at, squadron.country, most));
                        }
                    }
                    // Ships that find no room in the stack are laid up until there is some.
                    None => {
                        let ships = Fleet { f_plus: 0, f_minus: 0, ..squadron.fleet };
                        there.damaged = forms::sum(there.damaged, ships);
                    }
                }
                if sizes.1 > sizes.0 {
                    there.veteran = squadron.veteran;
                }
                there.moved |= squadron.moved;
                there.formed |= squadron.formed;
                there.spent |= squadron.spent;
                there.intercepted |= squadron.intercepted;
                there.paid &= squadron.paid;
                there.aggressive &= squadron.aggressive;
                there.asked &= squadron.asked;
                there.hit |= squadron.hit;
                there.feeds = there.feeds.or(squadron.feeds);
                there.blockades = squadron.blockades.or(there.blockades);
            }
            None => self.squadrons.push(squadron),
        }
        self.squadrons.sort_unstable();
    }

    /// The owner of two fleets that have come together picks their counters.
    pub(super) fn form_up(
        mut self,
        (at, country, most): (Anchorage, u8, u8),
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let (Some(index), Some(side)) = (self.squadron_at(at, country), self.flag(country)) else {
            return Ok(self);
        };
        let mut forms = forms::forms(rules, country, self.squadrons[index].fleet, most);
        if let Anchorage::Port(port) = at {
            forms.retain(|fleet| self.mooring(rules, country, *fleet, port).is_ok());
        }
        if let Some(fleet) = forms::pick(side, &forms, ump)? {
            self.squadrons[index].fleet = fleet;
            self.squadrons.sort_unstable();
        }
        Ok(self)
    }

    /// The admirals of a country in a place, a bit each.
    pub(super) fn admirals_at(&self, rules: &GameRules, country: u8, at: Anchorage) -> u32 {
        let post = Game::berth(at);
        (0..rules.leaders.len())
            .filter(|&index| {
                let leader = &rules.leaders[index];
                !leader.general && leader.country == country && self.posts[index] == post
            })
            .fold(0, |mask, index| mask | 1 << index)
    }

    /// Where the admirals of a fleet are.
    pub(super) fn berth(at: Anchorage) -> Post {
        match at {
            Anchorage::Port(port) => Post::At(port),
            Anchorage::Sea(sea) => Post::Afloat(sea),
        }
    }

    /// The admiral in command of some: the highest in rank.
    pub(super) fn flag_officer(rules: &GameRules, leaders: u32) -> Option<u8> {
        let all = (0..rules.leaders.len()).filter(|index| leaders & (1 << index) != 0);
        all.min_by_key(|&index| (rules.leaders[index].rank, index)).map(|index| index as u8)
    }

    /// MAN of whoever commands, 0 without anybody.
    pub(super) fn seamanship(rules: &GameRules, leaders: u32) -> i8 {
        Game::flag_officer(rules, leaders)
            .map_or(0, |leader| rules.leaders[usize::from(leader)].values.manoeuvre)
    }

    /// Whether a place is a port of a side that counts in attrition, and in the supply through a fleet.
    fn is_haven(&self, rules: &GameRules, side: Side, fleet: Fleet, at: u8) -> bool {
        let province = &rules.provinces[usize::from(at)];
        let serves = match rules.readings.attrition_ports {
            AttritionPorts::Any => province.is_port(),
            AttritionPorts::ThatHold => province.berths(fleet).is_ok(),
        };
        serves && self.control(at) == Some(side)
    }

    /// Whether a side has a port on a zone that helps a fleet in attrition.
    pub(super) fn has_port_on(&self, rules: &GameRules, side: Side, fleet: Fleet, sea: u8) -> bool {
        rules.seas[usize::from(sea)].coast.iter().any(|&at| self.is_haven(rules, side, fleet, at))
    }

    /// How many zones a fleet is from lying next to a port that helps it in attrition; more than the sea is wide if
    /// there is none.
    pub(super) fn off_port(&self, rules: &GameRules, side: Side, squadron: &Squadron, sea: u8) -> u8 {
        let (country, fleet) = (squadron.country, squadron.fleet);
        let way = self.way_to(rules, (country, side), fleet, sea, |at| self.is_haven(rules, side, fleet, at));
        way.map_or(rules.seas.len() as u8, |(zones, _)| zones)
    }

    /// The difficulty a zone counts with: less where the fleet's side has a port.
    pub(super) fn difficulty(&self, rules: &GameRules, side: Side, fleet: Fleet, sea: u8) -> i8 {
        let relief = if self.has_port_on(rules, side, fleet, sea) { rules.port_relief } else { 0 };
        rules.seas[usize::from(sea)].difficulty + relief
    }

    /// How many zones a fleet is from lying next to a port of its own that can hold it, and how many strait forts of
    /// the enemy's the shortest such way passes; more zones than the sea is wide if there is none.
    pub(super) fn supply_at_sea(
        &self,
        rules: &GameRules,
        side: Side,
        country: u8,
        fleet: Fleet,
        sea: u8,
    ) -> (u8, u8) {
        let held = |at: u8| self.control(at) == Some(side);
        self.way_to_port(rules, side, (country, fleet), sea, held).unwrap_or((rules.seas.len() as u8, 0))
    }

    /// The same to such ports only; none if it cannot get to one.
    pub(super) fn way_to_port(
        &self,
        rules: &GameRules,
        side: Side,
        (country, fleet): (u8, Fleet),
        sea: u8,
        port: impl Fn(u8) -> bool,
    ) -> Option<(u8, u8)> {
        let berths = |at: u8| port(at) && rules.provinces[usize::from(at)].berths(fleet).is_ok();
        self.way_to(rules, (country, side), fleet, sea, berths)
    }

    /// The same to the places of some kind.
    fn way_to(
        &self,
        rules: &GameRules,
        (country, side): (u8, Side),
        fleet: Fleet,
        sea: u8,
        place: impl Fn(u8) -> bool,
    ) -> Option<(u8, u8)> {
        let nation = &rules.nations[usize::from(country)];
        let beside = |sea: u8| rules.seas[usize::from(sea)].coast.iter().any(|&at| place(at));
        // Zone, distance, forts passed; in the order of their distance.
        let mut ways: Vec<(u8, u8, u8)> = vec![(sea, 0, 0)];
        let mut found: Option<(u8, u8)> = None;
        let mut next = 0;
        while next < ways.len() {
            let (from, zones, forts) = ways[next];
            next += 1;
            if found.is_some_and(|(nearest, _)| zones > nearest) {
                break;
            }
            if beside(from) {
                found = Some(found.map_or((zones, forts), |way| way.min((zones, forts))));
                continue;
            }
            for &(to, _) in &rules.seas[usize::from(from)].borders {
                if Game::may_sail(rules, nation, fleet, to).is_err() {
                    continue;
                }
                let forts = forts + u8::from(self.strait_fort(rules, side, from, to).is_some());
                match ways.iter_mut().find(|way| way.0 == to) {
                    None => ways.push((to, zones + 1, forts)),
                    Some(way) if way.1 == zones + 1 => way.2 = way.2.min(forts),
                    Some(_) => {}
                }
            }
        }
        found
    }

    /// Whether a fleet is large enough to blockade a place of some level.
    pub(super) fn can_blockade(rules: &GameRules, fleet: Fleet, level: u8) -> Result<(), Refusal> {
        let table = rules.charts.pages.table("blockade").expect("checked");
        let label = if level == 0 { "fort".to_owned() } else { level.to_string() };
        let need = table.row(&label).map_or("", |row| table.cell(row, 1).text());
        let fighting = fleet.nd() - fleet.transports;
        let least = rules.charts.words.blockade(level);
        let enough = !fleet.is_empty()
            && fleet.f_plus >= least.f_plus
            && fleet.f_counters() >= least.f
            && fighting >= least.nd;
        match enough {
            true => Ok(()),
            false => {
                let reason = format!("a fortress of level {level} is blockaded by at least {need}");
                Err(Refusal::new(rule!("SIEGE-k"), reason))
            }
        }
    }

    /// The fleet that keeps a port closed.
    pub(super) fn blockader(&self, rules: &GameRules, port: u8) -> Option<usize> {
        let control = self.control(port);
        let level = self.lands[usize::from(port)].level;
        self.squadrons.iter().position(|s| {
            s.blockades == Some(port)
                && self.flag(s.country).is_some()
                && self.flag(s.country) != control
                && Game::can_blockade(rules, s.fleet, level).is_ok()
        })
    }

    /// Whether a province lies on a zone.
    pub(super) fn on_coast(rules: &GameRules, at: u8, sea: u8) -> bool {
        rules.provinces[usize::from(at)].seas.contains(&sea)
    }
}
