//! Best play of a procedure with ranks: its states are found first and then weighed from the last rank to the first, each
//! step run anew. Of a state nothing is kept but what it is worth, so that a battle with ten million branches fits into
//! a few bytes for each of its states.
//!
//! States are followed and weighed by all threads, in chunks whose results are taken in their order: the number of threads
//! changes nothing.

use super::{Best, Goal, Solver, pick};
use crate::budget::{OverBudget, Patience, Spent};
use crate::descent::on_threads;
use crate::graph::{Numbered, bytes_of};
use crate::matrix::solve_matrix;
use crate::odometer::{ANSWERS_EVERYTHING, Position, Wheel, Wheels};
use grognard_umpire::{Choice, Procedure, Stopped};
use std::ops::ControlFlow::{Break, Continue};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// So many states are followed or weighed by one thread at a time.
const CHUNK: usize = 64;
/// So many are followed before what they lead to is numbered.
const TOGETHER: usize = 32 * CHUNK;
/// Fewer states than this are not worth another thread.
const SHARED_FROM: usize = 4 * CHUNK;

/// What the states are worth that all others come down to.
pub(super) struct Weighed<P> {
    states: Numbered<P>,
    values: Vec<f64>,
}

impl<P> Weighed<P> {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.states.len()
    }
}

impl<P, D, G> Solver<'_, P, D, G>
where
    P: Procedure + Send + Sync,
    P::Rules: Sync,
    D: Fn(&P, &Choice<'_>) -> usize + Sync,
    G: Goal<P> + ?Sized,
{
    /// Every state that the sides could come to, as far as it is [at stake](Goal::at_stake).
    pub(super) fn discover(&self, start: &P, patience: &Patience<'_>) -> Result<Numbered<P>, OverBudget> {
        let mut states: Numbered<P> = Numbered::default();
        let mut parts = Vec::new();
        self.aim.at_stake(start.clone(), self.rules, &mut parts);
        states.extend(parts);
        let (mut next, mut outcomes) = (0, 0);
        while next < states.len() {
            let last = states.len().min(next + TOGETHER);
            let found = self.share_out(next..last, |range, wheels, patience| {
                self.successors(range.map(|number| &states[number]), wheels, patience)
            });
            for led_to in found {
                let (led_to, count) = led_to?;
                outcomes += count;
                states.extend(led_to);
                let bytes = bytes_of::<P>(states.len()) + states.len() * size_of::<(f64, u32, u32)>();
                if !patience.allows(Spent { states: states.len(), outcomes, bytes }) {
                    return Err(OverBudget);
                }
            }
            next = last;
        }
        Ok(states)
    }

    /// What some states lead to, each once, and by how many outcomes.
    fn successors<'s>(
        &self,
        from: impl Iterator<Item = &'s P>,
        wheels: &mut Wheels,
        patience: &Patience<'_>,
    ) -> Result<(Numbered<P>, usize), OverBudget> {
        let mut led_to: Numbered<P> = Numbered::default();
        let (mut outcomes, mut parts) = (0, Vec::new());
        for state in from {
            let within = wheels.each_outcome(state, self.rules, &self.decider(state), |_, flow| {
                outcomes += 1;
                match flow {
                    Ok(Continue(to)) => {
                        self.aim.at_stake(to, self.rules, &mut parts);
                        led_to.extend(parts.drain(..));
                    }
                    Ok(Break(_)) => {}
                    Err(Stopped) => unreachable!("{ANSWERS_EVERYTHING}"),
                }
                let bytes = bytes_of::<P>(led_to.len());
                patience.allows(Spent { states: led_to.len(), outcomes, bytes })
            });
            if !within {
                return Err(OverBudget);
            }
        }
        Ok((led_to, outcomes))
    }

    /// What every state is worth, from the last rank to the first.
    pub(super) fn weigh(&self, states: Numbered<P>) -> Result<Weighed<P>, OverBudget> {
        let rank = |state: &P| state.rank(self.rules).expect("every state of a procedure with ranks has one");
        let ranks: Vec<u32> = states.iter().map(rank).collect();
        let mut order: Vec<u32> = (0..states.len() as u32).collect();
        order.sort_by_key(|&state| std::cmp::Reverse(ranks[state as usize]));
        let mut values = vec![0.0; states.len()];
        let alike = |one: &u32, other: &u32| ranks[*one as usize] == ranks[*other as usize];
        for layer in order.chunk_by(alike) {
            let weighed = self.share_out(0..layer.len(), |range, wheels, patience| {
                let worth = |&state: &u32| {
                    let state = (&states[state as usize], ranks[state as usize]);
                    let found = |part: &P| states.get_index_of(part).expect("every state has been found");
                    let further = |to: P, parts: &mut Vec<P>| {
                        let settled = self.aim.at_stake(to, self.rules, parts);
                        let worth = |part: P| {
                            let index = found(&part);
                            assert!(ranks[index] > state.1, "a step that does not get further: {state:?}");
                            values[index]
                        };
                        Some(parts.drain(..).map(worth).fold(settled, |sum, worth| sum + worth))
                    };
                    self.worth_of(state.0, further, wheels, patience).ok_or(OverBudget)
                };
                layer[range].iter().map(worth).collect::<Result<Vec<f64>, OverBudget>>()
            });
            let weighed: Vec<Vec<f64>> = weighed.into_iter().collect::<Result<_, _>>()?;
            for (&state, value) in layer.iter().zip(weighed.into_iter().flatten()) {
                values[state as usize] = value;
            }
        }
        Ok(Weighed { states, values })
    }

    /// What a state is worth by what of it is at stake.
    pub(super) fn worth_in(
        &self,
        weighed: &mut Weighed<P>,
        state: &P,
        patience: &Patience<'_>,
    ) -> Option<f64> {
        let mut parts = Vec::new();
        let settled = self.aim.at_stake(state.clone(), self.rules, &mut parts);
        self.sum_in(weighed, settled, &mut parts, patience)
    }

    /// What some parts are worth together. One that no other part leads to is weighed now: whoever is whole may be asked
    /// something that his parts are not, having but one answer to it.
    fn sum_in(
        &self,
        weighed: &mut Weighed<P>,
        settled: f64,
        parts: &mut Vec<P>,
        patience: &Patience<'_>,
    ) -> Option<f64> {
        parts.drain(..).try_fold(settled, |sum, part| {
            if let Some(index) = weighed.states.get_index_of(&part) {
                return Some(sum + weighed.values[index]);
            }
            let further = |to: P, parts: &mut Vec<P>| {
                let settled = self.aim.at_stake(to, self.rules, parts);
                self.sum_in(weighed, settled, parts, patience)
            };
            let value = self.worth_of(&part, further, &mut Wheels::default(), patience)?;
            weighed.states.insert(part);
            weighed.values.push(value);
            Some(sum + value)
        })
    }

    /// What a state is worth when all that it leads to is known; none where patience runs out.
    fn worth_of(
        &self,
        state: &P,
        mut further: impl FnMut(P, &mut Vec<P>) -> Option<f64>,
        wheels: &mut Wheels,
        patience: &Patience<'_>,
    ) -> Option<f64> {
        let mut parts = Vec::new();
        let mut weighing = Weighing { who: self.aim.who, frames: Vec::new(), live: 0, root: 0.0 };
        let within = wheels.each_outcome(state, self.rules, &self.decider(state), |position, flow| {
            let value = match flow {
                Ok(Continue(to)) => further(to, &mut parts),
                Ok(Break(end)) => Some(self.aim.worth::<P>(&end)),
                Err(Stopped) => unreachable!("{ANSWERS_EVERYTHING}"),
            };
            let Some(value) = value else { return false };
            weighing.add(position, value);
            patience.allows(Spent::default())
        });
        within.then(|| weighing.finish())
    }

    /// Does work on chunks of a range, on all threads where it is worth their while; what they come to in order.
    fn share_out<T: Send>(
        &self,
        range: Range<usize>,
        work: impl Fn(Range<usize>, &mut Wheels, &Patience<'_>) -> T + Sync,
    ) -> Vec<T> {
        let chunks = range.len().div_ceil(CHUNK);
        let chunk = |number: usize| {
            let first = range.start + number * CHUNK;
            first..(first + CHUNK).min(range.end)
        };
        let threads = if range.len() < SHARED_FROM { 1 } else { self.threads };
        let (next, watched) = (AtomicUsize::new(0), self.watched);
        let all: Mutex<Vec<(usize, T)>> = Mutex::new(Vec::with_capacity(chunks));
        on_threads(threads, &|| {
            let (mut wheels, patience) = (Wheels::default(), watched.patience());
            loop {
                let number = next.fetch_add(1, Relaxed);
                if number >= chunks {
                    return;
                }
                let done = work(chunk(number), &mut wheels, &patience);
                all.lock().expect("nobody falls over while he holds it").push((number, done));
            }
        });
        let mut all = all.into_inner().expect("nobody has fallen over");
        all.sort_by_key(|(number, _)| *number);
        all.into_iter().map(|(_, done)| done).collect()
    }
}

/// A question of the step being weighed.
struct Frame {
    wheel: Wheel,
    at: usize,
    /// The probability of the branch being followed, where the wheel is a throw.
    chance: f64,
    /// What dice have come to so far.
    sum: f64,
    /// What each option is worth, so far.
    values: Vec<f64>,
}

/// What a step is worth, reckoned while the odometer turns.
struct Weighing {
    who: Best,
    /// Kept when they are closed, so that their memory is used again.
    frames: Vec<Frame>,
    live: usize,
    root: f64,
}

impl Weighing {
    fn add(&mut self, position: &Position<'_>, value: f64) {
        // The wheels that have not turned since the last outcome are the part of the tree they share.
        let same = |(depth, (_, at, ..)): &(usize, (Wheel, usize, u64, u64))| {
            self.frames[..self.live].get(*depth).is_some_and(|frame| frame.at == *at)
        };
        let turned = position.wheels().enumerate().take_while(same).count();
        while self.live > turned + 1 {
            self.close();
        }
        for (depth, (wheel, at, ways, of)) in position.wheels().enumerate().skip(turned) {
            let chance = ways as f64 / of as f64;
            if depth < self.live {
                (self.frames[depth].at, self.frames[depth].chance) = (at, chance);
                continue;
            }
            match self.frames.get_mut(depth) {
                Some(frame) => {
                    frame.values.clear();
                    (frame.wheel, frame.at, frame.chance, frame.sum) = (wheel, at, chance, 0.0);
                }
                None => self.frames.push(Frame { wheel, at, chance, sum: 0.0, values: Vec::new() }),
            }
            self.live += 1;
        }
        self.attach(value);
    }

    fn attach(&mut self, value: f64) {
        match self.frames[..self.live].last_mut() {
            Some(frame) if frame.wheel == Wheel::Chance => frame.sum += frame.chance * value,
            Some(frame) => frame.values.push(value),
            None => self.root = value,
        }
    }

    fn close(&mut self) {
        self.live -= 1;
        let frame = &self.frames[self.live];
        let value = match frame.wheel {
            Wheel::Chance => frame.sum,
            Wheel::Choose(side) => frame.values[pick(self.who, side, &frame.values)],
            Wheel::Together { columns } => {
                let rows: Vec<Vec<f64>> =
                    frame.values.chunks(columns as usize).map(<[f64]>::to_vec).collect();
                solve_matrix(&rows).value
            }
        };
        self.attach(value);
    }

    fn finish(mut self) -> f64 {
        while self.live > 0 {
            self.close();
        }
        self.root
    }
}
