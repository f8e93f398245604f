//! Sieges and storms of battle files, conducted by given answers.

use grognard_eu9::*;
use grognard_testkit::{account_text, record};
use grognard_umpire::{Header, Kind, Phase as Stage, Playable, Session};
use std::sync::Arc;

pub(crate) fn file(name: &str) -> String {
    BATTLES.get_file(name).unwrap().contents_utf8().unwrap().to_owned()
}

pub(crate) fn charts() -> Arc<Charts> {
    Arc::new(Charts::load(&[]).unwrap())
}

pub(crate) fn run<P: Playable>(start: P, givens: Arc<P::Rules>, answers: &[&str]) -> (P::End, String) {
    let mut session = Session::start(start, givens, Header::default());
    let mut tape = answers.iter().copied().peekable();
    // Faces not given are fives, choices not given the first option.
    while let Some(question) = session.pending().first().map(|q| (*q).clone()) {
        match &question.kind {
            Kind::Roll(_) => {
                let face =
                    tape.next_if(|answer| answer.parse::<u8>().is_ok()).map_or(5, |a| a.parse().unwrap());
                session.faces(&[face]).unwrap();
            }
            Kind::Choose { options, .. } => {
                let key = tape
                    .next_if(|answer| answer.parse::<u8>().is_err())
                    .unwrap_or(&options[0].key)
                    .to_owned();
                let by = question.asking.by.unwrap();
                session.answer(by, &key).unwrap_or_else(|r| panic!("{key} to {}: {r}", question.line()));
            }
            Kind::Order { .. } => unreachable!(),
        }
    }
    assert!(tape.next().is_none(), "the tape goes on after the end");
    record::reached(session.account(), session.cited());
    let Stage::Ended(end) = session.phase() else { panic!("no end") };
    (end.clone(), account_text(session.account()))
}

pub(crate) fn siege(text: &str, answers: &[&str]) -> (SiegeEnd, String) {
    match open("test.toml", &crate::playing::of_2020(text), &charts()).unwrap_or_else(|e| panic!("{e}")) {
        Contest::Siege(start, givens) => run(start, givens, answers),
        _ => panic!("no siege"),
    }
}

pub(crate) fn assault(text: &str, answers: &[&str]) -> (AssaultEnd, String) {
    match open("test.toml", &crate::playing::of_2020(text), &charts()).unwrap_or_else(|e| panic!("{e}")) {
        Contest::Assault(start, givens) => run(start, givens, answers),
        _ => panic!("no assault"),
    }
}
