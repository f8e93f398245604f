//! Who stands where at the start of a title, and what scores.

use super::text::SetupText;
use super::{Nation, Province, SeaZone, StartingFleet, StartingTroops, TitleLeader, TitleSide};
use crate::charts::Charts;
use crate::fleet::Fleet;
use crate::power::Period;
use crate::stack::Stack;
use grognard_charts::Problem;
use grognard_umpire::{BySide, Side};

/// Reads the set-up against the map and the countries.
pub(super) struct Reader<'a> {
    pub(super) charts: &'a Charts,
    pub(super) period: Period,
    pub(super) provinces: &'a [Province],
    pub(super) seas: &'a [SeaZone],
    pub(super) nations: &'a [Nation],
    pub(super) leaders: &'a [TitleLeader],
    pub(super) problems: Vec<Problem>,
}

impl Reader<'_> {
    fn found(&mut self, what: &str, place: &str, index: Option<usize>, id: &str) -> u8 {
        index.unwrap_or_else(|| {
            self.problems.push(Problem::new(place, format!("no {what} `{id}`")));
            0
        }) as u8
    }

    pub(super) fn province(&mut self, place: &str, id: &str) -> u8 {
        let index = self.provinces.iter().position(|p| p.id == id);
        self.found("province", place, index, id)
    }

    fn country(&mut self, place: &str, id: &str) -> u8 {
        let index = self.nations.iter().position(|n| n.id == id);
        self.found("country", place, index, id)
    }

    fn posted(&mut self, place: &str, country: u8, ids: &[String], general: bool) -> Vec<u8> {
        let mut posted = Vec::new();
        for id in ids {
            let index = self.leaders.iter().position(|l| l.id == *id);
            let leader = self.found("leader", place, index, id);
            let known = &self.leaders[usize::from(leader)];
            if index.is_some() && known.general != general {
                let wanted = if general { "a general leads troops" } else { "an admiral leads a fleet" };
                self.problems.push(Problem::new(place, format!("{wanted}, and `{id}` is none")));
            } else if index.is_some() && known.country != country && !known.monarch {
                self.problems.push(Problem::new(place, format!("`{id}` serves another country")));
            }
            posted.push(leader);
        }
        posted
    }

    pub(super) fn troops(&mut self, setup: &SetupText) -> Vec<StartingTroops> {
        let mut all: Vec<StartingTroops> = Vec::new();
        for (number, text) in setup.troops.iter().enumerate() {
            let place = format!("troops {}", number + 1);
            let at = self.province(&format!("{place}, at"), &text.at);
            let country = self.country(&format!("{place}, country"), &text.country);
            let leaders = self.posted(&format!("{place}, leaders"), country, &text.leaders, true);
            let counters = format!("{place}, counters");
            let stack = Stack::read(&text.counters).unwrap_or_else(|problem| {
                self.problems.push(Problem::new(counters.clone(), problem));
                Stack::default()
            });
            let nation = &self.nations[usize::from(country)];
            for refusal in stack.check(nation.country).err().unwrap_or_default() {
                self.problems.push(Problem::new(counters.clone(), refusal.to_string()));
            }
            if all.iter().any(|t| (t.at, t.inside) == (at, text.inside)) {
                self.problems.push(Problem::new(place, "another stack stands there already"));
            }
            let inside = text.inside;
            all.push(StartingTroops { at, country, stack, veteran: text.veteran, leaders, inside });
        }
        all
    }

    pub(super) fn fleets(&mut self, setup: &SetupText) -> Vec<StartingFleet> {
        let mut all: Vec<StartingFleet> = Vec::new();
        for (number, text) in setup.fleet.iter().enumerate() {
            let place = format!("fleet {}", number + 1);
            let port = self.province(&format!("{place}, port"), &text.port);
            let country = self.country(&format!("{place}, country"), &text.country);
            let leaders = self.posted(&format!("{place}, leaders"), country, &text.leaders, false);
            let fleet = Fleet::read(&text.ships).unwrap_or_else(|problem| {
                self.problems.push(Problem::new(format!("{place}, ships"), problem));
                Fleet::default()
            });
            self.check_fleet(&place, port, country, fleet);
            if all.iter().any(|f| (f.port, f.country) == (port, country)) {
                let problem = "another fleet of the country lies there already; write them as one";
                self.problems.push(Problem::new(place, problem));
            }
            all.push(StartingFleet { port, country, fleet, leaders });
        }
        all
    }

    /// A fleet lies in a port that can hold it, within the limits of sea stacks, galleys in their own sea.
    fn check_fleet(&mut self, place: &str, port: u8, country: u8, fleet: Fleet) {
        let (province, nation) = (&self.provinces[usize::from(port)], &self.nations[usize::from(country)]);
        let mut wrong = |field: &str, problem: String| {
            self.problems.push(Problem::new(format!("{place}, {field}"), problem));
        };
        if fleet.is_empty() {
            wrong("ships", "a fleet needs at least one ship".to_owned());
        }
        if let Err(refusal) = province.berths(fleet) {
            wrong("port", refusal.to_string());
        }
        if let Err(refusal) = fleet.check(self.charts, nation.line, self.period) {
            wrong("ships", refusal.to_string());
        }
        if fleet.f_counters() > nation.fleets {
            wrong("ships", format!("{} has {} F counters", nation.name, nation.fleets));
        }
        let inner = province.seas.iter().any(|&sea| self.seas[usize::from(sea)].mediterranean);
        if fleet.galleys + fleet.galleasses > 0 && !inner {
            let clause = rule!("LOGISTICS-b");
            wrong("ships", format!("galleys sail the Mediterranean and the Baltic only ({clause})"));
        }
        if nation.sides[0] != self.nations[usize::from(province.owner)].sides[0] {
            wrong("port", format!("{} is not a port of its side", province.id));
        }
    }

    pub(super) fn sides(&mut self, setup: &SetupText) -> BySide<TitleSide> {
        BySide::from_fn(|side: Side| {
            let text = &setup.side[side as usize];
            let capital = self.province("side, capital", &text.capital);
            let major = self.nations.iter().position(|n| n.major && n.sides[0] == Some(side));
            TitleSide {
                name: text.name.clone(),
                capital,
                initiative: text.initiative,
                treasury: text.treasury,
                stability: text.stability,
                fixed_income: text.off_map_income + text.income_adjustment,
                major: major.unwrap_or(0) as u8,
            }
        })
    }
}
