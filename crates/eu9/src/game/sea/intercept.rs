//! Interception at sea: who can, and what it depends on. The rule itself is the library's.

use super::super::situation::squadron_words;
use super::super::{Game, Impulse, Stage};
use super::{Anchorage, Goal, Sailing, Squadron, joined};
use crate::charts::Entry;
use crate::interception::{Circumstances, InterceptionEnd, Station};
use crate::power::NavalTechnology;
use crate::title::GameRules;
use grognard_umpire::{Asked, Side, Umpire};

impl Game {
    /// The next enemy fleet that could intercept one where it now sails: in the same zone, a neighbouring
    /// one, or a port on it that is not blockaded.
    pub(in crate::game) fn waylayer(
        &self,
        rules: &GameRules,
        sailing: &Sailing,
        sea: u8,
        next: u8,
    ) -> Option<usize> {
        let enemy = self.flag(sailing.country)?.other();
        let at_home = self.home_waters(rules, enemy, sea);
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
            // Whoever wins stays in the zone, so there must be room beside what lies there.
            let beside = self.squadron_at(Anchorage::Sea(sea), s.country).filter(|&other| other != index);
            let room = beside
                .is_none_or(|other| joined(rules, s.country, self.squadrons[other].fleet, s.fleet).is_some());
            near && room
                && !s.tried
                && !s.spent
                && !s.fleet.is_empty()
                && self.flag(s.country) == Some(enemy)
                && Game::may_sail(rules, nation, s.fleet, sea).is_ok()
                && self.campaign_of(rules, enemy, nation.major).may_intercept(at_home).is_ok()
        })
    }

    /// A zone with a port of the side is friendly to its interceptions.
    fn home_waters(&self, rules: &GameRules, side: Side, sea: u8) -> bool {
        let coast = &rules.seas[usize::from(sea)].coast;
        coast.iter().any(|&at| self.control(at) == Some(side) && rules.provinces[usize::from(at)].is_port())
    }

    /// What an interception at sea depends on.
    fn interception_at_sea(
        &self,
        rules: &GameRules,
        sailing: &Sailing,
        hunter: &Squadron,
        sea: u8,
    ) -> Circumstances {
        let own = Game::seamanship(rules, self.admirals_at(rules, hunter.country, hunter.at));
        let target = Game::seamanship(rules, sailing.leaders);
        let technology = |country| self.naval_technology(rules, country);
        let reached = |country| rules.charts.sea.box_of(technology(country));
        let arsenal = |port: u8| rules.provinces[usize::from(port)].is_arsenal();
        let station = match hunter.at {
            Anchorage::Sea(_) => Station::Sea,
            Anchorage::Port(port) if arsenal(port) => Station::Arsenal,
            Anchorage::Port(_) => Station::Port,
        };
        // A landing is forestalled in the zone itself, in the port where it is to be, and out of an arsenal.
        let landing = match (sailing.goal, hunter.at) {
            (Goal::Land(_), Anchorage::Sea(here)) => here == sea,
            (Goal::Land(coast), Anchorage::Port(port)) => port == coast || station == Station::Arsenal,
            _ => false,
        };
        Circumstances {
            at_sea: true,
            manoeuvre: own - target,
            boxes_ahead: reached(hunter.country)
                >= reached(sailing.country).saturating_add(rules.charts.count(Entry::BoxesAhead)),
            own_place: hunter.at == Anchorage::Sea(sea),
            bad_weather: self.bad_weather,
            engaged: hunter.blockades.is_some(),
            three_decker: technology(hunter.country) >= NavalTechnology::ThreeDecker,
            landing,
            station,
            ..Circumstances::default()
        }
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
            return match sailing.goal {
                Goal::Open => Ok(self.at_stage(Stage::Sail(impulse, sailing))),
                Goal::Port(port) => self.make_port(impulse, sailing, port, rules, ump),
                _ => self.end_voyage(impulse, sailing, rules, ump),
            };
        };
        let hunter = self.squadrons[index];
        let enemy = impulse.side.other();
        let circumstances = self.interception_at_sea(rules, &sailing, &hunter, sea);
        let name = || squadron_words(rules, &hunter);
        let major = rules.nations[usize::from(hunter.country)].major;
        let of = (impulse, enemy, major, self.home_waters(rules, enemy, sea));
        ump.about(|| {
            let (hunter, prey) = (squadron_words(rules, &hunter), sailing.words(rules));
            format!("{hunter} could fall on {prey}: {} in 10", circumstances.chance(&rules.charts))
        });
        let end = self.try_interception(&circumstances, of, name, None, rules, ump)?;
        self.squadrons[index].tried |= end != InterceptionEnd::LetPass;
        self.squadrons[index].intercepted |= end == InterceptionEnd::Met;
        Ok(match end {
            InterceptionEnd::Met => self.fight_at_sea(impulse, *sailing, index, false, rules, ump),
            _ => self.at_stage(Stage::Waylay(impulse, sailing, index as u8 + 1)),
        })
    }
}
