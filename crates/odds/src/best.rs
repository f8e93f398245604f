//! Best play: the sides' choices solved for an objective, by backward induction over the graph of
//! states.

mod goal;
mod ranked;
mod trees;

use crate::budget::{Budget, OverBudget, Patience, Progress, Spent, Watched};
use crate::exact::visited;
use crate::graph::{Graph, Numbered, Target, bytes_of};
use crate::matrix::{Mixed, solve_matrix};
use crate::odometer::{ANSWERS_EVERYTHING, Wheels};
use crate::sampled::cores;
use crate::spread::Odds;
use goal::Aim;
pub use goal::{Goal, Objective};
use grognard_umpire::{Choice, Keep, Kind, Offered, Procedure, Side, Stopped, Tape, Topic};
use ranked::Weighed;
use std::ops::ControlFlow::{Break, Continue};
use trees::{Growing, Node, Trees};

/// Who plays at its best; the others keep to their policy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Best {
    /// One side, against the other's policy.
    Side(Side),
    /// Both, each at the other's expense: half of what the first gains over the second is what counts, which
    /// is the first side's objective where the second's is its opposite.
    Both,
}

/// Values are settled when no sweep changes one by more than this.
const SETTLED: f64 = 1e-12;
/// More sweeps than any circle of states needs.
const SWEEPS_MAX: usize = 10_000;

/// One thing a side could choose, and what it is worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Alternative {
    /// Who chooses.
    pub by: Side,
    /// The option's key.
    pub key: String,
    /// The option in words.
    pub words: String,
    /// What it is worth if everything after it is played at its best.
    pub value: f64,
    /// How often best play takes it: 0 or 1, or in between for simultaneous choices.
    pub weight: f64,
}

/// A decision that best play comes to.
#[derive(Clone, Debug)]
pub struct Decision<P> {
    /// The state it is made in.
    pub state: P,
    /// How often it is come to, in the mean of all battles.
    pub met: f64,
    /// Who decides.
    pub by: Side,
    /// What is decided.
    pub topic: Topic,
    /// Every alternative with its worth.
    pub alternatives: Vec<Alternative>,
}

/// Best play, solved.
pub struct Solution<P: Procedure> {
    who: Best,
    /// Those that best play comes to or could come to by one other choice; all of them in a procedure without ranks.
    states: Numbered<P>,
    values: Vec<f64>,
    /// How many states were weighed.
    weighed: usize,
    /// What the ends are worth, by number.
    ends: Vec<f64>,
    trees: Trees,
    /// The tree of each state; in a procedure with ranks only of those that best play comes to and that begin with a
    /// decision.
    roots: Vec<Option<u32>>,
    odds: Odds<P::End>,
    /// The states that best play comes to, with how often.
    visits: Vec<(u32, f64)>,
}

/// Solves the choices of one side, or of both.
///
/// With one side at its best the value is the mean of its objective; with both it is half of the first
/// side's objective less the second's.
///
/// # Errors
/// [`OverBudget`] where there is more to follow than the budget allows.
pub fn best<P>(
    start: &P,
    rules: &P::Rules,
    who: Best,
    goal: &(impl Goal<P> + ?Sized),
    decide: &(impl Fn(&P, &Choice<'_>) -> usize + Sync),
    budget: Budget,
) -> Result<Solution<P>, OverBudget>
where
    P: Procedure + Send + Sync,
    P::Rules: Sync,
{
    let progress = Progress::default();
    best_within(start, rules, who, goal, decide, &Patience::new(budget, &progress))
}

/// The same with somebody watching.
///
/// # Errors
/// [`OverBudget`] where there is more to follow than patience reaches.
pub fn best_within<P>(
    start: &P,
    rules: &P::Rules,
    who: Best,
    goal: &(impl Goal<P> + ?Sized),
    decide: &(impl Fn(&P, &Choice<'_>) -> usize + Sync),
    patience: &Patience<'_>,
) -> Result<Solution<P>, OverBudget>
where
    P: Procedure + Send + Sync,
    P::Rules: Sync,
{
    let (aim, watched) = (Aim { who, goal }, patience.watched());
    Solver { rules, aim, decide, watched, threads: cores() }.solve(start, patience)
}

/// The same on so many threads, which changes nothing but the time.
#[cfg(test)]
pub(crate) fn best_on<P>(
    threads: usize,
    start: &P,
    rules: &P::Rules,
    who: Best,
    goal: &(impl Goal<P> + ?Sized),
    decide: &(impl Fn(&P, &Choice<'_>) -> usize + Sync),
) -> Result<Solution<P>, OverBudget>
where
    P: Procedure + Send + Sync,
    P::Rules: Sync,
{
    let progress = Progress::default();
    let patience = Patience::new(Budget::default(), &progress);
    let (aim, watched) = (Aim { who, goal }, patience.watched());
    Solver { rules, aim, decide, watched, threads }.solve(start, &patience)
}

/// Whoever solves best play, with all it takes.
struct Solver<'a, P: Procedure, D, G: ?Sized> {
    rules: &'a P::Rules,
    aim: Aim<'a, G>,
    decide: &'a D,
    /// For the threads; whoever works alone has a patience of his own.
    watched: Watched<'a>,
    threads: usize,
}

/// What has been found so far: the states, the ends and the trees between them.
struct Known<P: Procedure> {
    states: Numbered<P>,
    ends: Numbered<P::End>,
    trees: Trees,
    roots: Vec<Option<u32>>,
    outcomes: usize,
}

impl<P: Procedure> Known<P> {
    fn of(states: Numbered<P>) -> Self {
        let roots = vec![None; states.len()];
        Known { states, ends: Numbered::default(), trees: Trees::default(), roots, outcomes: 0 }
    }

    fn spent(&self) -> Spent {
        let (states, outcomes) = (self.states.len(), self.outcomes);
        let bytes = bytes_of::<P>(states) + bytes_of::<P::End>(self.ends.len()) + self.trees.bytes();
        Spent { states, outcomes, bytes }
    }
}

impl<P, D, G> Solver<'_, P, D, G>
where
    P: Procedure + Send + Sync,
    P::Rules: Sync,
    D: Fn(&P, &Choice<'_>) -> usize + Sync,
    G: Goal<P> + ?Sized,
{
    fn solve(&self, start: &P, patience: &Patience<'_>) -> Result<Solution<P>, OverBudget> {
        let (known, mut weighed) = match start.rank(self.rules) {
            Some(_) => {
                let states = self.discover(start, patience)?;
                (Known::of(Numbered::from_iter([start.clone()])), Some(self.weigh(states)?))
            }
            None => (self.grow_all(start, patience)?, None),
        };
        let Known { states, ends, trees, roots, .. } = known;
        let values = if weighed.is_some() { Vec::new() } else { vec![0.0; states.len()] };
        let worth = ends.iter().map(|end| self.aim.worth::<P>(end)).collect();
        let (odds, visits) = (Odds::new(Vec::new(), 0), Vec::new());
        let count = weighed.as_ref().map_or(states.len(), Weighed::len);
        let who = self.aim.who;
        let mut solution =
            Solution { who, states, values, weighed: count, ends: worth, trees, roots, odds, visits };
        if weighed.is_none() {
            solution.settle(patience)?;
        }
        self.spread(&mut solution, ends, weighed.as_mut(), patience)?;
        Ok(solution)
    }

    /// Who answers in a state's step: nobody for those who play at their best.
    fn decider<'s>(&'s self, from: &'s P) -> impl Fn(&Choice<'_>) -> Option<usize> + 's {
        move |choice| match self.aim.who {
            Best::Both => None,
            Best::Side(side) if choice.asking.by == Some(side) => None,
            Best::Side(_) => Some((self.decide)(from, choice)),
        }
    }

    /// Every state that the sides could come to, with the tree of its step.
    fn grow_all(&self, start: &P, patience: &Patience<'_>) -> Result<Known<P>, OverBudget> {
        let mut known = Known::of(Numbered::from_iter([start.clone()]));
        let (mut wheels, mut next) = (Wheels::default(), 0);
        while next < known.states.len() {
            self.grow(&mut known, next, &mut wheels, patience)?;
            next += 1;
        }
        Ok(known)
    }

    /// Grows the tree of a state's step.
    fn grow(
        &self,
        known: &mut Known<P>,
        state: usize,
        wheels: &mut Wheels,
        patience: &Patience<'_>,
    ) -> Result<(), OverBudget> {
        let from = known.states[state].clone();
        let mut growing = Growing::default();
        let within = wheels.each_outcome(&from, self.rules, &self.decider(&from), |position, flow| {
            let target = match flow {
                Ok(Continue(to)) => Target::State(known.states.insert_full(to.lumped(self.rules)).0 as u32),
                Ok(Break(end)) => Target::End(known.ends.insert_full(end).0 as u32),
                Err(Stopped) => unreachable!("{ANSWERS_EVERYTHING}"),
            };
            growing.add(&mut known.trees, position, target);
            known.outcomes += 1;
            patience.allows(known.spent())
        });
        if !within {
            return Err(OverBudget);
        }
        known.roots.resize(known.states.len(), None);
        known.roots[state] = Some(growing.finish(&mut known.trees));
        Ok(())
    }

    /// The odds under the solved play, over the states that it can come to. Where states have been weighed, their trees
    /// are grown only now, and of those only the ones that begin with a decision are kept.
    fn spread(
        &self,
        solution: &mut Solution<P>,
        ends: Numbered<P::End>,
        mut weighed: Option<&mut Weighed<P>>,
        patience: &Patience<'_>,
    ) -> Result<(), OverBudget> {
        let mut reached: Numbered<u32> = Numbered::default();
        reached.insert(0);
        let (mut fans, mut edges) = (Vec::new(), Vec::new());
        let (states, trees) = (std::mem::take(&mut solution.states), std::mem::take(&mut solution.trees));
        let roots = std::mem::take(&mut solution.roots);
        let mut known = Known { states, ends, trees, roots, outcomes: 0 };
        let mut wheels = Wheels::default();
        while fans.len() < reached.len() {
            let first = edges.len();
            let state = reached[fans.len()];
            let before = known.trees.size();
            if let Some(weighed) = &mut weighed {
                self.grow(&mut known, state as usize, &mut wheels, patience)?;
                let ends = known.ends.iter().skip(solution.ends.len());
                solution.ends.extend(ends.map(|end| self.aim.worth::<P>(end)));
                for state in known.states.iter().skip(solution.values.len()) {
                    solution.values.push(self.worth_in(weighed, state, patience).ok_or(OverBudget)?);
                }
            }
            let root = known.roots[state as usize].expect("it has been grown");
            solution.follow(&known.trees, root, 1.0, &mut edges);
            if weighed.is_some() && !known.trees.nodes[root as usize].is_decision() {
                known.trees.cut_back(before);
                known.roots[state as usize] = None;
            }
            let mut stay = 0.0;
            for (target, p) in &mut edges[first..] {
                match target {
                    Target::State(to) if *to == state => stay += std::mem::take(p),
                    Target::State(to) => *to = reached.insert_full(*to).0 as u32,
                    Target::End(_) => {}
                }
            }
            // As in exact odds: what leads back to itself is conditioned away.
            let mut kept = edges.split_off(first);
            kept.retain(|(_, p)| *p > 0.0);
            edges.extend(kept.into_iter().map(|(target, p)| (target, p / (1.0 - stay))));
            fans.push(first as u32..edges.len() as u32);
            let spent = known.spent();
            let bytes = spent.bytes + bytes_of::<P>(reached.len()) + edges.len() * size_of::<(Target, f64)>();
            if !patience.allows(Spent { bytes, ..spent }) {
                return Err(OverBudget);
            }
        }
        let Known { states, ends, trees, roots, .. } = known;
        let followed = reached.iter().map(|&state| states[state as usize].clone()).collect();
        let graph: Graph<P, f64> = Graph { states: followed, ends, followed: fans.len(), fans, edges };
        let (counted, visits) = visited(graph, patience);
        solution.visits = reached.into_iter().zip(visits).collect();
        (solution.states, solution.trees, solution.roots) = (states, trees, roots);
        if !counted.open.is_empty() {
            return Err(OverBudget);
        }
        solution.odds = counted.odds;
        Ok(())
    }
}

/// The first option that nothing beats, for the side that chooses.
fn pick(who: Best, side: Side, values: &[f64]) -> usize {
    let minimises = who == Best::Both && side == Side::Second;
    let mut picked = 0;
    for (index, value) in values.iter().enumerate() {
        let better = if minimises { *value < values[picked] } else { *value > values[picked] };
        // Differences in the last bits are no reason to prefer an option.
        if better && (value - values[picked]).abs() > SETTLED {
            picked = index;
        }
    }
    picked
}

impl<P: Procedure> Solution<P> {
    /// What the start is worth.
    pub fn value(&self) -> f64 {
        self.values[0]
    }

    /// How many states the sides could come to, whatever they do.
    pub fn weighed(&self) -> usize {
        self.weighed
    }

    /// The odds of every end under this play.
    pub fn odds(&self) -> &Odds<P::End> {
        &self.odds
    }

    /// What a state is worth, if best play comes to it or could come to it by one other choice.
    pub fn value_of(&self, state: &P) -> Option<f64> {
        self.states.get_index_of(state).map(|index| self.values[index])
    }

    /// The choice a state's step begins with, every alternative with its worth; empty where it begins
    /// with dice or asks nothing.
    pub fn alternatives(&self, state: &P, rules: &P::Rules) -> Vec<Alternative> {
        self.decisions_at(state, 0.0, rules).into_iter().flat_map(|decision| decision.alternatives).collect()
    }

    /// The decisions that best play comes to, those met most often first, of so many states at most.
    pub fn decisions(&self, rules: &P::Rules, most: usize) -> Vec<Decision<P>> {
        let asks = |root: Option<u32>| {
            let root = root.map(|root| &self.trees.nodes[root as usize]);
            root.is_some_and(Node::is_decision)
        };
        let mut met: Vec<(u32, f64)> = self.visits.clone();
        met.retain(|(state, p)| *p > 0.0 && asks(self.roots[*state as usize]));
        // Stable: what is met equally often stays in the order in which it was come to.
        met.sort_by(|(_, p), (_, q)| q.total_cmp(p));
        met.truncate(most);
        met.into_iter()
            .flat_map(|(state, p)| self.decisions_at(&self.states[state as usize], p, rules))
            .collect()
    }

    fn decisions_at(&self, state: &P, met: f64, rules: &P::Rules) -> Vec<Decision<P>> {
        let Some(root) = self.root(state) else { return Vec::new() };
        let mut tape = Tape::new(&[], Keep::Nothing);
        if state.clone().step(rules, &mut tape).is_ok() {
            return Vec::new();
        }
        let mut found = Vec::new();
        for question in &tape.open {
            let options = match &question.kind {
                Kind::Choose { options, .. } => options,
                Kind::Order { offers, .. } => offers,
                Kind::Roll(_) => continue,
            };
            let Some(by) = question.asking.by else { continue };
            let Some(worth) = self.worth_of_options(root, by, options.len()) else { continue };
            let alternative = |(offered, (value, weight)): (&Offered, (f64, f64))| Alternative {
                by,
                key: offered.key.clone(),
                words: offered.words.clone(),
                value,
                weight,
            };
            let alternatives = options.iter().zip(worth).map(alternative).collect();
            let topic = question.asking.topic;
            found.push(Decision { state: state.clone(), met, by, topic, alternatives });
        }
        found
    }

    /// What each option of the first side is worth against each of the second's, a row for each of the first's,
    /// where a state's step begins with a choice of both at once that was solved for both.
    pub fn payoffs(&self, state: &P) -> Option<Vec<Vec<f64>>> {
        match self.root(state)? {
            Node::Together { columns, kids } => Some(self.matrix(&self.trees, *columns, kids).0),
            _ => None,
        }
    }

    /// The root of a state's tree, if it has been grown.
    fn root(&self, state: &P) -> Option<&Node> {
        let root = self.roots[self.states.get_index_of(state)?]?;
        Some(&self.trees.nodes[root as usize])
    }

    /// Value and weight of each option of a root's choice by a side.
    fn worth_of_options(&self, root: &Node, by: Side, count: usize) -> Option<Vec<(f64, f64)>> {
        match root {
            Node::Choose { side, kids } if *side == by && kids.len() == count => {
                let values: Vec<f64> = kids.iter().map(|&kid| self.evaluate(&self.trees, kid)).collect();
                let picked = pick(self.who, *side, &values);
                Some(values.iter().enumerate().map(|(i, &v)| (v, f64::from(u8::from(i == picked)))).collect())
            }
            Node::Together { columns, kids } => {
                let (payoff, mixed) = self.matrix(&self.trees, *columns, kids);
                Some(match by {
                    Side::First => (0..payoff.len())
                        .map(|row| {
                            let value = payoff[row].iter().zip(&mixed.columns).map(|(a, y)| a * y).sum();
                            (value, mixed.rows[row])
                        })
                        .collect(),
                    Side::Second => (0..*columns)
                        .map(|column| {
                            let value = payoff.iter().zip(&mixed.rows).map(|(row, x)| row[column] * x).sum();
                            (value, mixed.columns[column])
                        })
                        .collect(),
                })
            }
            _ => None,
        }
    }

    /// Sweeps backwards over the states until no value changes.
    fn settle(&mut self, patience: &Patience<'_>) -> Result<(), OverBudget> {
        for _ in 0..SWEEPS_MAX {
            let mut change: f64 = 0.0;
            for index in (0..self.roots.len()).rev() {
                let root = self.roots[index].expect("every tree has been grown");
                let value = self.evaluate(&self.trees, root);
                change = change.max((value - self.values[index]).abs());
                self.values[index] = value;
                if !patience.allows(Spent::default()) {
                    return Err(OverBudget);
                }
            }
            if change <= SETTLED {
                return Ok(());
            }
        }
        Err(OverBudget)
    }

    fn worth(&self, target: Target) -> f64 {
        match target {
            Target::State(state) => self.values[state as usize],
            Target::End(end) => self.ends[end as usize],
        }
    }

    fn evaluate(&self, trees: &Trees, node: u32) -> f64 {
        match &trees.nodes[node as usize] {
            Node::Leaf(target) => self.worth(*target),
            Node::Fan(fan) => {
                let fan = &trees.fans[fan.start as usize..fan.end as usize];
                fan.iter().map(|&(target, p)| p * self.worth(target)).sum()
            }
            Node::Chance(kids) => kids.iter().map(|&(p, kid)| p * self.evaluate(trees, kid)).sum(),
            Node::Choose { side, kids } => {
                let values: Vec<f64> = kids.iter().map(|&kid| self.evaluate(trees, kid)).collect();
                values[pick(self.who, *side, &values)]
            }
            Node::Together { columns, kids } => self.matrix(trees, *columns, kids).1.value,
        }
    }

    fn matrix(&self, trees: &Trees, columns: usize, kids: &[u32]) -> (Vec<Vec<f64>>, Mixed) {
        let values: Vec<f64> = kids.iter().map(|&kid| self.evaluate(trees, kid)).collect();
        let payoff: Vec<Vec<f64>> = values.chunks(columns).map(<[f64]>::to_vec).collect();
        let mixed = solve_matrix(&payoff);
        (payoff, mixed)
    }

    fn follow(&self, trees: &Trees, node: u32, p: f64, edges: &mut Vec<(Target, f64)>) {
        match &trees.nodes[node as usize] {
            Node::Leaf(target) => edges.push((*target, p)),
            Node::Fan(fan) => {
                let fan = &trees.fans[fan.start as usize..fan.end as usize];
                edges.extend(fan.iter().map(|&(target, q)| (target, p * q)));
            }
            Node::Chance(kids) => kids.iter().for_each(|&(q, kid)| self.follow(trees, kid, p * q, edges)),
            Node::Choose { side, kids } => {
                let values: Vec<f64> = kids.iter().map(|&kid| self.evaluate(trees, kid)).collect();
                self.follow(trees, kids[pick(self.who, *side, &values)], p, edges);
            }
            Node::Together { columns, kids } => {
                let mixed = self.matrix(trees, *columns, kids).1;
                for (index, &kid) in kids.iter().enumerate() {
                    let weight = mixed.rows[index / columns] * mixed.columns[index % columns];
                    if weight > 0.0 {
                        self.follow(trees, kid, p * weight, edges);
                    }
                }
            }
        }
    }
}
