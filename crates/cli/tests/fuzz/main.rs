//! Any file that anybody can write is answered in time and within memory, or refused with a reason.
//!
//! `make test` tries some two hundred valid files; `GROGNARD_FUZZ=10000 cargo test --release -p grognard-cli --test
//! fuzz` is the long form, `GROGNARD_FUZZ_SEED` another series. What fails is printed as a file that
//! `grognard odds` can open.

mod damage;
mod forge;
mod games;
mod hard;

use forge::Forge;
use grognard::umpire::{BySide, Header, Kind};
use grognard::{
    Best, Budget, Contest, Fought, OddsRequest, Player, Progress, Report, StudyRequest, Unreckoned, systems,
};
use serde_json::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// What an answer may take, told to the program.
const TIME: Duration = Duration::from_millis(250);
/// What it may take at most of the processor's time, both cores together, where the system tells: by the clock on the
/// wall it depends on what else runs. The tests are built to be built quickly.
const SECONDS_MAX: f64 = if cfg!(debug_assertions) { 6.0 } else { 2.0 };
/// What the process may take in memory, this test and the program's text included.
const MEGABYTES_MAX: u64 = 300;

fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// The largest size the process has had, in megabytes, where the system tells.
fn megabytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok()).unwrap_or(0) / 1024
}

/// Kinds of which a random file is hardly ever valid, since troops are placed in it.
const WHOLE_BATTLES: [&str; 3] =
    ["days-of-empire/situation", "days-of-empire/umpire", "days-of-empire/umpired-battle"];

/// A kind of file with its schema and the ready files of that kind.
struct Mould {
    name: String,
    schema: Value,
    ready: Vec<Value>,
}

fn moulds() -> Vec<Mould> {
    let mut moulds = Vec::new();
    for system in systems() {
        let texts = system.battles().into_iter().chain(system.titles());
        let ready: Vec<Value> =
            texts.map(|(name, text)| grognard_charts::read(&name, text).unwrap()).collect();
        for kind in system.kinds {
            let ready = ready.iter().filter(|file| file["kind"] == kind.key).cloned().collect();
            let mut schema = (kind.schema)().to_value();
            // The schema says only that these are words.
            schema["properties"]["system"] = serde_json::json!({ "const": system.key });
            schema["properties"]["kind"] = serde_json::json!({ "const": kind.key });
            moulds.push(Mould { name: format!("{}/{}", system.key, kind.key), schema, ready });
        }
    }
    moulds
}

#[test]
fn any_valid_file_is_answered_within_its_limits() {
    let wanted = number("GROGNARD_FUZZ", 200);
    let seed = number("GROGNARD_FUZZ_SEED", 1);
    let moulds = moulds();
    let (mut valid, mut refused) = (0, 0);
    let mut by_mould = vec![0; moulds.len()];
    for attempt in 0..wanted * 40 {
        if valid >= wanted {
            break;
        }
        let at = attempt as usize % moulds.len();
        let mould = &moulds[at];
        let file = Forge::new(seed, attempt).file(&mould.schema, &mould.ready);
        let text = forge::toml(&file);
        let tried = catch_unwind(AssertUnwindSafe(|| match grognard::open("fuzz.toml", &text, &[]) {
            Ok(contest) => {
                check(contest.as_ref());
                true
            }
            Err(bad) => {
                assert!(!bad.to_string().trim().is_empty(), "refused without a reason");
                false
            }
        }));
        match tried {
            Ok(true) => {
                valid += 1;
                by_mould[at] += 1;
            }
            Ok(false) => refused += 1,
            Err(_) => panic!("{}, seed {seed}, attempt {attempt}:\n{text}", mould.name),
        }
        let size = megabytes();
        assert!(size <= MEGABYTES_MAX, "{size} MB after {}, attempt {attempt}:\n{text}", mould.name);
    }
    let counts: Vec<String> =
        moulds.iter().zip(&by_mould).map(|(mould, count)| format!("{} {count}", mould.name)).collect();
    // The long form is watched by somebody.
    #[allow(clippy::print_stdout)]
    if wanted > 200 {
        println!("{valid} answered, {refused} refused, {} MB: {}", megabytes(), counts.join(", "));
    }
    assert!(valid >= wanted, "only {valid} valid files: {counts:?}");
    // Troops put down at random overlap or stand off the table: such files are refused, whole or not.
    let rare = |name: &str| WHOLE_BATTLES.contains(&name);
    let none = |(mould, count): &(&Mould, &usize)| **count == 0 && !rare(&mould.name);
    let never: Vec<&str> = moulds.iter().zip(&by_mould).filter(none).map(|(m, _)| &*m.name).collect();
    assert!(wanted < 200 || never.is_empty(), "no valid file of {never:?}");
}

/// The processor's time that the process has taken, in seconds.
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name of the program stands in brackets before the fields that are counted.
    let fields: Vec<f64> =
        stat.rsplit(')').next().unwrap_or("").split(' ').map(|field| field.parse().unwrap_or(0.0)).collect();
    // In hundredths: what the program took, and what the system took for it.
    fields.get(12..14).map_or(0.0, |both| both.iter().sum::<f64>() / 100.0)
}

/// Does something and says if it takes too long.
fn timed<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let begun = processor_seconds();
    let result = work();
    let took = processor_seconds() - begun;
    assert!(took <= SECONDS_MAX, "{what} took {took} s");
    result
}

fn check(contest: &dyn Contest) {
    let budget = Budget::default().within(TIME);
    let request = OddsRequest { budget, margin: 0.02, ..OddsRequest::default() };
    match timed("odds", || contest.odds(&request)) {
        Ok(report) => {
            sound(&report);
            asked_more(&report);
            let best = OddsRequest { best: Some(Best::Both), ..request };
            if let Ok(report) = timed("best play", || contest.odds(&best)) {
                sound(&report);
                assert!(report.value.is_some_and(|(value, _)| value.is_finite()));
            }
            timed("a sample", || {
                sound(
                    &contest.simulate(&Fought { n: 40, seed: 1, time: None }, &Progress::default()).unwrap(),
                )
            });
            let players = BySide::new(Player::Random, Player::Policy);
            timed("a study", || {
                sound(&contest.study(&StudyRequest::of(players, 2, 1), &Progress::default()).unwrap())
            });
            // Either there are dice in it, or there are too many ways, or they are listed.
            let _ = timed("sequences", || contest.sequences(3));
        }
        // A battle may be so long that not one is fought to its end in this time; it is refused with the reason.
        Err(Unreckoned::NotInTime | Unreckoned::NoneEnded) => {}
        Err(reason) => {
            assert_eq!(reason, Unreckoned::WholeGame);
            timed("a game", || play_a_little(contest));
        }
    }
}

/// Probabilities are probabilities and sum to one.
fn sound(report: &Report) {
    let one = |what: &str, total: f64| {
        let tolerance = if report.exact { 1e-12 } else { 1e-6 };
        let whole =
            if report.samples == 0 { 1.0 - report.unsettled..=1.0 + report.unsettled } else { 1.0..=1.0 };
        let inside = (whole.start() - tolerance..=whole.end() + tolerance).contains(&total);
        assert!(inside, "{what} sum to {total}, {} unsettled", report.unsettled);
    };
    if report.samples > 0 || report.exact {
        one("ends", report.ends.total());
    }
    assert!(report.ends.iter().take(3).all(|end| !end.words.is_empty() && end.p.is_finite()));
    for figure in &report.figures {
        assert!(figure.mean.is_finite() && figure.deviation >= 0.0, "{figure:?}");
        if report.samples > 0 || report.exact {
            one(figure.key, figure.values.iter().map(|(_, share)| share.p).sum());
        }
        for (_, share) in &figure.values {
            let (low, high) = share.interval.map_or((share.p, share.p), |i| (i.low, i.high));
            assert!(0.0 <= low && low <= share.p + 1e-12 && share.p <= high + 1e-12 && high <= 1.0 + 1e-12);
        }
    }
}

/// Two figures together, and given what the first can be.
fn asked_more(report: &Report) {
    let [first, .., last] = &report.figures[..] else { return };
    let joint = report.joint(first.key, last.key).unwrap();
    let rows: Vec<f64> = joint.p.iter().map(|row| row.iter().sum()).collect();
    for (value, sum) in joint.rows.iter().zip(rows) {
        let p = first.values.iter().find(|(other, _)| other == value).map_or(0.0, |(_, share)| share.p);
        // Bounds without battles say nothing of single cells.
        assert!((p - sum).abs() < 1e-9 || report.samples == 0 && !report.exact, "{value}: {p} {sum}");
    }
    if let Some((value, share)) = first.values.last().filter(|(_, share)| share.p > 0.0)
        && let Ok(given) = report.given(&format!("{}={value}", first.key))
    {
        sound(&given);
        assert!((given.given_probability() - share.p).abs() < 1e-9);
    }
}

/// A campaign's first answers, each the first that is offered.
fn play_a_little(contest: &dyn Contest) {
    let mut play = contest.start(Header::default());
    let mut dice = grognard::umpire::Generator::new(1);
    for _ in 0..12 {
        if play.throw(&mut dice).is_some() {
            continue;
        }
        let pending = play.pending();
        let Some(question) = pending.first() else { return };
        let side = question.asking.by.expect("a decision belongs to a side");
        let options = match &question.kind {
            Kind::Choose { options, .. } | Kind::Order { offers: options, .. } => options,
            Kind::Roll(_) => unreachable!("dice were thrown"),
        };
        let key = options[dice.below(options.len() as u32) as usize].key.clone();
        play.answer(side, &key, Default::default()).expect("it was offered");
    }
}
