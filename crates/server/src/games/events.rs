//! One stream of events for each browser. Events say that something has happened, and in which game; what it was is
//! fetched from one place, as the seat may see it. Whoever has a stream is there: those he plays with are told when he
//! comes and goes.

use crate::Desk;
use crate::games::Games;
use crate::games::accounts::{Whoever, games};
use crate::refused::Refused;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, KeepAliveStream, Sse};
use grognard_store::News;
use serde::Deserialize;
use std::collections::HashSet;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

/// So many streams one account can have: more tabs than anybody opens.
const STREAMS_MAX: usize = 32;
/// So many streams are open to those without an account, from one address.
const ONLOOKERS_STREAMS_MAX: usize = 16;
/// Whoever is back by then has not gone: a page was only opened anew.
const GONE_AFTER: Duration = Duration::from_secs(3);
/// Those of so many of his games are told that somebody has come or gone.
const TOLD_MAX: usize = 50;
/// So many games can be watched besides one's own.
const WATCHED_MAX: usize = 20;

#[derive(Deserialize)]
pub(crate) struct Watched {
    /// The numbers of games to look on at, with commas.
    #[serde(default)]
    watch: String,
}

/// Between two tries to find out with whom somebody plays, while the store does not answer; and so many tries.
const TELL_AGAIN_AFTER: Duration = Duration::from_secs(2);
const TELL_TRIES: usize = 60;

/// Somebody's event streams. Whoever has none any more stays here until those he plays with are to be told.
#[derive(Default)]
pub(crate) struct Presence {
    streams: usize,
    /// Counts how often the last of them has ended.
    gone: u64,
}

impl Presence {
    /// How many there are now.
    pub(crate) fn streams(&self) -> usize {
        self.streams
    }
}

/// One of an account's streams, given back when it ends.
struct Place(Arc<Games>, String);

impl Place {
    fn take(games: &Arc<Games>, who: &str, most: usize) -> Result<Place, Refused> {
        let mut streams = games.streams.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let count = &mut streams.entry(who.to_owned()).or_default().streams;
        if *count >= most {
            let words = "too many pages of yours are open; close some";
            return Err(Refused::with(StatusCode::TOO_MANY_REQUESTS, words));
        }
        *count += 1;
        Ok(Place(Arc::clone(games), who.to_owned()))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut streams = self.0.streams.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let Some(presence) = streams.get_mut(&self.1) else { return };
        presence.streams -= 1;
        if presence.streams > 0 {
            return;
        }
        presence.gone += 1;
        let gone = presence.gone;
        drop(streams);
        let (games, who) = (Arc::clone(&self.0), std::mem::take(&mut self.1));
        match tokio::runtime::Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn(async move {
                tokio::time::sleep(GONE_AFTER).await;
                if games.has_gone(&who, gone) {
                    games.tell_of(&who).await;
                }
            })),
            // Where the server ends, nobody is told any more.
            Err(_) => drop(games.has_gone(&who, gone)),
        }
    }
}

impl Games {
    /// Whether somebody has the pages open at this server, or had them open a moment ago: whoever opens a page anew was
    /// never away.
    pub(crate) fn is_there(&self, account: &str) -> bool {
        self.streams.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).contains_key(account)
    }

    /// Takes somebody off the list whose last stream ended a while ago; not where he has come back since.
    fn has_gone(&self, account: &str, gone: u64) -> bool {
        let mut streams = self.streams.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let is_gone =
            streams.get(account).is_some_and(|presence| presence.streams == 0 && presence.gone == gone);
        if is_gone {
            streams.remove(account);
        }
        is_gone
    }

    /// Those who play with somebody look again who is there. Where the store cannot say who they are, it is asked again.
    async fn tell_of(&self, account: &str) {
        for _ in 0..TELL_TRIES {
            if let Ok(rows) = self.store.games_of(account).await {
                // Also where a game is over: they may talk about it, and a battle can be over as soon as both sit.
                for row in rows.into_iter().take(TOLD_MAX) {
                    self.store.tell_here(News::Game(row.id));
                }
                return;
            }
            tokio::select! {
                () = tokio::time::sleep(TELL_AGAIN_AFTER) => {}
                () = self.ended() => return,
            }
        }
    }
}

/// What happens in one's games, and in those one watches: `game` with a number, or `look` where something may have been
/// missed. Whoever has no account can watch.
#[utoipa::path(get, path = "/events", params(("watch" = Option<String>, Query)),
    responses((status = 200, body = String, content_type = "text/event-stream"), (status = 401, body = grognard_wire::Refusal)))]
pub(crate) async fn events(
    State(desk): State<Arc<Desk>>,
    visitor: crate::api::Visitor,
    Whoever(account): Whoever,
    Query(watched): Query<Watched>,
) -> Result<Sse<KeepAliveStream<ReceiverStream<Result<Event, Infallible>>>>, Refused> {
    let games = Arc::clone(games(&desk)?);
    let watched = watched.watch.split(',').filter(|id| !id.is_empty()).take(WATCHED_MAX).map(str::to_owned);
    let watched: Vec<String> = watched.collect();
    let account = account.map(|account| account.id);
    let place = match &account {
        Some(account) => Place::take(&games, account, STREAMS_MAX)?,
        None if watched.is_empty() => {
            return Err(Refused::with(StatusCode::UNAUTHORIZED, "log in first, or say what to watch"));
        }
        None => {
            let address = crate::api::address(visitor).to_string();
            Place::take(&games, &format!("from {address}"), ONLOOKERS_STREAMS_MAX)?
        }
    };
    if let Some(account) = account.clone() {
        // Nobody waits for his events until all the others have been told.
        let games = Arc::clone(&games);
        tokio::spawn(async move { games.tell_of(&account).await });
    }
    // Heard from here on, so that nothing falls between this and the list.
    let mut news = games.news();
    let mut ending = games.ending.subscribe();
    let own = match &account {
        Some(account) => games.store.games_of(account).await?,
        None => Vec::new(),
    };
    let mut mine: HashSet<String> = own.into_iter().map(|game| game.id).chain(watched).collect();
    let (send, receive) = mpsc::channel(16);
    tokio::spawn(async move {
        let _place = place;
        // An event without data is not told by browsers.
        let look = || Event::default().event("look").data("look");
        let mut next = Some(look());
        loop {
            // A browser that has gone away, or does not read, is let go; it comes back by itself.
            if let Some(event) = next.take()
                && send.send(Ok(event)).await.is_err()
            {
                return;
            }
            tokio::select! {
                heard = news.recv() => next = match heard {
                    Ok(News::Game(id)) if mine.contains(&id) => Some(Event::default().event("game").data(id)),
                    Ok(News::Game(_)) => None,
                    Ok(News::Sat { account: who, game }) => {
                        if Some(&who) == account.as_ref() {
                            mine.insert(game.clone());
                        }
                        mine.contains(&game).then(|| Event::default().event("game").data(game))
                    }
                    // What was missed may have been that a game is one's own now.
                    Ok(News::Everything) | Err(RecvError::Lagged(_)) => {
                        if let Some(account) = &account
                            && let Ok(own) = games.store.games_of(account).await
                        {
                            mine.extend(own.into_iter().map(|game| game.id));
                        }
                        Some(look())
                    }
                    Err(RecvError::Closed) => return,
                },
                () = async { drop(ending.wait_for(|ending| *ending).await) } => {
                    let _ = send.send(Ok(Event::default().event("end").retry(Duration::from_secs(2)).data("end"))).await;
                    return;
                }
                () = send.closed() => return,
            }
        }
    });
    Ok(Sse::new(ReceiverStream::new(receive)).keep_alive(KeepAlive::new().interval(Duration::from_secs(20))))
}
