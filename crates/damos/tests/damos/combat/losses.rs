//! Absorbing losses, with surplus and replacements. [8.8, AGC-4.5.1]

use super::fight::*;
use grognard_board::{Settlement, Terrain};
use grognard_damos::*;
use grognard_umpire::{Answer, BySide, Keep, Kind, Tape};
use std::ops::ControlFlow::{Break, Continue};

#[test]
fn half_the_losses_fall_on_the_largest() {
    // 5 LP on 6, 4, 3 (the clause's own example): 2-3-0, 2-0-3 and 5-0-0 are legal, 1-4-0 is not.
    let force = fight(
        &[(Arm::Infantry, 6), (Arm::Infantry, 4), (Arm::Infantry, 3)],
        &[(Arm::Infantry, 24)],
        CLEAR,
        Plans::Settled(Plan::StandardAttack),
    );
    let attempt = |way: &str| {
        // 24 SP throw 3 dice: 12 + 1 steadfast = 13 gives 5 LP; 13 SP throw 3 dice: 3 gives 2 LP.
        let answers = [faces(&[1, 1, 1]), faces(&[4, 4, 4]), key(way)];
        let charts = charts();
        let mut state = force;
        let mut used = 0;
        loop {
            let mut tape = Tape::new(&answers[used..], Keep::Account);
            match state.step(&charts, &Options::default(), &mut tape) {
                Ok(Continue(next)) => state = next,
                Ok(Break(_)) => return true,
                Err(_) => return false,
            }
            used += tape.used();
        }
    };
    assert!(attempt("2-3-0") && attempt("2-0-3") && attempt("5-0-0"));
    assert!(!attempt("1-4-0") && !attempt("6-0-0") && !attempt("0-4-1"));
}

#[test]
fn what_the_largest_cannot_take_passes_on_and_what_nobody_can_is_surplus() {
    let defenders = [(Arm::Infantry, 2), (Arm::Infantry, 1), (Arm::Infantry, 1)];
    let combat = fight(&[(Arm::Infantry, 24)], &defenders, CLEAR, Plans::Settled(Plan::Penetration));
    // 24 SP: 18 + 2 gives 7 LP on 4 SP: all go, 3 are left over. The defender's 1 - 1 deals nothing.
    let outcome = run(combat, &Options::default(), &[faces(&[6, 6, 6]), faces(&[1])]);
    assert_eq!((outcome.forces.second.strength(), outcome.surplus), (0, 3));
    assert_eq!(outcome.dealt.first.points(), 7, "all of it counts for the winner");
}

#[test]
fn surplus_counts_the_steps_of_the_matrix_and_the_counterattack() {
    let fought = |plan, defender, answers: &[Answer]| {
        let mut combat = fight(&[(Arm::Armor, 24)], &[(Arm::Armor, defender)], CLEAR, Plans::Settled(plan));
        combat.posture = Some(Posture::Counterattack);
        let outcome = run(combat, &Options::default(), answers);
        (outcome.forces.second.strength(), outcome.surplus, outcome.dealt.first.to_string())
    };
    // A grand assault, 4 + 1: 3 LP, a step more against the counterattack; 3 SP leave one over.
    assert_eq!(fought(Plan::GrandAssault, 3, &[faces(&[1, 1, 2]), faces(&[1])]), (0, 1, "4".to_owned()));
    // A standard attack, 3: 2 LP. The one point left strikes back at 24 and takes 3.
    let answers = [faces(&[1, 1, 1]), faces(&[1]), faces(&[1])];
    assert_eq!(fought(Plan::StandardAttack, 3, &answers), (0, 2, "5".to_owned()));
}

#[test]
fn replacements_pay_up_to_two_for_the_supplied() {
    let mut combat =
        fight(&[(Arm::Infantry, 16)], &[(Arm::Infantry, 12)], CLEAR, Plans::Settled(Plan::StandardAttack));
    combat.replacements = BySide::new(0, 3);
    // 16 SP: 10 gives 4 LP. 12 SP: 2 + 1 gives 1♦.
    let outcome = run(combat, &Options::default(), &[faces(&[4, 3, 3]), faces(&[1, 1]), key("2+rp2")]);
    assert_eq!((outcome.forces.second.strength(), outcome.replacements.second), (10, 1));
    assert_eq!(outcome.dealt.first.points(), 4, "paid points still count for the winner");
    combat.supplied.second = false;
    let outcome = run(combat, &Options::default(), &[faces(&[4, 3, 3]), faces(&[1, 1])]);
    assert_eq!(outcome.forces.second.strength(), 8, "no supply, no question");
}

/// A way to take losses is told in points and in what is paid.
#[test]
fn ways_to_take_losses_are_told() {
    let mut combat =
        fight(&[(Arm::Infantry, 16)], &[(Arm::Infantry, 12)], CLEAR, Plans::Settled(Plan::StandardAttack));
    combat.replacements = BySide::new(0, 3);
    let answers = [faces(&[4, 3, 3]), faces(&[1, 1])];
    let (mut state, mut used) = (combat, 0);
    let words: Vec<String> = loop {
        let mut tape = Tape::new(&answers[used..], Keep::Account);
        match state.step(&charts(), &Options::default(), &mut tape) {
            Ok(Continue(next)) => state = next,
            Ok(Break(_)) => panic!("losses are asked about"),
            Err(_) => {
                let Kind::Choose { options, .. } = &tape.open[0].kind else { panic!("{:?}", tape.open) };
                break options.iter().map(|option| option.words.clone()).collect();
            }
        }
        used += tape.used();
    };
    assert_eq!(words, ["lose 4", "pay 1 with replacements, lose 3", "pay 2 with replacements, lose 2"]);
}

#[test]
fn points_nobody_could_take_or_that_were_paid_count_or_do_not() {
    // 2 SP in a major city count 7 and deal 2; they are dealt 3 and have 2.
    let city = ground(Terrain::Clear, Some(Settlement::MajorCity));
    let combat = fight(&[(Arm::Infantry, 9)], &[(Arm::Infantry, 2)], city, SETTLED);
    let answers = [faces(&[5, 4]), faces(&[5, 4])];
    assert_eq!(run(combat, &Options::default(), &answers).winner, Role::Attacker, "3 against 2");
    let ignored = Options { overkill: Overkill::Ignored, ..Options::default() };
    assert_eq!(run(combat, &ignored, &answers).winner, Role::Defender, "2 against 2");
    // 4 against 2, two of the four paid with replacements.
    let mut paying = foot(16, 12);
    paying.replacements = BySide::new(0, 3);
    let answers = [faces(&[4, 3, 3]), faces(&[2, 2]), key("2+rp2")];
    assert_eq!(run(paying, &Options::default(), &answers).winner, Role::Attacker);
    let not = Options { paid_losses: PaidLosses::DoNot, ..Options::default() };
    assert_eq!(run(paying, &not, &answers).winner, Role::Defender);
}
