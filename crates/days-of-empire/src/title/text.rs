//! What a battle file holds, as it is written. Lengths and places are words, so that no decimal is rounded.

use crate::readings::Readings;
use crate::roster::RosterFile;
use crate::terrain::file::{PieceFile, TableFile};
use serde::Deserialize;

/// A battle file: the ground, both armies and what counts as winning.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TitleFile {
    /// `days-of-empire`.
    pub system: String,
    /// `battle`.
    pub kind: String,
    /// Its name.
    pub title: String,
    /// When it was fought.
    pub date: String,
    /// The points agreed on.
    pub points: u32,
    /// The last turn.
    pub turns: u8,
    /// Who attacks and has the initiative in the first turn: `first`, `second` or `nobody`.
    #[serde(default)]
    pub attacker: Option<String>,
    /// `as-placed`, `by-map` or `in-turn`; as placed if left out.
    #[serde(default)]
    pub deployment: Option<String>,
    /// Who places his first brigade first when brigades are placed in turn: `first`, `second` or `roll`.
    #[serde(default)]
    pub places_first: Option<String>,
    /// Who laid the terrain: `first` or `second`, and the other picks his side of the table; `both`, and dice say who
    /// picks. Left out in a battle that prescribes the sides.
    #[serde(default)]
    pub laid_by: Option<String>,
    /// Where the wind blows to, in degrees clockwise from north, or `roll`.
    #[serde(default)]
    pub wind: Option<String>,
    /// Where the data come from.
    #[serde(default)]
    pub sources: Vec<SourceFile>,
    /// What it is about, for players.
    #[serde(default)]
    pub about: Vec<String>,
    /// Whether a word of explanation comes with everything that happens for the first time.
    #[serde(default)]
    pub lessons: bool,
    /// Switches.
    #[serde(default)]
    pub readings: Readings,
    /// The table.
    pub table: TableFile,
    /// What lies on it.
    #[serde(default)]
    pub terrain: Vec<PieceFile>,
    /// Places worth holding.
    #[serde(default)]
    pub objective: Vec<ObjectiveFile>,
    /// Who has won, the first that holds; points if there is none.
    #[serde(default)]
    pub outcome: Vec<OutcomeFile>,
    /// The first side.
    pub first: SideFile,
    /// The second side.
    pub second: SideFile,
}

/// Two armies at a real table, for whom the umpire keeps the account.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct UmpireFile {
    /// `days-of-empire`.
    pub system: String,
    /// `umpire`.
    pub kind: String,
    /// Its name.
    pub title: String,
    /// The last turn.
    pub turns: u8,
    /// Who attacks and has the initiative in the first turn: `first`, `second` or `nobody`.
    #[serde(default)]
    pub attacker: Option<String>,
    /// Switches.
    #[serde(default)]
    pub readings: Readings,
    /// The first army: a roster.
    pub first: RosterFile,
    /// The second army: a roster.
    pub second: RosterFile,
}

/// Where data come from.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SourceFile {
    /// `printed`, `published`, `reconstructed`, `ruling` or `house`.
    pub mark: String,
    /// The work, or what was judged.
    pub work: String,
}

/// A place worth holding.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ObjectiveFile {
    /// Its key.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Its middle: `42 16`.
    pub at: String,
    /// How far it reaches.
    pub radius: String,
}

/// One way for the battle to come out.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct OutcomeFile {
    /// `first`, `second` or `nobody`; `objectives` or `points` for whoever has more objectives or lost less.
    pub winner: String,
    /// The objectives the winner holds.
    #[serde(default)]
    pub holds: Vec<String>,
    /// `end` (after the last turn) or `any-turn` (which ends the battle); end if left out.
    #[serde(default)]
    pub when: Option<String>,
    /// The winner has lost so many points less than the other, at least.
    #[serde(default)]
    pub fewer_points_by: Option<u32>,
    /// A bridge that has lost a span.
    #[serde(default)]
    pub destroyed: Option<String>,
}

/// A side.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SideFile {
    /// Its name, with its article: `the British`.
    pub name: String,
    /// Its nations, that of the player's general first.
    pub nations: Vec<String>,
    /// Its own edge of the table: `north`, `east`, `south` or `west`.
    pub baseline: String,
    /// The outline of its deployment zone; the baseline by 12 inches if left out.
    #[serde(default)]
    pub zone: Option<String>,
    /// The player's own general.
    pub general: GeneralFile,
    /// Divisions and brigades.
    #[serde(default)]
    pub command: Vec<CommandFile>,
}

/// A general.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct GeneralFile {
    /// His key.
    pub key: String,
    /// His name.
    pub name: String,
    /// Where he stands and what he faces: `38 46 180`. Left out off the table and where he is still to be placed.
    #[serde(default)]
    pub at: Option<String>,
}

/// A division or a brigade.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CommandFile {
    /// Its key.
    pub key: String,
    /// Its name.
    pub name: String,
    /// `division` or `brigade`.
    pub rank: String,
    /// The key of the division it belongs to.
    #[serde(default)]
    pub under: Option<String>,
    /// The arm of its general: `infantry`, `cavalry` or `both` (a division over both).
    #[serde(default)]
    pub arm: Option<String>,
    /// Its general; without one the player's own counts as its general.
    #[serde(default)]
    pub general: Option<GeneralFile>,
    /// Whether its units are independent.
    #[serde(default)]
    pub independent: bool,
    /// Where it may come on, if it is kept off the table.
    #[serde(default)]
    pub off_board: Option<OffBoardFile>,
    /// Its units.
    #[serde(default)]
    pub units: Vec<TroopFile>,
    /// An engineer officer with six pioneers, a pontoon bridge and its wagon.
    #[serde(default)]
    pub engineers: Option<EngineersFile>,
    /// Works that its engineers have thrown up.
    #[serde(default)]
    pub works: Vec<WorksFile>,
}

/// Where a brigade off the table may come on.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct OffBoardFile {
    /// The only edge, where the battle prescribes one.
    #[serde(default)]
    pub edge: Option<String>,
    /// The first turn, where the battle prescribes one.
    #[serde(default)]
    pub from_turn: Option<u8>,
    /// The part of the edge, where the battle prescribes one: `24 64`.
    #[serde(default)]
    pub span: Option<String>,
}

/// A unit.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TroopFile {
    /// Its key, by which orders name it.
    pub key: String,
    /// Its name.
    pub name: String,
    /// A line of the army lists.
    pub troops: String,
    /// Its class; guns have none.
    #[serde(default)]
    pub class: Option<u8>,
    /// Its stands; guns have none.
    #[serde(default)]
    pub stands: Option<u8>,
    /// `gun` or `howitzer`.
    #[serde(default)]
    pub piece: Option<String>,
    /// How it is drawn up.
    pub formation: String,
    /// Where it stands and what it faces: `36 40 180`.
    #[serde(default)]
    pub at: Option<String>,
    /// Whether it is hidden there.
    #[serde(default)]
    pub hidden: bool,
}

/// Engineers: an officer, six pioneers, a wagon with a pontoon bridge.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct EngineersFile {
    /// The key of the pioneers; the officer's and the wagon's are made from it.
    pub key: String,
    /// Their name.
    pub name: String,
    /// Where the officer stands at the head of the column, and what it faces.
    #[serde(default)]
    pub at: Option<String>,
    /// Inches of pontoon beyond those of the package.
    #[serde(default)]
    pub pontoon_inches: u8,
}

/// Earthworks that were bought.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct WorksFile {
    /// Their key among the terrain.
    pub key: String,
    /// Their name.
    pub name: String,
    /// `light` or `heavy`.
    pub weight: String,
    /// Where they run.
    pub path: String,
}
