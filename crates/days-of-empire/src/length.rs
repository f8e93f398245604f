//! Lengths on the table: thousandths of an inch, so that no fraction is ever rounded.

use std::fmt;
use std::ops::{Add, Sub};

/// A length in thousandths of an inch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Length(i32);

/// Longer than any table.
const INCHES_MAX: i32 = 200;

impl Length {
    /// So many whole inches.
    pub const fn inches(inches: u8) -> Length {
        Length(inches as i32 * 1000)
    }

    /// Reads inches with up to three decimals: `7`, `7.5`, `34.125`.
    pub fn read(text: &str) -> Option<Length> {
        let (whole, part) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || whole.len() > 3 || part.len() > 3 || !digits(whole) || !digits(part) {
            return None;
        }
        let inches: i32 = whole.parse().ok()?;
        let thousandths: i32 = format!("{part:0<3}").parse().ok()?;
        (inches <= INCHES_MAX).then_some(Length(inches * 1000 + thousandths))
    }

    /// Half of it.
    pub const fn half(self) -> Length {
        Length(self.0 / 2)
    }

    /// Whether so many times this length is more than another.
    pub const fn times_exceeds(self, times: i32, other: Length) -> bool {
        self.0 * times > other.0
    }
}

impl Add for Length {
    type Output = Length;
    fn add(self, other: Length) -> Length {
        Length(self.0 + other.0)
    }
}

impl Sub for Length {
    type Output = Length;
    /// What is left; never below nought.
    fn sub(self, other: Length) -> Length {
        Length((self.0 - other.0).max(0))
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, part) = (self.0 / 1000, self.0 % 1000);
        match part {
            0 => write!(f, "{whole}"),
            _ => f.write_str(format!("{whole}.{part:03}").trim_end_matches('0')),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Length;

    #[test]
    fn lengths_are_read_and_written_alike() {
        for text in ["0", "7", "7.5", "34.125", "0.001", "200"] {
            assert_eq!(Length::read(text).unwrap().to_string(), text);
        }
        for text in ["", ".", "-1", "1.0000", "1000", "201", "7,5", "1e3", "+4"] {
            assert_eq!(Length::read(text), None, "{text}");
        }
        assert_eq!(Length::read("7.50").unwrap(), Length::read("7.5").unwrap());
    }
}
