//! Refusals as answers: one form for all of them.

use axum::Json;
use axum::body::Body;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};
use axum::http::{Response, StatusCode};
use axum::response::IntoResponse;
use grognard_wire::Refusal;
use serde::de::DeserializeOwned;
use std::any::Any;

/// A refusal with its status.
pub(crate) struct Refused {
    status: StatusCode,
    refusal: Refusal,
}

impl Refused {
    /// A refusal with its status.
    pub(crate) fn of(status: StatusCode, refusal: Refusal) -> Self {
        Refused { status, refusal }
    }

    /// Why.
    pub(crate) fn reason(&self) -> &str {
        &self.refusal.reason
    }

    /// A refusal with a status of its own.
    pub(crate) fn with(status: StatusCode, reason: impl Into<String>) -> Self {
        Refused { status, refusal: Refusal::plain(reason) }
    }
}

/// What the library refuses was understood, and is not possible.
impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        Refused { status: StatusCode::UNPROCESSABLE_ENTITY, refusal }
    }
}

/// A refusal is a message to people: what somebody sent is not sent back to them by the kilobyte.
const WORDS_BYTES_MAX: usize = 1_000;

fn shortened(text: &mut String) {
    if text.len() > WORDS_BYTES_MAX {
        text.truncate(text.floor_char_boundary(WORDS_BYTES_MAX));
        text.push('…');
    }
}

impl IntoResponse for Refused {
    fn into_response(mut self) -> Response<Body> {
        shortened(&mut self.refusal.reason);
        if let Some(field) = &mut self.refusal.field {
            shortened(field);
        }
        (self.status, Json(self.refusal)).into_response()
    }
}

/// A body in JSON, refused in the common form.
pub(crate) struct Taken<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Taken<T> {
    type Rejection = Refused;
    async fn from_request(request: Request, state: &S) -> Result<Self, Refused> {
        let refused = |rejection: JsonRejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Refused::with(
                StatusCode::PAYLOAD_TOO_LARGE,
                "longer than a mebibyte; no battle needs so much",
            ),
            status => Refused::with(status, plain(&rejection.body_text())),
        };
        Json::<T>::from_request(request, state).await.map(|Json(taken)| Taken(taken)).map_err(refused)
    }
}

/// The reader's own words, without those before them that only tell programmers something.
fn plain(text: &str) -> String {
    let before = "Failed to deserialize the JSON body into the target type: ";
    text.strip_prefix(before).unwrap_or(text).to_owned()
}

pub(crate) async fn no_such_route() -> Refused {
    Refused::with(
        StatusCode::NOT_FOUND,
        "there is nothing here; the document of the API is /api/openapi.json",
    )
}

pub(crate) async fn no_such_method() -> Refused {
    Refused::with(
        StatusCode::METHOD_NOT_ALLOWED,
        "this address is asked in another way: see /api/openapi.json",
    )
}

/// A mistake of ours: said plainly, without its innards.
pub(crate) fn panicked(_: Box<dyn Any + Send + 'static>) -> Response<Body> {
    Refused::with(StatusCode::INTERNAL_SERVER_ERROR, "a mistake of the program's own; the rest of it goes on")
        .into_response()
}
