//! The givens of a naval battle, read from a battle file.

use super::Formation;
use crate::charts::Charts;
use crate::fleet::{Fleet, fleet_line};
use crate::leader::{Commander, Leader};
use crate::power::{Class, Country, NavalTechnology, Period, Turn};
use crate::profile::{NavalProfile, NavalProfileText};
use grognard_charts::{BadData, Problem, read, refuse};
use grognard_umpire::{BySide, Side};
use serde::Deserialize;
use std::sync::Arc;

/// Where a naval battle is fought.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Sea {
    /// The Mediterranean, home of the galleys.
    Mediterranean,
    /// The Baltic, where galleys may go.
    Baltic,
    /// Anywhere else.
    Ocean,
}

/// Which kind of ship fights in the first line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Line {
    /// Warships.
    Warships,
    /// Galleys and galleasses.
    Galleys,
    /// Transports alone: they do not fight.
    Transports,
}

impl Line {
    /// All of them, in order.
    pub(crate) const ALL: [Line; 3] = [Line::Warships, Line::Galleys, Line::Transports];

    pub(crate) const fn key(self) -> &'static str {
        match self {
            Line::Warships => "warships",
            Line::Galleys => "galleys",
            Line::Transports => "transports",
        }
    }
}

/// When a fleet leaves, if nobody is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LeavePolicy {
    /// Never.
    Never,
    /// When it has less morale left than the enemy.
    WhenBehind,
    /// When it has one point of morale left.
    WhenShaken,
}

/// One fleet's `[….policy]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct NavalPolicy {
    /// The kind it puts in the first line if it has both.
    pub first_line: Line,
    /// When it leaves.
    pub leave: LeavePolicy,
}

#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
enum AdmiralText {
    /// `replacement`.
    Drawn(String),
    /// An admiral on the board.
    Present(PresentText),
}

#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct PresentText {
    name: Option<String>,
    manoeuvre: i8,
    fire: i8,
    shock: i8,
}

#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct NavyText {
    name: String,
    country: Country,
    #[serde(default)]
    class: Option<Class>,
    ships: String,
    technology: NavalTechnology,
    #[serde(default)]
    veteran: bool,
    #[serde(default)]
    first_fight_with_turkey: bool,
    admiral: AdmiralText,
    policy: NavalPolicy,
}

/// A naval battle file.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct NavalText {
    #[allow(dead_code)]
    system: String,
    #[allow(dead_code)]
    kind: String,
    title: String,
    #[allow(dead_code)]
    date: String,
    #[allow(dead_code)]
    sources: Vec<String>,
    year: u16,
    sea: Sea,
    #[serde(default)]
    rules: NavalProfileText,
    attacker: NavyText,
    defender: NavyText,
}

/// One fleet of a naval battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Navy {
    /// What the side is called.
    pub name: String,
    /// Its country.
    pub country: Country,
    /// Its ships.
    pub fleet: Fleet,
    /// The technology of its warships.
    pub technology: NavalTechnology,
    /// Whether the ships were kept from an earlier turn.
    pub veteran: bool,
    /// Whether it meets Turkey for the first time, before 1560.
    pub first_fight_with_turkey: bool,
    /// Who commands.
    pub commander: Commander,
    /// How it decides when nobody is asked.
    pub policy: NavalPolicy,
}

impl Navy {
    /// The kinds of ship it can put in its first line.
    pub fn lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        if self.fleet.warships > 0 || self.fleet.d > 0 {
            lines.push(Line::Warships);
        }
        if self.fleet.galleys + self.fleet.galleasses > 0 {
            lines.push(Line::Galleys);
        }
        if lines.is_empty() {
            lines.push(Line::Transports);
        }
        lines
    }

    /// The ND of its first line.
    pub fn line_nd(&self, line: Line) -> i16 {
        i16::from(match line {
            Line::Warships => self.fleet.warships,
            Line::Galleys => self.fleet.galleys + self.fleet.galleasses,
            Line::Transports => self.fleet.transports,
        })
    }

    /// The technology its first line fights with.
    pub fn line_technology(&self, line: Line) -> NavalTechnology {
        match line {
            Line::Galleys => NavalTechnology::Galley,
            _ => self.technology,
        }
    }

    /// The leaders it may have: its own, or the ten of its row.
    pub(crate) fn leader(&self, charts: &Charts, number: u8) -> Leader {
        match &self.commander {
            Commander::Present { leader, .. } => *leader,
            Commander::Drawn { row } => {
                let drawn = charts.replacements(row).expect("every country has its row");
                let leader = drawn[usize::from(number.max(1) - 1)];
                // An admiral drawn for Poland manoeuvres worse, one for Prussia fires worse.
                match self.country {
                    Country::Poland => Leader { manoeuvre: leader.manoeuvre - 1, ..leader },
                    Country::Prussia => Leader { fire: leader.fire - 1, ..leader },
                    _ => leader,
                }
            }
        }
    }
}

/// The givens of a naval battle. The state of a [`NavalBattle`](crate::NavalBattle) holds only what
/// changes.
pub struct NavalEngagement {
    /// The tables.
    pub charts: Arc<Charts>,
    /// The readings in force.
    pub profile: NavalProfile,
    /// The battle's name.
    pub title: String,
    /// The turn.
    pub turn: Turn,
    /// The period.
    pub period: Period,
    /// The sea.
    pub sea: Sea,
    /// The fleets: the attacker is the first side.
    pub navies: BySide<Navy>,
    /// The admiral each face would draw; the same ten times where there is one.
    admirals: BySide<[Leader; 10]>,
    /// What follows from each pair of first lines that can meet.
    formations: [Formation; 9],
}

impl NavalEngagement {
    /// Reads a naval battle file.
    ///
    /// # Errors
    /// What is wrong with it, where, and what would be right.
    pub fn open(file: &str, text: &str, charts: &Arc<Charts>) -> Result<NavalEngagement, BadData> {
        let setup: NavalText = read(file, text)?;
        let mut problems = Vec::new();
        let turn = Turn::of_year(setup.year).unwrap_or_else(|| {
            let problem = format!("{} is outside the game; write 1490 to 1799", setup.year);
            problems.push(Problem::new("year", problem));
            Turn(1)
        });
        let period = charts.period(turn).unwrap_or(Period::I);
        let scene = Scene { charts, turn, period, year: setup.year, sea: setup.sea };
        let navies = BySide::new(
            scene.navy("attacker", &setup.attacker, setup.defender.country, &mut problems),
            scene.navy("defender", &setup.defender, setup.attacker.country, &mut problems),
        );
        if !problems.is_empty() {
            return Err(refuse(file, text, &problems));
        }
        Ok(NavalEngagement::new(charts, setup.rules.profile(), setup.title, turn, setup.sea, navies))
    }

    /// The givens of two fleets that meet, the attacker being the first.
    pub fn new(
        charts: &Arc<Charts>,
        profile: NavalProfile,
        title: String,
        turn: Turn,
        sea: Sea,
        navies: BySide<Navy>,
    ) -> NavalEngagement {
        let admirals = BySide::from_fn(|side: Side| {
            std::array::from_fn(|index| navies[side].leader(charts, index as u8 + 1))
        });
        let period = charts.period(turn).unwrap_or(Period::I);
        let charts = Arc::clone(charts);
        let formations = std::array::from_fn(|_| Formation::default());
        let mut givens =
            NavalEngagement { charts, profile, title, turn, period, sea, navies, admirals, formations };
        for first in givens.navies.first.lines() {
            for second in givens.navies.second.lines() {
                let lines = BySide::new(first, second);
                givens.formations[place_of(lines)] = Formation::of(&givens, lines);
            }
        }
        givens
    }

    /// What follows from a pair of first lines.
    #[inline]
    pub(super) fn formation(&self, lines: BySide<Line>) -> &Formation {
        &self.formations[place_of(lines)]
    }

    pub(crate) fn leaders(&self, numbers: BySide<u8>) -> BySide<Leader> {
        BySide::from_fn(|side: Side| self.admirals[side][usize::from(numbers[side].max(1) - 1)])
    }
}

fn place_of(lines: BySide<Line>) -> usize {
    3 * lines.first as usize + lines.second as usize
}

struct Scene<'a> {
    charts: &'a Charts,
    turn: Turn,
    period: Period,
    year: u16,
    sea: Sea,
}

impl Scene<'_> {
    fn navy(&self, key: &str, text: &NavyText, enemy: Country, problems: &mut Vec<Problem>) -> Navy {
        let mut wrong = |field: &str, words: String| {
            problems.push(Problem::new(format!("{key}.{field}"), words));
        };
        let fleet = Fleet::read(&text.ships).unwrap_or_else(|problem| {
            wrong("ships", problem);
            Fleet { warships: 1, ..Fleet::default() }
        });
        if fleet.is_empty() {
            wrong("ships", "an empty fleet cannot fight".to_owned());
        }
        let line = fleet_line(text.country, text.class.map_or("III", |class| class.key()));
        if let Err(refusal) = fleet.check(self.charts, line, self.period) {
            wrong("ships", refusal.to_string());
        }
        // Galleys belong to the Mediterranean and, a little, the Baltic.
        if fleet.galleys + fleet.galleasses > 0 && self.sea == Sea::Ocean {
            let words = "galleys sail the Mediterranean and the Baltic only";
            wrong("ships", format!("{words} ({})", rule!("LOGISTICS-b")));
        }
        if fleet.galleasses > 0
            && (text.country != Country::Venice || self.turn < self.charts.sea.first_turn("galleass"))
        {
            let turn = self.charts.sea.first_turn("galleass").0;
            wrong("ships", format!("galleasses are Venice's, from turn {turn} on"));
        }
        let first = self.charts.sea.first_turn(text.technology.key());
        if self.turn < first {
            let words = format!("{} does not exist before turn {}", text.technology, first.0);
            wrong("technology", words);
        }
        if text.first_fight_with_turkey && (enemy != Country::Turkey || self.year >= 1560) {
            wrong("first-fight-with-turkey", "only against Turkey, and only before 1560".to_owned());
        }
        let commander = match &text.admiral {
            AdmiralText::Drawn(word) if word == "replacement" => Commander::Drawn { row: text.country.key() },
            AdmiralText::Drawn(word) => {
                let words = format!("`{word}` is no admiral; write \"replacement\" or his values");
                wrong("admiral", words);
                Commander::Drawn { row: text.country.key() }
            }
            AdmiralText::Present(present) => {
                let leader =
                    Leader { manoeuvre: present.manoeuvre, fire: present.fire, shock: present.shock };
                let range = -1..=Leader::VALUE_MAX;
                if [leader.manoeuvre, leader.fire, leader.shock].iter().any(|v| !range.contains(v)) {
                    wrong("admiral", "a leader's values are 0 to 6".to_owned());
                }
                let name = present.name.clone().unwrap_or_else(|| format!("the admiral of {}", text.name));
                Commander::Present { name, leader, named: present.name.is_some() }
            }
        };
        Navy {
            name: text.name.clone(),
            country: text.country,
            fleet,
            technology: text.technology,
            veteran: text.veteran,
            first_fight_with_turkey: text.first_fight_with_turkey,
            commander,
            policy: text.policy,
        }
    }
}
