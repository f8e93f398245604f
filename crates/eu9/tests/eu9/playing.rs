//! Files played with given answers: numbers are faces, words are keys.

use grognard_eu9::*;
use grognard_testkit::{account_text, record};
use grognard_umpire::{Header, Kind, Phase as Stage, Playable, Session, Visitor};
use std::sync::Arc;

pub(crate) fn file(name: &str) -> String {
    BATTLES.get_file(name).unwrap_or_else(|| panic!("no {name}")).contents_utf8().unwrap().to_owned()
}

/// The same file under the edition of 2020, unless it names a profile itself.
pub(crate) fn of_2020(text: &str) -> String {
    if text.contains("profile =") {
        return text.to_owned();
    }
    if text.contains("rules = { ") {
        return text.replacen("rules = { ", "rules = { profile = \"2020\", ", 1);
    }
    if !text.lines().any(|line| line.starts_with("[rules]")) {
        return format!("{text}\n[rules]\nprofile = \"2020\"\n");
    }
    let with = |line: &str| match line.starts_with("[rules]") {
        true => format!("{line}\nprofile = \"2020\"\n"),
        false => format!("{line}\n"),
    };
    text.lines().map(with).collect()
}

pub(crate) fn try_open(text: &str) -> Result<Contest, String> {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    open("test.toml", text, &charts).map_err(|error| error.to_string())
}

/// Why a file is refused; the clauses that the refusal names have been at work.
pub(crate) fn refusal(text: &str) -> String {
    noted(try_open(text).err().expect("must be refused"))
}

/// What a clause comes to, where no umpire is there to cite it.
#[track_caller]
pub(crate) fn comes_to<T: PartialEq + std::fmt::Debug>(clause: &str, seen: T, wanted: T) {
    assert_eq!(seen, wanted, "{clause}");
    record::exercised(&[clause]);
}

/// Notes the clauses that a refusal names.
pub(crate) fn noted(refusal: String) -> String {
    let is_id = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let words = refusal.split(|c| !is_id(c));
    let named: Vec<&str> = words.filter(|word| word.starts_with("EU9-")).collect();
    record::exercised(&named);
    refusal
}

/// The options of a choice, and what was refused beside them with its clause.
pub(crate) type Offered = (Vec<String>, Vec<(String, String)>);

/// What came of playing a file with given answers: the end in words, and the account.
pub(crate) struct Played {
    pub(crate) end: String,
    pub(crate) account: String,
    pub(crate) choices: Vec<Offered>,
}

/// Plays a procedure to its end: these answers, and whatever else is asked this face and the first option.
pub(crate) fn answered<P: Playable>(
    start: P,
    rules: &Arc<P::Rules>,
    answers: &[&str],
    face: u8,
) -> (P::End, String, Vec<Offered>) {
    let mut session = Session::start(start, Arc::clone(rules), Header::default());
    let mut choices = Vec::new();
    for answer in answers {
        let question = session.pending().first().map(|q| (*q).clone());
        let question = question.unwrap_or_else(|| panic!("over before {answer}"));
        if let Kind::Choose { options, barred, .. } = &question.kind {
            let refused = barred.iter().map(|barred| {
                (barred.key.clone(), barred.refusal.clause.map_or("", |clause| clause.id()).to_owned())
            });
            choices.push((options.iter().map(|offered| offered.key.clone()).collect(), refused.collect()));
        }
        match answer.parse::<u8>() {
            Ok(face) => session.faces(&[face]),
            Err(_) => session.answer(question.asking.by.unwrap(), answer),
        }
        .unwrap_or_else(|refusal| panic!("{answer} to {}: {refusal}", question.line()));
    }
    while let Some(question) = session.pending().first().map(|q| (*q).clone()) {
        match &question.kind {
            Kind::Roll(_) => session.faces(&[face]).unwrap(),
            Kind::Choose { options, .. } => {
                session.answer(question.asking.by.unwrap(), &options[0].key).unwrap()
            }
            Kind::Order { .. } => unreachable!(),
        };
    }
    record::reached(session.account(), session.cited());
    let account = account_text(session.account());
    let Stage::Ended(end) = session.phase() else { panic!("still open: {:?}\n{account}", session.pending()) };
    (end.clone(), account, choices)
}

struct Play<'a>(&'a [&'a str]);

impl Visitor for Play<'_> {
    type Out = Played;
    fn visit<P>(self, start: P, rules: Arc<P::Rules>) -> Played
    where
        P: Playable + Send + Sync + 'static,
        P::Rules: Send + Sync + 'static,
        P::End: Send + Sync + 'static,
    {
        let (end, account, choices) = answered(start, &rules, self.0, 6);
        Played { end: P::end_words(&rules, &end), account, choices }
    }
}

pub(crate) fn play(text: &str, answers: &[&str]) -> Played {
    try_open(text).unwrap_or_else(|error| panic!("{error}")).visit(Play(answers))
}
