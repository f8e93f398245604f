//! Land attrition in the game: the dice, P, and the owner regrouping what is left. Marches, supply, sieges
//! and winters all go through here.

use super::Game;
use crate::attrition::{March, remaining};
use crate::charts::Toll;
use crate::power::Theatre;
use crate::profile::Edition;
use crate::siege::regroup_after;
use crate::stack::Stack;
use crate::thirds::Thirds;
use crate::title::GameRules;
use grognard_umpire::{Asked, Asking, Umpire};

/// How attrition goes on for a stack: the dice, then P, then regrouping.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Hunger {
    /// The dice are still to be thrown.
    Roll,
    /// P is to be settled.
    Ration(Toll),
    /// So much is to be taken off.
    Lose(Thirds),
}

impl Game {
    /// One step of a stack's attrition: what comes next, or, at its end, what is left of the stack.
    pub(super) fn suffer(
        &mut self,
        march: &March,
        hunger: Hunger,
        stack: Stack,
        (at, country): (u8, u8),
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Result<Hunger, Stack>> {
        let charts = &rules.charts;
        Ok(match hunger {
            Hunger::Roll if march.theatre == Theatre::RestOfTheWorld => {
                let percent = march.roll_percent(charts, ump)?;
                let left = match percent {
                    0 => stack.size(),
                    _ => remaining(charts, march.side, stack.size(), percent, Edition::Of2020, ump)?,
                };
                Ok(Hunger::Lose(stack.size() - left))
            }
            Hunger::Roll => Ok(Hunger::Ration(march.roll(charts, ump)?)),
            Hunger::Ration(toll) => {
                let suffered = march.pillage(charts, toll, ump)?;
                if suffered.pillage {
                    let land = &mut self.lands[usize::from(at)];
                    land.pillage = land.pillage.more();
                }
                Ok(Hunger::Lose(Thirds::whole(suffered.ld.into())))
            }
            Hunger::Lose(lost) => {
                let nation = rules.nations[usize::from(country)].country;
                Err(match lost.0 % 3 {
                    0 => regroup_after(march.side, stack, nation, lost.floor() as u8, ump)?,
                    _ => {
                        let ways = stack.remainders(nation, lost);
                        let asking = Asking::of(march.side, rule!("STACK-r"), "regroup the survivors");
                        *ump.choose(asking, &ways)?
                    }
                })
            }
        })
    }
}

/// How many veterans are left when a stack shrinks: as many in a hundred as before, rounded up.
pub(super) fn veterans_left(veterans: u8, before: u8, after: u8) -> u8 {
    if before == 0 {
        return 0;
    }
    (u16::from(veterans) * u16::from(after)).div_ceil(u16::from(before)) as u8
}
