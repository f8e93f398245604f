//! A journal's file while its game is played: locked, opened whole, and grown by one line at a time.

use crate::files::{plain_name, read_bytes, read_open, regular, sync_folder};
use crate::{Failure, dicebox};
use grognard::umpire::{Flaw, Header, Journal};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::ops::Not;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A journal's file, held by this program alone.
pub(crate) struct Ledger {
    path: PathBuf,
    file: File,
    /// How long the file is, by our reckoning.
    bytes: u64,
    /// Its last line, with the newline.
    last: String,
    /// Whether every entry went in.
    sound: bool,
    /// Kept for as long as the file is.
    _note: Option<Note>,
}

impl Ledger {
    /// Begins a journal in a new file, never over another.
    pub(crate) fn create(path: &Path, journal: &Journal) -> Result<Ledger, Failure> {
        plain_name(path)?;
        let text = journal.text();
        if Journal::read(&text).is_ok_and(|read| read.text() == text).not() {
            let reason = "this game has something in it that no journal can hold";
            return Err(Failure(format!("{}: {reason}", path.display())));
        }
        let fail = |error: std::io::Error| Failure(format!("{}: {error}", path.display()));
        let mut options = OpenOptions::new();
        let file =
            options.read(true).append(true).create_new(true).open(path).map_err(|error| {
                match error.kind() {
                    ErrorKind::AlreadyExists => Failure(format!(
                        "{0}: there is such a file, and none is written over; name another with --journal FILE, or go \
                         on with it: grognard play {0}",
                        path.display()
                    )),
                    _ => fail(error),
                }
            })?;
        let written = lock(path, &file).and_then(|()| {
            (&file).write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(fail)?;
            sync_folder(path)
        });
        if let Err(failure) = written {
            // It is ours and holds no game; if even this fails the first failure tells more.
            let _ = fs::remove_file(path);
            return Err(failure);
        }
        Ok(Ledger::holding(path, file, &text))
    }

    /// Takes hold of a journal's file and reads it whole. A file that is not a journal, to its last byte, is not
    /// touched.
    pub(crate) fn open(path: &Path) -> Result<(Ledger, Journal), Failure> {
        let file = hold(path)?;
        let bytes = read_open(path, &file)?;
        let journal = Journal::read_bytes(&bytes).map_err(|bad| refused(path, &bad, &bytes))?;
        Ok((Ledger::holding(path, file, &journal.text()), journal))
    }

    fn holding(path: &Path, file: File, text: &str) -> Ledger {
        let last = text[..text.len() - 1].rfind('\n').map_or(text, |at| &text[at + 1..]).to_owned();
        let (path, bytes) = (path.to_owned(), text.len() as u64);
        Ledger { _note: Note::leave(&path), path, file, bytes, last, sound: true }
    }

    /// Where it lies.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Adds an entry in one piece, and comes back when it will survive a power failure.
    pub(crate) fn append(&mut self, line: &str) -> Result<(), Failure> {
        let added = self.check_end().and_then(|()| self.add(line));
        self.sound &= added.is_ok();
        added
    }

    fn add(&mut self, line: &str) -> Result<(), Failure> {
        let line = format!("{line}\n");
        add_whole(&mut self.file, self.bytes, &line).map_err(|error| {
            let shown = self.path.display();
            Failure(format!("{shown}: {error}. The last answer is not kept; everything before it is"))
        })?;
        self.bytes += line.len() as u64;
        self.last = line;
        Ok(())
    }

    /// Whether every entry went in.
    pub(crate) fn is_sound(&self) -> bool {
        self.sound
    }

    /// Takes a journal away that came to nothing, with the secret of its dice: only where it is as we left it.
    pub(crate) fn discard(mut self, header: &Header) {
        if self.sound && self.check_end().is_ok() && fs::remove_file(&self.path).is_ok() {
            dicebox::clear(&self.path, header);
        }
    }

    /// Makes sure that the file still ends where we left it, and is still the one of that name.
    fn check_end(&mut self) -> Result<(), Failure> {
        let mut end = vec![0; self.last.len()];
        let bytes = self.file.metadata()?.len();
        let as_left = bytes == self.bytes && {
            let start = SeekFrom::Start(self.bytes - self.last.len() as u64);
            self.file.seek(start)?;
            self.file.read_exact(&mut end)?;
            end == self.last.as_bytes()
        };
        let reason = match (as_left, is_at(&self.path, &self.file)) {
            (true, true) => return Ok(()),
            (false, _) => "another program has written to it since it was opened",
            (true, false) => "it was moved or replaced since it was opened",
        };
        Err(Failure(format!("{}: {reason}; the last answer is not kept", self.path.display())))
    }
}

/// What an entry is written to.
trait Store: Write {
    /// Comes back when what was written will survive a power failure.
    fn sync(&mut self) -> std::io::Result<()>;
    /// Takes off what stands beyond this length.
    fn cut(&mut self, bytes: u64) -> std::io::Result<()>;
}

impl Store for File {
    fn sync(&mut self) -> std::io::Result<()> {
        self.sync_data()
    }
    fn cut(&mut self, bytes: u64) -> std::io::Result<()> {
        self.set_len(bytes)
    }
}

/// Adds a line to a store of so many bytes: whole and durable, or not at all.
fn add_whole(store: &mut impl Store, bytes: u64, line: &str) -> std::io::Result<()> {
    let written = match store.write(line.as_bytes()) {
        Ok(written) if written == line.len() => store.sync(),
        Ok(_) => Err(std::io::Error::new(ErrorKind::StorageFull, "no room is left for the whole entry")),
        Err(error) => Err(error),
    };
    // Nobody has been told of the entry. Should part of it stay behind even so, it is a torn line.
    written.inspect_err(|_| drop(store.cut(bytes).and_then(|()| store.sync())))
}

/// Opens a file that can only be a journal for reading and adding, and locks it.
pub(crate) fn hold(path: &Path) -> Result<File, Failure> {
    regular(path)?;
    let fail = |error: std::io::Error| Failure(format!("{}: {error}", path.display()));
    let file = OpenOptions::new().read(true).append(true).open(path).map_err(fail)?;
    lock(path, &file)?;
    Ok(file)
}

fn lock(path: &Path, file: &File) -> Result<(), Failure> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => {
            let who = Note::read(path).unwrap_or_else(|| "another program has it open".to_owned());
            Err(Failure(format!("{}: {who}; close that game first", path.display())))
        }
        // Some network folders know no locks; the look at the file's end before every entry remains.
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(Failure(format!("{}: {error}", path.display()))),
    }
}

#[cfg(unix)]
fn is_at(path: &Path, file: &File) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |data: fs::Metadata| (data.dev(), data.ino());
    let (there, here) = (fs::metadata(path).map(id), file.metadata().map(id));
    there.is_ok() && there.ok() == here.ok()
}

#[cfg(not(unix))]
fn is_at(path: &Path, _: &File) -> bool {
    path.exists()
}

/// Reads a journal without holding it: somebody may be playing it.
pub(crate) fn look(path: &Path) -> Result<Journal, Failure> {
    let mut patience = LOOKS;
    loop {
        let bytes = read_bytes(path)?;
        match Journal::read_bytes(&bytes) {
            Ok(journal) => return Ok(journal),
            // Half an entry is there while another program is writing it.
            Err(bad) if bad.flaw == Flaw::Torn && patience > 0 && is_held(path) => {
                patience -= 1;
                std::thread::sleep(BETWEEN_LOOKS);
            }
            Err(bad) => return Err(refused(path, &bad, &bytes)),
        }
    }
}

const LOOKS: u32 = 20;
const BETWEEN_LOOKS: Duration = Duration::from_millis(25);

fn is_held(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

/// Why a journal cannot be read, and what to do about it.
pub(crate) fn refused(path: &Path, bad: &grognard::umpire::BadJournal, bytes: &[u8]) -> Failure {
    let shown = path.display();
    // A battle or a title names its system.
    let is_battle = || {
        let text = String::from_utf8_lossy(bytes);
        text.lines().any(|line| line.split('=').next().is_some_and(|key| key.trim() == "system"))
    };
    Failure(match bad.flaw {
        Flaw::NotAJournal if is_battle() => format!(
            "{shown}: this is a battle file or a title, not the journal of a game; begin a game of it with: \
             grognard new {shown}"
        ),
        Flaw::Torn => format!("{shown}: {bad}. To take it off and keep a copy: grognard repair {shown}"),
        Flaw::HeaderCutShort => format!("{shown}: {bad}. No game was begun in it"),
        Flaw::NotAJournal | Flaw::Header | Flaw::Changed => format!("{shown}: {bad}"),
    })
}

/// Who holds a journal, in a small file beside it. The lock itself is the system's and ends with the process: a note
/// that was left behind keeps nobody out.
struct Note(PathBuf);

const NOTE: &str = "grognard-lock 1\n";

impl Note {
    fn path(journal: &Path) -> PathBuf {
        crate::files::beside(journal, "lock")
    }

    fn now() -> u64 {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
    }

    /// A folder that takes no note, or a file of that name that is not ours, is let be.
    fn leave(journal: &Path) -> Option<Note> {
        let path = Note::path(journal);
        if fs::symlink_metadata(&path).is_ok() && !fs::read_to_string(&path).ok()?.starts_with(NOTE) {
            return None;
        }
        let written =
            fs::write(&path, format!("{NOTE}process {}\nsince {}\n", std::process::id(), Note::now()));
        let note = Note(path);
        // Half a note would never be known for ours again; whoever lets it fall takes it away.
        written.is_ok().then_some(note)
    }

    fn read(journal: &Path) -> Option<String> {
        let text = fs::read_to_string(Note::path(journal)).ok()?;
        let mut lines = text.strip_prefix(NOTE)?.lines();
        let process: u32 = lines.next()?.strip_prefix("process ")?.parse().ok()?;
        let since: u64 = lines.next()?.strip_prefix("since ")?.parse().ok()?;
        let minutes = Note::now().saturating_sub(since) / 60;
        let long = match minutes {
            0 => "since a moment ago".to_owned(),
            1 => "for a minute".to_owned(),
            2..120 => format!("for {minutes} minutes"),
            _ => format!("for {} hours", minutes / 60),
        };
        Some(format!("process {process} has had it open {long}"))
    }
}

impl Drop for Note {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A disk that writes down what is asked of it.
    struct Disk {
        room: usize,
        syncs: bool,
        asked: Vec<String>,
    }

    impl Write for Disk {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.asked.push(format!("write {:?}", String::from_utf8_lossy(bytes)));
            Ok(bytes.len().min(self.room))
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    impl Store for Disk {
        fn sync(&mut self) -> std::io::Result<()> {
            self.asked.push("sync".to_owned());
            if self.syncs { Ok(()) } else { Err(ErrorKind::Other.into()) }
        }
        fn cut(&mut self, bytes: u64) -> std::io::Result<()> {
            self.asked.push(format!("cut {bytes}"));
            Ok(())
        }
    }

    #[test]
    fn an_entry_is_one_write_and_durable_or_nothing() {
        let asked = |room: usize, syncs: bool| {
            let mut disk = Disk { room, syncs, asked: Vec::new() };
            (add_whole(&mut disk, 70, "1 ab undo first\n").is_ok(), disk.asked)
        };
        let line = "write \"1 ab undo first\\n\"";
        assert_eq!(asked(100, true), (true, vec![line.to_owned(), "sync".to_owned()]));
        let undone = |steps: &[&str]| (false, steps.iter().map(|step| (*step).to_owned()).collect());
        assert_eq!(asked(5, true), undone(&[line, "cut 70", "sync"]), "no second try with the rest");
        assert_eq!(asked(100, false), undone(&[line, "sync", "cut 70", "sync"]));
    }
}
