//! What a seat is told when it asks: the title's own guide, and a plain one for battles that have none.

#[cfg(doc)]
use crate::play::Play;
use crate::play::{Fight, Prospect, Seated};
use crate::seat::{Game, Seat};
use grognard_umpire::{
    Aim, Aims, Consequence, Guide, Kind, Piece, Playable, Presence, Question, Side, Target,
};

/// A battle has no guide of its own: what either side plays for is the number that its best play makes large.
struct Plain {
    aims: Aims,
}

impl Guide for Plain {
    fn aims(&self) -> Aims {
        self.aims.clone()
    }

    fn consequences(&self, _order: &str) -> Vec<Consequence> {
        Vec::new()
    }

    fn place(&self, _name: &str) -> Option<Target> {
        None
    }

    fn presence(&self, _place: &Target) -> Option<Presence> {
        None
    }

    fn pieces(&self) -> Vec<Piece> {
        Vec::new()
    }
}

/// The guide of a game for a viewer.
pub(crate) fn guide_of<'a, P: Playable>(seated: &'a Seated<P>, viewer: Option<Side>) -> Box<dyn Guide + 'a> {
    let (session, rules) = (&seated.session, seated.session.rules());
    session.position().guide(rules, viewer).unwrap_or_else(|| {
        let aim = |side: Side| Aim {
            key: "objective",
            side: Some(side),
            clause: None,
            words: P::objective_words(rules, side),
            count: None,
            reached: false,
            targets: Vec::new(),
        };
        Box::new(Plain { aims: Aims { list: Side::ALL.map(aim).into(), ..Aims::default() } })
    })
}

impl Game {
    /// Who tells a seat how to win, what an order will cost and what stands where, from what it may know. Whoever
    /// looks on is told what both sides may know.
    pub fn guide(&self, seat: Seat) -> Box<dyn Guide + '_> {
        self.play().guide(seat.side())
    }

    /// The fight that an answer of the seat that is asked now would lead to; see [`Play::prospects`].
    pub fn prospects(&self, seat: Seat, key: &str) -> Vec<Prospect> {
        match seat.side() {
            Some(side) if self.play().why_not(side, key).is_none() => self.play().prospects(side, key),
            _ => Vec::new(),
        }
    }

    /// The fight that is under way where a seat has to decide, as far as it may know; see [`Play::fight`].
    pub fn fight(&self, seat: Seat) -> Option<Fight> {
        self.play().fight(seat.side()?)
    }

    /// What an answer will cost the seat that is asked now; nothing where it is not asked, or costs nothing.
    pub fn consequences(&self, seat: Seat, key: &str) -> Vec<Consequence> {
        let asked = |side: Side| {
            let its = |question: &&Question| {
                question.asking.by == Some(side) && !matches!(question.kind, Kind::Roll(_))
            };
            self.play().pending().iter().any(its)
        };
        match seat.side() {
            Some(side) if asked(side) => self.play().guide(Some(side)).consequences(key),
            _ => Vec::new(),
        }
    }
}
