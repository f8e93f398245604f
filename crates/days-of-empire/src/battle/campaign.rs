//! What is given for a whole battle and never changes while it is fought: charts, readings, ground, orders of
//! battle, commands, length.

use super::ids::{CommandId, UnitId, Units};
use super::lessons::Lessons;
use super::state::{Place, UnitState};
use crate::charts::{Charts, HorseBattery};
use crate::policy::Policy;
use crate::readings::Readings;
use crate::staff::QualityDie;
use crate::terrain::Piece;
pub use crate::title::army::Rank;
use crate::title::army::{Edge, Entry, GeneralArm};
use crate::title::outcome::{Margins, Objective, Outcome};
use crate::title::{Deployment, PlacesFirst, TableSides};
use crate::unit::{Arm, Drill, Weapon, words};
use grognard_board::table::{FeatureId, Ground as Land, Heading, Point};
use grognard_umpire::{BySide, Side};
use std::sync::Arc;

/// A unit as its roster has it: what no die and no move changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Profile {
    /// The key in orders: `f33`.
    pub key: String,
    /// Its name, with its article: `the 93rd`.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// Its brigade; none for independent units.
    pub command: Option<CommandId>,
    /// What it is.
    pub arm: Arm,
    /// Its class, 1 to 4; for guns and staff that of the table. (7) (6-e)
    pub class: u8,
    /// What it shoots with.
    pub weapon: Option<Weapon>,
    /// Its drill.
    pub drill: Drill,
    /// Stands, or crew of a gun, at the start of the battle.
    pub start: u8,
    /// Horses of a gun's team at the start.
    pub horses: u8,
    /// Whether it is horse artillery.
    pub horse_battery: HorseBattery,
    /// What it cost. (5)
    pub points: u16,
    /// What kind of staff stand it is; none for troops.
    pub post: Option<Post>,
    /// Whether heavy cavalry may dismount by its army list. (A24)
    pub dismounts: bool,
    /// Inches of pontoon on a wagon. [5.1]
    pub pontoons: u8,
}

words! {
    /// What a staff or train stand is.
    Post {
        /// A general. (14)
        General "general",
        /// An engineer officer. (11)
        Engineer "engineer",
        /// Pioneers. (11)
        Pioneers "pioneers",
        /// A wagon or pontoon train.
        Wagon "wagon",
    }
}

/// A brigade, a division or the army of a side. [14.2]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// Its key.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// How high it stands.
    pub rank: Rank,
    /// The command above it.
    pub above: Option<CommandId>,
    /// Its general, if one was bought.
    pub general: Option<UnitId>,
    /// Whom its general may help.
    pub leads: GeneralArm,
}

words! {
    /// What a piece of ground is to the rules. (15)
    Terrain {
        /// A hill with gentle slopes.
        GentleHill "gentle-hill",
        /// A hill with steep slopes.
        SteepHill "steep-hill",
        /// Light wood.
        LightWood "light-wood",
        /// Heavy wood.
        HeavyWood "heavy-wood",
        /// A wood whose kind is not known until somebody comes near. [15.8]
        UnknownWood "unknown-wood",
        /// Timber houses.
        LightTown "light-town",
        /// Stone houses.
        HeavyTown "heavy-town",
        /// Swamp or marsh.
        Swamp "swamp",
        /// A stream, fordable everywhere.
        Stream "stream",
        /// A river.
        River "river",
        /// A road.
        Road "road",
        /// A wooden bridge.
        WoodenBridge "wooden-bridge",
        /// A stone bridge.
        StoneBridge "stone-bridge",
        /// A ford.
        Ford "ford",
        /// A light obstacle of wood.
        LightFence "light-fence",
        /// A light obstacle of earth or stone.
        LightWall "light-wall",
        /// Heavy works or walls.
        HeavyWorks "heavy-works",
        /// Difficult ground, level.
        Difficult "difficult",
    }
}

/// Everything given for a battle.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// The charts.
    pub charts: Arc<Charts>,
    /// The readings in force.
    pub readings: Readings,
    /// What the battle is called.
    pub title: String,
    /// When it was.
    pub date: String,
    /// What the sides are called.
    pub names: BySide<String>,
    /// The ground as it lies at the start.
    pub land: Land,
    /// What each feature of the ground is, in the ground's order.
    pub terrain: Vec<Terrain>,
    /// Which hills are difficult ground, by feature. [15.1]
    pub difficult: Vec<FeatureId>,
    /// The orders of battle: a unit's id is its place here.
    pub units: Vec<Profile>,
    /// How each unit stands at the start, in the same order.
    pub start: Vec<UnitState>,
    /// The commands.
    pub commands: Vec<Command>,
    /// The last turn.
    pub turns: u8,
    /// Who attacks, if that is defined: he has the initiative in turn 1. (A77)
    pub attacker: Option<Side>,
    /// Which way each side's own table edge lies: where it comes from, and where its routers run.
    pub home: BySide<Heading>,
    /// Where the wind blows to. [15.12]
    pub wind: Heading,
    /// How each side decides when nobody is asked.
    pub policies: BySide<Policy>,
    /// What the rules know of each feature, in the ground's order. (15)
    pub pieces: Vec<Piece>,
    /// Whether a die says before the battle where the wind blows to. [15.12]
    pub wind_rolled: bool,
    /// The points agreed on. [5-a]
    pub points: u32,
    /// How the armies come to stand on the table. [16.1-a]
    pub deployment: Deployment,
    /// Who places first. [16.1-b]
    pub places_first: PlacesFirst,
    /// Who picks his side of the table.
    pub sides: TableSides,
    /// The deployment zones. [16.2]
    pub zones: BySide<Vec<Point>>,
    /// Each side's own edge of the table. [16.2-d]
    pub baselines: BySide<Edge>,
    /// Where commands kept off the table may come on, by command. [16.5]
    pub entries: Vec<Option<Entry>>,
    /// Places worth holding. [18.2-a]
    pub objectives: Vec<Objective>,
    /// Ways to come out. [18.2-a]
    pub outcomes: Vec<Outcome>,
    /// The margins of a victory by points. [18.2-g]
    pub margins: Margins,
    /// Scouting points. (19.2)
    pub scouting: BySide<u32>,
    /// The nations of each side.
    pub nations: BySide<Vec<String>>,
    /// The quality of generals by die. [14.1-a]
    pub ordinary_quality: QualityDie,
    /// The same by nation. (19.4)
    pub national_quality: BySide<QualityDie>,
    /// The quality of a promoted general. [14.3-d]
    pub promoted_quality: QualityDie,
    /// What the battle is about, for players.
    pub about: Vec<String>,
    /// Whether it explains what happens for the first time.
    pub lessons: Lessons,
    /// The units as they are on foot, in the order of the units: what cavalry goes by when it has dismounted.
    pub afoot: Vec<Profile>,
}

impl Profile {
    /// The same unit dismounted: on foot, with its carbines. [9.3]
    pub fn dismounted(&self) -> Profile {
        match self.arm.is_horse() {
            true => Profile { arm: Arm::DismountedCavalry, weapon: Some(Weapon::Carbine), ..self.clone() },
            false => self.clone(),
        }
    }
}

impl Campaign {
    /// The unit with a key.
    pub fn unit(&self, key: &str) -> Option<UnitId> {
        self.units.iter().position(|unit| unit.key == key).map(|at| UnitId(at as u8))
    }

    /// Whether somebody of either side may be hidden or off the table, as everybody knows from the battle itself. [16.4]
    /// [16.5]
    pub fn keeps_secrets(&self) -> bool {
        self.deployment != Deployment::AsPlaced
            || self.entries.iter().any(Option::is_some)
            || self.start.iter().any(|unit| unit.place == Place::Hidden)
    }

    /// Whether somebody may stand hidden on the table, as everybody knows from the battle itself. [16.4]
    pub fn may_hide(&self) -> bool {
        self.deployment != Deployment::AsPlaced || self.start.iter().any(|unit| unit.place == Place::Hidden)
    }

    /// A unit's roster entry. Detached parts go by their parent's: ask [`Position::profile`].
    ///
    /// [`Position::profile`]: super::state::Position::profile
    pub fn profile(&self, unit: UnitId) -> &Profile {
        &self.units[unit.index()]
    }

    /// The units of a side, staff counted in.
    pub fn of_side(&self, side: Side) -> Units {
        (0..self.units.len() as u8).map(UnitId).filter(|unit| self.profile(*unit).side == side).collect()
    }

    /// A command.
    pub fn command(&self, command: CommandId) -> &Command {
        &self.commands[command.index()]
    }

    /// What a feature of the ground is; nothing for what was laid while the battle is fought: fords, pontoons, gaps and
    /// barricades.
    pub fn terrain(&self, feature: FeatureId) -> Option<Terrain> {
        self.terrain.get(usize::from(feature.0)).copied()
    }
}
