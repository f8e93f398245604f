//! The movement segment: picking stacks, detaching, marching, halting.

use super::board::step_cost;
use super::orders::{MoveOrder, MoveOrders, Step, Steps};
use super::sea::{Anchorage, Haven};
use super::toll::{Hunger, veterans_left};
use super::{Game, Impulse, Post, Stage, Troops};
use crate::attrition::{March as Roll, march_causes};
use crate::campaign::{Aggression, Campaign, Element};
use crate::fleet::Fleet;
use crate::logistics::conversion_clause;
use crate::stack::Stack;
use crate::title::{Border, GameRules};
use grognard_umpire::{Asked, Asking, Clause, Offer, Refusal, Ruling, Side, Umpire};

/// A stack on the march, taken off the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Marching {
    pub(super) country: u8,
    pub(super) stack: Stack,
    pub(super) veterans: u8,
    pub(super) hungry: bool,
    /// The leaders who came along, a bit each.
    pub(super) leaders: u32,
    pub(super) at: u8,
    /// Where it last came from, and over what.
    pub(super) from: u8,
    pub(super) border: Border,
    pub(super) points: u8,
    pub(super) steps: u8,
    pub(super) enemy_province: bool,
    pub(super) aggressive: bool,
    pub(super) pillage_minus: u8,
    pub(super) pillage_plus: u8,
    /// Whether it has gone aboard or ashore anywhere but in a controlled port.
    pub(super) beach: bool,
    /// Provinces whose stacks have tried to intercept it, a bit each.
    pub(super) tried: u128,
}

impl Marching {
    pub(super) fn troops(&self) -> Troops {
        Troops {
            at: self.at,
            inside: false,
            country: self.country,
            stack: self.stack,
            veterans: self.veterans,
            moved: true,
            spent: false,
            foraging: false,
            hungry: self.hungry,
            came: (self.from, self.border),
        }
    }
}

/// What of a stack marches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Part {
    pub(super) stack: Stack,
    pub(super) leaders: bool,
    /// Whether there are leaders to leave behind.
    pub(super) choice: bool,
}

impl Offer for Part {
    fn key(&self) -> String {
        match (self.choice, self.leaders) {
            (true, false) => format!("{}/alone", self.stack.key()),
            _ => self.stack.key(),
        }
    }
    fn words(&self) -> String {
        match (self.choice, self.leaders) {
            (true, true) => format!("{} with its leaders", self.stack),
            (true, false) => format!("{} without leaders", self.stack),
            _ => self.stack.to_string(),
        }
    }
}

/// An order that was picked, without the words.
enum Picked {
    Done,
    March(u8),
    Regroup(u8, Stack),
    Garrison(u8, Part),
    Sail(u8),
    Form(u8, Fleet),
    Ride(u8, u8),
    Attack(u8),
}

impl Game {
    /// Whether a stack may be picked to move.
    pub(super) fn can_move(&self, rules: &GameRules, side: Side, troops: &Troops) -> Result<(), Refusal> {
        let minor = !rules.nations[usize::from(troops.country)].major;
        if troops.moved {
            return Err(Refusal::plain("this stack has moved in this impulse"));
        }
        if !self.campaign[side].moves_at_home() && !minor {
            return Err(Refusal::new(rule!("CAMPAIGN-b"), "without a campaign nothing moves"));
        }
        if troops.inside && self.field(side.other(), troops.at).is_some() {
            return Err(Refusal::new(rule!("SUPPLY-m"), "the stack is besieged"));
        }
        if troops.inside && !self.has_room(rules, side, troops.at, troops.country, troops.stack) {
            return Err(Refusal::new(rule!("STACK-b"), "there is no room before the city"));
        }
        Ok(())
    }

    pub(super) fn may_transit(&self, rules: &GameRules, side: Side, at: u8) -> bool {
        let owner = usize::from(self.lands[usize::from(at)].owner);
        self.allegiance[owner].is_none() && rules.nations[owner].transit[self.turn_index(rules)][side]
    }

    pub(super) fn may_halt(&self, rules: &GameRules, side: Side, marching: &Marching) -> bool {
        self.control(marching.at).is_some()
            && self.has_room(rules, side, marching.at, marching.country, marching.stack)
    }

    /// Whether a march may take one more step.
    pub(super) fn check_step(
        &self,
        rules: &GameRules,
        impulse: Impulse,
        marching: &Marching,
        to: u8,
        border: Border,
        look_ahead: bool,
    ) -> Result<(), Refusal> {
        let side = impulse.side;
        let nation = &rules.nations[usize::from(marching.country)];
        if self.field(side.other(), marching.at).is_some() {
            return Err(Refusal::new(rule!("INTERCEPT-e"), "the enemy stands here; the march is over"));
        }
        let [limit, ..] = rules.bounds;
        let control = self.control(to);
        let cost = step_cost(rules, marching.at, to, border, control != Some(side.other()));
        if marching.points + cost > limit {
            let reason = format!("{} MP and {cost} more; a stack has {limit}", marching.points);
            return Err(Refusal::new(rule!("ATTRITION-m"), reason));
        }
        if !nation.fights_in(to) {
            return Err(Refusal::new(rule!("ITALY-j"), format!("{} does not fight there", nation.name)));
        }
        if control.is_none() && !self.may_transit(rules, side, to) {
            return Err(Refusal::new(rule!("ITALY-b"), "the province is neutral"));
        }
        if control == Some(side.other()) && !marching.aggressive {
            self.may_attack(rules, impulse, marching)?;
        }
        let on = Marching { at: to, from: marching.at, border, points: marching.points + cost, ..*marching };
        let enemy = self.field(side.other(), to).is_some();
        if !self.may_halt(rules, side, &on) || (control.is_none() && enemy) {
            if control.is_some() {
                let reason = "there is no room beside the stack that stands there";
                return Err(Refusal::new(rule!("STACK-b"), reason));
            }
            let onward = |&(next, border): &(u8, Border)| {
                next != marching.at
                    && self.control(next).is_some()
                    && self.check_step(rules, impulse, &on, next, border, false).is_ok()
            };
            if !look_ahead || !rules.provinces[usize::from(to)].borders.iter().any(onward) {
                return Err(Refusal::new(
                    rule!("ITALY-b"),
                    "it could pass the neutral province but not leave it",
                ));
            }
        }
        Ok(())
    }

    /// Whether the campaign lets a stack enter enemy land: the majors' by what was paid, a minor's by its
    /// free campaign of the round.
    pub(super) fn may_attack(
        &self,
        rules: &GameRules,
        impulse: Impulse,
        marching: &Marching,
    ) -> Result<(), Refusal> {
        let small = marching.stack.is_small();
        if rules.nations[usize::from(marching.country)].major {
            return impulse.aggression.allows(self.campaign[impulse.side], small, Element::Land);
        }
        let acted = impulse.minors & (1 << marching.country) != 0;
        Game::minor_may_act(rules, small, acted, Element::Land)
    }

    /// Whether a minor's free campaign covers a stack.
    pub(super) fn minor_may_act(
        rules: &GameRules,
        small: bool,
        acted: bool,
        element: Element,
    ) -> Result<(), Refusal> {
        let aggression = if acted { Aggression::default().and(true) } else { Aggression::default() };
        aggression.allows(rules.minor_campaign, small, element).map_err(|_| {
            let reason = format!("a minor has one free {} campaign a round", rules.minor_campaign.row());
            Refusal::new(rule!("CAMPAIGN-u"), format!("{reason}: one small stack"))
        })
    }

    /// The next order of the movement segment.
    pub(super) fn pick_stack(
        mut self,
        mut impulse: Impulse,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        if impulse.closing {
            return Ok(self.rest(impulse, rules, ump));
        }
        let asking = Asking::of(impulse.side, rule!("CAMPAIGN-a"), "movement");
        let next = {
            let orders = MoveOrders { game: &self, rules, impulse };
            match ump.order(asking, &orders)? {
                MoveOrder::Done => Picked::Done,
                MoveOrder::Move(index, ..) => Picked::March(index),
                MoveOrder::Regroup(index, _, form) => Picked::Regroup(index, form),
                MoveOrder::Garrison(index, _, part) => Picked::Garrison(index, part),
                MoveOrder::Sail(index, ..) => Picked::Sail(index),
                MoveOrder::Form(index, _, _, fleet) => Picked::Form(index, fleet),
                MoveOrder::Ride(leader, to, ..) => Picked::Ride(leader, to),
                MoveOrder::Attack(country, _) => Picked::Attack(country),
            }
        };
        impulse.begun = true;
        Ok(match next {
            Picked::Attack(country) => self.attack_neutral(impulse, country, rules, ump),
            Picked::Done => {
                impulse.closing = true;
                self.rest(impulse, rules, ump)
            }
            Picked::March(index) => self.at_stage(Stage::Detach(impulse, index)),
            Picked::Garrison(index, part) => self.enter_city(impulse, index, part, rules, ump),
            Picked::Sail(index) => self.at_stage(Stage::SetSail(impulse, index)),
            Picked::Form(index, fleet) => {
                let squadron = &mut self.squadrons[usize::from(index)];
                ump.explain(|| {
                    Ruling::new(rule!("STACK-f"), format!("{} now sails as {fleet}", squadron.fleet))
                });
                (squadron.fleet, squadron.moved) = (fleet, true);
                self.squadrons.sort_unstable();
                self.at_stage(Stage::Move(impulse))
            }
            Picked::Ride(leader, to) => {
                self.posts[usize::from(leader)] = self.joins_at(rules, leader, to);
                impulse.ridden |= 1 << leader;
                ump.explain(|| {
                    let name = &rules.leaders[usize::from(leader)].name;
                    Ruling::new(rule!("LEADER-b"), format!("{name} rides to {}", rules.place(to)))
                });
                self.at_stage(Stage::Move(impulse))
            }
            Picked::Regroup(index, form) => {
                let troops = &mut self.troops[usize::from(index)];
                let clause = conversion_clause(troops.stack, form);
                ump.explain(|| Ruling::new(clause, format!("{} regroups as {form}", troops.stack)));
                troops.stack = form;
                troops.moved = true;
                self.at_stage(Stage::Move(impulse))
            }
        })
    }

    /// Large stacks that have stayed where they were roll for attrition all the same, and so do fleets at
    /// sea.
    fn rest(mut self, impulse: Impulse, rules: &GameRules, ump: &mut impl Umpire) -> Game {
        let afloat = self.squadrons.iter().position(|s| {
            !s.paid && matches!(s.at, Anchorage::Sea(_)) && self.flag(s.country) == Some(impulse.side)
        });
        if let Some(index) = afloat {
            return self.ride_it_out(impulse.side, index, Haven::Movement(impulse), rules);
        }
        let next = self.troops.iter().position(|t| {
            !t.moved
                && !t.inside
                && self.side_of(t) == Some(impulse.side)
                && t.stack.is_massed(&rules.charts, false)
        });
        let Some(index) = next else { return self.at_stage(Stage::SeaBattles(impulse, 0)) };
        ump.cite(rule!("ATTRITION-i"));
        let troops = self.remove(index);
        let leaders = self.leaders_at(rules, troops.country, troops.at);
        let marching = self.set_out(impulse, &troops, troops.stack, troops.veterans, leaders);
        self.at_stage(Stage::Tired(impulse, marching, Hunger::Roll))
    }

    fn set_out(
        &self,
        impulse: Impulse,
        troops: &Troops,
        stack: Stack,
        veterans: u8,
        leaders: u32,
    ) -> Marching {
        Marching {
            country: troops.country,
            stack,
            veterans,
            hungry: troops.hungry,
            leaders,
            at: troops.at,
            from: troops.at,
            border: Border::None,
            points: 0,
            steps: 0,
            enemy_province: self.control(troops.at) != Some(impulse.side),
            aggressive: false,
            pillage_minus: 0,
            pillage_plus: 0,
            beach: false,
            tried: 0,
        }
    }

    /// The parts of a stack that can go, with and without its leaders.
    pub(super) fn marching_parts(&self, rules: &GameRules, troops: &Troops) -> Vec<Part> {
        let choice = self.leaders_of(rules, troops) != 0;
        let mut parts = Vec::new();
        for stack in troops.stack.parts() {
            parts.push(Part { stack, leaders: true, choice });
            if choice {
                parts.push(Part { stack, leaders: false, choice });
            }
        }
        parts
    }

    /// Takes part of a stack off the board.
    pub(super) fn take_part(
        &mut self,
        impulse: Impulse,
        index: usize,
        part: Part,
        rules: &GameRules,
    ) -> Marching {
        let troops = self.troops[index];
        let leaders = self.leaders_of(rules, &troops);
        let rest = troops.stack.without(part.stack).unwrap_or_default();
        let ld = part.stack.ld_count();
        let veterans = veterans_left(troops.veterans, troops.stack.ld_count(), ld).min(troops.veterans);
        self.remove(index);
        if rest.counters() > 0 {
            self.troops.push(Troops { stack: rest, veterans: troops.veterans - veterans, ..troops });
            self.troops.sort_unstable();
        }
        let along = if part.leaders { leaders } else { 0 };
        self.post_leaders(along, Post::At(troops.at));
        self.set_out(impulse, &troops, part.stack, veterans, along)
    }

    /// What of the stack marches, and with which leaders.
    pub(super) fn detach(
        mut self,
        impulse: Impulse,
        index: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let troops = self.troops[usize::from(index)];
        let parts = self.marching_parts(rules, &troops);
        let asking = Asking::of(impulse.side, rule!("STACK-h"), "what marches");
        let part = *ump.choose(asking, &parts)?;
        if part.stack != troops.stack {
            // Marching in parts spares a large stack its roll, but every part can be intercepted.
            ump.cite(rule!("ATTRITION-j"));
        }
        let marching = self.take_part(impulse, usize::from(index), part, rules);
        Ok(self.at_stage(Stage::March(impulse, marching)))
    }

    /// One more step, or a halt.
    pub(super) fn march(
        mut self,
        mut impulse: Impulse,
        mut marching: Marching,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let side = impulse.side;
        let step = {
            let steps = Steps { game: &self, rules, impulse, marching };
            match ump.order(Asking::of(side, rule!("CAMPAIGN-a"), "march"), &steps)? {
                Step::Halt => None,
                Step::Go(to, border, _) => Some((to, border)),
            }
        };
        let Some((to, border)) = step else {
            return Ok(self.halt(impulse, marching, rules, ump));
        };
        let friendly = self.control(to) != Some(side.other());
        marching.points += step_cost(rules, marching.at, to, border, friendly);
        marching.steps += 1;
        (marching.from, marching.at, marching.border) = (marching.at, to, border);
        let peaceful = marching.aggressive;
        self.step_into(&mut impulse, &mut marching, rules);
        ump.explain(|| {
            let nation = &rules.nations[usize::from(marching.country)];
            let text = format!("{} of {} marches into {}", marching.stack, nation.name, rules.place(to));
            // A minor's first step into enemy land is what its free campaign is for.
            let free = !nation.major && marching.aggressive && !peaceful;
            Ruling::new(if free { rule!("CAMPAIGN-u") } else { rule!("CAMPAIGN-a") }, text)
        });
        Ok(match self.field(side.other(), to) {
            Some(index) => self.at_stage(Stage::Meeting(impulse, marching, index as u8)),
            None => self.at_stage(Stage::Intercept(impulse, marching, 0)),
        })
    }

    /// What comes of entering a province: pillage on the way, aggression, leaders at the head.
    pub(super) fn step_into(&mut self, impulse: &mut Impulse, marching: &mut Marching, rules: &GameRules) {
        let at = usize::from(marching.at);
        let (minus, plus) = self.lands[at].pillage.counters();
        marching.pillage_minus += minus;
        marching.pillage_plus += plus;
        if self.control(marching.at) == Some(impulse.side.other()) {
            marching.enemy_province = true;
            if !marching.aggressive {
                marching.aggressive = true;
                let small = marching.stack.is_small();
                match rules.nations[usize::from(marching.country)].major {
                    true => impulse.aggression = impulse.aggression.and(small),
                    false => impulse.minors |= 1 << marching.country,
                }
            }
        }
        self.post_leaders(marching.leaders, Post::At(marching.at));
    }

    /// The march is over: attrition, if there is cause.
    pub(super) fn halt(
        self,
        impulse: Impulse,
        marching: Marching,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Game {
        let causes = self.causes(rules, impulse, &marching);
        causes.iter().for_each(|&clause| ump.cite(clause));
        if causes.len() > 1 {
            ump.cite(rule!("ATTRITION-p"));
        }
        if causes.is_empty() {
            return self.come_to_rest(impulse, marching, rules);
        }
        self.at_stage(Stage::Tired(impulse, marching, Hunger::Roll))
    }

    /// A march ends on the board; leaders of the enemy left alone there get away.
    fn come_to_rest(mut self, impulse: Impulse, marching: Marching, rules: &GameRules) -> Game {
        self.place(rules, marching.troops());
        self.scatter_leaders(impulse.side, marching.at, rules);
        self.at_stage(Stage::Move(impulse))
    }

    /// The causes of attrition on a march.
    fn causes(&self, rules: &GameRules, impulse: Impulse, marching: &Marching) -> Vec<Clause> {
        let without = self.campaign[impulse.side] == Campaign::SimpleNoLogistics;
        let Marching { stack, points, beach, .. } = *marching;
        march_causes(&rules.charts, stack, points, self.bad_weather, beach, without)
    }

    fn tired_roll(&self, impulse: Impulse, marching: &Marching, rules: &GameRules) -> Roll {
        Roll {
            leader: self.best_manoeuvre(rules, marching),
            theatre: rules.provinces[usize::from(marching.at)].theatre,
            enemy_province: marching.enemy_province,
            causes: self.causes(rules, impulse, marching).len() as u8,
            pillage_minus: marching.pillage_minus,
            pillage_plus: marching.pillage_plus,
            ..Roll::new(impulse.side, marching.stack.ld_count(), rules.readings.technology)
        }
    }

    fn best_manoeuvre(&self, rules: &GameRules, marching: &Marching) -> i8 {
        (0..rules.leaders.len())
            .filter(|&index| marching.leaders & (1 << index) != 0)
            .map(|index| rules.leaders[index].values.manoeuvre)
            .max()
            .unwrap_or(0)
    }

    /// Attrition of the march.
    pub(super) fn tired(
        mut self,
        impulse: Impulse,
        mut marching: Marching,
        hunger: Hunger,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let roll = self.tired_roll(impulse, &marching, rules);
        let (at, country) = (marching.at, marching.country);
        let suffered = match hunger {
            Hunger::Lose(lost) => Err(self.halted(impulse.side, &marching, lost, rules, ump)?),
            _ => self.suffer(&roll, hunger, marching.stack, (at, country), rules, ump)?,
        };
        match suffered {
            Ok(next) => Ok(self.at_stage(Stage::Tired(impulse, marching, next))),
            Err(left) => {
                let before = marching.stack.ld_count();
                marching.stack = left;
                marching.veterans = veterans_left(marching.veterans, before, left.ld_count());
                if left.counters() == 0 {
                    self.post_leaders(marching.leaders, Post::Away);
                }
                Ok(self.come_to_rest(impulse, marching, rules))
            }
        }
    }

    /// A neutral is attacked: it joins the other side for the turn with its basic force.
    fn attack_neutral(
        mut self,
        mut impulse: Impulse,
        country: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Game {
        let side = impulse.side;
        let nation = &rules.nations[usize::from(country)];
        self.points[side] += rules.figures.neutral_attacked;
        self.allegiance[usize::from(country)] = Some(side.other());
        impulse.begun = true;
        ump.explain(|| {
            let text = format!(
                "{} attacks {}, which joins {}",
                rules.sides[side].name,
                nation.name,
                rules.sides[side.other()].name
            );
            Ruling::new(rule!("ITALY-b"), text)
        });
        self.send(Game::basic_force(country, rules).into_iter().collect(), Stage::Move(impulse))
    }
}
