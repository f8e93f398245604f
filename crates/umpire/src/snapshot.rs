//! Snapshots: how a game stood every so many entries, so that any past moment of a long one opens at once.
//!
//! They are a cache: a moment is the last snapshot before it and the entries since, carried out again. What was told by
//! then is the beginning of what is told later, unless it is taken back: where a choice is, or where the sides go back by
//! consent, the snapshots keep the account that was.

use crate::clause::Clause;
use crate::journal::Event;
use crate::procedure::Playable;
use crate::replay::Differs;
use crate::ruling::Ruling;
use crate::secret::Stage;
use crate::session::{Before, Phase, Session, Settled};
use crate::tape::Answer;
use std::sync::Arc;

/// A snapshot is taken when so many entries have come since the last.
pub(crate) const SNAPSHOT_EVERY: usize = 64;

/// Where the last one was taken back with a choice, the next is taken this many entries after it at the earliest: who
/// plays on and takes back by turns would have one for each.
const TAKEN_BACK_EVERY: usize = 16;

/// So many accounts that are told no more are kept. Each is as long as the game was, and taking back costs nothing: who
/// did it without end would fill the memory. Moments that lose their snapshot are carried out from an earlier one.
const GONE_MAX: usize = 32;

/// How a game stood after an entry.
pub(crate) struct Snapshot<P> {
    entries: usize,
    state: P,
    step_answers: Vec<Answer>,
    settled: Settled<P>,
    answers: usize,
    account: usize,
    cited: usize,
    revealed: usize,
    /// How far the secrets given by then had got.
    secrets: Vec<Stage>,
    /// What was told and answered, where that was taken back since or the sides have gone back.
    gone: Option<Arc<Gone>>,
    /// The last entry that it leads to, where a choice before it was taken back with the next.
    until: Option<usize>,
}

/// What was told and answered before something was taken back, or the sides went back.
pub(crate) struct Gone {
    account: Vec<Ruling>,
    cited: Vec<Clause>,
    answers: Vec<Answer>,
}

impl<P: Playable> Session<P> {
    /// Takes a snapshot if one is due and nothing lies on the table but the question. Choices that can still be taken
    /// back are no hindrance: some games go on for hundreds of entries without a die. Where one has just been taken back
    /// none is taken: it would go with the next.
    pub(crate) fn snap(&mut self) {
        let entries = self.journal.entries().len();
        let leads_on = |snapshot: &&Snapshot<P>| snapshot.until.is_none();
        let last = self.snapshots.iter().rev().find(leads_on).map_or(0, |snapshot| snapshot.entries);
        let last_of_all = self.snapshots.last().map_or(0, |snapshot| snapshot.entries);
        let last_event = self.journal.entries().last().map(|entry| &entry.event);
        let clear = !matches!(last_event, Some(Event::Undone { .. }))
            && self.sealed.iter().all(|(_, sealed)| sealed.is_none())
            && self.proposal.is_none()
            && self.closing.is_none()
            && matches!(self.phase, Phase::Waiting(_));
        if entries < (last + SNAPSHOT_EVERY).max(last_of_all + TAKEN_BACK_EVERY) || !clear {
            return;
        }
        self.snapshots.push(Snapshot {
            entries,
            state: self.state.clone(),
            step_answers: self.step_answers.clone(),
            settled: self.settled.clone(),
            answers: self.answers.len(),
            account: self.account.len(),
            cited: self.cited.len(),
            revealed: self.revealed.len(),
            secrets: self.secrets.stages(),
            gone: None,
            until: None,
        });
    }

    /// A choice is about to be taken back: what was told since is told no more, so that the snapshots since keep the
    /// account that was, for the moments until then.
    pub(crate) fn take_back_snapshots(&mut self, before: &Before<P>) {
        let after = |snapshot: &Snapshot<P>| snapshot.gone.is_none() && snapshot.answers > before.answers;
        if !self.snapshots.iter().any(after) {
            return;
        }
        let (gone, last) = (self.what_was_told(), self.journal.entries().len());
        for snapshot in self.snapshots.iter_mut().filter(|snapshot| after(snapshot)) {
            snapshot.gone = Some(Arc::clone(&gone));
            snapshot.until = Some(last);
        }
        self.forget_the_oldest_gone();
    }

    /// The sides go back: the snapshots keep what was told until now.
    pub(crate) fn keep_what_was_told(&mut self) {
        if self.snapshots.iter().all(|snapshot| snapshot.gone.is_some()) {
            return;
        }
        let gone = self.what_was_told();
        for snapshot in self.snapshots.iter_mut().filter(|snapshot| snapshot.gone.is_none()) {
            snapshot.gone = Some(Arc::clone(&gone));
        }
        self.forget_the_oldest_gone();
    }

    /// How many accounts that are told no more the snapshots keep.
    fn gone(&self) -> usize {
        // Those that were taken back or gone back from together stand side by side.
        let gone: Vec<_> = self.snapshots.iter().filter_map(|snapshot| snapshot.gone.as_ref()).collect();
        gone.chunk_by(|one, next| Arc::ptr_eq(one, next)).count()
    }

    fn forget_the_oldest_gone(&mut self) {
        while self.gone() > GONE_MAX {
            let Some(oldest) = self.snapshots.iter().find_map(|snapshot| snapshot.gone.clone()) else {
                return;
            };
            let kept = |snapshot: &Snapshot<P>| {
                snapshot.gone.as_ref().is_none_or(|gone| !Arc::ptr_eq(gone, &oldest))
            };
            self.snapshots.retain(kept);
        }
    }

    fn what_was_told(&self) -> Arc<Gone> {
        Arc::new(Gone {
            account: self.account.clone(),
            cited: self.cited.clone(),
            answers: self.answers.clone(),
        })
    }

    /// The game as it stood after an entry, for looking back. It is not to be played on: what could still be taken
    /// back at that moment may not be here.
    ///
    /// # Errors
    /// Where the entries since the last snapshot cannot be carried out again.
    pub fn at(&self, entry: usize) -> Result<Self, Differs> {
        let journal = self.journal.first(entry);
        let openings = [self.openings(), self.journal.openings()].concat();
        let leads_there = |snapshot: &&Snapshot<P>| {
            snapshot.entries <= entry && snapshot.until.is_none_or(|until| entry <= until)
        };
        match self.snapshots.iter().rev().find(leads_there) {
            None => Session::replay_at(&journal, &openings, self.start.clone(), Arc::clone(&self.rules)),
            Some(snapshot) => {
                let mut session = self.restored(snapshot);
                session.carry_on(&journal, &openings)?;
                Ok(session)
            }
        }
    }

    fn restored(&self, snapshot: &Snapshot<P>) -> Self {
        let (account, cited, answers) = match &snapshot.gone {
            Some(gone) => (&gone.account, &gone.cited, &gone.answers),
            None => (&self.account, &self.cited, &self.answers),
        };
        let mut session = Session {
            rules: Arc::clone(&self.rules),
            state: snapshot.state.clone(),
            position: None,
            step_answers: Vec::new(),
            sealed: Default::default(),
            phase: Phase::Waiting(Vec::new()),
            account: account[..snapshot.account].to_vec(),
            draft: Vec::new(),
            cited: cited[..snapshot.cited].to_vec(),
            revealed: self.revealed[..snapshot.revealed].to_vec(),
            secrets: self.secrets.as_of(&snapshot.secrets),
            journal: self.journal.first(snapshot.entries),
            before: Vec::new(),
            told: self.told[..=snapshot.entries].to_vec(),
            start: self.start.clone(),
            settled: snapshot.settled.clone(),
            // The answers of the step are given once more.
            answers: answers[..snapshot.answers - snapshot.step_answers.len()].to_vec(),
            snapshots: Vec::new(),
            proposal: None,
            closing: None,
        };
        let run = session.run(snapshot.step_answers.clone());
        session.take(run.unwrap_or_else(|refusal| unreachable!("{refusal}")));
        // What the step had made known was known.
        session.revealed.truncate(snapshot.revealed);
        session
    }
}
