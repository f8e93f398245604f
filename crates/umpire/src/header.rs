//! The head of a journal: what is played, by which rules, by whom, with which dice, from which set-up.

use crate::dice::Generator;
use crate::journal::{BadJournal, Flaw};
use crate::side::{BySide, Side};
use std::fmt::{self, Write as _};
use std::iter::Peekable;

/// The form a journal is written in. A game goes on in the form it was begun in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Form {
    /// Of the first versions: no seats, the options of every choice listed, dice by the number of the entry.
    One,
    /// Seats, dice under seal, no lists of options.
    #[default]
    Two,
}

impl Form {
    const ALL: [Form; 2] = [Form::One, Form::Two];

    /// The first line of a journal in this form.
    pub const fn first_line(self) -> &'static str {
        match self {
            Form::One => "grognard-journal 1",
            Form::Two => "grognard-journal 2",
        }
    }
}

/// More switches and files of tables than any game has. Each is looked for among those before it.
const LISTED_MAX: usize = 1_000;

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Seat {
    /// A person.
    #[default]
    Person,
    /// The computer's own player.
    Computer,
    /// The same at its lighter strength.
    Easy,
    /// The policy that the battle file states.
    Policy,
}

impl Seat {
    const ALL: [Seat; 4] = [Seat::Person, Seat::Computer, Seat::Easy, Seat::Policy];

    /// Its stable name in journals.
    pub const fn key(self) -> &'static str {
        match self {
            Seat::Person => "person",
            Seat::Computer => "computer",
            Seat::Easy => "easy",
            Seat::Policy => "policy",
        }
    }

    /// The seat with that stable name.
    pub fn from_key(key: &str) -> Option<Seat> {
        Seat::ALL.into_iter().find(|seat| seat.key() == key)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// Where the dice of a game come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum DiceSource {
    /// A secret of which the journal holds the SHA-256 until the game is over; see [`Pledge`](crate::Pledge).
    Pledged([u8; 32]),
    /// The generator of a seed, which whoever reads the journal can run ahead.
    Seed(u64),
    /// People threw them at a real table and typed what they saw.
    #[default]
    Table,
}

impl DiceSource {
    /// What journals call dice from a secret under seal.
    pub const PLEDGED: &'static str = "hmac-sha256/1";

    fn text(self, form: Form) -> String {
        match (self, form) {
            (DiceSource::Pledged(commitment), _) => {
                format!("{} commitment {}", Self::PLEDGED, hex(&commitment))
            }
            (DiceSource::Seed(seed), Form::One) => format!("{} seed {seed}", Generator::NAME),
            (DiceSource::Seed(seed), Form::Two) => {
                format!("{} seed {seed} (can be foreseen)", Generator::NAME)
            }
            (DiceSource::Table, _) => "table".to_owned(),
        }
    }

    fn read(text: &str, form: Form) -> Option<DiceSource> {
        let (name, rest) = text.split_once(' ').unwrap_or((text, ""));
        let source = if name == Self::PLEDGED && form == Form::Two {
            DiceSource::Pledged(unhex(rest.strip_prefix("commitment ")?)?)
        } else if name == Generator::NAME {
            let seed = rest.strip_prefix("seed ")?;
            DiceSource::Seed(seed.split(' ').next()?.parse().ok()?)
        } else {
            DiceSource::Table
        };
        (source.text(form) == text).then_some(source)
    }
}

impl fmt::Display for DiceSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Form::Two))
    }
}

/// What is played, by which rules, from which set-up.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Header {
    /// The form the journal is written in.
    pub form: Form,
    /// The system's key.
    pub system: String,
    /// The version of the rules that wrote it.
    pub version: String,
    /// The battle's or title's key.
    pub title: String,
    /// Who plays which side from the start; the first form did not say.
    pub seats: BySide<Seat>,
    /// Where the dice come from.
    pub dice: DiceSource,
    /// Options by name.
    pub options: Vec<(String, String)>,
    /// The players' own tables by the names of their files, whole, as they are part of the rules that were played.
    pub tables: Vec<(String, String)>,
    /// The battle file or scenario, whole, so that a journal stands alone.
    pub setup: String,
    /// The position that the game was begun from, whole; empty where it was begun from the start of its title.
    pub position: String,
}

impl Header {
    /// The header as a journal begins with it.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        let Header { form, system, version, title, seats, dice, options, tables, setup, position } = self;
        let first = form.first_line();
        let _ = writeln!(text, "{first}\nsystem: {system}\nversion: {version}\ntitle: {title}");
        if *form == Form::Two {
            for (side, seat) in seats.iter() {
                let _ = writeln!(text, "seat: {side} {seat}");
            }
        }
        let _ = writeln!(text, "dice: {}", dice.text(*form));
        for (name, value) in options {
            let _ = writeln!(text, "option: {name} = {value}");
        }
        for (name, table) in tables {
            let _ = writeln!(text, "tables: {name}");
            quote(&mut text, table);
        }
        let _ = writeln!(text, "setup:");
        quote(&mut text, setup);
        if !position.is_empty() {
            let _ = writeln!(text, "position:");
            quote(&mut text, position);
        }
        text
    }

    /// Reads a header up to its `begin` line, and hands back the hash that stands there with its line.
    pub(crate) fn read<'a>(
        lines: &mut impl Iterator<Item = (usize, &'a str)>,
    ) -> Result<(Header, usize, &'a str), BadJournal> {
        let mut head = Head { lines: lines.peekable(), line: 0 };
        let first = head.lines.next().map_or("", |(_, line)| line);
        let known = Form::ALL.into_iter().find(|form| form.first_line() == first);
        let Some(form) = known else {
            let flaw = Flaw::NotAJournal;
            let reason = match first.starts_with("grognard-journal ") {
                true => "written in another form of journal; forms 1 and 2 are read here",
                false => "not a journal of this program: one begins with `grognard-journal 2`",
            };
            return Err(BadJournal { line: 1, entry: None, flaw, reason: reason.to_owned() });
        };
        head.line = 1;
        let mut header = Header {
            form,
            system: head.value("system")?.to_owned(),
            version: head.value("version")?.to_owned(),
            title: head.value("title")?.to_owned(),
            ..Header::default()
        };
        if form == Form::Two {
            for side in Side::ALL {
                let seat =
                    head.value("seat")?.strip_prefix(side.key()).and_then(|rest| rest.strip_prefix(' '));
                let seat = seat.and_then(Seat::from_key);
                let wanted = || format!("`seat: {side}` and person, computer, easy or policy is due here");
                header.seats[side] = seat.ok_or_else(|| head.bad(wanted()))?;
            }
        }
        let dice = head.value("dice")?;
        header.dice = DiceSource::read(dice, form)
            .ok_or_else(|| head.bad(format!("dice of a kind that is not known here: {dice}")))?;
        while let Some(option) = head.repeated("option: ")? {
            let (name, value) =
                option.split_once(" = ").ok_or_else(|| head.bad("an option without ` = `".to_owned()))?;
            if header.options.iter().any(|(other, _)| other == name) {
                return Err(head.bad(format!("the option `{name}` a second time")));
            }
            head.bounded(header.options.len(), "options")?;
            header.options.push((name.to_owned(), value.to_owned()));
        }
        while let Some(name) = head.repeated("tables: ")? {
            if header.tables.iter().any(|(other, _)| other == name) {
                return Err(head.bad(format!("the tables `{name}` a second time")));
            }
            head.bounded(header.tables.len(), "files of tables")?;
            header.tables.push((name.to_owned(), head.quoted()?));
        }
        head.expect(|line| (line == "setup:").then_some(""), "setup:")?;
        header.setup = head.quoted()?;
        if let Some(rest) = head.repeated("position:")? {
            if !rest.is_empty() {
                return Err(head.bad("nothing stands behind `position:`".to_owned()));
            }
            header.position = head.quoted()?;
        }
        let hash = head.expect(|line| line.strip_prefix("begin "), "begin")?;
        Ok((header, head.line, hash))
    }
}

/// The lines of a header, one after another.
struct Head<'a, I: Iterator<Item = (usize, &'a str)>> {
    lines: Peekable<I>,
    line: usize,
}

impl<'a, I: Iterator<Item = (usize, &'a str)>> Head<'a, I> {
    fn bad(&self, reason: String) -> BadJournal {
        BadJournal { line: self.line, entry: None, flaw: Flaw::Header, reason }
    }

    fn bounded(&self, before: usize, what: &str) -> Result<(), BadJournal> {
        match before < LISTED_MAX {
            true => Ok(()),
            false => Err(self.bad(format!("more than {LISTED_MAX} {what}"))),
        }
    }

    fn expect(
        &mut self,
        read: impl Fn(&'a str) -> Option<&'a str>,
        wanted: &str,
    ) -> Result<&'a str, BadJournal> {
        self.line += 1;
        let Some((_, line)) = self.lines.next() else {
            let mut bad = self.bad(format!("the header is cut short: its `{wanted}` line is missing"));
            bad.flaw = Flaw::HeaderCutShort;
            return Err(bad);
        };
        self.plain(line)?;
        read(line).ok_or_else(|| self.bad(format!("`{wanted}` is due here, each line once and in order")))
    }

    /// Nothing that is no letter gets into a header, but for the tabs of a file.
    fn plain(&self, line: &str) -> Result<(), BadJournal> {
        match line.chars().any(|c| c.is_control() && c != '\t') {
            true => Err(self.bad("a control character".to_owned())),
            false => Ok(()),
        }
    }

    fn value(&mut self, key: &str) -> Result<&'a str, BadJournal> {
        self.expect(|line| line.strip_prefix(key)?.strip_prefix(": "), &format!("{key}: "))
    }

    /// What follows a key that may come several times, while it does.
    fn repeated(&mut self, key: &str) -> Result<Option<&'a str>, BadJournal> {
        let Some((_, line)) = self.lines.next_if(|(_, line)| line.starts_with(key)) else { return Ok(None) };
        self.line += 1;
        self.plain(line)?;
        Ok(line.strip_prefix(key))
    }

    /// A file within the header.
    fn quoted(&mut self) -> Result<String, BadJournal> {
        let mut text = String::new();
        while let Some((_, line)) = self.lines.next_if(|(_, line)| line.starts_with('|')) {
            self.line += 1;
            self.plain(line)?;
            let quoted = match line {
                "|" => Some(""),
                line => line.strip_prefix("| ").filter(|quoted| !quoted.is_empty()),
            };
            text.push_str(quoted.ok_or_else(|| self.bad("a quoted line is `| ` and the line".to_owned()))?);
            text.push('\n');
        }
        Ok(text)
    }
}

/// A file within the header, line by line.
fn quote(text: &mut String, file: &str) {
    for line in file.lines() {
        let _ = if line.is_empty() { writeln!(text, "|") } else { writeln!(text, "| {line}") };
    }
}

/// Bytes as journals write them.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Bytes as journals write them, read back.
pub(crate) fn unhex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let text = text.as_bytes();
    if text.len() != 2 * N {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(text.chunks(2)) {
        *byte = digit(pair[0])? << 4 | digit(pair[1])?;
    }
    Some(bytes)
}
