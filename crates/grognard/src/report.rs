//! Odds as people and programs read them.

use crate::column::Column;
use crate::ends::{Basis, Ends, Tally};
use crate::policy::PolicyLine;
use crate::unreckoned::Unreckoned;
use grognard_odds::{Alternative, Best, Budget, Interval, Odds, Reckoned, Sampled};
use grognard_umpire::{Playable, Unit};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What odds to work out, and how.
#[derive(Clone, Debug)]
pub struct OddsRequest {
    /// Sample so many instead of counting out exactly.
    pub sample: Option<u64>,
    /// The seed of the sample, also of the one that takes over when the budget is used up.
    pub seed: u64,
    /// Who decides at his best instead of by the file's policy.
    pub best: Option<Best>,
    /// What "best" makes large: the key of a figure, with a minus sign before it to make it small; by
    /// default the system's own objective.
    pub objective: Option<String>,
    /// How much the answer may cost.
    pub budget: Budget,
    /// How uncertain a probability may be where not all can be counted out.
    pub margin: f64,
}

impl Default for OddsRequest {
    /// A quarter of a point either way, where it has to be sampled.
    fn default() -> Self {
        let budget = Budget::default();
        OddsRequest { sample: None, seed: 0, best: None, objective: None, budget, margin: 0.0025 }
    }
}

/// A probability: exact, or sampled with its interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Share {
    /// The probability.
    pub p: f64,
    /// Its 95 % interval, if it was sampled.
    pub interval: Option<Interval>,
}

impl Share {
    /// The probability given something else, of which this is a part. An interval becomes the widest it can be.
    pub(crate) fn given(self, whole: Share) -> Share {
        let p = self.p / whole.p;
        let interval = self.interval.map(|own| {
            let (low, high) = whole.interval.map_or((whole.p, whole.p), |all| (all.low, all.high));
            let upper = if low > 0.0 { (own.high / low).min(1.0) } else { 1.0 };
            Interval { share: p, low: own.low / high, high: upper }
        });
        Share { p, interval }
    }
}

/// A figure of the ends and how it is distributed.
#[derive(Clone, PartialEq, Debug)]
pub struct FigureReport {
    /// The figure's key.
    pub key: &'static str,
    /// Its name for people.
    pub words: String,
    /// How it is written.
    pub unit: Unit,
    /// Its mean.
    pub mean: f64,
    /// The half-width of the mean's 95 % interval, if it was sampled.
    pub mean_margin: Option<f64>,
    /// Its standard deviation.
    pub deviation: f64,
    /// The probability of each value, lowest first.
    pub values: Vec<(i64, Share)>,
}

impl FigureReport {
    /// The probability that the figure is at least so much.
    pub fn at_least(&self, bound: i64) -> f64 {
        self.values.iter().filter(|(value, _)| *value >= bound).map(|(_, share)| share.p).sum()
    }

    /// The probability that a yes-or-no figure is yes.
    pub fn yes(&self) -> Option<Share> {
        let none = Share { p: 0.0, interval: None };
        (self.unit == Unit::Flag)
            .then(|| self.values.iter().find(|(value, _)| *value == 1).map_or(none, |(_, share)| *share))
    }
}

/// Odds, and how they were come by.
#[derive(Clone, Debug)]
pub struct Report {
    /// Whether every branch was followed.
    pub exact: bool,
    /// How many states there were; none for a sample.
    pub states: usize,
    /// How many were fought, for a sample.
    pub samples: u64,
    /// The probability that could not be counted out: none where it is exact, all of it where everything was
    /// sampled. In between the rest is settled, and only this part was sampled.
    pub unsettled: f64,
    /// Every end, likeliest first, told when it is come to.
    pub ends: Ends,
    /// The figures, in the system's order.
    pub figures: Vec<FigureReport>,
    /// Who decided at his best.
    pub best: Option<Best>,
    /// What best play is worth, and in what.
    pub value: Option<(f64, String)>,
    /// What each alternative of the first decision is worth.
    pub alternatives: Vec<Alternative>,
    /// Where the first decision is one of both sides at once: what each alternative of the first side is worth
    /// against each of the second's.
    pub payoffs: Option<Vec<Vec<f64>>>,
    /// Best play as a table: what to do when.
    pub policy: Vec<PolicyLine>,
}

impl Report {
    pub(crate) fn of_exact<P>(rules: &Arc<P::Rules>, odds: Odds<P::End>) -> Report
    where
        P: Playable + 'static,
        P::Rules: Send + Sync + 'static,
        P::End: Send + Sync + 'static,
    {
        let states = odds.states();
        Report::of(Ends::of_exact::<P>(rules, odds), states)
    }

    pub(crate) fn of_sample<P>(rules: &Arc<P::Rules>, sampled: &Sampled<P::End>) -> Report
    where
        P: Playable + 'static,
        P::Rules: Send + Sync + 'static,
        P::End: Send + Sync + 'static,
    {
        Report::of(Ends::of_sample::<P>(rules, sampled), 0)
    }

    pub(crate) fn of_reckoned<P>(rules: &Arc<P::Rules>, reckoned: Reckoned<P::End>) -> Report
    where
        P: Playable + 'static,
        P::Rules: Send + Sync + 'static,
        P::End: Send + Sync + 'static,
    {
        let states = reckoned.settled.states();
        Report::of(Ends::of_reckoned::<P>(rules, reckoned), states)
    }

    /// The report of ends; what is not theirs is left open.
    pub(crate) fn of(ends: Ends, states: usize) -> Report {
        let Basis { unsettled, battles } = ends.basis();
        Report {
            exact: unsettled == 0.0,
            states,
            samples: battles,
            unsettled,
            figures: figures(&ends),
            ends,
            best: None,
            value: None,
            alternatives: Vec::new(),
            payoffs: None,
            policy: Vec::new(),
        }
    }

    /// The place of a figure among the system's.
    pub(crate) fn place(&self, key: &str) -> Result<usize, Unreckoned> {
        self.figures.iter().position(|figure| figure.key == key).ok_or_else(|| {
            let there_are = self.figures.iter().map(|figure| figure.key).collect();
            Unreckoned::NoSuchFigure { key: key.to_owned(), there_are }
        })
    }
}

/// How all figures are distributed, in one pass over the ends.
fn figures(ends: &Ends) -> Vec<FigureReport> {
    let basis = ends.basis();
    let one = |((key, words, unit), column): ((&'static str, String, Unit), Column)| {
        let mut tallies = column.finish();
        if unit == Unit::Flag && basis.unsettled > 0.0 {
            // What a sample has not met may still happen: it has an interval like the rest.
            tallies.entry(0).or_default();
            tallies.entry(1).or_default();
        }
        let (mean, deviation) = moments(tallies.iter().map(|(value, tally)| (*value, basis.weight(*tally))));
        let mean_margin = (basis.unsettled > 0.0).then(|| margin_of_mean(&tallies, basis, ends.whole().p));
        let values = tallies.into_iter().map(|(value, tally)| (value, ends.share(tally))).collect();
        FigureReport { key, words, unit, mean, mean_margin, deviation, values }
    };
    ends.heads().into_iter().zip(ends.columns()).map(one).collect()
}

/// Mean and standard deviation of weighted values.
fn moments(values: impl Iterator<Item = (i64, f64)> + Clone) -> (f64, f64) {
    let total: f64 = values.clone().map(|(_, weight)| weight).sum();
    let mean = values.clone().map(|(value, weight)| value as f64 * weight).sum::<f64>() / total;
    let square = |value: i64| (value as f64 - mean).powi(2);
    let variance = values.map(|(value, weight)| square(value) * weight).sum::<f64>() / total;
    (mean, variance.sqrt())
}

/// How uncertain a mean is: as uncertain as that of the battles fought, in so far as they weigh.
fn margin_of_mean(tallies: &BTreeMap<i64, Tally>, basis: Basis, whole: f64) -> f64 {
    let fought: u64 = tallies.values().map(|tally| tally.count).sum();
    if fought == 0 {
        // Without battles what is not settled may have any of the values.
        let lowest = tallies.keys().next().copied().unwrap_or(0);
        let highest = tallies.keys().next_back().copied().unwrap_or(0);
        return (highest - lowest) as f64 * (basis.unsettled / whole).min(1.0);
    }
    let (_, deviation) = moments(tallies.iter().map(|(value, tally)| (*value, tally.count as f64)));
    let weight = basis.unsettled * fought as f64 / basis.battles as f64 / whole;
    1.96 * weight * deviation / (fought as f64).sqrt()
}
