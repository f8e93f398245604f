//! Leaders who change their post: admirals going from one fleet to another, and everybody in winter.

use super::sea::Anchorage;
use super::situation::berth;
use super::targets;
use super::{Game, Impulse, Post, Stage};
use crate::asks::Asks;
use crate::title::{GameRules, TitleLeader};
use grognard_umpire::{Asked, Asking, Offer, Refusal, Ruling, Side, Target, Umpire};

/// Whose leaders are posted anew in a winter, and those who have been, a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Quarters {
    pub(super) side: Side,
    pub(super) last: bool,
    pub(super) posted: u32,
}

/// A leader sent to other troops or another fleet.
#[derive(Clone, Copy)]
enum Posting<'a> {
    Done,
    Send { leader: u8, post: Post, who: &'a TitleLeader, place: &'a str },
}

impl Offer for Posting<'_> {
    fn key(&self) -> String {
        match self {
            Posting::Done => "done".to_owned(),
            Posting::Send { who, place, .. } => format!("send {} {place}", who.id),
        }
    }
    fn words(&self) -> String {
        match self {
            Posting::Done => "everybody stays where he is".to_owned(),
            Posting::Send { who, place, .. } => format!("send {} to those at {place}", who.name),
        }
    }
    fn targets(&self) -> Vec<Target> {
        match self {
            Posting::Done => Vec::new(),
            Posting::Send { who, post: Post::Afloat(_), place, .. } => {
                vec![targets::leader(&who.id), targets::sea(place)]
            }
            Posting::Send { who, place, .. } => vec![targets::leader(&who.id), targets::province(place)],
        }
    }
}

/// The MP a leader alone needs: to each province by land, and to each zone by a trip, or from port to port.
struct Journey {
    by_land: Vec<u8>,
    zones: [Vec<u8>; 2],
}

impl Journey {
    fn cost(&self, rules: &GameRules, to: Anchorage) -> u8 {
        let Journey { by_land, zones: [trip, from_port] } = self;
        match to {
            Anchorage::Sea(sea) => trip[usize::from(sea)],
            Anchorage::Port(port) => {
                let seas = &rules.provinces[usize::from(port)].seas;
                let over = seas.iter().map(|&sea| trip[usize::from(sea)].min(from_port[usize::from(sea)]));
                over.chain([by_land[usize::from(port)]]).min().unwrap_or(u8::MAX)
            }
        }
    }
}

impl Game {
    /// The zones that a leader without a fleet can sail: without a penalty of their own, and free of the enemy.
    fn safe_seas(&self, rules: &GameRules, side: Side) -> Vec<bool> {
        let mut safe: Vec<bool> = rules.seas.iter().map(|sea| sea.penalty == 0).collect();
        for squadron in self.squadrons.iter().filter(|s| self.flag(s.country) == Some(side.other())) {
            if let Anchorage::Sea(sea) = squadron.at {
                safe[usize::from(sea)] = false;
            }
        }
        safe
    }

    /// The fewest MP a leader alone needs to each zone, from the provinces he can ride to: a sea trip is one
    /// move, which costs less from port to port. Hands back both.
    fn by_sea(&self, rules: &GameRules, side: Side, by_land: &[u8]) -> [Vec<u8>; 2] {
        let safe = self.safe_seas(rules, side);
        let [.., trip, port_to_port] = rules.costs[0];
        let mut found = [vec![u8::MAX; rules.seas.len()], vec![u8::MAX; rules.seas.len()]];
        for (at, province) in rules.provinces.iter().enumerate() {
            let port = province.is_port() && self.control(at as u8) == Some(side);
            for (list, (cost, open)) in found.iter_mut().zip([(trip, true), (port_to_port, port)]) {
                let Some(points) = by_land[at].checked_add(cost).filter(|_| open) else { continue };
                for &sea in province.seas.iter().filter(|sea| safe[usize::from(**sea)]) {
                    let there = &mut list[usize::from(sea)];
                    *there = points.min(*there);
                }
            }
        }
        found.iter_mut().for_each(|zones| spread(rules, &safe, zones));
        found
    }

    /// Whether an admiral may leave his fleet for another, and where it lies.
    fn may_leave_fleet(
        &self,
        rules: &GameRules,
        impulse: Impulse,
        index: usize,
    ) -> Result<Anchorage, Refusal> {
        let clause = rule!("LEADER-e");
        let (leader, side) = (&rules.leaders[index], impulse.side);
        let refuse = |reason: String| Err(Refusal::new(clause, reason));
        if leader.general || self.flag(leader.country) != Some(side) {
            return refuse(format!("{} is no admiral of yours", leader.name));
        }
        let from = match self.posts[index] {
            Post::At(port) => Anchorage::Port(port),
            Post::Afloat(sea) => Anchorage::Sea(sea),
            _ => return refuse(format!("{} is not on the map", leader.name)),
        };
        if impulse.ridden & (1 << index) != 0 {
            return refuse(format!("{} has changed his fleet in this impulse", leader.name));
        }
        let major = rules.nations[usize::from(leader.country)].major;
        if major && !self.campaign[side].moves_at_home() {
            return Err(Refusal::new(rule!("CAMPAIGN-b"), "without a campaign nothing moves"));
        }
        if self.squadron_at(from, leader.country).is_some_and(|index| self.squadrons[index].moved) {
            return refuse("he has sailed with his fleet".to_owned());
        }
        Ok(from)
    }

    /// The other fleets of his country to which an admiral may go.
    pub(super) fn fleets_in_reach(
        &self,
        rules: &GameRules,
        impulse: Impulse,
        index: usize,
    ) -> Vec<Anchorage> {
        let leader = &rules.leaders[index];
        let fleets = self.squadrons.iter().filter(|s| s.country == leader.country).map(|s| s.at);
        if leader.general || self.flag(leader.country) != Some(impulse.side) || fleets.clone().count() < 2 {
            return Vec::new();
        }
        let Ok(from) = self.may_leave_fleet(rules, impulse, index) else { return Vec::new() };
        let journey = self.journey(rules, impulse.side, from);
        let [_, limit, ..] = rules.bounds;
        fleets.filter(|&to| to != from && journey.cost(rules, to) <= limit).collect()
    }

    /// Whether an admiral may go to another fleet of his country, by land or on some ship.
    ///
    /// # Errors
    /// Why not.
    pub(super) fn may_board(
        &self,
        rules: &GameRules,
        impulse: Impulse,
        index: usize,
        to: Anchorage,
    ) -> Result<(), Refusal> {
        let from = self.may_leave_fleet(rules, impulse, index)?;
        let (leader, side) = (&rules.leaders[index], impulse.side);
        let refuse = |reason: String| Err(Refusal::new(rule!("LEADER-e"), reason));
        if from == to || self.squadron_at(to, leader.country).is_none() {
            return refuse(format!("there is no other fleet of his country at {}", self.berth_id(rules, to)));
        }
        let [_, limit, ..] = rules.bounds;
        match self.journey(rules, side, from).cost(rules, to) <= limit {
            true => Ok(()),
            false => refuse(format!(
                "a leader alone has {limit} MP over friendly provinces, and by sea where there is neither a penalty nor an enemy fleet"
            )),
        }
    }

    fn berth_id<'a>(&self, rules: &'a GameRules, at: Anchorage) -> &'a str {
        match at {
            Anchorage::Port(port) => rules.provinces[usize::from(port)].id.as_str(),
            Anchorage::Sea(sea) => rules.seas[usize::from(sea)].id.as_str(),
        }
    }

    /// What an admiral pays from one anchorage to all others.
    fn journey(&self, rules: &GameRules, side: Side, from: Anchorage) -> Journey {
        let by_land = match from {
            Anchorage::Port(port) => self.ride_costs(rules, side, port),
            Anchorage::Sea(_) => vec![u8::MAX; rules.provinces.len()],
        };
        let mut zones = self.by_sea(rules, side, &by_land);
        if let Anchorage::Sea(sea) = from {
            // He is at sea already: the trip is all he needs.
            let [.., trip, _] = rules.costs[0];
            let safe = self.safe_seas(rules, side);
            let mut queue = vec![sea];
            while let Some(sea) = queue.pop() {
                let here = usize::from(sea);
                if trip < zones[0][here] {
                    zones[0][here] = trip;
                    let next = rules.seas[here].borders.iter().map(|(to, _)| *to);
                    queue.extend(next.filter(|&to| safe[usize::from(to)]));
                }
            }
        }
        Journey { by_land, zones }
    }

    /// An admiral takes over another fleet of his country.
    pub(super) fn board(
        mut self,
        mut impulse: Impulse,
        leader: u8,
        to: Anchorage,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Game {
        self.posts[usize::from(leader)] = Game::berth(to);
        impulse.ridden |= 1 << leader;
        ump.explain(|| {
            let name = &rules.leaders[usize::from(leader)].name;
            Ruling::new(rule!("LEADER-e"), format!("{name} goes to the fleet {}", berth(rules, to)))
        });
        self.at_stage(Stage::Move(impulse))
    }

    /// A winter has passed, and leaders may be posted anew, those of the side with the initiative first.
    pub(super) fn first_quarters(&self, rules: &GameRules) -> Stage {
        Stage::Quarters(Quarters { side: self.first_side(rules), last: false, posted: 0 })
    }

    /// In winter each country may post its leaders anew with any of its troops and fleets; whoever is besieged
    /// stays where he is.
    pub(super) fn winter_quarters(
        mut self,
        mut quarters: Quarters,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let Quarters { side, last, posted } = quarters;
        let mut options = vec![Posting::Done];
        for (index, leader) in rules.leaders.iter().enumerate() {
            let free = match self.posts[index] {
                Post::At(_) | Post::Afloat(_) => true,
                Post::Inside(at) => self.field(side.other(), at).is_none(),
                _ => false,
            };
            if !free || posted & (1 << index) != 0 || self.flag(leader.country) != Some(side) {
                continue;
            }
            for company in self.companies(index, rules) {
                let (post, place) = (company.post, company.id);
                if post != self.posts[index] {
                    options.push(Posting::Send { leader: index as u8, post, who: leader, place });
                }
            }
        }
        let asking = Asking::of(side, rule!("LEADER-f"), Asks::LeadersInWinter);
        match *ump.choose(asking, &options)? {
            Posting::Done if last => Ok(self.next_round(rules)),
            Posting::Done => {
                let next = Quarters { side: side.other(), last: true, posted: 0 };
                Ok(self.at_stage(Stage::Quarters(next)))
            }
            Posting::Send { leader, post, .. } => {
                self.posts[usize::from(leader)] = post;
                quarters.posted |= 1 << leader;
                ump.explain(|| {
                    let name = &rules.leaders[usize::from(leader)].name;
                    let place = match post {
                        Post::Afloat(sea) => berth(rules, Anchorage::Sea(sea)),
                        Post::At(at) | Post::Inside(at) => format!("at {}", rules.place(at)),
                        _ => "nowhere".to_owned(),
                    };
                    Ruling::new(rule!("LEADER-f"), format!("{name} goes to those {place} for the winter"))
                });
                Ok(self.at_stage(Stage::Quarters(quarters)))
            }
        }
    }
}

/// Once aboard, a leader goes as far as the sea is safe, for nothing more.
fn spread(rules: &GameRules, safe: &[bool], zones: &mut [u8]) {
    let mut again = true;
    while again {
        again = false;
        for (sea, zone) in rules.seas.iter().enumerate().filter(|(sea, _)| safe[*sea]) {
            for (to, _) in &zone.borders {
                let to = usize::from(*to);
                if safe[to] && zones[sea] < zones[to] {
                    zones[to] = zones[sea];
                    again = true;
                }
            }
        }
    }
}
