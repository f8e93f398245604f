//! Land attrition in the game: the dice, P, and the owner regrouping what is left. Marches, supply, sieges
//! and winters all go through here.

use super::movement::Marching;
use super::roster::Roster;
use super::{Game, Troops};
use crate::asks::Asks;
use crate::attrition::{March, remaining};
use crate::change::{Change, explain_change};
use crate::charts::Toll;
use crate::host::{Contingent, Host, choose_standing};
use crate::power::Theatre;
use crate::thirds::Thirds;
use crate::title::GameRules;
use grognard_umpire::{Asked, Asking, Offer, Ruling, Side, Target, Umpire};

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

/// The counters of a stack that loses men, and where it stands if it is on the board.
#[derive(Clone, Copy)]
pub(super) struct Ranks<'a> {
    roster: &'a Roster,
    standing: Option<&'a Troops>,
}

impl<'a> Ranks<'a> {
    /// A stack in its place.
    pub(super) fn of(troops: &'a Troops) -> Ranks<'a> {
        Ranks { roster: &troops.roster, standing: Some(troops) }
    }

    /// A stack on the march or at sea.
    pub(super) fn on_the_way(roster: &'a Roster) -> Ranks<'a> {
        Ranks { roster, standing: None }
    }
}

impl Game {
    /// One step of the attrition of a stack that stands in a province.
    pub(super) fn suffer(
        &mut self,
        march: &March,
        hunger: Hunger,
        troops: &Troops,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Result<Hunger, Roster>> {
        self.suffer_on(march, hunger, Ranks::of(troops), 1 << troops.at, rules, ump)
    }

    /// One step of a stack's attrition on its way, the provinces of which are a bit each: what comes next, or,
    /// at its end, what is left of the stack.
    pub(super) fn suffer_on(
        &mut self,
        march: &March,
        hunger: Hunger,
        ranks: Ranks<'_>,
        path: u128,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Result<Hunger, Roster>> {
        let (charts, roster) = (&rules.charts, ranks.roster);
        Ok(match hunger {
            Hunger::Roll if march.theatre == Theatre::RestOfTheWorld => {
                let percent = march.roll_percent(charts, ump)?;
                let left = match percent {
                    0 => roster.size(),
                    _ => {
                        let edition = rules.readings.attrition.edition;
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
                let asking = Asking::of(march.side, rule!("STACK-r"), Asks::RegroupTheSurvivors);
                Err(self.regroup(asking, ranks, lost, rules, ump)?)
            }
        })
    }

    /// What losses leave of a stack: its owner regroups, and says whose they are.
    pub(super) fn regroup(
        &self,
        asking: Asking,
        ranks: Ranks<'_>,
        lost: Thirds,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Roster> {
        let roster = ranks.roster;
        if lost == Thirds::ZERO {
            return Ok(*roster);
        }
        let (ways, nations) = self.remainders(ranks, lost, rules);
        ump.about(|| format!("{} loses {lost} LD", roster.words(rules)));
        let left = choose_standing(asking, &ways, &nations, ump)?;
        explain_change(roster.size(), lost, left, ump);
        let left = roster.left(roster.first(), left);
        tell_losses(roster, &left, rules, ump);
        Ok(left)
    }

    /// Every way in which losses can leave a stack, and its nations if it is of several.
    pub(super) fn remainders(
        &self,
        ranks: Ranks<'_>,
        lost: Thirds,
        rules: &GameRules,
    ) -> (Vec<Host>, Vec<Contingent>) {
        let roster = ranks.roster;
        let first = roster.first();
        let nations = match roster.is_mixed() {
            true => self.contingents(rules, roster, first),
            false => Vec::new(),
        };
        let country = rules.nations[usize::from(first)].country;
        let change = self.change(rules, ranks, first);
        (roster.host(first).remainders_shown(country, &nations, lost, change), nations)
    }

    /// The LD counters that the nations of a stack have left to make change with, the one that commands first.
    pub(super) fn change(&self, rules: &GameRules, ranks: Ranks<'_>, first: u8) -> Change {
        let mut change = Change::ENOUGH;
        for (spare, band) in change.0.iter_mut().zip(ranks.roster.led_by(first)) {
            let own = |t: &&Troops| ranks.standing.is_none_or(|s| (s.at, s.inside) != (t.at, t.inside));
            let others = self.troops.iter().filter(own).map(|t| t.roster.band(band.country).stack.ld);
            let used = others.sum::<u8>() + band.stack.ld;
            let left = self.ld_counters(band.country, rules).saturating_sub(used);
            // Enough is enough: fights that differ in nothing else are the same.
            *spare = if left >= band.stack.ld_count() { u8::MAX } else { left };
        }
        change
    }

    /// A pillage is put down in any province of the way that is not neutral, as the owner of the stack likes.
    fn put_pillage(&mut self, side: Side, path: u128, rules: &GameRules, ump: &mut impl Umpire) -> Asked<()> {
        let on_the_way = |&at: &u8| path & (1 << at) != 0 && self.control(at).is_some();
        let places: Vec<Pillaged<'_>> =
            (0..rules.provinces.len() as u8).filter(on_the_way).map(|at| Pillaged(at, rules)).collect();
        let at = match places[..] {
            [] => return Ok(()),
            [Pillaged(at, _)] => at,
            _ => ump.choose(Asking::of(side, rule!("ATTRITION-h"), Asks::WhereToPillage), &places)?.0,
        };
        let land = &mut self.lands[usize::from(at)];
        land.pillage = land.pillage.more();
        ump.explain(|| Ruling::new(rule!("ATTRITION-h"), format!("{} is pillaged", rules.place(at))));
        Ok(())
    }
}

/// A province that may be pillaged.
struct Pillaged<'a>(u8, &'a GameRules);

impl Offer for Pillaged<'_> {
    fn key(&self) -> String {
        self.1.provinces[usize::from(self.0)].id.clone()
    }
    fn words(&self) -> String {
        format!("pillage {}", self.1.place(self.0))
    }
    fn targets(&self) -> Vec<Target> {
        vec![self.1.land(self.0)]
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
        let ranks = Ranks::on_the_way(&roster);
        let (mut ways, nations) = self.remainders(ranks, lost, rules);
        let has_room = |way: &Host| self.has_room(rules, side, at, &roster.left(first, *way));
        ways.retain(has_room);
        let mut gone = lost;
        while ways.is_empty() && gone < roster.size() {
            gone += Thirds::whole(1);
            ways = self.remainders(ranks, gone, rules).0;
            ways.retain(has_room);
        }
        if gone > lost {
            ump.explain(|| {
                let (who, place) = (roster.words(rules), rules.place(at));
                let more = gone - lost;
                Ruling::new(rule!("STACK-b"), format!("{more} LD of {who} finds no room in {place}"))
            });
        }
        let asking = Asking::of(side, rule!("STACK-r"), Asks::RegroupTheSurvivors);
        ump.about(|| format!("{} in {} loses {gone} LD", roster.words(rules), rules.place(at)));
        let host = choose_standing(asking, &ways, &nations, ump)?;
        explain_change(roster.size(), gone, host, ump);
        let left = roster.left(first, host);
        tell_losses(&roster, &left, rules, ump);
        Ok(left)
    }
}

/// What a stack has lost, and what is left of it.
fn tell_losses(roster: &Roster, left: &Roster, rules: &GameRules, ump: &mut impl Umpire) {
    ump.explain(|| {
        let who = roster.words(rules);
        let text = match left.is_empty() {
            true => format!("{who} is lost to the last man"),
            false => {
                let (lost, kept) = (roster.size() - left.size(), left.counters(roster.is_mixed(), rules));
                format!("{who} loses {lost} LD and keeps {kept}")
            }
        };
        Ruling::new(rule!("STACK-r"), text)
    });
}
