//! Who takes down the clauses that look-ups apply. Look-ups throw no dice and put no question, so they need no
//! umpire; but what they carry out is to be on record.

use grognard_umpire::Clause;

/// Takes clauses down.
pub type Clerk<'a> = &'a mut dyn FnMut(Clause);

/// For questions asked only to find out what could be done: nothing is carried out, so nothing is noted.
pub fn deaf(_: Clause) {}
