//! Who takes down the clauses that a look-up carries out.
//!
//! Zones, supply, stacking and the like are looked up in the middle of a rule, by computer players and by
//! tests. A look-up takes a [`Clerk`]: an umpire in play, [`Minutes`] in a test, [`NoClerk`] where nobody
//! wants to know. A clause is noted where it has an effect, not wherever it might have had one.

use crate::clause::Clause;
use crate::umpire::Umpire;

/// Takes down the clauses that a look-up carries out.
pub trait Clerk {
    /// Whether anything is taken down; where not, nothing is looked at for its sake.
    fn listens(&self) -> bool;

    /// Takes a clause down.
    fn note(&mut self, clause: Clause);

    /// Takes a clause down where it has an effect.
    #[inline]
    fn note_if(&mut self, clause: Clause, has_effect: impl FnOnce() -> bool)
    where
        Self: Sized,
    {
        if self.listens() && has_effect() {
            self.note(clause);
        }
    }
}

impl<U: Umpire> Clerk for U {
    #[inline]
    fn listens(&self) -> bool {
        self.listening()
    }

    #[inline]
    fn note(&mut self, clause: Clause) {
        self.cite(clause);
    }
}

/// Nobody wants to know.
pub struct NoClerk;

impl Clerk for NoClerk {
    #[inline]
    fn listens(&self) -> bool {
        false
    }

    #[inline]
    fn note(&mut self, _: Clause) {}
}

/// The clauses of look-ups, in the order they came.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Minutes(pub Vec<Clause>);

impl Clerk for Minutes {
    fn listens(&self) -> bool {
        true
    }

    fn note(&mut self, clause: Clause) {
        self.0.push(clause);
    }
}
