//! What best play makes large.

use super::Best;
use grognard_umpire::{BySide, Playable, Procedure, Side};

/// What ends are worth to the sides. A function of a side and an end is one.
pub trait Goal<P: Procedure>: Sync {
    /// What an end is worth to a side.
    fn worth(&self, side: Side, end: &P::End) -> i64;

    /// The states whose ends are together worth as much as those of a state, whoever plays how, but for what is
    /// returned. The state itself unless somebody knows better.
    fn at_stake(&self, state: P, parts: &mut Vec<P>) -> BySide<i64> {
        parts.push(state);
        BySide::default()
    }
}

impl<P: Procedure, F: Fn(Side, &P::End) -> i64 + Sync> Goal<P> for F {
    fn worth(&self, side: Side, end: &P::End) -> i64 {
        self(side, end)
    }
}

/// The objective that the rules state themselves, which know what of it is settled before the end.
pub struct Objective<'a, P: Procedure>(pub &'a P::Rules);

impl<P: Playable> Goal<P> for Objective<'_, P>
where
    P::Rules: Sync,
{
    fn worth(&self, side: Side, end: &P::End) -> i64 {
        P::objective(self.0, side, end)
    }

    fn at_stake(&self, state: P, parts: &mut Vec<P>) -> BySide<i64> {
        state.at_stake(self.0, parts)
    }
}

/// The goal as those see it who play at their best.
pub(super) struct Aim<'a, G: ?Sized> {
    pub(super) who: Best,
    pub(super) goal: &'a G,
}

impl<G: ?Sized> Aim<'_, G> {
    /// What an end is worth to them.
    pub(super) fn worth<P: Procedure>(&self, end: &P::End) -> f64
    where
        G: Goal<P>,
    {
        self.to_them(|side| self.goal.worth(side, end))
    }

    /// The states that a state comes down to, each with interchangeable things in order, and how much more it is worth.
    pub(super) fn at_stake<P: Procedure>(&self, state: P, rules: &P::Rules, parts: &mut Vec<P>) -> f64
    where
        G: Goal<P>,
    {
        let first = parts.len();
        let settled = self.goal.at_stake(state.trimmed(rules), parts);
        for part in &mut parts[first..] {
            *part = part.clone().lumped(rules);
        }
        self.to_them(|side| settled[side])
    }

    fn to_them(&self, worth: impl Fn(Side) -> i64) -> f64 {
        match self.who {
            Best::Side(side) => worth(side) as f64,
            Best::Both => (worth(Side::First) - worth(Side::Second)) as f64 / 2.0,
        }
    }
}
