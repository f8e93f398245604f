//! Worked examples from files.
//!
//! ```toml
//! source = "the guide, France against Spain"
//! note = "what the book gets wrong, if anything"
//! setup = '''
//! … a battle file …
//! '''
//! tape = [
//!     ["day 1 Fire", 9],            # dice: what they are for, and the faces
//!     ["leave the field", "stay"],  # a choice: what it is about, and the option's key
//! ]
//! end = "A drawn battle. …"          # the end in words
//! cites = ["EU9-BATTLE-x"]           # clauses that must have been carried out
//! [facts]                            # figures of the end, by path
//! "attacker.losses" = "2"
//! ```
//!
//! The tape must be used up exactly, each question must be for what the tape says, and the account is
//! handed back for a snapshot.

use crate::account_text;
use crate::record;
use grognard_umpire::{Fact, Header, Kind, Phase, Playable, Session, Visitor};
use serde::Deserialize;
use std::sync::Arc;

/// A worked example.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Worked {
    /// Where it stands.
    pub source: String,
    /// What the source gets wrong, or what the example shows.
    #[serde(default)]
    pub note: String,
    /// The battle file.
    pub setup: String,
    tape: Vec<(String, toml::Value)>,
    end: String,
    #[serde(default)]
    cites: Vec<String>,
    #[serde(default)]
    facts: toml::map::Map<String, toml::Value>,
}

impl Worked {
    /// Reads an example.
    pub fn read(file: &str, text: &str) -> Worked {
        // It holds a whole battle file in one string, which no player's file may.
        toml::from_str(text).unwrap_or_else(|error| panic!("{file}: {error}"))
    }
}

/// A worked example as a visitor: hands back the account.
pub struct Check<'a> {
    /// The file's name, for messages.
    pub file: &'a str,
    /// The example.
    pub worked: &'a Worked,
}

impl Visitor for Check<'_> {
    type Out = String;
    fn visit<P>(self, start: P, rules: Arc<P::Rules>) -> String
    where
        P: Playable + Send + Sync + 'static,
        P::Rules: Send + Sync + 'static,
        P::End: Send + Sync + 'static,
    {
        check(self.file, self.worked, start, rules)
    }
}

/// Plays an example through and checks it; hands back the account for a snapshot.
pub fn check<P: Playable>(file: &str, worked: &Worked, start: P, rules: Arc<P::Rules>) -> String {
    let mut session = Session::start(start, rules, Header::default());
    for (index, (what, answer)) in worked.tape.iter().enumerate() {
        let place = || format!("{file}, entry {}", index + 1);
        let Some(question) = session.pending().first().map(|question| (*question).clone()) else {
            panic!("{}: the tape goes on after the end: {what}", place())
        };
        // A worked example names what is asked as a player reads it.
        let asked = question.asking.words();
        assert!(asked.contains(what.as_str()), "{}: asked for `{asked}`, the tape says `{what}`", place());
        let result = match (&question.kind, answer) {
            (Kind::Roll(_), toml::Value::Integer(_)) => session.faces(&[face(answer)]),
            (Kind::Roll(_), toml::Value::Array(faces)) => {
                session.faces(&faces.iter().map(face).collect::<Vec<u8>>())
            }
            (_, toml::Value::String(key)) => {
                let side = question.asking.by.expect("a choice belongs to a side");
                session.answer_salted(side, key, [0; 16]).map(|entered| entered.line)
            }
            _ => panic!("{}: asked for {}, the tape has {answer}", place(), question.line()),
        };
        result.unwrap_or_else(|refusal| panic!("{}: {refusal}", place()));
    }
    let Phase::Ended(end) = session.phase() else {
        let open: Vec<String> = session.pending().iter().map(|question| question.line()).collect();
        panic!(
            "{file}: the tape is too short; open: {}\n{}",
            open.join(" / "),
            account_text(session.account())
        )
    };
    let account = account_text(session.account());
    record::reached(session.account(), session.cited());
    let facts = P::end_facts(session.rules(), end);
    for (path, want) in &worked.facts {
        let fact = path.split('.').try_fold(&facts, |fact, key| fact.get(key));
        let fact = fact.unwrap_or_else(|| panic!("{file}: no fact {path}"));
        assert!(same(fact, want), "{file}: {path} is {fact:?}, expected {want}\n{account}");
    }
    assert_eq!(P::end_words(session.rules(), end), worked.end, "{file}\n{account}");
    for id in &worked.cites {
        let ruled = session.account().iter().any(|ruling| {
            ruling.clause.id() == id || ruling.modifiers.iter().any(|modifier| modifier.clause.id() == id)
        });
        let cited = session.cited().iter().any(|clause| clause.id() == id);
        assert!(ruled || cited, "{file}: {id} was not carried out\n{account}");
    }
    account
}

/// A face of a tape; a slip of the pen is no other face.
fn face(value: &toml::Value) -> u8 {
    let face = value.as_integer().and_then(|face| u8::try_from(face).ok());
    face.unwrap_or_else(|| panic!("{value} is no face of a die"))
}

fn same(fact: &Fact, want: &toml::Value) -> bool {
    match (fact, want) {
        (Fact::Nothing, toml::Value::String(text)) => text == "nothing",
        (Fact::Flag(flag), toml::Value::Boolean(want)) => flag == want,
        (Fact::Number(number), toml::Value::Integer(want)) => number == want,
        (Fact::Text(text), toml::Value::String(want)) => text == want,
        _ => false,
    }
}
