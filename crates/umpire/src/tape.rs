//! The umpire of the record: it answers from a tape and stops at the first question the tape does not
//! cover. Paused games, replays, worked examples and dice from a real table all run on it.

use crate::ask::{Asked, Asking, Choice, Kind, Offer, Offered, Openness, Orders, Question, Stopped};
use crate::clause::Clause;
use crate::dice::Dice;
use crate::reveal::Reveal;
use crate::ruling::{Refusal, Ruling, Thrown};
use crate::umpire::Umpire;
use std::any::Any;

/// An answer as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The faces thrown.
    Faces(Vec<u8>),
    /// The key of an option, or the text of an order.
    Key(String),
}

/// What a [`Tape`] found out about the questions it was asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keep {
    /// Only what is needed to stop and go on.
    Nothing,
    /// Rulings and citations.
    Account,
    /// Rulings, citations and every question, for the journal.
    Everything,
}

/// Answers from a record; see the module's words.
pub struct Tape<'a> {
    answers: &'a [Answer],
    used: usize,
    keep: Keep,
    /// The questions that found no answer: one, or two for a simultaneous choice.
    pub open: Vec<Question>,
    /// The answer that did not fit its question, with the reason.
    pub misfit: Option<Refusal>,
    /// The questions that were answered with the answers taken, orders in their canonical text, if they
    /// were to be kept; of what could be answered only the keys, as journals want them.
    pub asked: Vec<(Question, Answer)>,
    /// The rulings made.
    pub account: Vec<Ruling>,
    /// For each ruling, how many answers had been taken by then.
    pub heard: Vec<usize>,
    /// The clauses cited without words, in the order of citation.
    pub cited: Vec<Clause>,
    /// What became known, each with how many answers had been taken by then.
    pub revealed: Vec<(usize, Reveal)>,
    about: String,
    thrown: Vec<Thrown>,
    last: u16,
    poses: usize,
    wanted: usize,
    posed: Option<Box<dyn Any + Send>>,
}

impl<'a> Tape<'a> {
    /// A tape with these answers.
    pub fn new(answers: &'a [Answer], keep: Keep) -> Self {
        Tape {
            answers,
            used: 0,
            keep,
            open: Vec::new(),
            misfit: None,
            asked: Vec::new(),
            account: Vec::new(),
            heard: Vec::new(),
            cited: Vec::new(),
            revealed: Vec::new(),
            about: String::new(),
            thrown: Vec::new(),
            last: 0,
            poses: 0,
            wanted: 0,
            posed: None,
        }
    }

    /// The same tape, which keeps a position by its number although answers follow it: the last one before a
    /// question that comes after several others.
    #[must_use]
    pub fn keeping(mut self, pose: usize) -> Self {
        self.wanted = pose;
        self
    }

    /// How many positions were posed.
    pub fn poses(&self) -> usize {
        self.poses
    }

    /// The last position posed, if it was kept: where no answer followed it, or where it was asked for by its
    /// number.
    pub fn position(&mut self) -> Option<Box<dyn Any + Send>> {
        self.posed.take()
    }

    /// How many answers were taken from it.
    pub fn used(&self) -> usize {
        self.used
    }

    fn next(&mut self) -> Option<&'a Answer> {
        let answer = self.answers.get(self.used)?;
        self.used += 1;
        Some(answer)
    }

    fn stop_at(&mut self, question: Question) -> Stopped {
        self.open.push(question);
        Stopped
    }

    fn refuse<T>(&mut self, reason: Refusal) -> Asked<T> {
        self.misfit = Some(reason);
        Err(Stopped)
    }

    fn note(&mut self, note: impl FnOnce() -> (Question, Answer)) {
        if self.keep == Keep::Everything {
            self.asked.push(note());
        }
    }

    fn index_of(&mut self, choice: &Choice<'_>, answer: &Answer) -> Asked<usize> {
        let Answer::Key(key) = answer else {
            return self.refuse(Refusal::plain(format!(
                "dice were given where {} asks for a decision: {}",
                choice.asking.clause,
                choice.asking.words()
            )));
        };
        let found = (0..choice.options.count()).find(|&index| choice.options.key(index) == *key);
        match found {
            Some(index) => Ok(index),
            None => {
                let barred = (choice.barred)().into_iter().find(|barred| barred.key == *key);
                let refusal = barred.map_or_else(
                    || Refusal::plain(format!("`{key}` is not among {}", keys_of(choice).join(", "))),
                    |barred| barred.refusal,
                );
                self.refuse(refusal)
            }
        }
    }
}

fn keys_of(choice: &Choice<'_>) -> Vec<String> {
    (0..choice.options.count()).map(|index| choice.options.key(index)).collect()
}

fn question_of(choice: &Choice<'_>, about: String) -> Question {
    let list = choice.options;
    let offered = |index| Offered {
        key: list.key(index),
        words: list.words(index),
        targets: list.targets(index),
        cost: list.cost(index),
    };
    let options = (0..list.count()).map(offered).collect();
    Question {
        asking: choice.asking,
        about,
        kind: Kind::Choose { options, barred: (choice.barred)(), openness: choice.openness },
    }
}

/// A question that has its answer: nobody reads any more what its options said.
fn noted(choice: &Choice<'_>, about: String) -> Question {
    let key_alone = |key| Offered { key, words: String::new(), targets: Vec::new(), cost: None };
    let options = keys_of(choice).into_iter().map(key_alone).collect();
    let kind = Kind::Choose { options, barred: Vec::new(), openness: choice.openness };
    Question { asking: choice.asking, about, kind }
}

/// Whether faces can have been thrown with these dice.
///
/// # Errors
/// What is wrong with them and what would be right.
pub fn check_faces(dice: Dice, faces: &[u8]) -> Result<(), Refusal> {
    if faces.len() != usize::from(dice.count()) {
        return Err(Refusal::plain(format!("{dice} wants {} faces, not {}", dice.count(), faces.len())));
    }
    let (low, high) = (dice.die().lowest(), dice.die().highest());
    match faces.iter().find(|face| !(low..=high).contains(face)) {
        Some(face) => Err(Refusal::plain(format!("{face} is not on the die: {dice} shows {low} to {high}"))),
        None => Ok(()),
    }
}

impl Umpire for Tape<'_> {
    fn throw<R: Clone + PartialEq>(
        &mut self,
        asking: Asking,
        dice: Dice,
        reading: impl Fn(u16) -> R,
    ) -> Asked<R> {
        let about = std::mem::take(&mut self.about);
        let question = || Question { asking, about, kind: Kind::Roll(dice) };
        let Some(answer) = self.next() else { return Err(self.stop_at(question())) };
        let Answer::Faces(faces) = answer else {
            return self.refuse(Refusal::plain(format!(
                "a decision was given where {} asks for {dice}: {}",
                asking.clause,
                asking.words()
            )));
        };
        if let Err(refusal) = check_faces(dice, faces) {
            return self.refuse(refusal);
        }
        self.note(|| (question(), answer.clone()));
        let result = dice.read(faces);
        self.last = result;
        if self.keep != Keep::Nothing {
            self.thrown.push(Thrown { by: asking.by, dice: dice.to_string(), faces: faces.clone(), result });
        }
        Ok(reading(result))
    }

    fn decide(&mut self, choice: Choice<'_>) -> Asked<usize> {
        let about = std::mem::take(&mut self.about);
        let Some(answer) = self.next() else { return Err(self.stop_at(question_of(&choice, about))) };
        let index = self.index_of(&choice, answer)?;
        self.note(|| (noted(&choice, about), answer.clone()));
        Ok(index)
    }

    fn decide_together(&mut self, first: Choice<'_>, second: Choice<'_>) -> Asked<(usize, usize)> {
        let about = std::mem::take(&mut self.about);
        let (Some(one), Some(two)) = (self.next(), self.next()) else {
            // Whether one of the two has answered already is the session's business, not the rules'.
            self.open.push(question_of(&first, about.clone()));
            return Err(self.stop_at(question_of(&second, about)));
        };
        let i = self.index_of(&first, one)?;
        let j = self.index_of(&second, two)?;
        self.note(|| (noted(&first, about.clone()), one.clone()));
        self.note(|| (noted(&second, about), two.clone()));
        Ok((i, j))
    }

    fn listening(&self) -> bool {
        self.keep != Keep::Nothing
    }

    fn last_throw(&self) -> u16 {
        self.last
    }

    fn hear(&mut self, mut ruling: Ruling) {
        ruling.dice.append(&mut self.thrown);
        self.account.push(ruling);
        self.heard.push(self.used);
    }

    fn reveal(&mut self, reveal: Reveal) {
        self.revealed.push((self.used, reveal));
    }

    fn pose<P: Send + 'static>(&mut self, position: impl FnOnce() -> P) {
        self.poses += 1;
        let due = self.used == self.answers.len() || self.poses == self.wanted;
        self.posed = due.then(|| Box::new(position()) as Box<dyn Any + Send>);
    }

    fn preface(&mut self, about: String) {
        self.about = about;
    }

    fn cite(&mut self, clause: Clause) {
        if self.keep != Keep::Nothing {
            self.cited.push(clause);
        }
    }

    fn order<O: Orders>(&mut self, asking: Asking, orders: &O) -> Asked<O::Order> {
        let openness = orders.openness();
        let about = std::mem::take(&mut self.about);
        let grammar = orders.grammar();
        let question = |offers| Question { asking, about, kind: Kind::Order { offers, grammar, openness } };
        let Some(answer) = self.next() else {
            let offers = orders.offers().iter().map(Offered::of).collect();
            return Err(self.stop_at(question(offers)));
        };
        let Answer::Key(text) = answer else {
            return self.refuse(Refusal::plain(format!(
                "dice were given where an order is due: {}",
                asking.words()
            )));
        };
        match orders.check(text) {
            Ok(order) => {
                self.note(|| (question(Vec::new()), Answer::Key(order.key())));
                Ok(order)
            }
            Err(refusal) => self.refuse(refusal),
        }
    }
}

impl Kind {
    /// Whether an answer to this question must be kept from the other side.
    pub fn is_secret(&self) -> bool {
        match self {
            Kind::Choose { openness, .. } | Kind::Order { openness, .. } => *openness == Openness::Secret,
            Kind::Roll(_) => false,
        }
    }
}
