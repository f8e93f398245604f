//! Battle files: what may stand in one, and its turning into a contest.
//!
//! A file is read into the types below, which hold anything that is TOML of the right shape; then it is
//! checked as a whole, and everything that is wrong is reported at once.

pub(crate) mod examine;
mod open;

use crate::length::Length;
use crate::readings::Readings;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;

pub(crate) use examine::{Examiner, word};
pub use open::{Contest, open};

/// The kinds of battle file.
pub const KINDS: &[&str] =
    &["volley", "charge", "assault", "battle", "situation", "umpire", "umpired-battle"];

/// A length in inches: a whole number, or a text with up to three decimals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LengthText(pub Length);

impl<'de> serde::Deserialize<'de> for LengthText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Inches;
        impl Visitor<'_> for Inches {
            type Value = LengthText;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("inches from 0 to 200: a whole number such as 8, or in quotes such as \"7.5\"")
            }
            fn visit_i64<E: Error>(self, inches: i64) -> Result<LengthText, E> {
                self.visit_str(&inches.to_string())
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<LengthText, E> {
                let wrong = || {
                    E::custom(format!(
                        "`{text}` is no length: write inches from 0 to 200, with up to three decimals in quotes"
                    ))
                };
                Length::read(text).map(LengthText).ok_or_else(wrong)
            }
        }
        deserializer.deserialize_any(Inches)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for LengthText {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Length".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "Inches: a whole number, or a text with up to three decimals.",
            "type": ["integer", "string"],
        })
    }
}

/// A unit.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct UnitFile {
    /// Its name, with its article: `the 93rd`.
    pub name: String,
    /// `infantry`, `light-cavalry`, `heavy-cavalry`, `dismounted-cavalry`, `field-gun`, `field-howitzer`,
    /// `siege-gun`, `siege-howitzer` or `staff`.
    pub arm: String,
    /// 1 poor, 2 average, 3 good, 4 crack; guns have none.
    #[serde(default)]
    pub class: Option<u8>,
    /// Stands now, 1 to 24; guns and staff have none.
    #[serde(default)]
    pub stands: Option<u8>,
    /// Stands or crew at the start of the battle; those of now if left out.
    #[serde(default)]
    pub start: Option<u8>,
    /// `line`, `march-column-1`, `march-column`, `manoeuvre-column`, `column`, `square`, `skirmish`,
    /// `deployed` or `limbered`; line or deployed if left out.
    #[serde(default)]
    pub formation: Option<String>,
    /// `musket`, `rifle` or `carbine`.
    #[serde(default)]
    pub weapon: Option<String>,
    /// `good`, `disordered`, `shaken`, `pursuing` or `routing`; good if left out.
    #[serde(default)]
    pub order: Option<String>,
    /// `regular` or `irregular`; regular if left out.
    #[serde(default)]
    pub drill: Option<String>,
    /// `kept` or `spent`; kept if left out.
    #[serde(default)]
    pub first_fire: Option<String>,
    /// `none`, `light` or `heavy`; none if left out.
    #[serde(default)]
    pub cover: Option<String>,
    /// `wood`, `urban-area`, `wooden-obstacle` or `works`; works if left out.
    #[serde(default)]
    pub cover_of: Option<String>,
    /// Formed friends behind: `none`, `within-8` or `within-4`; none if left out.
    #[serde(default)]
    pub support: Option<String>,
    /// Whether a visible friendly unit routs within 12 inches.
    #[serde(default)]
    pub friend_routing: bool,
    /// Its own general: `inept`, `capable`, `exceptional`, `away`, `lost` or `independent`; capable if left
    /// out.
    #[serde(default)]
    pub general: Option<String>,
    /// A senior general of its chain within 16 inches: `inept`, `capable` or `exceptional`.
    #[serde(default)]
    pub senior: Option<String>,
    /// The general attached to it: `inept`, `capable` or `exceptional`. Its own, unless `general` is given.
    #[serde(default)]
    pub attached: Option<String>,
    /// Whether an engineer is attached to it.
    #[serde(default)]
    pub engineer: bool,
    /// Crew of a gun; whole if left out.
    #[serde(default)]
    pub crew: Option<u8>,
    /// Horses of a limbered gun; whole if left out.
    #[serde(default)]
    pub horses: Option<u8>,
    /// Whether a field gun or howitzer is horse artillery.
    #[serde(default)]
    pub horse_artillery: bool,
}

/// How a side decides when nobody is asked.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PolicyFile {
    /// `charge`, `shoot` or `hold`.
    #[serde(default)]
    pub plan: Option<String>,
    /// Whether it counter-charges: `no` or `yes`.
    #[serde(default)]
    pub counter_charge: Option<String>,
    /// `stand`, `square`, `line`, `column` or `evade`.
    #[serde(default)]
    pub answer: Option<String>,
    /// `never`, `before-squares` or `always`.
    #[serde(default)]
    pub feint: Option<String>,
    /// `now` or `reserved`.
    #[serde(default)]
    pub fire: Option<String>,
    /// Whether it follows up where it may: `no` or `yes`.
    #[serde(default)]
    pub follow: Option<String>,
    /// Whether it holds its cover where it may: `no` or `yes`.
    #[serde(default)]
    pub hold_cover: Option<String>,
}

/// A side of a volley: only its name and policy.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SideFile {
    /// What the side is called: `the Russians`.
    pub name: String,
    /// How it decides when nobody is asked.
    #[serde(default)]
    pub policy: PolicyFile,
}

/// A unit that fires.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ShotFile {
    /// The unit.
    pub unit: UnitFile,
    /// Stands that bear on the target, faces of a square, or gun models; all, one face or one gun if left out.
    #[serde(default)]
    pub bearing: Option<u8>,
    /// How far away the target is.
    pub range: LengthText,
    /// What it sees of the target: `front`, `flank` or `rear`; front if left out.
    #[serde(default)]
    pub strikes: Option<String>,
    /// Where it stands: `table`, `low-hill` or `high-hill`; on the table if left out.
    #[serde(default)]
    pub level: Option<String>,
}

/// The unit shot at.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TargetFile {
    /// The unit.
    pub unit: UnitFile,
    /// Where it stands: `table`, `low-hill` or `high-hill`; on the table if left out.
    #[serde(default)]
    pub level: Option<String>,
    /// Whether it is charging: then it takes no test after the shooting.
    #[serde(default)]
    pub charging: bool,
    /// Whether it is cavalry on a charge of more than 8 inches.
    #[serde(default)]
    pub fast: bool,
}

/// A unit in the lane behind the target, or a screen before it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LaneFile {
    /// The unit.
    pub unit: UnitFile,
    /// From the target's front edge to its own.
    pub distance: LengthText,
    /// Whether it belongs to the side that fires.
    #[serde(default)]
    pub friend: bool,
}

grognard_charts::battle_file! {
    /// A volley.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct VolleyFile {
        /// Readings in force, where they are not the default.
        #[serde(default)]
        pub readings: Readings,
        /// The side that fires.
        pub attacker: SideFile,
        /// The side that is shot at.
        pub defender: SideFile,
        /// Who fires, up to 6.
        pub shot: Vec<ShotFile>,
        /// The unit shot at.
        pub target: TargetFile,
        /// Skirmishers before it.
        #[serde(default)]
        pub screen: Option<LaneFile>,
        /// Units behind it, nearest first, up to 3.
        #[serde(default)]
        pub behind: Vec<LaneFile>,
    }
}

/// A side of a charge.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ChargeSideFile {
    /// What the side is called.
    pub name: String,
    /// Its unit.
    pub unit: UnitFile,
    /// Stands that bear on the other unit, faces of a square, or gun models; all, one face or one gun if left
    /// out.
    #[serde(default)]
    pub bearing: Option<u8>,
    /// Stands that will be in contact; all if left out.
    #[serde(default)]
    pub contact: Option<u8>,
    /// How it decides when nobody is asked.
    #[serde(default)]
    pub policy: PolicyFile,
}

/// The way a charge goes.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct WayFile {
    /// From the charger's front edge to the target.
    pub distance: LengthText,
    /// How far the 1st Impulse goes; as far as it may if left out.
    #[serde(default)]
    pub first_impulse: Option<LengthText>,
    /// What ground, wheels and a change of formation take off the charge allowance.
    #[serde(default)]
    pub deductions: Option<LengthText>,
    /// What the charge strikes: `front`, `flank` or `rear`; front if left out.
    #[serde(default)]
    pub strikes: Option<String>,
    /// Whether it goes up a steep slope.
    #[serde(default)]
    pub steep: bool,
    /// Whether the ground that it charges over, or into, disorders it: a wall, a stream, a wood.
    #[serde(default)]
    pub disorders: bool,
    /// Whether the charger changes formation in its 1st Impulse.
    #[serde(default)]
    pub changes_formation: bool,
    /// Who stands on higher ground: `attacker`, `defender` or `nobody`; nobody if left out.
    #[serde(default)]
    pub higher: Option<String>,
}

grognard_charts::battle_file! {
    /// A charge.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct ChargeFile {
        /// Readings in force, where they are not the default.
        #[serde(default)]
        pub readings: Readings,
        /// The way.
        pub way: WayFile,
        /// The charger.
        pub attacker: ChargeSideFile,
        /// Its target.
        pub defender: ChargeSideFile,
        /// Skirmishers of the defender between the two; the distance is that from the charger.
        #[serde(default)]
        pub screen: Option<LaneFile>,
    }
}

/// A unit in an assault.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct FighterFile {
    /// The unit.
    pub unit: UnitFile,
    /// Whether it charges, counter-charges or breaks through.
    #[serde(default)]
    pub charging: bool,
    /// What it strikes of the enemy: `front`, `flank` or `rear`; front if left out.
    #[serde(default)]
    pub strikes: Option<String>,
    /// Whether it stands behind a friendly line and reinforces it.
    #[serde(default)]
    pub reinforcing: bool,
    /// Stands in contact; all if left out.
    #[serde(default)]
    pub contact: Option<u8>,
}

/// A side of an assault.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AssaultSideFile {
    /// What the side is called.
    pub name: String,
    /// Its units, up to 4.
    pub fighter: Vec<FighterFile>,
    /// How it decides when nobody is asked.
    #[serde(default)]
    pub policy: PolicyFile,
}

grognard_charts::battle_file! {
    /// A close assault.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct AssaultFile {
        /// Readings in force, where they are not the default.
        #[serde(default)]
        pub readings: Readings,
        /// Who stands on higher ground: `attacker`, `defender` or `nobody`; nobody if left out.
        #[serde(default)]
        pub higher: Option<String>,
        /// The first side.
        pub attacker: AssaultSideFile,
        /// The second side.
        pub defender: AssaultSideFile,
    }
}
