//! The openings of secret answers: each seat's in a file of its own beside the journal, readable by its owner only,
//! until the rules show the answer or the game is over.

use crate::Failure;
use crate::files::{beside, plain_name, read, regular, sync_folder};
use grognard::umpire::{Journal, Opening, Side};
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Where a seat's openings lie.
pub(crate) fn place(journal: &Path, side: Side) -> PathBuf {
    beside(journal, side.key())
}

/// Makes sure that no other game's secrets lie where those of a new journal will.
pub(crate) fn none_yet(journal: &Path) -> Result<(), Failure> {
    let there = Side::ALL.map(|side| place(journal, side)).into_iter().find(|place| place.exists());
    match there {
        Some(place) => Err(Failure(format!(
            "{}: it holds the secrets of another game, and is not written over; name another journal",
            place.display()
        ))),
        None => Ok(()),
    }
}

/// The first line of a seat's file: whose it is, and of which game.
fn first_line(journal: &Journal, side: Side) -> String {
    let begin: String = journal.begin().iter().map(|byte| format!("{byte:02x}")).collect();
    format!("grognard-secrets 1 {side} {begin}\n")
}

/// Keeps an opening, and comes back when it will survive a power failure. The journal's entry comes after it: an
/// opening without an entry does no harm, an entry without its opening is lost.
pub(crate) fn keep(path: &Path, journal: &Journal, side: Side, opening: &Opening) -> Result<(), Failure> {
    let place = place(path, side);
    plain_name(&place)?;
    let fail = |error: std::io::Error| {
        Failure(format!("{}: {error}. The last answer is not kept; everything before it is", place.display()))
    };
    let first = first_line(journal, side);
    let mut options = OpenOptions::new();
    options.read(true).append(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let (mut file, lead) = match options.open(&place) {
        Ok(file) => {
            sync_folder(&place)?;
            (file, first)
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            regular(&place)?;
            let mut file = OpenOptions::new().read(true).append(true).open(&place).map_err(fail)?;
            let lead = lead(&mut file, &first).map_err(fail)?;
            (file, lead.ok_or_else(|| not_of_this_game(&place))?)
        }
        Err(error) => return Err(fail(error)),
    };
    let line = format!("{lead}{}\n", opening.line());
    file.write_all(line.as_bytes()).and_then(|()| file.sync_data()).map_err(fail)
}

/// What goes before a new line of a file that exists; nothing at all where the file is not of this game.
fn lead(file: &mut File, first: &str) -> std::io::Result<Option<String>> {
    let mut head = vec![0; first.len()];
    let length = file.metadata()?.len();
    if length == 0 {
        return Ok(Some(first.to_owned()));
    }
    if length < first.len() as u64 {
        return Ok(None);
    }
    file.read_exact(&mut head)?;
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    // A line that was being written when the power failed belongs to an answer that nobody was told of.
    let lead = if last == *b"\n" { "" } else { "\n" };
    Ok((head == first.as_bytes()).then(|| lead.to_owned()))
}

fn not_of_this_game(place: &Path) -> Failure {
    Failure(format!(
        "{}: it holds no secrets of this game, and is not written to; move it away, or begin the game in another file",
        place.display()
    ))
}

/// The openings that lie beside a journal. A seat's file that is not there or may not be read is left out: whoever needs
/// what it holds says so.
///
/// # Errors
/// Where a file is another game's, or was changed.
pub(crate) fn openings(path: &Path, journal: &Journal) -> Result<Vec<Opening>, Failure> {
    let mut openings = Vec::new();
    for side in Side::ALL {
        let place = place(path, side);
        if fs::symlink_metadata(&place).is_err_and(|error| error.kind() == ErrorKind::NotFound) {
            continue;
        }
        regular(&place)?;
        if File::open(&place).is_err_and(|error| error.kind() == ErrorKind::PermissionDenied) {
            continue;
        }
        let text = read(&place)?;
        let Some(lines) = text.strip_prefix(first_line(journal, side).as_str()) else {
            if text.is_empty() {
                continue;
            }
            return Err(not_of_this_game(&place));
        };
        // What a power failure cut short was never told; the next line begins after it.
        openings.extend(lines.lines().filter_map(Opening::read));
    }
    Ok(openings)
}

/// Takes the seats' files away once everything in them stands in the journal.
pub(crate) fn clear(path: &Path, journal: &Journal) {
    for side in Side::ALL {
        let place = place(path, side);
        let ours = read(&place).is_ok_and(|text| text.starts_with(&first_line(journal, side)));
        if ours {
            // They do no harm there: everybody may know them now.
            let _ = fs::remove_file(place);
        }
    }
}
