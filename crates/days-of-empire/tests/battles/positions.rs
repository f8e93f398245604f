//! Positions as text, and situations as data (`tests/situations`).

use crate::{battle, charts};
use grognard_charts::PositionFile;
use grognard_days_of_empire::{TITLES, open};
use grognard_testkit::{positions::Positions, situations};
use grognard_umpire::Visitor;

fn text(title: &str) -> String {
    situations::text_of(title, &[&TITLES])
}

/// A position written at any moment is the game at that moment.
#[test]
fn positions_read_back_as_they_were() {
    for (name, games, every) in [("two-battalions", 3, 12), ("chorgun-road", 4, 20), ("thin-red-line", 4, 20)]
    {
        let (start, rules) = battle(&text(name));
        let compared = Positions { name, games, every, answers_max: 600 }.visit(start, rules);
        assert!(compared.settled * 2 > compared.positions && compared.positions > 5, "{name}: {compared:?}");
    }
}

/// Every problem of a file is named at once, by line and key.
#[test]
fn what_is_wrong_with_a_position_is_named_by_line() {
    let (start, rules) = battle(&text("two-battalions"));
    let good = "system = \"days-of-empire\"\ntitle = \"two-battalions\"\n[position]\nturn = 2\n\
                initiative = \"first\"\nunits = [\n    { unit = \"k1\", at = \"18 12\", facing = \"0\" },\n]\n";
    let opened = |text: &str| {
        PositionFile::read("p.toml", text)
            .and_then(|file| file.start("p.toml", text, start.clone(), &rules))
            .map(drop)
            .map_err(|error| error.to_string())
    };
    assert_eq!(opened(good), Ok(()));
    let bad =
        good.replace("turn = 2", "turn = 99").replace("\"k1\"", "\"k9\"").replace("\"18 12\"", "\"here\"");
    assert_eq!(
        opened(&bad).unwrap_err(),
        "p.toml, line 7, position.units.0.unit: `k9` is not known here\n  \
         also line 7, position.units.0.at: `here` is not known here\n  \
         also line 4, position.turn: 99 is not from 1 to 8"
    );
    let bad = good.replace("facing", "faces");
    assert!(opened(&bad).unwrap_err().contains("no key `faces` belongs here"), "{:?}", opened(&bad));
}

#[test]
fn situations_come_out_as_written() {
    let folder = situations::in_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/situations"));
    situations::all(folder, |situation| {
        let text = situation.setup(text);
        open("title.toml", &text, &charts()).unwrap_or_else(|error| panic!("{error}")).visit(situation);
    });
}
