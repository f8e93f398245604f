//! Charges on a measured table: how far straight ahead, by which wheel, into contact. (5.8 of the design)

use super::super::campaign::{Campaign, Terrain};
use super::super::formations::evolution;
use super::super::ground::{Approach, Way};
use super::super::ids::{UnitId, Units};
use super::super::movement::marcher;
use super::super::state::{Position, Scene, UnitState};
use super::super::terrain;
use super::{aim, body, body_of, is_free, is_free_but, layout, layout_in, placed};
use crate::charge::{Passage, Slope};
use crate::charts::{ChangeCost, Lasting};
use crate::clerk::deaf;
use crate::length::Length;
use crate::unit::{Arm, Formation};
use grognard_board::table::{
    Body, FeatureId, Field, Layout, Mils, Notches, Placed, Point, Pose, charge_distance, conform,
};

/// A charger after its change and its wheel: its shape, its place, and what they cost. [17.2.3-a]
fn after(scene: Scene<'_>, charger: UnitId, way: Way) -> (Layout, Pose, Length) {
    let (state, arm) = (scene.unit(charger), scene.profile(charger).arm);
    let mut cost = Length::default();
    let layout = match way.form {
        None => layout(scene, charger),
        Some(formation) => {
            cost = cost + change_cost(scene, charger, formation);
            layout_in(arm, &UnitState { bends: [None; 2], files: 0, ..*state }, formation)
        }
    };
    let pose = match way.wheel {
        None => state.pose,
        Some((hand, by)) => {
            cost = cost + Length::measured(layout.wheel_cost(hand, by));
            state.pose.turned_about(layout.pivot(hand), hand, by)
        }
    };
    (layout, pose, cost)
}

/// What a change of formation costs a charger: the same as in any move. (T3-a)
fn change_cost(scene: Scene<'_>, charger: UnitId, to: Formation) -> Length {
    let change = evolution(scene.unit(charger).body.formation, to);
    match marcher(scene, charger).change_cost(&scene.rules.charts, change, &mut deaf) {
        Ok(ChangeCost::Part(cost)) => cost,
        // What takes a whole move leaves nothing of an impulse.
        Ok(_) | Err(_) => Length::measured(Mils::MAX),
    }
}

/// The ways worth trying: straight ahead, a wheel that points at the target, and the same after a change.
pub(super) fn ways(scene: Scene<'_>, field: &Field, charger: UnitId, target: UnitId) -> Vec<Way> {
    let Some(there) = placed(field, target) else { return Vec::new() };
    let state = scene.unit(charger);
    let mut ways = vec![Way::default()];
    let middle = there.stands[there.stands.len() / 2].stand.centre;
    if let Some(heading) = (middle - state.pose.at).heading() {
        let (hand, by) = state.pose.heading.turn_to(heading);
        if by > Notches(0) && by <= Notches(600) {
            ways.push(Way { wheel: Some((hand, by)), form: None });
        }
    }
    let other = match (scene.profile(charger).arm, state.body.formation) {
        (Arm::Infantry, Formation::Line) => Some(Formation::ManoeuvreColumn),
        (Arm::Infantry, Formation::ManoeuvreColumn | Formation::MarchColumn) => Some(Formation::Line),
        (arm, Formation::CavalryColumn) if arm.is_horse() => Some(Formation::Line),
        (arm, Formation::Line) if arm.is_horse() => Some(Formation::CavalryColumn),
        _ => None,
    };
    let changed = other.filter(|_| !state.marks.changed).map(|form| {
        ways.clone().into_iter().map(move |way| Way { form: Some(form), ..way }).collect::<Vec<_>>()
    });
    ways.extend(changed.into_iter().flatten());
    ways
}

/// A charge by a way; none if it never meets the target, or there is no room for the change or the wheel.
pub(super) fn approach(
    scene: Scene<'_>,
    field: &Field,
    charger: UnitId,
    target: UnitId,
    way: Way,
) -> Option<Approach> {
    let there = placed(field, target)?;
    let now = body(scene, charger)?;
    let (layout, pose, manoeuvre) = after(scene, charger, way);
    if way != Way::default() && !is_free(field, charger, Body { layout, pose, ..now }) {
        return None;
    }
    let distance = charge_distance(&layout, pose, there)?;
    let in_the_way = field
        .bodies()
        .filter(|&(id, _)| id != body_of(charger) && id != body_of(target))
        .filter(|(id, _)| stops_charge(scene, charger, super::unit_of(*id)))
        .filter_map(|(id, other)| Some((charge_distance(&layout, pose, other)?, super::unit_of(id))))
        .filter(|&(run, _)| run < distance)
        .min();
    Some(Approach {
        distance: Length::measured(distance),
        manoeuvre,
        ground: toll(scene, field, charger, (&layout, pose, distance)),
        strikes: aim::strikes(scene, there, target, scene.unit(charger).pose.at),
        slope: slope(scene, field, pose.at, there.body.pose.at),
        passage: passage(scene, field, charger, (&layout, pose, distance)),
        blocked_by: in_the_way.map(|(_, unit)| unit),
    })
}

/// Whether somebody closes a charger's way: not friendly screens and deployed guns, not enemy screens.
/// [12.4-k] [17.4.8-c] [17.2.7-a]
fn stops_charge(scene: Scene<'_>, charger: UnitId, other: UnitId) -> bool {
    let formation = scene.unit(other).body.formation;
    let friend = scene.side(other) == scene.side(charger);
    match formation {
        Formation::Skirmish => false,
        Formation::Deployed => !friend,
        _ => scene.profile(other).arm != Arm::Staff || !friend,
    }
}

/// What the ground takes off a charge. [17.2.2-h]
fn toll(
    scene: Scene<'_>,
    field: &Field,
    charger: UnitId,
    (layout, pose, run): (&Layout, Pose, Mils),
) -> Length {
    super::super::movement::charge_toll(scene, field, charger, (layout, pose, run))
}

/// Whether a charge goes up a steep slope.
fn slope(scene: Scene<'_>, field: &Field, from: Point, to: Point) -> Slope {
    let steep = field
        .ground()
        .hill(to)
        .is_some_and(|(hill, _)| scene.rules.terrain(hill) == Some(Terrain::SteepHill));
    match steep && field.ground().higher(to, from) {
        true => Slope::SteepUp,
        false => Slope::Easy,
    }
}

/// Enemy screens that a charger meets on its way, nearest first. [17.2.7-a]
pub(super) fn screens(
    scene: Scene<'_>,
    field: &Field,
    charger: UnitId,
    target: UnitId,
    way: Way,
) -> Vec<(UnitId, Length)> {
    let (layout, pose, _) = after(scene, charger, way);
    let enemies = scene.now.troops(scene.rules, scene.side(charger).other());
    let loose = |unit: &UnitId| *unit != target && scene.unit(*unit).body.formation == Formation::Skirmish;
    let mut met: Vec<(Mils, UnitId)> = enemies
        .iter()
        .filter(loose)
        .filter_map(|unit| Some((charge_distance(&layout, pose, placed(field, unit)?)?, unit)))
        .collect();
    met.sort_unstable();
    met.into_iter().map(|(run, unit)| (unit, Length::measured(run))).collect()
}

/// Moves a charger: its way, then straight ahead as far as there is room.
pub(super) fn go(
    (rules, now): (&Campaign, &mut Position),
    field: &Field,
    charger: UnitId,
    way: Way,
    length: Length,
) {
    let scene = Scene { rules, now };
    let whole = (Length::default(), length);
    let Some(run) = longest(scene, field, (charger, way), whole, &|_| false) else { return };
    let (layout, pose, _) = after(scene, charger, way);
    let crossed = crosses(scene, field, charger, (&layout, pose, run.mils()));
    let unit = now.unit_mut(charger);
    unit.marks.crossed |= crossed;
    if let Some(formation) = way.form {
        unit.body.formation = formation;
        unit.bends = [None; 2];
        unit.files = 0;
        unit.marks.changed = true;
    }
    unit.pose = pose.ahead(run.mils());
    unit.marks.moved = true;
}

/// Whether a charge takes its ranks across ground after which they must be dressed. [15.10-c]
fn crosses(scene: Scene<'_>, field: &Field, charger: UnitId, run: (&Layout, Pose, Mils)) -> bool {
    let over = super::super::movement::charged_over(scene, field, charger, run);
    let lasts = |id: FeatureId| terrain::lasting(scene, charger, scene.piece(id));
    over.entered.into_iter().any(|id| lasts(id) == Some(Lasting::UntilRallied))
}

/// What the ground does to a charger's ranks: what it crosses, and what it would stand in at the end.
fn passage(
    scene: Scene<'_>,
    field: &Field,
    charger: UnitId,
    (layout, pose, run): (&Layout, Pose, Mils),
) -> Passage {
    let Some(now) = body(scene, charger) else { return Passage::Clear };
    let there = Placed::new(field.ground(), Body { layout: *layout, pose: pose.ahead(run), ..now });
    let enters = terrain::bad_ground_at(scene, field, charger, &there).is_some();
    match enters || crosses(scene, field, charger, (layout, pose, run)) {
        true => Passage::Disorders,
        false => Passage::Clear,
    }
}

/// Straight ahead to a target as both stand now; nought where they touch already.
pub(super) fn gap(scene: Scene<'_>, field: &Field, charger: UnitId, target: UnitId) -> Option<Length> {
    let (here, there) = (placed(field, charger)?, placed(field, target)?);
    if here.touches(there) {
        return Some(Length::default());
    }
    let run = charge_distance(&layout(scene, charger), scene.unit(charger).pose, there)?;
    Some(Length::measured(run))
}

/// How far a charger that does not reach its target can run: up to friends who do not let it pass, up to an inch from
/// enemies, and not into a river.
pub(super) fn room_ahead(scene: Scene<'_>, field: &Field, charger: UnitId, most: Length) -> Length {
    let Some(here) = body(scene, charger) else { return Length::default() };
    let inch = scene.rules.charts.figures.clear_of_enemies.mils();
    let stop = |(id, other): (grognard_board::table::BodyId, &grognard_board::table::Placed)| {
        let unit = super::unit_of(id);
        let run = charge_distance(&here.layout, here.pose, other)?;
        match scene.side(unit) == scene.side(charger) {
            true => stops_charge(scene, charger, unit).then_some(run),
            false => Some(run - inch),
        }
    };
    let others = field.bodies().filter(|&(id, _)| id != body_of(charger));
    let free = others.filter_map(stop).min().map_or(most.mils(), |run| run.min(most.mils()));
    let dry = (0..=free.0.max(0) / 50)
        .map(|times| Mils(free.0 - 50 * times))
        .find(|&run| !super::flight::crosses_river(scene, field, here.pose.at, here.pose.ahead(run).at));
    let longest = longest(
        scene,
        field,
        (charger, Way::default()),
        (Length::default(), Length::measured(dry.unwrap_or(Mils::ZERO))),
        &|_| false,
    );
    longest.unwrap_or_default()
}

/// Brings a charger into contact: straight on, then along the touched edge; whether it got there. [17.4.2-g]
pub(super) fn make_contact(
    (rules, now): (&Campaign, &mut Position),
    field: &Field,
    charger: UnitId,
    target: UnitId,
) -> bool {
    let scene = Scene { rules, now };
    let (Some(here), Some(there)) = (body(scene, charger), placed(field, target)) else { return false };
    let run = match placed(field, charger).is_some_and(|body| body.touches(there)) {
        true => Mils::ZERO,
        false => match charge_distance(&here.layout, here.pose, there) {
            Some(run) => run,
            None => return false,
        },
    };
    // Somebody in the way stops it before him: a friend in contact closes the gap. [17.4.2-h]
    let blocked = field
        .bodies()
        .filter(|&(id, _)| id != body_of(charger) && id != body_of(target))
        .filter_map(|(_, other)| charge_distance(&here.layout, here.pose, other))
        .filter(|&before| before < run)
        .min();
    if let Some(before) = blocked {
        let pose = here.pose.ahead(before);
        if is_free(field, charger, Body { pose, ..here }) {
            now.unit_mut(charger).pose = pose;
        }
        return false;
    }
    let touching = Body { pose: here.pose.ahead(run), ..here };
    let crossed = crosses(scene, field, charger, (&here.layout, here.pose, run));
    now.unit_mut(charger).marks.crossed |= crossed;
    let contact = conform(field, body_of(charger), touching, body_of(target)).pose();
    let fits = |pose: Pose| is_free(field, charger, Body { pose, ..here });
    if let Some(pose) = [contact, touching.pose].into_iter().find(|&pose| fits(pose)) {
        now.unit_mut(charger).pose = pose;
        return true;
    }
    // A friend beside it leaves no room: it stops where there is some.
    let mut back = (0..=run.0 / 50).map(|times| here.pose.ahead(Mils(run.0 - 50 * times)));
    if let Some(pose) = back.find(|&pose| fits(pose)) {
        now.unit_mut(charger).pose = pose;
    }
    false
}

/// The longest run between two lengths at whose end a charger stands on nobody. Enemy skirmishers run before it
/// comes and are not in its way.
pub(super) fn impulse(
    scene: Scene<'_>,
    field: &Field,
    charger: UnitId,
    way: Way,
    between: (Length, Length),
) -> Option<Length> {
    let loose = |unit: UnitId| {
        scene.side(unit) != scene.side(charger) && scene.unit(unit).body.formation == Formation::Skirmish
    };
    longest(scene, field, (charger, way), between, &loose)
}

fn longest(
    scene: Scene<'_>,
    field: &Field,
    (charger, way): (UnitId, Way),
    (over, most): (Length, Length),
    absent: &dyn Fn(UnitId) -> bool,
) -> Option<Length> {
    let now = body(scene, charger)?;
    let (layout, pose, _) = after(scene, charger, way);
    let fits = |run: Mils| is_free_but(field, charger, Body { layout, pose: pose.ahead(run), ..now }, absent);
    let (over, most) = (over.mils(), most.mils());
    let mut runs = (0..).map(|times| Mils(most.0 - 50 * times)).take_while(|run| *run > over || *run == most);
    runs.find(|&run| fits(run)).map(Length::measured)
}

/// Friendly deployed guns that lie on a charger's run. [17.4.8-c]
pub(super) fn guns_passed(
    scene: Scene<'_>,
    field: &Field,
    charger: UnitId,
    (way, length): (Way, Length),
) -> Units {
    let (layout, pose, _) = after(scene, charger, way);
    let friends = scene.now.troops(scene.rules, scene.side(charger));
    let passed = |gun: &UnitId| {
        scene.unit(*gun).body.formation == Formation::Deployed
            && placed(field, *gun)
                .and_then(|there| charge_distance(&layout, pose, there))
                .is_some_and(|run| run < length.mils())
    };
    friends.iter().filter(passed).collect()
}

/// Enemies whom a wheel of up to 45 degrees brings before a winner, within what is left of its move. [17.5.4-d]
pub(super) fn wheels(
    scene: Scene<'_>,
    field: &Field,
    unit: UnitId,
    length: Length,
) -> Vec<(UnitId, Way, Length)> {
    let Some(here) = body(scene, unit) else { return Vec::new() };
    let mut found = Vec::new();
    for enemy in scene.now.troops(scene.rules, scene.side(unit).other()).iter() {
        let Some(there) = placed(field, enemy) else { continue };
        let middle = there.stands[there.stands.len() / 2].stand.centre;
        let Some(heading) = (middle - here.pose.at).heading() else { continue };
        let (hand, by) = here.pose.heading.turn_to(heading);
        if by == Notches(0) || by > Notches::EIGHTH {
            continue;
        }
        let way = Way { form: None, wheel: Some((hand, by)) };
        let (layout, pose, cost) = after(scene, unit, way);
        let reaches = charge_distance(&layout, pose, there).is_some_and(|run| run <= (length - cost).mils());
        if cost < length && reaches && is_free(field, unit, Body { layout, pose, ..here }) {
            found.push((enemy, way, cost));
        }
    }
    found
}
