//! A campaign duel: two forces on a strip of hexes with cities, rivers and high ground, for a number of
//! turns. A small title in which the charts meet: marches with attrition, interception, avoidance,
//! battle, pursuit, status and its recovery, sieges by the modifiers at hand.
//!
//! What is not on the charts (march points, siege tables, the order of play) is reconstructed data in
//! `tables/campaign.toml`.

mod chart;
mod fight;
mod guide;
mod march;
mod operation;
mod picture;
mod policy;
mod position;
mod setup;
mod show;
mod siege;

pub use chart::{AssaultRow, CampaignChart};
pub use operation::Operation;
pub use setup::{DuelFile, open};

use crate::asks::Asks;
use crate::battle::{self, Battle, DIE, reconstructed};
use crate::charts::Charts;
use crate::decided::{self, ByReadings};
use crate::force::{Fate, Fates, Leader, Party, Status, Terrain, Troops};
use crate::guile::GuilePoints;
use crate::readings::{Bearing, Figures, Reach, Readings, WoundedLeaders, head};
use crate::rule;
use grognard_umpire::{Asking, BySide, Flow, Given, Offer, Procedure, Reading, Ruling, Side, Umpire};
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
    /// The two sides; leaders are the commander, his subordinates in the order in which they would take over,
    /// and the officers who come after them all.
    pub parties: BySide<Party>,
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
    /// The leaders it has lost.
    pub fallen: Fallen,
}

/// The leaders a force has lost, by their place among its side's leaders.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Fallen(u16);

impl Fallen {
    /// Whether a leader is among them.
    pub const fn has(self, leader: usize) -> bool {
        self.0 & (1 << leader) != 0
    }

    const fn with(self, leader: usize) -> Fallen {
        Fallen(self.0 | 1 << leader)
    }
}

impl Force {
    /// Which of its side's leaders leads it: the first who is left.
    pub const fn led_by(&self) -> usize {
        self.fallen.0.trailing_ones() as usize
    }
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
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
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
        /// Who has intercepted and attacks when they are paid; nobody where the operation is over.
        interceptor: Option<Side>,
    },
    /// A battle is fought.
    Fight {
        /// Whose activation.
        activation: Activation,
        /// Who attacks.
        attacker: Side,
        /// The battle.
        battle: Battle,
        /// Its givens: the forces as they stood when it began.
        givens: Given<battle::Rules>,
    },
}

/// A duel in progress. Everything in it is read by later steps, so equal states have equal futures.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
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
            fallen: Fallen::default(),
        };
        let mut cities = [City { owner: None, garrison: 0 }; HEXES_MAX];
        for (city, hex) in cities.iter_mut().zip(&self.hexes) {
            if let Some(plan) = &hex.city {
                *city = City { owner: Some(plan.owner), garrison: plan.garrison };
            }
        }
        Duel { turn: 1, phase: Phase::Initiative, forces: BySide::from_fn(force), cities }
    }

    /// What the city of a hex is called.
    pub(crate) fn city_name(&self, hex: u8) -> &str {
        self.hexes[usize::from(hex)].city.as_ref().map_or("the city", |city| city.name.as_str())
    }

    /// The leader of a force.
    pub fn leader(&self, side: Side, force: &Force) -> &Leader {
        &self.parties[side].leaders[force.led_by()]
    }

    /// The leaders with a force, by their place among its side's: whoever leads it first, then the
    /// subordinates left to him. An officer without a name has none. [DUEL-n]
    pub fn serving(&self, side: Side, force: &Force) -> Vec<usize> {
        let officer = self.parties[side].leaders.len() - 1;
        let first = force.led_by();
        let others = (first + 1..officer).filter(|leader| !force.fallen.has(*leader));
        std::iter::once(first).chain(others).collect()
    }

    /// The readings in force that can bear on the campaign. [0-b]
    pub fn readings_in_force(&self) -> Vec<Reading> {
        let mut on = Bearing {
            campaign: true,
            status: true,
            two_failures: true,
            rough: self.hexes.iter().any(|hex| hex.terrain == Terrain::Rough),
            ..Bearing::default()
        };
        for (_, party) in self.parties.iter() {
            on = party.bearing(self.game, on);
        }
        let charts = &self.charts;
        let figures = Figures {
            major_loser: self.readings.major_loser.unwrap_or(charts.status.major_loss_min),
            replacement_cost: self.readings.replacement_cost.unwrap_or(charts.diplomacy.cost_of_replacement),
        };
        self.readings.bearing_on(&on, &figures)
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
        decided::step(self, rules, ump)
    }
}

impl ByReadings for Duel {
    const REACH: Reach = Reach::Campaign;

    fn readings_of(rules: &mut Rules) -> &mut Readings {
        &mut rules.readings
    }

    fn carry_out(mut self, rules: &Rules, ump: &mut impl Umpire) -> Flow<Self> {
        match std::mem::replace(&mut self.phase, Phase::Initiative) {
            Phase::Initiative => initiative(self, rules, ump),
            Phase::Operation(activation) => operation::order(self, rules, activation, ump),
            Phase::Continuation(activation) => continuation(self, rules, activation, ump),
            Phase::March { activation, to, points, tried } => {
                march::onward(self, rules, activation, to, points, tried, ump)
            }
            Phase::Interception { activation, to, points } => {
                march::intercept(self, rules, activation, to, points, ump)
            }
            Phase::Losses { activation, side, due, interceptor } => {
                march::pay(self, rules, activation, side, due, interceptor, ump)
            }
            Phase::Fight { activation, attacker, battle, givens } => {
                fight::step(self, rules, activation, attacker, battle, givens, ump)
            }
        }
    }
}

/// Both roll and add their initiative; the higher goes first, the first side if they are equal. [DUEL-a]
fn initiative(duel: Duel, rules: &Rules, ump: &mut impl Umpire) -> Flow<Duel> {
    if duel.turn == 1 {
        ump.explain(|| head(&rules.readings_in_force()));
    }
    let mut totals = BySide::new(0, 0);
    for side in Side::ALL {
        let rating = u16::from(rules.leader(side, &duel.forces[side]).initiative);
        totals[side] =
            ump.throw(Asking::of(side, rule!("DUEL-a"), Asks::Initiative), DIE, |die| die + rating)?;
    }
    let side = if totals.first >= totals.second { Side::First } else { Side::Second };
    ump.explain(|| {
        let text = format!(
            "turn {} of {}: {} goes first, {} against {}",
            duel.turn,
            rules.turns,
            rules.parties[side].name,
            totals[side],
            totals[side.other()]
        );
        reconstructed(rule!("DUEL-a"), text)
    });
    let activation = Activation { side, first: true, done: 0, interception_failed: false };
    Ok(Continue(Duel { phase: Phase::Operation(activation), ..duel }))
}

/// A leader goes on with a die of at most his Campaign Rating. [DUEL-b]
fn continuation(duel: Duel, rules: &Rules, activation: Activation, ump: &mut impl Umpire) -> Flow<Duel> {
    let side = activation.side;
    let leader = rules.leader(side, &duel.forces[side]);
    let rating = u16::from(leader.campaign);
    let asking = Asking::of(side, rule!("DUEL-b"), Asks::Continuation);
    let goes_on = ump.throw(asking, DIE, |die| die <= rating)?;
    ump.explain_throw(|die| {
        let result = if goes_on { "may go on" } else { "must stop" };
        let text =
            format!("{} needs at most his Campaign Rating {rating}, rolls {die}, {result}", leader.name);
        Ruling::new(rule!("DUEL-b"), text)
    });
    Ok(if goes_on {
        Continue(Duel { phase: Phase::Operation(activation), ..duel })
    } else {
        duel.hand_over(rules, activation, ump)
    })
}

impl Duel {
    /// The operation is done: perhaps the leader may go on, perhaps it is the other's turn, or the end.
    pub(crate) fn after_operation(
        self,
        rules: &Rules,
        mut activation: Activation,
        ump: &mut impl Umpire,
    ) -> std::ops::ControlFlow<End, Duel> {
        if Side::ALL.into_iter().any(|side| rules.strength(side, &self.forces[side]) == 0) {
            return Break(self.end(rules, ump));
        }
        activation.done += 1;
        if activation.done >= rules.charts.campaign.operations_max {
            return self.hand_over(rules, activation, ump);
        }
        Continue(Duel { phase: Phase::Continuation(activation), ..self })
    }

    /// The activation is over. Where the force came from is of no account any more: it holds its hex.
    pub(crate) fn hand_over(
        mut self,
        rules: &Rules,
        activation: Activation,
        ump: &mut impl Umpire,
    ) -> std::ops::ControlFlow<End, Duel> {
        let force = &mut self.forces[activation.side];
        force.from = force.hex;
        if Side::ALL.into_iter().any(|side| rules.strength(side, &self.forces[side]) == 0) {
            return Break(self.end(rules, ump));
        }
        if activation.first {
            let side = activation.side.other();
            let next = Activation { side, first: false, done: 0, interception_failed: false };
            return Continue(Duel { phase: Phase::Operation(next), ..self });
        }
        if self.turn >= rules.turns {
            return Break(self.end(rules, ump));
        }
        Continue(Duel { turn: self.turn + 1, phase: Phase::Initiative, ..self })
    }

    /// Points for cities and SP. [DUEL-m]
    fn end(&self, rules: &Rules, ump: &mut impl Umpire) -> End {
        let score = BySide::from_fn(|side| {
            let cities = self.cities.iter().filter(|city| city.owner == Some(side)).count() as u16;
            cities * rules.charts.campaign.city_points + rules.strength(side, &self.forces[side])
        });
        for side in Side::ALL {
            ump.explain(|| {
                let sp = rules.strength(side, &self.forces[side]);
                let text = format!("{}: {} points, {sp} of them SP", rules.parties[side].name, score[side]);
                reconstructed(rule!("DUEL-m"), text)
            });
        }
        End { forces: self.forces, cities: self.cities, score }
    }

    /// The owner of the city in a hex.
    pub(crate) fn city_owner(&self, hex: u8) -> Option<Side> {
        self.cities[usize::from(hex)].owner
    }
}

impl Force {
    /// What a battle did to the leaders with it; a commander who is lost is followed by the next, with Guile
    /// Points of his own. [DUEL-k, DUEL-l, DUEL-n]
    pub(crate) fn leader_fates(&mut self, rules: &Rules, side: Side, fates: Fates, ump: &mut impl Umpire) {
        let leaders = &rules.parties[side].leaders;
        let commander = self.led_by();
        let officer = leaders.len() - 1;
        let mut officers_fell = false;
        for (place, leader) in rules.serving(side, self).into_iter().enumerate() {
            let name = &leaders[leader].name;
            let lost = match fates.of(place) {
                Fate::Unhurt => false,
                Fate::Killed => true,
                Fate::Wounded => {
                    let leaves = rules.readings.wounded_leaders == WoundedLeaders::Leave;
                    ump.explain(|| {
                        let result =
                            if leaves { "leaves with his wound" } else { "goes on in spite of his wound" };
                        reconstructed(rule!("DUEL-l"), format!("{name} {result}"))
                    });
                    leaves
                }
                Fate::Replaced => {
                    ump.explain(|| {
                        let text = format!("another of his ratings takes the place of {name}");
                        reconstructed(rule!("DUEL-n"), text)
                    });
                    false
                }
            };
            // Officers without a name never run out.
            officers_fell |= lost && leader == officer;
            if lost && leader != officer {
                self.fallen = self.fallen.with(leader);
            }
        }
        let successor = self.led_by();
        if successor != commander || officers_fell {
            let (old, new) = (&leaders[commander].name, &leaders[successor]);
            self.guile = new.guile;
            ump.explain(|| {
                let what = match new.guile {
                    0 => "without a Guile Point".to_owned(),
                    guile => format!("with {}", GuilePoints(guile).words()),
                };
                let text = format!("{old} is followed by {}, letter {}, {what}", new.name, new.letter.key());
                reconstructed(rule!("DUEL-k"), text)
            });
        }
    }
}
