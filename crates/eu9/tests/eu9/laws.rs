//! The laws of every system, on every battle file.

use grognard_eu9::{Asks, BATTLES, Charts, KEY, RULES, SECTIONS, TITLES, open};
use grognard_testkit::{laws, secrets, targets, tidy};
use include_dir::{Dir, include_dir};
use std::sync::Arc;

/// The sources, in which citations are found.
pub(crate) static SOURCES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/src");

const MACROS: &[(&str, &str)] = &[("rule", "EU9-")];

#[test]
fn laws_hold_on_every_battle_file() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    for file in BATTLES.files() {
        let name = file.path().to_str().unwrap();
        let contest = open(name, file.contents_utf8().unwrap(), &charts);
        let contest = contest.unwrap_or_else(|error| panic!("{error}"));
        let name = format!("{KEY}/{name}");
        contest.visit(laws::Laws { name: &name, games: 200, odds: laws::Odds::Agree });
    }
}

/// Nothing is hidden from anybody: all see, read and are asked the same.
#[test]
fn nothing_hidden_leaks_or_is_taken_back() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let battles = BATTLES.files().map(|file| (file, secrets::pairs() / 10));
    for (file, pairs) in battles.chain(TITLES.files().map(|file| (file, secrets::pairs()))) {
        let name = file.path().to_str().unwrap();
        let contest = open(name, file.contents_utf8().unwrap(), &charts).unwrap();
        let compared = contest.visit(secrets::Secrets { name, pairs });
        assert_eq!((compared.pairs, compared.answers), (0, 0), "{name}: {compared:?}");
        // Upkeep that is settled beforehand asks nothing, so that there is nothing to compare.
        assert!(compared.open == pairs || name == "portugal-sets-sail.toml", "{name}: {compared:?}");
    }
}

/// The number of states and of ends of every battle file.
#[test]
fn states_are_as_many_as_they_were() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let mut counts: Vec<String> = BATTLES
        .files()
        .map(|file| {
            let name = file.path().to_str().unwrap();
            let (states, ends) =
                open(name, file.contents_utf8().unwrap(), &charts).unwrap().visit(laws::Counts);
            format!("{name}: {states} states, {ends} ends")
        })
        .collect();
    counts.sort();
    insta::assert_snapshot!(counts.join("\n"));
}

#[test]
fn every_clause_is_cited_or_declared() {
    assert_eq!(tidy::open_clauses(RULES, &SOURCES, MACROS), Vec::<String>::new());
}

/// Every clause stands in a section of the guide, and every section has clauses that exist.
#[test]
fn every_section_has_its_clauses_and_every_clause_its_section() {
    tidy::sections(RULES, SECTIONS);
}

proptest::proptest! {
    /// Any damage to a battle file is refused with a message or leaves a file that opens.
    #[test]
    fn damaged_battle_files_are_read_or_refused(which in 0usize..100, at in 0usize..4000, byte in proptest::prelude::any::<u8>()) {
        let charts = Arc::new(Charts::load(&[]).unwrap());
        let files: Vec<_> = BATTLES.files().collect();
        let mut bytes = files[which % files.len()].contents().to_vec();
        let at = at % bytes.len();
        bytes[at] = byte;
        if let Ok(text) = String::from_utf8(bytes)
            && let Err(error) = open("damaged.toml", &text, &charts)
        {
            proptest::prop_assert!(!error.problem.is_empty());
        }
    }
}

/// Plays a game at random to its end.
struct Random(u64);

impl grognard_umpire::Visitor for Random {
    type Out = ();
    fn visit<P>(self, start: P, rules: Arc<P::Rules>)
    where
        P: grognard_umpire::Playable + Send + Sync + 'static,
        P::Rules: Send + Sync + 'static,
        P::End: Send + Sync + 'static,
    {
        laws::hold("a stack at random", &start, &rules, self.0, laws::Odds::TooLarge);
    }
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(120))]
    /// Whatever stack a file can describe fights, storms and besieges to an end.
    #[test]
    fn any_stack_comes_to_an_end(
        which in 0usize..3, abroad: bool, natives: bool,
        (a_plus, a_minus, ld, pashas, d) in (0u8..3, 0u8..4, 0u8..4, 0u8..3, 0u8..8),
    ) {
        let charts = Arc::new(Charts::load(&[]).unwrap());
        let name = ["mohacs.toml", "siege-of-rhodes.toml", "storming-of-maastricht.toml"][which];
        let text = BATTLES.get_file(name).unwrap().contents_utf8().unwrap();
        let counters = format!("counters = \"{a_plus}A+ {a_minus}A- {ld}LD {pashas}pasha {d}d\"");
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        for line in &mut lines {
            if line.starts_with("counters") {
                line.clone_from(&counters);
            }
            if natives && line.starts_with("country") {
                *line = "country = \"natives\"".to_owned();
            }
            if abroad && line.starts_with("theatre") {
                *line = "theatre = \"rest-of-the-world\"".to_owned();
            }
        }
        if let Ok(contest) = open("random.toml", &lines.join("\n"), &charts) {
            contest.visit(Random(3));
        }
    }
}

#[test]
fn every_clause_cited_exists() {
    tidy::citations_exist(RULES, &SOURCES, MACROS);
}

#[test]
fn the_crate_is_pure() {
    tidy::is_pure(&SOURCES);
}

#[test]
fn what_is_asked_is_listed_once() {
    tidy::topics::<Asks>();
}

/// From the picture and the question alone one can tell what may be chosen.
#[test]
fn what_may_be_chosen_is_found_in_the_picture() {
    let (start, rules) = grognard_eu9::open_title("campaign", &Arc::new(Charts::load(&[]).unwrap())).unwrap();
    let looked = targets::are_found("campaign", &start, &rules, 0..6, 9);
    assert!(looked.questions > 50 && looked.touching > 500 && looked.read > 500, "{looked:?}");
}
