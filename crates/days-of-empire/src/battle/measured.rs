//! The measured table: every survey question worked out from the poses. (5 of the design)

mod aim;
mod areas;
mod bodies;
mod charge;
mod charging;
mod flight;
mod passing;
mod room;
mod running;
mod shots;
mod survey;

pub use bodies::{SIGHT, body, layout, layout_as, layout_in, layout_of, visibility};
pub(super) use room::is_free_but;
pub use room::{has_room, is_free};

use super::campaign::{Campaign, Terrain};
use super::ground::{
    Aimed, Approach, Charging, Course, Flight, Ground, Moved, Ran, Reckoned, Refuge, Running, Shelter, Shots,
    Survey, Volleyed, Way,
};
use super::ids::{CommandId, UnitId, Units};
use super::reserves::Arriving;
use super::state::{Position, Scene};
use super::terrain::{Altered, land};
use crate::clerk::deaf;
use crate::length::Length;
use crate::staff::PROMOTION_RADIUS;
use crate::title::army::Edge;
use crate::unit::{Arm, Cover, CoverOf, Direction, Formation, Order, Support};
use grognard_board::table::{self, Body, BodyId, FeatureId, Field, Looks, Mils, Placed, Pose, Thickness};
use grognard_umpire::{Asked, Openness, Side, Umpire};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A table on which every distance is worked out.
///
/// # Equality
/// All measured tables are alike: what is kept here follows from the position.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// The units as last placed, and the field made of them.
    kept: Option<(Vec<Option<Body>>, Arc<Field>)>,
    /// What had changed on that field's ground.
    altered: Vec<Altered>,
}

impl PartialEq for Measured {
    fn eq(&self, _: &Measured) -> bool {
        true
    }
}

impl Eq for Measured {}

impl Hash for Measured {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// The body on the table that is a unit.
pub const fn body_of(unit: UnitId) -> BodyId {
    BodyId(unit.0 as u16)
}

/// The unit that is a body on the table.
pub const fn unit_of(body: BodyId) -> UnitId {
    UnitId(body.0 as u8)
}

impl Measured {
    /// The field as it stands. Only units that have changed since are placed anew.
    pub fn field(&mut self, scene: Scene<'_>) -> Arc<Field> {
        if self.altered != scene.now.altered {
            self.kept = None;
            self.altered.clone_from(&scene.now.altered);
        }
        let (bodies, field) =
            self.kept.get_or_insert_with(|| (Vec::new(), Arc::new(Field::new(land(scene.rules, scene.now)))));
        for unit in scene.now.all() {
            let (at, now) = (unit.index(), body(scene, unit));
            if at < bodies.len() && bodies[at] == now {
                continue;
            }
            let field = Arc::make_mut(field);
            if at >= bodies.len() {
                bodies.push(None);
                field.reserve(body_of(unit));
            }
            match now {
                Some(body) => field.put(body_of(unit), body),
                None => field.remove(body_of(unit)),
            }
            bodies[at] = now;
        }
        while bodies.len() > scene.now.units.len() {
            let last = BodyId((bodies.len() - 1) as u16);
            Arc::make_mut(field).remove(last);
            bodies.pop();
        }
        Arc::clone(field)
    }

    /// Whether a unit sees another. [16.3]
    pub fn sees(&mut self, scene: Scene<'_>, by: UnitId, at: UnitId) -> bool {
        self.field(scene).sees(&visibility(scene.rules), body_of(by), body_of(at)).is_some()
    }
}

/// What kind of cover a feature gives. [13.5] [13.6]
fn shelter_of(rules: &Campaign, feature: FeatureId, thickness: Thickness) -> Shelter {
    let cover = match thickness {
        Thickness::Light => Cover::Light,
        Thickness::Heavy => Cover::Heavy,
    };
    let of = match rules.terrain(feature) {
        Some(Terrain::LightWood | Terrain::HeavyWood | Terrain::UnknownWood) => CoverOf::Wood,
        Some(Terrain::LightTown | Terrain::HeavyTown) => CoverOf::UrbanArea,
        Some(Terrain::LightFence) => CoverOf::WoodenObstacle,
        _ => CoverOf::Works,
    };
    Shelter { cover, of }
}

/// A body on the field, with its unit.
fn placed(field: &Field, unit: UnitId) -> Option<&Placed> {
    field.get(body_of(unit))
}

impl Ground for Measured {
    fn ready(&mut self, scene: Scene<'_>) {
        self.field(scene);
    }

    const IS_MEASURED: bool = true;

    fn place(
        &mut self,
        scene: (&Campaign, &mut Position),
        side: Side,
        how: (Option<CommandId>, Openness),
        ump: &mut impl Umpire,
    ) -> Asked<Option<CommandId>> {
        super::deployment::place(self, scene, side, how, ump)
    }

    fn entry_points(&mut self, scene: Scene<'_>, side: Side) -> Vec<(Edge, Mils, bool)> {
        room::entry_points(scene, &self.field(scene), side)
    }

    fn enter(
        &mut self,
        (rules, now): (&Campaign, &mut Position),
        unit: UnitId,
        arriving: Arriving,
        _: &mut impl Umpire,
    ) -> Asked<Option<Pose>> {
        let scene = Scene { rules, now };
        let field = self.field(scene);
        let layout = layout(scene, unit);
        let side = scene.side(unit);
        let free = |pose: Pose| {
            if field.ground().check_on_table(&layout, pose).is_err() {
                return false;
            }
            let here = Placed::new(field.ground(), Body { layout, pose, looks: Looks::FOOT });
            field.bodies().all(|(id, there)| {
                let enemy = scene.side(unit_of(id)) != side;
                !here.overlaps(there) && (!enemy || here.gap(there).keeps(Mils::inches(1)))
            })
        };
        let allowance = scene.pace(unit).normal.unwrap_or_default().mils();
        let at = (arriving.edge, arriving.along);
        Ok(super::reserves::entry_pose(at, allowance, field.ground().size(), free))
    }

    fn ordinary_move(
        &mut self,
        scene: (&Campaign, &mut Position),
        side: Side,
        ump: &mut impl Umpire,
    ) -> Asked<Moved> {
        super::movement::ordinary_move(self, scene, side, ump)
    }

    fn clock(&mut self, (rules, now): (&Campaign, &mut Position), ump: &mut impl Umpire) -> Asked<()> {
        super::works::tick(Some(self), (rules, now), ump)?;
        super::fires::tick(self, (rules, now), ump)
    }
}
