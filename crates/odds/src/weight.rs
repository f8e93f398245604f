//! What probabilities are counted in: floats for people, big fractions for checking.

use num_bigint::BigInt;
use num_rational::Ratio;

/// An exact probability.
pub type Fraction = Ratio<BigInt>;

/// A number that can be a probability.
pub trait Weight: Clone + PartialEq {
    /// Impossible.
    fn zero() -> Self;
    /// Certain.
    fn one() -> Self;
    /// So many of so many equally likely ways.
    fn share(ways: u64, of: u64) -> Self;
    /// Adds.
    fn add(&mut self, other: &Self);
    /// Multiplies.
    fn times(&self, other: &Self) -> Self;
    /// Divides by one less something: what conditions a self-loop away.
    fn given_not(&self, stay: &Self) -> Self;
}

impl Weight for f64 {
    fn zero() -> Self {
        0.0
    }
    fn one() -> Self {
        1.0
    }
    #[inline]
    fn share(ways: u64, of: u64) -> Self {
        ways as f64 / of as f64
    }
    #[inline]
    fn add(&mut self, other: &Self) {
        *self += other;
    }
    #[inline]
    fn times(&self, other: &Self) -> Self {
        self * other
    }
    fn given_not(&self, stay: &Self) -> Self {
        self / (1.0 - stay)
    }
}

impl Weight for Fraction {
    fn zero() -> Self {
        Ratio::from_integer(BigInt::from(0))
    }
    fn one() -> Self {
        Ratio::from_integer(BigInt::from(1))
    }
    fn share(ways: u64, of: u64) -> Self {
        Ratio::new(BigInt::from(ways), BigInt::from(of))
    }
    fn add(&mut self, other: &Self) {
        *self += other;
    }
    fn times(&self, other: &Self) -> Self {
        self * other
    }
    fn given_not(&self, stay: &Self) -> Self {
        self / (Self::one() - stay)
    }
}
