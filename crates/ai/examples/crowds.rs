//! Counts the games in which the computer loses units of its own because too many stand in a hex:
//! `cargo run -p grognard-ai --example crowds -- bialystok-minsk 0 150`. With `why` behind it the last decisions
//! before each are told.
#![allow(clippy::print_stdout)]

use grognard_ai::Computer;
use grognard_damos::{Asks, Charts, Game, TITLES, open_campaign};
use grognard_umpire::{Generator, Header, Phase, Session};
use std::collections::BTreeMap;
use std::sync::Arc;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |index: usize, usual: u64| words.get(index).and_then(|word| word.parse().ok()).unwrap_or(usual);
    let key = words.first().map_or("bialystok-minsk", String::as_str);
    let why = words.iter().any(|word| word == "why");
    let charts = Arc::new(Charts::load(&[]).expect("the tables are sound"));
    let name = format!("{key}/title.toml");
    let text = TITLES.get_file(&name).and_then(|file| file.contents_utf8()).expect("a title");
    let rules = open_campaign(&name, text, &charts).expect("the title is sound");
    let (mut games, mut units, mut ends) = (0, 0, BTreeMap::new());
    for seed in number(1, 0)..number(2, 60) {
        let mut computer = Computer::new(&rules);
        let mut dice = Generator::new(seed);
        let mut session = Session::start(Game::new(&rules), Arc::clone(&rules), Header::default());
        let (mut told, mut here) = (Vec::new(), 0);
        let end = loop {
            session.throw_on(&mut dice);
            if let Phase::Ended(end) = session.phase() {
                break *end;
            }
            let question = session.pending()[0].clone();
            let side = question.asking.by.expect("a side is asked");
            let decision = computer.decide(session.state(), &rules, &question);
            let turn = session.state().turn();
            told.push(format!("{turn} {side:?} {}: {} ({})", question.line(), decision.key, decision.why));
            if question.asking.topic == Asks::WhoIsTooMany {
                here += 1;
                println!("seed {seed}, turn {turn}: {}", decision.key);
                if why {
                    println!("  {}", told[told.len().saturating_sub(60)..].join("\n  "));
                }
            }
            session.answer_salted(side, &decision.key, [0; 16]).expect("the computer's answer is legal");
        };
        games += usize::from(here > 0);
        units += here;
        *ends.entry(end.verdict.words(&rules)).or_insert(0) += 1;
    }
    println!("{games} games, {units} units; {ends:?}");
}
