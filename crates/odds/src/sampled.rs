//! Sampled odds: battles fought by the million, the same for a seed whatever the number of threads.

use crate::graph::{Budget, Graph, Target};
use crate::odometer::Mute;
use crate::weight::Weight;
use grognard_umpire::{Choice, Generator, Live, Procedure};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::hash::Hash;
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

impl<E: Ord> FromIterator<E> for Sampled<E> {
    /// A sample of ends that were fought to elsewhere.
    fn from_iter<I: IntoIterator<Item = E>>(ends: I) -> Self {
        let mut counts = BTreeMap::new();
        for end in ends {
            *counts.entry(end).or_insert(0) += 1;
        }
        Sampled { n: counts.values().sum(), counts }
    }
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

/// A graph of states up to this size is walked instead of running the rules for every battle.
const WALKED: Budget = Budget { states: 300_000, outcomes: 3_000_000 };

/// Fights `n` times on all cores.
///
/// Where the procedure has few enough states its rules are carried out once in each, and the battles are
/// walks through what they lead to; else the rules are run for every battle, as [`sample_live`] always does.
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
    match Graph::<P, Ways>::build(start, rules, decide, WALKED).ok().and_then(Walk::of) {
        Some(walk) => walk.sample(threads, n, seed, progress),
        None => sample_live(threads, start, rules, decide, n, seed, progress),
    }
}

/// Fights `n` times on so many threads, running the rules for every battle.
pub fn sample_live<P>(
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
    let counts =
        share_out(threads, n, seed, progress, &|dice: &mut Generator, size, counts: &mut FxHashMap<_, _>| {
            for _ in 0..size {
                let end = match &start {
                    Continue(state) => fight(state.clone(), rules, decide, dice),
                    Break(end) => end.clone(),
                };
                *counts.entry(end).or_insert(0) += 1;
            }
        });
    Sampled { n: counts.values().sum(), counts: counts.into_iter().collect() }
}

/// Shares the parts of a sample out among threads and adds up what they counted.
fn share_out<K: Eq + Hash + Send>(
    threads: usize,
    n: u64,
    seed: u64,
    progress: &Progress,
    part: &(impl Fn(&mut Generator, u64, &mut FxHashMap<K, u64>) + Sync),
) -> FxHashMap<K, u64> {
    let next = AtomicU64::new(0);
    let parts = n.div_ceil(PART);
    let work = || {
        let mut counts: FxHashMap<K, u64> = FxHashMap::default();
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= parts || progress.stop.load(Relaxed) {
                return counts;
            }
            let size = PART.min(n - number * PART);
            part(&mut Generator::stream(seed, number), size, &mut counts);
            progress.done.fetch_add(size, Relaxed);
        }
    };
    let results: Vec<FxHashMap<K, u64>> = if threads <= 1 {
        vec![work()]
    } else {
        std::thread::scope(|scope| {
            let handles: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            handles.into_iter().map(|handle| handle.join().expect("a sampling thread failed")).collect()
        })
    };
    let mut total = FxHashMap::default();
    for counts in results {
        for (end, count) in counts {
            *total.entry(end).or_insert(0) += count;
        }
    }
    total
}

/// A weight that keeps the number of equally likely ways.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Ways {
    ways: u64,
    of: u64,
}

impl Weight for Ways {
    fn zero() -> Self {
        Ways { ways: 0, of: 1 }
    }
    fn one() -> Self {
        Ways { ways: 1, of: 1 }
    }
    fn share(ways: u128, of: u128) -> Self {
        // Too many for a table of slots: told apart by a total of 0.
        match (u64::try_from(ways), u64::try_from(of)) {
            (Ok(ways), Ok(of)) => Ways { ways, of },
            _ => Ways { ways: 0, of: 0 },
        }
    }
    fn add(&mut self, other: &Self) {
        if self.of == other.of || self.ways == 0 {
            *self = Ways { ways: self.ways + other.ways, of: other.of };
        } else {
            *self = Ways { ways: self.ways * other.of + other.ways * self.of, of: self.of * other.of };
        }
    }
    fn times(&self, other: &Self) -> Self {
        Ways { ways: self.ways * other.ways, of: self.of * other.of }
    }
    /// Staying put is left in the table: a walk that stays throws again.
    fn given_not(&self, _: &Self) -> Self {
        *self
    }
}

/// More slots than this for one step and the rules are run instead.
const SLOTS_MAX: u64 = 10_000;
/// The same for all steps together: 200 megabytes.
const SLOTS_IN_ALL_MAX: u32 = 25_000_000;

/// The graph as tables of equally likely slots: a step is a throw and a look. A slot holds where the table
/// of the next state begins and how many slots it has, so that a walk looks once a step.
struct Walk<E> {
    ends: Vec<E>,
    slots: Vec<Slot>,
    start: Slot,
}

/// Where a step leads.
#[derive(Clone, Copy)]
struct Slot {
    /// The first slot of the state's table, or the number of the end.
    first: u32,
    /// How many slots the table has; none for an end.
    count: u32,
}

impl<E: Clone + Ord + Hash + Send + Sync> Walk<E> {
    fn of<P: Procedure<End = E>>(graph: Graph<P, Ways>) -> Option<Walk<E>> {
        let mut tables = Vec::with_capacity(graph.fans.len());
        let mut first = 0;
        for fan in &graph.fans {
            // Paths of one step may throw different dice: all are brought to one number of slots.
            let edges = &graph.edges[fan.start as usize..fan.end as usize];
            let count = edges.iter().try_fold(1, |total, (_, w)| common(total, w.of))? as u32;
            tables.push(Slot { first, count });
            first = first.checked_add(count).filter(|&slots| slots <= SLOTS_IN_ALL_MAX)?;
        }
        let mut slots = Vec::with_capacity(first as usize);
        for (fan, table) in graph.fans.iter().zip(&tables) {
            for (target, weight) in &graph.edges[fan.start as usize..fan.end as usize] {
                let slot = match target {
                    Target::State(state) => tables[*state as usize],
                    Target::End(end) => Slot { first: *end, count: 0 },
                };
                let count = weight.ways * (u64::from(table.count) / weight.of);
                slots.extend((0..count).map(|_| slot));
            }
            // What is left over stays where it is and throws again.
            slots.resize((table.first + table.count) as usize, *table);
        }
        let start = tables[0];
        Some(Walk { ends: graph.ends.into_iter().collect(), slots, start })
    }

    fn sample(&self, threads: usize, n: u64, seed: u64, progress: &Progress) -> Sampled<E> {
        let walk = |dice: &mut Generator, size: u64, counts: &mut FxHashMap<u32, u64>| {
            let mut ends = vec![0u64; self.ends.len()];
            for _ in 0..size {
                let mut at = self.start;
                while at.count > 0 {
                    at = self.slots[(at.first + dice.below(at.count)) as usize];
                }
                ends[at.first as usize] += 1;
            }
            for (end, count) in ends.into_iter().enumerate().filter(|(_, count)| *count > 0) {
                *counts.entry(end as u32).or_insert(0) += count;
            }
        };
        let counts = share_out(threads, n, seed, progress, &walk);
        let n = counts.values().sum();
        let ends = counts.into_iter().map(|(end, count)| (self.ends[end as usize].clone(), count));
        Sampled { n, counts: ends.collect() }
    }
}

/// The least common multiple, if it is small enough for a table.
fn common(a: u64, b: u64) -> Option<u64> {
    fn divisor(a: u64, b: u64) -> u64 {
        if b == 0 { a } else { divisor(b, a % b) }
    }
    if b == 0 {
        return None;
    }
    a.checked_mul(b / divisor(a, b)).filter(|&lcm| lcm <= SLOTS_MAX)
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
