//! The vocabulary of the charts: leaders, arms, terrain, status, and the forces made of them.

use crate::roster::Roster;
use grognard_umpire::{Fact, Offer, Target};
use serde::Deserialize;
use std::hash::{Hash, Hasher};

/// How many units one side can bring to a battle, nearby forces included.
pub const UNITS_MAX: usize = 12;
/// How many leaders one side can bring to a battle.
pub const LEADERS_MAX: usize = 8;
/// How many nearby forces one side can try to coordinate.
pub const NEARBY_MAX: usize = 4;

macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $key:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $key)] $variant,)+
        }

        impl $name {
            /// Every one of them, in the order of the charts.
            pub const ALL: &[$name] = &[$($name::$variant,)+];

            /// Its stable word.
            pub const fn key(self) -> &'static str {
                match self {
                    $($name::$variant => $key,)+
                }
            }

            /// The one with that word.
            pub fn from_key(key: &str) -> Option<$name> {
                Self::ALL.iter().copied().find(|it| it.key() == key)
            }
        }
    };
}
pub(crate) use words;

words! {
    /// A leader's battle letter, A the ablest.
    Letter {
        /// The ablest.
        A = "A",
        /// Able.
        B = "B",
        /// Competent.
        C = "C",
        /// Poor.
        D = "D",
        /// The worst.
        E = "E",
    }
}

words! {
    /// What a strength point fights as.
    Arm {
        /// Foot.
        Infantry = "infantry",
        /// Horse.
        Cavalry = "cavalry",
        /// Elephants.
        Elephants = "elephants",
    }
}

words! {
    /// The terrain of a hex.
    Terrain {
        /// Open country.
        Flat = "flat",
        /// Broken country.
        Rough = "rough",
        /// Mountains.
        Mountain = "mountain",
        /// Marshes.
        Marsh = "marsh",
    }
}

impl Terrain {
    /// Whether it is one of the two kinds that the charts treat as closed: mountain or marsh.
    pub const fn is_closed(self) -> bool {
        matches!(self, Terrain::Mountain | Terrain::Marsh)
    }
}

words! {
    /// What a battle left a force in; later is worse.
    Status {
        /// Nothing ails it.
        Fresh = "fresh",
        /// Disrupted.
        Disrupted = "disrupted",
        /// Disorganized.
        Disorganized = "disorganized",
        /// Useless.
        Useless = "useless",
    }
}

words! {
    /// Which game of the series is played: some rules are Rise of the Roman Republic's own.
    Game {
        /// Rise of the Roman Republic.
        RiseOfTheRomanRepublic = "rise-of-the-roman-republic",
        /// Carthage.
        Carthage = "carthage",
    }
}

words! {
    /// Whether a player is the Roman one, which several charts ask.
    People {
        /// Roman.
        Roman = "roman",
        /// Anybody else.
        Other = "other",
    }
}

words! {
    /// A leader's place in his side's command.
    Rank {
        /// The side's Overall Commander.
        OverallCommander = "overall-commander",
        /// Any other leader.
        Leader = "leader",
    }
}

/// Who a unit's men are, for the charts that count them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Grade {
    /// Nothing special.
    Line,
    /// Elite.
    Elite,
    /// A Roman legion.
    Legion,
    /// A veteran Roman legion.
    VeteranLegion,
}

/// A unit as it marched to the battle: some strength points of one arm, contingent and grade.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// The word that orders use for it.
    pub key: String,
    /// What it is called.
    pub name: String,
    /// The contingent (nationality) it belongs to.
    pub contingent: String,
    /// What it fights as.
    pub arm: Arm,
    /// Who its men are.
    pub grade: Grade,
    /// What an earlier battle left it in.
    pub status: Status,
    /// Its strength points.
    pub sp: u8,
    /// The nearby force it marches with; none for the force in the battle hex.
    pub nearby: Option<u8>,
}

impl Unit {
    /// Whether it is one of those an owner gives up last.
    pub fn is_select(&self) -> bool {
        matches!(self.grade, Grade::Elite | Grade::VeteranLegion)
    }

    /// Whether it is a legion, whole or in part.
    pub fn is_legion(&self) -> bool {
        matches!(self.grade, Grade::Legion | Grade::VeteranLegion)
    }
}

/// A leader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leader {
    /// His name.
    pub name: String,
    /// His battle letter.
    pub letter: Letter,
    /// His Campaign Rating.
    pub campaign: u8,
    /// His Mortality Rating.
    pub mortality: u8,
    /// The battle points he adds as a subordinate.
    pub battle_points: u8,
    /// His initiative, which campaigns roll with.
    pub initiative: u8,
    /// The Guile Points he begins with.
    pub guile: u8,
    /// His place in the command.
    pub rank: Rank,
    /// The nearby force he leads; none for a leader in the battle hex.
    pub nearby: Option<u8>,
}

/// A force of the same side near the battle hex, which may try to join.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nearby {
    /// What it is called.
    pub name: String,
    /// Its leader's index among the side's leaders.
    pub leader: usize,
    /// The hexes between it and the battle; 0 if it is inside a city in the battle hex.
    pub distance: u8,
    /// The river hexsides without a road on its way.
    pub rivers: u8,
    /// The terrain of the hexes it goes through or into, the battle hex last; empty from inside the city.
    pub path: Vec<Terrain>,
    /// Whether its last hexside is a river, so that it enters the battle hex straight across one.
    pub enters_across_river: bool,
}

/// A way out of the battle hex.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    /// The word that orders use for it.
    pub key: String,
    /// Where it leads.
    pub name: String,
    /// Whether it ends in a friendly city.
    pub into_city: bool,
    /// The terrain of the hexes entered, one or two; none for a city in the battle hex.
    pub hexes: Vec<Terrain>,
    /// Whether it crosses a river.
    pub across_river: bool,
    /// Where it ends on a map that is drawn; nowhere in a battle alone.
    pub ends_in: Option<Target>,
}

impl Offer for Way {
    fn key(&self) -> String {
        self.key.clone()
    }
    fn words(&self) -> String {
        self.name.clone()
    }
    fn targets(&self) -> Vec<Target> {
        self.ends_in.iter().cloned().collect()
    }
}

/// How a side decides when nobody asks it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Policy {
    /// Whether it tries to avoid battle, by its first way out.
    pub avoid: bool,
    /// The Guile Points it spends on an avoidance roll.
    pub avoidance_guile: u8,
    /// Whether it calls nearby forces in.
    pub coordinate: bool,
    /// The elephant SP it commits.
    pub elephants: u8,
    /// The Guile Points it spends on an unpredictable result.
    pub unpredictable_guile: u8,
    /// Which arm it gives up first.
    pub losses: LossPolicy,
    /// Whether it pursues.
    pub pursue: bool,
    /// Whether its Overall Commander spends a Guile Point to replace a killed subordinate.
    pub replace: bool,
}

words! {
    /// Which arm a side gives up first.
    LossPolicy {
        /// As little cavalry as can be.
        InfantryFirst = "infantry-first",
        /// As the arms stand to each other.
        Even = "even",
        /// As much cavalry as can be.
        CavalryFirst = "cavalry-first",
    }
}

/// One side of a battle as it stood at the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Party {
    /// What it is called.
    pub name: String,
    /// Whether it is the Roman player's.
    pub people: People,
    /// Its leaders, the commander first.
    pub leaders: Vec<Leader>,
    /// The commander's Guile Points.
    pub guile: u8,
    /// Its units, those of nearby forces included.
    pub units: Vec<Unit>,
    /// The units as tables, made whenever the units are.
    pub(crate) roster: Roster,
    /// Its forces near by.
    pub nearby: Vec<Nearby>,
    /// Its ways out of the battle hex.
    pub ways: Vec<Way>,
    /// How it decides when nobody asks it.
    pub policy: Policy,
}

impl Party {
    /// The commander.
    pub fn commander(&self) -> &Leader {
        &self.leaders[0]
    }

    /// Everything it has, as it marched to the battle.
    pub fn troops(&self) -> Troops {
        let mut troops = Troops::default();
        for (index, unit) in self.units.iter().enumerate() {
            troops.0[index] = unit.sp;
        }
        troops
    }

    /// The units that are in the battle: those of the force itself and of the forces that joined.
    pub fn present(&self, joined: Joined) -> impl Iterator<Item = (usize, &Unit)> {
        self.units.iter().enumerate().filter(move |(_, unit)| joined.has(unit.nearby))
    }

    /// The strength points of one arm in the battle.
    #[inline]
    pub fn of_arm(&self, troops: &Troops, joined: Joined, arm: Arm) -> u16 {
        self.roster.of_arm(troops, joined, arm)
    }

    /// The worst status of any unit in the battle.
    pub fn worst_status(&self, troops: &Troops, joined: Joined) -> Status {
        let units = self.present(joined).filter(|(index, _)| troops.0[*index] > 0);
        units.map(|(_, unit)| unit.status).max().unwrap_or(Status::Fresh)
    }

    /// The leaders in the battle.
    pub fn leaders_present(&self, joined: Joined) -> impl Iterator<Item = (usize, &Leader)> {
        self.leaders.iter().enumerate().filter(move |(_, leader)| joined.has(leader.nearby))
    }
}

/// The strength points left of each unit of a side, in the order of its units.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Troops(pub [u8; UNITS_MAX]);

impl Troops {
    /// The strength points in two words, so that states and ends are found by few and cheap steps.
    #[inline]
    pub(crate) fn words(&self) -> (u64, u32) {
        let [a, b, c, d, e, f, g, h, rest @ ..] = self.0;
        (u64::from_le_bytes([a, b, c, d, e, f, g, h]), u32::from_le_bytes(rest))
    }
}

impl Hash for Troops {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let (most, rest) = self.words();
        hasher.write_u64(most);
        hasher.write_u32(rest);
    }
}

/// Which nearby forces have joined the battle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Joined(u8);

impl Joined {
    /// Whether a unit or leader of that force, or of the main force, is in the battle.
    #[inline]
    pub const fn has(self, nearby: Option<u8>) -> bool {
        match nearby {
            None => true,
            Some(force) => self.0 & (1 << force) != 0,
        }
    }

    /// The same with one force more.
    pub const fn with(self, force: u8) -> Joined {
        Joined(self.0 | (1 << force))
    }

    /// The forces whose bits are set.
    pub(crate) const fn of_set(set: u8) -> Joined {
        Joined(set)
    }

    /// The forces as an index.
    #[inline]
    pub(crate) const fn set(self) -> usize {
        self.0 as usize
    }
}

words! {
    /// What a battle did to a leader.
    Fate {
        /// Nothing.
        Unhurt = "unhurt",
        /// He is wounded.
        Wounded = "wounded",
        /// He is dead.
        Killed = "killed",
        /// He is dead, and another has been sent for.
        Replaced = "replaced",
    }
}

/// What a battle did to each leader of a side, in the order of its leaders.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Fates(u16);

impl Fates {
    /// Nothing has befallen anybody.
    pub(crate) const NONE: Fates = Fates(0);

    /// All fates in one number.
    #[inline]
    pub(crate) const fn bits(self) -> u16 {
        self.0
    }

    /// A leader's fate.
    pub const fn of(self, leader: usize) -> Fate {
        match (self.0 >> (2 * leader)) & 3 {
            0 => Fate::Unhurt,
            1 => Fate::Wounded,
            2 => Fate::Killed,
            _ => Fate::Replaced,
        }
    }

    /// The same with one leader's fate set.
    pub const fn with(self, leader: usize, fate: Fate) -> Fates {
        Fates(self.0 & !(3 << (2 * leader)) | ((fate as u16) << (2 * leader)))
    }
}

/// A unit's status after a battle that gave its side one: the worse of the two, if it was there.
fn unit_status(unit: &Unit, joined: Joined, given: Status) -> Status {
    if joined.has(unit.nearby) { unit.status.max(given) } else { unit.status }
}

impl Party {
    /// The side's units with the strength left and their status, for the outside world.
    pub fn units_fact(&self, troops: &Troops, joined: Joined, given: Status) -> Fact {
        Fact::List(
            self.units
                .iter()
                .enumerate()
                .map(|(index, unit)| {
                    Fact::record([
                        ("key", Fact::from(unit.key.as_str())),
                        ("name", Fact::from(unit.name.as_str())),
                        ("arm", Fact::from(unit.arm.key())),
                        ("sp", Fact::from(troops.0[index])),
                        ("present", Fact::from(joined.has(unit.nearby))),
                        ("status", Fact::from(unit_status(unit, joined, given).key())),
                    ])
                })
                .collect(),
        )
    }

    /// The side's leaders with their fates, for the outside world.
    pub fn leaders_fact(&self, fates: Fates) -> Fact {
        Fact::List(
            self.leaders
                .iter()
                .enumerate()
                .map(|(index, leader)| {
                    Fact::record([
                        ("name", Fact::from(leader.name.as_str())),
                        ("fate", Fact::from(fates.of(index).key())),
                    ])
                })
                .collect(),
        )
    }
}
