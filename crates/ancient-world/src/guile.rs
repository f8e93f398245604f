//! Guile Points: what they may be spent on, and by whom. [G-a, G-b]

use crate::charts::Charts;
use crate::force::{Game, People, Rank, words};
use crate::rule;
use grognard_umpire::{Offer, Refusal};
use serde::Deserialize;

words! {
    /// What Guile Points may be spent on; the words are those of the reference chart.
    GuileUse {
        /// Bringing in a replacement for a killed subordinate (8.64).
        Replacement = "replacement of a subordinate",
        /// Sending ambassadors (12.32).
        Ambassadors = "ambassadors",
        /// Shifting the Senate's legion-raising roll (RRR 10.13).
        LegionRaising = "legion-raising",
        /// An avoidance roll (8.23).
        Avoidance = "avoidance",
        /// An unpredictable result (8.4).
        UnpredictableResult = "unpredictable result",
        /// Taking a city by treachery (9.62).
        Treachery = "treachery",
        /// The Senate's refusal of a triumph (RRR 5.48).
        TriumphRefusal = "triumph refusal",
        /// The Senate's permission (RRR 5.66).
        SenatePermission = "Senate permission",
    }
}

/// Whether a leader may spend Guile Points on something.
///
/// # Errors
/// Why not: it is the Overall Commander's alone, or Rome's alone in Rise of the Roman Republic.
pub fn may_spend(
    charts: &Charts,
    game: Game,
    people: People,
    rank: Rank,
    wanted: GuileUse,
) -> Result<(), Refusal> {
    let (needed, roman_only) = charts.guile_use(wanted);
    let clause = match needed {
        Rank::OverallCommander => rule!("G-a"),
        Rank::Leader => rule!("G-b"),
    };
    if needed == Rank::OverallCommander && rank != Rank::OverallCommander {
        let reason = format!("only an Overall Commander may spend Guile Points on {}", wanted.key());
        return Err(Refusal::new(clause, reason));
    }
    if roman_only && !Charts::is_roman_republic(game, people) {
        let reason =
            format!("only the Roman player of Rise of the Roman Republic may spend them on {}", wanted.key());
        return Err(Refusal::new(clause, reason));
    }
    Ok(())
}

/// A number of Guile Points, as an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GuilePoints(pub u8);

/// The most Guile Points a commander may have.
pub const GUILE_MAX: u8 = 20;

impl GuilePoints {
    /// The options from none to as many as there are.
    pub fn up_to(most: u8) -> &'static [GuilePoints] {
        const ALL: [GuilePoints; GUILE_MAX as usize + 1] = {
            let mut all = [GuilePoints(0); GUILE_MAX as usize + 1];
            let mut points = 0;
            while points < all.len() {
                all[points] = GuilePoints(points as u8);
                points += 1;
            }
            all
        };
        &ALL[..=usize::from(most)]
    }
}

impl Offer for GuilePoints {
    fn key(&self) -> String {
        self.0.to_string()
    }
    fn words(&self) -> String {
        match self.0 {
            0 => "no Guile Point".to_owned(),
            1 => "1 Guile Point".to_owned(),
            n => format!("{n} Guile Points"),
        }
    }
}
