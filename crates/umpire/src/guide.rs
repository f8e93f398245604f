//! What a good umpire tells whoever asks: how to win and how it stands, what an order will cost, what stands where.
//!
//! A title answers by a [`Guide`], made for one viewer from what he may know, by the look-ups that the rules
//! themselves use. Nothing here decides anything.

use crate::clause::Clause;
use crate::map::{Board, Line, Spot};
use crate::ruling::Mark;
use crate::side::Side;
use crate::target::Target;
use crate::topic::Topic;

/// Where the game stands in its length.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turns {
    /// The turn, from one.
    pub now: u16,
    /// How many there are; nothing where the rules set no last one.
    pub of: Option<u16>,
    /// What the turn is called: a date, a season.
    pub date: String,
    /// The phase in a word or two.
    pub phase: String,
}

/// How far an aim is reached, in the smallest unit that the rules count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// What there is now.
    pub now: i64,
    /// What is needed.
    pub needed: i64,
}

impl Count {
    /// Whether there is as much as is needed.
    pub const fn is_reached(self) -> bool {
        self.now >= self.needed
    }

    /// How much there is and how much is needed, in words.
    pub fn words(self) -> String {
        match self {
            Count { now, needed } if now > needed => format!("{now} now, {needed} would do"),
            Count { now, needed } if now < 0 => format!("{now} now, {needed} needed"),
            Count { now, needed } => format!("{now} of {needed}"),
        }
    }
}

/// Something that a side plays for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Aim {
    /// Stable key.
    pub key: &'static str,
    /// Whose aim it is; both sides' where nobody is named.
    pub side: Option<Side>,
    /// The clause that makes it one; nothing where it is only what best play makes large.
    pub clause: Option<Clause>,
    /// What is to be reached, in a sentence.
    pub words: String,
    /// How far it is reached, where it can be counted.
    pub count: Option<Count>,
    /// Whether it is reached as things stand.
    pub reached: bool,
    /// The places it is about.
    pub targets: Vec<Target>,
}

/// How to win, and how it stands now.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Aims {
    /// Turn of turns; nothing in what has no turns.
    pub turns: Option<Turns>,
    /// What is played for, the most wanted first.
    pub list: Vec<Aim>,
    /// How it would end if it ended now, in words; nothing where that means nothing.
    pub standing: Option<String>,
}

impl Aim {
    /// Whether it is the same aim of the other side.
    fn is_shared_with(&self, other: &Aim) -> bool {
        let alike = other.words == self.words && other.count == self.count && other.reached == self.reached;
        alike && other.side != self.side
    }

    /// The aim in a sentence for somebody, with how far it is reached.
    pub fn sentence(&self, whose: &str) -> String {
        let count = self.count.map_or_else(String::new, |count| format!(" ({})", count.words()));
        format!("{whose}: {}{count}", self.words)
    }
}

impl Aims {
    /// The aims as they are told, each with the side that has it; what both want stands there once and is nobody's alone.
    pub fn told(&self) -> Vec<(Option<Side>, &Aim)> {
        let first = |at: usize| !self.list[..at].iter().any(|before| before.is_shared_with(&self.list[at]));
        let whose = |at: usize, aim: &Aim| {
            aim.side.filter(|_| !self.list[at + 1..].iter().any(|other| other.is_shared_with(aim)))
        };
        let all = self.list.iter().enumerate().filter(|(at, _)| first(*at));
        all.map(|(at, aim)| (whose(at, aim), aim)).collect()
    }
}

/// What an order costs whoever gives it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Loss {
    /// Units are taken off the board.
    Eliminated,
    /// Units are cut off and give themselves up.
    Surrendered,
    /// Units may lose strength: dice say how much.
    Worn,
    /// Units can no longer act in this phase.
    Idle,
    /// Something owed stays undone or unpaid.
    Unpaid,
    /// Units have done what they do and are spent.
    Spent,
}

impl Loss {
    /// The loss in a word, for programs.
    pub const fn key(self) -> &'static str {
        match self {
            Loss::Eliminated => "eliminated",
            Loss::Surrendered => "surrendered",
            Loss::Worn => "worn",
            Loss::Idle => "idle",
            Loss::Unpaid => "unpaid",
            Loss::Spent => "spent",
        }
    }

    /// Whether a player wants to be asked once more before it comes. That whoever has acted is spent is the course of
    /// things.
    pub const fn is_grave(self) -> bool {
        !matches!(self, Loss::Spent)
    }
}

/// How sure a consequence is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sure {
    /// It comes over all that are named.
    All,
    /// It comes over some of those named, whom their owner chooses.
    Some,
    /// Dice or the other side decide.
    Perhaps,
}

impl Sure {
    /// The word for programs.
    pub const fn key(self) -> &'static str {
        match self {
            Sure::All => "all",
            Sure::Some => "some",
            Sure::Perhaps => "perhaps",
        }
    }
}

/// What follows if an order is given, as the rules stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Consequence {
    /// What it costs.
    pub loss: Loss,
    /// How sure it is.
    pub sure: Sure,
    /// The clause that brings it about.
    pub clause: Clause,
    /// Whom it comes over, and where.
    pub targets: Vec<Target>,
    /// The same in a sentence.
    pub words: String,
}

/// A figure of a piece: strength 3 of 5.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reckoned {
    /// What it is: `strength`.
    pub key: &'static str,
    /// How much of it there is; nothing where the viewer may not know.
    pub now: Option<i64>,
    /// How much there was at its best, where that is counted.
    pub of: Option<i64>,
}

impl Reckoned {
    /// A figure that is what it is.
    pub fn of(key: &'static str, now: impl Into<i64>) -> Reckoned {
        Reckoned { key, now: Some(now.into()), of: None }
    }
}

/// A piece on the board, as a viewer may know it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Which piece, by the key that orders use and pictures carry.
    pub id: Target,
    /// Whose it is; nobody's where no side is named.
    pub side: Option<Side>,
    /// Its name.
    pub name: String,
    /// What it is, in a word: `armor`, `fleet`, `leader`.
    pub symbol: &'static str,
    /// Its figures.
    pub figures: Vec<Reckoned>,
    /// Its states in a word each: `spent`, `besieged`.
    pub marks: Vec<&'static str>,
    /// Where it is; nothing where it is on no board.
    pub place: Option<Target>,
    /// Where it is if it is on no board, in words: `due on turn 4`.
    pub elsewhere: String,
    /// Where it stands to the smallest unit, on a board that is measured.
    pub stance: Option<Stance>,
}

/// How a piece stands on a board that is measured.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stance {
    /// Where, on the board as data.
    pub at: Spot,
    /// Where it faces: tenths of a degree, clockwise from the north.
    pub facing: u16,
    /// What it covers: the corners of each of its blocks.
    pub blocks: Vec<Vec<Spot>>,
}

/// A cell of the board as it is now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CellNow {
    /// Which cell.
    pub cell: Target,
    /// Who holds it; nobody where it is nobody's, or cannot be held.
    pub holder: Option<Side>,
    /// Its states in a word each: `besieged`, `burning`.
    pub marks: Vec<&'static str>,
    /// Its figures: `garrison`, `fortress`.
    pub figures: Vec<Reckoned>,
}

impl CellNow {
    /// A cell of which nothing is to be said but who holds it.
    pub fn held(cell: Target, holder: Option<Side>) -> CellNow {
        CellNow { cell, holder, marks: Vec::new(), figures: Vec::new() }
    }
}

/// What stands at a place, as a viewer may know it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Presence {
    /// The place.
    pub place: Target,
    /// Its name.
    pub name: String,
    /// What there is to say of the place: its ground, whose it is, who has supply there.
    pub about: Vec<String>,
    /// Who stands there.
    pub pieces: Vec<Piece>,
}

/// Something that a side has besides its pieces: points, money, an air unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stock {
    /// Stable key.
    pub key: &'static str,
    /// Whose it is; both sides' where nobody is named.
    pub side: Option<Side>,
    /// The stock in words: `3 replacement points`.
    pub words: String,
}

/// What a fight that an order would lead to is reckoned from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Known {
    /// Nothing about it is hidden from whoever asks.
    Whole,
    /// What is hidden is as good for whoever asks as it can be.
    Best,
    /// What is hidden lies in the middle of what it may be.
    Likely,
    /// What is hidden is as bad for whoever asks as it can be.
    Worst,
}

impl Known {
    /// The word for programs.
    pub const fn key(self) -> &'static str {
        match self {
            Known::Whole => "whole",
            Known::Best => "best",
            Known::Likely => "likely",
            Known::Worst => "worst",
        }
    }
}

/// Where a part of a title's data comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// Which part: `the map`.
    pub what: String,
    /// Printed, published, worked out by us.
    pub mark: Mark,
    /// The work, or how it was worked out.
    pub work: String,
}

/// What a viewer is told of a game when he asks; see the module's words.
pub trait Guide {
    /// How to win, and how it stands.
    fn aims(&self) -> Aims;

    /// What giving an order will cost the side that gives it, in the position it is asked in; nothing where it costs
    /// nothing, or is no order.
    fn consequences(&self, order: &str) -> Vec<Consequence>;

    /// What an answer means, with names and what is left, where the rules' own words have none: the rules that ask may
    /// not know whose units they are.
    fn meaning(&self, _topic: Topic, _answer: &str) -> Option<String> {
        None
    }

    /// The place that somebody means by a name or a number.
    fn place(&self, name: &str) -> Option<Target>;

    /// What stands at a place.
    fn presence(&self, place: &Target) -> Option<Presence>;

    /// Every piece of the game, as far as the viewer may know it.
    fn pieces(&self) -> Vec<Piece>;

    /// What the sides have besides.
    fn stocks(&self) -> Vec<Stock> {
        Vec::new()
    }

    /// The board as data, as far as it never changes; nothing where there is none.
    fn board(&self) -> Option<Board> {
        None
    }

    /// The cells of the board as they are now: those that somebody can hold, and those of which there is more to say.
    fn cells(&self) -> Vec<CellNow> {
        Vec::new()
    }

    /// Lines of the board that come and go: a railway in use, the way of a march.
    fn lines(&self) -> Vec<Line> {
        Vec::new()
    }

    /// Where the title's own data come from.
    fn origins(&self) -> Vec<Origin> {
        Vec::new()
    }
}
