//! Hostile requests to the desk: malformed, huge, of the wrong type, deep, with tricks in their paths, and well-formed
//! battles with one or two fields gone wrong. Whatever comes is answered, no answer is the server's own mistake, and
//! nothing is kept of any of it.
//!
//! `GROGNARD_HOSTILE` says how many are sent; `make test-long` sends a hundred thousand.
#![allow(clippy::print_stdout)]

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{Method, Request, StatusCode};
use grognard::umpire::Generator;
use grognard_server::{Hosts, app};
use grognard_wire::Battle;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use tower::ServiceExt;

/// What an allocator may keep for itself; a server that kept a kilobyte of every request would have a hundred.
const GROWTH_MEBIBYTES_MAX: usize = 64;
/// A reckoning that turns out to be possible has so long, in milliseconds: the refusals are what is looked at.
const WITHIN: u32 = 3;

/// The memory this process has now, in MiB; none where the system does not tell.
fn memory() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse::<usize>().ok().map(|kibibytes| kibibytes / 1024)
}

/// The fields of a battle, each by its way from the top.
fn ways(value: &Value, here: &mut Vec<String>, found: &mut Vec<Vec<String>>) {
    let mut inner = |key: String, value: &Value| {
        here.push(key);
        found.push(here.clone());
        ways(value, here, found);
        here.pop();
    };
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, value)| inner(key.clone(), value)),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, value)| inner(index.to_string(), value));
        }
        _ => {}
    }
}

fn at<'a>(value: &'a mut Value, way: &[String]) -> Option<&'a mut Value> {
    way.iter().try_fold(value, |value, key| match value {
        Value::Object(fields) => fields.get_mut(key),
        Value::Array(items) => items.get_mut(key.parse::<usize>().ok()?),
        _ => None,
    })
}

fn deep(levels: usize) -> Value {
    (0..levels).fold(json!(1), |inner, _| json!({ "a": [inner] }))
}

/// What somebody puts in a field's place.
fn odd(dice: &mut Generator, was: &Value) -> Value {
    match dice.below(22) {
        0 => json!(-1),
        1 => json!(0),
        2 => json!(1 + dice.below(40)),
        3 => json!(255 + dice.below(3)),
        4 => json!(65_535 + dice.below(3)),
        5 => json!(i64::MAX),
        6 => json!(i64::MIN),
        7 => json!(u64::MAX),
        8 => json!(1.5),
        9 => json!(1e300),
        10 => json!(""),
        11 => json!("seven"),
        12 => json!("x".repeat(20_000)),
        13 => json!("\u{0}\u{202e}\n\"]]\u{fffd}"),
        14 => json!("A+ A+ A+ A+ A+ A+ A+ A+ A+"),
        15 => json!(true),
        16 => Value::Null,
        17 => json!([]),
        18 => json!({}),
        19 => deep(1 + dice.below(60) as usize),
        // The same many times over, or beside itself.
        20 => Value::Array(vec![was.clone(); 1 + dice.below(300) as usize]),
        _ => json!({ "value": was, "unknown": was }),
    }
}

/// A ready battle with a few fields gone wrong.
fn spoilt(dice: &mut Generator, ready: &Battle) -> Value {
    let mut battle = json!(ready);
    for _ in 0..1 + dice.below(3) {
        let mut found = Vec::new();
        ways(&battle["fields"], &mut Vec::new(), &mut found);
        let way = &found[dice.below(found.len() as u32) as usize];
        let Some(field) = at(&mut battle["fields"], way) else { continue };
        match (dice.below(6), field) {
            (0, Value::Object(fields)) => drop(fields.insert("unheard-of".to_owned(), json!(1))),
            (1, Value::Array(items)) if !items.is_empty() => {
                items.extend(vec![items[0].clone(); 1 + dice.below(20) as usize]);
            }
            (2, Value::Array(items)) => items.clear(),
            (_, field) => *field = odd(dice, field),
        }
    }
    if dice.below(20) == 0 {
        let text = [
            "",
            "[combat-results]\nrows = [[]]",
            "= = =",
            "[[[[[[",
            "[attrition]\ncolumns = [\"die\"]\nrows = []\n",
        ];
        battle["tables"] = json!([{ "name": "../../etc", "text": text[dice.below(5) as usize] }]);
    }
    battle
}

/// Bytes changed, taken out, put in or cut off.
fn mangled(dice: &mut Generator, mut text: Vec<u8>) -> Vec<u8> {
    for _ in 0..1 + dice.below(4) {
        if text.is_empty() {
            break;
        }
        let at = dice.below(text.len() as u32) as usize;
        match dice.below(6) {
            0 => text[at] = dice.below(256) as u8,
            1 => drop(text.drain(at..(at + 20).min(text.len()))),
            2 => drop(text.splice(at..at, b"[[[[[[[[[[[[[[[[{\"a\":".repeat(40))),
            3 => drop(text.splice(at..at, b"99999999999999999999".iter().copied())),
            4 => drop(text.splice(at..at, b"\\u0000\\ud800".iter().copied())),
            _ => text.truncate(at.max(1)),
        }
    }
    text
}

const PATHS: [&str; 14] = [
    "/",
    "/api",
    "/api//odds",
    "/api/odds/",
    "/api/systems/%2e%2e/tables",
    "/api/systems/eu9/battles/..%2f..%2f..%2fetc%2fpasswd",
    "/api/systems/eu9/battles/%00",
    "/api/systems/eu9/kinds/%F0%9F%92%A5/schema",
    "/api/systems/eu9/kinds/land-battle/schema?%",
    "/assets/../../../Cargo.toml",
    "/assets/%2e%2e/%2e%2e/index.html.br",
    "//evil.example/",
    "/api/systems/ancient-world/clauses;a=b",
    "/api/openapi.json?x=%ff%fe",
];

fn sent(dice: &mut Generator, ready: &[Battle], round: u32) -> Request<Body> {
    let mut request = Request::builder().header("host", "localhost");
    let mut method = Method::POST;
    let battle = &ready[dice.below(ready.len() as u32) as usize];
    let (path, body) = match dice.below(12) {
        0..=3 => {
            let mut body = json!({ "battle": spoilt(dice, battle), "within": WITHIN });
            match dice.below(12) {
                0 => {
                    body["best"] = [json!("both"), json!("nobody"), json!(3)][dice.below(3) as usize].clone()
                }
                1 => body["joint"] = json!(["attacker-losses", "\u{0}"]),
                2 => body["ends"] = odd(dice, &json!(12)),
                3 => body["objective"] = odd(dice, &json!("-attacker-losses")),
                4 => body["within"] = odd(dice, &json!(1)),
                _ => {}
            }
            ("/api/odds", body.to_string().into_bytes())
        }
        4 | 5 => {
            let journal = odd(dice, &json!("grognard journal 1\n"));
            let act = [
                json!({ "faces": [0, 300] }),
                json!({ "answer": { "side": "third", "key": "" } }),
                odd(dice, &json!("undo")),
            ];
            let act = &act[dice.below(3) as usize];
            let dice_word = ["thrown", "typed", "loaded"][dice.below(3) as usize];
            let body =
                json!({ "battle": spoilt(dice, battle), "journal": journal, "act": act, "dice": dice_word });
            ("/api/fights", body.to_string().into_bytes())
        }
        6 => {
            let body = json!({ "battle": spoilt(dice, battle), "throws": odd(dice, &json!(6)) });
            ("/api/coming", body.to_string().into_bytes())
        }
        7 => {
            let text = "[combat-results]\ncolumns = [\"die\", \"C\"]\nrows = [[\"1\"]]\n";
            let tables =
                json!([{ "name": "x", "text": String::from_utf8_lossy(&mangled(dice, text.into())) }]);
            ("/api/systems/eu9/tables", tables.to_string().into_bytes())
        }
        8..=9 => {
            let text = json!({ "battle": battle, "journal": null, "dice": "thrown" }).to_string();
            let path = ["/api/odds", "/api/fights", "/api/coming"][dice.below(3) as usize];
            (path, mangled(dice, text.into_bytes()))
        }
        10 if round.is_multiple_of(40) => ("/api/odds", vec![b' '; 2 << 20]),
        _ => {
            method = [Method::GET, Method::PUT, Method::DELETE, Method::POST, Method::HEAD, Method::OPTIONS]
                [dice.below(6) as usize]
                .clone();
            (PATHS[dice.below(PATHS.len() as u32) as usize], Vec::new())
        }
    };
    let kind = ["application/json", "text/plain", "application/json; charset=x", ""];
    // Mostly as it should be: what is refused for its head alone tries nothing else.
    let kind = kind[dice.below(40).saturating_sub(36) as usize];
    request = request.method(method).uri(path).header("content-type", kind);
    let mut request = request.body(Body::from(body)).expect("a request that can be sent");
    let address = [10, 0, (round >> 8) as u8, round as u8];
    request.extensions_mut().insert(ConnectInfo(SocketAddr::from((address, 4000))));
    request
}

async fn answered(app: &Router, request: Request<Body>) -> (StatusCode, Vec<u8>) {
    let response = app.clone().oneshot(request).await.expect("an answer");
    let status = response.status();
    (status, to_bytes(response.into_body(), 64 << 20).await.expect("a body").to_vec())
}

#[tokio::test]
async fn hostile_requests_get_answers_and_no_server_error() {
    let count: u32 =
        std::env::var("GROGNARD_HOSTILE").ok().and_then(|text| text.parse().ok()).unwrap_or(1_500);
    let app = app(Hosts::default());
    let ready: Vec<Battle> = grognard::systems()
        .iter()
        .flat_map(|system| system.battles())
        .map(|(_, text)| Battle::from_text(text).expect("a ready battle"))
        .collect();
    let mut dice = Generator::new(7);
    let mut settled = None;
    let mut statuses: BTreeMap<u16, u32> = BTreeMap::new();
    for round in 0..count {
        // A tenth of the run fills whatever is kept once; from there on nothing may grow.
        if round == count / 10 {
            settled = memory();
        }
        let request = sent(&mut dice, &ready, round);
        let what = format!("{} {}", request.method(), request.uri());
        let (status, body) = answered(&app, request).await;
        *statuses.entry(status.as_u16()).or_default() += 1;
        assert!(!status.is_server_error(), "round {round}: {status} {what}");
        if status == StatusCode::UNPROCESSABLE_ENTITY {
            let refusal: Value = serde_json::from_slice(&body).expect("refusals have one form");
            let reason = refusal["reason"].as_str().unwrap_or_default();
            let length = body.len();
            assert!(
                !reason.is_empty() && length < 4_000,
                "round {round}: {what}: {length} bytes: {reason:.400}"
            );
        }
    }
    println!("{count} hostile requests, answers by status: {statuses:?}");
    // The run is worth something only where some pass the gate and reach the rules.
    assert!(statuses.contains_key(&200) && statuses.contains_key(&422), "{statuses:?}");
    if let (Some(before), Some(after)) = (settled, memory()) {
        println!("{before} MiB after a tenth of them, {after} MiB at the end");
        assert!(after < before + GROWTH_MEBIBYTES_MAX, "{before} MiB grew to {after}");
    }
}
