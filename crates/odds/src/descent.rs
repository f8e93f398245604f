//! Exact odds of a procedure with ranks: probability runs from rank to rank, and what lies behind is forgotten.
//!
//! Large ranks are shared out over threads. States stand on shelves by their hash, and every shelf takes what is poured
//! on it in the order in which one thread alone would have poured it; so every sum is the same to the last bit for
//! any number of threads.

use crate::budget::{Patience, Spent};
use crate::exact::{Counted, NEGLIGIBLE};
use crate::graph::bytes_of;
use crate::odometer::{ANSWERS_EVERYTHING, Wheels};
use crate::spread::{Gathering, Odds};
use grognard_umpire::{Choice, Flow, Procedure, Stopped};
use indexmap::IndexMap;
use indexmap::map::Slice;
use indexmap::map::raw_entry_v1::{RawEntryApiV1, RawEntryMut};
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// No single step may take more than this share of the outcomes allowed: one that is given up half-way has to be
/// taken back.
const SHARE_OF_A_STEP: usize = 8;
/// Over so many shelves the states of large ranks are spread; more than there are threads, so that they share evenly.
pub(crate) const SHELVES: usize = 16;
/// A rank whose states take so many bytes is shared out: it takes the longer to follow a state the more there is to it.
const SHARED_FROM_BYTES: usize = 1 << 15;
/// Fewer states than this are never shared out.
const SHARED_FROM: usize = 128;
/// So many states are followed by one thread at a time.
const CHUNK: usize = 32;
/// The bytes are added up with the first outcome of a step and then every so often.
const WEIGHED_EVERY: usize = 64;
/// Fewer outcomes than this are poured by one thread.
const POURED_SHARED_FROM: usize = 1 << 13;
/// About so many outcomes are gathered before they are poured.
const GATHERED: usize = 1 << 16;
/// A chunk with more outcomes than this would take too much room: it is followed by one thread, state by state.
const CHUNK_MAX: usize = 1 << 18;

/// The states of a rank, with the probability that has come to each, in the order in which they were come to.
type Mass<P> = IndexMap<P, f64, FxBuildHasher>;

/// Some of them, one after the other.
type Chunk<P> = Slice<P, f64>;

/// The states of a layer in chunks.
fn chunks_of<P>(mass: &Mass<P>) -> impl Iterator<Item = &Chunk<P>> {
    let chunk = |first: usize| &mass.as_slice()[first..mass.len().min(first + CHUNK)];
    (0..mass.len()).step_by(CHUNK).map(chunk)
}

fn hash_of<P: Procedure>(state: &P) -> u64 {
    FxBuildHasher.hash_one(state)
}

/// Some of the states that wait, rank by rank.
struct Shelf<P> {
    /// Kept with the lowest rank last; few are open at a time.
    layers: Vec<(u32, Mass<P>)>,
    /// Layers that are done with: their memory is used again.
    spare: Vec<Mass<P>>,
}

impl<P: Procedure> Shelf<P> {
    fn new() -> Self {
        Shelf { layers: Vec::new(), spare: Vec::new() }
    }

    /// Adds probability to a state; says whether it is a new one.
    #[inline]
    fn pour(&mut self, rank: u32, hash: u64, state: P, p: f64) -> bool {
        let layers = &mut self.layers;
        let after = layers.iter().rposition(|(other, _)| *other >= rank).map_or(0, |index| index + 1);
        let index = if after == 0 || layers[after - 1].0 != rank {
            layers.insert(after, (rank, self.spare.pop().unwrap_or_default()));
            after
        } else {
            after - 1
        };
        match layers[index].1.raw_entry_mut_v1().from_key_hashed_nocheck(hash, &state) {
            RawEntryMut::Occupied(mut entry) => {
                *entry.get_mut() += p;
                false
            }
            RawEntryMut::Vacant(entry) => {
                entry.insert_hashed_nocheck(hash, state, p);
                true
            }
        }
    }

    /// The lowest rank on it.
    fn lowest(&self) -> Option<u32> {
        self.layers.last().map(|(rank, _)| *rank)
    }

    /// Takes the states of a rank off it, if it is the lowest.
    fn take(&mut self, rank: u32) -> Option<Mass<P>> {
        self.layers.pop_if(|(lowest, _)| *lowest == rank).map(|(_, mass)| mass)
    }

    /// Takes a layer back that is done with.
    fn take_back(&mut self, mut mass: Mass<P>) {
        mass.clear();
        self.spare.push(mass);
    }
}

/// A state that is come to: its rank, its hash, and the probability that comes to it.
type Coming<P> = (u32, u64, P, f64);

/// A shelf, what the chunks have for it in their order, and how many new states that makes.
type ToPour<'a, P> = (&'a mut Shelf<P>, Vec<Vec<Coming<P>>>, usize);

/// What a chunk of states leads to, before it is poured.
struct Gathered<P: Procedure> {
    /// By shelf.
    states: Vec<Vec<Coming<P>>>,
    ends: Vec<(P::End, f64)>,
    /// The probability of those ends.
    settled: f64,
    outcomes: usize,
    /// Why it was not followed to its end.
    failed: Option<Failed>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Failed {
    /// There was no more patience.
    OutOfPatience,
    /// It has too many outcomes to be gathered.
    TooMuch,
}

/// The odds while they are counted out.
pub(crate) struct Descent<'a, P: Procedure, D> {
    rules: &'a P::Rules,
    decide: &'a D,
    patience: &'a Patience<'a>,
    wheels: Wheels,
    threads: usize,
    /// One, until there are so many states that it pays to have more.
    shelves: Vec<Shelf<P>>,
    ends: Gathering<P::End>,
    /// How many states wait, those of the rank under way among them.
    waiting: usize,
    spent: Spent,
}

impl<'a, P, D> Descent<'a, P, D>
where
    P: Procedure + Send + Sync,
    P::Rules: Sync,
    P::End: Send,
    D: Fn(&P, &Choice<'_>) -> usize + Sync,
{
    pub(crate) fn new(
        rules: &'a P::Rules,
        decide: &'a D,
        patience: &'a Patience<'a>,
        wheels: Wheels,
        threads: usize,
    ) -> Self {
        let (shelves, ends) = (vec![Shelf::new()], Gathering::default());
        Descent {
            rules,
            decide,
            patience,
            wheels,
            threads,
            shelves,
            ends,
            waiting: 0,
            spent: Spent::default(),
        }
    }

    pub(crate) fn run(mut self, start: &P, rank: u32) -> Counted<P> {
        self.pour(rank, start.clone().trimmed(self.rules), 1.0);
        while let Some(rank) = self.shelves.iter().filter_map(Shelf::lowest).min() {
            // They are followed where they lie: states are large, and to move them would take a while.
            let layer: Vec<Mass<P>> = self.shelves.iter_mut().filter_map(|shelf| shelf.take(rank)).collect();
            let count = layer.iter().map(Mass::len).sum();
            let followed = match count >= SHARED_FROM && count * size_of::<P>() >= SHARED_FROM_BYTES {
                true => self.follow_shared(rank, &layer),
                false => self.follow_alone(rank, layer.iter().flatten()),
            };
            if followed < count {
                return self.given_up(layer.into_iter().flatten().skip(followed).collect());
            }
            self.waiting -= count;
            self.shelves.iter_mut().zip(layer).for_each(|(shelf, mass)| shelf.take_back(mass));
            self.patience.progress().settle(self.ends.total());
        }
        Counted {
            odds: Odds::of_reached(self.ends.finish(self.threads), self.spent.states),
            open: Vec::new(),
        }
    }

    /// Follows states one by one; how many, if patience runs out before they are done.
    fn follow_alone<'s>(&mut self, rank: u32, states: impl Iterator<Item = (&'s P, &'s f64)>) -> usize {
        let mut wheels = std::mem::take(&mut self.wheels);
        let followed = states
            .take_while(|(from, p)| {
                self.spent.states += 1;
                self.follow(&mut wheels, rank, from, **p)
            })
            .count();
        self.wheels = wheels;
        followed
    }

    /// Follows a state's step to all it can lead to; false where patience ran out, with nothing changed.
    fn follow(&mut self, wheels: &mut Wheels, rank: u32, from: &P, p: f64) -> bool {
        let (rules, decide, patience) = (self.rules, self.decide, self.patience);
        let decider = |choice: &Choice<'_>| Some(decide(from, choice));
        let longest = (patience.budget().outcomes / SHARE_OF_A_STEP).max(1);
        let mut followed = 0;
        let within = wheels.each_outcome(from, rules, &decider, |position, flow| {
            followed += 1;
            self.spent.outcomes += 1;
            self.take(rank, from, flow, p * position.chance());
            if followed % WEIGHED_EVERY == 1 {
                self.spent.bytes = bytes_of::<(P, f64)>(self.waiting) + self.ends.bytes();
            }
            followed <= longest && patience.allows(self.spent)
        });
        if !within && !patience.progress().stopped() {
            // What this step has led to so far is taken back, in the order in which it came.
            wheels.each_outcome(from, rules, &decider, |position, flow| {
                followed -= 1;
                self.take(rank, from, flow, -p * position.chance());
                followed > 0
            });
        }
        within
    }

    #[inline]
    fn take(&mut self, rank: u32, from: &P, flow: Flow<P>, p: f64) {
        match flow {
            Ok(Continue(to)) => {
                let to = to.trimmed(self.rules);
                let higher = rank_of(&to, self.rules);
                assert!(higher > rank, "a step that does not get further: {from:?} to {to:?}");
                self.pour(higher, to, p);
            }
            Ok(Break(end)) => self.ends.add(end, p),
            Err(Stopped) => unreachable!("{ANSWERS_EVERYTHING}"),
        }
    }

    /// Adds probability to a state.
    #[inline]
    fn pour(&mut self, rank: u32, state: P, p: f64) {
        let hash = hash_of(&state);
        let shelf = place_of(hash, self.shelves.len());
        self.waiting += usize::from(self.shelves[shelf].pour(rank, hash, state, p));
    }

    /// Spreads what waits over all shelves.
    fn spread_out(&mut self) {
        let Some(only) = self.shelves.pop().filter(|_| self.shelves.is_empty()) else { return };
        self.shelves = (0..SHELVES).map(|_| Shelf::new()).collect();
        for (rank, mass) in only.layers {
            for (state, p) in mass {
                let hash = hash_of(&state);
                self.shelves[place_of(hash, SHELVES)].pour(rank, hash, state, p);
            }
        }
    }

    /// Follows many states on several threads; how many, if patience runs out before they are done. Chunks are poured
    /// in their order, whoever followed them, so that their number changes nothing.
    fn follow_shared(&mut self, rank: u32, layer: &[Mass<P>]) -> usize {
        if self.shelves.len() == 1 {
            self.spread_out();
        }
        let chunks: Vec<&Chunk<P>> = layer.iter().flat_map(chunks_of).collect();
        let before = |chunk: usize| chunks[..chunk].iter().map(|chunk| chunk.len()).sum();
        let mut first = 0;
        while first < chunks.len() {
            let gathered = self.gather(rank, &chunks[first..]);
            let mut poured = Vec::with_capacity(gathered.len());
            let mut failed = None;
            for (chunk, mut gathered) in chunks[first..].iter().zip(gathered) {
                failed = gathered.failed.or_else(|| self.spends(chunk.len(), &gathered));
                if failed.is_some() {
                    break;
                }
                self.ends.take_in(std::mem::take(&mut gathered.ends), gathered.settled, self.threads);
                poured.push(gathered.states);
            }
            first += poured.len();
            self.pour_shared(poured);
            match failed {
                None => {}
                Some(Failed::OutOfPatience) => return before(first),
                Some(Failed::TooMuch) => {
                    let followed = self.follow_alone(rank, chunks[first].iter());
                    if followed < chunks[first].len() {
                        return before(first) + followed;
                    }
                    first += 1;
                }
            }
        }
        before(chunks.len())
    }

    /// Takes down what a chunk has cost, if it is not too much.
    fn spends(&mut self, states: usize, gathered: &Gathered<P>) -> Option<Failed> {
        let spent = Spent {
            states: self.spent.states + states,
            outcomes: self.spent.outcomes + gathered.outcomes,
            bytes: bytes_of::<(P, f64)>(self.waiting) + self.ends.bytes(),
        };
        if !self.patience.allows(spent) {
            return Some(Failed::OutOfPatience);
        }
        self.spent = spent;
        None
    }

    /// Follows the first of some chunks, as many as come to about as many outcomes as may be gathered.
    fn gather(&self, rank: u32, chunks: &[&Chunk<P>]) -> Vec<Gathered<P>> {
        let (rules, decide, watched) = (self.rules, self.decide, self.patience.watched());
        let leaves_open = self.wheels.leaves_open;
        let (next, outcomes) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let work = || {
            let patience = watched.patience();
            let mut wheels = Wheels::leaving_open(leaves_open);
            let mut room = Room::default();
            let mut done = Vec::new();
            while outcomes.load(Relaxed) < GATHERED {
                let number = next.fetch_add(1, Relaxed);
                let Some(chunk) = chunks.get(number) else { break };
                let gathered =
                    gather_chunk(rank, chunk, (rules, decide), &patience, (&mut wheels, &mut room));
                outcomes.fetch_add(gathered.outcomes.max(1), Relaxed);
                done.push((number, gathered));
            }
            done
        };
        let done = on_threads(self.threads.min(chunks.len()), &work);
        let mut done: Vec<(usize, Gathered<P>)> = done.into_iter().flatten().collect();
        done.sort_unstable_by_key(|(number, _)| *number);
        done.into_iter().map(|(_, gathered)| gathered).collect()
    }

    /// Pours what chunks have led to, each shelf by one thread.
    fn pour_shared(&mut self, poured: Vec<Vec<Vec<Coming<P>>>>) {
        let mut by_shelf: Vec<Vec<Vec<Coming<P>>>> = (0..SHELVES).map(|_| Vec::new()).collect();
        let mut count = 0;
        for chunk in poured {
            for (shelf, coming) in by_shelf.iter_mut().zip(chunk) {
                count += coming.len();
                shelf.push(coming);
            }
        }
        let threads = if count < POURED_SHARED_FROM { 1 } else { self.threads };
        let mut work: Vec<ToPour<'_, P>> =
            self.shelves.iter_mut().zip(by_shelf).map(|(shelf, chunks)| (shelf, chunks, 0)).collect();
        each_on_threads(threads, &mut work, &|(shelf, chunks, new): &mut ToPour<'_, P>| {
            for (rank, hash, to, p) in std::mem::take(chunks).into_iter().flatten() {
                *new += usize::from(shelf.pour(rank, hash, to, p));
            }
        });
        let new: usize = work.iter().map(|(.., new)| new).sum();
        self.waiting += new;
    }

    /// What is settled and what is open when patience runs out.
    fn given_up(self, mut open: Vec<(P, f64)>) -> Counted<P> {
        let mut rest: Vec<(u32, Mass<P>)> = self.shelves.into_iter().flat_map(|shelf| shelf.layers).collect();
        rest.sort_by_key(|(rank, _)| *rank);
        open.extend(rest.into_iter().flat_map(|(_, mass)| mass));
        // What was taken back leaves crumbs in the last bits.
        open.retain(|(_, p)| *p > NEGLIGIBLE);
        let mut ends = self.ends.finish_apart(self.threads);
        ends.retain(|(_, p)| *p > NEGLIGIBLE);
        Counted { odds: Odds::new(ends, self.spent.states), open }
    }
}

fn rank_of<P: Procedure>(state: &P, rules: &P::Rules) -> u32 {
    state.rank(rules).expect("every state of a procedure with ranks has one")
}

/// The shelf that a state stands on. Look-ups go by the lowest and the highest bits of a hash; these lie between.
#[inline]
pub(crate) fn place_of(hash: u64, shelves: usize) -> usize {
    (hash >> 32) as usize & (shelves - 1)
}

/// As much as the last chunk led to, for each shelf and of ends: the next will need about as much room.
#[derive(Default)]
struct Room {
    states: [usize; SHELVES],
    ends: usize,
}

/// Follows a chunk of states without pouring anything.
fn gather_chunk<P: Procedure>(
    rank: u32,
    chunk: &Chunk<P>,
    (rules, decide): (&P::Rules, &impl Fn(&P, &Choice<'_>) -> usize),
    patience: &Patience<'_>,
    (wheels, room): (&mut Wheels, &mut Room),
) -> Gathered<P> {
    let mut gathered = Gathered {
        states: room.states.iter().map(|&count| Vec::with_capacity(count)).collect(),
        ends: Vec::with_capacity(room.ends),
        settled: 0.0,
        outcomes: 0,
        failed: None,
    };
    let longest = (patience.budget().outcomes / SHARE_OF_A_STEP).clamp(1, CHUNK_MAX);
    for (from, p) in chunk {
        let before = gathered.outcomes;
        wheels.each_outcome(
            from,
            rules,
            &|choice: &Choice<'_>| Some(decide(from, choice)),
            |position, flow| {
                gathered.outcomes += 1;
                let p = p * position.chance();
                match flow {
                    Ok(Continue(to)) => {
                        let to = to.trimmed(rules);
                        let higher = rank_of(&to, rules);
                        assert!(higher > rank, "a step that does not get further: {from:?} to {to:?}");
                        let hash = hash_of(&to);
                        gathered.states[place_of(hash, SHELVES)].push((higher, hash, to, p));
                    }
                    Ok(Break(end)) => {
                        gathered.settled += p;
                        gathered.ends.push((end, p));
                    }
                    Err(Stopped) => unreachable!("{ANSWERS_EVERYTHING}"),
                }
                if gathered.outcomes > CHUNK_MAX || gathered.outcomes - before > longest {
                    gathered.failed = Some(Failed::TooMuch);
                } else if !patience.allows(Spent::default()) {
                    gathered.failed = Some(Failed::OutOfPatience);
                }
                gathered.failed.is_none()
            },
        );
        if gathered.failed.is_some() {
            break;
        }
    }
    *room =
        Room { states: std::array::from_fn(|shelf| gathered.states[shelf].len()), ends: gathered.ends.len() };
    gathered
}

/// Does the same work on so many threads, this one among them.
pub(crate) fn on_threads<T: Send>(threads: usize, work: &(impl Fn() -> T + Sync)) -> Vec<T> {
    if threads <= 1 {
        return vec![work()];
    }
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut all = vec![work()];
        all.extend(others.into_iter().map(joined));
        all
    })
}

/// Does work on each of some things, shared out over so many threads, this one among them.
pub(crate) fn each_on_threads<T: Send>(threads: usize, things: &mut [T], work: &(impl Fn(&mut T) + Sync)) {
    let share = things.len().div_ceil(threads.max(1)).max(1);
    std::thread::scope(|scope| {
        let mut shares = things.chunks_mut(share);
        let own = shares.next();
        let others: Vec<_> =
            shares.map(|share| scope.spawn(move || share.iter_mut().for_each(work))).collect();
        own.into_iter().flatten().for_each(work);
        others.into_iter().for_each(joined);
    });
}

fn joined<T>(handle: std::thread::ScopedJoinHandle<'_, T>) -> T {
    handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}
