//! A campaign: the title's data, read, checked and worked out once, so that the game only looks up.

mod file;

pub use file::{SetUp, Source, Special, TitleFile};

use crate::charts::{Charts, Ground};
use crate::options::{GaugeLine, Marsh, Options, RussianCities, SouthernBoundary};
use crate::retreat::CITIES_MAX;
use crate::unit::{Arm, Counter, Nation, Size, UNITS_MAX, UnitId, Units};
use crate::{TITLES, agc, rule};
use file::OrderOfBattleText;
use grognard_board::{Board, Direction, Gauge, HEXES_MAX, Hex, HexId, HexSet, Settlement, Terrain};
use grognard_charts::{BadData, Problem, read, refuse};
use grognard_umpire::{BySide, Clause, Side};
use serde::Deserialize;
use std::sync::Arc;

/// The cities of the combined game. [AGC-5.0-e]
const COMBINED_CITIES: usize = 4;

/// A campaign's rules: tables, options, map, counters, and what follows from them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Campaign {
    /// The tables.
    pub charts: Arc<Charts>,
    /// Readings and switches.
    pub options: Options,
    /// The map.
    pub board: Board,
    /// The counters.
    pub counters: Vec<Counter>,
    /// The title's key.
    pub key: String,
    /// The title's name.
    pub title: String,
    /// What the sides are called.
    pub sides: BySide<String>,
    /// The names of the turns.
    pub calendar: Vec<String>,
    /// How the game begins.
    pub setup: SetUp,
    /// The figures of the special rules.
    pub special: Special,
    /// The city that decides.
    pub objective: Hex,
    /// What the first player must control besides; without it his victory is one level lower.
    pub must_hold: Vec<Hex>,
    /// The cities of the combined game.
    pub combined_objectives: Vec<Hex>,
    /// Hexes next to the objective that make a minor victory.
    pub minor_hexes: u8,
    /// Where the order of battle comes from.
    pub order_of_battle: Source,
    pub(crate) slowdown_hex: Hex,
    pub(crate) area: HexSet,
    /// The part of it that opens only when the first player has got past the marshes.
    pub(crate) south: HexSet,
    /// Everything east of the marshes.
    pub(crate) past_marshes: HexSet,
    pub(crate) marsh_ban: HexSet,
    pub(crate) marsh_exit: [u8; HEXES_MAX],
    pub(crate) units_of: BySide<Units>,
    pub(crate) influencing: Units,
    /// The units of each nation, in the order of [`Nation::ALL`].
    pub(crate) nations: [Units; 3],
    /// So many units may stack whatever their nation and kind.
    pub(crate) always_stack: u8,
    /// Divisions, and brigades, which count as such. [AGC-4.1-d]
    pub(crate) divisions: Units,
    /// Regiments of internal troops. [AGC-4.1-e]
    pub(crate) internal_regiments: Units,
    pub(crate) walkers: Units,
    pub(crate) mobile: Units,
    pub(crate) cost: Vec<[u8; 2]>,
    /// The same the other way round, for each way of marching: every cost with the hexes it is the cost of.
    entering: [Vec<(u8, HexSet)>; 2],
    river_cost: [u8; 2],
    pub(crate) rail: HexSet,
    pub(crate) either_gauge: HexSet,
    pub(crate) first_gauge: HexSet,
    pub(crate) west: HexSet,
    pub(crate) east: HexSet,
    pub(crate) cities: HexSet,
    /// Russian cities outside the area of operations.
    pub(crate) cities_beyond: HexSet,
    /// Everything but clear ground.
    pub(crate) rough: HexSet,
    pub(crate) major_cities: HexSet,
    pub(crate) start_control: HexSet,
    pub(crate) border: HexSet,
    pub(crate) first_set_up: HexSet,
    pub(crate) second_set_up: HexSet,
}

impl Campaign {
    /// How many turns the game has.
    pub fn turns(&self) -> u8 {
        self.calendar.len() as u8
    }

    /// The whole operational area, with the part that opens in the course of the game.
    pub fn whole_area(&self) -> &HexSet {
        &self.area
    }

    /// A counter.
    #[inline]
    pub fn counter(&self, unit: UnitId) -> &Counter {
        &self.counters[unit.index()]
    }

    /// The unit with a key.
    pub fn unit(&self, key: &str) -> Option<UnitId> {
        self.counters.iter().position(|counter| counter.key == key).map(|index| UnitId(index as u8))
    }

    /// Units by name, as everybody may read them on the counters.
    pub fn names(&self, units: Units) -> String {
        let names: Vec<&str> = units.iter().map(|unit| self.counter(unit).name.as_str()).collect();
        match names.split_last() {
            None => "nobody".to_owned(),
            Some((last, [])) => (*last).to_owned(),
            Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        }
    }

    /// Units in few words: the first by name, the others by number.
    pub fn brief(&self, units: Units) -> String {
        let mut list = units.iter();
        let first = list.next().map_or("nobody", |unit| &self.counter(unit).name);
        match list.count() {
            0 => first.to_owned(),
            1 => self.names(units),
            more => format!("{first} and {more} others"),
        }
    }

    /// The side of a unit: one's own covers every nation on it.
    #[inline]
    pub fn side_of(&self, unit: UnitId) -> Side {
        if self.units_of.first.has(unit) { Side::First } else { Side::Second }
    }

    /// A hex's ground.
    #[inline]
    pub fn ground(&self, hex: Hex) -> Ground {
        Ground { terrain: self.board.terrain(hex), settlement: self.board.settlement(hex) }
    }

    /// Why nobody goes into a hex that is not in play: a lake, the northern or the southern boundary of
    /// the operational area, or another part of the map.
    pub(crate) fn beyond(&self, hex: Hex) -> (Clause, &'static str) {
        if self.board.terrain(hex) == Terrain::Lake {
            return (rule!("3.0-a"), "lakes cannot be entered");
        }
        match (self.board.area().has(hex), self.board.id(hex).row() > self.special.marsh_ban_row) {
            (true, _) => (agc!("1.3-a"), "that hex is on a part of the map that is not in play"),
            (false, true) => (agc!("1.3-d"), "the operational area ends north of it: from 3218 to 3716"),
            (false, false) => {
                (agc!("1.3-e"), "the operational area ends south of it: rows 25, 24, 23 and 22 going east")
            }
        }
    }

    /// Half points to step into a hex for some units: those of the slowest kind among them. [3.0-a]
    #[inline]
    pub(crate) fn step_cost(&self, units: Units, from: Hex, way: Direction, to: Hex, rivers: Rivers) -> u8 {
        self.step_cost_of(self.march(units), from, way, to, rivers)
    }

    /// How some units march: on foot only if all of them do.
    #[inline]
    pub(crate) fn march(&self, units: Units) -> March {
        March(usize::from(units.within(self.walkers)))
    }

    /// Half points to step into a hex for those who march so; terrain and hexside add up. [3.0-a]
    #[inline]
    pub(crate) fn step_cost_of(
        &self,
        march: March,
        from: Hex,
        way: Direction,
        to: Hex,
        rivers: Rivers,
    ) -> u8 {
        let river = match rivers {
            Rivers::Count if self.board.river(from, way) => self.river_cost[march.0],
            Rivers::Count | Rivers::Ignored => 0,
        };
        self.cost[to.index()][march.0] + river
    }

    /// What steps cost those who march so, by the hexes entered, and what a river costs more.
    #[inline]
    pub(crate) fn steps_by_kind(&self, march: March, rivers: Rivers) -> (&[(u8, HexSet)], u8) {
        let river = match rivers {
            Rivers::Count => self.river_cost[march.0],
            Rivers::Ignored => 0,
        };
        (&self.entering[march.0], river)
    }
}

/// How units march: on wheels and tracks, or on foot and hoof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct March(usize);

/// Whether rivers count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rivers {
    /// They do.
    Count,
    /// Not on the turn of surprise, for the first player.
    Ignored,
}

/// Reads a title by its file's text; map and order of battle come from the crate's own files.
///
/// # Errors
/// Everything that is wrong with it.
pub fn open_campaign(file: &str, text: &str, charts: &Arc<Charts>) -> Result<Arc<Campaign>, BadData> {
    open_campaign_with(file, text, charts, embedded)
}

/// The text of a file that comes with the crate.
pub(crate) fn embedded(name: &str) -> Option<String> {
    TITLES.get_file(name).and_then(|file| file.contents_utf8()).map(str::to_owned)
}

/// The files a title names that do not come with the crate: its own map and order of battle, by the names its
/// text gives them. Whoever opens the title hands their texts over; they lie beside it. [1.0-a]
///
/// # Errors
/// Where the text is no title file.
pub fn files_beside(file: &str, text: &str) -> Result<Vec<String>, BadData> {
    #[derive(Deserialize)]
    #[serde(rename_all = "kebab-case")]
    struct Named {
        #[serde(default)]
        map: String,
        #[serde(default)]
        order_of_battle: String,
    }
    let Named { map, order_of_battle } = read(file, text)?;
    let own = |(_, name): &(&str, String)| !name.is_empty() && TITLES.get_file(name).is_none();
    let named = [("map", map), ("order-of-battle", order_of_battle)];
    let beside = |(key, name): (&str, String)| match name.contains(['/', '\\']) {
        true => {
            Err(BadData::new(file, key, "the file lies beside the title: write its name without a folder"))
        }
        false => Ok(name),
    };
    named.into_iter().filter(own).map(beside).collect()
}

/// Reads a title by its file's text; `find` gives the text of the map and the order of battle that it
/// names. A new title is new data, not new code. [1.0-a]
///
/// # Errors
/// Everything that is wrong with it.
pub fn open_campaign_with(
    file: &str,
    text: &str,
    charts: &Arc<Charts>,
    find: impl Fn(&str) -> Option<String>,
) -> Result<Arc<Campaign>, BadData> {
    let title: TitleFile = read(file, text)?;
    let mut problems = Vec::new();
    if title.system != crate::KEY || title.kind != "campaign" {
        problems.push(Problem::new("system", "write system = \"damos\" and kind = \"campaign\""));
    }
    let named = |name: &str, path: &str| {
        find(name).ok_or_else(|| {
            BadData::new(file, path, format!("there is no file {name} beside the title or with the game"))
        })
    };
    let board = Board::load(&title.map, &named(&title.map, "map")?)?;
    let (counters, order_of_battle) =
        read_counters(&title.order_of_battle, &named(&title.order_of_battle, "order-of-battle")?, &board)?;
    if title.calendar.is_empty() || title.calendar.len() > 40 {
        problems.push(Problem::new("calendar", "a game has 1 to 40 turns"));
    }
    let objective = board.hex(HexId(title.objective));
    if objective.is_none_or(|hex| board.settlement(hex).is_none()) {
        problems.push(Problem::new("objective", "the objective is a town or city of the map"));
    }
    let combined: Vec<Hex> =
        title.combined_objectives.iter().filter_map(|&id| board.hex(HexId(id))).collect();
    if combined.len() != title.combined_objectives.len() {
        problems.push(Problem::new("combined-objectives", "write the numbers of hexes on the map"));
    } else if title.options.combined && combined.len() != COMBINED_CITIES {
        let problem = "the combined game is played for Leningrad, Moscow, Kiev and Rostov: name their four hexes \
                       in combined-objectives, on a map that has them (AGC-5.0-e)";
        problems.push(Problem::new("options.combined", problem));
    }
    let must_hold: Vec<Hex> = title.must_hold.iter().filter_map(|&id| board.hex(HexId(id))).collect();
    if must_hold.len() != title.must_hold.len() {
        problems.push(Problem::new("must-hold", "write the numbers of hexes on the map"));
    }
    let slowdown_hex = board.hex(HexId(title.special.slowdown_hex));
    if slowdown_hex.is_none() {
        problems.push(Problem::new("special.slowdown-hex", "no such hex"));
    }
    let (Some(objective), Some(slowdown_hex), true) = (objective, slowdown_hex, problems.is_empty()) else {
        return Err(refuse(file, text, &problems));
    };
    let mut campaign = derive(title, board, counters, charts, objective, slowdown_hex);
    let cities = campaign.cities.less(&campaign.east).len();
    if cities > CITIES_MAX {
        let problem = format!(
            "the map has {cities} cities that supply {}; a retreat knows the way to {CITIES_MAX} at most",
            campaign.sides.second
        );
        return Err(refuse(file, text, &[Problem::new("map", problem)]));
    }
    campaign.must_hold = must_hold;
    campaign.combined_objectives = combined;
    campaign.order_of_battle = order_of_battle;
    let north = campaign.area.less(&campaign.south);
    campaign.marsh_exit = campaign.board.steps_to(&north.less(&campaign.marsh_ban), &north);
    Ok(Arc::new(campaign))
}

/// Reads the units: a row without a movement allowance, or any other figure, is refused. [2.2-a]
fn read_counters(file: &str, text: &str, board: &Board) -> Result<(Vec<Counter>, Source), BadData> {
    let list: OrderOfBattleText = read(file, text)?;
    let mut problems = Vec::new();
    let mut counters: Vec<Counter> = Vec::new();
    for (key, name, nation, arm, size, strength, allowance, parent, arrival, historical) in list.units.rows {
        let mut wrong =
            |problem: String| problems.push(Problem::new("units.rows", format!("{key}: {problem}")));
        let (found_nation, found_arm, found_size) =
            (Nation::from_key(&nation), Arm::from_key(&arm), Size::from_key(&size));
        if found_nation.is_none() || found_arm.is_none() || found_size.is_none() {
            wrong(format!("`{nation}`, `{arm}` or `{size}` is not known"));
        }
        if !(1..=20).contains(&strength) || !(1..=20).contains(&allowance) || arrival == 0 {
            wrong("strength and allowance are 1 to 20, turns count from 1".to_owned());
        }
        let hex = board.hex(HexId(historical));
        if (hex.is_none() && historical != 0) || counters.iter().any(|counter| counter.key == key) {
            wrong("the key is used twice or the hex is not on the map".to_owned());
        }
        if let (Some(nation), Some(arm), Some(size)) = (found_nation, found_arm, found_size) {
            counters.push(Counter {
                key,
                name,
                nation,
                arm,
                size,
                strength,
                allowance,
                parent,
                arrival,
                historical: hex,
            });
        }
    }
    if counters.len() > UNITS_MAX || counters.is_empty() {
        problems.push(Problem::new("units.rows", format!("1 to {UNITS_MAX} units")));
    }
    if problems.is_empty() { Ok((counters, list.source)) } else { Err(refuse(file, text, &problems)) }
}

fn derive(
    title: TitleFile,
    board: Board,
    counters: Vec<Counter>,
    charts: &Arc<Charts>,
    objective: Hex,
    slowdown_hex: Hex,
) -> Campaign {
    let all: HexSet = board.hexes().collect();
    let set = |keep: &dyn Fn(Hex) -> bool| -> HexSet { board.hexes().filter(|&hex| keep(hex)).collect() };
    let columns = title.columns.0.min(title.columns.1)..=title.columns.0.max(title.columns.1);
    // The operational area binds both sides; the combined game lifts it.
    let bounds = if title.options.combined { all } else { *board.area() };
    let area = set(&|hex| {
        bounds.has(hex) && board.terrain(hex) != Terrain::Lake && columns.contains(&board.id(hex).column())
    });
    let marshes = set(&|hex| {
        !title.options.combined
            && area.has(hex)
            && board.terrain(hex) == Terrain::Marsh
            && board.settlement(hex).is_none()
            && board.id(hex).row() == title.special.marsh_ban_row
    });
    let marsh_ban = if title.options.marsh == Marsh::Barred { marshes } else { HexSet::EMPTY };
    // Columns fall going east: whoever is in a lower one than the last of the marshes has got past them.
    let last = marshes.iter().map(|hex| board.id(hex).column()).min();
    let past_marshes = set(&|hex| last.is_some_and(|last| board.id(hex).column() < last));
    let south = set(&|hex| {
        title.options.southern_boundary == SouthernBoundary::Opens
            && !marshes.is_empty()
            && area.has(hex)
            && board.id(hex).row() > title.special.marsh_ban_row
    });
    let pick = |keep: &dyn Fn(&Counter) -> bool| -> Units {
        (0..counters.len()).filter(|&i| keep(&counters[i])).map(|i| UnitId(i as u8)).collect()
    };
    let gauge = |wanted: Gauge| set(&|hex| board.gauge(hex) == Some(wanted));
    let city = |hex: Hex| matches!(board.settlement(hex), Some(Settlement::City | Settlement::MajorCity));
    let russian_city = |hex: Hex| {
        let in_russia = match title.options.russian_cities {
            RussianCities::Border1941 => true,
            RussianCities::Frontier1939 => board.gauge(hex) != Some(Gauge::Between),
        };
        city(hex) && in_russia && board.side(hex) == Side::Second
    };
    let (west, east) = (*columns.end(), *columns.start());
    let rows = title.set_up_rows.0..=title.set_up_rows.1;
    let cost: Vec<[u8; 2]> = board
        .hexes()
        .map(|hex| {
            let ground = Ground { terrain: board.terrain(hex), settlement: board.settlement(hex) };
            let effects = charts.ground(ground);
            [effects.half_points, effects.half_points_foot]
        })
        .collect();
    let entering = [0, 1].map(|march| {
        let mut costs: Vec<u8> = cost.iter().map(|of| of[march]).collect();
        costs.sort_unstable();
        costs.dedup();
        costs.into_iter().map(|points| (points, set(&|hex| cost[hex.index()][march] == points))).collect()
    });
    let either_gauge = match title.options.gauge_line {
        GaugeLine::Frontier1939 => gauge(Gauge::Between),
        GaugeLine::Border => HexSet::EMPTY,
    };
    Campaign {
        charts: Arc::clone(charts),
        options: title.options,
        key: title.key,
        title: title.title,
        sides: BySide::new(title.sides.0, title.sides.1),
        calendar: title.calendar,
        setup: title.setup,
        special: title.special,
        objective,
        must_hold: Vec::new(),
        combined_objectives: Vec::new(),
        minor_hexes: title.minor_hexes,
        order_of_battle: Source::default(),
        slowdown_hex,
        area,
        south,
        past_marshes,
        marsh_ban,
        marsh_exit: [0; HEXES_MAX],
        units_of: BySide::new(
            pick(&|counter| counter.nation.side() == Side::First),
            pick(&|counter| counter.nation.side() == Side::Second),
        ),
        influencing: pick(&|counter| charts.projects(counter.arm, counter.nation)),
        nations: Nation::ALL.map(|nation| pick(&|counter| counter.nation == nation)),
        always_stack: Nation::ALL.map(|nation| charts.stacking(nation).units).into_iter().min().unwrap_or(1),
        divisions: pick(&|counter| matches!(counter.size, Size::Division | Size::Brigade)),
        internal_regiments: pick(&|counter| counter.arm == Arm::Nkvd && counter.size == Size::Regiment),
        walkers: pick(&|counter| counter.arm.is_on_foot()),
        mobile: pick(&|counter| counter.arm.is_mobile()),
        cost,
        entering,
        river_cost: [charts.river().half_points, charts.river().half_points_foot],
        rail: set(&|hex| board.gauge(hex).is_some()),
        either_gauge,
        first_gauge: gauge(Gauge::First),
        west: set(&|hex| area.has(hex) && board.id(hex).column() == west && board.side(hex) == Side::First),
        east: set(&|hex| area.has(hex) && board.id(hex).column() == east && board.side(hex) == Side::Second),
        // Cities beyond the operational area, or on the other side of the border, are no Russian source.
        cities: set(&|hex| area.has(hex) && russian_city(hex)),
        cities_beyond: set(&|hex| !area.has(hex) && russian_city(hex)),
        rough: set(&|hex| board.terrain(hex) != Terrain::Clear),
        major_cities: set(&|hex| board.settlement(hex) == Some(Settlement::MajorCity)),
        start_control: set(&|hex| board.side(hex) == Side::Second),
        border: set(&|hex| {
            area.has(hex)
                && board.side(hex) == Side::Second
                && board.neighbours(hex).any(|(_, to)| board.side(to) == Side::First && area.has(to))
        }),
        first_set_up: set(&|hex| {
            area.has(hex) && board.side(hex) == Side::First && rows.contains(&board.id(hex).row())
        }),
        second_set_up: set(&|hex| {
            let inside = area.has(hex) && !south.has(hex);
            inside && board.side(hex) == Side::Second && board.settlement(hex).is_some()
        }),
        board,
        counters,
    }
}
