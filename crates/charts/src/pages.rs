//! The tables of a system: read from its own files, then changed by the player's.

use crate::bad_data::{BadData, locate, read};
use crate::slips::nearest;
use crate::table::{Cell, Source, SourceText, Table};
use grognard_umpire::Mark;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::fmt;
use toml::Spanned;

/// More rows than any chart prints.
const ROWS_MAX: usize = 2_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TableText {
    title: String,
    rule: String,
    #[serde(default)]
    roll: String,
    source: SourceText,
    #[serde(default)]
    note: String,
    columns: Vec<String>,
    rows: Vec<Spanned<Vec<toml::Value>>>,
    #[serde(default)]
    cell: Vec<CellText>,
}

/// A cell with a source of its own.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CellText {
    row: String,
    column: String,
    source: SourceText,
}

/// A player's table: whole, or a few cells.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HouseText {
    #[serde(default)]
    columns: Option<Vec<String>>,
    #[serde(default)]
    rows: Option<Vec<Spanned<Vec<toml::Value>>>>,
    #[serde(default)]
    change: Vec<Spanned<ChangeText>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChangeText {
    row: String,
    column: String,
    cell: toml::Value,
}

/// The tables of a file in the order in which they stand there.
struct InOrder(Vec<(String, TableText)>);

impl<'de> Deserialize<'de> for InOrder {
    fn deserialize<D: Deserializer<'de>>(file: D) -> Result<Self, D::Error> {
        struct Each;
        impl<'de> Visitor<'de> for Each {
            type Value = InOrder;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("tables")
            }
            fn visit_map<M: MapAccess<'de>>(self, mut file: M) -> Result<InOrder, M::Error> {
                let mut tables = Vec::new();
                while let Some(table) = file.next_entry()? {
                    tables.push(table);
                }
                Ok(InOrder(tables))
            }
        }
        file.deserialize_map(Each)
    }
}

/// Where the lines of a file end: newlines are counted once, not once a row.
struct Lines(Vec<usize>);

impl Lines {
    fn of(text: &str) -> Lines {
        Lines(text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at).collect())
    }

    /// The number of the line at an offset, from 1.
    fn at(&self, offset: usize) -> usize {
        self.0.partition_point(|&end| end < offset) + 1
    }
}

/// All tables of a system, by key.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pages {
    tables: Vec<Table>,
}

impl Pages {
    /// Reads a system's own files and then the player's, which replace whole tables (`rows`) or single
    /// cells (`change`).
    ///
    /// # Errors
    /// The first thing that is wrong, with file and line.
    pub fn load(own: &[(&str, &str)], house: &[(String, String)]) -> Result<Pages, BadData> {
        let mut pages = Pages::default();
        for (file, text) in own {
            let InOrder(tables) = read(file, text)?;
            let lines = Lines::of(text);
            for (key, table) in tables {
                // Nobody is told which name he meant, which takes longer than all the rest.
                if pages.tables.iter().any(|known| known.key == key) {
                    return Err(BadData::new(file, key, "a second table with this key"));
                }
                pages.tables.push(build(file, &lines, key, table)?);
            }
        }
        for (file, text) in house {
            let tables: BTreeMap<String, HouseText> = read(file, text)?;
            let lines = Lines::of(text);
            for (key, table) in tables {
                // A change that says no line stands where its own key does.
                pages.change(file, &lines, &key, table).map_err(|bad| match bad.line {
                    Some(_) => bad,
                    None => {
                        let line = locate(text, &bad.place);
                        bad.at_line(line)
                    }
                })?;
            }
        }
        Ok(pages)
    }

    /// The table with a key.
    ///
    /// # Errors
    /// That there is none, and which there are.
    pub fn table(&self, key: &str) -> Result<&Table, BadData> {
        self.tables.iter().find(|table| table.key == key).ok_or_else(|| {
            let keys: Vec<&str> = self.tables.iter().map(Table::key).collect();
            BadData::new("tables", key, format!("no such table; {}", there_are(key, &keys)))
        })
    }

    /// All tables, in the order of their files.
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    fn change(&mut self, file: &str, lines: &Lines, key: &str, house: HouseText) -> Result<(), BadData> {
        self.table(key).map_err(|error| BadData::new(file, key, error.problem))?;
        let table = self.tables.iter_mut().find(|table| table.key == key).expect("found above");
        let source = Source { mark: Mark::House, work: file.to_owned(), note: String::new() };
        if let Some(columns) = house.columns
            && columns != table.columns
        {
            let problem = format!("the columns must be {}", table.columns.join(", "));
            return Err(BadData::new(file, key, problem));
        }
        if let Some(rows) = house.rows {
            let old: Vec<String> = (0..table.rows()).map(|row| table.row_label(row).to_owned()).collect();
            let (cells, lines) = read_rows(file, lines, key, &table.columns, &rows)?;
            if let Some(missing) = old.iter().find(|label| !cells.iter().any(|row| row[0].text() == **label))
            {
                let problem =
                    format!("the row `{missing}` is missing; a replaced table has all rows of the page");
                return Err(BadData::new(file, key, problem));
            }
            table.cells = cells;
            table.lines = lines;
            table.file = file.to_owned();
            table.source = source.clone();
        }
        for (index, change) in house.change.into_iter().enumerate() {
            let line = lines.at(change.span().start);
            let change = change.into_inner();
            let at = |field: &str| format!("{key}.change.{index}.{field}");
            let rows: Vec<&str> = (0..table.rows()).map(|row| table.row_label(row)).collect();
            let columns: Vec<&str> = table.columns.iter().map(String::as_str).collect();
            let row = table.row(&change.row).map_err(|_| {
                BadData::new(
                    file,
                    at("row"),
                    format!("no row `{}`; {}", change.row, there_are(&change.row, &rows)),
                )
            })?;
            let column = table.column(&change.column).map_err(|_| {
                BadData::new(
                    file,
                    at("column"),
                    format!("no column `{}`; {}", change.column, there_are(&change.column, &columns)),
                )
            })?;
            if column == 0 {
                // Rules look rows up by their names.
                let problem = format!("`{}` names the rows, which stay as they are", change.column);
                return Err(BadData::new(file, at("column"), problem));
            }
            let text = cell_text(&change.cell)
                .ok_or_else(|| BadData::new(file, at("cell"), "a cell is a string or a whole number"))?;
            table.replace(row, column, text, source.clone());
            // Lines are the file's that was read last: of rows that do not stand in it none is known.
            if table.file != file {
                table.lines.fill(None);
                table.file = file.to_owned();
            }
            table.lines[row] = Some(line);
        }
        Ok(())
    }
}

/// Which of the known names may have been meant; where none is near, which there are.
fn there_are(typed: &str, known: &[&str]) -> String {
    match nearest(typed, known.iter().copied()) {
        Some(name) => format!("did you mean `{name}`?"),
        None if known.len() <= NAMED_MAX => format!("there are {}", known.join(", ")),
        None => {
            format!("there are {} and {} more", known[..NAMED_MAX].join(", "), known.len() - NAMED_MAX)
        }
    }
}

/// So many names are told in a refusal.
const NAMED_MAX: usize = 20;

fn build(file: &str, lines: &Lines, key: String, table: TableText) -> Result<Table, BadData> {
    let source = table.source.read(file, &key)?;
    let (cells, lines) = read_rows(file, lines, &key, &table.columns, &table.rows)?;
    let mut built = Table {
        file: file.to_owned(),
        title: table.title,
        rule: table.rule,
        roll: table.roll,
        source,
        note: table.note,
        columns: table.columns,
        cells,
        lines,
        key,
    };
    for cell in table.cell {
        let source = cell.source.read(file, &built.key)?;
        let (row, column) = (built.row(&cell.row)?, built.column(&cell.column)?);
        let text = built.cell(row, column).text().to_owned();
        built.replace(row, column, text, source);
    }
    Ok(built)
}

type Rows = (Vec<Vec<Cell>>, Vec<Option<usize>>);

fn read_rows(
    file: &str,
    places: &Lines,
    key: &str,
    columns: &[String],
    rows: &[Spanned<Vec<toml::Value>>],
) -> Result<Rows, BadData> {
    if rows.len() > ROWS_MAX {
        return Err(BadData::new(file, key, format!("more than {ROWS_MAX} rows")));
    }
    let mut cells: Vec<Vec<Cell>> = Vec::new();
    let mut lines = Vec::new();
    for row in rows {
        let line = places.at(row.span().start);
        let bad = |problem: String| BadData::new(file, key, problem).at_line(Some(line));
        if row.get_ref().len() != columns.len() {
            let (have, want) = (row.get_ref().len(), columns.len());
            let cells = if have == 1 { "cell" } else { "cells" };
            return Err(bad(format!("a row of {have} {cells} in a table of {want} columns")));
        }
        let texts: Option<Vec<Cell>> =
            row.get_ref().iter().map(|cell| cell_text(cell).map(Cell::new)).collect();
        let texts = texts.ok_or_else(|| bad("a cell is a string or a whole number".to_owned()))?;
        if cells.iter().any(|row| row[0].text() == texts[0].text()) {
            return Err(bad(format!("a second row `{}`", texts[0].text())));
        }
        cells.push(texts);
        lines.push(Some(line));
    }
    Ok((cells, lines))
}

fn cell_text(value: &toml::Value) -> Option<String> {
    match value {
        toml::Value::String(text) => Some(text.clone()),
        toml::Value::Integer(number) => Some(number.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const STORM: &str = r#"
[storm]
title = "Storm"
rule = "X-1"
source = { mark = "printed", work = "the book" }
columns = ["die", "loss"]
rows = [
    ["<=1", 0],
    ["2..4", 1],
    [">=5", 2],
]
"#;

    fn load(house: &str) -> Result<Pages, BadData> {
        Pages::load(&[("storm.toml", STORM)], &[("house.toml".to_owned(), house.to_owned())])
    }

    #[test]
    fn a_cell_can_be_changed_and_is_marked() {
        let pages = load("[[storm.change]]\nrow = \"2..4\"\ncolumn = \"loss\"\ncell = 7\n").unwrap();
        let storm = pages.table("storm").unwrap();
        assert_eq!(storm.cell(1, 1).text(), "7");
        assert_eq!(storm.source_of(1, 1).mark, Mark::House);
        assert_eq!(storm.source_of(0, 1).mark, Mark::Printed);
        assert_eq!(storm.look(1, 1).source, "house.toml");
    }

    /// A row that is called otherwise would be looked for in vain.
    #[test]
    fn rows_keep_their_names() {
        let error = load("[[storm.change]]\nrow = \"2..4\"\ncolumn = \"die\"\ncell = 7\n").unwrap_err();
        let told = "house.toml, line 3, storm.change.0.column: `die` names the rows, which stay as they are";
        assert_eq!(error.to_string(), told);
    }

    #[test]
    fn a_replaced_table_must_be_whole() {
        let error = load("[storm]\nrows = [[\"<=1\", 0], [\">=5\", 2]]\n").unwrap_err();
        assert_eq!(
            error.to_string(),
            "house.toml, line 1, storm: the row `2..4` is missing; a replaced table has all rows of the page"
        );
    }

    /// A change of two lines is not told by the lines of the file that it changes.
    #[test]
    fn a_changed_cell_is_told_by_its_own_line() {
        let slip = |house: &str| load(house).unwrap_err().to_string();
        let changed = |house: &str, row: usize| {
            let pages = load(house).unwrap();
            pages.table("storm").unwrap().bad_row(row, "wrong".to_owned()).to_string()
        };
        let change = "\n[[storm.change]]\nrow = \"2..4\"\ncolumn = \"loss\"\ncell = 7\n";
        assert_eq!(changed(change, 2), "house.toml, storm, row `>=5`: wrong");
        let inline = "storm.change = [{ row = \">=5\", column = \"loss\", cell = 7 }]";
        assert_eq!(changed(inline, 2), "house.toml, line 1, storm, row `>=5`: wrong");
        let row = "\n[[storm.change]]\nrow = \"7\"\ncolumn = \"loss\"\ncell = 1\n";
        assert_eq!(
            slip(row),
            "house.toml, line 3, storm.change.0.row: no row `7`; there are <=1, 2..4, >=5",
            "what there is instead is told"
        );
        let column = row.replace("\"7\"", "\"2..4\"").replace("\"loss\"", "\"los\"");
        assert_eq!(
            slip(&column),
            "house.toml, line 4, storm.change.0.column: no column `los`; did you mean `loss`?"
        );
        let name = "[strom]\nrows = []\n";
        assert!(slip(name).starts_with("house.toml, line 1, strom: no such table"), "{}", slip(name));
        assert!(slip(name).ends_with("did you mean `storm`?"), "{}", slip(name));
    }

    #[test]
    fn slips_are_named_with_their_place() {
        let slip = |from: &str, to: &str| {
            let text = STORM.replace(from, to);
            match Pages::load(&[("storm.toml", &text)], &[]) {
                Ok(pages) => pages.table("storm").unwrap().bands().unwrap_err().to_string(),
                Err(error) => error.to_string(),
            }
        };
        assert_eq!(
            slip("2..4", "2..3"),
            "storm.toml, line 10, storm, row `>=5`: `>=5` stands where a row for 4 is due; rows must cover every result once"
        );
        assert_eq!(
            slip("[\"2..4\", 1]", "[\"2..4\"]"),
            "storm.toml, line 9, storm: a row of 1 cell in a table of 2 columns"
        );
        assert_eq!(
            slip("printed", "printd"),
            "storm.toml, storm.source: no mark `printd`: write printed, published, reconstructed or ruling"
        );
        assert!(slip("title", "tittle").contains("storm.toml, line 3, storm.tittle: unknown field `tittle`"));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "(?s).{0,200}") {
            let _ = Pages::load(&[("any.toml", &text)], &[]);
            let _ = load(&text);
        }

        #[test]
        fn any_labels_make_bands_or_are_refused(labels in proptest::collection::vec("(<=|>=)?-?[0-9]{1,10}(\\.\\.-?[0-9]{1,3})?", 1..5)) {
            let rows: Vec<String> = labels.iter().map(|label| format!("[\"{label}\", 0]")).collect();
            let text = format!("[t]\ntitle=\"t\"\nrule=\"r\"\nsource={{mark=\"printed\",work=\"w\"}}\ncolumns=[\"die\",\"x\"]\nrows=[{}]\n", rows.join(","));
            if let Ok(pages) = Pages::load(&[("any.toml", &text)], &[]) {
                let table = pages.table("t").unwrap();
                if let Ok(bands) = table.bands() {
                    let (low, high) = bands.span();
                    prop_assert_eq!(bands.row(low), 0);
                    prop_assert_eq!(bands.row(high), table.rows() - 1);
                }
            }
        }
    }
}
