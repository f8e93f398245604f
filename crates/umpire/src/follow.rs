//! Following: a game in memory takes over an entry that was written elsewhere, checked as if the whole journal were
//! carried out again.

use crate::journal::Event;
use crate::procedure::Playable;
use crate::replay::{Difference, Differs, Recorded, side_of};
use crate::ruling::Refusal;
use crate::secret::Opening;
use crate::session::Session;
use crate::tape::Answer;

impl<P: Playable> Session<P> {
    /// Takes over the next line of this game's journal, with what opens it where it is a secret.
    ///
    /// # Errors
    /// Where it is not the next line, or not what the rules make of it; nothing changes.
    pub fn follow(&mut self, line: &str, opening: Option<&Opening>) -> Result<(), Differs> {
        let entry = self.journal().entries().len() + 1;
        let event = self
            .journal()
            .next_event(line)
            .map_err(|reason| Differs { entry, how: Difference::Line(reason) })?;
        match &event {
            Event::Answered { question, answer: Answer::Faces(faces) } => {
                let recorded = Recorded::new(entry, question, Answer::Faces(faces.clone()));
                let asked = self.pending().first().map(|question| self.line_of(question));
                let asked = asked.unwrap_or_else(|| "nothing".to_owned());
                if asked != *question {
                    return Err(recorded.differs(&asked));
                }
                self.faces(faces).map_err(|refusal| recorded.differs(&refusal.to_string())).map(drop)
            }
            Event::Answered { question, answer: Answer::Key(_) } => {
                let recorded = Recorded::new(entry, question, self.plain_answer(entry, &event)?);
                self.answer_recorded(&recorded, None)
            }
            Event::Sealed { question, key, .. } => {
                self.answer_recorded(&Recorded::new(entry, question, Answer::Key(key.clone())), None)
            }
            event => self.carry_out(entry, event, |commitment| {
                opening.filter(|opening| opening.commitment() == commitment).cloned()
            }),
        }
    }

    /// An answer that stands in the journal as the rules would write it, and not in other words.
    fn plain_answer(&self, entry: usize, event: &Event) -> Result<Answer, Differs> {
        let Event::Answered { question, answer } = event else {
            return Err(Differs::asked(entry, &event.line(), "an answer"));
        };
        let written = side_of(question).and_then(|side| self.as_written(side, answer));
        match written {
            Some(written) if written != *answer => {
                Err(Differs::asked(entry, &event.line(), "the same in the rules' own words"))
            }
            // Whatever else is wrong with it is found when it is given.
            _ => Ok(answer.clone()),
        }
    }

    /// Carries out an entry that is neither an answer nor a part of one in the first form.
    pub(crate) fn carry_out(
        &mut self,
        number: usize,
        event: &Event,
        opening_of: impl Fn([u8; 32]) -> Option<Opening>,
    ) -> Result<(), Differs> {
        let refused = |refusal: Refusal| Differs::asked(number, &event.line(), &refusal.to_string());
        match event {
            Event::Undone { by } => self.undo(*by).map_err(refused).map(drop),
            Event::Secret { by, commitment } => {
                let sealed = || Differs { entry: number, how: Difference::Sealed(*by) };
                let Opening { salt, event, .. } = opening_of(*commitment).ok_or_else(sealed)?;
                let Event::Answered { question, answer } = event else { return Err(sealed()) };
                let recorded = Recorded::new(number, &question, answer);
                if side_of(&question) != Some(*by) {
                    return Err(recorded.differs("a secret of the other side's"));
                }
                self.answer_recorded(&recorded, Some(salt))
            }
            Event::Opened { entry, salt, event: answer } => {
                let commitment = answer.commitment(*salt);
                let secret = entry.checked_sub(1).and_then(|index| self.journal().entries().get(index));
                let fits =
                    |event: &Event| matches!(event, Event::Secret { commitment: c, .. } if *c == commitment);
                if !secret.is_some_and(|secret| fits(&secret.event)) {
                    return Err(Differs { entry: number, how: Difference::Commitment(*entry) });
                }
                if !self.secrets().open(*entry) {
                    return Err(Differs { entry: number, how: Difference::NotDue(*entry) });
                }
                self.record(event.clone());
                Ok(())
            }
            Event::Proposed { by, what } => self.propose(*by, *what).map_err(refused).map(drop),
            Event::Agreed { by } => self.agree(*by).map_err(refused).map(drop),
            Event::Declined { by } => self.decline(*by).map_err(refused).map(drop),
            Event::Resigned { by } => self.resign(*by).map_err(refused).map(drop),
            Event::TimedOut { by } => self.time_out(*by).map_err(refused).map(drop),
            Event::BothTimedOut => self.time_out_both().map_err(refused).map(drop),
            // Who sits where and what the dice come from is no business of the rules.
            Event::Nonce { .. } | Event::Seated { .. } | Event::DiceSecret { .. } => {
                self.record(event.clone());
                Ok(())
            }
            Event::Answered { .. } | Event::Sealed { .. } => {
                Err(Differs::asked(number, &event.line(), "an answer where none was looked for"))
            }
        }
    }
}
