//! Opening a store: the database is made where there is none, and brought to this version's form.

use crate::writer::{News, listen, write};
use crate::{Database, Failure, Kept, Others, Store};
use sqlx::migrate::{Migrate, MigrateError, Migration, MigrationType, Migrator};
use sqlx::postgres::PgPoolOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{AssertSqlSafe, SqlSafeStr};
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;
use tokio::sync::{broadcast, mpsc};

/// The forms of the database, one after another.
const MIGRATIONS: [(i64, &str, &str); 5] = [
    (1, "begin", include_str!("../migrations/0001_begin.sql")),
    (2, "pace, orders, mail", include_str!("../migrations/0002_pace_orders_mail.sql")),
    (3, "said once", include_str!("../migrations/0003_said_once.sql")),
    (4, "spoken", include_str!("../migrations/0004_spoken.sql")),
    (5, "told", include_str!("../migrations/0005_told.sql")),
];

/// So many submissions may wait for the writer; whoever comes then waits to get in line.
const WAITING_MAX: usize = 1024;
/// Whoever listens and is so far behind has to look at everything again.
const NEWS_KEPT: usize = 1024;
const PATIENCE: Duration = Duration::from_secs(5);

impl Store {
    /// Opens the store at an address: `sqlite:games.db`, or `postgres://user@host/database`.
    ///
    /// # Errors
    /// Where it cannot be opened, or was made by a newer version.
    pub async fn open(address: &str) -> Kept<Store> {
        Store::open_for(address, Others::Told).await
    }

    /// The same, with a word on whether other servers have the same database open.
    ///
    /// # Errors
    /// Where it cannot be opened, or was made by a newer version.
    pub async fn open_for(address: &str, others: Others) -> Kept<Store> {
        let database = if address.starts_with("postgres://") || address.starts_with("postgresql://") {
            let pool =
                PgPoolOptions::new().max_connections(8).acquire_timeout(PATIENCE).connect(address).await?;
            migrate(&pool, "").await?;
            Database::Postgres(pool)
        } else if address.starts_with("sqlite:") {
            let options = SqliteConnectOptions::from_str(address)?
                .create_if_missing(true)
                .journal_mode(SqliteJournalMode::Wal)
                .synchronous(SqliteSynchronous::Full)
                .foreign_keys(true)
                .busy_timeout(PATIENCE)
                .pragma("journal_size_limit", "67108864");
            let pool = |most| SqlitePoolOptions::new().max_connections(most).acquire_timeout(PATIENCE);
            let write = pool(1).connect_with(options.clone()).await?;
            migrate(&write, "without rowid").await?;
            let read = pool(4).connect_with(options).await?;
            Database::Sqlite { write, read }
        } else {
            return Err(Failure::Away(format!(
                "`{address}` is no address of a database; write sqlite:FILE or postgres://user@host/name"
            )));
        };
        let (news, _) = broadcast::channel(NEWS_KEPT);
        let (writer, submissions) = mpsc::channel(WAITING_MAX);
        let for_writer = match &database {
            Database::Sqlite { write, .. } => Database::Sqlite { write: write.clone(), read: write.clone() },
            Database::Postgres(pool) => Database::Postgres(pool.clone()),
        };
        tokio::spawn(write(for_writer, submissions, (others, news.clone())));
        if let (Database::Postgres(pool), Others::Told) = (&database, others) {
            tokio::spawn(listen(pool.clone(), news.clone()));
        }
        Ok(Store { database, writer, news })
    }

    /// Whoever wants to hear of new entries, once they are kept.
    pub fn news(&self) -> broadcast::Receiver<News> {
        self.news.subscribe()
    }

    /// Writes everything into another file while the store is in use.
    ///
    /// # Errors
    /// Where the file exists or cannot be written, or the database brings its own means.
    pub async fn backup(&self, file: &Path) -> Kept<()> {
        let Database::Sqlite { read, .. } = &self.database else {
            return Err(Failure::Away("PostgreSQL brings its own means: pg_dump".to_owned()));
        };
        if file.exists() {
            let shown = file.display();
            return Err(Failure::Away(format!("{shown}: there is such a file, and none is written over")));
        }
        let file = file.to_str().ok_or_else(|| Failure::Away("a name that is not text".to_owned()))?;
        sqlx::query("vacuum into $1").bind(file).execute(read).await?;
        Ok(())
    }

    /// Waits for what is being written, and lets go of the database.
    pub async fn close(self) {
        drop(self.writer);
        match self.database {
            Database::Sqlite { write, read } => {
                read.close().await;
                write.close().await;
            }
            Database::Postgres(pool) => pool.close().await,
        }
    }
}

/// Brings a database to this version's form; two servers that start at once wait for each other.
async fn migrate<D>(pool: &sqlx::Pool<D>, rowless: &str) -> Kept<()>
where
    D: sqlx::Database,
    D::Connection: Migrate,
{
    let migration = |(version, name, text): (i64, &'static str, &str)| {
        let text = AssertSqlSafe(text.replace("{rowless}", rowless)).into_sql_str();
        Migration::new(version, name.into(), MigrationType::Simple, text, false)
    };
    let migrator = Migrator::with_migrations(MIGRATIONS.map(migration).into());
    migrator.run(pool).await.map_err(|error| match error {
        MigrateError::VersionMissing(version) => Failure::Newer(version),
        error => Failure::Away(error.to_string()),
    })
}
