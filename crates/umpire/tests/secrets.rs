//! What is hidden, and what becomes known: nothing is taken back across a reveal, in play or in a journal.

use grognard_umpire::{
    Answer, Asking, Choice, Clause, Dice, Difference, Differs, Event, Fact, Figure, Flow, Form, Header,
    Journal, Opening, Phase, Playable, Procedure, Proposal, Reveal, Ruling, Session, Side, Umpire, topics,
};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

const HIDE: Clause = Clause::new("CARDS-1");
const MARCH: Clause = Clause::new("CARDS-2");
const GUESS: Clause = Clause::new("CARDS-3");

topics! {
    /// What the toy asks.
    enum Asks of "toy" {
        LayACard: "lay-a-card", "lay a card";
        March: "march", "march";
        SendAPatrol: "send-a-patrol", "send a patrol";
        Guess: "guess", "guess";
        Again: "again", "again";
        Weather: "weather", "weather";
    }
}

/// A game of cards: the first side lays one face down and scouts, the second guesses what it is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Cards {
    Hide,
    March { card: &'static str, scouted: u8 },
    Guess { card: &'static str },
    Weather { guessed: bool },
}

const SALT: [u8; 16] = [9; 16];

/// The strength of the garrison, which the first side may scout.
const GARRISON: u8 = 6;

impl Procedure for Cards {
    type Rules = ();
    type End = (bool, u16);
    fn step(self, (): &(), ump: &mut impl Umpire) -> Flow<Self> {
        Ok(match self {
            Cards::Hide => {
                let asking = Asking::of(Side::First, HIDE, Asks::LayACard);
                let card = *ump.choose_secretly(asking, &["low", "high"])?;
                ump.explain(|| Ruling::new(HIDE, "a card is laid face down"));
                Continue(Cards::March { card, scouted: 0 })
            }
            Cards::March { card, scouted } => {
                let asking = Asking::of(Side::First, MARCH, Asks::March);
                match *ump.choose(asking, &["halt", "on", "scout"])? {
                    "on" => Continue(Cards::March { card, scouted }),
                    "scout" => {
                        ump.reveal(Reveal::to(Side::First));
                        ump.explain(|| Ruling::new(MARCH, format!("{GARRISON} stand there")));
                        let asking = Asking::of(Side::First, MARCH, Asks::SendAPatrol);
                        ump.choose(asking, &["no", "yes"])?;
                        Continue(Cards::March { card, scouted: scouted + 1 })
                    }
                    _ => Continue(Cards::Guess { card }),
                }
            }
            Cards::Guess { card } => {
                let asking = Asking::of(Side::Second, GUESS, Asks::Guess);
                let guess = *ump.choose(asking, &["low", "high"])?;
                ump.reveal(Reveal::answer(Side::First, HIDE));
                ump.explain(|| Ruling::new(GUESS, format!("{guess} is guessed, {card} it is")));
                Continue(Cards::Weather { guessed: guess == card })
            }
            Cards::Weather { guessed } => {
                let asking = Asking::of(Side::Second, GUESS, Asks::Again);
                ump.choose(asking, &["no", "yes"])?;
                Break((guessed, ump.roll(Asking::neutral(GUESS, Asks::Weather), Dice::D6)?))
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
                game.answer_salted(side, answer, SALT).unwrap();
            }
        }
    }
    game
}

/// Carries a journal out again, with the opening of the card where the journal does not have it.
fn again(journal: &Journal) -> Result<Session<Cards>, Differs> {
    let openings = play(&["low"]).openings();
    Session::replay_with(journal, &openings, Cards::Hide, Arc::new(()))
}

#[test]
fn nothing_is_taken_back_across_a_reveal() {
    let mut game = play(&["low", "on"]);
    game.undo(Side::First).unwrap();
    game.answer(Side::First, "scout").unwrap();
    assert_eq!(game.pending()[0].asking.topic, Asks::SendAPatrol);
    assert!(game.undo(Side::First).is_err(), "he has seen the garrison");
    // What comes after it can be taken back, as far as it and no further.
    game.answer(Side::First, "yes").unwrap();
    game.answer(Side::First, "on").unwrap();
    game.undo(Side::First).unwrap();
    game.undo(Side::First).unwrap();
    assert_eq!(game.pending()[0].asking.topic, Asks::SendAPatrol);
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
    let mut game = again(&honest).unwrap();
    assert!(game.undo(Side::First).is_ok(), "the patrol");
    assert!(game.undo(Side::First).is_err(), "the scout");
    for (forged, entry) in [
        (undone(&["low", "scout"], Side::First), 3),
        (undone(&["low", "on", "scout"], Side::First), 4),
        (undone(&["low", "halt", "high"], Side::Second), 4),
    ] {
        let differs = again(&forged).err().expect("refused");
        assert_eq!(differs.entry, entry);
        assert!(differs.to_string().contains("revealed since"), "{differs}");
    }
    // Further on in a game, with more taken back after it.
    let mut forged = play(&["low", "on", "scout"]).journal().clone();
    forged.append(Event::Undone { by: Side::First });
    for event in play(&["low", "on", "on", "halt", "high", "yes", "4"]).journal().entries().iter().skip(2) {
        forged.append(event.event.clone());
    }
    assert_eq!(again(&forged).err().expect("refused").entry, 4);
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
            let key = options[dice.below(options.len() as u32) as usize].key.clone();
            game.answer_salted(side, &key, SALT).unwrap();
            game.open_due();
        }
        let journal = Journal::read(&game.journal().text()).unwrap();
        let openings = game.openings();
        let mut read = Session::replay_with(&journal, &openings, Cards::Hide, Arc::new(())).unwrap();
        assert_eq!(read.journal(), game.journal());
        assert_eq!(read.openings(), openings);
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

/// While a game runs the journal holds a commitment to a secret answer and not a word of it.
#[test]
fn a_secret_answer_stands_in_the_journal_under_seal() {
    let mut game = start();
    let refusal = game.answer(Side::First, "low").unwrap_err();
    assert!(refusal.reason.contains("salt"), "{refusal}");
    assert_eq!(game.journal().entries().len(), 0, "a refusal is not an entry");
    let entered = game.answer_salted(Side::First, "low", SALT).unwrap();
    let opening = entered.opening.expect("a secret has an opening");
    assert_eq!(
        opening.line(),
        format!("open 1 {} first CARDS-1 [lay a card] choose => low", "09".repeat(16))
    );
    assert_eq!(Opening::read(&opening.line()), Some(opening.clone()));
    let text = game.journal().text();
    assert!(
        text.contains(" secret first ") && !text.contains("low") && !text.contains("lay a card"),
        "{text}"
    );
    // Another card looks the same but for the figures of the seal.
    let other = play(&["high"]).journal().text();
    assert_eq!(other.len(), text.len());
    let differing = |(a, b): &(&str, &str)| a != b;
    assert_eq!(text.lines().zip(other.lines()).filter(differing).count(), 1);
    // An answer that everybody sees has no opening, and needs no salt.
    let entered = game.answer_salted(Side::First, "halt", SALT).unwrap();
    assert_eq!(entered.opening, None);
    assert!(entered.line.ends_with("first CARDS-2 [march] choose => halt"), "{}", entered.line);
    // Without its opening the game cannot be carried out again.
    let sealed = Session::replay(game.journal().clone(), Cards::Hide, Arc::new(())).err().unwrap();
    assert_eq!(sealed, Differs { entry: 1, how: Difference::Sealed(Side::First) });
    let wrong = play(&["high"]).openings();
    let sealed = Session::replay_with(game.journal(), &wrong, Cards::Hide, Arc::new(())).err().unwrap();
    assert_eq!(sealed.how, Difference::Sealed(Side::First), "that is the opening of something else");
    assert!(
        Session::replay_with(game.journal(), &[wrong, vec![opening]].concat(), Cards::Hide, Arc::new(()))
            .is_ok()
    );
}

/// What the rules show is entered; then the journal stands alone.
#[test]
fn a_secret_is_opened_when_the_rules_show_it() {
    let mut game = play(&["low", "halt"]);
    assert_eq!(game.open_due(), Vec::<String>::new(), "nobody has guessed yet");
    game.answer(Side::Second, "high").unwrap();
    let lines = game.open_due();
    assert_eq!(lines.len(), 1);
    assert!(lines[0].ends_with("first CARDS-1 [lay a card] choose => low"), "{}", lines[0]);
    assert!(game.open_due().is_empty() && game.openings().is_empty(), "once is enough");
    let again = Session::replay(game.journal().clone(), Cards::Hide, Arc::new(())).unwrap();
    assert_eq!((again.state(), again.journal()), (game.state(), game.journal()));
    // A game that stopped before the opening was written goes on with it.
    let cut = play(&["low", "halt", "high"]);
    let mut again = Session::replay_with(cut.journal(), &cut.openings(), Cards::Hide, Arc::new(())).unwrap();
    assert_eq!(again.open_due().len(), 1);
    assert_eq!(again.journal(), game.journal());
}

/// What was laid and taken back is shown when all is over, with the rest.
#[test]
fn the_end_opens_everything() {
    let mut game = play(&["high"]);
    game.undo(Side::First).unwrap();
    for answer in ["low", "halt", "low", "no"] {
        let side = game.pending()[0].asking.by.unwrap();
        game.answer_salted(side, answer, SALT).unwrap();
    }
    let opened: Vec<String> = game.open_due();
    assert!(opened.len() == 1 && opened[0].ends_with("=> low"), "only what lay on the table: {opened:?}");
    game.faces(&[3]).unwrap();
    let opened = game.open_due();
    assert!(opened.len() == 1 && opened[0].ends_with("=> high"), "{opened:?}");
    assert!(Session::replay(game.journal().clone(), Cards::Hide, Arc::new(())).is_ok());
}

/// Nobody opens a secret with something else, too early, twice, or without one.
#[test]
fn a_false_opening_is_found_out() {
    let shown = |game: &Session<Cards>| {
        let opening = game.openings()[0].clone();
        Event::Opened { entry: opening.entry, salt: opening.salt, event: Box::new(opening.event) }
    };
    let honest = play(&["low", "halt", "high"]);
    let with = |events: &[Event], answers: &[&str]| {
        let mut journal = play(answers).journal().clone();
        for event in events {
            journal.append(event.clone());
        }
        again(&journal).map(drop).map_err(|differs| (differs.entry, differs.how))
    };
    let (low, high) = (shown(&honest), shown(&play(&["high"])));
    let all = ["low", "halt", "high"];
    assert_eq!(with(std::slice::from_ref(&low), &all), Ok(()));
    assert_eq!(with(std::slice::from_ref(&high), &all), Err((4, Difference::Commitment(1))));
    assert_eq!(with(std::slice::from_ref(&low), &all[..2]), Err((3, Difference::NotDue(1))), "too early");
    assert_eq!(with(&[low.clone(), low.clone()], &all), Err((5, Difference::NotDue(1))), "twice");
    let Event::Opened { salt, event, .. } = low else { unreachable!() };
    let stray = Event::Opened { entry: 2, salt, event };
    assert_eq!(with(&[stray], &all), Err((4, Difference::Commitment(2))), "no secret stands there");
    // A secret where the rules ask in the open, and an open answer where they ask in secret.
    let mut game = play(&["low"]);
    let open = Event::Answered { question: "first CARDS-2 [march] choose".to_owned(), answer: key("on") };
    let opening = Opening { entry: 2, salt: SALT, event: open };
    let mut forged = game.journal().clone();
    forged.append(Event::Secret { by: Side::First, commitment: opening.commitment() });
    let openings = [game.openings(), vec![opening]].concat();
    let differs = Session::replay_with(&forged, &openings, Cards::Hide, Arc::new(())).err().unwrap();
    assert_eq!(differs.entry, 2);
    game.answer(Side::First, "on").unwrap();
    for events in [1, 2] {
        let mut forged = Journal::new(Header::default());
        let question = "first CARDS-1 [lay a card] choose".to_owned();
        forged.append(Event::Answered { question, answer: key("low") });
        if events == 2 {
            let question = "first CARDS-2 [march] choose".to_owned();
            forged.append(Event::Answered { question, answer: key("halt") });
            let question = "second CARDS-3 [guess] choose".to_owned();
            forged.append(Event::Answered { question, answer: key("low") });
            let question = "second CARDS-3 [again] choose".to_owned();
            forged.append(Event::Answered { question, answer: key("no") });
            let question = "umpire CARDS-3 [weather] roll d6".to_owned();
            forged.append(Event::Answered { question, answer: Answer::Faces(vec![2]) });
        }
        assert_eq!(again(&forged).err().expect("a secret in clear").entry, 1);
    }
}

fn key(key: &str) -> Answer {
    Answer::Key(key.to_owned())
}

/// The first form keeps secrets in clear, as it always did.
#[test]
fn the_first_form_has_no_seals() {
    let header = Header { form: Form::One, ..Header::default() };
    let mut game = Session::start(Cards::Hide, Arc::new(()), header);
    game.answer(Side::First, "low").unwrap();
    assert!(game.journal().text().contains("choose-secretly low|high => low"));
    assert!(game.openings().is_empty() && game.open_due().is_empty());
    assert!(Session::replay(game.journal().clone(), Cards::Hide, Arc::new(())).is_ok());
}

/// Goes back by consent to how the game stood after an entry.
fn go_back(game: &mut Session<Cards>, entry: usize) {
    game.propose(Side::First, Proposal::Rewind(entry)).unwrap();
    game.agree(Side::Second).unwrap();
}

/// A card that was laid before the moment gone back to lies there still; one laid after it is off the table, and nobody
/// is shown it before the end.
#[test]
fn going_back_takes_the_cards_along_that_were_not_laid_yet() {
    let mut game = play(&["low", "halt"]);
    go_back(&mut game, 0);
    assert_eq!(game.pending()[0].asking.topic, Asks::LayACard);
    for answer in ["high", "halt", "high"] {
        let side = game.pending()[0].asking.by.unwrap();
        game.answer_salted(side, answer, SALT).unwrap();
    }
    let opened = game.open_due();
    assert!(opened.len() == 1 && opened[0].ends_with("=> high"), "the guess shows one card: {opened:?}");
    let kept: Vec<usize> = game.openings().iter().map(|opening| opening.entry).collect();
    assert_eq!(kept, [1], "the first card is told at the end");
    let mut game = play(&["low", "on"]);
    go_back(&mut game, 1);
    for answer in ["halt", "high"] {
        let side = game.pending()[0].asking.by.unwrap();
        game.answer_salted(side, answer, SALT).unwrap();
    }
    let opened = game.open_due();
    assert!(opened.len() == 1 && opened[0].ends_with("=> low"), "it was laid by then: {opened:?}");
}

/// What everybody has seen stays seen, wherever the game goes back to.
#[test]
fn a_card_that_was_shown_is_not_shown_again() {
    let mut game = play(&["low", "halt", "high"]);
    assert_eq!(game.open_due().len(), 1);
    go_back(&mut game, 2);
    assert_eq!(game.pending()[0].asking.topic, Asks::Guess);
    assert!(game.openings().is_empty() && !game.has_face_down(), "it lies there face up");
    game.answer(Side::Second, "low").unwrap();
    assert_eq!(game.open_due(), Vec::<String>::new());
}

/// In the middle of a step: what was answered in it, and how much of what is told is new.
#[test]
fn a_step_under_way_has_its_answers_and_its_draft() {
    let mut game = play(&["low"]);
    assert_eq!(game.step_answers(), []);
    game.answer(Side::First, "scout").unwrap();
    assert_eq!(game.step_answers(), [key("scout")]);
    assert_eq!((game.account().len(), game.draft().len()), (1, 1));
    // Whoever has heard of everything, and of more than there is, has nothing new to hear.
    assert_eq!([0, 1, 2, 3, 9].map(|entry| game.told_since(entry)), [0, 1, 2, 2, 2]);
    game.answer(Side::First, "no").unwrap();
    assert_eq!(game.step_answers(), []);
}
