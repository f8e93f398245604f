//! Rows labelled by die results, which together must cover every result exactly once.

use crate::bad_data::BadData;
use crate::table::Table;

/// Which row of a table a modified die result falls in.
///
/// Labels are `<=3`, `4`, `5..7` and `>=14`. Rows must follow each other without gap or overlap; a
/// table whose ends are closed reads anything beyond them as the nearest end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bands {
    first: i32,
    rows: Vec<usize>,
}

/// The widest table anybody prints; a label beyond it is a slip.
const WIDTH_MAX: i64 = 1_000;

impl Bands {
    pub(crate) fn of(table: &Table) -> Result<Bands, BadData> {
        let bad = |row: usize, problem: String| table.bad_row(row, problem);
        let mut first = None;
        let mut due: i32 = 0;
        let mut rows = Vec::new();
        let last = table.rows().saturating_sub(1);
        for row in 0..table.rows() {
            let label = table.row_label(row);
            let (low, high) = read_label(label).ok_or_else(|| {
                bad(row, format!("`{label}` is no label: write `<=3`, `4`, `5..7` or `>=14`"))
            })?;
            if low.is_none() && row != 0 {
                return Err(bad(row, format!("`{label}` can only be the first row")));
            }
            if high.is_none() && row != last {
                return Err(bad(row, format!("`{label}` can only be the last row")));
            }
            let low_value = low.or(high).expect("a label has an end");
            let high_value = high.or(low).expect("a label has an end");
            if high_value < low_value || i64::from(high_value) - i64::from(low_value) > WIDTH_MAX {
                return Err(bad(row, format!("`{label}` runs the wrong way or too far")));
            }
            if first.is_none() {
                first = Some(low_value);
                due = low_value;
            }
            if low_value != due {
                return Err(bad(
                    row,
                    format!(
                        "`{label}` stands where a row for {due} is due; rows must cover every result once"
                    ),
                ));
            }
            rows.extend((low_value..=high_value).map(|_| row));
            due = high_value.checked_add(1).ok_or_else(|| bad(row, "too large".to_owned()))?;
        }
        let first = first.ok_or_else(|| BadData::new(table.file(), table.key(), "a table without rows"))?;
        Ok(Bands { first, rows })
    }

    /// The row that a result falls in.
    #[inline]
    pub fn row(&self, result: i32) -> usize {
        let index = (result - self.first).clamp(0, self.rows.len() as i32 - 1);
        self.rows[index as usize]
    }

    /// The lowest and the highest result that a row names.
    pub fn span(&self) -> (i32, i32) {
        (self.first, self.first + self.rows.len() as i32 - 1)
    }
}

/// The lowest and highest result of a label; none where that end is open.
fn read_label(label: &str) -> Option<(Option<i32>, Option<i32>)> {
    let number = |text: &str| text.trim().parse::<i32>().ok();
    if let Some(high) = label.strip_prefix("<=") {
        return Some((None, Some(number(high)?)));
    }
    if let Some(low) = label.strip_prefix(">=") {
        return Some((Some(number(low)?), None));
    }
    match label.split_once("..") {
        Some((low, high)) => Some((Some(number(low)?), Some(number(high)?))),
        None => number(label).map(|n| (Some(n), Some(n))),
    }
}
