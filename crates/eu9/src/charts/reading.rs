//! How rows and cells of tables are read.

use super::{Cavalry, Column, FireEffect, Reading, SizeRow};
use crate::leader::Leader;
use crate::power::{Class, Country, Period, Technology, Terrain, Turn};
use crate::thirds::Thirds;
use grognard_charts::{BadData, Pages, Table};
use std::ops::RangeInclusive;

pub(super) fn class(text: &str) -> Option<Class> {
    Class::ALL.iter().copied().find(|class| class.key() == text)
}

pub(super) fn labels<T: Copy>(all: &[T], key: impl Fn(T) -> &'static str) -> Vec<&'static str> {
    all.iter().map(|&item| key(item)).collect()
}

pub(super) fn each_row<T>(
    table: &Table,
    read: impl FnMut(usize) -> Result<T, BadData>,
) -> Result<Vec<T>, BadData> {
    (0..table.rows()).map(read).collect()
}

pub(super) fn array<T: Copy + Default, const N: usize>(
    mut read: impl FnMut(usize) -> Result<T, BadData>,
) -> Result<[T; N], BadData> {
    let mut all = [T::default(); N];
    for (index, slot) in all.iter_mut().enumerate() {
        *slot = read(index)?;
    }
    Ok(all)
}

/// A cell as a whole number within bounds. What lies beyond is refused when the table is read: no state of a battle
/// has room for it, and no table that is played with comes near.
pub(super) fn within<T: TryFrom<i16>>(
    table: &Table,
    row: usize,
    column: usize,
    bounds: RangeInclusive<i16>,
) -> Result<T, BadData> {
    let wanted = format!("a whole number from {} to {}", bounds.start(), bounds.end());
    table.parse(row, column, &wanted, |text| {
        let number: i16 = text.parse().ok()?;
        bounds.contains(&number).then(|| T::try_from(number).ok()).flatten()
    })
}

/// What a modifier of a die can be.
pub(super) const MODIFIER: RangeInclusive<i16> = -20..=20;
/// What any one line of a side's morale can be.
pub(super) const MORALE: RangeInclusive<i16> = 0..=7;
/// What a modifier of a naval pursuit can be: four of them and MAN go into one figure.
pub(super) const NAVAL_PURSUIT: RangeInclusive<i16> = -6..=6;
/// The most one roll deals, in thirds: four of them and a pursuit go into one figure.
pub(super) const LOSSES_MAX: Thirds = Thirds(51);
/// The most stars of one roll.
pub(super) const STARS_MAX: u8 = 9;

/// A cell of the combat results.
pub(super) fn combat(table: &Table, row: usize, column: usize) -> Result<Reading, BadData> {
    let wanted = format!("losses and stars such as `1 1/3 *`, at most {LOSSES_MAX} and {STARS_MAX} stars");
    table.parse(row, column, &wanted, |text| {
        let room = |reading: &Reading| {
            (Thirds::ZERO..=LOSSES_MAX).contains(&reading.losses) && reading.stars <= STARS_MAX
        };
        Reading::read(text).filter(room)
    })
}

pub(super) fn by_period(table: &Table, rows: &[&str]) -> Result<Vec<[i8; 7]>, BadData> {
    table.expect_rows(rows)?;
    rows.iter()
        .map(|label| {
            let row = table.row(label)?;
            array(|period| table.number(row, period + 1))
        })
        .collect()
}

pub(super) fn columns(pages: &Pages) -> Result<[[[Option<Column>; 2]; 7]; 7], BadData> {
    let table = pages.table("land-technology")?;
    table.expect_rows(&labels(Technology::ALL, |technology| technology.key()))?;
    array(|own| {
        let row = table.row(Technology::ALL[own].key())?;
        array(|enemy| {
            let column = table.column(Technology::ALL[enemy].key())?;
            table.parse(row, column, "two column letters such as `CB`", letters)
        })
    })
}

/// The letters of the Fire and the Shock column.
pub(super) fn letters(text: &str) -> Option<[Option<Column>; 2]> {
    let mut letters = text.chars();
    let (fire, shock) = (letters.next()?, letters.next()?);
    letters.next().is_none().then_some(())?;
    Some([Column::read(fire)?, Column::read(shock)?])
}

pub(super) fn morale(pages: &Pages) -> Result<[[u8; 4]; 7], BadData> {
    let table = pages.table("land-morale")?;
    table.expect_rows(&labels(Technology::ALL, |technology| technology.key()))?;
    array(|own| {
        let row = table.row(Technology::ALL[own].key())?;
        array(|column| within(table, row, column + 1, MORALE))
    })
}

pub(super) fn fire_effects(pages: &Pages) -> Result<[FireEffect; 7], BadData> {
    let table = pages.table("fire-effect")?;
    table.expect_rows(&labels(Technology::ALL, |technology| technology.key()))?;
    let mut effects = [FireEffect::Full; 7];
    for (index, effect) in effects.iter_mut().enumerate() {
        let row = table.row(Technology::ALL[index].key())?;
        let losses = table.cell(row, 1).text().to_owned();
        *effect =
            table.parse(row, 2, "`none` or `full`, with losses `none`, `half` or `full`", |stars| match (
                losses.as_str(),
                stars,
            ) {
                ("none", "none") => Some(FireEffect::None),
                ("none", "full") => Some(FireEffect::StarsOnly),
                ("half", "full") => Some(FireEffect::Halved),
                ("full", "full") => Some(FireEffect::Full),
                _ => None,
            })?;
    }
    Ok(effects)
}

pub(super) fn steps(table: &Table) -> Result<Vec<i8>, BadData> {
    table.bands()?;
    each_row(table, |row| table.number(row, 1))
}

pub(super) fn loss_rows(table: &Table) -> Result<Vec<SizeRow>, BadData> {
    table.expect_rows(&["-2", "-1", "0", "1", "2", "3"])?;
    each_row(table, |row| {
        let cell = |column: usize| table.parse(row, column, "a number of thirds", Thirds::read).map(|t| t.0);
        Ok(SizeRow {
            thirds: [0, cell(1)?, cell(2)?],
            wholes: [0, cell(3)?, cell(4)?, cell(5)?, cell(6)?, cell(7)?, cell(8)?],
            above: cell(9)?,
        })
    })
}

pub(super) fn leaders(table: &Table) -> Result<Vec<(String, [Leader; 10])>, BadData> {
    let mut rows = labels(Country::ALL, |country| country.key());
    rows.push("vizier");
    table.expect_rows(&rows)?;
    each_row(table, |row| {
        let wanted = "three digits: manoeuvre, fire, shock";
        let leaders = array(|die| table.parse(row, die + 1, wanted, Leader::read))?;
        Ok((table.row_label(row).to_owned(), leaders))
    })
}

pub(super) fn cavalry(table: &Table) -> Result<Vec<Cavalry>, BadData> {
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    each_row(table, |row| {
        let known = |text: &str, names: Vec<&str>| words(text).iter().all(|w| names.contains(&w.as_str()));
        let periods = table.parse(row, 1, "periods such as `I II`", |text| {
            known(text, labels(Period::ALL, |p| p.key())).then(|| words(text))
        })?;
        let terrain = table.parse(row, 2, "terrains such as `plain desert`", |text| {
            known(text, labels(Terrain::ALL, |t| t.key())).then(|| words(text))
        })?;
        Ok(Cavalry { who: table.row_label(row).to_owned(), periods, terrain })
    })
}

pub(super) fn periods(table: &Table) -> Result<Vec<(Turn, Turn)>, BadData> {
    table.expect_rows(&labels(Period::ALL, |period| period.key()))?;
    each_row(table, |row| Ok((Turn(table.number(row, 1)?), Turn(table.number(row, 2)?))))
}
