//! Behind the front: reinforcements, replacements, railheads and strategic movement.

use crate::appraise::{Mover, worth_of};
use crate::computer::{Pick, find, hex_of, name, units_of};
use crate::sight::Sight;
use grognard_board::{HEXES_MAX, Hex};
use grognard_damos::{Arm, Phase, Place, UnitId, Units};
use grognard_umpire::Side;
use std::collections::VecDeque;

/// Reinforcements go where they are nearest to their work, replacements to those who fight best.
pub(crate) fn reinforce(sight: &Sight<'_>, keys: &[String]) -> Pick {
    let rules = sight.rules;
    let end = find(keys, "end reinforcements").unwrap_or(0);
    let mut best: Option<(f64, usize, String)> = None;
    let mut offer = |value: f64, index: usize, why: &dyn Fn() -> String| {
        if best.as_ref().is_none_or(|(old, _, _)| value > *old) {
            best = Some((value, index, why()));
        }
    };
    let points = sight.game.replacements(sight.side);
    // A few points are kept to pay for losses in combat.
    let kept = if sight.turns_left() == 0 { 0 } else { 2 };
    for (index, key) in keys.iter().enumerate() {
        let words: Vec<&str> = key.split(' ').collect();
        match words[..] {
            ["place", unit, hex] => {
                let (Some(unit), Some(hex)) = (rules.unit(unit), rules.board.read(hex)) else { continue };
                offer(100.0 + entry_worth(sight, unit, hex), index, &|| {
                    format!("{} is needed by way of {}", rules.counter(unit).name, name(rules, hex))
                });
            }
            ["replace"] => {
                let own = (0..rules.counters.len()).map(|unit| UnitId(unit as u8));
                let own = own.filter(|&unit| rules.side_of(unit) == sight.side);
                // What is begun is finished before it marches off; the reserve is for those on the map.
                let worth = |unit: UnitId| match sight.game.hex_of(unit) {
                    Some(_) if points <= kept => 0.0,
                    Some(_) => replacement_worth(sight, unit),
                    None => rebuilding_worth(sight, unit),
                };
                let most = own.map(worth).fold(0.0, f64::max);
                offer(most, index, &|| "those who bled are made up".to_owned());
            }
            _ => {}
        }
    }
    match best {
        Some((value, index, why)) if value > 0.0 => (index, why),
        _ => (end, "the rest is kept for the fighting".to_owned()),
    }
}

/// A replacement point goes where it fights best.
pub(crate) fn replacement(sight: &Sight<'_>, keys: &[String]) -> Pick {
    let worth = |key: &String| {
        sight.rules.unit(key).map_or(0.0, |unit| match sight.game.hex_of(unit) {
            Some(_) => replacement_worth(sight, unit),
            None => rebuilding_worth(sight, unit),
        })
    };
    let index = (0..keys.len())
        .max_by(|&a, &b| worth(&keys[a]).total_cmp(&worth(&keys[b])).then(b.cmp(&a)))
        .unwrap_or(0);
    (index, "it goes where it fights best".to_owned())
}

/// The Russian raises lost units again, as large as three points make them, and finishes what he began.
fn rebuilding_worth(sight: &Sight<'_>, unit: UnitId) -> f64 {
    let (game, whole) = (sight.game, sight.rules.counter(unit).strength.min(3));
    match game.place_of(unit) {
        Place::REBUILT if game.strength(unit) < whole => 1_000.0,
        Place::ELIMINATED if sight.side == Side::Second && game.replacements(sight.side) >= whole => {
            3.0 + f64::from(whole)
        }
        _ => 0.0,
    }
}

fn entry_worth(sight: &Sight<'_>, unit: UnitId, hex: Hex) -> f64 {
    let (rules, atlas) = (sight.rules, sight.atlas);
    match sight.side {
        Side::First => {
            let rail = if sight.network.has(hex) { 6.0 } else { 0.0 };
            rail - 0.2 * atlas.to_objective[hex.index()] - 0.3 * sight.here(hex).len() as f64
        }
        Side::Second => {
            let wanted = sight.posts.iter().map(|&(post, value)| {
                let manned = sight.own(sight.here(post)).min(8.0);
                value - 1.2 * manned - 1.5 * f64::from(rules.board.distance(post, hex))
            });
            let near = f64::from(sight.enemy_distance(hex));
            let danger = if near <= 2.0 && hex != rules.objective { 8.0 } else { 0.0 };
            let crowd = 0.5 * sight.here(hex).len() as f64;
            let _ = unit;
            wanted.fold(-60.0, f64::max) - danger - crowd
        }
    }
}

fn replacement_worth(sight: &Sight<'_>, unit: UnitId) -> f64 {
    let counter = sight.rules.counter(unit);
    let missing = f64::from(counter.strength - sight.game.strength(unit));
    if missing == 0.0 {
        return 0.0;
    }
    let arm = match counter.arm {
        Arm::Armor => 3.0,
        Arm::Mechanized | Arm::Motorized => 2.0,
        Arm::Cavalry | Arm::Infantry => 1.0,
        Arm::Nkvd => 0.2,
    };
    let Some(hex) = sight.game.hex_of(unit) else { return 0.0 };
    let near = 4.0 - 0.3 * f64::from(sight.enemy_distance(hex).min(12));
    (arm + 0.4 * missing + near.max(0.1)).max(0.1)
}

/// Every railhead advances; first the one nearest to the objective, and always toward it.
pub(crate) fn rails(sight: &Sight<'_>, keys: &[String]) -> Pick {
    let rules = sight.rules;
    let best = keys
        .iter()
        .enumerate()
        .filter_map(|(index, key)| {
            let last = key.rsplit(' ').next()?;
            let hex = rules.board.read(last)?;
            Some((sight.atlas.rails_to_objective[hex.index()], index, hex))
        })
        .min();
    match best {
        Some((_, index, hex)) => {
            let goal = name(rules, rules.objective);
            (index, format!("the rails through {} lead to {goal}", name(rules, hex)))
        }
        None => (find(keys, "end rails").unwrap_or(0), "no railhead can advance".to_owned()),
    }
}

/// The rail hexes between the network and the objective that the enemy still controls, the nearest
/// first: whoever takes them lets the railhead go on.
pub(crate) fn gaps(sight: &Sight<'_>) -> Vec<(Hex, f64)> {
    let (rules, atlas) = (sight.rules, sight.atlas);
    let mut before: Vec<Option<Hex>> = vec![None; HEXES_MAX];
    let mut seen = sight.network;
    let mut queue: VecDeque<Hex> = sight.network.iter().collect();
    while let Some(hex) = queue.pop_front() {
        for to in rules.board.along_rails(hex) {
            if atlas.area.has(to) && !seen.has(to) {
                seen.put(to);
                before[to.index()] = Some(hex);
                queue.push_back(to);
            }
        }
    }
    let mut way = Vec::new();
    let mut at = rules.objective;
    while let Some(back) = before[at.index()] {
        way.push(at);
        at = back;
    }
    way.reverse();
    let near = way.into_iter().take(12).enumerate();
    near.filter(|(_, hex)| sight.game.controller(*hex) == Side::Second)
        .map(|(steps, hex)| (hex, 4.0 - 0.3 * steps as f64))
        .collect()
}

/// How much better a force would stand after the best strategic move, and where that leads.
fn best_transfer(sight: &Sight<'_>, units: Units, from: Hex) -> Option<(f64, Hex)> {
    let reach = sight.game.strategic_reach(sight.rules, units, from);
    let mover = Mover { points: 0, ..Mover::new(sight, units, from) };
    let stay = worth_of(sight, &mover, from);
    reach
        .hexes()
        .iter()
        .filter(|&hex| hex != from)
        .map(|hex| (worth_of(sight, &mover, hex) - stay, hex))
        .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)))
}

/// The least that a strategic move must better a force's place by.
const WORTH_A_TRAIN: f64 = 1.5;

/// Those too far from the enemy to do anything this turn are moved up.
pub(crate) fn strategic(sight: &Sight<'_>, keys: &[String]) -> Pick {
    let rules = sight.rules;
    for (index, key) in keys.iter().enumerate() {
        let Some(hex) = hex_of(rules, key) else { continue };
        let units = sight.fresh(hex);
        if key.split(' ').nth(2).is_some_and(|word| units_of(rules, word) != units) {
            continue;
        }
        let shaken = sight.is_shaken(units);
        let reach = sight.allowance(units) / 2;
        let far = sight.enemy_distance(hex) > reach.max(4);
        if !far || shaken {
            continue;
        }
        if let Some((gain, goal)) = best_transfer(sight, units, hex)
            && gain > WORTH_A_TRAIN
        {
            return (
                index,
                format!(
                    "the force in {} is too far from the front; {} is better",
                    name(rules, hex),
                    name(rules, goal)
                ),
            );
        }
    }
    (find(keys, "end strategic").unwrap_or(0), "everybody else is near enough to march".to_owned())
}

/// Where the train goes.
pub(crate) fn strategic_goal(sight: &Sight<'_>, keys: &[String]) -> Pick {
    let Phase::StrategicTo(from, units) = *sight.game.phase() else {
        return (0, "it stays".to_owned());
    };
    let wanted = best_transfer(sight, units, from).map_or(from, |(_, hex)| hex);
    let index = keys.iter().position(|key| hex_of(sight.rules, key) == Some(wanted)).unwrap_or(0);
    (index, format!("{} is where it is wanted", name(sight.rules, wanted)))
}

/// The Cossacks ride where they are strongest and nearest to the enemy.
pub(crate) fn cossacks(sight: &Sight<'_>, keys: &[String]) -> Pick {
    let best = keys
        .iter()
        .enumerate()
        .filter_map(|(index, key)| {
            let hex = sight.rules.board.read(key)?;
            let units = sight.here(hex);
            let near = sight.enemy_distance(hex) <= 3 && !sight.is_shaken(units);
            let already = sight.game.is_capable(sight.rules, units);
            (near && !already).then(|| (sight.own(units), index, hex))
        })
        .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
    match best {
        Some((_, index, hex)) => {
            (index, format!("{} stands strongest near the enemy", name(sight.rules, hex)))
        }
        None => (0, "nobody stands near enough to use it".to_owned()),
    }
}
