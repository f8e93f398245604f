//! What orders and options touch, as data: hexes by their numbers, units by their keys.

use crate::campaign::Campaign;
use crate::unit::{UnitId, Units};
use grognard_board::Hex;
use grognard_umpire::{Target, TargetKind};

impl Campaign {
    /// A hex as a target.
    pub(crate) fn hex_target(&self, hex: Hex) -> Target {
        Target::new(TargetKind::Hex, self.board.id(hex))
    }

    /// A unit as a target.
    pub(crate) fn unit_target(&self, unit: UnitId) -> Target {
        Target { kind: TargetKind::Unit, id: self.counter(unit).key.clone() }
    }

    /// Units as targets.
    pub(crate) fn unit_targets(&self, units: Units) -> Vec<Target> {
        units.iter().map(|unit| self.unit_target(unit)).collect()
    }
}
