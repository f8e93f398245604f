//! The measured table: every survey question worked out from the poses. (5 of the design)

mod aim;
mod areas;
mod bodies;
mod charge;
mod flight;
mod passing;
mod room;

pub use bodies::{SIGHT, body, layout, layout_as, layout_in, layout_of, visibility};
pub(super) use room::is_free_but;
pub use room::{has_room, is_free};

use super::campaign::{Campaign, Terrain};
use super::ground::{Aimed, Approach, Course, Flight, Ground, Moved, Ran, Reckoned, Shelter, Volleyed, Way};
use super::ids::{CommandId, UnitId, Units};
use super::reserves::Arriving;
use super::state::{Position, Scene};
use super::terrain::{Altered, land};
use crate::clerk::deaf;
use crate::length::Length;
use crate::staff::PROMOTION_RADIUS;
use crate::title::army::Edge;
use crate::unit::{Arm, Cover, CoverOf, Direction, Fate, Formation, Order, Support};
use grognard_board::table::{self, Body, BodyId, FeatureId, Field, Looks, Mils, Placed, Pose, Thickness};
use grognard_umpire::{Asked, Openness, Side, Umpire};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A table on which every distance is worked out.
///
/// # Equality
/// All measured tables are alike: what is kept here follows from the position.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// The units as last placed, and the field made of them.
    kept: Option<(Vec<Option<Body>>, Arc<Field>)>,
    /// What had changed on that field's ground.
    altered: Vec<Altered>,
}

impl PartialEq for Measured {
    fn eq(&self, _: &Measured) -> bool {
        true
    }
}

impl Eq for Measured {}

impl Hash for Measured {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// The body on the table that is a unit.
pub const fn body_of(unit: UnitId) -> BodyId {
    BodyId(unit.0 as u16)
}

/// The unit that is a body on the table.
pub const fn unit_of(body: BodyId) -> UnitId {
    UnitId(body.0 as u8)
}

impl Measured {
    /// The field as it stands. Only units that have changed since are placed anew.
    pub fn field(&mut self, scene: Scene<'_>) -> Arc<Field> {
        if self.altered != scene.now.altered {
            self.kept = None;
            self.altered.clone_from(&scene.now.altered);
        }
        let (bodies, field) =
            self.kept.get_or_insert_with(|| (Vec::new(), Arc::new(Field::new(land(scene.rules, scene.now)))));
        for unit in scene.now.all() {
            let (at, now) = (unit.index(), body(scene, unit));
            if at < bodies.len() && bodies[at] == now {
                continue;
            }
            let field = Arc::make_mut(field);
            if at >= bodies.len() {
                bodies.push(None);
                field.reserve(body_of(unit));
            }
            match now {
                Some(body) => field.put(body_of(unit), body),
                None => field.remove(body_of(unit)),
            }
            bodies[at] = now;
        }
        while bodies.len() > scene.now.units.len() {
            let last = BodyId((bodies.len() - 1) as u16);
            Arc::make_mut(field).remove(last);
            bodies.pop();
        }
        Arc::clone(field)
    }

    /// Whether a unit sees another. [16.3]
    pub fn sees(&mut self, scene: Scene<'_>, by: UnitId, at: UnitId) -> bool {
        self.field(scene).sees(&visibility(scene.rules), body_of(by), body_of(at)).is_some()
    }
}

/// What kind of cover a feature gives. [13.5] [13.6]
fn shelter_of(rules: &Campaign, feature: FeatureId, thickness: Thickness) -> Shelter {
    let cover = match thickness {
        Thickness::Light => Cover::Light,
        Thickness::Heavy => Cover::Heavy,
    };
    let of = match rules.terrain(feature) {
        Some(Terrain::LightWood | Terrain::HeavyWood | Terrain::UnknownWood) => CoverOf::Wood,
        Some(Terrain::LightTown | Terrain::HeavyTown) => CoverOf::UrbanArea,
        Some(Terrain::LightFence) => CoverOf::WoodenObstacle,
        _ => CoverOf::Works,
    };
    Shelter { cover, of }
}

/// A body on the field, with its unit.
fn placed(field: &Field, unit: UnitId) -> Option<&Placed> {
    field.get(body_of(unit))
}

impl Ground for Measured {
    fn ready(&mut self, scene: Scene<'_>) {
        self.field(scene);
    }

    const IS_MEASURED: bool = true;

    fn place(
        &mut self,
        scene: (&Campaign, &mut Position),
        side: Side,
        how: (Option<CommandId>, Openness),
        ump: &mut impl Umpire,
    ) -> Asked<Option<CommandId>> {
        super::deployment::place(self, scene, side, how, ump)
    }

    fn spots(&mut self, scene: Scene<'_>, hidden: UnitId) -> bool {
        self.would_see(scene, hidden)
    }

    fn general_near(
        &mut self,
        scene: Scene<'_>,
        general: UnitId,
        command: CommandId,
        _: &mut impl Umpire,
    ) -> Asked<bool> {
        let field = self.field(scene);
        let stand = scene.unit(general).rides_with.unwrap_or(general);
        let Some(here) = placed(&field, stand) else { return Ok(false) };
        let near =
            |unit: UnitId| placed(&field, unit).is_some_and(|there| here.within(there, PROMOTION_RADIUS));
        let troops = scene.now.troops(scene.rules, scene.side(general));
        Ok(troops.iter().filter(|unit| scene.now.is_under(scene.rules, *unit, command)).any(near))
    }

    fn entry_points(&mut self, scene: Scene<'_>, side: Side) -> Vec<(Edge, Mils, bool)> {
        room::entry_points(scene, &self.field(scene), side)
    }

    fn enter(
        &mut self,
        (rules, now): (&Campaign, &mut Position),
        unit: UnitId,
        arriving: Arriving,
        _: &mut impl Umpire,
    ) -> Asked<Option<Pose>> {
        let scene = Scene { rules, now };
        let field = self.field(scene);
        let layout = layout(scene, unit);
        let side = scene.side(unit);
        let free = |pose: Pose| {
            if field.ground().check_on_table(&layout, pose).is_err() {
                return false;
            }
            let here = Placed::new(field.ground(), Body { layout, pose, looks: Looks::FOOT });
            field.bodies().all(|(id, there)| {
                let enemy = scene.side(unit_of(id)) != side;
                !here.overlaps(there) && (!enemy || here.gap(there).keeps(Mils::inches(1)))
            })
        };
        let allowance = scene.pace(unit).normal.unwrap_or_default().mils();
        let at = (arriving.edge, arriving.along);
        Ok(super::reserves::entry_pose(at, allowance, field.ground().size(), free))
    }

    fn objective(&mut self, scene: Scene<'_>, objective: usize, _: &mut impl Umpire) -> Asked<Option<Side>> {
        Ok(room::holder(scene, &self.field(scene), objective))
    }

    fn support(&mut self, scene: Scene<'_>, unit: UnitId, _: &mut impl Umpire) -> Asked<Support> {
        let field = self.field(scene);
        let Some(here) = placed(&field, unit) else { return Ok(Support::Unsupported) };
        let steady = |friend: &UnitId| {
            let state = scene.unit(*friend);
            *friend != unit && scene.now.is_formed(scene.rules, *friend) && state.body.order < Order::Shaken
        };
        let side = scene.side(unit);
        let behind = |within: i32| {
            let friends = scene.now.troops(scene.rules, side);
            friends
                .iter()
                .filter(steady)
                .filter_map(|friend| placed(&field, friend))
                .any(|friend| here.has_behind(friend, Mils::inches(within)))
        };
        Ok(match () {
            () if behind(4) => Support::Within4,
            () if behind(8) => Support::Within8,
            () => Support::Unsupported,
        })
    }

    fn friend_routing(&mut self, scene: Scene<'_>, unit: UnitId, _: &mut impl Umpire) -> Asked<bool> {
        let (field, side) = (self.field(scene), scene.side(unit));
        let Some(here) = placed(&field, unit) else { return Ok(false) };
        let sight = visibility(scene.rules);
        let routing = |friend: &UnitId| *friend != unit && scene.unit(*friend).body.order == Order::Routing;
        Ok(scene.now.troops(scene.rules, side).iter().filter(routing).any(|friend| {
            placed(&field, friend).is_some_and(|there| here.within(there, Mils::inches(12)))
                && field.sees(&sight, body_of(unit), body_of(friend)).is_some()
        }))
    }

    fn generals_in_reach(&mut self, scene: Scene<'_>, unit: UnitId, ump: &mut impl Umpire) -> Asked<Units> {
        // Measured, not looked for: a general need not be seen.
        ump.cite(rule!("14.2-c"));
        let (field, side) = (self.field(scene), scene.side(unit));
        let Some(here) = placed(&field, unit) else { return Ok(Units::NONE) };
        // To the nearest stand; who rides with a unit is where that is.
        let near = |general: &UnitId| {
            let stand = scene.unit(*general).rides_with.unwrap_or(*general);
            scene.profile(*general).arm == Arm::Staff
                && placed(&field, stand).is_some_and(|there| here.within(there, Mils::inches(16)))
        };
        Ok(scene.now.on_table(scene.rules, side).iter().filter(near).collect())
    }

    fn shelter(&mut self, scene: Scene<'_>, unit: UnitId, ump: &mut impl Umpire) -> Asked<Shelter> {
        let field = self.field(scene);
        let Some(here) = placed(&field, unit) else { return Ok(Shelter::OPEN) };
        let by_road = super::terrain::on_road(scene, &field, unit);
        if by_road {
            ump.cite(rule!("15.2-b"));
        }
        let corners = here.blocks.iter().map(|footing| footing.outline);
        let within = corners.flat_map(|corners| {
            field
                .ground()
                .cover_of(&corners)
                .filter(|_| !by_road)
                .map(|(id, thick)| shelter_of(scene.rules, id, thick))
                .collect::<Vec<_>>()
        });
        let near = field.ground().features().filter_map(|(id, feature)| {
            let table::Kind::Obstacle(thick) = feature.kind else { return None };
            let close =
                |footing: &table::Footing| feature.region.gap(&footing.outline).within(Mils::inches(1));
            here.blocks.iter().any(close).then(|| shelter_of(scene.rules, id, thick))
        });
        Ok(within.chain(near).max().unwrap_or(Shelter::OPEN))
    }

    fn shelter_from(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        from: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<Shelter> {
        let field = self.field(scene);
        Ok(aim::shelter_from(scene, &field, (unit, from), &mut |clause| ump.cite(clause)))
    }

    fn formed_enemy_near(&mut self, scene: Scene<'_>, unit: UnitId, _: &mut impl Umpire) -> Asked<bool> {
        let (field, enemy) = (self.field(scene), scene.side(unit).other());
        let Some(here) = placed(&field, unit) else { return Ok(false) };
        let sight = visibility(scene.rules);
        Ok(scene.now.troops(scene.rules, enemy).iter().any(|other| {
            scene.now.is_formed(scene.rules, other)
                && placed(&field, other).is_some_and(|there| here.within(there, Mils::inches(8)))
                && field.sees(&sight, body_of(unit), body_of(other)).is_some()
        }))
    }

    fn enemy_visible(&mut self, scene: Scene<'_>, unit: UnitId, _: &mut impl Umpire) -> Asked<bool> {
        let (field, enemy) = (self.field(scene), scene.side(unit).other());
        let sight = visibility(scene.rules);
        let seen = |other: UnitId| field.sees(&sight, body_of(unit), body_of(other)).is_some();
        Ok(scene.now.troops(scene.rules, enemy).iter().any(seen))
    }

    fn higher(
        &mut self,
        scene: Scene<'_>,
        one: UnitId,
        other: UnitId,
        _: &mut impl Umpire,
    ) -> Asked<Option<Side>> {
        let field = self.field(scene);
        let (here, there) = (scene.unit(one).pose.at, scene.unit(other).pose.at);
        Ok(match () {
            () if field.ground().higher(here, there) => Some(scene.side(one)),
            () if field.ground().higher(there, here) => Some(scene.side(other)),
            () => None,
        })
    }

    fn stands_touching(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        other: UnitId,
        _: &mut impl Umpire,
    ) -> Asked<u8> {
        let field = self.field(scene);
        let (Some(here), Some(there)) = (placed(&field, unit), placed(&field, other)) else { return Ok(0) };
        let touches = |standing: &&table::Standing| {
            let corners = &standing.stand.corners;
            there
                .blocks
                .iter()
                .any(|footing| table::convex::gap(corners, &footing.outline).exactly_within(table::CONTACT))
        };
        Ok(here.stands.iter().filter(touches).count().max(1) as u8)
    }

    fn reinforcements(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        enemy: UnitId,
        _: &mut impl Umpire,
    ) -> Asked<Units> {
        let field = self.field(scene);
        let (Some(here), Some(foe)) = (placed(&field, unit), placed(&field, enemy)) else {
            return Ok(Units::NONE);
        };
        // Only a line is reinforced, by somebody directly behind it and opposite the enemy.
        if scene.unit(unit).body.formation != Formation::Line {
            return Ok(Units::NONE);
        }
        let friends = scene.now.troops(scene.rules, scene.side(unit));
        let behind = |friend: &UnitId| {
            let state = scene.unit(*friend);
            *friend != unit
                && scene.now.is_formed(scene.rules, *friend)
                && state.body.fate == Fate::Fights
                && !scene.profile(*friend).arm.is_gun()
                && !scene.now.is_locked(*friend)
                && placed(&field, *friend).is_some_and(|there| {
                    here.has_behind(there, Mils::inches(1)) && here.is_opposite(there, foe)
                })
        };
        Ok(friends.iter().filter(behind).collect())
    }

    fn targets(&mut self, scene: Scene<'_>, firer: UnitId) -> Vec<UnitId> {
        let field = self.field(scene);
        aim::targets(scene, &field, firer)
    }

    fn aim(
        &mut self,
        scene: Scene<'_>,
        firer: UnitId,
        target: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<Option<Aimed>> {
        let field = self.field(scene);
        Ok(aim::aim(scene, &field, (firer, target), &mut |clause| ump.cite(clause)))
    }

    fn passers(&mut self, scene: Scene<'_>, firer: UnitId) -> Vec<UnitId> {
        let field = self.field(scene);
        passing::passers(scene, &field, firer)
    }

    fn reckon_passed(&mut self, scene: Scene<'_>, firer: UnitId, target: UnitId) -> Reckoned<Aimed> {
        let field = self.field(scene);
        let shot = passing::stood_still(scene, firer)
            .then(|| passing::passed(scene, &field, (firer, target), &mut deaf));
        shot.flatten().map_or(Reckoned::Never, Reckoned::Known)
    }

    fn passed(
        &mut self,
        scene: Scene<'_>,
        firer: UnitId,
        target: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<Option<Aimed>> {
        let field = self.field(scene);
        Ok(passing::passed(scene, &field, (firer, target), &mut |clause| ump.cite(clause)))
    }

    fn sees(&mut self, scene: Scene<'_>, by: UnitId, at: UnitId) -> bool {
        Measured::sees(self, scene, by, at)
    }

    fn volleys(
        &mut self,
        scene: Scene<'_>,
        firer: UnitId,
        stands: u8,
        ump: &mut impl Umpire,
    ) -> Asked<Vec<Volleyed>> {
        let field = self.field(scene);
        Ok(aim::volleys(scene, &field, (firer, stands), &mut |clause| ump.cite(clause)))
    }

    fn impulse(
        &mut self,
        scene: Scene<'_>,
        charger: UnitId,
        way: Way,
        between: (Length, Length),
    ) -> Option<Length> {
        let field = self.field(scene);
        charge::impulse(scene, &field, charger, way, between)
    }

    fn rally(
        &mut self,
        (rules, now): (&Campaign, &mut Position),
        unit: UnitId,
        formation: Formation,
        _: &mut impl Umpire,
    ) -> Asked<bool> {
        let field = self.field(Scene { rules, now });
        Ok(flight::rally((rules, now), &field, unit, formation))
    }

    fn charge_ways(&mut self, scene: Scene<'_>, charger: UnitId, target: UnitId) -> Vec<Way> {
        let field = self.field(scene);
        charge::ways(scene, &field, charger, target)
    }

    fn across(&mut self, scene: Scene<'_>, unit: UnitId) -> Option<i32> {
        let edge = scene.rules.baselines[scene.now.end_of(scene.side(unit))];
        Some(edge.along(scene.unit(unit).pose.at, scene.rules.land.size()).0)
    }

    fn reckon(&mut self, scene: Scene<'_>, charger: UnitId, target: UnitId, way: Way) -> Reckoned<Approach> {
        let field = self.field(scene);
        charge::approach(scene, &field, charger, target, way).map_or(Reckoned::Never, Reckoned::Known)
    }

    fn reckon_shot(&mut self, scene: Scene<'_>, firer: UnitId, target: UnitId) -> Reckoned<Aimed> {
        let field = self.field(scene);
        aim::aim(scene, &field, (firer, target), &mut deaf).map_or(Reckoned::Never, Reckoned::Known)
    }

    fn could_fire(&mut self, scene: Scene<'_>, firer: UnitId) -> bool {
        let field = self.field(scene);
        aim::could_fire(scene, &field, firer)
    }

    fn approach(
        &mut self,
        scene: Scene<'_>,
        charger: UnitId,
        target: UnitId,
        way: Way,
        _: &mut impl Umpire,
    ) -> Asked<Option<Approach>> {
        let field = self.field(scene);
        Ok(charge::approach(scene, &field, charger, target, way))
    }

    fn screens_on_way(
        &mut self,
        scene: Scene<'_>,
        charger: UnitId,
        target: UnitId,
        way: Way,
        _: &mut impl Umpire,
    ) -> Asked<Vec<(UnitId, Length)>> {
        let field = self.field(scene);
        Ok(charge::screens(scene, &field, charger, target, way))
    }

    fn charge_on(
        &mut self,
        (rules, now): (&Campaign, &mut Position),
        charger: UnitId,
        way: Way,
        length: Length,
        _: &mut impl Umpire,
    ) -> Asked<()> {
        let field = self.field(Scene { rules, now });
        charge::go((rules, now), &field, charger, way, length);
        Ok(())
    }

    fn gap(
        &mut self,
        scene: Scene<'_>,
        charger: UnitId,
        target: UnitId,
        _: &mut impl Umpire,
    ) -> Asked<Option<Length>> {
        let field = self.field(scene);
        Ok(charge::gap(scene, &field, charger, target))
    }

    fn room_ahead(
        &mut self,
        scene: Scene<'_>,
        charger: UnitId,
        most: Length,
        _: &mut impl Umpire,
    ) -> Asked<Length> {
        let field = self.field(scene);
        Ok(charge::room_ahead(scene, &field, charger, most))
    }

    fn struck(
        &mut self,
        scene: Scene<'_>,
        (_, from): (UnitId, Pose),
        on: UnitId,
        _: &mut impl Umpire,
    ) -> Asked<Direction> {
        let field = self.field(scene);
        Ok(placed(&field, on).map_or(Direction::Front, |there| aim::strikes(scene, there, on, from.at)))
    }

    fn kindle(&mut self, (rules, now): (&Campaign, &mut Position), ump: &mut impl Umpire) -> Asked<()> {
        let field = self.field(Scene { rules, now });
        super::fires::kindle((rules, now), &field, ump);
        Ok(())
    }

    fn make_contact(
        &mut self,
        (rules, now): (&Campaign, &mut Position),
        charger: UnitId,
        target: UnitId,
        _: &mut impl Umpire,
    ) -> Asked<bool> {
        let field = self.field(Scene { rules, now });
        Ok(charge::make_contact((rules, now), &field, charger, target))
    }

    fn flee(
        &mut self,
        (rules, now): (&Campaign, &mut Position),
        unit: UnitId,
        from: &[UnitId],
        run: (Flight, Length),
        ump: &mut impl Umpire,
    ) -> Asked<Ran> {
        let field = self.field(Scene { rules, now });
        let who = flight::Runner { unit, from, flight: run.0, length: run.1 };
        Ok(flight::flee((rules, now), &field, who, &mut |clause| ump.cite(clause)))
    }

    fn fall_back(
        &mut self,
        (rules, now): (&Campaign, &mut Position),
        unit: UnitId,
        length: Length,
        _: &mut impl Umpire,
    ) -> Asked<Ran> {
        let field = self.field(Scene { rules, now });
        Ok(flight::fall_back((rules, now), &field, unit, length))
    }

    fn press_on(
        &mut self,
        (rules, now): (&Campaign, &mut Position),
        unit: UnitId,
        (course, length): (Course, Length),
        _: &mut impl Umpire,
    ) -> Asked<Ran> {
        let field = self.field(Scene { rules, now });
        Ok(flight::press_on((rules, now), &field, unit, (course, length)))
    }

    fn refuges(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        from: &[UnitId],
        length: Length,
    ) -> Vec<(FeatureId, Pose, Length)> {
        areas::refuges(scene, &self.field(scene), (unit, from), length)
    }

    fn squares_near(&mut self, scene: Scene<'_>, unit: UnitId, length: Length) -> Vec<(UnitId, Length)> {
        areas::squares_near(scene, &self.field(scene), unit, length)
    }

    fn friends_near(
        &mut self,
        scene: Scene<'_>,
        crew: UnitId,
        from: &[UnitId],
        length: Length,
    ) -> Vec<(UnitId, Pose, Length)> {
        areas::friends_near(scene, &self.field(scene), (crew, from), length)
    }

    fn is_touched(&mut self, scene: Scene<'_>, gun: UnitId, _: &mut impl Umpire) -> Asked<bool> {
        let field = self.field(scene);
        let enemies = scene.now.troops(scene.rules, scene.side(gun).other());
        let touches = |enemy: UnitId| {
            placed(&field, gun).zip(placed(&field, enemy)).is_some_and(|(one, other)| one.touches(other))
        };
        Ok(enemies.iter().any(touches))
    }

    fn is_inside(&mut self, scene: Scene<'_>, unit: UnitId, area: FeatureId) -> bool {
        let field = self.field(scene);
        placed(&field, unit).is_some_and(|body| super::terrain::stands_in(&field, body, area))
    }

    fn stands_inside(&mut self, scene: Scene<'_>, unit: UnitId, area: FeatureId) -> u8 {
        areas::stands_inside(&self.field(scene), unit, area)
    }

    fn square_of_several(&mut self, scene: Scene<'_>, unit: UnitId, _: &mut impl Umpire) -> Asked<bool> {
        Ok(areas::square_of_several(scene, &self.field(scene), unit))
    }

    fn wood(&mut self, scene: Scene<'_>, unit: UnitId) -> Option<Thickness> {
        areas::wood(scene, &self.field(scene), unit)
    }

    fn guns_passed(
        &mut self,
        scene: Scene<'_>,
        charger: UnitId,
        run: (Way, Length),
        _: &mut impl Umpire,
    ) -> Asked<Units> {
        let field = self.field(scene);
        Ok(charge::guns_passed(scene, &field, charger, run))
    }

    fn bad_ground_ahead(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        run: (Course, Length),
        _: &mut impl Umpire,
    ) -> Asked<Option<Length>> {
        let field = self.field(scene);
        Ok(flight::bad_ground_ahead(scene, &field, unit, run))
    }

    fn wheels(&mut self, scene: Scene<'_>, unit: UnitId, length: Length) -> Vec<(UnitId, Way, Length)> {
        let field = self.field(scene);
        charge::wheels(scene, &field, unit, length)
    }

    fn has_room(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        formation: Formation,
        _: &mut impl Umpire,
    ) -> Asked<bool> {
        let field = self.field(scene);
        Ok(has_room(scene, &field, unit, formation))
    }

    fn ordinary_move(
        &mut self,
        scene: (&Campaign, &mut Position),
        side: Side,
        ump: &mut impl Umpire,
    ) -> Asked<Moved> {
        super::movement::ordinary_move(self, scene, side, ump)
    }

    fn bad_ground(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<Option<crate::charts::Lasting>> {
        let field = self.field(scene);
        Ok(super::terrain::bad_ground(scene, &field, unit, &mut |clause| ump.cite(clause)))
    }

    fn clock(&mut self, (rules, now): (&Campaign, &mut Position), ump: &mut impl Umpire) -> Asked<()> {
        super::works::tick(Some(self), (rules, now), ump)?;
        super::fires::tick(self, (rules, now), ump)
    }
}
