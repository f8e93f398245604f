//! The naval battle: first lines, wind, at most two days of Fire and boarding, pursuit, and what becomes
//! of the ships.
//!
//! ```text
//! Lines ── Muster ── Wind ── Round: Fire ── Slip? ── Round: boarding ── Leave? ── day 2 the same
//!                               │ rout       │ gone        │ rout          │ gone       │
//!                               └────────────┴── Verdict ──┴───────────────┴────────────┘
//!                                         Pursuit ── Sorting ── Casualties ── End
//! ```

mod aftermath;
mod armada;
mod losses;
mod modifiers;
mod playable;

pub use aftermath::NavalEnd;
use aftermath::{Chase, Sorting};
pub use armada::{LeavePolicy, Line, NavalEngagement, NavalPolicy, NavalText, Navy, Sea};
pub use losses::Sorted;
pub(crate) use losses::take;

use crate::charts::{Phase, Reading};
use crate::leader::Commander;
use crate::profile::SeaRetreat;
use crate::thirds::Thirds;
use grognard_umpire::{
    Asked, Asking, BySide, Dice, Flow, Modifier, Offer, Procedure, Ruling, Side, Umpire, YesNo,
};
use std::cmp::Ordering;
use std::ops::ControlFlow::{Break, Continue};

/// The first line of each side.
type Lines = BySide<Line>;

/// A naval battle under way.
///
/// # Equality
/// As for a land battle: each variant keeps only what a later step reads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum NavalBattle {
    /// Each side picks its first line.
    Lines(BySide<Option<Line>>),
    /// Substitutes are drawn for fleets without an admiral.
    Muster(Muster),
    /// The wind is rolled for.
    Wind(Muster),
    /// A side is about to roll its Fire or boarding.
    Round(Fighting),
    /// After a Fire: the side with the wind may leave.
    Slip(Fighting),
    /// After day 1: a side may try to leave.
    Leave(Fighting, Leaving),
    /// The winner pursues.
    Pursuit(Chase),
    /// Losses are sorted.
    Sorting(Sorting),
}

/// First lines and the admirals drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Muster {
    lines: Lines,
    leaders: BySide<u8>,
}

/// Both fleets in the midst of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fighting {
    lines: Lines,
    leaders: BySide<u8>,
    wind: Option<Side>,
    dealt: BySide<Thirds>,
    stars: BySide<u8>,
    day: u8,
    phase: Phase,
    roller: Side,
    failed: BySide<bool>,
}

/// Whose turn it is to leave, and whether the other has had his.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Leaving {
    side: Side,
    second: bool,
}

/// How the fighting came to its close.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Close {
    /// After the last day, or by rout.
    Fought,
    /// A side left with the wind: no pursuit.
    Slipped(Side),
    /// A side left after day 1.
    Left(Side),
}

impl Offer for Line {
    fn key(&self) -> String {
        (*self).key().to_owned()
    }
    fn words(&self) -> String {
        format!("put the {} in the first line", (*self).key())
    }
}

impl NavalBattle {
    /// A battle about to begin.
    pub fn new() -> NavalBattle {
        NavalBattle::Lines(BySide::default())
    }

    /// The first lines, once losses are about to be sorted: whoever keeps the ships' accounts must know which
    /// kind goes first.
    pub(crate) fn sorted_lines(&self) -> Option<BySide<Line>> {
        match self {
            NavalBattle::Sorting(sorting) => Some(sorting.lines()),
            _ => None,
        }
    }
}

impl Default for NavalBattle {
    fn default() -> Self {
        NavalBattle::new()
    }
}

impl Procedure for NavalBattle {
    type Rules = NavalEngagement;
    type End = NavalEnd;

    #[inline]
    fn step(self, givens: &NavalEngagement, ump: &mut impl Umpire) -> Flow<Self> {
        Ok(Continue(match self {
            NavalBattle::Lines(lines) => first_lines(lines, givens, ump)?,
            NavalBattle::Muster(muster) => muster.draw_admirals(givens, ump)?,
            NavalBattle::Wind(muster) => muster.wind(givens, ump)?,
            NavalBattle::Round(fighting) => fighting.roll(givens, ump)?,
            NavalBattle::Slip(fighting) => fighting.slip(givens, ump)?,
            NavalBattle::Leave(fighting, leaving) => fighting.leave(leaving, givens, ump)?,
            NavalBattle::Pursuit(chase) => chase.pursue(givens, ump)?,
            NavalBattle::Sorting(sorting) => return Ok(Break(sorting.settle(givens, ump)?)),
        }))
    }
}

/// A fleet of both kinds picks one for its first line; only that kind counts and rolls.
fn first_lines(
    mut lines: BySide<Option<Line>>,
    givens: &NavalEngagement,
    ump: &mut impl Umpire,
) -> Asked<NavalBattle> {
    for side in Side::ALL {
        if lines[side].is_none() {
            let navy = &givens.navies[side];
            let kinds = navy.lines();
            let line = *ump.choose(Asking::of(side, rule!("NAVAL-e"), "first line"), &kinds)?;
            ump.explain(|| {
                let text = format!("{} ({}) fights with its {}", navy.name, navy.fleet, line.key());
                Ruling::new(rule!("NAVAL-e"), text)
            });
            lines[side] = Some(line);
            if kinds.len() > 1 {
                return Ok(NavalBattle::Lines(lines));
            }
        }
    }
    let lines = lines.map(|line| line.expect("both have picked"));
    Ok(NavalBattle::Muster(Muster { lines, leaders: BySide::default() }))
}

impl Muster {
    fn draw_admirals(mut self, givens: &NavalEngagement, ump: &mut impl Umpire) -> Asked<NavalBattle> {
        for side in Side::ALL {
            let Commander::Drawn { .. } = givens.navies[side].commander else { continue };
            if self.leaders[side] == 0 {
                let asking = Asking::of(side, rule!("BATTLE-a"), "replacement leader");
                // Admirals of the same values are one and the same.
                self.leaders[side] = ump.throw(asking, Dice::D10, |face| {
                    let of = |face: u8| givens.leaders(BySide::new(face, face))[side];
                    (1..=face as u8).find(|&first| of(first) == of(face as u8)).unwrap_or(face as u8)
                })?;
                let drawn = givens.leaders(self.leaders)[side];
                ump.explain(|| {
                    let name = &givens.navies[side].name;
                    Ruling::new(
                        rule!("BATTLE-a"),
                        format!("{name} has no admiral and draws one with {drawn}"),
                    )
                });
                return Ok(NavalBattle::Muster(self));
            }
        }
        Ok(NavalBattle::Wind(self))
    }

    /// Who has the wind: die, MAN and the factor of the more modern ships.
    fn wind(self, givens: &NavalEngagement, ump: &mut impl Umpire) -> Asked<NavalBattle> {
        let clause = rule!("NAVAL-f");
        let alone = |side: Side| self.lines[side] == Line::Transports;
        let wind = match (alone(Side::First), alone(Side::Second), self.lines) {
            (true, true, _) => None,
            (true, false, _) => Some(Side::Second),
            (false, true, _) => Some(Side::First),
            (false, false, BySide { first: Line::Galleys, second: Line::Galleys }) => None,
            _ => {
                let leaders = givens.leaders(self.leaders);
                let technology = |side: Side| givens.navies[side].line_technology(self.lines[side]);
                let bonus = |side: Side| {
                    let factor = givens.charts.sea.wind(technology(side), technology(side.other()));
                    i16::from(leaders[side].manoeuvre) + i16::from(factor)
                };
                let edge = bonus(Side::First) - bonus(Side::Second);
                let first = ump.roll(Asking::of(Side::First, clause, "wind"), Dice::D10)? as i16;
                let order = ump.throw(Asking::of(Side::Second, clause, "wind"), Dice::D10, |second| {
                    (first + edge).cmp(&(second as i16))
                })?;
                match order {
                    Ordering::Greater => Some(Side::First),
                    Ordering::Less => Some(Side::Second),
                    Ordering::Equal => None,
                }
            }
        };
        ump.explain(|| {
            let text = match wind {
                Some(side) => format!("{} has the wind", givens.navies[side].name),
                None => "Nobody has the wind".to_owned(),
            };
            Ruling::new(clause, text)
        });
        Ok(NavalBattle::Round(Fighting {
            lines: self.lines,
            leaders: self.leaders,
            wind,
            dealt: BySide::default(),
            stars: BySide::default(),
            day: 1,
            phase: Phase::Fire,
            roller: Side::First,
            failed: BySide::default(),
        }))
    }
}

impl Fighting {
    pub(super) fn morale_left(&self, givens: &NavalEngagement, side: Side) -> u8 {
        modifiers::morale(givens, self.lines, side).saturating_sub(self.stars[side])
    }

    /// One side's Fire or boarding; both take effect together.
    fn roll(mut self, givens: &NavalEngagement, ump: &mut impl Umpire) -> Asked<NavalBattle> {
        ump.cite(rule!("NAVAL-a"));
        if let Some(column) = modifiers::column(givens, self.lines, self.roller, self.phase) {
            let leaders = givens.leaders(self.leaders);
            let mut sum = 0;
            modifiers::of_roll(givens, &self, leaders, &mut sum);
            let effect = |face: u16| {
                let printed = givens.charts.combat(column, face as i16 + sum);
                modifiers::effect(givens, self.lines, self.roller, self.phase, printed)
            };
            let asking = Asking::of(self.roller, rule!("NAVAL-a"), name_of(self.day, self.phase));
            let reading: Reading = ump.throw(asking, Dice::D10, effect)?;
            ump.explain_throw(|face| {
                let mut list: Vec<Modifier> = Vec::new();
                modifiers::of_roll(givens, &self, leaders, &mut list);
                let total = face as i16 + sum;
                let name = &givens.navies[self.roller].name;
                let what = name_of(self.day, self.phase);
                let text = format!("{what} of {name}: {total} in column {column} deals {reading}");
                Ruling::new(rule!("NAVAL-a"), text)
                    .with_modifiers(list)
                    .with_look(givens.charts.combat_look(column, total))
            });
            self.dealt[self.roller] += reading.losses;
            self.stars[self.roller.other()] += reading.stars;
        }
        if self.roller == Side::First {
            return Ok(NavalBattle::Round(Fighting { roller: Side::Second, ..self }));
        }
        Ok(self.after_both(givens, ump))
    }

    fn after_both(self, givens: &NavalEngagement, ump: &mut impl Umpire) -> NavalBattle {
        let next = Fighting { roller: Side::First, ..self };
        let mut anybody = false;
        for side in Side::ALL {
            if self.morale_left(givens, side) == 0 {
                anybody = true;
                ump.explain(|| {
                    let name = &givens.navies[side].name;
                    Ruling::new(rule!("BATTLE-g"), format!("{name} has no morale left and routs"))
                });
            }
        }
        if anybody {
            return next.verdict(Close::Fought, givens, ump);
        }
        match self.phase {
            Phase::Fire if self.wind.is_some() => NavalBattle::Slip(next),
            Phase::Fire => NavalBattle::Round(Fighting { phase: Phase::Shock, ..next }),
            Phase::Shock if self.day == 1 => {
                NavalBattle::Leave(next, Leaving { side: Side::Second, second: false })
            }
            Phase::Shock => next.verdict(Close::Fought, givens, ump),
        }
    }

    /// After a Fire the side with the wind may be gone; it has lost, but nobody can follow.
    fn slip(self, givens: &NavalEngagement, ump: &mut impl Umpire) -> Asked<NavalBattle> {
        let side = self.wind.expect("only with the wind");
        let asking = Asking::of(side, rule!("NAVAL-i"), "leave with the wind");
        if *ump.choose(asking, &[YesNo::No, YesNo::Yes])? == YesNo::Yes {
            ump.explain(|| {
                let text = format!("{} leaves with the wind", givens.navies[side].name);
                Ruling::new(rule!("NAVAL-i"), text)
            });
            return Ok(self.verdict(Close::Slipped(side), givens, ump));
        }
        Ok(NavalBattle::Round(Fighting { phase: Phase::Shock, ..self }))
    }

    /// After day 1 either side may try to leave, the defender first.
    fn leave(
        mut self,
        leaving: Leaving,
        givens: &NavalEngagement,
        ump: &mut impl Umpire,
    ) -> Asked<NavalBattle> {
        let side = leaving.side;
        let clause = rule!("NAVAL-i");
        let asking = Asking::of(side, clause, "leave after day 1");
        if *ump.choose(asking, &[YesNo::No, YesNo::Yes])? == YesNo::Yes {
            let manoeuvre = givens.leaders(self.leaders)[side].manoeuvre;
            let bound = i16::from(manoeuvre) + i16::from(self.morale_left(givens, side));
            let gone = match givens.profile.sea_retreat {
                SeaRetreat::Automatic => true,
                SeaRetreat::Roll => {
                    let asking = Asking::of(side, clause, "retreat attempt");
                    ump.throw(asking, Dice::D10, |face| face as i16 <= bound)?
                }
            };
            ump.explain(|| {
                let result = if gone { "gets away" } else { "fails" };
                let text =
                    format!("{} tries to leave ({bound} or less) and {result}", givens.navies[side].name);
                Ruling::new(clause, text)
            });
            if gone {
                return Ok(self.verdict(Close::Left(side), givens, ump));
            }
            self.failed[side] = true;
        }
        if leaving.second {
            return Ok(NavalBattle::Round(Fighting { day: 2, phase: Phase::Fire, ..self }));
        }
        Ok(NavalBattle::Leave(self, Leaving { side: side.other(), second: true }))
    }
}

fn name_of(day: u8, phase: Phase) -> &'static str {
    match (day, phase) {
        (1, Phase::Fire) => "day 1 Fire",
        (1, Phase::Shock) => "day 1 boarding",
        (_, Phase::Fire) => "day 2 Fire",
        (_, Phase::Shock) => "day 2 boarding",
    }
}
