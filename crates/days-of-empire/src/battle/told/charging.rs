//! What the rules want to know of charges, and how a charger is moved, beside a real table.

use super::*;

impl Charging for Told {
    fn charge_ways(&mut self, _: Scene<'_>, _: UnitId, _: UnitId) -> Vec<Way> {
        vec![Way::default()]
    }

    fn reckon(&mut self, _: Scene<'_>, _: UnitId, _: UnitId, _: Way) -> Reckoned<Approach> {
        Reckoned::Unknown
    }

    fn approach(
        &mut self,
        scene: Scene<'_>,
        charger: UnitId,
        target: UnitId,
        _: Way,
        ump: &mut impl Umpire,
    ) -> Asked<Option<Approach>> {
        let question = format!(
            "The charge of {} on {}: how far is it straight ahead?",
            scene.name(charger),
            scene.name(target)
        );
        let asked = (rule!("17.2.3-a"), Asks::DistanceOfTheCharge, question);
        let said = Told::line(scene, charger, asked, Run, ump)?;
        Ok(said.map(|runs| Approach {
            distance: runs.distance,
            manoeuvre: runs.manoeuvre,
            ground: runs.ground,
            strikes: runs.strikes,
            slope: if runs.steep { Slope::SteepUp } else { Slope::Easy },
            // Asked for when the charge has been made, of everybody at once.
            passage: Passage::Clear,
            blocked_by: None,
        }))
    }

    fn impulse(&mut self, _: Scene<'_>, _: UnitId, _: Way, (_, most): (Length, Length)) -> Option<Length> {
        Some(most)
    }

    fn screens_on_way(
        &mut self,
        scene: Scene<'_>,
        charger: UnitId,
        target: UnitId,
        _: Way,
        ump: &mut impl Umpire,
    ) -> Asked<Vec<(UnitId, Length)>> {
        let loose = |unit: &UnitId| scene.unit(*unit).body.formation == Formation::Skirmish;
        let among: Units = scene.now.troops(scene.rules, scene.side(target)).iter().filter(loose).collect();
        if among.is_empty() {
            return Ok(Vec::new());
        }
        let question =
            format!("Which skirmishers are on the way of {}, and how far ahead?", scene.name(charger));
        let asked = (rule!("17.2.7-a"), Asks::ScreensOnTheWay, question);
        Told::line(scene, charger, asked, InLane { scene, among }, ump)
    }

    fn guns_passed(
        &mut self,
        scene: Scene<'_>,
        charger: UnitId,
        _: (Way, Length),
        ump: &mut impl Umpire,
    ) -> Asked<Units> {
        let deployed = |unit: &UnitId| scene.unit(*unit).body.formation == Formation::Deployed;
        let guns = scene.now.troops(scene.rules, scene.side(charger)).iter().filter(deployed).collect();
        let question = format!("Which friendly guns are on the way of {}?", scene.name(charger));
        let about = About { among: guns, ..about(Asks::GunsPassed, charger) };
        self.which(scene, about, (rule!("17.4.8-c"), question), ump)
    }

    fn charge_on(
        &mut self,
        (_, now): (&Campaign, &mut Position),
        charger: UnitId,
        way: Way,
        _: Length,
        _: &mut impl Umpire,
    ) -> Asked<()> {
        if let Some(formation) = way.form {
            now.unit_mut(charger).body.formation = formation;
        }
        self.moved(charger);
        Ok(())
    }

    fn gap(
        &mut self,
        scene: Scene<'_>,
        charger: UnitId,
        target: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<Option<Length>> {
        let about = About { other: Some(target), ..about(Asks::StraightAheadToTheTarget, charger) };
        if let Some(Said::Length(gap)) = self.known(about) {
            return Ok(gap);
        }
        let question = format!(
            "How far is it straight ahead from {} to {} now? None if it would miss it.",
            scene.name(charger),
            scene.name(target)
        );
        let asked = (rule!("17.4.2-a"), about.what, question);
        let gap = Told::line(scene, charger, asked, Distance { or_none: true }, ump)?;
        self.keep(about, Said::Length(gap));
        Ok(gap)
    }

    fn room_ahead(
        &mut self,
        scene: Scene<'_>,
        charger: UnitId,
        most: Length,
        ump: &mut impl Umpire,
    ) -> Asked<Length> {
        self.room(scene, charger, most, ump)
    }

    fn struck(
        &mut self,
        scene: Scene<'_>,
        (by, _): (UnitId, Pose),
        on: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<Direction> {
        ump.about(|| format!("Where does the advance of {} strike {}?", scene.name(by), scene.name(on)));
        let all: Vec<Struck> = Direction::ALL.iter().map(|one| Struck(*one)).collect();
        let asking = Asking::of(scene.side(by), rule!("17.5.4-c"), Asks::SideStruck);
        Ok(ump.choose(asking, &all)?.0)
    }

    fn make_contact(
        &mut self,
        (rules, now): (&Campaign, &mut Position),
        charger: UnitId,
        target: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<bool> {
        let scene = Scene { rules, now };
        let question = format!(
            "Can {} make contact with an inch or more of {}?",
            scene.name(charger),
            scene.name(target)
        );
        let about = About { other: Some(target), ..about(Asks::Contact, charger) };
        let contact = self.yes(scene, about, (rule!("17.4.2-b"), question), ump)?;
        self.moved(charger);
        Ok(contact)
    }
}
