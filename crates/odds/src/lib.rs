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
//! - [`odds`]: exact within a budget, sampled beyond it, and the result says which.

mod best;
mod exact;
mod graph;
mod matrix;
mod odometer;
mod sampled;
mod sequences;
mod spread;
mod weight;

pub use best::{Alternative, Best, Solution, best};
pub use exact::{exact, exact_in};
pub use graph::{Budget, OverBudget};
pub use matrix::{Mixed, solve_matrix};
pub use sampled::{Interval, Progress, Sampled, sample, sample_live, sample_on};
pub use sequences::{Sequences, ThrowsDice, sequences};
pub use spread::Odds;
pub use weight::{Fraction, Weight};

use grognard_umpire::{Choice, Procedure};

/// Odds, and how they were come by. A sampled figure is never shown as if it were exact.
#[derive(Clone, Debug)]
pub enum Result<E> {
    /// Every branch was followed.
    Exact(Odds<E>),
    /// There were too many branches: so many battles were fought instead.
    Sampled(Sampled<E>),
}

/// Exact odds if the budget allows, sampled ones otherwise.
pub fn odds<P>(
    start: &P,
    rules: &P::Rules,
    decide: &(impl Fn(&P, &Choice<'_>) -> usize + Sync),
    budget: Budget,
    samples: u64,
    seed: u64,
) -> Result<P::End>
where
    P: Procedure + Send + Sync,
    P::Rules: Sync,
    P::End: Send + Sync,
{
    match exact(start, rules, decide, budget) {
        Ok(odds) => Result::Exact(odds),
        Err(OverBudget) => Result::Sampled(sample(start, rules, decide, samples, seed, &Progress::default())),
    }
}

#[cfg(test)]
mod tests;
