//! The two sides of every fight, and pairs of things that belong to them.

use std::fmt;
use std::ops::{Index, IndexMut};

/// One of the two sides. In a battle the first is the attacker (the phasing side), the second the
/// defender; in a whole game a title says who they are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// The attacker of a battle, the first player of a title.
    First,
    /// The defender of a battle, the second player of a title.
    Second,
}

impl Side {
    /// Both sides, in order.
    pub const ALL: [Side; 2] = [Side::First, Side::Second];

    /// The opponent.
    #[inline]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// Who plays this side of an inner procedure whose first side is played by `first`; and, the other way
    /// round, which side of the inner procedure this player is.
    #[inline]
    pub const fn seat(self, first: Side) -> Side {
        match first {
            Side::First => self,
            Side::Second => self.other(),
        }
    }

    /// The side's stable name in journals and on the wire.
    pub const fn key(self) -> &'static str {
        match self {
            Side::First => "first",
            Side::Second => "second",
        }
    }

    /// The side with that stable name.
    pub fn from_key(key: &str) -> Option<Side> {
        Side::ALL.into_iter().find(|side| side.key() == key)
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// One `T` for each side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct BySide<T> {
    /// The first side's.
    pub first: T,
    /// The second side's.
    pub second: T,
}

impl<T> BySide<T> {
    /// A pair, the first side's value first.
    pub const fn new(first: T, second: T) -> Self {
        BySide { first, second }
    }

    /// The pair that a function of the side gives.
    pub fn from_fn(mut make: impl FnMut(Side) -> T) -> Self {
        BySide { first: make(Side::First), second: make(Side::Second) }
    }

    /// The pair with a function applied to both values.
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> BySide<U> {
        BySide { first: f(self.first), second: f(self.second) }
    }

    /// A pair by player as a pair by side of an inner procedure whose first side is played by `first`, and
    /// the other way round.
    pub fn seated(self, first: Side) -> Self {
        match first {
            Side::First => self,
            Side::Second => BySide { first: self.second, second: self.first },
        }
    }

    /// Both values with their sides.
    pub fn iter(&self) -> impl Iterator<Item = (Side, &T)> {
        [(Side::First, &self.first), (Side::Second, &self.second)].into_iter()
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;
    #[inline]
    fn index(&self, side: Side) -> &T {
        match side {
            Side::First => &self.first,
            Side::Second => &self.second,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::First => &mut self.first,
            Side::Second => &mut self.second,
        }
    }
}
