//! Where the second player wants his forces: in front of the enemy on the way to the objective as long
//! as there is ground to give, around the objective when there is none.

use crate::sight::Sight;
use grognard_board::{Hex, Settlement};
use grognard_umpire::Side;

/// Hexes to the objective at which the ring around it is manned.
const RING_AT: u8 = 7;

/// Whether the enemy has come so near, or time so short, that the objective itself is to be held.
pub(crate) fn holds_ring(sight: &Sight<'_>) -> bool {
    sight.enemy_distance(sight.rules.objective) <= RING_AT || sight.turns_left() <= 2
}

/// The hexes to be held with their importance, the most important first.
pub(crate) fn wanted(sight: &Sight<'_>) -> Vec<(Hex, f64)> {
    let (rules, atlas) = (sight.rules, sight.atlas);
    let objective = rules.objective;
    let mut posts = Vec::new();
    let ring = holds_ring(sight);
    if ring || sight.game.turn() >= 3 {
        posts.push((objective, 30.0));
    }
    if ring {
        for hex in atlas.ring.iter().filter(|&hex| hex != objective) {
            let near = 6.0 - f64::from(sight.enemy_distance(hex).min(6));
            posts.push((hex, 15.0 + near + cover(sight, hex)));
        }
    }
    // In front of the enemy: ground that helps, on the rails and roads to the objective.
    let mut line: Vec<(Hex, f64)> = atlas
        .area
        .iter()
        .filter(|&hex| !sight.field.at[Side::First].has(hex) && !atlas.ring.has(hex))
        .filter_map(|hex| Some((hex, worth(sight, hex)?)))
        .collect();
    line.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let most = if ring { 6 } else { 12 };
    let mut chosen: Vec<Hex> = Vec::new();
    for (hex, value) in line {
        if chosen.len() >= most {
            break;
        }
        if chosen.iter().all(|&other| rules.board.distance(other, hex) >= 2) {
            chosen.push(hex);
            posts.push((hex, value));
        }
    }
    posts
}

/// What a hex is worth to a line in front of the enemy; nothing where it would be no part of one.
fn worth(sight: &Sight<'_>, hex: Hex) -> Option<f64> {
    let (rules, atlas) = (sight.rules, sight.atlas);
    let away = sight.enemy_distance(hex);
    if !sight.supplied.has(hex) || !(1..=6).contains(&away) {
        return None;
    }
    let objective = rules.objective;
    let to_go = atlas.to_objective[hex.index()];
    // Whatever lies behind the enemy's foremost force on the same way is passed by already.
    let ahead = sight
        .enemies
        .iter()
        .filter(|enemy| rules.board.distance(enemy.hex, hex) <= 4)
        .all(|enemy| atlas.to_objective[enemy.hex.index()] > to_go - 1.0);
    if !ahead {
        return None;
    }
    let beside = (atlas.row[hex.index()] - atlas.row[objective.index()]).abs();
    let rails = if atlas.rails_to_objective[hex.index()] < u8::MAX { 1.5 } else { 0.0 };
    let gap = f64::from(away) - 2.0;
    Some(8.0 + cover(sight, hex) + rails - beside * 0.8 - gap.abs() * 1.2)
}

/// How much the ground helps a defender.
fn cover(sight: &Sight<'_>, hex: Hex) -> f64 {
    let effects = sight.rules.charts.ground(sight.rules.ground(hex));
    let city = matches!(sight.rules.board.settlement(hex), Some(Settlement::City | Settlement::MajorCity));
    let rivers =
        sight.rules.board.neighbours(hex).filter(|&(way, _)| sight.rules.board.river(hex, way)).count();
    f64::from(effects.defender) + if city { 2.0 } else { 0.0 } + rivers as f64 * 0.3
}

/// Who is to hold which post: the nearest forces, the most important posts first.
pub(crate) fn assign(sight: &Sight<'_>) -> Vec<(Hex, Hex)> {
    let side = sight.side;
    let mut free: Vec<Hex> = sight.field.at[side].iter().collect();
    let mut assigned = Vec::new();
    for &(post, _) in &sight.posts {
        let needed = if post == sight.rules.objective { 10.0 } else { 7.0 };
        let (mut strength, mut units) = (0.0, grognard_damos::Units::NONE);
        while strength < needed {
            let near = free
                .iter()
                .copied()
                .filter(|&hex| grognard_damos::may_stack(sight.rules, units.with(sight.here(hex))))
                .filter(|&hex| sight.supplied.has(hex) || hex == post)
                .map(|hex| (sight.rules.board.distance(hex, post), hex))
                .filter(|&(distance, _)| distance <= 14)
                .min();
            let Some((_, hex)) = near else { break };
            free.retain(|&other| other != hex);
            units = units.with(sight.here(hex));
            strength += sight.own(sight.here(hex));
            assigned.push((hex, post));
        }
    }
    assigned
}
