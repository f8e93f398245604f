//! The graph of states: every state a procedure can reach, each once, with what its step leads to.

use crate::budget::{Patience, Spent};
use crate::odometer::{ANSWERS_EVERYTHING, Wheels};
use crate::weight::Weight;
use grognard_umpire::{Choice, Procedure, Stopped};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use std::ops::ControlFlow::{Break, Continue};
use std::ops::Range;

/// Where an outcome leads: a state, or an end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
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
    /// How many states have been followed: all of them, unless the budget was used up. The fans of the others
    /// are empty.
    pub(crate) followed: usize,
}

/// What the hash, its place in the index and the spare room of a growing list come to, for each entry.
const INDEX_BYTES: usize = 24;

/// How many bytes so many entries of a numbered list take, spare room and all.
pub(crate) const fn bytes_of<T>(entries: usize) -> usize {
    entries * (size_of::<T>() + INDEX_BYTES) * 3 / 2
}

impl<P: Procedure, W: Weight> Graph<P, W> {
    /// Follows every branch from the start, players deciding by policy, as far as patience reaches.
    pub(crate) fn build(
        start: &P,
        rules: &P::Rules,
        decide: &impl Fn(&P, &Choice<'_>) -> usize,
        patience: &Patience<'_>,
        mut wheels: Wheels,
    ) -> Self {
        let mut graph = Graph {
            states: Numbered::default(),
            ends: Numbered::default(),
            fans: Vec::new(),
            edges: Vec::new(),
            followed: 0,
        };
        graph.states.insert(start.clone());
        while graph.followed < graph.states.len() {
            let from = graph.states[graph.followed].clone();
            let first = graph.edges.len();
            let mut stay = W::zero();
            let Graph { states, ends, edges, .. } = &mut graph;
            let within = wheels.each_outcome(
                &from,
                rules,
                &|choice: &Choice<'_>| Some(decide(&from, choice)),
                |position, flow| {
                    let p: W = position.weight();
                    let flow = flow.map(|flow| flow.map_continue(|to| to.trimmed(rules)));
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
                    patience.allows(Spent {
                        states: states.len(),
                        outcomes: edges.len(),
                        bytes: bytes_of::<P>(states.len())
                            + bytes_of::<P::End>(ends.len())
                            + edges.len() * size_of::<(Target, W)>() * 3 / 2,
                    })
                },
            );
            if !within {
                // A fan followed in part tells nothing: the state stays open.
                graph.edges.truncate(first);
                graph.fans.resize(graph.states.len(), first as u32..first as u32);
                return graph;
            }
            if stay != W::zero() {
                assert!(stay != W::one(), "a step that can only stay put never ends: {from:?}");
                for (_, p) in &mut graph.edges[first..] {
                    *p = p.given_not(&stay);
                }
            }
            graph.fans.push(first as u32..graph.edges.len() as u32);
            graph.followed += 1;
        }
        graph
    }

    /// Whether every branch has been followed.
    pub(crate) fn is_whole(&self) -> bool {
        self.followed == self.states.len()
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
