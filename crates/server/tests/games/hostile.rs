//! Hostile requests: 1,500 of them, or as many as `GROGNARD_HOSTILE` says.
#![allow(clippy::print_stdout)]

use super::*;
use grognard::umpire::Generator;

on_both!(
    hostile_requests_change_nothing,
    requests_from_other_sites_change_nothing,
    a_flood_of_onlookers_keeps_nobody_from_playing,
    two_take_the_last_seat_at_once,
    a_journal_that_is_full_can_only_be_ended,
    a_hand_over_that_is_sent_again_changes_nothing,
);

async fn server_guest(server: &Server) -> Player {
    let (_, headers, _) = server.roamer().send(Method::POST, "/api/guest", None).await;
    Player { cookie: cookie_of(&headers), ..server.roamer() }
}

/// Whatever is sent: nothing changes that was not allowed to, and the program makes no mistake.
async fn hostile_requests_change_nothing(place: Place) {
    let count: u32 =
        std::env::var("GROGNARD_HOSTILE").ok().and_then(|text| text.parse().ok()).unwrap_or(1_500);
    let server = Server::at(Arc::new(place), Conduct::default()).await;
    let (_, _, game) = two_at(&server, "eu9/pavia").await;
    let logged_out = server.guest().await;
    logged_out.send(Method::DELETE, "/api/session", None).await;
    let mut guests = Vec::new();
    for _ in 0..20 {
        guests.push(Player {
            roams: true,
            ..Player { app: server.app.clone(), ..server_guest(&server).await }
        });
    }
    let strangers = [
        server.roamer(),
        // A cookie that was good once, one that was never, and several.
        Player { roams: true, ..logged_out },
        Player { cookie: format!("grognard={}", "0".repeat(64)), ..server.roamer() },
        Player { cookie: format!("grognard=; grognard={}; x=y", "f".repeat(64)), ..server.roamer() },
    ];
    let before = server.games.store().entries(&game, 0).await.unwrap();
    let mut dice = Generator::new(1);
    let acts = [
        json!({ "answer": "stay" }),
        json!({ "answer": "x".repeat(9000) }),
        json!({ "answer": "\u{0}\n" }),
        json!({ "faces": [1, 2, 3] }),
        json!("undo"),
        json!({ "rewind": 0 }),
        json!("draw"),
        json!("agree"),
        json!("resign"),
        json!("hand-over"),
        json!("nonsense"),
        json!(null),
    ];
    let mut refused_as_too_many = 0;
    let mut round = 0;
    while round < count {
        round += 1;
        let mut one = |list: usize| dice.below(list as u32) as usize;
        // A few thousand by one account are too often; there are always others.
        let player = match one(2) {
            0 => &strangers[one(strangers.len())],
            _ => &guests[one(guests.len())],
        };
        let side = ["first", "second", "third", ""][one(4)];
        let once = [format!("{round}"), "\u{0}".to_owned(), "x".repeat(65), String::new()][one(4)].clone();
        let body = json!({ "side": side, "number": one(12), "once": once, "act": acts[one(acts.len())] });
        let game = [game.as_str(), game.as_str(), "nothing", "../../me", "%00", "%F0%9F%92%A5"][one(6)];
        let odd = ["\u{0}", "'; drop table entries; --", "\u{202e}", "x"][one(4)].repeat(1 + one(300));
        let (method, path, body) = match one(18) {
            0 => (Method::GET, format!("/api/games/{game}?seat={side}"), None),
            1 => {
                (Method::POST, format!("/api/games/{game}/why"), Some(json!({ "side": side, "key": "stay" })))
            }
            2 => (Method::POST, format!("/api/games/{game}/join"), Some(json!({ "invite": "0".repeat(20) }))),
            3 => (Method::GET, format!("/api/games/{game}?at={}", one(30)), None),
            4 => (Method::POST, format!("/api/games/{game}/messages"), Some(json!({ "said": "hello" }))),
            5 => (Method::PUT, format!("/api/games/{game}/notes"), Some(json!({ "said": odd }))),
            6 => (Method::GET, format!("/api/games/{game}/messages"), None),
            7 => {
                let order = json!({ "side": side, "topic": odd, "answer": "first", "lasts": "always" });
                (Method::PUT, format!("/api/games/{game}/orders"), Some(order))
            }
            8 => (Method::DELETE, format!("/api/games/{game}/orders/{side}/react%00"), None),
            9 => {
                let token = json!({ "token": odd, "password": "long enough" });
                if one(50) > 0 {
                    continue;
                } else {
                    (Method::PUT, "/api/account/reset".to_owned(), Some(token))
                }
            }
            10 => (Method::POST, "/api/account/mail".to_owned(), Some(json!({ "token": odd }))),
            11 => (Method::POST, "/api/account/reset".to_owned(), Some(json!({ "name": odd }))),
            12 => {
                let credentials = json!({ "name": odd, "password": odd });
                if one(50) > 0 {
                    continue;
                } else {
                    (Method::POST, "/api/session".to_owned(), Some(credentials))
                }
            }
            13 => {
                let begin = json!({ "title": odd, "side": side, "opponent": "anybody", "dice": "thrown" });
                (Method::POST, "/api/games".to_owned(), Some(begin))
            }
            _ => (Method::POST, format!("/api/games/{game}/acts"), Some(body)),
        };
        let (status, _, answer) = player.send(method.clone(), &path, body.as_ref()).await;
        let text = String::from_utf8_lossy(&answer).into_owned();
        // That no mail is sent here is said in these words; everything else is the asker's mistake.
        let no_mail = status == StatusCode::SERVICE_UNAVAILABLE && text.contains("sends no mail");
        assert!(!status.is_server_error() || no_mail, "{method} {path} {body:?}: {status} {text}");
        refused_as_too_many += u32::from(status == StatusCode::TOO_MANY_REQUESTS);
        assert!(status != StatusCode::OK || method == Method::GET, "{method} {path} {body:?}: {text}");
        assert!(!text.contains("\"invite\":\""), "the link is for whoever made the game");
    }
    assert_eq!(server.games.store().entries(&game, 0).await.unwrap(), before);
    assert_eq!(server.games.store().messages(&game, 0).await.unwrap(), []);
    assert_eq!(server.games.store().orders(&game).await.unwrap(), []);
    assert_eq!(server.games.store().all_games().await.unwrap(), [game]);
    println!("{count} hostile requests, {refused_as_too_many} of them refused for their number");
}

/// Whoever is logged in has another site's page open: whatever it sends, with his cookie, changes nothing.
async fn requests_from_other_sites_change_nothing(place: Place) {
    let server = Server::at(Arc::new(place), Conduct::default()).await;
    let (anna, _, game) = two_at(&server, "eu9/pavia").await;
    let before = server.games.store().entries(&game, 0).await.unwrap();
    let act = json!({ "side": "first", "number": before.len(), "once": "x", "act": "resign" }).to_string();
    for (name, value) in [
        ("origin", "http://evil.example"),
        ("origin", "null"),
        ("origin", "http://localhost.evil.example"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
    ] {
        for kind in ["application/json", "text/plain", "application/x-www-form-urlencoded"] {
            let request = Request::post(format!("/api/games/{game}/acts")).header("host", "localhost");
            let request =
                request.header("cookie", &anna.cookie).header(name, value).header("content-type", kind);
            let (status, ..) = anna.request(request.body(Body::from(act.clone())).unwrap()).await;
            assert_eq!(status, StatusCode::FORBIDDEN, "{name}: {value}, {kind}");
        }
    }
    // And a form of our own page's, which no script of ours sends.
    let request = Request::post(format!("/api/games/{game}/acts")).header("host", "localhost");
    let request = request.header("cookie", &anna.cookie).header("content-type", "text/plain");
    let (status, ..) = anna.request(request.body(Body::from(act)).unwrap()).await;
    assert_eq!(status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    assert_eq!(server.games.store().entries(&game, 0).await.unwrap(), before);
}

async fn a_flood_of_onlookers_keeps_nobody_from_playing(place: Place) {
    let server = Server::at(Arc::new(place), Conduct::default()).await;
    let (anna, berta, game) = two_at(&server, "damos/bialystok-minsk").await;
    let number = anna.look(&game).await["number"].as_u64().unwrap();
    let flood: Vec<_> = (0..60)
        .map(|_| {
            let (onlooker, path) = (server.roamer(), format!("/api/games/{game}?at={}", number / 2));
            tokio::spawn(async move { onlooker.get(&path).await.0 })
        })
        .collect();
    let moved = match anna.play(&game).await {
        Some(moved) => moved,
        None => berta.play(&game).await.unwrap(),
    };
    assert_eq!(moved.0, StatusCode::OK, "{}", moved.1);
    for one in flood {
        let status = one.await.unwrap();
        assert!([StatusCode::OK, StatusCode::TOO_MANY_REQUESTS].contains(&status), "{status}");
    }
}

async fn two_take_the_last_seat_at_once(place: Place) {
    let server = Server::at(Arc::new(place), Conduct::default()).await;
    let anna = server.guest().await;
    for _ in 0..10 {
        let game = anna.begin("eu9/pavia", "anybody").await;
        let (berta, carla) = (server_guest(&server).await, server_guest(&server).await);
        let path = format!("/api/games/{game}/join");
        let (one, two) = tokio::join!(berta.post(&path, json!({})), carla.post(&path, json!({})));
        let (sat, late) = if one.0 == StatusCode::OK { (&one, &two) } else { (&two, &one) };
        assert_eq!((sat.0, late.0), (StatusCode::OK, StatusCode::CONFLICT), "{} {}", one.1, two.1);
        assert_eq!(late.1["reason"], "both seats are taken");
        carry_out(&take_out(server.games.store(), &game).await.unwrap()).unwrap();
    }
}

async fn a_journal_that_is_full_can_only_be_ended(place: Place) {
    let conduct = Conduct { entries_max: 12, ..Conduct::default() };
    let server = Server::at(Arc::new(place), conduct).await;
    let (anna, berta, game) = two_at(&server, "damos/bialystok-minsk").await;
    let mut refused = None;
    for _ in 0..30 {
        let moved = match anna.play(&game).await {
            Some(moved) => moved,
            None => berta.play(&game).await.unwrap(),
        };
        if moved.0 != StatusCode::OK {
            refused = Some(moved);
            break;
        }
    }
    let (status, answer) = refused.expect("it is never full");
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(answer["reason"].as_str().unwrap().contains("the journal of this game is full"), "{answer}");
    let number = anna.look(&game).await["number"].clone();
    assert_eq!(anna.act(&game, "first", &number, "draw", json!("draw")).await.0, StatusCode::OK);
    let number = berta.look(&game).await["number"].clone();
    assert_eq!(berta.act(&game, "second", &number, "agree", json!("agree")).await.0, StatusCode::OK);
    assert!(anna.look(&game).await["end"].is_string());
}

/// Handing over is kept with its entry: a request that comes twice, also long after it was taken back, does nothing more.
async fn a_hand_over_that_is_sent_again_changes_nothing(place: Place) {
    let server = Server::at(Arc::new(place), Conduct::default()).await;
    let (anna, _, game) = two_at(&server, "damos/bialystok-minsk").await;
    // The computer would move on at once.
    server.games.end();
    let computer = || async { server.games.store().seats(&game).await.unwrap()[0].computer };
    let hand_over = || async { anna.act(&game, "first", &json!(0), "over", json!("hand-over")).await };
    let done = hand_over().await;
    assert_eq!((done.0, computer().await), (StatusCode::OK, true));
    assert_eq!(anna.act(&game, "first", &json!(0), "back", json!("take-back")).await.0, StatusCode::OK);
    assert!(!computer().await);
    assert_eq!(hand_over().await, done, "answered as it was");
    assert!(!computer().await, "and nothing more");
    assert_eq!(anna.look(&game).await["seats"][0]["computer"], false);
    // Another server goes by the journal.
    let again = server.again().await;
    let there = Player { app: again.app.clone(), ..anna.clone() };
    assert_eq!(there.look(&game).await["seats"][0]["computer"], false);
    carry_out(&take_out(server.games.store(), &game).await.unwrap()).unwrap();
}
