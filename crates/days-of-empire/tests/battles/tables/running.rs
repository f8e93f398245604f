//! Compulsory moves: routs, evades, falling back, following up, rallying, measured, and asked again.

use super::*;

impl Running for Surveyed {
    fn flee(
        &mut self,
        (rules, now): (&Campaign, &mut Position),
        unit: UnitId,
        from: &[UnitId],
        run: (Flight, Length),
        ump: &mut impl Umpire,
    ) -> Asked<Ran> {
        let mut before = now.clone();
        let found = self.measured.flee((rules, now), unit, from, run, ump)?;
        let answers = went(Scene { rules, now: &before }, &found);
        ask!(self, answers, |told, scribe| told.flee((rules, &mut before), unit, from, run, scribe));
        Ok(found)
    }

    fn squares_near(&mut self, scene: Scene<'_>, unit: UnitId, length: Length) -> Vec<(UnitId, Length)> {
        self.measured.squares_near(scene, unit, length)
    }

    fn fall_back(
        &mut self,
        (rules, now): (&Campaign, &mut Position),
        unit: UnitId,
        length: Length,
        ump: &mut impl Umpire,
    ) -> Asked<Ran> {
        let mut before = now.clone();
        let found = self.measured.fall_back((rules, now), unit, length, ump)?;
        let answers = went(Scene { rules, now: &before }, &found);
        ask!(self, answers, |told, scribe| told.fall_back((rules, &mut before), unit, length, scribe));
        Ok(found)
    }

    fn press_on(
        &mut self,
        (rules, now): (&Campaign, &mut Position),
        unit: UnitId,
        run: (Course, Length),
        ump: &mut impl Umpire,
    ) -> Asked<Ran> {
        let mut before = now.clone();
        let found = self.measured.press_on((rules, now), unit, run, ump)?;
        let answers = went(Scene { rules, now: &before }, &found);
        ask!(self, answers, |told, scribe| told.press_on((rules, &mut before), unit, run, scribe));
        Ok(found)
    }

    fn bad_ground_ahead(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        run: (Course, Length),
        ump: &mut impl Umpire,
    ) -> Asked<Option<Length>> {
        let found = self.measured.bad_ground_ahead(scene, unit, run, ump)?;
        let text = found.map_or("none".to_owned(), |far| far.to_string());
        ask!(self, vec![one(Asks::BadGroundAhead, text)], |told, scribe| told
            .bad_ground_ahead(scene, unit, run, scribe));
        Ok(found)
    }

    fn rally(
        &mut self,
        scene: (&Campaign, &mut Position),
        unit: UnitId,
        formation: Formation,
        ump: &mut impl Umpire,
    ) -> Asked<bool> {
        self.told.rally((scene.0, &mut scene.1.clone()), unit, formation, ump)?;
        self.measured.rally(scene, unit, formation, ump)
    }

    fn has_room(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        formation: Formation,
        ump: &mut impl Umpire,
    ) -> Asked<bool> {
        self.measured.has_room(scene, unit, formation, ump)
    }

    fn refuges(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        from: &[UnitId],
        length: Length,
        ump: &mut impl Umpire,
    ) -> Asked<Vec<Refuge>> {
        let found = self.measured.refuges(scene, unit, from, length, ump)?;
        let all: Vec<String> = found.iter().map(|refuge| refuge.length.to_string()).collect();
        let text = if all.is_empty() { "none".to_owned() } else { all.join(", ") };
        ask!(self, vec![one(Asks::RefugesInReach, text)], |told, scribe| told
            .refuges(scene, unit, from, length, scribe));
        Ok(found)
    }

    fn friends_near(
        &mut self,
        scene: Scene<'_>,
        crew: UnitId,
        from: &[UnitId],
        length: Length,
        ump: &mut impl Umpire,
    ) -> Asked<Vec<(UnitId, Pose, Length)>> {
        let found = self.measured.friends_near(scene, crew, from, length, ump)?;
        let all: Vec<(UnitId, Length)> = found.iter().map(|(friend, _, run)| (*friend, *run)).collect();
        ask!(self, vec![one(Asks::InfantryInReach, lane(scene, &all))], |told, scribe| told
            .friends_near(scene, crew, from, length, scribe));
        Ok(found)
    }

    fn wheels(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        length: Length,
        ump: &mut impl Umpire,
    ) -> Asked<Vec<(UnitId, Way, Length)>> {
        let found = self.measured.wheels(scene, unit, length, ump)?;
        let all: Vec<(UnitId, Length)> = found.iter().map(|(enemy, _, cost)| (*enemy, *cost)).collect();
        ask!(self, vec![one(Asks::WheelsInReach, lane(scene, &all))], |told, scribe| told
            .wheels(scene, unit, length, scribe));
        Ok(found)
    }
}
