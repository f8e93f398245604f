//! Worked examples: every file of `tests/worked`, with its account as a snapshot.

use grognard_eu9::{Charts, open};
use grognard_testkit::worked::{Check, Worked};
use std::sync::Arc;

#[test]
fn worked_examples_come_out_as_written() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    insta::glob!("worked/*.toml", |path| {
        let file = path.file_name().unwrap().to_str().unwrap();
        let example = Worked::read(file, &std::fs::read_to_string(path).unwrap());
        let contest = open(file, &example.setup, &charts).unwrap_or_else(|error| panic!("{error}"));
        let account = contest.visit(Check { file, worked: &example });
        insta::assert_snapshot!(account);
    });
}
