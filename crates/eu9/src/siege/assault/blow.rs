//! What the last rolls of an assault come to: on the walls, on the garrison, on the stormers.

use crate::power::Theatre;
use crate::stack::Stack;
use crate::thirds::Thirds;

/// What the besieger's rolls came to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Blow {
    /// The walls are carried.
    pub(super) storms: bool,
    /// The garrison has run.
    pub(super) routed: bool,
    /// It ran before its Shock, which it does not roll.
    pub(super) silent: bool,
    /// What of the garrison is killed.
    pub(super) killed: Thirds,
    /// A whole loss or more.
    pub(super) hurt: bool,
}

/// What stands against a besieger's last roll, the same for every face of the die.
pub(super) struct Walls {
    pub(super) theatre: Theatre,
    pub(super) correction: Thirds,
    pub(super) resistance: Thirds,
    pub(super) inside: Thirds,
    /// What of them stands before the walls.
    pub(super) shield: Thirds,
    /// Whether some of the stormers are left whatever the besieged deal.
    pub(super) outlasted: bool,
}

impl Walls {
    /// What the besieger has done to the walls and the garrison.
    pub(super) fn blow(&self, dealt: Thirds, routed: bool, silent: bool) -> Blow {
        let inflicted = (dealt + self.correction).max(Thirds::ZERO);
        let storms = inflicted - self.shield >= self.resistance;
        // Of a place that is lost nobody asks who is left in it.
        match (storms || routed) && self.outlasted {
            true => Blow { storms, routed, silent, killed: self.inside, hurt: true },
            false => Blow {
                storms,
                routed,
                silent,
                killed: Stack::round(self.theatre, inflicted).min(self.inside),
                hurt: inflicted >= Thirds::whole(1),
            },
        }
    }
}

/// What the besieged can deal, the same for every face of the die.
pub(super) struct Reply {
    pub(super) most: Thirds,
    pub(super) for_a_rout: Thirds,
}

impl Reply {
    /// What comes of the losses they have rolled.
    pub(super) fn deals(&self, dealt: Thirds, routed: bool) -> Thirds {
        dealt.min(self.most) + if routed { self.for_a_rout } else { Thirds::ZERO }
    }
}

/// Whether the place has fallen, and whether the besieger ran.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Held {
    pub(super) falls: bool,
    pub(super) routed: bool,
}
