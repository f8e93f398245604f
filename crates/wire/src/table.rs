//! What happens at the table besides the rules: both sides see it, and it stays in the log whatever is gone back over.

use grognard::Game;
use grognard::umpire::{Event, Proposal, Seat, Side};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Something that was proposed, agreed or changed at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct TableLine {
    /// The number of the entry.
    pub entry: usize,
    /// What happened.
    pub words: String,
}

/// All that has happened at the table of a game, in order. Told as what has been done, which suits a side that is called by
/// one name as well as one that is many.
pub(crate) fn table_lines(game: &Game) -> Vec<TableLine> {
    let names = game.side_names();
    let mut proposed: Option<(Side, Proposal)> = None;
    let mut lines = Vec::new();
    for (index, entry) in game.kept_journal().entries().iter().enumerate() {
        let name = |by: &Side| names[*by].as_str();
        let words = match &entry.event {
            Event::Undone { by } => format!("{} took the last choice back", name(by)),
            Event::Proposed { by, what } => {
                proposed = Some((*by, *what));
                match what {
                    Proposal::Rewind(entry) => format!("{} asked to go back to entry {entry}", name(by)),
                    Proposal::Draw => format!("{} offered a draw", name(by)),
                }
            }
            Event::Agreed { by } => match proposed.take() {
                Some((_, Proposal::Rewind(entry))) => {
                    format!("{} agreed: it goes on from entry {entry}", name(by))
                }
                _ => format!("{} agreed to a draw", name(by)),
            },
            Event::Declined { by } => match proposed.take() {
                Some((own, _)) if own == *by => format!("{} withdrew it", name(by)),
                _ => format!("{} declined", name(by)),
            },
            Event::Resigned { by } => format!("{} gave up", name(by)),
            Event::TimedOut { by } => format!("{}: time is up", name(by)),
            Event::BothTimedOut => "The time of both is up".to_owned(),
            Event::Seated { by, seat: Seat::Person } => format!("a person plays {} from here on", name(by)),
            Event::Seated { by, seat: Seat::Easy } => {
                format!("the computer plays {} from here on, at its easy strength", name(by))
            }
            Event::Seated { by, .. } => format!("the computer plays {} from here on", name(by)),
            Event::Answered { .. }
            | Event::Sealed { .. }
            | Event::Nonce { .. }
            | Event::Secret { .. }
            | Event::Opened { .. }
            | Event::DiceSecret { .. } => continue,
        };
        lines.push(TableLine { entry: index + 1, words });
    }
    lines
}
