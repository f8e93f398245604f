//! Typed charts of attrition, exploration and remaining troops.

use super::siege::figures;
use super::{array, each_row, labels};
use crate::power::Technology;
use crate::thirds::Thirds;
use grognard_charts::{BadData, Bands, Pages, Table};
use grognard_umpire::Look;

/// What land attrition takes in Europe.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Toll {
    /// LD lost.
    pub ld: u8,
    /// Whether P comes with it.
    pub pillage: bool,
}

impl Toll {
    fn read(text: &str) -> Option<Toll> {
        let (ld, pillage) = match text {
            "-" => (0, false),
            "P" => (0, true),
            _ => match text.strip_suffix("+P") {
                Some(ld) => (ld.parse().ok()?, true),
                None => (text.parse().ok()?, false),
            },
        };
        Some(Toll { ld, pillage })
    }
}

/// What P means to a technology.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PillageRule {
    /// One LD lost and a pillage.
    Both,
    /// One LD lost, or a pillage and foraging, as the owner likes.
    ChoiceWithForaging,
    /// One LD lost or a pillage, as the owner likes.
    Choice,
}

/// Whether an exploration succeeds, and whether its leader may die of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Discovery {
    /// Success or failure.
    Certain {
        /// Whether it succeeds.
        success: bool,
        /// Whether the leader is tested.
        test: LeaderTest,
    },
    /// A second die decides.
    Half,
}

/// When the leader of an exploration is tested.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LeaderTest {
    /// Never.
    Never,
    /// Always.
    Always,
    /// If he explores without troops.
    Alone,
}

impl Discovery {
    fn read(text: &str) -> Option<Discovery> {
        if text == "half" {
            return Some(Discovery::Half);
        }
        let mut letters = text.chars();
        let success = match letters.next()? {
            'S' => true,
            'F' => false,
            _ => return None,
        };
        let test = match letters.as_str() {
            "" => LeaderTest::Never,
            "!" => LeaderTest::Always,
            "?" => LeaderTest::Alone,
            _ => return None,
        };
        Some(Discovery::Certain { success, test })
    }
}

/// What a percentage leaves of troops: thirds, and whether a coin decides over one more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Left {
    /// Thirds left.
    pub thirds: Thirds,
    /// Whether one chance in two takes a d more.
    pub coin: bool,
}

impl Left {
    fn read(text: &str) -> Option<Left> {
        let (text, coin) = text.strip_suffix('?').map_or((text, false), |rest| (rest, true));
        let mut thirds = 0;
        for part in text.split('+').filter(|part| *part != "-") {
            thirds += match part {
                "d" => 1,
                "2d" => 2,
                whole => 3 * whole.parse::<i16>().ok()?,
            };
        }
        Some(Left { thirds: Thirds(thirds), coin })
    }
}

/// The charts of attrition.
pub struct AttritionCharts {
    bands: Bands,
    discovery: Vec<[Discovery; 2]>,
    discovery_2020: Vec<(i16, [Discovery; 2])>,
    percent: Vec<u8>,
    toll: Vec<[Toll; 4]>,
    half_bands: Bands,
    half: Vec<[Discovery; 2]>,
    left: [[Left; 9]; 12],
    old_eighty: [Left; 2],
    pillage: [PillageRule; 7],
    land_modifiers: [i16; 10],
    siege_modifiers: [i16; 8],
    causes: [i16; 5],
}

/// A modifier of land attrition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LandModifier {
    /// In enemy land.
    Enemy,
    /// In friendly land.
    Friendly,
    /// For each further cause.
    Extra,
    /// For each pillage-.
    PillageMinus,
    /// For each pillage+.
    PillagePlus,
    /// For each unfriendly revolt-.
    RevoltMinus,
    /// For each unfriendly revolt+.
    RevoltPlus,
    /// Without a line of supply.
    NoSupply,
    /// For each hostile strait fort that the supply by sea passes in Europe.
    StraitFort,
    /// Going home by agreement or as one likes.
    Redeployment,
}

const LAND: [&str; 10] = [
    "enemy province",
    "friendly provinces",
    "extra cause",
    "pillage-",
    "pillage+",
    "revolt-",
    "revolt+",
    "no line of supply",
    "strait fort",
    "redeployment",
];

/// A modifier of siege attrition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SiegeModifier {
    /// Always.
    Base,
    /// A massed force.
    Massed,
    /// Bad weather.
    BadWeather,
    /// Besieged in a port that no fleet blockades.
    OpenPort,
    /// For each siegeworks- before the besieged.
    WorksMinus,
    /// For each siegeworks+ before the besieged.
    WorksPlus,
    /// A besieger without a line of supply.
    NoSupply,
    /// And too small for the fortress.
    AlsoTooSmall,
}

const SIEGE: [&str; 8] = [
    "base",
    "massed force",
    "bad weather",
    "besieged in an open port",
    "siegeworks- if besieged",
    "siegeworks+ if besieged",
    "no line of supply",
    "also too small",
];

/// A bound of the causes of land attrition on the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// LD of a massed force.
    MassedLd,
    /// LD of a massed force without logistics.
    MassedLdWithoutLogistics,
    /// Pashas of a massed force.
    MassedPashas,
    /// Movement points.
    Points,
    /// Movement points in bad weather.
    PointsInBadWeather,
}

const CAUSES: [&str; 5] = [
    "massed force LD",
    "massed force LD without logistics",
    "massed force pashas",
    "movement points",
    "movement points in bad weather",
];

/// The row labels of the remaining troops.
const SIZES: [&str; 12] = ["d", "2d", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];

/// Where the losses by size begin on the page.
const TOLL_COLUMN: usize = 4;

/// Which of the columns of losses a stack is looked up in: one LD, two, three to five, more.
fn size_column(ld: u8) -> usize {
    match ld {
        0 | 1 => 0,
        2 => 1,
        3..=5 => 2,
        _ => 3,
    }
}

impl AttritionCharts {
    pub(super) fn load(pages: &Pages) -> Result<AttritionCharts, BadData> {
        let table = pages.table("attrition")?;
        let found = |table: &Table, row, column| table.parse(row, column, "S, F or half", Discovery::read);
        let newer = pages.table("exploration-2020")?;
        let half = pages.table("half-discovery")?;
        let left = pages.table("remaining-troops")?;
        left.expect_rows(&SIZES)?;
        let old = pages.table("remaining-troops-2013")?;
        old.expect_rows(&["7", "8"])?;
        let pillage = pages.table("pillage-result")?;
        pillage.expect_rows(&labels(Technology::ALL, |technology| technology.key()))?;
        for key in [
            "land-attrition-modifiers",
            "attrition-causes",
            "siege-attrition-modifiers",
            "sea-attrition-modifiers",
            "exploration-modifiers",
        ] {
            let table = pages.table(key)?;
            each_row(table, |row| table.number::<i16>(row, 1))?;
        }
        let rule = |text: &str| {
            Some(match text {
                "both" => PillageRule::Both,
                "choice with foraging" => PillageRule::ChoiceWithForaging,
                "choice" => PillageRule::Choice,
                _ => return None,
            })
        };
        let mut meaning = [PillageRule::Both; 7];
        for (index, slot) in meaning.iter_mut().enumerate() {
            let row = pillage.row(Technology::ALL[index].key())?;
            *slot = pillage.parse(row, 1, "both, choice or choice with foraging", rule)?;
        }
        Ok(AttritionCharts {
            bands: table.bands()?,
            discovery: each_row(table, |row| Ok([found(table, row, 1)?, found(table, row, 2)?]))?,
            discovery_2020: each_row(newer, |row| {
                Ok((newer.number(row, 0)?, [found(newer, row, 1)?, found(newer, row, 2)?]))
            })?,
            percent: each_row(table, |row| table.number(row, 3))?,
            toll: each_row(table, |row| {
                array(|column| table.parse(row, column + TOLL_COLUMN, "LD lost such as `1+P`", Toll::read))
            })?,
            half_bands: half.bands()?,
            half: each_row(half, |row| Ok([found(half, row, 1)?, found(half, row, 2)?]))?,
            left: array(|row| {
                let row = left.row(SIZES[row])?;
                array(|column| left.parse(row, column + 1, "troops such as `2+d?`", Left::read))
            })?,
            old_eighty: array(|row| old.parse(row, 1, "troops such as `2+d?`", Left::read))?,
            pillage: meaning,
            land_modifiers: figures(pages, "land-attrition-modifiers", &LAND)?,
            siege_modifiers: figures(pages, "siege-attrition-modifiers", &SIEGE)?,
            causes: figures(pages, "attrition-causes", &CAUSES)?,
        })
    }

    /// What land attrition takes from a stack in Europe.
    pub fn toll(&self, die: i16, ld: u8) -> Toll {
        self.toll[self.bands.row(die.into())][size_column(ld)]
    }

    /// The facts of that look-up.
    pub(crate) fn toll_look(&self, pages: &Pages, die: i16, ld: u8) -> Look {
        let column = TOLL_COLUMN + size_column(ld);
        pages.table("attrition").expect("checked").look(self.bands.row(die.into()), column)
    }

    /// The percentage lost at sea or outside Europe.
    pub fn percent(&self, die: i16) -> u8 {
        self.percent[self.bands.row(die.into())]
    }

    /// The facts of that look-up.
    pub(crate) fn percent_look(&self, pages: &Pages, die: i16) -> Look {
        pages.table("attrition").expect("checked").look(self.bands.row(die.into()), 3)
    }

    /// How an exploration at sea or on land comes out, by the line of the attrition column.
    pub fn discovery(&self, die: i16, at_sea: bool, newer: bool) -> Discovery {
        let column = usize::from(!at_sea);
        let later = self.discovery_2020.iter().find(|(line, _)| newer && *line == die);
        later.map_or(self.discovery[self.bands.row(die.into())][column], |(_, cells)| cells[column])
    }

    /// How a half success comes out.
    pub fn half(&self, die: i16, newer: bool) -> Discovery {
        self.half[self.half_bands.row(die.into())][usize::from(newer)]
    }

    /// The facts of that look-up.
    pub(crate) fn half_look(&self, pages: &Pages, die: i16, newer: bool) -> Look {
        let column = 1 + usize::from(newer);
        pages.table("half-discovery").expect("checked").look(self.half_bands.row(die.into()), column)
    }

    /// What a loss of so many per cent leaves of a block of whole detachments (at most 10), or of one or
    /// two thirds.
    pub fn left(&self, whole: u8, thirds: u8, percent: u8, old: bool) -> Left {
        let row = match (whole, thirds) {
            (0, thirds) => usize::from(thirds.clamp(1, 2)) - 1,
            (whole, _) => usize::from(whole.min(10)) + 1,
        };
        match percent {
            0 => Left { thirds: Thirds(i16::from(whole) * 3 + i16::from(thirds)), coin: false },
            100.. => Left::default(),
            80 if old && (7..=8).contains(&whole) => self.old_eighty[usize::from(whole) - 7],
            percent => self.left[row][usize::from(percent / 10) - 1],
        }
    }

    /// The facts of that look-up, where one cell says it all.
    pub(crate) fn left_look(&self, pages: &Pages, size: Thirds, percent: u8, old: bool) -> Option<Look> {
        let (whole, d) = (size.floor() as u8, (size.0 % 3) as u8);
        let one_block = (whole == 0) != (d == 0) && whole <= 10;
        if !one_block || !(10..=90).contains(&percent) {
            return None;
        }
        if percent == 80 && old && (7..=8).contains(&whole) {
            return Some(
                pages.table("remaining-troops-2013").expect("checked").look(usize::from(whole) - 7, 1),
            );
        }
        let row = if whole == 0 { usize::from(d) - 1 } else { usize::from(whole) + 1 };
        let column = usize::from(percent / 10);
        Some(pages.table("remaining-troops").expect("checked").look(row, column))
    }

    /// A modifier of land attrition.
    pub(crate) fn land_modifier(&self, row: LandModifier) -> i16 {
        self.land_modifiers[row as usize]
    }

    /// A modifier of siege attrition.
    pub(crate) fn siege_modifier(&self, row: SiegeModifier) -> i16 {
        self.siege_modifiers[row as usize]
    }

    /// A bound of the causes of land attrition on the move.
    pub(crate) fn bound(&self, row: Bound) -> u8 {
        self.causes[row as usize] as u8
    }

    /// What P means to a technology.
    pub fn pillage(&self, technology: Technology) -> PillageRule {
        self.pillage[technology as usize]
    }
}
