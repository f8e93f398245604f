//! The ends of a report, told one by one as they are asked for.
//!
//! A battle may have hundreds of thousands of ends, of which a page shows eight. They are kept as the rules made
//! them; facts and words are made for those that are read.

use crate::column::Column;
use crate::kept::KeptEnds;
use crate::report::Share;
use grognard_odds::{Interval, Odds, PartTables, Reckoned, Sampled, chance};
use grognard_umpire::{Fact, Playable, Unit};
use rustc_hash::FxHashMap;
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

/// An end that is told: its place among those kept, and how each of its open parts came out.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct EndId {
    pub(crate) kept: u32,
    pub(crate) parts: Box<[u16]>,
}

/// The ends as the rules made them.
pub(crate) trait Kept: Send + Sync {
    /// The figures' keys, words and units, in the system's order.
    fn heads(&self) -> Vec<(&'static str, String, Unit)>;
    /// How each figure is distributed by itself, in that order.
    fn columns(&self) -> Vec<Column>;
    /// Every end's figures, in that order, with what speaks for it. An end that was reached in several ways may come
    /// several times, and ends that differ only in parts which no figure reads come together.
    fn each(&self, visit: &mut dyn FnMut(&[i64], Tally));
    /// How many ends there are of which a condition holds.
    fn count(&self, holds: Option<&Holds>) -> usize;
    /// The ends likeliest first, each once, those of which a condition holds.
    fn ranked<'a>(&'a self, holds: Option<&Holds>) -> Box<dyn Iterator<Item = (EndId, Tally)> + 'a>;
    /// An end in facts and words.
    fn tell(&self, end: &EndId) -> (Fact, String);
    /// An end in words alone.
    fn words(&self, end: &EndId) -> String;
}

/// The ends of a report, likeliest first.
#[derive(Clone)]
pub struct Ends {
    kept: Arc<dyn Kept>,
    basis: Basis,
    /// What is known of the end beside the odds, with its probability.
    given: Option<(Arc<Holds>, Share)>,
    /// How many there are, counted when first asked for.
    count: OnceLock<usize>,
}

impl fmt::Debug for Ends {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ends", self.len())
    }
}

impl Ends {
    fn of<P>(
        rules: &Arc<P::Rules>,
        settled: Vec<(P::End, f64)>,
        fought: Vec<(P::End, u64)>,
        tables: PartTables<P::End>,
        basis: Basis,
    ) -> Ends
    where
        P: Playable + 'static,
        P::Rules: Send + Sync + 'static,
        P::End: Send + Sync + 'static,
    {
        let kept: KeptEnds<P> = KeptEnds::new(Arc::clone(rules), settled, fought, tables, basis);
        Ends { kept: Arc::new(kept), basis, given: None, count: OnceLock::new() }
    }

    fn ranked(&self) -> Box<dyn Iterator<Item = (EndId, Tally)> + '_> {
        self.kept.ranked(self.holds())
    }

    fn holds(&self) -> Option<&Holds> {
        self.given.as_ref().map(|(holds, _)| &**holds)
    }

    pub(crate) fn of_exact<P>(rules: &Arc<P::Rules>, odds: Odds<P::End>) -> Ends
    where
        P: Playable + 'static,
        P::Rules: Send + Sync + 'static,
        P::End: Send + Sync + 'static,
    {
        Ends::of::<P>(rules, odds.into_pairs(), Vec::new(), PartTables::default(), Basis::EXACT)
    }

    pub(crate) fn of_sample<P>(rules: &Arc<P::Rules>, sampled: &Sampled<P::End>) -> Ends
    where
        P: Playable + 'static,
        P::Rules: Send + Sync + 'static,
        P::End: Send + Sync + 'static,
    {
        let fought = sampled.counts().iter().map(|(end, count)| (end.clone(), *count)).collect();
        let basis = Basis { unsettled: 1.0, battles: sampled.n() };
        Ends::of::<P>(rules, Vec::new(), fought, PartTables::default(), basis)
    }

    pub(crate) fn of_reckoned<P>(rules: &Arc<P::Rules>, reckoned: Reckoned<P::End>) -> Ends
    where
        P: Playable + 'static,
        P::Rules: Send + Sync + 'static,
        P::End: Send + Sync + 'static,
    {
        let Reckoned { settled, unsettled, rest, tables } = reckoned;
        let basis = if unsettled == 0.0 { Basis::EXACT } else { Basis { unsettled, battles: rest.n() } };
        let fought = rest.counts().iter().map(|(end, count)| (end.clone(), *count)).collect();
        Ends::of::<P>(rules, settled.into_pairs(), fought, tables, basis)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        *self.count.get_or_init(|| self.kept.count(self.holds()))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The probability of all of them together: 1, but for the last bits.
    pub fn total(&self) -> f64 {
        let mut whole = Tally::default();
        self.each(&mut |_, tally| whole += tally);
        self.share(whole).p
    }

    /// The ends one by one, likeliest first, each told when it is come to.
    pub fn iter(&self) -> impl Iterator<Item = EndReport> + '_ {
        self.ranked().map(|(end, tally)| {
            let Share { p, interval } = self.share(tally);
            let (end, words) = self.kept.tell(&end);
            EndReport { p, interval, end, words }
        })
    }

    /// The likeliest ends as people read them, so many of them at most: those that read alike are one.
    pub fn alike(&self, read: usize) -> Vec<(Share, String)> {
        let mut place: FxHashMap<String, usize> = FxHashMap::default();
        let mut alike: Vec<(Tally, String)> = Vec::new();
        for (end, tally) in self.ranked().take(read) {
            let words = self.kept.words(&end);
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

    /// How each figure is distributed by itself.
    pub(crate) fn columns(&self) -> Vec<Column> {
        if self.given.is_none() {
            return self.kept.columns();
        }
        let mut columns: Vec<Column> = self.heads().iter().map(|_| Column::default()).collect();
        self.each(&mut |values, tally| {
            columns.iter_mut().zip(values).for_each(|(column, value)| column.add(*value, tally));
        });
        columns
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
            count: OnceLock::new(),
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
