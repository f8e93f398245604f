//! The entries that an act makes, before they are kept: what the house notes beside each of them.

use crate::games::table::turn;
use grognard::Game;
use grognard::umpire::{Entered, Opening, Side};
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
            }
        })
        .collect()
    }
}
