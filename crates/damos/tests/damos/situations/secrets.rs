//! What a side may not know stays unknown: in the view, the picture, the questions and the account.

use super::fights::front;
use super::ground::west;
use super::table::*;
use grognard_damos::*;
use grognard_umpire::{
    Answer, Event, Fact, Generator, Header, Keep, Kind, Offered, Playable, Procedure, Question, Ruling,
    Session, Side, Tape,
};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

/// A random answer to a question.
fn answer(question: &Question, dice: &mut Generator) -> Answer {
    let mut pick = |list: &[Offered]| Answer::Key(list[dice.below(list.len() as u32) as usize].key.clone());
    match &question.kind {
        Kind::Choose { options, .. } => pick(options),
        Kind::Order { offers, .. } => pick(offers),
        Kind::Roll(what) => Answer::Faces((0..what.count()).map(|_| 1 + dice.below(6) as u8).collect()),
    }
}

/// One step at random: its answers, its account, and where it leads.
fn step(game: &Game, rules: &Campaign, dice: &mut Generator) -> (Vec<Answer>, Vec<Ruling>, Option<Game>) {
    let mut answers = Vec::new();
    loop {
        let mut tape = Tape::new(&answers, Keep::Account);
        match game.clone().step(rules, &mut tape) {
            Ok(Continue(next)) => return (answers.clone(), tape.account, Some(next)),
            Ok(Break(_)) => return (answers.clone(), tape.account, None),
            Err(_) => {
                assert!(tape.misfit.is_none(), "{:?}", tape.misfit);
                let more: Vec<Answer> = tape.open.iter().map(|question| answer(question, dice)).collect();
                answers.extend(more);
            }
        }
    }
}

/// What a side is asked at the start of a step.
fn asked(game: &Game, rules: &Campaign, side: Side) -> Vec<Question> {
    let mut tape = Tape::new(&[], Keep::Nothing);
    let _ = game.clone().step(rules, &mut tape);
    tape.open.into_iter().filter(|question| question.asking.by == Some(side)).collect()
}

/// Two games equal to a side, or to an onlooker, give equal views, drawings, pictures, questions and
/// accounts: whatever strengths, plans and postures the other side hides, in every phase and in the
/// middle of a combat.
#[test]
fn games_equal_to_a_side_look_equal_to_it() {
    let mut combats = 0;
    let mut cards = 0;
    for (title, seeds) in [("army-group-center", 2), ("bialystok-minsk", 8)] {
        let rules = titled(title);
        for seed in 0..seeds {
            let mut dice = Generator::new(seed);
            let mut game = Game::new(&rules);
            for count in 0.. {
                let (answers, account, next) = step(&game, &rules, &mut dice);
                let hidden = matches!(
                    game.phase(),
                    Phase::Combat(..)
                        | Phase::Declared(..)
                        | Phase::Posing(..)
                        | Phase::Naming(..)
                        | Phase::ExploitNaming(..)
                        | Phase::Aftermath(..)
                        | Phase::Beaten(..)
                        | Phase::Wearing(..)
                );
                if hidden || count % 25 == 0 {
                    for viewer in [Some(Side::First), Some(Side::Second), None] {
                        let mut draw = |most: u8| 1 + dice.below(u32::from(most)) as u8;
                        let other = game.clone().with_other_secrets(&rules, viewer, &mut draw);
                        combats += usize::from(matches!(game.phase(), Phase::Combat(..)));
                        cards += usize::from(game.phase() != other.phase());
                        compare(&game, &other, &rules, viewer, &answers, &account);
                    }
                }
                match next {
                    Some(next) => game = next,
                    None => break,
                }
            }
        }
    }
    assert!(combats > 500 && cards > 60, "{combats} looks at combats, {cards} other cards");
}

/// Rulings that tell what was hidden before them.
const TOLD: [&str; 4] = ["DAMOS-2.4-d", "DAMOS-2.6.1-g", "DAMOS-8.4-d", "DAMOS-8.9-f"];

fn compare(
    game: &Game,
    other: &Game,
    rules: &Campaign,
    viewer: Option<Side>,
    answers: &[Answer],
    account: &[Ruling],
) {
    let phase = game.phase();
    assert_eq!(game.view(rules, viewer), other.view(rules, viewer), "view in {phase:?}");
    assert_eq!(game.drawing(rules, viewer), other.drawing(rules, viewer), "drawing in {phase:?}");
    assert_eq!(game.picture(rules, viewer), other.picture(rules, viewer), "picture in {phase:?}");
    if let Some(side) = viewer {
        assert_eq!(asked(game, rules, side), asked(other, rules, side), "questions in {phase:?}");
    }
    // The same answers lead to the same words, where they are answers in the other game too. What the
    // rules tell, they tell: totals when a combat begins, the cards when they are shown, modifiers that
    // compare the strengths of both sides in a reaction, and whom losses have left to strike back.
    let mut tape = Tape::new(answers, Keep::Account);
    let revealing = |ruling: &Ruling| TOLD.contains(&ruling.clause.id());
    if other.clone().step(rules, &mut tape).is_ok() && tape.used() == answers.len() {
        let said = |list: &[Ruling]| -> Vec<Ruling> {
            list.iter().filter(|ruling| !revealing(ruling)).cloned().collect()
        };
        assert_eq!(said(account), said(&tape.account), "account in {phase:?}");
    }
}

/// The kind of a concerted attack and the posture against it are seen by their owners alone until both
/// are shown.
#[test]
fn the_cards_of_a_concerted_attack_lie_face_down() {
    let rules = standard();
    let taken = west(&rules);
    // A German defends with tanks in the woods of 2918, so that he has four postures.
    let units = ["S-MC6 2917", "S-MC5 2917", "G-Pz3 2918"];
    let play = |kind: &str, posture: &str| {
        let mut table = Table::arranged(&rules, 4, Side::Second, &units, |a| a.taken = taken.clone());
        assert_eq!(table.order("concerted 2918"), "kind-of-concerted-attack");
        assert_eq!(table.order(kind), "defensive-posture");
        let question = table.asked().unwrap();
        assert_eq!((question.asking.by, question.asking.clause.id()), (Some(Side::First), "DAMOS-8.1-f"));
        let declared = table.game().clone();
        assert_eq!(table.order(posture), "name-the-attacking-force");
        (declared, table)
    };
    let (grand, _) = play("grand-assault", "steadfast");
    let (pen, posed) = play("penetration", "steadfast");
    let (_, elastic) = play("penetration", "elastic");
    let see = |game: &Game, side| game.view(&rules, Some(side));
    assert_eq!(see(&grand, Side::First), see(&pen, Side::First), "the defender does not see the kind");
    assert_ne!(grand, pen);
    assert_eq!(see(posed.game(), Side::Second), see(elastic.game(), Side::Second), "nor he the posture");
    // Both are shown when the dice are about to be thrown.
    let mut table = posed;
    table.order("attack-from 2917");
    let shown = |table: &Table, side| {
        let view = table.game().view(&rules, Some(side));
        let combat = view.get("combat").unwrap().clone();
        (combat.get("plan").cloned(), combat.get("posture").cloned())
    };
    while !matches!(table.game().phase(), Phase::Combat(_, combat) if combat.is_revealed()) {
        table.first();
    }
    for side in Side::ALL {
        let cards = (Some(Fact::from("penetration")), Some(Fact::from("steadfast")));
        assert_eq!(shown(&table, side), cards, "{side}");
    }
}

/// Replacement points are counted in the open; who takes them, on the map or among the eliminated, is not
/// seen until the rebuilt arrive.
#[test]
fn who_takes_replacement_points_is_not_seen() {
    let rules = standard();
    let taken = west(&rules);
    let play = |keys: [&str; 3]| {
        let units =
            ["G-Inf5 3020", "G-Inf35 3020", "G-Inf6 3020", "S-RC2 3019=1", "S-A24 2703=2", "S-A28 2705=1"];
        let mut table = Table::arranged(&rules, 3, Side::First, &units, |a| a.taken = taken.clone());
        table.order("activate 3020");
        table.order("move 3019");
        table.order("end exploitation");
        table.order("end operations");
        for key in keys {
            table.replace(key, 1);
        }
        table
    };
    let games = [["S-RC2", "S-RC2", "S-RC2"], ["S-RC2", "S-A24", "S-A28"], ["S-A24", "S-A28", "S-A28"]];
    let [mut raised, mut shared, kept] = games.map(play);
    let see = |table: &Table, side| table.game().view(&rules, Some(side));
    assert_eq!(see(&raised, Side::First), see(&shared, Side::First));
    assert_eq!(see(&raised, Side::First), see(&kept, Side::First));
    assert_ne!(see(&raised, Side::Second), see(&shared, Side::Second), "its owner knows");
    for table in [&mut raised, &mut shared] {
        table.order("place S-RC2 2811");
    }
    assert_eq!(see(&raised, Side::First), see(&shared, Side::First), "it comes with an unknown strength");
    assert_eq!((raised.strength("S-RC2"), shared.strength("S-RC2")), (3, 1));
}

/// In a combat the enemy's total is told and its split is not; the owner reads his losses at once.
#[test]
fn a_combat_tells_totals_and_no_split() {
    let rules = standard();
    let play = |first: u8, second: u8| {
        let units = [
            "G-Inf5 3020".to_owned(),
            "G-Inf35 3020".to_owned(),
            "G-Inf6 3020".to_owned(),
            format!("S-RC2 3019={first}"),
            format!("S-RC44 3019={second}"),
        ];
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let mut table = Table::new(&rules, 3, Side::First, &units);
        table.order("activate 3020");
        table.order("move 3019");
        table.game().view(&rules, Some(Side::First))
    };
    assert_eq!(play(4, 2), play(2, 4));
    assert_ne!(play(4, 2), play(4, 3), "the total is told");
    let Some(combat) = play(4, 2).get("combat").cloned() else { panic!("no combat") };
    assert_eq!(combat.get("second"), Some(&Fact::from(6u8)));
}

/// Moving into the enemy's hex tells his strength; nobody goes back and tries the next one.
#[test]
fn a_move_that_tells_a_strength_is_not_taken_back() {
    let rules = titled("bialystok-minsk");
    let mut session = Session::start(Game::new(&rules), Arc::clone(&rules), Header::default());
    for order in ["end strategic", "activate 3128"] {
        session.answer(Side::First, order).unwrap();
    }
    session.undo(Side::First).expect("nothing is known yet");
    session.answer(Side::First, "activate 3128").unwrap();
    session.answer(Side::First, "move 3127").unwrap();
    assert!(session.account().iter().any(|ruling| ruling.text.contains("20 SP attack 6 SP")));
    let refusal = session.undo(Side::First).expect_err("the strength of 3127 is known");
    assert!(refusal.reason.contains("revealed"), "{refusal}");
    // A forged journal that takes it back all the same is found out.
    let mut forged = session.journal().clone();
    forged.append(Event::Undone { by: Side::First });
    let differs = Session::replay(forged, Game::new(&rules), Arc::clone(&rules)).err().expect("found out");
    assert_eq!(differs.entry, session.journal().entries().len() + 1);
}

/// The cards of a concerted attack are on the table once they are shown, before any die.
#[test]
fn a_posture_that_was_shown_is_not_taken_back() {
    let rules = standard();
    let taken = west(&rules);
    let units = ["S-MC6 2917", "S-MC5 2917", "G-Pz3 2918"];
    let table = Table::arranged(&rules, 4, Side::Second, &units, |a| a.taken = taken.clone());
    let mut session = Session::start(table.game().clone(), Arc::clone(&rules), Header::default());
    let answers = [
        (Side::Second, "concerted 2918"),
        (Side::Second, "penetration"),
        (Side::First, "steadfast"),
        (Side::Second, "attack-from 2917"),
    ];
    for (side, answer) in answers {
        session.answer_salted(side, answer, [0; 16]).unwrap();
    }
    let shown = |session: &Session<Game>| {
        session.account().iter().any(|ruling| ruling.text.contains("penetration against steadfast"))
    };
    while !shown(&session) {
        let question = session.pending()[0].clone();
        let key = question.options()[0].key.clone();
        session.answer_salted(question.asking.by.unwrap(), &key, [0; 16]).unwrap();
    }
    assert!(Side::ALL.iter().all(|&side| session.undo(side).is_err()));
    let opened: Vec<_> = session.revealed().iter().filter_map(|reveal| reveal.opens).collect();
    let names = |(side, clause): &(Side, grognard_umpire::Clause)| (*side, clause.id());
    let opened: Vec<_> = opened.iter().map(names).collect();
    assert!(
        opened.contains(&(Side::Second, "DAMOS-8.1-b")) && opened.contains(&(Side::First, "DAMOS-8.1-f"))
    );
}

/// Whoever might react for all that the enemy knows is asked, whatever is left of him; whoever cannot even at his
/// printed strength is not.
#[test]
fn being_asked_to_react_tells_no_strength() {
    let rules = standard();
    let play = |corps: &str| {
        let mut table = front(&rules, 3, &["G-Inf5 3020", corps]);
        table.order("activate 3020");
        let asked = table.order("move 3019");
        (table.offers(), asked, table)
    };
    // Eight SP reach two hexes, and so do seven; six or fewer one. He has eight when he is fresh.
    for (corps, able) in [("S-MC6 3017", true), ("S-MC6 3017=7", true), ("S-MC6 3017=6", false)] {
        let (offers, asked, mut table) = play(corps);
        assert_eq!(asked, "react", "{corps}");
        assert_eq!(offers.len() > 1, able, "{corps}: {offers:?}");
        assert_eq!(offers[0], "done");
        assert_eq!(table.order("done"), "order-to-the-active-force", "the German goes on");
    }
    let see = |corps: &str| play(corps).2.game().view(&rules, Some(Side::First));
    assert_eq!(see("S-MC6 3017"), see("S-MC6 3017=1"));
    // Five SP never reached so far.
    assert_eq!(play("S-MC5 3017").1, "order-to-the-active-force");
}

/// A reaction shows how far the zone reaches; until then the mover may go back.
#[test]
fn a_reaction_is_what_closes_the_way_back() {
    let rules = standard();
    let moved = |answer: Option<&str>| {
        let table = front(&rules, 3, &["G-Inf5 3020", "S-MC6 3017"]);
        let mut session = Session::start(table.game().clone(), Arc::clone(&rules), Header::default());
        session.answer(Side::First, "activate 3020").unwrap();
        session.answer(Side::First, "move 3019").unwrap();
        answer.map(|key| session.answer(Side::Second, key).unwrap());
        session
    };
    assert!(moved(None).may_undo(Side::First), "nothing is known yet");
    assert!(moved(Some("done")).may_undo(Side::Second));
    let reacted = moved(Some("react 3017 S-MC6"));
    assert!(Side::ALL.iter().all(|&side| !reacted.may_undo(side)), "the corps has seven SP at least");
}

/// Which unit loses a point more, and which is routed, is asked wherever there are several, however strong they
/// are: that there is a tie is their owner's business.
#[test]
fn being_asked_for_the_strongest_tells_no_tie() {
    let one_more = |second: &str| {
        let units = ["G-Inf5 3020=4", "G-Inf35 3020=4", "S-RC2 3019!=3", second];
        let mut table = front(&standard(), 3, &units);
        table.order("activate 3020");
        table.order("move 3019");
        table.order("standard-attack");
        table.order("no-air");
        table.throw(&[3, 3]);
        assert_eq!(table.throw(&[1]), "take-losses");
        assert_eq!(table.order("1-1"), "retreat-along");
        let first = table.offers()[0].clone();
        assert_eq!(table.order(&first), "which-unit-loses-one-point-more", "{second}");
        table.offers()
    };
    assert_eq!(one_more("S-RC44 3019!=3"), ["S-RC2", "S-RC44"]);
    assert_eq!(one_more("S-RC44 3019!=2"), ["S-RC2"]);
}

/// Attrition is asked for wherever a throw may cost a force of several units something, for all that the enemy
/// knows of its strength.
#[test]
fn being_asked_for_attrition_tells_no_strength() {
    let march = |second: &str, faces: [u8; 2]| {
        let mut table = Table::new(&standard(), 3, Side::First, &["G-Inf5 3020=1", second]);
        table.order("activate 3020");
        for to in [3021, 3020, 3021] {
            table.order(&format!("move {to}"));
        }
        assert_eq!(table.order("finish"), "attrition");
        (table.throw(&faces), table.offers())
    };
    // A throw of 6 costs eight SP a point, which these two have when they are fresh, and two SP nothing.
    let (asked, offers) = march("G-Inf6 3020=1", [3, 3]);
    assert_eq!((asked.as_str(), offers), ("take-attrition", vec!["0-0".to_owned()]));
    let (asked, offers) = march("G-Inf6 3020", [3, 3]);
    assert_eq!((asked.as_str(), offers), ("take-attrition", vec!["0-0".to_owned()]), "five SP lose nothing");
    // A throw of 12 costs nobody of eight SP anything.
    assert_eq!(march("G-Inf6 3020=1", [6, 6]).0, "operations");
}

/// Whether one of the eliminated has been rebuilt and waits is not told by asking.
#[test]
fn being_asked_for_reinforcements_tells_nobody_who_was_rebuilt() {
    let rules = standard();
    let taken = west(&rules);
    let spend = |key: &str| {
        let units =
            ["G-Inf5 3020", "G-Inf35 3020", "G-Inf6 3020", "S-RC2 3019=1", "S-A24 2703=1", "S-A28 2705=1"];
        let mut table = Table::arranged(&rules, 3, Side::First, &units, |a| a.taken = taken.clone());
        table.order("activate 3020");
        table.order("move 3019");
        table.order("end exploitation");
        table.order("end operations");
        table.replace(key, 1);
        let mut asked = "reinforcements-and-replacements".to_owned();
        while table.offers().iter().any(|offer| offer == "replace") {
            asked = table.order("replace");
            if asked == "which-unit-takes-the-point" {
                let first = table.offers().into_iter().find(|key| key.starts_with("S-A")).unwrap();
                asked = table.order(&first);
            }
        }
        (asked, table.offers())
    };
    let (rebuilt, offers) = spend("S-RC2");
    assert!(offers.iter().any(|offer| offer.starts_with("place S-RC2")), "{offers:?}");
    let (kept, offers) = spend("S-A24");
    assert_eq!(offers, ["end reinforcements"]);
    assert_eq!((rebuilt.as_str(), kept.as_str()), ("reinforcements-and-replacements", rebuilt.as_str()));
}
