//! Who is to be told of what, once; and what stands in mails so that it can be shown to have arrived.

use crate::{Kept, Store, now, reading, writing};
use sqlx::Row;

/// Somebody who is to be told that a game waits for him, or is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tell {
    /// Who.
    pub account: String,
    /// His name.
    pub name: String,
    /// Where mail reaches him.
    pub email: String,
    /// Of which game.
    pub game: String,
    /// What it is called.
    pub game_name: String,
    /// His side.
    pub side: String,
    /// Its last entry.
    pub number: i64,
    /// Whether it is over.
    pub over: bool,
}

/// What was sent to somebody so that he can show that he has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// To whom.
    pub account: String,
    /// What it is about.
    pub detail: String,
}

impl Store {
    /// Everybody who is to be told now: his mail is wanted in this way, his side is asked or the game is over, the last
    /// entry is older than this many seconds, and he has neither seen it nor been told since he was last not asked. Where
    /// somebody set about it more than `again` seconds ago and did not say that it was done, it is tried again.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn to_tell(&self, mail: &str, older_than: i64, again: i64) -> Kept<Vec<Tell>> {
        // Of two seats of one person, the one that is asked.
        const FIND: &str = "select accounts.id, accounts.name, accounts.email, games.id, games.name, \
            max(seats.side), last.number, cast(max(case when last.turn = 'over' then 1 else 0 end) as bigint) \
            from accounts join seats on seats.account = accounts.id and seats.computer = 0 \
            join games on games.id = seats.game and games.closed = 0 \
            join entries as last on last.game = games.id \
            and last.number = (select max(number) from entries where entries.game = games.id) \
            left join told on told.account = accounts.id and told.game = games.id \
            where accounts.mail = $1 and accounts.email is not null and accounts.blocked = 0 and last.at <= $2 \
            and (told.number is null or told.claimed = 0 or told.claimed < $3) \
            and ((last.turn = 'over' and (told.number is null or told.number < last.number or told.claimed > 0)) \
            or (last.turn in (seats.side, 'both') and (told.number is null or told.claimed > 0 or told.number <= \
            (select coalesce(max(number), 0) from entries where entries.game = games.id \
            and entries.turn not in (seats.side, 'both'))))) \
            group by accounts.id, accounts.name, accounts.email, games.id, games.name, last.number \
            order by accounts.id, games.id limit 1000";
        reading!(self, pool => {
            let find = sqlx::query(FIND).bind(mail).bind(now() - older_than).bind(now() - again);
            find.fetch_all(pool).await?.iter().map(|row| {
                Ok(Tell {
                    account: row.try_get(0)?,
                    name: row.try_get(1)?,
                    email: row.try_get(2)?,
                    game: row.try_get(3)?,
                    game_name: row.try_get(4)?,
                    side: row.try_get(5)?,
                    number: row.try_get(6)?,
                    over: row.try_get::<i64, _>(7)? != 0,
                })
            }).collect()
        })
    }

    /// Sets about telling somebody; of several servers one does. What is not [settled](Self::told) after `again` seconds
    /// can be set about again.
    ///
    /// # Errors
    /// Where it cannot be kept.
    pub async fn set_about(&self, tell: &Tell, again: i64) -> Kept<bool> {
        const CLAIM: &str = "insert into told (account, game, number, claimed) values ($1, $2, $3, $4) \
            on conflict (account, game) do update set number = excluded.number, claimed = excluded.claimed \
            where (told.claimed = 0 and told.number < excluded.number) \
            or (told.claimed > 0 and told.claimed < $5)";
        writing!(self, pool => {
            let claim = sqlx::query(CLAIM).bind(&tell.account).bind(&tell.game).bind(tell.number);
            let claim = claim.bind(now()).bind(now() - again);
            Ok(claim.execute(pool).await?.rows_affected() == 1)
        })
    }

    /// He has been told.
    ///
    /// # Errors
    /// Where it cannot be kept.
    pub async fn told(&self, tell: &Tell) -> Kept<()> {
        const TOLD: &str = "update told set claimed = 0 where account = $1 and game = $2";
        writing!(self, pool => {
            sqlx::query(TOLD).bind(&tell.account).bind(&tell.game).execute(pool).await?;
        });
        Ok(())
    }

    /// Somebody has a game before his eyes, up to an entry.
    ///
    /// # Errors
    /// Where it cannot be kept.
    pub async fn seen(&self, account: &str, game: &str, number: i64) -> Kept<()> {
        const SEEN: &str = "insert into told (account, game, number, claimed) values ($1, $2, $3, 0) \
            on conflict (account, game) do update set number = excluded.number, claimed = 0 \
            where told.number < excluded.number";
        writing!(self, pool => {
            sqlx::query(SEEN).bind(account).bind(game).bind(number).execute(pool).await?;
        });
        Ok(())
    }

    /// Sets about somebody's digest, where the last is so many seconds old; of several servers one does.
    ///
    /// # Errors
    /// Where it cannot be kept.
    pub async fn set_about_digest(&self, account: &str, every: i64) -> Kept<bool> {
        const CLAIM: &str = "update accounts set digest = $2 where id = $1 and digest <= $3";
        writing!(self, pool => {
            let claim = sqlx::query(CLAIM).bind(account).bind(now()).bind(now() - every);
            Ok(claim.execute(pool).await?.rows_affected() == 1)
        })
    }

    /// Somebody's digest did not go out: it is tried again after `again` seconds.
    ///
    /// # Errors
    /// Where it cannot be kept.
    pub async fn digest_not_sent(&self, account: &str, every: i64, again: i64) -> Kept<()> {
        writing!(self, pool => {
            let put_off = sqlx::query("update accounts set digest = $2 where id = $1").bind(account);
            put_off.bind(now() - every + again).execute(pool).await?;
        });
        Ok(())
    }

    /// Keeps what was sent to somebody; what was sent before for the same purpose is good no more.
    ///
    /// # Errors
    /// Where it cannot be kept.
    pub async fn add_token(&self, hash: &str, account: &str, purpose: &str, detail: &str) -> Kept<()> {
        const ADD: &str =
            "insert into tokens (hash, account, purpose, detail, created) values ($1, $2, $3, $4, $5)";
        writing!(self, pool => {
            let mut together = pool.begin().await?;
            let old = sqlx::query("delete from tokens where account = $1 and purpose = $2");
            old.bind(account).bind(purpose).execute(&mut *together).await?;
            let add = sqlx::query(ADD).bind(hash).bind(account).bind(purpose).bind(detail).bind(now());
            add.execute(&mut *together).await?;
            together.commit().await?;
        });
        Ok(())
    }

    /// Takes what was sent, once, if it is not older than so many seconds.
    ///
    /// # Errors
    /// Where it cannot be kept.
    pub async fn take_token(&self, hash: &str, purpose: &str, seconds: i64) -> Kept<Option<Token>> {
        const TAKE: &str = "delete from tokens where hash = $1 and purpose = $2 and created > $3 \
            returning account, detail";
        writing!(self, pool => {
            let take = sqlx::query(TAKE).bind(hash).bind(purpose).bind(now() - seconds);
            let row = take.fetch_optional(pool).await?;
            row.map(|row| Ok(Token { account: row.try_get(0)?, detail: row.try_get(1)? })).transpose()
        })
    }
}
