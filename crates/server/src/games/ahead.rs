//! What lies ahead: of an answer before it is given, and of a game before it is begun.

use crate::Desk;
use crate::games::accounts::{Player, games};
use crate::games::routes::{seat_to_look_from, side_of};
use crate::games::shelf::shelved;
use crate::games::{Games, limits, on_thread, randomness};
use crate::refused::{Refused, Taken};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use grognard::umpire::{Generator, Header, Side};
use grognard::{Game, Progress, Seat, switches_in, turned};
use grognard_store::Account;
use grognard_wire::{
    AheadAnswer, AimsCard, CostCard, FightAhead, GamePreview, HouseTable, Moment, NewGameRequest,
    PreviewRequest, Refusal, SideNames, StandingSwitch, WhyRequest,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How a game is set up.
pub(crate) struct Setup {
    /// The system's key and the title's: `eu9/pavia`.
    pub(crate) title: String,
    /// The title's key.
    pub(crate) name: String,
    /// What it is called.
    pub(crate) called: String,
    /// The text of its file.
    pub(crate) text: String,
    /// The players' own tables.
    pub(crate) tables: Vec<(String, String)>,
    /// The position it begins from; empty for the beginning of the title.
    pub(crate) position: String,
}

/// How a new game is to be set up.
pub(crate) fn setup_of(request: &NewGameRequest) -> Result<Setup, Refusal> {
    let (text, tables) = match &request.battle {
        Some(battle) => (Some(battle.text()?), battle.house()),
        None => (None, house(&request.tables)),
    };
    laid_over(&request.title, text, tables, &request.switches)
}

fn house(tables: &[HouseTable]) -> Vec<(String, String)> {
    tables.iter().map(|table| (table.name.clone(), table.text.clone())).collect()
}

/// A ready title with the players' own text, tables and switches in place of its own.
fn laid_over(
    title: &str,
    text: Option<String>,
    tables: Vec<(String, String)>,
    switches: &BTreeMap<String, String>,
) -> Result<Setup, Refusal> {
    let missing = || Refusal::of_field("title", format!("there is no `{title}`; see /api/systems"));
    let (system, name) = title.split_once('/').ok_or_else(missing)?;
    let (ready, called) = ready(system, name).ok_or_else(missing)?;
    let mut text = text.unwrap_or_else(|| ready.to_owned());
    for (path, word) in switches {
        let field = |words: String| Refusal::of_field(path, words);
        let all = switches_in(system, &text);
        let stands = all.iter().find(|stands| stands.path == *path);
        let stands = stands.ok_or_else(|| field("this title has no such switch".to_owned()))?;
        let words = stands.switch.words();
        let fits = match words.is_empty() {
            true => word.parse::<i64>().is_ok(),
            false => words.contains(&word.as_str()),
        };
        if !fits {
            let right = if words.is_empty() { "a whole number".to_owned() } else { words.join(" or ") };
            return Err(field(format!("write {right}")));
        }
        text = turned(&text, stands, word).ok_or_else(|| field("it cannot be turned here".to_owned()))?;
    }
    Ok(Setup {
        title: title.to_owned(),
        name: name.to_owned(),
        called,
        text,
        tables,
        position: String::new(),
    })
}

/// The text of a ready title or battle, and what it is called: where a battle goes by the name of a title, a whole game
/// is the title.
fn ready(system: &str, name: &str) -> Option<(&'static str, String)> {
    let found = grognard::system(system)?;
    let titles = found.titles().into_iter().find(|(key, _)| key == name).map(|(_, text)| text);
    let text = titles.or_else(|| found.battle(name))?;
    let cards = grognard_wire::system_list().systems.iter().find(|card| card.key == system)?;
    let card = cards.titles.iter().chain(&cards.battles).find(|card| card.name == name)?;
    Some((text, card.title.clone()))
}

/// How a game of somebody's was set up, to be played once more.
pub(crate) async fn again(games: &Arc<Games>, game: &str, account: &Account) -> Result<Setup, Refused> {
    let account = account.id.clone();
    games
        .look(game, move |open, around| {
            if around.seats.sides(&account).is_empty() {
                return Err(Refused::with(StatusCode::FORBIDDEN, "you do not sit at this game"));
            }
            let header = open.game.header();
            Ok(Setup {
                title: around.row.title.clone(),
                name: header.title.clone(),
                called: around.row.name.clone(),
                text: header.setup.clone(),
                tables: header.tables.clone(),
                position: header.position.clone(),
            })
        })
        .await
}

/// A moment of a game as the beginning of another, in which something else can be tried. While the game is on, what its
/// asker does not see is drawn anew; the game itself is not touched, nor are its dice thrown again.
pub(crate) async fn from(games: &Arc<Games>, moment: &Moment, account: &Account) -> Result<Setup, Refused> {
    let Moment { game, entry, seat } = moment.clone();
    let account = account.clone();
    let seed = u64::from_le_bytes(randomness::<8>()?);
    let comes = games.comes_as(&game, Some(&account.id)).await?;
    games
        .look_as(&game, comes, move |open, around| {
            let last = open.game.number();
            if entry > last {
                return Err(Refusal::of_field(
                    "from.entry",
                    format!("there is no entry {entry}: the last is {last}"),
                )
                .into());
            }
            let own = around.seats.sides(&account.id);
            let over = open.game.end().is_some();
            // Whoever plays both sides knows both.
            let sight = match over || own.len() == Side::ALL.len() {
                true => Seat::Umpire,
                false => seat_to_look_from(seat.as_deref(), Some(&account), around, &open.game)?,
            };
            let past = open.as_of(entry)?;
            let header = open.game.header();
            let position = past.position_as_seen(sight, &mut Generator::new(seed)).map_err(Refusal::from)?;
            Ok(Setup {
                title: around.row.title.clone(),
                name: header.title.clone(),
                called: tried_from(&around.row.name, entry),
                text: header.setup.clone(),
                tables: header.tables.clone(),
                position,
            })
        })
        .await
}

/// What a game is called that is tried from a moment of another.
fn tried_from(name: &str, entry: usize) -> String {
    let name = name.split(TRIED).next().unwrap_or(name);
    format!("{name}{TRIED}{entry}")
}

/// Between the name of a game and the entry from which it is tried otherwise.
const TRIED: &str = ", tried from entry ";

/// What an answer would cost, and the odds of the fight that it would lead to, from what its side may know.
#[utoipa::path(post, path = "/games/{game}/odds", params(("game" = String, Path)), request_body = WhyRequest,
    responses((status = 200, body = AheadAnswer), (status = 403, body = Refusal), (status = 422, body = Refusal),
        (status = 429, body = Refusal)))]
pub(crate) async fn odds(
    State(desk): State<Arc<Desk>>,
    visitor: crate::api::Visitor,
    Player(account): Player,
    Path(id): Path<String>,
    Taken(WhyRequest { side, key }): Taken<WhyRequest>,
) -> Result<Json<AheadAnswer>, Refused> {
    let games = games(&desk)?;
    games.limits.count("act", &account.id, limits::ACT)?;
    let side = side_of(&side)?;
    let (costs, prospects) = games
        .look(&id, move |open, around| {
            if !around.seats.sides(&account.id).contains(&side) {
                return Err(Refused::with(StatusCode::FORBIDDEN, "you do not sit there"));
            }
            let seat = Seat::Side(side);
            if let Some(refusal) = open.game.why_not(seat, &key) {
                return Err(Refusal::from(refusal).into());
            }
            let costs: Vec<CostCard> =
                open.game.consequences(seat, &key).iter().map(CostCard::from).collect();
            Ok((costs, open.game.prospects(seat, &key)))
        })
        .await?;
    if prospects.is_empty() {
        return Ok(Json(AheadAnswer { costs, fights: Vec::new() }));
    }
    // Nobody waits at the game while it is reckoned, and nobody reckons when nobody waits.
    let progress = Arc::new(Progress::default());
    let _watched = crate::api::CalledOff(Arc::clone(&progress));
    let work = move || prospects.iter().map(|one| FightAhead::of(one, &progress)).collect();
    Ok(Json(AheadAnswer { costs, fights: desk.reckon(visitor, work).await? }))
}

/// How a game would look before it is begun: its board, its aims, and how its rules would be read.
#[utoipa::path(post, path = "/games/preview", request_body = PreviewRequest,
    responses((status = 200, body = GamePreview), (status = 401, body = Refusal), (status = 422, body = Refusal)))]
pub(crate) async fn preview(
    State(desk): State<Arc<Desk>>,
    Player(account): Player,
    Taken(request): Taken<PreviewRequest>,
) -> Result<Json<GamePreview>, Refused> {
    games(&desk)?.limits.count("preview", &account.id, limits::ACT)?;
    let shown = on_thread(move || -> Result<GamePreview, Refusal> {
        let setup = laid_over(&request.title, None, house(&request.tables), &request.switches)?;
        let contest = shelved(&setup.name, &setup.text, &setup.tables)?;
        let system = contest.system().to_owned();
        let header = Header { system, title: setup.name, setup: setup.text, ..Header::default() };
        let switches = switches_in(&header.system, &header.setup);
        let names = contest.side_names();
        let game = Game::new(contest.start(header));
        Ok(GamePreview {
            sides: SideNames { first: names.first, second: names.second },
            switches: switches.iter().map(StandingSwitch::from).collect(),
            aims: AimsCard::from(game.guide(Seat::Onlooker).aims()),
            picture: game.picture(Seat::Onlooker),
            drawing: game.drawing(Seat::Onlooker),
        })
    });
    Ok(Json(shown.await??))
}
