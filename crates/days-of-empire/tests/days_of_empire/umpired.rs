//! The umpire of a real table: two whole turns by question and answer, kept word for word; slips taken back; nothing asked
//! twice in a phase; a journal that can be taken up again.

use crate::common::charts;
use grognard_days_of_empire::battle::Battle;
use grognard_days_of_empire::battle::campaign::Campaign;
use grognard_days_of_empire::battle::told::Told;
use grognard_days_of_empire::{Contest, TITLES, open};
use grognard_testkit::secrets::Secrets;
use grognard_umpire::{Header, Journal, Kind, Session, Side};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// The thin red line as people play it on a table of their own.
fn umpired() -> (Battle<Told>, Arc<Campaign>) {
    let text = TITLES.get_file("thin-red-line.toml").unwrap().contents_utf8().unwrap();
    let text = text.replacen("kind = \"battle\"", "kind = \"umpired-battle\"", 1);
    match open("thin-red-line.toml", &text, &charts()) {
        Ok(Contest::Umpired(battle, rules)) => (*battle, rules),
        Ok(_) => panic!("no umpired battle"),
        Err(error) => panic!("{error}"),
    }
}

/// A table whose people answer by what they are asked for: a list for each kind of question, then the first option.
struct Table {
    session: Session<Battle<Told>>,
    answers: BTreeMap<&'static str, VecDeque<&'static str>>,
    dice: VecDeque<u8>,
    told: usize,
    transcript: String,
    phase: Option<grognard_days_of_empire::staff::Phase>,
}

impl Table {
    fn new(answers: &[(&'static str, &[&'static str])], dice: &[u8]) -> Table {
        let (battle, rules) = umpired();
        let answers = answers.iter().map(|(what, list)| (*what, list.iter().copied().collect())).collect();
        let session = Session::start(battle, rules, Header::default());
        Table {
            session,
            answers,
            dice: dice.iter().copied().collect(),
            told: 0,
            transcript: String::new(),
            phase: None,
        }
    }

    fn tell(&mut self) {
        for ruling in &self.session.account()[self.told..] {
            let head = if ruling.heading { "\n== " } else { "   " };
            self.transcript += &format!("{head}{}  {}\n", ruling.text, ruling.clause);
            for modifier in &ruling.modifiers {
                self.transcript += &format!("        {:+} {}\n", modifier.value, modifier.words);
            }
        }
        self.told = self.session.account().len();
    }

    /// Answers one question; nothing when the battle is over or the dice are used up.
    fn once(&mut self) -> Option<()> {
        let question = (*self.session.pending().first()?).clone();
        self.tell();
        let phase = self.session.state().phase.of_book();
        if self.phase != Some(phase) {
            self.transcript += &format!("-- {}\n", phase.word());
            self.phase = Some(phase);
        }
        let what = question.asking.words();
        let by = question.asking.by.unwrap_or(Side::First);
        let about = if question.about.is_empty() { String::new() } else { format!(" {}", question.about) };
        let answer = match &question.kind {
            Kind::Roll(_) => {
                let face = self.dice.pop_front()?;
                self.session.faces(&[face]).unwrap();
                format!("[{face}]")
            }
            _ => {
                let sided = format!("{} {what}", by.key());
                let mut listed = |key: &str| self.answers.get_mut(key).and_then(VecDeque::pop_front);
                let listed = listed(&sided).or_else(|| listed(what));
                let key = match listed {
                    Some(text) => text.to_owned(),
                    None => question.options()[0].key.clone(),
                };
                match self.session.answer(by, &key) {
                    Ok(_) => key,
                    // A slip: it is refused, and the plainest answer is given instead.
                    Err(refusal) => {
                        self.transcript += &format!("{} {what}:{about} > {key}\n   ({refusal})\n", by.key());
                        let plain = question.options()[0].key.clone();
                        self.session.answer(by, &plain).unwrap();
                        plain
                    }
                }
            }
        };
        self.transcript += &format!("{} {what}:{about} > {answer}\n", by.key());
        Some(())
    }

    fn until_turn(&mut self, turn: u8) {
        for _ in 0..400 {
            if self.session.state().now.turn >= turn || self.once().is_none() {
                break;
            }
        }
        self.tell();
    }
}

/// The horse comes on, is shot at, charges and is shot at again.
fn two_turns() -> Table {
    let answers: &[(&str, &[&str])] = &[
        ("second next move", &["hu1 advance 14", "cos advance 8", "done"]),
        ("second charges", &["done", "charge hu1 h93", "done"]),
        ("distance of the charge", &["10", "10"]),
        ("straight ahead to the target", &["5", "2"]),
        ("first fire", &["fire w1 hu1", "done"]),
        ("stands that bear", &["1 24"]),
        ("generals in reach", &["ru-b", "all", "all", "all", "all", "all"]),
        ("contact", &["yes"]),
    ];
    let mut table = Table::new(
        answers,
        &[4, 6, 3, 2, 5, 1, 4, 6, 2, 3, 5, 4, 1, 6, 2, 5, 3, 4, 6, 1, 2, 5, 4, 3, 6, 2, 1, 5],
    );
    table.until_turn(3);
    table
}

#[test]
fn two_turns_at_a_real_table() {
    let table = two_turns();
    insta::assert_snapshot!(table.transcript);
}

#[test]
fn nothing_is_asked_twice_in_a_phase() {
    let table = two_turns();
    let mut seen: Vec<&str> = Vec::new();
    for line in table.transcript.lines() {
        if line.starts_with("--") {
            seen.clear();
        }
        let Some((question, _)) = line.split_once(" > ") else { continue };
        // Orders are given one after the other; what is measured is said once.
        // A charger that has moved is measured again.
        let orders = ["charges", "fire", "next move", "end of the turn"];
        let order = orders.iter().any(|topic| question.contains(&format!(" {topic}: ")));
        let measured = question.contains('?') && !question.contains("straight ahead") && !order;
        assert!(!measured || !seen.contains(&question), "asked again: {question}\n{}", table.transcript);
        seen.push(question);
    }
}

#[test]
fn a_broken_off_battle_goes_on() {
    let table = two_turns();
    let journal = Journal::read(&table.session.journal().text()).unwrap();
    let (battle, rules) = umpired();
    let again = Session::replay(journal, battle, rules).unwrap_or_else(|differs| panic!("{differs:?}"));
    assert_eq!(again.state(), table.session.state());
    assert_eq!(again.pending(), table.session.pending());
}

#[test]
fn a_slip_is_taken_back() {
    let mut table = Table::new(&[], &[4]);
    // Up to the first order of a side: charges.
    while table.session.pending().first().is_some_and(|question| question.asking.words() != "charges") {
        table.once().unwrap();
    }
    let before = table.session.state().clone();
    let side = table.session.pending()[0].asking.by.unwrap();
    table.session.answer(side, "done").unwrap();
    assert!(table.session.may_undo(side));
    table.session.undo(side).unwrap();
    assert_eq!(table.session.state(), &before);
    assert_eq!(table.session.pending()[0].asking.words(), "charges");
}

#[test]
fn what_people_write_is_checked() {
    let (battle, rules) = umpired();
    let mut session = Session::start(battle, rules, Header::default());
    // The quality of the one general who is rated.
    session.faces(&[7]).unwrap_err();
    session.faces(&[4]).unwrap();
    for _ in 0..60 {
        let question = (*session.pending().first().unwrap()).clone();
        let side = question.asking.by.unwrap_or(Side::First);
        match (&question.kind, question.asking.words()) {
            (Kind::Roll(_), _) => {
                session.faces(&[3]).unwrap();
            }
            (_, "next move") if side == Side::Second => break,
            _ => {
                let key = question.options()[0].key.clone();
                session.answer(side, &key).unwrap();
            }
        }
    }
    let refused = |session: &mut Session<Battle<Told>>, text: &str| {
        session.answer(Side::Second, text).unwrap_err().to_string()
    };
    for (text, wanted) in [
        ("hu1 advance 15", "1 too much"),
        ("hu1", "light cavalry line 14"),
        ("hu1 advance 4, heavy wood", "closed to"),
        ("hu1 form square", "only line infantry forms square"),
        ("hu1 advance -4", "no length"),
        ("hu1 advance 4.1234", "three decimals"),
        ("hu1 dance 4", "write advance INCHES"),
        ("h93 advance 4", "no unit `h93` of yours"),
        ("hu9 advance 4", "no unit `hu9`"),
    ] {
        let error = refused(&mut session, text);
        assert!(error.contains(wanted), "{text}: {error}");
    }
    session.answer(Side::Second, "hu1 form column, advance 2, light wood").unwrap();
    let told = session.account().iter().map(|ruling| ruling.text.to_string()).collect::<Vec<_>>().join("\n");
    assert!(told.contains("column and line"), "{told}");
}

#[test]
fn hidden_troops_do_not_exist_for_the_other_side() {
    let text = TITLES.get_file("chorgun-road.toml").unwrap().contents_utf8().unwrap();
    let contest = open("chorgun-road.toml", text, &charts()).unwrap();
    let Contest::Battle(battle, rules) = contest.clone() else { panic!("a battle") };
    let session = Session::start(*battle, rules, Header::default());
    let sees = |viewer: Option<Side>| grognard_testkit::fact_text(&session.view(viewer));
    assert!(sees(Some(Side::Second)).contains("jag") && sees(Some(Side::Second)).contains("drag"));
    for viewer in [Some(Side::First), None] {
        assert!(!sees(viewer).contains("jag") && !sees(viewer).contains("drag"), "{viewer:?}");
    }
    let compared = contest.visit(Secrets { name: "chorgun-road", pairs: 12 });
    assert!(compared.pairs > 0);
}
