//! The switches of a battle or a game: how they stand in its file, in the head of its journal and at the head of its
//! account.

use crate::contest::Contest;
use crate::system::{open, system};
use grognard_charts::{Stands, stands_in, turned};
use grognard_umpire::{Difference, Differs, Header, Journal, Opening};

/// How the switches of a battle file or title stand; none where it cannot be read.
pub fn switches_in(system_key: &str, text: &str) -> Vec<Stands> {
    let boards = system(system_key).map(|system| (system.switchboards)()).unwrap_or_default();
    stands_in(&boards, text)
}

/// The head of a new journal, with the switches as they stand: whoever opens it later, under whatever defaults,
/// sees what was played.
pub(crate) fn with_switches(mut header: Header) -> Header {
    if header.options.is_empty() {
        let stands = switches_in(&header.system, &header.setup);
        header.options = stands.into_iter().map(|stands| (stands.path, stands.value)).collect();
    }
    header
}

/// The first switch that a journal was played under and that its file no longer comes to, with what it comes to now.
fn changed(header: &Header) -> Option<(String, String)> {
    let now = switches_in(&header.system, &header.setup);
    let then = |stands: &Stands| header.options.iter().find(|(path, _)| *path == stands.path);
    now.iter().find_map(|stands| {
        let (path, value) = then(stands)?;
        (*value != stands.value).then(|| (format!("{path} = {value}"), format!("{path} = {}", stands.value)))
    })
}

/// Refuses a journal that was played under switches which its file no longer comes to: a default has changed since.
pub(crate) fn same_switches(header: &Header) -> Result<(), Differs> {
    match changed(header) {
        Some((played, now)) => Err(Differs { entry: 0, how: Difference::Switch { played, now } }),
        None => Ok(()),
    }
}

/// A switch that the head of an account names, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    /// The switch and where it stands.
    pub stands: Stands,
    /// The other readings under which this would have gone otherwise.
    pub decided_against: Vec<&'static str>,
}

impl Named {
    /// In a line, as the head of an account has it.
    pub fn words(&self) -> String {
        let Stands { path, value, is_default, switch } = &self.stands;
        let mut words = format!("{path} = {value}");
        if !is_default {
            words.push_str(&format!(" (the default is {})", switch.default_word()));
        }
        if !self.decided_against.is_empty() {
            let others = self.decided_against.join(" or ");
            words.push_str(&format!("; {others} would have made a difference"));
        }
        words
    }
}

/// The switches to name at the head of an account: those that are not at their default, and those that decided
/// something. To find the latter the journal is gone through again with one switch after the other turned: where the
/// rules then ask something else, or come to another end, it was decided by the switch. Whole games are too long for
/// that; of them only the former are named.
pub fn named_switches(contest: &dyn Contest, journal: &Journal, openings: &[Opening]) -> Vec<Named> {
    let header = journal.header();
    let stands = switches_in(&header.system, &header.setup);
    let told = contest.replay(journal, openings).ok().filter(|_| contest.counts_out()).map(|play| {
        let seen = play.end().map_or_else(|| play.view(None), |(facts, _)| facts);
        (seen, play.pending().len())
    });
    let differs = |stands: &Stands, word: &str| {
        let Some((seen, pending)) = &told else { return false };
        let Some(text) = turned(&header.setup, stands, word) else { return false };
        let Ok(other) = open(&header.title, &text, &header.tables) else { return false };
        let Ok(again) = other.replay(journal, openings) else { return true };
        let shown = again.end().map_or_else(|| again.view(None), |(facts, _)| facts);
        shown != *seen || again.pending().len() != *pending
    };
    let name = |stands: Stands| {
        let others = stands.switch.alternatives().into_iter().map(|one| one.word);
        // A profile is many switches at once, each of which is named by itself.
        let alone = stands.switch.key != "profile";
        let decided_against: Vec<&'static str> =
            others.filter(|&word| alone && word != stands.value && differs(&stands, word)).collect();
        (!stands.is_default || !decided_against.is_empty()).then_some(Named { stands, decided_against })
    };
    stands.into_iter().filter_map(name).collect()
}
