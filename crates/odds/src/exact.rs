//! Exact odds: the probability of every end.

use crate::graph::{Budget, Graph, OverBudget, Target};
use crate::spread::Odds;
use crate::weight::Weight;
use grognard_umpire::{Choice, Procedure};

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
    Graph::build(start, rules, decide, budget).map(propagate)
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
    Odds::new(graph.ends, ends, graph.states.len())
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
