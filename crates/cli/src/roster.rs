//! Orders of battle: checked, priced and printed with boxes for losses.

use crate::args::HouseTables;
use crate::files::{house, read};
use crate::paint::{DIM, HEAD, styled};
use crate::{Failure, Outcome};
use grognard::days_of_empire::roster::open;
use grognard::days_of_empire::{Charts, ROSTERS};
use std::fmt::Write;
use std::path::Path;

/// The sheet of an army, from a file or a ready one; without a name the ready ones are listed.
pub(crate) fn roster(army: Option<&str>, source: bool, folder: &HouseTables) -> Outcome {
    let charts = Charts::load(&house(folder)?)?;
    let Some(army) = army else { return list(&charts) };
    let (name, text) = army_text(army)?;
    let roster = open(&name, &text, &charts)?;
    if source {
        return Ok(text);
    }
    Ok(roster.sheet(&charts, &roster.choices(&charts)?))
}

/// The ready armies, by their keys.
fn ready() -> Vec<(String, &'static str)> {
    let files = ROSTERS.files();
    let key = |path: &Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let mut armies: Vec<(String, &'static str)> =
        files.filter_map(|file| Some((key(file.path())?, file.contents_utf8()?))).collect();
    armies.sort();
    armies
}

fn list(charts: &Charts) -> Outcome {
    let armies = ready();
    let width = armies.iter().map(|(key, _)| key.len()).max().unwrap_or(0);
    let mut text = String::new();
    for (key, file) in armies {
        let roster = open(&key, file, charts)?;
        let key = styled(HEAD, format!("{key:<width$}"));
        let points = styled(DIM, format!("{} of {} points", roster.points, roster.file.limit));
        let _ = writeln!(text, "{key}  {}  {points}", roster.file.name);
    }
    text.push_str("\nOne of them: grognard roster NAME; its file to change: grognard roster NAME --source\n");
    Ok(text)
}

pub(crate) fn army_text(army: &str) -> Result<(String, String), Failure> {
    if Path::new(army).exists() || army.ends_with(".toml") {
        return Ok((army.to_owned(), read(Path::new(army))?));
    }
    match ready().into_iter().find(|(key, _)| key == army) {
        Some((key, text)) => Ok((format!("{key}.toml"), text.to_owned())),
        None => {
            let keys: Vec<String> = ready().into_iter().map(|(key, _)| key).collect();
            Err(Failure(format!("{army}: no such file; give a roster, or a ready one: {}", keys.join(", "))))
        }
    }
}
