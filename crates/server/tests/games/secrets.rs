//! Every byte that is sent to a seat, in pairs of games that differ in the other side's secrets alone: pages, views,
//! journals, refusals, entity tags, lengths and kinds of answer, and of some of them events and mails. For every title
//! in which anybody answers in secret: right after the secret answer, and some answers later that were the same in both.
//!
//! A few pairs of each title, or as many as `GROGNARD_PAIRS` says; of one title alone where `GROGNARD_TITLE` names it, and
//! from the seed on that `GROGNARD_SEED` gives. `make test-pairs` compares a million.
#![allow(clippy::print_stdout)]

use super::mail::Sink;
use super::*;
use axum::body::BodyDataStream;
use grognard::umpire::{Dice, Generator, Header, Kind, Opening, Pledge, Question, Side};
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

/// After a secret answer both games go on for so many answers at most before they are compared.
const LATER_MAX: u32 = 6;

/// Two games that differ in one secret answer.
struct Pair {
    games: [Taken; 2],
    /// Who gave it.
    side: Side,
    /// Its entry.
    entry: usize,
}

/// A game as it is played: what opens the secret answers is kept beside it.
struct Playing {
    play: Box<dyn grognard::Play>,
    openings: Vec<(Side, Opening)>,
}

impl Playing {
    /// What is asked first, once what is due is opened.
    fn question(&mut self) -> Option<Question> {
        self.play.open_due();
        self.play.pending().first().map(|question| (*question).clone())
    }

    fn throw(&mut self, roll: Dice) {
        let journal = self.play.journal();
        let faces = Pledge::of(journal, SECRET).unwrap().faces(journal.throws(), roll);
        self.play.faces(&faces).unwrap();
    }

    fn answer(&mut self, side: Side, key: &str, salt: [u8; 16]) -> Option<()> {
        let entered = self.play.answer(side, key, salt).ok()?;
        self.openings.extend(entered.opening.map(|opening| (side, opening)));
        Some(())
    }

    fn taken(&self) -> Taken {
        Taken {
            id: String::new(),
            journal: self.play.journal().clone(),
            openings: self.openings.clone(),
            secret: Some(SECRET),
        }
    }
}

/// A game that is played at random, and at every secret answer on the way the same game with another one.
struct Pairs<'a> {
    contest: &'a dyn Contest,
    game: Playing,
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
            game: Playing { play, openings: Vec::new() },
            dice: Generator::new(seed),
            decisions: 0,
            asked: String::new(),
        }
    }

    /// Plays on to the next secret answer there is a choice in: the game with one answer, and with another.
    fn next(&mut self) -> Option<Pair> {
        loop {
            let question = self.game.question()?;
            if let Kind::Roll(roll) = question.kind {
                self.game.throw(roll);
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
                pair = self.pair(side, [&options[one].key, &options[two].key]);
            }
            let salt = [self.dice.below(256) as u8; 16];
            self.game.answer(side, &options[one].key, salt).unwrap();
            if pair.is_some() {
                self.asked = question.line();
                return pair;
            }
        }
    }

    /// The same game with one answer and with another, and some answers later.
    fn pair(&mut self, side: Side, keys: [&str; 2]) -> Option<Pair> {
        let mut one = self.forked(side, keys[0], 1)?;
        let mut two = self.forked(side, keys[1], 2)?;
        let entry = one.play.journal().entries().len();
        // Half of them at once: later on the rules have shown many a secret.
        let later = self.dice.below(2 * LATER_MAX).saturating_sub(LATER_MAX - 1);
        self.later([&mut one, &mut two], entry, later)?;
        Some(Pair { games: [one.taken(), two.taken()], side, entry })
    }

    fn forked(&self, side: Side, key: &str, salt: u8) -> Option<Playing> {
        let kept: Vec<Opening> = self.game.openings.iter().map(|(_, opening)| opening.clone()).collect();
        let play = self.contest.replay(self.game.play.journal(), &kept).ok()?;
        let mut game = Playing { play, openings: self.game.openings.clone() };
        game.answer(side, key, [salt; 16])?;
        Some(game)
    }

    /// Both games go on with the same answers, as long as the same is asked in both and the secret is none of it shown.
    /// Nothing where an answer was good in one of them alone: what its owner hides decides about that.
    fn later(&mut self, [one, two]: [&mut Playing; 2], entry: usize, answers: u32) -> Option<()> {
        let shown =
            |game: &Playing| game.play.journal().openings().iter().any(|opening| opening.entry == entry);
        for _ in 0..answers {
            let asked = [one.question(), two.question()];
            let [Some(question), Some(other)] = &asked else { return Some(()) };
            if shown(one) || shown(two) || question.line() != other.line() {
                return Some(());
            }
            if let Kind::Roll(roll) = question.kind {
                one.throw(roll);
                two.throw(roll);
                continue;
            }
            let both = |key: &str| other.options().iter().any(|option| option.key == key);
            let keys: Vec<String> =
                question.options().iter().map(|option| option.key.clone()).filter(|key| both(key)).collect();
            let Some(side) = question.asking.by.filter(|_| !keys.is_empty()) else { return Some(()) };
            let key = &keys[self.dice.below(keys.len() as u32) as usize];
            let salt = [self.dice.below(256) as u8; 16];
            one.answer(side, key, salt)?;
            two.answer(side, key, salt)?;
        }
        Some(())
    }
}

/// What the library lets a seat know of a game that was kept: as it stands, and at every entry since the secret answer.
/// What the rules show is no secret any more, also where it comes to the same in the end: who is told that a unit has
/// fallen, or has not, does not forget it when the whole force is lost for want of a way back.
struct Knows {
    in_the_end: String,
    /// Each moment since, the last among them, with whether nobody can take anything back there, as always where somebody
    /// has got to know something. That the rules have then said so is held by the law of secrets of each system.
    moments: Vec<(String, bool)>,
    /// Whether the secret itself stands opened in the journal.
    opened: bool,
    /// The journal from the secret on.
    written: Vec<String>,
}

impl Knows {
    fn same(&self, other: &Knows) -> bool {
        let known = |knows: &Knows| knows.moments.iter().map(|(known, _)| known.clone()).collect::<Vec<_>>();
        self.in_the_end == other.in_the_end && known(self) == known(other)
    }

    /// Whether the rules have shown the secret, or something that follows from it, where the two games part for the first
    /// time.
    fn part_by_the_rules(&self, other: &Knows) -> bool {
        let mut moments = self.moments.iter().zip(&other.moments);
        let part = moments.find(|((one, _), (two, _))| one != two);
        self.opened && other.opened || part.is_some_and(|((_, one), (_, two))| *one && *two)
    }
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
    let moment = |game: &Game| {
        let over = game.end().is_some();
        (known(game), over || Side::ALL.into_iter().all(|side| !game.may_undo(Seat::Side(side))))
    };
    let mut moments: Vec<(String, bool)> =
        (since..game.number()).map(|entry| moment(&game.at(entry).unwrap())).collect();
    moments.push(moment(&game));
    // What it could try otherwise from here, with what it does not see drawn by the same dice.
    let tried = game.position_as_seen(seat, &mut Generator::new(1));
    Knows {
        in_the_end: format!("{} {lengths:?} {tried:?}", known(&game)),
        moments,
        opened: taken.journal.openings().iter().any(|opening| opening.entry == since),
        written: taken.journal.entries().iter().skip(since - 1).map(|entry| entry.event.line()).collect(),
    }
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

/// So many of his answers are asked about beforehand.
const AHEAD_MAX: usize = 2;

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
        (other, format!("/api/games/{id}/board?seat={theirs}")),
        (other, format!("/api/games/{id}/board?at={}", number - 1)),
        (other, format!("/api/games/{id}/board?seat={}", side.key())),
        (&server.roamer(), format!("/api/games/{id}/board")),
        (other, format!("/api/games/{id}/luck")),
        (&server.roamer(), format!("/api/games/{id}/luck?at={number}")),
        (other, format!("/api/games/{id}/luck?seat=all")),
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

/// What somebody is told that his own answers would cost and lead to.
async fn ahead(player: &Player, id: &str, side: &str) -> Vec<String> {
    let mut all = Vec::new();
    let (_, asked) = player.get(&format!("/api/games/{id}?seat={side}")).await;
    let offered = asked["questions"][0]["options"].as_array().into_iter().flatten().take(AHEAD_MAX);
    for key in offered.map(|option| option["key"].clone()) {
        let (status, mut answer) =
            player.post(&format!("/api/games/{id}/odds"), json!({ "side": side, "key": key })).await;
        // What is sampled goes by how much time there was.
        for fight in answer["fights"].as_array_mut().into_iter().flatten() {
            if fight["exact"] == false {
                fight["figures"] = Value::Null;
            }
        }
        all.push(format!("{key} {status} {answer}"));
    }
    all
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
    all.extend(ahead(other, id, side.other().key()).await);
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
/// After so many pairs another server begins with an empty store, so that a long run keeps no more than a short one.
const PAIRS_A_HOUSE: usize = 100;

/// A title in which so many games in a row had nothing secret has nothing secret.
const TRIES_MAX: i32 = 3;

/// A server with two who sit at every game there.
struct House {
    server: Server,
    sink: Sink,
    players: [Player; 2],
    /// Both are there all the time: that somebody has gone is told a while later, in the middle of a comparison.
    _there: [axum::response::Response; 2],
}

impl House {
    async fn open() -> House {
        let (sink, mail) = Sink::open().await;
        let conduct = Conduct { limits: 1e9, mail: Some(mail), tell_after: 0, ..Conduct::default() };
        let server = Server::at(Arc::new(sqlite()), conduct).await;
        let players = sat_down(&server, &sink).await;
        let there = [open_events(&players[0]).await, open_events(&players[1]).await];
        House { server, sink, players, _there: there }
    }

    fn players(&self) -> [&Player; 2] {
        [&self.players[0], &self.players[1]]
    }

    /// Both games are kept, and both sit down at each.
    async fn kept(&self, pair: &Pair) -> [String; 2] {
        let mut ids = Vec::new();
        for taken in &pair.games {
            let (id, invite) = bring_in(self.server.games.store(), taken, "a game").await.unwrap();
            for player in &self.players {
                let sat = player.post(&format!("/api/games/{id}/join"), json!({ "invite": invite })).await;
                assert_eq!(sat.0, StatusCode::OK);
            }
            ids.push(id);
        }
        ids.try_into().unwrap_or_else(|_| panic!("two"))
    }

    /// Whether one has had to be told more than the other: the rules have then shown the secret.
    async fn is_shown(&self, contest: &dyn Contest, pair: &Pair, ids: &[String; 2], said: &str) -> Shown {
        let mut both = Vec::new();
        for id in ids {
            let seat = Seat::Side(pair.side.other());
            let knows = may_know(&self.server, contest, id, seat, pair.entry).await;
            both.push([knows, may_know(&self.server, contest, id, Seat::Onlooker, pair.entry).await]);
        }
        if both[0].iter().zip(&both[1]).all(|(one, two)| one.same(two)) {
            return Shown::No;
        }
        for (one, two) in both[0].iter().zip(&both[1]) {
            let fair = one.same(two) || one.part_by_the_rules(two);
            assert!(fair, "{said}: told of a secret that nothing has shown{}", difference(one, two));
        }
        match both[0].iter().zip(&both[1]).all(|(one, two)| one.in_the_end == two.in_the_end) {
            true => Shown::OnTheWay,
            false => Shown::Yes,
        }
    }

    /// All that reaches whoever may not know the secret is the same of both. Hands back whether a mail was among it.
    async fn compare(&self, pair: &Pair, ids: &[String; 2], tells: bool, said: &str) -> bool {
        if tells {
            self.sink.take_all();
            self.server.games.tell_all().await;
        }
        let sent = self.sink.take_all();
        let (mut bytes, mut mailed) = (Vec::new(), false);
        for (id, taken) in ids.iter().zip(&pair.games) {
            let mut all = Vec::new();
            if tells {
                all = told(&sent, id, self.players(), pair.side).await;
                // Besides what lies ahead, the head of the stream, its first word and what was said.
                mailed |= all.iter().any(|one| one.contains("Subject:"));
            }
            let number = taken.journal.entries().len();
            all.extend(heard(&self.server, id, self.players(), pair.side, number).await);
            bytes.push(all);
        }
        let [one, two] = &bytes[..] else { panic!("two") };
        assert_eq!(one.len(), two.len(), "{said}: told more of one than of the other");
        for (one, two) in one.iter().zip(two) {
            let at = one.bytes().zip(two.bytes()).take_while(|(a, b)| a == b).count();
            let around = |text: &str| {
                let bytes = &text.as_bytes()[at.saturating_sub(200)..];
                String::from_utf8_lossy(bytes).chars().take(400).collect::<String>()
            };
            let asked = one.split(' ').next().unwrap_or_default();
            assert!(one == two, "{said}, {asked}:\n{}\n-- but --\n{}", around(one), around(two));
        }
        mailed
    }
}

/// Where two sights part.
fn difference(one: &Knows, two: &Knows) -> String {
    let all = |knows: &Knows| {
        knows
            .moments
            .iter()
            .map(|(known, _)| known.clone())
            .chain([knows.in_the_end.clone()])
            .collect::<Vec<_>>()
    };
    let differ = all(one).into_iter().zip(all(two)).find(|(one, two)| one != two);
    let differ = differ.map_or_else(String::new, |(one, two)| {
        let at = one.bytes().zip(two.bytes()).take_while(|(a, b)| a == b).count().saturating_sub(300);
        let around = |text: &str| {
            String::from_utf8_lossy(&text.as_bytes()[at..]).chars().take(600).collect::<String>()
        };
        format!(":\n{}\n-- but --\n{}", around(&one), around(&two))
    });
    let moments = one.moments.iter().zip(&two.moments);
    let parts: Vec<(bool, bool, bool)> = moments.map(|(one, two)| (one.0 != two.0, one.1, two.1)).collect();
    format!("{differ}\n{parts:?}\n{:#?}\n{:#?}", one.written, two.written)
}

#[derive(PartialEq, Eq)]
enum Shown {
    No,
    /// What was shown comes to the same in the end.
    OnTheWay,
    Yes,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_others_secrets_change_no_byte_that_is_sent() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<usize>().ok());
    let wanted = number("GROGNARD_PAIRS").unwrap_or(24);
    let titles = titles();
    let (mut compared, mut shown, mut passing, mut idle, mut mails) = (0, 0, 0, 0, 0);
    let mut by_title = std::collections::BTreeMap::new();
    let mut house = House::open().await;
    // Titles in which nobody answers in secret are not played again and again.
    let mut barren = std::collections::BTreeMap::new();
    'all: for seed in number("GROGNARD_SEED").unwrap_or(0) as u64.. {
        let before = (compared, shown);
        for (system, name, contest) in &titles {
            let tries = barren.entry(name.clone()).or_insert(0);
            if *tries >= TRIES_MAX {
                continue;
            }
            *tries += 1;
            let mut pairs = Pairs::begin(system, name, contest.as_ref(), seed);
            // A few of each game in turn, so that no title has all.
            for _ in 0..1 + wanted / 50 {
                let Some(pair) = pairs.next() else { break };
                // Once there was something, there will be again, however seldom.
                *tries = i32::MIN;
                let said = format!("{name}, seed {seed}, {}", pairs.asked);
                let ids = house.kept(&pair).await;
                match house.is_shown(contest.as_ref(), &pair, &ids, &said).await {
                    Shown::No => {}
                    how => {
                        shown += 1;
                        passing += usize::from(how == Shown::OnTheWay);
                        continue;
                    }
                }
                let tells = compared % TOLD_EVERY == 0;
                mails += usize::from(house.compare(&pair, &ids, tells, &said).await);
                compared += 1;
                *by_title.entry(name.clone()).or_insert(0) += 1;
                if compared % PAIRS_A_HOUSE == 0 {
                    println!("{compared} pairs the same, {shown} shown by the rules: {by_title:?}");
                    house = House::open().await;
                }
                if compared >= wanted {
                    break 'all;
                }
            }
        }
        idle = if (compared, shown) == before { idle + 1 } else { 0 };
        assert!(idle < 300, "nothing is hidden anywhere: {by_title:?}, {shown} shown by the rules");
    }
    println!(
        "{compared} pairs the same, {mails} with a mail, {shown} shown by the rules, {passing} of them on the way alone: \
         {by_title:?}"
    );
    assert!(compared >= wanted && mails > 0, "{compared} pairs, {mails} mails");
}
