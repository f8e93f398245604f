//! How much an answer may cost, in one place: states, outcomes, memory and time; and how far it has got.
//!
//! Whatever reckons takes a [`Patience`]: a [`Budget`] with the clock started, and the [`Progress`] that
//! another thread looks at and may stop.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// How much work odds may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// The largest number of states.
    pub states: usize,
    /// The largest number of outcomes followed.
    pub outcomes: usize,
    /// The largest number of bytes that states, ends and what joins them may take, as far as their types tell.
    pub bytes: usize,
    /// The longest it may take; none for as long as the rest allows. What fits into a time differs from machine
    /// to machine, so that only the other limits give the same answer everywhere.
    pub time: Option<Duration>,
}

impl Budget {
    /// So many states and outcomes, within the usual memory and without a clock.
    pub const fn of(states: usize, outcomes: usize) -> Budget {
        Budget { states, outcomes, bytes: 128 << 20, time: None }
    }

    /// For best play, which is asked for once and waited for: as much as the time allows, in somewhat more memory.
    pub const fn patient(time: Duration) -> Budget {
        Budget { states: 8_000_000, outcomes: usize::MAX, bytes: 192 << 20, time: Some(time) }
    }

    /// The same within a time.
    #[must_use]
    pub const fn within(self, time: Duration) -> Budget {
        Budget { time: Some(time), ..self }
    }
}

impl Default for Budget {
    /// A second or two of one core.
    fn default() -> Self {
        Budget::of(2_000_000, 20_000_000)
    }
}

/// The word that the budget was used up, or that nobody wants the answer any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OverBudget;

/// How far a reckoning has got, to be looked at from another thread, which may also end it early.
#[derive(Default, Debug)]
pub struct Progress {
    /// How many battles or games have been fought.
    pub done: AtomicU64,
    /// How many are to be fought; none while something is counted out exactly.
    pub due: AtomicU64,
    /// Set to stop at once; what has been fought by then counts.
    pub stop: AtomicBool,
    /// The bits of the probability that exact reckoning has settled.
    settled: AtomicU64,
}

impl Progress {
    /// The probability that exact reckoning has settled so far.
    pub fn settled(&self) -> f64 {
        f64::from_bits(self.settled.load(Relaxed))
    }

    pub(crate) fn settle(&self, probability: f64) {
        self.settled.store(probability.to_bits(), Relaxed);
    }

    /// Whether somebody has called it off.
    pub fn stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }
}

/// The clock and the flag are looked at every so many outcomes: a few milliseconds at most.
const LOOK_EVERY: u32 = 256;

/// A budget with the clock started, and whoever watches.
pub struct Patience<'a> {
    budget: Budget,
    progress: &'a Progress,
    until: Option<Instant>,
    /// Outcomes until the clock is looked at again.
    blinks: Cell<u32>,
}

/// What has been spent so far.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Spent {
    pub(crate) states: usize,
    pub(crate) outcomes: usize,
    pub(crate) bytes: usize,
}

impl<'a> Patience<'a> {
    /// A budget from now on, watched by somebody.
    pub fn new(budget: Budget, progress: &'a Progress) -> Self {
        let until = budget.time.map(|time| Instant::now() + time);
        Patience { budget, progress, until, blinks: Cell::new(LOOK_EVERY) }
    }

    /// The part of it that counting out may take before battles are fought for what is left: two thirds of the
    /// time.
    pub(crate) fn first_part(&self) -> Patience<'a> {
        let now = Instant::now();
        let until = self.until.map(|until| now + until.saturating_duration_since(now) * 2 / 3);
        Patience { until, blinks: Cell::new(LOOK_EVERY), ..*self }
    }

    /// The same time and watcher with other limits.
    pub(crate) fn with(self, budget: Budget) -> Patience<'a> {
        Patience { budget, ..self }
    }

    /// The same for another thread, which looks at the clock by itself.
    pub(crate) fn watched(&self) -> Watched<'a> {
        Watched { budget: self.budget, progress: self.progress, until: self.until }
    }

    /// The limits.
    pub fn budget(&self) -> Budget {
        self.budget
    }

    /// Whoever watches.
    pub fn progress(&self) -> &'a Progress {
        self.progress
    }

    /// Whether what has been spent is within the limits; every so often also whether there is time left and the
    /// answer still wanted.
    #[inline]
    pub(crate) fn allows(&self, spent: Spent) -> bool {
        let within = spent.outcomes <= self.budget.outcomes
            && spent.states <= self.budget.states
            && spent.bytes <= self.budget.bytes;
        let blinks = self.blinks.get();
        if blinks > 0 {
            self.blinks.set(blinks - 1);
            return within;
        }
        self.blinks.set(LOOK_EVERY);
        within && !self.is_over()
    }

    /// Whether time is up or nobody wants the answer any more.
    #[cold]
    pub fn is_over(&self) -> bool {
        self.progress.stopped() || self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// The moment at which time is up.
    pub(crate) fn until(&self) -> Option<Instant> {
        self.until
    }
}

/// A patience that can be handed to other threads.
#[derive(Clone, Copy)]
pub(crate) struct Watched<'a> {
    budget: Budget,
    progress: &'a Progress,
    until: Option<Instant>,
}

impl<'a> Watched<'a> {
    pub(crate) fn patience(self) -> Patience<'a> {
        let Watched { budget, progress, until } = self;
        Patience { budget, progress, until, blinks: Cell::new(LOOK_EVERY) }
    }
}
