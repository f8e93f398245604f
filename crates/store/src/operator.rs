//! What whoever runs a server sees and does: figures, lists, blocking, closing; and what its clocks have to look at.

use crate::{Kept, Store, now, reading, writing};
use sqlx::Row;

/// How much there is of everything.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Figures {
    /// Accounts that are not guests.
    pub accounts: i64,
    /// Guests.
    pub guests: i64,
    /// Browsers that are logged in.
    pub sessions: i64,
    /// Games.
    pub games: i64,
    /// Those that are over.
    pub over: i64,
    /// Entries of all games.
    pub entries: i64,
    /// Entries of the last hour.
    pub entries_of_hour: i64,
}

/// Somebody, as whoever runs the server sees him.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccountRow {
    /// His number.
    pub id: String,
    /// His name.
    pub name: String,
    /// Whether he is a guest.
    pub guest: bool,
    /// Whether he is blocked.
    pub blocked: bool,
    /// Since when, in seconds since 1970.
    pub created: i64,
    /// At how many games he sits.
    pub games: i64,
}

impl Store {
    /// How much there is of everything.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn figures(&self) -> Kept<Figures> {
        const COUNT: &str = "select \
            (select count(*) from accounts where password is not null), \
            (select count(*) from accounts where password is null and blocked = 0), \
            (select count(*) from sessions), (select count(*) from games), \
            (select count(distinct game) from entries where turn = 'over'), \
            (select count(*) from entries), (select count(*) from entries where at > $1)";
        reading!(self, pool => {
            let row = sqlx::query(COUNT).bind(now() - 3600).fetch_one(pool).await?;
            Ok(Figures {
                accounts: row.try_get(0)?,
                guests: row.try_get(1)?,
                sessions: row.try_get(2)?,
                games: row.try_get(3)?,
                over: row.try_get(4)?,
                entries: row.try_get(5)?,
                entries_of_hour: row.try_get(6)?,
            })
        })
    }

    /// Whether the database answers, and takes something to keep.
    ///
    /// # Errors
    /// Where it does not.
    pub async fn is_well(&self) -> Kept<()> {
        const KEEP: &str = "delete from tokens where created < $1";
        // What was sent a week ago is good for nothing any more.
        writing!(self, pool => {
            sqlx::query(KEEP).bind(now() - 7 * 24 * 3600).execute(pool).await?;
        });
        Ok(())
    }

    /// The accounts after a number, in order: at most so many.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn accounts_after(&self, after: &str, most: i64) -> Kept<Vec<AccountRow>> {
        const FIND: &str = "select id, name, cast(case when password is null then 1 else 0 end as bigint), blocked, created, \
            (select count(*) from seats where seats.account = accounts.id) from accounts \
            where id > $1 order by id limit $2";
        reading!(self, pool => {
            let rows = sqlx::query(FIND).bind(after).bind(most).fetch_all(pool).await?;
            rows.iter()
                .map(|row| {
                    Ok(AccountRow {
                        id: row.try_get(0)?,
                        name: row.try_get(1)?,
                        guest: row.try_get::<i64, _>(2)? != 0,
                        blocked: row.try_get::<i64, _>(3)? != 0,
                        created: row.try_get(4)?,
                        games: row.try_get(5)?,
                    })
                })
                .collect()
        })
    }

    /// Blocks somebody, who is logged out everywhere, or lets him in again; whether there is such a one.
    ///
    /// # Errors
    /// Where it cannot be kept.
    pub async fn block(&self, account: &str, blocked: bool) -> Kept<bool> {
        writing!(self, pool => {
            let mut together = pool.begin().await?;
            let block = sqlx::query("update accounts set blocked = $2 where id = $1").bind(account);
            let found = block.bind(i64::from(blocked)).execute(&mut *together).await?.rows_affected() > 0;
            let out = sqlx::query("delete from sessions where account = $1").bind(account);
            out.execute(&mut *together).await?;
            together.commit().await?;
            Ok(found)
        })
    }

    /// Closes a game, or opens it again; whether there is one.
    ///
    /// # Errors
    /// Where it cannot be kept.
    pub async fn close_game(&self, game: &str, closed: bool) -> Kept<bool> {
        let found = writing!(self, pool => {
            let close = sqlx::query("update games set closed = $2 where id = $1").bind(game);
            close.bind(i64::from(closed)).execute(pool).await?.rows_affected() > 0
        });
        // Those who have it before their eyes look at it again sooner or later.
        let _ = self.tell(crate::News::Game(game.to_owned())).await;
        Ok(found)
    }

    /// The games in which a clock was out before an instant, in milliseconds since 1970.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn out_of_time(&self, before: i64) -> Kept<Vec<String>> {
        const FIND: &str = "select id from games where deadline is not null and deadline <= $1 and closed = 0 \
            order by deadline limit 100";
        reading!(self, pool => {
            let rows = sqlx::query(FIND).bind(before).fetch_all(pool).await?;
            rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
        })
    }

    /// The games in which the computer is asked: it may have been interrupted.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn computers_turn(&self) -> Kept<Vec<String>> {
        const FIND: &str = "select distinct seats.game from seats join games on games.id = seats.game \
            join entries as last on last.game = seats.game \
            and last.number = (select max(number) from entries where entries.game = seats.game) \
            where seats.computer = 1 and games.closed = 0 and last.turn in (seats.side, 'both')";
        reading!(self, pool => {
            let rows = sqlx::query(FIND).fetch_all(pool).await?;
            rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
        })
    }
}
