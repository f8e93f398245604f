//! How a session runs: from the start of the current step, with the answers there are, to the next open question.

use super::{Phase, Run, Session, Settled};
use crate::ask::Question;
use crate::journal::Event;
use crate::procedure::Playable;
use crate::replay::Differs;
use crate::ruling::Refusal;
use crate::secret::Secrets;
use crate::tape::{Answer, Keep, Tape};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

/// No procedure of any rulebook goes on this long without asking anything.
const SILENT_STEPS_MAX: usize = 100_000;

impl<P: Playable> Session<P> {
    pub(crate) fn take(&mut self, run: Run<P>) {
        self.proposal = None;
        let known = self.step_answers.len();
        if let Some((state, taken)) = run.settled {
            self.settled = Settled { state: Arc::new(state), answers: self.answers.len() - known + taken };
        }
        self.answers.extend(run.asked.into_iter().skip(known).map(|(_, answer)| answer));
        self.state = run.state;
        self.position = run.position;
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

    pub(crate) fn run(&self, answers: Vec<Answer>) -> Result<Run<P>, Refusal> {
        self.run_steps(answers, |_, _, _| Ok(())).map_err(|(_, refusal, _)| refusal)
    }

    /// Runs on with answers that are never taken back, each checked against its question; an answer that
    /// does not fit comes back by its place among them. Hands back how many rulings stood after each answer.
    pub(crate) fn run_on(
        &mut self,
        answers: Vec<Answer>,
        mut check: impl FnMut(usize, &Question, &Answer) -> Result<(), Differs>,
    ) -> Result<Vec<usize>, (usize, Option<Differs>)> {
        let count = answers.len();
        let known = self.step_answers.len();
        let answers: Vec<Answer> = self.step_answers.iter().cloned().chain(answers).collect();
        let run = self
            .run_steps(answers, |index, question, answer| match index.checked_sub(known) {
                Some(index) => check(index, question, answer),
                None => Ok(()),
            })
            .map_err(|(index, _, differs)| (index.saturating_sub(known), differs))?;
        let before = self.account.len();
        let told = |taken: usize| before + run.heard.partition_point(|after| *after <= known + taken);
        let told = (1..=count).map(told).collect();
        self.take(run);
        self.before.clear();
        Ok(told)
    }

    /// Writes an entry down that is no business of the rules.
    pub(crate) fn record(&mut self, event: Event) {
        self.enter(event);
    }

    /// Writes an entry down that was carried out already, and left so many rulings.
    pub(crate) fn record_told(&mut self, event: Event, told: usize) {
        self.journal.append(event);
        self.told.push(told);
    }

    /// The secret answers, for the journal that is carried out again.
    pub(crate) fn secrets(&mut self) -> &mut Secrets {
        &mut self.secrets
    }

    /// The position posed before the open question of a step. Where several questions follow one pose, its
    /// position was not kept when it came by, and the step runs once more for it.
    fn posed(&self, state: &P, answers: &[Answer], tape: &mut Tape<'_>) -> Option<P> {
        let poses = tape.poses();
        if poses == 0 {
            return None;
        }
        let kept = tape.position().or_else(|| {
            let mut again = Tape::new(answers, Keep::Nothing).keeping(poses);
            let stopped = state.clone().step(&self.rules, &mut again);
            debug_assert!(stopped.is_err(), "the same answers lead to the same question");
            again.position()
        });
        kept.and_then(|position| position.downcast::<P>().ok()).map(|position| *position)
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
            position: None,
            step_answers: Vec::new(),
            phase: Phase::Waiting(Vec::new()),
            account: Vec::new(),
            draft: Vec::new(),
            heard: Vec::new(),
            cited: Vec::new(),
            asked: Vec::new(),
            revealed: Vec::new(),
            steps: 0,
            settled: None,
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
            if let Some(refusal) = tape.misfit.take() {
                return Err((used + tape.asked.len(), refusal, None));
            }
            let taken = tape.asked.len();
            run.heard.extend(tape.heard.iter().map(|after| used + after));
            let revealed = std::mem::take(&mut tape.revealed).into_iter();
            let revealed = revealed.map(|(after, reveal)| (used + after, reveal));
            run.revealed.extend(revealed.filter(|(after, _)| run.steps > 0 || *after > known));
            match flow {
                Ok(Continue(next)) => {
                    silent = if taken == 0 { silent + 1 } else { 0 };
                    assert!(silent < SILENT_STEPS_MAX, "goes round in circles: {next:?}");
                    if run.steps > 0 && run.state.is_settled() {
                        run.settled = Some((std::mem::replace(&mut run.state, next), used));
                    } else {
                        run.state = next;
                    }
                    used += taken;
                    run.steps += 1;
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
                    if run.steps > 0 && run.state.is_settled() {
                        run.settled = Some((run.state.clone(), used));
                    }
                    run.position = self.posed(&run.state, &answers[used..], &mut tape);
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
