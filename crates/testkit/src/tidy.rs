//! House rules as tests: citations, purity, layout.

use grognard_charts::{Rulebook, Sections, citations, embedded};
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

/// Whether a line holds a word that is not part of a longer one.
fn contains_word(line: &str, word: &str) -> bool {
    let letter = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back().is_some_and(letter);
        let after = word.ends_with(letter) && line[at + word.len()..].chars().next().is_some_and(letter);
        !before && !after
    })
}
