//! The real table: whatever the rules want to know of it is asked of the people who stand around it. [10.2 of the design]
//!
//! They are asked for the least a rule needs: nothing that follows from the rosters (who has no general left is not
//! asked for one in reach), and nothing twice in a phase while nothing has moved. Where a rule wants several things of
//! one shot or one charge they are said in one line. People push their own stands: a mover asks what was met.

mod ask;
mod asking;
mod charging;
mod moves;
mod running;
mod shots;
mod survey;
mod words;

use super::campaign::{Campaign, Rank};
use super::ground::{
    Aimed, Approach, Charging, Course, Flight, Ground, Met, Moved, Ran, Reckoned, Refuge, Running, Shelter,
    Shots, Survey, Volleyed, Way,
};
use super::ids::{CommandId, UnitId, Units};
use super::reserves::Arriving;
use super::state::{Piece, Place, Position, Scene};
use super::terrain::lasting;
use super::works;
use crate::asks::Asks;
use crate::charge::{Passage, Slope};
use crate::charts::Lasting;
use crate::length::Length;
use crate::readings::NearestBy;
use crate::title::army::Edge;
use crate::unit::{Arm, Cover, Direction, Formation, Order, Support, capital};
use crate::volley::Level;
use ask::{Bears, Covered, Distance, Distances, InLane, Line, Lines, Met1, Run, Shot, Went, Which};
use asking::about;
use grognard_board::table::{FeatureId, Mils, Pose};
use grognard_umpire::{Asked, Asking, Clause, Openness, Ruling, Side, Umpire, YesNo};
use words::{Behind, Count, Higher, Levels, Struck};

/// What people have said in this phase, so that they are not asked again.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Told {
    said: Vec<(About, Said)>,
}

/// What a question was about: the units, and those whose state the answer hung on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct About {
    what: Asks,
    unit: UnitId,
    other: Option<UnitId>,
    among: Units,
}

/// What was said.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Said {
    Yes(bool),
    Units(Units),
    Number(u8),
    Length(Option<Length>),
    Shelter(Shelter),
}

impl Ground for Told {
    const IS_MEASURED: bool = false;

    fn new_phase(&mut self) {
        self.said.clear();
    }

    fn place(
        &mut self,
        (rules, now): (&Campaign, &mut Position),
        side: Side,
        _: (Option<CommandId>, Openness),
        _: &mut impl Umpire,
    ) -> Asked<Option<CommandId>> {
        // People have set their own stands down.
        for unit in now.unplaced(rules, side).iter() {
            now.unit_mut(unit).place = Place::Table;
        }
        Ok(None)
    }

    fn entry_points(&mut self, _: Scene<'_>, _: Side) -> Vec<(Edge, Mils, bool)> {
        Vec::new()
    }

    fn enter(
        &mut self,
        (rules, now): (&Campaign, &mut Position),
        unit: UnitId,
        arriving: Arriving,
        ump: &mut impl Umpire,
    ) -> Asked<Option<Pose>> {
        let scene = Scene { rules, now };
        let question =
            format!("Is there room for {} at the {} edge?", scene.name(unit), arriving.edge.word());
        let room = self.yes(scene, about(Asks::RoomAtTheEdge, unit), (rule!("16.5-e"), question), ump)?;
        Ok(room.then(Pose::default))
    }

    fn clock(&mut self, (rules, now): (&Campaign, &mut Position), ump: &mut impl Umpire) -> Asked<()> {
        works::tick(None, (rules, now), ump)?;
        self.burns((rules, now), ump)
    }

    fn ordinary_move(
        &mut self,
        scene: (&Campaign, &mut Position),
        side: Side,
        ump: &mut impl Umpire,
    ) -> Asked<Moved> {
        moves::ordinary_move(self, scene, side, ump)
    }
}
