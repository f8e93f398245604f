//! The title's files as they are written.

use super::{
    Border, DrawnInterception, EnemyLand, ExtendedCampaign, HelpedMarch, MinorsTogether, OutOfSupply,
    TakenMinors, TitleFigures,
};
use crate::power::{Class, NavalTechnology, Technology, Terrain, Theatre};
use crate::profile::{
    AttritionPorts, AttritionRulesText, Edition, MapEdition, NavalProfileText, NavalSupply, ProfileName,
    ProfileText, PurchaseLimit, SiegeProfileText,
};
use crate::sea_attrition::VoyageRulesText;
use crate::supply::ColdRule;
use serde::Deserialize;

grognard_charts::battle_file! {
    /// A title file: which scenario of the Italian Wars is played, and under which readings.
    #[derive(Clone, Debug)]
    pub struct TitleText {
        pub(crate) scenario: String,
        #[serde(default)]
        pub(crate) rules: ReadingsText,
    }
}

/// The `[rules]` part of a title file.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ReadingsText {
    pub(super) profile: Option<ProfileName>,
    pub(super) technology: Option<Technology>,
    pub(super) cold: Option<ColdRule>,
    pub(super) out_of_supply: Option<OutOfSupply>,
    pub(super) taken_minors: Option<TakenMinors>,
    pub(super) extended_campaign: Option<ExtendedCampaign>,
    pub(super) minors_together: Option<MinorsTogether>,
    pub(super) naval_supply: Option<NavalSupply>,
    pub(super) interception: Option<Edition>,
    pub(super) drawn_interception: Option<DrawnInterception>,
    pub(super) helped_march: Option<HelpedMarch>,
    pub(super) enemy_land: Option<EnemyLand>,
    pub(super) map: Option<MapEdition>,
    pub(super) purchase_limit: Option<PurchaseLimit>,
    pub(super) attrition_ports: Option<AttritionPorts>,
    /// Single switches of land battles, as their files have them.
    #[serde(default)]
    pub(super) land: ProfileText,
    /// Of naval battles.
    #[serde(default)]
    pub(super) naval: NavalProfileText,
    /// Of sieges and assaults.
    #[serde(default)]
    pub(super) siege: SiegeProfileText,
    /// Of sea attrition.
    #[serde(default)]
    pub(super) sea: VoyageRulesText,
    /// Of land attrition.
    #[serde(default)]
    pub(super) attrition: AttritionRulesText,
}

/// What a place has for ships.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Harbour {
    /// Nothing.
    #[default]
    None,
    /// A port.
    Port,
    /// An arsenal.
    Arsenal,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ProvinceText {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) city: String,
    pub(super) terrain: Terrain,
    pub(super) income: i16,
    /// Gold, paid like the income.
    #[serde(default)]
    pub(super) gold: i16,
    pub(super) fortress: u8,
    pub(super) port: Harbour,
    pub(super) national: String,
    pub(super) owner: String,
    pub(super) italy: bool,
    pub(super) latitude: i32,
    pub(super) longitude: i32,
    pub(super) seas: Vec<String>,
    pub(super) borders: Vec<(String, Border)>,
    /// The number under the snowflake of the cold area; no number outside it.
    pub(super) cold: Option<u8>,
    pub(super) theatre: Option<Theatre>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SeaText {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) difficulty: i8,
    pub(super) penalty: i8,
    pub(super) mediterranean: bool,
    pub(super) latitude: i32,
    pub(super) longitude: i32,
    pub(super) coast: Vec<String>,
    pub(super) borders: Vec<(String, Border)>,
}

/// A strait with guns: the zones it joins, and the province whose city has them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StraitText {
    pub(super) seas: [String; 2],
    pub(super) fort: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MapText {
    /// Countries whose national territory lies on the map and which have no part in the title.
    #[serde(default)]
    pub(super) elsewhere: Vec<String>,
    pub(super) province: Vec<ProvinceText>,
    pub(super) sea: Vec<SeaText>,
    #[serde(default)]
    pub(super) strait: Vec<StraitText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct CountryText {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) class: Class,
    pub(super) major: bool,
    pub(super) side: Option<String>,
    #[serde(default)]
    pub(super) sides: Vec<String>,
    #[serde(default)]
    pub(super) transit: Vec<String>,
    #[serde(default)]
    pub(super) range: Vec<String>,
    #[serde(default)]
    pub(super) sea_range: Vec<String>,
    #[serde(default)]
    pub(super) basic: String,
    #[serde(default)]
    pub(super) reinforcement: String,
    #[serde(default)]
    pub(super) home: Option<String>,
    pub(super) armies: u8,
    #[serde(default)]
    pub(super) fleets: u8,
    /// LD counters, counters for LD or ND, NTD counters.
    pub(super) detachments: [u8; 3],
    /// How many generals and admirals it has in a turn; monarchs and further named ones come on top.
    pub(super) leaders: Option<[u8; 2]>,
    /// Provinces where it raises troops besides its national ones.
    #[serde(default)]
    pub(super) recruits: Vec<String>,
    /// Nobody makes war on it, and only its friends enter its lands.
    #[serde(default)]
    pub(super) closed: bool,
    #[serde(default)]
    pub(super) always_veteran: bool,
    /// The naval technology of turns 7 to 10.
    pub(super) ships: [NavalTechnology; 4],
    /// The province that keeps an F- free of charge while it is held.
    #[serde(default)]
    pub(super) keeps_fleet: Option<String>,
    pub(super) colour: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LeaderText {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) country: String,
    pub(super) kind: String,
    pub(super) rank: String,
    pub(super) values: [i8; 4],
    pub(super) turns: [u8; 2],
    pub(super) basis: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CountriesText {
    pub(super) country: Vec<CountryText>,
    pub(super) leader: Vec<LeaderText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScenarioText {
    pub(super) key: String,
    pub(super) name: String,
    pub(super) turns: Vec<u8>,
    pub(super) offset: [i16; 2],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct SideText {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) capital: String,
    pub(super) monarch: String,
    pub(super) initiative: u8,
    pub(super) treasury: i16,
    pub(super) stability: i8,
    pub(super) off_map_income: i16,
    pub(super) income_adjustment: i16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TroopsText {
    pub(super) at: String,
    pub(super) country: String,
    pub(super) counters: String,
    pub(super) veteran: bool,
    pub(super) leaders: Vec<String>,
    pub(super) inside: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FleetText {
    pub(super) port: String,
    pub(super) country: String,
    pub(super) ships: String,
    pub(super) leaders: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FortressText {
    pub(super) at: String,
    pub(super) level: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct VictoryText {
    pub(super) province: String,
    pub(super) side: String,
    pub(super) points: i16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SetupText {
    pub(super) scenario: Vec<ScenarioText>,
    pub(super) side: Vec<SideText>,
    pub(super) troops: Vec<TroopsText>,
    #[serde(default)]
    pub(super) fleet: Vec<FleetText>,
    pub(super) fortress: Vec<FortressText>,
    pub(super) victory: Vec<VictoryText>,
    pub(super) figures: TitleFigures,
}
