//! Close assaults: who fights whom, the assault itself, and the compulsory moves after it. [17.5]

use super::campaign::Campaign;
use super::ground::{Course, Ground, Met, Way};
use super::ids::{UnitId, Units};
use super::orders::unit_target;
use super::state::{Contact, Scene};
use super::{Battle, Phase};
use crate::asks::Asks;
use crate::assault::{Assault, AssaultRules, Move};
use crate::length::Length;
use crate::melee::{Bodies, FIGHTERS_MAX, Fighter, Role};
use crate::unit::{Body, Direction, Formation, Impetus, Order, capital};
use grognard_umpire::{
    Asked, Asking, BySide, Offer, Procedure, Ruling, Side, Target, TargetKind, Umpire, YesNo,
};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

/// One connected group of touching enemies.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Melee {
    units: Units,
    key: String,
    words: String,
    targets: Vec<Target>,
}

impl Offer for Melee {
    fn key(&self) -> String {
        self.key.clone()
    }
    fn words(&self) -> String {
        self.words.clone()
    }
    fn targets(&self) -> Vec<Target> {
        self.targets.clone()
    }
}

/// Where a winner advances: its wheel with what that costs, its key, its words.
struct Wheel(Option<(Way, Length)>, String, String);

impl Offer for Wheel {
    fn key(&self) -> String {
        self.1.clone()
    }
    fn words(&self) -> String {
        self.2.clone()
    }
    fn targets(&self) -> Vec<Target> {
        // Straight ahead it wheels towards nobody.
        self.0.iter().map(|_| Target::new(TargetKind::Unit, &self.1)).collect()
    }
}

impl<G: Ground> Battle<G> {
    /// The groups of touching enemies that fight this turn. [17.5-c] [17.5.4-b]
    fn melees(&self, rules: &Campaign) -> Vec<Melee> {
        let turn = self.now.turn;
        let mut groups: Vec<Units> = Vec::new();
        let due = |contact: &&Contact| {
            let fresh = |unit: UnitId| !self.now.unit(unit).marks.fought;
            contact.from <= turn && fresh(contact.by) && fresh(contact.on)
        };
        for contact in self.now.contacts.iter().filter(due) {
            let pair = Units::one(contact.by).with(Units::one(contact.on));
            let (joined, apart): (Vec<Units>, Vec<Units>) =
                groups.into_iter().partition(|group| !group.both(pair).is_empty());
            groups = apart;
            groups.push(joined.into_iter().fold(pair, Units::with));
        }
        groups.sort_unstable();
        let scene = self.scene(rules);
        let melee = |units: Units| {
            let names: Vec<String> = units.iter().map(|unit| scene.name(unit)).collect();
            let first = units.first().expect("a melee has units");
            let targets = units.iter().filter_map(|unit| unit_target(scene, unit)).collect();
            Melee { units, key: scene.key(first), words: names.join(", "), targets }
        };
        groups.into_iter().map(melee).collect()
    }

    /// The next assault, in the order that the side with the initiative likes. [17.5-c]
    pub(super) fn fights(&mut self, rules: &Campaign, ump: &mut impl Umpire) -> Asked<Phase> {
        ump.cite(rule!("17.5-c"));
        let melees = self.melees(rules);
        if melees.is_empty() {
            self.take_abandoned(rules, ump)?;
            return Ok(Phase::TurnEnd);
        }
        ump.about(|| "Which close assault is fought next?".to_owned());
        let asking = Asking::of(self.now.initiative, rule!("17.5-c"), Asks::AssaultFoughtNext);
        let units = ump.choose(asking, &melees)?.units;
        self.assault(rules, units, ump)?;
        Ok(Phase::Assaults)
    }

    /// One assault from its factors to its compulsory moves.
    fn assault(&mut self, rules: &Campaign, units: Units, ump: &mut impl Umpire) -> Asked<()> {
        for unit in units.iter() {
            self.now.unit_mut(unit).marks.fought = true;
        }
        let contacts: Vec<Contact> = self
            .now
            .contacts
            .iter()
            .filter(|contact| units.has(contact.by) && units.has(contact.on))
            .copied()
            .collect();
        let mut sides: BySide<Vec<(UnitId, Role)>> = BySide::default();
        for unit in units.iter() {
            sides[self.now.side(rules, unit)].push((unit, Role::InContact));
        }
        for contact in &contacts {
            for (unit, enemy) in [(contact.by, contact.on), (contact.on, contact.by)] {
                let Battle { now, ground, .. } = self;
                let scene = Scene { rules, now };
                let side = scene.side(unit);
                for friend in ground.reinforcements(scene, unit, enemy, ump)?.iter() {
                    if !sides[side].iter().any(|(other, _)| *other == friend) {
                        sides[side].push((friend, Role::Reinforcing));
                    }
                }
            }
        }
        for side in Side::ALL {
            sides[side].truncate(FIGHTERS_MAX);
        }
        let mut bodies: Bodies = BySide::new([None; FIGHTERS_MAX], [None; FIGHTERS_MAX]);
        let mut fighters: BySide<Vec<Fighter>> = BySide::default();
        for side in Side::ALL {
            for (place, &(unit, role)) in sides[side].iter().enumerate() {
                let (fighter, body) = self.fighter(rules, unit, role, &contacts, ump)?;
                fighters[side].push(fighter);
                bodies[side][place] = Some(body);
            }
        }
        let Battle { now, ground, .. } = self;
        let scene = Scene { rules, now };
        let mut higher = None;
        for contact in &contacts {
            higher = higher.or(ground.higher(scene, contact.by, contact.on, ump)?);
        }
        let given = AssaultRules {
            charts: Arc::clone(&rules.charts),
            readings: rules.readings,
            names: rules.names.clone(),
            fighters,
            higher,
            before: bodies,
            policies: BySide::default(),
        };
        let mut assault = Assault::start(bodies);
        let end = loop {
            match assault.step(&given, ump)? {
                Continue(next) => assault = next,
                Break(end) => break end,
            }
        };
        let mut moves: Vec<(UnitId, Side, Move)> = Vec::new();
        for side in Side::ALL {
            for (place, &(unit, _)) in sides[side].iter().enumerate() {
                let formation = self.now.unit(unit).body.formation;
                let after = end.now[side][place].expect("a fighter has a body");
                // Whatever it fought as, it is drawn up as it was.
                self.settle(rules, unit, Body { formation, ..after }, ump);
                moves.push((unit, side, end.moves[side][place]));
            }
        }
        self.compulsory_moves(rules, (&moves, &contacts), ump)
    }

    /// A unit as it fights: its cover against whoever came, what it strikes, how many stands touch.
    fn fighter(
        &mut self,
        rules: &Campaign,
        unit: UnitId,
        role: Role,
        contacts: &[Contact],
        ump: &mut impl Umpire,
    ) -> Asked<(Fighter, Body)> {
        let own = contacts.iter().find(|contact| contact.by == unit);
        let enemy = own
            .map(|contact| contact.on)
            .or_else(|| contacts.iter().find(|contact| contact.on == unit).map(|contact| contact.by));
        let (who, mut body) = match enemy {
            Some(enemy) => self.situate_against(rules, unit, enemy, ump)?,
            None => self.situate(rules, unit, ump)?,
        };
        let charging =
            contacts.iter().any(|contact| contact.by == unit && contact.impetus == Impetus::Charging);
        body.impetus = if charging { Impetus::Charging } else { Impetus::Standing };
        let contact = match enemy {
            Some(enemy) => {
                let Battle { now, ground, .. } = self;
                ground.stands_touching(Scene { rules, now }, unit, enemy, ump)?
            }
            None => 0,
        };
        let horse = enemy.is_some_and(|enemy| self.now.profile(rules, enemy).arm.is_horse());
        if horse && body.formation == Formation::Line {
            // Lines that close a square together fight horse as a square does.
            let Battle { now, ground, .. } = self;
            if ground.square_of_several(Scene { rules, now }, unit, ump)? {
                ump.cite(rule!("12.3-i"));
                body.formation = Formation::Square;
            }
        }
        let strikes = |contact: &Contact| self.now.unit(contact.on).body.struck_from(contact.strikes);
        let strikes = own.map_or(Direction::Front, strikes);
        Ok((Fighter { unit: who, strikes, role, contact }, body))
    }

    /// Compulsory moves: first those who lost, then those who won. A draw leaves them locked. [17.5.1] [17.5-g]
    fn compulsory_moves(
        &mut self,
        rules: &Campaign,
        (moves, contacts): (&[(UnitId, Side, Move)], &[Contact]),
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let enemies = |unit: UnitId| -> Vec<UnitId> {
            let of = |contact: &Contact| match () {
                () if contact.by == unit => Some(contact.on),
                () if contact.on == unit => Some(contact.by),
                () => None,
            };
            contacts.iter().filter_map(of).collect()
        };
        // Who stays in contact has no charge factor next turn. (T14-a)
        for contact in &mut self.now.contacts {
            if moves.iter().any(|(unit, ..)| *unit == contact.by) {
                contact.impetus = Impetus::Standing;
            }
        }
        for &(unit, _, made) in moves {
            if !self.now.unit(unit).place.is_on_table() {
                continue;
            }
            match made {
                Move::Routs => {
                    // Even if it has run its full distance. [17.5.3-f]
                    ump.cite(rule!("17.5.3-f"));
                    let from = enemies(unit);
                    self.breaks(rules, unit, &from, ump)?;
                }
                Move::FallsBack => self.falls_back(rules, unit, &enemies(unit), ump)?,
                _ => {}
            }
        }
        for &(unit, side, made) in moves {
            let beaten = enemies(unit).into_iter().find(|enemy| {
                self.now.unit(*enemy).place.is_on_table() && self.now.side(rules, *enemy) != side
            });
            if !self.now.unit(unit).place.is_on_table() {
                continue;
            }
            let course = beaten.map_or(Course::Ahead, Course::After);
            let scene = self.scene(rules);
            let state = scene.unit(unit);
            let length = match made {
                Move::Follows => {
                    rules.charts.assault_moves(scene.profile(unit).arm, state.body.formation).follows
                }
                Move::Pursues => scene.pace(unit).pursuit.unwrap_or_default().half(),
                _ => continue,
            };
            if self.now.is_locked(unit) {
                continue;
            }
            let length = match beaten {
                Some(_) => length,
                None => self.wheels_on(rules, unit, length, ump)?,
            };
            self.presses_on(rules, unit, (course, length), ump)?;
        }
        if moves.iter().all(|(_, _, made)| matches!(made, Move::Stays)) {
            ump.cite(rule!("17.5-g"));
        }
        Ok(())
    }

    /// A winner whose enemy was destroyed may wheel up to 45 degrees to face another, and pays for it: what is
    /// left of its move. [17.5.4-d]
    fn wheels_on(
        &mut self,
        rules: &Campaign,
        unit: UnitId,
        length: Length,
        ump: &mut impl Umpire,
    ) -> Asked<Length> {
        let Battle { now, ground, .. } = self;
        let scene = Scene { rules, now };
        let wheels = ground.wheels(scene, unit, length, ump)?;
        if wheels.is_empty() {
            return Ok(length);
        }
        let mut choices = vec![Wheel(None, "ahead".to_owned(), "straight ahead".to_owned())];
        for &(enemy, way, cost) in &wheels {
            let words = format!("wheel towards {}, for {cost} inches", scene.name(enemy));
            choices.push(Wheel(Some((way, cost)), scene.key(enemy), words));
        }
        let (side, name) = (scene.side(unit), scene.name(unit));
        ump.about(|| format!("The advance of {name}: straight ahead, or towards another enemy?"));
        let asking = Asking::of(side, rule!("17.5.4-d"), Asks::CompulsoryAdvance);
        let chosen = ump.choose(asking, &choices)?.0;
        let Some((way, cost)) = chosen else { return Ok(length) };
        ump.cite(rule!("17.5.4-d"));
        ground.charge_on((rules, now), unit, way, Length::default(), ump)?;
        Ok(length - cost)
    }

    /// Pursuing horse may stop before ground where it would be at a disadvantage. [17.5.1-c]
    pub(super) fn halts_at_edge(
        &mut self,
        rules: &Campaign,
        unit: UnitId,
        (course, length): (Course, Length),
        ump: &mut impl Umpire,
    ) -> Asked<Length> {
        let Battle { now, ground, .. } = self;
        let scene = Scene { rules, now };
        if !scene.profile(unit).arm.is_horse() {
            return Ok(length);
        }
        let Some(edge) = ground.bad_ground_ahead(scene, unit, (course, length), ump)? else {
            return Ok(length);
        };
        ump.cite(rule!("17.5.1-c"));
        let name = scene.name(unit);
        ump.about(|| format!("Bad ground {edge} inches ahead of {name}: halt at its edge?"));
        let asking = Asking::of(scene.side(unit), rule!("17.5.1-c"), Asks::HaltAtTheEdgeOfBadGround);
        Ok(match ump.choose(asking, &[YesNo::No, YesNo::Yes])? {
            YesNo::Yes => edge,
            YesNo::No => length,
        })
    }

    /// A beaten unit falls back facing the enemy; where it cannot, it routs. (T14-a) [17.5.1-e]
    fn falls_back(
        &mut self,
        rules: &Campaign,
        unit: UnitId,
        from: &[UnitId],
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let scene = self.scene(rules);
        let (profile, state) = (scene.profile(unit), scene.unit(unit));
        let length: Length = rules.charts.assault_moves(profile.arm, state.body.formation).falls_back;
        let name = scene.name(unit);
        self.now.contacts.retain(|contact| contact.by != unit && contact.on != unit);
        let Battle { now, ground, .. } = self;
        let ran = ground.fall_back((rules, now), unit, length, ump)?;
        ump.cite(rule!("17.5.1-b"));
        match ran.met {
            Met::Nothing => {
                self.passes_through(rules, ran.burst, ump);
                ump.explain(|| {
                    let text = format!("{}: falls back {} inches", capital(&name), ran.length);
                    Ruling::new(rule!("T14-a"), text)
                });
                Ok(())
            }
            _ => {
                ump.cite(rule!("17.5.1-e"));
                self.breaks(rules, unit, from, ump)
            }
        }
    }

    /// Disorder that a quiet turn mends. [17.2.8-f] [17.2.8-g]
    pub(super) fn recover(&mut self, rules: &Campaign, ump: &mut impl Umpire) -> Asked<()> {
        for unit in self.now.all() {
            let locked = self.now.is_locked(unit);
            let name = self.scene(rules).name(unit);
            let state = *self.now.unit(unit);
            let marks = state.marks;
            let idle = !marks.moved && !marks.changed && !marks.charged && !marks.fought && state.fired == 0;
            let may =
                state.body.order == Order::Disordered && marks.began_disordered && state.place.is_on_table();
            let idle = idle && !marks.lit;
            if may && idle && !locked && !state.by_ground && !self.wades(rules, unit, ump)? {
                let state = self.now.unit_mut(unit);
                state.until_rallied = false;
                state.body.order = Order::Good;
                ump.cite(rule!("17.2.8-g"));
                ump.explain(|| {
                    let text = format!("{}: back in order after a quiet turn", capital(&name));
                    Ruling::new(rule!("17.2.8-f"), text)
                });
            }
        }
        Ok(())
    }
}
