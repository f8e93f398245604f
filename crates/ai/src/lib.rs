//! Computer players.
//!
//! The opponent for Army Group Center reckons like a staff: it reads the map once ([`Computer::new`]),
//! looks at what its side may see, works the exact odds of every combat it thinks of out of the combat
//! rules themselves, weighs places by what they are worth to its side, and says in one line why it does
//! what it does. Strengths it may not see it takes from the averages of type and size in the order of
//! battle.
//!
//! It keeps no plan from one question to the next: the same question in the same game gets the same
//! answer, so it can take over a side at any moment, in a terminal, on the web or in a study.

mod appraise;
mod atlas;
mod computer;
pub mod crimea;
mod depot;
mod field;
mod fight;
pub mod italian_wars;
mod play;
mod posts;
mod prospect;
mod sight;

pub use computer::{Computer, Decision};
pub use play::{Played, Player, Table, Watch, play, play_watched};

use grognard_damos::{Campaign, Game};
use grognard_umpire::Question;

/// Answers one question put to a side of a game. Whoever asks often keeps a [`Computer`], which
/// remembers the odds it has worked out.
pub fn decide(game: &Game, rules: &Campaign, question: &Question) -> Decision {
    Computer::new(rules).decide(game, rules, question)
}

/// The key of the same answer, without the trouble of finding words for it.
pub fn answer(game: &Game, rules: &Campaign, question: &Question) -> String {
    Computer::new(rules).answer(game, rules, question)
}
