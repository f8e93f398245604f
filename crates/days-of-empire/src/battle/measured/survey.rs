//! What the rules want to know of the table and of who stands where, on a measured table.

use super::*;
use crate::battle::ground::{reinforces, supports};

impl Survey for Measured {
    fn support(&mut self, scene: Scene<'_>, unit: UnitId, _: &mut impl Umpire) -> Asked<Support> {
        let field = self.field(scene);
        let Some(here) = placed(&field, unit) else { return Ok(Support::Unsupported) };
        let side = scene.side(unit);
        let behind = |within: i32| {
            let friends = scene.now.troops(scene.rules, side);
            friends
                .iter()
                .filter(|friend| supports(scene, unit, *friend))
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
        let by_road = crate::battle::terrain::on_road(scene, &field, unit);
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
            reinforces(scene, unit, *friend)
                && placed(&field, *friend).is_some_and(|there| {
                    here.has_behind(there, Mils::inches(1)) && here.is_opposite(there, foe)
                })
        };
        Ok(friends.iter().filter(behind).collect())
    }

    fn square_of_several(&mut self, scene: Scene<'_>, unit: UnitId, _: &mut impl Umpire) -> Asked<bool> {
        Ok(areas::square_of_several(scene, &self.field(scene), unit))
    }

    fn wood(&mut self, scene: Scene<'_>, unit: UnitId) -> Option<Thickness> {
        areas::wood(scene, &self.field(scene), unit)
    }

    fn bad_ground(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<Option<crate::charts::Lasting>> {
        let field = self.field(scene);
        Ok(crate::battle::terrain::bad_ground(scene, &field, unit, &mut |clause| ump.cite(clause)))
    }

    fn is_inside(&mut self, scene: Scene<'_>, unit: UnitId, area: FeatureId) -> bool {
        let field = self.field(scene);
        placed(&field, unit).is_some_and(|body| crate::battle::terrain::stands_in(&field, body, area))
    }

    fn stands_inside(&mut self, scene: Scene<'_>, unit: UnitId, area: FeatureId) -> u8 {
        areas::stands_inside(&self.field(scene), unit, area)
    }

    fn is_touched(&mut self, scene: Scene<'_>, gun: UnitId, _: &mut impl Umpire) -> Asked<bool> {
        let field = self.field(scene);
        let enemies = scene.now.troops(scene.rules, scene.side(gun).other());
        let touches = |enemy: UnitId| {
            placed(&field, gun).zip(placed(&field, enemy)).is_some_and(|(one, other)| one.touches(other))
        };
        Ok(enemies.iter().any(touches))
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

    fn objective(&mut self, scene: Scene<'_>, objective: usize, _: &mut impl Umpire) -> Asked<Option<Side>> {
        Ok(room::holder(scene, &self.field(scene), objective))
    }

    fn sees(&mut self, scene: Scene<'_>, by: UnitId, at: UnitId) -> bool {
        Measured::sees(self, scene, by, at)
    }

    fn spots(&mut self, scene: Scene<'_>, hidden: UnitId) -> bool {
        self.would_see(scene, hidden)
    }
}
