//! What a declaration of a charge leads to, before it is given: the charge as one that can be counted out. [17.2.2]
//!
//! From what stands on the table for everybody to see: nobody who is hidden is in it.

use super::Battle;
use super::Phase;
use super::campaign::Campaign;
use super::charges;
use super::ground::{Approach, Ground, Reckoned, Way};
use super::ids::UnitId;
use super::impulses::may_charge_now;
use crate::assault::AssaultRules;
use crate::charge::{Charge, ChargeRules, Kept, Manoeuvre, Screen};
use crate::charts::HorseBattery;
use crate::length::Length;
use crate::melee::{Fighter, Role};
use crate::path::MoveOrder;
use crate::policy::Policy;
use crate::unit::{Body, Direction, Formation, Unit};
use grognard_umpire::{BySide, Keep, Side, Tape};
use std::sync::Arc;

/// A charge that somebody thinks of.
#[derive(Clone, Copy)]
struct Thought {
    charger: UnitId,
    target: UnitId,
    way: Way,
    approach: Approach,
    first: Length,
    /// The whole allowance, ground deducted.
    allowance: Length,
}

impl<G: Ground> Battle<G> {
    /// The charge that an order declares or makes, from where everybody stands now; of a brigade's, none: several units
    /// charge in it. Beside a real table only the players can measure it.
    pub(super) fn charge_ahead(
        &self,
        rules: &Campaign,
        side: Side,
        order: &str,
    ) -> Option<(Charge, Arc<ChargeRules>)> {
        if !G::IS_MEASURED {
            return None;
        }
        match self.phase {
            Phase::Declare(by) if by == side => {
                let mut ground = self.ground.clone();
                ground.ready(self.scene(rules));
                let (charger, target, way, first) = charges::named(self.scene(rules), &ground, side, order)?;
                let Reckoned::Known(approach) = ground.reckon(self.scene(rules), charger, target, way) else {
                    return None;
                };
                let allowance = charges::allowance(self.scene(rules), charger, way, &approach);
                let most = charges::bounds(&approach, allowance, &rules.readings)?.most;
                let first = first.unwrap_or(most);
                let thought = Thought { charger, target, way, approach, first, allowance };
                let given = self.thought_out(rules, thought)?;
                Some((Charge::start(&given.before), Arc::new(given)))
            }
            Phase::Moves(by) if by == side => {
                let MoveOrder::Charge(charger, target) = MoveOrder::read(order).ok()? else { return None };
                let scene = self.scene(rules);
                let (charger, target) = (scene.find(&charger)?, scene.find(&target)?);
                let mut ground = self.ground.clone();
                ground.ready(scene);
                may_charge_now(scene, &mut ground, charger, target).ok()?;
                let Reckoned::Known(approach) = ground.reckon(scene, charger, target, Way::default()) else {
                    return None;
                };
                let allowance = scene.pace(charger).charge.unwrap_or_default();
                let (way, first) = (Way::default(), Length::default());
                let thought = Thought { charger, target, way, approach, first, allowance };
                let mut given = self.thought_out(rules, thought)?;
                let prey = scene.unit(target);
                // Only what it has kept is fired in the Movement Phase; a gun that has not fired may.
                let gun = scene.profile(target).arm.is_gun() && prey.fired == 0;
                let kept = if gun || prey.reserved > 0 { Kept::Yes } else { Kept::No };
                if !gun {
                    given.bearing.second = given.bearing.second.min(prey.reserved);
                }
                let own = if scene.unit(charger).fired == 0 { Kept::Yes } else { Kept::No };
                let kept = BySide::new(own, kept);
                Some((Charge::opportunity_from(&given.before, kept), Arc::new(given)))
            }
            _ => None,
        }
    }

    /// All that the procedure of a charge reads of the table.
    fn thought_out(&self, rules: &Campaign, thought: Thought) -> Option<ChargeRules> {
        let Thought { charger, target, way, approach, first, allowance } = thought;
        let mut there = self.clone();
        let mut nobody = Tape::new(&[], Keep::Account);
        there.leaves_wood(rules, charger, &mut nobody);
        let (unit, mut body) = there.situate(rules, charger, &mut nobody).ok()?;
        let (prey, prey_body) = there.situate_against(rules, target, charger, &mut nobody).ok()?;
        let (before_charge, strikes) = (body.formation, approach.strikes);
        body.formation = way.form.unwrap_or(before_charge);
        let horse_battery = self.now.profile(rules, target).horse_battery;
        // The lesser of two allowances counts where a formation changes: what is less is a deduction.
        let whole = rules.charts.pace(unit.arm, body.formation, HorseBattery::No).charge.unwrap_or_default();
        let screen = there.screen_ahead(rules, (charger, target, way), approach.distance);
        let higher = {
            let Battle { now, ground, .. } = &mut there;
            ground.higher(super::state::Scene { rules, now }, charger, target, &mut nobody).ok()?
        };
        let bearing = there.bearing_ahead(rules, (charger, target), (way, first));
        let all_round = matches!(prey_body.formation, Formation::Square | Formation::Skirmish);
        let fighter = |unit: &Unit, body: &Body, strikes: Direction| Fighter {
            unit: unit.clone(),
            strikes,
            role: Role::InContact,
            contact: unit.stands(body),
        };
        let before = BySide::new(body, prey_body);
        let side = self.now.side(rules, charger);
        let (own, enemy) = (rules.names[side].clone(), rules.names[side.other()].clone());
        let names = BySide::new(own, enemy);
        let policies = BySide::new(Policy::default(), Policy::default());
        let assault = AssaultRules {
            charts: Arc::clone(&rules.charts),
            readings: rules.readings,
            names: names.clone(),
            fighters: BySide::new(
                vec![fighter(&unit, &body, if all_round { Direction::Front } else { strikes })],
                vec![fighter(&prey, &prey_body, Direction::Front)],
            ),
            // The charger is the first side of the procedure, whichever side it has in the battle.
            higher: higher.map(|one| if one == side { Side::First } else { Side::Second }),
            before: before.map(crate::melee::alone),
            policies,
        };
        Some(ChargeRules {
            charts: Arc::clone(&rules.charts),
            readings: rules.readings,
            names,
            before,
            units: BySide::new(unit, prey),
            distance: approach.distance,
            first_impulse: first,
            deductions: whole - allowance,
            strikes,
            slope: approach.slope,
            passage: approach.passage,
            manoeuvre: match way.form {
                Some(_) => Manoeuvre::ChangesFormation,
                None => Manoeuvre::KeepsFormation,
            },
            horse_battery,
            bearing,
            screen,
            assault,
            policies,
        })
    }

    /// The nearest screen that the charger would go through. [17.2.7]
    fn screen_ahead(
        &mut self,
        rules: &Campaign,
        (charger, target, way): (UnitId, UnitId, Way),
        distance: Length,
    ) -> Option<Screen> {
        let mut nobody = Tape::new(&[], Keep::Account);
        let Battle { now, ground, .. } = self;
        let scene = super::state::Scene { rules, now };
        let found = ground.screens_on_way(scene, charger, target, way, &mut nobody).ok()?;
        let &(screen, near) = found.iter().find(|(_, near)| *near < distance)?;
        let (unit, body) = self.situate_in_cover(rules, screen, &mut nobody).ok()?;
        Some(Screen { unit, body, distance: near })
    }

    /// Stands that bear: the charger's from where it stands, the target's on whoever has come on so far.
    fn bearing_ahead(
        &mut self,
        rules: &Campaign,
        (charger, target): (UnitId, UnitId),
        (way, first): (Way, Length),
    ) -> BySide<u8> {
        let mut nobody = Tape::new(&[], Keep::Account);
        let Battle { now, ground, .. } = self;
        let mut bears = |now: &super::state::Position, firer: UnitId, at: UnitId| {
            let scene = super::state::Scene { rules, now };
            let aimed = ground.aim(scene, firer, at, &mut nobody).ok().flatten();
            let square = scene.unit(firer).body.formation == Formation::Square;
            aimed
                .filter(|aimed| aimed.endangers.is_empty() || !scene.profile(firer).arm.is_gun())
                .map_or(0, |aimed| if square { aimed.groups.len() as u8 } else { aimed.bearing })
        };
        let own = bears(now, charger, target);
        let mut nearer = now.clone();
        let state = nearer.unit_mut(charger);
        if way == Way::default() {
            state.pose = state.pose.ahead(first.mils());
        }
        BySide::new(own, bears(&nearer, target, charger))
    }
}
