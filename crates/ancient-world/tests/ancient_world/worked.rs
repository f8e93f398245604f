//! Worked examples: every file of `tests/worked`, with its account as a snapshot.

use grognard_ancient_world::{Charts, Contest, open};
use grognard_testkit::worked::{self, Worked};
use std::sync::Arc;

#[test]
fn worked_examples_come_out_as_written() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    insta::glob!("worked/*.toml", |path| {
        let file = path.file_name().unwrap().to_str().unwrap();
        let example = Worked::read(file, &std::fs::read_to_string(path).unwrap());
        let contest = open(file, &example.setup, &charts).unwrap_or_else(|error| panic!("{error}"));
        let account = match contest {
            Contest::Battle(start, rules) => worked::check(file, &example, start, rules),
            Contest::Diplomacy(start, rules) => worked::check(file, &example, start, rules),
            Contest::Duel(start, rules) => worked::check(file, &example, start, rules),
        };
        insta::assert_snapshot!(account);
    });
}
