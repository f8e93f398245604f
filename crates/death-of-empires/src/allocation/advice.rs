//! What to choose: both players' choices solved exactly, for a stated worth of what is left.

use super::legality::unheard;
use super::lumps::{Alike, Lumps};
use super::{Action, Allocation, Form};
use crate::circumstances::Case;
use crate::objective::Weights;
use grognard_umpire::Side;
use std::collections::BTreeMap;

/// One thing that may be chosen now, and what it comes to if both sides choose their best after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// The option's key.
    pub key: String,
    /// The option in words.
    pub words: String,
    /// What is left in the end, in tenths of an infantry SP to the force's owner.
    pub value: i64,
    /// How much worse than the best it is for the chooser, in the same tenths.
    pub regret: i64,
}

/// Who has to choose now, and the value of every option, best first. Nothing where nothing is to be
/// chosen: the allocation is over or the result void.
pub fn advise(case: &Case<'_>, at: &Allocation, weights: &Weights) -> Option<(Side, Vec<Advice>)> {
    if at.is_over(&mut unheard) {
        return None;
    }
    let lumps = Lumps::new(case, at, Alike::ByArm);
    let mut solver = Solver::new(case, &lumps, weights);
    let (side, mut list) = match at.named {
        Some(named) => {
            let units = at.units(case, named.by, named.class, &mut unheard);
            let option = |&unit: &u8| {
                let about = &case.force.units[usize::from(unit)];
                let value = solver.after(case, at, named.by, Action::Loss(unit));
                (about.key.clone(), about.name.clone(), value)
            };
            (case.force.owner, units.iter().map(option).collect::<Vec<_>>())
        }
        None => {
            let (by, forms) = at.due(case, &mut unheard);
            let option = |&form: &Form| {
                let value = solver.of_form(case, at, by, form);
                (form.word().to_owned(), form.phrase().to_owned(), value)
            };
            (by, forms.iter().map(option).collect())
        }
    };
    let sign = if case.is_owner(side) { 1 } else { -1 };
    list.sort_by_key(|&(_, _, value)| -sign * value);
    let best = list.first()?.2;
    let advice = |(key, words, value)| Advice { key, words, value, regret: sign * (best - value) };
    Some((side, list.into_iter().map(advice).collect()))
}

/// What the allocation comes to if both sides choose their best, in tenths of an infantry SP to the
/// force's owner.
pub fn value(case: &Case<'_>, at: &Allocation, weights: &Weights) -> i64 {
    let lumps = Lumps::new(case, at, Alike::ByArm);
    let mut solver = Solver::new(case, &lumps, weights);
    match at.named {
        Some(named) => solver.of_form(case, at, named.by, Form::Loss(named.class)),
        None => solver.solve(lumps.of(at)),
    }
}

/// A list of advice as one speaks it: the best, and how much better it is than each of the others.
pub fn words(case: &Case<'_>, at: &Allocation, side: Side, list: &[Advice]) -> Vec<String> {
    let Some((best, others)) = list.split_first() else { return Vec::new() };
    let name = &case.names[side];
    let mut lines = vec![format!("Result {} of {}: best for {name} is {}.", at.next, at.results, best.words)];
    for other in others {
        lines.push(match other.regret {
            0 => format!("  {} is worth just as much.", other.words),
            regret => format!("  It is worth {} SP more than {}.", tenths(regret), other.words),
        });
    }
    lines
}

/// Tenths written with a point.
pub fn tenths(value: i64) -> String {
    let sign = if value < 0 { "-" } else { "" };
    format!("{sign}{}.{}", value.abs() / 10, value.abs() % 10)
}

/// Solves allocations of one force; alike units are treated as one.
struct Solver<'a> {
    /// The case with the units in the lumps' order.
    case: Case<'a>,
    lumps: &'a Lumps,
    weights: &'a Weights,
    /// What has been solved already.
    known: BTreeMap<Allocation, i64>,
}

impl<'a> Solver<'a> {
    fn new(case: &Case<'a>, lumps: &'a Lumps, weights: &'a Weights) -> Self {
        Solver { case: Case { force: &lumps.force, ..*case }, lumps, weights, known: BTreeMap::new() }
    }

    /// The value after an action, units numbered as in the file.
    fn after(&mut self, case: &Case<'_>, at: &Allocation, by: Side, action: Action) -> i64 {
        let after = self.lumps.of(&at.take(case, by, action, &mut unheard));
        self.solve(after)
    }

    /// The value of a form, units numbered as in the file: the owner gives the unit that is best for him.
    fn of_form(&mut self, case: &Case<'_>, at: &Allocation, by: Side, form: Form) -> i64 {
        match form {
            Form::Loss(class) => {
                let units = at.units(case, by, class, &mut unheard);
                let values = units.iter().map(|&unit| self.after(case, at, by, Action::Loss(unit)));
                values.max().expect("an open class has a unit")
            }
            _ => self.after(case, at, by, form.plain().expect("not an SP loss")),
        }
    }

    fn solve(&mut self, at: Allocation) -> i64 {
        if at.is_over(&mut unheard) {
            return self.weights.worth(self.case.force, &at.condition);
        }
        if let Some(&known) = self.known.get(&at) {
            return known;
        }
        let case = self.case;
        let (by, forms) = at.due(&case, &mut unheard);
        let values = forms.iter().map(|&form| match form {
            Form::Loss(class) => {
                let units = at.units(&case, by, class, &mut unheard);
                let values = units.iter().map(|&unit| self.next(&at, by, Action::Loss(unit)));
                values.max().expect("an open class has a unit")
            }
            _ => self.next(&at, by, form.plain().expect("not an SP loss")),
        });
        let best = if case.is_owner(by) { values.max() } else { values.min() };
        let value = best.unwrap_or_else(|| self.next(&at, by, Action::Void));
        self.known.insert(at, value);
        value
    }

    fn next(&mut self, at: &Allocation, by: Side, action: Action) -> i64 {
        self.solve(self.lumps.sorted(at.take(&self.case, by, action, &mut unheard)))
    }
}
