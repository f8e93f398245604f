//! The one task that writes entries: all that waits, in one statement, which is one commit.

use crate::{Database, Failure, Kept, Others, Store, now, reading};
use sqlx::postgres::PgListener;
use sqlx::{PgPool, Row};
use tokio::sync::{broadcast, mpsc, oneshot};

/// So many entries go into one commit at most.
const BATCH_MAX: usize = 512;
/// A notification of PostgreSQL's holds no more.
const PAYLOAD_BYTES_MAX: usize = 7000;
const CHANNEL: &str = "grognard_entries";

/// An entry of a game's journal, as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryRow {
    /// Its number.
    pub number: i64,
    /// The journal's line.
    pub line: String,
    /// What opens it where it is a secret: for the house alone.
    pub opening: Option<String>,
    /// The browser's own key of the request that made it.
    pub once: Option<String>,
    /// Who has to decide after it.
    pub turn: String,
    /// The side whose standing order made it, where one did.
    pub by_order: Option<String>,
    /// The clocks as they stood when it was made, where there are any.
    pub clock: Option<String>,
    /// Why the computer made it, in a line that everybody may hear.
    pub spoken: Option<String>,
    /// How the game stands after it, in a line that everybody may hear.
    pub told: Option<String>,
}

/// What else changes together with entries, or not at all.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Beside {
    /// A side that the computer plays from here on, or plays no more.
    pub computer: Option<(String, bool)>,
    /// When a clock that runs will be out, in milliseconds since 1970.
    pub deadline: Option<Option<i64>>,
}

impl Beside {
    fn is_nothing(&self) -> bool {
        *self == Beside::default()
    }
}

/// What has happened in the store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum News {
    /// A game has new entries.
    Game(String),
    /// Somebody has sat down at a game.
    Sat {
        /// Who.
        account: String,
        /// At which.
        game: String,
    },
    /// Something may have been missed: look at everything again.
    Everything,
}

/// Entries of one game that are kept together or not at all.
pub(crate) struct Submission {
    game: String,
    entries: Vec<EntryRow>,
    beside: Beside,
    done: oneshot::Sender<Kept<()>>,
}

impl Store {
    /// Keeps entries of a game, all or none, and comes back when they will survive a power failure.
    ///
    /// # Errors
    /// [`Failure::Taken`] where one of the numbers is taken; nothing is kept then.
    pub async fn append(&self, game: &str, entries: Vec<EntryRow>) -> Kept<()> {
        self.append_with(game, entries, Beside::default()).await
    }

    /// The same with what else changes in the same instant.
    ///
    /// # Errors
    /// [`Failure::Taken`] where one of the numbers is taken; nothing is kept then.
    pub async fn append_with(&self, game: &str, entries: Vec<EntryRow>, beside: Beside) -> Kept<()> {
        let stopping = || Failure::Away("the store is closing".to_owned());
        let (done, answer) = oneshot::channel();
        let submission = Submission { game: game.to_owned(), entries, beside, done };
        self.writer.send(submission).await.map_err(|_| stopping())?;
        answer.await.map_err(|_| stopping())?
    }

    /// The entries of a game after a number, in order.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn entries(&self, game: &str, after: i64) -> Kept<Vec<EntryRow>> {
        const READ: &str = "select number, line, opening, once, turn, by_order, clock, spoken, told from entries \
                            where game = $1 and number > $2 order by number";
        reading!(self, pool => {
            let rows = sqlx::query(READ).bind(game).bind(after).fetch_all(pool).await?;
            rows.iter()
                .map(|row| {
                    Ok(EntryRow {
                        number: row.try_get(0)?,
                        line: row.try_get(1)?,
                        opening: row.try_get(2)?,
                        once: row.try_get(3)?,
                        turn: row.try_get(4)?,
                        by_order: row.try_get(5)?,
                        clock: row.try_get(6)?,
                        spoken: row.try_get(7)?,
                        told: row.try_get(8)?,
                    })
                })
                .collect()
        })
    }
}

/// Writes until nobody submits any more.
pub(crate) async fn write(
    database: Database,
    mut submissions: mpsc::Receiver<Submission>,
    (others, news): (Others, broadcast::Sender<News>),
) {
    while let Some(first) = submissions.recv().await {
        let mut rows = first.entries.len();
        let mut batch = vec![first];
        while rows < BATCH_MAX
            && let Ok(next) = submissions.try_recv()
        {
            rows += next.entries.len();
            batch.push(next);
        }
        match insert(&database, &batch, others).await {
            // Somebody else was first with one of them: each by itself.
            Err(Failure::Taken) if batch.len() > 1 => {
                for submission in batch {
                    let kept = insert(&database, std::slice::from_ref(&submission), others).await;
                    tell(submission, kept, &news);
                }
            }
            kept => batch.into_iter().for_each(|submission| tell(submission, kept.clone(), &news)),
        }
    }
}

/// Tells the others and then whoever waits for it: what is told is kept.
fn tell(submission: Submission, kept: Kept<()>, news: &broadcast::Sender<News>) {
    if kept.is_ok() {
        // Nobody may be listening.
        let _ = news.send(News::Game(submission.game));
    }
    // Whoever submitted may have gone away; the entries are kept all the same.
    let _ = submission.done.send(kept);
}

/// Changes in a transaction what changes together with a game's entries.
macro_rules! change_beside {
    ($together:ident, $game:ident, $beside:ident) => {
        if let Some((side, computer)) = &$beside.computer {
            const SEAT: &str = "update seats set computer = $3 where game = $1 and side = $2";
            let change = sqlx::query(SEAT).bind($game).bind(side).bind(i64::from(*computer));
            change.execute(&mut *$together).await?;
        }
        if let Some(deadline) = $beside.deadline {
            const DEADLINE: &str = "update games set deadline = $2 where id = $1";
            sqlx::query(DEADLINE).bind($game).bind(deadline).execute(&mut *$together).await?;
        }
    };
}

/// Entries as one value, for one statement.
pub(crate) fn sqlite_rows<'a>(entries: impl Iterator<Item = (&'a String, &'a EntryRow)>) -> String {
    let row = |(game, entry): (&String, &EntryRow)| {
        let EntryRow { number, line, opening, once, turn, by_order, clock, spoken, told } = entry;
        serde_json::json!([game, number, line, opening, once, turn, by_order, clock, spoken, told])
    };
    serde_json::Value::Array(entries.map(row).collect()).to_string()
}

/// Takes what [`sqlite_rows`] makes, and when.
pub(crate) const SQLITE_INSERT: &str = "insert into entries (game, number, line, opening, once, turn, by_order, clock, spoken, told, at) \
     select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, \
     value ->> 8, value ->> 9, $2 \
     from json_each($1)";

async fn insert(database: &Database, batch: &[Submission], others: Others) -> Kept<()> {
    let at = now();
    match database {
        Database::Sqlite { write, .. } => {
            let rows =
                sqlite_rows(batch.iter().flat_map(|one| one.entries.iter().map(|entry| (&one.game, entry))));
            let insert = sqlx::query(SQLITE_INSERT).bind(rows).bind(at);
            if batch.iter().all(|submission| submission.beside.is_nothing()) {
                insert.execute(write).await?;
            } else {
                let mut together = write.begin().await?;
                insert.execute(&mut *together).await?;
                for Submission { game, beside, .. } in batch {
                    change_beside!(together, game, beside);
                }
                together.commit().await?;
            }
        }
        Database::Postgres(pool) => {
            const INSERT: &str = "with kept as ( \
                    insert into entries (game, number, line, opening, once, turn, at, by_order, clock, spoken, told) \
                    select game, number, line, opening, once, turn, $7, by_order, clock, spoken, told \
                    from unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $10::text[], \
                        $11::text[], $13::text[], $14::text[]) as fresh (game, number, line, opening, once, turn, by_order, clock, \
                        spoken, told) \
                    returning 1) \
                select case when $12 then pg_notify($8, $9) end from (select count(*) from kept) as counted";
            let each = || {
                batch.iter().flat_map(|submission| {
                    submission.entries.iter().map(move |entry| (submission.game.as_str(), entry))
                })
            };
            let games: Vec<&str> = each().map(|(game, _)| game).collect();
            let numbers: Vec<i64> = each().map(|(_, entry)| entry.number).collect();
            let lines: Vec<&str> = each().map(|(_, entry)| entry.line.as_str()).collect();
            let openings: Vec<Option<&str>> = each().map(|(_, entry)| entry.opening.as_deref()).collect();
            let onces: Vec<Option<&str>> = each().map(|(_, entry)| entry.once.as_deref()).collect();
            let turns: Vec<&str> = each().map(|(_, entry)| entry.turn.as_str()).collect();
            let by_orders: Vec<Option<&str>> = each().map(|(_, entry)| entry.by_order.as_deref()).collect();
            let clocks: Vec<Option<&str>> = each().map(|(_, entry)| entry.clock.as_deref()).collect();
            let spoken: Vec<Option<&str>> = each().map(|(_, entry)| entry.spoken.as_deref()).collect();
            let told: Vec<Option<&str>> = each().map(|(_, entry)| entry.told.as_deref()).collect();
            let mut payload =
                batch.iter().map(|submission| submission.game.as_str()).collect::<Vec<_>>().join(" ");
            if payload.len() > PAYLOAD_BYTES_MAX {
                payload.clear();
            }
            let insert = sqlx::query(INSERT).bind(games).bind(numbers).bind(lines).bind(openings);
            let insert = insert.bind(onces).bind(turns).bind(at).bind(CHANNEL).bind(payload);
            let insert =
                insert.bind(by_orders).bind(clocks).bind(others == Others::Told).bind(spoken).bind(told);
            if batch.iter().all(|submission| submission.beside.is_nothing()) {
                insert.execute(pool).await?;
            } else {
                let mut together = pool.begin().await?;
                insert.execute(&mut *together).await?;
                for Submission { game, beside, .. } in batch {
                    change_beside!(together, game, beside);
                }
                together.commit().await?;
            }
        }
    }
    Ok(())
}

/// Hears what other servers have kept. What they say while the line is down is lost: whenever it comes up, everything is
/// looked at. A line that has broken is thrown away, whatever broke it; the next is a new one.
pub(crate) async fn listen(pool: PgPool, news: broadcast::Sender<News>) {
    const BETWEEN_TRIES: std::time::Duration = std::time::Duration::from_millis(500);
    while !pool.is_closed() {
        match heard(&pool, &news).await {
            Ok(()) => {}
            Err(sqlx::Error::PoolClosed) => return,
            Err(_) => tokio::time::sleep(BETWEEN_TRIES).await,
        }
    }
}

/// Listens on one line until it breaks.
async fn heard(pool: &PgPool, news: &broadcast::Sender<News>) -> Result<(), sqlx::Error> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.eager_reconnect(false);
    listener.listen(CHANNEL).await?;
    // Nobody may be listening here.
    let _ = news.send(News::Everything);
    while let Some(notice) = listener.try_recv().await? {
        for word in notice.payload().split(' ') {
            let _ = news.send(match word.split_once('/') {
                _ if word.is_empty() => News::Everything,
                Some((account, game)) => News::Sat { account: account.to_owned(), game: game.to_owned() },
                None => News::Game(word.to_owned()),
            });
        }
    }
    Ok(())
}

impl Store {
    /// Tells whoever listens in this process of something that is not kept.
    pub fn tell_here(&self, news: News) {
        // Nobody may be listening.
        let _ = self.news.send(news);
    }

    /// Tells this process and the other servers of something that is no entry.
    pub(crate) async fn tell(&self, news: News) -> Kept<()> {
        let payload = match &news {
            News::Game(game) => game.clone(),
            News::Sat { account, game } => format!("{account}/{game}"),
            News::Everything => String::new(),
        };
        let _ = self.news.send(news);
        if let Database::Postgres(pool) = &self.database {
            sqlx::query("select pg_notify($1, $2)").bind(CHANNEL).bind(payload).execute(pool).await?;
        }
        Ok(())
    }
}
