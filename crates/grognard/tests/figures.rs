//! Every ready battle keeps its figures: what is worked out faster must come to the same.
//!
//! The figures were written with `cargo run -p grognard --example figures > crates/grognard/tests/figures.tsv`. A change of the
//! rules, or a new battle, writes them anew; a change of the engine never does.

use grognard::{OddsRequest, Report, systems};
use std::collections::BTreeMap;

const KEPT: &str = include_str!("figures.tsv");

/// As far as sums in another order may lead away from each other.
const NEAR: f64 = 1e-12;

/// What the figures of a report are, by figure and by mean, deviation or value.
fn figures(report: &Report) -> BTreeMap<(String, String), f64> {
    let mut all = BTreeMap::new();
    for figure in &report.figures {
        let mut put = |what: String, value: f64| all.insert((figure.key.to_owned(), what), value);
        put("mean".to_owned(), figure.mean);
        put("deviation".to_owned(), figure.deviation);
        for (value, share) in &figure.values {
            put(value.to_string(), share.p);
        }
    }
    all
}

/// The figures as they were kept, by battle.
fn kept() -> BTreeMap<String, BTreeMap<(String, String), f64>> {
    let mut all: BTreeMap<String, BTreeMap<(String, String), f64>> = BTreeMap::new();
    for line in KEPT.lines() {
        let [battle, key, what, value] = <[&str; 4]>::try_from(line.split('\t').collect::<Vec<_>>()).unwrap();
        let figures = all.entry(battle.to_owned()).or_default();
        figures.insert((key.to_owned(), what.to_owned()), value.parse().unwrap());
    }
    all
}

#[test]
fn every_ready_battle_keeps_its_figures() {
    let mut kept = kept();
    for system in systems() {
        for (name, text) in system.battles() {
            let battle = format!("{}/{name}", system.key);
            let contest = grognard::open(&name, text, &[]).unwrap();
            let Ok(report) = contest.odds(&OddsRequest::default()) else { continue };
            let (found, kept) = (figures(&report), kept.remove(&battle).unwrap_or_default());
            assert!(found.keys().eq(kept.keys()), "{battle}: other figures, or other values of them");
            for (((key, what), p), q) in found.iter().zip(kept.values()) {
                assert!(
                    (p - q).abs() <= NEAR * q.abs().max(1.0),
                    "{battle}, {key}, {what}: {p}, and it was {q}"
                );
            }
        }
    }
    assert_eq!(kept.keys().collect::<Vec<_>>(), Vec::<&String>::new(), "battles that are gone");
}
