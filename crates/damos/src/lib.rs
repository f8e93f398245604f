//! Destroy All Monsters Operational Series (DAMOS), with the title Army Group Center, 1941.
//!
//! The series engine carries out the core rules; what a title adds is data ([`TitleFile`]) and the special
//! rules of Army Group Center. Two things can be played: a [`Battle`], one combat alone, and a
//! [`Game`], the whole campaign.

mod aftermath;
mod arrange;
mod asks;
mod battle;
mod beaten;
mod campaign;
mod charts;
mod closing;
mod combat;
mod concerted;
mod draw;
mod engagement;
mod exploitation;
mod field;
mod game;
mod guide;
mod ladder;
mod operations;
mod options;
mod order;
mod picture;
mod policy;
mod position;
mod prospect;
mod rails;
mod reaction;
mod retreat;
mod secrets;
mod setup;
mod stacking;
mod supply;
mod targets;
mod unit;
mod victory;
mod view;

pub use arrange::{Arrangement, Placed};
pub use asks::Asks;
pub use battle::{
    AttackerText, Battle, BattleEnd, BattleFile, BattleRules, DefenderText, PolicyText, open_battle,
};
pub use campaign::{
    Campaign, SetUp, Source, Special, TitleFile, files_beside, open_campaign, open_campaign_with,
};
pub use charts::{COLUMNS, Charts, Erratum, Ground, GroundEffects, MatrixCell, Plan, Posture, StackingLimit};
pub use combat::{
    Air, Allocation, Combat, Crossing, FIGHTERS_MAX, Fighter, Force, Outcome, Plans, Role, ratio_column,
};
pub use field::Field;
pub use game::{Active, AirUnit, Exploit, Game, GameEnd, Mode, Phase, Place, Setting, Trigger, Verdict};
pub use grognard_umpire::{Clerk, Minutes, NoClerk};
pub use ladder::LossPoints;
pub use options::*;
pub use order::{Given, Order};
pub use retreat::Path;
pub use stacking::{may_stack, stacking_barred};
pub use unit::{Arm, Counter, Nation, Size, UNITS_MAX, UnitId, Units};

use grognard_charts::{BadData, Switchboard, read};
use grognard_umpire::Visitor;
use include_dir::{Dir, include_dir};
use std::sync::Arc;

/// The clause of the core rules with this id.
macro_rules! rule {
    ($id:literal) => {
        ::grognard_umpire::Clause::new(concat!("DAMOS-", $id))
    };
}
/// The clause of Army Group Center's exclusive rules with this id.
macro_rules! agc {
    ($id:literal) => {
        ::grognard_umpire::Clause::new(concat!("AGC-", $id))
    };
}
pub(crate) use {agc, rule};

/// Its switches, by kind of file.
pub fn switchboards() -> Vec<Switchboard> {
    vec![Switchboard::plain(KINDS, "options", Options::SWITCHES)]
}

/// The system's key.
pub const KEY: &str = "damos";
/// The system's title.
pub const TITLE: &str = "Destroy All Monsters Operational Series";
/// The edition of the rulebook.
pub const EDITION: &str = "Army Group Center, Conflict Simulations 2019: core rules and exclusive rules";
/// The clauses, in our words.
pub static RULES: &str = include_str!("../rules.tsv");
/// What the fields of its files mean: label, unit, bounds, words, default, clause, help.
pub static FIELDS: &str = include_str!("../fields.tsv");
/// What stands in its ends and views: kinds of file, end or view, path, types.
pub static SHAPES: &str = include_str!("../shapes.tsv");
/// Every section of the rulebook in its order, with the clauses that carry it.
pub static SECTIONS: &str = include_str!("../sections.tsv");
/// The tables.
pub static TABLES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/tables");
/// Ready battle files.
pub static BATTLES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/battles");
/// Whole games.
pub static TITLES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/titles");

/// The kinds of file.
pub const KINDS: &[&str] = &["combat", "campaign"];

/// Something of this system that can be played, ready to start.
pub enum Contest {
    /// One combat alone.
    Combat(Battle, Arc<BattleRules>),
    /// A whole game.
    Campaign(Box<Game>, Arc<Campaign>),
}

impl Contest {
    /// Hands the contest to a visitor, whatever its kind.
    pub fn visit<V: Visitor>(self, visitor: V) -> V::Out {
        match self {
            Contest::Combat(battle, rules) => visitor.visit(battle, rules),
            Contest::Campaign(game, rules) => visitor.campaign(*game, rules),
        }
    }
}

#[derive(serde::Deserialize)]
struct Kind {
    #[serde(default)]
    kind: String,
}

/// Opens a battle file or a title file.
///
/// # Errors
/// Everything that is wrong with it, with file, line and key.
pub fn open(file: &str, text: &str, charts: &Arc<Charts>) -> Result<Contest, BadData> {
    open_with(file, text, charts, &[])
}

/// Opens a battle file or a title file; `texts`, by their names, are the files that lie beside a title and that
/// it names ([`files_beside`]): its own map, its own order of battle.
///
/// # Errors
/// Everything that is wrong with it, with file, line and key.
pub fn open_with(
    file: &str,
    text: &str,
    charts: &Arc<Charts>,
    texts: &[(String, String)],
) -> Result<Contest, BadData> {
    let Kind { kind } = read(file, text)?;
    let find = |name: &str| {
        let own = texts.iter().find(|(key, _)| key == name).map(|(_, text)| text.clone());
        own.or_else(|| campaign::embedded(name))
    };
    match kind.as_str() {
        "combat" => open_battle(file, text, charts).map(|(battle, rules)| Contest::Combat(battle, rules)),
        "campaign" => open_campaign_with(file, text, charts, find)
            .map(|rules| Contest::Campaign(Box::new(Game::new(&rules)), rules)),
        _ => Err(BadData::new(file, "kind", "write combat or campaign")),
    }
}
