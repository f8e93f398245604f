//! Every way an allocation can go: counted, and listed one by one.

use super::legality::unheard;
use super::lumps::{Alike, Lumps};
use super::{Action, Allocation};
use crate::circumstances::Case;
use crate::force::Condition;
use grognard_umpire::{Clause, Side};
use std::ops::ControlFlow;

/// What counts as one sequence: the list of results as carried out, SP losses by unit.
pub const SEQUENCE: Clause = rule!("M5");

/// How many ways there are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count {
    /// Complete sequences.
    pub sequences: u128,
    /// Different conditions of the force at the end.
    pub finals: u128,
    /// Legal beginnings of length 1, 2 and so on.
    pub prefixes: Vec<u128>,
    /// Complete sequences that lose no strength point at all.
    pub bloodless: u128,
    /// Complete sequences by their first action.
    pub by_first: Vec<(Action, u128)>,
}

/// Counts all legal sequences.
pub fn count(case: &Case<'_>, start: &Allocation) -> Count {
    let walk = walk(case, start, Alike::ByArm);
    let start = Allocation { named: None, ..*start };
    let by_first = match start.is_over(&mut unheard) {
        true => Vec::new(),
        false => {
            let (by, actions) = start.actions(case);
            let after = |&action: &Action| {
                let next = start.take(case, by, action, &mut unheard);
                (action, self::walk(case, &next, Alike::ByArm).sequences)
            };
            actions.iter().map(after).collect()
        }
    };
    let finals = self::walk(case, &start, Alike::ByStart).finals;
    Count { sequences: walk.sequences, finals, prefixes: walk.prefixes, bloodless: walk.bloodless, by_first }
}

/// Only the number of complete sequences: the quickest count.
pub fn count_sequences(case: &Case<'_>, start: &Allocation) -> u128 {
    walk(case, start, Alike::ByArm).sequences
}

/// What is done with each sequence: who chose what, and how the force stands after it.
pub type Visit<'v, B> = dyn FnMut(&[(Side, Action)], &Condition) -> ControlFlow<B> + 'v;

/// Lists legal sequences, each with who chose what, until the visitor has had enough.
pub fn each_sequence<B>(case: &Case<'_>, start: &Allocation, visit: &mut Visit<'_, B>) -> ControlFlow<B> {
    fn deeper<B>(
        case: &Case<'_>,
        at: Allocation,
        path: &mut Vec<(Side, Action)>,
        visit: &mut Visit<'_, B>,
    ) -> ControlFlow<B> {
        if at.is_over(&mut unheard) {
            return visit(path, &at.condition);
        }
        let (by, actions) = at.actions(case);
        for &action in actions.iter() {
            path.push((by, action));
            deeper(case, at.take(case, by, action, &mut unheard), path, visit)?;
            path.pop();
        }
        ControlFlow::Continue(())
    }
    deeper(case, Allocation { named: None, ..*start }, &mut Vec::new(), visit)
}

struct Walk {
    sequences: u128,
    finals: u128,
    prefixes: Vec<u128>,
    bloodless: u128,
}

/// Goes through the results one by one, keeping for each different standing the number of ways to it.
fn walk(case: &Case<'_>, start: &Allocation, alike: Alike) -> Walk {
    let lumps = Lumps::new(case, start, alike);
    let case = Case { force: &lumps.force, ..*case };
    let start = lumps.of(&Allocation { named: None, ..*start });
    let mut walk = Walk { sequences: 0, finals: 0, prefixes: Vec::new(), bloodless: 0 };
    let mut ends: Vec<Condition> = Vec::new();
    let mut standings: Vec<(Allocation, u128)> = vec![(start, 1)];
    loop {
        let mut next: Vec<(Allocation, u128)> = Vec::with_capacity(standings.len() * 4);
        for &(at, ways) in &standings {
            if at.is_over(&mut unheard) {
                walk.sequences += ways;
                walk.bloodless += if at.condition.strength == start.condition.strength { ways } else { 0 };
                ends.push(at.condition);
                continue;
            }
            let (by, actions) = at.actions(&case);
            for &action in actions.iter() {
                next.push((lumps.sorted(at.take(&case, by, action, &mut unheard)), ways));
            }
        }
        if next.is_empty() {
            break;
        }
        next.sort_unstable_by_key(|&(at, _)| at);
        next.dedup_by(|other, kept| {
            let same = other.0 == kept.0;
            kept.1 += if same { other.1 } else { 0 };
            same
        });
        walk.prefixes.push(next.iter().map(|&(_, ways)| ways).sum());
        standings = next;
    }
    ends.sort_unstable();
    ends.dedup();
    walk.finals = ends.iter().map(|end| arrangements(&lumps, end)).sum();
    walk
}

/// In how many ways the strengths of an end can be dealt to the alike units it stands for.
fn arrangements(lumps: &Lumps, end: &Condition) -> u128 {
    let factorial = |n: usize| (1..=n as u128).product::<u128>();
    let of_run = |run: &std::ops::Range<usize>| {
        let strengths = &end.strength[run.clone()];
        let equals = strengths.chunk_by(|a, b| a == b).map(|chunk| factorial(chunk.len()));
        factorial(strengths.len()) / equals.product::<u128>()
    };
    lumps.runs.iter().map(of_run).product()
}
