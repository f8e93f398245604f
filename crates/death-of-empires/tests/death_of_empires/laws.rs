//! The laws of every system on every battle file, and the house rules.

use grognard_death_of_empires::{Asks, BATTLES, Charts, Contest, KEY, RULES, SECTIONS, open};
use grognard_testkit::{laws, secrets, solved, tidy};
use include_dir::{Dir, include_dir};
use std::sync::Arc;

/// The sources, in which citations are found.
pub(crate) static SOURCES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/src");

const MACROS: &[(&str, &str)] = &[("rule", "DE-")];

#[test]
fn laws_hold_on_every_battle_file() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    for file in BATTLES.files() {
        let name = format!("{KEY}/{}", file.path().display());
        let contest = open(&name, file.contents_utf8().unwrap(), &charts);
        match contest.unwrap_or_else(|error| panic!("{error}")) {
            Contest::Allocation(start, rules) => laws::hold(&name, &start, &rules, 200, laws::Odds::Agree),
            Contest::Chain(start, rules) => laws::hold(&name, &start, &rules, 200, laws::Odds::Agree),
            Contest::Hardship(start, rules) => laws::hold(&name, &start, &rules, 200, laws::Odds::Agree),
        }
    }
}

/// Best play of both sides is found for every battle file, within what the command line allows.
#[test]
fn best_play_is_found_for_every_battle_file() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    for file in BATTLES.files() {
        let name = file.path().to_str().unwrap();
        let contest = open(name, file.contents_utf8().unwrap(), &charts).unwrap();
        let states = contest.visit(solved::Solved { name });
        // Stacks that nothing more happens to are not told apart, and those that do not touch each other not together.
        assert!((1..200_000).contains(&states), "{name}: {states} states");
    }
}

/// Nothing is hidden from anybody: all see, read and are asked the same.
#[test]
fn nothing_hidden_leaks_or_is_taken_back() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    for file in BATTLES.files() {
        let (name, pairs) = (file.path().to_str().unwrap(), secrets::pairs());
        let contest = open(name, file.contents_utf8().unwrap(), &charts).unwrap();
        let compared = contest.visit(secrets::Secrets { name, pairs });
        assert_eq!((compared.pairs, compared.answers, compared.open), (0, 0, pairs), "{name}: {compared:?}");
    }
}

#[test]
fn every_clause_is_cited_or_declared() {
    tidy::citations_exist(RULES, &SOURCES, MACROS);
    assert_eq!(tidy::open_clauses(RULES, &SOURCES, MACROS), Vec::<String>::new());
    assert_eq!(RULES.lines().count(), 80, "79 clauses and the heading");
}

#[test]
fn every_section_has_its_clauses_and_every_clause_its_section() {
    tidy::sections(RULES, SECTIONS);
}

#[test]
fn the_crate_is_pure() {
    tidy::is_pure(&SOURCES);
}

#[test]
fn what_is_asked_is_listed_once() {
    tidy::topics::<Asks>();
}
