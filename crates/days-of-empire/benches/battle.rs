//! A whole battle: a random game, the question what a unit could do, a battle taken up again, a picture.
//!
//! The aims, on one core: a random game of Traktir 250 ms, offers for a unit 1 ms, a battle of 2,000 entries taken up
//! again 100 ms, a picture 20 ms.

use divan::Bencher;
use grognard_days_of_empire::battle::Battle;
use grognard_days_of_empire::battle::campaign::Campaign;
use grognard_days_of_empire::battle::measured::Measured;
use grognard_days_of_empire::{Asks, Charts, Contest, TITLES, open};
use grognard_umpire::{Generator, Header, Live, Playable, Procedure, Session, Side, at_random};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

fn main() {
    divan::main();
}

fn title(name: &str) -> (Battle<Measured>, Arc<Campaign>) {
    let charts = Arc::new(Charts::load(&[]).expect("our own tables can be read"));
    let text = TITLES.get_file(name).and_then(|file| file.contents_utf8()).expect("a ready battle");
    match open(name, text, &charts).expect("a ready battle") {
        Contest::Battle(battle, rules) => (*battle, rules),
        _ => panic!("no battle"),
    }
}

/// Everybody does anything, every option as likely.
#[divan::bench(args = ["thin-red-line.toml", "traktir-bridge.toml"])]
fn random_game(bencher: Bencher<'_, '_>, name: &str) {
    let (start, rules) = title(name);
    bencher.bench(|| {
        let (mut battle, mut dice) = (start.clone(), Generator::new(1));
        loop {
            let mut live = Live { dice: &mut dice, decide: at_random };
            match battle.step(&rules, &mut live).expect("live play never stops") {
                Continue(next) => battle = next,
                Break(end) => break end,
            }
        }
    });
}

/// The first move of a battle: the list of who may move, and what one of them could do.
#[divan::bench(args = ["the-alma.toml"])]
fn offers_for_a_unit(bencher: Bencher<'_, '_>, name: &str) {
    let (start, rules) = title(name);
    let mut dice = Generator::new(1);
    let mut session = Session::start(start, Arc::clone(&rules), Header::default());
    loop {
        session.throw_on(&mut dice);
        let question = session.pending()[0].clone();
        let side = question.asking.by.unwrap_or(Side::First);
        if Asks::of(question.asking.topic) == Some(Asks::NextMove) {
            let unit = question.options().iter().map(|option| option.key.clone()).find(|key| key != "done");
            let unit = unit.expect("somebody may move");
            bencher.bench_local(|| {
                session.answer(side, &unit).expect("a unit that was offered");
                session.undo(side).expect("nothing has happened");
            });
            return;
        }
        let key = question.options()[0].key.clone();
        session.answer_salted(side, &key, [0; 16]).expect("an offer");
    }
}

/// The entries of the battle that is taken up again.
const ENTRIES: usize = 2000;

/// A battle of 2,000 entries, everybody doing anything, is carried out again from its journal.
#[divan::bench(args = ["traktir-bridge.toml"])]
fn taken_up_again(bencher: Bencher<'_, '_>, name: &str) {
    let (start, rules) = title(name);
    let (mut dice, mut picks) = (Generator::new(1), Generator::new(2));
    let mut session = Session::start(start.clone(), Arc::clone(&rules), Header::default());
    loop {
        session.throw_on(&mut dice);
        if session.is_over() || session.journal().entries().len() >= ENTRIES {
            break;
        }
        let question = session.pending()[0].clone();
        let options = question.options();
        // Nobody ends the battle or surrenders: it has to last.
        let lasting = |key: &str| key != "end" && !key.starts_with("surrender");
        let at = picks.below(options.len() as u32) as usize;
        let key = Some(&options[at].key).filter(|key| lasting(key)).unwrap_or(&options[0].key);
        let key = if lasting(key) { key.clone() } else { "done".to_owned() };
        session.answer(question.asking.by.unwrap_or(Side::First), &key).expect("an offer");
    }
    let journal = session.journal().clone();
    assert!(journal.entries().len() >= ENTRIES, "the battle was over after {}", journal.entries().len());
    bencher.bench(|| {
        Session::replay(journal.clone(), start.clone(), Arc::clone(&rules))
            .expect("it was written by us")
            .account()
            .len()
    });
}

#[divan::bench(args = ["the-alma.toml"])]
fn picture(bencher: Bencher<'_, '_>, name: &str) {
    let (start, rules) = title(name);
    bencher.bench(|| start.picture(&rules, None));
}
