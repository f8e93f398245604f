//! Hex maps as data: printed hex numbers, terrain, rivers, railways, distances and searches; and, in
//! [`table`], tables on which stands are measured with a ruler.
//!
//! A map is a TOML file of small letter grids (see [`Board::load`]). Loading checks it: every row as
//! long as the others, rivers and railways only between neighbours, names once, the border exactly
//! where the sides meet. Everything is whole numbers; a hex is its place in fixed arrays ([`Hex`]),
//! and its four printed digits ([`HexId`]) are for people.
//!
//! ```text
//!    even row     / \ / \ / \        West is left. Columns are numbered from the east, so the hex to
//!     (28..)     |w  |   | e |       the east of 2819 is 2818; the rows marked in the map file as
//!               / \ / \ / \ /        shifted sit half a hex to the east of the others.
//!    odd row   |   |   |   |
//!     (29..)    \ / \ / \ /
//! ```

mod board;
mod hex;
mod map_file;
mod search;
mod set;
pub mod table;

pub use board::{Board, Gauge, Settlement, Terrain};
pub use hex::{Direction, Hex, HexId};
pub use search::{Costs, Kinds, Reach};
pub use set::{HexSet, IDS_MAX, Id, IdSet};

/// The most hexes a map may have: what the fixed arrays hold.
pub const HEXES_MAX: usize = 512;
