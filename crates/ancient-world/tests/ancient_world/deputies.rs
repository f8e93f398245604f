//! Leaders of a campaign: who serves, who falls, and who follows him.

use crate::duel::{DRAWN, STRIP, at, go, granted, start};
use grognard_ancient_world::duel::{self, Duel};
use grognard_ancient_world::{Asks, Charts};
use grognard_umpire::{Session, Side};
use std::sync::Arc;

/// The strip with Rome at 2 and Hanno at 3, and subordinates of the consul's.
fn with_subordinates(list: &str) -> String {
    at(STRIP, 2, 3).replace("[second]", &format!("subordinate = [{list}]\n[second]"))
}

const LEGATE: &str = "{ name = \"Legate\", initiative = 3, battle = \"B\", campaign = 9, mortality = 0, \
                      guile = 1, battle-points = 1 }";
const TRIBUNE: &str = "{ name = \"Tribune\", initiative = 1, battle = \"C\", campaign = 8, mortality = 0 }";

fn leader(session: &Session<Duel>) -> &str {
    &session.rules().leader(Side::First, &session.state().forces.first).name
}

fn serving(session: &Session<Duel>) -> Vec<usize> {
    session.rules().serving(Side::First, &session.state().forces.first)
}

#[test]
fn a_dead_leader_is_followed_by_his_deputy() {
    let mut session = start(STRIP);
    go(&mut session, &["march-2", "yes", "4", "0", "9", "0", "0", "9", "9", "east-1"]);
    assert_eq!(session.state().forces.first.led_by(), 1);
    assert_eq!(session.rules().leader(Side::First, &session.state().forces.first).letter.key(), "E");
}

#[test]
fn a_dead_deputy_is_followed_too() {
    let mut session = start(&with_subordinates(LEGATE));
    go(&mut session, &DRAWN);
    assert_eq!(granted(&session, "AW-5.44-a"), [1]);
    // The consul dies, the legate and Hanno do not. He takes over with Guile Points of his own.
    go(&mut session, &["9", "9", "0", "0"]);
    assert_eq!((leader(&session), session.state().forces.first.guile), ("Legate", 1));
    // Both Disorganized: -5 and +3, ratio 24:16 +1, tactics 3 - 0: a die of 3 is +5, a draw again. Nobody
    // is left to give him battle points.
    go(&mut session, &["0", "attack", "stand", "0", "0", "3"]);
    assert_eq!(granted(&session, "AW-5.44-a"), [1]);
    go(&mut session, &["9", "9", "0"]);
    assert_eq!((leader(&session), session.state().forces.first.guile), ("an officer of Consul", 0));
    let officer = session.rules().leader(Side::First, &session.state().forces.first);
    assert_eq!((officer.letter.key(), officer.campaign, officer.initiative), ("E", 8, 8));
    assert_eq!(session.account().iter().filter(|ruling| ruling.clause.id() == "AW-DUEL-k").count(), 2);
}

#[test]
fn a_successor_rolls_with_his_own_initiative() {
    let mut session = start(&with_subordinates(LEGATE));
    go(&mut session, &DRAWN);
    go(&mut session, &["9", "9", "0", "0", "0", "stop", "stop"]);
    // The legate's 3 and a die of 5 against Hanno's 0 and 9.
    go(&mut session, &["5", "9"]);
    let told =
        session.account().iter().any(|ruling| ruling.text.contains("Carthage goes first, 9 against 8"));
    assert!(told, "{:?}", session.account().last());
}

#[test]
fn a_killed_subordinate_of_a_campaign_is_gone_or_replaced() {
    let text = with_subordinates(&format!("{LEGATE}, {TRIBUNE}"))
        .replace("guile = 2 }", "guile = 2, overall-commander = true }");
    // The consul is unhurt; the legate dies; the tribune is unhurt; so is Hanno.
    let dice = ["0", "9", "9", "0", "0"];
    let mut session = start(&text);
    go(&mut session, &DRAWN);
    go(&mut session, &dice);
    assert_eq!(session.pending_for(Side::First).unwrap().asking.topic, Asks::ReplaceAKilledSubordinate);
    go(&mut session, &["yes"]);
    assert_eq!((serving(&session), session.state().forces.first.guile), (vec![0, 1, 2], 1));
    assert!(session.account().iter().any(|ruling| ruling.clause.id() == "AW-DUEL-n"));
    let mut session = start(&text);
    go(&mut session, &DRAWN);
    go(&mut session, &dice);
    go(&mut session, &["no"]);
    assert_eq!((serving(&session), session.state().forces.first.guile), (vec![0, 2], 2));
    // If the consul falls now, the tribune follows him; the legate is dead.
    go(&mut session, &["0", "attack", "stand", "0", "0", "3", "9", "9", "0", "0"]);
    assert_eq!((leader(&session), serving(&session)), ("Tribune", vec![2]));
    // A commander who is no Overall Commander replaces nobody.
    let mut session = start(&with_subordinates(LEGATE));
    go(&mut session, &DRAWN);
    go(&mut session, &["0", "9", "9", "0"]);
    assert_eq!((serving(&session), session.state().forces.first.guile), (vec![0], 2));
    assert!(session.account().iter().all(|ruling| ruling.clause.id() != "AW-DUEL-k"), "nobody takes over");
}

#[test]
fn a_wounded_subordinate_stays_or_leaves() {
    let wounded = ["0", "9", "0", "0"];
    let mut session = start(&with_subordinates(LEGATE));
    go(&mut session, &DRAWN);
    go(&mut session, &wounded);
    assert_eq!(serving(&session), [0, 1]);
    let text =
        with_subordinates(LEGATE).replace("[first]", "[readings]\nwounded-leaders = \"leave\"\n[first]");
    let mut session = start(&text);
    go(&mut session, &DRAWN);
    go(&mut session, &wounded);
    assert_eq!(serving(&session), [0]);
    assert!(session.account().iter().any(|ruling| ruling.text.starts_with("reading wounded-leaders: leave")));
}

#[test]
fn leaders_of_a_campaign_have_all_their_figures() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    for (from, to, wanted) in [
        (
            "battle = \"B\", campaign = 9, mortality = 0, guile = 1",
            "campaign = 9, mortality = 0, guile = 1",
            "Legate has no battle letter",
        ),
        ("initiative = 3, ", "", "Legate has no initiative"),
        ("initiative = 0, ", "", "Hanno has no initiative"),
        ("battle-points = 1", "battle-points = 1, overall-commander = true", "nobody reads the rank"),
        (
            "guile = 2 }",
            "guile = 2, battle-points = 1 }",
            "Consul is the commander of a campaign, of whom nobody reads the number of battle points",
        ),
        (
            "contingent = [{ name = \"Line\", arm = \"infantry\", sp = 20 }]",
            "contingent = [{ name = \"Line\", arm = \"infantry\", sp = 20 }]\npolicy = { coordinate = false }",
            "a campaign has no nearby forces",
        ),
        (
            "{ name = \"West\", terrain = \"flat\",",
            "{ name = \"West\", terrain = \"flat\", river-west = true,",
            "nothing lies west of the first hex",
        ),
        ("title = \"A strip\"", "title = \" \"", "it is empty"),
    ] {
        let text = with_subordinates(LEGATE);
        assert!(text.contains(from), "{from}");
        let error = duel::open("strip.toml", &text.replacen(from, to, 1), &charts).unwrap_err().to_string();
        assert!(error.contains(wanted), "{error}");
    }
}

#[test]
fn a_wounded_commander_stays_or_leaves() {
    let wounded = ["march-3", "no", "0", "attack", "stand", "0", "9", "7", "9", "0", "0"];
    let mut session = start(&at(STRIP, 2, 3));
    go(&mut session, &wounded);
    assert_eq!(session.state().forces.first.led_by(), 0);
    assert!(session.account().iter().any(|ruling| ruling.clause.id() == "AW-DUEL-l"));
    let text = at(STRIP, 2, 3).replace("[first]", "[readings]\nwounded-leaders = \"leave\"\n[first]");
    let mut session = start(&text);
    go(&mut session, &wounded);
    assert_eq!(session.state().forces.first.led_by(), 1);
}
