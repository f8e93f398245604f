//! Grognard in a browser: the battle desk, the rulebook and the API.
//!
//! The server holds no rules and keeps nothing. A battle, and a fight in progress, travel with the request and live
//! in the link. Handlers take in, call the library, turn out; what costs time runs on threads of its own, a few at
//! a time and one for each visitor.

mod api;
mod assets;
mod guard;
mod reckoning;
mod refused;

pub use api::document;
pub use guard::Hosts;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware;
use reckoning::Reckoning;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::timeout::TimeoutLayer;

/// More than any battle with its journal and tables needs.
const BODY_BYTES_MAX: usize = 1 << 20;
/// No answer takes longer.
const ANSWER_TIME_MAX: Duration = Duration::from_secs(20);

/// What the handlers share.
pub(crate) struct Desk {
    pub(crate) reckoning: Reckoning,
}

/// The whole application, as tests and [`serve`] use it.
pub fn app(hosts: Hosts) -> Router {
    let desk = Arc::new(Desk { reckoning: Reckoning::new() });
    let (api, _) = api::routes().split_for_parts();
    Router::new()
        .nest(
            "/api",
            api.fallback(refused::no_such_route).method_not_allowed_fallback(refused::no_such_method),
        )
        .fallback(assets::serve)
        .with_state(desk)
        .layer(DefaultBodyLimit::max(BODY_BYTES_MAX))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, ANSWER_TIME_MAX))
        .layer(CatchPanicLayer::custom(refused::panicked))
        .layer(CompressionLayer::new().gzip(true).no_br())
        .layer(middleware::from_fn_with_state(Arc::new(hosts), guard::guard))
}

/// Serves until the process is told to stop.
///
/// # Errors
/// Where the system will not go on listening.
pub async fn serve(listener: TcpListener, hosts: Hosts) -> std::io::Result<()> {
    // The cards open every battle once: better now than when the first visitor asks.
    tokio::task::spawn_blocking(grognard_wire::system_list);
    let service = app(hosts).into_make_service_with_connect_info::<SocketAddr>();
    axum::serve(listener, service).with_graceful_shutdown(told_to_stop()).await
}

async fn told_to_stop() {
    // Where the signal cannot be listened to, only a harder one ends the process.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
