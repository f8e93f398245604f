//! Positions of the Italian Wars as text, and situations as data (`tests/situations`).

use grognard_charts::PositionFile;
use grognard_eu9::{BATTLES, Charts, Contest, TITLES, open};
use grognard_testkit::{positions::Positions, situations};
use std::sync::Arc;

fn text(key: &str) -> String {
    situations::text_of(key, &[&TITLES, &BATTLES])
}

fn opened(text: &str) -> Contest {
    open("title.toml", text, &Arc::new(Charts::load(&[]).unwrap())).unwrap_or_else(|error| panic!("{error}"))
}

/// A position written at any moment is the game at that moment.
#[test]
fn positions_read_back_as_they_were() {
    for name in ["italian-wars", "bicocca-to-cambrai"] {
        let compared = opened(&text(name)).visit(Positions { name, games: 6, every: 30, answers_max: 4_000 });
        assert!(compared.settled == compared.positions && compared.positions > 100, "{name}: {compared:?}");
        assert!(compared.lines_max < 160, "{name}: {compared:?}");
    }
}

#[test]
fn situations_come_out_as_written() {
    let folder = situations::in_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/situations"));
    situations::all(folder, |situation| opened(&situation.setup(text)).visit(situation));
}

/// Every problem of a file is named at once, by line and key, with what would be right.
#[test]
fn what_is_wrong_with_a_position_is_named_by_line() {
    let Contest::ItalianWars(game, rules) = opened(&text("italian-wars")) else { panic!("a campaign") };
    let refused = |text: &str| -> String {
        let read = PositionFile::read("p.toml", text)
            .and_then(|file| file.start("p.toml", text, (*game).clone(), &rules));
        read.expect_err(text).to_string()
    };
    let good = "system = \"eu9\"\ntitle = \"italian-wars\"\n[position]\nturn = 7\nphase = \"movement\"\n\
                side = \"france\"\ntroops = [\n    { at = \"champagne\", country = \"france\", counters = \"A+\" },\n]\n";
    let file = PositionFile::read("p.toml", good).unwrap();
    assert!(file.start("p.toml", good, (*game).clone(), &rules).is_ok());
    let bad = good
        .replace("turn = 7", "turn = 11")
        .replace("\"movement\"", "\"lunch\"")
        .replace("\"A+\"", "\"B+\", veteran = 2");
    assert_eq!(
        refused(&bad),
        "p.toml, line 4, position.turn: 11 is not from 7 to 10\n  \
         also line 5, position.phase: `lunch` is not among start-of-turn, upkeep, purchase, first-round, impulse, \
         campaign, movement, battles, sieges, refit, continuation, end-of-turn\n  \
         also line 8, position.troops.0.counters: `B+` is no counter; write A+, A-, LD, pasha or d, as in \"A+ 2LD\"\n  \
         also line 8, position.troops.0.veteran: no key `veteran` belongs here; there are at, country, counters, \
         veterans, with, hungry, rested, came-from, came-over, set-out-from, set-out-impulses-ago, inside, moved, spent, \
         intercepted, foraging, regrouped"
    );
    assert!(refused(&good.replace("side = \"france\"\n", "")).contains("position.side: `side` is missing"));
    assert!(
        refused(&good.replace("\"champagne\"", "\"camelot\""))
            .contains("line 8, position.troops.0.at: `camelot`")
    );
    // What no game comes to: more counters than a stack holds.
    assert!(refused(&good.replace("\"A+\"", "\"4A+\"")).contains("position.troops: "));
}
