//! What each brigade is to do: attack, hold, screen, or stay in reserve.

use super::clash::Clash;
use super::crossing::Crossings;
use super::far;
use super::fire::{seen_from, stand_price};
use super::place::cover_of;
use grognard_board::table::{Point, Pose};
use grognard_days_of_empire::battle::Battle;
use grognard_days_of_empire::battle::campaign::Campaign;
use grognard_days_of_empire::battle::ground::Survey;
use grognard_days_of_empire::battle::ids::{CommandId, UnitId};
use grognard_days_of_empire::battle::measured::Measured;
use grognard_days_of_empire::battle::state::Scene;
use grognard_days_of_empire::title::outcome::{self, Objective, Standing, When, Winner};
use grognard_days_of_empire::unit::Order;
use grognard_umpire::{BySide, Side};

/// What a brigade is to do; where an objective is meant, its place in the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// Take it, or fight the enemy where he stands.
    Attack(Option<usize>),
    /// Keep it, or the ground it stands on.
    Hold(Option<usize>),
    /// Horse: ride somebody down who is worth it.
    Hunt(UnitId),
    /// Horse: keep to the flank of the others and wait for the moment.
    Screen,
    /// Stay behind the line.
    Reserve,
}

/// The plan of a side, made anew from what it sees.
pub(super) struct Plan {
    roles: Vec<(UnitId, Role)>,
    /// Where each of those goes who are to take an objective: everybody has a lane of his own, so that nobody stands in
    /// another's way.
    posts: Vec<Post>,
    /// How far the second unit of each brigade is from its objective: nobody runs ahead of that.
    steps: Vec<(Option<CommandId>, i64)>,
    /// The objectives that decide the battle for this side or the other.
    decide: Vec<usize>,
    /// The ways over the rivers.
    pub(super) crossings: Crossings,
    /// Whether the side has to attack to win.
    pub(super) attacks: bool,
}

/// Where a unit goes that is to take an objective.
struct Post {
    unit: UnitId,
    at: Point,
    /// In the objective itself; the others fight to the right and left of it, or come up behind.
    inside: bool,
}

/// How wide a lane is, in mils: a column of four stands and room on both sides.
const LANE: i64 = 5_200;
/// The lanes of the first line in halves of their width, the middle ones first, and how many of them lead into the objective:
/// into a wide one, and into a narrow one.
const WIDE: ([i64; 5], usize) = ([0, -2, 2, -4, 4], 3);
const NARROW: ([i64; 5], usize) = ([-1, 1, -3, 3, -5], 2);
/// An objective that reaches farther than this is wide.
const WIDE_FROM: i64 = 4_000;
/// The lanes of horse while foot has to fight for the objective: outside of the others.
const OUTER: [i64; 4] = [-7, 7, -9, 9];
/// How far behind the objective's near edge the second line forms up.
const SECOND_LINE: i64 = 3_500;

/// Nobody listens to a survey.
pub(super) struct Deaf;

impl grognard_umpire::Umpire for Deaf {
    fn throw<R: Clone + PartialEq>(
        &mut self,
        _: grognard_umpire::Asking,
        _: grognard_umpire::Dice,
        _: impl Fn(u16) -> R,
    ) -> grognard_umpire::Asked<R> {
        Err(grognard_umpire::Stopped)
    }
    fn decide(&mut self, _: grognard_umpire::Choice<'_>) -> grognard_umpire::Asked<usize> {
        Err(grognard_umpire::Stopped)
    }
    fn decide_together(
        &mut self,
        _: grognard_umpire::Choice<'_>,
        _: grognard_umpire::Choice<'_>,
    ) -> grognard_umpire::Asked<(usize, usize)> {
        Err(grognard_umpire::Stopped)
    }
}

/// Who holds each objective now.
pub(super) fn held(battle: &Battle<Measured>, rules: &Campaign) -> Vec<Option<Side>> {
    let mut ground = battle.ground.clone();
    let scene = Scene { rules, now: &battle.now };
    (0..rules.objectives.len()).map(|at| ground.objective(scene, at, &mut Deaf).unwrap_or_default()).collect()
}

/// Who would win if the battle ended now, by the rules themselves; nobody where it would be a draw.
pub(super) fn ahead(
    battle: &Battle<Measured>,
    rules: &Campaign,
    (held, when): (&[Option<Side>], When),
) -> Option<Side> {
    let lost = Side::ALL.map(|side| battle.now.points_lost(rules, side, &mut Deaf));
    let destroyed = |key: &str| {
        let at = rules.pieces.iter().position(|piece| piece.key == key);
        at.is_some_and(|at| battle.now.destroyed.contains(&(at as u8)))
    };
    let standing = Standing { held, lost: BySide::new(lost[0], lost[1]), destroyed: &destroyed };
    let margins = (&rules.margins, rules.points);
    outcome::result((&rules.outcomes, when), &standing, margins, &mut |_| ())?.winner
}

/// The objectives that a side needs for one of its ways to win.
fn needed(rules: &Campaign, side: Side) -> Vec<usize> {
    let mut list: Vec<usize> = Vec::new();
    for outcome in &rules.outcomes {
        match outcome.winner {
            Winner::Named(Some(winner)) if winner == side => {
                list.extend(outcome.holds.iter().map(|at| usize::from(*at)));
            }
            Winner::MoreObjectives => list.extend(0..rules.objectives.len()),
            _ => {}
        }
    }
    list.sort_unstable();
    list.dedup();
    list
}

/// The objectives that decide the battle for one side or the other.
pub(super) fn deciding(rules: &Campaign) -> Vec<usize> {
    let mut list = [needed(rules, Side::First), needed(rules, Side::Second)].concat();
    list.sort_unstable();
    list.dedup();
    list
}

/// So many battalions take a guarded objective without horse.
const FOOT_LEAST: usize = 3;

/// What is left of a unit that fights on, in hundredths of a point.
fn left(scene: Scene<'_>, unit: UnitId) -> i64 {
    let (state, profile) = (scene.unit(unit), scene.profile(unit));
    match state.body.order {
        Order::Routing => 0,
        _ => stand_price(profile) * i64::from(state.body.strength),
    }
}

/// An inch nearer is worth so much to horse that looks for somebody to ride down.
const NEARER: i64 = 30;
/// Who brings less than this is no prey.
const PREY_LEAST: i64 = 300;

/// Whom horse would best ride down: guns, the unsteady, whoever shows a flank.
fn prey(scene: Scene<'_>, ground: &mut Measured, unit: UnitId) -> Option<UnitId> {
    if scene.unit(unit).body.order >= Order::Shaken {
        return None;
    }
    let enemies = scene.now.troops(scene.rules, scene.side(unit).other());
    let worth = |enemy: UnitId, ground: &mut Measured| {
        let cover = cover_of(ground, scene, enemy, unit);
        let clash = Clash { charger: unit, target: enemy, gap: i64::from(i32::MAX), cover };
        let worth = clash.prospect(scene);
        let away = far(scene.unit(unit).pose.at, scene.unit(enemy).pose.at) / 1_000;
        (worth > PREY_LEAST).then_some((worth - NEARER * away, enemy))
    };
    enemies.iter().filter_map(|enemy| worth(enemy, ground)).max().map(|(_, enemy)| enemy)
}

impl Plan {
    /// The plan of a side.
    pub(super) fn of(battle: &Battle<Measured>, rules: &Campaign, side: Side) -> Plan {
        let scene = Scene { rules, now: &battle.now };
        let held = held(battle, rules);
        // Who is ahead lets the other come on; where nobody is, whoever is named the attacker does.
        let wanted = needed(rules, side);
        let decide = deciding(rules);
        let kept: Vec<usize> = decide.iter().copied().filter(|at| held[*at] == Some(side)).collect();
        let open: Vec<usize> = wanted.iter().copied().filter(|at| held[*at] != Some(side)).collect();
        let late = battle.now.turn * 2 > rules.turns;
        let attacks = match ahead(battle, rules, (&held, When::End)) {
            Some(leader) => leader != side,
            None if late || rules.attacker != Some(side.other()) => true,
            // Who was to defend a place and has lost it takes it back at once.
            None => kept.is_empty() && !open.is_empty(),
        };
        let troops: Vec<UnitId> = battle.now.troops(rules, side).iter().collect();
        let foot: Vec<UnitId> =
            troops.iter().copied().filter(|unit| scene.profile(*unit).arm.is_foot()).collect();
        let from = |unit: UnitId, at: usize| far(scene.unit(unit).pose.at, rules.objectives[at].at);
        // An objective in hand keeps one garrison while the others attack; horse holds it where there is no foot.
        let mut garrisons: Vec<(UnitId, usize)> = Vec::new();
        for &at in &kept {
            let holds = |unit: &&UnitId| {
                battle.now.may_hold(rules, **unit) && garrisons.iter().all(|(other, _)| other != *unit)
            };
            let nearest =
                |list: &[UnitId]| list.iter().filter(holds).copied().min_by_key(|unit| from(*unit, at));
            let garrison = nearest(&foot).or_else(|| nearest(&troops));
            garrisons.extend(garrison.map(|unit| (unit, at)));
        }
        let nearest = |middle: Point, list: &[usize]| {
            list.iter().copied().min_by_key(|at| far(middle, rules.objectives[*at].at))
        };
        let enemies = battle.now.troops(rules, side.other());
        // What the enemies in an objective are worth together.
        let guards = |at: usize| -> i64 {
            let goal = &rules.objectives[at];
            let guards = enemies.iter().filter(|enemy| {
                battle.now.is_formed(rules, *enemy)
                    && far(scene.unit(*enemy).pose.at, goal.at) < i64::from(goal.radius.0) + 3_000
            });
            guards.map(|enemy| left(scene, enemy)).sum()
        };
        let horse: i64 = troops
            .iter()
            .filter(|unit| scene.profile(**unit).arm.is_horse())
            .map(|unit| left(scene, *unit))
            .sum();
        // Horse rides into what is guarded weakly, and into everything when time runs out.
        let ridden_down: Vec<usize> = open.iter().copied().filter(|at| late || guards(*at) < horse).collect();
        let brigade = |command: Option<CommandId>| -> Vec<UnitId> {
            troops.iter().copied().filter(|other| scene.profile(*other).command == command).collect()
        };
        let mut ground = battle.ground.clone();
        let preys: Vec<(UnitId, UnitId)> = troops
            .iter()
            .filter(|unit| attacks && !late && scene.profile(**unit).arm.is_horse())
            .filter_map(|unit| prey(scene, &mut ground, *unit).map(|prey| (*unit, prey)))
            .collect();
        let role = |unit: UnitId| {
            let middle = middle(scene, &brigade(scene.profile(unit).command));
            let garrison = garrisons.iter().find(|(one, _)| *one == unit);
            let horse = scene.profile(unit).arm.is_horse();
            match garrison {
                Some((_, at)) => Role::Hold(Some(*at)),
                // Horse looks for prey while there is time.
                None if preys.iter().any(|(one, _)| *one == unit) => {
                    let found = preys.iter().find(|(one, _)| *one == unit);
                    found.map_or(Role::Screen, |(_, prey)| Role::Hunt(*prey))
                }
                None if horse && foot.len() > 1 => match nearest(middle, &ridden_down) {
                    Some(at) if attacks => Role::Attack(Some(at)),
                    _ => Role::Screen,
                },
                None if attacks => Role::Attack(nearest(middle, &open)),
                None if horse => Role::Screen,
                None => match nearest(middle, &kept) {
                    Some(at) if from(unit, at) < 12_000 => Role::Hold(Some(at)),
                    Some(_) => Role::Reserve,
                    None => Role::Hold(nearest(middle, &open)),
                },
            }
        };
        let roles: Vec<(UnitId, Role)> = troops.iter().map(|unit| (*unit, role(*unit))).collect();
        let sent = |unit: UnitId| roles.iter().find(|(one, _)| *one == unit).map(|(_, role)| *role);
        let crossings = Crossings::of(rules, battle.ground.clone().field(scene));
        let mut posts: Vec<Post> = Vec::new();
        for &at in &open {
            let fit = |unit: &UnitId| {
                sent(*unit) == Some(Role::Attack(Some(at)))
                    && !scene.profile(*unit).arm.is_gun()
                    && scene.unit(*unit).body.order < Order::Shaken
                    && scene.now.is_formed(rules, *unit)
            };
            let list: Vec<UnitId> = troops.iter().copied().filter(fit).collect();
            let goal = &rules.objectives[at];
            let dry = |point| crossings.is_dry(point);
            // Horse rides into what stands open; what is guarded is the business of foot, if there is enough of it.
            let walks = |unit: &UnitId| scene.profile(*unit).arm.is_foot();
            let (walkers, riders): (Vec<UnitId>, Vec<UnitId>) = list.iter().copied().partition(walks);
            if guards(at) > 0 && walkers.len() >= FOOT_LEAST {
                posts.extend(lanes(scene, goal, (walkers, None), dry));
                posts.extend(lanes(scene, goal, (riders, Some(&OUTER)), dry));
            } else {
                posts.extend(lanes(scene, goal, (list, None), dry));
            }
        }
        let mut steps: Vec<(Option<CommandId>, i64)> = Vec::new();
        for &(unit, role) in &roles {
            let command = scene.profile(unit).command;
            if let (Role::Attack(Some(at)), false) = (role, steps.iter().any(|(one, _)| *one == command)) {
                let mut mates: Vec<i64> = brigade(command)
                    .into_iter()
                    .filter(|mate| {
                        scene.profile(*mate).arm.is_foot() && scene.unit(*mate).body.order < Order::Shaken
                    })
                    .map(|mate| from(mate, at))
                    .collect();
                // The second of them sets the pace: one waits for the next, and nobody for the last.
                mates.sort_unstable();
                steps.push((command, mates.get(1).copied().unwrap_or_default()));
            }
        }
        Plan { roles, posts, steps, decide, crossings, attacks }
    }

    /// Whether a unit is sent into the objective itself.
    pub(super) fn takes(&self, unit: UnitId) -> bool {
        self.posts.iter().any(|post| post.unit == unit && post.inside)
    }

    /// Where a unit goes that is to take an objective.
    pub(super) fn post(&self, unit: UnitId) -> Option<Point> {
        self.posts.iter().find(|post| post.unit == unit).map(|post| post.at)
    }

    /// How far the second unit of a brigade is from its objective.
    pub(super) fn step(&self, command: Option<CommandId>) -> i64 {
        self.steps.iter().find(|(one, _)| *one == command).map_or(0, |(_, step)| *step)
    }

    /// What a unit's brigade is to do.
    pub(super) fn role(&self, scene: Scene<'_>, unit: UnitId) -> Role {
        let command = scene.profile(unit).command;
        let mut roles = self.roles.iter();
        // A general goes with his brigade.
        let found = self.roles.iter().find(|(one, _)| *one == unit);
        let found = found.or_else(|| roles.find(|(one, _)| scene.profile(*one).command == command));
        found.map_or(Role::Hold(None), |(_, role)| *role)
    }

    /// How far a point is from the nearest place that matters.
    pub(super) fn to_goal(&self, rules: &Campaign, at: Point) -> i64 {
        rules.objectives.iter().map(|goal| far(at, goal.at)).min().unwrap_or_default()
    }

    /// Whether an enemy stands in an objective that decides the battle.
    pub(super) fn is_in_the_way(&self, scene: Scene<'_>, enemy: UnitId) -> bool {
        let at = scene.unit(enemy).pose.at;
        self.decide.iter().any(|goal| {
            let goal = &scene.rules.objectives[*goal];
            // The front of a unit reaches farther than its middle.
            far(at, goal.at) <= i64::from(goal.radius.0) + 2_000
        })
    }
}

/// A lane for each of those who are to take an objective: those who are there first go into it side by side, the next ones
/// beside them, the others come up behind.
fn lanes(
    scene: Scene<'_>,
    goal: &Objective,
    (mut list, outer): (Vec<UnitId>, Option<&[i64]>),
    is_open: impl Fn(Point) -> bool,
) -> Vec<Post> {
    let from = middle(scene, &list);
    let Some(to) = (goal.at - from).heading() else { return Vec::new() };
    let axis = Pose { at: goal.at, heading: to };
    // Horse goes more than twice as far in a turn.
    let turns = |unit: UnitId| {
        let pace = if scene.profile(unit).arm.is_horse() { 10 } else { 4 };
        far(scene.unit(unit).pose.at, goal.at) / pace
    };
    list.sort_by_key(|unit| turns(*unit));
    let size = scene.rules.land.size();
    let place = |right: i64, ahead: i64| {
        let at = axis.place(right as i32, ahead as i32);
        let kept = Point::new(at.x.clamp(2_000, size.x - 2_000), at.y.clamp(2_000, size.y - 2_000));
        if is_open(kept) { kept } else { goal.at }
    };
    let mut posts = Vec::new();
    let (ways, inside) = if i64::from(goal.radius.0) >= WIDE_FROM { &WIDE } else { &NARROW };
    let (ways, inside) = outer.map_or((&ways[..], *inside), |outer| (outer, 0));
    for (line, units) in list.chunks(ways.len()).enumerate() {
        let back = match line {
            0 => 0,
            line => i64::from(goal.radius.0) + SECOND_LINE * line as i64,
        };
        // From left to right as they come, so that their ways do not cross.
        let mut lanes: Vec<(usize, i64)> = ways.iter().copied().enumerate().take(units.len()).collect();
        lanes.sort_by_key(|(_, lane)| *lane);
        let mut units = units.to_vec();
        units.sort_by_key(|unit| seen_from(axis, scene.unit(*unit).pose.at).0);
        posts.extend(units.into_iter().zip(lanes).map(|(unit, (number, lane))| Post {
            unit,
            at: place(lane * LANE / 2, -back),
            inside: line == 0 && number < inside,
        }));
    }
    posts
}

/// The middle of some units.
pub(super) fn middle(scene: Scene<'_>, units: &[UnitId]) -> Point {
    let count = units.len().max(1) as i32;
    let sum = units.iter().fold(Point::default(), |sum, unit| sum + scene.unit(*unit).pose.at);
    Point::new(sum.x / count, sum.y / count)
}
