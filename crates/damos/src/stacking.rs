//! Stacking: who may stay in one hex together. [2.3, AGC-4.1]

use crate::campaign::Campaign;
use crate::clerk::Clerk;
use crate::unit::{Arm, Nation, Size, Units};
use crate::{agc, rule};
use grognard_umpire::Clause;

/// Germans of any kind in one hex.
const GERMANS_MAX: u8 = 4;
/// Russians or Axis allies of any kind in one hex.
const OTHERS_MAX: u8 = 2;

/// A stack of one side, counted as the title counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Count {
    germans: u8,
    /// Russians and Axis allies, the free regiment left out.
    others: u8,
    /// Divisions and brigades among the others.
    divisions: u8,
    brigades: u8,
    /// Regiments of internal troops.
    regiments: u8,
}

impl Count {
    /// Only units are counted: whatever markers lie on them, they take no room. [2.1-k]
    fn of(rules: &Campaign, units: Units) -> Count {
        let mut count = Count::default();
        for counter in units.iter().map(|unit| rules.counter(unit)) {
            match (counter.nation, counter.arm, counter.size) {
                (Nation::German, _, _) => count.germans += 1,
                (Nation::Russian, Arm::Nkvd, Size::Regiment) => {
                    // One regiment of internal troops stacks free.
                    count.regiments += 1;
                    count.others += u8::from(count.regiments > 1);
                }
                (_, _, size) => {
                    count.others += 1;
                    // A brigade counts as a division here.
                    count.divisions += u8::from(matches!(size, Size::Division | Size::Brigade));
                    count.brigades += u8::from(size == Size::Brigade);
                }
            }
        }
        count
    }

    /// The clause that the stack breaks, if any.
    fn broken(self) -> Option<Clause> {
        if self.germans + self.others > GERMANS_MAX {
            return Some(agc!("4.1-a"));
        }
        // Two of any kind, and a third if it is a division that joins a division.
        match self.others {
            others if others <= OTHERS_MAX => None,
            _ if self.regiments > 1 => Some(agc!("4.1-e")),
            3 if self.divisions >= 2 => None,
            _ if self.divisions >= 2 => Some(agc!("4.1-c")),
            _ => Some(agc!("4.1-b")),
        }
    }
}

/// Why some units of one side may not stay in one hex together: the clause; nothing where they may.
pub fn stacking_barred(rules: &Campaign, units: Units) -> Option<Clause> {
    Count::of(rules, units).broken()
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
    let count = Count::of(rules, units);
    clerk.note_if(rule!("2.1-k"), || !units.both(marked).is_empty());
    if let Some(clause) = count.broken() {
        clerk.note(clause);
        return;
    }
    clerk.note_if(agc!("4.1-a"), || count.germans > 0);
    clerk.note_if(agc!("4.1-b"), || count.others > 0 && count.others <= OTHERS_MAX);
    clerk.note_if(agc!("4.1-c"), || count.others > OTHERS_MAX);
    clerk.note_if(agc!("4.1-d"), || count.others > OTHERS_MAX && count.brigades > 0);
    clerk.note_if(agc!("4.1-e"), || count.regiments > 0);
}

/// Whether a hex with these units of one side is as full as it may be: not even a division could be
/// added. [9.0-j]
pub(crate) fn is_full(rules: &Campaign, units: Units) -> bool {
    let count = Count::of(rules, units);
    count.germans + count.others >= GERMANS_MAX
        || count.others > OTHERS_MAX
        || (count.others == OTHERS_MAX && count.divisions == 0)
}
