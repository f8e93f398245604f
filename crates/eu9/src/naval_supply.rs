//! Fleets that feed land troops, by the guide and by the published table.

use crate::charts::Charts;
use crate::fleet::Fleet;
use crate::power::Period;
use crate::profile::NavalSupply;
use crate::stack::Stack;
use crate::supply::{feeds, one_stack_each};
use grognard_charts::Table;
use grognard_umpire::Refusal;

/// The line of a fleet in the published table: transports do not count, nor does a counter that is too empty.
fn line_of(table: &Table, fleet: Fleet) -> Option<usize> {
    let fighting = fleet.nd() - fleet.transports;
    let counters = |row: usize| match table.row_label(row) {
        "2 F" => fleet.f_counters() >= 2,
        "F+ and 3 ND" => fleet.f_plus >= 1,
        "F- and 2 ND" => fleet.f_counters() >= 1,
        "ND" => true,
        _ => fleet.d > 0,
    };
    let enough = |row: usize| table.number::<u8>(row, 1).is_ok_and(|fewest| fighting >= fewest);
    (0..table.rows()).rev().find(|&row| counters(row) && enough(row))
}

/// Whether a fleet feeds a stack.
///
/// # Errors
/// Why not.
pub fn may_feed(
    reading: NavalSupply,
    charts: &Charts,
    fleet: Fleet,
    stack: Stack,
    period: Period,
    line: &str,
) -> Result<(), Refusal> {
    if reading == NavalSupply::Guide {
        return feeds(charts, fleet, stack, period, line);
    }
    let refuse = |reason: String| Err(Refusal::new(rule!("SUPPLY-c"), reason));
    let table = charts.pages.table("naval-supply").expect("checked");
    let Some(row) = line_of(table, fleet) else { return refuse("transports alone feed nobody".to_owned()) };
    let label = table.row_label(row);
    let most: u8 = table.number(row, 2).unwrap_or(0);
    let armies = table.cell(row, 3).text() == "yes";
    match (stack.counters_ld() <= most, armies || stack.armies() == 0) {
        (true, true) => Ok(()),
        (_, false) => refuse(format!("a fleet of {label} feeds no A counter")),
        (false, true) => refuse(format!("a fleet of {label} feeds at most {most} LD")),
    }
}

/// Whether a fleet that feeds so many stacks may feed another one: by the guide it feeds one, by the published
/// table a source is never used up.
///
/// # Errors
/// Why not.
pub fn may_feed_another(reading: NavalSupply, fed: u8, adjacent: bool) -> Result<(), Refusal> {
    one_stack_each(if reading == NavalSupply::Guide { fed } else { 0 }, adjacent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pinned::{comes_to, forbids};

    #[test]
    fn fleets_feed_by_the_guide_or_by_the_table() {
        let charts = Charts::load(&[]).unwrap();
        let ok = |reading, fleet: &str, stack: &str| {
            let (fleet, stack) = (Fleet::read(fleet).unwrap(), Stack::read(stack).unwrap());
            may_feed(reading, &charts, fleet, stack, Period::II, "france").is_ok()
        };
        let (guide, table) = (NavalSupply::Guide, NavalSupply::Published);
        assert!(ok(guide, "2NWD", "A+ LD") && !ok(table, "2NWD", "A+ LD") && ok(table, "2NWD", "3LD"));
        assert!(ok(guide, "3NWD", "A+ A-") && !ok(table, "3NWD", "A+ A-"), "ND alone feed no army");
        assert!(
            ok(guide, "F- NWD", "A+ LD") && !ok(table, "F- NWD", "A+ LD") && ok(table, "F- 2NWD", "A+ LD")
        );
        assert!(
            !ok(table, "F- 2NWD", "A+ A-") && ok(table, "F+ 3NWD", "2A+") && ok(table, "2F- 2NWD", "2A+")
        );
        assert!(!ok(table, "F+ 2NWD", "A+ A-") && ok(table, "F+ 2NWD", "A+ LD"), "an F+ that is too empty");
        assert!(!ok(table, "2NTD", "LD") && ok(table, "d", "LD") && !ok(table, "d", "2LD"));
        comes_to(rule!("SUPPLY-c"), (ok(guide, "2NWD", "A+ LD"), ok(guide, "NWD", "A+ LD")), (true, false));
    }

    /// The figures are the table's: with other cells other fleets feed.
    #[test]
    fn how_many_ships_feed_is_in_the_table() {
        let text = "[[naval-supply.change]]\nrow = \"F- and 2 ND\"\ncolumn = \"fewest ND\"\ncell = 3\n";
        let charts = Charts::load(&[("own.toml".to_owned(), text.to_owned())]).unwrap();
        let (fleet, stack) = (Fleet::read("F- 2NWD").unwrap(), Stack::read("A+ LD").unwrap());
        let feeds = may_feed(NavalSupply::Published, &charts, fleet, stack, Period::II, "france");
        assert!(feeds.is_err_and(|refusal| refusal.to_string().contains("a fleet of ND")));
    }

    #[test]
    fn a_fleet_feeds_one_stack_or_any_number() {
        forbids(rule!("SUPPLY-e"), may_feed_another(NavalSupply::Guide, 1, true));
        assert!(may_feed_another(NavalSupply::Published, 1, true).is_ok());
        assert!(may_feed_another(NavalSupply::Published, 0, false).is_err());
    }
}
