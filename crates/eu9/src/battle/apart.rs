//! What becomes of the leaders, apart from the rest.
//!
//! Nothing that follows in a battle reads it. The odds therefore leave those dice unthrown and keep a small table for each
//! leader, instead of every end once for each of the ways in which both can come out.

use super::word::Words;
use super::{Battle, End, Fate};
use crate::engagement::Engagement;
use crate::host::{Allies, Host};
use crate::leader::{Commander, Detail, Peril, casualty, is_in_danger};
use crate::stack::Stack;
use crate::thirds::Thirds;
use grognard_umpire::{Asked, BySide, Part, Side, Umpire};

/// A leader's test and nothing else.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Tested {
    side: Side,
    peril: Peril,
}

/// Whether a side's leader is tested: a leader on the board, and in Europe an enemy of 3 LD or more.
pub(super) fn tested(engagement: &Engagement, side: Side) -> bool {
    let present = matches!(engagement.armies[side].commander, Commander::Present { .. });
    let enemy = engagement.armies[side.other()].stack.size();
    present && is_in_danger(&engagement.charts, engagement.theatre, enemy)
}

impl Tested {
    /// The test that a battle ends with.
    pub(super) fn after(engagement: &Engagement, side: Side, winner: Option<Side>, losses: Thirds) -> Tested {
        let peril = Peril {
            won: winner == Some(side),
            destroyed: engagement.remainders(side, losses)[0] == Host::default(),
            daring: engagement.armies[side].commander.is_daring(),
        };
        Tested { side, peril }
    }

    #[inline]
    pub(super) fn fate(self, engagement: &Engagement, ump: &mut impl Umpire) -> Asked<Fate> {
        let commander = &engagement.armies[self.side].commander;
        casualty(&engagement.charts, self.side, commander, self.peril, Detail::Whole, ump)
    }

    /// The test apart from its battle, of which it knows nothing else.
    pub(super) fn alone(self, engagement: &Engagement, ump: &mut impl Umpire) -> Asked<End> {
        let mut leaders = BySide::new(Fate::NotTested, Fate::NotTested);
        leaders[self.side] = self.fate(engagement, ump)?;
        Ok(End {
            winner: None,
            major: false,
            routed: BySide::default(),
            losses: BySide::new(Thirds::ZERO, Thirds::ZERO),
            kept: BySide::new(Stack::default(), Stack::default()),
            allies: BySide::new(Allies::default(), Allies::default()),
            leaders,
        })
    }

    fn part(self) -> Part {
        let Peril { won, destroyed, daring } = self.peril;
        let given = u32::from(won) | u32::from(destroyed) << 1 | u32::from(daring) << 2;
        Part { place: place(self.side), given }
    }

    pub(super) fn words(self) -> Words {
        let Part { place, given } = self.part();
        [u64::from(given), u64::from(place)]
    }

    fn read(part: Part) -> Tested {
        let side = if part.place == place(Side::First) { Side::First } else { Side::Second };
        let given = |bit: u32| part.given & bit != 0;
        Tested { side, peril: Peril { won: given(1), destroyed: given(2), daring: given(4) } }
    }
}

/// The place of a leader's fate among the parts of an end.
pub(super) const fn place(side: Side) -> u8 {
    side as u8
}

/// The leaders whose fate an end leaves open: those who are tested and have not been.
pub(super) fn parts(engagement: &Engagement, end: &End, parts: &mut Vec<Part>) {
    for side in Side::ALL {
        if end.leaders[side] == Fate::NotTested && tested(engagement, side) {
            parts.push(Tested::after(engagement, side, end.winner, end.losses[side]).part());
        }
    }
}

/// A battle in which nothing is left to be done but to test this leader.
pub(super) fn alone(part: Part) -> Battle {
    Battle::Leader(Tested::read(part))
}

/// The end with the fate that was seen to apart.
pub(super) fn with(end: &End, part: Part, alone: &End) -> End {
    let Tested { side, .. } = Tested::read(part);
    let mut end = *end;
    end.leaders[side] = alone.leaders[side];
    end
}
