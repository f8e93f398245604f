//! Standing orders: they answer what they were given for, are seen by their own side alone, and end when they are to.

use super::*;

on_both!(a_game_is_played_by_orders, orders_are_seen_by_their_own_side_and_end);

fn order(side: &str, topic: &str, answer: Value, lasts: &str) -> Value {
    json!({ "side": side, "topic": topic, "answer": answer, "lasts": lasts })
}

impl Player {
    async fn give(&self, game: &str, order: Value) -> (StatusCode, Value) {
        let (status, _, answer) =
            self.send(Method::PUT, &format!("/api/games/{game}/orders"), Some(&order)).await;
        (status, serde_json::from_slice(&answer).unwrap_or(Value::Null))
    }
}

/// With an order for everything that is asked, the game goes to its end without a hand; every entry the orders made is
/// marked, and the journal is one like any other.
async fn a_game_is_played_by_orders(place: Place) {
    let server = Server::at(Arc::new(place), Conduct::default()).await;
    let (anna, berta, game) = two_at(&server, "eu9/pavia").await;
    let mut given = 0;
    for _ in 0..100 {
        let view = anna.look(&game).await;
        if view["end"].is_string() {
            break;
        }
        let (player, view) = match view["questions"].get(0) {
            Some(_) => (&anna, view),
            None => (&berta, berta.look(&game).await),
        };
        let question = &view["questions"][0];
        let topic = question["topic"].as_str().unwrap();
        let answer = [json!("first"), json!("last"), json!("suggested")][given % 3].clone();
        let side = question["by"].as_str().unwrap();
        let (status, answer) = player.give(&game, order(side, topic, answer, "always")).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        given += 1;
        let after = player.look(&game).await;
        assert!(
            after["number"].as_u64() > view["number"].as_u64(),
            "what is asked already is answered at once"
        );
    }
    let view = anna.look(&game).await;
    assert!(view["end"].is_string(), "{given} orders, and no end");
    let entries = server.games.store().entries(&game, 0).await.unwrap();
    let marked: Vec<i64> =
        entries.iter().filter(|entry| entry.by_order.is_some()).map(|entry| entry.number).collect();
    assert!(marked.len() >= given, "{marked:?}");
    assert_eq!(view["by_orders"], json!(marked), "once it is over everybody sees which they were");
    assert!(entries.iter().all(|entry| entry.once.is_none()), "no hand was in it");
    let (_, _, text) = anna.send(Method::GET, &format!("/api/games/{game}/journal"), None).await;
    assert!(matches!(verify(&String::from_utf8(text).unwrap()), Proof::Pledged(_)));
}

async fn orders_are_seen_by_their_own_side_and_end(place: Place) {
    let server = Server::at(Arc::new(place), Conduct::default()).await;
    let (anna, berta, game) = two_at(&server, "damos/bialystok-minsk").await;
    let (mover, other) = match anna.look(&game).await["questions"].get(0) {
        Some(_) => (&anna, &berta),
        None => (&berta, &anna),
    };
    let view = mover.look(&game).await;
    let side = view["seat"].as_str().unwrap().to_owned();
    let topic = view["questions"][0]["topic"].as_str().unwrap().to_owned();
    let number = view["number"].clone();
    // By somebody else, for somebody else, about nothing, with nothing.
    let (key, until) = (json!({ "key": "no such option" }), "until-i-act");
    for (player, bad, status) in [
        (other, order(&side, &topic, key.clone(), until), StatusCode::FORBIDDEN),
        (&server.guest().await, order(&side, &topic, key.clone(), until), StatusCode::FORBIDDEN),
        (&server.nobody(), order(&side, &topic, key.clone(), until), StatusCode::UNAUTHORIZED),
        (mover, order("third", &topic, key.clone(), until), StatusCode::UNPROCESSABLE_ENTITY),
        (mover, order(&side, "A topic\u{0}", key.clone(), until), StatusCode::UNPROCESSABLE_ENTITY),
        (mover, order(&side, &topic, json!({ "key": "" }), until), StatusCode::UNPROCESSABLE_ENTITY),
        (mover, order(&side, &topic, json!("whatever"), until), StatusCode::UNPROCESSABLE_ENTITY),
    ] {
        assert_eq!(player.give(&game, bad.clone()).await.0, status, "{bad}");
    }
    // What is not offered is not answered: he is asked as ever.
    assert_eq!(mover.give(&game, order(&side, &topic, key, until)).await.0, StatusCode::OK);
    let view = mover.look(&game).await;
    assert_eq!((&view["number"], view["orders"].as_array().unwrap().len()), (&number, 1));
    // Nobody else sees it.
    assert_eq!(other.look(&game).await["orders"], json!([]));
    assert_eq!(server.nobody().look(&game).await["orders"], json!([]));
    // He does something by hand, and it is over; an order for good is not.
    assert_eq!(mover.play(&game).await.unwrap().0, StatusCode::OK);
    assert_eq!(mover.look(&game).await["orders"], json!([]));
    for _ in 0..20 {
        let view = mover.look(&game).await;
        let Some(question) = view["questions"].get(0) else { break };
        let topic = question["topic"].as_str().unwrap();
        let count = server.games.store().entries(&game, 0).await.unwrap().len();
        let given = mover.give(&game, order(&side, topic, json!("last"), "always")).await;
        assert_eq!(given.0, StatusCode::OK, "{}", given.1);
        let after = mover.look(&game).await;
        assert!(server.games.store().entries(&game, 0).await.unwrap().len() > count);
        let marked = after["by_orders"].as_array().unwrap().len();
        assert!(marked > 0, "{after}");
        assert_eq!(other.look(&game).await["by_orders"], json!([]), "the other side does not know");
        if after["orders"].as_array().unwrap().len() > 1 {
            break;
        }
    }
    let orders = mover.look(&game).await["orders"].as_array().unwrap().clone();
    assert!(!orders.is_empty());
    let path = |topic: &str| format!("/api/games/{game}/orders/{side}/{topic}");
    let topic = orders[0]["topic"].as_str().unwrap();
    assert_eq!(other.send(Method::DELETE, &path(topic), None).await.0, StatusCode::FORBIDDEN);
    assert_eq!(mover.send(Method::DELETE, &path(topic), None).await.0, StatusCode::OK);
    assert_eq!(mover.send(Method::DELETE, &path(topic), None).await.0, StatusCode::NOT_FOUND);
    assert_eq!(mover.look(&game).await["orders"].as_array().unwrap().len(), orders.len() - 1);
}
