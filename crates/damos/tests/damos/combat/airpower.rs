//! German airpower in a combat. [AGC-4.4]

use super::fight::*;
use grognard_damos::*;
use grognard_umpire::{Keep, Side, Tape};

#[test]
fn the_air_unit_shifts_and_rerolls() {
    let mut combat =
        fight(&[(Arm::Infantry, 8)], &[(Arm::Infantry, 8)], CLEAR, Plans::Settled(Plan::StandardAttack));
    combat.air = Some((Side::First, Air { shift: true, reroll: true }));
    // The German's dice come one by one, 1 and 4, then the defender's, and all is on the table when the
    // German has the 1 thrown again; it comes up 6: 10 in column 9-10 is 3.
    let answers = [key("air"), faces(&[1]), faces(&[4]), faces(&[1, 1]), key("reroll-1"), faces(&[6])];
    let outcome = run(combat, &Options::default(), &answers);
    assert_eq!(outcome.dealt.first.to_string(), "3");
    assert!(outcome.air_called);
    let refused = run(combat, &Options::default(), &[key("no-air"), faces(&[6, 4]), faces(&[1, 1])]);
    assert_eq!(refused.dealt.first.to_string(), "3");
    assert!(!refused.air_called);
}

#[test]
fn the_air_unit_is_called_after_the_plans_or_before() {
    let mut combat = foot(8, 8);
    combat.plans = Plans::Ordinary;
    combat.air = Some((Side::First, Air { shift: true, reroll: false }));
    let first = |air_call| {
        let options = Options { air_call, ..Options::default() };
        let mut tape = Tape::new(&[], Keep::Account);
        assert!(combat.step(&charts(), &options, &mut tape).is_err());
        tape.open[0].asking.topic.key()
    };
    assert_eq!(first(AirCall::AfterPlans), "attack-plan");
    assert_eq!(first(AirCall::BeforePlans), "call-the-air-unit");
    let before = Options { air_call: AirCall::BeforePlans, ..Options::default() };
    let answers = [key("air"), key("standard-attack"), faces(&[1, 1]), faces(&[1, 1])];
    assert!(run(combat, &before, &answers).air_called);
}

#[test]
fn the_die_thrown_again_is_ones_own_or_anybodys() {
    let mut combat = foot(8, 8);
    combat.air = Some((Side::First, Air { shift: false, reroll: true }));
    let any = Options { air_reroll: AirReroll::AnyDie, ..Options::default() };
    // The German has 4 and 4, the Russian 6 and 5; the 6 is thrown again and comes up 1.
    let mut answers = vec![key("air")];
    answers.extend([4, 4, 6, 5].map(|face| faces(&[face])));
    answers.extend([key("reroll-enemy-6"), faces(&[1])]);
    let outcome = run(combat, &any, &answers);
    assert_eq!(
        [outcome.dealt.first.to_string(), outcome.dealt.second.to_string()],
        ["2", "2"],
        "8, and 6 + 1"
    );
    // Three dice of either side lie on the table before one is thrown again.
    let mut six = foot(24, 24);
    six.air = combat.air;
    let mut all = vec![key("air")];
    all.extend([4, 4, 4, 6, 6, 6].map(|face| faces(&[face])));
    all.extend([key("reroll-enemy-6"), faces(&[1])]);
    run(six, &any, &all);
    // By the default the enemy's dice are not on offer.
    let mut tape = vec![key("air"), faces(&[4]), faces(&[4]), faces(&[6, 5])];
    tape.push(key("reroll-4"));
    tape.push(faces(&[6]));
    assert_eq!(run(combat, &Options::default(), &tape).dealt.first.to_string(), "3", "10");
}
