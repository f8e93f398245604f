//! A stored game carried out again, entry by entry, with every question checked on the way.
//!
//! What is never taken back runs in one go from one choice that is taken back to the next; what is taken back
//! is answered and taken back as it was in play, so that nothing a player could not take back passes here.

use crate::journal::{Event, Journal, question_line};
use crate::procedure::Playable;
use crate::session::Session;
use crate::side::{BySide, Side};
use crate::tape::Answer;
use std::fmt;
use std::sync::Arc;

/// A recorded answer.
struct Recorded {
    entry: usize,
    question: String,
    answer: Answer,
}

impl Recorded {
    fn differs(&self, asked: &str) -> Differs {
        Differs { entry: self.entry, recorded: self.question.clone(), asked: asked.to_owned() }
    }
}

impl<P: Playable> Session<P> {
    /// Opens a stored game: carries the journal out again and checks every question on the way.
    ///
    /// # Errors
    /// The number of the first entry that does not fit the rules.
    pub fn replay(journal: Journal, state: P, rules: Arc<P::Rules>) -> Result<Self, Differs> {
        let mut session = Session::start(state, rules, journal.header().clone());
        let single = singled_out(&journal)?;
        let mut batch: Vec<Recorded> = Vec::new();
        let mut sealed: BySide<Option<Recorded>> = BySide::default();
        for (index, entry) in journal.entries().iter().enumerate() {
            let number = index + 1;
            match &entry.event {
                Event::Answered { question, answer } => {
                    let (question, answer) = (question.clone(), answer.clone());
                    let recorded = Recorded { entry: number, question, answer };
                    match single[index] {
                        true => session.answer_recorded(&mut batch, &recorded)?,
                        false => batch.push(recorded),
                    }
                }
                Event::Sealed { by, question, key } => {
                    let (question, answer) = (question.clone(), Answer::Key(key.clone()));
                    let recorded = Recorded { entry: number, question, answer };
                    match single[index] {
                        true => session.answer_recorded(&mut batch, &recorded)?,
                        false => sealed[*by] = Some(recorded),
                    }
                    if sealed.first.is_some() && sealed.second.is_some() {
                        batch.extend(sealed.first.take());
                        batch.extend(sealed.second.take());
                    }
                }
                Event::Undone { by } => {
                    session.run_batch(&mut batch)?;
                    session.undo(*by).map_err(|refusal| Differs {
                        entry: number,
                        recorded: entry.event.line(),
                        asked: refusal.to_string(),
                    })?;
                }
            }
        }
        session.run_batch(&mut batch)?;
        session.set_journal(journal);
        Ok(session)
    }

    /// Gives one recorded answer as its side gave it.
    fn answer_recorded(&mut self, batch: &mut Vec<Recorded>, recorded: &Recorded) -> Result<(), Differs> {
        self.run_batch(batch)?;
        let by = side_of(&recorded.question);
        let question = by.and_then(|by| self.pending_for(by)).or(self.pending().first().copied());
        let line = question.map_or_else(|| "nothing".to_owned(), question_line);
        if line != recorded.question {
            return Err(recorded.differs(&line));
        }
        let (Some(by), Answer::Key(key)) = (by, &recorded.answer) else {
            return Err(recorded.differs(&line));
        };
        self.answer(by, key).map_err(|refusal| recorded.differs(&refusal.to_string()))?;
        Ok(())
    }

    /// Runs answers that are never taken back.
    fn run_batch(&mut self, batch: &mut Vec<Recorded>) -> Result<(), Differs> {
        // A game that asks nothing is over when it has started, and its last step is not told again.
        if batch.is_empty() {
            return Ok(());
        }
        let answers = std::mem::take(batch);
        self.run_on(answers.iter().map(|recorded| recorded.answer.clone()).collect(), |index, question| {
            let line = question_line(question);
            (line == answers[index].question).then_some(()).ok_or_else(|| answers[index].differs(&line))
        })
        .map_err(|(index, differs)| {
            differs.unwrap_or_else(|| {
                let at = answers.get(index).unwrap_or(&answers[answers.len() - 1]);
                at.differs("something that this answer does not fit")
            })
        })
    }
}

/// Which entries are answered one by one: those that are taken back later, and those that still may be.
fn singled_out(journal: &Journal) -> Result<Vec<bool>, Differs> {
    let mut single = vec![false; journal.entries().len()];
    // Choices since the last die, as far as they have not been taken back, and sealed ones.
    let mut choices: Vec<(usize, Side)> = Vec::new();
    let mut sealed: BySide<Option<usize>> = BySide::default();
    for (index, entry) in journal.entries().iter().enumerate() {
        match &entry.event {
            Event::Answered { answer: Answer::Faces(_), .. } => choices.clear(),
            Event::Answered { question, .. } => {
                let nobody = || Differs {
                    entry: index + 1,
                    recorded: question.clone(),
                    asked: "a choice of one of the sides".to_owned(),
                };
                choices.push((index, side_of(question).ok_or_else(nobody)?));
            }
            Event::Sealed { by, .. } => {
                sealed[*by] = Some(index);
                if sealed.first.is_some() && sealed.second.is_some() {
                    sealed = BySide::default();
                    choices.clear();
                }
            }
            Event::Undone { by } => {
                let last = sealed[*by].take().or_else(|| {
                    let (index, _) = choices.pop_if(|(_, side)| side == by)?;
                    Some(index)
                });
                let nothing = || Differs {
                    entry: index + 1,
                    recorded: entry.event.line(),
                    asked: "nothing that this side could take back".to_owned(),
                };
                single[last.ok_or_else(nothing)?] = true;
            }
        }
    }
    for (index, _) in choices {
        single[index] = true;
    }
    for index in [sealed.first, sealed.second].into_iter().flatten() {
        single[index] = true;
    }
    Ok(single)
}

/// Whose question a line records.
fn side_of(question: &str) -> Option<Side> {
    question.split(' ').next().and_then(Side::from_key)
}

/// A journal that the rules, carried out again, do not follow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Differs {
    /// The number of the first entry that differs.
    pub entry: usize,
    /// The question as recorded.
    pub recorded: String,
    /// The question the rules ask at that point, or why the recorded answer is refused.
    pub asked: String,
}

impl fmt::Display for Differs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "entry {}: recorded `{}`, but the rules ask `{}`", self.entry, self.recorded, self.asked)
    }
}

impl std::error::Error for Differs {}
