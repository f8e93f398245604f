//! Positions as text: how a game stands, as a small document that people can read, write and mend.
//!
//! A position is written at the last moment that is *settled* ([`Playable::is_settled`]): between two orders, when
//! nothing is half done that only the rules could name. What has been answered since stands below it, as in a journal.
//! So a position in the middle of a battle is the map as it was when the battle began, and the orders and dice
//! that have led into it; carried out, they come to the very state. Where a procedure says of no state that it is
//! settled, a position is its start with everything answered since.

use crate::fact::Fact;
use crate::procedure::Playable;
use crate::ruling::Refusal;
use crate::tape::{Answer, Keep, Tape};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

/// A position as a document.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Position {
    /// The state at the last settled moment; none where that is the start of the game.
    pub settled: Option<Fact>,
    /// What has been answered since.
    pub since: Vec<Answer>,
}

/// Something wrong with a position: the path of its key, with dots, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misread {
    /// The key: `units.3.at`.
    pub path: String,
    /// What is wrong and what would be right.
    pub problem: String,
}

impl Position {
    /// Where a game begins that is begun from this position. `start` is the state at the start of its title.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn start<P: Playable>(&self, start: P, rules: &P::Rules) -> Result<Start<P>, Vec<Misread>> {
        let settled = match &self.settled {
            None => start,
            Some(fact) => P::from_position(rules, fact)?,
        };
        Start::new(settled, self.since.clone(), rules).map_err(|(index, refusal)| {
            vec![Misread { path: format!("since.{index}"), problem: refusal.to_string() }]
        })
    }
}

/// Where a session starts: a state, and what has been answered since.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Start<P> {
    /// The last settled state, or the start of the game.
    pub(crate) settled: Arc<P>,
    /// What has been answered since then.
    pub(crate) since: Vec<Answer>,
}

impl<P: Playable> From<P> for Start<P> {
    fn from(state: P) -> Start<P> {
        Start { settled: Arc::new(state), since: Vec::new() }
    }
}

impl<P: Playable> Start<P> {
    /// The state it begins with, before what was answered since.
    pub fn first_state(&self) -> &P {
        &self.settled
    }

    /// A state with what has been answered since, tried out.
    ///
    /// # Errors
    /// The number of the first answer that does not fit, from nought, and why.
    pub fn new(settled: P, since: Vec<Answer>, rules: &P::Rules) -> Result<Start<P>, (usize, Refusal)> {
        let mut state = settled.clone();
        let mut used = 0;
        loop {
            let mut tape = Tape::new(&since[used..], Keep::Everything);
            let flow = state.step(rules, &mut tape);
            if let Some(refusal) = tape.misfit.take() {
                return Err((used + tape.asked.len(), refusal));
            }
            used += tape.asked.len();
            match flow {
                Ok(Continue(next)) => state = next,
                Ok(Break(_)) => {
                    let over = Refusal::plain("the game is over here: nothing can be played from it");
                    return Err((used.saturating_sub(1), over));
                }
                // A side's part of a choice that both make at once is no answer yet.
                Err(_) if used < since.len() => {
                    return Err((used, Refusal::plain("both sides' answers to this question are due")));
                }
                Err(_) => return Ok(Start { settled: Arc::new(settled), since }),
            }
        }
    }
}

/// The answers of a position in plain facts: keys as text, dice as lists of their faces.
impl From<&Answer> for Fact {
    fn from(answer: &Answer) -> Fact {
        match answer {
            Answer::Faces(faces) => Fact::list(faces.iter().copied()),
            Answer::Key(key) => Fact::from(key.as_str()),
        }
    }
}

impl Answer {
    /// Reads an answer of a position: a key, or a list of faces.
    pub fn of_fact(fact: &Fact) -> Option<Answer> {
        match fact {
            Fact::Text(key) => Some(Answer::Key(key.clone())),
            Fact::List(faces) => {
                let face = |fact: &Fact| match fact {
                    Fact::Number(face) => u8::try_from(*face).ok(),
                    _ => None,
                };
                faces.iter().map(face).collect::<Option<Vec<u8>>>().map(Answer::Faces)
            }
            _ => None,
        }
    }
}
