//! Orders of movement in words: `k2 wheel left 30, advance 4, form line`.
//!
//! What is read here is only the text: whether a unit has such a key and whether the rules let it go there others
//! say. What was read is written back in one way, and that reads as the same order again.
//!
//! ```
//! use grognard_days_of_empire::path::MoveOrder;
//!
//! let order = MoveOrder::read("K2  wheel left 30.0, advance max").unwrap();
//! assert_eq!(order.to_string(), "k2 wheel left 30, advance max");
//! let bad = MoveOrder::read("k2 wheel lft 30").unwrap_err();
//! assert_eq!(bad.to_string(), "at letter 10, `lft`: write left or right");
//! ```

mod read;

use crate::unit::{Formation, words};
use grognard_board::table::{Bend, Hand, Heading, Mils, Notches, Point, Swing};
use grognard_umpire::Refusal;
use std::fmt;

/// The longest text of an order, in bytes.
pub const TEXT_MAX: usize = 400;
/// The most steps of a path.
pub const STEPS_MAX: usize = 8;

/// An order of the Movement Phase.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MoveOrder {
    /// `done`: nobody else of this side moves.
    Done,
    /// `dispute`: a die settles a disputed matter.
    Dispute,
    /// `k2`: what could it do?
    Unit(String),
    /// `k2 advance 4, form line`.
    Path(String, Vec<Act>),
    /// `k2 charge f33`: an opportunity charge. [17.4.10]
    Charge(String, String),
    /// `brigade kaz force march`. [17.4.5]
    ForceMarch(String),
    /// `brigade kaz advance 4`: every unit of it does the same, one after the other.
    Brigade(String, Vec<Act>),
    /// `try k2 to 34.5 20`: what it would cost and where it would stop; nothing changes.
    Try(Box<MoveOrder>),
}

/// How far: so much, or as far as it goes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reach {
    /// So far.
    By(Mils),
    /// As far as it goes.
    Max,
}

/// How much of a turn: so much, or as much as can be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Turn {
    /// So much.
    By(Notches),
    /// As much as can be.
    Max,
}

words! {
    /// A side of the table.
    TableEdge {
        /// The far side, where y is greatest.
        North "north",
        /// The right side.
        East "east",
        /// The near side.
        South "south",
        /// The left side.
        West "west",
    }
}

words! {
    /// What a unit near a crest declares. [15.1-c]
    Declared {
        /// Over it: it sees and is seen.
        Over "over",
        /// Behind it.
        Behind "behind",
    }
}

/// A formation as an order names it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shape {
    /// Which.
    pub formation: Formation,
    /// How many stands wide a cavalry column is, if it is said.
    pub wide: Option<u8>,
    /// The bends of a line, from the left.
    pub bends: [Option<Bend>; 2],
}

impl Shape {
    /// A formation without particulars.
    pub const fn plain(formation: Formation) -> Shape {
        Shape { formation, wide: None, bends: [None; 2] }
    }
}

/// One step of a path, as it is ordered.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Act {
    /// `advance 4`.
    Advance(Reach),
    /// `back 1`, at twice the cost.
    Back(Reach),
    /// `wheel left 30`.
    Wheel(Hand, Turn),
    /// `turn left`: a quarter.
    Quarter(Hand),
    /// `about`.
    About,
    /// `form line`.
    Form(Shape),
    /// `limber`.
    Limber,
    /// `unlimber`.
    Unlimber,
    /// `mount`.
    Mount,
    /// `dismount skirmish` or `dismount line`. [9.3-a]
    Dismount(Formation),
    /// `lead`: horse dismounts to lead its horses. [15.6-a]
    Lead,
    /// `face 180`: screens, squares and single stands turn freely. [17.4.6-f]
    Face(Heading),
    /// `to 34.5 20`: the path is found.
    To(Point),
    /// `crest over` or `crest behind`. [15.1-c]
    Crest(Declared),
    /// `enter north 30`: on to the table, so far from the west or the south.
    Enter(TableEdge, Mils),
    /// `detach 4`: so many stands go out as a screen. [12.4-o]
    Detach(u8),
    /// `recall`: the screen comes in.
    Recall,
    /// `build`: barricades before the line. [17.5.6]
    Build,
    /// `clear hedge`. [11-e]
    Clear(String),
    /// `demolish bridge`. [11-b]
    Demolish(String),
    /// `search river`: for a ford. [15.4-c]
    Search(String),
    /// `span river`: a pontoon bridge is built here. [15.5]
    Span(String),
    /// `join f33`: a general or engineer goes up to a unit. [14.4]
    Join(String),
    /// `hold`: it stays where it is.
    Hold,
}

/// A text that is no order: where it goes wrong, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadOrder {
    /// The letter at which it goes wrong, counted from 1.
    pub letter: usize,
    /// What stands there; nothing if the text ends.
    pub said: String,
    /// What would be right.
    pub wanted: String,
}

impl fmt::Display for BadOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.said.as_str() {
            "" => write!(f, "at letter {}, where it ends: {}", self.letter, self.wanted),
            said => write!(f, "at letter {}, `{said}`: {}", self.letter, self.wanted),
        }
    }
}

impl std::error::Error for BadOrder {}

impl From<BadOrder> for Refusal {
    fn from(bad: BadOrder) -> Refusal {
        Refusal::plain(bad.to_string())
    }
}

const fn hand_word(hand: Hand) -> &'static str {
    match hand {
        Hand::Left => "left",
        Hand::Right => "right",
    }
}

impl fmt::Display for Reach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reach::By(by) => by.fmt(f),
            Reach::Max => f.write_str("max"),
        }
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Turn::By(by) => by.fmt(f),
            Turn::Max => f.write_str("max"),
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.formation.word())?;
        if let Some(wide) = self.wide {
            write!(f, " {wide}")?;
        }
        for bend in self.bends.iter().flatten() {
            let swing = match bend.swing {
                Swing::Forward => "forward",
                Swing::Back => "back",
            };
            write!(f, " bend {} {swing} {}", bend.hinge, bend.by)?;
        }
        Ok(())
    }
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Act::Advance(by) => write!(f, "advance {by}"),
            Act::Back(by) => write!(f, "back {by}"),
            Act::Wheel(hand, by) => write!(f, "wheel {} {by}", hand_word(*hand)),
            Act::Quarter(hand) => write!(f, "turn {}", hand_word(*hand)),
            Act::About => f.write_str("about"),
            Act::Form(shape) => write!(f, "form {shape}"),
            Act::Limber => f.write_str("limber"),
            Act::Unlimber => f.write_str("unlimber"),
            Act::Mount => f.write_str("mount"),
            Act::Dismount(formation) => write!(f, "dismount {}", formation.word()),
            Act::Lead => f.write_str("lead"),
            Act::Face(heading) => write!(f, "face {heading}"),
            Act::To(point) => write!(f, "to {} {}", Mils(point.x), Mils(point.y)),
            Act::Crest(side) => write!(f, "crest {}", side.word()),
            Act::Enter(edge, at) => write!(f, "enter {} {at}", edge.word()),
            Act::Detach(stands) => write!(f, "detach {stands}"),
            Act::Recall => f.write_str("recall"),
            Act::Build => f.write_str("build"),
            Act::Clear(key) => write!(f, "clear {key}"),
            Act::Demolish(key) => write!(f, "demolish {key}"),
            Act::Search(key) => write!(f, "search {key}"),
            Act::Span(key) => write!(f, "span {key}"),
            Act::Join(key) => write!(f, "join {key}"),
            Act::Hold => f.write_str("hold"),
        }
    }
}

/// Steps as an order lists them.
pub struct Listed<'a>(pub &'a [Act]);

impl fmt::Display for Listed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, act) in self.0.iter().enumerate() {
            write!(f, "{}{act}", if at == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl fmt::Display for MoveOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveOrder::Done => f.write_str("done"),
            MoveOrder::Dispute => f.write_str("dispute"),
            MoveOrder::Unit(unit) => f.write_str(unit),
            MoveOrder::Path(unit, acts) => write!(f, "{unit} {}", Listed(acts)),
            MoveOrder::Charge(unit, target) => write!(f, "{unit} charge {target}"),
            MoveOrder::ForceMarch(brigade) => write!(f, "brigade {brigade} force march"),
            MoveOrder::Brigade(brigade, acts) => write!(f, "brigade {brigade} {}", Listed(acts)),
            MoveOrder::Try(order) => write!(f, "try {order}"),
        }
    }
}

impl MoveOrder {
    /// Reads an order.
    ///
    /// # Errors
    /// The letter at which the text goes wrong, and what would be right there.
    pub fn read(text: &str) -> Result<MoveOrder, BadOrder> {
        read::order(text)
    }
}
