//! Room on the table: where a body could stand, and where somebody may come on. (A132) [16.5-f]

use super::bodies::{layout_as, looks};
use super::{body_of, placed, unit_of, visibility};
use crate::battle::ids::UnitId;
use crate::battle::reserves::ENTRY_CLEAR;
use crate::battle::state::{Scene, UnitState};
use crate::battle::terrain::in_river;
use crate::title::army::Edge;
use crate::unit::{Formation, Order};
use grognard_board::table::{self, Body, Field, Mils, Placed};
use grognard_umpire::Side;

/// Places along the edges, and whether visible enemies leave each of them open.
pub(super) fn entry_points(scene: Scene<'_>, field: &Field, side: Side) -> Vec<(Edge, Mils, bool)> {
    let (size, sight) = (field.ground().size(), visibility(scene.rules));
    let own = scene.now.on_table(scene.rules, side);
    // Enemies count whom somebody of the side sees; those on the run do not.
    let seen = |enemy: &UnitId| {
        scene.unit(*enemy).body.order != Order::Routing
            && placed(field, *enemy).is_some()
            && own.iter().any(|unit| {
                placed(field, unit).is_some() && field.sees(&sight, body_of(unit), body_of(*enemy)).is_some()
            })
    };
    let enemies: Vec<UnitId> = scene.now.on_table(scene.rules, side.other()).iter().filter(seen).collect();
    let mut all = Vec::new();
    for &edge in Edge::ALL {
        let mut along = 0;
        while along <= edge.length(size).0 {
            let point = edge.point(Mils(along), size);
            let near = |enemy: &UnitId| {
                placed(field, *enemy).is_some_and(|there| {
                    there
                        .blocks
                        .iter()
                        .any(|footing| table::convex::gap(&footing.outline, &[point]).within(ENTRY_CLEAR))
                })
            };
            all.push((edge, Mils(along), !enemies.iter().any(near)));
            along += 1000;
        }
    }
    all
}

/// Who holds an objective. [18.2-a]
pub(super) fn holder(scene: Scene<'_>, field: &Field, objective: usize) -> Option<Side> {
    let goal = &scene.rules.objectives[objective];
    let within = |unit: UnitId| {
        placed(field, unit).is_some_and(|there| {
            there
                .blocks
                .iter()
                .any(|footing| table::convex::gap(&footing.outline, &[goal.at]).within(goal.radius))
        })
    };
    let there = |side: Side, formed_only: bool| {
        scene.now.troops(scene.rules, side).iter().any(|unit| {
            let counts = if formed_only {
                scene.now.is_formed(scene.rules, unit)
            } else {
                scene.now.may_hold(scene.rules, unit)
            };
            counts && within(unit)
        })
    };
    Side::ALL.into_iter().find(|side| there(*side, false) && !there(side.other(), true))
}

/// Whether a unit could stand in a formation where it is: on the table, and on nobody. (A132)
pub fn has_room(scene: Scene<'_>, field: &Field, unit: UnitId, formation: Formation) -> bool {
    let state = UnitState { bends: [None; 2], files: 0, ..*scene.unit(unit) };
    let layout = layout_as(scene, unit, &state, formation);
    let body = Body { layout, pose: state.pose, looks: looks(scene, unit) };
    is_free(field, unit, body) && !in_river(scene, field, &body)
}

/// Whether a body could stand somewhere: on the table, and on nobody but itself.
pub fn is_free(field: &Field, unit: UnitId, body: Body) -> bool {
    is_free_but(field, unit, body, &|_| false)
}

/// Whether a body could stand somewhere if some others were not there.
pub(in crate::battle) fn is_free_but(
    field: &Field,
    unit: UnitId,
    body: Body,
    absent: &dyn Fn(UnitId) -> bool,
) -> bool {
    let there = Placed::new(field.ground(), body);
    let mut others = field.bodies().filter(|(id, _)| *id != body_of(unit) && !absent(unit_of(*id)));
    field.ground().check_on_table(&body.layout, body.pose).is_ok()
        && !others.any(|(_, other)| there.overlaps(other))
}
