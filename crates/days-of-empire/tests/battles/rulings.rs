//! The list of rulings: each with the clause that carries it, and what would go red without it.

use std::fs;
use std::path::Path;

/// All texts of the tests below a folder.
fn sources(folder: &Path) -> String {
    let mut text = String::new();
    for entry in
        fs::read_dir(folder).expect("a folder of tests").map(|entry| entry.expect("it can be read").path())
    {
        if entry.is_dir() {
            text += &sources(&entry);
        } else if entry.extension().is_some_and(|kind| kind == "rs" || kind == "toml") {
            text += &format!("{}\n", entry.display());
            text += &fs::read_to_string(&entry).expect("it can be read");
        }
    }
    text
}

/// Every ruling has its line; its clause and its test exist. A test that is renamed is renamed here.
#[test]
fn every_ruling_names_its_clause_and_its_test() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let list = fs::read_to_string(here.join("tests/rulings.tsv")).expect("the list of rulings");
    let clauses = fs::read_to_string(here.join("rules.tsv")).expect("the clauses");
    let tests = sources(&here.join("tests")) + &sources(&here.join("../board/tests"));
    let mut lines = 0;
    for (number, line) in list.lines().skip(1).enumerate() {
        let [ruling, clause, test] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        assert_eq!(ruling, format!("A{}", number + 1), "in their order");
        assert!(
            clauses.lines().any(|one| one.starts_with(&format!("DOE-{clause}\t"))),
            "{line}: no such clause"
        );
        assert!(tests.contains(test), "{line}: no such test");
        lines += 1;
    }
    assert_eq!(lines, 197);
}
