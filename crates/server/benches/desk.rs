//! What the desk costs beside the library, as ratios within one run:
//!
//! - an odds request through the whole application against the library's own time for the same figures
//!   (wanted: at most 1.3 times that and 3 ms more);
//! - ten visitors typing at once against one (wanted: no more than the cores explain);
//! - opening a title as games are opened, from the shelf, against reading its texts and its system's charts anew, as an
//!   empty table of the players' own has it done (wanted: at most a tenth); and the library's own way, which reads the
//!   title's own texts each time and takes only the charts from a shelf;
//! - a reckoning that nobody waits for any more: how long its thread still works, its memory given back
//!   (wanted: at most 50 ms).
//!
//! The figures of a battle against the bare exact reckoning (wanted: at most 1.5 times) stand in the library's own table:
//! `cargo bench -p grognard --bench table`. Each line ends with whether it is as wanted.
//!
//! `cargo bench -p grognard-server --bench desk`; words after `--` choose parts: `odds`, `typing`, `shelf`, `stop`.

// A bench is read by people.
#![allow(clippy::print_stdout)]

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::Request;
use grognard::{Best, Budget, OddsRequest, Progress};
use grognard_server::{Hosts, app};
use grognard_wire::Battle;
use serde_json::json;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;
use tower::ServiceExt;

/// The aims of the Speed section.
const REQUEST_RATIO_MAX: f64 = 1.3;
const REQUEST_BEYOND: Duration = Duration::from_millis(3);
const SHELF_RATIO_MAX: f64 = 0.1;
const STOP_MAX: Duration = Duration::from_millis(50);
/// Ten visitors share the cores; so much more than their share may be lost in handing over.
const CROWD_SLACK: f64 = 1.2;

fn verdict(met: bool) -> &'static str {
    if met { "as wanted" } else { "MISSED" }
}

/// The shortest of so many rounds counts: of what takes long fewer, so that the whole is done in minutes.
const ROUNDS: usize = 15;
const ROUNDS_AT_LEAST: usize = 3;
const LONG_ENOUGH: Duration = Duration::from_secs(1);
/// Longer ones are sampled by the server, and nothing is to be compared.
const EXACT_WITHIN: Duration = Duration::from_millis(400);

/// The shortest time of each of two, in turns, so that whatever else the machine does befalls both.
fn best_of_both(mut one: impl FnMut(), mut two: impl FnMut()) -> (Duration, Duration) {
    let time = |work: &mut dyn FnMut()| {
        let begun = Instant::now();
        work();
        begun.elapsed()
    };
    let begun = Instant::now();
    let mut best = (Duration::MAX, Duration::MAX);
    for round in 0..ROUNDS {
        if round >= ROUNDS_AT_LEAST && begun.elapsed() > LONG_ENOUGH {
            break;
        }
        best = (best.0.min(time(&mut one)), best.1.min(time(&mut two)));
    }
    best
}

async fn ask(app: &Router, battle: &Battle, visitor: u8) {
    let mut request = Request::post("/api/odds")
        .header("host", "localhost")
        .header("content-type", "application/json")
        .body(Body::from(json!({ "battle": battle }).to_string()))
        .expect("a request");
    request.extensions_mut().insert(ConnectInfo(SocketAddr::from(([10, 0, 0, visitor], 4000))));
    let response = app.clone().oneshot(request).await.expect("an answer");
    assert!(response.status().is_success(), "{}", response.status());
    to_bytes(response.into_body(), 64 << 20).await.expect("a body");
}

/// What a request for odds takes beside the library.
fn requests(runtime: &Runtime, app: &Router) {
    let request = OddsRequest { budget: Budget::default().within(EXACT_WITHIN), ..OddsRequest::default() };
    println!("battle\tlibrary ms\trequest ms\tratio of what is left after 3 ms");
    let mut worst: f64 = 0.0;
    for system in grognard::systems() {
        for (name, text) in system.battles() {
            let battle = Battle::from_text(text).expect("a ready battle");
            let library = || {
                let contest = grognard::open(&name, text, &[]).expect("a ready battle");
                contest.odds(&request)
            };
            if !library().is_ok_and(|report| report.exact) {
                continue;
            }
            let (alone, through) =
                best_of_both(|| drop(library()), || runtime.block_on(ask(app, &battle, 1)));
            let beyond = through.saturating_sub(REQUEST_BEYOND);
            let ratio = beyond.as_secs_f64() / alone.as_secs_f64().max(1e-6);
            worst = worst.max(ratio);
            println!(
                "{}/{name}\t{:.2}\t{:.2}\t{ratio:.2}",
                system.key,
                alone.as_secs_f64() * 1e3,
                through.as_secs_f64() * 1e3
            );
        }
    }
    println!("the worst: {worst:.2} (wanted: {REQUEST_RATIO_MAX})\t{}", verdict(worst <= REQUEST_RATIO_MAX));
}

/// Ten visitors beside one.
fn visitors(runtime: &Runtime, app: &Router) {
    let text = grognard::system("eu9").and_then(|eu9| eu9.battle("pavia")).expect("Pavia");
    let pavia = Battle::from_text(text).expect("Pavia");
    const KEYSTROKES: usize = 8;
    let typing = |visitors: u8| {
        runtime.block_on(async {
            let all: Vec<_> = (0..visitors)
                .map(|visitor| {
                    let (app, battle) = (app.clone(), pavia.clone());
                    tokio::spawn(async move {
                        for _ in 0..KEYSTROKES {
                            ask(&app, &battle, visitor).await;
                        }
                    })
                })
                .collect();
            for one in all {
                one.await.expect("a visitor");
            }
        });
    };
    // One visitor's reckoning may run on several cores already: what they explain goes by the processor's time.
    let before = processor_time();
    typing(1);
    let worked = processor_time().zip(before).map(|(after, before)| after - before);
    let (one, ten) = best_of_both(|| typing(1), || typing(10));
    let cores = std::thread::available_parallelism().map_or(1, usize::from) as f64;
    let alone = worked.map_or(1.0, |worked| (worked.as_secs_f64() / one.as_secs_f64()).clamp(1.0, cores));
    let (crowd, explained) = (ten.as_secs_f64() / one.as_secs_f64(), (10.0 * alone / cores).max(1.0));
    println!(
        "ten visitors typing: {crowd:.2} times one visitor's time; one keeps {alone:.2} of {cores} cores busy, which explains \
         {explained:.1}\t{}",
        verdict(crowd <= explained * CROWD_SLACK)
    );
}

/// The processor's time that this process has had so far; none where the system does not tell.
fn processor_time() -> Option<Duration> {
    const TICKS_A_SECOND: u64 = 100;
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // After the name, which may hold anything.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<u64>().ok();
    Some(Duration::from_millis((ticks()? + ticks()?) * 1000 / TICKS_A_SECOND))
}

/// Opening a title with the shelf and without.
fn titles() {
    println!("title\tfrom the shelf ms\tits own texts read ms\twithout ms\tratio\tratio of its own texts");
    let anew = [("empty.toml".to_owned(), String::new())];
    for system in grognard::systems() {
        for (key, text) in system.titles() {
            let open = |house: &[(String, String)]| grognard::open(&key, text, house);
            if open(&[]).is_err() || open(&anew).is_err() {
                println!("{}/{key}\tcannot be opened so", system.key);
                continue;
            }
            let (shelf, without) =
                best_of_both(|| drop(grognard_server::shelved(&key, text, &[])), || drop(open(&anew)));
            let (own, again) = best_of_both(|| drop(open(&[])), || drop(open(&anew)));
            let without = without.min(again);
            let ratio = shelf.as_secs_f64() / without.as_secs_f64();
            println!(
                "{}/{key}\t{:.3}\t{:.3}\t{:.3}\t{ratio:.3}\t{:.2}\t{}",
                system.key,
                shelf.as_secs_f64() * 1e3,
                own.as_secs_f64() * 1e3,
                without.as_secs_f64() * 1e3,
                own.as_secs_f64() / without.as_secs_f64(),
                verdict(ratio <= SHELF_RATIO_MAX)
            );
        }
    }
}

/// Called off after so long: in the beginning, while it grows, and late.
const CALLED_OFF_AFTER_MS: [u64; 4] = [5, 40, 250, 1500];

/// How long a reckoning goes on that is called off while it runs; nothing where it was done before.
fn called_off(text: &str, best: Option<Best>, after: Duration) -> Option<Duration> {
    let progress = Arc::new(Progress::default());
    let (watched, text) = (Arc::clone(&progress), text.to_owned());
    let reckoning = std::thread::spawn(move || {
        let contest = grognard::open("called off", &text, &[]).expect("a ready battle");
        let request = OddsRequest { best, ..OddsRequest::default() };
        drop(contest.odds_watched(&request, &watched));
        Instant::now()
    });
    std::thread::sleep(after);
    progress.stop.store(true, Ordering::Relaxed);
    let told = Instant::now();
    let done = reckoning.join().expect("no panic");
    (done > told).then(|| done - told)
}

/// Every battle whose reckoning takes long enough to be called off, with and without best play.
fn stops() {
    println!("battle\tbest play\tgoes on for so many ms at most, called off four times");
    let mut worst = Duration::ZERO;
    for system in grognard::systems() {
        for (name, text) in system.battles() {
            for best in [None, Some(Best::Both)] {
                let ran = CALLED_OFF_AFTER_MS
                    .map(Duration::from_millis)
                    .into_iter()
                    .filter_map(|after| called_off(text, best, after))
                    .max();
                let Some(ran) = ran else { continue };
                worst = worst.max(ran);
                let by = if best.is_some() { "both" } else { "nobody" };
                println!("{}/{name}\t{by}\t{:.1}", system.key, ran.as_secs_f64() * 1e3);
            }
        }
    }
    let wanted = STOP_MAX.as_millis();
    println!(
        "the worst: {:.1} ms (wanted: {wanted})\t{}",
        worst.as_secs_f64() * 1e3,
        verdict(worst <= STOP_MAX)
    );
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let wanted = |word: &str| words.is_empty() || words.iter().any(|other| other == word);
    let runtime = Runtime::new().expect("threads");
    let app = app(Hosts::default());
    if wanted("odds") {
        requests(&runtime, &app);
    }
    if wanted("typing") {
        visitors(&runtime, &app);
    }
    if wanted("shelf") {
        titles();
    }
    if wanted("stop") {
        stops();
    }
}
