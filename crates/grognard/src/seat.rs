//! Seats: the only door to a running game for whoever must not see everything, a server, a bot, a page.
//!
//! A [`Game`] is asked by a [`Seat`], and tells it what that seat may know: its own questions with their options, of
//! the other side's only who is asked and under which clause, the account as far as the seat may hear it, view,
//! picture, and the journal with hashes that tell nothing. What a seat may not do is refused in the same words
//! whatever the other side hides.

use crate::advised::{best_of, told_plainly};
use crate::begun::position_text_as_seen;
use crate::play::{Play, Seated, Sees, TableAct, Thought};
use crate::study::Strength;
use grognard_odds::Alternative;
use grognard_umpire::{
    BySide, Clause, Differs, Entered, Fact, Form, Generator, Header, Journal, Kind, Opening, Playable,
    Proposal, Question, Refusal, Ruling, Salt, Session, Side,
};

/// Where somebody sits at a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Seat {
    /// A side's own place: it sees what the side may see and decides for it.
    Side(Side),
    /// Somebody who looks on: he sees what both sides may see.
    Onlooker,
    /// Whoever may see all: everybody once the game is over, and the one person who plays both sides.
    Umpire,
}

impl Seat {
    /// The side that decides here.
    pub const fn side(self) -> Option<Side> {
        match self {
            Seat::Side(side) => Some(side),
            Seat::Onlooker | Seat::Umpire => None,
        }
    }

    fn decides(self) -> Result<Side, Refusal> {
        match self {
            Seat::Side(side) => Ok(side),
            Seat::Onlooker | Seat::Umpire => Err(Refusal::plain("whoever looks on decides nothing")),
        }
    }
}

/// A question as a seat may read it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked<'a> {
    /// With all there is: the seat's own, and dice that are thrown before everybody's eyes.
    Whole(&'a Question),
    /// Another's: who is asked, and under which clause. What may be answered could tell what that side hides.
    Reduced {
        /// Who is asked.
        by: Side,
        /// The clause that has it asked.
        clause: Clause,
    },
}

/// What has been told since an entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told<'a> {
    /// So many rulings that this seat has heard, from the first, stand as they stood at that entry; what came after
    /// them was taken back or is new.
    pub kept: usize,
    /// The rulings after those, each with the number of the entry it came with.
    pub lines: Vec<(usize, &'a Ruling)>,
}

/// A running game; see the module's words.
pub struct Game {
    play: Box<dyn Play>,
}

impl Game {
    /// A game that others reach through its seats alone.
    pub fn new(play: Box<dyn Play>) -> Self {
        Game { play }
    }

    /// A game of somebody's own making, without a computer player.
    pub fn of_session<P>(session: Session<P>) -> Self
    where
        P: Playable + Send + Sync + 'static,
        P::Rules: Send + Sync + 'static,
        P::End: Send + Sync + 'static,
    {
        Game::new(Box::new(Seated { session, computer: None, adviser: None }))
    }

    /// The game itself, for what this crate tells of it.
    pub(crate) fn play(&self) -> &dyn Play {
        self.play.as_ref()
    }

    /// What the sides are called.
    pub fn side_names(&self) -> BySide<String> {
        self.play.side_names()
    }

    /// What is played, by whom and with which dice.
    pub fn header(&self) -> &Header {
        self.play.journal().header()
    }

    /// How many entries its journal has: the number a player's answer goes by.
    pub fn number(&self) -> usize {
        self.play.journal().entries().len()
    }

    /// The end as data and in words, once there is one.
    pub fn end(&self) -> Option<(Fact, String)> {
        self.play.end()
    }

    /// The figures of the end, by key, once the rules have come to one.
    pub fn figures(&self) -> Vec<(&'static str, i64)> {
        self.play.figures()
    }

    /// Which sides have their part of a choice in that both make at once. Everybody sees the cards lie there.
    pub fn sealed(&self) -> BySide<bool> {
        self.play.sealed()
    }

    /// Whose decision is due: nobody's where dice are or the game is over.
    pub fn to_decide(&self) -> Vec<Side> {
        let decision = |question: &&Question| !matches!(question.kind, Kind::Roll(_));
        self.play.pending().into_iter().filter(decision).filter_map(|question| question.asking.by).collect()
    }

    /// The questions that wait, as a seat may read them.
    pub fn questions(&self, seat: Seat) -> Vec<Asked<'_>> {
        let shown = |question: &Question| match question.asking.by {
            Some(by) if !sees(seat, by) && !matches!(question.kind, Kind::Roll(_)) => {
                Some(Asked::Reduced { by, clause: question.asking.clause })
            }
            _ => None,
        };
        let pending = self.play.pending().into_iter();
        pending.map(|question| shown(question).unwrap_or(Asked::Whole(question))).collect()
    }

    /// What has been told to a seat since an entry, nought for everything.
    pub fn told(&self, seat: Seat, since: usize) -> Told<'_> {
        let kept = self.play.told_since(since);
        let rulings = || self.play.account().iter().chain(self.play.draft());
        let lines = self.play.told_with().into_iter().zip(rulings()).skip(kept);
        Told {
            kept: rulings().take(kept).filter(|ruling| hears(seat, ruling)).count(),
            lines: lines.filter(|(_, ruling)| hears(seat, ruling)).collect(),
        }
    }

    /// The position as data: what a seat may see of it. Who sees all is given both sides' sight.
    pub fn view(&self, seat: Seat) -> Fact {
        match seat {
            Seat::Side(side) => self.play.view(Some(side)),
            Seat::Onlooker => self.play.view(None),
            Seat::Umpire => Fact::record(Side::ALL.map(|side| (side.key(), self.play.view(Some(side))))),
        }
    }

    /// The position as a picture, as a seat may see it; who sees all looks over a side's shoulder.
    pub fn picture(&self, seat: Seat) -> Option<String> {
        self.play.picture(seat.side())
    }

    /// The position in letters, as a seat may see it.
    pub fn drawing(&self, seat: Seat) -> Option<String> {
        self.play.drawing(seat.side())
    }

    /// The journal as a seat may have it. In today's form secret answers stand in it as commitments under a salt that
    /// is not in it, so that neither they nor the hashes after them tell anything; the first form has them in the
    /// clear, and is given out when the game is over.
    pub fn journal(&self, seat: Seat) -> Option<String> {
        let journal = self.play.journal();
        let clear = journal.header().form == Form::One && self.end().is_none() && seat != Seat::Umpire;
        (!clear).then(|| journal.text())
    }

    /// Whether a seat could take its last choice back now.
    pub fn may_undo(&self, seat: Seat) -> bool {
        seat.side().is_some_and(|side| self.play.may_undo(side))
    }

    /// Why a seat may not give an answer; nothing where it may.
    pub fn why_not(&self, seat: Seat, key: &str) -> Option<Refusal> {
        match seat.decides() {
            Ok(side) => self.play.why_not(side, key),
            Err(refusal) => Some(refusal),
        }
    }

    /// What the computer would answer in a seat's place, and why in a line fit for everybody's ears. It knows what the
    /// seat may know.
    pub fn suggestion(&self, seat: Seat) -> Option<(String, String)> {
        self.play.by_computer(seat.side()?)
    }

    /// What the computer would think about in a seat's place, to be thought elsewhere; see [`Play::thought`].
    pub fn thought(&self, seat: Seat, strength: Strength) -> Option<Thought> {
        self.play.thought(seat.side()?, strength)
    }

    /// How hard the title's computer player can think; nothing where it has none of its own.
    pub fn strengths(&self) -> &'static [Strength] {
        self.play.strengths()
    }

    /// What is advised in a seat's place, and why: what the computer would do, but never an answer that is known to be
    /// worth less than another. Without a reason where the decision is secret and nothing can be reckoned.
    pub fn advised(&self, seat: Seat) -> Option<(String, String)> {
        let side = seat.side()?;
        let question = self.play.pending().into_iter().find(|question| question.asking.by == Some(side))?;
        let suggested = self.suggestion(seat)?;
        Some(match self.advice(seat) {
            list if list.is_empty() => {
                let list = self.play.fight(side).map_or_else(Vec::new, |fight| fight.advice(side, question));
                best_of(suggested, question, side, &list)
            }
            list => best_of(suggested, question, side, &list),
        })
    }

    /// A question as it reads best to whoever is asked: options that name units by their place are told by the units'
    /// names.
    pub fn in_words(&self, seat: Seat, question: &Question) -> Question {
        told_plainly(question, &*self.play.guide(seat.side()))
    }

    /// What each alternative of a seat's decision is worth with the best play of both. It is reckoned from the
    /// position as it is: where anything is hidden there is none.
    pub fn advice(&self, seat: Seat) -> Vec<Alternative> {
        let asked = |side| self.play.pending().iter().any(|question| question.asking.by == Some(side));
        match seat.side().filter(|&side| asked(side)) {
            Some(side) if !self.hides() => {
                self.play.advice().into_iter().filter(|alternative| alternative.by == side).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether anything is hidden from anybody at this moment.
    pub fn hides(&self) -> bool {
        let onlooker = self.play.view(None);
        self.play.has_face_down()
            || self.play.pending().iter().any(|question| question.kind.is_secret())
            || Side::ALL.iter().any(|&side| self.play.view(Some(side)) != onlooker)
    }

    /// Gives a seat's choice or order; see [`Play::answer`].
    ///
    /// # Errors
    /// Why it is not accepted; nothing changes.
    pub fn answer(&mut self, seat: Seat, key: &str, salt: Salt) -> Result<Entered, Refusal> {
        self.play.answer(seat.decides()?, key, salt)
    }

    /// Gives the faces of dice that a seat threw at a real table: a side its own, either side those of neither.
    ///
    /// # Errors
    /// Where no dice of this seat's are due or these cannot have been thrown; nothing changes.
    pub fn faces(&mut self, seat: Seat, faces: &[u8]) -> Result<String, Refusal> {
        let side = seat.decides()?;
        let others = |question: &&Question| question.asking.by.is_some_and(|by| by != side);
        if self.play.pending().iter().any(others) {
            return Err(Refusal::plain("the other side throws these dice"));
        }
        self.play.faces(faces)
    }

    /// Takes a seat's last choice back.
    ///
    /// # Errors
    /// Where nothing can be taken back; nothing changes.
    pub fn undo(&mut self, seat: Seat) -> Result<String, Refusal> {
        self.play.undo(seat.decides()?)
    }

    /// What is proposed at the table, and by whom. Everybody hears it.
    pub fn proposal(&self) -> Option<(Side, Proposal)> {
        self.play.proposal()
    }

    /// Does something at the table: proposes, agrees, declines, gives up. Time is up when the house says so.
    ///
    /// # Errors
    /// Why it cannot be done; nothing changes.
    pub fn at_table(&mut self, seat: Seat, act: TableAct) -> Result<String, Refusal> {
        let side = seat.decides()?;
        match act {
            TableAct::TimeOut | TableAct::BothTimeOut => {
                Err(Refusal::plain("whoever keeps the clock says when time is up"))
            }
            act => self.play.at_table(side, act),
        }
    }

    /// The game as the house keeps it, who throws the dice, writes the journal and sees everything: never to be shown
    /// to a seat.
    pub fn house(&mut self) -> &mut dyn Play {
        self.play.as_mut()
    }

    /// The game as it stood after an entry, for looking back.
    ///
    /// # Errors
    /// Where its entries cannot be carried out again.
    pub fn at(&self, entry: usize) -> Result<Game, Differs> {
        self.play.at(entry).map(Game::new)
    }

    /// The position as a seat may know it, for a game of somebody's own in which something else is tried: what the seat may
    /// not see is drawn anew.
    ///
    /// # Errors
    /// That something lies face down.
    pub fn position_as_seen(&self, seat: Seat, dice: &mut Generator) -> Result<String, Refusal> {
        let sees = match seat {
            Seat::Umpire => Sees::Everything,
            seat => Sees::What(seat.side()),
        };
        position_text_as_seen(self.play(), sees, dice)
    }

    /// What opens the secret answers that the journal does not show yet: for the house alone.
    pub fn openings(&self) -> Vec<Opening> {
        self.play.openings()
    }

    /// The whole journal, for whoever keeps it.
    pub fn kept_journal(&self) -> &Journal {
        self.play.journal()
    }
}

/// Whether a seat reads everything of a side's own.
fn sees(seat: Seat, side: Side) -> bool {
    match seat {
        Seat::Side(own) => own == side,
        Seat::Onlooker => false,
        Seat::Umpire => true,
    }
}

/// Whether a seat hears a ruling, as the rules have said of it.
fn hears(seat: Seat, ruling: &Ruling) -> bool {
    seat == Seat::Umpire || ruling.audience.includes(seat.side())
}
