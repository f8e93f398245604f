//! Checks of the tables beyond what their typed forms are: cells that code compares with words, and a player's
//! changes that would do nothing.

use super::{Charts, each_row, labels};
use crate::power::{Country, Period, Technology};
use grognard_charts::{BadData, Pages};

/// The rows of the fights against revolts and pirates, which are looked up by name.
const RISINGS: &[&str] = &[
    "per LD",
    "per pasha",
    "per fortress level",
    "per LD inside",
    "not plain",
    "plus side",
    "seventy-four",
    "ND without F",
    "per F-",
    "per F+",
    "port there",
    "battle there this turn",
    "enemy ND",
    "enemy F-",
    "enemy F+",
    "success from",
];

/// Tables, and rows of others, that stand here for the reader: no rule of this library reads them.
const REFERENCE: &[(&str, &[&str])] = &[
    ("conversion", &[]),
    ("forts", &[]),
    ("land-technology-boxes", &[]),
    ("technology-start", &[]),
    ("force-conditions", &[]),
    ("forces-summary", &[]),
    ("logistics-figures", &[]),
    ("movement-particulars", &[]),
    ("battle-figures", &["days"]),
    ("supply-figures", &["small stack LD"]),
    ("naval-figures", &["tribute of a gold ship", "gold sunk with it"]),
    ("transport-capacity", &["5 ducats of gold"]),
];

impl Charts {
    /// Reads every cell once that code will compare with words.
    pub(super) fn check_words(&self) -> Result<(), BadData> {
        let periods = labels(Period::ALL, |period| period.key());
        let technologies = labels(Technology::ALL, |technology| technology.key());
        let countries = labels(Country::ALL, |country| country.key());
        let fleets = ["d", "ND", "F- with 2 ND", "F+ with 3 ND"];
        let unit = |word: &str| {
            let counter = ["A+", "A-", "LD", "ND", "F+", "F-", "GD", "Tr", "P", "none"].contains(&word);
            counter || word.parse::<u8>().is_ok()
        };
        let force = |text: &str| {
            let parts = text.split(['/', ' ', '(', ')']).filter(|word| !word.is_empty());
            parts.into_iter().all(unit)
        };
        let words = |table: &str, column: &str, wanted: &str, right: &dyn Fn(&str) -> bool| {
            let table = self.pages.table(table)?;
            let column = table.column(column)?;
            each_row(table, |row| table.parse(row, column, wanted, |text| right(text).then_some(())))
        };
        words("forts-and-straits", "result", "`passes` or `stopped`", &|text| {
            ["passes", "stopped"].contains(&text)
        })?;
        let sunk = self.pages.table("forts-and-straits")?;
        each_row(sunk, |row| sunk.number::<u8>(row, 2))?;
        let risings = self.pages.table("revolts-and-pirates")?;
        risings.expect_rows(RISINGS)?;
        each_row(risings, |row| Ok((risings.number::<i16>(row, 1)?, risings.number::<i16>(row, 2)?)))?;
        words("blockade", "fleet", "a fleet such as `F- with 2 ND`", &|text| fleets.contains(&text))?;
        words("naval-supply", "army allowed", "`yes` or `no`", &|text| ["yes", "no"].contains(&text))?;
        words("naval-supply", "needs", "`fort`, `port` or `arsenal`", &|text| {
            ["fort", "port", "arsenal"].contains(&text)
        })?;
        words("free-campaigns", "how often", "`turn` or `round`", &|text| ["turn", "round"].contains(&text))?;
        words("large-armies", "periods", "periods such as `I II`", &|text| {
            text.split(' ').all(|word| periods.contains(&word))
        })?;
        words("fortresses", "needs", "a technology or `-`", &|text| {
            text == "-" || technologies.contains(&text)
        })?;
        words("forces", "basic force", "counters such as `A+ 2 GD`", &force)?;
        words("campaigns-without-logistics", "country", "a country", &|text| countries.contains(&text))?;
        Ok(())
    }

    /// Refuses a player's change to what stands here for the reader only: no rule reads it, so that the change
    /// would do nothing.
    pub(super) fn refuse_idle_changes(&self, printed: &Pages) -> Result<(), BadData> {
        for (key, idle) in REFERENCE {
            let (old, new) = (printed.table(key)?, self.pages.table(key)?);
            for row in 0..old.rows() {
                let label = old.row_label(row);
                let now = new.row(label)?;
                let changed = (1..old.columns().len())
                    .any(|column| old.cell(row, column).text() != new.cell(now, column).text());
                if changed && (idle.is_empty() || idle.contains(&label)) {
                    let problem = "no rule reads this, so that a change would do nothing; leave it out";
                    return Err(BadData::new(new.file(), format!("{key}, row `{label}`"), problem));
                }
            }
        }
        Ok(())
    }
}
