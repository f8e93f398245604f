//! Walking: the only way a body gets from one pose to another.
//!
//! [`Field::walk`] carries a path out, step by step, as far as it goes. A path is legal if the walk did not
//! stop, and what is carried out is the walk's last pose: so what is legal is what is applied. What ground
//! costs and which bodies are in the way the caller says in a [`March`].
//!
//! ```text
//!   advance 4          wheel left 30            swept ground: everything passed over
//!     +----+            __--+                      is tested, not only the end
//!     :    :         --     |
//!     :    :       -_    _--
//!     +----+         +--    <- the pivot stays
//! ```

mod longest;

use super::convex::{self, Convex};
use super::field::{Body, BodyId, Field, Placed};
use super::ground::{Feature, FeatureId, Kind};
use super::layout::{Block, Formation, Layout, wheel_cost};
use super::march::{
    Approach, Crossing, Edge, Hindrance, Item, March, STEPS_MAX, Step, Stop, TOLLS_MAX, Toll, Walked, Ways,
};
use super::measure::{Gap, Hand, Mils, NEAR, Notches, TOUCH};
use super::point::{Point, Pose};
use super::region::{Bounds, path_gap};
use longest::{Longest, Wheel};

/// The positions of a wheel that are tested are so far apart.
const PIECE: u16 = 10;
/// A move that may not end where it does is taken back by so much at a time.
const BACK: Mils = Mils(50);

/// What to do with a step that cannot be made whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Failing {
    /// Say so.
    Refuse,
    /// Make as much of it as can be.
    Cut,
}

/// A walker on his way.
#[derive(Clone, Debug)]
struct Walker<'a> {
    field: &'a Field,
    march: &'a March,
    who: BodyId,
    layout: Layout,
    pose: Pose,
    allowance: Mils,
    spent: Mils,
    /// How far the rear is behind the anchor, below nought.
    rear: i32,
    /// What each kind of ground has cost so far.
    tolls: [Mils; TOLLS_MAX],
    /// The gaps at the beginning to those who must be kept away and are nearer already.
    close: Vec<(BodyId, Gap)>,
}

/// What one step comes to.
#[derive(Clone, Debug)]
struct Outcome {
    pose: Pose,
    layout: Layout,
    allowance: Mils,
    cost: Mils,
    tolls: [Mils; TOLLS_MAX],
    items: Vec<(FeatureId, Mils)>,
    met: Vec<FeatureId>,
    entered: Vec<FeatureId>,
}

impl Outcome {
    /// What the ground of this step has cost.
    fn ground(&self) -> Mils {
        self.items.iter().fold(Mils::ZERO, |sum, item| sum + item.1)
    }
}

/// The ground passed over in one go.
struct Passage<'a> {
    /// What each block passes over.
    sweeps: &'a [Sweep],
    /// From the middle of the rear to the anchor, and as far as both come.
    spine: [Point; 2],
    /// The anchor's way.
    way: [Point; 2],
}

impl<'a> Walker<'a> {
    fn new(field: &'a Field, march: &'a March, who: BodyId) -> Walker<'a> {
        let start = field.body(who);
        let mut walker = Walker {
            field,
            march,
            who,
            layout: start.body.layout,
            pose: start.body.pose,
            allowance: march.allowance,
            spent: Mils::ZERO,
            rear: start.body.layout.extent().2,
            tolls: [Mils::ZERO; TOLLS_MAX],
            close: Vec::new(),
        };
        for (id, other) in walker.others() {
            let away = walker.march.regard(id).away;
            if away.0 > 0 && other.may_be_within(start.middle, start.radius, away) {
                let gap = start.gap(other);
                if !gap.keeps(away) {
                    walker.close.push((id, gap));
                }
            }
        }
        walker
    }

    /// Everybody else whom the mover regards at all.
    fn others(&self) -> impl Iterator<Item = (BodyId, &'a Placed)> + use<'a> {
        let (who, march) = (self.who, self.march);
        self.field.bodies().filter(move |&(id, _)| {
            id != who && (march.regard(id).crossing != Crossing::Ignored || march.regard(id).away.0 > 0)
        })
    }

    /// Tries one step as a whole.
    fn attempt(&self, step: Step) -> Result<Outcome, Hindrance> {
        match step {
            Step::Advance(by) | Step::Back(by) if by.0 < 0 || by > Mils::MAX => Err(Hindrance::Measure),
            Step::Advance(by) => self.straight(self.pose.ahead(by), by),
            Step::Back(by) => self.straight(self.pose.ahead(-by), by + by),
            Step::Slip(to) if !self.field.ground().holds(to) => Err(Hindrance::TableEdge),
            Step::Slip(to) => {
                // Rounded up, so that nobody gains by many short steps.
                let square = (to - self.pose.at).square();
                let length = square.isqrt();
                let cost = Mils((length + i64::from(length * length < square)) as i32);
                self.straight(Pose { at: to, heading: self.pose.heading }, cost)
            }
            Step::Wheel(_, by) if by > Notches::HALF => Err(Hindrance::Measure),
            Step::Wheel(hand, by) => self.wheel(hand, by),
            Step::Face(heading) => self.onto(Pose { at: self.pose.at, heading }, self.layout, self.outcome()),
            Step::Change(change) => {
                let allowance = self.allowance.min(change.allowance);
                self.onto(
                    change.pose,
                    change.layout,
                    Outcome { cost: change.cost, allowance, ..self.outcome() },
                )
            }
        }
    }

    fn straight(&self, to: Pose, cost: Mils) -> Result<Outcome, Hindrance> {
        let mut outcome = Outcome { pose: to, cost, ..self.outcome() };
        self.pay(&outcome)?;
        let by = to.at - self.pose.at;
        let blocks = self.layout.blocks(self.pose);
        let sweeps: Vec<Sweep> = blocks.iter().map(|block| Sweep::straight(block, by)).collect();
        let (here, there) = (self.pose.place(0, self.rear), to.place(0, self.rear));
        // Going back the tail leads, going ahead the anchor.
        let spine = if by.dot(self.pose.at - here) < 0 { [there, self.pose.at] } else { [here, to.at] };
        let passage = Passage { sweeps: &sweeps, spine, way: [self.pose.at, to.at] };
        self.pass(&passage, &mut outcome)?;
        Ok(outcome)
    }

    /// A wheel as a whole.
    fn wheel(&self, hand: Hand, by: Notches) -> Result<Outcome, Hindrance> {
        let mut wheel = Wheel::new(self, hand);
        // The dearest first: most wheels that fail cannot be paid for.
        self.pay(&Outcome { cost: wheel.cost(by), ..self.outcome() })?;
        while wheel.at < by {
            wheel.turn(by.min(Notches(wheel.at.0 + PIECE)))?;
        }
        Ok(wheel.outcome)
    }

    /// Stands in another way on the spot: only ground that was not stood in before counts.
    fn onto(&self, pose: Pose, layout: Layout, outcome: Outcome) -> Result<Outcome, Hindrance> {
        let mut outcome = Outcome { pose, layout, ..outcome };
        self.pay(&outcome)?;
        let blocks = layout.blocks(pose);
        let sweeps: Vec<Sweep> =
            blocks.iter().map(|block| Sweep::straight(block, Point::default())).collect();
        let spine = [pose.place(0, layout.extent().2), pose.at];
        let stood: Vec<Sweep> = self
            .layout
            .blocks(self.pose)
            .iter()
            .map(|block| Sweep::straight(block, Point::default()))
            .collect();
        // Who kept to a bridge or a road was not in what lies beside it.
        let kept = [self.pose.place(0, self.rear), self.pose.at];
        let fresh = |feature: &Feature| {
            !stood.iter().any(|sweep| sweep.touches(feature)) || self.spared(feature, kept, &self.layout)
        };
        self.pass_where(
            &Passage { sweeps: &sweeps, spine, way: [self.pose.at, pose.at] },
            &fresh,
            &mut outcome,
        )?;
        Ok(outcome)
    }

    /// A step that comes to nothing yet.
    fn outcome(&self) -> Outcome {
        let (pose, layout, allowance) = (self.pose, self.layout, self.allowance);
        Outcome {
            pose,
            layout,
            allowance,
            cost: Mils::ZERO,
            tolls: self.tolls,
            items: Vec::new(),
            met: Vec::new(),
            entered: Vec::new(),
        }
    }

    /// Whether the allowance covers a step and the ground met in it so far.
    fn pay(&self, outcome: &Outcome) -> Result<(), Hindrance> {
        let needs = self.spent + outcome.cost + outcome.ground();
        if needs > outcome.allowance {
            return Err(Hindrance::Allowance { needs, has: outcome.allowance });
        }
        Ok(())
    }

    /// Tests everything that holds for every part of a path, and takes the tolls.
    fn pass(&self, passage: &Passage<'_>, outcome: &mut Outcome) -> Result<(), Hindrance> {
        self.pass_where(passage, &|_| true, outcome)
    }

    fn pass_where(
        &self,
        passage: &Passage<'_>,
        counts: &dyn Fn(&Feature) -> bool,
        outcome: &mut Outcome,
    ) -> Result<(), Hindrance> {
        if self.march.edge == Edge::Closed {
            let ground = self.field.ground();
            let mut corners = passage.sweeps.iter().flat_map(|sweep| sweep.whole.corners());
            if !corners.all(|&corner| ground.nearly_holds(corner)) {
                return Err(Hindrance::TableEdge);
            }
        }
        for (id, feature) in self.field.ground().features() {
            if passage.sweeps.iter().any(|sweep| sweep.touches(feature)) && counts(feature) {
                self.take_toll(id, feature, passage, outcome)?;
            }
        }
        self.pay(outcome)?;
        self.pass_bodies(passage.sweeps)
    }

    fn pass_bodies(&self, sweeps: &[Sweep]) -> Result<(), Hindrance> {
        for (id, other) in self.others() {
            let regard = self.march.regard(id);
            for sweep in sweeps {
                let bounds = sweep.bounds.grown(regard.away.max(Mils::ZERO));
                if !bounds.meets(&other.bounds) {
                    continue;
                }
                for footing in other.blocks.iter().filter(|footing| bounds.meets(&footing.bounds)) {
                    let corners = sweep.whole.corners();
                    if regard.crossing == Crossing::Closed && !convex::apart(corners, &footing.outline, TOUCH)
                    {
                        return Err(Hindrance::Over(id));
                    }
                    if regard.away.0 <= 0 {
                        continue;
                    }
                    let gap = convex::gap(corners, &footing.outline);
                    let before = self.close.iter().find(|close| close.0 == id);
                    let keeps = before.map_or_else(|| gap.keeps(regard.away), |&(_, before)| gap >= before);
                    if !keeps {
                        return Err(Hindrance::Near { body: id, gap, away: regard.away });
                    }
                }
            }
        }
        Ok(())
    }

    fn take_toll(
        &self,
        id: FeatureId,
        feature: &Feature,
        passage: &Passage<'_>,
        outcome: &mut Outcome,
    ) -> Result<(), Hindrance> {
        if !outcome.met.contains(&id) {
            outcome.met.push(id);
        }
        let toll = self.march.toll(id);
        if self.spared(feature, passage.spine, &outcome.layout) {
            return Ok(());
        }
        if !outcome.entered.contains(&id) {
            outcome.entered.push(id);
        }
        let (kind, cost) = match toll {
            Toll::Free => return Ok(()),
            Toll::Closed => return Err(Hindrance::Ground(id)),
            Toll::Pay { kind, cost } => (kind, cost),
            Toll::Slope { kind, up, down } => (kind, if climbs(feature, passage.way) { up } else { down }),
        };
        let paid = &mut outcome.tolls[usize::from(kind)];
        if cost > *paid {
            outcome.items.push((id, cost - *paid));
            *paid = cost;
        }
        Ok(())
    }

    /// Whether a mover who keeps to ways crosses this ground only along them: by road through a wood, over the
    /// river by its bridge.
    fn spared(&self, feature: &Feature, [from, to]: [Point; 2], layout: &Layout) -> bool {
        if self.march.ways == Ways::Ignored || matches!(feature.kind, Kind::Way | Kind::Road) {
            return false;
        }
        // A column that has opened out keeps to no way any more.
        let narrow = matches!(layout.formation(), Formation::Column { .. }) || layout.stands() == 1;
        if !narrow && *layout != self.field.body(self.who).body.layout {
            return false;
        }
        self.field.ground().passed_by_ways(feature, from, to)
    }

    /// Tests what holds only where a path ends.
    fn may_end(&self, start: &Placed) -> Result<(), Hindrance> {
        let watched = |id: BodyId| {
            let regard = self.march.regard(id);
            regard.crossing == Crossing::Through || regard.approach == Approach::Forbidden
        };
        if !self.others().any(|(id, _)| watched(id)) {
            return Ok(());
        }
        let body = Body { layout: self.layout, pose: self.pose, looks: start.body.looks };
        let end = Placed::new(self.field.ground(), body);
        for (id, other) in self.others().filter(|&(id, _)| watched(id)) {
            let regard = self.march.regard(id);
            if regard.crossing == Crossing::Through && end.overlaps(other) {
                return Err(Hindrance::EndsOn(id));
            }
            if regard.approach == Approach::Forbidden {
                let (gap, before) = (end.gap(other), start.gap(other));
                // Up to a hundredth of an inch is no approach.
                if gap < before && gap.mils() + NEAR < before.mils() {
                    return Err(Hindrance::Nearer { body: id, gap, before });
                }
            }
        }
        Ok(())
    }

    /// Makes a step that was found to be possible.
    fn make(&mut self, outcome: &Outcome) {
        self.pose = outcome.pose;
        if self.layout != outcome.layout {
            self.layout = outcome.layout;
            self.rear = outcome.layout.extent().2;
        }
        self.allowance = outcome.allowance;
        self.spent += outcome.cost + outcome.ground();
        self.tolls = outcome.tolls;
    }
}

/// Whether the anchor's way climbs a hill: it enters it, or comes nearer to its crest than it began.
fn climbs(feature: &Feature, [from, to]: [Point; 2]) -> bool {
    let nearest = feature.crests().iter().map(|crest| path_gap(crest, &[from, to])).min();
    let nears = nearest.zip(feature.to_crest(from)).is_some_and(|(nearest, here)| nearest < here);
    nears || !feature.region.holds(from) && feature.region.crossed(from, to)
}

/// The ground that one block passes over.
struct Sweep {
    /// All of it, for other bodies.
    whole: Convex,
    /// What lies more than footprints may be in each other inside it, for terrain.
    inner: Convex,
    bounds: Bounds,
}

impl Sweep {
    /// Whether it reaches into a feature.
    fn touches(&self, feature: &Feature) -> bool {
        feature.bounds.meets(&self.bounds) && feature.region.meets(self.inner.corners())
    }

    fn straight(block: &Block, by: Point) -> Sweep {
        let whole = block.outline().swept(by);
        let inner = Convex::new(&block.shrunk(TOUCH)).swept(by);
        let bounds = Bounds::of(whole.corners());
        Sweep { whole, inner, bounds }
    }

    fn between(from: &Block, to: &Block) -> Sweep {
        let whole = from.outline().joined(&to.outline());
        let inner = Convex::new(&from.shrunk(TOUCH)).joined(&Convex::new(&to.shrunk(TOUCH)));
        let bounds = Bounds::of(whole.corners());
        Sweep { whole, inner, bounds }
    }
}

impl Field {
    /// Carries out a path as far as it goes.
    ///
    /// If a step cannot be made whole, the longest part of it is made and the walk stops there; a move that may
    /// not end where it does is taken back until it may.
    pub fn walk(&self, who: BodyId, march: &March, steps: &[Step]) -> Walked {
        self.carry_out(who, march, steps, Failing::Cut)
    }

    /// Where and why a path cannot be carried out whole, without looking for its longest part; nothing if it can.
    pub fn check(&self, who: BodyId, march: &March, steps: &[Step]) -> Option<Stop> {
        self.carry_out(who, march, steps, Failing::Refuse).stop
    }

    fn carry_out(&self, who: BodyId, march: &March, steps: &[Step], failing: Failing) -> Walked {
        let start = self.body(who);
        let mut walker = Walker::new(self, march, who);
        let mut trail = vec![walker.clone()];
        let mut walked = Walked {
            layout: walker.layout,
            poses: vec![walker.pose],
            made: Vec::new(),
            paid: Vec::new(),
            spent: Mils::ZERO,
            met: Vec::new(),
            entered: Vec::new(),
            stop: None,
        };
        for (number, &step) in steps.iter().enumerate() {
            let tried = if number < STEPS_MAX { walker.attempt(step) } else { Err(Hindrance::Steps) };
            let (step, outcome) = match tried {
                Ok(outcome) => (step, outcome),
                Err(why) => {
                    let Longest { part, why } = match failing {
                        Failing::Cut if why != Hindrance::Steps => walker.longest(step, why),
                        _ => Longest { part: None, why },
                    };
                    walked.stop = Some(Stop { step: number, part: part.as_ref().map(|part| part.0), why });
                    match part {
                        Some(part) => part,
                        None => break,
                    }
                }
            };
            note(&mut walked, number, step, &outcome, walker.spent);
            walker.make(&outcome);
            trail.push(walker.clone());
            if walked.stop.is_some() {
                break;
            }
        }
        self.end_well(start, &mut walked, trail, failing);
        walked
    }

    /// Takes a walk back until it may end where it does.
    fn end_well(&self, start: &Placed, walked: &mut Walked, mut trail: Vec<Walker<'_>>, failing: Failing) {
        let Err(why) = trail[trail.len() - 1].may_end(start) else { return };
        let last = walked.made.len().saturating_sub(1);
        walked.stop.get_or_insert(Stop { step: last, part: None, why });
        if failing == Failing::Refuse {
            return;
        }
        while let Some(step) = walked.made.pop() {
            trail.pop();
            walked.poses.pop();
            let number = walked.made.len();
            walked
                .paid
                .retain(|item| !matches!(item, Item::Step(of, _) | Item::Ground(of, _, _) if *of == number));
            let walker = &trail[trail.len() - 1];
            let found = shorter(step, walker.pose.at).find_map(|part| {
                let outcome = walker.attempt(part).ok()?;
                let mut there = walker.clone();
                there.make(&outcome);
                there.may_end(start).ok().map(|()| (part, outcome))
            });
            if let Some((part, outcome)) = found {
                note(walked, number, part, &outcome, walker.spent);
                walked.stop = walked.stop.map(|stop| Stop { step: number, part: Some(part), ..stop });
                return;
            }
            walked.spent = walker.spent;
            walked.layout = walker.layout;
            walked.stop = walked.stop.map(|stop| Stop { step: number, part: None, ..stop });
            if walker.may_end(start).is_ok() {
                return;
            }
        }
    }
}

/// Writes down a step that was made.
fn note(walked: &mut Walked, number: usize, step: Step, outcome: &Outcome, before: Mils) {
    walked.paid.push(Item::Step(number, outcome.cost));
    walked.paid.extend(outcome.items.iter().map(|&(id, cost)| Item::Ground(number, id, cost)));
    for (ids, list) in [(&outcome.met, &mut walked.met), (&outcome.entered, &mut walked.entered)] {
        for &id in ids {
            if !list.contains(&id) {
                list.push(id);
            }
        }
    }
    walked.made.push(step);
    walked.poses.push(outcome.pose);
    walked.layout = outcome.layout;
    walked.spent = before + outcome.cost + outcome.ground();
}

/// The shorter parts of a step that are tried when it may not end where it does.
fn shorter(step: Step, from: Point) -> Box<dyn Iterator<Item = Step>> {
    let lengths =
        |whole: Mils| (1..).map(move |times| whole.0 - times * BACK.0).take_while(|&left| left > 0).map(Mils);
    match step {
        Step::Advance(whole) => Box::new(lengths(whole).map(Step::Advance)),
        Step::Back(whole) => Box::new(lengths(whole).map(Step::Back)),
        Step::Slip(to) => {
            let way = to - from;
            let whole = Mils(way.square().isqrt() as i32);
            Box::new(lengths(whole).map(move |by| Step::Slip(from + way.stretched(by))))
        }
        Step::Wheel(hand, whole) => {
            let angles = (1..).map(move |times| i32::from(whole.0) - times * i32::from(PIECE));
            let angles = angles.take_while(|&left| left > 0).map(|left| Notches(left as u16));
            Box::new(angles.map(move |by| Step::Wheel(hand, by)))
        }
        Step::Face(_) | Step::Change(_) => Box::new(std::iter::empty()),
    }
}
