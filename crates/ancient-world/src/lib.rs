//! Ancient World: the land battles of Rise of the Roman Republic and Carthage, their diplomacy, and a
//! campaign duel in which the pieces meet.
//!
//! The charts' two sequences are the modules of [`battle`]:
//!
//! 1. the attack is declared; the defender may try to avoid it ([`force`], avoidance, guile);
//! 2. both sides may call nearby forces in (coordination);
//! 3. all modifiers are fixed, tactical ability last;
//! 4. elephants are committed and charge;
//! 5. the battle die, and perhaps an unpredictable result with guile;
//! 6. losses are distributed and leaders checked;
//! 7. pursuit and butchery, retreat, after-battle status.
//!
//! [`diplomacy`] is the Ambassador Table as a procedure; [`duel`] a small title with movement,
//! interception, battle and siege; [`readings`] every switch; [`charts`] the typed tables.

mod asks;
pub mod battle;
pub mod charts;
mod decided;
pub mod diplomacy;
pub mod duel;
pub mod force;
pub mod guile;
pub mod readings;
mod roster;
pub mod setup;

pub use asks::Asks;
pub use charts::Charts;

use grognard_charts::{BadData, Switchboard, kind_of};
use grognard_umpire::Visitor;
use include_dir::{Dir, include_dir};
use std::sync::Arc;

/// A clause of the Ancient World series by its number, the system's prefix added.
macro_rules! rule {
    ($id:literal) => {
        const { grognard_umpire::Clause::new(concat!("AW-", $id)) }
    };
}
pub(crate) use rule;

/// Its switches, by kind of file.
pub fn switchboards() -> Vec<Switchboard> {
    vec![
        Switchboard::plain(&["battle", "duel"], "readings", readings::Readings::SWITCHES),
        Switchboard::plain(&["diplomacy"], "readings", readings::MissionReadings::SWITCHES),
    ]
}

/// The system's key.
pub const KEY: &str = "ancient-world";
/// The system's name.
pub const TITLE: &str = "Ancient World";
/// The edition that is carried out.
pub const EDITION: &str =
    "player aid cards of Rise of the Roman Republic and Carthage, version 2 (2008), GMT Games";
/// The sections of the charts, with the clauses that carry them.
pub static SECTIONS: &str = include_str!("../sections.tsv");
/// The clauses, in our words.
pub static RULES: &str = include_str!("../rules.tsv");
/// What the fields of its files mean: label, unit, bounds, words, default, clause, help.
pub static FIELDS: &str = include_str!("../fields.tsv");
/// What stands in its ends and views: kinds of file, end or view, path, types.
pub static SHAPES: &str = include_str!("../shapes.tsv");
/// The printed tables.
pub static TABLES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/tables");
/// Ready battle files.
pub static BATTLES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/battles");
/// Whole games.
pub static TITLES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/titles");

/// What a file of this system can be: the state at the start and the rules it goes by.
pub enum Contest {
    /// A battle.
    Battle(battle::Battle, Arc<battle::Rules>),
    /// An ambassador's mission.
    Diplomacy(diplomacy::Mission, Arc<diplomacy::Rules>),
    /// A campaign duel.
    Duel(duel::Duel, Arc<duel::Rules>),
}

impl Contest {
    /// Hands the procedure over to whoever takes in any.
    pub fn visit<V: Visitor>(self, visitor: V) -> V::Out {
        match self {
            Contest::Battle(start, rules) => visitor.visit(start, rules),
            Contest::Diplomacy(start, rules) => visitor.visit(start, rules),
            Contest::Duel(start, rules) => visitor.campaign(start, rules),
        }
    }
}

/// The kinds of file.
pub const KINDS: &[&str] = &["battle", "diplomacy", "duel"];

/// Opens a battle file, a mission or a campaign duel.
///
/// # Errors
/// What is wrong with the file, where, and what would be right.
pub fn open(file: &str, text: &str, charts: &Arc<Charts>) -> Result<Contest, BadData> {
    match kind_of(file, text, KEY, KINDS)? {
        "battle" => {
            let rules = setup::open_battle(file, text, charts)?;
            Ok(Contest::Battle(rules.start(), Arc::new(rules)))
        }
        "diplomacy" => {
            let (mission, rules) = diplomacy::open(file, text, charts)?;
            Ok(Contest::Diplomacy(mission, Arc::new(rules)))
        }
        "duel" => {
            let (duel, rules) = duel::open(file, text, charts)?;
            Ok(Contest::Duel(duel, Arc::new(rules)))
        }
        other => unreachable!("`{other}` is no kind of the list"),
    }
}
