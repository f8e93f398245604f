//! The laws of every system, on every battle file and title.

use grognard_ancient_world::battle::{Battle, Rules};
use grognard_ancient_world::{Asks, BATTLES, Charts, Contest, KEY, RULES, SECTIONS, TITLES, open};
use grognard_odds::{Budget, exact};
use grognard_testkit::{laws, secrets, solved, targets, tidy};
use grognard_umpire::{Choice, Playable};
use include_dir::{Dir, include_dir};
use std::sync::Arc;

/// The sources, in which citations are found.
pub(crate) static SOURCES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/src");

const MACROS: &[(&str, &str)] = &[("rule", "AW-")];

#[test]
fn laws_hold_on_every_battle_file() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    for file in BATTLES.files().chain(TITLES.files()) {
        let name = file.path().to_str().unwrap();
        let text = file.contents_utf8().unwrap();
        match open(name, text, &charts).unwrap_or_else(|error| panic!("{error}")) {
            Contest::Battle(start, rules) => {
                // Face by face, five leaders' dice are more than plain enumeration should visit.
                let leaders: usize = rules.parties.iter().map(|(_, party)| party.leaders.len()).sum();
                let small = leaders <= 3 && rules.parties.iter().all(|(_, party)| elephants(party) == 0);
                let odds = if small { laws::Odds::Agree } else { laws::Odds::Sampled };
                laws::hold(&format!("{KEY}/{name}"), &start, &rules, 40, odds);
            }
            Contest::Diplomacy(start, rules) => {
                laws::hold(&format!("{KEY}/{name}"), &start, &rules, 200, laws::Odds::Agree);
            }
            Contest::Duel(start, rules) => {
                laws::hold(&format!("{KEY}/{name}"), &start, &rules, 100, laws::Odds::TooLarge);
            }
        }
    }
}

/// Best play of both sides is found for every battle file, within what the command line allows.
#[test]
fn best_play_is_found_for_every_battle_file() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    for file in BATTLES.files() {
        let name = file.path().to_str().unwrap();
        let contest = open(name, file.contents_utf8().unwrap(), &charts).unwrap();
        assert!(contest.visit(solved::Solved { name }) > 0, "{name}");
    }
}

/// Nothing is hidden but what both sides lay down at once, and that only until both have.
#[test]
fn nothing_hidden_leaks_or_is_taken_back() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let mut answers = 0;
    for file in BATTLES.files().chain(TITLES.files()) {
        let name = file.path().to_str().unwrap();
        let contest = open(name, file.contents_utf8().unwrap(), &charts).unwrap();
        let pairs = secrets::pairs();
        let compared = contest.visit(secrets::Secrets { name, pairs });
        assert_eq!((compared.pairs, compared.open), (0, pairs), "{name}: {compared:?}");
        answers += compared.answers;
    }
    assert!(answers > 100, "{answers} secret answers");
}

/// From the picture and the question alone one can tell what may be chosen, and the board as data is what is drawn.
#[test]
fn what_may_be_chosen_is_found_in_the_picture() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let mut duels = 0;
    for file in TITLES.files() {
        let name = file.path().to_str().unwrap();
        let Contest::Duel(start, rules) = open(name, file.contents_utf8().unwrap(), &charts).unwrap() else {
            continue;
        };
        duels += 1;
        let looked = targets::are_found(name, &start, &rules, 0..4, 3);
        assert!(looked.questions > 20 && looked.touching > 60, "{name}: {looked:?}");
    }
    assert_eq!(duels, 2);
}

fn elephants(party: &grognard_ancient_world::force::Party) -> u16 {
    let units = party.units.iter().filter(|unit| unit.arm == grognard_ancient_world::force::Arm::Elephants);
    units.map(|unit| u16::from(unit.sp)).sum()
}

/// Elephants and guile on both sides, small enough to be enumerated face by face; and the battle that
/// leaves losses, pursuit and retreat to the policies has the same odds as the one that asks.
#[test]
fn odds_agree_with_elephants_and_guile() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let text = include_str!("herds.toml");
    let Contest::Battle(start, rules) = open("herds.toml", text, &charts).unwrap() else {
        panic!("a battle")
    };
    laws::hold("herds", &start, &rules, 40, laws::Odds::Agree);
    let short = Arc::new(rules.by_policy());
    laws::hold("herds by policy", &start, &short, 40, laws::Odds::Agree);
    let odds = |rules: &Rules| {
        let decide = |state: &Battle, choice: &Choice<'_>| state.policy(rules, choice);
        exact(&start, rules, &decide, Budget::default()).unwrap()
    };
    let (long, short) = (odds(&rules), odds(&short));
    assert!(short.states() < long.states());
    assert_eq!(long.ends().len(), short.ends().len());
    for ((end, p), (other, q)) in long.ends().iter().zip(short.ends()) {
        assert_eq!(end, other);
        assert!((p - q).abs() < 1e-12);
    }
}

#[test]
fn every_clause_cited_exists() {
    tidy::citations_exist(RULES, &SOURCES, MACROS);
}

#[test]
fn every_clause_is_cited_or_declared() {
    assert_eq!(tidy::open_clauses(RULES, &SOURCES, MACROS), Vec::<String>::new());
}

#[test]
fn every_section_has_its_clauses_and_every_clause_its_section() {
    tidy::sections(RULES, SECTIONS);
}

#[test]
fn the_crate_is_pure() {
    tidy::is_pure(&SOURCES);
}

#[test]
fn what_is_asked_is_listed_once() {
    tidy::topics::<Asks>();
}
