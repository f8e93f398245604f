//! Exact odds of combats: the figures of the balance sheet, and the plan–posture game solved.

use grognard_damos::*;
use grognard_odds::{Best, Budget, best, exact};
use grognard_umpire::{Playable, Side};
use std::sync::Arc;

fn open_text(attacker: u8, defender: u8, more: &str) -> (Battle, Arc<BattleRules>) {
    let text = format!(
        "system = \"damos\"\nkind = \"combat\"\ntitle = \"t\"\ndate = \"d\"\nsources = []\nground = \"woods\"\n\
         [attacker]\nname = \"A\"\nnation = \"german\"\nunits = [[\"a\", \"motorized\", {attacker}]]\nplans = \"concerted\"\n\
         [defender]\nname = \"D\"\nnation = \"german\"\nunits = [[\"d\", \"armor\", {defender}]]\n{more}"
    );
    open_battle("t.toml", &text, &Arc::new(Charts::load(&[]).unwrap())).unwrap()
}

/// The attacker's chance to win in the clear, in whole per cent.
fn chance(attacker: u8, defender: u8, plan: Plan, posture: Option<Posture>) -> u32 {
    let (mut battle, rules) = open_text(attacker, defender, "");
    battle.0.ground = Ground { terrain: grognard_board::Terrain::Clear, settlement: None };
    battle.0.plans = Plans::Settled(plan);
    battle.0.posture = posture;
    battle.0.demoralized = posture.is_none();
    let odds =
        exact(&battle, &rules, &|state: &Battle, choice| state.policy(&rules, choice), Budget::default());
    let wins = odds.unwrap().probability(|end| end.winner == Role::Attacker);
    (wins * 100.0).round() as u32
}

#[test]
fn the_balance_of_plans_and_postures_is_the_sheets() {
    let row = |a, d, posture| Plan::ALL.map(|plan| chance(a, d, plan, posture));
    // The sheet's exact figures for meeting engagement, standard attack, grand assault and penetration.
    assert_eq!(row(10, 10, Some(Posture::Steadfast)), [15, 21, 40, 61]);
    assert_eq!(row(10, 10, Some(Posture::Counterattack)), [15, 21, 67, 20]);
    assert_eq!(row(10, 10, Some(Posture::Elastic)), [32, 30, 13, 71]);
    assert_eq!(row(10, 10, None), [30, 40, 51, 61]);
    assert_eq!(row(16, 8, Some(Posture::Steadfast)), [81, 87, 95, 98]);
    assert_eq!(row(16, 8, Some(Posture::Counterattack)), [79, 85, 99, 81]);
    assert_eq!(row(16, 8, Some(Posture::Elastic)), [91, 91, 73, 99]);
    assert_eq!(row(16, 8, None), [91, 95, 97, 98]);
    assert_eq!(row(18, 12, Some(Posture::Steadfast)), [64, 72, 87, 95]);
    assert_eq!(row(18, 12, Some(Posture::Counterattack)), [56, 64, 92, 57]);
    assert_eq!(row(18, 12, Some(Posture::Elastic)), [81, 81, 55, 97]);
}

#[test]
fn the_hidden_choice_is_a_game_with_mixed_plans() {
    let (battle, rules) = open_text(10, 10, "");
    let win =
        |side: Side, end: &BattleEnd| i64::from((end.winner == Role::Attacker) == (side == Side::First));
    let decide = |state: &Battle, choice: &grognard_umpire::Choice<'_>| state.policy(&rules, choice);
    let solution = best(&battle, &rules, Best::Both, &win, &decide, Budget::default()).unwrap();
    let alternatives = solution.alternatives(&battle, &rules);
    let weight = |by: Side| -> f64 { alternatives.iter().filter(|a| a.by == by).map(|a| a.weight).sum() };
    assert!((weight(Side::First) - 1.0).abs() < 1e-6 && (weight(Side::Second) - 1.0).abs() < 1e-6);
    assert_eq!(alternatives.iter().filter(|a| a.by == Side::First).count(), 2, "two plans");
    assert_eq!(alternatives.iter().filter(|a| a.by == Side::Second).count(), 4, "four postures");
    // Neither plan dominates: both are played.
    let mixed = |by: Side| alternatives.iter().filter(|a| a.by == by && a.weight > 0.01).count();
    assert!(mixed(Side::First) == 2 && mixed(Side::Second) >= 2);
}
