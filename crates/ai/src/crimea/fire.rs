//! What a volley is worth, by the charts in force. Which stands bear is worked out from both fronts; whose fire is hidden by
//! a third is left to the rules when the shot is made.

use super::far;
use grognard_board::table::{Field, Mils, Point, Pose};
use grognard_days_of_empire::battle::campaign::Profile;
use grognard_days_of_empire::battle::ids::UnitId;
use grognard_days_of_empire::battle::measured::body_of;
use grognard_days_of_empire::battle::state::Scene;
use grognard_days_of_empire::charts::{Charts, Target};
use grognard_days_of_empire::unit::{Cover, Fate, Formation, Order};

/// Beyond this, in mils, an inch more or less does not matter, and nobody measures from stand to stand.
const ROUGHLY: i64 = 26_000;

/// How far apart two units are, front to front or flank to flank; far, if one of them is not on the table.
pub(super) fn gap(field: &Field, one: UnitId, other: UnitId) -> i64 {
    let (Some(here), Some(there)) = (field.get(body_of(one)), field.get(body_of(other))) else {
        return i64::from(Mils::MAX.0);
    };
    let middles = far(here.body.pose.at, there.body.pose.at);
    // Half a battalion's line to each side.
    match middles > ROUGHLY + 12_000 {
        true => middles - 4_000,
        false => i64::from(here.gap(there).mils().0),
    }
}

/// What a stand of a unit costs, in hundredths of a point.
pub(super) fn stand_price(profile: &Profile) -> i64 {
    price(profile) / i64::from(profile.start.max(1))
}

/// What a unit is worth, in hundredths of a point: its price, and something for its bodies, since poor troops stop a hole
/// as well as good ones. A general who was free is missed like a few stands.
pub(super) fn price(profile: &Profile) -> i64 {
    i64::from(profile.points.max(5)) * 100 + 150 * i64::from(profile.start)
}

/// A point as somebody sees it who stands at a pose: so far to the right, so far ahead.
pub(super) fn seen_from(pose: Pose, point: Point) -> (i64, i64) {
    let (right, ahead) = (pose.place(1_000, 0) - pose.at, pose.place(0, 1_000) - pose.at);
    let way = point - pose.at;
    (way.dot(right) / 1_000, way.dot(ahead) / 1_000)
}

/// Half of the front of a unit.
pub(super) fn half_front(formation: Formation, strength: u8) -> i64 {
    let stands = match formation {
        Formation::Line => i64::from(strength),
        Formation::Skirmish => 2 * i64::from(strength),
        Formation::ManoeuvreColumn | Formation::Square => 4,
        Formation::CavalryColumn | Formation::MarchColumn => 2,
        _ => 1,
    };
    500 * stands
}

/// The tangent of the fire arc's 22½ degrees, in hundredths. [17.3]
const ARC: i64 = 41;

/// How many stands in the front rank of a unit have some part of another in their arc.
fn bearing(scene: Scene<'_>, firer: UnitId, target: UnitId) -> i64 {
    let (here, there) = (scene.unit(firer), scene.unit(target));
    if here.body.formation == Formation::Skirmish {
        return i64::from(here.body.strength);
    }
    // A square turns a face to everybody.
    if here.body.formation == Formation::Square {
        return i64::from(here.body.strength / 4);
    }
    let wide = half_front(there.body.formation, there.body.strength) as i32;
    let ends = [there.pose.place(-wide, 0), there.pose.place(wide, 0)].map(|end| seen_from(here.pose, end));
    let ahead = (ends[0].1 + ends[1].1) / 2;
    if ahead <= 0 {
        return 0;
    }
    let (left, right) = (ends[0].0.min(ends[1].0), ends[0].0.max(ends[1].0));
    let aside = 500 + ahead * ARC / 100;
    let half = half_front(here.body.formation, here.body.strength);
    let first = (left - aside).max(-half);
    let last = (right + aside).min(half);
    ((last - first) / 1_000).max(0)
}

/// The column of the fire charts for a target.
fn column(formation: Formation, cover: Cover) -> Target {
    match (cover, formation) {
        (Cover::Heavy, _) => Target::HeavyCover,
        (_, Formation::Skirmish) => Target::Dispersed,
        (Cover::Light, _) => Target::LightCover,
        (Cover::Open, Formation::Line | Formation::Deployed) => Target::Line,
        (Cover::Open, _) => Target::Dense,
    }
}

/// Hits to be expected of a unit's fire, in sixths.
fn sixths(charts: &Charts, profile: &Profile, stands: i64, (range, target): (i64, Target)) -> i64 {
    let within = |to: Mils| range <= i64::from(to.0);
    if profile.arm.is_gun() {
        let band = charts.gun(profile.arm).iter().find(|band| within(band.to.mils()));
        return band.map_or(0, |band| {
            i64::from(band.dice) * i64::from(charts.hits_in_six(band.cells[target as usize].step))
        });
    }
    let Some(weapon) = profile.weapon else { return 0 };
    let Some(band) = charts.small_arm(weapon).iter().find(|band| within(band.to.mils())) else { return 0 };
    let die = |row: usize| i64::from(charts.hits_in_six(band.rows[row].1[target as usize]));
    // Fours first, then what is left on the row of three or of two.
    let rest = match stands % 4 {
        3 => die(1),
        2 => die(2),
        _ => 0,
    };
    stands / 4 * die(0) + rest
}

/// What a turn of a unit's fire at another is worth, in hundredths of a point, at a range and against its cover.
pub(super) fn worth(
    scene: Scene<'_>,
    (firer, target): (UnitId, UnitId),
    range: i64,
    cover: impl FnOnce() -> Cover,
) -> i64 {
    let (state, profile) = (scene.unit(firer), scene.profile(firer));
    let (there, prey) = (scene.unit(target), scene.profile(target));
    let mounted = profile.arm.is_horse() && state.body.formation != Formation::Skirmish;
    let silent = state.body.order == Order::Routing || state.body.fate != Fate::Fights || mounted;
    let ready = !profile.arm.is_gun() || state.body.formation == Formation::Deployed;
    if silent || !ready {
        return 0;
    }
    let bears = bearing(scene, firer, target);
    let stands = match state.body.formation {
        Formation::MarchColumn => bears.min(2),
        Formation::MarchColumnOneWide => 0,
        // Skirmishers fire in pairs, each a small die of its own.
        Formation::Skirmish => bears / 2,
        _ => bears,
    };
    if stands == 0 {
        return 0;
    }
    // Cover is looked for only if somebody is in reach without it.
    let open = column(there.body.formation, Cover::Open);
    if sixths(&scene.rules.charts, profile, stands, (range, open)) == 0 {
        return 0;
    }
    let target = column(there.body.formation, cover());
    let hits = match state.body.formation {
        Formation::Skirmish => stands * sixths(&scene.rules.charts, profile, 2, (range, target)),
        _ => sixths(&scene.rules.charts, profile, stands, (range, target)),
    };
    // Who is shot at from a flank tests the worse for it, as does who is shaken already.
    let aside = seen_from(there.pose, state.pose.at).1 <= 0 && there.body.formation != Formation::Square;
    let brittle = 4 + i64::from(aside) + i64::from(there.body.order >= Order::Shaken);
    hits * stand_price(prey) * brittle / (6 * 4)
}
