//! A word of explanation at each first, in a battle that is meant to teach: the first charge, the first volley, the first
//! square. The words are data, each with the clause it explains. Nothing follows from them.

use super::campaign::Campaign;
use super::ground::Ground;
use super::state::Position;
use super::{Battle, Phase};
use crate::unit::{Formation, Order};
use grognard_umpire::{Clause, Ruling, Umpire};
use std::hash::{Hash, Hasher};

/// What is explained: first, clause, words.
static LESSONS: &str = include_str!("../../lessons.tsv");

/// Whether a battle explains what happens in it for the first time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Lessons {
    /// It is played by people who know the game.
    #[default]
    Off,
    /// It teaches.
    On,
}

/// The lessons that have been given, as a set of their places in the list.
///
/// # Equality
/// All are alike: no rule reads them, so battles that differ in nothing else have the same future.
#[derive(Clone, Copy, Debug, Default)]
pub struct Given(u32);

impl PartialEq for Given {
    fn eq(&self, _: &Given) -> bool {
        true
    }
}

impl Eq for Given {}

impl Hash for Given {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// The lessons in their order: what they are about, the clause, the words.
fn lessons() -> impl Iterator<Item = (&'static str, Clause, &'static str)> {
    LESSONS.lines().skip(1).filter_map(|line| {
        let mut cells = line.split('\t');
        Some((cells.next()?, Clause::new(cells.next()?), cells.next()?))
    })
}

/// Whether somebody on the table is in an order.
fn anybody(now: &Position, is: impl Fn(Order) -> bool) -> bool {
    now.units.iter().any(|unit| unit.place.is_on_table() && is(unit.body.order))
}

/// Whether what a lesson is about is the case.
fn applies(first: &str, phase: &Phase, now: &Position) -> bool {
    let square =
        || now.units.iter().any(|unit| unit.place.is_on_table() && unit.body.formation == Formation::Square);
    match first {
        "turn" => matches!(phase, Phase::Promote(_)),
        "rally" => matches!(phase, Phase::Rally(_)) && anybody(now, |order| order != Order::Good),
        "charge" => !now.charges.is_empty(),
        "answer" => matches!(phase, Phase::Answer) && !now.charges.is_empty(),
        "square" => square(),
        "volley" => !now.salvos.is_empty(),
        "losses" => matches!(phase, Phase::ShotTests) && now.units.iter().any(|unit| unit.hits > 0),
        "shaken" => anybody(now, |order| matches!(order, Order::Disordered | Order::Shaken)),
        "rout" => anybody(now, |order| order == Order::Routing),
        "move" => matches!(phase, Phase::Moves(_)),
        "impact" => matches!(phase, Phase::SecondImpulse) && !now.charges.is_empty(),
        "assault" => matches!(phase, Phase::Assaults) && !now.contacts.is_empty(),
        "pursuit" => anybody(now, |order| order == Order::Pursuing),
        _ => false,
    }
}

impl<G: Ground> Battle<G> {
    /// Explains what has just happened for the first time.
    pub(super) fn teach(&mut self, rules: &Campaign, ump: &mut impl Umpire) {
        if rules.lessons == Lessons::Off {
            return;
        }
        for (at, (first, clause, words)) in lessons().enumerate() {
            let Battle { now, phase, .. } = &mut *self;
            if now.lessons.0 & (1 << at) == 0 && applies(first, phase, now) {
                now.lessons.0 |= 1 << at;
                ump.explain(|| Ruling::new(clause, format!("For the first time. {words}")));
            }
        }
    }
}
