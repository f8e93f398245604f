//! Standing orders: what a side answers to a question whenever it is asked.

use crate::{Kept, Store, reading, writing};
use sqlx::Row;

/// A standing order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrderRow {
    /// `first` or `second`.
    pub side: String,
    /// The key of what is asked.
    pub topic: String,
    /// What is answered, in the house's own words.
    pub answer: String,
    /// How long it lasts, in the house's own words.
    pub lasts: String,
    /// The last entry when it was given.
    pub number: i64,
}

impl Store {
    /// Gives a standing order; one about the same is replaced.
    ///
    /// # Errors
    /// Where it cannot be kept.
    pub async fn give_order(&self, game: &str, order: &OrderRow) -> Kept<()> {
        const GIVE: &str = "insert into orders (game, side, topic, answer, lasts, number) values ($1, $2, $3, $4, $5, $6) \
            on conflict (game, side, topic) do update \
            set answer = excluded.answer, lasts = excluded.lasts, number = excluded.number";
        writing!(self, pool => {
            let give = sqlx::query(GIVE).bind(game).bind(&order.side).bind(&order.topic).bind(&order.answer);
            give.bind(&order.lasts).bind(order.number).execute(pool).await?;
        });
        Ok(())
    }

    /// Revokes a standing order; whether there was one.
    ///
    /// # Errors
    /// Where it cannot be kept.
    pub async fn revoke_order(&self, game: &str, side: &str, topic: &str) -> Kept<bool> {
        const REVOKE: &str = "delete from orders where game = $1 and side = $2 and topic = $3";
        writing!(self, pool => {
            let revoke = sqlx::query(REVOKE).bind(game).bind(side).bind(topic);
            Ok(revoke.execute(pool).await?.rows_affected() > 0)
        })
    }

    /// The standing orders of a game, of both sides.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn orders(&self, game: &str) -> Kept<Vec<OrderRow>> {
        const FIND: &str =
            "select side, topic, answer, lasts, number from orders where game = $1 order by side, topic";
        reading!(self, pool => {
            let rows = sqlx::query(FIND).bind(game).fetch_all(pool).await?;
            rows.iter()
                .map(|row| {
                    Ok(OrderRow {
                        side: row.try_get(0)?,
                        topic: row.try_get(1)?,
                        answer: row.try_get(2)?,
                        lasts: row.try_get(3)?,
                        number: row.try_get(4)?,
                    })
                })
                .collect()
        })
    }
}
