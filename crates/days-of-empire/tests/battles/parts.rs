//! Skirmishers, squadrons and holders who are out by themselves belong to their unit all the same.

use crate::{Script, play};
use grognard_days_of_empire::unit::Order;
use grognard_testkit::record::exercised;
use grognard_umpire::Side;

const OUT: &str = r#"
system = "days-of-empire"
kind = "situation"
title = "Skirmishers out"
table = "36 36"
turns = 1
attacker = "first"
[first]
name = "the first"
home = "180"
troops = [
  { key = "k1", unit = { name = "k1", arm = "infantry", class = 2, stands = 12, weapon = "musket" }, at = "18 6 0" },
]
[second]
name = "the second"
home = "0"
troops = [
  { key = "f33", unit = { name = "f33", arm = "infantry", class = 3, stands = 12, weapon = "rifle" }, at = "18 34 180" },
]
"#;

/// A battalion with seven of its twelve stands out is whole: no point is lost.
#[test]
fn stands_that_are_out_are_not_lost() {
    let mut script = Script::new(&["k1 detach 7".to_owned()], &[]);
    let (battle, rules) = play(OUT, &mut script);
    let stands: Vec<u8> = battle.now.units.iter().map(|unit| unit.body.strength).collect();
    assert_eq!(stands, [5, 12, 7], "{:?}", script.account);
    assert_eq!(battle.now.points_lost(&rules, Side::First, &mut script), 0);
    // With six of all lost it is not below half; with seven it is.
    for (parent, screen, halves) in [(1, 5, 0), (0, 5, 24), (3, 2, 24)] {
        let mut now = battle.now.clone();
        (now.units[0].body.strength, now.units[2].body.strength) = (parent, screen);
        assert_eq!(now.points_lost(&rules, Side::First, &mut script), halves, "{parent} and {screen}");
    }
    // Routing it counts half, whole as it is.
    let mut now = battle.now.clone();
    now.units[0].body.order = Order::Routing;
    assert_eq!(now.points_lost(&rules, Side::First, &mut script), 24);
    exercised(&["DOE-12.4-o", "DOE-18.2-e"]);
}
