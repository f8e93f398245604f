//! The attack plans open to an attacker. [8.1, 8.3]

use crate::charts::Plan;
use crate::rule;
use grognard_umpire::{Barred, Clause, Offer, Refusal};

/// Which plans the attacker may still choose from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Plans {
    /// This one is settled.
    Settled(Plan),
    /// A meeting engagement or a standard attack.
    Ordinary,
    /// Those and the grand assault, in exploitation.
    Exploiting,
    /// A grand assault or a penetration.
    Concerted,
}

impl Plans {
    /// The plans open.
    pub fn list(self) -> Vec<Plan> {
        match self {
            Plans::Settled(plan) => vec![plan],
            Plans::Ordinary => vec![Plan::MeetingEngagement, Plan::StandardAttack],
            Plans::Exploiting => vec![Plan::MeetingEngagement, Plan::StandardAttack, Plan::GrandAssault],
            Plans::Concerted => vec![Plan::GrandAssault, Plan::Penetration],
        }
    }

    /// Whether some of the plans take a force with a zone of influence.
    pub(crate) fn takes_influence(self) -> bool {
        self.list().iter().any(|plan| matches!(plan, Plan::GrandAssault | Plan::Penetration))
    }

    /// The plans that are not open, each with the reason; none where one is settled.
    pub fn barred(self) -> Vec<Barred> {
        let concerted = "it takes a concerted attack declared beforehand, or points for it in exploitation";
        let no = |plan: Plan, clause: Clause, why: &str| Barred {
            key: plan.key(),
            refusal: Refusal::new(clause, why),
        };
        match self {
            Plans::Settled(_) => Vec::new(),
            Plans::Ordinary => vec![
                no(Plan::GrandAssault, rule!("8.1-b"), concerted),
                no(Plan::Penetration, rule!("8.1-b"), concerted),
            ],
            Plans::Exploiting => {
                vec![no(Plan::Penetration, rule!("8.12-e"), "nobody penetrates in exploitation")]
            }
            Plans::Concerted => vec![
                no(Plan::MeetingEngagement, rule!("8.1-a"), "a concerted attack is one of two plans"),
                no(Plan::StandardAttack, rule!("8.1-a"), "a concerted attack is one of two plans"),
            ],
        }
    }
}
