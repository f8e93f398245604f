//! The worked battles: files with their tapes, the account as a snapshot.

use grognard_ancient_world::battle::{Battle, Rules};
use grognard_ancient_world::{Charts, setup};
use grognard_umpire::{Fact, Header, Kind, Phase, Playable, Procedure, Ruling, Session};
use std::fmt::Write as _;
use std::sync::Arc;

fn charts() -> Arc<Charts> {
    Arc::new(Charts::load(&[]).unwrap())
}

fn account(rulings: &[Ruling]) -> String {
    let mut text = String::new();
    for ruling in rulings {
        let _ = write!(text, "{:<12} {}", ruling.clause.id(), ruling.text);
        let faces: Vec<String> = ruling.dice.iter().map(|dice| format!("{:?}", dice.faces)).collect();
        if !faces.is_empty() {
            let _ = write!(text, "  dice {}", faces.join(" "));
        }
        text.push('\n');
        for modifier in &ruling.modifiers {
            let _ = writeln!(text, "    {:+3}  {} ({})", modifier.value, modifier.words, modifier.clause);
        }
        if let Some(look) = &ruling.table {
            let _ = writeln!(
                text,
                "    {} row {} column {}: {} [{}]",
                look.table, look.row, look.column, look.cell, look.mark
            );
        }
    }
    text
}

/// Plays a battle on a tape of `what => answer` and hands back how it ended.
fn play(rules: Rules, tape: &[&str]) -> (Session<Battle>, <Battle as Procedure>::End, Arc<Rules>) {
    let rules = Arc::new(rules);
    let mut session = Session::start(rules.start(), rules.clone(), Header::default());
    for line in tape {
        let (what, answer) = line.split_once(" => ").expect("what => answer");
        let question = session.pending().first().copied().unwrap_or_else(|| panic!("over before `{line}`")).clone();
        assert_eq!(question.asking.what, what, "the tape says `{line}`");
        match question.kind {
            Kind::Roll(_) => session.faces(&[answer.parse().unwrap()]).unwrap(),
            _ => session.answer(question.asking.by.unwrap(), answer).unwrap(),
        };
    }
    let end = match session.phase() {
        Phase::Ended(end) => *end,
        Phase::Waiting(questions) => panic!("still asked: {}", questions[0].line()),
    };
    (session, end, rules)
}

fn number(facts: &Fact, path: &str) -> i64 {
    let found = path.split('.').try_fold(facts, |fact, key| fact.get(key));
    match found {
        Some(Fact::Number(number)) => *number,
        other => panic!("{path}: {other:?}"),
    }
}

fn text(facts: &Fact, path: &str) -> String {
    let found = path.split('.').try_fold(facts, |fact, key| fact.get(key));
    match found {
        Some(Fact::Text(text)) => text.clone(),
        other => panic!("{path}: {other:?}"),
    }
}

fn open(name: &str) -> Rules {
    let path = format!("{}/tests/worked/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    setup::open_battle(name, &std::fs::read_to_string(path).unwrap(), &charts()).unwrap()
}

#[test]
fn cannae_like() {
    let (session, end, rules) = play(
        open("8.1-cannae-like"),
        &[
            "stand or avoid battle => stand",
            "tactical ability => 4",
            "tactical ability => 6",
            "battle die => 3",
            "star => 7",
            "losses => legion-1=8 legion-2=8 legion-3=8 legion-4=4",
            "losses => gallic-infantry=2",
            "leader loss, first roll => 7",
            "leader loss, second roll => 8",
            "leader loss, first roll => 0",
            "leader loss, first roll => 3",
            "leader loss, first roll => 0",
            "pursue => pursue",
            "pursuit => 1",
            "pursuit losses => legion-8=4",
        ],
    );
    let facts = Battle::end_facts(&rules, &end);
    assert_eq!(text(&facts, "outcome"), "defender-major-victory");
    assert_eq!((number(&facts, "attacker.infantry"), number(&facts, "attacker.cavalry")), (32, 6));
    assert_eq!(number(&facts, "defender.sp"), 40);
    assert_eq!(text(&facts, "attacker.status"), "useless");
    assert_eq!(text(&facts, "defender.status"), "disrupted");
    assert_eq!(end.fates.first.of(0).key(), "killed");
    insta::assert_snapshot!(account(session.account()));
}

#[test]
fn sentinum_like() {
    let (session, end, rules) = play(
        open("8.2-sentinum-like"),
        &[
            "stand or avoid battle => to-the-hills",
            "guile for avoidance => 0",
            "guile for avoidance => 0",
            "avoidance => 7",
            "tactical ability => 5",
            "tactical ability => 2",
            "battle die => 3",
            "guile for the unpredictable result => 1",
            "guile for the unpredictable result => 0",
            "unpredictable result => 5",
            "losses => legion-3=2",
            "losses => samnite-infantry=8",
            "leader loss, first roll => 9",
            "leader loss, second roll => 2",
            "leader loss, first roll => 5",
        ],
    );
    let facts = Battle::end_facts(&rules, &end);
    assert_eq!((number(&facts, "attacker.sp"), number(&facts, "defender.sp")), (38, 32));
    assert_eq!(text(&facts, "attacker.status"), "disrupted");
    assert_eq!(text(&facts, "defender.status"), "disorganized");
    assert_eq!(end.fates.first.of(0).key(), "wounded");
    assert_eq!(end.fates.second.of(0).key(), "unhurt");
    insta::assert_snapshot!(account(session.account()));
}

#[test]
fn skirmish_with_elephants() {
    let (session, end, rules) = play(
        open("8.3-skirmish-with-elephants"),
        &[
            "stand or avoid battle => stand",
            "tactical ability => 8",
            "tactical ability => 5",
            "commit elephants => 2",
            "war elephants => 8",
            "war elephants => 1",
            "battle die => 6",
            "losses => legion-1=2",
            "leader loss, first roll => 6",
            "leader loss, first roll => 5",
        ],
    );
    let facts = Battle::end_facts(&rules, &end);
    assert_eq!(number(&facts, "attacker.sp"), 8);
    assert_eq!(number(&facts, "attacker.elephants"), 1);
    assert_eq!(number(&facts, "defender.sp"), 8);
    assert_eq!(text(&facts, "attacker.status"), "fresh");
    assert_eq!(text(&facts, "defender.status"), "fresh");
    insta::assert_snapshot!(account(session.account()));
}

#[test]
fn published_draw() {
    let (session, end, rules) = play(
        open("8.4-published-draw"),
        &[
            "stand or avoid battle => stand",
            "tactical ability => 2",
            "tactical ability => 7",
            "battle die => 9",
            "losses => line-infantry=6",
            "losses => elite-cavalry=3",
            "leader loss, first roll => 1",
            "leader loss, first roll => 1",
        ],
    );
    let facts = Battle::end_facts(&rules, &end);
    assert_eq!(text(&facts, "outcome"), "draw");
    assert_eq!((number(&facts, "attacker.sp"), number(&facts, "defender.sp")), (22, 27));
    assert_eq!(text(&facts, "attacker.status"), "disorganized");
    assert_eq!(text(&facts, "defender.status"), "disorganized");
    insta::assert_snapshot!(account(session.account()));
}
