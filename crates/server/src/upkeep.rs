//! What whoever runs a server does with its games: check them, take them out, bring them in.

use crate::games::table::{contest, hex, journal, turn, unhex};
use grognard::umpire::{Differs, Journal, Opening, Side};
use grognard_store::{EntryRow, NewGame, SeatRow, Store};

/// A game taken out of a store, with all the house keeps of it.
pub struct Taken {
    /// Its number.
    pub id: String,
    /// Its journal.
    pub journal: Journal,
    /// What opens the secret answers that the journal does not show yet, by the sides that gave them.
    pub openings: Vec<(Side, Opening)>,
    /// The secret of its dice, where the journal does not show it yet.
    pub secret: Option<[u8; 32]>,
}

/// Takes a game out, as it is; the store keeps it.
///
/// # Errors
/// Where it is not there or cannot be read.
pub async fn take_out(store: &Store, id: &str) -> Result<Taken, String> {
    let row = store.game(id).await.map_err(|failure| failure.to_string())?;
    let row = row.ok_or_else(|| format!("there is no game {id}"))?;
    let entries = store.entries(id, 0).await.map_err(|failure| failure.to_string())?;
    let (journal, openings) = journal(&row, &entries).map_err(|refused| refused.reason().to_owned())?;
    let shown: Vec<usize> = journal.openings().iter().map(|opening| opening.entry).collect();
    let over = journal
        .entries()
        .iter()
        .any(|entry| matches!(entry.event, grognard::umpire::Event::DiceSecret { .. }));
    let openings = openings.into_iter().filter(|opening| !shown.contains(&opening.entry));
    Ok(Taken {
        openings: openings.filter_map(|opening| Some((by(&journal, &opening)?, opening))).collect(),
        secret: row.dice_secret.as_deref().and_then(unhex).filter(|_| !over),
        id: id.to_owned(),
        journal,
    })
}

/// Who gave a secret answer.
fn by(journal: &Journal, opening: &Opening) -> Option<Side> {
    match journal.entries().get(opening.entry.checked_sub(1)?)?.event {
        grognard::umpire::Event::Secret { by, .. } => Some(by),
        _ => None,
    }
}

/// Carries a game out again from its first entry, dice and all.
///
/// # Errors
/// The first entry that differs, or why it cannot be carried out.
pub fn carry_out(taken: &Taken) -> Result<(), String> {
    carried_out(taken).map(drop)
}

fn carried_out(taken: &Taken) -> Result<Box<dyn grognard::Play>, String> {
    let says = |differs: Differs| format!("differs at {differs}");
    taken.journal.prove_dice(taken.secret).map_err(says)?;
    let contest = contest(taken.journal.header()).map_err(|refused| refused.reason().to_owned())?;
    let openings: Vec<Opening> = taken.openings.iter().map(|(_, opening)| opening.clone()).collect();
    contest.replay(&taken.journal, &openings).map_err(says)
}

/// Brings a game in, once it has been carried out again: nobody sits at it yet. Hands back its number and what lets
/// somebody sit down.
///
/// # Errors
/// Where it differs from the rules, or cannot be kept; nothing is then.
pub async fn bring_in(store: &Store, taken: &Taken, name: &str) -> Result<(String, String), String> {
    let turn = turn(&grognard::Game::new(carried_out(taken)?));
    let random =
        || crate::games::randomness::<10>().map(|bytes| hex(&bytes)).map_err(|_| "no randomness".to_owned());
    let (id, invite) = (random()?, random()?);
    let header = taken.journal.header();
    let seats = taken.journal.seats();
    let seat = |side: Side| SeatRow {
        side: side.key().to_owned(),
        account: None,
        name: None,
        computer: seats[side] != grognard::umpire::Seat::Person,
    };
    let game = NewGame {
        id: id.clone(),
        title: format!("{}/{}", header.system, header.title.trim_end_matches(".toml")),
        name: name.to_owned(),
        header: Journal::new(header.clone()).text(),
        dice_secret: taken.secret.map(|secret| hex(&secret)),
        creator: String::new(),
        invite: invite.clone(),
        listed: false,
        pace: "none".to_owned(),
        seats: Side::ALL.map(seat).into(),
    };
    let text = taken.journal.text();
    let lines = text.lines().skip(game.header.lines().count());
    let opening = |number: usize| taken.openings.iter().find(|(_, opening)| opening.entry == number);
    let entries = lines.enumerate().map(|(index, line)| EntryRow {
        number: i64::try_from(index + 1).unwrap_or(i64::MAX),
        line: line.to_owned(),
        opening: opening(index + 1).map(|(_, opening)| opening.line()),
        once: None,
        turn: turn.to_owned(),
        by_order: None,
        clock: None,
        spoken: None,
        told: None,
    });
    let entries: Vec<EntryRow> = entries.collect();
    store.add_game_with(&game, &entries).await.map_err(|failure| failure.to_string())?;
    Ok((id, invite))
}
