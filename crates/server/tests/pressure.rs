//! Many at once: a hundred clients who all ask for the odds of Zama, the battle with the most states there is.
//!
//! It runs in a process of its own, so that the memory it needs at most is what the system says of the process.
//! `GROGNARD_LONG=1` sends a hundred clients, otherwise it is twenty.
#![allow(clippy::print_stdout)]

use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{Request, StatusCode};
use grognard_server::{Hosts, app};
use grognard_wire::Battle;
use serde_json::json;
use std::net::SocketAddr;
use tower::ServiceExt;

/// What a server may take at most, whatever it is asked: a few reckonings of 128 MiB each by their types, with what
/// the allocator and the hash tables need beside that.
const MEBIBYTES_MAX: usize = 1536;

/// The most memory this process has had at a time, in MiB; none where the system does not tell.
fn most_memory() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse::<usize>().ok().map(|kibibytes| kibibytes / 1024)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_clients_ask_for_zama_at_once() {
    let clients = if std::env::var_os("GROGNARD_LONG").is_some() { 100 } else { 20 };
    let app = app(Hosts::default());
    let text = grognard::system("ancient-world").unwrap().battle("zama").unwrap();
    let battle = Battle::from_text(text).unwrap();
    let asked: Vec<_> = (0..clients)
        .map(|client| {
            let (app, battle) = (app.clone(), battle.clone());
            tokio::spawn(async move {
                let body =
                    json!({ "battle": battle, "best": if client % 4 == 3 { Some("both") } else { None } });
                let mut request = Request::post("/api/odds")
                    .header("host", "localhost")
                    .header("content-type", "application/json")
                    .body(Body::from(body.to_string()))
                    .unwrap();
                // Each comes from an address of its own, so that none is refused for its own sake.
                let address = SocketAddr::from(([10, 0, (client / 250) as u8, (client % 250) as u8], 4000));
                request.extensions_mut().insert(ConnectInfo(address));
                let response = app.oneshot(request).await.unwrap();
                let status = response.status();
                let body = to_bytes(response.into_body(), 64 << 20).await.unwrap();
                (status, serde_json::from_slice::<serde_json::Value>(&body).unwrap())
            })
        })
        .collect();
    let mut answered = 0;
    for one in asked {
        let (status, answer) = one.await.unwrap();
        match status {
            StatusCode::OK => {
                answered += 1;
                assert!(!answer["figures"].as_array().unwrap().is_empty());
            }
            // Too many at once, too large for best play, or not within the time: said in words.
            StatusCode::TOO_MANY_REQUESTS
            | StatusCode::UNPROCESSABLE_ENTITY
            | StatusCode::REQUEST_TIMEOUT => {}
            other => panic!("{other}: {answer}"),
        }
    }
    assert!(answered > 0, "somebody is answered");
    if let Some(most) = most_memory() {
        println!("{clients} clients, {answered} answered, at most {most} MiB");
        assert!(most < MEBIBYTES_MAX, "{most} MiB");
    }
}
