//! For whoever runs the server, on an address of its own: health and figures, lists, blocking, closing, taking out.
//! Nobody is asked who he is: whoever can reach the address may do all of it.

use crate::games::events::Presence;
use crate::games::{Games, limits, no_such_game};
use crate::guard::{self, Hosts};
use crate::refused::{self, Refused};
use crate::upkeep::take_out;
use axum::extract::{Path, Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderName, StatusCode};
use axum::response::Html;
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// So many are listed at a time.
const LISTED_MAX: i64 = 200;

/// How the page looks, and what fills its lists.
const STYLE: &str = include_str!("operator.css");
const SCRIPT: &str = include_str!("operator.js");

/// The operator's pages.
pub fn operator(hosts: Hosts, games: Arc<Games>) -> Router {
    Router::new()
        .route("/", get(page))
        .route("/page.css", get(async || ([(CONTENT_TYPE, "text/css; charset=utf-8")], STYLE)))
        .route("/page.js", get(async || ([(CONTENT_TYPE, "text/javascript; charset=utf-8")], SCRIPT)))
        .route("/health", get(health))
        .route("/figures", get(figures))
        .route("/games", get(games_listed))
        .route("/games/{game}/journal", get(journal))
        .route("/games/{game}/close", post(close))
        .route("/games/{game}/open", post(reopen))
        .route("/accounts", get(accounts_listed))
        .route("/accounts/{account}/block", post(block))
        .route("/accounts/{account}/unblock", post(unblock))
        .fallback(refused::no_such_route)
        .method_not_allowed_fallback(refused::no_such_method)
        .with_state(games)
        .layer(middleware::from_fn(limits::own_pages))
        .layer(middleware::from_fn_with_state(Arc::new(hosts), guard::guard))
}

/// How the server is.
#[derive(Serialize)]
struct Health {
    well: bool,
    database: String,
}

async fn health(State(games): State<Arc<Games>>) -> (StatusCode, Json<Health>) {
    match games.store.is_well().await {
        Ok(()) => (StatusCode::OK, Json(Health { well: true, database: "answers".to_owned() })),
        Err(failure) => {
            (StatusCode::SERVICE_UNAVAILABLE, Json(Health { well: false, database: failure.to_string() }))
        }
    }
}

/// How much there is of everything.
#[derive(Serialize)]
struct FiguresCard {
    version: &'static str,
    up_seconds: i64,
    accounts: i64,
    guests: i64,
    sessions: i64,
    games: i64,
    games_over: i64,
    entries: i64,
    entries_of_the_last_hour: i64,
    games_in_memory: usize,
    games_in_memory_at_most: usize,
    event_streams: usize,
    mail: bool,
}

async fn figures_of(games: &Games) -> Result<FiguresCard, Refused> {
    let kept = games.store.figures().await?;
    let streams = games.streams.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let open = games.open.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    Ok(FiguresCard {
        version: env!("CARGO_PKG_VERSION"),
        up_seconds: ((games.conduct.now)() - games.started) / 1_000,
        accounts: kept.accounts,
        guests: kept.guests,
        sessions: kept.sessions,
        games: kept.games,
        games_over: kept.over,
        entries: kept.entries,
        entries_of_the_last_hour: kept.entries_of_hour,
        games_in_memory: open.len(),
        games_in_memory_at_most: super::OPEN_MAX,
        event_streams: streams.values().map(Presence::streams).sum(),
        mail: games.conduct.mail.is_some(),
    })
}

async fn figures(State(games): State<Arc<Games>>) -> Result<Json<FiguresCard>, Refused> {
    Ok(Json(figures_of(&games).await?))
}

/// The figures as a page.
async fn page(State(games): State<Arc<Games>>) -> Result<Html<String>, Refused> {
    let figures = serde_json::to_value(figures_of(&games).await?).map_err(|_| super::ours())?;
    let well = if games.store.is_well().await.is_ok() { "answers" } else { "does not answer" };
    let rows: String = figures.as_object().into_iter().flatten().fold(String::new(), |rows, (key, value)| {
        let shown = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        rows + &format!("<tr><th scope=\"row\">{}</th><td>{shown}</td></tr>\n", key.replace('_', " "))
    });
    Ok(Html(format!(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>Grognard: operator</title>\n\
         <link rel=\"stylesheet\" href=\"/page.css\"><script type=\"module\" src=\"/page.js\"></script>\n\
         <body><main><h1>Grognard: operator</h1>\n<p>The database {well}.</p>\n<p role=\"alert\"></p>\n\
         <table><caption>Figures</caption>\n{rows}</table>\n{}{}\
         <p>As data: <a href=\"/health\">health</a>, <a href=\"/figures\">figures</a>, \
         <a href=\"/games\">games</a>, <a href=\"/accounts\">accounts</a>.</p>\n</main></body></html>\n",
        listed(
            "games",
            "Games",
            &["name", "players", "state", "entries", "last entry (UTC)", "export", "do"]
        ),
        listed("accounts", "Accounts", &["name", "kind", "games", "since (UTC)", "do"]),
    )))
}

/// An empty list for the script to fill.
fn listed(id: &str, words: &str, columns: &[&str]) -> String {
    let heads = columns.iter().fold(String::new(), |heads, one| heads + "<th scope=\"col\">" + one + "</th>");
    format!(
        "<section aria-label=\"{words}\"><table id=\"{id}\"><caption>{words}</caption>\
         <thead><tr>{heads}</tr></thead><tbody></tbody></table><button hidden>Show more</button></section>\n"
    )
}

#[derive(Deserialize)]
struct After {
    /// The number after which the list goes on.
    #[serde(default)]
    after: String,
}

/// A game as whoever runs the server sees it: nothing of what is hidden in it.
#[derive(Serialize)]
struct GameLine {
    id: String,
    title: String,
    name: String,
    pace: String,
    players: Vec<Option<String>>,
    entries: i64,
    turn: String,
    last: i64,
    closed: bool,
}

async fn games_listed(
    State(games): State<Arc<Games>>,
    Query(After { after }): Query<After>,
) -> Result<Json<Vec<GameLine>>, Refused> {
    let mut lines = Vec::new();
    for row in games.store.games_after(&after, LISTED_MAX).await? {
        let seats = games.store.seats(&row.id).await?;
        let player = |seat: grognard_store::SeatRow| match seat.computer {
            true => Some("the computer".to_owned()),
            false => seat.name,
        };
        lines.push(GameLine {
            players: seats.into_iter().map(player).collect(),
            title: row.title,
            name: row.name,
            pace: row.pace,
            entries: row.number,
            turn: row.turn,
            last: row.at,
            closed: row.closed,
            id: row.id,
        });
    }
    Ok(Json(lines))
}

/// Somebody, as whoever runs the server sees him.
#[derive(Serialize)]
struct AccountLine {
    id: String,
    name: String,
    guest: bool,
    blocked: bool,
    since: i64,
    games: i64,
}

async fn accounts_listed(
    State(games): State<Arc<Games>>,
    Query(After { after }): Query<After>,
) -> Result<Json<Vec<AccountLine>>, Refused> {
    let rows = games.store.accounts_after(&after, LISTED_MAX).await?;
    let line = |row: grognard_store::AccountRow| AccountLine {
        id: row.id,
        name: row.name,
        guest: row.guest,
        blocked: row.blocked,
        since: row.created,
        games: row.games,
    };
    Ok(Json(rows.into_iter().map(line).collect()))
}

fn found(is: bool) -> Result<Json<()>, Refused> {
    if is { Ok(Json(())) } else { Err(Refused::with(StatusCode::NOT_FOUND, "there is no such number")) }
}

async fn close(State(games): State<Arc<Games>>, Path(id): Path<String>) -> Result<Json<()>, Refused> {
    super::plausible(&id)?;
    found(games.store.close_game(&id, true).await?)
}

async fn reopen(State(games): State<Arc<Games>>, Path(id): Path<String>) -> Result<Json<()>, Refused> {
    super::plausible(&id)?;
    found(games.store.close_game(&id, false).await?)
}

async fn block(State(games): State<Arc<Games>>, Path(id): Path<String>) -> Result<Json<()>, Refused> {
    super::plausible(&id)?;
    found(games.store.block(&id, true).await?)
}

async fn unblock(State(games): State<Arc<Games>>, Path(id): Path<String>) -> Result<Json<()>, Refused> {
    super::plausible(&id)?;
    found(games.store.block(&id, false).await?)
}

/// The journal as it may be shown to anybody; with what is secret in it a game is taken out on the command line.
async fn journal(
    State(games): State<Arc<Games>>,
    Path(id): Path<String>,
) -> Result<([(HeaderName, &'static str); 1], String), Refused> {
    super::plausible(&id)?;
    let taken = take_out(&games.store, &id).await.map_err(|_| no_such_game())?;
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], taken.journal.text()))
}
