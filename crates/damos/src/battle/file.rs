//! The battle file: what it may say, and how it is read.

use super::{Battle, BattleRules};
use crate::charts::{Charts, Ground, Plan, Posture};
use crate::combat::{Air, Combat, Crossing, FIGHTERS_MAX, Fighter, Force, Plans};
use crate::options::Options;
use crate::unit::{Arm, Nation, UnitId};
use grognard_board::{Settlement, Terrain};
use grognard_charts::{BadData, Problem, read, refuse};
use grognard_umpire::{BySide, Side};
use serde::Deserialize;
use std::sync::Arc;

grognard_charts::battle_file! {
    /// A battle file of kind `combat`.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct BattleFile {
        /// `clear`, `woods`, `marsh`, `town`, `town-in-woods`, `town-in-marsh`, `city` or `major-city`.
        pub ground: String,
        /// Whether the attacker crosses a river.
        #[serde(default)]
        pub river: bool,
        /// Who attacks.
        pub attacker: AttackerText,
        /// Who defends.
        pub defender: DefenderText,
        /// Readings and switches.
        #[serde(default)]
        pub options: Options,
    }
}

/// The attacker of a battle file.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AttackerText {
    /// What the side is called.
    pub name: String,
    /// `german`, `axis-ally` or `russian`.
    pub nation: String,
    /// Whether it can trace a line of supply.
    #[serde(default = "yes")]
    pub supplied: bool,
    /// Name, type and current strength of each unit.
    pub units: Vec<(String, String, u8)>,
    /// Replacement points at hand.
    #[serde(default)]
    pub replacements: u8,
    /// `ordinary`, `concerted`, or one plan that is settled.
    pub plans: String,
    /// `none`, `both`, `shift` or `reroll`: what the air unit brings.
    #[serde(default = "none")]
    pub air: String,
    /// How it decides when nobody is asked.
    #[serde(default)]
    pub policy: PolicyText,
}

/// The defender of a battle file.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DefenderText {
    /// What the side is called.
    pub name: String,
    /// `german`, `axis-ally` or `russian`.
    pub nation: String,
    /// Whether it can trace a line of supply.
    #[serde(default = "yes")]
    pub supplied: bool,
    /// Whether it is demoralized.
    #[serde(default)]
    pub demoralized: bool,
    /// Name, type and current strength of each unit.
    pub units: Vec<(String, String, u8)>,
    /// Replacement points at hand.
    #[serde(default)]
    pub replacements: u8,
    /// A posture that is settled; left out, it is asked.
    #[serde(default)]
    pub posture: Option<String>,
    /// `none`, `both`, `shift` or `reroll`: what the air unit brings.
    #[serde(default = "none")]
    pub air: String,
    /// How it decides when nobody is asked.
    #[serde(default)]
    pub policy: PolicyText,
}

/// How a side decides when nobody is asked.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct PolicyText {
    /// The plan or posture it takes where it may; otherwise the first on the list.
    pub prefer: Option<String>,
    /// The type of unit it keeps out of its losses as long as it can.
    pub spare: String,
    /// Whether it pays losses with replacement points.
    pub pay_replacements: bool,
    /// Whether it calls the air unit.
    pub call_air: bool,
    /// It throws its lowest die again if it shows this or less.
    pub reroll_at_most: u8,
}

impl Default for PolicyText {
    fn default() -> Self {
        PolicyText {
            prefer: None,
            spare: "armor".to_owned(),
            pay_replacements: false,
            call_air: true,
            reroll_at_most: 3,
        }
    }
}

fn yes() -> bool {
    true
}

fn none() -> String {
    "none".to_owned()
}

/// Reads the word for a kind of ground.
fn read_ground(word: &str) -> Option<Ground> {
    let (terrain, settlement) = match word {
        "clear" => (Terrain::Clear, None),
        "woods" => (Terrain::Woods, None),
        "marsh" => (Terrain::Marsh, None),
        "town" => (Terrain::Clear, Some(Settlement::Town)),
        "town-in-woods" => (Terrain::Woods, Some(Settlement::Town)),
        "town-in-marsh" => (Terrain::Marsh, Some(Settlement::Town)),
        "city" => (Terrain::Clear, Some(Settlement::City)),
        "major-city" => (Terrain::Clear, Some(Settlement::MajorCity)),
        _ => return None,
    };
    Some(Ground { terrain, settlement })
}

fn read_air(word: &str) -> Option<Option<Air>> {
    match word {
        "none" => Some(None),
        "both" => Some(Some(Air { shift: true, reroll: true })),
        "shift" => Some(Some(Air { shift: true, reroll: false })),
        "reroll" => Some(Some(Air { shift: false, reroll: true })),
        _ => None,
    }
}

/// Whether a unit of the attacker projects a zone of influence.
fn projects_any(attacker: &AttackerText, charts: &Charts) -> bool {
    let nation = Nation::from_key(&attacker.nation).unwrap_or_default();
    attacker.units.iter().any(|(_, arm, _)| Arm::from_key(arm).is_none_or(|arm| charts.projects(arm, nation)))
}

fn read_plans(word: &str) -> Option<Plans> {
    match word {
        "ordinary" => Some(Plans::Ordinary),
        "concerted" => Some(Plans::Concerted),
        other => Plan::from_word(other).map(Plans::Settled),
    }
}

fn read_force(units: &[(String, String, u8)], path: &str, problems: &mut Vec<Problem>) -> Force {
    if units.is_empty() || units.len() > FIGHTERS_MAX {
        problems.push(Problem::new(path, format!("1 to {FIGHTERS_MAX} units fight in a hex")));
        return Force::default();
    }
    let mut fighters = Vec::new();
    for (index, (name, arm, strength)) in units.iter().enumerate() {
        let found = Arm::from_key(arm);
        if found.is_none() {
            let words = Arm::ALL.map(Arm::key).join(", ");
            problems.push(Problem::new(path, format!("{name}: no type `{arm}`; there are {words}")));
        }
        if !(1..=30).contains(strength) {
            problems.push(Problem::new(path, format!("{name}: 1 to 30 strength points, not {strength}")));
        }
        let arm = found.unwrap_or_default();
        fighters.push(Fighter { unit: UnitId(index as u8), arm, strength: *strength });
    }
    Force::new(&fighters)
}

/// No more units of a nation fight than may stack; what each is by size the file does not say, so that
/// divisions are taken for granted where they let one more in.
fn check_stacking(
    nation: &str,
    units: &[(String, String, u8)],
    path: &str,
    charts: &Charts,
) -> Option<Problem> {
    let nation = Nation::from_key(nation)?;
    let limit = charts.stacking(nation);
    let regiments = units.iter().filter(|(_, arm, _)| Arm::from_key(arm) == Some(Arm::Nkvd)).count();
    let free = regiments.min(usize::from(limit.regiments_free));
    let most = usize::from(limit.units + limit.divisions_more);
    let clause = if nation == Nation::German { "AGC-4.1-a" } else { "AGC-4.1-c" };
    let problem = || {
        let words =
            format!("{most} units of this nation stay in a hex and fight, not {}", units.len() - free);
        Problem::new(path, format!("{words} ({clause})"))
    };
    (units.len() - free > most).then(problem)
}

/// Everything that can be wrong with a battle file besides its forces and its ground.
fn check_words(battle: &BattleFile, charts: &Charts, problems: &mut Vec<Problem>) {
    let mut wrong = |path: &str, problem: &str| problems.push(Problem::new(path, problem));
    if battle.system != crate::KEY || battle.kind != "combat" {
        wrong("system", "write system = \"damos\" and kind = \"combat\"");
    }
    let (attacker, defender) = (&battle.attacker, &battle.defender);
    for (path, nation) in [("attacker.nation", &attacker.nation), ("defender.nation", &defender.nation)] {
        if Nation::from_key(nation).is_none() {
            wrong(path, "write german, axis-ally or russian");
        }
    }
    let airs = [
        ("attacker.air", &attacker.air, &attacker.nation),
        ("defender.air", &defender.air, &defender.nation),
    ];
    for (path, word, nation) in airs {
        match read_air(word) {
            None => wrong(path, "write none, both, shift or reroll"),
            Some(Some(_)) if Nation::from_key(nation) == Some(Nation::Russian) => {
                wrong(path, "the air unit is German: write none (AGC-4.4-a)");
            }
            Some(_) => {}
        }
    }
    if attacker.air != "none" && defender.air != "none" {
        wrong("defender.air", "there is one air unit: write none for one of the sides (AGC-4.4-a)");
    }
    let stacks = [
        check_stacking(&attacker.nation, &attacker.units, "attacker.units", charts),
        check_stacking(&defender.nation, &defender.units, "defender.units", charts),
    ];
    match read_plans(&attacker.plans) {
        None => wrong(
            "attacker.plans",
            "write ordinary, concerted or one of the four plans; a grand assault in exploitation is declared beforehand, so it is settled",
        ),
        Some(plans) if plans.takes_influence() && !projects_any(attacker, charts) => wrong(
            "attacker.plans",
            "these plans take a ZOI-capable force: write ordinary, or give it a unit that projects (DAMOS-8.1-a)",
        ),
        Some(_) => {}
    }
    for (path, policy) in [("attacker.policy", &attacker.policy), ("defender.policy", &defender.policy)] {
        let known = |word: &str| Plan::from_word(word).is_some() || Posture::from_word(word).is_some();
        if !policy.prefer.as_deref().is_none_or(known) {
            wrong(path, "prefer names a plan or a posture");
        }
        if Arm::from_key(&policy.spare).is_none() {
            wrong(path, "spare names a type of unit");
        }
    }
    problems.extend(stacks.into_iter().flatten());
}

/// The combat of a battle file; nothing where ground or plans are not understood.
fn read_combat(battle: &BattleFile, problems: &mut Vec<Problem>) -> Option<Combat> {
    let ground = read_ground(&battle.ground);
    if ground.is_none() {
        let grounds = "clear, woods, marsh, town, town-in-woods, town-in-marsh, city or major-city";
        problems.push(Problem::new("ground", format!("no ground `{}`: write {grounds}", battle.ground)));
    }
    let (attacker, defender) = (&battle.attacker, &battle.defender);
    let forces = BySide::new(
        read_force(&attacker.units, "attacker.units", problems),
        read_force(&defender.units, "defender.units", problems),
    );
    let crossing = if battle.river { Crossing::River } else { Crossing::Open };
    let mut combat = Combat::new(Side::First, forces, ground?, crossing, read_plans(&attacker.plans)?);
    combat.nations = BySide::new(Nation::from_key(&attacker.nation)?, Nation::from_key(&defender.nation)?);
    combat.supplied = BySide::new(attacker.supplied, defender.supplied);
    combat.demoralized = defender.demoralized;
    combat.replacements = BySide::new(attacker.replacements, defender.replacements);
    let airs = [(Side::First, &attacker.air), (Side::Second, &defender.air)];
    combat.air = airs.into_iter().find_map(|(side, word)| read_air(word).flatten().map(|air| (side, air)));
    Some(combat)
}

/// The posture that a battle file settles, if it may be taken.
fn read_posture(word: &str, combat: &Combat, charts: &Charts) -> Result<Posture, String> {
    let posture = Posture::from_word(word)
        .ok_or("no such posture: write steadfast, counterattack, elastic or delay".to_owned())?;
    match combat.posture_barred(posture, charts) {
        Some(refusal) => Err(refusal.to_string()),
        None => Ok(posture),
    }
}

/// Reads a battle file of kind `combat`.
///
/// # Errors
/// Everything that is wrong with it.
pub fn open_battle(
    file: &str,
    text: &str,
    charts: &Arc<Charts>,
) -> Result<(Battle, Arc<BattleRules>), BadData> {
    let battle: BattleFile = read(file, text)?;
    let mut problems = Vec::new();
    check_words(&battle, charts, &mut problems);
    let combat = read_combat(&battle, &mut problems);
    let (Some(mut combat), true) = (combat, problems.is_empty()) else {
        return Err(refuse(file, text, &problems));
    };
    if let Some(word) = &battle.defender.posture {
        match read_posture(word, &combat, charts) {
            Ok(posture) => combat.posture = Some(posture),
            Err(why) => return Err(refuse(file, text, &[Problem::new("defender.posture", why)])),
        }
    }
    let list = |units: &[(String, String, u8)]| units.iter().map(|(name, _, _)| name.clone()).collect();
    let rules = BattleRules {
        charts: Arc::clone(charts),
        options: battle.options,
        title: battle.title,
        names: BySide::new(battle.attacker.name, battle.defender.name),
        units: BySide::new(list(&battle.attacker.units), list(&battle.defender.units)),
        policies: BySide::new(battle.attacker.policy, battle.defender.policy),
        start: combat,
    };
    Ok((Battle(combat), Arc::new(rules)))
}
