//! Convex outlines, and the exact questions about two of them: how deep, how far.
//!
//! Outlines run counter-clockwise. Two points make a segment and one a point, for which all questions
//! have their answers too.

use super::measure::{Gap, Mils};
use super::point::Point;

/// The most corners an outline has: two rectangles' hull.
const CORNERS_MAX: usize = 8;

/// A convex outline of at most eight corners, counter-clockwise, without heap.
#[derive(Clone, Copy, Debug)]
pub struct Convex {
    corners: [Point; CORNERS_MAX],
    len: u8,
}

impl Convex {
    /// An outline whose corners are known to be convex and counter-clockwise.
    pub(super) fn new(of: &[Point]) -> Convex {
        let mut corners = [Point::default(); CORNERS_MAX];
        corners[..of.len()].copy_from_slice(of);
        Convex { corners, len: of.len() as u8 }
    }

    /// The corners, counter-clockwise.
    #[inline]
    pub fn corners(&self) -> &[Point] {
        &self.corners[..usize::from(self.len)]
    }

    /// The least outline around some points, of which at most eight may be corners of it.
    ///
    /// ```text
    ///   +----+                +----+
    ///   | P  |      hull     /      \
    ///   +----+      ---->   +        +
    ///        +----+          \      /
    ///        | Q  |           +----+
    ///        +----+
    /// ```
    pub fn hull(points: &[Point]) -> Convex {
        assert!(points.len() <= 16, "a hull of at most two outlines");
        let mut sorted = [Point::default(); 16];
        let sorted = &mut sorted[..points.len()];
        sorted.copy_from_slice(points);
        sorted.sort_unstable();
        let mut corners = [Point::default(); 33];
        let mut len = 0;
        // Along the bottom and back along the top, leaving out every corner that would bend to the right.
        let mut floor = 1;
        for pass in 0..2 {
            for step in 0..sorted.len() {
                let next = if pass == 0 { sorted[step] } else { sorted[sorted.len() - 1 - step] };
                if len > 0 && corners[len - 1] == next {
                    continue;
                }
                while len > floor && (corners[len - 1] - corners[len - 2]).cross(next - corners[len - 1]) <= 0
                {
                    len -= 1;
                }
                corners[len] = next;
                len += 1;
            }
            floor = len;
        }
        // The last corner is the first again, unless all points were one.
        let len = if len > 1 { len - 1 } else { len };
        Convex::new(&corners[..len])
    }

    /// Everything this outline passes over in a straight move.
    pub fn swept(&self, by: Point) -> Convex {
        let mut points = [Point::default(); 2 * CORNERS_MAX];
        let len = self.corners().len();
        for (at, &corner) in self.corners().iter().enumerate() {
            points[at] = corner;
            points[len + at] = corner + by;
        }
        Convex::hull(&points[..2 * len])
    }

    /// The hull of two outlines.
    pub fn joined(&self, other: &Convex) -> Convex {
        let mut points = [Point::default(); 2 * CORNERS_MAX];
        let (a, b) = (self.corners(), other.corners());
        points[..a.len()].copy_from_slice(a);
        points[a.len()..a.len() + b.len()].copy_from_slice(b);
        Convex::hull(&points[..a.len() + b.len()])
    }
}

/// Whether two convex outlines are apart, or at most so deep in each other.
///
/// They are if moving one of them that far, square to some edge of either, parts them.
///
/// ```text
///   +------+
///   |   +--|---+      how far Q has to go is measured square to each edge of both, to either side;
///   | P |  | Q |      the least of all is the depth
///   +---|--+   |
///       +------+
/// ```
pub fn apart(p: &[Point], q: &[Point], deep: Mils) -> bool {
    parted(p, q, deep) || parted(q, p, deep)
}

/// Whether an outline lies beyond some edge of another, or at most so deep behind it.
#[inline]
fn parted(outline: &[Point], other: &[Point], deep: Mils) -> bool {
    let mut from = outline[outline.len() - 1];
    for &to in outline {
        // Square to the edge, outwards: outlines run counter-clockwise.
        let axis = Point::new(to.y - from.y, from.x - to.x);
        let edge = axis.dot(from);
        from = to;
        let nearest = other.iter().fold(i64::MAX, |nearest, &corner| nearest.min(axis.dot(corner)));
        let depth = edge - nearest;
        if axis != Point::default() && (depth <= 0 || deep.0 > 0 && !deeper(depth, axis, deep)) {
            return true;
        }
    }
    false
}

/// Whether a depth, measured along an axis times the axis's length, is more than so many mils.
#[inline]
fn deeper(depth: i64, axis: Point, deep: Mils) -> bool {
    let deep = i64::from(deep.0);
    // An axis is no longer than its two sides together: most depths are settled by that.
    let longest = i64::from(axis.x.abs()) + i64::from(axis.y.abs());
    depth > deep * longest
        || i128::from(depth) * i128::from(depth) > i128::from(deep * deep) * i128::from(axis.square())
}

/// Whether a segment passes through an outline, deeper than so many mils.
///
/// The same as not being [`apart`], but quick to say no: a line that leaves all corners on one side passes by.
#[inline]
pub fn pierced(outline: &[Point], from: Point, to: Point, deep: Mils) -> bool {
    let way = to - from;
    let (mut left, mut right) = (false, false);
    for &corner in outline {
        let side = way.cross(corner - from);
        left |= side > 0;
        right |= side < 0;
    }
    left && right && !apart(&[from, to], outline, deep)
}

/// The distance between two convex outlines; nought if they touch or overlap.
pub fn gap(p: &[Point], q: &[Point]) -> Gap {
    if p.len() + q.len() > 2 && !apart(p, q, Mils::ZERO) {
        return Gap::NONE;
    }
    let mut least = p[0].gap(q[0]);
    for (points, outline) in [(p, q), (q, p)] {
        let mut from = outline[outline.len() - 1];
        for &to in outline {
            for &point in points {
                least = least.min(to_edge(point, from, to));
            }
            from = to;
        }
    }
    least
}

/// The point of an outline nearest to a point outside it, to the nearest mil; inside, the point itself.
pub fn nearest(point: Point, outline: &[Point]) -> Point {
    if gap(&[point], outline) == Gap::NONE {
        return point;
    }
    let (from, to) =
        edges(outline).min_by_key(|&(from, to)| to_edge(point, from, to)).expect("an outline has edges");
    foot(point, from, to)
}

/// Whether a point lies in a convex outline or on its edge.
pub fn holds(outline: &[Point], point: Point) -> bool {
    edges(outline).all(|(from, to)| (to - from).cross(point - from) >= 0)
}

/// The distance of a point from a segment.
pub(super) fn to_edge(point: Point, from: Point, to: Point) -> Gap {
    let (edge, off) = (to - from, point - from);
    let (along, length) = (edge.dot(off), edge.square());
    if along <= 0 {
        from.gap(point)
    } else if along >= length {
        to.gap(point)
    } else {
        let cross = i128::from(edge.cross(off));
        Gap { square: cross * cross, over: length }
    }
}

/// The point of a segment nearest to a point, to the nearest mil.
fn foot(point: Point, from: Point, to: Point) -> Point {
    let (edge, off) = (to - from, point - from);
    let (along, length) = (edge.dot(off), edge.square());
    if along <= 0 {
        return from;
    }
    if along >= length {
        return to;
    }
    let part = |side: i32| {
        let product = i128::from(side) * i128::from(along);
        let half = i128::from(length / 2) * product.signum();
        ((product + half) / i128::from(length)) as i32
    };
    from + Point::new(part(edge.x), part(edge.y))
}

/// The edges of an outline; a segment has itself, a point the way to itself.
pub(super) fn edges(outline: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    let count = if outline.len() == 2 { 1 } else { outline.len() };
    (0..count).map(move |at| (outline[at], outline[(at + 1) % outline.len()]))
}
