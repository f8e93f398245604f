//! The start of a turn: minors change sides, leaders come, Wurtemberg has its price.

use super::sea::Anchorage;
use super::situation::leader_words;
use super::targets;
use super::{Game, Post, Stage};
use crate::asks::Asks;
use crate::title::GameRules;
use grognard_umpire::{Asked, Asking, BySide, Offer, Ruling, Side, Target, Umpire};

/// On what occasion leaders join their troops.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Muster {
    /// A turn begins.
    Turn,
    /// Troops have been bought: whoever found none before may find them now.
    Purchased,
    /// A round begins, and wounds have healed.
    Recovered,
}

/// A place where a leader joins.
pub(super) struct Company<'a> {
    pub(super) post: Post,
    pub(super) id: &'a str,
    place: String,
}

impl Offer for Company<'_> {
    fn key(&self) -> String {
        self.id.to_owned()
    }
    fn words(&self) -> String {
        format!("with those {}", self.place)
    }
    fn targets(&self) -> Vec<Target> {
        match self.post {
            Post::Afloat(_) => vec![targets::sea(self.id)],
            _ => vec![targets::province(self.id)],
        }
    }
}

/// What becomes of Wurtemberg.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Duchy {
    Let,
    Keep(i16),
}

impl Offer for Duchy {
    fn key(&self) -> String {
        if *self == Duchy::Let { "no" } else { "yes" }.to_owned()
    }
    fn words(&self) -> String {
        match self {
            Duchy::Let => "let Wurtemberg and Schwaben leave the war".to_owned(),
            Duchy::Keep(price) => format!("keep Wurtemberg and Schwaben for {price} ducats"),
        }
    }
}

/// The turn in which Wurtemberg must be paid for.
const WURTEMBERG_TURN: u8 = 10;

impl Game {
    /// A turn begins: minors take the side printed for it, the wounded are back, new leaders wait.
    pub(super) fn levy(mut self, rules: &GameRules, ump: &mut impl Umpire) -> Asked<Game> {
        let turn = self.turn_index(rules);
        let minors = || (0..rules.nations.len() as u8).filter(|&c| !rules.nations[usize::from(c)].major);
        // A neutral that was attacked has taken a side too early: what is printed for the turn before counts.
        let turns = |&country: &u8| {
            let (before, sides) =
                (self.allegiance[usize::from(country)], rules.nations[usize::from(country)].sides);
            before != sides[turn] || sides[turn.saturating_sub(1)] != sides[turn]
        };
        let turned: Vec<u8> = minors().filter(turns).collect();
        // All who change sides leave their stacks before anybody is sent home.
        for &country in &turned {
            self.change_sides(country, rules.nations[usize::from(country)].sides[turn], rules, ump);
        }
        let mut due = Vec::new();
        for country in minors() {
            let side = self.flag(country);
            if turned.contains(&country) {
                due.extend(self.strays(country, rules));
                due.extend(Game::basic_force(country, rules).filter(|_| side.is_some()));
            } else if let Some(side) = side {
                self.refit_kept(side, country, rules, ump)?;
                due.extend(Game::reinforcement(country, rules));
            }
        }
        self.leave_strangers(rules, ump);
        let mut fleets = Vec::new();
        for port in 0..rules.provinces.len() as u8 {
            fleets.extend(self.driven_out(rules, port, true));
        }
        let number = self.turn_number(rules);
        for (index, post) in self.posts.iter_mut().enumerate() {
            let [first, last] = rules.leaders[index].turns;
            match *post {
                Post::Gone => {}
                _ if !(first..=last).contains(&number) => {
                    if *post != Post::Away {
                        ump.explain(|| {
                            let text = format!("{} has served his time", rules.leaders[index].name);
                            Ruling::new(rule!("ITALY-g"), text)
                        });
                    }
                    *post = Post::Away;
                }
                Post::Wounded(_) | Post::Captive => *post = Post::Away,
                _ => {}
            }
        }
        (self.campaign, self.announced) = (BySide::default(), BySide::default());
        self.free_used = BySide::default();
        let next = self.send(due, Stage::Wurtemberg);
        let then = next.stage.clone();
        Ok(next.flee(fleets, then))
    }

    /// In turn 10 Wurtemberg falls away unless the Empire pays.
    pub(super) fn wurtemberg(mut self, rules: &GameRules, ump: &mut impl Umpire) -> Asked<Game> {
        let next = Stage::Arrival(0, Muster::Turn);
        if self.turn_number(rules) != WURTEMBERG_TURN {
            return Ok(self.at_stage(next));
        }
        let (side, price) = (Side::Second, rules.figures.wurtemberg_price);
        let clause = rule!("ITALY-i");
        let both = [Duchy::Let, Duchy::Keep(price)];
        let options = if self.purse[side] >= price { &both[..] } else { &both[..1] };
        let name = &rules.sides[side].name;
        ump.about(|| {
            let purse = self.purse[side];
            format!("{price} ducats of {purse}; unpaid, Wurtemberg and Schwaben leave the war")
        });
        if *ump.choose(Asking::of(side, clause, Asks::PayForWurtemberg), options)? != Duchy::Let {
            self.purse[side] -= price;
            ump.explain(|| Ruling::new(clause, format!("{name} keeps Wurtemberg for {price} ducats")));
            return Ok(self.at_stage(next));
        }
        ump.explain(|| Ruling::new(clause, "Wurtemberg and Schwaben leave the war"));
        // The duchy is its own again, but a city that has been taken stays so.
        let Some(duchy) = rules.nations.iter().position(|nation| nation.id == "wurtemberg") else {
            return Ok(self.at_stage(next));
        };
        for id in ["wurtemberg", "schwaben"] {
            if let Some(at) = rules.province(id) {
                self.lands[usize::from(at)].owner = duchy as u8;
            }
        }
        let due = self.strays(duchy as u8, rules);
        Ok(self.send(due, next))
    }

    /// A minor takes another side: its troops, ships and leaders leave the map, and its cities change hands.
    fn change_sides(&mut self, country: u8, now: Option<Side>, rules: &GameRules, ump: &mut impl Umpire) {
        self.withdraw(country);
        self.squadrons.retain(|s| s.country != country);
        self.recall(country, rules);
        // What the new friend has taken is its owner's again.
        for land in self.lands.iter_mut().filter(|land| land.owner == country && land.taken == now) {
            land.taken = None;
        }
        self.allegiance[usize::from(country)] = now;
        ump.explain(|| {
            let side = now.map_or("neither side", |side| rules.sides[side].name.as_str());
            let name = &rules.nations[usize::from(country)].name;
            Ruling::new(rule!("ITALY-a"), format!("{name} stands with {side}"))
        });
    }

    /// The troops of a country leave the map, out of the stacks of others too.
    fn withdraw(&mut self, country: u8) {
        for troops in self.troops.iter_mut().filter(|t| t.roster.has(country)) {
            *troops = troops.reduced(troops.roster.only(|other| other != country));
        }
        self.troops.retain(|t| !t.roster.is_empty());
        self.troops.sort_unstable();
    }

    /// Generals alone in a land that is their side's no longer get away.
    fn leave_strangers(&mut self, rules: &GameRules, ump: &mut impl Umpire) {
        let mut alone = 0;
        for (index, leader) in rules.leaders.iter().enumerate() {
            let (Post::At(at) | Post::Inside(at)) = self.posts[index] else { continue };
            let side = self.flag(leader.country);
            let company = self.troops.iter().any(|t| t.at == at && self.side_of(t) == side);
            if leader.general && self.control(at) != side && !company {
                alone |= 1 << index;
            }
        }
        self.get_away(alone, rules, ump);
    }

    /// The leaders of a country leave the map with its troops.
    fn recall(&mut self, country: u8, rules: &GameRules) {
        let own = |index: &usize| rules.leaders[*index].country == country;
        let leaders = (0..rules.leaders.len()).filter(own).fold(0, |mask, index| mask | 1 << index);
        self.post_leaders(leaders, Post::Away);
    }

    /// Whether a leader waits to join his troops.
    fn waits(&self, index: usize, muster: Muster, rules: &GameRules) -> bool {
        let [first, last] = rules.leaders[index].turns;
        (first..=last).contains(&self.turn_number(rules))
            && match muster {
                Muster::Turn | Muster::Purchased => self.posts[index] == Post::Away,
                Muster::Recovered => self.posts[index] == Post::Wounded(0),
            }
    }

    /// Where a leader may join: generals any stack of their country, a monarch also the other major's, admirals
    /// any fleet.
    pub(super) fn companies<'a>(&self, index: usize, rules: &'a GameRules) -> Vec<Company<'a>> {
        let leader = &rules.leaders[index];
        let side = self.allegiance[usize::from(leader.country)];
        let place = |at: u8| Company {
            post: Post::At(at),
            id: rules.provinces[usize::from(at)].id.as_str(),
            place: format!("at {}", rules.place(at)),
        };
        if !leader.general {
            let own = self.squadrons.iter().filter(|s| s.country == leader.country);
            return own
                .map(|s| match s.at {
                    Anchorage::Port(port) => place(port),
                    Anchorage::Sea(sea) => {
                        let zone = &rules.seas[usize::from(sea)];
                        let place = format!("in the {}", zone.name);
                        Company { post: Post::Afloat(sea), id: zone.id.as_str(), place }
                    }
                })
                .collect();
        }
        let leads = |country: u8| {
            country == leader.country
                || (leader.monarch && rules.nations[usize::from(country)].major && self.flag(country) == side)
        };
        let led = self.troops.iter().filter(|t| !t.inside && t.roster.countries().any(leads));
        led.map(|t| place(t.at)).collect()
    }

    /// Leaders whose time has come, or whose wounds have healed, join a stack of their country.
    pub(super) fn arrival(
        mut self,
        from: u8,
        muster: Muster,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let clause = rule!("ITALY-g");
        for index in usize::from(from)..rules.leaders.len() {
            let leader = &rules.leaders[index];
            let Some(side) = self.allegiance[usize::from(leader.country)] else { continue };
            if !self.waits(index, muster, rules) {
                continue;
            }
            let companies = self.companies(index, rules);
            if companies.is_empty() {
                // At the start of the turn there are still troops to be bought.
                if muster != Muster::Turn {
                    ump.explain(|| {
                        Ruling::new(clause, format!("{} finds nobody to lead and waits", leader.name))
                    });
                }
                continue;
            }
            let asking = Asking::of(side, clause, Asks::WhereALeaderJoins);
            ump.about(|| leader_words(rules, leader));
            let Company { post, place, .. } = ump.choose(asking, &companies)?;
            self.posts[index] = *post;
            ump.explain(|| {
                let whom = if leader.general { "army" } else { "fleet" };
                Ruling::new(clause, format!("{} joins the {whom} {place}", leader.name))
            });
            return Ok(self.at_stage(Stage::Arrival(index as u8 + 1, muster)));
        }
        Ok(match muster {
            Muster::Turn => self.at_stage(Stage::Upkeep(Side::First)),
            Muster::Purchased => self.at_stage(Stage::FirstRound),
            Muster::Recovered => self.open_round(rules),
        })
    }
}
