//! What a side may do about its upkeep: pay, keep stacks as veterans or as conscripts, let troops, ships and
//! walls go. Every order knows what it would save.

use super::roster::Roster;
use super::sea::{Anchorage, Squadron, fleet_key, forms};
use super::situation::{berth, squadron_words};
use super::targets;
use super::{Game, Troops};
use crate::charts::Entry as Figure;
use crate::fleet::Fleet;
use crate::title::GameRules;
use grognard_umpire::{Cost, Offer, Orders, Refusal, Side, Target};

/// An order about the upkeep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Entry {
    Pay,
    /// A nation's men in a stack are kept as veterans, or as conscripts.
    Keep(u8, u8, bool),
    /// A stack takes other counters.
    Regroup(u8, Roster),
    /// A fleet takes other counters.
    Form(u8, Fleet),
    /// Some of a stack are let go, and these stay.
    Disband(u8, Roster, Roster),
    /// Part of a stack is let go; which is asked.
    DisbandPart(u8),
    /// A fleet is laid up, but for these ships.
    LayUp(u8, Fleet),
    /// Part of a fleet is laid up; which is asked.
    LayUpPart(u8),
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

    /// The ships of a fleet without those that are kept.
    fn laid_up(&self, index: u8, left: Fleet) -> Fleet {
        forms::without(self.game.squadrons[usize::from(index)].fleet, left).unwrap_or_default()
    }

    /// What is due now less what would be due then.
    pub(super) fn saves(&self) -> i16 {
        let mut then = self.game.clone();
        then.book(self.entry);
        self.game.upkeep_due(self.side, self.rules) - then.upkeep_due(self.side, self.rules)
    }

    fn price(&self) -> String {
        if matches!(self.entry, Entry::DisbandPart(_) | Entry::LayUpPart(_)) {
            return "you are asked which".to_owned();
        }
        match self.saves() {
            0 => "costs nothing".to_owned(),
            1 => "saves 1 ducat".to_owned(),
            saved @ 2.. => format!("saves {saved} ducats"),
            -1 => "costs 1 ducat more".to_owned(),
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
            Entry::Regroup(index, form) => {
                format!("regroup {} {}", self.stack(index), form.key(form.is_mixed(), self.rules))
            }
            Entry::Form(index, fleet) => {
                let (nation, place) = self.fleet(index);
                format!("form {nation} {place} {}", fleet_key(fleet))
            }
            Entry::Disband(index, gone, left) => match self.all_of(index, &gone) {
                Some(country) => format!("disband {}", self.men(index, country)),
                None => {
                    let whole = &self.game.troops[usize::from(index)].roster;
                    let mixed = whole.is_mixed();
                    let mut key = format!("disband {} {}", self.stack(index), gone.key(mixed, self.rules));
                    if whole.disbanding(&gone).stack() != left.stack() {
                        key += &format!("/leaving/{}", left.key(mixed, self.rules));
                    }
                    key
                }
            },
            Entry::DisbandPart(index) => format!("disband {} part", self.stack(index)),
            Entry::LayUp(index, left) => {
                let (nation, place) = self.fleet(index);
                match left.is_empty() {
                    true => format!("lay-up {nation} {place}"),
                    false => format!("lay-up {nation} {place} {}", fleet_key(self.laid_up(index, left))),
                }
            }
            Entry::LayUpPart(index) => {
                let (nation, place) = self.fleet(index);
                format!("lay-up {nation} {place} part")
            }
            Entry::Raze(at) => format!("raze {}", self.rules.provinces[usize::from(at)].id),
        }
    }

    fn words(&self) -> String {
        let [order, _, what] = self.deed();
        match self.entry {
            Entry::Pay => format!("{order} {what}"),
            _ => format!("{order} {what}: {}", self.price()),
        }
    }

    /// What the entry adds to the upkeep, less than nothing where it saves; not known before it is said which.
    fn cost(&self) -> Option<Cost> {
        let amount = match self.entry {
            Entry::Pay => self.game.upkeep_due(self.side, self.rules),
            Entry::DisbandPart(_) | Entry::LayUpPart(_) => return None,
            _ => -self.saves(),
        };
        Some(Cost { amount: amount.into(), left: None, of: "ducats" })
    }
    fn targets(&self) -> Vec<Target> {
        let stack = |index: u8| vec![self.rules.land(self.game.troops[usize::from(index)].at)];
        let ships =
            |index: u8| vec![self.game.fleet_target(self.rules, &self.game.squadrons[usize::from(index)])];
        match self.entry {
            Entry::Pay => Vec::new(),
            Entry::Keep(index, ..)
            | Entry::Regroup(index, _)
            | Entry::Disband(index, ..)
            | Entry::DisbandPart(index) => stack(index),
            Entry::Form(index, _) | Entry::LayUp(index, _) | Entry::LayUpPart(index) => ships(index),
            Entry::Raze(at) => {
                vec![self.rules.land(at), targets::city(&self.rules.provinces[usize::from(at)].id)]
            }
        }
    }
}

impl Line<'_> {
    /// What has been done, and what it saves.
    pub(super) fn done(&self) -> String {
        let [_, does, what] = self.deed();
        format!("{does} {what}: {}", self.price())
    }

    /// What there is to do: as an order, as it is told, and with whom.
    fn deed(&self) -> [String; 3] {
        let rules = self.rules;
        let (order, does, what) = match self.entry {
            Entry::Pay => {
                let due = self.game.upkeep_due(self.side, rules);
                ("pay", "pays", format!("the upkeep of {due} ducats"))
            }
            Entry::Keep(index, country, veteran) => {
                let troops = &self.game.troops[usize::from(index)];
                let men = Troops { roster: troops.roster.only(|other| other == country), ..*troops };
                let kept = if veteran { "veterans" } else { "conscripts" };
                ("keep", "keeps", format!("{} as {kept}", self.game.stack_words(rules, &men)))
            }
            Entry::Regroup(index, form) => {
                let troops = &self.game.troops[usize::from(index)];
                let counters = form.counters(form.is_mixed(), rules);
                ("regroup", "regroups", format!("{} as {counters}", self.game.stack_words(rules, troops)))
            }
            Entry::Form(index, fleet) => {
                let words = squadron_words(rules, &self.game.squadrons[usize::from(index)]);
                ("put", "puts", format!("{words} under {fleet}"))
            }
            Entry::Disband(index, gone, left) => {
                let troops = &self.game.troops[usize::from(index)];
                let what = self.game.stack_words(rules, &Troops { roster: gone, ..*troops });
                let kept = match self.all_of(index, &gone) {
                    Some(_) => String::new(),
                    None => format!(", keeping {}", left.counters(troops.roster.is_mixed(), rules)),
                };
                ("disband", "disbands", what + &kept)
            }
            Entry::DisbandPart(index) => {
                let troops = &self.game.troops[usize::from(index)];
                ("disband", "disbands", format!("part of {}", self.game.stack_words(rules, troops)))
            }
            Entry::LayUp(index, left) => {
                let squadron = &self.game.squadrons[usize::from(index)];
                let what = match left.is_empty() {
                    true => squadron_words(rules, squadron),
                    false => {
                        let nation = &rules.nations[usize::from(squadron.country)].name;
                        let (ships, place) = (self.laid_up(index, left), berth(rules, squadron.at));
                        format!("{ships} of {nation} {place}, keeping {left}")
                    }
                };
                ("lay up", "lays up", what)
            }
            Entry::LayUpPart(index) => {
                let fleet = squadron_words(rules, &self.game.squadrons[usize::from(index)]);
                ("lay up", "lays up", format!("part of {fleet}"))
            }
            Entry::Raze(at) => {
                let city = &rules.provinces[usize::from(at)].city;
                ("let", "lets", format!("the new walls of {city} fall"))
            }
        };
        [order.to_owned(), does.to_owned(), what]
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

    fn is_major(&self, country: u8) -> bool {
        self.rules.nations[usize::from(country)].major
    }

    /// The majors' men, who are paid: the stack and the nation of each.
    fn paid(&self) -> impl Iterator<Item = (usize, u8)> + '_ {
        let own = |index: &usize| self.game.side_of(&self.game.troops[*index]) == Some(self.side);
        let majors = |index: usize| {
            let nations = self.game.troops[index].roster.countries();
            nations.filter(|&country| self.is_major(country))
        };
        (0..self.game.troops.len())
            .filter(own)
            .flat_map(move |index| majors(index).map(move |country| (index, country)))
    }

    /// A stack that is paid for, named by an order, and the counters that are named with it.
    fn named<'w>(&self, place: &str, rest: &[&'w str]) -> Result<(usize, &'w str), Refusal> {
        let at =
            self.rules.province(place).ok_or_else(|| Refusal::plain(format!("no province `{place}`")))?;
        let (inside, counters) = match rest {
            ["garrison", counters] => (true, counters),
            [counters] => (false, counters),
            _ => return Err(Refusal::plain("write the PROVINCE, `garrison` if it is one, and the COUNTERS")),
        };
        let own =
            |&index: &usize| (self.game.troops[index].at, self.game.troops[index].inside) == (at, inside);
        let index = self.paid().map(|(index, _)| index).find(own);
        let index = index.ok_or_else(|| Refusal::plain(format!("you keep no such stack at {place}")))?;
        Ok((index, counters))
    }

    /// Counters of a stack that are let go, named by the order: as they stand, or as it can part.
    fn part(&self, place: &str, rest: &[&str]) -> Result<Line<'a>, Refusal> {
        let (index, counters) = self.named(place, rest)?;
        let whole = self.game.troops[index].roster;
        let (counters, leaving) = match counters.split_once("/leaving/") {
            Some((counters, leaving)) => (counters, Some(Roster::read(leaving, &whole, self.rules)?)),
            None => (counters, None),
        };
        let gone = Roster::read(counters, &whole, self.rules)?;
        if gone.has_minor(self.rules) {
            let clause = rule!("LOGISTICS-f");
            return Err(Refusal::new(clause, "minors keep their troops free of charge and let none go"));
        }
        if whole.without(&gone).is_some() && !gone.is_empty() && leaving.is_none() {
            return Ok(self.line(Entry::Disband(index as u8, gone, whole.disbanding(&gone))));
        }
        let stacks =
            |roster: &Roster| roster.bands().map(|band| (band.country, band.stack)).collect::<Vec<_>>();
        let same = |entry: &Entry| match entry {
            Entry::Disband(_, goes, stays) => {
                stacks(goes) == stacks(&gone) && leaving.is_none_or(|left| stacks(stays) == stacks(&left))
            }
            _ => false,
        };
        self.partings(index).into_iter().find(same).map(|entry| self.line(entry)).ok_or_else(|| {
            let mixed = whole.is_mixed();
            let (gone, stack) = (gone.counters(mixed, self.rules), whole.counters(mixed, self.rules));
            let reason = format!("{stack} at {place} does not part so that {gone} goes");
            Refusal::new(rule!("STACK-h"), reason)
        })
    }

    /// Every way in which part of a stack can be let go: of majors' men, counters converted if need be.
    fn partings(&self, index: usize) -> Vec<Entry> {
        let whole = self.game.troops[index].roster;
        let ways = whole.partings(self.rules).into_iter();
        // Conscripts go first.
        let left = |stays: Roster| {
            let veterans = |roster: Roster, country: u8| {
                let (band, kept) = (whole.band(country), roster.band(country).stack.ld_count());
                roster.with_veterans(country, band.veterans.min(kept))
            };
            stays.countries().fold(stays, veterans)
        };
        ways.filter(|(goes, _)| !goes.has_minor(self.rules))
            .map(|(goes, stays)| Entry::Disband(index as u8, goes, left(stays)))
            .collect()
    }

    /// Every part of a fleet that can be laid up: the ships that stay, in a form of their own.
    fn layings_up(&self, index: usize) -> Vec<Entry> {
        let Squadron { at, country, fleet, .. } = self.game.squadrons[index];
        let holds = |stays: &Fleet| match at {
            Anchorage::Port(port) => self.game.mooring(self.rules, country, *stays, port).is_ok(),
            Anchorage::Sea(_) => true,
        };
        let mut found: Vec<Entry> = Vec::new();
        for (_, stays) in forms::parts(self.rules, country, fleet, 0, holds) {
            // What is kept takes the counters that cost least.
            let forms =
                forms::forms(self.rules, country, stays, fleet.f_counters()).into_iter().filter(holds);
            let left = forms.min_by_key(|form| self.kept_as(country, form)).unwrap_or(stays);
            let entry = Entry::LayUp(index as u8, left);
            if !stays.is_empty() && !found.contains(&entry) {
                found.push(entry);
            }
        }
        found
    }

    /// What of a stack or a fleet may be let go, for its owner to say.
    pub(super) fn parts_of(&self, entry: Entry) -> Vec<Line<'a>> {
        let parts = match entry {
            Entry::DisbandPart(index) => self.partings(usize::from(index)),
            Entry::LayUpPart(index) => self.layings_up(usize::from(index)),
            _ => Vec::new(),
        };
        parts.into_iter().map(|entry| self.line(entry)).collect()
    }

    /// Other counters for a stack, named by the order.
    fn form(&self, place: &str, rest: &[&str]) -> Result<Line<'a>, Refusal> {
        let (index, counters) = self.named(place, rest)?;
        let whole = self.game.troops[index].roster;
        let form = Roster::read(counters, &whole, self.rules)?;
        for band in whole.bands() {
            let country = self.rules.nations[usize::from(band.country)].country;
            band.stack.converts_to(form.band(band.country).stack, country)?;
        }
        form.check(self.rules)?;
        match form.stack() == whole.stack() {
            true => Err(Refusal::new(rule!("STACK-h"), format!("the stack at {place} stands so already"))),
            false => {
                let same =
                    |band: Roster, country: u8| band.with_veterans(country, whole.band(country).veterans);
                Ok(self.line(Entry::Regroup(index as u8, form.countries().fold(form, same))))
            }
        }
    }

    /// A fleet that is paid for.
    fn fleets(&self) -> impl Iterator<Item = (usize, &'a Squadron)> + '_ {
        self.game.squadrons.iter().enumerate().filter(|(_, squadron)| {
            self.rules.nations[usize::from(squadron.country)].major
                && self.game.flag(squadron.country) == Some(self.side)
        })
    }

    /// The counters for a stack that are the fewest, if they are fewer than it has: large ones are kept for less.
    fn cheaper_stack(&self, index: usize) -> Option<Roster> {
        let roster = &self.game.troops[index].roster;
        let counters = |roster: &Roster| roster.stack().counters();
        let fewest = roster.conversions(self.rules).into_iter().min_by_key(counters)?;
        (counters(&fewest) < counters(roster)).then_some(fewest)
    }

    /// The ND as which a country's fleet is kept.
    fn kept_as(&self, country: u8, fleet: &Fleet) -> u8 {
        let contents = self.rules.nations[usize::from(country)].contents;
        fleet.f_plus * self.rules.charts.count(Figure::UpkeepPlus)
            + fleet.f_minus * self.rules.charts.count(Figure::UpkeepMinus)
            + fleet.loose_from(contents)
    }

    /// The counters for a fleet that count the fewest ND, if they are fewer than it has.
    fn cheaper_fleet(&self, index: usize) -> Option<Fleet> {
        let squadron = &self.game.squadrons[index];
        let nd = |fleet: &Fleet| self.kept_as(squadron.country, fleet);
        let fewest = self.game.other_forms(self.rules, index).into_iter().min_by_key(nd)?;
        (nd(&fewest) < nd(&squadron.fleet)).then_some(fewest)
    }

    /// Ships of a fleet that are laid up, or its other counters, named by the order.
    fn ships(&self, order: &str, nation: &str, place: &str, ships: &str) -> Result<Line<'a>, Refusal> {
        let known = self
            .fleets()
            .map(|(index, _)| index as u8)
            .find(|&index| self.line(Entry::LayUp(index, Fleet::default())).fleet(index) == (nation, place));
        let index =
            known.ok_or_else(|| Refusal::plain(format!("you keep no fleet of {nation} at {place}")))?;
        let squadron = &self.game.squadrons[usize::from(index)];
        let named = Fleet::read(&ships.replace('/', " ")).map_err(Refusal::plain)?;
        let found = match order {
            "form" => {
                let form =
                    self.game.other_forms(self.rules, usize::from(index)).into_iter().find(|f| *f == named);
                form.map(|form| Entry::Form(index, form))
            }
            _ => {
                let bare = Fleet { f_plus: 0, f_minus: 0, ..named };
                let laid_up = |entry: &Entry| match entry {
                    Entry::LayUp(index, left) => self.line(*entry).laid_up(*index, *left) == bare,
                    _ => false,
                };
                self.layings_up(usize::from(index)).into_iter().find(laid_up)
            }
        };
        found.map(|entry| self.line(entry)).ok_or_else(|| {
            let reason = match order {
                "form" => format!("{} cannot stand as {named}", squadron.fleet),
                _ => format!("{} does not part so that {named} goes", squadron.fleet),
            };
            Refusal::new(rule!("STACK-f"), reason)
        })
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
        let mut before = None;
        for (index, _) in self.paid().filter(|(index, _)| before.replace(*index) != Some(*index)) {
            let form = self.cheaper_stack(index).map(|form| Entry::Regroup(index as u8, form));
            all.extend(form.map(|entry| self.line(entry)));
        }
        for (index, _) in self.fleets() {
            let form = self.cheaper_fleet(index).map(|form| Entry::Form(index as u8, form));
            all.extend(form.map(|entry| self.line(entry)));
        }
        for (index, country) in self.paid() {
            let whole = self.game.troops[index].roster;
            let gone = whole.only(|other| other == country);
            all.push(self.line(Entry::Disband(index as u8, gone, whole.disbanding(&gone))));
            if gone.ld_count() > 1 && whole.countries().find(|c| self.is_major(*c)) == Some(country) {
                all.push(self.line(Entry::DisbandPart(index as u8)));
            }
        }
        for (index, squadron) in self.fleets() {
            all.push(self.line(Entry::LayUp(index as u8, Fleet::default())));
            if squadron.fleet.nd() > 1 {
                all.push(self.line(Entry::LayUpPart(index as u8)));
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
            ["regroup", place, ref rest @ ..] => self.form(place, rest),
            [order @ ("form" | "lay-up"), nation, place, ships] => self.ships(order, nation, place, ships),
            ["veterans" | "conscripts" | "disband" | "raze", place, ..] => {
                let at = self.rules.province(place);
                let at = at.ok_or_else(|| Refusal::plain(format!("no province `{place}`")))?;
                if words[0] == "raze" && self.game.new_walls(self.side, self.rules).any(|new| new == at) {
                    self.game.may_raze(self.rules, at)?;
                }
                Err(Refusal::new(rule!("LOGISTICS-z"), format!("you keep nothing of the kind at {place}")))
            }
            _ => Err(Refusal::plain(
                "write pay, veterans PROVINCE, conscripts PROVINCE, regroup PROVINCE COUNTERS, form COUNTRY PLACE SHIPS, disband PROVINCE [COUNTERS], lay-up COUNTRY PLACE [SHIPS] or raze PROVINCE",
            )),
        }
    }
}
