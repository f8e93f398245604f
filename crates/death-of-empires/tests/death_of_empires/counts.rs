//! The fully enumerated allocations of the reference sheet: every figure of its section 7. [DE-M6, DE-M7]

use crate::common::Trial;
use grognard_death_of_empires::allocation::sequences::{SEQUENCE, count, count_sequences, each_sequence};
use grognard_death_of_empires::circumstances::Occasion;
use grognard_umpire::Side;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Sequences and final states, counted by lumping and again one by one.
fn figures(trial: &Trial) -> (u128, u128) {
    grognard_testkit::record::exercised(&[SEQUENCE.id()]);
    let (case, start) = (trial.rules.case(), trial.start());
    let counted = count(&case, &start);
    let (mut listed, mut finals) = (0, BTreeSet::new());
    let _ = each_sequence::<()>(&case, &start, &mut |_, end| {
        listed += 1;
        finals.insert(*end);
        ControlFlow::Continue(())
    });
    assert_eq!((counted.sequences, counted.finals), (listed, finals.len() as u128), "lumped and listed");
    assert_eq!(count_sequences(&case, &start), listed);
    assert_eq!(counted.by_first.iter().map(|(_, n)| n).sum::<u128>(), listed);
    (counted.sequences, counted.finals)
}

fn by_first(trial: &Trial) -> Vec<(String, u128)> {
    let counted = count(&trial.rules.case(), &trial.start());
    counted.by_first.iter().map(|&(action, n)| (trial.word(action), n)).collect()
}

#[test]
fn p1_has_the_sheets_figures() {
    assert_eq!(figures(&Trial::p1()), (144, 39));
    assert_eq!(figures(&Trial::p1().reading("one-each", "pooled")), (118, 35));
    assert_eq!(figures(&Trial::p1().reading("infantry-sharing", "free")), (172, 49));
    let counted = count(&Trial::p1().rules.case(), &Trial::p1().start());
    assert_eq!(counted.prefixes, [6, 29, 144]);
    assert_eq!(counted.bloodless, 2);
    let first = by_first(&Trial::p1());
    let expected = [("SP(I1)", 26), ("SP(I2)", 26), ("SP(C1)", 33), ("SP(A1)", 23), ("ML", 18), ("RET", 18)];
    assert_eq!(first, expected.map(|(word, n)| (word.to_owned(), n)));
}

#[test]
fn p1_offers_the_sheets_second_steps() {
    let trial = Trial::p1();
    let after = |words: &str| trial.open_now(&trial.follow(words).unwrap());
    assert_eq!(after("SP(I1)"), ["ML", "RET", "SP(A1)", "SP(C1)", "SP(I2)"]);
    assert_eq!(after("SP(A1)"), ["ML", "RET", "SP(C1)", "SP(I1)", "SP(I2)"]);
    assert_eq!(after("ML"), ["RET", "SP(C1)", "SP(I1)", "SP(I2)"]);
    assert_eq!(after("RET"), ["RET", "SP(C1)", "SP(I1)", "SP(I2)"]);
    assert_eq!(trial.why_not("SP(I1)", "SP(I1)"), "DE-B2-a");
    assert_eq!(trial.why_not("SP(A1)", "SP(A1)"), "DE-B5-a");
    assert_eq!(trial.why_not("ML", "ML"), "DE-B4-a");
    assert_eq!(trial.why_not("RET", "SP(A1)"), "DE-B5-a");
}

#[test]
fn p2_has_the_sheets_figures() {
    assert_eq!(figures(&Trial::p2()), (381, 84));
    assert_eq!(figures(&Trial::p2().reading("one-each", "pooled")), (275, 65));
    assert_eq!(figures(&Trial::p2().reading("second-result", "artillery-at-once")), (454, 95));
    let counted = count(&Trial::p2().rules.case(), &Trial::p2().start());
    assert_eq!(counted.prefixes, [5, 19, 81, 381]);
    assert_eq!(counted.bloodless, 6);
    let first = by_first(&Trial::p2());
    let expected = [("SP(I1)", 129), ("SP(A1)", 75), ("SP(E1)", 63), ("ML", 57), ("RET", 57)];
    assert_eq!(first, expected.map(|(word, n)| (word.to_owned(), n)));
}

#[test]
fn p2_offers_the_sheets_second_steps() {
    let trial = Trial::p2();
    let after = |words: &str| trial.open_now(&trial.follow(words).unwrap());
    assert_eq!(after("SP(I1)"), ["FLIP", "ML", "SP(A1)", "SP(I1)", "SUP"]);
    assert_eq!(after("SP(A1)"), ["FLIP", "ML", "SP(I1)", "SUP"]);
    assert_eq!(after("SP(E1)"), ["FLIP", "ML", "SP(I1)", "SUP"]);
    assert_eq!(after("ML"), ["FLIP", "SP(I1)", "SUP"]);
    assert_eq!(after("RET"), ["FLIP", "SP(I1)", "SUP"]);
    assert_eq!(trial.why_not("SP(I1)", "RET"), "DE-C1-a");
    assert_eq!(trial.why_not("SP(I1)", "SP(E1)"), "DE-D3-a");
    assert!(after("SP(I1) FLIP ML").contains(&"SP(E1)".to_owned()), "but at the fourth it may");
}

#[test]
fn the_sheets_spot_checks() {
    let p1 = Trial::p1();
    assert!(p1.follow("SP(I1) SP(I2) SP(I1)").is_ok());
    assert!(p1.follow("SP(I1) SP(I2) SP(I2)").is_ok());
    assert_eq!(p1.follow("SP(I1) SP(C1) SP(I1)"), Err(3));
    assert_eq!(p1.why_not("SP(I1) SP(C1)", "SP(I1)"), "DE-B2-a");
    assert_eq!(p1.follow("ML ML"), Err(2));
    assert_eq!(p1.follow("ML SP(C1) ML"), Err(3));
    assert_eq!(p1.why_not("ML SP(C1)", "ML"), "DE-B3-a");
    assert!(p1.follow("SP(C1) SP(A1) SP(A1)").is_ok());
    let p2 = Trial::p2();
    assert_eq!(p2.follow("SP(E1) SP(A1)"), Err(2));
    assert_eq!(p2.why_not("SP(E1)", "SP(A1)"), "DE-B5-a");
    assert_eq!(p2.why_not("SP(I1) SUP RET", "SUP"), "DE-C2-e");
    let bare = p2.follow("RET FLIP ML FLIP").unwrap();
    assert_eq!(bare.condition.marker, 0);
    let fort = Trial::new(Occasion::Combat, Side::Second, 3, 5, "F1 4");
    assert_eq!(figures(&fort), (1, 1));
    assert!(fort.follow("SP(F1) SP(F1) SP(F1)").is_ok());
    let march = Trial::new(Occasion::ForcedMarch, Side::First, 2, 3, "I1 2");
    assert_eq!(figures(&march).0, 4);
    let fatigue = Trial::new(Occasion::CavalryFatigue, Side::First, 3, 2, "C1 2");
    assert_eq!(figures(&fatigue).0, 1);
    assert!(fatigue.follow("ML ML void").is_ok());
}

/// Listed for people: keys and words, until the reader has had enough.
#[test]
fn sequences_are_listed_in_words() {
    let trial = Trial::p2();
    let mut lines = Vec::new();
    let stopped = each_sequence(&trial.rules.case(), &trial.start(), &mut |path, _| {
        let force = &trial.rules.force;
        let keys: Vec<String> = path.iter().map(|(_, action)| action.key(force)).collect();
        let words: Vec<String> = path.iter().map(|(_, action)| action.words(force)).collect();
        lines.push(format!("{}: {}", keys.join(" "), words.join(", ")));
        if lines.len() == 12 { ControlFlow::Break("enough") } else { ControlFlow::Continue(()) }
    });
    assert_eq!(stopped, ControlFlow::Break("enough"));
    insta::assert_snapshot!(lines.join("\n"));
}
