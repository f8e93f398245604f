//! Where situations come from: everything the rules want to know of the table. [section 10 of the design]
//!
//! The rules of a battle never look at coordinates. They ask a [`Ground`]: [`Measured`] works the answer out from
//! the poses, [`Told`](super::told) asks the people at a real table. Every question is the least a rule needs.
//!
//! Two kinds of question: *surveys* only look (`&Position`), *movers* put units elsewhere (`&mut Position`) and
//! say what was met on the way. A ground of the second kind asks people to push their stands and say what
//! happened.
//!
//! [`Measured`]: super::measured::Measured

mod charging;
mod running;
mod shots;
mod survey;

use super::campaign::Campaign;
use super::ids::{CommandId, UnitId, Units};
use super::reserves::Arriving;
use super::state::{Position, Scene};
use crate::charge::{Passage, Slope};
use crate::fire::Gait;
use crate::length::Length;
use crate::title::army::Edge;
use crate::unit::{Cover, CoverOf, Direction, Formation, Support};
use crate::volley::{Group, Level};
use grognard_board::table::{FeatureId, Hand, Mils, Notches, Pose};
use grognard_umpire::{Asked, Openness, Side, Umpire};
use std::fmt::Debug;
use std::hash::Hash;

pub use charging::Charging;
pub use running::Running;
pub use shots::Shots;
pub use survey::Survey;
pub(super) use survey::{reinforces, supports};

/// The cover a unit has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shelter {
    /// How good it is.
    pub cover: Cover,
    /// What gives it.
    pub of: CoverOf,
}

impl Shelter {
    /// None.
    pub const OPEN: Shelter = Shelter { cover: Cover::Open, of: CoverOf::Works };
}

/// A shot as the ground allows it. [17.3-h] [17.3-i] [17.3.5] [17.3.6]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Aimed {
    /// Stands that bear; for a gun, 1.
    pub bearing: u8,
    /// The stands in groups by range, of a square by face, each at the range of its farthest; empty for guns.
    pub groups: Vec<Group>,
    /// From the nearest stand that bears.
    pub range: Length,
    /// What the firer sees of the target.
    pub strikes: Direction,
    /// The target's cover against this fire.
    pub shelter: Shelter,
    /// How high the firer stands.
    pub level: Level,
    /// How high the target stands.
    pub target_level: Level,
    /// Friends whom the shot would endanger. [17.3.6]
    pub endangers: Units,
    /// An enemy screen before the target, and how far before it. [12.4-d]
    pub screen: Option<(UnitId, Length)>,
    /// Units in the bounce lane, nearest first, with their distances from the target's front edge. [17.3.7]
    pub behind: Vec<(UnitId, Length)>,
    /// How the target looked when it passed, where that is what is fired at. [17.3-p]
    pub then: Option<AsItPassed>,
}

/// How a target looked when it passed. [17.3-p]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AsItPassed {
    /// How it was drawn up.
    pub formation: Formation,
    /// Its gait.
    pub gait: Gait,
}

/// How a charger goes before it runs straight on. [17.2.3-a]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Way {
    /// A change of formation first.
    pub form: Option<Formation>,
    /// Then a wheel.
    pub wheel: Option<(Hand, Notches)>,
}

/// A charge as the ground allows it. [17.2.3] (5.8 of the design)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Approach {
    /// D: straight ahead from the charger's front edge to the target, after its wheel.
    pub distance: Length,
    /// What the wheel and the change cost, out of the first half.
    pub manoeuvre: Length,
    /// What the ground takes off the charge allowance. [17.2.2-h]
    pub ground: Length,
    /// What the charger strikes, judged when the charge is declared.
    pub strikes: Direction,
    /// The slope.
    pub slope: Slope,
    /// What the ground does to the charger's ranks before the assault.
    pub passage: Passage,
    /// Friends or other enemies in the way before the target, who close it.
    pub blocked_by: Option<UnitId>,
}

/// What a ground knows of a charge without asking anybody.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reckoned<T> {
    /// All of it.
    Known(T),
    /// It cannot be.
    Never,
    /// Only people know.
    Unknown,
}

/// What stopped a unit that runs, falls back or presses on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Met {
    /// Nothing: it went the whole way.
    Nothing,
    /// It is off the table.
    TableEdge,
    /// It is in a river, not at a ford. [15.3-c]
    River,
    /// It has run into an enemy. [17.4.14-d] [17.5.4-b]
    Enemy(UnitId),
    /// Friends or closed ground left no way on.
    Halted,
}

/// How a compulsory move went.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ran {
    /// How far.
    pub length: Length,
    /// The friends it burst through. [17.4.14-a]
    pub burst: Units,
    /// What it met.
    pub met: Met,
}

/// Ground into which a runner may go instead of straight away. [12.4-g] [12.4-r]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refuge {
    /// Which piece of terrain it is, where that is known.
    pub area: Option<FeatureId>,
    /// Where the runner would stand.
    pub pose: Pose,
    /// How far he runs.
    pub length: Length,
}

/// Part of a unit's fire: its target, and how it is aimed.
pub type Volleyed = (UnitId, Aimed);

/// Why a unit runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Flight {
    /// It breaks: directly away, laid out as a column. [17.4.13-a]
    Rout,
    /// It routs on, the way it is going. [17.4.13-e]
    RunOn,
    /// It evades, directly away, in its formation. [17.4.15]
    Evade,
}

/// Where a pursuer or follower goes. [17.5.4-a]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Course {
    /// Straight ahead, the way of its charge.
    Ahead,
    /// After a beaten enemy.
    After(UnitId),
}

/// Answers the survey questions of the rules and moves units by compulsion.
pub trait Ground:
    Survey + Shots + Charging + Running + Clone + Default + Eq + Hash + Debug + Send + Sync + 'static
{
    /// Makes ready for many questions about one scene: what is worked out now is not worked out for each of them.
    fn ready(&mut self, _scene: Scene<'_>) {}

    /// Whether places are known: then battles are drawn.
    const IS_MEASURED: bool;

    /// A phase begins: what people said in the last one may be asked again.
    fn new_phase(&mut self) {}

    /// A side places a unit or a brigade before the battle: the group that was begun, or nothing if one is done.
    /// [16.1]
    fn place(
        &mut self,
        scene: (&Campaign, &mut Position),
        side: Side,
        how: (Option<CommandId>, Openness),
        ump: &mut impl Umpire,
    ) -> Asked<Option<CommandId>>;

    /// Places along the edges, and whether visible enemies leave each of them open. [16.5-f]
    fn entry_points(&mut self, scene: Scene<'_>, side: Side) -> Vec<(Edge, Mils, bool)>;

    /// Brings a unit of an announced brigade on the table; nowhere if there is no room. [16.5-e]
    fn enter(
        &mut self,
        scene: (&Campaign, &mut Position),
        unit: UnitId,
        arriving: Arriving,
        ump: &mut impl Umpire,
    ) -> Asked<Option<Pose>>;

    /// One ordinary move of a side: the unit that moved, or nobody more. (17.4)
    fn ordinary_move(
        &mut self,
        scene: (&Campaign, &mut Position),
        side: Side,
        ump: &mut impl Umpire,
    ) -> Asked<Moved>;

    /// What the end of the Movement Phase brings: works go on, fires spread. (11) [15.9]
    fn clock(&mut self, scene: (&Campaign, &mut Position), ump: &mut impl Umpire) -> Asked<()>;
}

/// What came of asking a side for its next ordinary move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Moved {
    /// A unit has moved.
    Unit(UnitId),
    /// A unit makes an opportunity charge. [17.4.10]
    Charge(UnitId, UnitId),
    /// Nobody: a dispute was settled. [3.4]
    Nobody,
    /// The side has done moving.
    Done,
}
