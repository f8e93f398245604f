//! The battle an order leads to: a step of a march, an interception, a stand. Nothing is hidden in these wars, so it is the
//! battle itself, if nobody else evades, takes shelter, joins or intercepts.

use super::movement::Marching;
use super::{Game, Stage, Troops};
use crate::battle::Battle;
use crate::engagement::{Engagement, Interception};
use crate::title::GameRules;
use grognard_umpire::{BySide, Side};
use std::sync::Arc;

/// The answers that make a side fight where it is asked whether it will.
const FALLS_ON_THEM: &str = "yes";
const STANDS: &str = "fight";

impl Game {
    /// The battle that an order of a side leads to: the next step of its march or its halt, an interception that succeeds,
    /// or its stand against whoever has come upon it.
    pub(super) fn battle_ahead(
        &self,
        rules: &GameRules,
        side: Side,
        order: &str,
    ) -> Option<(Battle, Arc<Engagement>)> {
        match &self.stage {
            Stage::March(impulse, marching) if impulse.side == side => {
                self.battle_of_march(rules, side, marching, order)
            }
            Stage::Intercept(impulse, marching, next)
                if impulse.side.other() == side && order == FALLS_ON_THEM =>
            {
                let (index, _) = self.interceptor(rules, impulse.side, marching, *next)?;
                let hunter = self.troops[index];
                let commands =
                    BySide::new(self.leads_march(rules, marching), self.command_of(rules, &hunter));
                let (forces, by) = (BySide::new(marching.troops(), hunter), Interception::ByDefender);
                Some(alone(self.engagement(rules, marching.at, forces, commands, marching.border, by)))
            }
            Stage::Evade(impulse, at, _) if impulse.side.other() == side && order == STANDS => {
                let own = self.troops[self.field(impulse.side, *at)?];
                let enemy = self.troops[self.field(side, *at)?];
                let commands = BySide::new(self.command_of(rules, &own), self.command_of(rules, &enemy));
                let ((_, border), forces) = (own.came, BySide::new(own, enemy));
                Some(alone(self.engagement(rules, *at, forces, commands, border, Interception::None)))
            }
            _ => None,
        }
    }

    /// The battle that the next step of a side's march leads to, or that its halt does.
    fn battle_of_march(
        &self,
        rules: &GameRules,
        side: Side,
        marching: &Marching,
        order: &str,
    ) -> Option<(Battle, Arc<Engagement>)> {
        let troops = marching.troops();
        let own = match rules.province(order) {
            Some(to) => {
                let here = &rules.provinces[usize::from(marching.at)];
                let &(_, border) = here.borders.iter().find(|(next, _)| *next == to)?;
                Troops { at: to, came: (marching.at, border), foraging: false, ..troops }
            }
            None if order == super::guide::HALT => troops,
            None => return None,
        };
        let enemy = self.troops[self.field(side.other(), own.at)?];
        let commands = BySide::new(self.leads_march(rules, marching), self.command_of(rules, &enemy));
        let (_, border) = own.came;
        let forces = BySide::new(own, enemy);
        let engagement = self.engagement(rules, own.at, forces, commands, border, Interception::None);
        Some(alone(engagement))
    }
}

fn alone(engagement: Engagement) -> (Battle, Arc<Engagement>) {
    (Battle::new(), Arc::new(engagement))
}
