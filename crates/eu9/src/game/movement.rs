//! The movement segment: picking stacks, detaching, marching, halting.

use super::board::step_cost;
use super::itinerary::Itinerary;
use super::orders::{MoveOrder, MoveOrders, Step, Steps};
use super::parting::Part;
use super::roster::Roster;
use super::{Anchorage, Game, Impulse, Post, Stage, Trail, Troops};
use crate::asks::Asks;
use crate::campaign::{Aggression, Element};
use crate::fleet::Fleet;
use crate::stack::Stack;
use crate::thirds::Thirds;
use crate::title::{Border, GameRules};
use grognard_umpire::{Asked, Asking, Refusal, Ruling, Side, Umpire};

/// A stack on the march, taken off the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Marching {
    pub(super) roster: Roster,
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
    /// Whether some of it had moved before it set out.
    pub(super) moved: bool,
    /// Whether it has lived off the land where it set out.
    pub(super) foraging: bool,
    /// The LD that have come to its help in a battle.
    pub(super) helpers: u8,
    /// Its way in order, for the account.
    pub(super) way: Itinerary,
    /// Where it set out.
    pub(super) set_out: u8,
    /// Where the march before it set out.
    pub(super) trail: Trail,
}

impl Marching {
    /// All its counters.
    pub(super) fn stack(&self) -> Stack {
        self.roster.stack()
    }

    /// The same with these counters left.
    pub(super) fn reduced(self, roster: Roster) -> Marching {
        let ld = roster.ld_count();
        Marching { roster, hungry: self.hungry.min(ld), rested: self.rested.min(ld), ..self }
    }

    pub(super) fn troops(&self) -> Troops {
        Troops {
            at: self.at,
            inside: false,
            roster: self.roster,
            // Whoever has not taken a step has only been standing about.
            moved: self.moved || self.steps > 0,
            spent: false,
            intercepted: false,
            foraging: self.foraging && self.steps == 0,
            hungry: self.hungry,
            came: (self.from, self.border),
            rested: if self.steps == 0 { self.rested } else { 0 },
            regrouped: false,
            trail: if self.steps == 0 { self.trail } else { Trail::from(self.set_out) },
        }
    }
}

/// An order that was picked, without the words.
enum Picked {
    Done,
    March(u8),
    Regroup(u8, Option<Roster>),
    Garrison(u8, Option<Part>),
    Sail(u8),
    Form(u8, Option<Fleet>),
    Ride(u8, Option<u8>),
    Board(u8, Anchorage),
    Attack(u8),
}

impl Game {
    /// Whether a stack may be picked to move.
    pub(super) fn can_move(&self, rules: &GameRules, side: Side, troops: &Troops) -> Result<(), Refusal> {
        if troops.moved {
            return Err(Refusal::plain("this stack has moved in this impulse"));
        }
        // Minors in a major's stack may still go on their own.
        if !troops.roster.has_minor(rules) {
            self.may_set_out(rules, side, &troops.roster)?;
        }
        if troops.inside && self.field(side.other(), troops.at).is_some() {
            return Err(Refusal::new(rule!("SUPPLY-m"), "the stack is besieged"));
        }
        Ok(())
    }

    /// Whether the campaign lets a stack enter enemy land: that of a major, and of minors who have joined it, by
    /// what was paid; minors alone by the free campaign of the round that each of them has.
    pub(super) fn may_attack(
        &self,
        rules: &GameRules,
        impulse: Impulse,
        marching: &Marching,
    ) -> Result<(), Refusal> {
        let small = marching.stack().is_small(&rules.charts);
        if marching.roster.has_major(rules) {
            return impulse.aggression.allows(self.campaign[impulse.side], small, Element::Land);
        }
        let acted = marching.roster.countries().any(|country| impulse.minors & (1 << country) != 0);
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
        aggression.allows(rules.minor_campaign, small, element).map_err(|refusal| {
            let reason = format!("a minor has one free {} campaign a round", rules.minor_campaign.row());
            Refusal::new(rule!("CAMPAIGN-u"), format!("{reason}: {}", refusal.reason))
        })
    }

    /// The next order of the movement segment.
    pub(super) fn pick_stack(
        self,
        mut impulse: Impulse,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        if impulse.closing {
            return Ok(self.rest(impulse, rules, ump));
        }
        let asking = Asking::of(impulse.side, rule!("CAMPAIGN-a"), Asks::Movement);
        let next = {
            let orders = MoveOrders { game: &self, rules, impulse };
            match ump.order(asking, &orders)? {
                MoveOrder::Done => Picked::Done,
                MoveOrder::Move(index, ..) => Picked::March(index),
                MoveOrder::Regroup(index, _, form) => Picked::Regroup(index, form.map(|form| form.roster)),
                MoveOrder::Garrison(index, _, told) => Picked::Garrison(index, told.map(|told| told.part)),
                MoveOrder::Sail(index, ..) => Picked::Sail(index),
                MoveOrder::Form(index, _, _, fleet) => Picked::Form(index, fleet),
                MoveOrder::Ride(leader, _, to) => Picked::Ride(leader, to.map(|(to, _)| to)),
                MoveOrder::Board(leader, to, ..) => Picked::Board(leader, to),
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
            Picked::Garrison(index, None) => self.at_stage(Stage::Enter(impulse, index)),
            Picked::Garrison(index, Some(part)) => self.enter_city(impulse, index, part, rules, ump)?,
            Picked::Sail(index) => self.at_stage(Stage::SetSail(impulse, index)),
            Picked::Form(index, None) => self.at_stage(Stage::Form(impulse, index)),
            Picked::Form(index, Some(fleet)) => self.form(impulse, index, fleet, ump),
            Picked::Board(leader, to) => self.board(impulse, leader, to, rules, ump),
            Picked::Ride(leader, None) => self.at_stage(Stage::Ride(impulse, leader)),
            Picked::Ride(leader, Some(to)) => self.ride_to(impulse, leader, to, rules, ump),
            Picked::Regroup(index, None) => self.at_stage(Stage::Regroup(impulse, index)),
            Picked::Regroup(index, Some(form)) => self.take_form(impulse, index, form, rules, ump),
        })
    }

    /// Troops about to march. The province they stand in belongs to their way.
    pub(super) fn set_out(&self, troops: &Troops, roster: Roster, leaders: u32) -> Marching {
        let (pillage_minus, pillage_plus) = self.lands[usize::from(troops.at)].pillage.counters();
        Marching {
            roster,
            hungry: troops.hungry.min(roster.ld_count()),
            rested: troops.rested.min(roster.ld_count()),
            leaders,
            at: troops.at,
            from: troops.at,
            border: Border::None,
            points: 0,
            steps: 0,
            // What counts is what it enters, not what it leaves.
            enemy_province: false,
            aggressive: false,
            pillage_minus,
            pillage_plus,
            beach: false,
            tried: 0,
            path: 1 << troops.at,
            moved: troops.moved,
            foraging: troops.foraging,
            helpers: 0,
            way: Itinerary::from(troops.at),
            set_out: troops.at,
            trail: troops.trail,
        }
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
            match ump.order(Asking::of(side, rule!("CAMPAIGN-a"), Asks::March), &steps)? {
                Step::Halt { .. } => None,
                Step::Go(to, border, _) => Some((to, border)),
            }
        };
        let Some((to, border)) = step else {
            if marching.steps == 0 {
                marching.moved |= impulse.called_off();
            }
            return match self.may_halt(rules, side, &marching) {
                true => Ok(self.halt(impulse, marching, rules, ump)),
                false => self.stranded(impulse, marching, rules, ump),
            };
        };
        let friendly = self.control(to) != Some(side.other());
        marching.points += step_cost(rules, marching.at, to, border, friendly);
        marching.steps += 1;
        (marching.from, marching.at, marching.border) = (marching.at, to, border);
        marching.way.enter(to);
        self.step_into(&mut impulse, &mut marching, rules);
        Ok(match self.field(side.other(), to) {
            Some(index) => self.at_stage(Stage::Meeting(impulse, marching, index as u8)),
            None => self.at_stage(Stage::Intercept(impulse, marching, 0)),
        })
    }

    /// A march that has lost men on its way can neither stay where it is nor go on: who finds no room beside the stack
    /// there is lost, and on neutral ground everybody.
    fn stranded(
        mut self,
        impulse: Impulse,
        marching: Marching,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let left = match self.control(marching.at) {
            Some(_) => self.halted(impulse.side, &marching, Thirds::ZERO, rules, ump)?,
            None => {
                ump.explain(|| {
                    let (who, place) = (marching.roster.words(rules), rules.place(marching.at));
                    let text = format!("{who} finds no way out of {place}, which is neutral, and is lost");
                    Ruling::new(rule!("ITALY-b"), text)
                });
                Roster::default()
            }
        };
        let marching = marching.reduced(left);
        if left.is_empty() {
            self.get_away(marching.leaders, rules, ump);
            return Ok(self.at_stage(Stage::Arrive(impulse, marching)));
        }
        Ok(self.halt(impulse, marching, rules, ump))
    }

    /// What comes of entering a province: pillage on the way, aggression, leaders at the head.
    pub(super) fn step_into(&mut self, impulse: &mut Impulse, marching: &mut Marching, rules: &GameRules) {
        let at = usize::from(marching.at);
        // A province counts once, however often the way leads through it.
        if marching.path & (1 << at) == 0 {
            let (minus, plus) = self.lands[at].pillage.counters();
            marching.pillage_minus += minus;
            marching.pillage_plus += plus;
            marching.path |= 1 << at;
        }
        if self.control(marching.at) == Some(impulse.side.other()) {
            marching.enemy_province = true;
            if !marching.aggressive {
                marching.aggressive = true;
                let small = marching.stack().is_small(&rules.charts);
                match marching.roster.has_major(rules) {
                    true => impulse.aggression = impulse.aggression.and(small),
                    false => marching.roster.countries().for_each(|minor| impulse.minors |= 1 << minor),
                }
            }
        }
        impulse.marched |= marching.leaders;
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
                "{} attacks {}, which joins {}: {:+} points",
                rules.sides[side].name,
                nation.name,
                rules.sides[side.other()].name,
                rules.figures.neutral_attacked
            );
            Ruling::new(rule!("ITALY-b"), text)
        });
        self.send(Game::basic_force(country, rules).into_iter().collect(), Stage::Move(impulse))
    }
}
