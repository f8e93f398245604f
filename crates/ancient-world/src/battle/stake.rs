//! What of a battle is still at stake: best play solves one battle for all that differ only in what is settled.

use super::show::score;
use super::{Battle, End, Outcome, Rules, Stage};
use crate::force::{Status, Troops, Unit};
use grognard_umpire::{BySide, Side};

impl Battle {
    /// The battle that stands for all in which the same is at stake, and how much more an end of this one is worth to each
    /// side.
    pub(super) fn without_what_is_settled(self, rules: &Rules) -> (Battle, BySide<i64>) {
        let mut like = self;
        match self.stage {
            Stage::Avoidance
            | Stage::AvoidanceRoll { .. }
            | Stage::AvoidanceLosses { .. }
            | Stage::Coordination { .. }
            | Stage::MarchLosses { .. }
            | Stage::Tactics { .. }
            | Stage::Fates { .. } => return (self, BySide::default()),
            Stage::Commitment { .. }
            | Stage::Elephants { .. }
            | Stage::Trampled { .. }
            | Stage::BattleDie { .. }
            | Stage::Unpredictable { .. }
            | Stage::Result { .. }
            | Stage::Losses { .. } => {}
            // Who has been killed and what guile is left decides who may be replaced.
            Stage::Leaders { verdict, .. } | Stage::Replacement { verdict, .. } => {
                like.forget_the_unbeaten(rules, verdict.loser);
            }
            Stage::Pursuit { verdict, .. }
            | Stage::PursuitLosses { verdict, .. }
            | Stage::Retreat { verdict }
            | Stage::RetreatLosses { verdict, .. } => {
                (like.fates, like.guile) = (BySide::default(), BySide::default());
                like.forget_the_unbeaten(rules, verdict.loser);
            }
        }
        Side::ALL.into_iter().for_each(|side| like.draw_together(rules, side));
        let (own, other) = (self.as_it_stands(), like.as_it_stands());
        (like, BySide::from_fn(|side| score(rules, side, &own) - score(rules, side, &other)))
    }

    /// Only the loser has more to lose.
    fn forget_the_unbeaten(&mut self, rules: &Rules, loser: Option<Side>) {
        for side in Side::ALL.into_iter().filter(|side| loser != Some(*side)) {
            self.troops[side] = self.worst_off(rules, side);
        }
    }

    /// Once the modifiers are fixed nobody asks for contingents: units that lose alike have all that is left of them
    /// together in the first of them, as far as it goes.
    fn draw_together(&mut self, rules: &Rules, side: Side) {
        let (units, troops) = (&rules.parties[side].units, &mut self.troops[side].0);
        let class = |unit: &Unit| (unit.arm, unit.is_select(), unit.status, unit.nearby);
        for (one, unit) in units.iter().enumerate() {
            for (other, like) in units.iter().enumerate().skip(one + 1) {
                if class(unit) == class(like) {
                    let moved = (unit.sp - troops[one]).min(troops[other]);
                    troops[one] += moved;
                    troops[other] -= moved;
                }
            }
        }
    }

    /// One SP of the unit that is worst off, where any is not fresh: a side has the status of its worst.
    fn worst_off(&self, rules: &Rules, side: Side) -> Troops {
        let (party, troops) = (&rules.parties[side], &self.troops[side]);
        let worst = party.worst_status(troops, self.joined[side]);
        let mut left = Troops::default();
        let is_worst = |sp: u8, status: Status| sp > 0 && status == worst && worst != Status::Fresh;
        let unit = party.present(self.joined[side]).find(|(unit, of)| is_worst(troops.0[*unit], of.status));
        if let Some((unit, _)) = unit {
            left.0[unit] = 1;
        }
        left
    }

    /// The end that it would have at this moment, with neither victory nor status.
    fn as_it_stands(&self) -> End {
        let Battle { troops, guile, joined, fates, .. } = *self;
        let given = BySide::new(Status::Fresh, Status::Fresh);
        End { outcome: Outcome::Draw, troops, guile, joined, fates, given, retreat: None }
    }
}
