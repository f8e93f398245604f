//! The battle that an answer leads to is foreseen as it is fought, where nobody else has a say in between.

use super::rules;
use crate::battle::Battle;
use crate::engagement::Engagement;
use crate::game::{Game, Stage};
use grognard_odds::{Budget, exact};
use grognard_umpire::{Choice, Generator, Header, Playable, Session};
use std::sync::Arc;

/// The figures of every end of a battle and how likely it is, to the last bit: two battles that differ in anything that
/// matters are told apart by them.
fn odds(engagement: &Engagement) -> Vec<(Vec<i64>, u64)> {
    let decide = |state: &Battle, choice: &Choice<'_>| state.policy(engagement, choice);
    let odds =
        exact(&Battle::new(), engagement, &decide, Budget::of(200_000, 4_000_000)).expect("it is counted");
    let figures = Battle::figures(engagement);
    let of = |end| figures.iter().map(|figure| (figure.of)(end)).collect();
    odds.ends().iter().map(|(end, p)| (of(end), p.to_bits())).collect()
}

/// So many answers of one random game are looked at.
const ANSWERS: usize = 4000;

#[test]
fn an_interception_and_a_stand_are_foreseen_as_they_are_fought() {
    let rules = Arc::new(rules());
    let (mut interceptions, mut stands) = (0, 0);
    for seed in 0..40 {
        if interceptions >= 3 && stands >= 3 {
            break;
        }
        let mut session = Session::start(Game::new(&rules), Arc::clone(&rules), Header::default());
        let mut dice = Generator::new(seed);
        for _ in 0..ANSWERS {
            while session.throw(&mut dice).is_some() {}
            let Some(question) = session.pending().first().map(|question| (*question).clone()) else { break };
            let side = question.asking.by.expect("dice have been thrown");
            let options = question.options();
            let before = session.state().clone();
            let foreseen = options.iter().find_map(|offered| {
                Some((offered.key.clone(), before.battle_ahead(&rules, side, &offered.key)?.1))
            });
            let random = || options[dice.clone().below(options.len() as u32) as usize].key.clone();
            let key = foreseen.as_ref().map_or_else(random, |(key, _)| key.clone());
            dice.below(2);
            session.answer(side, &key).unwrap();
            let (Some((_, engagement)), Stage::Intercept(..) | Stage::Evade(..)) = (foreseen, &before.stage)
            else {
                continue;
            };
            while !matches!(session.state().stage, Stage::Fight(_)) && session.throw(&mut dice).is_some() {}
            let Stage::Fight(clash) = &session.state().stage else { continue };
            assert_eq!(odds(&clash.givens), odds(&engagement), "seed {seed}, {key} at {:?}", before.stage);
            match before.stage {
                Stage::Intercept(..) => interceptions += 1,
                _ => stands += 1,
            }
        }
    }
    assert!(interceptions >= 3 && stands >= 3, "{interceptions} interceptions, {stands} stands");
}
