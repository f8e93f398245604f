//! Whole campaigns: the policy against chance, and against itself from both sides.

use grognard_ancient_world::duel::{Duel, End, Rules};
use grognard_ancient_world::{Charts, Contest, TITLES, open};
use grognard_umpire::{Choice, Generator, Live, Playable, Procedure, Side, at_random};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Player {
    Policy,
    Chance,
}

fn title(name: &str) -> (Duel, Arc<Rules>) {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let text = TITLES.get_file(format!("{name}.toml")).unwrap().contents_utf8().unwrap();
    let Contest::Duel(start, rules) = open(name, text, &charts).unwrap() else { panic!("a duel") };
    (start, rules)
}

fn play(start: &Duel, rules: &Rules, players: [Player; 2], seed: u64) -> End {
    let mut dice = Generator::new(seed);
    let mut state = start.clone();
    for _ in 0..5_000 {
        let now = state.clone();
        let decide = |choice: &Choice<'_>, dice: &mut Generator| {
            let player = players[choice.asking.by.unwrap_or(Side::First) as usize];
            if player == Player::Policy { now.policy(rules, choice) } else { at_random(choice, dice) }
        };
        match state.step(rules, &mut Live { dice: &mut dice, decide }).expect("live umpires answer") {
            Continue(next) => state = next,
            Break(end) => return end,
        }
    }
    panic!("no end: {state:?}")
}

/// Percent of games won by each side.
fn wins(name: &str, players: [Player; 2], games: u64) -> [u64; 2] {
    let (start, rules) = title(name);
    let mut won = [0; 2];
    for seed in 0..games {
        let end = play(&start, &rules, players, seed);
        match end.score.first.cmp(&end.score.second) {
            std::cmp::Ordering::Greater => won[0] += 1,
            std::cmp::Ordering::Less => won[1] += 1,
            std::cmp::Ordering::Equal => {}
        }
    }
    won.map(|won| won * 100 / games)
}

fn names() -> Vec<&'static str> {
    TITLES.files().map(|file| file.path().file_stem().unwrap().to_str().unwrap()).collect()
}

#[test]
fn the_policy_beats_chance_from_either_side() {
    use Player::{Chance, Policy};
    for name in names() {
        let (first, second) = (wins(name, [Policy, Chance], 300), wins(name, [Chance, Policy], 300));
        assert!(first[0] >= 75, "{name}: the first side wins {first:?} percent against chance");
        assert!(second[1] >= 75, "{name}: the second side wins {second:?} percent against chance");
    }
}

#[test]
fn either_side_can_win_against_the_policy() {
    for name in names() {
        let won = wins(name, [Player::Policy; 2], 300);
        assert!(won[0] >= 25 && won[1] >= 25, "{name}: {won:?} percent");
    }
}
