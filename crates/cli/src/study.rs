//! Studies of titles: the computer against itself, as a page, as CSV and as a picture.

use crate::Outcome;
use crate::args::HouseTables;
use crate::files::{OpenBattle, free, house_and_beside, title_text, write_new};
use crate::odds::{Limits, page, rows, title_of, with_bar, written};
use crate::{Failure, compare, stored};
use grognard::umpire::Unit;
use grognard::{FigureReport, Play, Report, Sees, Share, StudyRequest, Unreckoned};
use grognard_wire as wire;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// What to study, and how to tell it.
pub(crate) struct Study {
    pub(crate) title: String,
    pub(crate) entry: Option<usize>,
    pub(crate) side: Option<String>,
    pub(crate) request: StudyRequest,
    /// Another title to be played with the same dice, and its tables where they are not the same.
    pub(crate) against: Option<String>,
    pub(crate) against_tables: Option<HouseTables>,
    /// One number at several values.
    pub(crate) vary: Option<String>,
    /// Every other way a switch can stand, and the figure that is looked at; without a name the first.
    pub(crate) switches: Option<String>,
    pub(crate) tables: HouseTables,
    pub(crate) svg: Option<PathBuf>,
    pub(crate) json: bool,
    pub(crate) csv: bool,
}

/// A game to be played on from where it stands, and what whoever asks may see of it.
struct Moment {
    play: Box<dyn Play>,
    sees: Sees,
    words: String,
}

pub(crate) fn study(study: &Study) -> Outcome {
    if let Some(path) = &study.svg {
        // Said before the work is done, not after it.
        free(path)?;
    }
    if let Some(other) = &study.against {
        return compare::against(study, other);
    }
    if let Some(what) = &study.vary {
        return compare::vary(study, what);
    }
    if let Some(figure) = &study.switches {
        return compare::switches(study, figure);
    }
    let (opened, moment) = opened(study)?;
    let fail = |reason: Unreckoned| Failure(format!("{}: {reason}", opened.name));
    let begun = Instant::now();
    let report = with_bar(|progress| match &moment {
        Some(Moment { play, sees, .. }) => play.study(*sees, &study.request, progress),
        None => opened.contest.study(&study.request, progress),
    })
    .map_err(fail)?;
    let seconds = begun.elapsed().as_secs_f64();
    if let Some(path) = &study.svg {
        write_new(path, &picture(&opened, &report))?;
    }
    if study.json {
        // The same for a seed to the last character: the time it took stays out.
        let (system, battle) = (opened.contest.system(), opened.name.as_str());
        let (report, more) = (&report, Vec::new());
        return written(&wire::Told { report, system, battle, seconds: 0.0, ends: usize::MAX, more });
    }
    if study.csv {
        return Ok(csv(&report));
    }
    let limits = Limits { asked: study.request.games, time: study.request.time };
    let page = page(&opened, &report, "games", seconds) + &limits.told(report.samples, "games", seconds);
    Ok(moment.map_or(page.clone(), |moment| format!("{}\n{page}", moment.words)))
}

/// A title, a battle, or a journal's game at some moment.
fn opened(study: &Study) -> Result<(OpenBattle, Option<Moment>), Failure> {
    let path = Path::new(&study.title);
    let is_journal =
        study.entry.is_some() || path.extension().is_some_and(|extension| extension == "journal");
    if study.entry.is_some() && !path.exists() {
        let reason = "no such file; --entry goes with the journal of a game";
        return Err(Failure(format!("{}: {reason}", study.title)));
    }
    if !is_journal {
        if study.side.is_some() {
            return Err(Failure(
                "--side goes with a journal: a game that begins hides nothing yet".to_owned(),
            ));
        }
        let (name, text) = title_text(&study.title)?;
        let tables = house_and_beside(&name, &text, &study.tables)?;
        let contest = grognard::open(&name, &text, &tables)?;
        return Ok((OpenBattle { name, text, tables, contest }, None));
    }
    let play = stored::open_until(path, study.entry, &study.tables)?;
    let over = stored::open(path, &study.tables)?.end().is_some();
    let viewer = stored::looker(path, &*play, study.side.as_deref(), over)?;
    let sees = if over && study.side.is_none() { Sees::Everything } else { Sees::What(viewer) };
    let header = play.journal().header();
    let (name, text, tables) = (path.display().to_string(), header.setup.clone(), header.tables.clone());
    let contest = grognard::open(&header.title, &text, &tables)?;
    let entries = play.journal().entries().len();
    let words = format!("{name}, played on from entry {entries}");
    Ok((OpenBattle { name, text, tables, contest }, Some(Moment { play, sees, words })))
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
