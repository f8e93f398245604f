//! Positions of duels as text, and situations as data (`tests/situations`).

use grognard_ancient_world::{BATTLES, Charts, Contest, TITLES, open};
use grognard_testkit::{positions::Positions, situations};
use std::sync::Arc;

fn text(key: &str) -> String {
    situations::text_of(key, &[&TITLES, &BATTLES])
}

fn opened(text: &str) -> Contest {
    open("title.toml", text, &Arc::new(Charts::load(&[]).unwrap())).unwrap_or_else(|error| panic!("{error}"))
}

/// A position written at any moment is the duel at that moment.
#[test]
fn positions_read_back_as_they_were() {
    for name in ["duel-for-apulia", "pyrrhus-on-the-road-to-rome"] {
        let compared = opened(&text(name)).visit(Positions { name, games: 40, every: 4, answers_max: 2_000 });
        assert!(compared.settled == compared.positions && compared.positions > 100, "{name}: {compared:?}");
        assert!(compared.lines_max < 80, "{name}: {compared:?}");
    }
}

#[test]
fn situations_come_out_as_written() {
    let folder = situations::in_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/situations"));
    situations::all(folder, |situation| opened(&situation.setup(text)).visit(situation));
}
