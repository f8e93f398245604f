//! A session: one game in progress, paused at its open questions. The one façade for the terminal, the
//! web, computer players and Python.

mod run;

use crate::ask::{Kind, Offered, Question};
use crate::clause::Clause;
use crate::dice::Generator;
use crate::fact::Fact;
use crate::header::{Form, Header, Seat};
use crate::journal::{Event, Journal, question_line};
use crate::position::{Position, Start};
use crate::procedure::Playable;
use crate::replay::Differs;
use crate::reveal::Reveal;
use crate::ruling::{Refusal, Ruling};
use crate::secret::{Entered, Opening, Salt, Secrets};
use crate::side::{BySide, Side};
use crate::snapshot::Snapshot;
use crate::table::{Closing, Proposal};
use crate::tape::Answer;
use std::sync::Arc;

/// Where a session stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Phase<E> {
    /// It waits for the answers to these: one question, or one to each side at once.
    Waiting(Vec<Question>),
    /// It is over.
    Ended(E),
}

/// What a choice looked like before it was made, so that it can be taken back.
pub(crate) struct Before<P> {
    by: Side,
    state: P,
    step_answers: Vec<Answer>,
    account: usize,
    cited: usize,
    /// How many entries the journal had.
    entries: usize,
    settled: Settled<P>,
    pub(crate) answers: usize,
}

/// The last settled state, and how many of the game's answers had been given by then.
pub(crate) struct Settled<P> {
    state: Arc<P>,
    answers: usize,
}

impl<P> Clone for Settled<P> {
    fn clone(&self) -> Self {
        Settled { state: Arc::clone(&self.state), answers: self.answers }
    }
}

/// A game in progress; see the module's words.
///
/// It holds the state at the start of the current step and the answers given since. Each new answer
/// runs the step again from there, which costs microseconds and means that a pause is nothing but
/// data.
pub struct Session<P: Playable> {
    pub(crate) rules: Arc<P::Rules>,
    pub(crate) state: P,
    /// The position at the open question, where the step has posed one.
    pub(crate) position: Option<P>,
    pub(crate) step_answers: Vec<Answer>,
    pub(crate) sealed: BySide<Option<String>>,
    pub(crate) phase: Phase<P::End>,
    pub(crate) account: Vec<Ruling>,
    pub(crate) draft: Vec<Ruling>,
    pub(crate) cited: Vec<Clause>,
    pub(crate) revealed: Vec<Reveal>,
    pub(crate) secrets: Secrets,
    pub(crate) journal: Journal,
    pub(crate) before: Vec<Before<P>>,
    /// How many rulings stood in the account and the draft after each entry; the first of them before any.
    pub(crate) told: Vec<usize>,
    /// Where it all began, to go back to.
    pub(crate) start: Start<P>,
    pub(crate) settled: Settled<P>,
    /// Every answer that has led here from the first settled state on.
    pub(crate) answers: Vec<Answer>,
    pub(crate) snapshots: Vec<Snapshot<P>>,
    pub(crate) proposal: Option<(Side, Proposal)>,
    pub(crate) closing: Option<Closing>,
}

/// What running a tape from the session's state came to.
pub(crate) struct Run<P: Playable> {
    state: P,
    position: Option<P>,
    step_answers: Vec<Answer>,
    phase: Phase<P::End>,
    account: Vec<Ruling>,
    draft: Vec<Ruling>,
    /// For each ruling of the account and then of the draft, how many answers had been taken by then.
    heard: Vec<usize>,
    cited: Vec<Clause>,
    asked: Vec<(Question, Answer)>,
    /// What became known that was not known before, each with how many answers had been taken by then.
    revealed: Vec<(usize, Reveal)>,
    steps: usize,
    /// The last settled state on the way, with how many answers had been taken by then.
    settled: Option<(P, usize)>,
}

impl<P: Playable> Session<P> {
    /// Starts a game and runs it to its first question.
    pub fn start(state: P, rules: Arc<P::Rules>, header: Header) -> Self {
        Session::start_at(Start::from(state), rules, header)
    }

    /// Starts a game from a position, and runs it to its next question.
    ///
    /// # Panics
    /// Where the start is that of other rules.
    pub fn start_at(start: Start<P>, rules: Arc<P::Rules>, header: Header) -> Self {
        let since = start.since.clone();
        let mut session = Session {
            rules,
            state: P::clone(&start.settled),
            settled: Settled { state: Arc::clone(&start.settled), answers: 0 },
            start,
            answers: Vec::new(),
            position: None,
            step_answers: Vec::new(),
            sealed: BySide::default(),
            phase: Phase::Waiting(Vec::new()),
            account: Vec::new(),
            draft: Vec::new(),
            cited: Vec::new(),
            revealed: Vec::new(),
            secrets: Secrets::default(),
            journal: Journal::new(header),
            before: Vec::new(),
            told: Vec::new(),
            snapshots: Vec::new(),
            proposal: None,
            closing: None,
        };
        let run = session.run(since).unwrap_or_else(|refusal| unreachable!("{refusal}"));
        session.take(run);
        session.told.push(session.account.len() + session.draft.len());
        session
    }

    /// The tables and givens in force.
    pub fn rules(&self) -> &Arc<P::Rules> {
        &self.rules
    }

    /// The state at the start of the current step.
    pub fn state(&self) -> &P {
        &self.state
    }

    /// The position as it stands at the open question, for whoever looks or decides: the state at the start of
    /// the step, unless the rules have posed what has changed since.
    pub fn position(&self) -> &P {
        self.position.as_ref().unwrap_or(&self.state)
    }

    /// How the game stands as a document: the last settled state, and the answers since. The part of a choice that
    /// one side has made under seal is no part of it. It holds the secrets of both sides.
    pub fn as_position(&self) -> Position {
        let Settled { state, answers } = &self.settled;
        let settled = state.is_settled().then(|| state.position(&self.rules));
        Position { settled, since: self.answers[*answers..].to_vec() }
    }

    /// The same with the settled state changed, of which whoever changes it makes sure that it looks as it did to somebody.
    pub fn as_position_of(&self, change: impl FnOnce(P) -> P) -> Position {
        let Settled { state, answers } = &self.settled;
        let changed = change(P::clone(state));
        let settled = changed.is_settled().then(|| changed.position(&self.rules));
        Position { settled, since: self.answers[*answers..].to_vec() }
    }

    /// Where the game stands.
    pub fn phase(&self) -> &Phase<P::End> {
        &self.phase
    }

    /// The questions that wait for an answer, a side that has sealed its part left out.
    pub fn pending(&self) -> Vec<&Question> {
        let questions = self.questions();
        let sealed = |question: &Question| {
            question.asking.by.is_some_and(|by| questions.len() > 1 && self.sealed[by].is_some())
        };
        questions.iter().filter(|question| !sealed(question)).collect()
    }

    /// The questions that wait, with those that were answered under seal.
    fn questions(&self) -> &[Question] {
        match &self.phase {
            Phase::Waiting(questions) if self.closing.is_none() => questions.as_slice(),
            _ => &[],
        }
    }

    /// Whether the game is over, by the rules or at the table.
    pub fn is_over(&self) -> bool {
        self.closing.is_some() || matches!(self.phase, Phase::Ended(_))
    }

    /// How the game was ended at the table, if it was.
    pub fn closing(&self) -> Option<Closing> {
        self.closing
    }

    /// What is proposed, and by whom.
    pub fn proposal(&self) -> Option<(Side, Proposal)> {
        self.proposal
    }

    /// The question a side is asked now.
    pub fn pending_for(&self, side: Side) -> Option<&Question> {
        self.pending().into_iter().find(|question| question.asking.by == Some(side))
    }

    /// The account of every finished step.
    pub fn account(&self) -> &[Ruling] {
        &self.account
    }

    /// What the current, unfinished step has ruled so far.
    pub fn draft(&self) -> &[Ruling] {
        &self.draft
    }

    /// How many rulings of the account and the draft, from the first, have stood unchanged since an entry: what
    /// comes after them is new to whoever was told everything up to it.
    pub fn told_since(&self, entry: usize) -> usize {
        self.told.iter().skip(entry).copied().min().unwrap_or(self.account.len() + self.draft.len())
    }

    /// The numbers of the entries with which the rulings of the account and the draft came, in order; nought for what
    /// was told before any.
    pub fn told_with(&self) -> Vec<usize> {
        let mut with = vec![0; self.account.len() + self.draft.len()];
        let mut next = with.len();
        // What an entry left standing came with an entry before it.
        for (entry, told) in self.told.iter().enumerate().rev() {
            if *told < next {
                with[*told..next].fill(entry + 1);
                next = *told;
            }
        }
        with
    }

    /// Which sides have their part of a choice in that both make at once.
    pub fn sealed(&self) -> BySide<bool> {
        BySide::from_fn(|side| self.sealed[side].is_some())
    }

    /// Whether secret answers lie face down.
    pub fn has_face_down(&self) -> bool {
        self.secrets.face_down()
    }

    /// The clauses cited so far, with or without words.
    pub fn cited(&self) -> &[Clause] {
        &self.cited
    }

    /// What has become known so far, in order.
    pub fn revealed(&self) -> &[Reveal] {
        &self.revealed
    }

    /// The answers given since the current step began.
    pub fn step_answers(&self) -> &[Answer] {
        &self.step_answers
    }

    /// Whether a side could take its last choice back now.
    pub fn may_undo(&self, side: Side) -> bool {
        let waits = self.sealed[side.other()].is_some();
        self.closing.is_none()
            && (self.sealed[side].is_some()
                || !waits && self.before.last().is_some_and(|before| before.by == side))
    }

    /// The journal.
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// What may be seen of the game by a side, or by an onlooker.
    pub fn view(&self, viewer: Option<Side>) -> Fact {
        self.position().view(&self.rules, viewer)
    }

    /// Gives the faces of dice that were thrown at a real table.
    ///
    /// # Errors
    /// Where no roll is due or the faces cannot have been thrown; nothing changes.
    pub fn faces(&mut self, faces: &[u8]) -> Result<String, Refusal> {
        match self.questions() {
            [Question { kind: Kind::Roll(_), .. }] => {
                // Nothing may be taken back across a die.
                self.put(Answer::Faces(faces.to_vec()), None, None).map(|entered| entered.line)
            }
            _ => Err(Refusal::plain("no dice are due now")),
        }
    }

    /// Throws the dice that are due, if any are.
    pub fn throw(&mut self, dice: &mut Generator) -> Option<String> {
        let [Question { kind: Kind::Roll(roll), .. }] = self.questions() else { return None };
        let roll = *roll;
        let faces: Vec<u8> = (0..roll.count()).map(|_| dice.face(roll.die())).collect();
        Some(self.faces(&faces).unwrap_or_else(|refusal| unreachable!("thrown by ourselves: {refusal}")))
    }

    /// Throws whatever dice are due until a player has to decide or the game is over.
    pub fn throw_on(&mut self, dice: &mut Generator) {
        while self.throw(dice).is_some() {}
    }

    /// Gives a side's choice or order that everybody may see, and hands back the journal's new line: the
    /// caller makes it durable before telling anybody.
    ///
    /// # Errors
    /// Why it is not accepted, with the clause where a rule forbids it, or that it is a secret and wants a
    /// salt; nothing changes.
    pub fn answer(&mut self, side: Side, key: &str) -> Result<String, Refusal> {
        self.give(side, key, None).map(|entered| entered.line)
    }

    /// Gives a side's choice or order, which may be a secret: the journal then holds a commitment to it, and
    /// the caller keeps the opening where the other side cannot read it, and makes both durable, the opening
    /// first. The salt is sixteen random bytes, new with every answer.
    ///
    /// # Errors
    /// Why it is not accepted, with the clause where a rule forbids it; nothing changes.
    pub fn answer_salted(&mut self, side: Side, key: &str, salt: Salt) -> Result<Entered, Refusal> {
        self.give(side, key, Some(salt))
    }

    fn give(&mut self, side: Side, key: &str, salt: Option<Salt>) -> Result<Entered, Refusal> {
        if self.is_over() {
            return Err(Refusal::plain("the game is over"));
        }
        let questions = self.questions();
        let Some(question) = questions.iter().find(|question| question.asking.by == Some(side)) else {
            return Err(Refusal::plain("nothing is asked of this side now; the other side has to decide"));
        };
        if matches!(question.kind, Kind::Roll(_)) {
            return Err(Refusal::plain("dice are due now, not a decision"));
        }
        if key.chars().any(char::is_control) {
            return Err(Refusal::plain("an answer is one line of plain text"));
        }
        if questions.len() > 1 {
            let question = question.clone();
            return self.seal(side, &question, key, salt);
        }
        let before = self.before_now(side);
        self.put(Answer::Key(key.to_owned()), salt, Some(before))
    }

    /// The openings of secret answers that the journal does not have yet.
    pub fn openings(&self) -> Vec<Opening> {
        self.secrets.kept().cloned().collect()
    }

    /// Enters the secret answers into the journal that the rules have shown since, all of them when the game
    /// is over, and hands back the new lines. Due after every answer and throw.
    pub fn open_due(&mut self) -> Vec<String> {
        // One at a time: what is open stands in the journal, whenever somebody looks.
        std::iter::from_fn(|| self.secrets.open_next().map(|opening| self.enter(opening.shown()))).collect()
    }

    /// Why a side may not give an answer; nothing where it may.
    pub fn why_not(&self, side: Side, key: &str) -> Option<Refusal> {
        let Some(question) = self.pending_for(side) else {
            return Some(Refusal::plain("nothing is asked of this side now"));
        };
        if let Kind::Choose { options, barred, .. } = &question.kind {
            if options.iter().any(|offered| offered.key == key) {
                return None;
            }
            let reason = barred.iter().find(|barred| barred.key == key).map(|barred| barred.refusal.clone());
            return Some(reason.unwrap_or_else(|| not_offered(key, options)));
        }
        let mut answers = self.step_answers.clone();
        answers.push(Answer::Key(key.to_owned()));
        self.run(answers).err()
    }

    /// Takes a side's last choice back.
    ///
    /// # Errors
    /// Where there is none since the last die or reveal, or it was the other side's; nothing changes.
    pub fn undo(&mut self, side: Side) -> Result<String, Refusal> {
        if self.closing.is_none() && self.sealed[side].take().is_some() {
            // Only this one is in.
            self.secrets.take_back_last(side);
            self.proposal = None;
            return Ok(self.enter(Event::Undone { by: side }));
        }
        let waits = self.sealed[side.other()].is_some();
        match self.before.pop_if(|before| before.by == side && !waits) {
            Some(before) => {
                self.restore(before);
                Ok(self.enter(Event::Undone { by: side }))
            }
            None => Err(Refusal::plain(
                "nothing can be taken back: dice were thrown or something was revealed since, or the last \
                 choice was the other side's",
            )),
        }
    }

    /// Adds what a side gives to the dice when it sits down.
    ///
    /// # Errors
    /// Where it has given something already, or dice have been thrown; nothing changes.
    pub fn nonce(&mut self, by: Side, nonce: [u8; 16]) -> Result<String, Refusal> {
        if self.journal.nonces()[by].is_some() || self.journal.throws() > 0 {
            return Err(Refusal::plain("this side can add nothing more to the dice"));
        }
        Ok(self.enter(Event::Nonce { by, nonce }))
    }

    /// Says that a side is played by somebody else from here on.
    pub fn seat(&mut self, by: Side, seat: Seat) -> String {
        self.enter(Event::Seated { by, seat })
    }

    /// Shows the secret of the dice when the game is over.
    ///
    /// # Errors
    /// Where the game is not over; nothing changes.
    pub fn dice_secret(&mut self, secret: [u8; 32]) -> Result<String, Refusal> {
        match self.is_over() {
            true => Ok(self.enter(Event::DiceSecret { secret })),
            false => Err(Refusal::plain("dice may still be thrown; their secret is kept")),
        }
    }

    pub(crate) fn set_proposal(&mut self, proposal: Option<(Side, Proposal)>) {
        self.proposal = proposal;
    }

    /// Ends the game at the table: nothing is asked any more, and every secret is shown.
    pub(crate) fn close(&mut self, closing: Closing) {
        self.closing = Some(closing);
        self.proposal = None;
        self.before.clear();
        self.secrets.end();
    }

    /// A journal of this game's carried out from its start.
    pub(crate) fn replay_from_start(&self, journal: &Journal, openings: &[Opening]) -> Result<Self, Differs> {
        Session::replay_at(journal, openings, self.start.clone(), Arc::clone(&self.rules))
    }

    /// What opens the secret answer of an entry.
    pub(crate) fn opening_of(&self, entry: usize) -> Option<Opening> {
        self.secrets.opening_of(entry)
    }

    /// Takes over how another session of this game stands, whose entries have these numbers here.
    pub(crate) fn stand_as(&mut self, then: Self, numbers: &[usize]) {
        self.keep_what_was_told();
        self.secrets.rewind(&then.secrets, numbers);
        self.before = then.before;
        for before in &mut self.before {
            before.entries = numbers[before.entries];
        }
        self.state = then.state;
        self.step_answers = then.step_answers;
        self.sealed = then.sealed;
        self.phase = then.phase;
        self.account = then.account;
        self.draft = then.draft;
        self.cited = then.cited;
        self.position = then.position;
        self.settled = then.settled;
        self.answers = then.answers;
    }

    /// An answer in the words in which the rules would write it down.
    pub(crate) fn as_written(&self, side: Side, answer: &Answer) -> Option<Answer> {
        self.pending_for(side)?;
        let mut answers = self.step_answers.clone();
        answers.push(answer.clone());
        let run = self.run(answers).ok()?;
        run.asked.get(self.step_answers.len()).map(|(_, written)| written.clone())
    }

    /// The line that the journal keeps of a question.
    pub(crate) fn line_of(&self, question: &Question) -> String {
        question_line(self.journal.header().form, question)
    }

    fn before_now(&self, by: Side) -> Before<P> {
        Before {
            by,
            state: self.state.clone(),
            step_answers: self.step_answers.clone(),
            account: self.account.len(),
            cited: self.cited.len(),
            entries: self.journal.entries().len(),
            settled: self.settled.clone(),
            answers: self.answers.len(),
        }
    }

    fn restore(&mut self, before: Before<P>) {
        self.take_back_snapshots(&before);
        self.state = before.state;
        self.account.truncate(before.account);
        self.cited.truncate(before.cited);
        self.secrets.take_back(before.entries);
        self.settled = before.settled;
        // The answers of the step are given once more.
        self.answers.truncate(before.answers - before.step_answers.len());
        self.step_answers.clear();
        let run = self.run(before.step_answers).unwrap_or_else(|refusal| unreachable!("{refusal}"));
        self.take(run);
    }

    /// Adds one answer to the current step, runs on to the next question, and writes it down. A choice can
    /// be taken back to what was before it, unless it has made something known or ended the game.
    fn put(
        &mut self,
        answer: Answer,
        salt: Option<Salt>,
        before: Option<Before<P>>,
    ) -> Result<Entered, Refusal> {
        let mut answers = self.step_answers.clone();
        answers.push(answer);
        let run = self.run(answers)?;
        let (question, answer) = run.asked[self.step_answers.len()].clone();
        let entered = self.write(&question, answer, salt)?;
        match before.filter(|_| run.revealed.is_empty() && matches!(run.phase, Phase::Waiting(_))) {
            Some(before) => self.before.push(before),
            // Nothing may be taken back across a die or a reveal.
            None => self.before.clear(),
        }
        self.take(run);
        self.note_told();
        Ok(entered)
    }

    /// Writes an entry down that changes nothing, or whose changes are made.
    pub(crate) fn enter(&mut self, event: Event) -> String {
        let line = self.journal.append(event);
        self.note_told();
        line
    }

    /// Remembers how many rulings stand now, for the entries that are new.
    fn note_told(&mut self) {
        self.told.resize(self.journal.entries().len() + 1, self.account.len() + self.draft.len());
        self.snap();
    }

    /// Writes an answer down: as it is, or, where the other side may not see it, as a commitment to it.
    fn write(&mut self, question: &Question, answer: Answer, salt: Option<Salt>) -> Result<Entered, Refusal> {
        let event = Event::Answered { question: self.line_of(question), answer };
        let by = question.asking.by.filter(|_| question.kind.is_secret());
        let (Some(by), Form::Two) = (by, self.journal.header().form) else {
            return Ok(Entered { line: self.journal.append(event), opening: None });
        };
        let salt = salt.ok_or_else(|| Refusal::plain("a secret answer wants a salt"))?;
        let opening = Opening { entry: self.journal.entries().len() + 1, salt, event };
        let line = self.journal.append(Event::Secret { by, commitment: opening.commitment() });
        self.secrets.keep(opening.clone(), by, question.asking.clause);
        Ok(Entered { line, opening: Some(opening) })
    }

    /// One side's part of a simultaneous choice; when both are in they are carried out together.
    fn seal(
        &mut self,
        side: Side,
        question: &Question,
        key: &str,
        salt: Option<Salt>,
    ) -> Result<Entered, Refusal> {
        if self.sealed[side].is_some() {
            return Err(Refusal::plain(
                "this side has chosen; it may take the choice back until the other has",
            ));
        }
        if let Some(refusal) = self.why_not(side, key) {
            return Err(refusal);
        }
        let entered = match self.journal.header().form {
            Form::One => {
                let (question, key) = (self.line_of(question), key.to_owned());
                let line = self.journal.append(Event::Sealed { by: side, question, key });
                Entered { line, opening: None }
            }
            Form::Two => self.write(question, Answer::Key(key.to_owned()), salt)?,
        };
        self.sealed[side] = Some(key.to_owned());
        self.proposal = None;
        if let BySide { first: Some(first), second: Some(second) } = self.sealed.clone() {
            let mut answers = self.step_answers.clone();
            answers.extend([Answer::Key(first), Answer::Key(second)]);
            let run = self.run(answers).unwrap_or_else(|refusal| unreachable!("checked above: {refusal}"));
            self.take(run);
            self.sealed = BySide::default();
            self.before.clear();
        }
        self.note_told();
        Ok(entered)
    }
}

fn not_offered(key: &str, options: &[Offered]) -> Refusal {
    let keys: Vec<&str> = options.iter().map(|offered| offered.key.as_str()).collect();
    Refusal::plain(format!("`{key}` is not among {}", keys.join(", ")))
}
