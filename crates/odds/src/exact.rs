//! Exact odds: the probability of every end.

use crate::budget::{Budget, OverBudget, Patience, Progress};
use crate::descent::Descent;
use crate::graph::{Graph, Target};
use crate::odometer::Wheels;
use crate::sampled::cores;
use crate::spread::Odds;
use crate::weight::Weight;
use grognard_umpire::{Choice, Procedure};

/// Below this, what still goes round in circles cannot matter to anybody.
pub(crate) const NEGLIGIBLE: f64 = 1e-16;

/// However small the budget, circles are gone round so often.
const ROUNDS_MAX: usize = 1_000;

/// What counting out has come to.
pub struct Counted<P: Procedure> {
    /// The ends whose probability is settled. It sums to 1 where every branch was followed.
    pub odds: Odds<P::End>,
    /// The states that were left open, with the probability that has come to each; empty where every branch was
    /// followed.
    pub open: Vec<(P, f64)>,
}

impl<P: Procedure> Counted<P> {
    /// The probability that is not settled.
    pub fn unsettled(&self) -> f64 {
        self.open.iter().map(|(_, p)| p).sum()
    }
}

/// The exact odds of every end, given how each side decides.
///
/// # Errors
/// [`OverBudget`] where there is more to follow than the budget allows.
pub fn exact<P>(
    start: &P,
    rules: &P::Rules,
    decide: &(impl Fn(&P, &Choice<'_>) -> usize + Sync),
    budget: Budget,
) -> Result<Odds<P::End>, OverBudget>
where
    P: Procedure + Send + Sync,
    P::Rules: Sync,
    P::End: Send,
{
    exact_on(cores(), start, rules, decide, budget)
}

/// The same on so many threads, which changes nothing but the time.
///
/// # Errors
/// As for [`exact`].
pub fn exact_on<P>(
    threads: usize,
    start: &P,
    rules: &P::Rules,
    decide: &(impl Fn(&P, &Choice<'_>) -> usize + Sync),
    budget: Budget,
) -> Result<Odds<P::End>, OverBudget>
where
    P: Procedure + Send + Sync,
    P::Rules: Sync,
    P::End: Send,
{
    let progress = Progress::default();
    let patience = Patience::new(budget, &progress);
    let counted = counted(threads, start, rules, decide, &patience, Wheels::default());
    if counted.open.is_empty() { Ok(counted.odds) } else { Err(OverBudget) }
}

/// The exact odds as far as patience reaches: what is settled by then, and what is left open.
pub fn count_out<P>(
    start: &P,
    rules: &P::Rules,
    decide: &(impl Fn(&P, &Choice<'_>) -> usize + Sync),
    patience: &Patience<'_>,
) -> Counted<P>
where
    P: Procedure + Send + Sync,
    P::Rules: Sync,
    P::End: Send,
{
    counted(cores(), start, rules, decide, patience, Wheels::default())
}

/// The same, on so many threads and with wheels that leave parts of the ends open or do not.
pub(crate) fn counted<P>(
    threads: usize,
    start: &P,
    rules: &P::Rules,
    decide: &(impl Fn(&P, &Choice<'_>) -> usize + Sync),
    patience: &Patience<'_>,
    wheels: Wheels,
) -> Counted<P>
where
    P: Procedure + Send + Sync,
    P::Rules: Sync,
    P::End: Send,
{
    match start.rank(rules) {
        Some(rank) => Descent::new(rules, decide, patience, wheels, threads).run(start, rank),
        None => visited(Graph::build(start, rules, decide, patience, wheels), patience).0,
    }
}

/// Lets the probability run through the graph from its first state, and tells how often each state is come to.
pub(crate) fn visited<P: Procedure>(graph: Graph<P, f64>, patience: &Patience<'_>) -> (Counted<P>, Vec<f64>) {
    let mut visits = vec![0.0; graph.states.len()];
    let mut mass = vec![0.0; graph.states.len()];
    let mut ends = vec![0.0; graph.ends.len()];
    mass[0] = 1.0;
    let (order, mut circular) = graph.order();
    let followed = |state: &u32| (*state as usize) < graph.followed;
    for state in order.iter().filter(|state| followed(state)) {
        let p = std::mem::take(&mut mass[*state as usize]);
        visits[*state as usize] = p;
        spread(&graph, *state, p, &mut mass, &mut ends);
    }
    circular.retain(followed);
    // Rules that can go round in circles never quite end: go on until it cannot matter.
    let left = |mass: &[f64]| circular.iter().map(|&state| mass[state as usize]).sum::<f64>();
    let mut rounds = ROUNDS_MAX.max(patience.budget().outcomes / circular.len().max(1));
    while left(&mass) > NEGLIGIBLE {
        rounds -= 1;
        if rounds == 0 || patience.is_over() {
            break;
        }
        for &state in &circular {
            let p = std::mem::take(&mut mass[state as usize]);
            if p > 0.0 {
                visits[state as usize] += p;
                spread(&graph, state, p, &mut mass, &mut ends);
            }
        }
    }
    let odds = Odds::new(graph.ends.into_iter().zip(ends).collect(), graph.followed);
    let open = graph.states.into_iter().zip(mass).filter(|(_, p)| *p > NEGLIGIBLE).collect();
    (Counted { odds, open }, visits)
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
    let progress = Progress::default();
    let patience = Patience::new(budget, &progress);
    let graph: Graph<P, W> = Graph::build(start, rules, decide, &patience, Wheels::default());
    let (order, circular) = graph.order();
    if !circular.is_empty() || !graph.is_whole() {
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
