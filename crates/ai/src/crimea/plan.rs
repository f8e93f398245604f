//! What each brigade is to do: attack, hold, screen, or stay in reserve.

use super::far;
use grognard_board::table::Point;
use grognard_days_of_empire::battle::Battle;
use grognard_days_of_empire::battle::campaign::Campaign;
use grognard_days_of_empire::battle::ground::Ground;
use grognard_days_of_empire::battle::ids::UnitId;
use grognard_days_of_empire::battle::measured::Measured;
use grognard_days_of_empire::battle::state::Scene;
use grognard_days_of_empire::title::outcome::{self, Standing, When, Winner};
use grognard_umpire::{BySide, Side};

/// What a brigade is to do; where an objective is meant, its place in the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// Take it, or fight the enemy where he stands.
    Attack(Option<usize>),
    /// Keep it, or the ground it stands on.
    Hold(Option<usize>),
    /// Horse: keep to the flank of the others and wait for the moment.
    Screen,
    /// Stay behind the line.
    Reserve,
}

/// The plan of a side, made anew from what it sees.
pub(super) struct Plan {
    roles: Vec<(UnitId, Role)>,
    /// Whether the side has to attack to win.
    pub(super) attacks: bool,
}

/// Nobody listens to a survey.
struct Deaf;

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
fn held(battle: &Battle<Measured>, rules: &Campaign) -> Vec<Option<Side>> {
    let mut ground = battle.ground.clone();
    let scene = Scene { rules, now: &battle.now };
    (0..rules.objectives.len()).map(|at| ground.objective(scene, at, &mut Deaf).unwrap_or_default()).collect()
}

/// Who would win if the battle ended now, by the rules themselves; nobody where it would be a draw.
pub(super) fn ahead(battle: &Battle<Measured>, rules: &Campaign, when: When) -> Option<Side> {
    let held = held(battle, rules);
    let lost = Side::ALL.map(|side| battle.now.points_lost(rules, side, &mut Deaf));
    let destroyed = |key: &str| {
        let at = rules.pieces.iter().position(|piece| piece.key == key);
        at.is_some_and(|at| battle.now.destroyed.contains(&(at as u8)))
    };
    let standing = Standing { held: &held, lost: BySide::new(lost[0], lost[1]), destroyed: &destroyed };
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

impl Plan {
    /// The plan of a side.
    pub(super) fn of(battle: &Battle<Measured>, rules: &Campaign, side: Side) -> Plan {
        let scene = Scene { rules, now: &battle.now };
        let held = held(battle, rules);
        // Who is ahead lets the other come on; where nobody is, whoever is named the attacker does.
        let attacks = match ahead(battle, rules, When::End) {
            Some(leader) => leader != side,
            None => {
                rules.attacker.is_none_or(|attacker| attacker == side) || battle.now.turn * 2 > rules.turns
            }
        };
        let (wanted, feared) = (needed(rules, side), needed(rules, side.other()));
        let keeps = |at: &usize| held[*at] == Some(side) && (wanted.contains(at) || feared.contains(at));
        let kept: Vec<usize> = (0..held.len()).filter(keeps).collect();
        let open: Vec<usize> = wanted.iter().copied().filter(|at| held[*at] != Some(side)).collect();
        let troops: Vec<UnitId> = battle.now.troops(rules, side).iter().collect();
        let foot = |unit: &UnitId| scene.profile(*unit).arm.is_foot();
        let from = |unit: UnitId, at: usize| far(scene.unit(unit).pose.at, rules.objectives[at].at);
        // An objective in hand keeps one garrison while the others attack.
        let mut garrisons: Vec<(UnitId, usize)> = Vec::new();
        for &at in &kept {
            let free = troops.iter().copied().filter(foot);
            let nearest = free
                .filter(|unit| garrisons.iter().all(|(other, _)| other != unit))
                .min_by_key(|unit| from(*unit, at));
            garrisons.extend(nearest.map(|unit| (unit, at)));
        }
        let nearest = |middle: Point, list: &[usize]| {
            list.iter().copied().min_by_key(|at| far(middle, rules.objectives[*at].at))
        };
        let role = |unit: UnitId| {
            let command = scene.profile(unit).command;
            let brigade: Vec<UnitId> =
                troops.iter().copied().filter(|other| scene.profile(*other).command == command).collect();
            let middle = middle(scene, &brigade);
            let garrison = garrisons.iter().find(|(one, _)| *one == unit);
            match garrison {
                Some((_, at)) => Role::Hold(Some(*at)),
                None if attacks => Role::Attack(nearest(middle, &open)),
                None if scene.profile(unit).arm.is_horse() => Role::Screen,
                None => match nearest(middle, &kept) {
                    Some(at) if from(unit, at) < 12_000 => Role::Hold(Some(at)),
                    Some(_) => Role::Reserve,
                    None => Role::Hold(nearest(middle, &open)),
                },
            }
        };
        let roles = troops.iter().map(|unit| (*unit, role(*unit))).collect();
        Plan { roles, attacks }
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

    /// Where a unit is to go; nowhere in particular if it only fights who comes.
    pub(super) fn goal(&self, scene: Scene<'_>, unit: UnitId) -> Option<Point> {
        match self.role(scene, unit) {
            Role::Attack(Some(at)) | Role::Hold(Some(at)) => Some(scene.rules.objectives[at].at),
            Role::Attack(None) => {
                super::place::nearest(scene, unit).map(|(_, enemy)| scene.unit(enemy).pose.at)
            }
            Role::Hold(None) | Role::Screen | Role::Reserve => None,
        }
    }

    /// How far a point is from the nearest place that matters.
    pub(super) fn to_goal(&self, rules: &Campaign, at: Point) -> i64 {
        rules.objectives.iter().map(|goal| far(at, goal.at)).min().unwrap_or_default()
    }
}

/// The middle of some units.
pub(super) fn middle(scene: Scene<'_>, units: &[UnitId]) -> Point {
    let count = units.len().max(1) as i32;
    let sum = units.iter().fold(Point::default(), |sum, unit| sum + scene.unit(*unit).pose.at);
    Point::new(sum.x / count, sum.y / count)
}
