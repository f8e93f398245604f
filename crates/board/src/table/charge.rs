//! Charges: how far straight ahead the target is, and how a charger comes to lie along its edge.

use super::convex;
use super::field::{Body, BodyId, Field, Placed};
use super::layout::Layout;
use super::measure::{CONTACT, Hand, Heading, Mils, Notches, TOUCH};
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

/// The pose along the touched edge: of the edges that are touched, the one that takes the least turn.
fn conformed(layout: Layout, pose: Pose, target: &Placed) -> Option<Pose> {
    let blocks: Vec<[Point; 4]> = layout.blocks(pose).iter().map(|block| block.corners()).collect();
    let ahead = pose.ahead(Mils::inches(1)).at - pose.at;
    let touched = |edge: (Point, Point)| {
        // An edge is met by whoever comes from its outer side, which is to its right.
        (edge.1 - edge.0).cross(ahead) > 0
            && blocks.iter().any(|block| convex::gap(block, &[edge.0, edge.1]).exactly_within(CONTACT))
    };
    let outlines = target.blocks.iter().map(|footing| &footing.outline);
    let edges = outlines.clone().flat_map(|outline| convex::edges(outline)).filter(|&edge| touched(edge));
    // The charger faces square to the edge, inwards.
    let (by, hand) = edges
        .filter_map(|(from, to)| Point::new(from.y - to.y, to.x - from.x).heading())
        .map(|heading| pose.heading.turn_to(heading))
        .map(|(hand, by)| (by, hand))
        .min()?;
    if by >= Notches::EIGHTH {
        return None;
    }
    // What touches is a corner of the one or of the other: it stays where it is.
    let own = blocks
        .iter()
        .flatten()
        .flat_map(|&corner| outlines.clone().map(move |outline| (convex::gap(&[corner], outline), corner)));
    let theirs = outlines
        .clone()
        .flatten()
        .flat_map(|&corner| blocks.iter().map(move |block| (convex::gap(&[corner], block), corner)));
    let (_, fixed) = own.chain(theirs).min()?;
    let turned = Pose { at: fixed, heading: Heading::NORTH.turned(hand, by) };
    let off = pose.at - fixed;
    let pose = Pose { at: turned.place(off.x, off.y), heading: pose.heading.turned(hand, by) };
    Some(settled(layout, pose, target))
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
