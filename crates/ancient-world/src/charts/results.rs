//! The Battle Results Table. [8.3]

use crate::readings::{BoldResults, PrintedZero};
use crate::rule;
use grognard_charts::{BadData, Bands, Table};
use grognard_umpire::{BySide, Clause, Side};

/// What one side loses by a row of the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Loss {
    /// A percentage of its SP.
    Percent(u8),
    /// A star: a die of SP, at most a twentieth of its SP.
    Star,
}

/// What a row of the table says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BattleResult {
    /// Losses, and who retreats.
    Losses {
        /// What each side loses.
        loss: BySide<Loss>,
        /// Who retreats; nobody in a draw.
        retreats: Option<Side>,
    },
    /// Roll again with this modifier: an unpredictable result.
    Unpredictable(i16),
}

/// The table: rows by total, and the rows that the unpredictable numbers select.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BattleResults {
    bands: Bands,
    rows: Vec<BattleResult>,
    numbers: [usize; 10],
}

/// The most rows a table may have: a state keeps the row's number in a byte.
const ROWS_MAX: usize = 255;

impl BattleResults {
    pub(crate) fn read(table: &Table) -> Result<BattleResults, BadData> {
        let bands = table.bands()?;
        if table.rows() > ROWS_MAX {
            let problem = format!("{} rows; at most {ROWS_MAX} can be kept", table.rows());
            return Err(BadData::new(table.file(), "battle-results", problem));
        }
        let (number, result, retreats) =
            (table.column("number")?, table.column("result")?, table.column("retreats")?);
        let mut rows = Vec::new();
        let mut numbers = [None; 10];
        for row in 0..table.rows() {
            let parsed = read_result(table, row, result, retreats)?;
            let slot: Option<usize> =
                table.parse(row, number, "a number from 0 to 9", |text| match text {
                    "" => Some(None),
                    text => text.parse().ok().filter(|number| *number < 10).map(Some),
                })?;
            if let Some(slot) = slot {
                let place = format!("battle-results, row `{}`", table.row_label(row));
                if matches!(parsed, BattleResult::Unpredictable(_)) {
                    const NO_SECOND_X: Clause = rule!("8.4-d");
                    let problem =
                        format!("an unpredictable number may not lead to another X ({NO_SECOND_X})");
                    return Err(BadData::new(table.file(), place, problem));
                }
                if numbers[slot].replace(row).is_some() {
                    return Err(BadData::new(table.file(), place, format!("a second row numbered [{slot}]")));
                }
            }
            rows.push(parsed);
        }
        let mut found = [0; 10];
        for (slot, row) in numbers.into_iter().enumerate() {
            found[slot] = row.ok_or_else(|| {
                BadData::new(table.file(), "battle-results", format!("no row carries the number [{slot}]"))
            })?;
        }
        Ok(BattleResults { bands, rows, numbers: found })
    }

    /// The row of a total; totals beyond the table use its nearest end. [8.3-c]
    #[inline]
    pub fn row(&self, total: i16) -> usize {
        self.bands.row(i32::from(total))
    }

    /// How many points a total lies beyond the table. [8.3-c]
    #[inline]
    pub fn beyond(&self, total: i16) -> u8 {
        let (lowest, highest) = self.bands.span();
        let total = i32::from(total);
        (lowest - total).max(total - highest).clamp(0, 20) as u8
    }

    /// The row so many rows further out than the lowest or highest unpredictable number: one a point.
    pub fn beyond_numbers(&self, number: i16) -> usize {
        let (nearest, row) = match number {
            ..0 => (0, self.numbers[0].saturating_sub(usize::from(number.unsigned_abs()))),
            _ => (9, (self.numbers[9] + number as usize - 9).min(self.rows.len() - 1)),
        };
        // A house table may have another X out there, where no number may lead.
        match self.rows[row] {
            BattleResult::Losses { .. } => row,
            BattleResult::Unpredictable(_) => self.numbers[nearest],
        }
    }

    /// The row that an unpredictable number selects. [8.4-b]
    pub fn numbered(&self, number: u8) -> usize {
        self.numbers[usize::from(number)]
    }

    /// What a row says, by the readings in force.
    pub fn result(&self, row: usize, bold: BoldResults, zero: PrintedZero) -> BattleResult {
        let BattleResult::Losses { mut loss, mut retreats } = self.rows[row] else { return self.rows[row] };
        let pair = (loss.first, loss.second);
        let close =
            matches!(pair, (Loss::Percent(10), Loss::Percent(15)) | (Loss::Percent(15), Loss::Percent(10)));
        if close && bold == BoldResults::CloseRowsDraw {
            retreats = None;
        }
        if zero == PrintedZero::Star {
            loss = loss.map(|loss| if loss == Loss::Percent(0) { Loss::Star } else { loss });
        }
        BattleResult::Losses { loss, retreats }
    }

    /// Checks what the printed table must show: rows -8 to +17 mirror each other. [8.3-f]
    pub(crate) fn check_symmetry(&self, table: &Table) -> Result<(), BadData> {
        for total in (-8..=17).filter(|total| ![4, 5].contains(total)) {
            let mirrored = match self.rows[self.row(9 - total)] {
                BattleResult::Unpredictable(shift) => BattleResult::Unpredictable(-shift),
                BattleResult::Losses { loss, retreats } => BattleResult::Losses {
                    loss: BySide::new(loss.second, loss.first),
                    retreats: retreats.map(Side::other),
                },
            };
            if self.rows[self.row(total)] != mirrored {
                const MIRROR: Clause = rule!("8.3-f");
                let place = format!("battle-results, row `{total}`");
                let problem = format!("is not the mirror of row {} ({MIRROR})", 9 - total);
                return Err(BadData::new(table.file(), place, problem));
            }
        }
        Ok(())
    }
}

fn read_result(table: &Table, row: usize, result: usize, retreats: usize) -> Result<BattleResult, BadData> {
    let wanted = "losses such as `25/15` or `45/*`, in percentages of the loss chart, or `X(-2)`";
    let parsed = table.parse(row, result, wanted, |text| {
        if let Some(shift) = text.strip_prefix("X(").and_then(|rest| rest.strip_suffix(')')) {
            let shift = shift.parse().ok().filter(|shift: &i16| (-99..=99).contains(shift));
            return shift.map(BattleResult::Unpredictable);
        }
        let (attacker, defender) = text.split_once('/')?;
        let loss = BySide::new(read_loss(attacker)?, read_loss(defender)?);
        Some(BattleResult::Losses { loss, retreats: None })
    })?;
    let who = table.parse(row, retreats, "`attacker`, `defender`, `draw` or `-`", |text| match text {
        "attacker" => Some(Some(Side::First)),
        "defender" => Some(Some(Side::Second)),
        "draw" | "-" => Some(None),
        _ => None,
    })?;
    Ok(match parsed {
        BattleResult::Losses { loss, .. } => BattleResult::Losses { loss, retreats: who },
        unpredictable => unpredictable,
    })
}

fn read_loss(text: &str) -> Option<Loss> {
    if text == "*" {
        return Some(Loss::Star);
    }
    text.parse().ok().filter(|percent: &u8| percent.is_multiple_of(5) && *percent <= 100).map(Loss::Percent)
}
