//! Compulsory moves: routs, evades, falling back, following up, rallying, on a measured table.

use super::*;

impl Running for Measured {
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

    fn refuges(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        from: &[UnitId],
        length: Length,
        _: &mut impl Umpire,
    ) -> Asked<Vec<Refuge>> {
        Ok(areas::refuges(scene, &self.field(scene), (unit, from), length))
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
        _: &mut impl Umpire,
    ) -> Asked<Vec<(UnitId, Pose, Length)>> {
        Ok(areas::friends_near(scene, &self.field(scene), (crew, from), length))
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

    fn wheels(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        length: Length,
        _: &mut impl Umpire,
    ) -> Asked<Vec<(UnitId, Way, Length)>> {
        let field = self.field(scene);
        Ok(charge::wheels(scene, &field, unit, length))
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
}
