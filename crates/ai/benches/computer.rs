//! How long the computer thinks: a game of each title, and single decisions asked out of the blue.

use grognard_ai::{Player, decide, play};
use grognard_damos::{Asks, Campaign, Charts, Game, TITLES, open_campaign};
use grognard_umpire::{BySide, Generator, Header, Question, Session};
use std::sync::Arc;

fn main() {
    divan::main();
}

fn title(key: &str) -> Arc<Campaign> {
    let charts = Arc::new(Charts::load(&[]).expect("the crate's own tables"));
    let name = format!("{key}/title.toml");
    let text = TITLES.get_file(&name).and_then(|file| file.contents_utf8()).expect("a title");
    open_campaign(&name, text, &charts).expect("the crate's own title")
}

const BOTH: BySide<Player> = BySide::new(Player::Computer, Player::Computer);

#[divan::bench(args = ["bialystok-minsk", "army-group-center"], sample_count = 10)]
fn a_game_of_two_computers(bencher: divan::Bencher<'_, '_>, key: &str) {
    let rules = title(key);
    let mut seed = 0;
    bencher.bench_local(|| {
        seed += 1;
        play(&rules, Game::new(&rules), BOTH, seed)
    });
}

/// The first operations decision of the campaign: every force of the border is fresh.
#[divan::bench(sample_count = 20)]
fn the_first_operation_asked_out_of_the_blue(bencher: divan::Bencher<'_, '_>) {
    let rules = title("army-group-center");
    let (game, question) = opening(&rules);
    bencher.bench_local(|| decide(&game, &rules, &question));
}

fn opening(rules: &Arc<Campaign>) -> (Game, Question) {
    let mut session = Session::start(Game::new(rules), Arc::clone(rules), Header::default());
    let mut dice = Generator::new(1);
    loop {
        session.throw_on(&mut dice);
        let question = session.pending()[0].clone();
        if question.asking.topic == Asks::Operations {
            return (session.state().clone(), question);
        }
        let key = decide(session.state(), rules, &question).key;
        session.answer_salted(question.asking.by.expect("a side"), &key, [0; 16]).expect("a legal answer");
    }
}
