//! Artillery: what an A+ has, and what the A counters of a stack come to.

use crate::charts::{Charts, Entry};
use crate::power::{Class, Corps, Country, Period};
use crate::profile::ArtilleryCount;
use crate::stack::Stack;
use grognard_umpire::Clause;

/// The artillery of an A+ of a country, class, corps and period: its own row, or that of its class.
pub(crate) fn artillery_of(
    charts: &Charts,
    country: Country,
    class: Class,
    corps: Option<Corps>,
    period: Period,
) -> u8 {
    let own = match (corps, country) {
        (Some(Corps::Janissary), _) => "turkey janissary",
        (Some(Corps::Reformed), Country::Russia) => "russia reformed",
        (Some(Corps::Usa), _) => "usa",
        (_, country) => country.key(),
    };
    let by_class = match class {
        Class::I | Class::IReformed | Class::II => "class I II",
        Class::A => "class A",
        _ => "others",
    };
    charts.artillery(own, period).or_else(|| charts.artillery(by_class, period)).unwrap_or(0)
}

/// The artillery of a stack: only its A counters have any, an A- half of an A+. A plain sum is rounded down once;
/// the other way looks at one counter after the other.
#[inline]
pub(crate) fn artillery_sum(charts: &Charts, count: ArtilleryCount, stack: Stack, full: u8) -> u8 {
    let (plus, minus) = (stack.a_plus, stack.a_minus);
    let (parts, most) = (charts.count(Entry::HalfArmy), charts.count(Entry::SecondArmy));
    let half = full / parts;
    match count {
        ArtilleryCount::Sum => plus * full + minus * full / parts,
        ArtilleryCount::BestPlus => match (plus, minus) {
            (0, 0) => 0,
            (0, 1) => half,
            (0, _) => half + half.min(most),
            (1, 0) => full,
            (1, _) => full + half.min(most),
            (_, _) => full + full.min(most),
        },
    }
}

/// Where the artillery of a stack comes from: its A counters, or that there are none.
pub(crate) fn artillery_clause(stack: Stack) -> Clause {
    match stack.armies() {
        0 => rule!("LOGISTICS-q"),
        _ => rule!("LOGISTICS-r"),
    }
}
