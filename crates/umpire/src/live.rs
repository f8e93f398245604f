//! The umpire of live play and sampling: real dice, and somebody who decides.

use crate::ask::{Asked, Asking, Choice};
use crate::dice::{Dice, Generator};
use crate::umpire::Umpire;

/// Throws with a generator and puts every choice to a function. It never stops and never listens.
pub struct Live<'a, C> {
    /// Where the dice come from.
    pub dice: &'a mut Generator,
    /// Who decides: the choice in, the index of the option out.
    pub decide: C,
}

impl<C: FnMut(&Choice<'_>, &mut Generator) -> usize> Umpire for Live<'_, C> {
    #[inline]
    fn throw<R: Clone + PartialEq>(
        &mut self,
        _asking: Asking,
        dice: Dice,
        reading: impl Fn(u16) -> R,
    ) -> Asked<R> {
        let generator = &mut *self.dice;
        Ok(reading(dice.throw(|die| generator.face(die))))
    }

    #[inline]
    fn decide(&mut self, choice: Choice<'_>) -> Asked<usize> {
        Ok((self.decide)(&choice, self.dice))
    }

    #[inline]
    fn decide_together(&mut self, first: Choice<'_>, second: Choice<'_>) -> Asked<(usize, usize)> {
        Ok(((self.decide)(&first, self.dice), (self.decide)(&second, self.dice)))
    }
}

/// Decides anything at all, every option as likely: the player of fuzz tests and random games.
pub fn at_random(choice: &Choice<'_>, dice: &mut Generator) -> usize {
    dice.below(choice.options.count() as u32) as usize
}
