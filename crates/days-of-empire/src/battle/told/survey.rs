//! What the rules want to know of the table and of who stands where, beside a real table.

use super::*;
use crate::battle::ground::{reinforces, supports};

impl Survey for Told {
    fn support(&mut self, scene: Scene<'_>, unit: UnitId, ump: &mut impl Umpire) -> Asked<Support> {
        let friends = scene.now.troops(scene.rules, scene.side(unit));
        let among: Units = friends.iter().filter(|friend| supports(scene, unit, *friend)).collect();
        if among.is_empty() {
            return Ok(Support::Unsupported);
        }
        let about = About { among, ..about(Asks::Support, unit) };
        if let Some(Said::Number(at)) = self.known(about) {
            return Ok(Support::ALL[usize::from(at)]);
        }
        ump.about(|| format!("Is a formed friend behind {}, neither shaken nor routing?", scene.name(unit)));
        let all: Vec<Behind> = Support::ALL.iter().map(|one| Behind(*one)).collect();
        let said = ump.choose(Asking::of(scene.side(unit), rule!("T11-c"), Asks::Support), &all)?.0;
        let at = Support::ALL.iter().position(|one| *one == said).unwrap_or(0);
        self.keep(about, Said::Number(at as u8));
        Ok(said)
    }

    fn friend_routing(&mut self, scene: Scene<'_>, unit: UnitId, ump: &mut impl Umpire) -> Asked<bool> {
        let routs = |friend: &UnitId| *friend != unit && scene.unit(*friend).body.order == Order::Routing;
        let among: Units = scene.now.troops(scene.rules, scene.side(unit)).iter().filter(routs).collect();
        if among.is_empty() {
            return Ok(false);
        }
        let names: Vec<String> = among.iter().map(|one| scene.key(one)).collect();
        let question = format!(
            "Can {} see a friend on the run within 12 inches ({})?",
            scene.name(unit),
            names.join(", ")
        );
        self.yes(
            scene,
            About { among, ..about(Asks::FriendsOnTheRun, unit) },
            (rule!("T11-a"), question),
            ump,
        )
    }

    fn generals_in_reach(&mut self, scene: Scene<'_>, unit: UnitId, ump: &mut impl Umpire) -> Asked<Units> {
        let side = scene.side(unit);
        let chain: Vec<CommandId> =
            std::iter::successors(scene.profile(unit).command, |command| scene.rules.command(*command).above)
                .collect();
        // Of its own chain, on the table, and not attached to others: nobody else could help.
        let helps = |(at, command): &(usize, &crate::battle::campaign::Command)| {
            let mine = chain.contains(&CommandId(*at as u8)) || command.rank == Rank::Army;
            command.side == side && mine
        };
        let generals =
            scene.rules.commands.iter().enumerate().filter(helps).filter_map(|(_, command)| command.general);
        let free = |general: &UnitId| {
            let state = scene.unit(*general);
            state.place.is_on_table() && state.rides_with.is_none_or(|with| with == unit)
        };
        let all: Units = generals.filter(free).collect();
        let with: Units =
            all.iter().filter(|general| scene.unit(*general).rides_with == Some(unit)).collect();
        let about = About { among: all.without(with), ..about(Asks::GeneralsInReach, unit) };
        let question = format!("Which generals are within 16 inches of {}?", scene.name(unit));
        Ok(self.which(scene, about, (rule!("14.2-b"), question), ump)?.with(with))
    }

    fn shelter(&mut self, scene: Scene<'_>, unit: UnitId, ump: &mut impl Umpire) -> Asked<Shelter> {
        let question = format!("The cover of {}: in what, or within an inch behind what?", scene.name(unit));
        self.cover(scene, about(Asks::Cover, unit), question, ump)
    }

    fn shelter_from(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        from: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<Shelter> {
        let question = format!(
            "The cover of {} against {}: in what, or within an inch behind what?",
            scene.name(unit),
            scene.name(from)
        );
        self.cover(scene, About { other: Some(from), ..about(Asks::Cover, unit) }, question, ump)
    }

    fn formed_enemy_near(&mut self, scene: Scene<'_>, unit: UnitId, ump: &mut impl Umpire) -> Asked<bool> {
        let formed = |enemy: &UnitId| scene.now.is_formed(scene.rules, *enemy);
        let enemies = scene.now.troops(scene.rules, scene.side(unit).other());
        if !enemies.iter().any(|enemy| formed(&enemy)) {
            return Ok(false);
        }
        let question = format!("Can {} see a formed enemy within 8 inches?", scene.name(unit));
        self.yes(scene, about(Asks::AFormedEnemyNear, unit), (rule!("T11-a"), question), ump)
    }

    fn enemy_visible(&mut self, scene: Scene<'_>, unit: UnitId, ump: &mut impl Umpire) -> Asked<bool> {
        // Whoever sees a formed enemy near sees an enemy.
        if let Some(Said::Yes(true)) = self.known(about(Asks::AFormedEnemyNear, unit)) {
            return Ok(true);
        }
        let question = format!("Can {} see any enemy?", scene.name(unit));
        self.yes(scene, about(Asks::AnEnemyInSight, unit), (rule!("T11-a"), question), ump)
    }

    fn higher(
        &mut self,
        scene: Scene<'_>,
        one: UnitId,
        other: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<Option<Side>> {
        let about = About { other: Some(other), ..about(Asks::HigherGround, one) };
        let sides = [None, Some(scene.side(one)), Some(scene.side(other))];
        if let Some(Said::Number(at)) = self.known(about) {
            return Ok(sides[usize::from(at)]);
        }
        ump.about(|| format!("Who stands higher, {} or {}?", scene.name(one), scene.name(other)));
        let asking = Asking::of(scene.side(one), rule!("T13-a"), Asks::HigherGround);
        let said = ump.choose(asking, &sides.map(Higher))?.0;
        let at = sides.iter().position(|side| *side == said).unwrap_or(0);
        self.keep(about, Said::Number(at as u8));
        Ok(said)
    }

    fn stands_touching(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        other: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<u8> {
        let about = About { other: Some(other), ..about(Asks::StandsInContact, unit) };
        if let Some(Said::Number(stands)) = self.known(about) {
            return Ok(stands);
        }
        let counts: Vec<Count> = (1..=scene.unit(unit).body.strength.max(1)).map(Count).collect();
        ump.about(|| format!("How many stands of {} touch {}?", scene.name(unit), scene.name(other)));
        let stands =
            ump.choose(Asking::of(scene.side(unit), rule!("17.5.2-c"), Asks::StandsInContact), &counts)?.0;
        self.keep(about, Said::Number(stands));
        Ok(stands)
    }

    fn reinforcements(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        enemy: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<Units> {
        if scene.unit(unit).body.formation != Formation::Line {
            return Ok(Units::NONE);
        }
        let friends = scene.now.troops(scene.rules, scene.side(unit));
        let among: Units = friends.iter().filter(|friend| reinforces(scene, unit, *friend)).collect();
        let about = About { other: Some(enemy), among, ..about(Asks::Reinforcements, unit) };
        let question = format!(
            "Who stands directly behind {} and opposite {}, to reinforce it?",
            scene.name(unit),
            scene.name(enemy)
        );
        self.which(scene, about, (rule!("17.5-e"), question), ump)
    }

    fn square_of_several(&mut self, scene: Scene<'_>, unit: UnitId, ump: &mut impl Umpire) -> Asked<bool> {
        let line = |one: &UnitId| {
            scene.profile(*one).arm == Arm::Infantry && scene.unit(*one).body.formation == Formation::Line
        };
        let among: Units = scene.now.troops(scene.rules, scene.side(unit)).iter().filter(line).collect();
        if !among.has(unit) || among.len() < 2 {
            return Ok(false);
        }
        let question = format!("Is there a closed square of {} and other lines?", scene.name(unit));
        let about = About { among, ..about(Asks::SquareOfSeveral, unit) };
        self.yes(scene, about, (rule!("12.3-i"), question), ump)
    }

    fn bad_ground(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<Option<Lasting>> {
        // One question for everybody who has met such ground, or may have stood in it from the start.
        let badly = |unit: UnitId| {
            let state = scene.unit(unit);
            let driven = state.ran > Mils::ZERO || state.marks.fought || state.marks.charged;
            let pieces = (0..scene.rules.pieces.len() as u8).map(FeatureId);
            match scene.rules.pieces.is_empty() {
                true => state.by_ground || state.marks.in_bad_ground || driven,
                false => pieces.into_iter().any(|id| lasting(scene, unit, scene.piece(id)).is_some()),
            }
        };
        let troops =
            scene.now.troops(scene.rules, Side::First).with(scene.now.troops(scene.rules, Side::Second));
        let among: Units = troops.iter().filter(|unit| badly(*unit)).collect();
        let (Some(first), true) = (among.first(), among.has(unit)) else { return Ok(None) };
        for (what, question, lasting) in [
            (Asks::StillInBadGround, "Who stands in a wood, a town or difficult ground?", Lasting::Inside),
            (
                Asks::StillInWater,
                "Who stands in water or a swamp, or has charged across water, a swamp or an obstacle?",
                Lasting::UntilRallied,
            ),
        ] {
            let about = About { what, unit: first, other: None, among };
            if self.which(scene, about, (rule!("17.2.8-b"), question.to_owned()), ump)?.has(unit) {
                return Ok(Some(lasting));
            }
        }
        Ok(None)
    }

    fn is_touched(&mut self, scene: Scene<'_>, gun: UnitId, ump: &mut impl Umpire) -> Asked<bool> {
        let question = format!("Does an enemy touch {}, which its crew has left?", scene.name(gun));
        self.yes(scene, about(Asks::GunsTouched, gun), (rule!("10.2-c"), question), ump)
    }

    fn general_near(
        &mut self,
        scene: Scene<'_>,
        general: UnitId,
        command: CommandId,
        ump: &mut impl Umpire,
    ) -> Asked<bool> {
        let name = &scene.rules.command(command).name;
        let question = format!("Is {} within 8 inches of a unit of {name}?", scene.name(general));
        let among = scene.now.troops(scene.rules, scene.side(general));
        let mine = among.iter().filter(|unit| scene.now.is_under(scene.rules, *unit, command)).collect();
        let about = About { among: mine, ..about(Asks::TheGeneralNear, general) };
        self.yes(scene, about, (rule!("14.3-b"), question), ump)
    }

    fn objective(
        &mut self,
        scene: Scene<'_>,
        objective: usize,
        ump: &mut impl Umpire,
    ) -> Asked<Option<Side>> {
        let goal = &scene.rules.objectives[objective];
        // Only a side with a unit that may hold it can.
        let able = |side: &Side| {
            scene.now.troops(scene.rules, *side).iter().any(|unit| scene.now.may_hold(scene.rules, unit))
        };
        let mut sides = vec![Higher(None)];
        sides.extend(Side::ALL.into_iter().filter(able).map(|side| Higher(Some(side))));
        ump.about(|| {
            format!(
                "Who holds {}: a formed unit, neither shaken nor routing, within {} inches, and no formed enemy there?",
                goal.name, goal.radius
            )
        });
        Ok(ump.choose(Asking::of(scene.now.initiative, rule!("18.2-a"), Asks::WhoHoldsIt), &sides)?.0)
    }

    fn sees(&mut self, _: Scene<'_>, _: UnitId, _: UnitId) -> bool {
        true
    }

    fn spots(&mut self, _: Scene<'_>, _: UnitId) -> bool {
        false
    }
}
