//! Routs: breaking, running on, bursting through friends, leaving the table; pursuers behind them. [17.4.13]
//! [17.4.14] [17.5-h]

use super::campaign::Campaign;
use super::ground::{Course, Flight, Ground, Met, Ran};
use super::ids::{UnitId, Units};
use super::state::{Contact, Place, Run, Scene};
use super::{Battle, Phase};
use crate::length::Length;
use crate::unit::{Arm, Fate, Formation, Impetus, Order, capital};
use crate::volley::rout;
use grognard_umpire::{Asked, Ruling, Umpire};

impl<G: Ground> Battle<G> {
    /// A unit breaks and makes its initial rout, half the distance, away from those who broke it. [17.4.13-a]
    pub(super) fn breaks(
        &mut self,
        rules: &Campaign,
        unit: UnitId,
        from: &[UnitId],
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let (who, mut body) = self.scene(rules).bare(unit);
        rout(&mut body, &who, ump);
        self.settle(rules, unit, body, ump);
        self.now.end_charge(unit, Run::Stopped);
        self.now.contacts.retain(|contact| contact.by != unit && contact.on != unit);
        if body.fate.is_gone() {
            ump.explain(|| {
                Ruling::new(rule!("17.4.13-c"), format!("{}: the guns are lost", capital(&who.name)))
            });
            return Ok(());
        }
        for staff in self.now.riders(unit).collect::<Vec<_>>() {
            // Who rides with it runs with it.
            ump.cite(rule!("17.3.8-h"));
            self.now.unit_mut(staff).body.order = Order::Routing;
        }
        let half = self.scene(rules).pace(unit).rout.unwrap_or_default().half();
        self.runs(rules, unit, from, (Flight::Rout, half), ump)
    }

    /// A unit runs, and what comes of it. [17.4.13] [17.4.14]
    pub(super) fn runs(
        &mut self,
        rules: &Campaign,
        unit: UnitId,
        from: &[UnitId],
        run: (Flight, Length),
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        // Straight away, without deductions, laid out as a column.
        ump.cite(rule!("17.4.13-b"));
        ump.cite(rule!("17.4.13-h"));
        ump.cite(rule!("17.4.13-i"));
        if self.takes_refuge(rules, unit, (from, run), ump)? {
            return Ok(());
        }
        let name = self.scene(rules).name(unit);
        let Battle { now, ground, .. } = self;
        let Ran { length, burst, met } = ground.flee((rules, now), unit, from, run, ump)?;
        now.unit_mut(unit).ran += length.mils();
        let verb = if run.0 == Flight::Evade { "evades" } else { "routs" };
        ump.explain(|| {
            Ruling::new(rule!("17.4.13-a"), format!("{}: {verb} {length} inches", capital(&name)))
        });
        self.now.unit_mut(unit).marks.moved |= length > Length::default();
        match run.0 {
            Flight::Evade => self.passes_through(rules, burst, ump),
            Flight::Rout | Flight::RunOn => self.burst_through(rules, burst, ump),
        }
        match met {
            Met::Nothing => {}
            Met::Halted => ump.cite(rule!("17.4.14-g")),
            Met::TableEdge if run.0 == Flight::Evade => {
                // It may come back on the third turn after. [17.4.15-f]
                ump.cite(rule!("17.4.15-f"));
                let back = self.now.turn + 3;
                self.now.remove(unit, Place::Away(back));
            }
            Met::TableEdge => {
                ump.explain(|| {
                    Ruling::new(rule!("17.4.13-f"), format!("{}: off the table, for good", capital(&name)))
                });
                self.now.remove(unit, Place::RoutedOff);
            }
            Met::River => {
                // Off a ford a first rout ends in it, and a later one that finds no way along the bank.
                ump.cite(if run.0 == Flight::Rout { rule!("15.3-c") } else { rule!("15.3-d") });
                self.perish(unit, rule!("17.5.1-d"), &format!("{name}: lost in the river"), ump);
            }
            Met::Enemy(_) => {
                self.perish(unit, rule!("17.4.14-d"), &format!("{name}: dispersed among the enemy"), ump);
            }
        }
        Ok(())
    }

    /// Lone staff whom the enemy reaches are captured. [14.5-a] [17.5.7-b]
    pub(super) fn take_staff(&mut self, rules: &Campaign, staff: UnitId, ump: &mut impl Umpire) {
        let name = self.scene(rules).name(staff);
        ump.cite(rule!("17.5.7-b"));
        self.now.unit_mut(staff).body.fate = Fate::Captured;
        self.now.remove(staff, Place::Gone);
        ump.explain(|| Ruling::new(rule!("14.5-a"), format!("{}: taken by the enemy", capital(&name))));
    }

    /// A unit is lost.
    fn perish(&mut self, unit: UnitId, clause: grognard_umpire::Clause, words: &str, ump: &mut impl Umpire) {
        self.now.unit_mut(unit).body.fate = Fate::Destroyed;
        self.now.remove(unit, Place::Gone);
        ump.explain(|| Ruling::new(clause, capital(words)));
    }

    /// Friends whom a router bursts through are disordered. [17.4.14-a] [17.4.14-b]
    pub(super) fn burst_through(&mut self, rules: &Campaign, friends: Units, ump: &mut impl Umpire) {
        for friend in friends.iter() {
            let name = self.scene(rules).name(friend);
            let body = &mut self.now.unit_mut(friend).body;
            body.order = body.order.or_worse(Order::Disordered);
            ump.cite(rule!("17.4.14-a"));
            ump.explain(|| {
                Ruling::new(rule!("17.4.14-b"), format!("{}: burst through and disordered", capital(&name)))
            });
        }
    }

    /// Friends in line through whom a unit passes that does not rout are disordered as well; a screen or a deployed
    /// battery lets it pass and is none the worse. [17.5.1-e] [12.4-k] [17.4.8-a]
    pub(super) fn passes_through(&mut self, rules: &Campaign, friends: Units, ump: &mut impl Umpire) {
        ump.cite(rule!("17.5.1-e"));
        let lines = friends.iter().filter(|friend| self.now.unit(*friend).body.formation == Formation::Line);
        let lines: Units = lines.collect();
        self.burst_through(rules, lines, ump);
    }

    /// Routers run on, the rest of one full distance; then pursuers who did not rally. [17.4.1-a] [17.4.13-e]
    /// [17.4.13-g]
    pub(super) fn run_on(&mut self, rules: &Campaign, ump: &mut impl Umpire) -> Asked<Phase> {
        ump.cite(rule!("17.4.1-a"));
        let first = self.now.initiative;
        let next = |battle: &Battle<G>, order: Order| {
            let due = |unit: &UnitId| {
                let state = battle.now.unit(*unit);
                state.body.order == order && !state.marks.done && !battle.now.is_locked(*unit)
            };
            let of = |side| battle.now.troops(rules, side).iter().find(due);
            of(first).or_else(|| of(first.other()))
        };
        if let Some(unit) = next(self, Order::Routing) {
            ump.cite(rule!("17.4.13-e"));
            ump.cite(rule!("17.4.13-g"));
            let full = self.scene(rules).pace(unit).rout.unwrap_or_default();
            let left = full - Length::measured(self.now.unit(unit).ran);
            self.now.unit_mut(unit).marks.done = true;
            if left > Length::default() {
                self.runs(rules, unit, &[], (Flight::RunOn, left), ump)?;
            }
            return Ok(Phase::Routers);
        }
        if let Some(unit) = next(self, Order::Pursuing) {
            // Along the routers' track, right after them. [17.5-h]
            ump.cite(rule!("17.5-h"));
            let full = self.scene(rules).pace(unit).pursuit.unwrap_or_default();
            let left = full - Length::measured(self.now.unit(unit).ran);
            self.now.unit_mut(unit).marks.done = true;
            self.presses_on(rules, unit, (Course::Ahead, left), ump)?;
            return Ok(Phase::Routers);
        }
        Ok(Phase::SecondImpulse)
    }

    /// A winner or pursuer goes on; horse may halt at the edge of bad ground. [17.5.4-a] [17.5.1-c]
    pub(super) fn presses_on(
        &mut self,
        rules: &Campaign,
        unit: UnitId,
        (course, length): (Course, Length),
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let length = self.halts_at_edge(rules, unit, (course, length), ump)?;
        self.advances(rules, unit, (course, length), ump)
    }

    /// So far a winner or pursuer goes; a new enemy is met in a break-through. [17.5.4-b]
    fn advances(
        &mut self,
        rules: &Campaign,
        unit: UnitId,
        run: (Course, Length),
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        ump.cite(rule!("17.5.4-a"));
        ump.cite(rule!("17.5.1-b"));
        let name = self.scene(rules).name(unit);
        let from = self.now.unit(unit).pose;
        let Battle { now, ground, .. } = self;
        let Ran { length, met, burst } = ground.press_on((rules, now), unit, run, ump)?;
        now.unit_mut(unit).ran += length.mils();
        self.passes_through(rules, burst, ump);
        if let Met::Enemy(staff) = met
            && self.now.profile(rules, staff).arm == Arm::Staff
        {
            // Lone staff in the way are taken, and the move goes on. [14.5-a]
            self.take_staff(rules, staff, ump);
            return self.advances(rules, unit, (Course::Ahead, run.1 - length), ump);
        }
        ump.explain(|| {
            Ruling::new(rule!("17.5.4-a"), format!("{}: goes on {length} inches", capital(&name)))
        });
        if let Met::Enemy(enemy) = met {
            let other = self.scene(rules).name(enemy);
            let Battle { now, ground, .. } = self;
            let strikes = ground.struck(Scene { rules, now }, (unit, from), enemy, ump)?;
            let from = self.now.turn + 1;
            // It counts as charging when that is fought, next turn.
            ump.cite(rule!("17.5.4-c"));
            self.now.contacts.push(Contact {
                by: unit,
                on: enemy,
                strikes,
                impetus: Impetus::Charging,
                from,
                rest: run.1 - length,
            });
            ump.explain(|| {
                Ruling::new(rule!("17.5.4-b"), format!("{}: breaks through upon {other}", capital(&name)))
            });
        }
        Ok(())
    }
}
