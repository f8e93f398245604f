//! Clauses: the numbered sentences of a rulebook that code points at.

use std::fmt;

/// A clause of a rulebook by its id, for example `EU9-BATTLE-e`.
///
/// Whether the id exists is checked by a test over each system's `rules.tsv`, not by the compiler:
/// looking four hundred ids up while compiling would cost a minute a build.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Clause(&'static str);

impl Clause {
    /// The clause with this id. Systems do it through their own `rule!` macro, which adds the prefix.
    #[inline]
    pub const fn new(id: &'static str) -> Self {
        Clause(id)
    }

    /// The id as it stands in `rules.tsv`.
    pub const fn id(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Debug for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}
