//! Plays whole games at random and counts how they end; breaks off at the first broken invariant.
//!
//! ```text
//! cargo run --release -p grognard-damos --example random_games -- army-group-center 10000
//! cargo run --release -p grognard-damos --example random_games -- army-group-center 1000 unchecked
//! ```
#![allow(clippy::print_stdout)]

use grognard_damos::{Campaign, Charts, Game, Phase, TITLES, Verdict, may_stack, open_campaign};
use grognard_umpire::{Generator, Live, Procedure, Side, at_random};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;
use std::time::Instant;

/// Stacking when a player turn ends, one hex to a unit and one side to a hex, strength within the printed.
fn check(game: &Game, rules: &Campaign, seed: u64) {
    let Phase::PlayerEnd = game.phase() else { return };
    for side in Side::ALL {
        for unit in game.on_map(rules, side).iter() {
            let hex = game.hex_of(unit).expect("on the map");
            let force = game.force_at(rules, side, hex);
            assert!(side != game.phasing() || may_stack(rules, force), "seed {seed}: overstacked");
            let printed = rules.counter(unit).strength;
            assert!((1..=printed).contains(&game.strength(unit)), "seed {seed}: strength");
            assert!(game.force_at(rules, side.other(), hex).is_empty(), "seed {seed}: shared hex");
        }
    }
}

/// A hex changes hands only where its new owner has come, or has passed by in a reaction.
fn check_control(before: &Game, after: &Game, rules: &Campaign, seed: u64) {
    let reach = match before.phase() {
        Phase::Reaction(..) | Phase::Declared(..) => 2,
        _ => 0,
    };
    for hex in rules.board.hexes().filter(|&hex| before.controller(hex) != after.controller(hex)) {
        let own = after.on_map(rules, after.controller(hex));
        let came =
            own.iter().filter_map(|unit| after.hex_of(unit)).any(|at| rules.board.distance(at, hex) <= reach);
        assert!(came, "seed {seed}: {} fell to nobody", rules.board.id(hex));
    }
}

fn main() {
    let mut words = std::env::args().skip(1);
    let title = words.next().unwrap_or_else(|| "army-group-center".to_owned());
    let games: u64 = words.next().and_then(|n| n.parse().ok()).unwrap_or(1_000);
    let checked = words.next().is_none();
    let charts = Arc::new(Charts::load(&[]).expect("the crate's own tables"));
    let name = format!("{title}/title.toml");
    let text = TITLES.get_file(&name).and_then(|file| file.contents_utf8()).expect("a title");
    let rules = open_campaign(&name, text, &charts).expect("the crate's own title");
    let (mut verdicts, mut decisions, mut steps) = ([0u64; 3], 0u64, 0u64);
    let begun = Instant::now();
    for seed in 0..games {
        let mut dice = Generator::new(seed);
        let mut game = Game::new(&rules);
        loop {
            steps += 1;
            let decide = |choice: &grognard_umpire::Choice<'_>, dice: &mut Generator| {
                decisions += 1;
                at_random(choice, dice)
            };
            let before = checked.then(|| game.clone());
            match game.step(&rules, &mut Live { dice: &mut dice, decide }).expect("live play never stops") {
                Continue(next) => game = next,
                Break(end) => {
                    verdicts[end.verdict as usize] += 1;
                    break;
                }
            }
            if let Some(before) = before {
                check(&game, &rules, seed);
                check_control(&before, &game, &rules, seed);
            }
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!("{title}: {games} games, {} steps and {} decisions a game", steps / games, decisions / games);
    println!(
        "  {:.0} games and {:.0} decisions a second",
        games as f64 / seconds,
        decisions as f64 / seconds
    );
    for verdict in [Verdict::MajorFirst, Verdict::MinorFirst, Verdict::SecondPlayer] {
        println!("  {}: {}", verdict.words(&rules), verdicts[verdict as usize]);
    }
}
