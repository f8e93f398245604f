//! What can be read off the board: who controls what, who stands where, who leads whom.

use super::roster::Roster;
use super::sea::{Anchorage, Squadron};
use super::{Game, Post, Stage, Troops};
use crate::power::Terrain;
use crate::title::{Border, FIRST_TURN, GameRules};
use grognard_umpire::{Refusal, Side};

impl Game {
    /// The turn's number.
    pub(super) fn turn_number(&self, rules: &GameRules) -> u8 {
        rules.turns[usize::from(self.turn)]
    }

    /// The turn as an index of the title's lists, which begin with its first.
    pub(super) fn turn_index(&self, rules: &GameRules) -> usize {
        usize::from(self.turn_number(rules) - FIRST_TURN)
    }

    /// Who controls a province; nobody if it is neutral.
    pub(super) fn control(&self, at: u8) -> Option<Side> {
        let land = &self.lands[usize::from(at)];
        land.taken.or(self.allegiance[usize::from(land.owner)])
    }

    /// The side of a stack.
    pub(super) fn side_of(&self, troops: &Troops) -> Option<Side> {
        self.allegiance[usize::from(troops.roster.first())]
    }

    /// The stack of a side in the open in a province.
    pub(super) fn field(&self, side: Side, at: u8) -> Option<usize> {
        self.troops.iter().position(|t| t.at == at && !t.inside && self.side_of(t) == Some(side))
    }

    /// The troops inside a city.
    pub(super) fn garrison(&self, at: u8) -> Option<usize> {
        self.troops.iter().position(|t| t.at == at && t.inside)
    }

    /// Whether a stack could stand in a province beside what its side has there.
    pub(super) fn has_room(&self, rules: &GameRules, side: Side, at: u8, roster: &Roster) -> bool {
        let there = self.field(side, at).map(|index| self.troops[index].roster);
        there.is_none_or(|there| there.joined(roster, rules).is_some())
    }

    /// Why it could not: nations that do not stand together, or too many counters.
    pub(super) fn why_no_room(&self, rules: &GameRules, side: Side, at: u8, roster: &Roster) -> Refusal {
        let there = self.field(side, at).map(|index| self.troops[index].roster).unwrap_or_default();
        let strangers = there.with(*roster).and_then(|sum| sum.may_stand_together(rules).err());
        strangers.unwrap_or_else(|| Refusal::new(rule!("STACK-b"), "there is no room beside the stack there"))
    }

    /// The stack that troops would join: their side's in the open of the province, or in the city.
    pub(super) fn company(&self, troops: &Troops) -> Option<usize> {
        let side = self.side_of(troops);
        let same = |t: &Troops| (t.at, t.inside) == (troops.at, troops.inside) && self.side_of(t) == side;
        self.troops.iter().position(same)
    }

    /// Puts a stack into a province, joining what its side has there.
    pub(super) fn place(&mut self, rules: &GameRules, troops: Troops) {
        if troops.roster.is_empty() {
            return;
        }
        let joined = self.company(&troops).and_then(|index| {
            let roster = self.troops[index].roster.joined(&troops.roster, rules)?;
            Some((&mut self.troops[index], roster))
        });
        match joined {
            Some((there, roster)) => {
                there.roster = roster;
                // Of those who came different ways the worst counts, and leads back.
                if troops.moved && (!there.moved || troops.came.1 > there.came.1) {
                    there.came = troops.came;
                    there.trail = troops.trail;
                }
                there.moved |= troops.moved;
                there.foraging |= troops.foraging;
                there.intercepted |= troops.intercepted;
                there.hungry += troops.hungry;
                there.rested += troops.rested;
                there.regrouped |= troops.regrouped;
            }
            // Nobody gets lost: a second stack where there is no room for it is what `check` finds.
            None => self.troops.push(troops),
        }
        self.troops.sort_unstable();
    }

    /// Takes a stack off the board.
    pub(super) fn remove(&mut self, index: usize) -> Troops {
        self.troops.remove(index)
    }
}

/// What a step over a border costs, in Europe or outside it.
pub(super) fn step_cost(rules: &GameRules, from: u8, to: u8, border: Border, friendly: bool) -> u8 {
    let theatre = rules.provinces[usize::from(to)].theatre;
    let [clear_friendly, clear_enemy, mountain_enemy, other_rough, crossing, swamp, ..] =
        rules.costs[theatre as usize];
    let terrain = |at: u8| rules.provinces[usize::from(at)].terrain;
    let ground = match (terrain(to), friendly) {
        (Terrain::Plain, true) => clear_friendly,
        (Terrain::Plain, false) => clear_enemy,
        (Terrain::Mountain, false) => mountain_enemy,
        _ => other_rough,
    };
    let over = if border == Border::None { 0 } else { crossing };
    let swamps = [from, to].iter().filter(|&&at| terrain(at) == Terrain::Swamp).count() as u8;
    ground + over + swamps * swamp
}

impl Game {
    /// What each side would receive now.
    pub fn incomes(&self, rules: &GameRules) -> grognard_umpire::BySide<i16> {
        grognard_umpire::BySide::from_fn(|side| self.income(rules, side))
    }

    /// Whether the board is sound: every stack within its limits, one a side in the open of a province,
    /// nobody on neutral ground, the nations of a stack on one side, veterans no more than LD, no general alone
    /// among the enemy.
    ///
    /// # Errors
    /// What is broken.
    pub fn check(&self, rules: &GameRules) -> Result<(), String> {
        for (index, troops) in self.troops.iter().enumerate() {
            let roster = &troops.roster;
            let place = || format!("{} at {}", roster.words(rules), rules.place(troops.at));
            if let Err(refusal) = roster.check(rules) {
                return Err(format!("{}: {refusal}", place()));
            }
            if roster.is_empty() || roster.bands().any(|band| band.veterans > band.stack.ld_count()) {
                return Err(format!("{}: empty, or {} veterans", place(), roster.veterans()));
            }
            if troops.hungry.max(troops.rested) > roster.ld_count() {
                return Err(format!("{}: {} hungry, {} rested", place(), troops.hungry, troops.rested));
            }
            let Some(side) = self.side_of(troops) else { return Err(format!("{}: without a side", place())) };
            if roster.countries().any(|country| self.flag(country) != Some(side)) {
                return Err(format!("{}: of two sides", place()));
            }
            if !roster.countries().is_sorted_by(|one, other| one < other) {
                return Err(format!("{}: a nation twice, or out of order", place()));
            }
            let same =
                |t: &Troops| t.at == troops.at && t.inside == troops.inside && self.side_of(t) == Some(side);
            if self.troops[index + 1..].iter().any(same) {
                return Err(format!("{}: two stacks of a side", place()));
            }
        }
        self.check_generals(rules)?;
        self.check_fleets(rules)
    }

    /// No general is in the open of a province with the enemy and without friends. While stacks are off the board
    /// their generals are ahead of them.
    fn check_generals(&self, rules: &GameRules) -> Result<(), String> {
        let settled = matches!(
            self.stage,
            Stage::FirstRound
                | Stage::Opening(_)
                | Stage::Supply(..)
                | Stage::Campaign(_)
                | Stage::Move(_)
                | Stage::SeaBattles(..)
                | Stage::Battles(_)
                | Stage::Sieges(_)
                | Stage::Refit(_)
                | Stage::Continuation
                | Stage::Upkeep(_)
                | Stage::Purchase(..)
        );
        if !settled {
            return Ok(());
        }
        for (leader, post) in rules.leaders.iter().zip(&self.posts) {
            let (Post::At(at), Some(side), true) = (*post, self.flag(leader.country), leader.general) else {
                continue;
            };
            if self.field(side.other(), at).is_some() && self.field(side, at).is_none() {
                return Err(format!("{} is alone among the enemy at {}", leader.name, rules.place(at)));
            }
        }
        Ok(())
    }

    /// Every fleet is within its limits, in waters it may sail or a port of its side that can hold it.
    fn check_fleets(&self, rules: &GameRules) -> Result<(), String> {
        for (index, squadron) in self.squadrons.iter().enumerate() {
            let nation = &rules.nations[usize::from(squadron.country)];
            let place = || format!("{} of {} at {:?}", squadron.fleet, nation.id, squadron.at);
            if let Err(refusal) = squadron.fleet.check(&rules.charts, nation.line, rules.period) {
                return Err(format!("{}: {refusal}", place()));
            }
            if squadron.fleet.is_empty() && squadron.damaged.is_empty() {
                return Err(format!("{}: empty", place()));
            }
            let same = |s: &Squadron| s.at == squadron.at && s.country == squadron.country;
            if self.squadrons[index + 1..].iter().any(same) {
                return Err(format!("{}: two sea stacks of a country", place()));
            }
            let problem = match squadron.at {
                Anchorage::Port(port) => {
                    let held =
                        self.control(port).is_some() && self.control(port) == self.flag(squadron.country);
                    let room = self.mooring(rules, squadron.country, squadron.fleet, port);
                    let full = room.err().map(|refusal| refusal.to_string());
                    if held { full } else { Some("in a port that is not its side's".to_owned()) }
                }
                Anchorage::Sea(sea) => Game::may_sail(rules, nation, squadron.fleet, sea)
                    .err()
                    .map(|refusal| refusal.to_string()),
            };
            if let Some(problem) = problem {
                return Err(format!("{}: {problem}", place()));
            }
        }
        Ok(())
    }
}
