//! A database that goes away, or is held by somebody else: what cannot be kept is refused in words, nothing is lost, and
//! it goes on by itself. (A full disk is tried with the whole program, in the tests of the command line.) And another
//! server that is always first.

use super::*;
use sqlx::{AssertSqlSafe, Connection, PgPool, SqliteConnection};

/// Whoever is asked gives his first answer, under a key of his own choosing.
async fn answer(players: [&Player; 2], game: &str, once: &str) -> (StatusCode, Value) {
    for player in players {
        let view = player.look(game).await;
        let question = &view["questions"][0];
        if let (Some(side), Some(key)) = (question["by"].as_str(), question["options"][0]["key"].as_str()) {
            return player.act(game, side, &view["number"], once, json!({ "answer": key })).await;
        }
    }
    panic!("nobody is asked");
}

/// The refusal says what to do, and nothing of the database.
fn polite((status, answer): &(StatusCode, Value)) {
    assert_eq!(*status, StatusCode::SERVICE_UNAVAILABLE, "{answer}");
    let reason = answer["reason"].as_str().unwrap();
    assert!(reason.contains("try again in a moment"), "{reason}");
    assert!(!reason.contains("sql") && !reason.contains("database"), "{reason}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_postgres_that_goes_away_loses_nothing() {
    let Some(place) = postgres().await else { return };
    let (address, name) = place.address.rsplit_once('/').map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
    let server = Server::at(Arc::new(place), Conduct::default()).await;
    let (anna, berta, game) = two_at(&server, "damos/bialystok-minsk").await;
    for round in 0..3 {
        let (status, done) = answer([&anna, &berta], &game, &format!("before {round}")).await;
        assert_eq!(status, StatusCode::OK, "{done}");
    }
    let before = anna.look(&game).await;
    let asked = if before["questions"][0].is_object() { &anna } else { &berta };
    let view = asked.look(&game).await;
    let (side, key) = (&view["questions"][0]["by"], &view["questions"][0]["options"][0]["key"]);
    let act =
        || asked.act(&game, side.as_str().unwrap(), &view["number"], "cut off", json!({ "answer": key }));
    // Nobody is let in, and everybody is thrown out.
    let house = PgPool::connect(&format!("{address}/postgres")).await.unwrap();
    let let_in = |yes: bool| {
        let words = format!("alter database {name} allow_connections {yes}");
        let house = house.clone();
        async move { sqlx::query(AssertSqlSafe(words)).execute(&house).await.unwrap() }
    };
    let_in(false).await;
    let out = "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1";
    sqlx::query(out).bind(&name).execute(&house).await.unwrap();
    for _ in 0..3 {
        polite(&act().await);
        polite(&asked.get(&format!("/api/games/{game}")).await);
    }
    let_in(true).await;
    // As soon as it is back, everything is as it was; what was sent is sent again, and done once.
    assert_eq!(anna.look(&game).await, before);
    let (status, done) = act().await;
    assert_eq!(status, StatusCode::OK, "{done}");
    assert_eq!(act().await, (status, done));
    carry_out(&take_out(server.games.store(), &game).await.unwrap()).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_somebody_else_writes_in_loses_nothing() {
    let server = Server::new().await;
    let (anna, berta, game) = two_at(&server, "damos/bialystok-minsk").await;
    let (status, done) = answer([&anna, &berta], &game, "before").await;
    assert_eq!(status, StatusCode::OK, "{done}");
    let before = anna.look(&game).await;
    let mut other = SqliteConnection::connect(&server.place.address).await.unwrap();
    sqlx::query("begin exclusive").execute(&mut other).await.unwrap();
    polite(&answer([&anna, &berta], &game, "held up").await);
    // Whoever only looks is not kept from it.
    assert_eq!(anna.look(&game).await, before);
    sqlx::query("rollback").execute(&mut other).await.unwrap();
    let (status, done) = answer([&anna, &berta], &game, "held up").await;
    assert_eq!(status, StatusCode::OK, "{done}");
    carry_out(&take_out(server.games.store(), &game).await.unwrap()).unwrap();
}

/// So many games change hands.
const ROUNDS: usize = 8;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_side_changes_hands_while_the_computer_moves_at_another_server() {
    let Some(place) = postgres().await else { return };
    let here = Server::at(Arc::new(place), Conduct { limits: 1e9, ..Conduct::default() }).await;
    let there = here.again().await;
    // Two computers may be quicker than whoever takes a side back: then the game is over, which is no refusal of ours.
    let done_or_over =
        |status, done: &Value| status == StatusCode::OK || done["reason"] == json!("the game is over");
    let mut in_time = 0;
    // Of many games, so that the other server is first in some.
    for round in 0..ROUNDS {
        let (anna, mut berta, game) = two_at(&here, "damos/army-group-center").await;
        berta.app = there.app.clone();
        // There it is open already, and not brought up by what is done here.
        berta.look(&game).await;
        let (status, done) = anna.act(&game, "first", &json!(0), "over", json!("hand-over")).await;
        assert_eq!(status, StatusCode::OK, "{done}");
        for (turn, act) in ["hand-over", "take-back", "hand-over"].into_iter().enumerate() {
            let once = format!("{act} {turn}");
            let (status, done) = berta.act(&game, "second", &json!(0), &once, json!(act)).await;
            assert!(done_or_over(status, &done), "{round}, {act}: {done}");
            in_time += usize::from(status == StatusCode::OK);
        }
        // Two computers move at once now.
        let (status, done) = anna.act(&game, "first", &json!(0), "back", json!("take-back")).await;
        assert!(done_or_over(status, &done), "{round}: {done}");
        carry_out(&take_out(here.games.store(), &game).await.unwrap()).unwrap();
    }
    assert!(
        in_time > ROUNDS,
        "the computers were nearly always through first: {in_time}, so that nothing was tried"
    );
    here.games.end();
    there.games.end();
}
