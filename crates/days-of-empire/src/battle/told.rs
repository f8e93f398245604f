//! The real table: whatever the rules want to know of it is asked of the people who stand around it. [10.2 of the design]
//!
//! They are asked for the least a rule needs: nothing that follows from the rosters (who has no general left is not
//! asked for one in reach), and nothing twice in a phase while nothing has moved. Where a rule wants several things of
//! one shot or one charge they are said in one line. People push their own stands: a mover asks what was met.

mod ask;
mod asking;
mod moves;
mod words;

use super::campaign::{Campaign, Rank};
use super::ground::{
    Aimed, Approach, Course, Flight, Ground, Met, Moved, Ran, Reckoned, Shelter, Volleyed, Way,
};
use super::ids::{CommandId, UnitId, Units};
use super::reserves::Arriving;
use super::state::{Piece, Place, Position, Scene};
use super::terrain::lasting;
use super::works;
use crate::asks::Asks;
use crate::charge::{Passage, Slope};
use crate::charts::Lasting;
use crate::length::Length;
use crate::readings::NearestBy;
use crate::title::army::Edge;
use crate::unit::{Arm, Cover, Direction, Formation, Order, Support, capital};
use crate::volley::Level;
use ask::{Bears, Covered, Distance, InLane, Line, Lines, Met1, Run, Shot, Went, Which};
use asking::about;
use grognard_board::table::{FeatureId, Mils, Pose};
use grognard_umpire::{Asked, Asking, Clause, Openness, Ruling, Side, Umpire, YesNo};
use words::{Behind, Count, Higher, Levels, Struck};

/// What people have said in this phase, so that they are not asked again.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Told {
    said: Vec<(About, Said)>,
}

/// What a question was about: the units, and those whose state the answer hung on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct About {
    what: Asks,
    unit: UnitId,
    other: Option<UnitId>,
    among: Units,
}

/// What was said.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Said {
    Yes(bool),
    Units(Units),
    Number(u8),
    Length(Option<Length>),
    Shelter(Shelter),
}

impl Ground for Told {
    const IS_MEASURED: bool = false;

    fn new_phase(&mut self) {
        self.said.clear();
    }

    fn support(&mut self, scene: Scene<'_>, unit: UnitId, ump: &mut impl Umpire) -> Asked<Support> {
        let steady = |friend: &UnitId| {
            *friend != unit
                && scene.now.is_formed(scene.rules, *friend)
                && scene.unit(*friend).body.order < Order::Shaken
        };
        let among: Units = scene.now.troops(scene.rules, scene.side(unit)).iter().filter(steady).collect();
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
            "Does {} see a friend on the run within 12 inches ({})?",
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
        let helps = |(at, command): &(usize, &super::campaign::Command)| {
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
        let question = format!("What does {} stand in, or within an inch behind?", scene.name(unit));
        self.cover(scene, about(Asks::Cover, unit), question, ump)
    }

    fn shelter_from(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        from: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<Shelter> {
        let question = format!("What covers {} against {}?", scene.name(unit), scene.name(from));
        self.cover(scene, About { other: Some(from), ..about(Asks::Cover, unit) }, question, ump)
    }

    fn formed_enemy_near(&mut self, scene: Scene<'_>, unit: UnitId, ump: &mut impl Umpire) -> Asked<bool> {
        let formed = |enemy: &UnitId| scene.now.is_formed(scene.rules, *enemy);
        let enemies = scene.now.troops(scene.rules, scene.side(unit).other());
        if !enemies.iter().any(|enemy| formed(&enemy)) {
            return Ok(false);
        }
        let question = format!("Does {} see a formed enemy within 8 inches?", scene.name(unit));
        self.yes(scene, about(Asks::AFormedEnemyNear, unit), (rule!("T11-a"), question), ump)
    }

    fn enemy_visible(&mut self, scene: Scene<'_>, unit: UnitId, ump: &mut impl Umpire) -> Asked<bool> {
        // Whoever sees a formed enemy near sees an enemy.
        if let Some(Said::Yes(true)) = self.known(about(Asks::AFormedEnemyNear, unit)) {
            return Ok(true);
        }
        let question = format!("Does {} see any enemy?", scene.name(unit));
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
        let free = |friend: &UnitId| {
            *friend != unit && scene.now.is_formed(scene.rules, *friend) && !scene.now.is_locked(*friend)
        };
        let among: Units = scene.now.troops(scene.rules, scene.side(unit)).iter().filter(free).collect();
        let about = About { other: Some(enemy), among, ..about(Asks::Reinforcements, unit) };
        let question = format!(
            "Who stands directly behind {} and opposite {}, to reinforce it?",
            scene.name(unit),
            scene.name(enemy)
        );
        self.which(scene, about, (rule!("17.5-e"), question), ump)
    }

    fn targets(&mut self, scene: Scene<'_>, firer: UnitId) -> Vec<UnitId> {
        scene.now.on_table(scene.rules, scene.side(firer).other()).iter().collect()
    }

    fn aim(
        &mut self,
        scene: Scene<'_>,
        firer: UnitId,
        target: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<Option<Aimed>> {
        let most = if scene.profile(firer).arm.is_gun() { 1 } else { scene.unit(firer).body.strength };
        self.shot(scene, (firer, target, most), ump)
    }

    fn passed(
        &mut self,
        scene: Scene<'_>,
        firer: UnitId,
        target: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<Option<Aimed>> {
        let Some(aimed) = self.aim(scene, firer, target, ump)? else { return Ok(None) };
        ump.about(|| format!("How was {} drawn up when it passed?", scene.name(target)));
        let all = words::ways_to_pass(scene.profile(target).arm);
        let asking = Asking::of(scene.side(firer), rule!("17.3-p"), Asks::HowItPassed);
        let then = Some(ump.choose(asking, &all)?.0);
        Ok(Some(Aimed { then, ..aimed }))
    }

    fn sees(&mut self, _: Scene<'_>, _: UnitId, _: UnitId) -> bool {
        true
    }

    fn volleys(
        &mut self,
        scene: Scene<'_>,
        firer: UnitId,
        stands: u8,
        ump: &mut impl Umpire,
    ) -> Asked<Vec<Volleyed>> {
        let mut left = stands;
        let mut parts: Vec<Volleyed> = Vec::new();
        let mut enemies = scene.now.on_table(scene.rules, scene.side(firer).other());
        while left > 0 && !enemies.is_empty() {
            let others = if parts.is_empty() { "" } else { " for the stands that are left" };
            let question = format!(
                "Which is the nearest enemy in arc and sight of {}{others}? One, or none.",
                scene.name(firer)
            );
            let asked = (rule!("17.3-g"), Asks::NearestEnemy, question);
            let said = Told::line(scene, firer, asked, Which { scene, among: enemies }, ump)?;
            let Some(target) = said.first() else { break };
            enemies.take(target);
            let Some(aimed) = self.shot(scene, (firer, target, left), ump)? else { continue };
            left -= aimed.bearing.min(left);
            parts.push((target, aimed));
            if scene.rules.readings.nearest_by == NearestBy::Unit {
                // The unit has one nearest enemy.
                break;
            }
        }
        Ok(parts)
    }

    fn impulse(&mut self, _: Scene<'_>, _: UnitId, _: Way, (_, most): (Length, Length)) -> Option<Length> {
        Some(most)
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

    fn charge_ways(&mut self, _: Scene<'_>, _: UnitId, _: UnitId) -> Vec<Way> {
        vec![Way::default()]
    }

    fn reckon(&mut self, _: Scene<'_>, _: UnitId, _: UnitId, _: Way) -> Reckoned<Approach> {
        Reckoned::Unknown
    }

    fn reckon_shot(&mut self, _: Scene<'_>, _: UnitId, _: UnitId) -> Reckoned<Aimed> {
        Reckoned::Unknown
    }

    fn could_fire(&mut self, _: Scene<'_>, _: UnitId) -> bool {
        true
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
            "{} charges {}: how far is it straight ahead?",
            capital(&scene.name(charger)),
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

    fn squares_near(&mut self, scene: Scene<'_>, unit: UnitId, _: Length) -> Vec<(UnitId, Length)> {
        // People see which of them are within reach.
        super::refuge::open_squares(scene, unit).into_iter().map(|one| (one, Length::default())).collect()
    }

    fn is_touched(&mut self, scene: Scene<'_>, gun: UnitId, ump: &mut impl Umpire) -> Asked<bool> {
        let question = format!("Does an enemy touch {}, which its crew has left?", scene.name(gun));
        self.yes(scene, about(Asks::GunsTouched, gun), (rule!("10.2-c"), question), ump)
    }

    fn square_of_several(&mut self, scene: Scene<'_>, unit: UnitId, ump: &mut impl Umpire) -> Asked<bool> {
        let line = |one: &UnitId| {
            scene.profile(*one).arm == Arm::Infantry && scene.unit(*one).body.formation == Formation::Line
        };
        let among: Units = scene.now.troops(scene.rules, scene.side(unit)).iter().filter(line).collect();
        if !among.has(unit) || among.len() < 2 {
            return Ok(false);
        }
        let question = format!("Does {} stand in a closed square with other lines?", scene.name(unit));
        let about = About { among, ..about(Asks::SquareOfSeveral, unit) };
        self.yes(scene, about, (rule!("12.3-i"), question), ump)
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
        ump.about(|| format!("What does {} strike of {}?", scene.name(by), scene.name(on)));
        let all: Vec<Struck> = Direction::ALL.iter().map(|one| Struck(*one)).collect();
        let asking = Asking::of(scene.side(by), rule!("17.5.4-c"), Asks::SideStruck);
        Ok(ump.choose(asking, &all)?.0)
    }

    fn kindle(&mut self, (rules, now): (&Campaign, &mut Position), ump: &mut impl Umpire) -> Asked<()> {
        self.lit((rules, now), ump)
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
            "Does {} make contact with an inch or more of {}?",
            scene.name(charger),
            scene.name(target)
        );
        let about = About { other: Some(target), ..about(Asks::Contact, charger) };
        let contact = self.yes(scene, about, (rule!("17.4.2-b"), question), ump)?;
        self.moved(charger);
        Ok(contact)
    }

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
        let (verb, clause) = match flight {
            Flight::Rout | Flight::RunOn => ("routs", rule!("17.4.13-a")),
            Flight::Evade => ("evades", rule!("17.4.15-b")),
        };
        let away = if away.is_empty() {
            String::new()
        } else {
            format!(" directly away from {}", away.join(" and "))
        };
        let question =
            format!("{} {verb} {length} inches{away}. What does it meet?", capital(&scene.name(unit)));
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

    fn fall_back(
        &mut self,
        (rules, now): (&Campaign, &mut Position),
        unit: UnitId,
        length: Length,
        ump: &mut impl Umpire,
    ) -> Asked<Ran> {
        let scene = Scene { rules, now };
        let question = format!(
            "{} falls back {length} inches, facing the enemy. What does it meet?",
            capital(&scene.name(unit))
        );
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
        let question =
            format!("{} goes {length} inches {after}. What does it meet?", capital(&scene.name(unit)));
        self.went(scene, unit, (rule!("17.5.4-a"), question, length), ump)
    }

    fn has_room(&mut self, _: Scene<'_>, _: UnitId, _: Formation, _: &mut impl Umpire) -> Asked<bool> {
        Ok(true)
    }

    fn place(
        &mut self,
        (rules, now): (&Campaign, &mut Position),
        side: Side,
        _: (Option<CommandId>, Openness),
        _: &mut impl Umpire,
    ) -> Asked<Option<CommandId>> {
        // People have set their own stands down.
        for unit in now.unplaced(rules, side).iter() {
            now.unit_mut(unit).place = Place::Table;
        }
        Ok(None)
    }

    fn spots(&mut self, _: Scene<'_>, _: UnitId) -> bool {
        false
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

    fn entry_points(&mut self, _: Scene<'_>, _: Side) -> Vec<(Edge, Mils, bool)> {
        Vec::new()
    }

    fn enter(
        &mut self,
        (rules, now): (&Campaign, &mut Position),
        unit: UnitId,
        arriving: Arriving,
        ump: &mut impl Umpire,
    ) -> Asked<Option<Pose>> {
        let scene = Scene { rules, now };
        let question = format!(
            "{} comes on at the {} edge. Is there room for it?",
            capital(&scene.name(unit)),
            arriving.edge.word()
        );
        let room = self.yes(scene, about(Asks::RoomAtTheEdge, unit), (rule!("16.5-e"), question), ump)?;
        Ok(room.then(Pose::default))
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

    fn guns_passed(
        &mut self,
        scene: Scene<'_>,
        charger: UnitId,
        _: (Way, Length),
        ump: &mut impl Umpire,
    ) -> Asked<Units> {
        let deployed = |unit: &UnitId| scene.unit(*unit).body.formation == Formation::Deployed;
        let guns = scene.now.troops(scene.rules, scene.side(charger)).iter().filter(deployed).collect();
        let question = format!("Which friendly guns does {} charge through?", scene.name(charger));
        let about = About { among: guns, ..about(Asks::GunsPassed, charger) };
        self.which(scene, about, (rule!("17.4.8-c"), question), ump)
    }

    fn bad_ground_ahead(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        (_, length): (Course, Length),
        ump: &mut impl Umpire,
    ) -> Asked<Option<Length>> {
        let question = format!(
            "{} is to go {length} inches: how far is it to a wood, houses or other bad ground on its way? None if there is \
             none.",
            capital(&scene.name(unit))
        );
        let asked = (rule!("17.5.1-c"), Asks::BadGroundAhead, question);
        Told::line(scene, unit, asked, Distance { or_none: true }, ump)
    }

    fn clock(&mut self, (rules, now): (&Campaign, &mut Position), ump: &mut impl Umpire) -> Asked<()> {
        works::tick(None, (rules, now), ump)?;
        self.burns((rules, now), ump)
    }

    fn ordinary_move(
        &mut self,
        scene: (&Campaign, &mut Position),
        side: Side,
        ump: &mut impl Umpire,
    ) -> Asked<Moved> {
        moves::ordinary_move(self, scene, side, ump)
    }
}
