//! Death of Empires, 1914: loss results allocated by the book.
//!
//! The chapters in the order in which a fight meets them:
//!
//! - [`fight`]: barrage, morale check, combat, results on each stack, morale checks, retreats;
//! - [`allocation`]: how owner and opponent turn loss results into losses, one after the other, with the
//!   reason for everything that may not be chosen, the count of all ways it can go, and the best of them;
//! - [`hardship`]: forced marches and tired cavalry.
//!
//! The vocabulary: [`force`] (units, stacks, formations), [`circumstances`] (on what occasion, under what
//! special rules), [`readings`] (the switches), [`charts`], [`policy`] and [`objective`].
//!
//! ```
//! use grognard_death_of_empires::{BATTLES, Charts, Contest, allocation::sequences, open};
//! use std::sync::Arc;
//!
//! let file = BATTLES.get_file("reference-combat.toml").unwrap().contents_utf8().unwrap();
//! let charts = Arc::new(Charts::load(&[]).unwrap());
//! let Ok(Contest::Allocation(start, rules)) = open("reference-combat.toml", file, &charts) else { panic!() };
//! assert_eq!(sequences::count_sequences(&rules.case(), &start), 144);
//! ```

/// A clause of this system's `rules.tsv`, by its id without the prefix.
macro_rules! rule {
    ($id:literal) => {
        grognard_umpire::Clause::new(concat!("DE-", $id))
    };
}

pub mod allocation;
mod asks;
pub mod charts;
mod check;
pub mod circumstances;
pub mod few;
pub mod fight;
pub mod force;
pub mod hardship;
pub mod objective;
pub mod policy;
pub mod readings;
mod seen;
pub mod setup;

use grognard_charts::Switchboard;
use include_dir::{Dir, include_dir};

/// Its switches, by kind of file.
pub fn switchboards() -> Vec<Switchboard> {
    vec![Switchboard::plain(KINDS, "readings", readings::Readings::SWITCHES)]
}

/// The folder's name, by which files and commands call the system.
pub const KEY: &str = "death-of-empires";
/// The system's name.
pub const TITLE: &str = "Death of Empires";
/// The edition that is carried out.
pub const EDITION: &str = "3rd edition, by the unofficial play aid on loss result allocation";

/// The sections of the play aid, with the clauses that carry them.
pub static SECTIONS: &str = include_str!("../sections.tsv");
/// The clauses, in our words.
pub static RULES: &str = include_str!("../rules.tsv");
/// What the fields of its files mean: label, unit, bounds, words, default, clause, help.
pub static FIELDS: &str = include_str!("../fields.tsv");
/// What stands in its ends and views: kinds of file, end or view, path, types.
pub static SHAPES: &str = include_str!("../shapes.tsv");
/// The charts.
pub static TABLES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/tables");
/// The ready battle files.
pub static BATTLES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/battles");

pub use asks::Asks;
pub use charts::Charts;
pub use setup::{AllocationFile, ChainFile, Contest, KINDS, MarchFile, open};
