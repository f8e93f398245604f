//! Concerted attacks: where one may be declared, and who makes it. [8.1]

use crate::asks::Asks;
use crate::campaign::Campaign;
use crate::charts::{Plan, Posture};
use crate::combat::Plans;
use crate::field::Field;
use crate::game::{Game, Mode, Phase, Trigger};
use crate::options::Activation;
use crate::order::{Moment, Order, Wanted, Why, verb};
use crate::rule;
use crate::unit::Units;
use grognard_board::{Direction, Hex, HexSet, Reach};
use grognard_umpire::{Asked, Asking, NoClerk, Openness, Reveal, Ruling, Side, Umpire, Verb};

impl Game {
    /// The enemy hexes a concerted attack may be declared on: in the zone of influence of a fresh
    /// ZOI-capable force, and within reach of one. [8.1-a, 8.1-c]
    pub fn concerted_targets(&self, rules: &Campaign, field: &Field) -> HexSet {
        let side = self.phasing;
        let (mut influenced, mut reached) = (HexSet::EMPTY, HexSet::EMPTY);
        if side == Side::First && self.is_slowed(rules) {
            return influenced;
        }
        let enemies = field.at[side.other()];
        let mut able = Vec::new();
        for hex in field.at[side].iter() {
            let fresh = self.force_at(rules, side, hex).without(self.spent);
            if fresh.is_empty() || !self.is_capable(rules, fresh) {
                continue;
            }
            let range = self.influence(rules, side, hex, &mut NoClerk);
            for target in enemies.iter().filter(|&target| rules.board.distance(hex, target) <= range) {
                influenced.put(target);
            }
            // From next door a penetration is always possible.
            let next = rules.board.around(hex).and(&enemies);
            for target in next.iter().filter(|&to| self.may_enter(rules, side, hex, to).is_ok()) {
                reached.put(target);
            }
            able.extend(self.quickest_parts(rules, fresh).map(|part| (hex, part)));
        }
        for (hex, fresh) in able {
            if influenced.less(&reached).is_empty() {
                break;
            }
            let plan = rules.charts.plan_half_points(Plan::GrandAssault);
            let points = self.allowance(rules, fresh).saturating_sub(plan);
            let wanted = influenced.less(&reached);
            if wanted.iter().any(|to| rules.board.distance(hex, to) * 2 <= points) {
                let reach = self.march_reach(rules, field, fresh, hex, points, Entering::Any);
                reached = reached.or(&reach.hexes().and(&enemies));
            }
        }
        influenced.and(&reached)
    }

    /// Which kinds of concerted attack some force could make on a hex.
    pub(crate) fn concerted_plans(&self, rules: &Campaign, target: Hex) -> Vec<Plan> {
        [Plan::GrandAssault, Plan::Penetration]
            .into_iter()
            .filter(|&plan| !self.concerted_forces(rules, target, plan).is_empty())
            .collect()
    }

    /// The hexes whose fresh ZOI-capable force could make a concerted attack.
    pub(crate) fn concerted_forces(&self, rules: &Campaign, target: Hex, plan: Plan) -> HexSet {
        let side = self.phasing;
        let field = Field::of(self, rules, None, &mut NoClerk);
        let able = |hex: Hex| {
            let fresh = self.force_at(rules, side, hex).without(self.spent);
            self.quickest_parts(rules, fresh)
                .any(|part| self.makes_concerted(rules, &field, (hex, target), plan, part))
        };
        field.at[side].iter().filter(|&hex| rules.board.distance(hex, target) <= 8 && able(hex)).collect()
    }

    /// What of a force is worth asking whether it can get somewhere: all of it, or, where parts may be
    /// activated, each of its units that makes a force ZOI-capable, for alone nobody is slower than in company.
    fn quickest_parts(&self, rules: &Campaign, fresh: Units) -> impl Iterator<Item = Units> {
        let whole = rules.options.activation == Activation::WholeForce;
        let single =
            fresh.iter().map(Units::one).filter(|&unit| self.is_capable(rules, unit)).collect::<Vec<_>>();
        if whole { vec![fresh] } else { single }.into_iter()
    }

    /// Whether some units of a hex can make a concerted attack on another.
    fn makes_concerted(
        &self,
        rules: &Campaign,
        field: &Field,
        way: (Hex, Hex),
        plan: Plan,
        units: Units,
    ) -> bool {
        let (hex, target) = way;
        if units.is_empty() || !self.is_capable(rules, units) || !units.both(self.demoralized).is_empty() {
            return false;
        }
        match plan {
            // A penetration starts next to its target and takes all points, whatever the ground.
            Plan::Penetration => {
                rules.board.around(hex).has(target)
                    && self.may_enter(rules, self.phasing, hex, target).is_ok()
            }
            _ => self.can_assault(rules, field, units, way, self.allowance(rules, units)),
        }
    }

    /// Whether so many half points take some units from a hex to another, with enough left for a grand assault
    /// there.
    pub(crate) fn can_assault(
        &self,
        rules: &Campaign,
        field: &Field,
        units: Units,
        (from, target): (Hex, Hex),
        points: u8,
    ) -> bool {
        let Some(points) = points.checked_sub(rules.charts.plan_half_points(Plan::GrandAssault)) else {
            return false;
        };
        let reach = self.march_reach(rules, field, units, from, points, Entering::One(target));
        reach.cost(target).is_some()
    }

    /// Everything a force reaches in operations, entering enemies' hexes only as said and never leaving
    /// them.
    pub(crate) fn march_reach(
        &self,
        rules: &Campaign,
        field: &Field,
        units: Units,
        from: Hex,
        points: u8,
        entering: Entering,
    ) -> Reach {
        let side = self.phasing;
        let rivers = self.rivers_for(rules, side);
        let enemies = field.at[side.other()];
        let march = rules.march(units);
        let costs = |at: Hex, way: Direction, to: Hex| {
            let entered = enemies.has(at) && at != from;
            let blocked = enemies.has(to)
                && match entering {
                    Entering::Any => false,
                    Entering::One(target) => to != target,
                };
            if entered || blocked || self.may_enter(rules, side, at, to).is_err() {
                return None;
            }
            Some(rules.step_cost_of(march, at, way, to, rivers))
        };
        rules.board.reach(from, points, &costs)
    }

    /// The attacker fixes the kind of a concerted attack in secret, and only the target is told.
    pub(crate) fn plan_concerted(
        &mut self,
        target: Hex,
        rules: &Campaign,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        // Only a fresh ZOI-capable force makes one, on a hex in its zone of influence.
        ump.cite(rule!("8.1-a"));
        ump.cite(rule!("8.1-c"));
        let plans = self.concerted_plans(rules, target);
        let asking = Asking::of(self.phasing, rule!("8.1-b"), Asks::KindOfConcertedAttack);
        let openness = if rules.options.solitaire { Openness::Open } else { Openness::Secret };
        let plan = *ump.choose_among(asking, &plans, openness, &|| Plans::Concerted.barred())?;
        self.forget_reactions();
        self.phase = Phase::Declared(target, plan);
        ump.explain(|| {
            let id = rules.board.id(target);
            Ruling::new(rule!("8.1-b"), format!("a concerted attack on {id} is declared"))
        });
        Ok(())
    }

    /// The attacker names the force that makes the declared attack, or it lapses.
    pub(crate) fn name_attacker(
        &mut self,
        target: Hex,
        plan: Plan,
        posture: Option<Posture>,
        rules: &Campaign,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let forces = self.concerted_forces(rules, target, plan);
        let moment = Naming { game: self, rules, target, forces, plan };
        let asking = Asking::of(self.phasing, rule!("8.1-b"), Asks::NameTheAttackingForce);
        let order = ump.order(asking, &Wanted { rules, game: self, moment })?.order;
        let Order::AttackFrom(hex, units) = order else {
            self.spend_reactors(ump);
            self.phase = Phase::Operations;
            return Ok(());
        };
        // It does no more. Whether it stands in the target hex at once or sets out for it tells the kind.
        ump.cite(rule!("7.0-b"));
        ump.reveal(Reveal::answer(self.phasing, rule!("8.1-b")));
        match plan {
            Plan::Penetration => {
                self.activate(rules, hex, units, Mode::Penetration, posture, ump);
                let Phase::Active(mut active) = self.phase else { unreachable!("just activated") };
                // All points go, and the force stands in the target hex at once.
                ump.cite(rule!("8.1-g"));
                active.spent = active.had;
                self.enter(&mut active, target, rules, ump);
                ump.cite(rule!("8.3-e"));
                self.give_cause(active, Trigger::Entered, rules);
            }
            _ => {
                ump.cite(rule!("8.1-h"));
                self.activate(rules, hex, units, Mode::GrandAssault { target }, posture, ump);
            }
        }
        Ok(())
    }
}

/// Which enemies' hexes a search may enter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entering {
    /// Any.
    Any,
    /// One.
    One(Hex),
}

struct Naming<'a> {
    game: &'a Game,
    rules: &'a Campaign,
    target: Hex,
    forces: HexSet,
    plan: Plan,
}

impl Naming<'_> {
    fn fresh(&self, hex: Hex) -> Units {
        self.game.force_at(self.rules, self.game.phasing, hex).without(self.game.spent)
    }

    /// Whether these units of a hex, all that are fresh or a part where the switch lets parts go, can attack.
    fn is_able(&self, hex: Hex, units: Units) -> bool {
        let (game, rules) = (self.game, self.rules);
        let whole = units == self.fresh(hex) || rules.options.activation == Activation::AnyPart;
        let field = Field::of(game, rules, None, &mut NoClerk);
        self.forces.has(hex)
            && whole
            && units.within(self.fresh(hex))
            && game.makes_concerted(rules, &field, (hex, self.target), self.plan, units)
    }
}

impl Moment for Naming<'_> {
    fn candidates(&self, out: &mut Vec<Order>) {
        if self.forces.is_empty() {
            out.push(Order::Lapse);
        }
        for hex in self.forces.iter() {
            match self.rules.options.activation {
                Activation::WholeForce => out.push(Order::AttackFrom(hex, self.fresh(hex))),
                Activation::AnyPart => {
                    out.extend(self.fresh(hex).subsets().map(|part| Order::AttackFrom(hex, part)));
                }
            }
        }
    }

    fn check(&self, order: Order) -> Result<(), Why> {
        match order {
            Order::AttackFrom(hex, units) if self.is_able(hex, units) => Ok(()),
            Order::AttackFrom(..) if self.plan == Plan::Penetration => Err((
                rule!("8.1-g"),
                "a penetration starts with a fresh ZOI-capable force next to its target",
            )),
            Order::AttackFrom(..) => {
                Err((rule!("8.1-h"), "that is no fresh ZOI-capable force that can get there and attack"))
            }
            Order::Lapse if self.forces.is_empty() => Ok(()),
            Order::Lapse => Err((rule!("8.1-h"), "a declared attack is made while a force can make it")),
            _ => Err((rule!("8.1-b"), "the attack is declared; name the force")),
        }
    }

    fn wanted(&self) -> &'static str {
        "write attack-from HEX"
    }

    fn verbs(&self) -> &'static [Verb] {
        &[verb::ATTACK_FROM, verb::LAPSE]
    }
}
