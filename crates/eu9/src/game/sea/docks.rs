//! Fleets between campaigns: refitting damaged ships, and wintering in port or at sea.

use super::super::situation::squadron_words;
use super::super::targets;
use super::super::{Game, Stage};
use super::flight::Shelter;
use super::gale::{Gale, Haven};
use super::{Anchorage, Goal, Sailing, Squadron, forms};
use crate::asks::Asks;
use crate::charts::{Charts, Entry, NavalPrice};
use crate::fleet::Fleet;
use crate::title::GameRules;
use grognard_umpire::{Asked, Asking, Cost, Offer, Ruling, Side, Target, Umpire};

/// Where a fleet spends the winter.
#[derive(Clone, Copy)]
enum Quarters<'a> {
    Sea,
    Port(Shelter<'a>),
}

impl Offer for Quarters<'_> {
    fn key(&self) -> String {
        match self {
            Quarters::Sea => "sea".to_owned(),
            Quarters::Port(shelter) => shelter.key(),
        }
    }
    fn words(&self) -> String {
        match self {
            Quarters::Sea => "stay at sea".to_owned(),
            Quarters::Port(shelter) => shelter.words(),
        }
    }
    fn targets(&self) -> Vec<Target> {
        match self {
            Quarters::Sea => Vec::new(),
            Quarters::Port(shelter) => shelter.targets(),
        }
    }
}

/// One ship to refit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Refit<'a> {
    Done,
    Ship { index: u8, ship: Fleet, name: &'static str, price: u16, port: &'a str, nation: &'a str },
}

impl Offer for Refit<'_> {
    fn key(&self) -> String {
        match self {
            Refit::Done => "done".to_owned(),
            Refit::Ship { name, port, nation, .. } => format!("refit {name} {nation} {port}"),
        }
    }
    fn words(&self) -> String {
        match self {
            Refit::Done => "refit no more".to_owned(),
            Refit::Ship { name, price, port, nation, .. } => {
                format!("refit an {name} of {nation} at {port} for {price} ducats")
            }
        }
    }
    fn targets(&self) -> Vec<Target> {
        match self {
            Refit::Done => Vec::new(),
            Refit::Ship { port, nation, .. } => vec![targets::fleet(nation, port), targets::province(port)],
        }
    }
    fn cost(&self) -> Option<Cost> {
        match self {
            Refit::Done => None,
            Refit::Ship { price, .. } => Some(Cost { amount: i32::from(*price), left: None, of: "ducats" }),
        }
    }
}

/// The kinds of ship with what one costs to refit: half its price.
fn repairs(charts: &Charts, price: &NavalPrice, damaged: Fleet) -> Vec<(Fleet, &'static str, u16)> {
    let new = |name: &str| match name {
        "NWD" => price.buy[0],
        "NGD" => price.buy[2],
        "VGD" => price.buy[2].map(|price| u16::from(charts.count(Entry::GalleassPrice)) * price),
        _ => price.buy[4],
    };
    let half = |price: u16| price.div_ceil(charts.count(Entry::RefitDivisor).into());
    let kinds = forms::kinds(damaged).into_iter();
    kinds.filter_map(|(ship, name)| Some((ship, name, half(new(name)?)))).collect()
}

impl Game {
    /// A side may refit damaged ships in port for half their price.
    pub(in crate::game) fn refit(
        mut self,
        side: Side,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let mut options = vec![Refit::Done];
        let turn = self.turn_index(rules);
        for (index, squadron) in self.squadrons.iter().enumerate() {
            let Anchorage::Port(port) = squadron.at else { continue };
            let country = usize::from(squadron.country);
            let nation = &rules.nations[country];
            let Some(price) = rules.ledgers[country].naval[turn] else { continue };
            // Ships that were damaged in this very round wait for a later one.
            if !nation.major || squadron.hit || self.flag(squadron.country) != Some(side) {
                continue;
            }
            for (ship, name, price) in repairs(&rules.charts, &price, squadron.damaged) {
                let fits = forms::joined(rules, squadron.country, squadron.fleet, ship).is_some();
                if fits && i32::from(price) <= i32::from(self.purse[side]) {
                    let (port, nation) = (rules.provinces[usize::from(port)].id.as_str(), nation.id.as_str());
                    options.push(Refit::Ship { index: index as u8, ship, name, price, port, nation });
                }
            }
        }
        let asking = Asking::of(side, rule!("NAVAL-c"), Asks::RefitDamagedShips);
        match *ump.choose(asking, &options)? {
            Refit::Done => Ok(match side {
                Side::First => self.at_stage(Stage::Refit(Side::Second)),
                Side::Second => {
                    self.squadrons.iter_mut().for_each(|squadron| squadron.hit = false);
                    self.at_stage(Stage::Continuation)
                }
            }),
            Refit::Ship { index, ship, name, price, port, .. } => {
                self.purse[side] -= price as i16;
                let place = rules.province(port).map_or(port, |at| rules.place(at));
                self.repair(usize::from(index), ship, rules);
                ump.explain(|| {
                    let text =
                        format!("{} refits an {name} at {place} for {price} ducats", rules.sides[side].name);
                    Ruling::new(rule!("NAVAL-c"), text)
                });
                Ok(self.at_stage(Stage::Refit(side)))
            }
        }
    }

    /// Damaged ships join the sound ones of their fleet.
    fn repair(&mut self, index: usize, ship: Fleet, rules: &GameRules) {
        let squadron = &mut self.squadrons[index];
        let fleet = forms::joined(rules, squadron.country, squadron.fleet, ship);
        if let (Some(fleet), Some(left)) = (fleet, forms::without(squadron.damaged, ship)) {
            squadron.fleet = fleet;
            squadron.damaged = left;
        }
    }

    /// Ships kept over the turn are refitted free of charge, as many as their stack has room for.
    pub(in crate::game) fn refit_kept(
        &mut self,
        side: Side,
        country: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        for index in 0..self.squadrons.len() {
            let squadron = self.squadrons[index];
            let in_port = matches!(squadron.at, Anchorage::Port(_));
            if squadron.country != country || !in_port || squadron.damaged.is_empty() {
                continue;
            }
            let asking = Asking::of(side, rule!("NAVAL-c"), Asks::WhichShipIsRefitted);
            ump.about(|| format!("{}, damaged {}", squadron_words(rules, &squadron), squadron.damaged));
            let (fleet, damaged) =
                forms::take_in(rules, (asking, country), squadron.fleet, squadron.damaged, ump)?;
            self.squadrons[index] = Squadron { fleet, damaged, ..squadron };
        }
        self.squadrons.sort_unstable();
        Ok(())
    }

    /// The turn ends: every fleet at sea goes to a port, or stays out there at its peril.
    pub(in crate::game) fn winter(mut self, rules: &GameRules, ump: &mut impl Umpire) -> Asked<Game> {
        let out =
            |s: &Squadron| !s.moved && matches!(s.at, Anchorage::Sea(_)) && self.flag(s.country).is_some();
        let Some(index) = self.squadrons.iter().position(out) else {
            return Ok(self.at_stage(Stage::TurnEnd));
        };
        let squadron = self.squadrons[index];
        let Some(side) = self.flag(squadron.country) else { return Ok(self.at_stage(Stage::TurnEnd)) };
        let mut sailing = self.afloat(rules, side, &squadron);
        let mut quarters = vec![Quarters::Sea];
        quarters.extend(self.shelters(rules, side, &sailing).into_iter().map(Quarters::Port));
        let asking = Asking::of(side, rule!("ATTRITION-ae"), Asks::WhereTheFleetWinters);
        ump.about(|| squadron_words(rules, &squadron));
        if let Quarters::Port(shelter) = ump.choose(asking, &quarters)? {
            shelter.set_course(&mut sailing);
        }
        self.squadrons.remove(index);
        Ok(self.at_stage(Stage::Gale(Box::new(Gale::on_the_way(sailing, false, Haven::Winter)))))
    }

    /// A fleet has reached its winter quarters.
    pub(in crate::game) fn wintered(
        mut self,
        sailing: Sailing,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Game {
        let at = match sailing.goal {
            Goal::Port(port) => Anchorage::Port(port),
            _ => sailing.at,
        };
        let gone = sailing.fleet.is_empty() && sailing.damaged.is_empty();
        match gone {
            true => self.get_away(sailing.leaders, rules, ump),
            false => self.post_leaders(sailing.leaders, Game::berth(at)),
        }
        self.moor(rules, Squadron { at, ..sailing.squadron() });
        self.at_stage(Stage::Winter)
    }
}
