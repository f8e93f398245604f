//! The ground: the size of the table and what lies on it, checked when it is made.

use std::fmt;

use super::layout::Layout;
use super::measure::{Gap, Mils, NEAR, TOUCH};
use super::point::{Point, Pose};
use super::region::{Along, Bounds, Closed, Region, path_gap, self_crossing, twice_area};

/// The longest side of a table.
pub const TABLE_MAX: Mils = Mils(120_000);
/// The most corners of one feature.
pub const CORNERS_MAX: usize = 64;
/// The most features of a table.
pub const FEATURES_MAX: usize = 64;

/// A feature, as its place in the list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FeatureId(pub u8);

/// How high ground is: 0 the table, 1 a low hill, 2 a high one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Level(pub u8);

impl Level {
    /// The table itself.
    pub const TABLE: Level = Level(0);
    /// A low hill.
    pub const LOW: Level = Level(1);
    /// A high hill.
    pub const HIGH: Level = Level(2);
}

/// How thick cover is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Thickness {
    /// Timber houses, open woods, hedges, low walls.
    Light,
    /// Stone houses, dense woods, works, thick walls.
    Heavy,
}

/// What a feature is, as far as sight and shape go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Rising ground with its crest lines.
    Hill {
        /// How high.
        level: Level,
        /// The crest lines.
        crests: Vec<Vec<Point>>,
    },
    /// Trees.
    Wood(Thickness),
    /// Houses.
    Town(Thickness),
    /// Wet ground.
    Swamp,
    /// Running water.
    Water,
    /// A bridge, pontoon or ford, or a gap in an obstacle: a way through other ground for those who keep to it.
    Way,
    /// A road: a way through everything but water, which it crosses only where there is a [`Kind::Way`].
    Road,
    /// A wall, hedge, fence or work.
    Obstacle(Thickness),
    /// What is no longer there: a bridge blown up. It keeps its place in the list.
    Gone,
}

/// The outline of a feature, as people write it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outline {
    /// The corners of an area.
    Polygon(Vec<Point>),
    /// The middle line of something that has a width.
    Strip {
        /// The points of the line.
        path: Vec<Point>,
        /// The width.
        wide: Mils,
    },
    /// A line without width.
    Line(Vec<Point>),
}

/// One piece of terrain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feature {
    /// Its name, for people.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// What it covers.
    pub region: Region,
    pub(super) bounds: Bounds,
    bulge: Bulge,
}

/// Whether an area has no dents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bulge {
    /// It has none.
    Convex,
    /// It has some, or is no area.
    Other,
}

impl Bulge {
    fn of(region: &Region) -> Bulge {
        let Region::Area(outline) = region else { return Bulge::Other };
        let corner = |at: usize| outline[at % outline.len()];
        let bends_left =
            |at: usize| (corner(at + 1) - corner(at)).cross(corner(at + 2) - corner(at + 1)) >= 0;
        if (0..outline.len()).all(bends_left) { Bulge::Convex } else { Bulge::Other }
    }
}

impl Feature {
    /// The crest lines of a hill; nothing else has any.
    pub fn crests(&self) -> &[Vec<Point>] {
        match &self.kind {
            Kind::Hill { crests, .. } => crests,
            _ => &[],
        }
    }

    /// Whether it hides what is behind it and in it: a wood or a town.
    pub fn thickness(&self) -> Option<Thickness> {
        match self.kind {
            Kind::Wood(thickness) | Kind::Town(thickness) => Some(thickness),
            _ => None,
        }
    }

    /// The outline of an area that is convex.
    pub(super) fn convex_outline(&self) -> Option<&[Point]> {
        match &self.region {
            Region::Area(outline) if self.bulge == Bulge::Convex => Some(outline),
            _ => None,
        }
    }

    /// The level of a hill.
    pub fn level(&self) -> Option<Level> {
        match self.kind {
            Kind::Hill { level, .. } => Some(level),
            _ => None,
        }
    }

    /// The distance of a point from the nearest crest line; nothing where there is none.
    pub fn to_crest(&self, point: Point) -> Option<Gap> {
        self.crests().iter().map(|crest| path_gap(crest, &[point])).min()
    }
}

/// The table: its size and everything that lies on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ground {
    size: Point,
    features: Vec<Feature>,
}

/// Terrain that cannot be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadGround {
    /// The feature, by name; the table itself has none.
    pub feature: Option<String>,
    /// What is wrong with it.
    pub flaw: Flaw,
}

/// What is wrong with terrain.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Flaw {
    /// A table too small or too large.
    TableSize(Point),
    /// More features than fit.
    Features(usize),
    /// A name used before.
    Twice,
    /// An outline with too few or too many points.
    Points {
        /// How many it has.
        has: usize,
        /// The fewest it needs.
        least: usize,
    },
    /// A point off the table.
    OffTable {
        /// The point.
        at: Point,
        /// The table's north-east corner.
        size: Point,
    },
    /// Two edges that meet.
    CrossesItself {
        /// The beginning of one edge.
        one: Point,
        /// The beginning of the other.
        other: Point,
    },
    /// A ring around nothing.
    Flat,
    /// A strip too narrow or too wide.
    Wide(Mils),
    /// A point of a crest off its hill.
    CrestOffHill(Point),
    /// A hill of no height, or of more than two levels.
    Height(Level),
    /// A kind of feature with an outline it cannot have.
    Shape,
}

/// A point as people write it: inches from the west and from the south.
struct Written(Point);

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", Mils(self.0.x), Mils(self.0.y))
    }
}

impl fmt::Display for BadGround {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.feature {
            Some(name) => write!(f, "terrain `{name}`: {}", self.flaw),
            None => write!(f, "the table: {}", self.flaw),
        }
    }
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::TableSize(size) => {
                write!(f, "{} x {} inches: each side is 12 to {}", Mils(size.x), Mils(size.y), TABLE_MAX)
            }
            Flaw::Features(count) => write!(f, "{count} pieces of terrain: at most {FEATURES_MAX} fit"),
            Flaw::Twice => write!(f, "the name is used twice: each piece has its own"),
            Flaw::Points { has, least } => {
                write!(f, "{has} given, where {least} to {CORNERS_MAX} points are wanted")
            }
            Flaw::OffTable { at, size } => write!(
                f,
                "the point {} is off the table, which ends at {}: keep every point on it",
                Written(*at),
                Written(*size)
            ),
            Flaw::CrossesItself { one, other } => write!(
                f,
                "the outline crosses itself: the edge from {} meets the edge from {}; give the corners in order",
                Written(*one),
                Written(*other)
            ),
            Flaw::Flat => write!(f, "the outline has no inside: all its points lie on one line"),
            Flaw::Wide(wide) => write!(f, "{wide} inches wide: 0.1 to 24"),
            Flaw::CrestOffHill(at) => {
                write!(
                    f,
                    "the crest's point {} is off the hill: keep the crest inside the hill's outline",
                    Written(*at)
                )
            }
            Flaw::Height(level) => write!(f, "a hill of level {}: 1 is a low hill, 2 a high one", level.0),
            Flaw::Shape => write!(
                f,
                "hills, woods, towns and swamps are polygons, water, ways and roads polygons or strips, obstacles lines"
            ),
        }
    }
}

impl std::error::Error for BadGround {}

/// A stand off the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OffTable {
    /// The corner that is off.
    pub corner: Point,
    /// The table's north-east corner.
    pub size: Point,
}

impl fmt::Display for OffTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a stand's corner is at {}, off the table: it reaches from 0 0 to {}",
            Written(self.corner),
            Written(self.size)
        )
    }
}

impl std::error::Error for OffTable {}

impl Ground {
    /// An empty table.
    ///
    /// # Errors
    /// A side below 12 inches or above [`TABLE_MAX`].
    pub fn new(wide: Mils, deep: Mils) -> Result<Ground, BadGround> {
        let size = Point::new(wide.0, deep.0);
        let fits = |side: i32| (12_000..=TABLE_MAX.0).contains(&side);
        if !fits(size.x) || !fits(size.y) {
            return Err(BadGround { feature: None, flaw: Flaw::TableSize(size) });
        }
        Ok(Ground { size, features: Vec::new() })
    }

    /// Lays a feature on the table.
    ///
    /// # Errors
    /// A feature that crosses itself, leaves the table or is not what it says; nothing is laid then.
    pub fn lay(&mut self, name: &str, kind: Kind, outline: Outline) -> Result<FeatureId, BadGround> {
        let bad = |flaw| BadGround { feature: Some(name.to_owned()), flaw };
        if self.features.len() >= FEATURES_MAX {
            return Err(bad(Flaw::Features(self.features.len() + 1)));
        }
        if self.features.iter().any(|feature| feature.name == name) {
            return Err(bad(Flaw::Twice));
        }
        let region = self.region(&kind, outline).map_err(bad)?;
        self.check_crests(&kind, &region).map_err(bad)?;
        let (bounds, bulge) = (region.bounds(), Bulge::of(&region));
        self.features.push(Feature { name: name.to_owned(), kind, region, bounds, bulge });
        Ok(FeatureId((self.features.len() - 1) as u8))
    }

    fn region(&self, kind: &Kind, outline: Outline) -> Result<Region, Flaw> {
        let (points, least, closed) = match &outline {
            Outline::Polygon(points) => (points, 3, Closed::Ring),
            Outline::Strip { path, .. } => (path, 2, Closed::Open),
            Outline::Line(path) => (path, 2, Closed::Open),
        };
        self.check_points(points, least, closed)?;
        match (kind, outline) {
            (Kind::Obstacle(_), Outline::Line(path)) => Ok(Region::Line(path)),
            (Kind::Water | Kind::Way | Kind::Road, Outline::Strip { path, wide }) => {
                if !(100..=24_000).contains(&wide.0) {
                    return Err(Flaw::Wide(wide));
                }
                Ok(Region::strip(&path, wide))
            }
            (Kind::Obstacle(_), _) | (_, Outline::Line(_) | Outline::Strip { .. }) => Err(Flaw::Shape),
            (_, Outline::Polygon(mut points)) => {
                match twice_area(&points) {
                    0 => return Err(Flaw::Flat),
                    area if area < 0 => points.reverse(),
                    _ => {}
                }
                Ok(Region::Area(points))
            }
        }
    }

    fn check_points(&self, points: &[Point], least: usize, closed: Closed) -> Result<(), Flaw> {
        if points.len() < least || points.len() > CORNERS_MAX {
            return Err(Flaw::Points { has: points.len(), least });
        }
        if let Some(&at) = points.iter().find(|&&point| !self.holds(point)) {
            return Err(Flaw::OffTable { at, size: self.size });
        }
        match self_crossing(points, closed) {
            Some((one, other)) => Err(Flaw::CrossesItself { one: points[one], other: points[other] }),
            None => Ok(()),
        }
    }

    fn check_crests(&self, kind: &Kind, region: &Region) -> Result<(), Flaw> {
        let Kind::Hill { level, crests } = kind else { return Ok(()) };
        if !(1..=2).contains(&level.0) {
            return Err(Flaw::Height(*level));
        }
        for crest in crests {
            self.check_points(crest, 2, Closed::Open)?;
            if let Some(&off) = crest.iter().find(|&&point| region.gap(&[point]) != Gap::NONE) {
                return Err(Flaw::CrestOffHill(off));
            }
        }
        Ok(())
    }

    /// The north-east corner: the table's width and depth.
    pub const fn size(&self) -> Point {
        self.size
    }

    /// Everything on the table, in order.
    pub fn features(&self) -> impl Iterator<Item = (FeatureId, &Feature)> {
        self.features.iter().enumerate().map(|(at, feature)| (FeatureId(at as u8), feature))
    }

    /// One feature.
    pub fn feature(&self, id: FeatureId) -> &Feature {
        &self.features[usize::from(id.0)]
    }

    /// Whether a point is on the table, its edge counted in.
    pub const fn holds(&self, point: Point) -> bool {
        0 <= point.x && point.x <= self.size.x && 0 <= point.y && point.y <= self.size.y
    }

    /// Checks that a body stands on the table with every stand.
    ///
    /// # Errors
    /// The first corner that is off, by more than footprints may be in each other.
    pub fn check_on_table(&self, layout: &Layout, pose: Pose) -> Result<(), OffTable> {
        for block in layout.blocks(pose) {
            if let Some(corner) = block.corners().into_iter().find(|&corner| !self.nearly_holds(corner)) {
                return Err(OffTable { corner, size: self.size });
            }
        }
        Ok(())
    }

    /// Whether a corner is on the table or at most so far off it as footprints may be in each other.
    pub(super) const fn nearly_holds(&self, point: Point) -> bool {
        let off = TOUCH.0;
        -off <= point.x && point.x <= self.size.x + off && -off <= point.y && point.y <= self.size.y + off
    }

    /// How high a point is: the highest hill that holds it.
    pub fn level(&self, point: Point) -> Level {
        self.hill(point).map_or(Level::TABLE, |(_, level)| level)
    }

    /// The highest hill that holds a point.
    pub fn hill(&self, point: Point) -> Option<(FeatureId, Level)> {
        self.features()
            .filter_map(|(id, feature)| Some((id, feature.level()?)))
            .filter(|&(id, _)| self.feature(id).region.holds(point))
            .max_by_key(|&(id, level)| (level, std::cmp::Reverse(id)))
    }

    /// The woods and towns that a stand is in, wholly or in part.
    pub fn cover_of<'a>(&'a self, corners: &'a [Point]) -> impl Iterator<Item = (FeatureId, Thickness)> + 'a {
        let bounds = Bounds::of(corners);
        self.features().filter_map(move |(id, feature)| {
            let thickness = feature.thickness()?;
            (feature.bounds.meets(&bounds) && feature.region.meets(corners)).then_some((id, thickness))
        })
    }

    /// Whether one anchor is higher than another: on higher ground, or on the same hill and an inch or more
    /// nearer to its crest.
    pub fn higher(&self, one: Point, other: Point) -> bool {
        let (one_hill, other_hill) = (self.hill(one), self.hill(other));
        match (one_hill, other_hill) {
            (Some((hill, level)), Some((same, other_level))) if level == other_level => {
                let feature = self.feature(hill);
                let crests = (feature.to_crest(one), feature.to_crest(other));
                hill == same
                    && matches!(crests, (Some(near), Some(far)) if nearer_by(near, far, Mils::inches(1)))
            }
            _ => one_hill.map(|hill| hill.1) > other_hill.map(|hill| hill.1),
        }
    }

    /// Makes something else of a feature in its place: a wood turns out light, a bridge is blown up.
    ///
    /// # Panics
    /// If the feature would have an outline that its new kind cannot have.
    pub fn recast(&mut self, id: FeatureId, kind: Kind) {
        let feature = &mut self.features[usize::from(id.0)];
        let line = matches!(feature.region, Region::Line(_));
        assert!(kind == Kind::Gone || line == matches!(kind, Kind::Obstacle(_)), "{kind:?} of that shape");
        feature.kind = kind;
    }

    /// Whether a straight way lies wholly in ways: roads, bridges, fords.
    pub fn on_ways(&self, from: Point, to: Point) -> bool {
        let way = |kind: &Kind| matches!(kind, Kind::Way | Kind::Road);
        if from == to {
            return self.features().any(|(_, feature)| way(&feature.kind) && feature.region.holds(from));
        }
        covers(&self.ways(&way, from, to), (Along::START, Along::END))
    }

    /// Whether a straight way that meets a feature does so only along ways: by road through a wood, over a river by its
    /// bridge. A road ends at the water, unless something leads over or through.
    pub fn passed_by_ways(&self, feature: &Feature, from: Point, to: Point) -> bool {
        let leads = |kind: &Kind| match kind {
            Kind::Way => true,
            Kind::Road => feature.kind != Kind::Water,
            _ => false,
        };
        let ways = self.ways(&leads, from, to);
        match &feature.region {
            Region::Line(_) => {
                let met = feature.region.first_met(from, to);
                met.is_some_and(|at| ways.iter().any(|way| way.0 <= at && at <= way.1))
            }
            Region::Area(_) | Region::Strip { .. } => {
                let inside = feature.region.stretches(from, to);
                !inside.is_empty() && inside.iter().all(|&part| covers(&ways, part))
            }
        }
    }

    /// The parts of a straight way that lie in some kinds of way, joined where they touch.
    pub(super) fn ways(&self, kinds: &dyn Fn(&Kind) -> bool, from: Point, to: Point) -> Vec<(Along, Along)> {
        let bounds = Bounds::of(&[from, to]);
        let ways =
            self.features.iter().filter(|feature| kinds(&feature.kind) && feature.bounds.meets(&bounds));
        let mut parts: Vec<_> = ways.flat_map(|feature| feature.region.stretches(from, to)).collect();
        parts.sort_unstable();
        parts
    }
}

/// Whether stretches in order, which may overlap, cover a part without a gap.
pub(super) fn covers<T: Ord + Copy>(parts: &[(T, T)], (from, to): (T, T)) -> bool {
    let mut reached = from;
    for &(enter, leave) in parts {
        if enter > reached {
            break;
        }
        reached = reached.max(leave);
    }
    reached >= to
}

/// Whether one distance is less than another by a length or more.
///
/// In whole mils: roots of fractions have no exact difference, and a crest is not drawn finer than that.
fn nearer_by(near: Gap, far: Gap, by: Mils) -> bool {
    near.mils() + by <= far.mils() + NEAR
}
