//! Rulings and test vectors on volleys, charges and assaults, each by a figure that only it gives.

use crate::common::{Ends, assault, assert_fraction, charge, opened, probability, volley};
use grognard_days_of_empire::fire::square_faces;

const LINE_2: &str = "arm = \"infantry\", class = 2, stands = 12, weapon = \"musket\"";
const GUN: &str = "unit = { name = \"g\", arm = \"field-gun\" }\nrange = ";

fn foot(name: &str, class: u8, stands: u8, more: &str) -> String {
    format!(
        "unit = {{ name = \"{name}\", arm = \"infantry\", class = {class}, stands = {stands}, weapon = \"musket\" }}\n{more}"
    )
}

/// No hits, with so many stands of a weapon whose first fire is spent.
fn misses(shot: &str, target: &str) -> f64 {
    probability(&volley("", &[shot], target, ""), "hits", 0)
}

fn shot(stands: u8, weapon: &str, range: u8, more: &str) -> String {
    format!(
        "unit = {{ name = \"s\", arm = \"infantry\", class = 2, stands = {stands}, weapon = \"{weapon}\", first-fire = \"spent\"{more} }}\nrange = {range}"
    )
}

#[test]
fn v24_skirmishers_fire_in_pairs() {
    assert_fraction(misses(&shot(6, "rifle", 3, ", formation = \"skirmish\""), LINE_2), 8, 27);
    assert_fraction(misses(&shot(7, "rifle", 3, ", formation = \"skirmish\""), LINE_2), 8, 27);
    // Never below step 1 at dispersed targets in the first band, and only there.
    let loose = format!("{LINE_2}, formation = \"skirmish\"");
    assert_fraction(misses(&shot(2, "musket", 4, ", formation = \"skirmish\""), &loose), 5, 6);
    assert_fraction(misses(&shot(2, "musket", 5, ", formation = \"skirmish\""), &loose), 1, 1);
}

#[test]
fn v25_ten_rifles_fire_in_groups_of_4_4_and_2() {
    let cover = format!("{LINE_2}, cover = \"light\"");
    assert_fraction(misses(&shot(10, "rifle", 9, ""), &cover), 10, 27);
    assert_fraction(misses(&shot(9, "rifle", 9, ""), &cover), 4, 9);
}

#[test]
fn v41_the_lowest_step_of_the_columns_that_apply_counts() {
    let wood = ", cover = \"light\", cover-of = \"wood\"";
    let loose = format!("{LINE_2}, formation = \"skirmish\"{wood}");
    let column = format!("{LINE_2}, formation = \"manoeuvre-column\"{wood}");
    assert_fraction(misses(&shot(8, "musket", 4, ""), &loose), 25, 36);
    assert_fraction(misses(&shot(8, "musket", 4, ""), &column), 4, 9);
}

#[test]
fn columns_fire_with_their_front_rank_and_the_shaken_one_step_lower() {
    assert_fraction(misses(&shot(12, "musket", 4, ", formation = \"manoeuvre-column\""), LINE_2), 1, 2);
    assert_fraction(misses(&shot(12, "musket", 4, ", formation = \"march-column\""), LINE_2), 5, 6);
    assert_fraction(misses(&shot(12, "musket", 4, ", formation = \"march-column-1\""), LINE_2), 1, 1);
    assert_fraction(misses(&shot(4, "musket", 4, ", order = \"shaken\""), LINE_2), 2, 3);
    assert_fraction(misses(&shot(4, "musket", 9, ""), LINE_2), 1, 1);
}

#[test]
fn v33_squares_fire_by_faces() {
    assert_eq!(square_faces(14), [4, 4, 3, 3]);
    assert_eq!(square_faces(8), [2, 2, 2, 2]);
    let square = |stands: u8, bearing: u8| {
        shot(stands, "musket", 4, ", formation = \"square\"") + &format!("\nbearing = {bearing}")
    };
    // Two stands a face, step 1 on a line; four and three; one stand alone where the 4 row has 3.
    assert_fraction(misses(&square(8, 1), LINE_2), 5, 6);
    assert_fraction(misses(&square(8, 2), LINE_2), 25, 36);
    assert_fraction(misses(&square(14, 3), LINE_2), 1, 6);
    assert_fraction(misses(&square(4, 1), LINE_2), 5, 6);
    assert_fraction(misses(&square(4, 1), &format!("{LINE_2}, cover = \"light\"")), 1, 1);
}

#[test]
fn v39_and_v40_bounce_stays_within_the_range_of_the_gun() {
    let behind = "[[behind]]\nunit = { name = \"b\", arm = \"infantry\", class = 2, stands = 12, weapon = \"musket\", formation = \"manoeuvre-column\" }\ndistance = 3";
    let second = |range: &str, target: &str, more: &str| {
        probability(&volley("", &[&format!("{GUN}{range}{more}")], target, behind), "hits-elsewhere", 1)
    };
    assert_fraction(second("40", LINE_2, ""), 1, 6);
    assert_fraction(second("46", LINE_2, ""), 0, 1);
    // Not out of cover, not uphill, not from a high hill down to the table; and canister does not bounce.
    assert_fraction(second("40", &format!("{LINE_2}, cover = \"light\""), ""), 0, 1);
    assert_fraction(second("8", LINE_2, ""), 0, 1);
    assert_fraction(second("40", LINE_2, "\nlevel = \"high-hill\""), 0, 1);
    let uphill = volley("", &[&format!("{GUN}40")], LINE_2, behind)
        .replace("[target]", "[target]\nlevel = \"low-hill\"");
    assert_fraction(probability(&uphill, "hits-elsewhere", 1), 0, 1);
}

#[test]
fn a59_and_a122_a_screen_takes_the_hits_first() {
    let screen = |distance: u8| {
        format!(
            "[screen]\nunit = {{ name = \"s\", arm = \"infantry\", class = 2, stands = 1, start = 12, weapon = \"musket\", formation = \"skirmish\" }}\ndistance = {distance}"
        )
    };
    let column = format!("{LINE_2}, formation = \"manoeuvre-column\"");
    let on_column = |range: &str, distance: u8, arm: &str, hits: i64| {
        let shot = format!("{GUN}{range}").replace("field-gun", arm);
        probability(&volley("", &[&shot], &column, &screen(distance)), "hits", hits)
    };
    // Two hits once in six: one on the screen, the other goes on if the column begins within 6 inches.
    assert_fraction(on_column("20", 3, "field-gun", 1), 1, 6);
    assert_fraction(on_column("20", 7, "field-gun", 1), 0, 1);
    // Shell does not go on; at long range shot cannot hit a screen and passes it.
    assert_fraction(on_column("20", 3, "field-howitzer", 0), 1, 1);
    assert_fraction(on_column("40", 3, "field-gun", 1), 1, 2);
}

#[test]
fn crews_serve_their_guns() {
    let gun = |more: &str| format!("unit = {{ name = \"g\", arm = \"field-gun\"{more} }}\nrange = 20");
    assert_fraction(misses(&gun(""), LINE_2), 1, 2);
    assert_fraction(misses(&gun(", crew = 2"), LINE_2), 2, 3);
    assert_fraction(misses(&gun(", crew = 1"), LINE_2), 1, 1);
    assert_fraction(misses(&gun(", formation = \"limbered\""), LINE_2), 1, 1);
}

#[test]
fn hits_on_lone_staff_are_thrown_for() {
    let shot = shot(2, "rifle", 3, ", formation = \"skirmish\"");
    let text = volley("", &[&shot], "arm = \"staff\"", "");
    // One die at step 1; then 3 to 6 hurt.
    assert_fraction(probability(&text, "staff-hurt", 1), 4, 36);
}

#[test]
fn v28_class_1_horse_out_of_command_cannot_charge_a_square() {
    let horse = "arm = \"light-cavalry\", class = 1, stands = 8, general = \"away\"";
    let square = format!("{LINE_2}, formation = \"square\"");
    assert_fraction(probability(&charge("", "distance = 16", horse, &square, ""), "refuses", 1), 1, 1);
}

#[test]
fn generals_help_and_harm() {
    let refuses = |more: &str| {
        let charger = format!("{LINE_2}{more}");
        probability(&charge("", "distance = 8", &charger, LINE_2, ""), "refuses", 1)
    };
    for (more, sixths) in [
        ("", 2),
        (", general = \"inept\"", 3),
        (", general = \"exceptional\"", 1),
        (", general = \"away\"", 3),
        (", general = \"away\", senior = \"capable\"", 2),
        (", general = \"independent\"", 2),
        (", general = \"independent\", senior = \"exceptional\"", 1),
        (", attached = \"capable\"", 1),
        (", attached = \"exceptional\"", 0),
        (", attached = \"inept\"", 3),
        (", friend-routing = true", 3),
        (", support = \"within-8\"", 1),
        (", order = \"disordered\"", 3),
        (", start = 16", 3),
        (", start = 15", 2),
    ] {
        assert_fraction(refuses(more), sixths, 6);
    }
}

#[test]
fn what_a_charger_sees_of_its_target() {
    let refuses = |way: &str, charger: &str, target: &str| {
        probability(&charge("", &format!("distance = 8\n{way}"), charger, target, ""), "refuses", 1)
    };
    let heavy = "arm = \"heavy-cavalry\", class = 2, stands = 8";
    assert_fraction(refuses("", LINE_2, &format!("{LINE_2}, cover = \"light\"")), 3, 6);
    assert_fraction(refuses("", LINE_2, &format!("{LINE_2}, cover = \"heavy\"")), 4, 6);
    assert_fraction(refuses("", LINE_2, &format!("{LINE_2}, order = \"shaken\"")), 1, 6);
    assert_fraction(refuses("strikes = \"flank\"", LINE_2, LINE_2), 1, 6);
    assert_fraction(refuses("strikes = \"rear\"", LINE_2, LINE_2), 0, 6);
    assert_fraction(refuses("steep = true", LINE_2, LINE_2), 3, 6);
    assert_fraction(refuses("", LINE_2, "arm = \"field-gun\""), 3, 6);
    assert_fraction(refuses("strikes = \"flank\"", LINE_2, "arm = \"field-gun\""), 1, 6);
    assert_fraction(refuses("", heavy, &format!("{LINE_2}, formation = \"square\"")), 4, 6);
    // A square has neither flank nor rear.
    assert_fraction(refuses("strikes = \"rear\"", heavy, &format!("{LINE_2}, formation = \"square\"")), 4, 6);
}

#[test]
fn what_the_charged_fear() {
    let routs = |way: &str, charger: &str, target: &str| {
        probability(&charge("", way, charger, target, ""), "target-routs", 1)
    };
    let heavy = "arm = \"heavy-cavalry\", class = 4, stands = 8";
    // Totals 3, 4 and 5; and in square, 1: routs are two or more short.
    assert_fraction(routs("distance = 16", heavy, LINE_2), 1, 6);
    assert_fraction(routs("distance = 16\nstrikes = \"flank\"", heavy, LINE_2), 2, 6);
    assert_fraction(routs("distance = 16\nstrikes = \"rear\"", heavy, LINE_2), 3, 6);
    assert_fraction(routs("distance = 16", heavy, &format!("{LINE_2}, cover = \"light\"")), 0, 6);
    let many = heavy.replace("stands = 8", "stands = 24");
    assert_fraction(routs("distance = 16", &many, LINE_2), 2, 6);
    // Caught within 6 inches there is no test, unless the charger changes formation.
    assert_fraction(routs("distance = 6", heavy, LINE_2), 0, 6);
    assert_fraction(routs("distance = 6\nchanges-formation = true", heavy, LINE_2), 1, 6);
}

#[test]
fn a167_who_evades_and_is_reached_is_fought() {
    let horse = "arm = \"light-cavalry\", class = 4, stands = 8";
    let loose = format!("{LINE_2}, formation = \"skirmish\"");
    let text = |distance: &str, readings: &str| {
        charge(readings, &format!("distance = {distance}"), horse, &loose, "")
    };
    // Within reach of the 1st Impulse in the open they rout and get away.
    assert_fraction(probability(&text("10", ""), "target-routs", 1), 1, 1);
    // By the other reading they test (total 3), evade 5 inches, and 10 are just enough: ridden down.
    let as_moved = "screen-reach = \"as-moved\"";
    assert_fraction(probability(&text("10", as_moved), "target-routs", 1), 1, 6);
    let (contact, major) = (
        probability(&text("10", as_moved), "contact", 1),
        probability(&text("10", as_moved), "first-major", 1),
    );
    assert!(contact > 0.5 && (contact - major).abs() < 1e-12, "{contact} {major}");
    assert_fraction(probability(&text("\"10.2\"", as_moved), "contact", 1), 1, 3);
}

#[test]
fn a65_whoever_is_counter_charged_tests_too() {
    let heavy = "arm = \"heavy-cavalry\", class = 1, stands = 8";
    let light = "arm = \"light-cavalry\", class = 4, stands = 20";
    let text = charge("", "distance = 12", heavy, light, "policy = { counter-charge = \"yes\" }");
    // Class 1 against more than twice its stands: total 4, so 1 and 2 break it once both have charged.
    let broken = opened(&text).visit(Ends).iter().any(|end| end.contains("ending: charger-broken"));
    assert!(broken, "the counter-charged unit can rout");
    let without = charge("", "distance = 12", heavy, light, "");
    assert!(opened(&without).visit(Ends).iter().all(|end| !end.contains("charger-broken")));
}

#[test]
fn squares_formed_in_woods_are_disordered() {
    let horse = "arm = \"heavy-cavalry\", class = 4, stands = 8";
    let wood = format!("{LINE_2}, cover = \"light\", cover-of = \"wood\"");
    let policy = "policy = { answer = \"square\" }\n[attacker.policy]\nfeint = \"always\"";
    let squares = |target: &str| -> Vec<String> {
        let ends = opened(&charge("", "distance = 16", horse, target, policy)).visit(Ends);
        ends.into_iter().filter(|end| end.contains("formation: square")).collect()
    };
    assert!(!squares(&wood).is_empty() && squares(&wood).iter().all(|end| end.contains("order: disordered")));
    assert!(
        !squares(LINE_2).is_empty() && squares(LINE_2).iter().all(|end| !end.contains("order: disordered"))
    );
}

#[test]
fn a69_the_average_class_is_rounded_up_at_the_half() {
    let text = assault("", &[&foot("a", 4, 6, ""), &foot("b", 3, 6, "")], &[&foot("c", 4, 12, "")]);
    assert_fraction(probability(&text, "draw", 1), 6, 36);
}

#[test]
fn numbers_count_in_three_degrees() {
    let draw =
        |mine: u8| probability(&assault("", &[&foot("a", 2, mine, "")], &[&foot("b", 2, 8, "")]), "draw", 1);
    for (stands, ways) in [(11, 6), (12, 5), (15, 5), (16, 4), (23, 4), (24, 3)] {
        assert_fraction(draw(stands), ways, 36);
    }
    // Against skirmishers only stands in contact count.
    let loose = "unit = { name = \"s\", arm = \"infantry\", class = 2, stands = 4, weapon = \"musket\", formation = \"skirmish\" }";
    let text = |contact: u8| assault("", &[&foot("a", 2, 12, &format!("contact = {contact}"))], &[loose]);
    assert_fraction(probability(&text(4), "draw", 1), 4, 36);
    assert_fraction(probability(&text(12), "draw", 1), 1, 36);
}

#[test]
fn a126_guns_bear_no_casualties_beside_foot_and_are_taken_when_beaten() {
    let gun = "unit = { name = \"the gun\", arm = \"field-gun\" }";
    let strong = foot("a", 4, 24, "charging = true\nstrikes = \"rear\"");
    let ends = opened(&assault("", &[&strong], &[gun, &foot("d", 1, 8, "")])).visit(Ends);
    assert!(ends.iter().all(|end| end.contains("fate: captured") && end.contains("strength: 4")), "{ends:?}");
}

#[test]
fn a_spare_casualty_between_equals_goes_by_die() {
    let strong = foot("a", 4, 24, "charging = true\nstrikes = \"rear\"");
    let all = opened(&assault("", &[&strong], &[&foot("d", 1, 10, ""), &foot("e", 1, 10, "")])).visit(Ends);
    let ends: Vec<&String> = all.iter().filter(|end| end.contains("degree: major victory")).collect();
    let shares: Vec<bool> = ends.iter().map(|end| end.contains("unit: d\n      strength: 8")).collect();
    assert!(ends.len() == 2 && shares[0] != shares[1], "{ends:?}");
}

#[test]
fn a169_pursuers_count_as_disordered() {
    let text = |order: &str| {
        let unit = format!("unit = {{ name = \"a\", {LINE_2}, order = \"{order}\" }}");
        probability(&assault("", &[&unit], &[&foot("b", 2, 12, "")]), "draw", 1)
    };
    assert_fraction(text("good"), 6, 36);
    assert_fraction(text("disordered"), 5, 36);
    assert_fraction(text("pursuing"), 5, 36);
    assert_fraction(text("shaken"), 4, 36);
}

#[test]
fn a110_a_screen_is_not_shattered_by_itself() {
    let screen = "[screen]\nunit = { name = \"s\", arm = \"infantry\", class = 2, stands = 3, weapon = \"musket\", formation = \"skirmish\" }\ndistance = 3";
    let ends = opened(&volley("", &[&format!("{GUN}20")], LINE_2, screen)).visit(Ends);
    assert!(ends.iter().any(|end| end.contains("unit: s\n    strength: 2")), "{ends:?}");
    assert!(ends.iter().all(|end| !end.contains("shattered")), "{ends:?}");
}

#[test]
fn opportunity_charges_have_half_a_move_and_two_inches_after_firing() {
    let strong = "arm = \"infantry\", class = 4, stands = 12, weapon = \"rifle\"";
    let contact = |distance: &str, plan: &str| {
        let text = charge("", &format!("distance = {distance}"), strong, LINE_2, "");
        let text = text.replace("[defender]", &format!("policy = {{ plan = \"{plan}\" }}\n[defender]"));
        opened(&text).visit(Ends).iter().any(|end| end.contains("ending: contact"))
    };
    assert!(contact("2", "shoot") && !contact("3", "shoot") && !contact("\"2.001\"", "shoot"));
    // Whoever holds makes none by policy; a declared charge reaches 8.
    assert!(!contact("2", "hold") && contact("8", "charge"));
}

#[test]
fn horse_guns_drive_off_while_their_team_is_nearly_whole() {
    let heavy = "arm = \"heavy-cavalry\", class = 4, stands = 8";
    let evades = |horses: u8, more: &str| {
        let guns = format!("arm = \"field-gun\", formation = \"limbered\", horses = {horses}{more}");
        let text = charge("", "distance = 18", heavy, &guns, "policy = { answer = \"evade\" }");
        probability(&text, "target-evades", 1) > 0.0
    };
    let horse = ", horse-artillery = true";
    assert!(evades(6, horse) && evades(5, horse) && !evades(4, horse) && !evades(4, ""));
}

/// 17.3.8-c: a battery without horses loses crew where others lose horses.
#[test]
fn a_battery_without_horses_loses_crew() {
    let lost = |horses: u8| {
        let gun = format!("arm = \"field-gun\", formation = \"limbered\", horses = {horses}");
        probability(&volley("", &[&shot(4, "rifle", 9, "")], &gun, ""), "losses", 0)
    };
    assert!(lost(0) < lost(4), "{} {}", lost(0), lost(4));
}

/// 17.5.3-c: routers in contact lose without dice, and their friends fight on.
#[test]
fn the_friends_of_routers_fight_on() {
    let line =
        |name: &str, order: &str| format!("unit = {{ name = \"{name}\", {LINE_2}, order = \"{order}\" }}");
    let alone = opened(&assault("", &[&line("a", "good")], &[&line("r", "routing")])).visit(Ends);
    let with_friends =
        opened(&assault("", &[&line("a", "good")], &[&line("r", "routing"), &line("f", "good")])).visit(Ends);
    assert_eq!(alone.len(), 1, "no dice: {alone:?}");
    assert!(with_friends.len() > 2, "the others throw: {with_friends:?}");
}

/// 17.5.3: both sides may have routers in contact. Who has nobody else has lost, whichever side is looked at first.
#[test]
fn who_has_only_routers_has_lost_though_the_victors_have_some_too() {
    let line =
        |name: &str, order: &str| format!("unit = {{ name = \"{name}\", {LINE_2}, order = \"{order}\" }}");
    let lone = [line("r", "routing")];
    let both = [line("q", "routing"), line("f", "good")];
    let lone = lone.each_ref().map(String::as_str);
    let both = both.each_ref().map(String::as_str);
    for (first, second) in [(&lone[..], &both[..]), (&both[..], &lone[..])] {
        let ends = opened(&assault("", first, second)).visit(Ends);
        assert_eq!(ends.len(), 1, "no dice: {ends:?}");
    }
}

/// 17.2.8-b, 15.10-c: who charges over a wall fights the assault as a disordered unit does, and was in order before.
#[test]
fn ground_disorders_a_charger_before_the_assault() {
    let spent = format!("{LINE_2}, first-fire = \"spent\"");
    let ends = |way: &str, order: &str| {
        let attacker = format!("{LINE_2}, order = \"{order}\"");
        opened(&charge("", way, &attacker, &spent, "")).visit(Ends)
    };
    let wins = |way: &str, order: &str| {
        let text = charge("", way, &format!("{LINE_2}, order = \"{order}\""), &spent, "");
        probability(&text, "first-wins", 1)
    };
    let (clear, over) = (wins("distance = 2", "good"), wins("distance = 2\ndisorders = true", "good"));
    assert!(over < clear, "{over} {clear}");
    // Who is disordered already is none the worse for it.
    assert_eq!(ends("distance = 2", "disordered"), ends("distance = 2\ndisorders = true", "disordered"));
}
