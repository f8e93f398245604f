//! What a shot needs to know: arcs, ranges, the corridor to the target, the lane behind it, cover.

use super::convex::{self, Convex};
use super::field::{BodyId, Field, Placed, Standing};
use super::ground::{FeatureId, Ground, Kind, Thickness};
use super::layout::StandAt;
use super::measure::{Gap, Hand, Mils, NEAR, Notches, TOUCH};
use super::point::{Point, Pose};
use super::region::Bounds;

/// How wide a stand shoots.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Arc {
    /// 22½ degrees outward from each front corner.
    Formed,
    /// The whole half of the table before the front edge.
    Half,
}

/// How a shot passes over what is between.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Flight {
    /// Along the ground: all the way endangers.
    Flat,
    /// Overhead: only the last stretch before the target does, so long.
    Overhead(Mils),
}

/// The ground a stand can shoot over, a little farther than it can reach: ranges are measured by themselves.
///
/// ```text
///   \              /
///    \            /      22.5 degrees outward from both front corners
///     \          /
///      +--------+
///      |        |
///      +--------+
/// ```
pub fn arc(stand: &StandAt, wide: Arc, reach: Mils) -> Convex {
    let (left, right) = stand.front();
    match wide {
        Arc::Formed => {
            // The far edge is a straight line; a quarter more brings all of it beyond the reach.
            let far = reach.0 + reach.0 / 4 + 1000;
            let carried = |corner: Point, hand: Hand| {
                Pose { at: corner, heading: stand.pose.heading.turned(hand, Notches::ARC) }.place(0, far)
            };
            Convex::new(&[left, right, carried(right, Hand::Right), carried(left, Hand::Left)])
        }
        Arc::Half => {
            let far = reach.0 + 1000;
            let half = stand.wide.0 / 2 + far;
            let at = |side: i32, ahead: i32| stand.pose.place(side, ahead);
            Convex::new(&[at(-half, 0), at(half, 0), at(half, far), at(-half, far)])
        }
    }
}

/// Whether a stand's arc takes in another stand.
pub fn bears(stand: &StandAt, wide: Arc, target: &StandAt) -> bool {
    let reach = convex::gap(&[stand.eye()], &target.corners).mils() + Mils(2000);
    !convex::apart(arc(stand, wide, reach).corners(), &target.corners, TOUCH)
}

/// The range: from the middle of a stand's front edge to the nearest point of another.
pub fn range(stand: &StandAt, target: &StandAt) -> Gap {
    convex::gap(&[stand.eye()], &target.corners)
}

/// The point of a stand that is aimed at: the nearest one.
pub fn aim(stand: &StandAt, target: &StandAt) -> Point {
    convex::nearest(stand.eye(), &target.corners)
}

/// The corridor in which friends are endangered: the front edge carried along the line of fire.
///
/// ```text
///              .+--------+ aim
///            .'        .'
///          .'        .'       flat: all of it
///        .'        .'         overhead: only its last inches
///      +--------+'
///      |  gun   |
/// ```
pub fn corridor(stand: &StandAt, aim: Point, flight: Flight) -> Convex {
    let (left, right) = stand.front();
    let way = aim - stand.eye();
    let start = match flight {
        Flight::Flat => Point::default(),
        Flight::Overhead(last) if stand.eye().gap(aim).exactly_within(last) => Point::default(),
        Flight::Overhead(last) => way - way.stretched(last),
    };
    Convex::hull(&[left + start, right + start, right + way, left + way])
}

/// The lane in which a ball bounces on behind its target.
#[derive(Clone, Copy, Debug)]
pub struct Lane {
    /// The ground it covers.
    pub outline: Convex,
    /// Its middle line, from the aim on.
    pub from: Point,
    /// Where its middle line ends.
    pub to: Point,
}

/// Whether a target close behind, and the ground, let a ball bounce, and how far.
///
/// The lane is the front edge carried on from the aim by the bounce distance, cut off where its middle
/// line meets a hill, a wood, a town or an obstacle. Nothing if it meets one at once: the target itself
/// is in cover, or behind some.
pub fn bounce_lane(ground: &Ground, stand: &StandAt, target: &StandAt, bounce: Mils) -> Option<Lane> {
    let from = aim(stand, target);
    let way = from - stand.eye();
    if bounce.0 <= 0 || in_cover(ground, stand, target).is_some() {
        return None;
    }
    let whole = way.stretched(bounce);
    let bounds = Bounds::of(&[from, from + whole]);
    let stops =
        |kind: &Kind| matches!(kind, Kind::Hill { .. } | Kind::Wood(_) | Kind::Town(_) | Kind::Obstacle(_));
    let met = ground
        .features()
        .filter(|(_, feature)| stops(&feature.kind) && feature.bounds.meets(&bounds))
        // A hill that the aim lies on is not met, only one that the ball comes to.
        .filter(|(_, feature)| !feature.region.holds(from))
        .filter_map(|(_, feature)| feature.region.first_met(from, from + whole))
        .min();
    let run = met.map_or(bounce, |along| along.of(bounce));
    if run.0 <= 0 {
        return None;
    }
    let carried = way.stretched(run);
    let (left, right) = stand.front();
    let outline = Convex::hull(&[left + way, right + way, right + way + carried, left + way + carried]);
    Some(Lane { outline, from, to: from + carried })
}

/// Whether a body has a stand in an outline: arc, corridor or lane.
pub fn stands_in(outline: &Convex, body: &Placed) -> bool {
    body.blocks.iter().any(|footing| !convex::apart(outline.corners(), &footing.outline, TOUCH))
}

impl Field {
    /// The bodies other than the target with a stand in a lane, nearest to the aim first.
    pub fn in_lane(&self, lane: &Lane, target: BodyId) -> Vec<BodyId> {
        let mut found: Vec<(Gap, BodyId)> = self
            .bodies()
            .filter(|&(id, body)| id != target && stands_in(&lane.outline, body))
            .map(|(id, body)| {
                let nearest =
                    body.blocks.iter().map(|footing| convex::gap(&[lane.from], &footing.outline)).min();
                (nearest.expect("a body has blocks"), id)
            })
            .collect();
        found.sort_unstable();
        found.into_iter().map(|(_, id)| id).collect()
    }

    /// The bodies with a stand in a corridor.
    pub fn in_corridor<'a>(&'a self, corridor: &'a Convex) -> impl Iterator<Item = BodyId> + 'a {
        self.bodies().filter(|(_, body)| stands_in(corridor, body)).map(|(id, _)| id)
    }
}

/// Whether a target is too close under a gun on a height: within so much of the gun's front edge.
pub fn dead_ground(stand: &StandAt, target: &StandAt, depth: Mils) -> bool {
    let (left, right) = stand.front();
    convex::gap(&[left, right], &target.corners).within(depth)
}

/// The thickest cover a target has from a shot: an area it stands in, or an obstacle within an inch before it
/// that the line of fire crosses.
///
/// ```text
///    gun -----------#--> [target]     # a wall: the line crosses it,
///                   #                   and the stand is within an inch of it
/// ```
pub fn in_cover(ground: &Ground, stand: &StandAt, target: &StandAt) -> Option<(Thickness, FeatureId)> {
    let (from, to) = (stand.eye(), aim(stand, target));
    let reach = Mils::inches(1) + NEAR;
    let bounds = Bounds::of(&target.corners).grown(reach);
    ground
        .features()
        .filter(|(_, feature)| feature.bounds.meets(&bounds))
        .filter_map(|(id, feature)| match feature.kind {
            Kind::Wood(thickness) | Kind::Town(thickness) => {
                let near = || feature.region.gap(&target.corners).within(Mils::inches(1));
                let covered =
                    feature.region.meets(&target.corners) || near() && feature.region.crossed(from, to);
                covered.then_some((thickness, id))
            }
            Kind::Obstacle(thickness) => {
                let near = feature.region.gap(&target.corners).within(Mils::inches(1));
                (near && feature.region.crossed(from, to)).then_some((thickness, id))
            }
            _ => None,
        })
        .max_by_key(|&(thickness, id)| (thickness, std::cmp::Reverse(id)))
}

/// Stands by range from another body, ties from the left: the order in which they are told off into groups.
pub fn by_range<'a>(
    firers: impl Iterator<Item = (u8, &'a Standing)>,
    target: &[&Standing],
) -> Vec<(u8, Gap)> {
    let nearest = |firer: &Standing| target.iter().map(|standing| range(&firer.stand, &standing.stand)).min();
    let mut order: Vec<(u8, Gap)> =
        firers.filter_map(|(number, firer)| Some((number, nearest(firer)?))).collect();
    order.sort_by_key(|&(number, gap)| (gap, number));
    order
}
