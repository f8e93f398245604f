//! Ships and the counters they sail under: fleets are free containers, formed and split at any time.

use crate::asks::Asks;
use crate::fleet::Fleet;
use crate::title::GameRules;
use grognard_umpire::{Asked, Asking, Offer, Side, Umpire};

/// Ships picked out of a fleet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::game) struct Ships {
    pub(in crate::game) fleet: Fleet,
    pub(in crate::game) leaders: bool,
    /// Whether there are admirals to leave behind.
    pub(in crate::game) choice: bool,
}

impl Offer for Ships {
    fn key(&self) -> String {
        let alone = if self.choice && !self.leaders { "/alone" } else { "" };
        format!("{}{alone}", fleet_key(self.fleet))
    }
    fn words(&self) -> String {
        match (self.choice, self.leaders) {
            (true, true) => format!("{} with its admirals", self.fleet),
            (true, false) => format!("{} without admirals", self.fleet),
            _ => self.fleet.to_string(),
        }
    }
}

pub(in crate::game) fn fleet_key(fleet: Fleet) -> String {
    fleet.to_string().replace(' ', "/")
}

/// The ships of two fleets together, with both fleets' counters.
pub(in crate::game) fn sum(one: Fleet, other: Fleet) -> Fleet {
    // Three d make a detachment.
    let d = one.d + other.d;
    Fleet {
        f_plus: one.f_plus + other.f_plus,
        f_minus: one.f_minus + other.f_minus,
        warships: one.warships + other.warships + d / 3,
        galleys: one.galleys + other.galleys,
        galleasses: one.galleasses + other.galleasses,
        transports: one.transports + other.transports,
        d: d % 3,
    }
}

/// The ships of a fleet without part of them, counters left out; none if they are not in it.
pub(in crate::game) fn without(fleet: Fleet, part: Fleet) -> Option<Fleet> {
    let thirds = 3 * u16::from(fleet.warships) + u16::from(fleet.d);
    let gone = 3 * u16::from(part.warships) + u16::from(part.d);
    let left = thirds.checked_sub(gone)?;
    Some(Fleet {
        f_plus: 0,
        f_minus: 0,
        warships: (left / 3) as u8,
        d: (left % 3) as u8,
        galleys: fleet.galleys.checked_sub(part.galleys)?,
        galleasses: fleet.galleasses.checked_sub(part.galleasses)?,
        transports: fleet.transports.checked_sub(part.transports)?,
    })
}

/// Every way ships may be put under F counters, those with the largest counters first. A counter is only
/// used where fewer or smaller ones would leave more detachments loose.
pub(in crate::game) fn forms(rules: &GameRules, country: u8, ships: Fleet, counters_max: u8) -> Vec<Fleet> {
    let contents = rules.nations[usize::from(country)].contents;
    let with = |f_plus: u8, f_minus: u8| Fleet { f_plus, f_minus, ..ships };
    let loose = |fleet: Fleet| fleet.loose_from(contents);
    let most = counters_max.min(crate::fleet::SEA_COUNTERS_MAX);
    let mut found = Vec::new();
    for f_plus in (0..=most).rev() {
        for f_minus in (0..=most - f_plus).rev() {
            let fleet = with(f_plus, f_minus);
            let here = loose(fleet);
            let needless = (f_minus > 0 && loose(with(f_plus, f_minus - 1)) <= here)
                || (f_plus > 0 && loose(with(f_plus - 1, f_minus + 1)) <= here);
            if !needless && here + f_plus + f_minus <= crate::fleet::SEA_COUNTERS_MAX {
                found.push(fleet);
            }
        }
    }
    found
}

/// What is left of a fleet under the counters it had; where they are too large for it, its owner picks others.
pub(in crate::game) fn reform(
    rules: &GameRules,
    (side, country): (Side, u8),
    ships: Fleet,
    before: Fleet,
    ump: &mut impl Umpire,
) -> Asked<Fleet> {
    let kept = Fleet { f_plus: before.f_plus, f_minus: before.f_minus, ..ships };
    if kept == before {
        return Ok(before);
    }
    let found = forms(rules, country, ships, before.f_counters());
    let same = |f: &&Fleet| (f.f_plus, f.f_minus) == (before.f_plus, before.f_minus);
    match found.iter().find(same) {
        Some(fleet) => Ok(*fleet),
        None => Ok(pick(side, &found, ump)?.unwrap_or(ships)),
    }
}

/// The owner of a fleet picks its counters, if there is a choice.
pub(in crate::game) fn pick(side: Side, forms: &[Fleet], ump: &mut impl Umpire) -> Asked<Option<Fleet>> {
    if forms.len() < 2 {
        return Ok(forms.first().copied());
    }
    let offers: Vec<Ships> =
        forms.iter().map(|&fleet| Ships { fleet, leaders: true, choice: false }).collect();
    let asking = Asking::of(side, rule!("STACK-f"), Asks::CountersOfTheFleet);
    Ok(Some(ump.choose(asking, &offers)?.fleet))
}

/// A form for ships that keeps as near as may be to the counters they had.
pub(in crate::game) fn refit(rules: &GameRules, country: u8, ships: Fleet, counters: Fleet) -> Option<Fleet> {
    let most = counters.f_counters();
    let found = forms(rules, country, ships, most);
    found.iter().copied().find(|f| (f.f_plus, f.f_minus) == (counters.f_plus, counters.f_minus)).or_else(
        || {
            // Fewer ships need smaller counters, or none.
            found.iter().copied().max_by_key(|f| (f.f_counters(), f.f_plus))
        },
    )
}

/// Two fleets as one sea stack, if the limit allows.
pub(in crate::game) fn joined(rules: &GameRules, country: u8, one: Fleet, other: Fleet) -> Option<Fleet> {
    let all = sum(one, other);
    refit(rules, country, all, all)
}

/// The kinds of ship in a fleet, one of each; of a warship as much as there is.
pub(in crate::game) fn kinds(ships: Fleet) -> Vec<(Fleet, &'static str)> {
    let one = Fleet::default();
    let thirds = (3 * ships.warships + ships.d).min(3);
    let kinds = [
        (Fleet { warships: thirds / 3, d: thirds % 3, ..one }, "NWD", thirds),
        (Fleet { galleys: 1, ..one }, "NGD", ships.galleys),
        (Fleet { galleasses: 1, ..one }, "VGD", ships.galleasses),
        (Fleet { transports: 1, ..one }, "NTD", ships.transports),
    ];
    kinds.into_iter().filter(|&(_, _, any)| any > 0).map(|(ship, name, _)| (ship, name)).collect()
}

/// As many ships as a fleet has room for join it: what it is then, and what finds no room. Where not all do, the
/// owner says which, one by one.
pub(in crate::game) fn take_in(
    rules: &GameRules,
    (asking, country): (Asking, u8),
    mut fleet: Fleet,
    mut ships: Fleet,
    ump: &mut impl Umpire,
) -> Asked<(Fleet, Fleet)> {
    loop {
        if let Some(all) = joined(rules, country, fleet, ships) {
            return Ok((all, Fleet::default()));
        }
        let fits = |&(ship, _): &(Fleet, &str)| joined(rules, country, fleet, ship).is_some();
        let kinds: Vec<(Fleet, &'static str)> = kinds(ships).into_iter().filter(fits).collect();
        if kinds.is_empty() {
            return Ok((fleet, ships));
        }
        let names: Vec<&str> = kinds.iter().map(|&(_, name)| name).collect();
        let name = *ump.choose(asking, &names)?;
        let ship = kinds.iter().find(|kind| kind.1 == name).map_or(ships, |kind| kind.0);
        fleet = joined(rules, country, fleet, ship).unwrap_or(fleet);
        ships = without(ships, ship).unwrap_or_default();
    }
}

/// Every part of a fleet that can sail, the whole first, and what is left behind in a form of its own that
/// the place can hold.
pub(in crate::game) fn parts(
    rules: &GameRules,
    country: u8,
    fleet: Fleet,
    spare: u8,
    holds: impl Fn(&Fleet) -> bool,
) -> Vec<(Fleet, Fleet)> {
    let mut found = vec![(fleet, Fleet::default())];
    let counters = fleet.f_counters() + spare;
    for warships in (0..=fleet.warships).rev() {
        for galleys in (0..=fleet.galleys).rev() {
            for galleasses in (0..=fleet.galleasses).rev() {
                for transports in (0..=fleet.transports).rev() {
                    let ships = Fleet { warships, galleys, galleasses, transports, d: 0, ..Fleet::default() };
                    let Some(rest) = without(fleet, ships) else { continue };
                    if ships.is_empty() || rest.is_empty() {
                        continue;
                    }
                    for part in forms(rules, country, ships, counters) {
                        let left = counters - part.f_counters();
                        if let Some(stays) = forms(rules, country, rest, left).into_iter().find(&holds) {
                            found.push((part, stays));
                        }
                    }
                }
            }
        }
    }
    found
}
