//! Combat: two forces in one hex, from the count of strength to the loser. [8.0 to 8.10]
//!
//! The steps are those of 8.2. One [`Combat`] serves both the whole game, which comes here when a force
//! enters a defended hex, and the battle alone, which starts here.

mod air;
mod counterattack;
mod exchange;
mod force;
mod losses;
mod matrix;
mod plans;
mod winner;

pub use air::Air;
use air::Faces;
pub use counterattack::ratio_column;
pub use force::{FIGHTERS_MAX, Fighter, Force};
pub use losses::Allocation;
pub(crate) use losses::spread;
pub use plans::Plans;

use crate::charts::{Charts, Ground, Plan, Posture};
use crate::ladder::LossPoints;
use crate::options::{Options, UnpreparedFor, UnpreparedStrength};
use crate::unit::Nation;
use crate::{agc, rule};
use grognard_umpire::{Asked, BySide, Ruling, Side, Umpire};
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
    /// The defender strikes back.
    Counterattack,
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
            Stage::Counterattack => 6,
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
    /// Whether the attacker won it so that he may exploit: by the losses, by the odds, or over a delay.
    pub earned: bool,
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

/// Both sides' parts with the sides turned.
fn turned<T: Copy>(both: BySide<T>) -> BySide<T> {
    BySide::new(both.second, both.first)
}

impl Combat {
    /// The same combat, not begun yet, with the attacker as the first side: as a combat alone has it.
    #[must_use]
    pub(crate) fn attacker_first(mut self) -> Combat {
        if self.attacker == Side::First {
            return self;
        }
        self.attacker = Side::First;
        self.nations = turned(self.nations);
        self.forces = turned(self.forces);
        self.supplied = turned(self.supplied);
        self.replacements = turned(self.replacements);
        self.air = self.air.map(|(side, air)| (side.other(), air));
        self
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
    pub fn rank(&self) -> u32 {
        const THROWN: u32 = 4;
        const ALL_THROWN: u32 = THROWN + 6;
        match self.stage {
            // The air unit may have to be called, or not, before the plans are known.
            Stage::Plans => u32::from(self.air.is_none() || self.air_called),
            Stage::Air => 2,
            Stage::Exchange => 3,
            Stage::Faces(faces) => THROWN + u32::from(faces.count()),
            Stage::Reroll(_) => ALL_THROWN + 1,
            Stage::Losses { round: Round::First, .. } => ALL_THROWN + 2,
            Stage::Counterattack => ALL_THROWN + 3,
            Stage::Losses { round: Round::Counterattack, .. } => ALL_THROWN + 4,
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
            Stage::Counterattack => self.counterattack(charts, options, ump),
        }
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
        Outcome { automatic: true, earned: true, ..self.outcome(Role::Attacker, plan) }
    }

    fn outcome(&self, winner: Role, plan: Plan) -> Outcome {
        Outcome {
            winner,
            earned: false,
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
                // A step of its own: who lost what is settled before the die is thrown.
                self.stage = Stage::Counterattack;
                return Ok(Continue(self));
            }
        }
        Ok(Break(self.determine_winner(options, ump)))
    }
}
