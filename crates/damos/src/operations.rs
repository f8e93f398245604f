//! The operations phase: activating forces, moving, rallying, picking up and dropping. [7.0]

use crate::asks::Asks;
use crate::campaign::{Campaign, Rivers};
use crate::charts::{Plan, Posture};
use crate::field::Field;
use crate::game::{Active, Game, Mode, Phase, Trigger};
use crate::options::{Activation, LatePickUp};
use crate::order::{Moment, Order, Wanted, Why, verb};
use crate::stacking::may_stack;
use crate::unit::{Counter, Units};
use crate::{agc, rule};
use grognard_board::{Hex, HexSet};
use grognard_umpire::{Asked, Asking, Clerk, NoClerk, Ruling, Side, Umpire, Verb};

struct NextForce<'a> {
    game: &'a Game,
    rules: &'a Campaign,
    field: Field,
    /// The phasing side's units, hex by hex.
    stacks: Vec<Units>,
    /// Enemy hexes a concerted attack may be declared on.
    targets: HexSet,
}

impl NextForce<'_> {
    fn check_activate(&self, hex: Hex, units: Units) -> Result<(), Why> {
        let (game, rules) = (self.game, self.rules);
        let force = self.stacks[hex.index()];
        if units.is_empty() || !units.within(force) {
            return Err((rule!("2.1-c"), "that is no force of yours in that hex"));
        }
        if !units.both(game.spent).is_empty() {
            return Err((rule!("7.0-a"), "only fresh forces activate; this one is spent"));
        }
        if rules.options.activation == Activation::WholeForce && units != force.without(game.spent) {
            return Err((rule!("2.1-c"), "a force is everything fresh in the hex; units can be dropped off"));
        }
        if game.capable_went && !game.is_capable(rules, units) {
            return Err((
                rule!("7.0-d"),
                "a ZOI-capable force has gone, so forces without may not start any more",
            ));
        }
        Ok(())
    }
}

impl NextForce<'_> {
    /// Hexes of the marshes whose German force could activate and get nearer to their edge.
    fn bogged_down(&self) -> impl Iterator<Item = Hex> {
        let (game, rules) = (self.game, self.rules);
        let stuck = match game.phasing {
            Side::First => self.field.at.first.and(&game.marshes(rules)),
            Side::Second => HexSet::EMPTY,
        };
        stuck.iter().filter(|&hex| {
            let units = game.force_at(rules, Side::First, hex).without(game.spent);
            self.check_activate(hex, units).is_ok()
                && game.leaves_marsh(rules, &self.field, units, hex, game.allowance(rules, units))
        })
    }
}

impl Moment for NextForce<'_> {
    fn candidates(&self, out: &mut Vec<Order>) {
        out.push(Order::EndOperations);
        for hex in self.field.at[self.game.phasing].iter() {
            let fresh = self.stacks[hex.index()].without(self.game.spent);
            match self.rules.options.activation {
                _ if fresh.is_empty() => {}
                Activation::WholeForce => out.push(Order::Activate(hex, fresh)),
                Activation::AnyPart => out.extend(fresh.subsets().map(|part| Order::Activate(hex, part))),
            }
        }
        out.extend(self.targets.iter().map(Order::Concerted));
    }

    fn check(&self, order: Order) -> Result<(), Why> {
        match order {
            Order::EndOperations => match self.bogged_down().next() {
                None => Ok(()),
                Some(_) => Err((agc!("1.3-c"), "a force in the marshes moves out of them while it can")),
            },
            Order::Activate(hex, units) => self.check_activate(hex, units),
            Order::Concerted(hex) if self.targets.has(hex) => Ok(()),
            Order::Concerted(hex) if !self.field.at[self.game.phasing.other()].has(hex) => {
                Err((rule!("8.1-c"), "no enemy force stands there"))
            }
            Order::Concerted(_) if self.game.phasing == Side::First && self.game.is_slowed(self.rules) => {
                Err((agc!("4.7-b"), "slowed down, ZOI-capable German forces do not attack"))
            }
            Order::Concerted(_) => Err((
                rule!("8.1-c"),
                "no fresh ZOI-capable force has it in its zone of influence and can get there",
            )),
            _ => Err((rule!("7.0-a"), "this is the operations phase")),
        }
    }

    fn wanted(&self) -> &'static str {
        "write activate HEX, concerted HEX or end operations"
    }

    fn verbs(&self) -> &'static [Verb] {
        &[verb::ACTIVATE, verb::CONCERTED, verb::END_OPERATIONS]
    }
}

impl Game {
    /// The next force, a concerted attack, or the end of the phase.
    pub(crate) fn operations(&mut self, rules: &Campaign, ump: &mut impl Umpire) -> Asked<()> {
        let side = self.phasing;
        let field = Field::of(self, rules, None, ump);
        let targets = self.concerted_targets(rules, &field);
        let stacks = self.stacks(rules, side);
        let moment = NextForce { game: self, rules, field, stacks, targets };
        let asking = Asking::of(side, rule!("7.0-a"), Asks::Operations);
        match ump.order(asking, &Wanted { rules, game: self, moment })?.order {
            Order::Activate(hex, units) => {
                ump.cite(rule!("7.0-f"));
                self.activate(rules, hex, units, Mode::Free, None, ump);
            }
            Order::Concerted(target) => self.phase = Phase::Planning(target),
            _ => {
                // Forces may be left unused.
                ump.cite(rule!("7.0-h"));
                self.phase = Phase::EndOperations;
            }
        }
        Ok(())
    }

    /// The hexes whose fresh force of the phasing side may still start this phase. [7.0-a, 7.0-d]
    pub(crate) fn startable(&self, rules: &Campaign) -> HexSet {
        let field = Field::of(self, rules, None, &mut NoClerk);
        let stacks = self.stacks(rules, self.phasing);
        let moment = NextForce { game: self, rules, field, stacks, targets: HexSet::EMPTY };
        let fresh = |hex: Hex| moment.stacks[hex.index()].without(self.spent);
        field.at[self.phasing].iter().filter(|&hex| moment.check_activate(hex, fresh(hex)).is_ok()).collect()
    }

    pub(crate) fn activate(
        &mut self,
        rules: &Campaign,
        hex: Hex,
        units: Units,
        mode: Mode,
        posture: Option<Posture>,
        ump: &mut impl Umpire,
    ) {
        // A force is all that stands there, of whatever corps and nation on its side.
        ump.cite(rule!("2.1-c"));
        let first = units.iter().next().map(|unit| rules.counter(unit));
        let mixed = |same: fn(&Counter, &Counter) -> bool| {
            units.iter().any(|unit| first.is_some_and(|first| !same(first, rules.counter(unit))))
        };
        ump.note_if(rule!("2.2-b"), || mixed(|a, b| a.parent == b.parent));
        if ump.listens() && mixed(|a, b| a.nation == b.nation) {
            ump.cite(rule!("2.1-e"));
            ump.cite(agc!("1.2-c"));
        }
        if self.is_capable(rules, units) {
            // From now on those without a zone of influence stay where they are.
            ump.cite(rule!("7.0-c"));
            self.capable_went = true;
        }
        if mode == Mode::Free {
            self.forget_reactions();
        }
        let active = Active {
            units,
            taking_part: units,
            at: hex,
            from: None,
            spent: 0,
            had: self.allowance(rules, units),
            spent_before: 0,
            exploited: 0,
            hexes: 0,
            mobile_hexes: 0,
            gathered_at: None,
            mode,
            posture,
            exploit: None,
        };
        ump.explain(|| {
            let (id, who) = (rules.board.id(hex), rules.names(units));
            Ruling::new(rule!("7.0-a"), format!("{who} in {id}: activated"))
        });
        self.phase = Phase::Active(active);
    }

    /// Whether a side may step into a hex at all, enemies and points aside.
    #[inline]
    pub(crate) fn may_enter(&self, rules: &Campaign, side: Side, from: Hex, to: Hex) -> Result<(), Why> {
        if !rules.area.has(to) {
            return Err(rules.beyond(to));
        }
        if self.past_marshes {
            return Ok(());
        }
        if rules.south.has(to) {
            return Err((agc!("1.3-d"), "the south opens when Germans are east of the marshes"));
        }
        if side == Side::First && rules.marsh_ban.has(to) {
            // Those driven into the marsh leave it by the quickest way.
            if !rules.marsh_ban.has(from) {
                return Err((agc!("1.3-b"), "Germans keep north of the Pripet marshes"));
            }
            if rules.marsh_exit[to.index()] >= rules.marsh_exit[from.index()] {
                return Err((agc!("1.3-c"), "out of the marshes by the quickest way"));
            }
        }
        Ok(())
    }

    /// Whether a German force in the marshes has a hex without enemies to go to on the quickest way out.
    fn leaves_marsh(&self, rules: &Campaign, field: &Field, units: Units, at: Hex, left: u8) -> bool {
        let side = self.phasing;
        if side != Side::First || !self.marshes(rules).has(at) {
            return false;
        }
        let shaken = !units.both(self.demoralized).is_empty();
        let rivers = self.rivers_for(rules, side);
        rules.board.neighbours(at).any(|(way, to)| {
            rules.marsh_exit[to.index()] < rules.marsh_exit[at.index()]
                && self.may_enter(rules, side, at, to).is_ok()
                && !field.at.second.has(to)
                && !(shaken && field.zoc.second.has(to))
                && rules.step_cost(units, at, way, to, rivers) <= left
        })
    }

    /// A force steps into a hex; a hex without enemies is its side's from now on.
    pub(crate) fn enter(&mut self, active: &mut Active, to: Hex, rules: &Campaign, clerk: &mut impl Clerk) {
        let side = self.phasing;
        clerk.note_if(agc!("1.3-g"), || !rules.board.area().has(to));
        active.from = Some(active.at);
        active.at = to;
        active.hexes = active.hexes.saturating_add(1);
        if !active.units.both(rules.influencing).is_empty() {
            active.mobile_hexes = active.mobile_hexes.saturating_add(1);
        }
        self.put(active.units, to);
        let contested = !self.force_at(rules, side.other(), to).is_empty();
        if !contested || rules.options.contested_control == crate::options::ContestedControl::LastToEnter {
            self.take_control(rules, side, to, clerk);
        }
        self.note_activity(rules, active.units, clerk);
    }
}

/// The moment in which an active force gets its next order.
struct Acting<'a> {
    game: &'a Game,
    rules: &'a Campaign,
    field: Field,
    active: Active,
    supplied: bool,
    left: u8,
}

impl Acting<'_> {
    fn is_demoralized(&self) -> bool {
        !self.active.units.both(self.game.demoralized).is_empty()
    }

    /// Whether the slowdown holds this force. [AGC-4.7-b]
    fn is_slowed(&self) -> bool {
        let mobile = !self.active.units.both(self.rules.influencing).is_empty();
        self.game.phasing == Side::First && mobile && self.game.is_slowed(self.rules)
    }

    /// Whether it stands in the marshes and can get nearer to their edge.
    fn leaves_marsh(&self) -> bool {
        let active = &self.active;
        let free = active.mode == Mode::Free && !(self.is_slowed() && active.mobile_hexes > 0);
        free && self.game.leaves_marsh(self.rules, &self.field, active.units, active.at, self.left)
    }

    /// Whether a grand assault could still be made after this.
    fn still_assaults(&self, units: Units, at: Hex, left: u8) -> bool {
        let Mode::GrandAssault { target } = self.active.mode else { return true };
        if !self.field.at[self.game.phasing.other()].has(target) {
            return false;
        }
        if at == target {
            return left >= self.rules.charts.plan_half_points(Plan::GrandAssault);
        }
        self.game.can_assault(self.rules, &self.field, units, (at, target), left)
    }

    fn check_move(&self, to: Hex) -> Result<(), Why> {
        let (game, rules, active) = (self.game, self.rules, &self.active);
        let side = game.phasing;
        let Some(way) = rules.board.way(active.at, to) else {
            return Err((rule!("7.0-i"), "a force moves from hex to neighbouring hex"));
        };
        game.may_enter(rules, side, active.at, to)?;
        let defended = self.field.at[side.other()].has(to);
        // Zones of control neither stop nor tax the steady; the demoralized keep out of them.
        if self.is_demoralized() {
            if defended {
                return Err((rule!("2.8-c"), "the demoralized do not attack"));
            }
            if self.field.zoc[side.other()].has(to) {
                return Err((rule!("2.8-d"), "the demoralized do not move into an enemy zone of control"));
            }
        }
        if self.is_slowed() {
            if defended {
                return Err((agc!("4.7-b"), "slowed down, ZOI-capable German forces do not attack"));
            }
            if active.mobile_hexes >= 1 {
                return Err((agc!("4.7-b"), "slowed down, ZOI-capable German forces move one hex a turn"));
            }
        }
        let cost = rules.step_cost(active.units, active.at, way, to, game.rivers_for(rules, side));
        if cost > self.left {
            let clause = if active.exploit.is_some() { rule!("8.12-c") } else { rule!("7.0-i") };
            return Err((clause, "not enough movement points are left"));
        }
        if let Mode::GrandAssault { target } = active.mode {
            if defended && to != target {
                return Err((rule!("8.1-h"), "a grand assault is made on its target only"));
            }
            if !self.still_assaults(active.units, to, self.left - cost) {
                return Err((rule!("8.1-h"), "from there the target could not be attacked any more"));
            }
        }
        Ok(())
    }

    fn check_rally(&self) -> Result<(), Why> {
        let side = self.game.phasing;
        match self.active.mode {
            Mode::Free | Mode::Exploiting => {}
            Mode::GrandAssault { .. } | Mode::Penetration => {
                return Err((rule!("7.0-b"), "a concerted attack is all this force does"));
            }
        }
        if !self.is_demoralized() {
            return Err((rule!("2.8-g"), "the force is not demoralized"));
        }
        if self.left < self.rules.charts.rally_half_points {
            return Err((rule!("2.8-g"), "rallying takes two movement points"));
        }
        if self.field.zoc[side.other()].has(self.active.at) {
            return Err((rule!("2.8-g"), "nobody rallies in an enemy zone of control"));
        }
        match self.supplied {
            true => Ok(()),
            false => Err((rule!("2.8-g"), "nobody rallies without a line of supply")),
        }
    }

    fn fresh_here(&self) -> Units {
        self.game
            .force_at(self.rules, self.game.phasing, self.active.at)
            .without(self.game.spent)
            .without(self.active.taking_part)
    }

    /// Picking up costs once per hex.
    fn pick_up_cost(&self) -> u8 {
        match self.active.gathered_at == Some(self.active.at) {
            true => 0,
            false => self.rules.charts.pick_up_half_points,
        }
    }

    fn check_pick_up(&self, units: Units) -> Result<(), Why> {
        let active = &self.active;
        if units.is_empty() || !units.within(self.game.force_at(self.rules, self.game.phasing, active.at)) {
            return Err((rule!("7.0-l"), "only units of yours in the force's hex can be picked up"));
        }
        if !units.within(self.fresh_here()) {
            return Err((rule!("7.0-n"), "spent units cannot be picked up"));
        }
        // Whoever gathers the demoralized is one of them, and makes no assault.
        let shaken = self.is_demoralized() || !units.both(self.game.demoralized).is_empty();
        if shaken && matches!(active.mode, Mode::GrandAssault { .. }) {
            return Err((
                rule!("2.8-c"),
                "the demoralized do not attack, so an assault does not gather them",
            ));
        }
        let late = self.game.capable_went && !self.game.is_capable(self.rules, units);
        if late && self.rules.options.late_pick_up == LatePickUp::Refused {
            return Err((
                rule!("7.0-d"),
                "a ZOI-capable force has gone, so those without stay where they are",
            ));
        }
        // Those picked up count as having spent the same points.
        let joined = active.units.with(units);
        if matches!(active.mode, Mode::GrandAssault { .. }) && !may_stack(self.rules, joined) {
            return Err((rule!("8.1-h"), "an assault gathers no more than may stack"));
        }
        let spent = active.spent + self.pick_up_cost();
        let allowance = self.game.points(self.rules, active, joined);
        if spent > allowance {
            return Err((rule!("7.0-l"), "picking up takes one movement point of everybody's"));
        }
        if !self.still_assaults(joined, active.at, allowance - spent) {
            return Err((rule!("8.1-h"), "with them the target could not be attacked any more"));
        }
        Ok(())
    }
}

impl Moment for Acting<'_> {
    fn candidates(&self, out: &mut Vec<Order>) {
        out.push(Order::Finish);
        out.extend(self.rules.board.neighbours(self.active.at).map(|(_, to)| Order::Move(to)));
        out.push(Order::Rally);
        out.extend(self.fresh_here().subsets().map(Order::PickUp));
        if self.active.units.len() > 1 {
            out.extend(
                self.active.units.subsets().filter(|&part| part != self.active.units).map(Order::Drop),
            );
        }
    }

    fn check(&self, order: Order) -> Result<(), Why> {
        match order {
            Order::Move(to) => self.check_move(to),
            Order::Rally => self.check_rally(),
            Order::PickUp(units) => self.check_pick_up(units),
            Order::Drop(units) => {
                if units.is_empty() || !units.within(self.active.units) || units == self.active.units {
                    return Err((rule!("7.0-o"), "some units of the force, not all, can be left behind"));
                }
                let rest = self.active.units.without(units);
                let left = self.game.points(self.rules, &self.active, rest).saturating_sub(self.active.spent);
                let goes_on =
                    self.game.is_capable(self.rules, rest) && self.still_assaults(rest, self.active.at, left);
                match self.active.mode {
                    Mode::GrandAssault { .. } if !goes_on => {
                        Err((rule!("8.1-a"), "a ZOI-capable force must go on to the assault"))
                    }
                    _ => Ok(()),
                }
            }
            Order::Finish if self.leaves_marsh() => {
                Err((agc!("1.3-c"), "a force in the marshes moves out of them while it can"))
            }
            Order::Finish => match self.active.mode {
                Mode::GrandAssault { .. }
                    if self.still_assaults(self.active.units, self.active.at, self.left) =>
                {
                    Err((rule!("8.1-h"), "the assault must be made while it can be"))
                }
                _ => Ok(()),
            },
            _ => Err((rule!("7.0-a"), "a force is active")),
        }
    }

    fn wanted(&self) -> &'static str {
        "write move HEX, rally, pick-up UNITS, drop UNITS or finish"
    }

    fn verbs(&self) -> &'static [Verb] {
        &[verb::MOVE, verb::RALLY, verb::PICK_UP, verb::DROP, verb::FINISH]
    }
}

impl Game {
    /// Half points that some units of an active force have in all: their slowest one's.
    pub(crate) fn points(&self, rules: &Campaign, active: &Active, units: Units) -> u8 {
        match active.exploit {
            Some(exploit) => self.exploit_allowance(rules, &exploit, units),
            None => self.allowance(rules, units),
        }
    }

    /// The next order to an active force.
    pub(crate) fn act(&mut self, active: Active, rules: &Campaign, ump: &mut impl Umpire) -> Asked<()> {
        let side = self.phasing;
        let field = Field::of(self, rules, None, ump);
        let shaken = !active.units.both(self.demoralized).is_empty();
        // A line of supply is looked for when it is needed: here, to rally.
        ump.note_if(rule!("2.10-e"), || shaken);
        let supplied = shaken && self.supplied(rules, side, &field, ump).has(active.at);
        let left = self.points(rules, &active, active.units).saturating_sub(active.spent);
        let moment = Acting { game: self, rules, field, active, supplied, left };
        let asking = Asking::of(side, rule!("7.0-a"), Asks::OrderToTheActiveForce);
        let order = ump.order(asking, &Wanted { rules, game: self, moment })?.order;
        self.carry_out(active, order, &field, rules, ump);
        Ok(())
    }

    fn carry_out(
        &mut self,
        mut active: Active,
        order: Order,
        field: &Field,
        rules: &Campaign,
        ump: &mut impl Umpire,
    ) {
        let side = self.phasing;
        match order {
            Order::Move(to) => {
                let way = rules.board.way(active.at, to).expect("checked");
                let rivers = self.rivers_for(rules, side);
                // Terrain and hexside add up; on the turn of surprise rivers cost the German nothing.
                ump.cite(rule!("3.0-a"));
                let river = rules.board.river(active.at, way);
                ump.note_if(agc!("4.6.5-a"), || river && rivers == Rivers::Ignored);
                active.spent += rules.step_cost(active.units, active.at, way, to, rivers);
                // Zones of control neither stop nor tax the steady.
                ump.note_if(rule!("2.5-g"), || field.zoc[side.other()].has(to));
                let from = active.at;
                self.enter(&mut active, to, rules, ump);
                // In passing more may stand together than may stay.
                ump.note_if(rule!("2.3-b"), || !may_stack(rules, self.force_at(rules, side, to)));
                ump.explain(|| {
                    let (from, to) = (rules.board.id(from), rules.board.id(to));
                    Ruling::new(rule!("7.0-i"), format!("{}: {from} to {to}", rules.brief(active.units)))
                });
                self.give_cause(active, Trigger::Entered, rules);
            }
            Order::Rally => {
                ump.cite(rule!("2.8-g"));
                ump.cite(rule!("7.0-k"));
                active.spent += rules.charts.rally_half_points;
                // Whoever comes now meets a force that stands: no hexside is crossed.
                active.from = None;
                self.demoralized = self.demoralized.without(active.units);
                ump.explain(|| {
                    Ruling::new(rule!("2.8-g"), format!("{}: rallied", rules.names(active.units)))
                });
                self.give_cause(active, Trigger::Rallied, rules);
            }
            Order::PickUp(units) => {
                // Separate hexes never attack together, but a force gathers others on its way.
                ump.cite(rule!("2.7-b"));
                if active.gathered_at != Some(active.at) {
                    ump.cite(rule!("7.0-l"));
                    active.spent += rules.charts.pick_up_half_points;
                    active.gathered_at = Some(active.at);
                }
                // They count as having spent what it has.
                ump.note_if(rule!("7.0-m"), || active.spent > 0);
                active.units = active.units.with(units);
                active.taking_part = active.taking_part.with(units);
                if !active.units.both(self.demoralized).is_empty() {
                    // One stack from now on: the demoralized infect the others.
                    ump.note_if(rule!("2.8-b"), || !active.units.within(self.demoralized));
                    self.demoralized = self.demoralized.with(active.units);
                }
                self.capable_went |= self.is_capable(rules, active.units);
                self.phase = Phase::Active(active);
            }
            Order::Drop(units) => {
                // It costs nothing; they become spent and do nothing more in this phase.
                ump.cite(rule!("7.0-o"));
                ump.cite(rule!("7.0-p"));
                active.units = active.units.without(units);
                // Those who have marched more than half their points are still checked for attrition, however the
                // force goes on.
                if !active.so_far().has_marched_far(rules) {
                    active.taking_part = active.taking_part.without(units);
                }
                self.spent = self.spent.with(units);
                self.phase = Phase::Active(active);
            }
            _ => self.finish_activity(active, ump),
        }
    }

    /// An active force is done: the next sub-force exploits, or the activation closes.
    pub(crate) fn finish_activity(&mut self, mut active: Active, clerk: &mut impl Clerk) {
        active = active.so_far();
        self.phase = match active.exploit {
            Some(exploit) if !exploit.left.is_empty() => {
                // Each sub-force ends its own exploitation before the next begins.
                clerk.note(rule!("8.12.2-b"));
                active.units = Units::NONE;
                Phase::Exploitation(active)
            }
            _ => Phase::Closing(active, active.taking_part),
        };
    }
}
