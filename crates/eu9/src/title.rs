//! The Italian Wars as data: map, countries, leaders, set-up, checked into the rules of a game.

mod ledger;
mod map;
mod people;
mod readings;
mod setup;
mod text;

pub use ledger::Ledger;
pub use readings::{
    DrawnInterception, ExtendedCampaign, FarOff, HelpedMarch, MinorsTogether, OutOfSupply, Readings,
    TakenMinors,
};
pub use text::{Harbour, ReadingsText, TitleText};

use crate::attrition::worst_sea;
use crate::campaign::{Campaign, Grant};
use crate::charts::{Charts, Entry, FleetContents};
use crate::fleet::Fleet;
use crate::leader::Leader;
use crate::power::{Class, Country, NavalTechnology, Period, Terrain, Theatre, Turn};
use crate::stack::Stack;
use crate::supply::is_port;
use grognard_charts::{BadData, read, refuse};
use grognard_umpire::{BySide, Offer, Refusal, Side};
use serde::Deserialize;
use std::sync::Arc;

/// What a border is like.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Border {
    /// Open.
    None,
    /// A river.
    River,
    /// A mountain pass.
    Pass,
    /// A strait.
    Strait,
}

/// Figures of the title.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TitleFigures {
    /// Points for a major battle.
    pub major_battle: i16,
    /// Points for a captured monarch.
    pub monarch_captured: i16,
    /// Points for attacking a neutral.
    pub neutral_attacked: i16,
    /// Ducats of ransom for a monarch.
    pub ransom: i16,
    /// Stability lost with him.
    pub ransom_stability: i8,
    /// The largest margin that is still a draw.
    pub draw_up_to: i16,
    /// The largest margin that is still marginal.
    pub marginal_up_to: i16,
    /// Below this stability a side loses at once.
    pub stability_lost_below: i8,
    /// With this stability or less a side may offer peace.
    pub peace_offered_from: i8,
    /// Points lost by whoever refuses it.
    pub peace_refused: i16,
    /// What keeps Wurtemberg.
    pub wurtemberg_price: i16,
}

/// A province.
#[derive(Clone, Debug)]
pub struct Province {
    /// Its key.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its city.
    pub city: String,
    /// Its terrain.
    pub terrain: Terrain,
    /// Its income.
    pub income: i16,
    /// Its gold, paid like its income.
    pub gold: i16,
    /// Its printed fortress, counters included.
    pub fortress: u8,
    /// What it has for ships.
    pub harbour: Harbour,
    /// Whose national territory it is, if a country's in play.
    pub national: Option<u8>,
    /// Who owns it at the start.
    pub owner: u8,
    /// Whether it lies in Italy.
    pub italy: bool,
    /// The number under the snowflake of the cold area; none outside it.
    pub cold: Option<u8>,
    /// Europe or not.
    pub theatre: Theatre,
    /// Latitude and longitude in hundredths of a degree, for drawing.
    pub place: (i32, i32),
    /// The sea zones of its coast.
    pub seas: Vec<u8>,
    /// Neighbours with their borders.
    pub borders: Vec<(u8, Border)>,
}

impl Province {
    /// Whether it has a port; the title plays on the new map, where arsenals count as ports.
    pub fn is_port(&self) -> bool {
        is_port(self.harbour == Harbour::Port, self.harbour == Harbour::Arsenal, true).is_ok()
    }

    /// Whether its port can hold a fleet: one F counter lies in a port, more need an arsenal.
    ///
    /// # Errors
    /// Why not.
    pub fn berths(&self, fleet: Fleet) -> Result<(), Refusal> {
        is_port(self.harbour == Harbour::Port, self.harbour == Harbour::Arsenal, true)
            .map_err(|_| Refusal::new(rule!("SUPPLY-t"), format!("{} has no port", self.id)))?;
        match fleet.f_counters() > 1 && self.harbour != Harbour::Arsenal {
            true => {
                let reason = format!("{} has no arsenal, which two F counters need", self.id);
                Err(Refusal::new(rule!("SUPPLY-t"), reason))
            }
            false => Ok(()),
        }
    }
}

/// A sea zone.
#[derive(Clone, Debug)]
pub struct SeaZone {
    /// Its key.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its difficulty.
    pub difficulty: i8,
    /// Its special penalty.
    pub penalty: i8,
    /// Whether galleys are at home in it.
    pub mediterranean: bool,
    /// Latitude and longitude in hundredths of a degree, for drawing.
    pub place: (i32, i32),
    /// The provinces of its coast.
    pub coast: Vec<u8>,
    /// Neighbouring zones with their borders.
    pub borders: Vec<(u8, Border)>,
}

/// Counters on land and at sea together: a minor's basic force.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Force {
    /// On land.
    pub stack: Stack,
    /// At sea.
    pub fleet: Fleet,
}

impl Force {
    /// Reads `A+ LD` or `F- 4NGD NTD LD`.
    ///
    /// # Errors
    /// The word that is no counter.
    pub fn read(text: &str) -> Result<Force, String> {
        let ship = |word: &&str| Fleet::read(word).is_ok() && *word != "d";
        let (ships, counters): (Vec<&str>, Vec<&str>) = text.split_whitespace().partition(ship);
        Ok(Force { stack: Stack::read(&counters.join(" "))?, fleet: Fleet::read(&ships.join(" "))? })
    }
}

impl std::fmt::Display for Force {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.stack == Stack::default(), self.fleet.is_empty()) {
            (_, true) => write!(f, "{}", self.stack),
            (true, false) => write!(f, "{}", self.fleet),
            (false, false) => write!(f, "{} {}", self.stack, self.fleet),
        }
    }
}

impl Offer for Force {
    fn key(&self) -> String {
        self.to_string().replace(' ', "/")
    }
    fn words(&self) -> String {
        self.to_string()
    }
}

/// A country of the title.
#[derive(Clone, Debug)]
pub struct Nation {
    /// Its key.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What the tables know it as.
    pub country: Country,
    /// Its army class.
    pub class: Class,
    /// Its line of the fleet contents.
    pub line: &'static str,
    /// What its full F counters hold in the title's period.
    pub contents: FleetContents,
    /// Whether a major.
    pub major: bool,
    /// Its side in each of turns 7 to 10.
    pub sides: [Option<Side>; 4],
    /// Who may pass through it while it is neutral, in each turn: first side, second side.
    pub transit: [BySide<bool>; 4],
    /// Where it may fight; everywhere if empty.
    pub range: Vec<u8>,
    /// Where its fleets may sail; everywhere if empty.
    pub sea_range: Vec<u8>,
    /// Its basic force; where there are several, its side picks one.
    pub basic: Vec<Force>,
    /// What it gets each later turn; where there are several, its side picks one.
    pub reinforcement: Vec<Force>,
    /// Where its troops gather.
    pub home: u8,
    /// Its A counters.
    pub armies: u8,
    /// Its F counters.
    pub fleets: u8,
    /// Its LD counters, those that serve as LD or ND, its NTD counters.
    pub detachments: [u8; 3],
    /// Where it raises troops besides its national provinces.
    pub recruits: Vec<u8>,
    /// Whether nobody makes war on it, and only its friends enter its lands.
    pub closed: bool,
    /// Whether all its troops are veterans.
    pub always_veteran: bool,
    /// Its naval technology in turns 7 to 10.
    pub ships: [NavalTechnology; 4],
    /// The province that keeps an F- free of charge while it is held.
    pub keeps_fleet: Option<u8>,
    /// Its colour.
    pub colour: String,
}

impl Nation {
    /// Whether its troops may go to a province.
    pub fn fights_in(&self, at: u8) -> bool {
        self.range.is_empty() || self.range.contains(&at)
    }

    /// Whether its fleets may go to a sea zone.
    pub fn sails(&self, sea: u8) -> bool {
        self.sea_range.is_empty() || self.sea_range.contains(&sea)
    }
}

/// A leader of the title.
#[derive(Clone, Debug)]
pub struct TitleLeader {
    /// His key.
    pub id: String,
    /// His name.
    pub name: String,
    /// His country.
    pub country: u8,
    /// Whether a general or a king (else an admiral).
    pub general: bool,
    /// Whether the monarch of a side.
    pub monarch: bool,
    /// Whether his counter bears a name; who has none is killed where others are wounded.
    pub named: bool,
    /// His rank, A before B.
    pub rank: u8,
    /// MAN, FIRE, SHOCK.
    pub values: Leader,
    /// SIEGE.
    pub siege: i8,
    /// First and last turn of service.
    pub turns: [u8; 2],
}

/// Troops at the start.
#[derive(Clone, Debug)]
pub struct StartingTroops {
    /// Where.
    pub at: u8,
    /// Whose.
    pub country: u8,
    /// What.
    pub stack: Stack,
    /// Whether veteran.
    pub veteran: bool,
    /// Who leads them.
    pub leaders: Vec<u8>,
    /// Whether inside the city.
    pub inside: bool,
}

/// A fleet at the start.
#[derive(Clone, Debug)]
pub struct StartingFleet {
    /// In which port.
    pub port: u8,
    /// Whose.
    pub country: u8,
    /// What.
    pub fleet: Fleet,
    /// Who leads it.
    pub leaders: Vec<u8>,
}

/// A side of the title.
#[derive(Clone, Debug)]
pub struct TitleSide {
    /// Its name.
    pub name: String,
    /// Its capital.
    pub capital: u8,
    /// Its initiative.
    pub initiative: u8,
    /// Ducats at the start.
    pub treasury: i16,
    /// Stability at the start.
    pub stability: i8,
    /// Income from lands off the map and adjustments.
    pub fixed_income: i16,
    /// Its first major country.
    pub major: u8,
}

/// Everything that does not change during a game of the Italian Wars.
pub struct GameRules {
    /// The tables.
    pub charts: Arc<Charts>,
    /// The readings in force.
    pub readings: Readings,
    /// The scenario's key.
    pub scenario: String,
    /// The scenario's name.
    pub name: String,
    /// Its turns.
    pub turns: Vec<u8>,
    /// Points given beforehand.
    pub offset: BySide<i16>,
    /// The period.
    pub period: Period,
    /// The provinces.
    pub provinces: Vec<Province>,
    /// The sea zones.
    pub seas: Vec<SeaZone>,
    /// The countries.
    pub nations: Vec<Nation>,
    /// What each country keeps and pays.
    pub ledgers: Vec<Ledger>,
    /// The leaders.
    pub leaders: Vec<TitleLeader>,
    /// The troops at the start.
    pub troops: Vec<StartingTroops>,
    /// The fleets at the start.
    pub fleets: Vec<StartingFleet>,
    /// The sides.
    pub sides: BySide<TitleSide>,
    /// What scores: province, side (none for either), points.
    pub victory: Vec<(u8, Option<Side>, i16)>,
    /// Figures.
    pub figures: TitleFigures,
    /// The campaign that a minor at war has free of charge in every round.
    pub minor_campaign: Campaign,
    /// Movement costs in Europe and outside it, read once: clear friendly, clear enemy, mountain enemy,
    /// other rough, crossing, swamp, sea trip, sea trip from port to port.
    pub(crate) costs: [[u8; 8]; 2],
    /// By how much a port makes a sea zone easier.
    pub(crate) port_relief: i8,
    /// The most MP of a land stack and of a leader alone, and the bounds of supply: weak from, longest.
    pub(crate) bounds: [u8; 4],
}

/// The rows of the movement costs, in the order of [`GameRules::costs`].
const COSTS: [&str; 8] = [
    "clear friendly",
    "clear enemy",
    "mountain enemy",
    "other rough",
    "strait river pass",
    "swamp in or out",
    "naval move",
    "naval move port to port",
];

impl GameRules {
    /// Reads the title's files and checks them against each other.
    ///
    /// # Errors
    /// What is wrong, in which file, and what would be right.
    pub fn read(
        scenario: &str,
        map: &str,
        countries: &str,
        setup: &str,
        charts: &Arc<Charts>,
    ) -> Result<GameRules, BadData> {
        let map_text: text::MapText = read("map.toml", map)?;
        let country_text: text::CountriesText = read("countries.toml", countries)?;
        let setup_text: text::SetupText = read("setup.toml", setup)?;
        let mut problems = Vec::new();
        let nation_index = |id: &str| country_text.country.iter().position(|c| c.id == id).map(|i| i as u8);
        let mut provinces = map::provinces(&map_text, &nation_index, &mut problems);
        let seas = map::seas(&map_text, &mut problems);
        if !problems.is_empty() {
            return Err(refuse("map.toml", map, &problems));
        }
        let side_index =
            |id: &str| setup_text.side.iter().position(|s| s.id == id).map(|i| Side::ALL[i.min(1)]);
        let names = people::Names { provinces: &provinces, seas: &seas };
        let mut nations = people::nations(&country_text, &names, &side_index, &mut problems);
        let leaders = people::leaders(&country_text, &setup_text, &nation_index, &mut problems);
        people::check_numbers(&country_text, &leaders, &mut problems);
        if !problems.is_empty() {
            return Err(refuse("countries.toml", countries, &problems));
        }
        let Some(chosen) = setup_text.scenario.iter().find(|s| s.key == scenario) else {
            let keys: Vec<&str> = setup_text.scenario.iter().map(|s| s.key.as_str()).collect();
            let problem = format!("no scenario `{scenario}`; there are {}", keys.join(", "));
            return Err(BadData::new("setup.toml", "scenario", problem));
        };
        let Some(&first_turn) = chosen.turns.first() else {
            return Err(BadData::new("setup.toml", "scenario", "a scenario has at least one turn"));
        };
        if setup_text.side.len() != 2 {
            return Err(BadData::new("setup.toml", "side", "a title has two sides"));
        }
        let period = charts.period(Turn(first_turn)).unwrap_or(Period::II);
        let before = provinces.clone();
        let mut reader = setup::Reader {
            charts,
            period,
            provinces: &before,
            seas: &seas,
            nations: &nations,
            leaders: &leaders,
            problems,
        };
        let (troops, fleets) = (reader.troops(&setup_text), reader.fleets(&setup_text));
        let sides = reader.sides(&setup_text);
        for fortress in &setup_text.fortress {
            let at = reader.province("fortress, at", &fortress.at);
            provinces[usize::from(at)].fortress = fortress.level;
        }
        let mut victory = Vec::new();
        for line in &setup_text.victory {
            let at = reader.province("victory, province", &line.province);
            victory.push((at, side_index(&line.side), line.points));
        }
        if !reader.problems.is_empty() {
            return Err(refuse("setup.toml", setup, &reader.problems));
        }
        let table = charts.pages.table("movement-costs")?;
        let cost = |row: &str, column: usize| table.row(row).and_then(|row| table.number::<u8>(row, column));
        let mut costs = [[0; 8]; 2];
        for (place, row) in COSTS.into_iter().enumerate() {
            (costs[0][place], costs[1][place]) = (cost(row, 1)?, cost(row, 2)?);
        }
        for nation in &mut nations {
            nation.contents = charts.logistics.contents(nation.line, period);
        }
        let readings = ReadingsText::default().readings()?;
        let ledgers = nations.iter().map(|nation| Ledger::of(nation, charts, period, &readings)).collect();
        Ok(GameRules {
            charts: Arc::clone(charts),
            readings,
            ledgers,
            scenario: chosen.key.clone(),
            name: chosen.name.clone(),
            turns: chosen.turns.clone(),
            offset: BySide::new(chosen.offset[0], chosen.offset[1]),
            period,
            provinces,
            seas,
            nations,
            leaders,
            troops,
            fleets,
            sides,
            victory,
            figures: setup_text.figures,
            minor_campaign: Grant::named(charts, "minor at war")
                .map_or(Campaign::None, |grant| grant.campaign),
            costs,
            port_relief: worst_sea(charts, &[(0, true)]).1,
            bounds: [
                charts.figure("movement-limits", "land stack") as u8,
                charts.figure("movement-limits", "lone leader") as u8,
                charts.count(Entry::WeakFrom),
                charts.count(Entry::Longest),
            ],
        })
    }

    /// The same under other readings.
    #[must_use]
    pub fn under(mut self, readings: Readings) -> GameRules {
        self.readings = readings;
        for (ledger, nation) in self.ledgers.iter_mut().zip(&self.nations) {
            *ledger = Ledger::of(nation, &self.charts, self.period, &readings);
        }
        self
    }

    /// The province with a key.
    pub fn province(&self, id: &str) -> Option<u8> {
        self.provinces.iter().position(|p| p.id == id).map(|index| index as u8)
    }

    /// The sea zone with a key.
    pub fn sea(&self, id: &str) -> Option<u8> {
        self.seas.iter().position(|sea| sea.id == id).map(|index| index as u8)
    }

    /// A province's name.
    pub fn place(&self, at: u8) -> &str {
        &self.provinces[usize::from(at)].name
    }
}
