//! Ground of any shape: simple polygons, strips along a path, bare lines.

use super::convex::{self, Convex, edges};
use super::measure::{Gap, Mils, NEAR};
use super::point::Point;

/// How far along a segment something is: a fraction from 0 to 1, exactly.
#[derive(Clone, Copy, Debug)]
pub struct Along {
    number: i64,
    over: i64,
}

impl Along {
    /// At the beginning.
    pub const START: Along = Along { number: 0, over: 1 };
    /// At the end.
    pub const END: Along = Along { number: 1, over: 1 };

    /// A fraction, whose denominator is made positive.
    fn new(number: i64, over: i64) -> Along {
        if over < 0 { Along { number: -number, over: -over } } else { Along { number, over } }
    }

    /// Whether this part of a segment, from its beginning, is at most so long, by the tolerance of [`Gap::within`].
    pub fn within(self, from: Point, to: Point, length: Mils) -> bool {
        self.compared(from, to, length + NEAR).is_le()
    }

    /// What is left of a segment from here.
    pub fn rest(self) -> Along {
        Along { number: self.over - self.number, over: self.over }
    }

    /// Whether this part of a segment keeps a length, by the tolerance of [`Gap::keeps`].
    pub fn keeps(self, from: Point, to: Point, length: Mils) -> bool {
        self.compared(from, to, length - NEAR).is_ge()
    }

    /// This part of a segment against a length, both squared.
    fn compared(self, from: Point, to: Point, length: Mils) -> std::cmp::Ordering {
        let squared = |number: i64| i128::from(number) * i128::from(number);
        let part = squared(self.number) * i128::from((to - from).square());
        part.cmp(&(i128::from(length.0.max(0)) * i128::from(length.0.max(0)) * squared(self.over)))
    }

    /// This part of a length, to the mil below.
    pub fn of(self, length: Mils) -> Mils {
        Mils((i128::from(self.number) * i128::from(length.0) / i128::from(self.over)) as i32)
    }
}

impl PartialEq for Along {
    fn eq(&self, other: &Along) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Along {}

impl PartialOrd for Along {
    fn partial_cmp(&self, other: &Along) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Along {
    fn cmp(&self, other: &Along) -> std::cmp::Ordering {
        let (a, b) = (
            i128::from(self.number) * i128::from(other.over),
            i128::from(other.number) * i128::from(self.over),
        );
        a.cmp(&b)
    }
}

/// The box around something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The south-west corner.
    pub low: Point,
    /// The north-east corner.
    pub high: Point,
}

impl Bounds {
    /// The box around some points.
    pub fn of(points: &[Point]) -> Bounds {
        let first = Bounds { low: points[0], high: points[0] };
        points.iter().fold(first, |bounds, point| Bounds {
            low: Point::new(bounds.low.x.min(point.x), bounds.low.y.min(point.y)),
            high: Point::new(bounds.high.x.max(point.x), bounds.high.y.max(point.y)),
        })
    }

    /// Whether two boxes have a point in common.
    #[inline]
    pub fn meets(&self, other: &Bounds) -> bool {
        self.low.x <= other.high.x
            && other.low.x <= self.high.x
            && self.low.y <= other.high.y
            && other.low.y <= self.high.y
    }

    /// Its four corners.
    pub fn outline(&self) -> Convex {
        let (low, high) = (self.low, self.high);
        Convex::new(&[low, Point::new(high.x, low.y), high, Point::new(low.x, high.y)])
    }

    /// The box that reaches so much farther on every side.
    pub fn grown(&self, by: Mils) -> Bounds {
        let by = Point::new(by.0, by.0);
        Bounds { low: self.low - by, high: self.high + by }
    }
}

/// What a piece of ground covers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Region {
    /// Everything inside an outline that does not cross itself, counter-clockwise.
    Area(Vec<Point>),
    /// A path of some width: a rectangle for each stretch, and the wedge at each bend.
    Strip {
        /// The middle line.
        path: Vec<Point>,
        /// The pieces, each convex.
        pieces: Vec<Vec<Point>>,
    },
    /// A path without width: walls, hedges, works.
    Line(Vec<Point>),
}

impl Region {
    /// A strip along a path.
    ///
    /// ```text
    ///    +------+._
    ///    |------|  `-.      a rectangle for each stretch of the path,
    ///    +------+\    `.    and the hull of their ends at each bend
    ///             `-._ /
    /// ```
    pub(super) fn strip(path: &[Point], wide: Mils) -> Region {
        let sides: Vec<[Point; 4]> = path
            .windows(2)
            .map(|ends| {
                let step = ends[1] - ends[0];
                let half = Point::new(step.y, -step.x).stretched(Mils(wide.0 / 2));
                [ends[0] + half, ends[1] + half, ends[1] - half, ends[0] - half]
            })
            .collect();
        let bends =
            sides.windows(2).map(|pair| Convex::hull(&[pair[0][1], pair[0][2], pair[1][0], pair[1][3]]));
        let bends: Vec<Vec<Point>> =
            bends.map(|hull| hull.corners().to_vec()).filter(|corners| corners.len() > 2).collect();
        let pieces = sides.iter().map(|piece| piece.to_vec()).chain(bends).collect();
        Region::Strip { path: path.to_vec(), pieces }
    }

    /// The middle line of a strip, or a line itself; an area has none.
    pub fn middle_line(&self) -> &[Point] {
        match self {
            Region::Strip { path, .. } | Region::Line(path) => path,
            Region::Area(_) => &[],
        }
    }

    /// The box around it.
    pub fn bounds(&self) -> Bounds {
        match self {
            Region::Area(points) | Region::Line(points) => Bounds::of(points),
            Region::Strip { pieces, .. } => Bounds::of(&pieces.concat()),
        }
    }

    /// Whether a point lies inside; on the edge is outside.
    pub fn holds(&self, point: Point) -> bool {
        match self {
            Region::Area(outline) => inside(outline, point),
            Region::Strip { pieces, .. } => pieces.iter().any(|piece| convex::holds(piece, point)),
            Region::Line(_) => false,
        }
    }

    /// Whether the inside of a convex outline and this have a point in common.
    pub fn meets(&self, outline: &[Point]) -> bool {
        match self {
            // Either an edge of the area passes through the outline, or the one lies wholly in the other.
            Region::Area(area) => {
                edges(area).any(|(from, to)| !convex::apart(&[from, to], outline, Mils::ZERO))
                    || inside_scaled(area, outline)
            }
            Region::Strip { pieces, .. } => {
                pieces.iter().any(|piece| !convex::apart(piece, outline, Mils::ZERO))
            }
            Region::Line(path) => path.windows(2).any(|part| !convex::apart(part, outline, Mils::ZERO)),
        }
    }

    /// The distance to a convex outline; nought if they touch or overlap.
    pub fn gap(&self, outline: &[Point]) -> Gap {
        match self {
            Region::Area(area) if inside_scaled(area, outline) => Gap::NONE,
            Region::Area(area) => edges(area)
                .map(|(from, to)| convex::gap(&[from, to], outline))
                .min()
                .expect("an area has edges"),
            Region::Strip { pieces, .. } => {
                pieces.iter().map(|piece| convex::gap(piece, outline)).min().expect("a strip has pieces")
            }
            Region::Line(path) => path_gap(path, outline),
        }
    }

    /// The parts of a segment that lie inside, in order. Running along the edge is not inside; a line without
    /// width has no inside.
    pub fn stretches(&self, from: Point, to: Point) -> Vec<(Along, Along)> {
        let mut parts = match self {
            Region::Area(outline) => area_stretches(outline, from, to),
            Region::Strip { pieces, .. } => {
                pieces.iter().filter_map(|piece| convex_stretch(piece, from, to)).collect()
            }
            Region::Line(_) => Vec::new(),
        };
        parts.sort_unstable();
        // Pieces of a strip overlap and touch: they are one stretch.
        let mut joined: Vec<(Along, Along)> = Vec::new();
        for (enter, leave) in parts {
            match joined.last_mut() {
                Some(last) if enter <= last.1 => last.1 = last.1.max(leave),
                _ => joined.push((enter, leave)),
            }
        }
        joined
    }

    /// Whether a segment passes through: some stretch of it lies inside, or it crosses the line.
    pub fn crossed(&self, from: Point, to: Point) -> bool {
        match self {
            Region::Line(path) => path_crossed(path, from, to),
            Region::Area(_) | Region::Strip { .. } => !self.stretches(from, to).is_empty(),
        }
    }

    /// How far along a segment it is first met: entered, or crossed.
    pub fn first_met(&self, from: Point, to: Point) -> Option<Along> {
        match self {
            Region::Line(path) => {
                path.windows(2).filter_map(|part| crossing(from, to, part[0], part[1])).min()
            }
            Region::Area(_) | Region::Strip { .. } => self.stretches(from, to).first().map(|part| part.0),
        }
    }
}

/// The distance from a path to a convex outline.
pub(super) fn path_gap(path: &[Point], outline: &[Point]) -> Gap {
    path.windows(2).map(|part| convex::gap(part, outline)).min().expect("a path has two points")
}

/// Whether a segment crosses a path, or ends on it.
pub(super) fn path_crossed(path: &[Point], from: Point, to: Point) -> bool {
    path.windows(2).any(|part| crossing(from, to, part[0], part[1]).is_some())
}

/// Where along the first segment it meets the second; segments that run along each other meet where the
/// second begins.
fn crossing(from: Point, to: Point, a: Point, b: Point) -> Option<Along> {
    let (way, wall) = (to - from, b - a);
    let over = way.cross(wall);
    if over == 0 {
        return (convex::gap(&[from, to], &[a, b]) == Gap::NONE).then(|| {
            let at = |point: Point| Along::new(way.dot(point - from), way.square().max(1));
            at(a).min(at(b)).clamp(Along::START, Along::END)
        });
    }
    let (along, across) = (Along::new((a - from).cross(wall), over), Along::new((a - from).cross(way), over));
    let met = |part: Along| part >= Along::START && part <= Along::END;
    (met(along) && met(across)).then_some(along)
}

/// Whether a point is inside a simple outline, and not on its edge.
fn inside(outline: &[Point], point: Point) -> bool {
    let mut odd = false;
    for (from, to) in edges(outline) {
        let side = (to - from).cross(point - from);
        if side == 0 && (from - point).dot(to - point) <= 0 {
            return false;
        }
        if (from.y > point.y) != (to.y > point.y) && (side > 0) == (to.y > from.y) {
            odd = !odd;
        }
    }
    odd
}

/// Whether the middle of a convex outline is inside an area. All is scaled up, so that the middle is a whole point.
fn inside_scaled(area: &[Point], outline: &[Point]) -> bool {
    let count = outline.len() as i32;
    let middle = outline.iter().fold(Point::default(), |sum, &corner| sum + corner);
    let mut odd = false;
    for (from, to) in edges(area) {
        let (from, to) = (Point::new(from.x * count, from.y * count), Point::new(to.x * count, to.y * count));
        let side = (to - from).cross(middle - from);
        if side == 0 && (from - middle).dot(to - middle) <= 0 {
            return false;
        }
        if (from.y > middle.y) != (to.y > middle.y) && (side > 0) == (to.y > from.y) {
            odd = !odd;
        }
    }
    odd
}

/// The parts of a segment inside a simple outline.
///
/// The segment is thought moved a hair to its right, and then a hair to its left, so that no corner of
/// the outline lies on it; what is inside both times is inside. So a line of sight along the edge of a
/// wood is clear, whatever the wood's shape.
fn area_stretches(outline: &[Point], from: Point, to: Point) -> Vec<(Along, Along)> {
    let way = to - from;
    let side = |&corner: &Point| way.cross(corner - from);
    if outline.iter().all(|corner| side(corner) >= 0) || outline.iter().all(|corner| side(corner) <= 0) {
        return Vec::new();
    }
    let sides: Vec<i64> = outline.iter().map(side).collect();
    let pass = |left: &dyn Fn(i64) -> bool| {
        let mut cuts: Vec<Along> = (0..outline.len())
            .filter_map(|at| {
                let next = (at + 1) % outline.len();
                if left(sides[at]) == left(sides[next]) {
                    return None;
                }
                let (a, b) = (outline[at], outline[next]);
                Some(Along::new((a - from).cross(b - a), way.cross(b - a)))
            })
            .collect();
        cuts.sort_unstable();
        cuts
    };
    let (right, left) = (pass(&|side| side >= 0), pass(&|side| side > 0));
    let mut parts = Vec::new();
    for one in right.chunks_exact(2) {
        for other in left.chunks_exact(2) {
            let enter = one[0].max(other[0]).max(Along::START);
            let leave = one[1].min(other[1]).min(Along::END);
            if enter < leave {
                parts.push((enter, leave));
            }
        }
    }
    parts
}

/// The part of a segment inside a convex piece, its edge counted in: pieces of a strip touch each other.
fn convex_stretch(piece: &[Point], from: Point, to: Point) -> Option<(Along, Along)> {
    let (mut enter, mut leave) = (Along::START, Along::END);
    for (a, b) in edges(piece) {
        let (start, end) = ((b - a).cross(from - a), (b - a).cross(to - a));
        if start < 0 && end < 0 {
            return None;
        }
        if start < 0 && end >= 0 {
            enter = enter.max(Along::new(-start, end - start));
        } else if start >= 0 && end < 0 {
            leave = leave.min(Along::new(start, start - end));
        }
    }
    (enter < leave).then_some((enter, leave))
}

/// Whether the first two edges of an outline that meet without being neighbours do, and where; or neighbours
/// that fold back on each other.
pub(super) fn self_crossing(points: &[Point], closed: Closed) -> Option<(usize, usize)> {
    let count = match closed {
        Closed::Ring => points.len(),
        Closed::Open => points.len() - 1,
    };
    let edge = |at: usize| [points[at], points[(at + 1) % points.len()]];
    for a in 0..count {
        for b in a + 1..count {
            let (first, second) = (edge(a), edge(b));
            let neighbours = b == a + 1 || (closed == Closed::Ring && a == 0 && b == count - 1);
            let met = convex::gap(&first, &second) == Gap::NONE;
            let bad = if neighbours {
                // Neighbours share one corner; they may not run back along each other.
                let (shared, out, back) = if b == a + 1 {
                    (first[1], first[0], second[1])
                } else {
                    (first[0], first[1], second[0])
                };
                (out - shared).cross(back - shared) == 0 && (out - shared).dot(back - shared) >= 0
            } else {
                met
            };
            if bad {
                return Some((a, b));
            }
        }
    }
    None
}

/// Whether a list of points is a ring or a path with two ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Closed {
    /// The last point is joined to the first.
    Ring,
    /// It is not.
    Open,
}

/// Twice the area inside a ring: above nought if it runs counter-clockwise.
pub(super) fn twice_area(ring: &[Point]) -> i64 {
    edges(ring).map(|(from, to)| from.cross(to)).sum()
}
