//! One question of an allocation put to the player it belongs to, and the answer carried out.

use super::legality::{Bar, unheard};
use super::{Action, Allocation, Form, Named};
use crate::asks::Asks;
use crate::circumstances::Case;
use crate::force::{Class, Unit};
use grognard_umpire::{Asked, Asking, Barred, Clause, Offer, Openness, Refusal, Ruling, Side, Umpire};

/// A unit on offer.
#[derive(Clone, Copy)]
struct Candidate<'a> {
    unit: &'a Unit,
    number: u8,
    strength: u8,
}

impl Offer for Candidate<'_> {
    fn key(&self) -> String {
        self.unit.key.clone()
    }
    fn words(&self) -> String {
        format!("{} ({}, {} SP)", self.unit.name, self.unit.arm.key(), self.strength)
    }
}

impl Allocation {
    /// Puts the question that is due: what form the next result takes, or which unit an SP loss falls
    /// on. The allocation must not be over.
    ///
    /// # Errors
    /// [`Stopped`](grognard_umpire::Stopped) where the umpire left the question open.
    pub fn ask(self, case: &Case<'_>, ump: &mut impl Umpire) -> Asked<Allocation> {
        match self.named {
            Some(named) => self.name_unit(case, named, ump),
            None => self.name_form(case, ump),
        }
    }

    fn name_form(self, case: &Case<'_>, ump: &mut impl Umpire) -> Asked<Allocation> {
        let (by, forms) = self.due(case, &mut |clause| ump.cite(clause));
        self.cite_bars(case, by, ump);
        if forms.is_empty() {
            ump.explain(|| self.void_ruling(case, by));
            return Ok(self.take(case, by, Action::Void, &mut |clause| ump.cite(clause)));
        }
        let asking = Asking::of(by, rule!("A3"), self.topic());
        let barred = || self.barred_forms(case, by);
        let form = *ump.choose_among(asking, &forms, Openness::Open, &barred)?;
        match form {
            Form::Loss(class) => {
                ump.cite(rule!("A3"));
                let named = Named { class, by };
                let units = self.units(case, by, class, &mut |clause| ump.cite(clause));
                if let [unit] = units[..] {
                    return Ok(self.lose_unit(case, named, unit, ump));
                }
                Ok(Allocation { named: Some(named), ..self })
            }
            _ => {
                let action = form.plain().expect("only SP losses need a unit");
                let after = self.take(case, by, action, &mut |clause| ump.cite(clause));
                ump.explain(|| self.form_ruling(case, by, form, &after));
                Ok(after)
            }
        }
    }

    fn name_unit(self, case: &Case<'_>, named: Named, ump: &mut impl Umpire) -> Asked<Allocation> {
        let units = self.units(case, named.by, named.class, &mut |clause| ump.cite(clause));
        let candidates: Vec<Candidate<'_>> = units
            .iter()
            .map(|&number| Candidate {
                unit: &case.force.units[usize::from(number)],
                number,
                strength: self.condition.strength[usize::from(number)],
            })
            .collect();
        let asking = Asking::of(case.force.owner, rule!("B1"), Asks::UnitThatTakesTheSPLoss);
        let barred = || self.barred_units(case, named);
        let number = ump.choose_among(asking, &candidates, Openness::Open, &barred)?.number;
        Ok(self.lose_unit(case, named, number, ump))
    }

    fn lose_unit(self, case: &Case<'_>, named: Named, unit: u8, ump: &mut impl Umpire) -> Allocation {
        let after = self.take(case, named.by, Action::Loss(unit), &mut |clause| ump.cite(clause));
        ump.explain(|| self.loss_ruling(case, named, usize::from(unit), &after));
        after
    }

    /// The clauses that close something here are being carried out as much as those that open it.
    fn cite_bars(&self, case: &Case<'_>, by: Side, ump: &mut impl Umpire) {
        if !ump.listening() {
            return;
        }
        for form in Form::ALL {
            if let Some(bar) = self.bar(case, by, form, &mut unheard) {
                ump.cite(bar.clause);
            }
        }
        for unit in 0..case.force.units.len() {
            if let Some(bar) = self.unit_bar(case, by, unit, &mut unheard) {
                ump.cite(bar.clause);
            }
        }
    }

    /// Every form that is not offered, with the reason.
    pub fn barred_forms(&self, case: &Case<'_>, by: Side) -> Vec<Barred> {
        let barred = Form::ALL.into_iter().filter_map(|form| {
            let bar = self.bar(case, by, form, &mut unheard)?;
            Some(self.barred(case, by, form.key(), form.phrase(), bar))
        });
        barred.collect()
    }

    /// Every unit that is not offered for a named class, with the reason.
    pub fn barred_units(&self, case: &Case<'_>, named: Named) -> Vec<Barred> {
        let units = case.force.units.iter().enumerate();
        let barred = units.filter_map(|(number, unit)| {
            let bar = if unit.arm.class() == named.class {
                self.unit_bar(case, named.by, number, &mut unheard)?
            } else {
                Bar { clause: rule!("A3"), reason: "another class was named" }
            };
            let refusal =
                Refusal::new(bar.clause, format!("{} cannot take the loss: {}", unit.name, bar.reason));
            Some(Barred { key: unit.key.clone(), refusal })
        });
        barred.collect()
    }

    fn barred(&self, case: &Case<'_>, by: Side, key: String, phrase: &str, bar: Bar) -> Barred {
        let who = if case.is_owner(by) { "the owner" } else { "the opponent" };
        let reason = format!("{who}, {}, may not take {phrase}: {}", case.names[by], bar.reason);
        Barred { key, refusal: Refusal::new(bar.clause, reason) }
    }

    /// What is asked of the next loss result: its number where it has one on the sheet.
    fn topic(&self) -> Asks {
        match self.next {
            1 => Asks::FormOfLossResult1,
            2 => Asks::FormOfLossResult2,
            3 => Asks::FormOfLossResult3,
            4 => Asks::FormOfLossResult4,
            5 => Asks::FormOfLossResult5,
            6 => Asks::FormOfLossResult6,
            7 => Asks::FormOfLossResult7,
            8 => Asks::FormOfLossResult8,
            _ => Asks::FormOfLoss,
        }
    }

    fn heading(&self, case: &Case<'_>) -> String {
        format!("Result {} of {} on {}", self.next, self.results, case.force.name)
    }

    fn void_ruling(&self, case: &Case<'_>, by: Side) -> Ruling {
        let text = format!("{} is void: nothing is open to {}.", self.heading(case), case.names[by]);
        Ruling::new(rule!("M2"), text)
    }

    fn form_ruling(&self, case: &Case<'_>, by: Side, form: Form, after: &Allocation) -> Ruling {
        let condition = &after.condition;
        let (clause, what) = match form {
            Form::Morale => (rule!("A2"), format!("a morale level, which falls to {}", condition.morale)),
            Form::Retreat => {
                let which = if condition.hexes == 1 { "a hex of retreat" } else { "another hex of retreat" };
                (rule!("A2"), which.to_owned())
            }
            Form::Marker => (
                rule!("C2-a"),
                match condition.marker {
                    0 => "the combat marker, which is removed".to_owned(),
                    _ => "the combat marker, which is flipped".to_owned(),
                },
            ),
            Form::Superiority => {
                (rule!("C2-c"), "artillery superiority, and the marker is placed".to_owned())
            }
            Form::Loss(_) => unreachable!("SP losses have a ruling of their own"),
        };
        Ruling::new(clause, format!("{}, chosen by {}: {what}.", self.heading(case), case.names[by]))
    }

    fn loss_ruling(&self, case: &Case<'_>, named: Named, unit: usize, after: &Allocation) -> Ruling {
        let (before, now) = (self.condition.strength[unit], after.condition.strength[unit]);
        let name = &case.force.units[unit].name;
        let fate = match now {
            0 => "its last SP".to_owned(),
            _ => format!("{before} SP to {now}"),
        };
        let class = match named.class {
            Class::Combat => "the combat class",
            Class::Artillery => "the artillery",
            Class::Engineer => "the engineers",
            Class::Fort => "the fort",
        };
        let prisoners = match after.condition.prisoners > self.condition.prisoners {
            true => "; the men are prisoners",
            false => "",
        };
        let open = self.units(case, named.by, named.class, &mut unheard).len();
        let laid = match open > 1 && !case.is_owner(named.by) {
            true => format!("laid by {} on {name}", case.names[case.force.owner]),
            false => format!("laid on {name}"),
        };
        let (heading, by) = (self.heading(case), &case.names[named.by]);
        let (clause, why) = self.forced_by(case, named.by).unwrap_or((rule!("B1"), ""));
        let text = format!("{heading}, chosen by {by}: an SP of {class}, {laid} ({fate}){prisoners}{why}.");
        Ruling::new(clause, text)
    }

    /// What forces an SP loss where it falls: a fort has nothing else to lose, a charge takes cavalry first,
    /// engineers who helped lose one of theirs.
    fn forced_by(&self, case: &Case<'_>, by: Side) -> Option<(Clause, &'static str)> {
        const FORCING: [(Clause, &str); 3] = [
            (rule!("F1-b"), "; in a charge the cavalry loses first"),
            (rule!("F4-a"), "; the engineers helped, so one of the SP lost is theirs"),
            (rule!("F5a"), "; a fort takes every result as an SP loss"),
        ];
        let closed = Form::ALL.into_iter().filter_map(|form| self.bar(case, by, form, &mut unheard));
        let units = 0..case.force.units.len();
        let spared = units.filter_map(|unit| self.unit_bar(case, by, unit, &mut unheard));
        let clauses: Vec<Clause> = closed.chain(spared).map(|bar| bar.clause).collect();
        FORCING.into_iter().find(|(clause, _)| clauses.contains(clause))
    }
}
