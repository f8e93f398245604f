//! The givens of an exploration, read from a file.

use super::Company;
use crate::attrition::{March, Voyage, march_causes};
use crate::campaign::{Campaign, Errand};
use crate::charts::Charts;
use crate::fleet::Fleet;
use crate::modifier::Sheet;
use crate::power::{Class, Country, NavalTechnology, Period, Technology, Theatre, Turn};
use crate::profile::{AttritionProfile, Edition, LowCost, ProfileName, listed, switch};
use crate::sea_attrition::{VoyageRulesText, WayText, check_manoeuvre, ships};
use crate::stack::Stack;
use crate::thirds::Thirds;
use grognard_charts::{BadData, Problem, Switch, read, refuse};
use grognard_umpire::{Modifier, Side};
use serde::Deserialize;
use std::sync::Arc;

/// What kind of leader explores.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ExplorerKind {
    /// An explorer: at home on the sea, half as good on land.
    Explorer,
    /// A conquistador.
    Conquistador,
    /// A governor.
    Governor,
    /// An admiral or a general: his MAN does not help a discovery.
    Other,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct ExplorerText {
    kind: ExplorerKind,
    manoeuvre: i8,
}

/// The march to the brink of a land expedition.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct MarchText {
    points: u8,
    #[serde(default)]
    beach: bool,
    #[serde(default)]
    enemy_province: bool,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ExplorationRulesText {
    profile: Option<ProfileName>,
    modifiers: Option<ExplorationModifiers>,
    edition: Option<Edition>,
    low_cost: Option<LowCost>,
    #[serde(default)]
    voyage: VoyageRulesText,
}

switch! {
    /// What changes the exploration die.
    ExplorationModifiers {
        /// MAN and the penalty of the sea: the guide.
        Guide = "guide",
        /// Naval technology and a sea that others know as well: the edition of 2013.
        Of2013 = "2013",
        /// Bad weather as well: the edition of 2020.
        Of2020 = "2020",
    }
}

/// What changes the exploration die under a profile.
const fn exploration_modifiers(name: ProfileName) -> ExplorationModifiers {
    match name {
        ProfileName::Guide => ExplorationModifiers::Guide,
        ProfileName::Of2020 => ExplorationModifiers::Of2020,
        ProfileName::Of2013 => ExplorationModifiers::Of2013,
    }
}

/// Whose cells are read under a profile: the guide reads the table as it stood in 2013, for only that has its column
/// for explorations.
const fn exploration_edition(name: ProfileName) -> Edition {
    match name {
        ProfileName::Of2020 => Edition::Of2020,
        ProfileName::Guide | ProfileName::Of2013 => Edition::Of2013,
    }
}

/// The switches of an exploration file, each with its reading under a profile.
pub(crate) fn exploration_switches(name: ProfileName) -> Vec<Switch> {
    listed![
        "modifiers" ExplorationModifiers = exploration_modifiers(name), of "EU9-EXPLORE-e";
        "edition" Edition = exploration_edition(name), of "EU9-EXPLORE-d"
            about "Whose cells of the discovery and of the remaining troops are read.";
        "low-cost" LowCost = AttritionProfile::of(name).low_cost, of "EU9-ATTRITION-q";
    ]
}

grognard_charts::battle_file! {
    /// An exploration file.
    #[derive(Clone, Debug)]
    pub struct ExplorationText {
        year: u16,
        name: String,
        country: Country,
        class: Option<Class>,
        /// Ships and their technology, for an exploration at sea.
        ships: Option<String>,
        naval_technology: Option<NavalTechnology>,
        /// Or counters and their technology on land; an empty list is a leader alone.
        counters: Option<String>,
        technology: Option<Technology>,
        /// Who commands; nobody, if it is left out.
        leader: Option<ExplorerText>,
        /// The campaign paid for; a passive one, if it is left out.
        campaign: Option<String>,
        /// The penalty of the sea explored.
        #[serde(default)]
        penalty: i8,
        /// Whether the weather is bad, on the way and in the discovery.
        #[serde(default)]
        bad_weather: bool,
        /// Whether another country knows the sea already.
        #[serde(default)]
        known_to_others: bool,
        /// The way to the brink at sea.
        way: Option<WayText>,
        /// Or on land.
        march: Option<MarchText>,
        #[serde(default)]
        rules: ExplorationRulesText,
    }
}

/// Who explores.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Party {
    /// A fleet.
    Ships {
        /// Its ships.
        fleet: Fleet,
        /// The technology of its warships.
        technology: NavalTechnology,
    },
    /// A stack.
    Troops(Stack),
    /// A leader without troops.
    Alone,
}

/// The way to the brink.
#[derive(Clone, Debug)]
pub enum Way {
    /// No way at all: it stays where it is, and nothing makes it roll.
    None,
    /// A voyage.
    Sea(Voyage),
    /// A march of so many movement points; of none, where a large stack stays.
    Land(March, u8),
}

/// The givens of an exploration.
pub struct Expedition {
    /// The tables.
    pub charts: Arc<Charts>,
    /// Its name.
    pub title: String,
    /// Who explores.
    pub name: String,
    /// With what.
    pub party: Party,
    /// What kind of leader, if anybody commands.
    pub leader: Option<ExplorerKind>,
    /// His MAN.
    pub manoeuvre: i8,
    /// The penalty of the sea explored.
    pub penalty: i8,
    /// Bad weather.
    pub bad_weather: bool,
    /// Whether another country knows the sea already, and the period is late enough for it to help.
    pub known: bool,
    /// The move to the brink.
    pub way: Way,
    /// The campaign under which it sets out.
    pub campaign: Campaign,
    /// What changes the die.
    pub modifiers: ExplorationModifiers,
    /// Whose discovery cells and remaining troops.
    pub edition: Edition,
}

impl Expedition {
    /// Reads an exploration file.
    ///
    /// # Errors
    /// What is wrong with it, where, and what would be right.
    pub fn open(file: &str, text: &str, charts: &Arc<Charts>) -> Result<Expedition, BadData> {
        let setup: ExplorationText = read(file, text)?;
        let mut problems = Vec::new();
        check_manoeuvre(setup.manoeuvre(), "leader.manoeuvre", &mut problems);
        let party = setup.party(charts, &mut problems);
        if party == Party::Alone && setup.leader.is_none() && problems.is_empty() {
            problems.push(Problem::new("leader", "neither ships, troops nor a leader: nobody explores"));
        }
        let campaign = setup.campaign(charts, &mut problems);
        let way = setup.way(charts, party, campaign, &mut problems);
        if !problems.is_empty() {
            return Err(refuse(file, text, &problems));
        }
        let modifiers = setup.modifiers();
        let (edition, manoeuvre) = (setup.edition(), setup.manoeuvre());
        let period = Turn::of_year(setup.year).and_then(|turn| charts.period(turn)).unwrap_or(Period::I);
        Ok(Expedition {
            charts: Arc::clone(charts),
            title: setup.title,
            name: setup.name,
            party,
            leader: setup.leader.map(|leader| leader.kind),
            manoeuvre,
            penalty: setup.penalty,
            bad_weather: setup.bad_weather,
            known: setup.known_to_others && period >= Period::IV,
            way,
            campaign,
            modifiers,
            edition,
        })
    }

    /// Whether it explores a sea.
    pub fn at_sea(&self) -> bool {
        matches!(self.party, Party::Ships { .. })
    }

    /// The company it sets out with.
    pub(super) fn company(&self) -> Company {
        match self.party {
            Party::Ships { fleet, .. } => Company::Ships(fleet),
            Party::Troops(stack) => Company::Troops(stack.size()),
            Party::Alone => Company::Alone,
        }
    }

    /// The leader's own MAN where he is: an explorer on land has all his values halved.
    pub(super) fn own_manoeuvre(&self) -> i8 {
        manoeuvre_of(self.leader, self.manoeuvre, self.at_sea())
    }

    /// The MAN that helps a discovery: in the guide that of whoever commands; in the editions not that of an admiral
    /// or a general, and only half of an explorer's on land.
    fn helpful_manoeuvre(&self) -> i8 {
        match (self.modifiers, self.leader) {
            (_, None) => 0,
            (ExplorationModifiers::Guide, Some(_)) => self.manoeuvre,
            (_, Some(ExplorerKind::Other)) => 0,
            (_, Some(_)) => self.own_manoeuvre(),
        }
    }

    /// What is added to the exploration die.
    pub fn modifiers(&self) -> Vec<Modifier> {
        let figure = |row: &str| self.charts.figure("exploration-modifiers", row);
        let mut list: Vec<Modifier> = Vec::new();
        list.add(-i16::from(self.helpful_manoeuvre()), rule!("EXPLORE-c"), "MAN of the explorer");
        list.add(self.penalty.into(), rule!("EXPLORE-c"), "these seas");
        // What only the editions add.
        let clause = rule!("EXPLORE-e");
        if self.modifiers >= ExplorationModifiers::Of2013
            && let Party::Ships { technology, .. } = self.party
        {
            let row = match technology {
                NavalTechnology::Galley | NavalTechnology::NaoGaleon | NavalTechnology::GalleonFluyt => None,
                technology => Some(technology.key()),
            };
            list.add(row.map_or(0, figure), clause, "naval technology");
            if self.known {
                list.add(figure("known sea from period IV"), clause, "others know this sea");
            }
        }
        if self.modifiers == ExplorationModifiers::Of2020 && self.bad_weather {
            list.add(figure("bad weather"), clause, "bad weather");
        }
        list
    }
}

fn manoeuvre_of(kind: Option<ExplorerKind>, manoeuvre: i8, at_sea: bool) -> i8 {
    match (kind, at_sea) {
        (Some(ExplorerKind::Explorer), false) => manoeuvre / 2,
        _ => manoeuvre,
    }
}

impl ExplorationText {
    /// MAN of whoever commands.
    fn manoeuvre(&self) -> i8 {
        self.leader.map_or(0, |leader| leader.manoeuvre)
    }

    fn profile(&self) -> ProfileName {
        self.rules.profile.unwrap_or_default()
    }

    /// What changes the die.
    fn modifiers(&self) -> ExplorationModifiers {
        self.rules.modifiers.unwrap_or(exploration_modifiers(self.profile()))
    }

    /// MAN of whoever leads the march: as it is in the guide, half of an explorer's in the editions.
    fn manoeuvre_on_land(&self) -> i8 {
        match self.modifiers() {
            ExplorationModifiers::Guide => self.manoeuvre(),
            _ => manoeuvre_of(self.leader.map(|leader| leader.kind), self.manoeuvre(), false),
        }
    }

    /// The campaign paid for: any but none lets troops and ships explore, of those that the country may choose.
    fn campaign(&self, charts: &Charts, problems: &mut Vec<Problem>) -> Campaign {
        let Some(key) = &self.campaign else { return Campaign::default() };
        let campaign = crate::campaign::campaign(key, "campaign", problems);
        let open = campaign.check_open_to(charts, self.country);
        if let Err(refusal) = open.and_then(|()| campaign.may_do(Errand::ExploreOrFightNatives)) {
            problems.push(Problem::new("campaign", refusal.to_string()));
        }
        campaign
    }

    /// How troops tire in a low-cost campaign.
    fn low_cost(&self) -> LowCost {
        self.rules.low_cost.unwrap_or(AttritionProfile::of(self.profile()).low_cost)
    }

    /// Whose cells are read, on the way and in the discovery.
    fn edition(&self) -> Edition {
        let of_profile = exploration_edition(self.profile());
        self.rules.edition.or(self.rules.voyage.edition()).unwrap_or(of_profile)
    }

    fn party(&self, charts: &Charts, problems: &mut Vec<Problem>) -> Party {
        match (&self.ships, &self.counters) {
            (Some(text), None) => {
                let technology = self.naval_technology.unwrap_or_else(|| {
                    problems.push(Problem::new("naval-technology", "ships need a naval technology"));
                    NavalTechnology::Carrack
                });
                let owner = (self.country, self.class);
                let fleet = ships(charts, (text, technology), owner, self.year, problems);
                if fleet.galleys + fleet.galleasses > 0 {
                    let words = "galleys sail the Mediterranean and the Baltic only";
                    problems.push(Problem::new("ships", format!("{words} ({})", rule!("LOGISTICS-b"))));
                }
                Party::Ships { fleet, technology }
            }
            (None, Some(text)) => {
                let stack = Stack::read(text).unwrap_or_else(|problem| {
                    problems.push(Problem::new("counters", problem));
                    Stack::default()
                });
                for refusal in stack.check(self.country).err().unwrap_or_default() {
                    problems.push(Problem::new("counters", refusal.to_string()));
                }
                if Turn::of_year(self.year).is_none() {
                    let problem = Turn::outside(self.year);
                    problems.push(Problem::new("year", problem));
                }
                match stack.size() {
                    Thirds::ZERO => Party::Alone,
                    _ => Party::Troops(stack),
                }
            }
            _ => {
                let problem = "write ships or counters, one of the two; counters = \"\" is a leader alone";
                problems.push(Problem::new("ships", problem));
                Party::Alone
            }
        }
    }

    fn way(&self, charts: &Charts, party: Party, campaign: Campaign, problems: &mut Vec<Problem>) -> Way {
        match (party, &self.way, self.march) {
            (Party::Ships { fleet, technology }, Some(way), None) => {
                let rules = self.rules.voyage;
                if self.rules.edition.is_some() && rules.edition().is_some() {
                    let problem = "the edition stands in [rules]; leave it out here";
                    problems.push(Problem::new("rules.voyage.edition", problem));
                }
                let voyage = way.voyage(charts, fleet, technology, self.manoeuvre(), rules, problems);
                if voyage.bad_weather {
                    let problem =
                        "the weather is the same on the way and in the discovery: write it at the top";
                    problems.push(Problem::new("way.bad-weather", problem));
                }
                Way::Sea(Voyage { edition: self.edition(), bad_weather: self.bad_weather, ..voyage })
            }
            (Party::Troops(stack), None, march) => {
                // Who stays next to what he seeks has marched nowhere; a large stack rolls all the same.
                let MarchText { points, beach, enemy_province } = march.unwrap_or_default();
                let causes = march_causes(
                    charts,
                    stack,
                    points,
                    self.bad_weather,
                    beach,
                    campaign.logistics(self.low_cost()),
                );
                if causes.is_empty() && march.is_none() {
                    return Way::None;
                }
                let technology = self.technology.unwrap_or_else(|| {
                    problems.push(Problem::new(
                        "technology",
                        "troops that march, and large stacks, need a technology",
                    ));
                    Technology::Medieval
                });
                let march = March {
                    theatre: Theatre::RestOfTheWorld,
                    d: stack.d,
                    leader: self.manoeuvre_on_land(),
                    enemy_province,
                    causes: causes.len() as u8,
                    ..March::new(Side::First, stack.ld_count(), technology)
                };
                Way::Land(march, points)
            }
            (Party::Alone, None, None) => Way::None,
            (Party::Ships { .. }, ..) => {
                let problem = "a fleet is never in port on an exploration: write its [way], if only the zone it lies in";
                problems.push(Problem::new("way", problem));
                Way::None
            }
            _ => {
                let problem = "a [way] is for ships, a [march] for troops; a leader alone needs neither";
                problems.push(Problem::new("march", problem));
                Way::None
            }
        }
    }
}
