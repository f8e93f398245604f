//! The journal: the saved game. A header that says what is played, then every question with its
//! answer, each line chained to the one before by a hash.
//!
//! ```text
//! grognard-journal 1
//! system: eu9
//! version: 0.1.0
//! title: pavia
//! dice: xoshiro256++/splitmix64/1
//! option: profile = published
//! tables: ours.toml
//! | the players' own tables, line by line, if they have any
//! setup:
//! | the battle file, line by line
//! begin 4f1e…
//! 1 90ab… first EU9-BATTLE-e [day 1 fire] roll d10 => 9
//! 2 11c4… second EU9-BATTLE-u [try to retreat] choose stay|retreat => stay
//! 3 7e02… undo second
//! ```
//!
//! States are a cache; this is what counts. It only ever grows: taking a move back is an entry too.

use crate::ask::Question;
use crate::side::Side;
use crate::tape::Answer;
use sha2::{Digest, Sha256};
use std::fmt::{self, Write as _};

const FIRST_LINE: &str = "grognard-journal 1";
/// Parts an entry's question from its answer; no question contains it.
const ARROW: &str = " => ";
/// More than any game has; a longer file is refused before it is read.
const ENTRIES_MAX: usize = 1_000_000;

/// What is played, by which rules, from which set-up.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Header {
    /// The system's key.
    pub system: String,
    /// The version of the rules that wrote it.
    pub version: String,
    /// The battle's or title's key.
    pub title: String,
    /// The generator the dice came from, or `table` for dice thrown by people.
    pub dice: String,
    /// Options by name.
    pub options: Vec<(String, String)>,
    /// The players' own tables by the names of their files, whole, as they are part of the rules that were played.
    pub tables: Vec<(String, String)>,
    /// The battle file or scenario, whole, so that a journal stands alone.
    pub setup: String,
}

/// What one entry records.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A question and its answer.
    Answered {
        /// The question's line.
        question: String,
        /// The answer.
        answer: Answer,
    },
    /// A side's part of a simultaneous choice, unseen by the other until both are in.
    Sealed {
        /// Whose it is.
        by: Side,
        /// The question's line.
        question: String,
        /// The option's key.
        key: String,
    },
    /// A side took its last choice back.
    Undone {
        /// Who.
        by: Side,
    },
}

impl Event {
    /// The event as its line has it, without number and hash.
    pub(crate) fn line(&self) -> String {
        match self {
            Event::Answered { question, answer } => format!("{question}{ARROW}{}", answer_text(answer)),
            Event::Sealed { by, question, key } => format!("sealed {by} {question}{ARROW}{key}"),
            Event::Undone { by } => format!("undo {by}"),
        }
    }

    fn read(line: &str) -> Option<Event> {
        if let Some(by) = line.strip_prefix("undo ") {
            return Some(Event::Undone { by: Side::from_key(by)? });
        }
        let (question, answer) = line.split_once(ARROW)?;
        if let Some(rest) = question.strip_prefix("sealed ") {
            let (by, question) = rest.split_once(' ')?;
            let (question, key) = (question.to_owned(), answer.to_owned());
            return Some(Event::Sealed { by: Side::from_key(by)?, question, key });
        }
        let answer = if question.split_once("] ")?.1.starts_with("roll ") {
            let faces: Result<Vec<u8>, _> = answer.split('+').map(str::parse).collect();
            Answer::Faces(faces.ok()?)
        } else {
            Answer::Key(answer.to_owned())
        };
        Some(Event::Answered { question: question.to_owned(), answer })
    }
}

fn answer_text(answer: &Answer) -> String {
    match answer {
        Answer::Faces(faces) => faces.iter().map(u8::to_string).collect::<Vec<_>>().join("+"),
        Answer::Key(key) => key.clone(),
    }
}

/// The first sixteen bytes of SHA-256: enough that nobody will find two games with one hash.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Hash([u8; 16]);

impl Hash {
    fn of(before: Hash, text: &str) -> Hash {
        let digest = Sha256::new().chain_update(before.0).chain_update(text).finalize();
        Hash(std::array::from_fn(|i| digest[i]))
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// One line of a journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// What happened.
    pub event: Event,
    hash: Hash,
}

/// A journal; see the module's words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Journal {
    header: Header,
    begin: Hash,
    entries: Vec<Entry>,
}

impl Journal {
    /// An empty journal.
    pub fn new(header: Header) -> Self {
        let begin = Hash::of(Hash::default(), &header_text(&header));
        Journal { header, begin, entries: Vec::new() }
    }

    /// What is played.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The entries; their numbers count from 1.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Adds an entry at the end and hands back its line, which is what has to be made durable.
    pub fn append(&mut self, event: Event) -> String {
        let before = self.entries.last().map_or(self.begin, |entry| entry.hash);
        let line = event.line();
        let hash = Hash::of(before, &line);
        self.entries.push(Entry { event, hash });
        format!("{} {hash} {line}", self.entries.len())
    }

    /// The journal as it was after its first entries.
    pub fn first(&self, entries: usize) -> Journal {
        let entries = self.entries.iter().take(entries).cloned().collect();
        Journal { header: self.header.clone(), begin: self.begin, entries }
    }

    /// The whole journal as text.
    pub fn text(&self) -> String {
        let mut text = header_text(&self.header);
        let _ = writeln!(text, "begin {}", self.begin);
        for (index, entry) in self.entries.iter().enumerate() {
            let _ = writeln!(text, "{} {} {}", index + 1, entry.hash, entry.event.line());
        }
        text
    }

    /// Reads a journal back and checks its chain of hashes.
    ///
    /// # Errors
    /// The number of the line or entry where it stops making sense, and why.
    pub fn read(text: &str) -> Result<Journal, BadJournal> {
        let bad = |line: usize, reason: &str| BadJournal { line, entry: None, reason: reason.to_owned() };
        let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
        match lines.next() {
            Some((_, FIRST_LINE)) => {}
            Some((n, line)) if line.starts_with("grognard-journal ") => {
                return Err(bad(n, "written in another version of the journal; this reads version 1"));
            }
            _ => return Err(bad(1, "not a journal: it must begin with `grognard-journal 1`")),
        }
        let mut header = Header::default();
        let mut begin = None;
        let mut block = Block::None;
        for (n, line) in lines.by_ref() {
            if let Some(hash) = line.strip_prefix("begin ") {
                begin = Some((n, hash));
                break;
            } else if let Some(setup) = line.strip_prefix("| ").or((line == "|").then_some("")) {
                let text = match block {
                    Block::None => return Err(bad(n, "a line of the set-up before `setup:`")),
                    Block::Tables => &mut header.tables.last_mut().expect("begun").1,
                    Block::Setup => &mut header.setup,
                };
                text.push_str(setup);
                text.push('\n');
            } else if line == "setup:" {
                block = Block::Setup;
            } else if let Some((key, value)) = line.split_once(": ") {
                let value = value.to_owned();
                match key {
                    "system" => header.system = value,
                    "version" => header.version = value,
                    "title" => header.title = value,
                    "dice" => header.dice = value,
                    "tables" => {
                        header.tables.push((value, String::new()));
                        block = Block::Tables;
                    }
                    "option" => {
                        let (name, value) =
                            value.split_once(" = ").ok_or_else(|| bad(n, "an option without ` = `"))?;
                        header.options.push((name.to_owned(), value.to_owned()));
                    }
                    _ => return Err(bad(n, "no such line in a journal's header")),
                }
            } else {
                return Err(bad(n, "no such line in a journal's header"));
            }
        }
        let (n, begin) = begin.ok_or_else(|| bad(0, "the header never ends: no `begin` line"))?;
        let mut journal = Journal::new(header);
        if journal.begin.to_string() != begin {
            return Err(bad(n, "the header was changed after the journal was begun"));
        }
        for (n, line) in lines {
            let number = journal.entries.len() + 1;
            let bad = |reason: String| BadJournal { line: n, entry: Some(number), reason };
            if number > ENTRIES_MAX {
                return Err(bad(format!("more than {ENTRIES_MAX} entries")));
            }
            let mut parts = line.splitn(3, ' ');
            let (Some(written), Some(hash), Some(event)) = (parts.next(), parts.next(), parts.next()) else {
                return Err(bad("cut short: an entry is number, hash, event".to_owned()));
            };
            if written != number.to_string() {
                return Err(bad(format!("numbered {written}, but entry {number} is due")));
            }
            let event = Event::read(event).ok_or_else(|| bad(format!("cannot be read: {event}")))?;
            let written = journal.append(event);
            if written != line {
                return Err(bad(format!("the hash {hash} does not follow from what stands before it")));
            }
        }
        Ok(journal)
    }
}

fn header_text(header: &Header) -> String {
    let mut text = String::new();
    let Header { system, version, title, dice, options, tables, setup } = header;
    let _ =
        writeln!(text, "{FIRST_LINE}\nsystem: {system}\nversion: {version}\ntitle: {title}\ndice: {dice}");
    for (name, value) in options {
        let _ = writeln!(text, "option: {name} = {value}");
    }
    for (name, table) in tables {
        let _ = writeln!(text, "tables: {name}");
        quote(&mut text, table);
    }
    let _ = writeln!(text, "setup:");
    quote(&mut text, setup);
    text
}

/// A file within the header, line by line.
fn quote(text: &mut String, file: &str) {
    for line in file.lines() {
        let _ = if line.is_empty() { writeln!(text, "|") } else { writeln!(text, "| {line}") };
    }
}

/// Whose lines are being read in a header.
#[derive(Clone, Copy)]
enum Block {
    None,
    Tables,
    Setup,
}

/// A journal that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadJournal {
    /// The line of the text.
    pub line: usize,
    /// The number of the entry, where it has got that far.
    pub entry: Option<usize>,
    /// What is wrong.
    pub reason: String,
}

impl fmt::Display for BadJournal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        if let Some(entry) = self.entry {
            write!(f, ", entry {entry}")?;
        }
        write!(f, ": {}", self.reason)
    }
}

impl std::error::Error for BadJournal {}

/// The line a journal keeps of a question, checked to be readable back.
pub(crate) fn question_line(question: &Question) -> String {
    let line = question.line();
    assert!(!line.contains(ARROW) && !line.contains('\n'), "a question no journal can hold: {line}");
    line
}
