//! What people see of the Italian Wars.

use super::guide::Guided;
use super::view::in_columns;
use super::{Game, GameEnd, Level, Reason, Stage};
use crate::title::GameRules;
use grognard_umpire::{Choice, Fact, Figure, Guide, Known, Misread, Playable, Side, Unit, Visitor};

pub(super) const SIDE_KEYS: [(Side, &str); 2] = [(Side::First, "france"), (Side::Second, "empire")];

impl Game {
    pub(super) fn stage_words(&self) -> &'static str {
        match self.stage {
            Stage::Levy | Stage::Wurtemberg | Stage::Arrival(..) => "start of the turn",
            Stage::Upkeep(_) => "upkeep",
            Stage::Purchase(..) => "purchase",
            Stage::FirstRound | Stage::Continuation => "round",
            Stage::Opening(_) | Stage::Supply(..) | Stage::Starving(..) => "supply",
            Stage::Campaign(_) => "campaign",
            Stage::Move(_)
            | Stage::Detach(..)
            | Stage::Enter(..)
            | Stage::Regroup(..)
            | Stage::Form(..)
            | Stage::Ride(..)
            | Stage::March(..)
            | Stage::Arrive(..) => "movement",
            Stage::Tired(..) | Stage::Weary(_) => "movement",
            Stage::SetSail(..) | Stage::Blockaded(..) | Stage::Escape(..) => "a fleet sails",
            Stage::UnderFire(..) | Stage::Sail(..) => "a fleet sails",
            Stage::Gale(_) | Stage::Ashore(..) | Stage::Flight(_) => "ships at sea",
            Stage::Intercept(..) | Stage::Meeting(..) | Stage::Waylay(..) => "interception",
            Stage::Gather(..) | Stage::Rescue(_) | Stage::Relief(..) | Stage::Disengage(..) => "interception",
            Stage::SeaBattles(..) | Stage::SeaEvade(..) | Stage::SeaFight(_) => "naval battle",
            Stage::Battles(_) | Stage::Shelter(..) | Stage::Evade(..) | Stage::Sortie(..) => "battle",
            Stage::Fight(_) | Stage::Fallback(_) => "battle",
            Stage::Sieges(_) | Stage::Siege(_) => "sieges",
            Stage::Homing(_) => "troops on their way",
            Stage::Refit(_) => "refitting",
            Stage::Frost(..) | Stage::Quarters(_) | Stage::Winter => "winter",
            Stage::TurnEnd | Stage::Verdict | Stage::Peace(..) | Stage::PeaceOver(_) => "end of the turn",
        }
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
            ("under-way".to_owned(), self.situation(rules).into()),
        ];
        for (side, key) in SIDE_KEYS {
            pairs.push((key.to_owned(), self.side_facts(rules, side)));
        }
        pairs.push(("countries".to_owned(), self.country_facts(rules)));
        pairs.push(("provinces".to_owned(), self.province_facts(rules)));
        pairs.push(("seas".to_owned(), self.sea_facts(rules)));
        pairs.push(("leaders".to_owned(), self.leader_facts(rules)));
        Fact::Record(pairs)
    }

    /// The map as a table of provinces and one of sea zones; nothing of it is hidden.
    fn drawing(&self, rules: &GameRules, _viewer: Option<Side>) -> Option<String> {
        let head = |names: &[&str]| vec![names.iter().map(|name| (*name).to_owned()).collect()];
        let mut rows: Vec<Vec<String>> = head(&[
            "province",
            "city",
            "ground",
            "port",
            "inc.",
            "pts.",
            "owner",
            "control",
            "fort",
            "troops, [garrison], ~fleet",
            "leaders",
        ]);
        rows.extend((0..rules.provinces.len() as u8).map(|at| self.province_line(rules, at)));
        // No empty line before the table: what stands above the first is the board, which is measured against the terminal.
        let mut lines = vec![self.heading(rules)];
        lines.extend(in_columns(&rows));
        lines.push(String::new());
        let mut rows: Vec<Vec<String>> = head(&["sea", "difficulty", "fleets", "admirals"]);
        rows.extend((0..rules.seas.len() as u8).map(|sea| self.sea_line(rules, sea)));
        lines.extend(in_columns(&rows));
        lines.push(String::new());
        let mut rows: Vec<Vec<String>> =
            head(&["leader", "key", "of", "at, [in the city]", "MAN FIRE SHOCK SIEGE", "rank"]);
        rows.extend(self.leader_rows(rules));
        lines.extend(in_columns(&rows));
        lines.push(String::new());
        let situation = self.situation(rules);
        if !situation.is_empty() {
            lines.push(format!("{}: {situation}", self.stage_words()));
            lines.push(String::new());
        }
        lines.extend(Side::ALL.into_iter().flat_map(|side| self.side_lines(rules, side)));
        lines.push(String::new());
        lines.push(
            "inc., pts.: ducats and points a turn (points twice in the last); V, H: for that side alone"
                .to_owned(),
        );
        lines
            .push("port: a an arsenal, p a plain port; a province's borders are in `show --json`".to_owned());
        lines.push("fort: level, s siegeworks-, S siegeworks+, p pillage-, P pillage+, ! breach".to_owned());
        lines.push("troops: v veterans, h LD out of supply since last round".to_owned());
        Some(lines.join("\n"))
    }

    fn picture(&self, rules: &GameRules, _viewer: Option<Side>) -> Option<String> {
        Some(self.draw_svg(rules))
    }

    fn guide<'a>(&'a self, rules: &'a GameRules, _viewer: Option<Side>) -> Option<Box<dyn Guide + 'a>> {
        Some(Box::new(Guided { game: self, rules }))
    }

    fn prospects<V: Visitor + Copy>(
        &self,
        rules: &GameRules,
        side: Side,
        order: &str,
        visitor: V,
    ) -> Vec<(Known, V::Out)> {
        let fight = self.battle_ahead(rules, side, order).into_iter();
        fight.map(|(battle, givens)| (Known::Whole, visitor.visit(battle, givens))).collect()
    }

    /// Nothing is hidden: the battle itself.
    fn fight<V: Visitor + Copy>(
        &self,
        _rules: &GameRules,
        _side: Side,
        visitor: V,
    ) -> Option<(Side, V::Out)> {
        match &self.stage {
            Stage::Fight(clash) => {
                Some((clash.phasing(), visitor.visit(clash.battle, clash.givens.shared())))
            }
            Stage::SeaFight(clash) => {
                Some((clash.phasing(), visitor.visit(clash.battle, clash.givens.shared())))
            }
            _ => None,
        }
    }

    fn is_settled(&self) -> bool {
        self.is_between_orders()
    }

    fn position(&self, rules: &GameRules) -> Fact {
        self.written(rules)
    }

    fn from_position(rules: &GameRules, position: &Fact) -> Result<Game, Vec<Misread>> {
        Game::read(rules, position)
    }

    fn end_facts(_: &GameRules, end: &GameEnd) -> Fact {
        let level = match end.level {
            Level::Draw => "draw",
            Level::Marginal => "marginal",
            Level::Decisive => "decisive",
        };
        let reason = match end.reason {
            Reason::Points => "points",
            Reason::Capital => "capital",
            Reason::Collapse => "collapse",
            Reason::Peace => "peace",
        };
        Fact::record([
            ("winner", Fact::from(end.winner.map(|side| SIDE_KEYS[side as usize].1))),
            ("level", level.into()),
            ("france-points", end.points.first.into()),
            ("empire-points", end.points.second.into()),
            ("sudden", end.sudden.into()),
            ("reason", reason.into()),
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
        let side = |side: Side| &rules.sides[side];
        let why = match (end.reason, end.winner) {
            (Reason::Capital, Some(winner)) => {
                let capital = &rules.provinces[usize::from(side(winner.other()).capital)].city;
                format!(", who holds {capital}")
            }
            (Reason::Collapse, Some(winner)) => format!(", as {} has collapsed", side(winner.other()).name),
            (Reason::Capital, None) => " though each holds the other's capital".to_owned(),
            (Reason::Collapse, None) => " as both have collapsed".to_owned(),
            (Reason::Peace, _) => " by a peace".to_owned(),
            (Reason::Points, _) => String::new(),
        };
        let names = [Side::First, Side::Second].map(|of| &side(of).name);
        format!("{what}{why}: {} {first}, {} {second} points.", names[0], names[1])
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
