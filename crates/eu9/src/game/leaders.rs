//! Leaders on the board: who commands whom, riding alone, getting away.

use super::movement::Marching;
use super::{Game, Impulse, Post, Troops};
use crate::title::GameRules;
use grognard_umpire::{Refusal, Side};

impl Game {
    /// The leader who commands the stack of a country in a province: the highest in rank.
    pub(super) fn commander(&self, rules: &GameRules, country: u8, at: u8) -> Option<u8> {
        highest(rules, self.leaders_at(rules, country, at))
    }

    /// The generals with the stack of a country in a province, a bit each.
    pub(super) fn leaders_at(&self, rules: &GameRules, country: u8, at: u8) -> u32 {
        (0..rules.leaders.len())
            .filter(|&index| self.posts[index] == Post::At(at) && self.serves(rules, index, country, at))
            .fold(0, |mask, index| mask | 1 << index)
    }

    /// Whether a general who is in a province is with the troops of a country there. The monarch of a side may
    /// lead its other major's troops, and is with them where none of his own stand in the open.
    fn serves(&self, rules: &GameRules, index: usize, country: u8, at: u8) -> bool {
        let leader = &rules.leaders[index];
        if !leader.general || leader.country == country {
            return leader.general;
        }
        let own = |t: &Troops| t.at == at && !t.inside && t.country == leader.country;
        leader.monarch
            && rules.nations[usize::from(country)].major
            && self.allegiance[usize::from(leader.country)] == self.allegiance[usize::from(country)]
            && !self.troops.iter().any(own)
    }

    /// The leaders who are still with a march, a bit each.
    pub(super) fn with_march(&self, march: &Marching) -> u32 {
        let here = |index: &usize| {
            march.leaders & (1 << index) != 0 && matches!(self.posts[*index], Post::At(at) if at == march.at)
        };
        (0..self.posts.len()).filter(here).fold(0, |mask, index| mask | 1 << index)
    }

    /// Who commands a march.
    pub(super) fn leads_march(&self, rules: &GameRules, march: &Marching) -> Option<u8> {
        highest(rules, self.with_march(march))
    }

    /// Moves leaders to a post.
    pub(super) fn post_leaders(&mut self, leaders: u32, post: Post) {
        if leaders == 0 {
            return;
        }
        for (index, slot) in self.posts.iter_mut().enumerate() {
            if leaders & (1 << index) != 0 && !matches!(slot, Post::Gone | Post::Wounded(_) | Post::Captive) {
                *slot = post;
            }
        }
    }

    /// MAN of a stack's commander, 0 without one.
    pub(super) fn manoeuvre(&self, rules: &GameRules, country: u8, at: u8) -> i8 {
        self.commander(rules, country, at)
            .map_or(0, |leader| rules.leaders[usize::from(leader)].values.manoeuvre)
    }

    /// Whether a leader may ride alone, and from where.
    pub(super) fn may_ride(&self, rules: &GameRules, impulse: Impulse, index: usize) -> Result<u8, Refusal> {
        let leader = &rules.leaders[index];
        let clause = rule!("LEADER-b");
        let (Post::At(from) | Post::Inside(from)) = self.posts[index] else {
            return Err(Refusal::new(clause, format!("{} is not on the map", leader.name)));
        };
        if self.posts[index] == Post::Inside(from) && self.field(impulse.side.other(), from).is_some() {
            return Err(Refusal::new(clause, format!("{} is shut up in a besieged city", leader.name)));
        }
        if !leader.general || self.allegiance[usize::from(leader.country)] != Some(impulse.side) {
            return Err(Refusal::new(clause, format!("{} is not yours to send", leader.name)));
        }
        if impulse.ridden & (1 << index) != 0 {
            return Err(Refusal::new(clause, format!("{} has ridden in this impulse", leader.name)));
        }
        let major = rules.nations[usize::from(leader.country)].major;
        if major && !self.campaign[impulse.side].moves_at_home() {
            return Err(Refusal::new(rule!("CAMPAIGN-b"), "without a campaign nothing moves"));
        }
        // Whoever has marched with his stack has no horses left.
        let marched =
            self.troops.iter().any(|t| t.at == from && t.country == leader.country && t.moved && !t.inside);
        match marched {
            true => Err(Refusal::new(clause, "he has marched with his stack")),
            false => Ok(from),
        }
    }

    /// Where a leader alone can get to: over friendly provinces free of the enemy.
    pub(super) fn ride_reach(&self, rules: &GameRules, side: Side, from: u8) -> Vec<bool> {
        let [_, limit, ..] = rules.bounds;
        let mut best = vec![u8::MAX; rules.provinces.len()];
        // Nobody rides through the enemy: his provinces look as if there were a shorter way to them.
        for troops in self.troops.iter().filter(|t| !t.inside && self.side_of(t) == Some(side.other())) {
            best[usize::from(troops.at)] = 0;
        }
        best[usize::from(from)] = 0;
        let mut queue = vec![from];
        while let Some(at) = queue.pop() {
            let here = best[usize::from(at)];
            for &(to, border) in &rules.provinces[usize::from(at)].borders {
                if self.control(to) != Some(side) {
                    continue;
                }
                let cost = here + super::board::step_cost(rules, at, to, border, true);
                if cost <= limit && cost < best[usize::from(to)] {
                    best[usize::from(to)] = cost;
                    queue.push(to);
                }
            }
        }
        for troops in self.troops.iter().filter(|t| !t.inside && self.side_of(t) == Some(side.other())) {
            best[usize::from(troops.at)] = u8::MAX;
        }
        best.into_iter().map(|points| points < u8::MAX).collect()
    }

    /// Leaders of the enemy whom a stack finds alone in a province go into their city, or get away and join
    /// again next turn.
    pub(super) fn scatter_leaders(&mut self, side: Side, at: u8, rules: &GameRules) {
        let enemy = side.other();
        if self.field(enemy, at).is_some() {
            return;
        }
        let shelter = self.control(at) == Some(enemy);
        for index in 0..rules.leaders.len() {
            let leader = &rules.leaders[index];
            let theirs = self.allegiance[usize::from(leader.country)] == Some(enemy);
            if theirs && leader.general && self.posts[index] == Post::At(at) {
                self.posts[index] = if shelter { Post::Inside(at) } else { Post::Away };
            }
        }
    }
}

/// The highest of some leaders: the monarch, then by rank.
pub(super) fn highest(rules: &GameRules, leaders: u32) -> Option<u8> {
    (0..rules.leaders.len())
        .filter(|&index| leaders & (1 << index) != 0)
        .min_by_key(|&index| (!rules.leaders[index].monarch, rules.leaders[index].rank, index))
        .map(|index| index as u8)
}
