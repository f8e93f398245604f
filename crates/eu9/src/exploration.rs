//! Exploration: a move to the brink of the unknown, the attrition of that move, then the discovery.

use crate::attrition::{Voyage, remaining};
use crate::charts::{Charts, Discovery, LeaderTest};
use crate::fleet::Fleet;
use crate::power::{NavalTechnology, Theatre};
use crate::profile::Edition;
use crate::stack::Stack;
use crate::thirds::Thirds;
use grognard_charts::{BadData, Problem, read, refuse};
use grognard_umpire::{
    Asked, Asking, Choice, Dice, Fact, Figure, Flow, Modifier, Playable, Procedure, Ruling, Side, Umpire,
    Unit,
};
use serde::Deserialize;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

/// An exploration file.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ExplorationText {
    #[allow(dead_code)]
    system: String,
    #[allow(dead_code)]
    kind: String,
    title: String,
    #[allow(dead_code)]
    date: String,
    #[allow(dead_code)]
    sources: Vec<String>,
    name: String,
    at_sea: bool,
    ships: Option<String>,
    counters: Option<String>,
    technology: Option<NavalTechnology>,
    manoeuvre: i8,
    #[serde(default)]
    difficulty: i8,
    #[serde(default)]
    penalty: i8,
    #[serde(default)]
    zones: u8,
    #[serde(default)]
    edition: Option<Edition>,
}

/// The givens of an exploration.
pub struct Expedition {
    /// The tables.
    pub charts: Arc<Charts>,
    /// Its name.
    pub title: String,
    /// Who explores.
    pub name: String,
    /// At sea or on land.
    pub at_sea: bool,
    /// Its size in thirds.
    pub size: Thirds,
    /// MAN of the explorer.
    pub manoeuvre: i8,
    /// The penalty of the sea.
    pub penalty: i8,
    /// The move to the brink, if it costs attrition.
    pub voyage: Option<Voyage>,
    /// Whose discovery cells.
    pub edition: Edition,
}

impl Expedition {
    /// Reads an exploration file.
    ///
    /// # Errors
    /// What is wrong with it, where, and what would be right.
    pub fn open(file: &str, text: &str, charts: &Arc<Charts>) -> Result<Expedition, BadData> {
        let setup: ExplorationText = read(file, text)?;
        let mut problems = Vec::new();
        let fleet = setup.ships.as_deref().map(Fleet::read).transpose().unwrap_or_else(|problem| {
            problems.push(Problem::new("ships", problem));
            None
        });
        let stack = setup.counters.as_deref().map(Stack::read).transpose().unwrap_or_else(|problem| {
            problems.push(Problem::new("counters", problem));
            None
        });
        match (setup.at_sea, fleet, stack) {
            (true, None, _) => problems.push(Problem::new("at-sea", "an exploration at sea needs ships")),
            (false, _, None) => {
                problems.push(Problem::new("at-sea", "an exploration on land needs counters"))
            }
            _ => {}
        }
        if !problems.is_empty() {
            return Err(refuse(file, text, &problems));
        }
        let size = match setup.at_sea {
            true => fleet.unwrap_or_default().size(),
            false => stack.unwrap_or_default().size(),
        };
        let voyage = fleet.filter(|_| setup.at_sea).map(|fleet| Voyage {
            leader: setup.manoeuvre,
            difficulty: setup.difficulty,
            zones: setup.zones,
            penalty: setup.penalty,
            ..Voyage::new(Side::First, fleet, setup.technology.unwrap_or(NavalTechnology::Carrack))
        });
        Ok(Expedition {
            charts: Arc::clone(charts),
            title: setup.title,
            name: setup.name,
            at_sea: setup.at_sea,
            size,
            manoeuvre: setup.manoeuvre,
            penalty: setup.penalty,
            voyage,
            edition: setup.edition.unwrap_or(Edition::Of2020),
        })
    }
}

/// An exploration under way. Equal states have equal futures.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Exploration {
    /// The move to the brink, with its attrition.
    Brink,
    /// The discovery roll, with what is left.
    Discover(Thirds),
    /// A half success is settled.
    Half(Thirds),
    /// The explorer is tested.
    Test(Thirds, bool),
}

/// How an exploration ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ExplorationEnd {
    /// Whether anything was found.
    pub found: bool,
    /// What is left, in thirds.
    pub left: Thirds,
    /// Whether the explorer died.
    pub died: bool,
}

impl Exploration {
    fn lose(size: Thirds, percent: u8, rules: &Expedition, ump: &mut impl Umpire) -> Asked<Thirds> {
        match percent {
            0 => Ok(size),
            percent => remaining(&rules.charts, Side::First, size, percent, rules.edition, ump),
        }
    }

    fn settle(left: Thirds, discovery: Discovery) -> std::ops::ControlFlow<ExplorationEnd, Exploration> {
        match discovery {
            Discovery::Half => Continue(Exploration::Half(left)),
            Discovery::Certain { success, test } => {
                let tested =
                    test == LeaderTest::Always || (test == LeaderTest::Alone && left == Thirds::ZERO);
                match tested {
                    true => Continue(Exploration::Test(left, success)),
                    false => Break(ExplorationEnd { found: success, left, died: false }),
                }
            }
        }
    }
}

impl Procedure for Exploration {
    type Rules = Expedition;
    type End = ExplorationEnd;

    fn step(self, rules: &Expedition, ump: &mut impl Umpire) -> Flow<Self> {
        let newer = rules.edition == Edition::Of2020;
        Ok(match self {
            Exploration::Brink => {
                // Staying next to the unknown can be the move; whatever it costs comes first.
                ump.cite(rule!("EXPLORE-a"));
                let left = match rules.voyage {
                    None => rules.size,
                    Some(voyage) => {
                        ump.cite(rule!("EXPLORE-b"));
                        let percent = voyage.roll(&rules.charts, ump)?;
                        Exploration::lose(rules.size, percent, rules, ump)?
                    }
                };
                match left == Thirds::ZERO {
                    true => Break(ExplorationEnd { found: false, left, died: false }),
                    false => Continue(Exploration::Discover(left)),
                }
            }
            Exploration::Discover(before) => {
                // Only MAN and the sea's own penalty count here.
                let clause = rule!("EXPLORE-c");
                let mut list =
                    vec![Modifier::new(-i16::from(rules.manoeuvre), clause, "MAN of the explorer")];
                if rules.penalty != 0 {
                    list.push(Modifier::new(i16::from(rules.penalty), clause, "these seas"));
                }
                let sum = Modifier::sum(&list);
                let charts = &rules.charts.attrition;
                let (discovery, percent) = ump.throw(
                    Asking::of(Side::First, rule!("EXPLORE-d"), "exploration"),
                    Dice::D10,
                    |face| {
                        let line = face as i16 + sum + EXPLORATION_LINE;
                        (charts.discovery(line, rules.at_sea, newer), charts.percent(line))
                    },
                )?;
                ump.explain_throw(|face| {
                    let total = face as i16 + sum;
                    let text = format!("{} explores: {total}, {percent} % lost", rules.name);
                    Ruling::new(rule!("EXPLORE-d"), text).with_modifiers(list)
                });
                let left = Exploration::lose(before, percent, rules, ump)?;
                Exploration::settle(left, discovery)
            }
            Exploration::Half(left) => {
                let asking = Asking::of(Side::First, rule!("EXPLORE-d"), "half success");
                let discovery =
                    ump.throw(asking, Dice::D10, |face| rules.charts.attrition.half(face as i16, newer))?;
                Exploration::settle(left, discovery)
            }
            Exploration::Test(left, found) => {
                let asking = Asking::of(Side::First, rule!("EXPLORE-d"), "the explorer's life");
                let died = ump.throw(asking, Dice::D10, |face| face as i16 > i16::from(rules.manoeuvre))?;
                Break(ExplorationEnd { found, left, died })
            }
        })
    }
}

/// Explorations are read ten lines below the attrition column.
const EXPLORATION_LINE: i16 = 10;

/// Land d are lost on entering Europe, naval d may stay there.
pub fn entering(theatre: Theatre, stack: Stack, ump: &mut impl Umpire) -> Stack {
    if theatre == Theatre::Europe && stack.d > 0 {
        ump.cite(rule!("ATTRITION-ac"));
        return Stack { d: 0, ..stack };
    }
    stack
}

impl Playable for Exploration {
    fn side_name(rules: &Expedition, side: Side) -> String {
        match side {
            Side::First => rules.name.clone(),
            Side::Second => "the unknown".to_owned(),
        }
    }
    fn view(&self, rules: &Expedition, _: Option<Side>) -> Fact {
        let (stage, left) = match self {
            Exploration::Brink => ("on the way", rules.size),
            Exploration::Discover(left) => ("exploring", *left),
            Exploration::Half(left) => ("half a success", *left),
            Exploration::Test(left, _) => ("the explorer's life", *left),
        };
        Fact::record([("stage", Fact::from(stage)), ("left", left.to_string().into())])
    }
    fn end_facts(_: &Expedition, end: &ExplorationEnd) -> Fact {
        Fact::record([
            ("found", Fact::from(end.found)),
            ("left", end.left.to_string().into()),
            ("explorer-died", end.died.into()),
        ])
    }
    fn end_words(rules: &Expedition, end: &ExplorationEnd) -> String {
        let what = if end.found { "finds what it sought" } else { "finds nothing" };
        let died = if end.died { "; its leader dies" } else { "" };
        format!("{} {what}, {} left{died}.", rules.name, end.left)
    }
    fn figures(_: &Expedition) -> Vec<Figure<Exploration>> {
        let flag = |key, words: &str, of: fn(&ExplorationEnd) -> bool| {
            Figure::new(key, words, Unit::Flag, move |end| i64::from(of(end)))
        };
        vec![
            flag("found", "something is found", |end| end.found),
            flag("died", "the explorer dies", |end| end.died),
            Figure::new("left", "detachments left", Unit::Thirds, |end: &ExplorationEnd| {
                i64::from(end.left.0)
            }),
        ]
    }
    fn objective(_: &Expedition, side: Side, end: &ExplorationEnd) -> i64 {
        let value = 100 * i64::from(end.found) + i64::from(end.left.0);
        if side == Side::First { value } else { -value }
    }
    fn objective_words(_: &Expedition, _: Side) -> String {
        "a discovery 100, each third left 1".to_owned()
    }
    fn policy(&self, _: &Expedition, _: &Choice<'_>) -> usize {
        0
    }
}
