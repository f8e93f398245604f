//! Days of Empire: wargaming the Crimean War with miniatures, 1854-56.
//!
//! The chapters in the order of a turn's Morale, Shooting, Movement and Close Assault Phases:
//!
//! - [`charge`]: To Charge, 1st Impulse, Being Charged with its reactions, fire, Charge Home, close assault;
//! - [`volley`]: a Shooting Phase against one target and whatever stands behind it, with the tests after it;
//! - [`assault`]: a close assault of several units a side, with its compulsory moves.
//!
//! They share [`fire`] (dice of small arms and guns, rerolls, damage), [`morale`] (the five tests) and
//! [`melee`] (factors, dice and casualties of an assault). The vocabulary: [`mod@unit`], [`command`],
//! [`length`], [`readings`] (the switches) and [`charts`]. [`sheet`] makes the two printed pages that a
//! player lays beside the table. No coordinates here: what a rule reads of the table (range, side, cover,
//! support) is given with the file.
//!
//! ```
//! use grognard_days_of_empire::{BATTLES, Charts, Contest, open};
//! use std::sync::Arc;
//!
//! let file = BATTLES.get_file("thin-red-line.toml").unwrap().contents_utf8().unwrap();
//! let charts = Arc::new(Charts::load(&[]).unwrap());
//! let Ok(Contest::Charge(start, rules)) = open("thin-red-line.toml", file, &charts) else { panic!() };
//! assert_eq!(start.now.second.strength, rules.units.second.start);
//! ```

/// A clause of this system's `rules.tsv`, by its id without the prefix.
macro_rules! rule {
    ($id:literal) => {
        grognard_umpire::Clause::new(concat!("DOE-", $id))
    };
}

pub mod allowance;
mod asks;
pub mod assault;
pub mod battle;
pub mod charge;
pub mod charts;
pub mod clerk;
pub mod command;
pub mod film;
pub mod fire;
pub mod length;
pub mod melee;
pub mod morale;
pub mod path;
pub mod picture;
pub mod policy;
pub mod readings;
pub mod roster;
pub mod setup;
pub mod sheet;
pub mod staff;
pub mod terrain;
pub mod title;
pub mod unit;
pub mod volley;
pub mod wind;

use grognard_charts::Switchboard;
use include_dir::{Dir, include_dir};

/// Its switches, by kind of file.
pub fn switchboards() -> Vec<Switchboard> {
    vec![Switchboard::plain(KINDS, "readings", readings::Readings::SWITCHES)]
}

/// The folder's name, by which files and commands call the system.
pub const KEY: &str = "days-of-empire";
/// The system's name.
pub const TITLE: &str = "Days of Empire";
/// The edition that is carried out.
pub const EDITION: &str = "Crimean War, 2005; the reference sheets are lost and their charts reconstructed";

/// The clauses, in our words.
pub static RULES: &str = include_str!("../rules.tsv");
/// What the fields of its files mean: label, unit, bounds, words, default, clause, help.
pub static FIELDS: &str = include_str!("../fields.tsv");
/// What stands in its ends and views: kinds of file, end or view, path, types.
pub static SHAPES: &str = include_str!("../shapes.tsv");

/// The sections of the booklet, each with the clauses that carry it.
pub static SECTIONS: &str = include_str!("../sections.tsv");
/// The charts.
pub static TABLES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/tables");
/// The ready armies.
pub static ROSTERS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/rosters");
/// The whole battles.
pub static TITLES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/titles");
/// The ready battle files.
pub static BATTLES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/battles");

pub use asks::Asks;
pub use battle::small::SituationFile;
pub use charts::Charts;
pub use setup::{AssaultFile, ChargeFile, Contest, KINDS, VolleyFile, open};
pub use title::text::TitleFile;
