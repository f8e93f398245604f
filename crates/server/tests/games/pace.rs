//! Clocks: they run for whoever is asked, by the server's own time, and the journal has how they ended.

use super::*;

on_both!(
    a_live_clock_ends_the_game_at_once,
    whoever_comes_too_late_is_told_so_and_has_lost,
    days_are_claimed_or_end_by_themselves_a_week_later,
    where_both_are_asked_both_clocks_run,
    a_server_that_was_away_is_patient,
);

const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;

async fn server_with(place: Place, hands: &Hands) -> Server {
    Server::at(Arc::new(place), hands.conduct()).await
}

/// Whoever is asked, and his side.
async fn asked<'a>(anna: &'a Player, berta: &'a Player, game: &str) -> (&'a Player, &'static str) {
    let view = anna.look(game).await;
    match view["questions"].get(0) {
        Some(_) => (anna, "first"),
        None => (berta, "second"),
    }
}

async fn text(player: &Player, game: &str) -> String {
    let (_, _, text) = player.send(Method::GET, &format!("/api/games/{game}/journal"), None).await;
    String::from_utf8(text).unwrap()
}

async fn a_live_clock_ends_the_game_at_once(place: Place) {
    let hands = Hands::new();
    let server = server_with(place, &hands).await;
    let anna = server.guest().await;
    for bad in [
        json!({ "live": { "minutes": 0, "added_seconds": 0 } }),
        json!({ "days": { "days": 0, "reserve_days": 1 } }),
        json!({ "live": { "minutes": 5 } }),
        json!("soon"),
    ] {
        let body = json!({ "title": "eu9/pavia", "side": "first", "opponent": "invited", "dice": "thrown", "pace": bad });
        assert_eq!(anna.post("/api/games", body).await.0, StatusCode::UNPROCESSABLE_ENTITY, "{bad}");
    }
    let pace = json!({ "live": { "minutes": 10, "added_seconds": 5 } });
    let game = anna.begin_at("damos/bialystok-minsk", "invited", pace.clone()).await;
    // Nobody's clock runs before both have sat down.
    hands.on(60 * MINUTE);
    server.games.clocks().await;
    let view = anna.look(&game).await;
    assert_eq!((&view["pace"], &view["end"]), (&pace, &Value::Null));
    assert_eq!(
        (&view["clock"]["first"]["runs"], &view["clock"]["second"]["runs"]),
        (&json!(false), &json!(false))
    );
    let berta = server.guest().await;
    let sat = berta.post(&format!("/api/games/{game}/join"), json!({ "invite": view["invite"] })).await;
    assert_eq!(sat.0, StatusCode::OK);
    let (mover, side) = asked(&anna, &berta, &game).await;
    let other = if side == "first" { "second" } else { "first" };
    let clock = mover.look(&game).await["clock"].clone();
    assert_eq!((&clock[side]["runs"], &clock[other]["runs"]), (&json!(true), &json!(false)), "{clock}");
    assert_eq!(clock[side]["left"], 10 * MINUTE);
    // He takes his time and moves; what he has left is what he did not take.
    hands.on(4 * MINUTE);
    assert_eq!(mover.play(&game).await.unwrap().0, StatusCode::OK);
    let again = server.again().await;
    let there = Player { app: again.app.clone(), ..mover.clone() };
    let clock = there.look(&game).await["clock"].clone();
    let still = clock[side]["runs"] == true;
    assert_eq!(clock[side]["left"], 6 * MINUTE + if still { 0 } else { 5_000 }, "{clock}");
    // Nothing of what a player sends moves the clock; the server says what it shows.
    let (_, headers, _) = mover.send(Method::GET, &format!("/api/games/{game}"), None).await;
    assert_eq!(headers["grognard-now"].to_str().unwrap(), hands.0.load(Ordering::SeqCst).to_string());
    let list = mover.get("/api/games").await.1;
    assert!(list["yours"][0]["out_at"].is_i64(), "{list}");
    let (_, late) = asked(&anna, &berta, &game).await;
    hands.on(6 * MINUTE - 1_000);
    again.games.clocks().await;
    assert_eq!(anna.look(&game).await["end"], Value::Null, "a second is left, or more");
    hands.on(5 * MINUTE);
    again.games.clocks().await;
    let view = anna.look(&game).await;
    assert!(view["end"].as_str().unwrap().contains("ran out of time"), "{}", view["end"]);
    let journal = text(&anna, &game).await;
    assert!(journal.contains(&format!("time-out {late}")), "{journal}");
    assert!(matches!(verify(&journal), Proof::Pledged(_)));
    let number = view["number"].clone();
    // It is over once.
    server.games.clocks().await;
    assert_eq!(anna.look(&game).await["number"], number);
    carry_out(&take_out(server.games.store(), &game).await.unwrap()).unwrap();
}

async fn whoever_comes_too_late_is_told_so_and_has_lost(place: Place) {
    let hands = Hands::new();
    let server = server_with(place, &hands).await;
    let pace = json!({ "live": { "minutes": 1, "added_seconds": 0 } });
    let (anna, berta, game) = two_at_pace(&server, "damos/bialystok-minsk", pace).await;
    let (mover, side) = asked(&anna, &berta, &game).await;
    let view = mover.look(&game).await;
    let key = view["questions"][0]["options"][0]["key"].clone();
    hands.on(MINUTE);
    let late = mover.act(&game, side, &view["number"], "late", json!({ "answer": key })).await;
    assert_eq!(late.0, StatusCode::CONFLICT, "{}", late.1);
    assert!(late.1["reason"].as_str().unwrap().contains("time was up"), "{}", late.1);
    assert!(text(&anna, &game).await.contains(&format!("time-out {side}")));
    // Not even taking over by the computer helps, and nothing is claimed twice.
    for act in [json!("hand-over"), json!("claim-time"), json!("resign")] {
        let number = mover.look(&game).await["number"].clone();
        assert_ne!(
            mover.act(&game, side, &number, &act.to_string(), act.clone()).await.0,
            StatusCode::OK,
            "{act}"
        );
    }
}

async fn days_are_claimed_or_end_by_themselves_a_week_later(place: Place) {
    let hands = Hands::new();
    let server = server_with(place, &hands).await;
    let pace = json!({ "days": { "days": 3, "reserve_days": 2 } });
    for claimed in [true, false] {
        let (anna, berta, game) = two_at_pace(&server, "damos/bialystok-minsk", pace.clone()).await;
        let (mover, side) = asked(&anna, &berta, &game).await;
        let (waiter, other) = if side == "first" { (&berta, "second") } else { (&anna, "first") };
        let claim = |player: &Player, side: &'static str, once: &'static str| {
            let (player, game) = (player.clone(), game.clone());
            async move { player.act(&game, side, &json!(0), once, json!("claim-time")).await }
        };
        hands.on(5 * DAY - 1);
        server.games.clocks().await;
        assert_eq!(claim(waiter, other, "a").await.0, StatusCode::UNPROCESSABLE_ENTITY, "not yet");
        hands.on(1);
        server.games.clocks().await;
        assert_eq!(anna.look(&game).await["end"], Value::Null, "the other side may be patient");
        assert_eq!(claim(mover, side, "b").await.0, StatusCode::UNPROCESSABLE_ENTITY, "his own time");
        match claimed {
            true => assert_eq!(claim(waiter, other, "c").await.0, StatusCode::OK),
            false => {
                // He moves after all, and has no reserve left; then nobody does anything for long.
                let moved = mover.play(&game).await.unwrap();
                assert_eq!(moved.0, StatusCode::OK, "{}", moved.1);
                let clock = mover.look(&game).await["clock"].clone();
                if clock[side]["runs"] == false {
                    assert_eq!(clock[side]["left"], 0, "{clock}");
                }
                hands.on(5 * DAY + 7 * DAY);
                server.games.clocks().await;
            }
        }
        let view = anna.look(&game).await;
        assert!(view["end"].as_str().unwrap().contains("ran out of time"), "{}", view["end"]);
        assert!(matches!(verify(&text(&anna, &game).await), Proof::Pledged(_)));
    }
}

async fn where_both_are_asked_both_clocks_run(place: Place) {
    let hands = Hands::new();
    let server = server_with(place, &hands).await;
    let pace = json!({ "live": { "minutes": 60, "added_seconds": 0 } });
    let (anna, _, game) = until_both_are_asked(&server, pace).await;
    // One has answered: the other's clock alone goes on, and he loses by it.
    hands.on(10 * MINUTE);
    assert_eq!(anna.play(&game).await.unwrap().0, StatusCode::OK);
    let clock = anna.look(&game).await["clock"].clone();
    assert_eq!((&clock["first"]["runs"], &clock["second"]["runs"]), (&json!(false), &json!(true)), "{clock}");
    assert_eq!(
        (&clock["first"]["left"], &clock["second"]["left"]),
        (&json!(50 * MINUTE), &json!(50 * MINUTE))
    );
    hands.on(51 * MINUTE);
    server.games.clocks().await;
    assert!(text(&anna, &game).await.contains("time-out second"));
    // Neither answers: nobody has lost by it.
    let pace = json!({ "live": { "minutes": 1, "added_seconds": 0 } });
    let (anna, _berta, game) = until_both_are_asked(&server, pace).await;
    hands.on(MINUTE);
    server.games.clocks().await;
    let view = anna.look(&game).await;
    assert!(view["end"].as_str().unwrap().contains("goes to nobody"), "{}", view["end"]);
    let journal = text(&anna, &game).await;
    assert!(journal.contains("time-out both") && matches!(verify(&journal), Proof::Pledged(_)));
}

/// A game at the moment when both sides are asked at once, before any time has passed.
async fn until_both_are_asked(server: &Server, pace: Value) -> (Player, Player, String) {
    let (system, name) = both_asked();
    for _ in 0..20 {
        let (anna, berta, game) = two_at_pace(server, &format!("{system}/{name}"), pace.clone()).await;
        for _ in 0..200 {
            let clock = anna.look(&game).await["clock"].clone();
            if clock["first"]["runs"] == true && clock["second"]["runs"] == true {
                return (anna, berta, game);
            }
            if anna.play(&game).await.is_none() && berta.play(&game).await.is_none() {
                break;
            }
        }
    }
    panic!("{name} does not ask both at once");
}

/// A battle or title that asks both sides at once, whatever the dice, if the first option is always taken.
fn both_asked() -> (&'static str, String) {
    for system in grognard::systems() {
        for (name, text) in system.battles().into_iter().chain(system.titles()) {
            if (1..=12).all(|seed| asks_both(&name, text, seed)) {
                return (system.key, name.to_owned());
            }
        }
    }
    panic!("nothing asks both at once");
}

fn asks_both(name: &str, text: &str, seed: u64) -> bool {
    use grognard::umpire::{Generator, Header, Kind};
    let mut play = grognard::open(name, text, &[]).unwrap().start(Header::default());
    let mut dice = Generator::new(seed);
    for _ in 0..200 {
        play.open_due();
        while play.throw(&mut dice).is_some() {}
        let asked: Vec<_> = play.pending().into_iter().cloned().collect();
        if asked.len() == 2 && asked.iter().all(|one| !matches!(one.kind, Kind::Roll(_))) {
            return true;
        }
        let Some((side, key)) =
            asked.first().and_then(|one| Some((one.asking.by?, one.options().first()?.key.clone())))
        else {
            return false;
        };
        if play.answer(side, &key, [0; 16]).is_err() {
            return false;
        }
    }
    false
}

async fn a_server_that_was_away_is_patient(place: Place) {
    let hands = Hands::new();
    let server = server_with(place, &hands).await;
    let pace = json!({ "live": { "minutes": 1, "added_seconds": 0 } });
    let (anna, berta, game) = two_at_pace(&server, "damos/bialystok-minsk", pace).await;
    let (mover, _) = asked(&anna, &berta, &game).await;
    hands.on(30 * MINUTE);
    // It was down for half an hour: whoever could not move is given two minutes.
    let conduct = Conduct { patience: 2 * MINUTE, ..hands.conduct() };
    let again = Server::at(Arc::clone(&server.place), conduct).await;
    again.games.clocks().await;
    let there = Player { app: again.app.clone(), ..mover.clone() };
    assert_eq!(there.look(&game).await["end"], Value::Null);
    let moved = there.play(&game).await.unwrap();
    assert_eq!(moved.0, StatusCode::OK, "{}", moved.1);
    hands.on(3 * MINUTE);
    again.games.clocks().await;
    assert!(there.look(&game).await["end"].is_string());
}
