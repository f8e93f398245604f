//! Secret answers: what stands for them in the journal, and when they are shown.

use crate::clause::Clause;
use crate::header::Form;
use crate::journal::Event;
use crate::reveal::Reveal;
use crate::side::Side;

/// Random bytes that are hashed before a secret answer, so that nobody finds it by trying what it might be.
pub type Salt = [u8; 16];

/// What opens a secret answer of a journal. Whoever gave the answer keeps it until the rules show the answer
/// or the game is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The number of the entry that holds the commitment.
    pub entry: usize,
    /// What was hashed before the answer.
    pub salt: Salt,
    /// The question with its answer.
    pub event: Event,
}

impl Opening {
    /// The opening in a line, as a seat keeps it and the journal shows it: `open 4 33f1… first … => hold`.
    pub fn line(&self) -> String {
        self.shown().line()
    }

    /// Reads an opening back.
    pub fn read(line: &str) -> Option<Opening> {
        match Event::read(line, Form::Two)? {
            Event::Opened { entry, salt, event } => Some(Opening { entry, salt, event: *event }),
            _ => None,
        }
    }

    /// What stands in the journal for the answer.
    pub fn commitment(&self) -> [u8; 32] {
        self.event.commitment(self.salt)
    }

    pub(crate) fn shown(&self) -> Event {
        Event::Opened { entry: self.entry, salt: self.salt, event: Box::new(self.event.clone()) }
    }
}

/// What comes of an answer: what has to be made durable before anybody is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entered {
    /// The journal's new line.
    pub line: String,
    /// What opens it, where it is a secret: for the side that gave the answer, and nobody else.
    pub opening: Option<Opening>,
}

/// A secret answer that was given.
#[derive(Clone)]
struct Hidden {
    opening: Opening,
    by: Side,
    clause: Clause,
    stage: Stage,
}

/// How far a secret answer has got.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// It lies face down.
    FaceDown,
    /// It was taken back; it is shown when the game is over.
    TakenBack,
    /// It is known, and to be entered into the journal.
    Due,
    /// The journal has it.
    Open,
}

/// The secret answers of a game, in the order in which they were given.
#[derive(Default)]
pub(crate) struct Secrets(Vec<Hidden>);

impl Secrets {
    pub(crate) fn keep(&mut self, opening: Opening, by: Side, clause: Clause) {
        self.0.push(Hidden { opening, by, clause, stage: Stage::FaceDown });
    }

    /// How far each has got.
    pub(crate) fn stages(&self) -> Vec<Stage> {
        self.0.iter().map(|hidden| hidden.stage).collect()
    }

    /// The first of them as they once stood.
    pub(crate) fn as_of(&self, stages: &[Stage]) -> Secrets {
        let stood = |(hidden, stage): (&Hidden, &Stage)| Hidden { stage: *stage, ..hidden.clone() };
        Secrets(self.0.iter().zip(stages).map(stood).collect())
    }

    /// Those given after an entry were taken back.
    pub(crate) fn take_back(&mut self, entry: usize) {
        let later = |hidden: &&mut Hidden| hidden.opening.entry > entry && hidden.stage == Stage::FaceDown;
        for hidden in self.0.iter_mut().filter(later) {
            hidden.stage = Stage::TakenBack;
        }
    }

    /// The last one of a side's that lies face down was taken back.
    pub(crate) fn take_back_last(&mut self, by: Side) {
        let last = |hidden: &&mut Hidden| hidden.by == by && hidden.stage == Stage::FaceDown;
        if let Some(hidden) = self.0.iter_mut().rev().find(last) {
            hidden.stage = Stage::TakenBack;
        }
    }

    /// The game goes on from another moment, as `then` has it, where the entries with these numbers led. What is open
    /// stays open; whatever else was given is taken back.
    pub(crate) fn rewind(&mut self, then: &Secrets, numbers: &[usize]) {
        for hidden in self.0.iter_mut().filter(|hidden| !matches!(hidden.stage, Stage::Open | Stage::Due)) {
            let stood = then.0.iter().find(|then| numbers[then.opening.entry] == hidden.opening.entry);
            hidden.stage = stood.map_or(Stage::TakenBack, |then| then.stage);
        }
    }

    /// What opens the secret of an entry, whatever became of it.
    pub(crate) fn opening_of(&self, entry: usize) -> Option<Opening> {
        self.0.iter().find(|hidden| hidden.opening.entry == entry).map(|hidden| hidden.opening.clone())
    }

    /// What lies face down of the side and clause that a reveal names is to be shown.
    pub(crate) fn learn(&mut self, reveal: Reveal) {
        for hidden in &mut self.0 {
            if hidden.stage == Stage::FaceDown && reveal.opens == Some((hidden.by, hidden.clause)) {
                hidden.stage = Stage::Due;
            }
        }
    }

    /// The game is over: everything is to be shown.
    pub(crate) fn end(&mut self) {
        for hidden in self.0.iter_mut().filter(|hidden| hidden.stage != Stage::Open) {
            hidden.stage = Stage::Due;
        }
    }

    /// Shows the next one that is to be shown.
    pub(crate) fn open_next(&mut self) -> Option<Opening> {
        let hidden = self.0.iter_mut().find(|hidden| hidden.stage == Stage::Due)?;
        hidden.stage = Stage::Open;
        Some(hidden.opening.clone())
    }

    /// What the journal does not have yet.
    pub(crate) fn kept(&self) -> impl Iterator<Item = &Opening> {
        self.0.iter().filter(|hidden| hidden.stage != Stage::Open).map(|hidden| &hidden.opening)
    }

    /// Whether any lie face down.
    pub(crate) fn face_down(&self) -> bool {
        self.0.iter().any(|hidden| hidden.stage == Stage::FaceDown)
    }

    /// Shows one answer, if it is to be shown and has not been.
    pub(crate) fn open(&mut self, entry: usize) -> bool {
        let due =
            self.0.iter_mut().find(|hidden| hidden.opening.entry == entry && hidden.stage == Stage::Due);
        due.is_some_and(|hidden| {
            hidden.stage = Stage::Open;
            true
        })
    }
}
