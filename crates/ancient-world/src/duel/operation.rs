//! Operations: what the active leader may do, and what he may not and why.

use super::{Activation, Duel, Phase, Rules, fight, march, picture, siege};
use crate::asks::Asks;
use crate::battle::Interception;
use crate::force::Status;
use crate::guile::{GuileUse, may_spend};
use crate::rule;
use grognard_umpire::{
    Asking, Barred, Clause, Flow, Offer, Openness, Refusal, Ruling, Side, Target, TargetKind, Umpire,
};
use std::ops::ControlFlow::Continue;

/// An operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operation {
    /// End the activation.
    Stop,
    /// March to a hex.
    March(u8),
    /// Enter the friendly city of the hex.
    EnterCity,
    /// Attack the enemy in the hex.
    Attack,
    /// Rally: improve the force's status.
    Rally,
    /// Lay or keep siege to the city of the hex.
    Siege,
    /// Assault the city of the hex.
    Assault,
    /// Take the city by treachery with so many Guile Points.
    Treachery(u8),
}

impl Offer for Operation {
    fn key(&self) -> String {
        match self {
            Operation::Stop => "stop".to_owned(),
            Operation::March(hex) => format!("march-{hex}"),
            Operation::EnterCity => "enter-city".to_owned(),
            Operation::Attack => "attack".to_owned(),
            Operation::Rally => "rally".to_owned(),
            Operation::Siege => "siege".to_owned(),
            Operation::Assault => "assault".to_owned(),
            Operation::Treachery(points) => format!("treachery-{points}"),
        }
    }
    fn words(&self) -> String {
        match self {
            Operation::Stop => "end the activation".to_owned(),
            Operation::March(hex) => format!("march to hex {hex}"),
            Operation::EnterCity => "enter the city".to_owned(),
            Operation::Attack => "attack the enemy force".to_owned(),
            Operation::Rally => "rally the force".to_owned(),
            Operation::Siege => "besiege the city".to_owned(),
            Operation::Assault => "assault the city".to_owned(),
            Operation::Treachery(1) => "try treachery with 1 Guile Point".to_owned(),
            Operation::Treachery(points) => format!("try treachery with {points} Guile Points"),
        }
    }
}

impl Operation {
    /// The clause it goes by.
    fn clause(self) -> Clause {
        match self {
            Operation::Stop => rule!("DUEL-b"),
            Operation::March(_) => rule!("DUEL-c"),
            Operation::EnterCity => rule!("DUEL-f"),
            Operation::Attack => rule!("8.21-b"),
            Operation::Rally => rule!("8.78-a"),
            Operation::Siege => rule!("DUEL-g"),
            Operation::Assault => rule!("DUEL-h"),
            Operation::Treachery(_) => rule!("DUEL-i"),
        }
    }
}

/// An operation as a player reads it, with the name of the hex.
struct Named {
    operation: Operation,
    place: String,
    touches: Vec<Target>,
}

impl Named {
    fn of(operation: Operation, duel: &Duel, rules: &Rules, side: Side) -> Named {
        let place = match operation {
            Operation::March(hex) => rules.hexes[usize::from(hex)].name.clone(),
            _ => rules.city_name(duel.forces[side].hex).to_owned(),
        };
        let (force, city) = (|side: Side| Target::new(TargetKind::Stack, side.key()), duel.forces[side].hex);
        let touches = match operation {
            Operation::Stop => Vec::new(),
            Operation::March(hex) => vec![force(side), picture::hex_target(hex)],
            Operation::Rally => vec![force(side)],
            Operation::Attack => vec![force(side), force(side.other())],
            Operation::EnterCity | Operation::Siege | Operation::Assault | Operation::Treachery(_) => {
                vec![force(side), picture::city_target(city)]
            }
        };
        Named { operation, place, touches }
    }
}

impl Offer for Named {
    fn key(&self) -> String {
        self.operation.key()
    }
    fn words(&self) -> String {
        match self.operation {
            Operation::March(hex) => format!("march to {} (hex {hex})", self.place),
            Operation::EnterCity => format!("enter {}", self.place),
            Operation::Siege => format!("besiege {}", self.place),
            Operation::Assault => format!("assault {}", self.place),
            operation => operation.words(),
        }
    }
    fn targets(&self) -> Vec<Target> {
        self.touches.clone()
    }
}

/// What may be done now, and what may not.
pub(crate) fn options(duel: &Duel, rules: &Rules, side: Side) -> (Vec<Operation>, Vec<Barred>) {
    let (own, enemy) = (&duel.forces[side], &duel.forces[side.other()]);
    let chart = &rules.charts.status;
    let mut options = vec![Operation::Stop];
    let mut barred = Vec::new();
    let together = own.hex == enemy.hex;
    options.extend(march::reachable(duel, rules, side).into_iter().map(Operation::March));
    let city = duel.city_owner(own.hex);
    if city == Some(side) && !own.inside && !(together && enemy.siege) {
        options.push(Operation::EnterCity);
    }
    if together && !enemy.inside {
        match chart.attack(own.status) {
            Some(_) => options.push(Operation::Attack),
            None => {
                let refusal = Refusal::new(rule!("8.21-a"), "a Useless force may not attack");
                barred.push(Barred { key: "attack".to_owned(), refusal });
            }
        }
    }
    if own.status > Status::Fresh {
        options.push(Operation::Rally);
    }
    // A city is besieged from outside, and not while an enemy force stands in the open before it.
    if city == Some(side.other()) && (!together || enemy.inside) {
        options.push(Operation::Siege);
        if own.siege {
            match chart.siege_assault(own.status) {
                Some(_) => options.push(Operation::Assault),
                None => {
                    let refusal = Refusal::new(rule!("8.77-e"), "a Useless force may not assault a city");
                    barred.push(Barred { key: "assault".to_owned(), refusal });
                }
            }
        }
        let (people, rank) = (rules.parties[side].people, rules.leader(side, own).rank);
        let allowed = may_spend(&rules.charts, rules.game, people, rank, GuileUse::Treachery).is_ok();
        if allowed && !together {
            options.extend((1..=own.guile).map(Operation::Treachery));
        } else if allowed {
            // An army inside does not sleep while townsmen open a gate.
            let reason = "treachery opens a city that only its garrison holds";
            barred.extend((1..=own.guile).map(|points| Barred {
                key: Operation::Treachery(points).key(),
                refusal: Refusal::new(rule!("DUEL-i"), reason),
            }));
        }
    }
    (options, barred)
}

/// The active side orders an operation.
pub(crate) fn order(duel: Duel, rules: &Rules, activation: Activation, ump: &mut impl Umpire) -> Flow<Duel> {
    let side = activation.side;
    let (options, barred) = options(&duel, rules, side);
    let options: Vec<Named> =
        options.into_iter().map(|operation| Named::of(operation, &duel, rules, side)).collect();
    let asking = Asking::of(side, rule!("DUEL-b"), Asks::Operation);
    let operation = ump.choose_among(asking, &options, Openness::Open, &|| barred.clone())?;
    let name = &rules.parties[side].name;
    let clause = operation.operation.clause();
    ump.explain(|| Ruling::new(clause, format!("{name}: {}", operation.words())));
    let operation = operation.operation;
    match operation {
        Operation::Stop => Ok(duel.hand_over(rules, activation, ump)),
        Operation::March(to) => {
            Ok(Continue(Duel { phase: Phase::March { activation, to, points: 0, tried: false }, ..duel }))
        }
        Operation::EnterCity => {
            let mut duel = duel;
            duel.forces[side].inside = true;
            Ok(duel.after_operation(rules, activation, ump))
        }
        Operation::Attack => Ok(Continue(attack(duel, rules, activation))),
        Operation::Rally => Ok(rally(duel, rules, activation, ump)),
        Operation::Siege => siege::besiege(duel, rules, activation, ump),
        Operation::Assault => siege::assault(duel, rules, activation, ump),
        Operation::Treachery(points) => siege::treachery(duel, rules, activation, points, ump),
    }
}

/// The active force attacks the enemy in its hex.
pub(crate) fn attack(duel: Duel, rules: &Rules, activation: Activation) -> Duel {
    let interception = match activation.interception_failed {
        true => Interception::FailedByDefender,
        false => Interception::None,
    };
    fight::begin(duel, rules, activation, activation.side, interception)
}

/// A leader improves his force's status by a level. [8.78-a]
fn rally(
    mut duel: Duel,
    rules: &Rules,
    activation: Activation,
    ump: &mut impl Umpire,
) -> std::ops::ControlFlow<super::End, Duel> {
    let force = &mut duel.forces[activation.side];
    let levels = usize::from(rules.charts.campaign.rally_levels);
    force.status = Status::ALL[(force.status as usize).saturating_sub(levels)];
    let status = force.status;
    ump.explain(|| {
        let name = &rules.parties[activation.side].name;
        Ruling::new(rule!("8.78-a"), format!("{name} is now {}", status.key()))
    });
    duel.after_operation(rules, activation, ump)
}
