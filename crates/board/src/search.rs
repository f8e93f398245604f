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

/// What steps cost where they cost by kind: by the ground of the hex that is entered, by whether a river is
/// crossed, and less along railways.
#[derive(Clone, Debug)]
pub struct Kinds {
    /// The hexes that may be entered at all.
    pub open: HexSet,
    /// What entering costs: each cost with the hexes it is the cost of.
    pub entering: Vec<(u8, HexSet)>,
    /// What crossing a river costs more.
    pub river: u8,
    /// What a step along a railway costs, whatever it runs through.
    pub along_rails: u8,
    /// The hexes whose railways serve.
    pub rails: HexSet,
}

impl Board {
    /// The same as [`reach`](Board::reach) for costs by kind: all hexes of a cost take their step at once.
    pub fn reach_by_kind(&self, start: Hex, points: u8, kinds: &Kinds) -> Reach {
        let mut reach = Reach { cost: [u8::MAX; HEXES_MAX], reached: HexSet::EMPTY };
        let mut levels = vec![HexSet::EMPTY; usize::from(points) + 1];
        levels[0].put(start);
        for spent in 0..=points {
            // A step that costs nothing leads to the same level.
            loop {
                let new = levels[usize::from(spent)].less(&reach.reached);
                if new.is_empty() {
                    break;
                }
                reach.reached = reach.reached.or(&new);
                let (mut dry, mut any, mut linked) = (HexSet::EMPTY, HexSet::EMPTY, HexSet::EMPTY);
                for from in new.iter() {
                    reach.cost[from.index()] = spent;
                    dry = dry.or(self.around_dry(from));
                    any = any.or(self.around(from));
                    if kinds.rails.has(from) {
                        linked = linked.or(self.linked(from));
                    }
                }
                let open = kinds.open.less(&reach.reached);
                let mut step = |cost: u8, to: HexSet| {
                    if let Some(level) = levels.get_mut(usize::from(spent) + usize::from(cost)) {
                        *level = level.or(&to);
                    }
                };
                step(kinds.along_rails, linked.and(&kinds.rails).and(&open));
                for (cost, ground) in &kinds.entering {
                    let ground = ground.and(&open);
                    step(*cost, dry.and(&ground));
                    step(cost.saturating_add(kinds.river), any.and(&ground));
                }
            }
        }
        reach
    }

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
