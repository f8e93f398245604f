//! The odds of a fight before its order is given: those of the real fight where nothing is hidden, and nothing of what
//! is.

use super::table::*;
use grognard_damos::*;
use grognard_odds::{Budget, exact};
use grognard_umpire::{Choice, Known, Playable, Side, Visitor};
use std::sync::Arc;

/// The chance that the attacker wins and what either side loses on average, by the battle's own figures.
#[derive(Clone, Copy)]
struct Odds;

impl Visitor for Odds {
    type Out = Vec<f64>;
    fn visit<P>(self, start: P, rules: Arc<P::Rules>) -> Vec<f64>
    where
        P: Playable + Send + Sync + 'static,
        P::Rules: Send + Sync + 'static,
        P::End: Send + Sync + 'static,
    {
        let decide = |state: &P, choice: &Choice<'_>| state.policy(&rules, choice);
        let odds = exact(&start, &rules, &decide, Budget::of(200_000, 4_000_000)).expect("it can be counted");
        let figures = P::figures(&rules);
        figures
            .iter()
            .map(|figure| odds.ends().iter().map(|(end, p)| p * (figure.of)(end) as f64).sum())
            .collect()
    }
}

fn ahead(table: &Table, order: &str) -> Vec<(Known, Vec<f64>)> {
    table.game().prospects(&table.rules, table.game().phasing(), order, Odds)
}

/// The real fight once it has begun.
fn fought(table: &Table) -> Combat {
    match table.game().phase() {
        Phase::Combat(_, combat) => *combat,
        phase => panic!("no combat: {phase:?}"),
    }
}

#[test]
fn an_attack_is_foreseen_as_it_is_fought() {
    let rules = standard();
    for (units, side, from, to) in [
        (["G-Pz3 3020", "G-Inf5 3020", "S-RC2 3019", "S-A24 2703"], Side::First, "3020", "3019"),
        (["S-RC1 3019", "S-RC2 3019", "G-Inf5 3020", "S-A24 2703"], Side::Second, "3019", "3020"),
    ] {
        let mut table = Table::new(&rules, 3, side, &units);
        table.order(&format!("activate {from}"));
        assert_eq!(ahead(&table, "finish"), [], "no fight");
        assert!(table.game().fight(&rules, side, Odds).is_none(), "nor is one on");
        let list = ahead(&table, &format!("move {to}"));
        let known: Vec<Known> = list.iter().map(|(known, _)| *known).collect();
        assert_eq!(known, [Known::Best, Known::Likely, Known::Worst]);
        let wins: Vec<f64> = list.iter().map(|(_, figures)| figures[0]).collect();
        assert!(wins[0] >= wins[1] && wins[1] >= wins[2] && wins[0] > wins[2], "{wins:?}");
        // Everybody has his printed strength, so that the worst is the truth.
        let mut asked = table.order(&format!("move {to}"));
        while asked == "react" || asked == "reaction" {
            asked = table.order("no");
        }
        let real = fought(&table);
        // Once it has begun both are told the same of it, as far as the enemy's points go by their printed shares.
        for viewer in Side::ALL {
            let (first, figures) = table.game().fight(&rules, viewer, Odds).expect("it is on");
            assert_eq!((first, figures), (side, list[2].1.clone()), "{viewer:?}");
        }
        let foreseen = table_of(&rules, side, &units, (from, to));
        assert_eq!(foreseen, real);
    }
}

/// The combat foreseen by the worst of what is hidden, with the sides as the game has them.
fn table_of(rules: &Arc<Campaign>, side: Side, units: &[&str], (from, to): (&str, &str)) -> Combat {
    #[derive(Clone, Copy)]
    struct Start;
    impl Visitor for Start {
        type Out = String;
        fn visit<P>(self, start: P, _: Arc<P::Rules>) -> String
        where
            P: Playable + Send + Sync + 'static,
            P::Rules: Send + Sync + 'static,
            P::End: Send + Sync + 'static,
        {
            format!("{start:?}")
        }
    }
    let mut table = Table::new(rules, 3, side, units);
    table.order(&format!("activate {from}"));
    let list = table.game().prospects(rules, side, &format!("move {to}"), Start);
    let mut real = Table::new(rules, 3, side, units);
    real.order(&format!("activate {from}"));
    let mut asked = real.order(&format!("move {to}"));
    while asked == "react" || asked == "reaction" {
        asked = real.order("no");
    }
    let mut combat = fought(&real);
    let kept = combat;
    if side == Side::Second {
        let turn =
            |both: grognard_umpire::BySide<bool>| grognard_umpire::BySide::new(both.second, both.first);
        combat.attacker = Side::First;
        combat.supplied = turn(combat.supplied);
        combat.forces = grognard_umpire::BySide::new(combat.forces.second, combat.forces.first);
        combat.nations = grognard_umpire::BySide::new(combat.nations.second, combat.nations.first);
        combat.replacements =
            grognard_umpire::BySide::new(combat.replacements.second, combat.replacements.first);
        combat.air = combat.air.map(|(side, air)| (side.other(), air));
    }
    assert_eq!(list[2].1, format!("{:?}", Battle(combat)), "the worst is the real fight");
    kept
}

#[test]
fn what_the_defender_hides_is_not_in_the_odds() {
    let rules = standard();
    let with = |defender: &str| {
        let mut table = Table::new(&rules, 3, Side::First, &["G-Pz3 3020", defender, "S-A24 2703"]);
        table.order("activate 3020");
        ahead(&table, "move 3019")
    };
    assert_eq!(with("S-RC2 3019=1"), with("S-RC2 3019=2"));
}
