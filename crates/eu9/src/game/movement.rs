//! The movement segment: picking stacks, detaching, marching, attrition of the march.

use super::board::step_cost;
use super::supply::{Hunger, veterans_left};
use super::{Game, Impulse, Post, Stage, Troops};
use crate::attrition::{March as Roll, march_causes};
use crate::campaign::{Campaign, Element};
use crate::logistics::conversion_clause;
use crate::siege::regroup_after;
use crate::stack::Stack;
use crate::title::{Border, GameRules};
use grognard_umpire::{Asked, Asking, Offer, Orders, Refusal, Ruling, Side, Umpire};

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

/// An order of the movement segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MoveOrder<'a> {
    /// No more moves.
    Done,
    /// A stack is to march: the one in the open, or the garrison.
    Move(u8, &'a str, bool),
    /// A stack takes another form.
    Regroup(u8, &'a str, Stack),
    /// A neutral is attacked.
    Attack(u8, &'a str),
}

impl Offer for MoveOrder<'_> {
    fn key(&self) -> String {
        match self {
            MoveOrder::Done => "done".to_owned(),
            MoveOrder::Move(_, at, false) => format!("move {at}"),
            MoveOrder::Move(_, at, true) => format!("move {at} garrison"),
            MoveOrder::Regroup(_, at, stack) => format!("regroup {at} {}", stack.key()),
            MoveOrder::Attack(_, country) => format!("attack {country}"),
        }
    }
    fn words(&self) -> String {
        match self {
            MoveOrder::Done => "no more moves".to_owned(),
            MoveOrder::Move(_, at, false) => format!("march with the stack at {at}"),
            MoveOrder::Move(_, at, true) => format!("march with the garrison of {at}"),
            MoveOrder::Regroup(_, at, stack) => format!("regroup the stack at {at} as {stack}"),
            MoveOrder::Attack(_, country) => format!("attack neutral {country}"),
        }
    }
}

pub(super) struct MoveOrders<'a> {
    pub(super) game: &'a Game,
    pub(super) rules: &'a GameRules,
    pub(super) impulse: Impulse,
}

impl<'a> Orders for MoveOrders<'a> {
    type Order = MoveOrder<'a>;

    fn offers(&self) -> Vec<MoveOrder<'a>> {
        let mut all = vec![MoveOrder::Done];
        let side = self.impulse.side;
        for (index, troops) in self.game.troops.iter().enumerate() {
            if self.game.side_of(troops) != Some(side)
                || self.game.can_move(self.rules, side, troops).is_err()
            {
                continue;
            }
            let name = self.rules.provinces[usize::from(troops.at)].id.as_str();
            all.push(MoveOrder::Move(index as u8, name, troops.inside));
            if !troops.inside {
                let country = self.rules.nations[usize::from(troops.country)].country;
                for form in troops.stack.conversions(country) {
                    all.push(MoveOrder::Regroup(index as u8, name, form));
                }
            }
        }
        if !self.impulse.begun {
            for (index, nation) in self.rules.nations.iter().enumerate() {
                if self.game.allegiance[index].is_none() {
                    all.push(MoveOrder::Attack(index as u8, nation.id.as_str()));
                }
            }
        }
        all
    }

    fn check(&self, text: &str) -> Result<MoveOrder<'a>, Refusal> {
        let offers = self.offers();
        if let Some(order) = offers.into_iter().find(|order| order.key() == text) {
            return Ok(order);
        }
        let mut words = text.split_whitespace();
        match (words.next(), words.next()) {
            (Some("move" | "regroup"), Some(id)) => {
                let at =
                    self.rules.province(id).ok_or_else(|| Refusal::plain(format!("no province `{id}`")))?;
                let side = self.impulse.side;
                let own = self.game.troops.iter().find(|t| t.at == at && self.game.side_of(t) == Some(side));
                match own {
                    Some(troops) => {
                        self.game.can_move(self.rules, side, troops)?;
                        let country = self.rules.nations[usize::from(troops.country)].country;
                        let form = words.next().and_then(|text| Stack::read(&text.replace('/', " ")).ok());
                        if let Some(form) = form {
                            troops.stack.converts_to(form, country)?;
                        }
                        Err(Refusal::plain(format!("`{text}` is no order here")))
                    }
                    None if self.game.troops.iter().any(|t| t.at == at) => {
                        Err(Refusal::plain(format!("the stack at {id} is not yours to order")))
                    }
                    None => Err(Refusal::plain(format!("nobody stands at {id}"))),
                }
            }
            (Some("attack"), Some(_)) => Err(Refusal::new(
                rule!("ITALY-b"),
                "only a neutral may be attacked, and only before anything has moved",
            )),
            _ => {
                Err(Refusal::plain("write done, move PROVINCE, regroup PROVINCE COUNTERS or attack COUNTRY"))
            }
        }
    }
}

/// A step of a march.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step<'a> {
    Halt,
    Go(u8, Border, &'a str),
}

impl Offer for Step<'_> {
    fn key(&self) -> String {
        match self {
            Step::Halt => "halt".to_owned(),
            Step::Go(_, _, id) => (*id).to_owned(),
        }
    }
    fn words(&self) -> String {
        match self {
            Step::Halt => "halt here".to_owned(),
            Step::Go(_, _, id) => format!("march into {id}"),
        }
    }
}

pub(super) struct Steps<'a> {
    pub(super) game: &'a Game,
    pub(super) rules: &'a GameRules,
    pub(super) impulse: Impulse,
    pub(super) marching: Marching,
}

impl<'a> Orders for Steps<'a> {
    type Order = Step<'a>;

    fn offers(&self) -> Vec<Step<'a>> {
        let mut all = Vec::new();
        if self.game.may_halt(self.rules, self.impulse.side, &self.marching) {
            all.push(Step::Halt);
        }
        for &(to, border) in &self.rules.provinces[usize::from(self.marching.at)].borders {
            if self.game.check_step(self.rules, self.impulse, &self.marching, to, border, true).is_ok() {
                all.push(Step::Go(to, border, self.rules.provinces[usize::from(to)].id.as_str()));
            }
        }
        all
    }

    fn check(&self, text: &str) -> Result<Step<'a>, Refusal> {
        if text == "halt" {
            return match self.game.may_halt(self.rules, self.impulse.side, &self.marching) {
                true => Ok(Step::Halt),
                false => Err(Refusal::new(rule!("ITALY-b"), "there is no halting here; march on")),
            };
        }
        let to = self.rules.province(text).ok_or_else(|| Refusal::plain(format!("no province `{text}`")))?;
        let here = &self.rules.provinces[usize::from(self.marching.at)];
        let Some(&(_, border)) = here.borders.iter().find(|(at, _)| *at == to) else {
            return Err(Refusal::plain(format!("{text} does not border {}", here.id)));
        };
        self.game.check_step(self.rules, self.impulse, &self.marching, to, border, true)?;
        Ok(Step::Go(to, border, self.rules.provinces[usize::from(to)].id.as_str()))
    }
}

/// What of a stack marches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Part {
    stack: Stack,
    leaders: bool,
    choice: bool,
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
        if !nation.range.is_empty() && !nation.range.contains(&to) {
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
    /// free simple campaign.
    fn may_attack(&self, rules: &GameRules, impulse: Impulse, marching: &Marching) -> Result<(), Refusal> {
        let small = marching.stack.is_small();
        if rules.nations[usize::from(marching.country)].major {
            return impulse.aggression.allows(self.campaign[impulse.side], small, Element::Land);
        }
        if !small || impulse.minors & (1 << marching.country) != 0 {
            let reason = "a minor has one free simple campaign a round: one small stack";
            return Err(Refusal::new(rule!("CAMPAIGN-u"), reason));
        }
        Ok(())
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
        let order = {
            let orders = MoveOrders { game: &self, rules, impulse };
            match ump.order(asking, &orders)? {
                MoveOrder::Done => None,
                MoveOrder::Move(index, ..) => Some((index, None)),
                MoveOrder::Regroup(index, _, form) => Some((index, Some(form))),
                MoveOrder::Attack(country, _) => {
                    return Ok(self.attack_neutral(impulse, country, rules, ump));
                }
            }
        };
        impulse.begun = true;
        Ok(match order {
            None => {
                impulse.closing = true;
                self.rest(impulse, rules, ump)
            }
            Some((index, None)) => self.at_stage(Stage::Detach(impulse, index)),
            Some((index, Some(form))) => {
                let troops = &mut self.troops[usize::from(index)];
                let clause = conversion_clause(troops.stack, form);
                ump.explain(|| Ruling::new(clause, format!("{} regroups as {form}", troops.stack)));
                troops.stack = form;
                troops.moved = true;
                self.at_stage(Stage::Move(impulse))
            }
        })
    }

    /// Large stacks that have stayed where they were roll for attrition all the same.
    fn rest(mut self, impulse: Impulse, rules: &GameRules, ump: &mut impl Umpire) -> Game {
        let next = self.troops.iter().position(|t| {
            !t.moved
                && !t.inside
                && self.side_of(t) == Some(impulse.side)
                && t.stack.is_massed(&rules.charts, false)
        });
        let Some(index) = next else { return self.at_stage(Stage::Battles(impulse, 0)) };
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
            tried: 0,
        }
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
        let leaders = if troops.inside { 0 } else { self.leaders_at(rules, troops.country, troops.at) };
        let choice = leaders != 0;
        let mut parts = Vec::new();
        for stack in troops.stack.parts() {
            parts.push(Part { stack, leaders: true, choice });
            if choice {
                parts.push(Part { stack, leaders: false, choice });
            }
        }
        let asking = Asking::of(impulse.side, rule!("STACK-h"), "what marches");
        let part = *ump.choose(asking, &parts)?;
        let rest = troops.stack.without(part.stack).unwrap_or_default();
        if rest.counters() > 0 {
            // Marching in parts spares a large stack its roll, but every part can be intercepted.
            ump.cite(rule!("ATTRITION-j"));
        }
        let ld = part.stack.ld_count();
        let veterans = veterans_left(troops.veterans, troops.stack.ld_count(), ld).min(troops.veterans);
        self.remove(usize::from(index));
        if rest.counters() > 0 {
            self.troops.push(Troops { stack: rest, veterans: troops.veterans - veterans, ..troops });
            self.troops.sort_unstable();
        }
        let along = if part.leaders { leaders } else { 0 };
        let marching = self.set_out(impulse, &troops, part.stack, veterans, along);
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
        let control = self.control(to);
        marching.points += step_cost(rules, marching.at, to, border, control != Some(side.other()));
        marching.steps += 1;
        (marching.from, marching.at, marching.border) = (marching.at, to, border);
        let (minus, plus) = self.lands[usize::from(to)].pillage.counters();
        marching.pillage_minus += minus;
        marching.pillage_plus += plus;
        if control == Some(side.other()) {
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
        self.post_leaders(marching.leaders, Post::At(to));
        ump.explain(|| {
            let name = &rules.nations[usize::from(marching.country)].name;
            let text = format!("{} of {name} marches into {}", marching.stack, rules.place(to));
            Ruling::new(rule!("CAMPAIGN-a"), text)
        });
        Ok(match self.field(side.other(), to) {
            Some(index) => self.at_stage(Stage::Meeting(impulse, marching, index as u8)),
            None => self.at_stage(Stage::Intercept(impulse, marching, 0)),
        })
    }

    /// The march is over: attrition, if there is cause.
    pub(super) fn halt(
        self,
        impulse: Impulse,
        marching: Marching,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Game {
        if self.causes(rules, impulse, &marching, ump) == 0 {
            let mut game = self;
            game.place(rules, marching.troops());
            return game.at_stage(Stage::Move(impulse));
        }
        self.at_stage(Stage::Tired(impulse, marching, Hunger::Roll))
    }

    /// The causes of attrition on a march.
    fn causes(&self, rules: &GameRules, impulse: Impulse, marching: &Marching, ump: &mut impl Umpire) -> u8 {
        let without = self.campaign[impulse.side] == Campaign::SimpleNoLogistics;
        let found =
            march_causes(&rules.charts, marching.stack, marching.points, self.bad_weather, false, without);
        found.iter().for_each(|&clause| ump.cite(clause));
        let causes = found.len() as u8;
        if causes > 1 {
            ump.cite(rule!("ATTRITION-p"));
        }
        causes
    }

    fn tired_roll(&self, impulse: Impulse, marching: &Marching, rules: &GameRules) -> Roll {
        let mut quiet = Quiet;
        Roll {
            leader: self.best_manoeuvre(rules, marching),
            enemy_province: marching.enemy_province,
            causes: self.causes(rules, impulse, marching, &mut quiet),
            pillage_minus: marching.pillage_minus,
            pillage_plus: marching.pillage_plus,
            ..Roll::new(impulse.side, marching.stack.ld_count(), self.technology())
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
        let next = match hunger {
            Hunger::Roll => Hunger::Ration(roll.roll(&rules.charts, ump)?),
            Hunger::Ration(toll) => {
                let suffered = roll.pillage(&rules.charts, toll, ump)?;
                if suffered.pillage {
                    let land = &mut self.lands[usize::from(marching.at)];
                    land.pillage = land.pillage.more();
                }
                Hunger::Lose(suffered.ld)
            }
            Hunger::Lose(ld) => {
                let country = rules.nations[usize::from(marching.country)].country;
                let before = marching.stack.ld_count();
                marching.stack = regroup_after(impulse.side, marching.stack, country, ld, ump)?;
                marching.veterans = veterans_left(marching.veterans, before, marching.stack.ld_count());
                if marching.stack.counters() == 0 {
                    self.post_leaders(marching.leaders, Post::Away);
                }
                self.place(rules, marching.troops());
                return Ok(self.at_stage(Stage::Move(impulse)));
            }
        };
        Ok(self.at_stage(Stage::Tired(impulse, marching, next)))
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

/// An umpire that is never asked: for working the causes out again without citing them twice.
struct Quiet;

impl Umpire for Quiet {
    fn throw<R: Clone + PartialEq>(
        &mut self,
        _: Asking,
        _: grognard_umpire::Dice,
        _: impl Fn(u16) -> R,
    ) -> Asked<R> {
        Err(grognard_umpire::Stopped)
    }
    fn decide(&mut self, _: grognard_umpire::Choice<'_>) -> Asked<usize> {
        Err(grognard_umpire::Stopped)
    }
    fn decide_together(
        &mut self,
        _: grognard_umpire::Choice<'_>,
        _: grognard_umpire::Choice<'_>,
    ) -> Asked<(usize, usize)> {
        Err(grognard_umpire::Stopped)
    }
}
