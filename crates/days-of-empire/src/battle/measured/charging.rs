//! What the rules want to know of charges, and how a charger is moved, on a measured table.

use super::*;

impl Charging for Measured {
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
}
