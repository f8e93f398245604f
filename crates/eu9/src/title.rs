//! The Italian Wars as data: map, countries, leaders, set-up, checked into the rules of a game.

mod check;
mod files;
mod ledger;
mod map;
mod people;
mod readings;
mod setup;
mod text;

pub use ledger::Ledger;
pub use readings::{
    DrawnInterception, EnemyLand, ExtendedCampaign, HelpedMarch, MinorsTogether, OutOfSupply, Readings,
    TakenMinors,
};
pub use text::{Harbour, ReadingsText, TitleText};

use crate::campaign::Campaign;
use crate::charts::{Charts, FleetContents};
use crate::evasion::Refuge;
use crate::fleet::Fleet;
use crate::leader::Leader;
use crate::power::{Class, Country, NavalTechnology, Period, Terrain, Theatre};
use crate::profile::MapEdition;
use crate::stack::Stack;
use grognard_umpire::{BySide, Offer, Refusal, Side};
use serde::Deserialize;
use std::sync::Arc;

/// The first and the last turn that the title's lists know.
pub(crate) const FIRST_TURN: u8 = 7;
pub(crate) const LAST_TURN: u8 = 10;
/// How many turns that is.
pub(crate) const TURNS: usize = (LAST_TURN - FIRST_TURN + 1) as usize;
/// What is bought in a turn is kept for the first so many countries, the majors.
pub(crate) const MAJORS_MAX: usize = 8;

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
    /// The map it lies on.
    pub map: MapEdition,
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
    /// Whether it has a port. What the new map has as an arsenal is a port on the old one.
    pub fn is_port(&self) -> bool {
        self.harbour != Harbour::None
    }

    /// Whether it has an arsenal, which only the new map knows.
    pub fn is_arsenal(&self) -> bool {
        // Nothing that is said of arsenals holds on the old map [SUPPLY-t].
        self.map == MapEdition::New && self.harbour == Harbour::Arsenal
    }

    /// Whether its port can hold a fleet: one F counter lies in a port, more need an arsenal.
    ///
    /// # Errors
    /// Why not.
    pub fn berths(&self, fleet: Fleet) -> Result<(), Refusal> {
        if !self.is_port() {
            return Err(Refusal::new(rule!("MOVE-c"), format!("{} has no port", self.id)));
        }
        match self.map == MapEdition::New && fleet.f_counters() > 1 && !self.is_arsenal() {
            true => {
                let reason = format!("{} has no arsenal, which two F counters need", self.id);
                Err(Refusal::new(rule!("MOVE-c"), reason))
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
    /// Straits with guns: the zone beyond, and the province that has them.
    pub straits: Vec<(u8, u8)>,
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
    pub sides: [Option<Side>; TURNS],
    /// Who may pass through it while it is neutral, in each turn: first side, second side.
    pub transit: [BySide<bool>; TURNS],
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
    pub ships: [NavalTechnology; TURNS],
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

impl GameRules {
    /// The same under other readings.
    #[must_use]
    pub fn under(mut self, readings: Readings) -> GameRules {
        self.readings = readings;
        for province in &mut self.provinces {
            province.map = readings.map;
        }
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

    /// What a sea zone is called in a sentence: what else belongs to it is for tables.
    pub fn waters(&self, sea: u8) -> &str {
        let name = &self.seas[usize::from(sea)].name;
        name.split(" (").next().unwrap_or(name)
    }

    /// A province as a place to which an evader may go.
    pub(crate) fn refuge(&self, at: u8) -> Refuge {
        let province = &self.provinces[usize::from(at)];
        Refuge { key: province.id.clone(), name: province.name.clone() }
    }
}
