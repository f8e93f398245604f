//! Studies: whole games between computer players, many of them.

use crate::play::{Play, Seated};
use grognard_odds::{Progress, Sampled};
use grognard_umpire::{BySide, Generator, Kind, Phase, Playable, Salt, Side};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Who plays a side of a study.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Player {
    /// The title's computer player; its stated policy where it has none.
    #[default]
    Computer,
    /// The stated policy.
    Policy,
    /// Anything that is allowed, at random.
    Random,
}

/// No game takes this many answers; one that does goes round in circles.
const ANSWERS_MAX: u32 = 10_000_000;

/// Plays games out on all cores. Each has its own stream of dice, so the cores only share out the games.
pub(crate) fn play_out<P>(
    seated: &(impl Fn() -> Seated<P> + Sync),
    players: BySide<Player>,
    games: u64,
    seed: u64,
    progress: &Progress,
) -> Sampled<P::End>
where
    P: Playable + Send + Sync,
    P::Rules: Send + Sync,
    P::End: Send + Sync,
{
    progress.due.store(games, Relaxed);
    let next = AtomicU64::new(0);
    let work = || {
        let mut ends = Vec::new();
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= games {
                return ends;
            }
            let dice = &mut Generator::stream(seed, number);
            let Some(end) = play_one(seated(), players, dice, progress) else { return ends };
            ends.push(end);
            progress.done.fetch_add(1, Relaxed);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let join = |handle: std::thread::ScopedJoinHandle<'_, Vec<P::End>>| {
            handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        handles.into_iter().flat_map(join).collect()
    })
}

/// Plays one game to its end; none where it was called off on the way.
fn play_one<P>(
    mut seated: Seated<P>,
    players: BySide<Player>,
    dice: &mut Generator,
    progress: &Progress,
) -> Option<P::End>
where
    P: Playable + Send,
    P::Rules: Send + Sync,
    P::End: Send,
{
    for _ in 0..ANSWERS_MAX {
        if let Phase::Ended(end) = seated.session.phase() {
            return Some(end.clone());
        }
        if progress.stopped() {
            return None;
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
    P: Playable + Send,
    P::Rules: Send + Sync,
    P::End: Send,
{
    let question = seated.session.pending()[0];
    let side = question.asking.by.expect("a decision belongs to a side");
    let key = match (players[side], &question.kind) {
        (Player::Computer, _) => seated.key_by_computer(side).expect("the side is asked"),
        (Player::Policy, _) => seated.by_policy(side).expect("the side is asked"),
        (Player::Random, Kind::Choose { options, .. } | Kind::Order { offers: options, .. }) => {
            options[dice.below(options.len() as u32) as usize].0.clone()
        }
        (Player::Random, Kind::Roll(_)) => unreachable!("dice are thrown, not chosen"),
    };
    (side, key)
}
