//! One number of a battle, a title or a chart at several values, for whoever asks how much hangs on it.

use grognard::nearest;
use toml::{Table, Value};

/// More values than this are not tried.
const VALUES_MAX: usize = 60;

/// What is varied.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Place {
    /// A field of the file: `attacker.leader.fire`.
    Field(Vec<String>),
    /// A cell of a chart.
    Cell { table: String, row: String, column: String },
}

/// A field or a cell, and the values it is to have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Vary {
    /// As it was written: `attacker.leader.fire`, `combat-results/12/C`.
    pub what: String,
    /// The values, in order.
    pub values: Vec<String>,
    place: Place,
}

impl Vary {
    /// Reads `FIELD=1..4`, `FIELD=plain,swamp` or `TABLE/ROW/COLUMN=1..4`.
    ///
    /// # Errors
    /// What is wrong with it, and what would be right.
    pub fn read(text: &str) -> Result<Vary, String> {
        const RIGHT: &str = "write FIELD=1..4, as attacker.leader.fire=0..5, FIELD=word,word, or TABLE/ROW/COLUMN=1..4 for a chart";
        let (what, values) =
            text.rsplit_once('=').ok_or_else(|| format!("`{text}` has no values; {RIGHT}"))?;
        let values = values_of(values).ok_or_else(|| format!("`{values}` is no range; {RIGHT}"))?;
        if values.len() < 2 || values.len() > VALUES_MAX {
            let many = match values.len() {
                1 => "one value".to_owned(),
                many => format!("{many} values"),
            };
            return Err(format!("{many}; give 2 to {VALUES_MAX}"));
        }
        let place = match what.split_once('/') {
            Some((table, cell)) => {
                let (row, column) =
                    cell.rsplit_once('/').ok_or_else(|| format!("`{what}` names no cell; {RIGHT}"))?;
                Place::Cell { table: table.to_owned(), row: row.to_owned(), column: column.to_owned() }
            }
            None => Place::Field(what.split('.').map(str::to_owned).collect()),
        };
        Ok(Vary { what: what.to_owned(), values, place })
    }

    /// The file and the tables with one of the values.
    ///
    /// # Errors
    /// Where the file has no such field.
    pub fn at(
        &self,
        value: &str,
        text: &str,
        tables: &[(String, String)],
    ) -> Result<(String, Vec<(String, String)>), String> {
        let mut tables = tables.to_vec();
        match &self.place {
            Place::Cell { table, row, column } => {
                let quoted = |text: &str| Value::from(text).to_string();
                let (row, column, cell) = (quoted(row), quoted(column), quoted(value));
                let change =
                    format!("[[{}.change]]\nrow = {row}\ncolumn = {column}\ncell = {cell}\n", quoted(table));
                // Read last, it has the last word.
                tables.push((format!("--vary {}", self.what), change));
                Ok((text.to_owned(), tables))
            }
            Place::Field(path) => {
                let mut file: Table =
                    toml::from_str(text).map_err(|error| error.message().replace('\n', "; "))?;
                set(&mut file, path, value)?;
                let text = toml::to_string(&file).map_err(|error| error.to_string())?;
                Ok((text, tables))
            }
        }
    }
}

fn values_of(text: &str) -> Option<Vec<String>> {
    match text.split_once("..") {
        Some((first, last)) => {
            let (first, last): (i64, i64) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
            let all = first..=last;
            (first <= last && last.checked_sub(first)? < 1_000).then(|| all.map(|n| n.to_string()).collect())
        }
        None => {
            let values: Vec<String> = text.split(',').map(|value| value.trim().to_owned()).collect();
            (!values.iter().any(String::is_empty)).then_some(values)
        }
    }
}

/// Puts a value where a path leads: through tables by key, through lists by number from 1 or by name.
fn set(file: &mut Table, path: &[String], value: &str) -> Result<(), String> {
    let (last, way) = path.split_last().ok_or_else(|| "no field is named".to_owned())?;
    let mut table = file;
    let mut seen = String::new();
    let mut way = way.iter();
    while let Some(part) = way.next() {
        let keys: Vec<String> = table.keys().cloned().collect();
        let inner = table.get_mut(part).ok_or_else(|| no_such(part, &seen, &keys))?;
        seen = format!("{seen}{part}.");
        table = match inner {
            Value::Table(table) => table,
            Value::Array(items) => {
                let which = way.next().ok_or_else(|| {
                    format!("{seen} is a list; name one by number, as {seen}1.{last}, or by name")
                })?;
                seen = format!("{seen}{which}.");
                let named = |item: &Value| item.get("name").and_then(Value::as_str) == Some(which.as_str());
                let at = items.iter().position(named).or_else(|| which.parse::<usize>().ok()?.checked_sub(1));
                let item = at.and_then(|at| items.get_mut(at)).and_then(Value::as_table_mut);
                item.ok_or_else(|| format!("{} is not in the list", seen.trim_end_matches('.')))?
            }
            _ => return Err(format!("{} holds no fields", seen.trim_end_matches('.'))),
        };
    }
    let number = value.parse::<i64>().map(Value::Integer);
    let flag = value.parse::<bool>().map(Value::Boolean);
    let new = match table.get(last) {
        Some(Value::Integer(_)) => {
            number.map_err(|_| format!("`{value}` is no whole number, as {last} is"))?
        }
        Some(Value::Boolean(_)) => flag.map_err(|_| format!("`{value}` is neither true nor false"))?,
        Some(Value::String(_)) => Value::from(value),
        Some(_) => return Err(format!("{seen}{last} is a table or a list; name a field in it")),
        // A field that was left to the rules.
        None => number.or(flag).unwrap_or_else(|_| Value::from(value)),
    };
    table.insert(last.clone(), new);
    Ok(())
}

fn no_such(part: &str, seen: &str, keys: &[String]) -> String {
    let meant = nearest(part, keys.iter().map(String::as_str));
    let meant = meant.map_or_else(String::new, |key| format!("; did you mean `{seen}{key}`?"));
    format!("no `{seen}{part}` in the file; there are {}{meant}", keys.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "year = 1525\n[attacker]\ncounters = \"A+\"\nleader = { fire = 2 }\n[[attacker.unit]]\nname = \"Line\"\nsp = 3\n";

    fn field(vary: &str, value: &str) -> Result<String, String> {
        Vary::read(vary)?.at(value, FILE, &[]).map(|(text, _)| text)
    }

    #[test]
    fn a_field_a_word_and_a_cell_are_varied() {
        assert_eq!(Vary::read("attacker.leader.fire=0..3").unwrap().values, ["0", "1", "2", "3"]);
        assert!(field("attacker.leader.fire=0..3", "3").unwrap().contains("fire = 3"));
        assert!(field("attacker.counters=A+,A-", "A-").unwrap().contains("counters = \"A-\""));
        assert!(field("attacker.unit.Line.sp=1..9", "7").unwrap().contains("sp = 7"));
        assert!(field("attacker.unit.1.sp=1..9", "8").unwrap().contains("sp = 8"));
        let vary = Vary::read("combat-results/<=3/C=-,1").unwrap();
        let (text, tables) = vary.at("1", FILE, &[("mine.toml".to_owned(), String::new())]).unwrap();
        assert_eq!((text.as_str(), tables.len()), (FILE, 2));
        assert_eq!(
            tables[1].1,
            "[[\"combat-results\".change]]\nrow = \"<=3\"\ncolumn = \"C\"\ncell = \"1\"\n"
        );
    }

    #[test]
    fn what_cannot_be_varied_is_said() {
        let wrong = |vary: &str| field(vary, "1").unwrap_err();
        assert!(wrong("attacker.leader.fire").contains("has no values; write FIELD=1..4"));
        assert!(wrong("year=4..1").contains("`4..1` is no range"));
        assert!(wrong("year=3..3").contains("one value; give 2 to 60"));
        assert!(wrong("atacker.leader.fire=1..2").contains("did you mean `attacker`?"));
        assert!(
            wrong("attacker.unit.sp=1..2").contains("is a list; name one by number"),
            "{}",
            wrong("attacker.unit.sp=1..2")
        );
        assert!(wrong("attacker.unit.9.sp=1..2").contains("attacker.unit.9 is not in the list"));
        assert!(wrong("attacker.leader=1..2").contains("is a table or a list"));
        assert!(wrong("combat-results/12=1..2").contains("names no cell"));
    }
}
