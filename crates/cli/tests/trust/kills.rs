//! Games killed at random instants: what was acknowledged is there, and nothing is there twice.
//!
//! `GROGNARD_KILLS` says how many kills; `make test-long` takes a thousand.

use super::{at_the_dice, whole_or_mended};
use crate::{folder, out};
use grognard::umpire::{Dice, Generator, Journal};
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::Child;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

fn kills() -> usize {
    std::env::var("GROGNARD_KILLS").map_or(24, |number| number.parse().expect("a number of kills"))
}

/// The faces that the script has for a throw, whenever it is asked for.
fn scripted(throw: u64, dice: Dice) -> String {
    let die = dice.die();
    let face = |n: u64| u64::from(die.lowest()) + (throw * 7 + n * 3 + 2) % u64::from(die.sides());
    (0..u64::from(dice.count())).map(|n| face(n).to_string()).collect::<Vec<_>>().join(" ")
}

/// What became of one run of the program.
struct Ran {
    /// How many throws it has called for.
    asked: u64,
    /// How many it was given.
    given: u64,
    finished: bool,
}

/// Lets a game run until its end or until it is killed, giving it the scripted dice that it calls for.
fn run(child: Child, mut throw: u64, killed_after: Option<Duration>) -> Ran {
    let mut ran = Ran { asked: 0, given: 0, finished: false };
    let mut child = child;
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let child = Arc::new(Mutex::new(child));
    let killer = killed_after.map(|after| {
        let child = Arc::clone(&child);
        std::thread::spawn(move || {
            std::thread::sleep(after);
            // It may be over already.
            let _ = child.lock().unwrap().kill();
        })
    });
    let (mut told, mut byte) = (Vec::new(), [0]);
    while stdout.read(&mut byte).is_ok_and(|read| read == 1) {
        told.push(byte[0]);
        if told.ends_with(b" > ") {
            ran.asked += 1;
            let text = String::from_utf8_lossy(&told).into_owned();
            let dice = text.rsplit_once("throw ").unwrap().1.trim_end_matches(" > ");
            let faces = scripted(throw, Dice::from_text(dice).unwrap());
            throw += 1;
            ran.given += u64::from(writeln!(stdin, "{faces}").is_ok());
            told.clear();
        }
    }
    drop(stdin);
    if let Some(killer) = killer {
        killer.join().unwrap();
    }
    ran.finished = child.lock().unwrap().wait().unwrap().success();
    ran
}

/// A battle with typed dice, decided by policy: every call for dice acknowledges the throw before it.
#[test]
fn a_game_killed_at_any_instant_loses_and_doubles_nothing() {
    let folder = folder("kills-typed");
    let battle = |path: &Path| {
        at_the_dice(&["resolve", "eu9/pavia", "--policy", "--dice", "--journal", path.to_str().unwrap()])
    };
    let reference = folder.join("reference.journal");
    let since = Instant::now();
    assert!(run(battle(&reference), 0, None).finished);
    let long = since.elapsed();
    let whole = fs::read_to_string(&reference).unwrap();
    let mut chance = Generator::new(1);
    let (mut left, mut games) = (kills() / 2, 0);
    while left > 0 {
        games += 1;
        let path = folder.join(format!("{games}.journal"));
        let mut before: Option<Journal> = None;
        loop {
            let thrown = before.as_ref().map_or(0, Journal::throws);
            let child = match &before {
                None => battle(&path),
                Some(_) => at_the_dice(&["play", path.to_str().unwrap()]),
            };
            let after = long.mul_f64(f64::from(chance.below(1000)) / 1000.0);
            let ran = run(child, thrown, (left > 0).then_some(after));
            left = left.saturating_sub(usize::from(!ran.finished));
            let now = whole_or_mended(&path);
            let throws = now.as_ref().map_or(0, Journal::throws);
            assert!(throws >= thrown + ran.asked.saturating_sub(1), "an acknowledged throw is lost");
            assert!(throws <= thrown + ran.given, "a throw is there that was never made");
            match (&before, &now) {
                (Some(before), Some(now)) => assert!(now.text().starts_with(&before.text()), "it only grows"),
                (Some(_), None) => panic!("a journal is gone"),
                // Killed before the game was begun: nothing was asked, and what there is of a file is no game.
                (None, None) => {
                    assert_eq!(ran.asked, 0, "dice were called for, and there is no journal");
                    let _ = fs::remove_file(&path);
                }
                (None, Some(_)) => {}
            }
            before = now;
            if ran.finished {
                break;
            }
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), whole, "to the letter as if nobody had been killed");
    }
}

/// The computer plays both sides with pledged dice; its own entries are as safe.
#[test]
fn a_computer_killed_at_any_instant_goes_on_where_it_was() {
    let folder = folder("kills-pledged");
    let begin = |name: &str| {
        let path = folder.join(name);
        out(&["new", "eu9/pavia", "--computer", "both", "--journal", path.to_str().unwrap()]);
        path
    };
    let play = |path: &Path, after| run(at_the_dice(&["play", path.to_str().unwrap()]), 0, after);
    let reference = begin("reference.journal");
    let since = Instant::now();
    assert!(play(&reference, None).finished);
    let long = since.elapsed();
    let mut chance = Generator::new(2);
    let (mut left, mut games) = (kills().div_ceil(2), 0);
    while left > 0 {
        games += 1;
        let path = begin(&format!("{games}.journal"));
        let mut before = fs::read_to_string(&path).unwrap();
        loop {
            let after = long.mul_f64(f64::from(chance.below(1000)) / 1000.0);
            let ran = play(&path, (left > 0).then_some(after));
            left = left.saturating_sub(usize::from(!ran.finished));
            let now = whole_or_mended(&path).expect("a journal stays one").text();
            assert!(now.starts_with(&before), "it only grows");
            before = now;
            if ran.finished {
                break;
            }
        }
        let told = out(&["verify", path.to_str().unwrap()]);
        assert!(told.contains("from the secret that was pledged before the game began"), "{told}");
        assert_eq!((before.matches(" nonce ").count(), before.matches(" dice-secret ").count()), (2, 1));
        assert!(!folder.join(format!("{games}.journal.dice")).exists());
    }
}
