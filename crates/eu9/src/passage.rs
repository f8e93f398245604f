//! Two things that happen on the way and need no battle: a stack overruns a far weaker one, and a fort fires
//! at a fleet that passes under its guns.

use crate::asks::Asks;
use crate::attrition::fort_fire;
use crate::charts::{Charts, Entry};
use crate::fleet::{Fleet, Ship};
use crate::power::{Country, Theatre};
use crate::sea_attrition::check_year;
use crate::siege::LEVEL_MAX;
use crate::stack::Stack;
use crate::thirds::Thirds;
use grognard_charts::{BadData, Problem, read, refuse};
use grognard_umpire::{
    Asking, Choice, Fact, Figure, Flow, Offer, Playable, Procedure, Ruling, Side, Umpire, Unit, YesNo,
};
use serde::Deserialize;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct HostText {
    name: String,
    country: Country,
    counters: String,
}

grognard_charts::battle_file! {
    /// An overrun file.
    #[derive(Clone, Debug)]
    pub struct OverrunText {
        mover: HostText,
        enemy: HostText,
    }
}

/// The givens of an overrun. The mover is the first side.
pub struct Encounter {
    /// The tables.
    pub charts: Arc<Charts>,
    /// Its name.
    pub title: String,
    /// The mover and the enemy in his way.
    pub names: [String; 2],
    /// Their stacks.
    pub stacks: [Stack; 2],
}

impl Encounter {
    /// Reads an overrun file.
    ///
    /// # Errors
    /// What is wrong with it, where, and what would be right.
    pub fn open(file: &str, text: &str, charts: &Arc<Charts>) -> Result<Encounter, BadData> {
        let setup: OverrunText = read(file, text)?;
        let mut problems = Vec::new();
        let mut stack = |key: &str, host: &HostText| {
            let path = format!("{key}.counters");
            let stack = Stack::read(&host.counters).unwrap_or_else(|problem| {
                problems.push(Problem::new(path.as_str(), problem));
                Stack { ld: 1, ..Stack::default() }
            });
            for refusal in stack.check(host.country).err().unwrap_or_default() {
                problems.push(Problem::new(path.as_str(), refusal.to_string()));
            }
            if stack.size() == Thirds::ZERO {
                problems.push(Problem::new(path.as_str(), "an empty stack meets nobody"));
            }
            stack
        };
        let stacks = [stack("mover", &setup.mover), stack("enemy", &setup.enemy)];
        if !problems.is_empty() {
            return Err(refuse(file, text, &problems));
        }
        let names = [setup.mover.name, setup.enemy.name];
        Ok(Encounter { charts: Arc::clone(charts), title: setup.title, names, stacks })
    }
}

/// What comes of two stacks meeting on the march.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Meeting {
    /// The mover halts before he meets anybody.
    Halted,
    /// The weaker is removed without a battle, and the move goes on.
    Removed,
    /// They fight at once, as after an interception.
    AtOnce,
    /// They fight in the battle segment.
    Later,
}

impl Meeting {
    /// What it is, of a mover and an enemy.
    fn words(self, [mover, enemy]: &[String; 2]) -> String {
        match self {
            Meeting::Halted => format!("{mover} halts before {enemy}."),
            Meeting::Removed => format!("{mover} overruns {enemy} and marches on."),
            Meeting::AtOnce => format!("{mover} attacks {enemy} at once."),
            Meeting::Later => format!("{mover} must fight {enemy} in the battle segment."),
        }
    }
}

/// What comes of a mover of one size meeting an enemy of another.
pub fn meeting(charts: &Charts, [mover, enemy]: [Thirds; 2]) -> Meeting {
    let times = |row: &str| charts.figure("overrun", row);
    match mover.0 {
        size if size >= enemy.0 * times("removed without a battle") => Meeting::Removed,
        size if size >= enemy.0 * times("immediate battle") => Meeting::AtOnce,
        _ => Meeting::Later,
    }
}

/// The same, told.
pub fn come_upon(
    charts: &Charts,
    sizes: [Thirds; 2],
    names: impl Fn() -> [String; 2],
    ump: &mut impl Umpire,
) -> Meeting {
    let meeting = meeting(charts, sizes);
    let [mover, enemy] = sizes;
    ump.explain(|| {
        let text = format!("{mover} LD come upon {enemy}. {}", meeting.words(&names()));
        Ruling::new(rule!("INTERCEPT-e"), text)
    });
    meeting
}

/// A stack is about to march into the enemy's province.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Overrun;

impl Procedure for Overrun {
    type Rules = Encounter;
    type End = Meeting;

    fn step(self, rules: &Encounter, ump: &mut impl Umpire) -> Flow<Self> {
        let asking = Asking::of(Side::First, rule!("INTERCEPT-e"), Asks::MarchOn);
        if *ump.choose(asking, &[YesNo::Yes, YesNo::No])? == YesNo::No {
            return Ok(Break(Meeting::Halted));
        }
        let sizes = rules.stacks.map(Stack::size);
        Ok(Break(come_upon(&rules.charts, sizes, || rules.names.clone(), ump)))
    }
}

impl Playable for Overrun {
    fn side_name(rules: &Encounter, side: Side) -> String {
        rules.names[side as usize].clone()
    }
    fn view(&self, rules: &Encounter, _: Option<Side>) -> Fact {
        let [mover, enemy] = rules.stacks.map(|stack| Fact::from(stack.to_string()));
        Fact::record([("mover", mover), ("enemy", enemy)])
    }
    fn end_facts(_: &Encounter, end: &Meeting) -> Fact {
        let word = match end {
            Meeting::Halted => "halted",
            Meeting::Removed => "removed",
            Meeting::AtOnce => "battle at once",
            Meeting::Later => "battle later",
        };
        Fact::record([("meeting", Fact::from(word))])
    }
    fn end_words(rules: &Encounter, end: &Meeting) -> String {
        end.words(&rules.names)
    }
    fn figures(_: &Encounter) -> Vec<Figure<Overrun>> {
        vec![Figure::new("removed", "the enemy is overrun", Unit::Flag, |end| {
            i64::from(*end == Meeting::Removed)
        })]
    }
    fn objective(_: &Encounter, side: Side, end: &Meeting) -> i64 {
        let value = i64::from(*end == Meeting::Removed);
        if side == Side::First { value } else { -value }
    }
    fn objective_words(_: &Encounter, _: Side) -> String {
        "enemies overrun".to_owned()
    }
    fn policy(&self, _: &Encounter, _: &Choice<'_>) -> usize {
        0
    }
}

/// What fires at a passing fleet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Battery {
    /// A presidio, by its level.
    Presidio,
    /// A strait fort: 2 in Europe, half the level of the fortress elsewhere.
    StraitFort,
    /// Nothing but siegeworks+.
    Siegeworks,
}

/// The level with which something fires.
pub fn level_of(charts: &Charts, battery: Battery, theatre: Theatre, level: u8) -> u8 {
    match (battery, theatre) {
        (Battery::Presidio, _) => level,
        (Battery::StraitFort, Theatre::Europe) => charts.count(Entry::StraitFortLevel),
        (Battery::StraitFort, Theatre::RestOfTheWorld) => strait_fort_abroad(charts, level),
        (Battery::Siegeworks, _) => 0,
    }
}

/// What a strait fort outside Europe is worth: part of the level of its fortress.
pub(crate) fn strait_fort_abroad(charts: &Charts, level: u8) -> u8 {
    level / charts.count(Entry::StraitFortDivisor)
}

grognard_charts::battle_file! {
    /// A strait file: a fleet passes under the guns of a fort.
    #[derive(Clone, Debug)]
    pub struct StraitText {
        theatre: Theatre,
        name: String,
        /// Whose it is and when it sails, for what its F counters hold; where nothing is said, as much as any do.
        country: Option<Country>,
        year: Option<u16>,
        ships: String,
        fort: String,
        battery: Battery,
        #[serde(default)]
        level: u8,
        #[serde(default)]
        siegeworks_plus: u8,
    }
}

/// The givens of a passage. The fleet is the first side.
pub struct Narrows {
    /// The tables.
    pub charts: Arc<Charts>,
    /// Its name.
    pub title: String,
    /// The fleet's owner and the fort.
    pub names: [String; 2],
    /// The fleet.
    pub fleet: Fleet,
    /// The level that counts.
    pub level: u8,
    /// Siegeworks+ at the place.
    pub works_plus: u8,
}

impl Narrows {
    /// Reads a strait file.
    ///
    /// # Errors
    /// What is wrong with it, where, and what would be right.
    pub fn open(file: &str, text: &str, charts: &Arc<Charts>) -> Result<Narrows, BadData> {
        let setup: StraitText = read(file, text)?;
        let mut problems = Vec::new();
        let fleet = Fleet::read(&setup.ships).unwrap_or_else(|problem| {
            problems.push(Problem::new("ships", problem));
            Fleet { warships: 1, ..Fleet::default() }
        });
        if fleet.is_empty() {
            problems.push(Problem::new("ships", "nobody passes without ships"));
        }
        check_year(setup.year, &mut problems);
        if let Err(refusal) = fleet.check_somewhere(charts, setup.country, setup.year) {
            problems.push(Problem::new("ships", refusal.to_string()));
        }
        if setup.level > LEVEL_MAX {
            problems.push(Problem::new("level", "a level is 0 (a fort) to 5"));
        }
        if setup.siegeworks_plus > 2 {
            problems.push(Problem::new("siegeworks-plus", "a place has at most two siegeworks"));
        }
        if !problems.is_empty() {
            return Err(refuse(file, text, &problems));
        }
        Ok(Narrows {
            charts: Arc::clone(charts),
            title: setup.title,
            names: [setup.name, setup.fort],
            fleet,
            level: level_of(charts, setup.battery, setup.theatre, setup.level),
            works_plus: setup.siegeworks_plus,
        })
    }
}

impl Offer for Ship {
    fn key(&self) -> String {
        self.counter().to_owned()
    }
    fn words(&self) -> String {
        format!("lose an {}", self.counter())
    }
}

/// A fleet passing a fort. Equal states have equal futures.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Strait {
    /// The fort fires.
    Fire,
    /// So many ND are to be sunk; the owner says which.
    Sink(Fleet, u8),
}

/// How a passage came out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StraitEnd {
    /// Whether the fleet is stopped.
    pub stopped: bool,
    /// What is left of it.
    pub kept: Fleet,
}

impl Procedure for Strait {
    type Rules = Narrows;
    type End = StraitEnd;

    fn step(self, rules: &Narrows, ump: &mut impl Umpire) -> Flow<Self> {
        match self {
            Strait::Fire => {
                let (level, works) = (rules.level, rules.works_plus);
                let [fleet, fort] = &rules.names;
                let (stopped, sunk) =
                    fort_fire(&rules.charts, Side::Second, level, works, rules.fleet, [fort, fleet], ump)?;
                Ok(match sunk {
                    0 => Break(StraitEnd { stopped, kept: rules.fleet }),
                    sunk => Continue(Strait::Sink(rules.fleet, sunk)),
                })
            }
            Strait::Sink(mut fleet, sunk) => {
                let kinds: Vec<Ship> =
                    Ship::ALL.into_iter().filter(|ship| *ship.of(&mut fleet) > 0).collect();
                if sunk == 0 || kinds.is_empty() {
                    return Ok(Break(StraitEnd { stopped: true, kept: fleet }));
                }
                let asking = Asking::of(Side::First, rule!("INTERCEPT-h"), Asks::AShipIsSunk);
                let ship = *ump.choose(asking, &kinds)?;
                *ship.of(&mut fleet) -= 1;
                Ok(Continue(Strait::Sink(fleet, sunk - 1)))
            }
        }
    }
}

impl Playable for Strait {
    fn side_name(rules: &Narrows, side: Side) -> String {
        rules.names[side as usize].clone()
    }
    fn view(&self, rules: &Narrows, _: Option<Side>) -> Fact {
        let fleet = match self {
            Strait::Fire => rules.fleet,
            Strait::Sink(fleet, _) => *fleet,
        };
        Fact::record([("ships", Fact::from(fleet.to_string()))])
    }
    fn end_facts(_: &Narrows, end: &StraitEnd) -> Fact {
        Fact::record([("stopped", Fact::from(end.stopped)), ("kept", end.kept.to_string().into())])
    }
    fn end_words(rules: &Narrows, end: &StraitEnd) -> String {
        let [name, fort] = &rules.names;
        match (end.stopped, end.kept == rules.fleet) {
            (false, _) => format!("{name} passes {fort}."),
            (true, true) => format!("{fort} stops {name}."),
            (true, false) => format!("{fort} stops {name}, which keeps {}.", end.kept),
        }
    }
    fn figures(rules: &Narrows) -> Vec<Figure<Strait>> {
        let nd = i64::from(rules.fleet.nd());
        vec![
            Figure::new("stopped", "the fleet is stopped", Unit::Flag, |end: &StraitEnd| end.stopped.into()),
            Figure::new("sunk", "ND sunk", Unit::Count, move |end: &StraitEnd| nd - i64::from(end.kept.nd())),
        ]
    }
    fn objective(_: &Narrows, side: Side, end: &StraitEnd) -> i64 {
        let value = i64::from(end.kept.nd()) + 2 * i64::from(!end.stopped);
        if side == Side::First { value } else { -value }
    }
    fn objective_words(_: &Narrows, _: Side) -> String {
        "2 for passing, 1 for each ND left".to_owned()
    }
    /// Transports are given up first.
    fn policy(&self, _: &Narrows, choice: &Choice<'_>) -> usize {
        choice.options.count() - 1
    }
}
