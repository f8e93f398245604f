//! How tests without an umpire say which clause they have seen at work: never without what it came to.

use grognard_testkit::record;
use grognard_umpire::{Clause, Refusal};
use std::fmt::Debug;

/// What a clause comes to.
#[track_caller]
pub(crate) fn comes_to<T: PartialEq + Debug>(clause: Clause, seen: T, wanted: T) {
    assert_eq!(seen, wanted, "{clause}");
    record::exercised(&[clause.id()]);
}

/// What a clause forbids.
#[track_caller]
pub(crate) fn forbids<T: Debug>(clause: Clause, result: Result<T, Refusal>) {
    let refusal = result.expect_err(clause.id());
    assert_eq!(refusal.clause, Some(clause), "{refusal}");
    record::exercised(&[clause.id()]);
}
