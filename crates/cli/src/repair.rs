//! Mending a journal whose last line was cut short.

use crate::files::{beside, read_open, write_new_bytes};
use crate::ledger::{hold, refused};
use crate::paint::{GOOD, styled};
use crate::{Failure, Outcome};
use grognard::umpire::{Flaw, Journal};
use std::io::Write;
use std::path::{Path, PathBuf};

/// So many copies of one journal are kept.
const COPIES_MAX: usize = 1000;

/// Takes a torn last line off, or gives a whole one its end, with a copy of the file as it was.
pub(crate) fn repair(path: &Path) -> Outcome {
    let mut file = hold(path)?;
    let bytes = read_open(path, &file)?;
    let bad = match Journal::read_bytes(&bytes) {
        Ok(journal) => {
            let entries = journal.entries().len();
            return Ok(format!(
                "{}: it is whole, with {entries} entries; nothing is changed\n",
                path.display()
            ));
        }
        Err(bad) => bad,
    };
    let mended = Journal::mended(&bytes).ok_or_else(|| {
        let Failure(reason) = refused(path, &bad, &bytes);
        match bad.flaw {
            Flaw::NotAJournal | Flaw::HeaderCutShort => Failure(reason),
            _ => Failure(format!(
                "{reason}. Only a last line that was cut short is mended; nothing is changed"
            )),
        }
    })?;
    let copy = keep_copy(path, &bytes)?;
    let fail = |error: std::io::Error| Failure(format!("{}: {error}", path.display()));
    let done = match mended.len() > bytes.len() {
        // All but the newline was there.
        true => {
            file.write_all(b"\n").map_err(fail)?;
            "its last entry was whole, and has its end now"
        }
        false => {
            file.set_len(mended.len() as u64).map_err(fail)?;
            "the line that was cut short is off"
        }
    };
    file.sync_all().map_err(fail)?;
    let entries = Journal::read(&mended).map_or(0, |journal| journal.entries().len());
    let (repaired, shown) = (styled(GOOD, "repaired"), path.display());
    Ok(format!(
        "{repaired}: {done}; {entries} entries stand. As it was: {}\nGo on with: grognard play {shown}\n",
        copy.display()
    ))
}

fn keep_copy(path: &Path, bytes: &[u8]) -> Result<PathBuf, Failure> {
    let free = (1..=COPIES_MAX)
        .map(|number| match number {
            1 => beside(path, "torn"),
            number => beside(path, &format!("torn-{number}")),
        })
        .find(|copy| std::fs::symlink_metadata(copy).is_err());
    let copy =
        free.ok_or_else(|| Failure(format!("{}: there are {COPIES_MAX} copies already", path.display())))?;
    write_new_bytes(&copy, bytes)?;
    Ok(copy)
}
