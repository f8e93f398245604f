//! The law of positions: what is written at any moment of any game reads back as the very same game.

use grognard_charts::PositionFile;
use grognard_umpire::{Generator, Header, Playable, Question, Salt, Session, Side, Start, Visitor};
use std::sync::Arc;

const SALT: Salt = [0; 16];

/// How much was looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Compared {
    /// Positions that were written and read back.
    pub positions: usize,
    /// Those of them that had a settled state of their own.
    pub settled: usize,
    /// The most answers since a settled state.
    pub since_max: usize,
    /// The longest text, in lines.
    pub lines_max: usize,
}

/// Plays random games; every so many answers the position is written, read back and played on beside the game.
pub struct Positions<'a> {
    /// The name, for messages.
    pub name: &'a str,
    /// How many games.
    pub games: u64,
    /// After how many answers a position is written, at the least and by chance up to twice as many.
    pub every: u32,
    /// No game is followed any longer.
    pub answers_max: usize,
}

impl Visitor for Positions<'_> {
    type Out = Compared;
    fn visit<P>(self, start: P, rules: Arc<P::Rules>) -> Compared
    where
        P: Playable + Send + Sync + 'static,
        P::Rules: Send + Sync + 'static,
        P::End: Send + Sync + 'static,
    {
        let mut compared = Compared::default();
        for seed in 0..self.games {
            self.game(seed, &start, &rules, &mut compared);
        }
        compared
    }
}

impl Positions<'_> {
    fn game<P: Playable>(&self, seed: u64, start: &P, rules: &Arc<P::Rules>, compared: &mut Compared) {
        let mut dice = Generator::new(seed);
        let mut session = Session::start(start.clone(), Arc::clone(rules), Header::default());
        let mut answers = 0;
        while !session.is_over() && answers < self.answers_max {
            let next = answers + (self.every + dice.below(self.every)) as usize;
            let mut changed = 0;
            while !session.is_over() && answers < next {
                give(&mut session, &mut dice);
                answers += 1;
                // Now and then a choice is taken back: what it leaves behind is no part of the position.
                if dice.below(12) == 0
                    && let Some(side) = Side::ALL.into_iter().find(|&side| session.may_undo(side))
                {
                    session.undo(side).unwrap();
                    changed += 1;
                }
            }
            if session.is_over() || session.sealed().first || session.sealed().second {
                continue;
            }
            let place = format!("{}, seed {seed}, {answers} answers, {changed} taken back", self.name);
            let position = session.as_position();
            let (system, title) = ("a system".to_owned(), self.name.to_owned());
            let text = PositionFile { system, title, position: position.clone() }.text();
            let read = PositionFile::read(self.name, &text);
            let read = read.unwrap_or_else(|error| panic!("{place}: {error}\n{text}"));
            let start = read.start(self.name, &text, start.clone(), rules);
            let start = start.unwrap_or_else(|error| panic!("{place}: {error}\n{text}"));
            compared.positions += 1;
            compared.settled += usize::from(position.settled.is_some());
            compared.since_max = compared.since_max.max(position.since.len());
            compared.lines_max = compared.lines_max.max(text.lines().count());
            follow(&place, &text, &session, start, seed);
        }
    }
}

/// A session of the position stands as the game does, and goes on as it does.
fn follow<P: Playable>(place: &str, text: &str, session: &Session<P>, start: Start<P>, seed: u64) {
    let rules = session.rules();
    let mut again = Session::start_at(start, Arc::clone(rules), Header::default());
    assert!(
        again.state() == session.state(),
        "{place}\n{:#?}\n{:#?}\n{text}",
        session.state(),
        again.state()
    );
    assert_eq!(again.step_answers(), session.step_answers(), "{place}\n{text}");
    assert!(again.position() == session.position(), "{place}\n{text}");
    for viewer in [None, Some(Side::First), Some(Side::Second)] {
        assert_eq!(again.view(viewer), session.view(viewer), "{place}\n{text}");
        let picture = |session: &Session<P>| session.position().picture(rules, viewer);
        assert!(picture(&again) == picture(session), "{place}: another picture\n{text}");
    }
    // The same questions, the same answers, the same questions again.
    let state = session.state().clone();
    let mut other = Session::start_at(
        Start::new(state, session.step_answers().to_vec(), rules)
            .unwrap_or_else(|why| panic!("{place}: {why:?}")),
        Arc::clone(rules),
        Header::default(),
    );
    let mut dice = (Generator::new(seed ^ 0xBEEF), Generator::new(seed ^ 0xBEEF));
    for _ in 0..12 {
        let asked = |session: &Session<P>| session.pending().into_iter().cloned().collect::<Vec<Question>>();
        assert_eq!(asked(&again), asked(&other), "{place}\n{text}");
        if again.is_over() {
            break;
        }
        give(&mut again, &mut dice.0);
        give(&mut other, &mut dice.1);
    }
    assert!(again.state() == other.state(), "{place}: another future\n{text}");
}

/// Gives one answer at random, or throws the dice that are due.
fn give<P: Playable>(session: &mut Session<P>, dice: &mut Generator) {
    if session.throw(dice).is_some() {
        return;
    }
    let pending = session.pending();
    let Some(question) = pending.get(dice.below(pending.len().max(1) as u32) as usize) else { return };
    let side = question.asking.by.expect("a choice belongs to a side");
    let options = question.options();
    let key = options[dice.below(options.len() as u32) as usize].key.clone();
    let line = question.line();
    session.answer_salted(side, &key, SALT).unwrap_or_else(|refusal| panic!("{line}: `{key}`: {refusal}"));
}
