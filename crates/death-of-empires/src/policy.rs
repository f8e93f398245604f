//! How a side decides when nobody is asked: the order of preference that its battle file states.

use crate::allocation::legality::unheard;
use crate::allocation::{Allocation, Form};
use crate::circumstances::Case;
use crate::force::Arm;
use grognard_umpire::{BySide, Side};

/// Which of its units a side gives up first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spend {
    /// The strongest, so that none is destroyed early.
    Strongest,
    /// The weakest, so that the others stay whole.
    Weakest,
}

/// A side's preferences.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Policy {
    /// What it makes of results on its own stacks, most wanted first.
    pub own: Vec<Form>,
    /// What it makes of results on the enemy's stacks, most wanted first.
    pub enemy: Vec<Form>,
    /// Which arms of its own it gives up first.
    pub arms: Vec<Arm>,
    /// Which units of an arm.
    pub spend: Spend,
}

impl Default for Policy {
    /// A plain soldier: at home infantry and then morale, abroad guns and then men.
    fn default() -> Self {
        use crate::force::Class;
        let form = Form::Loss;
        Policy {
            own: vec![
                form(Class::Combat),
                Form::Morale,
                form(Class::Engineer),
                form(Class::Fort),
                Form::Retreat,
                form(Class::Artillery),
            ],
            enemy: vec![
                form(Class::Artillery),
                Form::Superiority,
                Form::Morale,
                Form::Retreat,
                form(Class::Combat),
                Form::Marker,
                form(Class::Fort),
                form(Class::Engineer),
            ],
            arms: vec![Arm::Infantry, Arm::Cavalry, Arm::Artillery, Arm::Engineer, Arm::Fort],
            spend: Spend::Strongest,
        }
    }
}

/// Which of the options now on offer the policies pick, by its place in the list.
pub fn pick(policies: &BySide<Policy>, case: &Case<'_>, at: &Allocation) -> usize {
    match at.named {
        Some(named) => {
            let policy = &policies[case.force.owner];
            let units = at.units(case, named.by, named.class, &mut unheard);
            let rank = |&place: &usize| {
                let unit = usize::from(units[place]);
                let arm = case.force.units[unit].arm;
                let strength = i16::from(at.condition.strength[unit]);
                let spend = match policy.spend {
                    Spend::Strongest => -strength,
                    Spend::Weakest => strength,
                };
                (preference(&policy.arms, &arm), spend, place)
            };
            (0..units.len()).min_by_key(rank).unwrap_or_default()
        }
        None => {
            let (by, forms) = at.due(case, &mut unheard);
            let list = wanted(&policies[by], case, by);
            (0..forms.len()).min_by_key(|&place| (preference(list, &forms[place]), place)).unwrap_or_default()
        }
    }
}

fn wanted<'a>(policy: &'a Policy, case: &Case<'_>, by: Side) -> &'a [Form] {
    if case.is_owner(by) { &policy.own } else { &policy.enemy }
}

/// What a policy does not name comes last.
fn preference<T: PartialEq>(list: &[T], item: &T) -> usize {
    list.iter().position(|wanted| wanted == item).unwrap_or(list.len())
}
