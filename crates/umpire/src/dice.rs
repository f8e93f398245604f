//! Dice: what can be thrown, how likely each result is, and the named generator behind live play.

use std::fmt;

/// A single die and how it is read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Die {
    /// Six sides, 1 to 6.
    D6,
    /// Ten sides, the 0 read as ten: 1 to 10.
    D10,
    /// Ten sides, the 0 read as nought: 0 to 9.
    D10FromZero,
}

impl Die {
    /// How many faces it has.
    #[inline]
    pub const fn sides(self) -> u8 {
        match self {
            Die::D6 => 6,
            Die::D10 | Die::D10FromZero => 10,
        }
    }

    /// The lowest face.
    #[inline]
    pub const fn lowest(self) -> u8 {
        match self {
            Die::D6 | Die::D10 => 1,
            Die::D10FromZero => 0,
        }
    }

    /// The highest face.
    #[inline]
    pub const fn highest(self) -> u8 {
        self.lowest() + self.sides() - 1
    }

    /// Every face, lowest first.
    pub fn faces(self) -> impl Iterator<Item = u8> + Clone {
        self.lowest()..=self.highest()
    }
}

/// What is thrown and what is read off it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Dice {
    /// One die; the result is its face.
    One(Die),
    /// Several dice; the result is their sum.
    Sum {
        /// How many.
        count: u8,
        /// Which die.
        die: Die,
    },
    /// A pool; the result is how many dice show `at_least` or more.
    Hits {
        /// How many.
        count: u8,
        /// Which die.
        die: Die,
        /// The lowest face that is a hit.
        at_least: u8,
    },
}

impl Dice {
    /// One six-sided die.
    pub const D6: Dice = Dice::One(Die::D6);
    /// One ten-sided die read 1 to 10.
    pub const D10: Dice = Dice::One(Die::D10);
    /// One ten-sided die read 0 to 9.
    pub const D10_FROM_ZERO: Dice = Dice::One(Die::D10FromZero);

    /// How many dice are thrown.
    #[inline]
    pub const fn count(self) -> u8 {
        match self {
            Dice::One(_) => 1,
            Dice::Sum { count, .. } | Dice::Hits { count, .. } => count,
        }
    }

    /// The die, of which there may be several.
    #[inline]
    pub const fn die(self) -> Die {
        match self {
            Dice::One(die) | Dice::Sum { die, .. } | Dice::Hits { die, .. } => die,
        }
    }

    /// What the faces on the table come to.
    pub fn read(self, faces: &[u8]) -> u16 {
        assert_eq!(faces.len(), usize::from(self.count()), "{self} wants as many faces as dice");
        match self {
            Dice::One(_) => u16::from(faces[0]),
            Dice::Sum { .. } => faces.iter().map(|&face| u16::from(face)).sum(),
            Dice::Hits { at_least, .. } => faces.iter().filter(|&&face| face >= at_least).count() as u16,
        }
    }

    /// Throws with a source of single dice and reads the result, without keeping the faces.
    #[inline]
    pub fn throw(self, mut face: impl FnMut(Die) -> u8) -> u16 {
        match self {
            Dice::One(die) => u16::from(face(die)),
            Dice::Sum { count, die } => (0..count).map(|_| u16::from(face(die))).sum(),
            Dice::Hits { count, die, at_least } => (0..count).map(|_| u16::from(face(die) >= at_least)).sum(),
        }
    }

    /// Every possible result with the number of equally likely ways to throw it, lowest first.
    ///
    /// The ways add up to `sides ^ count`. Counts must stay small enough for that to fit in 128 bits,
    /// as every printed table's do.
    pub fn ways(self) -> Vec<(u16, u128)> {
        match self {
            Dice::One(die) => die.faces().map(|face| (u16::from(face), 1)).collect(),
            Dice::Sum { count, die } => {
                let mut ways: Vec<(u16, u128)> = vec![(0, 1)];
                for _ in 0..count {
                    let mut next: Vec<(u16, u128)> = Vec::new();
                    for &(sum, n) in &ways {
                        for face in die.faces() {
                            let total = sum + u16::from(face);
                            match next.iter_mut().find(|(t, _)| *t == total) {
                                Some((_, m)) => *m += n,
                                None => next.push((total, n)),
                            }
                        }
                    }
                    next.sort_unstable();
                    ways = next;
                }
                ways
            }
            Dice::Hits { count, die, at_least } => {
                let hit = die.faces().filter(|&face| face >= at_least).count() as u128;
                let miss = u128::from(die.sides()) - hit;
                let mut choose: u128 = 1;
                (0..=count)
                    .map(|k| {
                        let ways = choose * hit.pow(u32::from(k)) * miss.pow(u32::from(count - k));
                        choose = choose * u128::from(count - k) / u128::from(k + 1);
                        (u16::from(k), ways)
                    })
                    .filter(|&(_, ways)| ways > 0)
                    .collect()
            }
        }
    }
}

impl Dice {
    /// Reads dice as they are written in questions: `d10`, `2d6`, `5d6>=5`.
    pub fn from_text(text: &str) -> Option<Dice> {
        let (count, rest) = text.split_at(text.find('d')?);
        let (die, at_least) = rest.split_once(">=").map_or((rest, None), |(die, face)| (die, Some(face)));
        let die = match die {
            "d6" => Die::D6,
            "d10" => Die::D10,
            "d10(0-9)" => Die::D10FromZero,
            _ => return None,
        };
        let dice = match (count, at_least) {
            ("", None) => Dice::One(die),
            (count, None) => Dice::Sum { count: count.parse().ok()?, die },
            (count, Some(face)) => {
                Dice::Hits { count: count.parse().ok()?, die, at_least: face.parse().ok()? }
            }
        };
        (dice.to_string() == text).then_some(dice)
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let die = match self.die() {
            Die::D6 => "d6",
            Die::D10 => "d10",
            Die::D10FromZero => "d10(0-9)",
        };
        match *self {
            Dice::One(_) => f.write_str(die),
            Dice::Sum { count, .. } => write!(f, "{count}{die}"),
            Dice::Hits { count, at_least, .. } => write!(f, "{count}{die}>={at_least}"),
        }
    }
}

/// The generator behind live play and sampling: xoshiro256++ seeded through SplitMix64, faces by
/// multiplication with rejection so that every face is exactly as likely.
///
/// It is written out here, twenty lines, because journals name it: a library's generator may change
/// between releases and then a seed would no longer mean the same game.
#[derive(Clone, Debug)]
pub struct Generator {
    s: [u64; 4],
}

impl Generator {
    /// What journals call this algorithm.
    pub const NAME: &'static str = "xoshiro256++/splitmix64/1";

    /// The generator of a seed.
    pub fn new(seed: u64) -> Self {
        let mut z = seed;
        let mut next = || {
            z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut x = z;
            x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            x ^ (x >> 31)
        };
        Generator { s: [next(), next(), next(), next()] }
    }

    /// The generator of the `stream`-th independent part of a seed: what makes a sample the same
    /// whatever the number of threads.
    pub fn stream(seed: u64, stream: u64) -> Self {
        Generator::new(seed ^ stream.wrapping_add(1).wrapping_mul(0xd134_2543_de82_ef95))
    }

    /// The next 64 bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        let s = &mut self.s;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// A number below `bound`, every one equally likely.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "nothing is below nought");
        loop {
            let product = (self.bits() >> 32) * u64::from(bound);
            let low = product as u32;
            // The few products that would favour some numbers are thrown again.
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return (product >> 32) as u32;
            }
        }
    }

    /// A face of a die.
    #[inline]
    pub fn face(&mut self, die: Die) -> u8 {
        die.lowest() + self.below(u32::from(die.sides())) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_add_up_to_all_throws() {
        for dice in [
            Dice::D6,
            Dice::D10,
            Dice::D10_FROM_ZERO,
            Dice::Sum { count: 3, die: Die::D6 },
            Dice::Hits { count: 5, die: Die::D6, at_least: 5 },
            Dice::Hits { count: 2, die: Die::D10, at_least: 11 },
        ] {
            let all: u128 = dice.ways().iter().map(|(_, ways)| ways).sum();
            assert_eq!(all, u128::from(dice.die().sides()).pow(u32::from(dice.count())), "{dice}");
        }
    }

    #[test]
    fn dice_read_back_as_they_are_written() {
        for dice in [
            Dice::D6,
            Dice::D10_FROM_ZERO,
            Dice::Sum { count: 2, die: Die::D6 },
            Dice::Sum { count: 12, die: Die::D10FromZero },
            Dice::Hits { count: 5, die: Die::D6, at_least: 5 },
        ] {
            assert_eq!(Dice::from_text(&dice.to_string()), Some(dice), "{dice}");
        }
        for nonsense in ["", "d", "d7", "02d6", "2d6 ", "d6>=5", "999d6", "two"] {
            assert_eq!(Dice::from_text(nonsense), None, "{nonsense}");
        }
    }

    #[test]
    fn two_dice_are_counted_by_hand() {
        let two = Dice::Sum { count: 2, die: Die::D6 };
        assert_eq!(two.ways()[0], (2, 1));
        assert_eq!(two.ways()[5], (7, 6));
        assert_eq!(two.ways()[10], (12, 1));
        let pool = Dice::Hits { count: 2, die: Die::D6, at_least: 5 };
        assert_eq!(pool.ways(), vec![(0, 16), (1, 16), (2, 4)]);
        assert_eq!(pool.read(&[5, 4]), 1);
        assert_eq!(two.read(&[5, 4]), 9);
    }

    /// Figures of the generators' published reference programs.
    #[test]
    fn the_generator_is_the_published_one() {
        let mut g = Generator { s: [1, 2, 3, 4] };
        assert_eq!(
            [g.bits(), g.bits(), g.bits(), g.bits()],
            [41943041, 58720359, 3588806011781223, 3591011842654386]
        );
        assert_eq!(Generator::new(0).s[0], 0xe220_a839_7b1d_cdaf);
    }

    #[test]
    fn faces_stay_on_the_die_and_all_come_up() {
        let mut g = Generator::new(7);
        let mut seen = [0u32; 10];
        for _ in 0..10_000 {
            seen[usize::from(g.face(Die::D10FromZero))] += 1;
        }
        assert!(seen.iter().all(|&n| (850..1150).contains(&n)), "{seen:?}");
    }
}
