//! The laws that hold for any rules. A system's test module `laws` calls [`hold`] for each of its battle
//! files and titles.

use crate::record;
use grognard_odds::{Budget, Interval, Odds as Ends, Progress, exact, exact_apart, exact_on, sample_live};
use grognard_umpire::{
    Asked, Asking, BySide, Choice, Dice, Fact, Generator, Header, Journal, Kind, Offered, Phase, Playable,
    Procedure, Question, Salt, Session, Side, Umpire, Visitor,
};
use std::collections::BTreeMap;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

/// Secrets of games that nobody plays against anybody need no salt to speak of.
const SALT: Salt = [0; 16];

/// What to check beyond single games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Odds {
    /// Exact, enumerated and sampled odds must agree.
    Agree,
    /// Too many states to enumerate face by face: exact odds must agree with battles fought one by one.
    Sampled,
    /// Too large for exact odds; only whole games are checked.
    TooLarge,
}

/// Checks all laws on a procedure from its start: `games` random games, and its odds.
pub fn hold<P>(name: &str, start: &P, rules: &Arc<P::Rules>, games: u64, odds: Odds)
where
    P: Playable + Send + Sync,
    P::Rules: Send + Sync,
    P::End: Send + Sync,
{
    for seed in 0..games {
        random_game(name, start, rules, seed);
    }
    match odds {
        Odds::Agree => odds_agree(name, start, rules, true),
        Odds::Sampled => odds_agree(name, start, rules, false),
        Odds::TooLarge => {}
    }
}

/// The laws as a visitor, for systems whose battle files open different procedures.
pub struct Laws<'a> {
    /// What the procedure is called in messages.
    pub name: &'a str,
    /// How many random games to play.
    pub games: u64,
    /// Whether its odds can be counted out.
    pub odds: Odds,
}

impl Visitor for Laws<'_> {
    type Out = ();
    fn visit<P>(self, start: P, rules: Arc<P::Rules>)
    where
        P: Playable + Send + Sync + 'static,
        P::Rules: Send + Sync + 'static,
        P::End: Send + Sync + 'static,
    {
        hold(self.name, &start, &rules, self.games, self.odds);
    }

    fn campaign<P>(self, start: P, rules: Arc<P::Rules>)
    where
        P: Playable + Send + Sync + 'static,
        P::Rules: Send + Sync + 'static,
        P::End: Send + Sync + 'static,
    {
        assert_eq!(self.odds, Odds::TooLarge, "{}: a campaign cannot be counted out", self.name);
        (0..self.games).for_each(|seed| random_game(self.name, &start, &rules, seed));
    }
}

/// How many states and ends a procedure has, decided by policy: one changed number finds a changed rule.
pub struct Counts;

impl Visitor for Counts {
    type Out = (usize, usize);
    fn visit<P>(self, start: P, rules: Arc<P::Rules>) -> (usize, usize)
    where
        P: Playable + Send + Sync + 'static,
        P::Rules: Send + Sync + 'static,
        P::End: Send + Sync + 'static,
    {
        let decide = |state: &P, choice: &Choice<'_>| state.policy(&rules, choice);
        let odds = exact(&start, &rules, &decide, Budget::default()).expect("within the budget");
        (odds.states(), odds.ends().len())
    }
}

/// A random game ends, reads back from its journal, is the same when replayed, refuses what is not
/// offered, and takes back what may be taken back without a trace.
fn random_game<P: Playable>(name: &str, start: &P, rules: &Arc<P::Rules>, seed: u64) {
    let mut dice = Generator::new(seed);
    let header = Header { system: name.to_owned(), ..Header::default() };
    let mut session = Session::start(start.clone(), Arc::clone(rules), header);
    let mut moves = 0;
    while let Some(question) = pending(&session).into_iter().next() {
        moves += 1;
        assert!(moves < 1_000_000, "{name}, seed {seed}: goes on for ever");
        if session.throw(&mut dice).is_some() {
            continue;
        }
        let side = question.asking.by.expect("a choice belongs to a side");
        let options = question.options();
        let place = || format!("{name}, seed {seed}, entry {moves}, {}", question.line());
        assert!(!options.is_empty(), "{}: a dead end", place());
        for (index, Offered { key, .. }) in options.iter().enumerate() {
            assert!(options[..index].iter().all(|other| other.key != *key), "{}: `{key}` twice", place());
        }
        let before = (session.state().clone(), pending(&session));
        assert!(
            session.answer_salted(side, "no such answer", SALT).is_err(),
            "{}: accepts anything",
            place()
        );
        if before.1.len() == 1 {
            assert!(
                session.answer_salted(side.other(), &options[0].key, SALT).is_err(),
                "{}: takes the other side's",
                place()
            );
        }
        if let Kind::Choose { barred, .. } = &question.kind {
            for barred in barred {
                assert!(
                    session.answer_salted(side, &barred.key, SALT).is_err(),
                    "{}: takes barred {}",
                    place(),
                    barred.key
                );
            }
        }
        assert_eq!(
            (session.state().clone(), pending(&session)),
            before,
            "{}: a refusal changed something",
            place()
        );
        let pick = options[dice.below(options.len() as u32) as usize].key.clone();
        session
            .answer_salted(side, &pick, SALT)
            .unwrap_or_else(|refusal| panic!("{}: offered `{pick}` but {refusal}", place()));
        if dice.below(4) == 0 && before.1.len() == 1 && session.undo(side).is_ok() {
            assert_eq!(
                (session.state().clone(), pending(&session)),
                before,
                "{}: taking back left a trace",
                place()
            );
            session.answer_salted(side, &pick, SALT).expect("offered before");
        }
    }
    session.open_due();
    let Phase::Ended(end) = session.phase() else { panic!("{name}, seed {seed}: nothing pending, no end") };
    record::reached(session.account(), session.cited());
    let text = session.journal().text();
    let journal = Journal::read(&text).unwrap_or_else(|error| panic!("{name}, seed {seed}: {error}"));
    assert_eq!(journal.text(), text);
    let again = Session::replay(journal, start.clone(), Arc::clone(rules))
        .unwrap_or_else(|differs| panic!("{name}, seed {seed}: {differs}"));
    assert_eq!(again.phase(), &Phase::Ended(end.clone()), "{name}, seed {seed}: replayed otherwise");
    assert_eq!(again.account(), session.account(), "{name}, seed {seed}: told otherwise");
    assert!(!P::end_words(rules, end).is_empty());
    assert!(matches!(P::end_facts(rules, end), Fact::Record(_)));
    tampering_is_found(name, &text, start, rules);
}

fn pending<P: Playable>(session: &Session<P>) -> Vec<Question> {
    session.pending().into_iter().cloned().collect()
}

/// A changed answer breaks the chain of hashes.
fn tampering_is_found<P: Playable>(name: &str, text: &str, start: &P, rules: &Arc<P::Rules>) {
    let Some(last) = text.lines().next_back().filter(|line| line.contains(" => ")) else { return };
    let forged = text.replace(last, &format!("{last}0"));
    let found = match Journal::read(&forged) {
        Err(_) => true,
        Ok(journal) => Session::replay(journal, start.clone(), Arc::clone(rules)).is_err(),
    };
    assert!(found, "{name}: a changed journal passed");
}

/// Exact, sampled and, where that can be done, enumerated odds agree, and sum to one.
fn odds_agree<P>(name: &str, start: &P, rules: &Arc<P::Rules>, enumerable: bool)
where
    P: Playable + Send + Sync,
    P::Rules: Send + Sync,
    P::End: Send + Sync,
{
    let decide = |state: &P, choice: &Choice<'_>| state.policy(rules, choice);
    let exact =
        exact(start, rules, &decide, Budget::default()).unwrap_or_else(|_| panic!("{name}: over budget"));
    assert!((exact.total() - 1.0).abs() < 1e-12, "{name}: odds sum to {}", exact.total());
    if enumerable {
        let enumerated = enumerate(start, rules);
        assert_eq!(exact.ends().len(), enumerated.len(), "{name}: other ends when enumerated");
        for ((end, p), (other, q)) in exact.ends().iter().zip(&enumerated) {
            assert_eq!(end, other, "{name}");
            assert!((p - q).abs() < 1e-12, "{name}: {end:?} is {p} or {q}");
        }
    }
    threads_change_nothing(name, start, rules, &exact);
    parts_are_independent(name, start, rules, &exact);
    interchangeable_things_are(name, start, rules);
    what_is_not_at_stake_is_settled(name, start, rules);
    let sampled = sample_live(1, start, rules, &decide, 100_000, 1, &Progress::default());
    for end in sampled.counts().keys() {
        let known = exact.ends().binary_search_by(|(other, _)| other.cmp(end)).is_ok();
        assert!(known, "{name}: fought to an end that the exact odds do not know: {end:?}");
    }
    for figure in P::figures(rules) {
        for (value, p) in exact.marginal(|end| (figure.of)(end)) {
            let count =
                sampled.counts().iter().filter(|(end, _)| (figure.of)(end) == value).map(|(_, n)| n).sum();
            // Five deviations wide: one false alarm in a million figures.
            let interval = Interval::wilson(count, sampled.n(), 5.0);
            let inside = (interval.low - 1e-4..=interval.high + 1e-4).contains(&p);
            assert!(inside, "{name}: {} = {value}: exact {p}, sampled {interval:?}", figure.key);
        }
    }
}

/// One thread or several: the same ends in the same order, to the last bit.
fn threads_change_nothing<P>(name: &str, start: &P, rules: &P::Rules, exact: &Ends<P::End>)
where
    P: Playable + Send + Sync,
    P::Rules: Send + Sync,
    P::End: Send + Sync,
{
    let decide = |state: &P, choice: &Choice<'_>| state.policy(rules, choice);
    // It was counted out on as many threads as there are cores.
    for threads in [1, 3] {
        let other = exact_on(threads, start, rules, &decide, Budget::default()).expect("as before");
        assert!(exact.pairs().eq(other.pairs()), "{name}: other odds on {threads} threads");
        assert_eq!(exact.states(), other.states(), "{name}: other states on {threads} threads");
    }
}

/// So many states are compared with those that stand for them.
const LUMPED: usize = 4;

/// A state that stands for others has the same odds as they have, figure by figure.
fn interchangeable_things_are<P>(name: &str, start: &P, rules: &Arc<P::Rules>)
where
    P: Playable + Send + Sync,
    P::Rules: Send + Sync,
    P::End: Send + Sync,
{
    let decide = |state: &P, choice: &Choice<'_>| state.policy(rules, choice);
    let odds = |state: &P| exact(state, rules, &decide, Budget::default()).expect("less than the whole");
    let figures = P::figures(rules);
    let mut compared = 0;
    for seed in 0..40 {
        let dice = &mut Generator::new(seed);
        let mut session = Session::start(start.clone(), Arc::clone(rules), Header::default());
        while let Some(question) = pending(&session).into_iter().next() {
            if session.throw(dice).is_none() {
                // Anything that is allowed: policies leave most states aside.
                let options = question.options();
                let key = &options[dice.below(options.len() as u32) as usize].key;
                let side = question.asking.by.expect("a choice belongs to a side");
                session.answer_salted(side, key, SALT).expect("it is offered");
            }
            let state = session.state();
            let lumped = state.clone().lumped(rules);
            assert!(lumped.clone().lumped(rules) == lumped, "{name}: {lumped:?} stands for itself");
            assert_eq!(lumped.rank(rules), state.rank(rules), "{name}: {state:?}");
            if lumped == *state {
                continue;
            }
            compared += 1;
            let (one, other) = (odds(state), odds(&lumped));
            for figure in &figures {
                let of = |end: &P::End| (figure.of)(end);
                let (one, other) = (one.marginal(of), other.marginal(of));
                assert_eq!(one.len(), other.len(), "{name}: {} from {state:?}", figure.key);
                for ((value, p), q) in one.iter().zip(other.values()) {
                    assert!((p - q).abs() < 1e-12, "{name}: {} = {value} from {state:?}", figure.key);
                }
            }
            if compared == LUMPED {
                return;
            }
        }
    }
}

/// So many states are compared with what of them is at stake.
const AT_STAKE: usize = 12;

/// What is not at stake is settled: a state's ends are worth, in the mean, what those of its parts are, and what it says
/// besides.
fn what_is_not_at_stake_is_settled<P>(name: &str, start: &P, rules: &Arc<P::Rules>)
where
    P: Playable + Send + Sync,
    P::Rules: Send + Sync,
    P::End: Send + Sync,
{
    let decide = |state: &P, choice: &Choice<'_>| state.policy(rules, choice);
    let odds = |state: &P| exact(state, rules, &decide, Budget::default()).expect("less than the whole");
    let mut compared = 0;
    for seed in 0..40 {
        let dice = &mut Generator::new(seed);
        let mut session = Session::start(start.clone(), Arc::clone(rules), Header::default());
        while let Some(question) = pending(&session).into_iter().next() {
            if session.throw(dice).is_none() {
                let options = question.options();
                let key = &options[dice.below(options.len() as u32) as usize].key;
                let side = question.asking.by.expect("a choice belongs to a side");
                session.answer_salted(side, key, SALT).expect("it is offered");
            }
            let state = session.state();
            let mut parts = Vec::new();
            let settled = state.clone().at_stake(rules, &mut parts);
            assert!(parts.iter().all(|part| part.rank(rules) >= state.rank(rules)), "{name}: {state:?}");
            if parts == [state.clone()] {
                assert_eq!(settled, BySide::default(), "{name}: {state:?}");
                continue;
            }
            // Some at the beginning of a game, some at its end.
            if compared > 0 && dice.below(3) > 0 {
                continue;
            }
            compared += 1;
            for side in Side::ALL {
                let mean = |state| odds(state).mean(|end| P::objective(rules, side, end) as f64);
                let (whole, parts) = (mean(state), parts.iter().map(mean).sum::<f64>());
                let told = parts + settled[side] as f64;
                assert!((whole - told).abs() < 1e-9, "{name}: {whole} and not {told} from {state:?}");
            }
            if compared == AT_STAKE {
                return;
            }
        }
    }
}

/// More ends than this are not put together one by one.
const PUT_TOGETHER_MAX: usize = 60_000;

/// What rules say is independent is: ends put together from their parts are those that were counted out, with the same
/// probabilities, and every figure depends on the part it is said to depend on and on no other.
fn parts_are_independent<P>(name: &str, start: &P, rules: &P::Rules, exact: &Ends<P::End>)
where
    P: Playable + Send + Sync,
    P::Rules: Send + Sync,
    P::End: Send + Sync,
{
    let decide = |state: &P, choice: &Choice<'_>| state.policy(rules, choice);
    let apart = exact_apart(start, rules, &decide, Budget::default()).expect("no more than all together");
    if apart.tables.is_empty() || exact.ends().len() > PUT_TOGETHER_MAX {
        return;
    }
    let figures = P::figures(rules);
    let mut whole: BTreeMap<P::End, f64> = BTreeMap::new();
    let mut parts = Vec::new();
    for (open, p) in apart.odds.ends() {
        parts.clear();
        P::open_parts(rules, open, &mut parts);
        let mut ends = vec![(open.clone(), *p, Vec::new())];
        for part in &parts {
            let with = |(end, p, chosen): &(P::End, f64, Vec<P::End>)| {
                let of_table = |(alone, q): &(P::End, f64)| {
                    let chosen = chosen.iter().chain([alone]).cloned().collect();
                    (P::with_part(rules, end, *part, alone), p * q, chosen)
                };
                apart.tables[part].iter().map(of_table).collect::<Vec<_>>()
            };
            ends = ends.iter().flat_map(with).collect();
        }
        for (end, p, chosen) in ends {
            for figure in &figures {
                let read = parts.iter().position(|part| Some(part.place) == figure.part);
                let alone = match read {
                    Some(index) => P::with_part(rules, open, parts[index], &chosen[index]),
                    None => open.clone(),
                };
                let (value, other) = ((figure.of)(&end), (figure.of)(&alone));
                assert_eq!(
                    value, other,
                    "{name}: {} depends on a part it does not name: {end:?}",
                    figure.key
                );
            }
            assert!(whole.insert(end.clone(), p).is_none(), "{name}: put together twice: {end:?}");
        }
    }
    assert_eq!(whole.len(), exact.ends().len(), "{name}: other ends when put together");
    for ((end, p), (other, q)) in exact.ends().iter().zip(&whole) {
        assert_eq!(end, other, "{name}");
        assert!((p - q).abs() < 1e-12, "{name}: {end:?} is {p}, put together {q}");
    }
}

/// Odds by the plainest of means, as a check on the engine: state by state, face by face, without
/// graph, readings or conditioning.
pub fn enumerate<P: Playable>(start: &P, rules: &P::Rules) -> BTreeMap<P::End, f64> {
    let mut ends = BTreeMap::new();
    let mut layer: Vec<(P, f64)> = vec![(start.clone(), 1.0)];
    while layer.iter().map(|(_, p)| p).sum::<f64>() > 1e-17 {
        let mut next: Vec<(P, f64)> = Vec::new();
        let mut place: std::collections::HashMap<P, usize> = std::collections::HashMap::new();
        for (state, p) in layer {
            let mut answers: Vec<(u16, f64)> = Vec::new();
            let mut todo: Vec<Vec<(u16, f64)>> = vec![Vec::new()];
            while let Some(path) = todo.pop() {
                answers.clone_from(&path);
                let mut plain = Plain { answers: &answers, used: 0, open: None, state: &state, rules };
                match state.clone().step(rules, &mut plain) {
                    Err(_) => {
                        for (result, q) in plain.open.expect("a roll stopped it") {
                            let mut longer = path.clone();
                            longer.push((result, q));
                            todo.push(longer);
                        }
                    }
                    Ok(flow) => {
                        let q: f64 = path.iter().map(|(_, q)| q).product();
                        match flow {
                            Continue(to) => match place.get(&to) {
                                Some(&index) => next[index].1 += p * q,
                                None => {
                                    place.insert(to.clone(), next.len());
                                    next.push((to, p * q));
                                }
                            },
                            Break(end) => *ends.entry(end).or_insert(0.0) += p * q,
                        }
                    }
                }
            }
        }
        layer = next;
    }
    ends
}

struct Plain<'a, P: Procedure> {
    answers: &'a [(u16, f64)],
    used: usize,
    open: Option<Vec<(u16, f64)>>,
    state: &'a P,
    rules: &'a P::Rules,
}

impl<P: Playable> Umpire for Plain<'_, P> {
    fn throw<R: Clone + PartialEq>(&mut self, _: Asking, dice: Dice, reading: impl Fn(u16) -> R) -> Asked<R> {
        match self.answers.get(self.used) {
            Some((result, _)) => {
                self.used += 1;
                Ok(reading(*result))
            }
            None => {
                let ways = dice.ways();
                let total: u128 = ways.iter().map(|(_, n)| n).sum();
                self.open = Some(ways.into_iter().map(|(r, n)| (r, n as f64 / total as f64)).collect());
                Err(grognard_umpire::Stopped)
            }
        }
    }
    fn decide(&mut self, choice: Choice<'_>) -> Asked<usize> {
        Ok(self.state.policy(self.rules, &choice))
    }
    fn decide_together(&mut self, first: Choice<'_>, second: Choice<'_>) -> Asked<(usize, usize)> {
        Ok((self.state.policy(self.rules, &first), self.state.policy(self.rules, &second)))
    }
}
