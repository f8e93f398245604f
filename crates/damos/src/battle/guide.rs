//! What a player is told when he asks in a combat alone: what both play for, and whom a way to take losses hits.

use super::{Battle, BattleRules};
use crate::asks::Asks;
use grognard_umpire::{Aim, Aims, Consequence, Guide, Offer, Piece, Playable, Presence, Side, Target, Topic};

/// A combat as a viewer is told of it.
pub(super) struct Guided<'a> {
    pub(super) battle: &'a Battle,
    pub(super) rules: &'a BattleRules,
    pub(super) viewer: Option<Side>,
}

impl Guide for Guided<'_> {
    fn aims(&self) -> Aims {
        let aim = |side: Side| Aim {
            key: "objective",
            side: Some(side),
            clause: None,
            words: Battle::objective_words(self.rules, side),
            count: None,
            reached: false,
            targets: Vec::new(),
        };
        Aims { list: Side::ALL.map(aim).into(), ..Aims::default() }
    }

    fn consequences(&self, _order: &str) -> Vec<Consequence> {
        Vec::new()
    }

    fn meaning(&self, topic: Topic, answer: &str) -> Option<String> {
        let side = self.viewer.filter(|_| Asks::of(topic) == Some(Asks::TakeLosses))?;
        let ways = self.battle.0.ways_now(side, &self.rules.charts);
        let way = ways.into_iter().find(|way| way.key() == answer)?;
        let fighters = self.battle.0.forces[side].fighters();
        let names = self.rules.units[side].iter().map(String::as_str);
        Some(losses_words(
            &way.taken,
            way.paid,
            names.zip(fighters).map(|(name, fighter)| (name, fighter.strength)),
        ))
    }

    fn place(&self, _name: &str) -> Option<Target> {
        None
    }

    fn presence(&self, _place: &Target) -> Option<Presence> {
        None
    }

    fn pieces(&self) -> Vec<Piece> {
        Vec::new()
    }
}

/// Losses taken so, by the units' names with the strength that they have and keep.
pub(crate) fn losses_words<'a>(taken: &[u8], paid: u8, units: impl Iterator<Item = (&'a str, u8)>) -> String {
    let told = |((name, had), taken): ((&str, u8), u8)| match had.saturating_sub(taken) {
        _ if taken == 0 => None,
        0 => Some(format!("{name} is gone, {had} SP")),
        left => Some(format!("{name} {had} to {left} SP")),
    };
    let mut list: Vec<String> = units.zip(taken.iter().copied()).filter_map(told).collect();
    if paid > 0 {
        list.push(format!("{paid} paid with replacement points"));
    }
    if list.is_empty() { "nobody loses anything".to_owned() } else { list.join("; ") }
}
