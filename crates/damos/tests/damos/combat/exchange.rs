//! Strength, modifiers and dice. [8.2, 8.5, AGC-4.6.2]

use super::fight::*;
use grognard_board::{Settlement, Terrain};
use grognard_damos::*;
use grognard_umpire::{BySide, Side};

#[test]
fn ground_and_rivers_change_strength() {
    let charts = charts();
    let mut combat =
        fight(&[(Arm::Armor, 6), (Arm::Motorized, 4)], &[(Arm::Infantry, 3)], CLEAR, Plans::Ordinary);
    assert_eq!(combat.modified(&charts), BySide::new(10, 3));
    combat.crossing = Crossing::River;
    assert_eq!(combat.modified(&charts), BySide::new(8, 3));
    combat.ground = ground(Terrain::Marsh, None);
    assert_eq!(combat.modified(&charts), BySide::new(6, 5));
    combat.ground = ground(Terrain::Woods, Some(Settlement::Town));
    assert_eq!(combat.modified(&charts), BySide::new(7, 6));
    combat.ground = ground(Terrain::Clear, Some(Settlement::MajorCity));
    assert_eq!(combat.modified(&charts), BySide::new(6, 8));
}

#[test]
fn supply_and_demoralization_modify_the_dice() {
    let mut combat =
        fight(&[(Arm::Infantry, 7)], &[(Arm::Infantry, 7)], CLEAR, Plans::Settled(Plan::StandardAttack));
    combat.supplied = BySide::new(false, false);
    combat.demoralized = true;
    // 8 - 4 for two dice without supply + 1 against the demoralized = 5: 1♥; the defender 8 - 1 = 7: 2.
    let outcome = run(combat, &Options::default(), &[faces(&[4, 4]), faces(&[4, 4])]);
    assert_eq!([outcome.dealt.first.to_string(), outcome.dealt.second.to_string()], ["1♥", "2"]);
    assert_eq!(outcome.winner, Role::Defender);
}

#[test]
fn the_number_of_dice_follows_the_ground_or_the_units() {
    // 5 SP in a city are 8: two dice; by the other reading the one die of 5 SP.
    let city = ground(Terrain::Clear, Some(Settlement::City));
    let combat = fight(&[(Arm::Infantry, 8)], &[(Arm::Infantry, 5)], city, SETTLED);
    run(combat, &Options::default(), &[faces(&[1, 1]), faces(&[1, 1])]);
    let current = Options { combat_dice: CombatDice::Current, ..Options::default() };
    run(combat, &current, &[faces(&[1, 1]), faces(&[1])]);
    // 6 SP shifted to the column of 7: two dice, or the one die they had.
    let mut shifted = foot(6, 6);
    shifted.air = Some((Side::First, Air { shift: true, reroll: false }));
    run(shifted, &Options::default(), &[key("air"), faces(&[1, 1]), faces(&[1])]);
    let old = Options { shifted_dice: ShiftedDice::OldColumn, ..Options::default() };
    run(shifted, &old, &[key("air"), faces(&[1]), faces(&[1])]);
    // Beyond the last column there is none: 24 SP stay in it.
    let mut last = foot(24, 12);
    last.air = shifted.air;
    let outcome = run(last, &Options::default(), &[key("air"), faces(&[1, 1, 1]), faces(&[1, 1])]);
    assert_eq!(outcome.dealt.first.to_string(), "2");
}

#[test]
fn twelve_to_one_needs_no_dice() {
    let rifles = [(Arm::Infantry, 2)];
    let enough = fight(&[(Arm::Armor, 12), (Arm::Armor, 12)], &rifles, CLEAR, Plans::Ordinary);
    let outcome = run(enough, &Options::default(), &[]);
    assert!(outcome.automatic && outcome.winner == Role::Attacker);
    assert_eq!(outcome.forces.second.strength(), 0);
    let short = fight(&[(Arm::Armor, 12), (Arm::Armor, 11)], &rifles, CLEAR, Plans::Ordinary);
    assert!(!short.is_automatic(&charts(), &Options::default()));
}

#[test]
fn twelve_to_one_is_read_four_ways() {
    let charts = charts();
    let automatic = |combat: &Combat, strength, victims| {
        let options =
            Options { unprepared_strength: strength, unprepared_for: victims, ..Options::default() };
        combat.is_automatic(&charts, &options)
    };
    let mut woods = foot(12, 1);
    woods.ground = ground(Terrain::Woods, None);
    assert!(!automatic(&woods, UnpreparedStrength::Modified, UnpreparedFor::Everybody), "12 against 3");
    assert!(automatic(&woods, UnpreparedStrength::Current, UnpreparedFor::Everybody));
    let mut german = foot(12, 1);
    german.nations = BySide::new(Nation::Russian, Nation::German);
    assert!(automatic(&german, UnpreparedStrength::Modified, UnpreparedFor::Everybody));
    assert!(!automatic(&german, UnpreparedStrength::Modified, UnpreparedFor::Russians));
    assert!(automatic(&foot(12, 1), UnpreparedStrength::Modified, UnpreparedFor::Russians));
}
