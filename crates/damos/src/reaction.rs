//! Reaction: the other side's answer to a force that moves or rallies near it. [2.6.1]

mod route;

use crate::campaign::Campaign;
use crate::charts::{Plan, Posture};
use crate::field::{Field, may_stack};
use crate::game::{Active, Game, Mode, Phase, Trigger};
use crate::options::FailedReaction;
use crate::order::Given;
use crate::unit::Units;
use crate::{agc, rule};
use grognard_board::{Hex, HexSet};
use grognard_umpire::{Asked, Asking, Clause, Dice, Die, Modifier, Offer, Openness, Ruling, Side, Umpire};
use route::Route;

/// Two six-sided dice.
const TWO_DICE: Dice = Dice::Sum { count: 2, die: Die::D6 };

/// What a side may do when it may react.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reaction {
    /// Nothing, or nothing more.
    Done,
    /// Try to move units of a hex into the hex that triggered it.
    Into { from: Hex, units: Units },
    /// Try to withdraw the force of a hex.
    Withdraw { from: Hex, units: Units },
}

struct Worded<'a> {
    reaction: Reaction,
    rules: &'a Campaign,
}

impl Offer for Worded<'_> {
    fn key(&self) -> String {
        let units = |units: Units| {
            let key = Given::new(crate::order::Order::Drop(units), self.rules).key();
            key.trim_start_matches("drop ").to_owned()
        };
        match self.reaction {
            Reaction::Done => "done".to_owned(),
            Reaction::Into { from, units: which } => {
                format!("react {} {}", self.rules.board.id(from), units(which))
            }
            Reaction::Withdraw { from, .. } => format!("withdraw {}", self.rules.board.id(from)),
        }
    }
}

/// What is known of the force that is reacted to.
#[derive(Clone, Copy)]
struct Mover {
    hex: Hex,
    /// Its units; none while a concerted attack is only declared.
    units: Option<Units>,
    /// The hex a concerted attack is made on.
    target: Option<Hex>,
}

impl Game {
    /// What the non-phasing side may do about a force in a hex.
    fn reactions(&self, rules: &Campaign, mover: Mover) -> Vec<Reaction> {
        let side = self.phasing.other();
        let field = Field::of(self, rules, None);
        let mut list = vec![Reaction::Done];
        let there = self.force_at(rules, side, mover.hex);
        for hex in field.at[side].iter() {
            let distance = rules.board.distance(hex, mover.hex);
            if distance > 3 {
                continue;
            }
            // Fresh, steady, ZOI-capable, and not tried yet in this activation.
            let force = self
                .force_at(rules, side, hex)
                .without(self.spent)
                .without(self.demoralized)
                .without(self.reacted);
            if force.is_empty()
                || !self.is_capable(rules, force)
                || distance > self.influence(rules, side, hex)
            {
                continue;
            }
            if distance > 0 && self.has_route(rules, &field, side, hex, mover.hex) {
                // The units that try share one roll; they must fit into the hex, and be ZOI-capable.
                list.extend(
                    force
                        .subsets()
                        .filter(|&units| self.is_capable(rules, units) && may_stack(rules, there.with(units)))
                        .map(|units| Reaction::Into { from: hex, units }),
                );
            }
            // A force may use its reaction to withdraw, but not from a concerted attack on its hex.
            let attacked = mover.target == Some(hex);
            let declared = mover.units.is_none();
            if !attacked && !declared && !self.retreat_paths(rules, side, hex, 2, 3).is_empty() {
                list.push(Reaction::Withdraw { from: hex, units: force });
            }
        }
        list
    }

    fn reaction_modifiers(
        &self,
        rules: &Campaign,
        mover: Mover,
        from: Hex,
        units: Units,
        penalty: i8,
    ) -> Vec<(i8, Clause, &'static str)> {
        let charts = &rules.charts;
        let mut list = Vec::new();
        if penalty != 0 {
            list.push((penalty, rule!("2.6.1-i"), "terrain on the way"));
        }
        if let Some(moving) = mover.units {
            let mobile = |units: Units| self.strength_of(units.both(rules.mobile));
            if mobile(units) > mobile(moving) {
                list.push((charts.reaction_more_mobile, rule!("2.6.1-j"), "more mobile strength"));
            }
            if !self.is_capable(rules, moving) {
                list.push((
                    charts.reaction_against_slow,
                    agc!("4.2-a"),
                    "against a force without zone of influence",
                ));
            }
        }
        if rules.board.distance(from, mover.hex) == 3 {
            list.push((charts.reaction_three_hexes, rule!("2.6.1-k"), "three hexes away"));
        }
        list
    }

    /// Puts the possible reactions to the side that may react, and throws for the one it picks.
    fn put_reactions(&mut self, rules: &Campaign, mover: Mover, ump: &mut impl Umpire) -> Asked<Answered> {
        let side = self.phasing.other();
        let list = self.reactions(rules, mover);
        for clause in [rule!("2.6.1-b"), rule!("2.1-d")] {
            ump.cite(clause);
        }
        if mover.target.is_some() {
            ump.cite(rule!("2.6.1-q"));
        }
        if !self.reacted.is_empty() {
            ump.cite(rule!("2.6.1-u"));
        }
        if list.len() == 1 {
            return Ok(Answered::Done);
        }
        let offers: Vec<Worded<'_>> = list.into_iter().map(|reaction| Worded { reaction, rules }).collect();
        ump.cite(rule!("2.6.1-e"));
        let picked = ump.choose(Asking::of(side, rule!("2.6.1-a"), "react"), &offers)?.reaction;
        let (from, units, route) = match picked {
            Reaction::Done => return Ok(Answered::Done),
            Reaction::Into { from, units } => {
                for clause in [rule!("2.6.1-f"), rule!("2.6.1-o"), agc!("3.0-a")] {
                    ump.cite(clause);
                }
                // The way it comes gives the terrain that counts and the hexes it takes on the way.
                let routes = self.routes(rules, side, from, mover.hex);
                let asking = Asking::of(side, rule!("2.6.1-i"), "react along");
                (from, units, Some(*ump.choose(asking, &routes)?))
            }
            Reaction::Withdraw { from, units } => {
                ump.cite(rule!("2.6.1-p"));
                (from, units, None)
            }
        };
        let penalty = route.map_or(0, |route| route.penalty);
        let modifiers = self.reaction_modifiers(rules, mover, from, units, penalty);
        let sum: i16 = modifiers.iter().map(|(value, _, _)| i16::from(*value)).sum();
        let (needed, always) = (i16::from(rules.charts.reaction_needed), rules.charts.reaction_always);
        // Nine or more, and an unmodified twelve always.
        ump.cite(rule!("2.6.1-h"));
        let asking = Asking::of(side, rule!("2.6.1-g"), "reaction");
        let success = ump.throw(asking, TWO_DICE, |dice| dice >= always || dice as i16 + sum >= needed)?;
        ump.explain(|| {
            let (id, what) = (rules.board.id(from), if success { "reacts" } else { "does not react" });
            let list = modifiers
                .iter()
                .map(|&(value, clause, words)| Modifier::new(i16::from(value), clause, words));
            Ruling::new(rule!("2.6.1-g"), format!("the force in {id} {what}")).with_modifiers(list.collect())
        });
        // Any attempt counts as activation; the switch lets a failed one stay fresh afterwards.
        ump.cite(rule!("2.6.1-t"));
        self.reacted = self.reacted.with(units);
        if !success && rules.options.failed_reaction == FailedReaction::StaysFresh {
            self.forgiven = self.forgiven.with(units);
        }
        Ok(match (success, route) {
            (false, _) => Answered::Failed,
            (true, None) => Answered::Withdraws(units, from),
            (true, Some(route)) => {
                self.move_reactors(rules, units, &route);
                Answered::Came
            }
        })
    }

    /// Reactors move in; joining the demoralized demoralizes them.
    fn move_reactors(&mut self, rules: &Campaign, units: Units, route: &Route) {
        let side = self.phasing.other();
        // The hexes between are moved through, and so controlled.
        for hex in route.between() {
            self.take_control(rules, side, hex);
        }
        let to = route.end();
        self.put(units, to);
        self.came = self.came.with(units);
        self.contaminate(rules, side);
        if rules.options.contested_control == crate::options::ContestedControl::LastToEnter {
            self.take_control(rules, side, to);
        }
    }

    /// Reactions to a force that has moved or rallied; then combat, or the force goes on.
    pub(crate) fn react(
        &mut self,
        active: Active,
        trigger: Trigger,
        rules: &Campaign,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        ump.cite(match trigger {
            Trigger::Entered => rule!("2.6.1-c"),
            Trigger::Rallied => rule!("2.6.1-d"),
        });
        let side = self.phasing;
        let target = match active.mode {
            Mode::GrandAssault { target } => {
                ump.cite(rule!("8.1-i"));
                Some(target)
            }
            Mode::Penetration => Some(active.at),
            Mode::Free | Mode::Exploiting => None,
        };
        // Nobody reacts to exploitation.
        ump.cite(rule!("8.12-d"));
        if active.exploit.is_none() {
            let mover = Mover { hex: active.at, units: Some(active.units), target };
            match self.put_reactions(rules, mover, ump)? {
                Answered::Done => {}
                Answered::Withdraws(units, from) => {
                    self.phase = Phase::Withdrawal(active, trigger, units, from);
                    return Ok(());
                }
                Answered::Came | Answered::Failed => return Ok(()),
            }
        }
        if self.force_at(rules, side.other(), active.at).is_empty() {
            // After a withdrawal, or with nobody there, the force goes on.
            ump.cite(rule!("2.6.1-s"));
            if self.controller(active.at) != side {
                self.take_control(rules, side, active.at);
            }
            self.phase = match active.mode {
                Mode::Penetration => Phase::Closing(active, active.taking_part),
                _ => Phase::Active(active),
            };
            return Ok(());
        }
        // All attempts are made: whoever came defends, alone or with those who stood there.
        for clause in [rule!("2.6.1-l"), rule!("2.6.1-m"), rule!("2.6.1-n")] {
            ump.cite(clause);
        }
        self.join_battle(active, rules, ump)
    }

    /// Reactions to a declared concerted attack, then the posture.
    pub(crate) fn declared(
        &mut self,
        target: Hex,
        plan: Plan,
        rules: &Campaign,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        ump.cite(rule!("8.1-d"));
        let mover = Mover { hex: target, units: None, target: Some(target) };
        match self.put_reactions(rules, mover, ump)? {
            Answered::Done => {}
            _ => return Ok(()),
        }
        // Those who came count for the postures; who attacks is not known yet, and even alone at the
        // table the posture is fixed before the force moves.
        ump.cite(rule!("8.1-e"));
        ump.cite(rule!("12.0-a"));
        let side = self.phasing.other();
        let combat = self.expected_at(rules, target);
        let postures = combat.postures(&rules.charts);
        let asking = Asking::of(side, rule!("8.1-f"), "defensive posture");
        let openness = if rules.options.solitaire { Openness::Open } else { Openness::Secret };
        let barred = || combat.barred_postures(&rules.charts);
        let posture: Option<Posture> = match postures.is_empty() {
            true => None,
            false => Some(*ump.choose_among(asking, &postures, openness, &barred)?),
        };
        self.phase = Phase::Naming(target, plan, posture);
        Ok(())
    }

    /// A reacting force withdraws like the loser of a meeting engagement. [2.6.1-r]
    pub(crate) fn withdraw(
        &mut self,
        active: Active,
        trigger: Trigger,
        units: Units,
        from: Hex,
        rules: &Campaign,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let side = self.phasing.other();
        ump.cite(rule!("2.6.1-r"));
        let paths = self.retreat_paths(rules, side, from, 2, 3);
        let path = ump.choose(Asking::of(side, rule!("2.6.1-r"), "withdraw along"), &paths)?;
        self.put(units, path.end());
        self.contaminate(rules, side);
        self.phase = Phase::Reaction(active, trigger);
        Ok(())
    }

    /// Those who tried to react are spent when the activation ends. [7.0-e]
    pub(crate) fn spend_reactors(&mut self, rules: &Campaign) {
        let _ = [rule!("2.6.1-t"), rule!("7.0-e"), rule!("7.0-g"), rule!("11.0-c")];
        let _ = rules;
        self.spent = self.spent.with(self.reacted.without(self.forgiven));
        self.reacted = Units::NONE;
        self.forgiven = Units::NONE;
        self.came = Units::NONE;
    }

    /// Hexes in the zone of influence of a side, for those who want to see it drawn.
    pub fn influenced(&self, rules: &Campaign, side: Side) -> HexSet {
        let field = Field::of(self, rules, None);
        let mut zone = HexSet::EMPTY;
        for hex in field.at[side].iter() {
            let range = self.influence(rules, side, hex);
            if range > 0 {
                for to in rules.board.hexes().filter(|&to| rules.board.distance(hex, to) <= range) {
                    zone.put(to);
                }
            }
        }
        zone
    }
}

/// What came of putting the reactions.
enum Answered {
    Done,
    Came,
    Failed,
    Withdraws(Units, Hex),
}
