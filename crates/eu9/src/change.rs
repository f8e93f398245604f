//! Making change: an A counter that loses men is shown by smaller ones, and a nation has only so many of them.

use crate::host::{ALLIES_MAX, Contingent, Host};
use crate::power::Country;
use crate::thirds::Thirds;
use grognard_umpire::{Ruling, Umpire};

/// The LD counters that each nation of a stack has left to make change with, the one that commands first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Change(pub [u8; ALLIES_MAX + 1]);

impl Change {
    /// As many as anybody needs: battle files count no counters.
    pub const ENOUGH: Change = Change([u8::MAX; ALLIES_MAX + 1]);
}

impl Host {
    /// Every way the survivors can stand under the LD counters there are: if they show none, more is lost.
    pub(crate) fn remainders_shown(
        self,
        own: Country,
        nations: &[Contingent],
        mut lost: Thirds,
        change: Change,
    ) -> Vec<Host> {
        let before = self.by_nation();
        let shown = |way: &Host| {
            let counters = way.by_nation().into_iter().zip(before).zip(change.0);
            counters.into_iter().all(|((left, had), spare)| left.ld <= had.ld.saturating_add(spare))
        };
        loop {
            let mut ways = self.remainders(own, nations, lost);
            ways.retain(shown);
            if !ways.is_empty() {
                return ways;
            }
            lost += Thirds::whole(1);
        }
    }
}

/// Says so if more is lost than was due, for want of LD counters.
pub(crate) fn explain_change(before: Thirds, lost: Thirds, left: Host, ump: &mut impl Umpire) {
    let more = before - lost - left.stack.size();
    if lost < before && more > Thirds::ZERO {
        ump.explain(|| {
            let text = format!("No LD counter is left to make change: {more} LD more are lost");
            Ruling::new(rule!("STACK-v"), text)
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stack::Stack;

    #[test]
    fn what_cannot_be_shown_is_lost() {
        let ways = |stack: &str, lost: i16, spare: u8| {
            let host = Host::plain(Stack::read(stack).unwrap());
            let ways = host.remainders_shown(Country::France, &[], Thirds::whole(lost), Change([spare; 3]));
            ways.iter().map(|way| way.stack.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(ways("A+", 1, 1), ["A- LD"]);
        assert_eq!(ways("A+", 1, 0), ["A-"], "no counter for the LD");
        assert_eq!(ways("A-", 1, 0), ["nothing"]);
        assert_eq!(ways("A+ LD", 1, 0), ["A+"]);
        assert_eq!(ways("A+ LD", 2, 0), ["A- LD"], "its own counter serves");
        assert_eq!(ways("2A+", 2, 9), ["A+ A-", "A+ 2LD"]);
    }
}
