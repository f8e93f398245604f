//! What no later step of a fight reads, put aside: best play solves one fight for all that differ in nothing else.

use super::contest::Silent;
use super::{Cause, Fight, FightRules, StackId, Stage, Standing};
use crate::force::Strengths;
use grognard_umpire::{BySide, Side};

impl Fight {
    /// The fight that stands for all in which the same can still happen, and how much more an end of this one is worth
    /// to each side.
    pub(super) fn aside(self, rules: &FightRules) -> (Fight, BySide<i64>) {
        if !self.has_been_fought() {
            // The combat reads nearly everything.
            return (self, BySide::default());
        }
        let worth =
            |fight: &Fight| rules.worth_to_defender(&fight.as_it_stands(rules).end(rules, &mut Silent));
        let like = self.without_what_is_settled(rules);
        let more = worth(&self) - worth(&like);
        (like, BySide::new(-more, more))
    }

    /// Whether the combat die has fallen.
    fn has_been_fought(&self) -> bool {
        match self.stage {
            Stage::Barrage | Stage::CheckAfterBarrage | Stage::Combat => false,
            Stage::Results { cause, .. } => matches!(cause, Cause::Combat(_) | Cause::CheckAfterCombat),
            Stage::CheckAfterCombat(_) | Stage::Over => true,
        }
    }

    fn without_what_is_settled(mut self, rules: &FightRules) -> Fight {
        let mut in_play = BySide::<[bool; crate::force::FORMATIONS_MAX]>::default();
        for side in Side::ALL {
            for (number, stack) in rules.stacks[side].iter().enumerate() {
                let of = StackId { side, number: number as u8 };
                let ahead = self.results_ahead(rules, of);
                in_play[side][stack.formation] |= ahead > 0;
                let standing = &mut self.stacks[side][number];
                match (&mut self.stage, ahead) {
                    (_, 0) => *standing = standing.settled(side),
                    (Stage::Results { of: taking, allocation, .. }, _) if *taking == of => {
                        cap(&mut allocation.condition.strength, ahead);
                    }
                    _ => cap(&mut standing.strength, ahead),
                }
            }
            for (level, in_play) in self.morale[side].iter_mut().zip(in_play[side]) {
                // Whoever takes results has his level with him.
                *level = if in_play { *level } else { 0 };
            }
        }
        // The markers were for the combat, and nobody asks how many prisoners there are.
        (self.marker, self.superiority, self.prisoners) = (0, false, BySide::default());
        let due = BySide::from_fn(|side| self.is_any_due(side));
        if let Stage::Results { cause, allocation, .. } = &mut self.stage {
            let condition = &mut allocation.condition;
            (condition.marker, condition.superiority, condition.prisoners) = (0, false, 0);
            if let Cause::Combat(result) = cause {
                // What the table says of a side whose stacks all have their results is carried out.
                result.attacker = if due.first { result.attacker } else { 0 };
                result.defender = if due.second { result.defender } else { 0 };
                result.retreat = false;
            }
        }
        self
    }

    fn is_any_due(&self, side: Side) -> bool {
        (0..crate::force::STACKS_MAX as u8).any(|number| self.is_due(StackId { side, number }))
    }

    fn is_due(&self, of: StackId) -> bool {
        self.due & of.bit() != 0
    }

    /// The most loss results that a stack can still take, whatever the dice say.
    fn results_ahead(&self, rules: &FightRules, of: StackId) -> u8 {
        let limits = &rules.charts.limits;
        let check = limits.check_results_max;
        match self.stage {
            Stage::Results { cause, of: taking, allocation } if taking == of => {
                let left = allocation.results + 1 - allocation.next;
                if cause == Cause::CheckAfterCombat { left } else { left.saturating_add(check) }
            }
            Stage::Results { cause: Cause::Combat(result), .. } if self.is_due(of) => {
                let found = if of.side == Side::First { result.attacker } else { result.defender };
                found.saturating_mul(limits.charge_factor).saturating_add(check)
            }
            Stage::Results { cause: Cause::Combat(_), .. } if self.struck & of.bit() != 0 => check,
            Stage::Results { cause: Cause::CheckAfterCombat, .. } if self.is_due(of) => check,
            Stage::CheckAfterCombat(checks) if checks == of || self.is_due(of) => check,
            _ => 0,
        }
    }
}

/// A unit that cannot lose all it has is as good as any other such.
fn cap(strength: &mut Strengths, ahead: u8) {
    for sp in strength {
        *sp = (*sp).min(ahead.saturating_add(1));
    }
}

impl Standing {
    /// A stack that nothing more happens to: of a defender it matters whether he holds the hex, of an attacker nothing.
    fn settled(&self, side: Side) -> Standing {
        let mut settled = Standing::default();
        if side == Side::Second && self.is_alive() {
            settled.strength[0] = 1;
            settled.driven = self.has_retreated();
        }
        settled
    }
}
