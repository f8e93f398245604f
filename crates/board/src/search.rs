//! Searches: how far points reach, what a flood covers.

use crate::HEXES_MAX;
use crate::board::Board;
use crate::hex::{Direction, Hex};
use crate::set::HexSet;

/// What entering hexes costs, in whatever whole points the game counts.
pub trait Costs {
    /// The cost of the step from one hex into its neighbour; nothing where it may not be made.
    fn step(&self, from: Hex, way: Direction, to: Hex) -> Option<u8>;
}

impl<F: Fn(Hex, Direction, Hex) -> Option<u8>> Costs for F {
    fn step(&self, from: Hex, way: Direction, to: Hex) -> Option<u8> {
        self(from, way, to)
    }
}

/// The cheapest cost of every hex that a number of points reaches.
#[derive(Clone, Debug)]
pub struct Reach {
    cost: [u8; HEXES_MAX],
    reached: HexSet,
}

impl Reach {
    /// The cheapest cost of a hex; nothing where it is out of reach.
    #[inline]
    pub fn cost(&self, hex: Hex) -> Option<u8> {
        Some(self.cost[hex.index()]).filter(|_| self.reached.has(hex))
    }

    /// Every hex within reach, the start included.
    pub fn hexes(&self) -> &HexSet {
        &self.reached
    }
}

impl Board {
    /// Everything that can be reached from a hex with some points: Dijkstra's search with one set of
    /// hexes for each number of points, for costs are small whole numbers.
    pub fn reach(&self, start: Hex, points: u8, costs: &impl Costs) -> Reach {
        let mut reach = Reach { cost: [u8::MAX; HEXES_MAX], reached: HexSet::EMPTY };
        let mut levels = vec![HexSet::EMPTY; usize::from(points) + 1];
        reach.cost[start.index()] = 0;
        levels[0].put(start);
        for spent in 0..=points {
            while let Some(from) = levels[usize::from(spent)].pop() {
                if reach.reached.has(from) {
                    continue;
                }
                reach.reached.put(from);
                for (way, to) in self.neighbours(from) {
                    if reach.cost[to.index()] <= spent {
                        continue;
                    }
                    let Some(cost) = costs.step(from, way, to) else { continue };
                    let total = spent.saturating_add(cost);
                    if total <= points && total < reach.cost[to.index()] {
                        reach.cost[to.index()] = total;
                        levels[usize::from(total)].put(to);
                    }
                }
            }
        }
        reach
    }

    /// Everything connected with the sources through open hexes, the sources included; with a limit,
    /// only what lies within that many steps. A hex that is not open is covered when an open one (or a
    /// source) lies next to it, but nothing goes on through it.
    ///
    /// It answers "which hexes can trace a line of so many hexes to a source" for all hexes at once.
    pub fn flood(&self, sources: &HexSet, open: &HexSet, limit: Option<u8>) -> HexSet {
        let mut covered = *sources;
        let mut frontier = *sources;
        let mut steps = 0;
        while !frontier.is_empty() && limit.is_none_or(|limit| steps < limit) {
            let mut next = HexSet::EMPTY;
            for from in frontier.iter() {
                next = next.or(self.around(from));
            }
            next = next.less(&covered);
            covered = covered.or(&next);
            frontier = next.and(open);
            steps += 1;
        }
        covered
    }

    /// Whether a hex is connected with any of some goals, itself apart, through open hexes between.
    pub fn is_linked(&self, from: Hex, goals: &HexSet, open: &HexSet) -> bool {
        let (mut covered, mut frontier) = (HexSet::EMPTY, HexSet::EMPTY);
        let mut goals = *goals;
        goals.take(from);
        covered.put(from);
        frontier.put(from);
        while !frontier.is_empty() {
            let mut next = HexSet::EMPTY;
            for at in frontier.iter() {
                next = next.or(self.around(at));
            }
            if !next.and(&goals).is_empty() {
                return true;
            }
            next = next.less(&covered);
            covered = covered.or(&next);
            frontier = next.and(open);
        }
        false
    }

    /// The number of steps from each hex to the nearest source through open hexes; 255 where there is
    /// no way.
    pub fn steps_to(&self, sources: &HexSet, open: &HexSet) -> [u8; HEXES_MAX] {
        let mut steps = [u8::MAX; HEXES_MAX];
        let mut covered = *sources;
        let mut frontier = *sources;
        let mut count = 0;
        while !frontier.is_empty() {
            for hex in frontier.iter() {
                steps[hex.index()] = count;
            }
            let mut next = HexSet::EMPTY;
            for from in frontier.iter() {
                if open.has(from) || count == 0 {
                    next = next.or(self.around(from));
                }
            }
            frontier = next.less(&covered);
            covered = covered.or(&frontier);
            count = count.saturating_add(1);
        }
        steps
    }
}
