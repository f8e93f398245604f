//! Interception at sea, and evasion before a battle there.

use super::super::{Game, Impulse, Stage};
use super::{Anchorage, Goal, Sailing, Squadron};
use crate::power::NavalTechnology;
use crate::title::{GameRules, Harbour};
use grognard_umpire::{Asked, Asking, Dice, Modifier, Ruling, Umpire, YesNo};

impl Game {
    /// The next enemy fleet that could intercept one where it now sails: in the same zone, a neighbouring
    /// one, or a port on it that is not blockaded.
    fn waylayer(&self, rules: &GameRules, sailing: &Sailing, sea: u8, next: u8) -> Option<usize> {
        let enemy = self.flag(sailing.country)?.other();
        let at_home = rules.seas[usize::from(sea)]
            .coast
            .iter()
            .any(|&at| self.control(at) == Some(enemy) && rules.provinces[usize::from(at)].is_port());
        if self.campaign[enemy].may_intercept(at_home).is_err() {
            return None;
        }
        (usize::from(next)..self.squadrons.len()).find(|&index| {
            let s = &self.squadrons[index];
            let nation = &rules.nations[usize::from(s.country)];
            let near = match s.at {
                Anchorage::Sea(here) => {
                    here == sea || rules.seas[usize::from(sea)].borders.iter().any(|(to, _)| *to == here)
                }
                Anchorage::Port(port) => {
                    Game::on_coast(rules, port, sea) && self.blockader(rules, port).is_none()
                }
            };
            near && !s.tried
                && !s.spent
                && !s.fleet.is_empty()
                && self.flag(s.country) == Some(enemy)
                && Game::may_sail(rules, nation, s.fleet, sea).is_ok()
        })
    }

    fn waylay_modifiers(
        &self,
        rules: &GameRules,
        sailing: &Sailing,
        hunter: &Squadron,
        sea: u8,
    ) -> Vec<Modifier> {
        let clause = rule!("INTERCEPT-a");
        let table = rules.charts.pages.table("interception-modifiers").expect("checked");
        let figure = |row: &str| -> i16 { table.row(row).and_then(|row| table.number(row, 2)).unwrap_or(0) };
        let mut list = Vec::new();
        let mut add = |value: i16, words: &str| {
            if value != 0 {
                list.push(Modifier::new(value, clause, words));
            }
        };
        let own = Game::seamanship(rules, self.admirals_at(rules, hunter.country, hunter.at));
        let target = Game::seamanship(rules, sailing.leaders);
        add(i16::from(own - target), "MAN difference");
        let (one, other) =
            (self.naval_technology(rules, hunter.country), self.naval_technology(rules, sailing.country));
        let table_of_dates = rules.charts.pages.table("naval-technology-dates").expect("checked");
        let reached = |technology: NavalTechnology| -> i16 {
            table_of_dates.row(technology.key()).and_then(|row| table_of_dates.number(row, 3)).unwrap_or(0)
        };
        if reached(one) >= reached(other) + 6 {
            add(figure("6 technology boxes ahead"), "technology");
        }
        if self.bad_weather {
            add(figure("bad weather"), "bad weather");
        }
        if hunter.blockades.is_some() {
            add(figure("besieging or blockading"), "it is blockading");
        }
        // Of these the best one counts.
        let mut best: Vec<(i16, &str)> = Vec::new();
        match hunter.at {
            Anchorage::Sea(here) => {
                if here == sea {
                    best.push((figure("own province or zone"), "in its own zone"));
                }
                if one >= NavalTechnology::ThreeDecker {
                    best.push((figure("three-decker at sea"), "three-deckers at sea"));
                }
            }
            Anchorage::Port(port) if rules.provinces[usize::from(port)].harbour == Harbour::Port => {
                best.push((figure("plain port"), "out of a plain port"));
            }
            Anchorage::Port(_) => {}
        }
        if let Goal::Land(coast) = sailing.goal {
            let there = match hunter.at {
                Anchorage::Sea(here) => here == sea,
                Anchorage::Port(port) => {
                    port == coast || rules.provinces[usize::from(port)].harbour == Harbour::Arsenal
                }
            };
            if there {
                best.push((figure("announced landing"), "an announced landing"));
            }
        }
        if let Some(&(value, words)) = best.iter().max_by_key(|(value, _)| *value) {
            add(value, words);
        }
        list
    }

    /// Enemy fleets near one that sails may fall on it.
    pub(in crate::game) fn waylay(
        mut self,
        impulse: Impulse,
        sailing: Box<Sailing>,
        next: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let Anchorage::Sea(sea) = sailing.at else { return Ok(self.at_stage(Stage::Sail(impulse, sailing))) };
        let Some(index) = self.waylayer(rules, &sailing, sea, next) else {
            return Ok(match sailing.goal {
                Goal::Open => self.at_stage(Stage::Sail(impulse, sailing)),
                _ => self.end_voyage(impulse, sailing, rules),
            });
        };
        let hunter = self.squadrons[index];
        let enemy = impulse.side.other();
        let asking = Asking::of(enemy, rule!("INTERCEPT-b"), "intercept at sea");
        if *ump.choose(asking, &[YesNo::No, YesNo::Yes])? == YesNo::No {
            return Ok(self.at_stage(Stage::Waylay(impulse, sailing, index as u8 + 1)));
        }
        ump.cite(rule!("CAMPAIGN-k"));
        let list = self.waylay_modifiers(rules, &sailing, &hunter, sea);
        let sum = Modifier::sum(&list);
        let asking = Asking::of(enemy, rule!("INTERCEPT-f"), "interception at sea");
        let met = ump.throw(asking, Dice::D10, |face| face == 10 || face as i16 + sum >= 8)?;
        ump.explain_throw(|face| {
            let name = &rules.nations[usize::from(hunter.country)].name;
            let result = if met { "intercepts the fleet" } else { "does not find the fleet" };
            let text = format!(
                "{name} {result} in the {} ({})",
                rules.seas[usize::from(sea)].name,
                face as i16 + sum
            );
            Ruling::new(rule!("INTERCEPT-f"), text).with_modifiers(list)
        });
        ump.cite(rule!("INTERCEPT-g"));
        self.squadrons[index].tried = true;
        if !met {
            return Ok(self.at_stage(Stage::Waylay(impulse, sailing, index as u8 + 1)));
        }
        Ok(self.fight_at_sea(impulse, *sailing, index, false, rules))
    }
}
