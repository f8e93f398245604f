//! A sample of any size drawn at once from ends that are known: one binomial number for every end.

use crate::sampled::{Sampled, unit};
use crate::spread::Odds;
use grognard_umpire::Generator;
use std::hash::Hash;

/// How often each end comes up in `n` battles.
pub(crate) fn draw<E: Ord + Clone + Hash>(odds: &Odds<E>, n: u64, dice: &mut Generator) -> Sampled<E> {
    let mut left = n;
    let mut rest = odds.total();
    let mut counts = Vec::new();
    let mut likeliest: Option<(&E, f64)> = None;
    for (end, p) in odds.pairs() {
        let count = binomial(left, (p / rest).clamp(0.0, 1.0), dice);
        if count > 0 {
            counts.push((end.clone(), count));
        }
        left -= count;
        rest -= p;
        likeliest = likeliest.filter(|(_, highest)| *highest >= p).or(Some((end, p)));
        if left == 0 {
            break;
        }
    }
    // The last bits of the sum of all probabilities may leave a battle over.
    if let Some((end, _)) = likeliest.filter(|_| left > 0) {
        counts.push((end.clone(), left));
    }
    Sampled::of_counts(counts)
}

/// From this mean on numbers are drawn by rejection, below it by going through them.
const MEAN_OF_REJECTION: f64 = 10.0;

/// How many of `n` trials succeed.
fn binomial(n: u64, p: f64, dice: &mut Generator) -> u64 {
    if p > 0.5 {
        return n - binomial(n, 1.0 - p, dice);
    }
    if n == 0 || p <= 0.0 {
        return 0;
    }
    if (n as f64) * p < MEAN_OF_REJECTION { inverted(n, p, dice) } else { rejected(n as f64, p, dice) }
}

/// Counts the failures between two successes, which are geometric.
fn inverted(n: u64, p: f64, dice: &mut Generator) -> u64 {
    let log_of_failure = (-p).ln_1p();
    let (mut successes, mut trials) = (0, 0.0);
    loop {
        // A logarithm of nought would be an endless wait, which is right: there is no further success.
        trials += ((1.0 - unit(dice)).ln() / log_of_failure).floor() + 1.0;
        if trials > n as f64 {
            return successes;
        }
        successes += 1;
    }
}

/// Hörmann's transformed rejection (The generation of binomial random variates, 1993, algorithm BTRS): a curve
/// that lies close above the binomial's, and a squeeze that settles six draws of seven without a logarithm.
fn rejected(n: f64, p: f64, dice: &mut Generator) -> u64 {
    let ratio = p / (1.0 - p);
    let deviation = (n * p * (1.0 - p)).sqrt();
    let b = 1.15 + 2.53 * deviation;
    let a = -0.0873 + 0.0248 * b + 0.01 * p;
    let centre = n * p + 0.5;
    let squeeze = 0.92 - 4.2 / b;
    let alpha = (2.83 + 5.1 / b) * deviation;
    let mode = ((n + 1.0) * p).floor();
    loop {
        let u = unit(dice) - 0.5;
        let v = 1.0 - unit(dice);
        let edge = 0.5 - u.abs();
        let k = ((2.0 * a / edge + b) * u + centre).floor();
        if edge >= 0.07 && v <= squeeze {
            return k as u64;
        }
        if !(0.0..=n).contains(&k) {
            continue;
        }
        let height = (v * alpha / (a / (edge * edge) + b)).ln();
        let bound = (mode + 0.5) * ((mode + 1.0) / (ratio * (n - mode + 1.0))).ln()
            + (n + 1.0) * ((n - mode + 1.0) / (n - k + 1.0)).ln()
            + (k + 0.5) * (ratio * (n - k + 1.0) / (k + 1.0)).ln()
            + tail_of_stirling(mode)
            + tail_of_stirling(n - mode)
            - tail_of_stirling(k)
            - tail_of_stirling(n - k);
        if height <= bound {
            return k as u64;
        }
    }
}

/// What Stirling's formula leaves over of the logarithm of a factorial.
fn tail_of_stirling(k: f64) -> f64 {
    const SMALL: [f64; 10] = [
        0.081_061_466_795_327_26,
        0.041_340_695_955_409_29,
        0.027_677_925_684_998_34,
        0.020_790_672_103_765_09,
        0.016_644_691_189_821_19,
        0.013_876_128_823_070_75,
        0.011_896_709_945_891_77,
        0.010_411_265_261_972_09,
        0.009_255_462_182_712_733,
        0.008_330_563_433_362_87,
    ];
    if k < 10.0 {
        return SMALL[k as usize];
    }
    let square = (k + 1.0) * (k + 1.0);
    (1.0 / 12.0 - (1.0 / 360.0 - 1.0 / 1260.0 / square) / square) / (k + 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The formula's remainders are what they should be: ln k! from the sum of logarithms.
    #[test]
    fn the_tail_of_stirling_is_the_rest_of_the_factorial() {
        for k in [0u32, 1, 5, 9, 10, 11, 30] {
            let whole: f64 = (1..=k).map(|i| f64::from(i).ln()).sum();
            let k = f64::from(k);
            let formula = 0.5 * std::f64::consts::TAU.ln() + (k + 0.5) * (k + 1.0).ln() - (k + 1.0);
            assert!((formula + tail_of_stirling(k) - whole).abs() < 1e-9, "{k}");
        }
    }

    /// Both ways of drawing give every number as often as the binomial formula has it.
    #[test]
    fn numbers_come_up_as_often_as_they_should() {
        for (n, p) in [(20u64, 0.3), (40, 0.25), (60, 0.5), (50, 0.9), (7, 0.01)] {
            let draws = 200_000;
            let mut seen = vec![0u64; n as usize + 1];
            let mut dice = Generator::new(3);
            (0..draws).for_each(|_| seen[binomial(n, p, &mut dice) as usize] += 1);
            let mut chance = (1.0 - p).powi(n as i32);
            for (k, &count) in seen.iter().enumerate() {
                let interval = crate::Interval::wilson(count, draws, 5.0);
                assert!(
                    interval.low - 1e-5 <= chance && chance <= interval.high + 1e-5,
                    "{k} of {n} at {p}: {chance} {interval:?}"
                );
                chance *= (n as f64 - k as f64) / (k as f64 + 1.0) * p / (1.0 - p);
            }
        }
    }

    #[test]
    fn a_drawn_sample_has_every_battle_and_is_the_same_for_a_seed() {
        let odds = Odds::new(vec![('a', 0.2), ('b', 0.5), ('a', 0.1), ('c', 0.2)], 1);
        let sample = |seed| draw(&odds, 1_000_000, &mut Generator::new(seed));
        assert_eq!(sample(1), sample(1));
        assert_ne!(sample(1), sample(2));
        assert_eq!(sample(1).n(), 1_000_000);
        for (end, p) in odds.ends() {
            let interval = sample(1).interval(|other| other == end);
            assert!((interval.share - p).abs() < 0.003, "{end} {p} {interval:?}");
        }
        assert_eq!(draw(&odds, 0, &mut Generator::new(1)).n(), 0);
    }
}
