//! The Morale Phase's rallies: whoever is not in good order tests. [17.2-e] [17.2.10]

use super::campaign::Campaign;
use super::ground::Ground;
use super::ids::UnitId;
use super::state::{Piece, Scene};
use super::{Battle, Phase};
use crate::asks::Asks;
use crate::charts::Lasting;
use crate::morale::{Factor, Outcome, Tally, Test, Tester};
use crate::readings::{ArmyMorale, PursuersRally};
use crate::unit::{Cover, Formation, Order, capital};
use grognard_umpire::{Asked, Asking, Offer, Ruling, Side, Umpire, YesNo};

/// How a rallied unit forms up. [17.2.10-b]
#[derive(Clone, Copy, PartialEq, Eq)]
struct FormsUp(Formation);

impl Offer for FormsUp {
    fn key(&self) -> String {
        self.0.word().to_owned()
    }
    fn words(&self) -> String {
        format!("form up in {}", self.0.word().replace('-', " "))
    }
}

impl<G: Ground> Battle<G> {
    /// One unit of a side tests; when all have, the other side's turn comes. [17.2-b]
    pub(super) fn rallies(&mut self, rules: &Campaign, side: Side, ump: &mut impl Umpire) -> Asked<Phase> {
        ump.cite(rule!("17.2-b"));
        let due = |unit: &UnitId| {
            let state = self.now.unit(*unit);
            // Not in contact, and not while only the ground it stands in disorders it. [17.5.4-h] [17.2-h]
            let by_ground_alone = state.by_ground && state.body.order == Order::Disordered;
            let bad = state.body.order != Order::Good && !by_ground_alone;
            bad && !state.marks.tested && !self.now.is_locked(*unit)
        };
        let Some(unit) = self.now.troops(rules, side).iter().find(due) else {
            ump.cite(rule!("17.5.4-h"));
            ump.cite(rule!("17.2-h"));
            return Ok(self.then(side, Phase::Rally, Phase::Announce(self.now.initiative)));
        };
        self.now.unit_mut(unit).marks.tested = true;
        if self.now.unit(unit).body.order == Order::Disordered && self.wades(rules, unit, ump)? {
            // Disordered by the swamp or the water it still stands in. [15.6-c]
            ump.cite(rule!("17.2-h"));
            return Ok(Phase::Rally(side));
        }
        self.rally(rules, unit, ump)?;
        Ok(Phase::Rally(side))
    }

    /// One Rally test. [17.2-c] [17.2-e] (T11-a)
    fn rally(&mut self, rules: &Campaign, unit: UnitId, ump: &mut impl Umpire) -> Asked<()> {
        // Generals in reach who do not run themselves help whomever they can, and command all the while.
        ump.cite(rule!("17.2.10-c"));
        let pursues = self.now.unit(unit).body.order == Order::Pursuing;
        if pursues && rules.readings.pursuers_rally == PursuersRally::May {
            ump.cite(rule!("17.2.10-a"));
            let scene = self.scene(rules);
            let (side, name) = (scene.side(unit), scene.name(unit));
            ump.about(|| format!("The pursuit of {name}: try to halt it by a Rally test?"));
            let asking = Asking::of(side, rule!("17.2.10-a"), Asks::RallyPursuers);
            if *ump.choose(asking, &[YesNo::Yes, YesNo::No])? == YesNo::No {
                return Ok(());
            }
        }
        let (who, body) = self.situate_in_cover(rules, unit, ump)?;
        let side = self.now.side(rules, unit);
        let tester = Tester { side, unit: &who, now: &body };
        let mut tally = Tally::common(Test::Rally, tester, &rules.readings, &mut |clause| ump.cite(clause));
        if body.order == Order::Routing {
            tally.add(Factor::Routing);
        }
        let Battle { now, ground, .. } = self;
        let scene = Scene { rules, now };
        if ground.formed_enemy_near(scene, unit, ump)? {
            tally.add(Factor::FormedEnemyWithin8);
        }
        if who.cover != Cover::Open || !ground.enemy_visible(scene, unit, ump)? {
            tally.add(Factor::InCoverOrNoEnemyVisible);
        }
        if rules.readings.army_morale == ArmyMorale::On && self.has_lost_a_quarter(rules, side, ump) {
            ump.cite(rule!("T16-a"));
            tally.add(Factor::ArmyLostAQuarter);
        }
        ump.cite(rule!("17.2-c"));
        ump.cite(rule!("17.2-e"));
        if tally.take(tester, &rules.charts, ump)? != Outcome::Pass {
            // Shaken it stays, until a test is passed. [17.2.8-e]
            ump.cite(rule!("17.2.8-e"));
            return Ok(());
        }
        match body.order {
            Order::Routing => self.halt_router(rules, unit, ump)?,
            // A rallied pursuer halts, in disorder, and keeps its facing.
            Order::Pursuing => {
                ump.cite(rule!("17.2.10-a"));
                self.now.unit_mut(unit).body.order = Order::Disordered;
            }
            _ => {
                // Inside ground that disorders nobody is in good order. [17-d]
                let wades = self.wades(rules, unit, ump)?;
                let state = self.now.unit_mut(unit);
                state.body.order = if state.by_ground || wades { Order::Disordered } else { Order::Good };
                state.until_rallied = wades;
            }
        }
        Ok(())
    }

    /// Whether a unit still stands in ground whose disorder lasts until it has rallied outside. [15.6-c] [17.2.8-g]
    pub(super) fn wades(&mut self, rules: &Campaign, unit: UnitId, ump: &mut impl Umpire) -> Asked<bool> {
        if !self.now.unit(unit).until_rallied {
            return Ok(false);
        }
        let Battle { now, ground, .. } = self;
        Ok(ground.bad_ground(Scene { rules, now }, unit, ump)? == Some(Lasting::UntilRallied))
    }

    /// A router halts, disordered, in line or column as its owner likes, and faces about. [17.2.10-b]
    fn halt_router(&mut self, rules: &Campaign, unit: UnitId, ump: &mut impl Umpire) -> Asked<()> {
        ump.cite(rule!("17.2.10-b"));
        let scene = Scene { rules, now: &self.now };
        let (side, arm) = (scene.side(unit), scene.profile(unit).arm);
        let crew = scene.unit(unit).piece == Piece::Crew;
        let column = match arm {
            _ if crew => Formation::Skirmish,
            _ if arm.is_gun() => Formation::Limbered,
            _ if arm.is_horse() => Formation::CavalryColumn,
            _ => Formation::ManoeuvreColumn,
        };
        let Battle { now, ground, .. } = self;
        let mut choices = vec![FormsUp(column)];
        let mut trial = now.clone();
        if !arm.is_gun() && ground.rally((rules, &mut trial), unit, Formation::Line, ump)? {
            choices.push(FormsUp(Formation::Line));
        }
        let name = Scene { rules, now }.name(unit);
        ump.about(|| format!("Rallied: {name}. In which formation?"));
        let FormsUp(formation) =
            *ump.choose(Asking::of(side, rule!("17.2.10-b"), Asks::FormationOfTheRalliedUnit), &choices)?;
        if !ground.rally((rules, now), unit, formation, ump)? {
            // No room to face about: it halts as it stands.
            now.unit_mut(unit).body.formation = column;
        }
        // Disordered by what it went through.
        ump.cite(rule!("17.2.8-d"));
        let state = now.unit_mut(unit);
        state.body.order = Order::Disordered;
        for staff in now.riders(unit).collect::<Vec<_>>() {
            now.unit_mut(staff).body.order = Order::Good;
        }
        ump.explain(|| {
            let text = format!("{}: rallied, in {}", capital(&name), formation.word().replace('-', " "));
            Ruling::new(rule!("17.2.10-b"), text)
        });
        Ok(())
    }
}
