//! The store on both databases: what is kept is kept once, in order, and found again.
//!
//! PostgreSQL is looked for at the address in `GROGNARD_POSTGRES`, which `make test` sets.

use grognard_store::{Account, Beside, EntryRow, Failure, NewGame, News, OrderRow, SeatRow, Store};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

static NUMBER: AtomicU32 = AtomicU32::new(0);

/// A name of this process's own.
fn fresh(what: &str) -> String {
    format!("grognard_{what}_{}_{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed))
}

/// A database of its own, gone with the test.
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

fn sqlite() -> Place {
    let file = std::env::temp_dir().join(format!("{}.db", fresh("store")));
    Place { address: format!("sqlite:{}", file.display()), file: Some(file) }
}

/// A fresh database of the PostgreSQL that was started for the tests; none where there is none.
async fn postgres() -> Option<Place> {
    let Ok(server) = std::env::var("GROGNARD_POSTGRES") else {
        assert!(std::env::var_os("CI").is_none(), "no PostgreSQL to test with: run `make test`");
        return None;
    };
    let name = fresh("store");
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
                let place = super::sqlite();
                super::$name(&place.address).await;
            }
        )*}
        mod on_postgres {$(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                if let Some(place) = super::postgres().await {
                    super::$name(&place.address).await;
                }
            }
        )*}
    };
}

on_both!(
    an_entry_lands_once,
    entries_of_a_submission_are_kept_together,
    many_games_at_once_lose_nothing,
    names_and_seats_are_taken_once,
    games_are_found_by_who_sits_there,
    what_is_said_and_noted_is_found_again,
    sessions_end,
    a_newer_database_is_left_alone,
    two_servers_tell_each_other,
    what_changes_with_an_entry_changes_with_it_or_not_at_all,
    a_game_is_brought_in_whole_or_not_at_all,
    standing_orders_are_given_and_revoked,
    whoever_is_asked_is_told_once,
    digests_go_out_once_a_day,
    what_was_sent_is_good_once,
    whoever_leaves_is_forgotten,
    blocked_and_closed,
    of_much_that_was_said_the_last_is_heard,
);

fn entry(number: i64) -> EntryRow {
    EntryRow {
        number,
        line: format!("{number} 0123 first X-1 [it's \"so\" — ☃] choose => {number}"),
        opening: (number % 2 == 0).then(|| format!("open {number}")),
        once: Some(format!("once {number}")),
        turn: "first".to_owned(),
        by_order: (number % 3 == 0).then(|| "second".to_owned()),
        clock: (number % 5 == 0).then(|| format!("{number} 0 1")),
        spoken: (number % 7 == 0).then(|| "it's \"nearer\"".to_owned()),
        told: (number % 5 > 0).then(|| format!("Turn {number}: a march")),
    }
}

fn new_game(id: &str, first: Option<&str>, second: Option<&str>) -> NewGame {
    let seat = |side: &str, account: Option<&str>| SeatRow {
        side: side.to_owned(),
        account: account.map(str::to_owned),
        name: None,
        computer: false,
    };
    NewGame {
        id: id.to_owned(),
        title: "eu9/pavia".to_owned(),
        name: "Pavia".to_owned(),
        header: "grognard-journal 2\n".to_owned(),
        dice_secret: Some("5ec".to_owned()),
        creator: "a".to_owned(),
        invite: format!("invite-{id}"),
        listed: true,
        pace: "none".to_owned(),
        seats: vec![seat("first", first), seat("second", second)],
    }
}

fn account(id: &str, name: &str) -> Account {
    let password = Some(format!("hash of {id}"));
    Account { id: id.to_owned(), name: name.to_owned(), password, email: None, mail: "none".to_owned() }
}

async fn an_entry_lands_once(address: &str) {
    let store = Store::open(address).await.unwrap();
    store.append("g", vec![entry(1)]).await.unwrap();
    assert_eq!(store.append("g", vec![entry(1)]).await, Err(Failure::Taken));
    store.append("h", vec![entry(1)]).await.unwrap();
    store.append("g", vec![entry(2)]).await.unwrap();
    assert_eq!(store.entries("g", 0).await.unwrap(), [entry(1), entry(2)]);
    assert_eq!(store.entries("g", 1).await.unwrap(), [entry(2)]);
    assert_eq!(store.entries("nobody's", 0).await.unwrap(), []);
    // It is there when the store is opened again, and opening again changes nothing.
    store.close().await;
    let store = Store::open(address).await.unwrap();
    assert_eq!(store.entries("g", 0).await.unwrap(), [entry(1), entry(2)]);
}

async fn entries_of_a_submission_are_kept_together(address: &str) {
    let store = Store::open(address).await.unwrap();
    store.append("g", vec![entry(2)]).await.unwrap();
    assert_eq!(store.append("g", vec![entry(1), entry(2), entry(3)]).await, Err(Failure::Taken));
    assert_eq!(store.entries("g", 0).await.unwrap(), [entry(2)]);
}

/// A clash in one game fails that submission and no other, also where they are committed together.
async fn many_games_at_once_lose_nothing(address: &str) {
    let store = Arc::new(Store::open(address).await.unwrap());
    let games: Vec<_> = (0..40)
        .map(|game| {
            let store = Arc::clone(&store);
            tokio::spawn(async move {
                let name = format!("g{game}");
                for number in (1..=60).step_by(2) {
                    store.append(&name, vec![entry(number), entry(number + 1)]).await.unwrap();
                    if game % 5 == 0 {
                        let clash = store.append(&name, vec![entry(number + 1), entry(number + 2)]).await;
                        assert_eq!(clash, Err(Failure::Taken));
                    }
                }
            })
        })
        .collect();
    for game in games {
        game.await.unwrap();
    }
    let all: Vec<EntryRow> = (1..=60).map(entry).collect();
    for game in 0..40 {
        assert_eq!(store.entries(&format!("g{game}"), 0).await.unwrap(), all);
    }
}

async fn names_and_seats_are_taken_once(address: &str) {
    let store = Store::open(address).await.unwrap();
    store.add_account(&account("a", "Anna"), "anna").await.unwrap();
    assert_eq!(store.add_account(&account("b", "ANNA"), "anna").await, Err(Failure::Taken));
    store.add_account(&Account { password: None, ..account("b", "Guest 1") }, "guest 1").await.unwrap();
    assert_eq!(store.change_account(&account("b", "Anna"), "anna").await, Err(Failure::Taken));
    store.change_account(&account("b", "Berta"), "berta").await.unwrap();
    assert_eq!(store.account_named("berta").await.unwrap(), Some(account("b", "Berta")));
    assert_eq!(store.account_named("guest 1").await.unwrap(), None);
    store.add_game(&new_game("g", Some("a"), None)).await.unwrap();
    assert_eq!(store.take_seat("g", "first", "b").await, Err(Failure::Taken));
    let (one, two) = tokio::join!(store.take_seat("g", "second", "b"), store.take_seat("g", "second", "a"));
    assert!(one.is_ok() != two.is_ok(), "of two who sit down at once one does");
    let seats = store.seats("g").await.unwrap();
    assert_eq!(seats[0].name.as_deref(), Some("Anna"));
    assert!(seats[1].account.is_some());
    assert_eq!(store.add_game(&new_game("g", None, None)).await, Err(Failure::Taken));
}

async fn games_are_found_by_who_sits_there(address: &str) {
    let store = Store::open(address).await.unwrap();
    store.add_game(&new_game("g", Some("a"), Some("b"))).await.unwrap();
    store.add_game(&new_game("h", Some("a"), None)).await.unwrap();
    store.add_game(&NewGame { listed: false, ..new_game("i", Some("c"), None) }).await.unwrap();
    store.append("g", vec![entry(1), EntryRow { turn: "second".to_owned(), ..entry(2) }]).await.unwrap();
    let game = store.game("g").await.unwrap().unwrap();
    assert_eq!((game.number, game.turn.as_str(), game.listed), (2, "second", true));
    assert_eq!(game.dice_secret.as_deref(), Some("5ec"));
    let begun = store.game("h").await.unwrap().unwrap();
    assert_eq!((begun.number, begun.turn.as_str()), (0, ""));
    assert_eq!(store.game("nothing").await.unwrap(), None);
    let ids = |games: Vec<grognard_store::GameRow>| {
        let mut ids: Vec<String> = games.into_iter().map(|game| game.id).collect();
        ids.sort();
        ids
    };
    assert_eq!(ids(store.games_of("a").await.unwrap()), ["g", "h"]);
    assert_eq!(ids(store.games_of("b").await.unwrap()), ["g"]);
    assert_eq!(ids(store.free_games().await.unwrap()), ["h"], "i is by invitation");
    assert_eq!(store.all_games().await.unwrap().len(), 3);
    let beside = Beside { computer: Some(("second".to_owned(), true)), ..Beside::default() };
    store.append_with("h", vec![entry(1)], beside).await.unwrap();
    assert_eq!(store.take_seat("h", "second", "b").await, Err(Failure::Taken), "the computer sits there");
}

async fn what_is_said_and_noted_is_found_again(address: &str) {
    let store = Store::open(address).await.unwrap();
    store.add_game(&new_game("g", Some("a"), Some("b"))).await.unwrap();
    store.say("g", ("Anna", "well played"), None).await.unwrap();
    // Sent twice it is said once, in each game by itself.
    for _ in 0..2 {
        store.say("g", ("Berta", "thanks"), Some("b 1")).await.unwrap();
    }
    let said = store.messages("g", 0).await.unwrap();
    let said: Vec<_> = said.iter().map(|one| (one.number, one.name.as_str(), one.said.as_str())).collect();
    assert_eq!(said, [(1, "Anna", "well played"), (2, "Berta", "thanks")]);
    assert_eq!(store.messages("g", 1).await.unwrap().len(), 1);
    assert_eq!(store.notes("g", "a").await.unwrap(), "");
    store.keep_notes("g", "a", "his left is weak").await.unwrap();
    store.keep_notes("g", "a", "no, his right").await.unwrap();
    assert_eq!(store.notes("g", "a").await.unwrap(), "no, his right");
    assert_eq!(store.notes("g", "b").await.unwrap(), "");
}

async fn sessions_end(address: &str) {
    let store = Store::open(address).await.unwrap();
    store.add_account(&account("a", "Anna"), "anna").await.unwrap();
    for hash in ["one", "two", "three"] {
        store.add_session(hash, "a").await.unwrap();
    }
    assert_eq!(store.account_of_session("one", 60).await.unwrap(), Some(account("a", "Anna")));
    assert_eq!(store.account_of_session("one", -60).await.unwrap(), None, "too long ago");
    assert_eq!(store.account_of_session("four", 60).await.unwrap(), None);
    store.end_session("one").await.unwrap();
    assert_eq!(store.account_of_session("one", 60).await.unwrap(), None);
    assert!(store.account_of_session("two", 60).await.unwrap().is_some());
    store.end_sessions("a").await.unwrap();
    assert_eq!(store.account_of_session("two", 60).await.unwrap(), None);
}

async fn a_newer_database_is_left_alone(address: &str) {
    Store::open(address).await.unwrap().close().await;
    let forge = "insert into _sqlx_migrations (version, description, success, checksum, execution_time) \
                 select 9, description, success, checksum, execution_time from _sqlx_migrations \
                 where version = 1";
    if address.starts_with("sqlite:") {
        let pool = sqlx::SqlitePool::connect(address).await.unwrap();
        sqlx::query(forge).execute(&pool).await.unwrap();
        pool.close().await;
    } else {
        let pool = sqlx::PgPool::connect(address).await.unwrap();
        sqlx::query(forge).execute(&pool).await.unwrap();
        pool.close().await;
    }
    assert_eq!(Store::open(address).await.err(), Some(Failure::Newer(9)));
}

/// On PostgreSQL what one server keeps the other hears of; SQLite tells its own process.
async fn two_servers_tell_each_other(address: &str) {
    let one = Store::open(address).await.unwrap();
    let other = Store::open(address).await.unwrap();
    let hears = if one.is_shared() { &other } else { &one };
    let mut news = hears.news();
    let heard = async {
        loop {
            match news.recv().await.unwrap() {
                News::Game(game) => return game,
                News::Everything | News::Sat { .. } => {}
            }
        }
    };
    let keep = async {
        // The line may not be up yet.
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        one.append("g", vec![entry(1)]).await.unwrap();
        std::future::pending::<()>().await
    };
    let game = tokio::time::timeout(std::time::Duration::from_secs(20), async {
        tokio::select! { game = heard => game, () = keep => unreachable!() }
    });
    assert_eq!(game.await.unwrap(), "g");
    // That somebody has sat down, and that something was said, is heard there too.
    let mut news = hears.news();
    one.add_game(&new_game("h", Some("a"), None)).await.unwrap();
    one.take_seat("h", "second", "b").await.unwrap();
    one.say("i", ("Anna", "hello"), None).await.unwrap_err();
    one.say("h", ("Anna", "hello"), None).await.unwrap();
    let mut heard = Vec::new();
    while heard.len() < 3 {
        let news = tokio::time::timeout(std::time::Duration::from_secs(20), news.recv()).await;
        match news.unwrap().unwrap() {
            News::Sat { account, game } => heard.push(format!("{account} {game}")),
            News::Game(game) if game == "h" => heard.push(game),
            News::Game(_) | News::Everything => {}
        }
    }
    assert_eq!(heard, ["a h", "b h", "h"]);
    assert_eq!(other.append("g", vec![entry(1)]).await, Err(Failure::Taken), "the other was first");
    assert_eq!(other.entries("g", 0).await.unwrap(), [entry(1)]);
}

/// Who plays a seat and when a clock is out are kept in the commit of the entry that says so.
async fn what_changes_with_an_entry_changes_with_it_or_not_at_all(address: &str) {
    let store = Store::open(address).await.unwrap();
    let paced = NewGame { pace: "live 30 10".to_owned(), ..new_game("g", Some("a"), Some("b")) };
    store.add_game(&paced).await.unwrap();
    let over = Beside { computer: Some(("first".to_owned(), true)), deadline: Some(Some(5_000)) };
    store.append_with("g", vec![entry(1)], over.clone()).await.unwrap();
    let game = store.game("g").await.unwrap().unwrap();
    assert_eq!((game.pace.as_str(), game.deadline, game.clock), ("live 30 10", Some(5_000), None));
    assert!(store.seats("g").await.unwrap()[0].computer);
    assert_eq!(store.out_of_time(4_999).await.unwrap(), Vec::<String>::new());
    assert_eq!(store.out_of_time(5_000).await.unwrap(), ["g"]);
    // Somebody else was first: neither the entry nor what goes with it.
    let back = Beside { computer: Some(("first".to_owned(), false)), deadline: Some(None) };
    assert_eq!(store.append_with("g", vec![entry(1)], back.clone()).await, Err(Failure::Taken));
    assert!(store.seats("g").await.unwrap()[0].computer);
    assert_eq!(store.game("g").await.unwrap().unwrap().deadline, Some(5_000));
    assert_eq!(store.computers_turn().await.unwrap(), ["g"], "the turn is the first side's");
    store.append_with("g", (2..=5).map(entry).collect(), back).await.unwrap();
    assert!(!store.seats("g").await.unwrap()[0].computer);
    let game = store.game("g").await.unwrap().unwrap();
    assert_eq!((game.number, game.deadline, game.clock.as_deref()), (5, None, Some("5 0 1")));
    assert_eq!(store.computers_turn().await.unwrap(), Vec::<String>::new());
    assert_eq!(store.entries("g", 0).await.unwrap(), (1..=5).map(entry).collect::<Vec<_>>());
}

async fn a_game_is_brought_in_whole_or_not_at_all(address: &str) {
    let store = Store::open(address).await.unwrap();
    let entries: Vec<EntryRow> = (1..=4_500).map(entry).collect();
    store.add_game_with(&new_game("g", Some("a"), None), &entries).await.unwrap();
    assert_eq!(store.entries("g", 0).await.unwrap(), entries);
    // The last entry is there already: nothing of the game stays.
    store.append("h", vec![entry(4_500)]).await.unwrap();
    assert_eq!(store.add_game_with(&new_game("h", Some("a"), None), &entries).await, Err(Failure::Taken));
    assert_eq!(store.game("h").await.unwrap(), None);
    assert_eq!(store.entries("h", 0).await.unwrap().len(), 1);
}

async fn standing_orders_are_given_and_revoked(address: &str) {
    let store = Store::open(address).await.unwrap();
    store.add_game(&new_game("g", Some("a"), Some("b"))).await.unwrap();
    let order = |side: &str, answer: &str| OrderRow {
        side: side.to_owned(),
        topic: "react".to_owned(),
        answer: answer.to_owned(),
        lasts: "always".to_owned(),
        number: 7,
    };
    store.give_order("g", &order("first", "no")).await.unwrap();
    store.give_order("g", &order("second", "no")).await.unwrap();
    store.give_order("g", &order("first", "yes")).await.unwrap();
    assert_eq!(store.orders("g").await.unwrap(), [order("first", "yes"), order("second", "no")]);
    assert!(store.revoke_order("g", "first", "react").await.unwrap());
    assert!(!store.revoke_order("g", "first", "react").await.unwrap());
    assert_eq!(store.orders("g").await.unwrap(), [order("second", "no")]);
    assert_eq!(store.orders("h").await.unwrap(), []);
}

fn at_turn(number: i64, turn: &str) -> EntryRow {
    EntryRow { turn: turn.to_owned(), ..entry(number) }
}

async fn with_mail(store: &Store, wanted: &str) {
    store.add_account(&account("a", "Anna"), "anna").await.unwrap();
    store.change_mail("a", Some("anna@localhost"), wanted).await.unwrap();
    store.add_game(&new_game("g", Some("a"), Some("b"))).await.unwrap();
}

async fn whoever_is_asked_is_told_once(address: &str) {
    let store = Store::open(address).await.unwrap();
    with_mail(&store, "at-once").await;
    let waiting = || async { store.to_tell("at-once", 0, 300).await.unwrap() };
    assert_eq!(waiting().await, [], "nothing has happened");
    store.append("g", vec![at_turn(1, "second")]).await.unwrap();
    assert_eq!(waiting().await, [], "the other is asked");
    store.append("g", vec![at_turn(2, "first")]).await.unwrap();
    assert_eq!(store.to_tell("at-once", 60, 300).await.unwrap(), [], "it has not waited so long");
    assert_eq!(store.to_tell("daily", 0, 300).await.unwrap(), [], "he wants it at once");
    let tell = waiting().await;
    let [tell] = &tell[..] else { panic!("{tell:?}") };
    assert_eq!((tell.email.as_str(), tell.side.as_str(), tell.number), ("anna@localhost", "first", 2));
    // Of two servers one does it; what has not been settled for long is done again.
    let (one, two) = tokio::join!(store.set_about(tell, 300), store.set_about(tell, 300));
    assert!(one.unwrap() != two.unwrap());
    assert_eq!(waiting().await, [], "somebody is at it");
    assert_eq!(store.to_tell("at-once", 0, -5).await.unwrap().len(), 1, "he has died over it");
    assert!(store.set_about(tell, -5).await.unwrap());
    store.told(tell).await.unwrap();
    assert_eq!(waiting().await, []);
    // It stays his move whatever else is entered: he is not told again.
    store.append("g", vec![at_turn(3, "first"), at_turn(4, "both")]).await.unwrap();
    assert_eq!(waiting().await, []);
    // The other has moved meanwhile, and he is asked anew.
    store.append("g", vec![at_turn(5, "second")]).await.unwrap();
    assert_eq!(waiting().await, []);
    store.append("g", vec![at_turn(6, "both")]).await.unwrap();
    assert_eq!(waiting().await.len(), 1);
    // He has it before his eyes.
    store.seen("a", "g", 6).await.unwrap();
    assert_eq!(waiting().await, []);
    store.append("g", vec![at_turn(7, "over")]).await.unwrap();
    let tell = waiting().await;
    assert!(tell.len() == 1 && tell[0].over);
    assert!(store.set_about(&tell[0], 300).await.unwrap());
    store.told(&tell[0]).await.unwrap();
    assert_eq!(waiting().await, []);
    // The computer plays for him, the game is closed, or he is blocked: nothing.
    store.add_game(&new_game("h", Some("a"), Some("b"))).await.unwrap();
    let computer = Beside { computer: Some(("first".to_owned(), true)), ..Beside::default() };
    store.append_with("h", vec![at_turn(1, "first")], computer).await.unwrap();
    assert_eq!(waiting().await, []);
    store.add_game(&new_game("i", Some("a"), Some("b"))).await.unwrap();
    store.append("i", vec![at_turn(1, "first")]).await.unwrap();
    assert_eq!(waiting().await.len(), 1);
    assert!(store.close_game("i", true).await.unwrap());
    assert_eq!(waiting().await, []);
    assert!(store.close_game("i", false).await.unwrap() && store.block("a", true).await.unwrap());
    assert_eq!(waiting().await, []);
}

async fn digests_go_out_once_a_day(address: &str) {
    let store = Store::open(address).await.unwrap();
    with_mail(&store, "daily").await;
    store.append("g", vec![at_turn(1, "first")]).await.unwrap();
    assert_eq!(store.to_tell("daily", 0, 300).await.unwrap().len(), 1);
    let (one, two) = tokio::join!(store.set_about_digest("a", 86_400), store.set_about_digest("a", 86_400));
    assert!(one.unwrap() != two.unwrap(), "of two servers one does it");
    assert!(!store.set_about_digest("a", 86_400).await.unwrap(), "one a day");
    store.digest_not_sent("a", 86_400, 0).await.unwrap();
    assert!(store.set_about_digest("a", 86_400).await.unwrap(), "it did not go out");
}

async fn what_was_sent_is_good_once(address: &str) {
    let store = Store::open(address).await.unwrap();
    store.add_account(&account("a", "Anna"), "anna").await.unwrap();
    store.add_session("session", "a").await.unwrap();
    store.add_token("one", "a", "reset", "").await.unwrap();
    store.add_token("two", "a", "reset", "detail").await.unwrap();
    assert_eq!(store.take_token("one", "reset", 60).await.unwrap(), None, "the last one counts");
    assert_eq!(store.take_token("two", "confirm", 60).await.unwrap(), None, "for something else");
    assert_eq!(store.take_token("two", "reset", -60).await.unwrap(), None, "too old");
    let token = store.take_token("two", "reset", 60).await.unwrap().unwrap();
    assert_eq!((token.account.as_str(), token.detail.as_str()), ("a", "detail"));
    assert_eq!(store.take_token("two", "reset", 60).await.unwrap(), None);
    store.change_password("a", "another hash").await.unwrap();
    assert_eq!(store.account_of_session("session", 60).await.unwrap(), None, "out everywhere");
    let anna = store.account_named("anna").await.unwrap().unwrap();
    assert_eq!(anna.password.as_deref(), Some("another hash"));
}

async fn whoever_leaves_is_forgotten(address: &str) {
    let store = Store::open(address).await.unwrap();
    let anna = account("a", "Anna");
    store.add_account(&anna, "anna").await.unwrap();
    store.add_account(&account("b", "Berta"), "berta").await.unwrap();
    store.change_mail("a", Some("anna@localhost"), "at-once").await.unwrap();
    store.add_session("session", "a").await.unwrap();
    store.add_game(&new_game("g", Some("a"), Some("b"))).await.unwrap();
    store.say("g", ("Anna", "my address is …"), None).await.unwrap();
    store.say("g", ("Berta", "hello"), None).await.unwrap();
    store.keep_notes("g", "a", "secret").await.unwrap();
    store.forget_account(&anna).await.unwrap();
    assert_eq!(store.account_of_session("session", 60).await.unwrap(), None);
    assert_eq!(store.account_named("anna").await.unwrap(), None);
    assert_eq!(store.account_named("(gone) a").await.unwrap(), None);
    store.add_account(&account("c", "Anna"), "anna").await.unwrap();
    let seats = store.seats("g").await.unwrap();
    assert_eq!(seats[0].name.as_deref(), Some("(gone)"));
    assert_eq!(store.take_seat("g", "first", "c").await, Err(Failure::Taken), "what he knew is nobody's");
    let said = store.messages("g", 0).await.unwrap();
    assert_eq!((said[0].name.as_str(), said[0].said.as_str()), ("(gone)", ""));
    assert_eq!(said[1].said, "hello");
    assert_eq!(store.notes("g", "a").await.unwrap(), "");
}

async fn blocked_and_closed(address: &str) {
    let store = Store::open(address).await.unwrap();
    store.add_account(&account("a", "Anna"), "anna").await.unwrap();
    store.add_session("session", "a").await.unwrap();
    assert!(store.block("a", true).await.unwrap() && !store.block("nobody", true).await.unwrap());
    assert_eq!(store.account_of_session("session", 60).await.unwrap(), None);
    assert_eq!(store.account_named("anna").await.unwrap(), None);
    let listed = store.accounts_after("", 10).await.unwrap();
    assert!(listed.len() == 1 && listed[0].blocked && !listed[0].guest);
    assert!(store.block("a", false).await.unwrap());
    assert!(store.account_named("anna").await.unwrap().is_some());
    assert_eq!(store.account_of_session("session", 60).await.unwrap(), None, "he logs in anew");
    store.add_game(&new_game("g", Some("a"), None)).await.unwrap();
    store.append("g", vec![at_turn(1, "over")]).await.unwrap();
    assert!(store.close_game("g", true).await.unwrap() && !store.close_game("h", true).await.unwrap());
    assert!(store.games_after("", 10).await.unwrap()[0].closed);
    assert_eq!(store.games_after("g", 10).await.unwrap(), []);
    let figures = store.figures().await.unwrap();
    assert_eq!((figures.accounts, figures.guests, figures.games, figures.over), (1, 0, 1, 1));
    assert_eq!((figures.entries, figures.entries_of_hour, figures.sessions), (1, 1, 0));
    store.is_well().await.unwrap();
}

async fn of_much_that_was_said_the_last_is_heard(address: &str) {
    let store = Arc::new(Store::open(address).await.unwrap());
    store.add_game(&new_game("g", None, None)).await.unwrap();
    // Many at once: each is given a number of its own.
    let all: Vec<_> = (0..20)
        .map(|_| {
            let store = Arc::clone(&store);
            tokio::spawn(async move {
                for _ in 0..52 {
                    store.say("g", ("Anna", "hello"), None).await.unwrap();
                }
            })
        })
        .collect();
    for one in all {
        one.await.unwrap();
    }
    let said = store.messages("g", 0).await.unwrap();
    assert_eq!((said.len(), said[0].number, said[999].number), (1_000, 41, 1_040));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_is_made_while_the_store_is_in_use() {
    let (place, copy) = (sqlite(), sqlite());
    let store = Store::open(&place.address).await.unwrap();
    store.append("g", vec![entry(1)]).await.unwrap();
    let file = copy.file.clone().unwrap();
    store.backup(&file).await.unwrap();
    assert!(store.backup(&file).await.is_err(), "nothing is written over");
    store.append("g", vec![entry(2)]).await.unwrap();
    let copied = Store::open(&copy.address).await.unwrap();
    assert_eq!(copied.entries("g", 0).await.unwrap(), [entry(1)]);
}

#[tokio::test]
async fn an_address_that_is_none_is_refused() {
    for address in ["games.db", "mysql://localhost/x", "sqlite:/no/such/folder/games.db", ""] {
        assert!(matches!(Store::open(address).await, Err(Failure::Away(_))), "{address}");
    }
}
