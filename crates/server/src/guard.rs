//! What holds for every request: who may be asked for, and what every answer says to the browser.

use crate::refused::Refused;
use axum::extract::{Request, State};
use axum::http::header::{
    CONTENT_SECURITY_POLICY, HOST, HeaderName, HeaderValue, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use std::time::Duration;

/// The names under which the server may be asked for. A page elsewhere that has its own name point at this machine
/// is thereby refused.
#[derive(Clone, Debug, Default)]
pub struct Hosts {
    more: Vec<String>,
}

impl Hosts {
    /// This machine's own names, and these.
    pub fn and(more: Vec<String>) -> Self {
        Hosts { more }
    }

    fn allow(&self, headers: &HeaderMap) -> bool {
        let Some(host) = headers.get(HOST).and_then(|host| host.to_str().ok()) else { return false };
        let name = match host.strip_prefix('[') {
            Some(rest) => rest.split(']').next().unwrap_or_default(),
            None => host.rsplit_once(':').map_or(host, |(name, _)| name),
        };
        ["localhost", "127.0.0.1", "::1"].contains(&name) || self.more.iter().any(|other| other == name)
    }
}

/// Everything comes from here and nothing from elsewhere; nobody may put the pages into a frame.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 6] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

/// No answer takes longer.
const ANSWER_TIME_MAX: Duration = Duration::from_secs(20);

/// Whoever waited in vain is told so, in the one form of all refusals.
pub(crate) async fn in_time(request: Request, next: Next) -> Response {
    match tokio::time::timeout(ANSWER_TIME_MAX, next.run(request)).await {
        Ok(response) => response,
        Err(_) => {
            let seconds = ANSWER_TIME_MAX.as_secs();
            let words = format!("no answer within {seconds} seconds: too many ask at once; try again");
            Refused::with(StatusCode::REQUEST_TIMEOUT, words).into_response()
        }
    }
}

pub(crate) async fn guard(State(hosts): State<Arc<Hosts>>, request: Request, next: Next) -> Response {
    let mut response = match hosts.allow(request.headers()) {
        true => next.run(request).await,
        false => Refused::with(
            StatusCode::MISDIRECTED_REQUEST,
            "this server does not go by that name; `grognard serve --host NAME` adds one",
        )
        .into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
