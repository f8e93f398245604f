//! Documents: neutral facts as TOML that people read and write, and back.

use crate::bad_data::{BadData, Problem, read, refuse};
use grognard_umpire::Fact;
use std::fmt::Write as _;

/// Lines are broken here.
const WIDTH: usize = 110;

/// A record as a TOML file: plain values first, lists of tables with a line a table, then its own tables. What is
/// nothing is left out.
///
/// # Panics
/// Where the fact is not a record.
pub fn document_text(fact: &Fact) -> String {
    let Fact::Record(pairs) = fact else { panic!("a document is a record") };
    let mut text = String::new();
    let pairs = || pairs.iter().filter(|(_, fact)| *fact != Fact::Nothing);
    for (key, fact) in pairs().filter(|(_, fact)| !matches!(fact, Fact::Record(_))) {
        line(&mut text, key, fact);
    }
    for (name, fact) in pairs() {
        let Fact::Record(inner) = fact else { continue };
        let _ = writeln!(text, "{}[{}]", if text.is_empty() { "" } else { "\n" }, bare(name));
        for (key, fact) in inner.iter().filter(|(_, fact)| *fact != Fact::Nothing) {
            line(&mut text, key, fact);
        }
    }
    text
}

/// A key with its value; a list that is too long for a line gets a line for every table, or as many as it needs.
fn line(text: &mut String, key: &str, fact: &Fact) {
    let whole = format!("{} = {}\n", bare(key), value(fact));
    let tables =
        matches!(fact, Fact::List(items) if items.iter().any(|item| matches!(item, Fact::Record(_))));
    let Fact::List(items) = fact else { return text.push_str(&whole) };
    if whole.chars().count() <= WIDTH && !tables {
        return text.push_str(&whole);
    }
    let _ = writeln!(text, "{} = [", bare(key));
    let mut row = String::new();
    for item in items {
        let item = format!("{},", value(item));
        let full = tables || row.chars().count() + item.chars().count() + 5 > WIDTH;
        if full && !row.is_empty() {
            let _ = writeln!(text, "   {row}");
            row.clear();
        }
        let _ = write!(row, " {item}");
    }
    if !row.is_empty() {
        let _ = writeln!(text, "   {row}");
    }
    text.push_str("]\n");
}

fn value(fact: &Fact) -> String {
    match fact {
        Fact::Nothing => "\"\"".to_owned(),
        Fact::Flag(flag) => flag.to_string(),
        Fact::Number(number) => number.to_string(),
        Fact::Text(words) => quoted(words),
        Fact::List(items) => format!("[{}]", items.iter().map(value).collect::<Vec<_>>().join(", ")),
        Fact::Record(pairs) => {
            let pair = |(key, fact): &(String, Fact)| format!("{} = {}", bare(key), value(fact));
            let there = pairs.iter().filter(|(_, fact)| *fact != Fact::Nothing);
            format!("{{ {} }}", there.map(pair).collect::<Vec<_>>().join(", "))
        }
    }
}

fn quoted(words: &str) -> String {
    format!("\"{}\"", words.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A key as it may stand in a file.
fn bare(key: &str) -> String {
    let plain = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if plain { key.to_owned() } else { quoted(key) }
}

/// Reads a document: numbers are whole, and there are no dates.
///
/// # Errors
/// What is wrong with it, by line.
pub fn document(file: &str, text: &str) -> Result<Fact, BadData> {
    let table: toml::Table = read(file, text)?;
    let mut problems = Vec::new();
    let fact = fact_of(&toml::Value::Table(table), "", &mut problems);
    if problems.is_empty() { Ok(fact) } else { Err(refuse(file, text, &problems)) }
}

fn fact_of(value: &toml::Value, path: &str, problems: &mut Vec<Problem>) -> Fact {
    let below = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    match value {
        toml::Value::String(text) => Fact::from(text.as_str()),
        toml::Value::Integer(number) => Fact::Number(*number),
        toml::Value::Boolean(flag) => Fact::Flag(*flag),
        toml::Value::Array(items) => {
            let item = |(index, item)| fact_of(item, &below(&format!("{index}")), problems);
            Fact::List(items.iter().enumerate().map(item).collect())
        }
        toml::Value::Table(table) => {
            let pair =
                |(key, value): (&String, &toml::Value)| (key.clone(), fact_of(value, &below(key), problems));
            Fact::Record(table.iter().map(pair).collect())
        }
        toml::Value::Float(_) | toml::Value::Datetime(_) => {
            problems.push(Problem::new(path, "a whole number, text, true or false is due here"));
            Fact::Nothing
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        let unit = |key: &str, hex: i64| {
            Fact::record([("unit", Fact::from(key)), ("at", Fact::Number(hex)), ("spent", Fact::Flag(true))])
        };
        let fact = Fact::record([
            ("about", Fact::from("a \"quoted\" word and a \\")),
            ("units", Fact::List(vec![unit("G-Pz3", 2819), unit("S-RC2", 3018)])),
            ("taken", Fact::list((0..60_i64).map(|n| 2_800 + n))),
            (
                "deep",
                Fact::record([("no key", Fact::list([-1_i64, 2])), ("rows", Fact::List(vec![unit("x", 1)]))]),
            ),
            ("mixed", Fact::List(vec![Fact::from("yes"), Fact::list([3_u8, 4])])),
        ]);
        let text = document_text(&fact);
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        let read = document("a.toml", &text).unwrap();
        let Fact::Record(pairs) = &fact else { unreachable!() };
        for (key, value) in pairs {
            let sorted = |fact: &Fact| {
                let mut text = value_sorted(fact);
                text.retain(|c| c != ' ');
                text
            };
            assert_eq!(read.get(key).map(sorted), Some(sorted(value)), "{key}\n{text}");
        }
    }

    /// The value with its keys in order: a file does not keep the order of keys.
    fn value_sorted(fact: &Fact) -> String {
        match fact {
            Fact::Record(pairs) => {
                let mut pairs: Vec<(&str, String)> =
                    pairs.iter().map(|(key, fact)| (key.as_str(), value_sorted(fact))).collect();
                pairs.sort();
                format!("{pairs:?}")
            }
            Fact::List(items) => format!("{:?}", items.iter().map(value_sorted).collect::<Vec<_>>()),
            other => value(other),
        }
    }

    #[test]
    fn what_is_no_fact_is_named_by_its_line() {
        let error = document("a.toml", "a = 1\n[b]\nc = [1, 2.5]\nd = 1979-05-27\n").unwrap_err().to_string();
        assert_eq!(
            error,
            "a.toml, line 3, b.c.1: a whole number, text, true or false is due here\n  also line 4, b.d: a whole \
             number, text, true or false is due here"
        );
    }
}
