//! The server killed at random instants while games are played on it: no acknowledged entry is lost, none is there twice,
//! the store opens clean, and every game carries out again. The same with two servers that take moves of the same games,
//! and with a disk that is full.
//!
//! Ten kills, or as many as `GROGNARD_KILLS` says; on PostgreSQL too, where `GROGNARD_POSTGRES` names one.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_grognard");

struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(database: &str) -> Server {
        Server::run(Command::new(PROGRAM).args(["serve", "--listen", "127.0.0.1:0", "--database", database]))
    }

    /// One that can write no file larger than so many bytes: to it the disk is full.
    fn on_a_full_disk(database: &str, bytes: u64) -> Server {
        // The shell counts in blocks of 512; a write that goes beyond is refused instead of ending the program.
        let words = format!("trap '' XFSZ; ulimit -f {}; exec \"$0\" \"$@\"", bytes / 512);
        let serve = ["-c", &words, PROGRAM, "serve", "--listen", "127.0.0.1:0", "--database", database];
        Server::run(Command::new("sh").args(serve))
    }

    fn run(command: &mut Command) -> Server {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let at = line.split("http://").nth(1).unwrap_or_else(|| panic!("no address: {line}"));
        Server { address: at.split('/').next().unwrap().to_owned(), child }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// One request on a line of its own; nothing where the line breaks.
fn send(
    address: &str,
    cookie: &str,
    method: &str,
    path: &str,
    body: Option<&Value>,
) -> Option<(u16, String, String)> {
    let mut line = TcpStream::connect(address).ok()?;
    line.set_read_timeout(Some(Duration::from_secs(20))).ok()?;
    let body = body.map(Value::to_string).unwrap_or_default();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncookie: {cookie}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    line.write_all(request.as_bytes()).ok()?;
    let mut answer = Vec::new();
    line.read_to_end(&mut answer).ok()?;
    let answer = String::from_utf8(answer).ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    // An answer that was cut short is none.
    let length = head
        .lines()
        .find_map(|line| line.to_lowercase().strip_prefix("content-length: ").map(str::to_owned))?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    (length.trim().parse() == Ok(body.len())).then(|| (status, head.to_owned(), body.to_owned()))
}

fn json_of(answer: Option<(u16, String, String)>) -> Option<(u16, Value)> {
    let (status, _, body) = answer?;
    Some((status, serde_json::from_str(&body).ok()?))
}

/// What a player was told was done: the number of the entry, by the key he sent.
type Told = Vec<(String, u64)>;

struct Game {
    cookie: String,
    id: String,
    told: Told,
}

/// Plays one move of a game where one is to be played: what was answered, and under which key.
fn answered(cookie: &str, id: &str, address: &str, moves: u64) -> Option<(String, u16, Value)> {
    let path = format!("/api/games/{id}");
    let (_, view) = json_of(send(address, cookie, "GET", &path, None))?;
    if view["end"].is_string() {
        return None;
    }
    let question = &view["questions"][0];
    let options = question["options"].as_array()?;
    let key = &options[(moves as usize) % options.len()]["key"];
    let once = format!("{id} {moves}");
    let body =
        json!({ "side": question["by"], "number": view["number"], "once": once, "act": { "answer": key } });
    let (status, done) = json_of(send(address, cookie, "POST", &format!("{path}/acts"), Some(&body)))?;
    Some((once, status, done))
}

fn play(game: &mut Game, address: &str, moves: &mut u64) -> Option<()> {
    *moves += 1;
    let (once, status, done) = answered(&game.cookie, &game.id, address, *moves)?;
    if status == 200 {
        game.told.push((once, done["number"].as_u64()?));
    }
    Some(())
}

/// A guest begins a game with himself.
fn begin(address: &str) -> Game {
    let (_, head, _) = send(address, "", "POST", "/api/guest", None).unwrap();
    let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
    let cookie = cookie.split(';').next().unwrap().to_owned();
    let body = json!({ "title": "damos/bialystok-minsk", "side": "first", "opponent": "hot-seat", "dice": "thrown" });
    let (_, begun) = json_of(send(address, &cookie, "POST", "/api/games", Some(&body))).unwrap();
    Game { cookie, id: begun["id"].as_str().unwrap().to_owned(), told: Vec::new() }
}

/// Everything that was told is there, once, under the number that was told; sent again it is not done again.
fn all_there(game: &Game, address: &str) {
    let path = format!("/api/games/{}", game.id);
    let (_, view) = json_of(send(address, &game.cookie, "GET", &path, None)).unwrap();
    let number = view["number"].as_u64().unwrap();
    let mut entries: Vec<u64> = game.told.iter().map(|(_, entry)| *entry).collect();
    entries.sort_unstable();
    for pair in entries.windows(2) {
        assert!(pair[0] != pair[1], "entry {} was told of two answers", pair[0]);
    }
    let last = entries.last().copied().unwrap_or_default();
    assert!(last <= number, "entry {last} was told, and there are {number}");
    for (once, entry) in game.told.iter().rev().take(5) {
        let again = ["first", "second"].iter().any(|side| {
            let body =
                json!({ "side": side, "number": number, "once": once, "act": { "answer": "no such thing" } });
            let answer = json_of(send(address, &game.cookie, "POST", &format!("{path}/acts"), Some(&body)));
            answer.is_some_and(|(status, done)| status == 200 && done["number"].as_u64() == Some(*entry))
        });
        assert!(again, "{once} was told to be entry {entry}");
    }
}

/// Every stored game carries out again.
fn all_same(database: &str, games: usize) {
    let check = Command::new(PROGRAM).args(["serve", "--check", "--database", database]).output().unwrap();
    let said = String::from_utf8_lossy(&check.stdout).into_owned() + &String::from_utf8_lossy(&check.stderr);
    assert!(check.status.success(), "{said}");
    assert!(said.matches("same").count() >= games, "{said}");
}

fn kills() -> u64 {
    std::env::var("GROGNARD_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(10)
}

fn kill_at_random_instants(database: &str) {
    let server = Server::start(database);
    let games: Vec<Mutex<Game>> = (0..4).map(|_| Mutex::new(begin(&server.address))).collect();
    let mut server = Some(server);
    let mut told = 0;
    for kill in 0..kills() {
        let running = server.take().unwrap_or_else(|| Server::start(database));
        let (stop, moved) = (AtomicBool::new(false), AtomicBool::new(false));
        let address = running.address.clone();
        std::thread::scope(|scope| {
            for (index, game) in games.iter().enumerate() {
                let (address, stop, moved) = (&address, &stop, &moved);
                scope.spawn(move || {
                    let mut moves = kill * 1_000_000 + index as u64;
                    let mut game = game.lock().unwrap();
                    while !stop.load(Ordering::Relaxed) {
                        match play(&mut game, address, &mut moves) {
                            Some(()) => moved.store(true, Ordering::Relaxed),
                            None => std::thread::sleep(Duration::from_millis(2)),
                        }
                    }
                });
            }
            // Another instant every time: of three one counts from the start, the others from the first move, however
            // long a busy machine takes to get there.
            let patience = Instant::now() + Duration::from_secs(20);
            while kill % 3 != 0 && !moved.load(Ordering::Relaxed) && Instant::now() < patience {
                std::thread::sleep(Duration::from_millis(1));
            }
            std::thread::sleep(Duration::from_micros(20_000 + (kill * 7_919) % 400_000));
            drop(running);
            stop.store(true, Ordering::Relaxed);
        });
        told = games.iter().map(|game| game.lock().unwrap().told.len()).sum();
    }
    assert!(told as u64 >= kills() / 2, "hardly anything was played: {told}");
    let server = Server::start(database);
    games.iter().for_each(|game| all_there(&game.lock().unwrap(), &server.address));
    drop(server);
    all_same(database, games.len());
}

/// Two servers take moves of the same games, and one of them is killed, now this one and now that.
fn kill_one_of_two(database: &str) {
    let mut servers = [Server::start(database), Server::start(database)];
    let games: Vec<Mutex<Game>> = (0..4).map(|_| Mutex::new(begin(&servers[0].address))).collect();
    for kill in 0..kills() {
        let stop = AtomicBool::new(false);
        let killed = (kill % 2) as usize;
        let addresses = [0, 1].map(|index: usize| servers[index].address.clone());
        std::thread::scope(|scope| {
            for (index, game) in games.iter().enumerate() {
                for (at, address) in addresses.iter().enumerate() {
                    let stop = &stop;
                    let (cookie, id) = {
                        let game = game.lock().unwrap();
                        (game.cookie.clone(), game.id.clone())
                    };
                    scope.spawn(move || {
                        let mut moves = kill * 1_000_000 + (at * 500_000 + index) as u64;
                        while !stop.load(Ordering::Relaxed) {
                            moves += 1;
                            match answered(&cookie, &id, address, moves) {
                                Some((once, 200, done)) => {
                                    let number = done["number"].as_u64().unwrap();
                                    game.lock().unwrap().told.push((once, number));
                                }
                                // Somebody else was first, or it was asked too often.
                                Some((_, 409 | 422 | 429, _)) => {}
                                Some((_, status, answer)) => panic!("{status}: {answer}"),
                                None => std::thread::sleep(Duration::from_millis(2)),
                            }
                        }
                    });
                }
            }
            std::thread::sleep(Duration::from_micros(150_000 + (kill * 7_919) % 400_000));
            let _ = servers[killed].child.kill();
            let _ = servers[killed].child.wait();
            // The other goes on for a while.
            std::thread::sleep(Duration::from_millis(30));
            stop.store(true, Ordering::Relaxed);
        });
        servers[killed] = Server::start(database);
    }
    let told: usize = games.iter().map(|game| game.lock().unwrap().told.len()).sum();
    assert!(told as u64 >= kills(), "hardly anything was played: {told}");
    for game in &games {
        let game = game.lock().unwrap();
        servers.iter().for_each(|server| all_there(&game, &server.address));
    }
    drop(servers);
    all_same(database, games.len());
}

#[test]
fn a_full_disk_is_refused_in_words_and_loses_nothing() {
    /// So much can still be written: a few moves.
    const LEFT: u64 = 64 << 10;
    let folder = std::env::temp_dir().join(format!("grognard_full_{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("games.db");
    let database = format!("sqlite:{}", file.display());
    let server = Server::start(&database);
    let mut game = begin(&server.address);
    let mut moves = 0;
    for _ in 0..5 {
        play(&mut game, &server.address, &mut moves).unwrap();
    }
    drop(server);
    let size =
        |end: &str| std::fs::metadata(format!("{}{end}", file.display())).map_or(0, |found| found.len());
    let server = Server::on_a_full_disk(&database, size("").max(size("-wal")) + LEFT);
    let mut refused = 0;
    for _ in 0..400 {
        moves += 1;
        match answered(&game.cookie, &game.id, &server.address, moves).expect("an answer") {
            (once, 200, done) => game.told.push((once, done["number"].as_u64().unwrap())),
            (_, 503, answer) => {
                let reason = answer["reason"].as_str().unwrap();
                assert!(reason.contains("try again in a moment"), "{reason}");
                refused += 1;
            }
            (_, status, answer) => panic!("{status}: {answer}"),
        }
        if refused == 5 {
            break;
        }
    }
    assert_eq!(refused, 5, "the disk was never full after {moves} moves");
    // It can still be looked at, and what was told is there; then there is room again.
    let path = format!("/api/games/{}", game.id);
    let (status, view) = json_of(send(&server.address, &game.cookie, "GET", &path, None)).unwrap();
    assert!(status == 200 && view["number"].as_u64() >= game.told.last().map(|told| told.1), "{status}");
    drop(server);
    let server = Server::start(&database);
    all_there(&game, &server.address);
    for _ in 0..5 {
        play(&mut game, &server.address, &mut moves).unwrap();
    }
    all_there(&game, &server.address);
    drop(server);
    all_same(&database, 1);
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn kills_lose_nothing_on_sqlite() {
    let folder = std::env::temp_dir().join(format!("grognard_kills_{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    kill_at_random_instants(&format!("sqlite:{}", folder.join("games.db").display()));
    // Taken out, the journals verify on the command line; brought in again elsewhere, they are the same.
    let run = |args: &[&str]| {
        let out = Command::new(PROGRAM).args(args).output().unwrap();
        assert!(out.status.success(), "{args:?}: {}", String::from_utf8_lossy(&out.stderr));
        String::from_utf8(out.stdout).unwrap()
    };
    let at = |name: &str| folder.join(name).display().to_string();
    let (database, other) = (format!("sqlite:{}", at("games.db")), format!("sqlite:{}", at("other.db")));
    run(&["export", &at("out"), "--database", &database]);
    run(&["backup", &at("copy.db"), "--database", &database]);
    run(&["serve", "--check", "--database", &format!("sqlite:{}", at("copy.db"))]);
    let mut journals = 0;
    for file in std::fs::read_dir(folder.join("out")).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|end| end == "journal") {
            journals += 1;
            let path = path.display().to_string();
            assert!(run(&["verify", &path]).contains("verified"));
            run(&["import", &path, "--database", &other]);
        }
    }
    assert_eq!(journals, 4);
    assert_eq!(run(&["serve", "--check", "--database", &other]).matches("same").count(), 4);
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn kills_lose_nothing_on_postgres() {
    let Ok(server) = std::env::var("GROGNARD_POSTGRES") else {
        assert!(std::env::var_os("CI").is_none(), "no PostgreSQL to test with: run `make test`");
        return;
    };
    kill_at_random_instants(&format!("{server}/kills"));
}

#[test]
fn kills_of_one_of_two_servers_lose_nothing() {
    let Ok(server) = std::env::var("GROGNARD_POSTGRES") else {
        assert!(std::env::var_os("CI").is_none(), "no PostgreSQL to test with: run `make test`");
        return;
    };
    kill_one_of_two(&format!("{server}/pair"));
}
