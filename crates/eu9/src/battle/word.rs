//! The state of a battle in two machine words, for its hash: odds look up a state for every outcome, and to go through it
//! field by field takes longer than the dice.

use super::losses::Dealt;
use super::{Battle, Close, Fighting};
use crate::thirds::Thirds;
use grognard_umpire::{BySide, Side};
use std::hash::{Hash, Hasher};

/// Two words.
pub(super) type Words = [u64; 2];

/// A number of 16 bits beside others.
pub(super) const fn thirds(thirds: Thirds) -> u64 {
    thirds.0 as u16 as u64
}

/// Both sides' losses in 32 bits.
pub(super) fn both(losses: BySide<Thirds>) -> u64 {
    thirds(losses.first) | thirds(losses.second) << 16
}

/// Both sides' answers in two bits.
pub(super) fn bits(flags: BySide<bool>) -> u64 {
    u64::from(flags.first) | u64::from(flags.second) << 1
}

/// A side or nobody, in two bits.
pub(super) fn somebody(side: Option<Side>) -> u64 {
    side.map_or(0, |side| 1 + side as u64)
}

impl Dealt {
    pub(super) fn word(self) -> u64 {
        thirds(self.main) | thirds(self.last) << 16
    }
}

impl Fighting {
    fn words(&self) -> Words {
        let Fighting { leaders, dealt, stars, day, phase, roller, failed } = *self;
        let morale = u64::from(stars.first) << 8 | u64::from(stars.second) << 16;
        let now = u64::from(day) << 24 | (phase as u64) << 32 | (roller as u64) << 33 | bits(failed) << 34;
        [dealt.first.word() | dealt.second.word() << 32, leaders.word() << 40 | now | morale]
    }
}

impl Battle {
    /// The words of what is under way, and which of the stages it is, in the lowest bits of the second.
    fn words(&self) -> Words {
        let (stage, [first, second]) = match self {
            Battle::Muster(muster) => {
                (0, [u64::from(muster.drawn.first) | u64::from(muster.drawn.second) << 8, 0])
            }
            Battle::Round(fighting) => (1, fighting.words()),
            Battle::Retreat(fighting, leaving) => {
                let [first, second] = fighting.words();
                let turn = (leaving.side as u64) | u64::from(leaving.second) << 1;
                (2, [first, second | turn << 36])
            }
            Battle::Verdict(fighting, close) => {
                let [first, second] = fighting.words();
                let close = match close {
                    Close::Fought => 0,
                    Close::Destroyed => 1,
                    Close::Left(side) => 2 + *side as u64,
                };
                (3, [first, second | close << 38])
            }
            Battle::Pursuit(chase) => (4, chase.words()),
            Battle::Withdrawal(withdrawal) => (5, withdrawal.words()),
            Battle::Regrouping(aftermath) => (6, aftermath.words()),
            Battle::Casualties(aftermath) => (7, aftermath.words()),
            Battle::Leader(tested) => (8, tested.words()),
        };
        [first, second << 4 | stage]
    }
}

impl Hash for Battle {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let [first, second] = self.words();
        state.write_u64(first);
        state.write_u64(second);
    }
}
