//! What the rules want to know of charges, and how a charger is moved, measured, and asked again.

use super::*;

impl Charging for Surveyed {
    fn charge_ways(&mut self, scene: Scene<'_>, charger: UnitId, target: UnitId) -> Vec<Way> {
        self.measured.charge_ways(scene, charger, target)
    }

    fn across(&mut self, scene: Scene<'_>, unit: UnitId) -> Option<i32> {
        self.measured.across(scene, unit)
    }

    fn reckon(&mut self, scene: Scene<'_>, charger: UnitId, target: UnitId, way: Way) -> Reckoned<Approach> {
        self.measured.reckon(scene, charger, target, way)
    }

    fn approach(
        &mut self,
        scene: Scene<'_>,
        charger: UnitId,
        target: UnitId,
        way: Way,
        ump: &mut impl Umpire,
    ) -> Asked<Option<Approach>> {
        let found = self.measured.approach(scene, charger, target, way, ump)?;
        let text = found.map_or("none".to_owned(), |run| {
            let steep = if run.slope == Slope::SteepUp { ", steep" } else { "" };
            format!(
                "{} {}, ground {}, manoeuvre {}{steep}",
                run.distance,
                run.strikes.word(),
                run.ground,
                run.manoeuvre
            )
        });
        let again = ask!(self, vec![one(Asks::DistanceOfTheCharge, text)], |told, scribe| told
            .approach(scene, charger, target, way, scribe));
        assert_eq!(
            again.map(|run| (run.distance, run.manoeuvre, run.ground, run.strikes, run.slope)),
            found.map(|run| (run.distance, run.manoeuvre, run.ground, run.strikes, run.slope))
        );
        Ok(found)
    }

    fn impulse(
        &mut self,
        scene: Scene<'_>,
        charger: UnitId,
        way: Way,
        between: (Length, Length),
    ) -> Option<Length> {
        self.measured.impulse(scene, charger, way, between)
    }

    fn screens_on_way(
        &mut self,
        scene: Scene<'_>,
        charger: UnitId,
        target: UnitId,
        way: Way,
        ump: &mut impl Umpire,
    ) -> Asked<Vec<(UnitId, Length)>> {
        let found = self.measured.screens_on_way(scene, charger, target, way, ump)?;
        ask!(self, vec![one(Asks::ScreensOnTheWay, lane(scene, &found))], |told, scribe| told
            .screens_on_way(scene, charger, target, way, scribe));
        Ok(found)
    }

    fn guns_passed(
        &mut self,
        scene: Scene<'_>,
        charger: UnitId,
        run: (Way, Length),
        ump: &mut impl Umpire,
    ) -> Asked<Units> {
        let found = self.measured.guns_passed(scene, charger, run, ump)?;
        ask!(self, vec![one(Asks::GunsPassed, units(scene, found.iter()))], |told, scribe| told
            .guns_passed(scene, charger, run, scribe));
        Ok(found)
    }

    fn charge_on(
        &mut self,
        scene: (&Campaign, &mut Position),
        charger: UnitId,
        way: Way,
        length: Length,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        self.told.charge_on((scene.0, &mut scene.1.clone()), charger, way, length, ump)?;
        self.measured.charge_on(scene, charger, way, length, ump)
    }

    fn gap(
        &mut self,
        scene: Scene<'_>,
        charger: UnitId,
        target: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<Option<Length>> {
        let found = self.measured.gap(scene, charger, target, ump)?;
        let text = found.map_or("none".to_owned(), |gap| gap.to_string());
        ask!(self, vec![one(Asks::StraightAheadToTheTarget, text)], |told, scribe| told
            .gap(scene, charger, target, scribe));
        Ok(found)
    }

    fn room_ahead(
        &mut self,
        scene: Scene<'_>,
        charger: UnitId,
        most: Length,
        ump: &mut impl Umpire,
    ) -> Asked<Length> {
        let found = self.measured.room_ahead(scene, charger, most, ump)?;
        let again = ask!(self, vec![one(Asks::RoomAhead, found.to_string())], |told, scribe| told
            .room_ahead(scene, charger, most, scribe));
        assert_eq!(again, found);
        Ok(found)
    }

    fn struck(
        &mut self,
        scene: Scene<'_>,
        by: (UnitId, Pose),
        on: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<Direction> {
        let found = self.measured.struck(scene, by, on, ump)?;
        let again = ask!(self, vec![one(Asks::SideStruck, found.word())], |told, scribe| told
            .struck(scene, by, on, scribe));
        assert_eq!(again, found);
        Ok(found)
    }

    fn make_contact(
        &mut self,
        (rules, now): (&Campaign, &mut Position),
        charger: UnitId,
        target: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<bool> {
        let mut before = now.clone();
        let found = self.measured.make_contact((rules, now), charger, target, ump)?;
        ask!(self, vec![yes(Asks::Contact, found)], |told, scribe| told.make_contact(
            (rules, &mut before),
            charger,
            target,
            scribe
        ));
        Ok(found)
    }
}
