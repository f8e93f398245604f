//! Attack plan and posture: what is open to the attacker, and how both are chosen. [8.1, 8.3, 8.4]

use super::{Combat, Outcome, Stage};
use crate::asks::Asks;
use crate::charts::{Charts, Plan, Posture};
use crate::options::{AirCall, Options};
use crate::rule;
use grognard_umpire::{
    Asked, Asking, Barred, Clause, Offer, Openness, Refusal, Reveal, Ruling, Side, Umpire,
};
use std::ops::ControlFlow::{self, Break, Continue};

/// Which plans the attacker may still choose from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Plans {
    /// This one is settled.
    Settled(Plan),
    /// A meeting engagement or a standard attack.
    Ordinary,
    /// A grand assault or a penetration.
    Concerted,
}

impl Plans {
    /// The plans open.
    pub fn list(self) -> Vec<Plan> {
        match self {
            Plans::Settled(plan) => vec![plan],
            Plans::Ordinary => vec![Plan::MeetingEngagement, Plan::StandardAttack],
            Plans::Concerted => vec![Plan::GrandAssault, Plan::Penetration],
        }
    }

    /// Whether some of the plans take a force with a zone of influence.
    pub(crate) fn takes_influence(self) -> bool {
        self.list().iter().any(|plan| matches!(plan, Plan::GrandAssault | Plan::Penetration))
    }

    /// The plans that are not open, each with the reason; none where one is settled.
    pub fn barred(self) -> Vec<Barred> {
        let concerted = "it takes a concerted attack declared beforehand";
        let no = |plan: Plan, clause: Clause, why: &'static str| Barred {
            key: plan.key(),
            refusal: Refusal::new(clause, why),
        };
        match self {
            Plans::Settled(_) => Vec::new(),
            Plans::Ordinary => vec![
                no(Plan::GrandAssault, rule!("8.1-b"), concerted),
                no(Plan::Penetration, rule!("8.1-b"), concerted),
            ],
            Plans::Concerted => vec![
                no(Plan::MeetingEngagement, rule!("8.1-a"), "a concerted attack is one of two plans"),
                no(Plan::StandardAttack, rule!("8.1-a"), "a concerted attack is one of two plans"),
            ],
        }
    }
}

impl Combat {
    /// Plan and posture, chosen apart and shown together.
    pub(super) fn choose_plans(
        mut self,
        charts: &Charts,
        options: &Options,
        ump: &mut impl Umpire,
    ) -> Asked<ControlFlow<Outcome, Combat>> {
        if self.is_automatic(charts, options) {
            return Ok(Break(self.overrun(charts, ump)));
        }
        if self.air_waits() && options.air_call == AirCall::BeforePlans {
            return self.call_air(ump);
        }
        let (plan, posture) = self.pick_plans(charts, ump)?;
        self.plans = Plans::Settled(plan);
        self.posture = posture;
        // Both lie open now, those of a concerted attack too.
        for clause in [rule!("8.0-b"), rule!("8.1-b")] {
            ump.reveal(Reveal::answer(self.attacker, clause));
        }
        for clause in [rule!("8.4-d"), rule!("8.1-f")] {
            ump.reveal(Reveal::answer(self.defender(), clause));
        }
        ump.explain(|| {
            let posture = posture.map_or("no posture, being demoralized", Posture::word);
            let text = format!("{} against {posture}", plan.word().replace('-', " "));
            Ruling::new(rule!("8.4-d"), text)
        });
        self.stage = if self.air_waits() { Stage::Air } else { Stage::Exchange };
        Ok(Continue(self))
    }

    /// Plan and posture as their owners pick them, hidden from each other where either has a choice.
    pub(super) fn pick_plans(
        &self,
        charts: &Charts,
        ump: &mut impl Umpire,
    ) -> Asked<(Plan, Option<Posture>)> {
        let (attacker, defender) = (self.attacker, self.defender());
        let plans = self.plans.list();
        let postures = match self.posture {
            Some(posture) => vec![posture],
            None => self.postures(charts),
        };
        let plan_asking = Asking::of(attacker, rule!("8.0-b"), Asks::AttackPlan);
        let posture_asking = Asking::of(defender, rule!("8.4-d"), Asks::DefensivePosture);
        if plans.len() > 1 && postures.len() > 1 {
            // Both are picked hidden and shown together.
            let open = self.plans;
            let plan_choice = (plan_asking, &plans[..], &(|| open.barred()) as &dyn Fn() -> Vec<Barred>);
            let barred = || self.barred_postures(charts);
            let posture_choice = (posture_asking, &postures[..], &barred as &dyn Fn() -> Vec<Barred>);
            let (plan, posture) = if attacker == Side::First {
                ump.choose_together_among(plan_choice, posture_choice)?
            } else {
                let (posture, plan) = ump.choose_together_among(posture_choice, plan_choice)?;
                (plan, posture)
            };
            return Ok((*plan, Some(*posture)));
        }
        let open = self.plans;
        let plan = *ump.choose_among(plan_asking, &plans, Openness::Secret, &|| open.barred())?;
        if postures.is_empty() {
            // The demoralized choose nothing.
            ump.cite(rule!("2.8-e"));
            return Ok((plan, None));
        }
        let barred = || self.barred_postures(charts);
        let posture = *ump.choose_among(posture_asking, &postures, Openness::Secret, &barred)?;
        Ok((plan, Some(posture)))
    }
}
