//! Grognard in a browser: the battle desk, the rulebook and the API.
//!
//! The server holds no rules. Of battles and fights it keeps nothing: they travel with the request and live in the
//! link. Games are kept in a store, and reached through their seats alone. Handlers take in, call the library, turn
//! out; what costs time runs on threads of its own, a few at a time and one for each visitor.

mod api;
mod assets;
mod games;
mod guard;
mod reckoning;
mod refused;
mod threads;
pub mod upkeep;

pub use api::document;
pub use games::operator::operator;
pub use games::{Conduct, Games, Mail, shelved};
pub use grognard_store as store;
pub use guard::Hosts;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use reckoning::Reckoning;
use refused::Refused;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;
use threads::Manners;
use tokio::net::TcpListener;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

/// More than any battle with its journal and tables needs.
const BODY_BYTES_MAX: usize = 1 << 20;

/// What the handlers share.
pub(crate) struct Desk {
    pub(crate) reckoning: Reckoning,
    /// The games that are kept, if any are.
    pub(crate) games: Option<Arc<Games>>,
}

impl Desk {
    /// Does a visitor's work that takes time, and steps back where people move at games.
    pub(crate) async fn reckon<T: Send + 'static>(
        &self,
        visitor: api::Visitor,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refused> {
        let moving = self.games.as_ref().is_some_and(|games| games.moving.anywhere(Instant::now()));
        let manners = if moving { Manners::Polite } else { Manners::Plain };
        self.reckoning.run((api::address(visitor), manners), work).await
    }
}

/// The application without games that are kept.
pub fn app(hosts: Hosts) -> Router {
    app_with(hosts, None)
}

/// The whole application, as tests and [`serve`] use it.
pub fn app_with(hosts: Hosts, games: Option<Arc<Games>>) -> Router {
    let desk = Arc::new(Desk { reckoning: Reckoning::new(), games });
    let (api, _) = api::routes().split_for_parts();
    Router::new()
        .nest(
            "/api",
            api.fallback(refused::no_such_route).method_not_allowed_fallback(refused::no_such_method),
        )
        .fallback(assets::serve)
        .with_state(desk)
        .layer(DefaultBodyLimit::max(BODY_BYTES_MAX))
        .layer(middleware::from_fn(guard::in_time))
        .layer(CatchPanicLayer::custom(refused::panicked))
        .layer(CompressionLayer::new().gzip(true).no_br())
        .layer(middleware::from_fn_with_state(Arc::new(hosts), guard::guard))
}

/// Serves until the process is told to stop.
///
/// # Errors
/// Where the system will not go on listening.
pub async fn serve(listener: TcpListener, hosts: Hosts, games: Option<Arc<Games>>) -> std::io::Result<()> {
    // The cards open every battle once: better now than when the first visitor asks.
    tokio::task::spawn_blocking(grognard_wire::system_list);
    let service = app_with(hosts, games.clone()).into_make_service_with_connect_info::<SocketAddr>();
    if let Some(games) = games.clone() {
        tokio::spawn(games.clockwork());
    }
    let stop = async move {
        told_to_stop().await;
        // An event stream would keep the server for ever.
        if let Some(games) = games {
            games.end();
        }
    };
    axum::serve(listener, service).with_graceful_shutdown(stop).await
}

/// Serves the operator's pages on an address of their own, until the games end.
///
/// # Errors
/// Where the system will not go on listening.
pub async fn serve_operator(listener: TcpListener, hosts: Hosts, games: Arc<Games>) -> std::io::Result<()> {
    let ended = games.ended();
    axum::serve(listener, operator(hosts, games)).with_graceful_shutdown(ended).await
}

async fn told_to_stop() {
    // Where a signal cannot be listened to, only a harder one ends the process.
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => drop(signal.recv().await),
            Err(_) => std::future::pending::<()>().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        () = interrupted => {}
        () = terminated => {}
    }
}
