//! A plain sensible player: attacks where the odds are with it, besieges, relieves, retreats when losing.
//!
//! What the odds are it asks a [`Judge`]. The rules themselves bring a rule of thumb; a computer player that can
//! count battles out puts its own judge in ([`Game::advise`]).

mod aims;
mod judge;

pub use judge::{Chances, Judge, RuleOfThumb, Walls};

use super::orders::{MoveOrder, MoveOrders, Step, Steps};
use super::parting::Part;
use super::sea::{SeaOrder, SeaOrders};
use super::siege::Digging;
use super::{Anchorage, Game, Impulse, Stage};
use crate::asks::Asks;
use crate::evasion::Evasion;
use crate::passage::Strait;
use crate::title::GameRules;
use aims::Aims;
use grognard_umpire::{BySide, Choice, Orders, Playable, Side};

/// The chance in a thousand from which a battle is sought.
const SOUGHT: u16 = 550;
/// The chance below which a battle is shunned.
const SHUNNED: u16 = 350;
/// Ducats that are kept for campaigns.
const RESERVE: i16 = 120;
/// How many LD the computer leaves in its capital.
const CAPITAL_GUARD: u8 = 2;

/// What is picked, and why.
pub type Advice = (usize, &'static str);

/// A stack that can be kept as veterans for nothing.
fn free_veterans(choice: &Choice<'_>) -> Option<usize> {
    (0..choice.options.count()).find(|&index| {
        choice.options.key(index).starts_with("veterans ")
            && choice.options.cost(index).is_some_and(|cost| cost.amount == 0)
    })
}

impl Game {
    /// What the policy picks, by rule of thumb.
    pub(super) fn decide(&self, rules: &GameRules, choice: &Choice<'_>) -> usize {
        self.advise(rules, choice, &mut RuleOfThumb).0
    }

    /// What a sensible player picks who asks this judge about battles, and why.
    pub fn advise(&self, rules: &GameRules, choice: &Choice<'_>, judge: &mut impl Judge) -> Advice {
        let count = choice.options.count();
        let key_at = |key: &str| (0..count).find(|&index| choice.options.key(index) == key);
        let by = choice.asking.by.unwrap_or(Side::First);
        let saves = |key: &str| key.starts_with("regroup ") || key.starts_with("form ");
        if !self.unformed.is_empty() {
            return (0, "the largest counters");
        }
        // What may be asked at any stage.
        let topic = Asks::of(choice.asking.topic);
        match topic {
            Some(Asks::WhoGoesAlong) => return (0, "the leaders go with the men"),
            Some(Asks::WhoCommands) => return (0, "one is as good as the other"),
            Some(Asks::WhatIntercepts) => return (0, "every man is needed"),
            Some(Asks::VeteransAmongThoseWhoGo) => return (0, "the best go"),
            _ => {}
        }
        let (index, why) = match &self.stage {
            Stage::Campaign(impulse) => {
                let (wanted, why) = self.wanted_campaign(rules, impulse.side, judge);
                (key_at(wanted).or_else(|| key_at("passive")).unwrap_or(0), why)
            }
            Stage::Upkeep(_) if (0..count).any(|index| saves(&choice.options.key(index))) => {
                let cheaper = (0..count).find(|&index| saves(&choice.options.key(index)));
                (cheaper.unwrap_or(0), "the same men for less")
            }
            Stage::Upkeep(_) => match (key_at("pay"), free_veterans(choice)) {
                (Some(_), Some(index)) => (index, "veterans for nothing"),
                (Some(index), None) => (index, "the troops are worth their pay"),
                (None, _) => {
                    match (0..count).find(|&index| choice.options.key(index).starts_with("conscripts")) {
                        Some(index) => (index, "there is no money for veterans"),
                        None => (count - 1, "there is no money for all"),
                    }
                }
            },
            Stage::Purchase(side, _) => self.buy(rules, *side, choice),
            Stage::Supply(..) => (count - 1, "ships feed better"),
            Stage::Move(impulse) => self.pick(rules, *impulse, judge),
            Stage::Detach(impulse, index) => {
                let troops = &self.troops[usize::from(*index)];
                let errand = Aims::of(self, rules, impulse.side).errand(troops, judge);
                let part = errand.filter(|(part, _)| *part != troops.roster);
                let part = part.and_then(|(part, _)| key_at(&part.key(true, rules)));
                match part {
                    Some(index) => (index, "the minor does not fight there"),
                    None => (0, "the whole goes, under its leaders"),
                }
            }
            Stage::Enter(impulse, index) => {
                let part = self.garrison_wanted(rules, *impulse, *index);
                (part.unwrap_or(0), "one is enough")
            }
            Stage::SetSail(..) => (0, "the whole goes, under its leaders"),
            Stage::March(impulse, marching) => {
                let steps = Steps { game: self, rules, impulse: *impulse, marching: *marching };
                self.step_of(rules, &steps, judge)
            }
            Stage::Tired(_, marching, super::toll::Hunger::Pillage(_)) => {
                let here = rules.provinces[usize::from(marching.at)].id.as_str();
                let elsewhere = (0..count).find(|&index| choice.options.key(index) != here);
                (elsewhere.unwrap_or(0), "not where the stack must live")
            }
            Stage::Intercept(_, marching, next) => {
                match self.interception_chances(rules, marching, *next, judge) {
                    Some(chances) if chances.second >= SOUGHT => (1, "the march can be beaten"),
                    _ => (0, "better to let them pass"),
                }
            }
            Stage::Rescue(rescue) => match self.rescue_chances(rules, rescue, judge) {
                Some(chances) if chances.first >= SHUNNED => (1, "together they can hold"),
                _ => (0, "it would be one defeat more"),
            },
            Stage::Sieges(_) if topic == Some(Asks::WhoFeedsTheBesiegers) => {
                (count - 1, "without a line nobody digs")
            }
            Stage::Evade(impulse, at, Evasion::Stand) => {
                self.stand(rules, *impulse, *at, key_at("fortress"), key_at("evade"), judge)
            }
            Stage::Meeting(..) => (count - 1, "they are too many; behind the walls"),
            Stage::Fight(clash) => {
                let inner = choice.seated(clash.phasing());
                (clash.battle.policy(&clash.givens, &inner), "as the fight stands")
            }
            // Whoever was attacked holds the sea; whoever came goes home and refits.
            Stage::SeaFight(clash) if topic == Some(Asks::AfterTheDraw) => match by == clash.phasing() {
                true => (0, "the voyage is over anyway"),
                false => (1, "the sea has been held"),
            },
            Stage::SeaFight(clash) => {
                let inner = choice.seated(clash.phasing());
                (clash.battle.policy(&clash.givens, &inner), "as the fight stands")
            }
            Stage::Sail(impulse, sailing) => {
                let orders = SeaOrders { game: self, rules, impulse: *impulse, sailing: **sailing };
                self.course(rules, &orders)
            }
            Stage::Waylay(_, sailing, next) => {
                let chances = self.waylay_chances(rules, sailing, *next, judge);
                match chances.is_some_and(|chances| chances.second >= SOUGHT) {
                    true => (1, "the fleet can be beaten"),
                    false => (0, "better to let them pass"),
                }
            }
            Stage::Blockaded(_, sailing) => {
                let strong = self.guard_chances(rules, sailing, judge).is_some_and(|c| c.first >= SOUGHT);
                match key_at("fight").filter(|_| strong) {
                    Some(fight) => (fight, "the blockader can be beaten"),
                    None => (0, "they may be slipped past"),
                }
            }
            Stage::Escape(_, sailing, Evasion::Caught) => {
                match self.guard_chances(rules, sailing, judge).is_some_and(|c| c.second >= SOUGHT) {
                    true => (1, "the fleet can be beaten"),
                    false => (0, "it stays in port anyway"),
                }
            }
            Stage::UnderFire(_, _, Strait::Sink(..), _) => (count - 1, "transports first"),
            Stage::SeaBattles(..) => self.hunt(rules, by, choice, judge),
            Stage::SeaEvade(_, fleets, sea, Evasion::Stand) => {
                let chances = self.sea_chances(rules, &fleets.0, &fleets.1, *sea, judge);
                match chances.second < SHUNNED {
                    true => (1, "the enemy is too strong"),
                    false => (0, "the fleet can hold"),
                }
            }
            Stage::Siege(leaguer) => self.siege_policy(rules, leaguer.at, leaguer.stage, choice, judge),
            Stage::Shelter(impulse, at) => self.shelter_policy(rules, *impulse, *at, judge),
            Stage::Sortie(..) => (1, "every man is needed"),
            Stage::Refit(side) => match self.purse[*side] > RESERVE && count > 1 {
                true => (1, "ships in dock win nothing"),
                false => (0, "the money is needed elsewhere"),
            },
            Stage::Winter => (count - 1, "the sea is dangerous in winter"),
            Stage::Wurtemberg => (usize::from(self.purse[by] > RESERVE), "if there is money for it"),
            Stage::Peace(_, offered) => {
                let ahead = self.points[by] >= self.points[by.other()];
                match (offered, ahead) {
                    (true, true) => (1, "the war is won as it stands"),
                    (true, false) => (0, "there is more to win"),
                    (false, _) => (1, "another defeat would be the end"),
                }
            }
            _ => (0, "little hangs on it"),
        };
        (index.min(count - 1), why)
    }

    fn wanted_campaign(
        &self,
        rules: &GameRules,
        side: Side,
        judge: &mut impl Judge,
    ) -> (&'static str, &'static str) {
        let aims = Aims::of(self, rules, side);
        let (mut large, mut small) = (0, 0);
        for troops in self.troops.iter().filter(|t| self.side_of(t) == Some(side) && !t.inside) {
            let major = troops.roster.has_major(rules);
            let goal = aims.goal(troops, judge).filter(|goal| self.control(goal.to) == Some(side.other()));
            match (major && goal.is_some_and(|goal| goal.near), troops.stack().is_small(&rules.charts)) {
                (false, _) => {}
                (true, true) => small += 1,
                (true, false) => large += 1,
            }
        }
        match (large, small, self.purse[side]) {
            (2.., _, 220..) => ("multiple", "several large armies can attack"),
            (1.., _, 90..) | (0, 2.., 90..) => ("major", "an army can attack"),
            (_, 1.., 20..) => ("simple", "a small stack can attack"),
            (.., 10..) => ("passive", "there is nothing to attack"),
            _ => ("none", "there is no money"),
        }
    }

    /// The next stack or fleet with something to do.
    fn pick(&self, rules: &GameRules, impulse: Impulse, judge: &mut impl Judge) -> Advice {
        let orders = MoveOrders { game: self, rules, impulse };
        let aims = Aims::of(self, rules, impulse.side);
        for (index, order) in orders.offers().iter().enumerate() {
            match order {
                MoveOrder::Move(stack, _, false) => {
                    let troops = &self.troops[usize::from(*stack)];
                    if aims.besieges(troops) {
                        continue;
                    }
                    if let Some((_, aim)) = aims.errand(troops, judge) {
                        return (index, aim.why);
                    }
                }
                MoveOrder::Garrison(stack, ..) if self.garrison_wanted(rules, impulse, *stack).is_some() => {
                    return (index, "a man behind the walls of a threatened city");
                }
                MoveOrder::Sail(fleet, ..)
                    if self.errand(rules, impulse.side, usize::from(*fleet)).is_some() =>
                {
                    return (index, "the fleet has work to do");
                }
                _ => {}
            }
        }
        (0, "everybody stands where he should")
    }

    /// Which part of a stack should go into its city: of a large one an LD, if the enemy is next door and nobody is
    /// inside; into the capital, whose loss is the end, as many as it takes to hold it for a while.
    fn garrison_wanted(&self, rules: &GameRules, impulse: Impulse, index: u8) -> Option<usize> {
        let troops = &self.troops[usize::from(index)];
        let enemy = |at: u8| self.field(impulse.side.other(), at).is_some();
        let borders = &rules.provinces[usize::from(troops.at)].borders;
        let parts = || self.garrison_parts(rules, impulse.side, troops);
        let inside = self.inside(troops.at).ld_count();
        if troops.at == rules.sides[impulse.side].capital && inside < CAPITAL_GUARD {
            let guards = |part: &Part| {
                let goes = part.goes.ld_count();
                let enough = (1..=CAPITAL_GUARD).contains(&goes) && part.stays.ld_count() >= goes;
                enough && !(part.choice && part.leaders)
            };
            let parts = parts();
            let guard = (0..parts.len()).filter(|&index| guards(&parts[index]));
            return guard.max_by_key(|&index| parts[index].goes.ld_count());
        }
        let wanted = troops.roster.ld_count() > 4
            && self.garrison(troops.at).is_none()
            && borders.iter().any(|&(to, _)| enemy(to));
        let single = |part: &Part| {
            let one = part.goes.ld_count() == 1 && part.goes.stack().ld == 1;
            one && !(part.choice && part.leaders)
        };
        if wanted { parts().iter().position(single) } else { None }
    }

    fn step_of(&self, rules: &GameRules, steps: &Steps<'_>, judge: &mut impl Judge) -> Advice {
        let (side, marching) = (steps.impulse.side, &steps.marching);
        let offers = steps.offers();
        let halt = offers.iter().position(|step| matches!(step, Step::Halt { .. }));
        let arrived = marching.steps > 0 && self.control(marching.at) == Some(side.other());
        // Six MP are a cause of attrition.
        let tired = marching.points >= 5;
        if (arrived || tired) && halt.is_some() {
            return (
                halt.unwrap_or(0),
                if arrived { "here is the enemy's city" } else { "the men are tired" },
            );
        }
        let aims = Aims::of(self, rules, side);
        let troops = marching.troops();
        if let (true, Some(halt)) = (aims.joins(&troops, marching.at), halt) {
            return (halt, "together with the army");
        }
        // Nor does it pass where the march before this one set out.
        let path = marching.path | aims.shunned(marching.trail);
        let goal = aims.goal_of(&troops, (marching.points, path), judge);
        let there =
            |step: &Step<'_>| goal.is_some_and(|goal| matches!(step, Step::Go(to, ..) if *to == goal.step));
        match (offers.iter().position(there), halt) {
            (Some(index), _) => (index, goal.map_or("on the way", |goal| goal.why)),
            (None, Some(halt)) => (halt, "far enough"),
            (None, None) => (self.way_out(side, &offers, marching.path), "there is no halting here"),
        }
    }

    /// A step out of a place where a march may not halt: to friends rather than on, and on rather than back.
    fn way_out(&self, side: Side, offers: &[Step<'_>], path: u128) -> usize {
        let cost = |step: &Step<'_>| match step {
            Step::Halt { .. } => (false, false),
            Step::Go(to, ..) => (path & (1 << to) != 0, self.control(*to) != Some(side)),
        };
        (0..offers.len()).min_by_key(|&index| cost(&offers[index])).unwrap_or(0)
    }

    fn stand(
        &self,
        rules: &GameRules,
        impulse: Impulse,
        at: u8,
        city: Option<usize>,
        evade: Option<usize>,
        judge: &mut impl Judge,
    ) -> Advice {
        let (Some(own), Some(enemy)) = (self.field(impulse.side, at), self.field(impulse.side.other(), at))
        else {
            return (0, "there is nobody to run from");
        };
        let (own, enemy) = (self.troops[own], self.troops[enemy]);
        let (_, border) = own.came;
        let commands =
            BySide::new(self.command(rules, &own.roster, at), self.command(rules, &enemy.roster, at));
        let chances = self.land_chances(rules, at, own, enemy, commands, border, judge);
        match (chances.second < SHUNNED, city, evade) {
            (true, Some(city), _) => (city, "the enemy is too strong; behind the walls"),
            (true, None, Some(evade)) => (evade, "the enemy is too strong"),
            _ => (0, "the stack can hold"),
        }
    }

    /// As many as the city holds, if the field cannot be held.
    fn shelter_policy(&self, rules: &GameRules, impulse: Impulse, at: u8, judge: &mut impl Judge) -> Advice {
        let side = impulse.side.other();
        let (weak, _) = self.stand(rules, impulse, at, Some(1), None, judge);
        let Some(index) = self.field(side, at).filter(|_| weak == 1) else {
            return (0, "every man is needed in the field");
        };
        let troops = self.troops[index];
        let ways = self.partings_inside(rules, side, &troops, self.leaders_of(rules, &troops));
        let most = (0..ways.len()).rev().max_by_key(|&way| (ways[way].goes.ld_count(), ways[way].leaders));
        most.map_or((0, "there is no room"), |way| (way + 1, "the walls hold longer than the field"))
    }

    fn siege_policy(
        &self,
        rules: &GameRules,
        at: u8,
        stage: Digging,
        choice: &Choice<'_>,
        judge: &mut impl Judge,
    ) -> Advice {
        let key_at = |key: &str| (0..choice.options.count()).find(|&index| choice.options.key(index) == key);
        let side = choice.asking.by.unwrap_or(Side::First);
        let mut falls = |breach: bool| {
            let troops = self.troops[self.field(side, at)?];
            let stacks = BySide::new(troops.stack(), self.inside(at));
            let walls = Walls { stacks, level: self.lands[usize::from(at)].level, breach };
            Some(judge.assault(walls, &|| self.storm(&troops, breach, rules)))
        };
        match stage {
            Digging::Choice => match falls(false) {
                Some(650..) => (key_at("storm").unwrap_or(0), "the walls can be stormed"),
                _ => (key_at("undermine").or(key_at("stay")).unwrap_or(0), "dig on"),
            },
            Digging::Breach => match falls(true) {
                Some(450..) => (1, "the breach can be stormed"),
                _ => (0, "the breach is too narrow"),
            },
            Digging::Outcome(_) => (1, "a city without a fight"),
            Digging::Occupy => {
                let ld = self.field(side, at).map_or(0, |index| self.troops[index].roster.ld_count());
                match ld > 3 && choice.options.count() > 1 {
                    true => (1, "a garrison saves the walls"),
                    false => (0, "every man is needed in the field"),
                }
            }
            _ => (0, "little hangs on it"),
        }
    }

    /// Whether a fleet has something to do: a port to close before besieging troops, or a way home.
    fn errand(&self, rules: &GameRules, side: Side, index: usize) -> Option<u8> {
        let squadron = &self.squadrons[index];
        let near: Vec<u8> = match squadron.at {
            Anchorage::Sea(sea) => vec![sea],
            Anchorage::Port(port) => rules.provinces[usize::from(port)].seas.clone(),
        };
        if squadron.blockades.is_some_and(|port| self.field(side, port).is_some()) {
            return None;
        }
        let besieged =
            near.iter().flat_map(|&sea| &rules.seas[usize::from(sea)].coast).copied().find(|&at| {
                self.control(at) == Some(side.other())
                    && self.field(side, at).is_some()
                    && rules.provinces[usize::from(at)].is_port()
                    && self.blockader(rules, at).is_none()
                    && Game::can_blockade(rules, squadron.fleet, self.lands[usize::from(at)].level).is_ok()
            });
        let idle = matches!(squadron.at, Anchorage::Sea(_)) && squadron.feeds.is_none();
        besieged.or(if idle { Some(u8::MAX) } else { None })
    }

    /// The course of a fleet: to the blockade, or into port.
    fn course(&self, rules: &GameRules, orders: &SeaOrders<'_>) -> Advice {
        let side = orders.impulse.side;
        let offers = orders.offers();
        let besieging = |at: u8| self.field(side, at).is_some() && self.control(at) == Some(side.other());
        let closes =
            offers.iter().position(|order| matches!(order, SeaOrder::Blockade(at, _) if besieging(*at)));
        if let Some(index) = closes {
            return (index, "the besieged live on their port");
        }
        if let Anchorage::Port(_) = orders.sailing.at {
            let leads = |order: &SeaOrder<'_>| match order {
                SeaOrder::Sea(sea, ..) => rules.seas[usize::from(*sea)].coast.iter().any(|&at| besieging(at)),
                _ => false,
            };
            return offers
                .iter()
                .position(leads)
                .map_or((0, "nothing to do at sea"), |i| (i, "to the blockade"));
        }
        let port = offers.iter().position(|order| matches!(order, SeaOrder::Port(..) | SeaOrder::Land(..)));
        port.map_or((0, "no port near"), |index| (index, "back to port"))
    }

    fn hunt(&self, rules: &GameRules, side: Side, choice: &Choice<'_>, judge: &mut impl Judge) -> Advice {
        // The options are the enemy fleets in the order of the list, after leaving them alone.
        for index in 1..choice.options.count() {
            let key = choice.options.key(index);
            let best = self.best_hunt(rules, side, &key, judge);
            if best.is_some_and(|chances| chances.first >= SOUGHT) {
                return (index, "the fleet can be beaten");
            }
        }
        (0, "better to leave them alone")
    }

    /// Buys LD for stacks in the field, while money lasts for campaigns.
    fn buy(&self, rules: &GameRules, side: Side, choice: &Choice<'_>) -> Advice {
        if self.purse[side] < RESERVE + 40 {
            return (0, "the money is kept for campaigns");
        }
        let aims = Aims::of(self, rules, side);
        let mut best = (0, 0);
        for index in 1..choice.options.count() {
            let key = choice.options.key(index);
            let words: Vec<&str> = key.split(' ').collect();
            let (["buy", "LD", _, place] | ["buy", "A-", _, place]) = words[..] else { continue };
            let Some(at) = rules.province(place) else { continue };
            let army = i16::from(words[1] == "A-");
            let score = aims.front(at) + army;
            if score > best.0 {
                best = (score, index);
            }
        }
        match best.1 {
            0 => (0, "nobody is needed anywhere"),
            index => (index, "men for the front"),
        }
    }
}
