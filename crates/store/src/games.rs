//! Games, who sits at them, and what is said beside them.

use crate::writer::{SQLITE_INSERT, sqlite_rows};
use crate::{Database, EntryRow, Failure, Kept, News, Store, now, reading, writing};
use sqlx::Row;

/// A game to be begun.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGame {
    /// Its number, which never changes.
    pub id: String,
    /// The title's key: `damos/bialystok-minsk`.
    pub title: String,
    /// What it is called.
    pub name: String,
    /// The head of its journal.
    pub header: String,
    /// The secret of its dice, if they are pledged.
    pub dice_secret: Option<String>,
    /// Who made it.
    pub creator: String,
    /// What lets somebody sit down.
    pub invite: String,
    /// Whether anybody may sit down and look on.
    pub listed: bool,
    /// How much time the sides have, in the house's own words: `none` where they have all they like.
    pub pace: String,
    /// Who sits where.
    pub seats: Vec<SeatRow>,
}

/// A seat of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatRow {
    /// `first` or `second`.
    pub side: String,
    /// Who sits there; nobody where it is free or the computer's.
    pub account: Option<String>,
    /// His name.
    pub name: Option<String>,
    /// Whether the computer plays it.
    pub computer: bool,
}

/// A game as it is kept, without its entries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRow {
    /// Its number.
    pub id: String,
    /// The title's key.
    pub title: String,
    /// What it is called.
    pub name: String,
    /// The head of its journal.
    pub header: String,
    /// The secret of its dice: for the house alone.
    pub dice_secret: Option<String>,
    /// Who made it.
    pub creator: String,
    /// What lets somebody sit down.
    pub invite: String,
    /// Whether anybody may sit down and look on.
    pub listed: bool,
    /// How many entries it has.
    pub number: i64,
    /// Who has to decide; empty before the first entry.
    pub turn: String,
    /// When the last entry was made, or the game.
    pub at: i64,
    /// How much time the sides have.
    pub pace: String,
    /// Whether whoever runs the server has closed it.
    pub closed: bool,
    /// The clocks as they stood at the last entry.
    pub clock: Option<String>,
    /// When a clock that runs will be out, in milliseconds since 1970.
    pub deadline: Option<i64>,
    /// How it stands, in a line that everybody may hear.
    pub told: Option<String>,
}

/// Something said beside a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// Its number in the game.
    pub number: i64,
    /// Who said it.
    pub name: String,
    /// What.
    pub said: String,
    /// When.
    pub at: i64,
}

/// So many entries of a game that is brought in go into one statement.
const ENTRIES_AT_ONCE: usize = 2_000;

macro_rules! game {
    ($row:expr) => {
        GameRow {
            id: $row.try_get(0)?,
            title: $row.try_get(1)?,
            name: $row.try_get(2)?,
            header: $row.try_get(3)?,
            dice_secret: $row.try_get(4)?,
            creator: $row.try_get(5)?,
            invite: $row.try_get(6)?,
            listed: $row.try_get::<i64, _>(7)? != 0,
            number: $row.try_get(8)?,
            turn: $row.try_get(9)?,
            at: $row.try_get(10)?,
            pace: $row.try_get(11)?,
            closed: $row.try_get::<i64, _>(12)? != 0,
            clock: $row.try_get(13)?,
            deadline: $row.try_get(14)?,
            told: $row.try_get(15)?,
        }
    };
}

/// The columns of a game with its last entry, and where they come from.
macro_rules! games_where {
    ($condition:literal) => {
        concat!(
            "select games.id, games.title, games.name, games.header, games.dice_secret, games.creator, games.invite, \
             games.listed, coalesce(last.number, 0), coalesce(last.turn, ''), coalesce(last.at, games.created), \
             games.pace, games.closed, last.clock, games.deadline, last.told \
             from games left join entries as last on last.game = games.id \
             and last.number = (select max(number) from entries where entries.game = games.id) where ",
            $condition
        )
    };
}

impl Store {
    /// Begins a game with its seats.
    ///
    /// # Errors
    /// Where it cannot be kept; nothing is then.
    pub async fn add_game(&self, game: &NewGame) -> Kept<()> {
        self.add_game_with(game, &[]).await
    }

    /// Begins a game with its seats and the entries it has already: all of it is kept, or nothing.
    ///
    /// # Errors
    /// Where it cannot be kept; nothing is then.
    pub async fn add_game_with(&self, game: &NewGame, entries: &[EntryRow]) -> Kept<()> {
        const ADD: &str = "insert into games \
            (id, title, name, header, dice_secret, creator, invite, listed, created, pace) \
            values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
        const SEAT: &str = "insert into seats (game, side, account, computer) values ($1, $2, $3, $4)";
        writing!(self, pool => {
            let mut together = pool.begin().await?;
            let add = sqlx::query(ADD).bind(&game.id).bind(&game.title).bind(&game.name).bind(&game.header);
            let add = add.bind(&game.dice_secret).bind(&game.creator).bind(&game.invite);
            add.bind(i64::from(game.listed)).bind(now()).bind(&game.pace).execute(&mut *together).await?;
            for seat in &game.seats {
                let add = sqlx::query(SEAT).bind(&game.id).bind(&seat.side).bind(&seat.account);
                add.bind(i64::from(seat.computer)).execute(&mut *together).await?;
            }
            for some in entries.chunks(ENTRIES_AT_ONCE) {
                let rows = sqlite_rows(some.iter().map(|entry| (&game.id, entry)));
                sqlx::query(self.insert_rows()).bind(rows).bind(now()).execute(&mut *together).await?;
            }
            together.commit().await?;
        });
        for account in game.seats.iter().filter_map(|seat| seat.account.clone()) {
            // It is kept, whether or not that can be told.
            let _ = self.tell(News::Sat { account, game: game.id.clone() }).await;
        }
        Ok(())
    }

    /// The statement that takes entries as one JSON value.
    fn insert_rows(&self) -> &'static str {
        const POSTGRES_INSERT: &str = "insert into entries (game, number, line, opening, once, turn, by_order, clock, spoken, told, at) \
             select value ->> 0, (value ->> 1)::bigint, value ->> 2, value ->> 3, value ->> 4, value ->> 5, \
             value ->> 6, value ->> 7, value ->> 8, value ->> 9, $2 from json_array_elements($1::json)";
        match self.database {
            Database::Sqlite { .. } => SQLITE_INSERT,
            Database::Postgres(_) => POSTGRES_INSERT,
        }
    }

    /// A game by its number.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn game(&self, id: &str) -> Kept<Option<GameRow>> {
        const FIND: &str = games_where!("games.id = $1");
        reading!(self, pool => {
            sqlx::query(FIND).bind(id).fetch_optional(pool).await?.map(|row| Ok(game!(row))).transpose()
        })
    }

    /// The games somebody sits at, those moved last first.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn games_of(&self, account: &str) -> Kept<Vec<GameRow>> {
        const FIND: &str = games_where!(
            "games.id in (select game from seats where account = $1) order by 11 desc, games.id limit 500"
        );
        reading!(self, pool => {
            sqlx::query(FIND).bind(account).fetch_all(pool).await?.iter().map(|row| Ok(game!(row))).collect()
        })
    }

    /// The games that anybody may sit down at, the newest first.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn free_games(&self) -> Kept<Vec<GameRow>> {
        const FIND: &str = games_where!(
            "games.listed = 1 and games.id in (select game from seats where account is null and computer = 0) \
             order by games.created desc, games.id limit 100"
        );
        reading!(self, pool => {
            sqlx::query(FIND).fetch_all(pool).await?.iter().map(|row| Ok(game!(row))).collect()
        })
    }

    /// The games after a number, in the order of their numbers: at most so many.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn games_after(&self, after: &str, most: i64) -> Kept<Vec<GameRow>> {
        const FIND: &str = games_where!("games.id > $1 order by games.id limit $2");
        reading!(self, pool => {
            let rows = sqlx::query(FIND).bind(after).bind(most).fetch_all(pool).await?;
            rows.iter().map(|row| Ok(game!(row))).collect()
        })
    }

    /// The numbers of all games, in order.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn all_games(&self) -> Kept<Vec<String>> {
        reading!(self, pool => {
            let rows = sqlx::query("select id from games order by created, id").fetch_all(pool).await?;
            rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
        })
    }

    /// Who sits at a game.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn seats(&self, game: &str) -> Kept<Vec<SeatRow>> {
        const FIND: &str = "select seats.side, seats.account, accounts.name, seats.computer from seats \
            left join accounts on accounts.id = seats.account where seats.game = $1 order by seats.side";
        reading!(self, pool => {
            let rows = sqlx::query(FIND).bind(game).fetch_all(pool).await?;
            rows.iter()
                .map(|row| {
                    Ok(SeatRow {
                        side: row.try_get(0)?,
                        account: row.try_get(1)?,
                        name: row.try_get(2)?,
                        computer: row.try_get::<i64, _>(3)? != 0,
                    })
                })
                .collect()
        })
    }

    /// Somebody sits down where nobody sits; of two who try, one does.
    ///
    /// # Errors
    /// [`Failure::Taken`] where the seat is.
    pub async fn take_seat(&self, game: &str, side: &str, account: &str) -> Kept<()> {
        const TAKE: &str = "update seats set account = $3 \
            where game = $1 and side = $2 and account is null and computer = 0";
        let taken = writing!(self, pool => {
            sqlx::query(TAKE).bind(game).bind(side).bind(account).execute(pool).await?.rows_affected()
        });
        if taken != 1 {
            return Err(Failure::Taken);
        }
        // The seat is taken, whether or not that can be told; whoever is at the game looks at it again sooner or later.
        let _ = self.tell(News::Sat { account: account.to_owned(), game: game.to_owned() }).await;
        Ok(())
    }

    /// Keeps something said, and by whom; with a key that was there before it was said already.
    ///
    /// # Errors
    /// Where it cannot be kept.
    pub async fn say(&self, game: &str, (name, said): (&str, &str), once: Option<&str>) -> Kept<()> {
        const SAY: &str = "insert into messages (game, number, name, said, at, once) \
            select $1, coalesce(max(number), 0) + 1, $2, $3, $4, $5 from messages where game = $1 \
            on conflict (game, once) where once is not null do nothing";
        match &self.database {
            Database::Sqlite { write, .. } => {
                let say = sqlx::query(SAY).bind(game).bind(name).bind(said).bind(now()).bind(once);
                say.execute(write).await?;
            }
            Database::Postgres(pool) => {
                // Of two who speak at once on two servers one is given the number, and the other waits for the next.
                const WAIT: &str = "select id from games where id = $1 for update";
                let say = sqlx::query(SAY).bind(game).bind(name).bind(said).bind(now()).bind(once);
                let mut together = pool.begin().await?;
                sqlx::query(WAIT).bind(game).execute(&mut *together).await?;
                say.execute(&mut *together).await?;
                together.commit().await?;
            }
        }
        let _ = self.tell(News::Game(game.to_owned())).await;
        Ok(())
    }

    /// What was said after a number, in order: the last thousand of it.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn messages(&self, game: &str, after: i64) -> Kept<Vec<Message>> {
        const FIND: &str = "select number, name, said, at from (select number, name, said, at from messages \
            where game = $1 and number > $2 order by number desc limit 1000) as latest order by number";
        reading!(self, pool => {
            let rows = sqlx::query(FIND).bind(game).bind(after).fetch_all(pool).await?;
            rows.iter()
                .map(|row| {
                    Ok(Message {
                        number: row.try_get(0)?,
                        name: row.try_get(1)?,
                        said: row.try_get(2)?,
                        at: row.try_get(3)?,
                    })
                })
                .collect()
        })
    }

    /// Somebody's own notes beside a game.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn notes(&self, game: &str, account: &str) -> Kept<String> {
        const FIND: &str = "select said from notes where game = $1 and account = $2";
        reading!(self, pool => {
            let row = sqlx::query(FIND).bind(game).bind(account).fetch_optional(pool).await?;
            Ok(row.map(|row| row.try_get(0)).transpose()?.unwrap_or_default())
        })
    }

    /// Keeps somebody's own notes.
    ///
    /// # Errors
    /// Where they cannot be kept.
    pub async fn keep_notes(&self, game: &str, account: &str, said: &str) -> Kept<()> {
        const KEEP: &str = "insert into notes (game, account, said) values ($1, $2, $3) \
            on conflict (game, account) do update set said = excluded.said";
        writing!(self, pool => {
            sqlx::query(KEEP).bind(game).bind(account).bind(said).execute(pool).await?;
        });
        Ok(())
    }

    /// Whether the database is one that several servers share.
    pub fn is_shared(&self) -> bool {
        matches!(self.database, Database::Postgres(_))
    }
}
