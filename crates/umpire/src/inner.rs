//! A whole procedure inside a step of another: a battle, a siege or a march of a campaign, played to its end.

use crate::ask::Asked;
use crate::procedure::Procedure;
use crate::side::Side;
use crate::swapped::Swapped;
use crate::umpire::Umpire;
use std::ops::ControlFlow::{Break, Continue};

/// Plays an inner procedure to its end within one step of the outer game. Its first side is played by `first`;
/// before each of its steps the outer position is posed, which `outer` makes of where the inner one has got to.
///
/// # Errors
/// [`Stopped`](crate::Stopped) where the umpire left a question open.
pub fn play_out<P: Procedure, Outer: Send + 'static>(
    mut inner: P,
    rules: &P::Rules,
    first: Side,
    ump: &mut impl Umpire,
    outer: impl Fn(&P) -> Outer,
) -> Asked<P::End> {
    loop {
        ump.pose(|| outer(&inner));
        match inner.step(rules, &mut Swapped::new(ump, first))? {
            Continue(next) => inner = next,
            Break(end) => return Ok(end),
        }
    }
}
