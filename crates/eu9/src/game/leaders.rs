//! Leaders on the board: who commands whom, riding alone, getting away.

use super::movement::Marching;
use super::roster::{Band, Roster};
use super::{Game, Impulse, Post, Stage};
use crate::host::{Claimant, commands};
use crate::title::GameRules;
use grognard_umpire::{Asked, Asking, Offer, Refusal, Ruling, Side, Umpire};

/// Who commands a stack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Command {
    /// The nation.
    pub(super) country: u8,
    /// Its leader; a substitute if it has none there.
    pub(super) leader: Option<u8>,
}

impl Command {
    /// Who commands a stack that some leaders are with: of one nation the highest of them; of several a monarch,
    /// or else the leader of the nation with the most LD. Between equals the nation first in the title.
    pub(super) fn of(rules: &GameRules, roster: &Roster, leaders: u32) -> Command {
        if !roster.is_mixed() {
            return Command { country: roster.first(), leader: highest(rules, leaders) };
        }
        let major = |band: &Band| rules.nations[usize::from(band.country)].major;
        let first_major = roster.bands().find(major).map(|band| band.country);
        // A monarch without men of his own is with the other major's.
        let with = |index: usize, country: u8| {
            let own = rules.leaders[index].country;
            own == country || (!roster.has(own) && first_major == Some(country))
        };
        let leader = |country: u8| {
            let his = (0..rules.leaders.len()).filter(|&index| with(index, country));
            highest(rules, leaders & his.fold(0, |mask, index| mask | 1 << index))
        };
        let claimant = |band: &Band| {
            let leader = leader(band.country).map(|index| &rules.leaders[usize::from(index)]);
            Claimant {
                troops: band.stack.size(),
                present: leader.is_some(),
                monarch: leader.is_some_and(|leader| leader.monarch),
                rank: leader.map(|leader| char::from(b'A' + leader.rank)),
            }
        };
        let before_all = |band: &Band| {
            let first = claimant(band);
            roster.bands().all(|other| commands(first, claimant(&other)).is_ok())
        };
        let country = roster.bands().find(before_all).map_or(roster.first(), |band| band.country);
        Command { country, leader: leader(country) }
    }
}

impl Game {
    /// Who commands a stack whose leaders are posted in a province.
    pub(super) fn command(&self, rules: &GameRules, roster: &Roster, at: u8) -> Command {
        Command::of(rules, roster, self.leaders_at(rules, roster, at))
    }

    /// The generals in a province who are with a stack in the open, a bit each.
    pub(super) fn leaders_at(&self, rules: &GameRules, roster: &Roster, at: u8) -> u32 {
        let here = self.posts.iter().enumerate().filter(|(_, post)| **post == Post::At(at));
        match here.fold(0, |mask, (index, _)| mask | 1 << index) {
            0 => 0,
            here => self.serving(rules, roster, here),
        }
    }

    /// Those of some leaders who are with a stack: generals of its nations. The monarch of a side may lead its
    /// other major's troops too.
    pub(super) fn serving(&self, rules: &GameRules, roster: &Roster, leaders: u32) -> u32 {
        let side = self.allegiance[usize::from(roster.first())];
        let serves = |index: &usize| {
            let leader = &rules.leaders[*index];
            let own = || roster.has(leader.country);
            let crowned = || {
                leader.monarch
                    && self.allegiance[usize::from(leader.country)] == side
                    && roster.has_major(rules)
            };
            leaders & (1 << index) != 0 && leader.general && (own() || crowned())
        };
        (0..rules.leaders.len()).filter(serves).fold(0, |mask, index| mask | 1 << index)
    }

    /// The leaders who are still with a march, a bit each.
    pub(super) fn with_march(&self, march: &Marching) -> u32 {
        let here = |index: &usize| {
            march.leaders & (1 << index) != 0 && matches!(self.posts[*index], Post::At(at) if at == march.at)
        };
        (0..self.posts.len()).filter(here).fold(0, |mask, index| mask | 1 << index)
    }

    /// Who commands a march.
    pub(super) fn leads_march(&self, rules: &GameRules, march: &Marching) -> Command {
        Command::of(rules, &march.roster, self.with_march(march))
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
    pub(super) fn manoeuvre(&self, rules: &GameRules, roster: &Roster, at: u8) -> i8 {
        let leader = self.command(rules, roster, at).leader;
        leader.map_or(0, |leader| rules.leaders[usize::from(leader)].values.manoeuvre)
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
        // Whoever has marched with troops has no horses left.
        match impulse.marched & (1 << index) != 0 {
            true => Err(Refusal::new(clause, "he has marched with his stack")),
            false => Ok(from),
        }
    }

    /// Where a leader alone can get to: over friendly provinces free of the enemy.
    pub(super) fn ride_reach(&self, rules: &GameRules, side: Side, from: u8) -> Vec<bool> {
        self.ride_costs(rules, side, from).into_iter().map(|points| points < u8::MAX).collect()
    }

    /// What a leader alone pays to each of those places.
    pub(super) fn ride_costs(&self, rules: &GameRules, side: Side, from: u8) -> Vec<u8> {
        let mut best = vec![u8::MAX; rules.provinces.len()];
        best[usize::from(from)] = 0;
        let nowhere: Option<()> = self.ride(rules, side, from, |to, cost| {
            best[usize::from(to)] = cost;
            None
        });
        debug_assert!(nowhere.is_none());
        best
    }

    /// Follows a leader alone over friendly provinces, each as often as there is a shorter way to it, until he has
    /// found what he looks for.
    pub(super) fn ride<T>(
        &self,
        rules: &GameRules,
        side: Side,
        from: u8,
        mut found: impl FnMut(u8, u8) -> Option<T>,
    ) -> Option<T> {
        let [_, limit, ..] = rules.bounds;
        let mut best = vec![u8::MAX; rules.provinces.len()];
        // Nobody rides through the enemy: his provinces look as if there were a shorter way to them.
        for troops in self.troops.iter().filter(|t| !t.inside && self.side_of(t) == Some(side.other())) {
            best[usize::from(troops.at)] = 0;
        }
        best[usize::from(from)] = 0;
        // Near places first: few are looked at twice.
        let mut queue = vec![from];
        let mut next = 0;
        while let Some(&at) = queue.get(next) {
            next += 1;
            let here = best[usize::from(at)];
            for &(to, border) in &rules.provinces[usize::from(at)].borders {
                if self.control(to) != Some(side) {
                    continue;
                }
                let cost = here + super::board::step_cost(rules, at, to, border, true);
                if cost <= limit && cost < best[usize::from(to)] {
                    best[usize::from(to)] = cost;
                    queue.push(to);
                    if let there @ Some(_) = found(to, cost) {
                        return there;
                    }
                }
            }
        }
        None
    }

    /// Whether a leader who is alone finds a stack of his country that he can join.
    pub(super) fn may_join(&self, rules: &GameRules, impulse: Impulse, index: usize) -> bool {
        if self.flag(rules.leaders[index].country) != Some(impulse.side) {
            return false;
        }
        let stacks = self.stacks_to_join(rules, index);
        let joins = |to: u8, _| (stacks & (1 << to) != 0).then_some(());
        stacks != 0
            && self
                .may_ride(rules, impulse, index)
                .is_ok_and(|from| self.ride(rules, impulse.side, from, joins).is_some())
    }

    /// The provinces where stacks of a leader's country stand in the open, a bit each, if he is without troops.
    fn stacks_to_join(&self, rules: &GameRules, index: usize) -> u128 {
        let leader = &rules.leaders[index];
        let (Post::At(from) | Post::Inside(from)) = self.posts[index] else { return 0 };
        let own = || self.troops.iter().filter(|t| t.roster.has(leader.country));
        match !leader.general || own().any(|t| t.at == from) {
            true => 0,
            false => own().filter(|t| !t.inside).fold(0, |stacks, t| stacks | 1 << t.at),
        }
    }

    /// Which stack a leader alone rides to.
    pub(super) fn pick_ride(
        self,
        impulse: Impulse,
        leader: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let index = usize::from(leader);
        let (Post::At(from) | Post::Inside(from)) = self.posts[index] else {
            return Ok(self.at_stage(Stage::Move(impulse)));
        };
        let (costs, stacks) = (self.ride_costs(rules, impulse.side, from), self.stacks_to_join(rules, index));
        let near = |to: &usize| stacks & (1 << to) != 0 && costs[*to] < u8::MAX;
        let rides: Vec<Ride<'_>> = (0..costs.len())
            .filter(near)
            .map(|to| Ride { to: to as u8, cost: costs[to], game: &self, rules })
            .collect();
        let asking = Asking::of(impulse.side, rule!("LEADER-b"), "where to");
        let to = ump.choose(asking, &rides)?.to;
        Ok(self.ride_to(impulse, leader, to, rules, ump))
    }

    /// A leader rides alone to a province.
    pub(super) fn ride_to(
        mut self,
        mut impulse: Impulse,
        leader: u8,
        to: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Game {
        self.posts[usize::from(leader)] = self.joins_at(rules, leader, to);
        impulse.ridden |= 1 << leader;
        ump.explain(|| {
            let name = &rules.leaders[usize::from(leader)].name;
            Ruling::new(rule!("LEADER-b"), format!("{name} rides to {}", rules.place(to)))
        });
        self.at_stage(Stage::Move(impulse))
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

/// A place where a leader finds troops of his country.
struct Ride<'a> {
    to: u8,
    cost: u8,
    game: &'a Game,
    rules: &'a GameRules,
}

impl Offer for Ride<'_> {
    fn key(&self) -> String {
        self.rules.provinces[usize::from(self.to)].id.clone()
    }
    fn words(&self) -> String {
        let there = self.game.troops.iter().filter(|t| t.at == self.to && !t.inside);
        let stacks: Vec<String> = there.map(|t| t.roster.words(self.rules)).collect();
        format!("{} ({} MP; {} there)", self.rules.place(self.to), self.cost, stacks.join(" and "))
    }
}

/// The highest of some leaders: the monarch, then by rank.
pub(super) fn highest(rules: &GameRules, leaders: u32) -> Option<u8> {
    (0..rules.leaders.len())
        .filter(|&index| leaders & (1 << index) != 0)
        .min_by_key(|&index| (!rules.leaders[index].monarch, rules.leaders[index].rank, index))
        .map(|index| index as u8)
}
