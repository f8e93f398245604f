//! What an order leads to, before it is given: the odds of a charge, and what comes over whoever says that he is done.

use crate::common::{Marginal, charge, probability};
use crate::table::{COLUMN, LIGHT, LINE, STAFF, Table};
use grognard_board::table::Point;
use grognard_days_of_empire::battle::Phase;
use grognard_days_of_empire::battle::campaign::Post;
use grognard_days_of_empire::battle::fires::Fire;
use grognard_days_of_empire::battle::state::{Place, Task};
use grognard_umpire::{Consequence, Loss, Playable, Side};

/// The chances of a figure being 1 in the charge that an order leads to; none where it leads to none.
fn chance(table: &Table, order: &str, figure: &str) -> Option<f64> {
    let found = table.battle.prospects(&table.rules, Side::First, order, Marginal(figure));
    assert!(found.len() <= 1, "{order}: one charge");
    let (_, marginal) = found.into_iter().next()?;
    Some(marginal.into_iter().filter(|(value, _)| *value == 1).map(|(_, p)| p).sum())
}

fn same(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-12
}

#[test]
fn a_declared_charge_is_counted_out_before_it_is_declared() {
    let mut table = Table::new(&[], &[("k", COLUMN, "36 16 0")], &[("f", LINE, "36 24 180")]);
    table.battle.phase = Phase::Declare(Side::First);
    // Ten stands of the line bear on a column four wide that has come on to 4 inches.
    let file = charge("", "distance = 8", COLUMN, LINE, "");
    let file = file.replace("unit = { name = \"the target\"", "bearing = 10\nunit = { name = \"the target\"");
    for figure in ["refuses", "stopped", "contact", "first-wins", "second-wins", "draw"] {
        let (found, wanted) = (chance(&table, "charge k f", figure), probability(&file, figure, 1));
        assert!(found.is_some_and(|found| same(found, wanted)), "{figure}: {found:?}, {wanted}");
    }
    // A brigade's is none of one unit, and whoever is hidden is not there.
    assert_eq!(chance(&table, "done", "refuses"), None);
    assert_eq!(chance(&table, "charge f k", "refuses"), None);
    table.unit_mut("f").place = Place::Hidden;
    assert_eq!(chance(&table, "charge k f", "refuses"), None);
}

#[test]
fn wheels_changes_and_sides_are_in_the_odds() {
    let mut table = Table::new(&[], &[("h", LIGHT, "36 16 0")], &[("f", LINE, "35 24 270")]);
    table.battle.phase = Phase::Declare(Side::First);
    // Light horse of class 2 at a flank of foot: 2 less 1 to charge.
    assert!(same(chance(&table, "charge h f", "refuses").unwrap(), 1.0 / 6.0));
    let mut front = Table::new(&[], &[("h", LIGHT, "36 16 0")], &[("f", LINE, "36 24 180")]);
    front.battle.phase = Phase::Declare(Side::First);
    assert!(same(chance(&front, "charge h f", "refuses").unwrap(), 1.0 / 3.0));
    assert!(same(chance(&front, "charge h f wheel left 0.1", "refuses").unwrap(), 1.0 / 3.0));
    assert!(chance(&front, "charge h f form column", "contact").is_some());
}

#[test]
fn an_opportunity_charge_is_counted_out_with_the_fire_that_was_kept() {
    let mut table = Table::new(&[], &[("k", COLUMN, "36 20 0")], &[("f", LINE, "36 24 180")]);
    let without = chance(&table, "k charge f", "contact").unwrap();
    table.unit_mut("f").reserved = 12;
    let with = chance(&table, "k charge f", "contact").unwrap();
    assert!(with < without, "{with} {without}");
    assert_eq!(chance(&table, "k advance 1", "contact"), None);
}

fn warned(table: &Table, order: &str) -> Vec<Consequence> {
    table.battle.guide(&table.rules, Some(Side::First)).expect("a guide").consequences(order)
}

#[test]
fn who_stays_in_a_fire_that_kills_is_named_before_the_moves_are_over() {
    const WOOD: &str =
        "key = \"wood\"; kind = \"wood\"; density = \"light\"; polygon = \"30 20, 42 20, 42 28, 30 28\"";
    let mut table = Table::new(&[WOOD], &[("k", LINE, "36 24 0"), ("l", LINE, "10 24 0")], &[]);
    let area = table.rules.land.features().next().unwrap().0;
    let burns =
        |since: u8| Fire { area, since, origin: Point::new(36_000, 24_000), reach: Default::default() };
    table.battle.now.turn = 4;
    table.battle.now.fires = vec![burns(2)];
    assert_eq!(warned(&table, "done"), []);
    table.battle.now.fires = vec![burns(1)];
    let told = warned(&table, "done");
    assert!(told.len() == 1 && told[0].loss == Loss::Eliminated, "{told:?}");
    assert_eq!(told[0].words, "the k will be lost in the fire at the end of this phase");
    assert_eq!(warned(&table, "k hold"), []);
}

#[test]
fn work_that_is_left_alone_is_warned_of() {
    let mut table = Table::new(&[], &[("o", STAFF, "36 24 0")], &[]).post("o", Post::Engineer, 1);
    table.unit_mut("o").task = Some(Task::Build);
    table.unit_mut("o").work = 1;
    let told = warned(&table, "done");
    assert!(told.len() == 1 && told[0].loss == Loss::Unpaid, "{told:?}");
    assert!(told[0].words.contains("begin anew"), "{told:?}");
    table.unit_mut("o").marks.worked = true;
    assert_eq!(warned(&table, "done"), []);
}

#[test]
fn a_brigade_that_nobody_announces_is_named() {
    let mut table = Table::new(&[], &[("k", LINE, "36 24 0")], &[]).brigade("br", &["k"]);
    table.rules.entries = vec![None; table.rules.commands.len()];
    table.unit_mut("k").place = Place::OffBoard;
    table.battle.phase = Phase::Announce(Side::First);
    let told = warned(&table, "done");
    assert!(told.len() == 1 && told[0].loss == Loss::Idle, "{told:?}");
    assert_eq!(told[0].words, "the brigade br cannot come on the table this turn");
}
