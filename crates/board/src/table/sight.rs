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

use super::convex::{self, Convex};
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

/// What one body sees of another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sight {
    /// At least this.
    Seen(Look),
    /// Nothing.
    Hidden(Cause),
}

/// Why nothing is seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cause {
    /// The ground or the way it faces: nobody else's move changes that.
    Lasting,
    /// This body hides all of it.
    Body(BodyId),
    /// Several things together.
    Several,
}

impl Cause {
    /// The cause of both being hidden.
    fn and(self, other: Cause) -> Cause {
        match (self, other) {
            (Cause::Lasting, cause) | (cause, Cause::Lasting) => cause,
            (Cause::Body(one), Cause::Body(two)) if one == two => self,
            _ => Cause::Several,
        }
    }
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
        match self.sight(rules, by, at) {
            Sight::Seen(look) => Some(look),
            Sight::Hidden(_) => None,
        }
    }

    /// What one body sees of another, and if nothing why.
    pub(super) fn sight(&self, rules: &Visibility, by: BodyId, at: BodyId) -> Sight {
        self.sight_along(rules, by, at, &|_, _| true)
    }

    /// What one body sees of another along some lines only.
    pub(super) fn sight_along(
        &self,
        rules: &Visibility,
        by: BodyId,
        at: BodyId,
        looked_along: &dyn Fn(Point, Point) -> bool,
    ) -> Sight {
        let (Some(one), Some(other)) = (self.get(by), self.get(at)) else {
            return Sight::Hidden(Cause::Lasting);
        };
        let between = Between::new(self, rules, by, at);
        let (mut last, mut causes) = (0, Cause::Lasting);
        for looking in &one.blocks {
            for looked_at in &other.blocks {
                if let Some(cause) = between.wholly_hidden(one, looking, other, looked_at) {
                    causes = causes.and(cause);
                    continue;
                }
                causes = Cause::Several;
                for i in looking.stands.clone() {
                    for j in looked_at.stands.clone() {
                        let (looker, seen) = (&one.stands[i], &other.stands[j]);
                        if looked_along(looker.stand.eye(), seen.stand.centre)
                            && between.stand_sees(one, looker, other, seen, &mut last)
                        {
                            return Sight::Seen(Look { by: i as u8, at: j as u8 });
                        }
                    }
                }
            }
        }
        Sight::Hidden(causes)
    }

    /// Whether one stand of a body sees one stand of another.
    pub fn stand_sees(&self, rules: &Visibility, by: BodyId, at: BodyId, look: Look) -> bool {
        self.sightline(rules, by, at).sees(look)
    }

    /// What lies between two bodies, for whoever asks about many of their stands.
    pub fn sightline(&self, rules: &Visibility, by: BodyId, at: BodyId) -> Sightline<'_> {
        let between = Between::new(self, rules, by, at);
        Sightline { between, one: self.body(by), other: self.body(at), last: 0 }
    }
}

/// Two bodies and what lies between them.
pub struct Sightline<'a> {
    between: Between<'a>,
    one: &'a Placed,
    other: &'a Placed,
    /// What hid the stand before.
    last: usize,
}

impl Sightline<'_> {
    /// Whether one stand sees another.
    pub fn sees(&mut self, look: Look) -> bool {
        let Sightline { between, one, other, last } = self;
        let (looker, seen) = (&one.stands[usize::from(look.by)], &other.stands[usize::from(look.at)]);
        between.stand_sees(one, looker, other, seen, last)
    }
}

/// What may lie between two bodies: everything else need not be looked at.
struct Between<'a> {
    rules: Visibility,
    features: Vec<(u64, &'a Feature)>,
    hills: Vec<&'a Feature>,
    blocks: Vec<Blocker<'a>>,
}

/// A block of a body that may hide something.
struct Blocker<'a> {
    body: BodyId,
    footing: &'a Footing,
    bulk: Bulk,
}

impl<'a> Between<'a> {
    fn new(field: &'a Field, rules: &Visibility, by: BodyId, at: BodyId) -> Between<'a> {
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
                .flat_map(|(id, body)| {
                    let bulk = body.body.looks.bulk;
                    body.blocks.iter().map(move |footing| Blocker { body: id, footing, bulk })
                })
                .collect(),
        };
        Between { rules: *rules, features, hills, blocks }
    }

    /// What hides every stand of a block from every stand of another, if one thing does.
    ///
    /// What a convex body hides from a point is convex, and so is what it hides a point from. So if it lies between
    /// all corners of both blocks, it lies between all that is within them.
    fn wholly_hidden(
        &self,
        one: &Placed,
        looking: &Footing,
        other: &Placed,
        looked_at: &Footing,
    ) -> Option<Cause> {
        let (eyes, centres) = (looking.corner_stands(), looked_at.corner_stands());
        let centre = |stand: usize| other.stands[stand].stand.centre;
        let behind = |standing: &Standing| {
            let (left, right) = standing.stand.front();
            let edge = right - left;
            // Behind by some mils, so that no other stand's rounded edge can be on the other side of the line.
            let margin = 4 * (i64::from(edge.x.abs()) + i64::from(edge.y.abs()));
            centres.iter().all(|&stand| edge.cross(centre(stand) - left) < -margin)
        };
        if eyes.iter().all(|&stand| behind(&one.stands[stand])) {
            return Some(Cause::Lasting);
        }
        let all_pierce = |outline: &[Point]| {
            eyes.iter().all(|&by| {
                let eye = one.stands[by].stand.eye();
                centres.iter().all(|&stand| convex::pierced(outline, eye, centre(stand), Mils::ZERO))
            })
        };
        let highest = looking.highest.max(looked_at.highest);
        let on = looking.eyes_in | looked_at.centres_in;
        let ground = self.features.iter().any(|&(bit, feature)| {
            let hides = match feature.kind {
                Kind::Hill { level, .. } => highest <= level,
                _ => looking.highest < Level::HIGH,
            };
            on & bit == 0 && hides && feature.convex_outline().is_some_and(all_pierce)
        });
        if ground {
            return Some(Cause::Lasting);
        }
        let mounted = [one, other].iter().any(|body| body.body.looks.eyes == Eyes::Mounted);
        let hides = |block: &&Blocker<'_>| {
            block.footing.level >= highest
                && (block.bulk == Bulk::Tall || !mounted)
                && all_pierce(&block.footing.core)
        };
        self.blocks.iter().find(hides).map(|block| Cause::Body(block.body))
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
        if self.blocks.get(*last).is_some_and(|block| hides(&line, block)) {
            return false;
        }
        for (at, block) in self.blocks.iter().enumerate() {
            if at != *last && hides(&line, block) {
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
fn hides(line: &Line<'_>, &Blocker { footing, bulk, .. }: &Blocker<'_>) -> bool {
    let over =
        |eyes: Eyes, level: Level| eyes == Eyes::Mounted && bulk == Bulk::Foot && footing.level <= level;
    footing.bounds.meets(&line.bounds)
        && footing.level >= line.level()
        && convex::pierced(&footing.outline, line.from, line.to, TOUCH)
        && !over(line.by.looks.eyes, line.looker.level)
        && !over(line.at.looks.eyes, line.seen.level)
}

/// The ground that every line between two bodies runs over.
#[derive(Clone, Copy)]
pub(super) struct Corridor {
    from: Point,
    way: Point,
    length: i64,
    half: i64,
    hull: Convex,
}

impl Corridor {
    pub(super) fn new(one: &Placed, other: &Placed) -> Corridor {
        let way = other.middle - one.middle;
        let half = i64::from(one.radius.max(other.radius));
        let hull = one.cover.joined(&other.cover);
        Corridor { from: one.middle, way, length: way.square().isqrt() + 1, half, hull }
    }

    /// Whether a body stands in it.
    pub(super) fn may_meet(&self, body: &Placed) -> bool {
        // Circles first: nearly everybody is out of the way.
        let off = body.middle - self.from;
        let reach = (self.half + i64::from(body.radius)) * self.length;
        let along = self.way.dot(off);
        self.way.cross(off).abs() <= reach
            && along >= -reach
            && along <= self.length * self.length + reach
            && body
                .blocks
                .iter()
                .any(|footing| !convex::apart(self.hull.corners(), &footing.outline, Mils::ZERO))
    }
}

/// The distance from a looking stand to another: from the middle of its front edge to the other's nearest point.
pub fn distance(from: &Standing, to: &Standing) -> Gap {
    convex::gap(&[from.stand.eye()], &to.stand.corners)
}
