//! What a mover is told: the steps of a path, what ground asks, how others are regarded; and what comes back.

use super::field::BodyId;
use super::ground::FeatureId;
use super::layout::Layout;
use super::measure::{Gap, Hand, Heading, Mils, Notches};
use super::point::{Point, Pose};

/// The most steps of a path.
pub const STEPS_MAX: usize = 8;

/// One step of a path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    /// Straight ahead.
    Advance(Mils),
    /// Straight back, facing ahead, at twice the cost.
    Back(Mils),
    /// About the end of the front towards a hand.
    Wheel(Hand, Notches),
    /// On the spot, at no cost: single stands, screens, squares.
    Face(Heading),
    /// Straight to a point, at no cost for turning and facing the same way as before: screens and staff.
    Slip(Point),
    /// Into another formation, or about, or to one side.
    Change(Change),
}

/// A change of formation, as its caller has worked it out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Change {
    /// The formation taken.
    pub layout: Layout,
    /// The pose taken.
    pub pose: Pose,
    /// What it costs.
    pub cost: Mils,
    /// What the allowance of the new formation cuts the whole to.
    pub allowance: Mils,
}

/// What a piece of ground asks of whoever enters it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Toll {
    /// Nothing.
    Free,
    /// Part of the allowance. Ground of one kind asks only once, the dearest of it.
    Pay {
        /// The kind, below [`TOLLS_MAX`].
        kind: u8,
        /// The amount.
        cost: Mils,
    },
    /// Part of the allowance by the way one goes: a hill is climbed by entering it or coming nearer to its crest.
    Slope {
        /// The kind, below [`TOLLS_MAX`].
        kind: u8,
        /// For climbing.
        up: Mils,
        /// For any other move on it.
        down: Mils,
    },
    /// It is closed, but for ways through it.
    Closed,
}

/// How many kinds of toll there are at most.
pub const TOLLS_MAX: usize = 16;

/// Whether a mover keeps to roads, bridges and fords: then what he passes along them asks nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ways {
    /// He goes as if there were none.
    Ignored,
    /// Ground that his spine crosses only along ways is not his concern.
    Kept,
}

/// Whether a mover may leave the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edge {
    /// He may not.
    Closed,
    /// He may.
    Open,
}

/// Whether a body may be crossed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Crossing {
    /// It is in the way.
    Closed,
    /// It may be passed, but not stood on.
    Through,
    /// It is as if it were not there.
    Ignored,
}

/// Whether the end of a move may be nearer to a body than its beginning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Approach {
    /// It may.
    Free,
    /// It may not.
    Forbidden,
}

/// How a mover has to regard one body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Regard {
    /// Whether it may be crossed.
    pub crossing: Crossing,
    /// How far it must be kept away; if it is nearer already, it may only not come nearer.
    pub away: Mils,
    /// Whether the move may end nearer to it.
    pub approach: Approach,
}

impl Regard {
    /// A friend who is in the way.
    pub const FRIEND: Regard =
        Regard { crossing: Crossing::Closed, away: Mils::ZERO, approach: Approach::Free };
    /// A friend who may be passed.
    pub const PASSED: Regard = Regard { crossing: Crossing::Through, ..Regard::FRIEND };
    /// Somebody who does not matter.
    pub const NOBODY: Regard = Regard { crossing: Crossing::Ignored, ..Regard::FRIEND };

    /// An enemy who must be kept away.
    pub const fn enemy(away: Mils) -> Regard {
        Regard { away, ..Regard::FRIEND }
    }
}

/// What binds a mover: how far, over what, past whom.
#[derive(Clone, Debug)]
pub struct March {
    /// How far in all.
    pub allowance: Mils,
    /// What each feature of the ground asks, in their order; those not listed ask nothing.
    pub tolls: Vec<Toll>,
    /// How each body is regarded, in their order; those not listed as friends in the way.
    pub regards: Vec<Regard>,
    /// Whether he keeps to ways.
    pub ways: Ways,
    /// Whether he may leave the table.
    pub edge: Edge,
}

impl March {
    pub(super) fn toll(&self, id: FeatureId) -> Toll {
        self.tolls.get(usize::from(id.0)).copied().unwrap_or(Toll::Free)
    }

    pub(super) fn regard(&self, id: BodyId) -> Regard {
        self.regards.get(usize::from(id.0)).copied().unwrap_or(Regard::FRIEND)
    }
}

/// Why a walk stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hindrance {
    /// More steps than a path has.
    Steps,
    /// A length or angle that is no move: below nought, or a wheel beyond half a turn.
    Measure,
    /// It costs more than is left.
    Allowance {
        /// What the path would cost in all.
        needs: Mils,
        /// What there is.
        has: Mils,
    },
    /// It leads off the table.
    TableEdge,
    /// It leads over a body.
    Over(BodyId),
    /// It comes too near to a body.
    Near {
        /// Whom.
        body: BodyId,
        /// How near it would come.
        gap: Gap,
        /// How far must be kept.
        away: Mils,
    },
    /// It leads into closed ground.
    Ground(FeatureId),
    /// It ends on a body that may only be passed.
    EndsOn(BodyId),
    /// It ends nearer to a body than it began.
    Nearer {
        /// To whom.
        body: BodyId,
        /// How near it would end.
        gap: Gap,
        /// How near it began.
        before: Gap,
    },
}

/// Where and why a walk stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stop {
    /// The step that could not be made whole, counted from 0.
    pub step: usize,
    /// As much of it as could be; nothing of it if none.
    pub part: Option<Step>,
    /// What hindered the whole.
    pub why: Hindrance,
}

/// One thing that was paid for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Item {
    /// A step, by its number.
    Step(usize, Mils),
    /// Ground that was met in a step.
    Ground(usize, FeatureId, Mils),
}

/// What came of a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Walked {
    /// The formation at the end.
    pub layout: Layout,
    /// The pose at the beginning and after every step made.
    pub poses: Vec<Pose>,
    /// The steps made: those ordered, the last perhaps cut short.
    pub made: Vec<Step>,
    /// What was paid, in order.
    pub paid: Vec<Item>,
    /// What was paid in all.
    pub spent: Mils,
    /// The ground touched on the way, where it began counted in.
    pub met: Vec<FeatureId>,
    /// The ground of these that was not passed only along ways.
    pub entered: Vec<FeatureId>,
    /// Where and why it stopped, if it could not be done whole.
    pub stop: Option<Stop>,
}

impl Walked {
    /// The last pose.
    pub fn end(&self) -> Pose {
        *self.poses.last().expect("a walk begins somewhere")
    }
}
