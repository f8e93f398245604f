//! Forced marches, guns that are passed through, staff in squares, and who stays where he is. (17.4.5, 17.4.8)

use crate::table::{GUN, LINE, MARCH, Table};
use grognard_days_of_empire::length::Length;
use grognard_days_of_empire::unit::Order;
use grognard_testkit::record::exercised;

/// 17.4.5: a brigade marches once a turn, all of it, and before anything else.
#[test]
fn a_brigade_marches_once_and_before_all_else() {
    let column = || Table::new(&[], &[("k", MARCH, "36 14 0")], &[]).brigade("b", &["k"]);
    let mut table = column();
    table.order("brigade b force march");
    table.refused("brigade b force march", "on a forced march already (DOE-17.4.5-a)");
    let account = table.order("k advance 16");
    assert!(account[0].contains("infantry march column, forced march 16"), "{account:?}");
    assert_eq!(table.at("k"), "36 30 0");
    let mut moved = column();
    moved.unit_mut("k").marks.moved = true;
    moved.refused("brigade b force march", "moved already, or changed in formation (DOE-17.4.5-f)");
    let mut shaken = column();
    shaken.unit_mut("k").body.order = Order::Shaken;
    shaken.refused("brigade b force march", "shaken (DOE-17.4.5-f)");
}

/// 17.4.8-a: foot passes through its own deployed gun in good order, and does not stay on it.
#[test]
fn foot_passes_through_a_deployed_gun() {
    let behind = || Table::new(&[], &[("k", LINE, "36 20 0"), ("g", GUN, "36 22.5 0")], &[]);
    let mut table = behind();
    table.order("k advance 6");
    assert_eq!((table.at("k").as_str(), table.unit("k").body.order), ("36 26 0", Order::Good));
    behind().refused(
        "k advance 2.5",
        "it would end on the g, who may only be passed; possible: k advance 1 (DOE-17.4.8-a)",
    );
}

/// 3.5-c: a metric tape serves, at 25 millimetres to the inch.
#[test]
fn a_metric_tape_serves() {
    for (tape, inches) in [("100mm", 4), ("25 mm", 1), ("300mm", 12)] {
        assert_eq!(Length::read(tape), Some(Length::inches(inches)), "{tape}");
    }
    exercised(&["DOE-3.5-c"]);
}
