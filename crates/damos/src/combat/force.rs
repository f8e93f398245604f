//! The forces of a combat, and what ground does to their strength. [8.2-b]

use super::Crossing;
use crate::charts::{Charts, Ground};
use crate::unit::{Arm, UnitId};
use std::hash::{Hash, Hasher};

/// The most units of one side in a combat: no stacking limit of the series lets more fight.
pub const FIGHTERS_MAX: usize = 6;

/// A unit in a combat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Fighter {
    /// Which one.
    pub unit: UnitId,
    /// Its type.
    pub arm: Arm,
    /// Its current strength.
    pub strength: u8,
}

/// The units of one side in a combat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Force {
    pub(super) count: u8,
    pub(super) fighters: [Fighter; FIGHTERS_MAX],
}

/// Units and types stay the same through a combat: the strengths tell its states apart, in one word.
impl Hash for Force {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let word = self
            .fighters
            .iter()
            .fold(u64::from(self.count), |word, fighter| word << 8 | u64::from(fighter.strength));
        state.write_u64(word);
    }
}

impl Force {
    /// A force of these units.
    ///
    /// # Panics
    /// With more than [`FIGHTERS_MAX`] of them: stacking forbids it.
    pub fn new(fighters: &[Fighter]) -> Force {
        assert!(fighters.len() <= FIGHTERS_MAX, "more units than may fight in a hex");
        let mut force = Force { count: fighters.len() as u8, ..Force::default() };
        force.fighters[..fighters.len()].copy_from_slice(fighters);
        force
    }

    /// Its units, the eliminated ones included.
    #[inline]
    pub fn fighters(&self) -> &[Fighter] {
        &self.fighters[..usize::from(self.count)]
    }

    /// Its strength.
    #[inline]
    pub fn strength(&self) -> u8 {
        self.fighters().iter().map(|fighter| fighter.strength).sum()
    }

    /// How many of its units are not eliminated.
    pub(crate) fn living(&self) -> usize {
        self.fighters().iter().filter(|fighter| fighter.strength > 0).count()
    }

    /// Whether a unit that may counterattack is still there. [AGC-2.1-d]
    pub fn has_tanks(&self) -> bool {
        self.fighters().iter().any(|fighter| fighter.strength > 0 && fighter.arm.has_tanks())
    }

    /// The strength that ground takes from it when it attacks there.
    pub(super) fn attack_strength(&self, charts: &Charts, ground: Ground, river: Crossing) -> u8 {
        let effects = charts.ground(ground);
        let mut less: u8 = match river {
            Crossing::River => charts.river_attack,
            Crossing::Open => 0,
        };
        for fighter in self.fighters().iter().filter(|fighter| fighter.strength > 0) {
            less += match fighter.arm {
                Arm::Armor => effects.per_armor,
                Arm::Mechanized | Arm::Motorized => effects.per_wheels,
                Arm::Infantry | Arm::Nkvd | Arm::Cavalry => 0,
            };
        }
        self.strength().saturating_sub(less).max(1)
    }

    /// The strength that ground gives it when it defends there.
    pub(super) fn defence_strength(&self, charts: &Charts, ground: Ground) -> u8 {
        (self.strength() + charts.ground(ground).defender).max(1)
    }

    /// The places in the force of the units that have the most strength; nobody where all are gone.
    pub fn strongest(&self) -> Vec<usize> {
        let most = self.fighters().iter().map(|fighter| fighter.strength).max().unwrap_or(0);
        (0..usize::from(self.count)).filter(|&i| most > 0 && self.fighters[i].strength == most).collect()
    }

    /// Takes one point from the unit in a place: what losing again costs the demoralized. [8.11-g]
    pub fn lose_one_more(&mut self, place: usize) {
        self.fighters[place].strength = self.fighters[place].strength.saturating_sub(1);
    }

    /// Moves one point from the unit in a place to another.
    pub(crate) fn shift_one(&mut self, from: usize, to: usize) {
        self.fighters[from].strength -= 1;
        self.fighters[to].strength += 1;
    }

    /// Takes all strength from the unit in a place.
    pub(crate) fn lose_all(&mut self, place: usize) {
        self.fighters[place].strength = 0;
    }

    /// Takes all strength from everybody.
    pub(super) fn wipe_out(&mut self) {
        for fighter in &mut self.fighters {
            fighter.strength = 0;
        }
    }
}
