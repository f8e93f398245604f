//! The house rules on the shared rules crates and on every manifest.

use grognard_testkit::tidy;
use include_dir::{Dir, include_dir};

static UMPIRE: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../umpire/src");
static BOARD: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../board/src");

#[test]
fn the_shared_rules_crates_are_pure() {
    tidy::is_pure(&UMPIRE);
    tidy::is_pure(&BOARD);
}

/// System crates depend on the core and on nothing else of ours.
#[test]
fn systems_stand_on_the_core_alone() {
    let allowed =
        ["grognard-umpire", "grognard-charts", "grognard-board", "include_dir", "schemars", "serde"];
    for (name, manifest) in [
        ("ancient-world", include_str!("../../ancient-world/Cargo.toml")),
        ("damos", include_str!("../../damos/Cargo.toml")),
        ("days-of-empire", include_str!("../../days-of-empire/Cargo.toml")),
        ("death-of-empires", include_str!("../../death-of-empires/Cargo.toml")),
        ("eu9", include_str!("../../eu9/Cargo.toml")),
    ] {
        let after = manifest.split("[dependencies]").nth(1).expect("a list of dependencies");
        let list = after.split("\n[").next().unwrap_or(after);
        for line in list.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
            let dependency = line.split(['.', ' ', '=']).next().unwrap_or(line);
            assert!(allowed.contains(&dependency), "{name} depends on {dependency}");
        }
    }
}

/// Lints stand once, in the workspace manifest; every crate takes them over.
#[test]
fn every_crate_takes_the_lints_over() {
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).unwrap() {
        let manifest = entry.unwrap().path().join("Cargo.toml");
        let text = std::fs::read_to_string(&manifest).unwrap();
        assert!(text.contains("[lints]\nworkspace = true"), "{}", manifest.display());
    }
}

/// Programs match topics, keys and targets; what people read is nobody's protocol. The terminal looks for words
/// that somebody has typed, and may.
#[test]
fn nothing_compares_words_meant_for_people() {
    let mut folders = Vec::new();
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).unwrap() {
        let path = entry.unwrap().path();
        if !path.ends_with("cli") {
            folders.push(path.join("src"));
        }
    }
    let mut read = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.extend((!path.ends_with("tests")).then_some(path));
            } else if path.extension().is_some_and(|kind| kind == "rs") && !path.ends_with("tests.rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                let lines = tidy::words_compared(&text);
                assert!(lines.is_empty(), "{}: words are compared in lines {lines:?}", path.display());
                read += 1;
            }
        }
    }
    assert!(read > 200, "only {read} files were looked at");
}

#[test]
fn compared_words_are_found() {
    for line in [
        "if choice.options.words(index).ends_with(\": costs nothing\") {",
        "match self.choice.asking.words() {",
        "let set_up = question.asking.words() == \"set up\";",
        "if \"set up\" == question.asking.words() {",
        "asking.topic.words().starts_with(\"rout\")",
    ] {
        assert_eq!(tidy::words_compared(line), [1], "{line}");
    }
    for line in [
        "let text = format!(\"{}: {}\", asking.words(), question.about);",
        "if asking.topic == Asks::SetUp { // asking.words() == \"set up\"",
        "words(text).iter().all(|w| names.contains(&w.as_str()))",
    ] {
        assert_eq!(tidy::words_compared(line), [0; 0], "{line}");
    }
}

const RULES: &str = "id\tkind\ttext\nX-1\trule\tOne.\nX-2\trule\tTwo.\n";

#[test]
fn sections_cover_the_clauses() {
    tidy::sections(RULES, "section\twords\tclauses\n1\tmoving\tX-1\n2\tfighting\tX-2,X-1\n");
}

#[test]
#[should_panic(expected = "X-2 stands in no section")]
fn a_clause_without_a_section_is_found() {
    tidy::sections(RULES, "section\twords\tclauses\n1\tmoving\tX-1\n");
}

#[test]
#[should_panic(expected = "section 1 names X-3")]
fn a_section_of_an_unknown_clause_is_found() {
    tidy::sections(RULES, "section\twords\tclauses\n1\tmoving\tX-1,X-2,X-3\n");
}

#[test]
#[should_panic(expected = "names X-1 twice")]
fn a_clause_named_twice_is_found() {
    tidy::sections(RULES, "section\twords\tclauses\n1\tmoving\tX-1,X-2,X-1\n");
}
