//! A book's sections in its own order, each with the clauses that carry it: how a reader gets from the page
//! to our clauses.

use crate::bad_data::BadData;

/// The columns of `sections.tsv`.
const HEAD: &str = "section\twords\tclauses";

/// A section of a book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// Its number or name in the book.
    pub id: String,
    /// What it is about, in our words.
    pub words: String,
    /// The ids of the clauses that carry it.
    pub clauses: Vec<String>,
}

/// The sections of a system's book, read from its `sections.tsv`: section, our short words, and the ids of
/// clauses separated by commas.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sections(pub Vec<Section>);

impl Sections {
    /// Reads the list.
    ///
    /// # Errors
    /// The line that is not a section, that stands twice, or that no clause carries.
    pub fn read(file: &str, text: &str) -> Result<Sections, BadData> {
        let bad = |line: usize, problem: &str| BadData::new(file, "", problem).at_line(Some(line));
        let mut lines = text.lines();
        if lines.next() != Some(HEAD) {
            return Err(bad(1, "the columns must be section, words and clauses, with a tab between"));
        }
        let mut sections: Vec<Section> = Vec::new();
        for (index, line) in lines.enumerate() {
            let number = index + 2;
            let [id, words, clauses] = line.split('\t').collect::<Vec<&str>>()[..] else {
                return Err(bad(number, "a section is its number, our words and its clauses"));
            };
            let clauses: Vec<String> = clauses.split(',').map(|id| id.trim().to_owned()).collect();
            if id.is_empty() || words.is_empty() || clauses.iter().any(String::is_empty) {
                return Err(bad(number, "a section needs a number, words and at least one clause"));
            }
            if sections.iter().any(|section| section.id == id) {
                return Err(bad(number, &format!("a second section {id}")));
            }
            sections.push(Section { id: id.to_owned(), words: words.to_owned(), clauses });
        }
        Ok(Sections(sections))
    }

    /// The sections that a clause carries.
    pub fn of<'a>(&'a self, clause: &'a str) -> impl Iterator<Item = &'a Section> {
        self.0.iter().filter(move |section| section.clauses.iter().any(|id| id == clause))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_are_read_and_bad_ones_refused() {
        let good = "section\twords\tclauses\n8.1\tmoving\tX-1, X-2\n8.2\tfighting\tX-2\n";
        let sections = Sections::read("sections.tsv", good).unwrap();
        assert_eq!(sections.0[0].clauses, ["X-1", "X-2"]);
        let carried: Vec<&str> = sections.of("X-2").map(|section| section.id.as_str()).collect();
        assert_eq!(carried, ["8.1", "8.2"]);
        for (from, to, wanted) in [
            ("section\twords", "words\tsection", "the columns must be"),
            ("8.2\tfighting\tX-2", "8.2\tfighting", "a section is its number"),
            ("8.2\tfighting\tX-2", "8.2\tfighting\t", "at least one clause"),
            ("8.2\tfighting\tX-2", "8.2\t\tX-2", "a section needs"),
            ("8.2\tfighting", "8.1\tfighting", "a second section 8.1"),
        ] {
            let error = Sections::read("sections.tsv", &good.replace(from, to)).unwrap_err().to_string();
            assert!(error.contains(wanted), "{error}");
        }
    }
}
