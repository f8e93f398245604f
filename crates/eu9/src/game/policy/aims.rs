//! What a side's stacks are for: cities to take, cities to relieve, and the way there.

use super::super::board::step_cost;
use super::super::roster::Roster;
use super::super::{Game, Trail, Troops};
use super::judge::Judge;
use super::{SHUNNED, SOUGHT};
use crate::siege::garrison_room;
use crate::title::{Border, GameRules};
use grognard_umpire::Side;
use std::collections::VecDeque;

/// A stack's aim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Aim {
    /// The province it wants.
    pub(super) to: u8,
    /// The first step there.
    pub(super) step: u8,
    /// Whether it is next door.
    pub(super) near: bool,
    pub(super) why: &'static str,
}

/// The map as a side weighs it.
pub(super) struct Aims<'a> {
    game: &'a Game,
    rules: &'a GameRules,
    side: Side,
    /// What each city is worth to the side, held or taken.
    value: Vec<i16>,
}

/// The worst chance, in thousandths, at which the capital is relieved.
const DESPERATE: u16 = 100;
/// How far ahead a stack looks, in steps.
const HORIZON: u8 = 7;
/// How many steps lie between a stack and what is near it.
const NEAR: u8 = 2;
/// What it is worth to a minor's men to join an army.
const COMPANY: i16 = 8;

impl<'a> Aims<'a> {
    pub(super) fn of(game: &'a Game, rules: &'a GameRules, side: Side) -> Aims<'a> {
        let mut value: Vec<i16> = rules.provinces.iter().map(|p| 6 + p.income / 2).collect();
        for &(at, who, points) in &rules.victory {
            let (own, enemy) = (who.is_none_or(|who| who == side), who.is_none_or(|who| who != side));
            value[usize::from(at)] += 5 * points * (i16::from(own) + i16::from(enemy)) / 2;
        }
        for capital in [rules.sides.first.capital, rules.sides.second.capital] {
            value[usize::from(capital)] += 40;
        }
        Aims { game, rules, side, value }
    }

    /// Whether a stack lies before an enemy city and is strong enough to go on.
    pub(super) fn besieges(&self, troops: &Troops) -> bool {
        let level = self.game.lands[usize::from(troops.at)].level;
        self.game.control(troops.at) == Some(self.side.other())
            && troops.roster.ld_count() >= garrison_room(&self.rules.charts, level)
    }

    /// How much a province calls for men: enemies next door, cities worth having.
    pub(super) fn front(&self, at: u8) -> i16 {
        let own = self.game.field(self.side, at).map_or(0, |i| self.game.troops[i].roster.ld_count());
        let near = self.rules.provinces[usize::from(at)].borders.iter();
        let hostile = near.filter(|(to, _)| self.game.control(*to) == Some(self.side.other())).count();
        i16::from(own) * 2 + hostile as i16 * 3
    }

    /// Whether a minor's men would find an army of their side in a province that has room for them.
    pub(super) fn joins(&self, troops: &Troops, to: u8) -> bool {
        let army = self.game.field(self.side, to).map(|index| self.game.troops[index].roster);
        !troops.roster.has_major(self.rules)
            && army.is_some_and(|army| {
                army.has_major(self.rules) && army.joined(&troops.roster, self.rules).is_some()
            })
    }

    /// What of a stack has something to do, and what: all of it, or its majors where the minors among them do
    /// not fight.
    pub(super) fn errand(&self, troops: &Troops, judge: &mut impl Judge) -> Option<(Roster, Aim)> {
        let whole = self.goal(troops, judge).map(|aim| (troops.roster, aim));
        let majors = troops.roster.only(|country| self.rules.nations[usize::from(country)].major);
        if whole.is_some() || majors.is_empty() || majors == troops.roster || self.besieges(troops) {
            return whole;
        }
        self.goal(&troops.reduced(majors), judge).map(|aim| (majors, aim))
    }

    /// Whether a place of the side's own has an enemy city or army next door.
    fn faces_the_enemy(&self, at: u8) -> bool {
        let hostile = |to: u8| {
            self.game.control(to) == Some(self.side.other())
                || self.game.field(self.side.other(), to).is_some()
        };
        self.game.control(at) == Some(self.side)
            && self.rules.provinces[usize::from(at)].borders.iter().any(|&(to, _)| hostile(to))
    }

    /// What a stack would gain by standing in a province: nothing where it has no business.
    fn worth(&self, troops: &Troops, to: u8, border: Border, judge: &mut impl Judge) -> i16 {
        let (game, side) = (self.game, self.side);
        let ld = troops.roster.ld_count();
        let control = game.control(to);
        if self.joins(troops, to) {
            return COMPANY;
        }
        if ld < 2 {
            return 0;
        }
        let Some(enemy) = game.field(side.other(), to).map(|i| game.troops[i]) else {
            // An enemy city without an army before it.
            let level = game.lands[usize::from(to)].level;
            let taken = control == Some(side.other()) && ld > garrison_room(&self.rules.charts, level);
            return if taken { self.value[usize::from(to)] } else { 0 };
        };
        let chances = game.attack_chances(self.rules, troops, to, border, judge);
        let first = chances.map_or(0, |chances| chances.first);
        let capital = to == self.rules.sides[side].capital;
        match control == Some(side) {
            // A city of one's own is relieved at worse odds than one would seek, the capital at almost any.
            true if first >= SHUNNED + 100 || (capital && first >= DESPERATE) => {
                self.value[usize::from(to)] + 25 + i16::from(enemy.roster.ld_count())
            }
            false if first >= SOUGHT => self.value[usize::from(to)] + 2 * i16::from(enemy.roster.ld_count()),
            _ => 0,
        }
    }

    /// The best aim of a stack that has not set out.
    pub(super) fn goal(&self, troops: &Troops, judge: &mut impl Judge) -> Option<Aim> {
        self.goal_of(troops, (0, self.shunned(troops.trail)), judge)
    }

    /// The province a stack does not go back to, as a bit: where its last march set out, unless an enemy has come
    /// there since.
    pub(super) fn shunned(&self, trail: Trail) -> u128 {
        let quiet = |at: &u8| self.game.field(self.side.other(), *at).is_none();
        trail.back().filter(quiet).map_or(0, |at| 1 << at)
    }

    /// The best aim of a stack within its horizon, over land it may cross: nobody goes back to where his march has
    /// been, and into neutral land only he who gets out of it in this march. The points spent so far and the
    /// provinces of the way, a bit each, are the march's.
    pub(super) fn goal_of(
        &self,
        troops: &Troops,
        (spent, path): (u8, u128),
        judge: &mut impl Judge,
    ) -> Option<Aim> {
        let alone = troops.roster.ld_count() < 2 && troops.roster.has_major(self.rules);
        if alone || self.besieges(troops) {
            return None;
        }
        let (game, rules) = (self.game, self.rules);
        let posted = spent == 0 && self.faces_the_enemy(troops.at);
        let [limit, ..] = rules.bounds;
        let mut first: Vec<Option<(u8, u8, u8)>> = vec![None; rules.provinces.len()];
        first[usize::from(troops.at)] = Some((troops.at, 0, spent));
        let no_halt = |at: u8| {
            let comes = at != troops.at || spent > 0;
            comes && (game.control(at).is_none() || !game.has_room(rules, self.side, at, &troops.roster))
        };
        let mut queue = VecDeque::from([troops.at]);
        let mut best: Option<(i16, Aim)> = None;
        while let Some(here) = queue.pop_front() {
            let Some((step, distance, points)) = first[usize::from(here)] else { continue };
            for &(to, border) in &rules.provinces[usize::from(here)].borders {
                let been = first[usize::from(to)].is_some() || path & (1 << to) != 0;
                if been || Game::fights_in(rules, &troops.roster, to).is_err() {
                    continue;
                }
                let control = game.control(to);
                let cost = step_cost(rules, here, to, border, control != Some(self.side.other()));
                let points = points.saturating_add(cost);
                // A neutral is passed in one march or not at all, and so are friends beside whom there is no room.
                let passing = no_halt(to) || no_halt(here);
                if (passing && points > limit)
                    || (control.is_none() && !game.may_transit(rules, self.side, to))
                {
                    continue;
                }
                let step = if here == troops.at { to } else { step };
                first[usize::from(to)] = Some((step, distance + 1, points));
                let worth = if control.is_some() { self.worth(troops, to, border, judge) } else { 0 };
                // Whoever faces the enemy stays at his post: far off only a city of his own calls him away.
                let called = !posted || distance < NEAR || control == Some(self.side);
                let score = worth - 6 * i16::from(distance);
                if worth > 0 && called && best.is_none_or(|(other, _)| score > other) {
                    let near = distance < NEAR;
                    let why = match control == Some(self.side) {
                        true if self.joins(troops, to) => "together with the army",
                        true => "a city of ours is besieged",
                        false => "there is a city to take",
                    };
                    best = Some((score, Aim { to, step, near, why }));
                }
                let free = game.field(self.side.other(), to).is_none();
                if free && control != Some(self.side.other()) && distance + 1 < HORIZON {
                    queue.push_back(to);
                }
            }
        }
        best.map(|(_, aim)| aim)
    }
}
