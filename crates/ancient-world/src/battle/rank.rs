//! How far a battle has got, as a number that grows with every step: the charts' two sequences.

use super::{Battle, Rules, Stage};
use crate::force::{LEADERS_MAX, NEARBY_MAX};
use crate::readings::CoordinationOrder;
use grognard_umpire::Side;

/// More elephant SP than a side can have.
const HERD_MAX: u32 = 256;
/// Ranks that one side's charges take: an elephant's roll and up to two victims.
const CHARGES: u32 = 3 * HERD_MAX;
/// Ranks that one side's coordination takes: the call and the attrition of each force.
const CALLS: u32 = 2 * NEARBY_MAX as u32;

const COORDINATION: u32 = 3;
const TACTICS: u32 = COORDINATION + 2 * CALLS;
/// The first commitment, or that of both.
const COMMITMENT: u32 = TACTICS + 1;
/// A side's commitment and its charges.
const ELEPHANTS: u32 = CHARGES + 1;
const BATTLE_DIE: u32 = COMMITMENT + 2 * ELEPHANTS;
const LEADERS: u32 = BATTLE_DIE + 5;
const PURSUIT: u32 = LEADERS + 1 + 2 * LEADERS_MAX as u32;

impl Battle {
    /// How far the battle has got.
    pub(crate) fn sequence(&self, rules: &Rules) -> u32 {
        let coordination = |side: Side, force: u8| {
            let second = match rules.readings.coordination_order {
                CoordinationOrder::AttackerFirst => side == Side::Second,
                CoordinationOrder::DefenderFirst => side == Side::First,
            };
            COORDINATION + u32::from(second) * CALLS + 2 * u32::from(force)
        };
        let herd = |side: Side| COMMITMENT + side as u32 * ELEPHANTS;
        // The fewer elephants are still to roll, the further it is.
        let charge =
            |side: Side, left: Option<u8>| herd(side) + 1 + 3 * (HERD_MAX - 1 - u32::from(left.unwrap_or(0)));
        match self.stage {
            Stage::Avoidance => 0,
            Stage::AvoidanceRoll { .. } => 1,
            Stage::AvoidanceLosses { .. } => 2,
            Stage::Coordination { side, force, .. } => coordination(side, force),
            Stage::MarchLosses { side, force, .. } => coordination(side, force) + 1,
            Stage::Tactics { .. } => TACTICS,
            Stage::Commitment { side, .. } => herd(side),
            Stage::Elephants { side, left, .. } => charge(side, left[side]),
            Stage::Trampled { charge: of } => {
                // Between the roll, with one elephant more to go, and the next.
                charge(of.side, of.left[of.side]) - of.hits.iter().flatten().count() as u32
            }
            Stage::BattleDie { .. } => BATTLE_DIE,
            Stage::Unpredictable { .. } => BATTLE_DIE + 1,
            Stage::Result { .. } => BATTLE_DIE + 2,
            Stage::Losses { side, .. } => BATTLE_DIE + 3 + side as u32,
            Stage::Leaders { .. } | Stage::Fates { .. } => LEADERS,
            Stage::Replacement { side, leader, .. } => {
                LEADERS + 1 + side as u32 * LEADERS_MAX as u32 + u32::from(leader)
            }
            Stage::Pursuit { .. } => PURSUIT,
            Stage::PursuitLosses { .. } => PURSUIT + 1,
            Stage::Retreat { .. } => PURSUIT + 2,
            Stage::RetreatLosses { .. } => PURSUIT + 3,
        }
    }
}
