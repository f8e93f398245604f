//! Where games are kept: in SQLite beside the program, or in PostgreSQL by its address.
//!
//! The journal is the truth. Entries are only ever added, and (game, number) is unique: a move lands once, whichever
//! server takes it. One task writes; it takes all that has gathered while the last commit ran and commits it at once.
//! Nobody is answered or told before.

mod accounts;
mod games;
mod mail;
mod open;
mod operator;
mod orders;
mod writer;

pub use accounts::Account;
pub use games::{GameRow, Message, NewGame, SeatRow};
pub use mail::{Tell, Token};
pub use operator::{AccountRow, Figures};
pub use orders::OrderRow;
pub use writer::{Beside, EntryRow, News};

use sqlx::{PgPool, SqlitePool};
use std::fmt;
use tokio::sync::{broadcast, mpsc};
use writer::Submission;

/// Why something was not kept, or could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// Somebody else was first: the entry's number, the name or the seat is taken.
    Taken,
    /// The database was made by a newer version of the program.
    Newer(i64),
    /// The database is not there, is full, or does not answer. Nothing was kept.
    Away(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Taken => f.write_str("somebody else was first"),
            Failure::Newer(version) => write!(
                f,
                "the database was made by a newer version of the program (its form {version} is not known here); \
                 nothing was changed"
            ),
            Failure::Away(why) => write!(f, "the database cannot be used: {why}"),
        }
    }
}

impl std::error::Error for Failure {}

impl From<sqlx::Error> for Failure {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::Database(database) if database.is_unique_violation() => Failure::Taken,
            _ => Failure::Away(error.to_string()),
        }
    }
}

/// What answers come to.
pub type Kept<T> = Result<T, Failure>;

/// The databases there are. SQLite has one connection that writes and several that read.
enum Database {
    Sqlite { write: SqlitePool, read: SqlitePool },
    Postgres(PgPool),
}

/// Whether other servers are told of new entries: only they need it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Others {
    /// One notification for all that is kept at once.
    Told,
    /// This process alone has the database open.
    None,
}

/// A store, open.
pub struct Store {
    database: Database,
    writer: mpsc::Sender<Submission>,
    news: broadcast::Sender<News>,
}

/// Runs a statement that reads, on whichever database there is: both know `$1`.
macro_rules! reading {
    ($store:expr, $pool:ident => $run:expr) => {
        match &$store.database {
            crate::Database::Sqlite { read: $pool, .. } => $run,
            crate::Database::Postgres($pool) => $run,
        }
    };
}

/// The same for one that writes.
macro_rules! writing {
    ($store:expr, $pool:ident => $run:expr) => {
        match &$store.database {
            crate::Database::Sqlite { write: $pool, .. } => $run,
            crate::Database::Postgres($pool) => $run,
        }
    };
}

pub(crate) use {reading, writing};

/// Seconds since 1970.
pub(crate) fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| i64::try_from(since.as_secs()).unwrap_or(i64::MAX))
}
