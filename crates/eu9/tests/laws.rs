//! The laws of every system, on every battle file.

use grognard_eu9::{BATTLES, Charts, KEY, RULES, SOURCES, open};
use grognard_testkit::{laws, tidy};
use std::sync::Arc;

const MACROS: &[(&str, &str)] = &[("rule", "EU9-")];

#[test]
fn laws_hold_on_every_battle_file() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    for file in BATTLES.files() {
        let name = file.path().to_str().unwrap();
        let contest = open(name, file.contents_utf8().unwrap(), &charts);
        let contest = contest.unwrap_or_else(|error| panic!("{error}"));
        let name = format!("{KEY}/{name}");
        contest.visit(laws::Laws { name: &name, games: 200, odds: laws::Odds::Agree });
    }
}

/// The number of states and of ends of every battle file.
#[test]
fn states_are_as_many_as_they_were() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let mut counts: Vec<String> = BATTLES
        .files()
        .map(|file| {
            let name = file.path().to_str().unwrap();
            let (states, ends) =
                open(name, file.contents_utf8().unwrap(), &charts).unwrap().visit(laws::Counts);
            format!("{name}: {states} states, {ends} ends")
        })
        .collect();
    counts.sort();
    insta::assert_snapshot!(counts.join("\n"));
}

#[test]
fn every_clause_is_cited_or_declared() {
    assert_eq!(tidy::open_clauses(RULES, &SOURCES, MACROS), Vec::<String>::new());
}

proptest::proptest! {
    /// Any damage to a battle file is refused with a message or leaves a file that opens.
    #[test]
    fn damaged_battle_files_are_read_or_refused(which in 0usize..100, at in 0usize..4000, byte in proptest::prelude::any::<u8>()) {
        let charts = Arc::new(Charts::load(&[]).unwrap());
        let files: Vec<_> = BATTLES.files().collect();
        let mut bytes = files[which % files.len()].contents().to_vec();
        let at = at % bytes.len();
        bytes[at] = byte;
        if let Ok(text) = String::from_utf8(bytes)
            && let Err(error) = open("damaged.toml", &text, &charts)
        {
            proptest::prop_assert!(!error.problem.is_empty());
        }
    }
}

#[test]
fn every_clause_cited_exists() {
    tidy::citations_exist(RULES, &SOURCES, MACROS);
}

#[test]
fn the_crate_is_pure() {
    tidy::is_pure(&SOURCES);
}
