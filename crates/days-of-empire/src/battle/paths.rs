//! The judge of movement: what an ordered path comes to, what it costs, where it stops and by which clause. (17.4)
//!
//! [`plan`] works a path out and walks it on the measured table. What is legal is what was walked: the plan holds
//! the walk, and carrying it out takes its last pose. Offers, orders, trials and refusals all come from here.

mod acts;
mod refusal;
mod steps;

use super::formations::{in_heavy_wood, limbers, may_take, meant, mover_in, shaped};
use super::ids::UnitId;
use super::measured::{body_of, layout, layout_in, visibility};
use super::movement::{marcher, may_move};
use super::state::{Piece, Scene, Task};
use super::terrain::tolls;
use super::works;
use crate::allowance::{Haste, Marcher, OnRoad};
use crate::charts::{ChangeCost, Evolution, Mover, MovesAs};
use crate::clerk::deaf;
use crate::path::{Act, Declared, Listed, Reach, Shape, Turn};
use crate::unit::{Arm, Formation, Order};
use grognard_board::table::{
    Approach, Bend, Body, Change, Edge, FeatureId, Field, Hand, Heading, Hindrance, Item, Layout, March,
    Mils, Notches, Placed, Point, Pose, Regard, Step, Toll, Walked, Ways,
};
use grognard_umpire::{Clause, Refusal};

use steps::{cut, length_of};
pub(super) use steps::{is_step, wheel_towards};

/// What a unit does besides walking, at the end of its path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Deed {
    /// It looks for a ford. [15.4-c]
    Search(FeatureId, Point),
    /// It works. (11)
    Work(Task),
    /// It dismounts. [9.3-a]
    Dismount(Formation),
    /// It gets down to lead its horses. [15.6-a]
    Lead,
    /// It mounts again, with its holders if it had any. [9.3-f]
    Mount(Option<UnitId>),
    /// It sends out skirmishers. [12.4-o]
    Detach(u8),
    /// It calls them in.
    Recall(UnitId),
    /// Staff joins a unit; a crew its gun. [14.4-a] (A145)
    Join(UnitId),
}

/// A path that can be walked, with all that comes of it.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) unit: UnitId,
    /// The order, with what `max` and `to` came to.
    pub(super) acts: Vec<Act>,
    pub(super) walked: Walked,
    pub(super) formation: Formation,
    pub(super) files: u8,
    pub(super) bends: [Option<Bend>; 2],
    pub(super) crest: Option<Declared>,
    pub(super) changed: bool,
    pub(super) deed: Option<Deed>,
    /// What it may spend.
    pub(super) allowance: Mils,
    /// Whether it has the bonus of a road. [15.2-a]
    pub(super) road: OnRoad,
    /// Whether it only makes the inch that is always allowed. [T1-b]
    pub(super) least: bool,
}

impl Plan {
    /// What was paid, item by item.
    pub(super) fn account(&self, scene: Scene<'_>) -> String {
        let one = |item: &Item| match *item {
            Item::Step(step, cost) => {
                self.acts.get(step).map_or_else(String::new, |act| format!("{act}: {cost}"))
            }
            Item::Ground(_, id, cost) => format!("{}: {cost}", scene.piece_name(id)),
        };
        let items: Vec<String> = self.walked.paid.iter().map(one).collect();
        format!("{}; {} of {}", items.join(", "), self.walked.spent, self.allowance)
    }
}

/// A path on its way from words to steps.
struct Track<'a> {
    scene: Scene<'a>,
    field: &'a Field,
    unit: UnitId,
    marcher: Marcher,
    march: March,
    pose: Pose,
    layout: Layout,
    formation: Formation,
    files: u8,
    bends: [Option<Bend>; 2],
    steps: Vec<Step>,
    acts: Vec<Act>,
    crest: Option<Declared>,
    changed: bool,
    deed: Option<Deed>,
    road: OnRoad,
}

/// Works a path out.
///
/// # Errors
/// The clause, the place, the amount, and the longest part that could be done, as an order to copy.
pub(super) fn plan(scene: Scene<'_>, field: &Field, unit: UnitId, acts: &[Act]) -> Result<Plan, Refusal> {
    may_move(scene, unit)?;
    let marcher = begun(scene, unit, acts);
    let pace = scene.rules.charts.pace_of(marcher.mover);
    let on_road = |point: Point| field.ground().on_ways(point, point);
    // A bonus for columns whose whole way lies on roads. [15.2-a]
    if marcher.mover.is_column() && pace.road.is_some() && on_road(scene.unit(unit).pose.at) {
        let keeps = |walked: &Walked| {
            let legs = walked.poses.windows(2);
            !walked.made.is_empty()
                && legs.into_iter().all(|leg| field.ground().on_ways(leg[0].at, leg[1].at))
        };
        match attempt(scene, field, unit, (acts, marcher, OnRoad::Yes)) {
            Ok(plan) if !plan.changed && keeps(&plan.walked) => return Ok(plan),
            // What could be done of it was done by road: that is the answer.
            Err(Refused { refusal, part: Some(part) }) if keeps(&part) => return Err(refusal),
            _ => {}
        }
    }
    attempt(scene, field, unit, (acts, marcher, OnRoad::No)).map_err(|refused| refused.refusal)
}

/// A path that was refused, and as much of it as could be walked.
struct Refused {
    refusal: Refusal,
    part: Option<Walked>,
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Refused {
        Refused { refusal, part: None }
    }
}

/// The circumstances in which a unit begins its move. A horse gun that limbers first moves as a limbered one.
/// [10.3-a]
fn begun(scene: Scene<'_>, unit: UnitId, acts: &[Act]) -> Marcher {
    let marcher = marcher(scene, unit);
    match acts.first() {
        Some(Act::Limber) if marcher.moves_as == MovesAs::HorseGuns => {
            Marcher { mover: Mover::HorseLimbered, ..marcher }
        }
        _ => marcher,
    }
}

// A refusal carries the longest part, which is as large as the plan itself.
#[allow(clippy::result_large_err)]
fn attempt(
    scene: Scene<'_>,
    field: &Field,
    unit: UnitId,
    (acts, marcher, road): (&[Act], Marcher, OnRoad),
) -> Result<Plan, Refused> {
    let state = scene.unit(unit);
    let allowance = marcher.basic(&scene.rules.charts, road, &mut deaf).left;
    let march = March {
        allowance,
        tolls: tolls(scene, field, unit, &marcher),
        regards: regards(scene, field, unit, &marcher),
        ways: if marcher.mover.is_column() { Ways::Kept } else { Ways::Ignored },
        edge: Edge::Closed,
    };
    let mut track = Track {
        scene,
        field,
        unit,
        marcher,
        march,
        pose: state.pose,
        layout: layout(scene, unit),
        formation: state.body.formation,
        files: state.files,
        bends: state.bends,
        steps: Vec::new(),
        acts: Vec::new(),
        crest: None,
        changed: false,
        deed: None,
        road,
    };
    for (number, act) in acts.iter().enumerate() {
        if track.deed.is_some() {
            let words = format!("{act}: nothing comes after {}", track.acts.last().unwrap_or(act));
            return Err(Refusal::new(rule!("11-f"), words).into());
        }
        track.act(act, number)?;
    }
    track.walk()
}

/// How a mover regards everybody else on the table. [17.4-f] [17.4-h] [17.4.8]
fn regards(scene: Scene<'_>, field: &Field, unit: UnitId, marcher: &Marcher) -> Vec<Regard> {
    let (rules, state) = (scene.rules, scene.unit(unit));
    let sight = visibility(rules);
    let side = scene.side(unit);
    let clear = rules.charts.figures.clear_of_enemies.mils();
    let held_back = state.marks.halted || state.marks.no_closer || state.body.order == Order::Shaken;
    let one = |other: UnitId| {
        if field.get(body_of(other)).is_none() || other == unit {
            return Regard::NOBODY;
        }
        if scene.side(other) == side {
            return friend(scene, field, unit, other);
        }
        let seen = || field.sees(&sight, body_of(unit), body_of(other)).is_some();
        let formed = scene.now.is_formed(rules, other);
        // A forced march keeps a foot away from formed enemies in sight. [17.4.5-d]
        let away = if marcher.haste == Haste::Forced && formed && seen() { Mils::inches(12) } else { clear };
        // Who is halted, shaken or failed to charge comes no nearer. [17.2.9-a] [17.2.2-d]
        let approach = if held_back && seen() { Approach::Forbidden } else { Approach::Free };
        Regard { approach, ..Regard::enemy(away) }
    };
    scene.now.all().map(one).collect()
}

/// Friends in the way: formed bodies close it, screens, staff and deployed guns let it pass. [17.4-h] [12.4-k]
fn friend(scene: Scene<'_>, field: &Field, unit: UnitId, other: UnitId) -> Regard {
    let (state, profile) = (scene.unit(other), scene.profile(other));
    if profile.arm == Arm::Staff
        || scene.profile(unit).arm == Arm::Staff && scene.unit(unit).rides_with == Some(other)
    {
        return Regard::PASSED;
    }
    match state.body.formation {
        Formation::Skirmish => Regard::PASSED,
        Formation::Deployed if lets_pass(scene, field, unit, other) => Regard::PASSED,
        _ => Regard::FRIEND,
    }
}

/// Whether a deployed gun lets troops pass from front to rear or back: not if it stands massed with others.
/// [17.4.8-a] [17.4.8-b]
fn lets_pass(scene: Scene<'_>, field: &Field, unit: UnitId, gun: UnitId) -> bool {
    let here = field.body(body_of(gun));
    let massed = scene.now.on_table(scene.rules, scene.side(gun)).iter().any(|other| {
        other != gun
            && scene.unit(other).body.formation == Formation::Deployed
            && field.get(body_of(other)).is_some_and(|there| !here.gap(there).keeps(Mils::inches(1)))
    });
    let turn = scene.unit(unit).pose.heading.turn_to(scene.unit(gun).pose.heading).1;
    let along = turn <= Notches::EIGHTH || turn >= Notches(Notches::HALF.0 - Notches::EIGHTH.0);
    !massed && along
}

impl<'a> Track<'a> {
    fn refuse<T>(
        &self,
        clause: Clause,
        words: impl Into<std::borrow::Cow<'static, str>>,
    ) -> Result<T, Refusal> {
        Err(Refusal::new(clause, words))
    }

    /// Turns freely: screens, squares and single stands. [17.4.6-f]
    fn turns_freely(&self) -> bool {
        self.layout.stands() == 1 || matches!(self.formation, Formation::Square | Formation::Skirmish)
    }

    fn push(&mut self, step: Step, act: Act) {
        match step {
            Step::Advance(by) => self.pose = self.pose.ahead(by),
            Step::Back(by) => self.pose = self.pose.ahead(-by),
            Step::Wheel(hand, by) => self.pose = self.pose.turned_about(self.layout.pivot(hand), hand, by),
            Step::Face(heading) => self.pose.heading = heading,
            Step::Slip(to) => self.pose.at = to,
            Step::Change(change) => (self.pose, self.layout) = (change.pose, change.layout),
        }
        self.steps.push(step);
        self.acts.push(act);
    }

    /// The longest that a step could be after those before it; nothing if none.
    fn longest(&self, step: Step) -> Option<Step> {
        let mut steps = self.steps.clone();
        steps.push(step);
        let walked = self.field.walk(body_of(self.unit), &self.march, &steps);
        walked.made.get(self.steps.len()).copied()
    }

    fn act(&mut self, act: &Act, number: usize) -> Result<(), Refusal> {
        match act {
            Act::Advance(reach) => self.straight(*reach, Step::Advance, Act::Advance),
            Act::Back(reach) => self.straight(*reach, Step::Back, Act::Back),
            Act::Wheel(hand, turn) => self.wheel(*hand, *turn),
            Act::To(point) => self.to(*point),
            Act::Face(heading) => self.face(*heading),
            Act::Quarter(hand) => self.quarter(*hand),
            Act::About => self.about(),
            Act::Form(shape) => self.form(*shape),
            Act::Limber => self.limber(Formation::Limbered, Act::Limber, number),
            Act::Unlimber => self.limber(Formation::Deployed, Act::Unlimber, number),
            Act::Crest(side) => self.crest(*side),
            Act::Join(key) => self.join(key),
            Act::Hold => {
                self.acts.push(Act::Hold);
                Ok(())
            }
            Act::Enter(..) => self.refuse(rule!("16.5-e"), "it is on the table already"),
            other => {
                let (scene, field, unit, pose) = (self.scene, self.field, self.unit, self.pose);
                let spot = works::Spot { scene, field, unit, pose, stayed: self.steps.is_empty() };
                let deed = spot.deed(other)?;
                self.acts.push(other.clone());
                self.deed = Some(deed);
                Ok(())
            }
        }
    }

    fn straight(
        &mut self,
        reach: Reach,
        step: fn(Mils) -> Step,
        act: fn(Reach) -> Act,
    ) -> Result<(), Refusal> {
        let by = match reach {
            Reach::By(by) => by,
            Reach::Max => match self.longest(step(Mils::MAX)) {
                Some(Step::Advance(by) | Step::Back(by)) if by > Mils::ZERO => by,
                // Even where the ground asks more than there is, an inch may be made. [T1-b]
                _ if self.steps.is_empty() => Mils::inches(1),
                _ => return self.refuse(rule!("17.4.3-a"), format!("{}: there is no room left", act(reach))),
            },
        };
        self.push(step(by), act(Reach::By(by)));
        Ok(())
    }

    fn wheel(&mut self, hand: Hand, turn: Turn) -> Result<(), Refusal> {
        if self.turns_freely() {
            return self.refuse(
                rule!("17.4.6-f"),
                "squares, screens and single stands turn freely: write face and a heading",
            );
        }
        let by = match turn {
            Turn::By(by) => by,
            Turn::Max => match self.longest(Step::Wheel(hand, Notches::HALF)) {
                Some(Step::Wheel(_, by)) => by,
                _ => return self.refuse(rule!("17.4.6-c"), "there is nothing left for a wheel"),
            },
        };
        self.push(Step::Wheel(hand, by), Act::Wheel(hand, Turn::By(by)));
        Ok(())
    }

    fn face(&mut self, heading: Heading) -> Result<(), Refusal> {
        if !self.turns_freely() {
            return self
                .refuse(rule!("17.4.6-a"), "lines and columns turn by wheeling: write wheel, turn or about");
        }
        self.push(Step::Face(heading), Act::Face(heading));
        Ok(())
    }

    /// Finds a path to a point: staff and screens go straight, single stands face it, others wheel and advance.
    fn to(&mut self, point: Point) -> Result<(), Refusal> {
        let loose = self.formation == Formation::Skirmish || self.scene.profile(self.unit).arm == Arm::Staff;
        if loose {
            self.push(Step::Slip(point), Act::To(point));
            return Ok(());
        }
        if self.turns_freely() {
            if let Some(heading) = (point - self.pose.at).heading().filter(|to| *to != self.pose.heading) {
                self.push(Step::Face(heading), Act::Face(heading));
            }
        } else if let Some((hand, by)) = self.wheel_towards(point) {
            self.push(Step::Wheel(hand, by), Act::Wheel(hand, Turn::By(by)));
        }
        let far = Mils((point - self.pose.at).square().isqrt() as i32);
        if far > Mils::ZERO {
            self.push(Step::Advance(far), Act::Advance(Reach::By(far)));
        }
        Ok(())
    }

    /// The wheel after which a point lies straight ahead; none if it does so already.
    pub(super) fn wheel_towards(&self, point: Point) -> Option<(Hand, Notches)> {
        wheel_towards(&self.layout, self.pose, point)
    }

    /// Walks it; what cannot be walked whole is refused, with its longest part.
    #[allow(clippy::result_large_err)]
    fn walk(self) -> Result<Plan, Refused> {
        if self.steps.is_empty() {
            // Whoever stays where it is asks nobody.
            let walked = Walked {
                layout: self.layout,
                poses: vec![self.pose],
                made: Vec::new(),
                paid: Vec::new(),
                spent: Mils::ZERO,
                met: Vec::new(),
                entered: Vec::new(),
                stop: None,
            };
            return Ok(self.planned(walked));
        }
        let walked = self.field.walk(body_of(self.unit), &self.march, &self.steps);
        let Some(stop) = walked.stop else { return Ok(self.planned(walked)) };
        if let Some(walked) = self.least(&stop.why) {
            return Ok(Plan { least: true, ..self.planned(walked) });
        }
        let (clause, why) = self.why(stop.why);
        let steps: Vec<&Act> = self.acts.iter().filter(|act| is_step(act)).collect();
        let place = steps.get(stop.step).map_or_else(String::new, |act| format!("{act} "));
        let reached = stop.part.map_or_else(String::new, |part| format!("stops at {}: ", length_of(part)));
        let made: Vec<Act> = walked.made.iter().zip(&steps).map(|(step, act)| cut(*step, act)).collect();
        let key = self.scene.key(self.unit);
        let longest = match made.is_empty() {
            true => "nothing of it can be done".to_owned(),
            false => format!("possible: {key} {}", Listed(&made)),
        };
        let refusal = Refusal::new(clause, format!("{place}{reached}{why}; {longest}"));
        Err(Refused { refusal, part: Some(walked) })
    }

    fn planned(self, walked: Walked) -> Plan {
        Plan {
            unit: self.unit,
            acts: self.acts,
            walked,
            formation: self.formation,
            files: self.files,
            bends: self.bends,
            crest: self.crest,
            changed: self.changed,
            deed: self.deed,
            allowance: self.march.allowance,
            road: self.road,
            least: false,
        }
    }

    /// The inch that may always be made on ground that is not closed. [T1-b]
    fn least(&self, why: &Hindrance) -> Option<Walked> {
        let inch = Mils::inches(1);
        let short = match self.steps[..] {
            [Step::Advance(by)] => by <= inch,
            [Step::Back(by)] => by + by <= inch,
            _ => false,
        };
        if !short || !matches!(why, Hindrance::Allowance { .. }) || self.march.allowance <= Mils::ZERO {
            return None;
        }
        let free = |toll: &Toll| if *toll == Toll::Closed { Toll::Closed } else { Toll::Free };
        let tolls = self.march.tolls.iter().map(free).collect();
        let march = March { allowance: inch, tolls, ..self.march.clone() };
        let walked = self.field.walk(body_of(self.unit), &march, &self.steps);
        walked.stop.is_none().then_some(walked)
    }
}
