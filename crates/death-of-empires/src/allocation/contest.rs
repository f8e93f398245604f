//! One allocation as a contest of its own: for two people at a real table who have the results already.

use super::Allocation;
use super::legality::unheard;
use crate::charts::Charts;
use crate::circumstances::{Case, Circumstances};
use crate::force::{Condition, Force};
use crate::objective::Weights;
use crate::policy::{self, Policy};
use crate::readings::Readings;
use grognard_umpire::{
    BySide, Choice, Fact, Figure, Flow, Playable, Procedure, Reading, Ruling, Side, Umpire, Unit,
};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

/// What is given for one allocation.
#[derive(Clone, Debug)]
pub struct AllocationRules {
    /// The charts.
    pub charts: Arc<Charts>,
    /// The readings in force.
    pub readings: Readings,
    /// What the sides are called.
    pub names: BySide<String>,
    /// Who receives the results.
    pub force: Force,
    /// Under what circumstances.
    pub circumstances: Circumstances,
    /// The force as it was.
    pub before: Condition,
    /// How many results the table or the check gave, before doubling and capping.
    pub found: u8,
    /// How each side decides when nobody is asked.
    pub policies: BySide<Policy>,
    /// What things are worth.
    pub weights: Weights,
}

impl AllocationRules {
    /// The case as the rules of allocation want it.
    #[inline]
    pub fn case(&self) -> Case<'_> {
        Case {
            force: &self.force,
            circumstances: self.circumstances,
            readings: &self.readings,
            limits: &self.charts.limits,
            names: &self.names,
        }
    }
}

impl Procedure for Allocation {
    type Rules = AllocationRules;
    type End = Condition;

    fn rank(&self, _: &AllocationRules) -> Option<u32> {
        Some(self.sequence())
    }

    /// One question: the form of a result, or the unit that an SP loss falls on.
    fn step(self, rules: &AllocationRules, ump: &mut impl Umpire) -> Flow<Self> {
        let case = rules.case();
        if self.is_over(&mut unheard) {
            return Ok(Break(self.condition));
        }
        if self.next == 1 && self.named.is_none() {
            let results = super::results(&case, rules.found, &mut |clause| ump.cite(clause));
            ump.explain(|| {
                let (name, occasion) = (&rules.force.name, case.occasion().words());
                let plural = if rules.found == 1 { "loss result" } else { "loss results" };
                Ruling::new(rule!("M4"), format!("{} {plural} on {name} from {occasion}.", rules.found))
            });
            if results != rules.found {
                ump.explain(|| super::changed_ruling(&case, rules.found, results));
            }
        }
        let after = self.ask(&case, ump)?;
        Ok(match after.is_over(&mut |clause| ump.cite(clause)) {
            true => Break(after.condition),
            false => Continue(after),
        })
    }
}

impl Playable for Allocation {
    fn side_name(rules: &AllocationRules, side: Side) -> String {
        rules.names[side].clone()
    }

    fn view(&self, rules: &AllocationRules, _viewer: Option<Side>) -> Fact {
        let mut facts = condition_facts(&rules.force, &self.condition);
        facts.push(("result".to_owned(), Fact::from(self.next.min(self.results))));
        facts.push(("results".to_owned(), Fact::from(self.results)));
        facts.push(("chooser".to_owned(), Fact::from(self.chooser(&rules.case()).key())));
        facts.push(("named-class".to_owned(), Fact::from(self.named.map(|named| named.class.key()))));
        Fact::Record(facts)
    }

    fn end_facts(rules: &AllocationRules, end: &Condition) -> Fact {
        Fact::Record(condition_facts(&rules.force, end))
    }

    fn end_words(rules: &AllocationRules, end: &Condition) -> String {
        let before = rules.before.total();
        let name = &rules.force.name;
        let mut text = format!("SP lost by {name}: {} of {before}.", before - end.total());
        if end.is_alive() {
            text.push_str(&format!(" Morale level: {}.", end.morale));
            if end.hexes > 0 {
                text.push_str(&format!(" Hexes of retreat: {}.", end.hexes));
            }
        } else {
            text.push_str(" Nothing is left of it.");
        }
        if end.prisoners > 0 {
            text.push_str(&format!(" Prisoners: {} SP.", end.prisoners));
        }
        if end.superiority && !rules.before.superiority {
            text.push_str(" Artillery superiority is placed.");
        }
        text
    }

    fn figures(rules: &AllocationRules) -> Vec<Figure<Self>> {
        let before = rules.before;
        let weights = rules.weights;
        let force = rules.force.clone();
        let name = rules.names[rules.force.owner].clone();
        vec![
            Figure::new("losses", format!("SP lost by {name}"), Unit::Count, move |end: &Condition| {
                i64::from(before.total() - end.total())
            }),
            Figure::new("morale-losses", "morale levels lost", Unit::Count, move |end: &Condition| {
                i64::from(before.morale - end.morale)
            }),
            Figure::new("hexes", "hexes of retreat", Unit::Count, |end: &Condition| i64::from(end.hexes)),
            Figure::new("prisoners", "prisoners", Unit::Count, |end: &Condition| i64::from(end.prisoners)),
            Figure::new("held", "the hex is held", Unit::Flag, |end: &Condition| {
                i64::from(end.is_alive() && end.hexes == 0)
            }),
            Figure::new("worth", "worth of what is left, in tenths of an SP", Unit::Count, move |end| {
                weights.worth(&force, end)
            }),
        ]
    }

    fn objective(rules: &AllocationRules, side: Side, end: &Condition) -> i64 {
        let worth = rules.weights.worth(&rules.force, end);
        if side == rules.force.owner { worth } else { -worth }
    }

    fn objective_words(rules: &AllocationRules, side: Side) -> String {
        let words = "the worth of what is left of the force, in tenths of an infantry SP";
        if side == rules.force.owner { words.to_owned() } else { format!("minus {words}") }
    }

    fn readings(rules: &AllocationRules) -> Vec<Reading> {
        rules.readings.in_force()
    }

    fn policy(&self, rules: &AllocationRules, _choice: &Choice<'_>) -> usize {
        policy::pick(&rules.policies, &rules.case(), self)
    }
}

/// A force's condition as data.
fn condition_facts(force: &Force, condition: &Condition) -> Vec<(String, Fact)> {
    vec![
        ("force".to_owned(), Fact::from(force.name.as_str())),
        ("units".to_owned(), unit_facts(force, &condition.strength)),
        ("morale".to_owned(), Fact::from(condition.morale)),
        ("hexes".to_owned(), Fact::from(condition.hexes)),
        ("marker".to_owned(), Fact::from(condition.marker)),
        ("superiority".to_owned(), Fact::from(condition.superiority)),
        ("prisoners".to_owned(), Fact::from(condition.prisoners)),
    ]
}

/// A stack's strengths as data.
pub(crate) fn unit_facts(force: &Force, strength: &crate::force::Strengths) -> Fact {
    Fact::record(force.units.iter().zip(strength).map(|(unit, &sp)| (unit.key.as_str(), Fact::from(sp))))
}
