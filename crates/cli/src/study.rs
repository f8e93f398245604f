//! Studies of titles: the computer against itself, as a page, as CSV and as a picture.

use crate::args::HouseTables;
use crate::files::{OpenBattle, house_and_beside, title_text, write_new};
use crate::odds::{page, rows, title_of, with_bar, written};
use crate::{Outcome, json};
use grognard::umpire::{BySide, Unit};
use grognard::{FigureReport, Player, Report, Share};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Instant;

/// What to study, and how to tell it.
pub(crate) struct Study {
    pub(crate) title: String,
    pub(crate) games: u64,
    pub(crate) seed: u64,
    pub(crate) players: BySide<String>,
    pub(crate) tables: HouseTables,
    pub(crate) svg: Option<PathBuf>,
    pub(crate) json: bool,
    pub(crate) csv: bool,
}

pub(crate) fn study(study: &Study) -> Outcome {
    let (name, text) = title_text(&study.title)?;
    let tables = house_and_beside(&name, &text, &study.tables)?;
    let contest = grognard::open(&name, &text, &tables)?;
    let opened = OpenBattle { name, text, tables, contest };
    let players = BySide::from_fn(|side| match study.players[side].as_str() {
        "policy" => Player::Policy,
        "random" => Player::Random,
        _ => Player::Computer,
    });
    let begun = Instant::now();
    let report = with_bar(|progress| opened.contest.study(players, study.games, study.seed, progress));
    let seconds = begun.elapsed().as_secs_f64();
    if let Some(path) = &study.svg {
        write_new(path, &picture(&opened, &report))?;
    }
    if study.json {
        // The same for a seed to the last character: the time it took stays out.
        let (system, battle) = (opened.contest.system(), opened.name.as_str());
        let (report, more) = (&report, Vec::new());
        return written(&json::Told { report, system, battle, seconds: 0.0, ends: usize::MAX, more });
    }
    if study.csv {
        return Ok(csv(&report));
    }
    Ok(page(&opened, &report, "games", seconds))
}

/// Every value of every figure, a line each.
fn csv(report: &Report) -> String {
    let mut text = String::from("figure,value,share,low,high\n");
    for figure in &report.figures {
        for (value, share) in &figure.values {
            let (low, high) = ends(share);
            let _ = writeln!(text, "{},{value},{},{low},{high}", figure.key, share.p);
        }
    }
    text
}

fn ends(share: &Share) -> (f64, f64) {
    share.interval.map_or((share.p, share.p), |interval| (interval.low, interval.high))
}

/// The picture's measures, in pixels.
const WIDTH: f64 = 720.0;
const LEFT: f64 = 250.0;
const LINE: f64 = 22.0;
const ROOM: f64 = WIDTH - LEFT - 90.0;

/// The figures as bars, each with its interval as a whisker. Colours follow the reader's light or dark theme.
fn picture(opened: &OpenBattle, report: &Report) -> String {
    let mut body = String::new();
    let names = opened.contest.side_names();
    let title = title_of(&opened.text).unwrap_or_else(|| opened.name.clone());
    let mut y = 34.0;
    let _ = writeln!(body, r#"<text class="title" x="16" y="{y}">{}</text>"#, escaped(&title));
    y += 22.0;
    let about = format!(
        "{} against {}, {} games; whiskers are 95 % intervals",
        names.first, names.second, report.samples
    );
    let _ = writeln!(body, r#"<text class="about" x="16" y="{y}">{}</text>"#, escaped(&about));
    y += 18.0;
    for figure in report.figures.iter().filter(|figure| figure.unit == Unit::Flag) {
        if let Some(share) = figure.yes() {
            y += LINE;
            bar(&mut body, y, &figure.words, share, 1.0);
        }
    }
    for figure in report.figures.iter().filter(|figure| figure.unit != Unit::Flag) {
        distribution(&mut body, &mut y, figure, report.samples);
    }
    y += 20.0;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {y}\" width=\"{WIDTH}\" height=\"{y}\" \
         font-family=\"system-ui, sans-serif\" font-size=\"13\">\n<style>{STYLE}</style>\n\
         <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n{body}</svg>\n"
    )
}

/// Light by default, dark where the reader's theme is.
const STYLE: &str = "
.paper { fill: #ffffff; } text { fill: #1a1a1a; } .bar { fill: #3b6ea5; }
.about, .share { fill: #666677; } .whisker { stroke: #1a1a1a; stroke-width: 1.5; }
.title { font-size: 18px; font-weight: 600; } .head { font-weight: 600; }
@media (prefers-color-scheme: dark) {
.paper { fill: #16181c; } text { fill: #e8e8e8; } .bar { fill: #6fa3dc; }
.about, .share { fill: #99aaaa; } .whisker { stroke: #e8e8e8; }
}
";

fn distribution(body: &mut String, y: &mut f64, figure: &FigureReport, samples: u64) {
    *y += LINE * 1.7;
    let mean = match figure.unit {
        Unit::Thirds => figure.mean / 3.0,
        _ => figure.mean,
    };
    let _ = writeln!(
        body,
        r#"<text class="head" x="16" y="{y}">{}</text><text class="about" x="{LEFT}" y="{y}">mean {mean:.2}</text>"#,
        escaped(&figure.words)
    );
    let rows = rows(figure, samples);
    let highest = rows.iter().map(|row| ends(&row.share).1).fold(0.0, f64::max);
    for row in &rows {
        *y += LINE;
        bar(body, *y, &row.label, row.share, highest);
    }
}

/// A bar with its label on the left and its share on the right; a full one stands for `full`.
fn bar(body: &mut String, y: f64, label: &str, share: Share, full: f64) {
    let (low, high) = ends(&share);
    let at = |p: f64| LEFT + ROOM * p / full;
    let (top, middle) = (y - 12.0, y - 4.5);
    let _ = writeln!(
        body,
        r#"<text x="{}" y="{y}" text-anchor="end">{}</text><rect class="bar" x="{LEFT}" y="{top}" width="{:.1}" height="15" rx="2"/><line class="whisker" x1="{:.1}" x2="{:.1}" y1="{middle}" y2="{middle}"/><text class="share" x="{:.1}" y="{y}">{:.1} %</text>"#,
        LEFT - 10.0,
        escaped(label),
        at(share.p) - LEFT,
        at(low),
        at(high),
        at(high) + 8.0,
        share.p * 100.0
    );
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
