//! Hashes of states and ends, packed into few words: the odds of one battle tell thousands of them apart.

use super::{Battle, Clash, End, Outcome, Verdict};
use crate::force::{Fates, Joined, Troops};
use grognard_umpire::BySide;
use std::hash::{Hash, Hasher};

impl Hash for Battle {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.stage.hash(hasher);
        hash_forces(&self.troops, hasher);
        hasher.write_u64(command(self.fates, self.guile) | joined(self.joined) << 48);
    }
}

impl Hash for Clash {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let start = u64::from(self.start.first) << 16 | u64::from(self.start.second);
        let modifiers = i64::from(self.modifier) ^ i64::from(self.ratio) << 8 ^ i64::from(self.cavalry) << 16;
        hasher.write_u64(start << 32 ^ modifiers as u64);
    }
}

impl Hash for Verdict {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let loser = self.loser.map_or(0, |side| 1 + side as u32);
        let status = (self.status.first as u32) << 2 | self.status.second as u32;
        hasher.write_u32(status << 8 | loser << 1 | u32::from(self.major));
    }
}

impl Hash for End {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hash_forces(&self.troops, hasher);
        let outcome = match self.outcome {
            Outcome::Avoided(way) => 8 + u64::from(way),
            Outcome::Won { by, major } => 4 | (by as u64) << 1 | u64::from(major),
            Outcome::Draw => 0,
        };
        let status = (self.given.first as u64) << 2 | self.given.second as u64;
        let way = self.retreat.map_or(0, |way| 1 + u64::from(way));
        let rest = outcome ^ way << 4 ^ status << 8 ^ joined(self.joined) << 4;
        hasher.write_u64(command(self.fates, self.guile) | rest << 48);
    }
}

/// What is left of both sides, in three words.
#[inline]
fn hash_forces<H: Hasher>(troops: &BySide<Troops>, hasher: &mut H) {
    let (first, second) = (troops.first.words(), troops.second.words());
    hasher.write_u64(first.0);
    hasher.write_u64(second.0);
    hasher.write_u64(u64::from(first.1) << 32 | u64::from(second.1));
}

/// Fates and guile in 48 bits.
#[inline]
fn command(fates: BySide<Fates>, guile: BySide<u8>) -> u64 {
    let fates = u64::from(fates.first.bits()) << 16 | u64::from(fates.second.bits());
    fates << 16 | u64::from(guile.first) << 8 | u64::from(guile.second)
}

/// Who has joined, in eight bits.
#[inline]
fn joined(joined: BySide<Joined>) -> u64 {
    (joined.first.set() << 4 | joined.second.set()) as u64
}
