//! A campaign duel: two forces on a strip of hexes with cities, rivers and high ground, for a number of
//! turns. A small title in which the charts meet: marches with attrition, interception, avoidance,
//! battle, pursuit, status and its recovery, sieges by the modifiers at hand.
//!
//! What is not on the charts (march points, siege tables, the order of play) is reconstructed data in
//! `tables/campaign.toml`.

mod chart;
mod fight;
mod march;
mod operation;
mod seats;
mod setup;
mod show;
mod siege;

pub use chart::{AssaultRow, CampaignChart};
pub use operation::Operation;
pub use setup::{DuelFile, open};

use crate::battle::{Battle, DIE, Interception};
use crate::charts::Charts;
use crate::force::{Fate, Leader, Party, Status, Terrain, Troops};
use crate::readings::Readings;
use crate::rule;
use grognard_umpire::{Asking, BySide, Flow, Procedure, Ruling, Side, Umpire};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

/// The longest strip.
pub const HEXES_MAX: usize = 12;

/// A hex of the strip; the strip runs from west to east.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hex {
    /// What it is called.
    pub name: String,
    /// Its terrain.
    pub terrain: Terrain,
    /// Whether its western hexside is a river.
    pub river_west: bool,
    /// The city in it.
    pub city: Option<CityPlan>,
}

/// A city as the game begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CityPlan {
    /// What it is called.
    pub name: String,
    /// How hard its walls are to take.
    pub walls: u8,
    /// Who holds it.
    pub owner: Side,
    /// Its garrison's SP.
    pub garrison: u8,
}

/// Tables and givens of a duel.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The charts.
    pub charts: Arc<Charts>,
    /// The readings in force.
    pub readings: Readings,
    /// What it is called.
    pub title: String,
    /// Which game's rules.
    pub game: crate::force::Game,
    /// How many turns are played.
    pub turns: u8,
    /// The strip.
    pub hexes: Vec<Hex>,
    /// The two sides; leaders are the commander and the deputy who takes over from him.
    pub parties: BySide<Party>,
    /// The leaders' initiative.
    pub initiative: BySide<u8>,
    /// Where each side begins.
    pub start: BySide<u8>,
}

/// A force on the strip.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Force {
    /// Its hex.
    pub hex: u8,
    /// The hex it entered its own from; its own if it has not marched in.
    pub from: u8,
    /// Whether it is inside the city of its hex.
    pub inside: bool,
    /// Whether it besieges the city of its hex.
    pub siege: bool,
    /// What is left of its units.
    pub troops: Troops,
    /// Its status.
    pub status: Status,
    /// Its leader's Guile Points.
    pub guile: u8,
    /// Whether the deputy leads it.
    pub deputy: bool,
}

/// A city as it stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct City {
    /// Who holds it; nobody where there is no city.
    pub owner: Option<Side>,
    /// Its garrison's SP.
    pub garrison: u8,
}

/// An activation: one leader's run of operations.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Activation {
    /// Whose.
    pub side: Side,
    /// Whether the other side still has to go this turn.
    pub first: bool,
    /// Operations carried out.
    pub done: u8,
    /// Whether the enemy tried to intercept in vain since it began.
    pub interception_failed: bool,
}

/// What happens next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Both roll for who goes first.
    Initiative,
    /// An operation is due.
    Operation(Activation),
    /// The leader rolls whether he may go on.
    Continuation(Activation),
    /// A force is on the march.
    March {
        /// Whose.
        activation: Activation,
        /// The hex it marches to.
        to: u8,
        /// Attrition points so far.
        points: u8,
        /// Whether the enemy has tried to intercept this march.
        tried: bool,
    },
    /// The enemy may intercept the march.
    Interception {
        /// Whose march.
        activation: Activation,
        /// The hex it marches to.
        to: u8,
        /// Attrition points so far.
        points: u8,
    },
    /// Losses outside battle are paid.
    Losses {
        /// Whose activation.
        activation: Activation,
        /// Who pays now.
        side: Side,
        /// SP each side has to lose.
        due: BySide<u8>,
    },
    /// A battle is fought.
    Fight {
        /// Whose activation.
        activation: Activation,
        /// Who attacks.
        attacker: Side,
        /// How they met.
        interception: Interception,
        /// The battle.
        battle: Battle,
    },
}

/// A duel in progress. Everything in it is read by later steps, so equal states have equal futures.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Duel {
    /// The turn, from 1.
    pub turn: u8,
    /// What happens next.
    pub phase: Phase,
    /// The two forces.
    pub forces: BySide<Force>,
    /// The cities, by hex.
    pub cities: [City; HEXES_MAX],
}

/// How a duel can end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct End {
    /// The forces at the end.
    pub forces: BySide<Force>,
    /// The cities at the end.
    pub cities: [City; HEXES_MAX],
    /// Each side's points.
    pub score: BySide<u16>,
}

impl Rules {
    /// The state at the start.
    pub fn start(&self) -> Duel {
        let force = |side: Side| Force {
            hex: self.start[side],
            from: self.start[side],
            inside: false,
            siege: false,
            troops: self.parties[side].troops(),
            status: self.parties[side].units.iter().map(|unit| unit.status).max().unwrap_or(Status::Fresh),
            guile: self.parties[side].guile,
            deputy: false,
        };
        let mut cities = [City { owner: None, garrison: 0 }; HEXES_MAX];
        for (city, hex) in cities.iter_mut().zip(&self.hexes) {
            if let Some(plan) = &hex.city {
                *city = City { owner: Some(plan.owner), garrison: plan.garrison };
            }
        }
        Duel { turn: 1, phase: Phase::Initiative, forces: BySide::from_fn(force), cities }
    }

    /// The leader of a force.
    pub fn leader(&self, side: Side, force: &Force) -> &Leader {
        &self.parties[side].leaders[usize::from(force.deputy)]
    }

    /// The SP of a force, elephants left out.
    pub fn strength(&self, side: Side, force: &Force) -> u16 {
        let units = self.parties[side].units.iter().enumerate();
        let fighting = units.filter(|(_, unit)| unit.arm != crate::force::Arm::Elephants);
        fighting.map(|(index, _)| u16::from(force.troops.0[index])).sum()
    }
}

impl Procedure for Duel {
    type Rules = Rules;
    type End = End;

    fn step(self, rules: &Rules, ump: &mut impl Umpire) -> Flow<Self> {
        match self.phase {
            Phase::Initiative => initiative(self, rules, ump),
            Phase::Operation(activation) => operation::order(self, rules, activation, ump),
            Phase::Continuation(activation) => continuation(self, rules, activation, ump),
            Phase::March { activation, to, points, tried } => {
                march::onward(self, rules, activation, to, points, tried, ump)
            }
            Phase::Interception { activation, to, points } => {
                march::intercept(self, rules, activation, to, points, ump)
            }
            Phase::Losses { activation, side, due } => march::pay(self, rules, activation, side, due, ump),
            Phase::Fight { activation, attacker, interception, battle } => {
                fight::step(self, rules, activation, attacker, interception, battle, ump)
            }
        }
    }
}

/// Both roll and add their initiative; the higher goes first, the first side if they are equal.
fn initiative(duel: Duel, rules: &Rules, ump: &mut impl Umpire) -> Flow<Duel> {
    let mut totals = BySide::new(0, 0);
    for side in Side::ALL {
        let rating = u16::from(rules.initiative[side]);
        totals[side] = ump.throw(Asking::of(side, rule!("0-a"), "initiative"), DIE, |die| die + rating)?;
    }
    let side = if totals.first >= totals.second { Side::First } else { Side::Second };
    ump.explain(|| {
        let text = format!("turn {}: {} goes first", duel.turn, rules.parties[side].name);
        Ruling::new(rule!("0-a"), text)
    });
    let activation = Activation { side, first: true, done: 0, interception_failed: false };
    Ok(Continue(Duel { phase: Phase::Operation(activation), ..duel }))
}

/// A leader goes on with a die of at most his Campaign Rating.
fn continuation(duel: Duel, rules: &Rules, activation: Activation, ump: &mut impl Umpire) -> Flow<Duel> {
    let side = activation.side;
    let leader = rules.leader(side, &duel.forces[side]);
    let rating = u16::from(leader.campaign);
    let asking = Asking::of(side, rule!("0-a"), "continuation");
    let goes_on = ump.throw(asking, DIE, |die| die <= rating)?;
    ump.explain(|| {
        let result = if goes_on { "goes on" } else { "stops" };
        Ruling::new(rule!("0-a"), format!("{}, Campaign Rating {rating}, {result}", leader.name))
    });
    Ok(if goes_on {
        Continue(Duel { phase: Phase::Operation(activation), ..duel })
    } else {
        duel.hand_over(rules, activation)
    })
}

impl Duel {
    /// The operation is done: perhaps the leader may go on, perhaps it is the other's turn, or the end.
    pub(crate) fn after_operation(
        self,
        rules: &Rules,
        mut activation: Activation,
    ) -> std::ops::ControlFlow<End, Duel> {
        if Side::ALL.into_iter().any(|side| rules.strength(side, &self.forces[side]) == 0) {
            return Break(self.end(rules));
        }
        activation.done += 1;
        if activation.done >= rules.charts.campaign.operations_max {
            return self.hand_over(rules, activation);
        }
        Continue(Duel { phase: Phase::Continuation(activation), ..self })
    }

    /// The activation is over.
    pub(crate) fn hand_over(self, rules: &Rules, activation: Activation) -> std::ops::ControlFlow<End, Duel> {
        if Side::ALL.into_iter().any(|side| rules.strength(side, &self.forces[side]) == 0) {
            return Break(self.end(rules));
        }
        if activation.first {
            let side = activation.side.other();
            let next = Activation { side, first: false, done: 0, interception_failed: false };
            return Continue(Duel { phase: Phase::Operation(next), ..self });
        }
        if self.turn >= rules.turns {
            return Break(self.end(rules));
        }
        Continue(Duel { turn: self.turn + 1, phase: Phase::Initiative, ..self })
    }

    /// Points for cities and SP.
    fn end(&self, rules: &Rules) -> End {
        let score = BySide::from_fn(|side| {
            let cities = self.cities.iter().filter(|city| city.owner == Some(side)).count() as u16;
            cities * rules.charts.campaign.city_points + rules.strength(side, &self.forces[side])
        });
        End { forces: self.forces, cities: self.cities, score }
    }

    /// The owner of the city in a hex.
    pub(crate) fn city_owner(&self, hex: u8) -> Option<Side> {
        self.cities[usize::from(hex)].owner
    }
}

impl Force {
    /// What a battle did to its leader: a dead one is followed by his deputy.
    pub(crate) fn leader_fate(&mut self, fate: Fate) {
        if matches!(fate, Fate::Killed | Fate::Replaced) {
            self.deputy = true;
        }
    }
}
