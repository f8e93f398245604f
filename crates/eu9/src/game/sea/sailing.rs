//! Fleets in the movement segment: putting to sea, going from zone to zone, ending a voyage.

use super::super::parting::{Part, choose_leaders};
use super::super::{Game, Impulse, Post, Stage, Troops};
use super::forms::{self, Ships};
use super::gale::Haven;
use super::orders::{SeaOrder, SeaOrders};
use super::{Anchorage, Gale, Goal, Sailing, Squadron};
use crate::asks::Asks;
use crate::campaign::Element;
use crate::fleet::Fleet;
use crate::title::GameRules;
use grognard_umpire::{Asked, Asking, Refusal, Ruling, Side, Umpire};

impl Game {
    /// Whether a fleet may be picked to sail.
    pub(in crate::game) fn can_sail(
        &self,
        rules: &GameRules,
        side: Side,
        index: usize,
    ) -> Result<(), Refusal> {
        let squadron = &self.squadrons[index];
        let minor = !rules.nations[usize::from(squadron.country)].major;
        if squadron.moved {
            return Err(Refusal::plain("this fleet has moved in this impulse"));
        }
        if squadron.fleet.is_empty() {
            return Err(Refusal::new(rule!("NAVAL-c"), "its ships are damaged and must be refitted first"));
        }
        if !self.campaign[side].moves_at_home() && !minor {
            return Err(Refusal::new(rule!("CAMPAIGN-b"), "without a campaign nothing moves"));
        }
        Ok(())
    }

    /// Whether the campaign lets a fleet act aggressively: attack, blockade, or set troops ashore in enemy
    /// land.
    pub(in crate::game) fn may_attack_at_sea(
        &self,
        rules: &GameRules,
        impulse: Impulse,
        sailing: &Sailing,
    ) -> Result<(), Refusal> {
        match sailing.aggressive {
            true => Ok(()),
            false => self.sea_aggression(rules, impulse, sailing.country, sailing.fleet),
        }
    }

    pub(in crate::game) fn sea_aggression(
        &self,
        rules: &GameRules,
        impulse: Impulse,
        country: u8,
        fleet: Fleet,
    ) -> Result<(), Refusal> {
        let small = fleet.is_small(&rules.charts);
        if rules.nations[usize::from(country)].major {
            let campaign = self.campaign[impulse.side];
            campaign.may_act_at_sea(fleet, rules.readings.attrition.low_cost)?;
            return impulse.sea_aggression.allows(campaign, small, Element::Sea);
        }
        Game::minor_may_act(rules, small, impulse.sea_minors & (1 << country) != 0, Element::Sea)
    }

    /// Notes that a fleet has acted aggressively.
    pub(in crate::game) fn count_sea_aggression(
        impulse: &mut Impulse,
        rules: &GameRules,
        country: u8,
        fleet: Fleet,
    ) {
        match rules.nations[usize::from(country)].major {
            true => impulse.sea_aggression = impulse.sea_aggression.and(fleet.is_small(&rules.charts)),
            false => impulse.sea_minors |= 1 << country,
        }
    }

    /// What of a fleet puts to sea, and under whom.
    pub(in crate::game) fn set_sail(
        mut self,
        impulse: Impulse,
        index: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let squadron = self.squadrons[usize::from(index)];
        let leaders = self.admirals_at(rules, squadron.country, squadron.at);
        let in_play: u8 = self
            .squadrons
            .iter()
            .filter(|s| s.country == squadron.country)
            .map(|s| s.fleet.f_counters())
            .sum();
        let spare = rules.nations[usize::from(squadron.country)].fleets.saturating_sub(in_play);
        let holds = |stays: &Fleet| match squadron.at {
            Anchorage::Port(port) => self.mooring(rules, squadron.country, *stays, port).is_ok(),
            Anchorage::Sea(_) => true,
        };
        let parts = forms::parts(rules, squadron.country, squadron.fleet, spare, holds);
        let choice = leaders != 0;
        let mut offers = Vec::new();
        for &(fleet, stays) in &parts {
            // Where nothing stays behind, neither do the admirals.
            let choice = choice && !stays.is_empty();
            offers.push(Ships { fleet, leaders: true, choice });
            if choice {
                offers.push(Ships { fleet, leaders: false, choice });
            }
        }
        let asking = Asking::of(impulse.side, rule!("STACK-f"), Asks::WhatSails);
        let picked = *ump.choose(asking, &offers)?;
        let stays = parts.iter().find(|(fleet, _)| *fleet == picked.fleet).map(|&(_, rest)| rest);
        let stays = stays.unwrap_or_default();
        let words = || format!("{} sails, {stays} stays", picked.fleet);
        let along = match (picked.leaders, stays.is_empty()) {
            (false, _) => 0,
            (true, true) => leaders,
            (true, false) => {
                let asking = Asking::of(impulse.side, rule!("STACK-f"), Asks::WhoGoesAlong);
                choose_leaders(asking, leaders, words, rules, ump)?
            }
        };
        self.squadrons.remove(usize::from(index));
        // Damaged ships lie where they are in port, and follow at sea.
        let behind = matches!(squadron.at, Anchorage::Port(_)) || !stays.is_empty();
        let damaged = if behind { squadron.damaged } else { Default::default() };
        self.moor(rules, Squadron { fleet: stays, damaged, ..squadron });
        for other in &mut self.squadrons {
            other.tried = false;
        }
        let sailing = Sailing {
            damaged: if behind { Default::default() } else { squadron.damaged },
            leaders: along,
            goal: Goal::Open,
            ..self.afloat(rules, impulse.side, &Squadron { fleet: picked.fleet, ..squadron })
        };
        let blockader = match squadron.at {
            Anchorage::Port(port) => self.blockader(rules, port),
            Anchorage::Sea(_) => None,
        };
        Ok(match blockader {
            Some(_) => self.at_stage(Stage::Blockaded(impulse, Box::new(sailing))),
            None => self.at_stage(Stage::Sail(impulse, Box::new(sailing))),
        })
    }

    /// The next order to a fleet under way.
    pub(in crate::game) fn sail(
        self,
        impulse: Impulse,
        mut sailing: Box<Sailing>,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let side = impulse.side;
        enum Course {
            Stay,
            Sea(u8),
            Goal(Goal),
            Embark(u8, Part),
        }
        let course = {
            let orders = SeaOrders { game: &self, rules, impulse, sailing: *sailing };
            match ump.order(Asking::of(side, rule!("CAMPAIGN-a"), Asks::Voyage), &orders)? {
                SeaOrder::Stay => Course::Stay,
                SeaOrder::Sea(sea, ..) => Course::Sea(sea),
                SeaOrder::Port(at, _) => Course::Goal(Goal::Port(at)),
                SeaOrder::Land(at, _) => Course::Goal(Goal::Land(at)),
                SeaOrder::Blockade(at, _) => Course::Goal(Goal::Blockade(at)),
                SeaOrder::Embark(index, _, told, _) => Course::Embark(index, told.part),
            }
        };
        match course {
            Course::Stay => {
                sailing.goal = Goal::Stay;
                self.end_voyage(impulse, sailing, rules, ump)
            }
            Course::Embark(index, part) => self.embark(impulse, sailing, index, part, rules, ump),
            Course::Sea(sea) => Ok(self.put_to_sea(impulse, sailing, sea, rules, ump)),
            Course::Goal(goal) => {
                sailing.goal = goal;
                self.make_for(impulse, sailing, rules, ump)
            }
        }
    }

    /// A fleet goes into the next zone.
    pub(super) fn enter(
        mut self,
        impulse: Impulse,
        mut sailing: Box<Sailing>,
        sea: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Game {
        let side = impulse.side;
        sailing.at = Anchorage::Sea(sea);
        sailing.zones += 1;
        let here = self.difficulty(rules, side, sailing.fleet, sea);
        sailing.worst = Some(sailing.worst.map_or(here, |worst| worst.max(here)));
        sailing.penalty += rules.seas[usize::from(sea)].penalty;
        self.post_leaders(sailing.leaders, Post::Afloat(sea));
        ump.explain(|| {
            let name = &rules.nations[usize::from(sailing.country)].name;
            let aboard = sailing
                .cargo
                .map_or(String::new(), |cargo| format!(" with {} aboard", cargo.march.roster.words(rules)));
            let text = format!("{} of {name} sails into the {}{aboard}", sailing.fleet, rules.waters(sea));
            Ruling::new(rule!("MOVE-d"), text)
        });
        self.at_stage(Stage::Waylay(impulse, sailing, 0))
    }

    /// A fleet turns to a port or a coast: it says so, and may still be intercepted.
    fn make_for(
        self,
        mut impulse: Impulse,
        mut sailing: Box<Sailing>,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let side = impulse.side;
        let name = &rules.nations[usize::from(sailing.country)].name;
        match sailing.goal {
            Goal::Port(port) => self.make_port(impulse, sailing, port, rules, ump),
            Goal::Land(at) => {
                let hostile = self.control(at) != Some(side);
                if hostile && !sailing.aggressive {
                    sailing.aggressive = true;
                    Game::count_sea_aggression(&mut impulse, rules, sailing.country, sailing.fleet);
                }
                ump.explain(|| {
                    let text = format!("{name} announces a landing in {}", rules.place(at));
                    Ruling::new(rule!("INTERCEPT-a"), text)
                });
                Ok(self.at_stage(Stage::Waylay(impulse, sailing, 0)))
            }
            Goal::Blockade(port) => {
                if !sailing.aggressive {
                    sailing.aggressive = true;
                    Game::count_sea_aggression(&mut impulse, rules, sailing.country, sailing.fleet);
                }
                ump.explain(|| {
                    Ruling::new(rule!("SIEGE-k"), format!("{name} blockades {}", rules.place(port)))
                });
                self.end_voyage(impulse, sailing, rules, ump)
            }
            Goal::Open | Goal::Stay => self.end_voyage(impulse, sailing, rules, ump),
        }
    }

    /// The voyage is over. A fleet that has been at sea rolls for attrition; one that never left its port
    /// does not.
    pub(in crate::game) fn end_voyage(
        mut self,
        mut impulse: Impulse,
        sailing: Box<Sailing>,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        if sailing.is_lost() {
            return Ok(self.lost_at_sea(impulse, &sailing, rules, ump));
        }
        Ok(match (sailing.at, sailing.zones) {
            (Anchorage::Port(port), 0) => {
                // Who has neither fought nor been fired at has not moved.
                let moved = sailing.aggressive || sailing.barred.is_some() || impulse.called_off();
                self.moor(rules, Squadron { moved, ..sailing.squadron() });
                if let Some(cargo) = sailing.cargo {
                    // Whoever went aboard goes ashore again, and has not moved: a garrison behind its walls, if others
                    // leave it no room before them.
                    let inside = !self.has_room(rules, impulse.side, port, &cargo.march.roster);
                    let troops = Troops { inside, moved: false, ..cargo.march.troops() };
                    self.post_leaders(cargo.march.leaders, Game::post_with(&troops));
                    match self.company(&troops).map(|index| (index, self.troops[index].roster)) {
                        // Minors who were together before stand together again.
                        Some((index, there)) if there.joined(&troops.roster, rules).is_none() => {
                            let whole = there.reunited(&troops.roster, rules);
                            let there = &mut self.troops[index];
                            there.roster = whole.expect("it was one stack before");
                            there.hungry += troops.hungry;
                            there.rested += troops.rested;
                        }
                        _ => self.join(rules, troops, ump)?,
                    }
                }
                self.at_stage(Stage::Move(impulse))
            }
            _ => {
                let idle = match (sailing.goal, sailing.at) {
                    (Goal::Port(_), _) | (_, Anchorage::Port(_)) => None,
                    (_, at) => self.squadron_at(at, sailing.country),
                };
                let gale = Gale::new(impulse, *sailing);
                match idle.filter(|&index| !self.squadrons[index].paid) {
                    // Whoever lies there has not paid the sea yet, and does so on its own.
                    Some(index) => {
                        self.ride_it_out(impulse.side, index, Haven::Joined(Box::new(gale)), rules)
                    }
                    None => self.at_stage(Stage::Gale(Box::new(gale))),
                }
            }
        })
    }

    /// Nothing is left of a fleet: nor of whoever was aboard.
    pub(in crate::game) fn lost_at_sea(
        mut self,
        impulse: Impulse,
        sailing: &Sailing,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Game {
        self.get_away(sailing.all_leaders(), rules, ump);
        self.at_stage(Stage::Move(impulse))
    }
}

impl Game {
    /// The other counters a fleet may sail under.
    pub(in crate::game) fn other_forms(&self, rules: &GameRules, index: usize) -> Vec<Fleet> {
        let squadron = &self.squadrons[index];
        let in_play: u8 = self
            .squadrons
            .iter()
            .filter(|s| s.country == squadron.country)
            .map(|s| s.fleet.f_counters())
            .sum();
        let spare = rules.nations[usize::from(squadron.country)].fleets.saturating_sub(in_play);
        let most = squadron.fleet.f_counters() + spare;
        let berth = |fleet: &Fleet| match squadron.at {
            Anchorage::Port(port) => self.mooring(rules, squadron.country, *fleet, port).is_ok(),
            Anchorage::Sea(_) => true,
        };
        let all = forms::forms(rules, squadron.country, squadron.fleet, most);
        all.into_iter().filter(|fleet| *fleet != squadron.fleet && berth(fleet)).collect()
    }

    /// What other counters a fleet sails under.
    pub(in crate::game) fn pick_fleet_form(
        self,
        impulse: Impulse,
        index: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let forms = self.other_forms(rules, usize::from(index)).into_iter();
        let forms: Vec<Ships> = forms.map(|fleet| Ships { fleet, leaders: true, choice: false }).collect();
        let asking = Asking::of(impulse.side, rule!("STACK-f"), Asks::CountersOfTheFleet);
        let fleet = ump.choose(asking, &forms)?.fleet;
        Ok(self.form(impulse, index, fleet, ump))
    }

    /// The same ships under other counters.
    pub(in crate::game) fn form(
        mut self,
        impulse: Impulse,
        index: u8,
        fleet: Fleet,
        ump: &mut impl Umpire,
    ) -> Game {
        let squadron = &mut self.squadrons[usize::from(index)];
        ump.explain(|| Ruling::new(rule!("STACK-f"), format!("{} now sails as {fleet}", squadron.fleet)));
        (squadron.fleet, squadron.formed) = (fleet, true);
        self.squadrons.sort_unstable();
        self.at_stage(Stage::Move(impulse))
    }

    /// A fleet that has stayed at sea rolls for attrition too.
    pub(in crate::game) fn ride_it_out(
        mut self,
        side: Side,
        index: usize,
        then: Haven,
        rules: &GameRules,
    ) -> Game {
        let squadron = self.squadrons.remove(index);
        let mut sailing = self.afloat(rules, side, &squadron);
        if sailing.goal == Goal::Open {
            sailing.goal = Goal::Stay;
        }
        self.at_stage(Stage::Gale(Box::new(Gale::on_the_way(sailing, false, then))))
    }

    /// A fleet under way from where it lies: how far from port it starts, and in what waters.
    pub(in crate::game) fn afloat(&self, rules: &GameRules, side: Side, squadron: &Squadron) -> Sailing {
        let leaders = self.admirals_at(rules, squadron.country, squadron.at);
        let sailing = squadron.under_way(leaders);
        match squadron.at {
            Anchorage::Port(_) => sailing,
            Anchorage::Sea(sea) => {
                let off = self.off_port(rules, side, squadron, sea);
                let (_, forts) = self.supply_at_sea(rules, side, squadron.country, squadron.fleet, sea);
                let worst = Some(self.difficulty(rules, side, squadron.fleet, sea));
                Sailing { off, forts, worst, ..sailing }
            }
        }
    }
}
