//! A designer's studies: two titles with the same dice, and one number at several values.

use crate::files::{OpenBattle, house_and_beside, title_text, write_new};
use crate::odds::{title_of, with_bar};
use crate::paint::{DIM, GOOD, HEAD, styled};
use crate::plot::{Line, Plot, Point};
use crate::study::Study;
use crate::{Failure, Outcome};
use grognard::umpire::Unit;
use grognard::{Budget, Contest, FigureReport, Games, OddsRequest, Report, Share, Unreckoned};
use grognard_wire::{self as wire, Vary};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::time::Duration;

fn opened(title: &str, tables: &crate::args::HouseTables) -> Result<OpenBattle, Failure> {
    let (name, text) = title_text(title)?;
    let tables = house_and_beside(&name, &text, tables)?;
    let contest = grognard::open(&name, &text, &tables)?;
    Ok(OpenBattle { name, text, tables, contest })
}

/// A figure of two titles, game by game with the same dice.
struct Difference {
    key: &'static str,
    words: String,
    unit: Unit,
    first: f64,
    second: f64,
    /// The mean of the differences, game by game.
    mean: f64,
    /// Half the width of its 95 % interval.
    margin: f64,
}

impl Difference {
    /// Whether the interval leaves nought out.
    fn is_sure(&self) -> bool {
        self.mean.abs() > self.margin
    }
}

/// Plays two titles with the same dice, game against game, and tells what differs and how sure that is.
pub(crate) fn against(study: &Study, other: &str) -> Outcome {
    let first = opened(&study.title, &study.tables)?;
    let second = opened(other, study.against_tables.as_ref().unwrap_or(&study.tables))?;
    if study.svg.is_some() {
        return Err(Failure("--svg draws one study, or --vary; leave it out with --against".to_owned()));
    }
    let games = |opened: &OpenBattle| {
        let fail = |reason: Unreckoned| Failure(format!("{}: {reason}", opened.name));
        with_bar(|progress| opened.contest.games(&study.request, progress)).map_err(fail)
    };
    let (one, two) = (games(&first)?, games(&second)?);
    let all = differences(&one, &two);
    if all.is_empty() {
        return Err(Failure(format!(
            "{} and {} have no figure in common; they are of different kinds",
            first.name, second.name
        )));
    }
    let played = one.values.len().min(two.values.len());
    if study.json {
        let line = |d: &Difference| {
            json!({
                "key": d.key, "words": d.words, "unit": unit(d.unit), "first": d.first, "second": d.second,
                "difference": d.mean, "low": d.mean - d.margin, "high": d.mean + d.margin, "sure": d.is_sure(),
            })
        };
        let figures: Vec<Value> = all.iter().map(line).collect();
        return Ok(wire::text(&json!({
            "system": first.contest.system(), "first": first.name, "second": second.name, "games": played,
            "figures": figures,
        })));
    }
    if study.csv {
        let mut text = String::from("figure,first,second,difference,low,high\n");
        for d in &all {
            let (low, high) = (d.mean - d.margin, d.mean + d.margin);
            let _ = writeln!(text, "{},{},{},{},{low},{high}", d.key, d.first, d.second, d.mean);
        }
        return Ok(text);
    }
    Ok(page(&first, &second, &all, played))
}

fn unit(unit: Unit) -> &'static str {
    match unit {
        Unit::Count => "count",
        Unit::Thirds => "thirds",
        Unit::Flag => "flag",
    }
}

/// The differences of the figures that both have.
fn differences(one: &Games, two: &Games) -> Vec<Difference> {
    let mut all = Vec::new();
    for (at, (key, words, unit)) in one.figures.iter().enumerate() {
        let Some(other) = two.figures.iter().position(|(other, ..)| other == key) else { continue };
        let pairs: Vec<(f64, f64)> = one
            .values
            .iter()
            .zip(&two.values)
            .map(|(first, second)| (first[at] as f64, second[other] as f64))
            .collect();
        let n = pairs.len() as f64;
        let mean = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / n;
        let apart = mean(&|(first, second)| second - first);
        let variance = mean(&|(first, second)| (second - first - apart).powi(2)) * n / (n - 1.0).max(1.0);
        all.push(Difference {
            key,
            words: both_words(words, &two.figures[other].1),
            unit: *unit,
            first: mean(&|(first, _)| *first),
            second: mean(&|(_, second)| *second),
            mean: apart,
            margin: 1.96 * (variance / n).sqrt(),
        });
    }
    all
}

/// What a figure is called on both sides of a comparison: once where they agree.
fn both_words(one: &str, two: &str) -> String {
    if one == two { one.to_owned() } else { format!("{one} / {two}") }
}

/// A difference with its margin: as many decimals, to three, as it takes to see that there is one.
fn apart(difference: f64, margin: f64) -> String {
    let is_seen = |decimals: i32| difference.abs() * 10f64.powi(decimals) >= 0.5;
    let decimals =
        if difference == 0.0 { 1 } else { (1..3).find(|&decimals| is_seen(decimals)).unwrap_or(3) };
    let decimals = decimals as usize;
    format!("{difference:+.decimals$} ± {margin:.decimals$}")
}

/// How much room the values of a figure take, with the widest difference.
const VALUES_WIDE: usize = 52;

fn page(first: &OpenBattle, second: &OpenBattle, all: &[Difference], played: usize) -> String {
    let title = |opened: &OpenBattle| title_of(&opened.text).unwrap_or_else(|| opened.name.clone());
    let mut text = format!("{}\n", styled(HEAD, format!("A: {}\nB: {}", title(first), title(second))));
    let about =
        format!("{played} games each, with the same dice; the difference B − A with its 95 % interval");
    let _ = writeln!(text, "{}\n", styled(DIM, about));
    let width = all.iter().map(|d| d.words.chars().count()).max().unwrap_or(0);
    // Where a line has no room for both, what a figure is called stands above its values.
    let above = width + VALUES_WIDE > crate::paint::width();
    let width = if above { 0 } else { width };
    let _ = writeln!(text, "  {:width$}  {:>9}  {:>9}  difference", "", "A", "B");
    for d in all {
        let (of, sign) = scale(d.unit);
        let value = |value: f64| format!("{:.1}{sign}", value * of);
        let name = match above {
            true => format!("{}\n  ", d.words),
            false => format!("{:width$}", d.words),
        };
        let difference = apart(d.mean * of, d.margin * of);
        let difference =
            if d.is_sure() { styled(GOOD, format!("{difference}  differs")) } else { difference };
        let _ = writeln!(text, "  {name}  {:>9}  {:>9}  {difference}", value(d.first), value(d.second));
    }
    text
}

/// A switch turned, and what that makes of a figure.
struct Turned {
    what: String,
    from: String,
    to: String,
    difference: Difference,
}

/// Plays a title with every switch turned in its turn, with the same dice, and tells which matters most to a figure.
pub(crate) fn switches(study: &Study, figure: &str) -> Outcome {
    let opened = opened(&study.title, &study.tables)?;
    let games = |contest: &dyn Contest| {
        let fail = |reason: Unreckoned| Failure(format!("{}: {reason}", opened.name));
        with_bar(|progress| contest.games(&study.request, progress)).map_err(fail)
    };
    let plain = games(&*opened.contest)?;
    let keys: Vec<&str> = plain.figures.iter().map(|(key, ..)| *key).collect();
    let wanted = if figure.is_empty() { keys[..].first().copied() } else { Some(figure) };
    let Some(at) = keys.iter().position(|key| Some(*key) == wanted) else {
        let near = crate::hint::did_you_mean(figure, keys.iter().copied());
        return Err(Failure(format!("there is no figure `{figure}`{near}; there are {}", keys.join(", "))));
    };
    let mut all: Vec<Turned> = Vec::new();
    let mut refused = 0;
    for stands in grognard::switches_in(opened.contest.system(), &opened.text) {
        // A profile is many switches at once, each of which is tried by itself.
        let others = stands.switch.alternatives().into_iter().filter(|other| other.word != stands.value);
        for other in others.filter(|_| stands.switch.key != "profile") {
            let Some(text) = grognard::turned(&opened.text, &stands, other.word) else { continue };
            // What the rules do not allow here is no way that it could stand.
            let Ok(contest) = grognard::open(&opened.name, &text, &opened.tables) else {
                refused += 1;
                continue;
            };
            let turned = games(&*contest)?;
            let difference = differences(&plain, &turned).into_iter().find(|d| d.key == keys[at]);
            all.extend(difference.map(|difference| Turned {
                what: stands.path.clone(),
                from: stands.value.clone(),
                to: other.word.to_owned(),
                difference,
            }));
        }
    }
    // Stable: what matters equally stays in the order of the file.
    all.sort_by(|one, other| other.difference.mean.abs().total_cmp(&one.difference.mean.abs()));
    let (played, (key, words, unit_of)) = (plain.values.len(), &plain.figures[at]);
    if study.json {
        let line = |turned: &Turned| {
            let Turned { what, from, to, difference: d } = turned;
            json!({
                "what": what, "from": from, "to": to, "value": d.second, "difference": d.mean,
                "low": d.mean - d.margin, "high": d.mean + d.margin, "sure": d.is_sure(),
            })
        };
        let changes: Vec<Value> = all.iter().map(line).collect();
        return Ok(wire::text(&json!({
            "system": opened.contest.system(), "battle": opened.name, "games": played, "figure": key,
            "words": words, "unit": unit(*unit_of), "changes": changes,
        })));
    }
    if study.csv {
        let mut text = String::from("switch,from,to,value,difference,low,high\n");
        for Turned { what, from, to, difference: d } in &all {
            let (low, high) = (d.mean - d.margin, d.mean + d.margin);
            let _ = writeln!(text, "{what},{from},{to},{},{},{low},{high}", d.second, d.mean);
        }
        return Ok(text);
    }
    Ok(turned_page(&opened, &all, refused, played))
}

fn turned_page(opened: &OpenBattle, all: &[Turned], refused: usize, played: usize) -> String {
    let title = title_of(&opened.text).unwrap_or_else(|| opened.name.clone());
    let Some(first) = all.first() else {
        return format!("{title} has no switch that could stand otherwise.\n");
    };
    let (of, sign) = scale(first.difference.unit);
    let head = format!(
        "{title}: which switch matters most to `{}`, now {:.1}{sign}",
        first.difference.words,
        first.difference.first * of
    );
    let about = format!("{played} games for each, with the same dice; the difference with its 95 % interval");
    let mut text = format!("{}\n{}\n\n", styled(HEAD, head), styled(DIM, about));
    let telling = || all.iter().filter(|turned| turned.difference.mean != 0.0);
    let width = telling().map(|turned| turned.what.chars().count()).max().unwrap_or(0);
    for Turned { what, from, to, difference: d } in telling() {
        let told = apart(d.mean * of, d.margin * of);
        let told = if d.is_sure() { styled(GOOD, format!("{told}  differs")) } else { told };
        let _ = writeln!(text, "  {what:width$}  {told}  {}", styled(DIM, format!("{from} to {to}")));
    }
    let rest = all.len() - telling().count();
    if rest > 0 {
        let words = if rest == 1 { "1 other changes nothing" } else { "others change nothing" };
        let count = if rest == 1 { String::new() } else { format!("{rest} ") };
        let _ = writeln!(text, "  {}", styled(DIM, format!("{count}{words} in these games")));
    }
    if refused > 0 {
        let _ = writeln!(text, "  {}", styled(DIM, format!("{refused} more the rules do not allow here")));
    }
    text
}

/// By how much a figure's values are multiplied for people, and what stands behind them.
fn scale(unit: Unit) -> (f64, &'static str) {
    match unit {
        Unit::Flag => (100.0, " %"),
        Unit::Thirds => (1.0 / 3.0, ""),
        Unit::Count => (1.0, ""),
    }
}

/// One number at several values: how the figures go with it.
pub(crate) fn vary(study: &Study, vary: &str) -> Outcome {
    let vary = Vary::read(vary).map_err(|reason| Failure(format!("--vary: {reason}")))?;
    let opened = opened(&study.title, &study.tables)?;
    let mut reports: Vec<(String, Report)> = Vec::new();
    for value in &vary.values {
        let fail = |reason: String| Failure(format!("--vary {}={value}: {reason}", vary.what));
        let (text, tables) = vary.at(value, &opened.text, &opened.tables).map_err(fail)?;
        let contest = grognard::open(&opened.name, &text, &tables)
            .map_err(|bad| fail(format!("{}: {}", bad.place, bad.problem)))?;
        let report = with_bar(|progress| match contest.counts_out() {
            true => {
                let budget = Budget::default().within(study.request.time.unwrap_or(EACH));
                let request = OddsRequest { budget, seed: study.request.seed, ..OddsRequest::default() };
                contest.odds_watched(&request, progress)
            }
            false => contest.study(&study.request, progress),
        });
        reports.push((value.clone(), report.map_err(|reason| fail(reason.to_string()))?));
    }
    if let Some(path) = &study.svg {
        write_new(path, &drawn(&opened, &vary, &reports))?;
    }
    if study.json {
        let at = |(value, report): &(String, Report)| {
            let figures: serde_json::Map<String, Value> = report
                .figures
                .iter()
                .map(|figure| {
                    let margin = figure.mean_margin;
                    (figure.key.to_owned(), json!({ "mean": figure.mean, "mean_margin": margin }))
                })
                .collect();
            json!({ "value": value, "exact": report.exact, "samples": report.samples, "figures": figures })
        };
        let values: Vec<Value> = reports.iter().map(at).collect();
        return Ok(wire::text(&json!({
            "system": opened.contest.system(), "battle": opened.name, "vary": vary.what, "values": values,
        })));
    }
    if study.csv {
        let mut text = String::from("value,figure,mean,low,high\n");
        for (value, report) in &reports {
            for figure in &report.figures {
                let margin = figure.mean_margin.unwrap_or(0.0);
                let (low, high) = (figure.mean - margin, figure.mean + margin);
                let _ = writeln!(text, "{value},{},{},{low},{high}", figure.key, figure.mean);
            }
        }
        return Ok(text);
    }
    Ok(varied_page(&opened, &vary, &reports))
}

/// The longest that the odds at one value may take.
const EACH: Duration = Duration::from_secs(20);

fn varied_page(opened: &OpenBattle, vary: &Vary, reports: &[(String, Report)]) -> String {
    let title = title_of(&opened.text).unwrap_or_else(|| opened.name.clone());
    let mut text = format!("{}\n", styled(HEAD, format!("{title}: {} varied", vary.what)));
    let Some((_, report)) = reports.first() else { return text };
    let about = match reports.iter().all(|(_, report)| report.exact) {
        true => "exact".to_owned(),
        false => format!("{} games or battles at each value, ± half the 95 % interval", report.samples),
    };
    let _ = writeln!(text, "{}\n", styled(DIM, about));
    let wide = reports.iter().map(|(value, _)| value.chars().count()).max().unwrap_or(0).max(5);
    // A line for each figure, a column for each value, broken where the terminal is narrow.
    let name = report.figures.iter().map(|figure| figure.words.chars().count()).max().unwrap_or(0);
    let cell = wide.max(if report.exact { 7 } else { 14 });
    let columns = (crate::paint::width().saturating_sub(name + 2) / (cell + 2)).max(1);
    for (index, part) in reports.chunks(columns).enumerate() {
        if index > 0 {
            text.push('\n');
        }
        let heads: String = part.iter().map(|(value, _)| format!("  {value:>cell$}")).collect();
        let _ = writeln!(text, "  {:name$}{}", "", styled(HEAD, heads));
        for (at, figure) in report.figures.iter().enumerate() {
            let cells: String =
                part.iter().map(|(_, report)| format!("  {:>cell$}", mean(&report.figures[at]))).collect();
            let pad = " ".repeat(name - figure.words.chars().count());
            let _ = writeln!(text, "  {}{pad}{cells}", figure.words);
        }
    }
    text
}

/// A figure's mean as people read it.
fn mean(figure: &FigureReport) -> String {
    let (of, sign) = scale(figure.unit);
    match figure.mean_margin {
        Some(margin) => format!("{:.1} ± {:.1}{sign}", figure.mean * of, margin * of),
        None => format!("{:.1}{sign}", figure.mean * of),
    }
}

fn drawn(opened: &OpenBattle, vary: &Vary, reports: &[(String, Report)]) -> String {
    let figures = reports.first().map_or(&[][..], |(_, report)| &report.figures[..]);
    let flags = figures.iter().enumerate().filter(|(_, figure)| figure.unit == Unit::Flag);
    let share =
        |report: &Report, at: usize| report.figures[at].yes().unwrap_or(Share { p: 0.0, interval: None });
    let lines = flags
        // What never happens at any value would only hide the axis.
        .filter(|(at, _)| reports.iter().any(|(_, report)| share(report, *at).p > 0.0))
        .map(|(at, figure)| Line {
            name: figure.words.clone(),
            points: reports
                .iter()
                .map(|(_, report)| {
                    let Share { p, interval } = share(report, at);
                    let (low, high) = interval.map_or((p, p), |interval| (interval.low, interval.high));
                    Point { p, low, high }
                })
                .collect(),
        })
        .collect();
    let title = title_of(&opened.text).unwrap_or_else(|| opened.name.clone());
    let values = reports.iter().map(|(value, _)| value.clone()).collect();
    Plot { title, across: vary.what.clone(), values, lines }.svg()
}

#[cfg(test)]
mod tests {
    use super::apart;

    #[test]
    fn a_small_difference_is_told_as_one() {
        let told = [(0.0, 0.0), (3.24, 1.06), (0.0244, 0.011), (-0.0021, 0.001), (0.00004, 0.00001)];
        let told = told.map(|(difference, margin)| apart(difference, margin));
        assert_eq!(told, ["+0.0 ± 0.0", "+3.2 ± 1.1", "+0.02 ± 0.01", "-0.002 ± 0.001", "+0.000 ± 0.000"]);
    }
}
