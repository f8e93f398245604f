//! Battle files: what stands in them, and the checks that turn them into a battle.

use crate::battle::{Field, Interception, Questions, Rules};
use crate::charts::Charts;
use crate::force::{
    Arm, Game, Grade, LEADERS_MAX, Leader, Letter, LossPolicy, NEARBY_MAX, Nearby, Party, People, Policy,
    Rank, Status, Terrain, UNITS_MAX, Unit, Way,
};
use crate::guile::GUILE_MAX;
use crate::readings::Readings;
use crate::roster::Roster;
use crate::rule;
use grognard_charts::{BadData, Problem, read, refuse};
use grognard_umpire::{BySide, Side};
use serde::Deserialize;
use std::sync::Arc;

/// A battle file.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[allow(missing_docs)]
pub struct BattleFile {
    pub system: String,
    pub kind: String,
    pub title: String,
    pub date: String,
    pub sources: Vec<String>,
    pub game: Game,
    pub terrain: Terrain,
    #[serde(default)]
    pub situation: SituationText,
    #[serde(default)]
    pub readings: Readings,
    pub attacker: PartyText,
    pub defender: PartyText,
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
    #[serde(default)]
    pub guile: i64,
    #[serde(default)]
    pub battle_points: i64,
    #[serde(default)]
    pub overall_commander: bool,
    /// Kept for titles: how often the leader is activated.
    #[serde(default)]
    pub initiative: Option<i64>,
}

/// A legion or a number of equal ones.
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
    pub coordinate: bool,
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
            coordinate: true,
            elephants: u8::MAX,
            unpredictable_guile: u8::MAX,
            losses: LossPolicy::InfantryFirst,
            pursue: true,
            replace: true,
        }
    }
}

/// The problems found so far, and where we are.
pub(crate) struct Checker {
    pub(crate) problems: Vec<Problem>,
}

impl Checker {
    pub(crate) fn problem(&mut self, path: impl Into<String>, problem: impl Into<String>) {
        self.problems.push(Problem::new(path, problem));
    }

    pub(crate) fn number(&mut self, path: String, value: i64, low: i64, high: i64, what: &str) -> u8 {
        if (low..=high).contains(&value) {
            return value as u8;
        }
        self.problem(path, format!("{what} is {value}; it must be {low} to {high}"));
        low as u8
    }

    pub(crate) fn leader(&mut self, path: &str, text: &LeaderText, nearby: Option<u8>, main: bool) -> Leader {
        let letter = match text.battle.as_deref() {
            Some(key) => Letter::from_key(key).unwrap_or_else(|| {
                let problem = format!("{} has the battle letter `{key}`; it must be A to E", text.name);
                self.problem(format!("{path}.battle"), problem);
                Letter::C
            }),
            None if main => {
                let problem = format!("{} has no battle letter; give him battle = \"A\" to \"E\"", text.name);
                self.problem(format!("{path}.battle"), problem);
                Letter::C
            }
            None => Letter::E,
        };
        let mut rating = |key: &str, value: Option<i64>, needed: bool| match value {
            Some(value) => {
                self.number(format!("{path}.{key}"), value, 0, 9, &format!("{}'s {key} rating", text.name))
            }
            None if needed => {
                self.problem(
                    format!("{path}.{key}"),
                    format!("{} has no {key} rating; give him 0 to 9", text.name),
                );
                0
            }
            None => 0,
        };
        let campaign = rating("campaign", text.campaign, main || nearby.is_some());
        let mortality = rating("mortality", text.mortality, true);
        let battle_points = self.number(
            format!("{path}.battle-points"),
            text.battle_points,
            0,
            9,
            "the number of battle points",
        );
        let rank = if text.overall_commander { Rank::OverallCommander } else { Rank::Leader };
        Leader { name: text.name.clone(), letter, campaign, mortality, battle_points, rank, nearby }
    }

    fn units(
        &mut self,
        path: &str,
        status: Status,
        legions: &[LegionText],
        contingents: &[ContingentText],
        nearby: Option<u8>,
    ) -> Vec<Unit> {
        let mut units = Vec::new();
        for legion in legions {
            let sp = self.number(
                format!("{path}.legion"),
                legion.sp,
                1,
                200,
                &format!("the SP of {}", legion.name),
            );
            let grade = if legion.veteran { Grade::VeteranLegion } else { Grade::Legion };
            units.push(Unit {
                key: key_of(&legion.name),
                name: legion.name.clone(),
                contingent: "Roman".to_owned(),
                arm: Arm::Infantry,
                grade,
                status: legion.status.unwrap_or(status),
                sp,
                nearby,
            });
        }
        for contingent in contingents {
            let name = format!("{} {}", contingent.name, contingent.arm.key());
            let at = format!("{path}.contingent");
            let sp = self.number(at.clone(), contingent.sp, 1, 200, &format!("the SP of the {name}"));
            if contingent.elite > contingent.sp || contingent.elite < 0 {
                let problem =
                    format!("{} elite SP among {} SP of the {name}", contingent.elite, contingent.sp);
                self.problem(at.clone(), format!("{problem}; there cannot be more than all"));
                continue;
            }
            if contingent.arm == Arm::Elephants && contingent.elite > 0 {
                self.problem(at, "elephants are not elite".to_owned());
            }
            let elite = contingent.elite as u8;
            let mut add = |grade: Grade, sp: u8| {
                let name = match grade {
                    Grade::Elite if elite < contingent.sp as u8 => format!("elite {name}"),
                    _ => name.clone(),
                };
                units.push(Unit {
                    key: key_of(&name),
                    name,
                    contingent: contingent.name.clone(),
                    arm: contingent.arm,
                    grade,
                    status: contingent.status.unwrap_or(status),
                    sp,
                    nearby,
                });
            };
            if sp > elite {
                add(Grade::Line, sp - elite);
            }
            if elite > 0 {
                add(Grade::Elite, elite);
            }
        }
        units
    }

    fn way(&mut self, path: &str, text: &WayText) -> Way {
        let hexes = text.hexes.len();
        if hexes > 2 {
            let problem = format!("`{}` is {hexes} hexes long; a force goes at most two", text.name);
            self.problem(format!("{path}.way"), format!("{problem} ({})", rule!("8.23-o")));
        }
        if hexes == 0 && !text.into_city {
            let problem = format!("`{}` leads nowhere; name its hexes or make it a city", text.name);
            self.problem(format!("{path}.way"), problem);
        }
        Way {
            key: key_of(&text.name),
            name: text.name.clone(),
            into_city: text.into_city,
            hexes: text.hexes.clone(),
            across_river: text.across_river,
        }
    }

    pub(crate) fn party(&mut self, path: &str, text: &PartyText) -> Party {
        let status = text.status.unwrap_or(Status::Fresh);
        let mut leaders = vec![self.leader(&format!("{path}.leader"), &text.leader, None, true)];
        for subordinate in &text.subordinate {
            leaders.push(self.leader(&format!("{path}.subordinate"), subordinate, None, false));
        }
        let mut units = self.units(path, status, &text.legion, &text.contingent, None);
        let mut nearby = Vec::new();
        if text.nearby.len() > NEARBY_MAX {
            self.problem(format!("{path}.nearby"), format!("at most {NEARBY_MAX} forces can be near by"));
        }
        for (index, force) in text.nearby.iter().enumerate().take(NEARBY_MAX) {
            let at = format!("{path}.nearby");
            let number = Some(index as u8);
            let leader = self.leader(&format!("{at}.leader"), &force.leader, number, false);
            let distance = self.number(format!("{at}.distance"), force.distance, 0, 20, "the distance");
            let rivers = self.number(format!("{at}.rivers"), force.rivers, 0, 20, "the number of rivers");
            leaders.push(leader);
            units.extend(self.units(&at, status, &force.legion, &force.contingent, number));
            nearby.push(Nearby {
                name: force.name.clone(),
                leader: leaders.len() - 1,
                distance,
                rivers,
                path: force.path.clone(),
                enters_across_river: force.enters_across_river,
            });
        }
        self.check_units(path, &text.name, &mut units);
        if leaders.len() > LEADERS_MAX {
            self.problem(path, format!("{} leaders; at most {LEADERS_MAX} can be kept", leaders.len()));
            leaders.truncate(LEADERS_MAX);
        }
        let guile = self.number(
            format!("{path}.leader.guile"),
            text.leader.guile,
            0,
            i64::from(GUILE_MAX),
            "the Guile Points",
        );
        let people = if text.roman { People::Roman } else { People::Other };
        let policy = Policy {
            avoid: text.policy.avoid,
            avoidance_guile: text.policy.avoidance_guile,
            coordinate: text.policy.coordinate,
            elephants: text.policy.elephants,
            unpredictable_guile: text.policy.unpredictable_guile,
            losses: text.policy.losses,
            pursue: text.policy.pursue,
            replace: text.policy.replace,
        };
        let mut ways: Vec<Way> = text.way.iter().map(|way| self.way(path, way)).collect();
        distinct(ways.iter_mut().map(|way| &mut way.key));
        let roster = Roster::new(&units);
        Party { name: text.name.clone(), people, leaders, guile, units, roster, nearby, ways, policy }
    }

    fn check_units(&mut self, path: &str, name: &str, units: &mut Vec<Unit>) {
        let sp: u32 = units
            .iter()
            .filter(|unit| unit.nearby.is_none() && unit.arm != Arm::Elephants)
            .map(|unit| u32::from(unit.sp))
            .sum();
        if sp == 0 {
            self.problem(path, format!("{name} has 0 SP of infantry and cavalry; it needs at least 1"));
        }
        let all: u32 = units.iter().map(|unit| u32::from(unit.sp)).sum();
        if all > 250 {
            self.problem(path, format!("{name} has {all} SP; at most 250 can be kept"));
        }
        if units.len() > UNITS_MAX {
            let problem = format!("{name} has {} units; at most {UNITS_MAX} can be kept", units.len());
            self.problem(path, format!("{problem}: put legions of one grade together"));
            units.truncate(UNITS_MAX);
        }
        distinct(units.iter_mut().map(|unit| &mut unit.key));
    }
}

/// A word for a name: lower case, hyphens for all that is no letter or digit.
pub(crate) fn key_of(name: &str) -> String {
    let spaced: String =
        name.chars().map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { ' ' }).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join("-")
}

/// Makes equal words different by numbers.
pub(crate) fn distinct<'a>(keys: impl Iterator<Item = &'a mut String>) {
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
    if parsed.sources.is_empty() {
        checker.problem("sources", "name at least one source");
    }
    let parties =
        BySide::new(checker.party("attacker", &parsed.attacker), checker.party("defender", &parsed.defender));
    let attacker = &parties.first;
    let worst = attacker.worst_at_first(Default::default());
    if charts.status.attack(worst).is_none() {
        let problem =
            format!("{} is {} and may not attack ({})", attacker.name, worst.key(), rule!("8.21-a"));
        checker.problem("attacker.status", problem);
    }
    check_readings(&mut checker, &parsed.readings);
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
}
