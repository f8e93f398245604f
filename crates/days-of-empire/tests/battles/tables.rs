//! Two front ends, one set of rules: a battle is played on the measured table, what people at a real table would have
//! been asked is taken down with its answers, and the battle is played again by the umpire of a real table. The account
//! is the same, line by line.

use super::charts;
use grognard_board::table::{FeatureId, Mils, Pose};
use grognard_days_of_empire::battle::campaign::Campaign;
use grognard_days_of_empire::battle::ground::{
    Aimed, Approach, Course, Flight, Ground, Met, Moved, Ran, Reckoned, Shelter, Volleyed, Way,
};
use grognard_days_of_empire::battle::ids::{CommandId, UnitId, Units};
use grognard_days_of_empire::battle::measured::Measured;
use grognard_days_of_empire::battle::pushed::said;
use grognard_days_of_empire::battle::reserves::Arriving;
use grognard_days_of_empire::battle::state::{Position, Scene};
use grognard_days_of_empire::battle::told::Told;
use grognard_days_of_empire::battle::{Battle, BattleEnd};
use grognard_days_of_empire::charge::Slope;
use grognard_days_of_empire::charts::Lasting;
use grognard_days_of_empire::fire::Gait;
use grognard_days_of_empire::length::Length;
use grognard_days_of_empire::terrain::{Density, PieceKind};
use grognard_days_of_empire::title::army::Edge;
use grognard_days_of_empire::unit::{Cover, CoverOf, Direction, Formation, Support};
use grognard_days_of_empire::{Asks, Contest, TITLES, open};
use grognard_umpire::{
    Asked, Asking, Choice, Dice, Generator, Offer, Openness, Orders, Procedure, Ruling, Side, Topic, Umpire,
};
use std::collections::VecDeque;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::{Arc, Mutex};

mod players;
mod scribe;

use players::*;
use scribe::*;

/// Something said to the umpire: what was asked, and the answer.
type Answered = (Option<Side>, Topic, String);

/// A measured table, and somebody beside it who takes down what people would be asked.
#[derive(Clone, Debug, Default)]
struct Surveyed {
    measured: Measured,
    told: Told,
    taken_down: Arc<Mutex<Vec<Answered>>>,
}

impl PartialEq for Surveyed {
    fn eq(&self, _: &Surveyed) -> bool {
        true
    }
}
impl Eq for Surveyed {}
impl Hash for Surveyed {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// Measures, then lets the real table's umpire ask, with the measured answer at hand.
macro_rules! ask {
    ($self:ident, $answers:expr, |$told:ident, $scribe:ident| $call:expr) => {{
        let answers = $answers;
        let Surveyed { told: $told, taken_down, .. } = &mut *$self;
        let $scribe = &mut Scribe { answers, taken_down };
        $call.expect("everything is answered")
    }};
}

impl Ground for Surveyed {
    const IS_MEASURED: bool = true;

    fn ready(&mut self, scene: Scene<'_>) {
        self.measured.ready(scene);
    }

    fn new_phase(&mut self) {
        self.told.new_phase();
    }

    fn support(&mut self, scene: Scene<'_>, unit: UnitId, ump: &mut impl Umpire) -> Asked<Support> {
        let found = self.measured.support(scene, unit, ump)?;
        let again = ask!(self, vec![one(Asks::Support, found.word())], |told, scribe| told
            .support(scene, unit, scribe));
        assert_eq!(again, found);
        Ok(found)
    }

    fn square_of_several(&mut self, scene: Scene<'_>, unit: UnitId, ump: &mut impl Umpire) -> Asked<bool> {
        let found = self.measured.square_of_several(scene, unit, ump)?;
        let again = ask!(self, vec![yes(Asks::SquareOfSeveral, found)], |told, scribe| told
            .square_of_several(scene, unit, scribe));
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

    fn kindle(&mut self, scene: (&Campaign, &mut Position), ump: &mut impl Umpire) -> Asked<()> {
        self.measured.kindle(scene, ump)
    }

    fn squares_near(&mut self, scene: Scene<'_>, unit: UnitId, length: Length) -> Vec<(UnitId, Length)> {
        self.measured.squares_near(scene, unit, length)
    }

    fn is_touched(&mut self, scene: Scene<'_>, gun: UnitId, ump: &mut impl Umpire) -> Asked<bool> {
        let found = self.measured.is_touched(scene, gun, ump)?;
        ask!(self, vec![yes(Asks::GunsTouched, found)], |told, scribe| told.is_touched(scene, gun, scribe));
        Ok(found)
    }

    fn across(&mut self, scene: Scene<'_>, unit: UnitId) -> Option<i32> {
        self.measured.across(scene, unit)
    }

    fn sees(&mut self, scene: Scene<'_>, by: UnitId, at: UnitId) -> bool {
        Ground::sees(&mut self.measured, scene, by, at)
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

    fn impulse(
        &mut self,
        scene: Scene<'_>,
        charger: UnitId,
        way: Way,
        between: (Length, Length),
    ) -> Option<Length> {
        self.measured.impulse(scene, charger, way, between)
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

    fn charge_ways(&mut self, scene: Scene<'_>, charger: UnitId, target: UnitId) -> Vec<Way> {
        self.measured.charge_ways(scene, charger, target)
    }

    fn reckon(&mut self, scene: Scene<'_>, charger: UnitId, target: UnitId, way: Way) -> Reckoned<Approach> {
        self.measured.reckon(scene, charger, target, way)
    }

    fn reckon_shot(&mut self, scene: Scene<'_>, firer: UnitId, target: UnitId) -> Reckoned<Aimed> {
        self.measured.reckon_shot(scene, firer, target)
    }

    fn could_fire(&mut self, scene: Scene<'_>, firer: UnitId) -> bool {
        self.measured.could_fire(scene, firer)
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

    fn has_room(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        formation: Formation,
        ump: &mut impl Umpire,
    ) -> Asked<bool> {
        self.measured.has_room(scene, unit, formation, ump)
    }

    fn place(
        &mut self,
        scene: (&Campaign, &mut Position),
        side: Side,
        how: (Option<CommandId>, Openness),
        ump: &mut impl Umpire,
    ) -> Asked<Option<CommandId>> {
        self.measured.place(scene, side, how, ump)
    }

    fn spots(&mut self, scene: Scene<'_>, hidden: UnitId) -> bool {
        self.measured.spots(scene, hidden)
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

    fn entry_points(&mut self, scene: Scene<'_>, side: Side) -> Vec<(Edge, Mils, bool)> {
        self.measured.entry_points(scene, side)
    }

    fn enter(
        &mut self,
        scene: (&Campaign, &mut Position),
        unit: UnitId,
        arriving: Arriving,
        ump: &mut impl Umpire,
    ) -> Asked<Option<Pose>> {
        let (rules, now) = scene;
        let mut before = now.clone();
        let found = self.measured.enter((rules, now), unit, arriving, ump)?;
        ask!(self, vec![yes(Asks::RoomAtTheEdge, found.is_some())], |told, scribe| told.enter(
            (rules, &mut before),
            unit,
            arriving,
            scribe
        ));
        Ok(found)
    }

    fn objective(&mut self, scene: Scene<'_>, goal: usize, ump: &mut impl Umpire) -> Asked<Option<Side>> {
        let found = self.measured.objective(scene, goal, ump)?;
        let text = found.map_or("nobody", Side::key);
        ask!(self, vec![one(Asks::WhoHoldsIt, text)], |told, scribe| told.objective(scene, goal, scribe));
        Ok(found)
    }

    fn ordinary_move(
        &mut self,
        (rules, now): (&Campaign, &mut Position),
        side: Side,
        ump: &mut impl Umpire,
    ) -> Asked<Moved> {
        let before = now.clone();
        let mut heard = Overheard { inner: ump, last: None };
        let moved = self.measured.ordinary_move((rules, now), side, &mut heard)?;
        let Some((asking, text)) = heard.last else { return Ok(moved) };
        let text = said(&mut self.measured.clone(), (rules, &before), side, &text)
            .unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        let marches = text.ends_with("force march");
        self.taken_down.lock().unwrap().push((asking.by, Asks::NextMove.into(), text));
        if let Moved::Unit(unit) = moved {
            let unknown = |now: &Position, at: u8| {
                Scene { rules, now }.piece(FeatureId(at)) == PieceKind::Wood(Density::Unknown)
            };
            let woods = (0..rules.pieces.len() as u8).filter(|at| !marches && unknown(&before, *at));
            for at in woods {
                let near = if unknown(now, at) { "no" } else { "yes" };
                let topic = Asks::AnUnknownWoodNear.into();
                self.taken_down.lock().unwrap().push((asking.by, topic, near.to_owned()));
            }
            // What was said of it may be so no more.
            self.told.charge_on(
                (rules, &mut before.clone()),
                unit,
                Way::default(),
                Length::default(),
                ump,
            )?;
        }
        Ok(moved)
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

    fn clock(&mut self, scene: (&Campaign, &mut Position), ump: &mut impl Umpire) -> Asked<()> {
        self.measured.clock(scene, ump)
    }
}

fn played<G: Ground>(mut battle: Battle<G>, rules: &Campaign, ump: &mut impl Umpire) -> BattleEnd {
    for _ in 0..100_000 {
        match battle.step(rules, ump).expect("everything is answered") {
            Continue(next) => battle = next,
            Break(end) => return end,
        }
    }
    panic!("no end")
}

/// A battle on the measured table; the orders of charges say how far their 1st Impulse went.
fn measured(title: &str, seed: u64) -> (BattleEnd, Reader, Vec<String>) {
    let Ok(Contest::Battle(battle, rules)) = open("title.toml", title, &charts()) else { panic!("a battle") };
    let ground = Surveyed::default();
    let taken_down = Arc::clone(&ground.taken_down);
    let mut player = Player {
        dice: Generator::new(seed),
        thrown: Vec::new(),
        last: 0,
        taken_down: Arc::clone(&taken_down),
        account: Vec::new(),
    };
    let mut battle = Battle { now: battle.now, ground, phase: battle.phase };
    let end = loop {
        let declared = battle.now.charges.len();
        let noted = taken_down.lock().unwrap().len();
        let next = battle.step(&rules, &mut player).expect("everything is answered");
        let next = match next {
            Continue(next) => next,
            Break(end) => break end,
        };
        let mut list = taken_down.lock().unwrap();
        if let (Some(onrush), Some(order)) = (
            next.now.charges.get(declared),
            list.iter_mut().skip(noted).find(|one| one.2.starts_with("charge ") && !one.2.contains(" of ")),
        ) {
            order.2 += &format!(" advance {}", onrush.first);
        }
        drop(list);
        battle = next;
    };
    let answers = taken_down.lock().unwrap().drain(..).collect();
    let dice = player.thrown.into_iter().collect();
    (end, Reader { dice, last: 0, answers, account: Vec::new() }, player.account)
}

/// Plays a title on both tables.
fn both(title: &str, seed: u64) {
    let (end, mut reader, account) = measured(title, seed);
    let real = title.replacen("kind = \"battle\"", "kind = \"umpired-battle\"", 1);
    let Ok(Contest::Umpired(battle, rules)) = open("title.toml", &real, &charts()) else {
        panic!("an umpired battle")
    };
    let again = played(*battle, &rules, &mut reader);
    for (number, (one, other)) in account.iter().zip(&reader.account).enumerate() {
        assert_eq!(one, other, "seed {seed}, line {number} of the account");
    }
    assert_eq!(account.len(), reader.account.len(), "seed {seed}");
    assert_eq!(end, again, "seed {seed}");
    assert!(reader.answers.is_empty() && reader.dice.is_empty(), "seed {seed}: something was not asked");
}

pub(super) fn title(name: &str) -> &'static str {
    TITLES.get_file(name).unwrap().contents_utf8().unwrap()
}

#[test]
fn a_battle_on_the_screen_and_on_a_real_table_gives_one_account() {
    for seed in 0..12 {
        both(title("two-battalions.toml"), seed);
        both(title("thin-red-line.toml"), seed);
    }
}

/// The greater titles, on demand: `GROGNARD_LONG=1 cargo nextest run -p grognard-days-of-empire greater_battles`.
#[test]
fn greater_battles_give_one_account_too() {
    if std::env::var_os("GROGNARD_LONG").is_none() {
        return;
    }
    let mut wrong = Vec::new();
    for name in ["two-battalions", "thin-red-line", "the-alma", "balaclava", "traktir-bridge", "chorgun-road"]
    {
        for seed in 0..12 {
            let run = || both(title(&format!("{name}.toml")), seed);
            if let Err(error) = std::panic::catch_unwind(run) {
                let text = error.downcast_ref::<String>().cloned().unwrap_or_default();
                wrong.push(format!("{name} {seed}: {text}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} differ\n{}", wrong.len(), wrong.join("\n"));
}
