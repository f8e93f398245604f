//! What fire comes to: casualties, the tests they bring, and fire that was kept for a charger. [17.3-c] [17.3.3]

use super::Next;
use crate::asks::Asks;
use crate::battle::campaign::Campaign;
use crate::battle::ground::Ground;
use crate::battle::ids::UnitId;
use crate::battle::state::{Piece, Run, Scene};
use crate::battle::{Battle, Phase};
use crate::charge::UnderFire;
use crate::clerk::deaf;
use crate::morale::{Outcome, Tester};
use crate::readings::{StaffRisk, TestFrom};
use crate::unit::{Arm, Fate, Formation, Order, capital};
use crate::volley::{Detached, Hurt, Risks, shoot_outcome, spend_first_fire};
use grognard_umpire::{Asked, Asking, Ruling, Side, Umpire};

impl<G: Ground> Battle<G> {
    /// The next unit's casualties come off, when all have fired. [17.3-c]
    pub(in crate::battle) fn effects(&mut self, rules: &Campaign, ump: &mut impl Umpire) -> Asked<Phase> {
        let hit = self.now.all().find(|unit| {
            let state = self.now.unit(*unit);
            state.fresh != [0, 0] && state.place.is_on_table()
        });
        match hit {
            Some(unit) => {
                self.suffers(rules, unit, ump)?;
                Ok(Phase::Effects)
            }
            None => {
                // What shells have lit burns before anybody moves.
                let Battle { now, ground, .. } = self;
                ground.kindle((rules, now), ump)?;
                Ok(Phase::ShotTests)
            }
        }
    }

    /// What a unit's hits of this phase come to. [17.3-d] [17.3.8]
    pub(in crate::battle) fn suffers(
        &mut self,
        rules: &Campaign,
        unit: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let scene = Scene { rules, now: &self.now };
        let (who, body) = scene.exposed(unit, &mut deaf);
        let state = scene.unit(unit);
        let hurt = Hurt {
            unit: &who,
            hits: state.fresh,
            thrower: scene.side(unit).other(),
            risks: match rules.readings.staff_risk {
                StaffRisk::UnderFire => Risks::WheneverShotAt,
                StaffRisk::Casualties => Risks::WhenHit,
            },
            piece: if state.piece == Piece::Whole { Detached::No } else { Detached::Yes },
        };
        let after = hurt.suffer(body, &rules.charts, ump)?;
        let from = match rules.readings.test_from {
            TestFrom::OneHit => 1,
            TestFrom::TwoHits => 2,
        };
        // The unit is laid out anew about its command stand, which stays where it is and goes last.
        ump.cite(rule!("17.3-e"));
        ump.cite(rule!("12.2-d"));
        let formation = self.now.unit(unit).body.formation;
        self.settle(rules, unit, after, ump);
        let state = self.now.unit_mut(unit);
        let hits: u8 = state.fresh.iter().sum();
        state.hits = state.hits.saturating_add(hits);
        state.fresh = [0; 2];
        state.marks.must_test = after.strength < body.strength && hits >= from && who.arm != Arm::Staff;
        if after.fate == Fate::Fights {
            // Whatever it counts as under fire, it stands as it stood.
            state.body.formation = formation;
        }
        Ok(())
    }

    /// The next Casualties from Shooting test; chargers test before contact instead. [17.3-f]
    pub(in crate::battle) fn tests_after_fire(
        &mut self,
        rules: &Campaign,
        ump: &mut impl Umpire,
    ) -> Asked<Phase> {
        let due = |unit: &UnitId| {
            let state = self.now.unit(*unit);
            state.marks.must_test
                && state.place.is_on_table()
                && state.body.order != Order::Routing
                && self.now.charge_of(*unit).is_none()
        };
        let first = self.now.initiative;
        let of = |side: Side| -> Vec<UnitId> { self.now.troops(rules, side).iter().filter(due).collect() };
        let waiting = match of(first) {
            own if own.is_empty() => of(first.other()),
            own => own,
        };
        let scene = self.scene(rules);
        let offers: Vec<Next> =
            waiting.iter().map(|unit| Next(*unit, scene.key(*unit), scene.name(*unit))).collect();
        if offers.is_empty() {
            for state in &mut self.now.units {
                (state.shot_by, state.shot_from) = (None, crate::unit::Direction::Front);
                state.marks.must_test = false;
            }
            return Ok(Phase::Routers);
        }
        let side = scene.side(offers[0].0);
        ump.about(|| format!("Casualties of {}: which unit tests next?", rules.names[side]));
        let unit = ump.choose(Asking::of(side, rule!("17.3-f"), Asks::UnitThatTestsNext), &offers)?.0;
        self.now.unit_mut(unit).marks.must_test = false;
        self.tests_casualties(rules, unit, ump)?;
        Ok(Phase::ShotTests)
    }

    /// One Casualties from Shooting test. [17.3-f] [17.2.9-a]
    fn tests_casualties(&mut self, rules: &Campaign, unit: UnitId, ump: &mut impl Umpire) -> Asked<()> {
        let (who, mut body) = self.situate_in_cover(rules, unit, ump)?;
        let state = *self.now.unit(unit);
        let side = self.now.side(rules, unit);
        // In a square of several units each tests by itself. [12.3-k]
        ump.cite(rule!("12.3-k"));
        if state.shot_by.is_some_and(|(by, _)| self.now.side(rules, by) == side) {
            ump.cite(rule!("17.3.4-d"));
        }
        let under = UnderFire { hits: state.hits, from: state.shot_from };
        let tester = Tester { side, unit: &who, now: &body };
        let tally = under.tally(tester, &rules.readings, &mut |clause| ump.cite(clause));
        let outcome = tally.take(tester, &rules.charts, ump)?;
        match outcome {
            Outcome::Pass => Ok(()),
            Outcome::Rout => {
                let from: Vec<UnitId> = state.shot_by.map(|(by, _)| by).into_iter().collect();
                self.breaks(rules, unit, &from, ump)
            }
            _ => {
                // No nearer to the enemy this turn. [17.2.9-a]
                ump.cite(rule!("17.2.9-a"));
                shoot_outcome(&mut body, &who, outcome, ump);
                self.settle(rules, unit, body, ump);
                self.now.unit_mut(unit).marks.halted = true;
                Ok(())
            }
        }
    }

    /// Fire that was kept for a charger, at the distance he has come to. [17.3.3-b] [17.3.3-c] [17.3.3-d]
    pub(in crate::battle) fn defensive_fire(
        &mut self,
        rules: &Campaign,
        firer: UnitId,
        charger: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let scene = Scene { rules, now: &self.now };
        let state = scene.unit(firer);
        let gun = scene.profile(firer).arm.is_gun();
        // A gun that several charge may fire at each of them. [10.1-c]
        let stands = match gun {
            true => u8::from(state.fired == 0 || state.marks.defended),
            false => state.reserved,
        };
        // Guns on their limbers do not fire, nor those that were just taken off them. [10.1-e] [10.3-b]
        let ready = !gun || state.body.formation == Formation::Deployed && !state.marks.changed;
        let free = ready
            && !state.marks.charged
            && state.body.order != Order::Routing
            && state.body.fate == Fate::Fights;
        if stands == 0 || !free || state.silent_until >= self.now.turn && gun {
            return Ok(());
        }
        let Battle { now, ground, .. } = self;
        let Some(mut aimed) = ground.aim(Scene { rules, now }, firer, charger, ump)? else { return Ok(()) };
        if gun && !aimed.endangers.is_empty() {
            // Not past friends who have come between.
            ump.cite(rule!("17.3.6-b"));
            return Ok(());
        }
        ump.cite(rule!("17.3.3-b"));
        ump.cite(rule!("17.3.3-c"));
        if gun {
            ump.cite(rule!("10.1-c"));
        }
        let name = self.scene(rules).name(firer);
        ump.explain(|| Ruling::new(rule!("17.3.3-d"), format!("{}: the fire kept is given", capital(&name))));
        // Only the stands that were kept back.
        let mut left = stands;
        for group in &mut aimed.groups {
            group.stands = group.stands.min(left);
            left -= group.stands;
        }
        aimed.groups.retain(|group| group.stands > 0);
        aimed.bearing = if aimed.groups.is_empty() { aimed.bearing } else { aimed.bearing.min(stands) };
        self.shot(rules, firer, (charger, &aimed), ump)?;
        let turn = self.now.turn;
        let state = self.now.unit_mut(firer);
        state.marks.defended = gun;
        (state.fired, state.reserved, state.smoke) = (state.fired.saturating_add(stands), 0, turn);
        spend_first_fire(&mut state.body, ump);
        for unit in self.now.all() {
            let hit = self.now.unit(unit);
            if hit.fresh != [0, 0] && hit.place.is_on_table() {
                self.suffers(rules, unit, ump)?;
                self.now.unit_mut(unit).marks.must_test = false;
            }
        }
        let Battle { now, ground, .. } = self;
        ground.kindle((rules, now), ump)?;
        if !now.unit(charger).place.is_on_table() {
            now.end_charge(charger, Run::Stopped);
        }
        Ok(())
    }
}
