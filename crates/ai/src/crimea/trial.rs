//! Trials on copies of the battle, by the rules themselves.

use super::far;
use super::standing::{VICTORY, standing};
use grognard_board::table::Point;
use grognard_days_of_empire::Asks;
use grognard_days_of_empire::battle::campaign::Campaign;
use grognard_days_of_empire::battle::ids::UnitId;
use grognard_days_of_empire::battle::measured::Measured;
use grognard_days_of_empire::battle::state::Place;
use grognard_days_of_empire::battle::{Battle, Phase};
use grognard_days_of_empire::unit::Arm;
use grognard_umpire::{Asked, Asking, Choice, Dice, Generator, Orders, Procedure, Side, Stopped, Umpire};
use std::ops::ControlFlow::{Break, Continue};

/// A turn has at most so many steps left.
const STEPS_MAX: usize = 600;

/// What happens farther away than this, in mils, does not touch a charge: it is the reach of a charge and of a volley.
const NEIGHBOURHOOD: i64 = 14_000;

/// The part of a battle around some units: whoever is far away, and in no objective close by, is left out. What is to be
/// tried out takes a part of the time so, and is not lost among the dice of others.
pub(super) fn around(battle: &Battle<Measured>, rules: &Campaign, units: &[UnitId]) -> Battle<Measured> {
    let mut part = battle.clone();
    let now = &battle.now;
    let mut circles: Vec<(Point, i64)> =
        units.iter().map(|unit| (now.unit(*unit).pose.at, NEIGHBOURHOOD)).collect();
    // Who holds the objectives close by decides what the fight is worth.
    let goals = rules
        .objectives
        .iter()
        .filter(|goal| units.iter().any(|unit| far(now.unit(*unit).pose.at, goal.at) < NEIGHBOURHOOD));
    circles.extend(goals.map(|goal| (goal.at, i64::from(goal.radius.0) + 3_000)));
    for unit in now.all() {
        let state = now.unit(unit);
        let staff = now.profile(rules, unit).arm == Arm::Staff || now.riders(unit).next().is_some();
        let busy =
            now.is_locked(unit) || now.charges.iter().any(|one| one.charger == unit || one.target == unit);
        let near = circles.iter().any(|(middle, radius)| far(*middle, state.pose.at) < *radius);
        if state.place.is_on_table() && !staff && !busy && !near {
            part.now.unit_mut(unit).place = Place::OffBoard;
        }
    }
    part
}

/// A battle that is tried out for a side.
pub(super) struct Trial<'a> {
    pub(super) battle: &'a Battle<Measured>,
    pub(super) rules: &'a Campaign,
    pub(super) side: Side,
}

/// How many falls of the dice an answer is tried with, and from which on: the same ones for answers that are compared.
#[derive(Clone, Copy)]
pub(super) struct Tries {
    pub(super) from: u64,
    pub(super) count: u32,
}

/// Gives one answer where it is asked for; everybody else does the plainest thing.
struct Trying<'a> {
    side: Side,
    topic: Asks,
    text: &'a str,
    met: bool,
    dice: Generator,
}

impl Trying<'_> {
    fn is_asked(&self, asking: Asking) -> bool {
        !self.met && asking.by == Some(self.side) && Asks::of(asking.topic) == Some(self.topic)
    }
}

impl Umpire for Trying<'_> {
    fn throw<R: Clone + PartialEq>(&mut self, _: Asking, dice: Dice, reading: impl Fn(u16) -> R) -> Asked<R> {
        Ok(reading(dice.throw(|die| self.dice.face(die))))
    }

    fn decide(&mut self, choice: Choice<'_>) -> Asked<usize> {
        if self.is_asked(choice.asking) {
            let found = (0..choice.options.count()).find(|&index| choice.options.key(index) == self.text);
            self.met = true;
            return found.ok_or(Stopped);
        }
        // A square is what foot forms against horse, if it is asked.
        let square = |index: &usize| choice.options.key(*index).contains("square");
        Ok(match Asks::of(choice.asking.topic) {
            Some(Asks::ReactionToTheCharge) => (0..choice.options.count()).find(square).unwrap_or(0),
            _ => 0,
        })
    }

    fn decide_together(&mut self, first: Choice<'_>, second: Choice<'_>) -> Asked<(usize, usize)> {
        Ok((self.decide(first)?, self.decide(second)?))
    }

    fn order<O: Orders>(&mut self, asking: Asking, orders: &O) -> Asked<O::Order> {
        if self.is_asked(asking) {
            self.met = true;
            return orders.check(self.text).map_err(|_| Stopped);
        }
        for plain in ["all", "done"] {
            if let Ok(order) = orders.check(plain) {
                return Ok(order);
            }
        }
        orders.offers().into_iter().next().ok_or(Stopped)
    }
}

impl<'a> Trial<'a> {
    /// The battle after a move; nothing if the rules refuse it, or if it came to no move.
    pub(super) fn moved(&self, text: &str) -> Option<Battle<Measured>> {
        self.after(Asks::NextMove, text)
    }

    /// The battle after an order; nothing if the rules refuse it.
    pub(super) fn after(&self, topic: Asks, text: &str) -> Option<Battle<Measured>> {
        let mut trying = Trying { side: self.side, topic, text, met: false, dice: Generator::new(7) };
        match self.battle.clone().step(self.rules, &mut trying) {
            Ok(Continue(next)) if trying.met => Some(next),
            _ => None,
        }
    }

    /// What an answer is worth on average by the end of the turn, in hundredths of a point; nothing if it is never asked.
    pub(super) fn worth(&self, topic: Asks, text: &str, tries: Tries) -> Option<i64> {
        let (mut sum, mut met) = (0, 0);
        // A throw before the question may keep it from being asked: then other dice are tried. An order is asked for at
        // once, and refused always if it is refused once.
        let ordered = matches!(topic, Asks::NextMove | Asks::Charges);
        for seed in tries.from..tries.from + 3 * u64::from(tries.count) {
            let dice = Generator::new(seed * 7919 + 17);
            let mut trying = Trying { side: self.side, topic, text, met: false, dice };
            match self.played(&mut trying) {
                Some(worth) => {
                    sum += worth;
                    met += 1;
                }
                None if ordered => return None,
                None => {}
            }
            if met == tries.count {
                break;
            }
        }
        (met > 0).then(|| sum / i64::from(met))
    }

    fn played(&self, trying: &mut Trying<'_>) -> Option<i64> {
        let won = |winner: Option<Side>| match winner {
            Some(side) if side == self.side => VICTORY,
            Some(_) => -VICTORY,
            None => 0,
        };
        let mut battle = self.battle.clone();
        let turn = battle.now.turn;
        for number in 0..STEPS_MAX {
            match battle.step(self.rules, trying) {
                Ok(Continue(next)) => battle = next,
                Ok(Break(end)) => return trying.met.then(|| won(end.winner)),
                Err(Stopped) => return None,
            }
            if number == 0 && !trying.met {
                return None;
            }
            if battle.now.turn != turn || battle.phase == Phase::TurnEnd {
                break;
            }
        }
        Some(standing(&battle, self.rules, self.side))
    }
}
