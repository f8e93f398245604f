//! What if: a game of one's own from a moment of another, which is not touched; how hard the computer thinks; how the dice
//! fell.

use super::*;

/// A game from a moment of another.
async fn tried(player: &Player, game: &str, entry: usize, opponent: &str) -> (StatusCode, Value) {
    let body = json!({
        "title": "damos/bialystok-minsk", "side": "first", "opponent": opponent, "dice": "thrown",
        "from": { "game": game, "entry": entry },
    });
    player.post("/api/games", body).await
}

/// What a seat sees of the position.
async fn position(player: &Player, game: &str, seat: &str, at: Option<usize>) -> Value {
    let at = at.map_or_else(String::new, |at| format!("&at={at}"));
    let (status, view) = player.get(&format!("/api/games/{game}?seat={seat}{at}")).await;
    assert_eq!(status, StatusCode::OK, "{view}");
    view["view"].clone()
}

on_both!(
    something_else_is_tried_from_a_moment_and_the_game_is_not_touched,
    how_hard_the_computer_thinks_is_chosen_and_kept,
    how_the_dice_fell_is_told_up_to_any_moment,
);

async fn something_else_is_tried_from_a_moment_and_the_game_is_not_touched(place: Place) {
    let server = Server::at(Arc::new(place), Conduct { limits: 1e9, ..Conduct::default() }).await;
    let (anna, berta, game) = two_at(&server, "damos/bialystok-minsk").await;
    for _ in 0..8 {
        let moved = match anna.play(&game).await {
            Some(moved) => moved,
            None => berta.play(&game).await.expect("somebody is asked"),
        };
        assert_eq!(moved.0, StatusCode::OK, "{}", moved.1);
    }
    let before = anna.look(&game).await;
    let last = before["number"].as_u64().unwrap() as usize;
    for entry in [2, last - 1, last] {
        let hers = position(&anna, &game, "first", Some(entry)).await;
        let mut theirs = Vec::new();
        for _ in 0..4 {
            let (status, begun) = tried(&anna, &game, entry, "hot-seat").await;
            assert_eq!(status, StatusCode::OK, "{begun}");
            let branch = begun["id"].as_str().unwrap();
            // It looks as it looked, and goes on from there.
            assert_eq!(position(&anna, branch, "first", None).await, hers, "{entry}");
            theirs.push(position(&anna, branch, "second", None).await);
            let moved = anna.play(branch).await.expect("somebody is asked");
            assert_eq!(moved.0, StatusCode::OK, "{}", moved.1);
            let after = anna.look(branch).await;
            assert!(
                after["name"].as_str().unwrap().ends_with(&format!(", tried from entry {entry}")),
                "{after}"
            );
            // Nobody else has to do with it, and it opens again.
            assert_eq!(berta.get(&format!("/api/games/{branch}?seat=first")).await.0, StatusCode::FORBIDDEN);
            let mut again = anna.clone();
            again.app = server.again().await.app;
            assert_eq!(again.look(branch).await["told"], after["told"]);
            carry_out(&take_out(server.games.store(), branch).await.unwrap()).unwrap();
        }
        // What she does not see is drawn anew every time: it tells nothing.
        theirs.dedup();
        assert!(theirs.len() > 1, "{entry}: always the same secrets");
    }
    assert_eq!(anna.look(&game).await, before);
    // What there is not, and what is not hers.
    assert_eq!(tried(&anna, &game, last + 1, "hot-seat").await.0, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(tried(&anna, "nowhere", 1, "hot-seat").await.0, StatusCode::NOT_FOUND);
    let body = json!({
        "title": "x", "side": "first", "opponent": "computer", "dice": "thrown",
        "from": { "game": game, "entry": 1, "seat": "second" },
    });
    assert_eq!(anna.post("/api/games", body).await.0, StatusCode::FORBIDDEN);
    // Once it is over, everything may be known, and is as it was.
    assert_eq!(anna.act(&game, "first", &json!(last), "over", json!("resign")).await.0, StatusCode::OK);
    let (status, begun) = tried(&anna, &game, last, "hot-seat").await;
    assert_eq!(status, StatusCode::OK, "{begun}");
    let branch = begun["id"].as_str().unwrap();
    for seat in ["first", "second"] {
        let was = position(&anna, &game, seat, Some(last)).await;
        assert_eq!(position(&anna, branch, seat, None).await, was, "{seat}");
    }
    server.games.end();
}

async fn how_hard_the_computer_thinks_is_chosen_and_kept(place: Place) {
    let server = Server::at(Arc::new(place), Conduct { limits: 1e9, ..Conduct::default() }).await;
    let anna = server.guest().await;
    let begin = |title: &str, opponent: &str| {
        let body = json!({ "title": title, "side": "first", "opponent": opponent, "dice": "thrown" });
        let anna = anna.clone();
        async move { anna.post("/api/games", body).await }
    };
    // Where there is one strength, there is no other to be had.
    let (status, refused) = begin("damos/bialystok-minsk", "computer-easy").await;
    assert_eq!(
        (status, &refused["field"]),
        (StatusCode::UNPROCESSABLE_ENTITY, &json!("opponent")),
        "{refused}"
    );
    let (_, plain) = begin("damos/bialystok-minsk", "hot-seat").await;
    let plain = plain["id"].as_str().unwrap();
    let (status, refused) = anna.act(plain, "first", &json!(0), "easy", json!("hand-over-easy")).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{refused}");
    assert_eq!(
        (&anna.look(plain).await["easy"], &anna.look(plain).await["strengths"]),
        (&json!([]), &json!(["full"]))
    );
    let (status, begun) = begin("days-of-empire/two-battalions", "computer-easy").await;
    assert_eq!(status, StatusCode::OK, "{begun}");
    let game = begun["id"].as_str().unwrap();
    let view = anna.look(game).await;
    assert_eq!((&view["easy"], &view["strengths"]), (&json!(["second"]), &json!(["full", "easy"])));
    // Both are the computer's now, each at its own strength, also after the server was started again.
    let (status, done) = anna.act(game, "first", &json!(0), "full", json!("hand-over")).await;
    assert_eq!(status, StatusCode::OK, "{done}");
    let mut again = anna.clone();
    again.app = server.again().await.app;
    assert_eq!(again.look(game).await["easy"], json!(["second"]));
    let (status, done) = anna.act(game, "first", &json!(0), "back", json!("take-back")).await;
    assert!(status == StatusCode::OK || done["reason"] == json!("the game is over"), "{done}");
    if status == StatusCode::OK {
        let (status, done) = anna.act(game, "first", &json!(0), "easy", json!("hand-over-easy")).await;
        assert!(status == StatusCode::OK || done["reason"] == json!("the game is over"), "{done}");
    }
    let taken = take_out(server.games.store(), game).await.unwrap();
    assert!(taken.journal.text().contains("\nseat: second easy\n"));
    carry_out(&taken).unwrap();
    server.games.end();
}

async fn how_the_dice_fell_is_told_up_to_any_moment(place: Place) {
    let server = Server::at(Arc::new(place), Conduct::default()).await;
    let (anna, berta, game) = two_at(&server, "eu9/pavia").await;
    for _ in 0..6 {
        if anna.play(&game).await.is_none() && berta.play(&game).await.is_none() {
            break;
        }
    }
    let at = |entry: usize| {
        let anna = anna.clone();
        let path = format!("/api/games/{game}/luck?at={entry}");
        async move { anna.get(&path).await }
    };
    let last = anna.look(&game).await["number"].as_u64().unwrap() as usize;
    let throws =
        |luck: &Value| luck["first"]["throws"].as_u64().unwrap() + luck["second"]["throws"].as_u64().unwrap();
    let (status, all) = at(last).await;
    assert_eq!(status, StatusCode::OK, "{all}");
    assert!(throws(&all) > 0, "{all}");
    assert_eq!(anna.get(&format!("/api/games/{game}/luck")).await.1, all);
    assert_eq!(throws(&at(0).await.1), 0);
    // Never fewer than before, and each counted once.
    let mut before = 0;
    for entry in 0..=last {
        let luck = at(entry).await.1;
        assert!(throws(&luck) >= before, "{entry}");
        before = throws(&luck);
        for side in ["first", "second"] {
            let one = &luck[side];
            assert!(
                one["above"].as_u64().unwrap() + one["below"].as_u64().unwrap()
                    <= one["throws"].as_u64().unwrap()
            );
            assert_eq!(one["sigma"].is_null(), one["throws"] == json!(0), "{luck}");
        }
    }
    assert_eq!(at(last + 1).await.0, StatusCode::UNPROCESSABLE_ENTITY);
}
