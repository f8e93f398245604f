//! A charge from its declaration to what comes of it. [17.2.2] to [17.2.7], [17.4.2], [17.4.9] to [17.4.12]
//!
//! The first side is the unit that may charge, the second its target. Every step is one throw, one choice or
//! one volley, in the order in which the phases of a turn have them.

mod close;
mod fire;
mod nerve;
mod react;
mod show;

use crate::asks::Asks;
use crate::assault::{Assault, AssaultRules, Move, Verdict};
use crate::charts::{Charts, HorseBattery};
use crate::fire::Thrown;
use crate::length::Length;
use crate::policy::Policy;
use crate::readings::{Readings, ScreenReach, SecondImpulse};
use crate::unit::{
    Arm, Body, Cover, CoverOf, Direction, Fate, Formation, Impetus, Order, Unit, capital, words,
};
use grognard_umpire::{Asked, Asking, BySide, Flow, Offer, Procedure, Refusal, Ruling, Side, Umpire, YesNo};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

pub use nerve::{Charged, Onset, UnderFire};
pub use react::{Answering, Reaction};

/// Ground that a charge goes over.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Slope {
    /// Level, gentle or downhill.
    Easy,
    /// Up a steep slope.
    SteepUp,
}

/// What the ground does to the ranks of whoever charges over it, or into it. [17.2.8-b]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Passage {
    /// Nothing.
    Clear,
    /// It disorders them before the assault: a wall, a stream, a wood.
    Disorders,
}

/// What the charger does in its 1st Impulse besides advancing. [17.2.3-a]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manoeuvre {
    /// Nothing, or a wheel.
    KeepsFormation,
    /// It changes formation, which lets the target get ready. [17.2.3-b]
    ChangesFormation,
}

/// A skirmish screen before the target. [17.2.7]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Screen {
    /// The skirmishers.
    pub unit: Unit,
    /// How they stand.
    pub body: Body,
    /// How far they are from the charger.
    pub distance: Length,
}

/// What is given for a charge.
#[derive(Clone, Debug)]
pub struct ChargeRules {
    /// The charts.
    pub charts: Arc<Charts>,
    /// The readings in force.
    pub readings: Readings,
    /// What the sides are called.
    pub names: BySide<String>,
    /// The charger and its target.
    pub units: BySide<Unit>,
    /// How they stood before.
    pub before: BySide<Body>,
    /// From the charger's front edge to the target, along the charge.
    pub distance: Length,
    /// How far the charger goes in its 1st Impulse.
    pub first_impulse: Length,
    /// What ground and wheels take off the charge allowance. [17.2.2-h]
    pub deductions: Length,
    /// What the charger strikes of the target.
    pub strikes: Direction,
    /// The ground.
    pub slope: Slope,
    /// What it does to the charger's ranks.
    pub passage: Passage,
    /// Whether the charger changes formation.
    pub manoeuvre: Manoeuvre,
    /// Whether target guns are horse artillery.
    pub horse_battery: HorseBattery,
    /// Stands that bear on the other unit; for a square, faces; for guns, models.
    pub bearing: BySide<u8>,
    /// Skirmishers between the two.
    pub screen: Option<Screen>,
    /// The assault at the end.
    pub assault: AssaultRules,
    /// How each side decides when nobody is asked.
    pub policies: BySide<Policy>,
}

words! {
    /// What the charger's owner does. [17.2.2-a] [17.2.5]
    Opening {
        /// Declares the charge.
        Charge "charge",
        /// Shoots, and may make an opportunity charge afterwards.
        Shoot "shoot",
        /// Keeps still, and may make an opportunity charge later.
        Hold "hold",
    }
}

impl Offer for Opening {
    fn key(&self) -> String {
        self.word().to_owned()
    }
    fn words(&self) -> String {
        match self {
            Opening::Charge => "declare a charge",
            Opening::Shoot => "shoot first",
            Opening::Hold => "neither charge nor shoot now",
        }
        .to_owned()
    }
}

words! {
    /// Whether a charge was declared in the Morale Phase or made in the Movement Phase. [17.4.10]
    Mode {
        /// Declared.
        Declared "declared",
        /// An opportunity charge.
        Opportunity "opportunity",
    }
}

words! {
    /// What a unit of this fight is doing.
    Doing {
        /// It stands.
        Stands "stands",
        /// It charges.
        Charges "charges",
        /// It has broken its charge off. [17.4.11]
        Feinted "feinted",
        /// It has evaded. [17.4.15]
        Evaded "evaded",
    }
}

words! {
    /// Whether a unit keeps fire for the last moment. [17.3.3]
    Reserve {
        /// All its fire is left.
        Unfired "unfired",
        /// Its fire is kept for the Movement Phase.
        Kept "reserved",
        /// It has fired.
        Fired "fired",
    }
}

words! {
    /// The phase in which shots fall.
    Phase {
        /// The Shooting Phase.
        Shooting "shooting",
        /// The Movement Phase, where reserved fire is given.
        Movement "movement",
    }
}

words! {
    /// What became of a screen. [17.2.7]
    ScreenFate {
        /// There is none, or nothing has happened to it.
        Untouched "untouched",
        /// It routed.
        Routed "routed",
        /// It evaded.
        Evaded "evaded",
    }
}

/// How a charge can end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ending {
    /// The To Charge test was failed.
    Refused,
    /// No charge was made.
    NoCharge,
    /// The charge was broken off.
    Feinted,
    /// The charger routed or fell out before contact.
    ChargerBroken,
    /// The target routed before contact and got away.
    TargetRouted,
    /// The target evaded and got away.
    TargetEvaded,
    /// The charge did not reach.
    OutOfReach,
    /// The Charge Home test was failed, or nobody was left to take it.
    Stopped,
    /// Guns left by their crew were taken. [10.2-c]
    GunsTaken,
    /// Contact, and how the assault came out.
    Contact(Verdict),
}

/// How a charge ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ChargeEnd {
    /// What came of it.
    pub ending: Ending,
    /// Both units.
    pub now: BySide<Body>,
    /// What they did after an assault.
    pub moves: BySide<Move>,
    /// What became of the screen.
    pub screen: ScreenFate,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Stage {
    Opening,
    Counter,
    ToCharge(Side),
    Screens,
    BeingCharged(Side),
    React,
    Feint,
    Shoot(Side),
    Rerolls(Side, Thrown),
    Casualties,
    ShootingTest(Side),
    Opportunity,
    SecondImpulse,
    ChargeHome(Side),
    Contact,
    Assault(Assault),
    Over(Ending),
}

/// A charge under way.
///
/// # Equality
/// How far it has got, both units, what they are doing, and what they have been hit by this turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Charge {
    stage: Stage,
    /// Both units as they are now.
    pub now: BySide<Body>,
    mode: Mode,
    doing: BySide<Doing>,
    reserve: BySide<Reserve>,
    /// Hits of this turn, and those whose stands have not come off yet.
    hits: BySide<u8>,
    fresh: BySide<u8>,
    phase: Phase,
    /// Whether the unit that might charge was halted by fire.
    halted: bool,
    moves: BySide<Move>,
    screen: ScreenFate,
}

/// Whether a unit in an opportunity charge has kept its fire. [17.3.3-a] [17.4.10-d]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kept {
    /// It has not fired; what it reserved it fires at the last moment.
    Yes,
    /// It has fired, or kept nothing.
    No,
}

/// Whether a unit may charge another at all. [17.2.4] [12.3-e] [12.4-j]
///
/// # Errors
/// The clause that forbids it.
pub fn may_charge(charger: (&Unit, &Body), target: (&Unit, &Body)) -> Result<(), Refusal> {
    let ((unit, now), (prey, prey_now)) = (charger, target);
    let refuse = |clause, words: &'static str| Err(Refusal::new(clause, words));
    if unit.arm.is_gun() || unit.arm == Arm::Staff {
        return refuse(rule!("17.2.4-c"), "artillery and staff do not charge");
    }
    if now.formation == Formation::Square {
        return refuse(rule!("12.3-e"), "a square does not charge");
    }
    if now.order >= Order::Shaken {
        return refuse(rule!("T12-a"), "a shaken, pursuing or routing unit does not charge");
    }
    // Mounted troops are cavalry in the saddle, also on the run: not limbered guns, wagons, holders or staff.
    if unit.arm.is_foot() && prey.arm.is_horse() {
        let clause = if prey_now.order == Order::Routing { rule!("17.2.4-e") } else { rule!("17.2.4-b") };
        return refuse(clause, "foot does not charge mounted troops");
    }
    if now.formation.is_march_column() {
        return refuse(rule!("T4-a"), "a march column has no charge move; it must change formation first");
    }
    let loose_prey = prey_now.formation == Formation::Skirmish || prey.arm.is_gun() || prey.arm == Arm::Staff;
    if now.formation == Formation::Skirmish && !loose_prey && prey_now.order != Order::Routing {
        // Formed foot they may not touch; of horse and all others they charge those named alone.
        let clause = if prey.arm.is_foot() { rule!("12.4-i") } else { rule!("12.4-j") };
        return refuse(clause, "skirmishers charge only routers, skirmishers and artillery");
    }
    if unit.cover == Cover::Heavy && unit.cover_of == CoverOf::Wood {
        return refuse(rule!("15.8-g"), "no charge starts inside a heavy wood");
    }
    Ok(())
}

impl ChargeRules {
    /// The whole charge allowance of a unit, deductions off. (T4-a) [17.2.2-h]
    pub fn allowance(&self, side: Side) -> Length {
        let pace = self.charts.pace(self.units[side].arm, self.before[side].formation, HorseBattery::No);
        pace.charge.unwrap_or_default() - self.deductions
    }

    /// Whether a unit is caught by the other where it stands: no test, no change, no evading. [17.2.3-b]
    pub fn is_caught(&self, side: Side) -> bool {
        let charger = self.units[side.other()].arm;
        let near = if charger.is_horse() {
            self.charts.figures.caught_by_horse
        } else {
            self.charts.figures.caught_by_foot
        };
        let keeps = side == Side::First || self.manoeuvre == Manoeuvre::KeepsFormation;
        keeps && self.distance <= near
    }

    /// How far a screen is within reach of the 1st Impulse. [17.2.7-j]
    fn screen_reach(&self) -> Length {
        match self.readings.screen_reach {
            ScreenReach::HalfAllowance => self.allowance(Side::First).half(),
            ScreenReach::AsMoved => self.first_impulse,
        }
    }

    /// How far the 2nd Impulse may go. [17.4.2-e]
    fn second_impulse(&self) -> Length {
        match self.readings.second_impulse {
            SecondImpulse::OwnHalf => self.allowance(Side::First).half(),
            SecondImpulse::HalfOfRest => (self.allowance(Side::First) - self.first_impulse).half(),
        }
    }

    /// Half of the ordinary move: what an opportunity charge may use. [17.4.10-c]
    fn opportunity_reach(&self, fired: Reserve) -> Length {
        let pace = self.charts.pace(self.units.first.arm, self.before.first.formation, HorseBattery::No);
        let half = pace.normal.unwrap_or_default().half();
        match fired {
            Reserve::Fired => half.min(self.charts.figures.opportunity_after_fire),
            _ => half,
        }
    }
}

impl Charge {
    /// A charge that may be declared.
    pub fn start(before: &BySide<Body>) -> Charge {
        Charge {
            stage: Stage::Opening,
            now: *before,
            mode: Mode::Declared,
            doing: BySide::new(Doing::Stands, Doing::Stands),
            reserve: BySide::new(Reserve::Unfired, Reserve::Unfired),
            hits: BySide::new(0, 0),
            fresh: BySide::new(0, 0),
            phase: Phase::Shooting,
            halted: false,
            moves: BySide::new(Move::Stays, Move::Stays),
            screen: ScreenFate::Untouched,
        }
    }

    /// An opportunity charge in the Movement Phase, from its test on, with what both have done with their fire. [17.4.10]
    pub fn opportunity_from(before: &BySide<Body>, kept: BySide<Kept>) -> Charge {
        let reserve = kept.map(|kept| match kept {
            Kept::Yes => Reserve::Kept,
            Kept::No => Reserve::Fired,
        });
        Charge {
            stage: Stage::ToCharge(Side::First),
            mode: Mode::Opportunity,
            reserve,
            ..Charge::start(before)
        }
    }

    fn at(self, stage: Stage) -> Charge {
        Charge { stage, ..self }
    }

    fn over(self, ending: Ending) -> Charge {
        self.at(Stage::Over(ending))
    }

    /// What the charger's owner may do. [17.2.2-a] [17.2.5]
    fn openings(&self, rules: &ChargeRules) -> Vec<Opening> {
        let mut openings = vec![Opening::Charge];
        if self.can_fire(rules, Side::First) {
            openings.push(Opening::Shoot);
        }
        openings.push(Opening::Hold);
        openings
    }

    fn open(mut self, rules: &ChargeRules, ump: &mut impl Umpire) -> Asked<Charge> {
        let openings = self.openings(rules);
        let opening =
            *ump.choose(Asking::of(Side::First, rule!("17.2.2-a"), Asks::ChargeShootOrHold), &openings)?;
        ump.explain(|| {
            let name = capital(&rules.units.first.name);
            let words = match opening {
                Opening::Charge => format!("{name}: a charge is declared from {} inches", rules.distance),
                Opening::Shoot => format!("{name}: shooting comes first"),
                Opening::Hold => format!("{name}: no charge is declared"),
            };
            Ruling::heading(rule!("17.2.2-a"), words)
        });
        Ok(match opening {
            Opening::Charge => self.at(Stage::Counter),
            Opening::Shoot | Opening::Hold => {
                self.mode = Mode::Opportunity;
                if opening == Opening::Hold {
                    // Nothing that is kept back is fired at anybody who does not charge.
                    self.reserve.first = Reserve::Kept;
                }
                self.at(Stage::Shoot(Side::First))
            }
        })
    }

    /// Whether the target may throw itself at the charger. [17.4.12-a]
    fn may_counter(&self, rules: &ChargeRules) -> bool {
        let [first, second] = Side::ALL.map(|side| (&rules.units[side], &self.now[side]));
        let pace = rules.charts.pace(rules.units.second.arm, self.now.second.formation, HorseBattery::No);
        let reach = pace.charge.is_some_and(|charge| rules.distance <= charge);
        reach && rules.strikes == Direction::Front && may_charge(second, first).is_ok()
    }

    /// The target's owner may declare a charge of his own at the charger. [17.4.12-b]
    fn counter(mut self, rules: &ChargeRules, ump: &mut impl Umpire) -> Asked<Charge> {
        if self.may_counter(rules) {
            ump.cite(rule!("17.4.12-b"));
            let asking = Asking::of(Side::Second, rule!("17.4.12-b"), Asks::CounterCharge);
            if *ump.choose(asking, &[YesNo::No, YesNo::Yes])? == YesNo::Yes {
                self.doing.second = Doing::Charges;
                let text = format!("{}: a counter-charge is declared", capital(&rules.units.second.name));
                ump.explain(|| Ruling::new(rule!("17.4.12-a"), text));
            }
        }
        Ok(self.at(Stage::ToCharge(Side::First)))
    }

    /// How far apart the two are now. [17.4.9-f]
    fn gap(&self, rules: &ChargeRules) -> Length {
        let moved = match self.mode {
            Mode::Declared => rules.first_impulse,
            Mode::Opportunity => Length::default(),
        };
        let target = &self.now.second;
        let arm = rules.units.second.arm;
        let pace = rules.charts.pace(arm, target.formation, rules.horse_battery);
        let fled = match (self.doing.second, target.order) {
            // Half in the phase of the rout, the rest before the 2nd Impulse. [17.4.13-g]
            (_, Order::Routing) => pace.rout.unwrap_or_default(),
            (Doing::Evaded, _) if target.fate != Fate::Abandoned => pace.evade.unwrap_or_default(),
            _ => Length::default(),
        };
        rules.distance - moved + fled
    }

    /// The charger may break off before contact. [17.4.11-a]
    fn feint(mut self, rules: &ChargeRules, ump: &mut impl Umpire) -> Asked<Charge> {
        ump.cite(rule!("17.4.11-c"));
        let able = rules.units.first.class >= 2 && self.mode == Mode::Declared;
        if able && self.doing.first == Doing::Charges {
            ump.cite(rule!("17.4.11-a"));
            let asking = Asking::of(Side::First, rule!("17.4.11-a"), Asks::Feint);
            if *ump.choose(asking, &[YesNo::No, YesNo::Yes])? == YesNo::Yes {
                self.doing.first = Doing::Feinted;
                let text = format!("{}: the charge is broken off", capital(&rules.units.first.name));
                ump.explain(|| Ruling::new(rule!("17.4.11-b"), text));
            }
        }
        Ok(self.at(match self.mode {
            Mode::Declared => Stage::Shoot(Side::Second),
            Mode::Opportunity => Stage::SecondImpulse,
        }))
    }

    /// An opportunity charge in the Movement Phase. [17.4.10]
    fn opportunity(self, rules: &ChargeRules, ump: &mut impl Umpire) -> Asked<Charge> {
        let [first, second] = Side::ALL.map(|side| (&rules.units[side], &self.now[side]));
        let steady = !self.halted && !self.now.first.fate.is_gone();
        let there = !self.now.second.fate.is_gone() && self.now.second.order != Order::Routing;
        // Within half its move, or within 2 inches if it has fired; no wheel, no change.
        ump.cite(rule!("17.4.10-c"));
        ump.cite(rule!("17.4.10-d"));
        ump.cite(rule!("17.2.5-b"));
        let reach = rules.distance <= rules.opportunity_reach(self.reserve.first);
        if !(steady && there && reach && may_charge(first, second).is_ok()) {
            return Ok(self.over(Ending::NoCharge));
        }
        ump.cite(rule!("17.4.10-a"));
        let asking = Asking::of(Side::First, rule!("17.4.10-a"), Asks::OpportunityCharge);
        if *ump.choose(asking, &[YesNo::No, YesNo::Yes])? == YesNo::No {
            return Ok(self.over(Ending::NoCharge));
        }
        ump.cite(rule!("17.4.10-b"));
        Ok(self.at(Stage::ToCharge(Side::First)))
    }
}

impl Procedure for Charge {
    type Rules = ChargeRules;
    type End = ChargeEnd;

    /// One choice, one test, one volley or one step of the assault.
    fn step(self, rules: &ChargeRules, ump: &mut impl Umpire) -> Flow<Self> {
        let next = match self.stage {
            Stage::Opening => self.open(rules, ump)?,
            Stage::Counter => self.counter(rules, ump)?,
            Stage::ToCharge(side) => self.to_charge(rules, side, ump)?,
            Stage::Screens => self.screens(rules, ump)?,
            Stage::BeingCharged(side) => self.being_charged(rules, side, ump)?,
            Stage::React => self.react(rules, ump)?,
            Stage::Feint => self.feint(rules, ump)?,
            Stage::Shoot(side) => self.shoot(rules, side, ump)?,
            Stage::Rerolls(side, thrown) => {
                let again = thrown.throw_again(&rules.charts, side, ump)?;
                self.fired(side, again, ump)
            }
            Stage::Casualties => self.casualties(rules, ump)?,
            Stage::ShootingTest(side) => self.shooting_test(rules, side, ump)?,
            Stage::Opportunity => self.opportunity(rules, ump)?,
            Stage::SecondImpulse => self.second_impulse(rules, ump)?,
            Stage::ChargeHome(side) => self.charge_home(rules, side, ump)?,
            Stage::Contact => self.contact(rules, ump)?,
            Stage::Assault(assault) => self.assault(rules, assault, ump)?,
            Stage::Over(_) => self,
        };
        Ok(match next.stage {
            Stage::Over(ending) => Break(ChargeEnd {
                ending,
                now: next.now.map(|body| Body { impetus: Impetus::Standing, ..body }),
                moves: next.moves,
                screen: next.screen,
            }),
            _ => Continue(next),
        })
    }
}
