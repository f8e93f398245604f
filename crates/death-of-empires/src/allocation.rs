//! Allocation: owner and opponent turn loss results into losses, one after the other.
//!
//! For each result its chooser takes a form: an SP loss of a class, a morale level, a hex of retreat, or
//! after a barrage one of the attacker's two extras. For an SP loss the owner then names the unit.
//! [`legality`] says what is open and why anything else is not; this file keeps the record and carries
//! the results out; [`sequences`] counts every way it can go; [`advice`] finds the best.

pub mod advice;
mod contest;
pub mod legality;
mod lumps;
mod procedure;
pub mod sequences;

use crate::circumstances::{Case, Cite, Occasion};
use crate::force::{Arm, Class, Condition, Force};
use crate::readings::{EarlierLosses, InfantrySharing};
pub use contest::AllocationRules;
pub(crate) use contest::unit_facts;
use grognard_umpire::{BySide, Offer, Ruling, Side};
pub(crate) use lumps::in_order;

/// What the chooser of a loss result makes of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Form {
    /// A strength point of a class.
    Loss(Class),
    /// A morale level.
    Morale,
    /// A hex of retreat.
    Retreat,
    /// A level of the defender's combat marker.
    Marker,
    /// The artillery superiority marker.
    Superiority,
}

impl Form {
    /// Every form.
    pub const ALL: [Form; 8] = [
        Form::Loss(Class::Combat),
        Form::Loss(Class::Artillery),
        Form::Loss(Class::Engineer),
        Form::Loss(Class::Fort),
        Form::Morale,
        Form::Retreat,
        Form::Marker,
        Form::Superiority,
    ];

    /// The form's stable word.
    pub const fn word(self) -> &'static str {
        match self {
            Form::Loss(class) => class.key(),
            Form::Morale => "morale",
            Form::Retreat => "retreat",
            Form::Marker => "marker",
            Form::Superiority => "superiority",
        }
    }

    /// The form for people.
    pub const fn phrase(self) -> &'static str {
        match self {
            Form::Loss(Class::Combat) => "a strength point of the combat class",
            Form::Loss(Class::Artillery) => "a strength point of artillery",
            Form::Loss(Class::Engineer) => "a strength point of engineers",
            Form::Loss(Class::Fort) => "a strength point of the fort",
            Form::Morale => "a morale level",
            Form::Retreat => "a hex of retreat",
            Form::Marker => "a level of the combat marker",
            Form::Superiority => "artillery superiority",
        }
    }
}

impl Offer for Form {
    fn key(&self) -> String {
        self.word().to_owned()
    }
    fn words(&self) -> String {
        self.phrase().to_owned()
    }
}

/// A loss result carried out: what a sequence is made of. (M5)
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// A strength point of a unit, by its number in the stack.
    Loss(u8),
    /// A morale level.
    Morale,
    /// A hex of retreat.
    Retreat,
    /// A level of the defender's combat marker.
    Marker,
    /// The artillery superiority marker.
    Superiority,
    /// Nothing: nobody could take it.
    Void,
}

impl Action {
    /// The action's stable key: the unit's for an SP loss, the form's otherwise.
    pub fn key(self, force: &Force) -> String {
        match self {
            Action::Loss(unit) => force.units[usize::from(unit)].key.clone(),
            Action::Morale => Form::Morale.key(),
            Action::Retreat => Form::Retreat.key(),
            Action::Marker => Form::Marker.key(),
            Action::Superiority => Form::Superiority.key(),
            Action::Void => "void".to_owned(),
        }
    }

    /// The action for people.
    pub fn words(self, force: &Force) -> String {
        match self {
            Action::Loss(unit) => format!("an SP of {}", force.units[usize::from(unit)].name),
            Action::Morale => Form::Morale.words(),
            Action::Retreat => Form::Retreat.words(),
            Action::Marker => Form::Marker.words(),
            Action::Superiority => Form::Superiority.words(),
            Action::Void => "nothing: nobody can take it".to_owned(),
        }
    }
}

/// What a player has used up of "one each". (B3)
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Assigned {
    /// A morale level.
    pub morale: bool,
    /// A hex of retreat.
    pub retreat: bool,
    /// A strength point of artillery.
    pub artillery: bool,
}

/// What the force has lost so far, as far as later choices look at it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Losses {
    /// Any strength point.
    pub any: bool,
    /// One of the combat class.
    pub combat: bool,
    /// One of engineers.
    pub engineer: bool,
}

/// An SP loss whose class is named and whose unit is not yet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Named {
    /// The class.
    pub class: Class,
    /// Who named it.
    pub by: Side,
}

/// An allocation under way.
///
/// # Equality
/// Every field is read by the results still to come: the condition, who has used up what, which
/// infantry is a loss ahead of the rest (not how many each has lost), and how many results are left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Allocation {
    /// The force as it stands.
    pub condition: Condition,
    /// The number of the result that is due, from 1.
    pub next: u8,
    /// How many results there are.
    pub results: u8,
    /// Infantry units, by bit, that have lost one more than the others that are left.
    pub(crate) ahead: u16,
    /// What each player has used up.
    pub assigned: BySide<Assigned>,
    /// What has been lost.
    pub losses: Losses,
    /// The SP loss that waits for its unit.
    pub named: Option<Named>,
}

impl Allocation {
    /// Opens an allocation of so many results, as found on the table or by the check.
    pub fn open(case: &Case<'_>, condition: Condition, found: u8, cite: Cite<'_>) -> Self {
        Allocation {
            condition,
            next: 1,
            results: results(case, found, cite),
            ahead: 0,
            assigned: BySide::default(),
            losses: Losses::default(),
            named: None,
        }
    }

    /// The same after earlier losses, if the reading O3 lets them count.
    pub fn after(mut self, case: &Case<'_>, earlier: Losses) -> Self {
        if case.readings.earlier_losses == EarlierLosses::Counted {
            self.losses = Losses { engineer: false, ..earlier };
        }
        self
    }

    /// How far it has got: a number that grows with every form and every unit that is named.
    pub(crate) fn sequence(&self) -> u32 {
        2 * u32::from(self.next) + u32::from(self.named.is_some())
    }

    /// Whether nothing is left to allocate, or nobody left to allocate it to.
    #[inline]
    pub fn is_over(&self, cite: Cite<'_>) -> bool {
        if self.next > self.results {
            return true;
        }
        let over = !self.condition.is_alive();
        if over {
            cite(rule!("M1"));
        }
        over
    }

    /// Whose turn it is to choose, before asking whether he can.
    #[inline]
    pub fn turn(&self, case: &Case<'_>, cite: Cite<'_>) -> Side {
        let owner = case.force.owner;
        match case.occasion() {
            Occasion::ForcedMarch => {
                cite(rule!("G2-a"));
                return owner;
            }
            Occasion::CavalryFatigue => return owner,
            _ => {}
        }
        if self.next % 2 == 1 {
            cite(rule!("A1-a"));
            owner
        } else {
            cite(rule!("A1-b"));
            owner.other()
        }
    }

    /// Carries a result out.
    pub fn take(mut self, case: &Case<'_>, by: Side, action: Action, cite: Cite<'_>) -> Self {
        // Nothing but SP losses, morale, retreats and the two extras exists.
        cite(rule!("A2"));
        match action {
            Action::Loss(unit) => self.lose(case, by, usize::from(unit), cite),
            Action::Morale => {
                self.condition.morale -= 1;
                self.assigned[by].morale = case.limits_bear(cite);
            }
            Action::Retreat => {
                self.condition.hexes += 1;
                self.assigned[by].retreat = case.limits_bear(cite);
            }
            // The extras use up nothing of "one each".
            Action::Marker => {
                cite(rule!("C2-g"));
                self.condition.marker -= 1;
            }
            Action::Superiority => {
                cite(rule!("C2-g"));
                self.condition.superiority = true;
            }
            Action::Void => {}
        }
        self.named = None;
        self.next += 1;
        self
    }

    fn lose(&mut self, case: &Case<'_>, by: Side, unit: usize, cite: Cite<'_>) {
        self.condition.strength[unit] -= 1;
        self.losses.any = true;
        match case.force.units[unit].arm {
            Arm::Infantry => {
                self.losses.combat = true;
                self.share(case, unit, cite);
            }
            Arm::Cavalry => self.losses.combat = true,
            // Neither guns nor engineers are of the combat class.
            Arm::Artillery => {
                cite(rule!("B5-b"));
                self.assigned[by].artillery = case.limits_bear(cite);
            }
            Arm::Engineer => {
                cite(rule!("B5-b"));
                self.losses.engineer = true;
            }
            Arm::Fort => {}
        }
        if case.circumstances.prisoners {
            // Prisoners come beside the result, not out of it: `next` moves by one all the same.
            cite(rule!("B7"));
            self.condition.prisoners += 1;
        }
    }

    /// Notes an infantry loss. Once every infantry unit left is a loss ahead, all are equal again.
    fn share(&mut self, case: &Case<'_>, unit: usize, cite: Cite<'_>) {
        if case.readings.infantry_sharing == InfantrySharing::Free {
            return;
        }
        cite(rule!("B2-b"));
        self.ahead |= 1 << unit;
        let mut left = 0;
        for infantry in case.force.of_arm(Arm::Infantry) {
            if self.condition.strength[infantry] > 0 {
                left |= 1 << infantry;
            } else {
                // Whoever is gone no longer counts.
                cite(rule!("B2-c"));
            }
        }
        self.ahead &= left;
        if self.ahead == left {
            self.ahead = 0;
        }
    }
}

/// How many loss results there are to allocate.
pub fn results(case: &Case<'_>, found: u8, cite: Cite<'_>) -> u8 {
    cite(rule!("M4"));
    let mut results = found;
    if case.charge_bears() {
        cite(rule!("F1-a"));
        results = results.saturating_mul(case.limits.charge_factor);
    }
    if case.occasion().is_check() && results > case.limits.check_results_max {
        cite(rule!("B6"));
        results = case.limits.check_results_max;
    }
    results
}

/// Whether the engineers' duty (F4) bears on this allocation at all.
#[inline]
pub(crate) fn engineers_bear(case: &Case<'_>, cite: Cite<'_>) -> bool {
    if !case.circumstances.engineers {
        return false;
    }
    if case.occasion() != Occasion::Combat {
        cite(rule!("F4-d"));
        return false;
    }
    true
}

/// Why there are more or fewer results than were found.
pub(crate) fn changed_ruling(case: &Case<'_>, found: u8, results: u8) -> Ruling {
    let name = &case.force.name;
    match results > found {
        true => Ruling::new(
            rule!("F1-a"),
            format!("The charge makes {results} loss results of {found} on {name}."),
        ),
        false => Ruling::new(
            rule!("B6"),
            format!("A morale check gives {results} loss results at most, not {found}."),
        ),
    }
}
