//! Units: what is printed on a counter, and sets of units.

use grognard_board::{Hex, IDS_MAX, Id, IdSet};
use grognard_umpire::Side;

/// The most units a title may have: what the fixed arrays hold.
pub const UNITS_MAX: usize = IDS_MAX;

/// A unit's type, by its symbol.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Arm {
    /// Foot infantry.
    #[default]
    Infantry,
    /// A regiment of internal troops, on foot.
    Nkvd,
    /// Cavalry.
    Cavalry,
    /// Motorized infantry.
    Motorized,
    /// Mechanized infantry.
    Mechanized,
    /// Armor.
    Armor,
}

impl Arm {
    /// All types, in the order of the exploit ratings.
    pub const ALL: [Arm; 6] =
        [Arm::Infantry, Arm::Nkvd, Arm::Cavalry, Arm::Motorized, Arm::Mechanized, Arm::Armor];

    /// Whether it is of those that can counterattack. [AGC-2.1-d]
    pub const fn has_tanks(self) -> bool {
        matches!(self, Arm::Armor | Arm::Mechanized)
    }

    /// The type's word in files.
    pub const fn key(self) -> &'static str {
        match self {
            Arm::Infantry => "infantry",
            Arm::Nkvd => "nkvd",
            Arm::Cavalry => "cavalry",
            Arm::Motorized => "motorized",
            Arm::Mechanized => "mechanized",
            Arm::Armor => "armor",
        }
    }

    /// The type with that word.
    pub fn from_key(key: &str) -> Option<Arm> {
        Arm::ALL.into_iter().find(|arm| arm.key() == key)
    }

    /// Whether it goes on foot or hoof, for the terrain chart.
    pub const fn is_on_foot(self) -> bool {
        matches!(self, Arm::Infantry | Arm::Nkvd | Arm::Cavalry)
    }

    /// Whether it counts for the reaction comparison: armor, mechanized and motorized. [2.6.1-j]
    pub const fn is_mobile(self) -> bool {
        !self.is_on_foot()
    }
}

/// A unit's size, by the marks above its symbol.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Size {
    /// III
    Regiment,
    /// X
    Brigade,
    /// XX
    Division,
    /// XXX
    Corps,
    /// XXXX
    Army,
}

impl Size {
    /// The marks.
    pub const fn key(self) -> &'static str {
        match self {
            Size::Regiment => "III",
            Size::Brigade => "X",
            Size::Division => "XX",
            Size::Corps => "XXX",
            Size::Army => "XXXX",
        }
    }

    /// The size with those marks.
    pub fn from_key(key: &str) -> Option<Size> {
        [Size::Regiment, Size::Brigade, Size::Division, Size::Corps, Size::Army]
            .into_iter()
            .find(|size| size.key() == key)
    }
}

/// A unit's nation, as far as rules tell nations apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Nation {
    /// German.
    #[default]
    German,
    /// Hungarian or Romanian: German for every rule but stacking.
    AxisAlly,
    /// Russian.
    Russian,
}

impl Nation {
    /// All nations, in the order of the tables.
    pub const ALL: [Nation; 3] = [Nation::German, Nation::AxisAlly, Nation::Russian];

    /// The nation's word in files.
    pub const fn key(self) -> &'static str {
        match self {
            Nation::German => "german",
            Nation::AxisAlly => "axis-ally",
            Nation::Russian => "russian",
        }
    }

    /// The nation with that word.
    pub fn from_key(key: &str) -> Option<Nation> {
        Nation::ALL.into_iter().find(|nation| nation.key() == key)
    }

    /// The side a nation fights on in the eastern titles.
    pub const fn side(self) -> Side {
        match self {
            Nation::German | Nation::AxisAlly => Side::First,
            Nation::Russian => Side::Second,
        }
    }
}

/// A unit as its place in the order of battle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct UnitId(pub u8);

impl UnitId {
    /// The place as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What is printed on a counter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counter {
    /// The stable key: `G-Pz3`.
    pub key: String,
    /// The name.
    pub name: String,
    /// The nation.
    pub nation: Nation,
    /// The type.
    pub arm: Arm,
    /// The size.
    pub size: Size,
    /// Printed strength points.
    pub strength: u8,
    /// Printed movement allowance, in movement points.
    pub allowance: u8,
    /// The army and corps it belongs to; for set-up and history only.
    pub parent: String,
    /// The turn it arrives; 1 for units on the map at the start.
    pub arrival: u8,
    /// Where it stood historically at the start.
    pub historical: Option<Hex>,
}

impl Id for UnitId {
    #[inline]
    fn at(place: u8) -> UnitId {
        UnitId(place)
    }
    #[inline]
    fn place(self) -> u8 {
        self.0
    }
}

/// A set of units.
pub type Units = IdSet<UnitId>;
