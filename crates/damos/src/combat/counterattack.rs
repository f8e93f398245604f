//! The counterattack of a defender that lost the first exchange. [8.9]

use super::{Combat, Crossing, Outcome, Round, Stage};
use crate::asks::Asks;
use crate::charts::Charts;
use crate::ladder::LossPoints;
use crate::options::{CounterattackSupply, CounterattackSymbols, Options};
use crate::rule;
use grognard_umpire::{Asked, Asking, BySide, Dice, Modifier, Ruling, Umpire};
use std::ops::ControlFlow::{self, Continue};

impl Combat {
    /// The counterattack: roles of the ground swapped, hexsides forgotten, the ratio in the original
    /// attacker's favour. [8.9]
    pub(super) fn counterattack(
        mut self,
        charts: &Charts,
        options: &Options,
        ump: &mut impl Umpire,
    ) -> Asked<ControlFlow<Outcome, Combat>> {
        let (attacker, defender) = (self.attacker, self.defender());
        ump.cite(rule!("8.9-c"));
        ump.cite(rule!("8.9-d"));
        let striking = self.forces[defender].attack_strength(charts, self.ground, Crossing::Open);
        let standing = self.forces[attacker].defence_strength(charts, self.ground);
        ump.cite(rule!("8.9-e"));
        let column = ratio_column(striking, standing);
        let asking = Asking::of(defender, rule!("8.9-f"), Asks::Counterattack);
        let modifier = self.counterattack_modifier(charts, options);
        let row = |die: u16| (die as i16 + modifier).clamp(1, 6) as u16;
        let (own, other) = ump.throw(asking, Dice::D6, |die| charts.counterattack(row(die), column))?;
        ump.explain_throw(|die| {
            let look = charts.look_counterattack(row(die), column);
            let text =
                format!("counterattack of {striking} against {standing} ({}): {own}/{other} LP", look.column);
            let list = (modifier != 0)
                .then(|| Modifier::new(modifier, rule!("8.5-a"), "no line of supply, for every die"));
            Ruling::new(rule!("8.9-f"), text).with_modifiers(list.into_iter().collect()).with_look(look)
        });
        // The matrix is not applied a second time.
        ump.cite(rule!("8.9-h"));
        let add = match options.counterattack_symbols {
            CounterattackSymbols::Dropped => LossPoints::plus,
            CounterattackSymbols::Kept => LossPoints::plus_keeping_symbol,
        };
        self.dealt[attacker] = add(self.dealt[attacker], own);
        self.dealt[defender] = add(self.dealt[defender], other);
        let mut lost = BySide::default();
        lost[defender] = own;
        lost[attacker] = other;
        self.stage = Stage::Losses { lost, round: Round::Counterattack };
        Ok(Continue(self))
    }
}

impl Combat {
    /// What touches the die of a counterattack: nothing, or by the switch the counterattacker's missing supply.
    fn counterattack_modifier(&self, charts: &Charts, options: &Options) -> i16 {
        match options.counterattack_supply {
            CounterattackSupply::Counts if !self.supplied[self.defender()] => {
                i16::from(charts.attacker_unsupplied)
            }
            CounterattackSupply::Counts | CounterattackSupply::Ignored => 0,
        }
    }
}

/// The column of the Counterattack Table: ≤1:4, 1:3, 1:2, 1:1, 2:1, ≥3:1, fractions in favour of the
/// second.
pub fn ratio_column(striking: u8, standing: u8) -> usize {
    if striking >= standing {
        return usize::from((striking / standing).min(3)) + 2;
    }
    4 - usize::from(standing.div_ceil(striking).min(4))
}
