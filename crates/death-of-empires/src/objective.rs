//! What a side wants: the worth of what is left, in tenths of an infantry strength point.

use crate::force::{Arm, Condition, Force, Strengths};

/// The worth of things, in tenths of an SP; a battle file states them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// A strength point of each arm, in the order of [`Arm::ALL`].
    pub strength: [i64; 5],
    /// A morale level.
    pub morale: i64,
    /// Still holding the hex.
    pub hold: i64,
    /// Each hex of retreat, as a loss.
    pub hex: i64,
    /// A level of the defender's combat marker, to the defender.
    pub marker: i64,
    /// Artillery superiority, to the attacker.
    pub superiority: i64,
    /// Each strength point lost as prisoners, as a loss beyond the strength point itself.
    pub prisoner: i64,
}

impl Default for Weights {
    fn default() -> Self {
        Weights {
            strength: [10, 10, 20, 15, 20],
            morale: 15,
            hold: 20,
            hex: 5,
            marker: 8,
            superiority: 12,
            prisoner: 5,
        }
    }
}

impl Weights {
    /// The worth of a strength point of an arm.
    #[inline]
    pub fn of_arm(&self, arm: Arm) -> i64 {
        self.strength[arm as usize]
    }

    /// The worth of a force's condition to its owner.
    pub fn worth(&self, force: &Force, condition: &Condition) -> i64 {
        let standing = self.standing(force, &condition.strength, condition.hexes);
        standing + self.morale * i64::from(condition.morale) - self.prisoner * i64::from(condition.prisoners)
            + self.marker * i64::from(condition.marker)
            - if condition.superiority { self.superiority } else { 0 }
    }

    /// The worth of a stack's strength and place alone.
    pub fn standing(&self, force: &Force, strength: &Strengths, hexes: u8) -> i64 {
        let units = force.units.iter().zip(strength);
        let strength: i64 = units.map(|(unit, &sp)| self.of_arm(unit.arm) * i64::from(sp)).sum();
        let hold = if hexes == 0 && strength > 0 { self.hold } else { 0 };
        strength + hold - self.hex * i64::from(hexes)
    }
}
