//! What one more or less of anything in a battle file would change: every number a side has is raised by one, every
//! yes turned to no, an LD added to every stack, and the odds worked out again.

use grognard::umpire::Unit;
use grognard::{Budget, OddsRequest, Progress, Report};
use std::time::Duration;
use toml::{Table, Value};

/// One thing changed, and what it does to the figure.
#[derive(Clone, PartialEq, Debug)]
pub struct Change {
    /// What was changed, as the file has it: `attacker.leader.fire`.
    pub what: String,
    /// What it was.
    pub from: String,
    /// What it was made.
    pub to: String,
    /// The figure's probability then.
    pub p: f64,
    /// Whether that was counted out.
    pub exact: bool,
}

/// How a figure hangs on what the sides have.
#[derive(Clone, PartialEq, Debug)]
pub struct Sensitivity {
    /// The figure's words.
    pub figure: String,
    /// Its probability as the file stands.
    pub p: f64,
    /// The changes, those that matter most first.
    pub changes: Vec<Change>,
}

/// Each change may cost as much as a small battle.
const EACH: Budget = Budget::of(200_000, 2_000_000);
/// More changes than this are not tried.
const TRIED_MAX: usize = 200;
/// The tables of a file that hold what a side has.
const SIDES: [&str; 4] = ["attacker", "defender", "first", "second"];
/// What a side would do and what it is called is not what it has.
const LEFT_ALONE: [&str; 4] = ["policy", "name", "country", "readings"];

/// A file's name, its text, and the players' own tables.
type File<'a> = (&'a str, &'a str, &'a [(String, String)]);

/// A change: what, from, to, and the text of the file with it.
type Changed = (String, String, String, String);

/// Works out what each other reading of an unclear rule, and each optional rule, changes of a yes-or-no figure, the
/// first of them unless one is named.
///
/// # Errors
/// Where the file cannot be read, has no such figure, or is no battle.
pub fn switch_sensitivity(
    file: File<'_>,
    figure: Option<&str>,
    time: Duration,
    progress: &Progress,
) -> Result<Sensitivity, String> {
    let (name, text, tables) = file;
    let system = grognard::open(name, text, tables).map_err(|error| error.to_string())?.system();
    let mut changed = Vec::new();
    for stands in grognard::switches_in(system, text) {
        // A profile is many switches at once, each of which is tried by itself.
        if stands.switch.key == "profile" {
            continue;
        }
        for other in stands.switch.alternatives().into_iter().filter(|other| other.word != stands.value) {
            if let Some(text) = grognard::turned(text, &stands, other.word) {
                changed.push((stands.path.clone(), stands.value.clone(), other.word.to_owned(), text));
            }
        }
    }
    weigh(file, changed, figure, time, progress)
}

/// Works out what one more or less of anything changes of a yes-or-no figure, the first of them unless one is named.
///
/// # Errors
/// Where the file cannot be read, has no such figure, or is no battle.
pub fn sensitivity(
    file: File<'_>,
    figure: Option<&str>,
    time: Duration,
    progress: &Progress,
) -> Result<Sensitivity, String> {
    let table: Table = toml::from_str(file.1).map_err(|error| error.message().to_owned())?;
    let mut changed = Vec::new();
    for side in SIDES {
        if let Some(value) = table.get(side) {
            vary(value, side, &mut |what, from, to, value| {
                let mut table = table.clone();
                table.insert(side.to_owned(), value);
                if let Ok(text) = toml::to_string(&table) {
                    changed.push((what, from, to, text));
                }
            });
        }
    }
    weigh(file, changed, figure, time, progress)
}

/// The odds of a figure under each change.
fn weigh(
    (name, text, tables): File<'_>,
    mut changed: Vec<Changed>,
    figure: Option<&str>,
    time: Duration,
    progress: &Progress,
) -> Result<Sensitivity, String> {
    changed.truncate(TRIED_MAX);
    let each = time / (changed.len() as u32 + 1);
    let odds = |text: &str| -> Result<Report, String> {
        let contest = grognard::open(name, text, tables).map_err(|error| error.to_string())?;
        let request = OddsRequest { budget: EACH.within(each), margin: 0.005, ..OddsRequest::default() };
        contest.odds_watched(&request, progress).map_err(|why| why.to_string())
    };
    let whole = odds(text)?;
    let flags = || whole.figures.iter().filter(|figure| figure.unit == Unit::Flag);
    let wanted = match figure {
        None => flags().next(),
        Some(key) => flags().find(|figure| figure.key == key),
    };
    let Some(wanted) = wanted else {
        let keys: Vec<&str> = flags().map(|figure| figure.key).collect();
        return Err(format!("name a figure that is yes or no; there are {}", keys.join(", ")));
    };
    let share = |report: &Report| {
        let figure = report.figures.iter().find(|figure| figure.key == wanted.key);
        figure.and_then(grognard::FigureReport::yes).map(|share| share.p)
    };
    let p = share(&whole).unwrap_or(0.0);
    let mut changes = Vec::new();
    for (what, from, to, text) in changed {
        if progress.stopped() {
            return Err("it was called off".to_owned());
        }
        // What the rules do not allow is no change that anybody could make.
        let Ok(report) = odds(&text) else { continue };
        let Some(then) = share(&report) else { continue };
        changes.push(Change { what, from, to, p: then, exact: report.exact });
    }
    // Stable: what matters equally stays in the order of the file.
    changes.sort_by(|one, other| (other.p - p).abs().total_cmp(&(one.p - p).abs()));
    Ok(Sensitivity { figure: wanted.words.clone(), p, changes })
}

/// Hands on every value that differs from this one in one place.
fn vary(value: &Value, path: &str, each: &mut dyn FnMut(String, String, String, Value)) {
    match value {
        Value::Integer(number) => {
            let more = number.saturating_add(1);
            each(path.to_owned(), number.to_string(), more.to_string(), Value::Integer(more));
        }
        Value::Boolean(flag) => {
            let words = |flag: bool| if flag { "yes" } else { "no" }.to_owned();
            each(path.to_owned(), words(*flag), words(!flag), Value::Boolean(!flag));
        }
        // A stack is written as its counters.
        Value::String(counters) if path.ends_with(".counters") => {
            let more = format!("{counters} LD");
            each(path.to_owned(), counters.clone(), more.clone(), Value::String(more));
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                let name = item.get("name").and_then(Value::as_str);
                let path = name.map_or(format!("{path} {}", index + 1), |name| format!("{path} {name}"));
                vary(item, &path, &mut |what, from, to, value| {
                    let mut items = items.clone();
                    items[index] = value;
                    each(what, from, to, Value::Array(items));
                });
            }
        }
        Value::Table(table) => {
            for (key, item) in table.iter().filter(|(key, _)| !LEFT_ALONE.contains(&key.as_str())) {
                vary(item, &format!("{path}.{key}"), &mut |what, from, to, value| {
                    let mut table = table.clone();
                    table.insert(key.clone(), value);
                    each(what, from, to, Value::Table(table));
                });
            }
        }
        Value::String(_) | Value::Float(_) | Value::Datetime(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(system: &str, battle: &str, figure: Option<&str>) -> Result<Sensitivity, String> {
        let text = grognard::system(system).unwrap().battle(battle).unwrap();
        sensitivity((battle, text, &[]), figure, Duration::from_secs(60), &Progress::default())
    }

    /// A better leader and one LD more help the attacker, and the file's own odds are the measure.
    #[test]
    fn one_more_of_anything_changes_the_odds() {
        let found = of("eu9", "cerignola", None).unwrap();
        let text = grognard::system("eu9").unwrap().battle("cerignola").unwrap();
        let report = grognard::open("cerignola", text, &[]).unwrap().odds(&OddsRequest::default()).unwrap();
        assert_eq!((&found.figure, found.p), (&report.figures[0].words, report.figures[0].yes().unwrap().p));
        let change = |what: &str| found.changes.iter().find(|change| change.what == what);
        let more = change("attacker.counters").expect("an LD more");
        assert!(more.exact && more.to == format!("{} LD", more.from), "{more:?}");
        assert!(more.p > found.p, "{more:?} against {}", found.p);
        let first = (found.changes[0].p - found.p).abs();
        assert!(found.changes.iter().all(|change| (change.p - found.p).abs() <= first));
        assert!(found.changes.iter().all(|change| !change.what.contains("policy")));
        let refusal = of("eu9", "cerignola", Some("attacker-losses")).unwrap_err();
        assert!(refusal.contains("attacker-wins"), "{refusal}");
    }
}
