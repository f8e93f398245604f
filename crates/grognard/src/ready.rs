//! What a battle and a whole game have alike, ready to be played: begun, begun from a position, opened again, played many
//! times.

use crate::begun::{begun, read};
use crate::play::{Adviser, Computer, Play, Seated};
use crate::report::Report;
use crate::study::{Games, StudyRequest, play_out, told_apart};
use crate::switches::{same_switches, with_switches};
use crate::unreckoned::Unreckoned;
use grognard_charts::BadData;
use grognard_odds::Progress;
use grognard_umpire::{BySide, Differs, Generator, Header, Journal, Opening, Playable, Session, Side, Start};
use std::sync::Arc;

/// A procedure at its start, with its givens and whoever may sit at it.
pub(crate) struct Ready<P: Playable> {
    pub(crate) start: P,
    pub(crate) rules: Arc<P::Rules>,
    /// The computer player of its own, if it has one.
    pub(crate) computer: Option<Computer<P>>,
    /// Whoever can tell what a decision is worth, where that can be reckoned.
    pub(crate) adviser: Option<Adviser<P>>,
}

impl<P> Ready<P>
where
    P: Playable + Send + Sync + 'static,
    P::Rules: Send + Sync + 'static,
    P::End: Send + Sync + 'static,
{
    fn seated(&self, session: Session<P>) -> Box<dyn Play> {
        Box::new(Seated { session, computer: self.computer, adviser: self.adviser })
    }

    fn started(&self, start: Start<P>, header: Header) -> Box<dyn Play> {
        self.seated(Session::start_at(start, Arc::clone(&self.rules), with_switches(header)))
    }

    pub(crate) fn side_names(&self) -> BySide<String> {
        BySide::from_fn(|side: Side| P::side_name(&self.rules, side))
    }

    pub(crate) fn start(&self, header: Header) -> Box<dyn Play> {
        self.started(Start::from(self.start.clone()), header)
    }

    pub(crate) fn start_from(&self, file: &str, header: Header) -> Result<Box<dyn Play>, BadData> {
        let start = read(file, &header, &self.start, &self.rules)?;
        Ok(self.started(start, header))
    }

    pub(crate) fn replay(&self, journal: &Journal, openings: &[Opening]) -> Result<Box<dyn Play>, Differs> {
        same_switches(journal.header())?;
        let start = begun(journal.header(), &self.start, &self.rules)?;
        Ok(self.seated(Session::replay_at(journal, openings, start, Arc::clone(&self.rules))?))
    }

    fn played(&self, request: &StudyRequest, progress: &Progress) -> Result<Vec<P::End>, Unreckoned> {
        let seated = |_: &mut Generator| {
            let session = Session::start(self.start.clone(), Arc::clone(&self.rules), Header::default());
            Seated { session, computer: self.computer, adviser: None }
        };
        let table = self.computer.and_then(|computer| computer.table);
        play_out(&seated, &self.rules, table, request, progress)
    }

    pub(crate) fn study(&self, request: &StudyRequest, progress: &Progress) -> Result<Report, Unreckoned> {
        let sampled = self.played(request, progress)?.into_iter().collect();
        Ok(Report::of_sample::<P>(&self.rules, &sampled))
    }

    pub(crate) fn games(&self, request: &StudyRequest, progress: &Progress) -> Result<Games, Unreckoned> {
        Ok(told_apart::<P>(&self.rules, &self.played(request, progress)?))
    }

    pub(crate) fn figures(&self) -> Vec<(&'static str, String)> {
        P::figures(&self.rules).into_iter().map(|figure| (figure.key, figure.words)).collect()
    }
}
