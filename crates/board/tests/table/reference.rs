//! A slow second implementation in exact fractions, by other methods, and properties that hold the two together.
//!
//! Outlines are clipped by each other's edges instead of projected on axes; distances are found by walking every edge
//! for its nearest point; the lines of sight are cut by clipping. The only thing shared is the table of sines.

use grognard_board::table::*;
use num_rational::BigRational;
use proptest::prelude::*;

use super::{at, line, table, walks::crowd};

type Number = BigRational;

fn number(value: i64) -> Number {
    Number::from_integer(value.into())
}

#[derive(Clone, PartialEq, Debug)]
struct Spot(Number, Number);

impl Spot {
    fn of(point: Point) -> Spot {
        Spot(number(point.x.into()), number(point.y.into()))
    }

    fn less(&self, other: &Spot) -> Spot {
        Spot(&self.0 - &other.0, &self.1 - &other.1)
    }

    fn cross(&self, other: &Spot) -> Number {
        &self.0 * &other.1 - &self.1 * &other.0
    }

    fn dot(&self, other: &Spot) -> Number {
        &self.0 * &other.0 + &self.1 * &other.1
    }

    /// The point so much of the way to another.
    fn towards(&self, other: &Spot, part: &Number) -> Spot {
        let way = other.less(self);
        Spot(&self.0 + &way.0 * part, &self.1 + &way.1 * part)
    }
}

fn spots(points: &[Point]) -> Vec<Spot> {
    points.iter().map(|&point| Spot::of(point)).collect()
}

fn zero() -> Number {
    number(0)
}

/// What is left of an outline on the left of a line.
fn clip(outline: &[Spot], from: &Spot, to: &Spot) -> Vec<Spot> {
    let way = to.less(from);
    let side = |spot: &Spot| way.cross(&spot.less(from));
    let mut kept = Vec::new();
    for (at, spot) in outline.iter().enumerate() {
        let next = &outline[(at + 1) % outline.len()];
        let (here, there) = (side(spot), side(next));
        if here >= zero() {
            kept.push(spot.clone());
        }
        if (here > zero() && there < zero()) || (here < zero() && there > zero()) {
            kept.push(spot.towards(next, &(&here / (&here - &there))));
        }
    }
    kept
}

/// Twice the area that two convex outlines share.
fn shared(one: &[Spot], other: &[Spot]) -> Number {
    let mut left = one.to_vec();
    for at in 0..other.len() {
        left = clip(&left, &other[at], &other[(at + 1) % other.len()]);
        if left.len() < 3 {
            return zero();
        }
    }
    (0..left.len())
        .map(|at| left[at].cross(&left[(at + 1) % left.len()]))
        .fold(zero(), |sum, part| sum + part)
}

/// The square of the distance from a point to a segment: the nearest of all its points, by its place along it.
fn to_segment(spot: &Spot, from: &Spot, to: &Spot) -> Number {
    let way = to.less(from);
    let length = way.dot(&way);
    let part = if length == zero() { zero() } else { way.dot(&spot.less(from)) / length };
    let off = spot.less(&from.towards(to, &part.max(zero()).min(number(1))));
    off.dot(&off)
}

fn square_gap(one: &[Spot], other: &[Spot]) -> Number {
    if shared(one, other) > zero() {
        return zero();
    }
    let mut least: Option<Number> = None;
    for (a, b) in [(one, other), (other, one)] {
        for spot in a {
            for at in 0..b.len() {
                let found = to_segment(spot, &b[at], &b[(at + 1) % b.len()]);
                least = Some(least.map_or(found.clone(), |least| least.min(found)));
            }
        }
    }
    least.unwrap()
}

/// The true corners of a rectangle, before they are rounded to whole mils.
fn true_corners(pose: Pose, left: i64, right: i64, rear: i64) -> Vec<Spot> {
    let (sin, cos) = direction(pose.heading);
    let scale = |value: i64| Number::new(value.into(), (1_i64 << 30).into());
    let place = |a: i64, b: i64| {
        Spot(
            number(pose.at.x.into()) + scale(a * cos + b * sin),
            number(pose.at.y.into()) + scale(b * cos - a * sin),
        )
    };
    vec![place(right, rear), place(right, 0), place(left, 0), place(left, rear)]
}

fn rectangle() -> impl Strategy<Value = (Layout, Pose)> {
    (1..13_u8, 5_000..30_000_i32, 5_000..30_000_i32, 0..3600_u16)
        .prop_map(|(stands, x, y, heading)| (line(stands), at(x, y, heading)))
}

fn outline(of: &(Layout, Pose)) -> [Point; 4] {
    of.0.blocks(of.1)[0].corners()
}

fn simple_area() -> impl Strategy<Value = Vec<Point>> {
    // A star about a middle: corners in order of their angle, at any distance.
    prop::collection::vec((3_000..14_000_i32, 1..60_u16), 5..12).prop_map(|corners| {
        let total: u16 = corners.iter().map(|corner| corner.1).sum();
        let mut turned = 0_u32;
        corners
            .iter()
            .map(|&(far, turn)| {
                turned += u32::from(turn) * 3600 / u32::from(total);
                // Headings go clockwise; laying the ground turns outlines about.
                Pose::new(24_000, 24_000, Heading::new((turned % 3600) as u16)).ahead(Mils(far)).at
            })
            .collect()
    })
}

/// The parts of a segment inside an area by brute force: cut at every edge, each piece tested by its middle.
fn inside_parts(area: &[Spot], from: &Spot, to: &Spot) -> Number {
    let way = to.less(from);
    let mut cuts = vec![zero(), number(1)];
    for at in 0..area.len() {
        let (a, b) = (&area[at], &area[(at + 1) % area.len()]);
        let wall = b.less(a);
        let over = way.cross(&wall);
        if over != zero() {
            cuts.push(a.less(from).cross(&wall) / over);
        }
    }
    cuts.retain(|cut| *cut >= zero() && *cut <= number(1));
    cuts.sort();
    let two = number(2);
    cuts.windows(2)
        .filter(|pair| pair[0] < pair[1])
        .filter(|pair| holds(area, &from.towards(to, &((&pair[0] + &pair[1]) / &two))))
        .fold(zero(), |sum, pair| sum + &pair[1] - &pair[0])
}

/// Whether a spot is inside, by counting the edges to the east of it.
fn holds(area: &[Spot], spot: &Spot) -> bool {
    let mut odd = false;
    for at in 0..area.len() {
        let (a, b) = (&area[at], &area[(at + 1) % area.len()]);
        let on = b.less(a).cross(&spot.less(a)) == zero() && a.less(spot).dot(&b.less(spot)) <= zero();
        if on {
            return false;
        }
        if (a.1 > spot.1) != (b.1 > spot.1) {
            let east = &a.0 + (&spot.1 - &a.1) * (&b.0 - &a.0) / (&b.1 - &a.1);
            odd ^= east > spot.0;
        }
    }
    odd
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn corners_are_within_a_mil_of_the_truth(of in rectangle()) {
        let (left, right, rear) = of.0.extent();
        let truth = true_corners(of.1, left.into(), right.into(), rear.into());
        for (corner, true_corner) in outline(&of).iter().zip(&truth) {
            let off = Spot::of(*corner).less(true_corner);
            prop_assert!(off.dot(&off) <= number(1), "{corner:?}");
        }
    }

    #[test]
    fn outlines_overlap_when_they_share_ground(one in rectangle(), other in rectangle()) {
        let (p, q) = (outline(&one), outline(&other));
        let overlap = shared(&spots(&p), &spots(&q)) > zero();
        prop_assert_eq!(!convex::apart(&p, &q, Mils::ZERO), overlap);
    }

    #[test]
    fn depth_is_what_has_to_be_moved(one in rectangle(), other in rectangle(), deep in 0..3000_i32) {
        // Apart by a depth: moved that far square to some edge, in one sense or the other, nothing is shared. Scaled by
        // the edge's length, so that the move is a fraction; a hair more and less bound the root.
        let (p, q) = (outline(&one), outline(&other));
        let (sp, sq) = (spots(&p), spots(&q));
        let clear_at = |deep: Number| {
            [&sp, &sq].into_iter().any(|outline| (0..4).any(|at| {
                let edge = outline[(at + 1) % 4].less(&outline[at]);
                let length = edge.dot(&edge);
                // A root of the square, to a thousandth of a mil, from below.
                let scaled = (&length * number(1_000_000)).to_integer();
                let root = Number::new(scaled.sqrt(), 1000.into());
                [1, -1].into_iter().any(|sense| {
                    let by = &deep * number(sense) / &root;
                    let moved: Vec<Spot> = sp.iter().map(|spot| Spot(&spot.0 + &edge.1 * &by, &spot.1 - &edge.0 * &by)).collect();
                    shared(&moved, &sq) == zero()
                })
            }))
        };
        let found = convex::apart(&p, &q, Mils(deep));
        if clear_at(number(deep.into()) - number(1)) && deep > 0 {
            prop_assert!(found);
        }
        if found {
            prop_assert!(clear_at(number(deep.into()) + number(1)));
        }
    }

    #[test]
    fn distances_are_exact(one in rectangle(), other in rectangle()) {
        let (p, q) = (outline(&one), outline(&other));
        let (square, over) = convex::gap(&p, &q).square();
        prop_assert_eq!(Number::new(square.into(), over.into()), square_gap(&spots(&p), &spots(&q)));
    }

    #[test]
    fn distances_are_compared_to_the_last_fraction(one in rectangle(), other in rectangle(), length in 0..20_000_i32) {
        let (p, q) = (outline(&one), outline(&other));
        let gap = convex::gap(&p, &q);
        let truth = square_gap(&spots(&p), &spots(&q));
        let square = |value: i32| number(i64::from(value) * i64::from(value));
        prop_assert_eq!(gap.within(Mils(length)), truth <= square(length + 10));
        prop_assert_eq!(gap.keeps(Mils(length)), length <= 10 || truth >= square(length - 10));
        let rounded = i64::from(gap.mils().0);
        // Within half a mil of the root.
        prop_assert!(number((2 * rounded + 1) * (2 * rounded + 1)) >= &truth * number(4));
        prop_assert!(rounded == 0 || number((2 * rounded - 1) * (2 * rounded - 1)) <= truth * number(4));
    }

    #[test]
    fn a_sweep_takes_in_all_that_is_passed(of in rectangle(), by in 0..12_000_i32, parts in prop::collection::vec(0..1000_i32, 3)) {
        let block = of.0.blocks(of.1)[0];
        let step = of.1.ahead(Mils(by)).at - of.1.at;
        let swept = block.outline().swept(step);
        for part in parts {
            let way = Number::new(part.into(), 1000.into());
            for corner in block.corners() {
                let there = Spot::of(corner).towards(&Spot::of(corner + step), &way);
                let corners = swept.corners();
                for at in 0..corners.len() {
                    let (a, b) = (Spot::of(corners[at]), Spot::of(corners[(at + 1) % corners.len()]));
                    prop_assert!(b.less(&a).cross(&there.less(&a)) >= zero());
                }
            }
        }
    }

    #[test]
    fn areas_are_met_as_clipping_says(area in simple_area(), of in rectangle(), to in (0..48_000_i32, 0..48_000_i32)) {
        let mut ground = table();
        prop_assume!(ground.lay("it", Kind::Swamp, Outline::Polygon(area.clone())).is_ok());
        let region = &ground.feature(FeatureId(0)).region;
        let star = spots(&area);
        let block = outline(&of);
        // A star about its middle is the sum of its triangles.
        let middle = Spot(number(24_000), number(24_000));
        let shares = (0..star.len()).any(|at| {
            let (a, b) = (&star[at], &star[(at + 1) % star.len()]);
            // Clockwise about the middle: turned about for clipping.
            let triangle = [middle.clone(), b.clone(), a.clone()];
            shared(&spots(&block), &triangle) > zero()
        });
        let turns: Vec<bool> = (0..star.len()).map(|at| {
            star[at].less(&middle).cross(&star[(at + 1) % star.len()].less(&middle)) < zero()
        }).collect();
        if turns.iter().all(|&turn| turn) {
            prop_assert_eq!(region.meets(&block), shares);
        }
        let (from, to) = (of.1.at, Point::new(to.0, to.1));
        let found = region.stretches(from, to).iter().fold(0, |sum, part| sum + part.1.of(Mils(1_000_000)).0 - part.0.of(Mils(1_000_000)).0);
        let truth = inside_parts(&star, &Spot::of(from), &Spot::of(to)) * number(1_000_000);
        let off = truth - number(found.into());
        prop_assert!(off < number(8) && off > number(-8), "the same parts of the line: {}", off);
        prop_assert_eq!(region.holds(to), holds(&star, &Spot::of(to)));
    }

    #[test]
    fn runs_are_free_as_the_fractions_say(bodies in crowd(), by in 100..14_000_i32) {
        let mut field = Field::new(table());
        let ids: Vec<BodyId> = bodies.iter().map(|&body| field.add(body)).collect();
        let regards = vec![Regard::enemy(Mils(1000)); ids.len()];
        let orders = March { regards, edge: Edge::Open, ..super::march(20_000) };
        let free = field.check(ids[0], &orders, &[Step::Advance(Mils(by))]).is_none();
        let first = bodies[0];
        let step = first.pose.ahead(Mils(by)).at - first.pose.at;
        // All the ground passed over, as a hull: front corners at the end, rear corners at the beginning, and both sides.
        let near = first.layout.blocks(first.pose).iter().any(|block| {
            let swept = spots(block.outline().swept(step).corners());
            bodies[1..].iter().any(|other| other.layout.blocks(other.pose).iter().any(|there| {
                square_gap(&swept, &spots(&there.corners())) < number(990 * 990)
            }))
        });
        prop_assert_eq!(free, !near);
    }
}

#[test]
fn the_reference_knows_the_known_distance() {
    let one = spots(&outline(&(line(1), at(10_000, 10_000, 0))));
    let other = spots(&outline(&(line(1), at(14_000, 14_000, 450))));
    assert_eq!(square_gap(&one, &other), Number::new(18_508_021_389_025_i64.into(), 999_698.into()));
}
