//! What the desk costs beside the library, as ratios within one run:
//!
//! - an odds request through the whole application against the library's own time for the same figures
//!   (wanted: at most 1.3 times that and 3 ms more);
//! - ten visitors typing at once against one (wanted: no more than the cores explain);
//! - opening a title with the charts on the shelf against reading them anew, as an empty table of the players' own
//!   has it done (wanted: at most a tenth).
//!
//! The figures of a battle against the bare exact reckoning (wanted: at most 1.5 times) stand in the library's own table:
//! `cargo bench -p grognard --bench table`. Each line ends with whether it is as wanted.
//!
//! `cargo bench -p grognard-server --bench desk`; words after `--` choose parts: `odds`, `typing`, `shelf`.

// A bench is read by people.
#![allow(clippy::print_stdout)]

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::Request;
use grognard::{Budget, OddsRequest};
use grognard_server::{Hosts, app};
use grognard_wire::Battle;
use serde_json::json;
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;
use tower::ServiceExt;

/// The aims of the Speed section.
const REQUEST_RATIO_MAX: f64 = 1.3;
const REQUEST_BEYOND: Duration = Duration::from_millis(3);
const SHELF_RATIO_MAX: f64 = 0.1;
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
    let (one, ten) = best_of_both(|| typing(1), || typing(10));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let (crowd, explained) = (ten.as_secs_f64() / one.as_secs_f64(), (10.0 / cores as f64).max(1.0));
    println!(
        "ten visitors typing: {crowd:.2} times one visitor's time; {cores} cores explain {explained:.1}\t{}",
        verdict(crowd <= explained * CROWD_SLACK)
    );
}

/// Opening a title with the shelf and without.
fn titles() {
    println!("title\twith the shelf ms\twithout ms\tratio");
    let anew = [("empty.toml".to_owned(), String::new())];
    for system in grognard::systems() {
        for (key, text) in system.titles() {
            let open = |house: &[(String, String)]| grognard::open(&key, text, house);
            if open(&[]).is_err() || open(&anew).is_err() {
                println!("{}/{key}\tcannot be opened so", system.key);
                continue;
            }
            let (with, without) = best_of_both(|| drop(open(&[])), || drop(open(&anew)));
            println!(
                "{}/{key}\t{:.3}\t{:.3}\t{:.2}\t{}",
                system.key,
                with.as_secs_f64() * 1e3,
                without.as_secs_f64() * 1e3,
                with.as_secs_f64() / without.as_secs_f64(),
                verdict(with.as_secs_f64() <= without.as_secs_f64() * SHELF_RATIO_MAX)
            );
        }
    }
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
}
