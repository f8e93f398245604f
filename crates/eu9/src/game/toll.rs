//! Land attrition in the game: the dice, P, and the owner regrouping what is left. Marches, supply, sieges
//! and winters all go through here.

use super::Game;
use super::movement::Marching;
use super::roster::Roster;
use crate::attrition::{March, remaining};
use crate::charts::Toll;
use crate::host::{Contingent, Host, choose_standing};
use crate::power::Theatre;
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
        roster: &Roster,
        at: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Result<Hunger, Roster>> {
        self.suffer_on(march, hunger, roster, 1 << at, rules, ump)
    }

    /// One step of a stack's attrition on its way, the provinces of which are a bit each: what comes next, or,
    /// at its end, what is left of the stack.
    pub(super) fn suffer_on(
        &mut self,
        march: &March,
        hunger: Hunger,
        roster: &Roster,
        path: u128,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Result<Hunger, Roster>> {
        let charts = &rules.charts;
        Ok(match hunger {
            Hunger::Roll if march.theatre == Theatre::RestOfTheWorld => {
                let percent = march.roll_percent(charts, ump)?;
                let left = match percent {
                    0 => roster.size(),
                    _ => {
                        let edition = rules.readings.attrition;
                        remaining(charts, march.side, roster.size(), percent, edition, ump)?
                    }
                };
                Ok(Hunger::Lose(roster.size() - left))
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
                let asking = Asking::of(march.side, rule!("STACK-r"), "regroup the survivors");
                Err(self.regroup(asking, roster, lost, rules, ump)?)
            }
        })
    }

    /// What losses leave of a stack: its owner regroups, and says whose they are.
    pub(super) fn regroup(
        &self,
        asking: Asking,
        roster: &Roster,
        lost: Thirds,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Roster> {
        if lost == Thirds::ZERO {
            return Ok(*roster);
        }
        let (ways, nations) = self.remainders(roster, lost, rules);
        let left = choose_standing(asking, &ways, &nations, ump)?;
        Ok(roster.left(roster.first(), left))
    }

    /// Every way in which losses can leave a stack, and its nations if it is of several.
    pub(super) fn remainders(
        &self,
        roster: &Roster,
        lost: Thirds,
        rules: &GameRules,
    ) -> (Vec<Host>, Vec<Contingent>) {
        let first = roster.first();
        let nations = match roster.is_mixed() {
            true => self.contingents(rules, roster, first),
            false => Vec::new(),
        };
        let country = rules.nations[usize::from(first)].country;
        (roster.host(first).remainders(country, &nations, lost), nations)
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
    /// of its side that stands there. Where no counters do, more is lost until some do.
    pub(super) fn halted(
        &self,
        side: Side,
        marching: &Marching,
        lost: Thirds,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Roster> {
        let Marching { roster, at, .. } = *marching;
        if lost == Thirds::ZERO && self.has_room(rules, side, at, &roster) {
            return Ok(roster);
        }
        let first = roster.first();
        let (mut ways, nations) = self.remainders(&roster, lost, rules);
        let has_room = |way: &Host| self.has_room(rules, side, at, &roster.left(first, *way));
        ways.retain(has_room);
        let mut gone = lost;
        while ways.is_empty() && gone < roster.size() {
            gone += Thirds::whole(1);
            ways = self.remainders(&roster, gone, rules).0;
            ways.retain(has_room);
        }
        let asking = Asking::of(side, rule!("STACK-r"), "regroup the survivors");
        let left = roster.left(first, choose_standing(asking, &ways, &nations, ump)?);
        if gone > lost {
            ump.explain(|| {
                let mixed = roster.is_mixed();
                let (left, all) = (left.counters(mixed, rules), roster.counters(mixed, rules));
                Ruling::new(
                    rule!("STACK-b"),
                    format!("Only {left} of {all} finds room in {}", rules.place(at)),
                )
            });
        }
        Ok(left)
    }
}
