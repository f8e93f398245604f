//! A distribution of ends, and what people ask of it.

use crate::graph::Numbered;
use indexmap::set::Slice;
use std::collections::BTreeMap;
use std::hash::Hash;
use std::sync::OnceLock;

/// The probability of every end.
#[derive(Clone, Debug)]
pub struct Odds<E> {
    /// In the order in which they were found, the same on every machine; sums run over these. They are kept
    /// as the graph has them: copying thousands of ends took longer than adding up their odds.
    ends: Box<Slice<E>>,
    /// The probability of each.
    shares: Vec<f64>,
    /// In the ends' own order, which takes longer to make than all the rest and is only made on demand.
    sorted: OnceLock<Vec<(E, f64)>>,
    states: usize,
}

impl<E: Ord + Clone + Hash> PartialEq for Odds<E> {
    fn eq(&self, other: &Self) -> bool {
        self.ends() == other.ends() && self.states == other.states
    }
}

impl<E: Ord + Clone + Hash> Odds<E> {
    pub(crate) fn new(mut ends: Numbered<E>, mut shares: Vec<f64>, states: usize) -> Self {
        if shares.iter().any(|p| *p <= 0.0) {
            let mut possible = shares.iter().map(|p| *p > 0.0);
            ends.retain(|_| possible.next().unwrap_or(false));
            shares.retain(|p| *p > 0.0);
        }
        Odds { ends: ends.into_boxed_slice(), shares, sorted: OnceLock::new(), states }
    }

    fn pairs(&self) -> impl Iterator<Item = (&E, f64)> {
        self.ends.iter().zip(self.shares.iter().copied())
    }

    /// Every possible end with its probability, in the ends' own order.
    pub fn ends(&self) -> &[(E, f64)] {
        self.sorted.get_or_init(|| {
            let mut sorted: Vec<(E, f64)> = self.pairs().map(|(end, p)| (end.clone(), p)).collect();
            sorted.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
            sorted
        })
    }

    /// How many states the procedure could pass through.
    pub fn states(&self) -> usize {
        self.states
    }

    /// The sum of all probabilities: 1, but for the last bits.
    pub fn total(&self) -> f64 {
        self.shares.iter().sum()
    }

    /// The probability of all ends of which something is true.
    pub fn probability(&self, of: impl Fn(&E) -> bool) -> f64 {
        self.pairs().filter(|(end, _)| of(end)).map(|(_, p)| p).sum()
    }

    /// The probability that a number of the end is at least so much.
    pub fn at_least(&self, figure: impl Fn(&E) -> i64, bound: i64) -> f64 {
        self.probability(|end| figure(end) >= bound)
    }

    /// The mean of a number of the end.
    pub fn mean(&self, figure: impl Fn(&E) -> f64) -> f64 {
        self.pairs().map(|(end, p)| p * figure(end)).sum::<f64>() / self.total()
    }

    /// The standard deviation of a number of the end.
    pub fn deviation(&self, figure: impl Fn(&E) -> f64) -> f64 {
        let mean = self.mean(&figure);
        self.mean(|end| (figure(end) - mean).powi(2)).sqrt()
    }

    /// The probability of each value of something, in order.
    pub fn marginal<K: Ord>(&self, of: impl Fn(&E) -> K) -> BTreeMap<K, f64> {
        let mut marginal = BTreeMap::new();
        for (end, p) in self.pairs() {
            *marginal.entry(of(end)).or_insert(0.0) += p;
        }
        marginal
    }

    /// The odds given that something is true of the end; none where it cannot be.
    pub fn given(&self, condition: impl Fn(&E) -> bool) -> Option<Odds<E>> {
        let total = self.probability(&condition);
        (total > 0.0).then(|| {
            let kept = self.pairs().filter(|(end, _)| condition(end));
            let (ends, shares) = kept.map(|(end, p)| (end.clone(), p / total)).unzip();
            Odds::new(ends, shares, self.states)
        })
    }
}
