//! An umpire that stands between the rules and another umpire.

use crate::ask::{Asked, Asking, Choice, Orders};
use crate::clause::Clause;
use crate::dice::Dice;
use crate::reveal::Reveal;
use crate::ruling::Ruling;
use crate::umpire::Umpire;

/// An umpire that passes on to another all that it does not change itself: it says what it changes, and can forget
/// nothing of the rest.
pub trait Between {
    /// The umpire beyond it.
    type Beyond: Umpire;

    /// The umpire beyond it.
    fn beyond(&self) -> &Self::Beyond;

    /// The umpire beyond it, to be asked.
    fn beyond_mut(&mut self) -> &mut Self::Beyond;

    /// See [`Umpire::throw`].
    ///
    /// # Errors
    /// As there.
    #[inline]
    fn throw<R: Clone + PartialEq>(
        &mut self,
        asking: Asking,
        dice: Dice,
        reading: impl Fn(u16) -> R,
    ) -> Asked<R> {
        self.beyond_mut().throw(asking, dice, reading)
    }

    /// See [`Umpire::decide`].
    ///
    /// # Errors
    /// As there.
    #[inline]
    fn decide(&mut self, choice: Choice<'_>) -> Asked<usize> {
        self.beyond_mut().decide(choice)
    }

    /// See [`Umpire::decide_together`].
    ///
    /// # Errors
    /// As there.
    #[inline]
    fn decide_together(&mut self, first: Choice<'_>, second: Choice<'_>) -> Asked<(usize, usize)> {
        self.beyond_mut().decide_together(first, second)
    }

    /// See [`Umpire::order`].
    ///
    /// # Errors
    /// As there.
    #[inline]
    fn order<O: Orders>(&mut self, asking: Asking, orders: &O) -> Asked<O::Order> {
        self.beyond_mut().order(asking, orders)
    }

    /// See [`Umpire::hear`].
    #[inline]
    fn hear(&mut self, ruling: Ruling) {
        self.beyond_mut().hear(ruling);
    }

    /// See [`Umpire::reveal`].
    #[inline]
    fn reveal(&mut self, reveal: Reveal) {
        self.beyond_mut().reveal(reveal);
    }

    /// See [`Umpire::pose`].
    #[inline]
    fn pose<P: Send + 'static>(&mut self, position: impl FnOnce() -> P) {
        self.beyond_mut().pose(position);
    }

    /// See [`Umpire::leaves_open`].
    #[inline]
    fn leaves_open(&self) -> bool {
        self.beyond().leaves_open()
    }
}

impl<B: Between> Umpire for B {
    #[inline]
    fn throw<R: Clone + PartialEq>(
        &mut self,
        asking: Asking,
        dice: Dice,
        reading: impl Fn(u16) -> R,
    ) -> Asked<R> {
        Between::throw(self, asking, dice, reading)
    }

    #[inline]
    fn decide(&mut self, choice: Choice<'_>) -> Asked<usize> {
        Between::decide(self, choice)
    }

    #[inline]
    fn decide_together(&mut self, first: Choice<'_>, second: Choice<'_>) -> Asked<(usize, usize)> {
        Between::decide_together(self, first, second)
    }

    #[inline]
    fn listening(&self) -> bool {
        self.beyond().listening()
    }

    #[inline]
    fn hear(&mut self, ruling: Ruling) {
        Between::hear(self, ruling);
    }

    #[inline]
    fn cite(&mut self, clause: Clause) {
        self.beyond_mut().cite(clause);
    }

    #[inline]
    fn reveal(&mut self, reveal: Reveal) {
        Between::reveal(self, reveal);
    }

    #[inline]
    fn pose<P: Send + 'static>(&mut self, position: impl FnOnce() -> P) {
        Between::pose(self, position);
    }

    #[inline]
    fn preface(&mut self, about: String) {
        self.beyond_mut().preface(about);
    }

    #[inline]
    fn leaves_open(&self) -> bool {
        Between::leaves_open(self)
    }

    #[inline]
    fn last_throw(&self) -> u16 {
        self.beyond().last_throw()
    }

    #[inline]
    fn order<O: Orders>(&mut self, asking: Asking, orders: &O) -> Asked<O::Order> {
        Between::order(self, asking, orders)
    }
}
