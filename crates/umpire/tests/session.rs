//! A paused game: questions, refusals, secrets, orders, taking back, journals.

use grognard_umpire::{
    Answer, Asking, Barred, Choice, Clause, Dice, Event, Fact, Figure, Flow, Generator, Header, Journal,
    Kind, Offer, Openness, Orders, Phase, Playable, Procedure, Refusal, Ruling, Session, Side, Umpire,
    topics,
};
use proptest::prelude::*;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

topics! {
    /// What the toy asks.
    enum Asks of "toy" {
        March: "march", "march";
        Halt: "halt", "halt";
        ShowAHand: "show-a-hand", "show a hand";
        Weather: "weather", "weather";
        Dispatch: "dispatch", "dispatch";
    }
}

const TOY: Clause = Clause::new("TOY-1");
const LIMIT: Clause = Clause::new("TOY-2");
const SALT: [u8; 16] = [7; 16];

/// A toy with every kind of question: an order, a choice, a secret pair, a die.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Toy {
    March {
        hexes: u8,
    },
    Halt {
        hexes: u8,
    },
    Duel {
        hexes: u8,
    },
    /// Over without a question.
    Foregone,
    /// Over with a choice, and nothing shown.
    Parting,
}

/// How far, who won the duel, and the last die.
type Result = (u8, bool, u16);

#[derive(Clone, PartialEq, Debug)]
struct Step(u8);

impl Offer for Step {
    fn key(&self) -> String {
        format!("move {}", self.0)
    }
}

struct Marches {
    left: u8,
}

impl Orders for Marches {
    type Order = Step;
    fn offers(&self) -> Vec<Step> {
        (0..=self.left).map(Step).collect()
    }
    fn check(&self, text: &str) -> std::result::Result<Step, Refusal> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let ["move", n] = words[..] else {
            return Err(Refusal::plain(format!("`{text}` is no order; write `move 2`")));
        };
        let n: u8 = n.parse().map_err(|_| Refusal::plain(format!("`{n}` is no number of hexes")))?;
        if n > self.left {
            return Err(Refusal::new(LIMIT, format!("only {} hexes are left", self.left)));
        }
        Ok(Step(n))
    }
}

impl Procedure for Toy {
    type Rules = ();
    type End = Result;
    fn step(self, (): &(), ump: &mut impl Umpire) -> Flow<Self> {
        Ok(match self {
            Toy::March { hexes } => {
                let Step(n) =
                    ump.order(Asking::of(Side::First, TOY, Asks::March), &Marches { left: 5 - hexes })?;
                ump.explain(|| Ruling::new(TOY, format!("moves {n}")));
                ump.cite(LIMIT);
                Continue(Toy::Halt { hexes: hexes + n })
            }
            Toy::Halt { hexes } => {
                let asking = Asking::of(Side::First, TOY, Asks::Halt);
                ump.about(|| "nobody is asked this".to_owned());
                ump.choose(asking, &["go"])?;
                if hexes < 5 {
                    ump.about(|| format!("{} hexes are left", 5 - hexes));
                }
                let barred =
                    || vec![Barred { key: "fly".to_owned(), refusal: Refusal::new(LIMIT, "nobody flies") }];
                match *ump.choose_among(asking, &["halt", "on"], Openness::Open, &barred)? {
                    "on" if hexes < 5 => Continue(Toy::March { hexes }),
                    _ => Continue(Toy::Duel { hexes }),
                }
            }
            Toy::Duel { hexes } => {
                let ask = |side| Asking::of(side, TOY, Asks::ShowAHand);
                let hands = ["rock", "paper"];
                let (a, b) = ump.choose_together((ask(Side::First), &hands), (ask(Side::Second), &hands))?;
                let die = ump.roll(Asking::neutral(TOY, Asks::Weather), Dice::D6)?;
                Break((hexes, a != b, die))
            }
            Toy::Parting => {
                let asking = Asking::of(Side::First, TOY, Asks::Halt);
                let stays = *ump.choose(asking, &["go", "stay"])? == "stay";
                Break((0, stays, 0))
            }
            Toy::Foregone => {
                ump.explain(|| Ruling::new(TOY, "nobody comes"));
                Break((0, false, 0))
            }
        })
    }
}

impl Playable for Toy {
    fn side_name((): &(), side: Side) -> String {
        side.to_string()
    }
    fn view(&self, (): &(), _: Option<Side>) -> Fact {
        Fact::Nothing
    }
    fn end_facts((): &(), _: &Result) -> Fact {
        Fact::Nothing
    }
    fn end_words((): &(), _: &Result) -> String {
        "over".to_owned()
    }
    fn figures((): &()) -> Vec<Figure<Toy>> {
        Vec::new()
    }
    fn objective((): &(), _: Side, _: &Result) -> i64 {
        0
    }
    fn objective_words((): &(), _: Side) -> String {
        String::new()
    }
    fn policy(&self, (): &(), _: &Choice<'_>) -> usize {
        0
    }
}

fn start() -> Session<Toy> {
    let header = Header { system: "toy".to_owned(), setup: "one\n\nthree\n".to_owned(), ..Header::default() };
    Session::start(Toy::March { hexes: 0 }, Arc::new(()), header)
}

fn asked(session: &Session<Toy>) -> Vec<String> {
    session.pending().iter().map(|question| question.asking.words().to_owned()).collect()
}

#[test]
fn orders_are_checked_and_refused_with_the_clause() {
    let mut game = start();
    let Kind::Order { offers, .. } = &game.pending()[0].kind else { panic!("an order is due") };
    assert_eq!(offers.len(), 6);
    let refusal = game.answer(Side::First, "move 9").unwrap_err();
    assert_eq!((refusal.clause, &*refusal.reason), (Some(LIMIT), "only 5 hexes are left"));
    assert!(game.answer(Side::First, "dance").unwrap_err().clause.is_none());
    let refusal = game.answer(Side::First, "move 1\n2 forged").unwrap_err();
    assert_eq!(refusal.reason, "an answer is one line of plain text");
    assert!(game.answer(Side::Second, "move 1").is_err(), "not his turn");
    assert!(game.faces(&[3]).is_err(), "no dice are due");
    assert_eq!(game.journal().entries().len(), 0, "a refusal is not an entry");
    game.answer(Side::First, "  move   2 ").unwrap();
    let Event::Answered { answer, .. } = &game.journal().entries()[0].event else { panic!("an answer") };
    assert_eq!(
        *answer,
        Answer::Key("move 2".to_owned()),
        "the journal keeps the order as the rules write it"
    );
    assert_eq!(game.account()[0].text, "moves 2");
}

/// What a question is about goes with it, and with it alone; the journal does not keep it.
#[test]
fn a_question_says_what_it_is_about() {
    let mut game = start();
    assert_eq!(game.pending()[0].about, "");
    game.answer(Side::First, "move 1").unwrap();
    assert_eq!(game.pending()[0].about, "4 hexes are left");
    game.answer(Side::First, "on").unwrap();
    assert_eq!(game.pending()[0].about, "", "it was said of the last question");
    game.answer(Side::First, "move 4").unwrap();
    assert_eq!(game.pending()[0].about, "", "it was said of a choice that was none");
    assert!(!game.journal().text().contains("hexes are left"));
}

#[test]
fn what_is_not_offered_has_its_reason() {
    let mut game = start();
    game.answer(Side::First, "move 1").unwrap();
    assert_eq!(game.why_not(Side::First, "fly"), Some(Refusal::new(LIMIT, "nobody flies")));
    assert_eq!(game.why_not(Side::First, "halt"), None);
    assert_eq!(game.why_not(Side::First, "swim").unwrap().reason, "`swim` is not among halt, on");
    assert_eq!(game.answer(Side::First, "fly").unwrap_err().clause, Some(LIMIT));
}

#[test]
fn choices_are_taken_back_but_not_across_dice_or_reveals() {
    let mut game = start();
    assert!(game.undo(Side::First).is_err(), "nothing yet");
    game.answer(Side::First, "move 1").unwrap();
    game.answer(Side::First, "on").unwrap();
    assert!(game.undo(Side::Second).is_err(), "not his");
    game.undo(Side::First).unwrap();
    assert_eq!(asked(&game), ["halt"]);
    game.undo(Side::First).unwrap();
    assert_eq!(asked(&game), ["march"]);
    assert!(game.account().is_empty() && game.cited().is_empty(), "account and clauses go back too");
    game.answer(Side::First, "move 3").unwrap();
    game.answer(Side::First, "halt").unwrap();
    // A sealed hand can be taken back until the other has shown his.
    game.answer_salted(Side::First, "rock", SALT).unwrap();
    assert_eq!(asked(&game), ["show a hand"], "only the other is still asked");
    assert!(game.answer_salted(Side::First, "paper", SALT).is_err(), "already sealed");
    game.undo(Side::First).unwrap();
    let slip = game.answer_salted(Side::First, "scissors", SALT).map(|_| ()).unwrap_err();
    assert!(slip.reason.contains("rock, paper"), "{slip}");
    assert!(game.may_undo(Side::First), "his last choice before the hands");
    game.answer_salted(Side::Second, "paper", SALT).unwrap();
    assert!(!game.may_undo(Side::First), "the other's hand is down since");
    assert!(game.undo(Side::First).is_err());
    game.answer_salted(Side::First, "paper", SALT).unwrap();
    assert_eq!(asked(&game), ["weather"]);
    assert!(game.undo(Side::First).is_err() && game.undo(Side::Second).is_err(), "revealed");
    game.faces(&[4]).unwrap();
    assert_eq!(game.phase(), &Phase::Ended((3, false, 4)));
    assert!(game.undo(Side::First).is_err(), "a die has fallen");
    assert!(game.answer(Side::First, "halt").is_err(), "it is over");
}

/// The choice that ends a game stands, whatever it showed; nor does a journal go on after it.
#[test]
fn the_choice_that_ends_a_game_is_not_taken_back() {
    let mut game = Session::start(Toy::Parting, Arc::new(()), Header::default());
    game.answer(Side::First, "go").unwrap();
    assert_eq!(game.phase(), &Phase::Ended((0, false, 0)));
    assert!(!game.may_undo(Side::First));
    assert!(game.undo(Side::First).is_err());
    let mut longer = game.journal().clone();
    let question = "first TOY-1 [halt] choose".to_owned();
    longer.append(Event::Answered { question, answer: Answer::Key("stay".to_owned()) });
    let differs = Session::replay(longer, Toy::Parting, Arc::new(())).err().unwrap();
    assert_eq!(differs.entry, 2);
}

/// Plays some answers; a side's name before an answer says whose it is.
fn play(answers: &[&str]) -> Session<Toy> {
    let mut game = start();
    for answer in answers {
        match answer.split_once(": ") {
            Some(("first", "undo")) => drop(game.undo(Side::First).unwrap()),
            Some(("second", "undo")) => drop(game.undo(Side::Second).unwrap()),
            Some(("first", key)) => drop(game.answer_salted(Side::First, key, SALT).unwrap()),
            Some((_, key)) => drop(game.answer_salted(Side::Second, key, SALT).unwrap()),
            None => drop(game.faces(&[answer.parse().unwrap()]).unwrap()),
        }
    }
    game
}

#[test]
fn any_moment_of_a_game_reads_back_from_its_journal() {
    let all = [
        "first: move 1",
        "first: on",
        "first: undo",
        "first: on",
        "first: move 2",
        "first: halt",
        "second: paper",
        "second: undo",
        "second: rock",
        "first: paper",
        "6",
    ];
    for length in 0..=all.len() {
        let game = play(&all[..length]);
        let text = game.journal().text();
        let journal = Journal::read(&text).unwrap();
        assert_eq!(journal.text(), text);
        assert_eq!(journal.header().setup, "one\n\nthree\n");
        let openings = game.openings();
        let replay = |journal: &Journal| {
            Session::replay_with(journal, &openings, Toy::March { hexes: 0 }, Arc::new(())).unwrap()
        };
        let mut again = replay(&journal);
        assert_eq!(again.phase(), game.phase(), "after {length}");
        assert_eq!(again.pending(), game.pending(), "after {length}");
        assert_eq!(again.account(), game.account());
        // What could be taken back before can be taken back after.
        for side in Side::ALL {
            let mut before = play(&all[..length]);
            assert_eq!(again.undo(side).is_ok(), before.undo(side).is_ok(), "after {length}, {side}");
            again = replay(&journal);
        }
    }
}

#[test]
fn a_journal_of_other_rules_is_found_out_with_the_number_of_the_entry() {
    let game = play(&["first: move 1", "first: halt"]);
    let mut journal = Journal::new(game.journal().header().clone());
    for entry in game.journal().entries() {
        let mut event = entry.event.clone();
        if let Event::Answered { question, .. } = &mut event
            && question.contains("halt")
        {
            *question = question.replace("TOY-1", "TOY-9");
        }
        journal.append(event);
    }
    let differs = Session::replay(journal, Toy::March { hexes: 0 }, Arc::new(())).err().unwrap();
    assert_eq!(differs.entry, 2);
    assert!(differs.to_string().starts_with("entry 2: recorded `first TOY-9 [halt]"), "{differs}");
    // An answer that was never offered, honestly hashed.
    let mut forged = Journal::new(game.journal().header().clone());
    let question = "first TOY-1 [march] order".to_owned();
    forged.append(Event::Answered { question, answer: Answer::Key("move 99".to_owned()) });
    assert_eq!(Session::replay(forged, Toy::March { hexes: 0 }, Arc::new(())).err().unwrap().entry, 1);
    // Taking a die back.
    let game = play(&["first: move 1", "first: halt", "second: rock", "first: rock", "6"]);
    let mut forged = game.journal().clone();
    forged.append(Event::Undone { by: Side::First });
    let toy = Toy::March { hexes: 0 };
    let differs = Session::replay_with(&forged, &game.openings(), toy, Arc::new(())).err().unwrap();
    assert_eq!(differs.entry, 6);
}

/// A choice that a journal lays to nobody is refused at its own number.
#[test]
fn a_choice_of_nobody_is_found_out_with_the_number_of_the_entry() {
    let mut forged = play(&["first: move 1"]).journal().clone();
    let question = "umpire TOY-1 [halt] choose".to_owned();
    forged.append(Event::Answered { question, answer: Answer::Key("halt".to_owned()) });
    let differs = Session::replay(forged, Toy::March { hexes: 0 }, Arc::new(())).err().unwrap();
    assert_eq!(differs.entry, 2);
}

#[test]
fn a_changed_line_is_found_by_its_hash() {
    let text = play(&["first: move 1", "first: halt"]).journal().text();
    let error = |text: &str| Journal::read(text).unwrap_err().to_string();
    let changed = text.replace("=> move 1", "=> move 2");
    assert!(error(&changed).contains("entry 1: the hash"), "{}", error(&changed));
    assert!(error(&text.replace("system: toy", "system: tay")).contains("the header was changed"));
    assert!(error(&text.replace("grognard-journal 2", "grognard-journal 7")).contains("another form"));
    assert!(error("hello").contains("not a journal"));
    let last = text.trim_end().rfind('\n').unwrap();
    let mut cut = text[..last + 1].to_owned();
    cut.push_str("2 abc");
    assert!(error(&cut).contains("entry 2: cut short in the middle of being written"));
    cut.push('\n');
    assert!(error(&cut).contains("entry 2: not an entry"));
}

#[test]
fn dice_thrown_by_the_session_end_it() {
    let mut game = play(&["first: move 1", "first: halt", "second: rock", "first: paper"]);
    game.throw_on(&mut Generator::new(5));
    assert!(matches!(game.phase(), Phase::Ended((1, true, 1..=6))));
}

proptest! {
    #[test]
    fn any_text_is_a_journal_or_refused(text in "(?s).{0,300}") {
        let _ = Journal::read(&text);
    }

    /// Any damage to a journal is refused or leaves a journal that replays or is refused in turn.
    #[test]
    fn any_damage_is_survived(at in 0usize..900, byte in any::<u8>()) {
        let text = play(&["first: move 1", "first: halt", "second: rock", "first: rock", "6"]).journal().text();
        let mut bytes = text.into_bytes();
        let at = at % bytes.len();
        bytes[at] = byte;
        if let Ok(text) = String::from_utf8(bytes)
            && let Ok(journal) = Journal::read(&text)
        {
            let _ = Session::replay(journal, Toy::March { hexes: 0 }, Arc::new(()));
        }
    }
}

/// Orders that the other side is not to see.
struct Dispatches;

impl Orders for Dispatches {
    type Order = Step;
    fn offers(&self) -> Vec<Step> {
        vec![Step(0), Step(1)]
    }
    fn check(&self, text: &str) -> std::result::Result<Step, Refusal> {
        Marches { left: 1 }.check(text)
    }
    fn openness(&self) -> Openness {
        Openness::Secret
    }
}

#[test]
fn an_order_may_be_secret() {
    use grognard_umpire::{Keep, Tape};
    let asking = Asking::of(Side::First, TOY, Asks::Dispatch);
    let mut tape = Tape::new(&[], Keep::Everything);
    assert!(tape.order(asking, &Dispatches).is_err(), "nobody has answered");
    let open = &tape.open[0];
    assert!(open.kind.is_secret());
    assert_eq!(open.line(), "first TOY-1 [dispatch] order");
    let answers = [Answer::Key("move 1".to_owned())];
    let mut tape = Tape::new(&answers, Keep::Everything);
    assert_eq!(tape.order(asking, &Dispatches), Ok(Step(1)));
    assert!(tape.asked[0].0.kind.is_secret(), "and stays so in the journal");
    let mut open = Tape::new(&[], Keep::Everything);
    assert!(open.order(asking, &Marches { left: 1 }).is_err());
    assert!(!open.open[0].kind.is_secret());
}

#[test]
fn a_game_that_asks_nothing_is_told_once() {
    let played = Session::start(Toy::Foregone, Arc::new(()), Header::default());
    assert!(matches!(played.phase(), Phase::Ended(_)));
    assert_eq!(played.account().len(), 1);
    let again = Session::replay(played.journal().clone(), Toy::Foregone, Arc::new(())).unwrap();
    assert_eq!(again.account(), played.account());
    assert_eq!(again.phase(), played.phase());
}
