//! What of a battle is still at stake: best play solves one battle for all that differ only in what is settled.

use super::show::score;
use super::{Battle, End, Outcome, Rules, Stage};
use crate::force::{Status, Troops};
use grognard_umpire::{BySide, Side};

impl Battle {
    /// The battle that stands for all in which the same can still happen, and how much more an end of this one is worth
    /// to each side.
    pub(super) fn without_what_is_settled(self, rules: &Rules) -> (Battle, BySide<i64>) {
        let mut like = self;
        let loser = match self.stage {
            // Who has been killed and what guile is left decides who may be replaced.
            Stage::Leaders { verdict, .. } | Stage::Replacement { verdict, .. } => verdict.loser,
            Stage::Pursuit { verdict, .. }
            | Stage::PursuitLosses { verdict, .. }
            | Stage::Retreat { verdict }
            | Stage::RetreatLosses { verdict, .. } => {
                (like.fates, like.guile) = (BySide::default(), BySide::default());
                verdict.loser
            }
            _ => return (self, BySide::default()),
        };
        // Only the loser has more to lose.
        for side in Side::ALL.into_iter().filter(|side| loser != Some(*side)) {
            like.troops[side] = self.worst_off(rules, side);
        }
        let (own, other) = (self.as_it_stands(), like.as_it_stands());
        (like, BySide::from_fn(|side| score(rules, side, &own) - score(rules, side, &other)))
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
