//! Best play: the sides' choices solved for an objective, by backward induction over the graph of
//! states.

use crate::budget::{Budget, OverBudget, Patience, Progress, Spent};
use crate::exact::visited;
use crate::graph::{Graph, Numbered, Target, bytes_of};
use crate::matrix::{Mixed, solve_matrix};
use crate::odometer::{ANSWERS_EVERYTHING, Position, Wheel, Wheels};
use crate::spread::Odds;
use grognard_umpire::{Choice, Keep, Kind, Offered, Procedure, Side, Stopped, Tape, Topic};
use std::ops::ControlFlow::{Break, Continue};
use std::ops::Range;

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

/// A node of a step's tree of questions.
enum Node {
    Leaf(Target),
    /// Dice alone: a stretch of the fans, every target once.
    Fan(Range<u32>),
    /// Dice with choices behind them.
    Chance(Vec<(f64, u32)>),
    Choose {
        side: Side,
        kids: Vec<u32>,
    },
    Together {
        columns: usize,
        kids: Vec<u32>,
    },
}

/// All steps' trees. Most of every tree is dice, which are kept as fans.
#[derive(Default)]
struct Trees {
    nodes: Vec<Node>,
    fans: Vec<(Target, f64)>,
}

impl Trees {
    fn push(&mut self, node: Node) -> u32 {
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    /// Dice that lead to these targets.
    fn fan(&mut self, mut targets: Vec<(Target, f64)>) -> u32 {
        let first = self.fans.len() as u32;
        // Stable, so that equal targets are added up in the order in which they were reached.
        targets.sort_by_key(|(target, _)| *target);
        targets.dedup_by(|(target, p), (kept, sum)| {
            let same = target == kept;
            if same {
                *sum += *p;
            }
            same
        });
        self.fans.append(&mut targets);
        self.push(Node::Fan(first..self.fans.len() as u32))
    }

    fn bytes(&self) -> usize {
        // A choice's list of options is not on the list itself.
        self.nodes.len() * (size_of::<Node>() + 24) + self.fans.len() * size_of::<(Target, f64)>() * 3 / 2
    }
}

struct Frame {
    wheel: Wheel,
    at: usize,
    /// The probability of the branch being followed, where the wheel is a throw.
    chance: f64,
    kids: Vec<(f64, u32)>,
    /// What dice alone lead to.
    flat: Vec<(Target, f64)>,
}

/// The tree of a step, built while the odometer turns.
#[derive(Default)]
struct Growing {
    frames: Vec<Frame>,
}

impl Growing {
    fn add(&mut self, trees: &mut Trees, position: &Position<'_>, target: Target) {
        // The wheels that have not turned since the last outcome are the part of the tree they share.
        let same = |(depth, (_, at, ..)): &(usize, (Wheel, usize, u64, u64))| {
            self.frames.get(*depth).is_some_and(|frame| frame.at == *at)
        };
        let turned = position.wheels().enumerate().take_while(same).count();
        while self.frames.len() > turned + 1 {
            self.close(trees);
        }
        for (depth, (wheel, at, ways, of)) in position.wheels().enumerate().skip(turned) {
            let chance = ways as f64 / of as f64;
            match self.frames.get_mut(depth) {
                Some(frame) => (frame.at, frame.chance) = (at, chance),
                None => self.frames.push(Frame { wheel, at, chance, kids: Vec::new(), flat: Vec::new() }),
            }
        }
        match self.frames.last_mut() {
            Some(frame) if frame.wheel == Wheel::Chance => frame.flat.push((target, frame.chance)),
            _ => {
                let leaf = trees.push(Node::Leaf(target));
                self.attach(leaf);
            }
        }
    }

    fn attach(&mut self, node: u32) {
        if let Some(frame) = self.frames.last_mut() {
            frame.kids.push((frame.chance, node));
        }
    }

    fn close(&mut self, trees: &mut Trees) {
        let mut frame = self.frames.pop().expect("a frame to close");
        if frame.wheel == Wheel::Chance && frame.kids.is_empty() {
            // Dice behind dice are one throw.
            if let Some(outer) = self.frames.last_mut().filter(|outer| outer.wheel == Wheel::Chance) {
                outer.flat.extend(frame.flat.iter().map(|(target, p)| (*target, p * outer.chance)));
                return;
            }
        }
        let all = |kids: Vec<(f64, u32)>| kids.into_iter().map(|(_, node)| node).collect();
        let node = match frame.wheel {
            Wheel::Chance if frame.kids.is_empty() => trees.fan(frame.flat),
            Wheel::Chance => {
                if !frame.flat.is_empty() {
                    let fan = trees.fan(frame.flat);
                    frame.kids.push((1.0, fan));
                }
                trees.push(Node::Chance(frame.kids))
            }
            Wheel::Choose(side) => trees.push(Node::Choose { side, kids: all(frame.kids) }),
            Wheel::Together { columns } => {
                trees.push(Node::Together { columns: columns as usize, kids: all(frame.kids) })
            }
        };
        self.attach(node);
    }

    /// Closes what is open; the last node is the root.
    fn finish(mut self, trees: &mut Trees) -> u32 {
        while !self.frames.is_empty() {
            self.close(trees);
        }
        trees.nodes.len() as u32 - 1
    }
}

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
    states: Numbered<P>,
    values: Vec<f64>,
    ends: Vec<f64>,
    trees: Trees,
    roots: Vec<u32>,
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
pub fn best<P: Procedure>(
    start: &P,
    rules: &P::Rules,
    who: Best,
    objective: &impl Fn(Side, &P::End) -> i64,
    decide: &impl Fn(&P, &Choice<'_>) -> usize,
    budget: Budget,
) -> Result<Solution<P>, OverBudget> {
    let progress = Progress::default();
    best_within(start, rules, who, objective, decide, &Patience::new(budget, &progress))
}

/// The same with somebody watching.
///
/// # Errors
/// [`OverBudget`] where there is more to follow than patience reaches.
pub fn best_within<P: Procedure>(
    start: &P,
    rules: &P::Rules,
    who: Best,
    objective: &impl Fn(Side, &P::End) -> i64,
    decide: &impl Fn(&P, &Choice<'_>) -> usize,
    patience: &Patience<'_>,
) -> Result<Solution<P>, OverBudget> {
    let mut states: Numbered<P> = Numbered::default();
    let mut ends: Numbered<P::End> = Numbered::default();
    let (mut trees, mut roots, mut outcomes) = (Trees::default(), Vec::new(), 0);
    states.insert(start.clone());
    let mut wheels = Wheels::default();
    while roots.len() < states.len() {
        let from = states[roots.len()].clone();
        let mut growing = Growing::default();
        let decider = |choice: &Choice<'_>| match who {
            Best::Both => None,
            Best::Side(side) if choice.asking.by == Some(side) => None,
            Best::Side(_) => Some(decide(&from, choice)),
        };
        let within = wheels.each_outcome(&from, rules, &decider, |position, flow| {
            let target = match flow {
                Ok(Continue(to)) => Target::State(states.insert_full(to.lumped(rules)).0 as u32),
                Ok(Break(end)) => Target::End(ends.insert_full(end).0 as u32),
                Err(Stopped) => unreachable!("{ANSWERS_EVERYTHING}"),
            };
            growing.add(&mut trees, position, target);
            outcomes += 1;
            patience.allows(Spent {
                states: states.len(),
                outcomes,
                bytes: bytes_of::<P>(states.len()) + bytes_of::<P::End>(ends.len()) + trees.bytes(),
            })
        });
        if !within {
            return Err(OverBudget);
        }
        roots.push(growing.finish(&mut trees));
    }
    let worth = |end: &P::End| match who {
        Best::Side(side) => objective(side, end) as f64,
        Best::Both => (objective(Side::First, end) - objective(Side::Second, end)) as f64 / 2.0,
    };
    let end_values: Vec<f64> = ends.iter().map(worth).collect();
    let mut solution = Solution {
        who,
        values: vec![0.0; states.len()],
        ends: end_values,
        states,
        trees,
        roots,
        odds: Odds::new(Vec::new(), 0),
        visits: Vec::new(),
    };
    solution.settle(rules, patience)?;
    (solution.odds, solution.visits) = solution.spread(ends, patience)?;
    Ok(solution)
}

impl<P: Procedure> Solution<P> {
    /// What the start is worth.
    pub fn value(&self) -> f64 {
        self.values[0]
    }

    /// The odds of every end under this play.
    pub fn odds(&self) -> &Odds<P::End> {
        &self.odds
    }

    /// What a state is worth; none where it cannot come up.
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
        let asks = |root: u32| {
            matches!(self.trees.nodes[root as usize], Node::Choose { .. } | Node::Together { .. })
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
        let Some(index) = self.states.get_index_of(state) else { return Vec::new() };
        let mut tape = Tape::new(&[], Keep::Nothing);
        if state.clone().step(rules, &mut tape).is_ok() {
            return Vec::new();
        }
        let root = &self.trees.nodes[self.roots[index] as usize];
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
        let index = self.states.get_index_of(state)?;
        match &self.trees.nodes[self.roots[index] as usize] {
            Node::Together { columns, kids } => Some(self.matrix(*columns, kids).0),
            _ => None,
        }
    }

    /// Value and weight of each option of a root's choice by a side.
    fn worth_of_options(&self, root: &Node, by: Side, count: usize) -> Option<Vec<(f64, f64)>> {
        match root {
            Node::Choose { side, kids } if *side == by && kids.len() == count => {
                let values: Vec<f64> = kids.iter().map(|&kid| self.evaluate(kid)).collect();
                let picked = self.pick(*side, &values);
                Some(values.iter().enumerate().map(|(i, &v)| (v, f64::from(u8::from(i == picked)))).collect())
            }
            Node::Together { columns, kids } => {
                let (payoff, mixed) = self.matrix(*columns, kids);
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

    /// Sweeps backwards over the states until no value changes: once, where ranks tell what lies behind what.
    fn settle(&mut self, rules: &P::Rules, patience: &Patience<'_>) -> Result<(), OverBudget> {
        let ranks: Option<Vec<u32>> = self.states.iter().map(|state| state.rank(rules)).collect();
        let mut order: Vec<usize> = (0..self.roots.len()).rev().collect();
        if let Some(ranks) = &ranks {
            order.sort_by_key(|&index| std::cmp::Reverse(ranks[index]));
        }
        for _ in 0..SWEEPS_MAX {
            let mut change: f64 = 0.0;
            for &index in &order {
                let value = self.evaluate(self.roots[index]);
                change = change.max((value - self.values[index]).abs());
                self.values[index] = value;
                if !patience.allows(Spent::default()) {
                    return Err(OverBudget);
                }
            }
            if change <= SETTLED || ranks.is_some() {
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

    fn evaluate(&self, node: u32) -> f64 {
        match &self.trees.nodes[node as usize] {
            Node::Leaf(target) => self.worth(*target),
            Node::Fan(fan) => {
                let fan = &self.trees.fans[fan.start as usize..fan.end as usize];
                fan.iter().map(|&(target, p)| p * self.worth(target)).sum()
            }
            Node::Chance(kids) => kids.iter().map(|&(p, kid)| p * self.evaluate(kid)).sum(),
            Node::Choose { side, kids } => {
                let values: Vec<f64> = kids.iter().map(|&kid| self.evaluate(kid)).collect();
                values[self.pick(*side, &values)]
            }
            Node::Together { columns, kids } => self.matrix(*columns, kids).1.value,
        }
    }

    /// The first option that nothing beats, for the side that chooses.
    fn pick(&self, side: Side, values: &[f64]) -> usize {
        let minimises = self.who == Best::Both && side == Side::Second;
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

    fn matrix(&self, columns: usize, kids: &[u32]) -> (Vec<Vec<f64>>, Mixed) {
        let values: Vec<f64> = kids.iter().map(|&kid| self.evaluate(kid)).collect();
        let payoff: Vec<Vec<f64>> = values.chunks(columns).map(<[f64]>::to_vec).collect();
        let mixed = solve_matrix(&payoff);
        (payoff, mixed)
    }

    /// The odds under the solved play, over the states that it can come to.
    #[allow(clippy::type_complexity)]
    fn spread(
        &self,
        ends: Numbered<P::End>,
        patience: &Patience<'_>,
    ) -> Result<(Odds<P::End>, Vec<(u32, f64)>), OverBudget> {
        let mut reached: Numbered<u32> = Numbered::default();
        reached.insert(0);
        let (mut fans, mut edges) = (Vec::new(), Vec::new());
        while fans.len() < reached.len() {
            let first = edges.len();
            let state = reached[fans.len()];
            self.follow(self.roots[state as usize], 1.0, &mut edges);
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
            if !patience.allows(Spent::default()) {
                return Err(OverBudget);
            }
        }
        let states = reached.iter().map(|&state| self.states[state as usize].clone()).collect();
        let graph: Graph<P, f64> = Graph { states, ends, followed: fans.len(), fans, edges };
        let (counted, visits) = visited(graph, patience);
        let visits = reached.into_iter().zip(visits).collect();
        if counted.open.is_empty() { Ok((counted.odds, visits)) } else { Err(OverBudget) }
    }

    fn follow(&self, node: u32, p: f64, edges: &mut Vec<(Target, f64)>) {
        match &self.trees.nodes[node as usize] {
            Node::Leaf(target) => edges.push((*target, p)),
            Node::Fan(fan) => {
                let fan = &self.trees.fans[fan.start as usize..fan.end as usize];
                edges.extend(fan.iter().map(|&(target, q)| (target, p * q)));
            }
            Node::Chance(kids) => kids.iter().for_each(|&(q, kid)| self.follow(kid, p * q, edges)),
            Node::Choose { side, kids } => {
                let values: Vec<f64> = kids.iter().map(|&kid| self.evaluate(kid)).collect();
                self.follow(kids[self.pick(*side, &values)], p, edges);
            }
            Node::Together { columns, kids } => {
                let mixed = self.matrix(*columns, kids).1;
                for (index, &kid) in kids.iter().enumerate() {
                    let weight = mixed.rows[index / columns] * mixed.columns[index % columns];
                    if weight > 0.0 {
                        self.follow(kid, p * weight, edges);
                    }
                }
            }
        }
    }
}
