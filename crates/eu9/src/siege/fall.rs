//! The fall of a place: how a siege ends, what the fortress loses, and who stays in it.

use super::leaguer::SiegeGivens;
use crate::asks::Asks;
use crate::charts::Charts;
use crate::host::{Allies, Contingent, Host, standings};
use crate::power::{Country, Theatre};
use crate::stack::Stack;
use crate::thirds::Thirds;
use grognard_umpire::{Asked, Asking, BySide, Offer, Ruling, Side, Umpire};

/// How a siege ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SiegeEnd {
    /// How.
    pub outcome: SiegeOutcome,
    /// In which round.
    pub round: u8,
    /// What the besieger has left.
    pub stack: Stack,
    /// What the garrison has left, going home with war honours or still inside.
    pub garrison: Stack,
    /// What of both is their allies'.
    pub allies: BySide<Allies>,
    /// The level of the fortress afterwards.
    pub level: u8,
    /// Whether the besieger has left an LD of his in it.
    pub guard: bool,
}

/// The ways a siege ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SiegeOutcome {
    /// Surrender.
    Surrendered,
    /// War honours: the garrison goes home.
    Honours,
    /// Stormed.
    Stormed,
    /// The besieger left.
    Lifted,
    /// Nothing is left of the besieger.
    Ruined,
    /// The rounds are over and the place holds.
    Holds,
}

impl SiegeOutcome {
    /// Whether the place has fallen.
    pub fn falls(self) -> bool {
        matches!(self, SiegeOutcome::Surrendered | SiegeOutcome::Honours | SiegeOutcome::Stormed)
    }
}

/// Who stays in a place that was taken.
#[derive(Clone, Debug)]
enum Guard<S> {
    /// Nobody.
    None,
    /// An LD, and this is what the stack keeps.
    One(S),
}

impl<S: Offer> Offer for Guard<S> {
    fn key(&self) -> String {
        match self {
            Guard::None => "none".to_owned(),
            Guard::One(kept) => format!("garrison/{}", kept.key()),
        }
    }
    fn words(&self) -> String {
        match self {
            Guard::None => "leave nobody in the place".to_owned(),
            Guard::One(kept) => format!("leave an LD in the place and {}", kept.words()),
        }
    }
}

/// A fortress that has just fallen.
#[derive(Clone, Copy)]
pub(crate) struct Fallen<'a> {
    /// The tables.
    pub(crate) charts: &'a Charts,
    /// Europe or not.
    pub(crate) theatre: Theatre,
    /// Its level before.
    pub(crate) level: u8,
    /// The victor.
    pub(crate) side: Side,
}

/// A place taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Occupied<S> {
    /// What the victor's stack keeps.
    pub(crate) stack: S,
    /// Whether an LD of it stays inside.
    pub(crate) guard: bool,
    /// The level now.
    pub(crate) level: u8,
}

impl Fallen<'_> {
    /// The fortress loses two levels, or one if the besieger leaves an LD in it, which is his choice; and if his
    /// stack is of several nations, whose LD.
    pub(crate) fn occupy(
        &self,
        host: Host,
        own: Country,
        nations: &[Contingent],
        ump: &mut impl Umpire,
    ) -> Asked<Occupied<Host>> {
        let one = Thirds::whole(1);
        let smaller = match host.stack.size() >= one {
            true => host.remainders(own, nations, one),
            false => Vec::new(),
        };
        if nations.is_empty() {
            return self.leave_one(host, smaller, ump);
        }
        let whole = standings(&[host], nations).remove(0);
        let Occupied { stack, guard, level } = self.leave_one(whole, standings(&smaller, nations), ump)?;
        Ok(Occupied { stack: stack.host, guard, level })
    }

    /// A stack stays as it is, or in one of the forms it has with an LD less.
    fn leave_one<S: Offer + Clone + 'static>(
        &self,
        stack: S,
        with_one_less: Vec<S>,
        ump: &mut impl Umpire,
    ) -> Asked<Occupied<S>> {
        let mut guards = vec![Guard::None];
        guards.extend(with_one_less.into_iter().map(Guard::One));
        let asking = Asking::of(self.side, rule!("SIEGE-j"), Asks::Garrison);
        Ok(match ump.choose(asking, &guards)?.clone() {
            Guard::None => Occupied { stack, guard: false, level: self.level_now(false) },
            Guard::One(stack) => Occupied { stack, guard: true, level: self.level_now(true) },
        })
    }

    /// The level afterwards: in Europe never below 1.
    fn level_now(&self, guarded: bool) -> u8 {
        let figure = |row: &str| self.charts.figure("fall", row) as u8;
        let lost = figure(if guarded { "besieger leaves 1 LD" } else { "fallen" });
        let lowest = match self.theatre {
            Theatre::Europe => figure("lowest in Europe").min(self.level),
            Theatre::RestOfTheWorld => 0,
        };
        self.level.saturating_sub(lost).max(lowest)
    }
}

impl SiegeEnd {
    /// Does the besieger leave a garrison?
    pub(super) fn occupy(mut self, givens: &SiegeGivens, ump: &mut impl Umpire) -> Asked<SiegeEnd> {
        let fallen =
            Fallen { charts: &givens.charts, theatre: givens.theatre, level: self.level, side: Side::First };
        let party = &givens.parties.first;
        let host = Host { stack: self.stack, allies: self.allies.first };
        let Occupied { stack: host, guard, level } =
            fallen.occupy(host, party.country, &party.nations, ump)?;
        (self.stack, self.allies.first, self.guard, self.level) = (host.stack, host.allies, guard, level);
        ump.explain(|| {
            let (name, place) = (&givens.parties.first.name, &givens.parties.second.name);
            let inside = if self.guard { "leaves an LD in" } else { "leaves nobody in" };
            let text = format!("{name} {inside} {place}, which is of level {} now", self.level);
            Ruling::new(rule!("SIEGE-j"), text)
        });
        Ok(self)
    }
}
