//! Ambassadors: what their sender wants, and what he can still pay for.

use grognard_ancient_world::diplomacy::{self, Mission, Rules, Whereabouts};
use grognard_ancient_world::{Asks, BATTLES, Charts};
use grognard_umpire::{Asking, Choice, Header, List, Openness, Phase, Playable, Session, Side};
use std::sync::Arc;

fn embassy(changes: &[(&str, &str)]) -> (Mission, Arc<Rules>) {
    let text = BATTLES.get_file("embassy-to-syphax.toml").unwrap().contents_utf8().unwrap();
    let text = changes.iter().fold(text.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    });
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let (start, rules) =
        diplomacy::open("embassy.toml", &text, &charts).unwrap_or_else(|error| panic!("{error}"));
    (start, Arc::new(rules))
}

#[test]
fn the_last_guile_point_buys_a_deserter_back() {
    let (start, rules) = embassy(&[("guile = 4 ", "guile = 2 ")]);
    let mut session = Session::start(start, rules, Header::default());
    session.answer(Side::First, "send").unwrap();
    session.faces(&[9]).unwrap();
    session.faces(&[6]).unwrap();
    assert_eq!(session.pending()[0].asking.topic, Asks::BuyTheAmbassadorBack);
    session.answer(Side::First, "yes").unwrap();
    assert_eq!((session.state().guile, session.state().whereabouts), (0, Whereabouts::AtHome));
}

#[test]
fn sending_costs_what_the_reading_says() {
    let policy = "# What the sender does";
    let (start, rules) = embassy(&[(policy, "[readings]\nsending-cost = 3\n\n# What the sender does")]);
    let mut session = Session::start(start, rules, Header::default());
    session.answer(Side::First, "send").unwrap();
    session.faces(&[5]).unwrap();
    assert_eq!(session.state().guile, 1);
    let (start, rules) = embassy(&[]);
    let mut session = Session::start(start, rules, Header::default());
    session.answer(Side::First, "send").unwrap();
    session.faces(&[5]).unwrap();
    assert_eq!(session.state().guile, 3);
}

#[test]
fn the_sender_wants_boxes_and_the_hosts_do_not() {
    let (start, rules) = embassy(&[]);
    let better = Mission { boxes: 2, ..start };
    for (side, gains) in [(Side::First, true), (Side::Second, false)] {
        let worth = |end: &Mission| Mission::objective(&rules, side, end);
        assert_eq!(worth(&better) > worth(&start), gains, "{side}");
    }
}

/// A sender whose file says nothing of it sends his ambassador, arranges audiences again and pays.
#[test]
fn a_sender_without_a_policy_does_what_he_can() {
    let (start, rules) = embassy(&[]);
    let rules = Rules { policy: Default::default(), ..Rules::clone(&rules) };
    let picks = |whereabouts: Whereabouts, keys: &[&str]| {
        let asking =
            Asking::of(Side::First, grognard_umpire::Clause::new("AW-G-a"), Asks::DiplomacyOperation);
        let choice = Choice { asking, options: &List(keys), openness: Openness::Open, barred: &Vec::new };
        keys[Mission { whereabouts, ..start }.policy(&rules, &choice)].to_owned()
    };
    assert_eq!(picks(Whereabouts::AtHome, &["nothing", "send"]), "send");
    assert_eq!(picks(Whereabouts::Waiting, &["nothing", "audience"]), "audience");
    assert_eq!(picks(Whereabouts::Held(2), &["nothing", "pay-1", "pay-2"]), "pay-2");
    assert_eq!(picks(Whereabouts::Deserted, &["no", "yes"]), "yes");
}

/// Operations that nobody can use any more are of no account: missions that differ in them only end alike.
#[test]
fn a_mission_that_can_do_nothing_more_is_over() {
    let (start, rules) = embassy(&[("guile = 4 ", "guile = 0 ")]);
    assert!(start.operations > 0);
    let session = Session::start(start, rules, Header::default());
    assert_eq!(session.phase(), &Phase::Ended(Mission { operations: 0, ..start }));
}
