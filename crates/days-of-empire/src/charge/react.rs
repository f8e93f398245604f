//! What a unit does that has passed its Being Charged test. (T12-a) [17.4.15]

use super::{Charge, ChargeRules, Doing, Stage};
use crate::charts::{Charts, HorseBattery};
use crate::unit::{Arm, Body, Cover, CoverOf, Drill, Fate, Formation, Order, Unit, capital, words};
use grognard_umpire::{Asked, Asking, Offer, Ruling, Side, Umpire};

words! {
    /// A reaction.
    Reaction {
        /// Stands as it is.
        Stand "stand",
        /// Forms square.
        Square "square",
        /// Forms line.
        Line "line",
        /// Forms column.
        Column "column",
        /// Evades; gunners leave their guns.
        Evade "evade",
    }
}

impl Offer for Reaction {
    fn key(&self) -> String {
        self.word().to_owned()
    }
    fn words(&self) -> String {
        match self {
            Reaction::Stand => "stand",
            Reaction::Square => "form square",
            Reaction::Line => "form line",
            Reaction::Column => "form column",
            Reaction::Evade => "evade",
        }
        .to_owned()
    }
}

/// Whether a unit may form square: regular line infantry of at least four stands. [12.3-b] [12.3-c]
fn may_form_square(unit: &Unit, now: &Body, charts: &Charts) -> bool {
    unit.arm == Arm::Infantry && unit.drill == Drill::Regular && now.strength >= charts.figures.square_stands
}

/// Whether limbered horse guns may drive off: with their team nearly whole. [10.3-c] [10.3-f]
fn may_drive_off(rules: &ChargeRules, now: &Body) -> bool {
    rules.horse_battery == HorseBattery::Yes && now.horses > rules.charts.figures.horses_slow
}

impl Charge {
    /// What the target may do: stand, make one change of formation, or evade if it is able to.
    pub(super) fn reactions(&self, rules: &ChargeRules) -> Vec<Reaction> {
        let (unit, now) = (&rules.units.second, &self.now.second);
        let formed_charger = rules.units.first.is_formed(&self.now.first);
        // No change of formation inside a heavy wood. [17.4.7-b]
        let thicket = unit.cover == Cover::Heavy && unit.cover_of == CoverOf::Wood;
        match (unit.arm, now.formation) {
            // Skirmishers must evade formed chargers. [17.2.7-f]
            (_, Formation::Skirmish) if formed_charger => vec![Reaction::Evade],
            (_, Formation::Skirmish) => vec![Reaction::Stand, Reaction::Evade],
            (Arm::Staff, _) => vec![Reaction::Evade],
            (arm, Formation::Deployed) if arm.is_gun() => vec![Reaction::Stand, Reaction::Evade],
            (arm, Formation::Limbered) if arm.is_gun() && may_drive_off(rules, now) => {
                vec![Reaction::Stand, Reaction::Evade]
            }
            (Arm::Infantry, formation) if !thicket => {
                let mut reactions = vec![Reaction::Stand];
                if formation != Formation::Square && may_form_square(unit, now, &rules.charts) {
                    reactions.push(Reaction::Square);
                }
                if formation != Formation::Line {
                    reactions.push(Reaction::Line);
                }
                if formation != Formation::ManoeuvreColumn {
                    reactions.push(Reaction::Column);
                }
                reactions
            }
            (arm, Formation::CavalryColumn) if arm.is_horse() => vec![Reaction::Stand, Reaction::Line],
            (arm, Formation::Line) if arm.is_horse() => vec![Reaction::Stand, Reaction::Column],
            _ => vec![Reaction::Stand],
        }
    }

    /// The target reacts, free of cost. [17.2.2-f]
    pub(super) fn react(mut self, rules: &ChargeRules, ump: &mut impl Umpire) -> Asked<Charge> {
        let unit = &rules.units.second;
        let reactions = self.reactions(rules);
        let clause = match reactions.contains(&Reaction::Evade) {
            true if unit.arm.is_gun() => rule!("10.2-a"),
            true => rule!("17.2.7-f"),
            false => rule!("17.2.2-f"),
        };
        ump.about(|| unit.name.clone());
        let reaction = *ump.choose(Asking::of(Side::Second, clause, "reaction to the charge"), &reactions)?;
        let now = &mut self.now.second;
        match reaction {
            Reaction::Stand => {}
            Reaction::Square => {
                ump.cite(rule!("12.3-b"));
                now.formation = Formation::Square;
                // In woods and towns a square is disordered. [12.3-g]
                let broken = matches!(unit.cover_of, CoverOf::Wood | CoverOf::UrbanArea);
                if unit.cover != Cover::Open && broken {
                    ump.cite(rule!("12.3-g"));
                    now.order = now.order.or_worse(Order::Disordered);
                }
            }
            Reaction::Line => now.formation = Formation::Line,
            Reaction::Column if unit.arm.is_horse() => now.formation = Formation::CavalryColumn,
            Reaction::Column => now.formation = Formation::ManoeuvreColumn,
            Reaction::Evade => {
                ump.cite(rule!("17.4.15-b"));
                self.doing.second = Doing::Evaded;
                if now.formation == Formation::Deployed {
                    // The crew goes, the guns stay. [17.4.15-e]
                    ump.cite(rule!("17.4.15-e"));
                    now.fate = Fate::Abandoned;
                }
            }
        }
        ump.explain(|| {
            let words = match reaction {
                Reaction::Stand => "standing",
                Reaction::Square => "forming square",
                Reaction::Line => "forming line",
                Reaction::Column => "forming column",
                Reaction::Evade => "evading",
            };
            Ruling::new(clause, format!("{}: {words}", capital(&unit.name)))
        });
        Ok(self.at(Stage::Feint))
    }
}
