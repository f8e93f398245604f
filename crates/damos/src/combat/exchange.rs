//! The exchange of fire: columns, modifiers and dice of either side. [8.2, 8.5, 8.6]

use super::{Air, Combat, Crossing, Faces, Outcome, Role};
use crate::asks::Asks;
use crate::charts::{Charts, plan_clause};
use crate::ladder::LossPoints;
use crate::options::{CombatDice, Options, ShiftedDice};
use crate::{agc, rule};
use grognard_umpire::{Asked, Asking, BySide, Clause, Clerk, Dice, Die, Modifier, Ruling, Side, Umpire};
use std::ops::ControlFlow::{self, Continue};

/// How a side throws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Throwing {
    pub(super) column: usize,
    pub(super) dice: u8,
    pub(super) modifier: i16,
}

impl Throwing {
    /// The LP that a sum of the dice deals.
    #[inline]
    pub(super) fn deals(self, sum: i16, charts: &Charts, options: &Options) -> LossPoints {
        charts.results(sum + self.modifier, self.column, options.erratum())
    }
}

/// So many six-sided dice, added up.
fn dice_of(count: u8) -> Dice {
    match count {
        1 => Dice::D6,
        count => Dice::Sum { count, die: Die::D6 },
    }
}

impl Combat {
    /// The column one side throws on, and its dice: those of the strength the ground leaves it, one
    /// column to the right with the air unit; the last column stays the last.
    pub(super) fn column(&self, side: Side, charts: &Charts, options: &Options) -> (usize, u8) {
        let modified = self.modified_of(side, charts);
        let shifted = matches!(self.air, Some((owner, air)) if owner == side && air.shift);
        let column = charts.column(modified, u8::from(shifted));
        let counted = match (options.combat_dice, options.shifted_dice) {
            (CombatDice::Current, _) => charts.column(self.forces[side].strength(), u8::from(shifted)),
            (CombatDice::Modified, ShiftedDice::NewColumn) => column,
            (CombatDice::Modified, ShiftedDice::OldColumn) => charts.column(modified, 0),
        };
        (column, charts.dice(counted))
    }

    /// Hands over the modifiers of one side, each with its clause and the reason. [8.5]
    pub(super) fn each_modifier(
        &self,
        side: Side,
        dice: u8,
        charts: &Charts,
        mut add: impl FnMut(i8, Clause, &str),
    ) {
        let cell = match (self.demoralized, self.posture) {
            (false, Some(posture)) => charts.matrix(self.plan(), posture),
            _ => crate::charts::MatrixCell::default(),
        };
        match self.role(side) {
            Role::Attacker => {
                add(charts.plan_modifier(self.plan()), plan_clause(self.plan()), self.plan().word());
                if !self.supplied[side] {
                    let per_die = charts.attacker_unsupplied * dice as i8;
                    add(per_die, rule!("8.5-a"), "no line of supply, for every die");
                }
                if self.demoralized {
                    add(charts.defender_demoralized, rule!("2.8-e"), "the defender is demoralized");
                }
                add(cell.attacker_modifier, rule!("8.4-b"), "the Combat Matrix");
            }
            Role::Defender => {
                if !self.supplied[side] {
                    add(charts.defender_unsupplied, rule!("8.5-b"), "no line of supply");
                }
                add(cell.defender_modifier, rule!("8.4-b"), "the Combat Matrix");
            }
        }
    }

    /// How a side throws: column, dice and the sum of its modifiers.
    pub(super) fn throwing(&self, side: Side, charts: &Charts, options: &Options) -> Throwing {
        let (column, dice) = self.column(side, charts, options);
        let mut modifier = 0;
        self.each_modifier(side, dice, charts, |value, _, _| modifier += i16::from(value));
        Throwing { column, dice, modifier }
    }

    /// Both sides throw; neither's losses touch the other's throw.
    pub(super) fn exchange(
        mut self,
        charts: &Charts,
        options: &Options,
        ump: &mut impl Umpire,
    ) -> Asked<ControlFlow<Outcome, Combat>> {
        self.cite_exchange(charts, options, ump);
        if matches!(self.air, Some((_, Air { reroll: true, .. }))) {
            return self.throw_faces(Faces::NONE, charts, options, ump);
        }
        // Both throw with what they have: no loss of this exchange touches it.
        ump.cite(rule!("8.0-c"));
        self.throw_dice(self.attacker, charts, options, ump)?;
        self.throw_dice(self.defender(), charts, options, ump)?;
        Ok(Continue(self.adjust(charts, ump)))
    }

    /// Takes down the clauses that shape the exchange.
    pub(super) fn cite_exchange(&self, charts: &Charts, options: &Options, ump: &mut impl Umpire) {
        if !ump.listens() {
            return;
        }
        ump.cite(rule!("8.2-a"));
        ump.cite(plan_clause(self.plan()));
        let modified = self.modified(charts);
        let raw = self.forces.map(|force| force.strength());
        let throwing = BySide::from_fn(|side| self.throwing(side, charts, options));
        let any = |holds: &dyn Fn(Side) -> bool| Side::ALL.into_iter().any(holds);
        // Hexside and hex change the strengths, and with them the number of dice: never more than three.
        if modified != raw {
            ump.cite(rule!("8.2-b"));
            ump.cite(rule!("3.0-b"));
        }
        let dice = |strength: u8| charts.dice(charts.column(strength, 0));
        ump.note_if(rule!("8.2-c"), || any(&|side| dice(raw[side]) != dice(modified[side])));
        ump.note_if(rule!("1.1-a"), || any(&|side| throwing[side].dice == 3));
        ump.note_if(rule!("2.1-a"), || any(&|side| throwing[side].dice > 1));
        ump.note_if(rule!("8.5-c"), || throwing.first.modifier != throwing.second.modifier);
        ump.note_if(agc!("4.4-b"), || matches!(self.air, Some((_, Air { shift: true, .. }))));
        // Against the demoralized the matrix is not used at all.
        ump.cite(if self.demoralized { rule!("8.4-e") } else { agc!("2.0-a") });
    }

    /// One side throws all its dice at once.
    pub(super) fn throw_dice(
        &mut self,
        side: Side,
        charts: &Charts,
        options: &Options,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let throwing = self.throwing(side, charts, options);
        let topic = match self.role(side) {
            Role::Attacker => Asks::AttackersCombatDice,
            Role::Defender => Asks::DefendersCombatDice,
        };
        let asking = Asking::of(side, rule!("8.6-a"), topic);
        let dealt =
            ump.throw(asking, dice_of(throwing.dice), |sum| throwing.deals(sum as i16, charts, options))?;
        self.dealt[side] = dealt;
        ump.cite(rule!("CRT-a"));
        ump.explain_throw(|sum| self.say_dealt(side, sum as i16, throwing, charts, options));
        Ok(())
    }

    /// The river that an attacker has crossed, in words.
    fn across(&self, side: Side) -> &'static str {
        match (self.role(side), self.crossing) {
            (Role::Attacker, Crossing::River) => "across a river ",
            _ => "",
        }
    }

    /// What a side's throw came to, in words, with the clause that picked the row.
    pub(super) fn say_dealt(
        &self,
        side: Side,
        sum: i16,
        throwing: Throwing,
        charts: &Charts,
        options: &Options,
    ) -> Ruling {
        let Throwing { column, modifier, dice } = throwing;
        let who = if self.role(side) == Role::Attacker { "the attacker" } else { "the defender" };
        let (raw, modified) = (self.forces[side].strength(), self.modified(charts)[side]);
        let mut strength = match raw == modified {
            true => format!("{raw} SP"),
            false => format!("{raw} SP, {modified} {}in {}", self.across(side), self.ground.words()),
        };
        if column != charts.column(modified, 0) {
            strength += ", shifted by the air unit";
        }
        let look = charts.look_results(sum + modifier, column, options.erratum());
        let total = sum + modifier;
        let text = format!(
            "{who} ({strength}, column {}) throws {sum} {modifier:+} = {total} and deals {} LP",
            look.column, self.dealt[side]
        );
        let mut modifiers = Vec::new();
        self.each_modifier(side, dice, charts, |value, clause, why| {
            if value != 0 {
                modifiers.push(Modifier::new(i16::from(value), clause, why));
            }
        });
        Ruling::new(charts.row_clause(sum + modifier, column), text).with_modifiers(modifiers).with_look(look)
    }
}
