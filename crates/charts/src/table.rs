//! One printed table: a grid of cells with its clause and its provenance.

use crate::bad_data::BadData;
use crate::bands::Bands;
use grognard_umpire::{Look, Mark};
use serde::Deserialize;
use std::fmt::Write as _;

/// Where a table or a cell comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// The mark.
    pub mark: Mark,
    /// The work it was taken from; for a reconstruction, how it was worked out.
    pub work: String,
    /// Anything more to say.
    pub note: String,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SourceText {
    mark: String,
    work: String,
    #[serde(default)]
    note: String,
}

impl SourceText {
    pub(crate) fn read(&self, file: &str, place: &str) -> Result<Source, BadData> {
        let mark = Mark::from_key(&self.mark).ok_or_else(|| {
            let problem =
                format!("no mark `{}`: write printed, published, reconstructed or ruling", self.mark);
            BadData::new(file, format!("{place}.source"), problem)
        })?;
        Ok(Source { mark, work: self.work.clone(), note: self.note.clone() })
    }
}

/// A cell as printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    text: String,
    source: Option<Source>,
}

impl Cell {
    pub(crate) fn new(text: String) -> Self {
        Cell { text, source: None }
    }

    /// What stands in it.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// A printed table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    pub(crate) key: String,
    pub(crate) file: String,
    pub(crate) title: String,
    pub(crate) rule: String,
    pub(crate) roll: String,
    pub(crate) source: Source,
    pub(crate) note: String,
    pub(crate) columns: Vec<String>,
    /// The first cell of a row is its label.
    pub(crate) cells: Vec<Vec<Cell>>,
    pub(crate) lines: Vec<Option<usize>>,
}

impl Table {
    /// The table's key, for example `combat-results`.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The file it stands in.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Its name for people.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The clause it belongs to.
    pub fn rule(&self) -> &str {
        &self.rule
    }

    /// What is rolled on it, in words; empty where nothing is.
    pub fn roll(&self) -> &str {
        &self.roll
    }

    /// A remark on it.
    pub fn note(&self) -> &str {
        &self.note
    }

    /// Where it comes from.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.cells.len()
    }

    /// The column heads, that of the labels first.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The label of a row.
    pub fn row_label(&self, row: usize) -> &str {
        &self.cells[row][0].text
    }

    /// A cell; column 0 holds the labels.
    pub fn cell(&self, row: usize, column: usize) -> &Cell {
        &self.cells[row][column]
    }

    /// Where a cell comes from: its own source, or the table's.
    pub fn source_of(&self, row: usize, column: usize) -> &Source {
        self.cells[row][column].source.as_ref().unwrap_or(&self.source)
    }

    /// The row with a label.
    ///
    /// # Errors
    /// That the table has none.
    pub fn row(&self, label: &str) -> Result<usize, BadData> {
        (0..self.rows())
            .find(|&row| self.row_label(row) == label)
            .ok_or_else(|| BadData::new(&self.file, &self.key, format!("the row `{label}` is missing")))
    }

    /// The column with a head.
    ///
    /// # Errors
    /// That the table has none.
    pub fn column(&self, head: &str) -> Result<usize, BadData> {
        self.columns
            .iter()
            .position(|column| column == head)
            .ok_or_else(|| BadData::new(&self.file, &self.key, format!("the column `{head}` is missing")))
    }

    /// The rows as die results, checked to cover every result once.
    ///
    /// # Errors
    /// The first row that leaves a gap or overlaps.
    pub fn bands(&self) -> Result<Bands, BadData> {
        Bands::of(self)
    }

    /// A cell turned into a value.
    ///
    /// # Errors
    /// File, line, table, row and column, and what the cell should hold.
    pub fn parse<T>(
        &self,
        row: usize,
        column: usize,
        wanted: &str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<T, BadData> {
        let text = self.cell(row, column).text();
        parse(text).ok_or_else(|| {
            let column = &self.columns[column];
            self.bad_row(row, format!("column `{column}` holds `{text}`, which is not {wanted}"))
        })
    }

    /// A cell as a whole number.
    ///
    /// # Errors
    /// As [`Table::parse`].
    pub fn number<T: std::str::FromStr>(&self, row: usize, column: usize) -> Result<T, BadData> {
        self.parse(row, column, "a whole number", |text| text.parse().ok())
    }

    /// Checks that the rows are exactly these, in this order.
    ///
    /// # Errors
    /// The first that is missing or should not be there.
    pub fn expect_rows(&self, labels: &[&str]) -> Result<(), BadData> {
        for label in labels {
            self.row(label)?;
        }
        match (0..self.rows()).find(|&row| !labels.contains(&self.row_label(row))) {
            Some(row) => Err(self.bad_row(row, format!("not one of the rows {}", labels.join(", ")))),
            None => Ok(()),
        }
    }

    /// The facts of a look-up, for the account.
    pub fn look(&self, row: usize, column: usize) -> Look {
        let source = self.source_of(row, column);
        Look {
            table: self.key.clone(),
            row: self.row_label(row).to_owned(),
            column: self.columns[column].clone(),
            cell: self.cell(row, column).text.clone(),
            mark: source.mark,
            source: source.work.clone(),
        }
    }

    pub(crate) fn bad_row(&self, row: usize, problem: String) -> BadData {
        BadData::new(&self.file, format!("{}, row `{}`", self.key, self.row_label(row)), problem)
            .at_line(self.lines[row])
    }

    pub(crate) fn replace(&mut self, row: usize, column: usize, text: String, source: Source) {
        self.cells[row][column] = Cell { text, source: Some(source) };
    }

    /// The table as on the page: title, grid, remark and provenance, for a terminal.
    pub fn page(&self) -> String {
        let mut page = format!("{} ({})\n", self.title, self.rule);
        if !self.roll.is_empty() {
            let _ = writeln!(page, "{}", self.roll);
        }
        page.push('\n');
        let width = |column: usize| {
            let cells = self.cells.iter().map(|row| row[column].text.chars().count());
            cells.chain([self.columns[column].chars().count()]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let line = |cells: Vec<&str>| {
            let padded: Vec<String> = cells
                .iter()
                .zip(&widths)
                .enumerate()
                .map(|(column, (cell, &width))| match column {
                    0 => format!("{cell:<width$}"),
                    _ => format!("{cell:^width$}"),
                })
                .collect();
            padded.join("  ").trim_end().to_owned()
        };
        let _ = writeln!(page, "  {}", line(self.columns.iter().map(String::as_str).collect()));
        let rule = widths.iter().map(|&width| "─".repeat(width)).collect::<Vec<_>>().join("──");
        let _ = writeln!(page, "  {rule}");
        for row in &self.cells {
            let _ = writeln!(page, "  {}", line(row.iter().map(Cell::text).collect()));
        }
        let _ = writeln!(page, "\n{}: {}", self.source.mark, self.source.work);
        for note in [&self.source.note, &self.note] {
            if !note.is_empty() {
                let _ = writeln!(page, "{note}");
            }
        }
        for (row, column, source) in self.own_sources() {
            let (label, head) = (self.row_label(row), &self.columns[column]);
            let _ = writeln!(
                page,
                "row {label}, column {head}: {}: {} {}",
                source.mark, source.work, source.note
            );
        }
        page
    }

    /// The cells that have a source of their own.
    pub fn own_sources(&self) -> impl Iterator<Item = (usize, usize, &Source)> {
        self.cells.iter().enumerate().flat_map(|(row, cells)| {
            let own = move |(column, cell): (usize, &'_ Cell)| {
                Some((row, column)).filter(|_| cell.source.is_some())
            };
            cells
                .iter()
                .enumerate()
                .filter_map(own)
                .map(|(row, column)| (row, column, self.source_of(row, column)))
        })
    }
}
