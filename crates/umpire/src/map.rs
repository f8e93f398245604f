//! Boards as data, in whole numbers: what never changes of a board, whatever its title.
//!
//! Pictures are drawn from it, and an interface that draws its own needs nothing else: pieces, who holds what and
//! the lines that come and go are told by the [`Guide`](crate::Guide), by the same ids.

use crate::target::Target;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;

/// A point of a board: east and south of its corner.
pub type Spot = (i32, i32);

/// The part of a board that never changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// What it is made of.
    pub kind: BoardKind,
    /// How far it reaches to the east and the south.
    pub size: Spot,
    /// Its cells.
    pub cells: Vec<Cell>,
    /// What is drawn on it besides: coasts, land out of play.
    pub lines: Vec<Line>,
    /// What its grounds, borders, lines and towns are called.
    pub legend: Vec<Sign>,
}

/// What a board is made of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BoardKind {
    /// Hexes, known by their numbers.
    Hexes,
    /// Areas with borders and names.
    Areas,
    /// A table that is measured with a ruler: its cells are pieces of terrain, and may lie over each other.
    Table,
}

impl BoardKind {
    /// The kind in a word, for programs.
    pub const fn key(self) -> &'static str {
        match self {
            BoardKind::Hexes => "hexes",
            BoardKind::Areas => "areas",
            BoardKind::Table => "table",
        }
    }
}

/// What a key of a board stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SignOf {
    /// The ground of a cell.
    Ground,
    /// What lies between two cells.
    Between,
    /// A line.
    Line,
    /// A town.
    Town,
}

impl SignOf {
    /// The word for programs.
    pub const fn key(self) -> &'static str {
        match self {
            SignOf::Ground => "ground",
            SignOf::Between => "between",
            SignOf::Line => "line",
            SignOf::Town => "town",
        }
    }
}

/// A line of a board's legend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sign {
    /// What it stands for.
    pub of: SignOf,
    /// The key that cells, borders and lines have it by; pictures have it as a class.
    pub key: &'static str,
    /// What it is called.
    pub words: &'static str,
}

impl Sign {
    /// A line of a legend.
    pub const fn new(of: SignOf, key: &'static str, words: &'static str) -> Sign {
        Sign { of, key, words }
    }
}

/// A cell of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// Which, by the key that orders use and pictures carry.
    pub id: Target,
    /// Its name.
    pub name: String,
    /// Its outline: rings of corners, each closed by its first.
    pub rings: Vec<Vec<Spot>>,
    /// Where what stands in it is drawn.
    pub middle: Spot,
    /// Its town, if it has one.
    pub town: Option<Town>,
    /// Its ground, by its key in the legend.
    pub ground: &'static str,
    /// Its neighbours and what lies between, by its key in the legend.
    pub neighbours: Vec<(Target, &'static str)>,
}

/// A city, a fortress or a village.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Town {
    /// Which, by the key that pictures carry.
    pub id: Target,
    /// What it is, by its key in the legend.
    pub kind: &'static str,
    /// Where it lies.
    pub at: Spot,
}

/// A line or an area that is no cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// What it is, in a word: by its key in the legend, if it has one there.
    pub kind: &'static str,
    /// Its corners.
    pub spots: Vec<Spot>,
}

impl Cell {
    /// The edges that two cells share, each with its two ends.
    pub fn edges_with(&self, other: &Cell) -> Vec<[Spot; 2]> {
        let theirs: Vec<[Spot; 2]> = other.edges().collect();
        self.edges()
            .filter(|[from, to]| theirs.contains(&[*to, *from]) || theirs.contains(&[*from, *to]))
            .collect()
    }

    fn edges(&self) -> impl Iterator<Item = [Spot; 2]> + '_ {
        self.rings.iter().flat_map(|ring| (0..ring.len()).map(|at| [ring[at], ring[(at + 1) % ring.len()]]))
    }
}

impl Board {
    /// The cell with an id.
    pub fn cell(&self, id: &Target) -> Option<&Cell> {
        self.cells.iter().find(|cell| cell.id == *id)
    }

    /// How far a cell reaches: its corner in the north-west and that in the south-east.
    pub fn reach(cell: &Cell) -> [Spot; 2] {
        let spots = || cell.rings.iter().flatten().copied().chain([cell.middle]);
        let (x, y) = (|| spots().map(|(x, _)| x), || spots().map(|(_, y)| y));
        let least = (x().min().unwrap_or(0), y().min().unwrap_or(0));
        [least, (x().max().unwrap_or(0), y().max().unwrap_or(0))]
    }

    /// Whether a key stands for what lies between two cells and is worth a line.
    pub fn draws_between(&self, key: &str) -> bool {
        self.legend.iter().any(|sign| sign.of == SignOf::Between && sign.key == key)
    }

    /// What it is known by: whoever has a board with this hash has all of it.
    pub fn hash(&self) -> String {
        let digest = Sha256::digest(format!("{self:?}").as_bytes());
        digest.iter().fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
    }
}
