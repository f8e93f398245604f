//! Leaders.

/// A leader's values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Leader {
    /// MAN, manoeuvre.
    pub manoeuvre: i8,
    /// FIRE.
    pub fire: i8,
    /// SHOCK.
    pub shock: i8,
}

impl Leader {
    /// The highest value anybody has.
    pub const VALUE_MAX: i8 = 6;

    /// Reads three digits: manoeuvre, fire, shock.
    pub fn read(text: &str) -> Option<Leader> {
        let digit = |c: char| c.to_digit(10).map(|d| d as i8).filter(|&d| d <= Leader::VALUE_MAX);
        let values: Option<Vec<i8>> = text.chars().map(digit).collect();
        match values?[..] {
            [manoeuvre, fire, shock] => Some(Leader { manoeuvre, fire, shock }),
            _ => None,
        }
    }
}

impl std::fmt::Display for Leader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}{}", self.manoeuvre, self.fire, self.shock)
    }
}

/// Who commands a stack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Commander {
    /// A leader on the board: with a name, he may be wounded; without one, a hit kills him.
    Present {
        /// His name, or what he is called.
        name: String,
        /// His values.
        leader: Leader,
        /// Whether he is one of the game's named leaders.
        named: bool,
    },
    /// Nobody: a substitute is drawn from this row of the replacement leaders, for this battle only.
    Drawn {
        /// The row.
        row: &'static str,
    },
}
