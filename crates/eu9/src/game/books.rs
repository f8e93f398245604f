//! What a side may do about its upkeep: pay, keep stacks as veterans or as conscripts, let troops, ships and
//! walls go. Every order knows what it would save.

use super::Game;
use super::sea::Anchorage;
use crate::stack::Stack;
use crate::title::GameRules;
use grognard_umpire::{Offer, Orders, Refusal, Side};

/// An order about the upkeep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Entry {
    Pay,
    /// A stack is kept as veterans, or as conscripts.
    Keep(u8, bool),
    /// Counters of a stack are let go, and these are left.
    Disband(u8, Stack),
    LayUp(u8),
    Raze(u8),
}

/// An entry with what it is about.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    pub(super) entry: Entry,
    game: &'a Game,
    rules: &'a GameRules,
    side: Side,
}

impl Line<'_> {
    fn stack(&self, index: u8) -> String {
        let troops = &self.game.troops[usize::from(index)];
        let place = &self.rules.provinces[usize::from(troops.at)].id;
        if troops.inside { format!("{place} garrison") } else { place.clone() }
    }

    fn fleet(&self, index: u8) -> (&str, &str) {
        let squadron = &self.game.squadrons[usize::from(index)];
        let place = match squadron.at {
            Anchorage::Port(port) => &self.rules.provinces[usize::from(port)].id,
            Anchorage::Sea(sea) => &self.rules.seas[usize::from(sea)].id,
        };
        (&self.rules.nations[usize::from(squadron.country)].id, place)
    }

    /// What is due now less what would be due then.
    pub(super) fn saves(&self) -> i16 {
        let mut then = self.game.clone();
        then.book(self.entry);
        self.game.upkeep_due(self.side, self.rules) - then.upkeep_due(self.side, self.rules)
    }

    fn price(&self) -> String {
        match self.saves() {
            saved @ 0.. => format!("saves {saved} ducats"),
            more => format!("costs {} ducats more", -more),
        }
    }
}

impl Offer for Line<'_> {
    fn key(&self) -> String {
        match self.entry {
            Entry::Pay => "pay".to_owned(),
            Entry::Keep(index, true) => format!("veterans {}", self.stack(index)),
            Entry::Keep(index, false) => format!("conscripts {}", self.stack(index)),
            Entry::Disband(index, left) => {
                let gone = self.game.troops[usize::from(index)].stack.without(left).unwrap_or_default();
                match left.counters() {
                    0 => format!("disband {}", self.stack(index)),
                    _ => format!("disband {} {}", self.stack(index), gone.key()),
                }
            }
            Entry::LayUp(index) => {
                let (nation, place) = self.fleet(index);
                format!("lay-up {nation} {place}")
            }
            Entry::Raze(at) => format!("raze {}", self.rules.provinces[usize::from(at)].id),
        }
    }

    fn words(&self) -> String {
        let what = match self.entry {
            Entry::Pay => {
                let due = self.game.upkeep_due(self.side, self.rules);
                return format!("pay the upkeep of {due} ducats");
            }
            Entry::Keep(index, true) => format!("keep {} as veterans", self.stack(index)),
            Entry::Keep(index, false) => format!("keep {} as conscripts", self.stack(index)),
            Entry::Disband(index, left) => {
                let gone = self.game.troops[usize::from(index)].stack.without(left).unwrap_or_default();
                format!("disband {gone} at {}", self.stack(index))
            }
            Entry::LayUp(index) => {
                let (nation, place) = self.fleet(index);
                format!("lay up the fleet of {nation} at {place}")
            }
            Entry::Raze(at) => {
                format!("let the new walls of {} fall", self.rules.provinces[usize::from(at)].id)
            }
        };
        format!("{what}: {}", self.price())
    }
}

/// The books of a side.
pub(super) struct Books<'a> {
    pub(super) game: &'a Game,
    pub(super) rules: &'a GameRules,
    pub(super) side: Side,
}

impl<'a> Books<'a> {
    fn line(&self, entry: Entry) -> Line<'a> {
        Line { entry, game: self.game, rules: self.rules, side: self.side }
    }

    fn may_pay(&self) -> Result<(), Refusal> {
        let (due, purse) = (self.game.upkeep_due(self.side, self.rules), self.game.purse[self.side]);
        match due <= purse.max(0) {
            true => Ok(()),
            false => {
                let reason = format!("{due} ducats are due and the treasury has {purse}; let something go");
                Err(Refusal::new(rule!("LOGISTICS-g"), reason))
            }
        }
    }

    fn stacks(&self) -> impl Iterator<Item = usize> + '_ {
        let paid = |index: &usize| {
            let troops = &self.game.troops[*index];
            let major = self.rules.nations[usize::from(troops.country)].major;
            major && self.game.side_of(troops) == Some(self.side)
        };
        (0..self.game.troops.len()).filter(paid)
    }

    /// Counters of a stack that are let go, named by the order.
    fn part(&self, place: &str, rest: &[&str]) -> Result<Line<'a>, Refusal> {
        let at =
            self.rules.province(place).ok_or_else(|| Refusal::plain(format!("no province `{place}`")))?;
        let (inside, counters) = match rest {
            ["garrison", counters] => (true, counters),
            [counters] => (false, counters),
            _ => return Err(Refusal::plain("write disband PROVINCE, or disband PROVINCE COUNTERS")),
        };
        let own =
            |&index: &usize| (self.game.troops[index].at, self.game.troops[index].inside) == (at, inside);
        let index = self.stacks().find(own);
        let index = index.ok_or_else(|| Refusal::plain(format!("you keep no such stack at {place}")))?;
        let gone = Stack::read(&counters.replace('/', " ")).map_err(Refusal::plain)?;
        let stack = self.game.troops[index].stack;
        let left = stack.without(gone);
        let left = left.ok_or_else(|| Refusal::plain(format!("{gone} is not in {stack} at {place}")))?;
        Ok(self.line(Entry::Disband(index as u8, left)))
    }
}

impl<'a> Orders for Books<'a> {
    type Order = Line<'a>;

    fn offers(&self) -> Vec<Line<'a>> {
        let mut all = Vec::new();
        if self.may_pay().is_ok() {
            all.push(self.line(Entry::Pay));
        }
        for index in self.stacks() {
            let troops = &self.game.troops[index];
            if troops.veterans < troops.stack.ld_count() {
                all.push(self.line(Entry::Keep(index as u8, true)));
            }
            if troops.veterans > 0 {
                all.push(self.line(Entry::Keep(index as u8, false)));
            }
        }
        all.extend(self.stacks().map(|index| self.line(Entry::Disband(index as u8, Stack::default()))));
        for (index, squadron) in self.game.squadrons.iter().enumerate() {
            let major = self.rules.nations[usize::from(squadron.country)].major;
            if major && self.game.flag(squadron.country) == Some(self.side) {
                all.push(self.line(Entry::LayUp(index as u8)));
            }
        }
        all.extend(self.game.new_walls(self.side, self.rules).map(|at| self.line(Entry::Raze(at))));
        all
    }

    fn check(&self, text: &str) -> Result<Line<'a>, Refusal> {
        if let Some(line) = self.offers().into_iter().find(|line| line.key() == text) {
            return Ok(line);
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["pay"] => {
                self.may_pay()?;
                Err(Refusal::plain("there is nothing to pay"))
            }
            ["disband", place, ref rest @ ..] if !rest.is_empty() => self.part(place, rest),
            ["veterans" | "conscripts" | "disband" | "raze", place, ..] => {
                self.rules.province(place).ok_or_else(|| Refusal::plain(format!("no province `{place}`")))?;
                Err(Refusal::new(rule!("LOGISTICS-f"), format!("you keep nothing of the kind at {place}")))
            }
            _ => Err(Refusal::plain(
                "write pay, veterans PROVINCE, conscripts PROVINCE, disband PROVINCE [COUNTERS], lay-up COUNTRY PLACE or raze PROVINCE",
            )),
        }
    }
}
