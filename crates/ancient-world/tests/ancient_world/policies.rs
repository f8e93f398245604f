//! What sides do when nobody asks them.

use crate::sheet::{HOME, LINE, sheet, side};
use crate::situations::infantry;
use grognard_ancient_world::force::Arm;
use grognard_umpire::{Answer, Choice, Keep, Kind, List, Openness, Playable, Procedure, Tape};
use std::ops::ControlFlow::{Break, Continue};

#[test]
fn policies_pay_as_they_say() {
    let mixed =
        "{ name = \"Line\", arm = \"infantry\", sp = 30 }, { name = \"Horse\", arm = \"cavalry\", sp = 10 }";
    // Row +5: 8 points of 40. All in infantry; all in cavalry at two points; or 8 x 10 / 50 = 1 cavalry.
    for (policy, infantry, cavalry) in [("infantry-first", 22, 10), ("cavalry-first", 30, 6), ("even", 24, 9)]
    {
        let mut sheet = sheet().with(mixed);
        sheet.attacker.push_str(&format!("policy = {{ losses = \"{policy}\" }}\n"));
        let rules = sheet.rules();
        for rules in [rules.by_policy(), rules] {
            let mut state = rules.start();
            let answers = [0, 0, 5, 0, 0].map(|face| Answer::Faces(vec![face]));
            let mut faces = answers.iter();
            let end = loop {
                // One step at a time: its choices by policy, its dice from the list.
                let mut given = Vec::new();
                let flow = loop {
                    let mut tape = Tape::new(&given, Keep::Nothing);
                    match state.step(&rules, &mut tape) {
                        Ok(flow) => break flow,
                        Err(_) => match &tape.open[0].kind {
                            Kind::Roll(_) => given.push(faces.next().expect("a die").clone()),
                            Kind::Choose { options, .. } => given.push(Answer::Key(options[0].key.clone())),
                            Kind::Order { offers, .. } => {
                                let keys: Vec<&str> =
                                    offers.iter().map(|offered| offered.key.as_str()).collect();
                                let asking = tape.open[0].asking;
                                let options = &List(&keys);
                                let openness = Openness::Open;
                                let choice = Choice { asking, options, openness, barred: &Vec::new };
                                given.push(Answer::Key(keys[state.policy(&rules, &choice)].to_owned()));
                            }
                        },
                    }
                };
                match flow {
                    Continue(next) => state = next,
                    Break(end) => break end,
                }
            };
            let left = |arm| rules.parties.first.of_arm(&end.troops.first, end.joined.first, arm);
            assert_eq!((left(Arm::Infantry), left(Arm::Cavalry)), (infantry, cavalry), "{policy}");
        }
    }
}

#[test]
fn an_even_policy_weighs_the_arms_by_what_they_pay() {
    use grognard_ancient_world::battle::{Rate, Removal};
    use grognard_ancient_world::force::LossPolicy;
    let rules = sheet()
        .with("{ name = \"Line\", arm = \"infantry\", sp = 20 }, { name = \"Horse\", arm = \"cavalry\", sp = 20 }")
        .rules();
    let troops = rules.start().troops.first;
    let mut removal = Removal::new(&rules.parties.first, &troops, Default::default(), 8);
    removal.rate = Rate::CavalryDouble;
    // 8 x 20 of 60 points' worth is 2 cavalry SP, and 4 infantry SP for the rest.
    assert_eq!(removal.by_policy(LossPolicy::Even)[..2], [4, 2]);
}

#[test]
fn a_forecast_is_the_mean_total() {
    use grognard_ancient_world::battle::forecast;
    assert_eq!(forecast(&sheet().rules()), 45);
    // A rolls 66 on all ten faces together, E 22: 4.4 better. And 80 against 40 is +2.
    let mut better = sheet();
    better.attacker = side("A", 0, &infantry(80), HOME);
    better.defender = side("E", 0, LINE, HOME);
    assert_eq!(forecast(&better.rules()), 45 + 44 + 20);
}

/// What a side does whose file says nothing of it.
#[test]
fn a_side_without_a_policy_stands_and_fights_with_all_it_has() {
    let policy = sheet().rules().parties.second.policy;
    assert_eq!((policy.avoid, policy.avoidance_guile), (false, 0));
    assert_eq!((policy.elephants, policy.unpredictable_guile), (u8::MAX, u8::MAX));
    assert!(policy.coordinate && policy.pursue && policy.replace);
    assert_eq!(policy.losses.key(), "infantry-first");
}

/// Two like forces next to each other: nobody marches into the arms of an enemy whom he would not attack, unless that one
/// is behind walls.
#[test]
fn a_force_does_not_march_into_an_enemy_it_would_not_attack() {
    use crate::duel::{STRIP, at, start};
    use grognard_umpire::{Generator, Live};
    let even = STRIP
        .replace("sp = 20", "sp = 30")
        .replace("battle = \"B\"", "battle = \"C\"")
        .replace("battle = \"D\"", "battle = \"C\"")
        .replace(", guile = 2", "");
    let session = start(&at(&even, 2, 3));
    let (duel, rules) = (session.state(), session.rules());
    let mut keys = Vec::new();
    let decide = |choice: &Choice<'_>, _: &mut Generator| {
        let index = duel.policy(rules, choice);
        keys.extend((0..choice.options.count()).map(|index| choice.options.key(index)));
        keys.push(format!("takes {}", choice.options.key(index)));
        index
    };
    let _ = duel.clone().step(rules, &mut Live { dice: &mut Generator::new(1), decide }).unwrap();
    assert!(keys.iter().any(|key| key == "march-3"), "{keys:?}");
    assert!(!keys.iter().any(|key| key == "takes march-3"), "{keys:?}");
}
