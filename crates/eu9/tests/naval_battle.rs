//! Situations of the naval battle.

use grognard_eu9::*;
use grognard_testkit::{account_text, record};
use grognard_umpire::{Fact, Header, Kind, Phase as Stage, Playable, Session, Side};
use std::sync::Arc;

fn file(name: &str) -> String {
    BATTLES.get_file(name).unwrap().contents_utf8().unwrap().to_owned()
}

fn contest(text: &str) -> Result<(NavalBattle, Arc<NavalEngagement>), String> {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    match open("test.toml", text, &charts) {
        Ok(Contest::NavalBattle(start, givens)) => Ok((start, givens)),
        Ok(_) => panic!("not a naval battle"),
        Err(error) => Err(error.to_string()),
    }
}

/// Plays with these answers: numbers are faces, words are keys.
fn play(text: &str, answers: &[&str]) -> (NavalEnd, Arc<NavalEngagement>, String) {
    let (start, givens) = contest(text).unwrap();
    let mut session = Session::start(start, Arc::clone(&givens), Header::default());
    for answer in answers {
        let question = session.pending().first().map(|q| (*q).clone()).expect("asks more");
        match answer.parse::<u8>() {
            Ok(face) => session.faces(&[face]),
            Err(_) => session.answer(question.asking.by.unwrap(), answer),
        }
        .unwrap_or_else(|refusal| panic!("{answer} to {}: {refusal}", question.line()));
    }
    // Whatever else is asked: fives, and the first option.
    while let Some(question) = session.pending().first().map(|q| (*q).clone()) {
        match &question.kind {
            Kind::Roll(_) => session.faces(&[5]).unwrap(),
            Kind::Choose { options, .. } => {
                session.answer(question.asking.by.unwrap(), &options[0].0).unwrap()
            }
            Kind::Order { .. } => unreachable!(),
        };
    }
    record::reached(session.account(), session.cited());
    let account = account_text(session.account());
    let Stage::Ended(end) = session.phase() else {
        panic!("still open: {:?}\n{account}", session.pending());
    };
    (*end, givens, account)
}

#[test]
fn lepanto_goes_by_the_book() {
    let text = file("lepanto.toml");
    // Galleys on both sides: no wind. Fire of the galleasses is full, that of the others halved upwards.
    let (end, givens, account) = play(&text, &["6", "4", "5", "6"]);
    insta::assert_snapshot!("lepanto", account);
    insta::assert_snapshot!("lepanto-end", NavalBattle::end_words(&givens, &end));
    assert!(matches!(NavalBattle::end_facts(&givens, &end), Fact::Record(_)));
}

#[test]
fn galleys_do_not_sail_the_ocean() {
    let text = file("lepanto.toml").replace("sea = \"mediterranean\"", "sea = \"ocean\"");
    let error = contest(&text).err().unwrap();
    assert!(error.contains("EU9-LOGISTICS-b"), "{error}");
    record::exercised(&["EU9-LOGISTICS-b"]);
}

#[test]
fn three_counters_at_sea_and_no_more() {
    let error = contest(&file("gravelines.toml").replace("2F+ 8NWD 2NTD", "3F+ 18NWD")).err().unwrap();
    assert!(error.contains("EU9-STACK-f"), "{error}");
    assert!(contest(&file("gravelines.toml").replace("2F+ 8NWD 2NTD", "3F+ 15NWD 3NTD")).is_ok());
    record::exercised(&["EU9-STACK-f"]);
}

#[test]
fn all_problems_are_told_at_once() {
    let text = file("gravelines.toml").replace("galleon-fluyt", "three-decker").replace("9NWD", "9XYZ");
    let error = contest(&text).err().unwrap();
    assert!(error.contains("attacker.technology") && error.contains("defender.ships"), "{error}");
}

#[test]
fn who_leaves_with_the_wind_loses_and_is_not_pursued() {
    let text = file("gravelines.toml");
    // The Armada draws its admiral (5: 122), England has the wind, fires, and is gone.
    let (end, _, account) = play(&text, &["5", "9", "1", "2", "2", "yes"]);
    assert_eq!(end.winner, Some(Side::Second), "{account}");
    assert!(!account.contains("pursues"), "{account}");
    assert!(account.contains("leaves with the wind"));
}

#[test]
fn losses_go_by_thirds_in_the_cycle() {
    let charts = Charts::load(&[]).unwrap();
    assert_eq!(charts.sea.cycle(true), [Lot::Damaged, Lot::Destroyed, Lot::Refitted]);
    assert_eq!(charts.sea.cycle(false), [Lot::Damaged, Lot::Destroyed, Lot::Damaged]);
}

#[test]
fn the_wind_belongs_to_the_modern() {
    let charts = Charts::load(&[]).unwrap();
    assert_eq!(charts.sea.wind(NavalTechnology::ThreeDecker, NavalTechnology::Carrack), 6);
    assert_eq!(charts.sea.wind(NavalTechnology::Carrack, NavalTechnology::ThreeDecker), 0);
    assert_eq!(charts.sea.wind(NavalTechnology::Carrack, NavalTechnology::Galley), -3);
    let old = charts.sea.column(NavalTechnology::Carrack, NavalTechnology::SeventyFour, Phase::Fire, true);
    let new = charts.sea.column(NavalTechnology::Carrack, NavalTechnology::SeventyFour, Phase::Fire, false);
    assert!(old.is_none() && new.is_some());
    assert_eq!(charts.sea.morale(NavalTechnology::Galley, true, false), 3);
    assert_eq!(charts.sea.morale(NavalTechnology::Galley, true, true), 2);
}

#[test]
fn a_sea_retreat_is_rolled_for_or_automatic() {
    let roll = file("gravelines.toml");
    let auto = roll.replace("sea = \"ocean\"", "sea = \"ocean\"\n[rules]\nsea-retreat = \"automatic\"");
    for (text, more) in [(roll, vec!["10"]), (auto, vec![])] {
        let (start, givens) = contest(&text).unwrap();
        let mut session = Session::start(start, Arc::clone(&givens), Header::default());
        // Nobody has the wind: 1 + 5 against 5 + 1 with a drawn 1.
        let tape = ["5", "1", "5", "4", "4", "4", "4", "yes"];
        for answer in tape.into_iter().chain(more.iter().copied()) {
            let by = session.pending()[0].asking.by.unwrap();
            match answer.parse::<u8>() {
                Ok(face) => session.faces(&[face]).unwrap(),
                Err(_) => session.answer(by, answer).unwrap(),
            };
        }
        let left = account_text(session.account()).contains("gets away");
        assert_eq!(left, more.is_empty());
    }
}

/// Both rolls of a phase take effect together: what the attacker's boarding does to the defender does not
/// shake the defender's own boarding of the same phase.
#[test]
fn nobody_is_shaken_by_a_roll_of_the_same_phase() {
    let text = file("lepanto.toml");
    // Fire without stars on either side, then a boarding that takes stars off the Turks before they roll.
    let (_, _, account) = play(&text, &["1", "1", "8", "1"]);
    let boarding = account.split("day 1 boarding of the Turks").nth(1).unwrap();
    let modifiers = boarding.split("\n[").next().unwrap();
    assert!(!modifiers.contains("more shaken"), "{account}");
    // On the second day they are.
    let fire = account.split("day 2 Fire of the Turks").nth(1).unwrap();
    assert!(fire.split("\n[").next().unwrap().contains("-1 more shaken"), "{account}");
}

/// Losses beyond the whole fleet: what is sunk comes first, then what is damaged.
#[test]
fn a_fleet_that_loses_more_than_it_has_is_sunk_first() {
    let text = file("gravelines.toml")
        .replace("ships = \"2F+ 9NWD 3NTD\"", "ships = \"2NWD\"")
        .replace("ships = \"2F+ 8NWD 2NTD\"", "ships = \"3F+ 15NWD\"");
    // The wind and a 10 in Fire: 3 dealt, by the row of 15 ships 4 1/3, and a pursuit on top of it.
    let (end, _, account) = play(&text, &["6", "9", "1", "10", "1", "9"]);
    assert!(end.routed.second, "{account}");
    let sorted = end.sorted.second;
    assert_eq!((sorted.sunk, sorted.damaged, sorted.refitted), (Thirds::whole(2), Thirds(0), Thirds(0)));
    assert_eq!(end.losses.second, Thirds::whole(2), "no more is lost than there was: {account}");
}
