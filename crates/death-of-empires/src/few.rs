//! A short list that lives on the stack: what is offered at one loss result is never more than a dozen
//! things, and it is made millions of times.

use std::ops::Deref;

/// Up to `N` things in order.
#[derive(Clone, Copy, Debug)]
pub struct Few<T, const N: usize> {
    items: [T; N],
    len: usize,
}

impl<T: Copy, const N: usize> Few<T, N> {
    /// An empty list; `blank` only fills the room.
    #[inline]
    pub fn new(blank: T) -> Self {
        Few { items: [blank; N], len: 0 }
    }

    /// Adds one at the end.
    ///
    /// # Panics
    /// When the list is full, which its size rules out.
    #[inline]
    pub fn push(&mut self, item: T) {
        self.items[self.len] = item;
        self.len += 1;
    }
}

impl<T, const N: usize> Deref for Few<T, N> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        &self.items[..self.len]
    }
}
