//! House rules as tests: citations, purity, layout.

use grognard_charts::{Rulebook, Sections, citations, embedded};
use grognard_umpire::{Topic, Topics};
use include_dir::Dir;

/// A system's source files.
fn files(sources: &Dir<'static>) -> Vec<(String, &'static str)> {
    embedded(sources).into_iter().map(|(path, text)| (format!("src/{path}"), text)).collect()
}

/// Every clause cited exists, and those declared not applicable are not cited.
pub fn citations_exist(rules: &str, sources: &Dir<'static>, macros: &[(&str, &str)]) {
    let book = Rulebook::read("rules.tsv", rules).unwrap_or_else(|error| panic!("{error}"));
    for (id, places) in citations(files(sources), macros) {
        match book.clause(&id) {
            None => panic!("{} cites {id}, which is not in rules.tsv", places.join(", ")),
            Some(clause) => {
                let declared = clause.not_applicable.is_some();
                assert!(!declared, "{id} is declared not applicable but cited at {}", places.join(", "));
            }
        }
    }
}

/// The clauses with this prefix that are neither cited nor declared.
pub fn open_clauses(rules: &str, sources: &Dir<'static>, macros: &[(&str, &str)]) -> Vec<String> {
    let book = Rulebook::read("rules.tsv", rules).unwrap_or_else(|error| panic!("{error}"));
    let cited = citations(files(sources), macros);
    book.clauses
        .into_iter()
        .filter(|clause| clause.not_applicable.is_none() && !cited.contains_key(&clause.id))
        .map(|clause| clause.id)
        .collect()
}

/// The sections of the book lead to clauses that exist, and every clause stands in one: nothing of the book is
/// uncovered, and no clause is from nowhere.
pub fn sections(rules: &str, sections: &str) {
    let book = Rulebook::read("rules.tsv", rules).unwrap_or_else(|error| panic!("{error}"));
    let sections = Sections::read("sections.tsv", sections).unwrap_or_else(|error| panic!("{error}"));
    for section in &sections.0 {
        for (index, id) in section.clauses.iter().enumerate() {
            assert!(
                book.clause(id).is_some(),
                "section {} names {id}, which is not in rules.tsv",
                section.id
            );
            assert!(!section.clauses[..index].contains(id), "section {} names {id} twice", section.id);
        }
    }
    for clause in &book.clauses {
        assert!(sections.of(&clause.id).next().is_some(), "{} stands in no section of the book", clause.id);
    }
}

/// What a rules crate must not contain: floats, clocks, files, threads, randomness, unordered maps.
const IMPURE: &[&str] = &[
    "f32",
    "f64",
    "std::fs",
    "std::io",
    "std::net",
    "std::time",
    "std::thread",
    "std::env",
    "std::process",
    "Instant",
    "SystemTime",
    "HashMap",
    "HashSet",
    "println!",
    "eprintln!",
    "rand::",
    "unsafe ",
    "async ",
    "Mutex",
    "RefCell",
    "static mut",
    "tokio",
    "serde_json",
];

/// A rules crate is pure, its files are short, and nothing is called `utils`.
pub fn is_pure(sources: &Dir<'static>) {
    for (path, text) in files(sources) {
        let lines = text.lines().count();
        assert!(lines <= 700, "{path} has {lines} lines; split it at about 600");
        for bad in ["utils.rs", "helpers.rs", "types.rs"] {
            assert!(!path.ends_with(bad), "{path}: a file is a noun or a chapter");
        }
        // What stands in tests may measure and count as it likes.
        let code = text.split("#[cfg(test)]").next().unwrap_or(text);
        for (index, line) in code.lines().enumerate() {
            let line = line.split("//").next().unwrap_or(line);
            for word in IMPURE {
                assert!(!contains_word(line, word), "{path}:{}: `{word}` in a rules crate", index + 1);
            }
        }
    }
}

/// A system's list of topics: keys are words joined by dashes, words have no full stop, and nothing stands twice.
pub fn topics<T: Topics>() {
    let cards: Vec<Topic> = T::ALL.iter().map(|&topic| topic.into()).collect();
    for (index, card) in cards.iter().enumerate() {
        let (key, words) = (card.key(), card.words());
        let plain = key.split('-').all(|part| {
            !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        });
        assert!(plain, "`{key}` is no key: lower-case words joined by dashes");
        assert!(!words.is_empty() && !words.ends_with('.'), "`{words}`: a few words without a full stop");
        for other in &cards[..index] {
            assert!(other.key() != key && other.words() != words, "`{key}` stands twice in {}", T::LIST);
        }
        assert_eq!(T::from_key(key), Some(T::ALL[index]), "{key} leads back");
        assert_eq!(T::of(*card), Some(T::ALL[index]), "{key} leads back");
    }
}

/// What takes words apart or compares them.
const COMPARES: &[&str] = &[" == ", " != ", ".starts_with(", ".ends_with(", ".contains(", ".eq("];

/// Where a source compares words that are meant for people: the numbers of its lines. Programs match topics,
/// keys and targets, so that a sentence can be made better without a computer player losing its way.
pub fn words_compared(text: &str) -> Vec<usize> {
    let code = text.split("#[cfg(test)]").next().unwrap_or(text);
    let compares = |line: &str| {
        line.match_indices("words(").any(|(at, call)| {
            let before = line[..at].trim_end_matches(|c: char| c.is_alphanumeric() || "_.()&*".contains(c));
            let after = after_call(&line[at + call.len()..]);
            let after = after.trim_start_matches(".as_str()").trim_start_matches(".as_ref()");
            COMPARES.iter().any(|how| after.starts_with(how))
                || before.ends_with("== ")
                || before.ends_with("!= ")
                || (before.ends_with("match ") && after.starts_with(" {"))
        })
    };
    let lines =
        code.lines().enumerate().map(|(index, line)| (index, line.split("//").next().unwrap_or(line)));
    lines.filter(|(_, line)| compares(line)).map(|(index, _)| index + 1).collect()
}

/// What follows a call whose arguments begin here.
fn after_call(arguments: &str) -> &str {
    let mut depth = 1;
    for (at, letter) in arguments.char_indices() {
        depth += match letter {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        if depth == 0 {
            return &arguments[at + 1..];
        }
    }
    ""
}

/// Whether a line holds a word that is not part of a longer one.
fn contains_word(line: &str, word: &str) -> bool {
    let letter = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back().is_some_and(letter);
        let after = word.ends_with(letter) && line[at + word.len()..].chars().next().is_some_and(letter);
        !before && !after
    })
}
