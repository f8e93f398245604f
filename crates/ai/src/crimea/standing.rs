//! How a battle stands for a side, in hundredths of a point: what a trial is judged by.

use super::far;
use super::fire::price;
use super::plan::{ahead, deciding, held};
use grognard_days_of_empire::battle::Battle;
use grognard_days_of_empire::battle::campaign::Campaign;
use grognard_days_of_empire::battle::measured::Measured;
use grognard_days_of_empire::title::outcome::When;
use grognard_days_of_empire::unit::{Arm, Fate, Order};
use grognard_umpire::Side;

/// What a won battle is worth: more than all troops of a side.
pub(super) const VICTORY: i64 = 100_000;
/// What an objective in hand is worth in itself: about half a battalion.
const OBJECTIVE: i64 = 2_000;
/// A battle that would be won if it ended now is worth so small a part of a victory at first, twice that towards the end,
/// and the whole of it in its last turn.
const EARLY: i64 = 20;
/// What a formed unit in an objective is worth to its side, besides its price: while it stands there the other cannot take it.
const PRESENCE: i64 = 2_500;

/// So much less of its own troops, in hundredths, a side minds by the last turn if it does not win otherwise.
const DARING: i64 = 60;

/// How a battle stands for a side at the end of a turn.
pub(super) fn standing(battle: &Battle<Measured>, rules: &Campaign, side: Side) -> i64 {
    let held = held(battle, rules);
    let won = |winner: Option<Side>| match winner {
        Some(winner) if winner == side => VICTORY,
        Some(_) => -VICTORY,
        None => 0,
    };
    let count = |side: Side| held.iter().filter(|one| **one == Some(side)).count() as i64;
    let objectives = OBJECTIVE * (count(side) - count(side.other()));
    let now = won(ahead(battle, rules, (&held, When::AnyTurn)));
    let (turn, turns) = (i64::from(battle.now.turn), i64::from(rules.turns.max(1)));
    let end = won(ahead(battle, rules, (&held, When::End)));
    let end = if turn >= turns { end } else { end * (turns + turn) / (EARLY * turns) };
    let present = presence(battle, rules, side) * (turns + turn) / (2 * turns);
    let own = worth_of(battle, rules, side);
    // Who does not win as it stands has the less to lose the less time is left.
    let late = if end > 0 { 0 } else { (3 * turn - turns).clamp(0, 2 * turns) };
    let own = own - own * DARING * late / (200 * turns);
    own - worth_of(battle, rules, side.other()) + objectives + present + now + end
}

/// Who stands in the places that decide the battle: whoever is thrown out of them makes room for those who come after.
fn presence(battle: &Battle<Measured>, rules: &Campaign, side: Side) -> i64 {
    let now = &battle.now;
    let mut sum = 0;
    for at in deciding(rules) {
        let goal = &rules.objectives[at];
        for unit in now.all().filter(|unit| now.is_formed(rules, *unit)) {
            let (state, profile) = (now.unit(unit), now.profile(rules, unit));
            let within = far(state.pose.at, goal.at) <= i64::from(goal.radius.0) + 2_000;
            if !within || !state.place.is_on_table() || profile.arm == Arm::Staff {
                continue;
            }
            let worth = PRESENCE + price(profile) / 4;
            let worth = if now.may_hold(rules, unit) { worth } else { worth / 2 };
            sum += if profile.side == side { worth } else { -worth };
        }
    }
    sum
}

/// Stands and guns, and the order they are in.
fn worth_of(battle: &Battle<Measured>, rules: &Campaign, side: Side) -> i64 {
    let now = &battle.now;
    let mut sum = 0;
    for unit in now.all() {
        let (state, profile) = (now.unit(unit), now.profile(rules, unit));
        if profile.side != side || state.place.is_lost() {
            continue;
        }
        let fresh: u8 = state.fresh.iter().sum();
        let stands = i64::from(state.body.strength.saturating_sub(fresh));
        let left = stands * price(profile) / i64::from(profile.start.max(1));
        let order = match state.body.order {
            Order::Good => 0,
            Order::Disordered | Order::Pursuing => left / 12,
            Order::Shaken => left / 4,
            Order::Routing => 2 * left / 3,
        };
        // Half of the points are lost below half strength. [18.2-e]
        let half = if 2 * stands < i64::from(profile.start) { left / 4 } else { 0 };
        let idle = if matches!(state.body.fate, Fate::Abandoned) { left / 3 } else { 0 };
        sum += left - order - half - idle;
    }
    sum
}
