//! What the command line prints under `--json`: reports, and the schemas of what is printed.

use crate::account::RulingLine;
use grognard::umpire::{Fact, Ruling, Unit};
use grognard::{FigureReport, Interval, PolicyLine, Report, Share};
use serde_json::{Map, Value, json};
use std::io::{self, Write};

/// One step of an account.
pub fn ruling(ruling: &Ruling) -> Value {
    json!(RulingLine::from(ruling))
}

/// A report as `odds --json` prints it.
pub struct Told<'a> {
    /// The report.
    pub report: &'a Report,
    /// The system's key.
    pub system: &'a str,
    /// The battle's name.
    pub battle: &'a str,
    /// How long it took.
    pub seconds: f64,
    /// How many ends are told at most.
    pub ends: usize,
    /// What else was asked: keys and values of their own.
    pub more: Vec<(&'static str, Value)>,
}

impl Told<'_> {
    /// Writes the report end by end, so that the ends are never all in memory as text.
    ///
    /// # Errors
    /// Those of whoever takes the words.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
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
        let mut left_out = self.report.ends.total();
        // Where none are told none are put in order either.
        let ends = (told > 0).then(|| self.report.ends.iter().take(told)).into_iter().flatten();
        for (index, end) in ends.enumerate() {
            left_out -= end.p;
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
            writeln!(out, "  \"left_out\": {},", json!({ "ends": left, "p": left_out.max(0.0) }))?;
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
            "by": line.by.key(), "what": line.topic.words(), "when": line.when, "do": line.words, "key": line.key,
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
pub fn text(value: &Value) -> String {
    format!("{value:#}\n")
}
