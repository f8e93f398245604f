//! The umpire of live play and sampling: real dice, and somebody who decides.

use crate::ask::{Asked, Asking, Choice};
use crate::dice::{Dice, Generator};
use crate::umpire::Umpire;
use std::any::Any;

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

/// Live play by somebody who looks before deciding: the position as it stands at the question.
pub struct Looking<'a, P, C> {
    /// Where the dice come from.
    pub dice: &'a mut Generator,
    /// The position: the state at the start of the step, and then whatever the rules pose.
    pub position: P,
    /// Who decides: the position and the choice in, the index of the option out.
    pub decide: C,
}

impl<P: 'static, C: FnMut(&P, &Choice<'_>, &mut Generator) -> usize> Umpire for Looking<'_, P, C> {
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

    fn decide(&mut self, choice: Choice<'_>) -> Asked<usize> {
        Ok((self.decide)(&self.position, &choice, self.dice))
    }

    fn decide_together(&mut self, first: Choice<'_>, second: Choice<'_>) -> Asked<(usize, usize)> {
        let one = (self.decide)(&self.position, &first, self.dice);
        Ok((one, (self.decide)(&self.position, &second, self.dice)))
    }

    fn pose<Q: Send + 'static>(&mut self, position: impl FnOnce() -> Q) {
        let posed: Box<dyn Any> = Box::new(position());
        if let Ok(posed) = posed.downcast::<P>() {
            self.position = *posed;
        }
    }
}

/// Decides anything at all, every option as likely: the player of fuzz tests and random games.
pub fn at_random(choice: &Choice<'_>, dice: &mut Generator) -> usize {
    dice.below(choice.options.count() as u32) as usize
}
