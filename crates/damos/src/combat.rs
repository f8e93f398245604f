//! Combat: two forces in one hex, from the count of strength to the loser. [8.0 to 8.10]
//!
//! The steps are those of 8.2. One [`Combat`] serves both the whole game, which comes here when a force
//! enters a defended hex, and the battle alone, which starts here.

mod air;
mod counterattack;
mod force;
mod losses;
mod plans;

pub use air::Air;
pub use counterattack::ratio_column;
pub use force::{FIGHTERS_MAX, Fighter, Force};
pub use losses::Allocation;
pub use plans::Plans;

use crate::charts::{Charts, Ground, Plan, Posture, plan_clause};
use crate::ladder::LossPoints;
use crate::options::{Options, WipedOut};
use crate::unit::Nation;
use crate::{agc, rule};
use grognard_board::Settlement;
use grognard_umpire::{
    Asked, Asking, Barred, BySide, Clause, Dice, Die, Modifier, Offer, Openness, Refusal, Ruling, Side,
    Umpire,
};
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
    /// Plan and posture are to be chosen, then the air unit.
    Plans,
    /// Dice.
    Exchange,
    /// The air unit's owner has thrown these so far, sorted, and may throw one again in the end.
    Faces { faces: [u8; 3] },
    /// Both sides have thrown; one of these may be thrown again.
    Reroll { faces: [u8; 3] },
    /// Losses are to be absorbed.
    Losses { lost: BySide<u8>, round: Round },
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Round {
    First,
    Counterattack,
}

/// A combat in progress.
///
/// Equal combats have equal futures: nothing of what was thrown is kept but what it came to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
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
    surplus: u8,
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

/// Whether to call the air unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Call {
    No,
    Yes,
}

impl Offer for Call {
    fn key(&self) -> String {
        match self {
            Call::No => "no-air".to_owned(),
            Call::Yes => "air".to_owned(),
        }
    }
}

/// Twelve to one removes the defender. [AGC-4.6.2-a]
const AUTOMATIC_ODDS: u16 = 12;

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
            surplus: 0,
            stage: Stage::Plans,
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
        BySide::from_fn(|side| match self.role(side) {
            Role::Attacker => self.forces[side].attack_strength(charts, self.ground, self.crossing),
            Role::Defender => self.forces[side].defence_strength(charts, self.ground),
        })
    }

    /// Whether the odds settle it without dice. [AGC-4.6.2-a]
    pub fn is_automatic(&self, charts: &Charts) -> bool {
        let modified = self.modified(charts);
        u16::from(modified[self.attacker]) >= AUTOMATIC_ODDS * u16::from(modified[self.defender()])
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
            return no(agc!("2.1-d"), "only a force with armor or mechanized units counterattacks");
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
            Stage::Plans => self.choose_plans(charts, ump),
            Stage::Exchange => self.exchange(charts, options, ump),
            Stage::Faces { faces } => self.throw_faces(faces, charts, options, ump),
            Stage::Reroll { faces } => self.reroll(faces, charts, options, ump),
            Stage::Losses { lost, round } => self.take_losses(lost, round, charts, options, ump),
        }
    }

    /// Plan and posture, chosen apart and shown together, then the air unit.
    fn choose_plans(mut self, charts: &Charts, ump: &mut impl Umpire) -> Asked<ControlFlow<Outcome, Combat>> {
        if self.is_automatic(charts) {
            return Ok(Break(self.overrun(charts, ump)));
        }
        let (attacker, defender) = (self.attacker, self.defender());
        let plans = self.plans.list();
        let postures = match self.posture {
            Some(posture) => vec![posture],
            None => self.postures(charts),
        };
        let plan_asking = Asking::of(attacker, rule!("8.0-b"), "attack plan");
        let posture_asking = Asking::of(defender, rule!("8.4-d"), "defensive posture");
        let (plan, posture) = if plans.len() > 1 && postures.len() > 1 {
            // Both are picked hidden and shown together.
            if attacker == Side::First {
                let (plan, posture) =
                    ump.choose_together((plan_asking, &plans), (posture_asking, &postures))?;
                (*plan, Some(*posture))
            } else {
                let (posture, plan) =
                    ump.choose_together((posture_asking, &postures), (plan_asking, &plans))?;
                (*plan, Some(*posture))
            }
        } else {
            let open = self.plans;
            let plan = *ump.choose_among(plan_asking, &plans, Openness::Secret, &|| open.barred())?;
            ump.cite(rule!("8.1-f"));
            let barred = || self.barred_postures(charts);
            let posture = match postures.is_empty() {
                true => None,
                false => Some(*ump.choose_among(posture_asking, &postures, Openness::Secret, &barred)?),
            };
            (plan, posture)
        };
        self.plans = Plans::Settled(plan);
        self.posture = posture;
        if let Some((side, _)) = self.air {
            // Attacking or defending, the German may call the air unit to a combat near a railhead.
            let asking = Asking::of(side, agc!("4.4-a"), "call the air unit");
            self.air_called = *ump.choose(asking, &[Call::No, Call::Yes])? == Call::Yes;
            if !self.air_called {
                self.air = None;
            }
        }
        ump.explain(|| {
            let posture = posture.map_or("no posture, being demoralized", Posture::word);
            Ruling::new(rule!("8.4-d"), format!("{} against {posture}", plan.word()))
        });
        self.stage = Stage::Exchange;
        Ok(Continue(self))
    }

    /// Odds of twelve to one.
    fn overrun(mut self, charts: &Charts, ump: &mut impl Umpire) -> Outcome {
        let modified = self.modified(charts);
        ump.explain(|| {
            let (own, other) = (modified[self.attacker], modified[self.defender()]);
            Ruling::new(
                agc!("4.6.2-a"),
                format!("{own} against {other} is twelve to one: the defender is gone"),
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
            surplus: self.surplus,
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

    /// The column and the modifiers of one side. [8.5]
    fn reckon(&self, side: Side, charts: &Charts, words: bool) -> (usize, i16, Vec<Modifier>) {
        let right = match self.air {
            Some((owner, air)) if owner == side && air.shift => {
                // One column to the right, with that column's dice; the last stays the last.
                1
            }
            _ => 0,
        };
        let column = charts.column(self.modified(charts)[side], right);
        let mut sum = 0;
        let mut list = Vec::new();
        let mut add = |value: i8, clause: Clause, why: &str| {
            sum += i16::from(value);
            if words && value != 0 {
                list.push(Modifier::new(i16::from(value), clause, why));
            }
        };
        let cell = match (self.demoralized, self.posture) {
            (false, Some(posture)) => charts.matrix(self.plan(), posture),
            _ => crate::charts::MatrixCell::default(),
        };
        match self.role(side) {
            Role::Attacker => {
                add(charts.plan_modifier(self.plan()), plan_clause(self.plan()), self.plan().word());
                if !self.supplied[side] {
                    let per_die = charts.attacker_unsupplied * charts.dice(column) as i8;
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
        (column, sum, list)
    }

    /// Both sides throw; neither's losses touch the other's throw.
    fn exchange(
        mut self,
        charts: &Charts,
        options: &Options,
        ump: &mut impl Umpire,
    ) -> Asked<ControlFlow<Outcome, Combat>> {
        for clause in [rule!("8.2-a"), rule!("8.0-c"), rule!("8.2-c"), rule!("8.5-c"), rule!("2.1-a")] {
            ump.cite(clause);
        }
        // Whoever's turn it is attacks, in one hex; there are no more dice than three in any column.
        for clause in [rule!("8.0-a"), rule!("2.7-a"), rule!("1.1-a"), rule!("8.2-b"), rule!("3.0-b")] {
            ump.cite(clause);
        }
        if matches!(self.air, Some((_, Air { shift: true, .. }))) {
            ump.cite(agc!("4.4-b"));
        }
        if self.demoralized {
            // Against the demoralized the matrix is not used at all.
            ump.cite(rule!("8.4-e"));
        }
        if matches!(self.air, Some((_, Air { reroll: true, .. }))) {
            return self.throw_faces([0; 3], charts, options, ump);
        }
        self.throw_dice(self.attacker, charts, options, ump)?;
        self.throw_dice(self.defender(), charts, options, ump)?;
        Ok(Continue(self.adjust(charts, ump)))
    }

    /// One side throws all its dice at once.
    fn throw_dice(
        &mut self,
        side: Side,
        charts: &Charts,
        options: &Options,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let (column, modifier, modifiers) = self.reckon(side, charts, ump.listening());
        let what = match self.role(side) {
            Role::Attacker => "attacker's combat dice",
            Role::Defender => "defender's combat dice",
        };
        let dice = dice_of(charts.dice(column));
        let erratum = options.erratum();
        let asking = Asking::of(side, rule!("8.6-a"), what);
        let dealt = ump.throw(asking, dice, |sum| charts.results(sum as i16 + modifier, column, erratum))?;
        self.explain_dealt(side, dealt, modifier, modifiers, column, charts, ump);
        self.dealt[side] = dealt;
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    fn explain_dealt(
        &self,
        side: Side,
        dealt: LossPoints,
        modifier: i16,
        modifiers: Vec<Modifier>,
        column: usize,
        charts: &Charts,
        ump: &mut impl Umpire,
    ) {
        ump.explain(|| {
            let who = if self.role(side) == Role::Attacker { "the attacker" } else { "the defender" };
            let (raw, modified) = (self.forces[side].strength(), self.modified(charts)[side]);
            let strength = match raw == modified {
                true => format!("{raw} SP"),
                false => format!("{raw} SP, {modified} in {}", self.ground.words()),
            };
            let table = charts.pages.table("combat-results").expect("loaded");
            let head = &table.columns()[column + 1];
            let text = format!("{who} ({strength}, column {head}, {modifier:+}) deals {dealt} LP");
            let mut look = charts.look_results(0, column);
            look.row = String::new();
            look.cell = dealt.to_string();
            Ruling::new(rule!("8.6-a"), text).with_modifiers(modifiers).with_look(look)
        });
    }

    /// The matrix moves the losses each side suffers, before anybody absorbs them.
    fn adjust(mut self, charts: &Charts, ump: &mut impl Umpire) -> Combat {
        let (attacker, defender) = (self.attacker, self.defender());
        if let (false, Some(posture)) = (self.demoralized, self.posture) {
            let cell = charts.matrix(self.plan(), posture);
            ump.cite(rule!("8.2-d"));
            // What the defender dealt is what the attacker suffers.
            ump.cite(rule!("8.4-c"));
            for clause in [rule!("8.7-a"), rule!("8.7-b"), rule!("8.7-c"), rule!("8.7-d"), rule!("8.7-e")] {
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
        self.absorb(lost, ump)?;
        let (attacker, defender) = (self.attacker, self.defender());
        let lost_it = self.dealt[attacker] > self.dealt[defender];
        let chosen = self.posture == Some(Posture::Counterattack);
        // It takes both: the posture, and the first exchange lost; a tie is not lost.
        ump.cite(rule!("8.9-a"));
        ump.cite(rule!("8.9-b"));
        let able = self.forces[defender].strength() > 0 && self.forces[attacker].strength() > 0;
        if round == Round::First && chosen && lost_it && able {
            return self.counterattack(charts, ump);
        }
        Ok(Break(self.determine_winner(options, ump)))
    }

    /// Whoever dealt more has won; a tie is the defender's. [8.10]
    fn determine_winner(&self, options: &Options, ump: &mut impl Umpire) -> Outcome {
        let (attacker, defender) = (self.attacker, self.defender());
        for clause in [rule!("8.10-a"), rule!("8.10-b"), rule!("8.10-c"), rule!("8.10-d"), rule!("8.10-e")] {
            ump.cite(clause);
        }
        let mut winner = match self.dealt[attacker] > self.dealt[defender] {
            true => Role::Attacker,
            false => Role::Defender,
        };
        if self.posture == Some(Posture::Delay) {
            // Whoever delays gives the hex up, whatever the losses.
            winner = Role::Attacker;
        }
        ump.cite(rule!("8.10-f"));
        let wiped_out = self.forces[defender].strength() == 0 && self.forces[attacker].strength() > 0;
        if wiped_out && options.wiped_out == WipedOut::AttackerHolds {
            winner = Role::Attacker;
        }
        ump.explain(|| {
            let who = if winner == Role::Attacker { "the attacker" } else { "the defender" };
            let text = format!(
                "the attacker dealt {}, the defender {}: {who} wins",
                self.dealt[attacker], self.dealt[defender]
            );
            Ruling::new(rule!("8.10-a"), text)
        });
        self.outcome(winner, self.plan())
    }
}

/// So many six-sided dice, added up.
pub(crate) fn dice_of(count: u8) -> Dice {
    match count {
        1 => Dice::D6,
        count => Dice::Sum { count, die: Die::D6 },
    }
}
