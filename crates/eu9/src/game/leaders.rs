//! Leaders on the board: who commands whom, riding alone, getting away.

use super::movement::Marching;
use super::roster::{Band, Roster};
use super::situation::{leader_words, names};
use super::targets;
use super::{Game, Impulse, Post, Stage, Troops};
use crate::asks::Asks;
use crate::host::{Claimant, commands};
use crate::title::GameRules;
use grognard_umpire::{Asked, Asking, Cost, Offer, Refusal, Ruling, Side, Target, Umpire};

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
    /// or else the leader of the nation with the most LD. Between equals whoever has been preferred, or else the
    /// first in the title.
    pub(super) fn of(rules: &GameRules, roster: &Roster, leaders: u32, preferred: u32) -> Command {
        if !roster.is_mixed() {
            return Command { country: roster.first(), leader: highest(rules, leaders, preferred) };
        }
        let command = |(country, his): (u8, u32)| Command { country, leader: highest(rules, his, preferred) };
        let is_preferred =
            |command: &Command| command.leader.is_some_and(|leader| preferred & (1 << leader) != 0);
        let first =
            foremost(rules, roster, leaders).map(command).min_by_key(|command| !is_preferred(command));
        first.unwrap_or(Command { country: roster.first(), leader: None })
    }

    /// All who have the same claim to it.
    pub(super) fn claims(rules: &GameRules, roster: &Roster, leaders: u32) -> Vec<Command> {
        let whole = (!roster.is_mixed()).then(|| (roster.first(), leaders));
        let nations = whole.into_iter().chain(foremost(rules, roster, leaders).filter(|_| whole.is_none()));
        nations
            .flat_map(|(country, his)| {
                let first = highest(rules, his, 0);
                let standing = |leader: u8| {
                    let leader = &rules.leaders[usize::from(leader)];
                    (leader.monarch, leader.rank)
                };
                let equal = move |leader: &u8| {
                    his & (1 << leader) != 0
                        && first.is_some_and(|first| standing(*leader) == standing(first))
                };
                let named = (0..rules.leaders.len() as u8).filter(equal).map(Some);
                let substitute = first.is_none().then_some(None);
                named.chain(substitute).map(move |leader| Command { country, leader })
            })
            .collect()
    }
}

/// The nations of a stack none of which is before the others in command, each with its leaders there.
fn foremost(rules: &GameRules, roster: &Roster, leaders: u32) -> impl Iterator<Item = (u8, u32)> {
    let major = |band: &Band| rules.nations[usize::from(band.country)].major;
    let first_major = roster.bands().find(major).map(|band| band.country);
    // A monarch without men of his own is with the other major's.
    let his = move |country: u8| {
        let with = |index: &usize| {
            let own = rules.leaders[*index].country;
            own == country || (!roster.has(own) && first_major == Some(country))
        };
        leaders & (0..rules.leaders.len()).filter(with).fold(0, |mask, index| mask | 1 << index)
    };
    let claimant = move |band: &Band| {
        let leader = highest(rules, his(band.country), 0).map(|index| &rules.leaders[usize::from(index)]);
        Claimant {
            troops: band.stack.size(),
            present: leader.is_some(),
            monarch: leader.is_some_and(|leader| leader.monarch),
            rank: leader.map(|leader| char::from(b'A' + leader.rank)),
        }
    };
    let before_all = move |band: &Band| {
        let first = claimant(band);
        roster.bands().all(|other| commands(first, claimant(&other)).is_ok())
    };
    roster.bands().filter(before_all).map(move |band| (band.country, his(band.country)))
}

/// One of several who could command, for the owner of the stack to pick.
struct Claim<'a> {
    command: Command,
    rules: &'a GameRules,
}

impl Offer for Claim<'_> {
    fn key(&self) -> String {
        match self.command.leader {
            Some(leader) => self.rules.leaders[usize::from(leader)].id.clone(),
            None => format!("substitute {}", self.rules.nations[usize::from(self.command.country)].id),
        }
    }
    fn words(&self) -> String {
        match self.command.leader {
            Some(leader) => leader_words(self.rules, &self.rules.leaders[usize::from(leader)]),
            None => format!("a substitute of {}", self.rules.nations[usize::from(self.command.country)].name),
        }
    }
    fn targets(&self) -> Vec<Target> {
        let leader = self.command.leader.map(|leader| &self.rules.leaders[usize::from(leader)].id);
        leader.map(|id| targets::leader(id)).into_iter().collect()
    }
}

impl Game {
    /// Who commands a stack whose leaders are posted in a province.
    pub(super) fn command(&self, rules: &GameRules, roster: &Roster, at: u8) -> Command {
        Command::of(rules, roster, self.leaders_at(rules, roster, at), self.preferred)
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
        Command::of(rules, &march.roster, self.with_march(march), self.preferred)
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

    /// Leaders who have lost their troops or ships get away, and wait for the next turn. Whoever was taken, hurt or
    /// killed has been told of.
    pub(super) fn get_away(&mut self, leaders: u32, rules: &GameRules, ump: &mut impl Umpire) {
        let free = |index: &usize| {
            let post = self.posts[*index];
            let lost = matches!(post, Post::Away | Post::Gone | Post::Wounded(_) | Post::Captive);
            leaders & (1 << index) != 0 && !lost
        };
        let free = match leaders {
            0 => 0,
            _ => (0..self.posts.len()).filter(free).fold(0u32, |mask, index| mask | 1 << index),
        };
        if free == 0 {
            return;
        }
        self.post_leaders(free, Post::Away);
        ump.explain(|| {
            let who = names(rules, free);
            let text = match free.count_ones() {
                1 => format!("{who} gets away and waits for the next turn"),
                _ => format!("{who} get away and wait for the next turn"),
            };
            Ruling::new(rule!("ITALY-g"), text)
        });
    }

    /// Who commands a stack in a fight: where several have the same claim its owner says who, and that holds for
    /// its marches too until he is asked again.
    pub(super) fn settle_command(
        &mut self,
        side: Side,
        roster: &Roster,
        leaders: u32,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Command> {
        let claims = Command::claims(rules, roster, leaders);
        let command = match claims[..] {
            [] => return Ok(Command::of(rules, roster, leaders, self.preferred)),
            [command] => command,
            _ => {
                let claims: Vec<Claim<'_>> = claims.iter().map(|&command| Claim { command, rules }).collect();
                ump.about(|| format!("{}: these have the same right to command", roster.words(rules)));
                ump.choose(Asking::of(side, rule!("LEADER-d"), Asks::WhoCommands), &claims)?.command
            }
        };
        if claims.len() > 1 {
            let rivals = claims.iter().filter_map(|claim| claim.leader);
            rivals.for_each(|rival| self.preferred &= !(1 << rival));
            self.preferred |= command.leader.map_or(0, |leader| 1 << leader);
        }
        Ok(command)
    }

    /// Before a siege those who command in it are settled, unless they have been.
    pub(super) fn settle_siege(
        &mut self,
        side: Side,
        at: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        for (side, index) in [(side, self.field(side, at)), (side.other(), self.garrison(at))] {
            let Some(troops) = index.map(|index| self.troops[index]) else { continue };
            let leaders = match troops.inside && !troops.roster.is_mixed() {
                true => self.generals_inside(rules, at),
                false => self.leaders_of(rules, &troops),
            };
            let claims = || Command::claims(rules, &troops.roster, leaders).into_iter();
            let settled =
                || claims().filter_map(|claim| claim.leader).any(|l| self.preferred & (1 << l) != 0);
            if leaders.count_ones() > 1 && !settled() {
                self.settle_command(side, &troops.roster, leaders, rules, ump)?;
            }
        }
        Ok(())
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
        // Nothing is looked for, so that he goes everywhere.
        let _: Option<()> = self.ride(rules, side, from, |to, cost| {
            best[usize::from(to)] = cost;
            None
        });
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
        let asking = Asking::of(impulse.side, rule!("LEADER-b"), Asks::WhereTo);
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

    /// The generals of a side in the open of a province, with men of their own there or without, a bit each.
    pub(super) fn generals_at(&self, rules: &GameRules, side: Side, at: u8) -> u32 {
        let there = |index: &usize| {
            let leader = &rules.leaders[*index];
            self.posts[*index] == Post::At(at) && leader.general && self.flag(leader.country) == Some(side)
        };
        (0..rules.leaders.len()).filter(there).fold(0, |mask, index| mask | 1 << index)
    }

    /// The generals who go with a stack that leaves for good: whoever has lost his own men in it too.
    pub(super) fn followers(&self, rules: &GameRules, troops: &Troops) -> u32 {
        let leaders = self.leaders_of(rules, troops);
        match self.side_of(troops).filter(|_| !troops.inside) {
            Some(side) => leaders | self.generals_at(rules, side, troops.at),
            None => leaders,
        }
    }

    /// Leaders of the enemy whom a stack finds alone in a province go into their city, or get away and join
    /// again next turn.
    pub(super) fn scatter_leaders(&mut self, side: Side, at: u8, rules: &GameRules, ump: &mut impl Umpire) {
        let enemy = side.other();
        if self.field(enemy, at).is_some() {
            return;
        }
        let alone = |index: &usize| {
            let leader = &rules.leaders[*index];
            let theirs = self.allegiance[usize::from(leader.country)] == Some(enemy);
            theirs && leader.general && self.posts[*index] == Post::At(at)
        };
        let alone = (0..rules.leaders.len()).filter(alone).fold(0u32, |mask, index| mask | 1 << index);
        if self.control(at) != Some(enemy) {
            self.get_away(alone, rules, ump);
        } else if alone != 0 {
            self.post_leaders(alone, Post::Inside(at));
            ump.explain(|| {
                let city = &rules.provinces[usize::from(at)].city;
                let goes = if alone.count_ones() == 1 { "goes" } else { "go" };
                let text = format!("{} {goes} into {city}", names(rules, alone));
                Ruling::new(rule!("ITALY-g"), text)
            });
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
    fn targets(&self) -> Vec<Target> {
        vec![self.rules.land(self.to)]
    }
    fn cost(&self) -> Option<Cost> {
        Some(Cost { amount: self.cost.into(), left: None, of: "MP" })
    }
}

/// The highest of some leaders: the monarch, then by rank; between equals one who has been preferred.
pub(super) fn highest(rules: &GameRules, leaders: u32, preferred: u32) -> Option<u8> {
    (0..rules.leaders.len())
        .filter(|&index| leaders & (1 << index) != 0)
        .min_by_key(|&index| {
            let leader = &rules.leaders[index];
            (!leader.monarch, leader.rank, preferred & (1 << index) == 0, index)
        })
        .map(|index| index as u8)
}
