//! A reading of a die that remembers the face it was read from.

/// What a table made of a die. Two of them are equal if the reading is: the odds treat faces that mean
/// the same as one, and the face is there for the account alone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen<T> {
    /// What it means.
    pub(crate) what: T,
    /// The modified die.
    pub(crate) die: i32,
}

impl<T: PartialEq> PartialEq for Seen<T> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.what == other.what
    }
}
