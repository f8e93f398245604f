//! What both lay down at once is shown before the next die, and is not taken back from then on.

use crate::duel::{STRIP, at};
use crate::sheet::{HERD, LINE, sheet, side};
use grognard_ancient_world::battle::Battle;
use grognard_ancient_world::{Asks, Charts, duel};
use grognard_umpire::{Header, Kind, Playable, Procedure, Session, Side};
use std::sync::Arc;

const WAY: &str = "{ name = \"back\", hexes = [\"flat\"] }";

/// Both sides answer in secret, the first side first.
fn both<P: Playable>(session: &mut Session<P>, keys: [&str; 2]) {
    for (side, key) in Side::ALL.into_iter().zip(keys) {
        session.answer_salted(side, key, [side as u8; 16]).unwrap();
    }
}

/// A die is due, both answers are shown, and neither side takes its own back.
fn shown_and_kept<P: Playable + Procedure + Clone>(session: &mut Session<P>) {
    assert!(matches!(session.pending()[0].kind, Kind::Roll(_)), "{}", session.pending()[0].line());
    assert_eq!(session.revealed().len(), 2);
    assert_eq!(session.open_due().len(), 2, "both answers are opened in the journal");
    for side in Side::ALL {
        assert!(!session.may_undo(side), "{side}");
        assert!(session.undo(side).is_err(), "{side}");
    }
}

fn battle(readings: &str, troops: &str) -> Session<Battle> {
    let mut sheet = sheet().reading(readings);
    sheet.attacker = side("C", 1, troops, WAY);
    sheet.defender = side("C", 1, troops, WAY);
    let rules = Arc::new(sheet.rules());
    Session::start(rules.start(), rules, Header::default())
}

#[test]
fn guile_for_avoidance_is_shown_before_the_die() {
    let mut session = battle("", LINE);
    session.answer(Side::Second, "back").unwrap();
    both(&mut session, ["1", "0"]);
    shown_and_kept(&mut session);
}

#[test]
fn guile_for_an_unpredictable_result_is_shown_before_the_die() {
    let mut session = battle("", LINE);
    session.answer(Side::Second, "stand").unwrap();
    for face in [0, 0, 7] {
        session.faces(&[face]).unwrap();
    }
    both(&mut session, ["0", "1"]);
    shown_and_kept(&mut session);
}

#[test]
fn elephants_committed_in_secret_are_shown_before_they_charge() {
    let mut session = battle("elephants = \"secret\"", HERD);
    session.answer(Side::Second, "stand").unwrap();
    for _ in 0..2 {
        session.faces(&[0]).unwrap();
    }
    both(&mut session, ["1", "1"]);
    shown_and_kept(&mut session);
}

/// The same inside a campaign, where the second side attacks.
#[test]
fn guile_of_a_battle_inside_a_campaign_is_shown_too() {
    let text = at(STRIP, 2, 3).replace("mortality = 9 }", "mortality = 9, guile = 1 }");
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let (state, rules) = duel::open("strip.toml", &text, &charts).unwrap();
    let mut session = Session::start(state, Arc::new(rules), Header::default());
    session.faces(&[0]).unwrap();
    session.faces(&[9]).unwrap();
    for (side, key) in [(Side::First, "stop"), (Side::Second, "march-2"), (Side::First, "no")] {
        session.answer(side, key).unwrap();
    }
    session.faces(&[0]).unwrap();
    session.answer(Side::Second, "attack").unwrap();
    session.answer(Side::First, "west-1").unwrap();
    assert_eq!(session.pending()[0].asking.topic, Asks::GuileForAvoidance);
    both(&mut session, ["2", "1"]);
    shown_and_kept(&mut session);
}
