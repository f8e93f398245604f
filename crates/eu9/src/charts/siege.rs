//! Typed charts of sieges and assaults.

use super::words::periods;
use super::{Reading, array, each_row};
use crate::power::Period;
use crate::thirds::Thirds;
use grognard_charts::{BadData, Bands, Pages};
use grognard_umpire::Look;

/// What a siegework roll comes to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Siegework {
    /// Nothing.
    Nothing,
    /// A siegeworks- counter.
    Minus,
    /// A siegeworks+ counter.
    Plus,
    /// A breach: an assault may follow at once.
    Breach,
    /// A breach, or war honours, as the besieger likes.
    BreachOrHonours,
    /// Surrender.
    Surrender,
}

impl Siegework {
    fn read(text: &str) -> Option<Siegework> {
        Some(match text {
            "nothing" => Siegework::Nothing,
            "siegeworks-" => Siegework::Minus,
            "siegeworks+" => Siegework::Plus,
            "breach" => Siegework::Breach,
            "breach or war honours" => Siegework::BreachOrHonours,
            "surrender" => Siegework::Surrender,
            _ => return None,
        })
    }
}

/// Who rolls in an assault, and in which column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AssaultColumn {
    /// The besieged, Fire.
    BesiegedFire,
    /// The besieged, Fire, after a breach.
    BesiegedFireBreach,
    /// The besieged, Shock.
    BesiegedShock,
    /// The besieged, Shock, after a breach.
    BesiegedShockBreach,
    /// The besieger, Fire.
    BesiegerFire,
    /// The besieger, Shock.
    BesiegerShock,
}

/// The charts of sieges.
pub struct SiegeCharts {
    artillery: [[u8; 3]; 6],
    work_bands: Bands,
    work: Vec<Siegework>,
    assault_bands: Bands,
    assault: Vec<[Reading; 6]>,
    old_shock_eight: Reading,
    resistance: [[Thirds; 2]; 6],
    corrections: [Thirds; 5],
    sizes: [u8; 3],
    work_modifiers: [i16; 11],
    check_modifiers: [i16; 3],
    assault_modifiers: [i16; 4],
    large: Vec<(String, Vec<Period>)>,
}

/// The labels of the levels: a fort, then 1 to 5.
pub(crate) const LEVELS: [&str; 6] = ["fort", "1", "2", "3", "4", "5"];

impl SiegeCharts {
    pub(super) fn load(pages: &Pages) -> Result<SiegeCharts, BadData> {
        let artillery = pages.table("siege-artillery")?;
        let work = pages.table("siegework")?;
        let assault = pages.table("assault")?;
        let old = pages.table("assault-2013")?;
        let resistance = pages.table("resistance")?;
        let corrections = pages.table("assault-losses")?;
        corrections.expect_rows(&CORRECTIONS)?;
        let large = pages.table("large-armies")?;
        for table in [artillery, resistance, pages.table("blockade")?] {
            table.expect_rows(&LEVELS)?;
        }
        for (key, rows) in [
            ("siegework-modifiers", &WORK[..]),
            ("siege-attrition-check", &CHECK),
            ("assault-modifiers", &ASSAULT),
            ("assault-sizes", &SIZES),
            ("fall", &["fallen", "besieger leaves 1 LD", "lowest in Europe"]),
        ] {
            let table = pages.table(key)?;
            table.expect_rows(rows)?;
            each_row(table, |row| table.number::<i16>(row, 1))?;
        }
        Ok(SiegeCharts {
            artillery: array(|level| array(|bonus| artillery.number(level, bonus + 1)))?,
            work_bands: work.bands()?,
            work: each_row(work, |row| work.parse(row, 1, "a siegework result", Siegework::read))?,
            assault_bands: assault.bands()?,
            assault: each_row(assault, |row| {
                array(|column| assault.parse(row, column + 1, "losses and stars", Reading::read))
            })?,
            old_shock_eight: old.parse(0, 1, "losses and stars", Reading::read)?,
            resistance: array(|level| {
                array(|column| resistance.parse(level, column + 1, "a number of thirds", Thirds::read))
            })?,
            corrections: array(|index| {
                let row = corrections.row(CORRECTIONS[index])?;
                corrections.parse(row, 1, "a number of thirds", Thirds::read)
            })?,
            sizes: figures(pages, "assault-sizes", &SIZES)?.map(|ld| ld as u8),
            work_modifiers: figures(pages, "siegework-modifiers", &WORK)?,
            check_modifiers: figures(pages, "siege-attrition-check", &CHECK)?,
            assault_modifiers: figures(pages, "assault-modifiers", &ASSAULT)?,
            large: each_row(large, |row| Ok((large.row_label(row).to_owned(), periods(large, row, 1)?)))?,
        })
    }

    /// The bonus of so much artillery against a fortress: 0 to 3.
    pub fn artillery_bonus(&self, level: u8, artillery: u8) -> i16 {
        self.artillery[usize::from(level.min(5))].iter().filter(|&&need| artillery >= need).count() as i16
    }

    /// What a modified siegework die comes to.
    pub fn siegework(&self, die: i16) -> Siegework {
        self.work[self.work_bands.row(die.into())]
    }

    /// The facts of that look-up.
    pub(crate) fn siegework_look(&self, pages: &Pages, die: i16) -> Look {
        pages.table("siegework").expect("checked").look(self.work_bands.row(die.into()), 1)
    }

    /// The result of a modified assault die; `old` reads the edition of 2013.
    pub fn assault(&self, column: AssaultColumn, die: i16, old: bool) -> Reading {
        if old && column == AssaultColumn::BesiegedShock && die == 8 {
            return self.old_shock_eight;
        }
        self.assault[self.assault_bands.row(die.into())][column as usize]
    }

    /// The facts of that look-up.
    pub(crate) fn assault_look(&self, pages: &Pages, column: AssaultColumn, die: i16) -> Look {
        let row = self.assault_bands.row(die.into());
        pages.table("assault").expect("checked").look(row, column as usize + 1)
    }

    /// The losses a fortress can take, whole or after a breach.
    pub fn resistance(&self, level: u8, breach: bool) -> Thirds {
        self.resistance[usize::from(level.min(5))][usize::from(breach)]
    }

    /// A correction of assault losses.
    pub(crate) fn correction(&self, row: Correction) -> Thirds {
        self.corrections[row as usize]
    }

    /// The most LD of a besieger who is small, small by the guide, or smaller.
    pub(crate) fn assault_sizes(&self) -> [u8; 3] {
        self.sizes
    }

    /// A modifier of the siegework die.
    pub(crate) fn work_modifier(&self, row: WorkModifier) -> i16 {
        self.work_modifiers[row as usize]
    }

    /// A modifier of the same die for siege attrition.
    pub(crate) fn check_modifier(&self, row: CheckModifier) -> i16 {
        self.check_modifiers[row as usize]
    }

    /// A modifier of the besieger's assault dice.
    pub(crate) fn assault_modifier(&self, row: AssaultModifier) -> i16 {
        self.assault_modifiers[row as usize]
    }

    /// Whether an army is large in assaults in a period.
    pub fn is_large(&self, who: &str, period: Period) -> bool {
        self.large.iter().any(|(label, periods)| label == who && periods.contains(&period))
    }
}

/// A modifier of the siegework die.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WorkModifier {
    /// For each level of the fortress.
    Level,
    /// Rough ground or an open port.
    RoughOrOpen,
    /// Both.
    RoughAndOpen,
    /// Either, outside Europe.
    AbroadRoughOrOpen,
    /// Either, at a fort.
    FortRoughOrOpen,
    /// A breach this turn.
    Breach,
    /// A costly assault.
    Costly,
    /// For each siegeworks-.
    WorksMinus,
    /// For each siegeworks+.
    WorksPlus,
    /// Troops inside.
    Troops,
    /// An army inside.
    Army,
}

const WORK: [&str; 11] = [
    "per level",
    "rough or open port",
    "rough and open port",
    "rest of the world rough or open port",
    "fort rough or open port",
    "breach this turn",
    "costly assault",
    "siegeworks-",
    "siegeworks+",
    "troops inside",
    "army inside",
];

/// A modifier of the siegework die where it decides over siege attrition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CheckModifier {
    /// The first round of the turn.
    FirstRound,
    /// A siege from an earlier turn.
    EarlierTurn,
    /// For each LD inside.
    Inside,
}

const CHECK: [&str; 3] = ["first round of the turn", "siege from an earlier turn", "per LD inside"];

/// A modifier of the besieger's assault dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AssaultModifier {
    /// The besieged are medieval.
    Medieval,
    /// The besieged have Arquebus or better.
    Modern,
    /// For each level without a breach.
    Level,
    /// A costly assault before.
    Costly,
}

const ASSAULT: [&str; 4] =
    ["besieged medieval", "besieged arquebus or better", "per level without breach", "costly assault"];

/// A correction of assault losses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Correction {
    /// A besieger of 6 LD or fewer.
    SixLd,
    /// A besieger of 4 LD or fewer.
    FourLd,
    /// A besieger without an A.
    NoArmy,
    /// A large army.
    LargeArmy,
    /// The besieger has run.
    Routed,
}

impl Correction {
    /// The correction in words.
    pub(crate) fn words(self) -> &'static str {
        CORRECTIONS[self as usize]
    }
}

const CORRECTIONS: [&str; 5] = ["6 LD or fewer", "4 LD or fewer", "no A", "large army", "besieger routed"];
const SIZES: [&str; 3] = ["small", "small by the guide", "smaller"];

/// The figures of a table by the labels of its rows.
pub(super) fn figures<const N: usize>(
    pages: &Pages,
    table: &str,
    labels: &[&str; N],
) -> Result<[i16; N], BadData> {
    let table = pages.table(table)?;
    array(|index| table.number(table.row(labels[index])?, 1))
}
