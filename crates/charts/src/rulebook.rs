//! A rulebook's clauses, in our words: what code cites and coverage counts.

use crate::bad_data::BadData;
use include_dir::{Dir, DirEntry};

/// One clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClauseText {
    /// The id, `EU9-BATTLE-e`.
    pub id: String,
    /// What kind of rule it is: setup, combat, losses and so on.
    pub kind: String,
    /// Our wording.
    pub text: String,
    /// Why there is nothing to carry out, where that is so.
    pub not_applicable: Option<String>,
}

/// The clauses of a system, read from its `rules.tsv`: id, kind, wording, and for a clause that is
/// not applicable the reason.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rulebook {
    /// The clauses, in the book's order.
    pub clauses: Vec<ClauseText>,
}

impl Rulebook {
    /// Reads the list.
    ///
    /// # Errors
    /// The line that is not a clause, or a second clause with an id.
    pub fn read(file: &str, text: &str) -> Result<Rulebook, BadData> {
        let mut clauses: Vec<ClauseText> = Vec::new();
        for (index, line) in text.lines().enumerate().skip(1) {
            let bad = |problem: &str| BadData::new(file, "", problem).at_line(Some(index + 1));
            let fields: Vec<&str> = line.split('\t').collect();
            let (id, kind, text, reason) = match fields[..] {
                [id, kind, text] => (id, kind, text, ""),
                [id, kind, text, reason] => (id, kind, text, reason),
                _ => return Err(bad("a clause is id, kind, wording and perhaps why it is not applicable")),
            };
            if clauses.iter().any(|clause| clause.id == id) {
                return Err(bad(&format!("a second clause {id}")));
            }
            let not_applicable = Some(reason.to_owned()).filter(|reason| !reason.is_empty());
            let (id, kind, text) = (id.to_owned(), kind.to_owned(), text.to_owned());
            clauses.push(ClauseText { id, kind, text, not_applicable });
        }
        Ok(Rulebook { clauses })
    }

    /// The clause with an id.
    pub fn clause(&self, id: &str) -> Option<&ClauseText> {
        self.clauses.iter().find(|clause| clause.id == id)
    }
}

/// The text files below an embedded folder, with their paths, in order.
pub fn embedded(dir: &Dir<'static>) -> Vec<(String, &'static str)> {
    let mut found = Vec::new();
    for entry in dir.entries() {
        match entry {
            DirEntry::Dir(inner) => found.extend(embedded(inner)),
            DirEntry::File(file) => {
                found.push((file.path().to_string_lossy().into_owned(), file.contents_utf8().unwrap_or("")));
            }
        }
    }
    found.sort();
    found
}
