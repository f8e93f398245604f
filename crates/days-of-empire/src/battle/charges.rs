//! Declared charges: To Charge, the 1st Impulse, screens in the way. [17.2.2] to [17.2.7]

mod declaring;

use super::campaign::Campaign;
use super::ground::{Ground, Way};
use super::ids::{UnitId, Units};
use super::orders::Wanted;
use super::state::{Onrush, Run, Scene};
use super::{Battle, Phase};
use crate::asks::Asks;
use crate::charge::Onset;
use crate::length::Length;
use crate::morale::{Outcome, Tester};
use crate::readings::ScreenReach;
use crate::unit::{Arm, Cover, Fate, Order, Unit, capital};
use declaring::{Declaration, Declaring};
use grognard_board::table::Thickness;
use grognard_umpire::{Asked, Asking, Ruling, Side, Umpire};

pub(super) use declaring::{allowance, bounds, may_declare, named, out_of_heavy_wood, tries_once};

impl<G: Ground> Battle<G> {
    /// One declaration; when both sides have made theirs, the tests begin. [17.2.2-a] [17.2.2-b]
    pub(super) fn declares(&mut self, rules: &Campaign, side: Side, ump: &mut impl Umpire) -> Asked<Phase> {
        ump.cite(rule!("17.2.2-a"));
        let Battle { now, ground, .. } = self;
        let scene = Scene { rules, now };
        ground.ready(scene);
        let moment = Wanted(Declaring { scene, ground: ground.clone(), side });
        ump.about(|| format!("Charges of {}: which unit charges whom?", rules.names[side]));
        let order = ump.order(Asking::of(side, rule!("17.2.2-a"), Asks::Charges), &moment)?.order;
        let named: Vec<(UnitId, UnitId, Way, Option<Length>)> = match order {
            Declaration::Done => {
                ump.cite(rule!("17.2.2-b"));
                return Ok(self.then(side, Phase::Declare, Phase::ToCharge));
            }
            Declaration::Charge { charger, target, way, first } => vec![(charger, target, way, first)],
            Declaration::Squadron { charger, stands, target } => {
                ump.cite(rule!("17.2.6-a"));
                self.now.split(charger, stands);
                vec![(charger, target, Way::default(), None)]
            }
            Declaration::Brigade { command, target } => {
                let members = moment.0.of_brigade(command, target);
                members.into_iter().map(|(unit, way)| (unit, target, way, None)).collect()
            }
        };
        let declaration = self.now.charges.iter().map(|onrush| onrush.declaration + 1).max().unwrap_or(0);
        for (charger, target, way, first) in named {
            self.declare(rules, (charger, target, way, first), declaration, ump)?;
        }
        Ok(Phase::Declare(side))
    }

    /// Takes one unit's declaration down: distance and side are judged now. (5.6 of the design)
    fn declare(
        &mut self,
        rules: &Campaign,
        (charger, target, way, first): (UnitId, UnitId, Way, Option<Length>),
        declaration: u8,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let Battle { now, ground, .. } = self;
        let scene = Scene { rules, now };
        let Some(approach) = ground.approach(scene, charger, target, way, ump)? else { return Ok(()) };
        let whole = allowance(scene, charger, way, &approach);
        let name = (scene.name(charger), scene.name(target));
        if scene.profile(target).arm == Arm::Staff {
            // Lone staff may be charged by foot and horse alike.
            ump.cite(rule!("17.4-j"));
        }
        self.now.unit_mut(charger).marks.tried_charge = true;
        self.leaves_wood(rules, charger, ump);
        // Told by people it may still be out of reach.
        let Some(bounds) = bounds(&approach, whole, &rules.readings) else {
            ump.explain(|| Ruling::new(rule!("17.2.2-g"), format!("{}: out of reach", capital(&name.0))));
            return Ok(());
        };
        self.now.charges.push(Onrush {
            declaration,
            charger,
            target,
            way,
            first: first.unwrap_or(bounds.most),
            distance: approach.distance,
            allowance: whole,
            strikes: approach.strikes,
            slope: approach.slope,
            run: Run::Declared,
        });
        ump.explain(|| {
            let text = format!(
                "{}: a charge is declared on {} from {} inches",
                capital(&name.0),
                name.1,
                approach.distance
            );
            Ruling::new(rule!("17.2.2-a"), text)
        });
        Ok(())
    }

    /// The next declaration is tested, and on a pass its units move at once. [17.2.2-c] [17.2.2-e]
    pub(super) fn tests_to_charge(&mut self, rules: &Campaign, ump: &mut impl Umpire) -> Asked<Phase> {
        // Rallies are over; then To Charge in order of declaration, Being Charged, and in later phases the others.
        ump.cite(rule!("17.2-g"));
        let Some(next) = self.now.charges.iter().find(|onrush| onrush.run == Run::Declared).copied() else {
            return Ok(Phase::Answer);
        };
        let group: Vec<Onrush> = self
            .now
            .charges
            .iter()
            .filter(|onrush| onrush.declaration == next.declaration && onrush.run == Run::Declared)
            .copied()
            .collect();
        let passed = self.tests_charge(rules, &group, ump)?;
        for onrush in group {
            let charger = onrush.charger;
            if passed {
                self.now.unit_mut(charger).marks.charged = true;
                self.set_run(charger, Run::Charging);
                self.first_impulse(rules, onrush, ump)?;
            } else {
                // It may come no nearer, but it may shoot. [17.2.2-d] [17.2.5-c]
                ump.cite(rule!("17.2.2-d"));
                ump.cite(rule!("17.2.5-c"));
                self.set_run(charger, Run::Refused);
                self.now.unit_mut(charger).marks.no_closer = true;
                self.stays_together(rules, charger);
            }
        }
        if passed && self.now.charge_of(next.target).is_some() {
            // A charger who is charged himself tests at once. [17.4.12-e]
            ump.cite(rule!("17.4.12-a"));
            ump.cite(rule!("17.4.12-e"));
            self.answers(rules, next.target, ump)?;
        }
        Ok(Phase::ToCharge)
    }

    /// Who charges out of a light wood does so in disorder, however it came to stand there.
    pub(super) fn leaves_wood(&mut self, rules: &Campaign, charger: UnitId, ump: &mut impl Umpire) {
        let Battle { now, ground, .. } = self;
        if ground.wood(Scene { rules, now }, charger) == Some(Thickness::Light) {
            ump.cite(rule!("15.8-e"));
            let state = now.unit_mut(charger);
            state.by_ground |= state.body.order == Order::Good;
            state.marks.in_bad_ground = true;
            state.body.order = state.body.order.or_worse(Order::Disordered);
        }
    }

    fn set_run(&mut self, charger: UnitId, run: Run) {
        for onrush in &mut self.now.charges {
            if onrush.charger == charger && matches!(onrush.run, Run::Declared | Run::Charging) {
                onrush.run = run;
            }
        }
    }

    /// One To Charge test for a declaration: several units test with the worst class and the best general.
    /// [17.2.2-c] (A10)
    pub(super) fn tests_charge(
        &mut self,
        rules: &Campaign,
        group: &[Onrush],
        ump: &mut impl Umpire,
    ) -> Asked<bool> {
        let worst = group
            .iter()
            .min_by_key(|onrush| self.now.profile(rules, onrush.charger).class)
            .expect("a declaration names somebody");
        let (mut unit, body) = self.situate(rules, worst.charger, ump)?;
        for onrush in group.iter().filter(|onrush| onrush.charger != worst.charger) {
            ump.cite(rule!("17.2.2-c"));
            let (other, _) = self.situate(rules, onrush.charger, ump)?;
            unit = Unit { command: better(unit.command, other.command), ..unit };
        }
        let (target, target_body) = self.situate_against(rules, worst.target, worst.charger, ump)?;
        let side = self.now.side(rules, worst.charger);
        let onset = Onset {
            tester: Tester { side, unit: &unit, now: &body },
            target: (&target, &target_body),
            strikes: worst.strikes,
            slope: worst.slope,
            hits: self.now.unit(worst.charger).hits,
        };
        let tally = onset.to_charge(&rules.readings, &mut |clause| ump.cite(clause));
        Ok(tally.take(onset.tester, &rules.charts, ump)? == Outcome::Pass)
    }

    /// The 1st Impulse: the chargers move, then the skirmishers in their way. [17.2.3-a] [17.2.7-b]
    fn first_impulse(&mut self, rules: &Campaign, onrush: Onrush, ump: &mut impl Umpire) -> Asked<()> {
        let Onrush { charger, target, way, .. } = onrush;
        // A move in the Morale Phase, with wheel and change as they were declared.
        ump.cite(rule!("17-c"));
        ump.cite(rule!("17.2.2-e"));
        ump.cite(rule!("17.2.3-d"));
        let Battle { now, ground, .. } = self;
        let screens = ground.screens_on_way(Scene { rules, now }, charger, target, way, ump)?;
        let reach = match rules.readings.screen_reach {
            ScreenReach::HalfAllowance => onrush.allowance.half(),
            ScreenReach::AsMoved => onrush.first,
        };
        let name = Scene { rules, now }.name(charger);
        ump.explain(|| {
            let text = format!("{}: 1st Impulse of {} inches", capital(&name), onrush.first);
            Ruling::new(rule!("17.2.3-a"), text)
        });
        let Battle { now, ground, .. } = self;
        let guns = ground.guns_passed(Scene { rules, now }, charger, (way, onrush.first), ump)?;
        let screens: Vec<(UnitId, Length)> =
            screens.into_iter().filter(|(_, distance)| *distance <= onrush.distance).collect();
        let nearest = screens.first().map_or(onrush.first, |(_, distance)| onrush.first.min(*distance));
        // The chargers move, up to the screen; then the skirmishers; then the rest of the impulse.
        ump.cite(rule!("17.2.7-b"));
        ground.charge_on((rules, now), charger, way, nearest, ump)?;
        for &(screen, distance) in &screens {
            ump.cite(rule!("17.2.7-a"));
            self.screen_gives_way(rules, screen, (charger, distance <= reach), ump)?;
        }
        if nearest < onrush.first {
            let Battle { now, ground, .. } = self;
            ground.charge_on((rules, now), charger, Way::default(), onrush.first - nearest, ump)?;
        }
        self.rides_through(rules, charger, guns, ump);
        Ok(())
    }

    /// Who charges through friendly guns is disordered; the gunners scatter and are back in the next Movement
    /// Phase. [17.4.8-c] [17.4.8-d]
    fn rides_through(&mut self, rules: &Campaign, charger: UnitId, guns: Units, ump: &mut impl Umpire) {
        let turn = self.now.turn;
        for gun in guns.iter() {
            let (name, guns) = (self.scene(rules).name(charger), self.scene(rules).name(gun));
            let body = &mut self.now.unit_mut(charger).body;
            body.order = body.order.or_worse(Order::Disordered);
            let battery = self.now.unit_mut(gun);
            battery.body.fate = battery.body.fate.max(Fate::Abandoned);
            battery.silent_until = battery.silent_until.max(turn);
            ump.cite(rule!("17.4.8-d"));
            ump.explain(|| {
                let text = format!("{}: through {guns}, whose crew scatters", capital(&name));
                Ruling::new(rule!("17.4.8-c"), text)
            });
        }
    }

    /// Skirmishers on a charger's way rout if they are in the open and within reach; others test, and evade on a
    /// pass. The screen acts as one. [17.2.7]
    fn screen_gives_way(
        &mut self,
        rules: &Campaign,
        screen: UnitId,
        (charger, in_reach): (UnitId, bool),
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        if !self.now.unit(screen).place.is_on_table() || self.now.is_locked(screen) {
            return Ok(());
        }
        ump.cite(rule!("17.2.7-c"));
        let (unit, _) = self.situate_in_cover(rules, screen, ump)?;
        ump.cite(rule!("17.2.7-j"));
        if in_reach && unit.cover == Cover::Open {
            ump.explain(|| {
                let text = format!("{}: within reach in the open, so it routs", capital(&unit.name));
                Ruling::new(rule!("17.2.7-g"), text)
            });
            ump.cite(rule!("17.2.7-d"));
            return self.breaks(rules, screen, &[charger], ump);
        }
        ump.cite(rule!("17.2.7-i"));
        self.faces_charge(rules, screen, &[charger], ump)
    }
}

/// The better of two commands for a test.
fn better(one: crate::command::Command, other: crate::command::Command) -> crate::command::Command {
    use crate::command::{Command, OwnGeneral};
    let rank = |own: OwnGeneral| match own {
        OwnGeneral::InReach(quality) => Some(quality),
        _ => None,
    };
    let own = if rank(other.own) > rank(one.own) { other.own } else { one.own };
    Command { own, senior: one.senior.max(other.senior) }
}
