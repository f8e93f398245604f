//! Odds and simulations, for people and programs.

use crate::args::BattleFile;
use crate::files::{OpenBattle, open};
use crate::paint::{BAR, DIM, HEAD, WARN, bar, percent, styled, width};
use crate::{Failure, Outcome};
use grognard::umpire::{BySide, Side, Unit};
use grognard::{
    Best, Contest, FigureReport, Fought, Interval, Joint, OddsRequest, Progress, Report, Share, Unreckoned,
};
use grognard_wire::{self as wire, Change, Sensitivity, sensitivity, switch_sensitivity};
use indicatif::{ProgressBar, ProgressStyle};
use std::fmt::Write as _;
use std::io::{IsTerminal, Write as _};
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// How wide a full bar is where there is room.
const BAR_WIDTH: usize = 40;

/// How wide a full bar is beside so many columns of words.
fn room(words: usize) -> usize {
    width().saturating_sub(words).min(BAR_WIDTH)
}

/// How many ends are listed, and how many are read to find those that read alike.
const ENDS_SHOWN: usize = 8;
const ENDS_READ: usize = 1_000;
/// How many ends JSON has unless told otherwise.
pub(crate) const ENDS_TOLD: usize = 20_000;
/// How many it has at most when all are asked for.
const ENDS_ALL_MAX: usize = 4_000_000;

/// What to work out and how to tell it.
pub(crate) struct Asked {
    pub(crate) request: OddsRequest,
    /// What is known of the end: `attacker-wins`, `attacker-losses>=3`.
    pub(crate) given: Vec<String>,
    /// Two figures to be set against each other.
    pub(crate) joint: Option<(String, String)>,
    pub(crate) ends: usize,
    /// The figure of which to tell what one more of anything would change; without a name the first.
    pub(crate) sensitivity: Option<String>,
    /// The figure of which to tell which switch would change most; without a name the first.
    pub(crate) switches: Option<String>,
    pub(crate) json: bool,
}

pub(crate) fn odds(battle: &BattleFile, asked: &Asked) -> Outcome {
    let opened = open(battle)?;
    let begun = Instant::now();
    let fail = |reason: Unreckoned| Failure(format!("{}: {reason}", opened.name));
    let mut report =
        with_bar(|progress| opened.contest.odds_watched(&asked.request, progress)).map_err(fail)?;
    let mut known = 1.0;
    for condition in &asked.given {
        report = report.given(condition).map_err(fail)?;
        known = report.given_probability();
    }
    let joint = asked.joint.as_ref().map(|(row, column)| report.joint(row, column));
    let joint = joint.transpose().map_err(fail)?;
    let seconds = begun.elapsed().as_secs_f64();
    let sensitivity = asked.sensitivity.as_ref().map(|figure| {
        let figure = Some(figure.as_str()).filter(|figure| !figure.is_empty());
        let time = asked.request.budget.time.unwrap_or(SENSITIVITY_TIME);
        let file = (opened.name.as_str(), opened.text.as_str(), &opened.tables[..]);
        with_bar(|progress| sensitivity(file, figure, time, progress))
    });
    let sensitivity =
        sensitivity.transpose().map_err(|reason| Failure(format!("{}: {reason}", opened.name)))?;
    let switches = asked.switches.as_ref().map(|figure| {
        let figure = Some(figure.as_str()).filter(|figure| !figure.is_empty());
        let time = asked.request.budget.time.unwrap_or(SENSITIVITY_TIME);
        let file = (opened.name.as_str(), opened.text.as_str(), &opened.tables[..]);
        with_bar(|progress| switch_sensitivity(file, figure, time, progress))
    });
    let switches = switches.transpose().map_err(|reason| Failure(format!("{}: {reason}", opened.name)))?;
    if !asked.json {
        let mut text = head(&opened, &report, "battles", seconds);
        if !asked.given.is_empty() {
            let _ = writeln!(text, "given {} ({})", asked.given.join(" and "), percent(known));
        }
        match &joint {
            Some(joint) => joint_table(&mut text, joint, &report),
            None => body(&mut text, &opened, &report),
        }
        if let Some(sensitivity) = &sensitivity {
            changes(&mut text, sensitivity, "What one more would change");
        }
        if let Some(switches) = &switches {
            changes(&mut text, switches, "Which switch matters most");
        }
        return Ok(text);
    }
    if asked.ends == usize::MAX && report.ends.len() > ENDS_ALL_MAX {
        let (name, count) = (&opened.name, report.ends.len());
        return Err(Failure(format!(
            "{name}: there are {count} ends, too many to list them all; ask for the likeliest, --ends 100000, or \
             for --summary"
        )));
    }
    let mut more = Vec::new();
    if !asked.given.is_empty() {
        more.push(("given", serde_json::json!({ "conditions": asked.given, "p": known })));
    }
    if let Some(Joint { row, column, rows, columns, p }) = joint {
        let value =
            serde_json::json!({ "row": row, "column": column, "rows": rows, "columns": columns, "p": p });
        more.push(("joint", value));
    }
    for (key, told) in [("sensitivity", sensitivity), ("switches", switches)] {
        let Some(Sensitivity { figure, p, changes }) = told else { continue };
        let change = |change: &Change| {
            let Change { what, from, to, p, exact } = change;
            serde_json::json!({ "what": what, "from": from, "to": to, "p": p, "exact": exact })
        };
        let changes: Vec<serde_json::Value> = changes.iter().map(change).collect();
        more.push((key, serde_json::json!({ "figure": figure, "p": p, "changes": changes })));
    }
    let (system, battle) = (opened.contest.system(), opened.name.as_str());
    written(&wire::Told { report: &report, system, battle, seconds, ends: asked.ends, more })
}

/// The longest that is spent on what one more of anything would change.
const SENSITIVITY_TIME: Duration = Duration::from_secs(60);
/// How many changes are shown, and the least that is worth a line.
const CHANGES_SHOWN: usize = 16;
const CHANGE_MIN: f64 = 0.0005;

/// What changes would do, a line each, those that matter most first.
fn changes(text: &mut String, sensitivity: &Sensitivity, what: &str) {
    let Sensitivity { figure, p, changes } = sensitivity;
    let head = format!("{what}: {figure}, now {}", percent(*p));
    let _ = writeln!(text, "\n{}", styled(HEAD, head));
    let telling: Vec<&Change> = changes.iter().filter(|change| (change.p - p).abs() >= CHANGE_MIN).collect();
    let width =
        telling.iter().take(CHANGES_SHOWN).map(|change| change.what.chars().count()).max().unwrap_or(0);
    for change in telling.iter().take(CHANGES_SHOWN) {
        let pad = " ".repeat(width.saturating_sub(change.what.chars().count()));
        let about = if change.exact { "" } else { ", about" };
        let points = format!("{:+.1} points", (change.p - p) * 100.0);
        let line = format!("{}{pad}  {points:>12}{about}", change.what);
        let _ = writeln!(text, "  {line}  {}", styled(DIM, format!("{} to {}", change.from, change.to)));
    }
    let rest = changes.len() - telling.len();
    if rest > 0 {
        let words = if rest == 1 {
            "1 other changes nothing".to_owned()
        } else {
            format!("{rest} others change nothing")
        };
        let _ = writeln!(text, "  {}", styled(DIM, words));
    }
}

/// Writes a report straight to standard output. A reader that has gone away, such as `head`, is no failure.
pub(crate) fn written(told: &wire::Told<'_>) -> Outcome {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    match told.write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure(format!("cannot write: {error}")))
        }
        _ => Ok(String::new()),
    }
}

pub(crate) fn simulate(battle: &BattleFile, fought: &Fought, as_json: bool, csv: bool) -> Outcome {
    let opened = open(battle)?;
    let begun = Instant::now();
    let fail = |reason: Unreckoned| Failure(format!("{}: {reason}", opened.name));
    let report = with_bar(|progress| opened.contest.simulate(fought, progress)).map_err(fail)?;
    let seconds = begun.elapsed().as_secs_f64();
    if as_json {
        // A simulation is the same for a seed to the last character: the time it took stays out.
        let (system, battle) = (opened.contest.system(), opened.name.as_str());
        let (report, more) = (&report, Vec::new());
        return written(&wire::Told { report, system, battle, seconds: 0.0, ends: usize::MAX, more });
    }
    if csv {
        let mut text = String::from("share,low,high,end\n");
        for end in report.ends.iter() {
            let (low, high) = end.interval.map_or((end.p, end.p), |interval| (interval.low, interval.high));
            let _ = writeln!(text, "{},{low},{high},\"{}\"", end.p, end.words.replace('"', "\"\""));
        }
        return Ok(text);
    }
    let limits = Limits { asked: fought.n, time: fought.time };
    Ok(page(&opened, &report, "battles", seconds) + &limits.told(report.samples, "battles", seconds))
}

/// What a sample was to have: how many, and the longest it might take.
pub(crate) struct Limits {
    pub(crate) asked: u64,
    pub(crate) time: Option<Duration>,
}

impl Limits {
    /// Where it ended before all were fought: how many were, and why. Else nothing.
    pub(crate) fn told(&self, done: u64, what: &str, seconds: f64) -> String {
        let Limits { asked, time } = *self;
        if done >= asked {
            return String::new();
        }
        let words = match time.map(|time| time.as_secs_f64()).filter(|time| seconds >= *time) {
            Some(time) => {
                format!(
                    "The time of {time} s was up after {done} of {asked} {what}; --seconds gives it more."
                )
            }
            None => format!("It ends so differently that memory was full after {done} of {asked} {what}."),
        };
        format!("\n{}\n", styled(WARN, words))
    }
}

/// Does something, with a bar on the terminal if it takes longer than a second.
pub(crate) fn with_bar<T: Send>(work: impl FnOnce(&Progress) -> T + Send) -> T {
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
            let bar = shown.get_or_insert_with(|| ProgressBar::new(SETTLED_WHOLE));
            show(bar, &progress);
        }
        if let Some(bar) = shown {
            bar.finish_and_clear();
        }
        work.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Probability settled is shown in thousandths.
const SETTLED_WHOLE: u64 = 1_000;

/// How far it has got: the probability settled while it is counted out, then the battles fought.
fn show(bar: &ProgressBar, progress: &Progress) {
    let due = progress.due.load(Relaxed);
    let template = match due {
        0 => "{wide_bar} {percent} % counted out",
        _ => "{wide_bar} {human_pos}/{human_len} {per_sec}, {eta} to go",
    };
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    bar.set_style(style);
    let (length, position) = match due {
        0 => (SETTLED_WHOLE, (progress.settled() * SETTLED_WHOLE as f64) as u64),
        _ => (due, progress.done.load(Relaxed)),
    };
    bar.set_length(length);
    bar.set_position(position);
}

/// A report for people; `what` is what was fought, where it was sampled.
pub(crate) fn page(opened: &OpenBattle, report: &Report, what: &str, seconds: f64) -> String {
    let mut text = head(opened, report, what, seconds);
    body(&mut text, opened, report);
    text
}

/// What it is and how it was come by.
fn head(opened: &OpenBattle, report: &Report, what: &str, seconds: f64) -> String {
    let names: BySide<String> = opened.contest.side_names();
    let title = title_of(&opened.text).unwrap_or_else(|| opened.name.clone());
    let title = styled(HEAD, format!("{title}: {} against {}", names.first, names.second));
    let (states, samples) = (report.states, report.samples);
    let settled = (1.0 - report.unsettled) * 100.0;
    let what = if samples == 1 { what.trim_end_matches('s') } else { what };
    let how = match (report.exact, samples) {
        (true, _) => styled(DIM, format!("exact, {states} states, {:.1} ms", seconds * 1000.0)),
        (false, _) if states == 0 => {
            styled(WARN, format!("sampled, {samples} {what}, {seconds:.2} s; in brackets the 95 % interval"))
        }
        (false, 0) => styled(
            WARN,
            format!("counted out to {settled:.2} %, {states} states, {seconds:.2} s; in brackets the bounds"),
        ),
        (false, _) => styled(
            WARN,
            format!(
                "too much to count out: {settled:.1} % is settled, the rest sampled, {samples} {what}, \
                 {seconds:.2} s; in brackets the 95 % interval"
            ),
        ),
    };
    format!("{title}\n{how}\n")
}

fn body(text: &mut String, opened: &OpenBattle, report: &Report) {
    readings_line(text, opened.contest.as_ref());
    best_lines(text, report, &opened.contest.side_names());
    text.push('\n');
    flags(text, report);
    for figure in report.figures.iter().filter(|figure| figure.unit != Unit::Flag) {
        distribution(text, figure, report.samples);
    }
    let alike = report.ends.alike(ENDS_READ);
    // Where no end was met twice, none is known to be likelier than another.
    let met_once = |(share, _): &(Share, String)| (share.p * report.samples as f64).round() <= 1.0;
    if report.states == 0 && alike.len() > 1 && alike.iter().all(met_once) {
        let words = format!("No two of the {} ends were alike; --json has them all", report.samples);
        let _ = writeln!(text, "\n{}", styled(DIM, words));
        return;
    }
    let _ = writeln!(text, "\n{}", styled(HEAD, "The likeliest ends"));
    for (share, words) in alike.iter().take(ENDS_SHOWN) {
        let _ = writeln!(text, "  {:>8}  {words}", chance(share));
    }
    let left = alike.len().saturating_sub(ENDS_SHOWN);
    if report.ends.len() > ENDS_READ {
        let more = format!("of {} ends; --json has them", report.ends.len());
        let _ = writeln!(text, "  {}", styled(DIM, more));
    } else if left > 0 {
        let _ = writeln!(text, "  {}", styled(DIM, format!("and {left} more; --json has them all")));
    }
}

/// How wide a column of two figures together is.
const JOINT_CELL: usize = 9;

/// A row for each value of the first figure, a column for each of the second's, with the sums of both.
fn joint_table(text: &mut String, joint: &Joint, report: &Report) {
    let figure = |key: &str| report.figures.iter().find(|figure| figure.key == key);
    let (Some(down), Some(across)) = (figure(&joint.row), figure(&joint.column)) else { return };
    let _ = writeln!(text, "\n{} (rows) against {} (columns)", styled(HEAD, &down.words), across.words);
    let heads = joint.columns.iter().map(|value| number(*value, across.unit)).chain(["all".to_owned()]);
    let heads: Vec<String> = heads.collect();
    let labels: Vec<String> = joint.rows.iter().map(|value| number(*value, down.unit)).collect();
    let sums = joint.columns.iter().enumerate().map(|(at, _)| joint.p.iter().map(|cells| cells[at]).sum());
    let sums: Vec<f64> = sums.collect();
    let rows: Vec<(&str, &[f64])> = labels
        .iter()
        .map(String::as_str)
        .zip(joint.p.iter().map(Vec::as_slice))
        .chain([("all", sums.as_slice())])
        .collect();
    let told = |p: f64| if p == 0.0 { "–".to_owned() } else { percent(p) };
    // So many columns as the terminal has room for, then the others below.
    let label = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0).max(3);
    let room = (width().saturating_sub(label + 2) / JOINT_CELL).max(1);
    let columns: Vec<usize> = (0..heads.len()).collect();
    for (index, part) in columns.chunks(room).enumerate() {
        if index > 0 {
            text.push('\n');
        }
        let line = |label_words: &str, cell: &dyn Fn(usize) -> String| {
            let cells: String = part.iter().map(|&at| format!("{:>JOINT_CELL$}", cell(at))).collect();
            format!("  {label_words:>label$}{cells}\n")
        };
        text.push_str(&line("", &|at| heads[at].clone()));
        for (name, cells) in &rows {
            let all: f64 = cells.iter().sum();
            text.push_str(&line(name, &|at| told(cells.get(at).copied().unwrap_or(all))));
        }
    }
}

pub(crate) fn title_of(battle: &str) -> Option<String> {
    let line = battle.lines().find(|line| line.starts_with("title = "))?;
    line.split('"').nth(1).map(str::to_owned)
}

/// The readings of unclear rules that are not at their defaults; the defaults stand in the system's README.
fn readings_line(text: &mut String, contest: &dyn Contest) {
    let readings = contest.readings();
    let turned: Vec<String> = readings
        .iter()
        .filter(|reading| !reading.is_default)
        .map(|reading| format!("{} {} ({})", reading.key, reading.value, reading.clause))
        .collect();
    let words = match (readings.len(), turned.len()) {
        (0, _) => return,
        (all, 0) => format!("readings: all {all} at their defaults"),
        (all, _) => format!("readings not at their defaults: {}; {all} in all", turned.join(", ")),
    };
    let _ = writeln!(text, "{}", styled(DIM, words));
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
    policy_table(text, report, names);
}

/// Best play as a table: what to do when, how often it comes to that, and what it gains over the next best.
fn policy_table(text: &mut String, report: &Report, names: &BySide<String>) {
    if report.policy.is_empty() {
        return;
    }
    let _ = writeln!(text, "\n{}", styled(HEAD, "What to do when"));
    let about = "met: how often it comes to that; gains: what it is worth beyond the next best, in points; right: how often \
                 it is the best there, where that hangs on more than is told";
    let _ = writeln!(text, "  {}", styled(DIM, about));
    for line in &report.policy {
        let when = if line.when.is_empty() { "always".to_owned() } else { format!("if {}", line.when) };
        let fits = match line.fits {
            fits if fits > 0.9995 => String::new(),
            fits => format!(", right {}", percent(fits)),
        };
        let rest = format!("{when} (met {}, gains {:.3}{fits})", met(line.met), line.gain);
        let _ = writeln!(
            text,
            "  {}, {}: {}  {}",
            names[line.by],
            line.topic.words(),
            line.words,
            styled(DIM, rest)
        );
    }
}

/// How often something is come to: a chance, or a mean number of times.
fn met(times: f64) -> String {
    if times <= 1.0 { percent(times) } else { format!("{times:.1} times") }
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
        let line = format!("  {}{pad}  {:>8}{interval}  ", figure.words, chance(&share));
        let bar = bar(share.p, room(line.chars().count()));
        let _ = writeln!(text, "{line}{}", styled(BAR, bar));
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
    let exactly = if rows.iter().all(|row| !row.label.contains(" to ")) { "exactly" } else { "within" };
    let _ = writeln!(text, "  {}", styled(DIM, format!("{:width$}  {exactly:>8}  {:>8}", "", "at least")));
    let highest = rows.iter().map(|row| row.share.p).fold(0.0, f64::max);
    for row in &rows {
        let at_least = Share { p: figure.at_least(row.from), interval: row.share.interval };
        let pad = " ".repeat(width - row.label.chars().count());
        let line = format!("  {pad}{}  {:>8}  {:>8}  ", row.label, chance(&row.share), chance(&at_least));
        let bar = bar(row.share.p / highest, room(line.chars().count()));
        let _ = writeln!(text, "{line}{}", styled(BAR, bar));
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
    // A value that nothing comes to has a row too: a gap is as telling as a bar.
    let whole = if figure.unit == Unit::Thirds && figure.values.iter().all(|(value, _)| value % 3 == 0) {
        3
    } else {
        1
    };
    let few = (last - first) / whole < ROWS_MAX as i64;
    let step = steps.into_iter().find(|step| (last - first) / step < ROWS_MAX as i64).unwrap_or(steps[5]);
    let step = if few { whole } else { step };
    let mut rows: Vec<Row> = Vec::new();
    for (value, share) in &figure.values {
        let from = value.div_euclid(step) * step;
        let next = rows.last().map_or(from, |row| row.from + step);
        rows.extend((0..(from - next).max(0) / step).map(|gap| {
            let share =
                Share { p: 0.0, interval: share.interval.map(|_| Interval::wilson(0, samples, 1.96)) };
            Row { label: label(next + gap * step, step, whole, figure.unit), from: next + gap * step, share }
        }));
        match rows.last_mut().filter(|row| row.from == from) {
            Some(row) => {
                let p = row.share.p + share.p;
                let count = (p * samples as f64).round() as u64;
                let interval = share.interval.map(|_| Interval::wilson(count, samples, 1.96));
                row.share = Share { p, interval };
            }
            None => {
                let label = label(from, step, whole, figure.unit);
                rows.push(Row { label, from, share: *share });
            }
        }
    }
    rows
}

/// What a row of a distribution is called: one value, or several that go together.
fn label(from: i64, step: i64, whole: i64, unit: Unit) -> String {
    match step == whole {
        true => number(from, unit),
        false => format!("{} to {}", number(from, unit), number(from + step - 1, unit)),
    }
}

pub(crate) fn number(value: i64, unit: Unit) -> String {
    match (unit, value / 3, value % 3) {
        (Unit::Thirds, whole, 0) => whole.to_string(),
        (Unit::Thirds, 0, thirds) => format!("{thirds}/3"),
        (Unit::Thirds, whole, thirds) => format!("{whole} {thirds}/3"),
        _ => value.to_string(),
    }
}
