//! A distribution of ends, and what people ask of it.

use crate::descent::{SHELVES, each_on_threads, place_of};
use crate::graph::bytes_of;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::collections::BTreeMap;
use std::hash::{BuildHasher, Hash};
use std::sync::OnceLock;

/// So many ends are written down one after the other before equal ones are looked for. Sums do not need it,
/// and telling thousands of different ends apart takes longer than reaching them.
const WRITTEN_MAX: usize = 1 << 17;

/// Ends as they are reached.
pub(crate) struct Gathering<E> {
    /// In lots: threads hand in theirs whole.
    written: Vec<Lot<E>>,
    count: usize,
    /// Over shelves by their hash, on each in the order in which they were first reached.
    told_apart: Vec<ToldApart<E>>,
    total: f64,
}

type Lot<E> = Vec<(E, f64)>;
type ToldApart<E> = IndexMap<E, f64, FxBuildHasher>;

impl<E> Default for Gathering<E> {
    fn default() -> Self {
        Gathering { written: Vec::new(), count: 0, told_apart: Vec::new(), total: 0.0 }
    }
}

impl<E: Hash + Eq + Send> Gathering<E> {
    #[inline]
    pub(crate) fn add(&mut self, end: E, p: f64) {
        if self.count >= WRITTEN_MAX {
            self.tell_apart(1);
        }
        self.total += p;
        self.count += 1;
        match self.written.last_mut() {
            Some(lot) => lot.push((end, p)),
            None => self.written.push(vec![(end, p)]),
        }
    }

    /// The probability gathered so far.
    pub(crate) fn total(&self) -> f64 {
        self.total
    }

    /// How many bytes the ends take.
    #[inline]
    pub(crate) fn bytes(&self) -> usize {
        let apart: usize = self.told_apart.iter().map(IndexMap::len).sum();
        bytes_of::<(E, f64)>(apart) + self.count * size_of::<(E, f64)>() * 3 / 2
    }

    /// Takes in a lot of ends as one thread has reached them, with the probability of all together.
    pub(crate) fn take_in(&mut self, lot: Vec<(E, f64)>, settled: f64, threads: usize) {
        self.total += settled;
        self.count += lot.len();
        self.written.push(lot);
        if self.count >= WRITTEN_MAX {
            self.tell_apart(threads);
        }
    }

    /// Puts the ends on their shelves, on so many threads: every shelf takes what comes to it in the order in which it
    /// was reached, so that their number changes nothing.
    #[cold]
    fn tell_apart(&mut self, threads: usize) {
        self.told_apart.resize_with(SHELVES, ToldApart::default);
        self.count = 0;
        let written = std::mem::take(&mut self.written).into_iter();
        if threads <= 1 {
            for (end, p) in written.flatten() {
                let shelf = place_of(FxBuildHasher.hash_one(&end), SHELVES);
                *self.told_apart[shelf].entry(end).or_insert(0.0) += p;
            }
            return;
        }
        let mut lots: Vec<(Lot<E>, Vec<Lot<E>>)> = written.map(|lot| (lot, Vec::new())).collect();
        each_on_threads(threads, &mut lots, &|(lot, by_shelf): &mut (Lot<E>, Vec<Lot<E>>)| {
            by_shelf.resize_with(SHELVES, Lot::new);
            for (end, p) in std::mem::take(lot) {
                by_shelf[place_of(FxBuildHasher.hash_one(&end), SHELVES)].push((end, p));
            }
        });
        let mut shelves: Vec<(&mut ToldApart<E>, Vec<Lot<E>>)> =
            self.told_apart.iter_mut().map(|shelf| (shelf, Vec::new())).collect();
        for (shelf, lot) in lots.into_iter().flat_map(|(_, by_shelf)| by_shelf.into_iter().enumerate()) {
            shelves[shelf].1.push(lot);
        }
        each_on_threads(threads, &mut shelves, &|(shelf, lots): &mut (&mut ToldApart<E>, Vec<Lot<E>>)| {
            for (end, p) in std::mem::take(lots).into_iter().flatten() {
                *shelf.entry(end).or_insert(0.0) += p;
            }
        });
    }

    /// The ends as they were reached, or once each where there are many.
    pub(crate) fn finish(mut self, threads: usize) -> Vec<(E, f64)> {
        if !self.told_apart.is_empty() {
            return self.finish_apart(threads);
        }
        let mut lots = std::mem::take(&mut self.written).into_iter();
        let mut all = lots.next().unwrap_or_default();
        all.reserve_exact(self.count - all.len());
        lots.for_each(|lot| all.extend(lot));
        all
    }

    /// Every end once, however few there are.
    pub(crate) fn finish_apart(mut self, threads: usize) -> Vec<(E, f64)> {
        self.tell_apart(threads);
        self.told_apart.into_iter().flatten().collect()
    }
}

/// The probability of every end.
#[derive(Clone, Debug)]
pub struct Odds<E> {
    /// In the order in which they were reached, the same on every machine; sums run over these. An end that
    /// can be reached in several ways may stand here several times.
    reached: Vec<(E, f64)>,
    /// In the ends' own order, each once: takes longer to make than all the rest and is only made on demand.
    sorted: OnceLock<Vec<(E, f64)>>,
    states: usize,
}

impl<E: Ord + Clone + Hash> PartialEq for Odds<E> {
    fn eq(&self, other: &Self) -> bool {
        self.ends() == other.ends() && self.states == other.states
    }
}

impl<E: Ord + Clone + Hash> Odds<E> {
    pub(crate) fn new(mut reached: Vec<(E, f64)>, states: usize) -> Self {
        reached.retain(|(_, p)| *p > 0.0);
        Odds::of_reached(reached, states)
    }

    /// Of ends each of which was come to.
    pub(crate) fn of_reached(reached: Vec<(E, f64)>, states: usize) -> Self {
        Odds { reached, sorted: OnceLock::new(), states }
    }

    /// Every end with its probability as it was reached: an end that is reached in several ways may come several
    /// times. Sums need no more, and telling thousands of ends apart takes longer than reaching them.
    pub fn pairs(&self) -> impl Iterator<Item = (&E, f64)> {
        self.reached.iter().map(|(end, p)| (end, *p))
    }

    /// The ends as they were reached, handed over.
    pub fn into_pairs(self) -> Vec<(E, f64)> {
        self.reached
    }

    /// Every possible end with its probability, in the ends' own order.
    pub fn ends(&self) -> &[(E, f64)] {
        self.sorted.get_or_init(|| {
            let mut sorted = self.reached.clone();
            // Stable, so that equal ends are added up in the order in which they were reached.
            sorted.sort_by(|(a, _), (b, _)| a.cmp(b));
            sorted.dedup_by(|(end, p), (kept, sum)| {
                let same = end == kept;
                if same {
                    *sum += *p;
                }
                same
            });
            sorted
        })
    }

    /// How many states the procedure could pass through.
    pub fn states(&self) -> usize {
        self.states
    }

    /// The sum of all probabilities: 1, but for the last bits.
    pub fn total(&self) -> f64 {
        self.pairs().map(|(_, p)| p).sum()
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
            Odds::new(kept.map(|(end, p)| (end.clone(), p / total)).collect(), self.states)
        })
    }
}
