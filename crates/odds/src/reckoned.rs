//! Odds within a budget: counted out as far as it reaches, the rest fought.

use crate::apart::{PartTables, tables_of};
use crate::budget::{OverBudget, Patience};
use crate::exact::{count_out, counted};
use crate::odometer::Wheels;
use crate::sampled::{Interval, Sampled, cores, sample_open};
use crate::spread::Odds;
use grognard_umpire::{Choice, Procedure};

/// Odds, and how they were come by: what was counted out is settled, and battles were fought for the rest.
#[derive(Clone, Debug)]
pub struct Reckoned<E> {
    /// The ends whose probability is settled.
    pub settled: Odds<E>,
    /// The probability that is not settled; none where every branch was followed.
    pub unsettled: f64,
    /// How the unsettled part came out when it was fought.
    pub rest: Sampled<E>,
    /// How the parts that settled ends leave open can come out.
    pub tables: PartTables<E>,
}

impl<E: Ord> Reckoned<E> {
    /// Whether every branch was followed. A figure that was not is never shown as if it were exact.
    pub fn is_exact(&self) -> bool {
        self.unsettled == 0.0
    }
}

/// The probability of something of which so much is settled, so many of `n` battles fought for the unsettled rest
/// having come out that way. Without battles it lies somewhere between the bounds that the settled part sets.
pub fn chance(settled: f64, unsettled: f64, count: u64, n: u64) -> Interval {
    let rest = match n {
        0 => Interval { share: 0.5, low: 0.0, high: 1.0 },
        _ => Interval::wilson(count, n, 1.96),
    };
    let whole = |share: f64| (settled + unsettled * share).min(1.0);
    Interval { share: whole(rest.share), low: whole(rest.low), high: whole(rest.high) }
}

/// The fewest battles that are worth fighting, and the most.
const BATTLES_MIN: f64 = 1_000.0;
const BATTLES_MAX: f64 = 10_000_000.0;

/// Counts out as far as patience reaches, and fights for the rest until no probability is uncertain by more than
/// the margin, or time is up.
pub fn reckon<P>(
    start: &P,
    rules: &P::Rules,
    decide: &(impl Fn(&P, &Choice<'_>) -> usize + Sync),
    patience: &Patience<'_>,
    margin: f64,
    seed: u64,
) -> Reckoned<P::End>
where
    P: Procedure + Send + Sync,
    P::Rules: Sync,
    P::End: Send + Sync,
{
    let first_part = patience.first_part();
    let mut settled = counted(cores(), start, rules, decide, &first_part, Wheels::leaving_open(true));
    let tables = tables_of::<P>(&settled.odds, rules, decide, &first_part).unwrap_or_else(|OverBudget| {
        // Not even the tables fit: nothing is kept apart.
        settled = count_out(start, rules, decide, &first_part);
        PartTables::default()
    });
    let unsettled = settled.unsettled();
    let rest = if unsettled <= margin {
        Sampled::from_iter([])
    } else {
        // The widest interval of n battles is that of a share of a half: 1.96 / (2 √n).
        let n = (unsettled * 0.98 / margin).powi(2).ceil().clamp(BATTLES_MIN, BATTLES_MAX) as u64;
        sample_open(&settled.open, rules, decide, n, seed, patience)
    };
    Reckoned { settled: settled.odds, unsettled, rest, tables }
}
