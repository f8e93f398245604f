//! How the dice of each side fell against what was to be expected of them.
//!
//! Every throw is measured by its own mean and spread and counts the same, a pool of twenty dice as much as one die. Whether
//! high is good is for the table that is read to say, so nothing here calls it good or bad.

use grognard::umpire::{BySide, Dice, Side, Thrown};
use grognard::{Game, Seat};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// No course has more steps: longer games are drawn together.
const STEPS_MAX: usize = 24;

/// Both sides' dice, as far as whoever looks has heard of them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct LuckCard {
    /// The first side's.
    pub first: SideLuck,
    /// The second side's.
    pub second: SideLuck,
}

/// A side's dice.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct SideLuck {
    /// How many throws it made.
    pub throws: usize,
    /// How many came out above what is to be expected.
    pub above: usize,
    /// How many below.
    pub below: usize,
    /// How far all of them together lie from what is to be expected, in standard deviations; nothing without throws.
    pub sigma: Option<f64>,
    /// The same by and by: the mean of some throws after each other, in their own standard deviations.
    pub course: Vec<f64>,
}

impl LuckCard {
    /// The dice of a game as a seat has heard of them.
    pub fn of(game: &Game, seat: Seat) -> LuckCard {
        let told = game.told(seat, 0);
        let thrown = || told.lines.iter().flat_map(|(_, ruling)| &ruling.dice);
        let side = |side: Side| SideLuck::of(thrown().filter(|thrown| thrown.by == Some(side)));
        let BySide { first, second } = BySide::from_fn(side);
        LuckCard { first, second }
    }
}

impl SideLuck {
    fn of<'a>(thrown: impl Iterator<Item = &'a Thrown>) -> SideLuck {
        let off: Vec<f64> = thrown.filter_map(off).collect();
        let count = off.len() as f64;
        let a_step = off.len().div_ceil(STEPS_MAX).max(1);
        SideLuck {
            throws: off.len(),
            above: off.iter().filter(|off| **off > 0.0).count(),
            below: off.iter().filter(|off| **off < 0.0).count(),
            sigma: (!off.is_empty()).then(|| off.iter().sum::<f64>() / count.sqrt()),
            course: off.chunks(a_step).map(|some| some.iter().sum::<f64>() / some.len() as f64).collect(),
        }
    }
}

/// How far a throw lies from its mean, in its own standard deviations; nothing where it could only come out one way.
fn off(thrown: &Thrown) -> Option<f64> {
    let (mean, variance) = expected(Dice::from_text(&thrown.dice)?);
    (variance > 0.0).then(|| (f64::from(thrown.result) - mean) / variance.sqrt())
}

/// The mean of what dice come to, and its variance.
fn expected(dice: Dice) -> (f64, f64) {
    let (count, die) = (f64::from(dice.count()), dice.die());
    let sides = f64::from(die.sides());
    match dice {
        Dice::One(_) | Dice::Sum { .. } => {
            let middle = f64::from(die.lowest() + die.highest()) / 2.0;
            (count * middle, count * (sides * sides - 1.0) / 12.0)
        }
        Dice::Hits { at_least, .. } => {
            let hit = die.faces().filter(|face| *face >= at_least).count() as f64 / sides;
            (count * hit, count * hit * (1.0 - hit))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thrown(dice: &str, result: u16) -> Thrown {
        Thrown { by: Some(Side::First), dice: dice.to_owned(), faces: Vec::new(), result }
    }

    #[test]
    fn what_is_expected_is_what_all_ways_come_to() {
        for text in ["d6", "d10", "d10(0-9)", "2d6", "3d10", "5d6>=5", "7d10>=8"] {
            let dice = Dice::from_text(text).unwrap();
            let ways = dice.ways();
            let all: f64 = ways.iter().map(|(_, ways)| *ways as f64).sum();
            let mean = ways.iter().map(|(result, ways)| f64::from(*result) * *ways as f64).sum::<f64>() / all;
            let off = |result: u16| (f64::from(result) - mean).powi(2);
            let variance = ways.iter().map(|(result, ways)| off(*result) * *ways as f64).sum::<f64>() / all;
            let (expected, spread) = expected(dice);
            assert!((expected - mean).abs() < 1e-9 && (spread - variance).abs() < 1e-9, "{text}");
        }
    }

    #[test]
    fn every_throw_counts_the_same_and_what_could_not_be_otherwise_counts_nothing() {
        let throws =
            [thrown("d6", 6), thrown("2d6", 7), thrown("d6", 1), thrown("d6>=1", 1), thrown("none", 3)];
        let luck = SideLuck::of(throws.iter());
        assert_eq!((luck.throws, luck.above, luck.below), (3, 1, 1));
        assert_eq!((luck.sigma, luck.course.len()), (Some(0.0), 3));
        assert_eq!(SideLuck::of([].iter()).sigma, None);
        let many: Vec<Thrown> = (0..100).map(|_| thrown("d6", 6)).collect();
        let luck = SideLuck::of(many.iter());
        assert!(
            luck.course.len() <= STEPS_MAX && luck.course.iter().all(|step| (step - 1.4638).abs() < 1e-3)
        );
        // A hundred times the best face: a hundred times as far, over ten times the spread.
        assert!((luck.sigma.unwrap() - 14.638).abs() < 1e-2, "{luck:?}");
    }
}
