//! The end of a turn: surrender, objectives, points, and whether the battle is over. (18)

use super::campaign::Campaign;
use super::ground::Ground;
use super::ids::UnitId;
use super::orders::{Moment, Wanted};
use super::state::{Place, Position, Scene, UnitState};
use super::{Battle, BattleEnd, Phase};
use crate::asks::Asks;
use crate::readings::PercentEnd;
use crate::title::outcome::{self, Loss, Standing, When, halves_lost};
use crate::unit::{Arm, Order as Ranks, capital};
use grognard_umpire::{Asked, Asking, BySide, Clause, Refusal, Ruling, Side, Umpire};

/// A share of the points that ends a battle where that is agreed, in percent. [18.2-l]
const PERCENT: u32 = 25;

/// An order at the end of a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Order {
    /// Fight on.
    Fight,
    /// A unit lays down its arms. [18.1-a]
    Surrender(UnitId),
    /// The side would end the battle here. [18-a]
    End,
}

/// What a side's army cost.
fn bought(rules: &Campaign, side: Side) -> u32 {
    rules.of_side(side).iter().map(|unit| u32::from(rules.profile(unit).points)).sum()
}

struct Ending<'a> {
    scene: Scene<'a>,
    side: Side,
}

impl Moment for Ending<'_> {
    type Order = Order;

    fn scene(&self) -> Scene<'_> {
        self.scene
    }

    fn candidates(&self) -> Vec<Order> {
        let units = self.scene.now.on_table(self.scene.rules, self.side);
        [Order::Fight, Order::End].into_iter().chain(units.iter().map(Order::Surrender)).collect()
    }

    fn judge(&self, order: &Order) -> Result<(), Refusal> {
        match order {
            // Any own unit on the table, in contact or not.
            Order::Surrender(unit)
                if self.scene.side(*unit) != self.side || !self.scene.unit(*unit).place.is_on_table() =>
            {
                Err(Refusal::new(rule!("18.1-b"), "only own units on the table surrender".to_owned()))
            }
            _ => Ok(()),
        }
    }

    fn read(&self, text: &str) -> Result<Order, Refusal> {
        match text.split_whitespace().collect::<Vec<_>>()[..] {
            ["done"] => Ok(Order::Fight),
            ["end"] => Ok(Order::End),
            ["surrender", key] => {
                let unit = self.scene.find(key).ok_or_else(|| Refusal::plain(format!("no unit `{key}`")))?;
                Ok(Order::Surrender(unit))
            }
            _ => {
                Err(Refusal::plain(format!("`{text}`: write done, surrender UNIT, or end to offer the end")))
            }
        }
    }

    fn grammar(&self) -> &'static [grognard_umpire::Verb] {
        super::verbs::ENDING
    }

    fn key(&self, order: &Order) -> String {
        match order {
            Order::Fight => "done".to_owned(),
            Order::End => "end".to_owned(),
            Order::Surrender(unit) => format!("surrender {}", self.scene.key(*unit)),
        }
    }

    fn words(&self, order: &Order) -> String {
        match order {
            Order::Fight => "fight on".to_owned(),
            Order::End => "offer to end the battle".to_owned(),
            Order::Surrender(unit) => format!("surrender {}", self.scene.name(*unit)),
        }
    }
}

impl Position {
    /// What has become of a unit, for the points. [18.2-e] [18.2-i] [18.2-k]
    fn loss(&self, rules: &Campaign, unit: UnitId, clerk: &mut dyn FnMut(Clause)) -> Loss {
        let (state, profile) = (self.unit(unit), self.profile(rules, unit));
        // Skirmishers, squadrons, holders and crews that are out by themselves are not lost.
        let left = |part: &&UnitState| part.of == unit && !part.place.is_lost();
        let mut parts = self.units.iter().filter(left).peekable();
        if parts.peek().is_none() {
            return Loss::Whole;
        }
        let strength: u16 = parts.map(|part| u16::from(part.body.strength)).sum();
        // Reserves and evaders who are away are not lost.
        if matches!(state.place, Place::OffBoard | Place::Away(_)) {
            clerk(rule!("18.2-k"));
            return Loss::None;
        }
        // A gun goes by its crew.
        if profile.arm.is_gun() {
            clerk(rule!("18.2-i"));
        }
        let below_half = 2 * strength < u16::from(profile.start);
        if state.body.order == Ranks::Routing || below_half { Loss::Half } else { Loss::None }
    }

    /// The points a side has lost, in halves. [18.2-e]
    pub fn points_lost(&self, rules: &Campaign, side: Side, ump: &mut impl Umpire) -> u32 {
        let mut lost = 2 * self.generals_lost(rules, side, ump);
        for unit in rules.of_side(side).iter().filter(|unit| !self.is_general(rules, *unit)) {
            let mut noted = |clause| ump.cite(clause);
            let loss = self.loss(rules, unit, &mut noted);
            lost += halves_lost(u32::from(rules.profile(unit).points), loss, &mut noted);
        }
        lost
    }

    /// Whether a piece of terrain has lost a span.
    pub(super) fn has_lost_a_span(&self, rules: &Campaign, key: &str) -> bool {
        let at = rules.pieces.iter().position(|piece| piece.key == key);
        at.is_some_and(|at| self.destroyed.contains(&(at as u8)))
    }

    fn is_general(&self, rules: &Campaign, unit: UnitId) -> bool {
        rules.profile(unit).post == Some(super::campaign::Post::General)
    }

    /// Whether a unit counts for an objective: formed, neither shaken nor routing. [18.2-a]
    pub fn may_hold(&self, rules: &Campaign, unit: UnitId) -> bool {
        self.is_formed(rules, unit)
            && self.profile(rules, unit).arm != Arm::Staff
            && self.unit(unit).body.order != Ranks::Shaken
    }
}

impl<G: Ground> Battle<G> {
    /// The end of a turn: surrenders, then whether the battle is over. [18-a] [18.1-a]
    pub(super) fn end_turn(&mut self, rules: &Campaign, ump: &mut impl Umpire) -> Asked<Option<BattleEnd>> {
        if self.now.ending.is_none() {
            self.recover(rules, ump)?;
            self.now.ending = Some(self.now.initiative);
            self.now.would_end = BySide::new(false, false);
        }
        // One order a step, the side with the initiative first.
        if let Some(side) = self.now.ending.filter(|_| !self.now.asked_both) {
            ump.cite(rule!("18.1-a"));
            let scene = Scene { rules, now: &self.now };
            ump.about(|| {
                format!(
                    "End of the turn for {}: surrender a unit, offer to end the battle, or go on?",
                    rules.names[side]
                )
            });
            let asking = Asking::of(side, rule!("18.1-a"), Asks::EndOfTheTurn);
            match ump.order(asking, &Wanted(Ending { scene, side }))?.order {
                Order::Surrender(unit) => {
                    let name = scene.name(unit);
                    self.now.remove(unit, Place::Surrendered);
                    ump.explain(|| Ruling::new(rule!("18.1-a"), format!("{}: surrendered.", capital(&name))));
                    return Ok(None);
                }
                Order::End => self.now.would_end[side] = true,
                Order::Fight => {}
            }
            self.now.asked_both = side != self.now.initiative;
            self.now.ending = Some(side.other());
            return Ok(None);
        }
        self.now.ending = None;
        self.now.asked_both = false;
        let over = self.verdict(rules, ump)?;
        if over.is_none() {
            self.now.turn += 1;
        }
        Ok(over)
    }

    /// Whether a side has lost so much of its points that its army feels it. (T16-a)
    pub(super) fn has_lost_a_quarter(&self, rules: &Campaign, side: Side, ump: &mut impl Umpire) -> bool {
        100 * self.now.points_lost(rules, side, ump) >= 2 * PERCENT * bought(rules, side)
    }

    /// Whether the battle is over, and how: an outcome that ends it, both sides' wish, the last turn, or losses where
    /// that is agreed. [18-a] [18.2-d]
    fn verdict(&mut self, rules: &Campaign, ump: &mut impl Umpire) -> Asked<Option<BattleEnd>> {
        let lost = BySide::new(
            self.now.points_lost(rules, Side::First, ump),
            self.now.points_lost(rules, Side::Second, ump),
        );
        let mut held = Vec::with_capacity(rules.objectives.len());
        for at in 0..rules.objectives.len() {
            ump.cite(rule!("18.2-a"));
            let Battle { now, ground, .. } = &mut *self;
            held.push(ground.objective(Scene { rules, now }, at, ump)?);
        }
        let agreed = self.now.would_end.first && self.now.would_end.second;
        let broken = rules.readings.percent_end == PercentEnd::On
            && Side::ALL.into_iter().any(|side| {
                ump.cite(rule!("18.2-d"));
                // Points lost to roster points, in halves.
                ump.cite(rule!("18.2-l"));
                100 * lost[side] >= 2 * PERCENT * bought(rules, side)
            });
        let last = self.now.turn >= rules.turns;
        let when = if last || agreed || broken { When::End } else { When::AnyTurn };
        if when == When::End {
            ump.cite(rule!("18-a"));
        }
        let destroyed = |key: &str| self.now.has_lost_a_span(rules, key);
        let standing = Standing { held: &held, lost, destroyed: &destroyed };
        let result = outcome::result(
            (&rules.outcomes, when),
            &standing,
            (&rules.margins, rules.points),
            &mut |clause| ump.cite(clause),
        );
        let Some(result) = result else { return Ok(None) };
        let turn = self.now.turn;
        Ok(Some(BattleEnd { winner: result.winner, turn, lost, margin: result.margin }))
    }

    /// What the end of a turn leads to.
    pub(super) fn after_turn_end(&self, turn: u8) -> Phase {
        if self.now.turn == turn { Phase::TurnEnd } else { Phase::Initiative }
    }
}
