//! The umpire that counts through everything a step can lead to, like the wheels of an odometer: one
//! run of the step for each outcome.

use crate::weight::Weight;
use grognard_umpire::{Asked, Asking, Choice, Dice, Die, Flow, Procedure, Side, Stopped, Umpire};
use std::sync::Arc;

/// An odometer never stops at a question.
pub(crate) const ANSWERS_EVERYTHING: &str = "an odometer answers everything";

/// No die of any system has more faces.
const FACES_MAX: usize = 10;

/// What turns a wheel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wheel {
    /// Dice: the branches have weights.
    Chance,
    /// A side's free choice.
    Choose(Side),
    /// Both sides' simultaneous choices: the branch is `row * columns + column`.
    Together { columns: u32 },
}

/// One question of the current run: its branches, and the one being followed.
struct Fork {
    wheel: Wheel,
    /// The answer and the number of equally likely ways to it; the ways of a choice mean nothing.
    branches: Vec<(u32, u64)>,
    of: u64,
    at: usize,
    /// The probability of all dice up to here, at the branches being followed.
    chance: f64,
}

impl Fork {
    /// Follows a branch, whatever the dice before it came to.
    #[inline]
    fn turn(&mut self, at: usize, before: f64) {
        self.at = at;
        self.chance = match self.wheel {
            // No die has so many ways that they would not fit, and signed numbers are turned into floats faster.
            Wheel::Chance => before * (self.branches[at].1 as i64 as f64 / self.of as i64 as f64),
            Wheel::Choose(_) | Wheel::Together { .. } => before,
        };
    }
}

/// How an [`Odometer`] treats the players' choices: the index picked by a policy, or nothing where every option
/// is to be followed.
///
/// Called through a pointer: an odometer of one type means one copy of the rules' machine code for all that is
/// counted out, and a decision is rare beside what it leads to.
pub(crate) type Decider<'a> = &'a dyn Fn(&Choice<'_>) -> Option<usize>;

/// What several dice can come to, with the ways to it.
struct Fan {
    ways: Vec<(u16, u64)>,
    of: u64,
}

impl Fan {
    fn of(dice: Dice) -> Fan {
        let all = dice.ways();
        let of: u128 = all.iter().map(|(_, ways)| ways).sum();
        // Ways beyond 64 bits would need more than 19 dice in one throw; no rulebook throws ten.
        let of = u64::try_from(of).expect("too many dice in one throw");
        Fan { ways: all.into_iter().map(|(result, ways)| (result, ways as u64)).collect(), of }
    }

    /// The branches of a throw: results that are read alike are one, under the first of them. Hands back how many ways
    /// there are in all.
    fn read<R: PartialEq>(&self, reading: &impl Fn(u16) -> R, branches: &mut Vec<(u32, u64)>) -> u64 {
        let mut seen: Vec<R> = Vec::with_capacity(10);
        for &(result, ways) in &self.ways {
            let read = reading(result);
            match seen.iter().position(|other| *other == read) {
                Some(index) => branches[index].1 += ways,
                None => {
                    seen.push(read);
                    branches.push((u32::from(result), ways));
                }
            }
        }
        self.of
    }
}

/// Rules throw a few kinds of dice; more are not worth looking through.
const FANS_MAX: usize = 64;

/// The wheels, kept from state to state so that their memory is used again.
#[derive(Default)]
pub(crate) struct Wheels {
    forks: Vec<Fork>,
    live: usize,
    /// Worked out once, not for every throw.
    fans: Vec<(Dice, Arc<Fan>)>,
    /// Whether dice are left unthrown that nothing but the end depends on.
    pub(crate) leaves_open: bool,
}

pub(crate) struct Odometer<'a> {
    wheels: &'a mut Wheels,
    depth: usize,
    decider: Decider<'a>,
}

impl Odometer<'_> {
    fn fork(&mut self, wheel: Wheel, fill: impl FnOnce(&mut Vec<(u32, u64)>) -> u64) -> u32 {
        let depth = self.depth;
        self.depth += 1;
        if depth == self.wheels.live {
            if depth == self.wheels.forks.len() {
                self.wheels.forks.push(Fork { wheel, branches: Vec::new(), of: 1, at: 0, chance: 1.0 });
            }
            let before = self.wheels.before(depth);
            let fork = &mut self.wheels.forks[depth];
            fork.branches.clear();
            fork.wheel = wheel;
            fork.of = fill(&mut fork.branches);
            fork.turn(0, before);
            self.wheels.live += 1;
        }
        let fork = &self.wheels.forks[depth];
        fork.branches[fork.at].0
    }
}

/// The branches of a single die: faces that are read alike are one, under the first of them. Most readings
/// go by thresholds, so that a face is mostly read like the one before it.
#[inline]
fn one_die<R: PartialEq>(die: Die, reading: &impl Fn(u16) -> R, branches: &mut Vec<(u32, u64)>) {
    let mut seen: [Option<R>; FACES_MAX] = [const { None }; FACES_MAX];
    let mut last = 0;
    for face in die.faces() {
        let read = Some(reading(u16::from(face)));
        if seen[last] != read {
            let known = seen[..branches.len()].iter().position(|other| *other == read);
            last = known.unwrap_or_else(|| {
                seen[branches.len()] = read;
                branches.push((u32::from(face), 0));
                branches.len() - 1
            });
        }
        branches[last].1 += 1;
    }
}

impl Umpire for Odometer<'_> {
    #[inline]
    fn leaves_open(&self) -> bool {
        self.wheels.leaves_open
    }

    #[inline]
    fn throw<R: Clone + PartialEq>(
        &mut self,
        _asking: Asking,
        dice: Dice,
        reading: impl Fn(u16) -> R,
    ) -> Asked<R> {
        let answer = match dice {
            Dice::One(die) => self.fork(Wheel::Chance, |branches| {
                one_die(die, &reading, branches);
                u64::from(die.sides())
            }),
            _ => {
                // A wheel that turns already has its branches.
                let fan = (self.depth == self.wheels.live).then(|| self.wheels.fan(dice));
                self.fork(Wheel::Chance, |branches| fan.map_or(1, |fan| fan.read(&reading, branches)))
            }
        };
        // Only results of dice were put on this wheel.
        Ok(reading(answer as u16))
    }

    #[inline]
    fn decide(&mut self, choice: Choice<'_>) -> Asked<usize> {
        if let Some(index) = (self.decider)(&choice) {
            return Ok(index);
        }
        let side = choice.asking.by.expect("a choice belongs to a side");
        let answer = self.fork(Wheel::Choose(side), |branches| {
            branches.extend((0..choice.options.count()).map(|index| (index as u32, 1)));
            1
        });
        Ok(answer as usize)
    }

    fn decide_together(&mut self, first: Choice<'_>, second: Choice<'_>) -> Asked<(usize, usize)> {
        let (rows, columns) = (first.options.count(), second.options.count());
        match ((self.decider)(&first), (self.decider)(&second)) {
            (Some(i), Some(j)) => Ok((i, j)),
            (Some(i), None) => {
                let answer = self.fork(Wheel::Choose(Side::Second), |branches| {
                    branches.extend((0..columns).map(|index| (index as u32, 1)));
                    1
                });
                Ok((i, answer as usize))
            }
            (None, Some(j)) => {
                let answer = self.fork(Wheel::Choose(Side::First), |branches| {
                    branches.extend((0..rows).map(|index| (index as u32, 1)));
                    1
                });
                Ok((answer as usize, j))
            }
            (None, None) => {
                let wheel = Wheel::Together { columns: columns as u32 };
                let answer = self.fork(wheel, |branches| {
                    branches.extend((0..rows * columns).map(|index| (index as u32, 1)));
                    1
                }) as usize;
                Ok((answer / columns, answer % columns))
            }
        }
    }
}

/// Where a run stands among all runs of its step: the wheels and their positions.
pub(crate) struct Position<'a> {
    forks: &'a [Fork],
}

impl Position<'_> {
    /// The probability of the dice along this run, in any kind of weight: factor by factor, because the ways of
    /// all dice of a step together fit into no number.
    pub(crate) fn weight<W: Weight>(&self) -> W {
        let dice = self.forks.iter().filter(|fork| fork.wheel == Wheel::Chance);
        dice.fold(W::one(), |p, fork| p.times(&W::share(fork.branches[fork.at].1, fork.of)))
    }

    /// The probability of the dice along this run.
    #[inline]
    pub(crate) fn chance(&self) -> f64 {
        self.forks.last().map_or(1.0, |fork| fork.chance)
    }

    /// The wheels with the branch each stands at, its ways and their total, outermost first.
    pub(crate) fn wheels(&self) -> impl Iterator<Item = (Wheel, usize, u64, u64)> {
        self.forks.iter().map(|fork| (fork.wheel, fork.at, fork.branches[fork.at].1, fork.of))
    }
}

impl Wheels {
    pub(crate) fn leaving_open(leaves_open: bool) -> Self {
        Wheels { leaves_open, ..Wheels::default() }
    }

    fn fan(&mut self, dice: Dice) -> Arc<Fan> {
        if let Some((_, fan)) = self.fans.iter().find(|(known, _)| *known == dice) {
            return Arc::clone(fan);
        }
        let fan = Arc::new(Fan::of(dice));
        if self.fans.len() < FANS_MAX {
            self.fans.push((dice, Arc::clone(&fan)));
        }
        fan
    }

    /// The probability of the dice before a wheel.
    #[inline]
    fn before(&self, depth: usize) -> f64 {
        depth.checked_sub(1).map_or(1.0, |outer| self.forks[outer].chance)
    }

    /// Runs a step once for each of its outcomes, in a fixed order. `outcome` says whether to go on. It gets
    /// what the step gave just as it is: states and ends are large, and a copy to take them out of their
    /// wrapping would be one for every outcome.
    pub(crate) fn each_outcome<P: Procedure>(
        &mut self,
        from: &P,
        rules: &P::Rules,
        decider: Decider<'_>,
        mut outcome: impl FnMut(&Position<'_>, Flow<P>) -> bool,
    ) -> bool {
        self.live = 0;
        let mut odometer = Odometer { wheels: self, depth: 0, decider };
        loop {
            odometer.depth = 0;
            let flow = from.clone().step(rules, &mut odometer);
            let wheels = &mut *odometer.wheels;
            assert_eq!(odometer.depth, wheels.live, "the same answers gave other questions");
            if !outcome(&Position { forks: &wheels.forks[..wheels.live] }, flow) {
                return false;
            }
            // Turn the last wheel that has not come round.
            loop {
                let Some(last) = wheels.live.checked_sub(1) else { return true };
                let before = wheels.before(last);
                let fork = &mut wheels.forks[last];
                if fork.at + 1 < fork.branches.len() {
                    fork.turn(fork.at + 1, before);
                    break;
                }
                wheels.live = last;
            }
        }
    }
}

/// Answers nothing: tells whether a step asks anything at all.
pub(crate) struct Mute;

impl Umpire for Mute {
    fn throw<R: Clone + PartialEq>(&mut self, _: Asking, _: Dice, _: impl Fn(u16) -> R) -> Asked<R> {
        Err(Stopped)
    }
    fn decide(&mut self, _: Choice<'_>) -> Asked<usize> {
        Err(Stopped)
    }
    fn decide_together(&mut self, _: Choice<'_>, _: Choice<'_>) -> Asked<(usize, usize)> {
        Err(Stopped)
    }
}
