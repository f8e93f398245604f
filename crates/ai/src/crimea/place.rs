//! What places and shots are worth, in hundredths of a point: fire given and taken, horse to be feared, cover, command,
//! support, and the way to where the brigade is to go. Rough on purpose: what hangs on dice is tried out.

use super::far;
use super::plan::{Plan, Role, middle};
use grognard_board::table::{Notches, Point};
use grognard_days_of_empire::battle::campaign::{Campaign, Profile};
use grognard_days_of_empire::battle::ids::UnitId;
use grognard_days_of_empire::battle::state::{Position, Scene};
use grognard_days_of_empire::unit::{Arm, Fate, Formation, Order, Weapon};
use grognard_umpire::Side;

/// What an objective in hand is worth.
const OBJECTIVE: i64 = 2_000;

/// How a battle stands for a side: stands and guns, and the order they are in.
pub(super) fn standing(now: &Position, rules: &Campaign, side: Side) -> i64 {
    let held = |side: Side| -> i64 {
        let near = |at: Point, reach: i64, side: Side| {
            let mut troops = now.troops(rules, side).iter();
            troops.any(|unit| now.may_hold(rules, unit) && far(at, now.unit(unit).pose.at) <= reach)
        };
        let one = |at: Point, reach: i64| near(at, reach, side) && !near(at, reach, side.other());
        let count = rules.objectives.iter().filter(|goal| one(goal.at, i64::from(goal.radius.0))).count();
        OBJECTIVE * count as i64
    };
    worth_of(now, rules, side) + held(side) - worth_of(now, rules, side.other()) - held(side.other())
}

fn worth_of(now: &Position, rules: &Campaign, side: Side) -> i64 {
    let mut sum = 0;
    for unit in now.all() {
        let (state, profile) = (now.unit(unit), now.profile(rules, unit));
        if profile.side != side || state.place.is_lost() {
            continue;
        }
        let price = i64::from(profile.points.max(5)) * 100;
        let fresh: u8 = state.fresh.iter().sum();
        let stands = i64::from(state.body.strength.saturating_sub(fresh));
        let left = stands * price / i64::from(profile.start.max(1));
        let order = match state.body.order {
            Order::Good => 0,
            Order::Disordered | Order::Pursuing => left / 12,
            Order::Shaken => left / 4,
            Order::Routing => 2 * left / 3,
        };
        // Half of the points are lost below half strength. [18.2-e]
        let half = if 2 * stands < i64::from(profile.start) { left / 4 } else { 0 };
        let idle = if matches!(state.body.fate, Fate::Abandoned) { left / 3 } else { 0 };
        sum += left - order - half - idle;
    }
    sum
}

/// The nearest enemy on the table, and how far it is.
pub(super) fn nearest(scene: Scene<'_>, unit: UnitId) -> Option<(i64, UnitId)> {
    let here = scene.unit(unit).pose.at;
    let enemies = scene.now.troops(scene.rules, scene.side(unit).other());
    enemies.iter().map(|enemy| (far(here, scene.unit(enemy).pose.at), enemy)).min()
}

/// How a target stands to fire: loose, in line, dense.
fn density(formation: Formation) -> usize {
    match formation {
        Formation::Skirmish => 0,
        Formation::Line | Formation::Deployed => 1,
        _ => 2,
    }
}

/// Sixths of a hit of one group of four stands, or of one gun, at a range in mils.
fn steps(profile: &Profile, range: i64, dense: usize) -> i64 {
    let bands: &[(i64, [i64; 3])] = match (profile.arm, profile.weapon) {
        (Arm::FieldGun, _) => &[(8_000, [4, 8, 10]), (24_000, [1, 3, 5]), (48_000, [0, 2, 3])],
        (Arm::FieldHowitzer, _) => &[(6_000, [4, 6, 8]), (20_000, [2, 3, 4]), (36_000, [1, 2, 3])],
        (Arm::SiegeGun, _) => &[(10_000, [6, 10, 12]), (30_000, [1, 4, 6]), (60_000, [0, 2, 4])],
        (Arm::SiegeHowitzer, _) => &[(8_000, [1, 2, 3]), (30_000, [2, 4, 5]), (50_000, [1, 2, 3])],
        (_, Some(Weapon::Rifle)) => &[(4_000, [2, 4, 5]), (10_000, [1, 3, 4]), (18_000, [0, 1, 2])],
        (_, Some(Weapon::Musket)) => &[(4_000, [1, 3, 4]), (8_000, [0, 1, 2])],
        (_, Some(Weapon::Carbine)) => &[(3_000, [1, 2, 2]), (6_000, [0, 1, 1])],
        _ => &[],
    };
    bands.iter().find(|(to, _)| range <= *to).map_or(0, |(_, steps)| steps[dense])
}

/// How many quarters of a group of four fire in a formation.
fn quarters(profile: &Profile, formation: Formation, strength: u8) -> i64 {
    let strength = i64::from(strength);
    match formation {
        _ if profile.arm.is_gun() && formation == Formation::Deployed => 4,
        _ if profile.arm.is_horse() && formation != Formation::Skirmish => 0,
        Formation::Line => strength,
        Formation::ManoeuvreColumn => strength.min(4),
        Formation::MarchColumn => 1,
        Formation::Skirmish => strength / 2,
        Formation::Square => strength / 4,
        _ => 0,
    }
}

/// What one stand of a unit costs, in hundredths of a point.
fn stand_price(profile: &Profile) -> i64 {
    i64::from(profile.points.max(5)) * 100 / i64::from(profile.start.max(1))
}

/// Whether a point lies before somebody, within so many notches.
fn before(scene: Scene<'_>, unit: UnitId, at: Point, within: u16) -> bool {
    let state = scene.unit(unit);
    if matches!(state.body.formation, Formation::Skirmish | Formation::Square) {
        return true;
    }
    let heading = (at - state.pose.at).heading();
    heading.is_none_or(|to| state.pose.heading.turn_to(to).1 <= Notches(within))
}

/// What a unit's fire at another is worth a turn.
fn fire(scene: Scene<'_>, firer: UnitId, target: UnitId) -> i64 {
    let (state, profile) = (scene.unit(firer), scene.profile(firer));
    let (there, prey) = (scene.unit(target), scene.profile(target));
    if matches!(state.body.order, Order::Routing) || state.body.fate != Fate::Fights {
        return 0;
    }
    // The middles of the fronts are farther apart than the fronts, a little.
    let range = (far(state.pose.at, there.pose.at) - 300).max(0);
    if !before(scene, firer, there.pose.at, 450) {
        return 0;
    }
    let sixths = steps(profile, range, density(there.body.formation))
        * quarters(profile, state.body.formation, state.body.strength);
    // From a flank the test afterwards is worse.
    let flank = if before(scene, target, state.pose.at, 700) { 4 } else { 5 };
    sixths * stand_price(prey) * flank / (6 * 4 * 4)
}

/// What a gun's shot at a target is worth.
pub(super) fn shot(scene: Scene<'_>, firer: UnitId, target: UnitId) -> i64 {
    let there = scene.unit(target);
    // Who is shaken already or has lost much breaks the more easily.
    let brittle = match there.body.order {
        Order::Good => 4,
        Order::Routing => 2,
        _ => 5,
    };
    fire(scene, firer, target) * brittle
}

/// How good a target for a charge looks, before it is tried out.
pub(super) fn prey(scene: Scene<'_>, charger: Option<UnitId>, target: UnitId) -> i64 {
    let (there, profile) = (scene.unit(target), scene.profile(target));
    let mut worth = i64::from(profile.points.max(5)) * 10;
    worth += match there.body.order {
        Order::Good => 0,
        Order::Disordered | Order::Pursuing => 150,
        Order::Shaken => 300,
        Order::Routing => 400,
    };
    if profile.arm.is_gun() {
        worth += 200;
    }
    if let Some(charger) = charger {
        let here = scene.unit(charger);
        worth += if before(scene, target, here.pose.at, 600) { 0 } else { 400 };
        let horse = scene.profile(charger).arm.is_horse();
        if horse && there.body.formation == Formation::Square {
            return 0;
        }
        if 3 * here.body.strength < there.body.strength {
            worth -= 300;
        }
        worth -= far(here.pose.at, there.pose.at) / 200;
    }
    worth.max(1)
}

/// What a side looks at while it weighs the places of one unit.
pub(super) struct View {
    enemies: Vec<UnitId>,
    friends: Vec<UnitId>,
    /// Where the own line stands.
    line: Point,
}

impl View {
    pub(super) fn new(scene: Scene<'_>, _: &Plan, side: Side) -> View {
        let enemies = scene.now.troops(scene.rules, side.other()).iter().collect();
        let friends: Vec<UnitId> = scene.now.troops(scene.rules, side).iter().collect();
        let foot: Vec<UnitId> =
            friends.iter().copied().filter(|unit| scene.profile(*unit).arm.is_foot()).collect();
        let line = middle(scene, if foot.is_empty() { &friends } else { &foot });
        View { enemies, friends, line }
    }

    /// What it is worth that a unit stands as it does.
    pub(super) fn worth(&self, scene: Scene<'_>, plan: &Plan, unit: UnitId) -> i64 {
        let (state, profile) = (scene.unit(unit), scene.profile(unit));
        if !state.place.is_on_table() {
            return i64::MIN / 4;
        }
        if profile.arm == Arm::Staff {
            return self.staff(scene, unit);
        }
        let price = i64::from(profile.points.max(5)) * 100;
        let mut sum = self.exchange(scene, unit) * 3;
        sum -= self.way(scene, plan, unit, price);
        sum += self.formation(scene, plan, unit, price);
        sum -= self.horse(scene, unit, price);
        sum -= self.alone(scene, unit, price);
        sum -= match state.body.order {
            Order::Disordered => price / 8,
            _ => 0,
        };
        sum
    }

    /// Fire given and taken in a turn.
    fn exchange(&self, scene: Scene<'_>, unit: UnitId) -> i64 {
        let given = self.enemies.iter().map(|enemy| fire(scene, unit, *enemy)).max().unwrap_or_default();
        let taken: i64 = self.enemies.iter().map(|enemy| fire(scene, *enemy, unit)).sum();
        given - taken / 2
    }

    /// How much is still missing of the way to where it is to go.
    fn way(&self, scene: Scene<'_>, plan: &Plan, unit: UnitId, price: i64) -> i64 {
        let (state, profile) = (scene.unit(unit), scene.profile(unit));
        let here = state.pose.at;
        let gap = self.enemies.iter().map(|enemy| far(here, scene.unit(*enemy).pose.at)).min();
        let gap = gap.unwrap_or(30_000);
        let role = plan.role(scene, unit);
        if profile.arm.is_gun() {
            // In effective range, and out of the muskets'.
            let (near, wide) = (11_000, if plan.attacks { 22_000 } else { 30_000 });
            return price * ((near - gap).max(0) / 300 + (gap - wide).max(0) / 900) / 30;
        }
        // Who is sent to take a place, and has as many turns left as the way needs, waits for nothing.
        if let Role::Attack(Some(at)) = role {
            let objective = &scene.rules.objectives[at];
            let goal = (far(here, objective.at) - i64::from(objective.radius.0) / 2).max(0);
            return price * goal * haste(scene, profile, goal) / 9_000;
        }
        if profile.arm.is_horse() {
            // Out of musketry, within a charge, near the line.
            // Towards the end of a battle that is not won there is nothing to wait for.
            let left = i64::from(scene.rules.turns.saturating_sub(scene.now.turn));
            let waits = if plan.attacks { left } else { i64::from(scene.rules.turns) };
            let off = (gap - 13_000).abs() * i64::from(plan.attacks || gap < 13_000) * waits
                / i64::from(scene.rules.turns.max(1));
            let behind = far(here, self.line).saturating_sub(12_000).max(0);
            let behind = if plan.attacks { behind / 6 } else { behind / 3 };
            return price * (off / 2 + behind) / 12_000;
        }
        let goal = match role {
            Role::Hold(Some(at)) | Role::Attack(Some(at)) => {
                let objective = &scene.rules.objectives[at];
                (far(here, objective.at) - i64::from(objective.radius.0) / 2).max(0)
            }
            // To where it shoots well.
            Role::Attack(None) => (gap - wanted(profile)).max(0),
            Role::Reserve => {
                (gap - 18_000).abs() / 2 + far(here, self.line).saturating_sub(10_000).max(0) / 2
            }
            Role::Hold(None) | Role::Screen => 0,
        };
        // Attackers press on; who stands too near without shooting first gains nothing by it.
        price * goal / 9_000
    }

    /// The formation for where it is: lines before musketry, columns for the way, guns deployed; facing the enemy.
    fn formation(&self, scene: Scene<'_>, plan: &Plan, unit: UnitId, price: i64) -> i64 {
        let (state, profile) = (scene.unit(unit), scene.profile(unit));
        let here = state.pose.at;
        let nearest = self.enemies.iter().map(|enemy| (far(here, scene.unit(*enemy).pose.at), *enemy)).min();
        let Some((gap, foe)) = nearest else { return 0 };
        let goal = plan.goal(scene, unit).filter(|goal| gap > 20_000 && far(here, *goal) > 6_000);
        let look = goal.unwrap_or(scene.unit(foe).pose.at);
        let off = (look - here).heading().map_or(0, |to| i64::from(state.pose.heading.turn_to(to).1.0));
        let loose = matches!(state.body.formation, Formation::Skirmish | Formation::Square);
        let mut sum = if loose { 0 } else { -price * (off - 150).max(0) / 3_000 };
        sum += match state.body.formation {
            Formation::Deployed if gap < 44_000 => price / 4,
            Formation::Limbered if gap < 22_000 => -price / 3,
            Formation::MarchColumn | Formation::MarchColumnOneWide if gap < 18_000 => -price / 2,
            Formation::Line if gap < 13_000 => price / 5,
            Formation::Line if gap > 24_000 && profile.arm.is_foot() => -price / 10,
            Formation::Skirmish if profile.start > 6 => -price / 6,
            Formation::Square => -price / 4,
            _ => 0,
        };
        sum
    }

    /// Horse that may ride a unit down.
    fn horse(&self, scene: Scene<'_>, unit: UnitId, price: i64) -> i64 {
        let (state, profile) = (scene.unit(unit), scene.profile(unit));
        if profile.arm.is_horse() || state.body.formation == Formation::Square {
            return 0;
        }
        let here = state.pose.at;
        let danger = |enemy: &&UnitId| {
            let (there, other) = (scene.unit(**enemy), scene.profile(**enemy));
            other.arm.is_horse()
                && matches!(there.body.order, Order::Good | Order::Disordered)
                && far(here, there.pose.at) < 15_000
                && before(scene, **enemy, here, 500)
        };
        let feared = self.enemies.iter().filter(danger);
        let one = |enemy: &UnitId| {
            let other = scene.profile(*enemy);
            let turned = if before(scene, unit, scene.unit(*enemy).pose.at, 600) { 1 } else { 3 };
            // Good rifles in line shoot horse down; others had better form square.
            let shot = match (profile.weapon, state.body.formation) {
                (Some(Weapon::Rifle), Formation::Line) if profile.class >= 3 => 1,
                (_, Formation::Line) => 3,
                _ => 5,
            };
            price * i64::from(other.class) * turned * shot / 120
        };
        feared.map(one).sum()
    }

    /// Away from the general, or with nobody near.
    fn alone(&self, scene: Scene<'_>, unit: UnitId, price: i64) -> i64 {
        let (state, profile) = (scene.unit(unit), scene.profile(unit));
        let here = state.pose.at;
        let general = profile.command.and_then(|command| scene.rules.command(command).general);
        let general = general.filter(|general| scene.unit(*general).place.is_on_table());
        let out = general.map_or(0, |general| {
            let at = scene.unit(general).rides_with.unwrap_or(general);
            (far(here, scene.unit(at).pose.at) - 15_000).max(0)
        });
        let company = self.friends.iter().filter(|friend| **friend != unit);
        let friend = company.map(|friend| far(here, scene.unit(*friend).pose.at)).min().unwrap_or(0);
        price * out / 20_000 + price * (friend - 9_000).max(0) / 60_000
    }

    /// A general keeps to the middle of his men, and out of the enemy's reach.
    fn staff(&self, scene: Scene<'_>, unit: UnitId) -> i64 {
        let state = scene.unit(unit);
        let here = state.rides_with.map_or(state.pose.at, |with| scene.unit(with).pose.at);
        let command = scene.rules.commands.iter().position(|command| command.general == Some(unit));
        let mine: Vec<UnitId> = self
            .friends
            .iter()
            .copied()
            .filter(|friend| {
                command.is_none_or(|at| {
                    scene.rules.commands[at].above.is_none()
                        || scene.profile(*friend).command.map(|own| own.index()) == Some(at)
                })
            })
            .collect();
        let group = if mine.is_empty() { &self.friends } else { &mine };
        let apart: i64 =
            group.iter().map(|friend| (far(here, scene.unit(*friend).pose.at) - 10_000).max(0)).sum();
        let gap =
            self.enemies.iter().map(|enemy| far(here, scene.unit(*enemy).pose.at)).min().unwrap_or(30_000);
        let exposed = if state.rides_with.is_some() { 0 } else { (7_000 - gap).max(0) };
        let with = if state.rides_with.is_some() { 150 } else { 0 };
        with - apart / 20 - exposed / 2 - far(here, middle(scene, group)) / 40
    }
}

/// How much more the way to an objective counts when time runs out: turns that the way needs against turns that are left.
fn haste(scene: Scene<'_>, profile: &Profile, way: i64) -> i64 {
    let pace = if profile.arm.is_horse() { 10_000 } else { 4_000 };
    let left = i64::from(scene.rules.turns.saturating_sub(scene.now.turn));
    let spare = left - way / pace;
    match spare {
        ..=1 => 6,
        2..=3 => 4,
        4..=5 => 2,
        _ => 1,
    }
}

/// The distance at which a unit on foot does best.
fn wanted(profile: &Profile) -> i64 {
    match profile.weapon {
        Some(Weapon::Rifle) => 7_000,
        _ => 3_800,
    }
}
