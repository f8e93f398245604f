//! The laws of every system, on every battle file and title.

use grognard_damos::{BATTLES, Charts, Contest, KEY, RULES, SECTIONS, SOURCES, TITLES, open};
use grognard_testkit::{laws, secrets, tidy};
use std::collections::BTreeSet;
use std::sync::Arc;

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
    let clauses: BTreeSet<&str> = RULES.lines().skip(1).filter_map(|line| line.split('\t').next()).collect();
    let mut lines = SECTIONS.lines();
    assert_eq!(lines.next(), Some("section\twords\tclauses"));
    let (mut carried, mut sections) = (BTreeSet::new(), BTreeSet::new());
    for line in lines {
        let [section, words, list] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        assert!(sections.insert(section), "{section} stands twice");
        assert!(!words.is_empty() && !list.is_empty(), "{section} is uncovered");
        for clause in list.split(',') {
            assert!(clauses.contains(clause), "{section} names {clause}, which does not exist");
            carried.insert(clause);
        }
    }
    let lost: Vec<&&str> = clauses.difference(&carried).collect();
    assert!(lost.is_empty(), "clauses of no section: {lost:?}");
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
