//! Moves kept a second, against a plain loop that appends the same line to a file and calls `fdatasync`: slices of both
//! in turn, and the best tenth of each compared, because only that says what the machine can do while others use it.
//!
//! Wanted, with 1, 64 and 256 games: SQLite at least 0.6, 3.5 and 5 times the loop, PostgreSQL 0.12, 3 and 4.5; the one
//! notification of a batch costs less than a tenth.
//!
//! `sh crates/store/postgres.sh cargo bench -p grognard-store`; without PostgreSQL it is SQLite alone. The files lie in
//! the folder for temporary ones, or where `GROGNARD_BENCH_FOLDER` says.

// A bench is read by people.
#![allow(clippy::print_stdout)]

use grognard_store::{EntryRow, NewGame, Others, SeatRow, Store};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::{Duration, Instant};

const SLICE: Duration = Duration::from_millis(200);
const SLICES: usize = 20;
const GAMES: [usize; 3] = [1, 64, 256];
const SQLITE_WANTED: [f64; 3] = [0.6, 3.5, 5.0];
const POSTGRES_WANTED: [f64; 3] = [0.12, 3.0, 4.5];

/// As long as the lines of a game of Army Group Center are on average.
fn line(number: i64) -> String {
    format!(
        "{number} 5f0c1d2e3a4b5c6d first DAMOS-6.1-a [move a force, or stop moving] order => move 3-pz 2817 2918 3018; {:0>20}",
        number
    )
}

/// The best tenth of some slices, on average.
fn best_tenth(mut slices: Vec<f64>) -> f64 {
    slices.sort_by(|a, b| b.total_cmp(a));
    let best = &slices[..(slices.len() / 10).max(1)];
    best.iter().sum::<f64>() / best.len() as f64
}

/// One slice of the plain loop: lines a second.
fn plain(file: &mut File) -> f64 {
    let begun = Instant::now();
    let mut count = 0;
    while begun.elapsed() < SLICE {
        count += 1;
        file.write_all(line(count).as_bytes()).expect("room");
        file.sync_data().expect("a disk");
    }
    count as f64 / begun.elapsed().as_secs_f64()
}

/// A store with games that are moved in turn by somebody each, who waits for one move before he makes the next.
struct Moving {
    store: Arc<Store>,
    games: Vec<(String, Arc<AtomicI64>)>,
}

impl Moving {
    async fn at(address: &str, games: usize, others: Others) -> Moving {
        let store = Arc::new(Store::open_for(address, others).await.expect("a database"));
        let mut ids = Vec::new();
        for index in 0..games {
            // As long as a game's number is.
            let id = format!("{index:020}-{}", if others == Others::Told { "a" } else { "b" });
            store.add_game(&new_game(&id)).await.expect("room");
            ids.push((id, Arc::new(AtomicI64::new(0))));
        }
        Moving { store, games: ids }
    }

    /// One slice: moves a second.
    async fn slice(&self) -> f64 {
        let stop = Arc::new(AtomicBool::new(false));
        let begun = Instant::now();
        let players: Vec<_> = (self.games.iter().cloned())
            .map(|(id, number)| {
                let (store, stop) = (Arc::clone(&self.store), Arc::clone(&stop));
                tokio::spawn(async move {
                    let mut count = 0;
                    while !stop.load(Ordering::Relaxed) {
                        let number = number.fetch_add(1, Ordering::Relaxed) + 1;
                        store.append(&id, vec![entry(number)]).await.expect("kept");
                        count += 1;
                    }
                    count
                })
            })
            .collect();
        tokio::time::sleep(SLICE).await;
        stop.store(true, Ordering::Relaxed);
        let mut count = 0;
        for player in players {
            count += player.await.expect("no panic");
        }
        f64::from(count) / begun.elapsed().as_secs_f64()
    }
}

fn entry(number: i64) -> EntryRow {
    EntryRow {
        number,
        line: line(number),
        opening: None,
        once: Some(format!("first {number:032}")),
        turn: "first".to_owned(),
        by_order: None,
        clock: None,
        spoken: None,
        told: Some("Turn 3 of 12, 6 July: the 3rd Panzer Army moves to 2918 and attacks".to_owned()),
    }
}

fn new_game(id: &str) -> NewGame {
    let seat = |side: &str| SeatRow { side: side.to_owned(), account: None, name: None, computer: false };
    NewGame {
        id: id.to_owned(),
        title: "damos/army-group-center".to_owned(),
        name: "Army Group Center".to_owned(),
        header: "grognard-journal 2\n".to_owned(),
        dice_secret: None,
        creator: "a".to_owned(),
        invite: id.to_owned(),
        listed: false,
        pace: "none".to_owned(),
        seats: vec![seat("first"), seat("second")],
    }
}

/// Measures one database with so many games against the loop.
async fn against_the_loop(address: &str, games: usize, file: &mut File) -> (f64, f64) {
    let moving = Moving::at(address, games, Others::Told).await;
    moving.slice().await;
    let (mut kept, mut looped) = (Vec::new(), Vec::new());
    for _ in 0..SLICES {
        looped.push(plain(file));
        kept.push(moving.slice().await);
    }
    (best_tenth(kept), best_tenth(looped))
}

fn say(what: &str, games: usize, (kept, looped): (f64, f64), wanted: f64) {
    let verdict = if kept / looped >= wanted { "" } else { "  MISSED" };
    println!("{what}\t{games}\t{kept:.0}\t{looped:.0}\t{:.2}\twanted {wanted}{verdict}", kept / looped);
}

/// A fresh database on the server for the tests.
async fn fresh(server: &str, name: &str) -> String {
    let pool = sqlx::PgPool::connect(&format!("{server}/postgres")).await.expect("PostgreSQL");
    for statement in [format!("drop database if exists {name}"), format!("create database {name}")] {
        sqlx::query(sqlx::AssertSqlSafe(statement)).execute(&pool).await.expect("a database");
    }
    pool.close().await;
    format!("{server}/{name}")
}

async fn measure(folder: &Path) {
    let mut file = File::create(folder.join("plain")).expect("a file");
    println!("database\tgames\tmoves/s\tloop/s\tratio");
    for (games, wanted) in GAMES.into_iter().zip(SQLITE_WANTED) {
        let address = format!("sqlite:{}", folder.join(format!("{games}.db")).display());
        say("SQLite", games, against_the_loop(&address, games, &mut file).await, wanted);
    }
    let Ok(server) = std::env::var("GROGNARD_POSTGRES") else {
        println!("PostgreSQL was left out: run `sh crates/store/postgres.sh cargo bench -p grognard-store`");
        return;
    };
    for (games, wanted) in GAMES.into_iter().zip(POSTGRES_WANTED) {
        let address = fresh(&server, &format!("bench_{games}")).await;
        say("PostgreSQL", games, against_the_loop(&address, games, &mut file).await, wanted);
        // The same with nobody told, in turn with it.
        let told =
            Moving::at(&fresh(&server, &format!("bench_told_{games}")).await, games, Others::Told).await;
        let alone =
            Moving::at(&fresh(&server, &format!("bench_alone_{games}")).await, games, Others::None).await;
        let (mut with, mut without) = (Vec::new(), Vec::new());
        for _ in 0..SLICES {
            with.push(told.slice().await);
            without.push(alone.slice().await);
        }
        let (with, without) = (best_tenth(with), best_tenth(without));
        let lost = 100.0 * (1.0 - with / without);
        println!(
            "  telling the other servers\t{games}\t{with:.0}\t{without:.0} alone\t{lost:.1} % lost\twanted under 10 %"
        );
    }
}

fn main() {
    let under = std::env::var_os("GROGNARD_BENCH_FOLDER").map_or_else(std::env::temp_dir, PathBuf::from);
    let folder = under.join(format!("grognard_bench_{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    tokio::runtime::Runtime::new().expect("threads").block_on(measure(&folder));
    let _ = std::fs::remove_dir_all(folder);
}
