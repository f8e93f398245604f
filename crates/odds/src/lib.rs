//! Odds over any procedure, by running the procedure itself.
//!
//! - [`exact`]: the joint distribution of all ends, given how each side decides. Equal states are one
//!   state, a step that leads back to itself is conditioned away, sums run in a fixed order.
//! - [`exact_in`]: the same in big fractions, for checking.
//! - [`sample`]: Monte Carlo on all cores, the same for a seed whatever their number, always with its
//!   interval.
//! - [`best`]: one side's choices, or both sides', solved for an objective by backward induction over
//!   the same graph of states; simultaneous choices as matrix games.
//! - [`sequences`]: all ways a procedure without dice can go, counted and listed.
//! - [`reckon`]: exact as far as the budget reaches, sampled beyond it, and the result says which.
//!
//! All of them keep to a [`Budget`]; with a [`Patience`] they can be watched and called off as well.

mod apart;
mod best;
mod budget;
mod descent;
mod exact;
mod graph;
mod matrix;
mod multinomial;
mod odometer;
mod reckoned;
mod sampled;
mod sequences;
mod spread;
mod weight;

pub use apart::{Apart, PartTables, exact_apart};
pub use best::{Alternative, Best, Decision, Goal, Objective, Solution, best, best_within};
pub use budget::{Budget, OverBudget, Patience, Progress};
pub use exact::{Counted, count_out, exact, exact_in, exact_on};
pub use matrix::{Mixed, solve_matrix};
pub use reckoned::{Reckoned, chance, reckon};
pub use sampled::{Interval, Sampled, sample, sample_live, sample_on, sample_within};
pub use sequences::{Sequences, Unlisted, sequences};
pub use spread::Odds;
pub use weight::{Fraction, Weight};

#[cfg(test)]
mod tests;
