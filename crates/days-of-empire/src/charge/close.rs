//! The end of a charge: the 2nd Impulse, contact, the assault. [17.4.2] [17.4.9] [17.5]

use super::*;
use crate::melee::alone;

impl Charge {
    /// The rest of the way, straight on. [17.4.2-a] [17.4.2-c]
    pub(super) fn second_impulse(mut self, rules: &ChargeRules, ump: &mut impl Umpire) -> Asked<Charge> {
        self.phase = Phase::Movement;
        // Straight on, before all ordinary moves; a target that ran is followed.
        ump.cite(rule!("17.4.2-a"));
        ump.cite(rule!("17.4.9-f"));
        let gap = self.gap(rules);
        let reach = match self.mode {
            Mode::Declared => rules.second_impulse(),
            Mode::Opportunity => rules.opportunity_reach(self.reserve.first),
        };
        ump.cite(rule!("17.4.2-e"));
        let target = &self.now.second;
        let charging = self.doing.first == Doing::Charges;
        if self.doing.first == Doing::Feinted {
            ump.cite(rule!("17.4.2-d"));
            // A counter-charge comes on all the same.
            if self.doing.second != Doing::Charges {
                return Ok(self.over(Ending::Feinted));
            }
        }
        if !charging && self.doing.second != Doing::Charges {
            return Ok(self.over(Ending::ChargerBroken));
        }
        if target.fate.is_gone() {
            return Ok(self.over(Ending::TargetRouted));
        }
        // Counter-chargers meet halfway.
        ump.cite(rule!("17.4.12-c"));
        if gap > reach && self.doing.second != Doing::Charges {
            let ending = match (target.order, self.doing.second) {
                (Order::Routing, _) => Ending::TargetRouted,
                (_, Doing::Evaded) => Ending::TargetEvaded,
                _ => Ending::OutOfReach,
            };
            let text = format!("{gap} inches are left and the 2nd Impulse has {reach}: no contact");
            ump.explain(|| Ruling::new(rule!("17.4.9-e"), text));
            return Ok(self.over(ending));
        }
        if self.reserve.second == Reserve::Kept && self.can_fire(rules, Side::Second) {
            // Only what has not fired, only at whoever charges it, at the distance he has come to.
            ump.cite(rule!("17.3.3-b"));
            ump.cite(rule!("17.3.3-c"));
            ump.cite(rule!("17.3.3-d"));
            let thrown =
                self.volley(rules, Side::Second, rules.charts.figures.stopped_short.min(gap), ump)?;
            return Ok(self.fired(Side::Second, thrown, ump));
        }
        self.reserve.second = Reserve::Fired;
        Ok(self.at(Stage::ChargeHome(Side::First)))
    }

    /// Contact: the guns are taken, or the assault begins. [17.4.9-b]
    pub(super) fn contact(mut self, rules: &ChargeRules, ump: &mut impl Umpire) -> Asked<Charge> {
        let pressing = Side::ALL.map(|side| self.doing[side] == Doing::Charges);
        if pressing == [false, false] {
            return Ok(self.over(if self.doing.first == Doing::Stands {
                Ending::Stopped
            } else {
                Ending::Feinted
            }));
        }
        ump.cite(rule!("17.4.9-b"));
        if self.now.second.order == Order::Routing || self.doing.second == Doing::Evaded {
            ump.cite(rule!("17.4.9-d"));
        }
        if self.now.second.fate == Fate::Abandoned {
            self.now.second.fate = Fate::Captured;
            self.moves.second = Move::Gone;
            ump.explain(|| {
                Ruling::new(
                    rule!("10.2-c"),
                    format!("{}: taken without a fight", capital(&rules.units.second.name)),
                )
            });
            return Ok(self.over(Ending::GunsTaken));
        }
        for side in Side::ALL {
            if self.doing[side] == Doing::Charges {
                self.now[side].impetus = Impetus::Charging;
            }
        }
        if rules.passage == Passage::Disorders && self.doing.first == Doing::Charges {
            ump.cite(rule!("17.2.8-b"));
            let order = &mut self.now.first.order;
            *order = order.or_worse(Order::Disordered);
        }
        Ok(self.at(Stage::Assault(Assault::start(self.now.map(alone)))))
    }

    pub(super) fn assault(
        self,
        rules: &ChargeRules,
        assault: Assault,
        ump: &mut impl Umpire,
    ) -> Asked<Charge> {
        Ok(match assault.step(&rules.assault, ump)? {
            Continue(next) => self.at(Stage::Assault(next)),
            Break(end) => Charge {
                stage: Stage::Over(Ending::Contact(end.verdict)),
                now: BySide::from_fn(|side| end.now[side][0].expect("a fighter has a body")),
                moves: BySide::from_fn(|side| end.moves[side][0]),
                ..self
            },
        })
    }
}
