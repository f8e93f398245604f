//! The board as tables and as facts. Nothing of it is hidden from anybody.

use super::playable::SIDE_KEYS;
use super::{Anchorage, Band, Game, Post, Squadron};
use crate::title::{Border, GameRules, Harbour};
use grognard_umpire::{Fact, Side};

/// The first turn begins in this year.
const FIRST_YEAR: u16 = 1490;
const YEARS_A_TURN: u16 = 5;

const fn harbour_key(harbour: Harbour) -> &'static str {
    match harbour {
        Harbour::None => "none",
        Harbour::Port => "port",
        Harbour::Arsenal => "arsenal",
    }
}

const fn border_key(border: Border) -> &'static str {
    match border {
        Border::None => "open",
        Border::River => "river",
        Border::Pass => "pass",
        Border::Strait => "strait",
    }
}

impl Game {
    /// What a side has, owes and expects.
    pub(super) fn side_facts(&self, rules: &GameRules, side: Side) -> Fact {
        Fact::record([
            ("ducats", Fact::from(self.purse[side])),
            ("income", self.income(rules, side).into()),
            ("upkeep", self.upkeep_due(side, rules).into()),
            ("stability", self.stability[side].into()),
            ("points", self.points[side].into()),
            ("campaign", self.campaign[side].row().into()),
            ("announced-this-turn", self.announced[side].into()),
            ("free-campaigns-used", self.free_used[side].times().into()),
            ("leaders-off-the-map", Fact::list(self.off_the_map(rules, side))),
        ])
    }

    /// The countries of both sides and where they fight and sail; nothing is said of those who go anywhere.
    pub(super) fn country_facts(&self, rules: &GameRules) -> Fact {
        let province = |at: &u8| rules.provinces[usize::from(*at)].id.as_str();
        let sea = |at: &u8| rules.seas[usize::from(*at)].id.as_str();
        let facts = rules.nations.iter().enumerate().map(|(index, nation)| {
            let side = self.allegiance[index].map(|side| SIDE_KEYS[side as usize].1);
            let mut pairs = vec![
                ("id", Fact::from(nation.id.as_str())),
                ("name", nation.name.as_str().into()),
                ("side", side.into()),
            ];
            if !nation.range.is_empty() {
                pairs.push(("range", Fact::list(nation.range.iter().map(province))));
            }
            if !nation.sea_range.is_empty() {
                pairs.push(("sea-range", Fact::list(nation.sea_range.iter().map(sea))));
            }
            Fact::record(pairs)
        });
        Fact::list(facts)
    }

    /// The same in lines under the map.
    pub(super) fn side_lines(&self, rules: &GameRules, side: Side) -> Vec<String> {
        let mut lines = vec![format!(
            "{}: {} points, stability {:+}, {} ducats, {} a turn, upkeep {}, {} campaign",
            rules.sides[side].name,
            self.points[side],
            self.stability[side],
            self.purse[side],
            self.income(rules, side),
            self.upkeep_due(side, rules),
            self.campaign[side].row()
        )];
        let away = self.off_the_map(rules, side);
        if !away.is_empty() {
            lines.push(format!("  off the map: {}", away.join(", ")));
        }
        lines
    }

    /// Leaders who serve this turn and are not with troops or ships.
    fn off_the_map(&self, rules: &GameRules, side: Side) -> Vec<String> {
        let number = self.turn_number(rules);
        let mut found = Vec::new();
        for (index, leader) in rules.leaders.iter().enumerate() {
            let [first, last] = leader.turns;
            if !(first..=last).contains(&number) || self.flag(leader.country) != Some(side) {
                continue;
            }
            match self.posts[index] {
                Post::Away => found.push(format!("{} (next turn)", leader.name)),
                Post::Wounded(0) => found.push(format!("{} (waits for troops)", leader.name)),
                Post::Wounded(rounds) => found.push(format!("{} (wounded, back in {rounds})", leader.name)),
                Post::Gone => found.push(format!("{} (dead)", leader.name)),
                Post::Captive => found.push(format!("{} (prisoner, next turn)", leader.name)),
                Post::At(_) | Post::Inside(_) | Post::Afloat(_) | Post::Aboard => {}
            }
        }
        found
    }

    /// What a province scores at the end of a turn, and for whom.
    fn points_of(&self, rules: &GameRules, at: u8) -> Fact {
        let lines = rules.victory.iter().filter(|line| line.0 == at).map(|&(_, who, points)| {
            let who = who.map_or("either", |side| SIDE_KEYS[side as usize].1);
            Fact::record([("side", Fact::from(who)), ("points", points.into())])
        });
        Fact::List(lines.collect())
    }

    /// Who may pass a neutral province.
    fn transit_of(&self, rules: &GameRules, at: u8) -> Fact {
        let passes = SIDE_KEYS.into_iter().filter(|(side, _)| self.may_transit(rules, *side, at));
        Fact::list(passes.map(|(_, key)| key))
    }

    /// What the next roll of a siege looks at.
    fn siege_facts(&self, at: u8) -> Fact {
        let land = &self.lands[usize::from(at)];
        let by = Side::ALL
            .into_iter()
            .find(|&side| self.control(at) == Some(side.other()) && self.field(side, at).is_some());
        Fact::record([
            ("by", Fact::from(by.map(|side| SIDE_KEYS[side as usize].1))),
            ("rounds", land.siege_rounds.into()),
            ("since-an-earlier-turn", land.old_siege.into()),
            ("breached", land.breached.into()),
            ("hurt-by-an-assault", land.costly.into()),
        ])
    }

    /// When it is, and what the weather is like.
    pub(super) fn heading(&self, rules: &GameRules) -> String {
        let (turn, (from, to)) = (self.turn_number(rules), self.years(rules));
        format!("Turn {turn} ({from} to {to}), {}", self.round_words(rules))
    }

    /// The years of the turn, the first and the last.
    pub(super) fn years(&self, rules: &GameRules) -> (u16, u16) {
        let year = FIRST_YEAR + YEARS_A_TURN * (u16::from(self.turn_number(rules)) - 1);
        (year, year + YEARS_A_TURN - 1)
    }

    /// Which round it is, and what the weather is like.
    pub(super) fn round_words(&self, rules: &GameRules) -> String {
        if self.stage.is_before_the_rounds() {
            return "before the first round".to_owned();
        }
        let round = rules.charts.logistics.box_name(self.round);
        let weather = if self.bad_weather { ", bad weather" } else { "" };
        let extended = if self.goes_on(rules) { ", the campaigns of the summer go on" } else { "" };
        format!("round {round}{weather}{extended}")
    }

    /// What a province scores, in brief: `5`, `5 V` for one side alone.
    fn points_words(&self, rules: &GameRules, at: u8) -> String {
        let lines = rules.victory.iter().filter(|line| line.0 == at).map(|&(_, who, points)| match who {
            None => points.to_string(),
            Some(side) => format!("{points} {}", rules.sides[side].name.chars().next().unwrap_or(' ')),
        });
        lines.collect::<Vec<_>>().join(", ")
    }

    /// A line of the table of provinces: id, city, ground, port, income, points, owner, who controls it, fortress, siegeworks and pillage,
    /// stacks with garrisons in brackets, leaders.
    pub(super) fn province_line(&self, rules: &GameRules, at: u8) -> Vec<String> {
        let index = usize::from(at);
        let land = &self.lands[index];
        let control = self.control(at).map_or("-", |side| rules.sides[side].name.as_str());
        let province = &rules.provinces[index];
        let port = match province.harbour {
            Harbour::None => "",
            Harbour::Port => "p",
            Harbour::Arsenal => "a",
        };
        let mut state = "s".repeat(land.works.minus.into()) + &"S".repeat(land.works.plus.into());
        let (minus, plus) = land.pillage.counters();
        state += &"p".repeat(minus.into());
        state += &"P".repeat(plus.into());
        if land.breached {
            state.push('!');
        }
        let troops = self.troops.iter().filter(|t| t.at == at).map(|t| {
            let band = |band: Band| {
                let mut text = format!("{} {}", rules.nations[usize::from(band.country)].id, band.stack);
                if band.veterans > 0 {
                    text += &format!(" {}v", band.veterans);
                }
                text
            };
            let mut text = t.roster.bands().map(band).collect::<Vec<_>>().join(" + ");
            if t.hungry > 0 {
                text += &format!(" {}h", t.hungry);
            }
            if t.inside { format!("[{text}]") } else { text }
        });
        let fleets = self.squadrons.iter().filter(|s| s.at == Anchorage::Port(at));
        let fleets = fleets.map(|s| format!("~{}", self.fleet_words(rules, s)));
        let troops: Vec<String> = troops.chain(fleets).collect();
        vec![
            province.id.clone(),
            province.city.clone(),
            province.terrain.key().trim_start_matches("dense-").to_owned(),
            port.to_owned(),
            province.income.to_string(),
            self.points_words(rules, at),
            rules.nations[usize::from(land.owner)].id.clone(),
            control.to_owned(),
            format!("{} {state}", land.level),
            troops.join(", "),
            self.generals_words(rules, at),
        ]
    }

    /// A line of the table of sea zones: id, difficulty, ships, admirals.
    pub(super) fn sea_line(&self, rules: &GameRules, sea: u8) -> Vec<String> {
        let zone = &rules.seas[usize::from(sea)];
        let fleets: Vec<String> = self
            .squadrons
            .iter()
            .filter(|s| s.at == Anchorage::Sea(sea))
            .map(|s| self.fleet_words(rules, s))
            .collect();
        vec![
            zone.id.clone(),
            zone.difficulty.to_string(),
            fleets.join(", "),
            self.names(rules, Post::Afloat(sea)),
        ]
    }

    /// A fleet in words: ships, damaged ones in brackets, the port it blockades.
    fn fleet_words(&self, rules: &GameRules, squadron: &Squadron) -> String {
        let mut text = format!("{} {}", rules.nations[usize::from(squadron.country)].id, squadron.fleet);
        if !squadron.damaged.is_empty() {
            text += &format!(" (damaged {})", squadron.damaged);
        }
        if let Some(port) = squadron.blockades {
            text += &format!(" before {}", rules.provinces[usize::from(port)].id);
        }
        text
    }

    pub(super) fn names(&self, rules: &GameRules, post: Post) -> String {
        let there = (0..rules.leaders.len()).filter(|&leader| self.posts[leader] == post);
        there.map(|leader| rules.leaders[leader].name.as_str()).collect::<Vec<_>>().join(", ")
    }

    /// The leaders of a province, those in the city in brackets.
    pub(super) fn generals_words(&self, rules: &GameRules, at: u8) -> String {
        let (before, inside) = (self.names(rules, Post::At(at)), self.names(rules, Post::Inside(at)));
        match (before.is_empty(), inside.is_empty()) {
            (_, true) => before,
            (true, false) => format!("[{inside}]"),
            (false, false) => format!("{before}, [{inside}]"),
        }
    }

    pub(super) fn sea_facts(&self, rules: &GameRules) -> Fact {
        let sea_id = |sea: u8| rules.seas[usize::from(sea)].id.as_str();
        let province_id = |at: u8| rules.provinces[usize::from(at)].id.as_str();
        let guns = |&(to, fort): &(u8, u8)| {
            Fact::record([("to", Fact::from(sea_id(to))), ("fort", province_id(fort).into())])
        };
        let rows = rules.seas.iter().enumerate().map(|(sea, zone)| {
            let fleets = self.squadrons.iter().filter(|s| s.at == Anchorage::Sea(sea as u8));
            Fact::record([
                ("id", Fact::from(zone.id.as_str())),
                ("name", zone.name.as_str().into()),
                ("difficulty", zone.difficulty.into()),
                ("penalty", zone.penalty.into()),
                ("galleys-at-home", zone.mediterranean.into()),
                ("latitude", zone.place.0.into()),
                ("longitude", zone.place.1.into()),
                ("borders", Fact::list(zone.borders.iter().map(|(to, _)| sea_id(*to)))),
                ("coast", Fact::list(zone.coast.iter().map(|at| province_id(*at)))),
                ("straits", Fact::List(zone.straits.iter().map(guns).collect())),
                ("fleets", Fact::List(fleets.map(|s| self.fleet_facts(rules, s)).collect())),
            ])
        });
        Fact::List(rows.collect())
    }

    fn fleet_facts(&self, rules: &GameRules, squadron: &Squadron) -> Fact {
        let aboard = self.admirals_at(rules, squadron.country, squadron.at);
        let admirals = (0..rules.leaders.len()).filter(|index| aboard & (1 << index) != 0);
        let admirals = admirals.map(|index| rules.leaders[index].name.as_str());
        let blockades = squadron.blockades.map(|port| rules.provinces[usize::from(port)].id.as_str());
        Fact::record([
            ("country", Fact::from(rules.nations[usize::from(squadron.country)].id.as_str())),
            ("ships", squadron.fleet.to_string().into()),
            ("damaged", squadron.damaged.to_string().into()),
            ("veteran", squadron.veteran.into()),
            ("moved", squadron.moved.into()),
            ("blockades", blockades.into()),
            ("feeds", squadron.feeds.map(|at| rules.provinces[usize::from(at)].id.as_str()).into()),
            ("admirals", Fact::list(admirals)),
        ])
    }

    pub(super) fn province_facts(&self, rules: &GameRules) -> Fact {
        let rows = rules.provinces.iter().enumerate().map(|(index, province)| {
            let at = index as u8;
            let land = &self.lands[index];
            let control = self.control(at).map(|side| SIDE_KEYS[side as usize].1);
            let troops = self.troops.iter().filter(|t| t.at == at).map(|t| {
                let band = |band: Band| {
                    Fact::record([
                        ("country", Fact::from(rules.nations[usize::from(band.country)].id.as_str())),
                        ("counters", band.stack.to_string().into()),
                        ("veterans", band.veterans.into()),
                    ])
                };
                let country = self.command_of(rules, t).country;
                Fact::record([
                    // Who commands it.
                    ("country", Fact::from(rules.nations[usize::from(country)].id.as_str())),
                    ("counters", t.stack().to_string().into()),
                    ("veterans", t.roster.veterans().into()),
                    ("nations", Fact::List(t.roster.bands().map(band).collect())),
                    ("inside", t.inside.into()),
                    ("hungry", t.hungry.into()),
                    ("moved", t.moved.into()),
                    ("may-not-intercept", t.spent.into()),
                ])
            });
            let crossing = |(to, border): &(u8, Border)| {
                let to = rules.provinces[usize::from(*to)].id.as_str();
                Fact::record([("to", Fact::from(to)), ("over", border_key(*border).into())])
            };
            let fleets = self.squadrons.iter().filter(|s| s.at == Anchorage::Port(at));
            let leaders = (0..rules.leaders.len())
                .filter(|&leader| {
                    matches!(self.posts[leader], Post::At(there) | Post::Inside(there) if there == at)
                })
                .map(|leader| Fact::from(rules.leaders[leader].name.as_str()));
            Fact::record([
                ("id", Fact::from(province.id.as_str())),
                ("name", province.name.as_str().into()),
                ("city", province.city.as_str().into()),
                ("owner", rules.nations[usize::from(land.owner)].id.as_str().into()),
                ("control", control.into()),
                ("fortress", land.level.into()),
                ("fleets", Fact::List(fleets.map(|s| self.fleet_facts(rules, s)).collect())),
                ("terrain", province.terrain.key().into()),
                ("port", harbour_key(province.harbour).into()),
                (
                    "seas",
                    Fact::list(province.seas.iter().map(|sea| rules.seas[usize::from(*sea)].id.as_str())),
                ),
                ("income", province.income.into()),
                ("gold", province.gold.into()),
                ("points", self.points_of(rules, at)),
                ("transit", self.transit_of(rules, at)),
                ("besieged", self.siege_facts(at)),
                ("pillage", land.pillage.0.into()),
                ("siegeworks-", land.works.minus.into()),
                ("siegeworks+", land.works.plus.into()),
                ("latitude", province.place.0.into()),
                ("longitude", province.place.1.into()),
                (
                    "borders",
                    Fact::list(
                        province.borders.iter().map(|(to, _)| rules.provinces[usize::from(*to)].id.as_str()),
                    ),
                ),
                (
                    "crossings",
                    Fact::List(
                        province
                            .borders
                            .iter()
                            .filter(|(_, border)| *border != Border::None)
                            .map(crossing)
                            .collect(),
                    ),
                ),
                ("troops", Fact::List(troops.collect())),
                ("leaders", Fact::List(leaders.collect())),
            ])
        });
        Fact::List(rows.collect())
    }
}

/// Rows of cells as lines, every column as wide as its widest cell.
pub(super) fn in_columns(rows: &[Vec<String>]) -> Vec<String> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        cells.collect::<Vec<String>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}
