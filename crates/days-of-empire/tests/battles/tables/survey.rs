//! What the rules want to know of the table and of who stands where, measured, and asked again.

use super::*;

impl Survey for Surveyed {
    fn support(&mut self, scene: Scene<'_>, unit: UnitId, ump: &mut impl Umpire) -> Asked<Support> {
        let found = self.measured.support(scene, unit, ump)?;
        let again = ask!(self, vec![one(Asks::Support, found.word())], |told, scribe| told
            .support(scene, unit, scribe));
        assert_eq!(again, found);
        Ok(found)
    }

    fn friend_routing(&mut self, scene: Scene<'_>, unit: UnitId, ump: &mut impl Umpire) -> Asked<bool> {
        let found = self.measured.friend_routing(scene, unit, ump)?;
        let again = ask!(self, vec![yes(Asks::FriendsOnTheRun, found)], |told, scribe| told
            .friend_routing(scene, unit, scribe));
        assert_eq!(again, found);
        Ok(found)
    }

    fn generals_in_reach(&mut self, scene: Scene<'_>, unit: UnitId, ump: &mut impl Umpire) -> Asked<Units> {
        let found = self.measured.generals_in_reach(scene, unit, ump)?;
        // Only those of its own chain are asked for.
        let chain: Vec<CommandId> =
            std::iter::successors(scene.profile(unit).command, |command| scene.rules.command(*command).above)
                .collect();
        let helps = |general: &UnitId| {
            let free = scene.unit(*general).rides_with.is_none();
            let mine = scene.rules.commands.iter().enumerate().any(|(at, command)| {
                command.general == Some(*general)
                    && (chain.contains(&CommandId(at as u8))
                        || command.rank == grognard_days_of_empire::battle::campaign::Rank::Army)
            });
            mine && free
        };
        let text = units(scene, found.iter().filter(helps));
        ask!(self, vec![one(Asks::GeneralsInReach, text)], |told, scribe| told
            .generals_in_reach(scene, unit, scribe));
        Ok(found)
    }

    fn shelter(&mut self, scene: Scene<'_>, unit: UnitId, ump: &mut impl Umpire) -> Asked<Shelter> {
        let found = self.measured.shelter(scene, unit, ump)?;
        ask!(self, vec![one(Asks::Cover, shelter_words(found))], |told, scribe| told
            .shelter(scene, unit, scribe));
        Ok(found)
    }

    fn shelter_from(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        from: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<Shelter> {
        let found = self.measured.shelter_from(scene, unit, from, ump)?;
        ask!(self, vec![one(Asks::Cover, shelter_words(found))], |told, scribe| told
            .shelter_from(scene, unit, from, scribe));
        Ok(found)
    }

    fn formed_enemy_near(&mut self, scene: Scene<'_>, unit: UnitId, ump: &mut impl Umpire) -> Asked<bool> {
        let found = self.measured.formed_enemy_near(scene, unit, ump)?;
        ask!(self, vec![yes(Asks::AFormedEnemyNear, found)], |told, scribe| told
            .formed_enemy_near(scene, unit, scribe));
        Ok(found)
    }

    fn enemy_visible(&mut self, scene: Scene<'_>, unit: UnitId, ump: &mut impl Umpire) -> Asked<bool> {
        let found = self.measured.enemy_visible(scene, unit, ump)?;
        ask!(self, vec![yes(Asks::AnEnemyInSight, found)], |told, scribe| told
            .enemy_visible(scene, unit, scribe));
        Ok(found)
    }

    fn higher(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        other: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<Option<Side>> {
        let found = self.measured.higher(scene, unit, other, ump)?;
        let text = found.map_or("nobody", Side::key);
        ask!(self, vec![one(Asks::HigherGround, text)], |told, scribe| told
            .higher(scene, unit, other, scribe));
        Ok(found)
    }

    fn stands_touching(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        other: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<u8> {
        let found = self.measured.stands_touching(scene, unit, other, ump)?;
        ask!(self, vec![one(Asks::StandsInContact, found.to_string())], |told, scribe| told
            .stands_touching(scene, unit, other, scribe));
        Ok(found)
    }

    fn reinforcements(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        enemy: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<Units> {
        let found = self.measured.reinforcements(scene, unit, enemy, ump)?;
        ask!(self, vec![one(Asks::Reinforcements, units(scene, found.iter()))], |told, scribe| told
            .reinforcements(scene, unit, enemy, scribe));
        Ok(found)
    }

    fn square_of_several(&mut self, scene: Scene<'_>, unit: UnitId, ump: &mut impl Umpire) -> Asked<bool> {
        let found = self.measured.square_of_several(scene, unit, ump)?;
        let again = ask!(self, vec![yes(Asks::SquareOfSeveral, found)], |told, scribe| told
            .square_of_several(scene, unit, scribe));
        assert_eq!(again, found);
        Ok(found)
    }

    fn bad_ground(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<Option<Lasting>> {
        let found = self.measured.bad_ground(scene, unit, ump)?;
        let mut all = [Vec::new(), Vec::new()];
        for one in scene.now.all().filter(|one| scene.unit(*one).place.is_on_table()) {
            if scene.profile(one).arm == grognard_days_of_empire::unit::Arm::Staff {
                continue;
            }
            match self.measured.bad_ground(scene, one, ump)? {
                None | Some(Lasting::Not) => {}
                Some(Lasting::Inside) => all[0].push(one),
                Some(Lasting::UntilRallied) => all[1].push(one),
            }
        }
        let [inside, water] = all.map(|list| units(scene, list));
        let answers = vec![one(Asks::StillInBadGround, inside), one(Asks::StillInWater, water)];
        let again = ask!(self, answers, |told, scribe| told.bad_ground(scene, unit, scribe));
        assert_eq!(again, found, "{}", scene.key(unit));
        Ok(found)
    }

    fn is_touched(&mut self, scene: Scene<'_>, gun: UnitId, ump: &mut impl Umpire) -> Asked<bool> {
        let found = self.measured.is_touched(scene, gun, ump)?;
        ask!(self, vec![yes(Asks::GunsTouched, found)], |told, scribe| told.is_touched(scene, gun, scribe));
        Ok(found)
    }

    fn general_near(
        &mut self,
        scene: Scene<'_>,
        general: UnitId,
        command: CommandId,
        ump: &mut impl Umpire,
    ) -> Asked<bool> {
        let found = self.measured.general_near(scene, general, command, ump)?;
        ask!(self, vec![yes(Asks::TheGeneralNear, found)], |told, scribe| told
            .general_near(scene, general, command, scribe));
        Ok(found)
    }

    fn objective(&mut self, scene: Scene<'_>, goal: usize, ump: &mut impl Umpire) -> Asked<Option<Side>> {
        let found = self.measured.objective(scene, goal, ump)?;
        let text = found.map_or("nobody", Side::key);
        ask!(self, vec![one(Asks::WhoHoldsIt, text)], |told, scribe| told.objective(scene, goal, scribe));
        Ok(found)
    }

    fn sees(&mut self, scene: Scene<'_>, by: UnitId, at: UnitId) -> bool {
        Survey::sees(&mut self.measured, scene, by, at)
    }

    fn spots(&mut self, scene: Scene<'_>, hidden: UnitId) -> bool {
        self.measured.spots(scene, hidden)
    }
}
