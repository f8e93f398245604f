//! Studies: whole games between computer players, many of them.

use crate::play::{Play, Seated};
use crate::unreckoned::Unreckoned;
pub use grognard_ai::Player;
pub use grognard_ai::crimea::Strength;
use grognard_odds::{Interval, Progress};
use grognard_umpire::{BySide, Figure, Generator, Kind, Phase, Playable, Procedure, Salt, Side, Unit};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Games to be played, and when to stop.
#[derive(Clone, Debug)]
pub struct StudyRequest {
    /// Who plays each side.
    pub players: BySide<Player>,
    /// How many games at most.
    pub games: u64,
    /// The seed of the dice: every game has a stream of its own.
    pub seed: u64,
    /// The longest it may take: what has been played by then counts.
    pub time: Option<Duration>,
    /// It is enough when every yes-or-no figure is known to so much either way, in 95 cases of 100.
    pub margin: Option<f64>,
}

impl StudyRequest {
    /// So many games, however long they take.
    pub fn of(players: BySide<Player>, games: u64, seed: u64) -> Self {
        StudyRequest { players, games, seed, time: None, margin: None }
    }
}

/// The figures of games one by one, in the order of their numbers: a game of the same number and seed elsewhere had the
/// same dice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Games {
    /// The figures: key, words and unit.
    pub figures: Vec<(&'static str, String, Unit)>,
    /// A line for each game: the values of the figures.
    pub values: Vec<Vec<i64>>,
}

/// The figures of ends, one by one.
pub(crate) fn told_apart<P: Playable>(rules: &P::Rules, ends: &[P::End]) -> Games {
    let figures = P::figures(rules);
    let values = ends.iter().map(|end| figures.iter().map(|figure| (figure.of)(end)).collect()).collect();
    let figures = figures.into_iter().map(|figure| (figure.key, figure.words, figure.unit)).collect();
    Games { figures, values }
}

/// A table at which whole games are played out of hand, one after the other: from a state at the start of a step to the end,
/// or nothing where the last argument says that it is over before.
pub(crate) type Table<'a, P> = Box<
    dyn FnMut(P, BySide<Player>, &mut Generator, &dyn Fn() -> bool) -> Option<<P as Procedure>::End> + 'a,
>;

/// Sets such a table up; every thread has its own.
pub(crate) type Tables<P> = for<'a> fn(&'a <P as Procedure>::Rules) -> Table<'a, P>;

/// No game takes this many answers; one that does goes round in circles.
const ANSWERS_MAX: u32 = 10_000_000;

/// So many games are played before anybody asks whether they are enough. The number is the same whatever the number of
/// cores, and so is the result.
const GAMES_TOGETHER: u64 = 64;

/// When to stop in the middle of a game.
#[derive(Clone, Copy)]
struct Watch<'a> {
    progress: &'a Progress,
    until: Option<Instant>,
}

impl Watch<'_> {
    fn is_over(&self) -> bool {
        self.progress.stopped() || self.until.is_some_and(|until| Instant::now() >= until)
    }
}

/// Plays games out on all cores, and hands back their ends in the order of their numbers. Each has its own stream of
/// dice, so the cores only share out the games.
///
/// # Errors
/// Where no game came to its end.
pub(crate) fn play_out<P>(
    begin: &(impl Fn(&mut Generator) -> Seated<P> + Sync),
    rules: &P::Rules,
    table: Option<Tables<P>>,
    request: &StudyRequest,
    progress: &Progress,
) -> Result<Vec<P::End>, Unreckoned>
where
    P: Playable + Send + Sync + 'static,
    P::Rules: Send + Sync + 'static,
    P::End: Send + Sync + 'static,
{
    progress.due.store(request.games, Relaxed);
    let until = request.time.map(|time| Instant::now() + time);
    let watch = Watch { progress, until };
    let mut ends: Vec<P::End> = Vec::new();
    while (ends.len() as u64) < request.games {
        let first = ends.len() as u64;
        let last = (first + GAMES_TOGETHER).min(request.games);
        let played = play_some(begin, (rules, table), request, first..last, watch);
        // Without a game that was called off those after it do not count either: the longest are called off first.
        ends.extend(played.into_iter().map_while(|end| end));
        if (ends.len() as u64) < last
            || request.margin.is_some_and(|margin| is_enough::<P>(rules, &ends, margin))
        {
            break;
        }
    }
    if ends.is_empty() && request.games > 0 {
        return Err(Unreckoned::NoneEnded);
    }
    Ok(ends)
}

/// Whether every yes-or-no figure is known well enough.
fn is_enough<P: Playable>(rules: &P::Rules, ends: &[P::End], margin: f64) -> bool {
    let known = |figure: Figure<P>| {
        let count = ends.iter().filter(|end| (figure.of)(end) == 1).count();
        let interval = Interval::wilson(count as u64, ends.len() as u64, 1.96);
        (interval.high - interval.low) / 2.0 <= margin
    };
    P::figures(rules).into_iter().filter(|figure| figure.unit == Unit::Flag).all(known)
}

/// Plays the games with these numbers; none for those that were called off.
fn play_some<P>(
    begin: &(impl Fn(&mut Generator) -> Seated<P> + Sync),
    (rules, table): (&P::Rules, Option<Tables<P>>),
    request: &StudyRequest,
    numbers: Range<u64>,
    watch: Watch<'_>,
) -> Vec<Option<P::End>>
where
    P: Playable + Send + Sync + 'static,
    P::Rules: Send + Sync + 'static,
    P::End: Send + Sync + 'static,
{
    let next = AtomicU64::new(numbers.start);
    let work = || {
        let mut played = Vec::new();
        let mut table = table.map(|table| table(rules));
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= numbers.end || watch.is_over() {
                return played;
            }
            let dice = &mut Generator::stream(request.seed, number);
            let end = play_one(begin(dice), request.players, dice, watch, table.as_mut());
            let done = u64::from(end.is_some());
            played.push((number, end));
            watch.progress.done.fetch_add(done, Relaxed);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut played: Vec<(u64, Option<P::End>)> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let join = |handle: std::thread::ScopedJoinHandle<'_, Vec<(u64, Option<P::End>)>>| {
            handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        handles.into_iter().flat_map(join).collect()
    });
    played.sort_unstable_by_key(|(number, _)| *number);
    played.into_iter().map(|(_, end)| end).collect()
}

/// Plays one game to its end; none where it was called off on the way.
///
/// A game is carried out for the record until the step under way is done, and then at the title's table, if it has one: the
/// questions, the answers and the dice are the same, without the trouble of writing any of it down.
fn play_one<P>(
    mut seated: Seated<P>,
    players: BySide<Player>,
    dice: &mut Generator,
    watch: Watch<'_>,
    mut table: Option<&mut Table<'_, P>>,
) -> Option<P::End>
where
    P: Playable + Send + Sync + 'static,
    P::Rules: Send + Sync + 'static,
    P::End: Send + Sync + 'static,
{
    for _ in 0..ANSWERS_MAX {
        if let Phase::Ended(end) = seated.session.phase() {
            return Some(end.clone());
        }
        if watch.is_over() {
            return None;
        }
        let session = &seated.session;
        let begins = session.step_answers().is_empty() && session.sealed() == BySide::default();
        if let Some(table) = table.as_mut().filter(|_| begins) {
            return table(session.state().clone(), players, dice, &|| watch.is_over());
        }
        if seated.session.throw(dice).is_none() {
            let (side, key) = answer(&seated, players, dice);
            seated
                .session
                .answer_salted(side, &key, Salt::default())
                .unwrap_or_else(|refusal| panic!("a computer player's answer `{key}`: {refusal}"));
        }
    }
    unreachable!("goes round in circles")
}

/// The answer to the first question that waits.
fn answer<P>(seated: &Seated<P>, players: BySide<Player>, dice: &mut Generator) -> (Side, String)
where
    P: Playable + Send + Sync + 'static,
    P::Rules: Send + Sync + 'static,
    P::End: Send + Sync + 'static,
{
    let question = seated.session.pending()[0];
    let side = question.asking.by.expect("a decision belongs to a side");
    let key = match (players[side], &question.kind) {
        (Player::Computer, _) => seated.key_by_computer(side, Strength::Full).expect("the side is asked"),
        (Player::Easy, _) => seated.key_by_computer(side, Strength::Easy).expect("the side is asked"),
        (Player::Naive, _) => seated.key_by_naive(side).expect("the side is asked"),
        (Player::Policy, _) => seated.by_policy(side).expect("the side is asked"),
        (Player::Random, Kind::Choose { options, .. } | Kind::Order { offers: options, .. }) => {
            options[dice.below(options.len() as u32) as usize].key.clone()
        }
        (Player::Random, Kind::Roll(_)) => unreachable!("dice are thrown, not chosen"),
    };
    (side, key)
}
