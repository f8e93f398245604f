//! Which ships are hit: those of the first line first, what is sunk before what is damaged; and where there is
//! a choice, their owner says.

use super::Sorted;
use super::armada::Line;
use super::losses::take;
use crate::fleet::{Fleet, Ship};
use crate::profile::LineLosses;
use crate::thirds::Thirds;
use grognard_umpire::Offer;
use std::collections::BTreeSet;

/// What becomes of a fleet's ships: those that are neither kept nor damaged are sunk.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Hit {
    /// The ships that can go on, under the counters they had.
    pub(super) kept: Fleet,
    /// The ships that must be refitted first.
    pub(super) damaged: Fleet,
}

impl Offer for Hit {
    fn key(&self) -> String {
        format!("{}/damaged/{}", ships(self.kept), ships(self.damaged)).replace(' ', "/")
    }
    fn words(&self) -> String {
        format!("keep {}, with {} damaged", ships(self.kept), ships(self.damaged))
    }
}

fn ships(fleet: Fleet) -> Fleet {
    Fleet { f_plus: 0, f_minus: 0, ..fleet }
}

/// A fleet that must take losses.
#[derive(Clone, Copy)]
pub(super) struct Struck {
    pub(super) fleet: Fleet,
    pub(super) line: Line,
    pub(super) sorted: Sorted,
    pub(super) routed: bool,
}

impl Struck {
    /// How the losses can be shared out: as the owner says, or in a set order.
    pub(super) fn possible(&self, reading: LineLosses) -> Vec<Hit> {
        match reading == LineLosses::InOrder || !self.has_choice() {
            true => vec![self.in_order()],
            false => self.ways(),
        }
    }

    fn gone(&self) -> Thirds {
        self.sorted.sunk + self.sorted.damaged
    }

    /// Whether there are several ways: galleys beside galleasses in the line, or two more kinds behind it when
    /// it is used up.
    fn has_choice(&self) -> bool {
        let gone = self.gone();
        let line = kinds_of(self.line);
        let behind = || Ship::ALL.iter().filter(|kind| !line.contains(kind) && size(**kind, self.fleet) > 0);
        gone > Thirds::ZERO
            && (line.iter().filter(|kind| size(**kind, self.fleet) > 0).count() > 1
                || (gone > line_size(self.fleet, self.line) && behind().count() > 1))
    }

    /// Galleys before galleasses, and the other kinds in the order of the line.
    fn in_order(&self) -> Hit {
        let afloat = take(self.fleet, self.line, self.sorted.sunk);
        let kept = take(afloat, self.line, self.sorted.damaged);
        let mut hit = Hit { kept, damaged: lost_of(afloat, kept) };
        if !self.spares_no_galleass(&hit) {
            // A damaged one if any ship is damaged, else a sunk one.
            let taken = u8::from(hit.kept.galleys < self.fleet.galleys);
            (hit.kept.galleasses, hit.kept.galleys) = (hit.kept.galleasses - 1, hit.kept.galleys + taken);
            if hit.damaged.galleys > 0 {
                (hit.damaged.galleys, hit.damaged.galleasses) = (hit.damaged.galleys - 1, 1);
            }
        }
        hit
    }

    /// A routed fleet that fights with its galleys does not save all its galleasses.
    fn spares_no_galleass(&self, hit: &Hit) -> bool {
        let bound = self.routed && self.line == Line::Galleys && self.gone() >= Thirds::whole(1);
        !bound || self.fleet.galleasses == 0 || hit.kept.galleasses < self.fleet.galleasses
    }

    /// Every way to take the losses, the one in order first.
    fn ways(&self) -> Vec<Hit> {
        let mut found = BTreeSet::new();
        for afloat in takings(self.fleet, self.line, self.sorted.sunk) {
            for kept in takings(afloat, self.line, self.sorted.damaged) {
                found.insert(Hit { kept, damaged: lost_of(afloat, kept) });
            }
        }
        let first = self.in_order();
        let others = found.into_iter().rev();
        let others = others.filter(|hit| *hit != first && self.spares_no_galleass(hit));
        std::iter::once(first).chain(others).collect()
    }
}

/// What there is of a kind, in thirds.
fn size(ship: Ship, mut fleet: Fleet) -> i16 {
    let parts = if ship == Ship::Warship { fleet.d } else { 0 };
    i16::from(*ship.of(&mut fleet)) * 3 + i16::from(parts)
}

/// The fleet after a blow of at most three thirds; a galley or transport is lost by any part of it.
fn struck(ship: Ship, mut fleet: Fleet, blow: i16) -> Option<Fleet> {
    let size = size(ship, fleet);
    if size == 0 || (ship == Ship::Warship && size < blow) {
        return None;
    }
    match ship {
        Ship::Warship => {
            let left = size - blow;
            (fleet.warships, fleet.d) = ((left / 3) as u8, (left % 3) as u8);
        }
        ship => *ship.of(&mut fleet) -= 1,
    }
    Some(fleet)
}

fn kinds_of(line: Line) -> &'static [Ship] {
    match line {
        Line::Warships => &[Ship::Warship],
        Line::Galleys => &[Ship::Galley, Ship::Galleass],
        Line::Transports => &[Ship::Transport],
    }
}

fn line_size(fleet: Fleet, line: Line) -> Thirds {
    Thirds(kinds_of(line).iter().map(|kind| size(*kind, fleet)).sum())
}

/// Every fleet that losses may leave, those of the first line taken first.
fn takings(fleet: Fleet, line: Line, thirds: Thirds) -> Vec<Fleet> {
    let first = kinds_of(line);
    let size = line_size(fleet, line);
    if thirds <= size {
        return strike(fleet, first, thirds);
    }
    let others: Vec<Ship> = Ship::ALL.into_iter().filter(|kind| !first.contains(kind)).collect();
    strike(take(fleet, line, size), &others, thirds - size)
}

/// Takes losses out of some kinds of ship, one detachment after the other, in every way.
fn strike(fleet: Fleet, kinds: &[Ship], thirds: Thirds) -> Vec<Fleet> {
    let mut left = BTreeSet::from([fleet]);
    let mut due = thirds.0;
    while due > 0 {
        let blow = due.min(3);
        due -= blow;
        let next = |fleet: &Fleet| {
            let hit: Vec<Fleet> = kinds.iter().filter_map(|kind| struck(*kind, *fleet, blow)).collect();
            // Where no kind bears the whole blow, what there is of warships goes.
            if hit.is_empty() { vec![take(*fleet, Line::Warships, Thirds(blow))] } else { hit }
        };
        left = left.iter().flat_map(next).collect();
    }
    left.into_iter().collect()
}

/// The ships by which a fleet is smaller than before.
pub(super) fn lost_of(before: Fleet, after: Fleet) -> Fleet {
    let thirds = (size(Ship::Warship, before) - size(Ship::Warship, after)) as u8;
    Fleet {
        f_plus: 0,
        f_minus: 0,
        warships: thirds / 3,
        d: thirds % 3,
        galleys: before.galleys - after.galleys,
        galleasses: before.galleasses - after.galleasses,
        transports: before.transports - after.transports,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hit(ships: &str, line: Line, sunk: i16, damaged: i16, routed: bool) -> Struck {
        let sorted = Sorted { sunk: Thirds(sunk), damaged: Thirds(damaged), refitted: Thirds::ZERO };
        Struck { fleet: Fleet::read(ships).unwrap(), line, sorted, routed }
    }

    fn keys(struck: Struck) -> Vec<String> {
        struck.ways().iter().map(Offer::key).collect()
    }

    /// An example of the edition of 2020: a warship and ten galleys lose 3 sunk and 5 2/3 damaged.
    #[test]
    fn the_first_line_goes_first_and_the_rest_falls_on_the_others() {
        let example = hit("F+ NWD 10NGD", Line::Warships, 9, 17, false);
        assert!(!example.has_choice());
        assert_eq!(keys(example), ["2NGD/damaged/6NGD"], "the warship and two galleys are sunk");
        let two = hit("F+ NWD 4NGD 2NTD", Line::Warships, 3, 6, false);
        assert!(two.has_choice());
        assert_eq!(
            keys(two),
            ["2NGD/2NTD/damaged/2NGD", "4NGD/damaged/2NTD", "3NGD/NTD/damaged/NGD/NTD"],
            "the owner says, galleys first if he does not"
        );
        assert!(!hit("F+ 4NWD 4NGD 2NTD", Line::Warships, 3, 9, false).has_choice(), "the line bears it");
    }

    #[test]
    fn galleasses_are_lost_as_their_owner_says() {
        let lost = hit("F+ 3NGD 2VGD", Line::Galleys, 3, 3, false);
        let ways = keys(lost);
        assert_eq!(ways[0], "NGD/2VGD/damaged/NGD", "galleys before galleasses");
        assert_eq!(ways.len(), 4, "{ways:?}");
        // In a rout one of them is hit, the owner saying whether it is sunk or damaged.
        let routed = Struck { routed: true, ..lost };
        let ways = keys(routed);
        assert_eq!(ways[0], "2NGD/VGD/damaged/VGD");
        assert!(ways.contains(&"2NGD/VGD/damaged/NGD".to_owned()), "sunk instead: {ways:?}");
        assert!(!ways.iter().any(|way| way.contains("/2VGD")), "{ways:?}");
        let behind = hit("F+ 4NWD 2VGD", Line::Warships, 3, 3, true);
        assert_eq!(behind.in_order().kept.galleasses, 2, "they were not in the first line");
    }

    #[test]
    fn warships_are_lost_by_thirds_and_nothing_is_lost_twice() {
        let thirds = hit("F+ 4NWD 2NTD", Line::Warships, 1, 3, false);
        assert_eq!(keys(thirds), ["2NWD/2NTD/2d/damaged/NWD"]);
        let all = hit("NWD d NTD", Line::Warships, 7, 0, false);
        assert_eq!(keys(all), ["nothing/damaged/nothing"]);
    }
}
