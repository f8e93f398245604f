//! Who plays a side of a battle in measurements and tests.

use grognard_ai::crimea::{Strength, decide_at};
use grognard_days_of_empire::Asks;
use grognard_days_of_empire::battle::Battle;
use grognard_days_of_empire::battle::campaign::Campaign;
use grognard_days_of_empire::battle::measured::Measured;
use grognard_days_of_empire::battle::state::Scene;
use grognard_umpire::{Generator, Question};

/// A player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Player {
    /// The computer.
    Computer(Strength),
    /// Any option, every one as likely; but nobody lays down his arms.
    Random,
    /// Everybody wheels towards the nearest enemy, advances as far as he may, and fires.
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
        Player::Computer(strength) => decide_at(strength, battle, rules, question).key,
        Player::Random => match Asks::of(question.asking.topic) {
            Some(Asks::EndOfTheTurn) => "done".to_owned(),
            _ => options[dice.below(options.len() as u32) as usize].key.clone(),
        },
        Player::Script => script(battle, rules, question),
    }
}

fn script(battle: &Battle<Measured>, rules: &Campaign, question: &Question) -> String {
    let options = question.options();
    let has = |key: &str| options.iter().any(|option| option.key == key);
    match Asks::of(question.asking.topic) {
        Some(Asks::Fire) if has("all") => "all".to_owned(),
        Some(Asks::Fire | Asks::Charges | Asks::EndOfTheTurn) => "done".to_owned(),
        Some(Asks::NextMove) => {
            // The first unit in the list; `done` comes first and is kept for the end.
            let unit = options
                .iter()
                .map(|option| option.key.as_str())
                .find(|key| *key != "done" && !key.contains(' '));
            unit.unwrap_or("done").to_owned()
        }
        Some(Asks::ItsMove) => {
            let scene = Scene { rules, now: &battle.now };
            let key = options[0].key.split(' ').next().unwrap_or_default();
            let gun = scene.find(key).is_some_and(|unit| scene.profile(unit).arm.is_gun());
            let wanted = |option: &&grognard_umpire::Offered| {
                let text = &option.key;
                !gun && text.contains("advance") && !text.contains("form") && text.contains("wheel")
            };
            let ahead = |option: &&grognard_umpire::Offered| !gun && option.key.contains("advance");
            let hold = |option: &&grognard_umpire::Offered| option.key.ends_with(" hold");
            let found = options.iter().find(wanted).or_else(|| options.iter().find(ahead));
            found.or_else(|| options.iter().find(hold)).unwrap_or(&options[0]).key.clone()
        }
        Some(Asks::Announce) => {
            let bring = options.iter().find(|option| option.key.starts_with("bring"));
            bring.unwrap_or(&options[0]).key.clone()
        }
        _ => options[0].key.clone(),
    }
}
