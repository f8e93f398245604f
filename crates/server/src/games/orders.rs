//! Standing orders: what a side answers to a question whenever it is asked. They go by the question's topic, give nothing
//! that is not offered, and what they enter is an entry like any other; the store marks it as theirs.

use crate::Desk;
use crate::games::accounts::{Player, games};
use crate::games::table::{Open, Seats};
use crate::games::{limits, routes::side_of};
use crate::refused::{Refused, Taken};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use grognard::umpire::{Kind, Side};
use grognard::{Asked, Seat};
use grognard_store::OrderRow;
use grognard_wire::{OrderAnswer, OrderLasts, Refusal, StandingOrder};
use std::sync::Arc;

/// No side has more.
const ORDERS_MAX: usize = 50;
const TOPIC_BYTES_MAX: usize = 64;
const KEY_BYTES_MAX: usize = 500;

/// What the next standing order in force answers, and for which side; nothing where none is asked for.
pub(crate) fn next(open: &Open, seats: &Seats, orders: &[OrderRow]) -> Option<(Side, String)> {
    if orders.is_empty() {
        return None;
    }
    let decide = open.game.to_decide();
    decide.into_iter().filter(|&side| !seats.is_computers(side)).find_map(|side| {
        let asked = open.game.questions(Seat::Side(side)).into_iter().find_map(|asked| match asked {
            Asked::Whole(question) if question.asking.by == Some(side) => Some(question),
            _ => None,
        })?;
        let topic = asked.asking.topic.key();
        let order = orders.iter().find(|order| order.side == side.key() && order.topic == topic)?;
        if !in_force(open, side, order) || matches!(asked.kind, Kind::Roll(_)) {
            return None;
        }
        let options = asked.options();
        let key = match answer_of(&order.answer)? {
            OrderAnswer::Key(key) => {
                options.iter().find(|option| option.key == key).map(|option| option.key.clone())
            }
            OrderAnswer::First => options.first().map(|option| option.key.clone()),
            OrderAnswer::Last => options.last().map(|option| option.key.clone()),
            OrderAnswer::Suggested => open.game.suggestion(Seat::Side(side)).map(|(key, _)| key),
        }?;
        open.game.why_not(Seat::Side(side), &key).is_none().then_some((side, key))
    })
}

/// Whether an order still holds. The journal tells whether the side has done anything by hand since, so that nothing has
/// to be struck out when it has.
pub(crate) fn in_force(open: &Open, side: Side, order: &OrderRow) -> bool {
    let given = usize::try_from(order.number).unwrap_or(usize::MAX);
    order.lasts != LASTS_UNTIL || open.by_hand[side] <= given
}

const LASTS_UNTIL: &str = "until-i-act";

fn answer_of(kept: &str) -> Option<OrderAnswer> {
    serde_json::from_str(kept).ok()
}

/// An order as its side sees it.
pub(crate) fn card(order: &OrderRow) -> Option<StandingOrder> {
    Some(StandingOrder {
        side: order.side.clone(),
        topic: order.topic.clone(),
        answer: answer_of(&order.answer)?,
        lasts: if order.lasts == LASTS_UNTIL { OrderLasts::UntilIAct } else { OrderLasts::Always },
    })
}

/// Gives a standing order, in place of one about the same. What it answers already is answered at once.
#[utoipa::path(put, path = "/games/{game}/orders", params(("game" = String, Path)), request_body = StandingOrder,
    responses((status = 200, body = Object), (status = 403, body = Refusal), (status = 422, body = Refusal)))]
pub(crate) async fn give(
    State(desk): State<Arc<Desk>>,
    Player(account): Player,
    Path(id): Path<String>,
    Taken(order): Taken<StandingOrder>,
) -> Result<Json<()>, Refused> {
    let games = games(&desk)?;
    games.limits.count("act", &account.id, limits::ACT)?;
    let side = side_of(&order.side)?;
    topic_is_sound(&order.topic)?;
    if let OrderAnswer::Key(key) = &order.answer
        && (key.is_empty() || key.len() > KEY_BYTES_MAX || key.chars().any(char::is_control))
    {
        return Err(Refusal::of_field(
            "answer",
            format!("the key of an option, of at most {KEY_BYTES_MAX} bytes"),
        )
        .into());
    }
    let asked = order.topic.clone();
    let number = games
        .look(&id, move |open, around| {
            if !around.seats.sides(&account.id).contains(&side) {
                return Err(Refused::with(StatusCode::FORBIDDEN, "you do not sit there"));
            }
            if around.row.closed {
                return Err(crate::games::closed());
            }
            if open.game.end().is_some() {
                return Err(Refusal::plain("the game is over").into());
            }
            let own = |order: &&OrderRow| order.side == side.key() && order.topic != asked;
            match around.orders.iter().filter(own).count() < ORDERS_MAX {
                true => Ok(open.game.number()),
                false => {
                    Err(Refusal::plain(format!("no side has more than {ORDERS_MAX} standing orders")).into())
                }
            }
        })
        .await?;
    let row = OrderRow {
        side: order.side,
        topic: order.topic,
        answer: serde_json::to_string(&order.answer).map_err(|_| crate::games::ours())?,
        lasts: match order.lasts {
            OrderLasts::Always => "always".to_owned(),
            OrderLasts::UntilIAct => LASTS_UNTIL.to_owned(),
        },
        number: i64::try_from(number).unwrap_or(i64::MAX),
    };
    games.store.give_order(&id, &row).await?;
    games.follow_orders(&id).await?;
    Ok(Json(()))
}

/// Revokes a standing order.
#[utoipa::path(delete, path = "/games/{game}/orders/{side}/{topic}",
    params(("game" = String, Path), ("side" = String, Path), ("topic" = String, Path)),
    responses((status = 200, body = Object), (status = 403, body = Refusal), (status = 404, body = Refusal)))]
pub(crate) async fn revoke(
    State(desk): State<Arc<Desk>>,
    Player(account): Player,
    Path((id, side, topic)): Path<(String, String, String)>,
) -> Result<Json<()>, Refused> {
    let games = games(&desk)?;
    games.limits.count("act", &account.id, limits::ACT)?;
    let side = side_of(&side)?;
    topic_is_sound(&topic)?;
    crate::games::plausible(&id)?;
    let seats = Seats(games.store.seats(&id).await?);
    if !seats.sides(&account.id).contains(&side) {
        return Err(Refused::with(StatusCode::FORBIDDEN, "you do not sit there"));
    }
    match games.store.revoke_order(&id, side.key(), &topic).await? {
        true => Ok(Json(())),
        false => Err(Refused::with(StatusCode::NOT_FOUND, "there is no such order")),
    }
}

fn topic_is_sound(topic: &str) -> Result<(), Refusal> {
    let sound = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-';
    match (1..=TOPIC_BYTES_MAX).contains(&topic.len()) && topic.bytes().all(sound) {
        true => Ok(()),
        false => Err(Refusal::of_field("topic", "the `topic` of a question")),
    }
}
