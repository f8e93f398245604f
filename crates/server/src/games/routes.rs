//! The API of games: short handlers that take in, ask the game, turn out.

use crate::Desk;
use crate::games::accounts::{self, Player, Whoever, games};
use crate::games::ahead::Setup;
use crate::games::shelf::shelved;
use crate::games::table::{Act, Open, hex, unhex};
use crate::games::{
    Around, Games, Who as Comes, ahead, board, events, limits, on_thread, orders, pace, post, randomness,
    table,
};
use crate::refused::{Refused, Taken};
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderMap, IF_NONE_MATCH};
use axum::http::{HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use grognard::umpire::{BySide, DiceSource, Header, Journal, Pledge, Seat as Who, Side};
use grognard::{Game, Seat};
use grognard_store::{Account, GameRow, NewGame, OrderRow, SeatRow};
use grognard_wire::{
    ActRequest, AimsCard, Begun, DiceFrom, Done, GameCard, GameList, GameView, HowHard, JoinRequest,
    MessageLine, NewGameRequest, Opponent, Refusal, Said, Saying, SeatCard, SideNames, SpokenLine, Why,
    WhyRequest, seat_key, seen,
};
use serde::Deserialize;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::sync::Arc;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// No message is longer, in bytes, and no notes.
const MESSAGE_BYTES_MAX: usize = 2_000;
const NOTES_BYTES_MAX: usize = 50_000;

pub(crate) fn routes() -> OpenApiRouter<Arc<Desk>> {
    OpenApiRouter::new()
        .routes(routes!(accounts::register, accounts::leave))
        .routes(routes!(accounts::change_password))
        .routes(routes!(post::want_mail))
        .routes(routes!(post::confirm))
        .routes(routes!(post::forgotten, post::reset))
        .routes(routes!(accounts::guest))
        .routes(routes!(accounts::log_in, accounts::log_out))
        .routes(routes!(accounts::log_out_everywhere))
        .routes(routes!(accounts::who))
        .routes(routes!(list, begin))
        .routes(routes!(look))
        .routes(routes!(board::board))
        .routes(routes!(board::luck))
        .routes(routes!(join))
        .routes(routes!(act))
        .routes(routes!(why))
        .routes(routes!(ahead::odds))
        .routes(routes!(ahead::preview))
        .routes(routes!(messages, say))
        .routes(routes!(notes, note))
        .routes(routes!(orders::give))
        .routes(routes!(orders::revoke))
        .routes(routes!(journal))
        .routes(routes!(events::events))
        .layer(axum::middleware::from_fn(limits::own_pages))
}

pub(crate) fn side_of(key: &str) -> Result<Side, Refusal> {
    Side::from_key(key)
        .ok_or_else(|| Refusal::of_field("side", format!("no side `{key}`: write first or second")))
}

fn nonce_of(nonce: Option<&str>) -> Result<Option<[u8; 16]>, Refusal> {
    let bad = || Refusal::of_field("nonce", "32 hexadecimal figures");
    nonce.map(|nonce| unhex(nonce).ok_or_else(bad)).transpose()
}

/// One's games, and those with a free seat.
#[utoipa::path(get, path = "/games", responses((status = 200, body = GameList), (status = 401, body = Refusal)))]
async fn list(State(desk): State<Arc<Desk>>, Player(account): Player) -> Result<Json<GameList>, Refused> {
    let games = games(&desk)?;
    games.limits.count("list", &account.id, limits::LOOK)?;
    let mut list = GameList { yours: Vec::new(), free: Vec::new() };
    for row in games.store.games_of(&account.id).await? {
        list.yours.push(card(games, &account, &row).await?);
    }
    for row in games.store.free_games().await? {
        list.free.push(card(games, &account, &row).await?);
    }
    Ok(Json(list))
}

async fn card(games: &Games, account: &Account, row: &GameRow) -> Result<GameCard, Refused> {
    let names = side_names(&row.title);
    let seats = seat_cards(&games.store.seats(&row.id).await?, (games, Some(account)), &names);
    let asked =
        |seat: &SeatCard| seat.yours && !seat.computer && (row.turn == seat.side || row.turn == "both");
    Ok(GameCard {
        your_move: seats.iter().any(asked),
        over: row.turn == "over",
        id: row.id.clone(),
        name: row.name.clone(),
        title: row.title.clone(),
        seats,
        number: row.number,
        at: row.at,
        pace: pace::read(&row.pace),
        out_at: row.deadline,
        told: row.told.clone(),
    })
}

/// The names of a ready title's sides.
fn side_names(title: &str) -> BySide<String> {
    let (system, name) = title.split_once('/').unwrap_or_default();
    let cards = grognard_wire::system_list().systems.iter().find(|card| card.key == system);
    let found = cards.and_then(|card| card.titles.iter().chain(&card.battles).find(|card| card.name == name));
    found
        .map_or_else(BySide::default, |card| BySide::new(card.sides.first.clone(), card.sides.second.clone()))
}

fn seat_cards(
    seats: &[SeatRow],
    (games, account): (&Games, Option<&Account>),
    names: &BySide<String>,
) -> Vec<SeatCard> {
    let card = |seat: &SeatRow| SeatCard {
        side_name: Side::from_key(&seat.side).map_or_else(String::new, |side| names[side].clone()),
        player: seat.name.clone(),
        computer: seat.computer,
        yours: account.is_some_and(|account| seat.account.as_ref() == Some(&account.id)),
        there: seat.account.as_ref().is_some_and(|account| games.is_there(account)),
        side: seat.side.clone(),
    };
    seats.iter().map(card).collect()
}

/// Begins a game.
#[utoipa::path(post, path = "/games", request_body = NewGameRequest,
    responses((status = 200, body = Begun), (status = 401, body = Refusal), (status = 422, body = Refusal)))]
async fn begin(
    State(desk): State<Arc<Desk>>,
    Player(account): Player,
    Taken(request): Taken<NewGameRequest>,
) -> Result<Json<Begun>, Refused> {
    let games = games(&desk)?;
    games.limits.count("begin", &account.id, limits::BEGIN)?;
    let side = side_of(&request.side)?;
    let nonce = nonce_of(request.nonce.as_deref())?;
    pace::check(request.pace)?;
    let pace = pace::text(request.pace);
    let secret = match request.dice {
        DiceFrom::Thrown => Some(randomness::<32>()?),
        DiceFrom::Typed => None,
    };
    let opponent = request.opponent;
    let setup = match (&request.from, &request.again) {
        (Some(moment), _) => ahead::from(games, moment, &account).await?,
        (None, Some(game)) => ahead::again(games, game, &account).await?,
        (None, None) => {
            let asked = request.clone();
            on_thread(move || ahead::setup_of(&asked)).await??
        }
    };
    let (title, name) = (setup.title.clone(), setup.called.clone());
    let header = on_thread(move || header(setup, &request, side, secret.as_ref())).await??;
    let seat = |of: Side| SeatRow {
        side: of.key().to_owned(),
        account: (of == side || opponent == Opponent::HotSeat).then(|| account.id.clone()),
        name: None,
        computer: of != side && matches!(opponent, Opponent::Computer | Opponent::ComputerEasy),
    };
    let game = NewGame {
        id: hex(&randomness::<10>()?),
        title,
        name,
        header: Journal::new(header).text(),
        dice_secret: secret.map(|secret| hex(&secret)),
        creator: account.id.clone(),
        invite: hex(&randomness::<10>()?),
        listed: opponent == Opponent::Anybody,
        pace,
        seats: Side::ALL.map(seat).into(),
    };
    games.store.add_game(&game).await?;
    games.seated(&game.id, side, nonce).await?;
    Ok(Json(Begun { id: game.id }))
}

/// The head of a new game's journal.
fn header(
    setup: Setup,
    request: &NewGameRequest,
    side: Side,
    secret: Option<&[u8; 32]>,
) -> Result<Header, Refusal> {
    let contest = shelved(&setup.name, &setup.text, &setup.tables)?;
    let seats = BySide::from_fn(|of| match request.opponent {
        Opponent::Computer if of != side => Who::Computer,
        Opponent::ComputerEasy if of != side => Who::Easy,
        _ => Who::Person,
    });
    let dice = secret.map_or(DiceSource::Table, |secret| DiceSource::Pledged(Pledge::commitment(secret)));
    let header = Header {
        system: contest.system().to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        title: setup.name,
        seats,
        dice,
        tables: setup.tables,
        setup: setup.text,
        position: setup.position,
        ..Header::default()
    };
    let game = match header.position.is_empty() {
        true => contest.start(header.clone()),
        false => contest.start_from("the position", header.clone())?,
    };
    if request.opponent == Opponent::ComputerEasy {
        table::has_easy(&Game::new(game), "opponent")?;
    }
    let text = Journal::new(header.clone()).text();
    if Journal::read(&text).is_err() {
        return Err(Refusal::of_field("battle", "it has something in it that no journal can hold"));
    }
    Ok(header)
}

#[derive(Deserialize)]
struct Looked {
    /// The entry up to which everything was told.
    #[serde(default)]
    since: usize,
    /// The entry after which to look; left out, now.
    #[serde(default)]
    at: Option<usize>,
    /// Whose sight: `first`, `second`, `onlooker` or, once the game is over, `all`.
    #[serde(default)]
    seat: Option<String>,
}

/// Where somebody may sit to look at a game: his own sides, as an onlooker, and anywhere once it is over.
pub(crate) fn seat_to_look_from(
    wanted: Option<&str>,
    account: Option<&Account>,
    around: &Around,
    game: &Game,
) -> Result<Seat, Refused> {
    let own = account.map_or_else(Vec::new, |account| around.seats.sides(&account.id));
    let over = game.end().is_some();
    let seat = match wanted {
        None => {
            let asked = own.iter().copied().find(|side| game.to_decide().contains(side));
            return Ok(asked.or(own.first().copied()).map_or(Seat::Onlooker, Seat::Side));
        }
        Some("onlooker") => Seat::Onlooker,
        Some("all") => Seat::Umpire,
        Some(side) => Seat::Side(side_of(side)?),
    };
    let may = match seat {
        Seat::Side(side) => over || own.contains(&side),
        Seat::Onlooker => true,
        Seat::Umpire => over,
    };
    match may {
        true => Ok(seat),
        false => Err(Refused::with(StatusCode::FORBIDDEN, "you do not sit there")),
    }
}

/// A game as a seat may see it, now or at an entry.
#[utoipa::path(get, path = "/games/{game}",
    params(("game" = String, Path), ("since" = Option<usize>, Query), ("at" = Option<usize>, Query), ("seat" = Option<String>, Query)),
    responses((status = 200, body = GameView), (status = 304, description = "as it was"),
        (status = 403, body = Refusal), (status = 404, body = Refusal)))]
async fn look(
    State(desk): State<Arc<Desk>>,
    visitor: crate::api::Visitor,
    Whoever(account): Whoever,
    Path(id): Path<String>,
    Query(looked): Query<Looked>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let games = games(&desk)?;
    games.limits.count("look", &crate::api::address(visitor).to_string(), limits::LOOK)?;
    let comes = games.comes_as(&id, account.as_ref().map(|account| account.id.as_str())).await?;
    let told = account
        .clone()
        .filter(|account| account.mail != "none" && looked.at.is_none() && comes == Comes::Player);
    let house = Arc::clone(games);
    let view = games
        .look_as(&id, comes, move |open, around| {
            let seat = seat_to_look_from(looked.seat.as_deref(), account.as_ref(), around, &open.game)?;
            let mut frame = frame(&house, around, account.as_ref(), open);
            frame.spoken = spoken(open, looked.since);
            match looked.at {
                None => Ok(seen(&open.game, seat, looked.since, frame)),
                Some(entry) if entry > open.game.number() => Err(Refusal::of_field(
                    "at",
                    format!("there is no entry {entry}: the last is {}", open.game.number()),
                )
                .into()),
                Some(entry) => Ok(seen(&open.as_of(entry)?, seat, looked.since, frame)),
            }
        })
        .await?;
    if let Some(account) = told {
        games.has_seen(&account.id, &id, view.number).await;
    }
    let now = (HeaderName::from_static("grognard-now"), (games.conduct.now)().to_string());
    let body = serde_json::to_vec(&view).map_err(|_| crate::games::ours())?;
    let tag = format!("\"{}\"", hex(&Sha256::digest(&body)[..12]));
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return Ok((StatusCode::NOT_MODIFIED, [(ETAG, tag), now]).into_response());
    }
    let head: [(HeaderName, String); 4] = [
        now,
        (CONTENT_TYPE, "application/json".to_owned()),
        (ETAG, tag),
        (CACHE_CONTROL, "private, no-cache".to_owned()),
    ];
    Ok((head, body).into_response())
}

/// Why computers made the entries after one: they say it aloud, so that everybody may read it.
fn spoken(open: &Open, since: usize) -> Vec<SpokenLine> {
    let after = open.spoken.range(since.saturating_add(1)..);
    after.map(|(entry, words)| SpokenLine { entry: *entry, words: words.clone() }).collect()
}

/// What the house says of a game, with nothing of the rules in it yet.
fn frame(games: &Games, around: &Around, account: Option<&Account>, open: &Open) -> GameView {
    let Around { row, seats, .. } = around;
    let game = &open.game;
    let own = account.map_or_else(Vec::new, |account| seats.sides(&account.id));
    let over = game.end().is_some();
    let holds =
        |side: Side, order: &OrderRow| order.side == side.key() && orders::in_force(open, side, order);
    let free = seats.0.iter().any(|seat| seat.account.is_none() && !seat.computer);
    let made = account.is_some_and(|account| account.id == row.creator);
    GameView {
        id: row.id.clone(),
        name: row.name.clone(),
        system: game.header().system.clone(),
        title: row.title.clone(),
        sides: SideNames { first: String::new(), second: String::new() },
        seats: seat_cards(&seats.0, (games, account), &game.side_names()),
        invite: (free && made).then(|| row.invite.clone()),
        seat: seat_key(Seat::Onlooker).to_owned(),
        number: 0,
        questions: Vec::new(),
        others: Vec::new(),
        sealed: Vec::new(),
        may_undo: false,
        proposal: None,
        kept: 0,
        told: Vec::new(),
        table: Vec::new(),
        view: Value::Null,
        picture: None,
        drawing: None,
        end: None,
        dice: match game.header().dice {
            DiceSource::Table => DiceFrom::Typed,
            DiceSource::Pledged(_) | DiceSource::Seed(_) => DiceFrom::Thrown,
        },
        hides: false,
        pace: pace::read(&row.pace),
        clock: open.clock.map(|clock| clock.card()),
        orders: around
            .orders
            .iter()
            .filter(|order| own.iter().any(|&side| holds(side, order)))
            .filter_map(orders::card)
            .collect(),
        by_orders: open
            .by_orders
            .iter()
            .filter(|(_, side)| over || own.contains(side))
            .map(|(number, _)| *number)
            .collect(),
        spoken: Vec::new(),
        closed: row.closed,
        aims: AimsCard::default(),
        strengths: game.strengths().iter().copied().map(HowHard::from).collect(),
        easy: game
            .kept_journal()
            .seats()
            .iter()
            .filter(|(_, seat)| **seat == Who::Easy)
            .map(|(side, _)| side.key().to_owned())
            .collect(),
    }
}

/// Sits down where a seat is free.
#[utoipa::path(post, path = "/games/{game}/join", params(("game" = String, Path)), request_body = JoinRequest,
    responses((status = 200, body = Begun), (status = 403, body = Refusal), (status = 409, body = Refusal)))]
async fn join(
    State(desk): State<Arc<Desk>>,
    Player(account): Player,
    Path(id): Path<String>,
    Taken(request): Taken<JoinRequest>,
) -> Result<Json<Begun>, Refused> {
    let games = games(&desk)?;
    games.limits.count("act", &account.id, limits::ACT)?;
    let nonce = nonce_of(request.nonce.as_deref())?;
    crate::games::plausible(&id)?;
    let row = games.store.game(&id).await?.ok_or_else(crate::games::no_such_game)?;
    if row.closed {
        return Err(crate::games::closed());
    }
    if !row.listed && request.invite.as_deref() != Some(row.invite.as_str()) {
        return Err(Refused::with(
            StatusCode::FORBIDDEN,
            "whoever made this game has not invited you; ask for the link",
        ));
    }
    let seats = games.store.seats(&id).await?;
    if seats.iter().any(|seat| seat.account.as_ref() == Some(&account.id)) {
        return Ok(Json(Begun { id }));
    }
    let full = || Refused::with(StatusCode::CONFLICT, "both seats are taken");
    let free = seats.iter().find(|seat| seat.account.is_none() && !seat.computer).ok_or_else(full)?;
    games.store.take_seat(&id, &free.side, &account.id).await.map_err(|failure| match failure {
        grognard_store::Failure::Taken => full(),
        failure => failure.into(),
    })?;
    games.seated(&id, side_of(&free.side)?, nonce).await?;
    Ok(Json(Begun { id }))
}

/// Does something at a game. Sent again with the same key it is done once and answered the same.
#[utoipa::path(post, path = "/games/{game}/acts", params(("game" = String, Path)), request_body = ActRequest,
    responses((status = 200, body = Done), (status = 403, body = Refusal), (status = 409, body = Refusal),
        (status = 422, body = Refusal), (status = 429, body = Refusal)))]
async fn act(
    State(desk): State<Arc<Desk>>,
    Player(account): Player,
    Path(id): Path<String>,
    Taken(request): Taken<ActRequest>,
) -> Result<Json<Done>, Refused> {
    let games = games(&desk)?;
    games.limits.count("act", &account.id, limits::ACT)?;
    let ActRequest { side, number, once, act, careful } = request;
    let act = Act { side: side_of(&side)?, number, once, act, careful };
    Ok(Json(games.act(&id, account.id, act).await?))
}

/// Whether an answer might be given, and if not, why.
#[utoipa::path(post, path = "/games/{game}/why", params(("game" = String, Path)), request_body = WhyRequest,
    responses((status = 200, body = Why), (status = 403, body = Refusal)))]
async fn why(
    State(desk): State<Arc<Desk>>,
    Player(account): Player,
    Path(id): Path<String>,
    Taken(request): Taken<WhyRequest>,
) -> Result<Json<Why>, Refused> {
    let games = games(&desk)?;
    games.limits.count("act", &account.id, limits::ACT)?;
    let side = side_of(&request.side)?;
    let refusal = games.look(&id, move |open, around| {
        if !around.seats.sides(&account.id).contains(&side) {
            return Err(Refused::with(StatusCode::FORBIDDEN, "you do not sit there"));
        }
        Ok(open.game.why_not(Seat::Side(side), &request.key).map(Refusal::from))
    });
    Ok(Json(Why { refusal: refusal.await? }))
}

/// Makes sure that somebody sits at a game, or, once it is over, that there is one.
async fn sits(games: &Games, id: &str, account: &Account) -> Result<(), Refused> {
    crate::games::plausible(id)?;
    games.store.game(id).await?.ok_or_else(crate::games::no_such_game)?;
    let seats = games.store.seats(id).await?;
    match seats.iter().any(|seat| seat.account.as_ref() == Some(&account.id)) {
        true => Ok(()),
        false => Err(Refused::with(StatusCode::FORBIDDEN, "you do not sit at this game")),
    }
}

fn short(said: &str, most: usize) -> Result<(), Refusal> {
    let bad = said.chars().any(|c| c.is_control() && c != '\n' && c != '\t');
    match said.len() > most || bad {
        true => Err(Refusal::of_field("said", format!("plain text of at most {most} bytes"))),
        false => Ok(()),
    }
}

/// What the players have said to each other.
#[utoipa::path(get, path = "/games/{game}/messages", params(("game" = String, Path)),
    responses((status = 200, body = Vec<MessageLine>), (status = 403, body = Refusal)))]
async fn messages(
    State(desk): State<Arc<Desk>>,
    Player(account): Player,
    Path(id): Path<String>,
) -> Result<Json<Vec<MessageLine>>, Refused> {
    let games = games(&desk)?;
    games.limits.count("list", &account.id, limits::LOOK)?;
    sits(games, &id, &account).await?;
    let said = games.store.messages(&id, 0).await?.into_iter();
    let line = |one: grognard_store::Message| MessageLine {
        number: one.number,
        name: one.name,
        said: one.said,
        at: one.at,
    };
    Ok(Json(said.map(line).collect()))
}

/// Says something to the other player.
#[utoipa::path(post, path = "/games/{game}/messages", params(("game" = String, Path)), request_body = Saying,
    responses((status = 200, body = Object), (status = 403, body = Refusal), (status = 422, body = Refusal)))]
async fn say(
    State(desk): State<Arc<Desk>>,
    Player(account): Player,
    Path(id): Path<String>,
    Taken(Saying { said, once }): Taken<Saying>,
) -> Result<Json<()>, Refused> {
    let games = games(&desk)?;
    games.limits.count("act", &account.id, limits::ACT)?;
    sits(games, &id, &account).await?;
    short(&said, MESSAGE_BYTES_MAX)?;
    if once.as_deref().is_some_and(|once| !table::is_once(once)) {
        return Err(table::bad_once().into());
    }
    if said.trim().is_empty() {
        return Err(Refusal::of_field("said", "say something").into());
    }
    let once = once.map(|once| format!("{} {once}", account.id));
    games.store.say(&id, (&account.name, &said), once.as_deref()).await?;
    Ok(Json(()))
}

/// One's own notes beside a game.
#[utoipa::path(get, path = "/games/{game}/notes", params(("game" = String, Path)),
    responses((status = 200, body = Said), (status = 403, body = Refusal)))]
async fn notes(
    State(desk): State<Arc<Desk>>,
    Player(account): Player,
    Path(id): Path<String>,
) -> Result<Json<Said>, Refused> {
    let games = games(&desk)?;
    games.limits.count("list", &account.id, limits::LOOK)?;
    sits(games, &id, &account).await?;
    Ok(Json(Said { said: games.store.notes(&id, &account.id).await? }))
}

/// Keeps one's own notes beside a game.
#[utoipa::path(put, path = "/games/{game}/notes", params(("game" = String, Path)), request_body = Said,
    responses((status = 200, body = Object), (status = 403, body = Refusal), (status = 422, body = Refusal)))]
async fn note(
    State(desk): State<Arc<Desk>>,
    Player(account): Player,
    Path(id): Path<String>,
    Taken(Said { said }): Taken<Said>,
) -> Result<Json<()>, Refused> {
    let games = games(&desk)?;
    games.limits.count("act", &account.id, limits::ACT)?;
    sits(games, &id, &account).await?;
    short(&said, NOTES_BYTES_MAX)?;
    games.store.keep_notes(&id, &account.id, &said).await?;
    Ok(Json(()))
}

/// The journal, as whoever asks may have it.
#[utoipa::path(get, path = "/games/{game}/journal", params(("game" = String, Path)),
    responses((status = 200, body = String, content_type = "text/plain"), (status = 404, body = Refusal)))]
async fn journal(
    State(desk): State<Arc<Desk>>,
    visitor: crate::api::Visitor,
    Path(id): Path<String>,
) -> Result<Response, Refused> {
    let games = games(&desk)?;
    games.limits.count("look", &crate::api::address(visitor).to_string(), limits::LOOK)?;
    let text = games.look_as(&id, Comes::Onlooker, |open, _| {
        let kept = || Refused::with(StatusCode::FORBIDDEN, "this journal is given out when the game is over");
        open.game.journal(Seat::Onlooker).ok_or_else(kept)
    });
    let head: [(HeaderName, &str); 2] =
        [(CONTENT_TYPE, "text/plain; charset=utf-8"), (CACHE_CONTROL, "private, no-cache")];
    Ok((head, text.await?).into_response())
}
