//! Upkeep: what troops and fleets cost beyond what a country keeps for nothing.

mod bill;

pub(crate) use bill::upkeep_switches;
pub use bill::{Bill, Reckoned, Reckoning, UpkeepText};

use crate::charts::{Charts, Entry, LandPrice, NavalPrice};
use crate::fleet::Fleet;
use crate::power::Period;
use crate::profile::PeaceUpkeep;
use crate::stack::{ARMY_LD, Stack};
use grognard_umpire::Clause;

/// The upkeep of a single detachment, of a half counter (A-, F-) and of a whole one (A+, F+).
type Upkeep = [u16; 3];

/// What so many detachments cost to keep, whatever counters they stand in.
fn keep([single, half, whole]: Upkeep, detachments: u8) -> u16 {
    u16::from(detachments / 4) * whole
        + u16::from(detachments % 4 / 2) * half
        + u16::from(detachments % 2) * single
}

/// The least that is due for counters of such sizes and prices beyond a free allowance. An allowance is an
/// accounting step: it may be applied to any counters, and a counter larger than what is left of it pays only
/// for the uncovered part. It is the owner's to apply, and it goes where it saves most.
fn least_due(counters: impl Iterator<Item = (u8, Upkeep)>, allowance: u8) -> u16 {
    let mut least = vec![0u16; usize::from(allowance) + 1];
    for counter in counters {
        least = with_one_more(&least, counter);
    }
    least.last().copied().unwrap_or(0)
}

/// The least that is due with at most so many detachments of the allowance spent, for one counter more.
fn with_one_more(least: &[u16], (size, prices): (u8, Upkeep)) -> Vec<u16> {
    let due = |spent: u8| {
        let with = |covered: u8| least[usize::from(spent - covered)] + keep(prices, size - covered);
        (0..=size.min(spent)).map(with).min().expect("covering nothing is a way")
    };
    (0..least.len() as u8).map(due).collect()
}

/// How an allowance is spent where it saves most: what of each counter is covered.
fn best_cover(counters: &[(u8, Upkeep)], allowance: u8) -> Vec<u8> {
    let mut least = vec![vec![0u16; usize::from(allowance) + 1]];
    for &counter in counters {
        least.push(with_one_more(&least[least.len() - 1], counter));
    }
    let mut spent = allowance;
    let mut covered: Vec<u8> = (0..counters.len())
        .rev()
        .map(|place| {
            let (size, prices) = counters[place];
            let due = least[place + 1][usize::from(spent)];
            let fits = |&c: &u8| least[place][usize::from(spent - c)] + keep(prices, size - c) == due;
            let covered = (0..=size.min(spent)).find(fits).expect("the least is reached somehow");
            spent -= covered;
            covered
        })
        .collect();
    covered.reverse();
    covered
}

/// The counters of a stack, each by its LD.
fn army_sizes(stack: Stack) -> impl Iterator<Item = u8> {
    let [plus, minus] = ARMY_LD;
    let counters = [(stack.a_plus, plus), (stack.a_minus, minus), (stack.ld, 1)];
    counters.into_iter().flat_map(|(count, size)| std::iter::repeat_n(size, count.into()))
}

/// The counters of a stack at war, each with its LD and its prices. Veterans stand under the largest counters, where
/// they cost least; one that holds both kinds pays for each of them its part, half a ducat as a whole one.
fn counters_at_war(price: &LandPrice, stack: Stack, mut veterans: u8) -> impl Iterator<Item = (u8, Upkeep)> {
    let war = price.war;
    army_sizes(stack).map(move |size| {
        let kept = veterans.min(size);
        veterans -= kept;
        let (kept, raw, all) = (u16::from(kept), u16::from(size - kept), u16::from(size.max(1)));
        (size, war.map(|[veteran, conscript]| (kept * veteran + raw * conscript).div_ceil(all)))
    })
}

/// Upkeep at war of a stack beyond a free allowance in LD. Hands back the ducats and what is left of the
/// allowance.
pub fn upkeep(price: &LandPrice, stack: Stack, veteran: bool, allowance: u8) -> (u16, u8) {
    let free = allowance.min(stack.counters_ld());
    (upkeep_of(&[(price, stack, veteran)], free), allowance - free)
}

/// The same for all stacks of a country, which share one allowance.
pub fn upkeep_of(stacks: &[(&LandPrice, Stack, bool)], allowance: u8) -> u16 {
    let veterans = |stack: Stack, veteran: bool| if veteran { stack.counters_ld() } else { 0 };
    let counters = stacks
        .iter()
        .flat_map(|&(price, stack, veteran)| counters_at_war(price, stack, veterans(stack, veteran)));
    least_due(counters, allowance)
}

/// A fleet to be kept: its prices, its ships, and the line of its country in the fleet contents.
pub type KeptFleet<'a> = (&'a NavalPrice, Fleet, &'a str);

/// Upkeep of all fleets of a country beyond a free allowance in ND. An F+ counts as 4 ND and an F- as 2,
/// whatever they hold; detachments they cannot hold count themselves, two d as one of them.
pub fn naval_upkeep_of(charts: &Charts, fleets: &[KeptFleet<'_>], period: Period, allowance: u8) -> u16 {
    let count = |entry| charts.count(entry);
    let (plus, minus) = (count(Entry::UpkeepPlus), count(Entry::UpkeepMinus));
    let counters = fleets.iter().flat_map(|(price, fleet, line)| {
        let loose = fleet.loose(charts, line, period) + fleet.d.div_ceil(count(Entry::DetachmentD));
        let counters = [(fleet.f_plus, plus), (fleet.f_minus, minus), (loose, 1)];
        let sizes = counters.into_iter().flat_map(|(count, size)| std::iter::repeat_n(size, count.into()));
        sizes.map(|size| (size, price.keep))
    });
    least_due(counters, allowance)
}

/// Upkeep of a country at war with an allowance in LD, in ND, and in detachments that may be either: these go
/// where they save most. Each stack comes with the number of its LD that are veterans.
pub fn upkeep_of_all(
    charts: &Charts,
    stacks: &[(&LandPrice, Stack, u8)],
    fleets: &[KeptFleet<'_>],
    period: Period,
    (ld, nd, either): (u8, u8, u8),
) -> u16 {
    let troops: Vec<(u8, Upkeep)> =
        stacks.iter().flat_map(|&(price, stack, veterans)| counters_at_war(price, stack, veterans)).collect();
    let with = |ashore: u8| {
        least_due(troops.iter().copied(), ld + ashore)
            + naval_upkeep_of(charts, fleets, period, nd + either - ashore)
    };
    (0..=either).map(with).min().expect("none ashore is a way")
}

/// Upkeep at peace beyond a free allowance: dearer, all troops being veterans, or by the columns for war, which
/// players may use instead.
pub fn peace_upkeep(
    price: &LandPrice,
    stack: Stack,
    quality: Quality,
    allowance: u8,
    reading: PeaceUpkeep,
) -> (Clause, u16) {
    let prices = peace_prices(price, quality, reading);
    (rule!("LOGISTICS-t"), least_due(army_sizes(stack).map(|size| (size, prices)), allowance))
}

/// Whether troops are kept as veterans or as conscripts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quality {
    /// Veterans.
    Veteran,
    /// Conscripts.
    Conscript,
}

/// What troops cost at peace.
fn peace_prices(price: &LandPrice, quality: Quality, reading: PeaceUpkeep) -> Upkeep {
    match reading {
        PeaceUpkeep::Dearer => price.peace,
        PeaceUpkeep::AsAtWar => price.war.map(|line| line[quality as usize]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pinned::comes_to;
    use crate::power::{Country, NavalTechnology, Technology};
    use crate::profile::PortugalsUpkeep;

    fn stack(text: &str) -> Stack {
        Stack::read(text).unwrap()
    }

    #[test]
    fn portugal_keeps_an_army_for_eight_ducats() {
        let charts = Charts::load(&[]).unwrap();
        let price = charts.logistics.land_price(Country::Portugal, Technology::Medieval).unwrap();
        comes_to(rule!("LOGISTICS-f"), upkeep(&price, stack("A-"), true, 2), (0, 0));
        comes_to(rule!("LOGISTICS-g"), upkeep(&price, stack("A+"), true, 2), (8, 0));
        assert_eq!(upkeep(&price, stack("A-"), true, 5), (0, 3));
        // France: the allowance goes to the two LD (7 each), not to half of the A+ (20, of which an A- is 12).
        let france = charts.logistics.land_price(Country::France, Technology::Renaissance).unwrap();
        assert_eq!(upkeep(&france, stack("A+ 2LD"), true, 2), (20, 0));
        assert_eq!(upkeep_of(&[(&france, stack("A+"), true), (&france, stack("2LD"), true)], 2), 20);
        assert_eq!(upkeep_of(&[(&france, stack("A+"), true), (&france, stack("2LD"), false)], 4), 8);
        let peace = |text: &str, allowance| {
            let of = |quality, reading| peace_upkeep(&price, stack(text), quality, allowance, reading).1;
            let at_war = |quality| of(quality, PeaceUpkeep::AsAtWar);
            [
                of(Quality::Conscript, PeaceUpkeep::Dearer),
                at_war(Quality::Veteran),
                at_war(Quality::Conscript),
            ]
        };
        comes_to(rule!("LOGISTICS-t"), peace("A-", 0), [12, 8, 4]);
        assert_eq!(peace("A+", 2), [12, 8, 4], "half of it is free");
        assert_eq!(peace("A-", 2), [0, 0, 0]);
    }

    #[test]
    fn fleets_are_kept_by_their_counters() {
        let charts = Charts::load(&[]).unwrap();
        // ND 15, F- 25, F+ 55.
        let price = charts.logistics.naval_price(Country::Portugal, NavalTechnology::Carrack).unwrap();
        assert_eq!(price.keep, [15, 25, 55]);
        let line = "class III and portugal";
        let due = |ships: &str, allowance| {
            let fleet = Fleet::read(ships).unwrap();
            naval_upkeep_of(&charts, &[(&price, fleet, line)], Period::I, allowance)
        };
        assert_eq!(due("F+ 4NWD NTD", 4), 0, "the guide's 4 ND keep an F+");
        assert_eq!((due("F+ 4NWD", 0), due("F+ NWD", 0)), (55, 55), "whatever it holds");
        assert_eq!((due("F+ 4NWD", 2), due("F+ 4NWD", 1), due("F+ 4NWD", 3)), (25, 25 + 15, 15));
        assert_eq!(due("F+ F- 6NWD", 2), 25 + 25, "half of the F+ is dearer than the F-");
        assert_eq!((due("2NWD d", 0), due("2NWD d", 1), due("2NWD 2d", 0)), (45, 30, 45));
        assert_eq!(due("F- 4NWD", 0), 25 + 30, "two that it cannot hold");
        let two =
            [(&price, Fleet::read("F+ 4NWD").unwrap(), line), (&price, Fleet::read("2NWD").unwrap(), line)];
        assert_eq!(naval_upkeep_of(&charts, &two, Period::I, 4), 25, "the two ND and half of the F+");
        let russia = charts.logistics.naval_price(Country::Russia, NavalTechnology::ThreeDecker).unwrap();
        let full = Fleet { f_plus: 1, ..charts.logistics.full_fleet("russia", Period::VII, true) };
        assert_eq!(full.to_string(), "F+ 7NWD 2NTD");
        let free = charts.logistics.forces(Country::Russia, Period::VII).unwrap().allowance();
        assert_eq!(naval_upkeep_of(&charts, &[(&russia, full, "russia")], Period::VII, free.1), 0);
    }

    /// France: A+ 20 or 12, A- 12 or 8, LD 7 or 4. Three veterans of five stand in the A+.
    #[test]
    fn veterans_and_conscripts_of_a_stack_are_paid_each() {
        let charts = Charts::load(&[]).unwrap();
        let price = charts.logistics.land_price(Country::France, Technology::Renaissance).unwrap();
        let due = |text: &str, veterans: u8| {
            upkeep_of_all(&charts, &[(&price, stack(text), veterans)], &[], Period::II, (0, 0, 0))
        };
        let [[ld, raw_ld], [_, _], [army, raw_army]] = price.war;
        assert_eq!((due("A+ LD", 5), due("A+ LD", 0)), (army + ld, raw_army + raw_ld));
        assert_eq!(due("A+ LD", 4), army + raw_ld, "the LD is the conscript");
        assert_eq!(due("A+ LD", 3), (3 * army + raw_army).div_ceil(4) + raw_ld);
    }

    /// Detachments that may be either go ashore or to sea, where they save most.
    #[test]
    fn free_detachments_go_where_they_save_most() {
        let charts = Charts::load(&[]).unwrap();
        let land = charts.logistics.land_price(Country::Portugal, Technology::Medieval).unwrap();
        let sea = charts.logistics.naval_price(Country::Portugal, NavalTechnology::Carrack).unwrap();
        let due = |stack_text: &str, ships: &str, allowance| {
            let stacks = [(&land, stack(stack_text), stack(stack_text).counters_ld())];
            let fleets = [(&sea, Fleet::read(ships).unwrap(), "class III and portugal")];
            upkeep_of_all(&charts, &stacks, &fleets, Period::I, allowance)
        };
        // LD 6, A- 8; ND 15.
        assert_eq!(due("A-", "2NWD", (0, 0, 2)), 8, "the ships are dearer");
        assert_eq!(due("A-", "2NWD", (0, 0, 3)), 6);
        assert_eq!(due("A-", "2NWD", (2, 0, 2)), 0);
        assert_eq!(due("A- LD", "NWD", (0, 0, 2)), 8, "the ship and the LD");
    }

    /// The guide gives Portugal 4 ND and 2 LD; the tables an F- and three of either kind.
    #[test]
    fn portugals_allowance_by_guide_and_tables() {
        let charts = Charts::load(&[]).unwrap();
        let free = |period, reading| charts.logistics.allowance(Country::Portugal, period, reading).unwrap();
        assert_eq!(free(Period::I, PortugalsUpkeep::Published), (0, 2, 3));
        assert_eq!(free(Period::I, PortugalsUpkeep::Guide), (2, 4, 0));
        assert_eq!(free(Period::II, PortugalsUpkeep::Guide), free(Period::II, PortugalsUpkeep::Published));
        let france = |reading| charts.logistics.allowance(Country::France, Period::I, reading);
        assert_eq!(france(PortugalsUpkeep::Guide), france(PortugalsUpkeep::Published));
        let land = charts.logistics.land_price(Country::Portugal, Technology::Medieval).unwrap();
        let sea = charts.logistics.naval_price(Country::Portugal, NavalTechnology::Carrack).unwrap();
        let due = |army: &str, reading| {
            let fleets = [(&sea, Fleet::read("F+ 4NWD").unwrap(), "class III and portugal")];
            let stacks = [(&land, stack(army), stack(army).counters_ld())];
            upkeep_of_all(&charts, &stacks, &fleets, Period::I, free(Period::I, reading))
        };
        assert_eq!((due("A-", PortugalsUpkeep::Guide), due("A+", PortugalsUpkeep::Guide)), (0, 8));
        // The F- covers half of the F+; of the three two more, and the third an LD of the A-.
        assert_eq!(due("A-", PortugalsUpkeep::Published), 6);
    }

    #[test]
    fn allowances_of_every_country() {
        let charts = Charts::load(&[]).unwrap();
        let free = |country, period| charts.logistics.forces(country, period).unwrap().allowance();
        assert_eq!(free(Country::Turkey, Period::III), (14, 8, 0), "Timars, janissaries and two fleets");
        assert_eq!(free(Country::Poland, Period::I), (10, 0, 0), "Poland, Lithuania and Ukraine");
        assert_eq!(free(Country::Poland, Period::IV), (10, 0, 0), "what a Protestant Poland has is left out");
        assert_eq!(free(Country::Holland, Period::III), (4, 2, 1), "one government at a time");
        assert_eq!(free(Country::Sweden, Period::II), (2, 6, 0), "F- and the convoy");
        assert_eq!(free(Country::France, Period::II), (6, 0, 1));
        assert_eq!(free(Country::Russia, Period::VII), (12, 4, 3));
    }
}
