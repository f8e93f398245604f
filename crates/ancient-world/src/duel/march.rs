//! Marches: hex by hex along the strip, with interception on the way and attrition at the end. [6.5]

use super::{Activation, Duel, Force, Phase, Rules, fight};
use crate::asks::Asks;
use crate::battle::{DIE, Interception, Removal, payment_words, reconstructed, take_off, worn};
use crate::force::{Arm, Joined, UNITS_MAX};
use crate::readings::AttritionRule;
use crate::rule;
use grognard_umpire::{Asking, BySide, Flow, Ruling, Side, Umpire, YesNo};
use std::ops::ControlFlow::{self, Continue};

/// The river between two neighbouring hexes.
pub(crate) fn river_between(rules: &Rules, a: u8, b: u8) -> bool {
    rules.hexes[usize::from(a.max(b))].river_west
}

fn next_hex(from: u8, to: u8) -> u8 {
    if to > from { from + 1 } else { from - 1 }
}

/// Whether a hex holds an enemy city or the enemy in the open, where a march has to stop.
fn stops(duel: &Duel, side: Side, hex: u8) -> bool {
    let enemy = &duel.forces[side.other()];
    enemy.hex == hex || duel.city_owner(hex) == Some(side.other())
}

/// The hexes a force can march to in one operation.
pub(crate) fn reachable(duel: &Duel, rules: &Rules, side: Side) -> Vec<u8> {
    let own = &duel.forces[side];
    let enemy = &duel.forces[side.other()];
    // Whoever is shut up in a city must fight his way out.
    if own.inside && enemy.hex == own.hex {
        return Vec::new();
    }
    let chart = &rules.charts.campaign;
    let mut hexes = Vec::new();
    for east in [false, true] {
        let (mut at, mut points) = (own.hex, chart.march_points);
        loop {
            let next = if east { at + 1 } else { at.wrapping_sub(1) };
            let Some(hex) = rules.hexes.get(usize::from(next)) else { break };
            let river = if river_between(rules, at, next) { chart.river_cost } else { 0 };
            let cost = chart.hex_cost[hex.terrain as usize] + river;
            if cost > points {
                break;
            }
            points -= cost;
            at = next;
            hexes.push(at);
            if stops(duel, side, at) {
                break;
            }
        }
    }
    hexes.sort_unstable();
    hexes
}

/// One hex further. Entering a hex near the enemy may bring him down on the march.
pub(crate) fn onward(
    mut duel: Duel,
    rules: &Rules,
    activation: Activation,
    to: u8,
    points: u8,
    tried: bool,
    ump: &mut impl Umpire,
) -> Flow<Duel> {
    let side = activation.side;
    if duel.forces[side].hex == to {
        return arrive(duel, rules, activation, points, ump);
    }
    let own = &mut duel.forces[side];
    let at = own.hex;
    own.from = at;
    own.hex = next_hex(at, to);
    own.inside = false;
    own.siege = false;
    let hex = own.hex;
    let terrain = rules.hexes[usize::from(hex)].terrain;
    let points = points + rules.charts.attrition.hex[terrain as usize] as u8;
    let enemy = &duel.forces[side.other()];
    let near = enemy.hex.abs_diff(hex) <= rules.charts.campaign.interception_distance_max;
    // Only near by, once a march, and never a Disorganized or Useless force.
    ump.cite(rule!("DUEL-e"));
    ump.cite(rule!("8.77-f"));
    let able = rules.charts.status.may_intercept(enemy.status) && !(enemy.inside && enemy.hex == hex);
    if near && !tried && able {
        return Ok(Continue(Duel { phase: Phase::Interception { activation, to, points }, ..duel }));
    }
    Ok(Continue(Duel { phase: Phase::March { activation, to, points, tried }, ..duel }))
}

/// The enemy decides and rolls; whoever intercepts is the attacker. [6.5-a, 6.53-a, 6.55-a]
pub(crate) fn intercept(
    mut duel: Duel,
    rules: &Rules,
    mut activation: Activation,
    to: u8,
    points: u8,
    ump: &mut impl Umpire,
) -> Flow<Duel> {
    let side = activation.side;
    let enemy = side.other();
    let asking = Asking::of(enemy, rule!("6.5-a"), Asks::InterceptTheMarch);
    let march = Phase::March { activation, to, points, tried: true };
    if *ump.choose(asking, &[YesNo::No, YesNo::Yes])? == YesNo::No {
        return Ok(Continue(Duel { phase: march, ..duel }));
    }
    let leader = rules.leader(enemy, &duel.forces[enemy]);
    let rating = u16::from(leader.campaign);
    let success =
        ump.throw(Asking::of(enemy, rule!("6.5-a"), Asks::Interception), DIE, |die| die <= rating)?;
    ump.explain_throw(|die| {
        let result = if success { "intercepts" } else { "comes too late" };
        let text =
            format!("{} needs at most his Campaign Rating {rating}, rolls {die}, {result}", leader.name);
        Ruling::new(rule!("6.5-a"), text)
    });
    if !success {
        let gain = rules.charts.battle.failure;
        ump.explain(|| Ruling::new(rule!("6.55-a"), format!("the mover has {gain:+} if he attacks")));
        activation.interception_failed = true;
        return Ok(Continue(Duel { phase: Phase::March { activation, to, points, tried: true }, ..duel }));
    }
    let meeting = duel.forces[side].hex;
    let force = &mut duel.forces[enemy];
    if force.hex == meeting {
        // A besieger who intercepts in his own siege hex keeps the siege.
        ump.explain(|| Ruling::new(rule!("6.5-b"), "the interceptor is in his own hex; a siege goes on"));
    } else {
        force.from = force.hex;
        force.hex = meeting;
        force.siege = false;
    }
    force.inside = false;
    ump.explain(|| Ruling::new(rule!("6.53-a"), format!("{} is the attacker", rules.parties[enemy].name)));
    // The march ends here, and so far it has to be paid for.
    let due = attrition_due(rules, side, &duel.forces[side], u16::from(points), ump);
    Ok(charge(duel, rules, activation, of_side(side, due), Some(enemy), ump))
}

/// The SP that attrition points cost a force on the strip. [8.23-r, 8.77-c]
fn attrition_due(rules: &Rules, side: Side, force: &Force, points: u16, ump: &mut impl Umpire) -> u16 {
    if points == 0 || rules.readings.attrition == AttritionRule::None {
        return 0;
    }
    let chart = &rules.charts.attrition;
    let of_arm = |arm| rules.parties[side].of_arm(&force.troops, Joined::default(), arm);
    let weight = of_arm(Arm::Infantry) * chart.infantry_weight + of_arm(Arm::Cavalry) * chart.cavalry_weight;
    let (points, due) = worn(&rules.charts, rules.readings.attrition_row, force.status, points, weight, ump);
    let due = due.min(rules.strength(side, force));
    ump.cite(rule!("8.23-r"));
    ump.explain(|| {
        let text = format!("the march: attrition of {points} on {weight} attrition SP costs {due} SP");
        reconstructed(rule!("DUEL-d"), text)
    });
    due
}

/// The march is over: attrition, less in a friendly city.
fn arrive(
    duel: Duel,
    rules: &Rules,
    activation: Activation,
    points: u8,
    ump: &mut impl Umpire,
) -> Flow<Duel> {
    let side = activation.side;
    let force = &duel.forces[side];
    let relief = if duel.city_owner(force.hex) == Some(side) { rules.charts.campaign.city_relief } else { 0 };
    let points = u16::from(points).saturating_sub(relief);
    let due = attrition_due(rules, side, force, points, ump);
    Ok(charge(duel, rules, activation, of_side(side, due), None, ump))
}

/// Takes losses off, asking the owner where there is a choice; then the interceptor's battle, or the end of
/// the operation.
pub(crate) fn charge(
    mut duel: Duel,
    rules: &Rules,
    activation: Activation,
    due: BySide<u16>,
    interceptor: Option<Side>,
    ump: &mut impl Umpire,
) -> ControlFlow<super::End, Duel> {
    for side in Side::ALL {
        let removal =
            Removal::new(&rules.parties[side], &duel.forces[side].troops, Joined::default(), due[side]);
        if removal.is_choice() {
            let due = due.map(|due| due as u8);
            return Continue(Duel { phase: Phase::Losses { activation, side, due, interceptor }, ..duel });
        }
        let sp = removal.forced();
        remove(&mut duel, rules, side, &sp, ump);
    }
    let alive = Side::ALL.into_iter().all(|side| rules.strength(side, &duel.forces[side]) > 0);
    match interceptor {
        Some(attacker) if alive => {
            Continue(fight::begin(duel, rules, activation, attacker, Interception::ByAttacker))
        }
        _ => duel.after_operation(rules, activation, ump),
    }
}

fn remove(duel: &mut Duel, rules: &Rules, side: Side, sp: &[u8; UNITS_MAX], ump: &mut impl Umpire) {
    take_off(&mut duel.forces[side].troops, sp);
    if sp.iter().any(|sp| *sp > 0) {
        let party = &rules.parties[side];
        ump.explain(|| {
            Ruling::new(rule!("8.34-e"), format!("{} removes {}", party.name, payment_words(party, sp)))
        });
    }
}

/// The owner pays; then the other side, if it has to. [8.34-e]
pub(crate) fn pay(
    mut duel: Duel,
    rules: &Rules,
    activation: Activation,
    side: Side,
    due: BySide<u8>,
    interceptor: Option<Side>,
    ump: &mut impl Umpire,
) -> Flow<Duel> {
    let mut due = due.map(u16::from);
    let removal = Removal::new(&rules.parties[side], &duel.forces[side].troops, Joined::default(), due[side]);
    let sp = removal.ask(Asking::of(side, rule!("8.34-e"), Asks::Losses), ump)?;
    remove(&mut duel, rules, side, &sp, ump);
    due[side] = 0;
    if side == Side::Second {
        // The first side's part, where it was no choice, is paid already.
        due.first = 0;
    }
    Ok(charge(duel, rules, activation, due, interceptor, ump))
}

/// A loss of one side only.
pub(crate) fn of_side(side: Side, due: u16) -> BySide<u16> {
    BySide::from_fn(|other| if other == side { due } else { 0 })
}
