//! The API: short handlers that take in, call the library and turn out.

use crate::Desk;
use crate::refused::{Refused, Taken};
use axum::Json;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::StatusCode;
use grognard::{Progress, System};
use grognard_wire::{
    Battle, ClauseList, ComingAnswer, ComingRequest, Fight, FightRequest, Fresh, OddsAnswer, OddsRequest,
    Refusal, SwitchList, SystemList, TableList, battle_schema, system_list,
};
use serde_json::Value;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

#[derive(OpenApi)]
#[openapi(info(
    title = "Grognard",
    description = "An umpire for historical wargames: rules, charts, exact odds, fights and games."
))]
struct Document;

pub(crate) fn routes() -> OpenApiRouter<Arc<Desk>> {
    OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(systems))
        .routes(routes!(battle))
        .routes(routes!(schema))
        .routes(routes!(clauses))
        .routes(routes!(switches))
        .routes(routes!(tables))
        .routes(routes!(house_tables))
        .routes(routes!(odds))
        .routes(routes!(fights))
        .routes(routes!(coming))
        .routes(routes!(openapi))
        .merge(crate::games::routes())
}

/// The OpenAPI document, as the front end's types are made from.
///
/// # Panics
/// Never: the document is plain data.
pub fn document() -> String {
    // What is nested keeps its routes and types, but not its name.
    let whole = OpenApiRouter::<Arc<Desk>>::with_openapi(Document::openapi());
    let (_, document) = whole.nest("/api", routes()).split_for_parts();
    let mut text = document.to_pretty_json().expect("plain data");
    text.push('\n');
    text
}

/// Whoever asks, as far as the limits are concerned. Tests call the application without a connection.
pub(crate) type Visitor = Option<axum::Extension<ConnectInfo<SocketAddr>>>;

pub(crate) fn address(visitor: Visitor) -> IpAddr {
    visitor.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |axum::Extension(ConnectInfo(address))| address.ip())
}

fn find(key: &str) -> Result<&'static System, Refused> {
    grognard::system(key)
        .ok_or_else(|| Refused::with(StatusCode::NOT_FOUND, format!("no system `{key}`; see /api/systems")))
}

/// The systems with their kinds of battle, ready battles and whole games.
#[utoipa::path(get, path = "/systems", responses((status = 200, body = SystemList)))]
async fn systems() -> Json<&'static SystemList> {
    Json(system_list())
}

/// A ready battle.
#[utoipa::path(get, path = "/systems/{system}/battles/{name}",
    params(("system" = String, Path), ("name" = String, Path)),
    responses((status = 200, body = Battle), (status = 404, body = Refusal)))]
async fn battle(Path((key, name)): Path<(String, String)>) -> Result<Json<Battle>, Refused> {
    let missing = || Refused::with(StatusCode::NOT_FOUND, format!("{key} has no battle `{name}`"));
    let text = find(&key)?.battle(&name).ok_or_else(missing)?;
    Ok(Json(Battle::from_text(text)?))
}

/// The JSON Schema of a kind of battle.
#[utoipa::path(get, path = "/systems/{system}/kinds/{kind}/schema",
    params(("system" = String, Path), ("kind" = String, Path)),
    responses((status = 200, body = Object), (status = 404, body = Refusal)))]
async fn schema(Path((key, kind)): Path<(String, String)>) -> Result<Json<Value>, Refused> {
    let missing = || Refused::with(StatusCode::NOT_FOUND, format!("{key} has no kind of battle `{kind}`"));
    let system = find(&key)?;
    let kind = system.kinds.iter().find(|other| other.key == kind).ok_or_else(missing)?;
    Ok(Json(battle_schema(system, kind)))
}

/// How unclear and optional rules of a system may be read: every switch with its alternatives and default.
#[utoipa::path(get, path = "/systems/{system}/switches", params(("system" = String, Path)),
    responses((status = 200, body = SwitchList), (status = 404, body = Refusal)))]
async fn switches(Path(key): Path<String>) -> Result<Json<SwitchList>, Refused> {
    Ok(Json(SwitchList::of(find(&key)?)))
}

/// Every clause of a system in our words, with where it is carried out and which tests exercise it.
#[utoipa::path(get, path = "/systems/{system}/clauses", params(("system" = String, Path)),
    responses((status = 200, body = ClauseList), (status = 404, body = Refusal)))]
async fn clauses(Path(key): Path<String>) -> Result<Json<ClauseList>, Refused> {
    Ok(Json(ClauseList::of(find(&key)?)))
}

/// Every chart of a system.
#[utoipa::path(get, path = "/systems/{system}/tables", params(("system" = String, Path)),
    responses((status = 200, body = TableList), (status = 404, body = Refusal)))]
async fn tables(Path(key): Path<String>) -> Result<Json<TableList>, Refused> {
    charts(&key, &[])
}

/// Every chart of a system, with a player's own tables laid over it.
#[utoipa::path(post, path = "/systems/{system}/tables", params(("system" = String, Path)),
    request_body = Vec<grognard_wire::HouseTable>,
    responses((status = 200, body = TableList), (status = 404, body = Refusal), (status = 422, body = Refusal)))]
async fn house_tables(
    Path(key): Path<String>,
    Taken(house): Taken<Vec<grognard_wire::HouseTable>>,
) -> Result<Json<TableList>, Refused> {
    let house: Vec<(String, String)> = house.into_iter().map(|table| (table.name, table.text)).collect();
    charts(&key, &house)
}

fn charts(key: &str, house: &[(String, String)]) -> Result<Json<TableList>, Refused> {
    let pages = find(key)?.tables(house).map_err(Refusal::from)?;
    Ok(Json(TableList::from(&pages)))
}

/// Calls a reckoning off when nobody waits for it any more: a request that is broken off lets go of this.
pub(crate) struct CalledOff(pub(crate) Arc<Progress>);

impl Drop for CalledOff {
    fn drop(&mut self) {
        self.0.stop.store(true, Relaxed);
    }
}

/// The odds of a battle.
#[utoipa::path(post, path = "/odds", request_body = OddsRequest,
    responses((status = 200, body = OddsAnswer), (status = 422, body = Refusal), (status = 429, body = Refusal)))]
async fn odds(
    State(desk): State<Arc<Desk>>,
    visitor: Visitor,
    Taken(request): Taken<OddsRequest>,
) -> Result<Json<OddsAnswer>, Refused> {
    let progress = Arc::new(Progress::default());
    let _watched = CalledOff(Arc::clone(&progress));
    let work = move || -> Result<OddsAnswer, Refusal> {
        let contest = request.battle.open()?;
        let report = contest.odds_watched(&request.library()?, &progress).map_err(Refusal::from)?;
        request.answer(&report)
    };
    Ok(Json(desk.reckon(visitor, work).await??))
}

/// What applies before any die: the modifiers and table rows of the coming throws, with their clauses.
#[utoipa::path(post, path = "/coming", request_body = ComingRequest,
    responses((status = 200, body = ComingAnswer), (status = 422, body = Refusal), (status = 429, body = Refusal)))]
async fn coming(
    State(desk): State<Arc<Desk>>,
    visitor: Visitor,
    Taken(request): Taken<ComingRequest>,
) -> Result<Json<ComingAnswer>, Refused> {
    Ok(Json(desk.reckon(visitor, move || request.answer()).await??))
}

/// A fight: begun, answered, shown. Nothing of it is kept here.
#[utoipa::path(post, path = "/fights", request_body = FightRequest,
    responses((status = 200, body = Fight), (status = 422, body = Refusal), (status = 429, body = Refusal)))]
async fn fights(
    State(desk): State<Arc<Desk>>,
    visitor: Visitor,
    Taken(request): Taken<FightRequest>,
) -> Result<Json<Fight>, Refused> {
    let (mut seed, mut salt) = ([0; 8], [0; 16]);
    getrandom::fill(&mut seed).and_then(|()| getrandom::fill(&mut salt)).map_err(|_| {
        Refused::with(StatusCode::SERVICE_UNAVAILABLE, "no randomness is to be had on this machine")
    })?;
    let fresh = Fresh { seed: u64::from_le_bytes(seed), salt };
    let work = move || request.fight(fresh);
    Ok(Json(desk.reckon(visitor, work).await??))
}

/// This document.
#[utoipa::path(get, path = "/openapi.json", responses((status = 200, body = Object)))]
async fn openapi() -> ([(axum::http::HeaderName, &'static str); 1], String) {
    ([(axum::http::header::CONTENT_TYPE, "application/json")], document())
}
