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

pub mod assault;
pub mod charge;
pub mod charts;
pub mod clerk;
pub mod command;
pub mod fire;
pub mod length;
pub mod melee;
pub mod morale;
pub mod policy;
pub mod readings;
pub mod roster;
pub mod setup;
pub mod sheet;
pub mod unit;
pub mod volley;

use include_dir::{Dir, include_dir};

/// The folder's name, by which files and commands call the system.
pub const KEY: &str = "days-of-empire";
/// The system's name.
pub const TITLE: &str = "Days of Empire";
/// The edition that is carried out.
pub const EDITION: &str = "Crimean War, 2005; the reference sheets are lost and their charts reconstructed";

/// The clauses, in our words.
pub static RULES: &str = include_str!("../rules.tsv");

/// The sections of the booklet, each with the clauses that carry it.
pub static SECTIONS: &str = include_str!("../sections.tsv");
/// The source, for the list of citations.
pub static SOURCES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/src");
/// The charts.
pub static TABLES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/tables");
/// The ready armies.
pub static ROSTERS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/rosters");
/// The ready battle files.
pub static BATTLES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/battles");

pub use charts::Charts;
pub use setup::{AssaultFile, ChargeFile, Contest, KINDS, VolleyFile, open};
