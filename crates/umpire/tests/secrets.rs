//! What is hidden, and what becomes known: nothing is taken back across a reveal, in play or in a journal.

use grognard_umpire::{
    Asking, Choice, Clause, Dice, Event, Fact, Figure, Flow, Header, Journal, Openness, Phase, Playable,
    Procedure, Reveal, Ruling, Session, Side, Umpire,
};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

const HIDE: Clause = Clause::new("CARDS-1");
const MARCH: Clause = Clause::new("CARDS-2");
const GUESS: Clause = Clause::new("CARDS-3");

/// A game of cards: the first side lays one face down and scouts, the second guesses what it is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Cards {
    Hide,
    March { card: &'static str, scouted: u8 },
    Guess { card: &'static str },
    Weather { guessed: bool },
}

/// The strength of the garrison, which the first side may scout.
const GARRISON: u8 = 6;

impl Procedure for Cards {
    type Rules = ();
    type End = (bool, u16);
    fn step(self, (): &(), ump: &mut impl Umpire) -> Flow<Self> {
        Ok(match self {
            Cards::Hide => {
                let asking = Asking::of(Side::First, HIDE, "lay a card");
                let card = *ump.choose_secretly(asking, &["low", "high"])?;
                ump.explain(|| Ruling::new(HIDE, "a card is laid face down"));
                Continue(Cards::March { card, scouted: 0 })
            }
            Cards::March { card, scouted } => {
                let asking = Asking::of(Side::First, MARCH, "march");
                match *ump.choose(asking, &["halt", "on", "scout"])? {
                    "on" => Continue(Cards::March { card, scouted }),
                    "scout" => {
                        ump.reveal(Reveal::to(Side::First));
                        ump.explain(|| Ruling::new(MARCH, format!("{GARRISON} stand there")));
                        let asking = Asking::of(Side::First, MARCH, "send a patrol");
                        ump.choose(asking, &["no", "yes"])?;
                        Continue(Cards::March { card, scouted: scouted + 1 })
                    }
                    _ => Continue(Cards::Guess { card }),
                }
            }
            Cards::Guess { card } => {
                let asking = Asking::of(Side::Second, GUESS, "guess");
                let guess = *ump.choose(asking, &["low", "high"])?;
                ump.reveal(Reveal::answer(Side::First, HIDE));
                ump.explain(|| Ruling::new(GUESS, format!("{guess} is guessed, {card} it is")));
                Continue(Cards::Weather { guessed: guess == card })
            }
            Cards::Weather { guessed } => {
                let asking = Asking::of(Side::Second, GUESS, "again");
                ump.choose(asking, &["no", "yes"])?;
                Break((guessed, ump.roll(Asking::neutral(GUESS, "weather"), Dice::D6)?))
            }
        })
    }
}

impl Playable for Cards {
    fn side_name((): &(), side: Side) -> String {
        side.to_string()
    }
    fn view(&self, (): &(), viewer: Option<Side>) -> Fact {
        match self {
            Cards::March { card, .. } | Cards::Guess { card } if viewer == Some(Side::First) => {
                Fact::from(*card)
            }
            _ => Fact::Nothing,
        }
    }
    fn end_facts((): &(), _: &(bool, u16)) -> Fact {
        Fact::Nothing
    }
    fn end_words((): &(), _: &(bool, u16)) -> String {
        "over".to_owned()
    }
    fn figures((): &()) -> Vec<Figure<Cards>> {
        Vec::new()
    }
    fn objective((): &(), _: Side, _: &(bool, u16)) -> i64 {
        0
    }
    fn objective_words((): &(), _: Side) -> String {
        String::new()
    }
    fn policy(&self, (): &(), _: &Choice<'_>) -> usize {
        0
    }
}

fn start() -> Session<Cards> {
    Session::start(Cards::Hide, Arc::new(()), Header::default())
}

/// Plays some answers, each by whoever is asked; a number is a die.
fn play(answers: &[&str]) -> Session<Cards> {
    let mut game = start();
    for answer in answers {
        match answer.parse() {
            Ok(face) => drop(game.faces(&[face]).unwrap()),
            Err(_) => {
                let side = game.pending()[0].asking.by.unwrap();
                game.answer(side, answer).unwrap();
            }
        }
    }
    game
}

fn again(journal: Journal) -> Result<Session<Cards>, grognard_umpire::Differs> {
    Session::replay(journal, Cards::Hide, Arc::new(()))
}

#[test]
fn nothing_is_taken_back_across_a_reveal() {
    let mut game = play(&["low", "on"]);
    game.undo(Side::First).unwrap();
    game.answer(Side::First, "scout").unwrap();
    assert_eq!(game.pending()[0].asking.what, "send a patrol");
    assert!(game.undo(Side::First).is_err(), "he has seen the garrison");
    // What comes after it can be taken back, as far as it and no further.
    game.answer(Side::First, "yes").unwrap();
    game.answer(Side::First, "on").unwrap();
    game.undo(Side::First).unwrap();
    game.undo(Side::First).unwrap();
    assert_eq!(game.pending()[0].asking.what, "send a patrol");
    assert!(game.undo(Side::First).is_err());
    // The same for what the other side gets to see.
    let mut game = play(&["low", "halt", "high"]);
    assert!(game.undo(Side::Second).is_err(), "the card is on the table");
    game.answer(Side::Second, "yes").unwrap();
    game.undo(Side::Second).unwrap();
}

/// A game that is over stays over: its secrets are known.
#[test]
fn nobody_takes_back_the_end() {
    let mut game = play(&["low", "halt", "high", "yes", "4"]);
    assert_eq!(game.phase(), &Phase::Ended((false, 4)));
    assert!(Side::ALL.iter().all(|&side| game.undo(side).is_err()));
}

#[test]
fn a_journal_in_which_a_reveal_is_taken_back_is_refused() {
    let undone = |answers: &[&str], by: Side| {
        let mut journal = play(answers).journal().clone();
        journal.append(Event::Undone { by });
        journal
    };
    let honest = undone(&["low", "scout", "no", "on"], Side::First);
    let mut game = again(honest).unwrap();
    assert!(game.undo(Side::First).is_ok(), "the patrol");
    assert!(game.undo(Side::First).is_err(), "the scout");
    for (forged, entry) in [
        (undone(&["low", "scout"], Side::First), 3),
        (undone(&["low", "on", "scout"], Side::First), 4),
        (undone(&["low", "halt", "high"], Side::Second), 4),
    ] {
        let differs = again(forged).err().expect("refused");
        assert_eq!(differs.entry, entry);
        assert!(differs.to_string().contains("revealed since"), "{differs}");
    }
    // Further on in a game, with more taken back after it.
    let mut forged = play(&["low", "on", "scout"]).journal().clone();
    forged.append(Event::Undone { by: Side::First });
    for event in play(&["low", "on", "on", "halt", "high", "yes", "4"]).journal().entries().iter().skip(2) {
        forged.append(event.event.clone());
    }
    assert_eq!(again(forged).err().expect("refused").entry, 4);
}

/// Whatever is taken back on the way, a journal leads to where the game stood, and what could be taken back
/// can be.
#[test]
fn any_order_of_choices_and_second_thoughts_reads_back() {
    let mut dice = grognard_umpire::Generator::new(3);
    for _ in 0..300 {
        let mut game = start();
        let moves = dice.below(14);
        for _ in 0..moves {
            let Some(question) = game.pending().first().map(|question| (*question).clone()) else { break };
            if game.throw(&mut dice).is_some() {
                continue;
            }
            let side = question.asking.by.unwrap();
            if dice.below(3) == 0 && game.undo(side).is_ok() {
                continue;
            }
            let options = question.options();
            let key = options[dice.below(options.len() as u32) as usize].0.clone();
            game.answer(side, &key).unwrap();
        }
        let mut read = again(Journal::read(&game.journal().text()).unwrap()).unwrap();
        loop {
            assert_eq!((read.phase(), read.account()), (game.phase(), game.account()));
            assert_eq!(read.state(), game.state());
            let taken = Side::ALL.map(|side| game.undo(side).is_ok());
            assert_eq!(Side::ALL.map(|side| read.undo(side).is_ok()), taken);
            if taken == [false, false] {
                break;
            }
        }
    }
}

#[test]
fn a_secret_question_is_marked() {
    let game = start();
    let question = game.pending()[0].clone();
    assert!(question.kind.is_secret());
    let grognard_umpire::Kind::Choose { openness, .. } = question.kind else { panic!("a choice") };
    assert_eq!(openness, Openness::Secret);
}
