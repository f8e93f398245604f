//! Who is there: those he plays with hear when somebody comes and goes, and whoever only opens a page anew was never away.

use super::*;
use axum::body::BodyDataStream;
use sqlx::{AssertSqlSafe, PgPool};
use std::time::{Duration, Instant};
use tokio_stream::StreamExt;

/// Nobody waits longer for an event; it comes some three seconds after somebody has gone.
const PATIENCE: Duration = Duration::from_secs(20);

/// The event stream of somebody's page: open as long as this is there.
struct Page(BodyDataStream);

impl Page {
    async fn open(player: &Player) -> Page {
        let request =
            Request::get("/api/events").header("host", "localhost").header("cookie", &player.cookie);
        let response = player.app.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        let mut page = Page(response.into_body().into_data_stream());
        while !page.next(PATIENCE).await.expect("a stream begins with a look").contains("look") {}
        page
    }

    /// What comes next; nothing where nothing does in that time.
    async fn next(&mut self, within: Duration) -> Option<String> {
        let piece = tokio::time::timeout(within, self.0.next()).await.ok()?;
        Some(String::from_utf8_lossy(&piece.expect("the stream is open").unwrap()).into_owned())
    }

    /// Waits until a game is told of.
    async fn hears_of(&mut self, game: &str) {
        let until = Instant::now() + PATIENCE;
        while let Some(piece) = self.next(until.saturating_duration_since(Instant::now())).await {
            if piece.contains("event: game") && piece.contains(game) {
                return;
            }
        }
        panic!("nothing was told of {game}");
    }

    /// What has come already is let go.
    async fn forget(&mut self) {
        while self.next(Duration::from_millis(300)).await.is_some() {}
    }
}

on_both!(whoever_goes_is_told_of_and_whoever_comes_back_at_once_was_never_away);

async fn sees_there(player: &Player, game: &str) -> bool {
    player.look(game).await["seats"][1]["there"].as_bool().unwrap()
}

async fn whoever_goes_is_told_of_and_whoever_comes_back_at_once_was_never_away(place: Place) {
    let server = Server::at(Arc::new(place), Conduct::default()).await;
    let (anna, berta, game) = two_at(&server, "eu9/pavia").await;
    let mut page = Page::open(&anna).await;
    assert!(!sees_there(&anna, &game).await);
    let first = Page::open(&berta).await;
    page.hears_of(&game).await;
    assert!(sees_there(&anna, &game).await);
    // A page that is only opened anew: at no instant is she away.
    drop(first);
    assert!(sees_there(&anna, &game).await);
    let second = Page::open(&berta).await;
    let third = Page::open(&berta).await;
    page.forget().await;
    tokio::time::sleep(Duration::from_secs(4)).await;
    assert!(sees_there(&anna, &game).await);
    // One of two is closed: she is still there.
    drop(second);
    assert!(page.next(Duration::from_secs(5)).await.is_none(), "nobody has come or gone");
    assert!(sees_there(&anna, &game).await);
    drop(third);
    page.hears_of(&game).await;
    assert!(!sees_there(&anna, &game).await);
    // A game that is over is talked about: there it is the same.
    let number = anna.look(&game).await["number"].clone();
    let (status, done) = anna.act(&game, "first", &number, "over", json!("resign")).await;
    assert!(status == StatusCode::OK || done["reason"] == json!("the game is over"), "{done}");
    page.forget().await;
    let fourth = Page::open(&berta).await;
    page.hears_of(&game).await;
    assert!(sees_there(&anna, &game).await);
    page.forget().await;
    drop(fourth);
    page.hears_of(&game).await;
    assert!(!sees_there(&anna, &game).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_goes_while_the_store_is_away_is_told_of_when_it_is_back() {
    let Some(place) = postgres().await else { return };
    let (address, name) = place.address.rsplit_once('/').map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
    let server = Server::at(Arc::new(place), Conduct::default()).await;
    let (anna, berta, game) = two_at(&server, "eu9/pavia").await;
    let mut page = Page::open(&anna).await;
    let hers = Page::open(&berta).await;
    page.hears_of(&game).await;
    page.forget().await;
    let house = PgPool::connect(&format!("{address}/postgres")).await.unwrap();
    let let_in = |yes: bool| {
        let words = format!("alter database {name} allow_connections {yes}");
        let house = house.clone();
        async move { sqlx::query(AssertSqlSafe(words)).execute(&house).await.unwrap() }
    };
    let_in(false).await;
    let out = "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1";
    sqlx::query(out).bind(&name).execute(&house).await.unwrap();
    drop(hers);
    tokio::time::sleep(Duration::from_secs(4)).await;
    let_in(true).await;
    page.hears_of(&game).await;
    assert!(!sees_there(&anna, &game).await);
}
