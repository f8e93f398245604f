//! How long it takes to open past moments of a long game:
//! `cargo run --release -p grognard --example past -- army-group-center 3000`. The game is played by chance. Times are the
//! processor time of this thread, so that a busy machine does not matter.
#![allow(clippy::print_stdout)]

use grognard::Play;
use grognard::umpire::{Generator, Header, Kind};
use std::time::Duration;

/// So many moments, evenly spread.
const MOMENTS: usize = 301;

/// What the system has counted for this thread.
fn cpu() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux counts it");
    let nanoseconds = text.split_whitespace().next().expect("its first figure");
    Duration::from_nanos(nanoseconds.parse().expect("a number"))
}

/// Gives one answer by chance, or throws what is due; whether there was anything to do.
fn act(play: &mut dyn Play, dice: &mut Generator) -> bool {
    let Some(question) = play.pending().first().map(|question| (*question).clone()) else { return false };
    if matches!(question.kind, Kind::Roll(_)) {
        return play.throw(dice).is_some();
    }
    let (options, side) = (question.options(), question.asking.by.expect("somebody decides"));
    let at = dice.below(options.len() as u32) as usize;
    let done = play.answer(side, &options[at].key, [0; 16]).is_ok();
    play.open_due();
    done
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let title = arguments.next().expect("a title");
    let wanted: usize = arguments.next().and_then(|text| text.parse().ok()).expect("how many entries");
    let texts = grognard::systems().iter().flat_map(|system| system.titles());
    let (_, text) = texts.into_iter().find(|(key, _)| *key == title).expect("a title that there is");
    let contest = grognard::open(&title, text, &[]).expect("it opens");
    for seed in 1.. {
        let mut dice = Generator::new(seed);
        let mut play = contest.start(Header::default());
        while play.journal().entries().len() < wanted && act(play.as_mut(), &mut dice) {}
        let entries = play.journal().entries().len();
        // A game that chance has ended early is no long one.
        if entries < wanted {
            println!("seed {seed}: over after {entries} entries");
            continue;
        }
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
        let of = |percent: usize| times[(MOMENTS - 1) * percent / 100];
        println!(
            "{title}: {entries} entries, {MOMENTS} moments: median {:.2?}, 95 in 100 within {:.2?}, longest {:.2?}",
            of(50),
            of(95),
            of(100)
        );
        return;
    }
}
