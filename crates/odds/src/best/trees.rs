//! The tree of a step's questions: who chooses what, and where the dice lead.

use crate::graph::Target;
use crate::odometer::{Position, Wheel};
use grognard_umpire::Side;
use std::ops::Range;

/// A node of a step's tree of questions.
pub(super) enum Node {
    Leaf(Target),
    /// Dice alone: a stretch of the fans, every target once.
    Fan(Range<u32>),
    /// Dice with choices behind them.
    Chance(Vec<(f64, u32)>),
    Choose {
        side: Side,
        kids: Vec<u32>,
    },
    Together {
        columns: usize,
        kids: Vec<u32>,
    },
}

impl Node {
    /// Whether a choice stands at the root.
    pub(super) fn is_decision(&self) -> bool {
        matches!(self, Node::Choose { .. } | Node::Together { .. })
    }
}

/// The trees of steps. Most of every tree is dice, which are kept as fans.
#[derive(Default)]
pub(super) struct Trees {
    pub(super) nodes: Vec<Node>,
    pub(super) fans: Vec<(Target, f64)>,
}

impl Trees {
    fn push(&mut self, node: Node) -> u32 {
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    /// Dice that lead to these targets.
    fn fan(&mut self, mut targets: Vec<(Target, f64)>) -> u32 {
        let first = self.fans.len() as u32;
        // Stable, so that equal targets are added up in the order in which they were reached.
        targets.sort_by_key(|(target, _)| *target);
        targets.dedup_by(|(target, p), (kept, sum)| {
            let same = target == kept;
            if same {
                *sum += *p;
            }
            same
        });
        self.fans.append(&mut targets);
        self.push(Node::Fan(first..self.fans.len() as u32))
    }

    /// How many nodes and dice there are.
    pub(super) fn size(&self) -> (usize, usize) {
        (self.nodes.len(), self.fans.len())
    }

    /// Takes back what has grown since there were so many.
    pub(super) fn cut_back(&mut self, (nodes, fans): (usize, usize)) {
        self.nodes.truncate(nodes);
        self.fans.truncate(fans);
    }

    pub(super) fn bytes(&self) -> usize {
        // A choice's list of options is not on the list itself.
        self.nodes.len() * (size_of::<Node>() + 24) + self.fans.len() * size_of::<(Target, f64)>() * 3 / 2
    }
}

struct Frame {
    wheel: Wheel,
    at: usize,
    /// The probability of the branch being followed, where the wheel is a throw.
    chance: f64,
    kids: Vec<(f64, u32)>,
    /// What dice alone lead to.
    flat: Vec<(Target, f64)>,
}

/// The tree of a step, built while the odometer turns.
#[derive(Default)]
pub(super) struct Growing {
    frames: Vec<Frame>,
}

impl Growing {
    pub(super) fn add(&mut self, trees: &mut Trees, position: &Position<'_>, target: Target) {
        // The wheels that have not turned since the last outcome are the part of the tree they share.
        let same = |(depth, (_, at, ..)): &(usize, (Wheel, usize, u64, u64))| {
            self.frames.get(*depth).is_some_and(|frame| frame.at == *at)
        };
        let turned = position.wheels().enumerate().take_while(same).count();
        while self.frames.len() > turned + 1 {
            self.close(trees);
        }
        for (depth, (wheel, at, ways, of)) in position.wheels().enumerate().skip(turned) {
            let chance = ways as f64 / of as f64;
            match self.frames.get_mut(depth) {
                Some(frame) => (frame.at, frame.chance) = (at, chance),
                None => self.frames.push(Frame { wheel, at, chance, kids: Vec::new(), flat: Vec::new() }),
            }
        }
        match self.frames.last_mut() {
            Some(frame) if frame.wheel == Wheel::Chance => frame.flat.push((target, frame.chance)),
            _ => {
                let leaf = trees.push(Node::Leaf(target));
                self.attach(leaf);
            }
        }
    }

    fn attach(&mut self, node: u32) {
        if let Some(frame) = self.frames.last_mut() {
            frame.kids.push((frame.chance, node));
        }
    }

    fn close(&mut self, trees: &mut Trees) {
        let mut frame = self.frames.pop().expect("a frame to close");
        if frame.wheel == Wheel::Chance && frame.kids.is_empty() {
            // Dice behind dice are one throw.
            if let Some(outer) = self.frames.last_mut().filter(|outer| outer.wheel == Wheel::Chance) {
                outer.flat.extend(frame.flat.iter().map(|(target, p)| (*target, p * outer.chance)));
                return;
            }
        }
        let all = |kids: Vec<(f64, u32)>| kids.into_iter().map(|(_, node)| node).collect();
        let node = match frame.wheel {
            Wheel::Chance if frame.kids.is_empty() => trees.fan(frame.flat),
            Wheel::Chance => {
                if !frame.flat.is_empty() {
                    let fan = trees.fan(frame.flat);
                    frame.kids.push((1.0, fan));
                }
                trees.push(Node::Chance(frame.kids))
            }
            Wheel::Choose(side) => trees.push(Node::Choose { side, kids: all(frame.kids) }),
            Wheel::Together { columns } => {
                trees.push(Node::Together { columns: columns as usize, kids: all(frame.kids) })
            }
        };
        self.attach(node);
    }

    /// Closes what is open; the last node is the root.
    pub(super) fn finish(mut self, trees: &mut Trees) -> u32 {
        while !self.frames.is_empty() {
            self.close(trees);
        }
        trees.nodes.len() as u32 - 1
    }
}
