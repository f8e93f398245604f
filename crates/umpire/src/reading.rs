//! Readings: how a place of a book that is silent, damaged or can be read two ways is read here.

use crate::clause::Clause;
use std::fmt;

/// A reading in force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The word that files use for it.
    pub key: &'static str,
    /// What it stands at.
    pub value: String,
    /// The clause it is about.
    pub clause: Clause,
    /// Whether it stands at its default.
    pub is_default: bool,
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.key, self.value)?;
        if self.is_default { Ok(()) } else { f.write_str(" (not the default)") }
    }
}
