//! Situations as data (`tests/situations`).

use grognard_death_of_empires::{BATTLES, Charts, open};
use grognard_testkit::situations;
use std::sync::Arc;

fn text(battle: &str) -> String {
    let file = BATTLES.get_file(format!("{battle}.toml"));
    file.unwrap_or_else(|| panic!("no battle {battle}")).contents_utf8().unwrap().to_owned()
}

#[test]
fn situations_come_out_as_written() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let folder = situations::in_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/situations"));
    situations::all(folder, |situation| {
        let setup = situation.setup(text);
        let contest = open("situation.toml", &setup, &charts);
        contest.unwrap_or_else(|error| panic!("{}: {error}", situation.about())).visit(situation);
    });
}
