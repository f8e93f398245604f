//! Worked examples: every file of `worked`, with its account as a snapshot.

use crate::common::charts;
use grognard_days_of_empire::{BATTLES, open};
use grognard_testkit::worked::{Check, Worked};

#[test]
fn worked_examples_come_out_as_written() {
    let charts = charts();
    insta::glob!("worked/*.toml", |path| {
        let file = path.file_name().unwrap().to_str().unwrap();
        let worked = Worked::read(file, &std::fs::read_to_string(path).unwrap());
        // A set-up of one word is the name of a ready battle file.
        let setup = match BATTLES.get_file(format!("{}.toml", worked.setup)) {
            Some(battle) => battle.contents_utf8().unwrap(),
            None => &worked.setup,
        };
        let contest = open(file, setup, &charts).unwrap_or_else(|error| panic!("{error}"));
        insta::assert_snapshot!(contest.visit(Check { file, worked: &worked }));
    });
}
