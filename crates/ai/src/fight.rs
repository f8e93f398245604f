//! In the fight: plans and postures, the air unit, reactions, losses and retreats.

use crate::computer::{Pick, find, name, names, units_of};
use crate::prospect::{Prospect, Prospects, by_plan, in_posture};
use crate::sight::Sight;
use grognard_board::Hex;
use grognard_damos::{Air, Arm, Combat, Phase, Plan, Plans, Posture, UnitId, Units, may_stack};
use grognard_odds::solve_matrix;
use grognard_umpire::Side;

/// The combat in progress as a side may know it: its own units, the enemy's by type and total.
fn known(sight: &Sight<'_>) -> Option<(Combat, Hex)> {
    let Phase::Combat(active, combat) = *sight.game.phase() else { return None };
    let mut combat = combat.anew();
    let foe = sight.side.other();
    combat.forces[foe] = combat.forces[foe].shared_out(&|unit| sight.atlas.guess(unit));
    combat.air = None;
    Some((combat, active.at))
}

/// A number from nought to one that the position decides: the lot for a mixed strategy. It is made of
/// what both sides know.
fn lot(sight: &Sight<'_>, salt: u64) -> f64 {
    let mut state = u64::from(sight.game.turn()) * 0x9e37_79b9 + salt;
    for (side, set) in sight.field.at.iter() {
        for hex in set.iter() {
            state = (state ^ (u64::from(hex.0) << (side as u64))).wrapping_mul(0x0100_0000_01b3);
        }
    }
    grognard_umpire::Generator::new(state).below(10_000) as f64 / 10_000.0
}

/// Draws from a mixed strategy.
fn draw(shares: &[f64], lot: f64) -> usize {
    let mut sum = 0.0;
    for (index, share) in shares.iter().enumerate() {
        sum += share;
        if lot < sum {
            return index;
        }
    }
    shares.iter().rposition(|&share| share > 1e-9).unwrap_or(0)
}

/// What a combat is worth to its attacker, for the matrix of plans and postures.
fn payoff(prospect: &Prospect, plan: Plan, posture: Option<Posture>) -> f64 {
    // Whoever delays gives the hex up in good order; a meeting engagement demoralizes nobody.
    let gives_up = if posture == Some(Posture::Delay) { 0.2 } else { 0.0 };
    let morale = if plan == Plan::MeetingEngagement { 0.0 } else { 1.0 };
    let repulse = (1.0 - prospect.win) * 1.5 * morale;
    (2.0 + morale) * prospect.win - repulse + prospect.kills - prospect.loses - gives_up
}

/// The attack plan, from the matrix of plans and postures.
pub(crate) fn plan(sight: &Sight<'_>, prospects: &mut Prospects, keys: &[String]) -> Pick {
    let Some((combat, _)) = known(sight) else { return (0, "the only plan".to_owned()) };
    let plans: Vec<Plan> = keys.iter().filter_map(|key| Plan::from_word(key)).collect();
    let matrix = prospects.matrix(&combat, &plans);
    let values: Vec<Vec<f64>> = matrix
        .iter()
        .zip(&plans)
        .map(|(row, &plan)| row.iter().map(|(posture, prospect)| payoff(prospect, plan, *posture)).collect())
        .collect();
    let mixed = solve_matrix(&values);
    let index = draw(&mixed.rows, lot(sight, 1));
    (index, "the plan that holds best against every posture".to_owned())
}

/// The posture, from the same matrix seen from the other side.
pub(crate) fn posture(sight: &Sight<'_>, prospects: &mut Prospects, keys: &[String]) -> Pick {
    let (combat, plans) = match (known(sight), *sight.game.phase()) {
        (Some((combat, _)), _) => (combat, combat.plans.list()),
        (None, Phase::Posing(target, _) | Phase::ExploitPosing(_, target)) => {
            // Who attacks is not known: the strongest who might is reckoned with.
            let near = sight
                .enemies
                .iter()
                .filter(|enemy| sight.rules.board.distance(enemy.hex, target) <= 3)
                .max_by(|a, b| a.guess.total_cmp(&b.guess));
            let Some(enemy) = near else { return (0, "nobody in sight is strong enough".to_owned()) };
            let foe = sight.side.other();
            let combat = sight.combat(
                foe,
                enemy.units,
                sight.here(target).without(sight.game.standing_by()),
                Some(enemy.hex),
                target,
                Plan::GrandAssault,
            );
            (combat, Plans::Concerted.list())
        }
        _ => return (0, "the first posture".to_owned()),
    };
    let postures: Vec<Posture> = keys.iter().filter_map(|key| Posture::from_word(key)).collect();
    let values: Vec<Vec<f64>> = plans
        .iter()
        .map(|&plan| {
            postures
                .iter()
                .map(|&posture| {
                    let combat = in_posture(by_plan(combat, plan), Some(posture));
                    payoff(&prospects.of(&combat), plan, Some(posture))
                })
                .collect()
        })
        .collect();
    let mixed = solve_matrix(&values);
    let index = draw(&mixed.columns, lot(sight, 2)).min(keys.len() - 1);
    (index, "the posture that gives the attacker least".to_owned())
}

/// The air unit is called where it changes something.
pub(crate) fn air(sight: &Sight<'_>, prospects: &mut Prospects, keys: &[String]) -> Pick {
    let yes = find(keys, "air").unwrap_or(0);
    let no = find(keys, "no-air").unwrap_or(0);
    let Some((combat, _)) = known(sight) else { return (yes, "every help is welcome".to_owned()) };
    let plan = combat.plans.list()[0];
    let settled = by_plan(combat, plan);
    let mut with = settled;
    with.air = Some((Side::First, Air { shift: true, reroll: false }));
    let mut mean = |combat: &Combat| {
        let list = match combat.posture {
            Some(posture) => vec![(Some(posture), prospects.of(combat))],
            None => prospects.against_each(combat),
        };
        let own = list.iter().map(|(posture, prospect)| payoff(prospect, plan, *posture)).sum::<f64>();
        own / list.len() as f64
    };
    let better = mean(&with) - mean(&settled);
    let gain = if combat.attacker == sight.side { better } else { -better };
    // Early in the campaign the air unit nearly always stays ready; later it is kept for what counts.
    let wanted = 0.1 + 0.04 * f64::from(sight.game.turn().saturating_sub(3));
    match gain > wanted {
        true => (yes, format!("the dive bombers are worth {gain:.1} points here by the averages")),
        false => (no, "the fight is decided without the air unit".to_owned()),
    }
}

/// Where a reaction would lead, and the enemies met there: those who move, or the strongest who might
/// make a declared attack.
fn to_be_met(sight: &Sight<'_>) -> Option<(Hex, Units)> {
    match *sight.game.phase() {
        Phase::Reaction(active, _) => Some((active.at, active.units)),
        Phase::Declared(target, _) => sight
            .enemies
            .iter()
            .filter(|enemy| sight.rules.board.distance(enemy.hex, target) <= 3)
            .filter(|enemy| sight.game.is_capable(sight.rules, enemy.units))
            .max_by(|a, b| a.guess.total_cmp(&b.guess))
            .map(|enemy| (target, enemy.units)),
        _ => None,
    }
}

/// What stopping a march that would simply go on is worth, as a chance of the enemy's.
const FREE_MARCH: f64 = 0.45;
/// What being spent for a turn costs a reactor, as such a chance.
const SPENT: f64 = 0.18;

/// Whether to react: where it turns a fight, and not for its own sake.
pub(crate) fn react(sight: &Sight<'_>, prospects: &mut Prospects, keys: &[String]) -> Pick {
    let done = find(keys, "done").unwrap_or(0);
    let Some((at, movers)) = to_be_met(sight) else { return (done, "nobody to react to".to_owned()) };
    let (rules, there) = (sight.rules, sight.here(at));
    let plan = if there.is_empty() { Plan::MeetingEngagement } else { Plan::StandardAttack };
    let mut chance = |defenders: Units| {
        let combat = sight.combat(sight.side.other(), movers, defenders, None, at, plan);
        let list = prospects.against_each(&combat);
        list.iter().map(|(_, prospect)| prospect.win).fold(1.0, f64::min)
    };
    let now = if there.is_empty() { FREE_MARCH } else { chance(there) };
    let vital = sight.atlas.ring.has(at) || sight.atlas.cities.has(at);
    let mut found: Option<(f64, usize, String)> = None;
    for (index, key) in keys.iter().enumerate() {
        let words: Vec<&str> = key.split(' ').collect();
        let (value, why) = match words[..] {
            ["react", from, who] => {
                let units = units_of(rules, who);
                let then = chance(there.with(units));
                let leaves = rules.board.read(from).is_some_and(|hex| sight.atlas.ring.has(hex));
                // Whoever fails is spent, and in a crowd lost: he cannot make room any more.
                let hex = rules.board.read(from);
                let crowded = hex.is_some_and(|hex| !may_stack(rules, sight.here(hex)));
                let cost = SPENT + if leaves { 0.2 } else { 0.0 } - if vital { 0.1 } else { 0.0 }
                    + if crowded { 0.5 } else { 0.0 };
                let why = format!(
                    "{} comes to {}: by the averages the enemy's chance falls from {:.0} to {:.0} in 100",
                    names(rules, units),
                    name(rules, at),
                    now * 100.0,
                    then * 100.0
                );
                (now - then - cost, why)
            }
            ["withdraw", from] => {
                let lost = rules.board.read(from) == Some(at) && now > 0.8 && !vital;
                let why = format!("the fight in {} cannot be won", name(rules, at));
                (if lost { 0.3 } else { -1.0 }, why)
            }
            _ => continue,
        };
        if value > 0.0 && found.as_ref().is_none_or(|(old, _, _)| value > *old) {
            found = Some((value, index, why));
        }
    }
    found.map_or((done, "no reaction would change much".to_owned()), |(_, index, why)| (index, why))
}

/// The way a reacting force comes: over the easiest ground, and through hexes the enemy controls.
pub(crate) fn way_in(sight: &Sight<'_>, keys: &[String]) -> Pick {
    let (rules, board) = (sight.rules, &sight.rules.board);
    let pain = |key: &String| {
        let hexes: Vec<Hex> = key.split('-').filter_map(|word| board.read(word)).collect();
        let penalty = |hex: Hex| i32::from(-rules.charts.ground(rules.ground(hex)).reaction);
        let mut kinds: Vec<i32> =
            hexes.iter().map(|&hex| penalty(hex)).filter(|&points| points > 0).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let rivers = hexes
            .windows(2)
            .any(|pair| board.way(pair[0], pair[1]).is_some_and(|way| board.river(pair[0], way)));
        let taken = hexes.iter().filter(|&&hex| sight.game.controller(hex) != sight.side).count() as i32;
        (kinds.iter().sum::<i32>() + i32::from(rivers), -taken)
    };
    let index = (0..keys.len()).min_by_key(|&index| (pain(&keys[index]), index)).unwrap_or(0);
    (index, format!("{} is the easiest way", keys[index]))
}

/// What a point of strength of a unit is worth to its owner.
fn dear(arm: Arm) -> f64 {
    match arm {
        Arm::Armor => 1.4,
        Arm::Mechanized | Arm::Motorized => 1.2,
        Arm::Cavalry | Arm::Infantry => 1.0,
        Arm::Nkvd => 0.6,
    }
}

/// The least painful of some ways to lose points, of which each key names the points of each unit.
fn least_painful(keys: &[String], units: &[(UnitId, Arm, u8)], price: f64) -> usize {
    let pain = |key: &String| {
        let (taken, paid) = key.split_once("+rp").unwrap_or((key, "0"));
        let paid: f64 = paid.parse().unwrap_or(0.0);
        let lost: f64 = taken
            .split('-')
            .zip(units)
            .map(|(points, &(_, arm, strength))| {
                let points: u8 = points.parse().unwrap_or(0);
                let gone = if points >= strength && strength > 0 { 1.2 } else { 0.0 };
                f64::from(points) * dear(arm) + gone
            })
            .sum();
        lost + paid * price
    };
    (0..keys.len()).min_by(|&a, &b| pain(&keys[a]).total_cmp(&pain(&keys[b]))).unwrap_or(0)
}

/// Losses: the cheapest first, units kept alive, replacements paid where they save more than they cost.
pub(crate) fn losses(sight: &Sight<'_>, keys: &[String]) -> Pick {
    let Phase::Combat(_, combat) = sight.game.phase() else { return (0, String::new()) };
    let units: Vec<(UnitId, Arm, u8)> = combat.forces[sight.side]
        .fighters()
        .iter()
        .map(|fighter| (fighter.unit, fighter.arm, fighter.strength))
        .collect();
    let index = least_painful(keys, &units, 0.9);
    (index, "the tanks are spared and no unit is lost without need".to_owned())
}

/// Attrition is taken the same way.
pub(crate) fn attrition(sight: &Sight<'_>, keys: &[String]) -> Pick {
    let Phase::Wearing(_, unchecked, hex, _) = *sight.game.phase() else { return (0, String::new()) };
    let group = sight.game.units_at(hex).both(unchecked);
    let units: Vec<(UnitId, Arm, u8)> =
        group.iter().map(|unit| (unit, sight.rules.counter(unit).arm, sight.game.strength(unit))).collect();
    (least_painful(keys, &units, 0.0), "the tanks are spared".to_owned())
}

/// Who goes back: the force of the hex that was fought over, or the one that withdraws.
fn going_back(sight: &Sight<'_>) -> Units {
    match *sight.game.phase() {
        Phase::Beaten(_, _, setting) => sight.here(setting.hex),
        Phase::Withdrawal(_, _, units, _) => units,
        _ => Units::NONE,
    }
}

/// What a hex too full for all who come to it costs. In one's own phase whoever is too many is lost when it
/// ends; in the enemy's there is time to make room, for those who can go somewhere.
fn crowding(sight: &Sight<'_>, hex: Hex, units: Units) -> f64 {
    match (may_stack(sight.rules, units), sight.game.phasing() == sight.side) {
        (true, _) => 0.0,
        (false, false) if makes_room(sight, hex, units) => 6.0,
        (false, _) => 30.0,
    }
}

/// Whether enough of a crowd could go next door in its own phase: the fresh, where there is room for them and no
/// enemy zone of control, which the beaten do not enter.
fn makes_room(sight: &Sight<'_>, hex: Hex, units: Units) -> bool {
    let foe = sight.side.other();
    let open = sight.game.area(sight.rules).less(&sight.field.at[foe]).less(&sight.field.zoc[foe]);
    let next = sight.rules.board.around(hex).and(&open);
    let fresh: Units = units.iter().filter(|&unit| !sight.game.is_spent(unit)).collect();
    let goes = |part: Units| {
        may_stack(sight.rules, units.without(part))
            && next.iter().any(|to| may_stack(sight.rules, sight.here(to).with(part)))
    };
    fresh.len() <= 8 && fresh.subsets().any(goes)
}

/// The way back: into supply, away from the enemy, not onto friends whom panic would seize, nor where there is
/// no room.
pub(crate) fn retreat(sight: &Sight<'_>, keys: &[String]) -> Pick {
    let rules = sight.rules;
    let going = going_back(sight);
    let worth = |key: &String| {
        let end = key.rsplit('-').next().and_then(|word| rules.board.read(word));
        let Some(hex) = end else { return -1_000.0 };
        let friends = sight.here(hex);
        let crowd = crowding(sight, hex, friends.with(going));
        let panic = if friends.is_empty() { 0.0 } else { 2.0 + 0.5 * sight.own(friends) };
        let supply = if sight.supplied.has(hex) { 3.0 } else { 0.0 };
        let zone = if sight.field.zoc[sight.side.other()].has(hex) { 2.0 } else { 0.0 };
        let away = f64::from(sight.enemy_distance(hex).min(4)) * 0.6;
        let home = match sight.side {
            Side::First => 0.0,
            Side::Second => -0.15 * sight.atlas.to_objective[hex.index()].min(40.0),
        };
        let ring = if sight.side == Side::Second && sight.atlas.ring.has(hex) { 1.0 } else { 0.0 };
        supply + away + home + ring - zone - panic - crowd
    };
    let index = (0..keys.len())
        .max_by(|&a, &b| worth(&keys[a]).total_cmp(&worth(&keys[b])).then(b.cmp(&a)))
        .unwrap_or(0);
    (index, "back into supply, clear of the enemy and of friends".to_owned())
}

/// A major city is held at the price of its strongest unit if it decides the game or others remain.
pub(crate) fn rout(sight: &Sight<'_>, keys: &[String]) -> Pick {
    let Phase::Beaten(_, _, setting) = *sight.game.phase() else { return (0, String::new()) };
    let holds = setting.hex == sight.rules.objective || sight.here(setting.hex).len() > 1;
    match holds {
        true => (find(keys, "yes").unwrap_or(0), format!("{} must not fall", name(sight.rules, setting.hex))),
        false => (find(keys, "no").unwrap_or(0), "the last unit is worth more than the city".to_owned()),
    }
}

/// The weakest unit makes room.
pub(crate) fn least(sight: &Sight<'_>, keys: &[String]) -> Pick {
    let strength = |key: &String| sight.rules.unit(key).map_or(255, |unit| sight.game.strength(unit));
    let index = (0..keys.len()).min_by_key(|&index| (strength(&keys[index]), index)).unwrap_or(0);
    (index, "the weakest makes room".to_owned())
}
