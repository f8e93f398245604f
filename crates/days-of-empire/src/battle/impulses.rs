//! The 2nd Impulse: the rest of the way, defensive fire, Charge Home, contact; opportunity charges. [17.4.2]
//! [17.4.9] [17.4.10]

use super::campaign::Campaign;
use super::charges::{may_declare, out_of_heavy_wood, tries_once};
use super::ground::{Approach, Ground, Reckoned, Way};
use super::ids::UnitId;
use super::state::{Contact, Onrush, Run, Scene};
use super::{Battle, Phase};
use crate::asks::Asks;
use crate::charge::Onset;
use crate::length::Length;
use crate::morale::{Outcome, Tester};
use crate::readings::{CounterByOpportunity, SecondImpulse};
use crate::unit::{Arm, Fate, Impetus, Order, capital};
use grognard_umpire::{Asked, Asking, Offer, Refusal, Ruling, Target, TargetKind, Umpire};

/// How far a charge that does not reach its enemy goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
struct GoesOn(Length);

impl Offer for GoesOn {
    fn key(&self) -> String {
        self.0.to_string()
    }
    fn words(&self) -> String {
        match self.0 == Length::default() {
            true => "it stops where it is".to_owned(),
            false => format!("it goes on {} inches", self.0),
        }
    }
}

/// A unit that might be thrown against a charger, or nobody.
struct Thrown(Option<UnitId>, String, String);

impl Offer for Thrown {
    fn key(&self) -> String {
        self.1.clone()
    }
    fn words(&self) -> String {
        self.2.clone()
    }
    fn targets(&self) -> Vec<Target> {
        self.0.iter().map(|_| Target::new(TargetKind::Unit, &self.1)).collect()
    }
}

impl<G: Ground> Battle<G> {
    /// The next charge goes on, in order of declaration, before all ordinary moves. [17.4.2-a] [17.4.2-f]
    /// [17.4.2-h]
    pub(super) fn goes_on(&mut self, rules: &Campaign, ump: &mut impl Umpire) -> Asked<Phase> {
        ump.cite(rule!("17.4.2-a"));
        ump.cite(rule!("17.4.2-f"));
        ump.cite(rule!("17.4.2-h"));
        let Some(onrush) = self.now.charges.iter().find(|onrush| onrush.run == Run::Charging).copied() else {
            return Ok(Phase::Moves(self.now.initiative));
        };
        if !self.may_feint(rules, onrush, ump)? {
            let reach = match rules.readings.second_impulse {
                SecondImpulse::OwnHalf => onrush.allowance.half(),
                SecondImpulse::HalfOfRest => (onrush.allowance - onrush.first).half(),
            };
            ump.cite(rule!("17.4.2-e"));
            self.is_interrupted(rules, onrush.charger, ump)?;
            if self.now.charge_of(onrush.charger).is_some() && !self.now.is_locked(onrush.charger) {
                self.closes(rules, onrush, reach, ump)?;
            }
        }
        // Whatever came of it, it is over.
        self.now.end_charge(onrush.charger, Run::Stopped);
        Ok(Phase::SecondImpulse)
    }

    /// The last of a charge: straight to 2 inches from the target, its fire, Charge Home, contact or a halt.
    /// [17.4.9]
    fn closes(
        &mut self,
        rules: &Campaign,
        onrush: Onrush,
        reach: Length,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let Onrush { charger, target, .. } = onrush;
        let name = self.scene(rules).name(charger);
        self.now.unit_mut(charger).marks.stopped = true;
        if !self.now.unit(target).place.is_on_table() {
            ump.explain(|| Ruling::new(rule!("17.4.9-f"), format!("{}: the enemy is gone", capital(&name))));
            return Ok(());
        }
        // Straight on, no wheel and no change; a target that ran is followed. [17.4.2-c]
        ump.cite(rule!("17.4.2-c"));
        ump.cite(rule!("17.4.9-f"));
        let Battle { now, ground, .. } = self;
        let gap = ground.gap(Scene { rules, now }, charger, target, ump)?.filter(|gap| *gap <= reach);
        let Some(gap) = gap else {
            ump.explain(|| {
                Ruling::new(rule!("17.4.9-e"), format!("{}: the enemy is out of reach", capital(&name)))
            });
            return self.runs_out(rules, charger, reach, ump);
        };
        let short = rules.charts.figures.stopped_short;
        ground.charge_on((rules, now), charger, Way::default(), gap - short, ump)?;
        self.defensive_fire(rules, target, charger, ump)?;
        if !self.now.unit(charger).place.is_on_table() {
            return Ok(());
        }
        let countered = self.now.charge_of(target).copied().filter(|other| other.target == charger);
        let mut home = self.charges_home(rules, onrush, ump)?;
        if let Some(counter) = countered {
            // Counter-chargers meet; either may bring them together. [17.4.12-c]
            ump.cite(rule!("17.4.12-c"));
            let other = self.charges_home(rules, counter, ump)?;
            self.now.end_charge(target, Run::Stopped);
            self.now.unit_mut(target).marks.stopped = true;
            self.touch(rules, (counter, home.then_some(onrush)), other, ump)?;
            home &= !other;
            if other {
                return Ok(());
            }
        }
        self.touch(rules, (onrush, None), home, ump)
    }

    /// By the switch, the other side may throw a unit against a charger just before his last run. (A153) [17.4.12-f]
    fn is_interrupted(&mut self, rules: &Campaign, charger: UnitId, ump: &mut impl Umpire) -> Asked<()> {
        if rules.readings.counter_by_opportunity == CounterByOpportunity::InOrder {
            return Ok(());
        }
        let Battle { now, ground, .. } = self;
        let scene = Scene { rules, now };
        let side = scene.side(charger).other();
        let may = |unit: &UnitId| {
            super::movement::may_move(scene, *unit).is_ok()
                && may_charge_now(scene, &mut ground.clone(), *unit, charger).is_ok()
        };
        let able: Vec<UnitId> = now.troops(rules, side).iter().filter(may).collect();
        if able.is_empty() {
            return Ok(());
        }
        let mut offers = vec![Thrown(None, "none".to_owned(), "nobody".to_owned())];
        offers.extend(able.iter().map(|unit| Thrown(Some(*unit), scene.key(*unit), scene.name(*unit))));
        ump.cite(rule!("17.4.12-f"));
        ump.about(|| format!("The last run of {}: who throws himself against it?", scene.name(charger)));
        let asking = Asking::of(side, rule!("17.4.12-f"), Asks::CounterByOpportunity);
        match ump.choose(asking, &offers)?.0 {
            Some(unit) => self.opportunity_charge(rules, (unit, charger), ump),
            None => Ok(()),
        }
    }

    /// A charge that does not reach its enemy runs on to the end of its half, or stops sooner as its owner likes.
    /// [17.4.9-e] [17.4.9-f]
    fn runs_out(
        &mut self,
        rules: &Campaign,
        charger: UnitId,
        reach: Length,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let Battle { now, ground, .. } = self;
        let scene = Scene { rules, now };
        let length = ground.room_ahead(scene, charger, reach, ump)?;
        if length <= Length::default() {
            return Ok(());
        }
        let (side, name) = (scene.side(charger), scene.name(charger));
        ump.about(|| format!("The charge of {name} falls short: how far does it go on?"));
        let parts = [length, length.half(), Length::default()];
        let mut offers: Vec<GoesOn> = parts.map(GoesOn).into_iter().collect();
        offers.dedup();
        let asking = Asking::of(side, rule!("17.4.9-f"), Asks::ChargeGoesOn);
        let GoesOn(run) = *ump.choose(asking, &offers)?;
        if run > Length::default() {
            ground.charge_on((rules, now), charger, Way::default(), run, ump)?;
            ump.explain(|| {
                Ruling::new(rule!("17.4.9-e"), format!("{}: goes on {run} inches and stops", capital(&name)))
            });
        }
        Ok(())
    }

    /// Charge Home: whether the charger presses on into contact. Failing, it stops 2 inches short. [17.4.9-a]
    /// [17.4.9-c]
    fn charges_home(&mut self, rules: &Campaign, onrush: Onrush, ump: &mut impl Umpire) -> Asked<bool> {
        let Onrush { charger, target, .. } = onrush;
        let (unit, body) = self.situate(rules, charger, ump)?;
        let (prey, prey_body) = self.situate_against(rules, target, charger, ump)?;
        let side = self.now.side(rules, charger);
        let onset = Onset {
            tester: Tester { side, unit: &unit, now: &body },
            target: (&prey, &prey_body),
            strikes: prey_body.struck_from(onrush.strikes),
            slope: onrush.slope,
            hits: self.now.unit(charger).hits,
        };
        let tally = onset.charge_home(&rules.readings, &mut |clause| ump.cite(clause));
        let outcome = tally.take(onset.tester, &rules.charts, ump)?;
        if outcome == Outcome::StoppedShaken {
            let body = &mut self.now.unit_mut(charger).body;
            body.order = body.order.or_worse(Order::Shaken);
        }
        // From nearer than 2 inches it stays where it is.
        ump.cite(rule!("17.4.9-c"));
        ump.cite(rule!("17.4.9-g"));
        Ok(outcome == Outcome::Pass)
    }

    /// Brings a charger that pressed home into contact, and with him whoever meets him by a charge of his own. Guns
    /// without their crew are taken. [17.4.9-b] [10.2-c] [17.4.12-c]
    fn touch(
        &mut self,
        rules: &Campaign,
        (onrush, met): (Onrush, Option<Onrush>),
        home: bool,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let Onrush { charger, target, .. } = onrush;
        if !home {
            return Ok(());
        }
        let Battle { now, ground, .. } = self;
        if !ground.make_contact((rules, now), charger, target, ump)? {
            return Ok(());
        }
        ump.cite(rule!("17.4.9-b"));
        ump.cite(rule!("17.4.2-b"));
        ump.cite(rule!("17.4.2-g"));
        let scene = Scene { rules, now: &self.now };
        let (name, prey) = (scene.name(charger), scene.name(target));
        if scene.profile(target).arm == Arm::Staff {
            self.take_staff(rules, target, ump);
            return Ok(());
        }
        if scene.unit(target).body.fate == Fate::Abandoned {
            // Guns without their crew do not fight; whoever still touches them when the assaults are over has them.
            ump.explain(|| {
                Ruling::new(rule!("10.2-c"), format!("{}: at the guns of {prey}", capital(&name)))
            });
            return Ok(());
        }
        if scene.unit(target).body.order == Order::Routing {
            ump.cite(rule!("17.4.9-d"));
        }
        ump.explain(|| Ruling::new(rule!("17.4.9-b"), format!("{}: contact with {prey}", capital(&name))));
        let turn = self.now.turn;
        self.now.contacts.push(Contact {
            by: charger,
            on: target,
            strikes: onrush.strikes,
            impetus: Impetus::Charging,
            from: turn,
            rest: Length::default(),
        });
        if let Some(met) = met {
            self.now.contacts.push(Contact {
                by: target,
                on: charger,
                strikes: met.strikes,
                impetus: Impetus::Charging,
                from: turn,
                rest: Length::default(),
            });
        }
        self.now.end_charge(charger, Run::Home);
        Ok(())
    }

    /// An opportunity charge: To Charge, the target's test at once, its fire, Charge Home. [17.4.10]
    pub(super) fn opportunity_charge(
        &mut self,
        rules: &Campaign,
        (charger, target): (UnitId, UnitId),
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        ump.cite(rule!("17.4.10-a"));
        let Battle { now, ground, .. } = self;
        let scene = Scene { rules, now };
        let approach = ground.approach(scene, charger, target, Way::default(), ump)?;
        let reach = opportunity_reach(scene, charger);
        let marks = &mut self.now.unit_mut(charger).marks;
        (marks.tried_charge, marks.done) = (true, true);
        let within = |approach: &Approach| approach.distance + approach.ground <= reach;
        let Some(approach) = approach.filter(within) else { return Ok(()) };
        let declaration = self.now.charges.iter().map(|onrush| onrush.declaration + 1).max().unwrap_or(0);
        let onrush = Onrush {
            declaration,
            charger,
            target,
            way: Way::default(),
            first: Length::default(),
            distance: approach.distance,
            allowance: reach,
            strikes: approach.strikes,
            slope: approach.slope,
            run: Run::Charging,
        };
        self.leaves_wood(rules, charger, ump);
        // It must pass To Charge; within half its normal move, or 2 inches if it has fired. [17.2.5-b]
        ump.cite(rule!("17.4.10-b"));
        ump.cite(rule!("17.4.10-c"));
        ump.cite(rule!("17.4.10-d"));
        ump.cite(rule!("17.2.5-b"));
        if !self.tests_charge(rules, &[onrush], ump)? {
            self.now.unit_mut(charger).marks.no_closer = true;
            return Ok(());
        }
        self.now.unit_mut(charger).marks.charged = true;
        self.now.charges.push(onrush);
        if self.now.unit(target).marks.charged {
            // At a unit that charged itself: after all 2nd Impulses.
            ump.cite(rule!("17.4.12-f"));
        }
        // The target tests at once, unless caught. [17.4.10-e]
        ump.cite(rule!("17.4.10-e"));
        self.answers(rules, target, ump)?;
        // Whoever charges a charger is not himself interrupted.
        if !self.now.unit(target).marks.charged {
            self.is_interrupted(rules, charger, ump)?;
        }
        if self.now.charge_of(charger).is_some() && !self.now.is_locked(charger) {
            self.closes(rules, onrush, reach, ump)?;
        }
        self.now.end_charge(charger, Run::Stopped);
        Ok(())
    }
}

/// How far an opportunity charge goes: half the normal move, 2 inches after fire. [17.4.10-c] [17.4.10-d]
fn opportunity_reach(scene: Scene<'_>, charger: UnitId) -> Length {
    let half = scene.pace(charger).normal.unwrap_or_default().half();
    match scene.unit(charger).fired {
        0 => half,
        _ => half.min(scene.rules.charts.figures.opportunity_after_fire),
    }
}

/// Whether a unit may make an opportunity charge: the judge for orders of the Movement Phase. [17.4.10]
/// [17.2.4-d]
///
/// # Errors
/// The clause that forbids it, and why.
pub(super) fn may_charge_now<G: Ground>(
    scene: Scene<'_>,
    ground: &mut G,
    charger: UnitId,
    target: UnitId,
) -> Result<(), Refusal> {
    let state = scene.unit(charger);
    let refuse = |clause, words: &str| Err(Refusal::new(clause, words.to_owned()));
    tries_once(scene, charger)?;
    if state.marks.no_closer || state.marks.halted || state.marks.stopped {
        return refuse(rule!("17.2.9-a"), "it may come no nearer to the enemy this turn");
    }
    if state.marks.moved || state.marks.changed || state.marks.done {
        return refuse(rule!("17.4.10-c"), "it has moved or changed formation this turn");
    }
    may_declare(scene, charger, target, Way::default())?;
    out_of_heavy_wood(scene, ground, charger)?;
    if !ground.sees(scene, charger, target) {
        return refuse(rule!("17.2.2-g"), "it does not see that enemy");
    }
    let reach = opportunity_reach(scene, charger);
    match ground.reckon(scene, charger, target, Way::default()) {
        Reckoned::Unknown => Ok(()),
        Reckoned::Never => refuse(rule!("17.4.10-c"), "it is not straight ahead, and there is no wheel"),
        Reckoned::Known(approach) if approach.blocked_by.is_some() => {
            refuse(rule!("17.4-h"), "somebody is in the way")
        }
        Reckoned::Known(approach) if approach.distance + approach.ground > reach => {
            let ground = match approach.ground > Length::default() {
                true => format!(", the ground takes {}", approach.ground),
                false => String::new(),
            };
            let words =
                format!("the enemy is {} inches away{ground} and it may go {reach}", approach.distance);
            refuse(rule!("17.4.10-c"), &words)
        }
        Reckoned::Known(_) => Ok(()),
    }
}
