//! How a battle stands: every unit, the charges under way, contacts, clocks.

mod scene;

use super::campaign::{Campaign, Profile};
use super::deployment::Setup;
use super::fires::Fire;
use super::ground::Way;
use super::ids::{UnitId, Units};
use super::reserves::Arriving;
use super::staff::Vacant;
use super::terrain::Altered;
use crate::charge::Slope;
use crate::command::Quality;
use crate::fire::Gait;
use crate::length::Length;
use crate::unit::{Arm, Body, Direction, Fate, Formation, Impetus, Order, words};
use grognard_board::table::{Bend, CrestSide, FeatureId, Hand, Heading, Mils, Notches, Point, Pose};
use grognard_umpire::{BySide, Side};

pub use scene::Scene;

words! {
    /// What part of a unit a body on the table is.
    Piece {
        /// The unit itself.
        Whole "whole",
        /// Skirmishers detached from it. [12.4-o]
        Screen "screen",
        /// The squadrons of a cavalry unit that stayed behind. [17.2.6]
        Rest "rest",
        /// Horse holders. [9.3]
        Holders "holders",
        /// A gun crew away from its gun. [10.2]
        Crew "crew",
    }
}

/// Where a unit is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// Not placed yet.
    Unplaced,
    /// On the table for everybody to see.
    Table,
    /// On a map that the other side has not seen yet. [16.1-a]
    Mapped,
    /// On the table, but not seen yet. [16.4]
    Hidden,
    /// Off the table with its brigade. [16.5]
    OffBoard,
    /// Evaded or wounded: off the table, back from this turn on. [17.4.15-f] [14.3-a]
    Away(u8),
    /// Inside a friendly square. [12.3-h]
    Sheltered(UnitId),
    /// Routed off the table: it never returns. [17.4.13-f]
    RoutedOff,
    /// Surrendered. [18.1]
    Surrendered,
    /// Destroyed, shattered, captured: see the body's fate.
    Gone,
}

impl Place {
    /// Whether a stand of it is on the table for everybody to see.
    pub const fn is_on_table(self) -> bool {
        matches!(self, Place::Table)
    }

    /// Whether it is out of the battle for good.
    pub const fn is_lost(self) -> bool {
        matches!(self, Place::RoutedOff | Place::Surrendered | Place::Gone)
    }
}

/// What a unit has done or suffered this turn. Cleared when a turn begins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Marks {
    /// It has moved.
    pub moved: bool,
    /// It has made its one change of formation. [17.4.7-a]
    pub changed: bool,
    /// It has had its ordinary move, or may make none any more.
    pub done: bool,
    /// A failed test after shooting halts it: no nearer to the enemy. [17.2.9]
    pub halted: bool,
    /// It failed To Charge: no nearer to the enemy. [17.2.2-d]
    pub no_closer: bool,
    /// It has tried a charge. [17.2.4-a]
    pub tried_charge: bool,
    /// It charges, or has charged. [17.2.5-a]
    pub charged: bool,
    /// It broke a charge off, or its Charge Home failed: no more moves. [17.4.11-b] [17.4.9-c]
    pub stopped: bool,
    /// It fought in a close assault.
    pub fought: bool,
    /// It made a forced march.
    pub forced: bool,
    /// It has tested in this phase, or needs not.
    pub tested: bool,
    /// It was disordered already when the turn began. [17.2.8-f]
    pub began_disordered: bool,
    /// It stood in ground that disorders at some moment of this turn. [17.2.8-b]
    pub in_bad_ground: bool,
    /// Its charge went across ground after which ranks must be dressed: an obstacle, a stream, a swamp. [15.10-c]
    pub crossed: bool,
    /// It has answered the charges at it.
    pub answered: bool,
    /// Its owner was asked whether it feints.
    pub asked_feint: bool,
    /// It lost stands to fire and has still to test. [17.3-f]
    pub must_test: bool,
    /// A gun that has fired at somebody who charged it: it may fire at others who do. [10.1-c]
    pub defended: bool,
    /// It has worked in this Movement Phase, and does nothing else. [11-f]
    pub worked: bool,
    /// Two of its stands have tried to light a fire. [15.9-g]
    pub lit: bool,
}

/// A unit as it is now: small, without heap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct UnitState {
    /// Whose roster entry it goes by: itself, or the unit it was detached from.
    pub of: UnitId,
    /// What part of that unit it is.
    pub piece: Piece,
    /// Where it is.
    pub place: Place,
    /// What dice change: stands, order, formation, first fire, fate. Attached staff are units of their own; the
    /// body's `general` and `engineer` are filled in only while a procedure runs.
    pub body: Body,
    /// Where it stands: the middle of the command stand's front edge, and the heading.
    pub pose: Pose,
    /// The bends of its line. [12.2-c]
    pub bends: [Option<Bend>; 2],
    /// Stands in a rank, where it is not what the formation says: cavalry columns, turned columns; 0 else.
    pub files: u8,
    /// The side of a crest nearby on which it has been declared. [15.1]
    pub crest: CrestSide,
    /// Staff: the unit it rides with. [14.4-a]
    pub rides_with: Option<UnitId>,
    /// What it has done this turn.
    pub marks: Marks,
    /// Stands that have fired this turn.
    pub fired: u8,
    /// Stands whose fire is kept for the Movement Phase. [17.3.3]
    pub reserved: u8,
    /// Hits taken this turn, for the tests. [17.3-s]
    pub hits: u8,
    /// The last turn in which it fired; 0 for never. [16.3-j]
    pub smoke: u8,
    /// How far it has routed, pursued or evaded this turn. [17.4.13-g]
    pub ran: Mils,
    /// The last turn in which a silenced gun does not fire, or staff whose horse was shot do not move. (T9) (T10)
    pub silent_until: u8,
    /// Phases of the work it is at. (11)
    pub work: u8,
    /// Turns in burning ground. [15.9]
    pub burning: u8,
    /// Disordered only by the ground it stands in: no Rally test. (A142)
    pub by_ground: bool,
    /// Must rally outside: swamp, ford, stream, obstacle. (A142)
    pub until_rallied: bool,
    /// Staff: the general's quality. [14.1]
    pub quality: Quality,
    /// Hits of this phase whose stands have not come off yet: by guns, by small arms.
    pub fresh: [u8; 2],
    /// The gravest side from which it was shot at this phase.
    pub shot_from: Direction,
    /// Who scored most hits on it this phase, and how many. (A66)
    pub shot_by: Option<(UnitId, u8)>,
    /// Cavalry: how it stands to its horses. [9.3]
    pub saddle: Saddle,
    /// What it is at work on. (11)
    pub task: Option<Task>,
    /// How many forced marches it has made. [17.2.8-c]
    pub forced_marches: u8,
    /// A wagon: spans of pontoon that have been laid from it. [15.5]
    pub spans: u8,
    /// A gun: the horses of its team while it is deployed; those of the roster if it has not been limbered yet.
    pub team: Option<u8>,
}

words! {
    /// How cavalry stands to its horses. [9.3] [15.6-a]
    Saddle {
        /// In the saddle; also everybody who never had a horse.
        Mounted "mounted",
        /// On foot, the horses held elsewhere.
        Afoot "afoot",
        /// On foot, leading the horses.
        Leading "leading",
    }
}

/// A work that takes several phases one after the other. [11-i]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Task {
    /// A bridge is being demolished. [11-b]
    Demolish(FeatureId),
    /// A gap is being cleared in an obstacle. [11-e]
    Clear(FeatureId),
    /// A pontoon bridge is being laid. [15.5]
    Span(FeatureId),
    /// Barricades are being built. [17.5.6]
    Build,
    /// It helps others at their work.
    Help(UnitId),
    /// A siege gun is being limbered or unlimbered. (T3-a)
    Limber,
}

impl UnitState {
    /// A unit at its start.
    pub fn new(of: UnitId, body: Body, place: Place, pose: Pose) -> UnitState {
        UnitState {
            of,
            piece: Piece::Whole,
            place,
            body,
            pose,
            bends: [None; 2],
            files: 0,
            crest: CrestSide::Over,
            rides_with: None,
            marks: Marks::default(),
            fired: 0,
            reserved: 0,
            hits: 0,
            smoke: 0,
            ran: Mils::ZERO,
            silent_until: 0,
            work: 0,
            burning: 0,
            by_ground: false,
            until_rallied: false,
            quality: Quality::Capable,
            fresh: [0; 2],
            shot_from: Direction::Front,
            shot_by: None,
            saddle: Saddle::Mounted,
            task: None,
            forced_marches: 0,
            spans: 0,
            team: None,
        }
    }
}

/// Two units in contact, enemies of each other. [17.4.2-b]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Contact {
    /// Who came on.
    pub by: UnitId,
    /// Upon whom.
    pub on: UnitId,
    /// What he strikes.
    pub strikes: Direction,
    /// Whether he comes by a charge of this turn or a break-through: then he has impetus. [17.5.4-c]
    pub impetus: Impetus,
    /// The turn from which it is fought: a break-through waits for the next. [17.5.4-b]
    pub from: u8,
    /// What is left of a break-through's compulsory move, should the new enemy rout. [17.5.4-g]
    pub rest: Length,
}

words! {
    /// How far a charge has got.
    Run {
        /// Declared, not tested yet.
        Declared "declared",
        /// Under way.
        Charging "charging",
        /// Refused by the To Charge test.
        Refused "refused",
        /// Broken off. [17.4.11]
        Feinted "feinted",
        /// Stopped: shaken, routed, out of reach or short of the enemy.
        Stopped "stopped",
        /// In contact.
        Home "home",
    }
}

/// One unit's charge, from its declaration to the end of the turn. [17.2.2]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Onrush {
    /// Which declaration it belongs to: units declared together test once. [17.2.2-c]
    pub declaration: u8,
    /// Who charges.
    pub charger: UnitId,
    /// Whom.
    pub target: UnitId,
    /// Its wheel and its change of formation.
    pub way: Way,
    /// How far the 1st Impulse goes.
    pub first: Length,
    /// D, when it was declared.
    pub distance: Length,
    /// The charge allowance, ground deducted.
    pub allowance: Length,
    /// What it strikes, judged when it was declared.
    pub strikes: Direction,
    /// The slope.
    pub slope: Slope,
    /// How far it has got.
    pub run: Run,
}

words! {
    /// At what of a target fire is aimed.
    Aims {
        /// At where it stands.
        Standing "standing",
        /// At where it passed. [17.3-p]
        Passing "passing",
    }
}

/// Fire that has been declared and waits for its dice. [17.3-o]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Salvo {
    /// Who fires.
    pub firer: UnitId,
    /// At whom: guns, and skirmishers at staff; small arms fire at the nearest.
    pub target: Option<UnitId>,
    /// With how many stands.
    pub stands: u8,
    /// What they set alight instead of firing. [15.9-b]
    pub lights: Option<FeatureId>,
    /// Whether they fire at their target where it stands, or where it passed them. [17.3-p]
    pub at: Aims,
}

words! {
    /// In which part of a turn a unit moved.
    Moved {
        /// In the Morale Phase: 1st Impulses, routs, evades.
        InMorale "morale",
        /// Later.
        Later "later",
    }
}

/// A stretch of a unit's way, for fire at whoever passed. [17.3-p]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Leg {
    /// Who went.
    pub unit: UnitId,
    /// In which turn.
    pub turn: u8,
    /// When in that turn.
    pub moved: Moved,
    /// From where; the same place for a change of formation.
    pub from: Pose,
    /// To where.
    pub to: Pose,
    /// A wheel, if it was one; straight on else.
    pub wheel: Option<(Hand, Notches)>,
    /// How it was drawn up then.
    pub formation: Formation,
    /// Stands in a rank then.
    pub files: u8,
    /// The bends of its line then.
    pub bends: [Option<Bend>; 2],
    /// How many stands it had.
    pub strength: u8,
    /// Whether it was cavalry on a long charge. [13.4-a]
    pub gait: Gait,
}

/// How a battle stands, but for what its ground keeps.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The turn, from 1.
    pub turn: u8,
    /// Who has the initiative.
    pub initiative: Side,
    /// The units; detached parts come after those of the rosters.
    pub units: Vec<UnitState>,
    /// Enemies in contact.
    pub contacts: Vec<Contact>,
    /// The charges of this turn, in order of declaration.
    pub charges: Vec<Onrush>,
    /// Fire that waits for its dice.
    pub salvos: Vec<Salvo>,
    /// Units whose cover a shell has set alight this phase. [15.9-a]
    pub kindled: Vec<UnitId>,
    /// Where the wind blows to. [15.12]
    pub wind: Heading,
    /// What is left to do before turn 1. (16)
    pub setup: Setup,
    /// Whether the sides have changed the ends of the table that the battle gave them. [16-c]
    pub ends_changed: bool,
    /// Posts whose general is lost, or away with a wound. [14.3]
    pub vacant: Vec<Vacant>,
    /// Brigades that have been announced and are not all on the table yet. [16.5-b]
    pub arriving: Vec<Arriving>,
    /// Pieces of terrain that have lost a span. (11)
    pub destroyed: Vec<u8>,
    /// Who is asked at the end of the turn; nobody before that. [18.1-a]
    pub ending: Option<Side>,
    /// Whether both have been asked.
    pub asked_both: bool,
    /// Who would end the battle here. [18-a]
    pub would_end: BySide<bool>,
    /// What has changed on the ground since the battle began. (15)
    pub altered: Vec<Altered>,
    /// What burns. [15.9]
    pub fires: Vec<Fire>,
    /// Where units have gone in this turn and the last, on a measured table. [17.3-p]
    pub legs: Vec<Leg>,
    /// Fires at a real table: who stood where it caught, and the turn in which it did. [15.9]
    pub blazes: Vec<(UnitId, u8)>,
    /// Where fords have been searched for in vain or with luck. [15.4-d]
    pub searched: Vec<(FeatureId, Point)>,
    /// Bridges at which the one attempt has been made. [11-d]
    pub attempted: Vec<FeatureId>,
    /// What has been explained so far, where the battle teaches.
    pub lessons: super::lessons::Given,
}

impl Position {
    /// How a battle stands before its first turn.
    pub fn new(rules: &Campaign) -> Position {
        Position {
            turn: 1,
            initiative: rules.attacker.unwrap_or(Side::First),
            units: rules.start.clone(),
            contacts: Vec::new(),
            charges: Vec::new(),
            salvos: Vec::new(),
            kindled: Vec::new(),
            wind: rules.wind,
            setup: Setup::Wind,
            ends_changed: false,
            vacant: Vec::new(),
            arriving: Vec::new(),
            destroyed: Vec::new(),
            ending: None,
            asked_both: false,
            would_end: BySide::new(false, false),
            altered: Vec::new(),
            fires: super::fires::at_first(rules),
            legs: Vec::new(),
            blazes: Vec::new(),
            searched: Vec::new(),
            attempted: Vec::new(),
            lessons: Default::default(),
        }
    }

    /// Whose end of the table, as the battle gives them, a side has. [16-c]
    pub fn end_of(&self, side: Side) -> Side {
        if self.ends_changed { side.other() } else { side }
    }

    /// A unit.
    #[inline]
    pub fn unit(&self, unit: UnitId) -> &UnitState {
        &self.units[unit.index()]
    }

    /// A unit, to change it.
    #[inline]
    pub fn unit_mut(&mut self, unit: UnitId) -> &mut UnitState {
        &mut self.units[unit.index()]
    }

    /// Every unit there is, detached parts and staff counted in.
    pub fn all(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u8).map(UnitId)
    }

    /// The roster entry a unit goes by.
    pub fn profile<'a>(&self, rules: &'a Campaign, unit: UnitId) -> &'a Profile {
        let state = self.unit(unit);
        match state.saddle {
            Saddle::Mounted | Saddle::Leading => rules.profile(state.of),
            Saddle::Afoot => &rules.afoot[state.of.index()],
        }
    }

    /// Whose a unit is.
    pub fn side(&self, rules: &Campaign, unit: UnitId) -> Side {
        self.profile(rules, unit).side
    }

    /// The units of a side on the table, staff left out.
    pub fn troops(&self, rules: &Campaign, side: Side) -> Units {
        let here = |unit: &UnitId| {
            let profile = self.profile(rules, *unit);
            profile.side == side && profile.arm != Arm::Staff && self.unit(*unit).place.is_on_table()
        };
        self.all().filter(here).collect()
    }

    /// The units of a side on the table, staff counted in.
    pub fn on_table(&self, rules: &Campaign, side: Side) -> Units {
        let here = |unit: &UnitId| self.side(rules, *unit) == side && self.unit(*unit).place.is_on_table();
        self.all().filter(here).collect()
    }

    /// The enemies in contact with a unit.
    pub fn touching(&self, unit: UnitId) -> Units {
        let other = |contact: &Contact| match () {
            () if contact.by == unit => Some(contact.on),
            () if contact.on == unit => Some(contact.by),
            () => None,
        };
        self.contacts.iter().filter_map(other).collect()
    }

    /// Whether a unit is in contact with an enemy: then it neither moves, shoots, rallies nor declares. [17.5-g]
    pub fn is_locked(&self, unit: UnitId) -> bool {
        self.contacts.iter().any(|contact| contact.by == unit || contact.on == unit)
    }

    /// Whether somebody who fires at a unit would fire into a melee: it is in contact, and not only with the firer whom
    /// it met in a break-through. [17.3.4-a] [17.5.4-f]
    pub fn is_melee(&self, firer: UnitId, target: UnitId) -> bool {
        let its = |contact: &&Contact| contact.by == target || contact.on == target;
        let met = |contact: &Contact| {
            (contact.by, contact.on, contact.from) == (target, firer, self.turn)
                && contact.impetus == Impetus::Charging
        };
        self.contacts.iter().filter(its).any(|contact| !met(contact))
    }

    /// The charge of a unit that is under way.
    pub fn charge_of(&self, charger: UnitId) -> Option<&Onrush> {
        self.charges.iter().find(|onrush| onrush.charger == charger && onrush.run == Run::Charging)
    }

    /// The charges under way at a unit.
    pub fn charges_at(&self, target: UnitId) -> impl Iterator<Item = &Onrush> {
        self.charges.iter().filter(move |onrush| onrush.target == target && onrush.run == Run::Charging)
    }

    /// Ends a unit's charge.
    pub fn end_charge(&mut self, charger: UnitId, run: Run) {
        for onrush in &mut self.charges {
            if onrush.charger == charger && matches!(onrush.run, Run::Charging | Run::Declared) {
                onrush.run = run;
            }
        }
    }

    /// The staff that ride with a unit.
    pub fn riders(&self, unit: UnitId) -> impl Iterator<Item = UnitId> {
        self.all().filter(move |staff| self.unit(*staff).rides_with == Some(unit))
    }

    /// A formed body of troops on the table: not skirmishers, not staff, not routing. (17-d)
    pub fn is_formed(&self, rules: &Campaign, unit: UnitId) -> bool {
        let state = self.unit(unit);
        state.place.is_on_table()
            && self.profile(rules, unit).arm != Arm::Staff
            && state.body.formation != Formation::Skirmish
            && state.body.order != Order::Routing
            && matches!(state.body.fate, Fate::Fights | Fate::Silenced(_))
    }

    /// Takes a unit off the table for good, its contacts with it; staff who ride with it stay. [17.5.8]
    pub fn remove(&mut self, unit: UnitId, place: Place) {
        self.unit_mut(unit).place = place;
        self.end_charge(unit, Run::Stopped);
        self.contacts.retain(|contact| contact.by != unit && contact.on != unit);
        let pose = self.unit(unit).pose;
        for (number, staff) in self.riders(unit).collect::<Vec<_>>().into_iter().enumerate() {
            let rider = self.unit_mut(staff);
            rider.rides_with = None;
            rider.body.order = Order::Good;
            // Who rode with it stands where it stood, unless he ran with it.
            rider.pose = pose.ahead(Mils(-1000 * number as i32));
            if place == Place::RoutedOff {
                rider.place = place;
            }
        }
    }
}
