//! The entries that an act makes, before they are kept: what the house notes beside each of them.

use crate::games::table::turn;
use grognard::umpire::{Entered, Opening, Side};
use grognard::{Game, Seat};
use grognard_store::EntryRow;

/// Lines that an act makes, in order.
#[derive(Default)]
pub(super) struct Entries(pub(super) Vec<(String, Option<Opening>, Option<By>)>);

/// Who made an entry, where it was no person's own hand.
pub(super) enum By {
    /// A standing order of a side's.
    Order(Side),
    /// A computer that says why.
    Computer(String),
}

impl Entries {
    pub(super) fn line(&mut self, line: String) {
        self.0.push((line, None, None));
    }

    pub(super) fn entered(&mut self, Entered { line, opening }: Entered) {
        self.0.push((line, opening, None));
    }

    /// As they are kept; the act's key stands with the first of them.
    pub(super) fn rows(self, game: &Game, once: Option<String>, clock: Option<&str>) -> Vec<EntryRow> {
        let turn = turn(game);
        let (last, told) = (self.0.len(), told(game));
        let first = game.number() + 1 - self.0.len();
        let mut once = once;
        let rows = self.0.into_iter().enumerate();
        rows.map(|(index, (line, opening, by))| {
            let (by_order, spoken) = match by {
                Some(By::Order(side)) => (Some(side.key().to_owned()), None),
                Some(By::Computer(why)) => (None, Some(why)),
                None => (None, None),
            };
            EntryRow {
                number: i64::try_from(first + index).unwrap_or(i64::MAX),
                line,
                opening: opening.map(|opening| opening.line()),
                once: once.take(),
                turn: turn.to_owned(),
                by_order,
                clock: clock.map(str::to_owned),
                spoken,
                told: told.clone().filter(|_| index + 1 == last),
            }
        })
        .collect()
    }
}

/// What was said longer ago than so many entries says nothing of how a game stands.
const LATELY: usize = 60;
/// A line of a list is no longer than so many letters.
const TOLD_MAX: usize = 160;

/// How a game stands, for lists of games: its turn, and what the log says last that everybody may hear.
fn told(game: &Game) -> Option<String> {
    let lines = game.told(Seat::Onlooker, game.number().saturating_sub(LATELY)).lines;
    let (_, last) = lines.last()?;
    // A heading says itself which turn it is.
    let turn = game.guide(Seat::Onlooker).aims().turns.filter(|_| !last.heading);
    let told = match turn {
        Some(turn) => format!("turn {}: {}", turn.now, last.text),
        None => last.text.clone(),
    };
    Some(match told.char_indices().nth(TOLD_MAX) {
        Some((end, _)) => format!("{}…", &told[..end]),
        None => told,
    })
}
