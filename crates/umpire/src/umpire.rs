//! The umpire: whoever answers what the rules ask.

use crate::ask::{Asked, Asking, Barred, Choice, List, Offer, Openness, Orders};
use crate::clause::Clause;
use crate::dice::Dice;
use crate::reveal::Reveal;
use crate::ruling::Ruling;

fn nothing_barred() -> Vec<Barred> {
    Vec::new()
}

/// Answers questions, or stops the step by leaving one open.
///
/// Rules take `ump: &mut impl Umpire`. Every umpire thus gets its own copy of the rules' machine code,
/// in which whatever it does not need (words, accounts, citations) is compiled away; that is what lets
/// the same code be a chronicle for a reader and eight million battles a second for a sampler.
///
/// An umpire implements the first three methods; rules use the others.
pub trait Umpire {
    /// Throws dice and hands back what `reading` makes of the result.
    ///
    /// A rule asks for the least it needs: the reading (a table cell, a success) instead of the face.
    /// Results with equal readings are one branch to the odds, and the face is nobody's business but
    /// the account's.
    fn throw<R: Clone + PartialEq>(
        &mut self,
        asking: Asking,
        dice: Dice,
        reading: impl Fn(u16) -> R,
    ) -> Asked<R>;

    /// Puts a choice and hands back the index picked. A single option is only put where not asking would
    /// tell something.
    fn decide(&mut self, choice: Choice<'_>) -> Asked<usize>;

    /// Puts a choice to each side at once: neither learns the other's before making its own.
    fn decide_together(&mut self, first: Choice<'_>, second: Choice<'_>) -> Asked<(usize, usize)>;

    /// Whether anybody listens to rulings. Umpires that do not make the rules skip the words.
    #[inline]
    fn listening(&self) -> bool {
        false
    }

    /// Takes a ruling down.
    fn hear(&mut self, _ruling: Ruling) {}

    /// Notes a clause that is being carried out, for the coverage record and the tutor.
    #[inline]
    fn cite(&mut self, _clause: Clause) {}

    /// Explains what was just done. The closure only runs if somebody listens.
    #[inline]
    fn explain(&mut self, ruling: impl FnOnce() -> Ruling) {
        if self.listening() {
            self.hear(ruling());
        }
    }

    /// Says that something hidden becomes known here: whatever a side was not shown before and is from now
    /// on, in words, in its view, or by what it is asked. Choices from before cannot be taken back.
    #[inline]
    fn reveal(&mut self, _reveal: Reveal) {}

    /// Shows the position as it stands at the questions that follow, where a step asks after it has changed
    /// something: whoever looks or decides is handed this, and not the state the step began with. The closure
    /// only runs for an umpire whom somebody watches.
    ///
    /// What is under way in a step, a march half done, stands in local variables; the closure puts it where it
    /// can be looked at. Each question is shown with the last position posed before it.
    #[inline]
    fn pose<P: Send + 'static>(&mut self, _position: impl FnOnce() -> P) {}

    /// Takes down what the next question is about.
    fn preface(&mut self, _about: String) {}

    /// Says who and what the next question is about, where its options do not. The closure only runs if
    /// somebody listens.
    #[inline]
    fn about(&mut self, words: impl FnOnce() -> String) {
        if self.listening() {
            self.preface(words());
        }
    }

    /// Whether dice may be left unthrown that nothing but the end depends on: the odds know a shorter way to
    /// them (see [`Procedure::open_parts`](crate::Procedure::open_parts)).
    #[inline]
    fn leaves_open(&self) -> bool {
        false
    }

    /// The result of the last throw, for the account only: an umpire that does not listen does not
    /// say, and no rule may depend on it.
    #[inline]
    fn last_throw(&self) -> u16 {
        0
    }

    /// Explains what a throw came to, with its result at hand for the words.
    #[inline]
    fn explain_throw(&mut self, ruling: impl FnOnce(u16) -> Ruling) {
        if self.listening() {
            let result = self.last_throw();
            self.hear(ruling(result));
        }
    }

    /// Throws dice and hands back the plain result.
    #[inline]
    fn roll(&mut self, asking: Asking, dice: Dice) -> Asked<u16> {
        self.throw(asking, dice, |result| result)
    }

    /// Puts a choice to a side. A single option is no choice and is not asked.
    #[inline]
    fn choose<'a, T: Offer>(&mut self, asking: Asking, options: &'a [T]) -> Asked<&'a T> {
        self.choose_among(asking, options, Openness::Open, &nothing_barred)
    }

    /// Puts a choice whose outcome only the chooser knows until the rules reveal it.
    #[inline]
    fn choose_secretly<'a, T: Offer>(&mut self, asking: Asking, options: &'a [T]) -> Asked<&'a T> {
        self.choose_among(asking, options, Openness::Secret, &nothing_barred)
    }

    /// Puts a choice and says, to those who want to know, why other things are not on the list.
    #[inline]
    fn choose_among<'a, T: Offer>(
        &mut self,
        asking: Asking,
        options: &'a [T],
        openness: Openness,
        barred: &dyn Fn() -> Vec<Barred>,
    ) -> Asked<&'a T> {
        assert!(!options.is_empty(), "nothing to choose from: {} {}", asking.clause, asking.words());
        if options.len() == 1 {
            // Nothing is asked, and the next question is about something else.
            self.about(String::new);
            return Ok(&options[0]);
        }
        let index = self.decide(Choice { asking, options: &List(options), openness, barred })?;
        Ok(&options[index])
    }

    /// Puts a choice whose options follow from what the chooser hides. It is asked wherever `seeming`, the
    /// number of options that the other side has to reckon with, is more than one, even where a single option
    /// is left: being asked then tells nobody anything.
    #[inline]
    fn choose_seeming<'a, T: Offer>(
        &mut self,
        asking: Asking,
        options: &'a [T],
        openness: Openness,
        barred: &dyn Fn() -> Vec<Barred>,
        seeming: usize,
    ) -> Asked<&'a T> {
        if options.len() > 1 || seeming < 2 {
            return self.choose_among(asking, options, openness, barred);
        }
        assert!(!options.is_empty(), "nothing to choose from: {} {}", asking.clause, asking.words());
        let index = self.decide(Choice { asking, options: &List(options), openness, barred })?;
        Ok(&options[index])
    }

    /// Puts a choice to each side at once. It is asked of both even where one has a single option, so
    /// that a question does not give away what the other may do.
    #[inline]
    fn choose_together<'a, T: Offer, U: Offer>(
        &mut self,
        first: (Asking, &'a [T]),
        second: (Asking, &'a [U]),
    ) -> Asked<(&'a T, &'a U)> {
        self.choose_together_among((first.0, first.1, &nothing_barred), (second.0, second.1, &nothing_barred))
    }

    /// The same, and says to those who want to know why other things are not on their list.
    #[inline]
    fn choose_together_among<'a, T: Offer, U: Offer>(
        &mut self,
        first: (Asking, &'a [T], &dyn Fn() -> Vec<Barred>),
        second: (Asking, &'a [U], &dyn Fn() -> Vec<Barred>),
    ) -> Asked<(&'a T, &'a U)> {
        assert!(!first.1.is_empty() && !second.1.is_empty(), "nothing to choose from: {}", first.0.words());
        let (one, two) = (List(first.1), List(second.1));
        let secret = Openness::Secret;
        let (i, j) = self.decide_together(
            Choice { asking: first.0, options: &one, openness: secret, barred: first.2 },
            Choice { asking: second.0, options: &two, openness: secret, barred: second.2 },
        )?;
        Ok((&first.1[i], &second.1[j]))
    }

    /// Takes an order. Umpires that answer by number pick one of the offers; those that take text have
    /// it checked by the rules.
    fn order<O: Orders>(&mut self, asking: Asking, orders: &O) -> Asked<O::Order> {
        let offers = orders.offers();
        assert!(!offers.is_empty(), "no order is possible: {} {}", asking.clause, asking.words());
        let index = self.decide(Choice {
            asking,
            options: &List(&offers),
            openness: orders.openness(),
            barred: &nothing_barred,
        })?;
        Ok(offers[index].clone())
    }
}
