//! The fight an order would lead to, as a combat alone, from what the attacker may know. [2.4-c]

use crate::battle::{Battle, BattleRules};
use crate::campaign::Campaign;
use crate::charts::Plan;
use crate::combat::Combat;
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
            (known, Battle(combat), alone(rules, combat, side))
        };
        [Known::Best, Known::Likely, Known::Worst].map(with).into()
    }

    /// The combat that is under way, as a side may know it: how the enemy's points are shared out among his units, and the
    /// posture he has laid face down, are his. [2.4-c]
    pub(crate) fn fight_on(&self, rules: &Campaign, side: Side) -> Option<(Side, Battle, Arc<BattleRules>)> {
        let Phase::Combat(_, mut combat) = self.phase else { return None };
        let (attacker, enemy) = (combat.attacker, side.other());
        combat.forces[enemy] = combat.forces[enemy].shared_out(&|unit| rules.counter(unit).strength);
        if !combat.is_revealed() && side == attacker && !rules.options.solitaire {
            combat.posture = None;
        }
        // A combat alone has the attacker first, and only before it has begun can it be turned round.
        if attacker == Side::Second && combat.is_revealed() {
            return None;
        }
        let combat = combat.attacker_first();
        Some((attacker, Battle(combat), alone(rules, combat, attacker)))
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

/// What a combat alone is fought by, the attacker being this side of the game.
fn alone(rules: &Campaign, combat: Combat, attacker: Side) -> Arc<BattleRules> {
    let names = |of: Side| -> Vec<String> {
        let fighters = combat.forces[of].fighters();
        fighters.iter().map(|fighter| rules.counter(fighter.unit).name.clone()).collect()
    };
    Arc::new(BattleRules::of_combat(
        combat,
        (Arc::clone(&rules.charts), rules.options),
        BySide::new(rules.sides[attacker].clone(), rules.sides[attacker.other()].clone()),
        BySide::from_fn(names),
    ))
}
