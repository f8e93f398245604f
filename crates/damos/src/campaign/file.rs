//! What stands in the files of a title: the title itself and its order of battle.

use crate::options::Options;
use serde::Deserialize;

/// How the game begins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SetUp {
    /// Both sides set up.
    Asked,
    /// Everybody stands where he stood.
    Historical,
}

/// A title file of kind `campaign`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TitleFile {
    /// `damos`.
    pub system: String,
    /// `campaign`.
    pub kind: String,
    /// The title's key.
    pub key: String,
    /// Its name.
    pub title: String,
    /// When it plays.
    #[serde(default)]
    pub date: String,
    /// Where it comes from.
    #[serde(default)]
    pub sources: Vec<String>,
    /// The map's file.
    pub map: String,
    /// The order of battle's file.
    pub order_of_battle: String,
    /// What the sides are called, the first player first.
    pub sides: (String, String),
    /// How the game begins.
    pub setup: SetUp,
    /// The rows where the first player sets up.
    pub set_up_rows: (u16, u16),
    /// The columns in play.
    pub columns: (u16, u16),
    /// The city that decides the game.
    pub objective: u16,
    /// Towns and cities that the first player must control besides; without them his victory is one level
    /// lower.
    #[serde(default)]
    pub must_hold: Vec<u16>,
    /// The four cities of the combined game, of which the first player needs three. [AGC-5.0-e]
    #[serde(default)]
    pub combined_objectives: Vec<u16>,
    /// Hexes next to the objective that make a minor victory; two are printed. [AGC-5.0-c]
    #[serde(default = "two")]
    pub minor_hexes: u8,
    /// The turns.
    pub calendar: Vec<String>,
    /// The figures of the special rules.
    pub special: Special,
    /// Readings and switches.
    #[serde(default)]
    pub options: Options,
}

fn two() -> u8 {
    2
}

/// The figures of the title's special rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Special {
    /// The turn of surprise.
    pub surprise_turn: u8,
    /// The last turn whose losses may straggle back.
    pub undying_last_turn: u8,
    /// The turn on which the second player owes attacks.
    pub owed_attacks_turn: u8,
    /// From when he pays for those not made.
    pub penalty_from_turn: u8,
    /// The first turn of winter.
    pub winter_first_turn: u8,
    /// Hexes to the rails: the first player's, his in winter, the second player's.
    pub line_of_supply: (u8, u8, u8),
    /// From when the railheads advance 1d2.
    pub slow_rails_from_turn: u8,
    /// The turn of the operational pause.
    pub pause_turn: u8,
    /// From when the second player may name Cossacks.
    pub cossacks_from_turn: u8,
    /// The hex whose fall starts the slowdown.
    pub slowdown_hex: u16,
    /// The turn after which it starts anyway.
    pub slowdown_after_turn: u8,
    /// How far from a railhead the air unit reaches.
    pub air_range: u8,
    /// Replacement points of the first player: from turn, per turn.
    pub replacements_first: (u8, u8),
    /// Replacement points of the second player.
    pub replacements_second: (u8, u8),
    /// The row whose marsh the first player may not enter of his own will; south of it the operational area
    /// opens when he has got past it.
    pub marsh_ban_row: u16,
}

pub(super) type UnitRow = (String, String, String, String, String, u8, u8, String, u8, u16);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OrderOfBattleText {
    pub(super) source: Source,
    pub(super) units: UnitRows,
}

/// Where an order of battle comes from.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// `printed`, `published`, `reconstructed` or `ruling`.
    pub mark: String,
    /// The work, or how the figures were worked out.
    pub work: String,
    /// What else there is to say.
    #[serde(default)]
    pub note: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UnitRows {
    pub(super) rows: Vec<UnitRow>,
}
