//! Tables that stand on their pages for reference: nothing that can be played uses them yet, so that a player's
//! change to them would do nothing. It is refused instead.

use grognard_charts::{BadData, Pages};

/// The tables, each with why nothing reads it.
pub(super) const REFERENCE: &[(&str, &str)] = &[
    ("gold-ships", "no file or title has gold aboard"),
    ("conversion", "no title advances in technology"),
    ("technology-start", "files and titles state technologies, not where countries began"),
    ("forts", "no title has forts or missions"),
    (
        "movement-elsewhere",
        "no title has a map of the rest of the world, wasteland or native troops on the move",
    ),
    ("new-troops", "files state who is veteran, and no title has Sweden or Prussia"),
    ("privateers", "no file or title has privateers to buy"),
    ("counter-limits", "titles state their counters themselves"),
    ("forces-summary-page", "the country pages are used, which is `forces`"),
];

/// Refuses a player's change to such a table.
pub(super) fn check(own: &Pages, changed: &Pages) -> Result<(), BadData> {
    for (key, reason) in REFERENCE {
        let (printed, table) = (own.table(key)?, changed.table(key)?);
        if printed.rows() != table.rows() {
            let problem = format!("this table is for reference only: {reason}; leave it as it is");
            return Err(BadData::new(table.file(), *key, problem));
        }
        for row in 0..table.rows() {
            for (column, head) in table.columns().iter().enumerate() {
                let (was, is) = (printed.cell(row, column).text(), table.cell(row, column).text());
                if was != is {
                    let place = format!("{key}, row `{}`", printed.row_label(row));
                    let problem = format!(
                        "column `{head}` holds `{is}` for `{was}`, but this table is for reference only: {reason}; leave it as it is"
                    );
                    return Err(BadData::new(table.file(), place, problem));
                }
            }
        }
    }
    Ok(())
}
