//! Questions to a report: how two figures go together, and what the odds are given that something is so.

use crate::ends::{Holds, Tally};
use crate::report::Report;
use crate::unreckoned::Unreckoned;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// How two figures go together: a row for each value of the first, a column for each of the second.
#[derive(Clone, PartialEq, Debug)]
pub struct Joint {
    /// The first figure's key.
    pub row: String,
    /// The second figure's key.
    pub column: String,
    /// The first figure's values.
    pub rows: Vec<i64>,
    /// The second figure's values.
    pub columns: Vec<i64>,
    /// The probabilities, row by row.
    pub p: Vec<Vec<f64>>,
}

/// How a figure compares with a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Compares {
    AtLeast,
    AtMost,
    Exactly,
    More,
    Less,
    Other,
}

/// The signs, longer ones before those they begin with.
const SIGNS: [(&str, Compares); 6] = [
    (">=", Compares::AtLeast),
    ("<=", Compares::AtMost),
    ("!=", Compares::Other),
    ("=", Compares::Exactly),
    (">", Compares::More),
    ("<", Compares::Less),
];

impl Compares {
    fn holds(self, value: i64, number: i64) -> bool {
        match self {
            Compares::AtLeast => value >= number,
            Compares::AtMost => value <= number,
            Compares::Exactly => value == number,
            Compares::More => value > number,
            Compares::Less => value < number,
            Compares::Other => value != number,
        }
    }
}

impl Report {
    /// How two figures go together.
    ///
    /// # Errors
    /// Where there is no such figure.
    pub fn joint(&self, row: &str, column: &str) -> Result<Joint, Unreckoned> {
        let (first, second) = (self.place(row)?, self.place(column)?);
        let mut cells: BTreeMap<(i64, i64), Tally> = BTreeMap::new();
        self.ends
            .each(&mut |values, tally| *cells.entry((values[first], values[second])).or_default() += tally);
        let rows: BTreeSet<i64> = cells.keys().map(|(row, _)| *row).collect();
        let columns: BTreeSet<i64> = cells.keys().map(|(_, column)| *column).collect();
        let cell =
            |row: i64, column: i64| cells.get(&(row, column)).map_or(0.0, |tally| self.ends.share(*tally).p);
        let p = rows.iter().map(|&row| columns.iter().map(|&column| cell(row, column)).collect()).collect();
        Ok(Joint {
            row: row.to_owned(),
            column: column.to_owned(),
            rows: rows.into_iter().collect(),
            columns: columns.into_iter().collect(),
            p,
        })
    }

    /// The odds given that something is true of the end: `attacker-losses>=3`, `attacker-wins` for a figure that is
    /// yes or no, `attacker-wins=0` for its contrary. What best play is worth stays out: it was solved without
    /// knowing this.
    ///
    /// # Errors
    /// Where the condition cannot be read, names no figure, or never holds.
    pub fn given(&self, condition: &str) -> Result<Report, Unreckoned> {
        let (key, compares, number) = self.read(condition)?;
        let place = self.place(key)?;
        let holds: Arc<Holds> = Arc::new(move |values: &[i64]| compares.holds(values[place], number));
        let ends = self.ends.given(holds).ok_or_else(|| Unreckoned::NeverHolds(condition.to_owned()))?;
        Ok(Report::of(ends, self.states))
    }

    /// The probability of what is [`given`](Report::given).
    pub fn given_probability(&self) -> f64 {
        self.ends.whole().p
    }

    fn read<'a>(&self, condition: &'a str) -> Result<(&'a str, Compares, i64), Unreckoned> {
        for (sign, compares) in SIGNS {
            if let Some((key, number)) = condition.split_once(sign) {
                let number = number.trim().parse().map_err(|_| Unreckoned::NoNumber {
                    key: key.trim().to_owned(),
                    text: number.trim().to_owned(),
                })?;
                return Ok((key.trim(), compares, number));
            }
        }
        Ok((condition.trim(), Compares::Exactly, 1))
    }
}
