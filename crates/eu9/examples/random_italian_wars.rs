//! Plays the Italian Wars at random, many times, and counts the decisions: `cargo run --release -p grognard-eu9
//! --example random_italian_wars -- 1000 campaign`; a third number is the first seed.

#![allow(clippy::print_stdout)]

use grognard_eu9::{Charts, open_title};
use grognard_umpire::{Choice, Generator, Live, Procedure, at_random};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;
use std::time::Instant;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let games: u64 = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(100);
    let scenario = arguments.next().unwrap_or_else(|| "pavia".to_owned());
    let first: u64 = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(0);
    let charts = Arc::new(Charts::load(&[]).expect("the tables are sound"));
    let (start, rules) = open_title(&scenario, &charts).unwrap_or_else(|error| panic!("{error}"));
    let begun = Instant::now();
    let (mut decisions, mut steps) = (0u64, 0u64);
    for seed in (first..).take(games as usize) {
        let mut dice = Generator::new(seed);
        let mut state = start.clone();
        loop {
            steps += 1;
            let decide = |choice: &Choice<'_>, dice: &mut Generator| {
                decisions += 1;
                at_random(choice, dice)
            };
            match state.step(&rules, &mut Live { dice: &mut dice, decide }).expect("it never stops") {
                Continue(next) => {
                    next.check(&rules).unwrap_or_else(|problem| panic!("seed {seed}: {problem}"));
                    state = next;
                }
                Break(_) => break,
            }
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!(
        "{games} games of {scenario}: {decisions} decisions, {steps} steps, {:.0} decisions/s",
        decisions as f64 / seconds
    );
}
