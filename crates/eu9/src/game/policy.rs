//! A plain sensible player: attacks where it is stronger, besieges, holds, retreats when losing.

use super::movement::Marching;
use super::orders::{MoveOrder, MoveOrders, Step, Steps};
use super::siege::Digging;
use super::{Game, Impulse, Stage, Troops};
use crate::siege::garrison_room;
use crate::title::GameRules;
use grognard_umpire::{Asking, Choice, Orders, Playable, Side};

impl Game {
    /// What the policy picks.
    pub(super) fn decide(&self, rules: &GameRules, choice: &Choice<'_>) -> usize {
        let key_at = |key: &str| (0..choice.options.count()).find(|&index| choice.options.key(index) == key);
        match &self.stage {
            Stage::Campaign(impulse) => {
                let wanted = self.wanted_campaign(rules, impulse.side);
                key_at(wanted).or_else(|| key_at("passive")).unwrap_or(0)
            }
            Stage::Purchase(side, _) => self.buy(rules, *side, choice),
            Stage::Move(impulse) => self.pick(rules, *impulse),
            // The whole stack, with its leaders.
            Stage::Detach(..) => 0,
            Stage::March(impulse, marching) => self.step_of(rules, *impulse, *marching),
            Stage::Intercept(impulse, marching, next) => {
                let _ = (impulse, next);
                let hunter = self.strongest_near(rules, marching);
                usize::from(hunter.is_some_and(|ld| ld > marching.stack.ld_count()))
            }
            Stage::Evade(impulse, at) => {
                let ld = |side: Side| self.field(side, *at).map_or(0, |i| self.troops[i].stack.ld_count());
                match ld(impulse.side.other()) + 1 < ld(impulse.side) {
                    true => key_at("city").or_else(|| key_at("evade")).unwrap_or(0),
                    false => 0,
                }
            }
            Stage::Fight(clash) => {
                let by = choice.asking.by.map(|side| match clash.phasing() {
                    Side::First => side,
                    Side::Second => side.other(),
                });
                let asking = Asking { by, ..choice.asking };
                let inner = Choice {
                    asking,
                    options: choice.options,
                    openness: choice.openness,
                    barred: choice.barred,
                };
                clash.battle.policy(&clash.givens.0, &inner)
            }
            Stage::Siege(leaguer) => match &leaguer.stage {
                Digging::Choice => key_at("undermine").unwrap_or(0),
                Digging::Breach => 1,
                Digging::Outcome(_) => 1,
                _ => 0,
            },
            _ => 0,
        }
    }

    fn wanted_campaign(&self, rules: &GameRules, side: Side) -> &'static str {
        let own: Vec<&Troops> =
            self.troops.iter().filter(|t| self.side_of(t) == Some(side) && !t.inside).collect();
        let targets =
            own.iter().filter(|t| self.best_target(rules, side, t.at, t.stack.ld_count()).is_some());
        let large = own.iter().any(|t| {
            !t.stack.is_small() && self.best_target(rules, side, t.at, t.stack.ld_count()).is_some()
        });
        match (targets.count(), large, self.purse[side]) {
            (2.., _, 90..) | (1.., true, 60..) => "major",
            (1.., _, 20..) => "simple",
            _ => "passive",
        }
    }

    /// How good it would be to march into a neighbouring province: an enemy it outweighs, a city it can
    /// besiege, worth more the more it scores.
    fn worth(&self, rules: &GameRules, side: Side, to: u8, ld: u8) -> i16 {
        let enemy = side.other();
        if self.control(to) != Some(enemy) {
            let trouble = self.field(enemy, to).map_or(0, |i| self.troops[i].stack.ld_count());
            return if trouble > 0 && ld > trouble { 20 } else { 0 };
        }
        let defender = self.field(enemy, to).map_or(0, |i| self.troops[i].stack.ld_count());
        if defender > 0 && ld < defender + 2 {
            return 0;
        }
        let land = &self.lands[usize::from(to)];
        if ld < garrison_room(land.level) + 1 {
            return 0;
        }
        let points: i16 = rules
            .victory
            .iter()
            .filter(|(at, who, _)| *at == to && who.is_none_or(|who| who == side))
            .map(|(_, _, points)| *points)
            .sum();
        5 + 4 * points + rules.provinces[usize::from(to)].income / 3
    }

    fn best_target(&self, rules: &GameRules, side: Side, at: u8, ld: u8) -> Option<u8> {
        // Whoever besieges stays.
        if self.control(at) == Some(side.other()) {
            return None;
        }
        let near = rules.provinces[usize::from(at)].borders.iter().map(|&(to, _)| to);
        near.map(|to| (self.worth(rules, side, to, ld), to))
            .filter(|(worth, _)| *worth > 0)
            .max()
            .map(|(_, to)| to)
    }

    /// A step towards the nearest province worth having, over land of its own.
    fn towards(&self, rules: &GameRules, side: Side, at: u8, ld: u8) -> Option<u8> {
        let mut first = vec![None; rules.provinces.len()];
        let mut queue = std::collections::VecDeque::from([at]);
        first[usize::from(at)] = Some(at);
        while let Some(here) = queue.pop_front() {
            for &(to, _) in &rules.provinces[usize::from(here)].borders {
                if first[usize::from(to)].is_some() {
                    continue;
                }
                let step = if here == at { Some(to) } else { first[usize::from(here)] };
                first[usize::from(to)] = step;
                if self.worth(rules, side, to, ld) > 0 {
                    return step;
                }
                if self.control(to) == Some(side) {
                    queue.push_back(to);
                }
            }
        }
        None
    }

    fn pick(&self, rules: &GameRules, impulse: Impulse) -> usize {
        let orders = MoveOrders { game: self, rules, impulse };
        let offers = orders.offers();
        let wants = |order: &MoveOrder<'_>| {
            let MoveOrder::Move(index, ..) = order else { return false };
            let troops = &self.troops[usize::from(*index)];
            let ld = troops.stack.ld_count();
            !troops.inside
                && self.control(troops.at) == Some(impulse.side)
                && ld >= 3
                && self.towards(rules, impulse.side, troops.at, ld).is_some()
        };
        offers.iter().position(wants).unwrap_or(0)
    }

    fn step_of(&self, rules: &GameRules, impulse: Impulse, marching: Marching) -> usize {
        let steps = Steps { game: self, rules, impulse, marching };
        let offers = steps.offers();
        let side = impulse.side;
        let halted = marching.steps > 0 && self.control(marching.at) == Some(side.other());
        let tired = marching.points >= 5;
        let halt = offers.iter().position(|step| *step == Step::Halt);
        if (halted || tired) && halt.is_some() {
            return halt.unwrap_or(0);
        }
        let goal = self.towards(rules, side, marching.at, marching.stack.ld_count());
        let there =
            |step: &Step<'_>| matches!(step, Step::Go(to, ..) if Some(*to) == goal && *to != marching.from);
        offers.iter().position(there).or(halt).unwrap_or(0)
    }

    fn strongest_near(&self, rules: &GameRules, marching: &Marching) -> Option<u8> {
        let side = self.allegiance[usize::from(marching.country)]?.other();
        let near = &rules.provinces[usize::from(marching.at)].borders;
        near.iter().filter_map(|&(at, _)| self.field(side, at)).map(|i| self.troops[i].stack.ld_count()).max()
    }

    /// Buys an LD where the largest stack can take it, while money lasts for campaigns.
    fn buy(&self, _: &GameRules, side: Side, choice: &Choice<'_>) -> usize {
        if self.purse[side] < 150 || choice.options.count() < 2 {
            return 0;
        }
        1
    }
}
