//! The laws of every system, on every battle file and title.

use grognard_damos::{Asks, BATTLES, Charts, Contest, KEY, RULES, SECTIONS, TITLES, open};
use grognard_testkit::{laws, secrets, targets, tidy};
use include_dir::{Dir, include_dir};
use std::sync::Arc;

/// The sources, in which citations are found.
pub(crate) static SOURCES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/src");

const MACROS: &[(&str, &str)] = &[("rule", "DAMOS-"), ("agc", "AGC-")];

#[test]
fn laws_hold_on_every_battle_file() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    for file in BATTLES.files() {
        let name = file.path().to_str().unwrap();
        let contest = open(name, file.contents_utf8().unwrap(), &charts);
        let contest = contest.unwrap_or_else(|error| panic!("{error}"));
        let name = format!("{KEY}/{name}");
        contest.visit(laws::Laws { name: &name, games: 100, odds: laws::Odds::Agree });
    }
}

fn title(name: &str) -> Contest {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let file = format!("{name}/title.toml");
    open(&file, TITLES.get_file(&file).unwrap().contents_utf8().unwrap(), &charts).unwrap()
}

#[test]
fn laws_hold_on_a_lunch_game() {
    title("bialystok-minsk").visit(laws::Laws {
        name: "bialystok-minsk",
        games: 2,
        odds: laws::Odds::TooLarge,
    });
}

#[test]
fn laws_hold_on_a_campaign() {
    title("army-group-center").visit(laws::Laws { name: "agc", games: 1, odds: laws::Odds::TooLarge });
}

#[test]
fn every_clause_cited_exists_and_none_is_open() {
    tidy::citations_exist(RULES, &SOURCES, MACROS);
    assert_eq!(tidy::open_clauses(RULES, &SOURCES, MACROS), Vec::<String>::new());
}

/// The book's sections in order: each is carried by clauses that exist, and no clause stands outside them.
#[test]
fn every_section_has_its_clauses_and_every_clause_its_section() {
    tidy::sections(RULES, SECTIONS);
    // In the order of the book.
    let order: Vec<Vec<u32>> = sections_of("Core ").chain(sections_of("AGC ")).collect();
    let (core, title) = order.split_at(sections_of("Core ").count());
    assert!(core.is_sorted() && title.is_sorted());
    assert_eq!((core.len(), title.len()), (40, 30));
}

/// The numbers of the sections of one part of the book.
fn sections_of(part: &str) -> impl Iterator<Item = Vec<u32>> {
    let number = move |line: &'static str| {
        let section = line.split('\t').next()?.strip_prefix(part)?;
        Some(section.split('.').map(|part| part.parse().unwrap()).collect())
    };
    SECTIONS.lines().filter_map(number)
}

#[test]
fn the_crate_is_pure() {
    tidy::is_pure(&SOURCES);
}

/// What a seat may not know stays unknown to it, and what becomes known is not taken back.
#[test]
fn nothing_hidden_leaks_or_is_taken_back() {
    for (name, parted) in [("bialystok-minsk", 5), ("army-group-center", 5)] {
        let compared = title(name).visit(secrets::Secrets { name, pairs: secrets::pairs() });
        assert_eq!(compared.open, 0, "{name}: something is always hidden");
        assert!(compared.answers > 10 && compared.parted > parted, "{name}: {compared:?}");
    }
    let charts = Arc::new(Charts::load(&[]).unwrap());
    for file in BATTLES.files() {
        let name = file.path().to_str().unwrap();
        let contest = open(name, file.contents_utf8().unwrap(), &charts).unwrap();
        let compared = contest.visit(secrets::Secrets { name, pairs: secrets::pairs() / 4 });
        assert_eq!(compared.open, 0, "{name}: {compared:?}");
    }
}

#[test]
fn what_is_asked_is_listed_once() {
    tidy::topics::<Asks>();
}

/// From the picture and the question alone one can tell what may be chosen.
#[test]
fn what_may_be_chosen_is_found_in_the_picture() {
    for (name, every) in [("bialystok-minsk", 7), ("army-group-center", 90)] {
        let Contest::Campaign(game, rules) = title(name) else { panic!("a campaign") };
        let looked = targets::are_found(name, &*game, &rules, 0..2, every);
        assert!(looked.questions > 20 && looked.touching > 300 && looked.read > 300, "{name}: {looked:?}");
    }
}
