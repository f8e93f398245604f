//! Formations on the table: where each stand is, and the blocks that stands make.
//!
//! All places are worked out from the body's [`Pose`], whose anchor is the middle of the command stand's
//! front edge. After losses the layout is made anew about the same pose.
//!
//! ```text
//!  line of 7                   manoeuvre column of 10        screen of 3
//!  +-+-+-+*+-+-+-+             +-+-+*+-+                     +-+   +*+   +-+
//!  | | | |C| | | |             | | |C| |                     | |   |C|   | |
//!  +-+-+-+-+-+-+-+             +-+-+-+-+                     +-+   +-+   +-+
//!                              | | | | |
//!  line bent back on the left  +-+-+-+-+      square of 14: faces 4, 4, 3, 3
//!        +*+-+-+                 | | |        +-+-+*+-+-+
//!       ||C| | |                 +-+-+        |f f f f|r|
//!     /\ +-+-+-+                              +-+-+-+-+r|
//!    / /                                      | |     |r|    each face begins at its left corner
//!   / /                                       |l|     +-+    seen from inside and runs clockwise
//!   \/                                        |l+-+-+-+-|
//!                                             |l|b b b b|
//!                                             +-+-+-+-+-+
//! ```

use std::fmt;

use super::convex::Convex;
use super::measure::{Hand, Mils, Notches};
use super::point::{Point, Pose};

/// The most stands a body has.
pub const STANDS_MAX: u8 = 24;

/// The size of one stand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Stand {
    /// Along its front.
    pub wide: Mils,
    /// From front to rear.
    pub deep: Mils,
}

impl Stand {
    /// An inch square: foot, horse, staff, engineers, pioneers, horse holders.
    pub const INCH: Stand = Stand { wide: Mils(1000), deep: Mils(1000) };
    /// A gun with its crew.
    pub const GUN: Stand = Stand { wide: Mils(1000), deep: Mils(1500) };
    /// A gun with its team.
    pub const LIMBERED: Stand = Stand { wide: Mils(1000), deep: Mils(3000) };
    /// A wagon.
    pub const WAGON: Stand = Stand { wide: Mils(1000), deep: Mils(2000) };
}

/// Which way the wing of a bent line swings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Swing {
    /// Towards the front, about the front corner at the hinge.
    Forward,
    /// Towards the rear, about the rear corner at the hinge, so that no two stands lie on each other.
    Back,
}

/// A bend of a line: the stands beyond the hinge, seen from the command stand, are a wing of their own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bend {
    /// How many stands are to the left of the hinge.
    pub hinge: u8,
    /// Which way the wing swings.
    pub swing: Swing,
    /// How far, up to a right angle.
    pub by: Notches,
}

/// How stands are arranged.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Formation {
    /// One rank, shoulder to shoulder, with at most two bends.
    Line {
        /// The bends, from the left.
        bends: [Option<Bend>; 2],
    },
    /// Ranks one behind the other. The last may be incomplete and stands in the middle.
    Column {
        /// Stands in a rank.
        wide: u8,
    },
    /// Four faces outward.
    Square,
    /// One rank with a stand's width between stands.
    Screen,
}

impl Formation {
    /// A straight line.
    pub const LINE: Formation = Formation::Line { bends: [None; 2] };
    /// A manoeuvre column.
    pub const MANOEUVRE_COLUMN: Formation = Formation::Column { wide: 4 };
}

/// A formation of so many stands: a shape that can stand anywhere.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Layout {
    formation: Formation,
    stands: u8,
    stand: Stand,
}

/// A layout that cannot be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BadLayout {
    /// No stand, or more than [`STANDS_MAX`].
    Stands(u8),
    /// A column without width.
    Width,
    /// A square of fewer than four stands.
    Square(u8),
    /// A hinge that is not between two stands, or not to the right of the one before.
    Hinge {
        /// The hinge.
        hinge: u8,
        /// The stands of the line.
        stands: u8,
    },
    /// A bend of more than a right angle.
    Angle(Notches),
    /// A stand without size.
    Size(Stand),
}

impl fmt::Display for BadLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadLayout::Stands(stands) => write!(f, "{stands} stands: a body has 1 to {STANDS_MAX}"),
            BadLayout::Width => write!(f, "a column 0 wide: it is at least 1 stand wide"),
            BadLayout::Square(stands) => write!(f, "a square of {stands}: it takes at least 4 stands"),
            BadLayout::Hinge { hinge, stands } => write!(
                f,
                "a bend after stand {hinge} of a line of {stands}: bends come between two stands, from the left, each once"
            ),
            BadLayout::Angle(by) => write!(f, "a bend of {by} degrees: a line bends by 0.1 to 90"),
            BadLayout::Size(stand) => {
                write!(f, "a stand of {} x {} inches: each side is 0.1 to 6 inches", stand.wide, stand.deep)
            }
        }
    }
}

impl std::error::Error for BadLayout {}

impl Layout {
    /// A formation of so many stands of a size.
    ///
    /// # Errors
    /// A layout that cannot be laid out.
    pub fn new(formation: Formation, stands: u8, stand: Stand) -> Result<Layout, BadLayout> {
        if stands == 0 || stands > STANDS_MAX {
            return Err(BadLayout::Stands(stands));
        }
        let sized = |side: Mils| (100..=6000).contains(&side.0);
        if !sized(stand.wide) || !sized(stand.deep) {
            return Err(BadLayout::Size(stand));
        }
        match formation {
            Formation::Column { wide: 0 } => return Err(BadLayout::Width),
            Formation::Square if stands < 4 => return Err(BadLayout::Square(stands)),
            Formation::Line { bends } => {
                let mut left = 0;
                for bend in bends.into_iter().flatten() {
                    if bend.hinge <= left || bend.hinge >= stands {
                        return Err(BadLayout::Hinge { hinge: bend.hinge, stands });
                    }
                    if bend.by.0 == 0 || bend.by > Notches::QUARTER {
                        return Err(BadLayout::Angle(bend.by));
                    }
                    left = bend.hinge;
                }
            }
            Formation::Column { .. } | Formation::Square | Formation::Screen => {}
        }
        Ok(Layout { formation, stands, stand })
    }

    /// One stand by itself: a gun, a limber, a wagon, a general.
    ///
    /// # Panics
    /// If the stand has no size; use [`Layout::new`] for sizes from outside.
    pub fn single(stand: Stand) -> Layout {
        Layout::new(Formation::LINE, 1, stand).expect("a stand with a size")
    }

    /// The horse holders of so many dismounted stands: one for every four, or part of four.
    ///
    /// # Panics
    /// If there are no stands.
    pub fn holders(dismounted: u8) -> Layout {
        Layout::new(Formation::LINE, dismounted.div_ceil(4), Stand::INCH).expect("somebody dismounted")
    }

    /// How the stands are arranged.
    pub const fn formation(&self) -> Formation {
        self.formation
    }

    /// How many stands.
    pub const fn stands(&self) -> u8 {
        self.stands
    }

    /// The size of a stand.
    pub const fn stand(&self) -> Stand {
        self.stand
    }

    /// The layout after losses, about the same pose; nothing if nobody is left. Bends that have lost their
    /// wing are gone, and a square of fewer than four is a line.
    pub fn with_stands(&self, stands: u8) -> Option<Layout> {
        let formation = match self.formation {
            Formation::Line { bends } => {
                // A line shrinks at both ends about its command stand, so the hinges move with that.
                let moved = i16::from(stands / 2) - i16::from(self.stands / 2);
                let kept = |bend: Bend| {
                    let hinge = i16::from(bend.hinge) + moved;
                    (0 < hinge && hinge < i16::from(stands)).then_some(Bend { hinge: hinge as u8, ..bend })
                };
                let mut left = bends.into_iter().flatten().filter_map(kept);
                Formation::Line { bends: [left.next(), left.next()] }
            }
            Formation::Square if stands < 4 => Formation::LINE,
            other => other,
        };
        Layout::new(formation, stands, self.stand).ok()
    }

    /// How many stands each face of a square has: front, rear, left, right.
    pub fn faces(&self) -> [u8; 4] {
        std::array::from_fn(|face| self.stands / 4 + u8::from((face as u8) < self.stands % 4))
    }

    /// The outer side of a square.
    pub fn side(&self) -> Mils {
        Mils(i32::from(self.faces()[0]) * self.stand.wide.0 + self.stand.deep.0)
    }

    /// The stands in a full rank of a line or column.
    fn files(&self) -> u8 {
        match self.formation {
            Formation::Column { wide } => wide.min(self.stands),
            _ => self.stands,
        }
    }

    /// The blocks at a pose: rectangles of touching stands with one heading.
    pub fn blocks(&self, pose: Pose) -> Vec<Block> {
        let (wide, deep) = (self.stand.wide.0, self.stand.deep.0);
        match self.formation {
            Formation::Line { bends } => self.segments(pose, bends),
            Formation::Column { .. } => {
                let files = self.files();
                let (ranks, rest) = (self.stands / files, self.stands % files);
                let left = -(i32::from(files / 2) * wide) - wide / 2;
                let mut blocks = vec![Block { pose, left, front: 0, files, ranks, stand: self.stand }];
                if rest > 0 {
                    let left = left + i32::from(files - rest) * wide / 2;
                    let front = -i32::from(ranks) * deep;
                    blocks.push(Block { pose, left, front, files: rest, ranks: 1, stand: self.stand });
                }
                blocks
            }
            Formation::Square => {
                let half = self.side().0 / 2;
                let [front, rear, left, right] = self.faces();
                // The corner at which each face begins, and where it faces.
                let face = |right: i32, ahead: i32, turn: u16, files: u8| {
                    let at = pose.place(right, ahead);
                    let heading = pose.heading.turned(Hand::Right, Notches(turn));
                    Block {
                        pose: Pose { at, heading },
                        left: 0,
                        front: 0,
                        files,
                        ranks: 1,
                        stand: self.stand,
                    }
                };
                vec![
                    face(-half, 0, 0, front),
                    face(half, -2 * half, 1800, rear),
                    face(-half, -2 * half, 2700, left),
                    face(half, 0, 900, right),
                ]
            }
            Formation::Screen => (0..self.stands)
                .map(|at| {
                    let left = (i32::from(at) - i32::from(self.stands / 2)) * 2 * wide - wide / 2;
                    Block { pose, left, front: 0, files: 1, ranks: 1, stand: self.stand }
                })
                .collect(),
        }
    }

    /// The straight parts of a line, from the left.
    fn segments(&self, pose: Pose, bends: [Option<Bend>; 2]) -> Vec<Block> {
        let (wide, deep) = (self.stand.wide.0, self.stand.deep.0);
        let command = self.stands / 2;
        let left = |stand: u8| (i32::from(stand) - i32::from(command)) * wide - wide / 2;
        let bends: Vec<Bend> = bends.into_iter().flatten().collect();
        // The part with the command stand lies between the last hinge left of it and the first one right of it.
        let inner = bends.iter().filter(|bend| bend.hinge <= command).count();
        let part = |pose: Pose, left: i32, files: u8| Block {
            pose,
            left,
            front: 0,
            files,
            ranks: 1,
            stand: self.stand,
        };
        let from = if inner > 0 { bends[inner - 1].hinge } else { 0 };
        let to = bends.get(inner).map_or(self.stands, |bend| bend.hinge);
        let mut blocks = vec![part(pose, left(from), to - from)];
        // Outwards to the left: each wing hangs on the part before it.
        for at in (0..inner).rev() {
            let (bend, next) = (bends[at], blocks[0]);
            let from = if at > 0 { bends[at - 1].hinge } else { 0 };
            let (ahead, hand) = match bend.swing {
                Swing::Forward => (0, Hand::Right),
                Swing::Back => (-deep, Hand::Left),
            };
            let hinge = next.pose.turned_about(Point::new(next.left, ahead), hand, bend.by);
            blocks.insert(0, part(hinge, next.left - i32::from(bend.hinge - from) * wide, bend.hinge - from));
        }
        for at in inner..bends.len() {
            let (bend, next) = (bends[at], blocks[blocks.len() - 1]);
            let to = bends.get(at + 1).map_or(self.stands, |bend| bend.hinge);
            let (ahead, hand) = match bend.swing {
                Swing::Forward => (0, Hand::Left),
                Swing::Back => (-deep, Hand::Right),
            };
            let hinge = next.pose.turned_about(Point::new(next.right(), ahead), hand, bend.by);
            blocks.push(part(hinge, next.right(), to - bend.hinge));
        }
        blocks
    }

    /// Which block has the command stand.
    pub fn command_block(&self) -> usize {
        match self.formation {
            Formation::Line { bends } => {
                bends.into_iter().flatten().filter(|bend| bend.hinge <= self.stands / 2).count()
            }
            Formation::Screen => usize::from(self.stands / 2),
            Formation::Column { .. } | Formation::Square => 0,
        }
    }

    /// The front corner at the end towards a hand, as a local place: what a wheel turns about.
    pub fn pivot(&self, hand: Hand) -> Point {
        let blocks = self.blocks(Pose::default());
        let [_, right, left, _] = match (hand, self.formation) {
            // The second block of a column is its last rank: the front is the first.
            (_, Formation::Column { .. }) | (Hand::Left, _) => blocks[0].corners(),
            (Hand::Right, _) => blocks[blocks.len() - 1].corners(),
        };
        match hand {
            Hand::Left => left,
            Hand::Right => right,
        }
    }

    /// From the pivot to the farthest front corner: what a wheel is measured by.
    pub fn frontage(&self, hand: Hand) -> Mils {
        let pivot = self.pivot(hand);
        let square = self
            .blocks(Pose::default())
            .iter()
            .flat_map(|block| {
                let [_, right, left, _] = block.corners();
                [left, right]
            })
            .map(|corner| (corner - pivot).square())
            .max()
            .expect("a layout has blocks");
        // To the nearest mil: the root of four times the square is twice the length.
        Mils(((4 * square).isqrt() as i32 + 1) / 2)
    }

    /// What a wheel costs: twice the way of the outer end, to the nearest mil.
    pub fn wheel_cost(&self, hand: Hand, by: Notches) -> Mils {
        wheel_cost(self.frontage(hand), by)
    }

    /// The local rectangle that the unbent part takes: left, right and rear; the front is at 0.
    pub fn extent(&self) -> (i32, i32, i32) {
        match self.formation {
            Formation::Square => {
                let half = self.side().0 / 2;
                (-half, half, -2 * half)
            }
            Formation::Line { bends: [None, None] } | Formation::Column { .. } | Formation::Screen => {
                let blocks = self.blocks(Pose::default());
                let left = blocks.iter().map(|block| block.left).min().expect("blocks");
                let right = blocks.iter().map(Block::right).max().expect("blocks");
                (left, right, blocks.iter().map(Block::rear).min().expect("blocks"))
            }
            Formation::Line { .. } => {
                let block = self.blocks(Pose::default())[self.command_block()];
                (block.left, block.right(), block.rear())
            }
        }
    }

    /// Every man turns about where he stands: the same ground, facing the other way.
    ///
    /// An unbent line or column only; an incomplete rank is made up again at the rear.
    pub fn about(&self, pose: Pose) -> (Layout, Pose) {
        let (left, right, rear) = self.extent();
        let layout = Layout { formation: self.unbent(), ..*self };
        let (new_left, ..) = layout.extent();
        let heading = pose.heading.back();
        // The new left front corner is where the old right rear one was.
        let corner = pose.place(right, rear);
        assert!(left < right);
        (layout, Pose { at: corner - Pose { at: Point::default(), heading }.place(new_left, 0), heading })
    }

    /// Every man turns to one hand: ranks become files, and the side becomes the front.
    pub fn quarter(&self, pose: Pose, hand: Hand) -> (Layout, Pose) {
        let (left, right, rear) = self.extent();
        let files = self.files();
        let formation = match self.formation {
            Formation::Square => Formation::Square,
            Formation::Screen => Formation::Screen,
            Formation::Line { .. } => Formation::Column { wide: 1 },
            Formation::Column { .. } if files == 1 => Formation::LINE,
            Formation::Column { .. } => Formation::Column { wide: self.stands.div_ceil(files) },
        };
        let layout = Layout { formation, ..*self };
        let (new_left, ..) = layout.extent();
        let heading = pose.heading.turned(hand, Notches::QUARTER);
        // The side turned to is the new front; its left end, seen that way, stays where it is.
        let corner = match hand {
            Hand::Right => pose.place(right, 0),
            Hand::Left => pose.place(left, rear),
        };
        (layout, Pose { at: corner - Pose { at: Point::default(), heading }.place(new_left, 0), heading })
    }

    /// The formation without bends.
    fn unbent(&self) -> Formation {
        match self.formation {
            Formation::Line { .. } => Formation::LINE,
            other => other,
        }
    }
}

/// Twice the way of a point so far from the pivot of a wheel, to the nearest mil.
pub(super) fn wheel_cost(frontage: Mils, by: Notches) -> Mils {
    const PI: (i128, i128) = (3_141_592_653_589_793, 1_000_000_000_000_000);
    let (number, over) = (2 * i128::from(frontage.0) * i128::from(by.0) * PI.0, 1800 * PI.1);
    Mils(((number + over / 2) / over) as i32)
}

/// A rectangle of touching stands with one heading, placed on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    pub(super) pose: Pose,
    pub(super) left: i32,
    pub(super) front: i32,
    pub(super) files: u8,
    pub(super) ranks: u8,
    pub(super) stand: Stand,
}

impl Block {
    /// The right side, in the block's own frame.
    pub(super) fn right(&self) -> i32 {
        self.left + i32::from(self.files) * self.stand.wide.0
    }

    /// The rear side, in the block's own frame.
    pub(super) fn rear(&self) -> i32 {
        self.front - i32::from(self.ranks) * self.stand.deep.0
    }

    /// Where it faces, from a point of no meaning by itself.
    pub fn pose(&self) -> Pose {
        self.pose
    }

    /// How many stands it has.
    pub fn stands(&self) -> u8 {
        self.files * self.ranks
    }

    /// The corners, counter-clockwise: right rear, right front, left front, left rear.
    ///
    /// ```text
    ///   2 ---- 1   front
    ///   |      |
    ///   3 ---- 0
    /// ```
    pub fn corners(&self) -> [Point; 4] {
        self.shrunk(Mils::ZERO)
    }

    /// The corners of the rectangle that lies so far inside this one.
    pub(super) fn shrunk(&self, by: Mils) -> [Point; 4] {
        let (left, right) = (self.left + by.0, self.right() - by.0);
        let (front, rear) = (self.front - by.0, self.rear() + by.0);
        [
            self.pose.place(right, rear),
            self.pose.place(right, front),
            self.pose.place(left, front),
            self.pose.place(left, rear),
        ]
    }

    /// The outline.
    pub fn outline(&self) -> Convex {
        Convex::new(&self.corners())
    }

    /// The stands one by one, rank by rank, each from the left.
    pub fn each_stand(&self) -> impl Iterator<Item = StandAt> + '_ {
        (0..self.ranks).flat_map(move |rank| (0..self.files).map(move |file| self.stand_at(file, rank)))
    }

    fn stand_at(&self, file: u8, rank: u8) -> StandAt {
        let (wide, deep) = (self.stand.wide.0, self.stand.deep.0);
        let left = self.left + i32::from(file) * wide;
        let front = self.front - i32::from(rank) * deep;
        let one = Block { left, front, files: 1, ranks: 1, ..*self };
        StandAt {
            corners: one.corners(),
            centre: self.pose.place(left + wide / 2, front - deep / 2),
            pose: Pose { at: self.pose.place(left + wide / 2, front), heading: self.pose.heading },
            wide: self.stand.wide,
        }
    }
}

/// One stand on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StandAt {
    /// The corners, as [`Block::corners`].
    pub corners: [Point; 4],
    /// The centre: what others look at.
    pub centre: Point,
    /// The middle of the front edge and the heading.
    pub pose: Pose,
    /// How wide the stand is.
    pub wide: Mils,
}

impl StandAt {
    /// The middle of the front edge: what it looks and shoots from.
    pub const fn eye(&self) -> Point {
        self.pose.at
    }

    /// The front edge, from the left corner to the right one.
    pub const fn front(&self) -> (Point, Point) {
        (self.corners[2], self.corners[1])
    }
}
