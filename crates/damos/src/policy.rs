//! The plain policy of a side nobody plays: it sets up as history did, keeps its rails and its units going,
//! advances on the objective if it is the first player and stands fast if it is the second. It looks at
//! nothing its side may not see. A real opponent is made elsewhere.

use crate::asks::Asks;
use crate::campaign::Campaign;
use crate::charts::Posture;
use crate::game::{Game, Mode, Phase};
use crate::unit::Units;
use grognard_board::Hex;
use grognard_umpire::{Choice, Offer, Side};
use std::cmp::Reverse;

/// What an enemy unit of unknown strength is taken for.
const UNKNOWN_STRENGTH: u8 = 4;

/// A choice, read by a side.
struct Reader<'a> {
    game: &'a Game,
    rules: &'a Campaign,
    choice: &'a Choice<'a>,
    side: Side,
}

impl Reader<'_> {
    fn keys(&self) -> impl Iterator<Item = (usize, String)> {
        (0..self.choice.options.count()).map(|index| (index, self.choice.options.key(index)))
    }

    fn find(&self, wanted: &str) -> Option<usize> {
        self.keys().find(|(_, key)| key == wanted).map(|(index, _)| index)
    }

    /// The hex that a key ends with.
    fn hex(&self, key: &str) -> Option<Hex> {
        key.rsplit([' ', '-']).next().and_then(|word| self.rules.board.read(word))
    }

    fn to_go(&self, hex: Hex) -> u8 {
        self.rules.board.distance(hex, self.rules.objective)
    }

    /// The option of a kind whose hex is nearest to the objective.
    fn foremost(&self, verb: &str) -> Option<usize> {
        self.keys()
            .filter(|(_, key)| key.starts_with(verb))
            .filter_map(|(index, key)| Some((self.to_go(self.hex(&key)?), index)))
            .min()
            .map(|(_, index)| index)
    }

    /// A unit that stands on the map, before those that would have to be rebuilt.
    fn on_the_map(&self) -> Option<usize> {
        let stands = |key: &str| self.rules.unit(key).is_some_and(|unit| self.game.hex_of(unit).is_some());
        self.keys().find(|(_, key)| stands(key)).map(|(index, _)| index)
    }

    fn enemies(&self, hex: Hex) -> u8 {
        self.game.force_at(self.rules, self.side.other(), hex).len()
    }

    /// Whether some units step into a hex: toward the objective, and into an enemy's with twice his
    /// strength at least, as far as it can be guessed.
    fn advances(&self, units: Units, from: Hex, to: Hex) -> bool {
        let steady = units.both(self.game.demoralized).is_empty();
        let enough = u16::from(self.game.strength_of(units))
            >= u16::from(self.enemies(to)) * u16::from(2 * UNKNOWN_STRENGTH);
        self.side == Side::First && steady && enough && self.to_go(to) < self.to_go(from)
    }

    /// The next force: one that can be rallied or has somewhere to go.
    fn next_force(&self) -> Option<usize> {
        let wants = |key: &str| {
            let mut words = key.split(' ').skip(1);
            let hex = words.next().and_then(|word| self.rules.board.read(word))?;
            let units: Units = words.next()?.split('+').filter_map(|key| self.rules.unit(key)).collect();
            let shaken = !units.both(self.game.demoralized).is_empty();
            let goes = self.rules.board.neighbours(hex).any(|(_, to)| self.advances(units, hex, to));
            (shaken || goes).then_some(hex)
        };
        self.keys()
            .filter(|(_, key)| key.starts_with("activate "))
            .find_map(|(index, key)| wants(&key).map(|_| index))
    }

    fn next_step(&self) -> Option<usize> {
        let Phase::Active(active) = self.game.phase else { return None };
        let steps = self
            .keys()
            .filter(|(_, key)| key.starts_with("move "))
            .filter_map(|(index, key)| Some((self.hex(&key)?, index)));
        if let Mode::GrandAssault { target } = active.mode {
            // An assault goes straight to its target.
            let step = steps.min_by_key(|(to, index)| (self.rules.board.distance(*to, target), *index));
            return step.map(|(_, index)| index);
        }
        steps
            .filter(|(to, _)| self.advances(active.units, active.at, *to))
            .min_by_key(|(to, index)| (self.to_go(*to), self.enemies(*to), *index))
            .map(|(_, index)| index)
    }

    /// The way to take losses that keeps most units alive and the weakest of them strongest, unpaid.
    fn gentlest(&self, left: &[u8]) -> usize {
        let value = |key: &str| {
            let (taken, paid) = key.split_once("+rp").unwrap_or((key, ""));
            let after: Vec<u8> = left
                .iter()
                .zip(taken.split('-'))
                .map(|(&strength, points)| strength.saturating_sub(points.parse().unwrap_or(0)))
                .collect();
            let alive = after.iter().filter(|&&strength| strength > 0).count();
            (paid.is_empty(), alive, after.into_iter().min())
        };
        self.keys().max_by_key(|(index, key)| (value(key), Reverse(*index))).map_or(0, |(index, _)| index)
    }

    fn losses(&self) -> usize {
        let left: Vec<u8> = match &self.game.phase {
            Phase::Combat(_, combat) => {
                combat.forces[self.side].fighters().iter().map(|fighter| fighter.strength).collect()
            }
            Phase::Wearing(_, unchecked, hex, _) => {
                let group = self.game.units_at(*hex).both(*unchecked);
                group.iter().map(|unit| self.game.strength(unit)).collect()
            }
            _ => Vec::new(),
        };
        self.gentlest(&left)
    }

    /// The weakest unit of a list.
    fn weakest(&self) -> usize {
        let strength = |key: &str| self.rules.unit(key).map_or(u8::MAX, |unit| self.game.strength(unit));
        self.keys().min_by_key(|(index, key)| (strength(key), *index)).map_or(0, |(index, _)| index)
    }

    /// Back as far as may be, and away from friends who would catch the panic.
    fn way_back(&self) -> usize {
        let value = |key: &str| {
            let friends = self.hex(key).map_or(0, |hex| self.game.force_at(self.rules, self.side, hex).len());
            (Reverse(friends), key.len())
        };
        self.keys().max_by_key(|(index, key)| (value(key), Reverse(*index))).map_or(0, |(index, _)| index)
    }

    fn low_die(&self) -> usize {
        let face = |key: &str| key.strip_prefix("reroll-").and_then(|face| face.parse::<u8>().ok());
        self.keys()
            .filter_map(|(index, key)| Some((face(&key)?, index)))
            .filter(|(face, _)| *face <= 3)
            .min()
            .map_or(0, |(_, index)| index)
    }

    fn pick(&self) -> usize {
        let first = |list: &[Option<usize>]| list.iter().find_map(|&index| index).unwrap_or(0);
        match Asks::of(self.choice.asking.topic) {
            Some(Asks::SetUp) => first(&[self.find("historical"), self.find("end set-up")]),
            Some(Asks::ReinforcementsAndReplacements) => {
                first(&[self.foremost("place "), self.find("replace"), self.find("end reinforcements")])
            }
            Some(Asks::WhichUnitTakesThePoint) => first(&[self.on_the_map()]),
            Some(Asks::AdvanceTheRailheads) => first(&[self.foremost("extend "), self.find("end rails")]),
            Some(Asks::WhichBranch) => first(&[self.foremost("")]),
            Some(Asks::StrategicMovement) => first(&[self.find("end strategic")]),
            Some(Asks::Operations) => {
                first(&[self.next_force(), self.find("end operations"), self.foremost("activate ")])
            }
            Some(Asks::OrderToTheActiveForce) => {
                first(&[self.find("rally"), self.next_step(), self.find("finish"), self.foremost("move ")])
            }
            Some(Asks::Exploit) => first(&[self.find("end exploitation")]),
            Some(Asks::AttackPlan) => first(&[self.find("standard-attack")]),
            Some(Asks::DefensivePosture) => first(&[self.find(&Posture::Steadfast.key())]),
            Some(Asks::CallTheAirUnit) => first(&[self.find("air")]),
            Some(Asks::ThrowOneDieAgain) => self.low_die(),
            Some(Asks::TakeLosses | Asks::TakeAttrition) => self.losses(),
            Some(Asks::WhoIsTooMany | Asks::WhoStaysOutOfTheCombat) => self.weakest(),
            Some(Asks::RetreatAlong | Asks::WithdrawAlong) => self.way_back(),
            Some(Asks::HoldTheCity) => first(&[self.find("yes")]),
            _ => 0,
        }
    }
}

impl Game {
    /// The option the plain policy takes.
    pub(crate) fn by_policy(&self, rules: &Campaign, choice: &Choice<'_>) -> usize {
        let side = choice.asking.by.unwrap_or(self.phasing);
        Reader { game: self, rules, choice, side }.pick()
    }
}
