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
use grognard_board::table::{Hand, Mils, Notches, Pose};
use grognard_umpire::{Asked, Openness, Side, Umpire};
use std::fmt::Debug;
use std::hash::Hash;

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
pub trait Ground: Clone + Default + Eq + Hash + Debug + Send + Sync + 'static {
    /// Makes ready for many questions about one scene: what is worked out now is not worked out for each of them.
    fn ready(&mut self, _scene: Scene<'_>) {}

    /// Formed friends behind a unit, neither shaken nor routing. (T11-c)
    fn support(&mut self, scene: Scene<'_>, unit: UnitId, ump: &mut impl Umpire) -> Asked<Support>;

    /// Whether a visible friendly unit routs within 12 inches. (T11-a)
    fn friend_routing(&mut self, scene: Scene<'_>, unit: UnitId, ump: &mut impl Umpire) -> Asked<bool>;

    /// The generals of its side whose command radius the unit is in. [14.2-c]
    fn generals_in_reach(&mut self, scene: Scene<'_>, unit: UnitId, ump: &mut impl Umpire) -> Asked<Units>;

    /// The cover a unit has against nobody in particular: what it stands in, or lines within 1 inch.
    fn shelter(&mut self, scene: Scene<'_>, unit: UnitId, ump: &mut impl Umpire) -> Asked<Shelter>;

    /// The cover a unit has against somebody who charges it. [15.11]
    fn shelter_from(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        from: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<Shelter>;

    /// Whether a visible formed enemy is within 8 inches. (T11-a)
    fn formed_enemy_near(&mut self, scene: Scene<'_>, unit: UnitId, ump: &mut impl Umpire) -> Asked<bool>;

    /// Whether any enemy is visible to a unit. (T11-a)
    fn enemy_visible(&mut self, scene: Scene<'_>, unit: UnitId, ump: &mut impl Umpire) -> Asked<bool>;

    /// Which side's unit of the two stands higher. (T13)
    fn higher(
        &mut self,
        scene: Scene<'_>,
        one: UnitId,
        other: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<Option<Side>>;

    /// How many stands of a unit touch another. [17.5.2-c]
    fn stands_touching(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        other: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<u8>;

    /// The friends who reinforce a unit in line against an enemy it touches. [17.5-e]
    fn reinforcements(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        enemy: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<Units>;

    /// The enemies a unit might shoot at, nearest first. A ground that does not know lists all.
    fn targets(&mut self, scene: Scene<'_>, firer: UnitId) -> Vec<UnitId>;

    /// A shot at one of them; none if no stand bears or nothing is seen.
    fn aim(
        &mut self,
        scene: Scene<'_>,
        firer: UnitId,
        target: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<Option<Aimed>>;

    /// The enemies who passed a unit last turn and at whom it might fire now; a ground that does not know lists none.
    /// [17.3-p]
    fn passers(&mut self, _scene: Scene<'_>, _firer: UnitId) -> Vec<UnitId> {
        Vec::new()
    }

    /// A shot at an enemy where it passed, as far as it is known without asking.
    fn reckon_passed(&mut self, _scene: Scene<'_>, _firer: UnitId, _target: UnitId) -> Reckoned<Aimed> {
        Reckoned::Unknown
    }

    /// A shot at an enemy where it passed; none if no stand bore on it.
    fn passed(
        &mut self,
        scene: Scene<'_>,
        firer: UnitId,
        target: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<Option<Aimed>>;

    /// Whether a unit sees another. A ground that does not know says yes.
    fn sees(&mut self, scene: Scene<'_>, by: UnitId, at: UnitId) -> bool;

    /// A unit's small arms with so many stands, each at its own nearest eligible enemy: one part for each target.
    /// [17.3-g] [17.3-u]
    fn volleys(
        &mut self,
        scene: Scene<'_>,
        firer: UnitId,
        stands: u8,
        ump: &mut impl Umpire,
    ) -> Asked<Vec<Volleyed>>;

    /// How far a charger can go in its 1st Impulse, by a way, between two lengths: the longest run at whose end
    /// it stands on nobody.
    fn impulse(
        &mut self,
        scene: Scene<'_>,
        charger: UnitId,
        way: Way,
        between: (Length, Length),
    ) -> Option<Length>;

    /// Turns a rallied router about in a formation, if there is room for it. [17.2.10-b] (A132)
    fn rally(
        &mut self,
        scene: (&Campaign, &mut Position),
        unit: UnitId,
        formation: Formation,
        ump: &mut impl Umpire,
    ) -> Asked<bool>;

    /// The ways by which a unit might charge another, straight ahead first. A ground that does not know lists
    /// the straight one.
    fn charge_ways(&mut self, scene: Scene<'_>, charger: UnitId, target: UnitId) -> Vec<Way>;

    /// How far along its side's edge of the table a unit stands; nothing where that is not known. [17.2.2-a]
    fn across(&mut self, _scene: Scene<'_>, _unit: UnitId) -> Option<i32> {
        None
    }

    /// A charge by such a way as far as it is known without asking: for offers and refusals.
    fn reckon(&mut self, scene: Scene<'_>, charger: UnitId, target: UnitId, way: Way) -> Reckoned<Approach>;

    /// A shot as far as it is known without asking: for offers and refusals.
    fn reckon_shot(&mut self, scene: Scene<'_>, firer: UnitId, target: UnitId) -> Reckoned<Aimed>;

    /// Whether a unit's small arms would find anybody to fire at. A ground that does not know says yes.
    fn could_fire(&mut self, scene: Scene<'_>, firer: UnitId) -> bool;

    /// A charge by such a way; none if it never meets the target.
    fn approach(
        &mut self,
        scene: Scene<'_>,
        charger: UnitId,
        target: UnitId,
        way: Way,
        ump: &mut impl Umpire,
    ) -> Asked<Option<Approach>>;

    /// Enemy skirmishers on a charger's way, with their distances. [17.2.7]
    fn screens_on_way(
        &mut self,
        scene: Scene<'_>,
        charger: UnitId,
        target: UnitId,
        way: Way,
        ump: &mut impl Umpire,
    ) -> Asked<Vec<(UnitId, Length)>>;

    /// Moves a charger: its way, then so far straight ahead. [17.2.3]
    fn charge_on(
        &mut self,
        scene: (&Campaign, &mut Position),
        charger: UnitId,
        way: Way,
        length: Length,
        ump: &mut impl Umpire,
    ) -> Asked<()>;

    /// Straight ahead from a charger to its target as it stands now; none if it never meets it. [17.4.9-f]
    fn gap(
        &mut self,
        scene: Scene<'_>,
        charger: UnitId,
        target: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<Option<Length>>;

    /// How far straight ahead a charger can go that does not reach its target, at most so far: clear of friends, and an
    /// inch from enemies. [17.4.9-e]
    fn room_ahead(
        &mut self,
        scene: Scene<'_>,
        charger: UnitId,
        most: Length,
        ump: &mut impl Umpire,
    ) -> Asked<Length>;

    /// What somebody who set out from a place strikes of an enemy whom he has come upon. [17.5.4-c]
    fn struck(
        &mut self,
        scene: Scene<'_>,
        by: (UnitId, Pose),
        on: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<Direction>;

    /// What shells have set alight burns from now on. [15.9-a] [15.9-f]
    fn kindle(&mut self, scene: (&Campaign, &mut Position), ump: &mut impl Umpire) -> Asked<()>;

    /// Brings a charger into contact and lays it along the touched edge; no contact if the way is closed.
    /// [17.4.2-b] [17.4.2-g]
    fn make_contact(
        &mut self,
        scene: (&Campaign, &mut Position),
        charger: UnitId,
        target: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<bool>;

    /// A unit runs away from others. [17.4.13] [17.4.14] [17.4.15]
    fn flee(
        &mut self,
        scene: (&Campaign, &mut Position),
        unit: UnitId,
        from: &[UnitId],
        run: (Flight, Length),
        ump: &mut impl Umpire,
    ) -> Asked<Ran>;

    /// A unit falls back, facing the enemy. (T14)
    fn fall_back(
        &mut self,
        scene: (&Campaign, &mut Position),
        unit: UnitId,
        length: Length,
        ump: &mut impl Umpire,
    ) -> Asked<Ran>;

    /// A unit follows or pursues. [17.5.4-a]
    fn press_on(
        &mut self,
        scene: (&Campaign, &mut Position),
        unit: UnitId,
        run: (Course, Length),
        ump: &mut impl Umpire,
    ) -> Asked<Ran>;

    /// Difficult ground, woods and towns that a runner could reach instead of running straight away, each with where it
    /// would stand and how far it runs; none where that is not known. [12.4-g] [12.4-r]
    fn refuges(
        &mut self,
        _scene: Scene<'_>,
        _unit: UnitId,
        _from: &[UnitId],
        _length: Length,
    ) -> Vec<(grognard_board::table::FeatureId, Pose, Length)> {
        Vec::new()
    }

    /// Friendly squares that a runner could reach, with how far that is. [17.4.15-d]
    fn squares_near(&mut self, scene: Scene<'_>, unit: UnitId, length: Length) -> Vec<(UnitId, Length)>;

    /// Friendly infantry behind whom a gun crew could run, each with where it would stand and how far that is; none
    /// where that is not known. [10.2-b]
    fn friends_near(
        &mut self,
        _scene: Scene<'_>,
        _crew: UnitId,
        _from: &[UnitId],
        _length: Length,
    ) -> Vec<(UnitId, Pose, Length)> {
        Vec::new()
    }

    /// Whether an enemy touches guns that their crew has left. [10.2-c]
    fn is_touched(&mut self, scene: Scene<'_>, gun: UnitId, ump: &mut impl Umpire) -> Asked<bool>;

    /// Whether a unit stands in an area, with any part of it; no where that is not known.
    fn is_inside(
        &mut self,
        _scene: Scene<'_>,
        _unit: UnitId,
        _area: grognard_board::table::FeatureId,
    ) -> bool {
        false
    }

    /// How many stands of a unit are in an area; none where that is not known.
    fn stands_inside(
        &mut self,
        _scene: Scene<'_>,
        _unit: UnitId,
        _area: grognard_board::table::FeatureId,
    ) -> u8 {
        0
    }

    /// Whether a unit stands in a closed square of several: lines that touch each other all round, facing outward.
    /// [12.3]
    fn square_of_several(&mut self, scene: Scene<'_>, unit: UnitId, ump: &mut impl Umpire) -> Asked<bool>;

    /// The wood some stand of a unit is in, the thickest; none on a road through it, and where it is not known.
    fn wood(&mut self, _scene: Scene<'_>, _unit: UnitId) -> Option<grognard_board::table::Thickness> {
        None
    }

    /// Friendly deployed guns that a charger rides or marches through in such a run. [17.4.8-c]
    fn guns_passed(
        &mut self,
        _scene: Scene<'_>,
        _charger: UnitId,
        _run: (Way, Length),
        _ump: &mut impl Umpire,
    ) -> Asked<Units> {
        Ok(Units::NONE)
    }

    /// How far it is to ground in which pursuing horse would be at a disadvantage, if it lies on its way.
    /// [17.5.1-c]
    fn bad_ground_ahead(
        &mut self,
        _scene: Scene<'_>,
        _unit: UnitId,
        _run: (Course, Length),
        _ump: &mut impl Umpire,
    ) -> Asked<Option<Length>> {
        Ok(None)
    }

    /// The enemies in reach of a winner's compulsory advance whom a wheel of up to 45 degrees would bring before
    /// it, each with the wheel and what it costs. [17.5.4-d]
    fn wheels(&mut self, _scene: Scene<'_>, _unit: UnitId, _length: Length) -> Vec<(UnitId, Way, Length)> {
        Vec::new()
    }

    /// Whether a unit has room for a formation where it stands. (A132)
    fn has_room(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        formation: Formation,
        ump: &mut impl Umpire,
    ) -> Asked<bool>;

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

    /// Whether an enemy on the table sees a hidden unit. A ground that does not know says no. [16.4-b]
    fn spots(&mut self, scene: Scene<'_>, hidden: UnitId) -> bool;

    /// Whether a general is within 8 inches of a unit of a formation. [14.3-b]
    fn general_near(
        &mut self,
        scene: Scene<'_>,
        general: UnitId,
        command: CommandId,
        ump: &mut impl Umpire,
    ) -> Asked<bool>;

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

    /// Who holds an objective: a side with a unit that may hold it within its reach, and no formed enemy there.
    /// [18.2-a]
    fn objective(&mut self, scene: Scene<'_>, objective: usize, ump: &mut impl Umpire)
    -> Asked<Option<Side>>;

    /// One ordinary move of a side: the unit that moved, or nobody more. (17.4)
    fn ordinary_move(
        &mut self,
        scene: (&Campaign, &mut Position),
        side: Side,
        ump: &mut impl Umpire,
    ) -> Asked<Moved>;

    /// Ground that disorders and in which some stand of a unit is, by how long that lasts; none in the open.
    /// [15.7-j] [17.2.8-b]
    fn bad_ground(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<Option<crate::charts::Lasting>>;

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
