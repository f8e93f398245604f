//! Set-up, the sequence of play, attrition, surrender, victory, views, other titles, sessions.

use super::table::*;
use grognard_board::HexSet;
use grognard_damos::*;
use grognard_umpire::{Playable, Side};
use std::sync::Arc;

#[test]
fn the_historical_set_up_is_legal_and_germans_keep_their_rows() {
    let rules = standard();
    let mut table = Table::of(&rules, Game::new(&rules));
    table.order("historical");
    table.order("end set-up");
    assert_eq!(table.refused("place G-Pz3 2426"), "AGC-6.0-d");
    assert_eq!(table.refused("place G-Pz3 3127"), "AGC-6.0-d");
    table.order("historical");
    assert_eq!(table.order("end set-up"), "strategic-movement");
    for side in Side::ALL {
        let mut seen = HexSet::EMPTY;
        for unit in table.game().on_map(&rules, side).iter() {
            seen.put(table.game().place_of(unit).in_hex().unwrap());
        }
        for hex in seen.iter() {
            assert!(may_stack(&rules, table.game().force_at(&rules, side, hex)), "{}", rules.board.id(hex));
        }
    }
    // No Russian player turn on turn 1.
    table.order("end strategic");
    table.order("end operations");
    assert_eq!((table.game().turn(), table.game().phasing()), (2, Side::First));
}

#[test]
fn the_surrounded_next_to_a_supplied_enemy_surrender() {
    let ring = ["G-Inf7 3118", "G-Inf23 2918", "G-Inf87 3120", "G-Inf258 3020"];
    let play = |options: &str, victim: &str| {
        let rules = with(options);
        let taken: Vec<_> = rules
            .board
            .hexes()
            .filter(|&hex| rules.board.id(hex).column() >= 15 && rules.board.side(hex) == Side::Second)
            .collect();
        let mut units = vec![victim, "S-A24 2703"];
        units.extend(ring);
        let mut table = Table::arranged(&rules, 3, Side::Second, &units, |a| a.taken = taken.clone());
        table.order("end operations");
        table
    };
    let table = play("", "S-RC2 3019");
    assert_eq!(table.game().place_of(table.unit("S-RC2")), Place::SURRENDERED);
    assert_eq!(table.at("S-A24"), Some(2703));
}

#[test]
fn a_garrison_holds_out_or_needs_a_line() {
    let play = |options: &str| {
        let rules = with(options);
        let units =
            ["S-RC2 2819", "S-A24 2703", "G-Inf7 2820", "G-Inf23 2818", "G-Inf87 2719", "G-Inf258 2920"];
        let taken: Vec<_> = rules
            .board
            .hexes()
            .filter(|&hex| rules.board.id(hex).column() >= 15 && rules.board.side(hex) == Side::Second)
            .collect();
        let mut table = Table::arranged(&rules, 3, Side::Second, &units, |a| a.taken = taken.clone());
        table.order("end operations");
        table.game().place_of(table.unit("S-RC2")) == Place::SURRENDERED
    };
    assert!(!play(""));
    assert!(play("garrison = \"needs-line\""));
}

#[test]
fn orsha_decides_the_lunch_game_and_minsk_must_be_held() {
    let rules = titled("bialystok-minsk");
    let verdict =
        |units: &[&str]| Table::new(&rules, 3, Side::Second, units).game().verdict(&rules, &mut clerk());
    assert_eq!(verdict(&["G-Pz3 2814", "G-Inf5 2819"]), Verdict::MajorFirst);
    assert_eq!(verdict(&["G-Pz3 2814", "S-RC2 2819"]), Verdict::MinorFirst, "Minsk is still Russian");
    let without = ["G-Pz3 2815", "G-Pz4 2714", "G-Pz7 2715", "S-RC2 2819", "S-RC4 2814"];
    assert_eq!(verdict(&without), Verdict::SecondPlayer);
    let near = ["G-Pz3 2815", "G-Pz4 2714", "G-Inf5 2819", "S-RC2 2814"];
    assert_eq!(verdict(&near), Verdict::SecondPlayer, "two hexes are not enough here");
    assert_eq!(verdict(&[&near[..], &["G-Pz7 2715"]].concat()), Verdict::MinorFirst);
}

#[test]
fn moscow_decides() {
    let rules = standard();
    let verdict =
        |units: &[&str]| Table::new(&rules, 13, Side::Second, units).game().verdict(&rules, &mut clerk());
    assert_eq!(verdict(&["S-A24 2703", "G-Pz3 2906"]), Verdict::SecondPlayer);
    assert_eq!(verdict(&["S-A24 2703", "G-Pz3 2704"]), Verdict::SecondPlayer, "one hex is not enough");
    assert_eq!(verdict(&["S-A24 2703", "G-Pz3 2704", "G-Pz4 2803"]), Verdict::MinorFirst);
    assert_eq!(verdict(&["G-Pz3 2703"]), Verdict::MajorFirst);
    // Held by the Russian but cut off from the east.
    let ring = ["S-A24 2703", "G-Pz3 2702", "G-Pz4 2602", "G-Pz7 2802", "G-Pz10 2803", "G-Pz12 2603"];
    assert_eq!(verdict(&ring), Verdict::MajorFirst);
    let mut table = Table::new(&rules, 13, Side::Second, &["S-A24 2703", "G-Pz3 2704", "G-Pz4 2803"]);
    assert_eq!(table.order("end operations"), "the end");
    assert_eq!(table.end.unwrap().verdict, Verdict::MinorFirst);
}

/// The owner reads his strengths on the counters; the other side and an onlooker read none.
#[test]
fn pictures_show_strength_to_its_owner_only() {
    let rules = standard();
    let strong = Table::new(&rules, 3, Side::First, &["G-Pz3 2819", "S-MC6 3018"]);
    let weak = Table::new(&rules, 3, Side::First, &["G-Pz3 2819=1", "S-MC6 3018=1"]);
    let picture = |table: &Table, viewer| table.game().picture(&rules, viewer).unwrap();
    for side in Side::ALL {
        assert_ne!(picture(&strong, Some(side)), picture(&weak, Some(side)));
    }
    assert_eq!(picture(&strong, None), picture(&weak, None));
    let drawing = strong.game().drawing(&rules, None).unwrap();
    assert!(drawing.contains("G1") && drawing.contains("R1"), "who stands where is public");
}

#[test]
fn a_toy_title_is_data_and_reaches_turn_two() {
    let map = r#"
title = "Toy"
shifted-rows = "odd"
[source]
mark = "reconstructed"
work = "a test"
[terrain]
10 = "..."
[side]
10 = "fss"
[area]
10 = "xxx"
[gauge]
10 = "fss"
[settlements]
major-city = [[1001, "Home"]]
[rivers]
[railways]
"line" = [1003, 1002, 1001]
[border]
hexsides = [[1003, 1002]]
"#;
    let units = r#"
[source]
mark = "reconstructed"
work = "a test"
[units]
rows = [
    ["A", "Alpha", "german", "armor", "XX", 6, 8, "", 1, 1003],
    ["B", "Beta", "russian", "infantry", "XX", 3, 4, "", 1, 1002],
]
"#;
    let title = TITLES.get_file("army-group-center/title.toml").unwrap().contents_utf8().unwrap();
    let title = title
        .replace("objective = 2703", "objective = 1001")
        .replace("slowdown-hex = 2811", "slowdown-hex = 1001")
        .replace("columns = [1, 31]", "columns = [1, 3]")
        .replace("set-up-rows = [25, 32]", "set-up-rows = [10, 10]")
        .replace("setup = \"asked\"", "setup = \"historical\"");
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let find = |name: &str| Some(if name.ends_with("map.toml") { map } else { units }.to_owned());
    let rules = open_campaign_with("toy.toml", &title, &charts, find).unwrap();
    let mut table = Table::of(&rules, Game::new(&rules));
    for order in ["end strategic", "end operations"] {
        table.order(order);
    }
    assert_eq!(table.game().turn(), 2);
    let missing = units.replace(", 8, \"\"", ", \"\"");
    let find = |name: &str| Some(if name.ends_with("map.toml") { map } else { &missing }.to_owned());
    let error = open_campaign_with("toy.toml", &title, &charts, find).unwrap_err();
    assert!(error.line.is_some(), "a unit without its movement allowance is refused: {error}");
}

#[test]
fn exactly_half_the_points_wear_nobody_down() {
    let mut table = Table::new(&standard(), 3, Side::First, &["G-Pz3 3020"]);
    table.order("activate 3020");
    for to in ["3021", "3020", "3021", "3020"] {
        table.order(&format!("move {to}"));
    }
    assert_eq!(table.order("finish"), "operations", "four of eight points");
}
