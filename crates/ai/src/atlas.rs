//! What a player learns from the map and the public order of battle before the first move: ways,
//! distances, railways, and what a unit of a type and size is worth on average.

use grognard_board::{Direction, HEXES_MAX, Hex, HexSet, Reach, Settlement, Terrain};
use grognard_damos::{Arm, Campaign, Size, UnitId, Units};
use grognard_umpire::Side;

/// The map as a staff officer has it in his head; the same for the whole game.
pub(crate) struct Atlas {
    /// The hexes in play.
    pub(crate) area: HexSet,
    /// Movement points from each hex to the objective for wheels and tracks, enemies left out.
    pub(crate) to_objective: Vec<f64>,
    /// Steps along the rails from each hex to the objective; 255 where there are none.
    pub(crate) rails_to_objective: Vec<u8>,
    /// The objective and the hexes around it.
    pub(crate) ring: HexSet,
    /// Cities of the second player's side, the major one included.
    pub(crate) cities: HexSet,
    /// The row of each hex.
    pub(crate) row: Vec<f64>,
    /// Half points to enter each hex, on wheels and on foot.
    cost: Vec<[u8; 2]>,
    river: [u8; 2],
    ban: HexSet,
    walkers: Units,
    /// What a unit is thought to be worth by those who may not look.
    average: Vec<u8>,
}

/// A march to be weighed: who goes from where, with how many half points.
pub(crate) struct March {
    pub(crate) units: Units,
    pub(crate) from: Hex,
    pub(crate) points: u8,
    /// Where the enemy stands: such a hex may be entered and not left.
    pub(crate) enemies: HexSet,
    /// Where the force may not go.
    pub(crate) barred: HexSet,
    /// Whether rivers count.
    pub(crate) rivers: bool,
}

/// No march has more steps than this.
const STEPS_MAX: usize = 60;

impl Atlas {
    pub(crate) fn new(rules: &Campaign) -> Atlas {
        let board = &rules.board;
        let area = *rules.whole_area();
        let cost: Vec<[u8; 2]> = board
            .hexes()
            .map(|hex| {
                let effects = rules.charts.ground(rules.ground(hex));
                [effects.half_points, effects.half_points_foot]
            })
            .collect();
        let ban = board
            .hexes()
            .filter(|&hex| {
                !rules.options.combined
                    && board.terrain(hex) == Terrain::Marsh
                    && board.settlement(hex).is_none()
                    && board.id(hex).row() == rules.special.marsh_ban_row
            })
            .collect();
        let city = |hex: Hex| matches!(board.settlement(hex), Some(Settlement::City | Settlement::MajorCity));
        let all = |keep: &dyn Fn(UnitId) -> bool| -> Units {
            (0..rules.counters.len() as u8).map(UnitId).filter(|&unit| keep(unit)).collect()
        };
        let river = rules.charts.river();
        let mut atlas = Atlas {
            area,
            to_objective: Vec::new(),
            rails_to_objective: rail_steps(rules, &area),
            ring: board.around(rules.objective).and(&area),
            cities: board
                .hexes()
                .filter(|&hex| area.has(hex) && city(hex) && board.side(hex) == Side::Second)
                .collect(),
            row: board.hexes().map(|hex| f64::from(board.id(hex).row())).collect(),
            cost,
            river: [river.half_points, river.half_points_foot],
            ban,
            walkers: all(&|unit| rules.counter(unit).arm.is_on_foot()),
            average: averages(rules),
        };
        atlas.ring.put(rules.objective);
        // Ways are as long back as forth but for the ground of their ends, which is near enough here.
        let steps = |from: Hex, way: Direction, to: Hex| {
            (area.has(to) && !atlas.ban.has(to)).then(|| atlas.step(rules, false, from, way, to, true))
        };
        let reach = board.reach(rules.objective, 250, &steps);
        let to_objective = board.hexes().map(|hex| f64::from(reach.cost(hex).unwrap_or(250)) / 2.0).collect();
        atlas.to_objective = to_objective;
        atlas
    }

    /// The strength an enemy unit is taken to have: the average of its type and size on its side.
    pub(crate) fn guess(&self, unit: UnitId) -> u8 {
        self.average[unit.index()]
    }

    fn step(&self, rules: &Campaign, foot: bool, from: Hex, way: Direction, to: Hex, rivers: bool) -> u8 {
        let class = usize::from(foot);
        let river = if rivers && rules.board.river(from, way) { self.river[class] } else { 0 };
        self.cost[to.index()][class] + river
    }

    /// Everything some units can march to; enemies' hexes may be entered and not left.
    pub(crate) fn reach(&self, rules: &Campaign, march: &March) -> Reach {
        let foot = march.units.within(self.walkers);
        let ours = march.units.iter().next().map(|unit| rules.side_of(unit));
        let ban = ours == Some(Side::First);
        let costs = |at: Hex, way: Direction, to: Hex| {
            if (march.enemies.has(at) && at != march.from) || !self.area.has(to) || march.barred.has(to) {
                return None;
            }
            if ban && self.ban.has(to) {
                return None;
            }
            Some(self.step(rules, foot, at, way, to, march.rivers))
        };
        rules.board.reach(march.from, march.points, &costs)
    }

    /// The first step of the cheapest way of a march to a goal within its reach.
    pub(crate) fn first_step(&self, rules: &Campaign, march: &March, goal: Hex) -> Option<Hex> {
        let reach = self.reach(rules, march);
        let foot = march.units.within(self.walkers);
        let mut at = goal;
        for _ in 0..STEPS_MAX {
            let cost = reach.cost(at)?;
            let back = rules.board.neighbours(at).find(|&(way, before)| {
                let entered = march.enemies.has(before) && before != march.from;
                !entered
                    && reach.cost(before).is_some_and(|spent| {
                        spent + self.step(rules, foot, before, way.back(), at, march.rivers) == cost
                    })
            });
            let (_, before) = back?;
            if before == march.from {
                return Some(at);
            }
            at = before;
        }
        None
    }

    /// Whether units go on foot, all of them.
    pub(crate) fn on_foot(&self, units: Units) -> bool {
        units.within(self.walkers)
    }

    /// Those of some units that go on foot.
    pub(crate) fn walkers_of(&self, units: Units) -> Units {
        units.both(self.walkers)
    }
}

/// Steps along the rails to the objective.
fn rail_steps(rules: &Campaign, area: &HexSet) -> Vec<u8> {
    let mut steps = vec![u8::MAX; HEXES_MAX];
    let mut frontier = vec![rules.objective];
    steps[rules.objective.index()] = 0;
    let mut count = 0u8;
    while !frontier.is_empty() && count < 200 {
        count += 1;
        let mut next = Vec::new();
        for hex in frontier {
            for to in rules.board.along_rails(hex) {
                if area.has(to) && steps[to.index()] == u8::MAX {
                    steps[to.index()] = count;
                    next.push(to);
                }
            }
        }
        frontier = next;
    }
    steps
}

/// The average printed strength of each unit's type and size on its side, rounded to the nearest.
fn averages(rules: &Campaign) -> Vec<u8> {
    let kind = |index: usize| -> (Side, Arm, Size) {
        let counter = &rules.counters[index];
        (counter.nation.side(), counter.arm, counter.size)
    };
    (0..rules.counters.len())
        .map(|index| {
            let alike = (0..rules.counters.len()).filter(|&other| kind(other) == kind(index));
            let (sum, count) = alike.fold((0u32, 0u32), |(sum, count), other| {
                (sum + u32::from(rules.counters[other].strength), count + 1)
            });
            ((2 * sum + count) / (2 * count)).max(1) as u8
        })
        .collect()
}
