//! What the rules want to know of shots, and what shells set alight, measured, and asked again.

use super::*;

impl Shots for Surveyed {
    fn targets(&mut self, scene: Scene<'_>, firer: UnitId) -> Vec<UnitId> {
        self.measured.targets(scene, firer)
    }

    fn aim(
        &mut self,
        scene: Scene<'_>,
        firer: UnitId,
        target: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<Option<Aimed>> {
        let found = self.measured.aim(scene, firer, target, ump)?;
        let parts: Vec<(UnitId, Aimed)> = found.clone().map(|aimed| (target, aimed)).into_iter().collect();
        ask!(self, shots(scene, &parts), |told, scribe| told.aim(scene, firer, target, scribe));
        Ok(found)
    }

    fn passers(&mut self, scene: Scene<'_>, firer: UnitId) -> Vec<UnitId> {
        self.measured.passers(scene, firer)
    }

    fn reckon_passed(&mut self, scene: Scene<'_>, firer: UnitId, target: UnitId) -> Reckoned<Aimed> {
        self.measured.reckon_passed(scene, firer, target)
    }

    fn passed(
        &mut self,
        scene: Scene<'_>,
        firer: UnitId,
        target: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<Option<Aimed>> {
        let found = self.measured.passed(scene, firer, target, ump)?;
        let parts: Vec<(UnitId, Aimed)> = found.clone().map(|aimed| (target, aimed)).into_iter().collect();
        let mut answers = shots(scene, &parts);
        if let Some(then) = found.as_ref().and_then(|aimed| aimed.then) {
            let charging = if then.gait == Gait::Fast { "-charging" } else { "" };
            answers.push(one(Asks::HowItPassed, format!("{}{charging}", then.formation.word())));
        }
        ask!(self, answers, |told, scribe| told.passed(scene, firer, target, scribe));
        Ok(found)
    }

    fn volleys(
        &mut self,
        scene: Scene<'_>,
        firer: UnitId,
        stands: u8,
        ump: &mut impl Umpire,
    ) -> Asked<Vec<Volleyed>> {
        let found = self.measured.volleys(scene, firer, stands, ump)?;
        ask!(self, shots(scene, &found), |told, scribe| told.volleys(scene, firer, stands, scribe));
        Ok(found)
    }

    fn reckon_shot(&mut self, scene: Scene<'_>, firer: UnitId, target: UnitId) -> Reckoned<Aimed> {
        self.measured.reckon_shot(scene, firer, target)
    }

    fn could_fire(&mut self, scene: Scene<'_>, firer: UnitId) -> bool {
        self.measured.could_fire(scene, firer)
    }

    fn kindle(&mut self, scene: (&Campaign, &mut Position), ump: &mut impl Umpire) -> Asked<()> {
        self.measured.kindle(scene, ump)
    }
}
