//! Data that cannot be used: one message that names the file, the place and what would be right.

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

/// Reads a TOML file into a type that says what it may hold.
///
/// # Errors
/// The first thing that is wrong, with its line.
pub fn read<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, BadData> {
    toml::from_str(text).map_err(|error| {
        let line = error.span().map(|span| line_of(text, span.start));
        BadData::new(file, "", error.message().replace('\n', "; ")).at_line(line)
    })
}

/// Turns the problems found in a file's values into one message: the first with its line, and the
/// others after it, for they can be mended together.
pub fn refuse(file: &str, text: &str, problems: &[Problem]) -> BadData {
    let (first, others) = problems.split_first().expect("at least one problem");
    let mut message = first.problem.clone();
    for other in others {
        let line = locate(text, &other.path).map_or(String::new(), |line| format!("line {line}, "));
        message.push_str(&format!("\n  also {line}{}: {}", other.path, other.problem));
    }
    BadData::new(file, first.path.clone(), message).at_line(locate(text, &first.path))
}

fn line_of(text: &str, offset: usize) -> usize {
    text.as_bytes()[..offset.min(text.len())].iter().filter(|&&byte| byte == b'\n').count() + 1
}

/// The line of a key given by its path; that of the nearest enclosing table if the key is absent.
fn locate(text: &str, path: &str) -> Option<usize> {
    let document = DeTable::parse(text).ok()?;
    let mut table: &DeTable<'_> = document.get_ref();
    let mut line = None;
    for part in path.split('.') {
        let Some((key, value)) = table.iter().find(|(key, _)| key.get_ref() == part) else { break };
        line = Some(line_of(text, key.span().start));
        match value.get_ref() {
            DeValue::Table(inner) => table = inner,
            _ => break,
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_found_by_path() {
        let text = "a = 1\n\n[b]\nc = 2\n[b.d]\ne = 3\n";
        assert_eq!(locate(text, "a"), Some(1));
        assert_eq!(locate(text, "b.c"), Some(4));
        assert_eq!(locate(text, "b.d.e"), Some(6));
        assert_eq!(locate(text, "b.d.missing"), Some(5));
        assert_eq!(locate(text, "missing"), None);
    }
}
