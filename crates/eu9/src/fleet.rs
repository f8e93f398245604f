//! Fleets: detachments at sea, and the F counters that hold them.

use crate::charts::{Charts, Entry, FleetContents};
use crate::power::{Class, Country, Period, Turn};
use crate::profile::PurchaseLimit;
use crate::thirds::Thirds;
use grognard_umpire::Refusal;
use std::fmt;

/// Ships by kind, in detachments, and the F counters they sail under. What a fleet holds is written
/// down exactly, but only in detachments.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Fleet {
    /// F+ counters.
    pub f_plus: u8,
    /// F- counters.
    pub f_minus: u8,
    /// Warships (NWD).
    pub warships: u8,
    /// Galleys (NGD).
    pub galleys: u8,
    /// Galleasses (VGD), Venice only.
    pub galleasses: u8,
    /// Transports (NTD).
    pub transports: u8,
    /// Exploration detachments, each a third of a warship.
    pub d: u8,
}

/// A kind of ship that is counted in whole detachments.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Ship {
    Warship,
    Galley,
    Galleass,
    Transport,
}

impl Ship {
    pub(crate) const ALL: [Ship; 4] = [Ship::Warship, Ship::Galley, Ship::Galleass, Ship::Transport];

    /// The detachments of it in a fleet.
    pub(crate) fn of(self, fleet: &mut Fleet) -> &mut u8 {
        match self {
            Ship::Warship => &mut fleet.warships,
            Ship::Galley => &mut fleet.galleys,
            Ship::Galleass => &mut fleet.galleasses,
            Ship::Transport => &mut fleet.transports,
        }
    }

    /// What its counter says.
    pub(crate) const fn counter(self) -> &'static str {
        match self {
            Ship::Warship => "NWD",
            Ship::Galley => "NGD",
            Ship::Galleass => "VGD",
            Ship::Transport => "NTD",
        }
    }
}

/// The most counters a sea stack has.
pub const SEA_COUNTERS_MAX: u8 = 3;
/// More ships of a kind than any navy has.
const SHIPS_MAX: u8 = 30;

impl Fleet {
    /// Reads `F+ 5NWD 2NTD`.
    ///
    /// # Errors
    /// The word that is no ship or counter.
    pub fn read(text: &str) -> Result<Fleet, String> {
        let mut fleet = Fleet::default();
        for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
            let digits = word.chars().take_while(char::is_ascii_digit).count();
            let (count, name) = word.split_at(digits);
            let count: u8 = match count {
                "" => 1,
                count => count.parse().map_err(|_| format!("`{word}` is too many"))?,
            };
            let slot = match name {
                "F+" => &mut fleet.f_plus,
                "F-" => &mut fleet.f_minus,
                "NWD" => &mut fleet.warships,
                "NGD" => &mut fleet.galleys,
                "VGD" => &mut fleet.galleasses,
                "NTD" => &mut fleet.transports,
                "d" => &mut fleet.d,
                _ => {
                    return Err(format!(
                        "`{word}` is no ship; write NWD, NGD, VGD, NTD or d, and F+ or F- for counters, as in \"F+ 4NWD NTD\""
                    ));
                }
            };
            *slot = slot
                .checked_add(count)
                .filter(|&n| n <= SHIPS_MAX)
                .ok_or_else(|| format!("`{word}` is too many"))?;
        }
        Ok(fleet)
    }

    /// Two fleets together.
    pub fn with(self, other: Fleet) -> Fleet {
        Fleet {
            f_plus: self.f_plus.saturating_add(other.f_plus),
            f_minus: self.f_minus.saturating_add(other.f_minus),
            warships: self.warships.saturating_add(other.warships),
            galleys: self.galleys.saturating_add(other.galleys),
            galleasses: self.galleasses.saturating_add(other.galleasses),
            transports: self.transports.saturating_add(other.transports),
            d: self.d.saturating_add(other.d),
        }
    }

    /// How many F counters it sails under.
    pub fn f_counters(self) -> u8 {
        self.f_plus.saturating_add(self.f_minus)
    }

    /// Whole detachments of every kind; galleasses are counted as the galleys they fight with.
    pub fn nd(self) -> u8 {
        let others = self.galleys.saturating_add(self.galleasses).saturating_add(self.transports);
        self.warships.saturating_add(others)
    }

    /// The same without the transports.
    pub fn fighting_nd(self) -> u8 {
        Fleet { transports: 0, ..self }.nd()
    }

    /// Its ND in halves, as purchase limits count them: a galley is half a detachment.
    pub fn half_nd(self) -> u8 {
        let whole = self.warships.saturating_add(self.galleasses).saturating_add(self.transports);
        whole.saturating_mul(2).saturating_add(self.galleys)
    }

    /// What of it counts against the purchase limit, in halves of an ND.
    pub fn bought_half_nd(self, limit: PurchaseLimit) -> u8 {
        match limit {
            PurchaseLimit::AllShips => self.half_nd(),
            PurchaseLimit::WithoutTransports => Fleet { transports: 0, ..self }.half_nd(),
        }
    }

    /// Whether anything is left of it.
    pub fn is_empty(self) -> bool {
        self.nd() == 0 && self.d == 0
    }

    /// The same, or nothing at all: counters without a ship are taken off the board.
    pub fn or_nothing(self) -> Fleet {
        if self.is_empty() { Fleet::default() } else { self }
    }

    /// Its size in thirds.
    pub fn size(self) -> Thirds {
        Thirds::whole(self.nd().into()) + Thirds(self.d.into())
    }

    /// Whether it is a small sea stack.
    pub fn is_small(self, charts: &Charts) -> bool {
        self.f_counters() <= charts.count(Entry::SmallF)
    }

    /// How many detachments its F counters hold, by what full ones do: warships (of which galleys are half) and
    /// transports.
    fn held_by(self, contents: FleetContents) -> (u8, u8) {
        // A file may write more counters than any navy has; what they would hold stays a number.
        let held = |plus: u8, minus: u8| {
            self.f_plus.saturating_mul(plus).saturating_add(self.f_minus.saturating_mul(minus))
        };
        (
            held(contents.plus_warships, contents.minus_warships),
            held(contents.plus_transports, contents.minus_transports),
        )
    }

    /// The detachments its F counters cannot hold, each a counter of its own.
    pub fn loose(self, charts: &Charts, line: &str, period: Period) -> u8 {
        self.loose_from(charts.logistics.contents(line, period))
    }

    /// The same, by what full counters hold.
    pub fn loose_from(self, contents: FleetContents) -> u8 {
        let (warships, transports) = self.held_by(contents);
        // A galley counts half a warship inside an F counter.
        let fighting = 2 * (u16::from(self.warships) + u16::from(self.galleasses)) + u16::from(self.galleys);
        let loose = fighting.saturating_sub(2 * u16::from(warships)).div_ceil(2);
        u8::try_from(loose).unwrap_or(u8::MAX).saturating_add(self.transports.saturating_sub(transports))
    }

    /// Checks the sea stacking limit: three counters, an F counter holding what the country's line says
    /// in the period, every detachment beyond a counter of its own.
    ///
    /// # Errors
    /// The limit that is broken.
    pub fn check(self, charts: &Charts, line: &str, period: Period) -> Result<(), Refusal> {
        let loose = self.loose(charts, line, period);
        let counters = self.f_counters().saturating_add(loose);
        if counters > SEA_COUNTERS_MAX {
            let reason = format!(
                "{counters} counters ({} F and {loose} detachments they cannot hold, {}); a sea stack has at most {SEA_COUNTERS_MAX}",
                self.f_counters(),
                rule!("LOGISTICS-i")
            );
            return Err(Refusal::new(rule!("STACK-f"), reason));
        }
        Ok(())
    }

    /// Checks the same limit for a file that need not say whose the fleet is or when it sails: what some navy of
    /// some period can keep together is let pass.
    ///
    /// # Errors
    /// That nobody's counters hold so much.
    pub(crate) fn check_somewhere(
        self,
        charts: &Charts,
        country: Option<Country>,
        year: Option<u16>,
    ) -> Result<(), Refusal> {
        let period = year.and_then(Turn::of_year).and_then(|turn| charts.period(turn));
        let lines = Country::ALL.iter().flat_map(|&c| [Class::III, Class::II].map(|class| (c, class)));
        let lines = lines.filter(|(c, _)| country.is_none_or(|country| country == *c));
        let periods = Period::ALL.iter().filter(|&&p| period.is_none_or(|period| period == p));
        let navies = periods.flat_map(|&period| lines.clone().map(move |line| (period, line)));
        let navies = navies.map(|(period, (country, class))| (fleet_line(country, class.key()), period));
        let roomiest = navies.min_by_key(|&(line, period)| self.loose(charts, line, period));
        roomiest.map_or(Ok(()), |(line, period)| self.check(charts, line, period))
    }

    /// What it counts for when upkeep is paid: an F+ is 4 ND and an F- 2, whatever they hold; detachments they
    /// cannot hold count themselves, a d half of one as in the limits.
    pub fn upkeep_nd(self, charts: &Charts, line: &str, period: Period) -> u8 {
        let count = |entry| charts.count(entry);
        let counters = self
            .f_plus
            .saturating_mul(count(Entry::UpkeepPlus))
            .saturating_add(self.f_minus.saturating_mul(count(Entry::UpkeepMinus)));
        counters
            .saturating_add(self.loose(charts, line, period))
            .saturating_add(self.d.div_ceil(count(Entry::DetachmentD)))
    }

    /// What it can carry, in half transport points.
    pub fn lift(self, charts: &Charts) -> u16 {
        let capacity = &charts.logistics.capacity;
        u16::from(self.warships) * capacity.warship
            + u16::from(self.galleys + self.galleasses) * capacity.galley
            + u16::from(self.transports) * capacity.transport
            + u16::from(self.d) * capacity.naval_d
    }
}

/// The line of the fleet contents a country uses: its own, or that of its class.
pub fn fleet_line(country: Country, class: &str) -> &'static str {
    match country {
        Country::England
        | Country::Habsburg
        | Country::Spain
        | Country::Holland
        | Country::France
        | Country::Poland
        | Country::Russia
        | Country::Turkey
        | Country::Venice
        | Country::Sweden => country.key(),
        Country::Prussia => "none",
        _ if class == "II" || class == "A" => "class II and A",
        _ => "class III and portugal",
    }
}

impl fmt::Display for Fleet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<String> = [
            (self.f_plus, "F+"),
            (self.f_minus, "F-"),
            (self.warships, "NWD"),
            (self.galleys, "NGD"),
            (self.galleasses, "VGD"),
            (self.transports, "NTD"),
            (self.d, "d"),
        ]
        .into_iter()
        .filter(|(n, _)| *n > 0)
        .map(|(n, name)| if n == 1 { name.to_owned() } else { format!("{n}{name}") })
        .collect();
        if parts.is_empty() { f.write_str("nothing") } else { f.write_str(&parts.join(" ")) }
    }
}
