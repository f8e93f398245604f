//! Speed of the sea battle, assaults, sieges and whole games.

use grognard_eu9::*;
use grognard_odds::{Budget, exact};
use grognard_umpire::*;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

fn main() {
    divan::main();
}

fn contest(name: &str) -> Contest {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    open(name, BATTLES.get_file(name).unwrap().contents_utf8().unwrap(), &charts).unwrap()
}

#[divan::bench(args = ["lepanto.toml", "gravelines.toml", "preveza.toml"])]
fn naval_odds(bencher: divan::Bencher<'_, '_>, name: &str) {
    let Contest::NavalBattle(start, givens) = contest(name) else { panic!() };
    let decide = |state: &NavalBattle, choice: &Choice<'_>| state.policy(&givens, choice);
    bencher.bench(|| exact(&start, &givens, &decide, Budget::default()).is_ok());
}

#[divan::bench]
fn assault_odds(bencher: divan::Bencher<'_, '_>) {
    let Contest::Assault(start, givens) = contest("storming-of-maastricht.toml") else { panic!() };
    let decide = |state: &Assault, choice: &Choice<'_>| state.policy(&givens, choice);
    bencher.bench(|| exact(&start, &givens, &decide, Budget::default()).is_ok());
}

#[divan::bench(args = ["siege-of-pavia.toml", "siege-of-rhodes.toml"])]
fn siege_odds(bencher: divan::Bencher<'_, '_>, name: &str) {
    let Contest::Siege(start, givens) = contest(name) else { panic!() };
    let decide = |state: &Siege, choice: &Choice<'_>| state.policy(&givens, choice);
    bencher.bench(|| exact(&start, &givens, &decide, Budget::default()).is_ok());
}

/// A hundred random games of the short scenario; the item is a decision.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn random_games(bencher: divan::Bencher<'_, '_>) {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let (start, rules) = open_title("pavia", &charts).unwrap();
    let play = |seed: u64| {
        let mut dice = Generator::new(seed);
        let mut state = start.clone();
        let mut decisions = 0u64;
        loop {
            let decide = |choice: &Choice<'_>, dice: &mut Generator| {
                decisions += 1;
                at_random(choice, dice)
            };
            match state.step(&rules, &mut Live { dice: &mut dice, decide }).unwrap() {
                Continue(next) => state = next,
                Break(_) => return decisions,
            }
        }
    };
    let decisions: u64 = (0..100).map(play).sum();
    bencher.counter(divan::counter::ItemsCount::new(decisions)).bench(|| (0..100).map(play).sum::<u64>());
}
