//! Plans, postures, and the steps of the Combat Matrix. [8.3, 8.4, 8.7, AGC-2.1]

use super::fight::*;
use grognard_board::{Settlement, Terrain};
use grognard_damos::*;
use grognard_testkit::record;
use grognard_umpire::{Barred, BySide, Keep, Kind, Side, Tape};

#[test]
fn postures_follow_duty_ground_and_tanks() {
    let charts = charts();
    // Why the others are barred, each with its clause.
    let barred = |combat: &Combat| {
        let line = |barred: Barred| {
            let clause = barred.refusal.clause.unwrap();
            record::exercised(&[clause.id()]);
            format!("{} {}", barred.key, clause.id())
        };
        combat.barred_postures(&charts).into_iter().map(line).collect::<Vec<_>>()
    };
    let mut combat = fight(&[(Arm::Armor, 6)], &[(Arm::Motorized, 4)], CLEAR, Plans::Ordinary);
    combat.nations = BySide::new(Nation::Russian, Nation::German);
    assert_eq!(combat.postures(&charts), [Posture::Steadfast], "motorized alone does not counterattack");
    assert_eq!(barred(&combat), ["counterattack DAMOS-2.1-f", "elastic DAMOS-8.4-a", "delay DAMOS-8.4-a"]);
    combat.forces.second = fight(&[], &[(Arm::Cavalry, 4)], CLEAR, Plans::Ordinary).forces.second;
    assert_eq!(barred(&combat)[0], "counterattack AGC-2.1-d");
    let mut tanks = fight(&[(Arm::Armor, 6)], &[(Arm::Mechanized, 4)], CLEAR, Plans::Ordinary);
    tanks.nations = combat.nations;
    assert_eq!(tanks.postures(&charts), [Posture::Steadfast, Posture::Counterattack]);
    tanks.ground = ground(Terrain::Woods, None);
    assert_eq!(tanks.postures(&charts).len(), 4);
    tanks.ground = ground(Terrain::Woods, Some(Settlement::City));
    assert_eq!(tanks.postures(&charts), [Posture::Steadfast], "2.1-a");
    assert_eq!(barred(&tanks)[0], "counterattack AGC-2.1-a");
    tanks.nations = BySide::new(Nation::German, Nation::Russian);
    tanks.ground = ground(Terrain::Woods, None);
    assert_eq!(tanks.postures(&charts), [Posture::Counterattack], "2.1-b");
    assert_eq!(barred(&tanks)[0], "steadfast AGC-2.1-b");
    tanks.ground = ground(Terrain::Marsh, None);
    assert_eq!(tanks.postures(&charts), [Posture::Steadfast], "2.1-c, 2.1-e");
    assert_eq!(barred(&tanks), ["counterattack AGC-2.1-e", "elastic AGC-2.1-c", "delay AGC-2.1-c"]);
    tanks.demoralized = true;
    assert!(tanks.postures(&charts).is_empty(), "2.8-e");
}

#[test]
fn what_is_barred_is_said_with_its_clause() {
    let barred = |combat: Combat| {
        let mut tape = Tape::new(&[], Keep::Account);
        assert!(combat.step(&charts(), &Options::default(), &mut tape).is_err());
        let Kind::Choose { barred, .. } = tape.open[0].kind.clone() else { panic!("no choice") };
        let line = |barred: Barred| format!("{} {}", barred.key, barred.refusal.clause.unwrap().id());
        barred.into_iter().map(line).collect::<Vec<_>>()
    };
    let men = [(Arm::Infantry, 4)];
    let plain = fight(&men, &men, CLEAR, Plans::Ordinary);
    assert_eq!(barred(plain), ["grand-assault DAMOS-8.1-b", "penetration DAMOS-8.1-b"]);
    // A German defends with tanks in the open against a settled plan.
    let mut german = fight(&[(Arm::Armor, 4)], &men, CLEAR, Plans::Settled(Plan::StandardAttack));
    german.attacker = Side::Second;
    assert_eq!(barred(german), ["elastic DAMOS-8.4-a", "delay DAMOS-8.4-a"]);
}

/// A matrix of one's own with larger steps, put over the crate's.
fn house(cell: &str) -> Charts {
    let text = format!(
        "[[combat-matrix.change]]\nrow = \"steadfast\"\ncolumn = \"standard-attack\"\ncell = \"{cell}\"\n"
    );
    Charts::load(&[("house.toml".to_owned(), text)]).unwrap()
}

#[test]
fn a_matrix_of_ones_own_moves_results_by_the_ladder() {
    // The sheet's matrix knows steps of one only; larger ones follow the same ladder.
    let dealt = |cell: &str, attack: &[u8]| {
        let outcome =
            run_with(&house(cell), foot(16, 12), &Options::default(), &[faces(attack), faces(&[1, 1])]);
        outcome.dealt.first.to_string()
    };
    // 16 SP: 7 is 3, 3 is 2.
    assert_eq!(dealt("D -2 LP", &[3, 2, 2]), "1", "8.7-e: by plain arithmetic past 2");
    assert_eq!(dealt("D -1 LP", &[1, 1, 1]), "1♦", "8.7-b");
    assert_eq!(dealt("D -2 LP", &[1, 1, 1]), "1♥", "rung by rung");
    assert_eq!(dealt("D +1 LP", &[1, 1, 1]), "3", "8.7-d");
    let none = |cell: &str| {
        let combat = fight(&[(Arm::Infantry, 4)], &[(Arm::Infantry, 3)], CLEAR, SETTLED);
        run_with(&house(cell), combat, &Options::default(), &[faces(&[1]), faces(&[1])])
            .dealt
            .first
            .to_string()
    };
    assert_eq!(none("D -1 LP"), "0", "8.7-c: nothing is less than nothing");
}
