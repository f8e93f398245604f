//! Whoever runs the server: what he sees and does, and that nobody else does.

use super::*;

on_both!(the_operator_lists_blocks_closes_and_takes_out, a_computer_that_was_interrupted_goes_on);

fn operator(server: &Server) -> Player {
    let app = grognard_server::operator(Hosts::default(), Arc::clone(&server.games));
    Player { app, cookie: String::new(), roams: false }
}

async fn the_operator_lists_blocks_closes_and_takes_out(place: Place) {
    let server = Server::at(Arc::new(place), Conduct::default()).await;
    let operator = operator(&server);
    let (anna, berta, game) = two_at(&server, "damos/bialystok-minsk").await;
    assert_eq!(
        operator.get("/health").await,
        (StatusCode::OK, json!({ "well": true, "database": "answers" }))
    );
    let figures = operator.get("/figures").await.1;
    // One who came too late for the seat is a guest too.
    assert_eq!(
        (&figures["guests"], &figures["games"], &figures["accounts"]),
        (&json!(3), &json!(1), &json!(0))
    );
    assert!(figures["entries"].as_i64().unwrap() > 0 && figures["mail"] == false, "{figures}");
    let (status, headers, page) = operator.send(Method::GET, "/", None).await;
    assert_eq!(status, StatusCode::OK);
    assert!(headers["content-type"].to_str().unwrap().starts_with("text/html"));
    assert!(headers.contains_key("content-security-policy"));
    assert!(String::from_utf8(page).unwrap().contains("<th scope=\"row\">games</th><td>1</td>"));
    for (path, kind) in [("/page.css", "text/css"), ("/page.js", "text/javascript")] {
        let (status, headers, _) = operator.send(Method::GET, path, None).await;
        assert_eq!(status, StatusCode::OK, "{path}");
        assert!(headers["content-type"].to_str().unwrap().starts_with(kind), "{path}");
    }
    let games = operator.get("/games").await.1;
    assert_eq!((&games[0]["id"], &games[0]["closed"]), (&json!(game), &json!(false)), "{games}");
    assert!(!games.to_string().contains("secret") && !games.to_string().contains("invite"), "{games}");
    assert_eq!(operator.get(&format!("/games?after={game}")).await.1, json!([]));
    // Closed: it is looked at, and nothing is done.
    let view = anna.look(&game).await;
    let mover = if view["questions"].get(0).is_some() { &anna } else { &berta };
    let post = |path: String| {
        let operator = operator.clone();
        async move { operator.send(Method::POST, &path, None).await.0 }
    };
    assert_eq!(post(format!("/games/{game}/close")).await, StatusCode::OK);
    assert_eq!(mover.look(&game).await["closed"], true);
    assert_eq!(mover.play(&game).await.unwrap().0, StatusCode::CONFLICT);
    assert_eq!(post(format!("/games/{game}/open")).await, StatusCode::OK);
    assert_eq!(mover.play(&game).await.unwrap().0, StatusCode::OK);
    let (status, _, journal) = operator.send(Method::GET, &format!("/games/{game}/journal"), None).await;
    assert_eq!(status, StatusCode::OK);
    assert!(Journal::read(&String::from_utf8(journal).unwrap()).is_ok());
    // Blocked: he is out, and does not come in again.
    let accounts = operator.get("/accounts").await.1;
    assert_eq!(accounts.as_array().unwrap().len(), 3);
    let anna_id = server.games.store().seats(&game).await.unwrap()[0].account.clone().unwrap();
    assert_eq!(post(format!("/accounts/{anna_id}/block")).await, StatusCode::OK);
    assert_eq!(anna.get("/api/me").await.0, StatusCode::UNAUTHORIZED);
    assert_eq!(berta.get("/api/me").await.0, StatusCode::OK);
    assert_eq!(post(format!("/accounts/{anna_id}/unblock")).await, StatusCode::OK);
    for (path, status) in [
        ("/games/nothing/close", StatusCode::NOT_FOUND),
        ("/accounts/nobody/block", StatusCode::NOT_FOUND),
        ("/accounts/%00/block", StatusCode::NOT_FOUND),
        ("/games", StatusCode::METHOD_NOT_ALLOWED),
        ("/stop", StatusCode::NOT_FOUND),
    ] {
        assert_eq!(post(path.to_owned()).await, status, "{path}");
    }
    // By another name, or from another site's page, nothing; and on the players' address there is none of it.
    let request = Request::post(format!("/games/{game}/close")).header("host", "evil.example");
    let (status, ..) = operator.request(request.body(Body::empty()).unwrap()).await;
    assert_eq!(status, StatusCode::MISDIRECTED_REQUEST);
    let request = Request::post(format!("/games/{game}/close")).header("host", "localhost");
    let request = request.header("origin", "http://evil.example").body(Body::empty()).unwrap();
    assert_eq!(operator.request(request).await.0, StatusCode::FORBIDDEN);
    for path in ["/api/accounts", "/api/figures", "/api/health"] {
        assert_eq!(server.nobody().get(path).await.0, StatusCode::NOT_FOUND, "{path}");
    }
}

/// The server ends while the computer thinks, and nobody looks at the game again: it goes on by itself.
async fn a_computer_that_was_interrupted_goes_on(place: Place) {
    let server = Server::at(Arc::new(place), Conduct::default()).await;
    let anna = server.guest().await;
    // From here on no computer moves at this server.
    server.games.end();
    let game = anna.begin_and_hand_over("eu9/pavia").await;
    let seats = server.games.store().seats(&game).await.unwrap();
    assert!(seats.iter().all(|seat| seat.computer), "kept with the entry");
    let again = server.again().await;
    let clockwork = tokio::spawn(Arc::clone(&again.games).clockwork());
    for _ in 0..400 {
        if again.games.store().game(&game).await.unwrap().unwrap().turn == "over" {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
    }
    assert_eq!(again.games.store().game(&game).await.unwrap().unwrap().turn, "over");
    again.games.end();
    clockwork.await.unwrap();
}
