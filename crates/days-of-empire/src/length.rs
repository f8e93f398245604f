//! Lengths on the table: thousandths of an inch, so that no fraction is ever rounded.

use grognard_board::table::Mils;
use grognard_umpire::Clause;
use std::fmt;
use std::ops::{Add, Sub};

/// A length in thousandths of an inch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Length(i32);

/// Longer than any table.
const INCHES_MAX: i32 = 200;

/// A metric tape is read at 25 millimetres to the inch.
const MILLIMETRE: (Clause, i32) = (rule!("3.5-c"), 40);

impl Length {
    /// So many whole inches.
    pub const fn inches(inches: u8) -> Length {
        Length(inches as i32 * 1000)
    }

    /// Reads inches with up to three decimals: `7`, `7.5`, `34.125`; or whole millimetres: `190mm`.
    pub fn read(text: &str) -> Option<Length> {
        if let Some(millimetres) = text.trim().strip_suffix("mm") {
            return Length::read_millimetres(millimetres.trim_end());
        }
        let (whole, part) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || whole.len() > 3 || part.len() > 3 || !digits(whole) || !digits(part) {
            return None;
        }
        let inches: i32 = whole.parse().ok()?;
        let thousandths: i32 = format!("{part:0<3}").parse().ok()?;
        (inches <= INCHES_MAX).then_some(Length(inches * 1000 + thousandths))
    }

    /// Reads what a metric tape says.
    fn read_millimetres(text: &str) -> Option<Length> {
        let plain = !text.is_empty() && text.len() <= 4 && text.bytes().all(|byte| byte.is_ascii_digit());
        let millimetres: i32 = if plain { text.parse().ok()? } else { return None };
        Some(Length(millimetres * MILLIMETRE.1)).filter(|length| length.0 <= INCHES_MAX * 1000)
    }

    /// The same length on a measured table.
    pub const fn mils(self) -> Mils {
        Mils(self.0)
    }

    /// A length of a measured table; never below nought.
    pub const fn measured(mils: Mils) -> Length {
        Length(if mils.0 < 0 { 0 } else { mils.0 })
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
        // 25 millimetres are an inch: twice an arc of 2 inches is 100 of them.
        for (tape, inches) in
            [("100mm", "4"), ("25 mm", "1"), ("1mm", "0.04"), ("0mm", "0"), ("5000mm", "200")]
        {
            assert_eq!(Length::read(tape), Length::read(inches), "{tape}");
        }
        for text in
            ["", ".", "-1", "1.0000", "1000", "201", "7,5", "1e3", "+4", "mm", "-1mm", "5001mm", "1.5mm"]
        {
            assert_eq!(Length::read(text), None, "{text}");
        }
        assert_eq!(Length::read("7.50").unwrap(), Length::read("7.5").unwrap());
    }
}
