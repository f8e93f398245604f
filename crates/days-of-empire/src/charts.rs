//! The typed view of the tables.

mod movement;
mod read;

pub use movement::{Asks, ChangeCost, Draught, Evolution, Going, Lasting, Mover, MovesAs, Tread};

use crate::TABLES;
use crate::command::Quality;
use crate::length::Length;
use crate::melee::{Degree, Edge};
use crate::morale::{Factor, Outcome, Test};
use crate::unit::{Arm, Formation, Rider, Weapon, words};
use grognard_charts::{BadData, Bands, Pages, embedded};

words! {
    /// What kind of target a unit is: a column of the fire charts. (13)
    Target {
        /// Staff and skirmishers. [13.1]
        Dispersed "dispersed",
        /// Lines and deployed guns. [13.2]
        Line "line",
        /// Columns and limbered guns. [13.3]
        Dense "dense",
        /// Horse that charges from afar. [13.4]
        Fast "fast",
        /// In light cover. [13.5]
        LightCover "light cover",
        /// In heavy cover. [13.6]
        HeavyCover "heavy cover",
    }
}

/// How many kinds of target there are.
pub const TARGETS: usize = 6;
/// The ladder has so many steps, 0 included.
pub const STEPS: usize = 9;
/// The most hits of one die.
pub const HITS_MAX: usize = 3;

/// What one die does to a target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Struck {
    /// So many hits.
    Hits(u8),
    /// What the target stands in burns. [15.9-a]
    Alight,
}

/// A cell of the fire charts: the step of the ladder, and the faces that set things alight.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FireCell {
    /// The step.
    pub step: u8,
    /// Faces that read F, by bit.
    pub alight: u8,
}

impl FireCell {
    /// Whether a face reads F.
    pub const fn burns(self, face: u16) -> bool {
        self.alight & (1 << face) != 0
    }
}

/// A range band of a weapon.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Band {
    /// Up to this range.
    pub to: Length,
    /// Rows of the chart for 4, 3 and 2 stands: where they stand, and their steps by kind of target.
    pub rows: [(usize, [u8; TARGETS]); 3],
}

/// A range band of a gun.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GunBand {
    /// Its row in the chart.
    pub row: usize,
    /// Up to this range.
    pub to: Length,
    /// Dice a gun model.
    pub dice: u8,
    /// How far its shot bounces on; none for canister and shell.
    pub bounce: Option<Length>,
    /// Cells by kind of target.
    pub cells: [FireCell; TARGETS],
}

/// Where a small arm hits what: bands in order of range.
pub type SmallArm = Vec<Band>;

/// What a hit on a gun does. (T9)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Damage {
    /// So many of the crew.
    Crew(u8),
    /// So many horses.
    Horses(u8),
    /// Silent for so many turns.
    Silenced(u8),
    /// The gun is gone.
    Destroyed,
}

/// Columns of the damage table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HitBy {
    /// Artillery.
    Guns,
    /// Muskets, rifles, carbines.
    SmallArms,
}

/// Distances of a kind of troops in a formation. (T1) (T4)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pace {
    /// The ordinary move.
    pub normal: Option<Length>,
    /// The whole charge, both impulses.
    pub charge: Option<Length>,
    /// The evade move.
    pub evade: Option<Length>,
    /// The forced march.
    pub forced: Option<Length>,
    /// What a road adds.
    pub road: Option<Length>,
    /// The full rout.
    pub rout: Option<Length>,
    /// The full pursuit.
    pub pursuit: Option<Length>,
}

/// What a close assault costs by its difference. (T14)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AssaultResult {
    /// Draw, minor or major.
    pub degree: Degree,
    /// Stands that the winner loses; in a draw, each side.
    pub winner_loses: u8,
    /// Stands that the loser loses.
    pub loser_loses: u8,
}

/// Compulsory moves after a minor result. (T14)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AssaultMoves {
    /// How far the loser falls back.
    pub falls_back: Length,
    /// How far the winner follows.
    pub follows: Length,
    /// Whether following is a duty.
    pub duty: Duty,
}

/// Whether a winner has a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Duty {
    /// The move may be made.
    May,
    /// The move must be made.
    Must,
}

/// Single figures that the book prints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Figures {
    /// Within this distance foot catches its target. [17.2.3-b]
    pub caught_by_foot: Length,
    /// Within this distance horse catches its target.
    pub caught_by_horse: Length,
    /// A horse charge longer than this is fast. [13.4-a]
    pub fast_beyond: Length,
    /// Where a failed Charge Home stops. [17.4.9-c]
    pub stopped_short: Length,
    /// How near the target of a unit that has fired must be. [17.4.10-d]
    pub opportunity_after_fire: Length,
    /// Stands to form square. [12.3-c]
    pub square_stands: u8,
    /// Infantry with so few stands goes. [17.5.8-a]
    pub infantry_removed: u8,
    /// Cavalry with so few stands goes.
    pub cavalry_removed: u8,
    /// Dead ground of guns on high hills. [17.3.5-b]
    pub dead_ground: Length,
    /// A horse battery with so few horses moves as foot artillery. [10.3-e]
    pub horses_slow: u8,
    /// How far a unit keeps from enemies it has not charged. [17.4-f]
    pub clear_of_enemies: Length,
    /// The fewest stands of a squadron charge. [17.2.6-a]
    pub squadron_stands: u8,
    /// How much farther a bombardment reaches. (T16-a)
    pub bombardment_reach: Length,
    /// Its step at lines and columns, and at everything else.
    pub bombardment_steps: [u8; 2],
}

/// Everything the tables say, typed.
#[derive(Clone, Debug)]
pub struct Charts {
    /// The tables as printed.
    pub pages: Pages,
    /// Hits by step and face.
    ladder: [[u8; 7]; STEPS],
    small_arms: [SmallArm; 3],
    guns: [Vec<GunBand>; 4],
    /// Rows of the square fire table: bands by stands, the row of the Small Arms Chart and the least step.
    pub(crate) faces: (Bands, Vec<(u8, Option<u8>)>),
    damage: [[Damage; 4]; 6],
    crew_steps: (Bands, Vec<Option<i8>>),
    staff: [Rider; 6],
    base: [i8; 5],
    factors: Vec<[i8; 5]>,
    results: (Bands, Vec<[Outcome; 5]>),
    gun_class: u8,
    staff_class: [u8; 3],
    edges: Vec<i8>,
    assault: (Bands, Vec<AssaultResult>),
    moves: [AssaultMoves; 3],
    paces: Vec<Pace>,
    teams: (Bands, Vec<Draught>),
    goings: Vec<([Asks; 5], Lasting)>,
    changes: Vec<[ChangeCost; 5]>,
    /// Prices of a stand by class, infantry then cavalry.
    pub(crate) stand_points: [[u8; 2]; 4],
    pub(crate) gun_points: [u8; 2],
    pub(crate) rifle_points: u8,
    pub(crate) general_points: u8,
    /// Crew and horses of field, horse and siege batteries.
    pub(crate) crews: [(u8, u8); 3],
    /// Single figures.
    pub figures: Figures,
}

impl Charts {
    /// Reads the tables, with the player's own in place of ours.
    ///
    /// # Errors
    /// The first cell that cannot be used, with file, table, row and column.
    pub fn load(house: &[(String, String)]) -> Result<Charts, BadData> {
        let files = embedded(&TABLES);
        let own: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), *text)).collect();
        read::charts(Pages::load(&own, house)?)
    }

    /// Hits of a die at a step. (T5-a)
    #[inline]
    pub fn hits(&self, step: u8, face: u16) -> u8 {
        self.ladder[usize::from(step)][usize::from(face)]
    }

    /// Hits that a die at a step scores in six throws.
    pub fn hits_in_six(&self, step: u8) -> u8 {
        self.ladder[usize::from(step)].iter().sum()
    }

    /// The range bands of a small arm.
    pub fn small_arm(&self, weapon: Weapon) -> &SmallArm {
        &self.small_arms[weapon as usize]
    }

    /// The range bands of a gun.
    ///
    /// # Panics
    /// If the arm is no gun.
    pub fn gun(&self, arm: Arm) -> &[GunBand] {
        assert!(arm.is_gun(), "{arm:?} has no artillery chart");
        &self.guns[arm as usize - Arm::FieldGun as usize]
    }

    /// What a hit on a gun does. (T9-a)
    pub fn damage(&self, formation: Formation, by: HitBy, face: u16) -> Damage {
        let column = match (formation, by) {
            (Formation::Limbered, HitBy::Guns) => 1,
            (Formation::Limbered, HitBy::SmallArms) => 3,
            (_, HitBy::Guns) => 0,
            (_, HitBy::SmallArms) => 2,
        };
        self.damage[usize::from(face) - 1][column]
    }

    /// How many steps a gun with such a crew fires worse; none if it cannot fire. (T9-b)
    pub fn crew_steps(&self, crew: u8) -> Option<i8> {
        self.crew_steps.1[self.crew_steps.0.row(i32::from(crew))]
    }

    /// What a hit on a general or engineer does. (T10-a)
    pub fn staff(&self, face: u16) -> Rider {
        self.staff[usize::from(face) - 1]
    }

    /// The base of a test's total, before the class is taken off. (T11-a)
    pub fn base(&self, test: Test) -> i8 {
        self.base[test as usize]
    }

    /// What a factor adds to a test's total. (T11-a)
    pub fn factor(&self, factor: Factor, test: Test) -> i8 {
        self.factors[factor as usize][test as usize]
    }

    /// What a test comes to, by total less die. (T12-a)
    #[inline]
    pub fn result(&self, test: Test, margin: i32) -> Outcome {
        self.results.1[self.result_row(margin)][test as usize]
    }

    /// The row of the result table.
    pub fn result_row(&self, margin: i32) -> usize {
        self.results.0.row(margin)
    }

    /// The class by which guns test and fight. (6-e)
    pub fn gun_class(&self) -> u8 {
        self.gun_class
    }

    /// A price of the list, in points. (5)
    pub fn price(&self, label: &str) -> u32 {
        let table = self.pages.table("points").and_then(|table| table.number(table.row(label)?, 1));
        table.expect("rosters are priced by the same rows, which are checked when they are read")
    }

    /// The class by which staff test. (6-e)
    pub fn staff_class(&self, quality: Quality) -> u8 {
        self.staff_class[quality as usize]
    }

    /// What an edge is worth in a close assault. (T13-a)
    pub fn edge(&self, edge: Edge) -> i8 {
        self.edges[edge as usize]
    }

    /// The row of the assault results for a difference. (T14-a)
    pub fn assault_row(&self, difference: i32) -> usize {
        self.assault.0.row(difference)
    }

    /// The result of an assault by its difference. (T14-a)
    pub fn assault(&self, difference: i32) -> AssaultResult {
        self.assault_at(self.assault_row(difference))
    }

    /// The result in a row of the assault results.
    pub fn assault_at(&self, row: usize) -> AssaultResult {
        self.assault.1[row]
    }

    /// The degree's own row, for results without dice.
    pub fn assault_of(&self, degree: Degree) -> AssaultResult {
        *self.assault.1.iter().find(|result| result.degree == degree).expect("every degree has its row")
    }

    /// Compulsory moves of a kind of troops after a minor result.
    pub fn assault_moves(&self, arm: Arm, formation: Formation) -> AssaultMoves {
        self.moves[match (formation, arm.is_horse()) {
            (Formation::Square, _) => 2,
            (_, true) => 1,
            (_, false) => 0,
        }]
    }

    /// Distances of a kind of troops. (T1-a) (T4-a)
    pub fn pace(&self, arm: Arm, formation: Formation, horse_battery: HorseBattery) -> Pace {
        self.pace_of(read::pace_row(arm, formation, horse_battery))
    }

    /// Distances of a row of the movement table. (T1-a) (T4-a)
    pub fn pace_of(&self, mover: Mover) -> Pace {
        self.paces[mover as usize]
    }

    /// How a team of so many horses draws its gun. (T9)
    pub fn draught(&self, horses: u8) -> Draught {
        self.teams.1[self.teams.0.row(i32::from(horses))]
    }

    /// What ground asks of troops that come upon it. (T2-a)
    pub fn asks(&self, going: Going, tread: Tread) -> Asks {
        self.goings[going as usize].0[tread as usize]
    }

    /// Whether ground disorders whoever is in it, and for how long.
    pub fn disorders(&self, going: Going) -> Lasting {
        self.goings[going as usize].1
    }

    /// What a change of formation costs, before the class is reckoned in. (T3-a)
    pub fn change_cost(&self, change: Evolution, of: MovesAs) -> ChangeCost {
        self.changes[change as usize][of as usize]
    }

    /// The horses of a whole team. (T9)
    pub fn team(&self, arm: Arm, horse_battery: HorseBattery) -> u8 {
        let battery = match (arm, horse_battery) {
            (Arm::SiegeGun | Arm::SiegeHowitzer, _) => 2,
            (_, HorseBattery::Yes) => 1,
            (_, HorseBattery::No) => 0,
        };
        self.crews[battery].1
    }

    /// The row of the movement table for a kind of troops.
    pub fn mover(&self, arm: Arm, formation: Formation, horse_battery: HorseBattery) -> Mover {
        read::pace_row(arm, formation, horse_battery)
    }
}

/// Whether a gun belongs to horse artillery.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HorseBattery {
    /// Foot artillery, or no artillery at all.
    No,
    /// Horse artillery.
    Yes,
}
