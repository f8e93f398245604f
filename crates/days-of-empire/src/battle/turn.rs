//! The turn: initiative, ordinary moves in their order, and what ends a turn. [17.1] [17.4.1] (18)

use super::campaign::Campaign;
use super::ground::{Ground, Moved};
use super::state::Marks;
use super::{Battle, Phase};
use crate::asks::Asks;
use crate::unit::{Fate, Order};
use grognard_board::table::Mils;
use grognard_umpire::{Asked, Asking, Dice, Ruling, Side, Umpire};

impl<G: Ground> Battle<G> {
    /// Both throw, and draws are thrown again. In the first turn a defined attacker has it without a throw.
    /// [17.1-a]
    pub(super) fn initiative(&mut self, rules: &Campaign, ump: &mut impl Umpire) -> Asked<Phase> {
        // What a failed test after shooting forbade is allowed again.
        ump.cite(rule!("17.2.9-b"));
        self.begin_turn();
        let turn = self.now.turn;
        self.now.initiative = match rules.attacker.filter(|_| turn == 1) {
            Some(attacker) => {
                ump.cite(rule!("3.3-g"));
                attacker
            }
            None => {
                ump.cite(rule!("17.1-a"));
                // Six-sided dice, here as everywhere; with no attacker they say who moves first.
                ump.cite(rule!("3.2-a"));
                ump.cite(rule!("3.3-f"));
                loop {
                    ump.about(|| format!("Turn {turn}: who throws higher has the initiative."));
                    let asking = |side| Asking::of(side, rule!("17.1-a"), Asks::Initiative);
                    let first = ump.roll(asking(Side::First), Dice::D6)?;
                    let second = ump.roll(asking(Side::Second), Dice::D6)?;
                    match first.cmp(&second) {
                        std::cmp::Ordering::Greater => break Side::First,
                        std::cmp::Ordering::Less => break Side::Second,
                        std::cmp::Ordering::Equal => {}
                    }
                }
            }
        };
        let first = self.now.initiative;
        ump.cite(rule!("17.1-b"));
        ump.explain(|| {
            Ruling::heading(
                rule!("17.1-b"),
                format!("Turn {turn}: the initiative is with {}", rules.names[first]),
            )
        });
        // Morale, Shooting, Movement and Close Assault follow, each phase leading to the next.
        ump.cite(rule!("17-a"));
        Ok(Phase::Promote(first))
    }

    /// What a new turn clears.
    fn begin_turn(&mut self) {
        self.now.charges.clear();
        // Only last turn's ways are looked back to.
        let last = self.now.turn;
        self.now.legs.retain(|leg| leg.turn + 1 >= last);
        let turn = self.now.turn;
        for unit in &mut self.now.units {
            // A silenced gun fires again, and a crew is back at its gun, when the time is up. (T9) [17.4.8-d]
            // One that ran from a charge has to walk back.
            let resting = match unit.body.fate {
                Fate::Silenced(_) => true,
                Fate::Abandoned => unit.body.strength > 0,
                _ => false,
            };
            if resting && turn > unit.silent_until {
                unit.body.fate = Fate::Fights;
            }
            let began_disordered = unit.body.order == Order::Disordered;
            unit.marks = Marks { began_disordered, ..Marks::default() };
            unit.fired = 0;
            unit.reserved = 0;
            unit.hits = 0;
            unit.ran = Mils::ZERO;
        }
    }

    /// Ordinary moves: one unit after the other, the side with the initiative first. [17-b]
    pub(super) fn ordinary_moves(
        &mut self,
        rules: &Campaign,
        side: Side,
        ump: &mut impl Umpire,
    ) -> Asked<Phase> {
        let Battle { now, ground, .. } = self;
        Ok(match ground.ordinary_move((rules, now), side, ump)? {
            Moved::Unit(_) | Moved::Nobody => Phase::Moves(side),
            Moved::Charge(charger, target) => {
                self.opportunity_charge(rules, (charger, target), ump)?;
                Phase::Moves(side)
            }
            Moved::Done => self.then(side, Phase::Moves, Phase::Clock),
        })
    }
}
