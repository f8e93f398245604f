//! Where two chapters meet: what one says of a force, carried on into what the next says of it.

use super::fights::{exploiting, front};
use super::table::*;
use grognard_board::Hex;
use grognard_damos::*;
use grognard_umpire::Side;

/// 9.0-a, 7.0-o: whoever is left behind in exploitation has marched as far as the others before the combat, and is
/// tested for attrition like them.
#[test]
fn whoever_is_dropped_in_exploitation_is_still_worn_by_the_march() {
    let throws = |way: &[u16]| {
        let units = ["G-Pz3 3020", "G-Pz4 3020", "G-Pz7 3020", "S-RC2 3019"];
        let mut table = Table::new(&standard(), 3, Side::First, &units);
        table.order("activate 3020");
        for to in way {
            table.order(&format!("move {to}"));
        }
        table.order("move 3019");
        table.order("standard-attack");
        // 18 SP without supply: 18 - 6 is 4 LP, which is all the corps has.
        table.throw(&[6, 6, 6]);
        assert_eq!(table.throw(&[1]), "exploit");
        table.order("exploit G-Pz3+G-Pz4+G-Pz7");
        table.order("drop G-Pz4");
        table.order("move 3020");
        let mut asked = table.order("finish");
        let mut throws = 0;
        while asked == "attrition" {
            throws += 1;
            asked = table.throw(&[6, 6]);
        }
        assert_eq!(asked, "operations");
        throws
    };
    // A hex and the attack are two points of eight; three hexes and the attack with two more are more than half.
    assert_eq!(throws(&[]), 0);
    assert_eq!(throws(&[3021, 3020]), 0, "four points are half");
    assert_eq!(throws(&[3021, 3020, 3021, 3020]), 2, "those who went on, and the one who stayed");
}

/// 8.11-k, 8.11-g: an attacker who was demoralized already when a rout sends him back loses one point more.
#[test]
fn a_rout_costs_the_demoralized_attacker_a_point() {
    let rules = standard();
    let left = |shaken: &str| {
        let (moscow, near) = (hex(&rules, 2703), hex(&rules, 2704));
        // A reactor two hexes off: its zone of control does not reach the city.
        let far = |at: &Hex| {
            rules.whole_area().has(*at)
                && rules.board.distance(*at, moscow) == 2
                && rules.board.distance(*at, near) == 3
        };
        let from = rules.board.hexes().find(far).unwrap();
        let reactor = format!("S-MC6 {}", rules.board.id(from));
        let movers = ["G-Pz3", "G-Pz4", "G-Pz7", "G-Pz17"].map(|unit| format!("{unit} 2704{shaken}"));
        let mut units: Vec<&str> = movers.iter().map(String::as_str).collect();
        units.push(&reactor);
        let mut table = Table::new(&rules, 8, Side::First, &units);
        table.order("activate 2704");
        assert_eq!(table.order("move 2703"), "react");
        if table.order(&format!("react {} S-MC6", rules.board.id(from))) == "react-along" {
            table.first();
        }
        table.throw(&[6, 6]);
        // 24 SP without supply in a meeting engagement: 18 - 7 is 4 LP on 8 SP.
        table.throw(&[6, 6, 6]);
        table.throw(&[1, 1, 1]);
        while table.asked().unwrap().asking.topic != Asks::HoldTheCity {
            table.first();
        }
        let strength = |table: &Table| -> u8 {
            ["G-Pz3", "G-Pz4", "G-Pz7", "G-Pz17"].iter().map(|unit| table.strength(unit)).sum()
        };
        let before = strength(&table);
        table.order("yes");
        while table.asked().unwrap().asking.topic != Asks::Operations {
            table.first();
        }
        assert!(table.demoralized("G-Pz3"));
        assert_ne!(table.at("G-Pz3"), Some(2703));
        before - strength(&table)
    };
    assert_eq!((left(""), left("!")), (0, 1));
}

/// 7.0-l: each sub-force in exploitation pays for those it gathers itself.
#[test]
fn a_sub_force_pays_for_its_own_gathering() {
    let mut table = exploiting(&["G-Inf5 3119", "G-Inf6 3119"]);
    for (tanks, foot) in [("G-Pz3", "G-Inf5"), ("G-Pz4", "G-Inf6")] {
        table.order(&format!("exploit {tanks}"));
        table.order("move 3119");
        table.order(&format!("pick-up {foot}"));
        let Phase::Active(active) = *table.game().phase() else { panic!("{:?}", table.game().phase()) };
        assert_eq!((active.units.len(), active.spent), (2, 4), "{tanks}: a hex and a point for gathering");
        table.order("finish");
    }
}

/// 2.3-e, 8.12-a: whoever was one too many in the combat has not attacked, and does not exploit.
#[test]
fn whoever_stood_by_does_not_exploit() {
    let won = |options: &str| {
        let units = ["G-Pz3 3021", "G-Pz4 3021", "G-Pz7 3021", "G-Pz10 3021", "G-Pz12 3020", "S-RC2 3019"];
        let mut table = front(&with(options), 3, &units);
        table.order("activate 3021");
        table.order("move 3020");
        table.order("pick-up G-Pz12");
        assert_eq!(table.order("move 3019"), "who-stays-out-of-the-combat");
        table.order("G-Pz12");
        table.order("standard-attack");
        table.order("no-air");
        table.throw(&[6, 6, 6]);
        assert_eq!(table.throw(&[1]), "exploit");
        table
    };
    let mut table = won("");
    let offers = table.offers();
    assert!(!offers.iter().any(|offer| offer.contains("G-Pz12")), "{offers:?}");
    assert_eq!(table.refused("exploit G-Pz12"), "DAMOS-8.12.2-a");
    table.order("exploit G-Pz3+G-Pz4+G-Pz7+G-Pz10");
    assert_eq!(table.order("finish"), "operations", "nobody is left to go");
    assert!(table.spent("G-Pz12"), "it was activated");
    // Where the force goes on it goes on whole.
    let mut table = won("after-combat = \"goes-on\"");
    table.order("go on");
    let Phase::Active(active) = *table.game().phase() else { panic!("{:?}", table.game().phase()) };
    assert_eq!(active.units.len(), 5);
}
