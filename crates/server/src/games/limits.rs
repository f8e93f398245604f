//! Who may ask how often, and from which pages.

use crate::refused::Refused;
use axum::extract::Request;
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Instant;

/// How often something may be done: so many times at once, and so many times a second in the long run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    at_once: f64,
    a_second: f64,
}

/// Trying passwords, by address and by name.
pub(crate) const LOG_IN: Rate = Rate { at_once: 10.0, a_second: 0.2 };
/// New accounts and guests, by address.
pub(crate) const REGISTER: Rate = Rate { at_once: 30.0, a_second: 0.1 };
/// Doing anything at all at games, by account.
pub(crate) const ACT: Rate = Rate { at_once: 200.0, a_second: 20.0 };
/// Looking at games, by address.
pub(crate) const LOOK: Rate = Rate { at_once: 600.0, a_second: 60.0 };
/// Having mail sent, by account, name and address.
pub(crate) const MAIL: Rate = Rate { at_once: 5.0, a_second: 0.002 };
/// Beginning games, by account.
pub(crate) const BEGIN: Rate = Rate { at_once: 30.0, a_second: 0.1 };

/// More than this many are not remembered: the oldest could begin anew, which does no harm.
const REMEMBERED_MAX: usize = 100_000;

/// What has been done of late.
pub(crate) struct Limits {
    seen: Mutex<HashMap<String, (f64, Instant)>>,
    /// How generous the limits are, by one.
    scale: f64,
}

impl Limits {
    /// Limits so many times as generous as they are written; something can always be done once.
    pub(crate) fn new(scale: f64) -> Limits {
        Limits { seen: Mutex::default(), scale }
    }

    /// Counts one more of something by somebody.
    pub(crate) fn count(&self, what: &str, who: &str, rate: Rate) -> Result<(), Refused> {
        self.count_at(what, who, rate, Instant::now())
    }

    fn count_at(&self, what: &str, who: &str, rate: Rate, now: Instant) -> Result<(), Refused> {
        let mut seen = self.seen.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let rate =
            Rate { at_once: (rate.at_once * self.scale).max(1.0), a_second: rate.a_second * self.scale };
        if seen.len() > REMEMBERED_MAX {
            seen.clear();
        }
        let (left, at) = seen.entry(format!("{what} {who}")).or_insert((rate.at_once, now));
        *left = (*left + now.saturating_duration_since(*at).as_secs_f64() * rate.a_second).min(rate.at_once);
        *at = now;
        if *left < 1.0 {
            return Err(Refused::with(
                StatusCode::TOO_MANY_REQUESTS,
                "too often; wait a little and try again",
            ));
        }
        *left -= 1.0;
        Ok(())
    }
}

/// Whatever changes something is asked for by our own pages, or by no page at all.
pub(crate) async fn own_pages(request: Request, next: Next) -> Response {
    match request.method() == Method::GET || request.method() == Method::HEAD || is_own(request.headers()) {
        true => next.run(request).await,
        false => Refused::with(StatusCode::FORBIDDEN, "this was asked for by a page of another site")
            .into_response(),
    }
}

fn is_own(headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let host = text(HOST.as_str()).unwrap_or_default();
    let from_here = |origin: &str| origin.split_once("://").is_some_and(|(_, from)| from == host);
    text(ORIGIN.as_str()).is_none_or(from_here)
        && text("sec-fetch-site").is_none_or(|site| site == "same-origin" || site == "none")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn so_many_at_once_and_so_many_in_the_long_run() {
        let (limits, start) = (Limits::new(1.0), Instant::now());
        let tried = |who: &str, seconds: u64| {
            limits.count_at("log in", who, LOG_IN, start + Duration::from_secs(seconds)).is_ok()
        };
        assert_eq!((0..20).filter(|_| tried("anna", 0)).count(), 10);
        assert!(tried("berta", 0), "each by himself");
        assert!(!tried("anna", 4) && tried("anna", 6) && !tried("anna", 7));
    }

    #[test]
    fn another_sites_pages_change_nothing_here() {
        let own = |pairs: &[(&'static str, &'static str)]| {
            let headers = pairs.iter().map(|(name, value)| {
                (axum::http::HeaderName::from_static(name), axum::http::HeaderValue::from_static(value))
            });
            is_own(&headers.collect())
        };
        assert!(own(&[("host", "localhost:8080"), ("origin", "http://localhost:8080")]));
        assert!(own(&[("host", "localhost:8080")]), "no page at all");
        assert!(!own(&[("host", "localhost:8080"), ("origin", "http://localhost:8081")]));
        assert!(!own(&[("host", "localhost"), ("origin", "null")]));
        assert!(!own(&[("host", "localhost"), ("sec-fetch-site", "cross-site")]));
        assert!(!own(&[
            ("host", "localhost"),
            ("origin", "http://localhost"),
            ("sec-fetch-site", "same-site")
        ]));
    }
}
