//! Odds and simulations, for people and programs.

use crate::args::BattleFile;
use crate::files::{OpenBattle, open};
use crate::paint::{BAR, DIM, HEAD, WARN, bar, percent, styled};
use crate::{Failure, Outcome, json};
use grognard::umpire::{BySide, Side, Unit};
use grognard::{Best, Contest, FigureReport, OddsRequest, Progress, Report};
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
    Ok(page(&opened, &report, seconds))
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
    Ok(page(&opened, &report, seconds))
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

pub(crate) fn page(opened: &OpenBattle, report: &Report, seconds: f64) -> String {
    let names: BySide<String> = opened.contest.side_names();
    let mut text = String::new();
    let title = title_of(&opened.text).unwrap_or_else(|| opened.name.clone());
    let _ = writeln!(text, "{}", styled(HEAD, format!("{title}: {} against {}", names.first, names.second)));
    let how = match report.exact {
        true => format!("exact, {} states, {:.1} ms", report.states, seconds * 1000.0),
        false => format!(
            "sampled, {} battles, {seconds:.2} s; ± is the half-width of the 95 % interval",
            report.samples
        ),
    };
    let how = if report.exact { styled(DIM, how) } else { styled(WARN, how) };
    let _ = writeln!(text, "{how}");
    best_lines(&mut text, report, &names);
    text.push('\n');
    flags(&mut text, report);
    for figure in report.figures.iter().filter(|figure| figure.unit != Unit::Flag) {
        distribution(&mut text, figure);
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
}

/// The yes-or-no figures, one bar each.
fn flags(text: &mut String, report: &Report) {
    let flags: Vec<&FigureReport> =
        report.figures.iter().filter(|figure| figure.unit == Unit::Flag).collect();
    let width = flags.iter().map(|figure| figure.words.chars().count()).max().unwrap_or(0);
    for figure in flags {
        let Some(share) = figure.yes() else { continue };
        let margin = share.interval.map_or(String::new(), |i| format!(" ± {:.2}", (i.high - i.low) * 50.0));
        let pad = " ".repeat(width - figure.words.chars().count());
        let _ = writeln!(
            text,
            "  {}{pad}  {:>8}{margin}  {}",
            figure.words,
            percent(share.p),
            styled(BAR, bar(share.p, BAR_WIDTH))
        );
    }
}

/// A counted figure: every value, how likely it is, and how likely at least that much.
fn distribution(text: &mut String, figure: &FigureReport) {
    let write = |value: f64| match figure.unit {
        Unit::Thirds => format!("{:.2}", value / 3.0),
        _ => format!("{value:.2}"),
    };
    let margin = figure.mean_margin.map_or(String::new(), |margin| format!(" ± {}", write(margin)));
    let mean = format!("mean {}{margin}, deviation {}", write(figure.mean), write(figure.deviation));
    let _ = writeln!(text, "\n{}  {}", styled(HEAD, &figure.words), styled(DIM, mean));
    let _ = writeln!(text, "  {}", styled(DIM, format!("{:>7}  {:>8}  {:>8}", "", "exactly", "at least")));
    let highest = figure.values.iter().map(|(_, share)| share.p).fold(0.0, f64::max);
    for (value, share) in &figure.values {
        let _ = writeln!(
            text,
            "  {:>7}  {:>8}  {:>8}  {}",
            number(*value, figure.unit),
            percent(share.p),
            percent(figure.at_least(*value)),
            styled(BAR, bar(share.p / highest, BAR_WIDTH))
        );
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
