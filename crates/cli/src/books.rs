//! What the books say: systems, clauses, charts, examples, schemas.

use crate::args::HouseTables;
use crate::files::{find_system, house};
use crate::hint::did_you_mean;
use crate::paint::{BAD, DIM, GOOD, HEAD, WARN, styled};
use crate::{Failure, Outcome};
use grognard::{CoverageLine, Table, systems as all_systems};
use grognard_wire as wire;
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
        return Ok(wire::text(&json!({ "systems": list })));
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
        return Ok(wire::text(&json!(wire::ClauseList::of(system))));
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

/// The book's sections in order, each with the clauses that carry it and how far they are.
pub(crate) fn trace(key: &str, as_json: bool) -> Outcome {
    let system = find_system(key)?;
    let (sections, report) = (system.sections(), system.coverage());
    let line = |id: &str| report.lines.iter().find(|line| line.clause.id == id);
    if as_json {
        let list: Vec<Value> = sections
            .0
            .iter()
            .map(|section| json!({ "section": section.id, "words": section.words, "clauses": section.clauses }))
            .collect();
        return Ok(wire::text(&json!({ "system": system.key, "sections": list })));
    }
    let mut text = String::new();
    let width = sections.0.iter().map(|section| section.id.chars().count()).max().unwrap_or(0);
    for section in &sections.0 {
        let ids: Vec<String> = section
            .clauses
            .iter()
            .map(|id| line(id).map_or_else(|| styled(BAD, id), |line| styled(state_style(line), id)))
            .collect();
        let id = styled(HEAD, format!("{:<width$}", section.id));
        let _ = writeln!(text, "{id}  {}\n{:width$}  {}", section.words, "", ids.join(" "));
    }
    let open = report.lines.iter().filter(|line| !line.is_covered()).count();
    let _ = writeln!(
        text,
        "\n{}: {} sections, {} clauses, {open} open",
        system.key,
        sections.0.len(),
        report.lines.len()
    );
    Ok(text)
}

/// So many of the tests that exercise a clause are named on a page.
const TESTS_NAMED: usize = 3;

/// One clause with all that is known of it.
pub(crate) fn rule(id: &str, folder: &HouseTables, as_json: bool) -> Outcome {
    let coverages = all_systems().iter().map(|system| (system, system.coverage()));
    let all: Vec<_> = coverages
        .flat_map(|(system, report)| report.lines.into_iter().map(move |line| (system, line)))
        .collect();
    let Some((system, line)) = all.iter().find(|(_, line)| line.clause.id.eq_ignore_ascii_case(id)) else {
        let ids = || all.iter().map(|(_, line)| line.clause.id.as_str());
        let near: Vec<String> = ids()
            .filter(|other| other.to_ascii_lowercase().contains(&id.to_ascii_lowercase()))
            .take(6)
            .map(|other| format!("`{other}`"))
            .collect();
        let hint = match near[..] {
            [] => format!("{}; `grognard rules SYSTEM` lists them all", did_you_mean(id, ids())),
            _ => format!("; did you mean {}?", near.join(", ")),
        };
        return Err(Failure(format!("no clause `{id}`{hint}")));
    };
    let pages = system.tables(&house(folder)?)?;
    let charts: Vec<&Table> =
        pages.tables().into_iter().filter(|table| table.rule() == line.clause.id).collect();
    let sections = system.sections();
    let stands: Vec<&str> = sections.of(&line.clause.id).map(|section| section.id.as_str()).collect();
    if as_json {
        return Ok(wire::text(&json!({
            "system": system.key, "id": line.clause.id, "kind": line.clause.kind, "text": line.clause.text,
            "sections": stands, "code": line.code, "tests": line.tests,
            "not_applicable": line.clause.not_applicable,
            "tables": charts.iter().map(|&table| json!(wire::TableCard::from(table))).collect::<Vec<_>>(),
        })));
    }
    let mut text = format!("{}  {}\n", styled(HEAD, &line.clause.id), styled(DIM, system.title));
    let _ = writeln!(text, "{}\n", line.clause.text);
    if !stands.is_empty() {
        let _ = writeln!(text, "In the book: {}", stands.join(", "));
    }
    match &line.clause.not_applicable {
        Some(reason) => drop(writeln!(text, "Nothing to carry out: {reason}")),
        None if line.code.is_empty() => drop(writeln!(text, "{}", styled(WARN, "Not carried out yet."))),
        None => drop(writeln!(text, "Carried out in {}", line.code.join(", "))),
    }
    if !line.tests.is_empty() {
        let first: Vec<&str> = line.tests.iter().take(TESTS_NAMED).map(String::as_str).collect();
        let more = match line.tests.len().saturating_sub(TESTS_NAMED) {
            0 => String::new(),
            more => format!(" and {more} more tests; --json names them all"),
        };
        let _ = writeln!(text, "Exercised by {}{more}", first.join(", "));
    }
    for table in charts {
        let _ = write!(text, "\n{}", table.page());
    }
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

/// How charts are printed.
pub(crate) enum Print {
    /// As on the page.
    Page,
    /// As a file that can be changed and given back with `--tables`.
    Toml,
    /// As JSON.
    Json,
}

/// Charts as a file of one's own: whole tables, ready to be changed and given back.
fn house_file(key: &str, tables: &[&Table]) -> String {
    let quoted = |text: &str| Value::from(text).to_string();
    let list = |cells: &mut dyn Iterator<Item = &str>| cells.map(quoted).collect::<Vec<_>>().join(", ");
    let mut text = format!(
        "# Charts of {key}, to be changed. Put the file into a folder of its own and give that with --tables DIR.\n\
         # Leave out what stays as it is: whole tables, or write single cells instead of `rows`, for example\n\
         #   [[TABLE.change]]\n#   row = \"…\"\n#   column = \"…\"\n#   cell = \"…\"\n"
    );
    for table in tables {
        let heads = list(&mut table.columns().iter().map(String::as_str));
        let _ = writeln!(text, "\n# {} ({}, {})", table.title(), table.rule(), table.source().mark);
        let _ = writeln!(text, "[{}]\ncolumns = [{heads}]\nrows = [", table.key());
        for row in 0..table.rows() {
            let cells = list(&mut (0..table.columns().len()).map(|column| table.cell(row, column).text()));
            let _ = writeln!(text, "  [{cells}],");
        }
        text.push_str("]\n");
    }
    text
}

pub(crate) fn tables(key: &str, table: Option<&str>, folder: &HouseTables, print: Print) -> Outcome {
    let pages = find_system(key)?.tables(&house(folder)?)?;
    let chosen: Vec<&Table> = match table {
        Some(name) => vec![pages.table(name).map_err(|error| Failure(format!("{key}: {error}")))?],
        None => pages.tables(),
    };
    match print {
        Print::Json => {
            let list: Vec<Value> = chosen.iter().map(|&table| json!(wire::TableCard::from(table))).collect();
            return Ok(wire::text(&json!({ "tables": list })));
        }
        Print::Toml => return Ok(house_file(key, &chosen)),
        Print::Page => {}
    }
    if table.is_some() {
        return Ok(chosen.iter().map(|table| table.page()).collect());
    }
    let width = chosen.iter().map(|table| table.key().len()).max().unwrap_or(0);
    let mut text = String::new();
    for table in chosen {
        let name = styled(HEAD, format!("{:<width$}", table.key()));
        let rows = if table.rows() == 1 { "row" } else { "rows" };
        let mark = format!("{} {rows}, {}, {}", table.rows(), table.rule(), table.source().mark);
        let _ = writeln!(text, "{name}  {}  {}", table.title(), styled(DIM, mark));
    }
    let _ = writeln!(text, "\nOne of them: grognard tables {key} NAME");
    Ok(text)
}

pub(crate) fn example(key: &str, name: Option<&str>) -> Outcome {
    let system = find_system(key)?;
    let Some(name) = name else {
        let titles = system.titles();
        let battles: Vec<_> = system.battles().into_iter().chain(titles.clone()).collect();
        let width = battles.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        let mut text = String::new();
        for (name, battle) in battles {
            let value = |key: &str| {
                let line = battle.lines().find(|line| line.starts_with(&format!("{key} = ")));
                line.and_then(|line| line.split('"').nth(1)).unwrap_or("").to_owned()
            };
            let kind = match titles.iter().any(|(title, _)| *title == name) {
                true => "a whole game".to_owned(),
                false => value("kind"),
            };
            let about: Vec<String> =
                [value("date"), kind].into_iter().filter(|part| !part.is_empty()).collect();
            let name = styled(HEAD, format!("{name:<width$}"));
            let _ = writeln!(text, "{name}  {}  {}", value("title"), styled(DIM, about.join(", ")));
        }
        let parts: Vec<String> = system.title_parts().into_iter().map(|(path, _)| path).collect();
        if !parts.is_empty() {
            let _ = writeln!(text, "\nWhat the titles are made of: {}", parts.join(", "));
        }
        let _ = writeln!(text, "\nOne of them: grognard example {key} NAME");
        return Ok(text);
    };
    let ready = || system.battles().into_iter().chain(system.titles()).chain(system.title_parts());
    match ready().find(|(key, _)| key == name) {
        Some((_, text)) => Ok(text.to_owned()),
        None => {
            let names: Vec<String> = ready().map(|(name, _)| name).collect();
            let hint = did_you_mean(name, names.iter().map(String::as_str));
            Err(Failure(format!("{key} has no battle or title `{name}`; it has {}{hint}", names.join(", "))))
        }
    }
}

pub(crate) fn schema(key: &str) -> Outcome {
    Ok(wire::text(&wire::schemas(find_system(key)?)))
}
