//! Sets as bits, of hexes and of whatever is known by its place in a list: cheap to copy, compare and combine.

use crate::HEXES_MAX;
use crate::hex::Hex;
use std::fmt;
use std::marker::PhantomData;

const WORDS: usize = HEXES_MAX / 64;

/// A set of hexes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct HexSet([u64; WORDS]);

impl HexSet {
    /// The empty set.
    pub const EMPTY: HexSet = HexSet([0; WORDS]);

    /// Whether a hex is in it.
    #[inline]
    pub const fn has(&self, hex: Hex) -> bool {
        self.0[hex.index() / 64] >> (hex.index() % 64) & 1 == 1
    }

    /// Puts a hex in.
    #[inline]
    pub const fn put(&mut self, hex: Hex) {
        self.0[hex.index() / 64] |= 1 << (hex.index() % 64);
    }

    /// Takes a hex out.
    #[inline]
    pub const fn take(&mut self, hex: Hex) {
        self.0[hex.index() / 64] &= !(1 << (hex.index() % 64));
    }

    /// Takes the first hex out.
    #[inline]
    pub fn pop(&mut self) -> Option<Hex> {
        for (i, word) in self.0.iter_mut().enumerate() {
            if *word != 0 {
                let bit = word.trailing_zeros() as u16;
                *word &= *word - 1;
                return Some(Hex((i * 64) as u16 + bit));
            }
        }
        None
    }

    /// Whether it holds nothing.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// How many hexes it holds.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The hexes in either.
    #[inline]
    pub fn or(&self, other: &HexSet) -> HexSet {
        HexSet(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// The hexes in both.
    #[inline]
    pub fn and(&self, other: &HexSet) -> HexSet {
        HexSet(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// The hexes in this and not in the other.
    #[inline]
    pub fn less(&self, other: &HexSet) -> HexSet {
        HexSet(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// The hexes, in order.
    pub fn iter(&self) -> impl Iterator<Item = Hex> + use<> {
        let words = self.0;
        (0..WORDS).flat_map(move |i| {
            let mut word = words[i];
            std::iter::from_fn(move || {
                if word == 0 {
                    return None;
                }
                let bit = word.trailing_zeros();
                word &= word - 1;
                Some(Hex((i * 64) as u16 + bit as u16))
            })
        })
    }
}

impl FromIterator<Hex> for HexSet {
    fn from_iter<I: IntoIterator<Item = Hex>>(hexes: I) -> HexSet {
        let mut set = HexSet::EMPTY;
        for hex in hexes {
            set.put(hex);
        }
        set
    }
}

/// Something known by its place in a list that never changes: a unit, by its place in the order of battle.
pub trait Id: Copy + 'static {
    /// What stands at a place.
    fn at(place: u8) -> Self;
    /// Its place, which is below [`IDS_MAX`].
    fn place(self) -> u8;
}

/// So many things an [`IdSet`] can tell apart.
pub const IDS_MAX: usize = 128;

/// A set of things known by their places, as bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IdSet<I>(u128, PhantomData<I>);

impl<I: Id> IdSet<I> {
    /// Nobody.
    pub const NONE: Self = IdSet(0, PhantomData);

    /// Those whose places are the bits that are set.
    #[inline]
    pub const fn of_bits(bits: u128) -> Self {
        IdSet(bits, PhantomData)
    }

    /// One alone.
    #[inline]
    pub fn one(id: I) -> Self {
        IdSet::of_bits(1 << id.place())
    }

    /// Whether it is in the set.
    #[inline]
    pub fn has(self, id: I) -> bool {
        self.0 >> id.place() & 1 == 1
    }

    /// Puts one in.
    #[inline]
    pub fn put(&mut self, id: I) {
        self.0 |= 1 << id.place();
    }

    /// Takes one out.
    #[inline]
    pub fn take(&mut self, id: I) {
        self.0 &= !(1 << id.place());
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
    pub const fn with(self, other: Self) -> Self {
        IdSet::of_bits(self.0 | other.0)
    }

    /// These without those.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        IdSet::of_bits(self.0 & !other.0)
    }

    /// Those in both.
    #[inline]
    #[must_use]
    pub const fn both(self, other: Self) -> Self {
        IdSet::of_bits(self.0 & other.0)
    }

    /// Whether every one of these is among those.
    #[inline]
    pub const fn within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// The first of them.
    #[inline]
    pub fn first(self) -> Option<I> {
        (self.0 != 0).then(|| I::at(self.0.trailing_zeros() as u8))
    }

    /// All of them, in the order of their places.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = I> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let place = bits.trailing_zeros() as u8;
            bits &= bits - 1;
            Some(I::at(place))
        })
    }

    /// Every set made of these, the empty one left out; only for sets that fit a stack.
    pub fn subsets(self) -> impl Iterator<Item = Self> {
        let all = self.0;
        let mut sub: u128 = 0;
        std::iter::from_fn(move || {
            sub = sub.wrapping_sub(all) & all;
            (sub != 0).then_some(IdSet::of_bits(sub))
        })
    }
}

impl<I: Id> Default for IdSet<I> {
    fn default() -> Self {
        IdSet::NONE
    }
}

impl<I: Id> fmt::Debug for IdSet<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(I::place)).finish()
    }
}

impl<I: Id> FromIterator<I> for IdSet<I> {
    fn from_iter<T: IntoIterator<Item = I>>(ids: T) -> Self {
        ids.into_iter().fold(IdSet::NONE, |set, id| set.with(IdSet::one(id)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    struct Gun(u8);

    impl Id for Gun {
        fn at(place: u8) -> Gun {
            Gun(place)
        }
        fn place(self) -> u8 {
            self.0
        }
    }

    #[test]
    fn sets_of_things_are_sets() {
        let set: IdSet<Gun> = [127, 3, 64, 0].into_iter().map(Gun).collect();
        let places = |set: IdSet<Gun>| set.iter().map(Id::place).collect::<Vec<_>>();
        assert_eq!((places(set), set.len(), set.first()), (vec![0, 3, 64, 127], 4, Some(Gun(0))));
        assert!(set.has(Gun(127)) && !set.has(Gun(126)) && !set.is_empty());
        let mut other = IdSet::one(Gun(3)).with(IdSet::one(Gun(5)));
        assert_eq!(places(set.both(other)), [3]);
        assert_eq!(places(set.without(other)), [0, 64, 127]);
        assert!(!other.within(set) && set.both(other).within(set));
        other.take(Gun(3));
        other.put(Gun(9));
        assert_eq!(places(other), [5, 9]);
        assert_eq!(other.subsets().map(places).collect::<Vec<_>>(), [vec![5], vec![9], vec![5, 9]]);
        assert_eq!(IdSet::<Gun>::default().first(), None);
        assert_eq!(format!("{other:?}"), "{5, 9}");
    }
}
