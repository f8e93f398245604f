//! The movement segment: picking stacks, detaching, marching, halting.

use super::board::step_cost;
use super::orders::{MoveOrder, MoveOrders, Step, Steps};
use super::situation::led_by;
use super::{Game, Impulse, Post, Stage, Troops};
use crate::campaign::{Aggression, Element};
use crate::fleet::Fleet;
use crate::logistics::conversion_clause;
use crate::stack::Stack;
use crate::title::{Border, GameRules};
use grognard_umpire::{Asked, Asking, Offer, Refusal, Ruling, Side, Umpire};

/// A stack on the march, taken off the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Marching {
    pub(super) country: u8,
    pub(super) stack: Stack,
    pub(super) veterans: u8,
    pub(super) hungry: u8,
    /// Its LD that have not marched in this impulse.
    pub(super) rested: u8,
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
    /// Provinces it has left or entered, a bit each.
    pub(super) path: u128,
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
            // Whoever has not taken a step has only been standing about.
            rested: if self.steps == 0 { self.rested } else { 0 },
            regrouped: false,
        }
    }
}

/// What of a stack marches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Part {
    pub(super) stack: Stack,
    /// What stays behind.
    pub(super) stays: Stack,
    /// Whether counters are changed on the occasion.
    pub(super) converted: bool,
    /// How many of those who go are veterans.
    pub(super) veterans: u8,
    pub(super) leaders: bool,
    /// Whether there are leaders to leave behind.
    pub(super) choice: bool,
}

impl Offer for Part {
    fn key(&self) -> String {
        let mut key = self.stack.key();
        if self.converted {
            key += &format!("/leaving/{}", self.stays.key());
        }
        if self.choice && !self.leaders {
            key += "/alone";
        }
        key
    }
    fn words(&self) -> String {
        let mut words = self.stack.to_string();
        if self.converted {
            words += &format!(", leaving {}", self.stays);
        }
        match (self.choice, self.leaders) {
            (true, true) => words + " with its leaders",
            (true, false) => words + " without leaders",
            _ => words,
        }
    }
}

/// How many of those who go are veterans.
struct Veterans(u8);

impl Offer for Veterans {
    fn key(&self) -> String {
        self.0.to_string()
    }
    fn words(&self) -> String {
        format!("{} LD of veterans", self.0)
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

    /// Whether the campaign lets a stack enter enemy land: the majors' by what was paid, a minor's by its
    /// free campaign of the round.
    pub(super) fn may_attack(
        &self,
        rules: &GameRules,
        impulse: Impulse,
        marching: &Marching,
    ) -> Result<(), Refusal> {
        let small = marching.stack.is_small(&rules.charts);
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
        // Neutrals are attacked before anything has moved, one or several.
        impulse.begun |= !matches!(next, Picked::Attack(_));
        Ok(match next {
            Picked::Attack(country) => self.attack_neutral(impulse, country, rules, ump),
            Picked::Done => {
                impulse.closing = true;
                self.rest(impulse, rules, ump)
            }
            Picked::March(index) => self.at_stage(Stage::Detach(impulse, index)),
            Picked::Garrison(index, part) => self.enter_city(impulse, index, part, rules, ump)?,
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
                (troops.stack, troops.regrouped) = (form, true);
                self.at_stage(Stage::Move(impulse))
            }
        })
    }

    /// Troops about to march. The province they stand in belongs to their way.
    pub(super) fn set_out(
        &self,
        impulse: Impulse,
        troops: &Troops,
        stack: Stack,
        veterans: u8,
        leaders: u32,
    ) -> Marching {
        let (pillage_minus, pillage_plus) = self.lands[usize::from(troops.at)].pillage.counters();
        Marching {
            country: troops.country,
            stack,
            veterans,
            hungry: troops.hungry.min(stack.ld_count()),
            rested: troops.rested.min(stack.ld_count()),
            leaders,
            at: troops.at,
            from: troops.at,
            border: Border::None,
            points: 0,
            steps: 0,
            enemy_province: self.control(troops.at) != Some(impulse.side),
            aggressive: false,
            pillage_minus,
            pillage_plus,
            beach: false,
            tried: 0,
            path: 1 << troops.at,
        }
    }

    /// The parts of a stack that can go as it stands, with and without its leaders.
    pub(super) fn marching_parts(&self, rules: &GameRules, troops: &Troops) -> Vec<Part> {
        let parts = troops.stack.parts().into_iter();
        let parts = parts.map(|stack| (stack, troops.stack.without(stack).unwrap_or_default()));
        self.parts_under_leaders(rules, troops, parts, false)
    }

    /// The parts that can go if counters are changed on the occasion. Those that could not come together again
    /// must have somewhere to go.
    fn converted_parts(&self, rules: &GameRules, impulse: Impulse, troops: &Troops) -> Vec<Part> {
        let country = rules.nations[usize::from(troops.country)].country;
        let mut partings = Vec::new();
        for leaving in 1..troops.stack.ld_count() {
            partings.extend(troops.stack.partings(leaving, country).into_iter().filter(|(goes, stays)| {
                let reunite = || !goes.joinings(*stays, country).is_empty();
                let leave = || {
                    let marching = self.set_out(impulse, troops, *goes, 0, 0);
                    self.can_leave(rules, impulse, &marching)
                };
                goes.with(*stays) != troops.stack && (reunite() || leave())
            }));
        }
        self.parts_under_leaders(rules, troops, partings.into_iter(), true)
    }

    fn parts_under_leaders(
        &self,
        rules: &GameRules,
        troops: &Troops,
        parts: impl Iterator<Item = (Stack, Stack)>,
        converted: bool,
    ) -> Vec<Part> {
        let choice = self.leaders_of(rules, troops) != 0;
        let mut found = Vec::new();
        for (stack, stays) in parts {
            let veterans = troops.veterans.min(stack.ld_count());
            let part = Part { stack, stays, converted, veterans, leaders: true, choice };
            found.push(part);
            if choice {
                found.push(Part { leaders: false, ..part });
            }
        }
        found
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
        let rest = part.stays;
        let veterans = part.veterans;
        self.remove(index);
        let (goes, stays) = (part.stack.ld_count(), rest.ld_count());
        if rest.counters() > 0 {
            let hungry = troops.hungry.saturating_sub(goes).min(stays);
            let rested = troops.rested.min(stays);
            let veterans = troops.veterans - veterans;
            self.troops.push(Troops { stack: rest, veterans, hungry, rested, ..troops });
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
        let mut parts = self.marching_parts(rules, &troops);
        parts.extend(self.converted_parts(rules, impulse, &troops));
        let asking = Asking::of(impulse.side, rule!("STACK-h"), "what marches");
        let mut part = *ump.choose(asking, &parts)?;
        // Who of a mixed stack goes is the owner's choice.
        let fewest = troops.veterans.saturating_sub(part.stays.ld_count());
        if fewest < part.veterans {
            let counts: Vec<Veterans> = (fewest..=part.veterans).rev().map(Veterans).collect();
            let asking = Asking::of(impulse.side, rule!("STACK-h"), "veterans among those who go");
            part.veterans = ump.choose(asking, &counts)?.0;
        }
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
            // Who leads, and where from, is said once.
            let whose = match marching.steps {
                1 => format!(
                    "{}{} marches from {}",
                    nation.name,
                    led_by(rules, marching.leaders),
                    rules.place(marching.from)
                ),
                _ => format!("{} marches", nation.name),
            };
            let text = format!("{} of {whose} into {}", marching.stack, rules.place(to));
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
        marching.path |= 1 << at;
        if self.control(marching.at) == Some(impulse.side.other()) {
            marching.enemy_province = true;
            if !marching.aggressive {
                marching.aggressive = true;
                let small = marching.stack.is_small(&rules.charts);
                match rules.nations[usize::from(marching.country)].major {
                    true => impulse.aggression = impulse.aggression.and(small),
                    false => impulse.minors |= 1 << marching.country,
                }
            }
        }
        self.post_leaders(marching.leaders, Post::At(marching.at));
    }

    /// A neutral is attacked: it joins the other side for the turn with its basic force.
    fn attack_neutral(
        mut self,
        impulse: Impulse,
        country: u8,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Game {
        let side = impulse.side;
        let nation = &rules.nations[usize::from(country)];
        self.points[side] += rules.figures.neutral_attacked;
        self.allegiance[usize::from(country)] = Some(side.other());
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
