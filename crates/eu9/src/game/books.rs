//! What a side may do about its upkeep: pay, keep stacks as veterans or as conscripts, let troops, ships and
//! walls go. Every order knows what it would save.

use super::Game;
use super::roster::Roster;
use super::sea::Anchorage;
use crate::title::GameRules;
use grognard_umpire::{Offer, Orders, Refusal, Side};

/// An order about the upkeep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Entry {
    Pay,
    /// A nation's men in a stack are kept as veterans, or as conscripts.
    Keep(u8, u8, bool),
    /// These counters of a stack are let go.
    Disband(u8, Roster),
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

    /// The men of a nation in a stack, which is named where there are others with them.
    fn men(&self, index: u8, country: u8) -> String {
        let stack = self.stack(index);
        match self.game.troops[usize::from(index)].roster.is_mixed() {
            true => format!("{stack} {}", self.rules.nations[usize::from(country)].id),
            false => stack,
        }
    }

    /// Whether all of a nation in a stack is let go, and which.
    fn all_of(&self, index: u8, gone: &Roster) -> Option<u8> {
        let country = gone.first();
        let all = self.game.troops[usize::from(index)].roster.only(|other| other == country);
        (all.stack() == gone.stack()).then_some(country)
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
            0 => "costs nothing".to_owned(),
            saved @ 1.. => format!("saves {saved} ducats"),
            more => format!("costs {} ducats more", -more),
        }
    }
}

impl Offer for Line<'_> {
    fn key(&self) -> String {
        match self.entry {
            Entry::Pay => "pay".to_owned(),
            Entry::Keep(index, country, true) => format!("veterans {}", self.men(index, country)),
            Entry::Keep(index, country, false) => format!("conscripts {}", self.men(index, country)),
            Entry::Disband(index, gone) => match self.all_of(index, &gone) {
                Some(country) => format!("disband {}", self.men(index, country)),
                None => {
                    let mixed = self.game.troops[usize::from(index)].roster.is_mixed();
                    format!("disband {} {}", self.stack(index), gone.key(mixed, self.rules))
                }
            },
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
            Entry::Keep(index, country, true) => format!("keep {} as veterans", self.men(index, country)),
            Entry::Keep(index, country, false) => format!("keep {} as conscripts", self.men(index, country)),
            Entry::Disband(index, gone) => {
                let mixed = self.game.troops[usize::from(index)].roster.is_mixed();
                format!("disband {} at {}", gone.counters(mixed, self.rules), self.stack(index))
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

    /// The majors' men, who are paid: the stack and the nation of each.
    fn paid(&self) -> impl Iterator<Item = (usize, u8)> + '_ {
        let own = |index: &usize| self.game.side_of(&self.game.troops[*index]) == Some(self.side);
        let majors = |index: usize| {
            let nations = self.game.troops[index].roster.countries();
            nations.filter(|&country| self.rules.nations[usize::from(country)].major)
        };
        (0..self.game.troops.len())
            .filter(own)
            .flat_map(move |index| majors(index).map(move |country| (index, country)))
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
        let index = self.paid().map(|(index, _)| index).find(own);
        let index = index.ok_or_else(|| Refusal::plain(format!("you keep no such stack at {place}")))?;
        let whole = self.game.troops[index].roster;
        let gone = Roster::read(counters, &whole, self.rules)?;
        if whole.without(&gone).is_none() || gone.is_empty() {
            let mixed = whole.is_mixed();
            let (gone, stack) = (gone.counters(mixed, self.rules), whole.counters(mixed, self.rules));
            return Err(Refusal::plain(format!("{gone} is not in {stack} at {place}")));
        }
        if gone.has_minor(self.rules) {
            let clause = rule!("LOGISTICS-f");
            return Err(Refusal::new(clause, "minors keep their troops free of charge and let none go"));
        }
        Ok(self.line(Entry::Disband(index as u8, gone)))
    }
}

impl<'a> Orders for Books<'a> {
    type Order = Line<'a>;

    fn offers(&self) -> Vec<Line<'a>> {
        let mut all = Vec::new();
        if self.may_pay().is_ok() {
            all.push(self.line(Entry::Pay));
        }
        for (index, country) in self.paid() {
            let band = self.game.troops[index].roster.band(country);
            if band.veterans < band.stack.ld_count() {
                all.push(self.line(Entry::Keep(index as u8, country, true)));
            }
            if band.veterans > 0 {
                all.push(self.line(Entry::Keep(index as u8, country, false)));
            }
        }
        all.extend(self.paid().map(|(index, country)| {
            let gone = self.game.troops[index].roster.only(|other| other == country);
            self.line(Entry::Disband(index as u8, gone))
        }));
        for (index, squadron) in self.game.squadrons.iter().enumerate() {
            let major = self.rules.nations[usize::from(squadron.country)].major;
            if major && self.game.flag(squadron.country) == Some(self.side) {
                all.push(self.line(Entry::LayUp(index as u8)));
            }
        }
        let walls = self.game.new_walls(self.side, self.rules);
        all.extend(
            walls
                .filter(|&at| self.game.may_raze(self.rules, at).is_ok())
                .map(|at| self.line(Entry::Raze(at))),
        );
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
                let at = self.rules.province(place);
                let at = at.ok_or_else(|| Refusal::plain(format!("no province `{place}`")))?;
                if words[0] == "raze" && self.game.new_walls(self.side, self.rules).any(|new| new == at) {
                    self.game.may_raze(self.rules, at)?;
                }
                Err(Refusal::new(rule!("LOGISTICS-z"), format!("you keep nothing of the kind at {place}")))
            }
            _ => Err(Refusal::plain(
                "write pay, veterans PROVINCE, conscripts PROVINCE, disband PROVINCE [COUNTERS], lay-up COUNTRY PLACE or raze PROVINCE",
            )),
        }
    }
}
