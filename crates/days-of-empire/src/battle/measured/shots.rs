//! What the rules want to know of shots, and what shells set alight, on a measured table.

use super::*;

impl Shots for Measured {
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

    fn reckon_shot(&mut self, scene: Scene<'_>, firer: UnitId, target: UnitId) -> Reckoned<Aimed> {
        let field = self.field(scene);
        aim::aim(scene, &field, (firer, target), &mut deaf).map_or(Reckoned::Never, Reckoned::Known)
    }

    fn could_fire(&mut self, scene: Scene<'_>, firer: UnitId) -> bool {
        let field = self.field(scene);
        aim::could_fire(scene, &field, firer)
    }

    fn kindle(&mut self, (rules, now): (&Campaign, &mut Position), ump: &mut impl Umpire) -> Asked<()> {
        let field = self.field(Scene { rules, now });
        crate::battle::fires::kindle((rules, now), &field, ump);
        Ok(())
    }
}
