//! The battle, from the declaration of the attack to the after-battle status. [8.2 to 8.6]
//!
//! Steps follow the two sequences of the charts: avoidance and coordination, then modifiers, elephants,
//! the battle die, losses and leaders, pursuit, retreat, status. Each step puts at most one decision (or
//! one to each side at once) before its dice.

mod apart;
mod avoidance;
mod coordination;
mod elephants;
mod hash;
mod leaders;
mod losses;
mod modifiers;
mod pursuit;
mod rank;
mod removal;
mod results;
mod retreat;
mod show;
mod stage;
mod stake;

pub use apart::Whose;
pub use coordination::{check as may_coordinate, value as coordination_value};
pub use modifiers::{forecast, ratio};
pub use removal::{Payment, Rate, Removal};
pub(crate) use removal::{payment_words, take_off};
pub(crate) use retreat::worn;
pub use stage::{AvoidanceTried, Battle, Charge, Clash, End, Outcome, Reached, Stage, Verdict};

use crate::charts::Charts;
use crate::decided::{self, ByReadings};
use crate::force::{Arm, Game, Grade, Joined, Party, People, Rank, Status, Terrain, Troops, words};
use crate::readings::{Bearing, ElephantStrength, Figures, OrphanElephants, Reach, Readings};
use crate::rule;
use grognard_umpire::{BySide, Clause, Dice, Flow, Part, Procedure, Reading, Ruling, Side, Umpire};
use serde::Deserialize;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;

/// Every die of the game: ten sides, the 0 read as nought. [0-a]
pub(crate) const DIE: Dice = Dice::D10_FROM_ZERO;

words! {
    /// How the two forces met.
    Interception {
        /// Nobody tried to intercept.
        None = "none",
        /// The attacker intercepted the defender on the march.
        ByAttacker = "by-attacker",
        /// The defender tried to intercept the attacker and failed.
        FailedByDefender = "failed-by-defender",
    }
}

/// Where and how a battle is fought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Which game's rules.
    pub game: Game,
    /// The terrain of the hex.
    pub terrain: Terrain,
    /// Whether the attacker crossed a river straight into the hex.
    pub river_crossed: bool,
    /// The side that landed from the sea.
    pub landing: Option<Side>,
    /// How the forces met.
    pub interception: Interception,
    /// Whether the attacker has the double envelopment.
    pub double_envelopment: bool,
    /// Whether the attacker springs an ambush.
    pub ambush: bool,
    /// Whether the defender is being overrun.
    pub overrun: bool,
    /// Whether the defender besieges a city and is attacked by the besieged.
    pub sortie: bool,
    /// Whether it is the Visit from Pluto segment.
    pub visit_from_pluto: bool,
}

words! {
    /// Which decisions are put to the players.
    Questions {
        /// All of them: the game.
        All = "all",
        /// Avoidance, coordination, guile and elephants; losses, pursuit and retreat go by each side's
        /// stated policy without a question. Odds by policy come out the same and much faster.
        Great = "great",
    }
}

/// Whether a battle is a contest of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setting {
    /// It is.
    Alone,
    /// It is part of a campaign, whose account has its own head.
    Campaign,
}

/// Tables, readings and givens of one battle.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Whether it is a contest of its own.
    pub setting: Setting,
    /// The charts.
    pub charts: Arc<Charts>,
    /// The readings in force.
    pub readings: Readings,
    /// Which decisions are asked.
    pub questions: Questions,
    /// What the battle is called.
    pub title: String,
    /// Where and how it is fought.
    pub field: Field,
    /// The two sides, the attacker first.
    pub parties: BySide<Party>,
}

impl Rules {
    /// The SP of a side that count in the ratio and in percentages.
    #[inline]
    pub fn strength(&self, side: Side, troops: &Troops, joined: Joined) -> u16 {
        let party = &self.parties[side];
        let men = party.roster.men(troops, joined);
        match self.readings.elephant_strength {
            ElephantStrength::Apart => men,
            ElephantStrength::Counted => men + party.of_arm(troops, joined, Arm::Elephants),
        }
    }

    /// The Guile Points that replacing a killed subordinate costs.
    pub fn replacement_cost(&self) -> u8 {
        self.readings.replacement_cost.unwrap_or(self.charts.diplomacy.cost_of_replacement)
    }

    /// The percentage from which a loser is a major loser. [8.54-g]
    pub fn major_loser(&self) -> u8 {
        self.readings.major_loser.unwrap_or(self.charts.status.major_loss_min)
    }

    /// The readings in force that can bear on the battle. [0-b]
    pub fn readings_in_force(&self) -> Vec<Reading> {
        let figures = Figures { major_loser: self.major_loser(), replacement_cost: self.replacement_cost() };
        self.readings.bearing_on(&self.bearing(), &figures)
    }

    fn bearing(&self) -> Bearing {
        let field = &self.field;
        let mut on = Bearing {
            rough: field.terrain == Terrain::Rough,
            two_failures: field.interception == Interception::FailedByDefender,
            landing_over_river: field.landing == Some(Side::First) && field.river_crossed,
            ..Bearing::default()
        };
        for (_, party) in self.parties.iter() {
            on = party.bearing(field.game, on);
        }
        on
    }

    /// The same battle with losses, pursuit and retreat left to each side's policy, unasked.
    pub fn by_policy(&self) -> Rules {
        Rules { questions: Questions::Great, ..self.clone() }
    }

    /// The state at the start of the battle.
    pub fn start(&self) -> Battle {
        Battle {
            stage: Stage::Avoidance,
            troops: BySide::from_fn(|side| self.parties[side].troops()),
            guile: BySide::from_fn(|side| self.parties[side].guile),
            joined: BySide::default(),
            fates: BySide::default(),
        }
    }
}

/// What a stage leads to.
pub(crate) type Next = ControlFlow<End, Battle>;

impl Procedure for Battle {
    type Rules = Rules;
    type End = End;

    fn rank(&self, rules: &Rules) -> Option<u32> {
        Some(self.sequence(rules))
    }

    fn step(self, rules: &Rules, ump: &mut impl Umpire) -> Flow<Self> {
        decided::step(self, rules, ump)
    }

    fn open_parts(rules: &Rules, end: &End, parts: &mut Vec<Part>) {
        apart::parts(rules, end, parts);
    }

    fn part_alone(rules: &Rules, part: Part) -> Battle {
        apart::alone(rules, part)
    }

    fn with_part(_: &Rules, end: &End, part: Part, alone: &End) -> End {
        apart::with(end, part, alone)
    }
}

impl ByReadings for Battle {
    const REACH: Reach = Reach::Battle;

    fn readings_of(rules: &mut Rules) -> &mut Readings {
        &mut rules.readings
    }

    fn carry_out(self, rules: &Rules, ump: &mut impl Umpire) -> Flow<Self> {
        match self.stage {
            Stage::Avoidance => avoidance::decide(self, rules, ump),
            Stage::AvoidanceRoll { way } => avoidance::roll(self, rules, way, ump),
            Stage::AvoidanceLosses { way, due } => avoidance::pay(self, rules, way, due, ump),
            Stage::Coordination { avoidance, side, force } => {
                coordination::attempt(self, rules, avoidance, side, force, ump)
            }
            Stage::MarchLosses { avoidance, side, force, due } => {
                coordination::pay(self, rules, avoidance, side, force, due, ump)
            }
            Stage::Tactics { clash } => modifiers::tactics(self, rules, clash, ump),
            Stage::Commitment { clash, side } => elephants::commit(self, rules, clash, side, ump),
            Stage::Elephants { clash, side, left } => elephants::charge(self, rules, clash, side, left, ump),
            Stage::Trampled { charge } => elephants::trampled(self, rules, charge, ump),
            Stage::BattleDie { clash } => results::battle_die(self, rules, clash, ump),
            Stage::Unpredictable { clash, shift } => results::unpredictable(self, rules, clash, shift, ump),
            Stage::Result { clash, row, beyond, reached } => {
                results::apply(self, rules, clash, (usize::from(row), beyond), reached, ump)
            }
            Stage::Losses { side, due, start, verdict } => {
                losses::pay(self, rules, side, due, start, verdict, ump)
            }
            Stage::Leaders { verdict, pursuit } => leaders::check(self, rules, verdict, pursuit, ump),
            Stage::Fates { side, whose, losing } => {
                leaders::check_apart(self, rules, side, whose, losing, ump)
            }
            Stage::Replacement { verdict, pursuit, side, leader } => {
                leaders::replace(self, rules, verdict, pursuit, side, leader, ump)
            }
            Stage::Pursuit { verdict, value } => pursuit::pursue(self, rules, verdict, value, ump),
            Stage::PursuitLosses { verdict, due } => pursuit::pay(self, rules, verdict, due, ump),
            Stage::Retreat { verdict } => retreat::choose(self, rules, verdict, ump),
            Stage::RetreatLosses { verdict, way, due } => retreat::pay(self, rules, verdict, way, due, ump),
        }
    }
}

impl Battle {
    pub(crate) fn at(self, stage: Stage) -> Next {
        Continue(Battle { stage, ..self })
    }

    /// A side's SP that count, as they stand now.
    pub(crate) fn strength(&self, rules: &Rules, side: Side) -> u16 {
        rules.strength(side, &self.troops[side], self.joined[side])
    }

    /// A side's SP of an arm, as they stand now.
    pub(crate) fn of_arm(&self, rules: &Rules, side: Side, arm: Arm) -> u16 {
        rules.parties[side].of_arm(&self.troops[side], self.joined[side], arm)
    }

    /// Strikes a side off the map, elephants and all.
    pub(crate) fn eliminate(&mut self, rules: &Rules, side: Side) {
        for (index, _) in rules.parties[side].present(self.joined[side]) {
            self.troops[side].0[index] = 0;
        }
    }

    /// Elephants without infantry and cavalry are lost too, unless they are read to survive. [8.36-m]
    pub(crate) fn lose_orphans(&mut self, rules: &Rules, side: Side, ump: &mut impl Umpire) {
        if self.strength(rules, side) > 0 || self.of_arm(rules, side, Arm::Elephants) == 0 {
            return;
        }
        let lost = rules.readings.orphan_elephants == OrphanElephants::Lost;
        if lost {
            self.eliminate(rules, side);
        }
        ump.explain(|| {
            let result = if lost { "are lost with their army" } else { "get away without their army" };
            reconstructed(rule!("8.36-m"), format!("{}: the elephants {result}", rules.parties[side].name))
        });
    }

    /// After the battle: status, and the end. [8.54]
    pub(crate) fn finish(
        self,
        rules: &Rules,
        verdict: Verdict,
        retreat: Option<u8>,
        ump: &mut impl Umpire,
    ) -> Next {
        ump.cite(rule!("8.3-a"));
        let outcome = match verdict.loser {
            Some(loser) => Outcome::Won { by: loser.other(), major: verdict.major },
            None => Outcome::Draw,
        };
        let end = End {
            outcome,
            troops: self.troops,
            guile: self.guile,
            joined: self.joined,
            fates: self.fates,
            given: verdict.status,
            retreat,
        };
        // An existing status is kept unless the new one is worse.
        ump.cite(rule!("8.54-f"));
        for side in Side::ALL {
            let name = &rules.parties[side].name;
            ump.explain(|| {
                let clause =
                    if verdict.status[side] == Status::Fresh { rule!("8.54-f") } else { rule!("8.54-d") };
                let sp = self.strength(rules, side);
                Ruling::new(clause, format!("{name}: {sp} SP left, {}", end.status(rules, side).key()))
            });
        }
        Break(end)
    }
}

/// The clause under which a figure of a reconstructed rule is used, and the word for the account.
pub(crate) fn reconstructed(clause: Clause, text: String) -> Ruling {
    Ruling::new(clause, format!("{text} (reconstructed)"))
}

impl Party {
    /// What there is about a side that readings can bear on, besides what there is already.
    pub(crate) fn bearing(&self, game: Game, on: Bearing) -> Bearing {
        let has = |arm: Arm| self.units.iter().any(|unit| unit.arm == arm);
        let legions = self.people == People::Roman && self.units.iter().any(|unit| unit.is_legion());
        let replaces = self.commander().rank == Rank::OverallCommander && self.leaders.len() > 1;
        Bearing {
            nearby: on.nearby || !self.nearby.is_empty(),
            guile: on.guile || self.guile > 0,
            elephants: on.elephants || has(Arm::Elephants),
            cavalry: on.cavalry || has(Arm::Cavalry),
            status: on.status || self.units.iter().any(|unit| unit.status > Status::Fresh),
            legions_in_carthage: on.legions_in_carthage || (game == Game::Carthage && legions),
            elite: on.elite || self.units.iter().any(|unit| unit.grade == Grade::Elite),
            replacement: on.replacement || (replaces && self.guile > 0),
            ..on
        }
    }
}
