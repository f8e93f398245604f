//! The corrections of naval losses, and how they fall on the ships.

use super::Lines;
use super::armada::{Line, NavalEngagement};
use crate::charts::{Entry, Lot};
use crate::fleet::Fleet;
use crate::profile::{Edition, LossCycle, LossSize, NavalLossCap};
use crate::thirds::Thirds;
use grognard_umpire::{Ruling, Side, Umpire};

/// The steps from losses dealt by a line of so many ND to losses suffered.
struct Corrected {
    nd: i16,
    /// What a small fleet takes off.
    cut: Thirds,
    /// The most so many ND can sink.
    cap: Option<Thirds>,
    /// After both.
    after: Thirds,
    /// The row of a large fleet, and what it makes of that.
    row: i8,
    by_row: Thirds,
    /// What a rout costs at least.
    at_least: Thirds,
    /// What is lost: galleys and transports whole.
    lost: Thirds,
}

/// What losses dealt come to: small fleets subtract, nobody sinks more than twice his own number, and large ones
/// gain by their own ND; a rout costs something, and galleys and transports are lost whole. It may be more than
/// the side has: then what is sunk comes first.
fn correct(givens: &NavalEngagement, lines: Lines, side: Side, dealt: Thirds, routed: bool) -> Corrected {
    let dealer = side.other();
    let nd = match givens.profile.loss_size {
        LossSize::FirstLine => givens.navies[dealer].line_nd(lines[dealer]),
        // ND and transports are two things: only ships that fight count.
        LossSize::Stack => givens.navies[dealer].fleet.fighting_nd().into(),
    };
    let cut = givens.charts.sea.small_fleet(nd);
    let cap = match givens.profile.loss_cap {
        NavalLossCap::None => None,
        NavalLossCap::TwiceItsOwn => Some(Thirds::whole(match nd {
            0 => givens.charts.value(Entry::CapOfD),
            nd => nd * givens.charts.figure("naval-figures", "cap per ND"),
        })),
    };
    let left = Thirds((dealt.0 - cut.0).max(0));
    let after = cap.map_or(left, |cap| left.min(cap));
    let row = givens.charts.sea.size_row(nd);
    let by_row = if row == 3 && givens.profile.loss_row_three == Edition::Of2013 && after >= Thirds::whole(6)
    {
        let [six, above] = givens.charts.sea.row_three_2013();
        if after == Thirds::whole(6) { six } else { after + above }
    } else {
        givens.charts.by_size(after, row)
    };
    let at_least = if routed { Thirds::whole(givens.charts.value(Entry::LeastRout)) } else { Thirds::ZERO };
    let lost = by_row.max(at_least);
    let lost = match lines[side] {
        Line::Warships => lost,
        Line::Galleys | Line::Transports => Thirds::whole((lost.0 + 2).div_euclid(3)),
    };
    Corrected { nd, cut, cap, after, row, by_row, at_least, lost }
}

/// What a side loses by what the enemy has dealt.
pub(super) fn suffered(
    givens: &NavalEngagement,
    lines: Lines,
    side: Side,
    dealt: Thirds,
    routed: bool,
) -> Thirds {
    let lost = correct(givens, lines, side, dealt, routed).lost;
    // One in three is sunk: beyond three times its size everything is.
    lost.min(Thirds(3 * givens.navies[side].fleet.size().0))
}

/// Says how a side comes to what it loses.
pub(super) fn explain(
    givens: &NavalEngagement,
    lines: Lines,
    side: Side,
    dealt: Thirds,
    routed: bool,
    ump: &mut impl Umpire,
) {
    let name = |side: Side| &givens.navies[side].name;
    ump.explain(|| {
        let Corrected { nd, cut, cap, after, .. } = correct(givens, lines, side, dealt, routed);
        let cut_words = if cut == Thirds::ZERO { "nothing".to_owned() } else { cut.to_string() };
        let capped = cap.is_some_and(|cap| dealt - cut > cap);
        let most = if capped { ", and no more than twice its own can sink" } else { "" };
        let dealer = name(side.other());
        let unit = if givens.profile.loss_size == LossSize::Stack { "fleet" } else { "line" };
        let text = format!(
            "{dealer} dealt {dealt}; a {unit} of {nd} ND takes {cut_words} off{most}, leaving {after}"
        );
        Ruling::new(if most.is_empty() { rule!("NAVAL-b") } else { rule!("NAVAL-j") }, text)
    });
    ump.explain(|| {
        let Corrected { nd, row, by_row, at_least, lost, .. } = correct(givens, lines, side, dealt, routed);
        let mut text = format!("Row {row:+} of {nd} ND makes that {by_row} for {}", name(side));
        if at_least > by_row {
            text.push_str(&format!(", of which a rout makes {at_least}"));
        }
        if lost > by_row.max(at_least) {
            text.push_str(&format!(", and {} are lost whole: {lost}", lines[side].key()));
        }
        let clause = if lost > by_row { rule!("NAVAL-j") } else { rule!("NAVAL-b") };
        Ruling::new(clause, text)
    });
}

/// Losses sorted into what becomes of the ships.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Sorted {
    /// Sunk.
    pub sunk: Thirds,
    /// Damaged, to be repaired later.
    pub damaged: Thirds,
    /// Refitted on the spot.
    pub refitted: Thirds,
}

/// One round of the cycle: three detachments.
const CYCLE: Thirds = Thirds::whole(3);

/// Sorts losses ND by ND in the cycle of three; if they exceed the fleet, what is sunk comes first, then
/// what is damaged.
pub(super) fn sort(givens: &NavalEngagement, winner: bool, losses: Thirds, size: Thirds) -> Sorted {
    // The winner's row is the one with a third of each.
    let whose = winner || givens.profile.loss_cycle == LossCycle::Thirds;
    let cycle = givens.charts.sea.cycle(whose);
    let rounds = losses.0 / CYCLE.0;
    let mut left = Thirds(losses.0 % CYCLE.0);
    let mut sorted = Sorted::default();
    for lot in cycle {
        // A whole detachment in every full round, and what is left of the last.
        let last = left.min(Thirds::whole(1));
        let part = Thirds::whole(rounds) + last;
        match lot {
            Lot::Damaged => sorted.damaged += part,
            Lot::Destroyed => sorted.sunk += part,
            Lot::Refitted => sorted.refitted += part,
        }
        left = left - last;
    }
    let sunk = sorted.sunk.min(size);
    let damaged = sorted.damaged.min(size - sunk);
    let refitted = sorted.refitted.min(size - sunk - damaged);
    Sorted { sunk, damaged, refitted }
}

/// Takes so much out of a fleet, the first line first: warships in thirds, others in whole ships.
pub(super) fn take(fleet: Fleet, line: Line, thirds: Thirds) -> Fleet {
    let mut left = fleet;
    let mut due = thirds.0;
    let order: [Line; 3] = match line {
        Line::Warships => [Line::Warships, Line::Galleys, Line::Transports],
        Line::Galleys => [Line::Galleys, Line::Transports, Line::Warships],
        Line::Transports => [Line::Transports, Line::Warships, Line::Galleys],
    };
    for kind in order {
        match kind {
            Line::Warships => {
                let pool = i16::from(left.warships) * 3 + i16::from(left.d);
                let rest = (pool - due).max(0);
                due -= pool - rest;
                left.warships = (rest / 3) as u8;
                left.d = (rest % 3) as u8;
            }
            Line::Galleys => {
                whole(&mut left.galleys, &mut due);
                whole(&mut left.galleasses, &mut due);
            }
            Line::Transports => whole(&mut left.transports, &mut due),
        }
    }
    left
}

/// How many whole ships of a kind there are.
pub(super) fn ships_of(fleet: Fleet, line: Line) -> u8 {
    match line {
        Line::Warships => fleet.warships,
        Line::Galleys => fleet.galleys + fleet.galleasses,
        Line::Transports => fleet.transports,
    }
}

/// Takes whole ships of one kind out of a fleet, galleys before galleasses.
pub(super) fn without(mut fleet: Fleet, line: Line, ships: u8) -> Fleet {
    match line {
        Line::Warships => fleet.warships -= ships,
        Line::Galleys => {
            let galleys = ships.min(fleet.galleys);
            fleet.galleys -= galleys;
            fleet.galleasses -= ships - galleys;
        }
        Line::Transports => fleet.transports -= ships,
    }
    fleet
}

/// Takes whole ships for a number of thirds, rounded up.
fn whole(ships: &mut u8, due: &mut i16) {
    let ships_due = ((*due).max(0) as u16).div_ceil(3).min(u16::from(*ships)) as u8;
    *ships -= ships_due;
    *due = (*due - 3 * i16::from(ships_due)).max(0);
}
