//! Fires: what burns, how it spreads, and whom it drives out. [15.9]

use super::campaign::Campaign;
use super::ids::UnitId;
use super::measured::{Measured, body_of};
use super::state::{Place, Position, Scene};
use super::terrain::stands_in;
use crate::readings::StoneBurns;
use crate::terrain::{AtFirst, PieceKind};
use crate::unit::{Fate, capital};
use grognard_board::table::{FeatureId, Field, Heading, Mils, NEAR, Point, Region, Thickness, direction};
use grognard_umpire::{Asked, Ruling, Umpire};

/// Something that burns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fire {
    /// The area.
    pub area: FeatureId,
    /// The turn in which it caught; 0 for what burns from the start.
    pub since: u8,
    /// Where it caught.
    pub origin: Point,
    /// How far downwind its front has come.
    pub reach: Mils,
}

impl Fire {
    /// Whether whoever is still inside at the end of a turn is lost. What burns from the start burns for show. [15.9-d]
    pub fn is_due(&self, turn: u8) -> bool {
        self.since > 0 && turn >= self.since + TURNS
    }
}

/// How far a fire comes in a Movement Phase. [15.9-e]
const SPREAD: Mils = Mils::inches(2);
/// Troops have so many turns to leave. [15.9-d]
pub(super) const TURNS: u8 = 3;

/// What burns when the battle begins.
pub(super) fn at_first(rules: &Campaign) -> Vec<Fire> {
    let burning = rules.pieces.iter().enumerate().filter(|(_, piece)| piece.at_first == AtFirst::Burning);
    burning
        .map(|(at, _)| {
            let area = FeatureId(at as u8);
            let origin = border(&rules.land.feature(area).region).first().copied().unwrap_or_default();
            Fire { area, since: 0, origin, reach: Mils::ZERO }
        })
        .collect()
}

/// Whether a piece can be set alight. [15.9-a] (A41)
pub fn can_burn(scene: Scene<'_>, area: FeatureId) -> bool {
    let stone = scene.piece(area) == PieceKind::Urban(Thickness::Heavy)
        && scene.rules.readings.stone_burns == StoneBurns::No;
    scene.piece(area).is_flammable() && !stone && !scene.burns(area)
}

/// Sets an area alight where its target, or the two stands that lit it, stand. [15.9-f]
pub fn ignite(
    rules: &Campaign,
    now: &mut Position,
    (area, origin): (FeatureId, Point),
    ump: &mut impl Umpire,
) {
    if !can_burn(Scene { rules, now }, area) {
        return;
    }
    ump.cite(rule!("15.9-f"));
    let name = Scene { rules, now }.piece_name(area);
    now.fires.push(Fire { area, since: now.turn, origin, reach: Mils::ZERO });
    ump.explain(|| Ruling::new(rule!("15.9-f"), format!("{}: on fire", capital(&name))));
}

/// The corners of an area, or the points of a line.
fn border(region: &Region) -> Vec<Point> {
    match region {
        Region::Area(points) | Region::Line(points) => points.clone(),
        Region::Strip { path, .. } => path.clone(),
    }
}

/// How far downwind of a fire's origin a point lies.
fn downwind(wind: Heading, origin: Point, point: Point) -> Mils {
    let (east, north) = direction(wind);
    let off = point - origin;
    Mils(((i64::from(off.x) * east + i64::from(off.y) * north) >> 30) as i32)
}

/// Whether a fire's front has come to where another area touches the burning one. [15.9-f]
fn has_reached(field: &Field, wind: Heading, fire: &Fire, other: FeatureId) -> bool {
    let (burning, next) = (&field.ground().feature(fire.area).region, &field.ground().feature(other).region);
    let touching = border(next)
        .into_iter()
        .filter(|point| burning.gap(&[*point]).exactly_within(NEAR))
        .chain(border(burning).into_iter().filter(|point| next.gap(&[*point]).exactly_within(NEAR)));
    touching.map(|point| downwind(wind, fire.origin, point)).any(|far| far >= Mils::ZERO && far <= fire.reach)
}

/// What shells have set alight: the woods, towns and wooden walls that their targets were in or behind. [15.9-f]
pub(super) fn kindle((rules, now): (&Campaign, &mut Position), field: &Field, ump: &mut impl Umpire) {
    for unit in std::mem::take(&mut now.kindled) {
        let Some(body) = field.get(body_of(unit)) else { continue };
        let near = |id: FeatureId| {
            let region = &field.ground().feature(id).region;
            body.blocks.iter().any(|footing| region.gap(&footing.outline).within(Mils::inches(1)))
        };
        let scene = Scene { rules, now };
        let areas = field.ground().features().map(|(id, _)| id).filter(|&id| can_burn(scene, id) && near(id));
        // What it stands in before what it stands behind.
        let area = areas.min_by_key(|&id| !stands_in(field, body, id));
        let origin = body.stands[body.stands.len() / 2].stand.centre;
        if let Some(area) = area {
            ignite(rules, now, (area, origin), ump);
        }
    }
}

/// A Movement Phase is over: fires spread, and whoever has stayed too long is lost.
pub(super) fn tick(
    ground: &mut Measured,
    (rules, now): (&Campaign, &mut Position),
    ump: &mut impl Umpire,
) -> Asked<()> {
    let field = ground.field(Scene { rules, now });
    let (turn, wind) = (now.turn, now.wind);
    // What burns from the start burns where it is all battle.
    for fire in now.fires.iter_mut().filter(|fire| fire.since > 0) {
        ump.cite(rule!("15.9-e"));
        fire.reach += SPREAD;
    }
    let caught: Vec<(FeatureId, Point)> = field
        .ground()
        .features()
        .map(|(id, _)| id)
        .filter(|&id| can_burn(Scene { rules, now }, id))
        .filter_map(|id| {
            let fire = now.fires.iter().find(|fire| fire.since > 0 && has_reached(&field, wind, fire, id))?;
            Some((id, fire.origin))
        })
        .collect();
    for (area, origin) in caught {
        ignite(rules, now, (area, origin), ump);
    }
    let scene = Scene { rules, now };
    let inside = |unit: &UnitId| {
        let due = |fire: &&Fire| fire.is_due(turn);
        let body = field.get(body_of(*unit));
        body.is_some_and(|body| now.fires.iter().filter(due).any(|fire| stands_in(&field, body, fire.area)))
    };
    let lost: Vec<UnitId> = scene.now.all().filter(inside).collect();
    for unit in lost {
        ump.cite(rule!("15.9-d"));
        let name = Scene { rules, now }.name(unit);
        now.unit_mut(unit).body.fate = Fate::Destroyed;
        now.remove(unit, Place::Gone);
        ump.explain(|| Ruling::new(rule!("15.9-d"), format!("{}: lost in the fire", capital(&name))));
    }
    Ok(())
}
