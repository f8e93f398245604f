//! Facts, accounts and reports as JSON.

use grognard::umpire::{Fact, Look, Modifier, Ruling, Thrown, Unit};
use grognard::{FigureReport, Interval, PolicyLine, Report, Share};
use serde_json::{Map, Value, json};
use std::io::{self, Write};

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

/// A report as `odds --json` prints it.
pub(crate) struct Told<'a> {
    pub(crate) report: &'a Report,
    pub(crate) system: &'a str,
    pub(crate) battle: &'a str,
    /// How long it took.
    pub(crate) seconds: f64,
    /// How many ends are told at most.
    pub(crate) ends: usize,
    /// What else was asked: keys and values of their own.
    pub(crate) more: Vec<(&'static str, Value)>,
}

impl Told<'_> {
    /// Writes the report end by end, so that the ends are never all in memory as text.
    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let report = self.report;
        let mut head = vec![
            ("system", Value::from(self.system)),
            ("battle", self.battle.into()),
            ("exact", report.exact.into()),
            ("states", report.states.into()),
            ("seconds", self.seconds.into()),
        ];
        if !report.exact {
            head.push(("samples", report.samples.into()));
            head.push(("unsettled", report.unsettled.into()));
        }
        if let Some(best) = best(report) {
            head.push(("best", best));
        }
        writeln!(out, "{{")?;
        for (key, value) in head.iter().chain(&self.more) {
            writeln!(out, "  {}: {value},", Value::from(*key))?;
        }
        self.write_ends(out)?;
        let summary: Map<String, Value> =
            report.figures.iter().map(|figure| (figure.key.to_owned(), figure_value(figure))).collect();
        writeln!(out, "  \"summary\": {}", Value::Object(summary))?;
        writeln!(out, "}}")
    }

    fn write_ends(&self, out: &mut impl Write) -> io::Result<()> {
        write!(out, "  \"ends\": [")?;
        let told = self.ends.min(self.report.ends.len());
        for (index, end) in self.report.ends.iter().take(told).enumerate() {
            let comma = if index == 0 { "" } else { "," };
            write!(out, "{comma}\n    {{\"p\":{},\"end\":", Value::from(end.p))?;
            write_fact(out, &end.end)?;
            if let Some(interval) = end.interval {
                write!(out, ",\"interval\":{}", interval_value(interval))?;
            }
            write!(out, "}}")?;
        }
        writeln!(out, "{}],", if told == 0 { "" } else { "\n  " })?;
        let left = self.report.ends.len() - told;
        if left > 0 {
            let p: f64 = self.report.ends.probabilities().skip(told).sum();
            writeln!(out, "  \"left_out\": {},", json!({ "ends": left, "p": p }))?;
        }
        Ok(())
    }
}

/// Writes a fact without making a value of it first.
fn write_fact(out: &mut impl Write, fact: &Fact) -> io::Result<()> {
    match fact {
        Fact::Nothing => write!(out, "null"),
        Fact::Flag(flag) => write!(out, "{flag}"),
        Fact::Number(number) => write!(out, "{number}"),
        Fact::Text(text) => Ok(serde_json::to_writer(out, text)?),
        Fact::List(items) => {
            write!(out, "[")?;
            for (index, item) in items.iter().enumerate() {
                write!(out, "{}", if index == 0 { "" } else { "," })?;
                write_fact(out, item)?;
            }
            write!(out, "]")
        }
        Fact::Record(pairs) => {
            write!(out, "{{")?;
            for (index, (key, value)) in pairs.iter().enumerate() {
                write!(out, "{}", if index == 0 { "" } else { "," })?;
                serde_json::to_writer(&mut *out, key)?;
                write!(out, ":")?;
                write_fact(out, value)?;
            }
            write!(out, "}}")
        }
    }
}

fn best(report: &Report) -> Option<Value> {
    let (worth, words) = report.value.as_ref()?;
    let mut best = json!({
        "value": worth,
        "objective": words,
        "alternatives": report.alternatives.iter().map(|a| json!({
            "by": a.by.key(), "key": a.key, "words": a.words, "value": a.value, "weight": a.weight,
        })).collect::<Vec<_>>(),
    });
    if let Some(payoffs) = &report.payoffs {
        best["payoffs"] = json!(payoffs);
    }
    let line = |line: &PolicyLine| {
        json!({
            "by": line.by.key(), "what": line.what, "when": line.when, "do": line.words, "key": line.key,
            "met": line.met, "fits": line.fits, "gain": line.gain,
        })
    };
    best["policy"] = report.policy.iter().map(line).collect();
    Some(best)
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
            "left_out": { "type": "object", "required": ["ends", "p"],
                "properties": { "ends": { "type": "integer" }, "p": p } },
            "unsettled": p,
            "given": { "type": "object", "required": ["conditions", "p"] },
            "joint": { "type": "object", "required": ["row", "column", "rows", "columns", "p"] },
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
