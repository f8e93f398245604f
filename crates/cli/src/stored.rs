//! Journals: carried out again, checked, told.

use crate::args::HouseTables;
use crate::files::{house, read};
use crate::paint::{DIM, GOOD, HEAD, styled};
use crate::resolve::told;
use crate::{Failure, Outcome, json};
use grognard::Play;
use grognard::umpire::Journal;
use serde_json::json;
use std::fmt::Write as _;
use std::path::Path;

/// Reads a journal and carries it out again.
fn open(path: &Path, tables: &HouseTables) -> Result<Box<dyn Play>, Failure> {
    let fail = |reason: String| Failure(format!("{}: {reason}", path.display()));
    let journal = Journal::read(&read(path)?).map_err(|error| fail(error.to_string()))?;
    let header = journal.header();
    let contest = grognard::open(&header.title, &header.setup, &house(tables)?)
        .map_err(|error| fail(format!("the set-up in it cannot be used: {error}")))?;
    if contest.system() != header.system {
        return Err(fail(format!("made by {}, but its set-up is for {}", header.system, contest.system())));
    }
    contest.replay(journal).map_err(|differs| fail(differs.to_string()))
}

pub(crate) fn verify(path: &Path, tables: &HouseTables, as_json: bool) -> Outcome {
    let play = open(path, tables)?;
    let entries = play.journal().entries().len();
    let (end, words) = match play.end() {
        Some((facts, words)) => (json::fact(&facts), words),
        None => (serde_json::Value::Null, "It is not over yet.".to_owned()),
    };
    if as_json {
        return Ok(json::text(&json!({ "verified": true, "entries": entries, "end": end })));
    }
    Ok(format!(
        "{}: {entries} entries, every one follows from the rules. {words}\n",
        styled(GOOD, "verified")
    ))
}

pub(crate) fn replay(path: &Path, tables: &HouseTables, as_json: bool) -> Outcome {
    let play = open(path, tables)?;
    if as_json {
        let account: Vec<_> = play.account().iter().map(json::ruling).collect();
        let end = play.end().map(|(facts, _)| json::fact(&facts));
        let journal = play.journal().text();
        return Ok(json::text(&json!({ "end": end, "account": account, "journal": journal })));
    }
    let header = play.journal().header();
    let mut text =
        format!("{}  {}\n\n", styled(HEAD, &header.title), styled(DIM, format!("dice: {}", header.dice)));
    for ruling in play.account().iter().chain(play.draft()) {
        text.push_str(&told(ruling));
    }
    let words = play.end().map_or_else(|| "It is not over yet.".to_owned(), |(_, words)| words);
    let _ = writeln!(text, "\n{}", styled(HEAD, words));
    Ok(text)
}
