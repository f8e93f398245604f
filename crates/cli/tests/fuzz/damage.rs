//! Maps, orders of battle, countries, set-ups and tables, damaged: read, or refused with a reason, in time.

use grognard::umpire::Generator;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// What is put where something else stood.
const PIECES: [&str; 16] = [
    "",
    "-1",
    "0",
    "1",
    "2",
    "9",
    "40",
    "255",
    "256",
    "70000",
    "99999999999",
    "\"\"",
    "\"x\"",
    "[]",
    "true",
    "= =",
];

/// A text with a few lines lost, doubled or swapped, and a few words changed.
fn damaged(text: &str, dice: &mut Generator) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..1 + dice.below(3) {
        let at = dice.below(lines.len().max(1) as u32) as usize;
        let other = dice.below(lines.len().max(1) as u32) as usize;
        if lines.is_empty() {
            break;
        }
        match dice.below(6) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[other].clone()),
            2 => lines.swap(at, other),
            _ => {
                let words: Vec<&str> = lines[at].split_inclusive([' ', ',', '=']).collect();
                let word = dice.below(words.len().max(1) as u32) as usize;
                let piece = PIECES[dice.below(PIECES.len() as u32) as usize];
                let change = |(index, old): (usize, &&str)| match index == word {
                    // What ends the word stays: most of the damage should be to values.
                    true => {
                        format!("{piece}{}", old.chars().last().filter(|c| " ,=".contains(*c)).unwrap_or(' '))
                    }
                    false => (*old).to_owned(),
                };
                lines[at] = words.iter().enumerate().map(change).collect();
            }
        }
    }
    lines.join("\n")
}

/// Tries so many damaged texts; says how many of them are read all the same.
pub(crate) fn tried(name: &str, text: &str, times: u64, read: &dyn Fn(&str) -> Result<(), String>) -> u64 {
    let mut taken = 0;
    for number in 0..times {
        let damaged = damaged(text, &mut Generator::stream(7, number));
        let read = |text: &str| super::timed(name, || read(text));
        match catch_unwind(AssertUnwindSafe(|| read(&damaged))) {
            Ok(Ok(())) => taken += 1,
            Ok(Err(reason)) => {
                assert!(!reason.trim().is_empty(), "{name}, {number}: refused without a reason")
            }
            Err(_) => panic!("{name}, number {number}:\n{damaged}"),
        }
    }
    taken
}

#[test]
fn damaged_maps_and_orders_of_battle_are_refused_or_read() {
    let times = super::number("GROGNARD_FUZZ", 200) / 10;
    let charts = Arc::new(grognard_damos::Charts::load(&[]).unwrap());
    let find = |name: &str| Some(grognard_damos::TITLES.get_file(name)?.contents_utf8()?.to_owned());
    let title = find("army-group-center/title.toml").unwrap();
    for part in ["army-group-center/map.toml", "army-group-center/order-of-battle.toml"] {
        let text = find(part).unwrap();
        tried(part, &text, times, &|damaged| {
            let find = |name: &str| if name == part { Some(damaged.to_owned()) } else { find(name) };
            let opened = grognard_damos::open_campaign_with("title.toml", &title, &charts, find);
            opened.map(drop).map_err(|bad| bad.to_string())
        });
    }
}

#[test]
fn damaged_countries_and_set_ups_are_refused_or_read() {
    let times = super::number("GROGNARD_FUZZ", 200) / 10;
    let charts = Arc::new(grognard_eu9::Charts::load(&[]).unwrap());
    let text = |name: &str| {
        let path = format!("italian-wars/{name}.toml");
        grognard_eu9::TITLES.get_file(path).unwrap().contents_utf8().unwrap()
    };
    for part in ["map", "countries", "setup"] {
        tried(part, text(part), times, &|damaged| {
            let of = |name: &str| if name == part { damaged } else { text(name) }.to_owned();
            let (map, countries, setup) = (of("map"), of("countries"), of("setup"));
            let read = grognard_eu9::GameRules::read("campaign", &map, &countries, &setup, &charts);
            read.map(drop).map_err(|bad| bad.to_string())
        });
    }
}

/// A single cell of any table of any system, changed: the odds of a battle are still odds, or the cell is refused.
#[test]
fn changed_cells_are_refused_or_keep_the_odds_sound() {
    let times = super::number("GROGNARD_FUZZ", 200);
    let systems = grognard::systems();
    for number in 0..times {
        let mut dice = Generator::stream(11, number);
        let system = &systems[number as usize % systems.len()];
        let pages = system.tables(&[]).unwrap();
        let table = pages.tables()[dice.below(pages.tables().len() as u32) as usize];
        let row = dice.below(table.rows() as u32) as usize;
        let column = dice.below(table.columns().len() as u32) as usize;
        let cells = ["-3", "-1", "0", "1", "2", "7", "40", "300", "x", ""];
        let cell = cells[dice.below(cells.len() as u32) as usize];
        let house = format!(
            "[[{}.change]]\nrow = {:?}\ncolumn = {:?}\ncell = {cell:?}\n",
            table.key(),
            table.row_label(row),
            table.columns()[column]
        );
        let battles = system.battles();
        let (name, text) = &battles[dice.below(battles.len() as u32) as usize];
        let changed = [("house.toml".to_owned(), house.clone())];
        let work = || {
            if let Ok(contest) = grognard::open(name, text, &changed) {
                super::check(contest.as_ref());
            }
        };
        assert!(
            catch_unwind(AssertUnwindSafe(work)).is_ok(),
            "{}/{name}, number {number}:\n{house}",
            system.key
        );
    }
}
