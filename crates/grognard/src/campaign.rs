//! A whole game, opened: it is played, replayed and studied, but never counted out.

use crate::contest::{Contest, Listed};
use crate::play::{Computer, Play, Seated};
use crate::report::{OddsRequest, Report};
use crate::study::{Player, play_out};
use grognard_odds::Progress;
use grognard_umpire::{BySide, Differs, Header, Journal, Opening, Playable, Reading, Session, Side};
use std::sync::Arc;

/// A campaign at its start, with its givens and the computer player of its own, if it has one.
///
/// It is carried out by the umpire of the record alone, so that the largest rules there are get compiled for one
/// umpire and not for all.
pub(crate) struct Campaign<P: Playable> {
    pub(crate) system: &'static str,
    pub(crate) start: P,
    pub(crate) rules: Arc<P::Rules>,
    pub(crate) computer: Option<Computer<P>>,
}

impl<P> Contest for Campaign<P>
where
    P: Playable + Send + Sync + 'static,
    P::Rules: Send + Sync + 'static,
    P::End: Send + Sync + 'static,
{
    fn system(&self) -> &'static str {
        self.system
    }

    fn side_names(&self) -> BySide<String> {
        BySide::from_fn(|side| P::side_name(&self.rules, side))
    }

    fn start(&self, header: Header) -> Box<dyn Play> {
        let session = Session::start(self.start.clone(), Arc::clone(&self.rules), header);
        Box::new(Seated { session, computer: self.computer, adviser: None })
    }

    fn replay(&self, journal: &Journal, openings: &[Opening]) -> Result<Box<dyn Play>, Differs> {
        let session = Session::replay_with(journal, openings, self.start.clone(), Arc::clone(&self.rules))?;
        Ok(Box::new(Seated { session, computer: self.computer, adviser: None }))
    }

    fn odds_watched(&self, _: &OddsRequest, _: &Progress) -> Result<Report, String> {
        Err("a whole campaign cannot be counted out; `grognard study` plays it many times and tells who wins \
             how often"
            .to_owned())
    }

    /// Plays by the stated policies.
    fn simulate(&self, n: u64, seed: u64, progress: &Progress) -> Report {
        self.study(BySide::new(Player::Policy, Player::Policy), n, seed, progress)
    }

    fn study(&self, players: BySide<Player>, games: u64, seed: u64, progress: &Progress) -> Report {
        let seated = || {
            let session = Session::start(self.start.clone(), Arc::clone(&self.rules), Header::default());
            Seated { session, computer: self.computer, adviser: None }
        };
        Report::of_sample::<P>(&self.rules, &play_out(&seated, players, games, seed, progress))
    }

    fn sequences(&self, _list_max: usize) -> Result<Listed, String> {
        Err("the ways of a whole campaign cannot be listed".to_owned())
    }

    fn figures(&self) -> Vec<(&'static str, String)> {
        P::figures(&self.rules).into_iter().map(|figure| (figure.key, figure.words)).collect()
    }

    fn objective_words(&self, side: Side) -> String {
        P::objective_words(&self.rules, side)
    }

    fn readings(&self) -> Vec<Reading> {
        P::readings(&self.rules)
    }
}
