//! Who has won a combat. [8.10]

use super::{Combat, Outcome, Role};
use crate::charts::Posture;
use crate::ladder::LossPoints;
use crate::options::{Delay, Options, Overkill, PaidLosses, WipedOut};
use crate::rule;
use grognard_umpire::{Clerk, Ruling, Side, Umpire};

impl Combat {
    /// What a side dealt, as it counts for the winner.
    fn score(&self, side: Side, options: &Options) -> LossPoints {
        let other = side.other();
        let wasted = if options.overkill == Overkill::Ignored { self.surplus[other] } else { 0 };
        let paid = if options.paid_losses == PaidLosses::DoNot { self.paid[other] } else { 0 };
        self.dealt[side].without(wasted + paid)
    }

    /// Whoever dealt more has won; a tie is the defender's. [8.10]
    pub(super) fn determine_winner(&self, options: &Options, ump: &mut impl Umpire) -> Outcome {
        let (attacker, defender) = (self.attacker, self.defender());
        let (own, other) = (self.score(attacker, options), self.score(defender, options));
        // Losses dealt are what wins.
        ump.cite(rule!("2.1-g"));
        // The number decides, at equal numbers the symbol, and a complete tie is the defender's.
        ump.cite(match (own.points() == other.points(), own == other) {
            (_, true) => rule!("8.10-d"),
            (true, false) => rule!("8.10-b"),
            (false, _) => rule!("8.10-c"),
        });
        ump.note_if(rule!("8.10-e"), || self.surplus.first + self.surplus.second > 0);
        let mut winner = if own > other { Role::Attacker } else { Role::Defender };
        if self.posture == Some(Posture::Delay) && options.delay == Delay::GivesWay {
            // Whoever delays gives the hex up, whatever the losses.
            winner = Role::Attacker;
        }
        let earned = winner == Role::Attacker;
        let wiped_out = self.forces[defender].strength() == 0 && self.forces[attacker].strength() > 0;
        if wiped_out && winner == Role::Defender {
            // Nobody is left to hold the hex, but the comparison stands, unless the switch says otherwise.
            ump.cite(rule!("8.10-f"));
            if options.wiped_out == WipedOut::AttackerHolds {
                winner = Role::Attacker;
            }
        }
        ump.explain(|| {
            let who = if winner == Role::Attacker { "the attacker" } else { "the defender" };
            let text = format!("the attacker dealt {own}, the defender {other}: {who} wins");
            Ruling::new(rule!("8.10-a"), text)
        });
        Outcome { earned, ..self.outcome(winner, self.plan()) }
    }
}
