//! Points, poses, and the table of sines that turns one into the other.

use std::ops::{Add, Neg, Sub};

use super::measure::{Gap, Hand, Heading, Mils, Notches};

/// A point of the table, or a step from one point to another, in mils: x to the east, y to the north.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Point {
    /// Mils east of the south-west corner.
    pub x: i32,
    /// Mils north of it.
    pub y: i32,
}

impl Point {
    /// A point.
    pub const fn new(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    /// Twice the area of the triangle spanned with another step: above nought if that one lies to the left.
    #[inline]
    pub const fn cross(self, other: Point) -> i64 {
        self.x as i64 * other.y as i64 - self.y as i64 * other.x as i64
    }

    /// The product of the lengths and the cosine between.
    #[inline]
    pub const fn dot(self, other: Point) -> i64 {
        self.x as i64 * other.x as i64 + self.y as i64 * other.y as i64
    }

    /// The square of the length.
    #[inline]
    pub const fn square(self) -> i64 {
        self.dot(self)
    }

    /// The distance to another point.
    pub fn gap(self, other: Point) -> Gap {
        Gap { square: i128::from((other - self).square()), over: 1 }
    }

    /// This step made so long, to the nearest mil; a step of no length stays so.
    pub fn stretched(self, to: Mils) -> Point {
        match self.square().isqrt() {
            0 => self,
            length => {
                let along = |part: i32| rounded(i64::from(part) * i64::from(to.0), length);
                Point::new(along(self.x), along(self.y))
            }
        }
    }

    /// The heading nearest to this step; of two that are equally near the one farther clockwise.
    ///
    /// A step of no length has none.
    pub fn heading(self) -> Option<Heading> {
        if self == Point::default() {
            return None;
        }
        // The quadrant by signs, then the last notch of it that is not clockwise of the step.
        let quadrant = match (self.x >= 0, self.y > 0) {
            (true, true) => 0,
            (true, false) if self.x > 0 => 900,
            (false, false) => 1800,
            (true, false) => 1800,
            (false, true) => 2700,
        };
        let off = |notch: u16| {
            let way = direction(Heading::new(notch));
            i128::from(way.0) * i128::from(self.y) - i128::from(way.1) * i128::from(self.x)
        };
        let (mut low, mut high) = (quadrant, quadrant + 900);
        while high - low > 1 {
            let middle = (low + high) / 2;
            // Above nought: the step lies counter-clockwise of that notch.
            if off(middle) > 0 { high = middle } else { low = middle }
        }
        Some(Heading::new(if off(high).abs() <= off(low).abs() { high } else { low }))
    }
}

impl Add for Point {
    type Output = Point;
    #[inline]
    fn add(self, other: Point) -> Point {
        Point::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Point;
    #[inline]
    fn sub(self, other: Point) -> Point {
        Point::new(self.x - other.x, self.y - other.y)
    }
}

impl Neg for Point {
    type Output = Point;
    #[inline]
    fn neg(self) -> Point {
        Point::new(-self.x, -self.y)
    }
}

/// Where a body stands: the midpoint of its command stand's front edge, and its heading.
///
/// Nothing else about a body's place is kept. Every corner is made from the pose afresh, so no error
/// adds up, and a corner is at most a mil from its true place.
///
/// ```text
///        heading
///           ^
///    +--+--+*-+--+     * the anchor, at the middle of the command stand's front edge
///    |  |  |C |  |       local places are (right of it, ahead of it)
///    +--+--+--+--+
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Pose {
    /// The anchor.
    pub at: Point,
    /// Where the body faces.
    pub heading: Heading,
}

impl Pose {
    /// A pose.
    pub const fn new(x: i32, y: i32, heading: Heading) -> Pose {
        Pose { at: Point::new(x, y), heading }
    }

    /// The point so far to the right and so far ahead.
    #[inline]
    pub fn place(self, right: i32, ahead: i32) -> Point {
        let (sin, cos) = direction(self.heading);
        let (right, ahead) = (i64::from(right), i64::from(ahead));
        let turned = Point::new(scaled(right * cos + ahead * sin), scaled(ahead * cos - right * sin));
        self.at + turned
    }

    /// The pose so far ahead, or behind if below nought.
    pub fn ahead(self, by: Mils) -> Pose {
        Pose { at: self.place(0, by.0), heading: self.heading }
    }

    /// The pose after turning about a local point, which stays where it is.
    pub fn turned_about(self, local: Point, hand: Hand, by: Notches) -> Pose {
        let fixed = self.place(local.x, local.y);
        let turned = Pose { at: Point::default(), heading: self.heading.turned(hand, by) };
        Pose { at: fixed - turned.place(local.x, local.y), heading: turned.heading }
    }
}

/// Divides by 2^30, halves away from nought.
#[inline]
const fn scaled(product: i64) -> i32 {
    let half = 1 << 29;
    (if product >= 0 { (product + half) >> 30 } else { -((-product + half) >> 30) }) as i32
}

/// Divides, halves away from nought.
pub(super) const fn rounded(number: i64, by: i64) -> i32 {
    let half = by / 2;
    (if number >= 0 { (number + half) / by } else { -((-number + half) / by) }) as i32
}

/// Sine and cosine of a heading, times 2^30: how far east and how far north a step that way goes.
#[inline]
pub const fn direction(heading: Heading) -> (i64, i64) {
    let notch = heading.notches();
    let (quarter, rest) = (notch / 900, (notch % 900) as usize);
    let (sin, cos) = (SINE[rest] as i64, SINE[900 - rest] as i64);
    match quarter {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    }
}

/// 2^30 times the sine of each notch from 0 to 900, to the nearest whole number.
static SINE: [u32; 901] = sines();

/// The table of sines, from the series, in whole numbers with 60 binary places.
const fn sines() -> [u32; 901] {
    const PI: i128 = 3_622_009_729_038_561_421;
    let mut table = [0; 901];
    let mut notch = 0;
    while notch <= 900 {
        let angle = (PI * notch as i128 + 900) / 1800;
        let square = (angle * angle) >> 60;
        let (mut term, mut sum, mut at) = (angle, angle, 1);
        while term != 0 {
            term = -((term * square) >> 60) / ((at + 1) * (at + 2));
            sum += term;
            at += 2;
        }
        table[notch] = ((sum + (1 << 29)) >> 30) as u32;
        notch += 1;
    }
    table
}
