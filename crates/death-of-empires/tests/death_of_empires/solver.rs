//! The solver against brute force and against the odds engine; counting against listing.

use crate::common::{Trial, unheard};
use grognard_death_of_empires::allocation::sequences::{count, each_sequence};
use grognard_death_of_empires::allocation::{Action, Allocation, Form, advice};
use grognard_death_of_empires::circumstances::Occasion;
use grognard_death_of_empires::force::Arm;
use grognard_death_of_empires::objective::Weights;
use grognard_death_of_empires::readings::Readings;
use grognard_odds::{Best, Budget, best};
use grognard_umpire::{Choice, Generator, Playable, Side};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// A random small force under random circumstances and readings.
fn random_trial(dice: &mut Generator) -> Trial {
    let occasion = Occasion::ALL[dice.below(6) as usize];
    let mut owner = Side::ALL[dice.below(2) as usize];
    if occasion.is_barrage() {
        owner = Side::Second;
    }
    let units = match dice.below(12) {
        0 => format!("F1 {}", 1 + dice.below(4)),
        _ => (0..1 + dice.below(4))
            .map(|n| {
                format!("{}{n} {}", ["I", "I", "C", "A", "E"][dice.below(5) as usize], 1 + dice.below(3))
            })
            .collect::<Vec<_>>()
            .join(", "),
    };
    let mut trial = Trial::new(occasion, owner, 1 + dice.below(4) as u8, dice.below(3) as u8, &units);
    let mut flip = || dice.below(3) == 0;
    let circumstances = &mut trial.rules.circumstances;
    circumstances.charge = flip();
    circumstances.engineers = flip();
    circumstances.prisoners = flip();
    circumstances.overrun = owner == Side::First && flip();
    if owner == Side::Second {
        circumstances.stand_fast = flip();
        circumstances.driven = flip();
        circumstances.posted = flip();
    }
    circumstances.barrage_strength = if flip() { 40 } else { 20 };
    trial.rules.before.marker = dice.below(3) as u8;
    // Every arm and thing of a worth of its own, so that it matters which unit is taken.
    let mut worth = || i64::from(1 + dice.below(40));
    trial.rules.weights = Weights {
        strength: [worth(), worth(), worth(), worth(), worth()],
        morale: worth(),
        hold: worth(),
        hex: worth(),
        marker: worth(),
        superiority: worth(),
        prisoner: worth(),
    };
    for switch in Readings::SWITCHES {
        if dice.below(4) == 0 {
            trial.rules.readings.set(switch.key, switch.words()[1]).unwrap();
        }
    }
    trial
}

/// Best play by the plainest of means.
fn brute(trial: &Trial, at: Allocation) -> i64 {
    let case = trial.rules.case();
    if at.is_over(&mut unheard) {
        return trial.rules.weights.worth(&trial.rules.force, &at.condition);
    }
    let (by, forms) = at.due(&case, &mut unheard);
    let after = |action| brute(trial, at.take(&case, by, action, &mut unheard));
    let value = |form: &Form| match form {
        Form::Loss(class) => at
            .units(&case, by, *class, &mut unheard)
            .iter()
            .map(|&unit| after(Action::Loss(unit)))
            .max()
            .unwrap(),
        _ => after(form.plain().unwrap()),
    };
    let values = forms.iter().map(value);
    let found = if by == trial.rules.force.owner { values.max() } else { values.min() };
    found.unwrap_or_else(|| after(Action::Void))
}

#[test]
fn the_solver_equals_brute_force_and_the_odds_engine() {
    let mut dice = Generator::new(1914);
    for number in 0..1_000 {
        let trial = random_trial(&mut dice);
        let (case, start, rules) = (trial.rules.case(), trial.start(), &trial.rules);
        let by_hand = brute(&trial, start);
        assert_eq!(advice::value(&case, &start, &rules.weights), by_hand, "force {number}");
        if let Some((side, list)) = advice::advise(&case, &start, &rules.weights) {
            assert_eq!((list[0].value, list[0].regret), (by_hand, 0), "force {number}");
            assert!(list.iter().all(|advice| advice.regret >= 0));
            assert_eq!(side, start.due(&case, &mut unheard).0);
        }
        let objective = |side, end: &_| Allocation::objective(rules, side, end);
        let decide = |state: &Allocation, choice: &Choice<'_>| state.policy(rules, choice);
        let solved = best(&start, rules, Best::Both, &objective, &decide, Budget::default()).ok().unwrap();
        let sign = if rules.force.owner == Side::First { 1.0 } else { -1.0 };
        assert_eq!(solved.value(), sign * by_hand as f64, "force {number}: the odds engine");
    }
}

/// No sequence breaks a constraint, every offered option leads to an end, and lumped counts are right.
#[test]
fn every_sequence_of_a_thousand_forces_is_legal() {
    let mut dice = Generator::new(1916);
    for number in 0..1_000 {
        let trial = random_trial(&mut dice);
        let (case, start) = (trial.rules.case(), trial.start());
        let counted = count(&case, &start);
        let (mut listed, mut finals) = (0u128, BTreeSet::new());
        let _ = each_sequence::<()>(&case, &start, &mut |path, end| {
            listed += 1;
            finals.insert(*end);
            check_sequence(&trial, path, number);
            ControlFlow::Continue(())
        });
        assert_eq!((counted.sequences, counted.finals), (listed, finals.len() as u128), "force {number}");
    }
}

/// The constraints once more, over the whole sequence and in other words.
fn check_sequence(trial: &Trial, path: &[(Side, Action)], number: usize) {
    let (rules, owner) = (&trial.rules, trial.rules.force.owner);
    let arm = |action: &Action| match action {
        Action::Loss(unit) => Some(rules.force.units[usize::from(*unit)].arm),
        _ => None,
    };
    let fort = rules.force.units[0].arm == Arm::Fort;
    let hardship = rules.circumstances.occasion.is_hardship();
    let limited = !hardship || rules.readings.get("hardship-limits").as_deref() == Some("on");
    let mut lost = vec![0u8; rules.force.units.len()];
    for (place, (by, action)) in path.iter().enumerate() {
        let context = || format!("force {number}, result {}: {path:?}", place + 1);
        let before = &path[..place];
        let passed = rules.readings.get("nothing-legal").as_deref() == Some("passes");
        if !passed && !hardship {
            assert_eq!(*by == owner, place % 2 == 0, "{}", context());
        }
        if fort && !hardship {
            assert!(matches!(action, Action::Loss(_)), "{}", context());
        }
        if limited && !fort {
            let same = |other: &Action| {
                other == action && matches!(action, Action::Morale | Action::Retreat)
                    || arm(other) == Some(Arm::Artillery) && arm(action) == Some(Arm::Artillery)
            };
            assert!(!before.iter().any(|(other_by, other)| other_by == by && same(other)), "{}", context());
        }
        let by_enemy = *by != owner;
        let (special, after) = (&rules.circumstances, |wanted: &dyn Fn(Arm) -> bool| {
            before.iter().filter_map(|(_, other)| arm(other)).any(wanted)
        });
        let combat_lost = after(&|arm| matches!(arm, Arm::Infantry | Arm::Cavalry));
        assert!(!(hardship && by_enemy), "no enemy has a part in a hardship: {}", context());
        if by_enemy && *action == Action::Morale {
            assert!(after(&|_| true), "{}", context());
        }
        let reading = |key: &str| rules.readings.get(key).expect("a switch");
        let second_after_barrage = special.occasion == Occasion::CheckAfterBarrage && place == 1;
        if by_enemy && arm(action) == Some(Arm::Artillery) && !fort {
            let lifted = second_after_barrage && reading("second-result") == "artillery-at-once";
            assert!(combat_lost || lifted, "{}", context());
        }
        if by_enemy && second_after_barrage && arm(action) == Some(Arm::Engineer) {
            panic!("engineers at the second result after a barrage: {}", context());
        }
        if *action == Action::Retreat {
            assert!(!(hardship || by_enemy && special.occasion.is_barrage()), "{}", context());
            assert!(owner == Side::Second || special.occasion != Occasion::Combat, "{}", context());
            let overrun = special.overrun && special.occasion == Occasion::CheckAfterCombat;
            assert!(!overrun, "{}", context());
            let stands = special.stand_fast && special.occasion == Occasion::Combat;
            assert!(!stands, "{}", context());
            let posted = special.posted && by_enemy && special.occasion == Occasion::Combat;
            assert!(!posted, "{}", context());
        }
        if special.occasion == Occasion::CavalryFatigue && !fort {
            assert!(matches!(action, Action::Morale | Action::Void), "{}", context());
        }
        if *action == Action::Marker {
            let flips = before.iter().filter(|(_, other)| other == action).count();
            assert!(flips < usize::from(rules.before.marker), "{}", context());
        }
        if *action == Action::Superiority {
            assert!(special.barrage_strength >= 35, "{}", context());
            assert!(!before.iter().any(|(_, other)| other == action), "{}", context());
        }
        let charges = special.charge && special.occasion == Occasion::Combat;
        let cavalry_left = || {
            (0..lost.len()).any(|unit| {
                rules.force.units[unit].arm == Arm::Cavalry && rules.before.strength[unit] > lost[unit]
            })
        };
        if let (true, Some(arm)) = (charges && !fort && !special.engineers, arm(action)) {
            assert!(arm == Arm::Cavalry || !cavalry_left(), "{}", context());
        }
        if *action == Action::Morale {
            let levels = before.iter().filter(|(_, other)| *other == Action::Morale).count();
            assert!(levels < usize::from(rules.before.morale), "{}", context());
        }
        if matches!(action, Action::Marker | Action::Superiority) {
            assert!(*by != owner && rules.circumstances.occasion.is_barrage(), "{}", context());
        }
        if let Action::Loss(unit) = action {
            lost[usize::from(*unit)] += 1;
            let infantry = |unit: &usize| rules.force.units[*unit].arm == Arm::Infantry;
            let alive = |unit: &usize| rules.before.strength[*unit] > lost[*unit];
            let live: Vec<u8> =
                (0..lost.len()).filter(infantry).filter(alive).map(|unit| lost[unit]).collect();
            if rules.readings.get("infantry-sharing").as_deref() == Some("running") {
                let spread = live.iter().max().unwrap_or(&0) - live.iter().min().unwrap_or(&0);
                assert!(spread <= 1, "{}", context());
            }
        }
    }
}

#[test]
fn advice_is_spoken() {
    let trial = Trial::p1();
    let case = trial.rules.case();
    let mut text = String::new();
    for words in ["", "SP(I1)", "SP(I1) ML"] {
        let at = trial.follow(words).unwrap();
        let (side, list) = advice::advise(&case, &at, &trial.rules.weights).unwrap();
        text.push_str(&advice::words(&case, &at, side, &list).join("\n"));
        text.push('\n');
    }
    insta::assert_snapshot!(text);
    assert_eq!(advice::tenths(-8), "-0.8");
    assert_eq!(advice::tenths(123), "12.3");
}
