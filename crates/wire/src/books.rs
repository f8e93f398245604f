//! What the books say: clauses and charts.

use grognard::{CoverageLine, Pages, Source, System, Table};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A clause in our words, where it is carried out and which tests exercise it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ClauseCard {
    /// The id.
    pub id: String,
    /// What kind of rule it is.
    pub kind: String,
    /// Our wording.
    pub text: String,
    /// Where the code cites it.
    pub code: Vec<String>,
    /// Which tests saw it carried out.
    pub tests: Vec<String>,
    /// Why there is nothing to carry out, where that is so.
    pub not_applicable: Option<String>,
}

/// All clauses of a system.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ClauseList {
    /// The clauses in the book's order.
    pub clauses: Vec<ClauseCard>,
    /// How many there are, are carried out, exercised, not applicable, open.
    pub totals: BTreeMap<String, usize>,
}

impl From<&CoverageLine> for ClauseCard {
    fn from(line: &CoverageLine) -> Self {
        ClauseCard {
            id: line.clause.id.clone(),
            kind: line.clause.kind.clone(),
            text: line.clause.text.clone(),
            code: line.code.clone(),
            tests: line.tests.clone(),
            not_applicable: line.clause.not_applicable.clone(),
        }
    }
}

impl ClauseList {
    /// A system's clauses.
    pub fn of(system: &System) -> ClauseList {
        let coverage = system.coverage();
        ClauseList {
            clauses: coverage.lines.iter().map(ClauseCard::from).collect(),
            totals: coverage.totals().iter().map(|(key, n)| ((*key).to_owned(), *n)).collect(),
        }
    }
}

/// Where a table or a cell comes from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SourceCard {
    /// `printed`, `published`, `reconstructed`, `ruling` or `house`.
    pub mark: String,
    /// The work it was taken from, or how it was worked out.
    pub work: String,
    /// Anything more to say.
    pub note: String,
}

impl From<&Source> for SourceCard {
    fn from(source: &Source) -> Self {
        SourceCard {
            mark: source.mark.key().to_owned(),
            work: source.work.clone(),
            note: source.note.clone(),
        }
    }
}

/// A cell with a source of its own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct CellCard {
    /// The row's label.
    pub row: String,
    /// The column's head.
    pub column: String,
    /// Where it comes from.
    pub source: SourceCard,
}

/// A chart as on the page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct TableCard {
    /// The key.
    pub key: String,
    /// Its name for people.
    pub title: String,
    /// The clause it belongs to.
    pub rule: String,
    /// What is rolled on it, in words.
    pub roll: String,
    /// A remark on it.
    pub note: String,
    /// Where it comes from.
    pub source: SourceCard,
    /// The column heads, that of the labels first.
    pub columns: Vec<String>,
    /// The rows; the first cell of each is its label.
    pub rows: Vec<Vec<String>>,
    /// The cells with a source of their own.
    pub cells: Vec<CellCard>,
}

impl From<&Table> for TableCard {
    fn from(table: &Table) -> Self {
        let row = |row: usize| -> Vec<String> {
            (0..table.columns().len()).map(|column| table.cell(row, column).text().to_owned()).collect()
        };
        TableCard {
            key: table.key().to_owned(),
            title: table.title().to_owned(),
            rule: table.rule().to_owned(),
            roll: table.roll().to_owned(),
            note: table.note().to_owned(),
            source: table.source().into(),
            columns: table.columns().to_vec(),
            rows: (0..table.rows()).map(row).collect(),
            cells: table
                .own_sources()
                .map(|(row, column, source)| CellCard {
                    row: table.row_label(row).to_owned(),
                    column: table.columns()[column].clone(),
                    source: source.into(),
                })
                .collect(),
        }
    }
}

/// All charts of a system.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct TableList {
    /// The charts.
    pub tables: Vec<TableCard>,
}

impl From<&Pages> for TableList {
    fn from(pages: &Pages) -> Self {
        TableList { tables: pages.tables().into_iter().map(TableCard::from).collect() }
    }
}
