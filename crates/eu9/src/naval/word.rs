//! A state of the naval battle in one machine word: the odds compare, hash and copy states for every outcome
//! they follow, and one word is what a machine does that best with.

use crate::charts::Phase;
use crate::naval::armada::Line;
use crate::thirds::Thirds;
use grognard_umpire::{BySide, Side};
use std::fmt;
use std::marker::PhantomData;

/// Something that fits into a word.
pub(crate) trait Fits: Copy + fmt::Debug {
    /// Writes it, field after field.
    fn write(self, word: &mut Writer);
    /// Reads it back, in the same order.
    fn read(word: &mut Reader) -> Self;
}

/// A `T` in a word. Equal words are equal things.
pub(crate) struct Word<T> {
    bits: u64,
    of: PhantomData<T>,
}

impl<T: Fits> Word<T> {
    #[inline]
    pub(crate) fn of(thing: T) -> Word<T> {
        let mut word = Writer { bits: 0, at: 0 };
        thing.write(&mut word);
        assert!(word.at <= 64, "too much for a word");
        Word { bits: word.bits, of: PhantomData }
    }

    #[inline(always)]
    pub(crate) fn open(self) -> T {
        T::read(&mut Reader { bits: self.bits })
    }
}

impl<T> Clone for Word<T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Word<T> {}

impl<T> PartialEq for Word<T> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.bits == other.bits
    }
}

impl<T> Eq for Word<T> {}

impl<T> std::hash::Hash for Word<T> {
    #[inline]
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        state.write_u64(self.bits);
    }
}

impl<T: Fits> fmt::Debug for Word<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.open().fmt(f)
    }
}

/// Puts values into a word, the first lowest.
pub(crate) struct Writer {
    bits: u64,
    at: u32,
}

impl Writer {
    /// What does not fit would change what stands beside it: tables and files are refused where they could come to
    /// that, and should one slip through, stopping is better than a wrong answer.
    #[inline]
    pub(crate) fn put(&mut self, value: u64, bits: u32) {
        assert!(value < 1 << bits, "{value} does not fit in {bits} bits");
        self.bits |= value << self.at;
        self.at += bits;
    }

    /// A value, then a thing.
    #[inline]
    pub(crate) fn after(&mut self, value: u64, bits: u32, thing: impl Fits) {
        self.put(value, bits);
        thing.write(self);
    }

    #[inline]
    pub(crate) fn flag(&mut self, flag: bool) {
        self.put(u64::from(flag), 1);
    }

    /// A value from -8 to 7.
    #[inline]
    pub(crate) fn small(&mut self, value: i8) {
        self.put((i64::from(value) + 8) as u64, 4);
    }

    /// A value from -32 to 31.
    #[inline]
    pub(crate) fn figure(&mut self, value: i8) {
        self.put((i64::from(value) + 32) as u64, 6);
    }

    #[inline]
    pub(crate) fn thirds(&mut self, thirds: Thirds, bits: u32) {
        self.put(thirds.0 as u64, bits);
    }

    #[inline]
    pub(crate) fn side(&mut self, side: Side) {
        self.put(side as u64, 1);
    }

    #[inline]
    pub(crate) fn maybe(&mut self, side: Option<Side>) {
        self.put(side.map_or(0, |side| side as u64 + 1), 2);
    }

    #[inline]
    pub(crate) fn lines(&mut self, lines: BySide<Line>) {
        self.put(lines.first as u64, 2);
        self.put(lines.second as u64, 2);
    }

    #[inline]
    pub(crate) fn phase(&mut self, phase: Phase) {
        self.put(phase as u64, 1);
    }
}

/// Takes values out of a word again.
pub(crate) struct Reader {
    bits: u64,
}

impl Reader {
    #[inline]
    pub(crate) fn take(&mut self, bits: u32) -> u64 {
        let value = self.bits & ((1 << bits) - 1);
        self.bits >>= bits;
        value
    }

    #[inline]
    pub(crate) fn flag(&mut self) -> bool {
        self.take(1) == 1
    }

    #[inline]
    pub(crate) fn small(&mut self) -> i8 {
        self.take(4) as i8 - 8
    }

    #[inline]
    pub(crate) fn figure(&mut self) -> i8 {
        self.take(6) as i8 - 32
    }

    #[inline]
    pub(crate) fn thirds(&mut self, bits: u32) -> Thirds {
        Thirds(self.take(bits) as i16)
    }

    #[inline]
    pub(crate) fn side(&mut self) -> Side {
        Side::ALL[self.take(1) as usize]
    }

    #[inline]
    pub(crate) fn maybe(&mut self) -> Option<Side> {
        match self.take(2) {
            0 => None,
            side => Some(Side::ALL[side as usize - 1]),
        }
    }

    #[inline]
    pub(crate) fn lines(&mut self) -> BySide<Line> {
        BySide::new(Line::ALL[self.take(2) as usize], Line::ALL[self.take(2) as usize])
    }

    #[inline]
    pub(crate) fn phase(&mut self) -> Phase {
        if self.flag() { Phase::Shock } else { Phase::Fire }
    }
}
