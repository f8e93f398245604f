//! Single rules and every reading both ways, on small battles made for the purpose.

use crate::sheet;
use crate::sheet::{HERD, HOME, LINE, play, sheet, side, total};
use grognard_umpire::{Fact, Header, Kind, Session, Side};
use std::sync::Arc;

#[test]
fn rows_cost_what_they_say() {
    // Row +5, 20/20: a draw of 40 against 40.
    let played = play(&sheet(), &total(5, 0), &[]);
    assert_eq!(played.lost(), (8, 8));
    assert_eq!(played.word("outcome"), "draw");
    assert_eq!(played.word("attacker.status"), "disorganized");
    // Row +4, 15/15.
    let played = play(&sheet(), &total(4, 0), &[]);
    assert_eq!((played.lost(), played.word("defender.status")), ((6, 6), "disrupted".to_owned()));
    // Row +9, 10/20: the defender retreats into his city without attrition.
    let played = play(&sheet(), &total(9, 0), &[]);
    assert_eq!(played.lost(), (4, 8));
    assert_eq!(played.word("retreat"), "home");
    assert_eq!(
        (played.word("attacker.status"), played.word("defender.status")),
        ("disrupted".into(), "disorganized".into())
    );
}

#[test]
fn ratio_adjusts_the_stronger_sides_loss() {
    let mut sheet = sheet();
    sheet.attacker = side("C", 0, "{ name = \"Line\", arm = \"infantry\", sp = 60 }", HOME);
    sheet.defender = side("C", 0, "{ name = \"Line\", arm = \"infantry\", sp = 10 }", HOME);
    // 60:10 is +6. Row +8 (5/15) with three points over: 0 and 15 %.
    let played = play(&sheet, &[0, 0, 2], &[]);
    assert_eq!(played.lost(), (0, 2));
    assert!(played.has("AW-8.33-a") && played.has("AW-8.54-b"));
    assert_eq!(played.word("attacker.status"), "fresh");
    // Row +18 (*/30) with a total of 18: no die for the star.
    sheet.situation = "ambush = true\ndouble-envelopment = true".to_owned();
    let played = play(&sheet, &[0, 0, 3], &[]);
    assert_eq!(played.lost(), (0, 3));
    assert!(played.has("AW-8.33-d"));
    // The other way round: 10 attack 60, -6. Row -1 (25/15), the defender loses 15 - 15 = 0.
    let mut sheet = sheet::sheet();
    sheet.attacker = side("C", 0, "{ name = \"Line\", arm = \"infantry\", sp = 10 }", HOME);
    sheet.defender = side("C", 0, "{ name = \"Line\", arm = \"infantry\", sp = 60 }", HOME);
    let played = play(&sheet, &[0, 0, 5], &[]);
    assert_eq!(played.lost(), (3, 0));
    assert!(played.has("AW-8.33-b") && played.has("AW-8.33-c"));
    assert_eq!(played.word("attacker.status"), "useless");
}

#[test]
fn a_star_costs_at_most_a_twentieth() {
    let mut sheet = sheet();
    sheet.situation = "ambush = true\ndouble-envelopment = true".to_owned();
    // Row +18 (*/30) at even odds: 40 SP, at most 2.
    assert_eq!(play(&sheet, &[0, 0, 9, 7], &[]).lost(), (2, 12));
    assert_eq!(play(&sheet, &[0, 0, 9, 1], &[]).lost(), (1, 12));
    sheet.attacker = side("C", 0, "{ name = \"Line\", arm = \"infantry\", sp = 19 }", HOME);
    sheet.defender = side("C", 0, "{ name = \"Line\", arm = \"infantry\", sp = 19 }", HOME);
    assert_eq!(play(&sheet, &[0, 0, 9], &[]).lost().0, 0);
}

#[test]
fn a_single_point_is_eliminated_at_great_odds() {
    let mut sheet = sheet();
    sheet.attacker = side("C", 0, "{ name = \"Line\", arm = \"infantry\", sp = 6 }", HOME);
    sheet.defender = side("C", 0, "{ name = \"Line\", arm = \"infantry\", sp = 1 }", HOME);
    // Total +7 is an X: with +6 for the ratio, die 1; then number [1 + 1] = row -3.
    let dice = [0, 0, 1, 1];
    let played = play(&sheet, &dice, &[]);
    assert_eq!(played.figure("defender.sp"), 0);
    assert_eq!(played.word("outcome"), "attacker-major-victory");
    let spared = play(&sheet.reading("lone-point = \"spared\""), &dice, &[]);
    assert_eq!(spared.figure("defender.sp"), 1);
}

#[test]
fn unpredictable_results_and_guile() {
    let mut sheet = sheet();
    sheet.attacker = side("C", 1, LINE, HOME);
    sheet.defender = side("C", 2, LINE, HOME);
    let guile = |first: &'static str, second: &'static str| {
        [("guile-for-the-unpredictable-result", first), ("guile-for-the-unpredictable-result", second)]
    };
    // X(+1): die 9, guile 1 against 0: [9], row +18, */30 without adjustment.
    let played = play(&sheet, &[0, 0, 7, 9, 0], &guile("1", "0"));
    assert_eq!(played.lost(), (0, 12));
    assert_eq!((played.figure("attacker.guile"), played.figure("defender.guile")), (0, 2));
    // X(+1): die 0, guile 0 against 2: clamped to [0], row -10, 30/*.
    let played = play(&sheet, &[0, 0, 7, 0, 1], &guile("0", "2"));
    assert_eq!(played.lost(), (12, 1));
    let asked = played.session.journal().text();
    assert_eq!(asked.matches("AW-8.4-e [guile for the unpredictable result]").count(), 2, "{asked}");
    // Said aloud, the attacker first.
    let open = play(&sheet.reading("guile = \"attacker-first\""), &[0, 0, 7, 9, 0], &guile("1", "0"));
    assert_eq!(open.lost(), (0, 12));
    assert!(open.session.journal().entries().iter().all(|entry| !format!("{entry:?}").contains("Secret")));
}

#[test]
fn avoidance_and_its_modifiers() {
    let try_home: &[(&str, &str)] = &[("stand-or-avoid-battle", "home")];
    // Campaign 5, -2 for a city next door: 7 gets away, 8 does not.
    let away = play(&sheet(), &[7], try_home);
    assert_eq!(away.word("outcome"), "avoided");
    assert_eq!(away.modifier("AW-8.23-g"), -2);
    assert!(away.has("AW-8.23-s") && away.has("AW-8.23-o"));
    let held = play(&sheet(), &[8, 0, 0, 1], try_home);
    assert_eq!(held.modifier("AW-8.31-n"), 2);
    let far = "{ name = \"home\", into-city = true, hexes = [\"flat\", \"flat\"] }";
    let mut two = sheet();
    two.defender = side("C", 0, LINE, far);
    assert_eq!(play(&two, &[6], try_home).modifier("AW-8.23-h"), -1);
    assert_ne!(play(&two, &[7, 0, 0, 1], try_home).word("outcome"), "avoided");
    let mut high = sheet();
    high.top = "game = \"carthage\"\nterrain = \"marsh\"";
    assert_eq!(play(&high, &[8], try_home).modifier("AW-8.23-i"), -1);
    let mut river = sheet();
    river.defender =
        side("C", 0, LINE, "{ name = \"home\", into-city = true, hexes = [\"flat\"], across-river = true }");
    let crossed = play(&river, &[4], try_home);
    assert_eq!((crossed.modifier("AW-8.23-l"), crossed.word("outcome")), (3, "avoided".to_owned()));
    let mut other = sheet();
    other.defender = side(
        "C",
        0,
        LINE,
        "{ name = \"home\", into-city = true, hexes = [\"flat\"], across-river = true }, { name = \"back\", hexes = [\"flat\"] }",
    );
    assert_eq!(play(&other, &[7], try_home).modifier("AW-8.23-l"), 0);
    let mut guile = sheet();
    guile.attacker = side("C", 1, LINE, HOME);
    guile.defender = side("C", 2, LINE, HOME);
    let spent =
        [("stand-or-avoid-battle", "home"), ("guile-for-avoidance", "1"), ("guile-for-avoidance", "2")];
    let played = play(&guile, &[8], &spent);
    assert_eq!((played.modifier("AW-8.23-j"), played.modifier("AW-8.23-k")), (-2, 1));
    assert_eq!((played.figure("attacker.guile"), played.figure("defender.guile")), (0, 0));
    let mut roman = sheet();
    roman.top = "game = \"rise-of-the-roman-republic\"\nterrain = \"flat\"";
    roman.defender.push_str("roman = true\n");
    assert_eq!(play(&roman, &[3], try_home).modifier("AW-8.23-m"), 4);
    roman.top = "game = \"carthage\"\nterrain = \"flat\"";
    assert_eq!(play(&roman, &[3], try_home).modifier("AW-8.23-m"), 0);
}

#[test]
fn attrition_of_a_retirement() {
    let mut sheet = sheet();
    let troops =
        "{ name = \"Line\", arm = \"infantry\", sp = 60 }, { name = \"Horse\", arm = \"cavalry\", sp = 20 }";
    sheet.defender = side("C", 0, troops, "{ name = \"back\", hexes = [\"flat\", \"mountain\"] }");
    let back: &[(&str, &str)] =
        &[("stand-or-avoid-battle", "back"), ("attrition-of-the-retirement", "horse-cavalry=3")];
    // 3 points on 60 + 2 x 20 = 100 attrition SP: 3 SP.
    let played = play(&sheet, &[5], back);
    assert_eq!((played.figure("defender.lost"), played.figure("defender.cavalry")), (3, 17));
    // A Useless force reads three rows further down: 6 points; the cap is 8.
    sheet.defender.push_str("status = \"useless\"\n");
    let worn = play(&sheet, &[5], &[("stand-or-avoid-battle", "back")]);
    assert_eq!(worn.figure("defender.lost"), 6);
    assert!(worn.has("AW-8.77-c") && worn.has("AW-8.23-r") && worn.has("AW-8.23-q"));
    let none = play(&sheet.reading("attrition = \"none\""), &[5], &[("stand-or-avoid-battle", "back")]);
    assert_eq!(none.figure("defender.lost"), 0);
}

#[test]
fn avoidance_is_barred() {
    let barred = |situation: &str, ways: &str, clause: &str| {
        let mut sheet = sheet();
        sheet.situation = situation.to_owned();
        sheet.defender = side("C", 0, LINE, ways);
        let played = play(&sheet, &total(4, 0), &[]);
        assert!(played.has(clause), "{clause}");
        assert!(!played.has("AW-8.23-a"), "{clause}");
    };
    barred("interception = \"by-attacker\"", HOME, "AW-8.23-b");
    barred("", "", "AW-8.23-c");
    barred("overrun = true", HOME, "AW-8.23-d");
    barred("sortie = true", HOME, "AW-8.23-e");
}

#[test]
fn modifiers_of_position() {
    let modifier = |situation: &str, clause: &str| {
        let mut sheet = sheet();
        sheet.situation = situation.to_owned();
        play(&sheet, &[0, 0, 6], &[]).modifier(clause)
    };
    assert_eq!(modifier("river-crossed = true", "AW-8.31-m"), -3);
    assert_eq!(modifier("interception = \"failed-by-defender\"", "AW-6.55-a"), 2);
    assert_eq!(modifier("double-envelopment = true", "AW-8.31-o"), 4);
    assert_eq!(modifier("ambush = true", "AW-8.31-p"), 5);
    assert_eq!(modifier("landing = \"attacker\"", "AW-8.31-q"), -3);
    assert_eq!(modifier("landing = \"defender\"", "AW-8.31-r"), 3);
    assert_eq!(modifier("landing = \"attacker\"\nriver-crossed = true", "AW-8.31-m"), -3);
    let mut sheet = sheet().reading("landing-and-river = \"landing-only\"");
    sheet.situation = "landing = \"attacker\"\nriver-crossed = true".to_owned();
    let played = play(&sheet, &[0, 0, 4], &[]);
    assert_eq!((played.modifier("AW-8.31-m"), played.modifier("AW-8.31-q")), (0, -3));
    // Two failures of one enemy.
    let failing: &[(&str, &str)] = &[("stand-or-avoid-battle", "home")];
    let mut both = sheet::sheet();
    both.situation = "interception = \"failed-by-defender\"".to_owned();
    let each = play(&both, &[9, 0, 0, 1], failing);
    assert_eq!(each.modifier("AW-8.31-n") + each.modifier("AW-6.55-a"), 4);
    let once = play(&both.reading("failures = \"once\""), &[9, 0, 0, 1], failing);
    assert_eq!(once.modifier("AW-8.31-n") + once.modifier("AW-6.55-a"), 2);
}

#[test]
fn status_elite_and_subordinates() {
    let mut sheet = sheet();
    sheet.attacker.push_str("status = \"disrupted\"\n");
    sheet.defender.push_str("status = \"disorganized\"\n");
    let played = play(&sheet, &[0, 0, 4], &[]);
    assert_eq!((played.modifier("AW-8.77-a"), played.modifier("AW-8.77-b")), (-3, 3));
    let worse = play(&sheet.reading("both-statuses = \"worse-only\""), &[0, 0, 5], &[]);
    assert_eq!((worse.modifier("AW-8.77-a"), worse.modifier("AW-8.77-b")), (0, 3));
    // The worst status of any unit governs.
    let mut mixed = sheet::sheet();
    mixed.defender = side(
        "C",
        0,
        "{ name = \"Line\", arm = \"infantry\", sp = 39 }, { name = \"Beaten\", arm = \"infantry\", sp = 1, status = \"useless\" }",
        HOME,
    );
    assert_eq!(play(&mixed, &[0, 0, 4], &[]).modifier("AW-8.77-b"), 5);
    // Elite: by arm and contingent, five SP at least.
    let mut elite = sheet::sheet();
    let troops = "{ name = \"Libyan\", arm = \"infantry\", sp = 20, elite = 5 }, { name = \"Libyan\", arm = \"cavalry\", sp = 5, elite = 5 }, { name = \"Gallic\", arm = \"infantry\", sp = 10, elite = 4 }";
    elite.attacker = side("C", 0, troops, HOME);
    elite.defender = side(
        "C",
        0,
        "{ name = \"Line\", arm = \"infantry\", sp = 30 }, { name = \"Guard\", arm = \"infantry\", sp = 5, elite = 5 }",
        HOME,
    );
    let played = play(&elite, &[0, 0, 4], &[]);
    assert_eq!(played.modifier("AW-8.31-k"), 2 - 1);
    assert!(played.has("AW-8.31-l"));
    let contingents = play(&elite.reading("elite-groups = \"contingent\""), &[0, 0, 4], &[]);
    assert_eq!(contingents.modifier("AW-8.31-k"), 1 - 1);
    // Subordinates: at most two points a player.
    let mut led = sheet::sheet();
    led.attacker.push_str("subordinate = [{ name = \"a\", battle-points = 2, mortality = 9 }, { name = \"b\", battle-points = 1, mortality = 9 }]\n");
    led.defender.push_str("subordinate = [{ name = \"c\", battle-points = 1, mortality = 9 }]\n");
    assert_eq!(play(&led, &[0, 0, 4], &[]).modifier("AW-5.44-a"), 2 - 1);
}

#[test]
fn legions() {
    let republic = "game = \"rise-of-the-roman-republic\"\nterrain = \"flat\"";
    let mut sheet = sheet();
    sheet.top = republic;
    sheet.attacker = side("E", 0, "{ name = \"Allied\", arm = \"infantry\", sp = 10 }", HOME);
    sheet.attacker.push_str(
        "roman = true\nlegion = [{ name = \"I\", sp = 6, veteran = true }, { name = \"II\", sp = 5, veteran = true }, \
         { name = \"III\", sp = 8 }, { name = \"IV\", sp = 1 }]\n",
    );
    let played = play(&sheet, &[0, 0, 4], &[]);
    assert_eq!(played.modifier("AW-8.31-s"), 1);
    assert!(played.has("AW-8.31-t") && played.has("AW-5.57-c") && played.has("AW-5.57-a"));
    // Four legions, one of them a remnant; an E commands two; allies do not count.
    assert_eq!(played.modifier("AW-5.57-b"), -2);
    sheet.top = "game = \"carthage\"\nterrain = \"flat\"";
    // Both are rules of the other game; a reading brings the limit over.
    let carthage = play(&sheet, &[0, 0, 4], &[]);
    assert_eq!((carthage.modifier("AW-8.31-s"), carthage.modifier("AW-5.57-b")), (0, 0));
    assert!(carthage.has("AW-5.57-d"));
    let applies = play(&sheet.reading("efficiency-in-carthage = \"applies\""), &[0, 0, 4], &[]);
    assert_eq!(applies.modifier("AW-5.57-b"), -2);
}

#[test]
fn losses_are_the_owners_to_choose() {
    let mut sheet = sheet();
    let mixed =
        "{ name = \"Line\", arm = \"infantry\", sp = 30 }, { name = \"Horse\", arm = \"cavalry\", sp = 10 }";
    sheet.attacker = side("C", 0, mixed, HOME);
    sheet.defender = side("C", 0, mixed, HOME);
    // 8 points each: four cavalry pay for all, or six infantry and one cavalry.
    let played = play(
        &sheet,
        &total(5, 0),
        &[("losses", "horse-cavalry=4"), ("losses", "line-infantry=6 horse-cavalry=1")],
    );
    assert_eq!(played.lost(), (4, 7));
    assert_eq!((played.figure("attacker.cavalry"), played.figure("defender.cavalry")), (6, 9));
    let single =
        play(&sheet.reading("cavalry-losses = \"single\""), &total(5, 0), &[("losses", "horse-cavalry=8")]);
    assert_eq!(single.lost(), (8, 8));
    // What does not add up is refused, with the clause.
    let mut session = Session::start(
        single.rules.start(),
        Arc::new(sheet::sheet().reading("").with(mixed).rules()),
        Header::default(),
    );
    session.answer(Side::Second, "stand").unwrap();
    for face in [0, 0, 5] {
        session.faces(&[face]).unwrap();
    }
    for (order, clause) in
        [("horse-cavalry=5", "AW-8.34-f"), ("line-infantry=31", "AW-8.34-e"), ("gauls=1", "AW-8.34-e")]
    {
        let refusal = session.answer(Side::First, order).unwrap_err();
        assert_eq!(refusal.clause.unwrap().id(), clause, "{refusal}");
    }
    assert!(session.answer(Side::First, "eight").unwrap_err().clause.is_none());
}

#[test]
fn percentages_by_the_strength_of_the_moment() {
    let mut sheet = sheet();
    sheet.attacker = side(
        "C",
        0,
        "{ name = \"Line\", arm = \"infantry\", sp = 35 }, { name = \"Herd\", arm = \"elephants\", sp = 1 }",
        HOME,
    );
    sheet.defender = side("C", 0, "{ name = \"Line\", arm = \"infantry\", sp = 33 }", HOME);
    // Row +5, 20 %: of 33 is 6 + 1 = 7, of 32 is 6 + 0 = 6; one is trampled besides.
    let commit: &[(&str, &str)] = &[("commit-elephants", "1")];
    assert_eq!(play(&sheet, &[0, 0, 5, 5], commit).lost().1, 7);
    assert_eq!(play(&sheet.reading("loss-base = \"start\""), &[0, 0, 5, 5], commit).lost().1, 8);
}

#[test]
fn leaders_fall() {
    let mut sheet = sheet();
    sheet.attacker = sheet.attacker.replace("mortality = 9", "mortality = 5");
    sheet.defender = sheet.defender.replace("mortality = 9", "mortality = 5");
    // A draw (row +5): 5 is unhurt on either side.
    let played = play(&sheet, &[0, 0, 5, 5, 6, 5], &[]);
    assert_eq!(
        (played.end.fates.first.of(0).key(), played.end.fates.second.of(0).key()),
        ("unhurt", "wounded")
    );
    // The loser adds one: 5 + 1 is over, and a second 6 kills. Row +9.
    let played = play(&sheet, &[0, 0, 9, 5, 5, 6], &[]);
    assert_eq!(
        (played.end.fates.first.of(0).key(), played.end.fates.second.of(0).key()),
        ("unhurt", "killed")
    );
    // On the second roll nothing is added for the lost battle: a 5 wounds.
    let played = play(&sheet, &[0, 0, 9, 5, 5, 5], &[]);
    assert_eq!(played.end.fates.second.of(0).key(), "wounded");
    // The Visit from Pluto adds one for everybody, on the first roll only.
    sheet.situation = "visit-from-pluto = true".to_owned();
    let played = play(&sheet, &[0, 0, 5, 5, 5, 4], &[]);
    assert_eq!(
        (played.end.fates.first.of(0).key(), played.end.fates.second.of(0).key()),
        ("wounded", "unhurt")
    );
}

#[test]
fn a_killed_subordinate_is_replaced_for_guile() {
    let mut sheet = sheet();
    sheet.attacker = side("C", 1, LINE, HOME);
    sheet.attacker.push_str("subordinate = [{ name = \"Legate\", mortality = 0 }]\n");
    // A draw; the commander is unhurt, the legate dies.
    let dice = [0, 0, 5, 0, 9, 9, 0];
    let replaced = play(&sheet, &dice, &[("replace-a-killed-subordinate", "yes")]);
    assert_eq!((replaced.end.fates.first.of(1).key(), replaced.figure("attacker.guile")), ("replaced", 0));
    let left = play(&sheet, &dice, &[("replace-a-killed-subordinate", "no")]);
    assert_eq!((left.end.fates.first.of(1).key(), left.figure("attacker.guile")), ("killed", 1));
    sheet.attacker = sheet.attacker.replace("overall-commander = true", "overall-commander = false");
    let never = play(&sheet, &dice, &[]);
    assert_eq!(never.end.fates.first.of(1).key(), "killed");
    assert!(!never.has("AW-G-a"));
}

#[test]
fn pursuit_and_butchery() {
    let mut sheet = sheet();
    let horse = |sp: u8| {
        format!(
            "{{ name = \"Line\", arm = \"infantry\", sp = {} }}, {{ name = \"Horse\", arm = \"cavalry\", sp = {sp} }}",
            40 - sp
        )
    };
    sheet.attacker = side("C", 0, &horse(8), HOME);
    sheet.defender = side("C", 0, &horse(1), HOME);
    // Cavalry 7 more: +2, so a die of 7 is row +9, 10/20. Pursuit value 2: die 3 costs 2, die 2 costs 4.
    let dice = |pursuit| [0, 0, 7, 0, 0, pursuit];
    let unpursued = [0, 0, 7, 0, 0];
    let pursue: &[(&str, &str)] = &[("pursue", "pursue")];
    assert_eq!(play(&sheet, &dice(3), pursue).lost().1, 8 + 2);
    assert_eq!(play(&sheet, &dice(2), pursue).lost().1, 8 + 4);
    assert_eq!(play(&sheet, &unpursued, &[("pursue", "decline")]).lost().1, 8);
    let none = play(&sheet.reading("pursuit = \"none\""), &unpursued, &[]);
    assert_eq!((none.lost().1, none.has("AW-8.38-c")), (8, false));
    // A draw has no pursuit.
    let draw = play(&sheet::sheet(), &total(5, 0), &[]);
    assert!(draw.has("AW-8.38-a") && !draw.has("AW-8.38-b"));
}

#[test]
fn retreats() {
    let mut sheet = sheet();
    sheet.defender = side(
        "C",
        0,
        LINE,
        "{ name = \"far\", hexes = [\"flat\", \"marsh\"] }, { name = \"near\", hexes = [\"rough\"] }",
    );
    // Row +9: 32 SP left; the far way costs 3 points on 32: 0.96, nothing.
    let far = play(&sheet, &total(9, 0), &[("way-of-retreat", "far")]);
    assert_eq!((far.word("retreat"), far.lost().1), ("far".to_owned(), 8));
    let near = play(&sheet, &total(9, 0), &[("way-of-retreat", "near")]);
    assert_eq!(near.word("retreat"), "near");
    let one = play(&sheet.reading("retreat = \"one-hex\""), &total(9, 0), &[]);
    assert_eq!(one.word("retreat"), "near");
    // Nowhere to go.
    let mut shut = sheet::sheet();
    shut.defender = side("C", 0, LINE, "");
    let played = play(&shut, &total(9, 0), &[]);
    assert_eq!((played.figure("defender.sp"), played.fact("retreat")), (0, Fact::Nothing));
}

#[test]
fn readings_of_the_table() {
    // Row +6, 10/15.
    assert_eq!(play(&sheet(), &total(6, 0), &[]).word("outcome"), "attacker-wins");
    assert_eq!(
        play(&sheet().reading("bold-results = \"close-rows-draw\""), &total(6, 0), &[]).word("outcome"),
        "draw"
    );
    // Row +10, 15/25: major from 25; from 30 it is not.
    let mut ambush = sheet();
    ambush.situation = "ambush = true".to_owned();
    assert_eq!(play(&ambush, &[0, 0, 5], &[]).word("defender.status"), "useless");
    let stricter = play(&ambush.reading("major-loser = 30"), &[0, 0, 5], &[]);
    assert_eq!(
        (stricter.word("defender.status"), stricter.word("outcome")),
        ("disorganized".into(), "attacker-wins".into())
    );
    // Row -13, 50/0: nothing, or as a star.
    let mut weak = sheet();
    weak.situation = "landing = \"attacker\"\nriver-crossed = true".to_owned();
    weak.attacker.push_str("status = \"disorganized\"\n");
    weak.defender = side("A", 0, LINE, HOME);
    // -11 for all that, tactics 2 - 4 = -2: die 0 is row -13.
    let plain = play(&weak, &[0, 0, 0, 9, 9], &[]);
    assert_eq!(plain.lost(), (20, 0));
    assert_eq!(play(&weak.reading("printed-zero = \"star\""), &[0, 0, 0, 9, 0, 0], &[]).lost(), (20, 2));
}

#[test]
fn readings_of_great_odds() {
    let mut sheet = sheet();
    sheet.attacker = side("C", 0, "{ name = \"Line\", arm = \"infantry\", sp = 70 }", HOME);
    sheet.defender = side("C", 0, "{ name = \"Line\", arm = \"infantry\", sp = 14 }", HOME);
    sheet.situation = "river-crossed = true".to_owned();
    // 70:14 is +5, less 3: die 3 is row +5, 20/20 with two over: 10 % and 20 %, a draw.
    let applied = play(&sheet, &[0, 0, 3], &[]);
    assert_eq!((applied.lost(), applied.word("attacker.status")), ((7, 3), "disrupted".to_owned()));
    let printed = play(&sheet.reading("draw-percent = \"printed\""), &[0, 0, 3], &[]);
    assert_eq!(printed.word("attacker.status"), "disorganized");
    // +6 less 6: die 1 is row +1, 15/5: the attacker's 15 falls to nothing. He retreats all the same, or stays.
    let mut sheet = sheet::sheet();
    sheet.attacker = side("C", 0, "{ name = \"Line\", arm = \"infantry\", sp = 60 }", HOME);
    sheet.defender = side("C", 0, "{ name = \"Line\", arm = \"infantry\", sp = 10 }", HOME);
    sheet.situation = "river-crossed = true\nlanding = \"attacker\"".to_owned();
    let retreats = play(&sheet, &[0, 0, 1], &[]);
    assert_eq!((retreats.lost(), retreats.word("outcome")), ((0, 1), "defender-wins".to_owned()));
    let stays = play(&sheet.reading("reduced-to-nothing = \"stays\""), &[0, 0, 1], &[]);
    assert_eq!(stays.word("outcome"), "draw");
    // Past one to three.
    let mut weak = sheet::sheet();
    weak.attacker = side("C", 0, "{ name = \"Line\", arm = \"infantry\", sp = 12 }", HOME);
    // 12 against 40 is worse than 1-3 and rounded down like any ratio between rows: 1-4.
    assert_eq!(play(&weak, &[0, 0, 4], &[]).modifier("AW-8.31-d"), -4);
    let truncated = play(&weak.reading("ratio-beyond-three = \"truncate\""), &[0, 0, 4], &[]);
    assert_eq!(truncated.modifier("AW-8.31-b"), -3);
}

#[test]
fn readings_of_cavalry_and_the_loss_chart() {
    let mut sheet = sheet();
    sheet.top = "game = \"carthage\"\nterrain = \"rough\"";
    sheet.attacker = side(
        "C",
        0,
        "{ name = \"Line\", arm = \"infantry\", sp = 25 }, { name = \"Horse\", arm = \"cavalry\", sp = 15 }",
        HOME,
    );
    assert_eq!(play(&sheet, &[0, 0, 2], &[]).modifier("AW-8.31-h"), 3);
    assert_eq!(
        play(&sheet.reading("rough-cavalry = \"by-threes\""), &[0, 0, 0], &[]).modifier("AW-8.31-h"),
        5
    );
    // 5 % of 90 SP is 5 by the formula and 4 on the page. Row +8.
    let ninety = "{ name = \"Line\", arm = \"infantry\", sp = 90 }";
    assert_eq!(play(&sheet::sheet().with(ninety), &total(8, 0), &[]).lost().0, 5);
    assert_eq!(
        play(&sheet::sheet().with(ninety).reading("loss-chart = \"as-printed\""), &total(8, 0), &[]).lost().0,
        4
    );
}

#[test]
fn an_existing_status_is_kept_unless_worse() {
    let mut sheet = sheet();
    sheet.attacker.push_str("status = \"disorganized\"\n");
    sheet.defender.push_str("status = \"useless\"\n");
    // -5 and +5: die 9 is row +9, the attacker wins and would be Disrupted, the defender Disorganized.
    let played = play(&sheet, &[0, 0, 9], &[]);
    assert_eq!(
        (played.word("attacker.status"), played.word("defender.status")),
        ("disorganized".into(), "useless".into())
    );
    assert!(played.has("AW-8.54-f"));
    // Nobody has twenty SP.
    let small =
        play(&sheet::sheet().with("{ name = \"Line\", arm = \"infantry\", sp = 19 }"), &total(9, 0), &[]);
    assert_eq!(
        (small.word("attacker.status"), small.word("defender.status")),
        ("fresh".into(), "fresh".into())
    );
    let twenty =
        play(&sheet::sheet().with("{ name = \"Line\", arm = \"infantry\", sp = 20 }"), &total(9, 0), &[]);
    assert_eq!(twenty.word("defender.status"), "disorganized");
}

#[test]
fn units_that_differ_in_name_only_are_offered_once() {
    let mut sheet = sheet();
    sheet.attacker = side("C", 0, HERD, HOME);
    sheet.defender = side("C", 0, "{ name = \"Allied\", arm = \"infantry\", sp = 10 }", HOME);
    sheet.defender.push_str(
        "roman = true\nlegion = [{ name = \"I\", sp = 5 }, { name = \"II\", sp = 5 }, { name = \"III\", sp = 4 }]\n",
    );
    let rules = Arc::new(sheet.rules());
    let mut session = Session::start(rules.start(), rules, Header::default());
    session.answer(Side::Second, "stand").unwrap();
    session.faces(&[0]).unwrap();
    session.faces(&[0]).unwrap();
    session.answer(Side::First, "1").unwrap();
    session.faces(&[5]).unwrap();
    let question = session.pending_for(Side::Second).unwrap();
    let Kind::Choose { options, .. } = &question.kind else { panic!("{}", question.line()) };
    let keys: Vec<&str> = options.iter().map(|offered| offered.key.as_str()).collect();
    assert_eq!(keys, ["i", "iii", "allied-infantry"]);
    session.answer(Side::Second, "iii").unwrap();
    assert_eq!(session.state().troops.second.0[2], 3);
}
