//! A whole game, opened: it is played, replayed and studied, but never counted out.

use crate::contest::{Contest, Fought, Listed};
use crate::play::{Computer, Play};
use crate::ready::Ready;
use crate::report::{OddsRequest, Report};
use crate::study::{Games, Player, StudyRequest};
use crate::unreckoned::Unreckoned;
use grognard_charts::BadData;
use grognard_odds::Progress;
use grognard_umpire::{BySide, Differs, Header, Journal, Opening, Playable, Reading, Side};
use std::sync::Arc;

/// A campaign at its start, with its givens and the computer player of its own, if it has one.
///
/// It is carried out by the umpire of the record alone, so that the largest rules there are get compiled for one
/// umpire and not for all.
pub(crate) struct Campaign<P: Playable> {
    system: &'static str,
    ready: Ready<P>,
}

impl<P: Playable> Campaign<P> {
    pub(crate) fn new(
        system: &'static str,
        start: P,
        rules: Arc<P::Rules>,
        computer: Option<Computer<P>>,
    ) -> Self {
        Campaign { system, ready: Ready { start, rules, computer, adviser: None } }
    }
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
        self.ready.side_names()
    }

    fn start(&self, header: Header) -> Box<dyn Play> {
        self.ready.start(header)
    }

    fn start_from(&self, file: &str, header: Header) -> Result<Box<dyn Play>, BadData> {
        self.ready.start_from(file, header)
    }

    fn replay(&self, journal: &Journal, openings: &[Opening]) -> Result<Box<dyn Play>, Differs> {
        self.ready.replay(journal, openings)
    }

    fn odds_watched(&self, _: &OddsRequest, _: &Progress) -> Result<Report, Unreckoned> {
        Err(Unreckoned::WholeGame)
    }

    /// Plays by the stated policies.
    fn simulate(&self, fought: &Fought, progress: &Progress) -> Result<Report, Unreckoned> {
        let players = BySide::new(Player::Policy, Player::Policy);
        let request = StudyRequest { time: fought.time, ..StudyRequest::of(players, fought.n, fought.seed) };
        self.study(&request, progress)
    }

    fn study(&self, request: &StudyRequest, progress: &Progress) -> Result<Report, Unreckoned> {
        self.ready.study(request, progress)
    }

    fn games(&self, request: &StudyRequest, progress: &Progress) -> Result<Games, Unreckoned> {
        self.ready.games(request, progress)
    }

    fn sequences(&self, _list_max: usize) -> Result<Listed, Unreckoned> {
        Err(Unreckoned::WaysOfAWholeGame)
    }

    fn figures(&self) -> Vec<(&'static str, String)> {
        self.ready.figures()
    }

    fn objective_words(&self, side: Side) -> String {
        P::objective_words(&self.ready.rules, side)
    }

    fn counts_out(&self) -> bool {
        false
    }

    fn readings(&self) -> Vec<Reading> {
        P::readings(&self.ready.rules)
    }
}
