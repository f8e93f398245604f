//! The application without a socket: what it answers, what it refuses, and what it never does.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode};
use grognard_server::{Hosts, app, document};
use serde_json::{Value, json};
use tower::ServiceExt;

struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|_| panic!("not JSON: {}", String::from_utf8_lossy(&self.body)))
    }
}

async fn ask(app: &Router, request: Request<Body>) -> Answer {
    let response = app.clone().oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    Answer {
        status: parts.status,
        headers: parts.headers,
        body: to_bytes(body, 64 << 20).await.unwrap().to_vec(),
    }
}

async fn get(app: &Router, path: &str) -> Answer {
    ask(app, Request::get(path).header("host", "localhost").body(Body::empty()).unwrap()).await
}

async fn post(app: &Router, path: &str, body: &Value) -> Answer {
    let request = Request::post(path).header("host", "localhost").header("content-type", "application/json");
    ask(app, request.body(Body::from(body.to_string())).unwrap()).await
}

async fn ready(app: &Router, system: &str, name: &str) -> Value {
    get(app, &format!("/api/systems/{system}/battles/{name}")).await.json()
}

fn desk() -> Router {
    app(Hosts::default())
}

#[tokio::test]
async fn every_system_battle_schema_clause_and_chart_is_there() {
    let app = desk();
    let list = get(&app, "/api/systems").await.json();
    let systems = list["systems"].as_array().unwrap();
    assert_eq!(systems.len(), grognard::systems().len());
    for system in systems {
        let key = system["key"].as_str().unwrap();
        for kind in system["kinds"].as_array().unwrap() {
            let kind = kind["key"].as_str().unwrap();
            let schema = get(&app, &format!("/api/systems/{key}/kinds/{kind}/schema")).await;
            assert!(schema.json()["properties"].is_object(), "{key} {kind}");
        }
        for battle in system["battles"].as_array().unwrap() {
            let battle = ready(&app, key, battle["name"].as_str().unwrap()).await;
            assert_eq!(battle["fields"]["system"], key);
        }
        let clauses = get(&app, &format!("/api/systems/{key}/clauses")).await.json();
        assert_eq!(clauses["totals"]["clauses"], system["coverage"]["clauses"]);
        let tables = get(&app, &format!("/api/systems/{key}/tables")).await.json();
        assert!(!tables["tables"].as_array().unwrap().is_empty(), "{key}");
    }
}

#[tokio::test]
async fn odds_are_the_librarys_own() {
    let app = desk();
    let battle = ready(&app, "eu9", "italian-plain").await;
    let answer = post(&app, "/api/odds", &json!({ "battle": battle, "ends": 3 })).await.json();
    let text = grognard::system("eu9").unwrap().battle("italian-plain").unwrap();
    let report = grognard::open("x", text, &[]).unwrap().odds(&grognard::OddsRequest::default()).unwrap();
    assert_eq!(answer["exact"], true);
    assert_eq!(answer["ends"].as_array().unwrap().len(), 3);
    for (line, figure) in answer["figures"].as_array().unwrap().iter().zip(&report.figures) {
        assert_eq!(line["key"], figure.key);
        assert!((line["mean"].as_f64().unwrap() - figure.mean).abs() < 1e-12, "{}", figure.key);
    }
}

/// What is asked for in a moment is there in a moment, sampled; asked again without haste it is counted out further.
#[tokio::test]
async fn a_quick_answer_is_sampled_and_a_patient_one_settles_more() {
    let app = desk();
    let battle = ready(&app, "ancient-world", "zama").await;
    let quick = post(&app, "/api/odds", &json!({ "battle": battle, "within": 20 })).await.json();
    assert_eq!(quick["exact"], false);
    assert!(quick["samples"].as_u64().unwrap() > 0);
    let patient = post(&app, "/api/odds", &json!({ "battle": battle })).await.json();
    assert!(patient["unsettled"].as_f64().unwrap() < quick["unsettled"].as_f64().unwrap());
    // Nobody gets longer than the server allows.
    let long = post(&app, "/api/odds", &json!({ "battle": battle, "within": u32::MAX })).await;
    assert_eq!(long.status, StatusCode::OK);
}

#[tokio::test]
async fn a_changed_field_changes_the_odds_and_a_wrong_one_is_named() {
    let app = desk();
    let mut battle = ready(&app, "eu9", "italian-plain").await;
    let before = post(&app, "/api/odds", &json!({ "battle": battle })).await.json();
    battle["fields"]["terrain"] = json!("mountain");
    let after = post(&app, "/api/odds", &json!({ "battle": battle })).await.json();
    assert_ne!(before["figures"], after["figures"]);
    battle["fields"]["terrain"] = json!("the moon");
    let refused = post(&app, "/api/odds", &json!({ "battle": battle })).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.json()["reason"].as_str().unwrap().contains("moon"));
    battle["fields"]["terrain"] = json!("plain");
    battle["fields"]["attacker"]["elephants"] = json!(3);
    let refused = post(&app, "/api/odds", &json!({ "battle": battle })).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.json()["reason"].as_str().unwrap().contains("elephants"));
}

/// A fight is begun, answered to its end and shown again, and the server is a new one every time.
#[tokio::test]
async fn a_fight_goes_on_anywhere() {
    let battle = ready(&desk(), "eu9", "pavia").await;
    let mut journal = Value::Null;
    let mut act = Value::Null;
    for _ in 0..60 {
        let request = json!({ "battle": battle, "journal": journal, "act": act, "dice": "typed" });
        let answer = post(&desk(), "/api/fights", &request).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", String::from_utf8_lossy(&answer.body));
        let fight = answer.json();
        journal = fight["journal"].clone();
        let Some(question) = fight["questions"].get(0) else {
            assert!(fight["words"].is_string() && !fight["account"].as_array().unwrap().is_empty());
            let shown = json!({ "battle": battle, "journal": journal, "dice": "typed" });
            assert_eq!(post(&desk(), "/api/fights", &shown).await.json()["account"], fight["account"]);
            return;
        };
        act = match question["kind"].as_str().unwrap() {
            "roll" => json!({ "faces": vec![5; question["faces"].as_u64().unwrap() as usize] }),
            _ => json!({ "answer": { "side": question["by"], "key": question["options"][0]["key"] } }),
        };
    }
    panic!("the battle never ended");
}

#[tokio::test]
async fn what_options_are_worth_is_told_with_what_it_is_counted_in() {
    let (app, mut told) = (desk(), 0);
    for (name, _) in grognard::system("death-of-empires").unwrap().battles() {
        let battle = ready(&app, "death-of-empires", &name).await;
        let fight = post(&app, "/api/fights", &json!({ "battle": battle, "dice": "typed" })).await.json();
        for question in fight["questions"].as_array().unwrap() {
            let worth = question["options"].as_array().unwrap().iter().any(|one| one["worth"].is_number());
            assert_eq!(question["measure"].is_string(), worth, "{name}: {question}");
            told += usize::from(worth);
        }
    }
    assert!(told > 0, "no option has a worth");
}

#[tokio::test]
async fn a_journal_of_another_battle_or_a_changed_one_is_refused() {
    let app = desk();
    let (pavia, other) = (ready(&app, "eu9", "pavia").await, ready(&app, "eu9", "rocroi").await);
    let begun = post(&app, "/api/fights", &json!({ "battle": pavia, "dice": "thrown" })).await.json();
    let journal = begun["journal"].as_str().unwrap();
    for (battle, journal, why) in [
        (&other, journal.to_owned(), "another battle"),
        (&pavia, journal.replacen("] roll", "] throw", 1), "entry"),
        (&pavia, "not a journal".to_owned(), "not a journal"),
        (&pavia, "x".repeat(300 << 10), "longer than"),
    ] {
        let refused =
            post(&app, "/api/fights", &json!({ "battle": battle, "journal": journal, "dice": "thrown" }))
                .await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(refused.json()["field"], "journal");
        let reason = refused.json()["reason"].as_str().unwrap().to_owned();
        assert!(reason.contains(why), "{reason}");
    }
}

#[tokio::test]
async fn refusals_have_one_form() {
    let app = desk();
    let missing = get(&app, "/api/nothing").await;
    assert_eq!(missing.status, StatusCode::NOT_FOUND);
    assert!(missing.json()["reason"].is_string());
    assert_eq!(get(&app, "/api/systems/chess/tables").await.status, StatusCode::NOT_FOUND);
    assert_eq!(get(&app, "/api/odds").await.status, StatusCode::METHOD_NOT_ALLOWED);
    let long = json!({ "battle": { "fields": { "title": "x".repeat(2 << 20) } } });
    let refused = post(&app, "/api/odds", &long).await;
    assert_eq!(refused.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(refused.json()["reason"].is_string());
    let none =
        ask(&app, Request::post("/api/odds").header("host", "localhost").body(Body::from("{")).unwrap())
            .await;
    assert_eq!(none.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    assert!(none.json()["reason"].is_string());
}

#[tokio::test]
async fn every_answer_is_guarded() {
    let app = desk();
    for path in ["/", "/api/systems", "/api/nothing", "/assets/none.js", "/../Cargo.toml"] {
        let answer = get(&app, path).await;
        let policy = answer.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{path}");
        assert_eq!(answer.headers["x-content-type-options"], "nosniff", "{path}");
    }
    let elsewhere =
        |host: &str| Request::get("/api/systems").header("host", host).body(Body::empty()).unwrap();
    for host in ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80"] {
        assert_eq!(ask(&app, elsewhere(host)).await.status, StatusCode::MISDIRECTED_REQUEST, "{host}");
    }
    for host in ["localhost:8080", "127.0.0.1", "[::1]:80"] {
        assert_eq!(ask(&app, elsewhere(host)).await.status, StatusCode::OK, "{host}");
    }
}

/// Nothing that changes anything is asked for by GET, and every route of the document answers as it says.
#[tokio::test]
async fn the_document_lists_all_routes_and_is_the_one_the_pages_are_built_from() {
    let document: Value = serde_json::from_str(&document()).unwrap();
    let paths = document["paths"].as_object().unwrap();
    for path in ["/api/systems", "/api/odds", "/api/fights", "/api/systems/{system}/tables"] {
        assert!(paths.contains_key(path), "{path}");
    }
    assert_eq!(document["info"]["title"], "Grognard");
    let built: Value = serde_json::from_str(include_str!("../../../web/openapi.json")).unwrap();
    assert_eq!(built, document, "stale: grognard serve --openapi > web/openapi.json");
}
