//! Best play of every battle that is shipped: it is found, and it is what it says it is.

use grognard_odds::{Best, Budget, Goal, Objective, Solution, best};
use grognard_umpire::{Choice, Playable, Side, Visitor};
use std::sync::Arc;
use std::time::Duration;

/// Solves best play of both sides; how many states that took.
pub struct Solved<'a> {
    /// What the battle is called.
    pub name: &'a str,
}

/// What the command line allows, but for the clock.
const PATIENT: Budget = Budget { time: None, ..Budget::patient(Duration::ZERO) };

/// Battles that come down to fewer states than this are solved again as wholes, where that is not too large.
const COMPARED: usize = 10_000;

impl Visitor for Solved<'_> {
    type Out = usize;
    fn visit<P>(self, start: P, rules: Arc<P::Rules>) -> usize
    where
        P: Playable + Send + Sync + 'static,
        P::Rules: Send + Sync + 'static,
        P::End: Send + Sync + 'static,
    {
        let Solved { name } = self;
        let solve = |goal: &dyn Goal<P>, budget: Budget| -> Option<Solution<P>> {
            let decide = |state: &P, choice: &Choice<'_>| state.policy(&rules, choice);
            best(&start, &rules, Best::Both, goal, &decide, budget).ok()
        };
        let solved = solve(&Objective::<P>(&rules), PATIENT);
        let solved = solved.unwrap_or_else(|| panic!("{name}: too large for best play"));
        let worth = |end: &P::End| {
            let [first, second] = Side::ALL.map(|side| P::objective(&rules, side, end));
            (first - second) as f64 / 2.0
        };
        let mean = solved.odds().mean(worth);
        assert!((mean - solved.value()).abs() < 1e-9, "{name}: {} but {mean} in the mean", solved.value());
        let everything = |side: Side, end: &P::End| P::objective(&rules, side, end);
        let small = solved.weighed() < COMPARED;
        if let Some(whole) = small.then(|| solve(&everything, PATIENT)).flatten() {
            let (one, other) = (solved.value(), whole.value());
            assert!((one - other).abs() < 1e-9, "{name}: {one}, and {other} as a whole");
            assert!(solved.weighed() <= whole.weighed(), "{name}");
        }
        solved.weighed()
    }

    fn campaign<P>(self, _: P, _: Arc<P::Rules>) -> usize
    where
        P: Playable + Send + Sync + 'static,
        P::Rules: Send + Sync + 'static,
        P::End: Send + Sync + 'static,
    {
        0
    }
}
