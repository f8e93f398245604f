//! The pages: inside the binary, or from the folder in debug builds.

use axum::body::Body;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, Method, Response, StatusCode, Uri};
use axum::response::{Html, IntoResponse};
use rust_embed::{EmbeddedFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Built;

/// What is told where the pages were not built.
const NOT_BUILT: &str = "<!doctype html><title>Grognard</title><p>The pages are not built: run <code>make web</code> \
    and build again. The API is at <a href=/api/openapi.json>/api/openapi.json</a>.";

/// A built file, or the one page that finds its way by itself.
pub(crate) async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response<Body> {
    if method != Method::GET && method != Method::HEAD {
        return (StatusCode::METHOD_NOT_ALLOWED, "pages are only read").into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let wanted = if path.is_empty() { "index.html" } else { path };
    if wanted.starts_with("assets/") && Built::get(wanted).is_none() {
        return (StatusCode::NOT_FOUND, "there is no such file").into_response();
    }
    let name = if Built::get(wanted).is_some() && !wanted.ends_with(".br") { wanted } else { "index.html" };
    let Some(plain) = Built::get(name) else { return Html(NOT_BUILT).into_response() };
    let takes_brotli =
        headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).is_some_and(|value| {
            value.split(',').any(|part| part.split(';').next().unwrap_or_default().trim() == "br")
        });
    // Files are packed once, while the pages are built.
    match Built::get(&format!("{name}.br")).filter(|_| takes_brotli) {
        Some(packed) => answer(name, &headers, packed, Some("br")),
        None => answer(name, &headers, plain, None),
    }
}

fn answer(
    name: &str,
    headers: &HeaderMap,
    file: EmbeddedFile,
    packed: Option<&'static str>,
) -> Response<Body> {
    let tag: String = file.metadata.sha256_hash().iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{tag}\"");
    // Names of assets hold a hash of their content, the page does not.
    let keep = if name.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let known = headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let mut response = Response::builder()
        .status(if known { StatusCode::NOT_MODIFIED } else { StatusCode::OK })
        .header(CONTENT_TYPE, kind(name))
        .header(CACHE_CONTROL, keep)
        .header(VARY, "accept-encoding")
        .header(ETAG, tag);
    if let Some(packed) = packed {
        response = response.header(CONTENT_ENCODING, packed);
    }
    let body = if known { Body::empty() } else { Body::from(file.data.into_owned()) };
    response.body(body).unwrap_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response())
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json" | "webmanifest") => "application/json",
        _ => "application/octet-stream",
    }
}
