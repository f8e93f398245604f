//! A yardstick: a player who only comes on and fires. Everybody wheels towards what is offered first, advances as far as he
//! may, and fires at whatever is in reach; nobody charges, guns stay where they are, off-board brigades come as soon as they
//! may.

use grognard_days_of_empire::Asks;
use grognard_days_of_empire::battle::Battle;
use grognard_days_of_empire::battle::campaign::Campaign;
use grognard_days_of_empire::battle::measured::Measured;
use grognard_days_of_empire::battle::state::Scene;
use grognard_umpire::{Offered, Question};

/// What a player answers who only advances and fires. It takes one of the answers that are offered.
///
/// # Panics
/// For a throw of dice, which is no decision.
pub fn advance_and_fire(battle: &Battle<Measured>, rules: &Campaign, question: &Question) -> String {
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
        Some(Asks::ItsMove) => its_move(battle, rules, options),
        Some(Asks::Announce) => {
            let bring = options.iter().find(|option| option.key.starts_with("bring"));
            bring.unwrap_or(&options[0]).key.clone()
        }
        _ => options[0].key.clone(),
    }
}

fn its_move(battle: &Battle<Measured>, rules: &Campaign, options: &[Offered]) -> String {
    let scene = Scene { rules, now: &battle.now };
    let key = options[0].key.split(' ').next().unwrap_or_default();
    let gun = scene.find(key).is_some_and(|unit| scene.profile(unit).arm.is_gun());
    let advances = |option: &&Offered| !gun && option.key.contains("advance");
    let wheels =
        |option: &&Offered| advances(option) && !option.key.contains("form") && option.key.contains("wheel");
    let holds = |option: &&Offered| option.key.ends_with(" hold");
    let found = options.iter().find(wheels).or_else(|| options.iter().find(advances));
    found.or_else(|| options.iter().find(holds)).unwrap_or(&options[0]).key.clone()
}
