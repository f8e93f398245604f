//! The fight an order would lead to, as a combat alone, from what the attacker may know. [2.4-c]

use crate::battle::{Battle, BattleRules};
use crate::campaign::Campaign;
use crate::charts::Plan;
use crate::game::{Active, Game, Mode, Phase};
use crate::order::{Order, parse};
use crate::unit::Units;
use grognard_board::Hex;
use grognard_umpire::{BySide, Known, Side};
use std::sync::Arc;

impl Game {
    /// The combat that an order of the phasing side leads to if nobody reacts, by each of what the defender may have.
    pub(crate) fn fights_ahead(
        &self,
        rules: &Campaign,
        side: Side,
        order: &str,
    ) -> Vec<(Known, Battle, Arc<BattleRules>)> {
        let Some((then, active)) = self.after(rules, side, order) else { return Vec::new() };
        let enemies = then.force_at(rules, side.other(), active.at);
        if enemies.is_empty() {
            return Vec::new();
        }
        // A unit has one point at least and its printed strength at most; that is all the other side knows.
        let with = |known: Known| {
            let mut guessed = then.clone();
            for unit in enemies.iter() {
                let printed = rules.counter(unit).strength;
                guessed.strength[unit.index()] = match known {
                    Known::Best => 1,
                    Known::Likely => (printed + 1).div_ceil(2),
                    Known::Whole | Known::Worst => printed,
                };
            }
            // A posture that lies face down is not known either.
            let active = Active { posture: None, ..active };
            let combat = guessed.combat_ahead(&active, rules).attacker_first();
            let names = |of: Side| -> Vec<String> {
                let fighters = combat.forces[of].fighters();
                fighters.iter().map(|fighter| rules.counter(fighter.unit).name.clone()).collect()
            };
            let alone = BattleRules::of_combat(
                combat,
                (Arc::clone(&rules.charts), rules.options),
                BySide::new(rules.sides[side].clone(), rules.sides[side.other()].clone()),
                BySide::from_fn(names),
            );
            (known, Battle(combat), Arc::new(alone))
        };
        [Known::Best, Known::Likely, Known::Worst].map(with).into()
    }

    /// The position in which an order makes its force meet the enemy, with that force.
    fn after(&self, rules: &Campaign, side: Side, order: &str) -> Option<(Game, Active)> {
        let order = parse(order, rules, self).ok().filter(|_| self.phasing == side)?;
        match (&self.phase, order) {
            (Phase::Active(active), Order::Move(to)) => self.moved(rules, *active, to),
            (Phase::Naming(target, plan, _), Order::AttackFrom(from, units)) => {
                let mode = match plan {
                    Plan::Penetration => Mode::Penetration,
                    _ => Mode::GrandAssault { target: *target },
                };
                Some(self.attacking(rules, units, (from, *target), mode))
            }
            _ => None,
        }
    }

    fn moved(&self, rules: &Campaign, mut active: Active, to: Hex) -> Option<(Game, Active)> {
        let way = rules.board.way(active.at, to)?;
        let rivers = self.rivers_for(rules, self.phasing);
        active.spent = active.spent.saturating_add(rules.step_cost(active.units, active.at, way, to, rivers));
        Some(self.met(active, active.at, to))
    }

    /// The force of a concerted attack in the hex it attacks, come from next to it.
    fn attacking(
        &self,
        rules: &Campaign,
        units: Units,
        (from, target): (Hex, Hex),
        mode: Mode,
    ) -> (Game, Active) {
        let active = Active {
            units,
            taking_part: units,
            at: from,
            from: None,
            spent: 0,
            had: self.allowance(rules, units),
            spent_before: 0,
            exploited: 0,
            hexes: 0,
            mobile_hexes: 0,
            gathered_at: None,
            mode,
            posture: None,
            exploit: None,
        };
        self.met(active, from, target)
    }

    fn met(&self, active: Active, from: Hex, to: Hex) -> (Game, Active) {
        let mut then = self.clone();
        then.put(active.units, to);
        (then, Active { at: to, from: Some(from), ..active })
    }
}
