//! Plays many games between two players and counts who wins.
//!
//! ```text
//! cargo run --release -p grognard-ai --example tournament -- army-group-center computer random 100
//! ```
#![allow(clippy::print_stdout)]

use grognard_ai::{Player, play};
use grognard_damos::{Charts, Game, TITLES, Verdict, open_campaign};
use grognard_umpire::BySide;
use std::sync::Arc;
use std::time::Instant;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |index: usize, default: &str| words.get(index).cloned().unwrap_or_else(|| default.to_owned());
    let title = word(0, "army-group-center");
    let player = |index| Player::from_word(&word(index, "computer")).expect("computer, policy or random");
    let players = BySide::new(player(1), player(2));
    let games: u64 = word(3, "100").parse().expect("a number of games");
    let first: u64 = word(4, "0").parse().expect("the first seed");
    let charts = Arc::new(Charts::load(&[]).expect("the crate's own tables"));
    let name = format!("{title}/title.toml");
    let text = TITLES.get_file(&name).and_then(|file| file.contents_utf8()).expect("a title");
    let rules = open_campaign(&name, text, &charts).expect("the crate's own title");
    let begun = Instant::now();
    let results = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..2)
            .map(|thread| {
                let rules = &rules;
                scope.spawn(move || {
                    (first..first + games)
                        .filter(|seed| seed % 2 == thread)
                        .map(|seed| play(rules, Game::new(rules), players, seed))
                        .collect::<Vec<_>>()
                })
            })
            .collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("a game")).collect::<Vec<_>>()
    });
    let count = |verdict: Verdict| results.iter().filter(|played| played.end.verdict == verdict).count();
    let mean = |of: &dyn Fn(&grognard_ai::Played) -> u64| {
        results.iter().map(of).sum::<u64>() as f64 / results.len() as f64
    };
    println!(
        "{title}: {} against {}, {games} games in {:.1} s, {:.0} decisions a game",
        players.first.word(),
        players.second.word(),
        begun.elapsed().as_secs_f64(),
        mean(&|played| played.decisions),
    );
    for verdict in [Verdict::MajorFirst, Verdict::MinorFirst, Verdict::SecondPlayer] {
        println!("  {}: {}", verdict.words(&rules), count(verdict));
    }
    println!(
        "  strength left {:.0} to {:.0}, units lost {:.1} to {:.1}",
        mean(&|played| u64::from(played.end.strength.first)),
        mean(&|played| u64::from(played.end.strength.second)),
        mean(&|played| u64::from(played.end.lost.first)),
        mean(&|played| u64::from(played.end.lost.second)),
    );
}
