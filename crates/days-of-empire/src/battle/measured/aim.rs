//! Shots on a measured table: who bears, how far, past whom. [17.3-h] [17.3-i] [17.3.5] to [17.3.7]

use super::super::ground::{Aimed, Shelter};
use super::super::ids::{UnitId, Units};
use super::super::state::{Piece, Scene};
use super::super::terrain::on_road;
use super::{body_of, passing, placed, shelter_of, unit_of, visibility};
use crate::clerk::{Clerk, deaf};
use crate::length::Length;
use crate::readings::{Bombardment, NearestBy, ScreenWidth};
use crate::unit::{Arm, Direction, Formation};
use crate::volley::{Group, Level};
use grognard_board::table::fire::{self, Arc};
use grognard_board::table::{
    self, Aspect, Convex, Facing, Field, Gap, Kind, Look, Mils, Placed, StandAt, Standing, TOUCH, convex,
};

/// How wide a unit's stands shoot. [12.4-m]
fn arc_of(formation: Formation, clerk: Clerk<'_>) -> Arc {
    match formation {
        Formation::Skirmish => {
            clerk(rule!("12.4-m"));
            clerk(rule!("17.3-j"));
            Arc::Half
        }
        _ => {
            clerk(rule!("17.3-i"));
            // The angle card: 22 1/2 degrees outward of each front corner.
            clerk(rule!("3.5-b"));
            Arc::Formed
        }
    }
}

/// The farthest a unit reaches.
pub(super) fn reach(scene: Scene<'_>, firer: UnitId) -> Length {
    let bombards = scene.profile(firer).arm.is_gun() && scene.rules.readings.bombardment == Bombardment::On;
    match bombards && passing::stood_still(scene, firer) {
        true => scene.longest_band(firer) + scene.rules.charts.figures.bombardment_reach,
        false => scene.longest_band(firer),
    }
}

impl Scene<'_> {
    /// How far a unit's weapon reaches by its chart.
    pub(in crate::battle) fn longest_band(&self, firer: UnitId) -> Length {
        let (profile, charts) = (self.profile(firer), &self.rules.charts);
        match (profile.arm.is_gun(), profile.weapon) {
            (true, _) => charts.gun(profile.arm).last().map_or(Length::default(), |band| band.to),
            (_, Some(weapon)) => charts.small_arm(weapon).last().map_or(Length::default(), |band| band.to),
            (_, None) => Length::default(),
        }
    }
}

/// The stands of a unit that can fire at all: those of the front rank. (17.3-r)
fn firing_stands(scene: Scene<'_>, firer: UnitId, body: &Placed) -> Vec<usize> {
    let count = match (scene.unit(firer).body.formation, body.body.layout.formation()) {
        // The front rank, which a quarter turn may have left narrower than four.
        (Formation::ManoeuvreColumn, table::Formation::Column { wide }) => usize::from(wide.min(4)),
        (formation, _) => match formation {
            Formation::ManoeuvreColumn => 4,
            Formation::MarchColumn => 2,
            Formation::MarchColumnOneWide | Formation::CavalryColumn | Formation::Limbered => 0,
            _ => body.stands.len(),
        },
    };
    (0..body.stands.len().min(count)).collect()
}

/// A range, the stand that fires, and the stand that it fires at.
type Shot = (Gap, usize, usize);

/// The shots of a unit's stands at a target: each at the nearest stand that it bears on and sees.
fn bearing<'a>(
    scene: Scene<'a>,
    field: &'a Field,
    firer: UnitId,
    target: UnitId,
) -> impl Iterator<Item = Shot> + 'a {
    let bodies = placed(field, firer).zip(placed(field, target));
    let arc = arc_of(scene.unit(firer).body.formation, &mut deaf);
    // Beyond the bands only who stands is bombarded. [T16-a]
    let far = match passing::stood_still(scene, target) {
        true => reach(scene, firer).mils(),
        false => scene.longest_band(firer).mils(),
    };
    let sight = visibility(scene.rules);
    bodies.into_iter().flat_map(move |(one, other)| {
        // What lies between the two is looked up once, and only if somebody bears at all.
        let mut between = None;
        firing_stands(scene, firer, one).into_iter().filter_map(move |at| {
            let stand = &one.stands[at].stand;
            let ranges = other.stands.iter().map(|to| fire::range(stand, &to.stand));
            let mut near: Vec<(Gap, usize)> = ranges.zip(0..).filter(|(gap, _)| gap.within(far)).collect();
            near.sort_unstable();
            let shot = near.into_iter().find(|&(_, number)| {
                let look = Look { by: at as u8, at: number as u8 };
                fire::bears(stand, arc, &other.stands[number].stand)
                    && between
                        .get_or_insert_with(|| field.sightline(&sight, body_of(firer), body_of(target)))
                        .sees(look)
            });
            shot.map(|(gap, to)| (gap, at, to))
        })
    })
}

/// The least range from the stands of a unit that fire to a target that they bear on and see.
pub(super) fn nearest(scene: Scene<'_>, field: &Field, firer: UnitId, target: UnitId) -> Option<Gap> {
    bearing(scene, field, firer, target).map(|(gap, ..)| gap).min()
}

/// The enemies that a unit's stands bear on and see, nearest first, with the shots at each.
fn marks(scene: Scene<'_>, field: &Field, firer: UnitId) -> Vec<(UnitId, Vec<Shot>)> {
    let Some(here) = placed(field, firer) else { return Vec::new() };
    let far = reach(scene, firer).mils();
    let enemies = scene.now.on_table(scene.rules, scene.side(firer).other());
    let near = |enemy: &UnitId| placed(field, *enemy).is_some_and(|there| here.gap(there).within(far));
    let mut found: Vec<(Gap, UnitId, Vec<Shot>)> = Vec::new();
    for enemy in enemies.iter().filter(near) {
        let shots: Vec<Shot> = bearing(scene, field, firer, enemy).collect();
        if let Some((gap, ..)) = shots.iter().min() {
            found.push((*gap, enemy, shots));
        }
    }
    found.sort_unstable();
    found.into_iter().map(|(_, enemy, shots)| (enemy, shots)).collect()
}

/// The enemies that some stand of a unit bears on and sees, nearest first.
pub(super) fn targets(scene: Scene<'_>, field: &Field, firer: UnitId) -> Vec<UnitId> {
    marks(scene, field, firer).into_iter().map(|(enemy, _)| enemy).collect()
}

/// How high somebody stands. [15.1-f]
fn level(standing: &Standing) -> Level {
    match standing.level.0 {
        0 => Level::Table,
        1 => Level::LowHill,
        _ => Level::HighHill,
    }
}

/// A shot at a target with every stand that bears; none if none does.
pub(super) fn aim(
    scene: Scene<'_>,
    field: &Field,
    (firer, target): (UnitId, UnitId),
    clerk: Clerk<'_>,
) -> Option<Aimed> {
    let gun = scene.profile(firer).arm.is_gun();
    // Stands that would endanger a friend or have a screen before them do not fire; a gun is judged as a whole.
    let all: Vec<Shot> = bearing(scene, field, firer, target).collect();
    let clear = |&(_, at, to): &Shot| gun || is_clear(scene, field, (firer, at), (target, to));
    let mut bearing: Vec<Shot> = all.iter().copied().filter(clear).collect();
    if bearing.len() < all.len() {
        // Each stand for itself: an own screen is a friend like others, one of the enemy shields whom it covers.
        clerk(rule!("12.4-q"));
    }
    bearing.sort_unstable();
    aimed_with(scene, field, (firer, target), bearing, clerk)
}

/// A shot at a target with some stands: their ranges, their numbers, those of the stands they aim at.
fn aimed_with(
    scene: Scene<'_>,
    field: &Field,
    (firer, target): (UnitId, UnitId),
    bearing: Vec<Shot>,
    clerk: Clerk<'_>,
) -> Option<Aimed> {
    let (here, there) = (placed(field, firer)?, placed(field, target)?);
    let formation = scene.unit(firer).body.formation;
    arc_of(formation, clerk);
    // From the middle of the front edge to the nearest point that is seen; a group fires at its farthest range.
    clerk(rule!("17.3-q"));
    clerk(rule!("17.3.6-c"));
    let &(nearest, at, to) = bearing.first()?;
    let (stand, mark) = (&here.stands[at], &there.stands[to]);
    let gun = scene.profile(firer).arm.is_gun();
    if gun {
        // From the corners of its stand, as it is based.
        clerk(rule!("6.1-e"));
    }
    let groups = match formation {
        _ if gun => Vec::new(),
        Formation::Square => faces(here, &bearing),
        Formation::Skirmish => groups(&bearing, 2),
        _ => groups(&bearing, 4),
    };
    // Shell flies over friends, at any height; so does shot from a high hill, on to all ground. Only who stands
    // within 4 inches of the target is endangered then. Small arms keep to the corridor everywhere.
    let shell = matches!(scene.profile(firer).arm, Arm::FieldHowitzer | Arm::SiegeHowitzer);
    let flight = match (gun, shell, level(stand)) {
        (true, true, _) => {
            clerk(rule!("17.3.5-e"));
            clerk(rule!("17.3.5-g"));
            fire::Flight::Overhead(Mils::inches(4))
        }
        (true, false, Level::HighHill) => {
            clerk(rule!("17.3.5-c"));
            clerk(rule!("17.3.5-d"));
            clerk(rule!("17.3.5-f"));
            fire::Flight::Overhead(Mils::inches(4))
        }
        (gun, ..) => {
            clerk(if gun { rule!("17.3.6-a") } else { rule!("17.3.6-d") });
            fire::Flight::Flat
        }
    };
    // Every stand that fires may endanger somebody; a gun is one stand.
    let side = scene.side(firer);
    let mut endangers = Units::NONE;
    let mut screen = None;
    for &(_, by, on) in &bearing {
        let aim = fire::aim(&here.stands[by].stand, &there.stands[on].stand);
        let corridor = fire::corridor(&here.stands[by].stand, aim, flight);
        for body in field.in_corridor(&corridor).map(unit_of) {
            if body != firer && body != target && scene.side(body) == side {
                // Own screens are friends like others, and shield nobody.
                clerk(rule!("12.4-q"));
                endangers.put(body);
            }
        }
        // Whatever flies over it, hits fall on the screen first. [12.4-d]
        let line = fire::corridor(&here.stands[by].stand, aim, fire::Flight::Flat);
        if let Some(body) = screens_across(scene, field, &line, (firer, target), clerk).first() {
            let ahead = placed(field, *body).map(|screen| Length::measured(screen.gap(there).mils()));
            screen = screen.or(ahead.map(|ahead| (*body, ahead)));
        }
    }
    if scene.profile(target).arm == Arm::Staff {
        // Not formed: struck from nowhere but the front.
        clerk(rule!("14-a"));
    }
    let behind = match gun {
        true => lane(scene, field, (firer, target), (&stand.stand, &mark.stand)),
        false => Vec::new(),
    };
    Some(Aimed {
        bearing: if gun { 1 } else { bearing.len() as u8 },
        groups,
        range: Length::measured(nearest.mils()),
        strikes: strikes(scene, there, target, here.body.pose.at),
        shelter: shelter_at(scene, field, (&stand.stand, &mark.stand, target), clerk),
        level: level(stand),
        target_level: level(mark),
        endangers,
        screen,
        behind,
        then: None,
    })
}

/// Whether a stand may fire at one of a target's: no friend endangered, no enemy screen between.
/// [17.3.6-b] [12.4-h]
fn is_clear(scene: Scene<'_>, field: &Field, firer: (UnitId, usize), target: (UnitId, usize)) -> bool {
    let (Some(here), Some(there)) = (placed(field, firer.0), placed(field, target.0)) else { return false };
    let (stand, mark) = (&here.stands[firer.1].stand, &there.stands[target.1].stand);
    let corridor = fire::corridor(stand, fire::aim(stand, mark), fire::Flight::Flat);
    let side = scene.side(firer.0);
    let friends = field.in_corridor(&corridor).map(unit_of).filter(|unit| *unit != firer.0);
    friends.filter(|unit| *unit != target.0).all(|unit| scene.side(unit) != side)
        && screens_across(scene, field, &corridor, (firer.0, target.0), &mut deaf).is_empty()
}

/// The enemy screens across a corridor before its end: their front is closed, whatever gaps are in it.
fn screens_across(
    scene: Scene<'_>,
    field: &Field,
    corridor: &Convex,
    (firer, target): (UnitId, UnitId),
    clerk: Clerk<'_>,
) -> Vec<UnitId> {
    let enemies = scene.now.troops(scene.rules, scene.side(firer).other());
    let across = |unit: &UnitId| {
        let state = scene.unit(*unit);
        let loose =
            *unit != target && state.body.formation == Formation::Skirmish && state.piece != Piece::Crew;
        let screen = placed(field, *unit).filter(|_| loose);
        screen.is_some_and(|screen| {
            let front = screen_front(scene, *unit, screen, clerk);
            !convex::apart(corridor.corners(), front.corners(), TOUCH)
        })
    };
    enemies.iter().filter(across).collect()
}

/// The front a screen covers: its stands and the gaps between them, and a stand's width to either side; or, by the
/// switch, the front of the unit that it belongs to.
fn screen_front(scene: Scene<'_>, unit: UnitId, screen: &Placed, clerk: Clerk<'_>) -> Convex {
    let (stands, inch) = (screen.stands.len() as i32, 1000);
    let (mut left, mut right) = match stands {
        1 => {
            clerk(rule!("12.4-c"));
            (-inch / 2, inch / 2)
        }
        _ => {
            clerk(rule!("12.4-b"));
            (-(stands / 2) * 2 * inch - inch / 2, (stands - 1 - stands / 2) * 2 * inch + inch / 2)
        }
    };
    (left, right) = (left - inch, right + inch);
    if scene.rules.readings.screen_width == ScreenWidth::Parent {
        let half = i32::from(scene.profile(unit).start) * inch / 2;
        (left, right) = (-half, half);
    }
    let pose = screen.body.pose;
    Convex::hull(&[
        pose.place(left, 0),
        pose.place(right, 0),
        pose.place(right, -inch),
        pose.place(left, -inch),
    ])
}

/// Whether small arms may aim at a unit: generals and engineer officers only by skirmishers' choice, nobody in a
/// melee. [17.3.8-d] [17.3.4-a]
pub(super) fn is_eligible(scene: Scene<'_>, firer: UnitId, target: UnitId) -> bool {
    scene.protected(target).is_none() && !scene.now.is_melee(firer, target)
}

/// What a unit may fire at without a choice, with the shots at each.
fn eligible(scene: Scene<'_>, field: &Field, firer: UnitId) -> Vec<(UnitId, Vec<Shot>)> {
    let mut marks = marks(scene, field, firer);
    marks.retain(|(target, _)| is_eligible(scene, firer, *target));
    marks
}

/// Whether some stand of a unit has somebody to fire at.
pub(super) fn could_fire(scene: Scene<'_>, field: &Field, firer: UnitId) -> bool {
    eligible(scene, field, firer).iter().any(|(target, shots)| {
        shots.iter().any(|&(_, at, to)| is_clear(scene, field, (firer, at), (*target, to)))
    })
}

/// Each stand at its own nearest eligible enemy: one part for each target. [17.3-g] [17.3-u]
pub(super) fn volleys(
    scene: Scene<'_>,
    field: &Field,
    (firer, stands): (UnitId, u8),
    clerk: Clerk<'_>,
) -> Vec<(UnitId, Aimed)> {
    let targets = eligible(scene, field, firer);
    let mut all: Vec<(Gap, usize, usize, UnitId)> = targets
        .iter()
        .flat_map(|(target, shots)| shots.iter().map(|&(gap, at, to)| (gap, at, to, *target)))
        .collect();
    all.sort_unstable();
    let clear = |&(_, at, to, target): &(Gap, usize, usize, UnitId)| {
        is_clear(scene, field, (firer, at), (target, to))
    };
    // Nearest first: of each stand the first shot that is clear.
    let mut shots: Vec<(Gap, usize, usize, UnitId)> = Vec::new();
    for shot in &all {
        if shots.iter().all(|made| made.1 != shot.1) && clear(shot) {
            shots.push(*shot);
        }
    }
    if all.iter().any(|shot| shots.iter().all(|made| made.1 != shot.1)) {
        // A stand that has nothing but friends or a screen before its enemies; an own screen is a friend like others.
        clerk(rule!("12.4-q"));
    }
    if scene.rules.readings.nearest_by == NearestBy::Unit {
        // The unit has one nearest enemy, and whoever does not bear on it is silent.
        let nearest = shots.first().map(|shot| shot.3);
        shots = all.iter().filter(|shot| Some(shot.3) == nearest && clear(shot)).copied().collect();
    }
    shots.truncate(usize::from(stands));
    let mut parts: Vec<(UnitId, Aimed)> = Vec::new();
    for &(target, _) in &targets {
        let of: Vec<Shot> =
            shots.iter().filter(|shot| shot.3 == target).map(|&(gap, at, to, _)| (gap, at, to)).collect();
        if let Some(aimed) = aimed_with(scene, field, (firer, target), of, clerk) {
            parts.push((target, aimed));
        }
    }
    parts
}

/// The stands of a square that bear, face by face, each face at the range of its farthest. [17.3.1-a] [17.3-q]
fn faces(square: &Placed, bearing: &[(Gap, usize, usize)]) -> Vec<Group> {
    let mut all: Vec<Group> = Vec::new();
    let mut first = 0;
    for footing in &square.blocks {
        let last = first + usize::from(footing.block.stands());
        let of: Vec<Gap> =
            bearing.iter().filter(|(_, at, _)| (first..last).contains(at)).map(|(gap, ..)| *gap).collect();
        if let Some(farthest) = of.last() {
            all.push(Group { stands: of.len() as u8, range: Length::measured(farthest.mils()) });
        }
        first = last;
    }
    all
}

/// Stands by range, cut into groups; a group fires at the range of its farthest. [17.3-l]
fn groups(bearing: &[Shot], of: usize) -> Vec<Group> {
    let one = |stands: &[(Gap, usize, usize)]| Group {
        stands: stands.len() as u8,
        range: Length::measured(stands[stands.len() - 1].0.mils()),
    };
    bearing.chunks(of).map(one).collect()
}

/// The units in the lane behind a target, by distance from its front edge. [17.3.7-d]
fn lane(
    scene: Scene<'_>,
    field: &Field,
    (firer, target): (UnitId, UnitId),
    (stand, mark): (&grognard_board::table::StandAt, &grognard_board::table::StandAt),
) -> Vec<(UnitId, Length)> {
    let bands = scene.rules.charts.gun(scene.profile(firer).arm);
    let bounce = bands.iter().filter_map(|band| band.bounce).max().unwrap_or_default();
    let Some(lane) = fire::bounce_lane(field.ground(), stand, mark, bounce.mils()) else { return Vec::new() };
    let distance = |unit: UnitId| {
        let body = placed(field, unit).expect("it is in the lane");
        let nearest = body
            .blocks
            .iter()
            .map(|footing| grognard_board::table::convex::gap(&[lane.from], &footing.outline));
        Length::measured(nearest.min().expect("a body has blocks").mils())
    };
    let found = field.in_lane(&lane, body_of(target)).into_iter().map(unit_of);
    found.filter(|unit| *unit != firer).map(|unit| (unit, distance(unit))).collect()
}

/// What somebody at a point sees of a unit. (5.6 of the design)
pub(super) fn strikes(
    scene: Scene<'_>,
    body: &Placed,
    unit: UnitId,
    from: grognard_board::table::Point,
) -> Direction {
    let all_round = matches!(scene.unit(unit).body.formation, Formation::Square | Formation::Skirmish)
        || scene.profile(unit).arm == Arm::Staff;
    let facing = if all_round { Facing::AllRound } else { Facing::OneWay };
    match body.aspect(from, facing) {
        Aspect::Front => Direction::Front,
        Aspect::Flank => Direction::Flank,
        Aspect::Rear => Direction::Rear,
    }
}

/// The cover a stand of a unit has from a shot: what it stands in, or within an inch behind.
fn shelter_at(
    scene: Scene<'_>,
    field: &Field,
    (stand, mark, unit): (&StandAt, &StandAt, UnitId),
    clerk: Clerk<'_>,
) -> Shelter {
    clerk(rule!("15.11-a"));
    let Some((thick, feature)) = fire::in_cover(field.ground(), stand, mark) else { return Shelter::OPEN };
    let area = matches!(field.ground().feature(feature).kind, Kind::Wood(_) | Kind::Town(_));
    if area && on_road(scene, field, unit) {
        clerk(rule!("15.2-b"));
        return Shelter::OPEN;
    }
    shelter_of(scene.rules, feature, thick)
}

/// The best cover that a unit has against somebody who comes at it. Who has come into contact stands on the obstacle that he
/// came over: he is looked at from an inch farther back, as far as anything covers. [15.11-a]
pub(super) fn shelter_from(
    scene: Scene<'_>,
    field: &Field,
    (unit, from): (UnitId, UnitId),
    clerk: Clerk<'_>,
) -> Shelter {
    let (Some(here), Some(there)) = (placed(field, unit), placed(field, from)) else { return Shelter::OPEN };
    let mut comer = there.stands[there.stands.len() / 2].stand;
    if scene.now.contacts.iter().any(|contact| contact.by == from && contact.on == unit) {
        comer.pose = comer.pose.ahead(-Mils::inches(1));
    }
    let mut best = Shelter::OPEN;
    for standing in &here.stands {
        best = best.max(shelter_at(scene, field, (&comer, &standing.stand, unit), clerk));
    }
    best
}
