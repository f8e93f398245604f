//! Games that are kept, through the API and without a socket: what is answered, what is refused, what is never lost,
//! and what is never told.

mod away;
mod hostile;
mod mail;
mod operator;
mod orders;
mod pace;
mod routes;
mod secrets;
mod spoken;
mod there;
mod tried;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Method, Request, StatusCode};
use grognard::umpire::{Journal, Proof};
use grognard_server::store::Store;
use grognard_server::upkeep::{carry_out, take_out};
use grognard_server::{Conduct, Games, Hosts, app_with};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};
use tower::ServiceExt;

static NUMBER: AtomicU32 = AtomicU32::new(0);

/// A server with a store of its own.
struct Server {
    app: Router,
    games: Arc<Games>,
    place: Arc<Place>,
    conduct: Conduct,
}

/// Where a database is; SQLite's file is gone with the last server that has it.
struct Place {
    address: String,
    file: Option<PathBuf>,
}

impl Drop for Place {
    fn drop(&mut self) {
        for end in ["", "-wal", "-shm"] {
            if let Some(file) = &self.file {
                let _ = std::fs::remove_file(format!("{}{end}", file.display()));
            }
        }
    }
}

fn fresh() -> String {
    format!("grognard_games_{}_{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed))
}

fn sqlite() -> Place {
    let file = std::env::temp_dir().join(format!("{}.db", fresh()));
    Place { address: format!("sqlite:{}", file.display()), file: Some(file) }
}

/// A fresh database of the PostgreSQL that was started for the tests; none where there is none.
async fn postgres() -> Option<Place> {
    let Ok(server) = std::env::var("GROGNARD_POSTGRES") else {
        assert!(std::env::var_os("CI").is_none(), "no PostgreSQL to test with: run `make test`");
        return None;
    };
    let name = fresh();
    let pool = sqlx::PgPool::connect(&format!("{server}/postgres")).await.unwrap();
    let create = sqlx::AssertSqlSafe(format!("create database {name}"));
    sqlx::query(create).execute(&pool).await.unwrap();
    pool.close().await;
    Some(Place { address: format!("{server}/{name}"), file: None })
}

/// The test on both databases.
macro_rules! on_both {
    ($($name:ident),* $(,)?) => {
        mod on_sqlite {$(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                super::$name(crate::sqlite()).await;
            }
        )*}
        mod on_postgres {$(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                if let Some(place) = crate::postgres().await {
                    super::$name(place).await;
                }
            }
        )*}
    };
}
use on_both;

on_both!(
    two_people_play_to_the_end_over_a_server_that_is_started_again,
    an_answer_is_done_once_and_only_by_whom_it_is_asked,
    going_back_wants_both_and_giving_up_ends_it,
    the_computer_plays_its_side_and_takes_one_over,
    a_title_is_begun_even_where_a_battle_goes_by_its_name,
    one_at_both_sides_is_shown_whichever_is_asked,
    accounts_are_made_kept_and_left,
    passwords_are_not_tried_without_end,
    a_list_says_how_each_game_stands,
);

/// A clock that is set by hand, in milliseconds.
#[derive(Clone)]
struct Hands(Arc<AtomicI64>);

impl Hands {
    fn new() -> Hands {
        Hands(Arc::new(AtomicI64::new(1_700_000_000_000)))
    }

    fn on(&self, milliseconds: i64) {
        self.0.fetch_add(milliseconds, Ordering::SeqCst);
    }

    fn conduct(&self) -> Conduct {
        let hands = self.clone();
        Conduct {
            now: Arc::new(move || hands.0.load(Ordering::SeqCst)),
            patience: 0,
            tell_after: 0,
            ..Conduct::default()
        }
    }
}

impl Server {
    async fn new() -> Server {
        Server::at(Arc::new(sqlite()), Conduct::default()).await
    }

    async fn at(place: Arc<Place>, conduct: Conduct) -> Server {
        let store = Store::open(&place.address).await.unwrap();
        let games = Games::conducted(store, conduct.clone());
        Server { app: app_with(Hosts::default(), Some(Arc::clone(&games))), games, place, conduct }
    }

    /// The same store behind another server: what was in memory is gone.
    async fn again(&self) -> Server {
        Server::at(Arc::clone(&self.place), self.conduct.clone()).await
    }

    async fn guest(&self) -> Player {
        // From an address of his own: so many guests from one are too many.
        let mut player = self.roamer();
        let (status, headers, _) = player.send(Method::POST, "/api/guest", None).await;
        assert_eq!(status, StatusCode::OK);
        (player.cookie, player.roams) = (cookie_of(&headers), false);
        player
    }

    fn nobody(&self) -> Player {
        Player { app: self.app.clone(), cookie: String::new(), roams: false }
    }

    /// Somebody whose every request comes from another address.
    fn roamer(&self) -> Player {
        Player { roams: true, ..self.nobody() }
    }
}

fn cookie_of(headers: &HeaderMap) -> String {
    headers["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned()
}

/// Somebody at a browser.
#[derive(Clone)]
struct Player {
    app: Router,
    cookie: String,
    roams: bool,
}

impl Player {
    async fn request(&self, mut request: Request<Body>) -> (StatusCode, HeaderMap, Vec<u8>) {
        if self.roams {
            let [_, b, c, d] = NUMBER.fetch_add(1, Ordering::Relaxed).to_be_bytes();
            request.extensions_mut().insert(ConnectInfo(SocketAddr::from(([10, b, c, d], 4000))));
        }
        let (parts, body) = self.app.clone().oneshot(request).await.unwrap().into_parts();
        (parts.status, parts.headers, to_bytes(body, 64 << 20).await.unwrap().to_vec())
    }

    async fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> (StatusCode, HeaderMap, Vec<u8>) {
        let mut request = Request::builder().method(method).uri(path).header("host", "localhost");
        if !self.cookie.is_empty() {
            request = request.header("cookie", &self.cookie);
        }
        let body = match body {
            Some(body) => {
                request = request.header("content-type", "application/json");
                Body::from(body.to_string())
            }
            None => Body::empty(),
        };
        self.request(request.body(body).unwrap()).await
    }

    async fn get(&self, path: &str) -> (StatusCode, Value) {
        let (status, _, body) = self.send(Method::GET, path, None).await;
        (status, serde_json::from_slice(&body).unwrap_or(Value::Null))
    }

    async fn post(&self, path: &str, body: Value) -> (StatusCode, Value) {
        let (status, _, answer) = self.send(Method::POST, path, Some(&body)).await;
        (status, serde_json::from_slice(&answer).unwrap_or(Value::Null))
    }

    async fn begin(&self, title: &str, opponent: &str) -> String {
        self.begin_at(title, opponent, json!("none")).await
    }

    async fn begin_at(&self, title: &str, opponent: &str, pace: Value) -> String {
        let body =
            json!({ "title": title, "side": "first", "opponent": opponent, "dice": "thrown", "pace": pace });
        let (status, answer) = self.post("/api/games", body).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        answer["id"].as_str().unwrap().to_owned()
    }

    /// Begins a game against the computer and has it play the other side as well. Some battles are over before
    /// anybody was asked: then another is begun.
    async fn begin_and_hand_over(&self, title: &str) -> String {
        for _ in 0..20 {
            let game = self.begin(title, "computer").await;
            // Whatever the other computer has done since: who plays a side has nothing to do with how the game stands.
            let (status, answer) = self.act(&game, "first", &json!(0), "over", json!("hand-over")).await;
            if status == StatusCode::OK {
                return game;
            }
            assert!(self.look(&game).await["end"].is_string(), "{answer}");
        }
        panic!("twenty battles in which nobody was asked");
    }

    async fn look(&self, game: &str) -> Value {
        let (status, view) = self.get(&format!("/api/games/{game}")).await;
        assert_eq!(status, StatusCode::OK, "{view}");
        view
    }

    async fn act(
        &self,
        game: &str,
        side: &str,
        number: &Value,
        once: &str,
        act: Value,
    ) -> (StatusCode, Value) {
        let body = json!({ "side": side, "number": number, "once": once, "act": act });
        self.post(&format!("/api/games/{game}/acts"), body).await
    }

    /// Gives the first option of what is asked, if anything is.
    async fn play(&self, game: &str) -> Option<(StatusCode, Value)> {
        let view = self.look(game).await;
        let question = view["questions"].get(0)?;
        let key = question["options"][0]["key"].as_str()?;
        let side = question["by"].as_str()?.to_owned();
        let once = format!("move {}", view["number"]);
        Some(self.act(game, &side, &view["number"], &once, json!({ "answer": key })).await)
    }
}

async fn two_at(server: &Server, title: &str) -> (Player, Player, String) {
    two_at_pace(server, title, json!("none")).await
}

async fn two_at_pace(server: &Server, title: &str, pace: Value) -> (Player, Player, String) {
    let (anna, berta) = (server.guest().await, server.guest().await);
    let game = anna.begin_at(title, "invited", pace).await;
    let invite = anna.look(&game).await["invite"].clone();
    let refused = berta.post(&format!("/api/games/{game}/join"), json!({ "invite": "guessed" })).await;
    assert_eq!(refused.0, StatusCode::FORBIDDEN);
    let nonce = "00112233445566778899aabbccddeeff";
    let sat =
        berta.post(&format!("/api/games/{game}/join"), json!({ "invite": invite, "nonce": nonce })).await;
    assert_eq!(sat.0, StatusCode::OK, "{}", sat.1);
    let late =
        server.guest().await.post(&format!("/api/games/{game}/join"), json!({ "invite": invite })).await;
    assert_eq!(late.0, StatusCode::CONFLICT, "both seats are taken");
    (anna, berta, game)
}

/// A journal that came out of the server stands alone: form, hashes, rules and dice.
fn verify(text: &str) -> Proof {
    let journal = Journal::read(text).unwrap();
    let header = journal.header();
    let contest = grognard::open(&header.title, &header.setup, &header.tables).unwrap();
    assert!(contest.replay(&journal, &[]).unwrap().end().is_some());
    journal.prove_dice(None).unwrap()
}

async fn two_people_play_to_the_end_over_a_server_that_is_started_again(place: Place) {
    let mut server = Server::at(Arc::new(place), Conduct::default()).await;
    let (mut anna, mut berta, game) = two_at(&server, "eu9/pavia").await;
    for round in 0.. {
        assert!(round < 200, "a battle that does not end");
        if anna.look(&game).await["end"].is_string() {
            break;
        }
        let moved = match anna.play(&game).await {
            Some(moved) => moved,
            None => berta.play(&game).await.expect("somebody is asked"),
        };
        assert_eq!(moved.0, StatusCode::OK, "{}", moved.1);
        if round % 3 == 1 {
            let before = anna.look(&game).await;
            server = server.again().await;
            (anna.app, berta.app) = (server.app.clone(), server.app.clone());
            assert_eq!(anna.look(&game).await, before, "nothing is lost with what was in memory");
        }
    }
    let (_, _, text) = berta.send(Method::GET, &format!("/api/games/{game}/journal"), None).await;
    let text = String::from_utf8(text).unwrap();
    assert!(matches!(verify(&text), Proof::Pledged(throws) if throws > 0));
    assert!(text.contains("nonce second 00112233445566778899aabbccddeeff"), "what Berta added to the dice");
    let list = anna.get("/api/games").await.1;
    assert_eq!(list["yours"][0]["over"], true);
    let taken = take_out(server.games.store(), &game).await.unwrap();
    carry_out(&taken).unwrap();
    // Looking back: the view at an entry is what it was, and after the end from any seat.
    for seat in ["first", "second", "onlooker", "all"] {
        let (status, past) = berta.get(&format!("/api/games/{game}?at=3&seat={seat}")).await;
        assert_eq!((status, &past["number"]), (StatusCode::OK, &json!(3)), "{seat}");
    }
}

async fn an_answer_is_done_once_and_only_by_whom_it_is_asked(place: Place) {
    let server = Server::at(Arc::new(place), Conduct::default()).await;
    // A game that no throw can end at once.
    let (anna, berta, game) = two_at(&server, "damos/bialystok-minsk").await;
    let view = anna.look(&game).await;
    let (asked, other) = if view["questions"].get(0).is_some() { (&anna, &berta) } else { (&berta, &anna) };
    let view = asked.look(&game).await;
    let side = view["seat"].as_str().unwrap();
    let key = view["questions"][0]["options"][0]["key"].clone();
    let act = json!({ "answer": key });
    let number = &view["number"];
    let before = server.games.store().entries(&game, 0).await.unwrap().len();
    // By somebody else, for somebody else, too late, not offered.
    let status = |(status, _): (StatusCode, Value)| status;
    assert_eq!(status(other.act(&game, side, number, "x", act.clone()).await), StatusCode::FORBIDDEN);
    let others = if side == "first" { "second" } else { "first" };
    let refused = other.act(&game, others, number, "x", act.clone()).await;
    assert_eq!(refused.0, StatusCode::UNPROCESSABLE_ENTITY, "it is not asked: {}", refused.1);
    assert_eq!(
        status(server.guest().await.act(&game, side, number, "x", act.clone()).await),
        StatusCode::FORBIDDEN
    );
    assert_eq!(
        status(server.nobody().act(&game, side, number, "x", act.clone()).await),
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(status(asked.act(&game, side, &json!(98), "x", act.clone()).await), StatusCode::CONFLICT);
    assert_eq!(status(asked.act(&game, side, &json!(99), "x", act.clone()).await), StatusCode::CONFLICT);
    let wild = asked.act(&game, side, number, "x", json!({ "answer": "win at once" })).await;
    assert_eq!(wild.0, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(wild.1["reason"].is_string());
    for act in [json!("agree"), json!({ "faces": [6] }), json!("take-back"), json!({ "rewind": 99 })] {
        assert_eq!(status(asked.act(&game, side, number, "x", act).await), StatusCode::UNPROCESSABLE_ENTITY);
    }
    assert_eq!(server.games.store().entries(&game, 0).await.unwrap().len(), before, "nothing has changed");
    // Sent twice, also over a server that was started again, it is done once and answered the same.
    let done = asked.act(&game, side, number, "once", act.clone()).await;
    assert_eq!(done.0, StatusCode::OK);
    let after = server.games.store().entries(&game, 0).await.unwrap().len();
    assert_eq!(asked.act(&game, side, number, "once", act.clone()).await, done);
    let again = server.again().await;
    let there = Player { app: again.app.clone(), ..asked.clone() };
    assert_eq!(there.act(&game, side, number, "once", act).await, done);
    assert_eq!(server.games.store().entries(&game, 0).await.unwrap().len(), after);
}

async fn going_back_wants_both_and_giving_up_ends_it(place: Place) {
    let server = Server::at(Arc::new(place), Conduct::default()).await;
    let (anna, berta, game) = two_at(&server, "damos/bialystok-minsk").await;
    for _ in 0..3 {
        match anna.play(&game).await {
            Some(_) => {}
            None => drop(berta.play(&game).await),
        }
    }
    let number = anna.look(&game).await["number"].clone();
    let asked = anna.act(&game, "first", &number, "a", json!({ "rewind": 2 })).await;
    assert_eq!(asked.0, StatusCode::OK, "{}", asked.1);
    let view = berta.look(&game).await;
    assert_eq!(view["proposal"], json!({ "by": "first", "rewind": 2 }));
    assert_eq!(berta.act(&game, "second", &view["number"], "b", json!("decline")).await.0, StatusCode::OK);
    let number = anna.look(&game).await["number"].clone();
    assert_eq!(anna.act(&game, "first", &number, "c", json!({ "rewind": 2 })).await.0, StatusCode::OK);
    let number = berta.look(&game).await["number"].clone();
    assert_eq!(berta.act(&game, "second", &number, "d", json!("agree")).await.0, StatusCode::OK);
    let number = anna.look(&game).await["number"].clone();
    assert_eq!(anna.act(&game, "first", &number, "e", json!("resign")).await.0, StatusCode::OK);
    let view = berta.look(&game).await;
    assert!(view["end"].as_str().unwrap().contains("gave up"), "{}", view["end"]);
    let (_, _, text) = anna.send(Method::GET, &format!("/api/games/{game}/journal"), None).await;
    assert!(matches!(verify(&String::from_utf8(text).unwrap()), Proof::Pledged(_)));
}

async fn the_computer_plays_its_side_and_takes_one_over(place: Place) {
    let server = Server::at(Arc::new(place), Conduct::default()).await;
    let anna = server.guest().await;
    let game = anna.begin_and_hand_over("eu9/pavia").await;
    for _ in 0..400 {
        if anna.look(&game).await["end"].is_string() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
    }
    let view = anna.look(&game).await;
    assert!(view["end"].is_string(), "the computer has played both sides to the end");
    let (_, _, text) = anna.send(Method::GET, &format!("/api/games/{game}/journal"), None).await;
    let text = String::from_utf8(text).unwrap();
    assert!(matches!(verify(&text), Proof::Pledged(_)) && text.contains("seat first computer"));
}

async fn a_title_is_begun_even_where_a_battle_goes_by_its_name(place: Place) {
    let server = Server::at(Arc::new(place), Conduct::default()).await;
    let anna = server.guest().await;
    let game = anna.begin("days-of-empire/thin-red-line", "hot-seat").await;
    assert!(anna.look(&game).await["picture"].is_string(), "the title has a table, the battle none");
}

async fn one_at_both_sides_is_shown_whichever_is_asked(place: Place) {
    let server = Server::at(Arc::new(place), Conduct::default()).await;
    let anna = server.guest().await;
    let game = anna.begin("eu9/pavia", "hot-seat").await;
    for _ in 0..4 {
        let view = anna.look(&game).await;
        if view["end"].is_string() {
            break;
        }
        assert_eq!(view["questions"][0]["by"], view["seat"]);
        assert_eq!(anna.play(&game).await.unwrap().0, StatusCode::OK);
    }
}

/// In lists a game is told by what everybody may hear of it: neither side is told more of it there than an onlooker.
async fn a_list_says_how_each_game_stands(place: Place) {
    let server = Server::at(Arc::new(place), Conduct::default()).await;
    let (anna, berta, game) = two_at(&server, "damos/bialystok-minsk").await;
    let mut heard = 0;
    for _ in 0..12 {
        let moved = match anna.play(&game).await {
            Some(moved) => moved,
            None => berta.play(&game).await.expect("somebody is asked"),
        };
        assert_eq!(moved.0, StatusCode::OK, "{}", moved.1);
        let looked = server.nobody().look(&game).await;
        let told = looked["told"].as_array().unwrap().last().map(|line| {
            let text = line["ruling"]["text"].as_str().unwrap();
            match line["ruling"]["heading"] == true {
                true => text.to_owned(),
                false => format!("turn {}: {text}", looked["aims"]["turn"]["now"]),
            }
        });
        for player in [&anna, &berta] {
            let card = player.get("/api/games").await.1["yours"][0].clone();
            let (said, told) = (card["told"].as_str(), told.as_deref());
            let short = said.and_then(|said| said.strip_suffix('…'));
            let same = said == told || short.zip(told).is_some_and(|(short, told)| told.starts_with(short));
            assert!(same, "{said:?}, but {told:?}");
            heard += usize::from(said.is_some());
        }
    }
    assert!(heard > 0, "nothing was ever told");
}

async fn accounts_are_made_kept_and_left(place: Place) {
    let server = Server::at(Arc::new(place), Conduct::default()).await;
    let nobody = server.nobody();
    let anna = json!({ "name": "Anna", "password": "correct horse" });
    let (status, headers, _) = nobody.send(Method::POST, "/api/account", Some(&anna)).await;
    assert_eq!(status, StatusCode::OK);
    let set = headers["set-cookie"].to_str().unwrap();
    assert!(["HttpOnly", "SameSite=Strict", "Path=/"].iter().all(|word| set.contains(word)), "{set}");
    assert_eq!(set.split([';', '=']).nth(1).unwrap().len(), 64, "256 bits");
    let logged_in = Player { cookie: cookie_of(&headers), ..nobody.clone() };
    assert_eq!(
        logged_in.get("/api/me").await.1,
        json!({ "name": "Anna", "guest": false, "email": null, "mail": "none" })
    );
    assert_eq!(nobody.get("/api/me").await.0, StatusCode::UNAUTHORIZED);
    for (body, status) in [
        (json!({ "name": "ANNA", "password": "another word" }), StatusCode::CONFLICT),
        (json!({ "name": "B", "password": "another word" }), StatusCode::UNPROCESSABLE_ENTITY),
        (json!({ "name": "Berta", "password": "short" }), StatusCode::UNPROCESSABLE_ENTITY),
        (json!({ "name": "x".repeat(10_000), "password": "another word" }), StatusCode::UNPROCESSABLE_ENTITY),
    ] {
        assert_eq!(nobody.post("/api/account", body.clone()).await.0, status, "{body}");
    }
    let wrong = nobody.post("/api/session", json!({ "name": "Anna", "password": "wrong horse" })).await;
    let unknown = nobody.post("/api/session", json!({ "name": "Carla", "password": "wrong horse" })).await;
    assert_eq!(wrong, unknown, "nobody is told which names there are");
    assert_eq!(wrong.0, StatusCode::UNAUTHORIZED);
    assert_eq!(nobody.post("/api/session", anna).await.0, StatusCode::OK);
    // A guest keeps his games.
    let guest = server.guest().await;
    let game = guest.begin("eu9/pavia", "computer").await;
    let kept = guest.post("/api/account", json!({ "name": "Doris", "password": "another word" })).await;
    assert_eq!(
        kept,
        (StatusCode::OK, json!({ "name": "Doris", "guest": false, "email": null, "mail": "none" }))
    );
    assert_eq!(guest.get("/api/games").await.1["yours"][0]["id"], game.as_str());
    assert_eq!(guest.send(Method::DELETE, "/api/sessions", None).await.0, StatusCode::OK);
    assert_eq!(guest.get("/api/me").await.0, StatusCode::UNAUTHORIZED, "out everywhere");
    assert_eq!(logged_in.send(Method::DELETE, "/api/session", None).await.0, StatusCode::OK);
    assert_eq!(logged_in.get("/api/me").await.0, StatusCode::UNAUTHORIZED);
}

async fn passwords_are_not_tried_without_end(place: Place) {
    let server = Server::at(Arc::new(place), Conduct::default()).await;
    let mut refused = 0;
    for _ in 0..15 {
        let tried =
            server.nobody().post("/api/session", json!({ "name": "Anna", "password": "12345678" })).await;
        refused += usize::from(tried.0 == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!((4..=6).contains(&refused), "{refused}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_share_one_postgres() {
    let Ok(address) = std::env::var("GROGNARD_POSTGRES") else {
        assert!(std::env::var_os("CI").is_none(), "no PostgreSQL to test with: run `make test`");
        return;
    };
    let address = format!("{address}/servers");
    let open = || async {
        let games = Games::new(Store::open(&address).await.unwrap());
        (app_with(Hosts::default(), Some(Arc::clone(&games))), games)
    };
    let ((here, _games), (there, _)) = (open().await, open().await);
    let guest = |app: Router| async move {
        let mut player = Player { app, cookie: String::new(), roams: false };
        let (_, headers, _) = player.send(Method::POST, "/api/guest", None).await;
        player.cookie = cookie_of(&headers);
        player
    };
    let (anna, berta) = (guest(here.clone()).await, guest(there.clone()).await);
    let game = anna.begin("eu9/pavia", "anybody").await;
    let sat = berta.post(&format!("/api/games/{game}/join"), json!({})).await;
    assert_eq!(sat.0, StatusCode::OK, "{}", sat.1);
    for round in 0..200 {
        // Each looks at his own server, and every other move goes through the wrong one.
        let (mut anna, mut berta) = (anna.clone(), berta.clone());
        if round % 2 == 1 {
            (anna.app, berta.app) = (there.clone(), here.clone());
        }
        let view = anna.look(&game).await;
        assert_eq!(view["number"], berta.look(&game).await["number"]);
        if view["end"].is_string() {
            let (_, _, text) = berta.send(Method::GET, &format!("/api/games/{game}/journal"), None).await;
            assert!(matches!(verify(&String::from_utf8(text).unwrap()), Proof::Pledged(_)));
            return;
        }
        let moved = match anna.play(&game).await {
            Some(moved) => moved,
            None => berta.play(&game).await.expect("somebody is asked"),
        };
        assert_eq!(moved.0, StatusCode::OK, "{}", moved.1);
    }
    panic!("a battle that does not end");
}
