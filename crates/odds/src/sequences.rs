//! All ways a procedure without dice can go: counted, and listed as far as wanted.

use crate::odometer::{ANSWERS_EVERYTHING, Wheel, Wheels};
use grognard_umpire::{Asked, Asking, Choice, Dice, Procedure, Stopped, Umpire};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::ControlFlow::{self, Break, Continue};

/// The word that a procedure throws dice, so that its ways cannot be listed as choices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThrowsDice;

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
/// [`ThrowsDice`] where a step throws dice.
pub fn sequences<P: Procedure>(
    start: &P,
    rules: &P::Rules,
    list_max: usize,
) -> Result<Sequences<P::End>, ThrowsDice> {
    let mut walk = Walk { rules, ways: FxHashMap::default(), ends: FxHashSet::default() };
    let count = walk.count(start)?;
    let mut listed = Vec::new();
    walk.list(start, &mut Vec::new(), list_max, &mut listed);
    Ok(Sequences { count, ends: walk.ends.len(), listed })
}

struct Walk<'a, P: Procedure> {
    rules: &'a P::Rules,
    ways: FxHashMap<P, u128>,
    ends: FxHashSet<P::End>,
}

/// What a step leads to, with the indices chosen on the way.
type Outcomes<P> = Vec<(Vec<usize>, ControlFlow<<P as Procedure>::End, P>)>;

impl<P: Procedure> Walk<'_, P> {
    fn outcomes(&self, from: &P) -> Result<Outcomes<P>, ThrowsDice> {
        let mut all = Vec::new();
        let choices_only =
            Wheels::default().each_outcome(from, self.rules, &|_: &Choice<'_>| None, |position, flow| {
                let flow = flow.expect(ANSWERS_EVERYTHING);
                all.push((position.wheels().map(|(_, at, ..)| at).collect(), flow));
                position.wheels().all(|(wheel, ..)| wheel != Wheel::Chance)
            });
        choices_only.then_some(all).ok_or(ThrowsDice)
    }

    fn count(&mut self, from: &P) -> Result<u128, ThrowsDice> {
        if let Some(&known) = self.ways.get(from) {
            return Ok(known);
        }
        let mut ways = 0;
        for (_, flow) in self.outcomes(from)? {
            ways += match flow {
                Continue(to) => self.count(&to)?,
                Break(end) => {
                    self.ends.insert(end);
                    1
                }
            };
        }
        self.ways.insert(from.clone(), ways);
        Ok(ways)
    }

    fn list(
        &self,
        from: &P,
        keys: &mut Vec<String>,
        list_max: usize,
        listed: &mut Vec<(Vec<String>, P::End)>,
    ) {
        let Ok(outcomes) = self.outcomes(from) else { return };
        for (path, flow) in outcomes {
            if listed.len() >= list_max {
                return;
            }
            let mut reader = Reader { path: &path, keys: Vec::new() };
            // The step is run once more only to learn what the indices are called.
            let _ = from.clone().step(self.rules, &mut reader);
            let before = keys.len();
            keys.append(&mut reader.keys);
            match flow {
                Continue(to) => self.list(&to, keys, list_max, listed),
                Break(end) => listed.push((keys.clone(), end)),
            }
            keys.truncate(before);
        }
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
