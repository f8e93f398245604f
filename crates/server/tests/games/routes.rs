//! Every route, walked: who may ask, how, how often, and what every answer says to the browser.

use super::*;

/// What costs next to nothing, or is bounded in another way: event streams by their number for each account.
const UNLIMITED: [&str; 2] = ["delete /session", "get /events"];

/// A body that a route understands.
fn body_of(route: &str) -> Value {
    let credentials = json!({ "name": "Anna", "password": "correct horse" });
    match route {
        "post /account" | "post /session" => credentials,
        "delete /account" => json!({ "password": "wrong horse" }),
        "post /account/mail" => json!({ "token": "0" }),
        "post /account/reset" => json!({ "name": "Anna" }),
        "put /account/reset" => json!({ "token": "0", "password": "short" }),
        "put /account/password" => json!({ "old": "x", "new": "y" }),
        "put /account/mail" => json!({ "email": "a@example.org", "wanted": "daily" }),
        "post /games" => json!({ "title": "x", "side": "first", "opponent": "anybody", "dice": "thrown" }),
        "post /games/{game}/acts" => json!({ "side": "first", "number": 0, "once": "x", "act": "undo" }),
        "post /games/preview" => json!({ "title": "x" }),
        "post /games/{game}/odds" | "post /games/{game}/why" => json!({ "side": "first", "key": "x" }),
        "post /games/{game}/messages" | "put /games/{game}/notes" => json!({ "said": "x" }),
        "put /games/{game}/orders" => {
            json!({ "side": "first", "topic": "x", "answer": "first", "lasts": "always" })
        }
        _ => json!({}),
    }
}

/// Every route of games that the document names, and who may ask for it. A route that is not here fails.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_route_is_known_and_guarded() {
    const OPEN: [&str; 12] = [
        "get /events",
        "post /account",
        "post /account/mail",
        "post /account/reset",
        "put /account/reset",
        "post /guest",
        "post /session",
        "delete /session",
        "get /games/{game}",
        "get /games/{game}/journal",
        "get /games/{game}/board",
        "get /games/{game}/luck",
    ];
    const GUARDED: [&str; 18] = [
        "post /games/preview",
        "post /games/{game}/odds",
        "get /me",
        "delete /account",
        "put /account/password",
        "put /account/mail",
        "put /games/{game}/orders",
        "delete /games/{game}/orders/{side}/{topic}",
        "delete /sessions",
        "get /games",
        "post /games",
        "post /games/{game}/join",
        "post /games/{game}/acts",
        "post /games/{game}/why",
        "get /games/{game}/messages",
        "post /games/{game}/messages",
        "get /games/{game}/notes",
        "put /games/{game}/notes",
    ];
    const DESK: [&str; 11] = [
        "get /systems",
        "get /systems/{system}/battles/{name}",
        "get /systems/{system}/kinds/{kind}/schema",
        "get /systems/{system}/switches",
        "get /systems/{system}/clauses",
        "get /systems/{system}/tables",
        "post /systems/{system}/tables",
        "post /odds",
        "post /coming",
        "post /fights",
        "get /openapi.json",
    ];
    let document: Value = serde_json::from_str(&grognard_server::document()).unwrap();
    let server = Server::new().await;
    let cookie = server.guest().await.cookie;
    let (_sink, mail) = crate::mail::Sink::open().await;
    let conduct = Conduct { limits: 0.0, mail: Some(mail), ..Conduct::default() };
    let mean = Server::at(Arc::new(sqlite()), conduct).await;
    let anna = json!({ "name": "Berta", "password": "correct horse" });
    let (_, headers, _) = mean.roamer().send(Method::POST, "/api/account", Some(&anna)).await;
    let mean = (Player { cookie: cookie_of(&headers), ..mean.nobody() }, mean);
    let mut seen = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            let route = format!("{method} {}", path.strip_prefix("/api").unwrap());
            let known = |list: &[&str]| list.contains(&route.as_str());
            assert!(
                known(&OPEN) || known(&GUARDED) || known(&DESK),
                "a route nobody has thought about: {route}"
            );
            seen += 1;
            if known(&DESK) {
                continue;
            }
            let path =
                path.replace("{game}", "nothing").replace("{side}", "first").replace("{topic}", "react");
            let method: Method = method.to_uppercase().parse().unwrap();
            let (status, headers, _) = server.nobody().send(method.clone(), &path, Some(&json!({}))).await;
            if known(&GUARDED) {
                assert_eq!(status, StatusCode::UNAUTHORIZED, "{route}");
            }
            for header in [
                "content-security-policy",
                "x-content-type-options",
                "referrer-policy",
                "cross-origin-opener-policy",
                "cross-origin-resource-policy",
                "permissions-policy",
            ] {
                assert!(headers.contains_key(header), "{route}: {header}");
            }
            // Asked in any other way it is refused in the common form.
            for other in ["GET", "POST", "PUT", "DELETE", "PATCH"] {
                if methods.get(other.to_lowercase()).is_none() {
                    let (status, _, answer) = server.roamer().send(other.parse().unwrap(), &path, None).await;
                    assert_eq!(status, StatusCode::METHOD_NOT_ALLOWED, "{other} {path}");
                    let answer: Value = serde_json::from_slice(&answer).unwrap();
                    assert!(answer["reason"].is_string(), "{other} {path}");
                }
            }
            // So often, and no more: where next to nothing is allowed, everything that costs something is refused.
            if !UNLIMITED.contains(&route.as_str()) {
                let mut last = StatusCode::OK;
                for _ in 0..3 {
                    let body = body_of(&route);
                    last = mean.0.send(method.clone(), &path, Some(&body)).await.0;
                }
                assert_eq!(last, StatusCode::TOO_MANY_REQUESTS, "{route} has no limit");
            }
            // Another site's page gets nothing done, whoever is logged in.
            if method != Method::GET {
                let request = Request::builder().method(method).uri(&path).header("host", "localhost");
                let request = request.header("cookie", &cookie).header("origin", "http://evil.example");
                let request =
                    request.header("content-type", "application/json").body(Body::from("{}")).unwrap();
                assert_eq!(server.nobody().request(request).await.0, StatusCode::FORBIDDEN, "{route}");
            }
        }
    }
    assert_eq!(seen, OPEN.len() + GUARDED.len() + DESK.len());
}

/// Before a game is begun its board, its aims and its switches are shown; what cannot be played is refused by its field.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_is_shown_before_it_is_begun() {
    let server = Server::new().await;
    let anna = server.guest().await;
    let preview = |body: Value| {
        let anna = &anna;
        async move {
            let (status, _, answer) = anna.send(Method::POST, "/api/games/preview", Some(&body)).await;
            (status, serde_json::from_slice::<Value>(&answer).unwrap())
        }
    };
    let (status, shown) = preview(json!({ "title": "damos/bialystok-minsk" })).await;
    assert_eq!(status, StatusCode::OK, "{shown}");
    assert!(shown["picture"].as_str().unwrap().starts_with("<svg"));
    assert!(!shown["aims"]["list"].as_array().unwrap().is_empty());
    let (_, shown) = preview(json!({ "title": "eu9/pavia" })).await;
    let stands = |shown: &Value| {
        let list = shown["switches"].as_array().unwrap().clone();
        list.into_iter().find(|one| one["path"] == "rules.retreat-roll").unwrap()["value"].clone()
    };
    assert_eq!(stands(&shown), "under");
    let turned = json!({ "title": "eu9/pavia", "switches": { "rules.retreat-roll": "at-most" } });
    assert_eq!(stands(&preview(turned).await.1), "at-most");
    for wrong in [json!({ "rules.retreat-roll": "nonsense" }), json!({ "rules.nonsense": "under" })] {
        let path = wrong.as_object().unwrap().keys().next().unwrap().clone();
        let (status, refused) = preview(json!({ "title": "eu9/pavia", "switches": wrong })).await;
        assert_eq!((status, &refused["field"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!(path)));
    }
    // Begun so, and once more: both journals are played under that reading.
    let begin = json!({ "title": "eu9/pavia", "side": "first", "opponent": "hot-seat", "dice": "thrown",
        "switches": { "rules.retreat-roll": "at-most" } });
    let (_, _, begun) = anna.send(Method::POST, "/api/games", Some(&begin)).await;
    let begun: Value = serde_json::from_slice(&begun).unwrap();
    let again = json!({ "title": "", "again": begun["id"], "side": "second", "opponent": "hot-seat", "dice": "thrown" });
    let (status, _, twice) = anna.send(Method::POST, "/api/games", Some(&again)).await;
    assert_eq!(status, StatusCode::OK);
    let twice: Value = serde_json::from_slice(&twice).unwrap();
    for id in [&begun["id"], &twice["id"]] {
        let path = format!("/api/games/{}/journal", id.as_str().unwrap());
        let (_, _, journal) = anna.send(Method::GET, &path, None).await;
        let journal = String::from_utf8(journal.to_vec()).unwrap();
        assert!(journal.contains("at-most"), "{journal}");
    }
    let other = server.guest().await;
    let (status, ..) = other.send(Method::POST, "/api/games", Some(&again)).await;
    assert_eq!(status, StatusCode::FORBIDDEN, "nobody plays another's game once more");
}
