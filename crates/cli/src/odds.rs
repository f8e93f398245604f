//! Odds and simulations, for people and programs.

use crate::args::BattleFile;
use crate::files::{OpenBattle, open};
use crate::paint::{BAR, DIM, HEAD, WARN, bar, percent, styled};
use crate::{Failure, Outcome, json};
use grognard::umpire::{BySide, Side, Unit};
use grognard::{Best, Contest, FigureReport, Interval, OddsRequest, Progress, Report, Share};
use indicatif::{ProgressBar, ProgressStyle};
use std::fmt::Write as _;
use std::io::IsTerminal;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// How wide a full bar is.
const BAR_WIDTH: usize = 40;
/// How many ends are listed.
const ENDS_SHOWN: usize = 8;

pub(crate) fn odds(
    battle: &BattleFile,
    sample: Option<u64>,
    seed: u64,
    best: Option<&str>,
    objective: Option<String>,
    as_json: bool,
) -> Outcome {
    let opened = open(battle)?;
    let begun = Instant::now();
    let report = match sample {
        Some(n) => with_progress(opened.contest.as_ref(), n, seed),
        None => {
            let best = best.map(|side| match side {
                "attacker" | "first" => Best::Side(Side::First),
                "defender" | "second" => Best::Side(Side::Second),
                _ => Best::Both,
            });
            let request = OddsRequest { seed, best, objective, ..OddsRequest::default() };
            opened.contest.odds(&request).map_err(|reason| Failure(format!("{}: {reason}", opened.name)))?
        }
    };
    let seconds = begun.elapsed().as_secs_f64();
    if as_json {
        return Ok(json::text(&json::report(&report, opened.contest.system(), &opened.name, seconds)));
    }
    Ok(page(&opened, &report, "battles", seconds))
}

pub(crate) fn simulate(battle: &BattleFile, n: u64, seed: u64, as_json: bool, csv: bool) -> Outcome {
    let opened = open(battle)?;
    let begun = Instant::now();
    let report = with_progress(opened.contest.as_ref(), n, seed);
    let seconds = begun.elapsed().as_secs_f64();
    if as_json {
        // A simulation is the same for a seed to the last character: the time it took stays out.
        return Ok(json::text(&json::report(&report, opened.contest.system(), &opened.name, 0.0)));
    }
    if csv {
        let mut text = String::from("share,low,high,end\n");
        for end in &report.ends {
            let (low, high) = end.interval.map_or((end.p, end.p), |interval| (interval.low, interval.high));
            let _ = writeln!(text, "{},{low},{high},\"{}\"", end.p, end.words.replace('"', "\"\""));
        }
        return Ok(text);
    }
    Ok(page(&opened, &report, "battles", seconds))
}

/// Fights `n` times.
fn with_progress(contest: &dyn Contest, n: u64, seed: u64) -> Report {
    with_bar(n, |progress| contest.simulate(n, seed, progress))
}

/// Does `n` of something, with a bar on the terminal if it takes longer than a second.
pub(crate) fn with_bar(n: u64, work: impl FnOnce(&Progress) -> Report + Send) -> Report {
    let progress = Progress::default();
    if !std::io::stderr().is_terminal() {
        return work(&progress);
    }
    std::thread::scope(|scope| {
        let work = scope.spawn(|| work(&progress));
        let begun = Instant::now();
        let mut shown: Option<ProgressBar> = None;
        while !work.is_finished() {
            std::thread::sleep(Duration::from_millis(20));
            if begun.elapsed() < Duration::from_secs(1) {
                continue;
            }
            let bar = shown.get_or_insert_with(|| {
                let style =
                    ProgressStyle::with_template("{bar:40} {human_pos}/{human_len} {per_sec}, {eta} to go");
                ProgressBar::new(n).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
            });
            bar.set_position(progress.done.load(Relaxed));
        }
        if let Some(bar) = shown {
            bar.finish_and_clear();
        }
        work.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// A report for people; `what` is what was fought, where it was sampled.
pub(crate) fn page(opened: &OpenBattle, report: &Report, what: &str, seconds: f64) -> String {
    let names: BySide<String> = opened.contest.side_names();
    let mut text = String::new();
    let title = title_of(&opened.text).unwrap_or_else(|| opened.name.clone());
    let _ = writeln!(text, "{}", styled(HEAD, format!("{title}: {} against {}", names.first, names.second)));
    let how = match report.exact {
        true => format!("exact, {} states, {:.1} ms", report.states, seconds * 1000.0),
        false => format!("sampled, {} {what}, {seconds:.2} s; in brackets the 95 % interval", report.samples),
    };
    let how = if report.exact { styled(DIM, how) } else { styled(WARN, how) };
    let _ = writeln!(text, "{how}");
    best_lines(&mut text, report, &names);
    text.push('\n');
    flags(&mut text, report);
    for figure in report.figures.iter().filter(|figure| figure.unit != Unit::Flag) {
        distribution(&mut text, figure, report.samples);
    }
    let _ = writeln!(text, "\n{}", styled(HEAD, "The likeliest ends"));
    for end in report.ends.iter().take(ENDS_SHOWN) {
        let _ = writeln!(text, "  {:>8}  {}", percent(end.p), end.words);
    }
    let left = report.ends.len().saturating_sub(ENDS_SHOWN);
    if left > 0 {
        let _ = writeln!(text, "  {}", styled(DIM, format!("and {left} more; --json has them all")));
    }
    text
}

pub(crate) fn title_of(battle: &str) -> Option<String> {
    let line = battle.lines().find(|line| line.starts_with("title = "))?;
    line.split('"').nth(1).map(str::to_owned)
}

fn best_lines(text: &mut String, report: &Report, names: &BySide<String>) {
    let Some((value, words)) = &report.value else { return };
    let who = match report.best {
        Some(Best::Side(side)) => format!("{} at its best", names[side]),
        _ => "both sides at their best".to_owned(),
    };
    let _ = writeln!(text, "{who}: {value:.3}, counted in {words}");
    for alternative in &report.alternatives {
        let name = &names[alternative.by];
        let weight = if alternative.weight > 0.0 { percent(alternative.weight) } else { String::new() };
        let _ = writeln!(
            text,
            "  {name}: {}  {:.3}  {}",
            alternative.words,
            alternative.value,
            styled(HEAD, weight)
        );
    }
    if let Some(payoffs) = &report.payoffs {
        payoff_table(text, report, payoffs, names);
    }
}

/// A row for each alternative of the first side, a column for each of the second's.
fn payoff_table(text: &mut String, report: &Report, payoffs: &[Vec<f64>], names: &BySide<String>) {
    let keys = |side: Side| -> Vec<&str> {
        report.alternatives.iter().filter(|a| a.by == side).map(|a| a.key.as_str()).collect()
    };
    let (rows, columns) = (keys(Side::First), keys(Side::Second));
    let first = rows.iter().map(|key| key.chars().count()).max().unwrap_or(0);
    let width = columns.iter().map(|key| key.chars().count()).max().unwrap_or(0).max(7);
    let head = format!("Each choice of {} (rows) against each of {} (columns)", names.first, names.second);
    let _ = writeln!(text, "\n{}", styled(HEAD, head));
    let heads: Vec<String> = columns.iter().map(|key| format!("{key:>width$}")).collect();
    let _ = writeln!(text, "  {:first$}  {}", "", heads.join("  "));
    for (key, row) in rows.iter().zip(payoffs) {
        let cells: Vec<String> = row.iter().map(|value| format!("{value:>width$.3}")).collect();
        let _ = writeln!(text, "  {key:first$}  {}", cells.join("  "));
    }
}

/// The yes-or-no figures, one bar each.
fn flags(text: &mut String, report: &Report) {
    let flags: Vec<&FigureReport> =
        report.figures.iter().filter(|figure| figure.unit == Unit::Flag).collect();
    let width = flags.iter().map(|figure| figure.words.chars().count()).max().unwrap_or(0);
    for figure in flags {
        let Some(share) = figure.yes() else { continue };
        let interval = share.interval.map_or(String::new(), |interval| {
            format!(" {:<15}", format!("({:.1} to {:.1})", interval.low * 100.0, interval.high * 100.0))
        });
        let pad = " ".repeat(width - figure.words.chars().count());
        let _ = writeln!(
            text,
            "  {}{pad}  {:>8}{interval}  {}",
            figure.words,
            chance(&share),
            styled(BAR, bar(share.p, BAR_WIDTH))
        );
    }
}

/// A share as people read it. What a sample did not meet is not thereby impossible, nor what it always met
/// certain.
fn chance(share: &Share) -> String {
    match share.interval {
        Some(_) => format!("{:.1} %", share.p * 100.0),
        None => percent(share.p),
    }
}

/// A counted figure: every value, or every few where there are many, how likely it is, and how likely at
/// least that much.
fn distribution(text: &mut String, figure: &FigureReport, samples: u64) {
    let write = |value: f64| match figure.unit {
        Unit::Thirds => format!("{:.2}", value / 3.0),
        _ => format!("{value:.2}"),
    };
    let margin = figure.mean_margin.map_or(String::new(), |margin| format!(" ± {}", write(margin)));
    let mean = format!("mean {}{margin}, deviation {}", write(figure.mean), write(figure.deviation));
    let _ = writeln!(text, "\n{}  {}", styled(HEAD, &figure.words), styled(DIM, mean));
    let rows = rows(figure, samples);
    let width = rows.iter().map(|row| row.label.chars().count()).max().unwrap_or(0).max(7);
    let exactly = if rows.len() == figure.values.len() { "exactly" } else { "within" };
    let _ = writeln!(text, "  {}", styled(DIM, format!("{:width$}  {exactly:>8}  {:>8}", "", "at least")));
    let highest = rows.iter().map(|row| row.share.p).fold(0.0, f64::max);
    for row in &rows {
        let at_least = Share { p: figure.at_least(row.from), interval: row.share.interval };
        let pad = " ".repeat(width - row.label.chars().count());
        let _ = writeln!(
            text,
            "  {pad}{}  {:>8}  {:>8}  {}",
            row.label,
            chance(&row.share),
            chance(&at_least),
            styled(BAR, bar(row.share.p / highest, BAR_WIDTH))
        );
    }
}

/// A row of a distribution: one value, or several that go together.
pub(crate) struct Row {
    pub(crate) label: String,
    from: i64,
    pub(crate) share: Share,
}

/// More rows than this and values go together.
const ROWS_MAX: usize = 24;

/// The rows of a distribution, of so many samples if it was sampled.
pub(crate) fn rows(figure: &FigureReport, samples: u64) -> Vec<Row> {
    let first = figure.values.first().map_or(0, |(value, _)| *value);
    let last = figure.values.last().map_or(0, |(value, _)| *value);
    let steps = if figure.unit == Unit::Thirds { [3, 6, 15, 30, 60, 150] } else { [2, 5, 10, 20, 50, 100] };
    let few = figure.values.len() <= ROWS_MAX;
    let step = steps.into_iter().find(|step| (last - first) / step < ROWS_MAX as i64).unwrap_or(steps[5]);
    let step = if few { 1 } else { step };
    let mut rows: Vec<Row> = Vec::new();
    for (value, share) in &figure.values {
        let from = value.div_euclid(step) * step;
        match rows.last_mut().filter(|row| row.from == from) {
            Some(row) => {
                let p = row.share.p + share.p;
                let count = (p * samples as f64).round() as u64;
                let interval = share.interval.map(|_| Interval::wilson(count, samples, 1.96));
                row.share = Share { p, interval };
            }
            None => {
                let label = match step {
                    1 => number(*value, figure.unit),
                    _ => format!("{} to {}", number(from, figure.unit), number(from + step - 1, figure.unit)),
                };
                rows.push(Row { label, from, share: *share });
            }
        }
    }
    rows
}

pub(crate) fn number(value: i64, unit: Unit) -> String {
    match (unit, value / 3, value % 3) {
        (Unit::Thirds, whole, 0) => whole.to_string(),
        (Unit::Thirds, 0, thirds) => format!("{thirds}/3"),
        (Unit::Thirds, whole, thirds) => format!("{whole} {thirds}/3"),
        _ => value.to_string(),
    }
}
