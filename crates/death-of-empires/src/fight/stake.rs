//! What of a fight is still at stake: best play solves one fight for all that differ only in what is settled, and each
//! part by itself once the combat die has fallen.

use super::contest::Silent;
use super::{Cause, Fight, FightRules, StackId, Stage, Standing};
use crate::force::{FORMATIONS_MAX, STACKS_MAX, Strengths};
use crate::readings::{OneEachScope, OverrunBar};
use grognard_umpire::{BySide, Side};

/// Stacks by their bits.
type Stacks = u8;

impl FightRules {
    fn stacks(&self) -> impl Iterator<Item = (StackId, usize)> + '_ {
        Side::ALL.into_iter().flat_map(|side| {
            let stacks = self.stacks[side].iter().enumerate();
            stacks.map(move |(number, stack)| (StackId { side, number: number as u8 }, stack.formation))
        })
    }

    fn together(&self, holds: impl Fn(StackId, usize) -> bool) -> Stacks {
        let together = self.stacks().filter(|(of, formation)| holds(*of, *formation));
        together.fold(0, |all, (of, _)| all | of.bit())
    }

    /// The stacks that touch each other once the combat die has fallen: those of a formation share its morale, and
    /// defenders the hex that they hold.
    fn bodies(&self) -> Vec<Stacks> {
        let joined = self.overrun && self.readings.overrun_bar != OverrunBar::Always
            || self.readings.one_each_scope == OneEachScope::WholeCombat;
        if joined {
            return vec![self.together(|_, _| true)];
        }
        let attackers = (0..FORMATIONS_MAX)
            .map(|formation| self.together(|of, its| of.side == Side::First && its == formation));
        let defenders = self.together(|of, _| of.side == Side::Second);
        attackers.chain([defenders]).filter(|body| *body != 0).collect()
    }
}

impl Fight {
    /// What is still at stake in it, body by body; returned is what each side has for certain.
    pub(super) fn parts_at_stake(&self, rules: &FightRules, parts: &mut Vec<Fight>) -> BySide<i64> {
        if !self.has_been_fought() {
            // The combat reads nearly everything.
            parts.push(*self);
            return BySide::default();
        }
        let worth =
            |fight: &Fight| rules.worth_to_defender(&fight.as_it_stands(rules).end(rules, &mut Silent));
        let mut settled = worth(self);
        for body in rules.bodies() {
            let Some(part) = self.alone(rules, body) else { continue };
            let part = part.without_what_is_settled(rules);
            settled -= worth(&part);
            parts.push(part);
        }
        BySide::new(-settled, settled)
    }

    /// What is left to do with some stacks while the others are not there; nothing where they are through.
    fn alone(&self, rules: &FightRules, body: Stacks) -> Option<Fight> {
        let mut part = *self;
        part.due &= body;
        part.struck &= body;
        let mut levels = BySide::<[u8; FORMATIONS_MAX]>::default();
        for (of, formation) in rules.stacks() {
            match of.bit() & body {
                0 => part.stacks[of.side][of.index()] = Standing::default(),
                _ => levels[of.side][formation] = part.morale[of.side][formation],
            }
        }
        part.morale = levels;
        match part.stage {
            Stage::Results { of, .. } | Stage::CheckAfterCombat(of) if of.bit() & body != 0 => {}
            Stage::Results { cause: Cause::Combat(result), .. } => {
                part.next_results(rules, result, &mut Silent);
            }
            _ => part.next_check(),
        }
        part.settle(rules, &mut Silent);
        (part.stage != Stage::Over).then_some(part)
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
        let mut levels = BySide::<[u8; FORMATIONS_MAX]>::default();
        for (of, formation) in rules.stacks() {
            let ahead = self.results_ahead(rules, of);
            let standing = &mut self.stacks[of.side][of.index()];
            match (&mut self.stage, ahead) {
                (_, 0) => *standing = standing.settled(of.side),
                (Stage::Results { of: taking, allocation, .. }, _) if *taking == of => {
                    cap(&mut allocation.condition.strength, ahead);
                }
                _ => cap(&mut standing.strength, ahead),
            }
            if ahead > 0 {
                // Whoever takes results just now has his level with him.
                levels[of.side][formation] = self.morale[of.side][formation];
            }
        }
        self.morale = levels;
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
        (0..STACKS_MAX as u8).any(|number| self.is_due(StackId { side, number }))
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
