//! Set-up, the sequence of play, attrition, surrender, victory, views, other titles, sessions.

use super::table::*;
use grognard_board::HexSet;
use grognard_damos::*;
use grognard_umpire::{Playable, Side};
use std::sync::Arc;

#[test]
fn the_russian_mans_the_border_first() {
    let rules = standard();
    let mut table = Table::of(&rules, Game::new(&rules));
    assert_eq!(table.refused("place G-Pz3 3228"), "AGC-6.0-a");
    assert_eq!(table.refused("place S-RC1 2819"), "AGC-6.0-b", "the border first");
    assert_eq!(table.refused("place S-A24 2525"), "DAMOS-5.0-a", "it arrives later");
    assert_eq!(table.refused("end set-up"), "AGC-6.0-a");
    for (unit, hex) in [
        ("S-RC1", 2525),
        ("S-RC2", 2625),
        ("S-RC4", 2626),
        ("S-RC5", 2627),
        ("S-RC21", 2728),
        ("S-RC28", 2828),
        ("S-RC44", 2928),
        ("S-RC47", 3027),
        ("S-RC29", 3127),
        ("S-MC6", 3227),
    ] {
        table.order(&format!("place {unit} {hex}"));
    }
    assert_eq!(table.refused("place S-MC11 2825"), "AGC-6.0-c", "open country");
    assert_eq!(table.refused("historical"), "AGC-6.0-a");
    table.order("place S-MC11 2826");
    table.order("place S-MC13 2826");
    assert_eq!(table.refused("place S-MC14 2826"), "AGC-4.1-b");
}

#[test]
fn the_historical_set_up_is_legal_and_germans_keep_their_rows() {
    let rules = standard();
    let mut table = Table::of(&rules, Game::new(&rules));
    table.order("historical");
    table.order("end set-up");
    assert_eq!(table.refused("place G-Pz3 2426"), "AGC-6.0-d");
    assert_eq!(table.refused("place G-Pz3 3127"), "AGC-6.0-d");
    table.order("historical");
    assert_eq!(table.order("end set-up"), "strategic movement");
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
fn marching_without_supply_wears_a_force_down() {
    let rules = standard();
    let march = |turn, hexes: &[&str], units: &[&str]| {
        let mut table = Table::new(&rules, turn, Side::First, units);
        table.order("activate 3020");
        for hex in hexes {
            table.order(&format!("move {hex}"));
        }
        let asked = table.order("finish");
        (table, asked)
    };
    let pair = ["G-Inf5 3020", "G-Inf6 3020"];
    // 5 points: two are not more than half, three are.
    assert_eq!(march(3, &["3021", "3020"], &pair).1, "operations");
    assert_eq!(march(1, &["3021", "3020", "3021"], &pair).1, "operations", "never on turn 1");
    let (mut table, asked) = march(3, &["3021", "3020", "3021"], &pair);
    assert_eq!(asked, "attrition");
    // 8 SP, throw 3: 2 LP, the first on the largest, nobody below one.
    assert_eq!(table.throw(&[1, 2]), "take attrition");
    assert_eq!(table.offers(), ["0-2", "1-1", "2-0"]);
    table.order("1-1");
    assert_eq!((table.strength("G-Inf5"), table.strength("G-Inf6")), (3, 3));
    let (mut table, _) = march(3, &["3021", "3020", "3021"], &["G-Inf5 3020=2"]);
    // Alone: +1; 2 SP and a throw of 2 + 1: 1 LP.
    table.throw(&[1, 1]);
    assert_eq!(table.strength("G-Inf5"), 1, "attrition never kills");
    // 4 SP of which 3 can be lost, in two divisions of 1 and 3: a throw of 2 takes 2 and kills nobody.
    let (mut table, _) = march(3, &["3021", "3020", "3021"], &["G-Inf5 3020=1", "G-Inf6 3020=3"]);
    table.throw(&[1, 1]);
    assert_eq!((table.strength("G-Inf5"), table.strength("G-Inf6")), (1, 1));
    let (mut table, _) =
        march(3, &["3021", "3020", "3021"], &["G-Inf5 3020=1", "G-Inf6 3020=2", "G-Inf35 3020=1"]);
    // 4 SP, 2: 2 LP, but only one point can be given.
    table.throw(&[1, 1]);
    assert_eq!(["G-Inf5", "G-Inf6", "G-Inf35"].map(|key| table.strength(key)), [1, 1, 1], "9.0-e");
}

#[test]
fn towns_and_solitude_ease_attrition() {
    let rules = standard();
    let mut table = Table::new(&rules, 3, Side::First, &["G-Inf5 3020"]);
    table.order("activate 3020");
    for hex in ["3120", "3020", "3120"] {
        table.order(&format!("move {hex}"));
    }
    assert_eq!(table.order("finish"), "attrition");
    // 4 SP, throw 4, +1 in a town and +1 alone: 6 loses nothing where 4 would have lost 1.
    assert_eq!(table.throw(&[2, 2]), "operations");
    assert_eq!(table.strength("G-Inf5"), 4);
}

#[test]
fn neighbours_do_not_fight_by_themselves() {
    let mut table = Table::new(&standard(), 3, Side::First, &["G-Inf5 3020", "S-RC2 3019", "S-A24 2703"]);
    assert_eq!(table.game().phasing(), Side::First);
    table.order("end operations");
    assert_eq!((table.strength("G-Inf5"), table.strength("S-RC2")), (4, 4));
    assert_eq!(table.game().phasing(), Side::Second);
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
fn the_overstacked_go_at_the_end_of_their_own_phase() {
    let rules = standard();
    let units = ["S-RC2 3018", "S-RC44 3018", "S-RC1 3017"];
    let mut table = Table::new(&rules, 3, Side::Second, &units);
    table.order("activate 3017");
    table.order("move 3018");
    table.order("finish");
    assert_eq!(table.order("end operations"), "who is too many");
    table.order("S-RC1");
    assert_eq!(table.game().place_of(table.unit("S-RC1")), Place::ELIMINATED);
    assert_eq!(table.at("S-RC2"), Some(3018));
}

/// AGC-4.1-d: brigades stay where divisions would.
#[test]
fn two_brigades_stay_with_a_corps() {
    let rules = standard();
    let mut table = Table::new(&rules, 8, Side::Second, &["S-RC2 3018", "S-TB4 3018", "S-TBM 3017"]);
    table.order("activate 3017");
    table.order("move 3018");
    table.order("finish");
    assert_ne!(table.order("end operations"), "who is too many");
    assert_eq!(["S-RC2", "S-TB4", "S-TBM"].map(|unit| table.at(unit)), [Some(3018); 3]);
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
