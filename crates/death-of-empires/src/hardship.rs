//! Hardship: forced marches and tired cavalry, where no enemy has a part.

use crate::allocation::{Allocation, unit_facts};
use crate::asks::Asks;
use crate::charts::Charts;
use crate::check::Check;
use crate::circumstances::{Case, Circumstances, Occasion};
use crate::fight::Formation;
use crate::force::{Condition, FORMATIONS_MAX, Force, MissionOrder, STACKS_MAX, Strengths};
use crate::objective::Weights;
use crate::policy::{self, Policy};
use crate::readings::Readings;
use grognard_umpire::{
    Asked, Asking, BySide, Choice, Fact, Figure, Flow, Modifier, Offer, Playable, Procedure, Reading, Side,
    Umpire, Unit,
};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

/// A stack that marched, or cavalry that is tired.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Marcher {
    /// Its units.
    pub force: Force,
    /// Its formation, by number.
    pub formation: usize,
    /// The movement points it marched beyond its allowance.
    pub movement_points: u8,
}

/// What is given for a march.
#[derive(Clone, Debug)]
pub struct HardshipRules {
    /// The charts.
    pub charts: Arc<Charts>,
    /// The readings in force.
    pub readings: Readings,
    /// What the sides are called; the first is the one that marches.
    pub names: BySide<String>,
    /// Whether it is a march or fatigue.
    pub occasion: Occasion,
    /// The formations.
    pub formations: Vec<Formation>,
    /// The stacks.
    pub stacks: Vec<Marcher>,
    /// How each side decides when nobody is asked.
    pub policies: BySide<Policy>,
    /// What things are worth.
    pub weights: Weights,
    /// How it all started.
    pub before: MarchEnd,
}

/// A march under way.
///
/// # Equality
/// Strengths, morale levels and prisoners, the stacks that have not checked yet, and the allocation under
/// way; a stack whose results are being allocated is lifted out meanwhile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Hardship {
    /// What has become of the stacks so far.
    pub now: MarchEnd,
    /// The stacks that have not checked yet, by bit.
    pub waiting: u8,
    /// The stack that has checked last, by number, and the allocation of its results.
    pub taking: Option<(u8, Allocation)>,
}

/// A stack that may check next.
struct Next<'a>(u8, &'a Marcher);

impl Offer for Next<'_> {
    fn key(&self) -> String {
        format!("stack-{}", self.0 + 1)
    }
    fn words(&self) -> String {
        self.1.force.name.clone()
    }
}

/// How a march ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct MarchEnd {
    /// Strength points of the stacks, unit by unit.
    pub strength: [Strengths; STACKS_MAX],
    /// The formations' morale levels.
    pub morale: [u8; FORMATIONS_MAX],
    /// Strength points that fell into the enemy's hands.
    pub prisoners: u8,
}

impl MarchEnd {
    fn total(&self) -> i64 {
        self.strength.iter().flatten().map(|&strength| i64::from(strength)).sum()
    }

    fn levels(&self) -> i64 {
        self.morale.iter().map(|&level| i64::from(level)).sum()
    }
}

impl HardshipRules {
    fn case(&self, stack: usize, prisoners: bool) -> Case<'_> {
        let circumstances = Circumstances { prisoners, ..Circumstances::of(self.occasion) };
        let (readings, limits) = (&self.readings, &self.charts.limits);
        Case { force: &self.stacks[stack].force, circumstances, readings, limits, names: &self.names }
    }

    /// On a forced march in RETIRE order whoever falls out is taken.
    fn takes_prisoners(&self, stack: usize) -> bool {
        let order = self.formations[self.stacks[stack].formation].order;
        self.occasion == Occasion::ForcedMarch && order == MissionOrder::Retire
    }
}

impl Hardship {
    /// A march about to be paid for by so many stacks.
    pub fn start(before: &MarchEnd, stacks: usize) -> Hardship {
        Hardship { now: *before, waiting: ((1u16 << stacks) - 1) as u8, taking: None }
    }

    fn under_way<'a>(&self, rules: &'a HardshipRules) -> Option<(Case<'a>, Allocation)> {
        let (stack, allocation) = self.taking?;
        let stack = usize::from(stack);
        Some((rules.case(stack, rules.takes_prisoners(stack)), allocation))
    }

    /// The stack that checks next. What one stack costs its formation makes the check of the next harder,
    /// so within a formation the owner says who is first.
    fn next_stack(&self, rules: &HardshipRules, ump: &mut impl Umpire) -> Asked<u8> {
        let waiting = |number: &u8| self.waiting & (1 << number) != 0;
        let numbers = || (0..rules.stacks.len() as u8).filter(waiting);
        let formation = |number: u8| rules.stacks[usize::from(number)].formation;
        let first = numbers().next().expect("a march is over when nobody waits");
        let stacks: Vec<Next<'_>> = numbers()
            .filter(|&number| formation(number) == formation(first))
            .map(|number| Next(number, &rules.stacks[usize::from(number)]))
            .collect();
        let asking = Asking::of(Side::First, rule!("G2-c"), Asks::StackThatChecksNext);
        Ok(ump.choose(asking, &stacks)?.0)
    }

    /// The check of the formation for a stack, by the points that this stack itself marched.
    fn check(mut self, rules: &HardshipRules, ump: &mut impl Umpire) -> Asked<Hardship> {
        let of = self.next_stack(rules, ump)?;
        let number = usize::from(of);
        let stack = &rules.stacks[number];
        let mut modifiers = Vec::new();
        if rules.occasion == Occasion::ForcedMarch {
            ump.cite(rule!("G2-c"));
            let value = rules.charts.march(stack.movement_points);
            if value != 0 {
                let words = format!("{} movement points marched", stack.movement_points);
                modifiers.push(Modifier::new(value, rule!("G2-c"), words));
            }
        }
        ump.cite(rule!("M9"));
        let morale = self.now.morale[stack.formation];
        let name = &stack.force.name;
        let check =
            Check { side: Side::First, name, occasion: rules.occasion, morale, modifiers: &modifiers };
        let found = check.throw(&rules.charts, ump)?;
        let prisoners = rules.takes_prisoners(number);
        if prisoners && found > 0 {
            ump.cite(rule!("G2-d"));
        }
        let condition = Condition {
            strength: std::mem::take(&mut self.now.strength[number]),
            morale: std::mem::take(&mut self.now.morale[stack.formation]),
            ..Condition::default()
        };
        let case = rules.case(number, prisoners);
        let allocation = Allocation::open(&case, condition, found, &mut |clause| ump.cite(clause));
        self.waiting &= !(1 << of);
        self.taking = Some((of, allocation));
        Ok(self)
    }

    /// The march as it stands at this moment: a stack whose results are being taken is back in its place.
    fn as_it_stands(&self, rules: &HardshipRules) -> MarchEnd {
        let mut now = self.now;
        if let Some((stack, Allocation { condition, .. })) = self.taking {
            let number = usize::from(stack);
            now.strength[number] = condition.strength;
            now.morale[rules.stacks[number].formation] = condition.morale;
            now.prisoners += condition.prisoners;
        }
        now
    }

    /// Puts a stack back whose results are all taken.
    fn settle(&mut self, rules: &HardshipRules, ump: &mut impl Umpire) {
        let Some((_, allocation)) = self.taking else { return };
        if allocation.is_over(&mut |clause| ump.cite(clause)) {
            self.now = self.as_it_stands(rules);
            self.taking = None;
        }
    }
}

impl Procedure for Hardship {
    type Rules = HardshipRules;
    type End = MarchEnd;

    /// One check, or one choice of its results.
    fn step(self, rules: &HardshipRules, ump: &mut impl Umpire) -> Flow<Self> {
        let mut next = match self.under_way(rules) {
            Some((case, allocation)) => {
                let after = allocation.ask(&case, ump)?;
                Hardship { taking: self.taking.map(|(stack, _)| (stack, after)), ..self }
            }
            None => self.check(rules, ump)?,
        };
        next.settle(rules, ump);
        Ok(match next.waiting == 0 && next.taking.is_none() {
            true => Break(next.now),
            false => Continue(next),
        })
    }
}

impl Playable for Hardship {
    fn side_name(rules: &HardshipRules, side: Side) -> String {
        rules.names[side].clone()
    }

    fn view(&self, rules: &HardshipRules, _viewer: Option<Side>) -> Fact {
        let now = self.as_it_stands(rules);
        let stacks = rules.stacks.iter().enumerate().map(|(number, stack)| {
            Fact::record([
                ("force", Fact::from(stack.force.name.as_str())),
                ("units", unit_facts(&stack.force, &now.strength[number])),
                ("morale", Fact::from(now.morale[stack.formation])),
                ("waiting", Fact::from(self.waiting & (1 << number) != 0)),
            ])
        });
        let taking = self.taking.map(|(stack, _)| rules.stacks[usize::from(stack)].force.name.as_str());
        Fact::record([
            ("stacks", Fact::list(stacks)),
            ("taking-results", Fact::from(taking)),
            ("prisoners", Fact::from(now.prisoners)),
        ])
    }

    fn end_facts(rules: &HardshipRules, end: &MarchEnd) -> Fact {
        let stacks = rules.stacks.iter().zip(&end.strength).map(|(stack, strength)| {
            Fact::record([
                ("force", Fact::from(stack.force.name.as_str())),
                ("units", unit_facts(&stack.force, strength)),
            ])
        });
        let formations = rules.formations.iter().zip(&end.morale);
        Fact::record([
            ("stacks", Fact::list(stacks)),
            ("morale", Fact::record(formations.map(|(f, &level)| (f.name.as_str(), Fact::from(level))))),
            ("losses", Fact::from(rules.before.total() - end.total())),
            ("prisoners", Fact::from(end.prisoners)),
        ])
    }

    fn end_words(rules: &HardshipRules, end: &MarchEnd) -> String {
        let (lost, levels) = (rules.before.total() - end.total(), rules.before.levels() - end.levels());
        let prisoners = match end.prisoners {
            0 => String::new(),
            prisoners => format!(" Prisoners: {prisoners} SP."),
        };
        format!("Lost by {}: {lost} SP and {levels} morale levels.{prisoners}", rules.names.first)
    }

    fn figures(rules: &HardshipRules) -> Vec<Figure<Self>> {
        let before = rules.before;
        vec![
            Figure::new("losses", "SP lost", Unit::Count, move |end: &MarchEnd| before.total() - end.total()),
            Figure::new("morale-losses", "morale levels lost", Unit::Count, move |end: &MarchEnd| {
                before.levels() - end.levels()
            }),
            Figure::new("prisoners", "prisoners", Unit::Count, |end: &MarchEnd| i64::from(end.prisoners)),
        ]
    }

    fn objective(rules: &HardshipRules, side: Side, end: &MarchEnd) -> i64 {
        let weights = &rules.weights;
        let stacks = rules.stacks.iter().zip(&end.strength);
        let kept: i64 = stacks
            .flat_map(|(stack, strength)| stack.force.units.iter().zip(strength))
            .map(|(unit, &sp)| weights.of_arm(unit.arm) * i64::from(sp))
            .sum();
        let worth = kept + weights.morale * end.levels() - weights.prisoner * i64::from(end.prisoners);
        if side == Side::First { worth } else { -worth }
    }

    fn objective_words(_rules: &HardshipRules, _side: Side) -> String {
        "the worth of what is left after the march, in tenths of an infantry SP".to_owned()
    }

    fn readings(rules: &HardshipRules) -> Vec<Reading> {
        rules.readings.in_force()
    }

    fn policy(&self, rules: &HardshipRules, _choice: &Choice<'_>) -> usize {
        self.under_way(rules)
            .map_or(0, |(case, allocation)| policy::pick(&rules.policies, &case, &allocation))
    }
}
