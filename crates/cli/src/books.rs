//! What the books say: systems, clauses, charts, examples, schemas.

use crate::args::HouseTables;
use crate::files::{find_system, house};
use crate::json;
use crate::paint::{BAD, DIM, GOOD, HEAD, WARN, styled};
use crate::{Failure, Outcome};
use grognard::{CoverageLine, Source, Table, systems as all_systems};
use serde_json::{Value, json};
use std::fmt::Write as _;

pub(crate) fn systems(as_json: bool) -> Outcome {
    if as_json {
        let list: Vec<Value> = all_systems()
            .iter()
            .map(|system| {
                let coverage: serde_json::Map<String, Value> = system
                    .coverage()
                    .totals()
                    .iter()
                    .map(|(key, n)| ((*key).to_owned(), (*n).into()))
                    .collect();
                let kinds: Vec<&str> = system.kinds.iter().map(|kind| kind.key).collect();
                let battles: Vec<String> = system.battles().into_iter().map(|(name, _)| name).collect();
                json!({
                    "key": system.key, "title": system.title, "edition": system.edition,
                    "kinds": kinds, "battles": battles, "coverage": coverage,
                })
            })
            .collect();
        return Ok(json::text(&json!({ "systems": list })));
    }
    let mut text = String::new();
    for system in all_systems() {
        let totals = system.coverage().totals();
        let [(_, clauses), _, (_, exercised), (_, not_applicable), (_, open)] = totals;
        let _ = writeln!(text, "{}  {}", styled(HEAD, format!("{:<18}", system.key)), system.title);
        let _ = writeln!(text, "{:<18}  {}", "", styled(DIM, system.edition));
        let _ = writeln!(
            text,
            "{:<18}  {clauses} clauses: {exercised} carried out and exercised, {not_applicable} not applicable, {open} open; {} battle files\n",
            "",
            system.battles().len()
        );
    }
    Ok(text)
}

pub(crate) fn rules(key: &str, coverage: bool, as_json: bool) -> Outcome {
    let system = find_system(key)?;
    let report = system.coverage();
    if as_json {
        let clauses: Vec<Value> = report
            .lines
            .iter()
            .map(|line| {
                json!({
                    "id": line.clause.id, "kind": line.clause.kind, "text": line.clause.text,
                    "code": line.code, "tests": line.tests, "not_applicable": line.clause.not_applicable,
                })
            })
            .collect();
        let totals: serde_json::Map<String, Value> =
            report.totals().iter().map(|(key, n)| ((*key).to_owned(), (*n).into())).collect();
        return Ok(json::text(&json!({ "clauses": clauses, "totals": totals })));
    }
    let mut text = String::new();
    let width = report.lines.iter().map(|line| line.clause.id.len()).max().unwrap_or(0);
    for line in &report.lines {
        let id = format!("{:<width$}", line.clause.id);
        let id = if coverage { styled(state_style(line), id) } else { styled(HEAD, id) };
        let _ = writeln!(text, "{id}  {}", line.clause.text);
        if coverage {
            let _ = writeln!(text, "{:width$}  {}", "", styled(DIM, state_words(line)));
        }
    }
    let totals: Vec<String> =
        report.totals().iter().map(|(name, n)| format!("{} {n}", name.replace('_', " "))).collect();
    let _ = writeln!(text, "\n{}: {}", system.key, totals.join(", "));
    Ok(text)
}

fn state_style(line: &CoverageLine) -> anstyle::Style {
    match (line.is_covered(), line.code.is_empty()) {
        (true, _) => GOOD,
        (false, false) => WARN,
        (false, true) => BAD,
    }
}

fn state_words(line: &CoverageLine) -> String {
    if let Some(reason) = &line.clause.not_applicable {
        return format!("not applicable: {reason}");
    }
    if line.code.is_empty() {
        return "open: not carried out yet".to_owned();
    }
    let shown = |list: &[String]| match list {
        [] => "no test".to_owned(),
        [one] => one.clone(),
        [one, two] => format!("{one}, {two}"),
        [one, two, rest @ ..] => format!("{one}, {two} and {} more", rest.len()),
    };
    format!("{}; exercised by {}", shown(&line.code), shown(&line.tests))
}

pub(crate) fn tables(key: &str, table: Option<&str>, folder: &HouseTables, as_json: bool) -> Outcome {
    let pages = find_system(key)?.tables(&house(folder)?)?;
    let chosen: Vec<&Table> = match table {
        Some(name) => vec![pages.table(name).map_err(|error| Failure(format!("{key}: {error}")))?],
        None => pages.tables().iter().collect(),
    };
    if as_json {
        let list: Vec<Value> = chosen.iter().map(|table| table_value(table)).collect();
        return Ok(json::text(&json!({ "tables": list })));
    }
    if table.is_some() {
        return Ok(chosen.iter().map(|table| table.page()).collect());
    }
    let width = chosen.iter().map(|table| table.key().len()).max().unwrap_or(0);
    let mut text = String::new();
    for table in chosen {
        let name = styled(HEAD, format!("{:<width$}", table.key()));
        let mark = format!("{} rows, {}, {}", table.rows(), table.rule(), table.source().mark);
        let _ = writeln!(text, "{name}  {}  {}", table.title(), styled(DIM, mark));
    }
    let _ = writeln!(text, "\nOne of them: grognard tables {key} NAME");
    Ok(text)
}

fn table_value(table: &Table) -> Value {
    let source =
        |source: &Source| json!({ "mark": source.mark.key(), "work": source.work, "note": source.note });
    let rows: Vec<Vec<&str>> = (0..table.rows())
        .map(|row| (0..table.columns().len()).map(|column| table.cell(row, column).text()).collect())
        .collect();
    let cells: Vec<Value> = table
        .own_sources()
        .map(|(row, column, s)| {
            json!({ "row": table.row_label(row), "column": table.columns()[column], "source": source(s) })
        })
        .collect();
    json!({
        "key": table.key(), "title": table.title(), "rule": table.rule(), "roll": table.roll(),
        "note": table.note(), "source": source(table.source()), "columns": table.columns(), "rows": rows,
        "cells": cells,
    })
}

pub(crate) fn example(key: &str, name: Option<&str>) -> Outcome {
    let system = find_system(key)?;
    let Some(name) = name else {
        let battles = system.battles();
        let width = battles.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        let mut text = String::new();
        for (name, battle) in battles {
            let value = |key: &str| {
                let line = battle.lines().find(|line| line.starts_with(&format!("{key} = ")));
                line.and_then(|line| line.split('"').nth(1)).unwrap_or("").to_owned()
            };
            let name = styled(HEAD, format!("{name:<width$}"));
            let _ = writeln!(
                text,
                "{name}  {}  {}",
                value("title"),
                styled(DIM, format!("{}, {}", value("date"), value("kind")))
            );
        }
        let _ = writeln!(text, "\nOne of them: grognard example {key} NAME");
        return Ok(text);
    };
    match system.battle(name) {
        Some(text) => Ok(text.to_owned()),
        None => {
            let names: Vec<String> = system.battles().into_iter().map(|(name, _)| name).collect();
            Err(Failure(format!("{key} has no battle `{name}`; it has {}", names.join(", "))))
        }
    }
}

pub(crate) fn schema(key: &str) -> Outcome {
    let system = find_system(key)?;
    let battles: serde_json::Map<String, Value> =
        system.kinds.iter().map(|kind| (kind.key.to_owned(), (kind.schema)().to_value())).collect();
    Ok(json::text(&json!({
        "battle-files": battles,
        "resolve": crate::json::schema_of_resolve(),
        "odds": crate::json::schema_of_odds(),
        "rules": crate::json::schema_of_rules(),
    })))
}
