//! Clause coverage: where each clause is carried out and which tests exercise it, from the citations in
//! the source, which are looked for when the program is built, and from the record of the tests.

use grognard_charts::ClauseText;
use std::collections::BTreeMap;

/// One clause of a system and what is known about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CoverageLine {
    /// The clause.
    pub clause: ClauseText,
    /// Where the code cites it.
    pub code: Vec<String>,
    /// Which tests saw it carried out.
    pub tests: Vec<String>,
}

impl CoverageLine {
    /// Carried out and exercised, or declared not applicable.
    pub fn is_covered(&self) -> bool {
        self.clause.not_applicable.is_some() || (!self.code.is_empty() && !self.tests.is_empty())
    }
}

/// Lines of a clause and a place each, by clause.
fn by_clause(lines: &str) -> BTreeMap<&str, Vec<String>> {
    let mut all: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (id, place) in lines.lines().filter_map(|line| line.split_once('\t')) {
        all.entry(id).or_default().push(place.to_owned());
    }
    all
}

/// A system's coverage.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    /// Every clause in the book's order.
    pub lines: Vec<CoverageLine>,
}

impl Coverage {
    pub(crate) fn new(clauses: Vec<ClauseText>, cited: &str, reached: &str) -> Coverage {
        let (mut code, mut tests) = (by_clause(cited), by_clause(reached));
        let lines = clauses
            .into_iter()
            .map(|clause| CoverageLine {
                code: code.remove(clause.id.as_str()).unwrap_or_default(),
                tests: tests.remove(clause.id.as_str()).unwrap_or_default(),
                clause,
            })
            .collect();
        Coverage { lines }
    }

    /// How many clauses there are, are carried out, are exercised, are not applicable, and are open.
    pub fn totals(&self) -> [(&'static str, usize); 5] {
        let count = |of: &dyn Fn(&CoverageLine) -> bool| self.lines.iter().filter(|line| of(line)).count();
        [
            ("clauses", self.lines.len()),
            ("carried_out", count(&|line| !line.code.is_empty())),
            ("exercised", count(&|line| !line.tests.is_empty() && !line.code.is_empty())),
            ("not_applicable", count(&|line| line.clause.not_applicable.is_some())),
            ("open", count(&|line| !line.is_covered())),
        ]
    }
}
