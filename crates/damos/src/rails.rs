//! Railheads and strategic movement. [6.0, AGC-4.3.1]

use crate::asks::Asks;
use crate::campaign::Campaign;
use crate::field::Field;
use crate::game::{Game, Phase};
use crate::options::{Activation, Conversion, RailAdvance, SlowdownStrategic, StrategicRails};
use crate::order::{Moment, Order, Wanted, Why, verb};
use crate::unit::Units;
use crate::{agc, rule};
use grognard_board::{Direction, Hex, HexId, HexSet, Kinds, Reach};
use grognard_umpire::{
    Asked, Asking, Clerk, Dice, NoClerk, Offer, Ruling, Side, Target, TargetKind, Umpire, Verb,
};

struct Railheads<'a> {
    game: &'a Game,
    rules: &'a Campaign,
    /// The rails connected when the phase began.
    connected: HexSet,
    field: Field,
}

impl Game {
    /// Why a rail hex cannot be converted now; nothing where it can.
    fn conversion_barred(&self, rules: &Campaign, field: &Field, hex: Hex) -> Option<Why> {
        if !rules.rail.has(hex) || !self.area(rules).has(hex) {
            return Some((agc!("4.3.1-e"), "a railhead advances along rails of the map"));
        }
        if self.converted.has(hex) || rules.either_gauge.has(hex) {
            return Some((agc!("4.3.1-d"), "these rails need no conversion"));
        }
        if rules.options.conversion == Conversion::Controlled && self.controller(hex) != Side::First {
            return Some((agc!("4.3.1-b"), "only rails under one's own control are converted"));
        }
        if field.at.second.has(hex) || (field.zoc.second.has(hex) && !field.at.first.has(hex)) {
            return Some((
                agc!("4.3.1-g"),
                "the enemy, or his zone of control where no friend stands, bars conversion",
            ));
        }
        None
    }
}

impl Moment for Railheads<'_> {
    fn candidates(&self, out: &mut Vec<Order>) {
        out.push(Order::EndRails);
        for from in self.connected.iter() {
            for to in self.rules.board.along_rails(from) {
                if !self.connected.has(to) {
                    out.push(Order::Extend(from, to));
                }
            }
        }
    }

    fn check(&self, order: Order) -> Result<(), Why> {
        match order {
            Order::EndRails => Ok(()),
            Order::Extend(from, to) => {
                // A railhead at a junction extends every branch, each by its own die.
                if !self.connected.has(from) || !self.rules.board.along_rails(from).any(|next| next == to) {
                    return Err((agc!("4.3.1-e"), "a railhead is a connected rail hex with rails going on"));
                }
                self.game.conversion_barred(self.rules, &self.field, to).map_or(Ok(()), Err)
            }
            _ => Err((agc!("4.3.1-e"), "railheads advance now")),
        }
    }

    fn wanted(&self) -> &'static str {
        "write extend FROM TO or end rails"
    }

    fn verbs(&self) -> &'static [Verb] {
        &[verb::EXTEND, verb::END_RAILS]
    }
}

/// Where a railhead goes on, or that it stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Branch {
    Stop,
    On(Hex, HexId),
}

impl Offer for Branch {
    fn key(&self) -> String {
        match self {
            Branch::Stop => "stop".to_owned(),
            Branch::On(_, id) => id.to_string(),
        }
    }

    fn words(&self) -> String {
        match self {
            Branch::Stop => "stop here".to_owned(),
            Branch::On(_, id) => format!("go on to {id}"),
        }
    }

    fn targets(&self) -> Vec<Target> {
        match self {
            Branch::Stop => Vec::new(),
            Branch::On(_, id) => vec![Target::new(TargetKind::Hex, id)],
        }
    }
}

impl Game {
    /// The German picks a railhead and throws for it.
    pub(crate) fn advance_railhead(
        &mut self,
        connected: HexSet,
        rules: &Campaign,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let moment = Railheads { game: self, rules, connected, field: Field::of(self, rules, None, ump) };
        let mut orders = Vec::new();
        moment.candidates(&mut orders);
        if !orders.iter().any(|&order| order != Order::EndRails && moment.check(order).is_ok()) {
            self.phase = Phase::Strategic;
            return Ok(());
        }
        let asking = Asking::of(Side::First, agc!("4.3.1-e"), Asks::AdvanceTheRailheads);
        let Order::Extend(from, to) = ump.order(asking, &Wanted { rules, game: self, moment })?.order else {
            self.phase = Phase::Strategic;
            return Ok(());
        };
        if rules.board.along_rails(from).filter(|&next| !connected.has(next)).count() > 1 {
            // A railhead at a junction extends every branch, each by its own die.
            ump.cite(agc!("4.3.1-h"));
        }
        let special = &rules.special;
        let asking = Asking::of(Side::First, agc!("4.3.1-e"), Asks::RailHexesConverted);
        let pause = rules.options.rail_advance == RailAdvance::OperationalPause
            && self.rested
            && self.turn == special.pause_turn + 1;
        let hexes = if pause {
            // The reward of the pause, paid for by the Russian's doubled replacements.
            ump.cite(agc!("4.3.1-m"));
            ump.throw(asking, Dice::D6, |die| die as u8 + 2)?
        } else {
            // The thrust advances its one line by 1d3+1 on every turn; ordinary lines go slower in the end.
            let (slow, more) = match rules.options.rail_advance {
                RailAdvance::EveryLine => (self.turn >= special.slow_rails_from_turn, 0),
                RailAdvance::ConcentratedThrust | RailAdvance::OperationalPause => {
                    ump.cite(agc!("4.3.1-j"));
                    (false, 1)
                }
            };
            // A d2 is a die divided by three, a d3 one divided by two, rounded up.
            ump.cite(if slow { agc!("4.3.1-f") } else { agc!("4.3.1-e") });
            ump.cite(if slow { agc!("1.2-a") } else { agc!("1.2-b") });
            let divisor = if slow { 3 } else { 2 };
            ump.throw(asking, Dice::D6, |die| die.div_ceil(divisor) as u8 + more)?
        };
        ump.explain(|| {
            let id = rules.board.id(to);
            Ruling::new(agc!("4.3.1-e"), format!("{hexes} rail hexes from {id} on are converted"))
        });
        self.converted.put(to);
        self.phase = Phase::Extending(connected, to, hexes - 1);
        Ok(())
    }

    /// The railhead runs on as far as its owner likes; through a junction along one branch. [AGC-4.3.1-i]
    pub(crate) fn extend_rails(
        &mut self,
        connected: HexSet,
        at: Hex,
        left: u8,
        rules: &Campaign,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let field = Field::of(self, rules, None, ump);
        let mut branches = vec![Branch::Stop];
        if left > 0 {
            let legal = |to: &Hex| self.conversion_barred(rules, &field, *to).is_none();
            let on = |to: Hex| Branch::On(to, rules.board.id(to));
            branches.extend(rules.board.along_rails(at).filter(legal).map(on));
        }
        ump.note_if(agc!("4.3.1-i"), || branches.len() > 2);
        let asking = Asking::of(Side::First, agc!("4.3.1-i"), Asks::WhichBranch);
        if let Branch::On(to, _) = *ump.choose(asking, &branches)? {
            self.converted.put(to);
            self.phase = Phase::Extending(connected, to, left - 1);
            return Ok(());
        }
        self.phase = match rules.options.rail_advance {
            RailAdvance::EveryLine => Phase::Rails(connected),
            // The thrust advances a single railhead.
            RailAdvance::ConcentratedThrust | RailAdvance::OperationalPause => Phase::Strategic,
        };
        Ok(())
    }
}

/// The parts a movement point is cut into in strategic movement: half points, or smaller where the chart has
/// more than two rail hexes to the point.
#[derive(Clone, Copy)]
struct RailParts {
    /// Parts of half a point.
    half_point: u8,
    /// Parts of one rail hex.
    rail: u8,
}

impl RailParts {
    fn of(rail_hexes: u8) -> RailParts {
        match rail_hexes {
            1 => RailParts { half_point: 1, rail: 2 },
            2 => RailParts { half_point: 1, rail: 1 },
            3 => RailParts { half_point: 3, rail: 2 },
            4 => RailParts { half_point: 2, rail: 1 },
            _ => RailParts { half_point: 3, rail: 1 },
        }
    }

    fn of_half_points(self, half_points: u8) -> u8 {
        half_points.saturating_mul(self.half_point)
    }
}

struct StrategicForces<'a> {
    game: &'a Game,
    rules: &'a Campaign,
    /// The phasing side's units, hex by hex.
    stacks: Vec<Units>,
    /// Where fresh forces stand.
    fresh: HexSet,
    supplied: HexSet,
}

impl StrategicForces<'_> {
    fn force(&self, hex: Hex) -> Units {
        self.stacks[hex.index()].without(self.game.spent)
    }
}

impl Moment for StrategicForces<'_> {
    fn candidates(&self, out: &mut Vec<Order>) {
        out.push(Order::EndStrategic);
        for hex in self.fresh.and(&self.supplied).iter() {
            out.push(Order::Strategic(hex, self.force(hex)));
            if self.rules.options.activation == Activation::AnyPart {
                let parts = self.force(hex).subsets().filter(|&part| part != self.force(hex));
                out.extend(parts.map(|part| Order::Strategic(hex, part)));
            }
        }
    }

    fn check(&self, order: Order) -> Result<(), Why> {
        match order {
            Order::EndStrategic => Ok(()),
            // Any order among forces will do: foot need not go first here.
            Order::Strategic(hex, units) => {
                if !self.fresh.has(hex) || units.is_empty() || !units.within(self.force(hex)) {
                    return Err((rule!("6.0-a"), "no fresh force of yours stands there"));
                }
                let whole = self.rules.options.activation == Activation::WholeForce;
                if whole && units != self.force(hex) {
                    return Err((rule!("2.1-c"), "a force is everything fresh in the hex"));
                }
                match self.supplied.has(hex) {
                    true => Ok(()),
                    false => Err((rule!("6.0-a"), "it can trace no line of supply")),
                }
            }
            _ => Err((rule!("4.0-a"), "this is the strategic movement phase")),
        }
    }

    fn wanted(&self) -> &'static str {
        "write strategic HEX or end strategic"
    }

    fn verbs(&self) -> &'static [Verb] {
        &[verb::STRATEGIC, verb::END_STRATEGIC]
    }
}

struct StrategicMove {
    reach: Reach,
}

impl Moment for StrategicMove {
    fn candidates(&self, out: &mut Vec<Order>) {
        out.extend(self.reach.hexes().iter().map(Order::To));
    }

    fn check(&self, order: Order) -> Result<(), Why> {
        let Order::To(hex) = order else {
            return Err((rule!("6.0-b"), "a strategic move wants its goal"));
        };
        if self.reach.cost(hex).is_some() {
            return Ok(());
        }
        Err((
            rule!("6.0-c"),
            "twice the allowance, through friendly hexes that no enemy stands next to, does not reach it",
        ))
    }

    fn wanted(&self) -> &'static str {
        "write `to HEX`, its own hex to stay"
    }

    fn verbs(&self) -> &'static [Verb] {
        &[verb::TO]
    }
}

impl Game {
    pub(crate) fn strategic_force(&mut self, rules: &Campaign, ump: &mut impl Umpire) -> Asked<()> {
        let field = Field::of(self, rules, None, ump);
        let supplied = self.supplied(rules, self.phasing, &field, ump);
        let fresh = rules.units_of[self.phasing].without(self.spent);
        let fresh = fresh.iter().filter_map(|unit| self.hex_of(unit)).collect();
        let stacks = self.stacks(rules, self.phasing);
        let moment = StrategicForces { game: self, rules, stacks, fresh, supplied };
        let asking = Asking::of(self.phasing, rule!("6.0-a"), Asks::StrategicMovement);
        match ump.order(asking, &Wanted { rules, game: self, moment })?.order {
            Order::Strategic(hex, units) => {
                // Those without a zone of influence need not go first.
                ump.note_if(rule!("6.0-g"), || self.is_capable(rules, units));
                self.phase = Phase::StrategicTo(hex, units);
            }
            _ => {
                self.capable_went = false;
                self.phase = Phase::Operations;
            }
        }
        Ok(())
    }

    pub(crate) fn strategic_move(
        &mut self,
        from: Hex,
        units: Units,
        rules: &Campaign,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let side = self.phasing;
        let moment = StrategicMove { reach: self.strategic_reach(rules, units, from) };
        let asking = Asking::of(side, rule!("6.0-b"), Asks::StrategicMove);
        if let Order::To(hex) = ump.order(asking, &Wanted { rules, game: self, moment })?.order {
            if hex != from {
                self.note_journey(rules, units, from, hex, ump);
                self.put(units, hex);
                self.contaminate(rules, side, ump);
                self.note_activity(rules, units, ump);
                ump.explain(|| {
                    let (from, to) = (rules.board.id(from), rules.board.id(hex));
                    Ruling::new(rule!("6.0-b"), format!("{}: {from} to {to}", rules.names(units)))
                });
            }
            // Nobody is asked to react, and nobody throws for attrition.
            ump.cite(rule!("6.0-f"));
            ump.cite(rule!("6.0-i"));
            // The force has gone for this turn.
            ump.cite(rule!("6.0-h"));
            self.spent = self.spent.with(units);
        }
        self.phase = Phase::Strategic;
        Ok(())
    }

    /// Takes down what let a force come so far: twice its allowance, friendly hexes away from the enemy, rails.
    fn note_journey(&self, rules: &Campaign, units: Units, from: Hex, to: Hex, clerk: &mut impl Clerk) {
        if !clerk.listens() {
            return;
        }
        let (side, enemy) = (self.phasing, self.phasing.other());
        clerk.note(rule!("2.2-d"));
        let march = rules.march(units);
        let rivers = self.rivers_for(rules, side);
        let on_foot =
            |at: Hex, way: Direction, next: Hex| Some(rules.step_cost_of(march, at, way, next, rivers));
        let walk = rules.board.reach(from, self.allowance(rules, units), &on_foot);
        clerk.note_if(rule!("6.0-b"), || walk.cost(to).is_none());
        clerk.note_if(rule!("6.0-e"), || rules.rail.has(from) && rules.rail.has(to));
        clerk.note_if(rule!("6.0-c"), || !self.controlled(rules, enemy).is_empty());
        clerk.note_if(rule!("6.0-d"), || !self.on_map(rules, enemy).is_empty());
    }

    /// Everything a force reaches strategically: twice its allowance, friendly hexes, no enemy next to
    /// them, usable rails at their cheap rate. [6.0]
    pub fn strategic_reach(&self, rules: &Campaign, units: Units, from: Hex) -> Reach {
        let side = self.phasing;
        let field = Field::of(self, rules, None, &mut NoClerk);
        let mut near = field.at[side.other()];
        for hex in field.at[side.other()].iter() {
            near = near.or(rules.board.around(hex));
        }
        let mut open = self.controlled(rules, side).less(&near);
        if side == Side::First {
            open = open.less(&self.marshes(rules));
        }
        let rails = match rules.options.strategic_rails {
            StrategicRails::OwnGauge => self.usable_rails(rules, side, &mut NoClerk),
            StrategicRails::Any => rules.rail.and(&self.controlled(rules, side)),
        };
        let rivers = self.rivers_for(rules, side);
        let slowed = side == Side::First
            && self.is_slowed(rules)
            && !units.both(rules.influencing).is_empty()
            && rules.options.slowdown_strategic == SlowdownStrategic::OneHex;
        // Points are counted in parts small enough for one rail hex.
        let parts = RailParts::of(rules.charts.rail_hexes);
        let points = parts.of_half_points(self.allowance(rules, units).saturating_mul(2));
        let march = rules.march(units);
        if slowed {
            // Next door and no further; rails are cheaper in this phase only, whatever they run through.
            let costs = |at: Hex, way: Direction, to: Hex| match (open.has(to) && at == from, way) {
                (false, _) => None,
                (_, way) if rules.board.rail(at, way) && rails.has(at) && rails.has(to) => Some(parts.rail),
                (_, way) => Some(parts.of_half_points(rules.step_cost_of(march, at, way, to, rivers))),
            };
            return rules.board.reach(from, points, &costs);
        }
        let (entering, river) = rules.steps_by_kind(march, rivers);
        let scaled = |&(cost, ground): &(u8, HexSet)| (parts.of_half_points(cost), ground);
        let kinds = Kinds {
            open,
            entering: entering.iter().map(scaled).collect(),
            river: parts.of_half_points(river),
            along_rails: parts.rail,
            rails,
        };
        rules.board.reach_by_kind(from, points, &kinds)
    }

    /// Half points of the slowest of some units. [7.0-i]
    pub(crate) fn allowance(&self, rules: &Campaign, units: Units) -> u8 {
        units.iter().map(|unit| rules.counter(unit).allowance * 2).min().unwrap_or(0)
    }

    /// Notes that units moved or fought: a German mobile force that does so ends the pause.
    pub(crate) fn note_activity(&mut self, rules: &Campaign, units: Units, clerk: &mut impl Clerk) {
        if self.turn == rules.special.pause_turn
            && self.phasing == Side::First
            && !units.both(rules.influencing).is_empty()
        {
            clerk.note_if(agc!("4.3.1-l"), || {
                rules.options.rail_advance == RailAdvance::OperationalPause && self.rested
            });
            self.rested = false;
        }
    }
}
