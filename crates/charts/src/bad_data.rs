//! Data that cannot be used: one message that names the file, the place and what would be right.

use crate::slips::in_plain_words;
use serde::de::DeserializeOwned;
use std::fmt;
use toml::de::{DeTable, DeValue};

/// Bad data: what, where, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadData {
    /// The file's name.
    pub file: String,
    /// The line, where it is known.
    pub line: Option<usize>,
    /// The key or the table cell, where it is known.
    pub place: String,
    /// What is wrong and what would be right.
    pub problem: String,
}

impl BadData {
    /// Bad data in a file.
    pub fn new(file: &str, place: impl Into<String>, problem: impl Into<String>) -> Self {
        BadData { file: file.to_owned(), line: None, place: place.into(), problem: problem.into() }
    }

    /// The same with its line.
    pub fn at_line(mut self, line: Option<usize>) -> Self {
        self.line = line;
        self
    }
}

impl fmt::Display for BadData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        if !self.place.is_empty() {
            write!(f, ", {}", self.place)?;
        }
        write!(f, ": {}", self.problem)
    }
}

impl std::error::Error for BadData {}

/// Something wrong with a value that could be read: the path of its key and what would be right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The key, with dots: `attacker.counters`.
    pub path: String,
    /// What is wrong and what would be right.
    pub problem: String,
}

impl Problem {
    /// A problem with the value of a key.
    pub fn new(path: impl Into<String>, problem: impl Into<String>) -> Self {
        Problem { path: path.into(), problem: problem.into() }
    }
}

/// Thirty times the longest file that we have, and short enough to be read within a second in little memory.
const TEXT_BYTES_MAX: usize = 1 << 20;
/// Of so many problems all are told; whoever mends those learns of the rest.
const PROBLEMS_TOLD: usize = 20;

/// Reads a TOML file into a type that says what it may hold.
///
/// # Errors
/// The first thing that is wrong, with its line.
pub fn read<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, BadData> {
    if text.len() > TEXT_BYTES_MAX {
        let problem = format!("{} bytes; a file has at most {TEXT_BYTES_MAX}", text.len());
        return Err(BadData::new(file, "", problem));
    }
    plain_words(file, text)?;
    toml::from_str(text).map_err(|error| {
        let line = error.span().map(|span| line_of(text, span.start));
        let place = error.span().and_then(|span| place_of(text, span.start)).unwrap_or_default();
        BadData::new(file, place, in_plain_words(error.message())).at_line(line)
    })
}

/// What stands in a file becomes the names of options, lines of journals and words on a terminal. None of them can
/// hold a control character, such as the end of a line, or the arrow that parts a journal's question from its answer.
fn plain_words(file: &str, text: &str) -> Result<(), BadData> {
    let control = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    if let Some(at) = text.find(control) {
        return Err(BadData::new(file, "", "a control character").at_line(Some(line_of(text, at))));
    }
    // Without any of these no string of the file can hold what is looked for.
    if !["\\", " => ", "\"\"\"", "'''", "\t"].iter().any(|sign| text.contains(sign)) {
        return Ok(());
    }
    // What cannot be parsed is refused by whoever wants to read it.
    let Ok(document) = DeTable::parse(text) else { return Ok(()) };
    words_of_table(document.get_ref()).try_for_each(|(word, at)| {
        let problem = match word {
            word if word.contains(char::is_control) => "a control character; use plain letters",
            word if word.contains(" => ") => {
                "` => ` has a meaning of its own in journals; write it otherwise"
            }
            _ => return Ok(()),
        };
        Err(BadData::new(file, "", problem).at_line(Some(line_of(text, at))))
    })
}

type Words<'a> = Box<dyn Iterator<Item = (&'a str, usize)> + 'a>;

fn words_of_table<'a>(table: &'a DeTable<'_>) -> Words<'a> {
    Box::new(table.iter().flat_map(|(key, value)| {
        let at = value.span().start;
        std::iter::once((&**key.get_ref(), key.span().start)).chain(words_of(value.get_ref(), at))
    }))
}

fn words_of<'a>(value: &'a DeValue<'_>, at: usize) -> Words<'a> {
    match value {
        DeValue::String(word) => Box::new(std::iter::once((&**word, at))),
        DeValue::Array(values) => {
            Box::new(values.iter().flat_map(|value| words_of(value.get_ref(), value.span().start)))
        }
        DeValue::Table(table) => words_of_table(table),
        _ => Box::new(std::iter::empty()),
    }
}

/// Turns the problems found in a file's values into one message: the first with its line, and the
/// others after it, for they can be mended together.
pub fn refuse(file: &str, text: &str, problems: &[Problem]) -> BadData {
    let (first, others) = problems.split_first().expect("at least one problem");
    let document = DeTable::parse(text).ok();
    let locate = |path: &str| locate_in(text, document.as_ref()?.get_ref(), path);
    let mut message = first.problem.clone();
    for other in others.iter().take(PROBLEMS_TOLD - 1) {
        let line = locate(&other.path).map_or(String::new(), |line| format!("line {line}, "));
        message.push_str(&format!("\n  also {line}{}: {}", other.path, other.problem));
    }
    if problems.len() > PROBLEMS_TOLD {
        message.push_str(&format!("\n  and {} more", problems.len() - PROBLEMS_TOLD));
    }
    BadData::new(file, first.path.clone(), message).at_line(locate(&first.path))
}

fn line_of(text: &str, offset: usize) -> usize {
    text.as_bytes()[..offset.min(text.len())].iter().filter(|&&byte| byte == b'\n').count() + 1
}

/// The path of the key at an offset: the innermost whose own words or value stand there.
fn place_of(text: &str, offset: usize) -> Option<String> {
    place_in_table(DeTable::parse(text).ok()?.get_ref(), offset)
}

fn place_in_table(table: &DeTable<'_>, offset: usize) -> Option<String> {
    table.iter().find_map(|(key, value)| {
        let name: &str = key.get_ref();
        match place_in_value(value.get_ref(), offset) {
            Some(inner) => Some(format!("{name}.{inner}")),
            None => {
                let here = key.span().contains(&offset) || value.span().contains(&offset);
                here.then(|| name.to_owned())
            }
        }
    })
}

fn place_in_value(value: &DeValue<'_>, offset: usize) -> Option<String> {
    match value {
        DeValue::Table(table) => place_in_table(table, offset),
        DeValue::Array(items) => {
            items.iter().enumerate().find_map(|(index, item)| match place_in_value(item.get_ref(), offset) {
                Some(inner) => Some(format!("{index}.{inner}")),
                None => item.span().contains(&offset).then(|| index.to_string()),
            })
        }
        _ => None,
    }
}

/// The line of a key given by its path, in a text that is parsed for it alone.
pub(crate) fn locate(text: &str, path: &str) -> Option<usize> {
    locate_in(text, DeTable::parse(text).ok()?.get_ref(), path)
}

/// The line of a key given by its path; that of the nearest enclosing table if the key is absent.
fn locate_in(text: &str, document: &DeTable<'_>, path: &str) -> Option<usize> {
    let mut parts = path.split('.');
    let mut table = document;
    let mut line = None;
    'keys: while let Some(part) = parts.next() {
        let Some((key, value)) = table.iter().find(|(key, _)| key.get_ref() == part) else { break };
        line = Some(line_of(text, key.span().start));
        let mut value = value.get_ref();
        loop {
            match value {
                DeValue::Table(inner) => {
                    table = inner;
                    continue 'keys;
                }
                DeValue::Array(items) => {
                    let index = parts.next().and_then(|part| part.parse::<usize>().ok());
                    let Some(item) = index.and_then(|index| items.get(index)) else { break 'keys };
                    line = Some(line_of(text, item.span().start));
                    value = item.get_ref();
                }
                _ => break 'keys,
            }
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_no_journal_can_hold_are_refused_by_line() {
        let refused = |text: &str| read::<toml::Table>("a.toml", text).map_err(|error| error.to_string());
        assert!(
            refused("# a => b, \\u001b\nname = \"Gaston\\\\de Foix\"\n\tok = '→'\r\nc = '''\nd'''").is_ok()
        );
        assert_eq!(
            refused("a = 1\nunits = [{ key = \"I => 1\" }]").unwrap_err(),
            "a.toml, line 2: ` => ` has a meaning of its own in journals; write it otherwise"
        );
        for text in [
            "a = 1\n\"two\\nlines\" = 1",
            "a = 1\nb = \"\"\"two\nlines\"\"\"",
            "a = 1\nb.c = [[\"\\u009b2J\"]]",
            "a = 1\nb = '\t'",
            "a = 1\nb = '''two\nlines'''",
        ] {
            let error = refused(text).unwrap_err();
            assert_eq!(error, "a.toml, line 2: a control character; use plain letters", "{text}");
        }
        assert_eq!(refused("a = 1\n# \u{9b}").unwrap_err(), "a.toml, line 2: a control character");
    }

    #[test]
    fn a_file_has_its_length_and_a_message_too() {
        let long = format!("a = 1\n#{}", " ".repeat(TEXT_BYTES_MAX));
        let bytes = long.len();
        assert_eq!(
            read::<toml::Table>("a.toml", &long).unwrap_err().to_string(),
            format!("a.toml: {bytes} bytes; a file has at most 1048576")
        );
        assert!(read::<toml::Table>("a.toml", &long[..TEXT_BYTES_MAX]).is_ok());
        let text: String = (0..40).map(|n| format!("a{n} = 1\n")).collect();
        let told = |count: usize| {
            let problem = |n: usize| Problem::new(format!("a{n}"), "no");
            refuse("a.toml", &text, &(0..count).map(problem).collect::<Vec<_>>()).to_string()
        };
        assert!(told(20).ends_with("\n  also line 20, a19: no"), "{}", told(20));
        assert!(told(23).ends_with("\n  also line 20, a19: no\n  and 3 more"), "{}", told(23));
    }

    #[test]
    fn what_cannot_be_read_is_named_by_its_path() {
        #[derive(Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        #[allow(dead_code)]
        struct Unit {
            name: String,
            stands: u8,
        }
        #[derive(Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        #[allow(dead_code)]
        struct File {
            unit: Vec<Unit>,
            place: Unit,
        }
        let refused = |text: &str| {
            let bad = read::<File>("a.toml", text).unwrap_err();
            (bad.place, bad.line)
        };
        let unit = "[[unit]]\nname = \"a\"\nstands = 1\n";
        let place = "[place]\nname = \"b\"\nstands = 2\n";
        assert!(read::<File>("a.toml", &format!("{unit}{place}")).is_ok());
        let wrong = |from: &str, to: &str| refused(&format!("{unit}{unit}{place}").replacen(from, to, 1));
        assert_eq!(wrong("stands = 2", "stands = \"two\""), ("place.stands".to_owned(), Some(9)));
        assert_eq!(
            wrong("stands = 1\n[place]", "stands = 900\n[place]"),
            ("unit.1.stands".to_owned(), Some(6))
        );
        assert_eq!(wrong("name = \"b\"", "name = \"b\"\nguns = 1"), ("place.guns".to_owned(), Some(9)));
        assert_eq!(wrong("name = \"b\"\n", "").0, "place");
    }

    #[test]
    fn keys_are_found_by_path() {
        let text = "a = 1\n\n[b]\nc = 2\n[b.d]\ne = 3\n";
        assert_eq!(locate(text, "a"), Some(1));
        assert_eq!(locate(text, "b.c"), Some(4));
        assert_eq!(locate(text, "b.d.e"), Some(6));
        assert_eq!(locate(text, "b.d.missing"), Some(5));
        assert_eq!(locate(text, "missing"), None);
        let list = "a = 1\n[[b]]\nc = 1\n[[b]]\nc = 2\nd = [\n 1,\n 2]\n";
        assert_eq!(locate(list, "b.1.c"), Some(5));
        assert_eq!(locate(list, "b.1.d.1"), Some(8));
        assert_eq!(locate(list, "b.7.c"), Some(2));
    }
}
