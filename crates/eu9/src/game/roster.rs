//! The counters of a stack by nation: who may stand together, how they part, come together and regroup. What a
//! stack of several nations fights like is the library's business (`host.rs`).

use crate::host::{ALLIES_MAX, Host, counters_by_nation};
use crate::power::Country;
use crate::stack::Stack;
use crate::thirds::Thirds;
use crate::title::{GameRules, MinorsTogether};
use grognard_umpire::{Offer, Refusal};

/// Three counters are three nations at most.
const NATIONS_MAX: usize = ALLIES_MAX + 1;

/// The counters of one nation in a stack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Band {
    /// Whose.
    pub country: u8,
    /// The counters.
    pub stack: Stack,
    /// How many of its LD are veterans.
    pub veterans: u8,
}

impl Band {
    /// The same nation with these counters. Which LD are gone is the owner's choice, and conscripts are always the
    /// smaller loss: veterans may be kept as conscripts, but not the other way round for nothing.
    fn left(self, stack: Stack) -> Band {
        Band { stack, veterans: self.veterans.min(stack.ld_count()), ..self }
    }

    /// Whether most of its LD are veterans.
    pub fn is_veteran(&self) -> bool {
        self.veterans * 2 > self.stack.ld_count()
    }

    fn is_empty(&self) -> bool {
        self.stack == Stack::default()
    }
}

/// The counters of a stack by nation, in the order of the title: majors before minors.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Roster([Band; NATIONS_MAX]);

impl Roster {
    /// Counters of one nation.
    pub(crate) fn of(country: u8, stack: Stack, veterans: u8) -> Roster {
        let mut roster = Roster::default();
        if stack != Stack::default() {
            roster.0[0] = Band { country, stack, veterans };
        }
        roster
    }

    /// Each nation's counters.
    pub fn bands(&self) -> impl Iterator<Item = Band> + Clone + use<> {
        self.0.into_iter().filter(|band| !band.is_empty())
    }

    /// The nations.
    pub fn countries(&self) -> impl Iterator<Item = u8> + Clone + use<> {
        self.bands().map(|band| band.country)
    }

    /// All counters.
    pub fn stack(&self) -> Stack {
        let [one, other, third] = self.0;
        one.stack.with(other.stack).with(third.stack)
    }

    /// How many of its LD are veterans.
    pub fn veterans(&self) -> u8 {
        self.0.iter().map(|band| band.veterans).sum()
    }

    /// How many LD it has.
    pub fn ld_count(&self) -> u8 {
        self.stack().ld_count()
    }

    /// Whether nobody is in it.
    pub fn is_empty(&self) -> bool {
        self.0[0].is_empty()
    }

    /// Whether it is of several nations.
    pub fn is_mixed(&self) -> bool {
        !self.0[1].is_empty()
    }

    /// Whether counters of a nation are in it.
    pub fn has(&self, country: u8) -> bool {
        self.0.iter().any(|band| band.country == country && !band.is_empty())
    }

    /// The counters of a nation.
    pub fn band(&self, country: u8) -> Band {
        let band = self.0.iter().find(|band| band.country == country && !band.is_empty());
        band.copied().unwrap_or(Band { country, ..Band::default() })
    }

    /// The nation that comes first in the title's order.
    pub(crate) fn first(&self) -> u8 {
        self.0[0].country
    }

    /// Counters of a nation added to it; none if that makes too many nations.
    fn and(mut self, band: Band) -> Option<Roster> {
        if band.is_empty() {
            return Some(self);
        }
        match self.0.iter_mut().find(|own| !own.is_empty() && own.country == band.country) {
            Some(own) => {
                own.stack = own.stack.with(band.stack);
                own.veterans += band.veterans;
            }
            None => {
                *self.0.iter_mut().find(|own| own.is_empty())? = band;
                self.0.sort_unstable_by_key(|own| (own.is_empty(), own.country));
            }
        }
        Some(self)
    }

    pub(super) fn gather(bands: impl IntoIterator<Item = Band>) -> Option<Roster> {
        bands.into_iter().try_fold(Roster::default(), Roster::and)
    }

    /// The counters of two stacks side by side; none if they are of too many nations.
    pub(crate) fn with(self, other: Roster) -> Option<Roster> {
        other.bands().try_fold(self, Roster::and)
    }

    /// What is left when a part is taken out; none if it is not in it.
    pub(crate) fn without(self, part: &Roster) -> Option<Roster> {
        if part.countries().any(|country| !self.has(country)) {
            return None;
        }
        let mut left = Roster::default();
        for band in self.bands() {
            let gone = part.band(band.country);
            let (stack, veterans) =
                (band.stack.without(gone.stack)?, band.veterans.saturating_sub(gone.veterans));
            left = left.and(Band { stack, veterans, ..band })?;
        }
        Some(left)
    }

    /// The LD by which it was more: a veteran if all who are left are.
    pub(crate) fn guard(&self, kept: &Roster) -> Roster {
        let one = Stack { ld: 1, ..Stack::default() };
        let left = |band: &Band| kept.band(band.country).stack.ld_count() < band.stack.ld_count();
        let Some(band) = self.bands().find(left) else { return Roster::default() };
        Roster::of(band.country, one, (band.veterans - kept.band(band.country).veterans).min(1))
    }

    /// What is left when counters are let go: conscripts first.
    pub(crate) fn disbanding(&self, gone: &Roster) -> Roster {
        let left =
            |band: Band| band.left(band.stack.without(gone.band(band.country).stack).unwrap_or_default());
        Roster::gather(self.bands().map(left)).unwrap_or_default()
    }

    /// Those of some nations.
    pub(crate) fn only(&self, of: impl Fn(u8) -> bool) -> Roster {
        Roster::gather(self.bands().filter(|band| of(band.country))).unwrap_or_default()
    }

    /// The same with so many veterans of a nation.
    pub(crate) fn with_veterans(mut self, country: u8, veterans: u8) -> Roster {
        for band in self.0.iter_mut().filter(|band| !band.is_empty() && band.country == country) {
            band.veterans = veterans;
        }
        self
    }

    /// The nations with the one that commands first.
    pub(crate) fn led_by(&self, first: u8) -> impl Iterator<Item = Band> + Clone + use<> {
        let others = self.bands().filter(move |band| band.country != first);
        self.bands().filter(move |band| band.country == first).chain(others)
    }

    /// The counters as the library takes them: those of the nation that commands, then the others'.
    pub(crate) fn host(&self, first: u8) -> Host {
        let mut stacks = [Stack::default(); NATIONS_MAX];
        for (slot, band) in stacks.iter_mut().zip(self.led_by(first)) {
            *slot = band.stack;
        }
        Host::of_nations(stacks)
    }

    /// What is left of it, as the library hands it back.
    pub(crate) fn left(&self, first: u8, host: Host) -> Roster {
        let left = self.led_by(first).zip(host.by_nation()).map(|(band, stack)| band.left(stack));
        Roster::gather(left).unwrap_or_default()
    }
}

impl Roster {
    /// Whether a major is in it, which pays for its campaigns.
    pub(crate) fn has_major(&self, rules: &GameRules) -> bool {
        self.countries().any(|country| rules.nations[usize::from(country)].major)
    }

    /// Whether a minor is in it, which has free campaigns of its own.
    pub(crate) fn has_minor(&self, rules: &GameRules) -> bool {
        self.countries().any(|country| !rules.nations[usize::from(country)].major)
    }

    /// Whose limits hold: only Turks have pashas.
    fn limits(&self, rules: &GameRules) -> Country {
        let country = |country: u8| rules.nations[usize::from(country)].country;
        match self.is_mixed() {
            false => country(self.first()),
            true if self.countries().any(|nation| country(nation) == Country::Turkey) => Country::Turkey,
            true => Country::Minor,
        }
    }

    /// The limits of a stack of several nations are those of any stack.
    ///
    /// # Errors
    /// The first that is broken.
    pub(crate) fn check(&self, rules: &GameRules) -> Result<(), Refusal> {
        let first = |refusals: Vec<Refusal>| refusals.into_iter().next().expect("at least one refusal");
        self.stack().check(self.limits(rules)).map_err(first)
    }

    fn fits(&self, rules: &GameRules) -> bool {
        self.stack().fits(self.limits(rules))
    }

    /// Whether these nations come together in one stack: a minor's men join a major's.
    ///
    /// # Errors
    /// That they do not.
    pub(crate) fn may_stand_together(&self, rules: &GameRules) -> Result<(), Refusal> {
        let free = rules.readings.minors_together == MinorsTogether::Free;
        match !self.is_mixed() || free || self.has_major(rules) {
            true => Ok(()),
            false => Err(Refusal::new(
                rule!("ITALY-l"),
                "minors join a stack of their side's major; without one they do not stand together",
            )),
        }
    }

    /// Whether a part may be made: nobody leaves two minors together without a major who were not so before.
    fn parts_into(&self, goes: &Roster, stays: &Roster, rules: &GameRules) -> bool {
        let together = |roster: &Roster| roster.may_stand_together(rules).is_ok();
        !together(self) || (together(goes) && together(stays))
    }

    /// Every form it may take outside the purchase phase, side by side first if that is one: no nation makes a
    /// new A counter, and none changes hands.
    pub(crate) fn forms(&self, rules: &GameRules) -> Vec<Roster> {
        if !self.is_mixed() {
            let side_by_side = self.fits(rules).then_some(*self);
            return side_by_side.into_iter().chain(self.conversions(rules)).collect();
        }
        let forms = |band: Band| {
            let country = rules.nations[usize::from(band.country)].country;
            std::iter::once(band.stack)
                .chain(band.stack.conversions(country))
                .map(move |stack| Band { stack, ..band })
        };
        let mut found = vec![Roster::default()];
        for band in self.bands() {
            let more = |roster: Roster| forms(band).filter_map(move |band| roster.and(band));
            found = found.into_iter().flat_map(more).collect();
        }
        found.retain(|roster| roster.fits(rules));
        found
    }

    /// Whether it may take another form at all.
    pub(crate) fn has_conversions(&self, rules: &GameRules) -> bool {
        let band = self.0[0];
        match self.is_mixed() {
            true => !self.conversions(rules).is_empty(),
            false => {
                let country = rules.nations[usize::from(band.country)].country;
                band.stack.conversions(country).next().is_some()
            }
        }
    }

    /// Every other form it may take.
    pub(crate) fn conversions(&self, rules: &GameRules) -> Vec<Roster> {
        if self.is_mixed() {
            let mut forms = self.forms(rules);
            forms.retain(|form| form != self);
            return forms;
        }
        let band = self.0[0];
        let stacks = band.stack.conversions(rules.nations[usize::from(band.country)].country);
        stacks.map(|stack| Roster::of(band.country, stack, band.veterans)).collect()
    }

    /// Whether another stack may come to it, and in what forms they then stand; none if there is no room.
    pub(crate) fn joinings(&self, other: &Roster, rules: &GameRules) -> Vec<Roster> {
        let Some(sum) = self.with(*other) else { return Vec::new() };
        let known = other.countries().all(|country| self.has(country));
        match known || sum.may_stand_together(rules).is_ok() {
            true => sum.forms(rules),
            false => Vec::new(),
        }
    }

    /// Two stacks joined in the first form there is.
    pub(crate) fn joined(&self, other: &Roster, rules: &GameRules) -> Option<Roster> {
        let sum = self.with(*other)?;
        let known = other.countries().all(|country| self.has(country));
        if !known && sum.may_stand_together(rules).is_err() {
            return None;
        }
        if sum.fits(rules) { Some(sum) } else { sum.forms(rules).into_iter().next() }
    }

    /// Two parts of one stack together again: whoever stood together before may.
    pub(crate) fn reunited(&self, other: &Roster, rules: &GameRules) -> Option<Roster> {
        self.with(*other).filter(|sum| sum.fits(rules))
    }

    /// Every part that can go as it stands, and what stays, the whole first.
    pub(crate) fn parts(&self, rules: &GameRules) -> Vec<(Roster, Roster)> {
        if !self.is_mixed() {
            let band = self.0[0];
            let part = |goes: Stack| Some(Roster::parted_one(band, goes, band.stack.without(goes)?));
            return band.stack.parts().into_iter().filter_map(part).collect();
        }
        let ways = |band: Band| {
            let stacks = band.stack.parts().into_iter();
            stacks.map(move |goes| (goes, band.stack.without(goes).unwrap_or_default())).collect()
        };
        let mut found = self.split(ways, true);
        if self.is_mixed() {
            found.retain(|(goes, stays)| self.parts_into(goes, stays, rules));
        }
        found
    }

    /// A nation that stands alone parts.
    fn parted_one(band: Band, leaving: Stack, staying: Stack) -> (Roster, Roster) {
        let away = band.left(leaving);
        let stays = band.veterans - away.veterans;
        (Roster::of(band.country, leaving, away.veterans), Roster::of(band.country, staying, stays))
    }

    /// Every way in which it can part into two, counters of a nation that parts converted where the rules let
    /// them: who goes, and who stays; the fewest first, and of as many their own counters first.
    pub(crate) fn partings(&self, rules: &GameRules) -> Vec<(Roster, Roster)> {
        let ways = |band: Band| {
            let country = rules.nations[usize::from(band.country)].country;
            (1..band.stack.ld_count()).flat_map(|leaving| band.stack.partings(leaving, country)).collect()
        };
        let mut found = self.split(ways, false);
        if self.is_mixed() {
            found.retain(|(goes, stays)| {
                goes.fits(rules) && stays.fits(rules) && self.parts_into(goes, stays, rules)
            });
            let changed = |(goes, stays): &(Roster, Roster)| goes.stack().with(stays.stack()) != self.stack();
            found.sort_by_key(|pair| (pair.0.ld_count(), changed(pair)));
        }
        found
    }

    /// Who goes and who stays, every nation parting in these ways, or going or staying as a whole.
    fn split(&self, ways: impl Fn(Band) -> Vec<(Stack, Stack)>, whole: bool) -> Vec<(Roster, Roster)> {
        let none = (Roster::default(), Roster::default());
        if !self.is_mixed() {
            let band = self.0[0];
            let ways = ways(band).into_iter();
            return ways.filter_map(|(goes, stays)| parted(none, band, goes, stays)).collect();
        }
        let mut found = vec![none];
        for band in self.bands() {
            let mut ways = ways(band);
            let (all, nothing) = (band.stack, Stack::default());
            if !ways.contains(&(all, nothing)) {
                ways.push((all, nothing));
            }
            ways.push((nothing, all));
            let more = |pair| ways.iter().filter_map(move |&(goes, stays)| parted(pair, band, goes, stays));
            found = found.into_iter().flat_map(more).collect();
        }
        found.retain(|(goes, stays)| !goes.is_empty() && (whole || !stays.is_empty()));
        found
    }

    /// How many of a nation's veterans can be among a part of it: those for whom there is no room in the rest, to
    /// as many as it has.
    pub(crate) fn veterans_among(&self, country: u8, goes: &Roster, stays: &Roster) -> (u8, u8) {
        let veterans = self.band(country).veterans;
        let fewest = veterans.saturating_sub(stays.band(country).stack.ld_count());
        (fewest, veterans.min(goes.band(country).stack.ld_count()))
    }
}

/// A nation parts, its veterans going as long as there are places for them.
fn parted(
    (goes, stays): (Roster, Roster),
    band: Band,
    leaving: Stack,
    staying: Stack,
) -> Option<(Roster, Roster)> {
    let away = band.left(leaving);
    let rest = Band { stack: staying, veterans: band.veterans - away.veterans, ..band };
    Some((goes.and(away)?, stays.and(rest)?))
}

impl Roster {
    /// What it is in words: counters of one nation, with those of others.
    pub(crate) fn words(&self, rules: &GameRules) -> String {
        let name = |band: Band| {
            let nation = &rules.nations[usize::from(band.country)].name;
            format!("{} of {nation}", band.stack)
        };
        let mut parts = self.bands().map(name);
        let Some(first) = parts.next() else { return "nothing".to_owned() };
        match parts.collect::<Vec<_>>()[..] {
            [] => first,
            ref others => format!("{first} with {}", others.join(" and ")),
        }
    }

    /// Its counters in words; the nations are named where a stack has several.
    pub(crate) fn counters(&self, mixed: bool, rules: &GameRules) -> String {
        if mixed { self.words(rules) } else { self.stack().to_string() }
    }

    /// The same in a word, as orders write it: `A+/LD`, or `france:A+/LD/venice:LD` where there are several.
    pub(crate) fn key(&self, mixed: bool, rules: &GameRules) -> String {
        match mixed {
            false => self.stack().key(),
            true => counters_by_nation(
                self.bands().map(|band| (rules.nations[usize::from(band.country)].id.as_str(), band.stack)),
            ),
        }
    }

    /// Reads counters of a stack as orders write them.
    ///
    /// # Errors
    /// What is no counter, or whose it is.
    pub(crate) fn read(text: &str, whole: &Roster, rules: &GameRules) -> Result<Roster, Refusal> {
        let mut country = (!whole.is_mixed()).then(|| whole.first());
        let mut read = Roster::default();
        for word in text.split('/') {
            let counter = match word.split_once(':') {
                None => word,
                Some((id, counter)) => {
                    let found = rules.nations.iter().position(|nation| nation.id == id);
                    country = Some(found.ok_or_else(|| Refusal::plain(format!("no country `{id}`")))? as u8);
                    counter
                }
            };
            let stack = Stack::read(counter).map_err(Refusal::plain)?;
            let Some(country) = country else {
                let whose = whole.key(true, rules);
                return Err(Refusal::plain(format!("say whose {counter} it is, as in `{whose}`")));
            };
            let nation = &rules.nations[usize::from(country)].name;
            if !whole.has(country) {
                return Err(Refusal::plain(format!("no counters of {nation} are in that stack")));
            }
            // Before it is added up: counters beyond counting are refused.
            if stack.ld_count() + read.ld_count() > whole.ld_count() {
                let there = whole.counters(whole.is_mixed(), rules);
                return Err(Refusal::new(
                    rule!("STACK-h"),
                    format!("`{text}` is more than there is; the stack has {there}"),
                ));
            }
            read =
                read.and(Band { country, stack, veterans: 0 }).expect("no more nations than the whole has");
        }
        // Its veterans go as far as there are places for them.
        let veteran =
            |band: Band| Band { veterans: whole.band(band.country).veterans, ..band }.left(band.stack);
        Ok(Roster::gather(read.bands().map(veteran)).unwrap_or_default())
    }

    /// The size in thirds of an LD.
    pub(crate) fn size(&self) -> Thirds {
        self.stack().size()
    }
}

/// A way to stand, for its owner to pick.
#[derive(Clone, Copy)]
pub(super) struct Form<'a> {
    pub(super) roster: Roster,
    pub(super) rules: &'a GameRules,
}

impl Form<'_> {
    /// Its counters in words.
    pub(super) fn counters(&self) -> String {
        self.roster.counters(self.roster.is_mixed(), self.rules)
    }
}

impl Offer for Form<'_> {
    fn key(&self) -> String {
        self.roster.key(self.roster.is_mixed(), self.rules)
    }
    fn words(&self) -> String {
        format!("keep {}", self.counters())
    }
}
