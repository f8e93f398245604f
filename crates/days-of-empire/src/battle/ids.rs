//! Who is meant: units and commands by their places in the order of battle, and sets of units.

use grognard_board::{IDS_MAX, Id, IdSet};

/// The most units a battle may hold, detached screens, squadrons and horse holders counted in.
pub const UNITS_MAX: usize = IDS_MAX;

/// A unit, as its place in the order of battle. Generals and engineer officers are units too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UnitId(pub u8);

impl UnitId {
    /// The place as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A brigade, a division or the army of a side, as its place in the list of commands. (14.2)
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CommandId(pub u8);

impl CommandId {
    /// The place as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Id for UnitId {
    #[inline]
    fn at(place: u8) -> UnitId {
        UnitId(place)
    }
    #[inline]
    fn place(self) -> u8 {
        self.0
    }
}

/// A set of units.
pub type Units = IdSet<UnitId>;
