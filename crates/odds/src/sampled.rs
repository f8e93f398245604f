//! Sampled odds: battles fought by the million, the same for a seed whatever the number of threads.

use crate::odometer::Mute;
use grognard_umpire::{Choice, Generator, Live, Procedure};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Each part of a sample has its own stream of dice, so threads only share out the parts.
const PART: u64 = 1 << 14;

/// No procedure takes this many steps; one that does goes round in circles.
const STEPS_MAX: u32 = 10_000_000;

/// How far a sample has got, to be looked at from another thread, which may also end it early.
#[derive(Default)]
pub struct Progress {
    /// How many have been fought.
    pub done: AtomicU64,
    /// Set to stop after the parts under way.
    pub stop: AtomicBool,
}

/// A probability with its interval: the true value lies inside 95 times in 100 (Wilson's interval).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The share counted.
    pub share: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// The interval of `count` successes in `n` trials, `z` deviations wide (1.96 for 95 %).
    pub fn wilson(count: u64, n: u64, z: f64) -> Interval {
        let (n, share) = (n as f64, count as f64 / n as f64);
        let z2 = z * z;
        let centre = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let half = z / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
        Interval { share, low: (centre - half).max(0.0), high: (centre + half).min(1.0) }
    }
}

/// A sample: how often each end came up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sampled<E> {
    counts: BTreeMap<E, u64>,
    n: u64,
}

impl<E: Ord> Sampled<E> {
    /// How many were fought.
    pub fn n(&self) -> u64 {
        self.n
    }

    /// How often each end came up.
    pub fn counts(&self) -> &BTreeMap<E, u64> {
        &self.counts
    }

    /// How often something was true of the end, with its interval.
    pub fn interval(&self, of: impl Fn(&E) -> bool) -> Interval {
        let count = self.counts.iter().filter(|(end, _)| of(end)).map(|(_, n)| n).sum();
        Interval::wilson(count, self.n, 1.96)
    }

    /// The mean of a number of the end, and the half-width of its 95 % interval.
    pub fn mean(&self, figure: impl Fn(&E) -> f64) -> (f64, f64) {
        let n = self.n as f64;
        let mean = self.counts.iter().map(|(end, &k)| figure(end) * k as f64).sum::<f64>() / n;
        let square = |end: &E| (figure(end) - mean).powi(2);
        let variance = self.counts.iter().map(|(end, &k)| square(end) * k as f64).sum::<f64>() / n;
        (mean, 1.96 * (variance / n).sqrt())
    }
}

/// Fights `n` times on all cores.
pub fn sample<P>(
    start: &P,
    rules: &P::Rules,
    decide: &(impl Fn(&P, &Choice<'_>) -> usize + Sync),
    n: u64,
    seed: u64,
    progress: &Progress,
) -> Sampled<P::End>
where
    P: Procedure + Send + Sync,
    P::Rules: Sync,
    P::End: Send + Sync,
{
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    sample_on(threads, start, rules, decide, n, seed, progress)
}

/// The same on so many threads, which changes nothing but the time.
pub fn sample_on<P>(
    threads: usize,
    start: &P,
    rules: &P::Rules,
    decide: &(impl Fn(&P, &Choice<'_>) -> usize + Sync),
    n: u64,
    seed: u64,
    progress: &Progress,
) -> Sampled<P::End>
where
    P: Procedure + Send + Sync,
    P::Rules: Sync,
    P::End: Send + Sync,
{
    let start = after_what_is_certain(start.clone(), rules);
    let next = AtomicU64::new(0);
    let parts = n.div_ceil(PART);
    let work = || {
        let mut counts: FxHashMap<P::End, u64> = FxHashMap::default();
        let mut fought = 0;
        loop {
            let part = next.fetch_add(1, Relaxed);
            if part >= parts || progress.stop.load(Relaxed) {
                return (counts, fought);
            }
            let mut dice = Generator::stream(seed, part);
            let size = PART.min(n - part * PART);
            for _ in 0..size {
                let end = match &start {
                    Continue(state) => fight(state.clone(), rules, decide, &mut dice),
                    Break(end) => end.clone(),
                };
                *counts.entry(end).or_insert(0) += 1;
            }
            fought += size;
            progress.done.fetch_add(size, Relaxed);
        }
    };
    let results: Vec<(FxHashMap<P::End, u64>, u64)> = if threads <= 1 {
        vec![work()]
    } else {
        std::thread::scope(|scope| {
            let handles: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            handles.into_iter().map(|handle| handle.join().expect("a sampling thread failed")).collect()
        })
    };
    let mut sampled = Sampled { counts: BTreeMap::new(), n: 0 };
    for (counts, fought) in results {
        sampled.n += fought;
        for (end, count) in counts {
            *sampled.counts.entry(end).or_insert(0) += count;
        }
    }
    sampled
}

/// What asks nothing comes out the same every time: it is done once, not once a battle.
fn after_what_is_certain<P: Procedure>(mut state: P, rules: &P::Rules) -> std::ops::ControlFlow<P::End, P> {
    for _ in 0..STEPS_MAX {
        match state.clone().step(rules, &mut Mute) {
            Ok(Continue(next)) if next != state => state = next,
            Ok(Break(end)) => return Break(end),
            _ => break,
        }
    }
    Continue(state)
}

fn fight<P: Procedure>(
    mut state: P,
    rules: &P::Rules,
    decide: &impl Fn(&P, &Choice<'_>) -> usize,
    dice: &mut Generator,
) -> P::End {
    for _ in 0..STEPS_MAX {
        let before = state.clone();
        let decide = |choice: &Choice<'_>, _: &mut Generator| decide(&before, choice);
        match state.step(rules, &mut Live { dice, decide }) {
            Ok(Continue(next)) => state = next,
            Ok(Break(end)) => return end,
            Err(_) => unreachable!("live play answers everything"),
        }
    }
    unreachable!("goes round in circles: {state:?}")
}
