//! Forces: units of five arms in stacks, and the formations whose morale they share.

use grognard_umpire::{Clause, Side};

/// The most units that one stack may hold.
pub const UNITS_MAX: usize = 12;
/// The most stacks that one side may bring to a fight.
pub const STACKS_MAX: usize = 4;
/// The most formations that one side may bring to a fight.
pub const FORMATIONS_MAX: usize = 4;
/// The most strength points a unit may have.
pub const STRENGTH_MAX: u8 = 20;
/// The highest morale level a formation may have: a d10 never exceeds it.
pub const MORALE_MAX: u8 = 10;

/// What a unit is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Arm {
    /// Infantry.
    Infantry,
    /// Cavalry.
    Cavalry,
    /// Artillery.
    Artillery,
    /// Engineers.
    Engineer,
    /// A fort.
    Fort,
}

/// What the chooser of an SP loss names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// Infantry and cavalry.
    Combat,
    /// Artillery.
    Artillery,
    /// Engineers.
    Engineer,
    /// Forts.
    Fort,
}

impl Arm {
    /// Every arm.
    pub const ALL: [Arm; 5] = [Arm::Infantry, Arm::Cavalry, Arm::Artillery, Arm::Engineer, Arm::Fort];

    /// The class the arm belongs to. (M8)
    #[inline]
    pub const fn class(self) -> Class {
        match self {
            Arm::Infantry | Arm::Cavalry => Class::Combat,
            Arm::Artillery => Class::Artillery,
            Arm::Engineer => Class::Engineer,
            Arm::Fort => Class::Fort,
        }
    }

    /// The arm's word in files.
    pub const fn key(self) -> &'static str {
        match self {
            Arm::Infantry => "infantry",
            Arm::Cavalry => "cavalry",
            Arm::Artillery => "artillery",
            Arm::Engineer => "engineer",
            Arm::Fort => "fort",
        }
    }

    /// The arm with that word.
    pub fn from_key(key: &str) -> Option<Arm> {
        Arm::ALL.into_iter().find(|arm| arm.key() == key)
    }
}

impl Class {
    /// Every class.
    pub const ALL: [Class; 4] = [Class::Combat, Class::Artillery, Class::Engineer, Class::Fort];

    /// The clause that says which arms belong to a class.
    pub const CLAUSE: Clause = rule!("M8");

    /// The class's stable word.
    pub const fn key(self) -> &'static str {
        match self {
            Class::Combat => "combat",
            Class::Artillery => "artillery",
            Class::Engineer => "engineer",
            Class::Fort => "fort",
        }
    }
}

/// A unit: what it is called and what it is. Its strength changes and is kept elsewhere.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// The stable key, unique within the stack.
    pub key: String,
    /// Its name for people.
    pub name: String,
    /// Its arm.
    pub arm: Arm,
}

/// One stack that receives loss results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Force {
    /// Its name for people.
    pub name: String,
    /// Whose it is.
    pub owner: Side,
    /// Its units.
    pub units: Vec<Unit>,
}

impl Force {
    /// Whether the force is a fort: a fort is never stacked with anything else.
    #[inline]
    pub fn is_fort(&self) -> bool {
        self.units[0].arm == Arm::Fort
    }

    /// The units of a class, by number.
    pub fn of_class(&self, class: Class) -> impl Iterator<Item = usize> + '_ {
        (0..self.units.len()).filter(move |&unit| self.units[unit].arm.class() == class)
    }

    /// The units of an arm, by number.
    #[inline]
    pub fn of_arm(&self, arm: Arm) -> impl Iterator<Item = usize> + '_ {
        (0..self.units.len()).filter(move |&unit| self.units[unit].arm == arm)
    }
}

/// The strength points of each unit of a stack, in the stack's order.
pub type Strengths = [u8; UNITS_MAX];

/// The force as an allocation finds it and leaves it.
///
/// # Equality
/// Everything here is read by what comes after: strengths and morale by later results and checks, the
/// markers by the combat, and all of it by whoever values the end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Condition {
    /// Strength points, unit by unit.
    pub strength: Strengths,
    /// The morale level of the force's formation.
    pub morale: u8,
    /// Hexes of retreat taken as loss results.
    pub hexes: u8,
    /// The level of the defender's combat marker.
    pub marker: u8,
    /// Whether the attacker has artillery superiority.
    pub superiority: bool,
    /// Strength points that were lost as prisoners.
    pub prisoners: u8,
}

impl Condition {
    /// Whether the force has any strength left.
    #[inline]
    pub fn is_alive(&self) -> bool {
        self.strength.iter().any(|&strength| strength > 0)
    }

    /// All strength points together.
    #[inline]
    pub fn total(&self) -> u16 {
        self.strength.iter().map(|&strength| u16::from(strength)).sum()
    }
}

/// What a formation has been ordered to do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MissionOrder {
    /// Close with the enemy.
    Advance,
    /// Get away from him.
    Retire,
    /// Anything else; it makes no difference here.
    Other,
}

impl MissionOrder {
    /// Every order.
    pub const ALL: [MissionOrder; 3] = [MissionOrder::Advance, MissionOrder::Retire, MissionOrder::Other];

    /// The order's word in files.
    pub const fn key(self) -> &'static str {
        match self {
            MissionOrder::Advance => "advance",
            MissionOrder::Retire => "retire",
            MissionOrder::Other => "other",
        }
    }
}
