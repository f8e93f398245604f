//! Reveals: the moments at which something hidden becomes known.

use crate::clause::Clause;
use crate::side::Side;

/// Who learns of something.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Audience {
    /// Both sides, and whoever looks on.
    Everybody,
    /// One side alone.
    Only(Side),
}

impl Audience {
    /// Whether a viewer belongs to it: a side, or an onlooker, who learns what everybody learns.
    pub fn includes(self, viewer: Option<Side>) -> bool {
        match self {
            Audience::Everybody => true,
            Audience::Only(side) => viewer == Some(side),
        }
    }

    /// An inner procedure's audience as the outer game sees it, and the other way round.
    #[must_use]
    pub fn seated(self, first: Side) -> Audience {
        match self {
            Audience::Everybody => Audience::Everybody,
            Audience::Only(side) => Audience::Only(side.seat(first)),
        }
    }
}

/// Something hidden becomes known. Nobody takes back a choice from before it, and secret answers that it
/// shows are opened in the journal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reveal {
    /// Who learns of it.
    pub to: Audience,
    /// The secret answers it shows to everybody: all that a side has given under a clause and that lie
    /// face down.
    pub opens: Option<(Side, Clause)>,
}

impl Reveal {
    /// Something hidden in the state becomes known to everybody: strengths that are told, units that are
    /// seen to be gone.
    pub const TO_EVERYBODY: Reveal = Reveal { to: Audience::Everybody, opens: None };

    /// Something becomes known to one side.
    pub const fn to(side: Side) -> Reveal {
        Reveal { to: Audience::Only(side), opens: None }
    }

    /// What a side answered in secret under a clause is shown.
    pub const fn answer(of: Side, clause: Clause) -> Reveal {
        Reveal { to: Audience::Everybody, opens: Some((of, clause)) }
    }

    /// An inner procedure's reveal as the outer game sees it, and the other way round.
    #[must_use]
    pub fn seated(self, first: Side) -> Reveal {
        Reveal {
            to: self.to.seated(first),
            opens: self.opens.map(|(side, clause)| (side.seat(first), clause)),
        }
    }
}
