//! Mutation testing of a seeded random sample of one crate's mutants: `mutants CRATE SAMPLE SEED`, by
//! `make mutants CRATE=damos SAMPLE=100 SEED=1`.
//!
//! What a mutant costs is building. So all drawn mutants are built into one program, in a copy of the sources under
//! `target/mutants`, each behind a switch that an environment variable turns on. Every test runs once, in a process of its
//! own, and notes the switches it asks for; then each mutant is tried on the tests that reach it, the quickest first, until
//! one is red. What the compiler refuses behind a switch is built alone, as it would stand in the sources.
//!
//! Tests that are red with the switches alone (those that read the sources) are left out by name.
//! `--tests-of damos,eu9` counts tests of other crates too; `--within after_combat,goes_on` draws from those functions
//! only; `--again` tries only what survived the last time.

mod draw;
mod rewrite;
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use draw::Mutant;
use tests::{Built, Ending, Refused, Test, Tree, side_by_side};

const USAGE: &str =
    "usage: mutants CRATE SAMPLE SEED [--tests-of CRATE,CRATE] [--within FUNCTION,FUNCTION] [--again]";

/// What came of a mutant.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    /// No test that reaches it went red.
    Missed,
    /// No test reaches it.
    Unreached,
    TooLong(String),
    /// The compiler refuses it.
    Unviable,
    Caught(String),
}

impl Outcome {
    fn word(&self) -> &'static str {
        match self {
            Outcome::Missed => "missed",
            Outcome::Unreached => "reached by no test",
            Outcome::TooLong(_) => "too long",
            Outcome::Unviable => "unviable",
            Outcome::Caught(_) => "caught",
        }
    }
}

fn main() -> ExitCode {
    match run(&std::env::args().skip(1).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            tell(&message);
            ExitCode::FAILURE
        }
    }
}

#[allow(clippy::print_stderr)]
fn tell(message: &str) {
    eprintln!("{message}");
}

/// Survivors are told as they are found, for whoever waits.
fn tell_survivor(outcome: &Outcome, mutant: &Mutant) {
    if matches!(outcome, Outcome::Missed | Outcome::Unreached | Outcome::TooLong(_)) {
        tell(&format!("{}\t{}", outcome.word(), mutant.name));
    }
}

fn run(arguments: &[String]) -> Result<(), String> {
    let [name, size, seed, options @ ..] = arguments else { return Err(USAGE.to_owned()) };
    let option = |key: &str| options.windows(2).find(|pair| pair[0] == key).map(|pair| pair[1].as_str());
    let size = size.parse().map_err(|_| USAGE)?;
    let seed = seed.parse().map_err(|_| USAGE)?;
    let also = option("--tests-of").unwrap_or_default().split(',').filter(|name| !name.is_empty());
    let within: Vec<&str> = option("--within").map_or(Vec::new(), |names| names.split(',').collect());
    let again = options.iter().any(|option| option == "--again");

    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let root = std::env::current_dir().map_err(|error| error.to_string())?;
    let out = root.join("target/mutants");
    let crates: Vec<&str> = std::iter::once(name.as_str()).chain(also).collect();
    let tree = Tree {
        packages: crates.iter().map(|name| format!("grognard-{name}")).collect(),
        targets: targets(&root, &crates)?,
        cargo,
        root: out.join("tree"),
        target: out.join("build"),
    };
    let mut all = draw::all(&tree.cargo, &tree.packages[0])?;
    if !within.is_empty() {
        all.retain(|mutant| within.iter().any(|function| mutant.is_in(function)));
    }
    let of = all.len();
    let drawn = draw::sample(all, size, seed);
    tell(&format!("{} of {of} mutants of {name}, seed {seed}", drawn.len()));

    let path = out.join(if within.is_empty() { format!("{name}.txt") } else { format!("{name}-within.txt") });
    let last = if again { read(&path)? } else { String::new() };
    let done = |line: &&str| line.starts_with("caught") || line.starts_with("unviable");
    let names: BTreeSet<&str> = drawn.iter().map(|mutant| mutant.name.as_str()).collect();
    let named = |line: &'_ str| line.split('\t').nth(1).and_then(|name| names.get(name).copied());
    let done: BTreeMap<&str, &str> =
        last.lines().filter(done).filter_map(|line| Some((named(line)?, line))).collect();
    let open = |number: &usize| !done.contains_key(drawn[*number].name.as_str());
    let numbers: BTreeSet<usize> = (0..drawn.len()).filter(open).collect();
    let outcomes = try_all(&root, &tree, name, &drawn, &numbers)?;
    report(&path, &drawn, &outcomes, done.values())
}

/// Libraries with tests of their own, and the programs that are nothing but tests.
fn targets(root: &Path, crates: &[&str]) -> Result<Vec<&'static str>, String> {
    let mut targets = Vec::new();
    for folder in crates.iter().map(|name| root.join("crates").join(name)) {
        let mut files = BTreeSet::new();
        walk(&folder, &mut files)?;
        for file in files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "rs")) {
            match file.starts_with("src") {
                true if read(&folder.join(file))?.contains("#[cfg(test)]") => targets.push("--lib"),
                false if file.starts_with("tests") => targets.push("--test=*"),
                _ => {}
            }
        }
    }
    targets.sort_unstable();
    targets.dedup();
    Ok(targets)
}

fn try_all(
    root: &Path,
    tree: &Tree,
    name: &str,
    drawn: &[Mutant],
    numbers: &BTreeSet<usize>,
) -> Result<BTreeMap<usize, Outcome>, String> {
    let mut without = Without::default();
    let programs = build_switched(root, tree, name, drawn, &mut without)?;
    let Without { alone, unviable } = without;
    let mut tests = tree.tests(&programs)?;
    tell(&format!("built; {} tests, {} mutants to be built alone", tests.len(), alone.len()));
    tests = measured(tree, tests)?;
    tests.sort_by_key(|test| test.took);

    let switched =
        numbers.iter().copied().filter(|number| !alone.contains(number) && !unviable.contains(number));
    let tried = side_by_side(switched.collect(), |_, number| -> Result<_, String> {
        let reaching: Vec<&Test> = tests.iter().filter(|test| test.reaches.contains(&number)).collect();
        let outcome = outcome(tree, &reaching, Some(number))?;
        tell_survivor(&outcome, &drawn[number]);
        Ok((number, outcome))
    });
    let mut outcomes: BTreeMap<usize, Outcome> = tried.into_iter().collect::<Result<_, _>>()?;
    outcomes.extend(unviable.intersection(numbers).map(|number| (*number, Outcome::Unviable)));
    let everything: Vec<&Test> = tests.iter().collect();
    for number in alone.intersection(numbers) {
        let outcome = match built_alone(root, tree, &drawn[*number])? {
            true => outcome(tree, &everything, None)?,
            false => Outcome::Unviable,
        };
        tell_survivor(&outcome, &drawn[*number]);
        outcomes.insert(*number, outcome);
    }
    Ok(outcomes)
}

/// The mutants without a switch.
#[derive(Default)]
struct Without {
    /// Perhaps the compiler takes them where they stand for good.
    alone: BTreeSet<usize>,
    /// It does not.
    unviable: BTreeSet<usize>,
}

/// Builds the crate with every mutant behind its switch but for those that cannot be.
fn build_switched(
    root: &Path,
    tree: &Tree,
    name: &str,
    drawn: &[Mutant],
    without: &mut Without,
) -> Result<Vec<(PathBuf, PathBuf)>, String> {
    loop {
        let mut changed = BTreeMap::new();
        let mut regions: BTreeMap<String, Vec<(usize, Range<usize>)>> = BTreeMap::new();
        let files: BTreeSet<&str> = drawn.iter().map(|mutant| mutant.file.as_str()).collect();
        for file in files {
            let here: Vec<(usize, &Mutant)> = drawn
                .iter()
                .enumerate()
                .filter(|(number, mutant)| {
                    mutant.file == file
                        && !without.alone.contains(number)
                        && !without.unviable.contains(number)
                })
                .collect();
            let text = read(&root.join(file))?;
            let rewritten = rewrite::rewrite(&text, &here).map_err(|error| format!("{file}: {error}"))?;
            let switched: BTreeSet<usize> = rewritten.regions.iter().map(|(number, _)| *number).collect();
            without
                .alone
                .extend(here.iter().map(|(number, _)| *number).filter(|number| !switched.contains(number)));
            changed.insert(file.to_owned(), rewritten.text);
            regions.insert(file.to_owned(), rewritten.regions);
        }
        let library = format!("crates/{name}/src/lib.rs");
        let text = match changed.remove(&library) {
            Some(text) => text,
            None => read(&root.join(&library))?,
        };
        changed.insert(library, text + &rewrite::switch(drawn.len()));
        copy(root, &tree.root, &changed)?;
        match tree.build()? {
            Built::Programs(programs) => return Ok(programs),
            Built::Errors(errors) => {
                let blamed = blamed(&errors, &regions, drawn, without);
                if blamed.is_empty() {
                    return Err(errors.into_iter().map(|error| error.words).collect());
                }
                for number in blamed.difference(&without.alone.clone()) {
                    match drawn[*number].is_of_a_named_type() {
                        true => without.unviable.insert(*number),
                        false => without.alone.insert(*number),
                    };
                }
            }
        }
    }
}

/// The mutants that the errors are about. Those in functions that a constant needs are to be built alone.
fn blamed(
    errors: &[Refused],
    regions: &BTreeMap<String, Vec<(usize, Range<usize>)>>,
    drawn: &[Mutant],
    without: &mut Without,
) -> BTreeSet<usize> {
    let mut blamed = BTreeSet::new();
    for error in errors {
        let places = error.places.iter();
        let places = places.filter_map(|(file, byte)| Some((regions.get(file)?.as_slice(), *byte)));
        match &error.not_constant {
            Some(function) => {
                let inside =
                    |number: &usize| drawn[*number].is_in(function) && !without.alone.contains(number);
                let inside: BTreeSet<usize> = (0..drawn.len()).filter(inside).collect();
                without.alone.extend(&inside);
                blamed.extend(inside);
            }
            None => blamed.extend(rewrite::blamed(places)),
        }
    }
    blamed
}

/// Whether the crate can be built with this mutant in it.
fn built_alone(root: &Path, tree: &Tree, mutant: &Mutant) -> Result<bool, String> {
    tell(&format!("building alone: {}", mutant.name));
    let text = rewrite::replaced(&read(&root.join(&mutant.file))?, mutant);
    let changed = BTreeMap::from([(mutant.file.clone(), text)]);
    copy(root, &tree.root, &changed)?;
    Ok(matches!(tree.build()?, Built::Programs(_)))
}

/// Runs every test once without a mutant. Those that are red are told and left out.
fn measured(tree: &Tree, tests: Vec<Test>) -> Result<Vec<Test>, String> {
    let ran = side_by_side(tests, |number, mut test| {
        let note = tree.target.join(format!("reached-{number}"));
        tree.measure(&mut test, &note).map(|ending| (test, ending))
    });
    let mut green = Vec::new();
    for ran in ran {
        match ran? {
            (test, Ending::Green) => green.push(test),
            (test, _) => tell(&format!("left out, red without a mutant: {}", test.name)),
        }
    }
    Ok(green)
}

/// Tries a mutant on tests, which stand in order, until one is red.
fn outcome(tree: &Tree, reaching: &[&Test], mutant: Option<usize>) -> Result<Outcome, String> {
    for test in reaching {
        match tree.run(test, mutant)? {
            Ending::Green => {}
            Ending::Red => return Ok(Outcome::Caught(test.name.clone())),
            Ending::TooLong => return Ok(Outcome::TooLong(test.name.clone())),
        }
    }
    Ok(if reaching.is_empty() { Outcome::Unreached } else { Outcome::Missed })
}

/// Makes the tree in the second folder a copy of the workspace, but for the files that are given with their text. What is
/// as it was is not touched, so that only what hangs on a change is built again.
fn copy(root: &Path, tree: &Path, changed: &BTreeMap<String, String>) -> Result<(), String> {
    let mut wanted = BTreeSet::new();
    walk(root, &mut wanted)?;
    let mut present = BTreeSet::new();
    if tree.exists() {
        walk(tree, &mut present)?;
    }
    for gone in present.difference(&wanted) {
        fs::remove_file(tree.join(gone)).map_err(|error| format!("{}: {error}", gone.display()))?;
    }
    for file in wanted {
        let say = |error: std::io::Error| format!("{}: {error}", file.display());
        let bytes = match changed.get(&*file.to_string_lossy()) {
            Some(text) => text.clone().into_bytes(),
            None => fs::read(root.join(&file)).map_err(say)?,
        };
        let to = tree.join(&file);
        if fs::read(&to).ok().as_ref() != Some(&bytes) {
            fs::create_dir_all(to.parent().unwrap_or(tree)).map_err(say)?;
            fs::write(&to, bytes).map_err(say)?;
        }
    }
    Ok(())
}

/// The workspace's own files, by their path from its root: neither the pages nor anything built or hidden.
fn walk(root: &Path, files: &mut BTreeSet<PathBuf>) -> Result<(), String> {
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        let say = |error: std::io::Error| format!("{}: {error}", folder.display());
        for entry in fs::read_dir(&folder).map_err(say)? {
            let path = entry.map_err(say)?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let built = folder == root && (name == "web" || name.starts_with("target"));
            match (built || name.starts_with('.'), path.is_dir()) {
                (true, _) => {}
                (false, true) => folders.push(path),
                (false, false) => _ = files.insert(path.strip_prefix(root).unwrap_or(&path).to_owned()),
            }
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes what came of each to the file, survivors first and what was done before last, and tells the sums.
fn report<'a>(
    path: &Path,
    drawn: &[Mutant],
    outcomes: &BTreeMap<usize, Outcome>,
    before: impl Iterator<Item = &'a &'a str>,
) -> Result<(), String> {
    let mut lines: Vec<(&Outcome, &str)> =
        outcomes.iter().map(|(number, outcome)| (outcome, drawn[*number].name.as_str())).collect();
    lines.sort();
    let mut text = String::new();
    for (outcome, name) in lines {
        let by = match outcome {
            Outcome::TooLong(test) | Outcome::Caught(test) => test,
            Outcome::Missed | Outcome::Unreached | Outcome::Unviable => "",
        };
        text.push_str(format!("{}\t{name}\t{by}", outcome.word()).trim_end());
        text.push('\n');
    }
    for line in before {
        text.push_str(line);
        text.push('\n');
    }
    let mut sums: BTreeMap<&str, usize> = BTreeMap::new();
    for line in text.lines() {
        *sums.entry(line.split('\t').next().unwrap_or_default()).or_default() += 1;
    }
    fs::write(path, &text).map_err(|error| format!("{}: {error}", path.display()))?;
    let sums: Vec<String> = sums.iter().map(|(word, count)| format!("{count} {word}")).collect();
    tell(&format!("{}; all of them in {}", sums.join(", "), path.display()));
    Ok(())
}
