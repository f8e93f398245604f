//! The counterattack and the winner. [8.9, 8.10]

use super::fight::*;
use grognard_board::Terrain;
use grognard_damos::*;

#[test]
fn a_tie_is_the_defenders_and_symbols_break_ties() {
    let even = |a: &[u8], d: &[u8]| {
        let combat =
            fight(&[(Arm::Infantry, 7)], &[(Arm::Infantry, 7)], CLEAR, Plans::Settled(Plan::StandardAttack));
        run(combat, &Options::default(), &[faces(a), faces(d)])
    };
    // Steadfast gives the defender +1: 4 and 3+1 are both 1.
    let tie = even(&[2, 2], &[1, 2]);
    assert_eq!(
        (tie.dealt.first, tie.dealt.second, tie.winner),
        (tie.dealt.second, tie.dealt.first, Role::Defender)
    );
    // 5 is 1♥ against 1.
    assert_eq!(even(&[2, 3], &[1, 2]).winner, Role::Attacker);
}

#[test]
fn a_wiped_out_defender_that_dealt_as_much_is_a_switch() {
    let combat =
        fight(&[(Arm::Infantry, 4)], &[(Arm::Infantry, 1)], CLEAR, Plans::Settled(Plan::StandardAttack));
    let answers = [faces(&[5]), faces(&[6])];
    // 5 in column 3-4 is 1; 6 + 1 in column 1 is 1: a tie with nobody left to hold the hex.
    let letter = run(combat, &Options::default(), &answers);
    assert_eq!((letter.winner, letter.forces.second.strength()), (Role::Defender, 0));
    let holds = Options { wiped_out: WipedOut::AttackerHolds, ..Options::default() };
    assert_eq!(run(combat, &holds, &answers).winner, Role::Attacker);
}

#[test]
fn a_counterattack_swaps_what_the_ground_does() {
    // In the woods: 10 SP of foot attack 8 SP of tanks, which strike back after the first exchange.
    let woods = ground(Terrain::Woods, None);
    let mut combat = fight(&[(Arm::Infantry, 10)], &[(Arm::Armor, 8)], woods, SETTLED);
    combat.crossing = Crossing::River;
    combat.posture = Some(Posture::Counterattack);
    // 10 SP less 2 for the river throw 12: 3. 8 SP and 2 for the woods throw 2: 1.
    // Then 5 tanks less 1 for the woods strike at 9 and 2 for the woods, the river forgotten: 4 against 11, 1:3.
    let answers = [faces(&[6, 6]), faces(&[1, 1]), faces(&[6])];
    let outcome = run(combat, &Options::default(), &answers);
    assert_eq!([outcome.dealt.first.to_string(), outcome.dealt.second.to_string()], ["4", "4"], "1/3 at 1:3");
    assert_eq!(outcome.winner, Role::Defender);
}

#[test]
fn symbols_go_or_stay_when_a_counterattack_adds() {
    let mut combat = fight(&[(Arm::Infantry, 3)], &[(Arm::Armor, 3)], CLEAR, SETTLED);
    combat.posture = Some(Posture::Counterattack);
    // 6 is 1; 3 is 0♥. Then 2 against 3 is 1:2, and 3 is 2/1.
    let dealt = |counterattack_symbols| {
        let options = Options { counterattack_symbols, ..Options::default() };
        run(combat, &options, &[faces(&[6]), faces(&[3]), faces(&[3])]).dealt.second.to_string()
    };
    assert_eq!(dealt(CounterattackSymbols::Dropped), "1");
    assert_eq!(dealt(CounterattackSymbols::Kept), "1♥");
}
