//! The longest legal part of a step that cannot be made whole. (5.9 of the design)

use super::*;

/// As much of a step as can be made, and what hinders more.
pub(super) struct Longest {
    pub(super) part: Option<(Step, Outcome)>,
    pub(super) why: Hindrance,
}

impl Walker<'_> {
    /// The longest part of a step that cannot be made whole, on whole mils or notches, and what hinders the next.
    pub(super) fn longest(&self, step: Step, why: Hindrance) -> Longest {
        let left = self.allowance - self.spent;
        // One more than is left cannot be paid for: no need to look farther.
        let payable = |whole: Mils| whole.min(left + Mils(1));
        match step {
            Step::Advance(whole) => self.bisected(payable(whole), why, &Step::Advance),
            Step::Back(whole) => self.bisected(payable(whole), why, &Step::Back),
            Step::Slip(to) => {
                let way = to - self.pose.at;
                let whole = Mils(way.square().isqrt() as i32);
                self.bisected(payable(whole), why, &|by| Step::Slip(self.pose.at + way.stretched(by)))
            }
            Step::Wheel(hand, whole) => self.longest_wheel(hand, whole.min(Notches::HALF), why),
            Step::Face(_) | Step::Change(_) => Longest { part: None, why },
        }
    }

    /// The longest part short of a whole that cannot be made.
    fn bisected(&self, whole: Mils, why: Hindrance, part: &dyn Fn(Mils) -> Step) -> Longest {
        let (mut low, mut high) = (0, whole.0);
        let mut longest = Longest { part: None, why };
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            match self.attempt(part(Mils(middle))) {
                Ok(outcome) => {
                    longest.part = Some((part(Mils(middle)), outcome));
                    low = middle;
                }
                Err(why) => {
                    longest.why = why;
                    high = middle;
                }
            }
        }
        longest
    }

    /// The longest part of a wheel: up to the piece that fails, then within that piece.
    fn longest_wheel(&self, hand: Hand, whole: Notches, why: Hindrance) -> Longest {
        let mut wheel = Wheel::new(self, hand);
        let mut why = why;
        while wheel.at < whole {
            let next = whole.min(Notches(wheel.at.0 + PIECE));
            let mut tried = wheel.clone();
            match tried.turn(next) {
                Ok(()) => wheel = tried,
                Err(hindrance) => {
                    why = hindrance;
                    let (start, mut low, mut high) = (wheel.clone(), wheel.at.0, next.0);
                    while high - low > 1 {
                        let middle = low + (high - low) / 2;
                        let mut tried = start.clone();
                        match tried.turn(Notches(middle)) {
                            Ok(()) => (wheel, low) = (tried, middle),
                            Err(hindrance) => (why, high) = (hindrance, middle),
                        }
                    }
                    break;
                }
            }
        }
        let part = (wheel.at.0 > 0).then_some((Step::Wheel(hand, wheel.at), wheel.outcome));
        Longest { part, why }
    }
}

/// A wheel under way: pieces of it, one after the other.
#[derive(Clone)]
pub(super) struct Wheel<'a> {
    walker: &'a Walker<'a>,
    hand: Hand,
    pivot: Point,
    frontage: Mils,
    pub(super) at: Notches,
    blocks: Vec<Block>,
    pub(super) outcome: Outcome,
}

impl<'a> Wheel<'a> {
    pub(super) fn new(walker: &'a Walker<'a>, hand: Hand) -> Wheel<'a> {
        let (layout, outcome) = (walker.layout, walker.outcome());
        let blocks = layout.blocks(walker.pose);
        Wheel {
            walker,
            hand,
            pivot: layout.pivot(hand),
            frontage: layout.frontage(hand),
            at: Notches(0),
            blocks,
            outcome,
        }
    }

    pub(super) fn cost(&self, by: Notches) -> Mils {
        wheel_cost(self.frontage, by)
    }

    /// Goes on to an angle from where it is.
    pub(super) fn turn(&mut self, to: Notches) -> Result<(), Hindrance> {
        let walker = self.walker;
        let pose = walker.pose.turned_about(self.pivot, self.hand, to);
        let blocks = walker.layout.blocks(pose);
        let sweeps: Vec<Sweep> =
            self.blocks.iter().zip(&blocks).map(|(from, to)| Sweep::between(from, to)).collect();
        let spine = [pose.place(0, walker.rear), pose.at];
        self.outcome.cost = self.cost(to);
        walker
            .pass(&Passage { sweeps: &sweeps, spine, way: [walker.pose.at, pose.at] }, &mut self.outcome)?;
        (self.at, self.blocks, self.outcome.pose) = (to, blocks, pose);
        Ok(())
    }
}
