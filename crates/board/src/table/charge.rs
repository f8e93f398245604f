//! Charges: how far straight ahead the target is, and how a charger comes to lie along its edge.

use super::convex;
use super::field::{Body, BodyId, Field, Placed};
use super::layout::Layout;
use super::measure::{CONTACT, Gap, Hand, Heading, Mils, Notches, TOUCH};
use super::point::{Point, Pose};

/// How a charger meets his target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contact {
    /// He lies along the touched edge.
    Along(Pose),
    /// Somebody is in the way of that, or the turn is 45 degrees or more: he stays as he came.
    Askew(Pose),
}

impl Contact {
    /// Where the charger stands.
    pub const fn pose(self) -> Pose {
        match self {
            Contact::Along(pose) | Contact::Askew(pose) => pose,
        }
    }
}

/// The greatest run straight ahead for which a body does not lie on another, without any tolerance; nothing if
/// it never would, or does already.
///
/// ```text
///        +--------+
///   +----| target |
///   :    +--------+
///   :  D :
///   +----+
///   | ^  |
///   +----+
/// ```
pub fn charge_distance(layout: &Layout, pose: Pose, target: &Placed) -> Option<Mils> {
    let outlines: Vec<_> = layout.blocks(pose).iter().map(|block| block.outline()).collect();
    let free = |by: i32| {
        let step = pose.ahead(Mils(by)).at - pose.at;
        outlines.iter().all(|outline| {
            let swept = outline.swept(step);
            target.blocks.iter().all(|footing| convex::apart(swept.corners(), &footing.outline, Mils::ZERO))
        })
    };
    let (mut low, mut high) = (0, Mils::MAX.0);
    if !free(low) || free(high) {
        return None;
    }
    while high - low > 1 {
        let middle = (low + high) / 2;
        if free(middle) { low = middle } else { high = middle }
    }
    Some(Mils(low))
}

/// Carries a charger from a pose on which he has a clear run into contact with his target, and lays him along the
/// edge that he touches. Nothing if straight ahead he never meets it.
pub fn contact(field: &Field, who: BodyId, target: BodyId) -> Option<Contact> {
    let body = field.body(who).body;
    let run = charge_distance(&body.layout, body.pose, field.body(target))?;
    Some(conform(field, who, Body { pose: body.pose.ahead(run), ..body }, target))
}

/// Lays a charger who touches his target along the touched edge, if that takes less than 45 degrees and nobody is
/// in the way.
///
/// ```text
///     =========== edge           =========== edge
///        *                          *----+
///       / `.          ---->         |    |
///      /   /                        +----+      * the touching corner stays
///      `. /
/// ```
pub fn conform(field: &Field, who: BodyId, body: Body, target: BodyId) -> Contact {
    let askew = Contact::Askew(body.pose);
    let Some(pose) = conformed(body.layout, body.pose, field.body(target)) else { return askew };
    let there = Placed::new(field.ground(), Body { pose, ..body });
    let target = field.body(target);
    let blocked = field.bodies().any(|(id, other)| id != who && there.overlaps(other));
    let off = field.ground().check_on_table(&body.layout, pose).is_err();
    if blocked || off || !there.gap(target).exactly_within(CONTACT) { askew } else { Contact::Along(pose) }
}

/// The pose along the touched edge.
fn conformed(layout: Layout, pose: Pose, target: &Placed) -> Option<Pose> {
    // The front corner that is nearest to the target, and the edge of the target that is nearest to it.
    let fronts = layout.blocks(Pose::default()).into_iter().flat_map(|block| {
        let [_, right, left, _] = block.corners();
        [left, right]
    });
    let near = |point: Point, edge: (Point, Point)| convex::gap(&[point], &[edge.0, edge.1]);
    let facing = |edge: (Point, Point)| {
        // The edge is met by whoever comes from its outer side.
        let ahead = pose.ahead(Mils::inches(1)).at - pose.at;
        (edge.1 - edge.0).cross(ahead) > 0
    };
    let edges: Vec<(Point, Point)> = target
        .blocks
        .iter()
        .flat_map(|footing| convex::edges(&footing.outline).collect::<Vec<_>>())
        .collect();
    let (_, corner, edge) = fronts
        .flat_map(|corner| edges.iter().map(move |&edge| (corner, edge)))
        .filter(|&(_, edge)| facing(edge))
        .map(|(corner, edge)| (near(pose.place(corner.x, corner.y), edge), corner, edge))
        .min_by_key(|&(gap, corner, _): &(Gap, Point, _)| (gap, corner))?;
    // Edges run counter-clockwise, so the outer side is to their right; the charger faces the other way.
    let along = edge.1 - edge.0;
    let heading: Heading = Point::new(-along.y, along.x).heading()?;
    let (hand, by) = pose.heading.turn_to(heading);
    if by >= Notches::EIGHTH {
        return None;
    }
    let turned = pose.turned_about(corner, hand, by);
    Some(settled(layout, turned, target))
}

/// Takes a pose back a few mils until it lies no deeper on the target than footprints may: corners are rounded.
fn settled(layout: Layout, pose: Pose, target: &Placed) -> Pose {
    let clear = |pose: Pose| {
        layout.blocks(pose).iter().all(|block| {
            target.blocks.iter().all(|footing| convex::apart(&block.corners(), &footing.outline, TOUCH))
        })
    };
    (0..=CONTACT.0).map(|back| pose.ahead(Mils(-back))).find(|&pose| clear(pose)).unwrap_or(pose)
}

/// The way straight away from some points: along the sum of the steps from them; if that is nought, from the nearest.
pub fn away_from(here: Point, others: &[Point]) -> Option<Heading> {
    let sum = others.iter().fold(Point::default(), |sum, &other| sum + (here - other));
    sum.heading().or_else(|| {
        let nearest = others.iter().min_by_key(|&&other| ((here - other).square(), other))?;
        (here - *nearest).heading()
    })
}

/// The turns by which a body that runs away goes round what is in its way: straight on, then 5, 10 … 90 degrees, each
/// to the preferred hand first.
pub fn deflections(heading: Heading, preferred: Hand) -> impl Iterator<Item = Heading> {
    let other = match preferred {
        Hand::Left => Hand::Right,
        Hand::Right => Hand::Left,
    };
    let turns = (1..=18)
        .flat_map(move |times| [preferred, other].map(|hand| heading.turned(hand, Notches(times * 50))));
    std::iter::once(heading).chain(turns)
}
