//! What the rules ask of a side's units over and over, worked out once when the side is made up: who is of
//! which arm, who has come, who is given up first.

use crate::force::{Arm, Joined, NEARBY_MAX, Status, Troops, UNITS_MAX, Unit};

/// How many sets of nearby forces can have joined.
const SETS: usize = 1 << NEARBY_MAX;

/// Which units count: all bits of a unit that does, none of one that does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Mask([u8; UNITS_MAX]);

impl Mask {
    #[inline]
    fn sum(&self, troops: &Troops) -> u16 {
        troops.0.iter().zip(self.0).map(|(sp, mask)| u32::from(sp & mask)).sum::<u32>() as u16
    }
}

/// A unit in the order in which an owner gives units up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) unit: u8,
    pub(crate) arm: Arm,
    pub(crate) select: bool,
    pub(crate) nearby: Option<u8>,
}

/// A side's units as tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Roster {
    /// By the forces that have joined, then by arm.
    arms: [[Mask; 3]; SETS],
    /// Infantry and cavalry together, by the forces that have joined.
    men: [Mask; SETS],
    /// The worst status of those who marched to the battle, by the forces that have joined.
    status: [Status; SETS],
    /// Ordinary men first, then select ones, elephants last.
    places: Vec<Place>,
}

impl Roster {
    pub(crate) fn new(units: &[Unit]) -> Roster {
        let mut roster = Roster {
            arms: [[Mask::default(); 3]; SETS],
            men: [Mask::default(); SETS],
            status: [Status::Fresh; SETS],
            places: Vec::with_capacity(units.len()),
        };
        for set in 0..SETS {
            let joined = Joined::of_set(set as u8);
            let present = units.iter().enumerate().filter(|(_, unit)| joined.has(unit.nearby));
            for (index, unit) in present {
                roster.arms[set][unit.arm as usize].0[index] = u8::MAX;
                if unit.arm != Arm::Elephants {
                    roster.men[set].0[index] = u8::MAX;
                }
                if unit.sp > 0 {
                    roster.status[set] = roster.status[set].max(unit.status);
                }
            }
        }
        roster.places.extend(units.iter().enumerate().map(|(index, unit)| Place {
            unit: index as u8,
            arm: unit.arm,
            select: unit.is_select(),
            nearby: unit.nearby,
        }));
        roster.places.sort_by_key(|place| (place.arm == Arm::Elephants, place.select));
        roster
    }

    /// The strength points of one arm in the battle.
    #[inline]
    pub(crate) fn of_arm(&self, troops: &Troops, joined: Joined, arm: Arm) -> u16 {
        self.arms[joined.set()][arm as usize].sum(troops)
    }

    /// The strength points of infantry and cavalry in the battle.
    #[inline]
    pub(crate) fn men(&self, troops: &Troops, joined: Joined) -> u16 {
        self.men[joined.set()].sum(troops)
    }

    /// The worst status of any unit as it marched to the battle.
    #[inline]
    pub(crate) fn worst_at_first(&self, joined: Joined) -> Status {
        self.status[joined.set()]
    }

    /// The units in the order in which an owner gives them up.
    #[inline]
    pub(crate) fn places(&self) -> &[Place] {
        &self.places
    }
}
