//! Every switch, in both positions.

use crate::common::{Ends, assault, assert_fraction, charge, opened, probability, refused, volley};
use crate::table::{COLUMN, Table};
use grognard_board::table::{BodiesBlock, CrestBehind, OverCover, Visibility};
use grognard_days_of_empire::battle::measured::visibility;
use grognard_days_of_empire::battle::state::Scene;
use grognard_days_of_empire::readings::Readings;

const LINE_2: &str = "arm = \"infantry\", class = 2, stands = 12, weapon = \"musket\"";
const SPENT_RIFLES: &str = "unit = { name = \"r\", arm = \"infantry\", class = 4, stands = 4, weapon = \"rifle\", first-fire = \"spent\" }";

/// The probability of a figure's value by default and with a switch turned.
#[track_caller]
fn turned(text: impl Fn(&str) -> String, switch: &str, figure: &str, value: i64, wanted: [(u32, u32); 2]) {
    let (key, alternative) = switch.split_once(' ').unwrap();
    let default = Readings::SWITCHES.iter().find(|one| one.key == key).unwrap().words();
    assert_eq!(default[1], alternative);
    for (word, (above, below)) in default.into_iter().zip(wanted) {
        let p = probability(&text(&format!("{key} = \"{word}\"")), figure, value);
        assert_fraction(p, above, below);
    }
    assert_fraction(probability(&text(""), figure, value), wanted[0].0, wanted[0].1);
}

#[test]
fn class_4_volley_from_8_or_9_stands() {
    let shot = SPENT_RIFLES.replace("stands = 4", "stands = 8") + "\nrange = 8";
    turned(
        |readings| volley(readings, &[&shot], LINE_2, ""),
        "class-4-volley 9",
        "hits",
        0,
        [(1, 8), (1, 4)],
    );
}

#[test]
fn second_impulse_of_its_own_half_or_half_of_the_rest() {
    // From 8 inches a line has 4 in each half; half of what is left after 4 is 2.
    let text = |readings: &str| {
        charge(readings, "distance = 8", &LINE_2.replace("class = 2", "class = 4"), LINE_2, "")
    };
    let ends = opened(&text("second-impulse = \"half-of-rest\"")).visit(Ends);
    assert!(ends.iter().all(|end| !end.contains("ending: contact")), "half of the rest never reaches");
    assert!(ends.iter().any(|end| end.contains("ending: out-of-reach")));
    let ends = opened(&text("")).visit(Ends);
    assert!(ends.iter().any(|end| end.contains("ending: contact")));
    assert!(ends.iter().all(|end| !end.contains("ending: out-of-reach")));
}

#[test]
fn squares_are_dense_targets_or_lines() {
    let shot = format!("{SPENT_RIFLES}\nrange = 8");
    let square = format!("{LINE_2}, formation = \"square\"");
    turned(
        |readings| volley(readings, &[&shot], &square, ""),
        "square-target line",
        "hits",
        0,
        [(1, 3), (1, 2)],
    );
}

#[test]
fn stone_burns_or_not() {
    let shot = "unit = { name = \"h\", arm = \"siege-howitzer\" }\nrange = 20";
    let house = format!("{LINE_2}, cover = \"heavy\", cover-of = \"urban-area\"");
    turned(|readings| volley(readings, &[shot], &house, ""), "stone-burns no", "alight", 1, [(1, 6), (0, 1)]);
    let wood = house.replace("urban-area", "wood");
    assert_fraction(probability(&volley("stone-burns = \"no\"", &[shot], &wood, ""), "alight", 1), 1, 6);
    let works = house.replace("urban-area", "works");
    assert_fraction(probability(&volley("", &[shot], &works, ""), "alight", 1), 0, 1);
}

/// A crushing assault on a village: always a major victory.
fn crushed(readings: &str) -> String {
    let attacker = "unit = { name = \"a\", arm = \"infantry\", class = 4, stands = 24, weapon = \"rifle\", support = \"within-4\", attached = \"exceptional\" }\ncharging = true";
    let defender = "unit = { name = \"d\", arm = \"infantry\", class = 2, stands = 8, weapon = \"musket\", order = \"shaken\", cover = \"light\", cover-of = \"urban-area\" }";
    assault(readings, &[attacker], &[defender])
}

#[test]
fn cover_may_be_held_after_a_minor_defeat_or_always() {
    assert_fraction(probability(&crushed(""), "first-major", 1), 1, 1);
    turned(crushed, "cover-hold every-compulsory-move", "second-routed", 1, [(1, 1), (0, 1)]);
    let ends = opened(&crushed("cover-hold = \"every-compulsory-move\"")).visit(Ends);
    assert!(ends.iter().all(|end| end.contains("order: shaken") && end.contains("move: holds")));
}

#[test]
fn staff_are_at_risk_with_casualties_or_under_fire() {
    // Muskets at 8 inches cannot hit skirmishers, but they can hit their general.
    let shot =
        "unit = { name = \"m\", arm = \"infantry\", class = 2, stands = 4, weapon = \"musket\" }\nrange = 8";
    let target = format!("{LINE_2}, formation = \"skirmish\", attached = \"capable\"");
    turned(
        |readings| volley(readings, &[shot], &target, ""),
        "staff-risk under-fire",
        "staff-hurt",
        1,
        [(0, 1), (1, 9)],
    );
}

#[test]
fn tests_after_one_hit_or_two() {
    let shot = "unit = { name = \"m\", arm = \"infantry\", class = 2, stands = 4, weapon = \"musket\", first-fire = \"spent\" }\nrange = 4";
    let target = LINE_2.replace("class = 2", "class = 1");
    turned(|readings| volley(readings, &[shot], &target, ""), "test-from 2", "shaken", 1, [(1, 6), (0, 1)]);
}

#[test]
fn factors_count_once_or_for_every_unit() {
    let horse = "unit = { name = \"h\", arm = \"heavy-cavalry\", class = 2, stands = 6 }\ncharging = true";
    let line = format!("unit = {{ name = \"l\", {LINE_2} }}");
    // An advantage of 3, or of 6.
    turned(
        |readings| assault(readings, &[horse, horse], &[&line]),
        "assault-factors every-unit",
        "first-major",
        1,
        [(15, 36), (30, 36)],
    );
}

#[test]
fn screens_within_half_the_allowance_or_as_moved() {
    let text = |readings: &str| {
        charge(
            readings,
            "distance = 16\nfirst-impulse = 5",
            "arm = \"heavy-cavalry\", class = 3, stands = 8",
            LINE_2,
            "[screen]\nunit = { name = \"s\", arm = \"infantry\", class = 2, stands = 4, weapon = \"musket\", formation = \"skirmish\" }\ndistance = \"8.5\"",
        )
    };
    // Routed whenever the charge is made, five times in six; by test (total 4 with twice its stands) on 1 to 4.
    turned(text, "screen-reach as-moved", "screen-routs", 1, [(5, 6), (20, 36)]);
}

#[test]
fn high_hills_at_high_hills() {
    let shot = |arm: &str, level: &str| {
        format!("unit = {{ name = \"g\", arm = \"{arm}\" }}\nrange = 20\nlevel = \"{level}\"")
    };
    let text = |readings: &str, shot: &str| {
        volley(readings, &[shot], LINE_2, "").replace("[target]\n", "[target]\nlevel = \"high-hill\"\n")
    };
    opened(&text("", &shot("field-gun", "high-hill")));
    opened(&text("", &shot("field-gun", "low-hill")));
    opened(&text("high-to-high = \"no\"", &shot("field-howitzer", "high-hill")));
    assert!(
        refused(&text("high-to-high = \"no\"", &shot("field-gun", "high-hill"))).contains("DOE-17.3.5-h")
    );
    assert!(refused(&text("", &shot("field-gun", "table"))).contains("DOE-17.3.5-a"));
    let near = shot("field-howitzer", "high-hill").replace("20", "6");
    assert!(refused(&text("", &near)).contains("DOE-17.3.5-b"));
    grognard_testkit::record::exercised(&["DOE-17.3.5-a", "DOE-17.3.5-b", "DOE-17.3.5-h"]);
}

#[test]
fn a_senior_general_stands_in_for_a_lost_commander_or_not() {
    let charger = format!("{LINE_2}, general = \"lost\", senior = \"capable\"");
    turned(
        |readings| charge(readings, "distance = 8", &charger, LINE_2, ""),
        "lost-commander out-until-replaced",
        "refuses",
        1,
        [(2, 6), (3, 6)],
    );
}

#[test]
fn victors_over_routers_move_or_stay() {
    let horse = "unit = { name = \"h\", arm = \"heavy-cavalry\", class = 2, stands = 6 }\ncharging = true";
    let runners = format!("unit = {{ name = \"l\", {LINE_2}, order = \"routing\" }}");
    let text = |readings: &str| assault(readings, &[horse], &[&runners]);
    let ends = opened(&text("")).visit(Ends);
    assert!(ends.len() == 1 && ends[0].contains("move: pursues") && ends[0].contains("order: pursuing"));
    let ends = opened(&text("router-victors = \"never\"")).visit(Ends);
    assert!(
        ends.len() == 1 && ends[0].contains("move: stays") && ends[0].contains("order: good"),
        "{ends:?}"
    );
}

#[test]
fn columns_have_their_factor_in_the_open_or_everywhere() {
    let column =
        format!("unit = {{ name = \"c\", {LINE_2}, formation = \"manoeuvre-column\" }}\ncharging = true");
    let wall = format!("unit = {{ name = \"l\", {LINE_2}, cover = \"light\" }}");
    // Even against the wall, or one ahead.
    turned(
        |readings| assault(readings, &[&column], &[&wall]),
        "column-factor everywhere",
        "draw",
        1,
        [(6, 36), (5, 36)],
    );
    let open = format!("unit = {{ name = \"l\", {LINE_2} }}");
    assert_fraction(probability(&assault("", &[&column], &[&open]), "draw", 1), 4, 36);
}

#[test]
fn lines_are_enfiladed_or_not() {
    let shot = format!("{SPENT_RIFLES}\nrange = 8\nstrikes = \"flank\"");
    turned(|readings| volley(readings, &[&shot], LINE_2, ""), "enfilade on", "hits", 0, [(1, 2), (1, 3)]);
    let front = format!("{SPENT_RIFLES}\nrange = 8");
    assert_fraction(probability(&volley("enfilade = \"on\"", &[&front], LINE_2, ""), "hits", 0), 1, 2);
}

#[test]
fn guns_bombard_or_do_not() {
    let shot = "unit = { name = \"g\", arm = \"field-gun\" }\nbearing = 2\nrange = 50";
    turned(|readings| volley(readings, &[shot], LINE_2, ""), "bombardment on", "hits", 0, [(1, 1), (25, 36)]);
    let far = shot.replace("50", "61");
    assert_fraction(probability(&volley("bombardment = \"on\"", &[&far], LINE_2, ""), "hits", 0), 1, 1);
    let loose = format!("{LINE_2}, formation = \"skirmish\"");
    assert_fraction(probability(&volley("bombardment = \"on\"", &[shot], &loose, ""), "hits", 0), 1, 1);
}

#[test]
fn every_switch_can_be_set_and_read() {
    for switch in Readings::SWITCHES {
        for value in switch.words() {
            let mut readings = Readings::default();
            readings.set(switch.key, value).unwrap();
            assert_eq!(readings.get(switch.key).as_deref(), Some(value));
        }
    }
    assert_eq!(Readings::SWITCHES.len(), 38);
    let text = volley("square-target = \"round\"", &[&format!("{SPENT_RIFLES}\nrange = 8")], LINE_2, "");
    assert!(
        refused(&text)
            .contains("readings.square-target: unknown variant `round`, expected `dense` or `line`"),
        "{}",
        refused(&text)
    );
}

/// What sight reads of the switches: who blocks it, what a crest hides from whom stands behind it, what lies behind cover.
#[test]
fn sight_goes_by_the_switches() {
    let seen = |readings: &str| {
        let mut table = Table::with(
            readings,
            &[],
            &[("k", COLUMN, "36 20 0"), ("between", COLUMN, "36 26 0")],
            &[("e", COLUMN, "36 32 180")],
        );
        let (by, at) = (table.id("k"), table.id("e"));
        let scene = Scene { rules: &table.rules, now: &table.battle.now };
        let sees = table.battle.ground.sees(scene, by, at);
        (sees, visibility(&table.rules))
    };
    let (sees, usual) = seen("");
    assert!(!sees, "formed bodies hide foot from foot");
    let (sees, open) = seen("bodies-block-sight = \"no\"");
    assert!(sees, "or do not");
    assert_eq!(open, Visibility { bodies: BodiesBlock::No, ..usual });
    let literal = seen("crest-behind = \"sees\"").1;
    assert_eq!(literal, Visibility { crest_behind: CrestBehind::Sees, ..usual });
    let near = seen("over-cover = \"up-to-8\"").1;
    assert_eq!(near, Visibility { over_cover: OverCover::UpTo, ..usual });
}
