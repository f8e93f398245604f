//! Whole games between players of any kind.

use crate::computer::Computer;
use grognard_damos::{Campaign, Game, GameEnd, Verdict};
use grognard_umpire::{BySide, Choice, Generator, Live, Playable, Procedure, Side, at_random};
use std::ops::ControlFlow::{Break, Continue};

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// The computer player.
    Computer,
    /// The stated policy of a side nobody plays.
    Policy,
    /// Any option, every one as likely.
    Random,
}

impl Player {
    /// The player's word.
    pub const fn word(self) -> &'static str {
        match self {
            Player::Computer => "computer",
            Player::Policy => "policy",
            Player::Random => "random",
        }
    }

    /// The player with that word.
    pub fn from_word(word: &str) -> Option<Player> {
        [Player::Computer, Player::Policy, Player::Random].into_iter().find(|player| player.word() == word)
    }
}

/// How a game between players went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// How it ended.
    pub end: GameEnd,
    /// How many decisions were made.
    pub decisions: u64,
}

impl Played {
    /// The side that won; a minor victory is one.
    pub fn winner(&self) -> Side {
        match self.end.verdict {
            Verdict::SecondPlayer => Side::Second,
            Verdict::MinorFirst | Verdict::MajorFirst => Side::First,
        }
    }
}

/// No game goes on for more steps than this.
const STEPS_MAX: u64 = 1_000_000;

/// Plays a game from a position to its end. The same seed gives the same game.
///
/// # Panics
/// If a game should not end, which no title's does.
pub fn play(rules: &Campaign, start: Game, players: BySide<Player>, seed: u64) -> Played {
    play_watched(rules, start, players, seed, |_, _, _| {})
}

/// Plays a game and shows every decision of the computer with the game it was made in.
///
/// # Panics
/// If a game should not end, which no title's does.
pub fn play_watched(
    rules: &Campaign,
    start: Game,
    players: BySide<Player>,
    seed: u64,
    mut watch: impl FnMut(&Game, Side, &str),
) -> Played {
    let mut computer = Computer::new(rules);
    let mut dice = Generator::new(seed);
    let mut game = start;
    let mut decisions = 0;
    for _ in 0..STEPS_MAX {
        let now = game.clone();
        let decide = |choice: &Choice<'_>, dice: &mut Generator| {
            decisions += 1;
            let side = choice.asking.by.unwrap_or(Side::First);
            match players[side] {
                Player::Random => at_random(choice, dice),
                Player::Policy => now.policy(rules, choice),
                Player::Computer => {
                    let count = choice.options.count();
                    let keys: Vec<String> = (0..count).map(|index| choice.options.key(index)).collect();
                    let (index, _) = computer.pick(&now, rules, choice.asking, &keys);
                    watch(&now, side, &keys[index]);
                    index
                }
            }
        };
        let flow = game.step(rules, &mut Live { dice: &mut dice, decide });
        match flow.unwrap_or_else(|_| unreachable!("live play never stops")) {
            Continue(next) => game = next,
            Break(end) => return Played { end, decisions },
        }
    }
    panic!("the game does not end")
}
