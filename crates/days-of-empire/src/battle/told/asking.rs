//! How people are asked: nothing twice in a phase, and the least that the rule needs.

use super::*;
use crate::battle::fires::TURNS;
use crate::battle::terrain::{throw_for_woods, unknown_woods};
use crate::unit::Fate;

impl Told {
    /// What was said about something in this phase.
    pub(super) fn known(&self, about: About) -> Option<Said> {
        self.said.iter().find(|(one, _)| *one == about).map(|(_, said)| *said)
    }

    pub(super) fn keep(&mut self, about: About, said: Said) {
        self.said.push((about, said));
    }

    /// A unit has moved: what was said of it, and of others beside it, may be so no more.
    pub(super) fn moved(&mut self, unit: UnitId) {
        self.said
            .retain(|(about, _)| about.unit != unit && about.other != Some(unit) && !about.among.has(unit));
    }

    pub(super) fn yes(
        &mut self,
        scene: Scene<'_>,
        about: About,
        (clause, question): (Clause, String),
        ump: &mut impl Umpire,
    ) -> Asked<bool> {
        if let Some(Said::Yes(yes)) = self.known(about) {
            return Ok(yes);
        }
        ump.about(|| question);
        let asking = Asking::of(scene.side(about.unit), clause, about.what);
        let yes = *ump.choose(asking, &[YesNo::No, YesNo::Yes])? == YesNo::Yes;
        self.keep(about, Said::Yes(yes));
        Ok(yes)
    }

    pub(super) fn line<L: Line>(
        scene: Scene<'_>,
        unit: UnitId,
        (clause, what, question): (Clause, Asks, String),
        line: L,
        ump: &mut impl Umpire,
    ) -> Asked<L::Value> {
        ump.about(|| question);
        Ok(ump.order(Asking::of(scene.side(unit), clause, what), &Lines(line))?.value)
    }

    pub(super) fn which(
        &mut self,
        scene: Scene<'_>,
        about: About,
        (clause, question): (Clause, String),
        ump: &mut impl Umpire,
    ) -> Asked<Units> {
        if about.among.is_empty() {
            return Ok(Units::NONE);
        }
        if let Some(Said::Units(units)) = self.known(about) {
            return Ok(units);
        }
        let line = Which { scene, among: about.among };
        let units = Told::line(scene, about.unit, (clause, about.what, question), line, ump)?;
        self.keep(about, Said::Units(units));
        Ok(units)
    }

    pub(super) fn cover(
        &mut self,
        scene: Scene<'_>,
        about: About,
        question: String,
        ump: &mut impl Umpire,
    ) -> Asked<Shelter> {
        if let Some(Said::Shelter(shelter)) = self.known(about) {
            return Ok(shelter);
        }
        let asked = (rule!("13.5-a"), about.what, question);
        let shelter = Told::line(scene, about.unit, asked, Covered, ump)?;
        self.keep(about, Said::Shelter(shelter));
        Ok(shelter)
    }

    /// A shot: one line, and for guns the heights, the screen before the target and whoever is in the lane.
    pub(super) fn shot(
        &mut self,
        scene: Scene<'_>,
        (firer, target, most): (UnitId, UnitId, u8),
        ump: &mut impl Umpire,
    ) -> Asked<Option<Aimed>> {
        let (name, at) = (capital(&scene.name(firer)), scene.name(target));
        let by_face = match scene.unit(firer).body.formation {
            Formation::Square => " Face by face, as 3 4 + 2 5.",
            _ => "",
        };
        let question = format!(
            "{name} at {at}: how many stands bear (in arc and sight, no friend endangered), and at what range?{by_face}"
        );
        let asked = (rule!("17.3-k"), Asks::StandsThatBear, question);
        let Some(bears) = Told::line(scene, firer, asked, Shot { most }, ump)? else { return Ok(None) };
        let Bears { groups, nearest: range, strikes, shelter } = bears;
        let stands = groups.iter().map(|group| group.stands).sum();
        let mut aimed = Aimed {
            bearing: stands,
            groups: Vec::new(),
            range,
            strikes,
            shelter,
            level: Level::Table,
            target_level: Level::Table,
            endangers: Units::NONE,
            screen: None,
            behind: Vec::new(),
            then: None,
        };
        if !scene.profile(firer).arm.is_gun() {
            // A square fires by faces, others in groups by their range.
            aimed.groups = groups;
            return Ok(Some(aimed));
        }
        let all: Vec<Levels> =
            Level::ALL.iter().flat_map(|&one| Level::ALL.iter().map(move |&two| Levels(one, two))).collect();
        ump.about(|| format!("{name} at {at}: how high do they stand?"));
        let levels = ump.choose(Asking::of(scene.side(firer), rule!("17.3.5-a"), Asks::Heights), &all)?;
        (aimed.level, aimed.target_level) = (levels.0, levels.1);
        let loose =
            |unit: &UnitId| scene.unit(*unit).body.formation == Formation::Skirmish && *unit != target;
        let screens: Units = scene.now.troops(scene.rules, scene.side(target)).iter().filter(loose).collect();
        if !screens.is_empty() {
            let question = format!("{name} at {at}: is a screen before it, and how far before it?");
            let asked = (rule!("12.4-d"), Asks::AScreenBeforeTheTarget, question);
            let said = Told::line(scene, firer, asked, InLane { scene, among: screens }, ump)?;
            aimed.screen = said.first().copied();
        }
        // Friends as well: the ball does not ask whose they are.
        let all = Side::ALL.map(|side| scene.now.on_table(scene.rules, side));
        let mut behind = all[0].with(all[1]);
        behind.take(target);
        behind.take(firer);
        // Howitzers and canister do not bounce; nor does a shot at cover.
        let bounces =
            matches!(scene.profile(firer).arm, Arm::FieldGun | Arm::SiegeGun) && shelter.cover == Cover::Open;
        if bounces && !behind.is_empty() {
            let question = format!(
                "{name} at {at}: who stands behind it in the lane, and how far behind its front edge? Nearest first."
            );
            let asked = (rule!("17.3.7-a"), Asks::BounceLane, question);
            aimed.behind = Told::line(scene, firer, asked, InLane { scene, among: behind }, ump)?;
        }
        Ok(Some(aimed))
    }

    /// Woods of unknown kind that a unit has come near are thrown for. [15.8-a]
    pub(super) fn woods(
        &mut self,
        (rules, now): (&Campaign, &mut Position),
        unit: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let mut near = Vec::new();
        for wood in unknown_woods(Scene { rules, now }) {
            let scene = Scene { rules, now };
            let question =
                format!("Is a stand of {} within 2 inches of {}?", scene.name(unit), scene.piece_name(wood));
            ump.about(|| question);
            let asking = Asking::of(scene.side(unit), rule!("15.8-a"), Asks::AnUnknownWoodNear);
            if *ump.choose(asking, &[YesNo::No, YesNo::Yes])? == YesNo::Yes {
                near.push(wood);
            }
        }
        throw_for_woods((rules, now), unit, near, ump)
    }

    /// What shells have set alight: people know where it is. [15.9-f]
    pub(super) fn lit(
        &mut self,
        (rules, now): (&Campaign, &mut Position),
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        for unit in std::mem::take(&mut now.kindled) {
            ump.cite(rule!("15.9-f"));
            let name = Scene { rules, now }.name(unit);
            now.blazes.push((unit, now.turn));
            ump.explain(|| {
                let text = format!("The cover of {name} is on fire: nobody enters it");
                Ruling::new(rule!("15.9-f"), text)
            });
        }
        Ok(())
    }

    /// How far a charger that does not reach its enemy can go. [17.4.9-e]
    pub(super) fn room(
        &mut self,
        scene: Scene<'_>,
        charger: UnitId,
        most: Length,
        ump: &mut impl Umpire,
    ) -> Asked<Length> {
        let question = format!(
            "The charge of {} falls short. How far is the way free straight ahead, of the {most} inches that are left? \
             None if nothing is in the way.",
            scene.name(charger)
        );
        let asked = (rule!("17.4.9-e"), Asks::RoomAhead, question);
        let said = Told::line(scene, charger, asked, Distance { or_none: true }, ump)?;
        Ok(said.map_or(most, |length| length.min(most)))
    }

    /// Fires at a real table: they spread, and whoever has stayed in one for three turns is lost. [15.9-d] [15.9-e]
    pub(super) fn burns(
        &mut self,
        (rules, now): (&Campaign, &mut Position),
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        for (at, since) in now.blazes.clone() {
            let scene = Scene { rules, now };
            let name = scene.name(at);
            ump.explain(|| {
                let text = format!("The fire where {name} was hit spreads 2 inches with the wind");
                Ruling::new(rule!("15.9-e"), text)
            });
            if now.turn < since + TURNS {
                continue;
            }
            let all = Side::ALL.map(|side| now.on_table(rules, side));
            let among = all[0].with(all[1]);
            let question =
                format!("Who still stands in what has burnt for {TURNS} turns, where {name} was hit?");
            let about = About { what: Asks::Burnt, unit: at, other: None, among };
            for unit in self.which(scene, about, (rule!("15.9-d"), question), ump)?.iter() {
                let name = Scene { rules, now }.name(unit);
                now.unit_mut(unit).body.fate = Fate::Destroyed;
                now.remove(unit, Place::Gone);
                ump.explain(|| Ruling::new(rule!("15.9-d"), format!("{}: lost in the fire", capital(&name))));
            }
        }
        Ok(())
    }

    /// What a unit that was driven met.
    pub(super) fn went(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        (clause, question, length): (Clause, String, Length),
        ump: &mut impl Umpire,
    ) -> Asked<Ran> {
        let side = scene.side(unit);
        let mut friends = scene.now.troops(scene.rules, side);
        friends.take(unit);
        let enemies = scene.now.troops(scene.rules, side.other());
        let line = Went { scene, friends, enemies };
        let said = Told::line(scene, unit, (clause, Asks::HowItWent, question), line, ump)?;
        self.moved(unit);
        let (met, gone) = match said.met {
            Met1::Clear(gone) => (Met::Nothing, gone.unwrap_or(length)),
            Met1::Edge => (Met::TableEdge, length),
            Met1::River => (Met::River, length),
            Met1::Enemy(enemy) => (Met::Enemy(enemy), length),
            Met1::Stopped(gone) => (Met::Halted, gone.min(length)),
        };
        Ok(Ran { length: gone, burst: said.burst, met })
    }
}

/// A question about one unit.
pub(super) const fn about(what: Asks, unit: UnitId) -> About {
    About { what, unit, other: None, among: Units::NONE }
}
