//! Stacks that come together: in which counters they stand is their owner's choice.

use super::{Game, Troops};
use crate::stack::Stack;
use crate::thirds::Thirds;
use crate::title::GameRules;
use grognard_umpire::{Asked, Asking, Ruling, Umpire};

impl Game {
    /// Puts a stack into a province. Where its country has another there, the owner picks their counters.
    pub(super) fn join(&mut self, rules: &GameRules, troops: Troops, ump: &mut impl Umpire) -> Asked<()> {
        let troops = self.squeezed(rules, troops, ump)?;
        let form = self.joined_form(rules, &troops, ump)?;
        self.place(rules, troops);
        if let (Some(form), Some(index)) = (form, self.company(&troops)) {
            self.troops[index].stack = form;
            self.troops.sort_unstable();
        }
        Ok(())
    }

    /// What of a stack finds room beside whoever stands there: losses on the way may have left it, or them, in
    /// counters that no longer fit together. The owner says who stays, and nobody more is lost than must be.
    fn squeezed(&self, rules: &GameRules, troops: Troops, ump: &mut impl Umpire) -> Asked<Troops> {
        let (Some(index), Some(side)) = (self.company(&troops), self.side_of(&troops)) else {
            return Ok(troops);
        };
        let country = rules.nations[usize::from(troops.country)].country;
        let there = self.troops[index].stack;
        let fits = |stack: &Stack| stack.counters() == 0 || there.joined(*stack, country).is_some();
        if fits(&troops.stack) {
            return Ok(troops);
        }
        let ways = (1..=troops.stack.ld_count()).map(|lost| {
            let mut ways = troops.stack.remainders(country, Thirds::whole(lost.into()));
            ways.retain(fits);
            ways
        });
        let ways = ways.into_iter().find(|ways| !ways.is_empty()).unwrap_or_else(|| vec![Stack::default()]);
        let stack = *ump.choose(Asking::of(side, rule!("STACK-b"), "who finds room"), &ways)?;
        ump.explain(|| {
            let (all, place) = (troops.stack, rules.place(troops.at));
            Ruling::new(rule!("STACK-b"), format!("There is no room for {all} at {place}: it keeps {stack}"))
        });
        let (ld, veterans) = (stack.ld_count(), troops.veterans.min(stack.ld_count()));
        let (hungry, rested) = (troops.hungry.min(ld), troops.rested.min(ld));
        Ok(Troops { stack, veterans, hungry, rested, ..troops })
    }

    /// The stack that troops would join.
    fn company(&self, troops: &Troops) -> Option<usize> {
        let same = |t: &Troops| (t.at, t.inside, t.country) == (troops.at, troops.inside, troops.country);
        self.troops.iter().position(same)
    }

    fn joined_form(&self, rules: &GameRules, troops: &Troops, ump: &mut impl Umpire) -> Asked<Option<Stack>> {
        let (Some(index), Some(side)) = (self.company(troops), self.side_of(troops)) else { return Ok(None) };
        if troops.stack.counters() == 0 {
            return Ok(None);
        }
        let country = rules.nations[usize::from(troops.country)].country;
        let forms = self.troops[index].stack.joinings(troops.stack, country);
        match forms.len() {
            0 | 1 => Ok(None),
            _ => Ok(Some(*ump.choose(Asking::of(side, rule!("STACK-h"), "joined stacks"), &forms)?)),
        }
    }
}
