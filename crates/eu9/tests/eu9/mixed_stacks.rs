//! Stacks of several nations, in the field and before walls.

use grognard_eu9::*;
use grognard_testkit::{account_text, record};
use grognard_umpire::{Header, Kind, Phase as Stage, Playable, Session, Side};
use std::sync::Arc;

fn file(name: &str) -> String {
    BATTLES.get_file(name).unwrap().contents_utf8().unwrap().to_owned()
}

fn charts() -> Arc<Charts> {
    Arc::new(Charts::load(&[]).unwrap())
}

/// Plays on with these answers; faces not given are fives, choices not given the first option.
fn run<P: Playable>(start: P, givens: Arc<P::Rules>, answers: &[&str]) -> (P::End, String) {
    let mut session = Session::start(start, givens, Header::default());
    let mut tape = answers.iter().copied().peekable();
    while let Some(question) = session.pending().first().map(|q| (*q).clone()) {
        match &question.kind {
            Kind::Roll(_) => {
                let face = tape.next_if(|answer| answer.parse::<u8>().is_ok());
                session.faces(&[face.map_or(5, |face| face.parse().unwrap())]).unwrap();
            }
            Kind::Choose { options, .. } => {
                let key = tape.next_if(|answer| answer.parse::<u8>().is_err()).unwrap_or(&options[0].key);
                let by = question.asking.by.unwrap();
                session.answer(by, key).unwrap_or_else(|r| panic!("{key} to {}: {r}", question.line()));
            }
            Kind::Order { .. } => unreachable!(),
        }
    }
    assert!(tape.next().is_none(), "the tape goes on after the end");
    record::reached(session.account(), session.cited());
    let Stage::Ended(end) = session.phase() else { panic!("no end") };
    (end.clone(), account_text(session.account()))
}

fn engagement(text: &str) -> Arc<Engagement> {
    match open("test.toml", &crate::playing::of_2020(text), &charts())
        .unwrap_or_else(|error| panic!("{error}"))
    {
        Contest::LandBattle(_, engagement) => engagement,
        _ => panic!("a land battle"),
    }
}

fn battle(text: &str, answers: &[&str]) -> (End, String) {
    run(Battle::new(), engagement(text), answers)
}

fn refused(text: &str) -> String {
    open("test.toml", text, &charts()).err().expect("refused").to_string()
}

/// Kahlenberg with other words in it.
fn kahlenberg(changes: &[(&str, &str)]) -> String {
    let mut text = file("kahlenberg.toml");
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replacen(from, to, 1);
    }
    text
}

#[test]
fn three_nations_fight_as_one() {
    let answers = ["5", "6", "4", "7", "stay", "stay", "6", "8", "7", "6", "5", "5", "5", "LD:LD:LD"];
    let (end, account) = battle(&kahlenberg(&[]), &answers);
    insta::assert_snapshot!("kahlenberg", account);
    assert_eq!(end.winner, None);
    assert_eq!(end.kept.first.to_string(), "3LD");
    assert_eq!(end.allies.first.0.map(|stack| stack.to_string()), ["LD", "LD"]);
}

/// Four LD of baroque against two of muskets; of six LD four are veterans.
#[test]
fn the_most_ld_give_technology_and_morale() {
    let quality = |changes: &[(&str, &str)]| {
        let engagement = engagement(&kahlenberg(changes));
        let army = &engagement.armies.first;
        (army.technology, army.veteran)
    };
    assert_eq!(quality(&[]), (Technology::Baroque, true));
    let imperial = ("technology = \"baroque\"\nveteran = true", "technology = \"baroque\"");
    assert_eq!(quality(&[imperial]), (Technology::Baroque, false), "two of six are veterans");
    let tie = [
        ("counters = \"A-\"                  # the Poles", "counters = \"2A-\" #"),
        ("counters = \"A-\"                  # Bavarians", "counters = \"2d\" #"),
        ("theatre = \"europe\"", "theatre = \"rest-of-the-world\""),
    ];
    assert_eq!(quality(&tie).0, Technology::Muskets);
}

#[test]
fn ties_and_traits_are_switches() {
    let base = kahlenberg(&[
        ("counters = \"A-\"                  # the Poles", "counters = \"2LD\" #"),
        ("technology = \"muskets\"\nveteran = true", "technology = \"baroque\""),
        ("technology = \"baroque\"\nveteran = true", "technology = \"muskets\"\nveteran = true"),
        ("counters = \"A-\"                  # Bavarians", "counters = \"\" #"),
    ]);
    let (head, tail) = base.split_once("[[attacker.allies]]\nname").unwrap();
    let (_, tail) = tail.split_once("[attacker.policy]").unwrap();
    let text = |rules: &str| format!("{head}[attacker.policy]{tail}\n[rules]\n{rules}");
    let quality = |rules: &str| {
        let engagement = engagement(&text(rules));
        (engagement.armies.first.technology, engagement.armies.first.veteran)
    };
    assert_eq!(quality(""), (Technology::Muskets, false), "two LD and two: the worse of both");
    assert_eq!(quality("mixed-ties = \"armies\""), (Technology::Muskets, true), "an A- against two LD");
    assert_eq!(quality("mixed-technology = \"median\"").0, Technology::Muskets);
}

/// Poland is of class IIM, size 2 in period V, the others 0: 4 / 6 is 0. France in their place has 3.
#[test]
fn the_size_is_an_average() {
    let size = |changes: &[(&str, &str)]| engagement(&kahlenberg(changes)).size(Side::First);
    assert_eq!(size(&[]), 0);
    assert_eq!(size(&[("country = \"habsburg\"", "country = \"france\"")]), 1, "4 and 6 by 6");
    let turks = [("country = \"habsburg\"", "country = \"russia\""), ("class = \"III\"", "class = \"I\"")];
    assert_eq!(size(&turks), 3, "4, 6 and 8 by 6");
    // Each A- has half of its country's guns: Poland 2, Austria 2, the Empire 2.
    assert_eq!(engagement(&kahlenberg(&[])).artillery(Side::First), 4);
    let sum = format!("{}\n[rules]\nartillery = \"sum\"\n", kahlenberg(&[]));
    assert_eq!(engagement(&sum).artillery(Side::First), 6);
}

#[test]
fn who_commands_is_checked() {
    let no_king = (", monarch = true }", " }");
    assert!(refused(&kahlenberg(&[no_king])).contains("EU9-LEADER-d"), "Lorraine is the higher of equals");
    let ranked = (", monarch = true }", ", rank = \"A\" }");
    assert_eq!(engagement(&kahlenberg(&[ranked])).armies.first.country, Country::Poland, "as they agreed");
    let fewer = [no_king, ("counters = \"A-\"                  # the Poles", "counters = \"LD\" #")];
    assert!(refused(&kahlenberg(&fewer)).contains("the most LD"));
    let king = [(
        "leader = { name = \"Lorraine\", rank = \"A\" }",
        "leader = { name = \"Leopold\", monarch = true }",
    )];
    assert!(open("t", &kahlenberg(&king), &charts()).is_ok(), "of two monarchs the players choose");
    let king = [no_king, king[0]];
    assert!(refused(&kahlenberg(&king)).contains("monarch"));
}

#[test]
fn the_limits_hold_for_all_together() {
    let poles = "counters = \"A-\"                  # the Poles";
    let message = refused(&kahlenberg(&[(poles, "counters = \"A+ LD\" #")]));
    assert!(message.contains("EU9-STACK-a") && message.contains("EU9-STACK-b"), "{message}");
    let pasha = refused(&kahlenberg(&[(poles, "counters = \"A- pasha\" #")]));
    assert!(pasha.contains("EU9-STACK-e"), "{pasha}");
    let more = kahlenberg(&[(
        "[attacker.policy]",
        "[[attacker.allies]]\ncountry = \"venice\"\ncounters = \"LD\"\ntechnology = \"muskets\"\n[attacker.policy]",
    )]);
    assert!(refused(&more).contains("at most 2 allies"));
    let none = kahlenberg(&[("counters = \"A-\"                  # Bavarians", "counters = \"\" #")]);
    assert!(refused(&none).contains("without troops"));
}

/// Sweden's horse in its forests, Poland's on the plain, cover against tercios: one A counter is enough.
#[test]
fn one_army_counter_of_the_right_kind_is_enough() {
    let text = |ally: &str| {
        format!(
            "system = \"eu9\"\nkind = \"land-battle\"\ntitle = \"t\"\ndate = \"d\"\nsources = []\nyear = 1550\n\
             terrain = \"plain\"\ntheatre = \"europe\"\n[attacker]\nname = \"A\"\ncountry = \"venice\"\n\
             counters = \"A+\"\ntechnology = \"renaissance\"\nleader = {{ manoeuvre = 2, fire = 2, shock = 2 }}\n\
             policy = {{ retreat = \"never\" }}\n{ally}\n[defender]\nname = \"B\"\ncountry = \"spain\"\n\
             counters = \"A+\"\ntechnology = \"arquebus\"\ntercios = true\n\
             leader = {{ manoeuvre = 2, fire = 2, shock = 2 }}\npolicy = {{ retreat = \"never\" }}\n"
        )
    };
    let poles = |counters: &str| {
        format!(
            "[[attacker.allies]]\ncountry = \"poland\"\ncounters = \"{counters}\"\ntechnology = \"renaissance\"\n"
        )
    };
    let account = |ally: &str| battle(&text(ally), &[]).1;
    let (alone, foot, horse) = (account(""), account(&poles("2LD")), account(&poles("A-")));
    assert!(alone.contains("against tercios") && foot.contains("against tercios"));
    assert!(!alone.contains("cavalry") && !foot.contains("cavalry"));
    assert!(!horse.contains("against tercios") && horse.contains("cavalry"));
}

fn siege(text: &str, answers: &[&str]) -> (SiegeEnd, String) {
    match open("test.toml", &crate::playing::of_2020(text), &charts()).unwrap_or_else(|e| panic!("{e}")) {
        Contest::Siege(start, givens) => run(start, givens, answers),
        _ => panic!("no siege"),
    }
}

/// Buda with other words in it.
fn buda(changes: &[(&str, &str)]) -> String {
    let mut text = file("siege-of-buda.toml");
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replacen(from, to, 1);
    }
    text
}

#[test]
fn a_camp_of_three_nations_takes_buda() {
    let answers = ["undermine", "7", "undermine", "9", "breach", "storm", "9", "9", "9", "6"];
    let (end, account) = siege(&buda(&[]), &answers);
    insta::assert_snapshot!("buda", account);
    assert_eq!(end.outcome, SiegeOutcome::Stormed);
}

/// Five of seven LD are veterans; when only Bavaria's two are left, they are none.
#[test]
fn losses_change_what_a_camp_fights_like() {
    let answers = ["storm", "1", "10", "1", "10", "nothing:A-", "storm"];
    let (_, account) = siege(&buda(&[("lift-below = 3", "lift-below = 0")]), &answers);
    assert!(
        account.contains("A+ of Habsburg, A- of Bavaria, LD of Brandenburg; baroque, morale 4"),
        "{account}"
    );
    assert!(account.contains("The Holy League keeps A- of Bavaria"), "{account}");
    assert!(account.contains("A- of Bavaria; baroque, morale 3"), "{account}");
}

/// Attrition goes by the worst technology in the stack: medieval Bavarians pillage and lose an LD as well.
#[test]
fn the_worst_technology_starves() {
    let far = ("supply-line = 5", "supply-line = 12");
    let dig = ["undermine", "3", "5"];
    let (_, modern) = siege(&buda(&[far]), &dig);
    assert!(
        modern.contains("P: one LD more is lost") && !modern.contains("and the province pillaged"),
        "{modern}"
    );
    let bavaria =
        ("counters = \"A-\"\ntechnology = \"baroque\"", "counters = \"A-\"\ntechnology = \"arquebus\"");
    let (_, old) = siege(&buda(&[far, bavaria]), &dig);
    assert!(old.contains("P: one LD more is lost and the province pillaged"), "{old}");
}

/// A storm that fails kills of the garrison whom its owner says.
#[test]
fn a_garrison_of_two_nations_loses_whom_it_likes() {
    let mut lost = Vec::new();
    for choice in ["LD", "nothing:LD"] {
        let answers = ["storm", "7", "7", "7", "7", "A+:LD", choice];
        let (end, account) = siege(&buda(&[("rounds = 2", "rounds = 1")]), &answers);
        assert!(account.contains("The garrison loses"), "{account}");
        lost.push((end.garrison.to_string(), end.allies.second.0[0].to_string()));
    }
    assert_eq!(lost, [("LD".to_owned(), "nothing".to_owned()), ("LD".to_owned(), "LD".to_owned())]);
}

/// Of seven LD the four of Habsburg are no large army; the Russians in their place are, and with traits by A
/// counter a single A- of them is enough.
#[test]
fn large_armies_and_tercios_before_walls() {
    let bonus = |changes: &[(&str, &str)], rules: &str| {
        let text = format!("{}\n[rules]\n{rules}\n", buda(changes));
        siege(&text, &["storm", "5", "5", "5", "5"]).1.contains("large army")
    };
    let early = [("year = 1686", "year = 1600"), ("technology = \"baroque\"", "technology = \"muskets\"")];
    let early = [early[0], early[1], early[1], early[1]];
    let with = |country: (&'static str, &'static str)| [early[0], early[1], early[2], early[3], country];
    assert!(!bonus(&early, ""));
    assert!(bonus(&with(("country = \"habsburg\"", "country = \"russia\"")), ""));
    let few = with(("country = \"minor\"\nclass = \"III\"", "country = \"russia\""));
    assert!(!bonus(&few, ""));
    assert!(bonus(&few, "mixed-traits = \"an-army\""));
}
