//! Loss points: the ladder of low results with hearts and diamonds.

use crate::rule;
use grognard_umpire::Clause;
use std::fmt;

/// Loss points (LP): a rung of the printed ladder 0, 0♥, 0♦, 1, 1♥, 1♦, 2, 3, 4 and so on.
///
/// The order of the rungs is the order in which results beat each other; the number alone is what is
/// lost. [8.7, 8.8, 8.10]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct LossPoints(u8);

/// The rung of the plain 2, from where on there are no symbols.
const TWO: u8 = 6;

impl LossPoints {
    /// No loss at all.
    pub const NONE: LossPoints = LossPoints(0);

    /// A plain number.
    pub const fn plain(points: u8) -> LossPoints {
        match points {
            0 => LossPoints(0),
            1 => LossPoints(3),
            _ => LossPoints(points + TWO - 2),
        }
    }

    /// How many strength points it takes; a symbol adds nothing.
    pub const fn points(self) -> u8 {
        if self.0 < TWO { self.0 / 3 } else { self.0 + 2 - TWO }
    }

    /// The result moved by some steps of the Combat Matrix: rung by rung up to 2, by plain arithmetic
    /// for a figure above 2, never below the plain 0.
    #[must_use]
    pub const fn adjusted(self, steps: i8) -> LossPoints {
        if self.points() > 2 {
            let points = self.points() as i8 + steps;
            return LossPoints::plain(if points < 0 { 0 } else { points as u8 });
        }
        let rung = self.0 as i8 + steps;
        LossPoints(if rung < 0 { 0 } else { rung as u8 })
    }

    /// The clause that a move by some steps carries out; none where nothing moves.
    pub const fn step_clause(self, steps: i8) -> Option<Clause> {
        let after = self.adjusted(steps).points();
        Some(match (self.points(), steps) {
            (_, 0) => return None,
            (3.., _) if after < 2 => rule!("8.7-e"),
            (3.., _) => rule!("8.7-d"),
            (_, 1..) if after > 2 => rule!("8.7-d"),
            (2, _) => rule!("8.7-b"),
            _ if (self.0 as i8) + steps < 0 => rule!("8.7-c"),
            _ => rule!("8.7-a"),
        })
    }

    /// The result with losses of a counterattack added: numbers add, and a symbol stays only where
    /// nothing was added.
    #[must_use]
    pub const fn plus(self, points: u8) -> LossPoints {
        if points == 0 { self } else { LossPoints::plain(self.points() + points) }
    }

    /// The same with a symbol that stays as long as the sum is below two.
    #[must_use]
    pub const fn plus_keeping_symbol(self, points: u8) -> LossPoints {
        match (self.0, self.points() + points) {
            (rung, sum) if rung < TWO && sum < 2 => LossPoints(LossPoints::plain(sum).0 + rung % 3),
            (_, sum) => LossPoints::plain(sum),
        }
    }

    /// The result without points that are not to count: a symbol stays only where all of them do.
    #[must_use]
    pub const fn without(self, points: u8) -> LossPoints {
        if points == 0 { self } else { LossPoints::plain(self.points().saturating_sub(points)) }
    }

    /// Reads a printed cell: `2`, `0h`, `1d`.
    pub fn read(cell: &str) -> Option<LossPoints> {
        let (number, symbol) = match cell.strip_suffix('h') {
            Some(number) => (number, 1),
            None => cell.strip_suffix('d').map_or((cell, 0), |number| (number, 2)),
        };
        let points: u8 = number.parse().ok().filter(|&points| points < 100)?;
        (symbol == 0 || points < 2).then(|| LossPoints(LossPoints::plain(points).0 + symbol))
    }
}

impl fmt::Display for LossPoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symbol = match self.0 {
            rung if rung >= TWO => "",
            rung => ["", "♥", "♦"][usize::from(rung % 3)],
        };
        write!(f, "{}{symbol}", self.points())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(from: &str, steps: i8) -> String {
        LossPoints::read(from).unwrap().adjusted(steps).to_string()
    }

    #[test]
    fn steps_follow_the_ladder() {
        // 8.7-a and the printed examples.
        assert_eq!([step("1", 1), step("0h", 2), step("2", -1), step("2", 1)], ["1♥", "1", "1♦", "3"]);
        // 8.7-b, 8.7-c.
        assert_eq!([step("1", -1), step("0h", -2), step("0", -1)], ["0♦", "0", "0"]);
        // 8.7-d, 8.7-e.
        assert_eq!([step("5", -1), step("1d", 2), step("3", -2)], ["4", "3", "1"]);
    }

    #[test]
    fn the_ladder_is_the_printed_one() {
        let printed: Vec<LossPoints> = ["0", "0h", "0d", "1", "1h", "1d", "2", "3", "4"]
            .iter()
            .map(|cell| LossPoints::read(cell).unwrap())
            .collect();
        assert!(printed.windows(2).all(|pair| pair[0] < pair[1]));
        let points: Vec<u8> = printed.iter().map(|lp| lp.points()).collect();
        assert_eq!(points, [0, 0, 0, 1, 1, 1, 2, 3, 4]);
        for bad in ["2h", "x", "", "h", "-1", "100"] {
            assert_eq!(LossPoints::read(bad), None, "{bad}");
        }
    }

    #[test]
    fn counterattack_losses_add_and_symbols_go() {
        let heart = LossPoints::read("1h").unwrap();
        assert_eq!([heart.plus(0).to_string(), heart.plus(2).to_string()], ["1♥", "3"]);
    }
}
