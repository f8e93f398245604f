//! Dice that can be checked: pledged, seeded in both forms of journal, typed.

use crate::{file, folder, json, out, refused};
use grognard::umpire::{Answer, Dice, Event, Form, Header, Journal, seeded_faces};
use std::fs;
use std::path::Path;

/// The same game with one event other than it was, and every hash worked out again.
fn forged(journal: &Journal, at: usize, event: Event) -> String {
    let mut forged = Journal::new(journal.header().clone());
    for (index, entry) in journal.entries().iter().enumerate() {
        forged.append(if index == at { event.clone() } else { entry.event.clone() });
    }
    forged.text()
}

/// Every throw of a journal with its last die turned to the next face.
fn turned(journal: &Journal) -> Vec<(usize, Event)> {
    let entries = journal.entries().iter().enumerate();
    let turn = |(at, entry): (usize, &grognard::umpire::Entry)| {
        let Event::Answered { question, answer: Answer::Faces(faces) } = &entry.event else { return None };
        let die = Dice::from_text(question.rsplit_once("roll ").unwrap().1).unwrap().die();
        let mut faces = faces.clone();
        let last = faces.last_mut().unwrap();
        *last = if *last == die.highest() { die.lowest() } else { *last + 1 };
        Some((at, Event::Answered { question: question.clone(), answer: Answer::Faces(faces) }))
    };
    entries.filter_map(turn).collect()
}

fn every_forged_die_is_found(folder: &Path, journal: &Journal) {
    let turned = turned(journal);
    assert!(turned.len() > 5, "there are dice to forge");
    for (at, event) in turned {
        let path = file(folder, "forged.journal", &forged(journal, at, event));
        let (status, message) = refused(&["verify", &path]);
        let entry = format!("entry {}: recorded", at + 1);
        assert!(status == 1 && message.contains(&entry), "{message}");
        assert!(message.contains("The dice are not those that were due"), "{message}");
    }
}

#[test]
fn dice_are_pledged_before_and_shown_after_the_game() {
    let folder = folder("pledged");
    let path = folder.join("pavia.journal");
    let (journal, secret) = (path.to_str().unwrap(), folder.join("pavia.journal.dice"));
    let told = out(&["new", "eu9/pavia", "--computer", "both", "--journal", journal]);
    assert!(told.contains("The secret of the dice lies in"), "{told}");
    let begun = fs::read_to_string(&path).unwrap();
    assert!(begun.contains("\ndice: hmac-sha256/1 commitment "), "{begun}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(&secret).unwrap().permissions().mode() & 0o777, 0o600, "for the owner alone");
    }
    let hex = fs::read_to_string(&secret).unwrap().trim_end().rsplit(' ').next().unwrap().to_owned();
    assert!(hex.len() == 64 && !begun.contains(&hex));
    // Without the secret, or with another, the game does not go on, and nothing is written.
    let elsewhere = folder.join("elsewhere");
    fs::rename(&secret, &elsewhere).unwrap();
    assert!(refused(&["play", journal]).1.contains("pavia.journal.dice: it is missing"));
    fs::write(&secret, fs::read_to_string(&elsewhere).unwrap().replace(&hex[..8], "00000000")).unwrap();
    assert!(refused(&["play", journal]).1.contains("it does not hold the dice of this game"));
    assert_eq!(fs::read_to_string(&path).unwrap(), begun);
    fs::rename(&elsewhere, &secret).unwrap();
    out(&["play", journal]);
    assert!(!secret.exists(), "it stands in the journal now");
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.trim_end().ends_with(&format!(" dice-secret {hex}")), "{text}");
    assert_eq!(text.matches(" nonce ").count(), 2);
    let told = out(&["verify", journal]);
    assert!(
        told.contains("every face worked out again from the secret that was pledged before the game began"),
        "{told}"
    );
    let proof = &json(&["verify", journal, "--json"])["dice"];
    assert_eq!((&proof["source"], &proof["checked"]), (&"pledged".into(), &true.into()));
    out(&["play", journal]);
    assert_eq!(fs::read_to_string(&path).unwrap(), text, "a game that is over stays as it is");
    let read = Journal::read(&text).unwrap();
    every_forged_die_is_found(&folder, &read);
    // While it is not shown, nothing is claimed; whoever keeps the secret can check already.
    let running = read.first(read.entries().len() - 1).text();
    let path = file(&folder, "running.journal", &running);
    let told = out(&["verify", &path]);
    assert!(told.contains("not checked: their secret is pledged in the header"), "{told}");
    file(&folder, "running.journal.dice", &format!("grognard-dice-1 {hex}\n"));
    assert!(out(&["verify", &path]).contains("the pledged secret, which lies beside the journal"));
    let (at, event) = turned(&read).swap_remove(0);
    let path = file(&folder, "running.journal", &forged(&read.first(read.entries().len() - 1), at, event));
    assert!(refused(&["play", &path]).1.contains("The dice are not those that were due"));
}

/// Words that the opponent chooses after seeing the pledge leave the dice in nobody's hand.
#[test]
fn a_side_may_add_words_of_its_own() {
    let folder = folder("words-of-their-own");
    let path = folder.join("pavia.journal");
    let journal = path.to_str().unwrap();
    out(&["new", "eu9/pavia", "--computer", "both", "--journal", journal]);
    let begun = fs::read_to_string(&path).unwrap();
    for wrong in ["third=a", "second", "second="] {
        let (status, message) = refused(&["play", journal, "--nonce", wrong]);
        assert!(status == 1 && message.contains("write first='any words'"), "{message}");
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), begun);
    out(&["play", journal, "--nonce", "second=alea iacta est"]);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(" nonce second e2770e6e67abfda9c1bf43462d75eb96\n"), "{text}");
    let (_, message) = refused(&["play", journal, "--nonce", "first=again"]);
    assert!(message.contains("the first side can add nothing to these dice any more"), "{message}");
    assert!(out(&["verify", journal]).contains("settled before the first throw"));
}

/// Two games from one file have nothing in common but the rules.
#[test]
fn no_two_games_have_the_same_dice() {
    let folder = folder("fresh");
    let faces = |name: &str| {
        let path = folder.join(name);
        out(&["resolve", "eu9/pavia", "--policy", "--journal", path.to_str().unwrap()]);
        let text = fs::read_to_string(path).unwrap();
        text.lines().filter_map(|line| Some(line.split_once(" roll ")?.1.to_owned())).collect::<Vec<_>>()
    };
    assert_ne!(faces("one.journal"), faces("two.journal"));
    // The secret of a game that may still be going on is not written over.
    file(&folder, "three.journal.dice", "grognard-dice-1 ");
    let path = folder.join("three.journal");
    let (status, message) = refused(&["new", "eu9/pavia", "--journal", path.to_str().unwrap()]);
    assert!(
        status == 1 && message.contains("it holds the dice of another game") && !path.exists(),
        "{message}"
    );
}

#[test]
fn seeded_dice_are_checked_too_and_said_to_be_foreseeable() {
    let folder = folder("seeded");
    let path = folder.join("pavia.journal");
    let journal = path.to_str().unwrap();
    out(&["resolve", "eu9/pavia", "--seed", "7", "--journal", journal]);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("seed 7 (can be foreseen)\n"), "{text}");
    assert!(out(&["verify", journal]).contains("Whoever read the seed could foresee them."));
    every_forged_die_is_found(&folder, &Journal::read(&text).unwrap());
    for (from, to, reason) in [
        (
            "xoshiro256++/splitmix64/1",
            "xoshiro256++/splitmix64/2",
            "line 7: dice of a kind that is not known here",
        ),
        ("dice: ", "dice: fair ", "line 7: dice of a kind that is not known here"),
    ] {
        let path = file(&folder, "other.journal", &text.replace(from, to));
        let (_, message) = refused(&["verify", &path]);
        assert!(message.contains(reason), "{message}");
    }
    // Options that no rule reads are not waved through, nor is another version passed over in silence.
    let read = Journal::read(&text).unwrap();
    let rewritten = |header: Header| {
        let mut journal = Journal::new(header);
        read.entries().iter().for_each(|entry| drop(journal.append(entry.event.clone())));
        file(&folder, "rewritten.journal", &journal.text())
    };
    let option = vec![("pursuit".to_owned(), "none".to_owned())];
    let path = rewritten(Header { options: option, ..read.header().clone() });
    assert!(refused(&["verify", &path]).1.contains("the option `pursuit` is not known here"));
    let path = rewritten(Header { version: "0.0.9".to_owned(), ..read.header().clone() });
    assert!(out(&["verify", &path]).contains("it was written by version 0.0.9"));
    // Typed dice are told for what they are.
    let typed = folder.join("typed.journal");
    let typed = typed.to_str().unwrap();
    let dice = "9,6,6,7,7,3,10,7,6,3,3,5";
    out(&["resolve", "eu9/italian-plain", "--policy", "--dice", dice, "--journal", typed]);
    assert!(fs::read_to_string(typed).unwrap().contains("\ndice: table\n"));
    assert!(out(&["verify", typed]).contains("typed by people. Nothing can be checked of them."));
}

/// A game in the first form of journal is opened, checked and played on in it.
#[test]
fn journals_of_the_first_form_go_on() {
    let folder = folder("first-form");
    let setup = grognard::system("eu9").unwrap().battle("pavia").unwrap();
    let contest = grognard::open("pavia.toml", setup, &[]).unwrap();
    let header = Header {
        form: Form::One,
        system: "eu9".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        title: "pavia.toml".to_owned(),
        dice: grognard::umpire::DiceSource::Seed(7),
        setup: setup.to_owned(),
        ..Header::default()
    };
    let mut play = contest.start(header);
    while let Some(question) = play.pending().first().map(|question| (*question).clone()) {
        match (&question.kind, question.asking.by) {
            (grognard::umpire::Kind::Roll(dice), _) => {
                let faces = seeded_faces(7, play.journal(), *dice);
                play.faces(&faces).unwrap();
            }
            (_, side) => {
                let side = side.unwrap();
                let key = play.by_computer(side).unwrap().0;
                play.answer(side, &key, [0; 16]).unwrap();
            }
        }
    }
    let whole = play.journal().text();
    assert!(whole.starts_with("grognard-journal 1\n") && whole.contains(" choose "), "{whole}");
    let path = file(&folder, "whole.journal", &whole);
    assert!(out(&["verify", &path]).contains("Whoever read the seed could foresee them."));
    assert!(out(&["replay", &path, "--all"]).contains("seed 7"));
    every_forged_die_is_found(&folder, play.journal());
    let path = file(&folder, "half.journal", &play.journal().first(9).text());
    assert!(refused(&["play", &path]).1.contains("a person has to sit at a terminal"));
    out(&["play", &path, "--computer", "both"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), whole, "in its own form, with the dice it would have had");
}
