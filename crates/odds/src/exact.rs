//! Exact odds: the probability of every end.

use crate::budget::{Budget, OverBudget, Patience, Progress, Spent};
use crate::graph::{Graph, Target, bytes_of};
use crate::odometer::{ANSWERS_EVERYTHING, Wheels};
use crate::spread::{Gathering, Odds};
use crate::weight::Weight;
use grognard_umpire::{Choice, Flow, Procedure, Stopped};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::ops::ControlFlow::{Break, Continue};

/// Below this, what still goes round in circles cannot matter to anybody.
const NEGLIGIBLE: f64 = 1e-16;

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
pub fn exact<P: Procedure>(
    start: &P,
    rules: &P::Rules,
    decide: &impl Fn(&P, &Choice<'_>) -> usize,
    budget: Budget,
) -> Result<Odds<P::End>, OverBudget> {
    let progress = Progress::default();
    let counted = count_out(start, rules, decide, &Patience::new(budget, &progress));
    if counted.open.is_empty() { Ok(counted.odds) } else { Err(OverBudget) }
}

/// The exact odds as far as patience reaches: what is settled by then, and what is left open.
pub fn count_out<P: Procedure>(
    start: &P,
    rules: &P::Rules,
    decide: &impl Fn(&P, &Choice<'_>) -> usize,
    patience: &Patience<'_>,
) -> Counted<P> {
    match start.rank(rules) {
        Some(rank) => Descent::new(rules, decide, patience).run(start, rank),
        None => propagate(Graph::build(start, rules, decide, patience), patience),
    }
}

/// The states of a rank, with the probability that has come to each.
struct Layer<P> {
    rank: u32,
    mass: IndexMap<P, f64, FxBuildHasher>,
}

/// Exact odds of a procedure with ranks: when a rank is reached, all that leads to it is behind, so that
/// neither edges nor an order of the states are needed.
struct Descent<'a, P: Procedure, D> {
    rules: &'a P::Rules,
    decide: &'a D,
    patience: &'a Patience<'a>,
    /// Kept with the lowest rank last; few are open at a time.
    layers: Vec<Layer<P>>,
    /// Layers that are done with: their memory is used again.
    spare: Vec<Layer<P>>,
    ends: Gathering<P::End>,
    /// How many states wait in the layers, the one under way among them.
    waiting: usize,
    spent: Spent,
}

/// No single step may take more than this share of the outcomes allowed: one that is given up half-way has to be
/// taken back.
const SHARE_OF_A_STEP: usize = 8;

impl<'a, P: Procedure, D: Fn(&P, &Choice<'_>) -> usize> Descent<'a, P, D> {
    fn new(rules: &'a P::Rules, decide: &'a D, patience: &'a Patience<'a>) -> Self {
        let (layers, spare, ends) = (Vec::new(), Vec::new(), Gathering::default());
        Descent { rules, decide, patience, layers, spare, ends, waiting: 0, spent: Spent::default() }
    }

    fn run(mut self, start: &P, rank: u32) -> Counted<P> {
        let mut wheels = Wheels::default();
        self.pour(rank, start.clone(), 1.0);
        while let Some(mut layer) = self.layers.pop() {
            let (rank, count) = (layer.rank, layer.mass.len());
            let mut states = layer.mass.drain(..);
            while let Some((from, p)) = states.next() {
                self.spent.states += 1;
                if !self.follow(&mut wheels, rank, &from, p) {
                    let mut open = vec![(from, p)];
                    open.extend(states);
                    return self.given_up(open);
                }
            }
            drop(states);
            self.spare.push(layer);
            self.waiting -= count;
            self.patience.progress().settle(self.ends.total());
        }
        Counted { odds: Odds::new(self.ends.finish(), self.spent.states), open: Vec::new() }
    }

    /// Follows a state's step to all it can lead to; false where patience ran out, with nothing changed.
    fn follow(&mut self, wheels: &mut Wheels, rank: u32, from: &P, p: f64) -> bool {
        let (rules, decide, patience) = (self.rules, self.decide, self.patience);
        let decider = |choice: &Choice<'_>| Some(decide(from, choice));
        let longest = (patience.budget().outcomes / SHARE_OF_A_STEP).max(1);
        let mut followed = 0;
        let within = wheels.each_outcome(from, rules, &decider, |position, flow| {
            followed += 1;
            self.spent.outcomes += 1;
            self.take(rank, from, flow, p * position.chance());
            self.spent.bytes = bytes_of::<(P, f64)>(self.waiting) + self.ends.bytes();
            followed <= longest && patience.allows(self.spent)
        });
        if !within && !patience.progress().stopped() {
            // What this step has led to so far is taken back, in the order in which it came.
            wheels.each_outcome(from, rules, &decider, |position, flow| {
                followed -= 1;
                self.take(rank, from, flow, -p * position.chance());
                followed > 0
            });
        }
        within
    }

    #[inline]
    fn take(&mut self, rank: u32, from: &P, flow: Flow<P>, p: f64) {
        match flow {
            Ok(Continue(to)) => {
                let higher = to.rank(self.rules).expect("every state of a procedure with ranks has one");
                assert!(higher > rank, "a step that does not get further: {from:?} to {to:?}");
                self.pour(higher, to, p);
            }
            Ok(Break(end)) => self.ends.add(end, p),
            Err(Stopped) => unreachable!("{ANSWERS_EVERYTHING}"),
        }
    }

    /// Adds probability to a state.
    #[inline]
    fn pour(&mut self, rank: u32, state: P, p: f64) {
        let layers = &mut self.layers;
        let after = layers.iter().rposition(|layer| layer.rank >= rank).map_or(0, |index| index + 1);
        let index = if after == 0 || layers[after - 1].rank != rank {
            let mass = self.spare.pop().map_or_else(IndexMap::default, |layer| layer.mass);
            layers.insert(after, Layer { rank, mass });
            after
        } else {
            after - 1
        };
        let mass = &mut layers[index].mass;
        let before = mass.len();
        *mass.entry(state).or_insert(0.0) += p;
        self.waiting += mass.len() - before;
    }

    /// What is settled and what is open when patience runs out.
    fn given_up(self, mut open: Vec<(P, f64)>) -> Counted<P> {
        open.extend(self.layers.into_iter().rev().flat_map(|layer| layer.mass));
        // What was taken back leaves crumbs in the last bits.
        open.retain(|(_, p)| *p > NEGLIGIBLE);
        let mut ends = self.ends.finish_apart();
        ends.retain(|(_, p)| *p > NEGLIGIBLE);
        Counted { odds: Odds::new(ends, self.spent.states), open }
    }
}

/// Lets the probability run through the graph from its first state.
fn propagate<P: Procedure>(graph: Graph<P, f64>, patience: &Patience<'_>) -> Counted<P> {
    visited(graph, patience).0
}

/// The same, with how often each state is come to.
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
    let graph: Graph<P, W> = Graph::build(start, rules, decide, &Patience::new(budget, &progress));
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
