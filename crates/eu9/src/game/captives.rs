//! Leaders shut up in cities, and leaders taken by the enemy.

use super::leaders::{Command, highest};
use super::{Game, Post, Troops};
use crate::title::GameRules;
use grognard_umpire::{Ruling, Umpire};

impl Game {
    /// The post of whoever leads a stack: before the city, or in it.
    pub(super) fn post_with(troops: &Troops) -> Post {
        if troops.inside { Post::Inside(troops.at) } else { Post::At(troops.at) }
    }

    /// The generals with a stack, a bit each.
    pub(super) fn leaders_of(&self, rules: &GameRules, troops: &Troops) -> u32 {
        if !troops.inside {
            return self.leaders_at(rules, &troops.roster, troops.at);
        }
        let own = |index: &usize| troops.roster.has(rules.leaders[*index].country);
        let countries = (0..rules.leaders.len()).filter(own).fold(0, |mask, index| mask | 1 << index);
        self.generals_inside(rules, troops.at) & countries
    }

    /// Who commands a stack.
    pub(super) fn command_of(&self, rules: &GameRules, troops: &Troops) -> Command {
        Command::of(rules, &troops.roster, self.leaders_of(rules, troops), self.preferred)
    }

    /// The generals of whoever holds a city who are in it, a bit each.
    pub(super) fn generals_inside(&self, rules: &GameRules, at: u8) -> u32 {
        let holds = self.control(at);
        let there = |index: &usize| {
            let leader = &rules.leaders[*index];
            self.posts[*index] == Post::Inside(at)
                && leader.general
                && self.allegiance[usize::from(leader.country)] == holds
        };
        (0..rules.leaders.len()).filter(there).fold(0, |mask, index| mask | 1 << index)
    }

    /// Who commands in a city: of its garrison's nations as in any stack; otherwise the highest who is there.
    pub(super) fn governor(&self, rules: &GameRules, at: u8) -> Option<u8> {
        match self.garrison(at).map(|index| self.troops[index]).filter(|inside| inside.roster.is_mixed()) {
            Some(inside) => self.command_of(rules, &inside).leader,
            None => highest(rules, self.generals_inside(rules, at), self.preferred),
        }
    }

    /// Where a leader goes who rides to a province: to the stack in the open, or into the city if only its
    /// garrison is of his country.
    pub(super) fn joins_at(&self, rules: &GameRules, leader: u8, to: u8) -> Post {
        let country = rules.leaders[usize::from(leader)].country;
        let own = |inside: bool| {
            self.troops.iter().any(|t| t.at == to && t.inside == inside && t.roster.has(country))
        };
        if own(true) && !own(false) { Post::Inside(to) } else { Post::At(to) }
    }

    /// Leaders fall into the enemy's hands: they are prisoners for the rest of the turn. For a monarch the
    /// enemy has points and a ransom, and there is unrest at home. Whoever is dead, wounded, a prisoner already
    /// or not on the map is not taken.
    pub(super) fn capture(&mut self, leaders: u32, rules: &GameRules, ump: &mut impl Umpire) {
        for (index, leader) in rules.leaders.iter().enumerate() {
            let here =
                matches!(self.posts[index], Post::At(_) | Post::Inside(_) | Post::Aboard | Post::Afloat(_));
            if leaders & (1 << index) == 0 || !here {
                continue;
            }
            self.posts[index] = Post::Captive;
            let Some(side) = self.allegiance[usize::from(leader.country)] else { continue };
            let enemy = side.other();
            let ransom = if leader.monarch { rules.figures.ransom } else { 0 };
            if leader.monarch {
                self.points[enemy] += rules.figures.monarch_captured;
                self.purse[enemy] += ransom;
                self.purse[side] -= ransom;
                self.stability[side] -= rules.figures.ransom_stability;
            }
            ump.explain(|| {
                let text = format!("{} is taken prisoner by {}", leader.name, rules.sides[enemy].name);
                let text = match leader.monarch {
                    true => {
                        let figures = &rules.figures;
                        format!(
                            "{text}: {} points, {ransom} ducats of ransom, {} stability lost at home",
                            figures.monarch_captured, figures.ransom_stability
                        )
                    }
                    false => text,
                };
                Ruling::new(rule!("ITALY-e"), text)
            });
        }
    }
}
