//! Rulings: what an umpire says aloud, with the facts it rests on.

use crate::clause::Clause;
use crate::reveal::Audience;
use crate::side::Side;
use std::borrow::Cow;
use std::fmt;

/// Where a figure comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// In the rulebook itself.
    Printed,
    /// In another public source, which is named.
    Published,
    /// Worked out by us; the account says so wherever it decided something.
    Reconstructed,
    /// Our reading of an unclear rule, always an option with its alternative.
    Ruling,
    /// Put in by the player with a folder of tables.
    House,
}

impl Mark {
    /// The mark's one word.
    pub const fn key(self) -> &'static str {
        match self {
            Mark::Printed => "printed",
            Mark::Published => "published",
            Mark::Reconstructed => "reconstructed",
            Mark::Ruling => "ruling",
            Mark::House => "house",
        }
    }

    /// The mark with that word.
    pub fn from_key(key: &str) -> Option<Mark> {
        [Mark::Printed, Mark::Published, Mark::Reconstructed, Mark::Ruling, Mark::House]
            .into_iter()
            .find(|mark| mark.key() == key)
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// One modifier of a die roll: its value, the clause that gives it, and why it applies, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Modifier {
    /// What is added to the die.
    pub value: i16,
    /// The clause that grants it.
    pub clause: Clause,
    /// Why it applies here.
    pub words: String,
}

impl Modifier {
    /// A modifier.
    pub fn new(value: impl Into<i16>, clause: Clause, words: impl Into<String>) -> Self {
        Modifier { value: value.into(), clause, words: words.into() }
    }

    /// The sum of a list of modifiers.
    pub fn sum(modifiers: &[Modifier]) -> i16 {
        modifiers.iter().map(|modifier| modifier.value).sum()
    }
}

/// A look-up in a printed table: which cell was read, and where the cell comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Look {
    /// The table's key.
    pub table: String,
    /// The row's label.
    pub row: String,
    /// The column's label.
    pub column: String,
    /// The cell as printed.
    pub cell: String,
    /// The cell's provenance.
    pub mark: Mark,
    /// The work the cell was taken from, or how it was worked out.
    pub source: String,
}

/// Dice that were thrown for a ruling.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thrown {
    /// Whose throw it was; nobody's where the rules throw for both.
    pub by: Option<Side>,
    /// What was thrown, for example `d10`.
    pub dice: String,
    /// The faces.
    pub faces: Vec<u8>,
    /// What they were read as.
    pub result: u16,
}

/// One step of the account: the clause carried out, what came of it, and the facts behind it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ruling {
    /// The clause carried out.
    pub clause: Clause,
    /// What happened, as an umpire would say it.
    pub text: String,
    /// The modifiers that were added up.
    pub modifiers: Vec<Modifier>,
    /// The table cell that was read.
    pub table: Option<Look>,
    /// The dice thrown since the ruling before this one; the umpire fills them in.
    pub dice: Vec<Thrown>,
    /// Whether a part of the account begins here: a turn, a round, a battle.
    pub heading: bool,
    /// Who may hear it. Only the rules know; nobody outside them filters what is told.
    pub audience: Audience,
}

impl Ruling {
    /// A ruling without facts.
    pub fn new(clause: Clause, text: impl Into<String>) -> Self {
        let text = text.into();
        Ruling {
            clause,
            text,
            modifiers: Vec::new(),
            table: None,
            dice: Vec::new(),
            heading: false,
            audience: Audience::Everybody,
        }
    }

    /// A ruling with which a part of the account begins.
    pub fn heading(clause: Clause, text: impl Into<String>) -> Self {
        Ruling { heading: true, ..Ruling::new(clause, text) }
    }

    /// The same ruling for one side's ears alone.
    pub fn only_for(mut self, side: Side) -> Self {
        self.audience = Audience::Only(side);
        self
    }

    /// The same ruling with its modifiers.
    pub fn with_modifiers(mut self, modifiers: Vec<Modifier>) -> Self {
        self.modifiers = modifiers;
        self
    }

    /// The same ruling with the table cell it read.
    pub fn with_look(mut self, look: Look) -> Self {
        self.table = Some(look);
        self
    }
}

/// An order or an answer that the rules forbid: what was wanted, the clause, and why not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The clause that forbids it; none where the answer was simply not understood.
    pub clause: Option<Clause>,
    /// The reason, for the player to read: what is wrong and what would be right.
    ///
    /// Rules that ask whether something may be done are refused all the time, mostly in the same words.
    pub reason: Cow<'static, str>,
}

impl Refusal {
    /// A refusal under a clause.
    pub fn new(clause: Clause, reason: impl Into<Cow<'static, str>>) -> Self {
        Refusal { clause: Some(clause), reason: reason.into() }
    }

    /// A refusal of something that could not be understood, or that no rule is needed to refuse.
    pub fn plain(reason: impl Into<Cow<'static, str>>) -> Self {
        Refusal { clause: None, reason: reason.into() }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.clause {
            Some(clause) => write!(f, "{} ({clause})", self.reason),
            None => f.write_str(&self.reason),
        }
    }
}

impl std::error::Error for Refusal {}
