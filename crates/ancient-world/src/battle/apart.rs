//! What befell the leaders, apart from the rest. [8.6]
//!
//! Nothing that follows in a battle reads the leaders' fates. The odds therefore leave those dice unthrown and keep
//! a small table for each leader: with five leaders a side all fates together are 59,049 ends of every other end.
//! Where an Overall Commander could replace the killed, the leaders of his side hang together and are one part.

use super::leaders::may_replace;
use super::{Battle, End, Outcome, Rules, Setting, Stage};
use crate::force::{Fate, Fates, Joined, LEADERS_MAX};
use grognard_umpire::{BySide, Part, Side, Umpire};

/// The place of a leader's fate, or that of his side's leaders together, among the parts of an end.
pub(super) const fn place(side: Side, leader: usize) -> u8 {
    side as u8 * LEADERS_MAX as u8 + leader as u8
}

/// Whose fates are decided apart: one leader's, or all those of a side and who replaces them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Whose {
    /// One leader's.
    One(u8),
    /// All leaders' of the side.
    All,
}

/// What a part stands for.
struct Open {
    side: Side,
    whose: Whose,
    losing: bool,
    joined: Joined,
    guile: u8,
}

impl Open {
    fn part(&self) -> Part {
        let losing = u32::from(self.losing);
        match self.whose {
            // One leader's dice depend on nothing but whether he is with the losers.
            Whose::One(leader) => Part { place: place(self.side, usize::from(leader)), given: losing },
            Whose::All => {
                let given = losing | 2 | (self.joined.set() as u32) << 8 | u32::from(self.guile) << 16;
                Part { place: place(self.side, 0), given }
            }
        }
    }

    fn read(part: Part) -> Open {
        let side = if part.place < LEADERS_MAX as u8 { Side::First } else { Side::Second };
        let whose = match part.given & 2 {
            0 => Whose::One(part.place % LEADERS_MAX as u8),
            _ => Whose::All,
        };
        let joined = Joined::of_set((part.given >> 8) as u8);
        Open { side, whose, losing: part.given & 1 == 1, joined, guile: (part.given >> 16) as u8 }
    }
}

/// Whether the leaders' dice are left for later: only in a battle of its own, whose end nobody reads but the odds.
pub(super) fn leaves_fates(rules: &Rules, ump: &impl Umpire) -> bool {
    ump.leaves_open() && rules.setting == Setting::Alone
}

/// The parts that an end leaves open.
pub(super) fn parts(rules: &Rules, end: &End, parts: &mut Vec<Part>) {
    for side in Side::ALL.into_iter().filter(|side| end.fates[*side].are_open()) {
        let losing = matches!(end.outcome, Outcome::Won { by, .. } if by != side);
        let (joined, guile) = (end.joined[side], end.guile[side]);
        let open = |whose| Open { side, whose, losing, joined, guile }.part();
        if may_replace(rules, side, guile) {
            parts.push(open(Whose::All));
        } else {
            let present = rules.parties[side].leaders_present(joined);
            parts.extend(present.map(|(leader, _)| open(Whose::One(leader as u8))));
        }
    }
}

/// A battle in which nothing is left to be done but to see what befell these leaders.
pub(super) fn alone(rules: &Rules, part: Part) -> Battle {
    let Open { side, whose, losing, joined, guile } = Open::read(part);
    let mut battle = Battle { stage: Stage::Fates { side, whose, losing }, ..rules.start() };
    battle.joined = BySide::default();
    battle.joined[side] = joined;
    battle.guile[side] = guile;
    battle
}

/// The end with the fates that were seen to apart.
pub(super) fn with(end: &End, part: Part, alone: &End) -> End {
    let Open { side, whose, .. } = Open::read(part);
    let mut end = *end;
    match whose {
        Whose::One(leader) => {
            let leader = usize::from(leader);
            end.fates[side] = end.fates[side].with(leader, alone.fates[side].of(leader));
        }
        Whose::All => {
            end.fates[side] = alone.fates[side];
            end.guile[side] = alone.guile[side];
        }
    }
    end
}

impl Fates {
    /// Nothing is known yet: commanders are never replaced, so that the word is free for them.
    pub(super) const OPEN: Fates = Fates::NONE.with(0, Fate::Replaced);

    /// Whether nothing is known yet.
    pub(super) fn are_open(self) -> bool {
        self.of(0) == Fate::Replaced
    }
}
