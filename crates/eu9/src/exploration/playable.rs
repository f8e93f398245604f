//! What people see of an exploration.

use super::{Expedition, Exploration, ExplorationEnd};
use grognard_umpire::{Choice, Fact, Figure, Playable, Side, Unit};

impl Playable for Exploration {
    fn side_name(rules: &Expedition, side: Side) -> String {
        match side {
            Side::First => rules.name.clone(),
            Side::Second => "the unknown".to_owned(),
        }
    }

    fn view(&self, rules: &Expedition, _: Option<Side>) -> Fact {
        let (stage, left) = match self {
            Exploration::Brink | Exploration::Waste(_) => ("on the way", rules.company()),
            Exploration::Discover(left) | Exploration::Toll(left, ..) => ("exploring", *left),
            Exploration::Shed(left, ..) => ("losses", *left),
            Exploration::Half(left) => ("half a success", *left),
            Exploration::Test(left, _) => ("the explorer's life", *left),
        };
        Fact::record([("stage", Fact::from(stage)), ("left", left.to_string().into())])
    }

    fn end_facts(_: &Expedition, end: &ExplorationEnd) -> Fact {
        Fact::record([
            ("found", Fact::from(end.found)),
            ("left", end.left.to_string().into()),
            ("left-thirds", end.left.size().0.into()),
            ("explorer-died", end.died.into()),
        ])
    }

    fn end_words(rules: &Expedition, end: &ExplorationEnd) -> String {
        let what = if end.found { "finds what it sought" } else { "finds nothing" };
        let died = if end.died { "; its leader dies" } else { "" };
        format!("{} {what}; left: {}{died}.", rules.name, end.left)
    }

    fn figures(_: &Expedition) -> Vec<Figure<Exploration>> {
        let flag = |key, words: &str, of: fn(&ExplorationEnd) -> bool| {
            Figure::new(key, words, Unit::Flag, move |end| i64::from(of(end)))
        };
        vec![
            flag("found", "something is found", |end| end.found),
            flag("died", "the explorer dies", |end| end.died),
            Figure::new("left", "detachments left", Unit::Thirds, |end: &ExplorationEnd| {
                i64::from(end.left.size().0)
            }),
        ]
    }

    fn objective(_: &Expedition, side: Side, end: &ExplorationEnd) -> i64 {
        let value = 100 * i64::from(end.found) + i64::from(end.left.size().0);
        if side == Side::First { value } else { -value }
    }

    fn objective_words(_: &Expedition, _: Side) -> String {
        "a discovery 100, each third left 1".to_owned()
    }

    fn policy(&self, _: &Expedition, _: &Choice<'_>) -> usize {
        0
    }
}
