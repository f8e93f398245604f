//! Which readings decided something. While somebody listens, a step is gone through again with the same dice
//! and the same choices and one reading after the other turned round: a reading with which the step would
//! have come out otherwise is named in the account. No rule has to say it for itself, and none can forget to.

use crate::readings::{BEARING, Reach, Readings};
use grognard_umpire::{
    Asked, Asking, Barred, Between, Choice, Dice, Flow, List, Offer, Openness, Orders, Procedure, Ruling,
    Stopped, Umpire,
};

/// A procedure that goes by readings.
pub(crate) trait ByReadings: Procedure<Rules: Clone> {
    /// Which readings its own steps go by.
    const REACH: Reach;

    /// Carries a step out.
    fn carry_out(self, rules: &Self::Rules, ump: &mut impl Umpire) -> Flow<Self>;

    /// The readings of its rules.
    fn readings_of(rules: &mut Self::Rules) -> &mut Readings;
}

/// Carries a step out and names the readings that decided it.
pub(crate) fn step<P: ByReadings>(state: P, rules: &P::Rules, ump: &mut impl Umpire) -> Flow<P> {
    let before = ump.listening().then(|| state.clone());
    let mut noting = Noting { ump, answers: Vec::new() };
    let flow = state.carry_out(rules, &mut noting)?;
    let answers = noting.answers;
    if let Some(before) = before {
        for ruling in named(&before, rules, &answers, &flow) {
            ump.hear(ruling);
        }
    }
    Ok(flow)
}

type Went<P> = std::ops::ControlFlow<<P as Procedure>::End, P>;

/// The readings without which the step would have gone otherwise.
fn named<P: ByReadings>(before: &P, rules: &P::Rules, answers: &[Answered], went: &Went<P>) -> Vec<Ruling> {
    let mut rules = rules.clone();
    let in_force = *P::readings_of(&mut rules);
    let mut rulings = Vec::new();
    for bears in BEARING.iter().filter(|bears| bears.reaches(P::REACH)) {
        let word = bears.other(&in_force);
        let mut other = in_force;
        other.set(bears.key, word).expect("a word of its own");
        *P::readings_of(&mut rules) = other;
        let mut again = Again { answers: answers.iter() };
        let same = before.clone().carry_out(&rules, &mut again).is_ok_and(|again| again == *went);
        if !same {
            let (key, value) = (bears.key, in_force.get(bears.key).unwrap_or_default());
            let text = format!("reading {key}: {value}; {word} would have made a difference");
            rulings.push(Ruling::new(bears.switch().clause, text));
        }
    }
    rulings
}

/// What a question was answered with.
enum Answered {
    /// A die.
    Face(u16),
    /// One of several options.
    Option(Picked),
    /// One of several options by each side, at once.
    Together(Picked, Picked),
    /// An order.
    Order(String),
}

/// An option that was picked, among which.
#[derive(Clone, PartialEq, Eq)]
struct Picked {
    keys: Vec<String>,
    index: usize,
}

impl Picked {
    /// The same pick where the same options are on offer.
    fn among(&self, choice: &Choice<'_>) -> Asked<usize> {
        if keys(choice) == self.keys { Ok(self.index) } else { Err(Stopped) }
    }

    const fn is_no_choice(&self) -> bool {
        self.keys.len() == 1
    }
}

fn keys(choice: &Choice<'_>) -> Vec<String> {
    (0..choice.options.count()).map(|index| choice.options.key(index)).collect()
}

/// An umpire that notes the answers another gives, if anybody listens.
struct Noting<'a, U> {
    ump: &'a mut U,
    answers: Vec<Answered>,
}

/// A face with what was read off it.
#[derive(Clone, PartialEq)]
struct Face<R>(u16, R);

impl<U: Umpire> Between for Noting<'_, U> {
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
        if !self.ump.listening() {
            return self.ump.throw(asking, dice, reading);
        }
        let Face(face, read) = self.ump.throw(asking, dice, |face| Face(face, reading(face)))?;
        self.answers.push(Answered::Face(face));
        Ok(read)
    }

    fn decide(&mut self, choice: Choice<'_>) -> Asked<usize> {
        let keys = self.ump.listening().then(|| keys(&choice));
        let index = self.ump.decide(choice)?;
        self.answers.extend(keys.map(|keys| Answered::Option(Picked { keys, index })));
        Ok(index)
    }

    fn decide_together(&mut self, first: Choice<'_>, second: Choice<'_>) -> Asked<(usize, usize)> {
        let keys = self.ump.listening().then(|| (keys(&first), keys(&second)));
        let (one, two) = self.ump.decide_together(first, second)?;
        self.answers.extend(keys.map(|(first, second)| {
            Answered::Together(Picked { keys: first, index: one }, Picked { keys: second, index: two })
        }));
        Ok((one, two))
    }

    fn order<O: Orders>(&mut self, asking: Asking, orders: &O) -> Asked<O::Order> {
        let order = self.ump.order(asking, orders)?;
        if self.ump.listening() {
            self.answers.push(Answered::Order(order.key()));
        }
        Ok(order)
    }
}

/// An umpire that gives the same answers again, and stops where another question is put.
struct Again<'a> {
    answers: std::slice::Iter<'a, Answered>,
}

impl Umpire for Again<'_> {
    fn throw<R: Clone + PartialEq>(&mut self, _: Asking, _: Dice, reading: impl Fn(u16) -> R) -> Asked<R> {
        match self.answers.next() {
            Some(Answered::Face(face)) => Ok(reading(*face)),
            _ => Err(Stopped),
        }
    }

    fn decide(&mut self, choice: Choice<'_>) -> Asked<usize> {
        match self.answers.next() {
            Some(Answered::Option(picked)) => picked.among(&choice),
            // Asked together, but only one of them had anything to say.
            Some(Answered::Together(first, second)) if second.is_no_choice() => first.among(&choice),
            Some(Answered::Together(first, second)) if first.is_no_choice() => second.among(&choice),
            _ => Err(Stopped),
        }
    }

    fn decide_together(&mut self, first: Choice<'_>, second: Choice<'_>) -> Asked<(usize, usize)> {
        match self.answers.next() {
            Some(Answered::Together(one, two)) => Ok((one.among(&first)?, two.among(&second)?)),
            Some(Answered::Option(picked)) if second.options.count() == 1 => Ok((picked.among(&first)?, 0)),
            Some(Answered::Option(picked)) if first.options.count() == 1 => Ok((0, picked.among(&second)?)),
            _ => Err(Stopped),
        }
    }

    /// Another reading may leave nothing to choose from where this one left several things.
    fn choose_among<'a, T: Offer>(
        &mut self,
        asking: Asking,
        options: &'a [T],
        openness: Openness,
        barred: &dyn Fn() -> Vec<Barred>,
    ) -> Asked<&'a T> {
        match options {
            [] => Err(Stopped),
            [only] => Ok(only),
            _ => self
                .decide(Choice { asking, options: &List(options), openness, barred })
                .map(|index| &options[index]),
        }
    }

    fn order<O: Orders>(&mut self, _: Asking, orders: &O) -> Asked<O::Order> {
        match self.answers.next() {
            Some(Answered::Order(text)) => orders.check(text).map_err(|_| Stopped),
            _ => Err(Stopped),
        }
    }
}
