//! The start of a turn: minors change sides, leaders come, Wurtemberg has its price.

use super::sea::Anchorage;
use super::{Game, Post, Stage};
use crate::title::GameRules;
use grognard_umpire::{Asked, Asking, BySide, Ruling, Side, Umpire, YesNo};

/// The turn in which Wurtemberg must be paid for.
const WURTEMBERG_TURN: u8 = 10;

impl Game {
    /// A turn begins: minors take the side printed for it, the wounded are back, new leaders wait.
    pub(super) fn levy(mut self, rules: &GameRules, ump: &mut impl Umpire) -> Game {
        let turn = self.turn_index(rules);
        let mut due = Vec::new();
        for country in 0..rules.nations.len() as u8 {
            let nation = &rules.nations[usize::from(country)];
            if nation.major {
                continue;
            }
            let (before, now) = (self.allegiance[usize::from(country)], nation.sides[turn]);
            if before != now {
                self.troops.retain(|t| t.country != country);
                self.squadrons.retain(|s| s.country != country);
                self.allegiance[usize::from(country)] = now;
                ump.explain(|| {
                    let side = now.map_or("neither side", |side| rules.sides[side].name.as_str());
                    Ruling::new(rule!("ITALY-a"), format!("{} stands with {side}", nation.name))
                });
                due.extend(self.strays(country, rules));
                if now.is_some() {
                    due.extend(Game::basic_force(country, rules));
                }
            } else if now.is_some() {
                self.refit_kept(country, rules);
                due.extend(Game::reinforcement(country, rules));
            }
        }
        let mut fleets = Vec::new();
        for port in 0..rules.provinces.len() as u8 {
            fleets.extend(self.driven_out(rules, port, true));
        }
        for (index, post) in self.posts.iter_mut().enumerate() {
            let [first, last] = rules.leaders[index].turns;
            let number = rules.turns[usize::from(self.turn)];
            match *post {
                Post::Gone => {}
                _ if !(first..=last).contains(&number) => *post = Post::Away,
                Post::Wounded | Post::Captive => *post = Post::Away,
                _ => {}
            }
        }
        (self.campaign, self.announced) = (BySide::default(), BySide::default());
        self.free_used = BySide::default();
        let next = self.send(due, Stage::Wurtemberg);
        let then = next.stage.clone();
        next.flee(fleets, then)
    }

    /// In turn 10 Wurtemberg falls away unless the Empire pays.
    pub(super) fn wurtemberg(mut self, rules: &GameRules, ump: &mut impl Umpire) -> Asked<Game> {
        let next = Stage::Arrival(0);
        if self.turn_number(rules) != WURTEMBERG_TURN {
            return Ok(self.at_stage(next));
        }
        let (side, price) = (Side::Second, rules.figures.wurtemberg_price);
        let clause = rule!("ITALY-i");
        let options: &[YesNo] =
            if self.purse[side] >= price { &[YesNo::No, YesNo::Yes] } else { &[YesNo::No] };
        let name = &rules.sides[side].name;
        if *ump.choose(Asking::of(side, clause, "pay for Wurtemberg"), options)? == YesNo::Yes {
            self.purse[side] -= price;
            ump.explain(|| Ruling::new(clause, format!("{name} keeps Wurtemberg for {price} ducats")));
            return Ok(self.at_stage(next));
        }
        ump.explain(|| Ruling::new(clause, "Wurtemberg and Schwaben leave the war"));
        // The duchy goes to a country that stands with nobody.
        let Some(neutral) = self.allegiance.iter().position(Option::is_none) else {
            return Ok(self.at_stage(next));
        };
        for id in ["wurtemberg", "schwaben"] {
            let Some(at) = rules.province(id) else { continue };
            let land = &mut self.lands[usize::from(at)];
            (land.owner, land.taken) = (neutral as u8, None);
        }
        let due = self.strays(neutral as u8, rules);
        Ok(self.send(due, next))
    }

    /// Leaders whose time has come join a stack of their country.
    pub(super) fn arrival(mut self, from: u8, rules: &GameRules, ump: &mut impl Umpire) -> Asked<Game> {
        let number = self.turn_number(rules);
        for index in usize::from(from)..rules.leaders.len() {
            let leader = &rules.leaders[index];
            let serves = (leader.turns[0]..=leader.turns[1]).contains(&number);
            if !serves || self.posts[index] != Post::Away {
                continue;
            }
            let Some(side) = self.allegiance[usize::from(leader.country)] else { continue };
            let mut places: Vec<&str> = match leader.general {
                true => self
                    .troops
                    .iter()
                    .filter(|t| t.country == leader.country && !t.inside)
                    .map(|t| rules.provinces[usize::from(t.at)].id.as_str())
                    .collect(),
                false => self
                    .squadrons
                    .iter()
                    .filter(|s| s.country == leader.country)
                    .map(|s| match s.at {
                        Anchorage::Port(port) => rules.provinces[usize::from(port)].id.as_str(),
                        Anchorage::Sea(sea) => rules.seas[usize::from(sea)].id.as_str(),
                    })
                    .collect(),
            };
            places.dedup();
            if places.is_empty() {
                continue;
            }
            let asking = Asking::of(side, rule!("ITALY-g"), "where a new leader joins");
            let place = *ump.choose(asking, &places)?;
            let post = match (rules.province(place), rules.sea(place)) {
                (Some(at), _) => Post::At(at),
                (_, Some(sea)) => Post::Afloat(sea),
                (None, None) => unreachable!("places are of the map"),
            };
            self.posts[index] = post;
            ump.explain(|| {
                let whom = if leader.general { "army" } else { "fleet" };
                Ruling::new(rule!("ITALY-g"), format!("{} joins the {whom} at {place}", leader.name))
            });
            return Ok(self.at_stage(Stage::Arrival(index as u8 + 1)));
        }
        Ok(self.at_stage(Stage::Upkeep(Side::First)))
    }
}
