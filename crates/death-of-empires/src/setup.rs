//! Battle files: what may stand in one, and its turning into a contest.
//!
//! A file is read into the types below, which hold anything that is TOML of the right shape; then it is
//! checked as a whole, and everything that is wrong is reported at once.

mod check;
mod open;

use crate::readings::Readings;
use serde::Deserialize;

pub use open::{Contest, open};

/// The kinds of battle file.
pub const KINDS: &[&str] = &["allocation", "chain", "forced-march", "cavalry-fatigue"];

/// A unit.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct UnitFile {
    /// A short word, unique within the stack, by which choices name the unit.
    pub key: String,
    /// Its name; the key if left out.
    #[serde(default)]
    pub name: Option<String>,
    /// `infantry`, `cavalry`, `artillery`, `engineer` or `fort`.
    pub arm: String,
    /// Strength points, 1 to 20.
    pub strength: u8,
}

/// What a side prefers when nobody is asked.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PolicyFile {
    /// Forms of results on its own stacks, most wanted first: `combat`, `artillery`, `engineer`, `fort`,
    /// `morale`, `retreat`.
    #[serde(default)]
    pub own: Option<Vec<String>>,
    /// Forms of results on the enemy's stacks, most wanted first; also `marker` and `superiority`.
    #[serde(default)]
    pub enemy: Option<Vec<String>>,
    /// Its own arms, the one it gives up first at the head.
    #[serde(default)]
    pub arms: Option<Vec<String>>,
    /// `strongest` or `weakest`: which unit of an arm gives up first.
    #[serde(default)]
    pub spend: Option<String>,
}

/// What things are worth, in tenths of an infantry strength point.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ObjectiveFile {
    /// A strength point of infantry.
    #[serde(default)]
    pub infantry: Option<u16>,
    /// A strength point of cavalry.
    #[serde(default)]
    pub cavalry: Option<u16>,
    /// A strength point of artillery.
    #[serde(default)]
    pub artillery: Option<u16>,
    /// A strength point of engineers.
    #[serde(default)]
    pub engineer: Option<u16>,
    /// A strength point of a fort.
    #[serde(default)]
    pub fort: Option<u16>,
    /// A morale level.
    #[serde(default)]
    pub morale: Option<u16>,
    /// Still holding the hex.
    #[serde(default)]
    pub hold: Option<u16>,
    /// Each hex of retreat, as a loss.
    #[serde(default)]
    pub hex: Option<u16>,
    /// A level of the defender's combat marker, to the defender.
    #[serde(default)]
    pub marker: Option<u16>,
    /// Artillery superiority, to the attacker.
    #[serde(default)]
    pub superiority: Option<u16>,
    /// Each SP lost as prisoners, beyond the SP itself.
    #[serde(default)]
    pub prisoner: Option<u16>,
}

/// A formation.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct FormationFile {
    /// A short word by which stacks name it.
    pub key: String,
    /// Its name; the key if left out.
    #[serde(default)]
    pub name: Option<String>,
    /// Its morale level, 0 to 10.
    pub morale: u8,
    /// Its mission order: `advance`, `retire` or `other`.
    #[serde(default)]
    pub order: Option<String>,
    /// Whether it stands fast; defenders only.
    #[serde(default)]
    pub stand_fast: bool,
    /// Whether it is posted at a fort; defenders only.
    #[serde(default)]
    pub posted: bool,
}

/// A stack.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct StackFile {
    /// Its name.
    pub name: String,
    /// The key of its formation.
    pub formation: String,
    /// Whether its engineers modify the combat.
    #[serde(default)]
    pub engineers: bool,
    /// Movement points marched beyond the allowance; forced marches only.
    #[serde(default)]
    pub movement_points: Option<u8>,
    /// Its units.
    pub units: Vec<UnitFile>,
}

/// One side of a fight or a march.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SideFile {
    /// What it is called, with its article: `the Germans`.
    pub name: String,
    /// Its formations.
    #[serde(default, rename = "formation")]
    pub formations: Vec<FormationFile>,
    /// Its stacks.
    #[serde(default, rename = "stack")]
    pub stacks: Vec<StackFile>,
    /// The level of its combat marker; defenders only.
    #[serde(default)]
    pub combat_marker: Option<u8>,
    /// Its preferences.
    #[serde(default)]
    pub policy: PolicyFile,
}

/// A barrage.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BarrageFile {
    /// Its strength.
    pub strength: u16,
    /// The name of the defending stack it falls on; may be left out if there is only one.
    #[serde(default)]
    pub target: Option<String>,
}

/// What is special about the combat.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CombatFile {
    /// The column of the combat table, where the players have worked it out themselves.
    #[serde(default)]
    pub odds: Option<String>,
    /// Whose cavalry charges: `attacker` or `defender`.
    #[serde(default)]
    pub charge: Option<String>,
    /// Whether the attack is an overrun.
    #[serde(default)]
    pub overrun: bool,
    /// Whether the attacker has artillery superiority before it starts.
    #[serde(default)]
    pub superiority: bool,
}

grognard_charts::battle_file! {
    /// A whole fight: `kind = "chain"`.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct ChainFile {
        /// The game: `the-cossacks-are-coming`, `home-before-the-leaves-fall` or `other`.
        pub game: String,
        /// Readings other than the defaults.
        #[serde(default)]
        pub readings: Readings,
        /// What things are worth.
        #[serde(default)]
        pub objective: ObjectiveFile,
        /// The barrage, if there is one.
        #[serde(default)]
        pub barrage: Option<BarrageFile>,
        /// What is special about the combat.
        #[serde(default)]
        pub combat: CombatFile,
        /// The attacker.
        pub attacker: SideFile,
        /// The defender.
        pub defender: SideFile,
    }
}

/// A side of an allocation, of which only the name and the preferences matter.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct NameFile {
    /// What it is called, with its article: `the Germans`.
    pub name: String,
    /// Its preferences.
    #[serde(default)]
    pub policy: PolicyFile,
}

/// The force that receives the results.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ForceFile {
    /// Its name.
    pub name: String,
    /// `attacker` or `defender`.
    pub side: String,
    /// The morale level of its formation.
    pub morale: u8,
    /// The level of its combat marker.
    #[serde(default)]
    pub combat_marker: Option<u8>,
    /// Whether it stands fast.
    #[serde(default)]
    pub stand_fast: bool,
    /// Whether it is posted at a fort.
    #[serde(default)]
    pub posted: bool,
    /// Whether its engineers modified the combat.
    #[serde(default)]
    pub engineers: bool,
    /// Its mission order: `advance`, `retire` or `other`.
    #[serde(default)]
    pub order: Option<String>,
    /// Its units.
    pub units: Vec<UnitFile>,
}

/// The results it receives.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ResultsFile {
    /// `barrage`, `check-after-barrage`, `combat`, `check-after-combat`, `forced-march` or
    /// `cavalry-fatigue`.
    pub occasion: String,
    /// How many the table or the check gave, before doubling and capping.
    pub found: u8,
    /// The strength of the barrage.
    #[serde(default)]
    pub barrage_strength: Option<u16>,
    /// Whether a cavalry charge bears on the force.
    #[serde(default)]
    pub charge: bool,
    /// Whether the table's `r` drove it back.
    #[serde(default)]
    pub driven: bool,
    /// Whether it is the attacker of an overrun that failed.
    #[serde(default)]
    pub overrun: bool,
    /// Whether the table's `p` makes its SP losses prisoners.
    #[serde(default)]
    pub prisoners: bool,
    /// Whether the attacker has artillery superiority already.
    #[serde(default)]
    pub superiority: bool,
    /// For a check under the reading `earlier-losses = "counted"`: what the combat or barrage before it
    /// cost, `nothing`, `sp` (but none of the combat class) or `combat-sp`.
    #[serde(default)]
    pub earlier: Option<String>,
}

grognard_charts::battle_file! {
    /// One allocation: `kind = "allocation"`.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct AllocationFile {
        /// The game: `the-cossacks-are-coming`, `home-before-the-leaves-fall` or `other`.
        pub game: String,
        /// Readings other than the defaults.
        #[serde(default)]
        pub readings: Readings,
        /// What things are worth.
        #[serde(default)]
        pub objective: ObjectiveFile,
        /// The force that receives the results.
        pub force: ForceFile,
        /// The results.
        pub results: ResultsFile,
        /// The attacker.
        pub attacker: NameFile,
        /// The defender.
        pub defender: NameFile,
    }
}

grognard_charts::battle_file! {
    /// A march: `kind = "forced-march"` or `"cavalry-fatigue"`.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct MarchFile {
        /// The game: `the-cossacks-are-coming`, `home-before-the-leaves-fall` or `other`.
        pub game: String,
        /// Readings other than the defaults.
        #[serde(default)]
        pub readings: Readings,
        /// What things are worth.
        #[serde(default)]
        pub objective: ObjectiveFile,
        /// The side that marches.
        pub marching: SideFile,
        /// The enemy, who takes the prisoners.
        pub enemy: NameFile,
    }
}
