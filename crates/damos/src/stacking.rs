//! Stacking: who may stay in one hex together. [2.3, AGC-4.1]

use crate::campaign::Campaign;
use crate::charts::StackingLimit;
use crate::unit::{Nation, Units};
use crate::{agc, rule};
use grognard_umpire::{Clause, Clerk};

/// The units of one nation in a hex, counted as the title counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stack {
    nation: Nation,
    limit: StackingLimit,
    /// The units that count: all but the free regiments.
    counted: u8,
    /// Divisions and brigades among them.
    divisions: u8,
    /// Regiments of internal troops.
    regiments: u8,
}

impl Stack {
    /// Whether they may stay: so many of any kind, and more where divisions join a division.
    const fn fits(self) -> bool {
        let StackingLimit { units, divisions_more, .. } = self.limit;
        self.counted <= units
            || (self.counted <= units + divisions_more && self.divisions > self.counted - units)
    }

    /// Whether not even a division could be added.
    const fn is_full(self) -> bool {
        let StackingLimit { units, divisions_more, .. } = self.limit;
        self.counted >= units + divisions_more || (self.counted >= units && self.divisions == 0)
    }

    /// The clause that too many of them break.
    const fn broken(self) -> Clause {
        match self.nation {
            Nation::German => agc!("4.1-a"),
            _ if self.regiments > self.limit.regiments_free && self.regiments > 0 => agc!("4.1-e"),
            _ if self.divisions >= 2 => agc!("4.1-c"),
            _ => agc!("4.1-b"),
        }
    }
}

/// The units of a side in one hex, nation by nation. Only units are counted: whatever markers lie on them,
/// they take no room. [2.1-k]
#[inline]
fn stacks(rules: &Campaign, units: Units) -> impl Iterator<Item = Stack> {
    Nation::ALL.into_iter().filter_map(move |nation| {
        let own = units.both(rules.nations[nation as usize]);
        let limit = rules.charts.stacking(nation);
        let regiments = own.both(rules.internal_regiments).len();
        (!own.is_empty()).then(|| Stack {
            nation,
            limit,
            counted: own.len() - regiments.min(limit.regiments_free),
            divisions: own.both(rules.divisions).len(),
            regiments,
        })
    })
}

/// How many units of a side count in a hex, and the most that may: of several nations, the larger limit.
fn altogether(rules: &Campaign, units: Units) -> (u8, u8) {
    stacks(rules, units).fold((0, 0), |(counted, most), stack| {
        (counted + stack.counted, most.max(stack.limit.units + stack.limit.divisions_more))
    })
}

/// Why some units of one side may not stay in one hex together: the clause; nothing where they may.
pub fn stacking_barred(rules: &Campaign, units: Units) -> Option<Clause> {
    // So few may stay, whoever they are.
    if units.len() <= rules.always_stack {
        return None;
    }
    let mut nations = 0;
    for stack in stacks(rules, units) {
        if !stack.fits() {
            return Some(stack.broken());
        }
        nations += 1;
    }
    if nations < 2 {
        return None;
    }
    let (counted, most) = altogether(rules, units);
    (counted > most).then_some(agc!("4.1-a"))
}

/// Whether some units of one side may stay in one hex together. [AGC-4.1]
pub fn may_stack(rules: &Campaign, units: Units) -> bool {
    stacking_barred(rules, units).is_none()
}

/// Takes down the clauses that let a stack of several units stay, or bar it.
pub(crate) fn note_stacking(rules: &Campaign, units: Units, marked: Units, clerk: &mut impl Clerk) {
    if !clerk.listens() || units.len() < 2 {
        return;
    }
    clerk.note_if(rule!("2.1-k"), || !units.both(marked).is_empty());
    if let Some(clause) = stacking_barred(rules, units) {
        clerk.note(clause);
        return;
    }
    for stack in stacks(rules, units) {
        if stack.nation == Nation::German {
            clerk.note(agc!("4.1-a"));
            continue;
        }
        let more = stack.counted > stack.limit.units;
        clerk.note(if more { agc!("4.1-c") } else { agc!("4.1-b") });
        clerk.note_if(agc!("4.1-d"), || more && has_brigade(rules, units));
        clerk.note_if(agc!("4.1-e"), || stack.regiments > 0);
    }
}

fn has_brigade(rules: &Campaign, units: Units) -> bool {
    units.iter().any(|unit| rules.counter(unit).size == crate::unit::Size::Brigade)
}

/// Whether a hex with these units of one side is as full as it may be: not even a division could be
/// added. [9.0-j]
pub(crate) fn is_full(rules: &Campaign, units: Units) -> bool {
    let (counted, most) = altogether(rules, units);
    counted >= most || stacks(rules, units).any(Stack::is_full)
}
