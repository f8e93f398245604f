//! What happens at the table: going back by consent, draws, resignations, time that is up; and a second machine that
//! follows the first line by line.

use grognard_umpire::{
    Asking, Choice, Clause, Closing, Dice, Difference, Event, Fact, Figure, Flow, Form, Generator, Header,
    Journal, Kind, Opening, Playable, Procedure, Proposal, Reveal, Ruling, Session, Side, Umpire, topics,
};
use std::cell::Cell;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

const MARCH: Clause = Clause::new("RAID-1");
const HIDE: Clause = Clause::new("RAID-2");
const DUEL: Clause = Clause::new("RAID-3");

topics! {
    /// What the toy asks.
    enum Asks of "toy" {
        March: "march", "march";
        LayACard: "lay-a-card", "lay a card";
        ShowAHand: "show-a-hand", "show a hand";
        Weather: "weather", "weather";
    }
}

thread_local! {
    /// How many steps the toy has been carried out by.
    static STEPS: Cell<usize> = const { Cell::new(0) };
}

/// A raid: the first side marches, the second lays cards, and now and then they meet.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Raid {
    March { round: u8 },
    Hide { round: u8 },
    Duel { round: u8 },
}

impl Procedure for Raid {
    type Rules = ();
    type End = u8;
    fn step(self, (): &(), ump: &mut impl Umpire) -> Flow<Self> {
        STEPS.set(STEPS.get() + 1);
        Ok(match self {
            Raid::March { round } => {
                let march =
                    *ump.choose(Asking::of(Side::First, MARCH, Asks::March), &["on", "halt", "duel"])?;
                ump.explain(|| Ruling::new(MARCH, format!("{march} in round {round}")));
                match march {
                    "halt" => Continue(Raid::Hide { round }),
                    "duel" => Continue(Raid::Duel { round }),
                    _ => Continue(Raid::March { round }),
                }
            }
            Raid::Hide { round } => {
                ump.choose_secretly(Asking::of(Side::Second, HIDE, Asks::LayACard), &["low", "high"])?;
                ump.explain(|| Ruling::new(HIDE, "a card lies face down"));
                Continue(Raid::March { round })
            }
            Raid::Duel { round } => {
                let ask = |side| Asking::of(side, DUEL, Asks::ShowAHand);
                let hands = ["rock", "paper"];
                let (a, b) = ump.choose_together((ask(Side::First), &hands), (ask(Side::Second), &hands))?;
                for side in Side::ALL {
                    ump.reveal(Reveal::answer(side, DUEL));
                }
                ump.explain(|| Ruling::new(DUEL, format!("{a} against {b}")));
                let die = ump.roll(Asking::neutral(DUEL, Asks::Weather), Dice::D6)?;
                ump.reveal(Reveal::answer(Side::Second, HIDE));
                ump.explain(|| Ruling::new(DUEL, format!("the weather is {die}")));
                if round == 5 { Break(round) } else { Continue(Raid::March { round: round + 1 }) }
            }
        })
    }
}

impl Playable for Raid {
    fn side_name((): &(), side: Side) -> String {
        side.to_string()
    }
    fn view(&self, (): &(), _: Option<Side>) -> Fact {
        Fact::Nothing
    }
    fn end_facts((): &(), _: &u8) -> Fact {
        Fact::Nothing
    }
    fn end_words((): &(), _: &u8) -> String {
        "over".to_owned()
    }
    fn figures((): &()) -> Vec<Figure<Raid>> {
        Vec::new()
    }
    fn objective((): &(), _: Side, _: &u8) -> i64 {
        0
    }
    fn objective_words((): &(), _: Side) -> String {
        String::new()
    }
    fn policy(&self, (): &(), _: &Choice<'_>) -> usize {
        0
    }
}

fn start() -> Session<Raid> {
    Session::start(Raid::March { round: 1 }, Arc::new(()), Header::default())
}

fn again(journal: &Journal, openings: &[Opening]) -> Session<Raid> {
    let read = Journal::read(&journal.text()).unwrap();
    Session::replay_with(&read, openings, Raid::March { round: 1 }, Arc::new(()))
        .unwrap_or_else(|differs| panic!("{differs}\n{}", journal.text()))
}

/// Everything that a session has in it and can be asked for.
fn all_of(session: &Session<Raid>) -> String {
    let entries = session.journal().entries().len();
    format!(
        "{:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}\n{}",
        session.state(),
        session.phase(),
        session.pending(),
        session.account(),
        session.draft(),
        session.sealed(),
        session.proposal(),
        session.closing(),
        session.told_with(),
        (0..=entries).map(|entry| session.told_since(entry)).collect::<Vec<_>>(),
        Side::ALL.map(|side| session.may_undo(side)),
        session.journal().text()
    )
}

/// Some act of a side's or of the dice; nothing where it is refused.
fn act(session: &mut Session<Raid>, dice: &mut Generator) -> Option<(String, Option<Opening>)> {
    let side = if dice.below(2) == 0 { Side::First } else { Side::Second };
    let plain = |line: Result<String, _>| line.ok().map(|line: String| (line, None));
    match dice.below(14) {
        0 => plain(session.undo(side)),
        1 => {
            let entries = session.journal().entries().len() as u32;
            plain(session.propose(side, Proposal::Rewind(dice.below(entries + 1) as usize)))
        }
        2 if dice.below(3) == 0 => plain(session.propose(side, Proposal::Draw)),
        3 => plain(session.decline(side)),
        4 | 5 if dice.below(6) > 0 || session.proposal().is_some_and(|(_, what)| what != Proposal::Draw) => {
            plain(session.agree(side))
        }
        6 if dice.below(40) == 0 => plain(session.resign(side)),
        6 if dice.below(40) == 0 => plain(session.time_out(side)),
        _ => {
            let question = session.pending().first().map(|question| (*question).clone())?;
            if let Kind::Roll(_) = question.kind {
                return session.throw(dice).map(|line| (line, None));
            }
            let asked: Vec<_> = session.pending().iter().map(|question| (*question).clone()).collect();
            let question = &asked[dice.below(asked.len() as u32) as usize];
            let options = question.options();
            let key = &options[dice.below(options.len() as u32) as usize].key;
            let salt = std::array::from_fn(|_| dice.below(256) as u8);
            let entered = session.answer_salted(question.asking.by?, key, salt).ok()?;
            Some((entered.line, entered.opening))
        }
    }
}

#[test]
fn whatever_is_done_at_a_table_a_journal_tells_and_another_machine_follows() {
    let (mut rewinds, mut closings, mut undone_after) = (0, 0, 0);
    for seed in 0..250 {
        let mut dice = Generator::new(seed);
        let (mut here, mut there) = (start(), start());
        let mut openings = Vec::new();
        for _ in 0..60 {
            let (before, proposed) = (here.journal().entries().len(), here.proposal());
            let Some((line, opening)) = act(&mut here, &mut dice) else { continue };
            let mut lines = vec![(line, opening.clone())];
            openings.extend(opening);
            lines.extend(here.open_due().into_iter().map(|line| (line, None)));
            let event = &here.journal().entries()[before].event;
            let rewind =
                matches!(proposed, Some((_, Proposal::Rewind(_)))) && matches!(event, Event::Agreed { .. });
            rewinds += usize::from(rewind);
            undone_after += usize::from(rewinds > 0 && matches!(event, Event::Undone { .. }));
            closings += usize::from(here.closing().is_some());
            for (line, opening) in lines {
                there
                    .follow(&line, opening.as_ref())
                    .unwrap_or_else(|differs| panic!("seed {seed}: {differs}\n{line}"));
            }
            assert_eq!(all_of(&there), all_of(&here), "seed {seed}: followed");
            assert_eq!(
                all_of(&again(here.journal(), &openings)),
                all_of(&here),
                "seed {seed}: carried out again"
            );
            if here.is_over() {
                // Everything is open by now: the file alone tells it all.
                assert_eq!(all_of(&again(here.journal(), &[])), all_of(&here), "seed {seed}: alone");
                break;
            }
        }
    }
    assert!(rewinds > 30 && closings > 20 && undone_after > 30, "{rewinds} {closings} {undone_after}");
}

fn key(session: &mut Session<Raid>, side: Side, key: &str) {
    session.answer_salted(side, key, [3; 16]).unwrap();
    session.open_due();
}

#[test]
fn a_rewind_wants_both_sides_and_stays_in_the_journal() {
    let mut game = start();
    key(&mut game, Side::First, "on");
    key(&mut game, Side::First, "duel");
    key(&mut game, Side::First, "rock");
    key(&mut game, Side::Second, "paper");
    game.faces(&[4]).unwrap();
    assert!(game.undo(Side::Second).is_err());
    game.propose(Side::Second, Proposal::Rewind(1)).unwrap();
    assert!(game.agree(Side::Second).is_err(), "nobody agrees with himself");
    game.decline(Side::First).unwrap();
    assert!(game.agree(Side::First).is_err(), "declined");
    game.propose(Side::Second, Proposal::Rewind(1)).unwrap();
    assert!(game.propose(Side::First, Proposal::Draw).is_err(), "one at a time");
    let entries = game.journal().entries().len();
    game.agree(Side::First).unwrap();
    assert_eq!(game.journal().entries().len(), entries + 1);
    assert_eq!(game.pending()[0].asking.topic, Asks::March);
    assert_eq!(game.account().len(), 1);
    // The throw that was skipped counts: the next one is another.
    assert_eq!(game.journal().throws(), 1);
    // What could be taken back then can be taken back now.
    game.undo(Side::First).unwrap();
    assert_eq!(game.account().len(), 0);
    assert!(game.propose(Side::First, Proposal::Rewind(99)).is_err(), "no such moment");
}

#[test]
fn a_proposal_lapses_when_anybody_plays_on() {
    let mut game = start();
    game.propose(Side::First, Proposal::Draw).unwrap();
    key(&mut game, Side::First, "on");
    assert_eq!(game.proposal(), None);
    assert!(game.agree(Side::Second).is_err());
    key(&mut game, Side::First, "duel");
    game.propose(Side::First, Proposal::Draw).unwrap();
    game.answer_salted(Side::Second, "rock", [1; 16]).unwrap();
    assert_eq!(game.proposal(), None, "a sealed part is a move");
    game.propose(Side::First, Proposal::Draw).unwrap();
    game.undo(Side::Second).unwrap();
    assert_eq!(game.proposal(), None, "and so is taking one back");
}

#[test]
fn a_game_ended_at_the_table_shows_its_secrets_and_goes_on_no_more() {
    for (closing, close) in [
        (Closing::Resigned(Side::First), (|game| game.resign(Side::First)) as fn(&mut Session<Raid>) -> _),
        (Closing::TimedOut(Side::Second), |game| game.time_out(Side::Second)),
        (Closing::BothTimedOut, |game| game.time_out_both()),
        (Closing::Drawn, |game| {
            game.propose(Side::First, Proposal::Draw).unwrap();
            game.agree(Side::Second)
        }),
    ] {
        let mut game = start();
        key(&mut game, Side::First, "halt");
        key(&mut game, Side::Second, "low");
        assert!(game.dice_secret([0; 32]).is_err());
        close(&mut game).unwrap();
        assert_eq!(game.closing(), Some(closing));
        assert!(game.pending().is_empty() && game.is_over());
        assert_eq!(game.open_due().len(), 1, "the card");
        assert_eq!(game.answer(Side::First, "on").unwrap_err().reason, "the game is over");
        assert!(game.faces(&[1]).is_err() && game.throw(&mut Generator::new(1)).is_none());
        assert!(Side::ALL.iter().all(|&side| game.undo(side).is_err() && game.resign(side).is_err()));
        assert!(game.propose(Side::First, Proposal::Rewind(0)).is_err());
        game.dice_secret([0; 32]).unwrap();
    }
}

#[test]
fn a_forged_line_is_not_followed_and_changes_nothing() {
    let mut here = start();
    let mut there = start();
    let first = here.answer(Side::First, "on").unwrap();
    let second = here.answer(Side::First, "halt").unwrap();
    let secret = here.answer_salted(Side::Second, "low", [5; 16]).unwrap();
    let line = |there: &mut Session<Raid>, line: &str| there.follow(line, None).unwrap_err();
    assert!(matches!(line(&mut there, &second).how, Difference::Line(_)), "not its turn");
    assert!(
        matches!(line(&mut there, &first.replace("on", "halt")).how, Difference::Line(_)),
        "another hash"
    );
    assert!(matches!(line(&mut there, "1 ab").how, Difference::Line(_)));
    assert!(matches!(line(&mut there, "nonsense").how, Difference::Line(_)));
    // Well chained, but not what the rules allow.
    let forge = |event: Event| Journal::new(Header::default()).append(event);
    let answered = |question: &str, key: &str| {
        forge(Event::Answered {
            question: question.to_owned(),
            answer: grognard_umpire::Answer::Key(key.to_owned()),
        })
    };
    for forged in [
        answered("first RAID-1 [march] choose", "fly"),
        answered("second RAID-1 [march] choose", "on"),
        answered("first RAID-2 [lay a card] choose", "low"),
        forge(Event::Undone { by: Side::First }),
        forge(Event::Agreed { by: Side::First }),
        forge(Event::Proposed { by: Side::First, what: Proposal::Rewind(7) }),
        forge(Event::Answered {
            question: "umpire RAID-3 [weather] roll d6".to_owned(),
            answer: grognard_umpire::Answer::Faces(vec![3]),
        }),
    ] {
        let differs = line(&mut there, &forged);
        assert!(matches!(differs.how, Difference::Asked { .. }), "{forged}: {differs}");
    }
    assert_eq!(all_of(&there), all_of(&start()), "nothing has changed");
    there.follow(&first, None).unwrap();
    there.follow(&second, None).unwrap();
    assert_eq!(line(&mut there, &secret.line).how, Difference::Sealed(Side::Second));
    there.follow(&secret.line, secret.opening.as_ref()).unwrap();
    assert_eq!(all_of(&there), all_of(&here));
}

#[test]
fn the_first_form_knows_nothing_of_a_table() {
    let header = Header { form: Form::One, ..Header::default() };
    let mut game = Session::start(Raid::March { round: 1 }, Arc::new(()), header);
    assert!(game.resign(Side::First).is_err() && game.propose(Side::First, Proposal::Draw).is_err());
    assert_eq!(game.journal().entries().len(), 0);
}

#[test]
fn going_back_again_and_again_costs_no_more_than_the_way_there() {
    let mut game = start();
    key(&mut game, Side::First, "on");
    // Were every rewind carried out again within the next, this would take longer than the sun will shine.
    for _ in 0..200 {
        let entries = game.journal().entries().len();
        game.propose(Side::First, Proposal::Rewind(entries - 1)).unwrap();
        game.agree(Side::Second).unwrap();
        key(&mut game, Side::First, "on");
    }
    assert_eq!(all_of(&again(game.journal(), &[])), all_of(&game));
    for _ in 0..300 {
        game.propose(Side::First, Proposal::Rewind(1)).unwrap();
        game.decline(Side::Second).unwrap();
    }
    assert!(game.propose(Side::First, Proposal::Rewind(1)).is_err(), "there is an end to it");
}

/// What a look back shows: all but what could still be taken back.
fn shown(session: &Session<Raid>) -> String {
    format!(
        "{:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}\n{}",
        session.state(),
        session.phase(),
        session.account(),
        session.draft(),
        session.sealed(),
        session.proposal(),
        session.told_with(),
        session.has_face_down(),
        session.as_position(),
        session.journal().text()
    )
}

/// Any past moment opens from a snapshot as if the journal were carried out from its start, in games that were gone
/// back in and in those opened again.
#[test]
fn every_past_moment_is_as_the_shorter_journal_has_it() {
    let (mut rewinds, mut long) = (0, 0);
    for seed in 0..25 {
        let mut dice = Generator::new(seed ^ 0x51AB);
        let mut here = start();
        let mut openings = Vec::new();
        for _ in 0..700 {
            if here.is_over() {
                break;
            }
            // No draws are agreed on, and before the last round is fought the sides go back somewhere.
            let last = matches!(here.state(), Raid::Duel { round: 5 });
            if let Some((by, what)) = here.proposal()
                && (last || what == Proposal::Draw)
            {
                here.decline(by).unwrap();
            }
            if last {
                let then = dice.below(here.journal().entries().len() as u32) as usize;
                here.propose(Side::First, Proposal::Rewind(then)).unwrap();
                here.agree(Side::Second).unwrap();
                rewinds += 1;
                continue;
            }
            let (before, proposed) = (here.journal().entries().len(), here.proposal());
            let Some((_, opening)) = act(&mut here, &mut dice) else { continue };
            openings.extend(opening);
            here.open_due();
            let event = &here.journal().entries()[before].event;
            rewinds += usize::from(
                matches!(proposed, Some((_, Proposal::Rewind(_)))) && matches!(event, Event::Agreed { .. }),
            );
        }
        let entries = here.journal().entries().len();
        long += usize::from(entries > 150);
        let opened = again(here.journal(), &openings);
        let all = [here.openings(), here.journal().openings()].concat();
        for entry in (0..=entries).step_by(17) {
            let whole = shown(&again(&here.journal().first(entry), &all));
            assert_eq!(shown(&here.at(entry).unwrap()), whole, "seed {seed}, entry {entry} of {entries}");
            assert_eq!(shown(&opened.at(entry).unwrap()), whole, "seed {seed}, entry {entry}, opened again");
        }
    }
    assert!(rewinds > 40 && long > 10, "{rewinds} rewinds, {long} long games");
}

/// A game may go on for hundreds of entries without a die: its past opens from as near by, whatever was taken back and
/// wherever the sides went back to.
#[test]
fn a_past_moment_is_carried_out_again_from_near_by_where_all_can_still_be_taken_back() {
    const ENTRIES: usize = 700;
    // An entry is two steps, and a rewind is carried out from the start. What is taken back time and again has its
    // snapshots farther apart.
    const STEPS_MAX: usize = 2 * (64 + 96);
    for (seed, rewinds) in [(1, false), (2, false), (3, true)] {
        let mut dice = Generator::new(seed);
        let (mut game, mut openings) = (start(), Vec::new());
        let mut taken_back = 0;
        while game.journal().entries().len() < ENTRIES {
            let entries = game.journal().entries().len();
            match dice.below(24) {
                0 => {
                    for _ in 0..dice.below(12) {
                        let undone = Side::ALL.iter().any(|&side| game.undo(side).is_ok());
                        taken_back += usize::from(undone);
                    }
                }
                1 if rewinds && entries > 200 => {
                    game.propose(Side::First, Proposal::Rewind(dice.below(entries as u32) as usize)).unwrap();
                    game.agree(Side::Second).unwrap();
                }
                2..4 if game.pending()[0].asking.topic == Asks::March => key(&mut game, Side::First, "halt"),
                _ if game.pending()[0].asking.topic == Asks::LayACard => {
                    let salt = std::array::from_fn(|_| dice.below(256) as u8);
                    openings.extend(game.answer_salted(Side::Second, "low", salt).unwrap().opening);
                }
                _ => key(&mut game, Side::First, "on"),
            }
        }
        assert!(taken_back > 50, "{taken_back}");
        let opened = again(game.journal(), &openings);
        for entry in (0..=ENTRIES).step_by(3) {
            let whole = shown(&again(&game.journal().first(entry), &openings));
            for (how, game) in [("played", &game), ("opened again", &opened)] {
                let before = STEPS.get();
                let then = game
                    .at(entry)
                    .unwrap_or_else(|differs| panic!("seed {seed}, {how}, entry {entry}: {differs}"));
                let steps = STEPS.get() - before;
                assert_eq!(shown(&then), whole, "seed {seed}, {how}, entry {entry}");
                assert!(rewinds || steps <= STEPS_MAX, "seed {seed}, {how}, entry {entry}: {steps} steps");
            }
        }
    }
}

/// Taking back costs nothing: whoever marches on and takes it back without end fills no memory. The moments of long ago
/// are carried out from an earlier one then, and are what they were.
#[test]
fn what_was_told_and_taken_back_is_kept_so_many_times_and_no_more() {
    const MARCHES: usize = 70;
    const TIMES: usize = 40;
    let mut game = start();
    for _ in 0..TIMES {
        for _ in 0..MARCHES {
            key(&mut game, Side::First, "on");
        }
        for _ in 0..MARCHES {
            game.undo(Side::First).unwrap();
        }
    }
    let steps = |entry: usize| {
        let before = STEPS.get();
        let then = game.at(entry).unwrap();
        let steps = STEPS.get() - before;
        assert_eq!(shown(&then), shown(&again(&game.journal().first(entry), &[])), "entry {entry}");
        steps
    };
    let of_time = |time: usize| steps(2 * MARCHES * time + MARCHES - 1);
    let (long_ago, of_late) = (of_time(3), of_time(TIMES - 2));
    assert!(long_ago > 3 * MARCHES, "{long_ago} steps: the account of long ago is still kept");
    assert!(of_late < 2 * MARCHES, "{of_late} steps");
}

/// A hand that was shown under seal and taken back is no part of the duel, and is not laid open with it.
#[test]
fn a_sealed_hand_taken_back_stays_under_seal() {
    let mut game = start();
    key(&mut game, Side::First, "duel");
    key(&mut game, Side::First, "rock");
    game.undo(Side::First).unwrap();
    key(&mut game, Side::First, "paper");
    game.answer_salted(Side::Second, "rock", [4; 16]).unwrap();
    let shown: Vec<String> =
        game.open_due().iter().filter_map(|line| Some(line.rsplit_once(" => ")?.1.to_owned())).collect();
    assert_eq!(shown, ["paper", "rock"], "the hands of the duel");
    let kept: Vec<usize> = game.openings().iter().map(|opening| opening.entry).collect();
    assert_eq!(kept, [2], "the first hand is told at the end");
    game.resign(Side::Second).unwrap();
    assert_eq!(game.open_due().len(), 1);
}

#[test]
fn a_side_adds_to_the_dice_once_and_before_any_falls() {
    let mut game = start();
    game.nonce(Side::Second, [1; 16]).unwrap();
    assert!(game.nonce(Side::Second, [2; 16]).is_err(), "once");
    game.nonce(Side::First, [2; 16]).unwrap();
    let mut late = start();
    for (side, hand) in [(Side::First, "duel"), (Side::First, "rock"), (Side::Second, "rock")] {
        key(&mut late, side, hand);
    }
    late.faces(&[4]).unwrap();
    assert!(late.nonce(Side::First, [1; 16]).is_err(), "a die has fallen");
}
