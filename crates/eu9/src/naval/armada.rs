//! The givens of a naval battle, read from a battle file.

use super::Formation;
use crate::charts::Charts;
use crate::fleet::{Fleet, SEA_COUNTERS_MAX, fleet_line};
use crate::leader::{Commander, Leader};
use crate::power::{Class, Country, NavalTechnology, Period, Turn};
use crate::profile::{NavalProfile, NavalProfileText};
use crate::scene::{first_fight_problem, word_or_values};
use grognard_charts::{BadData, Problem, read, refuse};
use grognard_umpire::{BySide, Side};
use serde::{Deserialize, Deserializer};
use std::sync::Arc;

/// Where a naval battle is fought.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
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
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LeavePolicy {
    /// Never.
    #[default]
    Never,
    /// When it has less morale left than the enemy.
    WhenBehind,
    /// When it has one point of morale left.
    WhenShaken,
}

/// One fleet's `[….policy]`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct NavalPolicy {
    /// The kind it puts in the first line if it has both; warships if left out.
    #[serde(default = "warships")]
    pub first_line: Line,
    /// When it leaves; never if left out.
    #[serde(default)]
    pub leave: LeavePolicy,
}

fn warships() -> Line {
    Line::Warships
}

impl Default for NavalPolicy {
    fn default() -> Self {
        NavalPolicy { first_line: warships(), leave: LeavePolicy::default() }
    }
}

#[derive(Clone, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(untagged))]
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
    /// Fleets of other nations that fight under the same admiral.
    #[serde(default)]
    allies: Vec<AllyText>,
    /// The box its naval technology has reached; that of the technology itself if left out.
    technology_box: Option<u8>,
    #[serde(default)]
    policy: NavalPolicy,
}

impl<'de> Deserialize<'de> for AdmiralText {
    fn deserialize<D: Deserializer<'de>>(text: D) -> Result<Self, D::Error> {
        word_or_values(text, AdmiralText::Drawn, AdmiralText::Present)
    }
}

/// A contingent of another nation.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct AllyText {
    country: Country,
    class: Option<Class>,
    ships: String,
    technology: NavalTechnology,
    #[serde(default)]
    veteran: bool,
}

grognard_charts::battle_file! {
    /// A naval battle file.
    #[derive(Clone, Debug)]
    pub struct NavalText {
        year: u16,
        sea: Sea,
        #[serde(default)]
        rules: NavalProfileText,
        attacker: NavyText,
        defender: NavyText,
    }
}

/// One fleet of a naval battle.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
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
                crate::replacement::admiral(charts, self.country, leader)
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
    /// Whether several nations sail together.
    pub(super) allied: BySide<bool>,
    /// How far each side has come in naval technology.
    pub(super) boxes: BySide<u8>,
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
            let problem = Turn::outside(setup.year);
            problems.push(Problem::new("year", problem));
            Turn(1)
        });
        let period = charts.period(turn).unwrap_or(Period::I);
        let scene = Scene { charts, turn, period, year: setup.year, sea: setup.sea };
        let navies = BySide::new(
            scene.navy("attacker", &setup.attacker, &setup.defender, &mut problems),
            scene.navy("defender", &setup.defender, &setup.attacker, &mut problems),
        );
        if !problems.is_empty() {
            return Err(refuse(file, text, &problems));
        }
        let profile = setup.rules.profile();
        let mut givens = NavalEngagement::new(charts, profile, setup.title, turn, setup.sea, navies);
        let stated = BySide::new(setup.attacker.technology_box, setup.defender.technology_box);
        for side in Side::ALL {
            givens.boxes[side] = stated[side].unwrap_or(givens.boxes[side]);
        }
        givens.allied = BySide::new(!setup.attacker.allies.is_empty(), !setup.defender.allies.is_empty());
        Ok(givens)
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
        let boxes = BySide::from_fn(|side: Side| charts.sea.box_of(navies[side].technology));
        let charts = Arc::clone(charts);
        let formations = std::array::from_fn(|_| Formation::default());
        let mut givens = NavalEngagement {
            charts,
            profile,
            title,
            turn,
            period,
            sea,
            navies,
            allied: BySide::default(),
            boxes,
            admirals,
            formations,
        };
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
    fn navy(&self, key: &str, text: &NavyText, enemy: &NavyText, problems: &mut Vec<Problem>) -> Navy {
        let own = AllyText {
            country: text.country,
            class: text.class,
            ships: text.ships.clone(),
            technology: text.technology,
            veteran: text.veteran,
        };
        let nations: Vec<(Fleet, AllyText)> = std::iter::once(own)
            .chain(text.allies.iter().cloned())
            .map(|nation| (self.contingent(key, &nation, problems), nation))
            .collect();
        let (fleet, technology, veteran) = self.together(key, &nations, problems);
        let mut wrong = |field: &str, words: String| {
            problems.push(Problem::new(format!("{key}.{field}"), words));
        };
        if nations.len() > NATIONS_MAX {
            wrong("allies", format!("a fleet has three counters, and so at most {NATIONS_MAX} nations"));
        }
        if text.technology_box.is_some_and(|reached| reached > BOX_MAX) {
            wrong("technology-box", format!("the track has {BOX_MAX} boxes"));
        }
        let mut enemies = std::iter::once(enemy.country).chain(enemy.allies.iter().map(|ally| ally.country));
        let turks = enemies.any(|country| country == Country::Turkey);
        if text.first_fight_with_turkey
            && let Some(words) = first_fight_problem(self.charts, self.year, turks, text.country, &text.name)
        {
            wrong("first-fight-with-turkey", words);
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
                let range = 0..=Leader::VALUE_MAX;
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
            technology,
            veteran,
            first_fight_with_turkey: text.first_fight_with_turkey,
            commander,
            policy: text.policy,
        }
    }

    /// The ships of one nation.
    fn contingent(&self, key: &str, nation: &AllyText, problems: &mut Vec<Problem>) -> Fleet {
        let mut wrong = |field: &str, words: String| {
            problems.push(Problem::new(format!("{key}.{field}"), words));
        };
        let fleet = Fleet::read(&nation.ships).unwrap_or_else(|problem| {
            wrong("ships", problem);
            Fleet { warships: 1, ..Fleet::default() }
        });
        if fleet.is_empty() {
            wrong("ships", "an empty fleet cannot fight".to_owned());
        }
        // Galleys belong to the Mediterranean and, a little, the Baltic.
        if fleet.galleys + fleet.galleasses > 0 && self.sea == Sea::Ocean {
            let words = "galleys sail the Mediterranean and the Baltic only";
            wrong("ships", format!("{words} ({})", rule!("LOGISTICS-b")));
        }
        let first = self.charts.sea.first_turn("galleass");
        if fleet.galleasses > 0 && (nation.country != Country::Venice || self.turn < first) {
            wrong("ships", format!("galleasses are Venice's, from turn {} on", first.0));
        }
        let first = self.charts.sea.first_turn(nation.technology.key());
        if self.turn < first {
            let words = format!("{} does not exist before turn {}", nation.technology, first.0);
            wrong("technology", words);
        }
        fleet
    }

    /// A fleet of one or several nations: its ships, the technology of most of its warships (the worst of them
    /// at a tie), and whether more than half of it are veterans. Each nation's F counters hold their own.
    fn together(
        &self,
        key: &str,
        nations: &[(Fleet, AllyText)],
        problems: &mut Vec<Problem>,
    ) -> (Fleet, NavalTechnology, bool) {
        let mut fleet = Fleet::default();
        let (mut loose, mut veterans): (u16, u16) = (0, 0);
        for (ships, nation) in nations {
            let line = fleet_line(nation.country, nation.class.map_or("III", |class| class.key()));
            loose += u16::from(ships.loose(self.charts, line, self.period));
            veterans += if nation.veteran { ships.nd().into() } else { 0 };
            fleet = fleet.with(*ships);
        }
        let counters = u16::from(fleet.f_counters()) + loose;
        if counters > SEA_COUNTERS_MAX.into() {
            let problem = format!(
                "{counters} counters ({} F and {loose} detachments they cannot hold); a sea stack has at most \
                 {SEA_COUNTERS_MAX} ({})",
                fleet.f_counters(),
                rule!("STACK-f")
            );
            problems.push(Problem::new(format!("{key}.ships"), problem));
        }
        let warships = |technology: NavalTechnology| -> u16 {
            let theirs = nations.iter().filter(|(_, nation)| nation.technology == technology);
            theirs.map(|(ships, _)| 3 * u16::from(ships.warships) + u16::from(ships.d)).sum()
        };
        let technologies = nations.iter().map(|(_, nation)| nation.technology);
        let technology = technologies
            .max_by_key(|technology| (warships(*technology), std::cmp::Reverse(*technology)))
            .unwrap_or(NavalTechnology::Carrack);
        let veteran = match nations {
            [(_, alone)] => alone.veteran,
            _ => 2 * veterans > u16::from(fleet.nd()),
        };
        (fleet, technology, veteran)
    }
}

/// The most nations in a fleet: one a counter.
const NATIONS_MAX: usize = 3;

/// The last box of the technology track.
pub(crate) const BOX_MAX: u8 = 70;
