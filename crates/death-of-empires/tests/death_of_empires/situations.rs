//! Situations as data (`tests/situations`).

use grognard_death_of_empires::{BATTLES, Charts, open};
use grognard_testkit::situations;
use std::sync::Arc;

#[test]
fn situations_come_out_as_written() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let folder = situations::in_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/situations"));
    situations::all(folder, |situation| {
        let setup = situation.setup(|key| situations::text_of(key, &[&BATTLES]));
        let contest = open("situation.toml", &setup, &charts);
        contest.unwrap_or_else(|error| panic!("{}: {error}", situation.about())).visit(situation);
    });
}
