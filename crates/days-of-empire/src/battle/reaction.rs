//! Being charged: the test, the reactions, feints. [17.2.2-f] [17.2.3-b] [17.4.11] [17.4.15]

use super::campaign::Campaign;
use super::ground::{Flight, Ground};
use super::ids::UnitId;
use super::state::{Onrush, Run, Scene};
use super::{Battle, Phase};
use crate::asks::Asks;
use crate::charge::{Answering, Charged, Reaction};
use crate::length::Length;
use crate::morale::{Outcome, Tester};
use crate::readings::ScreenReach;
use crate::unit::{Cover, Direction, Fate, Formation, Impetus, Order, capital};
use grognard_board::table::NEAR;
use grognard_umpire::{Asked, Asking, Ruling, Umpire, YesNo};

impl<G: Ground> Battle<G> {
    /// The next unit charged tests and reacts; then the chargers may feint. [17.2.2-f]
    pub(super) fn all_answer(&mut self, rules: &Campaign, ump: &mut impl Umpire) -> Asked<Phase> {
        ump.cite(rule!("17.2-a"));
        let turn = self.now.turn;
        // Who was met in a break-through tests now. [17.5.4-e]
        let met = self.now.contacts.iter().find(|contact| {
            contact.from == turn
                && contact.impetus == Impetus::Charging
                && !self.now.unit(contact.on).marks.answered
        });
        if let Some(contact) = met.copied() {
            self.stands_break_through(rules, (contact.by, contact.on, contact.rest), ump)?;
            return Ok(Phase::Answer);
        }
        let charged = self
            .now
            .charges
            .iter()
            .find(|onrush| onrush.run == Run::Charging && !self.now.unit(onrush.target).marks.answered);
        match charged.map(|onrush| onrush.target) {
            Some(target) => {
                self.answers(rules, target, ump)?;
                Ok(Phase::Answer)
            }
            None => Ok(Phase::Feint),
        }
    }

    /// A unit charged by one or several: caught, or one test and one reaction. [17.2.2-i] [17.2.3-c]
    pub(super) fn answers(&mut self, rules: &Campaign, target: UnitId, ump: &mut impl Umpire) -> Asked<()> {
        self.now.unit_mut(target).marks.answered = true;
        let state = *self.now.unit(target);
        if !state.place.is_on_table() || state.body.order == Order::Routing || self.now.is_locked(target) {
            return Ok(());
        }
        let charges: Vec<Onrush> = self.now.charges_at(target).copied().collect();
        if charges.is_empty() {
            return Ok(());
        }
        let name = self.scene(rules).name(target);
        if charges.iter().any(|onrush| self.is_caught(rules, onrush)) {
            ump.cite(rule!("17.2.3-c"));
            ump.explain(|| {
                Ruling::new(rule!("17.2.3-b"), format!("{}: caught on the spot, no test", capital(&name)))
            });
            return Ok(());
        }
        let chargers: Vec<UnitId> = charges.iter().map(|onrush| onrush.charger).collect();
        if self.is_ridden_over(rules, target, &charges, ump)? {
            ump.explain(|| {
                let text = format!("{}: within reach in the open, so it routs", capital(&name));
                Ruling::new(rule!("17.2.7-d"), text)
            });
            return self.breaks(rules, target, &chargers, ump);
        }
        self.faces_charge(rules, target, &chargers, ump)
    }

    /// Whether a charger has caught its target where it stands. [17.2.3-b]
    pub(super) fn is_caught(&self, rules: &Campaign, onrush: &Onrush) -> bool {
        let figures = &rules.charts.figures;
        let near = match self.now.profile(rules, onrush.charger).arm.is_horse() {
            true => figures.caught_by_horse,
            false => figures.caught_by_foot,
        };
        // Measured to a hundredth of an inch, as whoever needs it likes.
        onrush.way.form.is_none() && onrush.distance <= near + Length::measured(NEAR)
    }

    /// Whether skirmishers in the open are within reach of a formed charger's 1st Impulse. [17.2.7-d]
    fn is_ridden_over(
        &mut self,
        rules: &Campaign,
        target: UnitId,
        charges: &[Onrush],
        ump: &mut impl Umpire,
    ) -> Asked<bool> {
        if self.now.unit(target).body.formation != Formation::Skirmish {
            return Ok(false);
        }
        let reach = |onrush: &Onrush| match rules.readings.screen_reach {
            ScreenReach::HalfAllowance => onrush.allowance.half(),
            ScreenReach::AsMoved => onrush.first,
        };
        let near = charges
            .iter()
            .any(|onrush| self.now.is_formed(rules, onrush.charger) && onrush.distance <= reach(onrush));
        let (unit, _) = self.situate_in_cover(rules, target, ump)?;
        Ok(near && unit.cover == Cover::Open)
    }

    /// One Being Charged test against these, and the reaction to it. [17.2.2-f] [17.2.2-i]
    pub(super) fn faces_charge(
        &mut self,
        rules: &Campaign,
        target: UnitId,
        chargers: &[UnitId],
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let outcome = self.being_charged(rules, target, chargers, ump)?;
        match outcome {
            Outcome::Shaken => {
                let body = &mut self.now.unit_mut(target).body;
                body.order = body.order.or_worse(Order::Shaken);
                // The shaken do not charge on.
                self.now.end_charge(target, Run::Stopped);
                Ok(())
            }
            Outcome::Rout => self.breaks(rules, target, chargers, ump),
            _ if self.now.charge_of(target).is_some() => Ok(()),
            _ => self.reacts(rules, target, chargers, ump),
        }
    }

    /// The test itself: gravest side, stands of all chargers added up. [17.2.2-i]
    fn being_charged(
        &mut self,
        rules: &Campaign,
        target: UnitId,
        chargers: &[UnitId],
        ump: &mut impl Umpire,
    ) -> Asked<Outcome> {
        ump.cite(rule!("17.2.2-i"));
        let nearest = *chargers.first().expect("somebody charges");
        let (unit, body) = self.situate_against(rules, target, nearest, ump)?;
        let scene = Scene { rules, now: &self.now };
        let by: Vec<_> = chargers.iter().map(|charger| scene.bare(*charger)).collect();
        let by: Vec<_> = by.iter().map(|(unit, body)| (unit, body)).collect();
        let at = self.now.charges_at(target).filter(|onrush| chargers.contains(&onrush.charger));
        let met = self.now.contacts.iter().filter(|contact| contact.on == target);
        let sides = at.map(|onrush| onrush.strikes).chain(met.map(|contact| contact.strikes));
        let struck = body.struck_from(sides.max().unwrap_or(Direction::Front));
        let tester = Tester { side: scene.side(target), unit: &unit, now: &body };
        let charged = Charged { tester, struck, by: &by };
        let tally = charged.tally(&rules.readings, &mut |clause| ump.cite(clause));
        tally.take(tester, &rules.charts, ump)
    }

    /// Who has passed stands, makes one change of formation, or evades if it is able to. (T12-a) [17.4.15-a]
    fn reacts(
        &mut self,
        rules: &Campaign,
        target: UnitId,
        chargers: &[UnitId],
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let (unit, mut body) = self.situate_in_cover(rules, target, ump)?;
        let scene = Scene { rules, now: &self.now };
        let answering = Answering {
            unit: &unit,
            now: &body,
            horse_battery: scene.profile(target).horse_battery,
            formed_charger: chargers.iter().any(|charger| self.now.is_formed(rules, *charger)),
        };
        let (side, changed) = (scene.side(target), scene.unit(target).marks.changed);
        let by: Vec<String> = chargers.iter().map(|charger| scene.name(*charger)).collect();
        let mut reactions = Vec::new();
        for reaction in answering.reactions(&rules.charts) {
            let fits = match reaction.formation(unit.arm) {
                None => true,
                // One change a turn, and room for it. [17.4.7-k]
                Some(_) if changed => false,
                Some(formation) => {
                    let Battle { now, ground, .. } = self;
                    ground.has_room(Scene { rules, now }, target, formation, ump)?
                }
            };
            if fits {
                reactions.push(reaction);
            }
        }
        let clause = Reaction::clause(&reactions, &unit);
        ump.about(|| format!("The charge of {} on {}: what is the answer?", by.join(" and "), unit.name));
        let asking = Asking::of(side, clause, Asks::ReactionToTheCharge);
        let reaction = *ump.choose(asking, &reactions)?;
        reaction.carry_out(&unit, &mut body, clause, ump);
        self.settle(rules, target, body, ump);
        if reaction.formation(unit.arm).is_some() {
            ump.cite(rule!("17.4.7-k"));
            let state = self.now.unit_mut(target);
            state.marks.changed = true;
            (state.bends, state.files) = ([None; 2], 0);
        }
        match (reaction, body.fate) {
            // The crew is away; the guns stay and are silent until it is back. [17.4.15-e]
            (Reaction::Evade, Fate::Abandoned) => self.crew_runs(rules, target, chargers, ump),
            (Reaction::Evade, _) => {
                if unit.arm.is_gun() {
                    // Limbered horse guns that were not caught drive off.
                    ump.cite(rule!("10.3-c"));
                }
                self.evades(rules, target, chargers, ump)
            }
            _ => Ok(()),
        }
    }

    /// Up to half the normal move, straight away from the nearest charger. [17.4.15-c] [17.4.15-d]
    pub(super) fn evades(
        &mut self,
        rules: &Campaign,
        unit: UnitId,
        chargers: &[UnitId],
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        ump.cite(rule!("17.4.15-a"));
        ump.cite(rule!("17.4.15-c"));
        ump.cite(rule!("17.4.15-d"));
        let pace = self.scene(rules).pace(unit);
        let length = pace.evade.unwrap_or_else(|| pace.normal.unwrap_or_default().half());
        let here = self.now.unit(unit).pose.at;
        let nearest =
            chargers.iter().min_by_key(|charger| (self.now.unit(**charger).pose.at - here).square()).copied();
        self.runs(rules, unit, nearest.as_slice(), (Flight::Evade, length), ump)
    }

    /// A unit met in a break-through stands as it is on a pass; any failure routs it, and the winner goes on.
    /// [17.5.4-e] [17.5.4-f] [17.5.4-g]
    fn stands_break_through(
        &mut self,
        rules: &Campaign,
        (winner, target, rest): (UnitId, UnitId, Length),
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        ump.cite(rule!("17.5.4-e"));
        self.now.unit_mut(target).marks.answered = true;
        if self.now.unit(target).body.order == Order::Routing {
            return Ok(());
        }
        let outcome = self.being_charged(rules, target, &[winner], ump)?;
        ump.cite(rule!("17.5.4-f"));
        if outcome == Outcome::Pass {
            return Ok(());
        }
        ump.cite(rule!("17.5.4-g"));
        self.breaks(rules, target, &[winner], ump)?;
        match rest > Length::default() && self.now.unit(winner).place.is_on_table() {
            true => self.presses_on(rules, winner, (super::ground::Course::Ahead, rest), ump),
            false => Ok(()),
        }
    }

    /// A charger that has not made contact may break off, unless it is of class 1 or met by a counter-charge.
    /// [17.4.11]
    pub(super) fn feints(&mut self, rules: &Campaign, ump: &mut impl Umpire) -> Asked<Phase> {
        let free = self.now.charges.iter().find(|onrush| {
            let mark = self.now.unit(onrush.charger).marks;
            onrush.run == Run::Charging && !mark.asked_feint
        });
        let Some(onrush) = free.copied() else {
            return Ok(Phase::DeclareFire(self.now.initiative, None));
        };
        self.now.unit_mut(onrush.charger).marks.asked_feint = true;
        self.may_feint(rules, onrush, ump)?;
        Ok(Phase::Feint)
    }

    /// Asks whether a charge is broken off; whether it was. [17.4.11-a] [17.4.2-d]
    pub(super) fn may_feint(
        &mut self,
        rules: &Campaign,
        onrush: Onrush,
        ump: &mut impl Umpire,
    ) -> Asked<bool> {
        let charger = onrush.charger;
        let scene = Scene { rules, now: &self.now };
        ump.cite(rule!("17.4.11-c"));
        if scene.profile(charger).class < 2 {
            return Ok(false);
        }
        let (name, side) = (scene.name(charger), scene.side(charger));
        ump.cite(rule!("17.4.11-a"));
        let target = scene.name(onrush.target);
        ump.about(|| format!("The charge of {name} on {target}: break it off as a feint?"));
        let asking = Asking::of(side, rule!("17.4.11-a"), Asks::Feint);
        if *ump.choose(asking, &[YesNo::No, YesNo::Yes])? == YesNo::No {
            return Ok(false);
        }
        self.now.end_charge(charger, Run::Feinted);
        self.now.unit_mut(charger).marks.stopped = true;
        ump.explain(|| {
            Ruling::new(rule!("17.4.11-b"), format!("{}: the charge is broken off", capital(&name)))
        });
        Ok(true)
    }
}
