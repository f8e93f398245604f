//! The list of systems.

use crate::contest::{Boxing, Contest};
use crate::coverage::Coverage;
use grognard_charts::{BadData, Pages, Rulebook, citations, embedded, read};
use include_dir::Dir;
use serde::Deserialize;
use std::sync::Arc;

/// A kind of battle file, and its JSON Schema.
pub struct Kind {
    /// The `kind` of the file.
    pub key: &'static str,
    /// The schema of the file, as data.
    #[cfg(feature = "schema")]
    pub schema: fn() -> schemars::Schema,
}

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
    folder: &'static str,
    rules: &'static str,
    reached: &'static str,
    sources: &'static Dir<'static>,
    macros: &'static [(&'static str, &'static str)],
    battles: &'static Dir<'static>,
    pages: fn(&[(String, String)]) -> Result<Pages, BadData>,
    open: fn(&str, &str, &[(String, String)]) -> Result<Box<dyn Contest>, BadData>,
}

impl System {
    /// Its clauses.
    pub fn rulebook(&self) -> Rulebook {
        Rulebook::read("rules.tsv", self.rules).expect("a test reads every rulebook")
    }

    /// Where each clause is carried out and exercised.
    pub fn coverage(&self) -> Coverage {
        let files =
            embedded(self.sources).into_iter().map(|(path, text)| (format!("{}/{path}", self.folder), text));
        Coverage::new(self.rulebook().clauses, citations(files, self.macros), self.reached)
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
        BadData::new(file, "system", format!("no system `{key}`; there are {}", keys.join(", ")))
    })?;
    (system.open)(file, text, house)
}

static SYSTEMS: &[System] = &[System {
    key: grognard_eu9::KEY,
    title: grognard_eu9::TITLE,
    edition: grognard_eu9::EDITION,
    kinds: &[
        Kind {
            key: "land-battle",
            #[cfg(feature = "schema")]
            schema: || schemars::schema_for!(grognard_eu9::EngagementText),
        },
        Kind {
            key: "naval-battle",
            #[cfg(feature = "schema")]
            schema: || schemars::schema_for!(grognard_eu9::NavalText),
        },
    ],
    folder: "crates/eu9/src",
    rules: grognard_eu9::RULES,
    reached: include_str!("../../eu9/tests/reached.tsv"),
    sources: &grognard_eu9::SOURCES,
    macros: &[("rule", "EU9-")],
    battles: &grognard_eu9::BATTLES,
    pages: |house| Ok(grognard_eu9::Charts::load(house)?.pages),
    open: |file, text, house| {
        let charts = Arc::new(grognard_eu9::Charts::load(house)?);
        Ok(grognard_eu9::open(file, text, &charts)?.visit(Boxing(grognard_eu9::KEY)))
    },
}];
