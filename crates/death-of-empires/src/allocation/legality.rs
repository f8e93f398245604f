//! What may be chosen, and why anything else may not.
//!
//! There is one implementation of each constraint: [`Allocation::bar`] says why a form is closed to a
//! chooser, [`Allocation::unit_bar`] why a unit cannot take an SP loss. What has no bar is offered.

use super::{Action, Allocation, Form, engineers_bear};
use crate::circumstances::{Case, Circumstances, Cite, Occasion};
use crate::few::Few;
use crate::force::{Arm, Class, UNITS_MAX};
use crate::readings::{
    ChargeAndEngineers, EngineerLoss, InfantrySharing, MoraleFloor, NothingLegal, OneEach, SecondResult,
};
use grognard_umpire::{Clause, Side};

/// Why something may not be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bar {
    /// The clause that forbids it.
    pub clause: Clause,
    /// The reason, in words that follow a colon.
    pub reason: &'static str,
}

impl Bar {
    const fn new(clause: Clause, reason: &'static str) -> Option<Bar> {
        Some(Bar { clause, reason })
    }
}

/// The forms open to a chooser.
pub type Forms = Few<Form, { Form::ALL.len() }>;
/// The units that can take an SP loss.
pub type Units = Few<u8, UNITS_MAX>;
/// Everything that can become of one result.
pub type Actions = Few<Action, { UNITS_MAX + 4 }>;

/// A listener that wants to hear nothing.
pub(crate) fn unheard(_: Clause) {}

impl Allocation {
    /// Who chooses the result that is due, and the forms open to him: none if it is void.
    pub fn due(&self, case: &Case<'_>, cite: Cite<'_>) -> (Side, Forms) {
        let turn = self.turn(case, cite);
        let forms = self.forms(case, turn, cite);
        if forms.is_empty() {
            cite(rule!("M2"));
            // No enemy has a part in a hardship, so there is nobody to pass it to.
            if case.readings.nothing_legal == NothingLegal::Passes && !case.occasion().is_hardship() {
                return (turn.other(), self.forms(case, turn.other(), cite));
            }
        }
        (turn, forms)
    }

    /// Who is asked next: the owner where a unit is to be named, else whoever chooses the result.
    pub fn chooser(&self, case: &Case<'_>) -> Side {
        match self.named {
            Some(_) => case.force.owner,
            None => self.due(case, &mut unheard).0,
        }
    }

    /// The forms open to a chooser.
    pub fn forms(&self, case: &Case<'_>, by: Side, cite: Cite<'_>) -> Forms {
        let mut forms = Forms::new(Form::Morale);
        for form in Form::ALL {
            if self.bar(case, by, form, cite).is_none() {
                forms.push(form);
            }
        }
        forms
    }

    /// The units of a class that can take an SP loss.
    pub fn units(&self, case: &Case<'_>, by: Side, class: Class, cite: Cite<'_>) -> Units {
        let mut units = Units::new(0);
        for unit in case.force.of_class(class) {
            if self.unit_bar(case, by, unit, cite).is_none() {
                units.push(unit as u8);
            }
        }
        units
    }

    /// Every action that can become of the result that is due, and who chooses; only [`Action::Void`]
    /// where nothing can.
    pub fn actions(&self, case: &Case<'_>) -> (Side, Actions) {
        let (by, forms) = self.due(case, &mut unheard);
        let mut actions = Actions::new(Action::Void);
        for &form in forms.iter() {
            match form.plain() {
                Some(action) => actions.push(action),
                None => {
                    let Form::Loss(class) = form else { unreachable!("only SP losses need a unit") };
                    for &unit in self.units(case, by, class, &mut unheard).iter() {
                        actions.push(Action::Loss(unit));
                    }
                }
            }
        }
        if actions.is_empty() {
            actions.push(Action::Void);
        }
        (by, actions)
    }

    /// Why a form is closed to a chooser; nothing if it is open.
    pub fn bar(&self, case: &Case<'_>, by: Side, form: Form, cite: Cite<'_>) -> Option<Bar> {
        match form {
            Form::Loss(class) => self.class_bar(case, by, class, cite),
            _ if case.force.is_fort() => Bar::new(rule!("F5a"), "a fort takes every result as an SP loss"),
            Form::Morale => self.morale_bar(case, by, cite),
            _ if case.occasion() == Occasion::CavalryFatigue => {
                Bar::new(rule!("G3-a"), "cavalry fatigue costs nothing but morale")
            }
            Form::Retreat => self.retreat_bar(case, by, cite),
            Form::Marker => self.marker_bar(case, by, cite),
            Form::Superiority => self.superiority_bar(case, by, cite),
        }
        .or_else(|| self.dead_end_bar(case, by, form.plain()?, cite))
    }

    /// Why a unit cannot take an SP loss; nothing if it can.
    pub fn unit_bar(&self, case: &Case<'_>, by: Side, unit: usize, cite: Cite<'_>) -> Option<Bar> {
        let arm = case.force.units[unit].arm;
        if self.condition.strength[unit] == 0 {
            return Bar::new(rule!("A2"), "it has no strength left to lose");
        }
        if case.occasion() == Occasion::CavalryFatigue {
            return Bar::new(rule!("G3-a"), "cavalry fatigue costs nothing but morale");
        }
        if arm == Arm::Fort {
            cite(rule!("F5a-b"));
            return None;
        }
        self.first_in_line_bar(case, arm, cite)
            .or_else(|| self.second_result_bar(case, by, arm.class(), cite))
            .or_else(|| match arm {
                Arm::Artillery => self.artillery_bar(case, by, cite),
                Arm::Infantry => self.sharing_bar(case, unit),
                _ => None,
            })
            .or_else(|| self.dead_end_bar(case, by, Action::Loss(unit as u8), cite))
    }

    /// A class is open if one of its units is; otherwise the reason is that of its strongest unit.
    fn class_bar(&self, case: &Case<'_>, by: Side, class: Class, cite: Cite<'_>) -> Option<Bar> {
        let strength = &self.condition.strength;
        let mut closed = Bar::new(Class::CLAUSE, "the stack has none left");
        let mut strongest = 0;
        for unit in case.force.of_class(class) {
            let bar = self.unit_bar(case, by, unit, cite)?;
            if strength[unit] > strongest {
                strongest = strength[unit];
                closed = Some(bar);
            }
        }
        closed
    }

    /// In a charge cavalry loses first; where engineers helped, an engineer does.
    fn first_in_line_bar(&self, case: &Case<'_>, arm: Arm, cite: Cite<'_>) -> Option<Bar> {
        let cavalry_due = self.cavalry_due(case, cite);
        // In a charge the reading of the two together goes before that of the engineers alone.
        let engineer_first = case.readings.engineer_loss == EngineerLoss::First
            || (cavalry_due && case.readings.charge_and_engineers == ChargeAndEngineers::EngineerFirst);
        let engineer_due = engineer_first && self.engineer_due(case, cite);
        let cavalry_bar = || match arm {
            Arm::Cavalry => None,
            _ => Bar::new(rule!("F1-b"), "in a charge the cavalry loses first, while there is any"),
        };
        let engineer_bar = || match arm {
            Arm::Engineer => None,
            _ => Bar::new(rule!("F4-a"), "the engineers helped, so the first SP lost is one of theirs"),
        };
        match (cavalry_due, engineer_due, case.readings.charge_and_engineers) {
            (false, false, _) => None,
            (true, true, ChargeAndEngineers::EngineerFirst) | (false, true, _) => engineer_bar(),
            (true, _, _) => cavalry_bar(),
        }
    }

    fn cavalry_due(&self, case: &Case<'_>, cite: Cite<'_>) -> bool {
        if !case.charge_bears() {
            return false;
        }
        let due = case.force.of_arm(Arm::Cavalry).any(|unit| self.condition.strength[unit] > 0);
        if !due {
            cite(rule!("F1-c"));
        }
        due
    }

    /// Whether the engineers' duty waits for the cavalry of a charge.
    fn cavalry_goes_before(&self, case: &Case<'_>) -> bool {
        case.readings.charge_and_engineers == ChargeAndEngineers::CavalryFirst
            && self.cavalry_due(case, &mut unheard)
    }

    /// Whether an engineer SP is still to be lost, and can be.
    fn engineer_due(&self, case: &Case<'_>, cite: Cite<'_>) -> bool {
        if self.losses.engineer || !engineers_bear(case, cite) {
            return false;
        }
        let due = case.force.of_arm(Arm::Engineer).any(|unit| self.condition.strength[unit] > 0);
        if !due {
            cite(rule!("F4-c"));
        }
        due
    }

    fn second_result_bar(&self, case: &Case<'_>, by: Side, class: Class, cite: Cite<'_>) -> Option<Bar> {
        if !case.occasion().is_barrage() || case.is_owner(by) {
            return None;
        }
        if self.next != 2 || case.occasion() == Occasion::Barrage {
            cite(rule!("D3-b"));
            return None;
        }
        match class {
            Class::Combat | Class::Artillery => None,
            _ => Bar::new(
                rule!("D3-a"),
                "at the second result after a barrage the attacker may name only combat or artillery",
            ),
        }
    }

    fn artillery_bar(&self, case: &Case<'_>, by: Side, cite: Cite<'_>) -> Option<Bar> {
        if case.limits_bear(cite) {
            if self.assigned[by].artillery {
                return Bar::new(rule!("B3-c"), "this player has assigned an artillery SP already");
            }
            if let Some(bar) = self.pooled_bar(case, by) {
                return Some(bar);
            }
        }
        if case.occasion() == Occasion::ForcedMarch {
            cite(rule!("G2-e"));
        }
        if self.losses.combat {
            return None;
        }
        if case.is_owner(by) {
            cite(rule!("B5-c"));
            return None;
        }
        if case.occasion() == Occasion::CheckAfterBarrage && self.next == 2 {
            cite(rule!("D3-c"));
            if case.readings.second_result == SecondResult::ArtilleryAtOnce {
                return None;
            }
        }
        Bar::new(rule!("B5-a"), "no combat-class SP has been lost yet")
    }

    fn pooled_bar(&self, case: &Case<'_>, by: Side) -> Option<Bar> {
        let used = self.assigned[by];
        if case.readings.one_each == OneEach::Pooled && (used.morale || used.retreat || used.artillery) {
            return Bar::new(
                rule!("B3-e"),
                "this player has had his one morale loss, retreat or artillery SP already",
            );
        }
        None
    }

    /// Infantry losses are shared equally as they fall.
    fn sharing_bar(&self, case: &Case<'_>, unit: usize) -> Option<Bar> {
        if case.readings.infantry_sharing == InfantrySharing::Running && self.ahead & (1 << unit) != 0 {
            return Bar::new(
                rule!("B2-a"),
                "another infantry unit has lost less, and losses are shared equally",
            );
        }
        None
    }

    fn morale_bar(&self, case: &Case<'_>, by: Side, cite: Cite<'_>) -> Option<Bar> {
        let floor = match case.readings.morale_floor {
            MoraleFloor::Zero => 0,
            MoraleFloor::One => 1,
        };
        if self.condition.morale <= floor {
            return Bar::new(rule!("M3"), "the morale level is as low as it can be");
        }
        if case.limits_bear(cite) {
            if self.assigned[by].morale {
                return Bar::new(rule!("B3-a"), "this player has assigned a morale loss already");
            }
            if let Some(bar) = self.pooled_bar(case, by) {
                return Some(bar);
            }
        }
        if case.occasion() == Occasion::ForcedMarch {
            cite(rule!("G2-e"));
        }
        if self.losses.any {
            return None;
        }
        if case.is_owner(by) {
            cite(rule!("B4-b"));
            return None;
        }
        Bar::new(rule!("B4-a"), "the force has not lost an SP yet")
    }

    fn retreat_bar(&self, case: &Case<'_>, by: Side, cite: Cite<'_>) -> Option<Bar> {
        let owner = case.is_owner(by);
        let attacker = case.force.owner == Side::First;
        match case.occasion() {
            Occasion::ForcedMarch => {
                return Bar::new(rule!("G2-b"), "a forced march cannot end in retreat");
            }
            Occasion::Barrage | Occasion::CheckAfterBarrage if !owner => {
                return Bar::new(rule!("C1-a"), "the attacker may not choose retreat in a barrage");
            }
            Occasion::Barrage | Occasion::CheckAfterBarrage => cite(rule!("C1-b")),
            Occasion::Combat if attacker => {
                return Bar::new(rule!("E2"), "combat results on an attacker cannot be retreats");
            }
            Occasion::CheckAfterCombat if attacker && case.circumstances.overrun => {
                return Bar::new(rule!("F3"), "after the overrun the attacker cannot retreat");
            }
            Occasion::CheckAfterCombat if attacker => cite(rule!("E2-b")),
            _ => {}
        }
        if case.stand_fast_bears(cite) {
            return Bar::new(rule!("F2-a"), "the defender stands fast");
        }
        if case.posting_bears() {
            if !owner {
                return Bar::new(rule!("F5b-b"), "the attacker may not choose retreat for a posted force");
            }
            cite(rule!("F5b-c"));
        }
        if self.assigned[by].retreat {
            return Bar::new(rule!("B3-b"), "this player has assigned a retreat hex already");
        }
        self.pooled_bar(case, by)
    }

    fn marker_bar(&self, case: &Case<'_>, by: Side, cite: Cite<'_>) -> Option<Bar> {
        if let Some(bar) = self.extra_bar(case, by) {
            return Some(bar);
        }
        if self.condition.marker == 0 {
            return Bar::new(rule!("C2-b"), "the defender has no combat marker left");
        }
        cite(rule!("C2-a"));
        None
    }

    fn superiority_bar(&self, case: &Case<'_>, by: Side, cite: Cite<'_>) -> Option<Bar> {
        if let Some(bar) = self.extra_bar(case, by) {
            return Some(bar);
        }
        if case.circumstances.barrage_strength < case.limits.superiority_strength_min {
            return Bar::new(rule!("C2-d"), "the barrage was too weak for it");
        }
        if self.condition.superiority {
            return Bar::new(rule!("C2-e"), "the marker has been placed already");
        }
        cite(rule!("C2-c"));
        None
    }

    fn extra_bar(&self, case: &Case<'_>, by: Side) -> Option<Bar> {
        if !case.occasion().is_barrage() {
            return Bar::new(rule!("C2-a"), "it belongs to a barrage and the check after it");
        }
        if case.is_owner(by) {
            return Bar::new(rule!("C2-f"), "only the attacker may choose it");
        }
        None
    }

    /// By the reading that an engineer SP may be lost anywhere: whether an action would leave no way to
    /// lose one after all.
    fn dead_end_bar(&self, case: &Case<'_>, by: Side, action: Action, cite: Cite<'_>) -> Option<Bar> {
        if case.readings.engineer_loss == EngineerLoss::First || !engineers_bear(case, cite) {
            return None;
        }
        cite(rule!("F4-b"));
        let after = self.take(case, by, action, &mut unheard);
        if self.can_end_well(case) && !after.can_end_well(case) {
            return Bar::new(
                rule!("F4-a"),
                "an engineer SP has to be lost, and this would leave no result for it",
            );
        }
        None
    }

    /// Whether the results left can still be taken so that the engineers' duty is met.
    fn can_end_well(&self, case: &Case<'_>) -> bool {
        if !self.engineer_due(case, &mut unheard) {
            return true;
        }
        if self.next > self.results {
            // The duty rests while the cavalry of a charge goes first.
            return !self.losses.any || self.cavalry_goes_before(case);
        }
        if !self.cavalry_goes_before(case) {
            // An engineer can be named at once.
            return true;
        }
        // While cavalry goes first, follow every way; the duty itself closes none of them here.
        let free = Circumstances { engineers: false, ..case.circumstances };
        let lenient = Case { circumstances: free, ..*case };
        let (by, actions) = self.actions(&lenient);
        actions.iter().any(|&action| self.take(&lenient, by, action, &mut unheard).can_end_well(case))
    }
}

impl Form {
    /// The action of a form that needs no unit.
    #[inline]
    pub const fn plain(self) -> Option<Action> {
        match self {
            Form::Loss(_) => None,
            Form::Morale => Some(Action::Morale),
            Form::Retreat => Some(Action::Retreat),
            Form::Marker => Some(Action::Marker),
            Form::Superiority => Some(Action::Superiority),
        }
    }
}
