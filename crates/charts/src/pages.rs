//! The tables of a system: read from its own files, then changed by the player's.

use crate::bad_data::{BadData, locate, read};
use crate::slips::nearest;
use crate::table::{Cell, Source, SourceText, Table};
use grognard_umpire::Mark;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, OnceLock};
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

/// All tables of a system, by key. Its own are read one by one when they are first asked for: a battle needs a dozen of a
/// hundred.
#[derive(Clone, Default)]
pub struct Pages {
    slips: Arc<Vec<Slip>>,
}

/// A table, and what it is read from.
#[derive(Clone)]
struct Slip {
    key: String,
    file: String,
    /// Its lines of the file, and how many stand before them.
    text: String,
    before: usize,
    table: OnceLock<Result<Table, BadData>>,
}

impl Slip {
    fn table(&self) -> Result<&Table, BadData> {
        self.table.get_or_init(|| self.read()).as_ref().map_err(Clone::clone)
    }

    fn read(&self) -> Result<Table, BadData> {
        let further = |line: Option<usize>| line.map(|line| line + self.before);
        let own = |bad: BadData| {
            let line = further(bad.line);
            bad.at_line(line)
        };
        let InOrder(tables) = read(&self.file, &self.text).map_err(own)?;
        let [(key, table)] = <[_; 1]>::try_from(tables)
            .map_err(|_| BadData::new(&self.file, &*self.key, "not a table by itself"))?;
        let mut table = build(&self.file, &Lines::of(&self.text), key, table).map_err(own)?;
        table.lines.iter_mut().for_each(|line| *line = further(*line));
        Ok(table)
    }
}

impl PartialEq for Pages {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.slips, &other.slips) || self.tables() == other.tables()
    }
}

impl Eq for Pages {}

impl fmt::Debug for Pages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} tables", self.slips.len())
    }
}

/// A file cut into its tables: the key, the lines and how many stand before them. None where it is not written table by
/// table, each under its own `[key]`.
fn cut(text: &str) -> Option<Vec<(&str, &str, usize)>> {
    let mut tables: Vec<(&str, usize, usize)> = Vec::new();
    let (mut at, mut before) = (0, 0);
    for line in text.split_inclusive('\n') {
        if let Some(head) = line.strip_prefix('[') {
            let head = head.strip_prefix('[').unwrap_or(head);
            let bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
            let key = head.split_once(|c| !bare(c)).map_or(head, |(key, _)| key);
            if key.is_empty() || !head[key.len()..].starts_with(['.', ']']) {
                return None;
            }
            if tables.last().is_none_or(|(last, ..)| *last != key) {
                tables.push((key, at, before));
            }
        } else if tables.is_empty() && !line.trim_start().is_empty() && !line.starts_with('#') {
            return None;
        }
        at += line.len();
        before += 1;
    }
    let ends = tables.iter().skip(1).map(|(_, at, _)| *at).chain([text.len()]);
    Some(tables.iter().zip(ends).map(|((key, from, before), to)| (*key, &text[*from..to], *before)).collect())
}

/// A file's tables: those of a file that can be cut are read when they are asked for.
fn slips_of(file: &str, text: &str) -> Result<Vec<Slip>, BadData> {
    let slip = |key: &str, text: &str, before: usize, table: OnceLock<_>| Slip {
        key: key.to_owned(),
        file: file.to_owned(),
        text: text.to_owned(),
        before,
        table,
    };
    if let Some(tables) = cut(text) {
        return Ok(tables
            .into_iter()
            .map(|(key, text, before)| slip(key, text, before, OnceLock::new()))
            .collect());
    }
    let InOrder(tables) = read(file, text)?;
    let lines = Lines::of(text);
    let built = |(key, table): (String, TableText)| {
        let table = build(file, &lines, key.clone(), table)?;
        Ok(slip(&key, "", 0, OnceLock::from(Ok(table))))
    };
    tables.into_iter().map(built).collect()
}

impl Pages {
    /// Takes in a system's own files and reads the player's, which replace whole tables (`rows`) or single cells
    /// (`change`).
    ///
    /// # Errors
    /// The first thing that is wrong with the player's, with file and line. What is wrong with an own table is told when it
    /// is first asked for.
    pub fn load(own: &[(&str, &str)], house: &[(String, String)]) -> Result<Pages, BadData> {
        let mut slips: Vec<Slip> = Vec::new();
        for (file, text) in own {
            for slip in slips_of(file, text)? {
                // Nobody is told which name he meant, which takes longer than all the rest.
                if slips.iter().any(|known| known.key == slip.key) {
                    return Err(BadData::new(file, slip.key, "a second table with this key"));
                }
                slips.push(slip);
            }
        }
        let mut pages = Pages { slips: Arc::new(slips) };
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
        let slip = self.slips.iter().find(|slip| slip.key == key).ok_or_else(|| {
            let keys: Vec<&str> = self.slips.iter().map(|slip| &*slip.key).collect();
            BadData::new("tables", key, format!("no such table; {}", there_are(key, &keys)))
        })?;
        slip.table()
    }

    /// All tables, in the order of their files.
    ///
    /// # Panics
    /// Where a table of the system's own cannot be read: a test reads them all.
    pub fn tables(&self) -> Vec<&Table> {
        self.slips.iter().map(|slip| slip.table().unwrap_or_else(|bad| panic!("{bad}"))).collect()
    }

    fn change(&mut self, file: &str, lines: &Lines, key: &str, house: HouseText) -> Result<(), BadData> {
        self.table(key).map_err(|error| BadData::new(file, key, error.problem))?;
        // Nobody else has these pages yet.
        let slips = Arc::make_mut(&mut self.slips);
        let slip = slips.iter_mut().find(|slip| slip.key == key).expect("found above");
        let table = slip.table.get_mut().and_then(|table| table.as_mut().ok()).expect("read above");
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
            let pages = Pages::load(&[("storm.toml", &text)], &[]).unwrap();
            pages.table("storm").and_then(Table::bands).unwrap_err().to_string()
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

    /// A table that is read when it is first asked for is the same, by line and by error, as it was in its file.
    #[test]
    fn tables_of_a_file_are_read_one_by_one() {
        let other = STORM.replace("[storm]", "# more\n[calm]").replace("\"2..4\", 1", "\"2..4\"");
        let cell = "\n[[storm.cell]]\nrow = \"2..4\"\ncolumn = \"loss\"\nsource = { mark = \"ruling\", work = \"we\" }\n";
        let text = format!("# Weather\n{STORM}{cell}{other}");
        let pages = Pages::load(&[("weather.toml", &text)], &[]).unwrap();
        let storm = pages.table("storm").unwrap();
        let of_the_file = text.lines().position(|line| line.contains("2..4")).map(|line| line + 1);
        assert_eq!(storm.lines[1], of_the_file);
        assert_eq!(storm.source_of(1, 1).mark, Mark::Ruling);
        assert!(pages.slips[1].table.get().is_none(), "nobody has asked for it");
        let told = "weather.toml, line 27, calm: a row of 1 cell in a table of 2 columns";
        assert_eq!(pages.table("calm").unwrap_err().to_string(), told);
        let again = Pages::load(&[("weather.toml", &text), ("storm.toml", STORM)], &[]).unwrap_err();
        assert_eq!(again.to_string(), "storm.toml, storm: a second table with this key");
        // What does not stand under a head of its own is read with its file.
        let inline = "storm = { title = \"Storm\", rule = \"X-1\", source = { mark = \"printed\", work = \"w\" }, columns = [\"die\"], rows = [[\"<=1\"]] }\n";
        assert_eq!(Pages::load(&[("a.toml", inline)], &[]).unwrap().table("storm").unwrap().rows(), 1);
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "(?s).{0,200}") {
            if let Ok(pages) = Pages::load(&[("any.toml", &text)], &[]) {
                pages.slips.iter().for_each(|slip| drop(slip.table()));
            }
            let _ = load(&text);
        }

        #[test]
        fn any_labels_make_bands_or_are_refused(labels in proptest::collection::vec("(<=|>=)?-?[0-9]{1,10}(\\.\\.-?[0-9]{1,3})?", 1..5)) {
            let rows: Vec<String> = labels.iter().map(|label| format!("[\"{label}\", 0]")).collect();
            let text = format!("[t]\ntitle=\"t\"\nrule=\"r\"\nsource={{mark=\"printed\",work=\"w\"}}\ncolumns=[\"die\",\"x\"]\nrows=[{}]\n", rows.join(","));
            let pages = Pages::load(&[("any.toml", &text)], &[]).unwrap();
            if let Ok(table) = pages.table("t") && let Ok(bands) = table.bands() {
                let (low, high) = bands.span();
                prop_assert_eq!(bands.row(low), 0);
                prop_assert_eq!(bands.row(high), table.rows() - 1);
            }
        }
    }
}
