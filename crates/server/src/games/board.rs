//! The board of a game as data, for interfaces that draw their own.

use crate::Desk;
use crate::games::accounts::{Whoever, games};
use crate::games::limits;
use crate::games::routes::seat_to_look_from;
use crate::refused::Refused;
use axum::Json;
use axum::extract::{Path, Query, State};
use grognard::{Game, Seat};
use grognard_store::Account;
use grognard_wire::{BoardAnswer, LuckCard, Refusal};
use serde::Deserialize;
use std::sync::Arc;

/// What of a board is wanted.
#[derive(Deserialize)]
pub(crate) struct Wanted {
    /// The entry after which to look; left out, now.
    #[serde(default)]
    at: Option<usize>,
    /// Whose sight: `first`, `second`, `onlooker` or, once the game is over, `all`.
    #[serde(default)]
    seat: Option<String>,
    /// The hash of the board that is there already: it is not sent again.
    #[serde(default)]
    known: Option<String>,
}

/// The board of a game and what stands on it, as a seat may know it, now or at an entry.
#[utoipa::path(get, path = "/games/{game}/board",
    params(("game" = String, Path), ("at" = Option<usize>, Query), ("seat" = Option<String>, Query),
        ("known" = Option<String>, Query)),
    responses((status = 200, body = BoardAnswer), (status = 403, body = Refusal), (status = 404, body = Refusal)))]
pub(crate) async fn board(
    State(desk): State<Arc<Desk>>,
    visitor: crate::api::Visitor,
    Whoever(account): Whoever,
    Path(id): Path<String>,
    Query(wanted): Query<Wanted>,
) -> Result<Json<BoardAnswer>, Refused> {
    let known = wanted.known.clone();
    let answer = seen(&desk, visitor, account, (id, wanted), move |game, seat| {
        BoardAnswer::of(&*game.guide(seat), known.as_deref())
    });
    Ok(Json(answer.await?))
}

/// How the dice of both sides fell against what was to be expected, up to now or to an entry.
#[utoipa::path(get, path = "/games/{game}/luck",
    params(("game" = String, Path), ("at" = Option<usize>, Query), ("seat" = Option<String>, Query)),
    responses((status = 200, body = LuckCard), (status = 403, body = Refusal), (status = 404, body = Refusal)))]
pub(crate) async fn luck(
    State(desk): State<Arc<Desk>>,
    visitor: crate::api::Visitor,
    Whoever(account): Whoever,
    Path(id): Path<String>,
    Query(wanted): Query<Wanted>,
) -> Result<Json<LuckCard>, Refused> {
    Ok(Json(seen(&desk, visitor, account, (id, wanted), LuckCard::of).await?))
}

/// Something of a game as a seat may know it, now or at an entry.
async fn seen<T: Send + 'static>(
    desk: &Desk,
    visitor: crate::api::Visitor,
    account: Option<Account>,
    (id, wanted): (String, Wanted),
    look: impl FnOnce(&Game, Seat) -> T + Send + 'static,
) -> Result<T, Refused> {
    let games = games(desk)?;
    games.limits.count("look", &crate::api::address(visitor).to_string(), limits::LOOK)?;
    let comes = games.comes_as(&id, account.as_ref().map(|account| account.id.as_str())).await?;
    let seen = games.look_as(&id, comes, move |open, around| {
        let seat = seat_to_look_from(wanted.seat.as_deref(), account.as_ref(), around, &open.game)?;
        match wanted.at {
            None => Ok(look(&open.game, seat)),
            Some(entry) if entry > open.game.number() => Err(Refusal::of_field(
                "at",
                format!("there is no entry {entry}: the last is {}", open.game.number()),
            )
            .into()),
            Some(entry) => Ok(look(&open.as_of(entry)?, seat)),
        }
    });
    seen.await
}
