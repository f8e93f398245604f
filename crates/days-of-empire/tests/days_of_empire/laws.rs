//! The laws of every system on every battle file, and the house rules.

use crate::common::charts;
use grognard_days_of_empire::{Asks, BATTLES, KEY, RULES, SECTIONS, TITLES, open};
use grognard_testkit::secrets::{Secrets, pairs};
use grognard_testkit::{laws, tidy};
use include_dir::{Dir, include_dir};

/// The sources, in which citations are found.
pub(crate) static SOURCES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/src");

const MACROS: &[(&str, &str)] = &[("rule", "DOE-")];

#[test]
fn laws_hold_on_every_battle_file() {
    let charts = charts();
    for file in BATTLES.files() {
        let name = format!("{KEY}/{}", file.path().display());
        let contest = open(&name, file.contents_utf8().unwrap(), &charts);
        let laws = laws::Laws { name: &name, games: 100, odds: laws::Odds::Agree };
        contest.unwrap_or_else(|error| panic!("{error}")).visit(laws);
    }
}

/// What the calculators do not touch yet is listed by name, so that nothing slips out or in unnoticed.
#[test]
fn every_clause_is_cited_declared_or_listed_as_open() {
    tidy::citations_exist(RULES, &SOURCES, MACROS);
    assert_eq!(RULES.lines().count(), 613, "612 clauses and the heading");
    let open: String =
        tidy::open_clauses(RULES, &SOURCES, MACROS).iter().map(|id| format!("{id}\n")).collect();
    assert_eq!(open, include_str!("open.txt"));
}

#[test]
fn every_section_leads_to_its_clauses() {
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

/// Troops hide or wait off the table in two battles; nothing else is hidden from anybody.
#[test]
fn nothing_hidden_leaks_or_is_taken_back() {
    let charts = charts();
    let mut hiding = Vec::new();
    for file in BATTLES.files().chain(TITLES.files()) {
        let name = file.path().to_str().unwrap();
        let contest = open(name, file.contents_utf8().unwrap(), &charts).unwrap();
        let compared = contest.visit(Secrets { name, pairs: pairs() });
        assert!(compared.pairs + compared.open > 0, "{name}: {compared:?}");
        if compared.pairs > 0 {
            hiding.push(name.to_owned());
        }
    }
    hiding.sort();
    assert_eq!(hiding, ["chorgun-road.toml", "the-alma.toml"]);
}
