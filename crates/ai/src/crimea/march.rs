//! The way to a place over the ground as it lies: round rivers and woods, works and own troops that stand there. A chart of
//! squares one inch wide, each with the way that is left from it; rough on purpose, since the rules judge every move.

use super::far;
use super::fire::half_front;
use grognard_board::table::{Field, Kind, Point, Region, Thickness};
use grognard_days_of_empire::battle::campaign::Terrain;
use grognard_days_of_empire::battle::ids::UnitId;
use grognard_days_of_empire::battle::state::Scene;
use grognard_days_of_empire::unit::{Arm, Formation};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How wide a square of the chart is, in mils.
const SQUARE: i32 = 1_000;
/// Nobody gets into such a square.
const CLOSED: u32 = u32::MAX;
/// What a square in the open costs.
const OPEN: u32 = 1_000;
/// What is added to a square in which friends stand who move on, and one in which somebody stays.
const FRIEND: u32 = 600;
const POST: u32 = 3_000;
/// Half of the width of a column, in mils: so much room a mover needs beside whoever stays.
const ROOM: i64 = 2_000;
/// Enemies nearer than this to the end of the way are what it leads to.
const AT_THE_PLACE: i64 = 6_000;
/// A chart of squares makes a way up to a twelfth longer than it is; what is longer than this is a way round something.
const ROUND: i64 = 9;

/// Who goes: each finds other ground hard.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gait {
    Foot,
    Horse,
    Limbers,
}

/// The way that is left to a place, from everywhere.
pub(super) struct March {
    /// The place.
    pub(super) goal: Point,
    wide: i32,
    deep: i32,
    left: Vec<u32>,
}

/// What an inch of some ground costs, in mils; nothing where it is closed. (T2)
fn inch(kind: &Kind, river: bool, gait: Gait) -> Option<u32> {
    let of = |foot: u32, horse: Option<u32>, limbers: Option<u32>| match gait {
        Gait::Foot => Some(foot),
        Gait::Horse => horse,
        Gait::Limbers => limbers,
    };
    match kind {
        Kind::Hill { .. } => of(1_050, Some(1_050), Some(1_100)),
        Kind::Wood(Thickness::Light) => of(1_400, Some(1_800), Some(1_600)),
        Kind::Wood(Thickness::Heavy) => of(1_800, None, None),
        Kind::Town(Thickness::Light) => of(1_400, Some(1_800), Some(1_500)),
        Kind::Town(Thickness::Heavy) => of(1_700, Some(2_200), Some(1_800)),
        Kind::Swamp => of(2_500, None, None),
        Kind::Water if river => None,
        Kind::Water => of(1_800, Some(2_500), Some(2_500)),
        Kind::Obstacle(Thickness::Light) => of(2_500, Some(4_000), None),
        Kind::Obstacle(Thickness::Heavy) => of(4_500, None, None),
        Kind::Way | Kind::Road | Kind::Gone => Some(OPEN),
    }
}

/// The squares of a table on their way to a chart.
struct Squares {
    wide: i32,
    deep: i32,
    cost: Vec<u32>,
}

impl Squares {
    fn at(&self, point: Point) -> Option<usize> {
        let (x, y) = (point.x.div_euclid(SQUARE), point.y.div_euclid(SQUARE));
        let within = (0..self.wide).contains(&x) && (0..self.deep).contains(&y);
        within.then(|| (y * self.wide + x) as usize)
    }

    /// Gives some ground its cost: the dearest counts, but a way or a road opens what it leads through.
    fn lay(&mut self, region: &Region, cost: Option<u32>, opens: bool) {
        let cost = cost.unwrap_or(CLOSED);
        let mut meet = |at: usize| {
            let old = self.cost[at];
            self.cost[at] = if opens { cost } else { old.max(cost) };
        };
        let (wide, deep) = (self.wide, self.deep);
        if let Region::Line(path) = region {
            for part in path.windows(2) {
                let length = far(part[0], part[1]).max(1);
                for along in (0..=length).step_by(400) {
                    let by = |from: i32, to: i32| from + (i64::from(to - from) * along / length) as i32;
                    let point = Point::new(by(part[0].x, part[1].x), by(part[0].y, part[1].y));
                    let (x, y) = (point.x.div_euclid(SQUARE), point.y.div_euclid(SQUARE));
                    if (0..wide).contains(&x) && (0..deep).contains(&y) {
                        meet((y * wide + x) as usize);
                    }
                }
            }
            return;
        }
        let bounds = region.bounds();
        let squares = |low: i32, high: i32, most: i32| {
            low.div_euclid(SQUARE).max(0)..(high.div_euclid(SQUARE) + 1).min(most)
        };
        for y in squares(bounds.low.y, bounds.high.y, deep) {
            for x in squares(bounds.low.x, bounds.high.x, wide) {
                if region.holds(centre(x, y)) {
                    meet((y * wide + x) as usize);
                }
            }
        }
    }

    /// Somebody in the way: who stays where he is is gone round, with room for the width of the mover.
    fn stand(&mut self, scene: Scene<'_>, unit: UnitId, (more, room): (u32, i64)) {
        let (state, profile) = (scene.unit(unit), scene.profile(unit));
        if profile.arm == Arm::Staff || state.body.formation == Formation::Skirmish {
            return;
        }
        let half = half_front(state.body.formation, state.body.strength) + 500 + room;
        let mut seen: Vec<usize> = Vec::new();
        for right in (-half..=half).step_by(500) {
            for ahead in (-2_500 - room..=1_000 + room).step_by(500) {
                let Some(at) = self.at(state.pose.place(right as i32, ahead as i32)) else { continue };
                if !seen.contains(&at) && self.cost[at] != CLOSED {
                    seen.push(at);
                    self.cost[at] += more;
                }
            }
        }
    }
}

fn centre(x: i32, y: i32) -> Point {
    Point::new(x * SQUARE + SQUARE / 2, y * SQUARE + SQUARE / 2)
}

impl March {
    /// The way of a unit to a place.
    pub(super) fn new(
        scene: Scene<'_>,
        field: &Field,
        (unit, goal): (UnitId, Point),
        stays: impl Fn(UnitId) -> bool,
    ) -> March {
        let size = scene.rules.land.size();
        let (wide, deep) = ((size.x + SQUARE - 1) / SQUARE, (size.y + SQUARE - 1) / SQUARE);
        let mut squares = Squares { wide, deep, cost: vec![OPEN; (wide * deep) as usize] };
        let profile = scene.profile(unit);
        let gait = match () {
            () if profile.arm.is_gun() => Gait::Limbers,
            () if profile.arm.is_horse() => Gait::Horse,
            () => Gait::Foot,
        };
        let opens = |kind: &Kind| matches!(kind, Kind::Way);
        for pass in [false, true] {
            for (id, feature) in field.ground().features() {
                if opens(&feature.kind) != pass || matches!(feature.kind, Kind::Road | Kind::Gone) {
                    continue;
                }
                // Nobody goes through what burns. [15.9-f]
                let burns = scene.now.fires.iter().any(|fire| fire.area == id);
                let river = scene.rules.terrain(id) == Some(Terrain::River);
                let cost = if burns { None } else { inch(&feature.kind, river, gait) };
                squares.lay(&feature.region, cost, pass);
            }
        }
        let side = scene.side(unit);
        let room = half_front(scene.unit(unit).body.formation, scene.unit(unit).body.strength).min(ROOM);
        for friend in scene.now.troops(scene.rules, side).iter().filter(|one| *one != unit) {
            // Friends may not be crossed: who stays is gone round, who goes on himself is followed.
            squares.stand(scene, friend, if stays(friend) { (POST, room) } else { (FRIEND, 0) });
        }
        // Who stands where the way leads to is met; the other enemies are passed by.
        let aside = |enemy: &UnitId| far(scene.unit(*enemy).pose.at, goal) > AT_THE_PLACE;
        for enemy in scene.now.troops(scene.rules, side.other()).iter().filter(aside) {
            squares.stand(scene, enemy, (POST, 0));
        }
        let left = flood(&squares, goal);
        March { goal, wide, deep, left }
    }

    /// The squares round a point, and the way left from their middles.
    fn around(&self, point: Point) -> impl Iterator<Item = (Point, i64)> + '_ {
        let (x, y) = (point.x.div_euclid(SQUARE), point.y.div_euclid(SQUARE));
        let squares = (y - 1..=y + 1).flat_map(move |y| (x - 1..=x + 1).map(move |x| (x, y)));
        squares
            .filter(|(x, y)| (0..self.wide).contains(x) && (0..self.deep).contains(y))
            .map(|(x, y)| (centre(x, y), self.left[(y * self.wide + x) as usize]))
            .filter(|(_, left)| *left != CLOSED)
            .map(|(middle, left)| (middle, i64::from(left)))
    }

    /// How much of the way is left from a point.
    pub(super) fn left(&self, from: Point) -> i64 {
        let straight = far(from, self.goal);
        let found = self.around(from).map(|(middle, left)| left + far(from, middle)).min();
        // Whoever stands where there is no way sees only the end of it.
        let found = found.unwrap_or(straight + 30_000);
        match found <= straight + straight / ROUND + 1_500 {
            true => straight,
            false => found,
        }
    }

    /// The point so far along the way; the place itself, if nothing is in the way.
    pub(super) fn ahead(&self, from: Point, by: i64) -> Point {
        if self.left(from) == far(from, self.goal) {
            return self.goal;
        }
        let mut here = from;
        while far(from, here) < by {
            let Some((next, left)) =
                self.around(here).min_by_key(|(middle, left)| (*left, middle.x, middle.y))
            else {
                return self.goal;
            };
            if next == here || left < 1_000 {
                return self.goal;
            }
            here = next;
        }
        here
    }
}

/// The way that is left from every square, by Dijkstra's method.
fn flood(squares: &Squares, goal: Point) -> Vec<u32> {
    let mut left = vec![CLOSED; squares.cost.len()];
    let Some(start) = squares.at(goal) else { return left };
    left[start] = 0;
    let mut open = BinaryHeap::from([(Reverse(0), start)]);
    while let Some((Reverse(done), at)) = open.pop() {
        if done > left[at] {
            continue;
        }
        let (x, y) = (at as i32 % squares.wide, at as i32 / squares.wide);
        for (right, up) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let (x, y) = (x + right, y + up);
            if !(0..squares.wide).contains(&x) || !(0..squares.deep).contains(&y) {
                continue;
            }
            let next = (y * squares.wide + x) as usize;
            let cost = squares.cost[next];
            if cost == CLOSED {
                continue;
            }
            let part = if right != 0 && up != 0 { cost * 1_414 / 1_000 } else { cost };
            if done + part < left[next] {
                left[next] = done + part;
                open.push((Reverse(done + part), next));
            }
        }
    }
    left
}
