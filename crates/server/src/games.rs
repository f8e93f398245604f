//! Games that are kept. One at a time has hold of a game: it carries the act out, hands the new lines to the store, and
//! tells nobody before they are durable. What cannot be kept is thrown away with the game in memory, which is opened
//! again from the store.

mod accounts;
mod ahead;
mod board;
mod clockwork;
mod computer;
mod entries;
mod events;
mod limits;
mod moving;
pub(crate) mod operator;
mod orders;
mod pace;
mod post;
mod routes;
mod shelf;
pub(crate) mod table;

pub use post::Mail;
pub(crate) use routes::routes;
pub use shelf::shelved;

use crate::refused::Refused;
use crate::threads::{Manners, Threads};
use axum::http::StatusCode;
use grognard::umpire::Side;
use grognard_store::{Failure, GameRow, News, OrderRow, Store};
use grognard_wire::Done;
use limits::Limits;
use moving::Moving;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use table::{Act, Made, Open, Seats, moved_on};
use tokio::sync::{Semaphore, watch};

/// So many may wait for one game.
const WAITING_MAX: usize = 32;
/// So many games stay open; the rest are opened again when they are wanted. One of Army Group Center takes a good half of
/// a MiB in the middle of the game: all of them stay under half a GiB.
const OPEN_MAX: usize = 700;
/// So many are let go when there are more, those first that were wanted longest ago.
const LET_GO: usize = OPEN_MAX / 4;
/// Of those who only look on, so many.
const ONLOOKERS_MAX: usize = 8;
/// A journal can be read with a million entries; this leaves room for what still follows an act.
const ENTRIES_MAX: usize = 990_000;
/// Whoever could not move because the server was away is given so much before a clock is said to be out.
const PATIENCE: i64 = 120_000;
/// So often something is done again that another server has overtaken.
const TRIES_MAX: u64 = 30;

/// How a server keeps its games. Tests change what takes long.
#[derive(Clone)]
pub struct Conduct {
    /// How mail is sent, if it is.
    pub mail: Option<Mail>,
    /// Milliseconds since 1970.
    pub now: Arc<dyn Fn() -> i64 + Send + Sync>,
    /// So many milliseconds no clock is said to be out after a start.
    pub patience: i64,
    /// So many entries a game can have.
    pub entries_max: usize,
    /// A game has waited so many seconds before anybody is told.
    pub tell_after: i64,
    /// Whoever could not be told is told so many seconds later.
    pub tell_again: i64,
    /// So many seconds lie between two digests.
    pub digest_every: i64,
    /// How generous the limits on asking are: one as they are meant.
    pub limits: f64,
}

impl Default for Conduct {
    fn default() -> Self {
        let now = || {
            let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
            since.map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
        };
        Conduct {
            mail: None,
            now: Arc::new(now),
            patience: PATIENCE,
            entries_max: ENTRIES_MAX,
            tell_after: 60,
            tell_again: 300,
            digest_every: 24 * 3600,
            limits: 1.0,
        }
    }
}

/// All games of a server.
pub struct Games {
    pub(crate) store: Store,
    pub(crate) conduct: Conduct,
    /// When it was started, in milliseconds since 1970.
    started: i64,
    /// The event streams of those who have the pages open.
    pub(crate) streams: Mutex<HashMap<String, events::Presence>>,
    /// What has been before whose eyes, so that it is not kept again and again.
    pub(crate) seen: Mutex<HashMap<(String, String), i64>>,
    open: Mutex<HashMap<String, Arc<Place>>>,
    /// Counts how often a game was wanted.
    wanted: AtomicU64,
    pub(crate) limits: Limits,
    /// When people last moved.
    pub(crate) moving: Moving,
    /// Where computers think.
    thinkers: Threads,
    /// The same while people move at other games.
    humble_thinkers: Threads,
    /// Passwords are hashed two at a time: each takes memory and time on purpose.
    pub(crate) hashing: Semaphore,
    /// Turns true when the server is to end.
    pub(crate) ending: watch::Sender<bool>,
}

/// Where a game lies while it is open.
pub(crate) struct Place {
    id: String,
    /// When it was last wanted, by the count of all.
    wanted: AtomicU64,
    held: tokio::sync::Mutex<Option<Open>>,
    waiting: Semaphore,
    onlookers: Semaphore,
    /// Whether the computer is at it.
    computer: std::sync::atomic::AtomicBool,
    /// Whether it was called since it last began to look.
    called: std::sync::atomic::AtomicBool,
}

/// Random bytes from the operating system.
pub(crate) fn randomness<const N: usize>() -> Result<[u8; N], Refused> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| {
        Refused::with(StatusCode::SERVICE_UNAVAILABLE, "no randomness is to be had on this machine")
    })?;
    Ok(bytes)
}

impl From<Failure> for Refused {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Taken => Refused::with(StatusCode::CONFLICT, "somebody else was first"),
            // What the database says is for whoever runs the server.
            Failure::Newer(_) | Failure::Away(_) => Refused::with(
                StatusCode::SERVICE_UNAVAILABLE,
                "this cannot be kept just now; try again in a moment. What is sent twice is done once",
            ),
        }
    }
}

/// Why something was not done.
enum Trouble {
    /// Another server was first: the number of the entry that was to be made.
    Overtaken(usize),
    Refused(Refused),
}

impl Trouble {
    fn refused(self) -> Refused {
        match self {
            Trouble::Overtaken(number) => moved_on(number),
            Trouble::Refused(refused) => refused,
        }
    }
}

impl From<Refused> for Trouble {
    fn from(refused: Refused) -> Self {
        Trouble::Refused(refused)
    }
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        Trouble::Refused(failure.into())
    }
}

fn no_such_game() -> Refused {
    Refused::with(StatusCode::NOT_FOUND, "there is no such game")
}

fn closed() -> Refused {
    Refused::with(StatusCode::CONFLICT, "whoever runs this server has closed the game")
}

/// Games go by letters and figures; nothing else is asked of the store.
pub(crate) fn plausible(id: &str) -> Result<(), Refused> {
    let sound = (1..=64).contains(&id.len()) && id.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'-');
    if sound { Ok(()) } else { Err(no_such_game()) }
}

fn ours() -> Refused {
    Refused::with(StatusCode::INTERNAL_SERVER_ERROR, "a mistake of the program's own; the rest of it goes on")
}

/// Runs something of the rules where it may block.
async fn on_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refused> {
    tokio::task::spawn_blocking(work).await.map_err(|_| ours())
}

impl Games {
    /// The games of a store.
    pub fn new(store: Store) -> Arc<Games> {
        Games::conducted(store, Conduct::default())
    }

    /// The games of a store, kept in a way of one's own.
    pub fn conducted(store: Store, conduct: Conduct) -> Arc<Games> {
        Arc::new(Games {
            store,
            started: (conduct.now)(),
            streams: Mutex::default(),
            seen: Mutex::default(),
            open: Mutex::default(),
            wanted: AtomicU64::default(),
            limits: Limits::new(conduct.limits),
            moving: Moving::default(),
            thinkers: Threads::new(Manners::Plain),
            humble_thinkers: Threads::new(Manners::Humble),
            hashing: Semaphore::new(2),
            ending: watch::channel(false).0,
            conduct,
        })
    }

    /// Ends every event stream, so that the server can end.
    pub fn end(&self) {
        self.ending.send_replace(true);
    }

    /// Comes back when the server is to end.
    pub(crate) fn ended(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut ending = self.ending.subscribe();
        async move { drop(ending.wait_for(|ending| *ending).await) }
    }

    /// The store behind the games.
    pub fn store(&self) -> &Store {
        &self.store
    }

    pub(crate) fn news(&self) -> tokio::sync::broadcast::Receiver<News> {
        self.store.news()
    }

    fn place(&self, id: &str) -> Arc<Place> {
        let mut open = self.open.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if open.len() >= OPEN_MAX && !open.contains_key(id) {
            // Only those that nobody has hold of; they lie in the store.
            let idle = open.values().filter(|place| Arc::strong_count(place) == 1);
            let mut idle: Vec<(u64, String)> =
                idle.map(|place| (place.wanted.load(Relaxed), place.id.clone())).collect();
            idle.sort_unstable();
            for (_, id) in idle.into_iter().take(LET_GO) {
                open.remove(&id);
            }
        }
        let place = || Place {
            id: id.to_owned(),
            wanted: AtomicU64::default(),
            held: tokio::sync::Mutex::new(None),
            waiting: Semaphore::new(WAITING_MAX),
            onlookers: Semaphore::new(ONLOOKERS_MAX),
            computer: false.into(),
            called: false.into(),
        };
        let place = Arc::clone(open.entry(id.to_owned()).or_insert_with(|| Arc::new(place())));
        place.wanted.store(self.wanted.fetch_add(1, Relaxed), Relaxed);
        place
    }

    /// Takes hold of a game, brings it up to what the store has, and lets something be done with it on a thread. The
    /// entries that come of it are kept before anybody hears of them.
    ///
    /// It runs to its end whether or not whoever asked still waits: half an act is none.
    async fn with<T: Send + 'static>(
        self: &Arc<Self>,
        id: &str,
        who: Who,
        work: impl FnOnce(&mut Open, &Around) -> Result<(T, Option<Made>), Refused> + Send + 'static,
    ) -> Result<T, Refused> {
        self.tried(id, who, work).await.map_err(Trouble::refused)
    }

    /// The same for what has nothing to do with how the game stands: where another server was first, it is done again
    /// after what that one has kept.
    async fn insisted<T: Send + 'static>(
        self: &Arc<Self>,
        id: &str,
        work: impl FnOnce(&mut Open, &Around) -> Result<(T, Option<Made>), Refused> + Clone + Send + 'static,
    ) -> Result<T, Refused> {
        for tries in 1..=TRIES_MAX {
            match self.tried(id, Who::Insists, work.clone()).await {
                // Somebody else may have the database for a moment; but not longer than a computer thinks.
                Err(Trouble::Overtaken(_)) => tokio::time::sleep(Duration::from_millis(tries % 4)).await,
                done => return done.map_err(Trouble::refused),
            }
        }
        self.with(id, Who::Insists, work).await
    }

    async fn tried<T: Send + 'static>(
        self: &Arc<Self>,
        id: &str,
        who: Who,
        work: impl FnOnce(&mut Open, &Around) -> Result<(T, Option<Made>), Refused> + Send + 'static,
    ) -> Result<T, Trouble> {
        plausible(id)?;
        let row = self.store.game(id).await?.ok_or_else(no_such_game)?;
        let (games, place) = (Arc::clone(self), self.place(id));
        tokio::spawn(async move { games.held(place, row, who, work).await }).await.map_err(|_| ours())?
    }

    async fn held<T: Send + 'static>(
        self: Arc<Self>,
        place: Arc<Place>,
        row: GameRow,
        who: Who,
        work: impl FnOnce(&mut Open, &Around) -> Result<(T, Option<Made>), Refused> + Send + 'static,
    ) -> Result<T, Trouble> {
        let busy = || Refused::with(StatusCode::TOO_MANY_REQUESTS, "too many are at this game; try again");
        // However many look on, those who play are let in.
        let queue = match who {
            Who::Player | Who::Insists | Who::Computer => &place.waiting,
            Who::Onlooker => &place.onlookers,
        };
        let _waiting = queue.try_acquire().map_err(|_| busy())?;
        let mut held = place.held.lock().await;
        let open = match held.take() {
            Some(open) => self.brought_up(open, &row).await,
            None => None,
        };
        let seats = Seats(self.store.seats(&place.id).await?);
        let orders = self.store.orders(&place.id).await?;
        let now = (self.conduct.now)();
        let patient = now < self.started.saturating_add(self.conduct.patience);
        let mut around = Around { row, seats, orders, now, patient, entries_max: self.conduct.entries_max };
        let open = match who {
            Who::Insists => Some(self.newest(open, &around.row).await?),
            Who::Player | Who::Onlooker | Who::Computer => open,
        };
        let entries = match open {
            Some(_) => Vec::new(),
            None => self.store.entries(&place.id, 0).await?,
        };
        let (open, around, done) = on_thread(move || {
            let mut open = match open {
                Some(open) => open,
                None => match Open::read(&around.row, &entries) {
                    Ok(open) => open,
                    Err(refused) => return (None, around, Err(refused)),
                },
            };
            let before = open.game.number();
            around.seats.as_in(open.game.kept_journal());
            let done = work(&mut open, &around);
            around.seats.as_in(open.game.kept_journal());
            // Entries that nobody will keep are not to stay in memory.
            let sound = done.is_ok() || open.game.number() == before;
            (sound.then_some(open), around, done)
        })
        .await?;
        let (answer, made) = match done {
            Ok(done) => done,
            Err(refused) => {
                *held = open;
                return Err(refused.into());
            }
        };
        let mut refused = None;
        if let Some(made) = made {
            refused = made.refused;
            let number = made.number;
            // From here on the game in memory is not to be trusted until the store has what it has.
            let kept = match made.entries.is_empty() {
                true => Ok(()),
                false => self.store.append_with(&place.id, made.entries, made.beside).await,
            };
            match kept {
                Ok(()) => {}
                Err(Failure::Taken) => return Err(Trouble::Overtaken(number)),
                Err(failure) => return Err(failure.into()),
            }
        }
        // Whoever is the computer knows already, and has decided not to go on where it does not.
        let to_move = who != Who::Computer
            && !around.row.closed
            && open.as_ref().is_some_and(|open| {
                open.game
                    .to_decide()
                    .iter()
                    .any(|&side| around.seats.of(side).is_some_and(|seat| seat.computer))
            });
        *held = open;
        drop(held);
        if to_move {
            self.wake_computer(&place);
        }
        match refused {
            Some(refused) => Err(refused.into()),
            None => Ok(answer),
        }
    }

    /// A game as the store has it at this moment. What was read of its row is older: since then whoever insists has
    /// waited for his turn, and it may have had to be opened again from its first entry, which takes longer than a
    /// computer's move on another server.
    async fn newest(&self, open: Option<Open>, row: &GameRow) -> Result<Open, Trouble> {
        let mut open = open;
        for _ in 0..TRIES_MAX {
            let known = open.as_ref().map_or(0, |open| open.game.number());
            let entries = self.store.entries(&row.id, i64::try_from(known).unwrap_or(i64::MAX)).await?;
            open = match open {
                Some(open) if entries.is_empty() => return Ok(open),
                Some(mut open) => on_thread(move || open.follow(&entries).is_ok().then_some(open)).await?,
                None => {
                    let row = row.clone();
                    Some(on_thread(move || Open::read(&row, &entries)).await??)
                }
            };
        }
        open.ok_or_else(|| ours().into())
    }

    /// A game in memory with what another server has kept since; nothing where it cannot follow.
    async fn brought_up(&self, mut open: Open, row: &GameRow) -> Option<Open> {
        let known = i64::try_from(open.game.number()).ok()?;
        if row.number <= known {
            return Some(open);
        }
        let entries = self.store.entries(&row.id, known).await.ok()?;
        on_thread(move || open.follow(&entries).is_ok().then_some(open)).await.ok()?
    }

    /// Does an act for whoever sits at its side.
    pub(crate) async fn act(self: &Arc<Self>, id: &str, account: String, act: Act) -> Result<Done, Refused> {
        self.moving.at(id, Instant::now());
        let any_time = act.act.is_at_any_time();
        let work = move |open: &mut Open, around: &Around| {
            if !around.seats.sides(&account).contains(&act.side) {
                return Err(Refused::with(StatusCode::FORBIDDEN, "you do not sit there"));
            }
            match open.done(act.side, &act.once) {
                Some(number) => Ok((Done { number, costs: Vec::new() }, None)),
                None if around.row.closed => Err(closed()),
                None => match open.would_cost(&act)? {
                    costs if costs.is_empty() => open
                        .act(around, &act)
                        .map(|made| (Done { number: made.number, costs: Vec::new() }, Some(made))),
                    costs => Ok((Done { number: open.game.number(), costs }, None)),
                },
            }
        };
        match any_time {
            true => self.insisted(id, work).await,
            false => self.with(id, Who::Player, work).await,
        }
    }

    /// Gives a game up for somebody who leaves.
    pub(crate) async fn give_up(self: &Arc<Self>, id: &str, account: &str) -> Result<(), Refused> {
        let account = account.to_owned();
        self.insisted(id, move |open, around| {
            let Some(&side) = around.seats.sides(&account).first() else { return Ok(((), None)) };
            open.give_up(around, side).map(|made| ((), Some(made)))
        })
        .await
    }

    /// Follows standing orders that are asked for already.
    pub(crate) async fn follow_orders(self: &Arc<Self>, id: &str) -> Result<(), Refused> {
        self.insisted(id, |open, around| open.ordered(around).map(|made| ((), Some(made)))).await
    }

    /// Ends a game whose time is out, if it is.
    pub(crate) async fn time_out(self: &Arc<Self>, id: &str) -> Result<(), Refused> {
        self.with(id, Who::Player, |open, around| open.time_out(around).map(|made| ((), made))).await
    }

    /// Whoever has sat down adds to the dice.
    pub(crate) async fn seated(
        self: &Arc<Self>,
        id: &str,
        side: Side,
        nonce: Option<[u8; 16]>,
    ) -> Result<(), Refused> {
        let nonce = nonce.map(|nonce| (side, nonce));
        self.insisted(id, move |open, around| {
            open.seated(around, Some(side), nonce).map(|made| ((), Some(made)))
        })
        .await
    }

    /// Looks at a game, as one of those who play.
    pub(crate) async fn look<T: Send + 'static>(
        self: &Arc<Self>,
        id: &str,
        look: impl FnOnce(&Open, &Around) -> Result<T, Refused> + Send + 'static,
    ) -> Result<T, Refused> {
        self.look_as(id, Who::Player, look).await
    }

    /// Looks at a game.
    pub(crate) async fn look_as<T: Send + 'static>(
        self: &Arc<Self>,
        id: &str,
        who: Who,
        look: impl FnOnce(&Open, &Around) -> Result<T, Refused> + Send + 'static,
    ) -> Result<T, Refused> {
        self.with(id, who, move |open, around| look(open, around).map(|seen| (seen, None))).await
    }

    /// Who comes to a game with an account, or none.
    pub(crate) async fn comes_as(&self, id: &str, account: Option<&str>) -> Result<Who, Refused> {
        plausible(id)?;
        let Some(account) = account else { return Ok(Who::Onlooker) };
        let seats = Seats(self.store.seats(id).await?);
        Ok(if seats.sides(account).is_empty() { Who::Onlooker } else { Who::Player })
    }
}

/// What the house knows of a game besides its rules.
pub(crate) struct Around {
    pub(crate) row: GameRow,
    pub(crate) seats: Seats,
    /// The standing orders of both sides.
    pub(crate) orders: Vec<OrderRow>,
    /// Milliseconds since 1970.
    pub(crate) now: i64,
    /// Whether the server was started so short a time ago that nobody's time is said to be out.
    pub(crate) patient: bool,
    /// So many entries a game can have.
    pub(crate) entries_max: usize,
}

/// Who comes to a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Who {
    /// Somebody who plays, or the house.
    Player,
    /// Somebody whose act holds however the game has moved on.
    Insists,
    /// Somebody who looks on.
    Onlooker,
    /// The computer at its own moves.
    Computer,
}
