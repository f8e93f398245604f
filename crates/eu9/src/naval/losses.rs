//! The corrections of naval losses, and how they fall on the ships.

use super::Lines;
use super::armada::{Line, NavalEngagement};
use crate::charts::Lot;
use crate::fleet::Fleet;
use crate::profile::Edition;
use crate::thirds::Thirds;
use grognard_umpire::Side;

/// What a side's losses dealt come to: small fleets subtract, large ones gain by their own ND, and nobody
/// sinks more than twice his own number.
fn inflicted(givens: &NavalEngagement, lines: Lines, dealer: Side, dealt: Thirds) -> Thirds {
    let nd = givens.navies[dealer].line_nd(lines[dealer]);
    let cut = givens.charts.sea.small_fleet(nd);
    let cap = if nd == 0 { 1 } else { nd * givens.charts.figure("naval-figures", "cap per ND") };
    let cap = Thirds::whole(cap);
    let after = Thirds((dealt.0 - cut.0).max(0)).min(cap);
    let row = givens.charts.sea.size_row(nd);
    if row == 3 && givens.profile.loss_row_three == Edition::Of2013 && after >= Thirds::whole(6) {
        let [six, above] = givens.charts.sea.row_three_2013();
        return if after == Thirds::whole(6) { six } else { after + above };
    }
    givens.charts.by_size(after, row)
}

/// What a side loses by what the enemy has dealt: a rout costs something, and galleys and transports are
/// lost whole. It may be more than the side has: then what is sunk comes first.
pub(super) fn suffered(
    givens: &NavalEngagement,
    lines: Lines,
    side: Side,
    dealt: Thirds,
    routed: bool,
) -> Thirds {
    let mut losses = inflicted(givens, lines, side.other(), dealt);
    if routed {
        losses = losses.max(Thirds::whole(1));
    }
    if lines[side] != Line::Warships {
        losses = Thirds::whole((losses.0 + 2).div_euclid(3));
    }
    // One in three is sunk: beyond three times its size everything is.
    losses.min(Thirds(3 * givens.navies[side].fleet.size().0))
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
    let cycle = givens.charts.sea.cycle(winner);
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
