//! The journal: the saved game. A header that says what is played, then every question with its
//! answer, each line chained to the one before by a hash.
//!
//! ```text
//! grognard-journal 2
//! system: eu9
//! version: 0.1.0
//! title: pavia
//! seat: first person
//! seat: second computer
//! dice: hmac-sha256/1 commitment 9f3c…
//! option: profile = published
//! tables: ours.toml
//! | the players' own tables, line by line, if they have any
//! setup:
//! | the battle file, line by line
//! begin 4f1e…
//! 1 0c55… nonce first 6b2a…
//! 2 83d0… nonce second e417…
//! 3 90ab… first EU9-BATTLE-e [day 1 fire] roll d10 => 9
//! 4 11c4… second EU9-BATTLE-u [try to retreat] choose => stay
//! 5 7e02… undo second
//! 6 52b8… secret first 0d91…
//! 7 a90e… open 6 33f1… first EU9-… [plan] choose => outflank
//! 8 f2c6… seat second person
//! 9 41d3… propose first rewind 4
//! 10 6e0f… agree second
//! 11 c7a2… resign second
//! 12 3b77… dice-secret 71aa…
//! ```
//!
//! States are a cache; this is what counts. It only ever grows: taking a move back is an entry too. The first form,
//! `grognard-journal 1`, has no seats, seals or secrets and lists the options of every choice; it is read and played on
//! as it is.

use crate::ask::Question;
use crate::header::{Form, Header, Seat, hex, unhex};
use crate::side::{BySide, Side};
use crate::table::Proposal;
use crate::tape::Answer;
use sha2::{Digest, Sha256};
use std::fmt::{self, Write as _};

/// Parts an entry's question from its answer; no question contains it.
const ARROW: &str = " => ";
/// More than any game has; a longer file is refused before it is read.
const ENTRIES_MAX: usize = 1_000_000;

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
    /// What a side adds to the dice when it sits down.
    Nonce {
        /// Whose.
        by: Side,
        /// Sixteen random bytes.
        nonce: [u8; 16],
    },
    /// A side's answer that the other may not see yet.
    Secret {
        /// Whose it is.
        by: Side,
        /// The [commitment](Event::commitment) to it.
        commitment: [u8; 32],
    },
    /// A secret answer, shown.
    Opened {
        /// The number of its [`Event::Secret`].
        entry: usize,
        /// What was hashed before it.
        salt: [u8; 16],
        /// The answer.
        event: Box<Event>,
    },
    /// A side is played by somebody else from here on.
    Seated {
        /// Which side.
        by: Side,
        /// Who plays it.
        seat: Seat,
    },
    /// The secret of the dice, shown when the game is over.
    DiceSecret {
        /// The bytes whose SHA-256 stands in the header.
        secret: [u8; 32],
    },
    /// A side proposes something to the other.
    Proposed {
        /// Who.
        by: Side,
        /// What.
        what: Proposal,
    },
    /// A side agrees to what the other has proposed.
    Agreed {
        /// Who.
        by: Side,
    },
    /// A side declines what the other has proposed, or withdraws what it has.
    Declined {
        /// Who.
        by: Side,
    },
    /// A side gives up.
    Resigned {
        /// Who.
        by: Side,
    },
    /// A side's time is up.
    TimedOut {
        /// Whose.
        by: Side,
    },
    /// Both sides' time was up at the same instant.
    BothTimedOut,
}

impl Event {
    /// The event as journals write it.
    pub fn line(&self) -> String {
        match self {
            Event::Answered { question, answer } => format!("{question}{ARROW}{}", answer_text(answer)),
            Event::Sealed { by, question, key } => format!("sealed {by} {question}{ARROW}{key}"),
            Event::Undone { by } => format!("undo {by}"),
            Event::Nonce { by, nonce } => format!("nonce {by} {}", hex(nonce)),
            Event::Secret { by, commitment } => format!("secret {by} {}", hex(commitment)),
            Event::Opened { entry, salt, event } => format!("open {entry} {} {}", hex(salt), event.line()),
            Event::Seated { by, seat } => format!("seat {by} {seat}"),
            Event::DiceSecret { secret } => format!("dice-secret {}", hex(secret)),
            Event::Proposed { by, what } => format!("propose {by} {what}"),
            Event::Agreed { by } => format!("agree {by}"),
            Event::Declined { by } => format!("decline {by}"),
            Event::Resigned { by } => format!("resign {by}"),
            Event::TimedOut { by } => format!("time-out {by}"),
            Event::BothTimedOut => "time-out both".to_owned(),
        }
    }

    /// What stands in the journal for an event that may not be seen yet. The salt keeps it from being guessed.
    pub fn commitment(&self, salt: [u8; 16]) -> [u8; 32] {
        Sha256::new().chain_update(salt).chain_update([0]).chain_update(self.line()).finalize().into()
    }

    pub(crate) fn read(line: &str, form: Form) -> Option<Event> {
        if let Some(by) = line.strip_prefix("undo ") {
            return Some(Event::Undone { by: Side::from_key(by)? });
        }
        if form == Form::Two
            && let Some((word, rest)) = line.split_once(' ')
        {
            let of_side = || rest.split_once(' ').and_then(|(by, rest)| Some((Side::from_key(by)?, rest)));
            match word {
                "nonce" => return of_side().and_then(|(by, n)| Some(Event::Nonce { by, nonce: unhex(n)? })),
                "seat" => {
                    return of_side()
                        .and_then(|(by, seat)| Some(Event::Seated { by, seat: Seat::from_key(seat)? }));
                }
                "secret" => {
                    let (by, commitment) = of_side()?;
                    return Some(Event::Secret { by, commitment: unhex(commitment)? });
                }
                "open" => {
                    let (entry, rest) = rest.split_once(' ')?;
                    let (salt, event) = rest.split_once(' ')?;
                    let event =
                        Event::read_answer(event).filter(|event| matches!(event, Event::Answered { .. }))?;
                    let (entry, salt) = (entry.parse().ok()?, unhex(salt)?);
                    return Some(Event::Opened { entry, salt, event: Box::new(event) });
                }
                "dice-secret" => return Some(Event::DiceSecret { secret: unhex(rest)? }),
                "propose" => {
                    return of_side()
                        .and_then(|(by, what)| Some(Event::Proposed { by, what: Proposal::read(what)? }));
                }
                "agree" => return Some(Event::Agreed { by: Side::from_key(rest)? }),
                "decline" => return Some(Event::Declined { by: Side::from_key(rest)? }),
                "resign" => return Some(Event::Resigned { by: Side::from_key(rest)? }),
                "time-out" if rest == "both" => return Some(Event::BothTimedOut),
                "time-out" => return Some(Event::TimedOut { by: Side::from_key(rest)? }),
                _ => {}
            }
        }
        Event::read_answer(line)
    }

    fn read_answer(line: &str) -> Option<Event> {
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
        f.write_str(&hex(&self.0))
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
        let begin = Hash::of(Hash::default(), &header.text());
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

    /// The hash of the header: what this game and no other begins with.
    pub fn begin(&self) -> [u8; 16] {
        self.begin.0
    }

    /// Who plays which side now.
    pub fn seats(&self) -> BySide<Seat> {
        let mut seats = self.header.seats;
        for entry in &self.entries {
            if let Event::Seated { by, seat } = entry.event {
                seats[by] = seat;
            }
        }
        seats
    }

    /// What the sides have added to the dice so far.
    pub fn nonces(&self) -> BySide<Option<[u8; 16]>> {
        let mut nonces = BySide::default();
        for entry in &self.entries {
            if let Event::Nonce { by, nonce } = entry.event {
                nonces[by] = Some(nonce);
            }
        }
        nonces
    }

    /// How many throws of dice were ever written down.
    pub fn throws(&self) -> u64 {
        let thrown =
            |entry: &&Entry| matches!(&entry.event, Event::Answered { answer: Answer::Faces(_), .. });
        self.entries.iter().filter(thrown).count() as u64
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
        let mut text = self.header.text();
        let _ = writeln!(text, "begin {}", self.begin);
        for (index, entry) in self.entries.iter().enumerate() {
            let _ = writeln!(text, "{} {} {}", index + 1, entry.hash, entry.event.line());
        }
        text
    }

    /// Reads a journal back from a file's bytes, and checks its form and its chain of hashes.
    ///
    /// # Errors
    /// The number of the line or entry where it stops making sense, and why.
    pub fn read_bytes(bytes: &[u8]) -> Result<Journal, BadJournal> {
        let good = match std::str::from_utf8(bytes) {
            Ok(text) => return Journal::read(text),
            Err(error) => &bytes[..error.valid_up_to()],
        };
        let before = &bytes[..good.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1)];
        let last = !bytes[good.len()..].contains(&b'\n');
        let before = std::str::from_utf8(before).unwrap_or_default();
        let (line, entry) = match Journal::read(before) {
            Ok(journal) if last => return Err(journal.torn(before)),
            Ok(journal) => (before.lines().count() + 1, Some(journal.entries.len() + 1)),
            Err(bad) if bad.flaw == Flaw::HeaderCutShort => (bad.line, None),
            Err(bad) => return Err(bad),
        };
        Err(BadJournal {
            line,
            entry,
            flaw: Flaw::Changed,
            reason: "bytes that are not text in UTF-8".to_owned(),
        })
    }

    /// Reads a journal back and checks its form and its chain of hashes.
    ///
    /// # Errors
    /// The number of the line or entry where it stops making sense, and why.
    pub fn read(text: &str) -> Result<Journal, BadJournal> {
        // What comes after the last newline was being written when the program or the machine stopped.
        let (whole, torn) = text.split_at(text.rfind('\n').map_or(0, |at| at + 1));
        let mut lines = whole.split_terminator('\n').enumerate().map(|(index, line)| (index + 1, line));
        let (header, n, begin) = match Header::read(&mut lines) {
            Ok(read) => read,
            // A first line without its end may still be no line of ours.
            Err(_) if whole.is_empty() => Header::read(&mut std::iter::once((1, torn)))?,
            Err(bad) => return Err(bad),
        };
        let mut journal = Journal::new(header);
        if journal.begin.to_string() != begin {
            let reason = "the header was changed after the journal was begun".to_owned();
            return Err(BadJournal { line: n, entry: None, flaw: Flaw::Changed, reason });
        }
        for (n, line) in lines {
            journal.read_entry(line).map_err(|(entry, reason)| BadJournal {
                line: n,
                entry: Some(entry),
                flaw: Flaw::Changed,
                reason,
            })?;
        }
        match torn {
            "" => Ok(journal),
            _ => Err(journal.torn(whole)),
        }
    }

    fn read_entry(&mut self, line: &str) -> Result<(), (usize, String)> {
        let number = self.entries.len() + 1;
        let bad = |reason: String| (number, reason);
        if number > ENTRIES_MAX {
            return Err(bad(format!("more than {ENTRIES_MAX} entries")));
        }
        if line.chars().any(char::is_control) {
            return Err(bad("a control character, which no entry has".to_owned()));
        }
        let mut parts = line.splitn(3, ' ');
        let (Some(written), Some(hash), Some(event)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(bad("not an entry, which is number, hash, event".to_owned()));
        };
        if written != number.to_string() {
            return Err(bad(format!("numbered {written}, but entry {number} is due")));
        }
        let event =
            Event::read(event, self.header.form).ok_or_else(|| bad(format!("cannot be read: {event}")))?;
        if self.append(event) != line {
            self.entries.pop();
            return Err(bad(format!("the hash {hash} does not follow from what stands before it")));
        }
        Ok(())
    }

    /// What the next line of the journal records, if this is it.
    pub(crate) fn next_event(&self, line: &str) -> Result<Event, String> {
        let before = self.entries.last().map_or(self.begin, |entry| entry.hash);
        let (number, mut parts) = (self.entries.len() + 1, line.splitn(3, ' '));
        let (Some(written), Some(hash), Some(event)) = (parts.next(), parts.next(), parts.next()) else {
            return Err("not an entry, which is number, hash, event".to_owned());
        };
        if number > ENTRIES_MAX {
            return Err(format!("more than {ENTRIES_MAX} entries"));
        }
        if written != number.to_string() {
            return Err(format!("numbered {written}, but entry {number} is due"));
        }
        if line.chars().any(char::is_control) {
            return Err("a control character, which no entry has".to_owned());
        }
        let read = Event::read(event, self.header.form).filter(|read| read.line() == event);
        match read {
            Some(read) if Hash::of(before, event).to_string() == hash => Ok(read),
            Some(_) => Err(format!("the hash {hash} does not follow from what stands before it")),
            None => Err(format!("cannot be read: {event}")),
        }
    }

    fn torn(&self, whole: &str) -> BadJournal {
        BadJournal {
            line: whole.lines().count() + 1,
            entry: Some(self.entries.len() + 1),
            flaw: Flaw::Torn,
            reason: "cut short in the middle of being written; nobody has been told of it yet".to_owned(),
        }
    }

    /// The text of a journal whose last line was cut short, without that line; or with it, where nothing but its
    /// end was missing. Nothing where there is nothing of the kind to mend.
    pub fn mended(bytes: &[u8]) -> Option<String> {
        if Journal::read_bytes(bytes).err()?.flaw != Flaw::Torn {
            return None;
        }
        let at = bytes.iter().rposition(|&byte| byte == b'\n')? + 1;
        let mut journal = Journal::read(std::str::from_utf8(&bytes[..at]).ok()?).ok()?;
        let last = std::str::from_utf8(&bytes[at..]).ok();
        let _ = last.map(|line| journal.read_entry(line));
        Some(journal.text())
    }
}

/// What is wrong with a journal that cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// It is something else, or of a form that is not known here.
    NotAJournal,
    /// It ends before the game begins.
    HeaderCutShort,
    /// A line of the header is not what it should be.
    Header,
    /// Its last line is not whole; everything before is. [`Journal::mended`] has it without that line.
    Torn,
    /// What was written once was changed.
    Changed,
}

/// A journal that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadJournal {
    /// The line of the text.
    pub line: usize,
    /// The number of the entry, where it has got that far.
    pub entry: Option<usize>,
    /// What kind of thing is wrong.
    pub flaw: Flaw,
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

/// The line a journal of this form keeps of a question, checked to be readable back.
pub(crate) fn question_line(form: Form, question: &Question) -> String {
    let line = match form {
        Form::One => question.line_with_options(),
        Form::Two => question.line(),
    };
    assert!(!line.contains(ARROW) && !line.contains('\n'), "a question no journal can hold: {line}");
    line
}
