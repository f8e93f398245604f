//! Parts of a system's charts that are read when they are first asked for.

use crate::bad_data::BadData;
use crate::pages::Pages;
use std::ops::Deref;
use std::sync::OnceLock;

/// A part of the charts and how it is read from the pages. Whoever asks for it gets it as if it had always been there.
pub struct OnDemand<T> {
    pages: Pages,
    read: fn(&Pages) -> Result<T, BadData>,
    asked: OnceLock<T>,
}

impl<T> OnDemand<T> {
    /// A part that nobody has asked for yet.
    pub fn new(pages: &Pages, read: fn(&Pages) -> Result<T, BadData>) -> Self {
        OnDemand { pages: pages.clone(), read, asked: OnceLock::new() }
    }

    /// Reads it now: a player's tables are looked through before anything is done with them.
    ///
    /// # Errors
    /// What is wrong with its tables.
    pub fn checked(&self) -> Result<&T, BadData> {
        match self.asked.get() {
            Some(read) => Ok(read),
            None => {
                let read = (self.read)(&self.pages)?;
                Ok(self.asked.get_or_init(|| read))
            }
        }
    }
}

impl<T> Deref for OnDemand<T> {
    type Target = T;

    /// # Panics
    /// Where a table of the system's own cannot be read: a test reads them all, and a player's were checked.
    #[inline]
    fn deref(&self) -> &T {
        self.asked.get_or_init(|| (self.read)(&self.pages).unwrap_or_else(|bad| panic!("{bad}")))
    }
}
