//! Hexes: their place in arrays, their printed numbers, and the six ways out of one.

use std::fmt;

/// A hex as its place in the board's arrays, counted row by row from the north-west.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Hex(pub u16);

impl Hex {
    /// The place as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The four digits printed in a hex: two for the row, two for the column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HexId(pub u16);

impl HexId {
    /// The row.
    pub const fn row(self) -> u16 {
        self.0 / 100
    }

    /// The column.
    pub const fn column(self) -> u16 {
        self.0 % 100
    }
}

impl fmt::Display for HexId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Four digits by hand: numbers are written for every order that is offered.
        let digit = |of: u16| b'0' + (self.0 / of % 10) as u8;
        let digits = [digit(1000), digit(100), digit(10), digit(1)];
        match (self.0 < 10_000, std::str::from_utf8(&digits)) {
            (true, Ok(digits)) => f.pad(digits),
            _ => write!(f, "{:04}", self.0),
        }
    }
}

impl fmt::Debug for HexId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.0)
    }
}

/// A way out of a hex.
///
/// ```text
///      NW  NE
///    W   *   E
///      SW  SE
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// East, where column numbers fall.
    East,
    /// North-east.
    NorthEast,
    /// North-west.
    NorthWest,
    /// West.
    West,
    /// South-west.
    SouthWest,
    /// South-east.
    SouthEast,
}

impl Direction {
    /// All six, counter-clockwise from the east.
    pub const ALL: [Direction; 6] = [
        Direction::East,
        Direction::NorthEast,
        Direction::NorthWest,
        Direction::West,
        Direction::SouthWest,
        Direction::SouthEast,
    ];

    /// The way back.
    pub const fn back(self) -> Direction {
        match self {
            Direction::East => Direction::West,
            Direction::NorthEast => Direction::SouthWest,
            Direction::NorthWest => Direction::SouthEast,
            Direction::West => Direction::East,
            Direction::SouthWest => Direction::NorthEast,
            Direction::SouthEast => Direction::NorthWest,
        }
    }

    /// The row and column (counted to the east) next to `(row, east)` this way; `shifted` says that
    /// the row sits half a hex to the east.
    pub(crate) const fn step(self, row: i32, east: i32, shifted: bool) -> (i32, i32) {
        let lean = if shifted { 1 } else { 0 };
        match self {
            Direction::East => (row, east + 1),
            Direction::West => (row, east - 1),
            Direction::NorthEast => (row - 1, east + lean),
            Direction::NorthWest => (row - 1, east - 1 + lean),
            Direction::SouthEast => (row + 1, east + lean),
            Direction::SouthWest => (row + 1, east - 1 + lean),
        }
    }
}
