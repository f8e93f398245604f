//! Typed charts of the naval battle.

use super::reading::{MODIFIER, MORALE, NAVAL_PURSUIT, within};
use super::{Column, FireEffect, Phase, array, each_row, labels, letters};
use crate::power::{NavalTechnology, Turn};
use crate::thirds::Thirds;
use grognard_charts::{BadData, Bands, Pages, Table};

/// What becomes of a lost detachment.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Lot {
    /// It is damaged and may be repaired in a later round.
    Damaged,
    /// It is sunk.
    Destroyed,
    /// It is refitted on the spot and not lost after all.
    Refitted,
}

/// A line of the naval modifiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NavalModifier {
    /// A later day than the first.
    LaterDay,
    /// The wind.
    Wind,
    /// More stars suffered than the enemy.
    MoreStars,
    /// Galleasses against galleys.
    Galleass,
    /// Galleys against others in the Mediterranean, early.
    GalleysFavoured,
    /// Galleys against warships, late.
    GalleysHampered,
    /// The enemy tried to leave and failed.
    EnemyFailed,
    /// The first fight with Turkey.
    FirstFight,
}

/// The charts of the naval battle.
pub struct SeaCharts {
    columns: [[[Option<Column>; 2]; 8]; 8],
    columns_2013: Vec<(NavalTechnology, NavalTechnology, [Option<Column>; 2])>,
    morale: [[u8; 3]; 8],
    wind: [[i8; 8]; 8],
    modifiers: [[i16; 4]; 8],
    size_bonus: [i16; 4],
    galleys: [i16; 2],
    galleasses: [u8; 2],
    pursuit: [i16; 4],
    small: Vec<Thirds>,
    size_bands: Bands,
    size_rows: Vec<i8>,
    row_three_2013: [Thirds; 2],
    cycles: [[Lot; 3]; 2],
    dates: Vec<(String, Turn)>,
    boxes: [u8; 8],
    figures: [i16; 5],
    fire: [FireEffect; 4],
}

/// Whose Fire at sea.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Gunners {
    /// Galleys.
    Galleys,
    /// Galleys that have galleasses, against galleys.
    Galleasses,
    /// Galleys of a navy that has Battery.
    LateGalleys,
    /// Warships.
    Warships,
}

const GUNNERS: [&str; 4] =
    ["galleys", "galleys with galleasses against galleys", "galleys from battery on", "warships"];

const FIGURES: [&str; 5] = [
    "capture warships",
    "capture galleys",
    "capture transports",
    "major gap with galleys",
    "major gap with warships",
];

const MODIFIERS: &[&str] = &[
    "later day",
    "wind",
    "more stars suffered",
    "galleass",
    "galleys in the Mediterranean",
    "galleys against warships late",
    "enemy failed to retreat",
    "first fight with Turkey",
];

fn technology(text: &str) -> Option<NavalTechnology> {
    NavalTechnology::ALL.iter().copied().find(|technology| technology.key() == text)
}

fn lot(text: &str) -> Option<Lot> {
    match text {
        "damaged" => Some(Lot::Damaged),
        "destroyed" => Some(Lot::Destroyed),
        "refitted" => Some(Lot::Refitted),
        _ => None,
    }
}

fn thirds(table: &Table, row: usize, column: usize) -> Result<Thirds, BadData> {
    table.parse(row, column, "a number of thirds", Thirds::read)
}

/// The columns of every technology against every other.
fn columns(pages: &Pages, names: &[&str]) -> Result<[[[Option<Column>; 2]; 8]; 8], BadData> {
    let table = pages.table("naval-technology")?;
    table.expect_rows(names)?;
    let mut columns = [[[None; 2]; 8]; 8];
    for own in 0..8 {
        let row = table.row(names[own])?;
        for enemy in 0..8 {
            let column = table.column(names[enemy])?;
            columns[own][enemy] = table.parse(row, column, "two column letters", letters)?;
        }
    }
    Ok(columns)
}

/// What becomes of lost ships, of the winner's and of the others'.
fn cycles(pages: &Pages) -> Result<[[Lot; 3]; 2], BadData> {
    let table = pages.table("naval-loss-cycle")?;
    table.expect_rows(&["winner", "not winner"])?;
    let mut cycles = [[Lot::Damaged; 3]; 2];
    for (index, label) in ["winner", "not winner"].iter().enumerate() {
        for (place, slot) in cycles[index].iter_mut().enumerate() {
            *slot = table.parse(table.row(label)?, place + 1, "damaged, destroyed or refitted", lot)?;
        }
    }
    Ok(cycles)
}

/// What Fire does, by who fires.
fn fire(pages: &Pages) -> Result<[FireEffect; 4], BadData> {
    let table = pages.table("naval-fire-effect")?;
    table.expect_rows(&GUNNERS)?;
    let mut fire = [FireEffect::Full; 4];
    for (slot, label) in fire.iter_mut().zip(GUNNERS) {
        *slot = table.parse(table.row(label)?, 1, "half or full", |text| match text {
            "half" => Some(FireEffect::HalvedUp),
            "full" => Some(FireEffect::Full),
            _ => None,
        })?;
    }
    Ok(fire)
}

impl SeaCharts {
    pub(super) fn load(pages: &Pages) -> Result<SeaCharts, BadData> {
        let names = labels(NavalTechnology::ALL, |technology| technology.key());
        let old = pages.table("naval-technology-2013")?;
        let columns_2013 = each_row(old, |row| {
            let own = old.parse(row, 0, "a naval technology", technology)?;
            let enemy = old.parse(row, 1, "a naval technology", technology)?;
            Ok((own, enemy, old.parse(row, 2, "two column letters", letters)?))
        })?;
        let morale_table = pages.table("naval-morale")?;
        let wind_table = pages.table("wind")?;
        let modifiers = pages.table("naval-modifiers")?;
        modifiers.expect_rows(MODIFIERS)?;
        let small = pages.table("naval-small-stack")?;
        small.expect_rows(&["0", "1", "2", "3", "4", "5", "6"])?;
        let rows = pages.table("naval-size-row")?;
        let old_row = pages.table("naval-loss-row-2013")?;
        let dates = pages.table("naval-technology-dates")?;
        let (bonus, chase) = (pages.table("naval-size-bonus")?, pages.table("naval-pursuit-modifiers")?);
        bonus.expect_rows(SIZE)?;
        chase.expect_rows(PURSUIT)?;
        let figures = pages.table("naval-figures")?;
        each_row(figures, |row| within::<i16>(figures, row, 1, 0..=100))?;
        Ok(SeaCharts {
            figures: super::siege::figures(pages, "naval-figures", &FIGURES)?,
            columns: columns(pages, &names)?,
            columns_2013,
            morale: array(|index| {
                let row = morale_table.row(names[index])?;
                array(|column| within(morale_table, row, column + 1, MORALE))
            })?,
            wind: array(|own| match wind_table.row(names[own]) {
                // Galleys have no row: they are nobody's more modern side.
                Err(_) if own == 0 => Ok([0; 8]),
                row => {
                    let row = row?;
                    array(|enemy| within(wind_table, row, wind_table.column(names[enemy])?, MODIFIER))
                }
            })?,
            modifiers: array(|index| {
                let row = modifiers.row(MODIFIERS[index])?;
                array(|column| within(modifiers, row, column + 1, MODIFIER))
            })?,
            size_bonus: array(|index| within(bonus, bonus.row(SIZE[index])?, 1, 0..=255))?,
            galleys: array(|index| {
                let row = ["galleys favoured until turn", "galleys hampered from turn"][index];
                figures.number(figures.row(row)?, 1)
            })?,
            galleasses: array(|index| {
                let row = ["galleasses before battery", "galleasses from battery"][index];
                figures.number(figures.row(row)?, 1)
            })?,
            pursuit: array(|index| within(chase, chase.row(PURSUIT[index])?, 1, NAVAL_PURSUIT))?,
            small: each_row(small, |row| thirds(small, row, 1))?,
            size_bands: rows.bands()?,
            size_rows: each_row(rows, |row| rows.number(row, 1))?,
            row_three_2013: [thirds(old_row, 0, 1)?, thirds(old_row, 0, 2)?],
            cycles: cycles(pages)?,
            fire: fire(pages)?,
            boxes: array(|index| dates.number(dates.row(names[index])?, 3))?,
            dates: each_row(dates, |row| Ok((dates.row_label(row).to_owned(), Turn(dates.number(row, 2)?))))?,
        })
    }

    /// The column in which ships of a technology fight others; `old` reads the edition of 2013.
    pub fn column(
        &self,
        own: NavalTechnology,
        enemy: NavalTechnology,
        phase: Phase,
        old: bool,
    ) -> Option<Column> {
        let earlier = self.columns_2013.iter().find(|(o, e, _)| old && (*o, *e) == (own, enemy));
        earlier.map_or(self.columns[own as usize][enemy as usize], |line| line.2)[phase as usize]
    }

    /// The morale of ships, by whether they are veterans and by the edition.
    pub fn morale(&self, technology: NavalTechnology, veteran: bool, old: bool) -> u8 {
        let [plain, now, then] = self.morale[technology as usize];
        plain + if veteran { if old { then } else { now } } else { 0 }
    }

    /// What is left of a Fire result at sea.
    pub(crate) fn fire_effect(&self, gunners: Gunners) -> FireEffect {
        self.fire[gunners as usize]
    }

    /// The wind factor of a technology against another; only the more modern side has one.
    pub fn wind(&self, own: NavalTechnology, enemy: NavalTechnology) -> i8 {
        self.wind[own as usize][enemy as usize]
    }

    /// A naval modifier on the first or a later day.
    pub fn modifier(&self, row: NavalModifier, later: bool, phase: Phase) -> i16 {
        self.modifiers[row as usize][2 * usize::from(later) + phase as usize]
    }

    /// The bonus of so many ND more, to Fire or Shock.
    pub fn size_bonus(&self, more: i16, phase: Phase) -> i16 {
        let [shock_one, fire_one, _, shock_two] = self.size_bonus;
        match phase {
            Phase::Fire => i16::from(more >= fire_one),
            Phase::Shock => i16::from(more >= shock_one) + i16::from(more >= shock_two),
        }
    }

    /// The last turn in which galleys are favoured, and the first in which they are hampered.
    pub fn galley_turns(&self) -> [i16; 2] {
        self.galleys
    }

    /// How many galleasses make a difference among galleys, before and from Battery on.
    pub fn galleasses_needed(&self, technology: NavalTechnology) -> u8 {
        self.galleasses[usize::from(technology >= NavalTechnology::Battery)]
    }

    /// Pursuit modifiers: the wind, many more ND, over on day 1, over after a Fire.
    pub fn pursuit(&self, wind: bool, more: i16, first_day: bool, after_fire: bool) -> [i16; 4] {
        let [wind_bonus, nd, day, fire] = self.pursuit;
        let take = |applies: bool, value: i16| if applies { value } else { 0 };
        [
            take(wind, wind_bonus),
            take(more >= self.size_bonus[2], nd),
            take(first_day, day),
            take(after_fire, fire),
        ]
    }

    /// What a small fleet subtracts from the losses it deals, by its whole ND.
    pub fn small_fleet(&self, nd: i16) -> Thirds {
        self.small[(nd.max(0) as usize).min(self.small.len() - 1)]
    }

    /// The loss row of a fleet by its own ND.
    pub fn size_row(&self, nd: i16) -> i8 {
        self.size_rows[self.size_bands.row(nd.into())]
    }

    /// Losses of 6 and above in row 3, by the edition of 2013: those of exactly 6, and what is added
    /// above.
    pub fn row_three_2013(&self) -> [Thirds; 2] {
        self.row_three_2013
    }

    /// The order in which lost detachments are sorted.
    pub fn cycle(&self, winner: bool) -> [Lot; 3] {
        self.cycles[usize::from(!winner)]
    }

    /// How many detachments a star of the pursuit captures: of warships, galleys, transports.
    pub(crate) fn captures(&self, line: usize) -> u8 {
        self.figures[line] as u8
    }

    /// How much more the loser must have lost for a major victory.
    pub(crate) fn major_gap(&self, galleys: bool) -> i16 {
        self.figures[if galleys { 3 } else { 4 }]
    }

    /// The box of the technology track at which a naval technology is reached.
    pub fn box_of(&self, technology: NavalTechnology) -> u8 {
        self.boxes[technology as usize]
    }

    /// The first turn of a naval technology, or of the galleass.
    pub fn first_turn(&self, technology: &str) -> Turn {
        self.dates.iter().find(|(label, _)| label == technology).map_or(Turn(1), |(_, turn)| *turn)
    }
}

const SIZE: &[&str] = &["Shock 1", "Fire 1", "pursuit 1", "Shock 2"];
const PURSUIT: &[&str] = &["wind", "ND more", "ended on day 1", "ended after Fire"];
