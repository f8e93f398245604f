//! Why something was not worked out.

use grognard_charts::nearest;
use grognard_odds::Best;
use std::fmt;

/// Why odds, or what is asked of them, could not be given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unreckoned {
    /// There is no such figure; these there are.
    NoSuchFigure {
        /// What was asked for.
        key: String,
        /// The figures there are.
        there_are: Vec<&'static str>,
    },
    /// A condition compares with something that is no whole number.
    NoNumber {
        /// The figure.
        key: String,
        /// What stands in the number's place.
        text: String,
    },
    /// A condition is true of no end.
    NeverHolds(String),
    /// Best play of these would go over its budget.
    TooLargeForBest(Best),
    /// Nobody wanted the answer any more.
    CalledOff,
    /// Nothing could be worked out in the time there was.
    NotInTime,
    /// Not one battle or game came to its end in the time there was.
    NoneEnded,
    /// The game is over, so that nothing can be studied from there.
    Over,
    /// A whole game cannot be counted out.
    WholeGame,
    /// The ways of a whole game cannot be listed.
    WaysOfAWholeGame,
    /// Dice are thrown, so that its ways cannot be listed.
    ThrowsDice,
    /// There are too many ways to go through.
    TooManyWays,
}

impl fmt::Display for Unreckoned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self {
            Unreckoned::NoSuchFigure { key, there_are } => {
                write!(f, "no figure `{key}`; there are {}", there_are.join(", "))?;
                let meant = nearest(key, there_are.iter().copied());
                return meant.map_or(Ok(()), |key| write!(f, "; did you mean `{key}`?"));
            }
            Unreckoned::NoNumber { key, text } => {
                return write!(f, "`{text}` is no whole number; write for example {key}>=3");
            }
            Unreckoned::NeverHolds(condition) => return write!(f, "`{condition}` is true of no end"),
            Unreckoned::TooLargeForBest(Best::Both) => {
                "too large to solve for best play of both sides in this time and memory; leave --best out, or let one \
                 side alone play at its best"
            }
            Unreckoned::TooLargeForBest(Best::Side(_)) => {
                "too large to solve for best play in this time and memory; leave --best out"
            }
            Unreckoned::CalledOff => "it was called off",
            Unreckoned::NotInTime => "nothing could be worked out in this time; give it more",
            Unreckoned::NoneEnded => "not one came to its end in this time; give it more",
            Unreckoned::Over => "the game is over; name an earlier entry",
            Unreckoned::WholeGame => {
                "a whole campaign cannot be counted out; `grognard study` plays it many times and tells who wins \
                 how often, `grognard study JOURNAL --entry N` from any moment of a game"
            }
            Unreckoned::WaysOfAWholeGame => "the ways of a whole campaign cannot be listed",
            Unreckoned::ThrowsDice => "dice are thrown in it, so its ways cannot be listed",
            Unreckoned::TooManyWays => {
                "there are too many ways to go through; give it fewer units or a shorter list"
            }
        };
        f.write_str(words)
    }
}

impl std::error::Error for Unreckoned {}
