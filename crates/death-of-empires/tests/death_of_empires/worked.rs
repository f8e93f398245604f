//! Worked fights: every file of `tests/worked`, with its account as a snapshot.

use grognard_death_of_empires::{BATTLES, Charts, Contest, open};
use grognard_testkit::worked::{self, Worked};
use std::sync::Arc;

#[test]
fn worked_fights_come_out_as_written() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    insta::glob!("worked/*.toml", |path| {
        let file = path.file_name().unwrap().to_str().unwrap();
        let example = Worked::read(file, &std::fs::read_to_string(path).unwrap());
        // A set-up of one word is the name of a ready battle file.
        let setup = match BATTLES.get_file(format!("{}.toml", example.setup)) {
            Some(battle) => battle.contents_utf8().unwrap(),
            None => &example.setup,
        };
        let account = match open(file, setup, &charts).unwrap_or_else(|error| panic!("{error}")) {
            Contest::Allocation(start, rules) => worked::check(file, &example, start, rules),
            Contest::Chain(start, rules) => worked::check(file, &example, start, rules),
            Contest::Hardship(start, rules) => worked::check(file, &example, start, rules),
        };
        insta::assert_snapshot!(account);
    });
}
