//! Who plays a side of a battle in measurements and tests.

use grognard_ai::crimea::{Strength, advance_and_fire, answer_at};
use grognard_days_of_empire::Asks;
use grognard_days_of_empire::battle::Battle;
use grognard_days_of_empire::battle::campaign::Campaign;
use grognard_days_of_empire::battle::measured::Measured;
use grognard_umpire::{Generator, Question};

/// A player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Player {
    /// The computer.
    Computer(Strength),
    /// Any option, every one as likely; but nobody lays down his arms.
    Random,
    /// Whoever only comes on and fires.
    Script,
}

/// A player's answer to a question.
pub(crate) fn answer(
    player: Player,
    battle: &Battle<Measured>,
    rules: &Campaign,
    question: &Question,
    dice: &mut Generator,
) -> String {
    let options = question.options();
    match player {
        Player::Computer(strength) => answer_at(strength, battle, rules, question),
        Player::Random => match Asks::of(question.asking.topic) {
            Some(Asks::EndOfTheTurn) => "done".to_owned(),
            _ => options[dice.below(options.len() as u32) as usize].key.clone(),
        },
        Player::Script => advance_and_fire(battle, rules, question),
    }
}
