//! Positions as text, and situations as data (`tests/situations`).

use grognard_charts::PositionFile;
use grognard_damos::{BATTLES, Charts, Contest, Game, TITLES, open};
use grognard_testkit::{positions::Positions, situations};
use grognard_umpire::Position;
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
    for (name, every) in [("bialystok-minsk", 40), ("army-group-center", 150)] {
        let compared = opened(&text(name)).visit(Positions { name, games: 3, every, answers_max: 4_000 });
        assert!(compared.settled == compared.positions && compared.positions > 10, "{name}: {compared:?}");
        assert!(compared.lines_max < 200, "{name}: {compared:?}");
    }
}

#[test]
fn situations_come_out_as_written() {
    let folder = situations::in_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/situations"));
    situations::all(folder, |situation| opened(&situation.setup(text)).visit(situation));
}

/// Every problem of a file is named at once, by line and key.
#[test]
fn what_is_wrong_with_a_position_is_named_by_line() {
    let Contest::Campaign(game, rules) = opened(&text("army-group-center")) else { panic!("a campaign") };
    let refused = |text: &str| -> String {
        let read = PositionFile::read("p.toml", text)
            .and_then(|file| file.start("p.toml", text, (*game).clone(), &rules));
        read.expect_err(text).to_string()
    };
    let good = "system = \"damos\"\ntitle = \"army-group-center\"\n[position]\nturn = 3\nphasing = \"first\"\n\
                phase = \"operations\"\nunits = [\n    { unit = \"G-Inf5\", at = 3020 },\n]\n";
    let file = PositionFile::read("p.toml", good).unwrap();
    assert!(file.start("p.toml", good, (*game).clone(), &rules).is_ok());
    let bad = good
        .replace("turn = 3", "turn = 99")
        .replace("\"operations\"", "\"lunch\"")
        .replace("at = 3020", "at = 9999, strenght = 4");
    assert_eq!(
        refused(&bad),
        "p.toml, line 6, position.phase: `lunch` is not among set-up-second, set-up-first, turn-start, \
         reinforcements, strategic, operations, end-of-operations, end-of-player-turn, player-turn\n  \
         also line 4, position.turn: 99 is not from 1 to 13\n  \
         also line 8, position.units.0.at: no hex 9999 in the area of play\n  \
         also line 8, position.units.0.strenght: no key `strenght` belongs here; there are unit, at, state, \
         strength, spent, demoralized"
    );
    assert!(refused(&good.replace("at = 3020", "at = 3020, strength = 9")).contains("9 is not from 1 to 4"));
    assert!(refused(&good.replace("G-Inf5", "G-Inf999")).contains("line 8, position.units.0.unit"));
    let since = format!("since = [\"activate 3020\", \"move 2703\"]\n{good}");
    assert!(refused(&since).starts_with("p.toml, line 1, since.1: "), "{}", refused(&since));
    // What was read is what was meant.
    let start = PositionFile { position: Position { since: Vec::new(), ..file.position }, ..file };
    let start = start.start("p.toml", good, Game::new(&rules), &rules).unwrap();
    let unit = rules.unit("G-Inf5").unwrap();
    assert_eq!((start.first_state().turn(), start.first_state().strength(unit)), (3, 4));
}
