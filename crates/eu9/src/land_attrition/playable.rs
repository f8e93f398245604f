//! What people see of a stack's attrition.

use super::{Hardship, LandAttrition, LandAttritionEnd, PillagePolicy};
use crate::stack::Stack;
use crate::thirds::Thirds;
use grognard_umpire::{Choice, Fact, Figure, Playable, Side, Unit};

impl Playable for LandAttrition {
    fn side_name(rules: &Hardship, side: Side) -> String {
        match side {
            Side::First => rules.name.clone(),
            Side::Second => "hunger and distance".to_owned(),
        }
    }

    fn view(&self, rules: &Hardship, _: Option<Side>) -> Fact {
        let stage = match self {
            LandAttrition::Roll => "attrition",
            LandAttrition::Ration(_) => "P",
            LandAttrition::Waste(_) => "losses",
            LandAttrition::Regroup(_) => "regrouping",
        };
        Fact::record([("stage", Fact::from(stage)), ("stack", rules.stack.to_string().into())])
    }

    fn end_facts(_: &Hardship, end: &LandAttritionEnd) -> Fact {
        Fact::record([
            ("losses", Fact::from(end.lost.to_string())),
            ("kept", end.kept.to_string().into()),
            ("pillage", end.pillage.into()),
            ("foraging", end.foraging.into()),
        ])
    }

    fn end_words(rules: &Hardship, end: &LandAttritionEnd) -> String {
        let loss = match end.lost {
            Thirds::ZERO => format!("{} loses nothing", rules.name),
            lost => format!("{} loses {lost} LD and keeps {}", rules.name, end.kept),
        };
        let pillage = if end.pillage { "; a province is pillaged" } else { "" };
        let foraging = if end.foraging { ", and the stack is scattered foraging" } else { "" };
        format!("{loss}{pillage}{foraging}.")
    }

    fn figures(_: &Hardship) -> Vec<Figure<LandAttrition>> {
        vec![
            Figure::new("losses", "LD lost", Unit::Thirds, |end: &LandAttritionEnd| end.lost.0.into()),
            Figure::new("pillage", "a province is pillaged", Unit::Flag, |end: &LandAttritionEnd| {
                end.pillage.into()
            }),
            Figure::new("destroyed", "the stack is gone", Unit::Flag, |end: &LandAttritionEnd| {
                (end.kept == Stack::default()).into()
            }),
        ]
    }

    /// A pillage costs as much as a third of an LD, foraging as much again.
    fn objective(_: &Hardship, side: Side, end: &LandAttritionEnd) -> i64 {
        let kept = i64::from(end.kept.size().0) - i64::from(end.pillage) - i64::from(end.foraging);
        if side == Side::First { kept } else { -kept }
    }

    fn objective_words(_: &Hardship, _: Side) -> String {
        "1 for each third of an LD left, less 1 for a pillage and 1 for foraging".to_owned()
    }

    fn policy(&self, rules: &Hardship, _: &Choice<'_>) -> usize {
        match self {
            LandAttrition::Ration(_) => usize::from(rules.policy.p == PillagePolicy::Pillage),
            _ => 0,
        }
    }
}
