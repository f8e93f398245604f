//! Laws of allocations and fights, on random ones.

use crate::common::{Trial, unheard};
use grognard_death_of_empires::allocation::{Action, Allocation};
use grognard_death_of_empires::circumstances::Occasion;
use grognard_death_of_empires::fight::{End, Fight, FightRules};
use grognard_death_of_empires::force::Arm;
use grognard_death_of_empires::readings::Readings;
use grognard_death_of_empires::{BATTLES, Charts, Contest, open};
use grognard_umpire::{Generator, Live, Procedure, Side, at_random};
use proptest::prelude::*;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

prop_compose! {
    fn trials()(
        occasion in 0..6usize,
        owner in 0..2usize,
        found in 1..6u8,
        morale in 0..6u8,
        units in prop::collection::vec((0..4usize, 1..4u8), 1..7),
        fort in 0..10u8,
        flags in any::<[bool; 7]>(),
        strength in 1..60u16,
        marker in 0..3u8,
        readings in prop::collection::vec(any::<bool>(), Readings::SWITCHES.len()),
    ) -> Trial {
        let occasion = Occasion::ALL[occasion];
        let owner = if occasion.is_barrage() { Side::Second } else { Side::ALL[owner] };
        let units: Vec<String> = units
            .iter()
            .enumerate()
            .map(|(n, (arm, sp))| format!("{}{n} {sp}", if fort == 0 { "F" } else { ["I", "C", "A", "E"][*arm] }))
            .collect();
        let mut trial = Trial::new(occasion, owner, found, morale, &units.join(", "));
        trial.rules.before.marker = marker;
        let defends = owner == Side::Second;
        let circumstances = &mut trial.rules.circumstances;
        circumstances.charge = flags[0];
        circumstances.engineers = flags[1];
        circumstances.prisoners = flags[2];
        circumstances.overrun = flags[3] && !defends;
        circumstances.stand_fast = flags[4] && defends;
        circumstances.driven = flags[5] && defends;
        circumstances.posted = flags[6] && defends;
        circumstances.barrage_strength = strength;
        for (switch, on) in Readings::SWITCHES.iter().zip(readings) {
            trial.rules.readings.set(switch.key, switch.words()[usize::from(on)]).unwrap();
        }
        trial
    }
}

impl std::fmt::Debug for Trial {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {:?} {:?}", self.rules.force, self.rules.circumstances, self.rules.readings)
    }
}

/// A random sequence of an allocation: who did what, and how it stood after each.
fn random_sequence(trial: &Trial, seed: u64) -> Vec<(Side, Action, Allocation)> {
    let (case, mut dice) = (trial.rules.case(), Generator::new(seed));
    let (mut at, mut path) = (trial.start(), Vec::new());
    while !at.is_over(&mut unheard) {
        let (by, actions) = at.actions(&case);
        let action = actions[dice.below(actions.len() as u32) as usize];
        at = at.take(&case, by, action, &mut unheard);
        path.push((by, action, at));
    }
    path
}

proptest! {
    #[test]
    fn nothing_grows_and_every_result_costs_one_thing(trial in trials(), seed: u64) {
        let mut before = trial.start();
        let floor = u8::from(trial.rules.readings.get("morale-floor").as_deref() == Some("1"));
        for (_, action, after) in random_sequence(&trial, seed) {
            let (a, b) = (&before.condition, &after.condition);
            let lost = a.total() - b.total();
            let cost = lost + u16::from(a.morale - b.morale) + u16::from(b.hexes - a.hexes)
                + u16::from(a.marker - b.marker) + u16::from(b.superiority) - u16::from(a.superiority);
            prop_assert_eq!(cost, u16::from(action != Action::Void));
            prop_assert_eq!(u16::from(b.prisoners - a.prisoners), if trial.rules.circumstances.prisoners { lost } else { 0 });
            prop_assert!(b.morale >= floor.min(a.morale));
            prop_assert_eq!(after.next, before.next + 1);
            before = after;
        }
    }

    #[test]
    fn results_are_doubled_then_capped(trial in trials()) {
        let results = trial.start().results;
        let charge = trial.rules.circumstances.charge;
        let occasion = trial.rules.circumstances.occasion;
        let reach = trial.rules.readings.get("charge-reach").as_deref() == Some("morale-check-too");
        let bears = charge && (occasion == Occasion::Combat || (occasion == Occasion::CheckAfterCombat && reach));
        let expected = trial.found * if bears { 2 } else { 1 };
        let check = occasion != Occasion::Barrage && occasion != Occasion::Combat;
        prop_assert_eq!(results, if check { expected.min(4) } else { expected });
    }

    #[test]
    fn a_player_assigns_at_most_one_of_each(trial in trials(), seed: u64) {
        let path = random_sequence(&trial, seed);
        let arm = |action: &Action| match action {
            Action::Loss(unit) => Some(trial.rules.force.units[usize::from(*unit)].arm),
            _ => None,
        };
        let hardship = trial.rules.circumstances.occasion.is_hardship();
        if hardship && trial.rules.readings.get("hardship-limits").as_deref() == Some("off") {
            return Ok(());
        }
        for side in Side::ALL {
            let count = |of: &dyn Fn(&Action) -> bool| path.iter().filter(|(by, action, _)| *by == side && of(action)).count();
            let morale = count(&|action| *action == Action::Morale);
            let retreat = count(&|action| *action == Action::Retreat);
            let guns = count(&|action| arm(action) == Some(Arm::Artillery));
            prop_assert!(morale <= 1 && retreat <= 1 && guns <= 1);
            if trial.rules.readings.get("one-each").as_deref() == Some("pooled") {
                prop_assert!(morale + retreat + guns <= 1);
            }
        }
    }

    /// Where the engineers helped and any SP was lost, an engineer was, unless cavalry went first or
    /// there were none.
    #[test]
    fn engineers_pay_for_their_help(trial in trials(), seed: u64) {
        let (rules, path) = (&trial.rules, random_sequence(&trial, seed));
        let Some((_, _, end)) = path.last() else { return Ok(()) };
        let sum = |arm: Arm, strength: &[u8]| -> u8 { rules.force.of_arm(arm).map(|unit| strength[unit]).sum() };
        let engineers = sum(Arm::Engineer, &rules.before.strength);
        let bears = rules.circumstances.engineers && rules.circumstances.occasion == Occasion::Combat;
        let cavalry_first = rules.circumstances.charge && sum(Arm::Cavalry, &rules.before.strength) > 0;
        if bears && engineers > 0 && !cavalry_first && end.condition.total() < rules.before.total() {
            prop_assert!(sum(Arm::Engineer, &end.condition.strength) < engineers);
        }
    }
}

fn random_end(start: &Fight, rules: &FightRules, dice: &mut Generator) -> End {
    let mut state = *start;
    let mut live = Live { dice, decide: at_random };
    for _ in 0..10_000 {
        match state.step(rules, &mut live).unwrap() {
            Continue(next) => state = next,
            Break(end) => return end,
        }
    }
    panic!("a fight that does not end");
}

#[test]
fn random_fights_keep_the_books() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let mut dice = Generator::new(26);
    for file in BATTLES.files() {
        let Ok(Contest::Chain(start, rules)) = open("file", file.contents_utf8().unwrap(), &charts) else {
            continue;
        };
        for _ in 0..500 {
            let mut rules = (*rules).clone();
            for switch in Readings::SWITCHES.iter().filter(|switch| switch.key != "marker-levels") {
                rules.readings.set(switch.key, switch.words()[dice.below(2) as usize]).unwrap();
            }
            let end = random_end(&start, &rules, &mut dice);
            for side in Side::ALL {
                let mut lost = 0;
                for (number, (before, after)) in
                    rules.before.strength[side].iter().zip(&end.strength[side]).enumerate()
                {
                    assert!(before.iter().zip(after).all(|(before, after)| before >= after), "strength grew");
                    lost += before.iter().zip(after).map(|(b, a)| u16::from(b - a)).sum::<u16>();
                    let gone = after.iter().all(|&sp| sp == 0);
                    assert!(!gone || end.hexes[side][number] == 0, "the dead do not retreat");
                }
                assert!(end.prisoners[side.other()] <= lost, "more prisoners than losses");
                assert!(
                    end.morale[side]
                        .iter()
                        .zip(&rules.before.morale[side])
                        .all(|(after, before)| after <= before)
                );
            }
            assert_eq!(end.prisoners.second, 0, "only defenders are taken in combat");
            assert!(end.marker <= rules.before.marker);
        }
    }
}
