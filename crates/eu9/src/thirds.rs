//! Losses and stacks are counted in thirds of a detachment.

use std::fmt;
use std::ops::{Add, AddAssign, Sub};

/// A number of detachments in thirds: `Thirds(7)` is 2 1/3.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Thirds(pub i16);

impl Thirds {
    /// Nothing.
    pub const ZERO: Thirds = Thirds(0);

    /// So many whole detachments.
    pub const fn whole(detachments: i16) -> Thirds {
        Thirds(detachments * 3)
    }

    /// The whole detachments in it, the fraction left out.
    pub const fn floor(self) -> i16 {
        self.0.div_euclid(3)
    }

    /// The nearest whole number of detachments. Thirds never tie.
    pub const fn rounded(self) -> Thirds {
        Thirds::whole(Thirds(self.0 + 1).floor())
    }

    /// Half of it, rounded down to a third.
    pub const fn halved(self) -> Thirds {
        Thirds(self.0 / 2)
    }

    /// Reads `2 1/3`, `2/3`, `4` or `-` for nothing; a minus sign before the whole is allowed.
    pub fn read(text: &str) -> Option<Thirds> {
        if text == "-" || text.is_empty() {
            return Some(Thirds::ZERO);
        }
        let (sign, text) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
        let mut parts = text.split(' ');
        let (first, second) = (parts.next()?, parts.next());
        if parts.next().is_some() {
            return None;
        }
        let fraction = |part: &str| match part {
            "1/3" => Some(1),
            "2/3" => Some(2),
            _ => None,
        };
        let whole = |part: &str| part.parse::<u8>().ok().map(|n| i16::from(n) * 3);
        let thirds = match second {
            Some(second) => whole(first)? + fraction(second)?,
            None => fraction(first).or_else(|| whole(first))?,
        };
        Some(Thirds(sign * thirds))
    }
}

impl fmt::Display for Thirds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, thirds) = (self.0.abs() / 3, self.0.abs() % 3);
        match (whole, thirds) {
            (0, 0) => f.write_str("0"),
            (0, thirds) => write!(f, "{sign}{thirds}/3"),
            (whole, 0) => write!(f, "{sign}{whole}"),
            (whole, thirds) => write!(f, "{sign}{whole} {thirds}/3"),
        }
    }
}

impl Add for Thirds {
    type Output = Thirds;
    #[inline]
    fn add(self, other: Thirds) -> Thirds {
        Thirds(self.0 + other.0)
    }
}

impl AddAssign for Thirds {
    #[inline]
    fn add_assign(&mut self, other: Thirds) {
        self.0 += other.0;
    }
}

impl Sub for Thirds {
    type Output = Thirds;
    #[inline]
    fn sub(self, other: Thirds) -> Thirds {
        Thirds(self.0 - other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirds_read_back_as_written() {
        for n in -30..60 {
            let thirds = Thirds(n);
            assert_eq!(Thirds::read(&thirds.to_string()), Some(thirds));
        }
        for text in ["1/2", "x", "1 1", "1/3 1/3", "1 1/3 1", "--1"] {
            assert_eq!(Thirds::read(text), None, "{text}");
        }
    }

    #[test]
    fn rounding_goes_to_the_nearest() {
        assert_eq!(Thirds(7).rounded(), Thirds(6), "2 1/3 is 2");
        assert_eq!(Thirds(14).rounded(), Thirds(15), "4 2/3 is 5");
        assert_eq!(Thirds(6).rounded(), Thirds(6));
        assert_eq!(Thirds(7).halved(), Thirds(3), "2 1/3 halved is 1");
        assert_eq!(Thirds(4).halved(), Thirds(2), "1 1/3 halved is 2/3");
        assert_eq!(Thirds(1).halved(), Thirds(0));
    }
}
