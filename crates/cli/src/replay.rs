//! A journal's game told again: in one piece, or part by part with a look at the board.

use crate::args::HouseTables;
use crate::paint::{DIM, HEAD, styled};
use crate::resolve::told;
use crate::stored::{looker, open, open_until};
use crate::table::say;
use crate::{Failure, Outcome, json};
use grognard::umpire::{Ruling, Side};
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
        let account: Vec<_> = play.account().iter().map(json::ruling).collect();
        let end = play.end().map(|(facts, _)| json::fact(&facts));
        let journal = play.journal().text();
        return Ok(json::text(&json!({ "end": end, "account": account, "journal": journal })));
    }
    let header = play.journal().header();
    let head =
        format!("{}  {}\n", styled(HEAD, &header.title), styled(DIM, format!("dice: {}", header.dice)));
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
            let mut line = String::new();
            if std::io::stdin().read_line(&mut line).map_err(|error| Failure(error.to_string()))? == 0 {
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
    let play = at(low)?;
    let board = play.drawing(viewer).unwrap_or_else(|| crate::stored::fact_lines(&play.view(viewer), 0));
    Ok(format!(
        "{}\n{}\n",
        board.trim_end(),
        styled(DIM, format!("after entry {low}: grognard show {} --entry {low}", path.display()))
    ))
}
