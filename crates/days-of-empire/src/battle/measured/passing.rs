//! Fire at whoever passed: where an enemy went, point by point, and the nearest of them that some stand bore on.
//! [17.3-p] (A55)

use super::super::ground::{Aimed, AsItPassed};
use super::super::ids::UnitId;
use super::super::state::{Leg, Moved, Scene, UnitState};
use super::{aim, body_of, layout_as, placed};
use crate::clerk::{Clerk, deaf};
use crate::readings::PassThrough;
use grognard_board::table::{Body, Field, Gap, Layout, Mils, Notches, Placed, Pose};

/// A way is looked at every half inch.
const STRIDE: i32 = 500;
/// And every five degrees of a wheel.
const ARC: u16 = 50;

/// Whether a leg is one that may be looked back to. [17.3-t]
fn counts(scene: Scene<'_>, leg: &Leg) -> bool {
    let turn = scene.now.turn;
    match scene.rules.readings.pass_through {
        PassThrough::LastTurn => leg.turn + 1 == turn,
        PassThrough::AlsoMorale => leg.turn + 1 == turn || leg.turn == turn && leg.moved == Moved::InMorale,
    }
}

/// Whether somebody has stood still since last turn began, so that it may have fired then.
pub(super) fn stood_still(scene: Scene<'_>, firer: UnitId) -> bool {
    !scene.now.legs.iter().any(|leg| leg.unit == firer && leg.turn + 1 >= scene.now.turn)
}

/// A unit as it lay on a leg.
fn lay(scene: Scene<'_>, leg: &Leg) -> Layout {
    let mut state: UnitState = *scene.unit(leg.unit);
    (state.body.strength, state.files, state.bends) = (leg.strength, leg.files, leg.bends);
    layout_as(scene, leg.unit, &state, leg.formation)
}

/// The places of a leg that are looked at.
fn places(leg: &Leg, layout: &Layout) -> Vec<Pose> {
    if let Some((hand, by)) = leg.wheel {
        let pivot = layout.pivot(hand);
        let parts = (0..by.0).step_by(usize::from(ARC)).map(Notches).chain([by]);
        return parts.map(|part| leg.from.turned_about(pivot, hand, part)).collect();
    }
    let way = leg.to.at - leg.from.at;
    let length = way.square().isqrt() as i32;
    let step = |run: i32| Pose { at: leg.from.at + way.stretched(Mils(run)), ..leg.to };
    (0..length).step_by(STRIDE as usize).map(step).chain([leg.to]).collect()
}

/// The shot at an enemy who passed, from where it was nearest to some stand that bore on it and saw it.
pub(super) fn passed(
    scene: Scene<'_>,
    field: &Field,
    (firer, target): (UnitId, UnitId),
    clerk: Clerk<'_>,
) -> Option<Aimed> {
    let legs = || scene.now.legs.iter().filter(|leg| leg.unit == target && counts(scene, leg));
    let here = placed(field, firer)?;
    let there = placed(field, target)?;
    let reach = aim::reach(scene, firer).mils();
    let mut then = field.clone();
    let mut best: Option<(Gap, Body, &Leg)> = None;
    for leg in legs() {
        let layout = lay(scene, leg);
        for pose in places(leg, &layout) {
            let body = Body { layout, pose, ..there.body };
            let passing = Placed::new(field.ground(), body);
            if !here.gap(&passing).within(reach) || here.overlaps(&passing) {
                continue;
            }
            then.put(body_of(target), body);
            if let Some(gap) = aim::nearest(scene, &then, firer, target)
                && best.is_none_or(|(least, ..)| gap < least)
            {
                best = Some((gap, body, leg));
            }
        }
    }
    let (_, body, leg) = best?;
    then.put(body_of(target), body);
    let aimed = aim::aim(scene, &then, (firer, target), clerk)?;
    let then = Some(AsItPassed { formation: leg.formation, gait: leg.gait });
    Some(Aimed { then, ..aimed })
}

/// The enemies who passed a unit that has stood still, and at whom it might fire now.
pub(super) fn passers(scene: Scene<'_>, field: &Field, firer: UnitId) -> Vec<UnitId> {
    let Some(here) = placed(field, firer).filter(|_| stood_still(scene, firer)) else { return Vec::new() };
    let reach = i64::from(aim::reach(scene, firer).mils().0) + 16_000;
    let near = |leg: &Leg| {
        [leg.from.at, leg.to.at].iter().any(|at| (*at - here.body.pose.at).square() <= reach * reach)
    };
    let enemies = scene.now.on_table(scene.rules, scene.side(firer).other());
    let went = |enemy: &UnitId| {
        scene.now.legs.iter().any(|leg| leg.unit == *enemy && counts(scene, leg) && near(leg))
    };
    let shot = |enemy: &UnitId| {
        aim::is_eligible(scene, firer, *enemy) && passed(scene, field, (firer, *enemy), &mut deaf).is_some()
    };
    enemies.iter().filter(went).filter(shot).collect()
}
