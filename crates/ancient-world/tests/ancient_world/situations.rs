//! Forces that join, units with a status of their own, forces wiped out, and the readings about them.

use crate::sheet;
use crate::sheet::{HERD, HOME, LINE, Sheet, play, sheet, side, total};
use grognard_ancient_world::Asks;
use grognard_umpire::{Fact, Header, Session, Side};
use std::sync::Arc;

/// A force of a side one hex away on flat ground.
pub(crate) fn relief(owner: &str, more: &str, troops: &str) -> String {
    format!(
        "[[{owner}.nearby]]\nname = \"Relief\"\ndistance = 1\npath = [\"flat\"]\n{more}\n\
         leader = {{ name = \"Ally\", campaign = 5, mortality = 9 }}\ncontingent = [{troops}]\n"
    )
}

pub(crate) const CALL: (&str, &str) = ("call-in-a-nearby-force", "yes");

pub(crate) const COMMIT: (&str, &str) = ("commit-elephants", "1");

pub(crate) fn infantry(sp: u8) -> String {
    format!("{{ name = \"Line\", arm = \"infantry\", sp = {sp} }}")
}

#[test]
fn a_status_goes_with_the_unit_that_had_it() {
    let mut sheet = sheet();
    let troops = "{ name = \"Line\", arm = \"infantry\", sp = 39 }, { name = \"Beaten\", arm = \"infantry\", sp = 1, status = \"useless\" }";
    sheet.defender = side("C", 0, troops, HOME);
    // +5 for the Useless unit; die 3 is row +8, 5/15: six SP.
    let gone = play(&sheet, &[0, 0, 3], &[("losses", "line-infantry=5 beaten-infantry=1")]);
    assert_eq!((gone.figure("defender.sp"), gone.word("defender.status")), (34, "disorganized".to_owned()));
    let kept = play(&sheet, &[0, 0, 3], &[("losses", "line-infantry=6")]);
    assert_eq!(kept.word("defender.status"), "useless");
    let Fact::List(units) = kept.fact("defender.units") else { panic!("units are a list") };
    let status: Vec<Option<&Fact>> = units.iter().map(|unit| unit.get("status")).collect();
    assert_eq!(status, [Some(&Fact::from("disorganized")), Some(&Fact::from("useless"))]);
    // Nor does a unit that is gone slow the march: 34 fresh men on 3 points lose 1, not 6 points' worth.
    let mut away = sheet;
    away.defender = side("C", 0, troops, "{ name = \"back\", hexes = [\"flat\", \"mountain\"] }");
    let left = play(&away, &[0, 0, 3], &[("losses", "line-infantry=5 beaten-infantry=1")]);
    let stayed = play(&away, &[0, 0, 3], &[("losses", "line-infantry=6")]);
    assert_eq!((left.figure("defender.lost"), stayed.figure("defender.lost")), (7, 8));
}

#[test]
fn whoever_is_wiped_out_has_lost() {
    let mut sheet = sheet();
    sheet.attacker = side("C", 0, &infantry(6), HOME);
    sheet.defender = side("C", 0, &infantry(1), HOME);
    sheet.situation = "river-crossed = true".to_owned();
    // 6 against 1 is +6, -3: die 2 is a draw (+5), die 5 is row +8. Either way the single SP is gone.
    for die in [2, 5] {
        let played = play(&sheet, &[0, 0, die], &[]);
        assert_eq!(played.word("outcome"), "attacker-major-victory", "{die}");
        assert!(played.has("AW-8.33-e") && played.has("AW-8.54-h"));
    }
    let sheet = sheet.reading("destroyed-force = \"by-percentage\"");
    for die in [2, 5] {
        assert_eq!(play(&sheet, &[0, 0, die], &[]).word("outcome"), "attacker-wins", "{die}");
    }
}

#[test]
fn a_force_cut_down_to_one_point_is_eliminated() {
    // 12 against 2 is +6; the herd's 5 leaves the defender one SP. Row +1 (15/5) would cost it nothing.
    let mut sheet = sheet();
    let troops =
        "{ name = \"Line\", arm = \"infantry\", sp = 12 }, { name = \"Herd\", arm = \"elephants\", sp = 1 }";
    sheet.attacker = side("C", 0, troops, HOME);
    sheet.defender = side("C", 0, &infantry(2), HOME);
    sheet.situation = "river-crossed = true\nlanding = \"attacker\"".to_owned();
    let dice = [0, 0, 5, 1];
    assert_eq!(play(&sheet, &dice, &[COMMIT]).figure("defender.sp"), 0);
    assert_eq!(play(&sheet.reading("loss-base = \"start\""), &dice, &[COMMIT]).figure("defender.sp"), 1);
}

/// A single SP does not survive great odds, whichever side it is left to.
#[test]
fn great_odds_eliminate_whoever_is_down_to_one_point() {
    // 4 against 1 is +4. The defender's herd tramples three of the four; row +9 (10/20) would cost one SP nothing.
    let mut sheet = sheet();
    let troops =
        "{ name = \"Line\", arm = \"infantry\", sp = 1 }, { name = \"Herd\", arm = \"elephants\", sp = 3 }";
    sheet.attacker = side("C", 0, &infantry(4), HOME);
    sheet.defender = side("C", 0, troops, HOME);
    let commit: &[(&str, &str)] = &[("commit-elephants", "3")];
    let dice = [0, 0, 5, 5, 5, 5];
    let both = play(&sheet, &dice, commit);
    assert_eq!((both.figure("attacker.sp"), both.figure("defender.sp")), (0, 0));
    assert_eq!(both.word("outcome"), "draw", "nobody is left to have won");
    // Of what they began with only one is a single SP.
    let start = play(&sheet.reading("loss-base = \"start\""), &dice, commit);
    assert_eq!((start.figure("attacker.sp"), start.figure("defender.sp")), (1, 0));
}

#[test]
fn totals_beyond_the_table() {
    let mut sheet = sheet();
    sheet.attacker = side("A", 0, &infantry(30), HOME);
    sheet.defender = side("E", 0, &infantry(10), HOME);
    sheet.defender.push_str("status = \"useless\"\n");
    sheet.situation = "ambush = true\ndouble-envelopment = true".to_owned();
    // +3 ratio, +5, +5, +4, tactics 9 - 0: with a 9 the total is 35, thirteen beyond row +22, */75.
    let end = play(&sheet, &[9, 0, 9, 0], &[]);
    assert_eq!(end.figure("defender.lost"), 8);
    let further = play(&sheet.reading("beyond-the-table = \"five-percent-a-point\""), &[9, 0, 9, 0], &[]);
    assert_eq!(further.figure("defender.sp"), 0);
    // One beyond: 80 % of ten is eight as well, of a hundred it is five more.
    let mut large = sheet::sheet().with(&infantry(100));
    large.situation = "ambush = true\ndouble-envelopment = true".to_owned();
    large.attacker = side("A", 0, &infantry(100), HOME);
    large.defender = side("E", 0, &infantry(100), HOME);
    // +9, tactics 5 - 0 = 5: a 9 makes 23.
    let plain = play(&large, &[1, 0, 9, 0], &[]);
    let more = play(&large.reading("beyond-the-table = \"five-percent-a-point\""), &[1, 0, 9, 0], &[]);
    assert_eq!((plain.lost().1, more.lost().1), (75, 80));
}

#[test]
fn unpredictable_numbers_beyond_nine_and_nought() {
    let with_guile = || {
        let mut sheet = sheet();
        sheet.attacker = side("C", 3, LINE, HOME);
        sheet.defender = side("C", 3, LINE, HOME);
        sheet
    };
    let further = || with_guile().reading("unpredictable-beyond = \"further-rows\"");
    let guile = |first: &'static str, second: &'static str| {
        [("guile-for-the-unpredictable-result", first), ("guile-for-the-unpredictable-result", second)]
    };
    // X(+1), die 9, three points: 13. Row [9] is +18 (*/30); four rows further out is +22 (*/75).
    assert_eq!(play(&with_guile(), &[0, 0, 7, 9, 0], &guile("3", "0")).lost().1, 12);
    assert_eq!(play(&further(), &[0, 0, 7, 9, 0], &guile("3", "0")).lost().1, 30);
    // Die 0, three points against: -2. Row [0] is -10 (30/*); two further out is -12 (45/*).
    assert_eq!(play(&with_guile(), &[0, 0, 7, 0, 0], &guile("0", "3")).lost().0, 12);
    assert_eq!(play(&further(), &[0, 0, 7, 0, 0], &guile("0", "3")).lost().0, 18);
}

#[test]
fn a_row_down_is_a_point_or_an_sp() {
    let mut sheet = sheet();
    sheet.defender = side("C", 0, &infantry(40), "{ name = \"back\", hexes = [\"flat\"] }");
    sheet.defender.push_str("status = \"useless\"\n");
    let back: &[(&str, &str)] = &[("stand-or-avoid-battle", "back")];
    // One point and three rows: 4 points on 40 are 1 SP; or 1 point, nothing, and three SP.
    assert_eq!(play(&sheet, &[0], back).figure("defender.lost"), 1);
    assert_eq!(play(&sheet.reading("attrition-row = \"one-sp\""), &[0], back).figure("defender.lost"), 3);
}

#[test]
fn what_a_replacement_costs() {
    let mut sheet = sheet();
    sheet.attacker = side("C", 1, LINE, HOME);
    sheet.attacker.push_str("subordinate = [{ name = \"Legate\", mortality = 0 }]\n");
    let dice = [0, 0, 5, 0, 9, 9, 0];
    let yes: &[(&str, &str)] = &[("replace-a-killed-subordinate", "yes")];
    assert_eq!(play(&sheet, &dice, yes).figure("attacker.guile"), 0);
    let free = play(&sheet.reading("replacement-cost = 0"), &dice, yes);
    assert_eq!(free.figure("attacker.guile"), 1);
    let mut dear = sheet::sheet();
    dear.attacker = side("C", 1, LINE, HOME);
    dear.attacker.push_str("subordinate = [{ name = \"Legate\", mortality = 0 }]\n");
    let dear = play(&dear.reading("replacement-cost = 2"), &dice, &[]);
    assert_eq!(dear.end.fates.first.of(1).key(), "killed");
}

#[test]
fn an_odd_point_takes_a_horse_only_where_there_is_no_foot() {
    let horse =
        "{ name = \"Horse\", arm = \"cavalry\", sp = 20 }, { name = \"Guard\", arm = \"cavalry\", sp = 5 }";
    // Row +5: 20 % of 25 is 5, an odd number: three cavalry SP of either.
    let mounted = sheet().with(horse);
    let played = play(&mounted, &total(5, 0), &[("losses", "guard-cavalry=3")]);
    assert_eq!(played.lost().0, 3);
    let mixed =
        "{ name = \"Line\", arm = \"infantry\", sp = 3 }, { name = \"Horse\", arm = \"cavalry\", sp = 37 }";
    let rules = Arc::new(sheet().with(mixed).rules());
    let mut session = Session::start(rules.start(), rules, Header::default());
    session.answer(Side::Second, "stand").unwrap();
    for face in [0, 0, 5] {
        session.faces(&[face]).unwrap();
    }
    // Three foot and three horse pay nine where eight are due, and two foot and three horse pay eight.
    let refusal = session.answer(Side::First, "line-infantry=3 horse-cavalry=3").unwrap_err();
    assert_eq!(refusal.clause.map(|clause| clause.id()), Some("AW-8.34-f"), "{refusal}");
    session.answer(Side::First, "line-infantry=2 horse-cavalry=3").unwrap();
}

#[test]
fn a_retirement_costs_a_tenth_at_most() {
    // Four points and three rows down on 8 + 2 x 40 attrition SP are 6; a tenth of 48 is 4.
    let mut sheet = sheet();
    let troops =
        "{ name = \"Line\", arm = \"infantry\", sp = 8 }, { name = \"Horse\", arm = \"cavalry\", sp = 40 }";
    sheet.defender = side("C", 0, troops, "{ name = \"back\", hexes = [\"marsh\", \"mountain\"] }");
    sheet.defender.push_str("status = \"useless\"\n");
    let played = play(&sheet, &[0], &[("stand-or-avoid-battle", "back")]);
    assert_eq!(played.figure("defender.lost"), 4);
}

#[test]
fn what_cannot_be_avoided_is_not_asked() {
    // All that is left goes without a question, and so does nothing.
    let mut sheet = sheet().with(
        "{ name = \"Line\", arm = \"infantry\", sp = 1 }, { name = \"Horse\", arm = \"cavalry\", sp = 1 }",
    );
    sheet.attacker = side("A", 0, LINE, HOME);
    sheet.situation = "ambush = true\ndouble-envelopment = true".to_owned();
    // +20 ratio and more: row +22, 75 % of 2 is 2, which only the cavalry SP pays for exactly.
    let played = play(&sheet, &[0, 0, 0], &[]);
    assert_eq!((played.figure("defender.infantry"), played.figure("defender.cavalry")), (1, 0));
    let all = play(&sheet.reading("cavalry-losses = \"single\""), &[0, 0, 0], &[]);
    assert_eq!(all.figure("defender.sp"), 0);
    assert!(!all.session.journal().text().contains("[losses]"), "two of two is no choice");
}

#[test]
fn what_pays_for_losses_and_what_does_not() {
    // A unit that was trampled away is no second choice: the rest goes without a question.
    let mut sheet = sheet();
    sheet.attacker = side("C", 0, HERD, HOME);
    sheet.defender = side(
        "C",
        0,
        "{ name = \"Line\", arm = \"infantry\", sp = 39 }, { name = \"Few\", arm = \"infantry\", sp = 1 }",
        HOME,
    );
    let dice = [0, 0, 5, 5];
    let few = ("the-unit-hit-by-elephants", "few-infantry");
    let played = play(&sheet, &dice, &[COMMIT, few, ("losses", "line-infantry=8")]);
    assert_eq!(played.figure("defender.sp"), 31);
    assert_eq!(played.session.journal().text().matches("second AW-8.34-e [losses]").count(), 0);
    // Elephants do not pay where they do not count.
    let rules = Arc::new(sheet.rules());
    let mut session = Session::start(rules.start(), rules, Header::default());
    session.answer(Side::Second, "stand").unwrap();
    session.faces(&[0]).unwrap();
    session.faces(&[0]).unwrap();
    session.answer(Side::First, "0").unwrap();
    session.faces(&[5]).unwrap();
    let refusal = session.answer(Side::First, "line-infantry=7 herd-elephants=1").unwrap_err();
    assert_eq!(refusal.clause.map(|clause| clause.id()), Some("AW-8.34-e"), "{refusal}");
}

#[test]
fn a_dead_overall_commander_replaces_nobody() {
    let mut sheet = sheet();
    sheet.attacker = side("C", 1, LINE, HOME).replace("mortality = 9", "mortality = 0");
    sheet.attacker.push_str("subordinate = [{ name = \"Legate\", mortality = 0 }]\n");
    // A draw in which both die: nobody is asked.
    let played = play(&sheet, &[0, 0, 5, 9, 9, 9, 9, 0], &[]);
    assert_eq!(played.end.fates.first.of(1).key(), "killed");
    assert_eq!(played.figure("attacker.guile"), 1);
    let asked = |played: &sheet::Played| {
        played.session.journal().text().contains(Asks::ReplaceAKilledSubordinate.topic().words())
    };
    assert!(!asked(&played));
    // Wounded only, he is asked.
    let wounded = play(&sheet, &[0, 0, 5, 9, 0, 9, 9, 0], &[("replace-a-killed-subordinate", "yes")]);
    assert!(asked(&wounded));
    assert_eq!((wounded.end.fates.first.of(1).key(), wounded.figure("attacker.guile")), ("replaced", 0));
}

#[test]
fn a_star_is_limited_by_whole_twentieths_of_the_moment() {
    let mut sheet = sheet();
    sheet.situation = "ambush = true\ndouble-envelopment = true".to_owned();
    for (sp, most) in [(59, 2), (60, 3), (61, 3)] {
        let sheet = Sheet { situation: sheet.situation.clone(), ..sheet::sheet().with(&infantry(sp)) };
        assert_eq!(play(&sheet, &[0, 0, 9, 9], &[]).lost().0, most, "{sp} SP");
    }
    // Sixty less one that its own elephant trampled down: of 59, or of the 60 it began with.
    sheet.attacker =
        side("C", 0, &format!("{}, {{ name = \"Herd\", arm = \"elephants\", sp = 1 }}", infantry(60)), HOME);
    sheet.defender = side("C", 0, &infantry(60), HOME);
    assert_eq!(play(&sheet, &[0, 0, 1, 9, 9], &[COMMIT]).lost().0, 1 + 2);
    let start = play(&sheet.reading("loss-base = \"start\""), &[0, 0, 1, 9, 9], &[COMMIT]);
    assert_eq!(start.lost().0, 1 + 3);
}

/// Of two equal statuses the attacker's counts, where only one does.
#[test]
fn of_equal_statuses_the_attackers_counts() {
    let mut sheet = sheet().reading("both-statuses = \"worse-only\"");
    sheet.attacker.push_str("status = \"disrupted\"\n");
    sheet.defender.push_str("status = \"disrupted\"\n");
    let played = play(&sheet, &[0, 0, 8], &[]);
    assert_eq!((played.modifier("AW-8.77-a"), played.modifier("AW-8.77-b")), (-3, 0));
}

/// A retreat costs a tenth of the force at most, as a retirement does.
#[test]
fn a_retreat_costs_a_tenth_at_most() {
    let mut sheet = sheet();
    let troops =
        "{ name = \"Line\", arm = \"infantry\", sp = 8 }, { name = \"Horse\", arm = \"cavalry\", sp = 40 }";
    sheet.defender = side("C", 0, troops, "{ name = \"back\", hexes = [\"marsh\", \"mountain\"] }");
    sheet.defender.push_str("status = \"useless\"\n");
    sheet.situation = "ambush = true\ndouble-envelopment = true".to_owned();
    // 40:48 is -1, horse -8, Useless +5, +9: a die of 4 is row +9, 20 % of 48 are 10, paid with 8 foot and 1 horse.
    // Four points and three rows on 2 x 39 would be 5 SP; a tenth of 39 is 3.
    assert_eq!(play(&sheet, &[0, 0, 4], &[]).figure("defender.lost"), 9 + 3);
}
