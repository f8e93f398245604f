//! What a side does not know: the same game with other secrets of the enemy's. [2.4-c, 8.1-b, 8.4-d]
//!
//! Whoever reckons with what he cannot see draws from here, and tests compare views, offers and accounts
//! of games that must look alike to a side.

use crate::campaign::Campaign;
use crate::charts::{Plan, Posture};
use crate::combat::{Combat, Fighter, Force};
use crate::game::{Active, Game, Phase, Place};
use crate::unit::{UnitId, Units};
use grognard_board::Hex;
use grognard_umpire::{BySide, Side};

impl Game {
    /// The same game with other secrets of those a viewer may not look into: their units' strengths, but
    /// for the totals told in a combat, which of the eliminated are rebuilt and wait to arrive, and the plan
    /// or posture that lies face down. An onlooker knows no side's. `draw` gives a number from one to its
    /// argument.
    #[must_use]
    pub(crate) fn secrets_drawn(
        mut self,
        rules: &Campaign,
        viewer: Option<Side>,
        draw: &mut dyn FnMut(u8) -> u8,
    ) -> Game {
        let mut told = Units::NONE;
        let mut phase = self.phase;
        if let Phase::Combat(_, combat) = &mut phase {
            for side in Side::ALL.into_iter().filter(|&side| viewer != Some(side)) {
                combat.forces[side].redistribute(&|unit| rules.counter(unit).strength, draw);
            }
        }
        if let Phase::Aftermath(_, outcome, _) = &mut phase {
            for side in Side::ALL.into_iter().filter(|&side| viewer != Some(side)) {
                outcome.forces[side].redistribute(&|unit| rules.counter(unit).strength, draw);
            }
        }
        if let Some(forces) = fighting(&phase) {
            for (side, force) in forces.iter() {
                for fighter in force.fighters().iter().filter(|_| viewer != Some(side)) {
                    self.strength[fighter.unit.index()] = fighter.strength.max(1);
                    told = told.with(Units::one(fighter.unit));
                }
            }
        }
        self.phase = phase;
        for (index, counter) in rules.counters.iter().enumerate() {
            let unit = UnitId(index as u8);
            let secret = viewer != Some(rules.side_of(unit)) && !told.has(unit);
            if secret && matches!(self.place_of(unit), Place::ELIMINATED | Place::REBUILT) {
                self.place[index] = if draw(2) == 1 { Place::ELIMINATED } else { Place::REBUILT };
                self.strength[index] = 0;
            }
            if secret && (self.hex_of(unit).is_some() || self.place_of(unit) == Place::REBUILT) {
                self.strength[index] = draw(counter.strength).clamp(1, counter.strength);
            }
        }
        self.turn_over_cards(rules, viewer, draw);
        self
    }

    /// The same game as it looks to somebody who knows no side's secrets and takes every unit to be as strong
    /// as `guess` says: what can be said of it aloud. In a combat the totals are told, and shared out.
    #[must_use]
    pub fn as_guessed(mut self, rules: &Campaign, guess: &dyn Fn(UnitId) -> u8) -> Game {
        match &mut self.phase {
            Phase::Combat(_, combat) => combat.forces = combat.forces.map(|force| force.shared_out(guess)),
            Phase::Aftermath(_, outcome, _)
            | Phase::AirChoice(_, outcome, _)
            | Phase::Beaten(_, outcome, _) => {
                outcome.forces = outcome.forces.map(|force| force.shared_out(guess));
            }
            _ => {}
        }
        for (index, counter) in rules.counters.iter().enumerate() {
            let unit = UnitId(index as u8);
            if self.place_of(unit) == Place::REBUILT {
                self.place[index] = Place::ELIMINATED;
                self.strength[index] = 0;
            }
            if self.hex_of(unit).is_some() {
                self.strength[index] = guess(unit).clamp(1, counter.strength);
            }
        }
        // Of cards that lie face down the first of their kind.
        self.turn_over_cards(rules, None, &mut |_| 1);
        self
    }

    /// Puts another plan or posture face down, where there is another.
    fn turn_over_cards(&mut self, rules: &Campaign, viewer: Option<Side>, draw: &mut dyn FnMut(u8) -> u8) {
        let attacker = self.phasing;
        let blind_to_plan = viewer != Some(attacker) && !rules.options.solitaire;
        let blind_to_posture = viewer != Some(attacker.other()) && !rules.options.solitaire;
        let game = self.clone();
        let plan_on = |hex: Hex, plan: Plan, draw: &mut dyn FnMut(u8) -> u8| {
            let plans = game.concerted_plans(rules, hex);
            if blind_to_plan { other_of(&plans, plan, draw) } else { plan }
        };
        let posture_of = |combat: &Combat, posture: Option<Posture>, draw: &mut dyn FnMut(u8) -> u8| {
            let postures = combat.postures(&rules.charts);
            match posture {
                Some(posture) if blind_to_posture => Some(other_of(&postures, posture, draw)),
                posture => posture,
            }
        };
        let posture_at = |hex: Hex, posture, draw: &mut dyn FnMut(u8) -> u8| {
            posture_of(&game.expected_at(rules, hex), posture, draw)
        };
        match &mut self.phase {
            Phase::Declared(hex, plan) | Phase::Posing(hex, plan) => *plan = plan_on(*hex, *plan, draw),
            Phase::Naming(hex, plan, posture) => {
                *plan = plan_on(*hex, *plan, draw);
                *posture = posture_at(*hex, *posture, draw);
            }
            Phase::ExploitNaming(_, hex, posture) => *posture = posture_at(*hex, *posture, draw),
            Phase::Active(active) | Phase::Reaction(active, _) | Phase::Withdrawal(active, ..) => {
                if let Some(hex) = target_of(active) {
                    active.posture = posture_at(hex, active.posture, draw);
                }
            }
            Phase::Combat(_, combat) if !combat.is_revealed() => {
                combat.posture = posture_of(combat, combat.posture, draw);
            }
            _ => {}
        }
    }
}

fn target_of(active: &Active) -> Option<Hex> {
    match active.mode {
        crate::game::Mode::GrandAssault { target } => Some(target),
        crate::game::Mode::Penetration => Some(active.at),
        crate::game::Mode::Free | crate::game::Mode::Exploiting => None,
    }
}

/// The forces of a combat whose totals are known.
fn fighting(phase: &Phase) -> Option<BySide<Force>> {
    match phase {
        Phase::Combat(_, combat) => Some(combat.forces),
        Phase::Aftermath(_, outcome, _) => Some(outcome.forces),
        _ => None,
    }
}

fn other_of<T: Copy>(list: &[T], now: T, draw: &mut dyn FnMut(u8) -> u8) -> T {
    match list.len() {
        0 => now,
        count => list[usize::from(draw(count as u8)).min(count) - 1],
    }
}

impl Force {
    /// The total shared out among the units by what each is taken to have.
    #[must_use]
    pub fn shared_out(&self, guess: &dyn Fn(UnitId) -> u8) -> Force {
        let total = u32::from(self.strength());
        let guess = |fighter: &Fighter| u32::from(guess(fighter.unit)).max(1);
        let sum: u32 = self.fighters().iter().map(guess).sum::<u32>().max(1);
        let mut left = total;
        let count = self.fighters().len();
        let share = |(index, fighter): (usize, &Fighter)| {
            let share = if index + 1 == count { left } else { (total * guess(fighter) / sum).min(left) };
            left -= share;
            Fighter { strength: share as u8, ..*fighter }
        };
        let fighters: Vec<Fighter> = self.fighters().iter().enumerate().map(share).collect();
        Force::new(&fighters)
    }

    /// Spreads the total anew over the units, each within its most; the dead stay dead.
    pub(crate) fn redistribute(&mut self, most: &dyn Fn(UnitId) -> u8, draw: &mut dyn FnMut(u8) -> u8) {
        let count = self.fighters().len();
        for _ in 0..count * 2 {
            let (from, to) = (usize::from(draw(count as u8)) - 1, usize::from(draw(count as u8)) - 1);
            let (giver, taker) = (self.fighters()[from], self.fighters()[to]);
            if giver.strength > 1 && taker.strength > 0 && taker.strength < most(taker.unit) {
                self.shift_one(from, to);
            }
        }
    }
}
