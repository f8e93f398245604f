//! The battle a step of a march leads to. Nothing is hidden in these wars, so it is the battle itself, if nobody evades,
//! takes shelter or intercepts.

use super::{Game, Stage, Troops};
use crate::battle::Battle;
use crate::engagement::{Engagement, Interception};
use crate::title::GameRules;
use grognard_umpire::{BySide, Side};
use std::sync::Arc;

impl Game {
    /// The battle that the next step of a side's march leads to, or that its halt does.
    pub(super) fn battle_ahead(
        &self,
        rules: &GameRules,
        side: Side,
        order: &str,
    ) -> Option<(Battle, Arc<Engagement>)> {
        let Stage::March(impulse, marching) = &self.stage else { return None };
        if impulse.side != side {
            return None;
        }
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
        Some((Battle::new(), Arc::new(engagement)))
    }
}
