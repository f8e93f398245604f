//! Benches, one per idea: a random game, the orders of a stack, supply of everybody, a combat.

use divan::{Bencher, black_box};
use grognard_damos::*;
use grognard_umpire::{
    Generator, Header, Journal, Kind, Live, Playable, Procedure, Session, Side, at_random,
};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

fn main() {
    divan::main();
}

fn campaign(title: &str) -> Arc<Campaign> {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let name = format!("{title}/title.toml");
    open_campaign(&name, TITLES.get_file(&name).unwrap().contents_utf8().unwrap(), &charts).unwrap()
}

fn play(rules: &Campaign, seed: u64) -> usize {
    let mut dice = Generator::new(seed);
    let mut game = Game::new(rules);
    for steps in 0..1_000_000 {
        match game.step(rules, &mut Live { dice: &mut dice, decide: at_random }).unwrap() {
            Continue(next) => game = next,
            Break(_) => return steps,
        }
    }
    unreachable!("a game never ends");
}

/// A position in the middle of a random campaign.
fn middle(rules: &Campaign) -> Game {
    let mut dice = Generator::new(5);
    let mut game = Game::new(rules);
    while game.turn() < 4 || !matches!(game.phase(), Phase::Operations) {
        match game.step(rules, &mut Live { dice: &mut dice, decide: at_random }).unwrap() {
            Continue(next) => game = next,
            Break(_) => unreachable!("turn 4 comes before the end"),
        }
    }
    game
}

#[divan::bench(args = ["army-group-center", "bialystok-minsk"], sample_count = 50)]
fn random_game(bencher: Bencher<'_, '_>, title: &str) {
    let rules = campaign(title);
    let mut seed = 0;
    bencher.bench_local(|| {
        seed += 1;
        black_box(play(&rules, seed))
    });
}

#[divan::bench]
fn orders_of_the_operations_phase(bencher: Bencher<'_, '_>) {
    let rules = campaign("army-group-center");
    let game = middle(&rules);
    bencher.bench_local(|| {
        let mut dice = Generator::new(1);
        black_box(game.clone().step(&rules, &mut Live { dice: &mut dice, decide: at_random }).is_ok())
    });
}

#[divan::bench]
fn supply_of_both_sides(bencher: Bencher<'_, '_>) {
    let rules = campaign("army-group-center");
    let game = middle(&rules);
    bencher.bench_local(|| {
        let field = Field::of(&game, &rules, None, &mut NoClerk);
        black_box((
            game.supplied(&rules, Side::First, &field, &mut NoClerk),
            game.supplied(&rules, Side::Second, &field, &mut NoClerk),
        ))
    });
}

#[divan::bench]
fn a_combat_at_random(bencher: Bencher<'_, '_>) {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let text = BATTLES.get_file("extended-example.toml").unwrap().contents_utf8().unwrap();
    let (start, rules) = open_battle("extended-example.toml", text, &charts).unwrap();
    let mut dice = Generator::new(1);
    bencher.bench_local(|| {
        let mut battle = start;
        loop {
            match battle.step(&rules, &mut Live { dice: &mut dice, decide: at_random }).unwrap() {
                Continue(next) => battle = next,
                Break(end) => return black_box(end),
            }
        }
    });
}

#[divan::bench(args = ["extended-example.toml", "bialystok-22-june.toml", "smolensk-july.toml"])]
fn exact_odds(bencher: Bencher<'_, '_>, name: &str) {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let text = BATTLES.get_file(name).unwrap().contents_utf8().unwrap();
    let (start, rules) = open_battle(name, text, &charts).unwrap();
    bencher.bench_local(|| {
        let decide = |state: &Battle, choice: &grognard_umpire::Choice<'_>| state.policy(&rules, choice);
        black_box(
            grognard_odds::exact(&start, &rules, &decide, grognard_odds::Budget::default()).unwrap().states(),
        )
    });
}

/// A stored campaign, played at random to its end, opened again from its journal.
#[divan::bench(sample_count = 20)]
fn reopen_a_campaign(bencher: Bencher<'_, '_>) {
    let rules = campaign("army-group-center");
    let mut dice = Generator::new(3);
    let header = Header { system: "damos".to_owned(), ..Header::default() };
    let mut session = Session::start(Game::new(&rules), Arc::clone(&rules), header);
    loop {
        session.throw_on(&mut dice);
        session.open_due();
        let Some(question) = session.pending().first().map(|question| (*question).clone()) else { break };
        let options = match &question.kind {
            Kind::Choose { options, .. } => options.clone(),
            Kind::Order { offers, .. } => offers.clone(),
            Kind::Roll(_) => unreachable!("thrown above"),
        };
        let pick = &options[dice.below(options.len() as u32) as usize].key;
        session.answer_salted(question.asking.by.unwrap(), pick, [0; 16]).unwrap();
    }
    session.open_due();
    let text = session.journal().text();
    bencher.counter(divan::counter::ItemsCount::new(text.lines().count())).bench_local(|| {
        let journal = Journal::read(&text).unwrap();
        black_box(Session::replay(journal, Game::new(&rules), Arc::clone(&rules)).unwrap().account().len())
    });
}
