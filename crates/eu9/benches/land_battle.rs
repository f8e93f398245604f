//! The land battle at speed: exact odds, sampling, best play, and a session's answer.
//!
//! `by_hand` is the same battle written out once more as bare loops over arrays, the yardstick for what
//! generality costs; see `benches/by_hand/mod.rs`.

mod by_hand;

use divan::{Bencher, black_box, counter::ItemsCount};
use grognard_eu9::{BATTLES, Battle, Charts, Contest, Engagement, open};
use grognard_odds::{Best, Budget, Progress, best, exact, sample};
use grognard_umpire::{Choice, Generator, Header, Playable, Session, Side};
use std::sync::Arc;

fn main() {
    divan::main();
}

fn battle(file: &str) -> (Battle, Arc<Engagement>) {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let text = BATTLES.get_file(file).unwrap().contents_utf8().unwrap();
    match open(file, text, &charts).unwrap() {
        Contest::LandBattle(start, engagement) => (start, engagement),
        #[allow(unreachable_patterns)]
        _ => unreachable!("a land battle"),
    }
}

const FILE: &str = "italian-plain.toml";

#[divan::bench]
fn exact_odds(bencher: Bencher<'_, '_>) {
    let (start, engagement) = battle(FILE);
    let decide = |state: &Battle, choice: &Choice<'_>| state.policy(&engagement, choice);
    bencher.bench(|| exact(black_box(&start), &engagement, &decide, Budget::default()).unwrap());
}

#[divan::bench]
fn exact_odds_by_hand(bencher: Bencher<'_, '_>) {
    bencher.bench(by_hand::odds);
}

#[divan::bench(sample_count = 10)]
fn sampled_by_hand_on_one_core(bencher: Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(SAMPLES)).bench(|| {
        let mut dice = Generator::new(1);
        let mut counts = vec![0u64; 1 << 16];
        for _ in 0..SAMPLES {
            counts[by_hand::fight(&mut dice) as usize & 0xffff] += 1;
        }
        counts
    });
}

#[divan::bench]
fn best_play_of_both(bencher: Bencher<'_, '_>) {
    let (start, engagement) = battle(FILE);
    let decide = |state: &Battle, choice: &Choice<'_>| state.policy(&engagement, choice);
    let objective = |side: Side, end: &grognard_eu9::End| Battle::objective(&engagement, side, end);
    bencher.bench(|| {
        best(&start, &engagement, Best::Both, &objective, &decide, Budget::default()).unwrap().value()
    });
}

const SAMPLES: u64 = 1 << 20;

#[divan::bench(sample_count = 10)]
fn sampled_on_all_cores(bencher: Bencher<'_, '_>) {
    let (start, engagement) = battle(FILE);
    let decide = |state: &Battle, choice: &Choice<'_>| state.policy(&engagement, choice);
    bencher
        .counter(ItemsCount::new(SAMPLES))
        .bench(|| sample(black_box(&start), &engagement, &decide, SAMPLES, 1, &Progress::default()));
}

#[divan::bench(sample_count = 10)]
fn sampled_on_one_core(bencher: Bencher<'_, '_>) {
    let (start, engagement) = battle(FILE);
    let decide = |state: &Battle, choice: &Choice<'_>| state.policy(&engagement, choice);
    bencher.counter(ItemsCount::new(SAMPLES)).bench(|| {
        grognard_odds::sample_on(1, black_box(&start), &engagement, &decide, SAMPLES, 1, &Progress::default())
    });
}

/// Running the rules for every battle, as larger procedures must.
#[divan::bench(sample_count = 10)]
fn sampled_live_on_one_core(bencher: Bencher<'_, '_>) {
    let (start, engagement) = battle(FILE);
    let decide = |state: &Battle, choice: &Choice<'_>| state.policy(&engagement, choice);
    bencher.counter(ItemsCount::new(SAMPLES)).bench(|| {
        grognard_odds::sample_live(
            1,
            black_box(&start),
            &engagement,
            &decide,
            SAMPLES,
            1,
            &Progress::default(),
        )
    });
}

/// One answer of a paused game: a die supplied, the step run again, the journal's line hashed.
#[divan::bench]
fn a_session_answers(bencher: Bencher<'_, '_>) {
    let (start, engagement) = battle(FILE);
    bencher
        .with_inputs(|| {
            let mut session = Session::start(start, Arc::clone(&engagement), Header::default());
            let mut dice = Generator::new(3);
            for _ in 0..3 {
                session.throw(&mut dice);
            }
            session
        })
        .bench_values(|mut session| session.faces(&[4]).unwrap());
}
