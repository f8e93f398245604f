//! Battle files: what stands in them, and the checks that turn them into a battle.

mod check;

pub(crate) use check::{Checker, Part};

use crate::battle::{Field, Interception, Questions, Rules, Setting};
use crate::charts::Charts;
use crate::force::{Arm, Game, LossPolicy, Nearby, Status, Terrain};
use crate::guile::GUILE_MAX;
use crate::readings::Readings;
use crate::rule;
use grognard_charts::{BadData, read, refuse};
use grognard_umpire::{BySide, Side};
use serde::Deserialize;
use std::sync::Arc;

grognard_charts::battle_file! {
    /// A battle file.
    #[allow(missing_docs)]
    pub struct BattleFile {
        pub game: Game,
        pub terrain: Terrain,
        #[serde(default)]
        pub situation: SituationText,
        #[serde(default)]
        pub readings: Readings,
        pub attacker: PartyText,
        pub defender: PartyText,
    }
}

/// How the forces met.
#[derive(Deserialize, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[allow(missing_docs)]
pub struct SituationText {
    pub river_crossed: bool,
    pub landing: Option<SideText>,
    pub interception: Option<Interception>,
    pub double_envelopment: bool,
    pub ambush: bool,
    pub overrun: bool,
    pub sortie: bool,
    pub visit_from_pluto: bool,
}

/// A side by its part in the battle.
#[derive(Deserialize, Clone, Copy)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum SideText {
    Attacker,
    Defender,
}

/// One side of a battle file.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[allow(missing_docs)]
pub struct PartyText {
    pub name: String,
    #[serde(default)]
    pub roman: bool,
    #[serde(default)]
    pub status: Option<Status>,
    pub leader: LeaderText,
    #[serde(default)]
    pub subordinate: Vec<LeaderText>,
    #[serde(default)]
    pub legion: Vec<LegionText>,
    #[serde(default)]
    pub contingent: Vec<ContingentText>,
    #[serde(default)]
    pub nearby: Vec<NearbyText>,
    #[serde(default)]
    pub way: Vec<WayText>,
    #[serde(default)]
    pub policy: PolicyText,
}

/// A leader; numbers are checked after reading so that a slip is named.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[allow(missing_docs)]
pub struct LeaderText {
    pub name: String,
    pub battle: Option<String>,
    pub campaign: Option<i64>,
    pub mortality: Option<i64>,
    pub guile: Option<i64>,
    pub battle_points: Option<i64>,
    pub overall_commander: Option<bool>,
    /// Of a campaign: what he adds to the die for who goes first.
    pub initiative: Option<i64>,
}

/// A legion; the charts count them one by one.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[allow(missing_docs)]
pub struct LegionText {
    pub name: String,
    pub sp: i64,
    #[serde(default)]
    pub veteran: bool,
    #[serde(default)]
    pub status: Option<Status>,
}

/// A contingent's strength in one arm, some of it elite.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[allow(missing_docs)]
pub struct ContingentText {
    pub name: String,
    pub arm: Arm,
    pub sp: i64,
    #[serde(default)]
    pub elite: i64,
    #[serde(default)]
    pub status: Option<Status>,
}

/// A force near the battle hex.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[allow(missing_docs)]
pub struct NearbyText {
    pub name: String,
    #[serde(default)]
    pub status: Option<Status>,
    pub distance: i64,
    #[serde(default)]
    pub rivers: i64,
    #[serde(default)]
    pub path: Vec<Terrain>,
    #[serde(default)]
    pub enters_across_river: bool,
    pub leader: LeaderText,
    #[serde(default)]
    pub legion: Vec<LegionText>,
    #[serde(default)]
    pub contingent: Vec<ContingentText>,
}

/// A way out of the battle hex.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[allow(missing_docs)]
pub struct WayText {
    pub name: String,
    #[serde(default)]
    pub into_city: bool,
    #[serde(default)]
    pub hexes: Vec<Terrain>,
    #[serde(default)]
    pub across_river: bool,
}

/// How a side decides when nobody asks it.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[allow(missing_docs)]
pub struct PolicyText {
    pub avoid: bool,
    pub avoidance_guile: u8,
    /// Whether it calls nearby forces in, as it does by default; a campaign has none.
    pub coordinate: Option<bool>,
    pub elephants: u8,
    pub unpredictable_guile: u8,
    pub losses: LossPolicy,
    pub pursue: bool,
    pub replace: bool,
}

impl Default for PolicyText {
    /// Stands, calls everybody, commits everything to the fight, pursues, gives up infantry first.
    fn default() -> Self {
        PolicyText {
            avoid: false,
            avoidance_guile: 0,
            coordinate: None,
            elephants: u8::MAX,
            unpredictable_guile: u8::MAX,
            losses: LossPolicy::InfantryFirst,
            pursue: true,
            replace: true,
        }
    }
}

/// A word for a name: lower case, hyphens for all that is no letter or digit.
fn key_of(name: &str) -> String {
    let spaced: String =
        name.chars().map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { ' ' }).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join("-")
}

/// Makes equal words different by numbers.
fn distinct<'a>(keys: impl Iterator<Item = &'a mut String>) {
    let mut seen: Vec<String> = Vec::new();
    for key in keys {
        let base = key.clone();
        let mut number = 2;
        while seen.contains(key) {
            *key = format!("{base}-{number}");
            number += 1;
        }
        seen.push(key.clone());
    }
}

/// Reads a battle file and checks it.
///
/// # Errors
/// Everything that is wrong with it, with lines, and what would be right.
pub fn open_battle(file: &str, text: &str, charts: &Arc<Charts>) -> Result<Rules, BadData> {
    let parsed: BattleFile = read(file, text)?;
    let mut checker = Checker { problems: Vec::new() };
    checker.title_page(&parsed.title);
    let parties = BySide::new(
        checker.party("attacker", &parsed.attacker, Part::Attacker),
        checker.party("defender", &parsed.defender, Part::Defender),
    );
    let attacker = &parties.first;
    let worst = attacker.worst_status(&attacker.troops(), Default::default());
    if charts.status.attack(worst).is_none() {
        let problem =
            format!("{} is {} and may not attack ({})", attacker.name, worst.key(), rule!("8.21-a"));
        checker.problem("attacker.status", problem);
    }
    check_readings(&mut checker, &parsed.readings);
    for (path, party) in [("attacker.nearby", &parties.first), ("defender.nearby", &parties.second)] {
        let elsewhere = |force: &&Nearby| force.path.last().is_some_and(|last| *last != parsed.terrain);
        if let Some(force) = party.nearby.iter().find(elsewhere) {
            let problem =
                format!("the path of {} must end in the battle hex, {}", force.name, parsed.terrain.key());
            checker.problem(path, problem);
        }
    }
    let situation = &parsed.situation;
    let field = Field {
        game: parsed.game,
        terrain: parsed.terrain,
        river_crossed: situation.river_crossed,
        landing: situation.landing.map(|side| match side {
            SideText::Attacker => Side::First,
            SideText::Defender => Side::Second,
        }),
        interception: situation.interception.unwrap_or(Interception::None),
        double_envelopment: situation.double_envelopment,
        ambush: situation.ambush,
        overrun: situation.overrun,
        sortie: situation.sortie,
        visit_from_pluto: situation.visit_from_pluto,
    };
    if !checker.problems.is_empty() {
        return Err(refuse(file, text, &checker.problems));
    }
    Ok(Rules {
        setting: Setting::Alone,
        charts: charts.clone(),
        readings: parsed.readings,
        questions: Questions::All,
        title: parsed.title,
        field,
        parties,
    })
}

/// A percentage that a reading sets must be one of the loss chart's.
pub(crate) fn check_readings(checker: &mut Checker, readings: &Readings) {
    if let Some(percent) = readings.major_loser
        && (percent == 0 || percent > 95 || !percent.is_multiple_of(5))
    {
        let problem = format!("{percent} is not a percentage of the loss chart; write 5, 10 and so on to 95");
        checker.problem("readings.major-loser", problem);
    }
    if let Some(cost) = readings.replacement_cost
        && cost > GUILE_MAX
    {
        let problem = format!("{cost} Guile Points are more than any commander has; write 0 to {GUILE_MAX}");
        checker.problem("readings.replacement-cost", problem);
    }
}
