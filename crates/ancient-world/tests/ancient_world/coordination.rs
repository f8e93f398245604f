//! Forces near by: who may be called, what becomes of them on the way, and what they bring.

use crate::sheet;
use crate::sheet::{Sheet, play, sheet};
use crate::situations::{CALL, infantry, relief};
use grognard_ancient_world::battle::{coordination_value, may_coordinate};
use grognard_umpire::{Header, Session, Side};
use std::sync::Arc;

#[test]
fn coordination() {
    let nearby = "[[attacker.nearby]]\nname = \"Relief\"\ndistance = 2\nrivers = 1\npath = [\"flat\", \"flat\"]\nenters-across-river = true\nleader = { name = \"Ally\", campaign = 6, mortality = 9 }\nlegion = [{ name = \"X\", sp = 60 }, { name = \"Y\", sp = 1 }]\ncontingent = [{ name = \"Allied\", arm = \"cavalry\", sp = 5 }]\n";
    let mut sheet = sheet();
    sheet.attacker.push_str("roman = true\nlegion = [{ name = \"A\", sp = 1 }, { name = \"B\", sp = 1 }, { name = \"C\", sp = 1 }]\n");
    sheet.attacker.push_str(nearby);
    sheet.top = "game = \"rise-of-the-roman-republic\"\nterrain = \"flat\"";
    let rules = sheet.rules();
    // Campaign 5 and 6, two hexes, a river: 5 - 3 = 2.
    assert_eq!(coordination_value(&rules, Side::First, &rules.parties.first.nearby[0]), 2);
    let call: &[(&str, &str)] = &[("call-in-a-nearby-force", "yes")];
    let joined =
        play(&sheet, &[2, 0, 0, 9], &[("call-in-a-nearby-force", "yes"), ("attrition-of-the-march", "x=1")]);
    // 43 + 66 less one on the march against 40.
    assert_eq!(joined.modifier("AW-8.31-m"), -3);
    assert!(joined.has("AW-8.26-g") && joined.has("AW-8.26-f"));
    assert_eq!(joined.modifier("AW-5.57-b"), -1, "five legions under a C");
    let failed = play(&sheet, &[3, 0, 0, 9], call);
    assert_eq!((failed.modifier("AW-8.31-m"), failed.modifier("AW-5.57-b")), (0, 0));
    let apart = play(&sheet.reading("coordinated-legions = \"apart\""), &[2, 0, 0, 9], call);
    assert_eq!(apart.modifier("AW-5.57-b"), 0);
    // As printed: more than the value.
    let mut printed = sheet::sheet().reading("coordination = \"more-than\"");
    printed.attacker.push_str(&format!("roman = true\n{nearby}"));
    assert_eq!(play(&printed, &[2, 0, 0, 9], call).modifier("AW-8.31-m"), 0);
    assert_eq!(play(&printed, &[3, 0, 0, 9], call).modifier("AW-8.31-m"), -3);
    // Three hexes are not too far.
    let mut third = sheet::sheet();
    let at_three = nearby
        .replace("distance = 2", "distance = 3")
        .replace("[\"flat\", \"flat\"]", "[\"flat\", \"flat\", \"flat\"]");
    third.attacker.push_str(&format!("roman = true\n{at_three}"));
    assert!(may_coordinate(&third.rules(), Side::First, 0).is_ok());
    // Inside a city of the battle hex: distance 0. Too far, or through the mountains: not at all.
    let mut inside = sheet::sheet();
    inside.defender.push_str("roman = true\n");
    inside.defender.push_str(
        &nearby
            .replace("attacker", "defender")
            .replace("distance = 2", "distance = 0")
            .replace("rivers = 1", "rivers = 0")
            .replace("[\"flat\", \"flat\"]", "[]")
            .replace("enters-across-river = true\n", ""),
    );
    let rules = inside.rules();
    assert_eq!(coordination_value(&rules, Side::Second, &rules.parties.second.nearby[0]), 5);
    assert!(play(&inside, &[5, 0, 0, 4], call).has("AW-8.26-e"));
    for (from, to, clause) in [
        (
            "distance = 2\nrivers = 1\npath = [\"flat\", \"flat\"]",
            "distance = 4\npath = [\"flat\", \"flat\", \"flat\", \"flat\"]",
            "AW-8.26-c",
        ),
        ("[\"flat\", \"flat\"]", "[\"mountain\", \"flat\"]", "AW-8.26-d"),
    ] {
        let mut far = sheet::sheet();
        far.attacker.push_str(&format!("roman = true\n{}", nearby.replace(from, to)));
        let rules = far.rules();
        assert_eq!(may_coordinate(&rules, Side::First, 0).unwrap_err().clause.unwrap().id(), clause);
        let played = play(&far, &[0, 0, 4], &[]);
        assert!(played.has(clause) && !played.has("AW-8.26-a"));
    }
}

#[test]
fn a_useless_force_may_not_join_an_attack() {
    let useless = "{ name = \"Beaten\", arm = \"infantry\", sp = 1, status = \"useless\" }";
    let mut attack = sheet();
    attack.attacker.push_str("status = \"disorganized\"\n");
    attack.attacker.push_str(&relief("attacker", "", useless));
    let refusal = may_coordinate(&attack.rules(), Side::First, 0).unwrap_err();
    assert_eq!(refusal.clause.unwrap().id(), "AW-8.21-a");
    let played = play(&attack, &[0, 0, 9], &[]);
    assert_eq!(played.modifier("AW-8.77-a"), -5);
    assert!(played.has("AW-8.21-a"));
    // To defend it may come, and the worst status governs.
    let mut defence = sheet();
    defence.defender.push_str(&relief("defender", "", useless));
    assert_eq!(play(&defence, &[0, 0, 0, 4], &[CALL]).modifier("AW-8.77-b"), 5);
}

#[test]
fn a_nearby_force_has_a_status_of_its_own() {
    let mut sheet = sheet();
    sheet.defender.push_str("status = \"disrupted\"\n");
    sheet.defender.push_str(&relief("defender", "status = \"disorganized\"", &infantry(5)));
    // Alone the defender is Disrupted, joined by the relief Disorganized.
    assert_eq!(play(&sheet, &[9, 0, 0, 4], &[CALL]).modifier("AW-8.77-b"), 1);
    assert_eq!(play(&sheet, &[0, 0, 0, 4], &[CALL]).modifier("AW-8.77-b"), 3);
    // And a relief of which nothing is said is fresh, whatever the main force is.
    let mut fresh = sheet::sheet();
    fresh.defender.push_str("status = \"useless\"\n");
    fresh.defender.push_str(&relief("defender", "", &infantry(60)));
    let played = play(&fresh, &[0, 0, 0, 4], &[CALL]);
    // One flat hex is one point on 60 attrition SP: nothing. Three rows down it would be 4 points, 2 SP.
    assert_eq!(played.figure("defender.lost") - 15, 0, "15 % of 100");
}

#[test]
fn a_path_leads_through_the_hexes_between() {
    let mut sheet = sheet();
    sheet.top = "game = \"carthage\"\nterrain = \"mountain\"";
    sheet.attacker.push_str(&relief("attacker", "", &infantry(5)).replace("[\"flat\"]", "[\"mountain\"]"));
    assert!(play(&sheet, &[0, 0, 0, 4], &[CALL]).has("AW-8.26-g"));
    let strict = play(&sheet.reading("coordination-path = \"battle-hex-too\""), &[0, 0, 4], &[]);
    assert!(strict.has("AW-8.26-d") && !strict.has("AW-8.26-g"));
}

#[test]
fn either_side_may_be_the_first_to_call() {
    let both = || {
        let mut sheet = sheet();
        sheet.attacker.push_str(&relief("attacker", "", &infantry(5)));
        sheet.defender.push_str(&relief("defender", "", &infantry(5)));
        sheet
    };
    let first_asked = |sheet: Sheet| {
        let rules = Arc::new(sheet.rules());
        let mut session = Session::start(rules.start(), rules, Header::default());
        session.answer(Side::Second, "stand").unwrap();
        session.pending()[0].asking.by.unwrap()
    };
    assert_eq!(first_asked(both()), Side::First);
    assert_eq!(first_asked(both().reading("coordination-order = \"defender-first\"")), Side::Second);
    // Either way both come, and the account tells what the march cost.
    for order in ["attacker-first", "defender-first"] {
        let sheet = both().reading(&format!("coordination-order = \"{order}\""));
        let played = play(&sheet, &[0, 0, 0, 0, 4], &[CALL, CALL]);
        assert_eq!((played.figure("attacker.sp"), played.figure("defender.sp")), (38, 38), "{order}");
    }
}

#[test]
fn the_account_tells_what_a_march_cost() {
    let mut sheet = sheet();
    sheet.attacker.push_str(&relief("attacker", "", &infantry(100)));
    let played = play(&sheet, &[0, 0, 0, 4, 0], &[CALL]);
    let told =
        played.session.account().iter().any(|ruling| ruling.text == "lost on the march: 1 Line infantry");
    assert!(told, "{:?}", played.session.account());
}

#[test]
fn a_landing_does_not_carry_others_over_a_river() {
    let mut sheet = sheet().reading("landing-and-river = \"landing-only\"");
    sheet.situation = "landing = \"attacker\"\nriver-crossed = true".to_owned();
    assert_eq!(play(&sheet, &[0, 0, 9], &[]).modifier("AW-8.31-m"), 0);
    sheet.attacker.push_str(&relief("attacker", "enters-across-river = true", &infantry(5)));
    let joined = play(&sheet, &[0, 0, 0, 9], &[CALL]);
    assert_eq!((joined.modifier("AW-8.31-m"), joined.modifier("AW-8.31-q")), (-3, -3));
}

#[test]
fn whose_twenty_points_make_a_status() {
    let mut sheet = sheet().with(&infantry(19));
    sheet.attacker.push_str(&relief("attacker", "", &infantry(5)));
    // 24 against 19 with the relief: row +9, the defender loses.
    let joined = play(&sheet, &[0, 0, 0, 9], &[CALL]);
    assert_eq!(joined.word("defender.status"), "disorganized");
    let main = play(&sheet.reading("twenty-points = \"main-forces\""), &[0, 0, 0, 9], &[CALL]);
    assert_eq!(main.word("defender.status"), "fresh");
    assert!(main.has("AW-8.54-a") && !main.has("AW-8.54-d"));
}

#[test]
fn a_legion_that_is_gone_is_commanded_by_nobody() {
    let mut sheet = sheet();
    sheet.top = "game = \"rise-of-the-roman-republic\"\nterrain = \"flat\"";
    sheet.attacker.push_str("roman = true\nlegion = [{ name = \"A\", sp = 1 }, { name = \"B\", sp = 1 }, { name = \"C\", sp = 1 }]\n");
    let legions = "legion = [{ name = \"X\", sp = 99 }, { name = \"Y\", sp = 1 }]";
    sheet.attacker.push_str(&relief("attacker", legions, &infantry(10)));
    // Five legions under a C, who commands four; the march costs one SP of the 110.
    let whole = play(&sheet, &[0, 0, 0, 9], &[CALL, ("attrition-of-the-march", "x=1")]);
    assert_eq!(whole.modifier("AW-5.57-b"), -1);
    let emptied = play(&sheet, &[0, 0, 0, 9], &[CALL, ("attrition-of-the-march", "y=1")]);
    assert_eq!(emptied.modifier("AW-5.57-b"), 0);
}
