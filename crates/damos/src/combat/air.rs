//! German airpower in a combat: the call, and the die thrown again. [AGC-4.4]

use super::{Combat, Outcome, Stage};
use crate::agc;
use crate::asks::Asks;
use crate::charts::Charts;
use crate::options::{AirReroll, Options};
use grognard_umpire::{Asked, Asking, BySide, Dice, Offer, Ruling, Side, Umpire};
use std::ops::ControlFlow::{self, Continue};

/// What German air support brings to a combat. [AGC-4.4]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Air {
    /// One column to the right.
    pub shift: bool,
    /// One die may be thrown again.
    pub reroll: bool,
}

/// Whether to call the air unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Call {
    No,
    Yes,
}

impl Offer for Call {
    fn key(&self) -> String {
        match self {
            Call::No => "no-air".to_owned(),
            Call::Yes => "air".to_owned(),
        }
    }

    fn words(&self) -> String {
        match self {
            Call::No => "fight without the air unit".to_owned(),
            Call::Yes => "call the air unit".to_owned(),
        }
    }
}

/// The faces of either side's dice as far as they matter, high before low, noughts where none lies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Faces(BySide<[u8; 3]>);

impl Faces {
    /// Nothing thrown yet.
    pub(super) const NONE: Faces = Faces(BySide::new([0; 3], [0; 3]));

    fn thrown(&self, side: Side) -> u8 {
        self.0[side].iter().filter(|&&face| face > 0).count() as u8
    }

    fn add(&mut self, side: Side, face: u8) {
        let slot = usize::from(self.thrown(side));
        self.0[side][slot] = face;
        self.0[side].sort_unstable_by(|a, b| b.cmp(a));
    }

    /// All faces in one word.
    pub(super) fn word(self) -> u64 {
        let all = self.0.first.into_iter().chain(self.0.second);
        all.fold(0, |word, face| word << 3 | u64::from(face))
    }

    /// How many dice lie on the table.
    pub(super) fn count(&self) -> u8 {
        self.thrown(Side::First) + self.thrown(Side::Second)
    }

    fn sum(&self, side: Side) -> i16 {
        self.0[side].iter().map(|&face| i16::from(face)).sum()
    }
}

/// Which die the air unit's owner has thrown again: none, or one by its owner and face.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Again {
    Keep,
    Own(u8),
    Enemy(u8),
}

impl Offer for Again {
    fn key(&self) -> String {
        match self {
            Again::Keep => "keep".to_owned(),
            Again::Own(face) => format!("reroll-{face}"),
            Again::Enemy(face) => format!("reroll-enemy-{face}"),
        }
    }

    fn words(&self) -> String {
        match self {
            Again::Keep => "leave the dice as they are".to_owned(),
            Again::Own(face) => format!("throw the {face} again"),
            Again::Enemy(face) => format!("have the enemy's {face} thrown again"),
        }
    }
}

impl Combat {
    /// The lowest die of the air unit's owner, while one may be thrown again.
    pub(crate) fn lowest_own_face(&self) -> Option<u8> {
        let (Stage::Reroll(faces), Some((owner, _))) = (self.stage, self.air) else { return None };
        faces.0[owner].into_iter().filter(|&face| face > 0).min()
    }

    /// Attacking or defending, the German may call the air unit to a combat near a railhead.
    pub(super) fn call_air(mut self, ump: &mut impl Umpire) -> Asked<ControlFlow<Outcome, Combat>> {
        let (side, _) = self.air.expect("only with air");
        let asking = Asking::of(side, agc!("4.4-a"), Asks::CallTheAirUnit);
        match ump.choose(asking, &[Call::No, Call::Yes])? {
            Call::Yes => self.air_called = true,
            Call::No => self.air = None,
        }
        if self.stage == Stage::Air {
            self.stage = Stage::Exchange;
        }
        Ok(Continue(self))
    }

    /// The air unit's owner throws his dice, a die a step, so that equal throws are one to the odds;
    /// then the other side throws, and all is on the table.
    pub(super) fn throw_faces(
        mut self,
        mut faces: Faces,
        charts: &Charts,
        options: &Options,
        ump: &mut impl Umpire,
    ) -> Asked<ControlFlow<Outcome, Combat>> {
        let (owner, _) = self.air.expect("only with air");
        let missing = |side: Side| faces.thrown(side) < self.column(side, charts, options).1;
        // Only where the enemy's dice may be thrown again too, their faces matter.
        let next = match options.air_reroll {
            _ if missing(owner) => Some(owner),
            AirReroll::AnyDie if missing(owner.other()) => Some(owner.other()),
            _ => None,
        };
        if let Some(side) = next {
            let asking = Asking::of(side, agc!("4.4-c"), Asks::CombatDiceOneByOne);
            faces.add(side, ump.roll(asking, Dice::D6)? as u8);
            self.stage = Stage::Faces(faces);
            return Ok(Continue(self));
        }
        ump.explain(|| {
            let lying = |side: Side| {
                let faces = faces.0[side].iter().filter(|&&face| face > 0);
                faces.map(u8::to_string).collect::<Vec<_>>().join(", ")
            };
            let text = match options.air_reroll {
                AirReroll::OwnDie => format!("the dice with the air unit: {}", lying(owner)),
                AirReroll::AnyDie => {
                    format!("the dice with the air unit: {}, against {}", lying(owner), lying(owner.other()))
                }
            };
            Ruling::new(agc!("4.4-c"), text)
        });
        if options.air_reroll == AirReroll::OwnDie {
            self.throw_dice(owner.other(), charts, options, ump)?;
        }
        self.stage = Stage::Reroll(faces);
        Ok(Continue(self))
    }

    /// The air unit's owner may have one die thrown again and must keep what comes.
    pub(super) fn reroll(
        mut self,
        faces: Faces,
        charts: &Charts,
        options: &Options,
        ump: &mut impl Umpire,
    ) -> Asked<ControlFlow<Outcome, Combat>> {
        let (owner, _) = self.air.expect("only with air");
        let lying = |side: Side| faces.0[side].into_iter().filter(|&face| face > 0);
        let mut offers = vec![Again::Keep];
        offers.extend(lying(owner).map(Again::Own));
        offers.extend(lying(owner.other()).map(Again::Enemy));
        offers.dedup();
        let picked = *ump.choose(Asking::of(owner, agc!("4.4-c"), Asks::ThrowOneDieAgain), &offers)?;
        let again = match picked {
            Again::Keep => None,
            Again::Own(face) => Some((owner, face)),
            Again::Enemy(face) => Some((owner.other(), face)),
        };
        for side in Side::ALL.into_iter().filter(|&side| faces.thrown(side) > 0) {
            let throwing = self.throwing(side, charts, options);
            let sum = faces.sum(side);
            match again {
                Some((whose, old)) if whose == side => {
                    let rest = sum - i16::from(old);
                    let asking = Asking::of(side, agc!("4.4-c"), Asks::TheDieThrownAgain);
                    self.dealt[side] = ump.throw(asking, Dice::D6, |again| {
                        throwing.deals(rest + again as i16, charts, options)
                    })?;
                    ump.explain_throw(|die| {
                        self.say_dealt(side, rest + die as i16, throwing, charts, options)
                    });
                }
                _ => {
                    self.dealt[side] = throwing.deals(sum, charts, options);
                    ump.explain(|| self.say_dealt(side, sum, throwing, charts, options));
                }
            }
        }
        Ok(Continue(self.adjust(charts, ump)))
    }
}
