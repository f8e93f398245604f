//! How long it takes to open past moments of a journal: `cargo run --release -p grognard --example past -- game.journal`.
//! In processor time of this thread, which a busy machine leaves alone.

use grognard::umpire::Journal;
use std::time::Duration;

/// So many moments, evenly spread.
const MOMENTS: usize = 301;

/// What the system has counted for this thread, in nanoseconds.
fn cpu() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux counts it");
    let nanoseconds = text.split_whitespace().next().expect("its first figure");
    Duration::from_nanos(nanoseconds.parse().expect("a number"))
}

fn main() {
    let path = std::env::args().nth(1).expect("the journal of a game");
    let text = std::fs::read_to_string(&path).expect("a file");
    let journal = Journal::read(&text).expect("a journal");
    let header = journal.header();
    let contest = grognard::open(&header.title, &header.setup, &header.tables).expect("a game");
    let before = cpu();
    let play = contest.replay(&journal, &[]).expect("every entry follows from the rules");
    let whole = cpu() - before;
    let entries = journal.entries().len();
    let mut times: Vec<Duration> = (0..MOMENTS)
        .map(|at| {
            let before = cpu();
            let then = play.at(entries * at / (MOMENTS - 1)).expect("a moment of it");
            let took = cpu() - before;
            assert!(then.journal().entries().len() <= entries);
            took
        })
        .collect();
    times.sort();
    println!(
        "{path}: {entries} entries, opened in {whole:.1?}; {MOMENTS} moments: median {:.2?}, 95th of a hundred {:.2?}, longest {:.2?}",
        times[MOMENTS / 2],
        times[MOMENTS * 95 / 100],
        times[MOMENTS - 1]
    );
}
