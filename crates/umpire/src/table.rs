//! What happens at the table rather than in the rules: proposals, agreements, a side that resigns, time that is up.
//!
//! All of it stands in the journal, so that a file tells the whole story, and is checked when the file is carried out
//! again. What was agreed to be played anew stays there too: a rewind is an entry, and what it skips is not cut out.

use crate::header::Form;
use crate::journal::{Entry, Event, Journal};
use crate::procedure::Playable;
use crate::replay::Differs;
use crate::ruling::Refusal;
use crate::secret::Opening;
use crate::session::Session;
use crate::side::Side;
use std::fmt;

/// What a side proposes to the other. It stands until it is answered, withdrawn, or anybody plays on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proposal {
    /// To go on from how it stood after this entry.
    Rewind(usize),
    /// To call the game a draw.
    Draw,
}

impl Proposal {
    pub(crate) fn read(text: &str) -> Option<Proposal> {
        match text.strip_prefix("rewind ") {
            Some(entry) => {
                let proposal = Proposal::Rewind(entry.parse().ok()?);
                (proposal.to_string() == text).then_some(proposal)
            }
            None => (text == "draw").then_some(Proposal::Draw),
        }
    }
}

impl fmt::Display for Proposal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Proposal::Rewind(entry) => write!(f, "rewind {entry}"),
            Proposal::Draw => f.write_str("draw"),
        }
    }
}

/// How a game was ended at the table, without the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Closing {
    /// This side gave up.
    Resigned(Side),
    /// This side's time ran out.
    TimedOut(Side),
    /// Both were asked, and the time of both ran out at the same instant: nobody has lost by it.
    BothTimedOut,
    /// Both agreed on a draw.
    Drawn,
}

impl Closing {
    /// The side that has lost by it, if one has.
    pub const fn lost_by(self) -> Option<Side> {
        match self {
            Closing::Resigned(side) | Closing::TimedOut(side) => Some(side),
            Closing::BothTimedOut | Closing::Drawn => None,
        }
    }

    /// Its stable name.
    pub const fn key(self) -> &'static str {
        match self {
            Closing::Resigned(_) => "resigned",
            Closing::TimedOut(_) => "timed-out",
            Closing::BothTimedOut => "both-timed-out",
            Closing::Drawn => "drawn",
        }
    }
}

/// Nobody goes back more often in one game; a file with more is refused before it is carried out.
pub(crate) const REWINDS_MAX: usize = 500;

/// What stands proposed after an event, if this stood before it.
pub(crate) fn stands_after(event: &Event, before: Option<Proposal>) -> Option<Proposal> {
    match event {
        Event::Proposed { what, .. } => Some(*what),
        // Nobody plays on in these.
        Event::Opened { .. } | Event::Nonce { .. } | Event::Seated { .. } => before,
        _ => None,
    }
}

/// The numbers of the entries that led to how it stood after an entry: what the sides went back over is left out.
pub(crate) fn lineage(entries: &[Entry], entry: usize) -> Vec<usize> {
    let mut came_from = vec![0; entry + 1];
    let mut proposed = None;
    for (index, Entry { event, .. }) in entries.iter().take(entry).enumerate() {
        came_from[index + 1] = match (event, proposed) {
            (Event::Agreed { .. }, Some(Proposal::Rewind(then))) => then,
            _ => index,
        };
        proposed = stands_after(event, proposed);
    }
    let mut line: Vec<usize> =
        std::iter::successors(Some(entry), |&at| Some(came_from[at])).take_while(|&at| at > 0).collect();
    line.reverse();
    line
}

impl<P: Playable> Session<P> {
    /// Goes on from how it stood after an entry. The journal keeps what came since, and what became known stays known.
    ///
    /// Only what led there is carried out again, however often the sides have gone back before.
    fn rewind_to(&mut self, entry: usize) -> Result<(), Differs> {
        let mut way = Journal::new(self.journal().header().clone());
        let (mut numbers, mut openings) = (vec![0], Vec::new());
        for number in lineage(self.journal().entries(), entry) {
            let event = &self.journal().entries()[number - 1].event;
            match event {
                Event::Answered { .. } | Event::Sealed { .. } | Event::Undone { .. } => {}
                Event::Secret { .. } => {
                    let opening = self.opening_of(number);
                    openings.extend(opening.map(|opening| Opening { entry: numbers.len(), ..opening }));
                }
                // What was shown, said and agreed on the way is no part of the position.
                _ => continue,
            }
            way.append(event.clone());
            numbers.push(number);
        }
        let then = self.replay_from_start(&way, &openings)?;
        self.stand_as(then, &numbers);
        Ok(())
    }

    /// Proposes something to the other side.
    ///
    /// # Errors
    /// Where the game is over, a proposal is open, or there is no such moment to go back to; nothing changes.
    pub fn propose(&mut self, by: Side, what: Proposal) -> Result<String, Refusal> {
        self.at_table()?;
        if let Some((other, _)) = self.proposal() {
            return Err(Refusal::plain(match other == by {
                true => "the other side has not answered the last proposal; withdraw it first",
                false => "the other side has proposed something; answer that first",
            }));
        }
        if let Proposal::Rewind(entry) = what {
            self.may_rewind(entry)?;
        }
        self.set_proposal(Some((by, what)));
        Ok(self.enter(Event::Proposed { by, what }))
    }

    fn may_rewind(&self, entry: usize) -> Result<(), Refusal> {
        let entries = self.journal().entries().len();
        let asked = |entry: &&Entry| matches!(entry.event, Event::Proposed { what: Proposal::Rewind(_), .. });
        if self.journal().entries().iter().filter(asked).count() >= REWINDS_MAX {
            return Err(Refusal::plain(format!(
                "going back was proposed {REWINDS_MAX} times in this game already"
            )));
        }
        if entry >= entries {
            return Err(Refusal::plain(format!(
                "there is no moment after entry {entry} to go back to: the last entry is {entries}"
            )));
        }
        Ok(())
    }

    /// Agrees to what the other side has proposed, and carries it out.
    ///
    /// # Errors
    /// Where nothing was proposed to this side; nothing changes.
    pub fn agree(&mut self, by: Side) -> Result<String, Refusal> {
        self.at_table()?;
        let Some((_, what)) = self.proposal().filter(|(other, _)| *other != by) else {
            return Err(Refusal::plain("nothing is proposed to this side"));
        };
        match what {
            Proposal::Draw => self.close(Closing::Drawn),
            Proposal::Rewind(entry) => self.rewind_to(entry).map_err(|differs| {
                // It was carried out once already, so this is a game that cannot be carried out again.
                Refusal::plain(format!("the moment cannot be found again: {differs}"))
            })?,
        }
        self.set_proposal(None);
        Ok(self.enter(Event::Agreed { by }))
    }

    /// Declines what the other side has proposed, or withdraws what this one has.
    ///
    /// # Errors
    /// Where nothing is proposed; nothing changes.
    pub fn decline(&mut self, by: Side) -> Result<String, Refusal> {
        self.at_table()?;
        if self.proposal().is_none() {
            return Err(Refusal::plain("nothing is proposed"));
        }
        self.set_proposal(None);
        Ok(self.enter(Event::Declined { by }))
    }

    /// A side gives up.
    ///
    /// # Errors
    /// Where the game is over; nothing changes.
    pub fn resign(&mut self, by: Side) -> Result<String, Refusal> {
        self.at_table()?;
        self.close(Closing::Resigned(by));
        Ok(self.enter(Event::Resigned { by }))
    }

    /// A side's time is up: the house says so, who keeps the clock.
    ///
    /// # Errors
    /// Where the game is over; nothing changes.
    pub fn time_out(&mut self, by: Side) -> Result<String, Refusal> {
        self.at_table()?;
        self.close(Closing::TimedOut(by));
        Ok(self.enter(Event::TimedOut { by }))
    }

    /// The time of both sides was up at the same instant, as it is where both are asked at once and neither answers:
    /// neither wins by it.
    ///
    /// # Errors
    /// Where the game is over; nothing changes.
    pub fn time_out_both(&mut self) -> Result<String, Refusal> {
        self.at_table()?;
        self.close(Closing::BothTimedOut);
        Ok(self.enter(Event::BothTimedOut))
    }

    fn at_table(&self) -> Result<(), Refusal> {
        if self.is_over() {
            return Err(Refusal::plain("the game is over"));
        }
        match self.journal().header().form {
            Form::One => Err(Refusal::plain(
                "this journal is of the first form, which knows no proposals and no resignations",
            )),
            Form::Two => Ok(()),
        }
    }
}
