//! The list of systems.

use crate::campaign::Campaign;
use crate::contest::{Boxing, Contest};
use crate::coverage::Coverage;
use crate::play::Computer;
use crate::study::Strength;
use grognard_charts::{BadData, Pages, Rulebook, Sections, Switchboard, embedded, nearest, read};
use grognard_umpire::{Choice, Kind as Asked, List, Question, Side};
use include_dir::Dir;
use serde::Deserialize;
use std::sync::{Arc, OnceLock};

/// A kind of battle file, and its JSON Schema.
pub struct Kind {
    /// The `kind` of the file.
    pub key: &'static str,
    /// The schema of the file, as data.
    #[cfg(feature = "schema")]
    pub schema: fn() -> schemars::Schema,
}

/// The player's own tables: file names and texts.
type House<'a> = &'a [(String, String)];
type LoadPages = fn(House<'_>) -> Result<Pages, BadData>;
type Open = fn(&str, &str, House<'_>) -> Result<Box<dyn Contest>, BadData>;

/// One published system.
pub struct System {
    /// The key: `eu9`.
    pub key: &'static str,
    /// The name.
    pub title: &'static str,
    /// The edition carried out.
    pub edition: &'static str,
    /// The kinds of battle file.
    pub kinds: &'static [Kind],
    /// What the fields of its files mean, line by line.
    pub fields: &'static str,
    /// What stands in its ends and views, line by line.
    pub shapes: &'static str,
    rules: &'static str,
    sections: &'static str,
    reached: &'static str,
    cited: &'static str,
    battles: &'static Dir<'static>,
    titles: Option<&'static Dir<'static>>,
    /// Its switches, by kind of file.
    pub switchboards: fn() -> Vec<Switchboard>,
    pages: LoadPages,
    open: Open,
}

impl System {
    /// Its clauses.
    pub fn rulebook(&self) -> Rulebook {
        Rulebook::read("rules.tsv", self.rules).expect("a test reads every rulebook")
    }

    /// The sections of its book, in the book's order, with the clauses that carry each.
    pub fn sections(&self) -> Sections {
        Sections::read("sections.tsv", self.sections).expect("a test reads every list")
    }

    /// Where each clause is carried out and exercised.
    pub fn coverage(&self) -> Coverage {
        Coverage::new(self.rulebook().clauses, self.cited, self.reached)
    }

    /// Its tables, with the player's changes.
    ///
    /// # Errors
    /// What is wrong with the changes.
    pub fn tables(&self, house: &[(String, String)]) -> Result<Pages, BadData> {
        (self.pages)(house)
    }

    /// Its ready battle files: name and text.
    pub fn battles(&self) -> Vec<(String, &'static str)> {
        let mut all: Vec<(String, &'static str)> = embedded(self.battles)
            .into_iter()
            .filter_map(|(path, text)| Some((path.strip_suffix(".toml")?.to_owned(), text)))
            .collect();
        all.sort();
        all
    }

    /// Its whole games: key and set-up file. A title lies in `key.toml` or in `key/title.toml`.
    pub fn titles(&self) -> Vec<(String, &'static str)> {
        let files = self.titles.map(embedded).unwrap_or_default();
        files
            .into_iter()
            .filter_map(|(path, text)| {
                let key = path.strip_suffix("/title.toml").or_else(|| path.strip_suffix(".toml"))?;
                (!key.contains('/')).then(|| (key.to_owned(), text))
            })
            .collect()
    }

    /// The files that its titles are made of beside the titles themselves, maps and orders of battle, by their paths.
    pub fn title_parts(&self) -> Vec<(String, &'static str)> {
        let titles = self.titles();
        let part = |(path, _): &(String, &str)| {
            path.ends_with(".toml")
                && !titles.iter().any(|(key, _)| *path == format!("{key}.toml"))
                && !path.ends_with("/title.toml")
        };
        self.titles.map(embedded).unwrap_or_default().into_iter().filter(part).collect()
    }

    /// The ready battle file with a name.
    pub fn battle(&self, name: &str) -> Option<&'static str> {
        self.battles().into_iter().find(|(battle, _)| battle == name).map(|(_, text)| text)
    }
}

/// All systems.
pub fn systems() -> &'static [System] {
    SYSTEMS
}

/// The system with a key.
pub fn system(key: &str) -> Option<&'static System> {
    SYSTEMS.iter().find(|system| system.key == key)
}

#[derive(Deserialize)]
struct SystemText {
    system: String,
}

/// Opens a battle file of any system, with the player's tables.
///
/// # Errors
/// What is wrong with the file or the tables, where, and what would be right.
pub fn open(file: &str, text: &str, house: &[(String, String)]) -> Result<Box<dyn Contest>, BadData> {
    let SystemText { system: key } = read(file, text)?;
    let system = system(&key).ok_or_else(|| {
        let keys: Vec<&str> = SYSTEMS.iter().map(|system| system.key).collect();
        let meant = nearest(&key, keys.iter().copied());
        let meant = meant.map_or_else(String::new, |key| format!("; did you mean `{key}`?"));
        BadData::new(file, "system", format!("no system `{key}`; there are {}{meant}", keys.join(", ")))
    })?;
    (system.open)(file, text, house)
}

/// The files that a title names and that lie beside it, by their names: a map, an order of battle of its own.
/// Whoever opens the title reads them and hands their texts to [`open`] among the player's tables, under the
/// same names.
///
/// # Errors
/// Where the text cannot be read, or names a file that does not lie beside it.
pub fn files_beside(file: &str, text: &str) -> Result<Vec<String>, BadData> {
    let SystemText { system: key } = read(file, text)?;
    match key.as_str() {
        grognard_damos::KEY => grognard_damos::files_beside(file, text),
        _ => Ok(Vec::new()),
    }
}

/// The computer player of DAMOS's whole games.
pub(crate) fn army_group_center() -> Computer<grognard_damos::Game> {
    Computer {
        answer: |game, rules, question, _| grognard_ai::answer(game, rules, question),
        decide: |game, rules, question, _| {
            let decision = grognard_ai::decide(game, rules, question);
            (decision.key, decision.why)
        },
        naive: None,
        table: Some(|rules| {
            let mut table = grognard_ai::Table::new(rules);
            Box::new(move |game, players, dice, over| {
                Some(table.play(game, players, dice, &mut |_, _, _| {}, over)?.end)
            })
        }),
        strengths: &[Strength::Full],
    }
}

/// The computer player of the Italian Wars.
pub(crate) fn italian_wars() -> Computer<grognard_eu9::Game> {
    Computer {
        answer: |game, rules, question, _| grognard_ai::italian_wars::decide(game, rules, question).key,
        decide: |game, rules, question, _| {
            let decision = grognard_ai::italian_wars::decide(game, rules, question);
            (decision.key, decision.why)
        },
        naive: None,
        table: Some(|rules| {
            Box::new(move |game, players, dice, over| {
                grognard_ai::italian_wars::play(rules, game, players, dice, over)
            })
        }),
        strengths: &[Strength::Full],
    }
}

/// The plain general of the duels, who says why.
pub(crate) fn duels() -> Computer<grognard_ancient_world::duel::Duel> {
    use grognard_ancient_world::duel::{Duel, Rules};
    fn decided(duel: &Duel, rules: &Rules, question: &Question) -> (String, String) {
        let (options, openness) = match &question.kind {
            Asked::Roll(_) => return (String::new(), String::new()),
            Asked::Choose { options, openness, .. } => (options, *openness),
            Asked::Order { offers, openness, .. } => (offers, *openness),
        };
        let asking = question.asking;
        let choice = Choice { asking, options: &List(options), openness, barred: &Vec::new };
        let (index, why) = duel.advised(rules, asking.by.unwrap_or(Side::First), &choice);
        (options[index].key.clone(), why)
    }
    Computer {
        answer: |duel, rules, question, _| decided(duel, rules, question).0,
        decide: |duel, rules, question, _| decided(duel, rules, question),
        naive: None,
        table: None,
        strengths: &[Strength::Full],
    }
}

fn open_ancient_world(
    file: &str,
    text: &str,
    house: &[(String, String)],
) -> Result<Box<dyn Contest>, BadData> {
    use grognard_ancient_world::{Contest, KEY};
    static SHELF: OnceLock<Arc<grognard_ancient_world::Charts>> = OnceLock::new();
    let charts = on_shelf(&SHELF, house, grognard_ancient_world::Charts::load)?;
    Ok(match grognard_ancient_world::open(file, text, &charts)? {
        Contest::Duel(start, rules) => Box::new(Campaign::new(KEY, start, rules, Some(duels()))),
        other => other.visit(Boxing(KEY)),
    })
}

/// The whole games of DAMOS have a computer player of their own, and may bring files of their own.
fn open_damos(file: &str, text: &str, house: &[(String, String)]) -> Result<Box<dyn Contest>, BadData> {
    use grognard_damos::{Contest, KEY};
    static SHELF: OnceLock<Arc<grognard_damos::Charts>> = OnceLock::new();
    let named = grognard_damos::files_beside(file, text)?;
    let (texts, tables): (Vec<_>, Vec<_>) = house.iter().cloned().partition(|(name, _)| named.contains(name));
    let charts = on_shelf(&SHELF, &tables, grognard_damos::Charts::load)?;
    Ok(match grognard_damos::open_with(file, text, &charts, &texts)? {
        Contest::Campaign(game, rules) => {
            let computer = army_group_center();
            Box::new(Campaign::new(KEY, *game, rules, Some(computer)))
        }
        other => other.visit(Boxing(KEY)),
    })
}

/// So have the Italian Wars.
fn open_eu9(file: &str, text: &str, house: &[(String, String)]) -> Result<Box<dyn Contest>, BadData> {
    use grognard_eu9::{Contest, KEY};
    static SHELF: OnceLock<Arc<grognard_eu9::Charts>> = OnceLock::new();
    let charts = on_shelf(&SHELF, house, grognard_eu9::Charts::load)?;
    Ok(match grognard_eu9::open(file, text, &charts)? {
        Contest::ItalianWars(game, rules) => {
            let computer = italian_wars();
            Box::new(Campaign::new(KEY, *game, rules, Some(computer)))
        }
        other => other.visit(Boxing(KEY)),
    })
}

/// So have the battles of the Crimea.
fn open_days_of_empire(
    file: &str,
    text: &str,
    house: &[(String, String)],
) -> Result<Box<dyn Contest>, BadData> {
    use grognard_days_of_empire::{Contest, KEY};
    static SHELF: OnceLock<Arc<grognard_days_of_empire::Charts>> = OnceLock::new();
    let charts = on_shelf(&SHELF, house, grognard_days_of_empire::Charts::load)?;
    Ok(match grognard_days_of_empire::open(file, text, &charts)? {
        Contest::Battle(battle, rules) => {
            let computer = Computer {
                answer: |battle, rules, question, strength| {
                    grognard_ai::crimea::answer_at(strength, battle, rules, question)
                },
                decide: |battle, rules, question, strength| {
                    let decision = grognard_ai::crimea::decide_at(strength, battle, rules, question);
                    (decision.key, decision.why)
                },
                naive: Some(grognard_ai::crimea::advance_and_fire),
                table: None,
                strengths: &[Strength::Full, Strength::Easy],
            };
            Box::new(Campaign::new(KEY, *battle, rules, Some(computer)))
        }
        other => other.visit(Boxing(KEY)),
    })
}

/// A system's charts, read once a process; with the player's own tables they are read anew.
fn on_shelf<C>(
    shelf: &OnceLock<Arc<C>>,
    house: House<'_>,
    load: impl Fn(House<'_>) -> Result<C, BadData>,
) -> Result<Arc<C>, BadData> {
    if !house.is_empty() {
        return Ok(Arc::new(load(house)?));
    }
    if let Some(charts) = shelf.get() {
        return Ok(Arc::clone(charts));
    }
    let charts = Arc::new(load(house)?);
    Ok(Arc::clone(shelf.get_or_init(|| charts)))
}

/// One line of the list: what every system crate exposes under the same names. Each kind of file comes with
/// the type it is read into.
macro_rules! system {
    (
        $name:ident, folder $folder:literal,
        titles $titles:expr, kinds { $($kind:literal: $text:ty),+ $(,)? }
    ) => {
        System {
            key: $name::KEY,
            title: $name::TITLE,
            edition: $name::EDITION,
            kinds: &[$(Kind {
                key: $kind,
                #[cfg(feature = "schema")]
                schema: || schemars::schema_for!($text),
            }),+],
            fields: $name::FIELDS,
            shapes: $name::SHAPES,
            rules: $name::RULES,
            sections: $name::SECTIONS,
            reached: include_str!(concat!("../../", $folder, "/tests/reached.tsv")),
            cited: include_str!(concat!(env!("OUT_DIR"), "/", $folder, ".tsv")),
            battles: &$name::BATTLES,
            titles: $titles,
            switchboards: $name::switchboards,
            pages: |house| Ok($name::Charts::load(house)?.pages),
            open: |file, text, house| {
                static SHELF: OnceLock<Arc<$name::Charts>> = OnceLock::new();
                let charts = on_shelf(&SHELF, house, $name::Charts::load)?;
                Ok($name::open(file, text, &charts)?.visit(Boxing($name::KEY)))
            },
        }
    };
}

static SYSTEMS: &[System] = &[
    System {
        open: open_ancient_world,
        ..system! {
            grognard_ancient_world, folder "ancient-world",
            titles Some(&grognard_ancient_world::TITLES),
            kinds {
                "battle": grognard_ancient_world::setup::BattleFile,
                "diplomacy": grognard_ancient_world::diplomacy::MissionFile,
                "duel": grognard_ancient_world::duel::DuelFile,
            }
        }
    },
    System {
        open: open_damos,
        ..system! {
            grognard_damos, folder "damos",
            titles Some(&grognard_damos::TITLES),
            kinds { "combat": grognard_damos::BattleFile, "campaign": grognard_damos::TitleFile }
        }
    },
    System {
        open: open_days_of_empire,
        ..system! {
        grognard_days_of_empire, folder "days-of-empire",
        titles Some(&grognard_days_of_empire::TITLES),
        kinds {
            "volley": grognard_days_of_empire::VolleyFile,
            "charge": grognard_days_of_empire::ChargeFile,
            "assault": grognard_days_of_empire::AssaultFile,
            "battle": grognard_days_of_empire::TitleFile,
            "situation": grognard_days_of_empire::SituationFile,
            "umpire": grognard_days_of_empire::title::text::UmpireFile,
            "umpired-battle": grognard_days_of_empire::TitleFile,
        }
        }
    },
    system! {
        grognard_death_of_empires, folder "death-of-empires",
        titles None,
        kinds {
            "allocation": grognard_death_of_empires::AllocationFile,
            "chain": grognard_death_of_empires::ChainFile,
            "forced-march": grognard_death_of_empires::MarchFile,
            "cavalry-fatigue": grognard_death_of_empires::MarchFile,
        }
    },
    System {
        open: open_eu9,
        ..system! {
            grognard_eu9, folder "eu9",
            titles Some(&grognard_eu9::TITLES),
            kinds {
                "land-battle": grognard_eu9::EngagementText,
                "naval-battle": grognard_eu9::NavalText,
                "siege": grognard_eu9::SiegeText,
                "assault": grognard_eu9::SiegeText,
                "exploration": grognard_eu9::ExplorationText,
                "land-attrition": grognard_eu9::LandAttritionText,
                "supply-attrition": grognard_eu9::LandAttritionText,
                "sea-attrition": grognard_eu9::SeaAttritionText,
                "interception": grognard_eu9::InterceptionText,
                "evasion": grognard_eu9::EvasionText,
                "overrun": grognard_eu9::OverrunText,
                "strait": grognard_eu9::StraitText,
                "replacement-leader": grognard_eu9::ReplacementText,
                "revolt": grognard_eu9::RevoltText,
                "upkeep": grognard_eu9::UpkeepText,
                "campaign": grognard_eu9::CampaignText,
                "italian-wars": grognard_eu9::TitleText,
            }
        }
    },
];
