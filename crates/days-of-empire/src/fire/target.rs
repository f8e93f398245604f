//! What a unit is as a target: the columns of the fire charts that apply to it. (13)

use crate::charts::Target;
use crate::clerk::Clerk;
use crate::readings::{Enfilade, Readings, SquareTarget, StoneBurns};
use crate::unit::{Arm, Body, Cover, CoverOf, Direction, Formation, Unit};

/// What a unit is as a target: every column of the fire charts that applies to it. (13-a)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exposure {
    kinds: [Option<Target>; 3],
    pub(super) burnable: bool,
}

/// A unit as somebody shoots at it.
#[derive(Clone, Copy, Debug)]
pub struct Aim<'a> {
    /// The unit.
    pub unit: &'a Unit,
    /// How it stands now.
    pub now: &'a Body,
    /// From which side it is shot at.
    pub from: Direction,
    /// Its gait.
    pub gait: Gait,
}

/// How a unit is shot at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Gait {
    /// It stands, or moves at its ordinary pace.
    Ordinary,
    /// It is cavalry on a charge of more than 8 inches. [13.4-a]
    Fast,
}

impl Exposure {
    /// The kinds of target that a unit is. (13-a)
    pub fn of(aim: &Aim<'_>, readings: &Readings, clerk: Clerk<'_>) -> Exposure {
        let Aim { unit, gait, .. } = *aim;
        clerk(rule!("13-a"));
        let cover = match unit.cover {
            Cover::Open => None,
            Cover::Light => {
                clerk(rule!("13.5-a"));
                Some(Target::LightCover)
            }
            Cover::Heavy => {
                clerk(rule!("13.6-a"));
                Some(Target::HeavyCover)
            }
        };
        let fast = (gait == Gait::Fast && unit.arm.is_horse()).then(|| {
            clerk(rule!("13.4-a"));
            Target::Fast
        });
        Exposure {
            kinds: [Some(drawn_up(aim, readings, clerk)), fast, cover],
            burnable: burns(unit, readings, clerk),
        }
    }

    /// The kind with the lowest step counts, so that cover never makes an easier mark. (13-b)
    pub(super) fn lowest(&self, step: impl Fn(Target) -> u8) -> (u8, Target) {
        let kinds = self.kinds.iter().flatten();
        kinds.map(|&kind| (step(kind), kind)).min().expect("a target is of some kind")
    }

    pub(super) fn has(&self, kind: Target) -> bool {
        self.kinds.contains(&Some(kind))
    }
}

/// The kind of target that a formation makes. [13.1] [13.2] [13.3]
fn drawn_up(aim: &Aim<'_>, readings: &Readings, clerk: Clerk<'_>) -> Target {
    let Aim { unit, now, from, .. } = *aim;
    match (unit.arm, now.formation) {
        (Arm::Staff, _) => {
            clerk(rule!("13.1-a"));
            // Attached staff are no target of their own: they are not here.
            clerk(rule!("14-b"));
            Target::Dispersed
        }
        (_, Formation::Skirmish) => {
            clerk(rule!("12.4-l"));
            Target::Dispersed
        }
        (_, Formation::Line) if readings.enfilade == Enfilade::On && from == Direction::Flank => {
            clerk(rule!("T16-a"));
            Target::Dense
        }
        (_, Formation::Line) => {
            clerk(rule!("13.2-a"));
            Target::Line
        }
        (_, Formation::Deployed) => {
            clerk(rule!("10.1-a"));
            Target::Line
        }
        (_, Formation::Square) => {
            clerk(rule!("13.2-b"));
            match readings.square_target {
                SquareTarget::Dense => Target::Dense,
                SquareTarget::Line => Target::Line,
            }
        }
        _ => {
            clerk(rule!("13.3-a"));
            Target::Dense
        }
    }
}

/// Whether what the unit stands in can burn: heavy urban areas too, unless the switch spares stone. [15.9-a]
fn burns(unit: &Unit, readings: &Readings, clerk: Clerk<'_>) -> bool {
    let stone = unit.cover == Cover::Heavy && readings.stone_burns == StoneBurns::No;
    match (unit.cover, unit.cover_of) {
        (Cover::Open, _) | (_, CoverOf::Works) => false,
        (_, CoverOf::UrbanArea) => !stone,
        (_, CoverOf::Wood) => true,
        (_, CoverOf::WoodenObstacle) => {
            clerk(rule!("15.10-e"));
            true
        }
    }
}
