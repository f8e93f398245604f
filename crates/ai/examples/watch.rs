//! Plays one game and prints every decision of the computer with its reason, and the map turn by turn.
//!
//! ```text
//! cargo run --release -p grognard-ai --example watch -- bialystok-minsk computer computer 7
//! ```
#![allow(clippy::print_stdout)]

use grognard_ai::{Player, play_watched};
use grognard_damos::{Charts, Game, Phase, TITLES, open_campaign};
use grognard_umpire::{BySide, Playable};
use std::sync::Arc;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |index: usize, default: &str| words.get(index).cloned().unwrap_or_else(|| default.to_owned());
    let title = word(0, "bialystok-minsk");
    let player = |index| Player::from_word(&word(index, "computer")).expect("computer, policy or random");
    let players = BySide::new(player(1), player(2));
    let seed: u64 = word(3, "0").parse().expect("a seed");
    let charts = Arc::new(Charts::load(&[]).expect("the crate's own tables"));
    let name = format!("{title}/title.toml");
    let text = TITLES.get_file(&name).and_then(|file| file.contents_utf8()).expect("a title");
    let rules = open_campaign(&name, text, &charts).expect("the crate's own title");
    let played = play_watched(&rules, Game::new(&rules), players, seed, |game, side, decision| {
        println!("{} {} {}: {}", game.turn(), rules.sides[side], decision.key, decision.why);
        if matches!(game.phase(), Phase::Operations) && decision.key == "end operations" {
            println!("{}", game.draw(&rules));
        }
    });
    println!("{}", Game::end_words(&rules, &played.end));
}
