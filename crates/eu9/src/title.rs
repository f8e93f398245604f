//! The Italian Wars as data: map, countries, leaders, set-up, checked into the rules of a game.

use crate::charts::Charts;
use crate::leader::Leader;
use crate::power::{Class, Country, Period, Terrain, Turn};
use crate::profile::Profile;
use crate::stack::Stack;
use grognard_charts::{BadData, Problem, read, refuse};
use grognard_umpire::{BySide, Side};
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProvinceText {
    id: String,
    name: String,
    city: String,
    terrain: Terrain,
    income: i16,
    fortress: u8,
    port: String,
    national: String,
    owner: String,
    italy: bool,
    latitude: i32,
    longitude: i32,
    #[allow(dead_code)]
    seas: Vec<String>,
    borders: Vec<(String, Border)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeaText {
    id: String,
    #[allow(dead_code)]
    name: String,
    #[allow(dead_code)]
    difficulty: i8,
    #[allow(dead_code)]
    penalty: i8,
    #[allow(dead_code)]
    mediterranean: bool,
    coast: Vec<String>,
    borders: Vec<(String, Border)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MapText {
    province: Vec<ProvinceText>,
    sea: Vec<SeaText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CountryText {
    id: String,
    name: String,
    class: Class,
    major: bool,
    side: Option<String>,
    #[serde(default)]
    sides: Vec<String>,
    #[serde(default)]
    transit: Vec<String>,
    #[serde(default)]
    range: Vec<String>,
    #[serde(default)]
    basic: String,
    #[serde(default)]
    reinforcement: u8,
    #[serde(default)]
    home: Option<String>,
    armies: u8,
    colour: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LeaderText {
    id: String,
    name: String,
    country: String,
    kind: String,
    rank: String,
    values: [i8; 4],
    turns: [u8; 2],
    #[allow(dead_code)]
    basis: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CountriesText {
    country: Vec<CountryText>,
    leader: Vec<LeaderText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioText {
    key: String,
    name: String,
    turns: Vec<u8>,
    offset: [i16; 2],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct SideText {
    id: String,
    name: String,
    capital: String,
    monarch: String,
    initiative: u8,
    treasury: i16,
    stability: i8,
    off_map_income: i16,
    income_adjustment: i16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TroopsText {
    at: String,
    country: String,
    counters: String,
    veteran: bool,
    leaders: Vec<String>,
    inside: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct FleetText {
    port: String,
    country: String,
    ships: String,
    leaders: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FortressText {
    at: String,
    level: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VictoryText {
    province: String,
    side: String,
    points: i16,
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
    /// What keeps Wurtemberg.
    pub wurtemberg_price: i16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetupText {
    scenario: Vec<ScenarioText>,
    side: Vec<SideText>,
    troops: Vec<TroopsText>,
    #[serde(default)]
    #[allow(dead_code)]
    fleet: Vec<FleetText>,
    fortress: Vec<FortressText>,
    victory: Vec<VictoryText>,
    figures: TitleFigures,
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
    /// Its printed fortress, counters included.
    pub fortress: u8,
    /// Whether it has a port.
    pub port: bool,
    /// Whose national territory it is, if a country's in play.
    pub national: Option<u8>,
    /// Who owns it at the start.
    pub owner: u8,
    /// Whether it lies in Italy.
    pub italy: bool,
    /// Latitude and longitude in hundredths of a degree, for drawing.
    pub place: (i32, i32),
    /// Neighbours with their borders.
    pub borders: Vec<(u8, Border)>,
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
    /// Whether a major.
    pub major: bool,
    /// Its side in each of turns 7 to 10.
    pub sides: [Option<Side>; 4],
    /// Who may pass through it while it is neutral, in each turn: first side, second side.
    pub transit: [BySide<bool>; 4],
    /// Where it may fight; everywhere if empty.
    pub range: Vec<u8>,
    /// Its basic force; where there are several, its side picks one.
    pub basic: Vec<Stack>,
    /// LD it gets each later turn.
    pub reinforcement: u8,
    /// Where its troops gather.
    pub home: u8,
    /// Its A counters.
    pub armies: u8,
    /// Its colour.
    pub colour: String,
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
    pub profile: Profile,
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
    /// The countries.
    pub nations: Vec<Nation>,
    /// The leaders.
    pub leaders: Vec<TitleLeader>,
    /// The troops at the start.
    pub troops: Vec<StartingTroops>,
    /// The sides.
    pub sides: BySide<TitleSide>,
    /// What scores: province, side (none for either), points.
    pub victory: Vec<(u8, Option<Side>, i16)>,
    /// Figures.
    pub figures: TitleFigures,
    /// Movement costs, read once: clear friendly, clear enemy, mountain enemy, other rough, crossing, swamp.
    pub(crate) costs: [u8; 6],
    /// The most MP of a land stack, and the bounds of supply: weak from, longest.
    pub(crate) bounds: [u8; 3],
}

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
        let map_text: MapText = read("map.toml", map)?;
        let country_text: CountriesText = read("countries.toml", countries)?;
        let setup_text: SetupText = read("setup.toml", setup)?;
        let mut problems = Vec::new();
        let nation_index = |id: &str| country_text.country.iter().position(|c| c.id == id).map(|i| i as u8);
        let province_index = |id: &str| map_text.province.iter().position(|p| p.id == id).map(|i| i as u8);
        let provinces = provinces(&map_text, &nation_index, &province_index, &mut problems);
        if !problems.is_empty() {
            return Err(refuse("map.toml", map, &problems));
        }
        let side_index =
            |id: &str| setup_text.side.iter().position(|s| s.id == id).map(|i| Side::ALL[i.min(1)]);
        let nations = nations(&country_text, &provinces, &side_index, &province_index, &mut problems);
        let leaders = leaders(&country_text, &setup_text, &nation_index, &mut problems);
        if !problems.is_empty() {
            return Err(refuse("countries.toml", countries, &problems));
        }
        let Some(chosen) = setup_text.scenario.iter().find(|s| s.key == scenario) else {
            let keys: Vec<&str> = setup_text.scenario.iter().map(|s| s.key.as_str()).collect();
            let problem = format!("no scenario `{scenario}`; there are {}", keys.join(", "));
            return Err(BadData::new("setup.toml", "scenario", problem));
        };
        let mut found = |what: &str, place: String, index: Option<u8>, id: &str| {
            index.unwrap_or_else(|| {
                problems.push(Problem::new(place, format!("no {what} `{id}`")));
                0
            })
        };
        let mut troops = Vec::new();
        for (number, text) in setup_text.troops.iter().enumerate() {
            let place = format!("troops {}", number + 1);
            let at = found("province", format!("{place}, at"), province_index(&text.at), &text.at);
            let country =
                found("country", format!("{place}, country"), nation_index(&text.country), &text.country);
            let leaders = text.leaders.iter().map(|id| {
                let index = country_text.leader.iter().position(|l| l.id == *id).map(|i| i as u8);
                found("leader", format!("{place}, leaders"), index, id)
            });
            let leaders = leaders.collect();
            let stack = Stack::read(&text.counters).unwrap_or_default();
            troops.push(StartingTroops {
                at,
                country,
                stack,
                veteran: text.veteran,
                leaders,
                inside: text.inside,
            });
        }
        let mut provinces = provinces;
        for fortress in &setup_text.fortress {
            let at = found("province", "fortress".to_owned(), province_index(&fortress.at), &fortress.at);
            provinces[usize::from(at)].fortress = fortress.level;
        }
        let victory = setup_text
            .victory
            .iter()
            .map(|line| {
                let at =
                    found("province", "victory".to_owned(), province_index(&line.province), &line.province);
                (at, side_index(&line.side), line.points)
            })
            .collect();
        if setup_text.side.len() != 2 {
            return Err(BadData::new("setup.toml", "side", "a title has two sides"));
        }
        let mut side = |index: usize| {
            let text = &setup_text.side[index];
            let capital = found("province", "side".to_owned(), province_index(&text.capital), &text.capital);
            let major =
                nations.iter().position(|n| n.major && n.sides[0] == Some(Side::ALL[index])).unwrap_or(0);
            TitleSide {
                name: text.name.clone(),
                capital,
                initiative: text.initiative,
                treasury: text.treasury,
                stability: text.stability,
                fixed_income: text.off_map_income + text.income_adjustment,
                major: major as u8,
            }
        };
        let sides = BySide::new(side(0), side(1));
        for troop in &troops {
            let nation = &nations[usize::from(troop.country)];
            for refusal in troop.stack.check(nation.country).err().unwrap_or_default() {
                problems.push(Problem::new("troops", refusal.to_string()));
            }
        }
        if !problems.is_empty() {
            return Err(refuse("setup.toml", setup, &problems));
        }
        let period = charts.period(Turn(chosen.turns[0])).unwrap_or(Period::II);
        Ok(GameRules {
            charts: Arc::clone(charts),
            profile: Profile::PUBLISHED,
            scenario: chosen.key.clone(),
            name: chosen.name.clone(),
            turns: chosen.turns.clone(),
            offset: BySide::new(chosen.offset[0], chosen.offset[1]),
            period,
            provinces,
            nations,
            leaders,
            troops,
            sides,
            victory,
            figures: setup_text.figures,
            costs: [
                "clear friendly",
                "clear enemy",
                "mountain enemy",
                "other rough",
                "strait river pass",
                "swamp in or out",
            ]
            .map(|row| charts.figure("movement-costs", row) as u8),
            bounds: [
                charts.figure("movement-limits", "land stack") as u8,
                charts.figure("supply-figures", "weak from") as u8,
                charts.figure("supply-figures", "longest") as u8,
            ],
        })
    }

    /// The province with a key.
    pub fn province(&self, id: &str) -> Option<u8> {
        self.provinces.iter().position(|p| p.id == id).map(|index| index as u8)
    }

    /// A province's name.
    pub fn place(&self, at: u8) -> &str {
        &self.provinces[usize::from(at)].name
    }
}

fn provinces(
    map: &MapText,
    nation: &impl Fn(&str) -> Option<u8>,
    index: &impl Fn(&str) -> Option<u8>,
    problems: &mut Vec<Problem>,
) -> Vec<Province> {
    let mut all = Vec::new();
    for text in &map.province {
        let mut borders = Vec::new();
        for (other, kind) in &text.borders {
            let back = map.province.iter().find(|p| p.id == *other);
            match back {
                None => {
                    let problem = format!("borders `{other}`, which is not on the map");
                    problems.push(Problem::new(format!("province {}", text.id), problem));
                }
                Some(back) if !back.borders.contains(&(text.id.clone(), *kind)) => {
                    let problem = format!(
                        "the border with `{other}` stands on one side only; {other} must name it too, and alike"
                    );
                    problems.push(Problem::new(format!("province {}", text.id), problem));
                }
                Some(_) => borders.push((index(other).unwrap_or(0), *kind)),
            }
        }
        let owner = nation(&text.owner).unwrap_or_else(|| {
            problems
                .push(Problem::new(format!("province {}", text.id), format!("no country `{}`", text.owner)));
            0
        });
        all.push(Province {
            id: text.id.clone(),
            name: text.name.clone(),
            city: text.city.clone(),
            terrain: text.terrain,
            income: text.income,
            fortress: text.fortress,
            port: text.port != "none",
            national: nation(&text.national),
            owner,
            italy: text.italy,
            place: (text.latitude, text.longitude),
            borders,
        });
    }
    for sea in &map.sea {
        for (other, kind) in &sea.borders {
            let back = map.sea.iter().find(|s| s.id == *other);
            if !back.is_some_and(|back| back.borders.contains(&(sea.id.clone(), *kind))) {
                let problem = format!("the border with `{other}` stands on one side only");
                problems.push(Problem::new(format!("sea {}", sea.id), problem));
            }
        }
        for coast in sea.coast.iter().filter(|coast| index(coast).is_none()) {
            problems.push(Problem::new(format!("sea {}", sea.id), format!("no province `{coast}`")));
        }
    }
    all
}

fn nations(
    text: &CountriesText,
    provinces: &[Province],
    side: &impl Fn(&str) -> Option<Side>,
    index: &impl Fn(&str) -> Option<u8>,
    problems: &mut Vec<Problem>,
) -> Vec<Nation> {
    text.country
        .iter()
        .map(|c| {
            let known = Country::ALL.iter().copied().find(|country| country.key() == c.id);
            let sides = std::array::from_fn(|turn| match &c.side {
                Some(id) => side(id),
                None => c.sides.get(turn).and_then(|id| side(id)),
            });
            let transit = std::array::from_fn(|turn| {
                let who = c.transit.get(turn).map_or("none", String::as_str);
                let both = who == "both";
                BySide::from_fn(|s| both || side(who) == Some(s))
            });
            let mut range = Vec::new();
            for id in &c.range {
                match id.as_str() {
                    "italy" => {
                        range.extend((0..provinces.len()).filter(|&p| provinces[p].italy).map(|p| p as u8));
                    }
                    id => match index(id) {
                        Some(at) => range.push(at),
                        None => problems
                            .push(Problem::new(format!("country {}", c.id), format!("no province `{id}`"))),
                    },
                }
            }
            // Alternatives of a basic force are written `A+ or A- 2LD`.
            let basic: Vec<Stack> = c
                .basic
                .split(" or ")
                .map(|text| {
                    Stack::read(text).unwrap_or_else(|problem| {
                        problems.push(Problem::new(format!("country {}", c.id), problem));
                        Stack::default()
                    })
                })
                .collect();
            Nation {
                id: c.id.clone(),
                name: c.name.clone(),
                country: known.unwrap_or(Country::Minor),
                class: c.class,
                major: c.major,
                sides,
                transit,
                range,
                basic,
                reinforcement: c.reinforcement,
                home: c.home.as_deref().and_then(index).unwrap_or(0),
                armies: c.armies,
                colour: c.colour.clone(),
            }
        })
        .collect()
}

fn leaders(
    text: &CountriesText,
    setup: &SetupText,
    nation: &impl Fn(&str) -> Option<u8>,
    problems: &mut Vec<Problem>,
) -> Vec<TitleLeader> {
    text.leader
        .iter()
        .map(|l| {
            let country = nation(&l.country).unwrap_or_else(|| {
                problems
                    .push(Problem::new(format!("leader {}", l.id), format!("no country `{}`", l.country)));
                0
            });
            let [manoeuvre, fire, shock, siege] = l.values;
            TitleLeader {
                id: l.id.clone(),
                name: l.name.clone(),
                country,
                general: l.kind != "admiral",
                monarch: setup.side.iter().any(|side| side.monarch == l.id),
                rank: l.rank.bytes().next().unwrap_or(b'Z') - b'A',
                values: Leader { manoeuvre, fire, shock },
                siege,
                turns: l.turns,
            }
        })
        .collect()
}
