//! The umpire of a real table: rosters or a battle in, then every phase by question and answer, kept in a journal.

use crate::args::HouseTables;
use crate::files::{by_file_name, file_name, house, title_text};
use crate::roster::army_text;
use crate::stored::{begin, play};
use crate::table::{DiceFrom, say};
use crate::{Failure, Outcome};
use grognard::days_of_empire::KEY;
use grognard::umpire::{BySide, Header, Journal, Seat};
use std::path::{Path, PathBuf};

/// Begins a battle at a real table, or goes on with one.
pub(crate) fn umpire(
    system: &str,
    files: &[String],
    (turns, journal): (u8, Option<PathBuf>),
    tables: &HouseTables,
) -> Outcome {
    if system != KEY {
        return Err(Failure(format!("{system}: only {KEY} is played on a real table")));
    }
    if let [file] = files
        && file.ends_with(".journal")
    {
        return play(Path::new(file), (None, None), &[], tables);
    }
    let (name, setup) = setup(files, turns)?;
    let house = house(tables)?;
    let contest = grognard::open(&name, &setup, &house)?;
    if contest.system() != KEY || !setup.lines().any(|line| line.starts_with("kind = \"umpire")) {
        return Err(Failure(format!(
            "{name}: this is no battle for a real table; give a title of {KEY}, as the-alma, or two rosters"
        )));
    }
    let header = Header {
        system: contest.system().to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        title: file_name(&name),
        seats: BySide::new(Seat::Person, Seat::Person),
        dice: DiceFrom::Asked.source(),
        tables: by_file_name(&house),
        setup,
        ..Header::default()
    };
    let stem = Path::new(&name).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let path = journal.unwrap_or_else(|| PathBuf::from(format!("{stem}.journal")));
    begin(&path, &Journal::new(header), &DiceFrom::Asked)?;
    say(&format!(
        "The journal of the battle is {0}. `quit` breaks off; `grognard play {0}` goes on.\n",
        path.display()
    ))?;
    play(&path, (None, None), &[], tables)
}

/// The text of what is fought: a battle, or two rosters.
fn setup(files: &[String], turns: u8) -> Result<(String, String), Failure> {
    let (first, second) = match files {
        [one] => {
            let (name, text) = title_text(one)?;
            return Ok((name, text.replacen("kind = \"battle\"", "kind = \"umpired-battle\"", 1)));
        }
        [first, second] => (army_text(first)?, army_text(second)?),
        _ => return Err(Failure("give a battle, or two rosters".to_owned())),
    };
    let (one, two) = (file_name(&first.0), file_name(&second.0));
    let stem = |name: &str| name.trim_end_matches(".toml").to_owned();
    let title = format!("{} against {}", stem(&one), stem(&two));
    let text = format!(
        "system = \"{KEY}\"\nkind = \"umpire\"\ntitle = \"{title}\"\nturns = {turns}\n\n[first]\n{}\n[second]\n{}",
        under("first", &first.1),
        under("second", &second.1)
    );
    Ok((format!("{}-{}.toml", stem(&one), stem(&two)), text))
}

/// A roster as a part of a larger file: its tables go under a name.
fn under(side: &str, roster: &str) -> String {
    let line = |line: &str| match (line.strip_prefix("[["), line.strip_prefix('[')) {
        (Some(rest), _) => format!("[[{side}.{rest}\n"),
        (None, Some(rest)) => format!("[{side}.{rest}\n"),
        (None, None) => format!("{line}\n"),
    };
    roster.lines().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_rosters_make_one_file() {
        let files = ["british-400".to_owned(), "russian-400".to_owned()];
        let (name, text) = setup(&files, 9).unwrap_or_else(|Failure(words)| panic!("{words}"));
        assert_eq!(name, "british-400-russian-400.toml");
        assert!(text.contains("[[first.brigade]]") && text.contains("[[second.brigade]]"), "{text}");
        assert!(grognard::open(&name, &text, &[]).is_ok());
        let alma = setup(&["the-alma".to_owned()], 9).unwrap_or_else(|Failure(words)| panic!("{words}"));
        assert!(alma.1.contains("kind = \"umpired-battle\""));
    }
}
