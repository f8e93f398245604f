//! Sampled odds: battles fought by the million, the same for a seed whatever the number of threads.

use crate::budget::{Budget, Patience, Progress};
use crate::exact::counted;
use crate::graph::bytes_of;
use crate::multinomial::draw;
use crate::odometer::{Mute, Wheels};
use grognard_umpire::{Choice, Generator, Live, Procedure};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

/// Each part of a sample has its own stream of dice, so threads only share out the parts.
const PART: u64 = 1 << 14;

/// After so many parts all are added up and the room is looked at: at the same battle for any number of threads.
const PARTS_AT_ONCE: u64 = 16;

/// The ends of a sample are added up in one list, put in order in another and read from a third: the first may take this
/// part of the bytes.
const SHARE_OF_BYTES: usize = 3;

/// No procedure takes this many steps; one that does goes round in circles.
const STEPS_MAX: u32 = 1_000_000;

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
    /// A sample of ends that were counted elsewhere.
    pub(crate) fn of_counts(counts: impl IntoIterator<Item = (E, u64)>) -> Self {
        let mut all = BTreeMap::new();
        for (end, count) in counts {
            *all.entry(end).or_insert(0) += count;
        }
        Sampled { n: all.values().sum(), counts: all }
    }

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

/// So many outcomes are counted out for every battle wanted, and no more than so many in all, before battles
/// are fought one by one.
const OUTCOMES_A_BATTLE: u64 = 8;
const COUNTED_OUT_MAX: u64 = 3_000_000;

/// Fights `n` times on all cores.
///
/// Where the ends can be counted out in about the time that so many battles take, the sample is drawn from them;
/// else the rules are run for every battle, as [`sample_live`] always does.
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
    sample_on(cores(), start, rules, decide, n, seed, progress)
}

/// How many threads can run at once.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
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
    let patience = Patience::new(Budget::default(), progress);
    sample_by(threads, start, rules, decide, n, seed, &patience)
}

/// The same on all cores within a time and the budget's bytes: what has been fought when the time is up, or there is no
/// room for more different ends, counts. The budget's other limits do not bear on it.
pub fn sample_within<P>(
    start: &P,
    rules: &P::Rules,
    decide: &(impl Fn(&P, &Choice<'_>) -> usize + Sync),
    n: u64,
    seed: u64,
    patience: &Patience<'_>,
) -> Sampled<P::End>
where
    P: Procedure + Send + Sync,
    P::Rules: Sync,
    P::End: Send + Sync,
{
    sample_by(cores(), start, rules, decide, n, seed, patience)
}

fn sample_by<P>(
    threads: usize,
    start: &P,
    rules: &P::Rules,
    decide: &(impl Fn(&P, &Choice<'_>) -> usize + Sync),
    n: u64,
    seed: u64,
    patience: &Patience<'_>,
) -> Sampled<P::End>
where
    P: Procedure + Send + Sync,
    P::Rules: Sync,
    P::End: Send + Sync,
{
    let progress = patience.progress();
    let outcomes = n.saturating_mul(OUTCOMES_A_BATTLE).min(COUNTED_OUT_MAX) as usize;
    let first_part = patience.first_part().with(Budget::of(outcomes, outcomes));
    let counted = counted(threads, start, rules, decide, &first_part, Wheels::default());
    if counted.open.is_empty() {
        progress.done.store(n, Relaxed);
        return draw(&counted.odds, n, &mut Generator::stream(seed, 0));
    }
    let watch = Watch { progress, until: patience.until(), bytes: patience.budget().bytes };
    let fights = Fights { rules, decide, watch };
    fights.share_out(threads, n, seed, &Fights::from(&fights, start))
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
    let fights = Fights { rules, decide, watch: Watch { progress, until: None, bytes: usize::MAX } };
    fights.share_out(threads, n, seed, &Fights::from(&fights, start))
}

/// Fights on from states that were left open, each as often as its probability has it, until time is up at the
/// latest.
pub(crate) fn sample_open<P>(
    open: &[(P, f64)],
    rules: &P::Rules,
    decide: &(impl Fn(&P, &Choice<'_>) -> usize + Sync),
    most: u64,
    seed: u64,
    patience: &Patience<'_>,
) -> Sampled<P::End>
where
    P: Procedure + Send + Sync,
    P::Rules: Sync,
    P::End: Send + Sync,
{
    let mut sum = 0.0;
    let sums: Vec<f64> = open
        .iter()
        .map(|(_, p)| {
            sum += p;
            sum
        })
        .collect();
    let pick = |dice: &mut Generator| {
        let at = unit(dice) * sum;
        let index = sums.partition_point(|&below| below <= at).min(open.len() - 1);
        Continue(open[index].0.clone())
    };
    let bytes = patience.budget().bytes;
    let watch = Watch { progress: patience.progress(), until: patience.until(), bytes };
    let fights = Fights { rules, decide, watch };
    let (pilot, affordable) = fights.pilot(&pick, patience.budget(), seed);
    let sampled = fights.share_out(cores(), most.min(affordable), seed, &pick);
    // Where time is up before it begins, the first few have to do.
    if sampled.n() == 0 { pilot } else { sampled }
}

/// A number from 0 to 1, never 1 itself.
pub(crate) fn unit(dice: &mut Generator) -> f64 {
    (dice.bits() >> 11) as f64 / (1u64 << 53) as f64
}

/// When to stop.
#[derive(Clone, Copy)]
struct Watch<'a> {
    progress: &'a Progress,
    until: Option<Instant>,
    /// What the ends may take.
    bytes: usize,
}

impl Watch<'_> {
    fn is_over(&self) -> bool {
        self.progress.stopped() || self.until.is_some_and(|until| Instant::now() >= until)
    }
}

/// A battle looks at the clock every so many steps.
const STEPS_BETWEEN_LOOKS: u32 = 4096;
/// A thread looks at the clock every so many battles.
const BATTLES_BETWEEN_LOOKS: u64 = 8;
/// So many battles tell what one costs.
const PILOT: u64 = 32;

/// Parts of a sample that threads take one after the other.
struct Parts {
    next: AtomicU64,
    until: u64,
    /// How many battles the whole sample has.
    battles: u64,
}

impl Parts {
    /// The number of the next part, and how many battles it has.
    fn take(&self) -> Option<(u64, u64)> {
        let number = self.next.fetch_add(1, Relaxed);
        (number < self.until).then(|| (number, PART.min(self.battles - number * PART)))
    }
}

/// Battles to be fought one by one.
struct Fights<'a, P: Procedure, D> {
    rules: &'a P::Rules,
    decide: &'a D,
    watch: Watch<'a>,
}

impl<P, D> Fights<'_, P, D>
where
    P: Procedure + Send + Sync,
    P::Rules: Sync,
    P::End: Send + Sync,
    D: Fn(&P, &Choice<'_>) -> usize + Sync,
{
    /// Every battle begins at the same state. What asks nothing comes out the same every time: it is done once,
    /// not once a battle.
    fn from(&self, start: &P) -> impl Fn(&mut Generator) -> ControlFlow<P::End, P> + Sync + use<P, D> {
        let start = after_what_is_certain(start.clone(), self.rules);
        move |_| start.clone()
    }

    /// A few battles, one at least whatever the time, that tell what one costs; and how many the budget's outcomes
    /// pay for, a step of a battle being worth one.
    fn pilot(
        &self,
        begin: &impl Fn(&mut Generator) -> ControlFlow<P::End, P>,
        budget: Budget,
        seed: u64,
    ) -> (Sampled<P::End>, u64) {
        let mut dice = Generator::stream(seed, u64::MAX);
        let (mut ends, mut steps) = (Vec::new(), 0);
        for number in 0..PILOT {
            let until = self.watch.until.filter(|_| number > 0);
            let watch = Watch { until, ..self.watch };
            if watch.is_over() {
                break;
            }
            match begin(&mut dice) {
                Continue(state) => ends.extend(self.fight(state, &mut dice, &mut steps, &watch)),
                Break(end) => ends.push(end),
            }
        }
        let affordable = (budget.outcomes as u64 / (steps / PILOT).max(1)).max(PILOT);
        (ends.into_iter().collect(), affordable)
    }

    /// Fights once; none where it was called off on the way, or goes round in circles. A battle that begins where
    /// counting out has stopped may have come past dice that were left for later: they are thrown now.
    fn fight(&self, state: P, dice: &mut Generator, steps: &mut u64, watch: &Watch<'_>) -> Option<P::End> {
        let mut end = self.fight_out(state, dice, steps, watch)?;
        let mut open = Vec::new();
        P::open_parts(self.rules, &end, &mut open);
        for part in open {
            let alone = self.fight_out(P::part_alone(self.rules, part), dice, steps, watch)?;
            end = P::with_part(self.rules, &end, part, &alone);
        }
        Some(end)
    }

    /// Fights until the rules say that it is over.
    fn fight_out(
        &self,
        mut state: P,
        dice: &mut Generator,
        steps: &mut u64,
        watch: &Watch<'_>,
    ) -> Option<P::End> {
        for number in 0..STEPS_MAX {
            *steps += 1;
            let before = state.clone();
            let decide = |choice: &Choice<'_>, _: &mut Generator| (self.decide)(&before, choice);
            match state.step(self.rules, &mut Live { dice, decide }) {
                Ok(Continue(next)) => state = next,
                Ok(Break(end)) => return Some(end),
                Err(_) => unreachable!("live play answers everything"),
            }
            if number % STEPS_BETWEEN_LOOKS == STEPS_BETWEEN_LOOKS - 1 && watch.is_over() {
                return None;
            }
        }
        None
    }

    /// Shares the parts of a sample out among threads and adds up what they counted.
    fn share_out(
        &self,
        threads: usize,
        n: u64,
        seed: u64,
        begin: &(impl Fn(&mut Generator) -> ControlFlow<P::End, P> + Sync),
    ) -> Sampled<P::End> {
        self.watch.progress.due.store(n, Relaxed);
        let parts = n.div_ceil(PART);
        let mut counts: FxHashMap<P::End, u64> = FxHashMap::default();
        let has_room = |ends: usize| bytes_of::<(P::End, u64)>(ends) <= self.watch.bytes / SHARE_OF_BYTES;
        for first in (0..parts).step_by(PARTS_AT_ONCE as usize) {
            let parts = Parts { next: first.into(), until: parts.min(first + PARTS_AT_ONCE), battles: n };
            for some in self.fight_parts(threads, &parts, seed, begin) {
                if counts.is_empty() {
                    counts = some;
                } else {
                    some.into_iter().for_each(|(end, count)| *counts.entry(end).or_insert(0) += count);
                }
            }
            if self.watch.is_over() || !has_room(counts.len()) {
                break;
            }
        }
        Sampled::of_counts(counts)
    }

    /// Fights some parts of a sample on so many threads: what each of them counted.
    fn fight_parts(
        &self,
        threads: usize,
        parts: &Parts,
        seed: u64,
        begin: &(impl Fn(&mut Generator) -> ControlFlow<P::End, P> + Sync),
    ) -> Vec<FxHashMap<P::End, u64>> {
        let work = || {
            let mut counts: FxHashMap<P::End, u64> = FxHashMap::default();
            while let Some((number, size)) = parts.take() {
                let dice = &mut Generator::stream(seed, number);
                if !self.fight_part(size, dice, begin, &mut counts) {
                    break;
                }
            }
            counts
        };
        if threads <= 1 {
            return vec![work()];
        }
        std::thread::scope(|scope| {
            let handles: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            let join = |handle: std::thread::ScopedJoinHandle<'_, _>| {
                handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            handles.into_iter().map(join).collect()
        })
    }

    /// Fights a part of a sample; false where it was called off on the way.
    fn fight_part(
        &self,
        size: u64,
        dice: &mut Generator,
        begin: &impl Fn(&mut Generator) -> ControlFlow<P::End, P>,
        counts: &mut FxHashMap<P::End, u64>,
    ) -> bool {
        let mut fought = 0;
        while fought < size {
            if self.watch.is_over() {
                return false;
            }
            let few = BATTLES_BETWEEN_LOOKS.min(size - fought);
            for _ in 0..few {
                let end = match begin(dice) {
                    Continue(state) => self.fight(state, dice, &mut 0, &self.watch),
                    Break(end) => Some(end),
                };
                let Some(end) = end else { return false };
                *counts.entry(end).or_insert(0) += 1;
            }
            fought += few;
            self.watch.progress.done.fetch_add(few, Relaxed);
        }
        true
    }
}

fn after_what_is_certain<P: Procedure>(mut state: P, rules: &P::Rules) -> ControlFlow<P::End, P> {
    for _ in 0..STEPS_MAX {
        match state.clone().step(rules, &mut Mute) {
            Ok(Continue(next)) if next != state => state = next,
            Ok(Break(end)) => return Break(end),
            _ => break,
        }
    }
    Continue(state)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grognard_umpire::{Asking, Clause, Dice, Flow, Side, Umpire, topics};

    topics! {
        enum Asks of "scatter" {
            Face: "face", "face";
        }
    }

    /// Twelve dice that are all told apart: hardly two battles end alike.
    #[derive(Clone, PartialEq, Eq, Hash, Debug)]
    struct Scatter(Vec<u8>);

    impl Procedure for Scatter {
        type Rules = ();
        type End = Vec<u8>;
        fn step(mut self, (): &(), ump: &mut impl Umpire) -> Flow<Self> {
            let asking = Asking::of(Side::First, Clause::new("TOY-1"), Asks::Face);
            self.0.push(ump.roll(asking, Dice::D6)? as u8);
            Ok(if self.0.len() == 12 { Break(self.0) } else { Continue(self) })
        }
    }

    #[test]
    fn a_sample_of_ends_beyond_count_ends_where_the_room_does_for_any_number_of_threads() {
        let progress = Progress::default();
        let decide = |_: &Scatter, _: &Choice<'_>| 0;
        let of = |threads, bytes| {
            let fights = Fights {
                rules: &(),
                decide: &decide,
                watch: Watch { progress: &progress, until: None, bytes },
            };
            let begin = Fights::from(&fights, &Scatter(Vec::new()));
            fights.share_out(threads, PART * PARTS_AT_ONCE * 3, 1, &begin)
        };
        let small = of(1, 1 << 20);
        assert_eq!(small.n(), PART * PARTS_AT_ONCE, "it stops as soon as it is seen that the room is gone");
        assert_eq!(small, of(3, 1 << 20));
        assert_eq!(of(2, usize::MAX).n(), PART * PARTS_AT_ONCE * 3);
    }
}
