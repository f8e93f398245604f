//! Reaction: the other side's answer to a force that moves or rallies near it. [2.6.1]

mod route;

use crate::asks::Asks;
use crate::campaign::Campaign;
use crate::charts::{Plan, Posture};
use crate::field::Field;
use crate::game::{Active, Game, Mode, Phase, Trigger};
use crate::options::{DeclaredModifiers, FailedReaction, ReactingUnits, ReactionTries, SlowdownReaction};
use crate::order::keys;
use crate::stacking::may_stack;
use crate::unit::Units;
use crate::{agc, rule};
use grognard_board::{Hex, HexSet};
use grognard_umpire::{
    Asked, Asking, Clause, Clerk, Dice, Die, Modifier, NoClerk, Offer, Openness, Reveal, Ruling, Side,
    Target, Umpire,
};
use route::Route;

/// Two six-sided dice.
const TWO_DICE: Dice = Dice::Sum { count: 2, die: Die::D6 };

/// No zone of influence reaches farther.
const REACTION_RANGE_MAX: u8 = 3;

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
        match self.reaction {
            Reaction::Done => "done".to_owned(),
            Reaction::Into { from, units } => {
                format!("react {} {}", self.rules.board.id(from), keys(self.rules, units))
            }
            Reaction::Withdraw { from, .. } => format!("withdraw {}", self.rules.board.id(from)),
        }
    }

    fn words(&self) -> String {
        match self.reaction {
            Reaction::Done => "nobody reacts, or nobody more".to_owned(),
            Reaction::Into { from, units } => {
                format!("react with {} from {}", self.rules.names(units), self.rules.board.id(from))
            }
            Reaction::Withdraw { from, units } => {
                format!("withdraw {} from {}", self.rules.names(units), self.rules.board.id(from))
            }
        }
    }

    fn targets(&self) -> Vec<Target> {
        match self.reaction {
            Reaction::Done => Vec::new(),
            Reaction::Into { from, units } | Reaction::Withdraw { from, units } => {
                std::iter::once(self.rules.hex_target(from)).chain(self.rules.unit_targets(units)).collect()
            }
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
    /// What it did, for whoever may react.
    trigger: Option<Trigger>,
}

/// Whose knowledge of a side's strengths it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
    /// The owner's.
    ToOwner,
    /// Everybody's: each unit may still have all of its printed strength.
    ToAll,
}

impl Game {
    /// What the non-phasing side may do about a force in a hex, or may do for all that the other side knows.
    fn reactions(
        &self,
        rules: &Campaign,
        mover: Mover,
        known: Known,
        clerk: &mut impl Clerk,
    ) -> Vec<Reaction> {
        let side = self.phasing.other();
        let field = Field::of(self, rules, None, clerk);
        let mut list = vec![Reaction::Done];
        if self.is_held_back(rules, side) {
            // Slowed down, those who could react have their one hex a turn in their own phase.
            clerk.note(agc!("4.7-b"));
            return list;
        }
        let there = self.force_at(rules, side, mover.hex);
        for hex in field.at[side].iter() {
            let distance = rules.board.distance(hex, mover.hex);
            if distance > REACTION_RANGE_MAX {
                continue;
            }
            // Fresh, steady, ZOI-capable, and not tried yet in this activation.
            let all = self.force_at(rules, side, hex);
            let force = all.without(self.spent).without(self.demoralized).without(self.tried);
            if !self.is_capable(rules, force) {
                self.note_idle(rules, all, clerk);
                continue;
            }
            // Without a zone of influence there is no reaction, not even out of one's own hex.
            let range = match known {
                Known::ToOwner => self.influence(rules, side, hex, clerk),
                Known::ToAll => self.influence_at_most(rules, side, hex),
            };
            if range == 0 || distance > range {
                continue;
            }
            if distance > 0 && self.has_route(rules, &field, hex, mover.hex, range) {
                // The units that try share one roll; they must fit into the hex, and be ZOI-capable.
                let fits =
                    |units: Units| self.is_capable(rules, units) && may_stack(rules, there.with(units));
                clerk.note_if(rule!("2.6.1-o"), || !may_stack(rules, there.with(force)));
                let into = |units: Units| Reaction::Into { from: hex, units };
                match rules.options.reacting_units {
                    ReactingUnits::Named => {
                        list.extend(force.subsets().filter(|&units| fits(units)).map(into));
                    }
                    ReactingUnits::WholeForce if fits(force) => list.push(into(force)),
                    ReactingUnits::WholeForce => {}
                }
            }
            // A force may use its reaction to withdraw, but not from a concerted attack on its hex.
            let attacked = mover.target == Some(hex);
            clerk.note_if(rule!("2.6.1-q"), || attacked);
            // Nor does a rally let anybody go, or an attack that is only declared.
            let entered = mover.trigger == Some(Trigger::Entered);
            if !attacked && entered && self.can_retreat(rules, side, hex) {
                list.push(Reaction::Withdraw { from: hex, units: force });
            }
        }
        list
    }

    /// Whether the slowdown keeps a side from reacting. [AGC-4.7-b]
    fn is_held_back(&self, rules: &Campaign, side: Side) -> bool {
        side == Side::First
            && self.is_slowed(rules)
            && rules.options.slowdown_reaction == SlowdownReaction::Barred
    }

    /// Takes down why a force near enough does not react: spent, shaken or without zone, or tried already.
    fn note_idle(&self, rules: &Campaign, all: Units, clerk: &mut impl Clerk) {
        if !clerk.listens() {
            return;
        }
        let barred = |by: Units| !self.is_capable(rules, all.without(by)) && self.is_capable(rules, all);
        clerk.note_if(rule!("2.1-d"), || barred(self.spent));
        clerk.note_if(rule!("2.6.1-u"), || barred(self.tried));
        clerk.note_if(rule!("2.6.1-b"), || !self.is_capable(rules, all));
    }

    fn reaction_modifiers(
        &self,
        rules: &Campaign,
        mover: Mover,
        from: Hex,
        units: Units,
        route: Option<&Route>,
    ) -> Vec<(i8, Clause, &'static str)> {
        let charts = &rules.charts;
        let mut list = Vec::new();
        let terrain = route.map_or(0, |route| route.modifier);
        if terrain != 0 {
            list.push((terrain, rule!("2.6.1-i"), "terrain on the way"));
        }
        // Whoever withdraws goes into no hex that could be far.
        let into = route.is_some();
        let compared = match rules.options.declared_modifiers {
            DeclaredModifiers::Unknown => mover.units,
            DeclaredModifiers::Granted => Some(mover.units.unwrap_or(Units::NONE)),
        };
        if let Some(moving) = compared {
            let mobile = |units: Units| self.strength_of(units.both(rules.mobile));
            if mobile(units) > mobile(moving) {
                list.push((charts.reaction_more_mobile, rule!("2.6.1-j"), "more mobile strength"));
            }
            if !moving.is_empty() && !self.is_capable(rules, moving) {
                list.push((
                    charts.reaction_against_slow,
                    agc!("4.2-a"),
                    "against a force without zone of influence",
                ));
            }
        }
        if into && rules.board.distance(from, mover.hex) == 3 {
            list.push((charts.reaction_three_hexes, rule!("2.6.1-k"), "three hexes away"));
        }
        list
    }

    /// Puts the possible reactions to the side that may react, and throws for the one it picks.
    fn put_reactions(
        &mut self,
        rules: &Campaign,
        mover: Mover,
        cause: Clause,
        ump: &mut impl Umpire,
    ) -> Asked<Answered> {
        let side = self.phasing.other();
        let list = self.reactions(rules, mover, Known::ToOwner, ump);
        // How far a zone of influence reaches tells of the strength behind it, and so would silence: whoever
        // might react for all that the enemy knows is asked.
        let seeming = match list.len() {
            1 => self.reactions(rules, mover, Known::ToAll, &mut NoClerk).len(),
            several => several,
        };
        if seeming == 1 {
            return Ok(Answered::Done);
        }
        ump.cite(cause);
        let offers: Vec<Worded<'_>> = list.into_iter().map(|reaction| Worded { reaction, rules }).collect();
        ump.cite(rule!("2.6.1-e"));
        let asking = Asking::of(side, rule!("2.6.1-a"), Asks::React);
        let picked = ump.choose_seeming(asking, &offers, Openness::Open, &Vec::new, seeming)?.reaction;
        if picked != Reaction::Done {
            // The zone of influence reaches so far.
            ump.reveal(Reveal::TO_EVERYBODY);
        }
        let (from, units, route) = match picked {
            Reaction::Done => return Ok(Answered::Done),
            Reaction::Into { from, units } => {
                ump.note_if(rule!("2.6.1-f"), || units.len() > 1);
                // The way it comes gives the terrain that counts and the hexes it takes on the way.
                let routes = self.routes(rules, from, mover.hex);
                let asking = Asking::of(side, rule!("2.6.1-i"), Asks::ReactAlong);
                (from, units, Some(*ump.choose(asking, &routes)?))
            }
            Reaction::Withdraw { from, units } => {
                ump.cite(rule!("2.6.1-p"));
                (from, units, None)
            }
        };
        let modifiers = self.reaction_modifiers(rules, mover, from, units, route.as_ref());
        let sum: i16 = modifiers.iter().map(|(value, _, _)| i16::from(*value)).sum();
        let (needed, always) = (i16::from(rules.charts.reaction_needed), rules.charts.reaction_always);
        // Nine or more, and an unmodified twelve always.
        ump.note_if(rule!("2.6.1-h"), || always as i16 + sum < needed);
        let asking = Asking::of(side, rule!("2.6.1-g"), Asks::Reaction);
        let success = ump.throw(asking, TWO_DICE, |dice| dice >= always || dice as i16 + sum >= needed)?;
        ump.explain(|| {
            let (id, who) = (rules.board.id(from), rules.names(units));
            let what = match (success, route.is_some()) {
                (true, true) => "the reaction succeeds",
                (true, false) => "the withdrawal succeeds",
                (false, true) => "the reaction fails",
                (false, false) => "the withdrawal fails",
            };
            let list = modifiers
                .iter()
                .map(|&(value, clause, words)| Modifier::new(i16::from(value), clause, words));
            Ruling::new(rule!("2.6.1-g"), format!("{who} in {id}: {what}")).with_modifiers(list.collect())
        });
        // Any attempt counts as activation; the switch lets a failed one stay fresh afterwards.
        ump.cite(rule!("2.6.1-t"));
        self.reacted = self.reacted.with(units);
        // The hex has had its roll.
        self.tried = self.tried.with(self.force_at(rules, side, from));
        ump.note_if(rule!("11.0-c"), || !success);
        if !success && rules.options.failed_reaction == FailedReaction::StaysFresh {
            self.forgiven = self.forgiven.with(units);
        }
        Ok(match (success, route) {
            (false, _) => Answered::Failed,
            (true, None) => Answered::Withdraws(units, from),
            (true, Some(route)) => {
                self.move_reactors(rules, units, &route, ump);
                Answered::Came
            }
        })
    }

    /// Reactors move in; joining the demoralized demoralizes them.
    fn move_reactors(&mut self, rules: &Campaign, units: Units, route: &Route, clerk: &mut impl Clerk) {
        let side = self.phasing.other();
        // The hexes between are moved through, and so controlled.
        for hex in route.between() {
            self.take_control(rules, side, hex, clerk);
        }
        let to = route.end();
        self.put(units, to);
        self.came = self.came.with(units);
        // Whoever was to stay out of an assault on the hex he leaves fights where he has come.
        self.idle = self.idle.without(units);
        self.contaminate(rules, side, clerk);
        if rules.options.contested_control == crate::options::ContestedControl::LastToEnter {
            self.take_control(rules, side, to, clerk);
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
        let cause = match trigger {
            Trigger::Entered => rule!("2.6.1-c"),
            Trigger::Rallied => rule!("2.6.1-d"),
        };
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
        ump.note_if(rule!("8.12-d"), || active.exploit.is_some());
        if active.exploit.is_none() {
            let (hex, units) = (active.at, Some(active.units));
            let mover = Mover { hex, units, target, trigger: Some(trigger) };
            match self.put_reactions(rules, mover, cause, ump)? {
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
            ump.note_if(rule!("2.6.1-s"), || !self.reacted.is_empty());
            if self.controller(active.at) != side {
                self.take_control(rules, side, active.at, ump);
            }
            self.phase = match active.mode {
                Mode::Penetration => Phase::Closing(active, active.taking_part),
                _ => Phase::Active(active),
            };
            return Ok(());
        }
        // All attempts are made: whoever came defends, alone or with those who stood there.
        let defenders = self.force_at(rules, side.other(), active.at);
        if defenders.within(self.came) {
            ump.cite(rule!("2.6.1-l"));
            ump.cite(rule!("2.6.1-m"));
        } else {
            ump.note_if(rule!("2.6.1-n"), || !defenders.both(self.came).is_empty());
        }
        self.join_battle(active, rules, ump)
    }

    /// Reactions to a declared concerted attack; then its owner says who of a crowd fights.
    pub(crate) fn declared(
        &mut self,
        target: Hex,
        plan: Plan,
        rules: &Campaign,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let mover = Mover { hex: target, units: None, target: Some(target), trigger: None };
        match self.put_reactions(rules, mover, rule!("8.1-d"), ump)? {
            Answered::Done => {}
            _ => return Ok(()),
        }
        // Whoever is above the limit stays out, so the posture is that of those who fight.
        let side = self.phasing.other();
        let defenders = self.force_at(rules, side, target);
        self.idle = defenders.without(self.fit(rules, side, defenders, ump)?);
        self.phase = Phase::Posing(target, plan);
        Ok(())
    }

    /// The defender of a declared concerted attack takes his posture.
    pub(crate) fn pose(
        &mut self,
        target: Hex,
        plan: Plan,
        rules: &Campaign,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        // Those who came count for the postures; who attacks is not known yet, and even alone at the
        // table the posture is fixed before the force moves.
        ump.note_if(rule!("8.1-e"), || !self.came.is_empty());
        let posture = self.choose_posture(target, rules, ump)?;
        self.phase = Phase::Naming(target, plan, posture);
        Ok(())
    }

    /// The defender of a hex on which an assault is announced takes his posture; the demoralized take none.
    pub(crate) fn choose_posture(
        &self,
        target: Hex,
        rules: &Campaign,
        ump: &mut impl Umpire,
    ) -> Asked<Option<Posture>> {
        ump.note_if(rule!("12.0-a"), || rules.options.solitaire);
        let side = self.phasing.other();
        let combat = self.expected_at(rules, target);
        let postures = combat.postures(&rules.charts);
        let asking = Asking::of(side, rule!("8.1-f"), Asks::DefensivePosture);
        let openness = if rules.options.solitaire { Openness::Open } else { Openness::Secret };
        let barred = || combat.barred_postures(&rules.charts);
        Ok(match postures.is_empty() {
            true => None,
            false => Some(*ump.choose_among(asking, &postures, openness, &barred)?),
        })
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
        let asking = Asking::of(side, rule!("2.6.1-r"), Asks::WithdrawAlong);
        let barred = || self.barred_retreats(rules, side, from, (2, 3), &paths);
        let path = ump.choose_among(asking, &paths, Openness::Open, &barred)?;
        self.put(units, path.end());
        self.contaminate(rules, side, ump);
        self.phase = Phase::Reaction(active, trigger);
        Ok(())
    }

    /// Those who tried to react are spent when the activation ends. [7.0-e]
    pub(crate) fn spend_reactors(&mut self, clerk: &mut impl Clerk) {
        // They stay spent through their own next turn, those who failed by the default reading.
        let spent = self.reacted.without(self.forgiven);
        clerk.note_if(rule!("7.0-g"), || !spent.is_empty());
        self.spent = self.spent.with(self.reacted.without(self.forgiven));
        self.forget_reactions();
        self.idle = Units::NONE;
    }

    /// A new activation begins: nobody has reacted to it yet.
    pub(crate) fn forget_reactions(&mut self) {
        self.reacted = Units::NONE;
        self.tried = Units::NONE;
        self.forgiven = Units::NONE;
        self.came = Units::NONE;
    }

    /// The active force gives cause to react.
    pub(crate) fn give_cause(&mut self, active: Active, trigger: Trigger, rules: &Campaign) {
        // Each trigger gives each hex its roll, but nobody who has tried tries again in an activation.
        self.tried = match rules.options.reaction_tries {
            ReactionTries::One => self.reacted,
            ReactionTries::EachTrigger => Units::NONE,
        };
        self.phase = Phase::Reaction(active, trigger);
    }

    /// Hexes into which a side's fresh forces might react for all that the other side knows, who sees the units
    /// but not their strengths.
    pub fn may_be_met(&self, rules: &Campaign, side: Side) -> HexSet {
        let mut met = HexSet::EMPTY;
        if self.is_held_back(rules, side) {
            return met;
        }
        let field = Field::of(self, rules, None, &mut NoClerk);
        for hex in field.at[side].iter() {
            let force = self.force_at(rules, side, hex).without(self.spent).without(self.demoralized);
            let range = self.influence_at_most(rules, side, hex);
            if range == 0 || !self.is_capable(rules, force) {
                continue;
            }
            for to in rules.board.hexes().filter(|&to| rules.board.distance(hex, to) <= range) {
                met.put(to);
            }
        }
        met
    }

    /// Hexes in the zone of influence of a side, for those who want to see it drawn.
    pub fn influenced(&self, rules: &Campaign, side: Side) -> HexSet {
        let field = Field::of(self, rules, None, &mut NoClerk);
        let mut zone = HexSet::EMPTY;
        for hex in field.at[side].iter() {
            let range = self.influence(rules, side, hex, &mut NoClerk);
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
