//! Before anybody is placed: who begins at which edge of the table. [3.3-b] [16-a] [16-c]

use super::Battle;
use super::campaign::Campaign;
use super::ground::Ground;
use crate::asks::Asks;
use crate::title::TableSides;
use crate::title::army::Edge;
use grognard_umpire::{Asked, Asking, Dice, Offer, Ruling, Side, Umpire};

/// An edge of the table that is picked.
struct Picked(Edge);

impl Offer for Picked {
    fn key(&self) -> String {
        self.0.word().to_owned()
    }
    fn words(&self) -> String {
        format!("the {} edge", self.0.word())
    }
}

impl<G: Ground> Battle<G> {
    /// Who did not lay the terrain picks his side of the table; where both laid it, who throws higher. [3.3-b]
    pub(super) fn pick_sides(&mut self, rules: &Campaign, ump: &mut impl Umpire) -> Asked<()> {
        let picks = match rules.sides {
            TableSides::Prescribed => return Ok(()),
            TableSides::LaidBy(side) => {
                ump.cite(rule!("3.3-b"));
                ump.cite(rule!("16-c"));
                side.other()
            }
            TableSides::Roll => loop {
                ump.cite(rule!("16-a"));
                let asking = |side| Asking::of(side, rule!("16-a"), Asks::WhoPicksTheTableSide);
                let first = ump.roll(asking(Side::First), Dice::D6)?;
                let second = ump.roll(asking(Side::Second), Dice::D6)?;
                match first.cmp(&second) {
                    std::cmp::Ordering::Greater => break Side::First,
                    std::cmp::Ordering::Less => break Side::Second,
                    std::cmp::Ordering::Equal => {}
                }
            },
        };
        let edges = [rules.baselines[picks], rules.baselines[picks.other()]].map(Picked);
        ump.about(|| format!("Which edge of the table is the base of {}?", rules.names[picks]));
        let asking = Asking::of(picks, rule!("16-c"), Asks::WhichTableSide);
        let picked = ump.choose(asking, &edges)?.0;
        self.now.ends_changed = picked != rules.baselines[picks];
        let name = &rules.names[picks];
        ump.explain(|| {
            Ruling::new(rule!("16-c"), format!("The {} edge is the base of {name}.", picked.word()))
        });
        Ok(())
    }
}
