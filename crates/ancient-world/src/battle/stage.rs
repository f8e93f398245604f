//! A battle in progress: what it holds, what comes next, and how it can end.

use super::{Rules, Whose};
use crate::force::{Arm, Fates, Joined, Status, Troops};
use grognard_umpire::{BySide, Side};

/// A battle in progress.
///
/// # Equality
/// The state holds what is left of each unit, the Guile Points left, who has joined, what befell the
/// leaders, and the stage with the figures that later steps read; dice already used are not in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Battle {
    /// What happens next.
    pub stage: Stage,
    /// What is left of each side's units.
    pub troops: BySide<Troops>,
    /// The commanders' Guile Points left.
    pub guile: BySide<u8>,
    /// The nearby forces that joined.
    pub joined: BySide<Joined>,
    /// What befell the leaders.
    pub fates: BySide<Fates>,
}

/// Whether the defender tried to get away and could not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AvoidanceTried {
    /// He did not try, or was not allowed to.
    No,
    /// He tried and failed.
    Failed,
}

/// What the modifiers came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clash {
    /// All that is added to the battle die.
    pub modifier: i16,
    /// The part of it that is the combat ratio.
    pub ratio: i16,
    /// The part of it that is cavalry superiority.
    pub cavalry: i16,
    /// Each side's SP when the battle began.
    pub start: BySide<u16>,
}

/// An elephant's charge while its victims are picked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Charge {
    /// The modifiers.
    pub clash: Clash,
    /// Whose elephant charges.
    pub side: Side,
    /// How many elephants are still to roll.
    pub left: BySide<Option<u8>>,
    /// The arms that still have to lose an SP.
    pub hits: [Option<(Side, Arm)>; 2],
}

impl Charge {
    /// The arm that loses an SP next.
    pub fn hit(&self) -> Option<(Side, Arm)> {
        self.hits.into_iter().flatten().next()
    }

    /// The next arm has lost its SP.
    pub(crate) fn settle(&mut self) {
        if let Some(hit) = self.hits.iter_mut().find(|hit| hit.is_some()) {
            *hit = None;
        }
    }
}

/// How a row of the table was reached.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reached {
    /// By the battle die.
    ByTheDie,
    /// By an unpredictable number.
    ByUnpredictableNumber,
}

/// What the battle die decided beyond the losses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Who has lost and must retreat; nobody in a draw.
    pub loser: Option<Side>,
    /// Whether the loser is a major loser.
    pub major: bool,
    /// The status each side is to have.
    pub status: BySide<Status>,
}

/// What happens next in a battle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// The defender says whether he tries to get away, and where to.
    Avoidance,
    /// Both commit guile, then the avoidance die.
    AvoidanceRoll {
        /// The way he would take.
        way: u8,
    },
    /// He got away and pays for the march.
    AvoidanceLosses {
        /// The way he took.
        way: u8,
        /// SP to lose.
        due: u8,
    },
    /// A nearby force may be called in.
    Coordination {
        /// What became of avoidance.
        avoidance: AvoidanceTried,
        /// Whose force.
        side: Side,
        /// Which force.
        force: u8,
    },
    /// A nearby force has joined and pays for the march.
    MarchLosses {
        /// What became of avoidance.
        avoidance: AvoidanceTried,
        /// Whose force.
        side: Side,
        /// Which force.
        force: u8,
        /// SP to lose.
        due: u8,
    },
    /// Both roll their tactical ability and the modifiers are fixed.
    Tactics {
        /// All modifiers but tactical ability.
        clash: Clash,
    },
    /// A side commits elephants; or both do at once.
    Commitment {
        /// The modifiers.
        clash: Clash,
        /// Who commits.
        side: Side,
    },
    /// Committed elephants charge, one die each.
    Elephants {
        /// The modifiers.
        clash: Clash,
        /// Whose elephants roll now.
        side: Side,
        /// How many are still to roll; for the second side, none where it has not said.
        left: BySide<Option<u8>>,
    },
    /// The owner of a side hit by elephants picks the unit.
    Trampled {
        /// The charge that hit it.
        charge: Charge,
    },
    /// The battle die.
    BattleDie {
        /// The modifiers.
        clash: Clash,
    },
    /// An unpredictable result: guile, then the die again.
    Unpredictable {
        /// The modifiers.
        clash: Clash,
        /// What is added to the second die.
        shift: i8,
    },
    /// A row of the table is read: stars are rolled, losses counted, winner and loser told.
    Result {
        /// The modifiers.
        clash: Clash,
        /// The row.
        row: u8,
        /// How many points the total lay beyond the table, where that is read as more than its end row.
        beyond: u8,
        /// How it was reached.
        reached: Reached,
    },
    /// A side removes what it lost.
    Losses {
        /// Who removes.
        side: Side,
        /// SP to lose.
        due: BySide<u8>,
        /// SP each side had at the start.
        start: BySide<u16>,
        /// What the die decided.
        verdict: Verdict,
    },
    /// Leaders are checked.
    Leaders {
        /// What the die decided.
        verdict: Verdict,
        /// The winner's pursuit value: the losses have settled it.
        pursuit: u8,
    },
    /// Leaders are checked and nothing else: the odds see to their fates apart from the battle.
    Fates {
        /// Whose leaders.
        side: Side,
        /// Which of them.
        whose: Whose,
        /// Whether they are with the losers.
        losing: bool,
    },
    /// An Overall Commander may replace a killed subordinate.
    Replacement {
        /// What the die decided.
        verdict: Verdict,
        /// The winner's pursuit value.
        pursuit: u8,
        /// Whose.
        side: Side,
        /// Which leader.
        leader: u8,
    },
    /// The winner may pursue.
    Pursuit {
        /// What the die decided.
        verdict: Verdict,
        /// The pursuit value.
        value: u8,
    },
    /// The loser removes what the pursuit cost him.
    PursuitLosses {
        /// What the die decided.
        verdict: Verdict,
        /// SP to lose.
        due: u8,
    },
    /// The loser picks his way out.
    Retreat {
        /// What the die decided.
        verdict: Verdict,
    },
    /// The loser pays for the march.
    RetreatLosses {
        /// What the die decided.
        verdict: Verdict,
        /// The way he took.
        way: u8,
        /// SP to lose.
        due: u8,
    },
}

/// How a battle can come out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// The defender got away by that way.
    Avoided(u8),
    /// One side won.
    Won {
        /// Who.
        by: Side,
        /// Whether it is a major victory.
        major: bool,
    },
    /// Neither won.
    Draw,
}

/// The end of a battle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct End {
    /// Who won.
    pub outcome: Outcome,
    /// What is left of each side's units.
    pub troops: BySide<Troops>,
    /// The Guile Points left.
    pub guile: BySide<u8>,
    /// The nearby forces that joined.
    pub joined: BySide<Joined>,
    /// What befell the leaders.
    pub fates: BySide<Fates>,
    /// The status the battle gave each side; a unit that came with a worse one keeps that.
    pub given: BySide<Status>,
    /// The way the loser took; none if he had none, was wiped out, or nobody had to go.
    pub retreat: Option<u8>,
}

impl End {
    /// The worst status of any unit that is left. [8.54-f, 8.77-g]
    pub fn status(&self, rules: &Rules, side: Side) -> Status {
        rules.parties[side].worst_status(&self.troops[side], self.joined[side]).max(self.given[side])
    }
}
