//! What games cost on a server, besides the disk: the store lies in memory where the machine has a folder for that
//! (what the disk takes is measured by the bench of `grognard-store`).
//!
//! Wanted:
//! - a finished game of Army Group Center of about 2,300 entries opens in at most 50 ms on an idle core;
//! - taking back takes at most 20 ms at any length, a step of a replay at most 5 ms;
//! - with 200 games moving, 95 of 100 answers to a move come within 20 ms; an odds job or a computer's long thought
//!   beside them changes that by less than a quarter;
//! - 1,000 open games of Army Group Center and 1,000 event streams take less than 512 MiB;
//! - with 10,000 stored running games a server starts in less than a second.
//!
//! `cargo bench -p grognard-server --bench games`; words after `--` choose parts: `open`, `moves`, `memory`, `start`.
//! GROGNARD_GAMES=20 has fewer games move: what beside them changes can then be told on a machine that 200 keep busy.

// A bench is read by people.
#![allow(clippy::print_stdout)]

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{Method, Request, StatusCode};
use grognard::umpire::{DiceSource, Generator, Header, Journal, Kind, Pledge, Side};
use grognard::{Game, Seat};
use grognard_server::store::{EntryRow, NewGame, SeatRow, Store};
use grognard_server::upkeep::{Taken, bring_in};
use grognard_server::{Conduct, Games, Hosts, app_with};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};
use tower::ServiceExt;

const SECRET: [u8; 32] = [7; 32];
const TITLE: &str = "army-group-center";
/// So long are the games that are open at once.
const OPEN_ENTRIES: usize = 600;
const ROUNDS: usize = 9;
/// So many games move at once.
const GAMES: usize = 200;

static NUMBER: AtomicU32 = AtomicU32::new(0);

/// Two computers play a whole game; it is kept for the next run.
fn whole_game() -> Journal {
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("army-group-center.journal");
    if let Some(journal) = std::fs::read_to_string(&kept).ok().and_then(|text| Journal::read(&text).ok()) {
        return journal;
    }
    println!("two computers play a game first…");
    let text = grognard::system("damos").expect("DAMOS").titles();
    let text = text.into_iter().find(|(key, _)| key == TITLE).expect("the title").1;
    let header = Header {
        system: "damos".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        title: TITLE.to_owned(),
        setup: text.to_owned(),
        dice: DiceSource::Pledged(Pledge::commitment(&SECRET)),
        ..Header::default()
    };
    let mut play = grognard::open(TITLE, text, &[]).expect("the title").start(header);
    for side in Side::ALL {
        play.nonce(side, [1; 16]).expect("a nonce");
    }
    let mut game = Game::new(play);
    let mut random = Generator::new(1);
    while game.end().is_none() {
        game.house().open_due();
        let roll = match game.house().pending().first().map(|question| question.kind.clone()) {
            Some(Kind::Roll(roll)) => Some(roll),
            _ => None,
        };
        if let Some(roll) = roll {
            let journal = game.house().journal();
            let faces = Pledge::of(journal, SECRET).expect("a pledge").faces(journal.throws(), roll);
            game.house().faces(&faces).expect("faces");
            continue;
        }
        let Some(side) = game.to_decide().first().copied() else { break };
        let key = game.suggestion(Seat::Side(side)).expect("a computer").0;
        let salt = std::array::from_fn(|_| random.below(256) as u8);
        game.answer(Seat::Side(side), &key, salt).expect("its own answer");
    }
    game.house().open_due();
    game.house().dice_secret(SECRET).expect("over");
    let journal = game.kept_journal().clone();
    std::fs::write(&kept, journal.text()).expect("room");
    journal
}

/// A server whose store lies in a folder of its own.
struct Server {
    app: Router,
    games: Arc<Games>,
}

impl Server {
    async fn at(database: &str) -> Server {
        let store = Store::open(database).await.expect("a store");
        let conduct = Conduct { limits: 1e9, ..Conduct::default() };
        let games = Games::conducted(store, conduct);
        Server { app: app_with(Hosts::default(), Some(Arc::clone(&games))), games }
    }

    async fn send(
        &self,
        cookie: &str,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> (StatusCode, Value) {
        let response = self.response(cookie, method, path, body).await;
        let status = response.status();
        let body = to_bytes(response.into_body(), 64 << 20).await.expect("a body");
        (status, serde_json::from_slice(&body).unwrap_or(Value::Null))
    }

    async fn response(
        &self,
        cookie: &str,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> axum::response::Response {
        let [_, b, c, d] = NUMBER.fetch_add(1, Ordering::Relaxed).to_be_bytes();
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header("host", "localhost")
            .header("cookie", cookie)
            .header("content-type", "application/json")
            .body(body.map_or_else(Body::empty, |body| Body::from(body.to_string())))
            .expect("a request");
        request.extensions_mut().insert(ConnectInfo(SocketAddr::from(([10, b, c, d], 4000))));
        self.app.clone().oneshot(request).await.expect("an answer")
    }

    async fn guest(&self) -> String {
        let response = self.response("", Method::POST, "/api/guest", None).await;
        let cookie = response.headers()["set-cookie"].to_str().expect("text");
        cookie.split(';').next().expect("a cookie").to_owned()
    }

    async fn get(&self, cookie: &str, path: &str) -> Value {
        let (status, answer) = self.send(cookie, Method::GET, path, None).await;
        assert_eq!(status, StatusCode::OK, "{path}: {answer}");
        answer
    }

    async fn act(&self, cookie: &str, game: &str, view: &Value, act: Value) -> (StatusCode, Value) {
        let side = view["questions"][0]["by"].as_str().unwrap_or("first");
        let once = NUMBER.fetch_add(1, Ordering::Relaxed).to_string();
        let body = json!({ "side": side, "number": view["number"], "once": once, "act": act });
        self.send(cookie, Method::POST, &format!("/api/games/{game}/acts"), Some(body)).await
    }
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}

fn verdict(missed: bool) -> &'static str {
    if missed { "  MISSED" } else { "" }
}

/// The first entries of a game as if it were still running.
fn running(journal: &Journal, entries: usize) -> Taken {
    Taken {
        id: String::new(),
        journal: journal.first(entries),
        openings: openings(journal),
        secret: Some(SECRET),
    }
}

fn openings(journal: &Journal) -> Vec<(Side, grognard::umpire::Opening)> {
    let by = |opening: &grognard::umpire::Opening| match journal.entries()[opening.entry - 1].event {
        grognard::umpire::Event::Secret { by, .. } => by,
        _ => Side::First,
    };
    journal.openings().into_iter().map(|opening| (by(&opening), opening)).collect()
}

/// The game as it is brought in once, and then copied as often as it is wanted.
async fn copies(store: &Store, taken: &Taken, count: usize) -> Vec<String> {
    let (first, _) = bring_in(store, taken, "a game").await.expect("brought in");
    let row = store.game(&first).await.expect("a store").expect("the game");
    let entries: Vec<EntryRow> = store.entries(&first, 0).await.expect("a store");
    let mut ids = vec![first];
    for index in 1..count {
        let seat = |side: &str| SeatRow { side: side.to_owned(), account: None, name: None, computer: false };
        let game = NewGame {
            id: format!("copy-{index:08}"),
            title: row.title.clone(),
            name: row.name.clone(),
            header: row.header.clone(),
            dice_secret: row.dice_secret.clone(),
            creator: String::new(),
            invite: row.invite.clone(),
            listed: true,
            pace: "none".to_owned(),
            seats: vec![seat("first"), seat("second")],
        };
        store.add_game_with(&game, &entries).await.expect("room");
        ids.push(game.id);
    }
    ids
}

/// Opening, a step of a replay, taking back.
async fn opening(folder: &Path, journal: &Journal) {
    let database = format!("sqlite:{}", folder.join("open.db").display());
    let server = Server::at(&database).await;
    let whole = Taken { id: String::new(), journal: journal.clone(), openings: Vec::new(), secret: None };
    let (id, _) = bring_in(server.games.store(), &whole, "a game").await.expect("brought in");
    let path = format!("/api/games/{id}?seat=all&since={}", journal.entries().len());
    let (mut cold, mut warm) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let server = Server::at(&database).await;
        for times in [&mut cold, &mut warm] {
            let begun = Instant::now();
            server.get("", &path).await;
            times.push(begun.elapsed());
        }
    }
    let (cold, warm) =
        (cold.into_iter().min().unwrap_or_default(), warm.into_iter().min().unwrap_or_default());
    let took = milliseconds(cold.saturating_sub(warm));
    println!(
        "a game of {} entries opens in {took:.1} ms; looking at it takes {:.1} ms besides (wanted: 50){}",
        journal.entries().len(),
        milliseconds(warm),
        verdict(took > 50.0)
    );
    let mut steps = Vec::new();
    let last = journal.entries().len();
    server.get("", &path).await;
    for entry in (0..last).step_by((last / 40).max(1)).flat_map(|from| from..(from + 5).min(last)) {
        let begun = Instant::now();
        server.get("", &format!("/api/games/{id}?seat=all&at={entry}&since={entry}")).await;
        steps.push(begun.elapsed());
    }
    steps.sort();
    let (middle, late) = (milliseconds(steps[steps.len() / 2]), milliseconds(steps[steps.len() * 19 / 20]));
    println!(
        "a step of a replay takes {middle:.1} ms, 95 of 100 at most {late:.1} ms (wanted: 5){}",
        verdict(middle > 5.0)
    );
    // Taking back: the answer of whoever is asked, and back again, at several lengths.
    let (cookie, other) = (server.guest().await, server.guest().await);
    let mut slowest = Duration::ZERO;
    for length in [300, 900, 1500, 2100].into_iter().filter(|&length| length + 40 < last) {
        // Where somebody is asked an open question that he can answer and take back.
        for from in length..length + 40 {
            let (id, invite) =
                bring_in(server.games.store(), &running(journal, from), "a game").await.expect("brought in");
            let join = format!("/api/games/{id}/join");
            for who in [&cookie, &other] {
                server.send(who, Method::POST, &join, Some(json!({ "invite": invite }))).await;
            }
            let mut undone = false;
            for who in [&cookie, &other] {
                let view = server.get(who, &format!("/api/games/{id}")).await;
                let Some(key) = view["questions"][0]["options"][0]["key"].as_str() else { continue };
                server.act(who, &id, &view, json!({ "answer": key })).await;
                let after = server.get(who, &format!("/api/games/{id}")).await;
                let mut asked = after.clone();
                asked["questions"] = view["questions"].clone();
                let begun = Instant::now();
                let (status, _) = server.act(who, &id, &asked, json!("undo")).await;
                if status == StatusCode::OK {
                    let took = begun.elapsed();
                    slowest = slowest.max(took);
                    println!("  taking back after {from} entries: {:.1} ms", milliseconds(took));
                    undone = true;
                    break;
                }
            }
            if undone {
                break;
            }
        }
    }
    println!(
        "taking back takes at most {:.1} ms (wanted: 20){}",
        milliseconds(slowest),
        verdict(milliseconds(slowest) > 20.0)
    );
}

/// Two hundred games that move; what 95 of 100 answers take.
async fn moving(
    server: &Arc<Server>,
    games: &[(String, String)],
    lasts: Duration,
) -> (usize, Duration, Duration) {
    let stop = Arc::new(AtomicBool::new(false));
    let players: Vec<_> = games
        .iter()
        .cloned()
        .map(|(cookie, id)| {
            let (server, stop) = (Arc::clone(server), Arc::clone(&stop));
            tokio::spawn(async move {
                let mut times = Vec::new();
                let path = format!("/api/games/{id}");
                let mut random = Generator::new(u64::from(NUMBER.fetch_add(1, Ordering::Relaxed)));
                // Nobody moves in the same instant as everybody else.
                tokio::time::sleep(Duration::from_millis(u64::from(random.below(2000)))).await;
                while !stop.load(Ordering::Relaxed) {
                    let view = server.get(&cookie, &path).await;
                    let Some(options) =
                        view["questions"][0]["options"].as_array().filter(|all| !all.is_empty())
                    else {
                        break;
                    };
                    let key = options[random.below(options.len() as u32) as usize]["key"].clone();
                    let begun = Instant::now();
                    let (status, answer) = server.act(&cookie, &id, &view, json!({ "answer": key })).await;
                    assert_eq!(status, StatusCode::OK, "{answer}");
                    times.push(begun.elapsed());
                    tokio::time::sleep(Duration::from_millis(1500 + u64::from(random.below(1000)))).await;
                }
                times
            })
        })
        .collect();
    tokio::time::sleep(lasts).await;
    stop.store(true, Ordering::Relaxed);
    let mut times = Vec::new();
    for player in players {
        times.extend(player.await.expect("no panic"));
    }
    times.sort();
    let at = |part: usize| times.get(times.len() * part / 100).copied().unwrap_or_default();
    (times.len(), at(50), at(95))
}

async fn moves(folder: &Path) {
    let database = format!("sqlite:{}", folder.join("moves.db").display());
    let server = Arc::new(Server::at(&database).await);
    let mut games = Vec::new();
    let count = std::env::var("GROGNARD_GAMES").ok().and_then(|count| count.parse().ok()).unwrap_or(GAMES);
    for _ in 0..count {
        let cookie = server.guest().await;
        let body = json!({ "title": format!("damos/{TITLE}"), "side": "first", "opponent": "hot-seat", "dice": "thrown" });
        let (_, begun) = server.send(&cookie, Method::POST, "/api/games", Some(body)).await;
        games.push((cookie, begun["id"].as_str().expect("begun").to_owned()));
    }
    let lasts = Duration::from_secs(12);
    moving(&server, &games, Duration::from_secs(4)).await;
    let (count, middle, alone) = moving(&server, &games, lasts).await;
    println!(
        "{} games moving: {count} moves, half answered within {:.1} ms, 95 of 100 within {:.1} ms (wanted: 20){}",
        games.len(),
        milliseconds(middle),
        milliseconds(alone),
        verdict(milliseconds(alone) > 20.0),
    );
    let busy = Arc::new(AtomicBool::new(true));
    let odds = {
        let (server, busy) = (Arc::clone(&server), Arc::clone(&busy));
        tokio::spawn(async move {
            let text =
                grognard::system("ancient-world").and_then(|system| system.battle("cannae")).expect("Cannae");
            let battle = grognard_wire::Battle::from_text(text).expect("Cannae");
            while busy.load(Ordering::Relaxed) {
                server.send("", Method::POST, "/api/odds", Some(json!({ "battle": battle }))).await;
            }
        })
    };
    let (_, _, beside) = moving(&server, &games, lasts).await;
    busy.store(false, Ordering::Relaxed);
    odds.await.expect("no panic");
    say_beside("an odds job", alone, beside);
    let cookie = server.guest().await;
    let body = json!({ "title": format!("damos/{TITLE}"), "side": "first", "opponent": "computer", "dice": "thrown" });
    let (_, begun) = server.send(&cookie, Method::POST, "/api/games", Some(body)).await;
    let id = begun["id"].as_str().expect("begun");
    server.act(&cookie, id, &json!({ "number": 0 }), json!("hand-over")).await;
    let (_, _, beside) = moving(&server, &games, lasts).await;
    say_beside("two computers' thoughts", alone, beside);
    server.games.end();
}

fn say_beside(what: &str, alone: Duration, beside: Duration) {
    let more = 100.0 * (beside.as_secs_f64() / alone.as_secs_f64().max(1e-9) - 1.0);
    println!(
        "  with {what} beside them: 95 of 100 within {:.1} ms, {more:+.0} % (wanted: under +25 %){}",
        milliseconds(beside),
        verdict(more > 25.0)
    );
}

/// What this process holds in memory now, in MiB.
fn memory() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or("VmRSS: 0 kB");
    line.split_whitespace().nth(1).and_then(|number| number.parse::<f64>().ok()).unwrap_or_default() / 1024.0
}

async fn many_open(folder: &Path, journal: &Journal) {
    let database = format!("sqlite:{}", folder.join("memory.db").display());
    let store = Store::open(&database).await.expect("a store");
    let ids = copies(&store, &running(journal, OPEN_ENTRIES), 1_000).await;
    store.close().await;
    let server = Server::at(&database).await;
    server.get("", &format!("/api/games/{}", ids[0])).await;
    let before = memory();
    let begun = Instant::now();
    let mut streams = Vec::new();
    for id in &ids {
        streams.push(server.response("", Method::GET, &format!("/api/events?watch={id}"), None).await);
        server.get("", &format!("/api/games/{id}?since={OPEN_ENTRIES}")).await;
    }
    let opened = begun.elapsed();
    assert!(streams.iter().all(|stream| stream.status() == StatusCode::OK));
    // Looked at once more, those that are still open need not be opened again.
    let begun = Instant::now();
    for id in &ids {
        server.get("", &format!("/api/games/{id}?since={OPEN_ENTRIES}")).await;
    }
    let (all, grown) = (memory(), memory() - before);
    println!(
        "1,000 games of {OPEN_ENTRIES} entries and 1,000 streams: {all:.0} MiB, {grown:.0} of them theirs (wanted: under 512){}; \
         opened in {:.1} s, looked at again in {:.1} s",
        verdict(all > 512.0),
        opened.as_secs_f64(),
        begun.elapsed().as_secs_f64()
    );
}

async fn start(folder: &Path, journal: &Journal) {
    let database = format!("sqlite:{}", folder.join("start.db").display());
    let store = Store::open(&database).await.expect("a store");
    copies(&store, &running(journal, 60), 10_000).await;
    store.close().await;
    let begun = Instant::now();
    let server = Server::at(&database).await;
    server.get("", "/api/systems").await;
    let up = begun.elapsed();
    let clockwork = tokio::spawn(Arc::clone(&server.games).clockwork());
    server.get("", "/api/games/copy-00009999").await;
    let first = begun.elapsed();
    let cookie = server.guest().await;
    let begun = Instant::now();
    server.get(&cookie, "/api/games").await;
    let list = begun.elapsed();
    server.games.end();
    clockwork.await.expect("no panic");
    println!(
        "with 10,000 stored games a server answers after {:.0} ms and shows one of them after {:.0} (wanted: 1,000){}; \
         the list of open games takes {:.0} ms",
        milliseconds(up),
        milliseconds(first),
        verdict(first > Duration::from_secs(1)),
        milliseconds(list)
    );
}

fn main() {
    let shared = PathBuf::from("/dev/shm");
    let under = if shared.is_dir() { shared } else { std::env::temp_dir() };
    let folder = under.join(format!("grognard_bench_{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let chosen: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let wanted = |part: &str| chosen.is_empty() || chosen.iter().any(|word| word == part);
    let runtime = tokio::runtime::Runtime::new().expect("threads");
    runtime.block_on(async {
        let journal = whole_game();
        // First, while nothing else has grown.
        if wanted("memory") {
            many_open(&folder, &journal).await;
        }
        if wanted("open") {
            opening(&folder, &journal).await;
        }
        if wanted("moves") {
            moves(&folder).await;
        }
        if wanted("start") {
            start(&folder, &journal).await;
        }
    });
    let _ = std::fs::remove_dir_all(folder);
}
