//! Who is meant: units and commands by their places in the order of battle, and sets of units.

use std::fmt;

/// The most units a battle may hold, detached screens, squadrons and horse holders counted in.
pub const UNITS_MAX: usize = 128;

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

/// A set of units.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Units(u128);

impl Units {
    /// Nobody.
    pub const NONE: Units = Units(0);

    /// One unit.
    #[inline]
    pub const fn one(unit: UnitId) -> Units {
        Units(1 << unit.0)
    }

    /// Whether a unit is in it.
    #[inline]
    pub const fn has(self, unit: UnitId) -> bool {
        self.0 >> unit.0 & 1 == 1
    }

    /// Puts a unit in.
    #[inline]
    pub const fn put(&mut self, unit: UnitId) {
        self.0 |= 1 << unit.0;
    }

    /// Takes a unit out.
    #[inline]
    pub const fn take(&mut self, unit: UnitId) {
        self.0 &= !(1 << unit.0);
    }

    /// Whether there are none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    #[inline]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// These and those.
    #[inline]
    #[must_use]
    pub const fn with(self, other: Units) -> Units {
        Units(self.0 | other.0)
    }

    /// These without those.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Units) -> Units {
        Units(self.0 & !other.0)
    }

    /// Those in both.
    #[inline]
    #[must_use]
    pub const fn both(self, other: Units) -> Units {
        Units(self.0 & other.0)
    }

    /// The first of them.
    #[inline]
    pub fn first(self) -> Option<UnitId> {
        (self.0 != 0).then(|| UnitId(self.0.trailing_zeros() as u8))
    }

    /// The units, in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = UnitId> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let unit = rest.first()?;
            rest.take(unit);
            Some(unit)
        })
    }
}

impl fmt::Debug for Units {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|unit| unit.0)).finish()
    }
}

impl FromIterator<UnitId> for Units {
    fn from_iter<I: IntoIterator<Item = UnitId>>(units: I) -> Units {
        units.into_iter().fold(Units::NONE, |set, unit| set.with(Units::one(unit)))
    }
}
