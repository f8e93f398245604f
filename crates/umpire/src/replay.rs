//! A stored game carried out again, entry by entry, with every question checked on the way.
//!
//! What is never taken back runs in one go from one choice that is taken back to the next; what is taken back
//! is answered and taken back as it was in play, so that nothing a player could not take back passes here.
//! Secret answers are answered with their openings, which stand further on in the journal or come from whoever
//! keeps them.

use crate::journal::{Entry, Event, Journal};
use crate::position::Start;
use crate::procedure::Playable;
use crate::secret::{Opening, Salt};
use crate::session::Session;
use crate::side::{BySide, Side};
use crate::snapshot::SNAPSHOT_EVERY;
use crate::table::{Proposal, REWINDS_MAX, stands_after};
use crate::tape::Answer;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// A recorded answer.
pub(crate) struct Recorded {
    entry: usize,
    question: String,
    answer: Answer,
}

impl Recorded {
    pub(crate) fn new(entry: usize, question: &str, answer: Answer) -> Recorded {
        Recorded { entry, question: question.to_owned(), answer }
    }

    pub(crate) fn differs(&self, asked: &str) -> Differs {
        Differs::asked(self.entry, &self.question, asked)
    }
}

/// Entries that are never taken back and not carried out yet.
#[derive(Default)]
struct Batch {
    answers: Vec<Recorded>,
    /// Each with how many of the answers are in after it.
    events: Vec<(Event, usize)>,
}

impl Batch {
    fn push(&mut self, event: &Event) {
        self.events.push((event.clone(), self.answers.len()));
    }
}

impl<P: Playable> Session<P> {
    /// Opens a stored game: carries the journal out again and checks every question on the way. Secret
    /// answers have to stand open in the journal.
    ///
    /// # Errors
    /// The number of the first entry that does not fit the rules.
    pub fn replay(journal: Journal, state: P, rules: Arc<P::Rules>) -> Result<Self, Differs> {
        Session::replay_with(&journal, &[], state, rules)
    }

    /// The same, with the openings of secret answers that are not in the journal yet.
    ///
    /// # Errors
    /// The number of the first entry that does not fit the rules, or that nobody has opened.
    pub fn replay_with(
        journal: &Journal,
        openings: &[Opening],
        state: P,
        rules: Arc<P::Rules>,
    ) -> Result<Self, Differs> {
        Session::replay_at(journal, openings, Start::from(state), rules)
    }

    /// The same for a game that was begun from a position.
    ///
    /// # Errors
    /// The number of the first entry that does not fit the rules, or that nobody has opened.
    pub fn replay_at(
        journal: &Journal,
        openings: &[Opening],
        start: Start<P>,
        rules: Arc<P::Rules>,
    ) -> Result<Self, Differs> {
        let mut session = Session::start_at(start, rules, journal.header().clone());
        session.carry_on(journal, openings)?;
        Ok(session)
    }

    /// Carries out the entries of a journal of which this game has the first ones already.
    pub(crate) fn carry_on(&mut self, journal: &Journal, openings: &[Opening]) -> Result<(), Differs> {
        let session = self;
        let known = session.journal().entries().len();
        let single = singled_out(journal)?;
        let kept = opened(journal, openings);
        let mut batch = Batch::default();
        let mut sealed: BySide<Option<Recorded>> = BySide::default();
        for (index, entry) in journal.entries().iter().enumerate().skip(known) {
            let (number, event) = (index + 1, &entry.event);
            match event {
                Event::Answered { question, answer } => {
                    let recorded = Recorded::new(number, question, answer.clone());
                    if single[index] {
                        session.run_batch(&mut batch)?;
                        session.answer_recorded(&recorded, None)?;
                    } else {
                        batch.answers.push(recorded);
                        batch.push(event);
                        if batch.answers.len() >= SNAPSHOT_EVERY
                            && sealed.iter().all(|(_, part)| part.is_none())
                        {
                            session.run_batch(&mut batch)?;
                        }
                    }
                }
                Event::Sealed { by, question, key } => {
                    let recorded = Recorded::new(number, question, Answer::Key(key.clone()));
                    if single[index] {
                        session.run_batch(&mut batch)?;
                        session.answer_recorded(&recorded, None)?;
                        continue;
                    }
                    sealed[*by] = Some(recorded);
                    if sealed.first.is_some() && sealed.second.is_some() {
                        batch.answers.extend(sealed.first.take());
                        batch.answers.extend(sealed.second.take());
                    }
                    batch.push(event);
                }
                event => {
                    session.run_batch(&mut batch)?;
                    session.carry_out(number, event, |commitment| {
                        let fits = |opening: &&Opening| opening.commitment() == commitment;
                        kept.get(&number).and_then(|list| list.iter().find(fits)).cloned()
                    })?;
                }
            }
        }
        session.run_batch(&mut batch)
    }

    /// Gives one recorded answer as its side gave it.
    pub(crate) fn answer_recorded(&mut self, recorded: &Recorded, salt: Option<Salt>) -> Result<(), Differs> {
        let by = side_of(&recorded.question);
        let question = by.and_then(|by| self.pending_for(by)).or(self.pending().first().copied());
        let line = question.map_or_else(|| "nothing".to_owned(), |question| self.line_of(question));
        if line != recorded.question {
            return Err(recorded.differs(&line));
        }
        let secret = question.is_some_and(|question| question.kind.is_secret());
        let (Some(by), Answer::Key(key)) = (by, &recorded.answer) else {
            return Err(recorded.differs(&line));
        };
        if salt.is_some() && !secret {
            return Err(recorded.differs("nothing in secret"));
        }
        let refused = |refusal: crate::ruling::Refusal| recorded.differs(&refusal.to_string());
        match salt {
            Some(salt) => drop(self.answer_salted(by, key, salt).map_err(refused)?),
            None => drop(self.answer(by, key).map_err(refused)?),
        }
        Ok(())
    }

    /// Runs answers that are never taken back.
    fn run_batch(&mut self, batch: &mut Batch) -> Result<(), Differs> {
        let Batch { answers, events } = std::mem::take(batch);
        // A game that asks nothing is over when it has started, and its last step is not told again.
        let before = self.account().len() + self.draft().len();
        let mut told = Vec::new();
        if !answers.is_empty() {
            let form = self.journal().header().form;
            let tape = answers.iter().map(|recorded| recorded.answer.clone()).collect();
            told = self
                .run_on(tape, |index, question, answer| {
                    let (line, recorded) = (crate::journal::question_line(form, question), &answers[index]);
                    let open = form == crate::header::Form::One || !question.kind.is_secret();
                    match line == recorded.question && *answer == recorded.answer && open {
                        true => Ok(()),
                        false => Err(recorded.differs(&line)),
                    }
                })
                .map_err(|(index, differs)| {
                    let at = answers.get(index).unwrap_or(&answers[answers.len() - 1]);
                    differs.unwrap_or_else(|| at.differs("something that this answer does not fit"))
                })?;
        }
        for (event, taken) in events {
            self.record_told(event, taken.checked_sub(1).map_or(before, |last| told[last]));
        }
        self.snap();
        Ok(())
    }
}

/// Which entries are answered one by one: those that are taken back later, and those that still may be.
fn singled_out(journal: &Journal) -> Result<Vec<bool>, Differs> {
    let mut single = vec![false; journal.entries().len()];
    // Choices since the last die, as far as they have not been taken back, and sealed ones.
    let mut choices: Vec<(usize, Side)> = Vec::new();
    let mut sealed: BySide<Option<usize>> = BySide::default();
    // How both stood after the entries that the sides ever proposed to go back to.
    let targets = |entry: &Entry| match entry.event {
        Event::Proposed { what: Proposal::Rewind(then), .. } => Some(then),
        _ => None,
    };
    let targets: Vec<usize> = journal.entries().iter().filter_map(targets).collect();
    let mut stood = BTreeMap::new();
    if targets.len() > REWINDS_MAX {
        let asked = format!("no more than {REWINDS_MAX} times to go back");
        return Err(Differs::asked(journal.entries().len(), "a proposal to go back", &asked));
    }
    let mut proposed = None;
    if targets.contains(&0) {
        stood.insert(0, (choices.clone(), sealed));
    }
    for (index, entry) in journal.entries().iter().enumerate() {
        match &entry.event {
            Event::Answered { answer: Answer::Faces(_), .. } => choices.clear(),
            Event::Answered { question, .. } => {
                let nobody = || Differs::asked(index + 1, question, "a choice of one of the sides");
                choices.push((index, side_of(question).ok_or_else(nobody)?));
            }
            Event::Secret { by, .. } => choices.push((index, *by)),
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
                let line = entry.event.line();
                let nothing = || Differs::asked(index + 1, &line, "nothing that this side could take back");
                single[last.ok_or_else(nothing)?] = true;
            }
            Event::Agreed { .. } => {
                if let Some(Proposal::Rewind(then)) = proposed
                    && let Some(then) = stood.get(&then)
                {
                    (choices, sealed) = then.clone();
                }
            }
            Event::Opened { .. }
            | Event::Nonce { .. }
            | Event::Seated { .. }
            | Event::Proposed { .. }
            | Event::Declined { .. }
            | Event::Resigned { .. }
            | Event::TimedOut { .. }
            | Event::BothTimedOut
            | Event::DiceSecret { .. } => {}
        }
        proposed = stands_after(&entry.event, proposed);
        if targets.contains(&(index + 1)) {
            stood.insert(index + 1, (choices.clone(), sealed));
        }
    }
    let left = choices.into_iter().map(|(index, _)| index);
    for index in left.chain([sealed.first, sealed.second].into_iter().flatten()) {
        single[index] = true;
    }
    Ok(single)
}

impl Journal {
    /// The secret answers that stand open in it: what a shorter part of it is carried out with.
    pub fn openings(&self) -> Vec<Opening> {
        let shown = |entry: &Entry| match &entry.event {
            Event::Opened { entry, salt, event } => {
                Some(Opening { entry: *entry, salt: *salt, event: (**event).clone() })
            }
            _ => None,
        };
        self.entries().iter().filter_map(shown).collect()
    }
}

/// The openings of a journal's secrets by their entries: those that stand in it and those that were kept.
fn opened(journal: &Journal, kept: &[Opening]) -> BTreeMap<usize, Vec<Opening>> {
    let mut list: BTreeMap<usize, Vec<Opening>> = BTreeMap::new();
    for opening in journal.openings().into_iter().chain(kept.iter().cloned()) {
        list.entry(opening.entry).or_default().push(opening);
    }
    list
}

/// Whose question a line records.
pub(crate) fn side_of(question: &str) -> Option<Side> {
    question.split(' ').next().and_then(Side::from_key)
}

/// A journal that the rules, carried out again, do not follow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Differs {
    /// The number of the first entry that differs.
    pub entry: usize,
    /// What is wrong with it.
    pub how: Difference,
}

/// How an entry differs from what the rules, carried out again, make of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Difference {
    /// The rules ask something else.
    Asked {
        /// The question as recorded.
        recorded: String,
        /// The question the rules ask at that point, or why the recorded answer is refused.
        asked: String,
    },
    /// It was played under a switch that its file no longer comes to.
    Switch {
        /// As it was played.
        played: String,
        /// As it is now.
        now: String,
    },
    /// The position that it was begun from cannot be read, and why.
    Position(String),
    /// A secret answer of this side's, of which nobody has the opening.
    Sealed(Side),
    /// It opens the secret of this entry with something else than was committed to there.
    Commitment(usize),
    /// It opens the secret of this entry, which the rules do not show at that point.
    NotDue(usize),
    /// It is not the next line of the journal.
    Line(String),
}

impl Differs {
    pub(crate) fn asked(entry: usize, recorded: &str, asked: &str) -> Differs {
        let how = Difference::Asked { recorded: recorded.to_owned(), asked: asked.to_owned() };
        Differs { entry, how }
    }
}

impl fmt::Display for Differs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Difference::Switch { played, now } = &self.how {
            return write!(
                f,
                "it was played with {played}, but its file comes to {now} here; write it into the file and begin anew"
            );
        }
        if let Difference::Position(problem) = &self.how {
            return write!(f, "the position that it was begun from: {problem}");
        }
        write!(f, "entry {}: ", self.entry)?;
        match &self.how {
            Difference::Switch { .. } | Difference::Position(_) => Ok(()),
            Difference::Asked { recorded, asked } => {
                write!(f, "recorded `{recorded}`, but the rules ask `{asked}`")
            }
            Difference::Sealed(side) => {
                write!(f, "a secret of the {side} side's, which cannot be carried out without its opening")
            }
            Difference::Commitment(entry) => {
                write!(f, "it opens entry {entry} with something else than was sealed there")
            }
            Difference::Line(reason) => f.write_str(reason),
            Difference::NotDue(entry) => {
                write!(f, "it opens entry {entry}, which the rules do not show at this point")
            }
        }
    }
}

impl std::error::Error for Differs {}
