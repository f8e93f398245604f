//! Boards as data, in whole numbers: what never changes of a board, whatever its title, and who holds what.
//!
//! Pictures are drawn from it, and an interface that draws its own needs nothing else: pieces come from the
//! [`Guide`](crate::Guide), by the same ids.

use crate::target::Target;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;

/// A point of a board: east and south of its corner.
pub type Spot = (i32, i32);

/// The part of a board that never changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// What it is made of, in a word: `areas`, `hexes`.
    pub kind: &'static str,
    /// How far it reaches to the east and the south.
    pub size: Spot,
    /// Its cells.
    pub cells: Vec<Cell>,
    /// What is drawn on it besides: coasts, land out of play.
    pub lines: Vec<Line>,
    /// What its grounds and borders are called: key and words.
    pub legend: Vec<(&'static str, &'static str)>,
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
    /// Where its city lies, if it has one.
    pub city: Option<Spot>,
    /// Its ground, by its key in the legend.
    pub ground: &'static str,
    /// Its neighbours and what lies between, by its key in the legend.
    pub neighbours: Vec<(Target, &'static str)>,
}

/// A line or an area that is no cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// What it is, in a word.
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

    /// What it is known by: whoever has a board with this hash has all of it.
    pub fn hash(&self) -> String {
        let digest = Sha256::digest(format!("{self:?}").as_bytes());
        digest.iter().fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
    }
}
