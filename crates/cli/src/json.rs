//! Facts, accounts and reports as JSON.

use grognard::umpire::{Fact, Look, Modifier, Ruling, Thrown, Unit};
use grognard::{FigureReport, Interval, Report, Share};
use serde_json::{Map, Value, json};

pub(crate) fn fact(fact: &Fact) -> Value {
    match fact {
        Fact::Nothing => Value::Null,
        Fact::Flag(flag) => Value::Bool(*flag),
        Fact::Number(number) => Value::from(*number),
        Fact::Text(text) => Value::from(text.as_str()),
        Fact::List(items) => Value::Array(items.iter().map(self::fact).collect()),
        Fact::Record(pairs) => Value::Object(
            pairs.iter().map(|(key, value)| (key.clone(), self::fact(value))).collect::<Map<_, _>>(),
        ),
    }
}

pub(crate) fn ruling(ruling: &Ruling) -> Value {
    let modifier = |Modifier { value, clause, words }: &Modifier| json!({ "value": value, "clause": clause.id(), "words": words });
    let look = |Look { table, row, column, cell, mark, source }: &Look| json!({ "table": table, "row": row, "column": column, "cell": cell, "mark": mark.key(), "source": source });
    let thrown =
        |Thrown { dice, faces, result }: &Thrown| json!({ "dice": dice, "faces": faces, "result": result });
    json!({
        "clause": ruling.clause.id(),
        "text": ruling.text,
        "modifiers": ruling.modifiers.iter().map(modifier).collect::<Vec<_>>(),
        "table": ruling.table.as_ref().map(look),
        "dice": ruling.dice.iter().map(thrown).collect::<Vec<_>>(),
        "heading": ruling.heading,
    })
}

/// A report as `odds --json` prints it; `seconds` is how long it took.
pub(crate) fn report(report: &Report, system: &str, battle: &str, seconds: f64) -> Value {
    let ends: Vec<Value> = report
        .ends
        .iter()
        .map(|end| {
            let mut value = json!({ "p": end.p, "end": fact(&end.end) });
            if let Some(interval) = end.interval {
                value["interval"] = interval_value(interval);
            }
            value
        })
        .collect();
    let summary: Map<String, Value> =
        report.figures.iter().map(|figure| (figure.key.to_owned(), figure_value(figure))).collect();
    let mut value = json!({
        "system": system,
        "battle": battle,
        "exact": report.exact,
        "states": report.states,
        "seconds": seconds,
        "ends": ends,
        "summary": summary,
    });
    if !report.exact {
        value["samples"] = report.samples.into();
    }
    if let Some((worth, words)) = &report.value {
        value["best"] = json!({
            "value": worth,
            "objective": words,
            "alternatives": report.alternatives.iter().map(|a| json!({
                "by": a.by.key(), "key": a.key, "words": a.words, "value": a.value, "weight": a.weight,
            })).collect::<Vec<_>>(),
        });
        if let Some(payoffs) = &report.payoffs {
            value["best"]["payoffs"] = json!(payoffs);
        }
    }
    value
}

fn interval_value(interval: Interval) -> Value {
    json!({ "low": interval.low, "high": interval.high, "confidence": 0.95 })
}

fn figure_value(figure: &FigureReport) -> Value {
    let share = |share: &Share| match share.interval {
        Some(interval) => json!({ "p": share.p, "interval": interval_value(interval) }),
        None => json!({ "p": share.p }),
    };
    let unit = match figure.unit {
        Unit::Count => "count",
        Unit::Thirds => "thirds",
        Unit::Flag => "flag",
    };
    let values: Vec<Value> = figure
        .values
        .iter()
        .map(|(value, s)| {
            let mut line = share(s);
            line["value"] = (*value).into();
            line["at_least"] = figure.at_least(*value).into();
            line
        })
        .collect();
    json!({
        "words": figure.words, "unit": unit, "mean": figure.mean, "mean_margin": figure.mean_margin,
        "deviation": figure.deviation, "values": values,
    })
}

/// JSON for a terminal or a pipe: indented, with a newline.
pub(crate) fn text(value: &Value) -> String {
    format!("{value:#}\n")
}

/// The JSON Schema of what `resolve --json` and `replay --json` print.
pub(crate) fn schema_of_resolve() -> Value {
    let words = json!({ "type": "string" });
    let ruling = json!({
        "type": "object",
        "required": ["clause", "text", "modifiers", "table", "dice", "heading"],
        "properties": {
            "clause": words, "text": words, "heading": { "type": "boolean" },
            "modifiers": { "type": "array", "items": {
                "type": "object", "required": ["value", "clause", "words"],
                "properties": { "value": { "type": "integer" }, "clause": words, "words": words },
            } },
            "table": { "type": ["object", "null"],
                "required": ["table", "row", "column", "cell", "mark", "source"],
                "properties": { "table": words, "row": words, "column": words, "cell": words, "source": words,
                    "mark": { "enum": ["printed", "published", "reconstructed", "ruling", "house"] } } },
            "dice": { "type": "array", "items": {
                "type": "object", "required": ["dice", "faces", "result"],
                "properties": { "dice": words, "result": { "type": "integer" },
                    "faces": { "type": "array", "items": { "type": "integer" } } },
            } },
        },
    });
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "required": ["end", "account", "journal"],
        "properties": { "end": { "type": "object" }, "words": words,
            "account": { "type": "array", "items": ruling }, "journal": words },
    })
}

/// The JSON Schema of what `odds --json` and `simulate --json` print.
pub(crate) fn schema_of_odds() -> Value {
    let p = json!({ "type": "number", "minimum": 0, "maximum": 1 });
    let interval = json!({ "type": "object", "required": ["low", "high", "confidence"],
        "properties": { "low": p, "high": p, "confidence": p } });
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "required": ["system", "battle", "exact", "states", "seconds", "ends", "summary"],
        "properties": {
            "system": { "type": "string" }, "battle": { "type": "string" }, "exact": { "type": "boolean" },
            "states": { "type": "integer" }, "samples": { "type": "integer" }, "seconds": { "type": "number" },
            "ends": { "type": "array", "items": { "type": "object", "required": ["p", "end"],
                "properties": { "p": p, "end": { "type": "object" }, "interval": interval } } },
            "summary": { "type": "object", "additionalProperties": { "type": "object",
                "required": ["words", "unit", "mean", "deviation", "values"] } },
            "best": { "type": "object", "required": ["value", "objective", "alternatives"] },
        },
    })
}

/// The JSON Schema of what `rules --coverage --json` prints.
pub(crate) fn schema_of_rules() -> Value {
    let words = json!({ "type": "string" });
    let list = json!({ "type": "array", "items": { "type": "string" } });
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "required": ["clauses", "totals"],
        "properties": {
            "clauses": { "type": "array", "items": { "type": "object",
                "required": ["id", "text", "code", "tests", "not_applicable"],
                "properties": { "id": words, "kind": words, "text": words, "code": list, "tests": list,
                    "not_applicable": { "type": ["string", "null"] } } } },
            "totals": { "type": "object", "additionalProperties": { "type": "integer" } },
        },
    })
}
