//! Moves worth weighing, as orders in words: the rules say which of them can be made.

use super::clash::Clash;
use super::far;
use super::fire::gap as gap_between;
use super::place::{View, cover_of};
use super::plan::{Plan, Role, middle};
use grognard_board::table::{Hand, Heading, Mils, Notches, Point, Pose};
use grognard_days_of_empire::battle::Battle;
use grognard_days_of_empire::battle::campaign::{Campaign, Post};
use grognard_days_of_empire::battle::ids::UnitId;
use grognard_days_of_empire::battle::measured::Measured;
use grognard_days_of_empire::battle::state::Scene;
use grognard_days_of_empire::unit::{Arm, Formation, Order};

/// So far behind his men a general keeps, in mils, and so far he rides in a turn.
const BEHIND: i32 = -6_000;
const RIDE: i32 = 19_500;

/// The enemies nearest to a unit.
fn enemies(scene: Scene<'_>, unit: UnitId, most: usize) -> Vec<(i64, UnitId)> {
    let here = scene.unit(unit).pose.at;
    let all = scene.now.troops(scene.rules, scene.side(unit).other());
    let mut list: Vec<(i64, UnitId)> =
        all.iter().map(|enemy| (far(here, scene.unit(enemy).pose.at), enemy)).collect();
    list.sort_unstable();
    list.truncate(most);
    list
}

fn hand_word(hand: Hand) -> &'static str {
    match hand {
        Hand::Left => "left",
        Hand::Right => "right",
    }
}

fn written(point: Point) -> String {
    format!("{} {}", Mils(point.x), Mils(point.y))
}

/// Where troops might go and how they might form.
pub(super) fn of_troops(
    battle: &Battle<Measured>,
    rules: &Campaign,
    (plan, view): (&Plan, &View<'_>),
    unit: UnitId,
) -> Vec<String> {
    let scene = Scene { rules, now: &battle.now };
    let (state, profile) = (scene.unit(unit), scene.profile(unit));
    let here = state.pose;
    let near = enemies(scene, unit, 3);
    let gap = near.first().map_or(i64::MAX, |(gap, _)| *gap);
    let mut points: Vec<Point> = view.goal(scene).into_iter().collect();
    // Far from the enemy the way is what matters.
    if points.is_empty() || gap < 24_000 || profile.arm.is_gun() {
        points.extend(near.iter().map(|(_, enemy)| scene.unit(*enemy).pose.at));
    }
    points.dedup();
    let mut texts: Vec<String> = Vec::new();
    match () {
        () if profile.arm.is_gun() => gun(&mut texts, here, state.body.formation, &points),
        () if state.body.formation == Formation::Skirmish => slips(scene, &mut texts, here, &points),
        () => {
            // A line that turns to its flank becomes a column one stand wide: no way to meet anybody.
            let column = matches!(
                state.body.formation,
                Formation::ManoeuvreColumn | Formation::MarchColumn | Formation::CavalryColumn
            );
            let turns = if gap < 14_000 && !column { Turns::Wheels } else { Turns::Quarters };
            marches(&mut texts, here, &points, turns);
            // Who only waits may also get out of the way, and who is shaken does.
            let shaken = state.body.order >= Order::Shaken;
            if gap < 24_000 && (shaken || !matches!(plan.role(scene, unit), Role::Attack(_) | Role::Hunt(_)))
            {
                for text in ["about, advance max", "turn left, advance max", "turn right, advance max"] {
                    texts.push(text.to_owned());
                }
            }
            let holds = matches!(plan.role(scene, unit), Role::Hold(_));
            formations(&mut texts, profile.arm);
            // Who attacks forms square when he is charged: a square does not come on.
            if holds && profile.arm == Arm::Infantry && gap < 20_000 {
                texts.push("form square".to_owned());
            }
        }
    }
    // Whoever is close enough may be charged on the spur of the moment: half a move straight ahead. [17.4.10]
    let pace = rules.charts.pace(profile.arm, state.body.formation, profile.horse_battery);
    let reach = i64::from(pace.normal.unwrap_or_default().half().mils().0);
    let mut ground = battle.ground.clone();
    let field = ground.field(scene);
    for (_, enemy) in near {
        let gap = gap_between(&field, unit, enemy);
        if gap > reach {
            continue;
        }
        let cover = cover_of(&mut ground, scene, enemy, unit);
        let clash = Clash { charger: unit, target: enemy, gap, cover };
        if clash.can(scene) && clash.prospect(scene) > 0 {
            texts.push(format!("charge {}", scene.key(enemy)));
        }
    }
    let key = scene.key(unit);
    texts.into_iter().map(|text| format!("{key} {text}")).collect()
}

/// How a unit changes its direction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turns {
    /// By wheels alone.
    Wheels,
    /// Also by turning where it stands.
    Quarters,
}

/// Straight ahead, and after a wheel towards each point.
fn marches(texts: &mut Vec<String>, here: Pose, points: &[Point], turns: Turns) {
    for text in ["advance max", "advance 4", "advance 2", "advance 1", "back 2", "back 1"] {
        texts.push(text.to_owned());
    }
    for point in points {
        let Some(to) = (*point - here.at).heading() else { continue };
        let (hand, by) = here.heading.turn_to(to);
        if by < Notches(30) {
            continue;
        }
        let hand_word = hand_word(hand);
        if by > Notches(1_100) {
            texts.push("about".to_owned());
            texts.push("about, advance max".to_owned());
        } else if by > Notches(450) && turns == Turns::Quarters {
            texts.push(format!("turn {hand_word}"));
            texts.push(format!("turn {hand_word}, advance max"));
            texts.push(format!("turn {hand_word}, advance 4"));
            // With somebody close in front nobody wheels.
            texts.push(format!("back 1, turn {hand_word}, advance max"));
        }
        let by = Notches(by.0.min(900));
        texts.push(format!("wheel {hand_word} {by}"));
        texts.push(format!("wheel {hand_word} {by}, advance max"));
        texts.push(format!("wheel {hand_word} {by}, advance 3"));
        texts.push(format!("wheel {hand_word} max"));
        for part in [2, 4] {
            let less = Notches(by.0 / part);
            if less > Notches(20) {
                texts.push(format!("wheel {hand_word} {less}, advance max"));
            }
        }
    }
}

/// Lines before the enemy, columns for the way.
fn formations(texts: &mut Vec<String>, arm: Arm) {
    let words: &[&str] = match arm.is_horse() {
        true => &["line", "column"],
        false => &["line", "manoeuvre-column"],
    };
    for word in words {
        texts.push(format!("form {word}"));
        texts.push(format!("form {word}, advance max"));
        texts.push(format!("advance 2, form {word}"));
    }
}

/// A gun: where it is, or by its limber.
fn gun(texts: &mut Vec<String>, here: Pose, formation: Formation, points: &[Point]) {
    if formation == Formation::Deployed {
        for point in points {
            if let Some(to) = (*point - here.at).heading() {
                texts.push(format!("face {to}"));
            }
        }
        texts.push("limber".to_owned());
        texts.push("limber, advance max".to_owned());
        return;
    }
    texts.push("unlimber".to_owned());
    for point in points {
        let Some(to) = (*point - here.at).heading() else { continue };
        let turn = turn_words(here, to);
        for rest in ["", ", advance max", ", advance 4", ", unlimber", ", advance 6, unlimber"] {
            texts.push(format!("{turn}{rest}"));
        }
    }
    for text in ["advance max", "advance 6, unlimber", "advance max, unlimber"] {
        texts.push(text.to_owned());
    }
}

/// The words for turning a single stand or a team towards a heading.
fn turn_words(here: Pose, to: Heading) -> String {
    let (hand, by) = here.heading.turn_to(to);
    match by < Notches(20) {
        true => "advance 1".to_owned(),
        false => format!("wheel {} {}", hand_word(hand), Notches(by.0.min(900))),
    }
}

/// Skirmishers go anywhere: towards each point, and away from the nearest enemy.
fn slips(scene: Scene<'_>, texts: &mut Vec<String>, here: Pose, points: &[Point]) {
    let size = scene.rules.land.size();
    let kept = |point: Point| Point::new(point.x.clamp(700, size.x - 700), point.y.clamp(700, size.y - 700));
    for point in points {
        let way = *point - here.at;
        let length = Mils(way.square().isqrt() as i32);
        for inches in [9, 5, 2, -4] {
            let by = Mils(inches * 1000);
            if by < length && length > Mils::ZERO {
                let at = if inches > 0 { here.at + way.stretched(by) } else { here.at - way.stretched(-by) };
                texts.push(format!("to {}", written(kept(at))));
            }
        }
    }
    texts.push("form line".to_owned());
}

/// A general rides to the middle of his men, or up to one of them.
pub(super) fn of_staff(scene: Scene<'_>, unit: UnitId) -> Vec<String> {
    // Engineers, pioneers and wagons stay where they were set.
    if scene.profile(unit).post != Some(Post::General) {
        return Vec::new();
    }
    let side = scene.side(unit);
    let command = scene.rules.commands.iter().position(|command| command.general == Some(unit));
    let friends: Vec<UnitId> = scene.now.troops(scene.rules, side).iter().collect();
    let mine: Vec<UnitId> = friends
        .iter()
        .copied()
        .filter(|friend| {
            command.is_some_and(|at| scene.profile(*friend).command.map(|own| own.index()) == Some(at))
        })
        .collect();
    let group = if mine.is_empty() { &friends } else { &mine };
    if group.is_empty() {
        return Vec::new();
    }
    let (here, centre) = (scene.unit(unit).pose.at, middle(scene, group));
    let mut texts = Vec::new();
    let way = centre - here;
    let length = Mils(way.square().isqrt() as i32);
    for inches in [18, 12, 6] {
        if length > Mils::inches(inches) {
            texts.push(format!("to {}", written(here + way.stretched(Mils::inches(inches)))));
        }
    }
    if length > Mils::inches(2) {
        texts.push(format!("to {}", written(centre)));
    }
    // Behind one of them, where nobody comes up.
    for friend in group.iter().filter(|friend| scene.profile(**friend).arm != Arm::Staff).take(6) {
        let at = scene.unit(*friend).pose.place(0, BEHIND);
        let way = at - here;
        let length = Mils(way.square().isqrt() as i32);
        let at = if length > Mils(RIDE) { here + way.stretched(Mils(RIDE)) } else { at };
        texts.push(format!("to {}", written(at)));
    }
    // Up to men who are in order and not the foremost.
    let mut near: Vec<(i64, UnitId)> = group
        .iter()
        .filter(|friend| !scene.profile(**friend).arm.is_gun())
        .map(|friend| (far(centre, scene.unit(*friend).pose.at), *friend))
        .collect();
    near.sort_unstable();
    texts.extend(near.into_iter().take(2).map(|(_, friend)| format!("join {}", scene.key(friend))));
    let key = scene.key(unit);
    texts.into_iter().map(|text| format!("{key} {text}")).collect()
}
