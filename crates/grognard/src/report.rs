//! Odds as people and programs read them.

use grognard_odds::{Alternative, Best, Budget, Interval, Odds, Sampled};
use grognard_umpire::{Fact, Playable, Unit};
use std::collections::BTreeMap;

/// What odds to work out, and how.
#[derive(Clone, Debug, Default)]
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
    /// How much exact odds may cost.
    pub budget: Budget,
}

/// A probability: exact, or sampled with its interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Share {
    /// The probability.
    pub p: f64,
    /// Its 95 % interval, if it was sampled.
    pub interval: Option<Interval>,
}

/// One end and its probability.
#[derive(Clone, PartialEq, Debug)]
pub struct EndReport {
    /// The probability.
    pub p: f64,
    /// Its 95 % interval, if it was sampled.
    pub interval: Option<Interval>,
    /// The end as data.
    pub end: Fact,
    /// The end in words.
    pub words: String,
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
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// Whether every branch was followed.
    pub exact: bool,
    /// How many states there were; none for a sample.
    pub states: usize,
    /// How many were fought, for a sample.
    pub samples: u64,
    /// Every end, likeliest first.
    pub ends: Vec<EndReport>,
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
}

impl Report {
    pub(crate) fn of_exact<P: Playable>(rules: &P::Rules, odds: &Odds<P::End>) -> Report {
        let mut ends: Vec<EndReport> = odds
            .ends()
            .iter()
            .map(|(end, p)| EndReport {
                p: *p,
                interval: None,
                end: P::end_facts(rules, end),
                words: P::end_words(rules, end),
            })
            .collect();
        sort(&mut ends);
        let figures = P::figures(rules)
            .into_iter()
            .map(|figure| FigureReport {
                key: figure.key,
                unit: figure.unit,
                mean: odds.mean(|end| (figure.of)(end) as f64),
                mean_margin: None,
                deviation: odds.deviation(|end| (figure.of)(end) as f64),
                values: odds
                    .marginal(|end| (figure.of)(end))
                    .into_iter()
                    .map(|(value, p)| (value, Share { p, interval: None }))
                    .collect(),
                words: figure.words,
            })
            .collect();
        Report {
            exact: true,
            states: odds.states(),
            samples: 0,
            ends,
            figures,
            best: None,
            value: None,
            alternatives: Vec::new(),
            payoffs: None,
        }
    }

    pub(crate) fn of_sample<P: Playable>(rules: &P::Rules, sampled: &Sampled<P::End>) -> Report {
        let n = sampled.n();
        let share = |count: u64| {
            let interval = Interval::wilson(count, n, 1.96);
            Share { p: interval.share, interval: Some(interval) }
        };
        let mut ends: Vec<EndReport> = sampled
            .counts()
            .iter()
            .map(|(end, &count)| EndReport {
                p: share(count).p,
                interval: share(count).interval,
                end: P::end_facts(rules, end),
                words: P::end_words(rules, end),
            })
            .collect();
        sort(&mut ends);
        let figures = P::figures(rules)
            .into_iter()
            .map(|figure| {
                let mut counts = BTreeMap::new();
                if figure.unit == Unit::Flag {
                    // What a sample has not met may still happen: it has an interval like the rest.
                    counts.extend([(0, 0), (1, 0)]);
                }
                for (end, count) in sampled.counts() {
                    *counts.entry((figure.of)(end)).or_insert(0) += count;
                }
                let (mean, margin) = sampled.mean(|end| (figure.of)(end) as f64);
                FigureReport {
                    key: figure.key,
                    unit: figure.unit,
                    mean,
                    mean_margin: Some(margin),
                    deviation: margin / 1.96 * (n as f64).sqrt(),
                    values: counts.into_iter().map(|(value, count)| (value, share(count))).collect(),
                    words: figure.words,
                }
            })
            .collect();
        Report {
            exact: false,
            states: 0,
            samples: n,
            ends,
            figures,
            best: None,
            value: None,
            alternatives: Vec::new(),
            payoffs: None,
        }
    }
}

fn sort(ends: &mut [EndReport]) {
    ends.sort_by(|a, b| b.p.total_cmp(&a.p).then_with(|| a.words.cmp(&b.words)));
}
