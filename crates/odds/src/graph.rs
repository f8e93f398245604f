//! The graph of states: every state a procedure can reach, each once, with what its step leads to.

use crate::odometer::{ANSWERS_EVERYTHING, Wheels};
use crate::weight::Weight;
use grognard_umpire::{Choice, Procedure, Stopped};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use std::ops::ControlFlow::{Break, Continue};
use std::ops::Range;

/// How much work exact odds may cost before sampling takes over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// The largest number of states.
    pub states: usize,
    /// The largest number of outcomes followed.
    pub outcomes: usize,
}

impl Default for Budget {
    /// A few seconds' and a few hundred megabytes' worth.
    fn default() -> Self {
        Budget { states: 2_000_000, outcomes: 40_000_000 }
    }
}

/// The word that the budget was used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OverBudget;

/// Where an outcome leads: a state, or an end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    State(u32),
    End(u32),
}

/// Insertion order makes every sum run in the same order on every machine; the hash only finds.
pub(crate) type Numbered<T> = IndexSet<T, FxBuildHasher>;

pub(crate) struct Graph<P: Procedure, W> {
    pub(crate) states: Numbered<P>,
    pub(crate) ends: Numbered<P::End>,
    pub(crate) fans: Vec<Range<u32>>,
    pub(crate) edges: Vec<(Target, W)>,
}

impl<P: Procedure, W: Weight> Graph<P, W> {
    /// Follows every branch from the start, players deciding by policy.
    pub(crate) fn build(
        start: &P,
        rules: &P::Rules,
        decide: &impl Fn(&P, &Choice<'_>) -> usize,
        budget: Budget,
    ) -> Result<Self, OverBudget> {
        let mut graph = Graph {
            states: Numbered::default(),
            ends: Numbered::default(),
            fans: Vec::new(),
            edges: Vec::new(),
        };
        graph.states.insert(start.clone());
        let mut wheels = Wheels::default();
        let mut next = 0;
        while next < graph.states.len() {
            let from = graph.states[next].clone();
            let first = graph.edges.len();
            let mut stay = W::zero();
            let Graph { states, ends, edges, .. } = &mut graph;
            let within = wheels.each_outcome(
                &from,
                rules,
                &|choice: &Choice<'_>| Some(decide(&from, choice)),
                |position, flow| {
                    let (ways, of) = position.share();
                    let p = W::share(ways, of);
                    match flow {
                        Ok(Continue(to)) if to == from => stay.add(&p),
                        Ok(Continue(to)) => {
                            let id = states.insert_full(to).0 as u32;
                            edges.push((Target::State(id), p));
                        }
                        Ok(Break(end)) => {
                            let id = ends.insert_full(end).0 as u32;
                            edges.push((Target::End(id), p));
                        }
                        Err(Stopped) => unreachable!("{ANSWERS_EVERYTHING}"),
                    }
                    edges.len() <= budget.outcomes && states.len() <= budget.states
                },
            );
            if !within {
                return Err(OverBudget);
            }
            if stay != W::zero() {
                assert!(stay != W::one(), "a step that can only stay put never ends: {from:?}");
                for (_, p) in &mut graph.edges[first..] {
                    *p = p.given_not(&stay);
                }
            }
            graph.fans.push(first as u32..graph.edges.len() as u32);
            next += 1;
        }
        Ok(graph)
    }

    /// An order in which every state comes after all that lead to it, as far as there is one; and the
    /// states that lie on or behind circles.
    pub(crate) fn order(&self) -> (Vec<u32>, Vec<u32>) {
        topological(self.states.len(), |state| {
            let fan = &self.fans[state as usize];
            self.edges[fan.start as usize..fan.end as usize].iter().filter_map(|(target, _)| match target {
                Target::State(to) => Some(*to),
                Target::End(_) => None,
            })
        })
    }
}

/// Kahn's order of the nodes 0..count, and what it cannot reach because of circles.
pub(crate) fn topological<I: Iterator<Item = u32>>(
    count: usize,
    successors: impl Fn(u32) -> I,
) -> (Vec<u32>, Vec<u32>) {
    let mut waiting = vec![0u32; count];
    for state in 0..count as u32 {
        for to in successors(state) {
            waiting[to as usize] += 1;
        }
    }
    let mut order: Vec<u32> = (0..count as u32).filter(|&state| waiting[state as usize] == 0).collect();
    let mut next = 0;
    while next < order.len() {
        for to in successors(order[next]) {
            waiting[to as usize] -= 1;
            if waiting[to as usize] == 0 {
                order.push(to);
            }
        }
        next += 1;
    }
    let circular = (0..count as u32).filter(|&state| waiting[state as usize] > 0).collect();
    (order, circular)
}
