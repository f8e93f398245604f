//! Bridges and fords: the way over a river for those who cannot go straight.

use super::far;
use grognard_board::table::{FeatureId, Field, Kind, Mils, Point, Region};
use grognard_days_of_empire::battle::campaign::{Campaign, Terrain};
use std::sync::Arc;

/// So far before its end a column is set upon a bridge, so that it has room to wheel.
const APPROACH: i32 = 2_500;

/// The rivers of a table and what leads over them.
pub(super) struct Crossings {
    /// The points before both ends of each bridge and ford.
    ends: Vec<[Point; 2]>,
    field: Arc<Field>,
    rivers: Vec<FeatureId>,
}

/// The middles of opposite sides of something with four corners.
fn axes(corners: &[Point]) -> Vec<[Point; 2]> {
    let [a, b, c, d] = corners else { return Vec::new() };
    let middle = |one: Point, other: Point| Point::new((one.x + other.x) / 2, (one.y + other.y) / 2);
    vec![[middle(*a, *b), middle(*c, *d)], [middle(*b, *c), middle(*d, *a)]]
}

impl Crossings {
    /// Those of the ground as it lies now.
    pub(super) fn of(rules: &Campaign, field: Arc<Field>) -> Crossings {
        let land = field.ground();
        let river = |id: FeatureId| rules.terrain(id) == Some(Terrain::River);
        let rivers: Vec<FeatureId> = land.features().map(|(id, _)| id).filter(|id| river(*id)).collect();
        let dry = |point: Point| rivers.iter().all(|id| !land.feature(*id).region.holds(point));
        let mut ends = Vec::new();
        for (_, feature) in land.features().filter(|(_, feature)| feature.kind == Kind::Way) {
            let Region::Area(corners) = &feature.region else { continue };
            let leads = |axis: &[Point; 2]| dry(axis[0]) && dry(axis[1]);
            // Carried on, so that it begins and ends clear of the banks.
            let carried = |[from, to]: [Point; 2]| {
                let on = (to - from).stretched(Mils(APPROACH));
                [from - on, to + on]
            };
            ends.extend(axes(corners).into_iter().filter(leads).map(carried).take(1));
        }
        Crossings { ends, field, rivers }
    }

    /// Whether a place is out of the rivers, or on what leads over one.
    pub(super) fn is_dry(&self, point: Point) -> bool {
        let land = self.field.ground();
        let over = |id: &FeatureId| land.feature(*id).region.holds(point);
        let mut ways = land.features().filter(|(_, feature)| feature.kind == Kind::Way);
        !self.rivers.iter().any(over) || ways.any(|(_, way)| way.region.holds(point))
    }

    /// Whether a straight way leads through a river, and not over a bridge or a ford.
    fn wet(&self, from: Point, to: Point) -> bool {
        let (length, land) = (far(from, to), self.field.ground());
        let along = |part: i64| from + (to - from).stretched(Mils(part as i32));
        let mut water = self.rivers.iter().flat_map(|id| land.feature(*id).region.stretches(from, to));
        water.any(|(enters, leaves)| {
            let whole = Mils(length as i32);
            let middle = along(i64::from(enters.of(whole).0 + leaves.of(whole).0) / 2);
            let mut ways = land.features().filter(|(_, feature)| feature.kind == Kind::Way);
            !ways.any(|(_, way)| way.region.holds(middle))
        })
    }

    /// Where the way to a point turns first, if the way left from everywhere is told.
    pub(super) fn turn(&self, here: Point, goal: Point, left: impl Fn(Point) -> i64) -> Option<Point> {
        if self.rivers.is_empty() || !self.wet(here, goal) {
            return None;
        }
        let both = self.ends.iter().flat_map(|[one, other]| [(*one, *other), (*other, *one)]);
        let over = both.filter(|(_, there)| !self.wet(*there, goal)).map(|(near, there)| {
            match self.wet(here, there) {
                false => (far(here, there) + left(there), there),
                true => (far(here, near) + left(near), near),
            }
        });
        over.min_by_key(|(length, _)| *length).map(|(_, turn)| turn)
    }
}
