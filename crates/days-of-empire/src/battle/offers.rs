//! What is offered to a unit: a short list of sensible moves, every one of them judged like any other. (5.10 of the
//! design)

use super::formations::may_take;
use super::ids::UnitId;
use super::measured::{body_of, layout};
use super::movement::{Given, Moving};
use super::paths::{Plan, wheel_towards};
use super::state::Piece;
use crate::path::{Act, Reach, Shape, Turn};
use crate::unit::{Arm, Formation};
use grognard_board::table::{Hand, Mils, Notches, Point, Pose, charge_distance};

/// The most moves offered to one unit.
const OFFERS_MAX: usize = 48;
/// How many enemies are wheeled towards.
const ENEMIES: usize = 4;
/// Distances from an enemy ahead that matter: ranges of rifles, guns and muskets, and the nearest one may come.
const STANDS_OFF: [i32; 5] = [18_000, 10_000, 8000, 4000, 1000];

/// Plans that differ, in the order found.
struct Found<'a> {
    moving: &'a Moving<'a>,
    unit: UnitId,
    plans: Vec<Plan>,
}

impl Found<'_> {
    /// Tries a path; the plan if it can be done.
    fn tried(&self, acts: &[Act]) -> Option<Plan> {
        self.moving.plan(self.unit, acts).ok()
    }

    /// Tries a path, and keeps it if it ends otherwise than those before.
    fn add(&mut self, acts: &[Act]) -> Option<Mils> {
        let plan = self.tried(acts)?;
        let spent = plan.walked.spent;
        let same = |other: &Plan| {
            other.walked.end() == plan.walked.end()
                && other.formation == plan.formation
                && other.files == plan.files
                && other.deed == plan.deed
        };
        if self.plans.len() < OFFERS_MAX && !self.plans.iter().any(same) {
            self.plans.push(plan);
        }
        Some(spent)
    }

    fn advance(&mut self, before: &[Act], by: Mils) {
        if by > Mils::ZERO {
            let acts: Vec<Act> = before.iter().cloned().chain([Act::Advance(Reach::By(by))]).collect();
            self.add(&acts);
        }
    }
}

/// What a unit might do.
pub(super) fn of_unit(moving: &Moving<'_>, unit: UnitId) -> Vec<Given> {
    let scene = moving.scene;
    let (state, arm) = (scene.unit(unit), scene.profile(unit).arm);
    let mut found = Found { moving, unit, plans: Vec::new() };
    found.add(&[Act::Hold]);
    let loose =
        state.body.formation == Formation::Skirmish || arm == Arm::Staff || state.piece == Piece::Crew;
    if loose {
        slips(&mut found);
    } else {
        advances(&mut found);
        wheels(&mut found);
    }
    changes(&mut found);
    work(&mut found);
    let enemies = scene.now.on_table(scene.rules, moving.side.other());
    let charges = enemies.iter().filter(|enemy| moving.may_charge(unit, *enemy).is_ok());
    let charges: Vec<Given> = charges.map(|enemy| Given::Charge(unit, enemy)).collect();
    found.plans.into_iter().map(|plan| Given::Path(unit, plan.acts)).chain(charges).collect()
}

/// Straight ahead: all of it, parts of it, and up to where ranges begin.
fn advances(found: &mut Found<'_>) {
    let scene = found.moving.scene;
    let longest = found.tried(&[Act::Advance(Reach::Max)]);
    let Some(Act::Advance(Reach::By(whole))) = longest.as_ref().and_then(|plan| plan.acts.first().cloned())
    else {
        return;
    };
    for quarters in [4, 3, 2, 1] {
        found.advance(&[], Mils(whole.0 * quarters / 4));
    }
    let (shape, pose) = (layout(scene, found.unit), scene.unit(found.unit).pose);
    let enemies = scene.now.on_table(scene.rules, found.moving.side.other());
    let ahead = enemies
        .iter()
        .filter_map(|enemy| charge_distance(&shape, pose, found.moving.field.get(body_of(enemy))?))
        .min();
    for off in STANDS_OFF {
        if let Some(run) = ahead.map(|run| run - Mils(off)).filter(|run| *run < whole) {
            found.advance(&[], run);
        }
    }
    for back in [1, 2] {
        found.add(&[Act::Back(Reach::By(Mils::inches(back)))]);
    }
}

/// Wheels towards the nearest enemies and the general, each as far as it goes, then straight on.
fn wheels(found: &mut Found<'_>) {
    let (scene, field) = (found.moving.scene, found.moving.field);
    let (shape, pose) = (layout(scene, found.unit), scene.unit(found.unit).pose);
    let mut enemies: Vec<Point> = scene
        .now
        .on_table(scene.rules, found.moving.side.other())
        .iter()
        .filter_map(|enemy| Some(field.get(body_of(enemy))?.body.pose.at))
        .collect();
    enemies.sort_by_key(|at| (*at - pose.at).square());
    enemies.truncate(ENEMIES);
    let general = scene.profile(found.unit).command.and_then(|command| scene.rules.command(command).general);
    let general = general.map(|general| scene.unit(general).pose.at);
    for point in enemies.into_iter().chain(general) {
        let Some((hand, by)) = wheel_towards(&shape, pose, point).filter(|(_, by)| *by <= Notches(600))
        else {
            continue;
        };
        let whole = Act::Wheel(hand, Turn::By(by));
        let wheel = match found.tried(std::slice::from_ref(&whole)) {
            Some(_) => whole,
            None => {
                match found.tried(&[Act::Wheel(hand, Turn::Max)]).and_then(|plan| plan.acts.first().cloned())
                {
                    Some(Act::Wheel(hand, Turn::By(most))) if most < by => Act::Wheel(hand, Turn::By(most)),
                    _ => continue,
                }
            }
        };
        found.add(std::slice::from_ref(&wheel));
        found.add(&[wheel, Act::Advance(Reach::Max)]);
    }
}

/// Screens, staff and crews go wherever they like: ahead, aside, back, and up to friends.
fn slips(found: &mut Found<'_>) {
    let scene = found.moving.scene;
    let state = *scene.unit(found.unit);
    let pose = state.rides_with.map_or(state.pose, |with| scene.unit(with).pose);
    let size = found.moving.field.ground().size();
    for (turn, far) in [(0, 10), (0, 5), (450, 8), (3150, 8), (900, 6), (2700, 6), (1800, 8), (1800, 4)] {
        let heading = pose.heading.turned(Hand::Right, Notches(turn));
        let at = Pose { heading, ..pose }.ahead(Mils::inches(far)).at;
        let at = Point::new(at.x.clamp(600, size.x - 600), at.y.clamp(600, size.y - 600));
        found.add(&[Act::To(at)]);
    }
    let friends = scene.now.troops(scene.rules, found.moving.side);
    if scene.profile(found.unit).arm == Arm::Staff || state.piece == Piece::Crew {
        for friend in friends.iter() {
            found.add(&[Act::Join(scene.key(friend))]);
        }
    }
}

/// Each change of formation, by itself and before an advance; turning about and to the sides; limbers and horses.
fn changes(found: &mut Found<'_>) {
    let scene = found.moving.scene;
    let arm = scene.profile(found.unit).arm;
    let formations: &[Formation] = match arm {
        _ if arm.is_foot() => &[
            Formation::Line,
            Formation::ManoeuvreColumn,
            Formation::MarchColumn,
            Formation::Square,
            Formation::Skirmish,
        ],
        _ if arm.is_horse() => &[Formation::Line, Formation::CavalryColumn, Formation::Skirmish],
        _ => &[],
    };
    for &formation in formations {
        if may_take(scene, found.unit, formation).is_err() {
            continue;
        }
        let form = Act::Form(Shape::plain(formation));
        if found.add(std::slice::from_ref(&form)).is_some() {
            found.add(&[form.clone(), Act::Advance(Reach::Max)]);
            found.add(&[Act::Advance(Reach::By(Mils::inches(2))), form]);
        }
    }
    for act in [
        Act::About,
        Act::Quarter(Hand::Left),
        Act::Quarter(Hand::Right),
        Act::Unlimber,
        Act::Dismount(Formation::Skirmish),
        Act::Mount,
    ] {
        found.add(&[act]);
    }
    if found.add(&[Act::Limber]).is_some() {
        found.add(&[Act::Limber, Act::Advance(Reach::Max)]);
    }
    if arm.is_gun() {
        found.add(&[Act::Advance(Reach::Max), Act::Unlimber]);
    }
}

/// Work at hand: every piece of terrain within reach of it.
fn work(found: &mut Found<'_>) {
    let scene = found.moving.scene;
    for piece in &scene.rules.pieces {
        let key = piece.key.clone();
        for act in [
            Act::Demolish(key.clone()),
            Act::Clear(key.clone()),
            Act::Span(key.clone()),
            Act::Search(key.clone()),
        ] {
            found.add(&[act]);
        }
    }
    found.add(&[Act::Build]);
}
