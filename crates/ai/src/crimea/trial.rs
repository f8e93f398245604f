//! Trials on copies of the battle, by the rules themselves.

use super::place::standing;
use super::plan::ahead;
use grognard_days_of_empire::Asks;
use grognard_days_of_empire::battle::campaign::Campaign;
use grognard_days_of_empire::battle::measured::Measured;
use grognard_days_of_empire::battle::{Battle, Phase};
use grognard_days_of_empire::title::outcome::When;
use grognard_umpire::{Asked, Asking, Choice, Dice, Generator, Orders, Procedure, Side, Stopped, Umpire};
use std::ops::ControlFlow::{Break, Continue};

/// A turn has at most so many steps left.
const STEPS_MAX: usize = 600;
/// What a won battle is worth, in hundredths of a point.
const VICTORY: i64 = 100_000;

/// A battle that is tried out for a side.
pub(super) struct Trial<'a> {
    pub(super) battle: &'a Battle<Measured>,
    pub(super) rules: &'a Campaign,
    pub(super) side: Side,
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
        let mut trying =
            Trying { side: self.side, topic: Asks::NextMove, text, met: false, dice: Generator::new(7) };
        match self.battle.clone().step(self.rules, &mut trying) {
            Ok(Continue(next)) if trying.met => Some(next),
            _ => None,
        }
    }

    /// What an answer is worth on average by the end of the turn, in hundredths of a point; nothing if it is never asked.
    pub(super) fn worth(&self, topic: Asks, text: &str, tries: u32) -> Option<i64> {
        let (mut sum, mut met) = (0, 0);
        // A throw before the question may keep it from being asked: then other dice are tried.
        for seed in 0..3 * u64::from(tries) {
            if met == tries {
                break;
            }
            let dice = Generator::new(seed * 7919 + 17);
            let mut trying = Trying { side: self.side, topic, text, met: false, dice };
            if let Some(worth) = self.played(&mut trying) {
                sum += worth;
                met += 1;
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
        // Objectives taken decide at once, or the more the nearer the end is.
        let now = won(ahead(&battle, self.rules, When::AnyTurn));
        let end = won(ahead(&battle, self.rules, When::End)) * i64::from(turn)
            / (20 * i64::from(self.rules.turns.max(1)));
        Some(standing(&battle.now, self.rules, self.side) + now + end)
    }
}
