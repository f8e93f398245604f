//! Where a march may go: movement points, neutrals who let it pass, friends who are in the way, closed lands.

use super::board::step_cost;
use super::movement::Marching;
use super::roster::Roster;
use super::{Game, Impulse};
use crate::title::{Border, GameRules};
use grognard_umpire::{Refusal, Side};

impl Game {
    /// Whether all nations of a stack go to a province: minors only within their range.
    pub(super) fn fights_in(rules: &GameRules, roster: &Roster, to: u8) -> Result<(), Refusal> {
        let nation = |country: u8| &rules.nations[usize::from(country)];
        let Some(stays) = roster.countries().find(|&country| !nation(country).fights_in(to)) else {
            return Ok(());
        };
        let behind = if roster.is_mixed() { "; its counters must be left behind" } else { "" };
        let reason = format!("{} does not fight there{behind}", nation(stays).name);
        Err(Refusal::new(rule!("ITALY-j"), reason))
    }

    pub(super) fn may_transit(&self, rules: &GameRules, side: Side, at: u8) -> bool {
        let owner = usize::from(self.lands[usize::from(at)].owner);
        self.control(at).is_none() && rules.nations[owner].transit[self.turn_index(rules)][side]
    }

    /// Whether a march may end where it is.
    pub(super) fn may_halt(&self, rules: &GameRules, side: Side, marching: &Marching) -> bool {
        self.control(marching.at).is_some() && self.has_room(rules, side, marching.at, &marching.roster)
    }

    /// Whether a march may take one more step: there it may halt, or go on to a place where it may.
    pub(super) fn check_step(
        &self,
        rules: &GameRules,
        impulse: Impulse,
        marching: &Marching,
        to: u8,
        border: Border,
    ) -> Result<(), Refusal> {
        let on = self.check_entry(rules, impulse, marching, to, border)?;
        match self.may_halt(rules, impulse.side, &on) || self.leads_on(rules, impulse, &on, marching.at) {
            true => Ok(()),
            false if self.control(to).is_none() => {
                Err(Refusal::new(rule!("ITALY-b"), "it could pass the neutral province but not leave it"))
            }
            false => {
                let Refusal { clause, reason } = self.why_no_room(rules, impulse.side, to, &marching.roster);
                Err(Refusal { clause, reason: format!("{reason}, and no way past it").into() })
            }
        }
    }

    /// Whether a march may enter a province at all, and what has become of it then.
    fn check_entry(
        &self,
        rules: &GameRules,
        impulse: Impulse,
        marching: &Marching,
        to: u8,
        border: Border,
    ) -> Result<Marching, Refusal> {
        let side = impulse.side;
        if self.field(side.other(), marching.at).is_some() {
            return Err(Refusal::new(rule!("INTERCEPT-e"), "the enemy stands here; the march is over"));
        }
        let [limit, ..] = rules.bounds;
        let control = self.control(to);
        let cost = step_cost(rules, marching.at, to, border, control != Some(side.other()));
        if marching.points + cost > limit {
            let reason = format!("{} MP and {cost} more; a stack has {limit}", marching.points);
            return Err(Refusal::new(rule!("MOVE-a"), reason));
        }
        Game::fights_in(rules, &marching.roster, to)?;
        if control.is_none() && !self.may_transit(rules, side, to) {
            return Err(Refusal::new(rule!("ITALY-b"), "the province is neutral"));
        }
        let mut on =
            Marching { at: to, from: marching.at, border, points: marching.points + cost, ..*marching };
        if control == Some(side.other()) && !marching.aggressive {
            self.may_attack(rules, impulse, marching)?;
            on.aggressive = true;
        }
        Ok(on)
    }

    /// Whether a march that may not halt where it is finds a place within its movement points where it may,
    /// without going back.
    fn leads_on(&self, rules: &GameRules, impulse: Impulse, march: &Marching, back: u8) -> bool {
        let mut best = vec![u8::MAX; rules.provinces.len()];
        best[usize::from(back)] = 0;
        best[usize::from(march.at)] = march.points;
        let mut queue = vec![*march];
        while let Some(here) = queue.pop() {
            for &(to, border) in &rules.provinces[usize::from(here.at)].borders {
                let Ok(on) = self.check_entry(rules, impulse, &here, to, border) else { continue };
                if on.points >= best[usize::from(to)] {
                    continue;
                }
                if self.may_halt(rules, impulse.side, &on) {
                    return true;
                }
                best[usize::from(to)] = on.points;
                queue.push(on);
            }
        }
        false
    }

    /// Whether a march can take any step at all.
    pub(super) fn can_leave(&self, rules: &GameRules, impulse: Impulse, marching: &Marching) -> bool {
        let borders = &rules.provinces[usize::from(marching.at)].borders;
        borders.iter().any(|&(to, border)| self.check_step(rules, impulse, marching, to, border).is_ok())
    }
}
