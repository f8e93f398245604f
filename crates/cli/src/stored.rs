//! Journals: begun, played on, shown, carried out again, checked, told.

use crate::args::HouseTables;
use crate::files::{by_file_name, house, house_and_beside, read, title_text, write_new};
use crate::paint::{DIM, GOOD, HEAD, styled};
use crate::resolve::fresh_seed;
use crate::table::{DiceFrom, Table, Who, say};
use crate::{Failure, Outcome, json};
use grognard::Play;
use grognard::umpire::{BySide, Fact, Generator, Header, Journal, Side};
use serde_json::json;
use std::fmt::Write as _;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// Begins a game: a journal with nothing but its header.
pub(crate) fn new(
    title: Option<&str>,
    journal: Option<PathBuf>,
    seed: Option<u64>,
    tables: &HouseTables,
) -> Outcome {
    let Some(title) = title else { return Ok(titles()) };
    let (name, setup) = title_text(title)?;
    let tables = house_and_beside(&name, &setup, tables)?;
    let contest = grognard::open(&name, &setup, &tables)?;
    let header = Header {
        system: contest.system().to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        title: name.clone(),
        dice: format!("{} seed {}", Generator::NAME, seed.unwrap_or_else(fresh_seed)),
        options: Vec::new(),
        tables: by_file_name(&tables),
        setup,
    };
    let stem = Path::new(&name).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let path = journal.unwrap_or_else(|| PathBuf::from(format!("{stem}.journal")));
    write_new(&path, &Journal::new(header).text())?;
    let names = contest.side_names();
    Ok(format!(
        "{}: {} against {}. Play it with:\n  grognard play {}\n",
        styled(HEAD, path.display()),
        names.first,
        names.second,
        path.display()
    ))
}

fn titles() -> String {
    let mut text = String::new();
    for system in grognard::systems() {
        for (key, setup) in system.titles() {
            let value = |name: &str| {
                let line = setup.lines().find(|line| line.starts_with(&format!("{name} = ")));
                line.and_then(|line| line.split('"').nth(1)).unwrap_or("").to_owned()
            };
            let about = format!("{}, {}", value("date"), system.title);
            let _ = writeln!(
                text,
                "{}  {}  {}",
                styled(HEAD, format!("{key:<20}")),
                value("title"),
                styled(DIM, about)
            );
        }
    }
    let _ = writeln!(text, "\nOne of them: grognard new NAME; or any battle: grognard new eu9/pavia");
    text
}

/// Plays a game on. Every entry is in the file before anybody is told of it.
pub(crate) fn play(path: &Path, computer: &str, tables: &HouseTables) -> Outcome {
    let fail = |reason: String| Failure(format!("{}: {reason}", path.display()));
    drop_torn_line(path)?;
    let play = open(path, tables)?;
    let dice = play.journal().header().dice.clone();
    let seed = dice.rsplit_once(" seed ").and_then(|(_, seed)| seed.parse().ok());
    let dice = match seed {
        Some(seed) => DiceFrom::Seed(seed),
        None => DiceFrom::Asked,
    };
    let who = BySide::from_fn(|side| match computer {
        "both" => Who::Computer,
        name if name == side.key() => Who::Computer,
        _ => Who::Person,
    });
    if who != BySide::new(Who::Computer, Who::Computer) && !std::io::stdin().is_terminal() {
        return Err(fail("a person has to sit at a terminal; --computer both plays by itself".to_owned()));
    }
    let mut table = Table::new(play, dice, who);
    let file =
        std::fs::OpenOptions::new().append(true).open(path).map_err(|error| fail(error.to_string()))?;
    table.journal = Some(file);
    if table.play.end().is_none() {
        say(&table.shown(viewer_of(&table.who)))?;
    }
    let played = table.play();
    table.tell()?;
    if table.left {
        // Every answer is in the file already.
        return Ok(format!("Everything is kept; go on with: grognard play {}\n", path.display()));
    }
    played?;
    let words = table.play.end().map_or(String::new(), |(_, words)| words);
    Ok(format!("\n{}\n", styled(HEAD, words)))
}

/// Who looks at the screen: the one person, or nobody in particular.
fn viewer_of(who: &BySide<Who>) -> Option<Side> {
    match (who.first, who.second) {
        (Who::Person, Who::Computer) => Some(Side::First),
        (Who::Computer, Who::Person) => Some(Side::Second),
        _ => None,
    }
}

/// A line that was being written when the power failed was never acknowledged: it goes.
fn drop_torn_line(path: &Path) -> Result<(), Failure> {
    let text = read(path)?;
    if text.ends_with('\n') {
        return Ok(());
    }
    let whole = text.rfind('\n').map_or(0, |at| at + 1);
    let fail = |error: std::io::Error| Failure(format!("{}: {error}", path.display()));
    let file = std::fs::OpenOptions::new().write(true).open(path).map_err(fail)?;
    file.set_len(whole as u64).and_then(|()| file.sync_all()).map_err(fail)
}

/// Shows how a game stands.
pub(crate) fn show(
    path: &Path,
    entry: Option<usize>,
    side: Option<&str>,
    (svg, as_json): (bool, bool),
    tables: &HouseTables,
) -> Outcome {
    let play = open_until(path, entry, tables)?;
    let viewer = side.and_then(Side::from_key);
    if svg {
        let none = || Failure(format!("{}: this game has no picture; leave --svg out", path.display()));
        return play.picture(viewer).ok_or_else(none);
    }
    if as_json {
        return Ok(json::text(&json::fact(&play.view(viewer))));
    }
    let waiting: Vec<String> = play
        .pending()
        .iter()
        .map(|question| {
            let names = play.side_names();
            let who = question.asking.by.map_or("nobody".to_owned(), |side| names[side].clone());
            // What a secret question is about is for the one who is asked.
            let told = viewer == question.asking.by || !question.kind.is_secret();
            match question.about.as_str() {
                about if told && !about.is_empty() => format!("{who}: {} ({about})", question.asking.what),
                _ => format!("{who}: {}", question.asking.what),
            }
        })
        .collect();
    let words = play.end().map_or_else(|| format!("Waiting for {}.", waiting.join("; ")), |(_, words)| words);
    let shown = play.drawing(viewer).unwrap_or_else(|| fact_lines(&play.view(viewer), 0));
    Ok(format!("{shown}\n{}\n", styled(HEAD, words)))
}

/// A fact as indented lines.
pub(crate) fn fact_lines(fact: &Fact, depth: usize) -> String {
    let pad = "  ".repeat(depth);
    match fact {
        Fact::Record(pairs) => pairs
            .iter()
            .map(|(key, value)| match value {
                Fact::Record(_) | Fact::List(_) => format!("{pad}{key}\n{}", fact_lines(value, depth + 1)),
                value => format!("{pad}{key}: {}", fact_lines(value, 0)),
            })
            .collect(),
        Fact::List(items) => items
            .iter()
            .map(|item| match item {
                Fact::Record(pairs)
                    if pairs.iter().all(|(_, v)| !matches!(v, Fact::Record(_) | Fact::List(_))) =>
                {
                    let parts: Vec<String> = pairs
                        .iter()
                        .map(|(key, v)| format!("{key} {}", fact_lines(v, 0).trim_end()))
                        .collect();
                    format!("{pad}{}\n", parts.join(", "))
                }
                item => fact_lines(item, depth),
            })
            .collect(),
        Fact::Nothing => format!("{pad}-\n"),
        Fact::Flag(flag) => format!("{pad}{}\n", if *flag { "yes" } else { "no" }),
        Fact::Number(number) => format!("{pad}{number}\n"),
        Fact::Text(text) => format!("{pad}{text}\n"),
    }
}

/// Reads a journal and carries it out again.
pub(crate) fn open(path: &Path, tables: &HouseTables) -> Result<Box<dyn Play>, Failure> {
    open_until(path, None, tables)
}

/// The same with its first entries only.
pub(crate) fn open_until(
    path: &Path,
    entries: Option<usize>,
    tables: &HouseTables,
) -> Result<Box<dyn Play>, Failure> {
    let fail = |reason: String| Failure(format!("{}: {reason}", path.display()));
    let mut journal = Journal::read(&read(path)?).map_err(|error| fail(error.to_string()))?;
    if let Some(entries) = entries {
        let all = journal.entries().len();
        if entries > all {
            return Err(fail(format!("it has {all} entries; there is no moment after entry {entries}")));
        }
        journal = journal.first(entries);
    }
    let header = journal.header();
    // A journal is carried out by the tables it was played with, whatever lies in the folder today.
    if tables.tables.is_some() && by_file_name(&house(tables)?) != header.tables {
        let reason = match header.tables.is_empty() {
            true => "it was begun without tables of your own, and goes on so; leave --tables out",
            false => "it was begun with other tables, which it keeps; leave --tables out",
        };
        return Err(fail(reason.to_owned()));
    }
    let contest = grognard::open(&header.title, &header.setup, &header.tables)
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
