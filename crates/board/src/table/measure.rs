//! Lengths, angles and the one tolerance rule.

use std::fmt;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

/// A length in thousandths of an inch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Mils(pub i32);

impl Mils {
    /// No length.
    pub const ZERO: Mils = Mils(0);
    /// The longest length that can be written: longer than any table.
    pub const MAX: Mils = Mils(200_000);

    /// So many whole inches.
    pub const fn inches(inches: i32) -> Mils {
        Mils(inches * 1000)
    }

    /// Reads inches with up to three decimals, as `4`, `4.5` or `34.125`.
    ///
    /// # Errors
    /// Anything else: signs, a fourth decimal, or more than 200 inches.
    pub fn read(text: &str) -> Result<Mils, BadMeasure> {
        let value = decimals(text, 3).ok_or_else(|| BadMeasure::Length(text.to_owned()))?;
        match i32::try_from(value) {
            Ok(mils) if mils <= Mils::MAX.0 => Ok(Mils(mils)),
            _ => Err(BadMeasure::TooLong(text.to_owned())),
        }
    }
}

impl fmt::Display for Mils {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        f.pad(&format!("{sign}{}", trimmed(self.0.unsigned_abs(), 3)))
    }
}

impl Add for Mils {
    type Output = Mils;
    fn add(self, other: Mils) -> Mils {
        Mils(self.0 + other.0)
    }
}

impl AddAssign for Mils {
    fn add_assign(&mut self, other: Mils) {
        self.0 += other.0;
    }
}

impl Sub for Mils {
    type Output = Mils;
    fn sub(self, other: Mils) -> Mils {
        Mils(self.0 - other.0)
    }
}

impl SubAssign for Mils {
    fn sub_assign(&mut self, other: Mils) {
        self.0 -= other.0;
    }
}

impl Neg for Mils {
    type Output = Mils;
    fn neg(self) -> Mils {
        Mils(-self.0)
    }
}

/// An amount of turning in tenths of a degree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Notches(pub u16);

impl Notches {
    /// A whole turn.
    pub const WHOLE: u16 = 3600;
    /// 22½ degrees: the arc of fire to either side.
    pub const ARC: Notches = Notches(225);
    /// 45 degrees.
    pub const EIGHTH: Notches = Notches(450);
    /// A right angle.
    pub const QUARTER: Notches = Notches(900);
    /// Half a turn.
    pub const HALF: Notches = Notches(1800);

    /// Reads degrees with up to one decimal, from 0 to 180.
    ///
    /// # Errors
    /// Anything else.
    pub fn read(text: &str) -> Result<Notches, BadMeasure> {
        match decimals(text, 1) {
            Some(value) if value <= u64::from(Notches::HALF.0) => Ok(Notches(value as u16)),
            _ => Err(BadMeasure::Angle(text.to_owned())),
        }
    }
}

impl fmt::Display for Notches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&trimmed(u32::from(self.0), 1))
    }
}

/// Left or right, as the troops see it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Hand {
    /// Counter-clockwise.
    Left,
    /// Clockwise.
    Right,
}

impl Hand {
    /// Both, left first.
    pub const ALL: [Hand; 2] = [Hand::Left, Hand::Right];
}

/// Where something faces: tenths of a degree clockwise from north, below 3600.
///
/// ```text
///           0 north
///             ^
///  2700 west <+> 900 east
///             v
///         1800 south
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Heading(u16);

impl Heading {
    /// North, the way the y axis runs.
    pub const NORTH: Heading = Heading(0);
    /// East, the way the x axis runs.
    pub const EAST: Heading = Heading(900);
    /// South.
    pub const SOUTH: Heading = Heading(1800);
    /// West.
    pub const WEST: Heading = Heading(2700);

    /// The heading of so many notches; whole turns drop out.
    pub const fn new(notches: u16) -> Heading {
        Heading(notches % Notches::WHOLE)
    }

    /// The notches clockwise from north, below 3600.
    pub const fn notches(self) -> u16 {
        self.0
    }

    /// Turned to one hand.
    pub const fn turned(self, hand: Hand, by: Notches) -> Heading {
        let by = by.0 % Notches::WHOLE;
        match hand {
            Hand::Right => Heading::new(self.0 + by),
            Hand::Left => Heading::new(self.0 + Notches::WHOLE - by),
        }
    }

    /// The other way.
    pub const fn back(self) -> Heading {
        self.turned(Hand::Right, Notches::HALF)
    }

    /// The shorter way to turn from here to another heading; half a turn is made to the right.
    pub const fn turn_to(self, to: Heading) -> (Hand, Notches) {
        let right = (to.0 + Notches::WHOLE - self.0) % Notches::WHOLE;
        if right <= Notches::HALF.0 {
            (Hand::Right, Notches(right))
        } else {
            (Hand::Left, Notches(Notches::WHOLE - right))
        }
    }

    /// Reads degrees clockwise from north with up to one decimal, below 360.
    ///
    /// # Errors
    /// Anything else.
    pub fn read(text: &str) -> Result<Heading, BadMeasure> {
        match decimals(text, 1) {
            Some(value) if value < u64::from(Notches::WHOLE) => Ok(Heading(value as u16)),
            _ => Err(BadMeasure::Heading(text.to_owned())),
        }
    }
}

impl fmt::Display for Heading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&trimmed(u32::from(self.0), 1))
    }
}

/// A measure that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BadMeasure {
    /// Not inches with up to three decimals.
    Length(String),
    /// Longer than any table.
    TooLong(String),
    /// Not degrees from 0 to 180 with up to one decimal.
    Angle(String),
    /// Not degrees below 360 with up to one decimal.
    Heading(String),
}

impl fmt::Display for BadMeasure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadMeasure::Length(text) => {
                write!(
                    f,
                    "`{text}` is no length: write inches from 0 with up to three decimals, as 4 or 34.125"
                )
            }
            BadMeasure::TooLong(text) => {
                write!(f, "`{text}` inches are longer than any table: write at most {}", Mils::MAX)
            }
            BadMeasure::Angle(text) => {
                write!(
                    f,
                    "`{text}` is no angle to turn by: write degrees from 0 to 180 with up to one decimal, as 22.5"
                )
            }
            BadMeasure::Heading(text) => write!(
                f,
                "`{text}` is no heading: write degrees clockwise from north, from 0 to 359.9 with up to one decimal"
            ),
        }
    }
}

impl std::error::Error for BadMeasure {}

/// How deep footprints may be in each other: side by side counts as apart.
pub const TOUCH: Mils = Mils(5);
/// What a measurement favours whoever needs it by, in [`Gap::within`] and [`Gap::keeps`].
pub const NEAR: Mils = Mils(10);
/// The widest gap that still is contact.
pub const CONTACT: Mils = Mils(20);
/// The least edge that is shared in contact: an inch, less what counter and eye may be off.
pub const CONTACT_EDGE: Mils = Mils(950);

/// A distance, kept exactly as the fraction that is its square.
///
/// People ask only two things of a distance, and in both a hundredth of an inch favours whoever
/// needs it: is it *within* a length ([`Gap::within`]), and does it *keep* one ([`Gap::keeps`]).
#[derive(Clone, Copy, Debug)]
pub struct Gap {
    pub(super) square: i128,
    pub(super) over: i64,
}

impl Gap {
    /// No distance: the two touch or overlap.
    pub const NONE: Gap = Gap { square: 0, over: 1 };

    /// The square of the distance in square mils, as numerator and denominator.
    pub const fn square(self) -> (i128, i64) {
        (self.square, self.over)
    }

    /// Whether this is at most a length: up to [`NEAR`] more counts.
    pub const fn within(self, length: Mils) -> bool {
        self.exactly_within(Mils(length.0 + NEAR.0))
    }

    /// Whether this keeps a length away: up to [`NEAR`] less counts.
    pub const fn keeps(self, length: Mils) -> bool {
        let least = length.0 - NEAR.0;
        least <= 0 || self.square >= least as i128 * least as i128 * self.over as i128
    }

    /// Whether this is at most a length, to the last fraction.
    pub const fn exactly_within(self, length: Mils) -> bool {
        length.0 >= 0 && self.square <= length.0 as i128 * length.0 as i128 * self.over as i128
    }

    /// The distance, rounded to the nearest mil, for people.
    pub const fn mils(self) -> Mils {
        // The root of four times the square is twice the distance; half of that, rounded up at a half.
        let twice = (4 * self.square / self.over as i128) as u128;
        Mils((twice.isqrt() as i32 + 1) / 2)
    }
}

impl PartialEq for Gap {
    fn eq(&self, other: &Gap) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Gap {}

impl PartialOrd for Gap {
    fn partial_cmp(&self, other: &Gap) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Gap {
    fn cmp(&self, other: &Gap) -> std::cmp::Ordering {
        (self.square * i128::from(other.over)).cmp(&(other.square * i128::from(self.over)))
    }
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.mils(), f)
    }
}

/// A number with at most `places` decimals, in units of the last of them; nothing for any other text.
fn decimals(text: &str, places: usize) -> Option<u64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let digits =
        |part: &str| !part.is_empty() && part.len() <= 12 && part.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(part) || part.len() > places {
        return None;
    }
    let part = format!("{part:0<places$}");
    Some(whole.parse::<u64>().ok()? * 10_u64.pow(places as u32) + part.parse::<u64>().ok()?)
}

/// Units of the last decimal, written without needless noughts.
fn trimmed(value: u32, places: u32) -> String {
    let (whole, part) = (value / 10_u32.pow(places), value % 10_u32.pow(places));
    match part {
        0 => whole.to_string(),
        _ => format!("{whole}.{part:0>places$}", places = places as usize).trim_end_matches('0').to_owned(),
    }
}
