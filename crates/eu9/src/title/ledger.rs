//! What a country of a title may keep for nothing, and what it pays: looked up once.

use super::{Nation, Readings};
use crate::charts::{Charts, LandPrice, NavalPrice};
use crate::power::Period;

/// The accounts of a country in the title's period.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ledger {
    /// LD, ND, and detachments of either kind kept free of charge.
    pub free: (u8, u8, u8),
    /// ND kept free besides while the province that keeps a fleet is held.
    pub fleet_kept: u8,
    /// LD that may be bought a turn at the plain price.
    pub buys_ld: u8,
    /// ND that may be bought a turn.
    pub buys_nd: u8,
    /// The most ND it may have.
    pub nd_max: u8,
    /// Land prices, if it has a list.
    pub land: Option<LandPrice>,
    /// Naval prices in turns 7 to 10, if it has a list.
    pub naval: [Option<NavalPrice>; 4],
}

impl Ledger {
    pub(super) fn of(nation: &Nation, charts: &Charts, period: Period, readings: &Readings) -> Ledger {
        let Some(forces) = charts.logistics.forces(nation.country, period) else { return Ledger::default() };
        Ledger {
            free: forces.allowance(),
            fleet_kept: charts
                .logistics
                .condition(nation.country, period, "holding Campania")
                .map_or(0, |condition| condition.free[1].max(0) as u8),
            buys_ld: forces.buys_ld,
            buys_nd: forces.buys_nd,
            nd_max: forces.nd_max(),
            land: charts.logistics.land_price(nation.country, readings.technology),
            naval: nation.ships.map(|technology| charts.logistics.naval_price(nation.country, technology)),
        }
    }
}
