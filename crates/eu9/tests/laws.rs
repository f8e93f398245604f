//! The laws of every system, on every battle file.

use grognard_eu9::{BATTLES, Charts, Contest, KEY, RULES, SOURCES, open};
use grognard_testkit::{laws, tidy};
use std::sync::Arc;

const MACROS: &[(&str, &str)] = &[("rule", "EU9-")];

#[test]
fn laws_hold_on_every_battle_file() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    for file in BATTLES.files() {
        let name = file.path().to_str().unwrap();
        match open(name, file.contents_utf8().unwrap(), &charts).unwrap_or_else(|error| panic!("{error}")) {
            Contest::LandBattle(start, engagement) => {
                laws::hold(&format!("{KEY}/{name}"), &start, &engagement, 200, laws::Odds::Agree);
            }
            Contest::NavalBattle(start, givens) => {
                laws::hold(&format!("{KEY}/{name}"), &start, &givens, 200, laws::Odds::Agree);
            }
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
