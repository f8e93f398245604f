//! What people see of a volley.

use super::{Alight, Stage, Volley, VolleyEnd, VolleyRules};
use crate::assault::{is_hurt, unit_facts, worth};
use crate::morale::Outcome;
use crate::unit::{Body, capital, counted};
use grognard_umpire::{Choice, Fact, Figure, Playable, Side, Unit as Measure};

fn outcome_words(outcome: Option<Outcome>, body: &Body) -> &'static str {
    match outcome {
        _ if body.fate.is_gone() => ", off the table",
        None => "",
        Some(Outcome::Halted) => ", halted",
        Some(Outcome::HaltedShaken) => ", halted and shaken",
        Some(Outcome::Rout) => ", routing",
        Some(_) => ", steady",
    }
}

impl Playable for Volley {
    fn side_name(rules: &VolleyRules, side: Side) -> String {
        rules.names[side].clone()
    }

    fn view(&self, rules: &VolleyRules, _viewer: Option<Side>) -> Fact {
        let units = rules.marks.iter().zip(&self.now);
        Fact::record([(
            "units",
            Fact::list(units.filter_map(|(mark, body)| Some(unit_facts(&mark.unit, body.as_ref()?)))),
        )])
    }

    fn end_facts(rules: &VolleyRules, end: &VolleyEnd) -> Fact {
        let units = rules.marks.iter().enumerate().filter_map(|(index, mark)| {
            let Fact::Record(mut facts) = unit_facts(&mark.unit, end.now[index].as_ref()?) else {
                return None;
            };
            facts.push(("hits".to_owned(), Fact::from(end.hits[index])));
            let outcome = end.outcomes[index].map(Outcome::word);
            facts.push(("test".to_owned(), Fact::from(outcome)));
            Some(Fact::Record(facts))
        });
        Fact::record([
            ("hits", Fact::from(end.hits[0])),
            ("test", Fact::from(end.outcomes[0].map(Outcome::word))),
            ("alight", Fact::from(end.alight == Alight::Yes)),
            ("units", Fact::list(units)),
        ])
    }

    fn end_words(rules: &VolleyRules, end: &VolleyEnd) -> String {
        let mut parts: Vec<String> = Vec::new();
        for (index, mark) in rules.marks.iter().enumerate() {
            let Some(body) = end.now[index] else { continue };
            let words = outcome_words(end.outcomes[index], &body);
            parts.push(format!("{}: {}{words}", mark.unit.name, counted(end.hits[index].into(), "hit")));
            if is_hurt(body.general) {
                parts.push(format!("its general {}", body.general.words()));
            }
        }
        if end.alight == Alight::Yes {
            parts.push("the cover burns".to_owned());
        }
        capital(&format!("{}.", parts.join("; ")))
    }

    fn figures(rules: &VolleyRules) -> Vec<Figure<Self>> {
        let name = rules.marks[0].unit.name.clone();
        let is = |outcome: Outcome| move |end: &VolleyEnd| i64::from(end.outcomes[0] == Some(outcome));
        let flag = Measure::Flag;
        let before = rules.before;
        let strength =
            |now: &[Option<Body>]| -> i64 { now.iter().flatten().map(|body| i64::from(body.strength)).sum() };
        let lost = move |end: &VolleyEnd| strength(&before[..1]) - strength(&end.now[..1]);
        let mut figures = vec![
            Figure::new("hits", format!("hits on {name}"), Measure::Count, |end: &VolleyEnd| {
                i64::from(end.hits[0])
            }),
            Figure::new("losses", format!("stands or crew lost by {name}"), Measure::Count, lost),
            Figure::new("halted", format!("{name}: halted"), flag, is(Outcome::Halted)),
            Figure::new("shaken", format!("{name}: halted and shaken"), flag, is(Outcome::HaltedShaken)),
            Figure::new("routed", format!("{name}: routing"), flag, is(Outcome::Rout)),
            Figure::new("removed", format!("{name}: off the table"), flag, |end: &VolleyEnd| {
                i64::from(end.now[0].is_some_and(|body| body.fate.is_gone()))
            }),
            Figure::new("staff-hurt", "generals and engineers hurt", Measure::Count, |end: &VolleyEnd| {
                let bodies = end.now.iter().flatten();
                bodies.map(|body| i64::from(is_hurt(body.general)) + i64::from(is_hurt(body.engineer))).sum()
            }),
            Figure::new("alight", "the cover burns", flag, |end: &VolleyEnd| {
                i64::from(end.alight == Alight::Yes)
            }),
        ];
        if rules.marks.len() > 1 {
            figures.push(Figure::new(
                "hits-elsewhere",
                "hits on the others",
                Measure::Count,
                |end: &VolleyEnd| end.hits[1..].iter().map(|&hits| i64::from(hits)).sum(),
            ));
        }
        figures
    }

    fn objective(rules: &VolleyRules, side: Side, end: &VolleyEnd) -> i64 {
        let units = rules.marks.iter().zip(&end.now);
        units
            .filter_map(|(mark, body)| {
                let worth = worth(&mark.unit, body.as_ref()?, &rules.charts);
                Some(if mark.side == side { worth } else { -worth })
            })
            .sum()
    }

    fn objective_words(_rules: &VolleyRules, _side: Side) -> String {
        "half points of what is left, less the enemy's; a routing unit, or one below half strength, counts half"
            .to_owned()
    }

    fn policy(&self, rules: &VolleyRules, _choice: &Choice<'_>) -> usize {
        match self.stage {
            Stage::Rerolls(_, thrown) => thrown.advice(&rules.charts),
            _ => 0,
        }
    }
}
