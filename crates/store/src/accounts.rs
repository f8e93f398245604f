//! Accounts, and who is logged in. What a password or a cookie looks like is not known here: only their hashes are.

use crate::{Kept, Store, now, reading, writing};
use sqlx::Row;

/// Somebody who plays.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Account {
    /// His number, which never changes.
    pub id: String,
    /// His name.
    pub name: String,
    /// The hash of his password; none where he is a guest.
    pub password: Option<String>,
    /// Where mail reaches him, once he has shown that it does.
    pub email: Option<String>,
    /// How he wants to be told of his games: `none`, `at-once` or `daily`.
    pub mail: String,
}

macro_rules! account {
    ($row:expr) => {
        Account {
            id: $row.try_get(0)?,
            name: $row.try_get(1)?,
            password: $row.try_get(2)?,
            email: $row.try_get(3)?,
            mail: $row.try_get(4)?,
        }
    };
}

impl Store {
    /// Adds somebody. `folded` is his name as it is compared with others'.
    ///
    /// # Errors
    /// [`Failure::Taken`](crate::Failure::Taken) where the name is.
    pub async fn add_account(&self, account: &Account, folded: &str) -> Kept<()> {
        const ADD: &str =
            "insert into accounts (id, name, folded, password, created) values ($1, $2, $3, $4, $5)";
        writing!(self, pool => {
            let add = sqlx::query(ADD).bind(&account.id).bind(&account.name).bind(folded);
            add.bind(&account.password).bind(now()).execute(pool).await?;
        });
        Ok(())
    }

    /// Gives an account another name and password: a guest who stays, or somebody who changes them.
    ///
    /// # Errors
    /// [`Failure::Taken`](crate::Failure::Taken) where the name is.
    pub async fn change_account(&self, account: &Account, folded: &str) -> Kept<()> {
        const CHANGE: &str = "update accounts set name = $2, folded = $3, password = $4 where id = $1";
        writing!(self, pool => {
            let change = sqlx::query(CHANGE).bind(&account.id).bind(&account.name).bind(folded);
            change.bind(&account.password).execute(pool).await?;
        });
        Ok(())
    }

    /// Changes how somebody's mail reaches him, and what he wants of it.
    ///
    /// # Errors
    /// Where it cannot be kept.
    pub async fn change_mail(&self, account: &str, email: Option<&str>, mail: &str) -> Kept<()> {
        const CHANGE: &str = "update accounts set email = $2, mail = $3 where id = $1";
        writing!(self, pool => {
            sqlx::query(CHANGE).bind(account).bind(email).bind(mail).execute(pool).await?;
        });
        Ok(())
    }

    /// Gives somebody another password and logs him out everywhere, in one.
    ///
    /// # Errors
    /// Where it cannot be kept; nothing is then.
    pub async fn change_password(&self, account: &str, password: &str) -> Kept<()> {
        writing!(self, pool => {
            let mut together = pool.begin().await?;
            let change = sqlx::query("update accounts set password = $2 where id = $1").bind(account);
            change.bind(password).execute(&mut *together).await?;
            for statement in
                ["delete from sessions where account = $1", "delete from tokens where account = $1"]
            {
                sqlx::query(statement).bind(account).execute(&mut *together).await?;
            }
            together.commit().await?;
        });
        Ok(())
    }

    /// Forgets somebody: name, password, address, notes and what he has said. His seats stay taken, by nobody who could
    /// be asked, so that what they know is given to nobody else.
    ///
    /// # Errors
    /// Where it cannot be kept; nothing is then.
    pub async fn forget_account(&self, account: &Account) -> Kept<()> {
        const STATEMENTS: [&str; 6] = [
            "delete from sessions where account = $1",
            "delete from tokens where account = $1",
            "delete from told where account = $1",
            "delete from notes where account = $1",
            "delete from orders where exists (select 1 from seats where seats.game = orders.game \
             and seats.side = orders.side and seats.account = $1)",
            "update accounts set name = '(gone)', folded = '(gone) ' || id, password = null, email = null, \
             mail = 'none', blocked = 1 where id = $1",
        ];
        const SAID: &str = "update messages set name = '(gone)', said = '' where name = $2 \
            and game in (select game from seats where account = $1)";
        writing!(self, pool => {
            let mut together = pool.begin().await?;
            sqlx::query(SAID).bind(&account.id).bind(&account.name).execute(&mut *together).await?;
            for statement in STATEMENTS {
                sqlx::query(statement).bind(&account.id).execute(&mut *together).await?;
            }
            together.commit().await?;
        });
        Ok(())
    }

    /// Whoever goes by a name.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn account_named(&self, folded: &str) -> Kept<Option<Account>> {
        const FIND: &str =
            "select id, name, password, email, mail from accounts where folded = $1 and blocked = 0";
        reading!(self, pool => {
            let row = sqlx::query(FIND).bind(folded).fetch_optional(pool).await?;
            row.map(|row| Ok(account!(row))).transpose()
        })
    }

    /// Logs somebody in.
    ///
    /// # Errors
    /// Where it cannot be kept.
    pub async fn add_session(&self, hash: &str, account: &str) -> Kept<()> {
        const ADD: &str = "insert into sessions (hash, account, created) values ($1, $2, $3)";
        writing!(self, pool => {
            sqlx::query(ADD).bind(hash).bind(account).bind(now()).execute(pool).await?;
        });
        Ok(())
    }

    /// Whoever is logged in so, if it was not longer ago than this many seconds.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn account_of_session(&self, hash: &str, seconds: i64) -> Kept<Option<Account>> {
        const FIND: &str = "select accounts.id, accounts.name, accounts.password, accounts.email, accounts.mail \
            from sessions join accounts on accounts.id = sessions.account \
            where sessions.hash = $1 and sessions.created > $2 and accounts.blocked = 0";
        reading!(self, pool => {
            let find = sqlx::query(FIND).bind(hash).bind(now() - seconds);
            find.fetch_optional(pool).await?.map(|row| Ok(account!(row))).transpose()
        })
    }

    /// Logs one browser out.
    ///
    /// # Errors
    /// Where it cannot be kept.
    pub async fn end_session(&self, hash: &str) -> Kept<()> {
        writing!(self, pool => {
            sqlx::query("delete from sessions where hash = $1").bind(hash).execute(pool).await?;
        });
        Ok(())
    }

    /// Logs somebody out everywhere.
    ///
    /// # Errors
    /// Where it cannot be kept.
    pub async fn end_sessions(&self, account: &str) -> Kept<()> {
        writing!(self, pool => {
            sqlx::query("delete from sessions where account = $1").bind(account).execute(pool).await?;
        });
        Ok(())
    }
}
