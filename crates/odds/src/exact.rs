//! Exact odds: the probability of every end.

use crate::graph::{Budget, Graph, OverBudget, Target};
use crate::odometer::{ANSWERS_EVERYTHING, Wheels};
use crate::spread::{Gathering, Odds};
use crate::weight::Weight;
use grognard_umpire::{Choice, Procedure, Stopped};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::ops::ControlFlow::{Break, Continue};

/// Below this, what still goes round in circles cannot matter to anybody.
const NEGLIGIBLE: f64 = 1e-16;

/// The exact odds of every end, given how each side decides.
///
/// # Errors
/// [`OverBudget`] where there are more states or outcomes than the budget allows.
pub fn exact<P: Procedure>(
    start: &P,
    rules: &P::Rules,
    decide: &impl Fn(&P, &Choice<'_>) -> usize,
    budget: Budget,
) -> Result<Odds<P::End>, OverBudget> {
    match start.rank(rules) {
        Some(rank) => by_rank(start, rank, rules, decide, budget),
        None => Graph::build(start, rules, decide, budget).map(propagate),
    }
}

/// The states of a rank, with the probability that has come to each.
struct Layer<P> {
    rank: u32,
    mass: IndexMap<P, f64, FxBuildHasher>,
}

/// Adds probability to a state. Layers are kept with the lowest rank last; few are open at a time.
fn pour<P: Procedure>(layers: &mut Vec<Layer<P>>, spare: &mut Vec<Layer<P>>, rank: u32, state: P, p: f64) {
    let after = layers.iter().rposition(|layer| layer.rank >= rank).map_or(0, |index| index + 1);
    if after == 0 || layers[after - 1].rank != rank {
        let mass = spare.pop().map_or_else(IndexMap::default, |layer| layer.mass);
        layers.insert(after, Layer { rank, mass });
        *layers[after].mass.entry(state).or_insert(0.0) += p;
    } else {
        *layers[after - 1].mass.entry(state).or_insert(0.0) += p;
    }
}

/// Exact odds of a procedure with ranks: when a rank is reached, all that leads to it is behind, so that
/// neither edges nor an order of the states are needed.
fn by_rank<P: Procedure>(
    start: &P,
    rank: u32,
    rules: &P::Rules,
    decide: &impl Fn(&P, &Choice<'_>) -> usize,
    budget: Budget,
) -> Result<Odds<P::End>, OverBudget> {
    let (mut layers, mut spare) = (Vec::new(), Vec::new());
    let mut ends = Gathering::default();
    let (mut states, mut outcomes) = (0, 0);
    let mut wheels = Wheels::default();
    pour(&mut layers, &mut spare, rank, start.clone(), 1.0);
    while let Some(mut layer) = layers.pop() {
        for (from, p) in layer.mass.drain(..) {
            states += 1;
            let decider = |choice: &Choice<'_>| Some(decide(&from, choice));
            let within = wheels.each_outcome(&from, rules, &decider, |position, flow| {
                outcomes += 1;
                let p = p * position.chance();
                match flow {
                    Ok(Continue(to)) => {
                        let rank = to.rank(rules).expect("every state of a procedure with ranks has one");
                        assert!(rank > layer.rank, "a step that does not get further: {from:?} to {to:?}");
                        pour(&mut layers, &mut spare, rank, to, p);
                    }
                    Ok(Break(end)) => ends.add(end, p),
                    Err(Stopped) => unreachable!("{ANSWERS_EVERYTHING}"),
                }
                outcomes <= budget.outcomes
            });
            if !within || states > budget.states {
                return Err(OverBudget);
            }
        }
        spare.push(layer);
    }
    Ok(Odds::new(ends.finish(), states))
}

/// Lets the probability run through the graph from its first state.
pub(crate) fn propagate<P: Procedure>(graph: Graph<P, f64>) -> Odds<P::End> {
    let mut mass = vec![0.0; graph.states.len()];
    let mut ends = vec![0.0; graph.ends.len()];
    mass[0] = 1.0;
    let (order, circular) = graph.order();
    for &state in &order {
        let p = mass[state as usize];
        spread(&graph, state, p, &mut mass, &mut ends);
    }
    // Rules that can go round in circles never quite end: go on until it cannot matter.
    while circular.iter().map(|&state| mass[state as usize]).sum::<f64>() > NEGLIGIBLE {
        for &state in &circular {
            let p = std::mem::take(&mut mass[state as usize]);
            if p > 0.0 {
                spread(&graph, state, p, &mut mass, &mut ends);
            }
        }
    }
    Odds::new(graph.ends.into_iter().zip(ends).collect(), graph.states.len())
}

fn spread<P: Procedure>(graph: &Graph<P, f64>, state: u32, p: f64, mass: &mut [f64], ends: &mut [f64]) {
    let fan = &graph.fans[state as usize];
    for (target, q) in &graph.edges[fan.start as usize..fan.end as usize] {
        match target {
            Target::State(to) => mass[*to as usize] += p * q,
            Target::End(end) => ends[*end as usize] += p * q,
        }
    }
}

/// The exact odds in any kind of weight, big fractions above all, for procedures that do not go round
/// in circles wider than a single step.
///
/// # Errors
/// [`OverBudget`] as for [`exact`], and for circles.
#[allow(clippy::type_complexity)]
pub fn exact_in<P: Procedure, W: Weight>(
    start: &P,
    rules: &P::Rules,
    decide: &impl Fn(&P, &Choice<'_>) -> usize,
    budget: Budget,
) -> Result<Vec<(P::End, W)>, OverBudget> {
    let graph: Graph<P, W> = Graph::build(start, rules, decide, budget)?;
    let (order, circular) = graph.order();
    if !circular.is_empty() {
        return Err(OverBudget);
    }
    let mut mass = vec![W::zero(); graph.states.len()];
    let mut ends = vec![W::zero(); graph.ends.len()];
    mass[0] = W::one();
    for state in order {
        let p = mass[state as usize].clone();
        let fan = &graph.fans[state as usize];
        for (target, q) in &graph.edges[fan.start as usize..fan.end as usize] {
            let share = p.times(q);
            match target {
                Target::State(to) => mass[*to as usize].add(&share),
                Target::End(end) => ends[*end as usize].add(&share),
            }
        }
    }
    let mut all: Vec<(P::End, W)> = graph.ends.into_iter().zip(ends).collect();
    all.sort_by(|(a, _), (b, _)| a.cmp(b));
    Ok(all)
}
