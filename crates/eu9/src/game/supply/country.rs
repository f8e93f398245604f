//! The board as a side's lines of supply see it.

use super::super::board::step_cost;
use super::super::{Game, Troops};
use super::rank;
use crate::charts::Charts;
use crate::power::Terrain;
use crate::supply::{Ground, Line, Link, Supply};
use crate::title::GameRules;
use grognard_umpire::Side;

/// The map as a side's lines of supply see it: over provinces it controls or may pass, not through the
/// enemy's stacks.
pub(super) struct Country<'a> {
    game: &'a Game,
    rules: &'a GameRules,
    side: Side,
    enemy: Vec<bool>,
}

impl<'a> Country<'a> {
    pub(super) fn of(game: &'a Game, rules: &'a GameRules, side: Side) -> Country<'a> {
        let mut enemy = vec![false; rules.provinces.len()];
        for troops in game.troops.iter().filter(|t| !t.inside && game.side_of(t) == Some(side.other())) {
            enemy[usize::from(troops.at)] = true;
        }
        Country { game, rules, side, enemy }
    }

    /// National territory of a country on the side.
    fn is_national(&self, at: u8) -> bool {
        let national = self.rules.provinces[usize::from(at)].national;
        national.is_some_and(|country| self.game.allegiance[usize::from(country)] == Some(self.side))
    }

    pub(super) fn owns(&self, at: u8) -> bool {
        self.game.owns(self.side, at)
    }

    /// Lands that only the friends of their country use.
    fn is_closed(&self, at: u8) -> bool {
        let owner = usize::from(self.game.lands[usize::from(at)].owner);
        self.rules.nations[owner].closed && self.game.allegiance[owner] != Some(self.side)
    }
}

impl Ground for Country<'_> {
    fn charts(&self) -> &Charts {
        &self.rules.charts
    }

    fn places(&self) -> usize {
        self.rules.provinces.len()
    }

    fn steps_into(&self, to: u8, step: &mut dyn FnMut(u8, Link)) {
        let friendly = self.game.control(to) != Some(self.side.other());
        let province = &self.rules.provinces[usize::from(to)];
        let (desert, cold) = (province.terrain == Terrain::Desert, province.cold.is_some());
        let national = self.is_national(to);
        for &(from, border) in &province.borders {
            let passable = (self.game.control(from).is_some()
                || self.game.may_transit(self.rules, self.side, from))
                && !self.is_closed(from);
            if passable {
                let points = step_cost(self.rules, from, to, border, friendly);
                step(from, Link { points, desert, national, cold });
            }
        }
    }

    fn ends(&self, at: u8) -> bool {
        self.enemy[usize::from(at)]
    }

    fn in_desert(&self, at: u8) -> bool {
        self.rules.provinces[usize::from(at)].terrain == Terrain::Desert && !self.is_national(at)
    }
}

impl Country<'_> {
    /// The better of the lines to a stack of the side: from a city that is owned, and from any that is held.
    pub(super) fn supply(&self, troops: &Troops) -> (Option<Line>, Supply) {
        let (rules, at, stack) = (self.rules, troops.at, troops.stack());
        let besieged = self.game.is_besieged(self.side, troops);
        let [.., longest] = rules.bounds;
        let readings = rules.supply_readings();
        let cold = readings.cold;
        let line = |source_owned: bool| {
            // A city with the enemy before its gates feeds those within and nobody else.
            let source = |from: u8| {
                let open = from == at || !self.ends(from);
                let held = match source_owned {
                    true => self.owns(from),
                    false => self.game.control(from) == Some(self.side),
                };
                open && held
            };
            let judged = |(from, links)| {
                let source_in_desert = self.in_desert(from);
                let theatre = rules.provinces[usize::from(at)].theatre;
                let line = Line { theatre, source_in_desert, source_owned, links, passage: None, besieged };
                let supply = line.supply(&rules.charts, stack, rules.period, "", readings);
                (line, supply)
            };
            let lines = Line::traces(self, at, source, longest, cold).into_iter().map(judged);
            lines.min_by_key(|(_, supply)| rank(supply))
        };
        let owned = line(true);
        if let Some((line, Supply::Full)) = owned {
            return (Some(line), Supply::Full);
        }
        let best = owned.into_iter().chain(line(false)).min_by_key(|(_, supply)| rank(supply));
        best.map_or((None, Supply::Out(rule!("SUPPLY-f"))), |(line, supply)| (Some(line), supply))
    }
}
