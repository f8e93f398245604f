//! Bodies of troops placed on the ground, with everything about their places worked out once.

use std::ops::Range;

use super::convex::{self, Convex};
use super::ground::{Ground, Level};
use super::layout::{Block, Layout, StandAt};
use super::measure::{CONTACT, CONTACT_EDGE, Gap, Mils, TOUCH};
use super::point::{Point, Pose};
use super::region::Bounds;

/// A body of troops, as its place in the list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BodyId(pub u16);

/// What a body hides of what is behind it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Bulk {
    /// Nothing: screens, staff, deployed guns.
    Open,
    /// What is no higher than men on foot.
    Foot,
    /// Everything on its level.
    Tall,
}

/// From how high a body looks, and how high it shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Eyes {
    /// A man's height.
    OnFoot,
    /// A rider's: troops in the saddle, and staff.
    Mounted,
}

/// How close the ranks are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ranks {
    /// Shoulder to shoulder.
    Formed,
    /// Skirmishing: seen in cover only from nearby.
    Loose,
}

/// On which side of a crest a body near it has been declared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CrestSide {
    /// Behind: it neither sees over nor is seen.
    Behind,
    /// Over: it does and is.
    Over,
}

/// Whether smoke has given a body away.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Smoke {
    /// It has not fired lately.
    None,
    /// It has, and cover no longer hides it.
    Fired,
}

/// What sight depends on besides the place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Looks {
    /// What it hides.
    pub bulk: Bulk,
    /// From how high it looks.
    pub eyes: Eyes,
    /// How close its ranks are.
    pub ranks: Ranks,
    /// Its side of a crest nearby.
    pub crest: CrestSide,
    /// Whether it has fired lately.
    pub smoke: Smoke,
}

impl Looks {
    /// Formed foot.
    pub const FOOT: Looks = Looks {
        bulk: Bulk::Foot,
        eyes: Eyes::OnFoot,
        ranks: Ranks::Formed,
        crest: CrestSide::Over,
        smoke: Smoke::None,
    };
    /// Formed horse.
    pub const HORSE: Looks = Looks { bulk: Bulk::Tall, eyes: Eyes::Mounted, ..Looks::FOOT };
    /// Skirmishers on foot.
    pub const SCREEN: Looks = Looks { bulk: Bulk::Open, ranks: Ranks::Loose, ..Looks::FOOT };
    /// A general and his aides.
    pub const STAFF: Looks = Looks { bulk: Bulk::Open, eyes: Eyes::Mounted, ..Looks::FOOT };
    /// A gun in action.
    pub const GUN: Looks = Looks { bulk: Bulk::Open, ..Looks::FOOT };
}

/// A body of troops: its shape, its place, its looks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Body {
    /// Its shape.
    pub layout: Layout,
    /// Its place.
    pub pose: Pose,
    /// Its looks.
    pub looks: Looks,
}

/// A block with its outline and its level.
#[derive(Clone, Debug)]
pub struct Footing {
    /// The block.
    pub block: Block,
    /// Its corners.
    pub outline: [Point; 4],
    /// The level of its middle.
    pub level: Level,
    /// The stands of this block, as part of the body's.
    pub(super) stands: Range<usize>,
    /// The outline of what lies deeper inside than footprints may be in each other: what surely hides.
    pub(super) core: [Point; 4],
    /// The stands at its corners, as numbers in the body.
    pub(super) corners: [usize; 4],
    /// The highest of its stands.
    pub(super) highest: Level,
    /// The features that some eye of it is in, as bits.
    pub(super) eyes_in: u64,
    /// The features that some centre of it is in, as bits.
    pub(super) centres_in: u64,
    pub(super) bounds: Bounds,
}

impl Footing {
    /// The stands at its corners: two for a single rank.
    pub(super) fn corner_stands(&self) -> &[usize] {
        if self.block.ranks == 1 { &self.corners[..2] } else { &self.corners }
    }
}

/// A stand with its level and the features its eye and its centre are in, as bits.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// The stand.
    pub stand: StandAt,
    /// The level of its centre.
    pub level: Level,
    pub(super) eye_in: u64,
    pub(super) centre_in: u64,
}

/// A body with everything about its place worked out.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The body.
    pub body: Body,
    /// Its blocks.
    pub blocks: Vec<Footing>,
    /// Its stands, block by block.
    pub stands: Vec<Standing>,
    /// An outline around all of it.
    pub(super) cover: Convex,
    pub(super) middle: Point,
    pub(super) radius: i32,
    pub(super) bounds: Bounds,
}

impl Placed {
    /// Works out a body's place on some ground.
    pub fn new(ground: &Ground, body: Body) -> Placed {
        let mut first = 0;
        let mut blocks: Vec<Footing> = body
            .layout
            .blocks(body.pose)
            .into_iter()
            .map(|block| {
                let outline = block.corners();
                let bounds = Bounds::of(&outline);
                let stands = first..first + usize::from(block.stands());
                let file = usize::from(block.files) - 1;
                let corners = [first, first + file, stands.end - 1 - file, stands.end - 1];
                first = stands.end;
                let core = block.shrunk(TOUCH + Mils(2));
                let level = ground.level(middle(&bounds));
                let (highest, eyes_in, centres_in) = (level, 0, 0);
                Footing { block, outline, level, stands, core, corners, highest, eyes_in, centres_in, bounds }
            })
            .collect();
        let within = |point: Point| {
            ground.features().fold(0, |bits, (id, feature)| {
                let holds = feature.bounds.meets(&Bounds::of(&[point])) && feature.region.holds(point);
                bits | (u64::from(holds) << id.0)
            })
        };
        let stands: Vec<Standing> = blocks
            .iter()
            .flat_map(|footing| footing.block.each_stand().collect::<Vec<_>>())
            .map(|stand| Standing {
                stand,
                level: ground.level(stand.centre),
                eye_in: within(stand.eye()),
                centre_in: within(stand.centre),
            })
            .collect();
        for footing in &mut blocks {
            let own = &stands[footing.stands.clone()];
            footing.highest = own.iter().map(|standing| standing.level).max().expect("a block has stands");
            footing.eyes_in = own.iter().fold(0, |bits, standing| bits | standing.eye_in);
            footing.centres_in = own.iter().fold(0, |bits, standing| bits | standing.centre_in);
        }
        let corners: Vec<Point> = blocks.iter().flat_map(|footing| footing.outline).collect();
        let bounds = Bounds::of(&corners);
        let middle = middle(&bounds);
        let radius = corners.iter().map(|&corner| (corner - middle).square()).max().expect("corners").isqrt()
            as i32
            + 1;
        let cover = match &blocks[..] {
            [one] => Convex::new(&one.outline),
            _ => bounds.outline(),
        };
        Placed { body, blocks, stands, cover, middle, radius, bounds }
    }

    /// Whether the bodies' circles come within a length of each other: else they are farther apart than that.
    #[inline]
    pub(super) fn may_be_within(&self, middle: Point, radius: i32, length: Mils) -> bool {
        let reach = i64::from(self.radius) + i64::from(radius) + i64::from(length.0);
        (self.middle - middle).square() <= reach * reach
    }

    /// The distance between two bodies.
    pub fn gap(&self, other: &Placed) -> Gap {
        let pairs = self.blocks.iter().flat_map(|one| other.blocks.iter().map(move |two| (one, two)));
        pairs.map(|(one, two)| convex::gap(&one.outline, &two.outline)).min().expect("a body has blocks")
    }

    /// Whether two bodies lie on each other, deeper than footprints may.
    pub fn overlaps(&self, other: &Placed) -> bool {
        self.may_be_within(other.middle, other.radius, Mils::ZERO)
            && self
                .blocks
                .iter()
                .any(|one| other.blocks.iter().any(|two| !convex::apart(&one.outline, &two.outline, TOUCH)))
    }

    /// Whether two bodies touch: what attaches a general to a unit.
    pub fn touches(&self, other: &Placed) -> bool {
        self.may_be_within(other.middle, other.radius, CONTACT) && self.gap(other).exactly_within(CONTACT)
    }

    /// Whether a body is within a length: a command radius, a distance of support.
    pub fn within(&self, other: &Placed, length: Mils) -> bool {
        self.gap(other).within(length)
    }

    /// Whether this body is in contact with another: touching along an inch or more of the other's edge.
    ///
    /// ```text
    ///      +------+
    ///      |      |            the gap is at most CONTACT, and the two edges,
    ///   +--+======+--+         laid on the touched one, share an inch
    ///   |            |
    ///   +------------+
    /// ```
    pub fn in_contact(&self, other: &Placed) -> bool {
        if !self.may_be_within(other.middle, other.radius, CONTACT) {
            return false;
        }
        self.blocks.iter().any(|one| {
            other.blocks.iter().any(|two| {
                convex::gap(&one.outline, &two.outline).exactly_within(CONTACT)
                    && convex::edges(&two.outline).any(|edge| shares_edge(&one.outline, edge))
            })
        })
    }
}

/// Whether an outline lies along an edge, at most [`CONTACT`] off it, for an inch or more.
fn shares_edge(outline: &[Point], (from, to): (Point, Point)) -> bool {
    let along = to - from;
    convex::edges(outline).any(|(a, b)| {
        // Edges of two outlines that touch run against each other; CONTACT bounds how far either end may be off.
        let close = along.dot(b - a) < 0 && convex::gap(&[a, b], &[from, to]).exactly_within(CONTACT);
        let (start, end) = (along.dot(b - from).max(0), along.dot(a - from).min(along.square()));
        let shared = i128::from(end - start);
        // Square the lengths: the shared part is the dot product over the edge's length.
        close
            && end > start
            && shared * shared
                >= i128::from(CONTACT_EDGE.0) * i128::from(CONTACT_EDGE.0) * i128::from(along.square())
    })
}

/// The middle of a box.
fn middle(bounds: &Bounds) -> Point {
    Point::new((bounds.low.x + bounds.high.x) / 2, (bounds.low.y + bounds.high.y) / 2)
}

/// The ground with the bodies on it.
#[derive(Clone, Debug)]
pub struct Field {
    ground: Ground,
    bodies: Vec<Option<Placed>>,
}

impl Field {
    /// Ground with nobody on it.
    pub fn new(ground: Ground) -> Field {
        Field { ground, bodies: Vec::new() }
    }

    /// The ground.
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    /// Adds a body.
    pub fn add(&mut self, body: Body) -> BodyId {
        self.bodies.push(Some(Placed::new(&self.ground, body)));
        BodyId((self.bodies.len() - 1) as u16)
    }

    /// Keeps a place in the list for a body that is not on the table yet.
    pub fn reserve(&mut self, id: BodyId) {
        while self.bodies.len() <= usize::from(id.0) {
            self.bodies.push(None);
        }
    }

    /// Puts a body somewhere else, or changes it.
    pub fn put(&mut self, id: BodyId, body: Body) {
        self.bodies[usize::from(id.0)] = Some(Placed::new(&self.ground, body));
    }

    /// Takes a body off the table.
    pub fn remove(&mut self, id: BodyId) {
        self.bodies[usize::from(id.0)] = None;
    }

    /// A body, if it is on the table.
    pub fn get(&self, id: BodyId) -> Option<&Placed> {
        self.bodies.get(usize::from(id.0))?.as_ref()
    }

    /// A body.
    ///
    /// # Panics
    /// If it is not on the table.
    pub fn body(&self, id: BodyId) -> &Placed {
        self.get(id).expect("a body that is on the table")
    }

    /// How many bodies there have been.
    pub fn len(&self) -> usize {
        self.bodies.len()
    }

    /// Whether there has been nobody.
    pub fn is_empty(&self) -> bool {
        self.bodies.is_empty()
    }

    /// The bodies on the table.
    pub fn bodies(&self) -> impl Iterator<Item = (BodyId, &Placed)> {
        self.bodies.iter().enumerate().filter_map(|(at, body)| Some((BodyId(at as u16), body.as_ref()?)))
    }
}
