//! The ends of a report, told one by one as they are asked for.
//!
//! A battle may have hundreds of thousands of ends, of which a page shows eight. They are kept as the rules made
//! them; facts and words are made for those that are read.

use crate::report::Share;
use grognard_odds::{Interval, Odds, Reckoned, Sampled, chance};
use grognard_umpire::{Fact, Figure, Playable, Unit};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// One end and its probability.
#[derive(Clone, PartialEq, Debug)]
pub struct EndReport {
    /// The probability.
    pub p: f64,
    /// Its 95 % interval, if it was sampled.
    pub interval: Option<Interval>,
    /// The end as data.
    pub end: Fact,
    /// The end in words.
    pub words: String,
}

/// How the odds were come by.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Basis {
    /// The probability that is not settled: none where every branch was followed.
    pub(crate) unsettled: f64,
    /// How many battles were fought for it.
    pub(crate) battles: u64,
}

impl Basis {
    pub(crate) const EXACT: Basis = Basis { unsettled: 0.0, battles: 0 };

    /// The probability of something of which so much is settled, so many of the battles having come out so.
    pub(crate) fn share(&self, tally: Tally) -> Share {
        if self.unsettled == 0.0 {
            return Share { p: tally.settled, interval: None };
        }
        let interval = chance(tally.settled, self.unsettled, tally.count, self.battles);
        Share { p: interval.share, interval: Some(interval) }
    }

    /// What a tally adds to a mean.
    pub(crate) fn weight(&self, tally: Tally) -> f64 {
        match self.battles {
            0 => tally.settled,
            n => tally.settled + self.unsettled * tally.count as f64 / n as f64,
        }
    }
}

/// What speaks for something: the probability settled, and how many of the battles fought for the rest.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(crate) struct Tally {
    pub(crate) settled: f64,
    pub(crate) count: u64,
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.settled += other.settled;
        self.count += other.count;
    }
}

/// A condition on an end's figures.
pub(crate) type Holds = dyn Fn(&[i64]) -> bool + Send + Sync;

/// The ends as the rules made them.
pub(crate) trait Kept: Send + Sync {
    /// The figures' keys, words and units, in the system's order.
    fn heads(&self) -> Vec<(&'static str, String, Unit)>;
    /// Every end's figures, in that order, with what speaks for it. An end that was reached in several ways may come
    /// several times.
    fn each(&self, visit: &mut dyn FnMut(&[i64], Tally));
    /// The ends likeliest first, each once, those of which a condition holds.
    fn ranked(&self, holds: Option<&Holds>) -> Vec<(u32, Tally)>;
    /// An end in facts and words.
    fn tell(&self, end: u32) -> (Fact, String);
}

/// The ends of a procedure, with what tells them.
struct KeptEnds<P: Playable> {
    rules: Arc<P::Rules>,
    ends: Vec<(P::End, Tally)>,
    basis: Basis,
}

impl<P: Playable> KeptEnds<P> {
    fn figures_of(&self, figures: &[Figure<P>], end: &P::End, values: &mut Vec<i64>) {
        values.clear();
        values.extend(figures.iter().map(|figure| (figure.of)(end)));
    }
}

impl<P> Kept for KeptEnds<P>
where
    P: Playable,
    P::Rules: Send + Sync,
    P::End: Send + Sync,
{
    fn heads(&self) -> Vec<(&'static str, String, Unit)> {
        let head = |figure: Figure<P>| (figure.key, figure.words, figure.unit);
        P::figures(&self.rules).into_iter().map(head).collect()
    }

    fn each(&self, visit: &mut dyn FnMut(&[i64], Tally)) {
        let figures = P::figures(&self.rules);
        let mut values = Vec::new();
        for (end, tally) in &self.ends {
            self.figures_of(&figures, end, &mut values);
            visit(&values, *tally);
        }
    }

    fn ranked(&self, holds: Option<&Holds>) -> Vec<(u32, Tally)> {
        let figures = P::figures(&self.rules);
        let mut values = Vec::new();
        let mut place: FxHashMap<&P::End, usize> = FxHashMap::default();
        let mut ranked: Vec<(u32, Tally)> = Vec::new();
        for (index, (end, tally)) in self.ends.iter().enumerate() {
            if let Some(holds) = holds {
                self.figures_of(&figures, end, &mut values);
                if !holds(&values) {
                    continue;
                }
            }
            let place = *place.entry(end).or_insert(ranked.len());
            match ranked.get_mut(place) {
                Some((_, sum)) => *sum += *tally,
                None => ranked.push((index as u32, *tally)),
            }
        }
        let end = |index: u32| &self.ends[index as usize].0;
        ranked.sort_unstable_by(|(a, x), (b, y)| {
            let likelier = self.basis.weight(*y).total_cmp(&self.basis.weight(*x));
            likelier.then_with(|| end(*a).cmp(end(*b)))
        });
        ranked
    }

    fn tell(&self, end: u32) -> (Fact, String) {
        let end = &self.ends[end as usize].0;
        (P::end_facts(&self.rules, end), P::end_words(&self.rules, end))
    }
}

/// The ends of a report, likeliest first.
#[derive(Clone)]
pub struct Ends {
    kept: Arc<dyn Kept>,
    basis: Basis,
    /// What is known of the end beside the odds, with its probability.
    given: Option<(Arc<Holds>, Share)>,
    /// Put in order when first asked for.
    ranked: OnceLock<Vec<(u32, Tally)>>,
}

impl fmt::Debug for Ends {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ends", self.len())
    }
}

impl Ends {
    fn of<P>(rules: &Arc<P::Rules>, ends: Vec<(P::End, Tally)>, basis: Basis) -> Ends
    where
        P: Playable + 'static,
        P::Rules: Send + Sync + 'static,
        P::End: Send + Sync + 'static,
    {
        let kept: KeptEnds<P> = KeptEnds { rules: Arc::clone(rules), ends, basis };
        Ends { kept: Arc::new(kept), basis, given: None, ranked: OnceLock::new() }
    }

    fn ranked(&self) -> &[(u32, Tally)] {
        let holds = self.given.as_ref().map(|(holds, _)| &**holds);
        self.ranked.get_or_init(|| self.kept.ranked(holds))
    }

    pub(crate) fn of_exact<P>(rules: &Arc<P::Rules>, odds: Odds<P::End>) -> Ends
    where
        P: Playable + 'static,
        P::Rules: Send + Sync + 'static,
        P::End: Send + Sync + 'static,
    {
        let settled = |(end, settled)| (end, Tally { settled, count: 0 });
        let ends = odds.into_pairs().into_iter().map(settled).collect();
        Ends::of::<P>(rules, ends, Basis::EXACT)
    }

    pub(crate) fn of_sample<P>(rules: &Arc<P::Rules>, sampled: &Sampled<P::End>) -> Ends
    where
        P: Playable + 'static,
        P::Rules: Send + Sync + 'static,
        P::End: Send + Sync + 'static,
    {
        let counted = |(end, count): (&P::End, &u64)| (end.clone(), Tally { settled: 0.0, count: *count });
        let ends = sampled.counts().iter().map(counted).collect();
        Ends::of::<P>(rules, ends, Basis { unsettled: 1.0, battles: sampled.n() })
    }

    pub(crate) fn of_reckoned<P>(rules: &Arc<P::Rules>, reckoned: Reckoned<P::End>) -> Ends
    where
        P: Playable + 'static,
        P::Rules: Send + Sync + 'static,
        P::End: Send + Sync + 'static,
    {
        if reckoned.is_exact() {
            return Ends::of_exact::<P>(rules, reckoned.settled);
        }
        let basis = Basis { unsettled: reckoned.unsettled, battles: reckoned.rest.n() };
        let settled = |(end, settled)| (end, Tally { settled, count: 0 });
        let mut ends: Vec<(P::End, Tally)> = reckoned.settled.into_pairs().into_iter().map(settled).collect();
        let counted = |(end, count): (&P::End, &u64)| (end.clone(), Tally { settled: 0.0, count: *count });
        ends.extend(reckoned.rest.counts().iter().map(counted));
        Ends::of::<P>(rules, ends, basis)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ranked().len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ranked().is_empty()
    }

    /// The probability of each end, likeliest first, without telling any.
    pub fn probabilities(&self) -> impl Iterator<Item = f64> + '_ {
        self.ranked().iter().map(|(_, tally)| self.share(*tally).p)
    }

    /// The ends one by one, likeliest first, each told when it is come to.
    pub fn iter(&self) -> impl Iterator<Item = EndReport> + '_ {
        self.ranked().iter().map(|&(end, tally)| {
            let Share { p, interval } = self.share(tally);
            let (end, words) = self.kept.tell(end);
            EndReport { p, interval, end, words }
        })
    }

    /// The likeliest ends as people read them, so many of them at most: those that read alike are one.
    pub fn alike(&self, read: usize) -> Vec<(Share, String)> {
        let mut place: BTreeMap<String, usize> = BTreeMap::new();
        let mut alike: Vec<(Tally, String)> = Vec::new();
        for &(end, tally) in self.ranked().iter().take(read) {
            let (_, words) = self.kept.tell(end);
            match place.get(&words) {
                Some(&index) => alike[index].0 += tally,
                None => {
                    place.insert(words.clone(), alike.len());
                    alike.push((tally, words));
                }
            }
        }
        let weight = |tally: &Tally| self.basis.weight(*tally);
        // Stable: lines of the same weight stay in the order in which they were come to.
        alike.sort_by(|(a, _), (b, _)| weight(b).total_cmp(&weight(a)));
        alike.into_iter().map(|(tally, words)| (self.share(tally), words)).collect()
    }

    pub(crate) fn basis(&self) -> Basis {
        self.basis
    }

    pub(crate) fn heads(&self) -> Vec<(&'static str, String, Unit)> {
        self.kept.heads()
    }

    /// Every end's figures with what speaks for it.
    pub(crate) fn each(&self, visit: &mut dyn FnMut(&[i64], Tally)) {
        match &self.given {
            None => self.kept.each(visit),
            Some((holds, _)) => self.kept.each(&mut |values, tally| {
                if holds(values) {
                    visit(values, tally);
                }
            }),
        }
    }

    /// The ends of which a condition on their figures holds, their probabilities given that it does. None where it
    /// never does.
    pub(crate) fn given(&self, holds: Arc<Holds>) -> Option<Ends> {
        let known = self.given.clone();
        let both: Arc<Holds> = match known {
            None => holds,
            Some((known, _)) => Arc::new(move |values: &[i64]| known(values) && holds(values)),
        };
        let mut whole = Tally::default();
        self.kept.each(&mut |values, tally| {
            if both(values) {
                whole += tally;
            }
        });
        (self.basis.weight(whole) > 0.0).then(|| Ends {
            kept: Arc::clone(&self.kept),
            basis: self.basis,
            given: Some((both, self.basis.share(whole))),
            ranked: OnceLock::new(),
        })
    }

    /// The probability of what a tally speaks for, given what is known of the end.
    pub(crate) fn share(&self, tally: Tally) -> Share {
        let share = self.basis.share(tally);
        self.given.as_ref().map_or(share, |(_, whole)| share.given(*whole))
    }

    /// The probability of what is known of the end.
    pub(crate) fn whole(&self) -> Share {
        self.given.as_ref().map_or(Share { p: 1.0, interval: None }, |(_, whole)| *whole)
    }
}
