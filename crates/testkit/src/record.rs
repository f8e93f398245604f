//! The record of which tests carried out which clauses: what `grognard rules --coverage` shows.
//!
//! When `GROGNARD_RECORD` names a folder, every test that runs rules through this crate leaves a file
//! there with the clauses it saw cited. The program `collect` of this crate gathers them into each
//! system's `tests/reached.tsv`, which is committed and checked to be current.

use grognard_umpire::{Clause, Ruling};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

/// Notes the clauses that a test saw carried out: cited, ruled on, or granting a modifier.
pub fn reached(account: &[Ruling], cited: &[Clause]) {
    let ruled = account.iter().flat_map(|ruling| {
        std::iter::once(ruling.clause).chain(ruling.modifiers.iter().map(|modifier| modifier.clause))
    });
    note(ruled.chain(cited.iter().copied()));
}

/// Notes clauses that a test exercised without an umpire: a refusal, a check of data, a look-up.
pub fn exercised(ids: &[&str]) {
    write(&ids.iter().map(|id| (*id).to_owned()).collect());
}

/// Notes the clauses that a refusal names, by how they begin: `… write the density (DOE-13.6-b)`.
pub fn named(words: &str, begins: &str) {
    let ids = words.split(|c: char| c.is_whitespace() || "(),;:".contains(c));
    write(&ids.filter(|id| id.starts_with(begins)).map(str::to_owned).collect());
}

fn note(clauses: impl Iterator<Item = Clause>) {
    write(&clauses.map(|clause| clause.id().to_owned()).collect());
}

fn write(ids: &BTreeSet<String>) {
    if ids.is_empty() {
        return;
    }
    let Some(folder) = std::env::var_os("GROGNARD_RECORD").map(PathBuf::from) else { return };
    let thread = std::thread::current();
    let Some(test) = thread.name() else { return };
    let crate_name = std::env::var("CARGO_PKG_NAME").unwrap_or_default();
    let file = folder.join(format!("{crate_name}--{}.txt", test.replace("::", "--")));
    let mut all: BTreeSet<String> =
        fs::read_to_string(&file).map(|text| text.lines().map(str::to_owned).collect()).unwrap_or_default();
    all.extend(ids.iter().cloned());
    let text: String = all.iter().map(|id| format!("{id}\n")).collect();
    fs::create_dir_all(&folder).expect("the record's folder can be made");
    fs::write(&file, text).expect("the record can be written");
}
