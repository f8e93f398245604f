//! A whole game, opened: it is played, replayed and studied, but never counted out.

use crate::begun::{begun, read};
use crate::contest::{Contest, Fought, Listed};
use crate::play::{Computer, Play, Seated};
use crate::report::{OddsRequest, Report};
use crate::study::{Games, Player, StudyRequest, play_out, told_apart};
use crate::switches::{same_switches, with_switches};
use crate::unreckoned::Unreckoned;
use grognard_charts::BadData;
use grognard_odds::Progress;
use grognard_umpire::{
    BySide, Differs, Generator, Header, Journal, Opening, Playable, Reading, Session, Side,
};
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
        let session = Session::start(self.start.clone(), Arc::clone(&self.rules), with_switches(header));
        Box::new(Seated { session, computer: self.computer, adviser: None })
    }

    fn start_from(&self, file: &str, header: Header) -> Result<Box<dyn Play>, BadData> {
        let start = read(file, &header, &self.start, &self.rules)?;
        let session = Session::start_at(start, Arc::clone(&self.rules), with_switches(header));
        Ok(Box::new(Seated { session, computer: self.computer, adviser: None }))
    }

    fn replay(&self, journal: &Journal, openings: &[Opening]) -> Result<Box<dyn Play>, Differs> {
        same_switches(journal.header())?;
        let start = begun(journal.header(), &self.start, &self.rules)?;
        let session = Session::replay_at(journal, openings, start, Arc::clone(&self.rules))?;
        Ok(Box::new(Seated { session, computer: self.computer, adviser: None }))
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
        let seated = |_: &mut Generator| {
            let session = Session::start(self.start.clone(), Arc::clone(&self.rules), Header::default());
            Seated { session, computer: self.computer, adviser: None }
        };
        let table = self.computer.and_then(|computer| computer.table);
        let sampled = play_out(&seated, &self.rules, table, request, progress)?.into_iter().collect();
        Ok(Report::of_sample::<P>(&self.rules, &sampled))
    }

    fn games(&self, request: &StudyRequest, progress: &Progress) -> Result<Games, Unreckoned> {
        let seated = |_: &mut Generator| {
            let session = Session::start(self.start.clone(), Arc::clone(&self.rules), Header::default());
            Seated { session, computer: self.computer, adviser: None }
        };
        let table = self.computer.and_then(|computer| computer.table);
        Ok(told_apart::<P>(&self.rules, &play_out(&seated, &self.rules, table, request, progress)?))
    }

    fn sequences(&self, _list_max: usize) -> Result<Listed, Unreckoned> {
        Err(Unreckoned::WaysOfAWholeGame)
    }

    fn figures(&self) -> Vec<(&'static str, String)> {
        P::figures(&self.rules).into_iter().map(|figure| (figure.key, figure.words)).collect()
    }

    fn objective_words(&self, side: Side) -> String {
        P::objective_words(&self.rules, side)
    }

    fn counts_out(&self) -> bool {
        false
    }

    fn readings(&self) -> Vec<Reading> {
        P::readings(&self.rules)
    }
}
