//! A session: one game in progress, paused at its open questions. The one façade for the terminal, the
//! web, computer players and Python.

use crate::ask::{Kind, Question};
use crate::clause::Clause;
use crate::dice::Generator;
use crate::fact::Fact;
use crate::header::{Form, Header, Seat};
use crate::journal::{Event, Journal, question_line};
use crate::procedure::Playable;
use crate::replay::Differs;
use crate::reveal::Reveal;
use crate::ruling::{Refusal, Ruling};
use crate::secret::{Entered, Opening, Salt, Secrets};
use crate::side::{BySide, Side};
use crate::tape::{Answer, Keep, Tape};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

/// No procedure of any rulebook goes on this long without asking anything.
const SILENT_STEPS_MAX: usize = 100_000;

/// Where a session stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Phase<E> {
    /// It waits for the answers to these: one question, or one to each side at once.
    Waiting(Vec<Question>),
    /// It is over.
    Ended(E),
}

/// What a choice looked like before it was made, so that it can be taken back.
struct Before<P> {
    by: Side,
    state: P,
    step_answers: Vec<Answer>,
    account: usize,
    cited: usize,
    secrets: usize,
}

/// A game in progress; see the module's words.
///
/// It holds the state at the start of the current step and the answers given since. Each new answer
/// runs the step again from there, which costs microseconds and means that a pause is nothing but
/// data.
pub struct Session<P: Playable> {
    rules: Arc<P::Rules>,
    state: P,
    step_answers: Vec<Answer>,
    sealed: BySide<Option<String>>,
    phase: Phase<P::End>,
    account: Vec<Ruling>,
    draft: Vec<Ruling>,
    cited: Vec<Clause>,
    revealed: Vec<Reveal>,
    secrets: Secrets,
    journal: Journal,
    before: Vec<Before<P>>,
}

/// What running a tape from the session's state came to.
struct Run<P: Playable> {
    state: P,
    step_answers: Vec<Answer>,
    phase: Phase<P::End>,
    account: Vec<Ruling>,
    draft: Vec<Ruling>,
    cited: Vec<Clause>,
    asked: Vec<(Question, Answer)>,
    /// What became known that was not known before, each with how many answers had been taken by then.
    revealed: Vec<(usize, Reveal)>,
    steps: usize,
}

impl<P: Playable> Session<P> {
    /// Starts a game and runs it to its first question.
    pub fn start(state: P, rules: Arc<P::Rules>, header: Header) -> Self {
        let mut session = Session {
            rules,
            state,
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
        };
        let run = session.run(Vec::new()).unwrap_or_else(|refusal| unreachable!("{refusal}"));
        session.take(run);
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

    /// Where the game stands.
    pub fn phase(&self) -> &Phase<P::End> {
        &self.phase
    }

    /// The questions that wait for an answer, a side that has sealed its part left out.
    pub fn pending(&self) -> Vec<&Question> {
        let questions = match &self.phase {
            Phase::Waiting(questions) => questions.as_slice(),
            Phase::Ended(_) => &[],
        };
        let sealed = |question: &Question| {
            question.asking.by.is_some_and(|by| questions.len() > 1 && self.sealed[by].is_some())
        };
        questions.iter().filter(|question| !sealed(question)).collect()
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
        self.sealed[side].is_some() || !waits && self.before.last().is_some_and(|before| before.by == side)
    }

    /// The journal.
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// What may be seen of the game by a side, or by an onlooker.
    pub fn view(&self, viewer: Option<Side>) -> Fact {
        self.state.view(&self.rules, viewer)
    }

    /// Gives the faces of dice that were thrown at a real table.
    ///
    /// # Errors
    /// Where no roll is due or the faces cannot have been thrown; nothing changes.
    pub fn faces(&mut self, faces: &[u8]) -> Result<String, Refusal> {
        match &self.phase {
            Phase::Waiting(questions) if matches!(questions[..], [Question { kind: Kind::Roll(_), .. }]) => {
                // Nothing may be taken back across a die.
                self.put(Answer::Faces(faces.to_vec()), None, None).map(|entered| entered.line)
            }
            _ => Err(Refusal::plain("no dice are due now")),
        }
    }

    /// Throws the dice that are due, if any are.
    pub fn throw(&mut self, dice: &mut Generator) -> Option<String> {
        let Phase::Waiting(questions) = &self.phase else { return None };
        let [Question { kind: Kind::Roll(roll), .. }] = questions[..] else { return None };
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
        let Phase::Waiting(questions) = &self.phase else {
            return Err(Refusal::plain("the game is over"));
        };
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
        let due = self.secrets.open_due();
        due.into_iter().map(|opening| self.journal.append(opening.shown())).collect()
    }

    /// Why a side may not give an answer; nothing where it may.
    pub fn why_not(&self, side: Side, key: &str) -> Option<Refusal> {
        let Some(question) = self.pending_for(side) else {
            return Some(Refusal::plain("nothing is asked of this side now"));
        };
        if let Kind::Choose { options, barred, .. } = &question.kind {
            if options.iter().any(|(offered, _)| offered == key) {
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
        if self.sealed[side].take().is_some() {
            // Only this one is in, and it was the last.
            self.secrets.take_back(self.secrets.count().saturating_sub(1));
            return Ok(self.journal.append(Event::Undone { by: side }));
        }
        let waits = self.sealed[side.other()].is_some();
        match self.before.pop_if(|before| before.by == side && !waits) {
            Some(before) => {
                self.restore(before);
                Ok(self.journal.append(Event::Undone { by: side }))
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
        Ok(self.journal.append(Event::Nonce { by, nonce }))
    }

    /// Says that a side is played by somebody else from here on.
    pub fn seat(&mut self, by: Side, seat: Seat) -> String {
        self.journal.append(Event::Seated { by, seat })
    }

    /// Shows the secret of the dice when the game is over.
    ///
    /// # Errors
    /// Where the game is not over; nothing changes.
    pub fn dice_secret(&mut self, secret: [u8; 32]) -> Result<String, Refusal> {
        match self.phase {
            Phase::Ended(_) => Ok(self.journal.append(Event::DiceSecret { secret })),
            Phase::Waiting(_) => Err(Refusal::plain("dice may still be thrown; their secret is kept")),
        }
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
            secrets: self.secrets.count(),
        }
    }

    fn restore(&mut self, before: Before<P>) {
        self.state = before.state;
        self.account.truncate(before.account);
        self.cited.truncate(before.cited);
        self.secrets.take_back(before.secrets);
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
        Ok(entered)
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
        if let BySide { first: Some(first), second: Some(second) } = self.sealed.clone() {
            let mut answers = self.step_answers.clone();
            answers.extend([Answer::Key(first), Answer::Key(second)]);
            let run = self.run(answers).unwrap_or_else(|refusal| unreachable!("checked above: {refusal}"));
            self.take(run);
            self.sealed = BySide::default();
            self.before.clear();
        }
        Ok(entered)
    }

    fn take(&mut self, run: Run<P>) {
        self.state = run.state;
        self.step_answers = run.step_answers;
        self.phase = run.phase;
        self.account.extend(run.account);
        self.draft = run.draft;
        self.cited.extend(run.cited);
        for (_, reveal) in run.revealed {
            self.secrets.learn(reveal);
            self.revealed.push(reveal);
        }
        if matches!(self.phase, Phase::Ended(_)) {
            self.secrets.end();
        }
    }

    fn run(&self, answers: Vec<Answer>) -> Result<Run<P>, Refusal> {
        self.run_steps(answers, |_, _, _| Ok(())).map_err(|(_, refusal, _)| refusal)
    }

    /// Runs on with answers that are never taken back, each checked against its question; an answer that
    /// does not fit comes back by its place among them.
    pub(crate) fn run_on(
        &mut self,
        answers: Vec<Answer>,
        mut check: impl FnMut(usize, &Question, &Answer) -> Result<(), Differs>,
    ) -> Result<(), (usize, Option<Differs>)> {
        let known = self.step_answers.len();
        let answers: Vec<Answer> = self.step_answers.iter().cloned().chain(answers).collect();
        let run = self
            .run_steps(answers, |index, question, answer| match index.checked_sub(known) {
                Some(index) => check(index, question, answer),
                None => Ok(()),
            })
            .map_err(|(index, _, differs)| (index.saturating_sub(known), differs))?;
        self.take(run);
        self.before.clear();
        Ok(())
    }

    /// Writes an entry down that was carried out already, or that is no business of the rules.
    pub(crate) fn record(&mut self, event: Event) {
        self.journal.append(event);
    }

    /// The secret answers, for the journal that is carried out again.
    pub(crate) fn secrets(&mut self) -> &mut Secrets {
        &mut self.secrets
    }

    /// Runs from the current step until the answers are used up, checking every question answered.
    #[allow(clippy::type_complexity)]
    fn run_steps(
        &self,
        answers: Vec<Answer>,
        mut check: impl FnMut(usize, &Question, &Answer) -> Result<(), Differs>,
    ) -> Result<Run<P>, (usize, Refusal, Option<Differs>)> {
        let mut run = Run {
            state: self.state.clone(),
            step_answers: Vec::new(),
            phase: Phase::Waiting(Vec::new()),
            account: Vec::new(),
            draft: Vec::new(),
            cited: Vec::new(),
            asked: Vec::new(),
            revealed: Vec::new(),
            steps: 0,
        };
        // What the step made known before its open question is known already.
        let known = self.step_answers.len();
        let mut used = 0;
        let mut silent = 0;
        loop {
            let mut tape = Tape::new(&answers[used..], Keep::Everything);
            let flow = run.state.clone().step(&self.rules, &mut tape);
            for (index, (question, answer)) in tape.asked.iter().enumerate() {
                check(used + index, question, answer)
                    .map_err(|differs| (used + index, Refusal::plain("differs"), Some(differs)))?;
            }
            if let Some(refusal) = tape.misfit {
                return Err((used + tape.asked.len(), refusal, None));
            }
            let taken = tape.asked.len();
            let revealed = tape.revealed.into_iter().map(|(after, reveal)| (used + after, reveal));
            run.revealed.extend(revealed.filter(|(after, _)| run.steps > 0 || *after > known));
            match flow {
                Ok(Continue(next)) => {
                    silent = if taken == 0 { silent + 1 } else { 0 };
                    assert!(silent < SILENT_STEPS_MAX, "goes round in circles: {next:?}");
                    used += taken;
                    run.steps += 1;
                    run.state = next;
                    run.account.extend(tape.account);
                    run.cited.extend(tape.cited);
                    run.asked.extend(tape.asked);
                }
                Ok(Break(end)) => {
                    used += taken;
                    if used < answers.len() {
                        return Err((used, Refusal::plain("the game is over"), None));
                    }
                    run.account.extend(tape.account);
                    run.cited.extend(tape.cited);
                    run.asked.extend(tape.asked);
                    run.phase = Phase::Ended(end);
                    return Ok(run);
                }
                Err(_) => {
                    run.step_answers = tape.asked.iter().map(|(_, answer)| answer.clone()).collect();
                    run.draft = tape.account;
                    run.asked.extend(tape.asked);
                    run.phase = Phase::Waiting(tape.open);
                    return Ok(run);
                }
            }
        }
    }
}

fn not_offered(key: &str, options: &[(String, String)]) -> Refusal {
    let keys: Vec<&str> = options.iter().map(|(key, _)| key.as_str()).collect();
    Refusal::plain(format!("`{key}` is not among {}", keys.join(", ")))
}
