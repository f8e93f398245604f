//! Battle files: the printed example, bad files, and what losing does without a map. [8.11, 8.13]

use super::fight::*;
use grognard_damos::*;
use grognard_umpire::{Answer, Keep, Kind, Procedure, Tape};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

fn open(name: &str) -> (Battle, Arc<BattleRules>) {
    let file = BATTLES.get_file(name).unwrap();
    open_battle(name, file.contents_utf8().unwrap(), &charts()).unwrap()
}

#[test]
fn the_extended_example_comes_out_as_printed() {
    // 8.13: 18 against 12 SP; 16 + 2 gives 6 LP, 12 - 1 gives 3, raised to 4; the counterattack of 6 on
    // 14 throws 6 for 1/3; seven each, and the tie is the defender's.
    let (start, rules) = open("extended-example.toml");
    let answers = [
        key("penetration"),
        faces(&[6, 5, 5]),
        faces(&[6, 6]),
        // Together: A loses 4 on the infantry, B 6 on the armor.
        key("0-0-4"),
        key("0-6"),
        faces(&[6]),
        // The infantry and the mech tie at 5 for the largest: 2 on the infantry, 1 on the armor. The
        // book then prints the armor at 4, having had 4 before it lost 1: a slip, it has 3.
        key("1-0-2"),
        key("0-1"),
    ];
    let (end, account) = play(start, &rules, &answers);
    assert_eq!(end.winner, Role::Defender);
    assert_eq!(&end.left.first[..3], &[3, 5, 3]);
    assert_eq!(&end.left.second[..2], &[2, 3]);
    assert!(end.loser_demoralized);
    insta::assert_snapshot!(account);
}

#[test]
fn all_battle_files_open_and_bad_ones_are_refused_at_once() {
    for file in BATTLES.files() {
        let text = file.contents_utf8().unwrap();
        open_battle(file.path().to_str().unwrap(), text, &charts()).unwrap();
    }
    let text = BATTLES.get_file("extended-example.toml").unwrap().contents_utf8().unwrap();
    let bad = text.replace("ground = \"clear\"", "ground = \"sea\"").replace("\"armor\", 4", "\"armour\", 0");
    let error = open_battle("bad.toml", &bad, &charts()).unwrap_err().to_string();
    assert!(
        error.contains("no ground `sea`") && error.contains("no type `armour`") && error.contains("1 to 30"),
        "{error}"
    );
    let bad = text.replace("[defender]", "[defender]\nposture = \"elastic\"");
    let error = open_battle("bad.toml", &bad, &charts()).unwrap_err().to_string();
    assert!(error.contains("the ground does not allow it (DAMOS-8.4-a)"), "{error}");
}

#[test]
fn a_meeting_engagement_demoralizes_nobody() {
    let fought = |plan: &str, more: &[Answer]| {
        let text = BATTLES.get_file("bialystok-22-june.toml").unwrap().contents_utf8().unwrap();
        let text = text.replace("plans = \"ordinary\"", &format!("plans = \"{plan}\""));
        let text = text.replace("[defender]", "[defender]\ndemoralized = true");
        let (start, rules) = open_battle("b.toml", &text, &charts()).unwrap();
        // 16 SP throw 12: 4 LP (3 in a meeting engagement with 11: 4 too); 8 SP throw 2: 1.
        let answers = [&[faces(&[4, 4, 4]), faces(&[1, 1]), key("1-0-0-0"), key("2-2")], more].concat();
        play(start, &rules, &answers).0
    };
    // Who of the two loses it is asked, though only one is the strongest.
    let (meeting, standard) = (fought("meeting-engagement", &[]), fought("standard-attack", &[key("1")]));
    assert!(!meeting.loser_demoralized && standard.loser_demoralized);
    let left = |end: &BattleEnd| end.left.second.iter().sum::<u8>();
    assert_eq!((left(&meeting), left(&standard)), (4, 3), "one point more for the demoralized");
}

#[test]
fn the_demoralized_that_lose_a_meeting_engagement_pay_or_do_not() {
    let left = |options: &str, more: &[Answer]| {
        let text = BATTLES.get_file("bialystok-22-june.toml").unwrap().contents_utf8().unwrap();
        let text = text.replace("plans = \"ordinary\"", "plans = \"meeting-engagement\"");
        let text = text.replace("[defender]", "[defender]\ndemoralized = true");
        let (start, rules) =
            open_battle("b.toml", &format!("{text}\n[options]\n{options}\n"), &charts()).unwrap();
        let answers = [&[faces(&[4, 4, 4]), faces(&[1, 1]), key("1-0-0-0"), key("2-2")], more].concat();
        play(start, &rules, &answers).0.left.second.iter().sum::<u8>()
    };
    assert_eq!((left("", &[]), left("second-loss = \"always\"", &[key("1")])), (4, 3));
}

#[test]
fn a_major_city_may_be_held_at_a_price_in_a_battle_alone_too() {
    let text = BATTLES.get_file("bialystok-22-june.toml").unwrap().contents_utf8().unwrap();
    let ground = text.lines().find(|line| line.starts_with("ground")).unwrap();
    let text = text
        .replace(ground, "ground = \"major-city\"")
        .replace("plans = \"ordinary\"", "plans = \"standard-attack\"");
    let open =
        |options: &str| open_battle("b.toml", &format!("{text}\n[options]\n{options}\n"), &charts()).unwrap();
    let (start, rules) = open("");
    // The attackers throw well, the defenders badly.
    let base = [faces(&[6, 6, 6]), faces(&[1, 1, 1])];
    let asked = |answers: &[Answer]| {
        let (mut state, mut used) = (start, 0);
        loop {
            let mut tape = Tape::new(&answers[used..], Keep::Account);
            match state.step(&rules, &mut tape) {
                Ok(Continue(next)) => state = next,
                Ok(Break(_)) => return ("the end", Vec::new()),
                Err(_) => {
                    let keys = tape.open.iter().map(|question| match &question.kind {
                        Kind::Choose { options, .. } => options[0].key.clone(),
                        _ => String::new(),
                    });
                    return (tape.open[0].asking.topic.key(), keys.collect::<Vec<_>>());
                }
            }
            used += tape.used();
        }
    };
    let (what, losses) = asked(&base);
    assert_eq!(what, "take-losses");
    let mut answers = base.to_vec();
    answers.extend(losses.iter().map(|loss| key(loss)));
    assert_eq!(asked(&answers).0, "hold-the-city");
    let held = [answers.clone(), vec![key("yes")]].concat();
    let more = match asked(&held) {
        ("which-unit-is-routed", list) => [held, vec![key(&list[0])]].concat(),
        _ => held,
    };
    let (end, _) = play(start, &rules, &more);
    assert_eq!((end.winner, end.loser_demoralized), (Role::Defender, true));
    let (end, _) = play(start, &rules, &[answers, vec![key("no")]].concat());
    assert_eq!(end.winner, Role::Attacker);
}
