//! A plain general, for those who do not play themselves: he counts the odds before he fights, lays siege
//! where he is master of the field, and covers what is his where he is not.

use super::operation::{self, Operation};
use super::{Duel, Phase, Rules, fight};
use crate::battle::{Battle, Removal, Stage};
use crate::force::{Joined, Status};
use grognard_umpire::{Choice, Playable, Side};

/// The expected total, in tenths, from which he attacks; the table is even between 40 and 50.
const ATTACKS: i32 = 55;
/// The same for an interception, which the other side may not avoid.
const INTERCEPTS: i32 = 50;
/// The same for the enemy's attack on him, from which he does not stay in the open.
const FEARS: i32 = 65;
/// The expected total of an assault from which he does not wait for hunger, in tenths.
const STORMS: i32 = 85;

/// How a side decides by policy.
pub(crate) fn decide(duel: &Duel, rules: &Rules, choice: &Choice<'_>) -> usize {
    match &duel.phase {
        Phase::Fight { attacker, battle, givens, .. } => match battle.stage {
            Stage::Retreat { .. } => way_home(duel, rules, choice),
            _ => Battle::policy(battle, givens, &choice.seated(*attacker)),
        },
        Phase::Operation(activation) => order(duel, rules, activation.side),
        Phase::Interception { activation, .. } => {
            let interceptor = activation.side.other();
            usize::from(fight::forecast(duel, rules, interceptor) >= INTERCEPTS)
        }
        Phase::Losses { side, due, .. } => {
            let party = &rules.parties[*side];
            let troops = &duel.forces[*side].troops;
            Removal::new(party, troops, Joined::default(), u16::from(due[*side]))
                .policy_index(party.policy.losses)
        }
        Phase::Initiative | Phase::Continuation(_) | Phase::March { .. } => 0,
    }
}

impl Duel {
    /// What the plain general answers, and why in a line; nothing is said of what he decides inside a battle.
    pub fn advised(&self, rules: &Rules, side: Side, choice: &Choice<'_>) -> (usize, String) {
        let index = decide(self, rules, choice);
        let why = match &self.phase {
            Phase::Operation(_) => {
                let (options, _) = operation::options(self, rules, side);
                options.get(index).map_or_else(String::new, |operation| why(self, rules, side, *operation))
            }
            Phase::Interception { .. } => {
                format!(
                    "the battle would come out at {} on average, where 4 to 5 is even",
                    in_tenths(fight::forecast(self, rules, side))
                )
            }
            _ => String::new(),
        };
        (index, why)
    }
}

/// Why he orders an operation.
fn why(duel: &Duel, rules: &Rules, side: Side, operation: Operation) -> String {
    let (own, enemy) = (&duel.forces[side], &duel.forces[side.other()]);
    let attack = fight::forecast(duel, rules, side);
    let afraid = is_afraid(duel, rules, side, attack);
    let name = |side: Side| &rules.parties[side].name;
    match operation {
        Operation::Stop => "nothing better is in reach".to_owned(),
        Operation::Attack => {
            format!("the battle comes out at {} on average, where 4 to 5 is even", in_tenths(attack))
        }
        Operation::Rally => format!("the force is {}", own.status.key()),
        Operation::Treachery(points) => {
            let below = u16::from(points) * rules.charts.campaign.treachery_factor;
            format!("a gate is opened {} times in 10", below.min(10))
        }
        Operation::Assault => {
            format!("the assault comes out at {} on average", in_tenths(assault(duel, rules, side)))
        }
        Operation::Siege => "hunger is cheaper than a storm".to_owned(),
        Operation::EnterCity => format!("{} is too strong to be met in the open", name(side.other())),
        Operation::March(_) if afraid => format!("away from {}, which is stronger", name(side.other())),
        Operation::March(_) if enemy.siege && attack >= ATTACKS => "to raise the siege".to_owned(),
        Operation::March(_) => match nearest_city_of(duel, rules, side.other(), own.hex) {
            Some(city) => format!("on to {}", rules.city_name(city)),
            None => format!("on to {}", name(side.other())),
        },
    }
}

/// An average as people read it.
fn in_tenths(tenths: i32) -> String {
    let sign = if tenths < 0 { "-" } else { "" };
    format!("{sign}{}.{}", tenths.abs() / 10, tenths.abs() % 10)
}

/// Whether the enemy is near and would beat him.
fn is_afraid(duel: &Duel, rules: &Rules, side: Side, attack: i32) -> bool {
    let (own, enemy) = (&duel.forces[side], &duel.forces[side.other()]);
    let danger = fight::forecast(duel, rules, side.other());
    own.hex.abs_diff(enemy.hex) <= 2 && danger >= FEARS && attack < ATTACKS
}

/// The nearest city of a side from here.
fn nearest_city_of(duel: &Duel, rules: &Rules, owner: Side, hex: u8) -> Option<u8> {
    let cities = (0..rules.hexes.len() as u8).filter(|other| duel.city_owner(*other) == Some(owner));
    cities.min_by_key(|city| city.abs_diff(hex))
}

/// The hexes from here to the nearest city of a side.
fn to_city_of(duel: &Duel, rules: &Rules, owner: Side, hex: u8) -> Option<u8> {
    nearest_city_of(duel, rules, owner, hex).map(|city| city.abs_diff(hex))
}

/// A beaten force makes for its own walls, or at least for its own cities.
fn way_home(duel: &Duel, rules: &Rules, choice: &Choice<'_>) -> usize {
    let Some(side) = choice.asking.by else { return 0 };
    let ends = fight::ways_end(duel, rules, side);
    let worth = |index: &usize| {
        let key = choice.options.key(*index);
        ends.iter().find(|(other, ..)| *other == key).map(|(_, hex, inside)| {
            let far = to_city_of(duel, rules, side, *hex).unwrap_or(u8::MAX);
            (u8::from(!inside), far)
        })
    };
    (0..choice.options.count()).min_by_key(worth).unwrap_or(0)
}

/// The operation that seems best.
fn order(duel: &Duel, rules: &Rules, side: Side) -> usize {
    let (options, _) = operation::options(duel, rules, side);
    let worth = |operation: &Operation| worth(duel, rules, side, *operation);
    let best =
        options.iter().enumerate().max_by_key(|(index, operation)| (worth(operation), usize::MAX - index));
    best.map_or(0, |(index, _)| index)
}

fn worth(duel: &Duel, rules: &Rules, side: Side, operation: Operation) -> i32 {
    let own = &duel.forces[side];
    let attack = fight::forecast(duel, rules, side);
    let afraid = is_afraid(duel, rules, side, attack);
    match operation {
        Operation::Stop => 0,
        Operation::Attack if attack >= ATTACKS => 100,
        Operation::Attack => -10,
        Operation::Rally if own.status >= Status::Disorganized => 90,
        Operation::Rally => 45,
        Operation::Treachery(points) if points >= 2 || own.guile == 1 => 70 + i32::from(points),
        Operation::Treachery(_) => -5,
        Operation::Assault if assault(duel, rules, side) >= STORMS => 65,
        Operation::Assault => -5,
        Operation::Siege if afraid => 5,
        Operation::Siege => 60,
        Operation::EnterCity if afraid => 80,
        Operation::EnterCity => -1,
        Operation::March(hex) => march(duel, rules, side, hex, attack, afraid),
    }
}

/// Where he goes: to his own cities when he is afraid, to the enemy when he is beaten easily, else to the
/// nearest city of the enemy's.
fn march(duel: &Duel, rules: &Rules, side: Side, to: u8, attack: i32, afraid: bool) -> i32 {
    let (own, enemy) = (&duel.forces[side], &duel.forces[side.other()]);
    let closer = |distance: &dyn Fn(u8) -> u8| i32::from(distance(own.hex)) - i32::from(distance(to));
    if afraid {
        let home = |hex: u8| to_city_of(duel, rules, side, hex).unwrap_or(0);
        return 40 + 5 * closer(&home) - if to == enemy.hex { 40 } else { 0 };
    }
    let lifts_siege = enemy.siege && attack >= ATTACKS;
    let goal = |hex: u8| match to_city_of(duel, rules, side.other(), hex) {
        _ if lifts_siege => enemy.hex.abs_diff(hex),
        Some(distance) => distance,
        None => enemy.hex.abs_diff(hex),
    };
    let nearer = closer(&goal);
    // Never a march into the arms of an enemy who is better met elsewhere.
    let meets = to == enemy.hex && !enemy.inside && attack < ATTACKS;
    if nearer <= 0 || meets { -3 } else { 30 + nearer }
}

/// The expected total of an assault, in tenths.
fn assault(duel: &Duel, rules: &Rules, side: Side) -> i32 {
    10 * i32::from(super::siege::assault_modifiers(duel, rules, side).1) + 45
}
