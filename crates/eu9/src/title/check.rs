//! What a title may hold: words that mean something, numbers within their bounds, lists no longer than the game can
//! keep.

use super::{FIRST_TURN, LAST_TURN};
use crate::siege::LEVEL_MAX;
use grognard_charts::Problem;
use std::fmt::Display;
use std::ops::RangeInclusive;

/// The game keeps sets of provinces in words of 128 bits.
pub(super) const PROVINCES_MAX: usize = 128;
/// Sea zones are numbered like provinces.
pub(super) const SEAS_MAX: usize = 128;
/// The game keeps sets of countries in words of 32 bits.
pub(super) const COUNTRIES_MAX: usize = 32;
/// The game keeps sets of leaders in words of 32 bits.
pub(super) const LEADERS_MAX: usize = 32;
/// Fortress levels.
pub(super) const LEVELS: RangeInclusive<i64> = 1..=LEVEL_MAX as i64;
/// Stability.
pub(super) const STABILITY: RangeInclusive<i64> = -3..=3;
/// What a leader is rated.
pub(super) const VALUES: RangeInclusive<i64> = 0..=6;
/// More counters of a kind than any country has.
pub(super) const COUNTERS: RangeInclusive<i64> = 0..=30;
/// What a province pays, or has in gold.
pub(super) const INCOME: RangeInclusive<i64> = 0..=50;
/// Ducats, and other sums that are written down once.
pub(super) const DUCATS: RangeInclusive<i64> = 0..=2_000;
/// Points given or lost for one thing.
pub(super) const POINTS: RangeInclusive<i64> = 0..=99;

/// A number lies within its bounds.
pub(super) fn within(
    problems: &mut Vec<Problem>,
    place: impl Display,
    value: impl Into<i64>,
    bounds: RangeInclusive<i64>,
) {
    let value = value.into();
    if !bounds.contains(&value) {
        let (low, high) = bounds.into_inner();
        problems.push(Problem::new(place.to_string(), format!("{value} is out of bounds; {low} to {high}")));
    }
}

/// A list is no longer than the game can keep.
pub(super) fn at_most(problems: &mut Vec<Problem>, (place, what): (&str, &str), number: usize, most: usize) {
    if number > most {
        problems.push(Problem::new(place, format!("{number} {what}; a title has at most {most}")));
    }
}

/// A place or a person has a name that can be read.
pub(super) fn name(problems: &mut Vec<Problem>, place: impl Display, text: &str) {
    if text.trim().is_empty() {
        problems.push(Problem::new(place.to_string(), "a name is needed"));
    }
}

/// A key is a word that orders can name, and each stands once.
pub(super) fn ids<'a>(problems: &mut Vec<Problem>, what: &str, ids: impl Iterator<Item = &'a str>) {
    let mut seen: Vec<&str> = Vec::new();
    for id in ids {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        if id.is_empty() || !id.chars().all(plain) {
            let problem = format!("`{id}` is no key; write small letters, digits and _");
            problems.push(Problem::new(format!("{what} {id}, id"), problem));
        }
        if seen.contains(&id) {
            problems.push(Problem::new(format!("{what} {id}, id"), "stands in the file twice"));
        }
        seen.push(id);
    }
}

/// The turns of the title in words.
pub(super) fn turns() -> String {
    format!("turns {FIRST_TURN} to {LAST_TURN}")
}

/// A list with a word for each turn.
pub(super) fn each_turn(problems: &mut Vec<Problem>, place: impl Display, words: usize) {
    let due = usize::from(LAST_TURN - FIRST_TURN + 1);
    if words != due {
        problems
            .push(Problem::new(place.to_string(), format!("{words} words; write {due}, for {}", turns())));
    }
}

/// Words for a choice: `france, empire or neutral`.
pub(super) fn one_of(words: &[&str]) -> String {
    match words.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}
