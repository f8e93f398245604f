//! All ways a procedure without dice can go: counted, and listed as far as wanted.

use crate::budget::{Patience, Spent};
use crate::graph::bytes_of;
use crate::odometer::{ANSWERS_EVERYTHING, Wheel, Wheels};
use grognard_umpire::{Asked, Asking, Choice, Dice, Procedure, Stopped, Umpire};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::ControlFlow::{self, Break, Continue};

/// Why the ways of a procedure cannot be listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unlisted {
    /// It throws dice.
    ThrowsDice,
    /// There are more than patience reaches.
    OverBudget,
}

/// All legal sequences of choices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sequences<E> {
    /// How many there are.
    pub count: u128,
    /// How many different ends they have.
    pub ends: usize,
    /// The first of them: the keys chosen, and the end. Where there was only one option nothing was chosen.
    pub listed: Vec<(Vec<String>, E)>,
}

/// Counts all legal sequences and lists the first `list_max` of them.
///
/// # Errors
/// [`Unlisted`] where a step throws dice, or there is more to follow than patience reaches.
pub fn sequences<P: Procedure>(
    start: &P,
    rules: &P::Rules,
    list_max: usize,
    patience: &Patience<'_>,
) -> Result<Sequences<P::End>, Unlisted> {
    let mut walk =
        Walk { rules, patience, ways: FxHashMap::default(), ends: FxHashSet::default(), outcomes: 0 };
    let count = walk.count(start)?;
    let listed = walk.list(start, list_max)?;
    Ok(Sequences { count, ends: walk.ends.len(), listed })
}

struct Walk<'a, P: Procedure> {
    rules: &'a P::Rules,
    patience: &'a Patience<'a>,
    ways: FxHashMap<P, u128>,
    ends: FxHashSet<P::End>,
    outcomes: usize,
}

/// What a step leads to, with the indices chosen on the way.
type Outcomes<P> = Vec<(Vec<usize>, ControlFlow<<P as Procedure>::End, P>)>;

/// A state whose outcomes are being gone through: how many of them are left, and the ways found so far.
struct Open<P: Procedure> {
    state: P,
    left: Outcomes<P>,
    ways: u128,
}

impl<P: Procedure> Walk<'_, P> {
    fn outcomes(&mut self, from: &P) -> Result<Outcomes<P>, Unlisted> {
        let mut all = Vec::new();
        let mut stopped = None;
        let (ways, ends) = (self.ways.len(), self.ends.len());
        Wheels::default().each_outcome(from, self.rules, &|_: &Choice<'_>| None, |position, flow| {
            let flow = flow.expect(ANSWERS_EVERYTHING);
            all.push((position.wheels().map(|(_, at, ..)| at).collect(), flow));
            self.outcomes += 1;
            let bytes = bytes_of::<(P, u128)>(ways)
                + bytes_of::<P::End>(ends)
                + all.len() * 2 * size_of::<(Vec<usize>, ControlFlow<P::End, P>)>();
            if position.wheels().any(|(wheel, ..)| wheel == Wheel::Chance) {
                stopped = Some(Unlisted::ThrowsDice);
            } else if !self.patience.allows(Spent { states: ways, outcomes: self.outcomes, bytes }) {
                stopped = Some(Unlisted::OverBudget);
            }
            stopped.is_none()
        });
        match stopped {
            Some(why) => Err(why),
            None => {
                // The first is taken from the back.
                all.reverse();
                Ok(all)
            }
        }
    }

    /// Depth first, on a list and not on the stack: nobody knows how long a procedure is.
    fn count(&mut self, start: &P) -> Result<u128, Unlisted> {
        let mut path = vec![Open { state: start.clone(), left: self.outcomes(start)?, ways: 0 }];
        loop {
            let open = path.last_mut().expect("the start is closed last");
            match open.left.pop() {
                Some((_, Break(end))) => {
                    open.ways = open.ways.checked_add(1).ok_or(Unlisted::OverBudget)?;
                    self.ends.insert(end);
                }
                Some((_, Continue(to))) => match self.ways.get(&to) {
                    Some(&known) => open.ways = open.ways.checked_add(known).ok_or(Unlisted::OverBudget)?,
                    None => {
                        let left = self.outcomes(&to)?;
                        path.push(Open { state: to, left, ways: 0 });
                    }
                },
                None => {
                    let closed = path.pop().expect("it was there");
                    let Some(outer) = path.last_mut() else { return Ok(closed.ways) };
                    outer.ways = outer.ways.checked_add(closed.ways).ok_or(Unlisted::OverBudget)?;
                    self.ways.insert(closed.state, closed.ways);
                }
            }
        }
    }

    #[allow(clippy::type_complexity)]
    fn list(&mut self, start: &P, list_max: usize) -> Result<Vec<(Vec<String>, P::End)>, Unlisted> {
        let mut listed = Vec::new();
        let mut keys: Vec<String> = Vec::new();
        // Each state with the number of keys that had been chosen when it was reached.
        let mut path = vec![(start.clone(), self.outcomes(start)?, 0)];
        while listed.len() < list_max {
            let Some((state, left, before)) = path.last_mut() else { break };
            keys.truncate(*before);
            let Some((indices, flow)) = left.pop() else {
                path.pop();
                continue;
            };
            let mut reader = Reader { path: &indices, keys: Vec::new() };
            // The step is run once more only to learn what the indices are called.
            let _ = state.clone().step(self.rules, &mut reader);
            keys.append(&mut reader.keys);
            match flow {
                Continue(to) => {
                    let left = self.outcomes(&to)?;
                    path.push((to, left, keys.len()));
                }
                Break(end) => listed.push((keys.clone(), end)),
            }
        }
        Ok(listed)
    }
}

/// Follows a path of indices and notes the keys.
struct Reader<'a> {
    path: &'a [usize],
    keys: Vec<String>,
}

impl Umpire for Reader<'_> {
    fn throw<R: Clone + PartialEq>(&mut self, _: Asking, _: Dice, _: impl Fn(u16) -> R) -> Asked<R> {
        Err(Stopped)
    }
    fn decide(&mut self, choice: Choice<'_>) -> Asked<usize> {
        let (&index, rest) = self.path.split_first().ok_or(Stopped)?;
        self.path = rest;
        self.keys.push(choice.options.key(index));
        Ok(index)
    }
    fn decide_together(&mut self, first: Choice<'_>, second: Choice<'_>) -> Asked<(usize, usize)> {
        let (&index, rest) = self.path.split_first().ok_or(Stopped)?;
        self.path = rest;
        let (i, j) = (index / second.options.count(), index % second.options.count());
        self.keys.push(format!("{} and {}", first.options.key(i), second.options.key(j)));
        Ok((i, j))
    }
}
