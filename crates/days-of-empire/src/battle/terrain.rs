//! The ground in play: what has changed since the battle began, what each piece asks of movers, whom it disorders. (15)

use super::campaign::Campaign;
use super::ground::Ground;
use super::ids::UnitId;
use super::measured::{body_of, layout};
use super::state::{Position, Scene};
use super::{Battle, Phase};
use crate::allowance::Marcher;
use crate::asks::Asks as Topic;
use crate::charts::{Asks, Going, Lasting, Mover};
use crate::clerk::{Clerk, deaf};
use crate::readings::{AreaDisorder, LooseOrderInCover, RoadOrder, StreamColumn};
use crate::terrain::{Density, Footing, Material, PieceKind, Slope};
use crate::unit::{Arm, Formation, Order};
use grognard_board::table::{
    Body, FeatureId, Field, Formation as Drawn, Ground as Land, Kind, Mils, Outline, Placed, Point,
    Thickness, Toll, Walked,
};
use grognard_umpire::{Asked, Asking, Dice, Ruling, Umpire};

/// Something that has changed on the ground.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Altered {
    /// A wood of unknown kind has turned out so. [15.8-a]
    WoodIs(FeatureId, Thickness),
    /// A bridge has lost a span. [11-h]
    BridgeDown(FeatureId),
    /// A ford has been found, from bank to bank. [15.4-i]
    Ford(Point, Point),
    /// A pontoon bridge has been laid. [15.5-c]
    Pontoon(Point, Point),
    /// A gap an inch wide has been cleared. [11-e]
    Gap(Point, Point),
    /// Barricades have been built along a front. [17.5.6-a]
    Barricade(Point, Point),
}

impl Altered {
    /// The piece that it lays, if it lays one: kind, and shape on the table.
    pub(super) fn laid(self) -> Option<(PieceKind, Kind, Outline)> {
        let strip = |from, to, wide| Outline::Strip { path: vec![from, to], wide: Mils::inches(wide) };
        match self {
            Altered::WoodIs(..) | Altered::BridgeDown(_) => None,
            Altered::Ford(from, to) => Some((PieceKind::Ford, Kind::Way, strip(from, to, 2))),
            Altered::Pontoon(from, to) => Some((PieceKind::Pontoon, Kind::Way, strip(from, to, 2))),
            Altered::Gap(from, to) => Some((PieceKind::Gap, Kind::Way, strip(from, to, 1))),
            Altered::Barricade(from, to) => {
                // A barricade is a light obstacle, of what the wood or the houses give. [17.5.6-a]
                let kind = PieceKind::Obstacle { weight: Thickness::Light, material: Material::Wood };
                Some((kind, Kind::Obstacle(Thickness::Light), Outline::Line(vec![from, to])))
            }
        }
    }
}

/// The ground as it lies now.
pub fn land(rules: &Campaign, now: &Position) -> Land {
    let mut land = rules.land.clone();
    for (number, altered) in now.altered.iter().enumerate() {
        match *altered {
            Altered::WoodIs(id, thickness) => land.recast(id, Kind::Wood(thickness)),
            Altered::BridgeDown(id) => land.recast(id, Kind::Gone),
            other => {
                let (_, kind, outline) = other.laid().expect("all others lay something");
                // Whoever orders it has made sure that it fits on the table and in the list.
                land.lay(&format!("altered {number}"), kind, outline).expect("it was tried before");
            }
        }
    }
    land
}

/// Whether something more can be laid on the ground as it is.
pub(super) fn can_lay(land: &Land, altered: Altered) -> bool {
    altered.laid().is_none_or(|(_, kind, outline)| land.clone().lay("one more", kind, outline).is_ok())
}

impl Scene<'_> {
    /// What a feature of the ground is now.
    pub fn piece(&self, id: FeatureId) -> PieceKind {
        let at = usize::from(id.0);
        if let Some(piece) = self.rules.pieces.get(at) {
            let changed = self.now.altered.iter().find_map(|altered| match *altered {
                Altered::WoodIs(wood, Thickness::Light) if wood == id => {
                    Some(PieceKind::Wood(Density::Light))
                }
                Altered::WoodIs(wood, Thickness::Heavy) if wood == id => {
                    Some(PieceKind::Wood(Density::Heavy))
                }
                Altered::BridgeDown(bridge) if bridge == id => Some(PieceKind::Ruin),
                _ => None,
            });
            return changed.unwrap_or(piece.kind);
        }
        let laid = self.now.altered.iter().filter_map(|altered| altered.laid());
        laid.map(|piece| piece.0).nth(at - self.rules.pieces.len()).expect("a feature of the ground")
    }

    /// What people call a feature of the ground.
    pub fn piece_name(&self, id: FeatureId) -> String {
        match self.rules.pieces.get(usize::from(id.0)) {
            Some(piece) => piece.name.clone(),
            None => match self.piece(id) {
                PieceKind::Ford => "the ford".to_owned(),
                PieceKind::Pontoon => "the pontoon bridge".to_owned(),
                PieceKind::Gap => "the gap".to_owned(),
                _ => "the barricade".to_owned(),
            },
        }
    }

    /// The piece that orders call so.
    pub fn piece_by_key(&self, key: &str) -> Option<FeatureId> {
        let at = self.rules.pieces.iter().position(|piece| piece.key == key)?;
        Some(FeatureId(at as u8))
    }

    /// Whether a feature burns. [15.9-f]
    pub fn burns(&self, id: FeatureId) -> bool {
        self.now.fires.iter().any(|fire| fire.area == id)
    }
}

/// The row of the terrain table for a piece other than a hill; none for what costs nothing.
pub(super) const fn going(piece: PieceKind) -> Option<Going> {
    Some(match piece {
        PieceKind::Wood(density) => match density.thickness() {
            Thickness::Light => Going::LightWood,
            Thickness::Heavy => Going::HeavyWood,
        },
        PieceKind::Urban(Thickness::Light) => Going::LightUrban,
        PieceKind::Urban(Thickness::Heavy) => Going::HeavyUrban,
        PieceKind::Swamp => Going::Swamp,
        PieceKind::Stream | PieceKind::Ford => Going::StreamOrFord,
        PieceKind::River => Going::River,
        PieceKind::Bridge(_) | PieceKind::Pontoon => Going::Bridge,
        PieceKind::Obstacle { weight: Thickness::Light, .. } => Going::LightObstacle,
        PieceKind::Obstacle { weight: Thickness::Heavy, .. } => Going::HeavyObstacle,
        PieceKind::Hill { .. } | PieceKind::Road | PieceKind::Gap | PieceKind::Ruin => return None,
    })
}

/// What every piece of the ground asks of a mover. [17.4.4-a] (T2)
pub(super) fn tolls(scene: Scene<'_>, field: &Field, unit: UnitId, marcher: &Marcher) -> Vec<Toll> {
    // Who is on a bridge or a road is not in what lies beside it: that stays closed.
    let (state, column) = (scene.unit(unit), marcher.mover.is_column());
    let rear = state.pose.place(0, layout(scene, unit).extent().2);
    let kept = |id: FeatureId| {
        let feature = field.ground().feature(id);
        column && field.ground().passed_by_ways(feature, rear, state.pose.at)
    };
    let here = |id: FeatureId| field.get(body_of(unit)).filter(|_| !kept(id));
    let asked = |id: FeatureId| opened(field, here(id), id, toll(scene, id, marcher));
    field.ground().features().map(|(id, _)| asked(id)).collect()
}

/// Ground closed to a unit that stands in it already lets it out.
fn opened(field: &Field, here: Option<&Placed>, id: FeatureId, toll: Toll) -> Toll {
    match toll {
        Toll::Closed if here.is_some_and(|body| stands_in(field, body, id)) => Toll::Free,
        other => other,
    }
}

/// What one piece of the ground asks of a mover.
pub(super) fn toll(scene: Scene<'_>, id: FeatureId, marcher: &Marcher) -> Toll {
    let rules = scene.rules;
    let charts = &rules.charts;
    let piece = scene.piece(id);
    let asks = |going: Going| marcher.ground(charts, going, &mut deaf);
    // Nobody enters what burns. [15.9-f]
    if scene.burns(id) {
        return Toll::Closed;
    }
    let part = |going: Going| match asks(going) {
        Asks::Part(cost) => Some(cost.mils()),
        Asks::Closed => None,
    };
    match piece {
        PieceKind::Hill { slope, footing } => {
            // A slope counts by the way one goes; difficult ground on top of it. [15.1-a]
            let (kind, up, down) = match slope {
                Slope::Gentle => (Going::GentleUp, part(Going::GentleUp), Some(Mils::ZERO)),
                Slope::Steep => (Going::SteepUp, part(Going::SteepUp), part(Going::SteepDown)),
            };
            let more = match footing {
                Footing::Easy => Some(Mils::ZERO),
                Footing::Difficult => part(Going::Difficult),
            };
            match (up, down, more) {
                (Some(up), Some(down), Some(more)) => {
                    Toll::Slope { kind: kind as u8, up: up + more, down: down + more }
                }
                _ => Toll::Closed,
            }
        }
        // A square stays out of towns; one formed inside may stand there, disordered. [15.7-e]
        PieceKind::Urban(_) if marcher.mover == Mover::InfantrySquare => Toll::Closed,
        // Streams may be forded anywhere, in any formation, unless the switch wants columns. [15.4-b] [15.4-h]
        PieceKind::Stream
            if rules.readings.stream_column == StreamColumn::Yes && !marcher.mover.is_column() =>
        {
            Toll::Closed
        }
        other => match going(other) {
            None => Toll::Free,
            Some(going) => match part(going) {
                Some(cost) => Toll::Pay { kind: going as u8, cost },
                None => Toll::Closed,
            },
        },
    }
}

/// Whether some stand of a body is in a feature: deeper than footprints may lie in each other.
pub(super) fn stands_in(field: &Field, body: &Placed, id: FeatureId) -> bool {
    let feature = field.ground().feature(id);
    !matches!(feature.kind, Kind::Gone)
        && body.blocks.iter().any(|footing| feature.region.meets(&inner(&footing.outline)))
}

/// The outline a little inside another: who only touches the edge of a wood is not in it.
fn inner(outline: &[Point; 4]) -> [Point; 4] {
    let middle = outline.iter().fold(Point::default(), |sum, &corner| sum + corner);
    let middle = Point::new(middle.x / 4, middle.y / 4);
    outline.map(|corner| {
        let off = middle - corner;
        let length = off.square().isqrt() as i32;
        corner + off.stretched(Mils(length.min(8)))
    })
}

/// How long disorder by a piece lasts; none if it disorders nobody of the kind. [15.7-j] [17.2.8-b]
pub(super) fn lasting(scene: Scene<'_>, unit: UnitId, piece: PieceKind) -> Option<Lasting> {
    let (rules, arm) = (scene.rules, scene.profile(unit).arm);
    let going = match piece {
        PieceKind::Hill { footing: Footing::Difficult, .. } => Going::Difficult,
        other => going(other)?,
    };
    if arm == Arm::Staff || rules.charts.disorders(going) == Lasting::Not {
        return None;
    }
    let loose = scene.unit(unit).body.formation == Formation::Skirmish;
    match piece {
        // Water, swamps and obstacles shake the ranks until they have been dressed again. [15.6-c] [15.10-c]
        PieceKind::Swamp | PieceKind::Stream | PieceKind::Ford | PieceKind::Obstacle { .. } => {
            Some(Lasting::UntilRallied)
        }
        _ if loose && rules.readings.loose_order_in_cover == LooseOrderInCover::Yes => None,
        _ if rules.readings.area_disorder == AreaDisorder::UntilRallied => Some(Lasting::UntilRallied),
        _ => Some(Lasting::Inside),
    }
}

/// The woods, towns and difficult slopes that a unit stands in and is disordered by.
pub(super) fn bad_ground(scene: Scene<'_>, field: &Field, unit: UnitId, clerk: Clerk<'_>) -> Option<Lasting> {
    let body = field.get(body_of(unit))?;
    let crossed = scene.unit(unit).marks.crossed.then(|| {
        clerk(rule!("15.10-c"));
        Lasting::UntilRallied
    });
    // Who only lines a wall is not disordered by it, nor a column by what lies beside its road.
    clerk(rule!("15.10-d"));
    bad_ground_at(scene, field, unit, body).max(crossed)
}

/// The ground that would disorder a unit if this were its body.
pub(super) fn bad_ground_at(scene: Scene<'_>, field: &Field, unit: UnitId, body: &Placed) -> Option<Lasting> {
    let on_road = keeps_road(scene, field, unit);
    let counts =
        |piece: PieceKind| !(matches!(piece, PieceKind::Obstacle { .. }) || on_road && piece.is_area());
    let features = field.ground().features().map(|(id, _)| id);
    features
        .filter(|&id| counts(scene.piece(id)) && stands_in(field, body, id))
        .filter_map(|id| lasting(scene, unit, scene.piece(id)))
        .max()
}

/// Whether a column stands on a road, so that wood and town on either side are not its concern. [15.2-c]
pub(super) fn keeps_road(scene: Scene<'_>, field: &Field, unit: UnitId) -> bool {
    scene.rules.readings.road_order == RoadOrder::Kept && on_road(scene, field, unit)
}

/// Whether a column stands on a road from front to rear: then no wood and no town beside it covers it. [15.2-b]
pub(super) fn on_road(scene: Scene<'_>, field: &Field, unit: UnitId) -> bool {
    super::movement::marcher(scene, unit).mover.is_column() && keeps_ways(scene, field, unit)
}

/// Whether a unit lies on roads, bridges and fords from front to rear.
fn keeps_ways(scene: Scene<'_>, field: &Field, unit: UnitId) -> bool {
    let state = scene.unit(unit);
    let rear = state.pose.place(0, layout(scene, unit).extent().2);
    field.ground().on_ways(rear, state.pose.at)
}

/// Whether a body would lie in a river: only columns on a bridge, a ford or a pontoon may be over it. [15.4-e]
pub(super) fn in_river(scene: Scene<'_>, field: &Field, body: &Body) -> bool {
    let rear = body.pose.place(0, body.layout.extent().2);
    let column = matches!(body.layout.formation(), Drawn::Column { .. }) || body.layout.stands() == 1;
    let blocks = body.layout.blocks(body.pose);
    field.ground().features().any(|(id, feature)| {
        scene.piece(id) == PieceKind::River
            && !(column && field.ground().passed_by_ways(feature, rear, body.pose.at))
            && blocks.iter().any(|block| feature.region.meets(&inner(&block.corners())))
    })
}

/// The ground on a way that disorders who went it: what was entered, and by the switch the woods and towns in which a column
/// kept to its road. [15.2-c]
pub(super) fn disordering(scene: Scene<'_>, walked: &Walked) -> Vec<FeatureId> {
    let shakes = |id: &FeatureId| {
        walked.entered.contains(id)
            || scene.rules.readings.road_order == RoadOrder::Disordered && scene.piece(*id).is_area()
    };
    walked.met.iter().copied().filter(shakes).collect()
}

/// What ground that was entered does to a unit's order, and what comes with it.
pub(super) fn disorder(
    rules: &Campaign,
    now: &mut Position,
    unit: UnitId,
    entered: &[FeatureId],
    ump: &mut impl Umpire,
) {
    let scene = Scene { rules, now };
    let worst = entered.iter().filter_map(|&id| Some((lasting(scene, unit, scene.piece(id))?, id))).max();
    let loose = scene.unit(unit).body.formation == Formation::Skirmish;
    if loose && rules.readings.loose_order_in_cover == LooseOrderInCover::Yes {
        ump.cite(rule!("15.8-f"));
    }
    let Some((lasting, id)) = worst else { return };
    let (name, ground) = (scene.name(unit), scene.piece_name(id));
    let clause = match scene.piece(id) {
        PieceKind::Wood(_) => rule!("15.8-c"),
        PieceKind::Urban(_) => rule!("15.7-d"),
        PieceKind::Swamp => rule!("15.6-c"),
        PieceKind::Obstacle { .. } => rule!("15.10-c"),
        _ => rule!("17.2.8-b"),
    };
    ump.cite(clause);
    let state = now.unit_mut(unit);
    let was = state.body.order;
    state.marks.in_bad_ground = true;
    state.body.order = was.or_worse(Order::Disordered);
    match lasting {
        // Disordered only by the ground it stands in, if it was in good order before.
        Lasting::Inside => state.by_ground |= was == Order::Good,
        Lasting::UntilRallied => {
            state.by_ground = false;
            state.until_rallied = true;
        }
        Lasting::Not => {}
    }
    if was == Order::Good {
        ump.explain(|| {
            Ruling::new(clause, format!("{}: disordered by {ground}", crate::unit::capital(&name)))
        });
    }
}

/// A wood of unknown kind is thrown for when somebody first comes near. [15.8-a]
pub(super) fn reveal_woods(
    rules: &Campaign,
    now: &mut Position,
    field: &Field,
    unit: UnitId,
    ump: &mut impl Umpire,
) -> Asked<()> {
    let scene = Scene { rules, now };
    let Some(body) = field.get(body_of(unit)) else { return Ok(()) };
    let near = |id: FeatureId| {
        let region = &field.ground().feature(id).region;
        body.blocks.iter().any(|footing| region.gap(&footing.outline).within(Mils::inches(2)))
    };
    let woods = unknown_woods(scene).into_iter().filter(|&id| near(id)).collect();
    throw_for_woods((rules, now), unit, woods, ump)
}

/// The woods whose kind is not known yet.
pub(super) fn unknown_woods(scene: Scene<'_>) -> Vec<FeatureId> {
    let all = (0..scene.rules.pieces.len() as u8).map(FeatureId);
    all.filter(|&id| scene.piece(id) == PieceKind::Wood(Density::Unknown)).collect()
}

/// Woods that a unit has come near are thrown for. [15.8-a]
pub(super) fn throw_for_woods(
    (rules, now): (&Campaign, &mut Position),
    unit: UnitId,
    woods: Vec<FeatureId>,
    ump: &mut impl Umpire,
) -> Asked<()> {
    let side = Scene { rules, now }.side(unit);
    for wood in woods {
        ump.cite(rule!("15.8-a"));
        let asking = Asking::of(side, rule!("15.8-a"), Topic::KindOfWood);
        let die = ump.roll(asking, Dice::D6)?;
        let thickness = if die <= 3 { Thickness::Light } else { Thickness::Heavy };
        let word = if die <= 3 { "light" } else { "heavy" };
        let name = Scene { rules, now }.piece_name(wood);
        ump.explain(|| Ruling::new(rule!("15.8-a"), format!("{} is {word}", crate::unit::capital(&name))));
        now.altered.push(Altered::WoodIs(wood, thickness));
    }
    Ok(())
}

impl<G: Ground> Battle<G> {
    /// The end of the Movement Phase: works go on, fires spread. [11-i] [15.9-e]
    pub(super) fn clock(&mut self, rules: &Campaign, ump: &mut impl Umpire) -> Asked<Phase> {
        let Battle { now, ground, .. } = self;
        ground.clock((rules, now), ump)?;
        // Whoever stands in bad ground now, however it came there, is disordered by it.
        for unit in now.all() {
            if !now.unit(unit).place.is_on_table() {
                continue;
            }
            let scene = Scene { rules, now };
            let Some(lasting) = ground.bad_ground(scene, unit, ump)? else { continue };
            let state = now.unit_mut(unit);
            state.marks.in_bad_ground = true;
            if state.body.order == Order::Good {
                ump.cite(rule!("17.2.8-b"));
                state.body.order = Order::Disordered;
                state.by_ground = lasting == Lasting::Inside;
                state.until_rallied = lasting == Lasting::UntilRallied;
            }
        }
        self.fall_in(rules, ump)?;
        Ok(Phase::Assaults)
    }

    /// The end of a turn: who has left the ground that disordered it dresses its ranks. [15.7-j]
    pub(super) fn leave_ground(&mut self, rules: &Campaign, ump: &mut impl Umpire) -> Asked<()> {
        let Battle { now, ground, .. } = self;
        for unit in now.all() {
            let state = *now.unit(unit);
            if !state.by_ground || !state.place.is_on_table() {
                continue;
            }
            if ground.bad_ground(Scene { rules, now }, unit, ump)?.is_none() {
                ump.cite(rule!("15.7-j"));
                let state = now.unit_mut(unit);
                state.by_ground = false;
                if state.body.order == Order::Disordered {
                    state.body.order = Order::Good;
                    let name = Scene { rules, now }.name(unit);
                    ump.explain(|| {
                        let text = format!(
                            "{}: clear of bad ground, the ranks are dressed",
                            crate::unit::capital(&name)
                        );
                        Ruling::new(rule!("15.7-j"), text)
                    });
                }
            }
        }
        Ok(())
    }
}
