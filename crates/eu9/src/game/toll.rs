//! Land attrition in the game: the dice, P, and the owner regrouping what is left. Marches, supply, sieges
//! and winters all go through here.

use super::Game;
use super::movement::Marching;
use crate::attrition::{March, remaining};
use crate::charts::Toll;
use crate::power::Theatre;
use crate::profile::Edition;
use crate::siege::regroup_after;
use crate::stack::Stack;
use crate::thirds::Thirds;
use crate::title::GameRules;
use grognard_umpire::{Asked, Asking, Offer, Ruling, Side, Umpire};

/// How attrition goes on for a stack: the dice, then P, then regrouping.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Hunger {
    /// The dice are still to be thrown.
    Roll,
    /// P is to be settled.
    Ration(Toll),
    /// A pillage is to be put down, and so many LD are lost besides.
    Pillage(u8),
    /// So much is to be taken off.
    Lose(Thirds),
}

impl Game {
    /// One step of the attrition of a stack that stands in a province.
    pub(super) fn suffer(
        &mut self,
        march: &March,
        hunger: Hunger,
        stack: Stack,
        (at, country): (u8, u8),
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Result<Hunger, Stack>> {
        self.suffer_on(march, hunger, stack, (1 << at, country), rules, ump)
    }

    /// One step of a stack's attrition on its way, the provinces of which are a bit each: what comes next, or,
    /// at its end, what is left of the stack.
    pub(super) fn suffer_on(
        &mut self,
        march: &March,
        hunger: Hunger,
        stack: Stack,
        (path, country): (u128, u8),
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
                Ok(match suffered.pillage {
                    true => Hunger::Pillage(suffered.ld),
                    false => Hunger::Lose(Thirds::whole(suffered.ld.into())),
                })
            }
            Hunger::Pillage(ld) => {
                self.put_pillage(march.side, path, rules, ump)?;
                Ok(Hunger::Lose(Thirds::whole(ld.into())))
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

    /// A pillage is put down in any province of the way that is not neutral, as the owner of the stack likes.
    fn put_pillage(&mut self, side: Side, path: u128, rules: &GameRules, ump: &mut impl Umpire) -> Asked<()> {
        let on_the_way = |&at: &u8| path & (1 << at) != 0 && self.control(at).is_some();
        let places: Vec<Pillaged<'_>> = (0..rules.provinces.len() as u8)
            .filter(on_the_way)
            .map(|at| Pillaged(at, rules.provinces[usize::from(at)].id.as_str()))
            .collect();
        let at = match places[..] {
            [] => return Ok(()),
            [Pillaged(at, _)] => at,
            _ => ump.choose(Asking::of(side, rule!("ATTRITION-h"), "where to pillage"), &places)?.0,
        };
        let land = &mut self.lands[usize::from(at)];
        land.pillage = land.pillage.more();
        ump.explain(|| Ruling::new(rule!("ATTRITION-h"), format!("{} is pillaged", rules.place(at))));
        Ok(())
    }
}

/// A province that may be pillaged.
struct Pillaged<'a>(u8, &'a str);

impl Offer for Pillaged<'_> {
    fn key(&self) -> String {
        self.1.to_owned()
    }
    fn words(&self) -> String {
        format!("pillage {}", self.1)
    }
}

impl Game {
    /// The end of the attrition of a march: its owner regroups what is left so that it fits in with the stack
    /// of its country that stands there. Where no counters do, more is lost until some do.
    pub(super) fn halted(
        &self,
        side: Side,
        marching: &Marching,
        lost: Thirds,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Stack> {
        let Marching { stack, at, country, .. } = *marching;
        let nation = rules.nations[usize::from(country)].country;
        let (mut gone, mut ways) = (lost, vec![Stack::default()]);
        while gone < stack.size() {
            ways = stack.remainders(nation, gone);
            ways.retain(|way| self.has_room(rules, side, at, country, *way));
            if !ways.is_empty() {
                break;
            }
            (gone, ways) = (gone + Thirds::whole(1), vec![Stack::default()]);
        }
        let left = *ump.choose(Asking::of(side, rule!("STACK-r"), "regroup the survivors"), &ways)?;
        if gone > lost {
            ump.explain(|| {
                let text = format!("Only {left} of {stack} finds room in {}", rules.place(at));
                Ruling::new(rule!("STACK-b"), text)
            });
        }
        Ok(left)
    }
}

/// How many veterans are left when a stack shrinks. Which LD are lost is the owner's choice, and conscripts are
/// always the smaller loss: veterans may be kept as conscripts, but not the other way round for nothing.
pub(super) fn veterans_left(veterans: u8, after: u8) -> u8 {
    veterans.min(after)
}
