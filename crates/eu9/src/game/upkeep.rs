//! Upkeep: what troops, fleets and new walls cost beyond the basic forces, and what is let go.

use super::books::{Books, Entry};
use super::market::Bought;
use super::{Game, Stage};
use crate::asks::Asks;
use crate::power::Turn;
use crate::siege::garrison_room;
use crate::title::GameRules;
use crate::upkeep::upkeep_of_all;
use grognard_umpire::{Asked, Asking, Orders, Refusal, Ruling, Side, Umpire};

impl Game {
    /// What a side's forces cost beyond the basic ones. Detachments of either kind go where they save most.
    pub(super) fn upkeep_due(&self, side: Side, rules: &GameRules) -> i16 {
        let majors = (0..rules.nations.len())
            .filter(|&country| rules.nations[country].major && self.allegiance[country] == Some(side));
        majors.map(|country| self.country_upkeep(country as u8, rules)).sum::<i16>()
            + self.walls_upkeep(side, rules)
    }

    fn country_upkeep(&self, country: u8, rules: &GameRules) -> i16 {
        let nation = &rules.nations[usize::from(country)];
        let ledger = &rules.ledgers[usize::from(country)];
        let (ld, nd, either) = ledger.free;
        // An F- is kept for nothing while the province that pays for it is held.
        let held = nation.keeps_fleet.is_some_and(|at| self.control(at) == self.flag(country));
        let nd = nd + if held { ledger.fleet_kept } else { 0 };
        let mut stacks = Vec::new();
        if let Some(price) = &ledger.land {
            let own =
                self.troops.iter().map(|t| t.roster.band(country)).filter(|band| band.stack.counters() > 0);
            stacks.extend(own.map(|band| (price, band.stack, band.veterans)));
        }
        let mut fleets = Vec::new();
        if let Some(price) = &ledger.naval[self.turn_index(rules)] {
            let own = self.squadrons.iter().filter(|s| s.country == country);
            let ships = own.flat_map(|squadron| [squadron.fleet, squadron.damaged]);
            fleets.extend(ships.map(|fleet| (price, fleet, nation.line)));
        }
        upkeep_of_all(&rules.charts, &stacks, &fleets, rules.period, (ld, nd, either)) as i16
    }

    /// Walls built in the course of the game cost their upkeep.
    fn walls_upkeep(&self, side: Side, rules: &GameRules) -> i16 {
        let (technology, turn) = (rules.readings.technology, Turn(self.turn_number(rules)));
        let cost = |at: u8| {
            let (level, theatre) =
                (self.lands[usize::from(at)].level, rules.provinces[usize::from(at)].theatre);
            rules.charts.fortress(level.max(1), theatre, technology, turn).map_or(0, |(_, keep)| keep as i16)
        };
        self.new_walls(side, rules).map(cost).sum()
    }

    /// Whether a city would still hold its garrison with walls one level lower.
    ///
    /// # Errors
    /// That it would not.
    pub(super) fn may_raze(&self, rules: &GameRules, at: u8) -> Result<(), Refusal> {
        let (ld, level) = (self.inside(at).ld_count(), self.lands[usize::from(at)].level.saturating_sub(1));
        match ld <= garrison_room(&rules.charts, level) {
            true => Ok(()),
            false => {
                let reason = format!("{ld} LD are inside, and walls of level {level} hold one LD a level");
                Err(Refusal::new(rule!("SIEGE-h"), reason))
            }
        }
    }

    pub(super) fn new_walls<'a>(&'a self, side: Side, rules: &'a GameRules) -> impl Iterator<Item = u8> + 'a {
        (0..rules.provinces.len() as u8).filter(move |&at| {
            self.lands[usize::from(at)].level > rules.provinces[usize::from(at)].fortress
                && self.owns(side, at)
        })
    }

    /// Carries out an entry of the books other than paying.
    pub(super) fn book(&mut self, entry: Entry) {
        match entry {
            Entry::Pay | Entry::DisbandPart(_) | Entry::LayUpPart(_) => {}
            Entry::Keep(index, country, veteran) => {
                let roster = &mut self.troops[usize::from(index)].roster;
                let ld = roster.band(country).stack.ld_count();
                *roster = roster.with_veterans(country, if veteran { ld } else { 0 });
            }
            Entry::Regroup(index, form) => {
                self.troops[usize::from(index)].roster = form;
                self.troops.sort_unstable();
            }
            Entry::Form(index, fleet) => {
                self.squadrons[usize::from(index)].fleet = fleet;
                self.squadrons.sort_unstable();
            }
            Entry::Disband(index, _, left) => {
                let troops = &mut self.troops[usize::from(index)];
                *troops = troops.reduced(left);
                if left.is_empty() {
                    self.troops.remove(usize::from(index));
                } else {
                    self.troops.sort_unstable();
                }
            }
            Entry::LayUp(index, left) if left.is_empty() => {
                self.squadrons.remove(usize::from(index));
            }
            Entry::LayUp(index, left) => {
                self.squadrons[usize::from(index)].fleet = left;
                self.squadrons.sort_unstable();
            }
            Entry::Raze(at) => self.lands[usize::from(at)].level -= 1,
        }
    }

    /// Leaders whose troops or ships are let go leave the map.
    fn dismiss(&mut self, entry: Entry, rules: &GameRules, ump: &mut impl Umpire) {
        let leaders = match entry {
            Entry::Disband(index, _, left) => {
                let all = self.leaders_of(rules, &self.troops[usize::from(index)]);
                if left.is_empty() { all } else { all & !self.serving(rules, &left, all) }
            }
            Entry::LayUp(index, left) if left.is_empty() => {
                let squadron = self.squadrons[usize::from(index)];
                self.admirals_at(rules, squadron.country, squadron.at)
            }
            _ => 0,
        };
        self.get_away(leaders, rules, ump);
    }

    /// A side pays for its forces, or lets some go.
    pub(super) fn upkeep(mut self, side: Side, rules: &GameRules, ump: &mut impl Umpire) -> Asked<Game> {
        let books = Books { game: &self, rules, side };
        if books.offers().is_empty() {
            return Ok(self.at_stage(Stage::Purchase(side, Bought::default())));
        }
        let mut line = ump.order(Asking::of(side, rule!("LOGISTICS-f"), Asks::Upkeep), &books)?;
        let parts = books.parts_of(line.entry);
        if !parts.is_empty() {
            line = *ump.choose(Asking::of(side, rule!("LOGISTICS-f"), Asks::WhatIsLetGo), &parts)?;
        }
        let entry = line.entry;
        if entry != Entry::Pay {
            let clause = match entry {
                Entry::Regroup(..) => rule!("STACK-h"),
                Entry::Form(..) => rule!("STACK-f"),
                Entry::Raze(_) => rule!("LOGISTICS-w"),
                _ => rule!("LOGISTICS-z"),
            };
            ump.explain(|| Ruling::new(clause, format!("{} {}", rules.sides[side].name, line.done())));
            self.dismiss(entry, rules, ump);
            self.book(entry);
            return Ok(self.at_stage(Stage::Upkeep(side)));
        }
        let due = self.upkeep_due(side, rules);
        self.purse[side] -= due;
        ump.explain(|| {
            let text = format!("{} pays {due} ducats of upkeep", rules.sides[side].name);
            Ruling::new(rule!("LOGISTICS-g"), text)
        });
        if due > 0 {
            // The sum is made of the country's prices for the period, counter by counter.
            ump.cite(rule!("LOGISTICS-e"));
        }
        for country in 0..rules.nations.len() as u8 {
            if rules.nations[usize::from(country)].major && self.flag(country) == Some(side) {
                self.refit_kept(side, country, rules, ump)?;
            }
        }
        Ok(self.at_stage(Stage::Purchase(side, Bought::default())))
    }
}
