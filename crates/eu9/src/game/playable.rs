//! What people see of the Italian Wars.

use super::{Anchorage, Game, GameEnd, Level, Post, Squadron, Stage};
use crate::title::GameRules;
use grognard_umpire::{Choice, Fact, Figure, Playable, Side, Unit};

const SIDE_KEYS: [(Side, &str); 2] = [(Side::First, "france"), (Side::Second, "empire")];

impl Game {
    fn stage_words(&self) -> &'static str {
        match self.stage {
            Stage::Levy | Stage::Wurtemberg | Stage::Arrival(_) => "start of the turn",
            Stage::Upkeep(_) => "upkeep",
            Stage::Purchase(..) => "purchase",
            Stage::FirstRound | Stage::Continuation => "round",
            Stage::Supply(..) | Stage::Starving(..) => "supply",
            Stage::Campaign(_) => "campaign",
            Stage::Move(_) | Stage::Detach(..) | Stage::March(..) | Stage::Tired(..) => "movement",
            Stage::SetSail(..) | Stage::Escape(..) | Stage::UnderFire(..) | Stage::Sail(..) => {
                "a fleet sails"
            }
            Stage::Gale(_) | Stage::Ashore(..) | Stage::Flight(_) => "ships at sea",
            Stage::Intercept(..) | Stage::Meeting(..) | Stage::Waylay(..) => "interception",
            Stage::SeaBattles(..) | Stage::SeaEvade(..) | Stage::SeaFight(_) => "naval battle",
            Stage::Battles(_) | Stage::Shelter(..) | Stage::Evade(..) | Stage::Sortie(..) => "battle",
            Stage::Fight(_) | Stage::Fallback(_) => "battle",
            Stage::Sieges(_) | Stage::Siege(_) => "sieges",
            Stage::Homing(_) => "troops on their way",
            Stage::Refit(_) => "refitting",
            Stage::Frost(..) | Stage::Winter => "winter",
            Stage::TurnEnd | Stage::Peace(..) => "end of the turn",
        }
    }

    /// A line of the table of provinces: id, owner, who controls it, fortress, siegeworks and pillage,
    /// stacks with garrisons in brackets, leaders.
    fn province_line(&self, rules: &GameRules, at: u8) -> String {
        let index = usize::from(at);
        let land = &self.lands[index];
        let control = self.control(at).map_or("-", |side| SIDE_KEYS[side as usize].1);
        let mut state = "s".repeat(land.works.minus.into()) + &"S".repeat(land.works.plus.into());
        let (minus, plus) = land.pillage.counters();
        state += &"p".repeat(minus.into());
        state += &"P".repeat(plus.into());
        if land.breached {
            state.push('!');
        }
        let troops = self.troops.iter().filter(|t| t.at == at).map(|t| {
            let text = format!("{} {}", rules.nations[usize::from(t.country)].id, t.stack);
            if t.inside { format!("[{text}]") } else { text }
        });
        let fleets = self.squadrons.iter().filter(|s| s.at == Anchorage::Port(at));
        let fleets = fleets.map(|s| format!("~{}", self.fleet_words(rules, s)));
        let troops: Vec<String> = troops.chain(fleets).collect();
        let line = format!(
            "{:<16}{:<14}{control:<8}{:<4}{state:<6}{:<40}{}",
            rules.provinces[index].id,
            rules.nations[usize::from(land.owner)].id,
            land.level,
            troops.join(", "),
            self.generals_words(rules, at)
        );
        line.trim_end().to_owned()
    }

    /// A line of the table of sea zones: id, difficulty, ships, admirals.
    fn sea_line(&self, rules: &GameRules, sea: u8) -> String {
        let zone = &rules.seas[usize::from(sea)];
        let fleets: Vec<String> = self
            .squadrons
            .iter()
            .filter(|s| s.at == Anchorage::Sea(sea))
            .map(|s| self.fleet_words(rules, s))
            .collect();
        let line = format!(
            "{:<16}{:<12}{:<50}{}",
            zone.id,
            zone.difficulty,
            fleets.join(", "),
            self.names(rules, Post::Afloat(sea))
        );
        line.trim_end().to_owned()
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

    fn sea_facts(&self, rules: &GameRules) -> Fact {
        let rows = rules.seas.iter().enumerate().map(|(sea, zone)| {
            let fleets = self.squadrons.iter().filter(|s| s.at == Anchorage::Sea(sea as u8));
            Fact::record([
                ("id", Fact::from(zone.id.as_str())),
                ("name", zone.name.as_str().into()),
                ("difficulty", zone.difficulty.into()),
                ("fleets", Fact::List(fleets.map(|s| self.fleet_facts(rules, s)).collect())),
            ])
        });
        Fact::List(rows.collect())
    }

    fn fleet_facts(&self, rules: &GameRules, squadron: &Squadron) -> Fact {
        let blockades = squadron.blockades.map(|port| rules.provinces[usize::from(port)].id.as_str());
        Fact::record([
            ("country", Fact::from(rules.nations[usize::from(squadron.country)].id.as_str())),
            ("ships", squadron.fleet.to_string().into()),
            ("damaged", squadron.damaged.to_string().into()),
            ("veteran", squadron.veteran.into()),
            ("blockades", blockades.into()),
        ])
    }

    fn province_facts(&self, rules: &GameRules) -> Fact {
        let rows = rules.provinces.iter().enumerate().map(|(index, province)| {
            let at = index as u8;
            let land = &self.lands[index];
            let control = self.control(at).map(|side| SIDE_KEYS[side as usize].1);
            let troops = self.troops.iter().filter(|t| t.at == at).map(|t| {
                Fact::record([
                    ("country", Fact::from(rules.nations[usize::from(t.country)].id.as_str())),
                    ("counters", t.stack.to_string().into()),
                    ("veterans", t.veterans.into()),
                    ("inside", t.inside.into()),
                ])
            });
            let fleets = self.squadrons.iter().filter(|s| s.at == Anchorage::Port(at));
            let leaders = (0..rules.leaders.len())
                .filter(|&leader| matches!(self.posts[leader], Post::At(there) | Post::Inside(there) if there == at))
                .map(|leader| Fact::from(rules.leaders[leader].name.as_str()));
            Fact::record([
                ("id", Fact::from(province.id.as_str())),
                ("name", province.name.as_str().into()),
                ("owner", rules.nations[usize::from(land.owner)].id.as_str().into()),
                ("control", control.into()),
                ("fortress", land.level.into()),
                ("fleets", Fact::List(fleets.map(|s| self.fleet_facts(rules, s)).collect())),
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
                ("troops", Fact::List(troops.collect())),
                ("leaders", Fact::List(leaders.collect())),
            ])
        });
        Fact::List(rows.collect())
    }
}

impl Playable for Game {
    fn side_name(rules: &GameRules, side: Side) -> String {
        rules.sides[side].name.clone()
    }

    /// Nothing is hidden in these wars; campaigns are announced.
    fn view(&self, rules: &GameRules, _viewer: Option<Side>) -> Fact {
        let mut pairs = vec![
            ("turn".to_owned(), Fact::from(self.turn_number(rules))),
            ("round".to_owned(), rules.charts.logistics.box_name(self.round).into()),
            ("bad-weather".to_owned(), self.bad_weather.into()),
            ("stage".to_owned(), self.stage_words().into()),
        ];
        for (side, key) in SIDE_KEYS {
            let facts = Fact::record([
                ("ducats", Fact::from(self.purse[side])),
                ("stability", self.stability[side].into()),
                ("points", self.points[side].into()),
                ("campaign", self.campaign[side].row().into()),
            ]);
            pairs.push((key.to_owned(), facts));
        }
        pairs.push(("provinces".to_owned(), self.province_facts(rules)));
        pairs.push(("seas".to_owned(), self.sea_facts(rules)));
        Fact::Record(pairs)
    }

    /// The map as a table of provinces and one of sea zones; nothing of it is hidden.
    fn drawing(&self, rules: &GameRules, _viewer: Option<Side>) -> Option<String> {
        let head =
            "province        owner         control fort      troops, [garrison], ~fleet              leaders";
        let mut lines = vec![head.to_owned()];
        lines.extend((0..rules.provinces.len() as u8).map(|at| self.province_line(rules, at)));
        lines.push(String::new());
        lines.push(
            "sea             difficulty  fleets                                            admirals"
                .to_owned(),
        );
        lines.extend((0..rules.seas.len() as u8).map(|sea| self.sea_line(rules, sea)));
        lines.push(String::new());
        lines.push("fort: level, s siegeworks-, S siegeworks+, p pillage-, P pillage+, ! breach".to_owned());
        Some(lines.join("\n"))
    }

    fn picture(&self, rules: &GameRules, _viewer: Option<Side>) -> Option<String> {
        Some(self.draw_svg(rules))
    }

    fn end_facts(_: &GameRules, end: &GameEnd) -> Fact {
        let level = match end.level {
            Level::Draw => "draw",
            Level::Marginal => "marginal",
            Level::Decisive => "decisive",
        };
        Fact::record([
            ("winner", Fact::from(end.winner.map(|side| SIDE_KEYS[side as usize].1))),
            ("level", level.into()),
            ("france-points", end.points.first.into()),
            ("empire-points", end.points.second.into()),
            ("sudden", end.sudden.into()),
            ("turn", end.turn.into()),
        ])
    }

    fn end_words(rules: &GameRules, end: &GameEnd) -> String {
        let (first, second) = (end.points.first, end.points.second);
        let what = match (end.winner, end.level) {
            (Some(side), Level::Decisive) => format!("A decisive victory for {}", rules.sides[side].name),
            (Some(side), _) => format!("A marginal victory for {}", rules.sides[side].name),
            (None, _) => "A draw".to_owned(),
        };
        format!("{what}: {} {first}, {} {second} points.", rules.sides.first.name, rules.sides.second.name)
    }

    fn figures(rules: &GameRules) -> Vec<Figure<Game>> {
        let mut all: Vec<Figure<Game>> = Vec::new();
        let mut flag = |key, words: String, of: fn(&GameEnd) -> bool| {
            all.push(Figure::new(key, words, Unit::Flag, move |end| i64::from(of(end))));
        };
        let (first, second) = (&rules.sides.first.name, &rules.sides.second.name);
        flag("france-wins", format!("{first} wins"), |end| end.winner == Some(Side::First));
        flag("draw", "nobody wins".to_owned(), |end| end.winner.is_none());
        flag("empire-wins", format!("{second} wins"), |end| end.winner == Some(Side::Second));
        flag("sudden", "it ends at once".to_owned(), |end| end.sudden);
        all.push(Figure::new("france-points", format!("points of {first}"), Unit::Count, |end: &GameEnd| {
            i64::from(end.points.first)
        }));
        all.push(Figure::new(
            "empire-points",
            format!("points of {second}"),
            Unit::Count,
            |end: &GameEnd| i64::from(end.points.second),
        ));
        all
    }

    /// The margin of victory points, and 100 for a game won at once.
    fn objective(_: &GameRules, side: Side, end: &GameEnd) -> i64 {
        let margin = i64::from(end.points[side] - end.points[side.other()]);
        match (end.sudden, end.winner) {
            (true, Some(winner)) if winner == side => margin + 100,
            (true, Some(_)) => margin - 100,
            _ => margin,
        }
    }

    fn objective_words(_: &GameRules, _: Side) -> String {
        "the margin of victory points; a game won at once counts 100 more".to_owned()
    }

    fn policy(&self, rules: &GameRules, choice: &Choice<'_>) -> usize {
        self.decide(rules, choice)
    }
}
