//! Where two chapters meet: what one says of a force, carried on into what the next says of it.

use super::fights::{exploiting, front};
use super::table::*;
use grognard_board::Hex;
use grognard_damos::*;
use grognard_umpire::{Answer, Fact, Playable, Side};
use std::sync::Arc;

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

/// 2.4-b: whoever has lost his last point is out at once for everybody, also while a die about him is still to fall.
#[test]
fn the_dead_are_off_the_map_before_their_stragglers_are_thrown_for() {
    let units = ["G-Inf5 3020", "G-Inf35 3020", "G-Inf6 3020", "S-RC2 3019=1"];
    let mut table = front(&standard(), 2, &units);
    table.order("activate 3020");
    assert_eq!(table.order("move 3019"), "straggle-back");
    for viewer in [None, Some(Side::First), Some(Side::Second)] {
        let view = table.game().view(&table.rules, viewer);
        let Some(Fact::List(units)) = view.get("units") else { panic!("{view:?}") };
        let corps = units.iter().find(|unit| unit.get("key") == Some(&Fact::from("S-RC2"))).unwrap();
        assert_eq!(corps.get("place"), Some(&Fact::from("eliminated")), "{viewer:?}");
    }
}

/// 2.6.1-b: who has gone or reacted already does not react.
#[test]
fn the_spent_do_not_react() {
    let asked = |reactor: &str| {
        let mut table = front(&standard(), 3, &["G-Inf5 3021", reactor]);
        table.order("activate 3021");
        table.order("move 3020")
    };
    assert_eq!(asked("S-MC6 3018"), "react");
    assert_eq!(asked("S-MC6 3018'"), "order-to-the-active-force");
}

/// 2.8-b, 2.6-d: whoever reacts into a hex of the demoralized is one of them at once.
#[test]
fn reactors_who_join_the_demoralized_are_demoralized() {
    let units = ["G-Inf5 3020", "G-Inf35 3020", "S-RC2 3019!", "S-MC6 3018"];
    let mut table = front(&standard(), 3, &units);
    table.order("activate 3020");
    assert_eq!(table.order("move 3019"), "react");
    table.order("react 3018 S-MC6");
    table.throw(&[6, 6]);
    assert_eq!(table.at("S-MC6"), Some(3019));
    assert!(table.demoralized("S-MC6"));
}

/// 7.0-b by the switch: a penetration has used all points, also of those who had more than the slowest, who fell.
#[test]
fn a_penetration_goes_no_further_when_its_slowest_has_fallen() {
    let units = ["G-Pz3 3020", "G-Inf5 3020=1", "S-A24 3019", "S-A28 3019"];
    let mut table = front(&with("after-combat = \"goes-on\""), 3, &units);
    table.order("concerted 3019");
    table.order("penetration");
    table.order("attack-from 3020");
    table.order("no-air");
    table.throw(&[1, 1]);
    assert_eq!(table.throw(&[6, 6]), "take-losses");
    let infantry_last = table.unit("G-Pz3") < table.unit("G-Inf5");
    let falls = |offer: &String| match infantry_last {
        true => offer.ends_with("-1"),
        false => offer.starts_with("1-"),
    };
    let loss = table.offers().into_iter().find(falls).unwrap();
    table.say(&[Answer::Key(loss), Answer::Key("1-0".to_owned())]).unwrap();
    while table.asked().unwrap().asking.topic == Asks::RetreatAlong {
        table.first();
    }
    assert_eq!(table.game().place_of(table.unit("G-Inf5")), Place::ELIMINATED);
    assert_eq!(table.asked().unwrap().asking.topic, Asks::Operations);
}

/// 3.0-b: marsh wears a force down more.
#[test]
fn attrition_is_worse_in_the_marsh() {
    let left = |end: u16| {
        let rules = standard();
        let russian = |at: &Hex| rules.board.side(*at) == Side::Second;
        let all: Vec<Hex> = rules.board.hexes().filter(russian).collect();
        let mut table = Table::arranged(&rules, 3, Side::Second, &["S-RC2 3120"], |a| a.taken = all.clone());
        table.order("activate 3120");
        table.order("move 3119");
        table.order("move 3120");
        table.order(&format!("move {end}"));
        let asked = table.order("finish");
        assert_eq!(asked, "attrition", "four points in the marsh, three in the open, of four");
        // 5 and one for being alone: 6 costs four SP nothing, 5 a point.
        table.throw(&[2, 3]);
        table.strength("S-RC2")
    };
    assert_eq!((left(3119), left(3220)), (4, 3));
}

/// 5.0-a: whoever did not come on his turn may come later.
#[test]
fn reinforcements_that_stayed_away_come_later() {
    let rules = campaign(|text| text.replace("setup = \"asked\"", "setup = \"historical\""));
    let mut table = Table::of(&rules, Game::new(&rules));
    for _ in 0..200 {
        let asked = table.asked().unwrap();
        let (turn, side) = (table.game().turn(), table.game().phasing());
        let reinforces = asked.asking.topic == Asks::ReinforcementsAndReplacements;
        if reinforces && (turn, side) == (3, Side::Second) {
            break;
        }
        match table.offers().into_iter().find(|offer| offer.starts_with("end ")) {
            Some(end) => table.order(&end),
            None => table.first(),
        };
    }
    let late = rules.unit("S-RC51").unwrap();
    assert_eq!((table.game().turn(), rules.counter(late).arrival), (3, 2));
    assert!(table.offers().iter().any(|offer| offer.starts_with("place S-RC51 ")));
}

/// 2.2-a: an order of battle with a unit that cannot move is refused, by the unit.
#[test]
fn a_unit_without_a_movement_allowance_is_refused() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let text = |name: &str| TITLES.get_file(name).unwrap().contents_utf8().unwrap().to_owned();
    let title =
        text("army-group-center/title.toml").replace("army-group-center/order-of-battle.toml", "own.toml");
    let opened = |allowance: &str| {
        let row = format!("\"XXX\", 4, {allowance}, \"10th Army\"");
        let units = text("army-group-center/order-of-battle.toml");
        let units = units.replace("\"XXX\", 4, 4, \"10th Army\"", &row);
        match open_with("t.toml", &title, &charts, &[("own.toml".to_owned(), units)]) {
            Ok(_) => String::new(),
            Err(error) => error.to_string(),
        }
    };
    assert_eq!(opened("4"), "");
    assert!(opened("0").contains("S-RC1: strength and allowance are 1 to 20"), "{}", opened("0"));
}
