//! Orders: what a player may start, in words, and the check that lets it pass or names the clause.

use crate::campaign::Campaign;
use crate::game::{Game, Phase};
use crate::unit::{UnitId, Units};
use grognard_board::Hex;
use grognard_umpire::{Clause, Cost, Offer, Orders, Refusal, Slot, Target, TargetKind, Verb};

/// An order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Order {
    /// Place a unit in a hex: set-up and reinforcements.
    Place(UnitId, Hex),
    /// Place everybody not placed yet where he stood.
    Historical,
    /// The set-up is done.
    EndSetUp,
    /// Spend a replacement point; which unit takes it is asked in secret.
    Replace,
    /// Reinforcements and replacements are done.
    EndReinforcements,
    /// Advance the railhead of the first hex into the second.
    Extend(Hex, Hex),
    /// No more rails this turn.
    EndRails,
    /// Move units of a hex strategically.
    Strategic(Hex, Units),
    /// Where it goes; its own hex to stay.
    To(Hex),
    /// Strategic movement is done.
    EndStrategic,
    /// Activate units of a hex.
    Activate(Hex, Units),
    /// Declare a concerted attack on a hex.
    Concerted(Hex),
    /// Operations are done.
    EndOperations,
    /// These units of this hex make the concerted attack.
    AttackFrom(Hex, Units),
    /// No force can make it: the attack lapses.
    Lapse,
    /// Move into a neighbouring hex; into the enemy's, to attack.
    Move(Hex),
    /// Rally from demoralization.
    Rally,
    /// Pick fresh units up.
    PickUp(Units),
    /// Leave units behind.
    Drop(Units),
    /// The activation is over.
    Finish,
    /// These units exploit, together and now.
    Exploit(Units),
    /// Instead of exploiting, the winner goes on with the points he has left, by the switch.
    GoOn,
    /// No more exploitation.
    EndExploitation,
}

/// An order with the rules that give its hexes and units their names.
#[derive(Clone, Copy, Debug)]
pub struct Given<'a> {
    /// The order.
    pub order: Order,
    rules: &'a Campaign,
    game: &'a Game,
}

impl<'a> Given<'a> {
    /// Own units by name, each with its strength, and what they come to.
    fn force(&self, units: Units) -> String {
        let one = |unit: UnitId| format!("{} {}", self.rules.counter(unit).name, self.game.strength(unit));
        let list: Vec<String> = units.iter().map(one).collect();
        let points = self.game.allowance(self.rules, units) / 2;
        format!("{}: {} SP, {points} points", list.join(", "), self.game.strength_of(units))
    }

    /// The enemies in a hex by name; nothing where there are none.
    fn enemies(&self, hex: Hex) -> Option<String> {
        let units = self.game.force_at(self.rules, self.game.phasing().other(), hex);
        (!units.is_empty()).then(|| self.rules.names(units))
    }

    /// What a step of the active force costs and what it leaves, in half points.
    fn step(&self, to: Hex) -> Option<Cost> {
        let Phase::Active(active) = self.game.phase() else { return None };
        let (rules, game) = (self.rules, self.game);
        let way = rules.board.way(active.at, to)?;
        let rivers = game.rivers_for(rules, game.phasing());
        let cost = rules.step_cost(active.units, active.at, way, to, rivers);
        let left = game.points(rules, active, active.units).checked_sub(active.spent + cost)?;
        Some(Cost { amount: cost.into(), left: Some(left.into()), of: "half points" })
    }

    /// Own fresh units of a hex.
    fn fresh(&self, hex: Hex) -> Units {
        self.game.force_at(self.rules, self.game.phasing, hex).without(self.game.spent)
    }

    fn units(&self, units: Units) -> String {
        keys(self.rules, units)
    }

    fn hex(&self, hex: Hex) -> String {
        let id = self.rules.board.id(hex);
        match self.rules.board.name(hex) {
            Some(name) => format!("{id} {name}"),
            None => id.to_string(),
        }
    }
}

impl Offer for Given<'_> {
    fn key(&self) -> String {
        let id = |hex: Hex| self.rules.board.id(hex);
        let unit = |unit: UnitId| &self.rules.counter(unit).key;
        match self.order {
            Order::Place(which, hex) => format!("place {} {}", unit(which), id(hex)),
            Order::Historical => "historical".to_owned(),
            Order::EndSetUp => "end set-up".to_owned(),
            Order::Replace => "replace".to_owned(),
            Order::EndReinforcements => "end reinforcements".to_owned(),
            Order::Extend(from, to) => format!("extend {} {}", id(from), id(to)),
            Order::EndRails => "end rails".to_owned(),
            Order::Strategic(hex, units) => format!("strategic {} {}", id(hex), self.units(units)),
            Order::To(hex) => format!("to {}", id(hex)),
            Order::EndStrategic => "end strategic".to_owned(),
            Order::Activate(hex, units) => format!("activate {} {}", id(hex), self.units(units)),
            Order::Concerted(hex) => format!("concerted {}", id(hex)),
            Order::EndOperations => "end operations".to_owned(),
            Order::AttackFrom(hex, units) if units == self.fresh(hex) => format!("attack-from {}", id(hex)),
            Order::AttackFrom(hex, units) => format!("attack-from {} {}", id(hex), self.units(units)),
            Order::Lapse => "lapse".to_owned(),
            Order::Move(hex) => format!("move {}", id(hex)),
            Order::Rally => "rally".to_owned(),
            Order::PickUp(units) => format!("pick-up {}", self.units(units)),
            Order::Drop(units) => format!("drop {}", self.units(units)),
            Order::Finish => "finish".to_owned(),
            Order::Exploit(units) => format!("exploit {}", self.units(units)),
            Order::GoOn => "go on".to_owned(),
            Order::EndExploitation => "end exploitation".to_owned(),
        }
    }

    fn words(&self) -> String {
        let name = |unit: UnitId| self.rules.counter(unit).name.clone();
        match self.order {
            Order::Place(unit, hex) => format!("place {} in {}", name(unit), self.hex(hex)),
            Order::Replace => "spend a replacement point".to_owned(),
            Order::Strategic(hex, units) => {
                format!("move {} strategically from {}", self.rules.names(units), self.hex(hex))
            }
            Order::Activate(hex, units) => {
                format!("activate {} ({})", self.hex(hex), self.force(units))
            }
            Order::PickUp(units) => format!("pick {} up", self.rules.names(units)),
            Order::Drop(units) => format!("leave {} behind", self.rules.names(units)),
            Order::Exploit(units) => format!("exploit with {}", self.rules.names(units)),
            Order::AttackFrom(hex, units) => {
                format!("attack from {} ({})", self.hex(hex), self.force(units))
            }
            Order::To(hex) => format!("go to {}", self.hex(hex)),
            Order::Concerted(hex) => {
                let enemies = self.enemies(hex).unwrap_or_default();
                format!("declare a concerted attack on {} ({enemies})", self.hex(hex))
            }
            Order::Move(hex) => {
                let cost = self.step(hex).map_or_else(String::new, step_words);
                match self.enemies(hex) {
                    Some(enemies) => format!("attack {} ({enemies}){cost}", self.hex(hex)),
                    None => format!("move into {}{cost}", self.hex(hex)),
                }
            }
            _ => self.key(),
        }
    }

    fn targets(&self) -> Vec<Target> {
        let rules = self.rules;
        let hex = |hex: Hex| rules.hex_target(hex);
        let with_units = |place: Option<Hex>, units: Units| {
            place.map(hex).into_iter().chain(rules.unit_targets(units)).collect()
        };
        match self.order {
            Order::Place(unit, at) => vec![rules.unit_target(unit), hex(at)],
            Order::Extend(from, to) => vec![hex(from), hex(to)],
            Order::To(at) | Order::Concerted(at) | Order::Move(at) => vec![hex(at)],
            Order::Strategic(at, units) | Order::Activate(at, units) | Order::AttackFrom(at, units) => {
                with_units(Some(at), units)
            }
            Order::PickUp(units) | Order::Drop(units) | Order::Exploit(units) => with_units(None, units),
            Order::Historical
            | Order::EndSetUp
            | Order::Replace
            | Order::EndReinforcements
            | Order::EndRails
            | Order::EndStrategic
            | Order::EndOperations
            | Order::Lapse
            | Order::Rally
            | Order::Finish
            | Order::GoOn
            | Order::EndExploitation => Vec::new(),
        }
    }

    fn cost(&self) -> Option<Cost> {
        match self.order {
            Order::Move(hex) => self.step(hex),
            _ => None,
        }
    }
}

/// What a step costs of what there is.
fn step_words(cost: Cost) -> String {
    let whole = cost.amount + cost.left.unwrap_or(0);
    let points = if whole == 2 { "point" } else { "points" };
    format!(", {} of {} {points}", in_points(cost.amount), in_points(whole))
}

/// Half points as people count them.
fn in_points(half_points: i32) -> String {
    match half_points % 2 {
        0 => (half_points / 2).to_string(),
        _ => format!("{}½", half_points / 2),
    }
}

/// Units by their keys, as an order names them.
pub(crate) fn keys(rules: &Campaign, units: Units) -> String {
    let keys: Vec<&str> = units.iter().map(|unit| rules.counter(unit).key.as_str()).collect();
    keys.join("+")
}

/// The verbs of orders, with what follows each.
pub(crate) mod verb {
    use super::{Slot, TargetKind, Verb};

    const HEX: Slot = Slot::one("hex", TargetKind::Hex);
    const UNIT: Slot = Slot::one("unit", TargetKind::Unit);
    const UNITS: Slot = Slot::several("units", TargetKind::Unit);
    const FORCE: &[Slot] = &[HEX, UNITS.or_nothing()];

    pub(crate) const PLACE: Verb = Verb::with("place", "place a unit in a hex", &[UNIT, HEX]);
    pub(crate) const HISTORICAL: Verb = Verb::plain("historical", "place the others where they stood");
    pub(crate) const END_SET_UP: Verb = Verb::plain("end set-up", "the set-up is done");
    pub(crate) const REPLACE: Verb = Verb::plain("replace", "spend a replacement point");
    pub(crate) const END_REINFORCEMENTS: Verb = Verb::plain("end reinforcements", "nobody more comes");
    pub(crate) const EXTEND: Verb = Verb::with(
        "extend",
        "advance a railhead",
        &[Slot::one("from", TargetKind::Hex), Slot::one("to", TargetKind::Hex)],
    );
    pub(crate) const END_RAILS: Verb = Verb::plain("end rails", "no more rails this turn");
    pub(crate) const STRATEGIC: Verb = Verb::with("strategic", "move units strategically", FORCE);
    pub(crate) const TO: Verb = Verb::with("to", "where they go", &[HEX]);
    pub(crate) const END_STRATEGIC: Verb = Verb::plain("end strategic", "no more strategic movement");
    pub(crate) const ACTIVATE: Verb = Verb::with("activate", "activate units of a hex", FORCE);
    pub(crate) const CONCERTED: Verb = Verb::with("concerted", "declare a concerted attack on a hex", &[HEX]);
    pub(crate) const END_OPERATIONS: Verb = Verb::plain("end operations", "operations are done");
    pub(crate) const ATTACK_FROM: Verb = Verb::with("attack-from", "name an attacking force", FORCE);
    pub(crate) const LAPSE: Verb = Verb::plain("lapse", "nobody makes the attack");
    pub(crate) const MOVE: Verb = Verb::with("move", "move into a hex, or attack it", &[HEX]);
    pub(crate) const RALLY: Verb = Verb::plain("rally", "rally the demoralized");
    pub(crate) const PICK_UP: Verb = Verb::with("pick-up", "pick fresh units up", &[UNITS]);
    pub(crate) const DROP: Verb = Verb::with("drop", "leave units behind", &[UNITS]);
    pub(crate) const FINISH: Verb = Verb::plain("finish", "the activation is over");
    pub(crate) const EXPLOIT: Verb = Verb::with("exploit", "exploit with units", &[UNITS]);
    pub(crate) const GO_ON: Verb = Verb::plain("go on", "go on with the points that are left");
    pub(crate) const END_EXPLOITATION: Verb = Verb::plain("end exploitation", "no more exploitation");
}

/// Why an order is not legal: the clause and the reason.
pub(crate) type Why = (Clause, &'static str);

/// One kind of moment in which orders are given: what could be ordered, and what may.
pub(crate) trait Moment {
    /// Orders worth checking: every legal one is among them.
    fn candidates(&self, out: &mut Vec<Order>);
    /// Whether the rules let an order pass.
    fn check(&self, order: Order) -> Result<(), Why>;
    /// The words this moment understands, for those who gave another.
    fn wanted(&self) -> &'static str;
    /// The same as data.
    fn verbs(&self) -> &'static [Verb];
}

/// A moment of a game as the umpire's orders.
pub(crate) struct Wanted<'a, M> {
    pub(crate) rules: &'a Campaign,
    pub(crate) game: &'a Game,
    pub(crate) moment: M,
}

/// The most legal orders named in a refusal.
const NAMED_MAX: usize = 3;

impl<M: Moment> Wanted<'_, M> {
    /// A few legal orders, of the kind that was meant where there are any.
    fn legal_like(&self, text: &str) -> String {
        let verb = text.split_whitespace().next().unwrap_or_default();
        let keys: Vec<String> = self.offers().iter().map(Offer::key).collect();
        let same: Vec<&String> = keys.iter().filter(|key| key.split(' ').next() == Some(verb)).collect();
        let list = if same.is_empty() { keys.iter().collect() } else { same };
        let named: Vec<&str> = list.iter().take(NAMED_MAX).map(|key| key.as_str()).collect();
        match list.len().saturating_sub(NAMED_MAX) {
            0 => named.join(", "),
            more => format!("{} and {more} more", named.join(", ")),
        }
    }
}

impl<'a, M: Moment> Orders for Wanted<'a, M> {
    type Order = Given<'a>;

    fn offers(&self) -> Vec<Given<'a>> {
        let mut orders = Vec::with_capacity(64);
        self.moment.candidates(&mut orders);
        let mut legal = Vec::with_capacity(orders.len());
        for order in orders {
            if self.moment.check(order).is_ok() {
                legal.push(Given { order, rules: self.rules, game: self.game });
            }
        }
        legal
    }

    fn grammar(&self) -> &'static [Verb] {
        self.moment.verbs()
    }

    fn check(&self, text: &str) -> Result<Given<'a>, Refusal> {
        let order = parse(text, self.rules, self.game)?;
        match self.moment.check(order) {
            Ok(()) => Ok(Given { order, rules: self.rules, game: self.game }),
            Err((clause, reason)) => {
                let legal = self.legal_like(text);
                Err(Refusal::new(clause, format!("{reason}; {}; legal now: {legal}", self.moment.wanted())))
            }
        }
    }
}

/// Reads an order.
pub(crate) fn parse(text: &str, rules: &Campaign, game: &Game) -> Result<Order, Refusal> {
    let words: Vec<&str> = text.split_whitespace().take(5).collect();
    let hex = |digits: &str| {
        rules
            .board
            .read(digits)
            .ok_or_else(|| Refusal::plain(format!("there is no hex `{digits}` on this map")))
    };
    let unit = |key: &str| {
        rules.unit(key).ok_or_else(|| Refusal::plain(format!("there is no unit `{key}` in this game")))
    };
    let units = |keys: &str| -> Result<Units, Refusal> { keys.split('+').map(unit).collect() };
    Ok(match words[..] {
        ["place", which, at] => Order::Place(unit(which)?, hex(at)?),
        ["historical"] => Order::Historical,
        ["end", "set-up"] => Order::EndSetUp,
        ["replace"] => Order::Replace,
        ["end", "reinforcements"] => Order::EndReinforcements,
        ["extend", from, to] => Order::Extend(hex(from)?, hex(to)?),
        ["end", "rails"] => Order::EndRails,
        ["strategic", from, keys] => Order::Strategic(hex(from)?, units(keys)?),
        ["strategic", from] => {
            let from = hex(from)?;
            Order::Strategic(from, game.force_at(rules, game.phasing, from).without(game.spent))
        }
        ["to", at] => Order::To(hex(at)?),
        ["end", "strategic"] => Order::EndStrategic,
        ["activate", at, keys] => Order::Activate(hex(at)?, units(keys)?),
        ["activate", at] => {
            let at = hex(at)?;
            let force = game.force_at(rules, game.phasing, at).without(game.spent);
            Order::Activate(at, force)
        }
        ["concerted", at] => Order::Concerted(hex(at)?),
        ["end", "operations"] => Order::EndOperations,
        ["attack-from", at, keys] => Order::AttackFrom(hex(at)?, units(keys)?),
        ["attack-from", at] => {
            let at = hex(at)?;
            Order::AttackFrom(at, game.force_at(rules, game.phasing, at).without(game.spent))
        }
        ["lapse"] => Order::Lapse,
        ["move", at] => Order::Move(hex(at)?),
        ["rally"] => Order::Rally,
        ["pick-up", keys] => Order::PickUp(units(keys)?),
        ["drop", keys] => Order::Drop(units(keys)?),
        ["finish"] => Order::Finish,
        ["exploit", keys] => Order::Exploit(units(keys)?),
        ["go", "on"] => Order::GoOn,
        ["end", "exploitation"] => Order::EndExploitation,
        _ => return Err(Refusal::plain(format!("`{text}` is not an order"))),
    })
}
