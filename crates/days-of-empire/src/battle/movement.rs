//! Ordinary moves on a measured table: the questions, and what comes of the answers. (17.4)
//!
//! `k2` alone asks what the 2nd could do; `k2 wheel left 30, advance 4` says it at once. Both are judged by
//! [`paths`](super::paths), and what was judged is what is done.

mod done;

use super::campaign::Campaign;
use super::formations::{changed_by, laid_by, mover_in};
use super::ground::Moved;
use super::ids::{CommandId, UnitId, Units};
use super::impulses::may_charge_now;
use super::measured::{Measured, body_of, visibility};
use super::offers;
use super::orders::{Moment, Wanted};
use super::paths::{self, Plan};
use super::pushed;
use super::state::{Leg, Moved as WhenMoved, Piece, Place, Position, Run, Scene, UnitState};
use super::terrain;
use super::works;
use crate::allowance::{Fired, Haste, Marcher, OnRoad};
use crate::asks::Asks;
use crate::charts::MovesAs;
use crate::fire::Gait;
use crate::length::Length;
use crate::path::{Act, Declared, Listed, MoveOrder};
use crate::readings::{ForcedMarch, Measuring};
use crate::terrain::PieceKind;
use crate::unit::{Arm, Fate, Formation, Order, capital};
use grognard_board::table::{CrestSide, Edge, Field, Layout, March, Mils, Pose, Step, Walked, Ways};
use grognard_umpire::{Asked, Asking, Dice, Refusal, Ruling, Side, Umpire};

pub(super) use done::team_comes_or_goes;
use done::{carry_out, put};

/// The circumstances of a unit as its move begins. [17.4-c]
pub(super) fn marcher(scene: Scene<'_>, unit: UnitId) -> Marcher {
    let (profile, state) = (scene.profile(unit), scene.unit(unit));
    let moves_as = match profile.arm {
        Arm::LightCavalry | Arm::HeavyCavalry => MovesAs::Cavalry,
        Arm::SiegeGun | Arm::SiegeHowitzer => MovesAs::SiegeGuns,
        arm if arm.is_gun() => match profile.horse_battery {
            crate::charts::HorseBattery::Yes => MovesAs::HorseGuns,
            crate::charts::HorseBattery::No => MovesAs::FootGuns,
        },
        _ => MovesAs::Infantry,
    };
    Marcher {
        mover: mover_in(scene, unit, state.body.formation),
        moves_as,
        class: (profile.arm.is_foot() || profile.arm.is_horse()).then_some(profile.class),
        horses: match state.body.formation {
            Formation::Limbered => state.body.horses,
            _ => state.team.unwrap_or(profile.horses),
        },
        fired: if state.fired > 0 { Fired::Yes } else { Fired::No },
        haste: if state.marks.forced { Haste::Forced } else { Haste::Ordinary },
    }
}

/// Whether a unit may make an ordinary move at all.
///
/// # Errors
/// The clause that keeps it where it is.
pub(super) fn may_move(scene: Scene<'_>, unit: UnitId) -> Result<(), Refusal> {
    let state = scene.unit(unit);
    let refuse = |clause, words: &'static str| Err(Refusal::new(clause, words));
    match () {
        () if state.place == Place::Hidden => {
            refuse(rule!("16.4-d"), "a hidden unit stays as it is until it is seen")
        }
        () if !state.place.is_on_table() => refuse(rule!("17.4-a"), "it is not on the table"),
        () if scene.now.is_locked(unit) => refuse(rule!("17.5-g"), "it is in contact with an enemy"),
        () if matches!(state.body.order, Order::Routing | Order::Pursuing) => {
            refuse(rule!("17.4.1-a"), "routers and pursuers move before all others, and only so")
        }
        () if state.piece == Piece::Holders => refuse(rule!("9.3-c"), "horse holders stay where they are"),
        () if state.body.fate == Fate::Abandoned => refuse(rule!("17.4.15-e"), "its crew has left it"),
        () if state.marks.stopped && has_feinted(scene, unit) => {
            refuse(rule!("17.4.11-b"), "it has broken off a charge, and moves no more")
        }
        () if state.marks.stopped => {
            refuse(rule!("17.4.9-c"), "its charge has come to a stop, and it moves no more this turn")
        }
        () if state.marks.charged => refuse(rule!("17.4.2-f"), "it has charged this turn"),
        () if scene.profile(unit).arm == Arm::Staff && state.silent_until >= scene.now.turn => {
            refuse(rule!("T10-a"), "his horse was shot: he does not move in this Movement Phase")
        }
        () if state.marks.done => refuse(rule!("17.4.3-a"), "it has had its move"),
        () => Ok(()),
    }
}

/// Whether a unit has broken a charge off this turn. [17.4.11-b]
fn has_feinted(scene: Scene<'_>, unit: UnitId) -> bool {
    scene.now.charges.iter().any(|onrush| onrush.charger == unit && onrush.run == Run::Feinted)
}

/// An order of the Movement Phase, with everybody named.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Given {
    /// The side has done moving.
    Done,
    /// A dispute is settled by a die. [3.4]
    Dispute,
    /// What could this one do?
    Unit(UnitId),
    /// It does this.
    Path(UnitId, Vec<Act>),
    /// An opportunity charge.
    Charge(UnitId, UnitId),
    /// A brigade makes a forced march.
    ForceMarch(CommandId),
    /// Every unit of a brigade does this.
    Brigade(CommandId, Vec<Act>),
}

/// The moment in which a side moves its units.
pub(super) struct Moving<'a> {
    pub(super) scene: Scene<'a>,
    pub(super) field: &'a Field,
    pub(super) side: Side,
    /// The unit whose turn it is, once it has been named.
    pub(super) unit: Option<UnitId>,
    /// What measures charges.
    pub(super) ground: Measured,
}

impl Moving<'_> {
    fn unit_of(&self, key: &str) -> Result<UnitId, Refusal> {
        let place = |unit: UnitId| self.scene.unit(unit).place;
        match self.scene.find(key) {
            Some(unit) if place(unit).is_on_table() => Ok(unit),
            // Only its owner knows of it.
            Some(unit) if place(unit) == Place::Hidden && self.scene.side(unit) == self.side => Ok(unit),
            _ => Err(Refusal::plain(format!("there is no unit `{key}` on the table"))),
        }
    }

    fn own(&self, key: &str) -> Result<UnitId, Refusal> {
        let unit = self.unit_of(key)?;
        match self.scene.side(unit) == self.side {
            true => Ok(unit),
            false => {
                Err(Refusal::new(rule!("17-b"), format!("{}: not yours to move", self.scene.name(unit))))
            }
        }
    }

    fn brigade(&self, key: &str) -> Result<CommandId, Refusal> {
        let commands = &self.scene.rules.commands;
        let found = commands.iter().position(|command| command.key == key && command.side == self.side);
        found
            .map(|at| CommandId(at as u8))
            .ok_or_else(|| Refusal::plain(format!("there is no brigade `{key}` of yours")))
    }

    /// The units of a brigade that are on the table.
    fn members(&self, brigade: CommandId) -> Units {
        pushed::members(self.scene, self.side, brigade)
    }

    /// Who may still move.
    pub(super) fn movers(&self) -> Vec<UnitId> {
        let own = self.scene.now.on_table(self.scene.rules, self.side);
        own.iter().filter(|unit| may_move(self.scene, *unit).is_ok()).collect()
    }

    /// Works a path out; staff who ride with a unit set out from where that is.
    pub(super) fn plan(&self, unit: UnitId, acts: &[Act]) -> Result<Plan, Refusal> {
        match self.scene.unit(unit).rides_with {
            None => paths::plan(self.scene, self.field, unit, acts),
            Some(with) => {
                let mut field = self.field.clone();
                let layout = super::measured::layout(self.scene, unit);
                let (pose, looks) = (self.scene.unit(with).pose, grognard_board::table::Looks::STAFF);
                field.put(body_of(unit), grognard_board::table::Body { layout, pose, looks });
                paths::plan(self.scene, &field, unit, acts)
            }
        }
    }

    /// Whether a whole brigade may make a forced march. [17.4.5-b] [17.4.5-f]
    fn may_force(&self, brigade: CommandId) -> Result<(), Refusal> {
        let members = self.members(brigade);
        let refuse = |clause, unit: UnitId, words: &str| {
            Err(Refusal::new(clause, format!("{}: {words}", self.scene.name(unit))))
        };
        if members.is_empty() {
            return Err(Refusal::plain("nobody of that brigade is on the table"));
        }
        let sight = visibility(self.scene.rules);
        let enemies = self.scene.now.troops(self.scene.rules, self.side.other());
        for unit in members.iter() {
            let state = self.scene.unit(unit);
            may_move(self.scene, unit)?;
            if state.marks.forced {
                return refuse(rule!("17.4.5-a"), unit, "on a forced march already");
            }
            if state.marks.moved || state.marks.changed {
                return refuse(rule!("17.4.5-f"), unit, "moved already, or changed in formation");
            }
            if self.scene.rules.charts.pace_of(marcher(self.scene, unit).mover).forced.is_none() {
                let infantry = self.scene.profile(unit).arm == Arm::Infantry;
                let clause = if infantry { rule!("12.1-d") } else { rule!("12.1-e") };
                return refuse(clause, unit, "not in march column");
            }
            if state.body.order > Order::Disordered {
                return refuse(rule!("17.4.5-f"), unit, "shaken");
            }
            let near = |enemy: &UnitId| {
                let (here, there) = (self.field.get(body_of(unit)), self.field.get(body_of(*enemy)));
                self.scene.now.is_formed(self.scene.rules, *enemy)
                    && here.zip(there).is_some_and(|(here, there)| !here.gap(there).keeps(Mils::inches(12)))
                    && self.field.sees(&sight, body_of(unit), body_of(*enemy)).is_some()
            };
            if let Some(enemy) = enemies.iter().find(near) {
                let words = format!("within 12 inches of {} at its beginning", self.scene.name(enemy));
                return refuse(rule!("17.4.5-d"), unit, &words);
            }
        }
        Ok(())
    }

    /// Whether a unit may make an opportunity charge. [17.4.10]
    pub(super) fn may_charge(&self, unit: UnitId, target: UnitId) -> Result<(), Refusal> {
        may_move(self.scene, unit)?;
        may_charge_now(self.scene, &mut self.ground.clone(), unit, target)
    }

    fn words_of(&self, plan: &Plan) -> String {
        let name = self.scene.name(plan.unit);
        format!("{}: {} ({})", capital(&name), Listed(&plan.acts), plan.account(self.scene))
    }

    /// What a trial comes to: nothing is done. [17.4-d]
    fn trial(&self, order: &MoveOrder) -> Refusal {
        if self.scene.rules.readings.measuring == Measuring::WhenDeclared {
            return Refusal::plain("nobody measures before an order is given, as was agreed");
        }
        let text = match self.given(order) {
            Ok(Given::Path(unit, acts)) => match self.plan(unit, &acts) {
                Ok(plan) => {
                    let end = plan.walked.end();
                    let left = plan.allowance - plan.walked.spent;
                    let place = format!("{} {}, facing {}", Mils(end.at.x), Mils(end.at.y), end.heading);
                    format!("{}; it would stand at {place} with {left} left", self.words_of(&plan))
                }
                Err(refusal) => refusal.to_string(),
            },
            Ok(given) => match self.judge(&given) {
                Ok(()) => "that can be done".to_owned(),
                Err(refusal) => refusal.to_string(),
            },
            Err(refusal) => refusal.to_string(),
        };
        Refusal::plain(format!("a trial, nothing is done: {text}"))
    }

    fn given(&self, order: &MoveOrder) -> Result<Given, Refusal> {
        Ok(match order {
            MoveOrder::Done => Given::Done,
            MoveOrder::Dispute => Given::Dispute,
            MoveOrder::Unit(key) => Given::Unit(self.own(key)?),
            MoveOrder::Path(key, acts) => {
                let unit = self.own(key)?;
                Given::Path(unit, self.plan(unit, acts)?.acts)
            }
            MoveOrder::Charge(key, target) => Given::Charge(self.own(key)?, self.unit_of(target)?),
            MoveOrder::ForceMarch(key) => Given::ForceMarch(self.brigade(key)?),
            MoveOrder::Brigade(key, acts) => Given::Brigade(self.brigade(key)?, acts.clone()),
            MoveOrder::Try(order) => return Err(self.trial(order)),
        })
    }
}

impl Moment for Moving<'_> {
    type Order = Given;

    fn scene(&self) -> Scene<'_> {
        self.scene
    }

    fn candidates(&self) -> Vec<Given> {
        match self.unit {
            Some(unit) => offers::of_unit(self, unit),
            None => {
                let movers = self.movers();
                let brigades = (0..self.scene.rules.commands.len() as u8).map(CommandId);
                let marches = brigades.filter(|brigade| self.scene.rules.command(*brigade).side == self.side);
                let units = movers.into_iter().map(Given::Unit);
                std::iter::once(Given::Done).chain(units).chain(marches.map(Given::ForceMarch)).collect()
            }
        }
    }

    fn judge(&self, order: &Given) -> Result<(), Refusal> {
        if let (Some(wanted), Given::Path(unit, _) | Given::Charge(unit, _)) = (self.unit, order)
            && wanted != *unit
        {
            return Err(Refusal::plain(format!("it is {}'s move", self.scene.key(wanted))));
        }
        match order {
            Given::Done => match self.unit {
                Some(unit) => {
                    Err(Refusal::plain(format!("what does {} do? hold is an answer", self.scene.key(unit))))
                }
                None => Ok(()),
            },
            Given::Dispute => Ok(()),
            Given::Unit(unit) => may_move(self.scene, *unit),
            Given::Path(unit, acts) => self.plan(*unit, acts).map(|_| ()),
            Given::Charge(unit, target) => self.may_charge(*unit, *target),
            Given::ForceMarch(brigade) => self.may_force(*brigade),
            Given::Brigade(brigade, acts) => self.brigade_moves(*brigade, acts).map(|_| ()),
        }
    }

    fn read(&self, text: &str) -> Result<Given, Refusal> {
        self.given(&MoveOrder::read(text)?)
    }

    fn grammar(&self) -> &'static [grognard_umpire::Verb] {
        super::verbs::MOVES
    }

    fn key(&self, order: &Given) -> String {
        let unit = |unit: &UnitId| self.scene.key(*unit);
        let brigade = |brigade: &CommandId| self.scene.rules.command(*brigade).key.clone();
        match order {
            Given::Done => "done".to_owned(),
            Given::Dispute => "dispute".to_owned(),
            Given::Unit(one) => unit(one),
            Given::Path(one, acts) => format!("{} {}", unit(one), Listed(acts)),
            Given::Charge(one, target) => format!("{} charge {}", unit(one), unit(target)),
            Given::ForceMarch(one) => format!("brigade {} force march", brigade(one)),
            Given::Brigade(one, acts) => format!("brigade {} {}", brigade(one), Listed(acts)),
        }
    }

    fn words(&self, order: &Given) -> String {
        match order {
            Given::Done => "nobody else moves".to_owned(),
            Given::Dispute => "settle a dispute by a die".to_owned(),
            Given::Unit(unit) => format!("move {}", self.scene.name(*unit)),
            Given::Charge(unit, target) => {
                format!("{}: charge {}", self.scene.name(*unit), self.scene.name(*target))
            }
            Given::ForceMarch(brigade) => {
                format!("{}: forced march", self.scene.rules.command(*brigade).name)
            }
            _ => self.key(order),
        }
    }
}

impl Moving<'_> {
    /// Every unit of a brigade that may still move does the same, one after the other.
    fn brigade_moves(&self, brigade: CommandId, acts: &[Act]) -> Result<Vec<Plan>, Refusal> {
        let units = self.members(brigade).iter().filter(|unit| may_move(self.scene, *unit).is_ok());
        let (mut now, mut field) = (self.scene.now.clone(), self.field.clone());
        let mut plans = Vec::new();
        for unit in units {
            let scene = Scene { rules: self.scene.rules, now: &now };
            let plan = paths::plan(scene, &field, unit, acts)
                .map_err(|refusal| Refusal::plain(format!("{}: {refusal}", scene.name(unit))))?;
            if plan.deed.is_some() {
                return Err(Refusal::plain("a brigade moves together, but each unit works for itself"));
            }
            put(self.scene.rules, &mut now, &plan);
            let scene = Scene { rules: self.scene.rules, now: &now };
            if let Some(body) = super::measured::body(scene, unit) {
                field.put(body_of(unit), body);
            }
            plans.push(plan);
        }
        match plans.is_empty() {
            true => Err(Refusal::plain("nobody of that brigade may move")),
            false => Ok(plans),
        }
    }
}

/// One ordinary move of a side.
pub(super) fn ordinary_move(
    ground: &mut Measured,
    (rules, now): (&Campaign, &mut Position),
    side: Side,
    ump: &mut impl Umpire,
) -> Asked<Moved> {
    ump.cite(rule!("17.4-d"));
    let field = ground.field(Scene { rules, now });
    let scene = Scene { rules, now };
    let measured = ground.clone();
    let all = Moving { scene, field: &field, side, unit: None, ground: measured.clone() };
    if all.movers().is_empty() {
        return Ok(Moved::Done);
    }
    ump.about(|| next_move(rules, side));
    let asking = Asking::of(side, rule!("17.4-d"), Asks::NextMove);
    let mut order = ump.order(asking, &Wanted(all))?.order;
    if let Given::Unit(unit) = order {
        let one = Moving { scene, field: &field, side, unit: Some(unit), ground: measured.clone() };
        ump.about(|| format!("The move of {}: which steps?", scene.name(unit)));
        let asking = Asking::of(side, rule!("17.4.3-a"), Asks::ItsMove);
        order = ump.order(asking, &Wanted(one))?.order;
    }
    let all = Moving { scene, field: &field, side, unit: None, ground: measured };
    match order {
        Given::Done | Given::Unit(_) => Ok(Moved::Done),
        Given::Dispute => dispute(rules, ump),
        Given::Charge(unit, target) => Ok(Moved::Charge(unit, target)),
        Given::Path(unit, acts) => {
            let plan = all.plan(unit, &acts).expect("it was judged before");
            carry_out(ground, (rules, now), &plan, ump)?;
            Ok(Moved::Unit(unit))
        }
        Given::ForceMarch(brigade) => {
            let members = all.members(brigade);
            force(rules, now, members, ump);
            Ok(members.first().map_or(Moved::Done, Moved::Unit))
        }
        Given::Brigade(brigade, acts) => {
            let plans = all.brigade_moves(brigade, &acts).expect("it was judged before");
            for plan in &plans {
                carry_out(ground, (rules, now), plan, ump)?;
            }
            Ok(Moved::Unit(plans[0].unit))
        }
    }
}

/// What a side is asked for when it moves its units.
pub(super) fn next_move(rules: &Campaign, side: Side) -> String {
    format!("Moves of {}: which unit moves next?", rules.names[side])
}

/// A dispute is settled by a die, which changes nothing by itself: 1 to 3 as the first side wishes, 4 to 6 as the
/// second.
pub(super) fn dispute(rules: &Campaign, ump: &mut impl Umpire) -> Asked<Moved> {
    let asking = Asking::neutral(rule!("3.4-a"), Asks::Dispute);
    let side = ump.throw(asking, Dice::D6, |face| if face <= 3 { Side::First } else { Side::Second })?;
    let words = format!("The matter is settled in favour of {}.", rules.names[side]);
    ump.explain_throw(|_| Ruling::new(rule!("3.4-a"), words));
    Ok(Moved::Nobody)
}

/// A brigade takes up a forced march: its units are disordered, and march by the longer figure. [17.4.5-c]
pub(super) fn force(rules: &Campaign, now: &mut Position, members: Units, ump: &mut impl Umpire) {
    ump.cite(rule!("17.4.5-b"));
    for unit in members.iter() {
        let state = now.unit_mut(unit);
        state.marks.forced = true;
        state.forced_marches += 1;
        // The book says both; which holds is a switch.
        ump.cite(rule!("17.4.5-e"));
        let disorders = match rules.readings.forced_march {
            ForcedMarch::AtOnce => true,
            ForcedMarch::SecondMove => {
                ump.cite(rule!("17.2.8-c"));
                state.forced_marches >= 2
            }
        };
        if disorders {
            ump.cite(rule!("17.4.5-c"));
            state.body.order = state.body.order.or_worse(Order::Disordered);
            state.by_ground = false;
        }
    }
    let names: Vec<String> = members.iter().map(|unit| Scene { rules, now }.name(unit)).collect();
    ump.explain(|| Ruling::new(rule!("17.4.5-b"), format!("forced march: {}", names.join(", "))));
}

/// What the ground takes off a charge that runs straight ahead. [17.2.2-h] (T2-a)
pub(super) fn charge_toll(
    scene: Scene<'_>,
    field: &Field,
    charger: UnitId,
    (layout, pose, run): (&Layout, Pose, Mils),
) -> Length {
    let walked = charged_over(scene, field, charger, (layout, pose, run));
    match walked.stop {
        // Closed ground is not charged over.
        Some(_) => Length::measured(Mils::MAX),
        None => Length::measured(walked.spent - run),
    }
}

/// The ground that a charge runs over, straight ahead, as if nobody else were there.
pub(super) fn charged_over(
    scene: Scene<'_>,
    field: &Field,
    charger: UnitId,
    (layout, pose, run): (&Layout, Pose, Mils),
) -> Walked {
    let marcher = marcher(scene, charger);
    let mut alone = Field::new(field.ground().clone());
    alone.reserve(body_of(charger));
    let looks = grognard_board::table::Looks::FOOT;
    alone.put(body_of(charger), grognard_board::table::Body { layout: *layout, pose, looks });
    let march = March {
        allowance: Mils::MAX,
        tolls: terrain::tolls(scene, &alone, charger, &marcher),
        regards: Vec::new(),
        ways: if marcher.mover.is_column() { Ways::Kept } else { Ways::Ignored },
        edge: Edge::Closed,
    };
    alone.walk(body_of(charger), &march, &[Step::Advance(run)])
}
