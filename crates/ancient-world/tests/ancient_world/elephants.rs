//! War elephants: each face of their die, who is trampled, and the readings about them.

use crate::sheet;
use crate::sheet::{HERD, HOME, play, sheet, side};
use crate::situations::{COMMIT, infantry};
use grognard_umpire::{Fact, Generator, Header, Kind, Session, Side};
use std::sync::Arc;

#[test]
fn each_face_of_the_elephant_die() {
    let mut sheet = sheet();
    sheet.attacker = side("C", 0, HERD, HOME);
    let bare = HERD.split(", { name = \"Herd\"").next().unwrap();
    sheet.defender = side("C", 0, bare, HOME);
    let commit: &[(&str, &str)] = &[("commit-elephants", "1")];
    // Own infantry, cavalry, elephants; enemy infantry, cavalry; modifier. Battle die 5: row +5 or +6.
    for (face, [infantry, cavalry, elephants, enemy_infantry, enemy_cavalry], clause) in [
        (0, [0, 1, 1, 0, 0], "AW-8.36-c"),
        (1, [1, 0, 1, 0, 0], "AW-8.36-d"),
        (2, [0, 0, 1, 0, 0], "AW-8.36-e"),
        (3, [0, 0, 1, 0, 0], "AW-8.36-e"),
        (4, [0, 0, 0, 0, 0], "AW-8.36-f"),
        (5, [0, 0, 0, 1, 0], "AW-8.36-g"),
        (6, [0, 0, 0, 0, 1], "AW-8.36-h"),
        (7, [0, 0, 0, 0, 1], "AW-8.36-h"),
    ] {
        // The total is +5, a draw at 20 %: 8 of 40, and 7 and 1 of 39 is 8 too.
        let played = play(&sheet, &[0, 0, face, 5], commit);
        assert!(played.has(clause), "{face}: {clause}");
        assert_eq!(played.figure("attacker.infantry"), 38 - infantry - 8, "{face}");
        assert_eq!(played.figure("attacker.cavalry"), 2 - cavalry, "{face}");
        assert_eq!(played.figure("attacker.elephants"), 1 - elephants, "{face}");
        assert_eq!(played.figure("defender.infantry"), 38 - enemy_infantry - 8, "{face}");
        assert_eq!(played.figure("defender.cavalry"), 2 - enemy_cavalry, "{face}");
    }
    // 8 and 9 add one for the attacker: row +6, 10/15.
    let played = play(&sheet, &[0, 0, 8, 5], commit);
    assert_eq!(played.lost(), (4, 6));
    // And take one from it for the defender: row +4, 15/15.
    std::mem::swap(&mut sheet.attacker, &mut sheet.defender);
    let played = play(&sheet, &[0, 0, 9, 5], commit);
    assert_eq!(played.lost(), (6, 6));
    assert!(played.has("AW-8.36-i"));
}

#[test]
fn elephants_and_their_readings() {
    let mut sheet = sheet();
    let herd =
        "{ name = \"Line\", arm = \"infantry\", sp = 30 }, { name = \"Herd\", arm = \"elephants\", sp = 10 }";
    sheet.attacker = side("C", 0, herd, HOME);
    sheet.defender = side("C", 0, "{ name = \"Line\", arm = \"infantry\", sp = 20 }", HOME);
    // 30 against 20 is +1; with the elephants 40 against 20 is +2.
    assert_eq!(play(&sheet, &[0, 0, 4], &[]).modifier("AW-8.31-b"), 1);
    let counted = play(&sheet.reading("elephant-strength = \"counted\""), &[0, 0, 4], &[]);
    assert_eq!(counted.modifier("AW-8.31-b"), 2);
    // An enemy without cavalry loses none to a 6.
    let mut none = sheet::sheet();
    none.attacker = side("C", 0, HERD, HOME);
    assert!(play(&none, &[0, 0, 6, 4], &[("commit-elephants", "1")]).has("AW-8.36-l"));
    // Frozen or worked out again: 30 against 20 becomes 30 against 19, still +1; 20 against 20 becomes 20:19.
    let mut even = sheet::sheet();
    even.attacker = side(
        "C",
        0,
        "{ name = \"Line\", arm = \"infantry\", sp = 21 }, { name = \"Herd\", arm = \"elephants\", sp = 1 }",
        HOME,
    );
    even.defender = side(
        "C",
        0,
        "{ name = \"Line\", arm = \"infantry\", sp = 14 }, { name = \"Horse\", arm = \"cavalry\", sp = 1 }",
        HOME,
    );
    // 21:15 is 0; after a 5, 21:14 is +1. Battle die 4: row +4 (15/15) or +5 (20/20).
    let commit: &[(&str, &str)] = &[("commit-elephants", "1")];
    assert_eq!(play(&even, &[0, 0, 5, 4], commit).figure("attacker.lost"), 3);
    let again = play(&even.reading("elephant-timing = \"recomputed\""), &[0, 0, 5, 4], commit);
    assert_eq!(again.figure("attacker.lost"), 4);
    // Secretly, both at once.
    let mut both = sheet::sheet();
    both.attacker = side("C", 0, HERD, HOME);
    both.defender = side("C", 0, HERD, HOME);
    let two: &[(&str, &str)] = &[("commit-elephants", "1"), ("commit-elephants", "1")];
    let secret = play(&both.reading("elephants = \"secret\""), &[0, 0, 8, 8, 5], two);
    assert_eq!(secret.lost(), (8, 8));
    assert!(secret.session.journal().text().contains(" secret first "));
}

#[test]
fn how_many_elephants_go_is_said_in_words() {
    let mut sheet = sheet();
    sheet.attacker = side("C", 0, HERD, HOME);
    let rules = Arc::new(sheet.rules());
    let mut session = Session::start(rules.start(), Arc::clone(&rules), Header::default());
    let mut dice = Generator::new(218);
    let words: Vec<String> = loop {
        let question = session.pending()[0].clone();
        match &question.kind {
            Kind::Choose { options, .. } if question.asking.topic.key() == COMMIT.0 => {
                break options.iter().map(|option| option.words.clone()).collect();
            }
            Kind::Choose { options, .. } => {
                session.answer(question.asking.by.unwrap(), &options[0].key).unwrap();
            }
            _ => assert!(session.throw(&mut dice).is_some(), "{question:?}"),
        }
    };
    assert_eq!(words, ["keep the elephants back", "commit 1 elephant SP"]);
}

#[test]
fn two_forces_that_trample_each_other_to_death_draw() {
    let mut sheet = sheet();
    let lone =
        "{ name = \"Line\", arm = \"infantry\", sp = 1 }, { name = \"Herd\", arm = \"elephants\", sp = 1 }";
    sheet.attacker = side("C", 0, lone, HOME);
    sheet.defender = side("C", 0, lone, HOME);
    // Each herd's 1 costs its own side the only infantry SP; then row +9, which would make the defender lose.
    let played = play(&sheet, &[0, 0, 1, 1, 9], &[COMMIT, COMMIT]);
    assert_eq!((played.figure("attacker.sp"), played.figure("defender.sp")), (0, 0));
    assert_eq!((played.word("outcome"), played.fact("retreat")), ("draw".to_owned(), Fact::Nothing));
    assert!(played.has("AW-8.54-h"));
}

#[test]
fn elephants_without_an_army() {
    let mut sheet = sheet();
    let lone =
        "{ name = \"Line\", arm = \"infantry\", sp = 1 }, { name = \"Herd\", arm = \"elephants\", sp = 2 }";
    sheet.attacker = side("C", 0, lone, HOME);
    sheet.defender = side("C", 0, &infantry(1), HOME);
    // One elephant SP takes the only infantry SP with it; the other is left without an army.
    let lost = play(&sheet, &[0, 0, 1, 9], &[COMMIT]);
    assert_eq!((lost.figure("attacker.sp"), lost.figure("attacker.elephants")), (0, 0));
    assert_eq!(lost.word("outcome"), "defender-major-victory");
    assert!(lost.has("AW-8.36-m"));
    let kept = play(&sheet.reading("orphan-elephants = \"survive\""), &[0, 0, 1, 9], &[COMMIT]);
    assert_eq!((kept.figure("attacker.sp"), kept.figure("attacker.elephants")), (0, 1));
}

#[test]
fn an_elephant_is_a_loss_to_a_winner() {
    let mut sheet = sheet();
    let troops =
        "{ name = \"Line\", arm = \"infantry\", sp = 60 }, { name = \"Herd\", arm = \"elephants\", sp = 1 }";
    sheet.attacker = side("C", 0, troops, HOME);
    sheet.defender = side("C", 0, &infantry(10), HOME);
    // 60:10 is +6, and the 2 costs the elephant only; row +8, 5 % adjusted to nothing.
    let dice = [0, 0, 2, 2];
    let won = play(&sheet, &dice, &[COMMIT]);
    assert_eq!((won.lost(), won.figure("attacker.elephants")), ((0, 2), 0));
    assert_eq!(won.word("attacker.status"), "disrupted");
    let apart = play(&sheet.reading("unscathed-winner = \"elephants-apart\""), &dice, &[COMMIT]);
    assert_eq!(apart.word("attacker.status"), "fresh");
}

#[test]
fn the_owner_says_which_herd_is_lost() {
    let mut sheet = sheet();
    sheet.attacker =
        side("C", 0, &format!("{HERD}, {{ name = \"Indian\", arm = \"elephants\", sp = 1 }}"), HOME);
    let rules = Arc::new(sheet.rules());
    let mut session = Session::start(rules.start(), rules, Header::default());
    session.answer(Side::Second, "stand").unwrap();
    session.faces(&[0]).unwrap();
    session.faces(&[0]).unwrap();
    session.answer(Side::First, "1").unwrap();
    // A 1: the elephant SP and an infantry SP of its own side.
    session.faces(&[1]).unwrap();
    let question = session.pending_for(Side::First).unwrap();
    let Kind::Choose { options, .. } = &question.kind else { panic!("{}", question.line()) };
    let keys: Vec<&str> = options.iter().map(|offered| offered.key.as_str()).collect();
    assert_eq!(keys, ["herd-elephants", "indian-elephants"]);
    session.answer(Side::First, "indian-elephants").unwrap();
    assert_eq!(session.state().troops.first.0[..4], [37, 2, 1, 0]);
}

#[test]
fn recomputed_modifiers_replace_the_old_ones() {
    // Horse 9 against 0 is +3 and stays so after an infantry SP is trampled; counted twice it would be +6.
    let mut sheet = sheet().reading("elephant-timing = \"recomputed\"");
    sheet.attacker = side(
        "C",
        0,
        "{ name = \"Line\", arm = \"infantry\", sp = 31 }, { name = \"Horse\", arm = \"cavalry\", sp = 9 }, { name = \"Herd\", arm = \"elephants\", sp = 1 }",
        HOME,
    );
    // 40:40 and then 40:39 are 0 both; die 2 makes row +5, a draw.
    let played = play(&sheet, &[0, 0, 5, 2], &[COMMIT]);
    assert_eq!(played.word("outcome"), "draw");
}

#[test]
fn elephants_are_given_up_last_even_with_the_select() {
    // Elephants count as SP and may be given up; the offers leave them to the end.
    let sheet = sheet().with("{ name = \"Line\", arm = \"infantry\", sp = 30, elite = 10 }, { name = \"Herd\", arm = \"elephants\", sp = 10 }");
    let rules = Arc::new(sheet.reading("elephant-strength = \"counted\"").rules());
    let mut session = Session::start(rules.start(), rules, Header::default());
    session.answer(Side::Second, "stand").unwrap();
    session.faces(&[0]).unwrap();
    session.faces(&[0]).unwrap();
    session.answer(Side::First, "0").unwrap();
    session.answer(Side::Second, "0").unwrap();
    session.faces(&[5]).unwrap();
    let question = session.pending_for(Side::First).unwrap();
    let Kind::Order { offers, .. } = &question.kind else { panic!("{}", question.line()) };
    let keys: Vec<&str> = offers.iter().map(|offered| offered.key.as_str()).collect();
    assert_eq!(keys, ["line-infantry=8", "elite-line-infantry=8"]);
}

/// A march costs infantry and cavalry; elephants have no part in it, whatever they count as in battle.
#[test]
fn no_march_is_paid_for_in_elephants() {
    let mut sheet = sheet();
    let troops = format!(
        "{}, {{ name = \"Horse\", arm = \"cavalry\", sp = 20 }}, {{ name = \"Herd\", arm = \"elephants\", sp = 9 }}",
        infantry(60)
    );
    sheet.defender = side("C", 0, &troops, "{ name = \"back\", hexes = [\"flat\", \"mountain\"] }");
    let rules = Arc::new(sheet.rules());
    let mut session = Session::start(rules.start(), rules, Header::default());
    session.answer(Side::Second, "back").unwrap();
    session.faces(&[5]).unwrap();
    let refusal = session.answer(Side::Second, "herd-elephants=3").unwrap_err();
    assert_eq!(refusal.clause.unwrap().id(), "AW-8.34-e");
    session.answer(Side::Second, "horse-cavalry=3").unwrap();
}
