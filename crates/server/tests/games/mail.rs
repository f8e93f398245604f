//! Mail, to a sink on this machine: who is told, of what, and how often; addresses and passwords.

use super::*;
use grognard_server::Mail;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

on_both!(
    whose_move_it_is_is_told_once_with_what_happened,
    a_digest_tells_of_all_games_at_once,
    a_mail_server_that_is_away_is_tried_again,
    a_mail_server_that_says_nothing_holds_up_no_clock,
    a_password_is_chosen_anew_by_mail,
    passwords_change_and_people_leave,
);

/// Takes mail and keeps it.
#[derive(Clone, Default)]
pub(super) struct Sink {
    mails: Arc<Mutex<Vec<String>>>,
    refuses: Arc<AtomicBool>,
}

impl Sink {
    pub(super) async fn open() -> (Sink, Mail) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let sink = Sink::default();
        let taking = sink.clone();
        tokio::spawn(async move {
            while let Ok((line, _)) = listener.accept().await {
                let sink = taking.clone();
                tokio::spawn(async move { drop(sink.take(line).await) });
            }
        });
        let address = format!("smtp://127.0.0.1:{port}");
        (sink, Mail::new(&address, "Grognard <games@localhost>", "https://games.example/").unwrap())
    }

    async fn take(&self, line: TcpStream) -> std::io::Result<()> {
        let (read, mut write) = line.into_split();
        let mut lines = BufReader::new(read).lines();
        write.write_all(b"220 sink\r\n").await?;
        let (mut mail, mut in_mail) = (String::new(), false);
        while let Some(line) = lines.next_line().await? {
            let answer = match line.split([' ', ':']).next().unwrap_or_default().to_uppercase().as_str() {
                _ if in_mail && line == "." => {
                    in_mail = false;
                    self.mails.lock().unwrap().push(std::mem::take(&mut mail));
                    "250 taken\r\n"
                }
                _ if in_mail => {
                    mail.push_str(&line);
                    mail.push('\n');
                    continue;
                }
                "EHLO" | "HELO" => "250 sink\r\n",
                "MAIL" if self.refuses.load(Ordering::SeqCst) => "451 not now\r\n",
                "DATA" => {
                    in_mail = true;
                    "354 go on\r\n"
                }
                "QUIT" => {
                    write.write_all(b"221 bye\r\n").await?;
                    return Ok(());
                }
                _ => "250 well\r\n",
            };
            write.write_all(answer.as_bytes()).await?;
        }
        Ok(())
    }

    /// The mails so far, their soft line ends taken out.
    fn mails(&self) -> Vec<String> {
        self.mails.lock().unwrap().iter().map(|mail| mail.replace("=\n", "").replace("=3D", "=")).collect()
    }

    /// The mails so far, which are then forgotten.
    pub(super) fn take_all(&self) -> Vec<String> {
        let mails = self.mails();
        self.mails.lock().unwrap().clear();
        mails
    }

    /// Waits until there are so many.
    async fn until(&self, count: usize) -> Vec<String> {
        for _ in 0..400 {
            if self.mails().len() >= count {
                break;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        let mails = self.mails();
        assert_eq!(mails.len(), count, "{mails:#?}");
        mails
    }
}

/// What stands in a mail's link.
fn token(mail: &str, page: &str) -> String {
    let (_, rest) = mail.split_once(&format!("#/{page}/")).unwrap_or_else(|| panic!("{mail}"));
    rest.chars().take_while(char::is_ascii_hexdigit).collect()
}

async fn server_with(place: Place, mail: Mail) -> Server {
    let conduct = Conduct { mail: Some(mail), tell_after: 0, ..Conduct::default() };
    Server::at(Arc::new(place), conduct).await
}

impl Player {
    pub(super) async fn registered(server: &Server, name: &str) -> Player {
        let body = json!({ "name": name, "password": "correct horse" });
        let (status, headers, answer) = server.roamer().send(Method::POST, "/api/account", Some(&body)).await;
        assert_eq!(status, StatusCode::OK, "{}", String::from_utf8_lossy(&answer));
        Player { cookie: cookie_of(&headers), ..server.roamer() }
    }

    async fn put(&self, path: &str, body: Value) -> (StatusCode, Value) {
        let (status, _, answer) = self.send(Method::PUT, path, Some(&body)).await;
        (status, serde_json::from_slice(&answer).unwrap_or(Value::Null))
    }

    /// Has his address taken and shows that it is his.
    pub(super) async fn with_mail(&self, sink: &Sink, email: &str, wanted: &str) {
        let before = sink.mails().len();
        let (status, answer) =
            self.put("/api/account/mail", json!({ "email": email, "wanted": wanted })).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        assert_eq!(
            self.get("/api/me").await.1["email"],
            Value::Null,
            "not before it has been shown to be his"
        );
        let mails = sink.until(before + 1).await;
        let token = token(mails.last().unwrap(), "confirm");
        for (token, status) in [
            ("0".repeat(64), StatusCode::FORBIDDEN),
            (token.clone(), StatusCode::OK),
            (token, StatusCode::FORBIDDEN),
        ] {
            assert_eq!(self.post("/api/account/mail", json!({ "token": token })).await.0, status);
        }
        let me = self.get("/api/me").await.1;
        assert_eq!((&me["email"], &me["mail"]), (&json!(email), &json!(wanted)));
        sink.mails.lock().unwrap().clear();
    }
}

/// Two who play, the first of whom wants mail; the game is moved on until that one is asked.
async fn until_asked(server: &Server, anna: &Player, berta: &Player) -> String {
    let game = berta.begin("damos/bialystok-minsk", "anybody").await;
    let sat = anna.post(&format!("/api/games/{game}/join"), json!({})).await;
    assert_eq!(sat.0, StatusCode::OK, "{}", sat.1);
    until_turn(server, &game, berta).await;
    game
}

/// Berta, who sits first, plays on until the second side is asked. Anna does not look.
async fn until_turn(server: &Server, game: &str, berta: &Player) {
    for _ in 0..2_000 {
        if server.games.store().game(game).await.unwrap().unwrap().turn == "second" {
            return;
        }
        let view = berta.look(game).await;
        // What ends a part ends it, so that it is soon the other's move.
        let options = view["questions"][0]["options"].as_array().unwrap();
        let key = options.iter().find(|option| option["key"] == "done").unwrap_or(&options[0])["key"].clone();
        let once = format!("move {}", view["number"]);
        let moved = berta.act(game, "first", &view["number"], &once, json!({ "answer": key })).await;
        assert_eq!(moved.0, StatusCode::OK, "{}", moved.1);
    }
    panic!("it is never the other's move");
}

async fn whose_move_it_is_is_told_once_with_what_happened(place: Place) {
    let (sink, mail) = Sink::open().await;
    let server = server_with(place, mail).await;
    let (anna, berta) =
        (Player::registered(&server, "Anna").await, Player::registered(&server, "Berta").await);
    let guest = server.guest().await;
    let refused =
        guest.put("/api/account/mail", json!({ "email": "g@localhost.test", "wanted": "daily" })).await;
    assert_eq!(refused.0, StatusCode::UNPROCESSABLE_ENTITY);
    for bad in ["no address", "a@b\r\nBcc: c@d", "\u{e4}@example.org"] {
        let refused = anna.put("/api/account/mail", json!({ "email": bad, "wanted": "daily" })).await;
        assert_eq!(refused.0, StatusCode::UNPROCESSABLE_ENTITY, "{bad}");
    }
    anna.with_mail(&sink, "anna@localhost.test", "at-once").await;
    let game = until_asked(&server, &anna, &berta).await;
    // Two servers look for whom to tell: one mail.
    let other = server.again().await;
    tokio::join!(server.games.tell_all(), other.games.tell_all());
    let mails = sink.until(1).await;
    assert!(mails[0].contains("To: anna@localhost.test"), "{}", mails[0]);
    assert!(mails[0].contains("your move") && mails[0].contains("It is your move as"), "{}", mails[0]);
    assert!(mails[0].contains(&format!("https://games.example/#/game/{game}")), "{}", mails[0]);
    // What happened, as her seat may hear it: the lines of her own log since she last did something.
    let view = anna.look(&game).await;
    let last =
        view["told"].as_array().unwrap().last().expect("something has happened")["ruling"]["text"].clone();
    let words: String = last.as_str().unwrap().chars().take(12).collect();
    assert!(mails[0].contains(&words), "{words}: {}", mails[0]);
    server.games.tell_all().await;
    sink.until(1).await;
    // She has another game open before her eyes: she sees it there.
    for seen in [true, false] {
        sink.mails.lock().unwrap().clear();
        let other = until_asked(&server, &anna, &berta).await;
        if seen {
            anna.look(&other).await;
        }
        server.games.tell_all().await;
        sink.until(usize::from(!seen)).await;
    }
    // The end is told too, once.
    let number = berta.look(&game).await["number"].clone();
    assert_eq!(berta.act(&game, "first", &number, "end", json!("resign")).await.0, StatusCode::OK);
    server.games.tell_all().await;
    server.games.tell_all().await;
    let mails = sink.until(2).await;
    assert!(mails[1].contains("is over") && mails[1].contains("gave up"), "{}", mails[1]);
}

async fn a_digest_tells_of_all_games_at_once(place: Place) {
    let (sink, mail) = Sink::open().await;
    let server = server_with(place, mail).await;
    let (anna, berta) =
        (Player::registered(&server, "Anna").await, Player::registered(&server, "Berta").await);
    anna.with_mail(&sink, "anna@localhost.test", "daily").await;
    let one = until_asked(&server, &anna, &berta).await;
    let two = until_asked(&server, &anna, &berta).await;
    server.games.tell_all().await;
    let mails = sink.until(1).await;
    assert!(mails[0].contains(&one) && mails[0].contains(&two), "{}", mails[0]);
    assert!(mails[0].contains("Subject: 2 games have something for you"), "{}", mails[0]);
    let three = until_asked(&server, &anna, &berta).await;
    server.games.tell_all().await;
    sink.until(1).await;
    // A day later, of what is new since.
    let later =
        Server::at(Arc::clone(&server.place), Conduct { digest_every: -5, ..server.conduct.clone() }).await;
    later.games.tell_all().await;
    let mails = sink.until(2).await;
    assert!(mails[1].contains(&three) && !mails[1].contains(&one), "{}", mails[1]);
}

async fn a_mail_server_that_is_away_is_tried_again(place: Place) {
    let (sink, mail) = Sink::open().await;
    let server = server_with(place, mail).await;
    let (anna, berta) =
        (Player::registered(&server, "Anna").await, Player::registered(&server, "Berta").await);
    anna.with_mail(&sink, "anna@localhost.test", "at-once").await;
    until_asked(&server, &anna, &berta).await;
    sink.refuses.store(true, Ordering::SeqCst);
    server.games.tell_all().await;
    assert_eq!(sink.mails(), Vec::<String>::new());
    sink.refuses.store(false, Ordering::SeqCst);
    // Not at once, and then another server too.
    server.games.tell_all().await;
    assert_eq!(sink.mails(), Vec::<String>::new(), "somebody has just tried");
    let later =
        Server::at(Arc::clone(&server.place), Conduct { tell_again: -5, ..server.conduct.clone() }).await;
    later.games.tell_all().await;
    sink.until(1).await;
    server.games.tell_all().await;
    sink.until(1).await;
}

async fn a_mail_server_that_says_nothing_holds_up_no_clock(place: Place) {
    let (sink, mail) = Sink::open().await;
    let server = server_with(place, mail).await;
    let (anna, berta) =
        (Player::registered(&server, "Anna").await, Player::registered(&server, "Berta").await);
    anna.with_mail(&sink, "anna@localhost.test", "at-once").await;
    until_asked(&server, &anna, &berta).await;
    // It takes calls and never answers one.
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("smtp://{}", silent.local_addr().unwrap());
    let mail = Mail::new(&address, "Grognard <grognard@localhost>", "http://localhost").unwrap();
    let hands = Hands::new();
    let conduct = Conduct { mail: Some(mail), ..hands.conduct() };
    let slow = Server::at(Arc::clone(&server.place), conduct).await;
    let pace = json!({ "live": { "minutes": 1, "added_seconds": 0 } });
    let (_, _, game) = two_at_pace(&slow, "damos/bialystok-minsk", pace).await;
    let clockwork = tokio::spawn(Arc::clone(&slow.games).clockwork());
    silent.accept().await.unwrap();
    hands.on(2 * 60_000);
    let turn = async || slow.games.store().game(&game).await.unwrap().unwrap().turn;
    for _ in 0..80 {
        if turn().await == "over" {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    assert_eq!(turn().await, "over", "while the mail still waits");
    slow.games.end();
    clockwork.await.unwrap();
}

async fn a_password_is_chosen_anew_by_mail(place: Place) {
    let (sink, mail) = Sink::open().await;
    let server = server_with(place, mail).await;
    let (anna, berta) =
        (Player::registered(&server, "Anna").await, Player::registered(&server, "Berta").await);
    anna.with_mail(&sink, "anna@localhost.test", "none").await;
    let roamer = server.roamer();
    let asked = |name: &str| {
        let (roamer, name) = (roamer.clone(), name.to_owned());
        async move { roamer.post("/api/account/reset", json!({ "name": name })).await }
    };
    // Nobody is told which names there are, and which have an address.
    let (known, unknown, without) = (asked("ANNA").await, asked("Nobody").await, asked("Berta").await);
    assert!(known == unknown && known == without && known.0 == StatusCode::OK);
    assert_eq!(asked("\u{0}").await, known);
    let mails = sink.until(1).await;
    assert!(mails[0].contains("anna@localhost.test"));
    let token = token(&mails[0], "reset");
    let chosen = |token: &str, password: &str| {
        let (roamer, body) = (roamer.clone(), json!({ "token": token, "password": password }));
        async move { roamer.put("/api/account/reset", body).await.0 }
    };
    assert_eq!(chosen(&token, "short").await, StatusCode::UNPROCESSABLE_ENTITY, "and it is still good");
    assert_eq!(chosen(&"0".repeat(64), "another horse").await, StatusCode::FORBIDDEN);
    assert_eq!(chosen(&token, "another horse").await, StatusCode::OK);
    assert_eq!(chosen(&token, "third horse here").await, StatusCode::FORBIDDEN, "once");
    assert_eq!(anna.get("/api/me").await.0, StatusCode::UNAUTHORIZED, "every browser is logged out");
    assert_eq!(berta.get("/api/me").await.0, StatusCode::OK);
    let log_in = |password: &str| {
        let (roamer, body) = (roamer.clone(), json!({ "name": "Anna", "password": password }));
        async move { roamer.post("/api/session", body).await.0 }
    };
    assert_eq!(log_in("correct horse").await, StatusCode::UNAUTHORIZED);
    assert_eq!(log_in("another horse").await, StatusCode::OK);
    // Nobody has mails sent without end.
    let mut refused = 0;
    for _ in 0..8 {
        refused += usize::from(asked("Anna").await.0 == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!(refused >= 3, "{refused}");
}

async fn passwords_change_and_people_leave(place: Place) {
    let (_sink, mail) = Sink::open().await;
    let server = server_with(place, mail).await;
    let (anna, berta) =
        (Player::registered(&server, "Anna").await, Player::registered(&server, "Berta").await);
    let change = json!({ "old": "wrong horse", "new": "another horse" });
    assert_eq!(anna.put("/api/account/password", change).await.0, StatusCode::FORBIDDEN);
    let change = json!({ "old": "correct horse", "new": "another horse" });
    let (status, headers, _) = anna.send(Method::PUT, "/api/account/password", Some(&change)).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(anna.get("/api/me").await.0, StatusCode::UNAUTHORIZED, "the old cookie is good no more");
    let anna = Player { cookie: cookie_of(&headers), ..anna };
    assert_eq!(anna.get("/api/me").await.0, StatusCode::OK);
    // She leaves: her game is given up, her name is free, her cookie is good for nothing.
    let game = until_asked(&server, &anna, &berta).await;
    let leave = |password: &str| {
        let (anna, body) = (anna.clone(), json!({ "password": password }));
        async move { anna.send(Method::DELETE, "/api/account", Some(&body)).await.0 }
    };
    assert_eq!(leave("correct horse").await, StatusCode::FORBIDDEN);
    assert_eq!(leave("another horse").await, StatusCode::OK);
    assert_eq!(anna.get("/api/me").await.0, StatusCode::UNAUTHORIZED);
    let view = berta.look(&game).await;
    assert!(view["end"].as_str().unwrap().contains("gave up"), "{}", view["end"]);
    assert_eq!(view["seats"][1]["player"], "(gone)");
    assert!(!serde_json::to_string(&view).unwrap().contains("Anna"));
    Player::registered(&server, "Anna").await;
    // A guest goes without a password.
    let guest = server.guest().await;
    assert_eq!(guest.send(Method::DELETE, "/api/account", Some(&json!({}))).await.0, StatusCode::OK);
    assert_eq!(guest.get("/api/me").await.0, StatusCode::UNAUTHORIZED);
}
