//! Gathers the record of exercised clauses into each system's `tests/reached.tsv`, or checks that the
//! files are current: `collect RECORD CRATES [--check]`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [record, crates, rest @ ..] = arguments.as_slice() else {
        return fail("usage: collect RECORD CRATES [--check]");
    };
    let check = rest.iter().any(|argument| argument == "--check");
    match collect(Path::new(record), Path::new(crates), check) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => fail(&message),
    }
}

#[allow(clippy::print_stderr)]
fn fail(message: &str) -> ExitCode {
    eprintln!("{message}");
    ExitCode::FAILURE
}

/// A claim in the record that no test bears out is an error; a test that is not in it yet only makes it say too
/// little, and is told.
#[allow(clippy::print_stdout)]
fn collect(record: &Path, crates: &Path, check: bool) -> Result<(), String> {
    let say = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    let mut reached: BTreeMap<String, BTreeSet<(String, String)>> = BTreeMap::new();
    for entry in fs::read_dir(record).map_err(|error| say(record, error))? {
        let path = entry.map_err(|error| say(record, error))?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let Some((package, test)) = name.split_once("--") else { continue };
        let folder = package.strip_prefix("grognard-").unwrap_or(package).to_owned();
        let test = test.replace("--", "::");
        for id in fs::read_to_string(&path).map_err(|error| say(&path, error))?.lines() {
            reached.entry(folder.clone()).or_default().insert((id.to_owned(), test.clone()));
        }
    }
    let mut false_claims = String::new();
    for entry in fs::read_dir(crates).map_err(|error| say(crates, error))? {
        let folder = entry.map_err(|error| say(crates, error))?.path();
        if !folder.join("rules.tsv").exists() {
            continue;
        }
        let key = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let lines = reached.remove(&key).unwrap_or_default();
        let text: String = lines.iter().map(|(id, test)| format!("{id}\t{test}\n")).collect();
        let file = folder.join("tests/reached.tsv");
        let old = fs::read_to_string(&file).unwrap_or_default();
        if check {
            let recorded: BTreeSet<&str> = old.lines().collect();
            let seen: BTreeSet<&str> = text.lines().collect();
            let untrue: Vec<&str> = recorded.difference(&seen).copied().collect();
            if !untrue.is_empty() {
                false_claims.push_str(&format!("{}: {}\n", file.display(), some_of(&untrue)));
            }
            let unrecorded: Vec<&str> = seen.difference(&recorded).copied().collect();
            if !unrecorded.is_empty() {
                println!("{} could say more (`make coverage`): {}", file.display(), some_of(&unrecorded));
            }
        }
        if !check && old != text {
            fs::write(&file, text).map_err(|error| say(&file, error))?;
        }
    }
    if false_claims.is_empty() {
        return Ok(());
    }
    Err(format!("the record claims what no test exercises; run `make coverage`\n{false_claims}"))
}

/// The first few of the lines, and how many there are.
fn some_of(lines: &[&str]) -> String {
    let first: Vec<String> = lines.iter().take(5).map(|line| line.replace('\t', " by ")).collect();
    match lines.len() {
        count if count > first.len() => format!("{}, … ({count} in all)", first.join(", ")),
        _ => first.join(", "),
    }
}
