//! Compulsory moves on a measured table: routs, evades, falling back, following up. [17.4.13] to [17.4.15] [17.5.1]

use super::super::campaign::{Campaign, Terrain};
use super::super::ground::{Course, Flight, Met, Ran};
use super::super::ids::{UnitId, Units};
use super::super::state::{Piece, Position, Scene, UnitState};
use super::super::terrain::in_river;
use super::{body, body_of, is_free, layout_as, unit_of};
use crate::clerk::Clerk;
use crate::length::Length;
use crate::unit::{Arm, Formation};
use grognard_board::table::{
    self, Body, Field, Heading, Layout, Mils, Placed, Point, Pose, Stand, away_from, charge_distance,
    deflections,
};

/// How much farther a move may go to come clear of a friend. (A127)
const CLEAR: Mils = Mils(6000);
/// In steps of this.
const STEP: i32 = 50;

/// The formation in which a unit routs. [17.4.13-i]
fn rout_formation(arm: Arm) -> Formation {
    match arm {
        _ if arm.is_horse() => Formation::CavalryColumn,
        _ if arm.is_gun() => Formation::Limbered,
        Arm::Staff => Formation::Line,
        _ => Formation::ManoeuvreColumn,
    }
}

/// Whether a runner bursts through a friend: foot in line or loose order, and deployed guns. [17.4.14-a]
/// [17.4.14-c] [17.4.14-f]
fn bursts(scene: Scene<'_>, friend: UnitId) -> bool {
    let arm = scene.profile(friend).arm;
    match scene.unit(friend).body.formation {
        Formation::Line => arm.is_foot(),
        // Light horse in skirmish order is neither infantry nor artillery. [17.4.14-f]
        Formation::Skirmish | Formation::Deployed => arm != Arm::Staff && !arm.is_horse(),
        _ => false,
    }
}

/// A run that is tried: who runs, in which shape, from where.
struct Run<'a> {
    scene: Scene<'a>,
    field: &'a Field,
    unit: UnitId,
    /// The front that clears the way.
    front: Layout,
    /// Where it sets out, turned straight away.
    start: Pose,
    /// The whole body.
    whole: Body,
}

impl Run<'_> {
    /// Whom a run straight ahead comes upon within a length, nearest first. Who lies under the start is not met; upon
    /// whom the front swings when it is turned aside, is met at once.
    fn met(&self, pose: Pose, length: Mils) -> Vec<(Mils, UnitId)> {
        let front = |pose| Placed::new(self.field.ground(), Body { layout: self.front, pose, ..self.whole });
        let (under, start) = (front(self.start), front(pose));
        let mut met: Vec<(Mils, UnitId)> = self
            .field
            .bodies()
            .filter(|&(id, other)| id != body_of(self.unit) && !under.overlaps(other))
            .filter(|(_, other)| start.within(other, length))
            .filter_map(|(id, other)| match start.overlaps(other) {
                true => Some((Mils::ZERO, unit_of(id))),
                false => Some((charge_distance(&self.front, pose, other)?, unit_of(id))),
            })
            .filter(|&(run, _)| run < length)
            .collect();
        met.sort_unstable();
        met
    }

    fn is_friend(&self, unit: UnitId) -> bool {
        self.scene.side(unit) == self.scene.side(self.unit)
    }

    /// Those of whom that stop the run.
    fn stopped(&self, met: &[(Mils, UnitId)]) -> Option<(Mils, UnitId)> {
        met.iter().copied().find(|&(_, other)| !self.is_friend(other) || !bursts(self.scene, other))
    }

    /// Whether the ground ahead is closed: a river off its fords. [17.4.13-h]
    fn meets_river(&self, pose: Pose, length: Mils) -> bool {
        crosses_river(self.scene, self.field, pose.at, pose.ahead(length).at)
    }

    /// Which way the bank of the river ahead leads towards the own edge of the table.
    fn bank(&self, pose: Pose, length: Mils, home: Heading) -> Option<Heading> {
        let (from, to) = (pose.at, pose.ahead(length).at);
        let ground = self.field.ground();
        let rivers = ground.features().filter(|(id, feature)| {
            self.scene.rules.terrain(*id) == Some(Terrain::River) && feature.region.crossed(from, to)
        });
        let parts = rivers.flat_map(|(_, feature)| {
            let line = feature.region.middle_line().windows(2);
            line.map(|part| (part[0], part[1])).collect::<Vec<_>>()
        });
        let nearest =
            parts.min_by_key(|(one, other)| table::convex::nearest(from, &[*one, *other]).gap(from))?;
        let along = (nearest.1 - nearest.0).heading()?;
        [along, along.back()].into_iter().min_by_key(|heading| heading.turn_to(home).1)
    }

    /// How far along a run the whole body may stand: the length, more if somebody lies under its end, less if
    /// there is no room within 6 inches more. (A127)
    fn end(&self, pose: Pose, length: Mils) -> End {
        let fits = |run: Mils| {
            let there = Pose { at: pose.ahead(run).at, heading: self.whole.pose.heading };
            let body = Body { pose: there, ..self.whole };
            is_free(self.field, self.unit, body) && !in_river(self.scene, self.field, &body)
        };
        let longer = (0..=CLEAR.0 / STEP).map(|times| Mils(length.0 + times * STEP)).find(|&run| fits(run));
        match longer {
            Some(run) => End::Clear(run),
            None => {
                let shorter = (1..=length.0 / STEP).map(|times| Mils(length.0 - times * STEP));
                End::Short(shorter.into_iter().find(|&run| fits(run)))
            }
        }
    }
}

/// Whether a river, off its fords and bridges, lies between two places.
pub(super) fn crosses_river(scene: Scene<'_>, field: &Field, from: Point, to: Point) -> bool {
    let ground = field.ground();
    ground.features().any(|(id, feature)| {
        scene.rules.terrain(id) == Some(Terrain::River)
            && feature.region.crossed(from, to)
            && !ground.on_ways(from, to)
    })
}

/// Where a run ends.
enum End {
    /// Clear of everybody, at the length or a little farther.
    Clear(Mils),
    /// Before an obstacle, or nowhere at all.
    Short(Option<Mils>),
}

/// Whether the front of a run has left the table.
fn leaves(field: &Field, front: &Layout, pose: Pose, length: Mils) -> bool {
    let blocks = front.blocks(pose.ahead(length));
    blocks.iter().any(|block| !block.corners().into_iter().all(|corner| field.ground().holds(corner)))
}

/// One rank of a layout.
fn one_rank(layout: &Layout) -> Layout {
    match layout.formation() {
        table::Formation::Column { wide } => {
            Layout::new(table::Formation::LINE, wide.min(layout.stands()).max(1), layout.stand())
                .unwrap_or_else(|_| Layout::single(Stand::INCH))
        }
        _ => *layout,
    }
}

/// Who runs, from whom, why and how far.
pub(super) struct Runner<'a> {
    pub(super) unit: UnitId,
    pub(super) from: &'a [UnitId],
    pub(super) flight: Flight,
    pub(super) length: Length,
}

/// A unit runs away. [17.4.13] [17.4.14] [17.4.15]
pub(super) fn flee(
    (rules, now): (&Campaign, &mut Position),
    field: &Field,
    Runner { unit, from, flight, length }: Runner<'_>,
    clerk: Clerk<'_>,
) -> Ran {
    let scene = Scene { rules, now };
    let state = *scene.unit(unit);
    let arm = scene.profile(unit).arm;
    let points: Vec<_> = from.iter().map(|enemy| scene.unit(*enemy).pose.at).collect();
    let home = rules.home[scene.now.end_of(scene.side(unit))];
    // Directly away; with nobody to run from, on, or home. [17.4.13-a]
    let away = away_from(state.pose.at, &points).unwrap_or(match flight {
        // Who ran into a refuge has its front to the enemy still.
        Flight::RunOn if state.body.formation != Formation::Skirmish => state.pose.heading,
        Flight::Rout | Flight::RunOn | Flight::Evade => home,
    });
    let Some(here) = body(scene, unit) else {
        return Ran { length: Length::default(), burst: Units::NONE, met: Met::Halted };
    };
    if arm.is_gun() {
        // Limbered guns run with their team.
        clerk(rule!("17.4.13-d"));
    }
    let formation = match flight {
        Flight::Rout | Flight::RunOn if state.piece == Piece::Crew => Formation::Skirmish,
        Flight::Rout | Flight::RunOn => rout_formation(arm),
        Flight::Evade => state.body.formation,
    };
    let layout = match flight {
        Flight::Rout | Flight::RunOn => {
            layout_as(scene, unit, &UnitState { bends: [None; 2], files: 0, ..state }, formation)
        }
        Flight::Evade => here.layout,
    };
    let hand = away.turn_to(home).0;
    let run = |heading: Heading| Run {
        scene,
        field,
        unit,
        front: one_rank(&layout),
        start: Pose { heading: away, ..state.pose },
        // Who evades keeps its front to the enemy; who routs turns its back.
        whole: match flight {
            Flight::Evade => here,
            Flight::Rout | Flight::RunOn => Body { layout, pose: Pose { heading, ..state.pose }, ..here },
        },
    };
    let goal = length.mils();
    for heading in deflections(away, hand) {
        let (tried, pose) = (run(heading), Pose { heading, ..state.pose });
        let river = tried.meets_river(pose, goal);
        if river && heading == away && flight == Flight::Rout {
            return Ran { length, burst: Units::NONE, met: Met::River };
        }
        if river && heading == away && flight == Flight::RunOn {
            // Along the bank towards the own edge; who cannot is lost.
            clerk(rule!("15.3-d"));
            let along = tried.bank(pose, goal, home);
            let free = along.filter(|&heading| {
                let (tried, pose) = (run(heading), Pose { heading, ..state.pose });
                let clear = tried.stopped(&tried.met(pose, goal)).is_none();
                clear && !tried.meets_river(pose, goal) && matches!(tried.end(pose, goal), End::Clear(_))
            });
            let Some(heading) = free else {
                return Ran { length, burst: Units::NONE, met: Met::River };
            };
            let (tried, pose) = (run(heading), Pose { heading, ..state.pose });
            let burst = tried.met(pose, goal).iter().map(|(_, friend)| *friend).collect();
            if leaves(field, &tried.front, pose, goal) {
                return Ran { length, burst, met: Met::TableEdge };
            }
            if let End::Clear(run) = tried.end(pose, goal) {
                settle(now, unit, formation, pose.ahead(run), flight);
                return Ran { length: Length::measured(run), burst, met: Met::Nothing };
            }
        }
        let met = tried.met(pose, goal);
        if let Some((_, other)) = tried.stopped(&met) {
            // Round columns and limbered guns; round squares, horse, staff and trains as well.
            let there = scene.unit(other).body.formation;
            let column = there == Formation::Limbered
                || (there.is_march_column() || there == Formation::ManoeuvreColumn)
                    && scene.profile(other).arm.is_foot();
            clerk(if column { rule!("17.4.14-c") } else { rule!("17.4.14-f") });
            continue;
        }
        if river {
            continue;
        }
        let mut burst: Units = met.iter().map(|(_, friend)| *friend).collect();
        if leaves(field, &tried.front, pose, goal) {
            return Ran { length, burst, met: Met::TableEdge };
        }
        if let End::Clear(run) = tried.end(pose, goal) {
            burst = burst.with(tried.met(pose, run).iter().map(|(_, friend)| *friend).collect());
            settle(now, unit, formation, pose.ahead(run), flight);
            return Ran { length: Length::measured(run), burst, met: Met::Nothing };
        }
    }
    // No way is free: it stops before the obstacle, or is lost among the enemy. [17.4.14-d] [17.4.14-g]
    let (tried, pose) = (run(away), Pose { heading: away, ..state.pose });
    let met = tried.met(pose, goal);
    let stop = tried.stopped(&met);
    // Less than an inch of base contact is none: then it only stops.
    clerk(rule!("17.4.14-e"));
    let contact = |&(run, other): &(Mils, UnitId)| {
        let there = Placed::new(field.ground(), Body { layout: tried.front, pose: pose.ahead(run), ..here });
        !tried.is_friend(other) && field.get(body_of(other)).is_some_and(|enemy| there.in_contact(enemy))
    };
    if let Some((run, enemy)) = stop.filter(contact) {
        return Ran { length: Length::measured(run), burst: Units::NONE, met: Met::Enemy(enemy) };
    }
    let most = stop.map_or(goal, |(run, _)| run);
    let ended = match tried.end(pose, most) {
        End::Clear(run) if run <= most => Some(run),
        End::Clear(_) | End::Short(None) => None,
        End::Short(Some(run)) => Some(run),
    };
    match ended {
        Some(run) => {
            settle(now, unit, formation, pose.ahead(run), flight);
            Ran { length: Length::measured(run), burst: Units::NONE, met: Met::Halted }
        }
        None => Ran { length: Length::default(), burst: Units::NONE, met: Met::Halted },
    }
}

/// Puts a runner where it has run to.
fn settle(now: &mut Position, unit: UnitId, formation: Formation, pose: Pose, flight: Flight) {
    let state = now.unit_mut(unit);
    state.pose = match flight {
        Flight::Rout | Flight::RunOn => pose,
        // Who evades keeps its front to the enemy.
        Flight::Evade => Pose { at: pose.at, heading: state.pose.heading },
    };
    if flight != Flight::Evade {
        state.body.formation = formation;
        state.bends = [None; 2];
        state.files = 0;
    }
    state.marks.moved = true;
}

/// A unit falls back, its front to the enemy. (T14)
pub(super) fn fall_back(
    (rules, now): (&Campaign, &mut Position),
    field: &Field,
    unit: UnitId,
    length: Length,
) -> Ran {
    let scene = Scene { rules, now };
    let state = *scene.unit(unit);
    let Some(here) = body(scene, unit) else {
        return Ran { length: Length::default(), burst: Units::NONE, met: Met::Halted };
    };
    let fits = |run: i32| {
        let body = Body { pose: state.pose.ahead(Mils(-run)), ..here };
        is_free(field, unit, body) && !in_river(scene, field, &body)
    };
    let goal = length.mils().0;
    if !field.ground().holds(state.pose.ahead(Mils(-goal)).at) {
        return Ran { length, burst: Units::NONE, met: Met::TableEdge };
    }
    if crosses_river(scene, field, state.pose.at, state.pose.ahead(Mils(-goal)).at) {
        // Nobody steps back into a river and keeps his ranks.
        return Ran { length: Length::default(), burst: Units::NONE, met: Met::River };
    }
    let clear = (0..=CLEAR.0 / STEP).map(|times| goal + times * STEP).find(|&run| fits(run));
    let Some(run) = clear else {
        return Ran { length: Length::default(), burst: Units::NONE, met: Met::Halted };
    };
    let there = state.pose.ahead(Mils(-run));
    let swept = |body: &Placed| {
        (1..=run / 500).any(|times| {
            let pose = state.pose.ahead(Mils(-times * 500));
            Placed::new(field.ground(), Body { pose, ..here }).overlaps(body)
        })
    };
    let met: Vec<UnitId> = field
        .bodies()
        .filter(|&(id, other)| id != body_of(unit) && swept(other))
        .map(|(id, _)| unit_of(id))
        .collect();
    let side = scene.side(unit);
    if met.iter().any(|&other| scene.side(other) != side || !bursts(scene, other)) {
        return Ran { length: Length::default(), burst: Units::NONE, met: Met::Halted };
    }
    let burst = met.into_iter().collect();
    let state = now.unit_mut(unit);
    state.pose = there;
    state.marks.moved = true;
    Ran { length: Length::measured(Mils(run)), burst, met: Met::Nothing }
}

/// A unit follows or pursues, straight ahead or after the beaten. [17.5.4-a]
pub(super) fn press_on(
    (rules, now): (&Campaign, &mut Position),
    field: &Field,
    unit: UnitId,
    (course, length): (Course, Length),
) -> Ran {
    let scene = Scene { rules, now };
    let none = Ran { length: Length::default(), burst: Units::NONE, met: Met::Halted };
    let Some(here) = body(scene, unit) else { return none };
    let pose = course_pose(scene, field, unit, (course, here));
    let run = Run { scene, field, unit, front: here.layout, start: pose, whole: here };
    let met = run.met(pose, length.mils());
    // Friendly lines, screens and guns let a pursuer pass; he may not stop on them.
    let stop = run.stopped(&met);
    let most = stop.map_or(length.mils(), |(run, _)| run);
    // Nobody follows into a river.
    let fits = |run: i32| {
        let body = Body { pose: pose.ahead(Mils(run)), ..here };
        is_free(field, unit, body)
            && !crosses_river(scene, field, pose.at, pose.ahead(Mils(run)).at)
            && !in_river(scene, field, &body)
    };
    // On whom he would end he goes on past, as far as he may; else he stops before them. (A127)
    let clear = |to: i32| fits(to) && run.stopped(&run.met(pose, Mils(to))).is_none();
    let onward = || (1..=CLEAR.0 / STEP).map(|times| most.0 + times * STEP).find(|&to| clear(to));
    let past = if fits(most.0) { Some(most.0) } else { stop.is_none().then(onward).flatten() };
    let short = || (1..=most.0 / STEP).map(|times| most.0 - times * STEP).find(|&run| fits(run));
    let Some(reached) = past.or_else(short) else { return none };
    let whole = reached >= most.0;
    let passed = run.met(pose, Mils(reached)).into_iter().map(|(_, other)| other);
    let burst = passed.filter(|&other| run.is_friend(other)).collect();
    let enemy = stop.map(|(_, other)| other).filter(|&other| whole && scene.side(other) != scene.side(unit));
    let state = now.unit_mut(unit);
    state.pose = pose.ahead(Mils(reached));
    state.marks.moved = true;
    let met = match (enemy, stop.is_some() || !whole) {
        (Some(enemy), _) => Met::Enemy(enemy),
        (None, true) => Met::Halted,
        (None, false) => Met::Nothing,
    };
    Ran { length: Length::measured(Mils(reached)), burst, met }
}

/// Turns a rallied router about, in a formation, if there is room. [17.2.10-b] (A132)
pub(super) fn rally(
    (rules, now): (&Campaign, &mut Position),
    field: &Field,
    unit: UnitId,
    formation: Formation,
) -> bool {
    let scene = Scene { rules, now };
    let state = *scene.unit(unit);
    let Some(here) = body(scene, unit) else { return false };
    let turned = UnitState { bends: [None; 2], files: 0, ..state };
    let layout = layout_as(scene, unit, &turned, formation);
    let about = match layout == here.layout {
        // The same ground, facing the other way.
        true => layout.about(state.pose).1,
        false => Pose { heading: state.pose.heading.back(), ..state.pose },
    };
    let turned = Body { layout, pose: about, ..here };
    if !is_free(field, unit, turned) || in_river(scene, field, &turned) {
        return false;
    }
    let state = now.unit_mut(unit);
    state.pose = about;
    state.body.formation = formation;
    (state.bends, state.files) = ([None; 2], 0);
    true
}

/// How far straight on a unit's front comes to heavy woods, towns or swamps. [17.5.1-c]
pub(super) fn bad_ground_ahead(
    scene: Scene<'_>,
    field: &Field,
    unit: UnitId,
    (course, length): (Course, Length),
) -> Option<Length> {
    let here = body(scene, unit)?;
    let pose = course_pose(scene, field, unit, (course, here));
    let bad = |terrain: Option<Terrain>| {
        matches!(
            terrain,
            Some(
                Terrain::HeavyWood
                    | Terrain::UnknownWood
                    | Terrain::LightTown
                    | Terrain::HeavyTown
                    | Terrain::Swamp
                    | Terrain::Difficult
            )
        )
    };
    let touches = |run: i32| {
        let step = pose.ahead(Mils(run)).at - pose.at;
        let outlines = here.layout.blocks(pose).into_iter().map(|block| block.outline().swept(step));
        outlines.into_iter().any(|outline| {
            field
                .ground()
                .features()
                .any(|(id, feature)| bad(scene.rules.terrain(id)) && feature.region.meets(outline.corners()))
        })
    };
    let (mut low, mut high) = (0, length.mils().0);
    if touches(low) || !touches(high) {
        return None;
    }
    while high - low > 1 {
        let middle = (low + high) / 2;
        if touches(middle) { high = middle } else { low = middle }
    }
    Some(Length::measured(Mils(low)))
}

/// The pose from which a follower or pursuer sets out: turned after the beaten, if there is room to turn.
fn course_pose(scene: Scene<'_>, field: &Field, unit: UnitId, (course, here): (Course, Body)) -> Pose {
    let turned = match course {
        Course::Ahead => None,
        Course::After(beaten) => (scene.unit(beaten).pose.at - here.pose.at).heading(),
    };
    turned
        .map(|heading| Pose { heading, ..here.pose })
        .filter(|&pose| is_free(field, unit, Body { pose, ..here }))
        .unwrap_or(here.pose)
}
