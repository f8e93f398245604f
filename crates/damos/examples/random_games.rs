//! Plays whole games at random and counts how they end; breaks off at the first broken invariant.
//!
//! ```text
//! cargo run --release -p grognard-damos --example random_games -- army-group-center 10000
//! ```
#![allow(clippy::print_stdout)]

use grognard_damos::{Charts, Game, Phase, TITLES, Verdict, may_stack, open_campaign};
use grognard_umpire::{Generator, Live, Procedure, Side, at_random};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

fn main() {
    let mut words = std::env::args().skip(1);
    let title = words.next().unwrap_or_else(|| "army-group-center".to_owned());
    let games: u64 = words.next().and_then(|n| n.parse().ok()).unwrap_or(1_000);
    let charts = Arc::new(Charts::load(&[]).expect("the crate's own tables"));
    let name = format!("{title}/title.toml");
    let text = TITLES.get_file(&name).and_then(|file| file.contents_utf8()).expect("a title");
    let rules = open_campaign(&name, text, &charts).expect("the crate's own title");
    let (mut verdicts, mut decisions, mut steps) = ([0u64; 3], 0u64, 0u64);
    for seed in 0..games {
        let mut dice = Generator::new(seed);
        let mut game = Game::new(&rules);
        loop {
            steps += 1;
            let decide = |choice: &grognard_umpire::Choice<'_>, dice: &mut Generator| {
                decisions += 1;
                at_random(choice, dice)
            };
            if let Phase::PlayerEnd = game.phase() {
                for side in Side::ALL {
                    for unit in game.on_map(&rules, side).iter() {
                        let hex = game.place_of(unit).in_hex().expect("on the map");
                        let force = game.force_at(&rules, side, hex);
                        assert!(
                            side != game.phasing() || may_stack(&rules, force),
                            "seed {seed}: overstacked"
                        );
                        let printed = rules.counter(unit).strength;
                        assert!((1..=printed).contains(&game.strength(unit)), "seed {seed}: strength");
                        assert!(
                            game.force_at(&rules, side.other(), hex).is_empty(),
                            "seed {seed}: shared hex"
                        );
                    }
                }
            }
            match game.step(&rules, &mut Live { dice: &mut dice, decide }).expect("live play never stops") {
                Continue(next) => game = next,
                Break(end) => {
                    verdicts[end.verdict as usize] += 1;
                    break;
                }
            }
        }
    }
    println!("{title}: {games} games, {} steps and {} decisions a game", steps / games, decisions / games);
    for verdict in [Verdict::MajorFirst, Verdict::MinorFirst, Verdict::SecondPlayer] {
        println!("  {}: {}", verdict.words(&rules), verdicts[verdict as usize]);
    }
}
