//! A procedure inside another: a battle of a campaign, whose attacker may be either player.

use crate::ask::{Asked, Asking, Choice, Orders};
use crate::between::Between;
use crate::dice::Dice;
use crate::reveal::Reveal;
use crate::ruling::Ruling;
use crate::side::Side;
use crate::umpire::Umpire;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

/// The outer game's umpire as an inner procedure sees it: questions go to the right player, with the
/// sides exchanged where the inner first side is the game's second.
pub struct Swapped<'a, U> {
    ump: &'a mut U,
    first: Side,
}

impl<'a, U> Swapped<'a, U> {
    /// The umpire for an inner procedure whose first side is played by `first`.
    pub fn new(ump: &'a mut U, first: Side) -> Self {
        Swapped { ump, first }
    }
}

impl Asking {
    /// An inner procedure's question as the outer game puts it, and the other way round.
    #[inline]
    pub fn seated(self, first: Side) -> Asking {
        Asking { by: self.by.map(|side| side.seat(first)), ..self }
    }
}

impl<'a> Choice<'a> {
    /// An inner procedure's choice as the outer game puts it, and the other way round.
    pub fn seated(&self, first: Side) -> Choice<'a> {
        Choice { asking: self.asking.seated(first), ..*self }
    }
}

impl<U: Umpire> Between for Swapped<'_, U> {
    type Beyond = U;

    #[inline]
    fn beyond(&self) -> &U {
        self.ump
    }

    #[inline]
    fn beyond_mut(&mut self) -> &mut U {
        self.ump
    }

    #[inline]
    fn throw<R: Clone + PartialEq>(
        &mut self,
        asking: Asking,
        dice: Dice,
        reading: impl Fn(u16) -> R,
    ) -> Asked<R> {
        self.ump.throw(asking.seated(self.first), dice, reading)
    }

    fn decide(&mut self, choice: Choice<'_>) -> Asked<usize> {
        self.ump.decide(choice.seated(self.first))
    }

    fn decide_together(&mut self, first: Choice<'_>, second: Choice<'_>) -> Asked<(usize, usize)> {
        let (first, second) = (first.seated(self.first), second.seated(self.first));
        match self.first {
            Side::First => self.ump.decide_together(first, second),
            Side::Second => self.ump.decide_together(second, first).map(|(one, two)| (two, one)),
        }
    }

    fn order<O: Orders>(&mut self, asking: Asking, orders: &O) -> Asked<O::Order> {
        self.ump.order(asking.seated(self.first), orders)
    }

    fn hear(&mut self, ruling: Ruling) {
        let audience = ruling.audience.seated(self.first);
        self.ump.hear(Ruling { audience, ..ruling });
    }

    #[inline]
    fn reveal(&mut self, reveal: Reveal) {
        self.ump.reveal(reveal.seated(self.first));
    }

    /// The position of an inner procedure is none of the outer game's.
    #[inline]
    fn pose<P: Send + 'static>(&mut self, _position: impl FnOnce() -> P) {}

    /// What an inner procedure leaves open the outer game may read.
    #[inline]
    fn leaves_open(&self) -> bool {
        false
    }
}

/// The givens of an inner procedure. They follow from the outer state and are kept beside it only so that
/// they need not be made again: no part of what makes two states equal.
pub struct Given<T>(Arc<T>);

impl<T> Given<T> {
    /// Keeps these givens.
    pub fn new(givens: T) -> Self {
        Given(Arc::new(givens))
    }

    /// The givens for whoever keeps them longer.
    pub fn shared(&self) -> Arc<T> {
        Arc::clone(&self.0)
    }
}

impl<T> From<Arc<T>> for Given<T> {
    fn from(givens: Arc<T>) -> Self {
        Given(givens)
    }
}

impl<T> Deref for Given<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

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
