//! The tests of the rewritten tree: built once, each then run in a process of its own.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;

/// How much memory a test may take, in kilobytes: some mutants fill a list without end.
const MEMORY: &str = "8000000";

/// Where the copy of the sources stands and where it is built.
pub(crate) struct Tree {
    pub(crate) cargo: String,
    pub(crate) root: PathBuf,
    pub(crate) target: PathBuf,
    /// The packages whose tests count.
    pub(crate) packages: Vec<String>,
    /// Where their tests stand, in cargo's words: a library without any is not built a second time for them.
    pub(crate) targets: Vec<&'static str>,
}

pub(crate) struct Test {
    pub(crate) name: String,
    program: PathBuf,
    exact: String,
    folder: PathBuf,
    pub(crate) took: Duration,
    /// The mutants whose switch it asks for.
    pub(crate) reaches: BTreeSet<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    Green,
    Red,
    TooLong,
}

/// Where an error of the compiler points: a file from the tree's root, and a byte in it.
pub(crate) type Pointed = (String, usize);

/// An error of the compiler.
pub(crate) struct Refused {
    pub(crate) places: Vec<Pointed>,
    /// A function that a constant needs and that is none of a constant's any more.
    pub(crate) not_constant: Option<String>,
    pub(crate) words: String,
}

/// What a build came to: the programs of tests with their crates' folders, or the errors.
pub(crate) enum Built {
    Programs(Vec<(PathBuf, PathBuf)>),
    Errors(Vec<Refused>),
}

impl Tree {
    pub(crate) fn build(&self) -> Result<Built, String> {
        let mut command = Command::new(&self.cargo);
        command.args(["test", "--no-run", "--message-format", "json"]).current_dir(&self.root);
        command.args(self.packages.iter().flat_map(|package| ["--package", package]));
        command.args(&self.targets);
        command.env("CARGO_TARGET_DIR", &self.target).env("CARGO_INCREMENTAL", "1");
        command.env("CARGO_PROFILE_DEV_DEBUG", "0").env("CARGO_PROFILE_TEST_DEBUG", "0");
        command.stderr(Stdio::null());
        let output = command.output().map_err(|error| format!("{}: {error}", self.cargo))?;
        let messages: Vec<Value> = String::from_utf8_lossy(&output.stdout)
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .collect();
        if output.status.success() {
            return Ok(Built::Programs(messages.iter().filter_map(program).collect()));
        }
        let errors = messages.iter().map(|message| &message["message"]);
        Ok(Built::Errors(errors.filter(|error| error["level"] == "error").map(refused).collect()))
    }

    /// All tests of the programs.
    pub(crate) fn tests(&self, programs: &[(PathBuf, PathBuf)]) -> Result<Vec<Test>, String> {
        let mut tests = Vec::new();
        for (program, folder) in programs {
            let listed = Command::new(program).args(["--list", "--format", "terse"]).output();
            let listed = listed.map_err(|error| format!("{}: {error}", program.display()))?;
            let file = program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let target = file.rsplit_once('-').map_or(file.as_str(), |(target, _)| target);
            for line in String::from_utf8_lossy(&listed.stdout).lines() {
                let Some(exact) = line.strip_suffix(": test") else { continue };
                tests.push(Test {
                    name: format!("{target}::{exact}"),
                    program: program.clone(),
                    exact: exact.to_owned(),
                    folder: folder.clone(),
                    took: Duration::ZERO,
                    reaches: BTreeSet::new(),
                });
            }
        }
        Ok(tests)
    }

    /// Runs a test with the mutant active, if one is given.
    pub(crate) fn run(&self, test: &Test, mutant: Option<usize>) -> Result<Ending, String> {
        let limit = Duration::from_secs(30) + test.took * 5;
        self.process(test, if test.took.is_zero() { Duration::from_secs(900) } else { limit }, |command| {
            command.envs(mutant.map(|number| ("MUTANT", number.to_string())));
        })
    }

    /// Runs a test as the sources are, and notes how long it took and which switches it asked for.
    pub(crate) fn measure(&self, test: &mut Test, note: &Path) -> Result<Ending, String> {
        let _ = fs::remove_file(note);
        let start = Instant::now();
        let ending = self.process(test, Duration::from_secs(900), |command| {
            command.env("MUTANTS_REACHED", note);
        })?;
        test.took = start.elapsed();
        let reached = fs::read_to_string(note).unwrap_or_default();
        test.reaches = reached.lines().filter_map(|line| line.parse().ok()).collect();
        Ok(ending)
    }

    fn process(
        &self,
        test: &Test,
        limit: Duration,
        environment: impl FnOnce(&mut Command),
    ) -> Result<Ending, String> {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit -v {MEMORY}; exec \"$0\" \"$@\"")]).arg(&test.program);
        command.args(["--exact", &test.exact, "--test-threads", "1"]).current_dir(&test.folder);
        command.env("CARGO_MANIFEST_DIR", &test.folder).env("INSTA_WORKSPACE_ROOT", &self.root);
        command.env("INSTA_UPDATE", "no").env("PROPTEST_RNG_SEED", "1");
        // What was found for one mutant is not tried on the next.
        command.env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        environment(&mut command);
        let say = |error: std::io::Error| format!("{}: {error}", test.name);
        let mut child = command.spawn().map_err(say)?;
        let start = Instant::now();
        loop {
            if let Some(status) = child.try_wait().map_err(say)? {
                return Ok(if status.success() { Ending::Green } else { Ending::Red });
            }
            if start.elapsed() > limit {
                child.kill().map_err(say)?;
                child.wait().map_err(say)?;
                return Ok(Ending::TooLong);
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// A test's program and its crate's folder, if the message of the build is about one.
fn program(message: &Value) -> Option<(PathBuf, PathBuf)> {
    let manifest = Path::new(message["manifest_path"].as_str()?);
    let test = message["profile"]["test"].as_bool()?;
    test.then_some((message["executable"].as_str()?.into(), manifest.parent()?.into()))
}

fn refused(error: &Value) -> Refused {
    let message = error["message"].as_str().unwrap_or_default();
    let named = message.starts_with("cannot call non-const").then(|| message.split('`').nth(1)).flatten();
    Refused {
        places: pointed(error),
        not_constant: named.map(str::to_owned),
        words: error["rendered"].as_str().unwrap_or(message).to_owned(),
    }
}

/// Where an error points, the main place first.
fn pointed(error: &Value) -> Vec<Pointed> {
    let no_list = Vec::new();
    let spans = error["spans"].as_array().unwrap_or(&no_list);
    let (main, others): (Vec<&Value>, Vec<&Value>) =
        spans.iter().partition(|span| span["is_primary"] == true);
    let place = |span: &Value| {
        let byte = usize::try_from(span["byte_start"].as_u64()?).ok()?;
        Some((span["file_name"].as_str()?.to_owned(), byte))
    };
    let mut pointed: Vec<Pointed> = main.into_iter().chain(others).filter_map(place).collect();
    for child in error["children"].as_array().unwrap_or(&no_list) {
        pointed.extend(self::pointed(child));
    }
    pointed
}

/// Does the same to everything, as many at a time as there are processors, in any order.
pub(crate) fn side_by_side<T: Send, R: Send>(items: Vec<T>, work: impl Fn(usize, T) -> R + Sync) -> Vec<R> {
    let jobs = std::thread::available_parallelism().map_or(1, usize::from);
    let waiting = Mutex::new(items.into_iter().enumerate());
    let done: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some((number, item)) = next else { return };
                    let result = work(number, item);
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((number, result));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}
