//! The battle itself: two armies on a table, turn by turn. (3 to 19)
//!
//! A [`Battle`] is generic over its [`Ground`]: on a [`Measured`](measured::Measured) table every distance is worked
//! out, at a real table people are asked. The rules are the same lines for both.
//!
//! The turn of section 17 is the list of [`Phase`]s. A step is one order, one test, one shot or one assault; inside
//! it the rules run straight through, as the book tells it. The chapters:
//!
//! - the nouns: [`ids`], [`campaign`] (what is given), [`state`] (how it stands), [`ground`] (the survey),
//!   `orders` (one judge for orders in words);
//! - `turn`: initiative and the end of a turn (17.1, 18);
//! - the Morale Phase: `rally`, `charges`, `reaction` (17.2); `situation` makes units ready for its tests;
//! - the Shooting Phase: `shooting` (17.3);
//! - the Movement Phase: `routs`, `impulses`, `movement` (orders and what comes of them), `paths` (the judge: what a
//!   path costs and where it stops), `offers`, [`formations`] (17.4, 12);
//! - the ground: [`terrain`] (what it asks and does), `works` (engineers), [`fires`] (11, 15);
//! - the Close Assault Phase: `assaults` (17.5);
//! - before and beside the fight: `deployment` and `reserves` (16), `staff` (14), `victory` (18, 19);
//! - `lessons`: a word at each first, for battles that teach;
//! - `show`: what people see of it; [`title`] and [`small`] make a battle of a file.

mod ahead;
mod assaults;
pub mod campaign;
mod charges;
mod chart;
mod crews;
pub mod deployment;
pub mod fires;
pub mod formations;
pub mod ground;
mod guide;
pub mod ids;
mod impulses;
mod kindling;
pub mod lessons;
pub mod measured;
mod movement;
mod offers;
mod orders;
mod paths;
pub mod pushed;
mod rally;
mod reaction;
mod refuge;
pub mod reserves;
mod routs;
mod shooting;
mod show;
mod sides;
mod situation;
pub mod small;
mod squadrons;
pub mod staff;
pub mod state;
pub mod terrain;
pub mod title;
pub mod told;
mod turn;
mod verbs;
mod victory;
mod works;
mod written;

use crate::title::outcome::Margin;
use campaign::Campaign;
use deployment::Seen;
use grognard_umpire::{BySide, Flow, Procedure, Side, Umpire};
use ground::Ground;
use ids::Units;
use state::{Leg, Moved, Position, Scene, UnitState};
use std::ops::ControlFlow::{Break, Continue};

/// Where the turn stands. Sides are who acts; the side with the initiative comes first unless a phase says other.
/// [17-a] [17-b]
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Before turn 1: placing. (16)
    Deployment(Side),
    /// 1: both throw for the initiative. [17.1]
    Initiative,
    /// 2a: posts are filled again. [14.3]
    Promote(Side),
    /// 2b: who is not in good order tests. [17.2-e]
    Rally(Side),
    /// 2c: off-board brigades are announced. [17.2.1]
    Announce(Side),
    /// 2d: charges are declared. [17.2.2-a]
    Declare(Side),
    /// 2e, 2f: To Charge, 1st Impulses, screens. [17.2.2-e] [17.2.7]
    ToCharge,
    /// 2g: whoever is charged tests and reacts. [17.2.2-f]
    Answer,
    /// 2h: chargers may break off. [17.4.11]
    Feint,
    /// 3a: fire is declared; who is able to, once that is worked out. [17.3-o]
    DeclareFire(Side, Option<Units>),
    /// 3b: dice. [17.3-a]
    Fire,
    /// 3c: casualties come off. [17.3-c]
    Effects,
    /// 3c: those who lost stands test. [17.3-f]
    ShotTests,
    /// 4a: routers run on, then pursuers. [17.4.1-a]
    Routers,
    /// 4b: charges go on. [17.4.2]
    SecondImpulse,
    /// 4c: ordinary moves. [17.4.3]
    Moves(Side),
    /// 4d: fires, works, crews. (11) [15.9]
    Clock,
    /// 5: close assaults. [17.5]
    Assaults,
    /// 5c: the end of the turn. (18)
    TurnEnd,
}

/// A battle in progress.
///
/// # Equality
/// How it stands, what its ground keeps of what people said, and where the turn stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Battle<G> {
    /// How it stands.
    pub now: Position,
    /// Where situations come from.
    pub ground: G,
    /// Where the turn stands.
    pub phase: Phase,
}

/// How a battle ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BattleEnd {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// The last turn fought.
    pub turn: u8,
    /// Points each side has lost, in halves. [18.2]
    pub lost: BySide<u32>,
    /// How great a victory by points is. [18.2-g]
    pub margin: Option<Margin>,
}

impl<G: Ground> Battle<G> {
    /// A battle before its first question.
    pub fn new(rules: &Campaign, ground: G) -> Battle<G> {
        Battle { now: Position::new(rules), ground, phase: Phase::Deployment(Side::First) }
    }

    /// The battle as the rules look at it.
    pub fn scene<'a>(&'a self, rules: &'a Campaign) -> Scene<'a> {
        Scene { rules, now: &self.now }
    }

    /// What comes after a side has done a phase that both do in turn: the other's, or what is next. [17-b]
    fn then(&self, side: Side, same: fn(Side) -> Phase, next: Phase) -> Phase {
        if side == self.now.initiative { same(side.other()) } else { next }
    }
}

impl<G: Ground> Battle<G> {
    /// Takes down where units have gone that did not walk by orders: chargers, routers, pursuers. [17.3-p]
    fn note_legs(&mut self, rules: &Campaign, (was, told): (&[UnitState], usize), moved: Moved) {
        if !G::IS_MEASURED {
            return;
        }
        for (at, before) in was.iter().enumerate() {
            let unit = ids::UnitId(at as u8);
            let now = *self.now.unit(unit);
            let stayed = (before.pose, before.body.formation) == (now.pose, now.body.formation);
            let walked = self.now.legs[told.min(self.now.legs.len())..].iter().any(|leg| leg.unit == unit);
            let there = before.place.is_on_table() && now.place.is_on_table() && now.rides_with.is_none();
            if stayed || walked || !there {
                continue;
            }
            let gait = self.gait(rules, unit);
            self.now.legs.push(Leg {
                unit,
                turn: self.now.turn,
                moved,
                from: before.pose,
                to: now.pose,
                wheel: None,
                formation: now.body.formation,
                files: now.files,
                bends: now.bends,
                strength: now.body.strength,
                gait,
            });
        }
    }
}

impl<G: Ground> Procedure for Battle<G> {
    type Rules = Campaign;
    type End = BattleEnd;

    /// One order, one test, one shot, one assault.
    fn step(mut self, rules: &Campaign, ump: &mut impl Umpire) -> Flow<Self> {
        self.return_wounded(rules, ump)?;
        let before = std::mem::discriminant(&self.phase);
        let rode: Vec<Option<ids::UnitId>> = self.now.units.iter().map(|unit| unit.rides_with).collect();
        let stood: Vec<(state::Place, grognard_board::table::Pose)> =
            self.now.units.iter().map(|unit| (unit.place, unit.pose)).collect();
        let (was, told) = (self.now.units.clone(), self.now.legs.len());
        let morale = self.phase.of_book() == crate::staff::Phase::Morale;
        self.phase = match self.phase.clone() {
            Phase::Deployment(_) => self.deploy(rules, ump)?,
            Phase::Initiative => self.initiative(rules, ump)?,
            Phase::Promote(side) => self.promote(rules, side, ump)?,
            Phase::Rally(side) => self.rallies(rules, side, ump)?,
            Phase::Announce(side) => self.announce(rules, side, ump)?,
            Phase::Declare(side) => self.declares(rules, side, ump)?,
            Phase::ToCharge => self.tests_to_charge(rules, ump)?,
            Phase::Answer => self.all_answer(rules, ump)?,
            Phase::Feint => self.feints(rules, ump)?,
            Phase::DeclareFire(side, able) => self.declares_fire(rules, (side, able), ump)?,
            Phase::Fire => self.fires(rules, ump)?,
            Phase::Effects => self.effects(rules, ump)?,
            Phase::ShotTests => self.tests_after_fire(rules, ump)?,
            Phase::Routers => self.run_on(rules, ump)?,
            Phase::SecondImpulse => self.goes_on(rules, ump)?,
            Phase::Moves(side) if self.enter(rules, side, ump)? => Phase::Moves(side),
            Phase::Moves(side) if self.comes_back(rules, side, ump)? => Phase::Moves(side),
            Phase::Moves(side) if self.comes_out(rules, side, ump)? => Phase::Moves(side),
            Phase::Moves(side) => self.ordinary_moves(rules, side, ump)?,
            Phase::Clock => self.clock(rules, ump)?,
            Phase::Assaults => self.fights(rules, ump)?,
            Phase::TurnEnd => {
                let turn = self.now.turn;
                self.leave_ground(rules, ump)?;
                match self.end_turn(rules, ump)? {
                    Some(end) => return Ok(Break(end)),
                    None => self.after_turn_end(turn),
                }
            }
        };
        self.squares_dissolve(rules, ump)?;
        self.note_legs(rules, (&was, told), if morale { Moved::InMorale } else { Moved::Later });
        self.dismissed(rules, &rode, ump)?;
        self.posts_fall_vacant(rules, ump);
        let stands = self.now.units.iter().map(|unit| (unit.place, unit.pose));
        let seen = if stands.eq(stood) { Seen::Before } else { Seen::Anew };
        self.uncover(rules, seen, ump)?;
        if std::mem::discriminant(&self.phase) != before {
            self.ground.new_phase();
        }
        self.teach(rules, ump);
        Ok(Continue(self))
    }
}
