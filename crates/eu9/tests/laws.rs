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

#[test]
fn every_clause_cited_exists() {
    tidy::citations_exist(RULES, &SOURCES, MACROS);
}

#[test]
fn the_crate_is_pure() {
    tidy::is_pure(&SOURCES);
}
