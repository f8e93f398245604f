//! Compulsory moves: routs, evades, falling back, following up, rallying, beside a real table.

use super::*;

impl Running for Told {
    fn flee(
        &mut self,
        (rules, now): (&Campaign, &mut Position),
        unit: UnitId,
        from: &[UnitId],
        (flight, length): (Flight, Length),
        ump: &mut impl Umpire,
    ) -> Asked<Ran> {
        let scene = Scene { rules, now };
        let away: Vec<String> = from.iter().map(|one| scene.name(*one)).collect();
        let (run, clause) = match flight {
            Flight::Rout | Flight::RunOn => ("rout", rule!("17.4.13-a")),
            Flight::Evade => ("evasion", rule!("17.4.15-b")),
        };
        let away = if away.is_empty() {
            String::new()
        } else {
            format!(" directly away from {}", away.join(" and "))
        };
        let question = format!("The {run} of {}: {length} inches{away}. What is met?", scene.name(unit));
        let ran = self.went(scene, unit, (clause, question, length), ump)?;
        if flight == Flight::Rout {
            let arm = now.profile(rules, unit).arm;
            let crew = now.unit(unit).piece == Piece::Crew;
            now.unit_mut(unit).body.formation = match () {
                () if crew => Formation::Skirmish,
                () if arm.is_gun() => Formation::Limbered,
                () if arm.is_horse() => Formation::CavalryColumn,
                () => Formation::ManoeuvreColumn,
            };
        }
        Ok(ran)
    }

    fn squares_near(&mut self, scene: Scene<'_>, unit: UnitId, _: Length) -> Vec<(UnitId, Length)> {
        // People see which of them are within reach.
        crate::battle::refuge::open_squares(scene, unit)
            .into_iter()
            .map(|one| (one, Length::default()))
            .collect()
    }

    fn fall_back(
        &mut self,
        (rules, now): (&Campaign, &mut Position),
        unit: UnitId,
        length: Length,
        ump: &mut impl Umpire,
    ) -> Asked<Ran> {
        let scene = Scene { rules, now };
        let question =
            format!("The way back of {}: {length} inches, facing the enemy. What is met?", scene.name(unit));
        self.went(scene, unit, (rule!("17.5.1-a"), question, length), ump)
    }

    fn press_on(
        &mut self,
        (rules, now): (&Campaign, &mut Position),
        unit: UnitId,
        (course, length): (Course, Length),
        ump: &mut impl Umpire,
    ) -> Asked<Ran> {
        let scene = Scene { rules, now };
        let after = match course {
            Course::Ahead => "straight ahead".to_owned(),
            Course::After(enemy) => format!("after {}", scene.name(enemy)),
        };
        let question = format!("The advance of {}: {length} inches {after}. What is met?", scene.name(unit));
        self.went(scene, unit, (rule!("17.5.4-a"), question, length), ump)
    }

    fn bad_ground_ahead(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        (_, length): (Course, Length),
        ump: &mut impl Umpire,
    ) -> Asked<Option<Length>> {
        let question = format!(
            "The advance of {}: {length} inches. How far is it to a wood, houses or other bad ground on the way? None if \
             there is none.",
            scene.name(unit)
        );
        let asked = (rule!("17.5.1-c"), Asks::BadGroundAhead, question);
        Told::line(scene, unit, asked, Distance { or_none: true }, ump)
    }

    fn rally(
        &mut self,
        (_, now): (&Campaign, &mut Position),
        unit: UnitId,
        formation: Formation,
        _: &mut impl Umpire,
    ) -> Asked<bool> {
        now.unit_mut(unit).body.formation = formation;
        self.moved(unit);
        Ok(true)
    }

    fn has_room(&mut self, _: Scene<'_>, _: UnitId, _: Formation, _: &mut impl Umpire) -> Asked<bool> {
        Ok(true)
    }

    fn refuges(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        _: &[UnitId],
        length: Length,
        ump: &mut impl Umpire,
    ) -> Asked<Vec<Refuge>> {
        let question = format!(
            "How far is it for {} to difficult ground, woods or houses within {length} inches, no nearer to the enemy? Each \
             with its inches, or none.",
            scene.name(unit)
        );
        let said =
            Told::line(scene, unit, (rule!("12.4-g"), Asks::RefugesInReach, question), Distances, ump)?;
        let refuge = |length| Refuge { area: None, pose: Pose::default(), length };
        Ok(said.into_iter().filter(|one| *one <= length).map(refuge).collect())
    }

    fn friends_near(
        &mut self,
        scene: Scene<'_>,
        crew: UnitId,
        _: &[UnitId],
        length: Length,
        ump: &mut impl Umpire,
    ) -> Asked<Vec<(UnitId, Pose, Length)>> {
        let formed = |friend: &UnitId| {
            scene.profile(*friend).arm == Arm::Infantry && scene.now.is_formed(scene.rules, *friend)
        };
        let among: Units = scene.now.troops(scene.rules, scene.side(crew)).iter().filter(formed).collect();
        if among.is_empty() {
            return Ok(Vec::new());
        }
        let question = format!(
            "Behind which friendly infantry within {length} inches can {} run, no nearer to the enemy, and how far is it?",
            scene.name(crew)
        );
        let asked = (rule!("10.2-b"), Asks::InfantryInReach, question);
        let said = Told::line(scene, crew, asked, InLane { scene, among }, ump)?;
        let near = said.into_iter().filter(|(_, run)| *run <= length);
        Ok(near.map(|(friend, run)| (friend, Pose::default(), run)).collect())
    }

    fn wheels(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        length: Length,
        ump: &mut impl Umpire,
    ) -> Asked<Vec<(UnitId, Way, Length)>> {
        let among = scene.now.troops(scene.rules, scene.side(unit).other());
        if among.is_empty() {
            return Ok(Vec::new());
        }
        let question = format!(
            "Which enemies could {} face by a wheel of up to 45 degrees and reach within {length} inches, and what does \
             each wheel cost: twice the way of the outer end?",
            scene.name(unit)
        );
        let asked = (rule!("17.5.4-d"), Asks::WheelsInReach, question);
        let said = Told::line(scene, unit, asked, InLane { scene, among }, ump)?;
        let near = said.into_iter().filter(|(_, cost)| *cost < length);
        Ok(near.map(|(enemy, cost)| (enemy, Way::default(), cost)).collect())
    }
}
