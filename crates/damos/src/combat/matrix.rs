//! The Combat Matrix: which postures are open, and what the cell does to the losses. [8.4, 8.7, AGC-2.1]

use super::{Combat, Round, Stage};
use crate::charts::{Charts, Posture};
use crate::unit::{Arm, Nation};
use crate::{agc, rule};
use grognard_board::Settlement;
use grognard_umpire::{Barred, BySide, Clause, Offer, Refusal, Ruling, Umpire};

impl Combat {
    /// The postures open to the defender; none for a demoralized one.
    pub fn postures(&self, charts: &Charts) -> Vec<Posture> {
        Posture::ALL.into_iter().filter(|&posture| self.posture_barred(posture, charts).is_none()).collect()
    }

    /// The postures that are not open, each with the reason.
    pub fn barred_postures(&self, charts: &Charts) -> Vec<Barred> {
        let barred = |posture: Posture| {
            let refusal = self.posture_barred(posture, charts)?;
            Some(Barred { key: posture.key(), refusal })
        };
        Posture::ALL.into_iter().filter_map(barred).collect()
    }

    /// Why a posture is not open; nothing where it is.
    pub fn posture_barred(&self, posture: Posture, charts: &Charts) -> Option<Refusal> {
        let no = |clause: Clause, why: &'static str| Some(Refusal::new(clause, why));
        if self.demoralized {
            return no(rule!("2.8-e"), "a demoralized defender chooses no posture");
        }
        let city = matches!(self.ground.settlement, Some(Settlement::City | Settlement::MajorCity));
        if city && posture != Posture::Steadfast {
            return no(agc!("2.1-a"), "a city is held steadfast");
        }
        let tanks = self.forces[self.defender()].has_tanks();
        if posture == Posture::Counterattack && !tanks {
            let force = &self.forces[self.defender()];
            return match force.fighters().iter().any(|fighter| fighter.arm == Arm::Motorized) {
                true => no(
                    rule!("2.1-f"),
                    "motorized infantry is infantry: armor or mechanized units counterattack",
                ),
                false => no(agc!("2.1-d"), "only a force with armor or mechanized units counterattacks"),
            };
        }
        if !charts.ground_allows(posture, self.ground) {
            let clause = if posture == Posture::Counterattack { agc!("2.1-e") } else { rule!("8.4-a") };
            return no(clause, "the ground does not allow it");
        }
        if self.nations[self.defender()] == Nation::Russian {
            let duty = tanks && charts.ground_allows(Posture::Counterattack, self.ground) && !city;
            match (duty, posture) {
                (true, Posture::Counterattack) | (false, Posture::Steadfast) => {}
                (true, _) => return no(agc!("2.1-b"), "a Russian force that can counterattack must"),
                (false, _) => {
                    return no(agc!("2.1-c"), "a Russian force that cannot counterattack stands fast");
                }
            }
        }
        None
    }

    /// The matrix moves the losses each side suffers, before anybody absorbs them.
    pub(super) fn adjust(mut self, charts: &Charts, ump: &mut impl Umpire) -> Combat {
        let (attacker, defender) = (self.attacker, self.defender());
        if let (false, Some(posture)) = (self.demoralized, self.posture) {
            let cell = charts.matrix(self.plan(), posture);
            // What the defender dealt is what the attacker suffers.
            let steps = [(defender, cell.attacker_losses), (attacker, cell.defender_losses)];
            for clause in steps.into_iter().filter_map(|(side, steps)| self.dealt[side].step_clause(steps)) {
                ump.cite(rule!("8.2-d"));
                ump.cite(clause);
            }
            self.dealt[defender] = self.dealt[defender].adjusted(cell.attacker_losses);
            self.dealt[attacker] = self.dealt[attacker].adjusted(cell.defender_losses);
            if cell.attacker_losses != 0 || cell.defender_losses != 0 {
                ump.explain(|| {
                    let text = format!(
                        "after the matrix the attacker suffers {} LP, the defender {} LP",
                        self.dealt[defender], self.dealt[attacker]
                    );
                    Ruling::new(rule!("8.4-c"), text).with_look(charts.look_matrix(self.plan(), posture))
                });
            }
        }
        let lost = BySide::from_fn(|side| self.dealt[side.other()].points());
        self.stage = Stage::Losses { lost, round: Round::First };
        self
    }
}
