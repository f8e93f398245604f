//! A position with what is given for the battle: names and keys, and who is who.

use super::*;

/// A battle as the rules look at it: the givens, and how it stands.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The givens.
    pub rules: &'a Campaign,
    /// How it stands.
    pub now: &'a Position,
}

impl<'a> Scene<'a> {
    /// The roster entry a unit goes by.
    pub fn profile(&self, unit: UnitId) -> &'a Profile {
        self.now.profile(self.rules, unit)
    }

    /// A unit.
    pub fn unit(&self, unit: UnitId) -> &'a UnitState {
        self.now.unit(unit)
    }

    /// Whose a unit is.
    pub fn side(&self, unit: UnitId) -> Side {
        self.profile(unit).side
    }

    /// A unit's key in orders: detached parts add a mark to their parent's.
    pub fn key(&self, unit: UnitId) -> String {
        let key = &self.profile(unit).key;
        match self.unit(unit).piece {
            Piece::Whole => key.clone(),
            piece => format!("{key}-{}", piece.word()),
        }
    }

    /// A unit's name.
    pub fn name(&self, unit: UnitId) -> String {
        let name = &self.profile(unit).name;
        match self.unit(unit).piece {
            Piece::Whole => name.clone(),
            Piece::Screen => format!("the skirmishers of {name}"),
            Piece::Rest => format!("the rest of {name}"),
            Piece::Holders => format!("the horse holders of {name}"),
            Piece::Crew => format!("the crew of {name}"),
        }
    }

    /// The unit with a key.
    pub fn find(&self, key: &str) -> Option<UnitId> {
        self.now.all().find(|unit| self.key(*unit) == key)
    }
}
