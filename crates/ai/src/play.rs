//! Whole games between players of any kind.

use crate::computer::Computer;
use grognard_damos::{Campaign, Game, GameEnd, Verdict};
use grognard_umpire::{BySide, Choice, Generator, Looking, Playable, Side, at_random};
use std::ops::ControlFlow::{Break, Continue};

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Player {
    /// The title's computer player; its stated policy where it has none.
    #[default]
    Computer,
    /// The same at its lighter strength, where the title's player has two.
    Easy,
    /// Who only does the obvious, where the title has such a one: a yardstick. Elsewhere the stated policy.
    Naive,
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
            Player::Easy => "easy",
            Player::Naive => "naive",
            Player::Policy => "policy",
            Player::Random => "random",
        }
    }

    /// The player with that word.
    pub fn from_word(word: &str) -> Option<Player> {
        [Player::Computer, Player::Easy, Player::Naive, Player::Policy, Player::Random]
            .into_iter()
            .find(|player| player.word() == word)
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
pub(crate) const STEPS_MAX: u64 = 1_000_000;

/// Decides for whoever is asked: the position as it stands at the question, the choice and the dice of a random player in,
/// the index of the option out. One type, so that the rules of a whole game are compiled once for all that is played.
pub(crate) type Decider<'a, P> = &'a mut dyn FnMut(&P, &Choice<'_>, &mut Generator) -> usize;

/// Carries a game out from a position to its end; none where it was called off on the way.
///
/// # Panics
/// If a game should not end, which no title's does.
pub(crate) fn carry_out<P: Playable>(
    start: P,
    rules: &P::Rules,
    dice: &mut Generator,
    decide: Decider<'_, P>,
    over: &dyn Fn() -> bool,
) -> Option<P::End> {
    let mut state = start;
    for _ in 0..STEPS_MAX {
        if over() {
            return None;
        }
        let position = state.clone();
        let flow = state.step(rules, &mut Looking { dice, position, decide: &mut *decide });
        match flow.unwrap_or_else(|_| unreachable!("live play never stops")) {
            Continue(next) => state = next,
            Break(end) => return Some(end),
        }
    }
    panic!("the game does not end")
}

/// A table at which games of a campaign are played one after the other. The computer that sits at it remembers the odds it
/// has worked out, which changes nothing but the time.
pub struct Table<'a> {
    rules: &'a Campaign,
    computer: Computer,
}

/// Shown every decision of the computer with the game it was made in.
pub type Watch<'a> = &'a mut dyn FnMut(&Game, Side, &str);

impl<'a> Table<'a> {
    /// A table for a campaign.
    pub fn new(rules: &'a Campaign) -> Self {
        Table { rules, computer: Computer::new(rules) }
    }

    /// Plays a game from a position to its end; none where it was called off on the way.
    ///
    /// # Panics
    /// If a game should not end, which no title's does.
    pub fn play(
        &mut self,
        start: Game,
        players: BySide<Player>,
        dice: &mut Generator,
        watch: Watch<'_>,
        over: &dyn Fn() -> bool,
    ) -> Option<Played> {
        let (rules, computer) = (self.rules, &mut self.computer);
        let mut decisions = 0;
        let mut decide = |game: &Game, choice: &Choice<'_>, dice: &mut Generator| {
            decisions += 1;
            let side = choice.asking.by.unwrap_or(Side::First);
            match players[side] {
                Player::Random => at_random(choice, dice),
                Player::Policy | Player::Naive => game.policy(rules, choice),
                Player::Computer | Player::Easy => {
                    let count = choice.options.count();
                    let keys: Vec<String> = (0..count).map(|index| choice.options.key(index)).collect();
                    let (index, _) = computer.pick(game, rules, choice.asking, &keys);
                    watch(game, side, &keys[index]);
                    index
                }
            }
        };
        let end = carry_out(start, rules, dice, &mut decide, over)?;
        Some(Played { end, decisions })
    }
}

/// Plays a game from a position to its end. The same seed gives the same game.
///
/// # Panics
/// If a game should not end, which no title's does.
pub fn play(rules: &Campaign, start: Game, players: BySide<Player>, seed: u64) -> Played {
    play_watched(rules, start, players, seed, &mut |_, _, _| {})
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
    watch: Watch<'_>,
) -> Played {
    let dice = &mut Generator::new(seed);
    Table::new(rules).play(start, players, dice, watch, &|| false).expect("nobody calls it off")
}
