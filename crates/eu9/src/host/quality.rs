//! What a stack of several nations fights like: technology, morale, traits, size and artillery.

use super::Contingent;
use crate::artillery::artillery_of;
use crate::charts::{Charts, Entry};
use crate::power::{Period, Technology};
use crate::profile::{ArtilleryCount, Mixed, MixedTechnology, MixedTies, MixedTraits};
use crate::thirds::Thirds;

/// What a stack of several nations fights like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Quality {
    pub(crate) technology: Technology,
    pub(crate) veteran: bool,
    pub(crate) tercios: bool,
}

/// The technology, morale and manner of a stack of several nations.
pub(crate) fn quality(nations: &[Contingent], mixed: Mixed) -> Quality {
    let timars = nations.iter().filter(|nation| nation.has_timars()).map(|nation| nation.technology).min();
    Quality {
        // Timars and pashas make the whole stack conscript, at their technology.
        technology: timars.unwrap_or_else(|| technology(nations, mixed)),
        veteran: timars.is_none() && are_veteran(nations, mixed.ties),
        tercios: has_trait(nations, mixed.traits, |nation| nation.tercios),
    }
}

/// How much of a stack has a thing: first its troops in thirds, then its A counters.
fn weight(nations: &[Contingent], of: impl Fn(&Contingent) -> bool) -> (i16, u8) {
    let theirs = nations.iter().filter(|nation| of(nation));
    theirs
        .fold((0, 0), |(size, armies), nation| (size + nation.stack.size().0, armies + nation.stack.armies()))
}

/// Whether more than half of a stack's LD are veterans. An A counter is what most of its nation is.
fn are_veteran(nations: &[Contingent], ties: MixedTies) -> bool {
    let veteran = |nation: &Contingent| 2 * nation.veterans.0 > nation.stack.size().0;
    let veterans: i16 = nations.iter().map(|nation| nation.veterans.0).sum();
    let all: i16 = nations.iter().map(|nation| nation.stack.size().0).sum();
    let armies = |veterans: bool| weight(nations, |nation| veteran(nation) == veterans).1;
    outweigh((veterans, armies(true)), (all - veterans, armies(false)), ties)
}

/// Whether more than half of a stack's LD are such.
fn most_are(nations: &[Contingent], ties: MixedTies, of: impl Fn(&Contingent) -> bool) -> bool {
    outweigh(weight(nations, &of), weight(nations, |nation| !of(nation)), ties)
}

/// Whether some thirds are more than the others; as many are enough only where a tie goes by A counters and more
/// of these are.
fn outweigh((such, such_armies): (i16, u8), (others, other_armies): (i16, u8), ties: MixedTies) -> bool {
    match such.cmp(&others) {
        std::cmp::Ordering::Greater => true,
        std::cmp::Ordering::Less => false,
        std::cmp::Ordering::Equal => ties == MixedTies::Armies && such_armies > other_armies,
    }
}

/// The technology most LD of a stack have, or that of the LD in the middle; the worst at a tie.
fn technology(nations: &[Contingent], mixed: Mixed) -> Technology {
    let mut known: Vec<Technology> = nations.iter().map(|nation| nation.technology).collect();
    known.sort_unstable();
    known.dedup();
    let of = |technology: Technology| weight(nations, |nation| nation.technology == technology);
    let worst_first = known.iter().copied();
    match mixed.technology {
        MixedTechnology::Majority => {
            let measure = |technology: Technology| match mixed.ties {
                MixedTies::Worst => (of(technology).0, 0),
                MixedTies::Armies => of(technology),
            };
            // Of equals the last is taken, and so the worst stands last.
            worst_first.rev().max_by_key(|technology| measure(*technology)).expect("a nation at least")
        }
        MixedTechnology::Median => {
            let total: i16 = nations.iter().map(|nation| nation.stack.size().0).sum();
            let mut below = 0;
            worst_first
                .clone()
                .find(|&technology| {
                    below += of(technology).0;
                    2 * below >= total
                })
                .expect("a nation at least")
        }
    }
}

/// Whether a stack has what some of its nations have: more than half of its LD, or an A counter.
pub(crate) fn has_trait(
    nations: &[Contingent],
    traits: MixedTraits,
    of: impl Fn(&Contingent) -> bool,
) -> bool {
    match traits {
        MixedTraits::MoreThanHalf => most_are(nations, MixedTies::Worst, of),
        MixedTraits::AnArmy => weight(nations, of).1 > 0,
    }
}

/// The worst technology in a stack, which attrition goes by.
pub(crate) fn worst_technology(nations: &[Contingent]) -> Option<Technology> {
    let present = nations.iter().filter(|nation| nation.stack.size() > Thirds::ZERO);
    present.map(|nation| nation.technology).min()
}

/// The size of a stack: the average of its LD, rounded down.
pub(crate) fn average_size(charts: &Charts, nations: &[Contingent], period: Period) -> i8 {
    let total: i16 = nations.iter().map(|nation| nation.stack.size().0).sum();
    let size = |nation: &Contingent| i16::from(charts.size(nation.class, period));
    let sum: i16 = nations.iter().map(|nation| size(nation) * nation.stack.size().0).sum();
    (sum / total.max(1)) as i8
}

/// The artillery of the A counters of several nations.
pub(crate) fn artillery_together(
    charts: &Charts,
    count: ArtilleryCount,
    nations: &[Contingent],
    period: Period,
) -> u8 {
    let parts = charts.count(Entry::HalfArmy);
    let mut values: Vec<u8> = Vec::new();
    // A plain sum counts in parts of an A+ and is rounded down once.
    let mut sum = 0;
    for nation in nations {
        let full = artillery_of(charts, nation.country, nation.class, nation.corps, period);
        sum += full * (nation.stack.a_plus * parts + nation.stack.a_minus);
        values.extend(std::iter::repeat_n(full, nation.stack.a_plus.into()));
        values.extend(std::iter::repeat_n(full / parts, nation.stack.a_minus.into()));
    }
    values.sort_unstable_by(|one, other| other.cmp(one));
    match (count, &values[..]) {
        (ArtilleryCount::Sum, _) => sum / parts,
        (ArtilleryCount::BestPlus, []) => 0,
        (ArtilleryCount::BestPlus, [best]) => *best,
        (ArtilleryCount::BestPlus, [best, second, ..]) => {
            best + (*second).min(charts.count(Entry::SecondArmy))
        }
    }
}
