//! An inner procedure whose first side is the game's second: the umpire sees the sides the right way
//! round.

use grognard_umpire::{Asked, Asking, Choice, Clause, Dice, Orders, Ruling, Side, Umpire};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Hands questions on, with the sides exchanged where the inner first side is the game's second.
pub(super) struct Swap<'a, U> {
    pub(super) ump: &'a mut U,
    /// The game's side that is the inner first one.
    pub(super) first: Side,
}

impl<U> Swap<'_, U> {
    fn turn(&self, asking: Asking) -> Asking {
        match self.first {
            Side::First => asking,
            Side::Second => Asking { by: asking.by.map(Side::other), ..asking },
        }
    }
}

impl<U: Umpire> Umpire for Swap<'_, U> {
    fn throw<R: Clone + PartialEq>(
        &mut self,
        asking: Asking,
        dice: Dice,
        reading: impl Fn(u16) -> R,
    ) -> Asked<R> {
        let asking = self.turn(asking);
        self.ump.throw(asking, dice, reading)
    }

    fn decide(&mut self, choice: Choice<'_>) -> Asked<usize> {
        let asking = self.turn(choice.asking);
        self.ump.decide(Choice { asking, ..choice })
    }

    fn decide_together(&mut self, first: Choice<'_>, second: Choice<'_>) -> Asked<(usize, usize)> {
        let one = Choice { asking: self.turn(first.asking), ..first };
        let two = Choice { asking: self.turn(second.asking), ..second };
        match self.first {
            Side::First => self.ump.decide_together(one, two),
            Side::Second => self.ump.decide_together(two, one).map(|(i, j)| (j, i)),
        }
    }

    fn listening(&self) -> bool {
        self.ump.listening()
    }

    fn hear(&mut self, ruling: Ruling) {
        self.ump.hear(ruling);
    }

    fn cite(&mut self, clause: Clause) {
        self.ump.cite(clause);
    }

    fn last_throw(&self) -> u16 {
        self.ump.last_throw()
    }

    fn order<O: Orders>(&mut self, asking: Asking, orders: &O) -> Asked<O::Order> {
        let asking = self.turn(asking);
        self.ump.order(asking, orders)
    }
}

/// The givens of an inner procedure: made from the state when it starts and kept so that they need not be
/// made again, but no part of the state.
pub(super) struct Given<T>(pub(super) Arc<T>);

impl<T> Clone for Given<T> {
    fn clone(&self) -> Self {
        Given(Arc::clone(&self.0))
    }
}

impl<T> PartialEq for Given<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T> Eq for Given<T> {}

impl<T> Hash for Given<T> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl<T> fmt::Debug for Given<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("givens")
    }
}
