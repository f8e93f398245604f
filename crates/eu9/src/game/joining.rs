//! Stacks that come together: in which counters they stand is their owner's choice.

use super::{Game, Troops};
use crate::stack::Stack;
use crate::title::GameRules;
use grognard_umpire::{Asked, Asking, Umpire};

impl Game {
    /// Puts a stack into a province. Where its country has another there, the owner picks their counters.
    pub(super) fn join(&mut self, rules: &GameRules, troops: Troops, ump: &mut impl Umpire) -> Asked<()> {
        let form = self.joined_form(rules, &troops, ump)?;
        self.place(rules, troops);
        if let (Some(form), Some(index)) = (form, self.company(&troops)) {
            self.troops[index].stack = form;
            self.troops.sort_unstable();
        }
        Ok(())
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
        let there = &self.troops[index];
        let forms = there.stack.joinings(troops.stack, country);
        ump.about(|| format!("{} joins {}", troops.stack, self.stack_words(rules, there)));
        match forms.len() {
            0 | 1 => Ok(None),
            _ => Ok(Some(*ump.choose(Asking::of(side, rule!("STACK-h"), "joined stacks"), &forms)?)),
        }
    }
}
