//! The three files of a title, read and checked against each other.

use super::people::Names;
use super::setup::{Reader, chosen};
use super::text::{CountriesText, MapText, ReadingsText, SetupText};
use super::{GameRules, Ledger, map, people};
use crate::attrition::worst_sea;
use crate::campaign::{Campaign, Grant};
use crate::charts::{Charts, Entry};
use crate::power::{Period, Turn};
use grognard_charts::{BadData, Problem, read, refuse};
use grognard_umpire::BySide;
use std::sync::Arc;

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

/// So many problems of a file are told at once.
const TOLD_MAX: usize = 8;

/// Whether a file has no problem.
pub(super) fn sound(file: &str, text: &str, problems: &[Problem]) -> Result<(), BadData> {
    let (told, more) = problems.split_at(problems.len().min(TOLD_MAX));
    if told.is_empty() {
        return Ok(());
    }
    let mut refused = refuse(file, text, told);
    if !more.is_empty() {
        refused.problem.push_str(&format!("\n  and {} more", more.len()));
    }
    Err(refused)
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
        let scenario = chosen(&setup_text, setup, scenario)?;
        let period = charts.period(Turn(scenario.turns[0])).unwrap_or(Period::II);
        let mut problems = Vec::new();
        let nation_index = |id: &str| country_text.country.iter().position(|c| c.id == id).map(|i| i as u8);
        people::check_countries(&country_text, &mut problems);
        sound("countries.toml", countries, &problems)?;
        let mut provinces = map::provinces(&map_text, &nation_index, &mut problems);
        let seas = map::seas(&map_text, &mut problems);
        sound("map.toml", map, &problems)?;
        let names = Names {
            provinces: &provinces,
            seas: &seas,
            sides: [&setup_text.side[0].id, &setup_text.side[1].id],
            charts,
            period,
        };
        let nations = people::nations(&country_text, &names, &mut problems);
        let leaders = people::leaders(&country_text, &nation_index, &mut problems);
        people::check_numbers(&country_text, &leaders, &mut problems);
        sound("countries.toml", countries, &problems)?;
        let mut reader = Reader {
            charts,
            period,
            provinces: &provinces,
            seas: &seas,
            nations: &nations,
            leaders: &leaders,
            turn: scenario.turns[0],
            levels: provinces.iter().map(|province| province.fortress).collect(),
            posted: Vec::new(),
            problems,
        };
        reader.fortresses(&setup_text);
        let (troops, fleets) = (reader.troops(&setup_text), reader.fleets(&setup_text));
        let sides = reader.sides(&setup_text);
        let victory = reader.victory(&setup_text);
        reader.figures(&setup_text.figures);
        sound("setup.toml", setup, &reader.problems)?;
        let levels = reader.levels;
        provinces.iter_mut().zip(levels).for_each(|(province, level)| province.fortress = level);
        let readings = ReadingsText::default().readings()?;
        let ledgers = nations.iter().map(|nation| Ledger::of(nation, charts, period, &readings)).collect();
        Ok(GameRules {
            charts: Arc::clone(charts),
            readings,
            ledgers,
            scenario: scenario.key.clone(),
            name: scenario.name.clone(),
            turns: scenario.turns.clone(),
            offset: BySide::new(scenario.offset[0], scenario.offset[1]),
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
            costs: costs(charts)?,
            port_relief: worst_sea(charts, &[(0, true)]).1,
            bounds: [
                charts.figure("movement-limits", "land stack") as u8,
                charts.figure("movement-limits", "lone leader") as u8,
                charts.count(Entry::WeakFrom),
                charts.count(Entry::Longest),
            ],
        })
    }
}

/// What movement costs, in Europe and outside it.
fn costs(charts: &Charts) -> Result<[[u8; 8]; 2], BadData> {
    let table = charts.pages.table("movement-costs")?;
    let cost = |row: &str, column: usize| table.row(row).and_then(|row| table.number::<u8>(row, column));
    let mut costs = [[0; 8]; 2];
    for (place, row) in COSTS.into_iter().enumerate() {
        (costs[0][place], costs[1][place]) = (cost(row, 1)?, cost(row, 2)?);
    }
    Ok(costs)
}
