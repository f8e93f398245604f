//! Duel files.

use super::{CityPlan, Duel, HEXES_MAX, Hex, Rules};
use crate::charts::Charts;
use crate::force::{Game, Leader, Letter, Rank, Terrain};
use crate::readings::Readings;
use crate::setup::{Checker, Part, PartyText, check_readings};
use grognard_charts::{BadData, read, refuse};
use grognard_umpire::{BySide, Side};
use serde::Deserialize;
use std::sync::Arc;

grognard_charts::battle_file! {
    /// A duel file.
    #[allow(missing_docs)]
    pub struct DuelFile {
        pub game: Game,
        pub turns: i64,
        #[serde(default)]
        pub readings: Readings,
        /// The strip from west to east.
        pub hex: Vec<HexText>,
        pub first: DuelPartyText,
        pub second: DuelPartyText,
    }
}

/// A hex of the strip.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[allow(missing_docs)]
pub struct HexText {
    pub name: String,
    pub terrain: Terrain,
    #[serde(default)]
    pub river_west: bool,
    #[serde(default)]
    pub city: Option<CityText>,
}

/// A city.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[allow(missing_docs)]
pub struct CityText {
    pub name: String,
    pub walls: i64,
    /// 1 for the first side, 2 for the second.
    pub owner: i64,
    pub garrison: i64,
}

/// One side of a duel.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[allow(missing_docs)]
pub struct DuelPartyText {
    /// The hex it begins in, counted from 0.
    pub start: i64,
    pub force: PartyText,
}

/// Reads a duel file and checks it.
///
/// # Errors
/// Everything that is wrong with it, with lines, and what would be right.
pub fn open(file: &str, text: &str, charts: &Arc<Charts>) -> Result<(Duel, Rules), BadData> {
    let parsed: DuelFile = read(file, text)?;
    let mut checker = Checker { problems: Vec::new() };
    checker.title_page(&parsed.title);
    let turns = checker.number("turns".into(), parsed.turns, 1, 50, "the number of turns");
    let count = parsed.hex.len();
    if !(4..=HEXES_MAX).contains(&count) {
        checker.problem("hex", format!("{count} hexes; a strip has 4 to {HEXES_MAX}"));
    }
    if parsed.hex.first().is_some_and(|hex| hex.river_west) {
        checker.problem("hex.river-west", "nothing lies west of the first hex; leave its river out");
    }
    check_readings(&mut checker, &parsed.readings);
    let hexes = parsed.hex.iter().map(|hex| read_hex(&mut checker, hex)).collect();
    let last = count.saturating_sub(1) as i64;
    let texts = BySide::new(&parsed.first, &parsed.second);
    let paths = BySide::new("first", "second");
    let start = BySide::from_fn(|side| {
        checker.number(format!("{}.start", paths[side]), texts[side].start, 0, last, "the starting hex")
    });
    if start.first == start.second {
        checker.problem("second.start", "both sides begin in the same hex");
    }
    let parties = BySide::from_fn(|side| {
        let path = format!("{}.force", paths[side]);
        let text = &texts[side].force;
        if !text.nearby.is_empty() || !text.way.is_empty() {
            checker.problem(&path, "a duel has no nearby forces and no stated ways: the strip gives them");
        }
        let mut party = checker.party(&path, text, Part::Campaigner);
        let officer = officer(&party.leaders[0]);
        party.leaders.push(officer);
        party
    });
    if !checker.problems.is_empty() {
        return Err(refuse(file, text, &checker.problems));
    }
    let rules = Rules {
        charts: charts.clone(),
        readings: parsed.readings,
        title: parsed.title,
        game: parsed.game,
        turns,
        hexes,
        parties,
        start,
    };
    Ok((rules.start(), rules))
}

/// Who takes over when nobody of rank is left: an officer without name or gift. [DUEL-k]
fn officer(commander: &Leader) -> Leader {
    Leader {
        name: format!("an officer of {}", commander.name),
        letter: Letter::E,
        campaign: commander.campaign.saturating_sub(1),
        initiative: commander.initiative.saturating_sub(1),
        guile: 0,
        rank: Rank::Leader,
        ..commander.clone()
    }
}

fn read_hex(checker: &mut Checker, text: &HexText) -> Hex {
    let city = text.city.as_ref().map(|city| {
        let at = || "hex".to_owned();
        let owner = match checker.number(at(), city.owner, 1, 2, &format!("the owner of {}", city.name)) {
            1 => Side::First,
            _ => Side::Second,
        };
        CityPlan {
            name: city.name.clone(),
            walls: checker.number(at(), city.walls, 0, 9, &format!("the walls of {}", city.name)),
            owner,
            garrison: checker.number(at(), city.garrison, 1, 20, &format!("the garrison of {}", city.name)),
        }
    });
    Hex { name: text.name.clone(), terrain: text.terrain, river_west: text.river_west, city }
}
