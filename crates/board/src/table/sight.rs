//! Who sees whom.
//!
//! A stand sees another if the line from the middle of its own front edge to the other's centre lies in
//! its front half, is not too long, and nothing blocks it. A body sees another if some stand of it sees
//! some stand of the other.
//!
//! ```text
//!                 +--+
//!    +--+        /|b |        wood: hides what is in it and behind it
//!    |  |______ / +--+        hill: hides what is behind its crest
//!    |a *------/              body: hides foot behind foot
//!    +--+   (wood)
//! ```

use super::convex;
use super::field::{Body, BodyId, Bulk, CrestSide, Eyes, Field, Footing, Placed, Ranks, Smoke, Standing};
use super::ground::{Feature, Kind, Level, Thickness};
use super::measure::{Gap, Mils, TOUCH};
use super::point::Point;
use super::region::{Bounds, Region, path_crossed, path_gap};

/// How the eight inches behind a wood or town are read, for lookers on a high crest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OverCover {
    /// They are hidden; what lies farther off is seen.
    From,
    /// They are seen; what lies farther off is hidden.
    UpTo,
}

/// Whether formed bodies block sight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BodiesBlock {
    /// They do.
    Yes,
    /// They do not.
    No,
}

/// What a looker close behind a crest sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CrestBehind {
    /// Nothing beyond it: sight is mutual.
    Blind,
    /// What is beyond, unseen.
    Sees,
}

/// The distances and readings of sight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Visibility {
    /// The farthest anybody sees.
    pub farthest: Mils,
    /// How near formed troops in heavy cover are seen.
    pub in_heavy: Mils,
    /// How near formed troops in light cover are seen.
    pub in_light: Mils,
    /// How near skirmishers in cover are seen.
    pub loose: Mils,
    /// How much of the cover they stand in troops see through.
    pub edge: Mils,
    /// How near a crest one looks over it.
    pub crest: Mils,
    /// How much behind a wood or town is hidden from a high crest.
    pub beyond: Mils,
    /// How that is read.
    pub over_cover: OverCover,
    /// Whether bodies block.
    pub bodies: BodiesBlock,
    /// What those close behind a crest see.
    pub crest_behind: CrestBehind,
}

/// Which stands of two bodies see each other: the looker's, then the other's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Look {
    /// The looking stand, by its number in the body.
    pub by: u8,
    /// The stand that is seen.
    pub at: u8,
}

/// One line of sight, with all that is known of its ends.
struct Line<'a> {
    from: Point,
    to: Point,
    looker: &'a Standing,
    seen: &'a Standing,
    by: &'a Body,
    at: &'a Body,
    bounds: Bounds,
}

impl Line<'_> {
    /// The higher of both ends.
    fn level(&self) -> Level {
        self.looker.level.max(self.seen.level)
    }
}

impl Field {
    /// Whether some stand of one body sees some stand of another, and which; nobody sees or is seen off the table.
    pub fn sees(&self, rules: &Visibility, by: BodyId, at: BodyId) -> Option<Look> {
        let (one, other) = (self.get(by)?, self.get(at)?);
        let between = Between::new(self, rules, by, at);
        let mut last = 0;
        for looking in &one.blocks {
            for looked_at in &other.blocks {
                if between.wholly_hidden(one, looking, other, looked_at) {
                    continue;
                }
                for i in looking.stands.clone() {
                    for j in looked_at.stands.clone() {
                        if between.stand_sees(one, &one.stands[i], other, &other.stands[j], &mut last) {
                            return Some(Look { by: i as u8, at: j as u8 });
                        }
                    }
                }
            }
        }
        None
    }

    /// Whether one stand of a body sees one stand of another.
    pub fn stand_sees(&self, rules: &Visibility, by: BodyId, at: BodyId, look: Look) -> bool {
        let (one, other) = (self.body(by), self.body(at));
        let (looker, seen) = (&one.stands[usize::from(look.by)], &other.stands[usize::from(look.at)]);
        Between::new(self, rules, by, at).stand_sees(one, looker, other, seen, &mut 0)
    }
}

/// What may lie between two bodies: everything else need not be looked at.
struct Between<'a> {
    rules: &'a Visibility,
    features: Vec<(u64, &'a Feature)>,
    hills: Vec<&'a Feature>,
    blocks: Vec<(&'a Footing, Bulk)>,
}

impl<'a> Between<'a> {
    fn new(field: &'a Field, rules: &'a Visibility, by: BodyId, at: BodyId) -> Between<'a> {
        let (one, other) = (field.body(by), field.body(at));
        let corners = [one.bounds.low, one.bounds.high, other.bounds.low, other.bounds.high];
        let bounds = Bounds::of(&corners);
        let blocking = |feature: &Feature| feature.thickness().is_some() || feature.level().is_some();
        let features = field.ground().features();
        let features = features
            .filter(|(_, feature)| blocking(feature) && feature.bounds.meets(&bounds))
            .map(|(id, feature)| (1 << id.0, feature))
            .collect();
        let hills =
            field.ground().features().map(|(_, feature)| feature).filter(|f| f.level().is_some()).collect();
        let corridor = Corridor::new(one, other);
        let blocks = match rules.bodies {
            BodiesBlock::No => Vec::new(),
            BodiesBlock::Yes => field
                .bodies()
                .filter(|&(id, body)| {
                    id != by && id != at && body.body.looks.bulk != Bulk::Open && corridor.may_meet(body)
                })
                .flat_map(|(_, body)| body.blocks.iter().map(|footing| (footing, body.body.looks.bulk)))
                .collect(),
        };
        Between { rules, features, hills, blocks }
    }

    /// Whether one body between hides every stand of a block from every stand of another.
    ///
    /// What a convex body hides from a point is convex, and so is what it hides a point from. So if it lies between
    /// all corners of both blocks, it lies between all that is within them.
    fn wholly_hidden(&self, one: &Placed, looking: &Footing, other: &Placed, looked_at: &Footing) -> bool {
        let eyes = looking.corners.map(|stand| one.stands[stand].stand.eye());
        let centres = looked_at.corners.map(|stand| other.stands[stand].stand.centre);
        let level = |body: &Placed, footing: &Footing| {
            body.stands[footing.stands.clone()].iter().map(|standing| standing.level).max().expect("stands")
        };
        let highest = level(one, looking).max(level(other, looked_at));
        let mounted = [one, other].iter().any(|body| body.body.looks.eyes == Eyes::Mounted);
        self.blocks.iter().any(|(footing, bulk)| {
            footing.level >= highest
                && (*bulk == Bulk::Tall || !mounted)
                && eyes.iter().all(|&eye| {
                    centres.iter().all(|&centre| convex::pierced(&footing.core, eye, centre, Mils::ZERO))
                })
        })
    }

    fn stand_sees(
        &self,
        one: &Placed,
        looker: &Standing,
        other: &Placed,
        seen: &Standing,
        last: &mut usize,
    ) -> bool {
        let (from, to) = (looker.stand.eye(), seen.stand.centre);
        let (left, right) = looker.stand.front();
        if (right - left).cross(to - left) < 0 || !from.gap(to).within(self.rules.farthest) {
            return false;
        }
        let bounds = Bounds::of(&[from, to]);
        let line = Line { from, to, looker, seen, by: &one.body, at: &other.body, bounds };
        // Whatever blocked the line before this one blocks this one too, more often than not.
        if let Some((footing, bulk)) = self.blocks.get(*last)
            && hides(&line, footing, *bulk)
        {
            return false;
        }
        for (at, (footing, bulk)) in self.blocks.iter().enumerate() {
            if at != *last && hides(&line, footing, *bulk) {
                *last = at;
                return false;
            }
        }
        !self.features.iter().any(|&(bit, feature)| self.blocked_by(&line, bit, feature))
    }

    fn blocked_by(&self, line: &Line<'_>, bit: u64, feature: &Feature) -> bool {
        if !feature.bounds.meets(&line.bounds) {
            return false;
        }
        let (holds_looker, holds_seen) = (line.looker.eye_in & bit != 0, line.seen.centre_in & bit != 0);
        match (&feature.kind, feature.thickness()) {
            (_, Some(thickness)) => match (holds_looker, holds_seen) {
                (_, true) => !self.seen_in_cover(line, thickness),
                (true, false) => self.too_deep(line, feature),
                (false, false) => self.behind_cover(line, feature),
            },
            (Kind::Hill { level, crests }, None) => {
                line.level() <= *level
                    && if holds_looker || holds_seen {
                        crests.iter().any(|crest| self.behind_crest(line, crest))
                    } else {
                        feature.region.crossed(line.from, line.to)
                    }
            }
            _ => false,
        }
    }

    /// Whether troops in cover are near enough to be seen, or have given themselves away by firing.
    fn seen_in_cover(&self, line: &Line<'_>, thickness: Thickness) -> bool {
        let reach = match (line.at.looks.ranks, thickness) {
            (Ranks::Loose, _) => self.rules.loose,
            (Ranks::Formed, Thickness::Heavy) => self.rules.in_heavy,
            (Ranks::Formed, Thickness::Light) => self.rules.in_light,
        };
        line.at.looks.smoke == Smoke::Fired
            || convex::gap(&[line.from], &line.seen.stand.corners).within(reach)
    }

    /// Whether more of the looker's own cover lies before him than he sees through.
    fn too_deep(&self, line: &Line<'_>, feature: &Feature) -> bool {
        let stretches = feature.region.stretches(line.from, line.to);
        stretches.last().is_some_and(|&(_, leave)| !leave.within(line.from, line.to, self.rules.edge))
    }

    /// Whether a wood or town that neither is in hides one from the other.
    fn behind_cover(&self, line: &Line<'_>, feature: &Feature) -> bool {
        let stretches = feature.region.stretches(line.from, line.to);
        let Some(&(_, leave)) = stretches.last() else { return false };
        if !self.on_high_crest(line) || self.on_hill(feature) {
            return true;
        }
        let rest = leave.rest();
        match self.rules.over_cover {
            OverCover::From => !rest.keeps(line.from, line.to, self.rules.beyond),
            OverCover::UpTo => !rest.within(line.from, line.to, self.rules.beyond),
        }
    }

    /// Whether the looker is at the crest of a high hill.
    fn on_high_crest(&self, line: &Line<'_>) -> bool {
        line.looker.level >= Level::HIGH
            && self.hills.iter().any(|hill| {
                hill.level() == Some(Level::HIGH)
                    && hill.to_crest(line.from).is_some_and(|gap| gap.within(self.rules.crest))
            })
    }

    /// Whether a wood or town lies on a hill, wholly or in part.
    fn on_hill(&self, feature: &Feature) -> bool {
        let Region::Area(corners) = &feature.region else { return false };
        self.hills.iter().any(|hill| {
            let Region::Area(foot) = &hill.region else { return false };
            hill.bounds.meets(&feature.bounds)
                && (corners.iter().any(|&corner| hill.region.holds(corner))
                    || foot.iter().any(|&corner| feature.region.holds(corner))
                    || convex::edges(corners).any(|(from, to)| hill.region.crossed(from, to)))
        })
    }

    /// Whether a crest lies between, and neither end looks over it.
    fn behind_crest(&self, line: &Line<'_>, crest: &[Point]) -> bool {
        let near = |point: Point| path_gap(crest, &[point]).within(self.rules.crest);
        let looker_over =
            line.by.looks.crest == CrestSide::Over || self.rules.crest_behind == CrestBehind::Sees;
        path_crossed(crest, line.from, line.to)
            && !(looker_over && near(line.from))
            && !(line.at.looks.crest == CrestSide::Over && near(line.to))
    }
}

/// Whether a formed body hides one end of a line from the other.
fn hides(line: &Line<'_>, footing: &Footing, bulk: Bulk) -> bool {
    let over =
        |eyes: Eyes, level: Level| eyes == Eyes::Mounted && bulk == Bulk::Foot && footing.level <= level;
    footing.bounds.meets(&line.bounds)
        && footing.level >= line.level()
        && convex::pierced(&footing.outline, line.from, line.to, TOUCH)
        && !over(line.by.looks.eyes, line.looker.level)
        && !over(line.at.looks.eyes, line.seen.level)
}

/// A strip wide enough for every line between two bodies.
#[derive(Clone, Copy)]
struct Corridor {
    from: Point,
    way: Point,
    length: i64,
    half: i64,
}

impl Corridor {
    fn new(one: &Placed, other: &Placed) -> Corridor {
        let way = other.middle - one.middle;
        let half = i64::from(one.radius.max(other.radius));
        Corridor { from: one.middle, way, length: way.square().isqrt() + 1, half }
    }

    /// Whether a body may be in the strip.
    fn may_meet(&self, body: &Placed) -> bool {
        let off = body.middle - self.from;
        let reach = (self.half + i64::from(body.radius)) * self.length;
        let along = self.way.dot(off);
        self.way.cross(off).abs() <= reach && along >= -reach && along <= self.length * self.length + reach
    }
}

/// Who sees whom between two sides, kept up to date as bodies move.
#[derive(Clone, Debug)]
pub struct Lookout {
    rules: Visibility,
    sides: [Vec<BodyId>; 2],
    seen: [Vec<Option<Look>>; 2],
}

impl Lookout {
    /// Works out every line of sight between two sides.
    pub fn new(field: &Field, rules: Visibility, one: Vec<BodyId>, other: Vec<BodyId>) -> Lookout {
        let sides = [one, other];
        let seen = [0, 1].map(|side: usize| {
            let at = &sides[1 - side];
            sides[side].iter().flat_map(|&by| at.iter().map(move |&at| field.sees(&rules, by, at))).collect()
        });
        Lookout { rules, sides, seen }
    }

    /// Whether a body sees one of the other side, and with which stands.
    ///
    /// # Panics
    /// If the two are not on different sides.
    pub fn look(&self, by: BodyId, at: BodyId) -> Option<Look> {
        for side in 0..2 {
            let number = |list: &[BodyId], id: BodyId| list.iter().position(|&one| one == id);
            if let (Some(row), Some(column)) =
                (number(&self.sides[side], by), number(&self.sides[1 - side], at))
            {
                return self.seen[side][row * self.sides[1 - side].len() + column];
            }
        }
        panic!("two bodies of one side")
    }

    /// Looks again after one body has moved: at it, from it, and past where it stood and stands.
    pub fn moved(&mut self, field: &Field, who: BodyId, before: &Placed) {
        let blocks =
            |body: &Placed| self.rules.bodies == BodiesBlock::Yes && body.body.looks.bulk != Bulk::Open;
        let stood = blocks(before).then_some(before);
        let stands = field.get(who).filter(|body| blocks(body));
        for side in 0..2 {
            let columns = self.sides[1 - side].len();
            for (row, &by) in self.sides[side].iter().enumerate() {
                for (column, &at) in self.sides[1 - side].iter().enumerate() {
                    let seen = &mut self.seen[side][row * columns + column];
                    let (Some(one), Some(other)) = (field.get(by), field.get(at)) else {
                        *seen = None;
                        continue;
                    };
                    let changed = by == who
                        || at == who
                        || match seen {
                            // Only a body that now stands in the very line can take away what was seen.
                            Some(look) => stands.is_some_and(|body| in_line(body, one, other, *look)),
                            // Only one that stood between can have hidden it.
                            None => stood.is_some_and(|body| Corridor::new(one, other).may_meet(body)),
                        };
                    if changed {
                        *seen = field.sees(&self.rules, by, at);
                    }
                }
            }
        }
    }
}

/// Whether a body stands in a line of sight between two others.
fn in_line(body: &Placed, one: &Placed, other: &Placed, look: Look) -> bool {
    let from = one.stands[usize::from(look.by)].stand.eye();
    let to = other.stands[usize::from(look.at)].stand.centre;
    let bounds = Bounds::of(&[from, to]);
    body.blocks
        .iter()
        .any(|footing| footing.bounds.meets(&bounds) && convex::pierced(&footing.outline, from, to, TOUCH))
}

/// The distance from a looking stand to another: from the middle of its front edge to the other's nearest point.
pub fn distance(from: &Standing, to: &Standing) -> Gap {
    convex::gap(&[from.stand.eye()], &to.stand.corners)
}
