//! What a unit does that has passed its Being Charged test. (T12-a) [17.4.15]

use super::{Charge, ChargeRules, Doing, Stage};
use crate::asks::Asks;
use crate::charts::{Charts, HorseBattery};
use crate::unit::{Arm, Body, Cover, CoverOf, Drill, Fate, Formation, Order, Unit, capital, words};
use grognard_umpire::{Asked, Asking, Clause, Offer, Ruling, Side, Umpire};

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
fn may_drive_off(horse_battery: HorseBattery, now: &Body, charts: &Charts) -> bool {
    horse_battery == HorseBattery::Yes && now.horses > charts.figures.horses_slow
}

/// Who answers a charge: what its choices depend on.
#[derive(Clone, Copy, Debug)]
pub struct Answering<'a> {
    /// The unit charged.
    pub unit: &'a Unit,
    /// How it stands.
    pub now: &'a Body,
    /// Whether it is horse artillery.
    pub horse_battery: HorseBattery,
    /// Whether some charger is a formed body.
    pub formed_charger: bool,
}

impl Answering<'_> {
    /// What the target may do: stand, make one change of formation, or evade if it is able to.
    pub fn reactions(&self, charts: &Charts) -> Vec<Reaction> {
        let Answering { unit, now, .. } = *self;
        // No change of formation inside a heavy wood. [17.4.7-b]
        let thicket = unit.cover == Cover::Heavy && unit.cover_of == CoverOf::Wood;
        match (unit.arm, now.formation) {
            // Skirmishers must evade formed chargers. [17.2.7-f]
            (_, Formation::Skirmish) if self.formed_charger => vec![Reaction::Evade],
            (_, Formation::Skirmish) => vec![Reaction::Stand, Reaction::Evade],
            // Staff may try to evade, and need not.
            (Arm::Staff, _) => vec![Reaction::Evade, Reaction::Stand],
            (arm, Formation::Deployed) if arm.is_gun() => vec![Reaction::Stand, Reaction::Evade],
            (arm, Formation::Limbered) if arm.is_gun() && may_drive_off(self.horse_battery, now, charts) => {
                vec![Reaction::Stand, Reaction::Evade]
            }
            (Arm::Infantry, formation) if !thicket => {
                let mut reactions = vec![Reaction::Stand];
                if formation != Formation::Square && may_form_square(unit, now, charts) {
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
}

impl Reaction {
    /// The formation it ends in, if it is a change.
    pub fn formation(self, arm: Arm) -> Option<Formation> {
        match self {
            Reaction::Stand | Reaction::Evade => None,
            Reaction::Square => Some(Formation::Square),
            Reaction::Line => Some(Formation::Line),
            Reaction::Column if arm.is_horse() => Some(Formation::CavalryColumn),
            Reaction::Column => Some(Formation::ManoeuvreColumn),
        }
    }

    /// The clause by which a list of reactions is offered.
    pub(crate) fn clause(reactions: &[Reaction], unit: &Unit) -> Clause {
        match reactions.contains(&Reaction::Evade) {
            true if unit.arm.is_gun() => rule!("10.2-a"),
            true => rule!("17.2.7-f"),
            false => rule!("17.2.2-f"),
        }
    }

    /// Carries a reaction out, free of cost. [17.2.2-f]
    pub(crate) fn carry_out(self, unit: &Unit, now: &mut Body, clause: Clause, ump: &mut impl Umpire) {
        if let Some(formation) = self.formation(unit.arm) {
            now.formation = formation;
        }
        match self {
            Reaction::Square => {
                ump.cite(rule!("12.3-b"));
                // In woods and towns a square is disordered. [12.3-g]
                let broken = matches!(unit.cover_of, CoverOf::Wood | CoverOf::UrbanArea);
                if unit.cover != Cover::Open && broken {
                    ump.cite(rule!("12.3-g"));
                    now.order = now.order.or_worse(Order::Disordered);
                }
            }
            Reaction::Evade => {
                ump.cite(rule!("17.4.15-b"));
                if now.formation == Formation::Deployed {
                    // The crew goes, the guns stay. [17.4.15-e]
                    ump.cite(rule!("17.4.15-e"));
                    now.fate = Fate::Abandoned;
                }
            }
            Reaction::Stand | Reaction::Line | Reaction::Column => {}
        }
        ump.explain(|| {
            let words = match self {
                Reaction::Stand => "standing",
                Reaction::Square => "forming square",
                Reaction::Line => "forming line",
                Reaction::Column => "forming column",
                Reaction::Evade => "evading",
            };
            Ruling::new(clause, format!("{}: {words}", capital(&unit.name)))
        });
    }
}

impl Charge {
    /// What the target may do.
    pub(super) fn reactions(&self, rules: &ChargeRules) -> Vec<Reaction> {
        let answering = Answering {
            unit: &rules.units.second,
            now: &self.now.second,
            horse_battery: rules.horse_battery,
            formed_charger: rules.units.first.is_formed(&self.now.first),
        };
        answering.reactions(&rules.charts)
    }

    /// The target reacts, free of cost. [17.2.2-f]
    pub(super) fn react(mut self, rules: &ChargeRules, ump: &mut impl Umpire) -> Asked<Charge> {
        let unit = &rules.units.second;
        let reactions = self.reactions(rules);
        let clause = Reaction::clause(&reactions, unit);
        ump.about(|| {
            format!("The charge of {} on {}: what is the answer?", rules.units.first.name, unit.name)
        });
        let reaction =
            *ump.choose(Asking::of(Side::Second, clause, Asks::ReactionToTheCharge), &reactions)?;
        reaction.carry_out(unit, &mut self.now.second, clause, ump);
        if reaction == Reaction::Evade {
            self.doing.second = Doing::Evaded;
        }
        Ok(self.at(Stage::Feint))
    }
}
