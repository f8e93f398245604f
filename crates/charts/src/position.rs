//! Position files: how a game of a title stands, as TOML.
//!
//! ```toml
//! system = "damos"
//! title = "army-group-center"
//! since = ["activate 3020", "move 3021", [3, 4]]   # orders, choices and dice since the position was settled
//!
//! [position]                                       # in the words of the title
//! turn = 3
//! ```

use crate::bad_data::{BadData, Problem, refuse};
use crate::document::{document, document_text};
use crate::page::Page;
use grognard_umpire::{Answer, Fact, Misread, Playable, Position, Start};
use std::cell::RefCell;

/// A position with the title it belongs to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PositionFile {
    /// The system's key.
    pub system: String,
    /// The title's key.
    pub title: String,
    /// The position.
    pub position: Position,
}

impl PositionFile {
    /// The file.
    pub fn text(&self) -> String {
        let since = match self.position.since.is_empty() {
            true => Fact::Nothing,
            false => Fact::list(self.position.since.iter().map(Fact::from)),
        };
        document_text(&Fact::record([
            ("system", Fact::from(self.system.as_str())),
            ("title", Fact::from(self.title.as_str())),
            ("since", since),
            ("position", Fact::from(self.position.settled.clone())),
        ]))
    }

    /// Reads a file, the words of the title left as they are.
    ///
    /// # Errors
    /// Everything that is wrong with it, by line and key.
    pub fn read(file: &str, text: &str) -> Result<PositionFile, BadData> {
        let fact = document(file, text)?;
        let problems = RefCell::default();
        let mut read = PositionFile::default();
        {
            let page = Page::new(&fact, "", &problems);
            let needed = |key: &str| page.needed(key, page.text(key)).unwrap_or_default().to_owned();
            (read.system, read.title) = (needed("system"), needed("title"));
            read.position = position_of(&page);
        }
        refusal(file, text, &problems.into_inner()).map_or(Ok(read), Err)
    }

    /// Where a game of the title begins that is begun from this position.
    ///
    /// # Errors
    /// Everything that is wrong with it, by line and key; `text` is the file's.
    pub fn start<P: Playable>(
        &self,
        file: &str,
        text: &str,
        start: P,
        rules: &P::Rules,
    ) -> Result<Start<P>, BadData> {
        let problems = match self.position.start(start, rules) {
            Ok(start) => return Ok(start),
            Err(problems) => problems,
        };
        let nothing = || BadData::new(file, "", "this position cannot be played");
        Err(refusal(file, text, &problems).unwrap_or_else(nothing))
    }
}

/// The position under the keys `position` and `since` of a page.
pub fn position_of(page: &Page<'_>) -> Position {
    let answers = page.list("since").iter().enumerate().filter_map(|(index, fact)| {
        let answer = Answer::of_fact(fact);
        if answer.is_none() {
            page.wrong(&format!("since.{index}"), "an order or choice in quotes, or dice as in [3, 4]");
        }
        answer
    });
    Position { since: answers.collect(), settled: page.fact("position").cloned() }
}

fn refusal(file: &str, text: &str, problems: &[Misread]) -> Option<BadData> {
    let problem = |misread: &Misread| Problem::new(misread.path.clone(), misread.problem.clone());
    let problems: Vec<Problem> = problems.iter().map(problem).collect();
    (!problems.is_empty()).then(|| refuse(file, text, &problems))
}
