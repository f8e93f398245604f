//! Every byte that is sent to a seat, in pairs of games that differ in the other side's secrets alone: pages, views,
//! journals, refusals, entity tags, lengths and kinds of answer, and of some of them events and mails. For every title
//! in which anybody answers in secret.
//!
//! A few pairs of each title, or as many as `GROGNARD_PAIRS` says; of one title alone where `GROGNARD_TITLE` names it, and
//! from the seed on that `GROGNARD_SEED` gives.
#![allow(clippy::print_stdout)]

use super::mail::Sink;
use super::*;
use axum::body::BodyDataStream;
use grognard::umpire::{Generator, Header, Kind, Opening, Pledge, Side};
use grognard::{Contest, Game, Seat};
use grognard_server::upkeep::{Taken, bring_in};

const SECRET: [u8; 32] = [7; 32];
/// So many decisions of a game are looked at; then another is begun.
const DECISIONS_MAX: usize = 400;

/// Every title and battle in which somebody may answer in secret, found by playing.
fn titles() -> Vec<(String, String, Box<dyn Contest>)> {
    let mut found = Vec::new();
    let only = std::env::var("GROGNARD_TITLE").ok();
    for system in grognard::systems() {
        let titles = system.titles().into_iter();
        for (name, text) in titles.filter(|(name, _)| only.as_ref().is_none_or(|only| only == name)) {
            let contest = grognard::open(&name, text, &[]).unwrap();
            found.push((system.key.to_owned(), name, contest));
        }
    }
    found
}

/// A game that is played at random, and at every secret answer on the way the same game with another one.
struct Pairs<'a> {
    contest: &'a dyn Contest,
    play: Box<dyn grognard::Play>,
    openings: Vec<(Side, Opening)>,
    dice: Generator,
    decisions: usize,
    /// The question that the last pair answers differently.
    asked: String,
}

impl<'a> Pairs<'a> {
    fn begin(system: &str, name: &str, contest: &'a dyn Contest, seed: u64) -> Pairs<'a> {
        let text =
            grognard::system(system).unwrap().titles().into_iter().find(|(key, _)| key == name).unwrap().1;
        let header = Header {
            system: system.to_owned(),
            title: name.to_owned(),
            setup: text.to_owned(),
            dice: grognard::umpire::DiceSource::Pledged(Pledge::commitment(&SECRET)),
            ..Header::default()
        };
        let mut play = contest.start(header);
        for side in Side::ALL {
            play.nonce(side, [1; 16]).unwrap();
        }
        Pairs {
            contest,
            play,
            openings: Vec::new(),
            dice: Generator::new(seed),
            decisions: 0,
            asked: String::new(),
        }
    }

    /// Plays on to the next secret answer there is a choice in: the game with one answer, and with another.
    fn next(&mut self) -> Option<(Taken, Taken, Side)> {
        loop {
            self.play.open_due();
            let question = self.play.pending().first().map(|question| (*question).clone())?;
            if let Kind::Roll(roll) = question.kind {
                let journal = self.play.journal();
                let faces = Pledge::of(journal, SECRET).unwrap().faces(journal.throws(), roll);
                self.play.faces(&faces).unwrap();
                continue;
            }
            self.decisions += 1;
            if self.decisions > DECISIONS_MAX {
                return None;
            }
            let side = question.asking.by?;
            let options = question.options();
            let one = self.dice.below(options.len() as u32) as usize;
            let mut pair = None;
            if question.kind.is_secret() && options.len() > 1 {
                let two = (one + 1 + self.dice.below(options.len() as u32 - 1) as usize) % options.len();
                pair = self.forked(side, &options[one].key, 1).zip(self.forked(side, &options[two].key, 2));
            }
            let salt = [self.dice.below(256) as u8; 16];
            let entered = self.play.answer(side, &options[one].key, salt).unwrap();
            self.openings.extend(entered.opening.map(|opening| (side, opening)));
            if let Some((one, two)) = pair {
                self.asked = question.line();
                return Some((one, two, side));
            }
        }
    }

    fn forked(&self, side: Side, key: &str, salt: u8) -> Option<Taken> {
        let kept: Vec<Opening> = self.openings.iter().map(|(_, opening)| opening.clone()).collect();
        let mut play = self.contest.replay(self.play.journal(), &kept).ok()?;
        let opening = play.answer(side, key, [salt; 16]).ok()?.opening?;
        let openings = self.openings.iter().cloned().chain([(side, opening)]).collect();
        Some(Taken { id: String::new(), journal: play.journal().clone(), openings, secret: Some(SECRET) })
    }
}

/// What the library lets a seat know of a game that was kept: as it stands, and at every entry since the secret answer.
/// What the rules show is no secret any more, also where it comes to the same in the end: who is told that a unit has
/// fallen, or has not, does not forget it when the whole force is lost for want of a way back.
#[derive(PartialEq)]
struct Knows {
    in_the_end: String,
    on_the_way: String,
}

async fn may_know(server: &Server, contest: &dyn Contest, id: &str, seat: Seat, since: usize) -> Knows {
    let taken = take_out(server.games.store(), id).await.unwrap();
    let openings: Vec<Opening> = taken.openings.iter().map(|(_, opening)| opening.clone()).collect();
    let all: Vec<Opening> = openings.into_iter().chain(taken.journal.openings()).collect();
    let game = Game::new(contest.replay(&taken.journal, &all).unwrap());
    let lengths: Vec<usize> = taken.journal.entries().iter().map(|entry| entry.event.line().len()).collect();
    let known = |game: &Game| {
        let told = game.told(seat, 0).lines;
        let told: Vec<(usize, &str)> =
            told.iter().map(|(entry, ruling)| (*entry, ruling.text.as_str())).collect();
        format!("{:?} {:?} {told:?} {:?}", game.view(seat), game.questions(seat), game.end())
    };
    let moments = (since..game.number()).map(|entry| known(&game.at(entry).unwrap()));
    Knows { in_the_end: format!("{} {lengths:?}", known(&game)), on_the_way: moments.collect() }
}

/// What differs by chance alone: the games' numbers, hashes, and when something was said.
fn masked(bytes: &[u8], id: &str) -> String {
    let text = String::from_utf8_lossy(bytes).replace(id, "ID");
    let mut out = String::new();
    let mut run = String::new();
    for c in text.chars().chain([' ']) {
        if c.is_ascii_hexdigit() {
            run.push(c);
            continue;
        }
        // A hash, or an instant in seconds.
        let chance = run.len() >= 20 || (run.len() == 10 && run.bytes().all(|c| c.is_ascii_digit()));
        out.push_str(&if chance { "#".repeat(run.len()) } else { std::mem::take(&mut run) });
        run.clear();
        out.push(c);
    }
    out
}

/// Everything that a player who sits opposite, and somebody who looks on, can be sent.
async fn heard(server: &Server, id: &str, players: [&Player; 2], side: Side, number: usize) -> Vec<String> {
    let other = players[side.other() as usize];
    let theirs = side.other().key();
    let mut all = Vec::new();
    for (player, path) in [
        (other, format!("/api/games/{id}")),
        (other, format!("/api/games/{id}?seat={theirs}&since=3")),
        (other, format!("/api/games/{id}?seat=onlooker")),
        (other, format!("/api/games/{id}?seat={}", side.key())),
        (other, format!("/api/games/{id}?seat=all")),
        (&server.roamer(), format!("/api/games/{id}")),
        (other, format!("/api/games/{id}/journal")),
        (other, format!("/api/games/{id}/messages")),
        (other, format!("/api/games/{id}/notes")),
        (other, format!("/api/games/{id}?at={}&seat={theirs}", number - 1)),
        (other, format!("/api/games/{id}?at={number}&seat={theirs}")),
    ] {
        let (status, headers, body) = player.send(Method::GET, &path, None).await;
        // The tag of two answers that are the same but for the game's number has nothing in it but them.
        let kinds: Vec<String> = headers
            .iter()
            .filter(|(name, _)| !["grognard-now", "etag"].contains(&name.as_str()))
            .map(|(name, value)| format!("{name}: {}", value.to_str().unwrap()))
            .collect();
        let tag = headers.get("etag").map(|tag| tag.len());
        let path = path.replace(id, "ID");
        all.push(format!("{path} {status} {tag:?} {kinds:?} {} {}", body.len(), masked(&body, id)));
        if headers.contains_key("etag") {
            // Asked again with the tag, it is as it was: the tag goes by what was sent and by nothing else.
            let request = Request::get(path.replace("ID", id)).header("host", "localhost");
            let request = request.header("cookie", &player.cookie).header("if-none-match", &headers["etag"]);
            let (status, _, body) = player.request(request.body(Body::empty()).unwrap()).await;
            assert!(status == StatusCode::NOT_MODIFIED && body.is_empty(), "{path}: {status}");
        }
    }
    for body in
        [json!({ "side": theirs, "key": "no such thing" }), json!({ "side": side.key(), "key": "done" })]
    {
        let (status, answer) = other.post(&format!("/api/games/{id}/why"), body).await;
        all.push(format!("{status} {answer}"));
    }
    for act in [json!("undo"), json!({ "answer": "no such thing" }), json!({ "rewind": 100_000 })] {
        let (status, answer) = other.act(id, theirs, &json!(number), "x", act).await;
        all.push(format!("{status} {answer}"));
    }
    all
}

/// The next piece of a stream of events.
async fn piece(stream: &mut BodyDataStream) -> String {
    let next = std::future::poll_fn(|context| {
        tokio_stream::Stream::poll_next(std::pin::pin!(&mut *stream), context)
    });
    let next = tokio::time::timeout(std::time::Duration::from_secs(20), next).await.expect("an event");
    String::from_utf8(next.unwrap().unwrap().to_vec()).unwrap()
}

/// A stream of events of somebody's, who is there as long as it is kept.
async fn open_events(player: &Player) -> axum::response::Response {
    let request = Request::get("/api/events").header("host", "localhost").header("cookie", &player.cookie);
    player.app.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap()
}

/// What the other side hears on its stream of events when something happens, and reads in its mail.
async fn told(mails: &[String], id: &str, players: [&Player; 2], side: Side) -> Vec<String> {
    let (own, other) = (players[side as usize], players[side.other() as usize]);
    // What is mailed to whoever has the secret is his own.
    let to = format!("To: {}", address_of(side.other()));
    let mails = mails.iter().filter(|mail| mail.contains(id) && mail.contains(&to));
    let dull = |line: &&str| !line.starts_with("Date:") && !line.starts_with("Message-ID:");
    let mut all: Vec<String> = mails
        .map(|mail| masked(mail.lines().filter(dull).collect::<Vec<_>>().join("\n").as_bytes(), id))
        .collect();
    let answer = open_events(other).await;
    all.push(format!("{} {:?}", answer.status(), answer.headers()));
    let mut stream = answer.into_body().into_data_stream();
    all.push(piece(&mut stream).await);
    let (status, _) = own.post(&format!("/api/games/{id}/messages"), json!({ "said": "well" })).await;
    assert_eq!(status, StatusCode::OK);
    // Whoever comes and goes elsewhere is told of as well.
    for _ in 0..50 {
        let heard = piece(&mut stream).await;
        if heard.contains(id) {
            all.push(masked(heard.as_bytes(), id));
            return all;
        }
    }
    panic!("nothing was heard of {id}");
}

fn address_of(side: Side) -> &'static str {
    ["anna@example.org", "berta@example.org"][side as usize]
}

async fn sat_down(server: &Server, sink: &Sink) -> [Player; 2] {
    let mut players = Vec::new();
    for (side, name) in Side::ALL.into_iter().zip(["Anna", "Berta"]) {
        let player = Player::registered(server, name).await;
        player.with_mail(sink, address_of(side), "at-once").await;
        players.push(player);
    }
    players.try_into().unwrap_or_else(|_| panic!("two"))
}

/// Of so many pairs one is also compared in events and mails, which takes longer.
const TOLD_EVERY: usize = 8;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_others_secrets_change_no_byte_that_is_sent() {
    let wanted: usize = std::env::var("GROGNARD_PAIRS").ok().and_then(|text| text.parse().ok()).unwrap_or(24);
    let titles = titles();
    let (sink, mail) = Sink::open().await;
    let conduct = Conduct { limits: 1e9, mail: Some(mail), tell_after: 0, ..Conduct::default() };
    let server = Server::at(Arc::new(sqlite()), conduct).await;
    let (mut compared, mut shown, mut passing, mut idle, mut mails) = (0, 0, 0, 0, 0);
    let first_seed: u64 = std::env::var("GROGNARD_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    let mut by_title = std::collections::BTreeMap::new();
    let [first, second] = sat_down(&server, &sink).await;
    // Both are there all the time: that somebody has gone is told a while later, in the middle of a comparison.
    let _there = [open_events(&first).await, open_events(&second).await];
    'all: for seed in first_seed..first_seed + 10_000 {
        let before = compared;
        for (system, name, contest) in &titles {
            let mut pairs = Pairs::begin(system, name, contest.as_ref(), seed);
            // A few of each game in turn, so that no title has all.
            for _ in 0..1 + wanted / 50 {
                let Some((one, two, side)) = pairs.next() else { break };
                let mut both = Vec::new();
                for taken in [&one, &two] {
                    let (id, invite) = bring_in(server.games.store(), taken, "a game").await.unwrap();
                    for player in [&first, &second] {
                        let sat =
                            player.post(&format!("/api/games/{id}/join"), json!({ "invite": invite })).await;
                        assert_eq!(sat.0, StatusCode::OK);
                    }
                    let seat = Seat::Side(side.other());
                    let number = taken.journal.entries().len();
                    let knows = may_know(&server, contest.as_ref(), &id, seat, number).await;
                    let looks = may_know(&server, contest.as_ref(), &id, Seat::Onlooker, number).await;
                    both.push((id, [knows, looks], number));
                }
                if both[0].1 != both[1].1 {
                    shown += 1;
                    let ends = |index: usize| both[index].1.iter().map(|knows| &knows.in_the_end);
                    if ends(0).eq(ends(1)) {
                        passing += 1;
                        println!("{name}, seed {seed}: shown on the way alone by {}", pairs.asked);
                    }
                    continue;
                }
                let tells = compared % TOLD_EVERY == 0;
                if tells {
                    sink.take_all();
                    server.games.tell_all().await;
                }
                let sent = sink.take_all();
                let mut bytes = Vec::new();
                for (id, _, number) in &both {
                    let mut all = Vec::new();
                    if tells {
                        all = told(&sent, id, [&first, &second], side).await;
                        // Besides the head of the stream, its first word and what was said.
                        mails += usize::from(all.len() > 3);
                    }
                    all.extend(heard(&server, id, [&first, &second], side, *number).await);
                    bytes.push(all);
                }
                let [one, two] = &bytes[..] else { panic!("two") };
                assert_eq!(one.len(), two.len(), "{name}, seed {seed}: told more of one than of the other");
                for (one, two) in one.iter().zip(two) {
                    let at = one.bytes().zip(two.bytes()).take_while(|(a, b)| a == b).count();
                    let around = |text: &str| {
                        String::from_utf8_lossy(&text.as_bytes()[at.saturating_sub(200)..])
                            .chars()
                            .take(400)
                            .collect::<String>()
                    };
                    let asked = one.split(' ').next().unwrap_or_default();
                    assert!(
                        one == two,
                        "{name}, seed {seed}, {asked}:\n{}\n-- but --\n{}",
                        around(one),
                        around(two)
                    );
                }
                compared += 1;
                *by_title.entry(name.clone()).or_insert(0) += 1;
                if compared >= wanted {
                    break 'all;
                }
            }
        }
        idle = if compared > before { 0 } else { idle + 1 };
        assert!(idle < 30, "nothing is hidden anywhere: {by_title:?}, {shown} shown by the rules");
    }
    println!(
        "{compared} pairs the same, {mails} with a mail, {shown} shown by the rules, {passing} of them on the way alone: \
         {by_title:?}"
    );
    assert!(compared >= wanted && mails > 0, "{compared} pairs, {mails} mails");
}
