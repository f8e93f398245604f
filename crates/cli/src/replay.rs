//! A journal's game told again: in one piece, or part by part with a look at the board.

use crate::args::HouseTables;
use crate::files::{free, plain_name, write_new};
use crate::paint::{DIM, HEAD, styled};
use crate::resolve::told;
use crate::stored::{looker, open, open_until};
use crate::table::say;
use crate::{Failure, Outcome, switches, typed};
use grognard::umpire::{Ruling, Side};
use grognard::{Named, Play};
use grognard_wire as wire;
use serde_json::json;
use std::io::IsTerminal;
use std::path::Path;

pub(crate) fn replay(
    path: &Path,
    side: Option<&str>,
    tables: &HouseTables,
    all: bool,
    as_json: bool,
) -> Outcome {
    let play = open(path, tables)?;
    let viewer = looker(path, &*play, side, play.end().is_some())?;
    if as_json {
        let account: Vec<_> = play.account().iter().map(wire::ruling).collect();
        let end = play.end().map(|(facts, _)| wire::fact(&facts));
        let journal = play.journal().text();
        return Ok(wire::text(&json!({ "end": end, "account": account, "journal": journal })));
    }
    let header = play.journal().header();
    let turned: Vec<Named> = grognard::switches_in(&header.system, &header.setup)
        .into_iter()
        .filter(|stands| !stands.is_default)
        .map(|stands| Named { stands, decided_against: Vec::new() })
        .collect();
    let head = format!(
        "{}  {}\n{}",
        styled(HEAD, &header.title),
        styled(DIM, format!("dice: {}", header.dice)),
        switches::head(&turned)
    );
    let rulings: Vec<&Ruling> = play.account().iter().chain(play.draft()).collect();
    let words = play.end().map_or_else(|| "It is not over yet.".to_owned(), |(_, words)| words);
    let end = format!("\n{}\n", styled(HEAD, words));
    let stops = std::io::stdin().is_terminal() && std::io::stdout().is_terminal() && !all;
    if stops && rulings.iter().any(|ruling| ruling.heading) {
        say(&head)?;
        return match step(path, viewer, tables, &rulings)? {
            true => Ok(end),
            false => Ok(String::new()),
        };
    }
    let text: String = rulings.into_iter().map(told).collect();
    let gap = if text.starts_with('\n') { "" } else { "\n" };
    Ok(format!("{head}{gap}{text}{end}"))
}

/// Tells the account part by part; whether it came to its end.
fn step(
    path: &Path,
    viewer: Option<Side>,
    tables: &HouseTables,
    rulings: &[&Ruling],
) -> Result<bool, Failure> {
    let mut next = 0;
    while next < rulings.len() {
        let until = (next + 1..rulings.len()).find(|&at| rulings[at].heading).unwrap_or(rulings.len());
        let text: String = rulings[next..until].iter().copied().map(told).collect();
        say(&text)?;
        next = until;
        if next == rulings.len() {
            break;
        }
        loop {
            say(&styled(DIM, "\nEnter goes on; b is the board, a all the rest, q leaves: "))?;
            let line = typed::line()?;
            if line.is_empty() {
                return Ok(false);
            }
            match line.trim() {
                "" => break,
                "b" | "board" => say(&board_after(path, viewer, tables, next)?)?,
                "a" | "all" => {
                    let text: String = rulings[next..].iter().copied().map(told).collect();
                    say(&text)?;
                    return Ok(true);
                }
                "q" | "quit" => return Ok(false),
                other => say(&format!("`{other}` means nothing here\n"))?,
            }
        }
    }
    Ok(true)
}

/// The board when so many rulings had been told.
fn board_after(
    path: &Path,
    viewer: Option<Side>,
    tables: &HouseTables,
    told: usize,
) -> Result<String, Failure> {
    let (low, play) = play_after(path, tables, told)?;
    let board = play.drawing(viewer).unwrap_or_else(|| crate::stored::fact_lines(&play.view(viewer), 0));
    Ok(format!(
        "{}\n{}\n",
        board.trim_end(),
        styled(DIM, format!("after entry {low}: grognard show {} --entry {low}", path.display()))
    ))
}

/// The game when so many rulings had been told, and after which entry that was.
fn play_after(path: &Path, tables: &HouseTables, told: usize) -> Result<(usize, Box<dyn Play>), Failure> {
    let at = |entries: usize| open_until(path, Some(entries), tables);
    let (mut low, mut high) = (0, open(path, tables)?.journal().entries().len());
    // The account only grows: the last entry after which no more than this had been told.
    while low < high {
        let middle = (low + high).div_ceil(2);
        match at(middle)?.account().len() <= told {
            true => low = middle,
            false => high = middle - 1,
        }
    }
    Ok((low, at(low)?))
}

/// Writes a picture of the board after every part of the account into a folder.
pub(crate) fn pictures(path: &Path, side: Option<&str>, tables: &HouseTables, folder: &Path) -> Outcome {
    let play = open(path, tables)?;
    let viewer = looker(path, &*play, side, play.end().is_some())?;
    let rulings: Vec<&Ruling> = play.account().iter().collect();
    let mut parts: Vec<usize> = (1..rulings.len()).filter(|&at| rulings[at].heading).collect();
    parts.push(rulings.len());
    let name = |number: usize| folder.join(format!("{:03}.svg", number + 1));
    // Nothing is written where one is in the way.
    (0..parts.len()).try_for_each(|number| free(&name(number)))?;
    plain_name(folder)?;
    std::fs::create_dir_all(folder).map_err(|error| Failure(format!("{}: {error}", folder.display())))?;
    for (number, told) in parts.iter().enumerate() {
        let (_, play) = play_after(path, tables, *told)?;
        let none = || Failure(format!("{}: this game has no picture; leave --svg out", path.display()));
        let picture = play.picture(viewer).ok_or_else(none)?;
        write_new(&name(number), &picture)?;
    }
    let pictures =
        if parts.len() == 1 { "1 picture".to_owned() } else { format!("{} pictures", parts.len()) };
    Ok(format!("{pictures} in {}\n", folder.display()))
}

/// Writes the pictures of a game as one page that plays by itself.
pub(crate) fn film(path: &Path, side: Option<&str>, tables: &HouseTables, file: &Path) -> Outcome {
    use grognard::days_of_empire::film::{Frame, page};
    free(file)?;
    let play = open(path, tables)?;
    let viewer = looker(path, &*play, side, play.end().is_some())?;
    let rulings: Vec<&Ruling> = play.account().iter().collect();
    let mut parts: Vec<usize> = (1..rulings.len()).filter(|&at| rulings[at].heading).collect();
    parts.push(rulings.len());
    let mut frames = Vec::new();
    let mut from = 0;
    for told in parts {
        let (_, play) = play_after(path, tables, told)?;
        let none = || Failure(format!("{}: this game has no picture; leave --html out", path.display()));
        let picture = play.picture(viewer).ok_or_else(none)?;
        frames.push(Frame {
            picture,
            told: rulings[from..told].iter().map(|one| one.text.to_string()).collect(),
        });
        from = told;
    }
    write_new(file, &page(&play.journal().header().title, &frames))?;
    let pictures =
        if frames.len() == 1 { "1 picture".to_owned() } else { format!("{} pictures", frames.len()) };
    Ok(format!("{pictures} in {}\n", file.display()))
}
