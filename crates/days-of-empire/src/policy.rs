//! How a side decides when nobody is asked: stated in the battle file, question by question.

use crate::assault::Move;
use crate::unit::words;

words! {
    /// What a side does about an enemy in reach.
    Plan {
        /// Declares a charge.
        Charge "charge",
        /// Shoots, and charges afterwards if it may.
        Shoot "shoot",
        /// Neither.
        Hold "hold",
    }
}

words! {
    /// What a charged unit does after a passed test.
    Answer {
        /// Stands as it is.
        Stand "stand",
        /// Forms square.
        Square "square",
        /// Forms line.
        Line "line",
        /// Forms column.
        Column "column",
        /// Evades.
        Evade "evade",
    }
}

words! {
    /// When a charge is broken off.
    Feint {
        /// Never.
        Never "never",
        /// When the target has formed square.
        BeforeSquares "before-squares",
        /// Always.
        Always "always",
    }
}

words! {
    /// When a charged unit fires.
    FireWhen {
        /// In the Shooting Phase.
        Now "now",
        /// In the Movement Phase, at the last moment.
        Reserved "reserved",
    }
}

words! {
    /// A plain preference.
    Wish {
        /// No.
        No "no",
        /// Yes.
        Yes "yes",
    }
}

/// A side's policy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Policy {
    /// What it does about an enemy in reach.
    pub plan: Plan,
    /// Whether it counter-charges.
    pub counter_charge: Wish,
    /// How it receives a charge.
    pub answer: Answer,
    /// When it feints.
    pub feint: Feint,
    /// When it fires at chargers.
    pub fire: FireWhen,
    /// Whether it follows up where it may.
    pub follow: Wish,
    /// Whether it holds its cover where it may.
    pub hold_cover: Wish,
}

impl Default for Policy {
    fn default() -> Self {
        Policy {
            plan: Plan::Charge,
            counter_charge: Wish::No,
            answer: Answer::Stand,
            feint: Feint::Never,
            fire: FireWhen::Now,
            follow: Wish::No,
            hold_cover: Wish::Yes,
        }
    }
}

impl Policy {
    /// Which of its choices a unit makes after an assault.
    pub fn compulsory(&self, choices: &[Move]) -> usize {
        let wanted = match (self.follow, self.hold_cover) {
            (_, Wish::Yes) if choices.contains(&Move::Holds) => Move::Holds,
            (Wish::Yes, _) => Move::Follows,
            _ => return 0,
        };
        choices.iter().position(|choice| *choice == wanted).unwrap_or(0)
    }
}
