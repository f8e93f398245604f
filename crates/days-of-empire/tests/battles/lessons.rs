//! Battles that teach explain each first once; others explain nothing.

use super::{battle, tables::title};
use grognard_umpire::{Generator, Header, Phase, Session, Side};
use std::sync::Arc;

/// What is explained in a battle of random moves, with the clauses.
fn explained(text: &str, seed: u64) -> Vec<(&'static str, String)> {
    let (start, rules) = battle(text);
    let mut session = Session::start(start, Arc::clone(&rules), Header::default());
    let (mut dice, mut random) = (Generator::new(seed), Generator::new(seed + 100));
    loop {
        session.throw_on(&mut dice);
        if matches!(session.phase(), Phase::Ended(_)) {
            let firsts =
                session.account().iter().filter(|ruling| ruling.text.starts_with("For the first time"));
            return firsts.map(|ruling| (ruling.clause.id(), ruling.text.clone())).collect();
        }
        let question = session.pending()[0].clone();
        let options = question.options();
        let mut key = options[random.below(options.len() as u32) as usize].key.clone();
        if key == "end" || key.starts_with("surrender") {
            key = "done".to_owned();
        }
        let side = question.asking.by.unwrap_or(Side::First);
        session.answer_salted(side, &key, [0; 16]).unwrap();
    }
}

#[test]
fn a_battle_that_teaches_explains_each_first_once() {
    let mut clauses: Vec<&str> = Vec::new();
    for seed in 0..6 {
        let told = explained(title("thin-red-line.toml"), seed);
        let mut words: Vec<&String> = told.iter().map(|(_, words)| words).collect();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), told.len(), "seed {seed}: something is explained twice");
        clauses.extend(told.iter().map(|(clause, _)| *clause));
    }
    for clause in ["DOE-17.1-b", "DOE-17.2.2-a", "DOE-17.3-a", "DOE-17.4.3-a", "DOE-12.3-a", "DOE-17.4.13-a"]
    {
        assert!(clauses.contains(&clause), "nobody explained {clause}");
    }
}

#[test]
fn a_battle_teaches_only_if_its_file_says_so() {
    assert!(explained(title("two-battalions.toml"), 1).is_empty());
    let asked = title("two-battalions.toml").replacen("turns = 8", "turns = 8\nlessons = true", 1);
    assert!(!explained(&asked, 1).is_empty());
}
