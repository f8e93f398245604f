//! Stacks that come together: in which counters they stand is their owner's choice.

use super::roster::{Form, Roster};
use super::{Game, Troops};
use crate::asks::Asks;
use crate::title::GameRules;
use grognard_umpire::{Asked, Asking, Ruling, Umpire};

impl Game {
    /// Puts a stack into a province, and tells whom it joins there.
    pub(super) fn join(&mut self, rules: &GameRules, troops: Troops, ump: &mut impl Umpire) -> Asked<()> {
        let there = self.company(&troops).map(|index| self.troops[index]);
        self.unite(rules, troops, ump)?;
        if let Some(there) = there.filter(|_| !troops.roster.is_empty()) {
            ump.explain(|| {
                let place = match there.inside {
                    true => format!("in {}", rules.provinces[usize::from(there.at)].city),
                    false => format!("at {}", rules.place(there.at)),
                };
                let (who, whom) = (troops.roster.words(rules), there.roster.words(rules));
                let now = self.company(&troops).map(|index| self.troops[index].roster);
                // Side by side they are what they were.
                let form = match now.filter(|now| there.roster.with(troops.roster) != Some(*now)) {
                    Some(now) => format!("; together {}", now.counters(now.is_mixed(), rules)),
                    None => String::new(),
                };
                Ruling::new(rule!("STACK-h"), format!("{who} joins {whom} {place}{form}"))
            });
        }
        Ok(())
    }

    /// Puts a stack into a province. Where its side has another there, the owner picks their counters; leaders of the
    /// enemy who are alone there get away.
    pub(super) fn unite(&mut self, rules: &GameRules, troops: Troops, ump: &mut impl Umpire) -> Asked<()> {
        let form = self.joined_form(rules, &troops, ump)?;
        self.place(rules, troops);
        if let (Some(form), Some(index)) = (form, self.company(&troops)) {
            self.troops[index].roster = form;
            self.troops.sort_unstable();
        }
        if let Some(side) = self.side_of(&troops).filter(|_| !troops.inside && !troops.roster.is_empty()) {
            self.scatter_leaders(side, troops.at, rules, ump);
        }
        Ok(())
    }

    fn joined_form(
        &self,
        rules: &GameRules,
        troops: &Troops,
        ump: &mut impl Umpire,
    ) -> Asked<Option<Roster>> {
        let (Some(index), Some(side)) = (self.company(troops), self.side_of(troops)) else { return Ok(None) };
        if troops.roster.is_empty() {
            return Ok(None);
        }
        let there = &self.troops[index];
        let forms = there.roster.joinings(&troops.roster, rules);
        let forms: Vec<Form<'_>> = forms.into_iter().map(|roster| Form { roster, rules }).collect();
        ump.about(|| format!("{} joins {}", troops.roster.words(rules), self.stack_words(rules, there)));
        match forms.len() {
            0 | 1 => Ok(None),
            _ => Ok(Some(ump.choose(Asking::of(side, rule!("STACK-h"), Asks::JoinedStacks), &forms)?.roster)),
        }
    }
}
