//! Interchangeable units: counting and solving treat allocations that differ only in which of two alike
//! units has lost a strength point as one.

use super::Allocation;
use crate::circumstances::Case;
use crate::force::{Force, UNITS_MAX};
use std::ops::Range;

/// Which units count as alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Alike {
    /// Those of an arm: their futures are the same whenever their strengths are.
    ByArm,
    /// Those of an arm that also started alike, so that even their names can be exchanged throughout.
    ByStart,
}

/// A force with its units in such an order that alike ones stand together.
pub(super) struct Lumps {
    /// The force in that order.
    pub(super) force: Force,
    /// Where each of its units stands in the original.
    pub(super) original: Vec<usize>,
    /// Runs of alike units.
    pub(super) runs: Vec<Range<usize>>,
}

impl Lumps {
    pub(super) fn new(case: &Case<'_>, start: &Allocation, alike: Alike) -> Lumps {
        let likeness = |&unit: &usize| {
            let own = match alike {
                Alike::ByArm => (0, false),
                Alike::ByStart => (start.condition.strength[unit], start.ahead & (1 << unit) != 0),
            };
            (case.force.units[unit].arm, own)
        };
        let mut original: Vec<usize> = (0..case.force.units.len()).collect();
        original.sort_by_key(likeness);
        let mut runs: Vec<Range<usize>> = Vec::new();
        for place in 0..original.len() {
            match runs.last_mut() {
                Some(run) if likeness(&original[run.start]) == likeness(&original[place]) => run.end += 1,
                _ => runs.push(place..place + 1),
            }
        }
        let units = original.iter().map(|&unit| case.force.units[unit].clone()).collect();
        Lumps { force: Force { units, ..case.force.clone() }, original, runs }
    }

    /// The allocation with its units in this order.
    pub(super) fn of(&self, allocation: &Allocation) -> Allocation {
        let mut lumped = *allocation;
        lumped.condition.strength = [0; UNITS_MAX];
        lumped.ahead = 0;
        for (place, &unit) in self.original.iter().enumerate() {
            lumped.condition.strength[place] = allocation.condition.strength[unit];
            if allocation.ahead & (1 << unit) != 0 {
                lumped.ahead |= 1 << place;
            }
        }
        self.sorted(lumped)
    }

    /// The allocation with alike units sorted: strongest first, and among equals those ahead last.
    pub(super) fn sorted(&self, mut allocation: Allocation) -> Allocation {
        for run in &self.runs {
            // Runs are short and nearly sorted: one unit has changed.
            for place in run.start + 1..run.end {
                let mut at = place;
                while at > run.start && rank(&allocation, at - 1) < rank(&allocation, at) {
                    swap(&mut allocation, at - 1, at);
                    at -= 1;
                }
            }
        }
        allocation
    }
}

/// Puts alike units in order: `sort` is handed two of them, the earlier first, often enough that swapping those in the
/// wrong order sorts them all.
pub(crate) fn in_order(
    units: usize,
    alike: impl Fn(usize, usize) -> bool,
    mut sort: impl FnMut(usize, usize),
) {
    for one in 0..units {
        for other in one + 1..units {
            if alike(one, other) {
                sort(one, other);
            }
        }
    }
}

impl Allocation {
    /// Puts alike units in order: strongest first, and among equals those ahead last.
    pub(crate) fn lump(&mut self, units: usize, alike: impl Fn(usize, usize) -> bool) {
        in_order(units, alike, |one, other| {
            if rank(self, one) < rank(self, other) {
                swap(self, one, other);
            }
        });
    }
}

#[inline]
fn rank(allocation: &Allocation, place: usize) -> (u8, bool) {
    (allocation.condition.strength[place], allocation.ahead & (1 << place) == 0)
}

#[inline]
fn swap(allocation: &mut Allocation, one: usize, other: usize) {
    allocation.condition.strength.swap(one, other);
    let (a, b) = ((allocation.ahead >> one) & 1, (allocation.ahead >> other) & 1);
    if a != b {
        allocation.ahead ^= (1 << one) | (1 << other);
    }
}
