//! Europa Universalis, the EU9 "Fast battle" guide.
//!
//! A land battle runs like this, and the modules stand in this order: two [`Army`]s of counters
//! ([`Stack`]) meet in an [`Engagement`]; the [`Battle`] draws leaders, rolls Fire and Shock for up to two
//! days on the combat results, lets either side try to slip away after the first, decides who has won,
//! pursues, corrects the losses for small stacks and relative size, and counts what is left.
//!
//! Readings of unclear rules are switches of a [`Profile`]; figures are in [`Charts`].

/// The clause with this id of the EU9 list.
macro_rules! rule {
    ($id:literal) => {
        grognard_umpire::Clause::new(concat!("EU9-", $id))
    };
}

mod answer;
mod artillery;
mod asks;
mod attrition;
mod battle;
mod campaign;
mod change;
mod charts;
mod engagement;
mod evasion;
mod exploration;
mod fleet;
mod game;
mod host;
mod interception;
mod land_attrition;
mod leader;
mod logistics;
mod modifier;
mod naval;
mod naval_supply;
mod outlines;
mod passage;
#[cfg(test)]
mod pinned;
mod power;
mod profile;
mod replacement;
mod revolt;
mod scene;
mod sea_attrition;
mod siege;
mod stack;
mod supply;
mod thirds;
mod title;
mod upkeep;

pub use asks::Asks;
pub use attrition::{
    Cause, Logistics, March, Occasion, Pillage, SeveralFleets, Suffered, Voyage, Wreck, fort_fire,
    march_causes, remaining, worst_sea,
};
pub use battle::{Battle, End, Fate, LookUp, as_the_guide_counts, guide_example};
pub use campaign::{
    Aggression, Campaign, CampaignText, Chosen, Council, Element, Errand, FreeUse, Grant, King, Often, Plan,
};
pub use change::Change;
pub use charts::{
    AssaultColumn, AttritionCharts, Charts, Column, Condition, Continuation, Discovery, FireEffect,
    FleetContents, Forces, LandPrice, LeaderTest, Left, LogisticsCharts, Lot, NavalModifier, NavalPrice,
    Phase, PillageRule, Reading, RoundBox, SeaCharts, SiegeCharts, Siegework, Toll,
};
pub use engagement::{Approach, Army, Engagement, EngagementText, Interception, Policy, RetreatPolicy};
pub use evasion::{Escape, Evasion, EvasionEnd, EvasionText, Outside, Part, Stand};
pub use exploration::{
    Company, Expedition, Exploration, ExplorationEnd, ExplorationText, ExplorerKind, Party as ExploringParty,
    Way,
};
pub use fleet::{Fleet, SEA_COUNTERS_MAX, fleet_line};
pub use game::{
    Advice, Anchorage, Band, Chances, Game, GameEnd, Impulse, Judge, Land, Level, Post, Reason, Roster,
    RuleOfThumb, Squadron, Troops, Walls,
};
pub use host::{Allies, Contingent, Host};
pub use interception::{
    Circumstances, Hunt, InterceptionAttempt, InterceptionEnd, InterceptionText, Station,
};
pub use land_attrition::{
    AttritionPolicy, Hardship, LandAttrition, LandAttritionEnd, LandAttritionText, PillagePolicy,
};
pub use leader::{Commander, Leader};
pub use logistics::{army_cost, conversion_clause, naval_purchase, purchase_cost, transport_need};
pub use naval::{
    LeavePolicy, Line, NavalBattle, NavalEnd, NavalEngagement, NavalPolicy, NavalText, Navy, Sea, Sorted,
};
pub use naval_supply::{may_feed, may_feed_another};
pub use passage::{
    Battery, Encounter, Meeting, Narrows, Overrun, OverrunText, Strait, StraitEnd, StraitText, come_upon,
    level_of, meeting,
};
pub use power::{Class, Corps, Country, NavalTechnology, Period, Technology, Terrain, Theatre, Turn};
pub use profile::{
    ArtilleryCount, AttritionPorts, AttritionProfile, BesiegedFire, BesiegedSupply, Days, Destroyed,
    DestroyedAtSea, DestroyedAtTheEnd, Edition, FarOff, GarrisonHunger, GarrisonShield, LargeArmies,
    LeaderDifference, LineLosses, LoneDetachment, LossCap, LossCycle, LossSize, LowCost, MajorGap,
    MajorNeedsArmy, MapEdition, Mixed, MixedTechnology, MixedTies, MixedTraits, MoreNd, Mountain,
    NavalLossCap, NavalProfile, NavalProfileText, NavalSupply, NoArtillery, PeaceUpkeep, PortugalsUpkeep,
    Profile, ProfileName, ProfileText, PurchaseLimit, Resistance, RetreatRoll, River, SeaRetreat,
    SevenOnDayOne, ShipLosses, SiegeProfile, SiegeProfileText, SmallBesieger, Snowflake, StormDanger,
    SwedishHorse, ThreeMore, TooWeak, VeteranGalleys, WeakReasons, switchboards,
};
pub use replacement::{Post as LeaderPost, Replacement, ReplacementText, Substitute, Vacancy};
pub use revolt::{Duty, Fight, RevoltEnd, RevoltText, Rising, Suppression};
pub use sea_attrition::{Crossing, SeaAttrition, SeaAttritionEnd, SeaAttritionText, VoyageProfile};
pub use siege::{
    Assault, AssaultEnd, Command, Lines, Party, Port, Siege, SiegeEnd, SiegeGivens, SiegeOutcome,
    SiegePolicy, SiegeText, StormPolicy, Works, garrison_room,
};
pub use stack::{ARMY_SIZES, Stack};
pub use supply::{
    ColdRule, Ground, Line as SupplyLine, Link, Passage, Supply, SupplyReadings, feeds, one_stack_each,
};
pub use thirds::Thirds;
pub use title::{
    Border, DrawnInterception, EnemyLand, ExtendedCampaign, Force, GameRules, Harbour, HelpedMarch, Ledger,
    MinorsTogether, Nation, OutOfSupply, Province, Readings, ReadingsText, SeaZone, StartingFleet,
    StartingTroops, TakenMinors, TitleFigures, TitleLeader, TitleSide, TitleText,
};
pub use upkeep::{
    Bill, KeptFleet, Quality, Reckoned, Reckoning, UpkeepText, naval_upkeep_of, peace_upkeep, upkeep,
    upkeep_of, upkeep_of_all,
};

use grognard_charts::{BadData, read};
use grognard_umpire::Visitor;
use include_dir::{Dir, include_dir};
use serde::Deserialize;
use std::sync::Arc;

/// The system's key.
pub const KEY: &str = "eu9";
/// Its name.
pub const TITLE: &str = "Europa Universalis: EU9 Fast battle";
/// The edition carried out.
pub const EDITION: &str = "quick guide to the EU9 Fast battle system, with the player aids of 2013 and 2020";
/// The clauses.
pub static RULES: &str = include_str!("../rules.tsv");
/// What the fields of its files mean: label, unit, bounds, words, default, clause, help.
pub static FIELDS: &str = include_str!("../fields.tsv");
/// What stands in its ends and views: kinds of file, end or view, path, types.
pub static SHAPES: &str = include_str!("../shapes.tsv");
/// The sections of the guide in order, each with the clauses that carry it.
pub static SECTIONS: &str = include_str!("../sections.tsv");
/// The tables.
pub static TABLES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/tables");
/// Ready battle files.
pub static BATTLES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/battles");

/// Whole games.
pub static TITLES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/titles");
/// The scenarios of the Italian Wars: key and name.
pub const SCENARIOS: &[(&str, &str)] =
    &[("campaign", "Italian Wars 1521-1539"), ("pavia", "From Bicocca to Cambrai 1521-1529")];

/// Opens a scenario of the Italian Wars: the game at its start, with its rules.
///
/// # Errors
/// That there is no such scenario, or what is wrong with the title's files.
pub fn open_title(scenario: &str, charts: &Arc<Charts>) -> Result<(Game, Arc<GameRules>), BadData> {
    open_title_under(scenario, &ReadingsText::default(), charts)
}

/// Opens a scenario of the Italian Wars under the readings of a title file.
///
/// # Errors
/// That there is no such scenario, or what is wrong with the readings or the title's files.
pub fn open_title_under(
    scenario: &str,
    readings: &ReadingsText,
    charts: &Arc<Charts>,
) -> Result<(Game, Arc<GameRules>), BadData> {
    let file = |name: &str| {
        let path = format!("italian-wars/{name}");
        TITLES.get_file(&path).and_then(|file| file.contents_utf8()).unwrap_or("")
    };
    let (map, countries, setup) = (file("map.toml"), file("countries.toml"), file("setup.toml"));
    let rules = GameRules::read(scenario, map, countries, setup, charts)?.under(readings.readings()?);
    Ok((Game::new(&rules), Arc::new(rules)))
}

/// A battle file, opened: the procedure at its start, with its givens.
pub enum Contest {
    /// `kind = "land-battle"`.
    LandBattle(Battle, Arc<Engagement>),
    /// `kind = "naval-battle"`.
    NavalBattle(NavalBattle, Arc<NavalEngagement>),
    /// `kind = "siege"`.
    Siege(Siege, Arc<SiegeGivens>),
    /// `kind = "assault"`.
    Assault(Assault, Arc<SiegeGivens>),
    /// `kind = "exploration"`.
    Exploration(Exploration, Arc<Expedition>),
    /// `kind = "land-attrition"` and `kind = "supply-attrition"`.
    LandAttrition(LandAttrition, Arc<Hardship>),
    /// `kind = "sea-attrition"`.
    SeaAttrition(SeaAttrition, Arc<Crossing>),
    /// `kind = "interception"`.
    Interception(InterceptionAttempt, Arc<Hunt>),
    /// `kind = "evasion"`.
    Evasion(Evasion, Arc<Escape>),
    /// `kind = "overrun"`.
    Overrun(Overrun, Arc<Encounter>),
    /// `kind = "strait"`.
    Strait(Strait, Arc<Narrows>),
    /// `kind = "replacement-leader"`.
    Replacement(Replacement, Arc<Vacancy>),
    /// `kind = "revolt"`.
    Revolt(Suppression, Arc<Duty>),
    /// `kind = "upkeep"`.
    Upkeep(Reckoning, Arc<Bill>),
    /// `kind = "campaign"`.
    Campaign(Council, Arc<Plan>),
    /// `kind = "italian-wars"`: a whole game.
    ItalianWars(Box<Game>, Arc<GameRules>),
}

impl Contest {
    /// Hands the procedure over to whoever takes in any.
    pub fn visit<V: Visitor>(self, visitor: V) -> V::Out {
        match self {
            Contest::LandBattle(start, rules) => visitor.visit(start, rules),
            Contest::NavalBattle(start, rules) => visitor.visit(start, rules),
            Contest::Siege(start, rules) => visitor.visit(start, rules),
            Contest::Assault(start, rules) => visitor.visit(start, rules),
            Contest::Exploration(start, rules) => visitor.visit(start, rules),
            Contest::LandAttrition(start, rules) => visitor.visit(start, rules),
            Contest::SeaAttrition(start, rules) => visitor.visit(start, rules),
            Contest::Interception(start, rules) => visitor.visit(start, rules),
            Contest::Evasion(start, rules) => visitor.visit(start, rules),
            Contest::Overrun(start, rules) => visitor.visit(start, rules),
            Contest::Strait(start, rules) => visitor.visit(start, rules),
            Contest::Replacement(start, rules) => visitor.visit(start, rules),
            Contest::Revolt(start, rules) => visitor.visit(start, rules),
            Contest::Upkeep(start, rules) => visitor.visit(start, rules),
            Contest::Campaign(start, rules) => visitor.visit(start, rules),
            Contest::ItalianWars(start, rules) => visitor.campaign(*start, rules),
        }
    }
}

/// The kinds of battle file.
pub const KINDS: &[&str] = &[
    "land-battle",
    "naval-battle",
    "siege",
    "assault",
    "exploration",
    "land-attrition",
    "supply-attrition",
    "sea-attrition",
    "interception",
    "evasion",
    "overrun",
    "strait",
    "replacement-leader",
    "revolt",
    "upkeep",
    "campaign",
    "italian-wars",
];

#[derive(Deserialize)]
struct KindText {
    kind: String,
}

/// Opens a battle file of this system.
///
/// # Errors
/// What is wrong with it, where, and what would be right.
pub fn open(file: &str, text: &str, charts: &Arc<Charts>) -> Result<Contest, BadData> {
    let KindText { kind } = read(file, text)?;
    match kind.as_str() {
        "land-battle" => {
            let engagement = Engagement::open(file, text, charts)?;
            Ok(Contest::LandBattle(Battle::new(), Arc::new(engagement)))
        }
        "naval-battle" => {
            let givens = NavalEngagement::open(file, text, charts)?;
            Ok(Contest::NavalBattle(NavalBattle::new(), Arc::new(givens)))
        }
        "siege" => {
            let givens = SiegeGivens::open(file, text, charts)?;
            Ok(Contest::Siege(Siege::of(&givens), Arc::new(givens)))
        }
        "assault" => {
            let givens = SiegeGivens::open(file, text, charts)?;
            Ok(Contest::Assault(Assault::of(&givens), Arc::new(givens)))
        }
        "exploration" => {
            let givens = Expedition::open(file, text, charts)?;
            Ok(Contest::Exploration(Exploration::Brink, Arc::new(givens)))
        }
        "land-attrition" | "supply-attrition" => {
            let givens = Hardship::open(file, text, charts)?;
            Ok(Contest::LandAttrition(LandAttrition::Roll, Arc::new(givens)))
        }
        "sea-attrition" => {
            let givens = Crossing::open(file, text, charts)?;
            Ok(Contest::SeaAttrition(SeaAttrition::Roll, Arc::new(givens)))
        }
        "interception" => {
            let givens = Hunt::open(file, text, charts)?;
            Ok(Contest::Interception(InterceptionAttempt, Arc::new(givens)))
        }
        "evasion" => {
            let givens = Escape::open(file, text, charts)?;
            Ok(Contest::Evasion(Evasion::Stand, Arc::new(givens)))
        }
        "overrun" => {
            let givens = Encounter::open(file, text, charts)?;
            Ok(Contest::Overrun(Overrun, Arc::new(givens)))
        }
        "strait" => {
            let givens = Narrows::open(file, text, charts)?;
            Ok(Contest::Strait(Strait::Fire, Arc::new(givens)))
        }
        "replacement-leader" => {
            let givens = Vacancy::open(file, text, charts)?;
            Ok(Contest::Replacement(Replacement, Arc::new(givens)))
        }
        "revolt" => {
            let givens = Duty::open(file, text, charts)?;
            Ok(Contest::Revolt(Suppression, Arc::new(givens)))
        }
        "upkeep" => {
            let givens = Bill::open(file, text, charts)?;
            Ok(Contest::Upkeep(Reckoning, Arc::new(givens)))
        }
        "campaign" => {
            let givens = Plan::open(file, text, charts)?;
            Ok(Contest::Campaign(Council, Arc::new(givens)))
        }
        "italian-wars" => {
            let title: TitleText = read(file, text)?;
            let (game, rules) = open_title_under(&title.scenario, &title.rules, charts)
                .map_err(|error| BadData::new(file, error.place, error.problem))?;
            Ok(Contest::ItalianWars(Box::new(game), rules))
        }
        other => {
            let problem = format!("no kind of battle `{other}`; write {}", KINDS.join(", "));
            Err(BadData::new(file, "kind", problem))
        }
    }
}
