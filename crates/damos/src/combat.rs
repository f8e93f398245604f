//! Combat: two forces in one hex, from the count of strength to the loser. [8.0 to 8.10]
//!
//! The steps are those of 8.2. One [`Combat`] serves both the whole game, which comes here when a force
//! enters a defended hex, and the battle alone, which starts here.

mod air;
mod counterattack;
mod force;
mod losses;
mod plans;
mod winner;

pub use air::Air;
use air::Faces;
pub use counterattack::ratio_column;
pub use force::{FIGHTERS_MAX, Fighter, Force};
pub use losses::Allocation;
pub(crate) use losses::spread;
pub use plans::Plans;

use crate::charts::{Charts, Ground, Plan, Posture, plan_clause};
use crate::clerk::Clerk;
use crate::ladder::LossPoints;
use crate::options::{
    AirCall, CombatDice, Options, Overkill, PaidLosses, ShiftedDice, UnpreparedFor, UnpreparedStrength,
};
use crate::unit::{Arm, Nation};
use crate::{agc, rule};
use grognard_board::Settlement;
use grognard_umpire::{
    Asked, Asking, Barred, BySide, Clause, Dice, Die, Modifier, Offer, Openness, Refusal, Ruling, Side,
    Umpire,
};
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow::{self, Break, Continue};

/// What the attacker crossed to get in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Crossing {
    /// An open hexside.
    Open,
    /// A river.
    River,
}

/// Which side of the fight.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Role {
    /// The attacker, always the phasing side.
    Attacker,
    /// The defender.
    Defender,
}

/// Where a combat stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Stage {
    /// Plan and posture are to be chosen.
    Plans,
    /// The air unit may be called.
    Air,
    /// Dice.
    Exchange,
    /// These have been thrown so far, sorted; one may be thrown again in the end.
    Faces(Faces),
    /// Both sides have thrown; one of these may be thrown again.
    Reroll(Faces),
    /// Losses are to be absorbed.
    Losses { lost: BySide<u8>, round: Round },
}

impl Stage {
    /// The stage in one word, for the hash.
    fn word(self) -> u64 {
        match self {
            Stage::Plans => 0,
            Stage::Air => 1,
            Stage::Exchange => 2,
            Stage::Faces(faces) => 3 | faces.word() << 3,
            Stage::Reroll(faces) => 4 | faces.word() << 3,
            Stage::Losses { lost, round } => {
                5 | (round as u64) << 3 | u64::from(lost.first) << 8 | u64::from(lost.second) << 16
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Round {
    First,
    Counterattack,
}

/// A combat in progress.
///
/// Equal combats have equal futures: nothing of what was thrown is kept but what it came to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Combat {
    /// Who attacks.
    pub attacker: Side,
    /// Whose doctrine each side follows.
    pub nations: BySide<Nation>,
    /// Where it is fought.
    pub ground: Ground,
    /// What the attacker crossed.
    pub crossing: Crossing,
    /// Who fights.
    pub forces: BySide<Force>,
    /// Who can trace a line of supply.
    pub supplied: BySide<bool>,
    /// Whether the defender is demoralized.
    pub demoralized: bool,
    /// The plans open to the attacker.
    pub plans: Plans,
    /// The posture, once it is chosen.
    pub posture: Option<Posture>,
    /// Replacement points at hand.
    pub replacements: BySide<u8>,
    /// Who may call the air unit, and what it still brings.
    pub air: Option<(Side, Air)>,
    air_called: bool,
    paid: BySide<u8>,
    dealt: BySide<LossPoints>,
    /// LP that nobody was left to take.
    surplus: BySide<u8>,
    stage: Stage,
}

/// How a combat came out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Outcome {
    /// Who won.
    pub winner: Role,
    /// The plan it was fought with.
    pub plan: Plan,
    /// The posture; none for a demoralized or overrun defender.
    pub posture: Option<Posture>,
    /// Whether odds of twelve to one settled it without dice.
    pub automatic: bool,
    /// What is left of either side.
    pub forces: BySide<Force>,
    /// The LP each side dealt.
    pub dealt: BySide<LossPoints>,
    /// LP that the defender had nobody left to take.
    pub surplus: u8,
    /// Replacement points left.
    pub replacements: BySide<u8>,
    /// Whether the air unit was called.
    pub air_called: bool,
}

/// What changes in the course of a combat tells its states apart; ground, supply and nations do not.
impl Hash for Combat {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.forces.first.hash(state);
        self.forces.second.hash(state);
        let dealt = [self.dealt.first, self.dealt.second].map(LossPoints::rung);
        let small = [
            dealt[0],
            dealt[1],
            self.paid.first,
            self.paid.second,
            self.surplus.first,
            self.surplus.second,
            self.replacements.first,
            self.replacements.second,
        ];
        state.write_u64(u64::from_le_bytes(small));
        let chosen = self.posture.map_or(0, |posture| 1 + posture as u64);
        let air = u64::from(self.air.is_some()) << 1 | u64::from(self.air_called);
        state.write_u64(self.stage.word() << 16 | (self.plan() as u64) << 8 | chosen << 4 | air);
    }
}

impl Combat {
    /// A combat before its first question.
    pub fn new(
        attacker: Side,
        forces: BySide<Force>,
        ground: Ground,
        crossing: Crossing,
        plans: Plans,
    ) -> Combat {
        Combat {
            attacker,
            nations: BySide::new(Nation::German, Nation::Russian),
            ground,
            crossing,
            forces,
            supplied: BySide::new(true, true),
            demoralized: false,
            plans,
            posture: None,
            replacements: BySide::default(),
            air: None,
            air_called: false,
            paid: BySide::default(),
            dealt: BySide::default(),
            surplus: BySide::default(),
            stage: Stage::Plans,
        }
    }

    /// The same combat before its first question, plan and posture kept as far as they are settled: what
    /// a side reckons with in the middle of it.
    #[must_use]
    pub fn anew(self) -> Combat {
        Combat { stage: Stage::Plans, air_called: false, ..self }
    }

    /// Whether plan and posture are on the table.
    pub fn is_revealed(&self) -> bool {
        self.stage != Stage::Plans
    }

    /// How far it has got: every step gets it further.
    pub(crate) fn rank(&self) -> u32 {
        const THROWN: u32 = 4;
        const ALL_THROWN: u32 = THROWN + 6;
        match self.stage {
            // The air unit may have to be called, or not, before the plans are known.
            Stage::Plans => u32::from(self.air.is_none() || self.air_called),
            Stage::Air => 2,
            Stage::Exchange => 3,
            Stage::Faces(faces) => THROWN + u32::from(faces.count()),
            Stage::Reroll(_) => ALL_THROWN + 1,
            Stage::Losses { round, .. } => ALL_THROWN + 2 + round as u32,
        }
    }

    /// The defender's side.
    #[inline]
    pub fn defender(&self) -> Side {
        self.attacker.other()
    }

    fn role(&self, side: Side) -> Role {
        if side == self.attacker { Role::Attacker } else { Role::Defender }
    }

    /// The strength of each side as the ground modifies it. [8.2-b]
    pub fn modified(&self, charts: &Charts) -> BySide<u8> {
        BySide::from_fn(|side| self.modified_of(side, charts))
    }

    #[inline]
    fn modified_of(&self, side: Side, charts: &Charts) -> u8 {
        match self.role(side) {
            Role::Attacker => self.forces[side].attack_strength(charts, self.ground, self.crossing),
            Role::Defender => self.forces[side].defence_strength(charts, self.ground),
        }
    }

    /// Whether the odds settle it without dice. [AGC-4.6.2-a]
    pub fn is_automatic(&self, charts: &Charts, options: &Options) -> bool {
        let spared = options.unprepared_for == UnpreparedFor::Russians
            && self.nations[self.defender()] != Nation::Russian;
        let counted = match options.unprepared_strength {
            UnpreparedStrength::Modified => self.modified(charts),
            UnpreparedStrength::Current => self.forces.map(|force| force.strength()),
        };
        let odds = u16::from(charts.automatic_odds);
        !spared && u16::from(counted[self.attacker]) >= odds * u16::from(counted[self.defender()])
    }

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
        let no = |clause: Clause, why: &str| Some(Refusal::new(clause, why));
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

    /// Carries out one step.
    ///
    /// # Errors
    /// [`Stopped`](grognard_umpire::Stopped) where the umpire left a question open.
    pub fn step(
        self,
        charts: &Charts,
        options: &Options,
        ump: &mut impl Umpire,
    ) -> Asked<ControlFlow<Outcome, Combat>> {
        match self.stage {
            Stage::Plans => self.choose_plans(charts, options, ump),
            Stage::Air => self.call_air(ump),
            Stage::Exchange => self.exchange(charts, options, ump),
            Stage::Faces(faces) => self.throw_faces(faces, charts, options, ump),
            Stage::Reroll(faces) => self.reroll(faces, charts, options, ump),
            Stage::Losses { lost, round } => self.take_losses(lost, round, charts, options, ump),
        }
    }

    /// Plan and posture, chosen apart and shown together.
    fn choose_plans(
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
        ump.explain(|| {
            let posture = posture.map_or("no posture, being demoralized", Posture::word);
            let text = format!("{} against {posture}", plan.word().replace('-', " "));
            Ruling::new(rule!("8.4-d"), text)
        });
        self.stage = if self.air_waits() { Stage::Air } else { Stage::Exchange };
        Ok(Continue(self))
    }

    /// Plan and posture as their owners pick them, hidden from each other where either has a choice.
    fn pick_plans(&self, charts: &Charts, ump: &mut impl Umpire) -> Asked<(Plan, Option<Posture>)> {
        let (attacker, defender) = (self.attacker, self.defender());
        let plans = self.plans.list();
        let postures = match self.posture {
            Some(posture) => vec![posture],
            None => self.postures(charts),
        };
        let plan_asking = Asking::of(attacker, rule!("8.0-b"), "attack plan");
        let posture_asking = Asking::of(defender, rule!("8.4-d"), "defensive posture");
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

    /// Whether the air unit could be called and nobody has said yet.
    fn air_waits(&self) -> bool {
        self.air.is_some() && !self.air_called
    }

    /// Odds of twelve to one.
    fn overrun(mut self, charts: &Charts, ump: &mut impl Umpire) -> Outcome {
        let modified = self.modified(charts);
        ump.explain(|| {
            let (own, other) = (modified[self.attacker], modified[self.defender()]);
            Ruling::new(
                agc!("4.6.2-a"),
                format!("{own} against {other} is {} to one: the defender is gone", charts.automatic_odds),
            )
        });
        let defender = self.defender();
        let lost = LossPoints::plain(self.forces[defender].strength());
        self.forces[defender].wipe_out();
        self.dealt[self.attacker] = lost;
        let plan = self.plans.list()[0];
        Outcome { automatic: true, ..self.outcome(Role::Attacker, plan) }
    }

    fn outcome(&self, winner: Role, plan: Plan) -> Outcome {
        Outcome {
            winner,
            plan,
            posture: self.posture,
            automatic: false,
            forces: self.forces,
            dealt: self.dealt,
            surplus: self.surplus[self.defender()],
            replacements: self.replacements,
            air_called: self.air_called,
        }
    }

    fn plan(&self) -> Plan {
        match self.plans {
            Plans::Settled(plan) => plan,
            open => open.list()[0],
        }
    }

    /// The column one side throws on, and its dice: those of the strength the ground leaves it, one
    /// column to the right with the air unit; the last column stays the last.
    fn column(&self, side: Side, charts: &Charts, options: &Options) -> (usize, u8) {
        let modified = self.modified_of(side, charts);
        let shifted = matches!(self.air, Some((owner, air)) if owner == side && air.shift);
        let column = charts.column(modified, u8::from(shifted));
        let counted = match (options.combat_dice, options.shifted_dice) {
            (CombatDice::Current, _) => charts.column(self.forces[side].strength(), u8::from(shifted)),
            (CombatDice::Modified, ShiftedDice::NewColumn) => column,
            (CombatDice::Modified, ShiftedDice::OldColumn) => charts.column(modified, 0),
        };
        (column, charts.dice(counted))
    }

    /// Hands over the modifiers of one side, each with its clause and the reason. [8.5]
    fn each_modifier(&self, side: Side, dice: u8, charts: &Charts, mut add: impl FnMut(i8, Clause, &str)) {
        let cell = match (self.demoralized, self.posture) {
            (false, Some(posture)) => charts.matrix(self.plan(), posture),
            _ => crate::charts::MatrixCell::default(),
        };
        match self.role(side) {
            Role::Attacker => {
                add(charts.plan_modifier(self.plan()), plan_clause(self.plan()), self.plan().word());
                if !self.supplied[side] {
                    let per_die = charts.attacker_unsupplied * dice as i8;
                    add(per_die, rule!("8.5-a"), "no line of supply, for every die");
                }
                if self.demoralized {
                    add(charts.defender_demoralized, rule!("2.8-e"), "the defender is demoralized");
                }
                add(cell.attacker_modifier, rule!("8.4-b"), "the Combat Matrix");
            }
            Role::Defender => {
                if !self.supplied[side] {
                    add(charts.defender_unsupplied, rule!("8.5-b"), "no line of supply");
                }
                add(cell.defender_modifier, rule!("8.4-b"), "the Combat Matrix");
            }
        }
    }

    /// How a side throws: column, dice and the sum of its modifiers.
    fn throwing(&self, side: Side, charts: &Charts, options: &Options) -> Throwing {
        let (column, dice) = self.column(side, charts, options);
        let mut modifier = 0;
        self.each_modifier(side, dice, charts, |value, _, _| modifier += i16::from(value));
        Throwing { column, dice, modifier }
    }

    /// Both sides throw; neither's losses touch the other's throw.
    fn exchange(
        mut self,
        charts: &Charts,
        options: &Options,
        ump: &mut impl Umpire,
    ) -> Asked<ControlFlow<Outcome, Combat>> {
        self.cite_exchange(charts, options, ump);
        if matches!(self.air, Some((_, Air { reroll: true, .. }))) {
            return self.throw_faces(Faces::NONE, charts, options, ump);
        }
        self.throw_dice(self.attacker, charts, options, ump)?;
        self.throw_dice(self.defender(), charts, options, ump)?;
        Ok(Continue(self.adjust(charts, ump)))
    }

    /// Takes down the clauses that shape the exchange.
    fn cite_exchange(&self, charts: &Charts, options: &Options, ump: &mut impl Umpire) {
        if !ump.listens() {
            return;
        }
        for clause in [rule!("8.2-a"), rule!("8.0-c"), rule!("CRT-a"), plan_clause(self.plan())] {
            ump.cite(clause);
        }
        let modified = self.modified(charts);
        let raw = self.forces.map(|force| force.strength());
        let throwing = BySide::from_fn(|side| self.throwing(side, charts, options));
        let any = |holds: &dyn Fn(Side) -> bool| Side::ALL.into_iter().any(holds);
        // Hexside and hex change the strengths, and with them the number of dice: never more than three.
        if modified != raw {
            ump.cite(rule!("8.2-b"));
            ump.cite(rule!("3.0-b"));
        }
        let dice = |strength: u8| charts.dice(charts.column(strength, 0));
        ump.note_if(rule!("8.2-c"), || any(&|side| dice(raw[side]) != dice(modified[side])));
        ump.note_if(rule!("1.1-a"), || any(&|side| throwing[side].dice == 3));
        ump.note_if(rule!("2.1-a"), || any(&|side| throwing[side].dice > 1));
        ump.note_if(rule!("8.5-c"), || throwing.first.modifier != throwing.second.modifier);
        ump.note_if(agc!("4.4-b"), || matches!(self.air, Some((_, Air { shift: true, .. }))));
        // Against the demoralized the matrix is not used at all.
        ump.cite(if self.demoralized { rule!("8.4-e") } else { agc!("2.0-a") });
    }

    /// One side throws all its dice at once.
    fn throw_dice(
        &mut self,
        side: Side,
        charts: &Charts,
        options: &Options,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let throwing = self.throwing(side, charts, options);
        let what = match self.role(side) {
            Role::Attacker => "attacker's combat dice",
            Role::Defender => "defender's combat dice",
        };
        let asking = Asking::of(side, rule!("8.6-a"), what);
        let dealt =
            ump.throw(asking, dice_of(throwing.dice), |sum| throwing.deals(sum as i16, charts, options))?;
        self.dealt[side] = dealt;
        ump.explain_throw(|sum| self.say_dealt(side, sum as i16, throwing, charts, options));
        Ok(())
    }

    /// What a side's throw came to, in words, with the clause that picked the row.
    fn say_dealt(
        &self,
        side: Side,
        sum: i16,
        throwing: Throwing,
        charts: &Charts,
        options: &Options,
    ) -> Ruling {
        let Throwing { column, modifier, dice } = throwing;
        let who = if self.role(side) == Role::Attacker { "the attacker" } else { "the defender" };
        let (raw, modified) = (self.forces[side].strength(), self.modified(charts)[side]);
        let strength = match raw == modified {
            true => format!("{raw} SP"),
            false => format!("{raw} SP, {modified} in {}", self.ground.words()),
        };
        let look = charts.look_results(sum + modifier, column, options.erratum());
        let total = sum + modifier;
        let text = format!(
            "{who} ({strength}, column {}) throws {sum} {modifier:+} = {total} and deals {} LP",
            look.column, self.dealt[side]
        );
        let mut modifiers = Vec::new();
        self.each_modifier(side, dice, charts, |value, clause, why| {
            if value != 0 {
                modifiers.push(Modifier::new(i16::from(value), clause, why));
            }
        });
        Ruling::new(charts.row_clause(sum + modifier, column), text).with_modifiers(modifiers).with_look(look)
    }

    /// The matrix moves the losses each side suffers, before anybody absorbs them.
    fn adjust(mut self, charts: &Charts, ump: &mut impl Umpire) -> Combat {
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

    /// Losses are absorbed; then the counterattack, if there is one, or the winner.
    fn take_losses(
        mut self,
        lost: BySide<u8>,
        round: Round,
        charts: &Charts,
        options: &Options,
        ump: &mut impl Umpire,
    ) -> Asked<ControlFlow<Outcome, Combat>> {
        self.absorb(lost, charts, ump)?;
        let (attacker, defender) = (self.attacker, self.defender());
        let lost_it = self.dealt[attacker] > self.dealt[defender];
        let chosen = self.posture == Some(Posture::Counterattack);
        // It takes both: the posture, and the first exchange lost; a tie is not lost.
        let able = self.forces[defender].strength() > 0 && self.forces[attacker].strength() > 0;
        if round == Round::First && chosen {
            ump.cite(if lost_it { rule!("8.9-a") } else { rule!("8.9-b") });
            if lost_it && able {
                return self.counterattack(charts, options, ump);
            }
        }
        Ok(Break(self.determine_winner(options, ump)))
    }

    /// What a side dealt, as it counts for the winner.
    fn score(&self, side: Side, options: &Options) -> LossPoints {
        let other = side.other();
        let wasted = if options.overkill == Overkill::Ignored { self.surplus[other] } else { 0 };
        let paid = if options.paid_losses == PaidLosses::DoNot { self.paid[other] } else { 0 };
        self.dealt[side].without(wasted + paid)
    }
}

/// How a side throws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Throwing {
    column: usize,
    dice: u8,
    modifier: i16,
}

impl Throwing {
    /// The LP that a sum of the dice deals.
    #[inline]
    fn deals(self, sum: i16, charts: &Charts, options: &Options) -> LossPoints {
        charts.results(sum + self.modifier, self.column, options.erratum())
    }
}

/// So many six-sided dice, added up.
pub(crate) fn dice_of(count: u8) -> Dice {
    match count {
        1 => Dice::D6,
        count => Dice::Sum { count, die: Die::D6 },
    }
}
