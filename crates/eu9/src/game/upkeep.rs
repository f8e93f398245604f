//! Upkeep: what troops, fleets and new walls cost beyond the basic forces, and what is let go.

use super::books::{Books, Entry};
use super::market::Bought;
use super::{Game, Post, Stage};
use crate::charts::NavalPrice;
use crate::fleet::Fleet;
use crate::logistics::upkeep_of;
use crate::title::GameRules;
use grognard_umpire::{Asked, Asking, Offer, Orders, Ruling, Side, Umpire};

/// What a fleet costs beyond a free allowance in ND. When upkeep is paid an F+ counts as 4 ND and an F-
/// as 2, whatever they hold; a counter larger than what is left of the allowance pays for the rest.
fn naval_upkeep(price: &NavalPrice, fleet: Fleet, loose: u8, allowance: u8) -> (u16, u8) {
    let [by_nd, by_minus, by_plus] = price.keep;
    let keep =
        |nd: u8| u16::from(nd / 4) * by_plus + u16::from(nd % 4 / 2) * by_minus + u16::from(nd % 2) * by_nd;
    let (mut free, mut ducats) = (allowance, 0);
    let counters = [(fleet.f_plus, 4u8), (fleet.f_minus, 2), (loose, 1)];
    for (count, size) in counters {
        for _ in 0..count {
            let covered = free.min(size);
            free -= covered;
            ducats += keep(size - covered);
        }
    }
    (ducats, free)
}

impl Game {
    /// What a side's forces cost beyond the basic ones. Detachments of either kind go where they save most.
    pub(super) fn upkeep_due(&self, side: Side, rules: &GameRules) -> i16 {
        let majors = (0..rules.nations.len())
            .filter(|&country| rules.nations[country].major && self.allegiance[country] == Some(side));
        majors.map(|country| self.country_upkeep(country as u8, rules)).sum::<i16>()
            + self.walls_upkeep(side, rules)
    }

    fn country_upkeep(&self, country: u8, rules: &GameRules) -> i16 {
        let (_, _, either) = rules.ledgers[usize::from(country)].free;
        let bills = (0..=either).map(|at_sea| {
            self.land_bill(country, either - at_sea, rules) + self.sea_bill(country, at_sea, rules)
        });
        bills.min().unwrap_or(0)
    }

    fn land_bill(&self, country: u8, more: u8, rules: &GameRules) -> i16 {
        let ledger = &rules.ledgers[usize::from(country)];
        let Some(price) = ledger.land else { return 0 };
        let own = self.troops.iter().filter(|t| t.country == country);
        let stacks: Vec<_> = own.map(|troops| (&price, troops.stack, troops.is_veteran())).collect();
        upkeep_of(&stacks, ledger.free.0 + more) as i16
    }

    fn sea_bill(&self, country: u8, more: u8, rules: &GameRules) -> i16 {
        let nation = &rules.nations[usize::from(country)];
        let ledger = &rules.ledgers[usize::from(country)];
        let Some(price) = ledger.naval[self.turn_index(rules)] else { return 0 };
        // An F- is kept for nothing while the province that pays for it is held.
        let held = nation.keeps_fleet.is_some_and(|at| self.control(at) == self.flag(country));
        let (mut free, mut due) = (ledger.free.1 + more + if held { 2 } else { 0 }, 0);
        for squadron in self.squadrons.iter().filter(|s| s.country == country) {
            let loose =
                squadron.fleet.loose_from(nation.contents) + squadron.damaged.loose_from(nation.contents);
            let (ducats, left) = naval_upkeep(&price, squadron.fleet, loose, free);
            due += ducats as i16;
            free = left;
        }
        due
    }

    /// Walls built in the course of the game cost their upkeep.
    fn walls_upkeep(&self, side: Side, rules: &GameRules) -> i16 {
        // Level 3 costs double before Arquebus, in upkeep too.
        let early = rules.readings.technology < crate::power::Technology::Arquebus;
        let cost = |level: u8| {
            let (_, keep) = rules.walls[usize::from(level.max(1)) - 1];
            if level == 3 && early { 2 * keep } else { keep }
        };
        self.new_walls(side, rules).map(|at| cost(self.lands[usize::from(at)].level)).sum()
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
            Entry::Pay => {}
            Entry::Keep(index, veteran) => {
                let troops = &mut self.troops[usize::from(index)];
                troops.veterans = if veteran { troops.stack.ld_count() } else { 0 };
            }
            Entry::Disband(index, left) => {
                let troops = &mut self.troops[usize::from(index)];
                troops.stack = left;
                troops.veterans = troops.veterans.min(left.ld_count());
                if left.counters() == 0 {
                    self.troops.remove(usize::from(index));
                } else {
                    self.troops.sort_unstable();
                }
            }
            Entry::LayUp(index) => {
                self.squadrons.remove(usize::from(index));
            }
            Entry::Raze(at) => self.lands[usize::from(at)].level -= 1,
        }
    }

    /// Leaders whose troops or ships are let go leave the map.
    fn dismiss(&mut self, entry: Entry, rules: &GameRules) {
        let leaders = match entry {
            Entry::Disband(index, left) if left.counters() == 0 => {
                let troops = self.troops[usize::from(index)];
                self.leaders_of(rules, &troops)
            }
            Entry::LayUp(index) => {
                let squadron = self.squadrons[usize::from(index)];
                self.admirals_at(rules, squadron.country, squadron.at)
            }
            _ => 0,
        };
        self.post_leaders(leaders, Post::Away);
    }

    /// A side pays for its forces, or lets some go.
    pub(super) fn upkeep(mut self, side: Side, rules: &GameRules, ump: &mut impl Umpire) -> Asked<Game> {
        let books = Books { game: &self, rules, side };
        if books.offers().is_empty() {
            return Ok(self.at_stage(Stage::Purchase(side, Bought::default())));
        }
        let line = ump.order(Asking::of(side, rule!("LOGISTICS-f"), "upkeep"), &books)?;
        let entry = line.entry;
        if entry != Entry::Pay {
            let clause = match entry {
                Entry::LayUp(_) => rule!("LOGISTICS-h"),
                Entry::Raze(_) => rule!("LOGISTICS-w"),
                _ => rule!("LOGISTICS-f"),
            };
            ump.explain(|| {
                Ruling::new(clause, format!("{} decides to {}", rules.sides[side].name, line.words()))
            });
            self.dismiss(entry, rules);
            self.book(entry);
            return Ok(self.at_stage(Stage::Upkeep(side)));
        }
        let due = self.upkeep_due(side, rules);
        self.purse[side] -= due;
        ump.explain(|| {
            let text = format!("{} pays {due} ducats of upkeep", rules.sides[side].name);
            Ruling::new(rule!("LOGISTICS-g"), text)
        });
        ump.cite(rule!("LOGISTICS-e"));
        for country in 0..rules.nations.len() as u8 {
            if rules.nations[usize::from(country)].major && self.flag(country) == Some(side) {
                self.refit_kept(country, rules);
            }
        }
        Ok(self.at_stage(Stage::Purchase(side, Bought::default())))
    }
}
