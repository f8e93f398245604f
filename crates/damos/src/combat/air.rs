//! German airpower in a combat: the die thrown again. [AGC-4.4]

use super::{Combat, Outcome, Stage};
use crate::agc;
use crate::charts::Charts;
use crate::options::Options;
use grognard_umpire::{Asked, Asking, Dice, Offer, Umpire};
use std::ops::ControlFlow::{self, Continue};

/// What German air support brings to a combat. [AGC-4.4]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Air {
    /// One column to the right.
    pub shift: bool,
    /// One die may be thrown again.
    pub reroll: bool,
}

/// Which die the air unit's owner throws again: none, or one by its face.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Again(Option<u8>);

impl Offer for Again {
    fn key(&self) -> String {
        self.0.map_or_else(|| "keep".to_owned(), |face| format!("reroll-{face}"))
    }
}

impl Combat {
    /// The air unit's owner throws his dice, a die a step, so that equal throws are one to the odds;
    /// then the other side throws, and all is on the table.
    pub(super) fn throw_faces(
        mut self,
        mut faces: [u8; 3],
        charts: &Charts,
        options: &Options,
        ump: &mut impl Umpire,
    ) -> Asked<ControlFlow<Outcome, Combat>> {
        let (side, _) = self.air.expect("only with air");
        let (column, _, _) = self.reckon(side, charts, false);
        let thrown = faces.iter().filter(|&&face| face > 0).count();
        if thrown == usize::from(charts.dice(column)) {
            self.throw_dice(side.other(), charts, options, ump)?;
            self.stage = Stage::Reroll { faces };
        } else {
            let asking = Asking::of(side, agc!("4.4-c"), "combat dice, one at a time");
            faces[thrown] = ump.roll(asking, Dice::D6)? as u8;
            faces.sort_unstable_by(|a, b| b.cmp(a));
            self.stage = Stage::Faces { faces };
        }
        Ok(Continue(self))
    }

    /// The air unit's owner may throw one die again and must keep what comes.
    pub(super) fn reroll(
        mut self,
        faces: [u8; 3],
        charts: &Charts,
        options: &Options,
        ump: &mut impl Umpire,
    ) -> Asked<ControlFlow<Outcome, Combat>> {
        let (side, _) = self.air.expect("only with air");
        let (column, modifier, modifiers) = self.reckon(side, charts, ump.listening());
        let count = usize::from(charts.dice(column));
        let mut offers = vec![Again(None)];
        offers.extend(faces[..count].iter().map(|&face| Again(Some(face))));
        offers.dedup();
        let picked = *ump.choose(Asking::of(side, agc!("4.4-c"), "throw one die again"), &offers)?;
        let sum: i16 = faces.iter().map(|&face| i16::from(face)).sum();
        let result = |sum: i16| charts.results(sum + modifier, column, options.erratum());
        let dealt = match picked {
            Again(None) => result(sum),
            Again(Some(old)) => {
                let rest = sum - i16::from(old);
                let asking = Asking::of(side, agc!("4.4-c"), "the die thrown again");
                ump.throw(asking, Dice::D6, |again| result(rest + again as i16))?
            }
        };
        self.explain_dealt(side, dealt, modifier, modifiers, column, charts, ump);
        self.dealt[side] = dealt;
        Ok(Continue(self.adjust(charts, ump)))
    }
}
