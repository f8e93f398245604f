//! Who stands in what, and in what together: woods, areas that may be lit, squares of several units.

use super::super::ground::Refuge;
use super::super::ids::{UnitId, Units};
use super::super::state::Scene;
use super::super::terrain::{keeps_road, stands_in};
use super::{is_free, placed};
use crate::length::Length;
use crate::terrain::{Footing, PieceKind};
use crate::unit::{Arm, Formation, Order};
use grognard_board::table::{
    Body, FeatureId, Field, Kind, Mils, Placed, Pose, Standing, Thickness, closed_ring, convex,
};

/// How many stands of a unit have their middle in an area.
pub(super) fn stands_inside(field: &Field, unit: UnitId, area: FeatureId) -> u8 {
    let region = &field.ground().feature(area).region;
    let inside = |standing: &&Standing| region.holds(standing.stand.centre);
    placed(field, unit).map_or(0, |body| body.stands.iter().filter(inside).count() as u8)
}

/// The thickest wood that some stand of a unit is in; none for a column on a road through it.
pub(super) fn wood(scene: Scene<'_>, field: &Field, unit: UnitId) -> Option<Thickness> {
    let body = placed(field, unit).filter(|_| !keeps_road(scene, field, unit))?;
    let woods = field.ground().features().filter_map(|(id, feature)| match feature.kind {
        Kind::Wood(thickness) => Some((id, thickness)),
        _ => None,
    });
    woods.filter(|(id, _)| stands_in(field, body, *id)).map(|(_, thickness)| thickness).max()
}

/// Whether a line of infantry closes a square with other lines that touch each other all round, facing outward.
pub(super) fn square_of_several(scene: Scene<'_>, field: &Field, unit: UnitId) -> bool {
    let friends = scene.now.troops(scene.rules, scene.side(unit));
    let is_line = |friend: &UnitId| {
        let body = &scene.unit(*friend).body;
        scene.profile(*friend).arm == Arm::Infantry
            && body.formation == Formation::Line
            && body.order != Order::Routing
    };
    let lines: Vec<UnitId> = friends.iter().filter(is_line).collect();
    let mut ring = Units::one(unit);
    // Everybody whom somebody of it touches belongs to it.
    loop {
        let touches = |friend: &&UnitId| {
            let here = placed(field, **friend);
            let near = |one: UnitId| here.zip(placed(field, one)).is_some_and(|(a, b)| a.touches(b));
            !ring.has(**friend) && ring.iter().any(near)
        };
        match lines.iter().find(touches) {
            Some(&friend) => ring.put(friend),
            None => break,
        }
    }
    let bodies: Vec<&Placed> = ring.iter().filter_map(|one| placed(field, one)).collect();
    is_line(&unit) && ring.len() > 1 && closed_ring(&bodies)
}

/// How deep into a wood a runner goes before he feels safe: his command stand is in it.
const DEPTH: Mils = Mils(1000);

/// The difficult ground, woods and towns that begin within a runner's reach, nearest first: where he would stand, and
/// how far that is. He comes no nearer to anybody he runs from, and stands on nobody.
pub(super) fn refuges(
    scene: Scene<'_>,
    field: &Field,
    (unit, from): (UnitId, &[UnitId]),
    length: Length,
) -> Vec<Refuge> {
    let Some(here) = placed(field, unit) else { return Vec::new() };
    let at = here.body.pose.at;
    let shelters = |id: FeatureId| {
        let difficult = matches!(scene.piece(id), PieceKind::Hill { footing: Footing::Difficult, .. });
        (scene.piece(id).is_area() || difficult) && !scene.burns(id)
    };
    let reached = |id: FeatureId| {
        let region = &field.ground().feature(id).region;
        let grognard_board::table::Region::Area(corners) = region else { return None };
        if region.holds(at) {
            return None;
        }
        let edge = convex::nearest(at, corners);
        let to = edge - at;
        let run = Mils(to.square().isqrt() as i32) + DEPTH;
        let pose = Pose { at: at + to.stretched(run), ..here.body.pose };
        let body = Body { pose, ..here.body };
        let there = Placed::new(field.ground(), body);
        let away = |enemy: &UnitId| {
            placed(field, *enemy).is_none_or(|enemy| there.gap(enemy).mils() >= here.gap(enemy).mils())
        };
        let safe = run <= length.mils() && region.holds(pose.at) && from.iter().all(away);
        (safe && is_free(field, unit, body)).then_some((run, id, pose))
    };
    let mut found: Vec<_> =
        field.ground().features().map(|(id, _)| id).filter(|&id| shelters(id)).filter_map(reached).collect();
    found.sort_by_key(|(run, id, _)| (*run, *id));
    let refuge = |(run, id, pose)| Refuge { area: Some(id), pose, length: Length::measured(run) };
    found.into_iter().map(refuge).collect()
}

/// Friendly squares with room that begin within a runner's reach, nearest first.
pub(super) fn squares_near(
    scene: Scene<'_>,
    field: &Field,
    unit: UnitId,
    length: Length,
) -> Vec<(UnitId, Length)> {
    let Some(here) = placed(field, unit) else { return Vec::new() };
    let mut found: Vec<(UnitId, Length)> = super::super::refuge::open_squares(scene, unit)
        .into_iter()
        .filter_map(|square| Some((square, Length::measured(here.gap(placed(field, square)?).mils()))))
        .filter(|(_, gap)| *gap <= length)
        .collect();
    found.sort_by_key(|(square, gap)| (*gap, *square));
    found
}

/// Formed friendly infantry whose rear a crew reaches, nearest first: where it stands, directly behind the middle, and
/// how far it runs. It comes no nearer to anybody it runs from.
pub(super) fn friends_near(
    scene: Scene<'_>,
    field: &Field,
    (crew, from): (UnitId, &[UnitId]),
    length: Length,
) -> Vec<(UnitId, Pose, Length)> {
    let Some(here) = placed(field, crew) else { return Vec::new() };
    let formed = |friend: &UnitId| {
        let body = &scene.unit(*friend).body;
        scene.profile(*friend).arm == Arm::Infantry
            && scene.now.is_formed(scene.rules, *friend)
            && body.formation != Formation::Square
    };
    let behind = |friend: UnitId| {
        let there = placed(field, friend)?;
        let rear = there.body.layout.extent().2;
        let at = there.body.pose.place(0, rear - 10);
        let pose = Pose { at, heading: there.body.pose.heading };
        let run = Mils((at - here.body.pose.at).square().isqrt() as i32);
        let body = Body { pose, ..here.body };
        let stands = Placed::new(field.ground(), body);
        let away = |enemy: &UnitId| {
            placed(field, *enemy).is_none_or(|enemy| stands.gap(enemy).mils() >= here.gap(enemy).mils())
        };
        let safe = run <= length.mils() && from.iter().all(away) && is_free(field, crew, body);
        safe.then_some((friend, pose, Length::measured(run)))
    };
    let friends = scene.now.troops(scene.rules, scene.side(crew));
    let mut found: Vec<_> = friends.iter().filter(formed).filter_map(behind).collect();
    found.sort_by_key(|(friend, _, run)| (*run, *friend));
    found
}
