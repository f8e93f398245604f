//! Where others are, seen from a body: front, flank or rear, behind it in support, around it in a square.

use super::convex::{self, Convex};
use super::field::{Footing, Placed};
use super::layout::{Block, Formation};
use super::measure::{CONTACT, Hand, Mils, NEAR, Notches, TOUCH};
use super::point::{Point, Pose};

/// A side of a body.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Aspect {
    /// On or ahead of the line of the front edge.
    Front,
    /// Neither front nor rear.
    Flank,
    /// Behind the rear edge, and farther behind it than out beyond its corner.
    Rear,
}

/// Whether a body has flanks at all.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Facing {
    /// It has: lines, columns, guns.
    OneWay,
    /// It has not: squares, screens, staff.
    AllRound,
}

/// The side of a block that a point is on; on a line between two, the milder.
///
/// ```text
///           front
///    --------+====+--------
///     flank  |    |  flank
///            +----+
///          .' rear `.          45 degrees
/// ```
pub fn aspect(block: &Block, point: Point) -> Aspect {
    let [right_rear, right_front, left_front, left_rear] = block.corners();
    if (right_front - left_front).cross(point - left_front) >= 0 {
        return Aspect::Front;
    }
    let along = right_rear - left_rear;
    let behind = -along.cross(point - left_rear);
    let out = along.dot(point - right_rear).max(-along.dot(point - left_rear));
    if behind > 0 && behind > out { Aspect::Rear } else { Aspect::Flank }
}

impl Placed {
    /// The side of this body that a point is on: of a bent line, by the part nearest to it.
    pub fn aspect(&self, point: Point, facing: Facing) -> Aspect {
        match facing {
            Facing::AllRound => Aspect::Front,
            Facing::OneWay => {
                let nearest =
                    self.blocks.iter().min_by_key(|footing| convex::gap(&[point], &footing.outline));
                match self.body.layout.formation() {
                    // The ranks of a column are one body: its sides are those of the whole.
                    Formation::Column { .. } => aspect(&self.whole(), point),
                    _ => aspect(&nearest.expect("a body has blocks").block, point),
                }
            }
        }
    }

    /// The whole of a column as one block.
    fn whole(&self) -> Block {
        let first = self.blocks[0].block;
        let ranks = self.blocks.iter().map(|footing| footing.block.ranks).sum();
        Block { ranks, ..first }
    }

    /// The strip so deep behind this body, as wide as it is.
    ///
    /// ```text
    ///   +-----------+
    ///   +-----------+
    ///   :           :   support stands in here
    ///   :...........:
    /// ```
    pub fn strip_behind(&self, deep: Mils) -> Convex {
        let (left, right, rear) = self.body.layout.extent();
        // As much deeper as a measurement favours, and a hair more than footprints may lie in each other.
        let far = rear - deep.0 - NEAR.0 - TOUCH.0 - 1;
        let at = |side: i32, ahead: i32| self.body.pose.place(side, ahead);
        Convex::new(&[at(right, far), at(right, rear), at(left, rear), at(left, far)])
    }

    /// Whether another body stands directly behind this one, within a length.
    pub fn has_behind(&self, other: &Placed, within: Mils) -> bool {
        let strip = self.strip_behind(within);
        other.blocks.iter().any(|footing| !convex::apart(strip.corners(), &footing.outline, TOUCH))
    }

    /// Whether a body behind this one stands opposite an enemy before it, as if this one were not there: both
    /// overlap when they are laid along this body's heading.
    pub fn is_opposite(&self, friend: &Placed, enemy: &Placed) -> bool {
        let front = &friend.blocks[friend.body.layout.command_block()];
        enemy.blocks.iter().any(|footing| {
            let (one, other) = (self.across(front), self.across(footing));
            one.1.min(other.1) - one.0.max(other.0) > i64::from(TOUCH.0)
        })
    }

    /// How far a block reaches across this body's heading, in mils from its anchor.
    fn across(&self, footing: &Footing) -> (i64, i64) {
        let start = Pose { at: Point::default(), heading: self.body.pose.heading };
        let right = start.place(1 << 20, 0);
        let spread = footing.outline.map(|corner| right.dot(corner - self.body.pose.at) >> 20);
        (*spread.iter().min().expect("corners"), *spread.iter().max().expect("corners"))
    }
}

/// Whether bodies stand in a closed ring, all facing outward: the faces of a square that several units make.
///
/// Each block's right end touches the left end of the next, and the headings go once round.
///
/// ```text
///     +--a-->---+         right end of a touches left end of b,
///     ^         |         and so on round to a again
///     d         b
///     |         v
///     +---<--c--+
/// ```
pub fn closed_ring(bodies: &[&Placed]) -> bool {
    let blocks: Vec<&Footing> = bodies.iter().flat_map(|body| body.blocks.iter()).collect();
    let next = |at: usize| {
        let [rear, front, _, _] = blocks[at].outline;
        blocks.iter().enumerate().position(|(to, block)| {
            let [_, _, left_front, left_rear] = block.outline;
            let (hand, turn) = blocks[at].block.pose().heading.turn_to(block.block.pose().heading);
            to != at
                && (hand == Hand::Right || turn == Notches(0))
                && convex::gap(&[rear, front], &block.outline).exactly_within(CONTACT)
                && convex::gap(&blocks[at].outline, &[left_front, left_rear]).exactly_within(CONTACT)
        })
    };
    let (mut at, mut turned) = (0, 0);
    for step in 1..=blocks.len() {
        let Some(to) = next(at) else { return false };
        turned += u32::from(blocks[at].block.pose().heading.turn_to(blocks[to].block.pose().heading).1.0);
        at = to;
        if at == 0 {
            return step == blocks.len() && turned == u32::from(Notches::WHOLE);
        }
    }
    false
}
